#include "session/cone.h"

#include "gpu/device/profile.h"
#include "write/liberty.h"
#include "session/parts.h"

/* ---- words on arcs ---- */

static const char *sense_words(const struct lib_arc *arc)
{
	static const char *const names[] = {[LIB_NON_UNATE] = "non-unate",
					    [LIB_POSITIVE_UNATE] = "+unate",
					    [LIB_NEGATIVE_UNATE] = "-unate"};

	return arc->kind == LIB_COMBINATIONAL ? names[arc->sense]
					      : lib_timing_types[arc->type].name;
}

static const struct lib_cell *cell_of(const struct netlist *netlist, int32_t pin,
				      const struct library *library)
{
	const struct master *master =
		&netlist->master[netlist->instance_master[netlist->pin_instance[pin]]];
	int split = master->library[LATE] == library ? LATE : EARLY;

	return &library->cell[master->cell[split]];
}

static enum status write_words(const struct timing_graph *graph, const struct cone_line *line,
			       struct text *out)
{
	int32_t number = graph->graph->arc_type[line->arc];
	const struct arc_type *type = number < 0 ? NULL : &graph->type[number];
	const char *words = type ? sense_words(type->lib) : "wire";

	text_add(out, words ? words : "other");
	if (line->arc >= graph->n_possible)
		text_add(out, ", constant");
	if (!type || type->lib->when < 0)
		return STATUS_OK;
	text_add(out, " when ");
	return liberty_write_function(
		type->library, cell_of(graph->netlist, line->point.vertex / N_EDGES, type->library),
		type->lib->when, out);
}

static enum status add_words(const struct timing_graph *graph, struct snap_cone *cone)
{
	EACH_ITEM(line, cone->line, cone->n_lines) {
		if (line->arc < 0)
			continue;
		line->words = cone->words.length;
		TRY(write_words(graph, line, &cone->words));
		text_append(&cone->words, "", 1);
	}
	return text_status(&cone->words);
}

/* ---- reading ---- */

/* As below. */
static enum status need_required(struct session *session)
{
	enum status status;

	if (timing_has(session->design.timing, TIMING_REQUIRED))
		return STATUS_OK;
	if (session->in_step)
		return STATUS_FAILED;
	queue_unprofiled(session->queue, true);
	status = timing_need_required(session->design.timing);
	queue_unprofiled(session->queue, false);
	return status;
}

static enum status read_netlist(struct session *session, const struct cone_query *query,
				struct snap_cone *cone)
{
	struct timing *timing = session->design.timing;

	TRY(need_required(session));
	TRY(timing_cone(timing, session->view_queue, query, cone));
	return add_words(timing->image->graph, cone);
}

PART_DATA(struct graph_times *, times_of, cone_part)

/* They come from the queue that computes, so not in the midst of something. */
enum status session_need_times(struct session *session, struct graph_times **out)
{
	struct graph_times **times = times_of(session);
	enum status status;

	*out = *times;
	if (*times)
		return STATUS_OK;
	if (session->in_step)
		return STATUS_FAILED;
	queue_unprofiled(session->queue, true); /* it isn't in accounts of what computes */
	status = graph_times_new(session->base, times);
	queue_unprofiled(session->queue, false);
	*out = *times;
	return status;
}

static void drop_times(struct session *session)
{
	RESET(graph_times_free, *times_of(session));
}

const struct session_part cone_part = {
	.size = sizeof(struct graph_times *), .drop = drop_times, .drops_at = LOSS_GRAPH};

static enum status read_graph(struct session *session, const struct cone_query *query,
			      struct snap_cone *cone)
{
	struct graph_times *times;

	TRY(session_need_times(session, &times));
	return graph_cone(times, session->view_queue, query, cone);
}

enum status session_read_cone(struct session *session, int64_t serial,
			      const struct cone_query *query, struct snap_cone **out)
{
	struct timing *timing = session->design.timing;
	bool netlist = session->design.netlist != NULL;
	SNAP_HELD struct snap_cone *cone = NULL;

	if (netlist ? !timing || !timing_has(timing, TIMING_CHECKS) : !session->base)
		return STATUS_FAILED; /* it is being computed just now, or not asked for */
	TRY(snap_cone_new(netlist ? timing->image->graph->graph : session_read_graph(session),
			  serial, &cone));
	TRY(netlist ? read_netlist(session, query, cone) : read_graph(session, query, cone));
	HAND_OVER(out, cone);
	return STATUS_OK;
}
