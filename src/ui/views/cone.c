#include "ui/views/cone.h"

#include <string.h>

#include "ui/views/view_paths.h"

/* ---- what the board has ---- */

static const void *names_of(const struct graph *graph)
{
	return graph_design(graph);
}

/* What the number of a vertex means in graphs of paths and of states: that in the netlist. */
static int32_t number_of(const struct graph *graph, int32_t vertex)
{
	return graph->netlist ? graph_netlist_vertex(graph, vertex)
			      : graph_read_vertex(graph, vertex);
}

enum cone_side cone_side(const struct cone_browser *c, int i)
{
	return c->here.show == SHOW_PINS ? i ? CONE_NET : CONE_CELL : i ? CONE_FANOUT : CONE_FANIN;
}

/* Is it about the pin in the middle, as it is looked at? */
static bool fits(const struct cone_browser *c, const struct snap_cone *snap, int i)
{
	return c->chosen && snap->vertex == c->here.vertex && snap->side == cone_side(c, i) &&
	       snap->split == c->here.split &&
	       snap->slack_max == (c->has_limit ? c->slack_max : CONE_NOTHING);
}

/* Another design has come: its pins have other numbers. But one that was chosen by name is its own.
 */
static void check_names(struct cone_browser *c, const void *names)
{
	if (c->names == names)
		return;
	c->n_back = 0;
	c->chosen = c->by_name;
	c->names = names;
}

static void take_place(struct ui *ui)
{
	struct cone_browser *c = cone_of(ui);
	struct cone_place place = board_get_cone(ui->board);

	if (place.serial == c->place)
		return;
	c->place = place.serial;
	cone_go(ui, NULL, place.vertex, (enum split)place.split);
	ui_show_view(ui, &cone_view);
	c->here.show = SHOW_ARCS;
	ui->pane = c->here.pane = place.side == CONE_FANOUT;
}

void cone_refresh(struct ui *ui)
{
	struct cone_browser *c = cone_of(ui);

	take_place(ui);
	for (int i = 0; i < 2; i++) {
		const struct snap_cone *snap = c->side[i];

		if (snap && fits(c, snap, i) && snap->snap.serial == ui->edition) {
			check_names(c, names_of(snap->snap.graph));
			c->by_name = false;
		}
		if (snap && !fits(c, snap, i))
			UI_DROP(c->side[i]);
	}
	if (c->through && (c->through->level != ui->level || c->through->vertex != c->here.vertex))
		UI_DROP(c->through);
}

/* ---- walking ---- */

void cone_go(struct ui *ui, const struct graph *graph, int32_t vertex, enum split split)
{
	struct cone_browser *c = cone_of(ui);
	if (graph)
		check_names(c, names_of(graph));
	c->by_name = !graph;
	if (c->chosen) {
		if (c->n_back == N_CONE_STOPS)
			memmove(c->back, c->back + 1, (size_t)--c->n_back * sizeof *c->back);
		c->here.pane = ui->pane;
		c->back[c->n_back++] = c->here;
	}
	c->here.vertex = graph ? number_of(graph, vertex) : vertex;
	c->here.split = split;
	c->here.list[0] = c->here.list[1] = (struct list){0};
	if (c->here.show == SHOW_PATHS)
		c->here.show = SHOW_ARCS;
	c->chosen = true;
	ui_ask_again(ui);
}

bool cone_go_path(struct ui *ui)
{
	const struct snap_path *path = paths_selected(ui);
	int64_t point;

	if (!path || !path->n_points)
		return false;
	point = paths_in_detail(ui) ? paths_point(ui) : path->n_points - 1;
	if (point < 0)
		return false;
	cone_of(ui)->n_back = 0; /* from there one comes back to the path */
	cone_of(ui)->chosen = false;
	cone_go(ui, path->snap.graph, path->point[point].vertex, path->timed ? path->split : LATE);
	return true;
}

bool cone_back(struct ui *ui)
{
	struct cone_browser *c = cone_of(ui);

	if (!c->n_back)
		return false;
	c->here = c->back[--c->n_back];
	ui->pane = c->here.pane;
	ui_ask_again(ui);
	return true;
}

bool cone_has_pins(const struct ui *ui)
{
	const struct cone_browser *c = cone_of(ui);
	const struct snap_cone *side = c->side[0] ? c->side[0] : c->side[1];

	return !side || side->snap.graph->netlist;
}

void cone_set_show(struct ui *ui, enum cone_show show)
{
	struct cone_browser *c = cone_of(ui);

	if (show == c->here.show)
		return;
	c->here.show = show;
	c->here.list[0] = c->here.list[1] = (struct list){0};
	ui_ask_again(ui);
}

void cone_write_name(const struct graph *graph, int32_t vertex, struct text *out)
{
	if (graph->netlist)
		netlist_write_pin(graph->netlist, vertex / N_EDGES, '/', out);
	else
		graph_write_name(graph, vertex, out);
}

void cone_add_name(const struct graph *graph, int32_t vertex, struct script *out)
{
	RELEASED_BY(text_release) struct text name = TEXT_INIT;

	cone_write_name(graph, vertex, &name);
	script_add(out, text_string(&name), NULL);
}

/* ---- the limit ---- */

void cone_limit(struct ui *ui, int64_t slack_max)
{
	struct cone_browser *c = cone_of(ui);

	c->has_limit = slack_max != CONE_NOTHING;
	c->slack_max = slack_max;
	for (int i = 0; i < 2; i++)
		list_select(&c->here.list[i], 0);
	ui_ask_again(ui);
}

/* The next above or below of 0 and of 1, 2 and 5 times powers of ten ps. */
static int64_t round_from(int64_t fs, bool up)
{
	static const int steps[] = {1, 2, 5};
	int64_t least = 0;

	for (int64_t i = 0, power = 1000; power < INT64_MAX / 100; i++) {
		int64_t value = power * steps[i % 3];

		if (up ? value > fs : value >= fs)
			return up ? value : least;
		least = value;
		power *= i % 3 == 2 ? 10 : 1;
	}
	return least;
}

/* The largest slack of what is listed, and the least of the middle; false when one of them has
 * none. */
static bool slack_range(const struct cone_browser *c, int64_t *least, int64_t *largest)
{
	*least = *largest = CONE_NOTHING;
	for (int i = 0; i < 2; i++) {
		const struct snap_cone *side = c->side[i];

		if (!side)
			continue;
		if (side->largest != CONE_NOTHING &&
		    (*largest == CONE_NOTHING || side->largest > *largest))
			*largest = side->largest;
		for (int p = 0; p < side->n_points; p++)
			*least = side->point[p].slack < *least ? side->point[p].slack : *least;
	}
	return *least != CONE_NOTHING && *largest != CONE_NOTHING;
}

void cone_move_limit(struct ui *ui, bool up)
{
	struct cone_browser *c = cone_of(ui);
	int64_t least, largest, margin;

	if (up && !c->has_limit) {
		ui_say(ui, STYLE_ACCENT, "nothing is left out here");
		return;
	}
	if (!slack_range(c, &least, &largest)) {
		ui_say(ui, STYLE_ACCENT, "there is no slack here to compare with");
		return;
	}
	margin = (c->has_limit && c->slack_max < largest ? c->slack_max : largest) - least;
	if (margin <= 0 && !up) {
		ui_say(ui, STYLE_ACCENT, "only what is as bad as the pin itself is left");
		return;
	}
	margin = round_from(margin < 0 ? -1 : margin, up);
	cone_limit(ui, up && least + margin >= largest ? CONE_NOTHING : least + margin);
}

/* ---- from path to path ---- */

static void path_go(struct ui *ui, int64_t rank, int64_t point)
{
	struct path_stop *stop;

	if (paths_of(ui)->n_back == N_PATH_STOPS)
		memmove(paths_of(ui)->back, paths_of(ui)->back + 1,
			(size_t)--paths_of(ui)->n_back * sizeof *paths_of(ui)->back);
	stop = &paths_of(ui)->back[paths_of(ui)->n_back++];
	*stop = (struct path_stop){.serial = ui->search->snap.serial,
				   .rank = paths_of(ui)->path->rank,
				   .to = rank,
				   .place = paths_of(ui)->list.selected,
				   .detail = paths_of(ui)->detail,
				   .pane = ui->pane};
	stop->relisted = chooser_go_to(ui, rank);
	stop->edition = chooser_edition(ui);
	paths_of(ui)->go_to = point;
}

static const struct snap_path *selected_path(struct ui *ui)
{
	const struct snap_path *path = paths_selected(ui);

	if (!path)
		ui_say(ui, STYLE_ACCENT, "there is no path");
	return path;
}

/* Is a point among those that the selected line represents? */
static bool at_selected(const struct ui *ui, int64_t point)
{
	const struct trace trace = paths_trace(ui);
	int64_t selected = paths_point(ui);

	return selected >= 0 && point >= trace_first_of(&trace, selected) && point <= selected;
}

void path_go_child(struct ui *ui)
{
	const struct snap_path *path = selected_path(ui);
	bool at_point = ui->pane == 1 && !ui_in_panel(ui);

	for (int64_t i = 0; path && i < path->n_child; i++) {
		if (at_point && !at_selected(ui, path->child[i].point))
			continue;
		path_go(ui, path->child[i].rank, path->child[i].point + 1);
		return;
	}
	if (path)
		ui_say(ui, STYLE_ACCENT, "no path of the ranking deviates %s",
		       at_point ? "at this point" : "from this one");
}

void path_go_parent(struct ui *ui)
{
	const struct snap_path *path = selected_path(ui);
	int64_t point = path ? path->n_points - 1 : 0;

	if (!path)
		return;
	if (path->row.parent_rank < 0) {
		ui_say(ui, STYLE_ACCENT,
		       path->row.n_deviations
			       ? "the path that it deviates from isn't in the ranking"
			       : "it deviates from no other path");
		return;
	}
	while (!path->other_sink && point > 0 && !path->point[point].deviates)
		point--;
	path_go(ui, path->row.parent_rank, path->other_sink || point == 0 ? point : point - 1);
}

bool path_go_back(struct ui *ui)
{
	const struct path_stop *stop;

	if (!paths_of(ui)->n_back)
		return false;
	stop = &paths_of(ui)->back[paths_of(ui)->n_back - 1];
	if (!ui->search || stop->serial != ui->search->snap.serial ||
	    stop->edition != chooser_edition(ui) || stop->to != paths_of(ui)->list.selected) {
		paths_of(ui)->n_back = 0; /* one has gone elsewhere since */
		return false;
	}
	paths_of(ui)->n_back--;
	if (stop->relisted)
		chooser_return(ui, stop->place);
	else
		list_select(&paths_of(ui)->list, stop->place);
	paths_of(ui)->detail = stop->detail;
	paths_of(ui)->detail_rank = stop->rank;
	paths_of(ui)->detail_serial = stop->serial;
	ui->pane = stop->pane;
	return true;
}
