/* get_timing_edges: the edges of timing between pins, as objects of scripts. */
#include <string.h>

#include "base/grow.h"
#include "cmd/cmd_edges.h"
#include "db/edges.h"
#include "db/fan_out.h"
#include "read/sdc/sdc.h"
#include "report/dcalc.h"
#include "report/report_units.h"
#include "session/objects.h"
#include "session/session.h"

bool is_edge_name(const struct call *call, const char *name)
{
	struct timing_edge edge;

	return edge_parse_name(call->session->design.netlist, name, &edge);
}

/* ---- properties ---- */

struct asked {
	struct session *session;
	const struct netlist *netlist;
	struct timing_edge edge;
	struct report_units units;
};

static const char *sense_name(enum lib_sense sense)
{
	static const char *const name[] = {[LIB_NON_UNATE] = "non_unate",
					   [LIB_POSITIVE_UNATE] = "positive_unate",
					   [LIB_NEGATIVE_UNATE] = "negative_unate"};

	return name[sense];
}

static const char *role_name(const struct lib_arc *arc)
{
	static const char *const name[] = {[LIB_COMBINATIONAL] = "combinational",
					   [LIB_THREE_STATE] = "three_state",
					   [LIB_LAUNCH] = "launch",
					   [LIB_SET_RESET] = "set_reset",
					   [LIB_SETUP] = "setup",
					   [LIB_HOLD] = "hold",
					   [LIB_RECOVERY] = "recovery",
					   [LIB_REMOVAL] = "removal",
					   [LIB_OTHER] = "other"};

	return arc ? name[arc->kind] : "wire";
}

static bool is_of_edge(const struct asked *a, const struct timing_graph *graph, int32_t arc)
{
	int32_t type = graph->graph->arc_type[arc];

	if (netlist_named_pin(graph->netlist, graph->graph->arc_to[arc] / N_EDGES) != a->edge.to)
		return false;
	if (a->edge.group == EDGE_OF_WIRE || type == ARC_OF_NET)
		return a->edge.group == EDGE_OF_WIRE && type == ARC_OF_NET;
	return graph->type[type].lib && graph->type[type].lib->group == a->edge.group;
}

/* What a check demands of an edge of its data, fs. */
static int64_t check_of(const struct asked *a, struct timing *timing, const struct lib_arc *lib,
			enum split split, int to_edge)
{
	struct dcalc_report dcalc = {.timing = timing, .units = a->units, .split = split};
	struct transition transition[N_EDGES * N_EDGES];
	int n = lib_arc_transitions(lib, transition);
	int64_t found = FS_NONE_64;

	for (int i = 0; i < n; i++) {
		int64_t value;

		if (transition[i].to != to_edge)
			continue;
		value = fs_of_ps(dcalc_value(&dcalc, a->edge, transition[i].from, to_edge));
		if (found == FS_NONE_64 || (split == LATE ? value > found : value < found))
			found = value;
	}
	return found;
}

/* The least early or largest late delay to an edge of the edge's head, fs; FS_NONE_64 = there is none. */
static enum status delay_of(const struct asked *a, enum split split, int to_edge, int64_t *delay)
{
	struct timing *timing;
	struct timing_graph *graph;
	const struct lib_arc *lib = edge_lib_arc(a->netlist, a->edge);
	int32_t side = a->edge.from;

	*delay = FS_NONE_64;
	TRY(session_need_timing(a->session));
	timing = a->session->design.timing;
	TRY(timing_read(timing));
	TRY(timing_read_arc_places(timing));
	graph = timing->image->graph;
	if (lib && lib->kind >= LIB_SETUP) {
		*delay = check_of(a, timing, lib, split, to_edge);
		return STATUS_OK;
	}
	TRY(timing_graph_need_fan_out(graph));
	if (!lib)
		side = netlist_driving_side(a->netlist, side);
	for (int32_t v = side * N_EDGES; v < (side + 1) * N_EDGES; v++) {
		for (int32_t i = graph->out_row[v]; i < graph->out_row[v + 1]; i++) {
			int32_t arc = graph->out_arc[i];
			int64_t d;

			if (graph->graph->arc_to[arc] % N_EDGES != to_edge ||
			    !is_of_edge(a, graph, arc))
				continue;
			d = timing_graph_arc_delay(timing, arc, split);
			if (d != FS_NONE_64 &&
			    (*delay == FS_NONE_64 || (split == LATE ? d > *delay : d < *delay)))
				*delay = d;
		}
	}
	return STATUS_OK;
}

static bool write_delay(const struct asked *a, const char *name, struct text *out,
			enum status *status)
{
	static const char *const names[N_SPLITS][N_EDGES] = {
		[EARLY] = {"delay_min_rise", "delay_min_fall"},
		[LATE] = {"delay_max_rise", "delay_max_fall"}};
	int64_t delay;

	for (int c = 0; c < N_SPLITS * N_EDGES; c++) {
		if (strcmp(name, names[c / N_EDGES][c % N_EDGES]) != 0)
			continue;
		*status = delay_of(a, (enum split)(c / N_EDGES), c % N_EDGES, &delay);
		if (*status == STATUS_OK && delay != FS_NONE_64)
			report_exact_time(&a->units, delay, out);
		return true;
	}
	return false;
}

static void write_full_name(const struct asked *a, struct text *out)
{
	netlist_write_pin(a->netlist, a->edge.from, '/', out);
	text_add(out, " -> ");
	netlist_write_pin(a->netlist, a->edge.to, '/', out);
}

/* Is there such a property? */
static bool write_property(const struct asked *a, const char *name, struct text *out,
			   enum status *status)
{
	const struct lib_arc *arc = edge_lib_arc(a->netlist, a->edge);

	*status = STATUS_OK;
	if (strcmp(name, "full_name") == 0)
		write_full_name(a, out);
	else if (strcmp(name, "from_pin") == 0)
		netlist_write_pin(a->netlist, a->edge.from, '/', out);
	else if (strcmp(name, "to_pin") == 0)
		netlist_write_pin(a->netlist, a->edge.to, '/', out);
	else if (strcmp(name, "sense") == 0)
		text_add(out, arc ? sense_name(arc->sense) : "positive_unate");
	else if (strcmp(name, "role") == 0)
		text_add(out, role_name(arc));
	else
		return write_delay(a, name, out, status);
	return true;
}

static struct asked asked_of(const struct call *call)
{
	const struct netlist *netlist = call->session->design.netlist;

	return (struct asked){
		.session = call->session, .netlist = netlist, .units = report_units_of(netlist)};
}

enum status write_edge_property(struct call *call, const char *name)
{
	struct asked a = asked_of(call);
	const char *property = call->argument[1];
	enum status status = STATUS_OK;

	if (!edge_parse_name(a.netlist, name, &a.edge))
		return call_fail(call, STATUS_FAILED, "\"%.100s\" is no edge", name);
	if (!write_property(&a, property, call->result, &status))
		return call_fail(
			call, STATUS_FAILED,
			"a timing edge has no property \"%.100s\"; known are full_name "
			"from_pin to_pin sense role delay_min_rise delay_min_fall delay_max_rise "
			"delay_max_fall",
			property);
	if (strcmp(property, "from_pin") == 0 || strcmp(property, "to_pin") == 0) {
		call->names_kind = "";
		call->is_one_name = true;
	}
	return status;
}

/* ---- the command ---- */

enum { EDGES_FROM, EDGES_TO, EDGES_OF_OBJECTS, EDGES_FILTER };

static const struct option edges_options[] = {
	[EDGES_FROM] = {"-from", OPTION_WORD, "PINS", "those that leave these pins"},
	[EDGES_TO] = {"-to", OPTION_WORD, "PINS", "those that lead to these pins"},
	[EDGES_OF_OBJECTS] = {"-of_objects", OPTION_WORD, "INSTANCES",
			      "those within these instances"},
	[EDGES_FILTER] = {"-filter", OPTION_WORD, "EXPRESSION",
			  "of them those whose properties meet it"},
	{0},
};

static enum status find_from(struct call *call, struct edge_list *list)
{
	const struct netlist *netlist = call->session->design.netlist;
	const struct option_value *from = &call->option[EDGES_FROM], *to = &call->option[EDGES_TO];
	RELEASED_BY(object_list_release) struct object_list tails = {0}, heads = {0};

	TRY(object_list_init(&tails, netlist, OBJECT_PIN));
	TRY(object_list_init(&heads, netlist, OBJECT_PIN));
	if (from->given)
		TRY(take_pins(call, from->word, &tails));
	if (to->given)
		TRY(take_pins(call, to->word, &heads));
	for (int32_t i = 0; i < tails.n; i++)
		TRY(edges_from(netlist, tails.id[i], list));
	for (int32_t i = 0; i < heads.n && !from->given; i++)
		TRY(edges_to(netlist, heads.id[i], list));
	KEEP(list->edge, list->n, !to->given || heads.seen[list->edge[i].to]);
	return STATUS_OK;
}

static enum status find_within(struct call *call, struct edge_list *list)
{
	const struct netlist *netlist = call->session->design.netlist;
	RELEASED_BY(words_free) struct words words = {0};

	words_of(call, call->option[EDGES_OF_OBJECTS].word, &words);
	for (int w = 0; w < words.n; w++) {
		int32_t instance = object_find(netlist, OBJECT_CELL, words.word[w]);

		TRY(instance >= 0 ? edges_within(netlist, instance, list)
				  : call_fail(call, STATUS_FAILED, "no instance \"%.100s\"",
					      words.word[w]));
	}
	return STATUS_OK;
}

struct filtered {
	struct asked asked;
	enum status status;
};

static bool property_of(void *context, const char *name, struct text *out)
{
	struct filtered *f = context;

	return write_property(&f->asked, name, out, &f->status);
}

static enum status filter(struct call *call, struct edge_list *list)
{
	struct filtered f = {.asked = asked_of(call)};
	struct sdc_filter filter = {.command = call->command->name,
				    .text = call->option[EDGES_FILTER].word,
				    .kind = "timing edge",
				    .property = property_of,
				    .context = &f};
	int32_t kept = 0;
	bool keep;

	for (int32_t i = 0; i < list->n; i++) {
		f.asked.edge = list->edge[i];
		TRY(sdc_filter_holds(&filter, &keep));
		TRY(f.status);
		if (keep)
			list->edge[kept++] = list->edge[i];
	}
	list->n = kept;
	return STATUS_OK;
}

static enum status get_timing_edges(struct call *call)
{
	bool from = call->option[EDGES_FROM].given || call->option[EDGES_TO].given;
	RELEASED_BY(edge_list_release) struct edge_list list = {0};

	TRY(design_need_netlist(&call->session->design));
	if (from == call->option[EDGES_OF_OBJECTS].given)
		return call_fail(call, STATUS_USAGE, "either -from and -to, or -of_objects");
	TRY(from ? find_from(call, &list) : find_within(call, &list));
	if (call->option[EDGES_FILTER].given)
		TRY(filter(call, &list));
	for (int32_t i = 0; i < list.n; i++) {
		text_add(call->result, i ? " " : "");
		edge_write_name(list.edge[i], call->result);
	}
	call->names_kind = "timing_edge";
	return text_status(call->result);
}

const struct command edge_commands[] = {
	{"get_timing_edges", get_timing_edges, IN_SESSION, NULL, 0, 0, edges_options,
	 "Return timing edges from pin to pin, as objects for get_property: full_name, from_pin, to_pin, sense, role, delay_max_rise and others"},
	{0},
};
