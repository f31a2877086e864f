/* The list of view Paths: which rows are read, their columns, and clicks into the heads. */
#include "ui/views/view_paths.h"

#include <ctype.h>
#include <inttypes.h>
#include <string.h>

enum {
	SLACK_END = 24, /* where columns end, for clicks into the heads; … */
	DEVIATIONS_END =
		29, /* … these and the following are farther right where the next two are */
	FROM_END = 37,
	NAME_COLUMN = 45,        /* where the names begin … */
	NARROW_NAME_COLUMN = 29, /* … when parent and points are left out */
	NARROW = 70,             /* a list below this width leaves them out */
	GRAPH_COLUMN = 12,       /* of paths re-timed: their slack by the graph, … */
	PESSIMISM_COLUMN = 11,   /* … and what that is pessimistic by … */
	PESSIMISM_FROM = 100,    /* … in a list of this width */
	SHORT_LEAST = 20,        /* columns for both names; below, there is the endpoint */
	NAMES_LEAST = 50,        /* with fewer for both, parent and points are left out, too */
};

static enum style slack_style(const struct graph *graph, int64_t slack)
{
	if (graph->objective == OBJECTIVE_COST)
		return STYLE_NORMAL;
	return slack < 0 ? STYLE_BAD : STYLE_GOOD;
}

/* ---- the list ---- */

/* The window of rows with a page on either side, so that small moves need no reading. */
void paths_want_rows(struct ui *ui)
{
	const struct list_filter *filter = paths_of(ui)->chooser.now.filter;
	const struct snap_rows *rows = paths_of(ui)->rows;
	struct list *list = &paths_of(ui)->list;
	int64_t page = list->height, first = list->top - page;
	struct rows_request wanted = {.level = ui->level, .edition = filter ? filter->edition : 0};
	bool same = rows && rows->edition == wanted.edition;

	if (!ui->search || snap_search_ranked(ui->search, ui->level) == 0)
		return;
	if (first < 0)
		first = 0;
	if (same && rows->n_shown == list->n && rows->first <= list->top &&
	    (rows->first + rows->n >= list->top + page || rows->first + rows->n == list->n))
		return;
	wanted.search = ui->search->snap.serial;
	wanted.first = first;
	wanted.n = list->top + 2 * page - first;
	if (!same && wanted.edition != paths_of(ui)->chooser.shown_edition)
		wanted.follow = paths_of(ui)->chooser.follow;
	ui_want_rows(ui, &wanted);
}

const struct snap_row *paths_row_at(const struct ui *ui, int64_t place)
{
	const struct snap_rows *rows = paths_of(ui)->rows;

	if (!rows || place < rows->first || place >= rows->first + rows->n)
		return NULL;
	return &rows->row[place - rows->first];
}

/* A name's beginning and end, of `width` columns; of those, at least `tail` for its end. */
static void write_middle(const char *name, int n, int width, int tail, struct text *out)
{
	int least = width - width / 3 - 1;

	tail = tail < least ? least : tail < width - 1 ? tail : width - 1;
	if (n <= width) {
		text_append(out, name, (size_t)n);
		return;
	}
	text_append(out, name, (size_t)(width - 1 - tail));
	text_add(out, "~");
	text_append(out, name + n - tail, (size_t)tail);
}

/* Where the last index of a name begins, and ends: "[12][3]" of "rf[12][3]$_DFFE_PP_/D", "39" of "acc_reg_39_/D". */
static int index_of(const char *name, int n, int *end)
{
	int at = (int)strcspn(name, "$"), first;

	if (at == n)
		at = strrchr(name, '/') ? (int)(strrchr(name, '/') - name) : n;
	while (at > 0 && !isdigit((unsigned char)name[at - 1]))
		at--;
	for (first = at; first > 0 && (isdigit((unsigned char)name[first - 1]) ||
				       strchr("[]", name[first - 1]));)
		first--;
	*end = name[at] == ']' ? at + 1 : at;
	return first;
}

/* Without the edge that a name ends in, and with "~" for its middle where it is wider than `width`. */
static void write_short(const char *name, int width, struct text *out)
{
	const char *slash = strrchr(name, '/');
	int n = (int)strlen(name), index, end, tail, pin = slash ? (int)(slash - name) : n;

	if (n > 5 && (strcmp(name + n - 5, " rise") == 0 || strcmp(name + n - 5, " fall") == 0))
		n -= 5;
	if (n <= width) {
		text_append(out, name, (size_t)n);
		return;
	}
	tail = width - width / 3 - 1;
	index = index_of(name, n, &end);
	if (n - index > tail && n - index < width - 1)
		tail = n - index;
	if (n - index > tail && end < n &&
	    n - pin < width / 2) { /* not what follows the index, but its pin */
		write_middle(name, end, width - 1 - (n - pin), end - index, out);
		text_add(out, "~");
		text_append(out, name + pin, (size_t)(n - pin));
	} else {
		write_middle(name, n, width, tail, out);
	}
}

/* Both ends of a path where there is no room for their names: what is left of them by its middle. With little room, the
 * endpoint alone. */
static void write_ends_short(const char *a, const char *arrow, const char *b, int width,
			     struct text *out)
{
	int half = (width - (int)strlen(arrow)) / 2, a_width = half;

	if (*b && width < SHORT_LEAST) {
		write_short(strchr(arrow, '>') ? b : a, width, out);
		return;
	}
	if ((int)strlen(b) < half)
		a_width = 2 * half - (int)strlen(b);
	if ((int)strlen(a) < a_width)
		a_width = (int)strlen(a);
	write_short(a, a_width, out);
	text_add(out, arrow);
	write_short(b, width - text_columns(text_string(out)), out);
}

void paths_draw_ends(struct list *list, const char *a, const char *arrow, const char *b,
		     struct area area, int y)
{
	RELEASED_BY(text_release) struct text whole = TEXT_INIT;
	int columns;

	text_printf(&whole, "%s%s%s", a, arrow, b);
	columns = text_columns(text_string(&whole));
	if (list->shift > 0 || columns <= area.width || area.width < SHORT_LEAST / 2 ||
	    columns != (int)whole.length) { /* bytes are no columns: none is taken out */
		ui_draw_shifted(list, area, y, STYLE_NORMAL, text_string(&whole));
	} else {
		list_reach(list, columns, area.width);
		text_clear(&whole);
		write_ends_short(a, arrow, b, area.width - 1, &whole);
		area_text(area, 0, y, STYLE_NORMAL, text_string(&whole));
		area_put(area, area.width - 1, y, STYLE_KEY, '>');
	}
}

static void draw_ends(struct ui *ui, const struct snap_row *row, struct area area, int y)
{
	RELEASED_BY(text_release) struct text from = TEXT_INIT, to = TEXT_INIT;

	graph_write_name(ui->search->snap.graph, row->startpoint, &from);
	graph_write_name(ui->search->snap.graph, row->endpoint, &to);
	if (row->is_false) { /* ahead of the names: it doesn't fulfil the query */
		area_text(area, 0, y, STYLE_BAD, "false");
		area = area_columns(area, area.width < 6 ? area.width : 6, area.width);
	}
	paths_draw_ends(&paths_of(ui)->list, text_string(&from), " -> ", text_string(&to), area, y);
}

/* Columns for what paths have by graph-based analysis. */
static int graph_columns(const struct ui *ui, int width)
{
	const struct snap_rows *rows = paths_of(ui)->rows;

	if (!rows || !rows->retimed)
		return 0;
	return GRAPH_COLUMN + (width < PESSIMISM_FROM ? 0 : PESSIMISM_COLUMN);
}

int paths_list_width(const struct ui *ui)
{
	return graph_columns(ui, PESSIMISM_FROM) + NAME_COLUMN + paths_of(ui)->names;
}

/* Are parent and points left out, for names? */
static bool is_narrow(const struct ui *ui, int width)
{
	int names = paths_of(ui)->names, by_graph = graph_columns(ui, width);
	int room = width - by_graph - NAME_COLUMN;

	return width < NARROW ||
	       (room < names &&
		(room < NAMES_LEAST || room + NAME_COLUMN - NARROW_NAME_COLUMN >= names));
}

/* Of a path re-timed, after its slack. */
static void draw_by_graph(const struct ui *ui, const struct snap_row *row, struct area area, int y)
{
	int columns = graph_columns(ui, area.width);

	if (!columns)
		return;
	area_printf(area, SLACK_END - 1, y, slack_style(ui->search->snap.graph, row->graph_slack),
		    "%*s", GRAPH_COLUMN, SHOWN_TIME(row->graph_slack));
	if (columns > GRAPH_COLUMN)
		area_printf(area, SLACK_END - 1 + GRAPH_COLUMN, y, STYLE_NORMAL, "%*s",
			    PESSIMISM_COLUMN, SHOWN_TIME(row->slack - row->graph_slack));
}

static void draw_row(struct ui *ui, struct area area, int y, int64_t place)
{
	const struct snap_row *row = paths_row_at(ui, place);
	const struct graph *graph = ui->search->snap.graph;
	RELEASED_BY(text_release) struct text text = TEXT_INIT;
	int name_column = NAME_COLUMN, by_graph = graph_columns(ui, area.width);
	bool narrow = is_narrow(ui, area.width);

	if (place == paths_of(ui)->list.selected)
		area_text(area, 0, y, STYLE_NORMAL, ">");
	if (row || chooser_is_plain(ui))
		area_printf(area, 1, y, STYLE_NORMAL, "%8" PRId64, (row ? row->rank : place) + 1);
	if (row && list_filter_has_mark(paths_of(ui)->chooser.now.filter, row->record))
		area_text(area, 1, y, STYLE_ACCENT, "*");
	if (!row) {
		area_text(area, 12, y, STYLE_DIM, "...");
		return;
	}
	area_printf(area, 9, y, slack_style(graph, row->slack), "%14s", SHOWN_TIME(row->slack));
	draw_by_graph(ui, row, area, y);
	area_printf(area, by_graph + 24, y, STYLE_NORMAL, "%3" PRId32, row->n_deviations);
	if (narrow)
		name_column = NARROW_NAME_COLUMN;
	else if (row->parent_rank >= 0)
		area_printf(area, by_graph + 28, y, STYLE_NORMAL, "%8" PRId64,
			    row->parent_rank + 1);
	else
		area_text(area, by_graph + 35, y, STYLE_DIM, "-");
	if (!narrow)
		area_printf(area, by_graph + 37, y, STYLE_NORMAL, "%6" PRId32, row->n_points);
	draw_ends(ui, row, area_columns(area, by_graph + name_column, area.width), y);
	if (place == paths_of(ui)->list.selected)
		area_style_row(area, y, STYLE_SELECTED);
}

/* Which column the list is sorted by, and whether from its least or its largest; words where it has
 * no column of its own. */
static void draw_sorted(const struct ui *ui, struct area area, int end)
{
	static const int columns[N_PATH_COLUMNS] = {[COLUMN_SLACK] = 23,
						    [COLUMN_DEVIATIONS] = 28,
						    [COLUMN_POINTS] = 44,
						    [COLUMN_PARENT] = FROM_END};
	struct list_filter_parts parts = list_filter_parts(paths_of(ui)->chooser.now.filter);
	bool ascii = ui->glyphs == GLYPHS_ASCII;
	uint32_t sign = parts.inverted ? (ascii ? 'v' : 0x25bc) : ascii ? '^' : 0x25b2;
	int x = columns[parts.column], by_graph = graph_columns(ui, area.width);

	if (x > SLACK_END)
		x += by_graph;
	if (parts.column == COLUMN_GRAPH && by_graph)
		x = SLACK_END - 1 + GRAPH_COLUMN;
	if (parts.column == COLUMN_PESSIMISM && by_graph > GRAPH_COLUMN)
		x = SLACK_END - 1 + by_graph;
	if (x == 0 || (x > by_graph + DEVIATIONS_END && is_narrow(ui, area.width)))
		x = area_printf(area, end, 0, STYLE_ACCENT, "  by %s ",
				path_column_name(parts.column));
	area_put(area, x, 0, STYLE_ACCENT, sign);
}

/* A click into the heads: by that column, or the other way round when it is that already. Below "path" startpoints and
 * endpoints take turns. */
void paths_click_heads(struct ui *ui, int x)
{
	enum path_column now = list_filter_parts(paths_of(ui)->chooser.now.filter).column, next;
	bool narrow = is_narrow(ui, ui->pane_area[0].width);
	int by_graph = graph_columns(ui, ui->pane_area[0].width), beyond = x - SLACK_END;

	x -= x >= SLACK_END ? by_graph : 0;
	if (beyond < 0)
		next = COLUMN_SLACK;
	else if (beyond < by_graph)
		next = beyond < GRAPH_COLUMN ? COLUMN_GRAPH : COLUMN_PESSIMISM;
	else if (x < DEVIATIONS_END)
		next = COLUMN_DEVIATIONS;
	else if (narrow || x >= NAME_COLUMN)
		next = now == COLUMN_STARTPOINT ? COLUMN_ENDPOINT : COLUMN_STARTPOINT;
	else
		next = x < FROM_END ? COLUMN_PARENT : COLUMN_POINTS;
	ui_call(ui, "sort", next == now ? "-invert" : path_column_name(next), NULL);
}

/* After the titles: what labels let through or cut. */
static void draw_judged(const struct ui *ui, struct area area, int x)
{
	const struct label_counts *n = ui->search ? &ui->search->labels : NULL;
	RELEASED_BY(text_release) struct text text = TEXT_INIT;

	if (!n || !n->n_found)
		return;
	text_printf(&text, "%" PRId64 " of %" PRId64 " false, %" PRId64 " of %" PRId64 " lost",
		    n->n_false, n->n_found, n->n_lost, n->n_exact);
	area_text_cut(area, x, 0, n->n_false || n->n_lost ? STYLE_BAD : STYLE_DIM,
		      text_string(&text));
}

/* Which keys to press; where commands run, other lines name what they read. */
static const char *why_no_search(const struct ui *ui)
{
	char design[256];

	if (!ui->replaying && !ui->in_screen_call && shell_busy(ui->shell))
		return "";
	board_get_design(ui->board, design, sizeof design);
	return design[0]
		       ? "no paths yet: # finds some, 1 says what was read and what is missing"
		       : "nothing is open: open_design opens files or a folder, H lists the lessons";
}

/* Why none is listed, and what would be. */
static void draw_none(struct ui *ui, struct area area)
{
	RELEASED_BY(text_release) struct text along = TEXT_INIT;
	int64_t n = chooser_count_along(ui, &along);

	if (n > 0) {
		RELEASED_BY(text_release) struct text words = TEXT_INIT;

		text_printf(&words,
			    "no path begins or ends so; %" PRId64 " match along the path: %s", n,
			    text_string(&along));
		area_text_cut(area, 3, 0, STYLE_NORMAL, text_string(&words));
		area_text(area, 3, 1, STYLE_DIM,
			  ui->prompt.open ? "Tab takes that" : "Enter lists them; Esc lists all");
	} else {
		area_text_cut(area, 3, 0, STYLE_DIM,
			      !ui->search            ? why_no_search(ui)
			      : chooser_is_plain(ui) ? "no paths yet at this step of the search"
						     : "no path here matches; Esc lists all");
	}
}

/* What a list is by: slacks, costs, or the bounds of a path-based search until its paths are re-timed. */
static const char *slack_word(const struct ui *ui)
{
	const struct snap_search *search = ui->search;

	if (!search)
		return "slack";
	if (search->retimes && (ui->level < 0 || !search->level[ui->level].retimes))
		return "bound";
	return search->snap.graph->objective == OBJECTIVE_COST ? "cost" : "slack";
}

/* The heads of the columns; the column after them. */
static int draw_column_heads(const struct ui *ui, struct area area)
{
	int by_graph = graph_columns(ui, area.width);
	enum style style = ui->pane == 0 ? STYLE_TITLE : STYLE_DIM;
	int x = area_printf(area, 0, 0, style, "%9s%14s", "rank", slack_word(ui));

	if (by_graph)
		x = area_printf(area, x, 0, style, "%*s", GRAPH_COLUMN, "by graph");
	if (by_graph > GRAPH_COLUMN)
		x = area_printf(area, x, 0, style, "%*s", PESSIMISM_COLUMN, "pessimism");
	return area_printf(area, x, 0, style,
			   is_narrow(ui, area.width) ? " %4s %.0s%.0s %s" : " %4s %8s %6s  %s",
			   "dev", "parent", "points", "path");
}

void paths_draw_list(struct ui *ui, struct area area)
{
	struct area body = area_rows(area, 1, area.height - 1);
	int end;

	list_place(&paths_of(ui)->list, chooser_n_listed(ui), body);
	if (area.height == 0)
		return;
	end = draw_column_heads(ui, area);
	draw_sorted(ui, area, end);
	draw_judged(ui, area, end + 2);
	paths_want_rows(ui);
	for (int y = 0; y < body.height && paths_of(ui)->list.top + y < paths_of(ui)->list.n; y++)
		draw_row(ui, body, y, paths_of(ui)->list.top + y);
	if (paths_of(ui)->list.n == 0)
		draw_none(ui, area_rows(body, body.height / 2, 2));
}
