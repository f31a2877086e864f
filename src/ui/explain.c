#include "ui/explain.h"

#include <inttypes.h>
#include <string.h>

/* A level that ends with its scan. */
#define NOTHING_LEFT "nothing left"

static const struct {
	const char *label, *title, *text;
} explanations[] = {
	{"forest", "the suffix forest",
	 "Every vertex learns the least slack of all paths from it to an endpoint, and the one arc to "
	 "follow for it: the first of the best. The arcs chosen form a forest that is rooted at the "
	 "endpoints. Leaving it by another arc costs the difference, which is never negative; so a "
	 "path is its startpoint and the few arcs where it leaves the forest. These are its "
	 "deviations, and their number is its level."},
	{"count", "look-ahead: count",
	 "One thread for each path of the level before (a parent): it walks along the forest from "
	 "the parent's last deviation and counts the arcs that leave there at a cost that keeps the "
	 "child below the bound. The bound is the slack of the k-th path so far: nothing at or "
	 "above it can come into the result."},
	{"scan", "look-ahead: scan",
	 "The running sum of the counts tells every parent where its children go. Nobody waits for "
	 "anybody when they are written, and how much memory they need is known before."},
	{"expand", "interlevel expansion",
	 "The same walk once more, and now each child is written at its place: its slack, which is "
	 "the parent's plus the cost of the arc, its parent and the arc. That is all of a path."},
	{"compress", "intralevel compression",
	 "The children are sorted by slack; equal ones keep the order of their parents. Merged with "
	 "the paths of the levels before, the first k stay; the others go, and with them all that "
	 "could have come of them, since a child is never better than its parent. The k-th slack "
	 "is the new bound."},
	{"allocate and scan", "look-ahead by blocks",
	 "A block of threads takes 512 parents. Each thread walks along the forest for a few of them and "
	 "counts all arcs that leave it: there is no bound here. The counts stay in the block's shared "
	 "memory, where the block makes their running sum by Brent and Kung's scan, up a tree and down "
	 "again. Another sum, of the blocks, gives each its part of the memory for children."},
	{"expand and merge", "expansion, sorted by blocks",
	 "Each block walks once more, writes its parents' children into its part, and sorts them at once, "
	 "a thousand at a time in shared memory: sorted runs of 1, 2, 4, ... are merged by twos, and "
	 "each thread finds where its share of a merge begins in both runs by binary search. Not the "
	 "children move but their slacks, each with its block and its place in there."},
	{"merge blocks", "the merge tree",
	 "The blocks' sorted runs are merged by twos, and what comes of that again, until one is left: "
	 "round by round from one buffer into the other. A round's pairs are cut into equal tiles, as "
	 "many as their lengths need, so that no block of threads has more to do than the others. Of "
	 "equal slacks the left one comes first, which keeps the order of the parents."},
	{"reorder and compress", "intralevel compression",
	 "Only now the children themselves move, each once, and only the first k: without a bound, "
	 "as many as are asked for stay as parents. Merged with the paths of the levels before, the "
	 "first k are the ranking."},
	{NOTHING_LEFT, "nothing below the bound",
	 "The running sum is 0: no deviation keeps a child below the bound, so there is nothing to "
	 "expand or to compress. And nothing can follow, since a child is never better than its "
	 "parent. The search is over."},
};

static void explain_level(const struct snap_search *search, const struct snap_step *step,
			  struct text *text)
{
	const struct snap_level *level = &search->level[step->level];

	text_printf(text,
		    "\n\nLevel %" PRId32 " in numbers: parents %" PRId64 ", deviations %" PRId64
		    ", pruned %" PRId64 ", kept %" PRId64 "; paths in the ranking %" PRId64,
		    step->level, level->n_parents, level->n_candidates,
		    level->n_candidates - level->n_kept, level->n_kept, level->n_ranked);
	if (level->full) {
		text_add(text, "; bound ");
		text_ps(text, level->bound, 0);
		text_add(text, " ps");
	}
	text_add(text, ".");
}

void explain_step(const struct snap_search *search, int64_t cursor, struct text *title,
		  struct text *text)
{
	const struct snap_step *step = search && cursor >= 0 ? &search->step[cursor] : NULL;
	const char *label;

	if (!step) {
		text_add(title, "path search");
		text_add(text, "A search begins with the suffix forest. Press . for the first step.");
		return;
	}
	label = step->ends_level && strcmp(step->label, "scan") == 0 ? NOTHING_LEFT : step->label;
	for (size_t i = 0; i < sizeof explanations / sizeof *explanations; i++) {
		if (strcmp(explanations[i].label, label) == 0) {
			text_add(title, explanations[i].title);
			text_add(text, explanations[i].text);
		}
	}
	text_printf(text, "\n\nHere: %s.", step->text);
	if (step->ends_level)
		explain_level(search, step, text);
}
