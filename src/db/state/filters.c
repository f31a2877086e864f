/* Filters as lists of states, sources and sinks: what a filter names is looked up, and nothing else is
 * looked at. */
#include "db/state/filters.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "db/state/filter_index.h"
#include "db/state/state_graph.h"

static int32_t instance_of(const struct filter_index *index, int32_t pin)
{
	return index->context.netlist ? index->context.netlist->pin_instance[pin] : -1;
}

/* An output of an instance may mean the startpoint there. */
static bool may_stand(const struct filter_index *index, const struct point *point)
{
	return point->kind == POINT_PIN && instance_of(index, point->id) >= 0 &&
	       netlist_drives(index->context.netlist, point->id);
}

static bool has_ends(const struct filter_index *index, const struct end_index *ends, int32_t pin)
{
	int32_t key = pin * index->n_edges, begin, end;
	bool has = false;

	for (int edge = 0; edge < index->n_edges; edge++) {
		keyed_find(ends->at, ends->n, key + edge, &begin, &end);
		has |= begin < end;
	}
	return has;
}

/* ---- pins that match nothing ---- */

/* The list's pins that meet nothing. */
static enum status list_unmet(struct filter_index *index, const struct point_list *list,
			      const struct end_index *ends, int32_t *n, int32_t **pin,
			      int64_t *capacity)
{
	enum status status = STATUS_OK;

	for (int32_t i = 0; i < list->n; i++) {
		int32_t id = list->point[i].id;

		if (list->point[i].kind != POINT_PIN)
			continue;
		index->meets[id] |= has_ends(index, ends, id);
		if (index->meets[id] && instance_of(index, id) >= 0)
			index->instance_meets[instance_of(index, id)] = true;
	}
	for (int32_t i = 0; i < list->n && status == STATUS_OK; i++) {
		int32_t id = list->point[i].id;

		if (list->point[i].kind != POINT_PIN || index->meets[id] ||
		    (instance_of(index, id) >= 0 && index->instance_meets[instance_of(index, id)]))
			continue;
		index->meets[id] = true;
		status = GROW(pin, capacity, (int64_t)*n + 1);
		if (status == STATUS_OK)
			(*pin)[(*n)++] = id;
	}
	for (int32_t i = 0; i < list->n; i++) {
		int32_t id = list->point[i].id;

		if (list->point[i].kind != POINT_PIN)
			continue;
		index->meets[id] = false;
		if (instance_of(index, id) >= 0)
			index->instance_meets[instance_of(index, id)] = false;
	}
	return status;
}

/* ---- groups ---- */

/* Each state is listed when it gets its first group. */
static enum status add_to_group(struct filter_index *index, int32_t state, int32_t group,
				struct filter_lists *out)
{
	int32_t *n = &out->lists.n_grouped;

	TRY(filter_index_need_groups(index));
	if (!index->state_groups[state]) {
		TRY(GROW(&out->grouped, &out->grouped_capacity, (int64_t)*n + 1));
		out->grouped[(*n)++] = state;
	}
	index->state_groups[state] |= UINT64_C(1) << group;
	return STATUS_OK;
}

/* The words of the listed states, whose scratch is zero again. */
static enum status take_groups(struct filter_index *index, struct filter_lists *out,
			       enum status status)
{
	int32_t n = out->lists.n_grouped;

	if (status == STATUS_OK)
		status = ALLOC(&out->groups, n);
	for (int32_t i = 0; i < n; i++) {
		if (status == STATUS_OK)
			out->groups[i] = index->state_groups[out->grouped[i]];
		index->state_groups[out->grouped[i]] = 0;
	}
	return status;
}

/* ---- -from ---- */

/* Why a source is allowed. */
enum { BY_ITSELF = 1, BY_OUTPUT = 2 };

static enum status add_source(struct filter_index *index, int32_t source, uint8_t why,
			      struct filter_lists *out)
{
	int32_t *n = &out->lists.n_sources;

	if (!index->source_mark[source]) {
		TRY(GROW(&out->source, &out->source_capacity, (int64_t)*n + 1));
		out->source[(*n)++] = source;
	}
	index->source_mark[source] |= why;
	return STATUS_OK;
}

static enum status add_sources(struct filter_index *index, const struct keyed *list, int32_t n,
			       int32_t key, struct filter_lists *out)
{
	int32_t begin, end;

	keyed_find(list, n, key, &begin, &end);
	for (int32_t i = begin; i < end; i++)
		TRY(add_source(index, list[i].item, BY_ITSELF, out));
	return STATUS_OK;
}

static enum status match_source(struct filter_index *index, const struct point *point,
				struct filter_lists *out)
{
	const struct end_index *sources = &index->sources;

	if (point->kind == POINT_CLOCK) {
		for (int edge = 0; edge < N_EDGES; edge++) {
			if (point->edges >> edge & 1)
				TRY(add_sources(index, sources->clocked, sources->n_clocked,
						point->id * N_EDGES + edge, out));
		}
		return STATUS_OK;
	}
	for (int edge = 0; edge < index->n_edges; edge++) {
		if (point->edges >> edge & 1)
			TRY(add_sources(index, sources->at, sources->n,
					point->id * index->n_edges + edge, out));
	}
	return STATUS_OK;
}

/* Of arcs from sources' states to a listed output of the same instance: the head becomes group 0, and
 * paths may begin at the tail. Data that begins elsewhere has no output. */
static enum status match_arc(struct filter_index *index, int32_t arc, bool listed,
			     struct filter_lists *out)
{
	const struct filter_context *c = &index->context;
	int32_t tail = c->graph->arc_from[arc], head = c->graph->arc_to[arc], begin, end;
	int32_t key = filter_index_key(index, tail), pin = filter_index_key(index, head) / N_EDGES;
	bool leads = false;

	if (instance_of(index, key / N_EDGES) != instance_of(index, pin) ||
	    (c->state_flags && (c->state_flags[tail] & (STATE_DATA | STATE_LEAVES)) == STATE_DATA))
		return STATUS_OK;
	keyed_find(index->sources.at, index->sources.n, key, &begin, &end);
	for (int32_t i = begin; i < end; i++) {
		int32_t source = index->sources.at[i].item;

		if (c->graph->source_vertex[source] != tail)
			continue;
		leads = true;
		if (listed)
			TRY(add_source(index, source, BY_OUTPUT, out));
	}
	index->meets[pin] |= leads;
	return leads && listed ? add_to_group(index, head, 0, out) : STATUS_OK;
}

static enum status match_output(struct filter_index *index, const struct point *point,
				struct filter_lists *out)
{
	TRY(filter_index_need_fan_in(index));
	for (int edge = 0; edge < N_EDGES; edge++) {
		int32_t side = netlist_driving_side(index->context.netlist, point->id);
		int32_t s = filter_index_first(index, side * N_EDGES + edge);

		for (; s >= 0; s = filter_index_next(index, s)) {
			for (int32_t j = index->in_row[s]; j < index->in_row[s + 1]; j++)
				TRY(match_arc(index, index->in_arc[j], point->edges >> edge & 1,
					      out));
		}
	}
	return STATUS_OK;
}

/* Sources that match themselves have passed group 0, the outputs, before they begin. */
static enum status take_sources(struct filter_index *index, struct filter_lists *out,
				enum status status)
{
	int32_t n = out->lists.n_sources;

	if (status == STATUS_OK)
		status = ALLOC(&out->passed, n);
	for (int32_t i = 0; i < n; i++) {
		uint8_t *mark = &index->source_mark[out->source[i]];

		if (status == STATUS_OK)
			out->passed[i] = out->lists.first_at_once && *mark & BY_ITSELF;
		*mark = 0;
	}
	return status;
}

static enum status filter_from(struct filter_index *index, const struct point_list *list,
			       struct filter_lists *out)
{
	enum status status = STATUS_OK, listed;

	out->lists.from = true;
	for (int32_t i = 0; i < list->n && status == STATUS_OK; i++) {
		status = match_source(index, &list->point[i], out);
		if (status == STATUS_OK && may_stand(index, &list->point[i]))
			status = match_output(index, &list->point[i], out);
	}
	status = take_sources(index, out, status);
	/* as `meets` has to be zero again */
	listed = list_unmet(index, list, &index->sources, &out->n_not_from, &out->not_from,
			    &out->not_from_capacity);
	return status == STATUS_OK ? listed : status;
}

/* ---- -to ---- */

/* Of some sinks those with one of the transitions. */
static enum status add_sinks(struct filter_index *index, const struct keyed *list, int32_t begin,
			     int32_t end, int32_t edges, struct filter_lists *out)
{
	int32_t *n = &out->lists.n_sinks;

	TRY(GROW(&out->sink, &out->sink_capacity, (int64_t)*n + (end - begin)));
	for (int32_t i = begin; i < end; i++) {
		int32_t state = index->context.graph->sink_vertex[list[i].item];

		if (edges >> filter_index_key(index, state) % index->n_edges & 1)
			out->sink[(*n)++] = list[i].item;
	}
	return STATUS_OK;
}

static enum status match_sinks(struct filter_index *index, const struct point *point,
			       int32_t to_edges, struct filter_lists *out)
{
	bool clock = point->kind == POINT_CLOCK;
	const struct keyed *list = clock ? index->sinks.clocked : index->sinks.at;
	int32_t n = clock ? index->sinks.n_clocked : index->sinks.n;
	int32_t n_edges = clock ? N_EDGES : index->n_edges, begin, end;

	for (int32_t edge = 0; edge < n_edges; edge++) {
		if (!(point->edges >> edge & 1))
			continue;
		keyed_find(list, n, point->id * n_edges + edge, &begin, &end);
		TRY(add_sinks(index, list, begin, end, to_edges, out));
	}
	return STATUS_OK;
}

static enum status filter_to(struct filter_index *index, const struct path_filter *filter,
			     struct filter_lists *out)
{
	const struct point_list *list = &filter->to;

	out->lists.to = true;
	if (!list->given)
		return add_sinks(index, index->sinks.at, 0, index->sinks.n, filter->to_edges, out);
	for (int32_t i = 0; i < list->n; i++)
		TRY(match_sinks(index, &list->point[i], filter->to_edges, out));
	return list_unmet(index, list, &index->sinks, &out->n_not_to, &out->not_to,
			  &out->not_to_capacity);
}

/* ---- -through, -exclude ---- */

static enum status exclude(int32_t state, struct filter_lists *out)
{
	int32_t *n = &out->lists.n_excluded;

	TRY(GROW(&out->excluded, &out->excluded_capacity, (int64_t)*n + 1));
	out->excluded[(*n)++] = state;
	return STATUS_OK;
}

static enum status list_states_of(struct filter_index *index, const struct point *point,
				  int32_t side, int32_t group, struct filter_lists *out)
{
	for (int edge = 0; edge < index->n_edges; edge++) {
		int32_t s = filter_index_first(index, side * index->n_edges + edge);

		for (; s >= 0 && point->edges >> edge & 1; s = filter_index_next(index, s))
			TRY(group < 0 ? exclude(s, out) : add_to_group(index, s, group, out));
	}
	return STATUS_OK;
}

/* The states of a list become a group; -1 = are excluded. */
static enum status list_states(struct filter_index *index, const struct point_list *list,
			       int32_t group, struct filter_lists *out)
{
	/* most pins have a state an edge */
	if (group >= 0)
		TRY(GROW(&out->grouped, &out->grouped_capacity,
			 out->lists.n_grouped + (int64_t)index->n_edges * list->n));
	for (int32_t i = 0; i < list->n; i++) {
		const struct point *point = &list->point[i];
		int32_t side = point->kind == POINT_PIN ? point->id : -1;

		for (int number = 1; side >= 0; number++) {
			TRY(list_states_of(index, point, side, group, out));
			side = filter_index_side(index, point->id, number);
		}
	}
	return STATUS_OK;
}

/* ---- all of it ---- */

static enum status fill_lists(struct filter_index *index, const struct path_filter *filter,
			      struct filter_lists *out)
{
	enum status status = STATUS_OK;
	int32_t n_leading = 0;

	for (int32_t i = 0; i < filter->from.n && filter->from.given; i++)
		n_leading |= may_stand(index, &filter->from.point[i]);
	out->lists.first_at_once = n_leading;
	out->lists.n_groups = n_leading + filter->n_throughs;
	if (out->lists.n_groups > PATH_GROUPS_MAX)
		return status_fail(STATUS_BAD_INPUT, "more than %d -through options",
				   PATH_GROUPS_MAX - n_leading);
	if (filter->from.given)
		status = filter_from(index, &filter->from, out);
	for (int32_t t = 0; t < filter->n_throughs && status == STATUS_OK; t++)
		status = list_states(index, &filter->through[t], n_leading + t, out);
	status = take_groups(index, out, status);
	if (status == STATUS_OK && (filter->to.given || filter->to_edges != EDGES_BOTH))
		status = filter_to(index, filter, out);
	if (status == STATUS_OK && filter->exclude.given)
		status = list_states(index, &filter->exclude, -1, out);
	return status;
}

enum status filter_find(struct filter_index *index, const struct path_filter *filter,
			struct filter_lists *out)
{
	*out = (struct filter_lists){0};
	TRY(fill_lists(index, filter, out));
	out->lists.source = out->source;
	out->lists.passed = out->passed;
	out->lists.sink = out->sink;
	out->lists.grouped = out->grouped;
	out->lists.groups = out->groups;
	out->lists.excluded = out->excluded;
	return STATUS_OK;
}

void filter_lists_release(struct filter_lists *lists)
{
	free(lists->source);
	free(lists->passed);
	free(lists->sink);
	free(lists->grouped);
	free(lists->groups);
	free(lists->excluded);
	free(lists->not_from);
	free(lists->not_to);
	*lists = (struct filter_lists){0};
}

/* ---- a word or flag for each ---- */

static enum status spread(const struct path_lists *lists, const struct graph *graph,
			  struct filter_query *out)
{
	if (lists->from) {
		TRY(ALLOC(&out->source_ok, graph->n_sources));
		if (lists->first_at_once)
			TRY(ALLOC(&out->source_passed, graph->n_sources));
	}
	for (int32_t i = 0; i < lists->n_sources; i++) {
		out->source_ok[lists->source[i]] = true;
		if (lists->first_at_once)
			out->source_passed[lists->source[i]] = lists->passed[i];
	}
	if (lists->to)
		TRY(ALLOC(&out->sink_ok, graph->n_sinks));
	for (int32_t i = 0; i < lists->n_sinks; i++)
		out->sink_ok[lists->sink[i]] = true;
	if (lists->n_groups)
		TRY(ALLOC(&out->vertex_groups, graph->n_vertices));
	for (int32_t i = 0; i < lists->n_grouped; i++)
		out->vertex_groups[lists->grouped[i]] = lists->groups[i];
	if (!lists->n_excluded)
		return STATUS_OK;
	TRY(ALLOC(&out->vertex_ok, graph->n_vertices));
	memset(out->vertex_ok, true, (size_t)graph->n_vertices);
	for (int32_t i = 0; i < lists->n_excluded; i++)
		out->vertex_ok[lists->excluded[i]] = false;
	return STATUS_OK;
}

enum status filter_spread(struct filter_lists *lists, const struct graph *graph,
			  struct filter_query *out)
{
	enum status status;

	*out = (struct filter_query){0};
	status = spread(&lists->lists, graph, out);
	if (status != STATUS_OK) {
		filter_query_release(out);
		return status;
	}
	out->query = (struct path_query){
		.source_ok = out->source_ok,
		.source_passed = out->source_passed,
		.sink_ok = out->sink_ok,
		.vertex_ok = out->vertex_ok,
		.vertex_groups = out->vertex_groups,
		.n_groups = lists->lists.n_groups,
		.first_at_once = lists->lists.first_at_once,
		.transposed = lists->lists.transposed,
	};
	out->n_not_from = lists->n_not_from;
	out->n_not_to = lists->n_not_to;
	out->not_from = lists->not_from;
	out->not_to = lists->not_to;
	lists->n_not_from = lists->n_not_to = 0;
	lists->not_from = lists->not_to = NULL;
	return STATUS_OK;
}

enum status filter_to_query(const struct path_filter *filter, const struct filter_context *context,
			    struct filter_query *out)
{
	struct filter_lists lists = {0};
	struct filter_index *index;
	enum status status;

	*out = (struct filter_query){0};
	TRY(filter_index_new(context, &index));
	status = filter_find(index, filter, &lists);
	if (status == STATUS_OK)
		status = filter_spread(&lists, context->graph, out);
	filter_lists_release(&lists);
	filter_index_free(index);
	return status;
}

void filter_query_release(struct filter_query *query)
{
	free(query->source_ok);
	free(query->source_passed);
	free(query->sink_ok);
	free(query->vertex_ok);
	free(query->vertex_groups);
	free(query->not_from);
	free(query->not_to);
	*query = (struct filter_query){0};
}

/* ---- why there is no path ---- */

void filter_write_list(const char *option, const struct point_list *list,
		       const struct filter_context *context, struct text *out)
{
	text_printf(out, "%s ", option);
	if (list->n == 0)
		text_add(out, "nothing");
	else if (list->point->kind == POINT_CLOCK)
		text_add(out, "a clock");
	else if (context->netlist)
		netlist_write_pin(context->netlist, list->point->id, '/', out);
	else
		graph_write_name(context->graph, list->point->id, out);
	if (list->n && context->netlist && list->point->edges != EDGES_BOTH)
		text_add(out, list->point->edges == EDGES_RISE ? " ^" : " v");
	if (list->n > 1)
		text_printf(out, " and %" PRId32 " more", list->n - 1);
}

void filter_write_stuck(const struct path_filter *filter, const struct filter_context *context,
			const struct path_query *query, int32_t group, struct text *out)
{
	/* a leading -from by an output is a group of its own */
	int32_t through = group - (query->first_at_once ? 1 : 0);
	bool ends = through >= filter->n_throughs;

	if (through < 0) {
		filter_write_list("no startpoint is, or leads at once to, -from", &filter->from,
				  context, out);
		return;
	}
	if (ends)
		text_add(out, "no path ");
	else
		text_add(out, through || filter->from.given ? "no path " : "no startpoint ");
	if (through > 0)
		filter_write_list("that has passed -through", &filter->through[through - 1],
				  context, out);
	else if (filter->from.given)
		filter_write_list("-from", &filter->from, context, out);
	if (through > 0 || filter->from.given)
		text_add(out, " ");
	if (!ends)
		filter_write_list(through || filter->from.given ? "reaches -through"
								: "leads to -through",
				  &filter->through[through], context, out);
	else if (filter->to.given)
		filter_write_list("ends at -to", &filter->to, context, out);
	else
		text_add(out, "reaches an endpoint");
}

enum status filter_warn_empty(const struct path_filter *filter,
			      const struct filter_context *context, const struct path_query *query,
			      struct task *task, struct text *warnings)
{
	int32_t group;

	/* what isn't a startpoint or an endpoint has been named already */
	if (warnings->length || (!filter->from.given && !filter->to.given && !filter->n_throughs))
		return STATUS_OK;
	TRY(path_query_stuck(context->graph, query, task, &group));
	if (group < 0)
		return STATUS_OK;
	text_add(warnings, "warning: ");
	filter_write_stuck(filter, context, query, group, warnings);
	text_add(warnings, "\n");
	return STATUS_OK;
}
