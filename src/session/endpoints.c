#include "session/endpoints.h"

#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "gpu/credit/timing_slacks.h"
#include "session/saved_slacks.h"

static enum status fill_row(const struct state_graph *states, int32_t sink,
			    struct endpoint_row *row)
{
	const struct relation *relation = &states->relation[states->endpoint[sink].relation];
	const struct constraints *constraints = states->timing->constraints;
	RELEASED_BY(text_release) struct text text = TEXT_INIT;

	row->number = state_pin(states, states->graph->sink_vertex[sink]);
	netlist_write_pin(states->timing->netlist, row->number, '/', &text);
	TRY(text_take(&text, &row->pin));
	row->group = state_group_label(states->group[relation->group]);
	TRY(row->group ? STATUS_OK : STATUS_NO_MEMORY);
	if (relation->capture_edge >= 0 && constraints)
		text_printf(&text, "%s %s",
			    constraints->clock[relation->capture_edge / N_EDGES].name,
			    relation->capture_edge % N_EDGES ? "fall" : "rise");
	return text_take(&text, &row->clock);
}

struct endpoint_filter session_endpoint_filter(const struct session *session,
					       const struct endpoint_filter *asked)
{
	struct endpoint_filter filter = *asked;

	filter.before = asked->before || !session_removes_pessimism(session);
	if (filter.group >= session->design.timing->image->states->n_groups)
		filter.group = -1; /* of another design */
	return filter;
}

bool session_endpoints_pending(const struct session *session, const struct endpoint_filter *asked)
{
	return !asked->before && session_removes_pessimism(session) &&
	       !timing_has_slacks(session->design.timing, session->cppr);
}

/* What was saved of the same kind of slacks. */
static enum status fill_saved(const struct session *session, const struct endpoint_filter *filter,
			      struct snap_endpoints *endpoints)
{
	const struct saved_slacks *saved = session_compared(session);

	if (!saved || strcmp(saved->kind, session_slack_kind(session)) != 0 ||
	    filter->before != !session_removes_pessimism(session))
		return STATUS_OK;
	endpoints->saved = copy_string(saved->name);
	return endpoints->saved ? STATUS_OK : STATUS_NO_MEMORY;
}

/* Of a list of a group or kind slacks are those of its paths, so they are compared within the path group. */
static enum status fill_before(const struct session *session, const struct endpoint_filter *filter,
			       struct endpoint_row *row)
{
	bool part = filter->group >= 0 || filter->kind >= 0;
	int64_t before;

	TRY(session_saved_slack(session, row->number, filter->split, part ? row->group : NULL,
				&before));
	row->is_new = before == FS_NONE_64;
	row->change = row->is_new ? 0 : row->slack - before;
	return STATUS_OK;
}

static enum status fill_rows(struct session *session, struct snap_endpoints *endpoints)
{
	const struct endpoints_request *asked = &endpoints->asked;
	struct timing *timing = session->design.timing;
	const struct state_graph *states = timing->image->states;
	struct endpoint_filter filter = session_endpoint_filter(session, &asked->of);
	RELEASED_BY(endpoint_list_release) struct endpoint_list list = {0};

	TRY(endpoint_list_read(timing, session->view_queue, &filter, asked->first, asked->n,
			       &list));
	endpoints->n_groups = states->n_groups;
	if (filter.group >= 0) {
		endpoints->group = state_group_label(states->group[filter.group]);
		TRY(endpoints->group ? STATUS_OK : STATUS_NO_MEMORY);
	}
	TRY(fill_saved(session, &filter, endpoints));
	TRY(ALLOC(&endpoints->row, list.n));
	endpoints->n_all = list.n_all;
	endpoints->n_violated = list.n_violated;
	endpoints->first = asked->first;
	for (int64_t i = 0; i < list.n; i++) {
		endpoints->n = i + 1;
		endpoints->row[i].slack = list.slack[i];
		TRY(fill_row(states, list.sink[i], &endpoints->row[i]));
		if (endpoints->saved)
			TRY(fill_before(session, &filter, &endpoints->row[i]));
	}
	return STATUS_OK;
}

static enum status fill(struct session *session, struct snap_endpoints *endpoints)
{
	struct timing *timing = session->design.timing;

	endpoints->timed = timing && timing_has(timing, TIMING_CHECKS);
	if (!endpoints->timed)
		return STATUS_OK;
	endpoints->credited = session_removes_pessimism(session);
	TRY(session_find_slacks(session));
	endpoints->pending = session_endpoints_pending(session, &endpoints->asked.of);
	return endpoints->pending ? STATUS_OK : fill_rows(session, endpoints);
}

/* ---- those that fail ---- */

PART_DATA(struct failing_pins, failing_of, endpoints_part)

static enum status fill_failing(struct session *session, struct failing_pins *f)
{
	const struct state_graph *states = session->design.timing->image->states;
	RELEASED_BY(endpoint_list_release) struct endpoint_list list = {0};

	TRY(endpoint_list_read(session->design.timing, session->view_queue, &f->of, 0,
			       MOST_FAILING_PINS, &list));
	TRY(ALLOC(&f->pin, list.n));
	f->n_all = list.n_violated;
	for (int64_t i = 0; i < list.n && list.slack[i] < 0; i++)
		f->pin[f->n++] = state_pin(states, states->graph->sink_vertex[list.sink[i]]);
	return STATUS_OK;
}

enum status session_find_failing(struct session *session, const struct endpoint_filter *asked,
				 const struct failing_pins **out)
{
	struct failing_pins *f = failing_of(session);
	const struct timing *timing = session->design.timing;
	struct endpoint_filter filter;

	*out = f;
	if (timing && timing_has(timing, TIMING_CHECKS)) {
		TRY(session_find_slacks(session));
		filter = session_endpoint_filter(session, asked);
		if (f->known && f->edition == session->design.timing_edition &&
		    f->cppr == session->cppr && memcmp(&f->of, &filter, sizeof filter) == 0)
			return STATUS_OK;
	}
	free(f->pin);
	*f = (struct failing_pins){.n_all = -1};
	if (!timing || !timing_has(timing, TIMING_CHECKS) ||
	    session_endpoints_pending(session, asked))
		return STATUS_OK;
	f->of = filter;
	TRY(fill_failing(session, f));
	f->known = true;
	f->edition = session->design.timing_edition;
	f->cppr = session->cppr;
	return STATUS_OK;
}

ANSWER_BY(endpoints, fill)

static void drop_failing(struct session *session)
{
	free(failing_of(session)->pin);
}

const struct session_part endpoints_part = {.answer[READ_endpoints] = answer_any_endpoints,
					    .size = sizeof(struct failing_pins),
					    .drop = drop_failing};
