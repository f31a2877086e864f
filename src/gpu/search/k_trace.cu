/*
 * From implicit paths to rows of a list and full traces ([CPG-J], IV-F). One item a path. A path is
 * resolved from its end: the suffix after its last deviation arc, the piece of forest from the head
 * of the deviation arc before to that arc's tail, and so on up to the source.
 */
#include "base/order.h"
#include "gpu/kernel/kernel.h"
#include "gpu/search/list_args.h"

#include "gpu/image/credit.h"

/* The state that an arc leaves: the row that holds it. */
DEVICE_INLINE int32_t FS_NAME(arc_tail)(const struct device_graph *graph, int32_t arc)
{
	const int32_t *__restrict__ row = graph->row;
	int32_t low = 0, high = graph->n_states;

	while (high - low > 1) {
		int32_t middle = low + (high - low) / 2;

		if (row[middle] <= arc)
			low = middle;
		else
			high = middle;
	}
	return low;
}

/* A piece of a path: `length` states from `head` on along the forest. */
struct FS_NAME(piece) {
	int32_t record; /* whose deviation arc leads to head; -1 when all pieces were taken */
	int32_t parent;
	int32_t head, length;
	int32_t below; /* the tail of the arc that ends the piece, -1 in the last piece */
};

DEVICE_INLINE void FS_NAME(piece_measure)(struct FS_NAME(piece) *p,
					  const struct device_graph *graph,
					  const struct device_forest *forest,
					  const struct device_records *record)
{
	p->parent = record->parent[p->record];
	p->head = p->parent < 0 ? graph->source_state[record->arc[p->record]]
				: graph->to[record->arc[p->record]];
	p->length = forest->hops[p->head] + 1 - (p->below < 0 ? 0 : forest->hops[p->below]);
}

/* The last piece of a record's path. */
DEVICE_INLINE struct FS_NAME(piece) FS_NAME(piece_last)(int32_t record,
							const struct device_graph *graph,
							const struct device_forest *forest,
							const struct device_records *records)
{
	struct FS_NAME(piece) p;

	p.record = record;
	p.below = -1;
	FS_NAME(piece_measure)(&p, graph, forest, records);
	return p;
}

/* Go on to the piece before. */
DEVICE_INLINE void FS_NAME(piece_before)(struct FS_NAME(piece) *p, const struct device_graph *graph,
					 const struct device_forest *forest,
					 const struct device_records *records)
{
	int32_t arc = records->arc[p->record];

	p->record = p->parent;
	if (p->record < 0)
		return;
	p->below = FS_NAME(arc_tail)(graph, arc);
	FS_NAME(piece_measure)(p, graph, forest, records);
}

/* The rank of a record in a list sorted by (slack, record), or where it would be. */
DEVICE_INLINE int64_t FS_NAME(find_rank)(const struct device_ranking *ranking, int64_t n,
					 fs_t slack, int32_t record)
{
	const fs_t *list = (const fs_t *)ranking->slack;

	return FIRST_NOT(i, 0, n,
			 list[i] < slack || (list[i] == slack && ranking->record[i] < record));
}

/* The rank of a record's parent, -1 when there is none or it isn't in the list. */
DEVICE_INLINE int32_t FS_NAME(parent_rank)(const struct path_rows_args *k, int32_t record)
{
	int32_t parent = k->record.parent[record];
	int64_t rank;
	fs_t slack;

	if (parent < 0)
		return -1;
	if (k->rank_of)
		return k->rank_of[parent];
	slack = ((const fs_t *)k->record.slack)[parent];
	if (CREDIT_COUNTS(&k->credit))
		slack += (fs_t)credit_of_record(&k->credit, &k->graph, k->forest.end, &k->record,
						parent, slack, (int64_t *)0);
	rank = FS_NAME(find_rank)(&k->ranking, k->n_ranking, slack, parent);
	return rank < k->n_ranking && k->ranking.record[rank] == parent ? (int32_t)rank : -1;
}

/* The sink where the suffix from a state ends. */
DEVICE_INLINE int32_t FS_NAME(suffix_sink)(const struct device_graph *graph,
					   const struct device_forest *forest, int32_t state)
{
	if (forest->end)
		return forest->end[state];
	while (forest->forest[state] >= 0)
		state = graph->to[forest->forest[state]];
	return state - graph->first_sink;
}

/* Item: a rank of the list from `first` on, or one of an order of those. What a line of the list
 * shows. */
KERNEL(path_rows, k, i)
{
	int64_t rank = k->first + (k->order ? k->order[i] : i);
	int32_t record = k->ranking.record[rank];
	struct FS_NAME(piece) p =
		FS_NAME(piece_last)(record, &k->graph, &k->forest, &k->record);
	struct path_row row;

	row.slack = ((const fs_t *)k->ranking.slack)[rank];
	row.rank = (int32_t)rank;
	row.credit = k->own ? k->own[rank].credit : row.slack - ((const fs_t *)k->record.slack)[record];
	row.graph_slack = k->own ? k->own[rank].graph_slack : 0;
	row.borrowed = k->own ? k->own[rank].borrowed : 0;
	if (k->credit.window && !k->own) {
		int64_t all = row.credit;

		credit_of_record(&k->credit, &k->graph, k->forest.end, &k->record, record,
				 row.slack - all, &row.credit);
		row.borrowed = all - row.credit;
	}
	row.record = record;
	row.sink = FS_NAME(suffix_sink)(&k->graph, &k->forest, p.head);
	row.parent_rank = FS_NAME(parent_rank)(k, record);
	row.n_deviations = -1;
	row.n_points = -1; /* the sink's state isn't a vertex */
	row.source = -1;
	while (p.record >= 0) {
		row.n_deviations++;
		row.n_points += p.length;
		row.source = k->record.arc[p.record];
		FS_NAME(piece_before)(&p, &k->graph, &k->forest, &k->record);
	}
	k->row[i] = row;
}

/* Item: a rank of the list. A quantity of the path, and its group. Floor: 12 bytes written, the
 * record read; the way back to its source when that is asked for. */
KERNEL(path_values, k, i)
{
	int32_t record = k->ranking.record[i], group = 0;
	struct FS_NAME(piece) p =
		FS_NAME(piece_last)(record, &k->graph, &k->forest, &k->record);
	int64_t points = -1, deviations = -1, value; /* the sink's state isn't a vertex */

	if (k->sink_group)
		group = k->sink_group[FS_NAME(suffix_sink)(&k->graph, &k->forest, p.head)];
	while (p.record >= 0 && k->quantity != PATH_SLACK) {
		deviations++;
		points += p.length;
		FS_NAME(piece_before)(&p, &k->graph, &k->forest, &k->record);
	}
	value = k->quantity == PATH_POINTS	 ? points
		: k->quantity == PATH_DEVIATIONS ? deviations
						 : (int64_t)((const fs_t *)k->ranking.slack)[i];
	if (k->chosen && !k->chosen[group]) {
		value = FS_NONE_64;
		group = -1;
	}
	k->key[i] = (uint64_t)value ^ VALUE_SIGN;
	k->group[i] = group;
}

/* Item: path. The number of its points. */
KERNEL(trace_lengths, k, i)
{
	struct FS_NAME(piece) p =
		FS_NAME(piece_last)(k->path[i], &k->graph, &k->forest, &k->record);
	int32_t length = 0;

	while (p.record >= 0) {
		length += p.length;
		FS_NAME(piece_before)(&p, &k->graph, &k->forest, &k->record);
	}
	k->length[i] = length;
}

/*
 * Item: path. Writes its points into its own stretch, piece by piece from the end, then the
 * arrivals from the front. Floor: 16 bytes written a point, and four scattered reads;
 * of arcs alone 4 bytes, and two reads.
 */
KERNEL(trace_points, k, i)
{
	const fs_t *weight = (const fs_t *)k->graph.weight;
	const fs_t *source_weight = (const fs_t *)k->graph.source_weight;
	int64_t begin = k->offset[i], end = k->offset[i + 1], stop = end;
	int64_t sign = k->late ? -1 : 1, arrival;
	struct FS_NAME(piece) p =
		FS_NAME(piece_last)(k->path[i], &k->graph, &k->forest, &k->record);

	while (p.record >= 0) {
		int32_t state = p.head, arc = k->record.arc[p.record];

		for (int64_t at = stop - p.length; at < stop; at++) {
			k->arc[at] = arc;
			if (k->state) {
				k->state[at] = state;
				k->deviates[at] = at == stop - p.length && p.parent >= 0;
			}
			arc = k->forest.forest[state];
			if (at + 1 < stop)
				state = k->graph.to[arc];
		}
		stop -= p.length;
		FS_NAME(piece_before)(&p, &k->graph, &k->forest, &k->record);
	}
	if (!k->arrival)
		return;
	arrival = sign * source_weight[k->arc[begin]];
	k->arrival[begin] = arrival;
	for (int64_t at = begin + 1; at < end - 1; at++) {
		arrival += sign * weight[k->arc[at]];
		k->arrival[at] = arrival;
	}
	if (end - 1 > begin)
		k->arrival[end - 1] = -sign * weight[k->arc[end - 1]];
}

/* Item: one of the ranks found to be children. Where it leaves its parent. */
KERNEL(child_rows, k, i)
{
	int32_t rank = k->rank[i], record = k->ranking_record[rank];
	const fs_t *ranking_slack = (const fs_t *)k->ranking_slack;

	k->row[i].slack = ranking_slack ? ranking_slack[rank]
					: ((const fs_t *)k->record.slack)[record];
	k->row[i].rank = rank;
	k->row[i].tail = FS_NAME(arc_tail)(&k->graph, k->record.arc[record]);
}

#if FS_BITS == 32

/* Item: rank. Is that path a child of the parent asked for? */
KERNEL(flag_children, k, i)
{
	k->flag[i] = k->record.parent[k->ranking_record[i]] == k->parent;
}

/* Item: rank. Does that path pass one of the states wanted? */
KERNEL(flag_through, k, i)
{
	struct FS_NAME(piece) p = FS_NAME(piece_last)(k->ranking_record[i], &k->graph, &k->forest,
						      &k->record);
	uint8_t flag = 0;

	while (p.record >= 0 && !flag) {
		int32_t state = p.head;

		for (int32_t n = 1; n < p.length; n++) {
			flag |= k->wanted[state];
			state = k->graph.to[k->forest.forest[state]];
		}
		flag |= k->wanted[state];
		FS_NAME(piece_before)(&p, &k->graph, &k->forest, &k->record);
	}
	k->flag[i] = flag;
}

#undef FS_BITS
#define FS_BITS 64
#include "gpu/search/k_trace.cu"
#endif
