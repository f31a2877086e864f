/* report_cone, and cone, which chooses the pin of the cone browser. */
#include <inttypes.h>
#include <string.h>

#include "gpu/credit/timing_pin_slacks.h"
#include "base/grow.h"
#include "session/cone.h"
#include "session/objects.h"
#include "session/search.h"
#include "report/report_units.h"

/* ---- pins by name ---- */

static enum status need_vertex(const struct call *call, const char *name, int32_t *vertex)
{
	const struct graph *graph = session_read_graph(call->session);
	const char *nearest;

	*vertex = graph_find_vertex(graph, name);
	if (*vertex >= 0)
		return STATUS_OK;
	nearest = names_nearest(&graph->names, name, (int64_t)strlen(name));
	return call_fail(call, STATUS_FAILED, "no vertex \"%.100s\"%s%.100s%s", name,
			 NEAREST(nearest));
}

/* A pin or port of the netlist, its timing up to date, or a vertex of the graph. */
static enum status need_middle(struct call *call, int32_t *vertex)
{
	struct session *session = call->session;
	const struct netlist *netlist = session->design.netlist;
	RELEASED_BY(text_release) struct text name = TEXT_INIT;
	int32_t pin;

	TRY(session_need_graph(session));
	if (netlist) {
		TRY(need_pin(call, call->argument[0], &pin));
		*vertex = pin * N_EDGES;
		return session_need_timing(session);
	}
	TRY(one_object(call, call->argument[0], &name));
	return need_vertex(call, text_string(&name), vertex);
}

/* ---- compute_pin_slacks ---- */

enum { FIND_DELAY };

static const struct option find_options[] = {
	[FIND_DELAY] = {"-path_delay", OPTION_CHOICE, "max|min|both",
			"of setup, of hold, or both (as the paths found last, else setup)"},
	{0},
};

static enum status need_pin_slacks(struct call *call, enum split split)
{
	struct session *session = call->session;

	TRY(session_need_timing(session));
	if (!session_removes_pessimism(session))
		return call_fail(call, STATUS_FAILED,
				 "there is no common path pessimism to be removed: no clock is "
				 "propagated, or set_cppr is off");
	return timing_need_pin_slacks(session->design.timing, session->cppr, split);
}

static enum status compute_pin_slacks(struct call *call)
{
	const struct option_value *delay = &call->option[FIND_DELAY];
	struct session *session = call->session;
	bool early = delay->given ? delay->number == 1 : session_query(session)->options.early;

	TRY(design_need_netlist(&session->design));
	for (int split = 0; split < N_SPLITS; split++) {
		int64_t n;

		if (!(delay->given && delay->number == 2) && (split == EARLY) != early)
			continue;
		TRY(need_pin_slacks(call, (enum split)split));
		n = session->design.timing->pin_slacks.n_bounds[split];
		if (n)
			text_printf(call->out,
				    "%s: the slacks of %" PRId64
				    " states are bounds: paths have at least these\n",
				    split == LATE ? "setup" : "hold", n);
	}
	return STATUS_OK;
}

/* ---- report_cone ---- */

#define REPORT_OPTIONS(X)                                                                          \
	X(REPORT_FANIN, "-fanin", OPTION_FLAG, NULL, "what leads to the pin")                      \
	X(REPORT_FANOUT, "-fanout", OPTION_FLAG, NULL,                                             \
	  "what it leads to; both when neither is given")                                          \
	X(REPORT_DELAY, "-path_delay", OPTION_CHOICE, "max|min",                                   \
	  "of a netlist: late or early times (max)")                                               \
	X(REPORT_AFTER, "-after_cppr", OPTION_FLAG, NULL,                                          \
	  "slacks after common path pessimism is removed: the least over all paths "               \
	  "through a pin")                                                                         \
	X(REPORT_SLACK_MAX, "-slack_max", OPTION_WORD, "SLACK",                                    \
	  "only pins of at most this slack; a graph's times are in ps")                            \
	X(REPORT_DEPTH, "-depth", OPTION_COUNT, "N", "how many arcs to go (1)")                    \
	X(REPORT_DIGITS, DIGITS_FIELDS)

OPTION_TABLE(report_options, REPORT_OPTIONS);

/* A report under way: pins are listed level by level, each of them gone into once. */
struct cone_report {
	struct call *call;
	struct cone_query query;
	struct report_units units;
	const struct graph *graph; /* borrowed: names */
	uint8_t *seen;             /* owned: of pins, or of vertices */
	int32_t *next;             /* owned: those of the next level */
	int64_t n_next, next_capacity;
};

static bool is_netlist(const struct cone_report *r)
{
	return r->graph->netlist != NULL;
}

static int32_t place_of(const struct cone_report *r, int32_t vertex)
{
	return is_netlist(r) ? vertex / N_EDGES : vertex;
}

/* Right-aligned; "-" where there is none. */
static void write_time(const struct cone_report *r, int64_t fs)
{
	text_printf(r->call->out, "%13s",
		    fs == CONE_NOTHING ? "-"
		    : is_netlist(r)    ? REPORTED(&r->units, fs)
				       : PS(fs));
}

static void write_numbers(const struct cone_report *r, const struct cone_point *point)
{
	bool slack = r->graph->objective == OBJECTIVE_SLACK;

	write_time(r, point->arrival);
	/* of a graph of costs: what is left to the end */
	write_time(r,
		   slack || point->required == CONE_NOTHING ? point->required : -point->required);
	write_time(r, point->slack);
	if (is_netlist(r))
		report_slew(&r->units, point->slew, 11, r->call->out);
}

static void write_name(const struct cone_report *r, int32_t vertex)
{
	struct text *out = r->call->out;

	if (!is_netlist(r)) {
		graph_write_name(r->graph, vertex, out);
		return;
	}
	netlist_write_pin(r->graph->netlist, vertex / N_EDGES, '/', out);
	text_add(out, vertex % N_EDGES == RISE ? " ^" : " v");
}

static void write_master(const struct cone_report *r, int32_t vertex)
{
	const struct netlist *netlist = r->graph->netlist;
	int32_t instance = netlist ? netlist->pin_instance[vertex / N_EDGES] : -1;

	if (instance >= 0)
		text_printf(r->call->out, " (%s)",
			    netlist->master[netlist->instance_master[instance]].name);
}

static void write_line(const struct cone_report *r, const struct snap_cone *cone,
		       const struct cone_line *line, int depth)
{
	const struct cone_point *middle = &cone->point[line->of];
	bool fanin = cone->side == CONE_FANIN;
	struct text *out = r->call->out;
	const char *words = snap_cone_words(cone, line);

	text_printf(out, "%5d", depth);
	write_time(r, line->delay);
	write_numbers(r, &line->point);
	text_add(out, line->decides ? " * " : "   ");
	write_name(r, fanin ? line->point.vertex : middle->vertex);
	text_add(out, " -> ");
	write_name(r, fanin ? middle->vertex : line->point.vertex);
	write_master(r, line->point.vertex);
	if (*words)
		text_printf(out, " %s", words);
	text_add(out, "\n");
}

static enum status add_next(struct cone_report *r, int32_t vertex)
{
	int32_t place = place_of(r, vertex);

	if (r->seen[place])
		return STATUS_OK;
	r->seen[place] = 1;
	return APPEND(r->next, r->n_next, &r->next_capacity, vertex);
}

static enum status write_cone(struct cone_report *r, int depth)
{
	SNAP_HELD struct snap_cone *cone = NULL;

	TRY(session_read_cone(r->call->session, 0, &r->query, &cone));
	TRY(text_status(&cone->words));
	for (int64_t i = 0; i < cone->n_lines; i++) {
		write_line(r, cone, &cone->line[i], depth);
		TRY(add_next(r, cone->line[i].point.vertex));
	}
	TRY(call_flush(r->call));
	return task_breathe(&r->call->session->task);
}

/* The pins of a level give those of the next. */
static enum status write_levels(struct cone_report *r, int32_t vertex, int depth)
{
	TRY(add_next(r, vertex));
	for (int d = 1; d <= depth && r->n_next; d++) {
		FREED int32_t *now = NULL;
		int64_t n = r->n_next;

		HAND_OVER(&now, r->next);
		r->n_next = r->next_capacity = 0;
		for (int64_t i = 0; i < n; i++) {
			r->query.vertex = now[i];
			TRY(write_cone(r, d));
		}
	}
	return STATUS_OK;
}

static void write_middle(struct cone_report *r, const struct snap_cone *cone)
{
	const struct netlist *netlist = r->graph->netlist;
	bool cost = r->graph->objective == OBJECTIVE_COST;
	struct text *out = r->call->out;
	int32_t vertex = cone->point[0].vertex;

	text_add(out, netlist ? "Pin " : "Vertex ");
	if (netlist)
		netlist_write_pin(netlist, vertex / N_EDGES, '/', out);
	else
		graph_write_name(r->graph, vertex, out);
	write_master(r, vertex);
	if (netlist && netlist->pin_net[vertex / N_EDGES] >= 0) {
		text_printf(out, ", net %s, load ",
			    names_get(&netlist->net_name, netlist->pin_net[vertex / N_EDGES]));
		report_capacitance(&r->units, cone->point[0].load, 0, out);
	}
	text_printf(out, "\n%31s%13s%13s%s\n", cost ? "cost" : "arrival",
		    cost ? "to end" : "required", cost ? "least" : "slack",
		    netlist ? "       slew" : "");
	for (int p = 0; p < cone->n_points; p++) {
		text_printf(out, "%18s", netlist ? p == RISE ? "^" : "v" : "");
		write_numbers(r, &cone->point[p]);
		text_add(out, "\n");
	}
}

static void end_side(struct cone_report *r)
{
	FREE_ALL(r->seen, r->next);
	r->seen = NULL;
	r->next = NULL;
	r->n_next = r->next_capacity = 0;
}

static enum status write_side(struct cone_report *r, int32_t vertex, enum cone_side side)
{
	const struct option_value *given = r->call->option;
	int depth = given[REPORT_DEPTH].given ? (int)given[REPORT_DEPTH].number : 1;
	bool cost = r->graph->objective == OBJECTIVE_COST;

	end_side(r);
	r->query.side = side;
	text_printf(r->call->out, "%s\ndepth%13s%13s%13s%13s%s\n",
		    side == CONE_FANIN ? "Fan-in" : "Fan-out", "delay", cost ? "cost" : "arrival",
		    cost ? "to end" : "required", cost ? "least" : "slack",
		    is_netlist(r) ? "       slew" : "");
	TRY(ALLOC(&r->seen, is_netlist(r) ? r->graph->netlist->n_all_pins : r->graph->n_vertices));
	return write_levels(r, vertex, depth);
}

static enum status write_report(struct cone_report *r, int32_t vertex)
{
	const struct option_value *given = r->call->option;
	bool both = !given[REPORT_FANIN].given && !given[REPORT_FANOUT].given;
	struct cone_query head = r->query;
	SNAP_HELD struct snap_cone *cone = NULL;

	head.vertex = vertex;
	head.n = 0;
	TRY(session_read_cone(r->call->session, 0, &head, &cone));
	write_middle(r, cone);
	if (both || given[REPORT_FANIN].given)
		TRY(write_side(r, vertex, CONE_FANIN));
	if (both || given[REPORT_FANOUT].given)
		TRY(write_side(r, vertex, CONE_FANOUT));
	return STATUS_OK;
}

static enum status parse_limits(struct cone_report *r)
{
	const struct option_value *given = r->call->option;
	const struct netlist *netlist = r->call->session->design.netlist;

	if (netlist)
		TRY(report_units_parse(r->call, REPORT_DIGITS, netlist, &r->units));
	else
		r->units = (struct report_units){.time = 1}; /* ps */
	if (given[REPORT_SLACK_MAX].given)
		return report_parse_time(r->call, REPORT_SLACK_MAX, &r->units, &r->query.slack_max);
	return STATUS_OK;
}

static enum status report_cone(struct call *call)
{
	RELEASED_BY(end_side)
	struct cone_report r = {
		.call = call,
		.query = {.split = call->option[REPORT_DELAY].number == 1 ? EARLY : LATE,
			  .slack_max = CONE_NOTHING,
			  .n = INT64_MAX},
	};
	int32_t vertex;

	TRY(session_need_graph(call->session));
	TRY(parse_limits(&r));
	TRY(need_middle(call, &vertex));
	r.query.credited = call->option[REPORT_AFTER].given;
	if (r.query.credited && !call->session->design.netlist)
		return call_fail(call, STATUS_USAGE, "-after_cppr is for netlists");
	if (r.query.credited)
		TRY(need_pin_slacks(call, r.query.split));
	r.graph = call->session->design.netlist ? call->session->design.timing->image->graph->graph
						: session_read_graph(call->session);
	return write_report(&r, vertex);
}

/* ---- cone ---- */

enum { CONE_OPTION_FROM, CONE_OPTION_TO, CONE_OPTION_DELAY };

static const struct option cone_options[] = {
	[CONE_OPTION_FROM] = {"-from", OPTION_FLAG, NULL, "begin in what it leads to"},
	[CONE_OPTION_TO] = {"-to", OPTION_FLAG, NULL, "begin in what leads to it"},
	[CONE_OPTION_DELAY] = {"-path_delay", OPTION_CHOICE, "max|min",
			       "of a netlist: late or early times (max)"},
	{0},
};

static enum status cone(struct call *call)
{
	struct cone_place place = {
		.split = call->option[CONE_OPTION_DELAY].number == 1 ? EARLY : LATE,
		.side = call->option[CONE_OPTION_FROM].given ? CONE_FANOUT : CONE_FANIN,
	};

	if (!call->session->has_screen)
		return status_fail(STATUS_FAILED,
				   "cone needs the screen, and there is none in a batch "
				   "run; report_cone writes the same");
	TRY(need_middle(call, &place.vertex));
	board_put_cone(call->session->board, place);
	return STATUS_OK;
}

const struct command cone_commands[] = {
	{"report_cone", report_cone, IN_SESSION, "PIN", 1, 1, report_options,
	 "Report the arcs into and out of a pin by slack, with delays, arrivals and slews"},
	{"compute_pin_slacks", compute_pin_slacks, IN_SESSION, NULL, 0, 0, find_options,
	 "Compute the slack of each pin after common path pessimism removal (CPPR), the least over all paths through it; view Cone and maps of slack then show it instead of that before CPPR"},
	{"cone", cone, IN_SESSION, "PIN", 1, 1, cone_options, "Show a pin in the cone browser"},
	{0},
};
