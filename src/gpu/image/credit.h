/* The credit of a path, by kernels of more than one file: see struct device_credit. */
#ifndef GPU_IMAGE_CREDIT_H
#define GPU_IMAGE_CREDIT_H

#include "gpu/image/device_graph.h"
#include "gpu/kernel/kernel.h"

/* How far apart late and early are at a node. */
DEVICE_INLINE int64_t credit_difference(const struct device_credit *credit, int32_t node)
{
	int64_t difference = credit->late[node] - credit->early[node];

	return difference > 0 ? difference : 0;
}

/* Do both chains go through this, for the mode? Ranks are compared by the caller. */
DEVICE_INLINE bool credit_common(const struct device_credit *credit, int32_t launch,
				 int32_t capture)
{
	return credit->pin[launch] == credit->pin[capture] &&
	       (credit->mode == CREDIT_OPENSTA || credit->edge[launch] == credit->edge[capture]);
}

/* With both chains at their last common pin. */
DEVICE_INLINE int64_t credit_at(const struct device_credit *credit, int32_t launch, int32_t capture,
				const int32_t *launch_up)
{
	int64_t at = credit_difference(credit, launch), other;

	if (credit->mode == CREDIT_OPENSTA) {
		other = credit_difference(credit, capture);
		return other < at ? other : at;
	}
	if (credit->early_paths)
		return at;
	while (launch_up[launch] >= 0)
		launch = launch_up[launch];
	other = credit_difference(credit, launch);
	return at > other ? at - other : 0;
}

/* May there be credit between two ends at all? */
DEVICE_INLINE bool credit_possible(const struct device_credit *credit, int32_t launch,
				   int32_t capture)
{
	return credit->place[launch] == NODE_INSIDE || credit->place[capture] == NODE_INSIDE;
}

/* Is the node before one in the chain further up? Where the segment changes both are of one pin. */
DEVICE_INLINE bool credit_goes_up(const struct device_credit *credit, int32_t node, int32_t up)
{
	return credit->rank[up] > credit->rank[node] || credit->segment[up] < credit->segment[node];
}

/* The branch of a node, whose launches (or captures) meet a capture (or launch) at the same place, if above themselves. */
DEVICE_INLINE int32_t credit_branch(const struct device_credit *credit, int32_t node, int32_t up)
{
	return up >= 0 && credit->segment[up] == credit->segment[node] &&
			       credit->place[up] == credit->place[node]
		       ? up
		       : node;
}

/* Where the chains of two nodes meet last in one segment; false when nowhere, or when there is no credit between
 * them. The nodes are ≥ 0. */
DEVICE_INLINE bool credit_meet_nodes(const struct device_credit *credit, int32_t l, int32_t c,
				     int32_t *launch, int32_t *capture)
{
	const int32_t *rank = credit->rank;
	const int32_t *launch_up = credit->early_paths ? credit->up_early : credit->up_late;
	const int32_t *capture_up = credit->early_paths ? credit->up_late : credit->up_early;

	if (!credit_possible(credit, l, c))
		return false;
	while (l >= 0 && c >= 0) {
		int32_t of_l = credit->segment[l], of_c = credit->segment[c];

		if (of_l == of_c && rank[l] == rank[c] && credit_common(credit, l, c)) {
			*launch = l;
			*capture = c;
			return true;
		}
		/* Of equal ranks in a segment neither is downstream of the other: either may go. */
		if (of_l == of_c ? rank[l] <= rank[c] : of_l > of_c)
			l = launch_up[l];
		else
			c = capture_up[c];
	}
	return false;
}

/* The same of a source and a sink of the searched graph, which may have no nodes. */
DEVICE_INLINE bool credit_meet(const struct device_credit *credit, int32_t source, int32_t sink,
			       int32_t *launch, int32_t *capture)
{
	int32_t l = credit->source_clock[credit->transposed ? sink : source];
	int32_t c = credit->sink_clock[credit->transposed ? source : sink];

	return l >= 0 && c >= 0 && credit_meet_nodes(credit, l, c, launch, capture);
}

/* With both chains at the nodes where they meet, fs, ≥ 0. */
DEVICE_INLINE int64_t credit_of_meeting(const struct device_credit *credit, int32_t launch,
					int32_t capture)
{
	return credit_at(credit, launch, capture,
			 credit->early_paths ? credit->up_early : credit->up_late);
}

/* Of the clocks between a source and a sink of the searched graph, fs, ≥ 0. */
DEVICE_INLINE int64_t credit_of_clocks(const struct device_credit *credit, int32_t source,
				       int32_t sink)
{
	int32_t launch, capture;

	if (credit->mode == CREDIT_NONE || !credit_meet(credit, source, sink, &launch, &capture))
		return 0;
	return credit_of_meeting(credit, launch, capture);
}

/* Data with so much slack to the opening edge, and to where borrowing ends: within it has none. */
DEVICE_INLINE int64_t slack_of_latch(int64_t opens, int64_t closes)
{
	int64_t slack = opens > 0 ? opens : 0;

	return closes < slack ? closes : slack;
}

/* The latch's window where a path ends, -1 = it's none. */
DEVICE_INLINE int64_t credit_window(const struct device_credit *credit, int32_t source,
				    int32_t sink)
{
	int32_t end = credit->transposed ? source : sink;

	if (!credit->window)
		return -1;
	return credit->window[credit->end_sink ? credit->end_sink[end] : end];
}

/* The slack of a path to a latch, which may borrow up to `window`, with credit at both edges; of_clocks: at the opening
 * one. */
DEVICE_INLINE int64_t credit_of_latch(const struct device_credit *credit, int32_t source, int32_t sink,
				      int64_t slack, int64_t window, int64_t of_clocks)
{
	int32_t launch = credit->source_clock[credit->transposed ? sink : source];
	int32_t end = credit->transposed ? source : sink;
	int32_t capture = credit->close_clock[credit->end_sink ? credit->end_sink[end] : end];
	int64_t closes = 0;

	if (credit->mode != CREDIT_NONE && launch >= 0 && capture >= 0 &&
	    credit_meet_nodes(credit, launch, capture, &launch, &capture))
		closes = credit_of_meeting(credit, launch, capture);
	return slack_of_latch(slack + of_clocks, slack + window + closes);
}

/*
 * What is added to a path's slack, fs, ≥ 0: the credit of its clocks, and what it may borrow. *of_clocks (may be
 * NULL): the former.
 */
DEVICE_INLINE int64_t credit_between(const struct device_credit *credit, int32_t source,
				     int32_t sink, int64_t slack, int64_t *of_clocks)
{
	int64_t opens = credit_of_clocks(credit, source, sink), window;

	if (of_clocks)
		*of_clocks = opens;
	window = credit_window(credit, source, sink);
	if (window < 0)
		return opens;
	return credit_of_latch(credit, source, sink, slack, window, opens) - slack;
}

/* Of the path of a record that has a source; `end` is the forest's. */
DEVICE_INLINE int64_t credit_of_record(const struct device_credit *credit,
				       const struct device_graph *graph, const int32_t *end,
				       const struct device_records *records, int64_t record,
				       int64_t slack, int64_t *of_clocks)
{
	int32_t arc = records->arc[record];
	int32_t head = records->parent[record] < 0 ? graph->source_state[arc] : graph->to[arc];

	return credit_between(credit, records->source[record], end[head], slack, of_clocks);
}

/*
 * No descendant of a record has less slack with credit than this. Where paths are searched backward they all
 * end at its latch, so that what they borrow counts.
 */
DEVICE_INLINE int64_t credit_floor(const struct device_credit *credit, int32_t source,
				   int64_t slack)
{
	int64_t window;

	if (!credit->transposed)
		return slack;
	window = credit_window(credit, source, -1);
	return window < 0 ? slack : slack_of_latch(slack, slack + window);
}

#endif
