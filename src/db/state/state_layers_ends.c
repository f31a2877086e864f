/*
 * Ends where exceptions that paths carry along are all that changes: those of pins whose states changed are met again, in
 * the place of those that there were, and all others stay. Their order is that of the checks that make them, and at the end
 * that of pins with output delays, which is the one in which they are made.
 */
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "base/grow.h"
#include "base/splice.h"
#include "db/state/state_layers_impl.h"

/* The ends of a pin: old ones, which follow each other, and those that are met again. */
struct run {
	int32_t pin, at, n_old, first_new, n_new;
	int32_t check; /* the first of the pin, -1 = they are by output delays */
};

struct new_ends {
	struct state_builder *b;
	struct state_graph *states;
	struct run *run; /* owned */
	int32_t n_runs;
	int64_t capacity;
	/* owned: those that there were; at the end those that were met */
	struct endpoint *endpoint;
	int32_t *sink;
	int64_t endpoint_capacity, sink_capacity;
	int32_t n, n_checks;  /* of these: up to the last by a check */
	int32_t first_output; /* from here on they are by output delays */
	int32_t *output; /* owned [n_outputs]: pins with these, in order, some more than once */
	int32_t n_outputs;
	int64_t output_capacity;
};

/* ---- may others stay ---- */

static bool are_pins(const struct point_list *list)
{
	bool pins = list->given && list->n > 0;

	for (int32_t i = 0; i < list->n && pins; i++)
		pins = list->point[i].kind == POINT_PIN;
	return pins;
}

/* Does it concern only paths that carry it along to their end? */
static bool is_carried_along(const struct exception *exception)
{
	const struct path_filter *filter = &exception->filter;

	return !filter->exclude.given && (filter->n_throughs > 0 || are_pins(&filter->from));
}

static bool are_carried_along(const struct constraints *k, int32_t begin, int32_t end)
{
	bool all = true;

	for (int32_t e = begin; e < end && all; e++)
		all = is_carried_along(&k->exception[e]);
	return all;
}

/* The first exceptions that they have in common, and the last. */
static void find_common(const struct constraints *before, const struct constraints *now,
			int32_t *first, int32_t *last)
{
	int32_t most =
		before->n_exceptions < now->n_exceptions ? before->n_exceptions : now->n_exceptions;

	*first = *last = 0;
	while (*first < most &&
	       exception_is_same(&before->exception[*first], &now->exception[*first]))
		++*first;
	while (*first + *last < most &&
	       exception_is_same(&before->exception[before->n_exceptions - 1 - *last],
				 &now->exception[now->n_exceptions - 1 - *last]))
		++*last;
}

bool layer_ends_may_stay(const struct state_builder *b, const struct constraints *before)
{
	const struct constraints *now = b->constraints;
	int32_t first, last;

	if (b->unconstrained || b->exceptions.has_delays || b->states->n_gone ||
	    state_has_required(b))
		return false;
	find_common(before, now, &first, &last);
	return are_carried_along(before, first, before->n_exceptions - last) &&
	       are_carried_along(now, first, now->n_exceptions - last);
}

/* Numbers of exceptions in what ends have in common; those that went are no end's that stays. */
static void renumber_exceptions(struct state_graph *states, const struct constraints *before,
				const struct constraints *now)
{
	enum { WENT = -2 };
	int32_t first, last;

	find_common(before, now, &first, &last);
	for (int32_t r = 0; r < states->n_relations; r++) {
		int32_t *e = &states->relation[r].exception;

		if (*e < first)
			continue;
		*e = *e < before->n_exceptions - last
			     ? WENT
			     : *e - before->n_exceptions + now->n_exceptions;
	}
}

/* ---- pins whose ends are met again ---- */

static enum status add_output(struct new_ends *e, int32_t pin)
{
	TRY(GROW(&e->output, &e->output_capacity, (int64_t)e->n_outputs + 1));
	e->output[e->n_outputs++] = pin;
	return STATUS_OK;
}

/* Those with output delays and required times, in order. */
static enum status list_outputs(struct new_ends *e)
{
	const struct constraints *k = e->b->constraints;

	for (int32_t i = 0; i < k->n_output_delays; i++)
		TRY(add_output(e, k->output_delay[i].pin));
	for (int32_t p = 0; p < k->n_ports; p++) {
		if (k->port[p].has_required)
			TRY(add_output(e, p));
	}
	if (e->n_outputs)
		qsort(e->output, (size_t)e->n_outputs, sizeof *e->output, compare_int32);
	return STATUS_OK;
}

static bool has_output(const struct new_ends *e, int32_t pin)
{
	return find_sorted(e->output, sizeof *e->output, e->n_outputs, pin) >= 0;
}

/* Checks are by pin: its first one, or -1. */
static int32_t first_check(const struct timing_graph *timing, int32_t pin)
{
	int32_t low = 0, high = timing->n_checks;

	while (low < high) {
		int32_t middle = low + (high - low) / 2;

		if (timing->check[middle].data / N_EDGES < pin)
			low = middle + 1;
		else
			high = middle;
	}
	return low < timing->n_checks && timing->check[low].data / N_EDGES == pin ? low : -1;
}

static int32_t pin_of(const struct new_ends *e, int32_t sink)
{
	int32_t state = e->sink[sink];

	return state < 0 ? ~state / N_EDGES : state_pin(e->states, state);
}

static void find_parts(struct new_ends *e)
{
	e->n = e->n_checks = e->states->graph->n_sinks;
	e->first_output = e->n;
	while (e->first_output > 0 && e->endpoint[e->first_output - 1].kind == ENDPOINT_OUTPUT)
		e->first_output--;
	e->n_checks = e->first_output;
	while (e->n_checks > 0 && e->endpoint[e->n_checks - 1].check < 0)
		e->n_checks--;
	/* those of a pin with other ends before them are out of order */
	while (e->first_output > 0 && e->first_output < e->n &&
	       pin_of(e, e->first_output) == pin_of(e, e->first_output - 1))
		e->first_output++;
}

/* Where ends by checks from one on are, or would be. */
static int32_t find_check(const struct new_ends *e, int32_t check)
{
	int32_t low = 0, high = e->n_checks;

	while (low < high) {
		int32_t middle = low + (high - low) / 2, at = middle;

		while (at < high && e->endpoint[at].check < 0)
			at++;
		if (at == high || e->endpoint[at].check >= check)
			high = middle;
		else
			low = at + 1;
	}
	/* not among those of one pin */
	while (low > 0 && low < e->n && e->endpoint[low].check < 0 &&
	       pin_of(e, low) == pin_of(e, low - 1))
		low++;
	return low;
}

static int32_t find_output(const struct new_ends *e, int32_t pin)
{
	int32_t low = e->first_output, high = e->n;

	while (low < high) {
		int32_t middle = low + (high - low) / 2;

		if (pin_of(e, middle) < pin)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* Where old ends of a pin are, or would be; false = nothing ends there. */
static bool find_run(const struct new_ends *e, int32_t pin, struct run *run)
{
	int32_t check = first_check(e->b->timing, pin);
	bool output = has_output(e, pin);

	*run = (struct run){.pin = pin, .check = output ? -1 : check};
	if (check < 0 && !output)
		return false;
	run->at = output ? find_output(e, pin) : find_check(e, check);
	while (run->at + run->n_old < e->n && pin_of(e, run->at + run->n_old) == pin)
		run->n_old++;
	return true;
}

/* Does nothing end there but by checks or output delays? */
static bool has_known_ends(const struct state_builder *b, int32_t pin)
{
	int32_t instance = b->netlist->pin_instance[pin];

	return instance < 0 || !state_may_be_gate(b, instance);
}

/* *stays = false: something else ends there, or might. */
static enum status add_run(struct new_ends *e, int32_t pin, bool *stays)
{
	const struct state_builder *b = e->b;
	const struct timing_graph *timing = b->timing;
	int32_t end;
	struct run run;

	*stays = has_known_ends(b, pin);
	if (!*stays || !find_run(e, pin, &run))
		return STATUS_OK;
	for (end = run.check; end >= 0 && end < timing->n_checks;) {
		if (timing->check[end].data / N_EDGES != pin)
			break;
		end++;
	}
	run.first_new = e->states->graph->n_sinks;
	TRY(run.check < 0 ? state_add_outputs_at(e->b, pin)
			  : state_meet_checks(e->b, run.check, end));
	run.n_new = e->states->graph->n_sinks - run.first_new;
	TRY(GROW(&e->run, &e->capacity, (int64_t)e->n_runs + 1));
	e->run[e->n_runs++] = run;
	return STATUS_OK;
}

/* ---- ends that were read ---- */

/* find_check() passes over no more ends without checks than these. */
enum { MOST_BESIDE = 1000 };

/* Among those by checks: is one without beside those of its pin? */
static bool is_beside_checks(const struct new_ends *e, int32_t end)
{
	return end > 0 && pin_of(e, end - 1) == pin_of(e, end) &&
	       (end < MOST_BESIDE || e->endpoint[end - MOST_BESIDE].check >= 0);
}

/* *last: the check of the one before that has any. */
static bool is_in_place(const struct new_ends *e, int32_t end, int32_t *last)
{
	int32_t pin = pin_of(e, end), check = e->endpoint[end].check;

	if (end >= e->first_output)
		return has_output(e, pin) && (end == e->first_output || pin_of(e, end - 1) <= pin);
	if (check < 0)
		return !has_known_ends(e->b, pin) &&
		       (end >= e->n_checks || is_beside_checks(e, end));
	if (check < *last || e->b->timing->check[check].data / N_EDGES != pin)
		return false;
	*last = check;
	return !has_output(e, pin);
}

enum status layer_are_ends_in_place(struct state_builder *b, bool *in_place)
{
	struct new_ends e = {.b = b, .states = b->states};
	int32_t last = 0;
	enum status status;

	e.endpoint = b->states->endpoint; /* only looked at, as these */
	e.sink = b->states->graph->sink_vertex;
	find_parts(&e);
	status = list_outputs(&e);
	*in_place = status == STATUS_OK;
	for (int32_t i = 0; i < e.n && *in_place; i++)
		*in_place = is_in_place(&e, i, &last);
	free(e.output);
	return status;
}

/* ---- in place of the old ones ---- */

static int compare_runs(const void *a, const void *b)
{
	const struct run *x = a, *y = b;

	if (x->at != y->at)
		return x->at < y->at ? -1 : 1;
	/* that of nothing goes before those that are there; else as ends are met: first by checks, then at outputs */
	if ((x->n_old > 0) != (y->n_old > 0))
		return x->n_old > 0 ? 1 : -1;
	if ((x->check < 0) != (y->check < 0))
		return x->check < 0 ? 1 : -1;
	if (x->check != y->check)
		return x->check < y->check ? -1 : 1;
	return (x->pin > y->pin) - (x->pin < y->pin);
}

static enum status list_splices(struct new_ends *e, struct splice **out)
{
	if (e->n_runs)
		qsort(e->run, (size_t)e->n_runs, sizeof *e->run, compare_runs);
	TRY(ALLOC(out, e->n_runs));
	for (int32_t i = 0; i < e->n_runs; i++)
		(*out)[i] = (struct splice){e->run[i].at, e->run[i].n_old, e->run[i].n_new};
	return STATUS_OK;
}

/* The old ones make room, and take what is new. */
static enum status move_old(struct new_ends *e, const struct splice *splice, int64_t grown)
{
	const struct state_graph *states = e->states;
	const int32_t *sink = states->graph->sink_vertex;
	int32_t by = 0;

	TRY(GROW(&e->endpoint, &e->endpoint_capacity, e->n + grown));
	TRY(GROW(&e->sink, &e->sink_capacity, e->n + grown));
	TRY(splice_items(e->endpoint, e->n, sizeof *e->endpoint, splice, e->n_runs));
	TRY(splice_items(e->sink, e->n, sizeof *e->sink, splice, e->n_runs));
	for (int32_t i = 0; i < e->n_runs; i++) {
		const struct run *run = &e->run[i];

		for (int32_t j = 0; j < run->n_new; j++) {
			e->endpoint[run->at + by + j] = states->endpoint[run->first_new + j];
			e->sink[run->at + by + j] = sink[run->first_new + j];
		}
		by += run->n_new - run->n_old;
	}
	return STATUS_OK;
}

static void swap_ends(struct new_ends *e)
{
	struct state_graph *states = e->states;
	struct endpoint *endpoint = states->endpoint;
	int32_t *sink = states->graph->sink_vertex;

	states->endpoint = e->endpoint;
	states->endpoint_capacity = e->endpoint_capacity;
	states->graph->sink_vertex = e->sink;
	states->graph->sink_capacity = e->sink_capacity;
	e->endpoint = endpoint;
	e->sink = sink;
}

/* Old ends with the new ones among them, which are the graph's up to now. */
static enum status put_in_place(struct new_ends *e)
{
	struct graph *graph = e->states->graph;
	struct splice *splice;
	int64_t grown;
	enum status status;

	TRY(list_splices(e, &splice));
	grown = splices_grow(splice, e->n_runs);
	status = GROW(&graph->sink_required, &graph->sink_required_capacity, e->n + grown);
	if (status == STATUS_OK)
		status = move_old(e, splice, grown);
	free(splice);
	TRY(status);
	if (grown > 0)
		memset(graph->sink_required + e->n, 0,
		       (size_t)grown * sizeof *graph->sink_required);
	swap_ends(e);
	graph->n_sinks = (int32_t)(e->n + grown);
	return STATUS_OK;
}

/* ---- all of it ---- */

/* By its vertex what is on top of a pin. */
static void keep_sinks(struct new_ends *e, int32_t pin)
{
	struct run run;

	if (!find_run(e, pin, &run))
		return;
	for (int32_t s = run.at; s < run.at + run.n_old; s++) {
		if (e->sink[s] >= e->states->layers->n_below)
			e->sink[s] = ~state_vertex(e->states, e->sink[s]);
	}
}

enum status layer_keep_ends(struct state_builder *b, const int32_t *vertex, int32_t n, bool *stay)
{
	struct new_ends e = {.b = b, .states = b->states};
	int32_t last = -1;
	enum status status;

	*stay = true;
	e.endpoint = b->states->endpoint; /* only looked at */
	e.sink = b->states->graph->sink_vertex;
	find_parts(&e);
	status = list_outputs(&e);
	for (int32_t i = 0; i < n && *stay && status == STATUS_OK; i++) {
		if (vertex[i] / N_EDGES == last)
			continue;
		last = vertex[i] / N_EDGES;
		*stay = has_known_ends(b, last);
		if (*stay)
			keep_sinks(&e, last);
	}
	free(e.output);
	return status;
}

static enum status begin_ends(struct new_ends *e)
{
	e->endpoint = e->states->endpoint;
	e->sink = e->states->graph->sink_vertex;
	e->endpoint_capacity = e->states->endpoint_capacity;
	e->sink_capacity = e->states->graph->sink_capacity;
	find_parts(e);
	e->states->endpoint = NULL;
	e->states->graph->sink_vertex = NULL;
	e->states->endpoint_capacity = e->states->graph->sink_capacity = 0;
	e->states->graph->n_sinks = 0;
	return list_outputs(e);
}

static enum status meet_runs(struct new_ends *e, const int32_t *vertex, int32_t n, bool *stays)
{
	int32_t last = -1;

	for (int32_t i = 0; i < n && *stays; i++) {
		int32_t pin = vertex[i] / N_EDGES;

		if (pin != last)
			TRY(add_run(e, pin, stays));
		last = pin;
	}
	return STATUS_OK;
}

enum status layer_meet_again(struct state_builder *b, const struct constraints *before,
			     const int32_t *vertex, int32_t n, bool *done)
{
	struct new_ends e = {.b = b, .states = b->states};
	enum status status;

	*done = true;
	renumber_exceptions(b->states, before, b->constraints);
	status = begin_ends(&e);
	if (status == STATUS_OK)
		status = meet_runs(&e, vertex, n, done);
	if (status == STATUS_OK && *done)
		status = put_in_place(&e);
	free(e.endpoint);
	free(e.sink);
	free(e.run);
	free(e.output);
	return status;
}
