/* The commands of the screen about the list of paths: what is looked for, listed, sorted and
 * marked, what is undone, and what is copied. */
#include <string.h>

#include "session/objects.h"
#include "ui/views/view_arrivals.h"
#include "ui/views/view_labels.h"
#include "ui/views/view_paths.h"

static struct list_filter_parts shown_parts(struct ui *ui)
{
	return list_filter_parts(paths_of(ui)->chooser.now.filter);
}

/* All arguments as one line. */
static void join(const struct call *call, struct text *out)
{
	for (int i = 0; i < call->n_arguments; i++)
		text_printf(out, "%s%s", i > 0 ? " " : "", call->argument[i]);
}

/* ---- filter and search ---- */

static enum status do_filter(struct call *call)
{
	struct ui *ui = call->screen;
	struct list_filter_parts parts = shown_parts(ui);
	RELEASED_BY(text_release) struct text pattern = TEXT_INIT;

	if (call->n_arguments == 0) {
		chooser_type(ui, '\\');
		return STATUS_OK;
	}
	join(call, &pattern);
	parts.pattern = text_string(&pattern);
	return chooser_set_filter(ui, &parts);
}

enum { SEARCH_NEXT, SEARCH_PREVIOUS };

static const struct option search_options[] = {
	[SEARCH_NEXT] = {"-next", OPTION_FLAG, NULL, "the next one of what was looked for last"},
	[SEARCH_PREVIOUS] = {"-previous", OPTION_FLAG, NULL, "backward"},
	{0},
};

static enum status do_search(struct call *call)
{
	struct ui *ui = call->screen;
	bool backward = call->option[SEARCH_PREVIOUS].given;
	RELEASED_BY(text_release) struct text pattern = TEXT_INIT;

	if (call->n_arguments == 0 && (backward || call->option[SEARCH_NEXT].given))
		return chooser_search(ui, NULL, backward);
	if (call->n_arguments == 0) {
		chooser_type(ui, '/');
		return STATUS_OK;
	}
	join(call, &pattern);
	return chooser_search(ui, text_string(&pattern), backward);
}

/* ---- sort ---- */

enum { SORT_NEXT, SORT_PREVIOUS, SORT_INVERT };

static const struct option sort_options[] = {
	[SORT_NEXT] = {"-next", OPTION_FLAG, NULL, "by the next column"},
	[SORT_PREVIOUS] = {"-previous", OPTION_FLAG, NULL, "by the column before"},
	[SORT_INVERT] = {"-invert", OPTION_FLAG, NULL,
			 "from the largest down; without a column, the other way round than now"},
	{0},
};

/* Paths of a graph have no credit to be sorted by, and those of a search by the graph's slacks no others. */
static int n_columns(const struct ui *ui)
{
	if (!ui->search || !ui->search->snap.graph->netlist)
		return COLUMN_CREDIT;
	return ui->search->retimes ? N_PATH_COLUMNS : COLUMN_GRAPH;
}

static enum status do_sort(struct call *call)
{
	struct ui *ui = call->screen;
	struct list_filter_parts parts = shown_parts(ui);
	const struct option_value *given = call->option;
	int n = n_columns(ui), column = (int)parts.column;

	if (call->n_arguments > 0)
		column = path_column_find(call->argument[0]);
	else if (given[SORT_NEXT].given)
		column = (column + 1) % n;
	else if (given[SORT_PREVIOUS].given)
		column = (column + n - 1) % n;
	if (column < 0)
		return call_fail(call, STATUS_USAGE, "there is no column \"%.100s\", only rank|%s",
				 call->argument[0], PATH_COLUMNS);
	if (call->n_arguments > 0 || given[SORT_NEXT].given || given[SORT_PREVIOUS].given)
		parts.inverted = given[SORT_INVERT].given;
	else if (given[SORT_INVERT].given)
		parts.inverted = !parts.inverted;
	else
		return call_fail(call, STATUS_USAGE, "by which column? rank|%s", PATH_COLUMNS);
	parts.column = (enum path_column)column;
	return chooser_set_filter(ui, &parts);
}

/* ---- marks ---- */

static enum status do_mark(struct call *call)
{
	struct ui *ui = call->screen;
	struct list_filter_parts parts = shown_parts(ui);
	const char *what = call->n_arguments > 0 ? call->argument[0] : "toggle";

	if (strcmp(what, "toggle") == 0)
		return chooser_toggle_mark(ui);
	if (!strstr("|clear|next|previous|", what) || strchr(what, '|'))
		return call_fail(call, STATUS_USAGE, "expected %s, not \"%.100s\"",
				 call->command->arguments, what);
	if (parts.n_marks == 0)
		return call_fail(call, STATUS_FAILED, "nothing is marked; %s does",
				 ui_key_of("mark toggle"));
	if (strcmp(what, "clear") != 0)
		return chooser_search_marked(ui, what[0] == 'p');
	parts.n_marks = 0;
	parts.only_marked = false;
	return chooser_set_filter(ui, &parts);
}

static enum status do_overlay(struct call *call)
{
	struct ui *ui = call->screen;
	struct list_filter_parts parts = shown_parts(ui);

	if (parts.n_marks == 0)
		return call_fail(call, STATUS_FAILED, "nothing is marked; %s does",
				 ui_key_of("mark toggle"));
	parts.only_marked = !parts.only_marked;
	return chooser_set_filter(ui, &parts);
}

static enum status do_only_worst(struct call *call)
{
	struct ui *ui = call->screen;
	struct list_filter_parts parts = shown_parts(ui);
	int index;

	TRY(call_choose(call, "on|off|flip", &index));
	parts.only_worst = index == 2 ? !parts.only_worst : index == 0;
	ui_show_view(ui, &paths_view);
	return chooser_set_filter(ui, &parts);
}

/* ---- the path ---- */

static enum status do_fold(struct call *call)
{
	struct ui *ui = call->screen;
	int index;

	TRY(call_choose(call, "on|off|flip", &index));
	if (ui->search && !ui->search->snap.graph->netlist)
		ui_say(ui, STYLE_ACCENT, "the points of a graph are no pins: all are shown");
	paths_fold(ui, index == 2 ? !paths_of(ui)->folded : index == 0);
	return STATUS_OK;
}

/* ---- undo ---- */

static enum status do_undo(struct call *call)
{
	if (!chooser_undo(call->screen))
		ui_say(call->screen, STYLE_ACCENT, "there is nothing to undo");
	return STATUS_OK;
}

static enum status do_redo(struct call *call)
{
	if (!chooser_redo(call->screen))
		ui_say(call->screen, STYLE_ACCENT, "there is nothing to redo");
	return STATUS_OK;
}

/* ---- the query and the register ---- */

static const struct option edit_options[] = {
	{"-number", OPTION_FLAG, NULL, "without its number of paths, which is to be typed"},
	{0},
};

/* The query, with its number of paths at its end, to be typed. */
static void ask_number(const char *query, struct text *out)
{
	static const char option[] = "-max_paths";
	RELEASED_BY(script_release) struct script script = SCRIPT_INIT;
	RELEASED_BY(words_free) struct words words = {0};
	int at;

	words_parse(query, &words);
	at = words.n; /* names may be spelled like the option: they come before it */
	while (at-- > 0 && strcmp(words.word[at], option) != 0)
		;
	for (int i = 0; i < words.n; i++) {
		if (at < 0 || (i != at && i != at + 1))
			script_add(&script, words.word[i], NULL);
	}
	script_add(&script, option, NULL);
	text_add(out, script_string(&script));
	text_add(out, " ");
}

static enum status do_edit_query(struct call *call)
{
	struct ui *ui = call->screen;
	const char *query = paths_of(ui)->chooser.now.query;
	RELEASED_BY(text_release) struct text text = TEXT_INIT;

	if (call->option[0].given)
		ask_number(query ? query : "find_paths", &text);
	else
		text_add(&text, query ? query : "find_paths -from ");
	if (text.length >= PROMPT_SIZE)
		return call_fail(call, STATUS_FAILED, "it is too long for the command line");
	prompt_open(&ui->prompt, text_string(&text));
	return STATUS_OK;
}

/* Slacks are saved before, so that view Compare shows what it changes. */
static enum status do_edit_exception(struct call *call)
{
	struct ui *ui = call->screen;
	RELEASED_BY(script_release) struct script line = SCRIPT_INIT;

	script_fixed(&line, "save_slacks before");
	script_add(&line, "set_false_path", NULL);
	TRY((ui->view->except ? ui->view->except : paths_view.except)(ui, &line));
	prompt_open(&ui->prompt, script_string(&line));
	return STATUS_OK;
}

static enum status do_copy(struct call *call)
{
	struct ui *ui = call->screen;
	struct text *copied = &paths_of(ui)->chooser.copied;
	RELEASED_BY(script_release) struct script script = SCRIPT_INIT;

	text_clear(copied);
	if (call->n_arguments > 0)
		join(call, copied);
	else
		(ui->view->copy ? ui->view->copy : chooser_write)(ui, &script);
	text_add(copied, script_string(&script));
	if (copied->length == 0)
		return call_fail(call, STATUS_FAILED, "there is nothing to copy yet");
	ui_say(ui, STYLE_NORMAL, "copied%s: %s",
	       terminal_copy(ui->terminal, text_string(copied)) ? ", also to the clipboard" : "",
	       text_string(copied));
	return STATUS_OK;
}

static enum status do_paste(struct call *call)
{
	struct ui *ui = call->screen;

	if (paths_of(ui)->chooser.copied.length == 0)
		return call_fail(call, STATUS_FAILED, "nothing was copied yet; %s does",
				 ui_key_of("copy"));
	if (paths_of(ui)->chooser.copied.length >= PROMPT_SIZE)
		return call_fail(call, STATUS_FAILED, "it is too long for the command line");
	prompt_open(&ui->prompt, text_string(&paths_of(ui)->chooser.copied));
	return STATUS_OK;
}

/* ---- the delay of an arc ---- */

/* The graph that is drawn in the view or in the panel: what was read, small, and with delays. NULL = there is none. */
static const struct graph *drawn_graph(const struct ui *ui)
{
	const struct graph *graph = ui->search ? ui->search->snap.graph : NULL;

	if (ui->view == &arrivals_view)
		graph = arrivals_of(ui)->snap ? arrivals_of(ui)->snap->snap.graph : NULL;
	if (ui->view == &labels_view)
		graph = labels_of(ui)->labels ? labels_of(ui)->labels->snap.graph : NULL;
	return graph && !graph->netlist && graph->n_vertices <= WALK_DRAWN && graph->n_arcs ? graph
											    : NULL;
}

static void submit_delay(struct ui *ui, const struct graph *graph, int32_t arc, int64_t more)
{
	RELEASED_BY(text_release) struct text from = TEXT_INIT, to = TEXT_INIT;

	graph_write_name(graph, graph->arc_from[arc], &from);
	graph_write_name(graph, graph->arc_to[arc], &to);
	ui_call(ui, "set_arc_delay", text_string(&from), text_string(&to),
		PS(graph->arc_delay[arc] + more), NULL);
}

enum { ARC_NEXT, ARC_PREVIOUS, ARC_MORE, ARC_LESS };

static void choose_arc(struct ui *ui, const struct graph *graph, int by)
{
	RELEASED_BY(text_release) struct text words = TEXT_INIT;
	int32_t a = ui->arc < 0 ? 0 : (ui->arc + graph->n_arcs + by) % graph->n_arcs;

	ui->arc = a;
	graph_write_name(graph, graph->arc_from[a], &words);
	text_add(&words, " -> ");
	graph_write_name(graph, graph->arc_to[a], &words);
	ui_say(ui, STYLE_NORMAL, "arc %s: %s ps; + and - change it, %s chooses another",
	       text_string(&words), PS(graph->arc_delay[a]), ui_key_of("change_arc next"));
}

static enum status do_change_arc(struct call *call)
{
	struct ui *ui = call->screen;
	const struct graph *graph = drawn_graph(ui);
	int index;

	TRY(call_choose(call, "next|previous|more|less", &index));
	if (!graph)
		return call_fail(call, STATUS_FAILED,
				 "it is for graphs of up to %d vertices that were read; delays of "
				 "netlists are set by set_annotated_delay",
				 WALK_DRAWN);
	if (index <= ARC_PREVIOUS || ui->arc < 0 || ui->arc >= graph->n_arcs)
		choose_arc(ui, graph, index == ARC_PREVIOUS ? -1 : 1);
	else
		submit_delay(ui, graph, ui->arc, index == ARC_MORE ? 1000 : -1000);
	return STATUS_OK;
}

const struct command ui_path_commands[] = {
	{"filter", do_filter, ON_SCREEN, "?PATTERN?", 0, MAX_ARGUMENTS, NULL,
	 "List only the paths that match a pattern (all for an empty one), or type it"},
	{"search", do_search, ON_SCREEN, "?PATTERN?", 0, MAX_ARGUMENTS, search_options,
	 "Select the next path that matches a pattern, or type it"},
	{"sort", do_sort, ON_SCREEN, "?" PATH_COLUMNS "?", 0, 1, sort_options,
	 "Sort the list of paths by a column"},
	{"mark", do_mark, ON_SCREEN, "toggle|clear|next|previous", 0, 1, NULL,
	 "Mark or unmark the selected path, remove all marks, or go to a marked path"},
	{"overlay", do_overlay, ON_SCREEN, NULL, 0, 0, NULL,
	 "List only the marked paths, or all again"},
	{"only_worst", do_only_worst, ON_SCREEN, "on|off|flip", 1, 1, NULL,
	 "Of the paths that match, list only the worst to each endpoint, or all again"},
	{"fold", do_fold, ON_SCREEN, "on|off|flip", 1, 1, NULL,
	 "Show paths without their input pins, each delay with that of the wire before it, or with them"},
	{"undo", do_undo, ON_SCREEN, NULL, 0, 0, NULL,
	 "Undo the last change of query, filter, sort, marks or constraints"},
	{"redo", do_redo, ON_SCREEN, NULL, 0, 0, NULL, "Redo what was undone"},
	{"edit_query", do_edit_query, ON_SCREEN, NULL, 0, 0, edit_options,
	 "Open the command line with the find_paths that is shown"},
	{"edit_exception", do_edit_exception, ON_SCREEN, NULL, 0, 0, NULL,
	 "Open the command line with set_false_path of the path, the point or the endpoint that is selected, after save_slacks"},
	{"change_arc", do_change_arc, ON_SCREEN, "next|previous|more|less", 1, 1, NULL,
	 "Choose an arc of the small graph that is drawn, or give it 1 ps more or less; paths and labels are found again"},
	{"copy", do_copy, ON_SCREEN, "?TEXT?", 0, MAX_ARGUMENTS, NULL,
	 "Copy the Tcl that shows the same, or a text, to the register and the terminal's clipboard"},
	{"paste", do_paste, ON_SCREEN, NULL, 0, 0, NULL,
	 "Open the command line with what was copied"},
	{0},
};
