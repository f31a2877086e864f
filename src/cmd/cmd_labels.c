/* label_query, which asks for a constrained subgraph, and report_labels. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "base/grow.h"
#include "base/order.h"
#include "cmd/filter_options.h"
#include "gpu/labels/device_labels.h"
#include "session/labels.h"
#include "session/objects.h"

/* ---- label_query ---- */

enum { QUERY_FILTER, QUERY_PAUSED = QUERY_FILTER + N_FILTER_OPTIONS };

static const struct option query_options[] = {
	FILTER_OPTIONS,
	[QUERY_PAUSED] = {"-paused", OPTION_FLAG, NULL, "only begin; step -of labels goes on"},
	{0},
};

static enum status label_query(struct call *call)
{
	RELEASED_BY(path_filter_release) struct path_filter filter = PATH_FILTER_INIT;
	RELEASED_BY(text_release) struct text words = TEXT_INIT;

	TRY(session_need_graph(call->session));
	filter.rule = RULE_REPAIRED;
	TRY(filter_parse(call, QUERY_FILTER, &filter));
	filter_write_words(call, &words);
	return session_ask_labels(call->session, &filter, text_string(&words),
				  call->option[QUERY_PAUSED].given);
}

/* ---- report_labels ---- */

#define REPORT_OPTIONS(X)                                                                          \
	X(REPORT_PINS, "-pins", OPTION_FLAG, NULL,                                                 \
	  "every pin with its rank and label, in the order of ranks")                              \
	X(REPORT_PATHS, "-paths", OPTION_COUNT, "K",                                               \
	  "which of the K worst paths that labels leave are false, with the arc that admitted "    \
	  "each, and which of the K worst that fulfil the query are lost")                         \
	X(REPORT_DELAY, "-path_delay", OPTION_CHOICE, "max|min",                                   \
	  "of a netlist: latest or earliest of these paths (max)")                                 \
	X(REPORT_ARCS, "-arcs", OPTION_WORD, "PIN",                                                \
	  "the arcs around a pin, each with the test that decided")                                \
	X(REPORT_QUERIES, "-queries", OPTION_FLAG, NULL,                                           \
	  "this session's queries: size of the subgraph and run time, as figure 13 "               \
	  "has them")

OPTION_TABLE(report_options, REPORT_OPTIONS);

static const char *const option_word[] = {
	[LABEL_FROM] = "-from", [LABEL_THROUGH] = "-through", [LABEL_TO] = "-to"};

static void pad(struct text *out, int64_t begin, int64_t width)
{
	for (int64_t n = begin + width - out->length; n > 0; n--)
		text_add(out, " ");
}

/* A number in a column, "-" where there is none. */
static void write_number(struct text *out, int32_t number, bool known)
{
	if (known)
		text_printf(out, "%9" PRId32, number);
	else
		text_printf(out, "%9s", "-");
}

static void write_pin(const struct graph *graph, const struct label_constraint *c, struct text *out)
{
	if (c->vertex < 0)
		text_printf(out, "%s", c->n_pins ? "a clock" : "nothing");
	else if (graph->netlist)
		netlist_write_pin(graph->netlist, c->vertex / N_EDGES, '/', out);
	else
		graph_write_name(graph, c->vertex, out);
	if (graph->netlist && c->edges != EDGES_BOTH)
		text_add(out, c->edges == EDGES_RISE ? " ^" : " v");
	if (c->n_pins > 1)
		text_printf(out, " and %" PRId32 " more", c->n_pins - 1);
}

static void write_constraints(const struct snap_labels *snap, struct text *out)
{
	text_add(out, "  nr  option        rank    label  pin\n");
	for (int32_t i = 0; i < snap->n_constraints; i++) {
		const struct label_constraint *c = &snap->constraint[i];
		int64_t begin;

		text_printf(out, "%4" PRId32 "  %-9s", i + 1, option_word[c->option]);
		write_number(out, c->rank, snap->has_labels && c->rank >= 0);
		begin = out->length;
		text_add(out, "    ");
		if (snap->has_labels)
			label_write(c->label, out);
		else
			text_add(out, "-");
		pad(out, begin, 11);
		write_pin(snap->snap.graph, c, out);
		text_add(out, "\n");
	}
}

static void write_regions(const struct snap_labels *snap, struct text *out)
{
	text_add(out, "  region       label     pins    ranks     arcs   remain    exact\n");
	for (int32_t r = 0; r < snap->n_regions; r++) {
		const struct label_region *region = &snap->region[r];
		bool outside = r == snap->n_regions - 1, any = region->n_vertices > 0;
		RELEASED_BY(text_release) struct text ranks = TEXT_INIT;
		int64_t begin = out->length;

		text_add(out, "  ");
		label_write_region(snap, r, out);
		pad(out, begin, 15);
		if (snap->has_labels)
			label_write(outside ? 0 : region->label, out);
		else
			text_add(out, "-");
		pad(out, begin, 20);
		write_number(out, region->n_vertices, snap->has_labels);
		if (any)
			text_printf(&ranks, "%" PRId32 "..%" PRId32, region->rank_min,
				    region->rank_max);
		text_printf(out, "%9s", any ? text_string(&ranks) : "-");
		write_number(out, region->n_arcs, snap->has_labels);
		write_number(out, region->n_left, snap->has_labels);
		write_number(out, region->n_exact, !outside);
		text_add(out, "\n");
	}
}

static void write_sizes(const struct snap_labels *snap, struct text *out)
{
	const int32_t *n = snap->n_verdict;

	if (snap->has_labels) {
		text_printf(out,
			    "Ranks      %" PRId32 " of %" PRId32
			    " pins lead to an end, the highest rank is %" PRId32 "\n",
			    snap->n_ranked, snap->n_pins, snap->highest);
		text_printf(out,
			    "Filter     %" PRId32 " arcs: %" PRId32 " of one label, %" PRId32
			    " at a boundary, %" PRId32 " cut, %" PRId32 " outside\n",
			    snap->n_arcs, n[VERDICT_SAME], n[VERDICT_BOUNDARY], n[VERDICT_CUT],
			    n[VERDICT_OUTSIDE]);
		text_printf(out, "Left       %" PRId32 " states, %" PRId32 " arcs\n",
			    snap->left_states, snap->left_arcs);
	}
	text_printf(out, "Exact      %" PRId32 " states, %" PRId32 " arcs\n", snap->exact_states,
		    snap->exact_arcs);
	if (snap->has_labels && (snap->n_only_labels || snap->n_only_exact))
		text_printf(out,
			    "Different  %" PRId32 " arcs by labels only, %" PRId32
			    " by the exact product only\n",
			    snap->n_only_labels, snap->n_only_exact);
}

static const char *rule_name(enum filter_rule rule)
{
	static const char *const names[] = {"exact", "paper", "paper-repaired"};

	return names[rule];
}

/* ---- pins and arcs ---- */

struct listed_pin {
	int32_t vertex, rank, label;
};

static int compare_pins(const void *a, const void *b)
{
	const struct listed_pin *x = a, *y = b;

	return ORDER(y->rank, x->rank) ?: ORDER(x->vertex, y->vertex);
}

static enum status write_pins(struct call *call, struct label_inquiry *q,
			      const struct labels_state *state)
{
	int32_t n_edges = q->space->n_edges, n = 0;
	FREED struct listed_pin *pin = NULL;

	TRY(ALLOC(&pin, (int64_t)q->space->n_pins * n_edges));
	for (int32_t v = 0; v < q->space->n_pins * n_edges; v++) {
		if (state->rank[v / n_edges] >= 0)
			pin[n++] =
				(struct listed_pin){v, state->rank[v / n_edges], state->label[v]};
	}
	qsort(pin, (size_t)n, sizeof *pin, compare_pins);
	text_add(call->out, "    rank    label  pin\n");
	for (int32_t i = 0; i < n; i++) {
		int64_t begin;

		text_printf(call->out, "%8" PRId32 "    ", pin[i].rank);
		begin = call->out->length;
		label_write(pin[i].label, call->out);
		pad(call->out, begin, 7);
		label_write_vertex(q->graph, pin[i].vertex, call->out);
		text_add(call->out, "\n");
	}
	return call_flush(call);
}

/* "cut: label 6 ≠ 4, rank 5 ≠ 4" */
static void write_verdict(const struct label_inquiry *q, const struct labels_state *state,
			  int32_t a, struct text *out)
{
	int32_t u = label_vertex(q, q->graph->arc_from[a]);
	int32_t v = label_vertex(q, q->graph->arc_to[a]);
	int32_t rank = state->rank[u / q->space->n_edges];

	switch ((enum label_verdict)state->verdict[a]) {
	case VERDICT_SAME:
		text_add(out, "kept     label ");
		label_write(state->label[u], out);
		text_add(out, " = ");
		label_write(state->label[v], out);
		break;
	case VERDICT_BOUNDARY:
		text_printf(out, "kept     rank %" PRId32 " = label ", rank);
		label_write(state->label[v], out);
		break;
	case VERDICT_CUT:
		text_add(out, "cut      label ");
		label_write(state->label[u], out);
		text_add(out, " != ");
		label_write(state->label[v], out);
		text_printf(out, ", rank %" PRId32 " != ", rank);
		label_write(state->label[v], out);
		break;
	case VERDICT_OUTSIDE:
		text_printf(out, "outside  label %s",
			    state->label[u] ? "of its head is 0" : "of its tail is 0");
		break;
	case VERDICT_NONE:
	case N_VERDICTS:
		text_add(out, "not yet");
		break;
	}
}

static enum status write_arcs(struct call *call, struct label_inquiry *q,
			      const struct labels_state *state)
{
	struct text *out = call->out;
	FREED uint8_t *in_exact = NULL;
	int32_t pin;

	TRY(filter_pin(call, call->option[REPORT_ARCS].word, &pin));
	TRY(ALLOC(&in_exact, q->graph->n_arcs));
	for (int32_t a = 0; a < q->exact->graph->n_arcs; a++)
		in_exact[q->exact->arc[a]] = 1;
	for (int32_t a = 0; a < q->graph->n_arcs; a++) {
		int32_t u = label_vertex(q, q->graph->arc_from[a]);
		int32_t v = label_vertex(q, q->graph->arc_to[a]);
		int64_t begin = out->length;

		if ((u / q->space->n_edges != pin && v / q->space->n_edges != pin) ||
		    (q->data_arc && !q->data_arc[a]))
			continue;
		text_add(out, "  ");
		write_verdict(q, state, a, out);
		pad(out, begin, 44);
		text_printf(out, "  exact: %s  ", in_exact[a] ? "in " : "out");
		label_write_vertex(q->graph, u, out);
		text_add(out, " -> ");
		label_write_vertex(q->graph, v, out);
		text_add(out, "\n");
	}
	return call_flush(call);
}

/* Those that are marked; false ones with the arc that admitted each. */
static void write_marked(const struct label_inquiry *q, const uint8_t *marked,
			 const int32_t *admitted, const struct traces *traces, struct text *out)
{
	for (int64_t i = 0; i < traces->n_paths; i++) {
		int64_t begin = traces->offset[i], end = traces->offset[i + 1] - 1;

		if (!marked[i])
			continue;
		text_printf(out, "  %s %7" PRId64 "%14s  ", admitted ? "false" : "lost ", i + 1,
			    PS(traces->slack[i]));
		label_write_path(q, traces->vertex + begin, end - begin, out);
		if (admitted) {
			text_add(out, "  by ");
			label_write_path(q, traces->vertex + begin + admitted[i],
					 min_i64(2, end - begin - admitted[i]), out);
		}
		text_add(out, "\n");
	}
}

static enum status write_paths(struct call *call, const struct label_inquiry *q)
{
	RELEASED_BY(label_paths_release) struct label_paths paths = {0};

	TRY(session_compare_label_paths(call->session, call->option[REPORT_PATHS].number,
					call->option[REPORT_DELAY].number == 1, &paths));
	text_printf(call->out,
		    "Paths      %" PRId64 " by labels, %" PRId64 " of them false; %" PRId64
		    " exactly, %" PRId64 " of them lost\n",
		    paths.counts.n_found, paths.counts.n_false, paths.counts.n_exact,
		    paths.counts.n_lost);
	write_marked(q, paths.is_false, paths.admitted, &paths.found, call->out);
	write_marked(q, paths.is_lost, NULL, &paths.exact, call->out);
	return STATUS_OK;
}

static enum status write_details(struct call *call, struct label_inquiry *q)
{
	RELEASED_BY(labels_state_release) struct labels_state state = {0};

	TRY(label_state(q, &state));
	if (call->option[REPORT_PINS].given)
		TRY(write_pins(call, q, &state));
	if (call->option[REPORT_ARCS].given)
		TRY(write_arcs(call, q, &state));
	return call->option[REPORT_PATHS].given ? write_paths(call, q) : STATUS_OK;
}

/* Sizes are the same in each run, times are measured. */
static void write_queries(const struct snap_labels *snap, struct text *out)
{
	text_add(out, "  states and arcs          ms  query\n");
	for (int32_t i = 0; i < snap->n_runs; i++)
		text_printf(out, "%17" PRId64 "%12.3f  %s\n", snap->run[i].size, snap->run[i].ms,
			    snap->run[i].paths ? "find_paths" : "label_query");
}

static enum status report_labels(struct call *call)
{
	struct session *session = call->session;
	SNAP_HELD struct snap_labels *snap = NULL;
	bool details = call->option[REPORT_PINS].given || call->option[REPORT_ARCS].given ||
		       call->option[REPORT_PATHS].given;

	TRY(session_follow(session, STEPPER_LABELS));
	TRY(session_read_labels(session, &snap));
	text_printf(call->out, "Query      %s\n", snap->query);
	text_printf(call->out, "Rule       %s%s\n", rule_name(snap->rule),
		    snap->has_labels && snap->phase < LABEL_DONE ? ", under way" : "");
	write_constraints(snap, call->out);
	write_regions(snap, call->out);
	write_sizes(snap, call->out);
	if (snap->empty)
		text_printf(call->out, "Empty      %s\n", snap->empty);
	if (call->option[REPORT_QUERIES].given)
		write_queries(snap, call->out);
	return details ? write_details(call, session_inquiry(session)) : STATUS_OK;
}

/* ---- label_property ---- */

static enum status write_of_pin(struct call *call, struct label_inquiry *q,
				const struct labels_state *state)
{
	int32_t pin, n_edges = q->space->n_edges;

	if (call->n_arguments < 2)
		return status_fail(STATUS_USAGE, "label_property %s expects a PIN",
				   call->argument[0]);
	TRY(filter_pin(call, call->argument[1], &pin));
	if (strcmp(call->argument[0], "rank") == 0) {
		text_printf(call->result, "%" PRId32, state->rank[pin]);
		return STATUS_OK;
	}
	for (int32_t e = 0; e < n_edges; e++) {
		text_add(call->result, e ? " " : "");
		label_write(state->label[pin * n_edges + e], call->result);
	}
	return STATUS_OK;
}

/* What became of the arcs from one pin to another. */
static enum status write_of_arc(struct call *call, struct label_inquiry *q,
				const struct labels_state *state)
{
	int32_t from, to, n_edges = q->space->n_edges;

	if (call->n_arguments < 3)
		return status_fail(STATUS_USAGE, "label_property arc expects two PINs");
	TRY(filter_pin(call, call->argument[1], &from));
	TRY(filter_pin(call, call->argument[2], &to));
	for (int32_t a = 0; a < q->graph->n_arcs; a++) {
		if (label_vertex(q, q->graph->arc_from[a]) / n_edges != from ||
		    label_vertex(q, q->graph->arc_to[a]) / n_edges != to ||
		    (q->data_arc && !q->data_arc[a]))
			continue;
		text_add(call->result,
			 state->verdict[a] == VERDICT_SAME || state->verdict[a] == VERDICT_BOUNDARY
				 ? "kept"
			 : state->verdict[a] == VERDICT_NONE ? "unknown"
							     : "cut");
		return STATUS_OK;
	}
	return call_fail(call, STATUS_FAILED, "there is no such arc");
}

static enum status write_count(struct call *call)
{
	const char *what = call->argument[0];
	int64_t k = call->n_arguments > 1 ? strtoll(call->argument[1], NULL, 10) : 100;
	RELEASED_BY(label_paths_release) struct label_paths paths = {0};
	SNAP_HELD struct snap_labels *snap = NULL;

	if (strcmp(what, "false") == 0 || strcmp(what, "lost") == 0) {
		if (k < 1)
			return status_fail(STATUS_USAGE, "label_property %s expects how many paths",
					   what);
		TRY(session_compare_label_paths(call->session, k, false, &paths));
		text_printf(call->result, "%" PRId64,
			    what[0] == 'f' ? paths.counts.n_false : paths.counts.n_lost);
		return STATUS_OK;
	}
	TRY(session_read_labels(call->session, &snap));
	text_printf(call->result, "%" PRId32,
		    strcmp(what, "left") == 0      ? snap->left_states
		    : strcmp(what, "exact") == 0   ? snap->exact_states
		    : strcmp(what, "highest") == 0 ? snap->highest
						   : snap->n_ranked);
	return STATUS_OK;
}

/* How many states of the exact product are at a pin: 0 = no path of the query passes it. */
static enum status write_states_of_pin(struct call *call, const struct label_inquiry *q)
{
	int32_t pin, n = 0;

	TRY(filter_pin(call, call->argument[1], &pin));
	for (int32_t s = 0; s < q->exact->graph->n_vertices; s++)
		n += label_vertex(q, q->exact->vertex[s]) / q->space->n_edges == pin;
	text_printf(call->result, "%" PRId32, n);
	return STATUS_OK;
}

static enum status label_property(struct call *call)
{
	static const char words[] = "rank|label|arc|left|exact|highest|ranked|false|lost|query";
	struct session *session = call->session;
	RELEASED_BY(labels_state_release) struct labels_state state = {0};
	struct stepper *stepper;
	int which;

	TRY(session_need_labels_stepper(session, &stepper));
	TRY(call_choose(call, words, &which));
	TRY(session_follow(session, STEPPER_LABELS));
	if (strcmp(call->argument[0], "query") == 0) {
		text_add(call->result, text_string(&session_inquiry(session)->words));
		return STATUS_OK;
	}
	if (strcmp(call->argument[0], "exact") == 0 && call->n_arguments > 1)
		return write_states_of_pin(call, session_inquiry(session));
	if (which > 2)
		return write_count(call);
	TRY(label_state(session_inquiry(session), &state));
	return strcmp(call->argument[0], "arc") == 0
		       ? write_of_arc(call, session_inquiry(session), &state)
		       : write_of_pin(call, session_inquiry(session), &state);
}

const struct command label_commands[] = {
	{"label_query", label_query, IN_SESSION, NULL, 0, 0, query_options,
	 "Ask for a constrained subgraph: ranks, labels and what they leave for paths"},
	{"label_property", label_property, IN_SESSION, "NAME ?PIN? ?PIN?", 1, 3, NULL,
	 "Return a property of the last label_query: rank PIN, label PIN, arc PIN PIN, left, exact ?PIN?, highest, ranked; "
	 "false K and lost K of the K worst paths; query, its options"},
	{"report_labels", report_labels, IN_SESSION, NULL, 0, 0, report_options,
	 "Report the pins of the last label_query with ranks and labels, its regions, and the number of arcs kept"},
	{0},
};
