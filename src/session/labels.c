#include "session/labels.h"

#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "base/clock.h"
#include "base/grow.h"
#include "gpu/labels/device_labels.h"
#include "gpu/labels/graph_paths.h"
#include "gpu/timing/timing_paths.h"

static void label_inquiry_free(struct label_inquiry *q)
{
	if (!q)
		return;
	labels_free(q->labels);
	labels_free(q->shown);
	path_graph_free(q->exact);
	if (q->paths)
		label_paths_release(q->paths);
	free(q->paths);
	filter_query_release(&q->query);
	path_filter_release(&q->filter);
	text_release(&q->words);
	free(q->data_arc);
	graph_unref(q->graph);
	free(q);
}

RELEASER(label_inquiry_drop, struct label_inquiry, label_inquiry_free)
RELEASER(drop_made, struct path_image, path_image_free)

int32_t label_vertex(const struct label_inquiry *q, int32_t state)
{
	return q->graph->netlist ? graph_netlist_vertex(q->graph, state) : state;
}

/* ---- the session's ---- */

enum { MOST_RUNS = 512 };

struct label_data {
	struct label_inquiry *inquiry; /* owned: of the last label_query; NULL = none */
	/* durations of queries by subgraph size; of n_runs the newest, run i at i % MOST_RUNS */
	struct label_run run[MOST_RUNS];
	int64_t n_runs;
};

PART_DATA(struct label_data, data_of, labels_part)

struct label_inquiry *session_inquiry(const struct session *session)
{
	return data_of(session)->inquiry;
}

static void drop_inquiry(struct session *session)
{
	RESET(label_inquiry_free, data_of(session)->inquiry);
	board_put_timeline(session->board, STEPPER_LABELS, NULL);
}

/* ---- asking ---- */

/* The part of the paths that fulfil the query, on the host. */
static enum status make_exact(struct session *session, struct label_inquiry *q)
{
	RELEASED_BY(path_filter_release) struct path_filter filter = PATH_FILTER_INIT;
	RELEASED_BY(drop_made) struct path_image *made = NULL;

	TRY(path_filter_copy(&filter, &q->filter));
	filter.rule = RULE_EXACT;
	TRY(session->design.netlist
		    ? timing_new_paths(session->design.timing, &filter, false, NULL, &session->task,
				       &made)
		    : graph_new_paths(session->parts, &filter, NULL, &session->task, &made));
	TRY(path_image_need_paths(made));
	HAND_OVER(&q->exact, made->paths);
	return STATUS_OK;
}

static struct label_ends ends_of(const struct label_inquiry *q)
{
	return (struct label_ends){q->query.query.source_ok, q->query.query.sink_ok};
}

/* The exact query, its product, and labels where the query is of single pins. */
static enum status ask(struct session *session, struct label_inquiry *q)
{
	struct timing *timing = session->design.timing;
	struct text warnings = TEXT_INIT;
	enum status status;

	if (session->design.netlist) {
		status =
			timing_filter_query(timing, &q->filter, &warnings, &q->query, &q->data_arc);
		TRY(print_warnings(&warnings, status));
		TRY(timing_need_labels(timing));
		q->space = timing->labels;
	} else {
		struct filter_context context = {.graph = q->graph};

		TRY(filter_to_query(&q->filter, &context, &q->query));
		TRY(graph_paths_need_labels(session->parts));
		q->space = session->parts->labels;
	}
	q->query.query.arc_ok = q->data_arc;
	TRY(make_exact(session, q));
	if (q->filter.rule == RULE_EXACT)
		return STATUS_OK;
	TRY(label_query_of(&q->filter, &q->asked));
	return labels_begin(q->space, &q->asked, ends_of(q), false, q->serial, &q->labels);
}

static enum status run(struct session *session, struct label_inquiry *q)
{
	DOING(&session->task, stepper_info[STEPPER_LABELS].title, 0);

	return labels_run(q->labels);
}

/* ---- as a stepper ---- */

static enum status step(struct stepper *stepper, enum grain grain)
{
	struct label_inquiry *q = (struct label_inquiry *)stepper;
	struct stepper *labels = q->labels ? labels_stepper(q->labels) : NULL;

	return labels ? labels->ops->step(labels, grain) : STATUS_OK;
}

static bool finished(const struct stepper *stepper)
{
	const struct label_inquiry *q = (const struct label_inquiry *)stepper;

	return !q->labels || labels_stepper(q->labels)->ops->finished(labels_stepper(q->labels));
}

static enum status timeline(struct stepper *stepper, struct snap_timeline **out)
{
	struct label_inquiry *q = (struct label_inquiry *)stepper;

	if (q->labels)
		return labels_timeline(q->labels, out);
	TRY(snap_timeline_new(STEPPER_LABELS, q->serial, NULL, 0, out));
	(*out)->finished = true;
	return STATUS_OK;
}

/* Going back is starting again and going less far. */
static enum status replay(struct label_inquiry *q, int64_t place)
{
	struct stepper *shown;

	TRY(labels_begin(q->space, &q->asked, ends_of(q), true, q->serial, &q->shown));
	shown = labels_stepper(q->shown);
	for (int64_t i = 0; i <= place; i++)
		TRY(shown->ops->step(shown, GRAIN_FINE));
	return STATUS_OK;
}

static enum status show(struct stepper *stepper, int64_t place)
{
	struct label_inquiry *q = (struct label_inquiry *)stepper;
	struct snap_timeline *steps;
	bool newest;

	if (!q->labels)
		return STATUS_OK;
	TRY(timeline(stepper, &steps));
	newest = place >= steps->n_steps - 1;
	snap_unref(&steps->snap);
	if (q->shown && place == q->place && !newest)
		return STATUS_OK;
	RESET(labels_free, q->shown);
	q->place = place;
	return newest ? STATUS_OK : replay(q, place);
}

static const struct stepper_ops inquiry_ops = {
	.step = step,
	.finished = finished,
	.timeline = timeline,
	.show = show,
};

/* ---- of the session ---- */

static enum status new_inquiry(struct session *session, const struct path_filter *filter,
			       const char *words, struct label_inquiry **out)
{
	struct graph *graph = session->design.netlist ? session->design.timing->image->states->graph
						      : session_read_graph(session);

	TRY(ALLOC(out, 1));
	(*out)->stepper.ops = &inquiry_ops;
	(*out)->serial = ++session->n_begun;
	(*out)->graph = graph_ref(graph);
	text_add(&(*out)->words, words);
	TRY(path_filter_copy(&(*out)->filter, filter));
	return ask(session, *out);
}

static enum status put_steps(struct session *session, struct label_inquiry *q)
{
	struct snap_timeline *steps;

	TRY(timeline(&q->stepper, &steps));
	q->place = steps->n_steps - 1;
	board_put_timeline(session->board, STEPPER_LABELS, steps);
	return STATUS_OK;
}

enum status session_ask_labels(struct session *session, const struct path_filter *filter,
			       const char *words, bool paused)
{
	RELEASED_BY(label_inquiry_drop) struct label_inquiry *q = NULL;
	double began;

	TRY(session_need_graph(session));
	if (session->design.netlist)
		TRY(session_need_timing(session));
	began = clock_ms();
	TRY(new_inquiry(session, filter, words, &q));
	if (q->labels && !paused)
		TRY(run(session, q));
	if (!paused)
		session_note_run(session, false,
				 (int64_t)q->exact->graph->n_vertices + q->exact->graph->n_arcs,
				 began);
	TRY(put_steps(session, q));
	label_inquiry_free(data_of(session)->inquiry);
	HAND_OVER(&data_of(session)->inquiry, q);
	if (!session->has_screen)
		board_set_stepper(session->board, STEPPER_LABELS);
	return STATUS_OK;
}

enum status session_need_labels_stepper(struct session *session, struct stepper **out)
{
	struct label_inquiry *q = session_inquiry(session);

	if (!q)
		return status_fail(STATUS_FAILED,
				   "nothing is asked yet; label_query -through PIN asks");
	*out = &q->stepper;
	return STATUS_OK;
}

enum status label_state(struct label_inquiry *q, struct labels_state *out)
{
	if (!q->labels)
		return status_fail(STATUS_FAILED, "there are no labels: the query has lists");
	return labels_read(q->shown ? q->shown : q->labels, out);
}

/* ---- reading ---- */

static enum status list_constraints(const struct label_inquiry *q, struct snap_labels *snap)
{
	const struct path_filter *f = &q->filter;
	int32_t n = f->n_throughs + 2;

	TRY(ALLOC(&snap->constraint, n));
	for (int32_t i = 0; i < n; i++) {
		const struct point_list *list = i == 0       ? &f->from
						: i == n - 1 ? &f->to
							     : &f->through[i - 1];
		struct label_constraint *c = &snap->constraint[snap->n_constraints];

		if (!list->given)
			continue;
		*c = (struct label_constraint){
			.option = i == 0       ? LABEL_FROM
				  : i == n - 1 ? LABEL_TO
					       : LABEL_THROUGH,
			.vertex = -1,
			.n_pins = list->n,
			.edges = list->n ? list->point[0].edges : EDGES_BOTH,
			.rank = RANK_NONE,
		};
		for (int32_t p = list->n - 1; p >= 0; p--) {
			if (list->point[p].kind == POINT_PIN)
				c->vertex = list->point[p].id * q->space->n_edges;
		}
		snap->n_constraints++;
	}
	return STATUS_OK;
}

static void name_regions(struct label_inquiry *q, const struct labels_state *state,
			 struct snap_labels *snap)
{
	int32_t n_edges = q->space->n_edges;

	for (int32_t i = 0; i < snap->n_constraints; i++) {
		struct label_constraint *c = &snap->constraint[i];

		c->rank = state->rank[c->vertex / n_edges];
		for (int32_t e = 0; e < n_edges; e++) {
			if (n_edges == 1 || c->edges >> e & 1)
				c->label = state->label[c->vertex / n_edges * n_edges + e];
		}
		snap->region[i + 1].label = c->rank;
	}
	snap->region[0].label = LABEL_FIRST;
	snap->region[snap->n_regions - 1].label = 0;
}

static enum status count_ranks(const struct label_inquiry *q, const struct labels_state *state,
			       struct snap_labels *snap)
{
	TRY(ALLOC(&snap->rank_pins, (int64_t)snap->highest + 1));
	for (int32_t p = 0; p < q->space->n_pins; p++) {
		if (state->rank[p] >= 0)
			snap->rank_pins[state->rank[p]]++;
	}
	return STATUS_OK;
}

static void count_pins(const struct label_inquiry *q, const struct labels_state *state,
		       struct snap_labels *snap)
{
	int32_t n_edges = q->space->n_edges;

	for (int32_t r = 0; r < snap->n_regions; r++)
		snap->region[r].rank_min = INT32_MAX;
	snap->n_pins = q->space->n_pins;
	for (int32_t p = 0; p < q->space->n_pins; p++) {
		int32_t last = -1;

		snap->n_ranked += state->rank[p] >= 0;
		snap->highest = state->rank[p] > snap->highest ? state->rank[p] : snap->highest;
		for (int32_t e = 0; e < n_edges && state->rank[p] >= 0; e++) {
			int32_t label = state->label[p * n_edges + e];
			int32_t r = snap_labels_region(snap, label);
			struct label_region *region = &snap->region[r];

			snap->n_labelled += label != 0;
			region->n_vertices += r != last;
			last = r;
			if (state->rank[p] < region->rank_min)
				region->rank_min = state->rank[p];
			if (state->rank[p] > region->rank_max)
				region->rank_max = state->rank[p];
		}
	}
}

static bool is_kept(uint8_t verdict)
{
	return verdict == VERDICT_SAME || verdict == VERDICT_BOUNDARY;
}

static void count_arcs(const struct label_inquiry *q, const struct labels_state *state,
		       const uint8_t *in_exact, struct snap_labels *snap)
{
	const int both = REACH_SUFFIX | REACH_PREFIX;

	for (int32_t a = 0; a < q->graph->n_arcs; a++) {
		int32_t to = q->graph->arc_to[a], r;
		bool left;

		if (q->data_arc && !q->data_arc[a])
			continue;
		snap->n_verdict[state->verdict[a]]++;
		left = is_kept(state->verdict[a]) && state->reach[to] == both &&
		       state->reach[q->graph->arc_from[a]] == both;
		snap->left_arcs += left;
		snap->n_only_labels += left && !in_exact[a];
		snap->n_only_exact += !left && in_exact[a];
		r = snap_labels_region(snap, state->label[label_vertex(q, to)]);
		snap->region[r].n_arcs += is_kept(state->verdict[a]);
	}
	for (int32_t v = 0; v < q->graph->n_vertices; v++) {
		bool left = state->reach[v] == both;

		snap->left_states += left;
		snap->region[snap_labels_region(snap, state->label[label_vertex(q, v)])].n_left +=
			left;
	}
}

void label_state_regions(const struct label_inquiry *q, int32_t *region)
{
	const struct path_graph *exact = q->exact;
	/* -from is a constraint ahead of the product's first group, but by an output: see filters.c */
	int32_t shift = q->filter.from.given && !q->query.query.first_at_once;

	for (int32_t s = 0; s < exact->graph->n_vertices; s++) {
		int32_t passed = exact->passed[s];

		region[s] = passed + shift;
		if (passed && q->query.vertex_groups[exact->vertex[s]] >> (passed - 1) & 1)
			region[s]--;
	}
	for (int32_t i = 0; i < exact->graph->n_sources && shift; i++)
		region[exact->graph->source_vertex[i]] = 0;
}

enum status label_pin_regions(const struct label_inquiry *q, int32_t *region)
{
	FREED int32_t *of_state = NULL;

	TRY(ALLOC(&of_state, q->exact->graph->n_vertices));
	label_state_regions(q, of_state);
	for (int32_t p = 0; p < q->space->n_pins; p++)
		region[p] = -1;
	for (int32_t s = 0; s < q->exact->graph->n_vertices; s++) {
		int32_t *r = &region[label_vertex(q, q->exact->vertex[s]) / q->space->n_edges];

		if (*r < 0 || of_state[s] < *r)
			*r = of_state[s];
	}
	return STATUS_OK;
}

static enum status count_exact(const struct label_inquiry *q, struct snap_labels *snap)
{
	FREED int32_t *region = NULL;

	snap->exact_states = q->exact->graph->n_vertices;
	snap->exact_arcs = q->exact->graph->n_arcs;
	TRY(ALLOC(&region, snap->exact_states));
	label_state_regions(q, region);
	for (int32_t s = 0; s < snap->exact_states; s++) {
		if (region[s] < snap->n_regions - 1)
			snap->region[region[s]].n_exact++;
	}
	return STATUS_OK;
}

static enum status fill(struct label_inquiry *q, struct snap_labels *snap)
{
	RELEASED_BY(labels_state_release) struct labels_state state = {0};
	FREED uint8_t *in_exact = NULL;

	TRY(list_constraints(q, snap));
	snap->n_regions = snap->n_constraints + 2;
	TRY(ALLOC(&snap->region, snap->n_regions));
	TRY(count_exact(q, snap));
	for (int32_t a = 0; a < q->graph->n_arcs; a++)
		snap->n_arcs += !q->data_arc || q->data_arc[a];
	if (!q->labels)
		return STATUS_OK;
	TRY(ALLOC(&in_exact, q->graph->n_arcs));
	for (int32_t a = 0; a < q->exact->graph->n_arcs; a++)
		in_exact[q->exact->arc[a]] = 1;
	TRY(label_state(q, &state));
	snap->has_labels = true;
	snap->phase = (int32_t)state.phase;
	snap->conflict = labels_conflict(q->shown ? q->shown : q->labels) >= 0;
	name_regions(q, &state, snap);
	count_pins(q, &state, snap);
	count_arcs(q, &state, in_exact, snap);
	return count_ranks(q, &state, snap);
}

void session_note_run(struct session *session, bool paths, int64_t size, double began)
{
	struct label_data *data = data_of(session);

	data->run[data->n_runs++ % MOST_RUNS] = (struct label_run){paths, size, clock_ms() - began};
}

static enum status copy_runs(const struct session *session, struct snap_labels *snap)
{
	const struct label_data *data = data_of(session);
	int32_t n = (int32_t)min_i64(data->n_runs, MOST_RUNS);

	if (!n)
		return STATUS_OK;
	TRY(ALLOC(&snap->run, n));
	for (int32_t i = 0; i < n; i++)
		snap->run[i] = data->run[(data->n_runs - n + i) % MOST_RUNS];
	snap->n_runs = n;
	return STATUS_OK;
}

static enum status find_stuck(struct session *session, const struct label_inquiry *q,
			      struct snap_labels *snap)
{
	struct filter_context context = {.graph = q->graph, .netlist = session->design.netlist};
	const struct path_query *query = &q->query.query;
	RELEASED_BY(text_release) struct text words = TEXT_INIT;
	int32_t group;

	if (q->exact->graph->n_vertices)
		return STATUS_OK;
	TRY(path_query_stuck(q->graph, query, &session->task, &group));
	filter_write_stuck(&q->filter, &context, query, group, &words);
	snap->empty = copy_string(text_string(&words));
	return snap->empty ? STATUS_OK : STATUS_NO_MEMORY;
}

enum status session_read_labels(struct session *session, struct snap_labels **out)
{
	struct label_inquiry *q = session_inquiry(session);
	struct stepper *stepper;
	SNAP_HELD struct snap_labels *snap = NULL;

	TRY(session_need_labels_stepper(session, &stepper));
	TRY(snap_labels_new(q->graph, q->serial, &snap));
	snap->rule = q->filter.rule;
	snap->place = q->place;
	snap->query = copy_string(text_string(&q->words));
	TRY(snap->query ? fill(q, snap) : STATUS_NO_MEMORY);
	TRY(find_stuck(session, q, snap));
	TRY(copy_runs(session, snap));
	HAND_OVER(out, snap);
	return STATUS_OK;
}

const struct session_part labels_part = {.need_stepper[STEPPER_LABELS] =
						 session_need_labels_stepper,
					 .size = sizeof(struct label_data),
					 .drop = drop_inquiry,
					 .drops_at = LOSS_GRAPH};
