#include "gpu/device/warp_flow.h"

#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "base/order.h"

enum { MOST_BLOCKS = 4096, WORD = 64 };

/* Sets of blocks, a bit each, the end too. */
struct sets {
	int32_t n, words;
	uint64_t *beyond;    /* owned [n][words]: blocks that all ways from here come through */
	uint64_t *successor; /* owned [n][words] */
};

int32_t warp_flow_block(const struct warp_flow *flow, uint64_t address)
{
	return FIRST_NOT(i, 0, flow->n, flow->block[i] < address);
}

/* Sort n addresses and leave each once; how many are left. */
static int64_t make_distinct(uint64_t *address, int64_t n)
{
	int64_t distinct = 0;

	qsort(address, (size_t)n, sizeof *address, compare_uint64);
	for (int64_t i = 0; i < n; i++) {
		if (i == 0 || address[i] != address[distinct - 1])
			address[distinct++] = address[i];
	}
	return distinct;
}

static enum status list_blocks(const struct warp_events *events, struct warp_flow *flow)
{
	enum { ROOM = 4 * MOST_BLOCKS };
	int64_t n = 0;

	TRY(ALLOC(&flow->block, ROOM));
	for (int l = 0; l < WARP_LANES; l++) {
		for (int64_t i = 0; i < events[l].n; i++) {
			if (events[l].event[i].what != WARP_MARK)
				continue;
			flow->block[n++] = events[l].event[i].code;
			if (n < ROOM)
				continue;
			n = make_distinct(flow->block, n);
			if (n > MOST_BLOCKS)
				return status_fail(
					STATUS_FAILED,
					"the warp goes through more than %d blocks of code",
					MOST_BLOCKS);
		}
	}
	flow->n = (int32_t)make_distinct(flow->block, n);
	return STATUS_OK;
}

static void put(uint64_t *set, int32_t block)
{
	set[block / WORD] |= (uint64_t)1 << block % WORD;
}

static bool has(const uint64_t *set, int32_t block)
{
	return set[block / WORD] >> block % WORD & 1;
}

static void list_successors(const struct warp_events *events, const struct warp_flow *flow,
			    struct sets *sets)
{
	for (int l = 0; l < WARP_LANES; l++) {
		int32_t before = -1;

		for (int64_t i = 0; i < events[l].n; i++) {
			int32_t block;

			if (events[l].event[i].what != WARP_MARK)
				continue;
			block = warp_flow_block(flow, events[l].event[i].code);
			if (before >= 0)
				put(sets->successor + (int64_t)before * sets->words, block);
			before = block;
		}
		if (before >= 0)
			put(sets->successor + (int64_t)before * sets->words, flow->n);
	}
}

/* beyond(b) = b and what is beyond all of its successors; true if that is less than before. */
static bool narrow(struct sets *sets, int32_t b, uint64_t *set)
{
	uint64_t *own = sets->beyond + (int64_t)b * sets->words;
	const uint64_t *successor = sets->successor + (int64_t)b * sets->words;
	bool changed;

	memset(set, 0xff, (size_t)sets->words * sizeof *set);
	for (int32_t s = 0; s < sets->n; s++) {
		for (int32_t w = 0; has(successor, s) && w < sets->words; w++)
			set[w] &= sets->beyond[(int64_t)s * sets->words + w];
	}
	if (has(successor, sets->n)) { /* beyond the end is only the end */
		memset(set, 0, (size_t)sets->words * sizeof *set);
		put(set, sets->n);
	}
	put(set, b);
	changed = memcmp(own, set, (size_t)sets->words * sizeof *set) != 0;
	memcpy(own, set, (size_t)sets->words * sizeof *set);
	return changed;
}

static int32_t count(const struct sets *sets, int32_t b)
{
	int32_t n = 0;

	for (int32_t w = 0; w < sets->words; w++)
		n += __builtin_popcountll(sets->beyond[(int64_t)b * sets->words + w]);
	return n;
}

/* The first block beyond b has the most blocks beyond it. */
static int32_t nearest(const struct sets *sets, int32_t b)
{
	int32_t found = sets->n, most = 0;

	for (int32_t other = 0; other < sets->n; other++) {
		if (other == b || !has(sets->beyond + (int64_t)b * sets->words, other) ||
		    count(sets, other) <= most)
			continue;
		found = other;
		most = count(sets, other);
	}
	return found;
}

static enum status find_meetings(const struct warp_events *events, struct warp_flow *flow,
				 struct sets *sets)
{
	int64_t all = (int64_t)sets->n * sets->words;
	FREED uint64_t *set = NULL;
	bool changed = true;

	TRY(ALLOC_ALL(all, &sets->beyond, &sets->successor));
	TRY(ALLOC(&flow->meet, sets->n));
	TRY(ALLOC(&set, sets->words));
	memset(sets->beyond, 0xff, (size_t)all * sizeof *sets->beyond);
	list_successors(events, flow, sets);
	while (changed) {
		changed = false;
		for (int32_t b = sets->n - 1; b >= 0; b--)
			changed |= narrow(sets, b, set);
	}
	for (int32_t b = 0; b < sets->n; b++)
		flow->meet[b] = nearest(sets, b);
	return STATUS_OK;
}

enum status warp_flow_make(const struct warp_events *events, struct warp_flow *out)
{
	struct sets sets = {0};
	enum status status;

	TRY(list_blocks(events, out));
	sets.n = out->n;
	sets.words = out->n / WORD + 1;
	status = find_meetings(events, out, &sets);
	FREE_ALL(sets.beyond, sets.successor);
	return status;
}

void warp_flow_release(struct warp_flow *flow)
{
	FREE_ALL(flow->block, flow->meet);
}
