/* The numbers of a step for one item: a vertex, a source or a parent, and its arcs. */
#include <inttypes.h>

#include "ui/settings.h"
#include "ui/views/explain.h"

enum {
	MAX_LISTED = 12,
	LONG_NAMES = 14, /* of an arc: then they have a line of their own */
};

/* Words, and a vertex' name after them. */
static void add_name(struct text *out, const char *words, const struct snap_walk *walk,
		     int32_t vertex)
{
	text_add(out, words);
	if (vertex >= 0)
		graph_write_name(walk->snap.graph, vertex, out);
	else
		text_add(out, "another check there");
}

static const char *slack_word(const struct snap_walk *walk)
{
	return walk->snap.graph->objective == OBJECTIVE_COST ? "cost" : "slack";
}

static void add_count(struct text *out, int64_t n, const char *one, const char *many)
{
	text_printf(out, "%" PRId64 " %s", n, n == 1 ? one : many);
}

/* "1st", "2nd", … */
static void add_ordinal(struct text *out, int64_t n)
{
	static const char *const end[] = {"th", "st", "nd", "rd"};
	bool teen = n / 10 % 10 == 1;

	text_printf(out, "%" PRId64 "%s", n, teen || n % 10 > 3 ? "th" : end[n % 10]);
}

/* ---- threads ---- */

static void add_parent(struct text *out, const struct snap_walk *walk)
{
	text_printf(out, "Parent %" PRId64 " of %" PRId64 " is ", walk->parent + 1,
		    walk->n_parents);
	if (walk->parent_rank >= 0)
		text_printf(out, "path %" PRId64 " (", walk->parent_rank + 1);
	else
		text_add(out, "a path that has left the list (");
	add_name(out, "", walk, walk->startpoint);
	add_name(out, " -> ", walk, walk->endpoint);
	text_printf(out, ", %s %s%s). ", slack_word(walk), SHOWN_TIME(walk->slack),
		    walk->credited ? " before credit" : "");
}

static void add_who(struct text *out, const struct snap_walk *walk)
{
	if (walk->first && walk->shown >= 0)
		text_printf(out,
			    "The selected path %" PRId64
			    " has no part in this; here is the first. ",
			    walk->rank + 1);
	add_parent(out, walk);
}

/* ---- what the arcs are ---- */

enum { ONLY_CHILDREN = 1, BY_PLACE = 2 };

/* "   5: +1.000 -> -3.000  c to e" */
static void add_arc(struct text *out, const struct snap_walk *walk, const struct snap_walk_arc *arc,
		    int what, int64_t number)
{
	RELEASED_BY(text_release) struct text names = TEXT_INIT;
	bool chosen = walk->has_child && arc->place == walk->child_arc.place && arc->place >= 0;

	text_printf(out, "\n%c ", chosen ? '*' : ' ');
	if (arc->place < 0)
		text_add(out, " no: ");
	else
		text_printf(out, "%3" PRId64 ": ", what & BY_PLACE ? arc->place + 1 : number);
	text_printf(out, "+%s -> %s", SHOWN_TIME(arc->cost), SHOWN_TIME(arc->slack));
	add_name(&names, "", walk, arc->from);
	add_name(&names, " to ", walk, arc->to);
	text_printf(out, "%s%s", names.length > LONG_NAMES ? "\n  " : "  ", text_string(&names));
}

static void add_arcs(struct text *out, const struct snap_walk *walk, int what)
{
	bool children = what & ONLY_CHILDREN;
	int64_t n = 0, number = 0, left = children ? walk->n_children : walk->n_candidates;

	for (int64_t i = 0; i < walk->n_arc && n < MAX_LISTED; i++) {
		const struct snap_walk_arc *arc = &walk->arc[i];

		number += arc->place >= 0;
		if (children && arc->place < 0)
			continue;
		add_arc(out, walk, arc, what, number);
		n++;
	}
	if (left > n)
		text_printf(out, "\n  and %" PRId64 " more", left - n);
	if (children && !(what & BY_PLACE) && walk->n_candidates > walk->n_children)
		text_printf(out, "\n  %" PRId64 " cost more than the bound leaves.",
			    walk->n_candidates - walk->n_children);
}

/* "Its 2nd child leaves at c for e: +1.000 -> slack -3.000." */
static void add_child(struct text *out, const struct snap_walk *walk)
{
	if (walk->child_rank >= 0)
		text_printf(out, "Path %" PRId64 " is its ", walk->child_rank + 1);
	else
		text_add(out, "The first path of the level is its ");
	add_ordinal(out, walk->child + 1);
	add_name(out, " child: it leaves at ", walk, walk->child_arc.from);
	add_name(out, " for ", walk, walk->child_arc.to);
	text_printf(out, ", +%s -> %s %s. ", SHOWN_TIME(walk->child_arc.cost), slack_word(walk),
		    SHOWN_TIME(walk->child_arc.slack));
}

/* ---- by step ---- */

static void write_forest_arc(const struct snap_walk *walk, const struct snap_walk_arc *arc,
			     struct text *out)
{
	text_add(out, arc->in_forest ? "\n* " : "\n  ");
	if (arc->to < 0) {
		text_add(out, "its end");
	} else {
		add_name(out, "to ", walk, arc->to);
		text_printf(out, ": dist %s", SHOWN_TIME(arc->dist));
	}
	text_printf(out, ", %s %s gives %s",
		    walk->snap.graph->objective == OBJECTIVE_COST ? "weight"
		    : arc->to < 0                                 ? "required"
								  : "delay",
		    SHOWN_TIME(arc->delay), SHOWN_TIME(walk->dist + arc->cost));
	if (!arc->in_forest)
		text_printf(out, ", cost +%s", SHOWN_TIME(arc->cost));
}

static void write_forest(const struct snap_walk *walk, struct text *out)
{
	add_name(out, "For example ", walk, walk->head);
	text_add(out, ", a startpoint, with ");
	add_count(out, walk->n_arc, "arc", "arcs");
	text_add(out, "; the least sum is chosen (*):");
	for (int64_t i = 0; i < walk->n_arc && i < MAX_LISTED; i++)
		write_forest_arc(walk, &walk->arc[i], out);
	if (walk->n_arc > MAX_LISTED)
		text_add(out, "\n  ...");
	add_name(out, "\nSo dist(", walk, walk->head);
	text_printf(out, ") = %s.", SHOWN_TIME(walk->dist));
}

static void write_source(const struct snap_walk *walk, struct text *out)
{
	text_printf(out, "Source %" PRId64 " of %" PRId64 " is at ", walk->parent + 1,
		    walk->n_parents);
	add_name(out, "", walk, walk->startpoint);
	if (!walk->n_children) {
		text_add(out, ": it has no path that counts.");
		return;
	}
	text_printf(out, ": dist %s", SHOWN_TIME(walk->dist));
	if (walk->snap.graph->objective != OBJECTIVE_COST)
		text_printf(out, ", arrival %s", SHOWN_TIME(walk->dist - walk->slack));
	text_printf(out, " -> %s %s. Its path goes to place %" PRId64 ".", slack_word(walk),
		    SHOWN_TIME(walk->slack), walk->place + 1);
}

static void add_bound(const struct snap_walk *walk, struct text *out)
{
	if (walk->has_bound)
		text_printf(out, " below the bound %s", SHOWN_TIME(walk->bound));
}

static void write_count(const struct snap_walk *walk, struct text *out)
{
	add_who(out, walk);
	if (walk->head < 0) {
		text_add(out, "It ends at its last deviation: no child can deviate after it.");
		return;
	}
	add_name(out, "It walks from ", walk, walk->head);
	text_add(out, " on over ");
	add_count(out, walk->n_vertices, "vertex", "vertices");
	text_add(out, " and passes ");
	add_count(out, walk->n_candidates, "deviation", "deviations");
	if (walk->has_bound) {
		text_printf(out, ", %" PRId64, walk->n_children);
		add_bound(walk, out);
	} else if (walk->n_candidates) {
		text_add(out, "; there is no bound, so all are children");
	}
	text_add(out, walk->n_candidates ? ":" : ".");
	/* those that don't count are listed too where they are few */
	add_arcs(out, walk, walk->n_candidates > MAX_LISTED ? ONLY_CHILDREN : 0);
}

/* "5" or "5 to 7" */
static void add_places(const struct snap_walk *walk, struct text *out)
{
	text_printf(out, "%s %" PRId64, walk->n_children == 1 ? "place" : "places",
		    walk->place + 1);
	if (walk->n_children > 1)
		text_printf(out, " to %" PRId64, walk->place + walk->n_children);
}

static void write_places(const struct snap_walk *walk, struct text *out)
{
	add_who(out, walk);
	if (walk->parent > 0) {
		text_add(out, "The ");
		add_count(out, walk->parent, "parent", "parents");
		text_add(out, " before it ");
		text_add(out, walk->parent == 1 ? "has " : "have ");
		add_count(out, walk->place, "child", "children");
		text_add(out, ", so ");
	} else {
		text_add(out, "None precede it, so ");
	}
	if (walk->n_children == 0) {
		text_printf(out, "its place would be %" PRId64 "; it has no children.",
			    walk->place + 1);
		return;
	}
	text_printf(out, "its %" PRId64 " go to ", walk->n_children);
	add_places(walk, out);
	text_add(out, ".");
}

static void write_written(const struct snap_walk *walk, struct text *out)
{
	add_who(out, walk);
	if (walk->n_children == 0) {
		text_add(out, "It writes nothing: no child is");
		add_bound(walk, out);
		text_add(out, ".");
		return;
	}
	text_add(out, "It writes ");
	add_count(out, walk->n_children, "record", "records");
	text_add(out, ", at ");
	add_places(walk, out);
	text_add(out, ":");
	add_arcs(out, walk, ONLY_CHILDREN | BY_PLACE);
}

static void write_kept(const struct snap_search *search, const struct snap_walk *walk,
		       struct text *out)
{
	const struct snap_level *level = &search->level[walk->level];

	if (!walk->has_child) {
		write_written(walk, out);
		return;
	}
	if (walk->first && walk->shown >= 0)
		text_printf(out,
			    "The selected path %" PRId64 " has no part in this; here is another. ",
			    walk->rank + 1);
	add_parent(out, walk);
	add_child(out, walk);
	text_printf(out, "Written at place %" PRId64 ", it is the ", walk->child_arc.place + 1);
	add_ordinal(out, walk->child_sorted + 1);
	text_printf(out, " of %" PRId64 " when sorted. ", level->n_kept);
	text_add(out, walk->n_children == 1 ? "It is the only one:" : "All children, by place:");
	add_arcs(out, walk, ONLY_CHILDREN | BY_PLACE);
}

static void write_level(const struct snap_search *search, const struct snap_step *step,
			struct text *out)
{
	const struct snap_level *level = &search->level[step->level];

	text_printf(out,
		    " Level %" PRId32 ": parents %" PRId64 ", deviations %" PRId64
		    ", pruned %" PRId64 ", kept %" PRId64 "; paths in the ranking %" PRId64,
		    step->level, level->n_parents, level->n_candidates,
		    level->n_candidates - level->n_kept, level->n_kept, level->n_ranked);
	if (level->full)
		text_printf(out, "; bound now %s", SHOWN_TIME(level->bound));
	text_add(out, ".");
}

static void write_item(const struct snap_search *search, enum explain_about about,
		       const struct snap_walk *walk, struct text *out)
{
	switch (about) {
	case ABOUT_FOREST:
		write_forest(walk, out);
		break;
	case ABOUT_SOURCE:
		write_source(walk, out);
		break;
	case ABOUT_COUNT:
		write_count(walk, out);
		break;
	case ABOUT_PLACES:
		if (walk->level > 0)
			write_places(walk, out);
		else
			write_source(walk, out);
		break;
	case ABOUT_WRITE:
		write_written(walk, out);
		break;
	case ABOUT_KEPT:
		if (walk->level > 0)
			write_kept(search, walk, out);
		else
			write_source(walk, out);
		break;
	case ABOUT_NOTHING:
		break;
	}
	if (walk->n_batches > 1)
		text_printf(out,
			    " (The level was made in %" PRId32
			    " batches; bound and places are those of its "
			    "beginning.)",
			    walk->n_batches);
}

void explain_numbers(const struct snap_search *search, int64_t cursor,
		     const struct explanation *explanation, const struct snap_walk *walk,
		     struct text *out)
{
	const struct snap_step *step = &search->timeline->step[cursor];

	text_printf(out, "Here: %s.", step->text);
	if (step->ends_level && !search->level[step->level].retimes)
		write_level(search, step, out);
	if (explanation->about == ABOUT_NOTHING)
		return;
	text_add(out, "\n");
	if (walk)
		write_item(search, explanation->about, walk, out);
	else
		text_add(out, "...");
}
