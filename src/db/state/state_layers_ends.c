/*
 * Ends where exceptions that paths carry along are all that changes: those of pins whose states changed are met again, in
 * the place of those that there were, and all others stay. Their order is that of the checks that make them, and at the end
 * that of pins with output delays, which is the one in which they are made.
 */
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "base/grow.h"
#include "base/parallel.h"
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
	/* owned: those that there were */
	struct endpoint *endpoint;
	int32_t *sink;
	int32_t n, n_checks;  /* of these: up to the last by a check */
	int32_t first_output; /* from here on they are by output delays */
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

void layer_keep_vertices(struct state_graph *states)
{
	struct graph *graph = states->graph;

	OVER_ITEMS(s, graph->n_sinks)
	{
		if (graph->sink_vertex[s] >= states->layers->n_below)
			graph->sink_vertex[s] = ~graph->netlist_vertex[graph->sink_vertex[s]];
	}
}

/* ---- pins whose ends are met again ---- */

static enum status need_first_checks(struct state_builder *b)
{
	struct state_layers *layers = b->states->layers;
	const struct check *check = b->timing->check;

	if (layers->first_check)
		return STATUS_OK;
	TRY(ALLOC(&layers->first_check, b->netlist->n_all_pins));
	OVER_ITEMS(i, b->timing->n_checks)
	{
		int32_t pin = check[i].data / N_EDGES;

		if (i == 0 || check[i - 1].data / N_EDGES != pin)
			layers->first_check[pin] = (int32_t)i + 1;
	}
	return STATUS_OK;
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

/* *stays = false: what ends there, or might, isn't by checks or output delays only. */
static enum status add_run(struct new_ends *e, int32_t pin, bool *stays)
{
	const struct state_builder *b = e->b;
	const struct timing_graph *timing = b->timing;
	int32_t check = b->states->layers->first_check[pin] - 1, end = check;
	int32_t instance = b->netlist->pin_instance[pin];
	struct run run = {.pin = pin};
	bool output = state_has_output(b, pin);

	*stays = instance < 0 || !state_may_be_gate(b, instance);
	if (!*stays || (check < 0 && !output))
		return STATUS_OK;
	while (!output && end < timing->n_checks && timing->check[end].data / N_EDGES == pin)
		end++;
	run.check = output ? -1 : check;
	run.at = output ? find_output(e, pin) : find_check(e, check);
	while (run.at + run.n_old < e->n && pin_of(e, run.at + run.n_old) == pin)
		run.n_old++;
	run.first_new = e->states->graph->n_sinks;
	TRY(output ? state_add_outputs_at(e->b, pin) : state_meet_checks(e->b, check, end));
	run.n_new = e->states->graph->n_sinks - run.first_new;
	TRY(GROW(&e->run, &e->capacity, (int64_t)e->n_runs + 1));
	e->run[e->n_runs++] = run;
	return STATUS_OK;
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

/* Those from one place to another move by a number of places. */
static void move_ends(struct new_ends *e, int32_t begin, int32_t end, int32_t by)
{
	if (end <= begin || !by)
		return;
	memmove(e->endpoint + begin + by, e->endpoint + begin,
		(size_t)(end - begin) * sizeof *e->endpoint);
	memmove(e->sink + begin + by, e->sink + begin, (size_t)(end - begin) * sizeof *e->sink);
}

/* To the left from left to right, then to the right from right to left: so nothing is overwritten that is to be moved. */
static void move_all(struct new_ends *e, int32_t grown)
{
	int32_t by = 0, end = e->n;

	for (int32_t i = 0; i < e->n_runs; i++) {
		const struct run *run = &e->run[i];
		int32_t next = i + 1 < e->n_runs ? run[1].at : e->n;

		by += run->n_new - run->n_old;
		if (by < 0)
			move_ends(e, run->at + run->n_old, next, by);
	}
	by = grown;
	for (int32_t i = e->n_runs - 1; i >= 0; i--) {
		const struct run *run = &e->run[i];

		if (by > 0)
			move_ends(e, run->at + run->n_old, end, by);
		by -= run->n_new - run->n_old;
		end = run->at;
	}
}

/* Old ends with the new ones among them, which are the graph's up to now. */
static enum status splice(struct new_ends *e)
{
	struct state_graph *states = e->states;
	struct graph *graph = states->graph;
	struct endpoint *endpoint = states->endpoint;
	int32_t *sink = graph->sink_vertex, grown = 0, by = 0;
	int64_t n, old_capacity = e->n, old_sinks = e->n;

	if (e->n_runs)
		qsort(e->run, (size_t)e->n_runs, sizeof *e->run, compare_runs);
	for (int32_t i = 0; i < e->n_runs; i++)
		grown += e->run[i].n_new - e->run[i].n_old;
	n = (int64_t)e->n + grown;
	TRY(GROW(&e->endpoint, &old_capacity, n));
	TRY(GROW(&e->sink, &old_sinks, n));
	TRY(GROW(&graph->sink_required, &graph->sink_required_capacity, n));
	move_all(e, grown);
	for (int32_t i = 0; i < e->n_runs; i++) {
		const struct run *run = &e->run[i];

		for (int32_t j = 0; j < run->n_new; j++) {
			e->endpoint[run->at + by + j] = endpoint[run->first_new + j];
			e->sink[run->at + by + j] = sink[run->first_new + j];
		}
		by += run->n_new - run->n_old;
	}
	if (grown > 0)
		memset(graph->sink_required + e->n, 0,
		       (size_t)grown * sizeof *graph->sink_required);
	states->endpoint = e->endpoint;
	states->endpoint_capacity = old_capacity;
	graph->sink_vertex = e->sink;
	graph->sink_capacity = old_sinks;
	graph->n_sinks = (int32_t)n;
	e->endpoint = endpoint;
	e->sink = sink;
	return STATUS_OK;
}

/* ---- all of it ---- */

static void begin_ends(struct new_ends *e)
{
	struct state_graph *states = e->states;

	e->endpoint = states->endpoint;
	e->sink = states->graph->sink_vertex;
	find_parts(e);
	states->endpoint = NULL;
	states->graph->sink_vertex = NULL;
	states->endpoint_capacity = states->graph->sink_capacity = 0;
	states->graph->n_sinks = 0;
}

/* vertex: some more than once. */
static enum status meet_runs(struct new_ends *e, int32_t *vertex, int32_t n, bool *stays)
{
	int32_t last = -1;

	if (n)
		qsort(vertex, (size_t)n, sizeof *vertex, compare_int32);
	for (int32_t i = 0; i < n && *stays; i++) {
		int32_t pin = vertex[i] / N_EDGES;

		if (pin != last)
			TRY(add_run(e, pin, stays));
		last = pin;
	}
	return STATUS_OK;
}

enum status layer_meet_again(struct state_builder *b, const struct constraints *before,
			     int32_t *vertex, int32_t n, bool *done)
{
	struct new_ends e = {.b = b, .states = b->states};
	enum status status;

	*done = true;
	renumber_exceptions(b->states, before, b->constraints);
	TRY(state_begin_ends(b));
	TRY(need_first_checks(b));
	begin_ends(&e);
	status = meet_runs(&e, vertex, n, done);
	if (status == STATUS_OK && *done)
		status = splice(&e);
	free(e.endpoint);
	free(e.sink);
	free(e.run);
	return status;
}
