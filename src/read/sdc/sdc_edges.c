/* get_timing_edges in scripts of SDC: arguments of set_disable_timing. */
#include "db/edges.h"

#include "read/sdc/sdc_impl.h"

enum { EDGES_FROM, EDGES_TO, EDGES_OF_OBJECTS };

static const struct sdc_option edges_options[] = {
	[EDGES_FROM] = {"-from", SDC_WORD, "PINS", "those that leave these pins"},
	[EDGES_TO] = {"-to", SDC_WORD, "PINS", "those that lead to these pins"},
	[EDGES_OF_OBJECTS] = {"-of_objects", SDC_WORD, "INSTANCES", "those within these instances"},
	{0},
};

static enum status find_between(struct sdc *s, const struct sdc_call *call, struct edge_list *list)
{
	Tcl_Obj *from = sdc_value(call, EDGES_FROM), *to = sdc_value(call, EDGES_TO);
	RELEASED_BY(sdc_objects_release) struct sdc_objects tails = {0}, heads = {0};

	if (from)
		TRY(sdc_take_pins(s, call, from, &tails));
	if (to)
		TRY(sdc_take_pins(s, call, to, &heads));
	for (int32_t i = 0; i < tails.n; i++)
		TRY(edges_from(s->netlist, tails.item[i].id, list));
	for (int32_t i = 0; i < heads.n && !from; i++)
		TRY(edges_to(s->netlist, heads.item[i].id, list));
	KEEP(list->edge, list->n, !to || sdc_objects_have(&heads, list->edge[i].to));
	return STATUS_OK;
}

static enum status find_within(struct sdc *s, const struct sdc_call *call, struct edge_list *list)
{
	RELEASED_BY(sdc_objects_release) struct sdc_objects cells = {0};

	TRY(sdc_take_objects(s, call, sdc_value(call, EDGES_OF_OBJECTS), SDC_MASK(SDC_CELL),
			     &cells));
	for (int32_t i = 0; i < cells.n; i++)
		TRY(edges_within(s->netlist, cells.item[i].id, list));
	return STATUS_OK;
}

static enum status get_timing_edges(struct sdc *s, const struct sdc_call *call)
{
	bool between = sdc_has(call, EDGES_FROM) || sdc_has(call, EDGES_TO);
	RELEASED_BY(edge_list_release) struct edge_list list = {0};
	Tcl_Obj *names;

	if (between == sdc_has(call, EDGES_OF_OBJECTS))
		return sdc_fail(call, "either -from and -to, or -of_objects");
	TRY(between ? find_between(s, call, &list) : find_within(s, call, &list));
	names = Tcl_NewListObj(0, NULL);
	for (int32_t i = 0; i < list.n; i++) {
		RELEASED_BY(text_release) struct text name = TEXT_INIT;

		edge_write_name(list.edge[i], &name);
		Tcl_ListObjAppendElement(NULL, names, tcl_new(text_string(&name), -1));
	}
	sdc_give(s, names);
	return STATUS_OK;
}

const struct sdc_command sdc_edge_commands[] = {
	{"get_timing_edges", NULL, 0, 0, "Edges of timing from pin to pin, for set_disable_timing",
	 edges_options, get_timing_edges, SDC_SCRIPT},
	{0},
};
