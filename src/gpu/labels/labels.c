#include <inttypes.h>
#include <stdio.h>

#include "base/grow.h"
#include "gpu/labels/device_labels.h"
#include "gpu/labels/label_args.h"
#include "gpu/labels/labels_impl.h"
#include "gpu/labels/product.h"

static const char memory_name[] = "labels";

/* Ranks take as many rounds as the longest path has pins; after this many rounds, pins are checked
 * for a loop, whose ranks would rise forever. */
enum { ROUNDS_BEFORE_DOUBT = 1024 };

static const char *const label_phase_name[LABEL_DONE] = {
	[LABEL_RANKS] = "ranks",   [LABEL_SCAN] = "scan",     [LABEL_FAN_OUT] = "fan-out",
	[LABEL_FILTER] = "filter", [LABEL_SUFFIX] = "suffix", [LABEL_PREFIX] = "prefix",
};

/* ---- steps ---- */

static enum status note_step(struct labels *l, int32_t n, bool ends)
{
	static const char *const what[LABEL_DONE] = {
		[LABEL_RANKS] = "pins rise in rank",
		[LABEL_SCAN] = "vertices labelled",
		[LABEL_FAN_OUT] = "take the last label",
		[LABEL_FILTER] = "arcs are kept or cut",
		[LABEL_SUFFIX] = "states reach an endpoint",
		[LABEL_PREFIX] = "states reached",
	};
	struct snap_step *step;

	TRY(GROW(&l->steps, &l->step_capacity, l->n_steps + 1));
	step = &l->steps[l->n_steps++];
	*step = (struct snap_step){.level = (int32_t)l->phase,
				   .ends_level = ends,
				   .label = label_phase_name[l->phase]};
	if (l->phase == LABEL_FILTER)
		snprintf(step->text, sizeof step->text, "%s", what[l->phase]);
	else
		snprintf(step->text, sizeof step->text, "round %" PRId32 ": %" PRId32 " %s",
			 l->round + 1, n, what[l->phase]);
	return STATUS_OK;
}

/* Rounds of the ranks that are kept count as they were made. */
static bool has_kept_ranks(const struct labels *l)
{
	return l->phase == LABEL_RANKS && !l->fresh && l->space->n_rounds;
}

static enum status note_rank_round(struct labels *l, int32_t n)
{
	struct label_space *space = l->space;

	if (l->fresh)
		return STATUS_OK;
	TRY(GROW(&space->n_risen, &space->risen_capacity, (int64_t)l->round + 1));
	space->n_risen[l->round] = n;
	if (n == 0)
		space->n_rounds = l->round + 1;
	return STATUS_OK;
}

/* `n` rounds of the phase that is begun, at most up to its end. */
static enum status run_rounds(struct labels *l, int32_t n)
{
	int32_t count[ROUNDS_AT_ONCE];
	bool ends = false;

	queue_fill(l->queue, l->d_count, 0, sizeof count);
	if (l->round == 0)
		TRY(labels_begin_phase(l));
	queue_fill(l->queue, l->d_count, 0, sizeof count);
	for (int32_t i = 0; i < n; i++)
		labels_launch_round(l, l->d_count + i);
	queue_download(l->queue, count, l->d_count, sizeof count);
	TRY(queue_sync(l->queue));
	for (int32_t i = 0; i < n && !ends; i++) {
		ends = count[i] == 0;
		TRY(note_step(l, count[i], ends));
		if (l->phase == LABEL_RANKS)
			TRY(note_rank_round(l, count[i]));
		l->round++;
	}
	if (l->phase == LABEL_RANKS && !ends && l->round % ROUNDS_BEFORE_DOUBT == 0)
		TRY(label_space_check_loops(l->space));
	if (ends) {
		l->phase++;
		l->round = 0;
	}
	return STATUS_OK;
}

static enum status read_kept_round(struct labels *l)
{
	int32_t n = l->space->n_risen[l->round];

	TRY(note_step(l, n, n == 0));
	l->round++;
	if (n == 0) {
		l->phase++;
		l->round = 0;
	}
	return STATUS_OK;
}

static enum status step(struct stepper *stepper, enum grain grain)
{
	struct labels *l = (struct labels *)stepper;
	enum label_phase phase = l->phase;
	int32_t n = grain == GRAIN_FINE || phase == LABEL_FILTER ? 1 : ROUNDS_AT_ONCE;

	if (phase == LABEL_DONE)
		return STATUS_OK;
	do {
		TRY(has_kept_ranks(l) ? read_kept_round(l) : run_rounds(l, n));
	} while (grain == GRAIN_COARSE && l->phase == phase);
	return STATUS_OK;
}

static bool finished(const struct stepper *stepper)
{
	return ((const struct labels *)stepper)->phase == LABEL_DONE;
}

enum status labels_timeline(struct labels *l, struct snap_timeline **out)
{
	TRY(snap_timeline_new(STEPPER_LABELS, l->serial, l->steps, l->n_steps, out));
	(*out)->finished = l->phase == LABEL_DONE;
	return STATUS_OK;
}

static enum status timeline(struct stepper *stepper, struct snap_timeline **out)
{
	return labels_timeline((struct labels *)stepper, out);
}

static const struct stepper_ops labels_ops = {
	.step = step,
	.finished = finished,
	.timeline = timeline,
};

/* The same pin twice in a row is passed at once, by a transition of both. */
static void join_repeated(struct label_query *query)
{
	int32_t n = 1;

	for (int32_t i = 1; i < query->n; i++) {
		if (query->pin[i].pin == query->pin[n - 1].pin)
			query->pin[n - 1].edges &= query->pin[i].edges;
		else
			query->pin[n++] = query->pin[i];
	}
	query->n = n;
}

static enum status alloc_arrays(struct labels *l)
{
	const struct device_graph *g = &l->space->image->device;
	int64_t n_pins = l->space->n_pins, n = label_vertices(l->space);

	if (l->fresh)
		TRY(DEVICE_ALLOC(l->queue, memory_name, &l->d_rank, n_pins));
	else
		l->d_rank = l->space->d_rank;
	TRY(DEVICE_ALLOC_ALL(l->queue, memory_name, n_pins, &l->d_rank_buffer, &l->d_pin_updated));
	TRY(DEVICE_ALLOC_ALL(l->queue, memory_name, n, &l->d_label, &l->d_buffer, &l->d_updated));
	TRY(DEVICE_ALLOC(l->queue, memory_name, &l->d_verdict, g->n_arcs));
	TRY(DEVICE_ALLOC_ALL(l->queue, memory_name, g->n_states, &l->d_reach, &l->d_offered,
			     &l->d_reached));
	TRY(DEVICE_ALLOC(l->queue, memory_name, &l->d_count, ROUNDS_AT_ONCE));
	queue_fill(l->queue, l->d_rank_buffer, 0xff, n_pins * (int64_t)sizeof *l->d_rank);
	queue_fill(l->queue, l->d_pin_updated, 0, n_pins);
	if (l->fresh)
		queue_fill(l->queue, l->d_rank, 0xff, n_pins * (int64_t)sizeof *l->d_rank);
	queue_fill(l->queue, l->d_label, 0, n * (int64_t)sizeof *l->d_label);
	queue_fill(l->queue, l->d_buffer, 0, n * (int64_t)sizeof *l->d_buffer);
	queue_fill(l->queue, l->d_updated, 0, n);
	queue_fill(l->queue, l->d_verdict, VERDICT_NONE, g->n_arcs);
	queue_fill(l->queue, l->d_reach, 0, g->n_states);
	queue_fill(l->queue, l->d_offered, 0, g->n_states);
	queue_fill(l->queue, l->d_reached, 0, g->n_states);
	return STATUS_OK;
}

static enum status upload_flags(struct labels *l, const uint8_t *from, int32_t n, uint8_t **d_to,
				uint8_t **d_kept)
{
	TRY(DEVICE_ALLOC(l->queue, memory_name, d_kept, n));
	if (!from)
		return STATUS_OK;
	TRY(DEVICE_PUT(l->queue, memory_name, d_to, from, n));
	return queue_sync(l->queue);
}

enum status labels_begin(struct label_space *space, const struct label_query *query,
			 struct label_ends ends, bool fresh_ranks, int64_t serial,
			 struct labels **out)
{
	RELEASED_BY(labels_drop) struct labels *l = NULL;

	TRY(ALLOC(&l, 1));
	l->stepper.ops = &labels_ops;
	l->space = space;
	l->queue = space->queue;
	l->query = *query;
	l->serial = serial;
	l->fresh = fresh_ranks;
	l->conflict = -1;
	if (query->rule == RULE_REPAIRED)
		join_repeated(&l->query);
	TRY(alloc_arrays(l));
	TRY(upload_flags(l, ends.source_ok, space->image->graph->n_sources, &l->d_source_ok,
			 &l->d_source_kept));
	TRY(upload_flags(l, ends.sink_ok, space->image->graph->n_sinks, &l->d_sink_ok,
			 &l->d_sink_kept));
	HAND_OVER(out, l);
	return STATUS_OK;
}

void labels_free(struct labels *l)
{
	if (!l)
		return;
	if (l->fresh)
		device_free(l->queue, l->d_rank);
	DEVICE_FREE_ALL(l->queue, &l->d_rank_buffer, &l->d_label, &l->d_buffer, &l->d_pin_updated,
			&l->d_updated, &l->d_verdict, &l->d_reach, &l->d_offered, &l->d_reached,
			&l->d_count, &l->d_source_ok, &l->d_sink_ok, &l->d_source_kept,
			&l->d_sink_kept);
	FREE_ALL(l->steps, l);
}

struct stepper *labels_stepper(struct labels *labels)
{
	return &labels->stepper;
}

enum status labels_run(struct labels *l)
{
	while (l->phase != LABEL_DONE)
		TRY(step(&l->stepper, GRAIN_COARSE));
	return STATUS_OK;
}

int32_t labels_conflict(const struct labels *labels)
{
	return labels->conflict;
}

/* ---- reading ---- */

FREES(labels_state_release, struct labels_state, x->rank, x->label, x->verdict, x->reach,
      x->updated, x->reached);

/* From places to arcs and states of the graph. */
static void sort_out(const struct labels *l, const uint8_t *verdict, const uint8_t *reach,
		     const uint8_t *reached, struct labels_state *out)
{
	const struct image *image = l->space->image;

	for (int32_t e = 0; e < image->device.n_arcs; e++) {
		if (l->space->arc[e] < image->graph->n_arcs)
			out->verdict[l->space->arc[e]] = verdict[e];
	}
	for (int32_t s = 0; s < image->device.n_states; s++) {
		if (l->space->vertex[s] < 0)
			continue;
		out->reach[image->state_vertex[s]] = reach[s];
		out->reached[image->state_vertex[s]] = reached[s];
	}
}

static enum status alloc_state(const struct labels *l, struct labels_state *out)
{
	const struct graph *graph = l->space->image->graph;
	int64_t n = label_vertices(l->space);

	TRY(ALLOC(&out->rank, l->space->n_pins));
	TRY(ALLOC_ALL(n, &out->label, &out->updated));
	TRY(ALLOC(&out->verdict, graph->n_arcs));
	return ALLOC_ALL(graph->n_vertices, &out->reach, &out->reached);
}

enum status labels_read(struct labels *l, struct labels_state *out)
{
	const struct device_graph *g = &l->space->image->device;
	int64_t n = label_vertices(l->space), n_states = g->n_states;
	bool ranks = l->phase == LABEL_RANKS;
	RELEASED_BY(labels_state_release) struct labels_state state = {.phase = l->phase};
	FREED uint8_t *by_place = NULL;

	*out = (struct labels_state){0};
	TRY(alloc_state(l, &state));
	TRY(ALLOC(&by_place, g->n_arcs + 2 * n_states));
	queue_download(l->queue, state.rank, l->d_rank,
		       l->space->n_pins * (int64_t)sizeof *state.rank);
	queue_download(l->queue, state.label, l->d_label, n * (int64_t)sizeof *state.label);
	queue_download(l->queue, state.updated, ranks ? l->d_pin_updated : l->d_updated,
		       ranks ? l->space->n_pins : n);
	queue_download(l->queue, by_place, l->d_verdict, g->n_arcs);
	queue_download(l->queue, by_place + g->n_arcs, l->d_reach, n_states);
	queue_download(l->queue, by_place + g->n_arcs + n_states, l->d_reached, n_states);
	TRY(queue_sync(l->queue));
	sort_out(l, by_place, by_place + g->n_arcs, by_place + g->n_arcs + n_states, &state);
	*out = state;
	state = (struct labels_state){0};
	return STATUS_OK;
}

FREES(label_result_release, struct label_result, x->arc_ok, x->source_ok, x->sink_ok);

enum status labels_result(struct labels *l, struct label_result *out)
{
	int32_t n = l->space->image->graph->n_arcs;
	RELEASED_BY(labels_state_release) struct labels_state state = {0};

	*out = (struct label_result){0};
	TRY(labels_read(l, &state));
	TRY(labels_list_ends(l, &out->source_ok, &out->sink_ok));
	for (int32_t a = 0; a < n; a++)
		state.verdict[a] =
			state.verdict[a] == VERDICT_SAME || state.verdict[a] == VERDICT_BOUNDARY;
	HAND_OVER(&out->arc_ok, state.verdict);
	return STATUS_OK;
}

/* ---- as a filter ---- */

static enum status spread_ends(bool given, const int32_t *end, int32_t n, int32_t n_all,
			       uint8_t **out)
{
	if (!given)
		return STATUS_OK;
	TRY(ALLOC(out, n_all));
	for (int32_t i = 0; i < n; i++)
		(*out)[end[i]] = true;
	return STATUS_OK;
}

enum status labels_filter(struct label_space *space, const struct path_filter *filter,
			  const struct path_lists *lists, struct labels **out)
{
	const struct graph *graph = space->image->graph;
	FREED uint8_t *source_ok = NULL, *sink_ok = NULL;
	struct label_query asked;
	RELEASED_BY(labels_drop) struct labels *labels = NULL;

	TRY(label_query_of(filter, &asked));
	TRY(spread_ends(lists->from, lists->source, lists->n_sources, graph->n_sources,
			&source_ok));
	TRY(spread_ends(lists->to, lists->sink, lists->n_sinks, graph->n_sinks, &sink_ok));
	TRY(labels_begin(space, &asked, (struct label_ends){source_ok, sink_ok}, false, 0,
			 &labels));
	while (labels->phase <= LABEL_FILTER)
		TRY(step(&labels->stepper, GRAIN_COARSE));
	HAND_OVER(out, labels);
	return STATUS_OK;
}

enum status labels_product(struct labels *l, struct product_space *space, struct task *task,
			   struct path_image **out)
{
	static const struct path_lists everything = {0};
	struct label_arcs_args arcs = {.verdict = l->d_verdict};
	struct product_limits limits = {.source_ok = l->d_source_kept, .sink_ok = l->d_sink_kept};
	int64_t n = l->space->image->device.n_arcs;
	DEVICE_HELD held = {l->queue, {&arcs.arc_ok}};

	labels_find_ends(l);
	TRY(DEVICE_ALLOC(l->queue, memory_name, &arcs.arc_ok, n));
	LAUNCH(l->queue, label_arcs, 32, &arcs, n);
	limits.arc_ok = arcs.arc_ok;
	return product_new(space, &everything, &limits, task, out);
}
