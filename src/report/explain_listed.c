/* What the slack and the rank of a path that is listed are made of. */
#include <inttypes.h>

#include "report/arithmetic.h"
#include "report/explain.h"
#include "session/search.h"

/* "launched by clock clk (rise edge) at 0.000" */
static void write_edge_of_clock(const struct constraints *constraints, const char *by, int32_t edge,
				int64_t time, struct text *out)
{
	text_printf(out, "%s by clock %s (%s edge) at %s", by,
		    constraints->clock[edge / N_EDGES].name,
		    edge % N_EDGES == RISE ? "rise" : "fall", PS(time));
}

/* The reference of the required time. */
static void write_relation(const struct snap_path *path, struct text *out)
{
	const struct constraints *k = path->constraints;
	const struct relation *r = &path->relation;

	if (r->launch_edge >= 0) {
		write_edge_of_clock(k, "launched", r->launch_edge, r->launch_time, out);
		text_add(out, "\n");
	}
	if (r->capture_edge >= 0) {
		write_edge_of_clock(k, "captured", r->capture_edge, r->capture_time, out);
		if (r->multicycle)
			text_printf(out, ", moved by %s", PS(r->multicycle));
		text_add(out, "\n");
	}
	if (r->exception >= 0) {
		text_add(out, "by the exception ");
		explain_write_exception(k, r->exception, out);
		text_add(out, "\n");
	}
	if (r->uncertainty)
		text_printf(out, "%suncertainty %s\n",
			    r->between_clocks ? "inter-clock " : "clock ", PS(r->uncertainty));
}

static void write_sum(const struct snap_path *path, struct text *out)
{
	bool late = !path->timed || path->split == LATE;
	int64_t arrival = path->point[path->n_points - 1].arrival;

	text_printf(out, "slack %s = %s %s - %s %s", PS(path->row.slack),
		    late ? "required" : "arrival", PS(late ? path->required : arrival),
		    late ? "arrival" : "required", PS(late ? arrival : path->required));
	if (path->row.credit)
		text_printf(out, " + pessimism removed %s", PS(path->row.credit));
	text_add(out, "\n");
}

/* How it came into the ranking. */
static void write_deviation(const struct snap_path *path, struct text *out)
{
	int64_t at = path->n_points - 1;

	if (!path->row.n_deviations) {
		text_add(out, "it deviates from no other: the worst from its startpoint on\n");
		return;
	}
	while (at > 0 && !path->point[at].deviates)
		at--;
	text_printf(out, "%" PRId32 " deviation%s; the last one ", path->row.n_deviations,
		    path->row.n_deviations == 1 ? "" : "s");
	if (path->row.parent_rank >= 0)
		text_printf(out, "from path %" PRId64 " ", path->row.parent_rank + 1);
	if (path->other_sink || at == 0) {
		text_add(out, "at its end\n");
		return;
	}
	text_add(out, "after ");
	graph_write_name(path->snap.graph, path->point[at - 1].vertex, out);
	text_add(out, "\n");
}

/* The slacks before and after it. */
static enum status write_neighbours(struct session *session, int32_t level, int64_t rank,
				    struct text *out)
{
	SNAP_HELD struct snap_rows *rows = NULL;

	TRY(search_rows(session->search, level, rank > 0 ? rank - 1 : 0, rank > 0 ? 3 : 2, &rows));
	for (int64_t i = 0; i < rows->n; i++) {
		if (rows->first + i != rank)
			text_printf(out, "path %" PRId64 " has %s\n", rows->first + i + 1,
				    PS(rows->row[i].slack));
	}
	return STATUS_OK;
}

enum status explain_listed(struct call *call, int64_t rank, bool arithmetic)
{
	struct session *session = call->session;
	struct snap_search *search;
	SNAP_HELD struct snap_path *path = NULL;
	struct text *out = call->out;
	bool cost;
	int32_t level;
	enum status status = STATUS_OK;

	TRY(session_need_search(session));
	search = session_shown_search(session, &level);
	text_printf(out, "path %" PRId64 " in a ranking of ", rank + 1);
	snap_search_write_state(search, level, out);
	snap_unref(&search->snap);
	TRY(session_path(session, level, rank, 0, &path));
	cost = path->snap.graph->objective == OBJECTIVE_COST;
	text_add(out, "\n");
	graph_write_name(path->snap.graph, path->row.startpoint, out);
	text_add(out, " -> ");
	graph_write_name(path->snap.graph, path->row.endpoint, out);
	text_printf(out, ", %" PRId64 " points\n", path->n_points);
	if (path->timed)
		write_relation(path, out);
	if (cost)
		text_printf(out, "cost %s\n", PS(path->row.slack));
	else
		write_sum(path, out);
	write_deviation(path, out);
	if (arithmetic)
		status = arithmetic_fill(session, 0, INT64_MAX, path);
	if (status == STATUS_OK)
		status = write_neighbours(session, level, rank, out);
	text_printf(out, "%s%s", path->arithmetic.length ? "\n" : "",
		    text_string(&path->arithmetic));
	return status;
}
