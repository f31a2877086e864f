/*
 * Which driver each input of a gate has. An input looks for one of its level around the place in that level's list that
 * corresponds to its own place in the row.
 *
 * What inputs look for depends on the seed, what they get on those before them, but only by which drivers have a sink by
 * then. So gates go through three stages, by blocks of a level: threads note the wishes of a block; one thread
 * grants them, in order, with a bit for each place in the lists; threads write down what they got. Meanwhile the others do the
 * same for the blocks before and after. A driver that an input reconverges to has a sink already, so it is found last,
 * unless it decides what the same gate's next input gets.
 */
#include <stdlib.h>

#include "base/grow.h"
#include "base/parallel.h"
#include "gen/generate_impl.h"

enum {
	MOST_PROBES = 6,      /* neighbours looked at for one without a sink */
	LONG_DISTANCE = 1000, /* along the row: from there on drivers are buffers or inverters */
};

static const double from_registers = 0.25; /* side inputs that come straight from level 0 */
static const double to_unused = 0.5;       /* inputs that look for a driver without a sink */
static const double reconverging = 0.6;    /* side inputs from before the first input's driver */

/* ---- wishes ---- */

/* Back into the row, however far out. */
static int32_t reflect(const struct shape *shape, int64_t place)
{
	int64_t n = shape->n;

	place %= 2 * n;
	if (place < 0)
		place += 2 * n;
	return (int32_t)(place < n ? place : 2 * n - 1 - place);
}

/* The place in the list of a level that corresponds to one in the row: as far within
 * the cluster. */
static int32_t place_in_level(const struct wiring *w, int32_t instance, int32_t level)
{
	const struct shape *shape = w->shape;
	int32_t c = shape_cluster(shape, shape_window_of(shape, instance));
	const int32_t *start = w->cluster_start + (int64_t)level * (shape->n_clusters + 1) + c;
	int32_t last_window =
		c + 1 == shape->n_clusters ? shape->n_windows : (c + 1) * CLUSTER_WINDOWS;
	int32_t first = shape->window[c * CLUSTER_WINDOWS].first;
	int64_t place = start[0] + (int64_t)(start[1] - start[0]) * (instance - first) /
					   (shape->window[last_window].first - first);

	return (int32_t)(place < w->level_row[level + 1] ? place : place - 1);
}

/* Some drivers are hubs, registers rather than gates: what is near them goes there. */
static int32_t to_hub(uint64_t bits, int32_t level, int32_t place)
{
	int64_t r = (int64_t)(bits & 1023);
	int32_t mask = 0;

	if (level == 0)
		mask = r < 20 ? 1023 : r < 60 ? 127 : r < 160 ? 15 : r < 300 ? 3 : 0;
	else
		mask = r < 10 ? 511 : r < 40 ? 63 : r < 100 ? 15 : r < 250 ? 3 : 0;
	return mask && place - place % (mask + 1) >= 0 ? place & ~mask : -1;
}

/* Neighbours of a place, the nearest first. */
static inline int32_t probe(int32_t place, int32_t k)
{
	return place + (k & 1 ? -(k + 1) / 2 : k / 2);
}

/* The nearest around a place that is not a gate of several inputs: those come in strong drives. */
static int32_t prefer_strong(const struct wiring *w, int32_t level, int32_t place)
{
	for (int32_t k = 0; k < MOST_PROBES; k++) {
		int32_t at = probe(place, k), driver;

		if (at < w->level_row[level] || at >= w->level_row[level + 1])
			continue;
		driver = w->level_member[at];
		if (driver < 0 || level == 0 || w->shape->n_inputs[driver] == 1)
			return at;
	}
	return place;
}

enum what {
	TO_PLACE,     /* the driver at a place of a level's list, … */
	TO_UNUSED,    /* … or the nearest of its neighbours that has no sink at the time, … */
	TO_UNUSED_AT, /* … which aren't all of that level */
	TO_ANCESTOR, /* one before the driver of the gate's first input, unless that is a port; … */
	TO_KNOWN,    /* … the one that this is */
};

struct wish {
	int32_t place;
	int32_t driver; /* TO_PLACE, TO_KNOWN: the driver */
	uint8_t level, what;
	uint8_t probes;    /* bits of the places that may be taken instead */
	uint8_t tries : 3; /* that failed before */
	/* Of a gate's first input: its inputs; is what the others get known without ancestors? */
	uint8_t n_inputs : 4, is_plain : 1;
};

enum { ALL_PROBES = (1 << MOST_PROBES) - 1 };

static void look_around(const struct wiring *w, struct wish *wish)
{
	int32_t first = wish->place - MOST_PROBES / 2;
	const int32_t *row = w->level_row + wish->level;

	wish->what = TO_UNUSED_AT;
	if (first >= row[0] && first + MOST_PROBES <= row[1]) {
		wish->what = TO_UNUSED;
		wish->probes = ALL_PROBES;
	}
}

static struct wish wish_for(const struct wiring *w, int32_t instance, int64_t slot, int32_t level)
{
	int64_t distance = wiring_distance(wiring_draw(w, slot, 1));
	int32_t near = reflect(w->shape, instance + distance);
	int32_t at = place_in_level(w, near, level);
	int32_t hub = to_hub(wiring_draw(w, slot, 0), level, at);
	struct wish wish = {.place = at, .level = (uint8_t)level, .what = TO_PLACE};

	if (hub >= w->level_row[level] || llabs(distance) > LONG_DISTANCE)
		wish.place = prefer_strong(w, level, hub >= w->level_row[level] ? hub : at);
	else if (random_unit(wiring_draw(w, slot, 2)) < to_unused)
		look_around(w, &wish);
	return wish;
}

/* Some steps back from the driver of the first input, so that the two reconverge in this gate. */
static int32_t choose_ancestor(const struct wiring *w, int64_t slot, int32_t driver)
{
	uint64_t bits = wiring_draw(w, slot, 6);

	for (int64_t steps = 1 + (int64_t)(bits & 3); steps > 0; steps--) {
		int64_t i;

		bits = random_mix(bits);
		if (driver < 0 || w->shape->kind[driver] != ROW_GATE)
			break;
		i = random_below(bits, w->shape->n_inputs[driver]);
		driver = w->driver[w->slot_row[driver] + i];
	}
	return driver;
}

/* The first input comes from the level before, others from any lower one, rather a near one. */
static int32_t choose_level(const struct wiring *w, int64_t slot, int32_t input, int32_t level)
{
	double u;

	if (input == 0 || level == 1)
		return level - 1;
	if (random_unit(wiring_draw(w, slot, 3)) < from_registers)
		return 0;
	u = random_unit(wiring_draw(w, slot, 4));
	return level - 1 - (int32_t)(u * u * u * level);
}

static bool reconverges(const struct wiring *w, int32_t input, int64_t slot)
{
	return input > 0 && random_unit(wiring_draw(w, slot, 7)) < reconverging;
}

static struct wish wish_of_input(const struct wiring *w, int32_t gate, int32_t input, int64_t slot)
{
	return wish_for(w, gate, slot, choose_level(w, slot, input, w->shape->level[gate]));
}

/* ---- blocks ---- */

enum {
	BLOCK_GATES = 1 << 13,
	ALONE_GATES = 1 << 9, /* for one thread, whose cache holds all three stages */
	JOBS = 16,
};

enum { ANCESTOR = -1 /* instead of a place that an input got: it is to be found */ };

struct block {
	int32_t first, n;  /* gates of one level, in w->level_member */
	bool begins_level; /* the blocks before are of lower ones, whose drivers it needs */
	struct wish *wish; /* owned [BLOCK_GATES · MOST_GATE_INPUTS] */
	/* owned, the same: places in w->level_member, or drivers if the gate isn't plain */
	int32_t *got;
};

enum { BLOCKS = 3 }; /* noted, granted and written at once */

struct driving {
	struct wiring *w;
	uint64_t *used; /* owned: bits by place in w->level_member, those that have a sink */
	/* by the bits around a place: how far the one is that is preferred */
	int8_t nearest[1 << MOST_PROBES];
	struct block block[BLOCKS];
	bool is_alone; /* one thread does all of it */
};

/* Of a gate of a level that has begun: ancestors of a first driver that is known. */
static void note_ancestors(const struct wiring *w, int32_t gate, struct wish *wish)
{
	for (int32_t k = 1; k < wish->n_inputs; k++) {
		int64_t slot = (int64_t)(w->slot_row[gate] + k) * DRAWS_A_SLOT;

		if (wish[k].what != TO_ANCESTOR)
			continue;
		wish[k].what = TO_KNOWN;
		wish[k].driver = choose_ancestor(w, slot, wish->driver);
	}
}

static void note_wish(const struct wiring *w, int32_t gate, int32_t input, int tries,
		      struct wish *wish)
{
	int64_t slot = (int64_t)(w->slot_row[gate] + input) * DRAWS_A_SLOT + tries;

	*wish = wish_of_input(w, gate, input, slot);
	wish->driver = w->level_member[wish->place];
	wish->tries = (uint8_t)(tries & 7);
}

/* Whatever this wish gets is a register, rather than a port. */
static bool gets_register(const struct wiring *w, const struct wish *wish)
{
	if (wish->what == TO_PLACE)
		return wish->driver >= 0;
	for (int32_t k = 0; k < MOST_PROBES && wish->what == TO_UNUSED; k++)
		if (w->level_member[probe(wish->place, k)] < 0)
			return false;
	return wish->what == TO_UNUSED;
}

/* An input that reconverges from a register would have that for its driver, as the first input, and tries again. */
static void note_after_register(const struct wiring *w, int32_t gate, int32_t input,
				struct wish *wish)
{
	int64_t slot = (int64_t)(w->slot_row[gate] + input) * DRAWS_A_SLOT;

	for (int tries = 1; tries < DRAWS_A_SLOT; tries++) {
		if (reconverges(w, input, slot + tries))
			continue;
		note_wish(w, gate, input, tries, wish);
		return;
	}
}

static void note_gate(const struct wiring *w, int32_t gate, struct wish *wish)
{
	int32_t n = w->shape->n_inputs[gate], level = w->shape->level[gate];
	bool any_ancestor = false;

	for (int32_t k = 0; k < n; k++) {
		if (!reconverges(w, k, (int64_t)(w->slot_row[gate] + k) * DRAWS_A_SLOT)) {
			note_wish(w, gate, k, 0, &wish[k]);
			continue;
		}
		wish[k] = (struct wish){.what = TO_ANCESTOR};
		if (level == 1 && gets_register(w, wish))
			note_after_register(w, gate, k, &wish[k]);
		any_ancestor |= wish[k].what == TO_ANCESTOR;
	}
	wish->n_inputs = (uint8_t)(n & 15);
	/* the driver of a first input is one level below, its ancestors are further below */
	wish->is_plain = !any_ancestor || (n == 2 && level > 1);
}

static void note_wishes(const struct wiring *w, const struct block *block, int32_t begin,
			int32_t end)
{
	for (int32_t i = begin; i < end; i++) {
		int32_t gate = w->level_member[block->first + i];
		struct wish *wish = block->wish + (int64_t)i * MOST_GATE_INPUTS;

		note_gate(w, gate, wish);
		if (!wish->is_plain && wish->what == TO_PLACE && w->shape->level[gate] > 1 &&
		    !block->begins_level)
			note_ancestors(w, gate, wish);
	}
}

/* ---- what they get ---- */

/* Bits begin after a word, for places before the first. */
static inline bool is_used(const struct driving *d, int32_t place)
{
	return d->used[(place >> 6) + 1] >> (place & 63) & 1;
}

static inline void use(struct driving *d, int32_t place)
{
	d->used[(place >> 6) + 1] |= UINT64_C(1) << (place & 63);
}

/* By all bits from the third place before: nearest[]. */
static void fill_nearest(struct driving *d)
{
	for (int32_t bits = 0; bits < 1 << MOST_PROBES; bits++) {
		for (int32_t k = MOST_PROBES - 1; k >= 0; k--) {
			int32_t at = probe(0, k);

			if (!(bits >> (at + MOST_PROBES / 2) & 1))
				d->nearest[bits] = (int8_t)at;
		}
	}
}

/* The nearest around a place that has no sink yet, else the one at it. */
static int32_t prefer_unused(const struct driving *d, int32_t level, int32_t place)
{
	const int32_t *row = d->w->level_row + level;

	for (int32_t k = 0; k < MOST_PROBES; k++) {
		int32_t at = probe(place, k);

		if (at >= row[0] && at < row[1] && !is_used(d, at))
			return at;
	}
	return place;
}

/* Without a branch but at the ends of lists: for a wish with no probes the bits are 0. */
static inline int32_t grant(const struct driving *d, const struct wish *wish)
{
	int32_t first = wish->place - MOST_PROBES / 2;
	const uint64_t *used = d->used + (first >> 6) + 1;
	uint64_t bits = used[0] >> (first & 63) | used[1] << 1 << (~first & 63);

	if (wish->what == TO_UNUSED_AT)
		return prefer_unused(d, wish->level, wish->place);
	return wish->place + d->nearest[bits & wish->probes];
}

/* What an input of a gate with this first driver gets by the draws of a try; *place is that of its driver, ANCESTOR = it has
 * a sink already. */
static int32_t choose_input(const struct driving *d, int32_t gate, int32_t input, int tries,
			    int32_t first_driver, int32_t *place)
{
	const struct wiring *w = d->w;
	int64_t slot = (int64_t)(w->slot_row[gate] + input) * DRAWS_A_SLOT + tries;
	struct wish wish;

	*place = ANCESTOR;
	if (first_driver >= 0 && reconverges(w, input, slot))
		return choose_ancestor(w, slot, first_driver);
	wish = wish_of_input(w, gate, input, slot);
	*place = grant(d, &wish);
	return w->level_member[*place];
}

static inline int32_t driver_at(const struct driving *d, const struct wish *wish, int32_t place)
{
	return wish->what == TO_PLACE ? wish->driver : d->w->level_member[place];
}

/* Inputs of one gate have different drivers, unless that fails time and again. Those before `from` have got places. */
static void drive_by_driver(struct driving *d, int32_t gate, int32_t from, struct wish *wish,
			    int32_t *got)
{
	for (int32_t i = 0; i < from; i++)
		got[i] = driver_at(d, &wish[i], got[i]);
	for (int32_t i = from; i < wish->n_inputs; i++) {
		int32_t place = ANCESTOR, own = wish[i].driver;

		if (wish[i].what == TO_ANCESTOR) {
			own = choose_input(d, gate, i, 0, got[0], &place);
		} else if (wish[i].what != TO_KNOWN) {
			place = grant(d, &wish[i]);
			own = driver_at(d, &wish[i], place);
		}
		for (int tries = wish[i].tries + 1; tries < DRAWS_A_SLOT; tries++) {
			if (!wiring_is_among(got, i, own))
				break;
			own = choose_input(d, gate, i, tries, got[0], &place);
		}
		got[i] = own;
		if (place != ANCESTOR)
			use(d, place);
	}
	wish->is_plain = false;
}

/* By places, as long as no two inputs get the same. */
static void drive_by_place(struct driving *d, int32_t gate, struct wish *wish, int32_t *got)
{
	for (int32_t i = 0; i < wish->n_inputs; i++) {
		int32_t place;

		if (wish[i].what == TO_ANCESTOR) {
			got[i] = ANCESTOR;
			continue;
		}
		place = grant(d, &wish[i]);
		if (wiring_is_among(got, i, place)) {
			drive_by_driver(d, gate, i, wish, got);
			return;
		}
		got[i] = place;
		use(d, place);
	}
}

/* Ask for what gates some steps on will look at, where the driver of the first input isn't known before; what is
 * granted by now is most often that. */
static inline void look_ahead(const struct driving *d, const struct block *block, int32_t i)
{
	enum { STEP = 6, STEPS = 3 };
	const struct wiring *w = d->w;

	for (int32_t s = 1; s <= STEPS && i + s * STEP < block->n; s++) {
		const struct wish *wish = block->wish + (int64_t)(i + s * STEP) * MOST_GATE_INPUTS;
		int32_t driver;

		if (wish->is_plain || wish->what == TO_PLACE)
			continue;
		if (s == STEPS) {
			__builtin_prefetch(&w->level_member[wish->place]);
			continue;
		}
		driver = w->level_member[grant(d, wish)];
		if (driver < 0)
			continue;
		if (s == 1) {
			__builtin_prefetch(&w->driver[w->slot_row[driver]]);
		} else {
			__builtin_prefetch(&w->slot_row[driver]);
			__builtin_prefetch(&w->shape->kind[driver]);
			__builtin_prefetch(&w->shape->n_inputs[driver]);
		}
	}
}

static void drive_block(struct driving *d, const struct block *block)
{
	for (int32_t i = 0; i < block->n; i++) {
		int32_t gate = d->w->level_member[block->first + i];
		struct wish *wish = block->wish + (int64_t)i * MOST_GATE_INPUTS;
		int32_t *got = block->got + (int64_t)i * MOST_GATE_INPUTS;

		look_ahead(d, block, i);
		if (wish->is_plain)
			drive_by_place(d, gate, wish, got);
		else
			drive_by_driver(d, gate, 0, wish, got);
	}
}

/* ---- what they got ---- */

static inline void count_sink(const struct driving *d, int32_t *fan_out)
{
	if (d->is_alone)
		++*fan_out;
	else
		__atomic_fetch_add(fan_out, 1, __ATOMIC_RELAXED);
}

static void write_gate(const struct driving *d, int32_t gate, const struct wish *wish,
		       const int32_t *got)
{
	const struct wiring *w = d->w;
	int32_t first = w->slot_row[gate], *driver = w->driver + first;

	for (int32_t k = 0; k < wish->n_inputs; k++) {
		if (!wish->is_plain)
			driver[k] = got[k];
		else if (got[k] == ANCESTOR)
			driver[k] =
				choose_ancestor(w, (int64_t)(first + k) * DRAWS_A_SLOT, driver[0]);
		else
			driver[k] = driver_at(d, &wish[k], got[k]);
		count_sink(d, wiring_fan_out(w, driver[k]));
	}
}

static void write_block(const struct driving *d, const struct block *block, int32_t begin,
			int32_t end)
{
	for (int64_t i = begin; i < end; i++)
		write_gate(d, d->w->level_member[block->first + i],
			   block->wish + i * MOST_GATE_INPUTS, block->got + i * MOST_GATE_INPUTS);
}

static void write_all(const struct driving *d, const struct block *block)
{
	int parts = parts_of(block->n);

	OVER_PARTS(p, parts)
	write_block(d, block, (int32_t)part_begin(block->n, parts, p),
		    (int32_t)part_begin(block->n, parts, p + 1));
}

/* Drive one block (n = 0: none), write down what the one before got and note the wishes of the one after. */
static void advance(struct driving *d, const struct block *before, const struct block *block,
		    const struct block *after)
{
	bool is_small = before->n + block->n + after->n < BLOCK_GATES / 4;
	int parts = is_small || d->is_alone ? 1 : JOBS;

	OVER_JOBS(j, 1 + 2 * parts)
	{
		int p = (j - 1) / 2;

		if (j == 0)
			drive_block(d, block);
		else if (j & 1)
			write_block(d, before, (int32_t)part_begin(before->n, parts, p),
				    (int32_t)part_begin(before->n, parts, p + 1));
		else
			note_wishes(d->w, after, (int32_t)part_begin(after->n, parts, p),
				    (int32_t)part_begin(after->n, parts, p + 1));
	}
}

/* The block from `at` on, whose level is raised to the one it is of; empty after the last gate. */
static void begin_block(const struct driving *d, struct block *block, int32_t at, int32_t *level)
{
	const struct wiring *w = d->w;
	int32_t most = d->is_alone ? ALONE_GATES : BLOCK_GATES;

	while (*level < w->n_levels && w->level_row[*level + 1] <= at)
		++*level;
	block->first = at;
	block->n = w->level_row[*level + 1] - at;
	block->n = block->n < most ? block->n : most;
	block->begins_level = at == w->level_row[*level];
}

/* Level by level, so that what is downstream of a driver is known. */
static enum status drive_in_blocks(struct driving *d)
{
	struct wiring *w = d->w;
	int32_t at = w->level_row[1], level = 1, n_left = 1;

	for (int b = 0; n_left; b++) {
		struct block *before = &d->block[b % BLOCKS];
		struct block *block = &d->block[(b + 1) % BLOCKS];
		struct block *after = &d->block[(b + 2) % BLOCKS];

		TRY(task_progress(w->shape->task, at));
		begin_block(d, after, at, &level);
		at += after->n;
		if (block->begins_level) {
			write_all(d, before);
			before->n = 0;
		}
		advance(d, before, block, after);
		n_left = block->n + after->n;
	}
	return STATUS_OK;
}

static enum status make_blocks(struct driving *d)
{
	for (int i = 0; i < BLOCKS; i++) {
		TRY(ALLOC_ALL(BLOCK_GATES * MOST_GATE_INPUTS, &d->block[i].wish, &d->block[i].got));
	}
	return STATUS_OK;
}

enum status wiring_drive_gates(struct wiring *wiring)
{
	struct driving d = {.w = wiring, .is_alone = host_threads() == 1};
	enum status status;

	fill_nearest(&d);
	/* two words are read at once, from before the first place on */
	status = ALLOC(&d.used, wiring->level_row[wiring->n_levels + 1] / 64 + 3)
		 ?: make_blocks(&d) ?: drive_in_blocks(&d);
	for (int i = 0; i < BLOCKS; i++) {
		free(d.block[i].wish);
		free(d.block[i].got);
	}
	free(d.used);
	return status;
}
