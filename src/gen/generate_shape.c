/*
 * The order of instances in the row: clock buffers, registers and gates of each window, inputs and
 * levels of the gates.
 */
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "base/parallel.h"
#include "gen/generate_impl.h"
#include "base/random.h"

enum draw {
	DRAW_INPUTS,
	DRAW_FIX,
	DRAW_DEPTH,
	DRAW_LEVEL,
};

static uint64_t draw(const struct shape *shape, int64_t item, enum draw what)
{
	return random_bits(shape->options->seed, (uint64_t)item, what);
}

/* Part w of n things that are shared among the windows. */
static int32_t share(int64_t n, int32_t w, int32_t n_windows)
{
	return (int32_t)(n * (w + 1) / n_windows - n * w / n_windows);
}

/* ---- clocks ---- */

/* The windows in which the buffers of a level stand, each in that of its middle child. */
static void lift(const int32_t *child, int32_t n_children, int32_t *parent)
{
	for (int32_t i = 0; i * TREE_SINKS < n_children; i++) {
		int32_t first = i * TREE_SINKS, last = first + TREE_SINKS;

		last = last < n_children ? last : n_children;
		parent[i] = child[(first + last) / 2];
	}
}

/* Levels of a domain's tree. Each `buffer` is a window, of which place_buffers() makes an
 * instance. */
static enum status plan_domain(struct shape *shape, struct clock_domain *domain)
{
	const struct window *window = shape->window + domain->first_window;
	struct clock_level *level = domain->level;
	int32_t n = 0;

	for (int32_t w = 0; w < domain->n_windows; w++)
		n += (window[w].n_registers + LEAF_SINKS - 1) / LEAF_SINKS;
	level[0].n = n;
	TRY(ALLOC(&level[0].buffer, n));
	domain->n_levels = 1;
	n = 0;
	for (int32_t w = 0; w < domain->n_windows; w++)
		for (int32_t i = 0; i < window[w].n_registers; i += LEAF_SINKS)
			level[0].buffer[n++] = domain->first_window + w;
	while (level->n > 1) {
		level[1].n = (level->n + TREE_SINKS - 1) / TREE_SINKS;
		domain->n_levels++;
		TRY(ALLOC(&level[1].buffer, level[1].n));
		lift(level->buffer, level->n, level[1].buffer);
		level++;
	}
	return STATUS_OK;
}

static enum status plan_domains(struct shape *shape)
{
	int32_t n_clocks = shape->options->n_clocks;

	TRY(ALLOC(&shape->domain, n_clocks));
	for (int32_t d = 0; d < n_clocks; d++) {
		struct clock_domain *domain = &shape->domain[d];

		domain->first_window = (int32_t)((int64_t)shape->n_windows * d / n_clocks);
		domain->n_windows = share(shape->n_windows, d, n_clocks);
		TRY(plan_domain(shape, domain));
		for (int32_t l = 0; l < domain->n_levels; l++)
			for (int32_t i = 0; i < domain->level[l].n; i++)
				shape->window[domain->level[l].buffer[i]].n_buffers++;
	}
	return STATUS_OK;
}

/* Windows become instances: those that a level has in a window follow those of the level
 * below. */
static enum status place_buffers(struct shape *shape)
{
	FREED int32_t *n_placed = NULL;

	TRY(ALLOC(&n_placed, shape->n_windows));
	for (int32_t d = 0; d < shape->options->n_clocks; d++)
		for (int32_t l = 0; l < shape->domain[d].n_levels; l++) {
			struct clock_level *level = &shape->domain[d].level[l];

			for (int32_t i = 0; i < level->n; i++) {
				int32_t w = level->buffer[i];

				level->buffer[i] = shape->window[w].first + n_placed[w]++;
			}
		}
	return STATUS_OK;
}

/* ---- windows ---- */

static enum status plan_windows(struct shape *shape)
{
	int32_t n_windows = shape->n_windows, n_buffers = 0, first = 0;

	TRY(ALLOC(&shape->window, n_windows + 1));
	for (int32_t w = 0; w < n_windows; w++)
		shape->window[w].n_registers = share(shape->n_registers, w, n_windows);
	TRY(plan_domains(shape));
	for (int32_t w = 0; w < n_windows; w++)
		n_buffers += shape->window[w].n_buffers;
	shape->n_gates = shape->n - shape->n_registers - n_buffers;
	if (shape->n_gates < n_windows * 16)
		return status_fail(STATUS_FAILED,
				   "%d instances are too few for %d registers and their clocks",
				   shape->n, shape->n_registers);
	for (int32_t w = 0; w < n_windows; w++) {
		struct window *window = &shape->window[w];

		window->n_gates = share(shape->n_gates, w, n_windows);
		window->first = first;
		first += window->n_buffers + window->n_registers + window->n_gates;
	}
	shape->window[n_windows].first = first;
	return place_buffers(shape);
}

/* ---- inputs of gates ---- */

static int32_t most_inputs(const struct shape *shape)
{
	return shape->cells->n_functions[MOST_GATE_INPUTS] ? MOST_GATE_INPUTS
							   : MOST_GATE_INPUTS - 1;
}

/* One more input each with these probabilities, about as in synthesized netlists. */
static int32_t draw_inputs(const struct shape *shape, int32_t instance, double several)
{
	double u = random_unit(draw(shape, instance, DRAW_INPUTS));
	int32_t n = 1;

	if (u >= several)
		return 1;
	for (n = 2, u /= several; n < most_inputs(shape) && u < 0.25; n++)
		u *= 4;
	return n;
}

/* Give and take inputs at random until the window has exactly this many. */
static void fix_inputs(struct shape *shape, int32_t first, int32_t n, int64_t missing)
{
	int32_t most = most_inputs(shape);

	for (int64_t i = 0; missing; i++) {
		int32_t g = first + (int32_t)random_below(
					    draw(shape, (int64_t)first * 64 + i, DRAW_FIX), n);

		if (missing > 0 && shape->n_inputs[g] < most) {
			shape->n_inputs[g]++;
			missing--;
		} else if (missing < 0 && shape->n_inputs[g] > 1) {
			shape->n_inputs[g]--;
			missing++;
		}
	}
}

static void draw_inputs_of_window(struct shape *shape, int32_t w, int64_t total)
{
	const struct window *window = &shape->window[w];
	double mean = (double)total / shape->n_gates;
	int32_t first = window->first + window->n_buffers + window->n_registers;
	int64_t missing = total * (w + 1) / shape->n_windows - total * w / shape->n_windows;

	for (int32_t g = first; g < first + window->n_gates; g++) {
		shape->n_inputs[g] = (uint8_t)draw_inputs(shape, g, (mean - 1) / 1.3125);
		missing -= shape->n_inputs[g];
	}
	/* Spread as the mean is, no window lacks room for its share. */
	fix_inputs(shape, first, window->n_gates, missing);
}

static enum status draw_all_inputs(struct shape *shape)
{
	const struct profile *p = &shape->options->profile;
	int32_t n_buffers = shape->n - shape->n_registers - shape->n_gates;
	int64_t total = (int64_t)p->n_pins - p->n_inputs - p->n_outputs - shape->n - n_buffers -
			(int64_t)shape->n_registers * (shape->cells->inverse_output ? 3 : 2);
	double mean = (double)total / shape->n_gates;
	int parts = parts_of(shape->n);

	if (mean < 1 || mean > most_inputs(shape) - 0.5)
		return status_fail(STATUS_FAILED, "%d pins mean %.2f inputs a gate", p->n_pins,
				   mean);
	OVER_PARTS(part, parts)
	{
		OVER_PART(w, shape->n_windows, parts, part)
		draw_inputs_of_window(shape, (int32_t)w, total);
	}
	return STATUS_OK;
}

/* ---- levels ---- */

/* Few clusters are deep; the first one is as deep as the profile says. */
static int32_t draw_depth(const struct shape *shape, int32_t cluster)
{
	int32_t most = shape->options->profile.n_levels, least = most < 6 ? most : 6;
	double u = random_unit(draw(shape, cluster, DRAW_DEPTH));

	return cluster ? least + (int32_t)((most - least) * u * u * u * u) : most;
}

/* Gates thin out towards the last levels, to a third; v runs evenly through 0 … 1. */
static int32_t level_at(double v, int32_t depth)
{
	return 1 + (int32_t)(0.5 * v * (1 + v) * depth);
}

static void draw_levels(struct shape *shape)
{
	static const double golden = 0.6180339887498949;
	double v = 0;

	for (int32_t w = 0; w < shape->n_windows; w++) {
		const struct window *window = &shape->window[w];
		int32_t depth = shape->cluster_depth[shape_cluster(shape, w)];
		int32_t first = window->first + window->n_buffers + window->n_registers;

		for (int32_t g = first; g < first + window->n_gates; g++) {
			v += golden;
			v -= v >= 1;
			shape->level[g] = (uint8_t)level_at(v, depth);
		}
	}
}

/* ---- all ---- */

static void mark_kinds(struct shape *shape)
{
	for (int32_t w = 0; w < shape->n_windows; w++) {
		const struct window *window = &shape->window[w];
		int32_t i = window->first;

		memset(shape->kind + i, ROW_CLOCK_BUFFER, (size_t)window->n_buffers);
		memset(shape->n_inputs + i, 1, (size_t)window->n_buffers);
		i += window->n_buffers;
		memset(shape->kind + i, ROW_REGISTER, (size_t)window->n_registers);
		memset(shape->n_inputs + i, 2, (size_t)window->n_registers);
		i += window->n_registers;
		memset(shape->kind + i, ROW_GATE, (size_t)window->n_gates);
	}
}

static enum status fill(struct shape *shape)
{
	TRY(plan_windows(shape));
	TRY(ALLOC_ALL(shape->n, &shape->kind, &shape->n_inputs, &shape->level));
	TRY(ALLOC(&shape->cluster_depth, shape->n_clusters));
	mark_kinds(shape);
	TRY(draw_all_inputs(shape));
	for (int32_t c = 0; c < shape->n_clusters; c++)
		shape->cluster_depth[c] = draw_depth(shape, c);
	draw_levels(shape);
	return task_progress(shape->task, shape->n);
}

enum status shape_new(const struct generate_options *options, const struct gate_cells *cells,
		      struct task *task, struct shape *out)
{
	const struct profile *p = &options->profile;

	*out = (struct shape){.options = options,
			      .cells = cells,
			      .task = task,
			      .n = p->n_gates,
			      .n_registers = p->n_registers,
			      .n_windows = p->n_gates / WINDOW + 1};
	out->n_clusters = out->n_windows / CLUSTER_WINDOWS + !(out->n_windows / CLUSTER_WINDOWS);
	if (options->n_clocks > out->n_windows)
		return status_fail(STATUS_FAILED, "%d instances are too few for %d clocks", out->n,
				   options->n_clocks);
	return fill(out);
}

void shape_release(struct shape *shape)
{
	for (int32_t d = 0; shape->domain && d < shape->options->n_clocks; d++)
		for (int32_t l = 0; l < MOST_CLOCK_LEVELS; l++)
			free(shape->domain[d].level[l].buffer);
	FREE_ALL(shape->domain, shape->window, shape->kind, shape->n_inputs, shape->level,
		 shape->cluster_depth);
	*shape = (struct shape){0};
}
