/* The list of all endpoints, for the screen. */
#include "algo/endpoint_list.h"
#include "algo/timing_slacks.h"
#include "base/grow.h"
#include "session/session.h"

static enum status take_text(struct text *text, char **out)
{
	*out = copy_string(text_string(text));
	text_clear(text);
	return *out ? STATUS_OK : STATUS_NO_MEMORY;
}

static enum status fill_row(const struct state_graph *states, int32_t sink,
			    struct endpoint_row *row)
{
	const struct relation *relation = &states->relation[states->endpoint[sink].relation];
	const struct constraints *constraints = states->timing->constraints;
	struct text text = TEXT_INIT;
	enum status status;

	netlist_write_pin(states->timing->netlist,
			  states->vertex[states->graph->sink_vertex[sink]] / N_EDGES, '/', &text);
	status = take_text(&text, &row->pin);
	text_add(&text, states->group[relation->group]);
	if (status == STATUS_OK)
		status = take_text(&text, &row->group);
	if (relation->capture_edge >= 0 && constraints)
		text_printf(&text, "%s %s",
			    constraints->clock[relation->capture_edge / N_EDGES].name,
			    relation->capture_edge % N_EDGES ? "fall" : "rise");
	if (status == STATUS_OK)
		status = take_text(&text, &row->clock);
	text_release(&text);
	return status;
}

static enum status fill_rows(struct session *session, struct snap_endpoints *endpoints)
{
	const struct endpoints_request *asked = &endpoints->asked;
	struct timing *timing = session->design.timing;
	bool before = asked->before || !session_removes_pessimism(session);
	struct endpoint_list list;
	enum status status = endpoint_list_read(timing, session->view_queue, asked->split, before,
						asked->first, asked->n, &list);

	if (status == STATUS_OK)
		status = ALLOC(&endpoints->row, list.n);
	endpoints->n_all = list.n_all;
	endpoints->n_violated = list.n_violated;
	endpoints->first = asked->first;
	for (int64_t i = 0; i < list.n && status == STATUS_OK; i++) {
		endpoints->n = i + 1;
		endpoints->row[i].slack = list.slack[i];
		status = fill_row(timing->image->states, list.sink[i], &endpoints->row[i]);
	}
	endpoint_list_release(&list);
	return status;
}

static enum status fill(struct session *session, struct snap_endpoints *endpoints)
{
	struct timing *timing = session->design.timing;

	endpoints->timed = timing && timing->stage == TIMING_DONE;
	if (!endpoints->timed)
		return STATUS_OK;
	TRY(session_find_slacks(session));
	endpoints->pending = !endpoints->asked.before && session_removes_pessimism(session) &&
			     !timing_has_slacks(timing, session->cppr);
	return endpoints->pending ? STATUS_OK : fill_rows(session, endpoints);
}

enum status session_answer_endpoints(struct session *session,
				     const struct endpoints_request *wanted,
				     struct snap_endpoints **out)
{
	struct snap_endpoints *endpoints;
	enum status status;

	TRY(snap_endpoints_new(NULL, wanted->edition, &endpoints));
	endpoints->asked = *wanted;
	status = fill(session, endpoints);
	if (status != STATUS_OK) {
		snap_unref(&endpoints->snap);
		return status;
	}
	*out = endpoints;
	return STATUS_OK;
}
