#include "gpu/timing/timing_annotations.h"

#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "base/parallel.h"
#include "db/fan_out.h"
#include "gpu/timing/timing_touched.h"

_Static_assert(ANNOTATION_NONE == DELAY_NONE, "no value");

enum { MOST_FEW = 1000 }; /* values that are brought to the device one by one */

static const struct master *master_at(const struct netlist *netlist, int32_t vertex)
{
	return &netlist->master[netlist->instance_master[netlist->pin_instance[vertex / N_EDGES]]];
}

struct annotation_key timing_arc_key(const struct timing_graph *graph, int32_t arc)
{
	int32_t type = graph->graph->arc_type[arc];
	struct annotation_key key = {
		ANNOTATED_WIRE, netlist_named_vertex(graph->netlist, graph->graph->arc_from[arc]),
		netlist_named_vertex(graph->netlist, graph->graph->arc_to[arc]), -1};

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

/* ---- delays of a few keys ---- */

/* What lists and kernels of a few annotations need: delays and the heads of their arcs; sinks and what their checks are given. */
struct few {
	int32_t n_delays, n_states, n_sinks;
	bool slews;                    /* too, of which all are set again */
	struct annotated_delay *delay; /* owned */
	int32_t *state, *sink, *check; /* owned */
	int64_t delay_capacity, state_capacity, sink_capacity, check_capacity;
};

static void few_release(struct few *few)
{
	free(few->delay);
	free(few->state);
	free(few->sink);
	free(few->check);
}

static bool same_key(const struct annotation_key *a, const struct annotation_key *b)
{
	return memcmp(a, b, sizeof *a) == 0;
}

/* said: NULL = nothing (any more) */
static enum status add_delay(struct few *few, int32_t place, const struct annotation *said)
{
	struct annotated_delay *delay;

	TRY(GROW(&few->delay, &few->delay_capacity, (int64_t)few->n_delays + 1));
	delay = &few->delay[few->n_delays++];
	delay->place = place;
	for (int split = 0; split < N_SPLITS; split++) {
		delay->given[split] = said ? said->given[split] : ANNOTATION_NONE;
		delay->added[split] = said ? said->added[split] : 0;
	}
	return STATUS_OK;
}

/* The arcs of the timing graph that a key is of, but for those through latches. */
static enum status list_arcs(struct timing *timing, const struct annotation_key *key,
			     const struct annotation *said, struct few *few)
{
	const struct timing_graph *graph = timing->image->graph;
	const struct netlist *netlist = graph->netlist;
	bool wire = key->what == ANNOTATED_WIRE;
	int32_t from = wire ? netlist_driving_vertex(netlist, key->from) : key->from;
	int32_t to = wire ? key->to : netlist_driving_vertex(netlist, key->to);

	for (int32_t j = graph->out_row[from]; j < graph->out_row[from + 1]; j++) {
		int32_t arc = graph->out_arc[j];
		struct annotation_key own;

		if (graph->graph->arc_to[arc] != to)
			continue;
		own = timing_arc_key(graph, arc);
		if (!same_key(&own, key))
			continue;
		TRY(add_delay(few, timing->arc_place[arc], said));
		TRY(APPEND(few->state, few->n_states, &few->state_capacity,
			   timing->image->vertex_state[to]));
	}
	return STATUS_OK;
}

/* ---- all delays ---- */

/* Delays are looked up by their keys, if at most one of as many has one and the fan-out is there; else keys by delays. */
enum { FEW_PART = 128 };

static bool says_delays(const struct annotations *annotations)
{
	return annotations->n_of[ANNOTATED_WIRE] || annotations->n_of[ANNOTATED_ARC];
}

static int64_t n_delays(const struct timing_graph *graph)
{
	return (int64_t)graph->graph->n_arcs + graph->n_latch_arcs;
}

static int64_t latch_place(const struct timing *timing, int32_t arc)
{
	return (int64_t)timing->image->device.n_arcs + arc - timing->image->graph->graph->n_arcs;
}

static enum status list_latch_arcs(const struct timing *timing,
				   const struct annotations *annotations, struct few *few)
{
	const struct timing_graph *graph = timing->image->graph;

	for (int32_t i = 0; i < graph->n_latch_arcs; i++) {
		int32_t arc = graph->graph->n_arcs + i;
		struct annotation_key key = timing_arc_key(graph, arc);
		const struct annotation *said = annotations_find(annotations, &key);

		if (said)
			TRY(add_delay(few, (int32_t)latch_place(timing, arc), said));
	}
	return STATUS_OK;
}

/* Of those that are there: the delays. */
static enum status list_delays(struct timing *timing, const struct annotations *annotations,
			       struct few *few)
{
	const struct annotation_key *key = annotations_keys(annotations);

	for (int32_t i = 0; i < annotations->keys.n; i++) {
		const struct annotation *said = &annotations->item[i];

		if ((key[i].what == ANNOTATED_WIRE || key[i].what == ANNOTATED_ARC) &&
		    annotation_is_there(said))
			TRY(list_arcs(timing, &key[i], said, few));
	}
	return list_latch_arcs(timing, annotations, few);
}

static enum status put_listed(struct timing *timing, const struct annotations *annotations,
			      struct annotated_values *out)
{
	struct few few = {0};
	enum status status = list_delays(timing, annotations, &few);

	out->delay = few.delay;
	out->n_delays = few.n_delays;
	few.delay = NULL;
	few_release(&few);
	return status;
}

static bool adds_any(const struct annotations *annotations)
{
	int64_t n = annotations->keys.n;
	int n_threads = parts_of(n), any = 0;

#pragma omp parallel for schedule(static) num_threads(n_threads) reduction(| : any)
	for (int64_t i = 0; i < n; i++)
		any |= annotations->item[i].added[EARLY] | annotations->item[i].added[LATE];
	return any != 0;
}

static void put_arc(const struct timing *timing, const struct annotations *annotations, int32_t arc,
		    struct annotated_values *out)
{
	const struct timing_graph *graph = timing->image->graph;
	struct annotation_key key = timing_arc_key(graph, arc);
	const struct annotation *said = annotations_find(annotations, &key);
	int64_t place =
		arc < graph->graph->n_arcs ? timing->arc_place[arc] : latch_place(timing, arc);

	for (int split = 0; split < N_SPLITS && said; split++) {
		out->given_delay[N_SPLITS * place + split] = said->given[split];
		if (out->added_delay)
			out->added_delay[N_SPLITS * place + split] = said->added[split];
	}
}

static enum status put_each(const struct timing *timing, const struct annotations *annotations,
			    struct annotated_values *out)
{
	const struct timing_graph *graph = timing->image->graph;
	int64_t n = ((int64_t)timing->image->device.n_arcs + graph->n_latch_arcs) * N_SPLITS;

	TRY(ALLOC(&out->given_delay, n));
	if (adds_any(annotations))
		TRY(ALLOC(&out->added_delay, n));
	OVER_ITEMS(i, n)
	out->given_delay[i] = ANNOTATION_NONE;
	OVER_ITEMS(arc, n_delays(graph))
	put_arc(timing, annotations, (int32_t)arc, out);
	return STATUS_OK;
}

static enum status put_delays(struct timing *timing, const struct annotations *annotations,
			      struct annotated_values *out)
{
	const struct timing_graph *graph = timing->image->graph;

	if (!says_delays(annotations))
		return STATUS_OK;
	TRY(timing_read_arc_places(timing));
	return graph->out_arc && annotations->keys.n <= n_delays(graph) / FEW_PART
		       ? put_listed(timing, annotations, out)
		       : put_each(timing, annotations, out);
}

/* ---- checks ---- */

static void forget_checks(struct timing *timing)
{
	free(timing->check_value);
	timing->check_value = NULL;
}

/* Looked up once: other states have the same checks. */
static enum status need_check_values(struct timing *timing, const struct annotations *annotations)
{
	const struct timing_graph *graph = timing->image->graph;
	int32_t n = graph->n_checks, *value;

	if (timing->check_value)
		return STATUS_OK;
	TRY(ALLOC(&value, (int64_t)n * N_SPLITS));
	OVER_ITEMS(c, n)
	{
		struct annotation_key key = timing_check_key(&graph->check[c]);
		const struct annotation *said = annotations_find(annotations, &key);

		for (int split = 0; split < N_SPLITS; split++)
			value[N_SPLITS * c + split] = said ? said->given[split] : ANNOTATION_NONE;
	}
	timing->check_value = value;
	return STATUS_OK;
}

static enum status put_checks(struct timing *timing, const struct annotations *annotations,
			      struct annotated_values *out)
{
	const struct state_graph *states = timing->image->states;
	int32_t n = states->graph->n_sinks;

	if (!annotations->n_of[ANNOTATED_CHECK])
		return STATUS_OK;
	TRY(need_check_values(timing, annotations));
	TRY(ALLOC(&out->given_check, n));
	OVER_ITEMS(s, n)
	{
		const struct endpoint *e = &states->endpoint[s];

		out->given_check[s] =
			e->check >= 0 ? timing->check_value[N_SPLITS * (int64_t)e->check + e->split]
				      : ANNOTATION_NONE;
	}
	return STATUS_OK;
}

/* ---- slews ---- */

static enum status put_slews(const struct timing *timing, const struct annotations *annotations,
			     struct annotated_values *out)
{
	const struct annotation_key *key = annotations_keys(annotations);
	const struct netlist *netlist = timing->image->graph->netlist;

	if (!annotations->n_of[ANNOTATED_SLEW])
		return STATUS_OK;
	TRY(ALLOC(&out->slew, 2 * annotations->n_of[ANNOTATED_SLEW])); /* of both sides */
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
		if (netlist_driving_vertex(netlist, key[i].to) == key[i].to)
			continue;
		out->slew[out->n_slews] = *slew;
		out->slew[out->n_slews++].state =
			timing->image->vertex_state[netlist_driving_vertex(netlist, key[i].to)];
	}
	return STATUS_OK;
}

/* ---- pulses and periods ---- */

static enum status put_pulses(struct timing *timing, const struct annotations *annotations)
{
	const struct annotation_key *key;

	annotations_free(timing->pulses);
	timing->pulses = NULL;
	if (!annotations ||
	    !(annotations->n_of[ANNOTATED_WIDTH] + annotations->n_of[ANNOTATED_PERIOD]))
		return STATUS_OK;
	TRY(annotations_new(&timing->pulses));
	key = annotations_keys(annotations);
	for (int32_t i = 0; i < annotations->keys.n; i++) {
		if (key[i].what == ANNOTATED_WIDTH || key[i].what == ANNOTATED_PERIOD)
			TRY(annotations_say(timing->pulses, &key[i], &annotations->item[i]));
	}
	return STATUS_OK;
}

/* ---- driving cells ---- */

static bool is_port_wire(const struct timing *timing, const struct annotation_key *key)
{
	return key->what == ANNOTATED_WIRE &&
	       key->from / N_EDGES < timing->image->graph->netlist->n_ports;
}

static enum status count_port_wires(struct timing *timing, const struct annotations *annotations)
{
	const struct annotation_key *key = annotations ? annotations_keys(annotations) : NULL;

	free(timing->given_wires);
	timing->given_wires = NULL;
	for (int32_t i = 0; annotations && i < annotations->keys.n; i++) {
		if (!is_port_wire(timing, &key[i]))
			continue;
		if (!timing->given_wires)
			TRY(ALLOC(&timing->given_wires,
				  (int64_t)N_SPLITS * N_EDGES *
					  timing->image->graph->netlist->n_ports));
		for (int split = 0; split < N_SPLITS; split++)
			timing->given_wires[N_SPLITS * key[i].from + split] +=
				annotations->item[i].given[split] != ANNOTATION_NONE;
	}
	return STATUS_OK;
}

/* ---- all of it ---- */

/* What the image has nothing of. */
static enum status fill(struct timing *timing, const struct annotations *annotations,
			struct annotated_values *out)
{
	const struct timing_image *image = timing->image;

	if (!image->device.given_delay)
		TRY(put_delays(timing, annotations, out));
	if (!image->device_states.given_check)
		TRY(put_checks(timing, annotations, out));
	return image->annotated.n_slews ? STATUS_OK : put_slews(timing, annotations, out);
}

static void values_release(struct annotated_values *values)
{
	free(values->given_delay);
	free(values->added_delay);
	free(values->delay);
	free(values->given_check);
	free(values->slew);
}

/* Checks follow from nothing else, and only what latches lend follows from them. */
static void outdate_annotated(struct timing *timing, bool delays)
{
	timing_outdate(timing,
		       delays || timing->image->latches.n_latches ? TIMING_DELAYS : TIMING_CHECKS);
}

enum status timing_renew_annotations(struct timing *timing, const struct annotations *annotations)
{
	struct annotated_values values = {0};
	enum status status = annotations ? fill(timing, annotations, &values) : STATUS_OK;
	bool delays = values.given_delay || values.n_delays || values.n_slews;

	if (status == STATUS_OK && (delays || values.given_check)) {
		outdate_annotated(timing, delays);
		status = timing_image_annotate(timing->image, &values);
	}
	values_release(&values);
	return status;
}

enum status timing_set_annotations(struct timing *timing, const struct annotations *annotations)
{
	const struct timing_image *image = timing->image;

	TRY(put_pulses(timing, annotations));
	TRY(count_port_wires(timing, annotations));
	forget_checks(timing);
	outdate_annotated(timing, image->device.given_delay || image->annotated.n_slews);
	timing_image_forget_annotations(timing->image);
	return timing_renew_annotations(timing, annotations);
}

/* ---- a few ---- */

/* The ends that a key's check makes. */
static enum status list_sinks(struct timing *timing, const struct annotation_key *key,
			      const struct annotation *said, struct few *few)
{
	struct state_graph *states = timing->image->states;
	int32_t pin = key->to / N_EDGES, s;

	TRY(state_need_first_sinks(states));
	for (s = states->first_sink[pin]; s >= 0 && s < states->graph->n_sinks; s++) {
		const struct endpoint *e = &states->endpoint[s];
		struct annotation_key own;

		if (state_pin(states, states->graph->sink_vertex[s]) != pin)
			break;
		if (e->check < 0)
			continue;
		own = timing_check_key(&timing->image->graph->check[e->check]);
		if (!same_key(&own, key))
			continue;
		TRY(GROW(&few->sink, &few->sink_capacity, (int64_t)few->n_sinks + 1));
		TRY(GROW(&few->check, &few->check_capacity, (int64_t)few->n_sinks + 1));
		few->sink[few->n_sinks] = s;
		few->check[few->n_sinks++] = said ? said->given[e->split] : ANNOTATION_NONE;
	}
	return STATUS_OK;
}

static enum status list_few(struct timing *timing, const struct annotations *annotations,
			    const struct annotations *changed, struct few *few)
{
	const struct annotation_key *key = annotations_keys(changed);

	for (int32_t i = 0; i < changed->keys.n; i++) {
		const struct annotation *said = annotations_find(annotations, &key[i]);

		switch ((enum annotated)key[i].what) {
		case ANNOTATED_WIRE:
		case ANNOTATED_ARC:
			TRY(list_arcs(timing, &key[i], said, few));
			break;
		case ANNOTATED_CHECK:
			forget_checks(timing);
			TRY(list_sinks(timing, &key[i], said, few));
			break;
		case ANNOTATED_SLEW:
			few->slews = true;
			break;
		case ANNOTATED_WIDTH: /* of no delay, and looked up where it is reported */
		case ANNOTATED_PERIOD:
		case N_ANNOTATED:
			break;
		}
	}
	return STATUS_OK;
}

/* Put them where they belong, and touch what follows. */
static enum status put_few(struct timing *timing, const struct annotations *annotations,
			   const struct few *few)
{
	struct timing_image *image = timing->image;

	TRY(timing_image_annotate_delays(image, few->delay, few->n_delays));
	TRY(timing_image_annotate_checks(image, few->sink, few->check, few->n_sinks));
	TRY(timing_touch(timing, TOUCH_DELAYS, few->state, few->n_states));
	TRY(timing_touch(timing, TOUCH_ENDS, few->sink, few->n_sinks));
	if (!few->slews)
		return STATUS_OK;
	timing_outdate(timing, TIMING_DELAYS);
	annotation_image_forget_slews(image);
	return timing_renew_annotations(timing, annotations);
}

/* What latches lend follows from checks, and their arcs aren't in the fan-out. */
static bool has_latches(const struct timing_image *image)
{
	return image->graph->n_latch_arcs || image->latches.n_latches ||
	       image->latches.n_departures;
}

enum status timing_change_annotations(struct timing *timing, const struct annotations *annotations,
				      const struct annotations *changed, bool *done)
{
	struct few few = {0};
	enum status status;

	*done = changed->keys.n <= MOST_FEW && !has_latches(timing->image);
	for (int32_t i = 0; i < changed->keys.n && *done; i++)
		*done = !is_port_wire(timing, &annotations_keys(changed)[i]);
	if (!*done)
		return STATUS_OK;
	TRY(timing_read_arc_places(timing));
	TRY(timing_graph_need_fan_out(timing->image->graph));
	status = list_few(timing, annotations, changed, &few);
	if (status == STATUS_OK)
		status = put_few(timing, annotations, &few);
	few_release(&few);
	if (status == STATUS_OK)
		status = put_pulses(timing, annotations);
	return status;
}
