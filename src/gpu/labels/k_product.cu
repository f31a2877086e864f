/*
 * The product of a state graph with the count of groups that a path has passed, reduced to the
 * states on paths between allowed ends; tests/lib/path_product.c makes it on the host, for
 * reference. A set of counts is a word of bits, so each of both cones takes one sweep over the
 * levels. The product keeps the levels of the base.
 *
 * Transposed, the base is the transposed graph: paths begin at its sinks, so the sweep up from the
 * sinks finds the counts with which paths leave a state, and the other sweep keeps those from which
 * an end is reached. An arc taken backward may then come from several counts.
 *
 * Both cones of all paths are kept between queries. Beyond the last group that a path can meet, a
 * state has the count of all groups if it reaches an end; before the first group it has count 0 if
 * a source reaches it. So for a query by -through only, each sweep covers the levels from its
 * groups on (for a single pin both together cover each level once), and a streaming kernel does the
 * others; a query without conditions needs no sweep.
 *
 * Floors, with B for the bytes of a word (8), of n states and m arcs: product_back 2·B + 5 streamed a
 * state (marked as unwritten, row, mark, written), 4 an arc and B gathered an arc; product_forward 3·B + 13 a state, and
 * only where the first has left something B a state, 4 an arc and B gathered. On leon2 (8.7 million states, 11.2 million
 * arcs) that is 230 MB streamed and a sector (32 bytes) an arc for the first, at most 440 MB and the same for
 * the second: 0.12 and 0.17 ms at 4.8 TB/s, and for each of 180 levels the way of a word through the second cache,
 * estimated as 0.6 µs. Measured on an H200 for queries of pins there: 0.30 and 0.37 ms. One thread that has many arcs
 * would hold a level up, so large states have a warp going back. Kept cones: 9 and 21 bytes a state, 0.02 and 0.04 ms.
 * The rest is 16 a state (scan, product_states), 0.03 ms, and by what is kept: 20 bytes a state of the product, 12 an arc.
 */
#include "gpu/labels/product_args.h"
#include "gpu/labels/product_sets.h"

/* Item: one of a list; of states that get bits each comes once. */
KERNEL(product_marks, k, i)
{
	int32_t at = k->at[i];

	if (k->word)
		k->word[at] = k->bits ? k->bits[i] : 0;
	if (k->flag)
		k->flag[at] = k->values ? k->values[i] : (uint8_t)k->value;
}

/* Item: source, or one of a list. Several begin at one state, whose bits are or'ed in any order. */
KERNEL(product_begin, k, i)
{
	int32_t s = k->source ? k->source[i] : (int32_t)i;
	int32_t state = k->source_state[s];

	if (k->clear)
		k->begin[state] = 0;
	else
		atomic_or_u64(&k->begin[state], product_end(k->source_set[s]));
}

/* Item: arc, source or sink. What labels allow, as a flag or as the set of an end. */
KERNEL(product_limit, k, i)
{
	int32_t from = k->order ? k->order[i] : (int32_t)i;

	k->out[i] = (uint8_t)(from < 0 || k->ok[from] ? k->yes : k->no);
}

/* Item: source of the product. */
KERNEL(product_complement, k, i)
{
	k->out[i] = ~k->from[i];
}

/* What arcs e, e + stride, … bring their tail, of places after the end nothing; of a flow, whose heads may not be
 * there yet: all lanes of the warp together, or each lane for its own. */
DEVICE_INLINE uint64_t product_ahead(const struct device_product *p, int64_t v, int32_t e, int32_t end,
				     int stride, bool together)
{
	const int32_t *__restrict__ to = p->to;
	const int64_t *at[ARCS_AT_ONCE];
	int64_t ahead[ARCS_AT_ONCE];
	int32_t head[ARCS_AT_ONCE];
	uint64_t set = 0;

	for (int32_t j = 0; j < ARCS_AT_ONCE; j++)
		head[j] = e + j * stride < end ? to[e + j * stride] : -1;
	for (int32_t j = 0; j < ARCS_AT_ONCE; j++) {
		at[j] = (const int64_t *)p->entering + (head[j] < 0 ? 0 : head[j]);
		ahead[j] = head[j] < 0 ? 0 : flow_peek_64(at[j]);
	}
	if (together)
		flow_wait_64(at, ahead, ARCS_AT_ONCE);
	for (int32_t j = 0; j < ARCS_AT_ONCE; j++) {
		uint64_t brought = (uint64_t)(together ? ahead[j] : flow_wait_alone_64(at[j], ahead[j]));

		if (brought && !product_is_sink(p, head[j]))
			brought = product_admitted(p, brought, e + j * stride,
						   p->transposed ? (int32_t)v : head[j]);
		set |= brought;
	}
	return set;
}

/* The groups of a state with this mark: most are in none, and their words aren't read. */
DEVICE_INLINE uint64_t product_groups(const struct device_product *p, int64_t v, int32_t mark)
{
	return mark == PRODUCT_GROUPED ? p->groups[v] : 0;
}

/* A state's word, of what its heads bring, its mark and its groups. */
DEVICE_INLINE uint64_t product_settle(const struct device_product *p, int64_t v, uint64_t set, int32_t mark,
				      uint64_t groups)
{
	if (product_is_sink(p, (int32_t)v))
		return product_end(p->sink_set[v - p->first_sink]);
	if (!set || mark == PRODUCT_EXCLUDED)
		return 0;
	return p->transposed ? product_enter(set, groups) : product_before(set, groups);
}

DEVICE_INLINE void FS_NAME(product_back_unwrite)(const struct product_back_args *k, int64_t v)
{
	k->p.entering[v] = (uint64_t)UNWRITTEN_64;
}

/* Item: state, after its heads. Writes the numbers with which a path reaches it and then an end;
 * transposed, those with which paths leave it. Waits for what the same launch writes of lower levels. */
FLOW_TEAM_SWEEP_KERNEL(product_back, k, level, v, t)
{
	const struct device_product *p = &k->p;
	const int32_t *__restrict__ row = p->row;
	int32_t begin = v < 0 ? 0 : row[v] + t.lane, end = v < 0 ? 0 : row[v + 1];
	int32_t stride = t.width * ARCS_AT_ONCE, mark = v < 0 ? 0 : p->mark[v];
	uint64_t groups = product_groups(p, v, mark), set; /* read before the heads are waited for */

	(void)level;
	if (ASK_AHEAD && v >= 0 && v + ASK_AHEAD < p->n_states && begin + ASK_AHEAD < row[p->n_states]) {
		ask_for(row + v + ASK_AHEAD);
		ask_for(p->to + begin + ASK_AHEAD);
	}
	set = product_ahead(p, v, begin, end, t.width, true);
	for (int32_t e = begin + stride; e < end; e += stride)
		set |= product_ahead(p, v, e, end, t.width, false);
	set = team_or_u64(t, set);
	if (v >= 0 && t.lane == 0)
		flow_put_64((int64_t *)p->entering + v, (int64_t)product_settle(p, v, set, mark, groups));
}

/* Item: state, after its heads, whose word they have filled: it becomes what product_back would write, and goes on
 * to the tails. Where few states precede the ends asked for, most words are 0 and no arc is looked at. Floor: 8
 * bytes, and where something is left 12 an arc and B gathered twice. */
SWEEP_KERNEL(product_back_push, k, level, v)
{
	const struct device_product *p = &k->p;
	int32_t is_sink = product_is_sink(p, (int32_t)v);
	uint64_t set = is_sink ? 0 : p->entering[v];

	(void)level;
	if (!set && !is_sink)
		return;
	set = product_settle(p, v, set, p->mark[v], product_groups(p, v, p->mark[v]));
	p->entering[v] = set;
	for (int32_t j = p->in_row[v]; set && j < p->in_row[v + 1]; j++) {
		int32_t tail = p->in_from[j];
		uint64_t ahead = is_sink ? set
					 : product_admitted(p, set, p->in_arc[j],
							    p->transposed ? tail : (int32_t)v);

		if (ahead)
			atomic_or_u64(&p->entering[tail], ahead);
	}
}

/* Item: state ahead of which there is no group: the cone that is kept says it. Floor: 9 bytes. */
KERNEL(product_back_kept, k, v)
{
	k->entering[v] = k->reaches[v] ? k->all : 0;
}

/* Item: state before which there is no group, from `first` on. Floor: 21 bytes. */
KERNEL(product_forward_kept, k, i)
{
	int64_t v = k->first + i;
	uint64_t set = k->reached[v] ? k->entering[v] & 1 : 0;

	k->leaving[v] = set;
	k->n_state[v] = (int32_t)set;
}

/* Item: state. The cones of all paths, to be kept. */
KERNEL(product_keep, k, v)
{
	k->reaches[v] = k->entering[v] != 0;
	k->reached[v] = k->leaving[v] != 0;
}

/* What a state's set gives those ahead of it: in the turned graph the numbers with which paths may reach it. */
DEVICE_INLINE uint64_t product_offered(const struct device_product *p, uint64_t set, int32_t state)
{
	return set && p->transposed ? product_before(set, p->groups[state]) : set;
}

/* What arcs from j on bring their head, as product_ahead does. */
DEVICE_INLINE uint64_t product_coming(const struct device_product *p, int32_t v, int32_t j, int32_t end,
				      bool together)
{
	const int32_t *__restrict__ in_from = p->in_from;
	const int64_t *at[ARCS_AT_ONCE];
	int64_t word[ARCS_AT_ONCE];
	int32_t tail[ARCS_AT_ONCE];
	uint64_t set = 0;

	for (int32_t i = 0; i < ARCS_AT_ONCE; i++)
		tail[i] = j + i < end ? in_from[j + i] : -1;
	for (int32_t i = 0; i < ARCS_AT_ONCE; i++) {
		at[i] = (const int64_t *)p->leaving + (tail[i] < 0 ? 0 : tail[i]);
		word[i] = tail[i] < 0 ? 0 : flow_peek_64(at[i]);
	}
	if (together)
		flow_wait_64(at, word, ARCS_AT_ONCE);
	for (int32_t i = 0; i < ARCS_AT_ONCE; i++) {
		uint64_t comes = (uint64_t)(together ? word[i] : flow_wait_alone_64(at[i], word[i]));

		comes = product_offered(p, comes, tail[i]);
		if (comes && !product_is_sink(p, v))
			comes = product_admitted(p, comes, p->in_arc[j + i], p->transposed ? tail[i] : v);
		set |= comes;
	}
	return set;
}

/* The set with which paths leave a state of these groups that they reach with this one. */
DEVICE_INLINE uint64_t product_leave(const struct device_product *p, int32_t v, uint64_t set, uint64_t groups)
{
	if (product_is_sink(p, v))
		return set ? 1 : 0;
	return set && !p->transposed ? product_enter(set, groups) : set;
}

DEVICE_INLINE void FS_NAME(product_forward_unwrite)(const struct product_forward_args *k, int64_t i)
{
	k->p.leaving[k->p.n_states - 1 - i] = (uint64_t)UNWRITTEN_64;
}

/* Item: state, counted from the last, so after its tails. Writes the numbers with which paths leave
 * it that also get to an end, and how many there are. One without any on its way to an end waits for nothing. */
FLOW_SWEEP_KERNEL(product_forward, k, level, i)
{
	const struct device_product *p = &k->p;
	const int32_t *__restrict__ in_row = p->in_row;
	int64_t v = i < 0 ? 0 : p->n_states - 1 - i;
	uint64_t wanted = i < 0 ? 0 : p->entering[v], set = 0;
	uint64_t groups = product_groups(p, v, p->mark[v]);
	int32_t begin = in_row[v], end = wanted ? in_row[v + 1] : begin;

	(void)level;
	if (ASK_AHEAD && v >= ASK_AHEAD && begin >= ASK_AHEAD) {
		ask_for(in_row + v - ASK_AHEAD);
		ask_for(p->entering + v - ASK_AHEAD);
		ask_for(p->in_from + begin - ASK_AHEAD);
	}
	if (i >= 0 && !wanted)
		flow_put_64((int64_t *)p->leaving + v, 0);
	if (wanted)
		set = p->begin[v];
	set |= product_coming(p, (int32_t)v, begin, end, true);
	for (int32_t j = begin + ARCS_AT_ONCE; j < end; j += ARCS_AT_ONCE)
		set |= product_coming(p, (int32_t)v, j, end, false);
	set = product_leave(p, (int32_t)v, set & wanted, groups);
	if (wanted)
		flow_put_64((int64_t *)p->leaving + v, (int64_t)set);
	if (i >= 0)
		k->n_state[v] = count_bits_64(set);
}

/* Item: state, counted from the last, so after its tails, which have filled its word: it becomes what
 * product_forward would write, and goes on to the heads. For few sources, as product_back_push. */
SWEEP_KERNEL(product_forward_push, k, level, i)
{
	const struct device_product *p = &k->p;
	int64_t v = p->n_states - 1 - i;
	uint64_t comes = p->leaving[v] | p->begin[v], set, offered;

	(void)level;
	if (!comes)
		return;
	set = product_leave(p, (int32_t)v, comes & p->entering[v], product_groups(p, v, p->mark[v]));
	p->leaving[v] = set;
	k->n_state[v] = count_bits_64(set);
	if (product_is_sink(p, (int32_t)v))
		return;
	offered = product_offered(p, set, (int32_t)v);
	for (int32_t e = p->row[v]; offered && e < p->row[v + 1]; e++) {
		int32_t head = p->to[e];
		uint64_t taken = product_is_sink(p, head)
					 ? offered
					 : product_admitted(p, offered, e,
							    p->transposed ? (int32_t)v : head);

		if (taken)
			atomic_or_u64(&p->leaving[head], taken);
	}
}

/* Item: the beginning of a level, or of a part of one. */
KERNEL(product_rows, k, i)
{
	k->out[i] = (int32_t)k->first[k->part_row[i]];
}

/* Item: state of the base. Its states in the product, by number, and how many arcs leave each. */
KERNEL(product_states, k, v)
{
	const struct device_product *p = &k->p;
	int64_t at;
	uint64_t set;

	if (!k->n_state[v])
		return;
	at = k->first[v];
	for (set = p->leaving[v]; set; set &= set - 1, at++) {
		uint64_t bit = set & (0 - set);
		int32_t n = 0;

		k->base[at] = (int32_t)v;
		k->passed[at] = (uint8_t)count_bits_64(bit - 1);
		if (!product_is_sink(p, (int32_t)v)) {
			for (int32_t e = p->row[v]; e < p->row[v + 1]; e++)
				n += count_bits_64(product_taken(p, (int32_t)v, bit, e));
		}
		k->n_arc[at] = n;
	}
}

/* Item: state of the product. Its arcs in the order of the base's, then of the numbers. The row after the
 * last is the caller's. */
KERNEL(product_arcs, k, i)
{
	const struct device_product *p = &k->p;
	int32_t v = k->base[i];
	uint64_t bit = (uint64_t)1 << k->passed[i];
	int64_t at = k->begin[i];

	k->row[i] = (int32_t)at;
	if (product_is_sink(p, v))
		return;
	for (int32_t e = p->row[v]; e < p->row[v + 1]; e++) {
		for (uint64_t set = product_taken(p, v, bit, e); set; set &= set - 1) {
			k->to[at] = product_state(p, k->first, p->to[e], set & (0 - set));
			k->place[at] = e;
			if (k->from)
				k->from[at] = k->arc_from[e];
			at++;
		}
	}
}

/* The thread that finds a pin unseen counts it, so it is counted once. */
DEVICE_INLINE void see_pin(int32_t pin, int32_t *seen, int32_t *count)
{
	if (!seen[pin] && atomic_swap_i32(&seen[pin], 0, 1) == 0)
		atomic_add_i32(count, 1);
}

/* Item: state of the product. Floor: 12 bytes gathered. */
KERNEL(product_pins, k, i)
{
	int32_t state = k->base[i], is_end = i < k->n_sinks;

	if (is_end)
		state = k->in_from[k->in_row[state]];
	see_pin(k->vertex[state] >> k->shift, is_end ? k->seen_end : k->seen,
		is_end ? &k->count[1] : &k->count[0]);
}

/* Item: state of the base. Floor: 4 bytes, and 12 gathered where
 * something is left. */
KERNEL(product_present, k, v)
{
	const struct device_product *p = &k->p;
	int32_t is_end = product_is_sink(p, (int32_t)v), state = (int32_t)v;

	if (!k->n_state[v])
		return;
	if (is_end)
		state = p->in_from[p->in_row[state]];
	see_pin(k->vertex[state] >> k->shift, is_end ? k->seen_end : k->seen,
		is_end ? &k->count[1] : &k->count[0]);
}

/* Item: source. Is it in the product, and at which of its states? */
KERNEL(product_sources, k, s)
{
	const struct device_product *p = &k->p;
	int32_t state = k->source_state[s];
	uint64_t bit = product_end(k->source_set[s]);

	k->kept[s] = (p->transposed ? p->leaving[state] : p->entering[state]) & bit ? 1 : 0;
	k->state[s] = k->kept[s] ? product_state(p, k->first, state, bit) : -1;
}
