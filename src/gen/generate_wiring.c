/*
 * Which pin drives which input. Each input looks for a driver of its level around the place in that level's list
 * that corresponds to its own place in the row.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "base/parallel.h"
#include "gen/generate_impl.h"
#include "gen/random.h"

enum draw {
	DRAW_SIDE = 8, /* 8 draws for each input */
	DRAWS_A_SLOT = 8,
	MOST_PROBES = 6,      /* neighbours looked at for one without a sink */
	STEAL_RANGE = 96,     /* instances looked at for an input to give a driver a sink */
	LONG_DISTANCE = 1000, /* along the row: from there on drivers are buffers or inverters */
};

static const double from_registers = 0.25; /* side inputs that come straight from level 0 */
static const double to_unused = 0.5;       /* inputs that look for a driver without a sink */
static const double reconverging = 0.6;    /* side inputs from before the first input's driver */

static uint64_t draw(const struct wiring *w, int64_t slot, int which)
{
	return random_bits(w->shape->options->seed, (uint64_t)slot, DRAW_SIDE + (unsigned)which);
}

/* ---- levels ---- */

static int32_t level_of(const struct shape *shape, int32_t i)
{
	return shape->kind[i] == ROW_CLOCK_BUFFER ? -1 : shape->level[i];
}

/* Ports are spread evenly: port p precedes this instance. */
static int32_t port_place(const struct wiring *w, int32_t port)
{
	return (int32_t)((int64_t)w->shape->n * port / w->n_data_inputs);
}

static void count_levels(struct wiring *w)
{
	const struct shape *shape = w->shape;

	for (int32_t i = 0; i < shape->n; i++)
		if (level_of(shape, i) >= 0)
			w->level_row[shape->level[i] + 1]++;
	w->level_row[1] += w->n_data_inputs;
	for (int32_t l = 0; l <= w->n_levels; l++)
		w->level_row[l + 1] += w->level_row[l];
}

/* Fill the lists window by window, noting where each cluster begins. */
static enum status list_levels(struct wiring *w)
{
	const struct shape *shape = w->shape;
	int32_t n_clusters = shape->n_clusters, port = 0, cluster = -1;
	int32_t *at;

	TRY(ALLOC(&at, w->n_levels + 1));
	memcpy(at, w->level_row, ((size_t)w->n_levels + 1) * sizeof *at);
	for (int32_t x = 0; x < shape->n_windows; x++) {
		if (shape_cluster(shape, x) != cluster) {
			cluster = shape_cluster(shape, x);
			for (int32_t l = 0; l <= w->n_levels; l++)
				w->cluster_start[(int64_t)l * (n_clusters + 1) + cluster] = at[l];
		}
		for (int32_t i = shape->window[x].first; i < shape->window[x + 1].first; i++) {
			while (port < w->n_data_inputs && port_place(w, port) <= i)
				w->level_member[at[0]++] = -1 - port++;
			if (level_of(shape, i) >= 0)
				w->level_member[at[shape->level[i]]++] = i;
		}
	}
	for (int32_t l = 0; l <= w->n_levels; l++)
		w->cluster_start[(int64_t)l * (n_clusters + 1) + n_clusters] = at[l];
	free(at);
	return STATUS_OK;
}

/* ---- drivers ---- */

static int32_t *fan_out(const struct wiring *w, int32_t driver)
{
	return &w->fan_out[driver >= 0 ? driver : w->shape->n - 1 - driver];
}

/* A distance of which the part beyond d is d^(-2/3): short ones are many, long ones are there. */
static int64_t draw_distance(uint64_t bits)
{
	double u = random_unit(bits) + 1e-6, v = 1 / u;

	return (int64_t)(v * sqrt(v)) * (bits & 1 ? 1 : -1);
}

/* Back into the row, however far out. */
static int32_t reflect(const struct shape *shape, int64_t place)
{
	int64_t n = shape->n;

	place %= 2 * n;
	if (place < 0)
		place += 2 * n;
	return (int32_t)(place < n ? place : 2 * n - 1 - place);
}

static int32_t window_of(const struct shape *shape, int32_t instance)
{
	int32_t x = (int32_t)((int64_t)instance * shape->n_windows / shape->n);

	while (shape->window[x].first > instance)
		x--;
	while (shape->window[x + 1].first <= instance)
		x++;
	return x;
}

/* The place in the list of a level that corresponds to one in the row: as far within
 * the cluster. */
static int32_t place_in_level(const struct wiring *w, int32_t instance, int32_t level)
{
	const struct shape *shape = w->shape;
	int32_t c = shape_cluster(shape, window_of(shape, instance));
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

/* The nearest around a place that has no sink yet, else the one at it. */
static int32_t prefer_unused(const struct wiring *w, int32_t level, int32_t place)
{
	for (int32_t k = 0; k < MOST_PROBES; k++) {
		int32_t at = place + (k & 1 ? -(k + 1) / 2 : k / 2);

		if (at >= w->level_row[level] && at < w->level_row[level + 1] &&
		    !*fan_out(w, w->level_member[at]))
			return w->level_member[at];
	}
	return w->level_member[place];
}

/* The nearest around a place that is not a gate of several inputs: those come in strong drives. */
static int32_t prefer_strong(const struct wiring *w, int32_t level, int32_t place)
{
	for (int32_t k = 0; k < MOST_PROBES; k++) {
		int32_t at = place + (k & 1 ? -(k + 1) / 2 : k / 2);
		int32_t driver;

		if (at < w->level_row[level] || at >= w->level_row[level + 1])
			continue;
		driver = w->level_member[at];
		if (driver < 0 || level == 0 || w->shape->n_inputs[driver] == 1)
			return driver;
	}
	return w->level_member[place];
}

/* Which driver an input looks for: `driver` itself, or the nearest around `place` of the level's list that
 * has no sink at the time. */
struct wish {
	int32_t driver, place;
	bool to_unused;
	uint8_t level;
};

static struct wish wish_for(const struct wiring *w, int32_t instance, int64_t slot, int32_t level)
{
	int64_t distance = draw_distance(draw(w, slot, 1));
	int32_t near = reflect(w->shape, instance + distance);
	int32_t at = place_in_level(w, near, level), hub = to_hub(draw(w, slot, 0), level, at);
	struct wish wish = {.place = at, .level = (uint8_t)level};

	if (hub >= w->level_row[level] || llabs(distance) > LONG_DISTANCE)
		wish.driver = prefer_strong(w, level, hub >= w->level_row[level] ? hub : at);
	else if (random_unit(draw(w, slot, 2)) < to_unused)
		wish.to_unused = true;
	else
		wish.driver = w->level_member[at];
	return wish;
}

static int32_t grant(const struct wiring *w, const struct wish *wish)
{
	return wish->to_unused ? prefer_unused(w, wish->level, wish->place) : wish->driver;
}

/* Some steps back from the driver of the first input, so that the two reconverge in this gate. */
static int32_t choose_ancestor(const struct wiring *w, int64_t slot, int32_t driver)
{
	uint64_t bits = draw(w, slot, 6);

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
	if (random_unit(draw(w, slot, 3)) < from_registers)
		return 0;
	u = random_unit(draw(w, slot, 4));
	return level - 1 - (int32_t)(u * u * u * level);
}

static void set_driver(struct wiring *w, int64_t slot, int32_t driver)
{
	w->driver[slot] = driver;
	++*fan_out(w, driver);
}

static bool is_among(const int32_t *driver, int32_t n, int32_t one)
{
	for (int32_t i = 0; i < n; i++)
		if (driver[i] == one)
			return true;
	return false;
}

static bool reconverges(const struct wiring *w, int32_t input, int64_t slot)
{
	return input > 0 && random_unit(draw(w, slot, 7)) < reconverging;
}

static struct wish wish_of_input(const struct wiring *w, int32_t gate, int32_t input, int64_t slot)
{
	return wish_for(w, gate, slot, choose_level(w, slot, input, w->shape->level[gate]));
}

static int32_t choose_input(const struct wiring *w, int32_t gate, int32_t input, int64_t slot)
{
	int32_t first = w->slot_row[gate];
	struct wish wish;

	if (w->driver[first] >= 0 && reconverges(w, input, slot))
		return choose_ancestor(w, slot, w->driver[first]);
	wish = wish_of_input(w, gate, input, slot);
	return grant(w, &wish);
}

/*
 * What inputs look for depends on the seed, what they get on those before them. So gates go through the
 * level's list by blocks: while one thread connects those of a block, the others note the wishes of the
 * next.
 */
enum { BLOCK_GATES = 1 << 14 };

struct block {
	int32_t first, n; /* in w->level_member */
	struct wish *
		wish; /* owned [BLOCK_GATES · MOST_GATE_INPUTS]: of inputs that don't reconverge at once */
};

static void note_wishes(const struct wiring *w, const struct block *block, int32_t begin,
			int32_t end)
{
	for (int32_t i = begin; i < end; i++) {
		int32_t gate = w->level_member[block->first + i];

		for (int32_t k = 0; k < w->shape->n_inputs[gate]; k++) {
			int64_t slot = (int64_t)(w->slot_row[gate] + k) * DRAWS_A_SLOT;

			if (!reconverges(w, k, slot))
				block->wish[i * MOST_GATE_INPUTS + k] =
					wish_of_input(w, gate, k, slot);
		}
	}
}

/* Inputs of one gate have different drivers, unless that fails time and again. */
static void drive_gate(struct wiring *w, int32_t gate, const struct wish *wish)
{
	int32_t first = w->slot_row[gate];

	for (int32_t i = 0; i < w->shape->n_inputs[gate]; i++) {
		int64_t slot = (int64_t)(first + i) * DRAWS_A_SLOT;
		int32_t driver = reconverges(w, i, slot) ? choose_input(w, gate, i, slot)
							 : grant(w, &wish[i]);

		for (int tries = 1; tries < DRAWS_A_SLOT; tries++) {
			if (!is_among(w->driver + first, i, driver))
				break;
			driver = choose_input(w, gate, i, slot + tries);
		}
		set_driver(w, first + i, driver);
	}
}

static void drive_block(struct wiring *w, const struct block *block)
{
	for (int32_t i = 0; i < block->n; i++)
		drive_gate(w, w->level_member[block->first + i],
			   block->wish + (int64_t)i * MOST_GATE_INPUTS);
}

/* Connect a block (n = 0: none) while the wishes of the next one are noted. */
static void drive_and_note(struct wiring *w, const struct block *block, const struct block *next)
{
	int parts = next->n + block->n < BLOCK_GATES / 4 ? 1 : host_threads();
	int noting = parts > 1 && block->n ? parts - 1 : parts;

	OVER_PARTS(p, parts)
	{
		int own = p - (parts - noting);

		if (p == 0 && block->n)
			drive_block(w, block);
		if (own >= 0)
			note_wishes(w, next, (int32_t)part_begin(next->n, noting, own),
				    (int32_t)part_begin(next->n, noting, own + 1));
	}
}

/* Level by level, so that what is downstream of a driver is known. */
static enum status drive_in_blocks(struct wiring *w, struct block *block, struct block *next)
{
	int32_t end = w->level_row[w->n_levels + 1], at = w->level_row[1];

	while (at < end || block->n) {
		struct wish *other = block->wish;

		TRY(task_progress(w->shape->task, at));
		next->first = at;
		next->n = end - at < BLOCK_GATES ? end - at : BLOCK_GATES;
		drive_and_note(w, block, next);
		at += next->n;
		*block = *next;
		next->wish = other;
	}
	return STATUS_OK;
}

static enum status drive_gates(struct wiring *w)
{
	struct block block = {.n = 0}, next = {.n = 0};
	enum status status = ALLOC(&block.wish, BLOCK_GATES * MOST_GATE_INPUTS);

	if (status == STATUS_OK)
		status = ALLOC(&next.wish, BLOCK_GATES * MOST_GATE_INPUTS);
	if (status == STATUS_OK)
		status = drive_in_blocks(w, &block, &next);
	free(block.wish);
	free(next.wish);
	return status;
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
static int32_t any_gate(struct wiring *w, int32_t instance, int64_t slot)
{
	const struct shape *shape = w->shape;

	for (int tries = 0; tries < DRAWS_A_SLOT; tries++) {
		int64_t place =
			instance + 8 * draw_distance(draw(w, slot * DRAWS_A_SLOT + tries, 5));

		if (place >= 0 && place < shape->n && shape->kind[place] == ROW_GATE)
			return (int32_t)place;
	}
	return shape->window[shape->n_windows].first - 1;
}

/* Gates of a window without a sink, the deepest first. */
struct unused {
	int32_t gate, level;
};

static int compare_unused(const void *a, const void *b)
{
	const struct unused *x = a, *y = b;

	if (x->level != y->level)
		return x->level > y->level ? -1 : 1;
	return (x->gate > y->gate) - (x->gate < y->gate);
}

/* What windows leave unused, the deepest first. */
struct leftovers {
	struct unused *gate; /* owned [instances]: those of a window from its first instance on */
	struct left {
		int32_t n;
		bool is_stale; /* one of them has got a sink since */
	} * of;                /* owned [windows] */
};

static void list_unused(const struct wiring *w, struct leftovers *left, int32_t x)
{
	const struct window *window = &w->shape->window[x];
	struct unused *unused = left->gate + window->first;
	int32_t at = window->first + window->n_buffers, n = 0, gate;

	while ((gate = next_unused(w, &at, window[1].first)) >= 0)
		unused[n++] = (struct unused){gate, w->shape->level[gate]};
	qsort(unused, (size_t)n, sizeof *unused, compare_unused);
	left->of[x] = (struct left){.n = n};
}

static enum status list_leftovers(const struct wiring *w, struct leftovers *left)
{
	TRY(ALLOC(&left->gate, w->shape->n));
	TRY(ALLOC(&left->of, w->shape->n_windows));
	OVER_ITEMS(x, w->shape->n_windows)
	list_unused(w, left, (int32_t)x);
	return STATUS_OK;
}

static void drive_registers_of(struct wiring *w, struct leftovers *left, int32_t x)
{
	const struct window *window = &w->shape->window[x];
	int32_t first = window->first + window->n_buffers;

	if (left->of[x].is_stale)
		list_unused(w, left, x);
	for (int32_t r = 0; r < window->n_registers; r++) {
		int64_t slot = w->slot_row[first + r];
		bool is_own = r < left->of[x].n;
		int32_t gate =
			is_own ? left->gate[window->first + r].gate : any_gate(w, first + r, slot);

		if (!is_own && !w->fan_out[gate])
			left->of[window_of(w->shape, gate)].is_stale = true;
		set_driver(w, slot, gate);
	}
}

/* Registers take what their window leaves unused, the deepest first: for those there is no other
 * sink. Threads list that; a register without any takes a gate nearby, which may be one of a window that follows. */
static enum status drive_registers(struct wiring *w)
{
	struct leftovers left = {0};
	enum status status = list_leftovers(w, &left);

	for (int32_t x = 0; x < w->shape->n_windows && status == STATUS_OK; x++)
		drive_registers_of(w, &left, x);
	free(left.gate);
	free(left.of);
	return status;
}

/* Each output port has a driver of its own: a gate without a sink that is near, else any. */
static enum status drive_outputs(struct wiring *w)
{
	const struct shape *shape = w->shape;
	int32_t n = shape->options->profile.n_outputs;
	uint8_t *taken;

	TRY(ALLOC(&taken, shape->n));
	for (int32_t o = 0; o < n; o++) {
		int32_t first = (int32_t)((int64_t)shape->n * o / n), at = first;
		int32_t driver = next_unused(w, &at, (int32_t)((int64_t)shape->n * (o + 1) / n));

		for (at = first; driver < 0 || taken[driver]; at = (at + 1) % shape->n)
			if (shape->kind[at] == ROW_GATE && !taken[at])
				driver = at;
		taken[driver] = 1;
		w->output[o] = driver;
		++*fan_out(w, driver);
	}
	free(taken);
	return STATUS_OK;
}

/* ---- what still has no sink ---- */

/* Take an input over from a driver that has others: of a gate of a higher level (its first only at
 * the next level), or a register's. */
static bool steal(struct wiring *w, int32_t unused, int32_t level, int32_t victim)
{
	const struct shape *shape = w->shape;
	int32_t first = w->slot_row[victim], n = shape->n_inputs[victim], begin = 0;

	if (shape->kind[victim] == ROW_REGISTER)
		n = 1;
	else if (shape->kind[victim] != ROW_GATE || shape->level[victim] <= level)
		return false;
	else
		begin = shape->level[victim] > level + 1;
	for (int32_t i = begin; i < n; i++) {
		int32_t *count = fan_out(w, w->driver[first + i]);

		if (*count < 2 || is_among(w->driver + first, n, unused))
			continue;
		--*count;
		set_driver(w, first + i, unused);
		return true;
	}
	return false;
}

static void find_sink(struct wiring *w, int32_t unused, int32_t level, int32_t place)
{
	for (int32_t k = 1; k < STEAL_RANGE * 2; k++) {
		int32_t victim = place + (k & 1 ? (k + 1) / 2 : -k / 2);

		if (victim >= 0 && victim < w->shape->n && steal(w, unused, level, victim))
			return;
	}
}

static bool lacks_sink(const void *wiring, int64_t i)
{
	const struct wiring *w = wiring;

	return w->shape->kind[i] != ROW_CLOCK_BUFFER && !w->fan_out[i];
}

/* An input is only taken over from a driver that has others, so those without a sink don't become more. */
static enum status find_sinks(struct wiring *w)
{
	const struct shape *shape = w->shape;
	int32_t *unused, n;

	for (int32_t p = 0; p < w->n_data_inputs; p++)
		if (!*fan_out(w, -1 - p))
			find_sink(w, -1 - p, 0, port_place(w, p));
	TRY(select_items(shape->n, lacks_sink, w, &unused, &n));
	for (int32_t i = 0; i < n; i++)
		find_sink(w, unused[i], shape->level[unused[i]], unused[i]);
	free(unused);
	return STATUS_OK;
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

/* What each instance drives, for choosing how strong it is. Each thread looks at all inputs, and adds those of
 * its instances, in their order. */
static void add_loads(struct wiring *w)
{
	const struct shape *shape = w->shape;
	int parts = parts_of(shape->n);

	OVER_PARTS(p, parts)
	{
		int32_t begin = (int32_t)part_begin(shape->n, parts, p);
		int32_t end = (int32_t)part_begin(shape->n, parts, p + 1);

		int32_t i = 0, n_slots = w->slot_row[shape->n];

		for (int32_t s = 0; s < n_slots; s++) {
			int32_t driver = w->driver[s];

			if (driver < begin || driver >= end)
				continue;
			while (w->slot_row[i + 1] <= s)
				i++;
			w->load[driver] += (float)shape->cells->pin_load + wire_load(driver, i);
		}
	}
}

/* ---- all ---- */

static enum status fill(struct wiring *w)
{
	struct shape *shape = w->shape;
	int64_t n_slots = 0;

	TRY(ALLOC(&w->slot_row, (int64_t)shape->n + 1));
	for (int32_t i = 0; i < shape->n; i++) {
		n_slots += shape->n_inputs[i];
		w->slot_row[i + 1] = (int32_t)n_slots;
	}
	TRY(ALLOC(&w->driver, n_slots));
	TRY(ALLOC(&w->fan_out, (int64_t)shape->n + w->n_data_inputs));
	TRY(ALLOC(&w->load, shape->n));
	TRY(ALLOC(&w->output, shape->options->profile.n_outputs));
	TRY(ALLOC(&w->level_row, w->n_levels + 2));
	TRY(ALLOC(&w->level_member, (int64_t)shape->n + w->n_data_inputs));
	TRY(ALLOC(&w->cluster_start, (int64_t)(w->n_levels + 1) * (shape->n_clusters + 1)));
	count_levels(w);
	TRY(list_levels(w));
	TRY(drive_gates(w));
	TRY(drive_registers(w));
	TRY(drive_outputs(w));
	TRY(find_sinks(w));
	drive_clocks(w);
	add_loads(w);
	return STATUS_OK;
}

enum status wiring_new(struct shape *shape, struct wiring *out)
{
	const struct generate_options *options = shape->options;
	enum status status;

	*out = (struct wiring){.shape = shape,
			       .n_data_inputs = options->profile.n_inputs - options->n_clocks,
			       .n_levels = options->profile.n_levels};
	if (out->n_data_inputs < 1)
		return status_fail(STATUS_FAILED, "%d clocks leave no input port for data",
				   options->n_clocks);
	if (options->profile.n_outputs > shape->n_gates / 4)
		return status_fail(STATUS_FAILED, "%d gates are too few for %d output ports",
				   shape->n_gates, options->profile.n_outputs);
	status = fill(out);
	if (status != STATUS_OK)
		wiring_release(out);
	return status;
}

void wiring_release(struct wiring *wiring)
{
	free(wiring->slot_row);
	free(wiring->driver);
	free(wiring->fan_out);
	free(wiring->load);
	free(wiring->output);
	free(wiring->level_row);
	free(wiring->level_member);
	free(wiring->cluster_start);
	*wiring = (struct wiring){0};
}
