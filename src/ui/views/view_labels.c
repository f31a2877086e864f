/*
 * View Labels: the constrained subgraph that label_query asked for. The regions between its pins, the
 * pins of one of them with ranks and labels, and the arcs around a pin, each with the test that decided.
 */
#include <inttypes.h>
#include <stdio.h>

#include "ui/views/cone.h"
#include "ui/views/view_labels.h"

enum {
	REGIONS_PERCENT = 40,
	NARROW = 72,    /* fewer columns leave numbers of the regions out */
	PINS_LEAST = 3, /* rows that pins have at least, and arcs */
	AHEAD = 200,    /* pins that are read around the window */
	SLACK_WIDTH = 11,
};

/* ---- regions ---- */

static const char *option_word(enum label_option option)
{
	static const char *const words[] = {"-from", "-through", "-to"};

	return words[option];
}

/* The pin that a region begins after, or ends at when it is the first: the region's name says which. */
static void write_constraint(const struct snap_labels *l, int32_t r, struct text *out)
{
	int32_t c = r ? r - 1 : 0;

	if (r == l->n_regions - 1 || c >= l->n_constraints)
		return;
	if (l->constraint[c].vertex < 0)
		text_add(out, "a clock");
	else if (l->snap.graph->netlist)
		netlist_write_pin(l->snap.graph->netlist, l->constraint[c].vertex / N_EDGES, '/',
				  out);
	else
		graph_write_name(l->snap.graph, l->constraint[c].vertex, out);
	if (l->constraint[c].n_pins > 1)
		text_printf(out, " and %" PRId32 " more", l->constraint[c].n_pins - 1);
	text_printf(out, " (%s)", option_word(l->constraint[c].option));
}

static void write_region_line(const struct snap_labels *l, int32_t r, bool narrow, struct text *out)
{
	const struct label_region *region = &l->region[r];
	RELEASED_BY(text_release) struct text label = TEXT_INIT, name = TEXT_INIT;
	RELEASED_BY(text_release) struct text ranks = TEXT_INIT;

	label_write_region(l, r, &name);
	if (l->has_labels)
		label_write(r == l->n_regions - 1 ? 0 : region->label, &label);
	if (region->n_vertices)
		text_printf(&ranks, "%" PRId32 "..%" PRId32, region->rank_min, region->rank_max);
	text_printf(out, "%-10s%6s", text_string(&name), text_string(&label));
	if (l->has_labels && !narrow)
		text_printf(out, "%9" PRId32 "%9s%9" PRId32, region->n_vertices,
			    text_string(&ranks), region->n_arcs);
	if (l->has_labels)
		text_printf(out, "%9" PRId32, region->n_left);
	if (r < l->n_regions - 1)
		text_printf(out, "%9" PRId32, region->n_exact);
	else
		text_printf(out, "%9s", "");
	text_add(out, "  ");
	write_constraint(l, r, out);
}

static void draw_regions(struct ui *ui, struct area area)
{
	struct labels_view *v = labels_of(ui);
	const struct snap_labels *l = v->labels;
	bool narrow = area.width < NARROW;
	struct area body = area_rows(area, 1, area.height - 1);

	list_place(&v->regions, l ? l->n_regions : 0, body);
	area_text(area, 0, 0, ui->pane == 0 ? STYLE_TITLE : STYLE_DIM,
		  l && !l->has_labels ? "region             exact"
		  : narrow            ? "region     label   remain    exact"
			   : "region     label     pins    ranks     arcs   remain    exact");
	for (int y = 0; l && y < body.height && v->regions.top + y < v->regions.n; y++) {
		RELEASED_BY(text_release) struct text line = TEXT_INIT;
		int32_t r = (int32_t)(v->regions.top + y);

		write_region_line(l, r, narrow, &line);
		area_text_cut(body, 0, y, r == l->n_regions - 1 ? STYLE_DIM : STYLE_NORMAL,
			      text_string(&line));
	}
	list_mark(&v->regions, body, "");
}

/* ---- pins ---- */

static const struct label_pin_line *pin_at(const struct snap_labels *l, int64_t i)
{
	return l && i >= l->first_pin && i < l->first_pin + l->n_pin_lines
		       ? &l->pin[i - l->first_pin]
		       : NULL;
}

/* Are there labels, all of them, to be compared with what is exact? */
static bool is_done(const struct snap_labels *l)
{
	return l->has_labels && l->n_verdict[LABEL_ARC_UNKNOWN] == 0 &&
	       (l->left_states || l->empty);
}

/* Of which paths it is: those of the arcs that labels keep, those of the query. */
static const char *const on_paths[2][2] = {{"", "exact"}, {"labels", "both"}};

static void draw_pin(struct labels_view *v, struct area area, int y, int64_t i)
{
	const struct label_pin_line *pin = pin_at(v->labels, i);
	RELEASED_BY(text_release) struct text line = TEXT_INIT, label = TEXT_INIT;
	enum style style = STYLE_NORMAL;

	if (pin) {
		label_write(pin->label, &label);
		if (pin->rank >= 0)
			text_printf(&line, "%5" PRId32 "%7s ", pin->rank, text_string(&label));
		else
			text_printf(&line, "%12s ",
				    v->labels->has_labels ? text_string(&label) : "");
		text_printf(&line, "%-8s ", on_paths[pin->left][pin->exact]);
		text_printf(&line, "%*s  ", SLACK_WIDTH,
			    pin->has_slack ? SHOWN_TIME(pin->slack) : "-");
		label_write_vertex(v->labels->snap.graph, pin->vertex, &line);
		style = pin->updated                                    ? STYLE_ACCENT
			: is_done(v->labels) && pin->left != pin->exact ? STYLE_BAD
			: pin->exact                                    ? STYLE_NORMAL
									: STYLE_DIM;
		ui_draw_shifted(&v->pins, area, y, style, text_string(&line));
	}
}

static void draw_pin_titles(const struct snap_labels *l, struct area area)
{
	bool cost = l && l->snap.graph->objective == OBJECTIVE_COST;

	area_printf(area, 0, 0, STYLE_DIM, "%s%*s  pin",
		    l && !l->has_labels ? "             on paths" : " rank  label on paths",
		    SLACK_WIDTH + 1, cost ? "cost" : "slack");
}

static void draw_pins(struct ui *ui, struct area area)
{
	struct labels_view *v = labels_of(ui);
	struct area body = area_rows(area, 2, area.height - 2);
	RELEASED_BY(text_release) struct text title = TEXT_INIT;

	text_add(&title, "pins and edges of the region");
	if (v->labels && v->regions.selected < v->labels->n_regions) {
		text_clear(&title);
		text_add(&title, "pins and edges ");
		label_write_region(v->labels, (int32_t)v->regions.selected, &title);
		text_printf(&title, ": %" PRId64, v->labels->n_listed);
		if (v->labels->snap.graph->netlist)
			text_add(&title, ", setup slacks before CPPR");
	}
	ui_draw_header(ui, area, ui->pane == 1, text_string(&title));
	draw_pin_titles(v->labels, area_rows(area, 1, 1));
	list_place(&v->pins, v->labels ? v->labels->n_listed : 0, body);
	for (int y = 0; y < body.height && v->pins.top + y < v->pins.n; y++)
		draw_pin(v, body, y, v->pins.top + y);
	list_mark(&v->pins, body, "");
}

/* ---- arcs ---- */

/* "cut   label 6 != 4, rank 5 != 4" */
static void write_verdict(const struct label_arc_line *arc, struct text *out)
{
	bool same = arc->verdict == LABEL_ARC_SAME;

	switch (arc->verdict) {
	case LABEL_ARC_SAME:
	case LABEL_ARC_CUT:
		text_add(out, same ? "kept label " : "cut  label ");
		label_write(arc->label[0], out);
		text_add(out, same ? " = " : " != ");
		label_write(arc->label[1], out);
		if (!same)
			text_printf(out, ", rank %" PRId32, arc->rank);
		break;
	case LABEL_ARC_BOUNDARY:
		text_printf(out, "kept rank %" PRId32 " = label", arc->rank);
		break;
	case LABEL_ARC_OUTSIDE:
		text_add(out, "out  label 0");
		break;
	default:
		text_add(out, "     not yet");
		break;
	}
}

static void draw_arcs(struct ui *ui, struct area area)
{
	struct labels_view *v = labels_of(ui);
	const struct snap_labels *l = v->labels;
	struct text title = TEXT_INIT;

	text_add(&title, "arcs");
	if (l && l->vertex >= 0) {
		text_add(&title, " around ");
		label_write_vertex(l->snap.graph, l->vertex, &title);
	}
	ui_draw_header(ui, area, false, text_string(&title));
	text_release(&title);
	for (int i = 0; l && i < l->n_arc_lines && i + 1 < area.height; i++) {
		const struct label_arc_line *arc = &l->arc[i];
		bool kept = arc->verdict == LABEL_ARC_SAME || arc->verdict == LABEL_ARC_BOUNDARY;
		RELEASED_BY(text_release) struct text line = TEXT_INIT;

		if (l->has_labels)
			write_verdict(arc, &line);
		for (int64_t n = l->has_labels ? 30 - line.length : 0; n > 0; n--)
			text_add(&line, " ");
		text_add(&line, arc->exact ? "exact  " : "       ");
		/* the other end: this one is in the title */
		if (arc->from == l->vertex) {
			text_add(&line, "-> ");
			label_write_vertex(l->snap.graph, arc->to, &line);
		} else {
			label_write_vertex(l->snap.graph, arc->from, &line);
			text_add(&line, " ->");
		}
		area_text_cut(area, 0, i + 1,
			      l->has_labels && kept != arc->exact && arc->verdict ? STYLE_BAD
			      : kept || arc->exact                                ? STYLE_NORMAL
										  : STYLE_DIM,
			      text_string(&line));
	}
}

/* ---- asking ---- */

static void want_labels(struct ui *ui)
{
	struct labels_view *v = labels_of(ui);
	struct labels_request wanted = {.vertex = -1, .region = v->regions.selected};
	const struct label_pin_line *pin = pin_at(v->labels, v->pins.selected);

	if (!ui->timeline)
		return;
	if (v->labels && v->region != v->regions.selected) { /* from its first pin on */
		v->region = v->regions.selected;
		list_select(&v->pins, 0);
		v->vertex = -1;
		pin = NULL;
	}
	if (pin && v->labels->asked.region == wanted.region)
		v->vertex = pin->vertex;
	wanted.serial = ui->timeline->snap.serial;
	wanted.place = ui->at;
	wanted.first = v->pins.top - v->pins.top % AHEAD;
	wanted.n = 2 * AHEAD;
	wanted.vertex = v->vertex;
	ui_want_labels(ui, &wanted);
}

/* ---- the view ---- */

static void draw_nothing(struct area area)
{
	struct area body = area_columns(area, 1, area.width - 2);
	int y = area_paragraph(
			area_rows(body, 1, body.height - 1), 0, STYLE_NORMAL,
			"This view shows which part of the graph belongs to the paths through pins "
			"in order, as labels of arcs find it, round by round.") +
		2;

	area_text_cut(body, 0, y, STYLE_DIM,
		      "No query yet. Enter fills in: label_query -through PIN -through PIN");
}

void labels_draw_state(const struct snap_labels *l, struct area area)
{
	RELEASED_BY(text_release) struct text line = TEXT_INIT;

	text_add(&line, l->query);
	if (l->empty)
		text_printf(&line, "  (%s)", l->empty);
	else
		text_printf(&line, "  %" PRId32 " states and %" PRId32 " arcs exactly",
			    l->exact_states, l->exact_arcs);
	if (l->n_only_labels)
		text_printf(&line, ", %" PRId32 " arcs by labels only", l->n_only_labels);
	area_text_cut(area, 0, 0, STYLE_STRONG, text_string(&line));
}

static void draw(struct ui *ui, struct area area)
{
	struct labels_view *v = labels_of(ui);
	struct layout layout;
	int pins;

	want_labels(ui);
	if (ui->timeline && v->labels && v->plotted.quantity == PLOT_DRAWING) {
		labels_draw_graph(ui, area);
		return;
	}
	layout = ui_layout(ui, area, REGIONS_PERCENT, DETAIL_PERCENT + 14);
	if (!ui->timeline) {
		v->regions.n = v->pins.n = 0;
		draw_nothing(layout.main);
		ui_draw_third(ui, layout.third);
		return;
	}
	if (v->labels)
		labels_draw_state(v->labels, area_rows(layout.main, 0, 1));
	draw_regions(ui, area_rows(layout.main, 1, layout.main.height - 1));
	pins = layout.detail.height * 3 / 5;
	if (pins < PINS_LEAST + 2)
		pins = layout.detail.height;
	if (layout.detail.height > 0 && v->plotted.quantity != PLOT_PINS) {
		labels_draw_plot(ui, layout.detail);
	} else if (layout.detail.height > 0) {
		draw_pins(ui, area_rows(layout.detail, 0, pins));
		draw_arcs(ui, area_rows(layout.detail, pins, layout.detail.height - pins));
	}
	ui_draw_third(ui, layout.third);
}

static void refresh(struct ui *ui)
{
	struct labels_view *v = labels_of(ui);
	int64_t cursor;
	struct snap_timeline *steps = board_get_timeline(ui->board, STEPPER_LABELS, &cursor);

	if (v->labels && (!steps || v->labels->snap.serial != steps->snap.serial))
		UI_DROP(v->labels);
	if (steps && steps->snap.serial != v->serial) {
		v->serial = steps->snap.serial;
		v->vertex = -1;
		v->region = 0;
		v->regions = v->pins = (struct list){0};
	}
	snap_unref(steps ? &steps->snap : NULL);
}

static void init(struct ui *ui)
{
	labels_of(ui)->plotted = (struct plotted){PLOT_PINS, SCALE_LINEAR};
}

/* From regions to pins, from a pin to its cone. */
static void enter(struct ui *ui)
{
	struct labels_view *v = labels_of(ui);
	const struct label_pin_line *pin = pin_at(v->labels, v->pins.selected);
	RELEASED_BY(script_release) struct script script = SCRIPT_INIT;

	if (!v->labels) {
		prompt_open(&ui->prompt, "label_query -through ");
	} else if (ui->pane == 0) {
		ui->pane = 1;
	} else if (pin) {
		script_add(&script, "cone", NULL);
		cone_add_name(v->labels->snap.graph, pin->vertex, &script);
		script_fixed(&script, "view cone");
		ui_submit(ui, &script);
	}
}

/* Of regions the query itself, of pins one of them: what explain_path is asked. */
static enum status selected(struct ui *ui, struct script *words)
{
	struct labels_view *v = labels_of(ui);
	const struct label_pin_line *pin = pin_at(v->labels, v->pins.selected);

	if (!v->labels)
		return status_fail(STATUS_FAILED, "explain_selected: nothing is asked yet");
	if (ui->pane == 0) {
		script_add_list(words, v->labels->query);
		return STATUS_OK;
	}
	if (!pin)
		return status_fail(STATUS_FAILED, "explain_selected: there is no pin");
	cone_add_name(v->labels->snap.graph, pin->vertex, words);
	return STATUS_OK;
}

/* ---- the steps ---- */

static void timeline(const struct ui *ui, struct timeline_words *words)
{
	const struct snap_timeline *t = ui->timeline;

	if (t && ui->at >= 0 && ui->at < t->n_steps)
		snprintf(words->place, sizeof words->place, "%s, %.50s", t->step[ui->at].label,
			 t->step[ui->at].text);
	else if (t)
		snprintf(words->place, sizeof words->place, "before the first round");
}

/* By enum label_phase. Lines of 36 columns at most; '>' is done now. */
static const struct {
	const char *title, *code, *words;
} phases[] = {
	{"labels: ranks (algorithm 4)",
	 " rank = 0 at endpoints, -1 elsewhere\n"
	 " until no rank rises, all pins:\n"
	 ">  if updated[v]: for u in fan-in(v):\n"
	 ">    buffer[u] = max(, rank[v] + 1)\n"
	 ">  rank[u] = buffer[u] if it is more",
	 "The rank of a pin is the length of its longest way to an endpoint, in arcs. As printed, the "
	 "threads of a pin's two transitions share a flag which either clears before the other has "
	 "looked; here flags are written between two rounds."},
	{"labels: scan of the fan-in (algorithm 5)",
	 " label = max at the first pin\n"
	 " label[c] = rank of the pin before c\n"
	 " until nothing changes, all vertices:\n"
	 ">  if updated[v]: for u in fan-in(v):\n"
	 ">    if rank[u] < label[v]:\n"
	 ">      label[u] = label[v]",
	 "Each pin of the query labels what leads to it, up to the rank of the pin before it. The print "
	 "tests the flag of the thread and clears that of the pin, and its text says the condition the "
	 "other way round than line 16."},
	{"labels: scan of the fan-out",
	 " label = rank[last] in its fan-out\n"
	 " until nothing changes, all vertices:\n"
	 ">  if updated[v]: for w in fan-out(v):\n"
	 ">    label[w] = label[v]",
	 "What is downstream of the last pin gets its rank as a label: \"all the fanout pins of E (not "
	 "including)\". No algorithm is printed for it; this one mirrors algorithm 5."},
	{"labels: filter",
	 " remove the vertices of label 0\n"
	 " for each arc u -> v that is left:\n"
	 ">  keep it if label[u] = label[v]\n"
	 ">  or rank[u] = label[v]",
	 "The first test says that the arc stays in a region, the second that it leaves one at its pin. "
	 "Where paths begin isn't printed: inside a region they do with -filter paper. paper-repaired lets "
	 "them begin where the label is max, and pins whose ranks don't fall have no path: that is exact."},
	{"labels: suffix sub-forest",
	 " until nothing is reached, all states:\n"
	 ">  for kept arcs u -> v, v reached:\n"
	 ">    u leads to an end",
	 "Of what the filter left only what leads to an endpoint can be part of a path."},
	{"labels: prefix sub-forest",
	 " until nothing is reached, all states:\n"
	 ">  for kept arcs u -> v, u reached:\n"
	 ">    v is on the way",
	 "And only what is reached from a startpoint. This is the subgraph that paths are searched in."},
};

static void explain(struct ui *ui, struct explanation_text *out)
{
	const struct labels_view *v = labels_of(ui);
	const struct snap_labels *l = v->labels;
	const struct snap_timeline *t = ui->timeline;
	int32_t phase = t && ui->at >= 0 && ui->at < t->n_steps ? t->step[ui->at].level : 0;

	text_add(&out->title, phases[phase].title);
	text_add(&out->words, phases[phase].words);
	out->code = phases[phase].code;
	for (int i = 0; l && i < l->n_arc_lines; i++) {
		label_write_vertex(l->snap.graph, l->arc[i].from, &out->numbers);
		text_add(&out->numbers, " -> ");
		label_write_vertex(l->snap.graph, l->arc[i].to, &out->numbers);
		text_add(&out->numbers, "\n  ");
		write_verdict(&l->arc[i], &out->numbers);
		text_add(&out->numbers, "\n");
	}
}

const struct view labels_view = {
	.info = &view_info[VIEW_labels],
	.state_size = sizeof(struct labels_view),
	.stepper = STEPPER_LABELS,
	.init = init,
	.readings = {VIEW_READING(labels, struct labels_view, labels)},
	.refresh = refresh,
	.draw = draw,
	.timeline = timeline,
	.explain = explain,
	.lists = {offsetof(struct labels_view, regions), offsetof(struct labels_view, pins)},
	.enter = enter,
	.selected = selected,
	.plotted = offsetof(struct labels_view, plotted),
	.n_panes = 2,
};
