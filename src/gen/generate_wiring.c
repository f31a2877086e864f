/*
 * Which pin drives which input: lists of levels, and what registers, ports and clocks are connected to. The inputs of gates
 * are in generate_drivers.c.
 */
#include <math.h>
#include <stdlib.h>

#include "base/bits.h"
#include "base/grow.h"
#include "base/order.h"
#include "base/parallel.h"
#include "gen/generate_impl.h"

enum {
	MOST_LEVELS = 1 << 8, /* as wiring->shape->level has them */
	STEAL_RANGE = 96,     /* instances looked at for an input to give a driver a sink */
};

static void set_driver(struct wiring *w, int64_t slot, int32_t driver)
{
	w->driver[slot] = driver;
	++*wiring_fan_out(w, driver);
}

/* ---- levels ---- */

static int32_t level_of(const struct shape *shape, int32_t i)
{
	return shape->kind[i] == ROW_CLOCK_BUFFER ? -1 : shape->level[i];
}

/* Ports are spread evenly: port p precedes this instance; one after the last, none. */
static int32_t port_place(const struct wiring *w, int32_t port)
{
	return (int32_t)((int64_t)w->shape->n * port / w->n_data_inputs);
}

/* Where the members of a level that are in a cluster begin. */
static int32_t *cluster_start(const struct wiring *w, int32_t level, int32_t cluster)
{
	return &w->cluster_start[(int64_t)level * (w->shape->n_clusters + 1) + cluster];
}

/* The members of levels that a cluster has, in the order of the row: how many, or to their places. */
static void list_cluster(const struct wiring *w, int32_t cluster, bool places)
{
	const struct shape *shape = w->shape;
	bool is_last = cluster + 1 == shape->n_clusters;
	int32_t first = shape->window[cluster * CLUSTER_WINDOWS].first;
	int32_t end = is_last ? shape->n : shape->window[(cluster + 1) * CLUSTER_WINDOWS].first;
	int32_t port = (int32_t)(((int64_t)first * w->n_data_inputs + shape->n - 1) / shape->n);
	int32_t at[MOST_LEVELS] = {0}, next = port_place(w, port);

	for (int32_t l = 0; l <= w->n_levels && places; l++)
		at[l] = *cluster_start(w, l, cluster);
	for (int32_t i = first; i < end; i++) {
		for (; next <= i; next = port_place(w, ++port), at[0]++)
			if (places)
				w->level_member[at[0]] = -1 - port;
		if (level_of(shape, i) < 0)
			continue;
		if (places)
			w->level_member[at[shape->level[i]]] = i;
		at[shape->level[i]]++;
	}
	for (int32_t l = 0; l <= w->n_levels && !places; l++)
		*cluster_start(w, l, cluster) = at[l];
}

/* Clusters are counted first. */
static void list_levels(struct wiring *w)
{
	int32_t n_clusters = w->shape->n_clusters, sum = 0;

	OVER_JOBS(c, n_clusters)
	list_cluster(w, c, false);
	for (int32_t l = 0; l <= w->n_levels; l++) {
		w->level_row[l] = sum;
		for (int32_t c = 0; c < n_clusters; c++) {
			int32_t n = *cluster_start(w, l, c);

			*cluster_start(w, l, c) = sum;
			sum += n;
		}
		*cluster_start(w, l, n_clusters) = sum;
	}
	w->level_row[w->n_levels + 1] = sum;
	OVER_JOBS(c, n_clusters)
	list_cluster(w, c, true);
}

/* ---- ends: registers and output ports ---- */

/* Gates without a sink, in the order of the row, from `at` on; −1 after the last before `end`. */
static int32_t next_unused(const struct wiring *w, int32_t *at, int32_t end)
{
	const struct shape *shape = w->shape;

	while (*at < end) {
		int32_t i = (*at)++;

		if (shape->kind[i] == ROW_GATE && !w->fan_out[i])
			return i;
	}
	return -1;
}

/* A gate anywhere near in the row. */
static int32_t any_gate(const struct wiring *w, int32_t instance, int64_t slot)
{
	const struct shape *shape = w->shape;

	for (int tries = 0; tries < DRAWS_A_SLOT; tries++) {
		int64_t place = instance +
				8 * wiring_distance(wiring_draw(w, slot * DRAWS_A_SLOT + tries, 5));

		if (place >= 0 && place < shape->n && shape->kind[place] == ROW_GATE)
			return (int32_t)place;
	}
	return shape->window[shape->n_windows].first - 1;
}

/* Gates of a window without a sink, the deepest first. */
struct unused {
	int32_t gate, level;
};

COMPARER(compare_unused, struct unused, ORDER(y->level, x->level) ?: ORDER(x->gate, y->gate))

/* What windows leave unused before registers take any, the deepest first. */
struct leftovers {
	struct unused *gate; /* owned [instances]: those of a window from its first instance on */
	int32_t *n;          /* owned [windows] */
};

static void list_unused(const struct wiring *w, struct leftovers *left, int32_t x)
{
	const struct window *window = &w->shape->window[x];
	struct unused *unused = left->gate + window->first;
	int32_t at = window->first + window->n_buffers, n = 0, gate;

	while ((gate = next_unused(w, &at, window[1].first)) >= 0)
		unused[n++] = (struct unused){gate, w->shape->level[gate]};
	SORT(unused, n, compare_unused);
	left->n[x] = n;
}

/* Registers for which there are none have a gate nearby from the beginning. */
static void choose_any(const struct wiring *w, const struct leftovers *left, int32_t x)
{
	const struct window *window = &w->shape->window[x];
	int32_t first = window->first + window->n_buffers;

	for (int32_t r = left->n[x]; r < window->n_registers; r++) {
		int32_t slot = w->slot_row[first + r];

		w->driver[slot] = any_gate(w, first + r, slot);
	}
}

static enum status list_leftovers(const struct wiring *w, struct leftovers *left)
{
	TRY(ALLOC(&left->gate, w->shape->n));
	TRY(ALLOC(&left->n, w->shape->n_windows));
	OVER_ITEMS(x, w->shape->n_windows)
	{
		list_unused(w, left, (int32_t)x);
		choose_any(w, left, (int32_t)x);
	}
	return STATUS_OK;
}

static void drive_registers_of(struct wiring *w, const struct leftovers *left, int32_t x)
{
	const struct window *window = &w->shape->window[x];
	const struct unused *unused = left->gate + window->first, *end = unused + left->n[x];
	int32_t first = window->first + window->n_buffers;

	for (int32_t r = 0; r < window->n_registers; r++) {
		int32_t slot = w->slot_row[first + r];

		while (unused < end && w->fan_out[unused->gate])
			unused++;
		if (unused < end)
			set_driver(w, slot, unused->gate);
		else if (r >= left->n[x])
			set_driver(w, slot, w->driver[slot]);
		else
			set_driver(w, slot, any_gate(w, first + r, slot));
	}
}

/* Registers take what their window leaves unused, the deepest first: for those there is no other
 * sink. Threads list that; a register without any takes a gate nearby, which may be one that a window after it has left. */
static enum status drive_registers(struct wiring *w)
{
	struct leftovers left = {0};
	enum status status = list_leftovers(w, &left);

	for (int32_t x = 0; x < w->shape->n_windows && status == STATUS_OK; x++)
		drive_registers_of(w, &left, x);
	free(left.gate);
	free(left.n);
	return status;
}

/* Each output port has a driver of its own: a gate without a sink that is near, else any. */
static enum status drive_outputs(struct wiring *w)
{
	const struct shape *shape = w->shape;
	int32_t n = shape->options->profile.n_outputs;
	FREED uint8_t *taken = NULL;

	TRY(ALLOC(&taken, shape->n));
	for (int32_t o = 0; o < n; o++) {
		int32_t first = (int32_t)((int64_t)shape->n * o / n), at = first;
		int32_t driver = next_unused(w, &at, (int32_t)((int64_t)shape->n * (o + 1) / n));

		for (at = first; driver < 0 || taken[driver]; at = (at + 1) % shape->n)
			if (shape->kind[at] == ROW_GATE && !taken[at])
				driver = at;
		taken[driver] = 1;
		w->output[o] = driver;
		++*wiring_fan_out(w, driver);
	}
	return STATUS_OK;
}

/* ---- what still has no sink ---- */

/* An input whose driver has others, so that it may be taken over: of a gate of a higher level (its first only at
 * the next level), or a register's. From one on; −1 = there is none. */
static int32_t next_to_steal(const struct wiring *w, int32_t level, int32_t victim, int32_t slot)
{
	const struct shape *shape = w->shape;
	int32_t first = w->slot_row[victim], end = first + shape->n_inputs[victim];

	if (shape->kind[victim] == ROW_REGISTER)
		end = first + 1;
	else if (shape->kind[victim] != ROW_GATE || shape->level[victim] <= level)
		return -1;
	else
		first += shape->level[victim] > level + 1;
	for (slot = slot > first ? slot : first; slot < end; slot++)
		if (*wiring_fan_out(w, w->driver[slot]) > 1)
			return slot;
	return -1;
}

/* Inputs that a driver without a sink may take over, the nearest first. */
struct search {
	int32_t unused, level, place;
	int32_t k;    /* steps out to the instance that is looked at, to both sides in turn */
	int32_t slot; /* of the last one that was found there, −1 = none */
};

static struct search search_from(int32_t unused, int32_t level, int32_t place)
{
	return (struct search){
		.unused = unused, .level = level, .place = place, .k = 1, .slot = -1};
}

/* The next one, −1 after the last. */
static int32_t next_choice(const struct wiring *w, struct search *s)
{
	for (; s->k < STEAL_RANGE * 2; s->k++) {
		int32_t victim = s->place + (s->k & 1 ? (s->k + 1) / 2 : -s->k / 2);

		if (victim < 0 || victim >= w->shape->n)
			continue;
		s->slot = next_to_steal(w, s->level, victim, s->slot + 1);
		if (s->slot >= 0)
			return s->slot;
	}
	return -1;
}

static void steal(struct wiring *w, int32_t slot, int32_t unused)
{
	--*wiring_fan_out(w, w->driver[slot]);
	set_driver(w, slot, unused);
}

static void find_sink(struct wiring *w, struct search s)
{
	int32_t slot = next_choice(w, &s);

	if (slot >= 0)
		steal(w, slot, s.unused);
}

static bool lacks_sink(const void *wiring, int64_t i)
{
	const struct wiring *w = wiring;

	return w->shape->kind[i] != ROW_CLOCK_BUFFER && !w->fan_out[i];
}

/*
 * Instances without a sink, and inputs that each may take over as long as nothing has been taken. These become fewer, as
 * drivers are left with one sink, but no more, and those that stay keep their order: so threads list the first of each, and
 * the first that stays, there or beyond, is what a search at its turn would find.
 */
enum { CHOICES = 3, WORTH_LISTING = 3 /* threads; with two it takes as long without */ };

struct choices {
	int32_t slot[CHOICES]; /* −1 after the last */
	int32_t k;             /* where the search for them stopped */
};

static struct search search_of(const struct wiring *w, int32_t unused)
{
	return search_from(unused, w->shape->level[unused], unused);
}

static void list_choices(const struct wiring *w, int32_t unused, struct choices *out)
{
	struct search s = search_of(w, unused);

	for (int c = 0; c < CHOICES; c++)
		out->slot[c] = next_choice(w, &s);
	out->k = s.k;
}

static void take_choice(struct wiring *w, int32_t unused, const struct choices *choices)
{
	struct search s = search_of(w, unused);

	for (int c = 0; c < CHOICES && choices->slot[c] >= 0; c++) {
		s.slot = choices->slot[c];
		if (*wiring_fan_out(w, w->driver[s.slot]) > 1) {
			steal(w, s.slot, unused);
			return;
		}
	}
	s.k = choices->k;
	find_sink(w, s);
}

/* Ask for what those some places on will look at first. */
static inline void look_ahead(const struct wiring *w, const struct choices *choices, int64_t i,
			      int64_t n)
{
	enum { STEP = 8 };

	if (i + 2 * STEP >= n)
		return;
	if (choices[i + STEP].slot[0] >= 0)
		__builtin_prefetch(wiring_fan_out(w, w->driver[choices[i + STEP].slot[0]]), 1);
	if (choices[i + 2 * STEP].slot[0] >= 0)
		__builtin_prefetch(&w->driver[choices[i + 2 * STEP].slot[0]], 1);
}

static enum status find_sinks_of(struct wiring *w, const int32_t *unused, int32_t n)
{
	FREED struct choices *choices = NULL;

	if (parts_of(n) < WORTH_LISTING) {
		for (int32_t i = 0; i < n; i++)
			find_sink(w, search_of(w, unused[i]));
		return STATUS_OK;
	}
	TRY(ALLOC(&choices, n));
	OVER_ITEMS(i, n)
	list_choices(w, unused[i], &choices[i]);
	for (int32_t i = 0; i < n; i++) {
		look_ahead(w, choices, i, n);
		take_choice(w, unused[i], &choices[i]);
	}
	return STATUS_OK;
}

/* An input is only taken over from a driver that has others, so those without a sink don't become more. */
static enum status find_sinks(struct wiring *w)
{
	int32_t n;
	FREED int32_t *unused = NULL;

	for (int32_t p = 0; p < w->n_data_inputs; p++)
		if (!*wiring_fan_out(w, -1 - p))
			find_sink(w, search_from(-1 - p, 0, port_place(w, p)));
	TRY(select_items(w->shape->n, lacks_sink, w, &unused, &n));
	return find_sinks_of(w, unused, n);
}

/* ---- clocks ---- */

static void drive_clocks(struct wiring *w)
{
	const struct shape *shape = w->shape;

	for (int32_t d = 0; d < shape->options->n_clocks; d++) {
		const struct clock_domain *domain = &shape->domain[d];
		int32_t leaf = 0;

		for (int32_t x = 0; x < domain->n_windows; x++) {
			const struct window *window = &shape->window[domain->first_window + x];
			int32_t first = window->first + window->n_buffers;

			for (int32_t r = 0; r < window->n_registers; r++)
				w->driver[w->slot_row[first + r] + 1] =
					domain->level[0].buffer[leaf + r / LEAF_SINKS];
			leaf += (window->n_registers + LEAF_SINKS - 1) / LEAF_SINKS;
		}
		for (int32_t l = 1; l < domain->n_levels; l++)
			for (int32_t i = 0; i < domain->level[l - 1].n; i++)
				w->driver[w->slot_row[domain->level[l - 1].buffer[i]]] =
					domain->level[l].buffer[i / TREE_SINKS];
	}
}

/* ---- loads ---- */

/* Roughly what a placement makes of a distance along the row, which winds over the die: fF. */
static float wire_load(int32_t from, int32_t to)
{
	double distance = from < to ? (double)to - from : (double)from - to;

	return (float)(0.5 + 0.3 * sqrt(distance));
}

/*
 * What each instance drives, for choosing how strong it is. A thread adds what its instances drive, in the order of inputs. It
 * looks at the chunks of inputs in which there is any, as most drivers are near in the row.
 */
struct loading {
	struct wiring *w;
	int parts;
	int32_t share;   /* instances of a part */
	int32_t n_slots; /* in chunks of LOAD_CHUNK */
	uint64_t *
		parts_in; /* owned [chunks]: bits of the parts, modulo 64, that have drivers in a chunk */
};

enum { LOAD_CHUNK = 1 << 12, PARTS_BITS = 64 };

static void mark_chunk(const struct loading *l, int64_t chunk)
{
	int32_t end = (int32_t)min_i64((chunk + 1) * LOAD_CHUNK, l->n_slots);
	int32_t first = 0; /* of the part that the driver before is in */
	uint64_t bits = 1;

	for (int32_t s = (int32_t)(chunk * LOAD_CHUNK); s < end; s++) {
		int32_t driver = l->w->driver[s];

		if (driver < 0 || (driver >= first && driver - first < l->share))
			continue;
		first = driver / l->share * l->share;
		bits |= UINT64_C(1) << driver / l->share % PARTS_BITS;
	}
	l->parts_in[chunk] = bits;
}

static void add_chunk(const struct loading *l, int64_t chunk, int32_t begin, int32_t end)
{
	const struct wiring *w = l->w;
	int32_t first = (int32_t)(chunk * LOAD_CHUNK);
	int32_t i = sorted_row(w->slot_row, sizeof *w->slot_row, w->shape->n, first);

	for (int32_t s = first; s < min_i64((int64_t)first + LOAD_CHUNK, l->n_slots); s++) {
		int32_t driver = w->driver[s];

		if (driver < begin || driver >= end)
			continue;
		while (w->slot_row[i + 1] <= s)
			i++;
		w->load[driver] += (float)w->shape->cells->pin_load + wire_load(driver, i);
	}
}

static void add_part(const struct loading *l, int part)
{
	int32_t begin = part * l->share, end = begin + l->share;
	int64_t n_chunks = ((int64_t)l->n_slots + LOAD_CHUNK - 1) / LOAD_CHUNK;

	for (int64_t c = 0; c < n_chunks; c++)
		if (l->parts == 1 || l->parts_in[c] >> part % PARTS_BITS & 1)
			add_chunk(l, c, begin, end);
}

static enum status add_loads(struct wiring *w)
{
	struct loading l = {
		.w = w, .parts = parts_of(w->shape->n), .n_slots = w->slot_row[w->shape->n]};
	int64_t n_chunks = ((int64_t)l.n_slots + LOAD_CHUNK - 1) / LOAD_CHUNK;

	l.share = w->shape->n / l.parts + 1;
	TRY(ALLOC(&l.parts_in, n_chunks));
	OVER_JOBS(c, l.parts > 1 ? (int)n_chunks : 0)
	mark_chunk(&l, c);
	OVER_PARTS(p, l.parts)
	add_part(&l, p);
	free(l.parts_in);
	return STATUS_OK;
}

/* ---- all ---- */

static enum status count_slots(struct wiring *w)
{
	const struct shape *shape = w->shape;
	int parts = parts_of(shape->n);
	FREED int64_t *before = NULL;

	TRY(ALLOC(&before, parts));
	OVER_PARTS(p, parts)
	{
		int32_t own = 0;

		OVER_PART(i, shape->n, parts, p)
		own += shape->n_inputs[i];
		before[p] = own;
	}
	parts_place(before, parts, 0);
	OVER_PARTS(p, parts)
	{
		int32_t at = (int32_t)before[p];

		OVER_PART(i, shape->n, parts, p)
		{
			at += shape->n_inputs[i];
			w->slot_row[i + 1] = at;
		}
	}
	return STATUS_OK;
}

static enum status fill(struct wiring *w)
{
	struct shape *shape = w->shape;

	TRY(ALLOC(&w->slot_row, (int64_t)shape->n + 1));
	TRY(count_slots(w));
	TRY(ALLOC(&w->driver, w->slot_row[shape->n]));
	TRY(ALLOC(&w->fan_out, (int64_t)shape->n + w->n_data_inputs));
	TRY(ALLOC(&w->load, shape->n));
	TRY(ALLOC(&w->output, shape->options->profile.n_outputs));
	TRY(ALLOC(&w->level_row, w->n_levels + 2));
	TRY(ALLOC(&w->level_member, (int64_t)shape->n + w->n_data_inputs));
	TRY(ALLOC(&w->cluster_start, (int64_t)(w->n_levels + 1) * (shape->n_clusters + 1)));
	list_levels(w);
	TRY(wiring_drive_gates(w));
	TRY(drive_registers(w));
	TRY(drive_outputs(w));
	TRY(find_sinks(w));
	drive_clocks(w);
	return add_loads(w);
}

enum status wiring_new(struct shape *shape, struct wiring *out)
{
	const struct generate_options *options = shape->options;

	*out = (struct wiring){.shape = shape,
			       .n_data_inputs = options->profile.n_inputs - options->n_clocks,
			       .n_levels = options->profile.n_levels};
	if (out->n_data_inputs < 1)
		return status_fail(STATUS_FAILED, "%d clocks leave no input port for data",
				   options->n_clocks);
	if (options->profile.n_outputs > shape->n_gates / 4)
		return status_fail(STATUS_FAILED, "%d gates are too few for %d output ports",
				   shape->n_gates, options->profile.n_outputs);
	return fill(out);
}

FREES(wiring_release, struct wiring, x->slot_row, x->driver, x->fan_out, x->load, x->output,
      x->level_row, x->level_member, x->cluster_start);
