#include "timed.h"

#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "gpu/image/device_timing.h"
#include "gpu/image/tag_spreader.h"

bool timed_has_wires(const struct random_design *design)
{
	return design->parasitics || design->models.load ||
	       (design->constraints && design->constraints->net_load);
}

enum status timed_put_wires(struct task *task, const struct random_design *design,
			    struct timing *timing)
{
	struct text warnings = TEXT_INIT;
	struct rc_source source = random_rc_source(design);
	struct rc_forest *rc;
	enum status status = rc_forest_new(&source, &warnings, task, &rc);

	text_release(&warnings);
	TRY(status);
	status = timing_set_wires(timing, rc);
	rc_forest_free(rc);
	return status;
}

enum status timed_new(struct queue *queue, struct task *task, const struct random_design *design,
		      bool wires, struct timing **out)
{
	return timed_new_as(queue, task, design, wires, false, out);
}

enum status timed_new_as(struct queue *queue, struct task *task, const struct random_design *design,
			 bool wires, bool unconstrained, struct timing **out)
{
	struct text warnings = TEXT_INIT;
	struct timing_graph *graph;
	struct state_graph *states;
	enum status status =
		timing_graph_new(design->netlist, design->constraints, &warnings, task, &graph);

	text_release(&warnings);
	TRY(status);
	status = tag_spreader_states(queue, graph, unconstrained, task, &states);
	if (status != STATUS_OK) {
		timing_graph_free(graph);
		return status;
	}
	TRY(timing_new(queue, graph, states, out));
	if (wires && timed_has_wires(design))
		status = timed_put_wires(task, design, *out);
	if (status != STATUS_OK) {
		timing_free(*out);
		*out = NULL;
	}
	return status;
}

enum status timed_take_seen(struct queue *queue, const struct timing *timing,
			    const int32_t **driver, const double **pi)
{
	const struct device_wires *wires = &timing->image->wires;
	int32_t n = timing->image->graph->netlist->n_all_pins, n_drivers = 0, *number;
	double *seen;

	*driver = NULL;
	*pi = NULL;
	if (!wires->pi)
		return STATUS_OK;
	TRY(ALLOC(&number, n));
	*driver = number;
	queue_download(queue, number, wires->pin_driver, n * (int64_t)sizeof *number);
	TRY(queue_sync(queue));
	for (int32_t pin = 0; pin < n; pin++)
		n_drivers = number[pin] >= n_drivers ? number[pin] + 1 : n_drivers;
	TRY(ALLOC(&seen, 12 * (int64_t)n_drivers));
	*pi = seen;
	queue_download(queue, seen, wires->pi, 12 * (int64_t)n_drivers * (int64_t)sizeof *seen);
	return queue_sync(queue);
}

static enum status copy(const void *from, int64_t n, size_t size, void *out)
{
	void *to;

	TRY(alloc_items(&to, n, size));
	if (n)
		memcpy(to, from, (size_t)n * size);
	memcpy(out, &to, sizeof to);
	return STATUS_OK;
}

static enum status take_weights(struct queue *queue, struct timing *timing, enum split split,
				struct timed_results *out)
{
	struct image *image;
	int64_t arcs, sources;

	TRY(timing_search_image(timing, split, &image));
	arcs = image->device.n_arcs * image_fs_size(image);
	sources = image->device.n_sources * image_fs_size(image);
	out->fs_bits[split] = image->fs_bits;
	out->weight_bytes[split] = arcs + sources;
	TRY(ALLOC(&out->weight[split], arcs + sources));
	queue_download(queue, out->weight[split], image->device.weight, arcs);
	queue_download(queue, out->weight[split] + arcs, image->device.source_weight, sources);
	return queue_sync(queue);
}

static enum status take(struct queue *queue, struct timing *t, struct timed_results *out)
{
	out->n_states = t->image->device_states.n_states;
	out->n_slews = t->image->device.n_states;
	out->n_arcs = t->image->device.n_arcs;
	out->n_nets = t->image->graph->netlist->n_nets;
	out->status = timing_read(t);
	if (out->status == STATUS_BAD_INPUT)
		return STATUS_OK;
	TRY(out->status);
	TRY(copy(t->arrival, 2 * out->n_states, sizeof *t->arrival, &out->arrival));
	TRY(copy(t->required, 2 * out->n_states, sizeof *t->required, &out->required));
	TRY(copy(t->slew, 2 * out->n_slews, sizeof *t->slew, &out->slew));
	TRY(copy(t->delay, 2 * out->n_arcs, sizeof *t->delay, &out->delay));
	TRY(copy(t->load, 4 * out->n_nets, sizeof *t->load, &out->load));
	TRY(take_weights(queue, t, LATE, out));
	return take_weights(queue, t, EARLY, out);
}

enum status timed_take(struct queue *queue, struct timing *timing, struct timed_results *out)
{
	enum status status;

	*out = (struct timed_results){0};
	status = take(queue, timing, out);
	if (status != STATUS_OK)
		timed_release(out);
	return status;
}

static bool same_bytes(const void *a, const void *b, int64_t n, size_t size)
{
	return n == 0 || memcmp(a, b, (size_t)n * size) == 0;
}

bool timed_same(const struct timed_results *a, const struct timed_results *b)
{
	bool same = a->status == b->status && a->n_states == b->n_states &&
		    a->n_slews == b->n_slews && a->n_arcs == b->n_arcs && a->n_nets == b->n_nets;

	if (!same || a->status != STATUS_OK)
		return same;
	for (int split = 0; split < N_SPLITS && same; split++)
		same = a->fs_bits[split] == b->fs_bits[split] &&
		       a->weight_bytes[split] == b->weight_bytes[split] &&
		       same_bytes(a->weight[split], b->weight[split], a->weight_bytes[split], 1);
	return same && same_bytes(a->arrival, b->arrival, 2 * a->n_states, sizeof *a->arrival) &&
	       same_bytes(a->required, b->required, 2 * a->n_states, sizeof *a->required) &&
	       same_bytes(a->slew, b->slew, 2 * a->n_slews, sizeof *a->slew) &&
	       same_bytes(a->delay, b->delay, 2 * a->n_arcs, sizeof *a->delay) &&
	       same_bytes(a->load, b->load, 4 * a->n_nets, sizeof *a->load);
}

void timed_release(struct timed_results *results)
{
	free(results->arrival);
	free(results->required);
	free(results->slew);
	free(results->load);
	free(results->delay);
	free(results->weight[EARLY]);
	free(results->weight[LATE]);
	*results = (struct timed_results){0};
}

/* Sinks of one pin follow each other, but those of its splits may be mixed: the worst slack of the
 * pin is kept until another pin comes. */
struct timing_totals timing_worst(const struct timing *timing, enum split split,
				  enum endpoint_kind kind)
{
	const struct state_graph *states = timing->image->states;
	struct timing_totals totals = {.wns = FS_NONE_64};
	int32_t n_sinks = states->graph->n_sinks, pin = -1;
	int64_t worst = FS_NONE_64;

	for (int32_t s = 0; s <= n_sinks; s++) {
		int32_t next = s < n_sinks ? state_pin(states, states->graph->sink_vertex[s]) : -1;
		int64_t slack;

		if (next != pin) {
			totals.n_endpoints += worst != FS_NONE_64;
			totals.n_violated += worst < 0;
			totals.tns += worst < 0 ? worst : 0;
			totals.wns = worst < totals.wns ? worst : totals.wns;
			worst = FS_NONE_64;
			pin = next;
		}
		if (s == n_sinks || states->endpoint[s].split != split ||
		    (kind != N_ENDPOINT_KINDS && states->endpoint[s].kind != kind))
			continue;
		slack = timing_sink_slack(timing, s);
		worst = slack < worst ? slack : worst;
	}
	return totals;
}
