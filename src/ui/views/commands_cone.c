/* The commands of the cone browser, and those that go from path to path. */
#include <string.h>

#include "base/units.h"
#include "ui/views/view_paths.h"
#include "ui/views/cone.h"

static enum status do_limit(struct call *call)
{
	const char *word = call->argument[0], *at = word, *end = word + strlen(word);
	struct ui *ui = call->screen;
	int64_t slack;

	if (strcmp(word, "up") == 0 || strcmp(word, "down") == 0) {
		cone_move_limit(ui, word[0] == 'u');
		return STATUS_OK;
	}
	if (strcmp(word, "none") == 0) {
		cone_limit(ui, CONE_NOTHING);
		return STATUS_OK;
	}
	if (parse_ps(&at, end, &slack) != DECIMAL_OK || at != end)
		return call_fail(call, STATUS_USAGE,
				 "expected a slack in ps, up, down or none, not "
				 "\"%.100s\"",
				 word);
	cone_limit(ui, slack);
	return STATUS_OK;
}

static enum status do_show(struct call *call)
{
	struct ui *ui = call->screen;
	int show;

	TRY(call_choose(call, NULL, &show));
	if (show == N_CONE_SHOWS) /* next */
		show = ((int)cone_of(ui)->here.show + 1) % N_CONE_SHOWS;
	if (show == SHOW_PINS && !cone_has_pins(ui)) {
		if (strcmp(call->argument[0], "next") != 0)
			return call_fail(call, STATUS_FAILED,
					 "vertices of a graph have no cells and nets");
		show = SHOW_PATHS;
	}
	cone_set_show(ui, (enum cone_show)show);
	return STATUS_OK;
}

static enum status do_find(struct call *call)
{
	struct ui *ui = call->screen;
	const struct snap_cone *cone =
		cone_of(ui)->side[0] ? cone_of(ui)->side[0] : cone_of(ui)->side[1];
	RELEASED_BY(script_release) struct script line = SCRIPT_INIT;

	if (!cone_of(ui)->chosen || !cone || !cone->n_points)
		return call_fail(call, STATUS_FAILED, "there is no pin in the middle");
	if (!cone->snap.graph->netlist)
		return call_fail(call, STATUS_FAILED,
				 "paths through a vertex are found in netlists; "
				 "cone_show paths lists those of the ranking");
	script_add(&line, "find_paths", NULL);
	script_option(&line, "-max_paths", "%lld", ui->search ? (long long)ui->search->k : 100);
	if (cone_of(ui)->here.split == EARLY)
		script_add(&line, "-path_delay", "min", NULL);
	script_add(&line, "-through", NULL);
	cone_add_name(cone->snap.graph, cone_of(ui)->here.vertex, &line);
	ui_show_view(ui, &paths_view);
	chooser_clear_filter(ui); /* it was for other paths */
	list_select(&paths_of(ui)->list, 0);
	ui_submit(ui, &line);
	return STATUS_OK;
}

static enum status do_path(struct call *call)
{
	int parent;

	TRY(call_choose(call, NULL, &parent));
	if (parent)
		path_go_parent(call->screen);
	else
		path_go_child(call->screen);
	return STATUS_OK;
}

enum status cone_write_selected(struct ui *ui, struct script *words)
{
	const struct cone_browser *c = cone_of(ui);
	int64_t at = c->through ? c->here.list[0].selected - c->through->first : -1;

	if (c->here.show == SHOW_PATHS && at >= 0 && at < c->through->n_rows) {
		script_option(words, "-rank", "%lld", (long long)c->through->rank[at] + 1);
		return STATUS_OK;
	}
	if (!c->side[0] || !c->side[0]->n_points || !c->side[0]->snap.graph->netlist)
		return status_fail(STATUS_FAILED, "explain_selected: there is nothing to explain");
	script_add(words, "-through", NULL);
	cone_add_name(c->side[0]->snap.graph, c->here.vertex, words);
	return STATUS_OK;
}

static enum status write_path(struct ui *ui, struct script *words)
{
	if (!ui->search || paths_of(ui)->list.n == 0)
		return status_fail(STATUS_FAILED, "explain_selected: there is no path");
	script_option(words, "-rank", "%lld", (long long)paths_rank(ui) + 1);
	return STATUS_OK;
}

static enum status do_explain(struct call *call)
{
	struct ui *ui = call->screen;
	RELEASED_BY(script_release) struct script line = SCRIPT_INIT;

	script_add(&line, "explain_path", NULL);
	TRY((ui->view->selected ? ui->view->selected : write_path)(ui, &line));
	ui_show_view(ui, &console_view);
	ui_submit(ui, &line);
	return STATUS_OK;
}

const struct command ui_cone_commands[] = {
	{"cone_cutoff", do_limit, ON_SCREEN, "SLACK|up|down|none", 1, 1, NULL,
	 "In the cone browser, leave out lines with more slack than a limit"},
	{"cone_show", do_show, ON_SCREEN, "arcs|pins|paths|next", 1, 1, NULL,
	 "In the cone browser, list fan-in and fan-out, the pins of cell and net, or the paths through it"},
	{"cone_find", do_find, ON_SCREEN, NULL, 0, 0, NULL,
	 "Find the worst paths through the pin of the cone browser"},
	{"explain_selected", do_explain, ON_SCREEN, NULL, 0, 0, NULL,
	 "Explain the selected path, or the worst through the pin or of the query, in the Console"},
	{"path", do_path, ON_SCREEN, "child|parent", 1, 1, NULL,
	 "Go to the path that deviates at the selected point, or to the one that this deviates from"},
	{0},
};
