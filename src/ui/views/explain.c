#include "ui/views/explain.h"

#include <stddef.h>
#include <string.h>

/* A level that ends with its scan. */
#define NOTHING_LEFT "nothing left"

/* In pseudocode w(e) is the weight of an arc, such that slacks are sums: minus its delay where late
 * paths are searched. dist(v) is the least slack of all suffixes from v. Numbers count from 1. */
static const struct explanation explanations[] = {
	{"bounded", "forest", AT_ANY_LEVEL, ABOUT_FOREST, "the suffix forest",
	 " for each vertex v, ends first:\n"
	 ">  dist(v) = min of w(e) + dist(to)\n"
	 "   forest(v) = the first such arc e\n"
	 "   for each other arc e of v:\n"
	 "     cost(e) = w(e)+dist(to)-dist(v)",
	 "Every vertex learns the least slack of all paths from it to an endpoint, and the one arc to "
	 "follow for it. These arcs form a forest that is rooted at the endpoints. Leaving it by another "
	 "arc costs the difference, which is never negative. So a path is its startpoint and the few arcs "
	 "where it leaves the forest: its deviations. Their number is its level. All vertices of a level of "
	 "the graph are done at once, and each only once. (w is minus the delay where late paths are searched, "
	 "so that sums are slacks.)"},
	{NULL, "forest", AT_ANY_LEVEL, ABOUT_FOREST, "the suffix forest, by relaxation",
	 " dist = 0 at the ends, else none\n"
	 " repeat, all vertices at once:\n"
	 "   for each arc e from u into v,\n"
	 "       if dist(v) has changed:\n"
	 ">    new(u) = min(new(u),\n"
	 ">                 w(e) + dist(v))\n"
	 "   dist(u) = new(u) where it is less\n"
	 " until no dist changes\n"
	 " forest(u) = an arc that gives dist(u)",
	 "Every vertex learns the least slack of all paths from it to an endpoint. Here a thread for each "
	 "vertex offers its tails a distance whenever its own has changed, until none changes any more: "
	 "simple, but a vertex may be visited many times. Then each vertex looks for the arc that "
	 "explains its distance. These arcs form a forest that is rooted at the endpoints. A path is its "
	 "startpoint and the few arcs where it leaves the forest: its deviations."},

	{"bounded", "bound", AT_ANY_LEVEL, ABOUT_NOTHING, "path-based: how far to search",
	 " w(e) = the worst delay of e for any\n"
	 "        slew that a path brings there\n"
	 " find the k paths of least slack by w\n"
	 ">re-time each along itself\n"
	 ">threshold = the k-th of their slacks\n"
	 " then search all paths whose slack\n"
	 "   by w isn't above the threshold",
	 "Graph-based analysis has one slew at a pin, the worst of all that come there. A path has its own "
	 "slews, so its slack is another, mostly a better one, and the order of paths changes. Tables "
	 "aren't monotone in slew, so what bounds a path's own slack is a slack by other weights: of each "
	 "arc the worst delay for any slew in the range that paths bring to its tail. The k worst by these "
	 "are re-timed first. As k paths have no more than the threshold, a path whose bound is above "
	 "it can't be among the k worst by own slacks."},
	{"bounded", "re-time", AT_ANY_LEVEL, ABOUT_NOTHING, "path-based: the ranking",
	 " for each path found:    one thread\n"
	 "   from the startpoint's arrival and\n"
	 "   slew on, along its arcs e:\n"
	 ">    delay, slew = tables of e(slew)\n"
	 ">    arrival = arrival + delay\n"
	 "   slack = required(slew) - arrival\n"
	 " sort by slack, keep the first k",
	 "All paths whose bound isn't above the threshold are re-timed, a thread each: along the path each "
	 "delay is looked up again with the slew that comes along, and so is the check at its end. Clock "
	 "networks keep what the graph has for them. Sorted by their own slacks, the first k are the "
	 "ranking, exactly. The list shows what the graph has for them beside it."},

	{NULL, "count", AT_LEVEL_0, ABOUT_SOURCE, "level 0: count",
	 " for each source s:      one thread\n"
	 "   slack(s) = w(s) + dist(start)\n"
	 ">  n(s) = 1 if that is a path\n"
	 "             below the bound, else 0",
	 "Level 0 has the paths without a deviation: from each startpoint along the forest. So a source "
	 "has one path at most. It counts when it reaches an end."},
	{NULL, "expand", AT_LEVEL_0, ABOUT_SOURCE, "level 0: expand",
	 " for each source s with n(s) = 1:\n"
	 ">  write (slack(s), no parent, s)\n"
	 "     at place first(s)",
	 "A record for each path: its slack, that it has no parent, and its source. Following the "
	 "forest gives all its vertices, so none is stored."},

	{"bounded", "count", AT_ANY_LEVEL, ABOUT_COUNT, "look-ahead: count",
	 " for each parent p:      one thread\n"
	 "   v = head of its last deviation\n"
	 "   until no cost ahead is low enough:\n"
	 "     for each arc e leaving at v:\n"
	 "       if slack(p) + cost(e) < bound:\n"
	 ">        n(p) = n(p) + 1\n"
	 "     v = next vertex with such arcs",
	 "One thread for each path of the level before (a parent): it walks along the forest from "
	 "the parent's last deviation and counts the arcs that leave there at a cost that keeps the "
	 "child below the bound. The bound is the slack of the k-th path so far: nothing at or "
	 "above it can come into the result. In a large level it is lowered first, to where just "
	 "about k paths are below, children included."},
	{NULL, "count", AT_ANY_LEVEL, ABOUT_COUNT, "look-ahead: count",
	 " for each parent p:      one thread\n"
	 "   v = head of its last deviation\n"
	 "   until v is an end:\n"
	 "     for each arc e of v:\n"
	 "       if e is not forest(v):\n"
	 ">        n(p) = n(p) + 1\n"
	 "     v = head of forest(v)",
	 "One thread for each path of the level before (a parent): it walks along the forest from the "
	 "parent's last deviation to the end and counts all arcs that leave there. There is no bound: "
	 "children are written that can't come into the result, and compression drops them."},
	{NULL, "scan", AT_ANY_LEVEL, ABOUT_PLACES, "look-ahead: scan",
	 " first(1) = 1\n"
	 " for each parent p after it:\n"
	 ">  first(p) = first(p-1) + n(p-1)\n"
	 " as a prefix sum: all at once, in\n"
	 " log2(parents) rounds",
	 "The running sum of the counts tells every parent where its children go. No thread waits for "
	 "another while they are written, and the memory they need is known in advance."},
	{NULL, "expand", AT_ANY_LEVEL, ABOUT_WRITE, "interlevel expansion",
	 " for each parent p:      one thread\n"
	 "   at = first(p)\n"
	 "   walk as for the count; each e:\n"
	 ">    child(at) =\n"
	 ">      (slack(p) + cost(e), p, e)\n"
	 "     at = at + 1",
	 "The same walk once more, and now each child is written at its place: its slack, which is "
	 "the parent's plus the cost of the arc, its parent and the arc. That is all of a path."},
	{"bounded", "compress", AT_ANY_LEVEL, ABOUT_KEPT, "intralevel compression",
	 " sort the children by slack\n"
	 " merge them with the ranking\n"
	 ">keep the first k paths\n"
	 " bound = slack of the k-th\n"
	 " parents = the children that stay",
	 "The children are sorted by slack; equal ones keep the order of their parents. Merged with "
	 "the paths of the levels before, the first k stay; the others go, and with them all that "
	 "could have come of them, since a child is never better than its parent. The k-th slack "
	 "is the new bound."},
	{"paper-fused", "allocate and scan", AT_ANY_LEVEL, ABOUT_PLACES, "look-ahead by blocks",
	 " for each block of 512 parents:\n"
	 "   for each parent p:    one thread\n"
	 ">    n(p) = arcs that leave the forest\n"
	 ">  first(p) = sum of n before p,\n"
	 "       in shared memory\n"
	 " room(block) = sum of blocks before",
	 "A block of threads takes 512 parents. Each thread walks along the forest for a few of them and "
	 "counts all arcs that leave it: there is no bound here. The counts stay in the block's shared "
	 "memory, where the block makes their running sum by Brent and Kung's scan, up a tree and down "
	 "again. Another sum, of the blocks, gives each its part of the memory for children."},
	{"paper-fused", "expand and merge", AT_ANY_LEVEL, ABOUT_WRITE,
	 "expansion, sorted by blocks",
	 " for each block of 512 parents:\n"
	 "   for each parent p:    one thread\n"
	 ">    write its children from\n"
	 "         room(block) + first(p) on\n"
	 ">  sort the block's children:\n"
	 "     merge runs of 1, 2, 4, ...",
	 "Each block walks once more, writes its parents' children into its part, and sorts them at once, "
	 "a thousand at a time in shared memory: sorted runs of 1, 2, 4, ... are merged by twos, and "
	 "each thread finds where its share of a merge begins in both runs by binary search. Not the "
	 "children move but their slacks, each with its block and its place in there."},
	{"paper-fused", "merge blocks", AT_ANY_LEVEL, ABOUT_KEPT, "the merge tree",
	 " stride = 1\n"
	 " while there are several runs:\n"
	 "   for each pair of runs:\n"
	 ">    merge them, a tile a block\n"
	 "   stride = 2 stride",
	 "The blocks' sorted runs are merged by twos, and what comes of that again, until one is left: "
	 "round by round from one buffer into the other. A round's pairs are cut into equal tiles, as "
	 "many as their lengths need, so that no block of threads has more to do than the others. Of "
	 "equal slacks the left one comes first, which keeps the order of the parents."},
	{"paper-fused", "reorder and compress", AT_ANY_LEVEL, ABOUT_KEPT, "intralevel compression",
	 " for each of the first k places:\n"
	 ">  move the child that belongs there\n"
	 " merge them with the ranking\n"
	 " parents = the children that stay",
	 "Only now the children themselves move, each once, and only the first k: without a bound, "
	 "as many as are asked for stay as parents. Merged with the paths of the levels before, the "
	 "first k are the ranking."},
	{"paper-dynamic", "allocate and expand", AT_ANY_LEVEL, ABOUT_WRITE,
	 "expansion in one kernel",
	 " for each block of 512 parents:\n"
	 "   count and scan as paper-fused\n"
	 "   one thread of the block:\n"
	 ">    memory = malloc(sum of n)\n"
	 "   for each parent p:    one thread\n"
	 "     write its children to\n"
	 "         memory + first(p)",
	 "A block counts and scans, and one of its threads allocates memory for all of the block's children, "
	 "from a heap of the GPU (listing 1 of the journal). So no kernel waits for the host between scan and "
	 "expansion, and one kernel does both. The price: allocations of all blocks queue for one heap, "
	 "which has a fixed size, and the host must find the children again."},
	{"paper-dynamic", "take and merge", AT_ANY_LEVEL, ABOUT_WRITE,
	 "collected, sorted by blocks",
	 " room(block) = sum of blocks before\n"
	 " for each block of 512 parents:\n"
	 ">  take the children from its memory\n"
	 "   sort the block's children:\n"
	 "     merge runs of 1, 2, 4, ...",
	 "The children go from the memory of each block to their places in one array, where the next level "
	 "finds them as parents, and then a kernel frees the memory. The block sorts its part as paper-fused does."},
	{"paper-dynamic", "merge tree", AT_ANY_LEVEL, ABOUT_KEPT,
	 "the merge tree, launched by the GPU",
	 " launched once by the host:\n"
	 "   for each round of the tree:\n"
	 ">    tail launch of a kernel:\n"
	 "       a thread for each pair\n"
	 ">      launches the pair's grid",
	 "The host launches one kernel, and the GPU launches the rest (listings 2 and 3 of the journal): a "
	 "kernel for each round, which begins when the round before is through, and in it a thread for each "
	 "pair of runs, which launches as many blocks as the pair needs. All pairs of a round run side by side."},
	{"paper-dynamic", "reorder and compress", AT_ANY_LEVEL, ABOUT_KEPT,
	 "intralevel compression",
	 " for each of the first k places:\n"
	 ">  move the child that belongs there\n"
	 " merge them with the ranking\n"
	 " parents = the children that stay",
	 "As in paper-fused: only now the children themselves move, each once, and only the first k."},
	{"paper-host", "sort on the host", AT_ANY_LEVEL, ABOUT_KEPT, "sorted by the host",
	 " download the children's records\n"
	 " on the host, one core:\n"
	 ">  sort their indices by slack\n"
	 "   gather the first k records\n"
	 " upload those",
	 "As the conference paper has it: the whole level goes to the host, record by record, which sorts "
	 "indices by slack, puts the first k records together and sends them back. Nothing runs on "
	 "the device meanwhile. The journal found that this takes nine tenths of the time, and moved the "
	 "sort (paper-fused)."},
	{"paper-host", "compress", AT_ANY_LEVEL, ABOUT_KEPT, "intralevel compression",
	 " take slack, parent and arc of\n"
	 ">  the first k records\n"
	 " merge them with the ranking\n"
	 " parents = the records that stay",
	 "The records are back in the order of their slacks, and are the next parents as they are. The "
	 "ranking is merged from what is taken of them."},
	{NULL, "compress", AT_ANY_LEVEL, ABOUT_KEPT, "intralevel compression",
	 " sort the children by slack\n"
	 ">keep the first k of them\n"
	 " merge them with the ranking\n"
	 " parents = the children that stay",
	 "The children are sorted by slack; equal ones keep the order of their parents. The first k of the "
	 "level stay and are the next parents, also those that don't come into the ranking. The ranking "
	 "is merged from all levels."},
	{NULL, NOTHING_LEFT, AT_ANY_LEVEL, ABOUT_COUNT, "nothing below the bound",
	 " count and scan the children\n"
	 ">if there are none: stop\n"
	 " expand, compress, next level",
	 "The running sum is 0: no deviation keeps a child below the bound, so there is nothing to "
	 "expand or to compress. And nothing can follow, since a child is never better than its "
	 "parent. The search is over."},
};

static bool fits(const struct explanation *e, const struct snap_search *search,
		 const struct snap_step *step, const char *label)
{
	return strcmp(e->label, label) == 0 &&
	       (!e->method || strcmp(e->method, search->method) == 0) &&
	       (e->level == AT_ANY_LEVEL || step->level == 0);
}

const struct explanation *explain_find(const struct snap_search *search, int64_t cursor)
{
	const struct snap_step *step =
		search && cursor >= 0 ? &search->timeline->step[cursor] : NULL;
	const char *label;

	if (!step)
		return NULL;
	/* "scan", or "allocate and scan" */
	label = step->ends_level && strstr(step->label, "scan") ? NOTHING_LEFT : step->label;
	for (size_t i = 0; i < sizeof explanations / sizeof *explanations; i++) {
		if (fits(&explanations[i], search, step, label))
			return &explanations[i];
	}
	return NULL;
}
