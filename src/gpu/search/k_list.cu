/*
 * Lists of paths: which of a ranking are shown, and in which order. A path's ends and length are
 * computed once a record and stay on the device.
 */
#include "base/order.h"
#include "gpu/kernel/kernel.h"
#include "gpu/search/list_args.h"

/*
 * The terms of pins that a path matches: from its end back, piece by piece (see k_trace.cu). A
 * piece goes along the forest, where hops fall by one a step: it matches a term if the next match
 * from its head on (next_pin) has at least the hops of the piece's last state.
 */
DEVICE_INLINE uint32_t FS_NAME(terms_of_pins)(const struct device_match *m, int32_t record)
{
	uint32_t found = 0;
	int32_t last = 0; /* hops of the last state of the piece */

	while (record >= 0 && found != m->of_pins) {
		int32_t parent = m->record.parent[record], arc = m->record.arc[record];
		int32_t head = parent < 0 ? m->source_state[arc] : m->to[arc];
		const int32_t *next = m->next_pin + head;

		for (uint32_t left = m->of_pins; left; left &= left - 1, next += m->n_states)
			found |= *next >= last ? left & ~(left - 1) : 0;
		last = parent < 0 ? 0 : m->hops[m->tail[arc]];
		record = parent;
	}
	return found;
}

DEVICE_INLINE bool FS_NAME(is_marked)(const struct device_match *m, int32_t record)
{
	const int32_t *__restrict__ mark = m->mark;
	int64_t place = FIRST_NOT(i, 0, m->n_marks, mark[i] < record);

	return place < m->n_marks && mark[place] == record;
}

/* Credit, graph-based slack, or pessimism of the path at a rank (enum list_time), fs. */
DEVICE_INLINE int64_t FS_NAME(time_of_path)(const struct device_ranking *ranking, const struct device_records *records,
					    const struct retimed_path *own, int64_t rank, int time)
{
	int64_t slack = ((const fs_t *)ranking->slack)[rank];

	if (time == TIME_CREDIT)
		return own ? own[rank].credit : slack - ((const fs_t *)records->slack)[ranking->record[rank]];
	if (time == TIME_GRAPH_SLACK)
		return own ? own[rank].graph_slack : slack;
	return own ? slack - own[rank].graph_slack : 0;
}

/* Does the path at a rank match? Cheap conditions are tested first. */
DEVICE_INLINE bool FS_NAME(is_match)(const struct device_match *m, int64_t rank)
{
	int32_t record = m->ranking.record[rank];
	int64_t slack = ((const fs_t *)m->ranking.slack)[rank];
	struct path_facts facts;
	uint32_t found;

	if (m->only >= 0)
		return record == m->only;
	if (slack < m->low[0] || slack > m->high[0])
		return false;
	if (m->only_marked && !FS_NAME(is_marked)(m, record))
		return false;
	if (m->with_credit) {
		for (int t = 0; t < 3; t++) {
			int64_t time = FS_NAME(time_of_path)(&m->ranking, &m->record, m->own, rank, t);
			int at = t == TIME_CREDIT ? 1 : t == TIME_GRAPH_SLACK ? 4 : 5;

			if (time < m->low[at] || time > m->high[at])
				return false;
		}
	}
	facts = m->facts[record];
	if (facts.n_deviations < m->low[2] || facts.n_deviations > m->high[2] ||
	    facts.n_points < m->low[3] || facts.n_points > m->high[3])
		return false;
	found = 0;
	if (m->wanted & ~m->of_pins)
		found = m->source_terms[facts.source] | m->sink_terms[facts.sink];
	if ((found & m->wanted & ~m->of_pins) != (m->wanted & ~m->of_pins))
		return false;
	return !m->of_pins || FS_NAME(terms_of_pins)(m, record) == m->of_pins;
}

/*
 * Item: a place in the list. Does its path match?
 * Floor: 8 bytes of the ranking and 16 of facts read a path, a byte written; for terms of pins four
 * scattered reads a deviation.
 */
KERNEL(match_paths, k, i)
{
	k->flag[i] = FS_NAME(is_match)(&k->match, k->order ? k->order[i] : i);
}

/*
 * Item: a tile of FIND_TILE places. The distance from `from` to the nearest match after it (−1 =
 * from the first place on), around the list's end, or before it if backward (n = from the last
 * place on); and the number of matches. An integer minimum and a sum, so the order of the atomics
 * doesn't matter.
 */
TEAM_KERNEL(find_match, k, tile, t)
{
	int64_t begin = tile * FIND_TILE;
	int64_t end = k->n - begin < FIND_TILE ? k->n : begin + FIND_TILE;
	int64_t nearest = INT64_MAX;
	int32_t count = 0;

	for (int64_t i = begin + t.lane; i < end; i += t.width) {
		int64_t distance = k->backward ? k->from - 1 - i : i - k->from - 1;

		if (!FS_NAME(is_match)(&k->match, k->order ? k->order[i] : i))
			continue;
		distance += distance < 0 ? k->n : 0;
		nearest = distance < nearest ? distance : nearest;
		count++;
	}
	nearest = team_min_64(t, nearest);
	count = team_sum(t, count);
	if (t.lane == 0 && count > 0) {
		atomic_min_64(&k->found->distance, nearest);
		atomic_add_i32(&k->found->n, count);
	}
}

/* Item: rank. The key to sort by a time: unsigned, of the width of fs_t, with the sign bit flipped
 * so that negative times come first. Floor: 16 bytes a path, 40 of a re-timed one. */
KERNEL(time_keys, k, i)
{
	int64_t time = FS_NAME(time_of_path)(&k->ranking, &k->record, k->own, i, k->by);
	fs_key_t key = (fs_key_t)time ^ ((fs_key_t)1 << (8 * sizeof(fs_key_t) - 1));

	((fs_key_t *)k->key)[i] = k->inverted ? ~key : key;
	k->index[i] = (int32_t)i;
}

#if FS_BITS == 32

/* Item: state. The sink where the suffix from it ends, -1 = it reaches none. Heads of arcs are of
 * lower levels. */
SWEEP_KERNEL(forest_ends, k, level, v)
{
	int32_t arc = k->forest[v];
	int32_t sink = (int32_t)v - k->first_sink;

	(void)level;
	k->end[v] = arc >= 0 ? k->end[k->to[arc]] : sink >= 0 && sink < k->n_sinks ? sink : -1;
}

/* Item: state. For a term of pins: the hops of the first state on its suffix, itself included, that
 * matches; -1 = none. */
SWEEP_KERNEL(next_pins, k, level, v)
{
	int32_t arc = k->forest[v];

	(void)level;
	k->next[v] = k->terms[v] & k->term ? k->hops[v] : arc >= 0 ? k->next[k->to[arc]] : -1;
}

/*
 * Item: a record of one level from `first` on. Its facts, from those of its parent, of the level
 * before: its path is the parent's up to the tail of its arc, then the arc, then the suffix of the
 * arc's head.
 * Floor: 24 bytes read, six of them scattered, 16 written.
 */
KERNEL(path_facts, k, i)
{
	int32_t record = (int32_t)(k->first + i);
	int32_t parent = k->record.parent[record], arc = k->record.arc[record];
	int32_t head = parent < 0 ? k->source_state[arc] : k->to[arc];
	struct path_facts facts;

	facts.sink = k->end[head];
	if (parent < 0) {
		facts.source = arc;
		facts.n_points = k->hops[head]; /* the sink's state is no vertex */
		facts.n_deviations = 0;
	} else {
		struct path_facts of_parent = k->facts[parent];

		facts.source = of_parent.source;
		facts.n_points = of_parent.n_points - k->hops[k->tail[arc]] + 1 + k->hops[head];
		facts.n_deviations = of_parent.n_deviations + 1;
	}
	k->facts[record] = facts;
}

/* Item: rank. The key that sorts by a column, ascending or, from `largest` down, descending. */
KERNEL(list_keys, k, i)
{
	struct path_facts facts = k->facts[k->record[i]];
	int32_t parent = k->by == KEY_OF_PARENT ? k->parent[k->record[i]] : -1;
	int32_t key = k->by == KEY_OF_PARENT	  ? (parent < 0 ? 0 : k->rank[parent] + 1)
		      : k->by == KEY_OF_RANK	  ? (int32_t)i
		      : k->by == KEY_OF_DEVIATIONS ? facts.n_deviations
		      : k->by == KEY_OF_POINTS	  ? facts.n_points
		      : k->by == KEY_OF_SOURCE	  ? k->place[facts.source]
						  : k->place[facts.sink];

	k->key[i] = (uint32_t)(k->inverted ? k->largest - key : key);
	k->index[i] = (int32_t)i;
}

/* Item: rank. The rank of each record. Floor: 4 bytes read and 4 written scattered, a path. */
KERNEL(record_ranks, k, i)
{
	k->rank[k->record[i]] = (int32_t)i;
}

/* Item: a place in the list. The least flagged rank of each bucket: an integer minimum, so the
 * order of the atomics doesn't matter. Floor: 1 byte a place, and 12 scattered for a flagged
 * one. */
KERNEL(least_ranks, k, i)
{
	int32_t rank = k->order ? k->order[i] : (int32_t)i;

	if (k->flag[i])
		atomic_min_32(&k->least[k->bucket[k->facts[k->record[rank]].sink]], rank);
}

/* Item: a place in the list. Clears the flag unless the rank is its bucket's least. */
KERNEL(keep_least, k, i)
{
	int32_t rank = k->order ? k->order[i] : (int32_t)i;

	if (k->flag[i])
		k->flag[i] = k->least[k->bucket[k->facts[k->record[rank]].sink]] == rank;
}

/* Item: a place in a list. out = order[place]. */
KERNEL(list_places, k, i)
{
	k->out[i] = k->order[k->place[i]];
}

#undef FS_BITS
#define FS_BITS 64
#include "gpu/search/k_list.cu"
#endif
