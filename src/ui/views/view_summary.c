/*
 * View Summary: what is open, the worst slacks of its groups of endpoints, how slacks are spread,
 * what is odd, and what all this takes. Where there is room for columns, everything; else one line
 * each.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "session/objects.h"
#include "ui/views/view_summary.h"
#include "ui/views/summary_lines.h"

enum {
	GROUP_WIDTH = 15, /* of the table: the names, the numbers of endpoints … */
	COUNT_WIDTH = 9,
	SLACK_WIDTH = 12, /* … and slacks; below the sum of all, numbers are left out */
	TABLE_WIDTH = GROUP_WIDTH + 2 * COUNT_WIDTH + 2 * SLACK_WIDTH + 1,
	BEFORE_WIDTH = 2 * SLACK_WIDTH + 3, /* … and, where there is room, the other slacks */
	NOTES_WIDTH = 19,
	LEAST_BINS_ROWS = 5,  /* of a histogram with its header … */
	LEAST_PLOT_ROWS = 12, /* … of one by path group */
};

/* ---- the groups ---- */

/* The slacks that are shown first: with credit, or before CPPR by the switch. They aren't there
 * while they are pending. */
const struct summary_slacks *summary_shown_slacks(const struct ui *ui)
{
	const struct snap_summary *s = summary_of(ui)->summary;

	return &s->slacks[summary_of(ui)->before ? SLACKS_BEFORE : SLACKS_WITH];
}

static const struct summary_slacks *other_slacks(const struct ui *ui)
{
	const struct snap_summary *s = summary_of(ui)->summary;

	return &s->slacks[summary_of(ui)->before ? SLACKS_WITH : SLACKS_BEFORE];
}

int summary_list_groups(const struct ui *ui, struct summary_row *groups)
{
	const struct snap_summary *s = summary_of(ui)->summary;
	int n = 0;

	for (int i = 0; s && s->timed && i < N_SPLITS; i++) {
		int split = i == 0 ? LATE : EARLY, first = n;

		for (int kind = 0; kind <= SUMMARY_ALL; kind++) {
			if (!s->slacks[SLACKS_BEFORE].group[split][kind].n_endpoints)
				continue;
			if (kind < SUMMARY_ALL || n > first + 1) /* one group is all there is */
				groups[n++] = (struct summary_row){split, kind};
		}
	}
	return n;
}

const char *summary_kind_name(int kind)
{
	static const char *const names[] = {
		[ENDPOINT_SETUP] = "setup",         [ENDPOINT_HOLD] = "hold",
		[ENDPOINT_RECOVERY] = "recovery",   [ENDPOINT_REMOVAL] = "removal",
		[ENDPOINT_GATING_SETUP] = "gating", [ENDPOINT_GATING_HOLD] = "gating",
		[ENDPOINT_DATA_SETUP] = "data",     [ENDPOINT_DATA_HOLD] = "data",
		[ENDPOINT_NONSEQ_SETUP] = "nonseq", [ENDPOINT_NONSEQ_HOLD] = "nonseq",
		[ENDPOINT_OUTPUT] = "outputs",      [ENDPOINT_DELAY] = "delays",
		[ENDPOINT_UNCONSTRAINED] = "none",  [SUMMARY_ALL] = "all"};

	return names[kind];
}

const char *summary_split_name(int split)
{
	return split == LATE ? "late" : "early";
}

/* Is there a column of the other slacks, in an area of the table and its notes? */
static bool has_other(const struct ui *ui, struct area area)
{
	return summary_of(ui)->summary->credited &&
	       area.width >=
		       TABLE_WIDTH + BEFORE_WIDTH + (ui_has_columns(ui) ? 0 : 1 + NOTES_WIDTH);
}

static int table_width(const struct ui *ui, struct area area)
{
	return TABLE_WIDTH + (has_other(ui, area) ? BEFORE_WIDTH : 0);
}

static enum style slack_style(int64_t slack)
{
	return slack < 0 ? STYLE_BAD : STYLE_GOOD;
}

/* WNS and TNS in two columns from x on. */
static void draw_slacks(struct area area, int x, int y, const struct summary_slacks *slacks,
			struct summary_row group)
{
	const struct summary_group *g = &slacks->group[group.split][group.kind];

	if (slacks->there) {
		area_time(area, x + SLACK_WIDTH, y, slack_style(g->wns), g->wns);
		area_time(area, x + 2 * SLACK_WIDTH + 1, y, slack_style(g->tns), g->tns);
	} else {
		area_text_right(area, x + SLACK_WIDTH, y, STYLE_DIM, "pending");
		area_text_right(area, x + 2 * SLACK_WIDTH + 1, y, STYLE_DIM, "pending");
	}
}

static void draw_group(struct ui *ui, struct area area, int y, struct summary_row group)
{
	const struct summary_slacks *slacks = summary_shown_slacks(ui);
	const struct summary_group *g = &slacks->group[group.split][group.kind];
	int x = GROUP_WIDTH;

	area_printf(area, 1, y, STYLE_NORMAL, "%-6s%s", summary_split_name(group.split),
		    summary_kind_name(group.kind));
	if (area.width >= TABLE_WIDTH) {
		area_printf(area, x, y, STYLE_NORMAL, slacks->there ? "%9" PRId32 : "",
			    g->n_endpoints);
		x += COUNT_WIDTH;
	}
	if (area.width >= TABLE_WIDTH - COUNT_WIDTH) {
		area_printf(area, x, y, STYLE_NORMAL, slacks->there ? "%9" PRId32 : "",
			    g->n_violated);
		x += COUNT_WIDTH;
	}
	draw_slacks(area, x, y, slacks, group);
	if (has_other(ui, area))
		draw_slacks(area, TABLE_WIDTH, y, other_slacks(ui), group);
}

static void draw_heading(struct ui *ui, struct area area)
{
	enum style style = ui->pane == 0 ? STYLE_TITLE : STYLE_DIM;
	bool before = summary_of(ui)->before && summary_of(ui)->summary->credited;

	area_text(area, 0, 0, style,
		  area.width >= TABLE_WIDTH                 ? " split group   endpoints violated"
		  : area.width >= TABLE_WIDTH - COUNT_WIDTH ? " split group    violated"
							    : " split group");
	area_printf(area,
		    (area.width >= TABLE_WIDTH                 ? GROUP_WIDTH + 2 * COUNT_WIDTH
		     : area.width >= TABLE_WIDTH - COUNT_WIDTH ? GROUP_WIDTH + COUNT_WIDTH
							       : GROUP_WIDTH),
		    0, style, before ? " WNS no CPPR  TNS no CPPR" : "      WNS %s       TNS %s",
		    time_unit(), time_unit());
	if (has_other(ui, area))
		area_text(area, TABLE_WIDTH, 0, style,
			  before ? "    CPPR WNS          TNS" : " no CPPR WNS          TNS");
}

const char *summary_without_times(const struct ui *ui)
{
	const struct snap_summary *s = summary_of(ui)->summary;

	return !s || s->n_libraries
		       ? "no times yet: finding paths computes them"
		       : "no times without a library (read_liberty); view Density has what is placed";
}

/* Why there are no groups. */
static void draw_no_groups(struct ui *ui, struct area area)
{
	const struct snap_summary *s = summary_of(ui)->summary;
	const struct snap_search *search = ui->search;
	RELEASED_BY(text_release) struct text text = TEXT_INIT;

	if (s->netlist) {
		area_text_cut(area, 1, 0, STYLE_DIM, summary_without_times(ui));
	} else if (s->snap.graph && search && search->has_paths) {
		area_printf(area, 1, 0, slack_style(search->worst_slack), "%s %s %s",
			    s->snap.graph->objective == OBJECTIVE_COST ? "least cost" : "WNS",
			    SHOWN_TIME(search->worst_slack), time_unit());
	} else if (s->snap.graph) {
		area_text_cut(area, 1, 0, STYLE_DIM, "no slacks yet: find some paths");
	}
}

static void draw_groups(struct ui *ui, struct area area)
{
	struct summary_row groups[N_SPLITS * (N_ENDPOINT_KINDS + 1)];
	int n = summary_list_groups(ui, groups);
	struct area body = area_rows(area, 1, area.height - 1);
	struct list *list = &summary_of(ui)->groups;

	list_place(list, n, body);
	if (area.height <= 0)
		return;
	if (n == 0) {
		draw_no_groups(ui, area);
		return;
	}
	draw_heading(ui, area);
	for (int y = 0; y < body.height && list->top + y < n; y++)
		draw_group(ui, body, y, groups[list->top + y]);
	list_mark(list, area_columns(body, 0, table_width(ui, area)), ">");
}

/* ---- what is odd ---- */

static void draw_counts(const struct snap_summary *s, struct area area)
{
	if (area.height <= 0 || (!s->netlist && !s->n_counts))
		return;
	area_text(area, 0, 0, STYLE_TITLE, "warnings");
	if (!s->n_counts)
		area_text(area, 0, 1, STYLE_DIM,
			  s->netlist && !s->timed ? "not known yet" : "none");
	for (int i = 0; i < s->n_counts && i + 1 < area.height; i++)
		area_printf(area, 0, i + 1, s->count[i].bad ? STYLE_BAD : STYLE_ACCENT,
			    "%-14s%5" PRId64, s->count[i].what, s->count[i].n);
}

/* ---- the page ---- */

/* "setup WNS -90.549 TNS -1004.720; hold WNS -14.938 TNS -136.519 ps" */
static void write_other(const struct summary_slacks *slacks, int decimals, struct text *line)
{
	for (int i = 0; i < N_SPLITS && slacks->there; i++) {
		const struct summary_group *g = &slacks->group[i ? EARLY : LATE][SUMMARY_ALL];

		if (!g->n_endpoints)
			continue;
		text_printf(line, "%s%s WNS %s TNS ", line->length ? "; " : "",
			    i ? "hold" : "setup", SHOWN_TIME(g->wns));
		text_time_digits(line, g->tns, decimals);
	}
	text_printf(line, slacks->there ? " %s" : "pending", time_unit());
}

/* The slacks that the table has no columns for: sums lose decimals, never digits, where there is little room. */
static void add_other(struct ui *ui, struct summary_page *page)
{
	RELEASED_BY(text_release) struct text line = TEXT_INIT;

	for (int decimals = 3; decimals >= 0; decimals--) {
		text_clear(&line);
		write_other(other_slacks(ui), decimals, &line);
		if (SUMMARY_LABEL_WIDTH + text_columns(text_string(&line)) <= page->area.width)
			break;
	}
	summary_add_line(page, summary_of(ui)->before ? "after CPPR" : "before CPPR", &line);
}

static void add_design(struct ui *ui, struct summary_page *page, const struct snap_summary *s,
		       bool full)
{
	RELEASED_BY(text_release) struct text line = TEXT_INIT;

	if (!full)
		summary_add_files(page, s, false, ui->glyphs == GLYPHS_ASCII);
	if (s->netlist)
		summary_write_size(s, &line);
	else if (s->snap.graph)
		summary_write_graph_size(s, &line);
	else
		text_add(&line, "nothing is open");
	summary_add_line(page, s->netlist ? "netlist" : "graph", &line);
	if (s->netlist && full && s->snap.graph) {
		summary_write_graph_size(s, &line);
		summary_add_line(page, "graph", &line);
	}
	if (s->netlist) {
		summary_write_clock(s, &line);
		if (s->timed && s->credited && full)
			text_printf(&line, "; slacks %s CPPR",
				    summary_of(ui)->before ? "before" : "after");
		text_printf(&line, "; %s", s->delays);
		summary_add_line(page, "timing", &line);
		if (s->timed && s->credited && !full && !has_other(ui, page->area))
			add_other(ui, page);
	}
	summary_add_libraries(page, s, full);
	if (full)
		summary_add_files(page, s, true, ui->glyphs == GLYPHS_ASCII);
}

static void draw_title(struct ui *ui, struct area area)
{
	const struct snap_summary *s = summary_of(ui)->summary;
	char name[128] = "no design";

	if (!s)
		snprintf(name, sizeof name, "...");
	else if (s->netlist)
		snprintf(name, sizeof name, "%s", s->netlist->name);
	else if (s->snap.graph)
		ui_design_name(s->snap.graph->name, name, sizeof name);
	ui_draw_header(ui, area, ui->pane == 0, name);
}

static int n_groups(const struct ui *ui)
{
	struct summary_row groups[N_SPLITS * (N_ENDPOINT_KINDS + 1)];

	return summary_list_groups(ui, groups);
}

static void draw_full(struct ui *ui, struct area area)
{
	const struct snap_summary *s = summary_of(ui)->summary;
	struct summary_page page = {area_rows(area, 2, area.height - 2), 0};
	int rows = n_groups(ui) + 1;

	add_design(ui, &page, s, true);
	page.y++;
	draw_groups(ui, area_rows(page.area, page.y, rows));
	page.y += rows + 1;
	draw_counts(s, area_columns(area_rows(page.area, page.y, SUMMARY_COUNTS + 1), 1,
				    area.width - 1));
	page.y += (s->netlist ? 1 : 0) + (s->n_counts ? s->n_counts : 1);
	if (!ui->replaying)
		summary_add_all_measures(&page, s);
}

static void draw_compact(struct ui *ui, struct area area)
{
	const struct snap_summary *s = summary_of(ui)->summary;
	int rows = n_groups(ui) + 1, lines = area.height - 1 - rows,
	    most = summary_compact_lines(s), notes;
	struct summary_page page;
	struct area table;

	lines = lines < most - SUMMARY_COMPACT_LINES ? most - SUMMARY_COMPACT_LINES
		: lines > most                       ? most
						     : lines;
	page = (struct summary_page){area_rows(area, 1, lines), 0};
	add_design(ui, &page, s, false);
	if (!ui->replaying)
		summary_add_measures(&page, s);
	table = area_rows(area, 1 + lines, area.height - 1 - lines);
	draw_groups(ui, table);
	notes = table_width(ui, table) + 1;
	if (area.width >= notes + NOTES_WIDTH)
		draw_counts(s, area_columns(table, notes, area.width - notes));
}

/* ---- the view ---- */

static void want_summary(struct ui *ui)
{
	const struct summary_request wanted = {.edition = ui->edition};

	if (!summary_of(ui)->summary || summary_of(ui)->summary->snap.serial != ui->edition)
		ui_want_summary(ui, &wanted);
}

/* Lines of the table, or of the red lines beside it if they need more. */
static int n_table_rows(const struct ui *ui)
{
	const struct snap_summary *s = summary_of(ui)->summary;
	int n = n_groups(ui), n_bad = 0;

	while (s && n_bad < s->n_counts && s->count[n_bad].bad)
		n_bad++;
	return n_bad > n ? n_bad : n;
}

/* As much for the page as it has lines, but a histogram below it. */
static int page_percent(const struct ui *ui, struct area area)
{
	bool kinds = plots_shown(ui) == PLOT_KINDS;
	int rows = 1 + summary_compact_lines(summary_of(ui)->summary) + 1 + n_table_rows(ui);
	int least = kinds ? LEAST_BINS_ROWS : LEAST_PLOT_ROWS;

	if (kinds && n_groups(ui) == 0)
		return 100;
	if (rows > area.height - least)
		rows = area.height - least;
	return area.height > 0 ? (100 * rows + area.height - 1) / area.height : 0;
}

static void draw(struct ui *ui, struct area area)
{
	struct layout l;

	/* no histogram to be in? */
	if (plots_shown(ui) == PLOT_KINDS && n_groups(ui) == 0 && !ui_in_panel(ui) &&
	    ui->pane > 0) {
		ui->pane = 0;
		ui_say(ui, STYLE_ACCENT, "there are no slacks of endpoints yet, so no histogram");
	}
	l = ui_layout(ui, area, page_percent(ui, area), DETAIL_PERCENT);
	want_summary(ui);
	list_fit(&summary_of(ui)->groups, n_groups(ui),
		 l.main.height > 0 ? summary_of(ui)->groups.height : 1);
	if (l.main.height > 0) {
		draw_title(ui, l.main);
		if (summary_of(ui)->summary && ui_has_columns(ui))
			draw_full(ui, l.main);
		else if (summary_of(ui)->summary)
			draw_compact(ui, l.main);
	}
	if (l.detail.height > 0 && plots_shown(ui) == PLOT_KINDS)
		summary_draw_histograms(ui, l.detail);
	else if (l.detail.height > 0)
		plots_draw_histogram(ui, l.detail);
	ui_draw_third(ui, l.third);
}

static struct list *list(struct ui *ui, int pane)
{
	return pane == 0                       ? &summary_of(ui)->groups
	       : plots_shown(ui) == PLOT_KINDS ? &summary_of(ui)->bins
					       : &summary_of(ui)->plots.bins;
}

/* Files that exclude each other: the prompt has the answer that chooses the first of each kind. */
static bool ask_for_files(struct ui *ui)
{
	const struct snap_summary *s = summary_of(ui)->summary;
	RELEASED_BY(text_release) struct text files = TEXT_INIT;
	RELEASED_BY(script_release) struct script command = SCRIPT_INIT;
	bool asks = false;

	script_add(&command, "open_design", NULL);
	for (int32_t i = 0; s && i < s->n_files; i++) {
		const struct summary_file *f = &s->file[i];
		const char *end = f->n_failed ? strstr(f->choices, " or ") : NULL;
		char first[SUMMARY_CHOICES];

		if (!end)
			continue;
		snprintf(first, sizeof first, "%.*s", (int)(end - f->choices), f->choices);
		asks = true;
		if (f->kind == FILES_LIBERTY)
			script_add(&command, "-libraries", first, NULL);
		else
			list_add(&files, first);
	}
	if (files.length)
		script_add(&command, "-files", text_string(&files), NULL);
	if (asks)
		prompt_open(&ui->prompt, script_string(&command));
	return asks;
}

/* What would mend the first kind that has failed is in the prompt. */
static bool offer_line(struct ui *ui)
{
	const struct snap_summary *s = summary_of(ui)->summary;

	for (int32_t i = 0; s && i < s->n_files; i++) {
		if (!s->file[i].offer[0])
			continue;
		prompt_open(&ui->prompt, s->file[i].offer);
		return true;
	}
	return false;
}

static void enter(struct ui *ui)
{
	struct summary_row groups[N_SPLITS * (N_ENDPOINT_KINDS + 1)];

	if (ask_for_files(ui) || offer_line(ui))
		return;
	if (!ui->search && plots_shown(ui) != PLOT_ALL && summary_of(ui)->summary &&
	    (summary_of(ui)->summary->netlist || summary_of(ui)->summary->snap.graph))
		prompt_open(&ui->prompt, "find_paths -max_paths 1000");
	else if (ui->pane == 0 && ui_panes(ui) > 1 && plots_shown(ui) != PLOT_KINDS)
		ui->pane = 1;
	else if (plots_shown(ui) != PLOT_KINDS)
		plots_enter(ui);
	else if (summary_list_groups(ui, groups) == 0)
		ui_show_view(ui, &paths_view);
	else if (ui->pane == 0)
		ui->pane = 1;
	else if (summary_shown_slacks(ui)->there)
		summary_enter_bar(ui);
}

static void init(struct ui *ui)
{
	summary_of(ui)->bins_group = -1;
	summary_of(ui)->plotted = (struct plotted){PLOT_KINDS, SCALE_LINEAR};
}

/* A search of the other split selects the first row of its own. */
static void follow_search(struct ui *ui)
{
	struct summary_row groups[N_SPLITS * (N_ENDPOINT_KINDS + 1)];
	struct summary_view *v = summary_of(ui);
	int n = v->summary ? summary_list_groups(ui, groups) : 0;

	if (n == 0 || !ui->search || ui->search->snap.serial == v->search)
		return;
	v->search = ui->search->snap.serial;
	if (v->groups.selected < n &&
	    (groups[v->groups.selected].split == EARLY) == ui->search->early)
		return;
	for (int i = 0; i < n; i++) {
		if ((groups[i].split == EARLY) == ui->search->early) {
			list_fit(&v->groups, n, n);
			list_select(&v->groups, i);
			return;
		}
	}
}

static bool click_at(struct ui *ui, int x, int y)
{
	return plots_shown(ui) == PLOT_KINDS ? summary_click_bar(ui, x, y) : plots_click(ui, x, y);
}

const struct view summary_view = {
	.info = &view_info[VIEW_summary],
	.state_size = sizeof(struct summary_view),
	.init = init,
	.readings = {VIEW_READING(summary, struct summary_view, summary),
		     VIEW_READING(histogram, struct summary_view, histogram)},
	.refresh = follow_search,
	.draw = draw,
	.plotted = offsetof(struct summary_view, plotted),
	.click_at = click_at,
	.list = list,
	.commands = plot_commands,
	.enter = enter,
	.n_panes = 2,
};
