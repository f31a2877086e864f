/* Filters as queries: flags by pin and clock are made of the lists, then looked up per source and
 * sink. */
#include "db/filters.h"

#include <stdlib.h>

#include "base/grow.h"
#include "db/state_graph.h"

/* A list as flags: EDGES_ of each pin and clock. */
struct point_flags {
	uint8_t *pin; /* owned [n_pins] */
	int32_t n_clocks;
	uint8_t *clock; /* owned [n_clocks] */
	uint8_t *meets; /* owned [n_pins]: a path starts or ends there */
};

static void flags_release(struct point_flags *flags)
{
	free(flags->pin);
	free(flags->clock);
	free(flags->meets);
}

static enum status flag_points(const struct point_list *list, const struct netlist *netlist,
			       struct point_flags *flags)
{
	for (int32_t i = 0; i < list->n; i++) {
		if (list->point[i].kind == POINT_CLOCK && list->point[i].id >= flags->n_clocks)
			flags->n_clocks = list->point[i].id + 1;
	}
	TRY(ALLOC(&flags->pin, netlist->n_pins));
	TRY(ALLOC(&flags->clock, flags->n_clocks));
	TRY(ALLOC(&flags->meets, netlist->n_pins));
	for (int32_t i = 0; i < list->n; i++) {
		const struct point *point = &list->point[i];

		if (point->kind == POINT_CLOCK)
			flags->clock[point->id] |= point->edges;
		else
			flags->pin[point->id] |= point->edges;
	}
	return STATUS_OK;
}

static bool has_vertex(const struct point_flags *flags, int32_t vertex)
{
	return flags->pin[vertex / N_EDGES] >> vertex % N_EDGES & 1;
}

/* clock_edge: one per source or sink, or NULL. */
static bool has_clock_edge(const struct point_flags *flags, const int32_t *clock_edge, int32_t i)
{
	int32_t clock;

	if (!clock_edge || clock_edge[i] < 0)
		return false;
	clock = clock_edge[i] / N_EDGES;
	return clock < flags->n_clocks && flags->clock[clock] >> clock_edge[i] % N_EDGES & 1;
}

/* ---- pins that match nothing ---- */

static enum status mark_instances(const struct point_list *list, const struct netlist *netlist,
				  const struct point_flags *flags, uint8_t **out)
{
	TRY(ALLOC(out, netlist->n_instances));
	for (int32_t i = 0; i < list->n; i++) {
		const struct point *point = &list->point[i];
		int32_t instance = point->kind == POINT_PIN ? netlist->pin_instance[point->id] : -1;

		if (instance >= 0 && flags->meets[point->id])
			(*out)[instance] = true;
	}
	return STATUS_OK;
}

/* The list's pins that meet nothing; `meets` is used up. */
static enum status list_unmet(const struct point_list *list, const struct netlist *netlist,
			      struct point_flags *flags, int32_t *n, int32_t **pin,
			      int64_t *capacity)
{
	enum status status = STATUS_OK;
	uint8_t *met;

	TRY(mark_instances(list, netlist, flags, &met));
	for (int32_t i = 0; i < list->n && status == STATUS_OK; i++) {
		int32_t id = list->point[i].id;

		if (list->point[i].kind != POINT_PIN || flags->meets[id] ||
		    (netlist->pin_instance[id] >= 0 && met[netlist->pin_instance[id]]))
			continue;
		flags->meets[id] = true;
		status = GROW(pin, capacity, (int64_t)*n + 1);
		if (status == STATUS_OK)
			(*pin)[(*n)++] = id;
	}
	free(met);
	return status;
}

/* ---- -from ---- */

/* Does a list have an output that may stand for the startpoint of its instance? */
static bool has_outputs(const struct point_list *list, const struct netlist *netlist)
{
	for (int32_t i = 0; i < list->n; i++) {
		int32_t id = list->point[i].id;

		if (list->point[i].kind == POINT_PIN && netlist->pin_instance[id] >= 0 &&
		    netlist_drives(netlist, id))
			return true;
	}
	return false;
}

/* Of arcs from sources' vertices to listed outputs of the same instance: the heads become group 0,
 * the tails are marked in leads[n_vertices], 1 before = a source is there, 2 after. */
static void mark_outputs(const struct filter_context *context, struct point_flags *flags,
			 uint64_t *groups, uint8_t *leads)
{
	const struct graph *graph = context->graph;
	const int32_t *instance = context->netlist->pin_instance;

	for (int32_t a = 0; a < graph->n_arcs; a++) {
		int32_t tail = graph->arc_from[a], head = graph->arc_to[a], from, to;

		if (!leads[tail])
			continue;
		from = context->state_vertex[tail] / N_EDGES;
		to = context->state_vertex[head] / N_EDGES;
		if (!flags->pin[to] || instance[to] < 0 || instance[from] != instance[to] ||
		    !netlist_drives(context->netlist, to))
			continue;
		flags->meets[to] = true;
		if (has_vertex(flags, context->state_vertex[head])) {
			groups[head] |= 1;
			leads[tail] = 2;
		}
	}
}

/* source_ok, and with outputs in the list source_passed: sources that match themselves have passed
 * group 0, the outputs, before they begin. */
static enum status match_sources(const struct filter_context *context, struct point_flags *flags,
				 struct filter_query *out)
{
	const struct graph *graph = context->graph;
	uint8_t *leads = NULL;

	TRY(ALLOC(&out->source_ok, graph->n_sources));
	if (out->query.first_at_once) {
		TRY(ALLOC(&out->source_passed, graph->n_sources));
		TRY(ALLOC(&leads, graph->n_vertices));
	}
	for (int32_t s = 0; s < graph->n_sources; s++) {
		int32_t state = graph->source_vertex[s], vertex = context->state_vertex[state];

		flags->meets[vertex / N_EDGES] = true;
		if (leads && !(context->state_flags && context->state_flags[state] & STATE_DATA))
			leads[state] = 1;
		out->source_ok[s] = has_vertex(flags, vertex) ||
				    has_clock_edge(flags, context->source_clock_edge, s);
	}
	if (leads)
		mark_outputs(context, flags, out->vertex_groups, leads);
	for (int32_t s = 0; s < graph->n_sources && leads; s++) {
		out->source_passed[s] = out->source_ok[s];
		out->source_ok[s] |= leads[graph->source_vertex[s]] == 2;
	}
	free(leads);
	return STATUS_OK;
}

static enum status filter_from(const struct path_filter *filter,
			       const struct filter_context *context, struct filter_query *out)
{
	struct point_flags flags = {0};
	enum status status = flag_points(&filter->from, context->netlist, &flags);

	if (status == STATUS_OK)
		status = match_sources(context, &flags, out);
	if (status == STATUS_OK)
		status = list_unmet(&filter->from, context->netlist, &flags, &out->n_not_from,
				    &out->not_from, &out->not_from_capacity);
	flags_release(&flags);
	return status;
}

/* ---- -to ---- */

static enum status match_sinks(const struct path_filter *filter,
			       const struct filter_context *context, struct point_flags *flags,
			       struct filter_query *out)
{
	const struct graph *graph = context->graph;

	TRY(ALLOC(&out->sink_ok, graph->n_sinks));
	for (int32_t s = 0; s < graph->n_sinks; s++) {
		int32_t vertex = context->state_vertex[graph->sink_vertex[s]];
		bool listed = !filter->to.given || has_vertex(flags, vertex) ||
			      has_clock_edge(flags, context->sink_clock_edge, s);

		flags->meets[vertex / N_EDGES] = true;
		out->sink_ok[s] = listed && filter->to_edges >> vertex % N_EDGES & 1;
	}
	return STATUS_OK;
}

static enum status filter_to(const struct path_filter *filter, const struct filter_context *context,
			     struct filter_query *out)
{
	struct point_flags flags = {0};
	enum status status = flag_points(&filter->to, context->netlist, &flags);

	if (status == STATUS_OK)
		status = match_sinks(filter, context, &flags, out);
	if (status == STATUS_OK)
		status = list_unmet(&filter->to, context->netlist, &flags, &out->n_not_to,
				    &out->not_to, &out->not_to_capacity);
	flags_release(&flags);
	return status;
}

/* ---- -through ---- */

/* Groups by pin and edge first, as many states may share one. first_group: that of the first list.
 */
static enum status group_vertices(const struct path_filter *filter,
				  const struct filter_context *context, int32_t first_group,
				  uint64_t *groups)
{
	uint64_t *of_vertex;

	TRY(ALLOC(&of_vertex, (int64_t)context->netlist->n_pins * N_EDGES));
	for (int32_t t = 0; t < filter->n_throughs; t++) {
		const struct point_list *list = &filter->through[t];

		for (int32_t i = 0; i < list->n; i++) {
			const struct point *point = &list->point[i];

			for (int edge = 0; edge < N_EDGES && point->kind == POINT_PIN; edge++) {
				if (point->edges >> edge & 1)
					of_vertex[point->id * N_EDGES + edge] |=
						UINT64_C(1) << (first_group + t);
			}
		}
	}
	for (int32_t v = 0; v < context->graph->n_vertices; v++)
		groups[v] |= of_vertex[context->state_vertex[v]];
	free(of_vertex);
	return STATUS_OK;
}

/* ---- all of it ---- */

static enum status fill_query(const struct path_filter *filter,
			      const struct filter_context *context, struct filter_query *out)
{
	int32_t n_leading =
		filter->from.given && has_outputs(&filter->from, context->netlist) ? 1 : 0;

	out->query.first_at_once = n_leading;
	out->query.n_groups = n_leading + filter->n_throughs;
	if (out->query.n_groups > PATH_GROUPS_MAX)
		return status_fail(STATUS_BAD_INPUT, "more than %d -through options",
				   PATH_GROUPS_MAX - n_leading);
	if (out->query.n_groups)
		TRY(ALLOC(&out->vertex_groups, context->graph->n_vertices));
	if (filter->from.given)
		TRY(filter_from(filter, context, out));
	if (filter->to.given || filter->to_edges != EDGES_BOTH)
		TRY(filter_to(filter, context, out));
	if (filter->n_throughs)
		TRY(group_vertices(filter, context, n_leading, out->vertex_groups));
	out->query.source_ok = out->source_ok;
	out->query.source_passed = out->source_passed;
	out->query.sink_ok = out->sink_ok;
	out->query.vertex_groups = out->vertex_groups;
	return STATUS_OK;
}

enum status filter_to_query(const struct path_filter *filter, const struct filter_context *context,
			    struct filter_query *out)
{
	enum status status;

	*out = (struct filter_query){0};
	status = fill_query(filter, context, out);
	if (status != STATUS_OK)
		filter_query_release(out);
	return status;
}

void filter_query_release(struct filter_query *query)
{
	free(query->source_ok);
	free(query->source_passed);
	free(query->sink_ok);
	free(query->vertex_groups);
	free(query->not_from);
	free(query->not_to);
	*query = (struct filter_query){0};
}
