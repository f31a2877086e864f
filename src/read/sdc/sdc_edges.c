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

static bool is_among(const struct sdc_objects *pins, int32_t pin)
{
	for (int32_t i = 0; i < pins->n; i++) {
		if (pins->item[i].id == pin)
			return true;
	}
	return false;
}

static enum status find_between(struct sdc *s, const struct sdc_call *call, struct edge_list *list)
{
	Tcl_Obj *from = sdc_value(call, EDGES_FROM), *to = sdc_value(call, EDGES_TO);
	struct sdc_objects tails = {0}, heads = {0};
	enum status status = from ? sdc_take_pins(s, call, from, &tails) : STATUS_OK;
	int32_t kept = 0;

	if (status == STATUS_OK && to)
		status = sdc_take_pins(s, call, to, &heads);
	for (int32_t i = 0; i < tails.n && status == STATUS_OK; i++)
		status = edges_from(s->netlist, tails.item[i].id, list);
	for (int32_t i = 0; i < heads.n && status == STATUS_OK && !from; i++)
		status = edges_to(s->netlist, heads.item[i].id, list);
	for (int32_t i = 0; i < list->n; i++) {
		if (!to || is_among(&heads, list->edge[i].to))
			list->edge[kept++] = list->edge[i];
	}
	list->n = kept;
	sdc_objects_release(&tails);
	sdc_objects_release(&heads);
	return status;
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
	struct edge_list list = {0};
	Tcl_Obj *names;
	enum status status;

	if (between == sdc_has(call, EDGES_OF_OBJECTS))
		return sdc_fail(call, "either -from and -to, or -of_objects");
	status = between ? find_between(s, call, &list) : find_within(s, call, &list);
	names = Tcl_NewListObj(0, NULL);
	Tcl_IncrRefCount(names);
	for (int32_t i = 0; i < list.n && status == STATUS_OK; i++) {
		RELEASED_BY(text_release) struct text name = TEXT_INIT;

		edge_write_name(list.edge[i], &name);
		Tcl_ListObjAppendElement(NULL, names, tcl_new(text_string(&name), -1));
	}
	if (status == STATUS_OK)
		sdc_give(s, names);
	Tcl_DecrRefCount(names);
	edge_list_release(&list);
	return status;
}

const struct sdc_command sdc_edge_commands[] = {
	{"get_timing_edges", NULL, 0, 0, "Edges of timing from pin to pin, for set_disable_timing",
	 edges_options, get_timing_edges, SDC_SCRIPT},
	{0},
};
