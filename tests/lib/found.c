#include "found.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "db/path_graph.h"

static void must(enum status status)
{
	if (status != STATUS_OK)
		abort();
}

void found_release(struct found *found)
{
	for (int64_t i = 0; i < found->n; i++) {
		free(found->path[i].vertex);
		free(found->path[i].arrival);
	}
	free(found->path);
	*found = (struct found){0};
}

static struct found_path *add(struct found *found, int32_t n)
{
	struct found_path *path;

	must(GROW(&found->path, &found->capacity, found->n + 1));
	path = &found->path[found->n++];
	*path = (struct found_path){.n = n};
	must(ALLOC(&path->vertex, n));
	must(ALLOC(&path->arrival, n));
	return path;
}

/* ---- ours ---- */

void found_add(struct found *found, const struct timing *timing, enum split split,
	       const struct snap_row *row, const int32_t *state, const int64_t *arrival, int32_t n)
{
	const struct state_graph *states = timing->image->states;
	const struct endpoint *endpoint = &states->endpoint[row->sink];
	const struct relation *relation = &states->relation[endpoint->relation];
	struct found_path *path = add(found, n);
	int32_t e = relation->exception;

	path->split = split;
	path->kind = endpoint->kind;
	path->group = states->group[relation->group];
	path->launch = state_tag(states, states->graph->source_vertex[row->source])->clock_edge;
	path->capture = relation->capture_edge;
	path->clock = endpoint->clock_vertex;
	path->delay_exception = -1;
	if (e >= 0 && timing->image->graph->constraints->exception[e].kind == EXCEPTION_DELAY)
		path->delay_exception = e;
	path->required = timing_sink_opening(timing, row->sink);
	path->slack = row->slack;
	path->credit = row->credit + row->borrowed;
	for (int32_t i = 0; i < n; i++) {
		path->vertex[i] = state_vertex(states, state[i]);
		path->arrival[i] = arrival[i];
	}
}

static struct snap_row row_in_states(const struct snap_row *row, const struct path_graph *paths)
{
	struct snap_row out = *row;

	if (paths) {
		out.source = paths->source[row->source];
		out.sink = paths->sink[row->sink];
	}
	return out;
}

static void read(struct found *found, const struct timing *timing, const struct path_graph *paths,
		 struct search *search, enum split split)
{
	struct snap_rows *rows = NULL;
	struct traces traces = {0};
	int64_t n = search_count(search);

	must(search_rows(search, LEVEL_NEWEST, 0, n, &rows));
	must(search_traces(search, LEVEL_NEWEST, 0, n, &traces));
	for (int64_t i = 0; i < n; i++) {
		struct snap_row row = row_in_states(&rows->row[i], paths);
		int64_t first = traces.offset[i];
		int32_t n_points = (int32_t)(traces.offset[i + 1] - 1 - first);

		for (int32_t p = 0; p < n_points && paths; p++)
			traces.vertex[first + p] = paths->vertex[traces.vertex[first + p]];
		found_add(found, timing, split, &row, traces.vertex + first, traces.arrival + first,
			  n_points);
	}
	snap_unref(&rows->snap);
	traces_release(&traces);
}

void found_search(struct found *found, struct queue *queue, const struct timing *timing,
		  struct image *image, const struct path_graph *paths,
		  const struct search_options *options)
{
	struct search *search;
	struct stepper *stepper;

	must(search_begin(image, queue, queue, options, 1, &search));
	stepper = search_stepper(search);
	while (!stepper->ops->finished(stepper))
		must(stepper->ops->step(stepper, GRAIN_COARSE));
	read(found, timing, paths, search, options->early ? EARLY : LATE);
	stepper->ops->end(stepper);
}

/* ---- the reference's ---- */

static enum endpoint_kind kind_of(const struct naive *n, const struct naive_path *p)
{
	if (p->end == NAIVE_END_DATA)
		return p->split == LATE ? ENDPOINT_DATA_SETUP : ENDPOINT_DATA_HOLD;
	if (p->end == NAIVE_END_CHECK && n->check[p->end_id].non_sequential)
		return p->split == LATE ? ENDPOINT_NONSEQ_SETUP : ENDPOINT_NONSEQ_HOLD;
	if (p->end == NAIVE_END_CHECK)
		return (enum endpoint_kind)n->check[p->end_id].kind;
	if (p->end == NAIVE_END_GATE)
		return p->split == LATE ? ENDPOINT_GATING_SETUP : ENDPOINT_GATING_HOLD;
	return p->end == NAIVE_END_OPEN ? ENDPOINT_DELAY : ENDPOINT_OUTPUT;
}

void found_add_naive(struct found *found, const struct naive *n, const struct naive_path *p,
		     enum naive_cppr cppr)
{
	struct found_path *path = add(found, p->n_vertices);
	const struct exception *all = n->in.constraints->exception;
	/* the latency of clocks that is ignored isn't shown */
	bool ignores = p->delay_exception >= 0 && p->input_delay < 0 && !p->of_clock &&
		       all[p->delay_exception].ignore_clock_latency;
	int64_t less = ignores ? p->latency : 0, at = p->arrival - less;

	path->split = p->split;
	path->kind = kind_of(n, p);
	path->group = p->group;
	path->launch = p->launch;
	path->capture = p->capture;
	path->clock = p->reference >= 0           ? n->reference[p->reference].vertex
		      : p->opens >= 0             ? p->opens
		      : p->end == NAIVE_END_CHECK ? n->check[p->end_id].clock
		      : p->end == NAIVE_END_GATE  ? naive_gate_clock(n, p)
						  : -1;
	path->delay_exception = p->delay_exception;
	path->required = p->required - less;
	path->slack = naive_slack(p, cppr);
	/* of a latch also what is borrowed */
	path->credit = path->slack -
		       (p->split == LATE ? p->required - p->arrival : p->arrival - p->required);
	for (int32_t i = p->n_vertices - 1; i >= 0; i--) {
		path->vertex[i] = p->vertex[i];
		path->arrival[i] = at;
		at -= i > 0 ? n->arc[p->arc[i - 1]].delay : 0;
	}
}

void found_naive(struct found *found, const struct naive_paths *paths, enum split split,
		 enum naive_cppr cppr)
{
	for (int64_t i = 0; i < paths->n; i++) {
		if (paths->path[i].split == split)
			found_add_naive(found, &paths->timing, &paths->path[i], cppr);
	}
}

/* ---- comparing ---- */

static int compare_numbers(int64_t a, int64_t b)
{
	return a < b ? -1 : a > b;
}

static int compare_ends(const struct found_path *x, const struct found_path *y)
{
	int c = compare_numbers(x->slack, y->slack);

	c = c ? c : compare_numbers(x->credit, y->credit);
	c = c ? c : compare_numbers(x->required, y->required);
	c = c ? c : compare_numbers(x->split, y->split);
	c = c ? c : compare_numbers((int64_t)x->kind, (int64_t)y->kind);
	c = c ? c : strcmp(x->group, y->group);
	c = c ? c : compare_numbers(x->launch, y->launch);
	c = c ? c : compare_numbers(x->capture, y->capture);
	c = c ? c : compare_numbers(x->clock, y->clock);
	return c ? c : compare_numbers(x->delay_exception, y->delay_exception);
}

static int compare_paths(const void *a, const void *b)
{
	const struct found_path *x = a, *y = b;
	int c = compare_ends(x, y);

	c = c ? c : compare_numbers(x->n, y->n);
	for (int32_t i = 0; i < x->n && !c; i++)
		c = compare_numbers(x->vertex[i], y->vertex[i]);
	for (int32_t i = 0; i < x->n && !c; i++)
		c = compare_numbers(x->arrival[i], y->arrival[i]);
	return c;
}

static void sort(struct found *found)
{
	if (found->n)
		qsort(found->path, (size_t)found->n, sizeof *found->path, compare_paths);
}

void found_tell(const char *whose, const struct found_path *p)
{
	printf("# %s slack %lld credit %lld required %lld, %s kind %d in %s, edges %d -> %d, clock "
	       "%d, delay %d:",
	       whose, (long long)p->slack, (long long)p->credit, (long long)p->required,
	       p->split == LATE ? "late" : "early", (int)p->kind, p->group, (int)p->launch,
	       (int)p->capture, (int)p->clock, (int)p->delay_exception);
	for (int32_t i = 0; i < p->n; i++)
		printf(" %d@%lld", (int)p->vertex[i], (long long)p->arrival[i]);
	printf("\n");
}

/* The same points and edges, whatever else. */
static bool is_like(const struct found_path *x, const struct found_path *y)
{
	return x->split == y->split && x->kind == y->kind && x->launch == y->launch &&
	       x->capture == y->capture && x->clock == y->clock && x->n == y->n &&
	       memcmp(x->vertex, y->vertex, (size_t)x->n * sizeof *x->vertex) == 0;
}

static void tell_like(const char *whose, const struct found *found, const struct found_path *path)
{
	for (int64_t i = 0; i < found->n; i++) {
		if (is_like(&found->path[i], path))
			found_tell(whose, &found->path[i]);
	}
}

bool found_same(const char *what, struct found *ours, struct found *wanted)
{
	int64_t i = 0;

	sort(ours);
	sort(wanted);
	while (i < ours->n && i < wanted->n && compare_paths(&ours->path[i], &wanted->path[i]) == 0)
		i++;
	if (i == ours->n && i == wanted->n)
		return true;
	printf("# %s: %lld paths, not %lld; the first that differs:\n", what, (long long)ours->n,
	       (long long)wanted->n);
	if (i < ours->n &&
	    (i == wanted->n || compare_paths(&ours->path[i], &wanted->path[i]) < 0)) {
		found_tell("there is", &ours->path[i]);
		tell_like("not     ", wanted, &ours->path[i]);
	} else {
		found_tell("there isn't", &wanted->path[i]);
		tell_like("but        ", ours, &wanted->path[i]);
	}
	return false;
}

bool found_among(const char *what, struct found *ours, struct found *wanted)
{
	int64_t at = 0;

	sort(ours);
	sort(wanted);
	for (int64_t i = 0; i < ours->n; i++) {
		int c = -1;

		while (at < wanted->n && (c = compare_paths(&wanted->path[at], &ours->path[i])) < 0)
			at++;
		if (at == wanted->n || c > 0) {
			printf("# %s: a path that isn't there:\n", what);
			found_tell("  ", &ours->path[i]);
			return false;
		}
		at++; /* it counts once */
	}
	return true;
}

bool found_begin(const char *what, struct found *ours, struct found *wanted)
{
	if (!found_among(what, ours, wanted))
		return false;
	for (int64_t i = 0; i < ours->n; i++) {
		if (ours->path[i].slack == wanted->path[i].slack)
			continue;
		printf("# %s: path %lld, slack %lld, not %lld\n", what, (long long)i,
		       (long long)ours->path[i].slack, (long long)wanted->path[i].slack);
		return false;
	}
	return true;
}
