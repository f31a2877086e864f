/* Readings of view Labels: the pins of a region, and the arcs around a pin. */
#include <stdlib.h>

#include "base/bits.h"
#include "base/grow.h"
#include "gpu/labels/device_labels.h"
#include "session/cone.h"
#include "session/labels.h"

/* The region of a vertex: by its label, or where there are none by how many lists are passed. */
static enum status list_regions(const struct label_inquiry *q, const struct snap_labels *snap,
				const struct labels_state *state, int32_t *region, uint8_t *exact)
{
	int32_t *of_state;

	TRY(ALLOC(&of_state, q->exact->graph->n_vertices));
	label_state_regions(q, of_state);
	for (int32_t s = 0; s < q->exact->graph->n_vertices; s++) {
		int32_t v = label_vertex(q, q->exact->vertex[s]);

		exact[v] = 1;
		if (!snap->has_labels)
			region[v] = of_state[s];
	}
	free(of_state);
	for (int32_t v = 0; v < q->space->n_pins * q->space->n_edges && snap->has_labels; v++)
		region[v] = state->rank[v / q->space->n_edges] < 0 && !state->label[v]
				    ? -1
				    : snap_labels_region(snap, state->label[v]);
	return STATUS_OK;
}

static int compare_lines(const void *a, const void *b)
{
	const struct label_pin_line *x = a, *y = b;

	if (x->rank != y->rank)
		return x->rank < y->rank ? 1 : -1;
	return (x->vertex > y->vertex) - (x->vertex < y->vertex);
}

/* All vertices of the region, from the highest rank down, then the window of them. */
static enum status fill_pins(const struct label_inquiry *q, const struct labels_state *state,
			     const int32_t *region, const uint8_t *exact, const uint8_t *left,
			     struct snap_labels *snap)
{
	int32_t n_edges = q->space->n_edges, n_vertices = q->space->n_pins * n_edges;
	int64_t n = SUM(int64_t, v, 0, n_vertices, region[v] == snap->asked.region);

	TRY(ALLOC(&snap->pin, n));
	for (int32_t v = 0; v < n_vertices; v++) {
		struct label_pin_line *line = &snap->pin[snap->n_listed];

		if (region[v] != snap->asked.region)
			continue;
		*line = (struct label_pin_line){.vertex = v, .rank = -1, .exact = exact[v]};
		if (snap->has_labels) {
			line->rank = state->rank[v / n_edges];
			line->label = state->label[v];
			line->left = left[v];
			line->updated = state->phase == LABEL_RANKS ? state->updated[v / n_edges]
								    : state->updated[v];
		}
		snap->n_listed++;
	}
	qsort(snap->pin, (size_t)n, sizeof *snap->pin, compare_lines);
	snap->first_pin = min_i64(max_i64(0, snap->asked.first), n);
	snap->n_pin_lines = min_i64(max_i64(0, snap->asked.n), n - snap->first_pin);
	snap->vertex = (int32_t)snap->asked.vertex;
	if (snap->vertex < 0 && n)
		snap->vertex = snap->pin[0].vertex;
	for (int64_t i = 0; i < snap->n_pin_lines; i++)
		snap->pin[i] = snap->pin[snap->first_pin + i];
	return STATUS_OK;
}

/* ---- slacks ---- */

static enum status fill_slacks_of_netlist(struct timing *timing, struct label_pin_line *pin,
					  int64_t n)
{
	TRY(timing_read_values(timing));
	for (int64_t i = 0; i < n; i++) {
		pin[i].slack = timing_vertex_slack(timing, pin[i].vertex, LATE);
		pin[i].has_slack = pin[i].slack != FS_NONE_64;
	}
	return timing_values_status(timing);
}

/* Of the window alone. */
static enum status fill_slacks(struct session *session, struct label_pin_line *pin, int64_t n)
{
	FREED int32_t *vertex = NULL;
	FREED int64_t *slack = NULL;
	struct graph_times *times;

	if (session->design.netlist)
		return fill_slacks_of_netlist(session->design.timing, pin, n);
	TRY(session_need_times(session, &times));
	TRY(ALLOC_ALL(n, &vertex, &slack));
	for (int64_t i = 0; i < n; i++)
		vertex[i] = pin[i].vertex;
	TRY(graph_slacks(times, session->view_queue, vertex, n, slack));
	for (int64_t i = 0; i < n; i++) {
		pin[i].slack = slack[i];
		pin[i].has_slack = slack[i] != FS_NONE_64;
	}
	return STATUS_OK;
}

/* ---- a small graph ---- */

static void mark_arcs(const struct graph *g, int32_t from, int32_t to, uint8_t marks, uint8_t *out)
{
	for (int32_t a = 0; a < g->n_arcs; a++)
		out[a] |= g->arc_from[a] == from && g->arc_to[a] == to ? marks : 0;
}

/* The false paths: their arcs, and a line for each. */
static enum status fill_false(struct session *session, const struct label_inquiry *q,
			      struct snap_labels *snap)
{
	const struct label_paths *paths;
	RELEASED_BY(text_release) struct text lines = TEXT_INIT;

	TRY(session_need_false_paths(session, &paths));
	if (!paths || !paths->counts.n_false)
		return STATUS_OK;
	TRY(ALLOC(&snap->drawn_false, q->graph->n_arcs));
	for (int64_t i = 0; i < paths->found.n_paths; i++) {
		const int32_t *path = paths->found.vertex + paths->found.offset[i];
		int64_t n = paths->found.offset[i + 1] - paths->found.offset[i] - 1;

		if (!paths->is_false[i])
			continue;
		for (int64_t p = 0; p + 1 < n; p++)
			mark_arcs(q->graph, path[p], path[p + 1],
				  LABEL_FALSE_ON |
					  (p == paths->admitted[i] ? LABEL_FALSE_ADMITS : 0),
				  snap->drawn_false);
		label_write_path(q, path, n, &lines);
		text_add(&lines, " by ");
		label_write_path(q, path + paths->admitted[i], min_i64(2, n - paths->admitted[i]),
				 &lines);
		text_add(&lines, "\n");
	}
	snap->n_false = (int32_t)paths->counts.n_false;
	snap->false_paths = copy_string(text_string(&lines));
	return snap->false_paths ? STATUS_OK : STATUS_NO_MEMORY;
}

static enum status fill_drawn(struct session *session, const struct label_inquiry *q,
			      const struct labels_state *state, const uint8_t *exact,
			      struct snap_labels *snap)
{
	if (q->graph->n_vertices > LABEL_DRAWN)
		return STATUS_OK;
	TRY(ALLOC(&snap->drawn, q->graph->n_vertices));
	TRY(ALLOC(&snap->drawn_arc, q->graph->n_arcs));
	for (int32_t s = 0; s < q->graph->n_vertices; s++) {
		int32_t v = label_vertex(q, s);

		snap->drawn[s] =
			(struct label_pin_line){.vertex = v, .rank = -1, .exact = exact[v]};
		if (!snap->has_labels)
			continue;
		snap->drawn[s].rank = state->rank[v / q->space->n_edges];
		snap->drawn[s].label = state->label[v];
		snap->drawn[s].left = state->reach[s] == (REACH_SUFFIX | REACH_PREFIX);
	}
	for (int32_t a = 0; a < q->exact->graph->n_arcs && !snap->has_labels; a++)
		snap->drawn_arc[q->exact->arc[a]] = LABEL_ARC_SAME;
	for (int32_t a = 0; a < q->graph->n_arcs && snap->has_labels; a++)
		snap->drawn_arc[a] = state->verdict[a];
	return fill_false(session, q, snap);
}

enum { MOST_ARC_LINES = 64 };

_Static_assert((int)LABEL_ARC_SAME == VERDICT_SAME && (int)LABEL_ARC_CUT == VERDICT_CUT &&
		       (int)LABEL_VERDICTS == N_VERDICTS,
	       "snapshots have the verdicts of the kernels");

static enum status fill_arcs(const struct label_inquiry *q, const struct labels_state *state,
			     struct snap_labels *snap)
{
	FREED uint8_t *in_exact = NULL;

	if (snap->vertex < 0)
		return STATUS_OK;
	TRY(ALLOC(&snap->arc, MOST_ARC_LINES));
	TRY(ALLOC(&in_exact, q->graph->n_arcs));
	for (int32_t a = 0; a < q->exact->graph->n_arcs; a++)
		in_exact[q->exact->arc[a]] = 1;
	for (int32_t a = 0; a < q->graph->n_arcs && snap->n_arc_lines < MOST_ARC_LINES; a++) {
		int32_t u = label_vertex(q, q->graph->arc_from[a]);
		int32_t v = label_vertex(q, q->graph->arc_to[a]);
		struct label_arc_line *line = &snap->arc[snap->n_arc_lines];

		if ((u != snap->vertex && v != snap->vertex) || (q->data_arc && !q->data_arc[a]))
			continue;
		*line = (struct label_arc_line){
			.from = u, .to = v, .rank = -1, .exact = in_exact[a]};
		if (snap->has_labels) {
			line->rank = state->rank[u / q->space->n_edges];
			line->label[0] = state->label[u];
			line->label[1] = state->label[v];
			line->verdict = state->verdict[a];
		}
		snap->n_arc_lines++;
	}
	return STATUS_OK;
}

static enum status fill(struct session *session, struct label_inquiry *q, struct snap_labels *snap)
{
	int64_t n = (int64_t)q->space->n_pins * q->space->n_edges;
	RELEASED_BY(labels_state_release) struct labels_state state = {0};
	FREED uint8_t *exact = NULL, *left = NULL;
	FREED int32_t *region = NULL;

	TRY(ALLOC_ALL(n, &region, &exact, &left));
	if (snap->has_labels)
		TRY(label_state(q, &state));
	for (int64_t v = 0; v < n; v++)
		region[v] = -1;
	for (int32_t s = 0; s < q->graph->n_vertices && state.reach; s++)
		left[label_vertex(q, s)] |= state.reach[s] == (REACH_SUFFIX | REACH_PREFIX);
	TRY(list_regions(q, snap, &state, region, exact));
	TRY(fill_pins(q, &state, region, exact, left, snap));
	TRY(fill_slacks(session, snap->pin, snap->n_pin_lines));
	TRY(fill_drawn(session, q, &state, exact, snap));
	return fill_arcs(q, &state, snap);
}

/* The queue that computes has a part in it, so not in the midst of something. */
static enum status answer_labels(struct session *session, const struct labels_request *wanted,
				 struct snap_labels **out)
{
	SNAP_HELD struct snap_labels *snap = NULL;

	if (session->in_step || !session_inquiry(session) ||
	    session_inquiry(session)->serial != wanted->serial)
		return STATUS_FAILED;
	TRY(session_follow(session, STEPPER_LABELS));
	TRY(session_read_labels(session, &snap));
	snap->asked = *wanted;
	snap->vertex = -1;
	TRY(fill(session, session_inquiry(session), snap));
	HAND_OVER(out, snap);
	return STATUS_OK;
}

ANSWER(labels, snap_labels)

const struct session_part label_lines_part = {.answer[READ_labels] = answer_any_labels};
