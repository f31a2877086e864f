#include "gpu/timing/timing.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/grow.h"
#include "gpu/delay/timing_aocv.h"
#include "gpu/delay/timing_retime.h"
#include "gpu/device/word_args.h"
#include "gpu/image/weight_args.h"
#include "gpu/labels/labels.h"
#include "gpu/labels/product.h"
#include "gpu/timing/timing_args.h"
#include "gpu/timing/timing_latches.h"
#include "gpu/timing/timing_touched.h"

enum status timing_new(struct queue *queue, struct timing_graph *graph, struct state_graph *states,
		       struct timing **out)
{
	struct timing *timing = NULL;
	enum status status = timing_alloc(&timing);

	if (status != STATUS_OK) {
		state_graph_free(states);
		timing_graph_free(graph);
		return status;
	}
	timing->queue = queue;
	status = timing_image_new(queue, graph, states, &timing->image);
	if (status != STATUS_OK) {
		timing_free_memory(timing);
		free(timing);
		return status;
	}
	*out = timing;
	return STATUS_OK;
}

static void forget_results(struct timing *timing)
{
	timing_drop_results(timing);
	for (int split = 0; split < N_SPLITS; split++) {
		product_arrivals_free(timing->arrivals[split]);
		timing->arrivals[split] = NULL;
	}
}

void timing_free_network(struct timing *timing)
{
	struct clock_network *network = &timing->network;
	struct device_credit *d = &network->device;

	DEVICE_FREE_ALL(timing->queue, &network->d_node_of, &network->d_state, &network->d_most,
			&d->source_clock, &d->sink_clock, &d->up_late, &d->up_early, &d->pin,
			&d->rank, &d->edge, &d->late, &d->early, &d->segment, &d->close_clock,
			&d->place);
	free(network->source_node);
	free(network->sink_node);
	free(network->close_node);
	*network = (struct clock_network){0};
	timing_outdate(timing, TIMING_CREDIT);
}

static void free_paths(struct timing *timing)
{
	label_space_free(timing->labels);
	filter_index_free(timing->filters);
	for (int i = 0; i < 2; i++) {
		path_image_free(timing->paths[i].image);
		path_filter_release(&timing->paths[i].filter);
		product_space_free(timing->product[i]);
	}
}

/* What is made of states or by places in either image. */
static void free_derived(struct timing *timing)
{
	forget_results(timing);
	timing_free_network(timing);
	free_paths(timing);
	retime_image_free(timing->queue, timing->retime);
	touched_items_free(timing->queue, timing->touched);
	DEVICE_FREE_ALL(timing->queue, &timing->slacks.d_slack, &timing->pin_slacks.d_slack[EARLY],
			&timing->pin_slacks.d_slack[LATE], &timing->vertex_states.d_first,
			&timing->vertex_states.d_next, &timing->vertex_states.d_counts,
			&timing->d_data_arc);
	timing_drop_results(timing);
	timing_drop_fan_in(timing);
	free(timing->arc_place);
}

void timing_forget_states(struct timing *timing)
{
	queue_sync(timing->queue); /* what was queued may read what the host lent */
	free_derived(timing);
	*timing = (struct timing){
		.image = timing->image,
		.queue = timing->queue,
		.memory = timing->memory,
		.settings = timing->settings,
		.editions = timing->editions,
		.aocv = timing->aocv,
		.pulses = timing->pulses,
		.pin_rank = timing->pin_rank,
		.ranked_clocks = timing->ranked_clocks,
		.check_value = timing->check_value,
		.given_wires = timing->given_wires,
	};
}

void timing_free(struct timing *timing)
{
	if (!timing)
		return;
	free_derived(timing);
	timing_free_memory(timing);
	aocv_image_free(timing->queue, timing->aocv);
	annotations_free(timing->pulses);
	free(timing->pin_rank);
	free(timing->check_value);
	free(timing->given_wires);
	DEVICE_FREE_ALL(timing->queue, &timing->d_arc_increment, &timing->d_check_increment);
	timing_image_free(timing->image);
	free(timing);
}

/* ---- what is to be done ---- */

enum status timing_set_wires(struct timing *timing, const struct rc_forest *rc)
{
	timing_outdate(timing, TIMING_WIRES);
	return timing_image_set_wires(timing->image, rc);
}

void timing_set(struct timing *timing, const struct timing_settings *settings)
{
	if (settings->load_includes_driver_pin != timing->settings.load_includes_driver_pin)
		timing_outdate(timing, TIMING_LOADS);
	if (settings->model != timing->settings.model ||
	    (settings->forgives != timing->settings.forgives && timing->image->latches.n_latches))
		timing_outdate(timing, TIMING_DELAYS);
	timing->settings = *settings;
}

enum status timing_set_increments(struct timing *timing, const int32_t *arc, const int32_t *check)
{
	struct timing_image *image = timing->image;
	enum status status = STATUS_OK;

	if (!arc && !timing->d_arc_increment)
		return STATUS_OK;
	timing_outdate(timing, TIMING_DELAYS);
	DEVICE_FREE_ALL(timing->queue, &timing->d_arc_increment, &timing->d_check_increment);
	if (!arc)
		return STATUS_OK;
	status = UPLOAD(timing->queue, arc, image->device.n_arcs, &timing->d_arc_increment);
	if (status == STATUS_OK)
		status = UPLOAD(timing->queue, check, image->device_states.n_sinks,
				&timing->d_check_increment);
	status = queue_settle(timing->queue, status);
	if (status != STATUS_OK)
		DEVICE_FREE_ALL(timing->queue, &timing->d_arc_increment,
				&timing->d_check_increment);
	return status;
}

void timing_vary_slews(struct timing *timing, bool varies)
{
	if (varies != timing->varies_slews)
		timing_outdate(timing, TIMING_DELAYS);
	timing->varies_slews = varies;
}

void timing_set_single(struct timing *timing, bool single)
{
	if (single != timing->single)
		timing_outdate(timing, TIMING_DELAYS);
	timing->single = single;
}

void timing_set_underated(struct timing *timing, bool underated)
{
	if (underated != timing->underated)
		timing_outdate(timing, TIMING_DELAYS);
	timing->underated = underated;
}

/* ---- doing it ---- */

static enum status compute_delays(struct timing *timing)
{
	struct timing_image *image = timing->image;
	struct device_timing *d = &image->device, seen;
	enum delay_model model = timing->settings.model;

	d->pin_delay = model != DELAY_LUMPED ? image->wires.pin_delay : NULL;
	d->pin_impulse = model == DELAY_ELMORE ? image->wires.pin_impulse : NULL;
	d->pin_place = model != DELAY_LUMPED ? image->d_pin_place : NULL;
	d->pin_driver = image->wires.pin_driver;
	d->pi = image->wires.pi;
	TRY(timing_need_hand(timing));
	queue_fill(timing->queue, d->slew, UNWRITTEN_BYTE_F64,
		   (int64_t)d->n_states * N_SPLITS * (int64_t)sizeof *d->slew);
	timing_give_slews(timing);
	seen = timing_device(timing);
	seen.reduction = NULL; /* not known yet */
	timing_begin_slews(timing);
	timing_sweep_delays(timing, &seen);
	TRY(timing_latch_delays(timing, &seen, timing_sweep_delay_levels));
	timing_combine_parallel(timing, &seen);
	if (timing->single) {
		struct single_delays_args delays = {d->delay};
		struct single_slews_args slew = {d->slew};
		struct single_extras_args extras = {image->d_extra};

		LAUNCH(timing->queue, single_delays, 32, &delays,
		       (int64_t)d->n_arcs + image->graph->n_latch_arcs);
		LAUNCH(timing->queue, single_slews, 32, &slew, d->n_states);
		LAUNCH(timing->queue, single_extras, 32, &extras, image->n_drivers);
	}
	if (timing->d_arc_increment) {
		struct open_die_args die = {timing->d_arc_increment, d->delay, d->summary};

		LAUNCH(timing->queue, open_die, 32, &die, d->n_arcs);
	}
	return STATUS_OK;
}

/* Arrivals of all states; `departures` of latches, NULL = none. */
static void sweep_arrivals(struct timing *timing, const struct set_departures_args *departures)
{
	struct timing_image *image = timing->image;
	struct device_states *d = &image->device_states;
	struct resolve_constants_args constants = {image->d_constant, image->d_extra,
						   (int64_t *)d->constant};
	struct clear_arrivals_args clear = {*d};
	struct set_seeds_args seeds = {image->d_seed, image->d_extra, d->arrival};
	struct arrival_sweep_args sweep = {*d};

	LAUNCH(timing->queue, resolve_constants, 32, &constants, image->states->n_constants);
	LAUNCH(timing->queue, clear_arrivals, 32, &clear, (int64_t)d->n_states * N_SPLITS);
	LAUNCH(timing->queue, set_seeds, 32, &seeds, image->states->n_seeds);
	if (departures)
		LAUNCH(timing->queue, set_departures, 32, departures, image->latches.n_departures);
	SWEEP(timing->queue, arrival_sweep, 32, &sweep, image->d_state_mirror_row,
	      image->image->n_levels);
}

/* Arrivals at the related pins of data checks. */
static void find_references(struct timing *timing)
{
	struct timing_image *image = timing->image;
	struct reference_arrivals_args args = {image->device_states, image->references};
	struct fill_times_args none = {.out = image->references.arrival, .value = FS_NONE_64};

	if (!image->references.n_cones)
		return;
	LAUNCH(timing->queue, fill_times, 64, &none,
	       (int64_t)image->states->references.n * N_SPLITS);
	LAUNCH(timing->queue, reference_arrivals, 32, &args, image->references.n_cones);
}

/* Of ends, which are in the first level; what else is there has none. */
static void compute_required(struct timing *timing)
{
	struct timing_image *image = timing->image;
	struct fill_times_args none = {.out = image->device_states.required, .value = FS_NONE_64};
	struct check_endpoints_args check = {image->device_states, image->device.tables,
					     image->device.slew, image->d_endpoint, timing->single};
	int32_t n_first = image->image->level_row[image->image->n_levels > 0];

	find_references(timing);
	LAUNCH(timing->queue, fill_times, 64, &none, (int64_t)n_first * N_SPLITS);
	LAUNCH(timing->queue, check_endpoints, 32, &check, image->device_states.n_sinks);
	if (timing->d_check_increment) {
		struct open_checks_args die = {image->device_states, image->d_endpoint,
					       timing->d_check_increment};

		LAUNCH(timing->queue, open_checks, 32, &die, image->device_states.n_sinks);
	}
	timing_latch_required(timing);
}

enum status timing_need_required(struct timing *timing)
{
	struct timing_image *image = timing->image;
	struct required_sweep_args sweep = {image->device_states};

	if (timing_has(timing, TIMING_REQUIRED))
		return STATUS_OK;
	SWEEP(timing->queue, required_sweep, 32, &sweep, image->d_state_part_row,
	      image->image->n_levels);
	TRY(queue_sync(timing->queue));
	timing_made(timing, TIMING_REQUIRED);
	return STATUS_OK;
}

enum status timing_check_summary(const struct timing *timing, const struct timing_summary *summary)
{
	if (summary->n_bad > 0)
		return status_fail(STATUS_BAD_INPUT,
				   "%s: %" PRId32
				   " delays or slews are no numbers, or beyond 2.1 us",
				   timing->image->graph->netlist->name, summary->n_bad);
	return STATUS_OK;
}

/* Wait for what is computed. */
static enum status read_summary(struct timing *timing)
{
	struct timing_summary summary;

	queue_download(timing->queue, &summary, timing->image->device.summary, sizeof summary);
	TRY(queue_sync(timing->queue));
	return timing_check_summary(timing, &summary);
}

static enum status update_all(struct timing *timing, int first)
{
	queue_fill(timing->queue, timing->image->device.summary, 0,
		   sizeof *timing->image->device.summary);
	if (first <= TIMING_WIRES) {
		TRY(timing_sweep_wires(timing));
		timing_made(timing, TIMING_WIRES); /* the trees have gone */
	}
	if (first <= TIMING_LOADS)
		timing_compute_loads(timing);
	if (first <= TIMING_DELAYS)
		TRY(compute_delays(timing));
	if (first <= TIMING_ARRIVALS)
		TRY(timing_settle_latches(timing, sweep_arrivals));
	compute_required(timing);
	TRY(read_summary(timing));
	timing_made(timing, TIMING_SWEPT);
	timing_updated(timing, first);
	return STATUS_OK;
}

enum status timing_update(struct timing *timing)
{
	int first = TIMING_WIRES;

	while (first <= TIMING_CHECKS && timing_has(timing, first))
		first++;
	if (first > TIMING_CHECKS)
		return STATUS_OK;
	forget_results(timing);
	return timing_is_touched(timing) ? timing_update_touched(timing, first)
					 : update_all(timing, first);
}

/* ---- path searches ---- */

static enum status sum_paths(struct timing *timing, const struct device_states *states,
			     int64_t *d_sum, int64_t *largest)
{
	struct timing_image *t = timing->image;
	struct path_sums_args args = {*states, d_sum, t->latches.device.sink_window};
	struct timing_summary summary;

	queue_fill(timing->queue, &t->device.summary->largest, 0, sizeof summary.largest);
	SWEEP(timing->queue, path_sums, 32, &args, t->image->d_part_row, t->image->n_levels);
	queue_download(timing->queue, &summary, t->device.summary, sizeof summary);
	TRY(queue_sync(timing->queue));
	*largest = summary.largest;
	return STATUS_OK;
}

enum status timing_sum_paths(struct timing *timing, const struct device_states *states,
			     int64_t *largest)
{
	int64_t *d_sum;
	enum status status;

	TRY(DEVICE_ALLOC(timing->queue, "timing", &d_sum, states->n_states));
	status = sum_paths(timing, states, d_sum, largest);
	device_free(timing->queue, d_sum);
	return status;
}

int timing_fs_bits(const struct timing *timing)
{
	return timing_bits_of(timing->largest);
}

static int64_t chunks_of(int64_t n)
{
	return (n + BOUND_CHUNK - 1) / BOUND_CHUNK;
}

static enum status read_bounds(struct timing *timing, int64_t *d_largest, int64_t *largest)
{
	const struct timing_image *t = timing->image;
	const struct image *image = t->image;
	struct path_bounds_args args = {.states = t->device_states,
					.window = t->latches.device.sink_window,
					.level_row = image->d_level_row,
					.n_levels = image->n_levels,
					.n_sources = image->device.n_sources,
					.source_state = image->device.source_state,
					.largest = d_largest};
	int64_t n = (int64_t)image->n_levels + 2, n_bytes = n * (int64_t)sizeof *d_largest, *sizes;
	int64_t chunks = chunks_of(args.states.n_arcs) + chunks_of(args.n_sources) +
			 chunks_of(args.states.n_sinks);
	enum status status;

	TRY(ALLOC(&sizes, n));
	queue_fill(timing->queue, d_largest, 0, n_bytes);
	LAUNCH(timing->queue, path_bounds, 32, &args, chunks);
	queue_download(timing->queue, sizes, d_largest, n_bytes);
	status = queue_sync(timing->queue);
	*largest = 0;
	for (int64_t i = 0; i < n; i++)
		*largest += sizes[i];
	free(sizes);
	return status;
}

/* The largest delays of all levels together, whatever path has them: mostly that is enough to know that short times do. */
static enum status bound_by_levels(struct timing *timing, int64_t *largest)
{
	int64_t *d_largest;
	enum status status;

	TRY(DEVICE_ALLOC(timing->queue, "timing", &d_largest,
			 (int64_t)timing->image->image->n_levels + 2));
	status = read_bounds(timing, d_largest, largest);
	device_free(timing->queue, d_largest);
	return status;
}

enum status timing_bound_paths(struct timing *timing)
{
	int64_t largest;

	TRY(timing_update(timing));
	if (timing_has(timing, TIMING_BOUND))
		return STATUS_OK;
	TRY(bound_by_levels(timing, &largest));
	if (timing_bits_of(largest) == 64)
		TRY(timing_sum_paths(timing, &timing->image->device_states, &largest));
	timing->largest = largest;
	timing_made(timing, TIMING_BOUND);
	return STATUS_OK;
}

/* Of all arcs and sources of the graph for searches, by place. */
static enum status launch_weights(struct timing *timing, enum split split, void *weight,
				  void *source_weight)
{
	struct timing_image *t = timing->image;
	struct image *image = t->image;
	struct arc_weights_args arcs = {.endpoint = t->d_endpoint, .split = split};
	struct source_weights_args sources = {.arrival = t->device_states.arrival,
					      .source_state = image->device.source_state,
					      .split = split};
	int fs_bits = timing_fs_bits(timing);

	arcs.states = t->device_states;
	arcs.weight = weight;
	sources.weight = source_weight;
	LAUNCH(timing->queue, arc_weights, fs_bits, &arcs, image->device.n_arcs);
	LAUNCH(timing->queue, source_weights, fs_bits, &sources, image->device.n_sources);
	return queue_sync(timing->queue);
}

static enum status renew_weights(struct timing *timing, enum split split)
{
	struct image *image = timing->image->image;

	timing_outdate(timing, TIMING_WEIGHTS + EARLY);
	timing_outdate(timing, TIMING_WEIGHTS + LATE);
	TRY(image_renew_weights(image, timing_fs_bits(timing), split == LATE));
	TRY(launch_weights(timing, split, (void *)image->device.weight,
			   (void *)image->device.source_weight));
	timing_forget_touched_weights(timing);
	return STATUS_OK;
}

enum status timing_search_image(struct timing *timing, enum split split, struct image **out)
{
	struct image *image = timing->image->image;

	TRY(timing_bound_paths(timing));
	image->keeps_forest = true;
	*out = image;
	if (timing_has(timing, TIMING_WEIGHTS + split))
		return STATUS_OK;
	TRY(timing_keeps(timing, TIMING_WEIGHTS + split) && image->fs_bits == timing_fs_bits(timing)
		    ? timing_touch_weights(timing, split)
		    : renew_weights(timing, split));
	timing_made(timing, TIMING_WEIGHTS + split);
	return STATUS_OK;
}

/* The weights are its own, as those of the image are of the split that was searched last. */
enum status timing_need_arrivals(struct timing *timing, const struct product_space *space,
				 enum split split)
{
	const struct device_graph *g = &timing->image->image->device;
	void *weight = NULL, *source_weight = NULL;
	int64_t size;
	enum status status;

	TRY(timing_bound_paths(timing));
	if (timing->arrivals[split])
		return STATUS_OK;
	size = timing_fs_bits(timing) / 8;
	status = device_alloc(timing->queue, "path queries", g->n_arcs * size, &weight);
	if (status == STATUS_OK)
		status = device_alloc(timing->queue, "path queries", g->n_sources * size,
				      &source_weight);
	if (status == STATUS_OK)
		status = launch_weights(timing, split, weight, source_weight);
	if (status == STATUS_OK)
		status = product_arrivals_new(space, timing_fs_bits(timing), weight, source_weight,
					      true, &timing->arrivals[split]);
	if (status == STATUS_OK)
		return STATUS_OK;
	device_free(timing->queue, weight);
	device_free(timing->queue, source_weight);
	return status;
}
