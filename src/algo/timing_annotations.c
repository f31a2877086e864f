#include "algo/timing_annotations.h"

#include <stdlib.h>

#include "base/grow.h"
#include "base/parallel.h"

_Static_assert(ANNOTATION_NONE == DELAY_NONE, "no value");

static const struct master *master_at(const struct netlist *netlist, int32_t vertex)
{
	return &netlist->master[netlist->instance_master[netlist->pin_instance[vertex / N_EDGES]]];
}

struct annotation_key timing_arc_key(const struct timing_graph *graph, int32_t arc)
{
	int32_t type = graph->graph->arc_type[arc];
	struct annotation_key key = {ANNOTATED_WIRE, graph->graph->arc_from[arc],
				     graph->graph->arc_to[arc], -1};

	if (type == ARC_OF_NET)
		return key;
	key.what = ANNOTATED_ARC;
	key.arc = master_arc_number(master_at(graph->netlist, key.to), graph->type[type].lib);
	return key;
}

struct annotation_key timing_check_key(const struct check *check)
{
	return (struct annotation_key){ANNOTATED_CHECK, check->clock, check->data, check->arc};
}

/* ---- delays ---- */

/* One arc's values; 1 when something is added. */
static int put_arc(const struct timing *timing, const struct annotations *annotations, int32_t arc,
		   struct annotated_values *out)
{
	const struct timing_graph *graph = timing->image->graph;
	struct annotation_key key = timing_arc_key(graph, arc);
	const struct annotation *said = annotations_find(annotations, &key);
	int32_t n = graph->graph->n_arcs;
	int64_t place =
		arc < n ? timing->arc_place[arc] : (int64_t)timing->image->device.n_arcs + arc - n;
	int added = 0;

	for (int split = 0; split < N_SPLITS && said; split++) {
		out->given_delay[N_SPLITS * place + split] = said->given[split];
		out->added_delay[N_SPLITS * place + split] = said->added[split];
		added |= said->added[split] != 0;
	}
	return added;
}

static enum status put_delays(struct timing *timing, const struct annotations *annotations,
			      struct annotated_values *out)
{
	const struct timing_graph *graph = timing->image->graph;
	int64_t n_graph = (int64_t)graph->graph->n_arcs + graph->n_latch_arcs;
	int64_t n = ((int64_t)timing->image->device.n_arcs + graph->n_latch_arcs) * N_SPLITS;
	int n_threads = parts_of(n_graph), any_added = 0;

	if (!annotations->n_of[ANNOTATED_WIRE] && !annotations->n_of[ANNOTATED_ARC])
		return STATUS_OK;
	TRY(timing_read_arc_places(timing));
	TRY(ALLOC(&out->given_delay, n));
	TRY(ALLOC(&out->added_delay, n));
	for (int64_t i = 0; i < n; i++)
		out->given_delay[i] = ANNOTATION_NONE;
#pragma omp parallel for schedule(static) num_threads(n_threads) reduction(| : any_added)
	for (int64_t arc = 0; arc < n_graph; arc++)
		any_added |= put_arc(timing, annotations, (int32_t)arc, out);
	if (!any_added) {
		free(out->added_delay);
		out->added_delay = NULL;
	}
	return STATUS_OK;
}

/* ---- checks ---- */

static enum status put_checks(const struct timing *timing, const struct annotations *annotations,
			      struct annotated_values *out)
{
	const struct state_graph *states = timing->image->states;
	int32_t n = states->graph->n_sinks;

	if (!annotations->n_of[ANNOTATED_CHECK])
		return STATUS_OK;
	TRY(ALLOC(&out->given_check, n));
	OVER_ITEMS(s, n)
	{
		const struct endpoint *e = &states->endpoint[s];
		const struct annotation *said = NULL;

		if (e->check >= 0) {
			struct annotation_key key =
				timing_check_key(&timing->image->graph->check[e->check]);

			said = annotations_find(annotations, &key);
		}
		out->given_check[s] = said ? said->given[e->split] : ANNOTATION_NONE;
	}
	return STATUS_OK;
}

/* ---- slews ---- */

static enum status put_slews(const struct timing *timing, const struct annotations *annotations,
			     struct annotated_values *out)
{
	const struct annotation_key *key = (const struct annotation_key *)annotations->keys.data;

	if (!annotations->n_of[ANNOTATED_SLEW])
		return STATUS_OK;
	TRY(ALLOC(&out->slew, annotations->n_of[ANNOTATED_SLEW]));
	for (int32_t i = 0; i < annotations->keys.n; i++) {
		const struct annotation *said = &annotations->item[i];
		struct device_slew *slew = &out->slew[out->n_slews];

		if (key[i].what != ANNOTATED_SLEW || !annotation_is_there(said))
			continue;
		slew->state = timing->image->vertex_state[key[i].to];
		for (int split = 0; split < N_SPLITS; split++) {
			if (said->given[split] == ANNOTATION_NONE)
				continue;
			slew->splits |= 1 << split;
			slew->slew[split] = said->given[split] / 1000.0;
		}
		out->n_slews++;
	}
	return STATUS_OK;
}

/* ---- all of it ---- */

static enum status fill(struct timing *timing, const struct annotations *annotations,
			struct annotated_values *out)
{
	TRY(put_delays(timing, annotations, out));
	TRY(put_checks(timing, annotations, out));
	return put_slews(timing, annotations, out);
}

/* Checks follow from nothing else, and only what latches lend follows from them. */
static bool has_checks_alone(const struct timing_image *image,
			     const struct annotated_values *values)
{
	return !image->latches.n_latches && !image->device.given_delay && !values->given_delay &&
	       !image->device.added_delay && !image->annotated.n_slews && !values->n_slews;
}

enum status timing_set_annotations(struct timing *timing, const struct annotations *annotations)
{
	struct timing_image *image = timing->image;
	struct annotated_values values = {0};
	enum status status = STATUS_OK;

	if (annotations)
		status = fill(timing, annotations, &values);
	if (status == STATUS_OK) {
		timing_outdate(timing,
			       has_checks_alone(image, &values) ? TIMING_CHECKS : TIMING_DELAYS);
		status = timing_image_annotate(image, &values);
	}
	free(values.given_delay);
	free(values.added_delay);
	free(values.given_check);
	free(values.slew);
	return status;
}
