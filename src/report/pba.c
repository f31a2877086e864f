#include "report/pba.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/bits.h"
#include "base/grow.h"
#include "base/order.h"
#include "session/search.h"

enum status pba_of_record(struct session *session, int32_t record, struct retimed_paths *out)
{
	struct device_retiming retiming;
	struct retime_query query = {&retiming, session->paths};

	*out = (struct retimed_paths){0};
	if (!session->design.netlist || !session->search)
		return status_fail(STATUS_FAILED, "only paths of a netlist can be re-timed");
	TRY(timing_retiming(session->design.timing, session_search_split(session), session->cppr,
			    &retiming));
	return search_retime_records(session->search, &query, &record, 1, out);
}

/* ---- the table ---- */

/* Both slacks of all, each in its own order; owned by the caller, NULL = no memory. */
static int64_t *sorted_slacks(const struct search_path_based *found, bool graph)
{
	int64_t *slack;

	if (ALLOC(&slack, found->n) != STATUS_OK)
		return NULL;
	for (int64_t i = 0; i < found->n; i++)
		slack[i] = graph ? found->path[i].graph_slack : found->path[i].slack;
	if (found->n)
		qsort(slack, (size_t)found->n, sizeof *slack, compare_int64);
	return slack;
}

static void write_pair(struct text *out, const char *what, int64_t path, int64_t graph)
{
	text_printf(out, "%-16s %14s%14s\n", what, PS(path), PS(graph));
}

static void write_table(const struct search_path_based *found, const int64_t *path,
			const int64_t *graph, struct text *out)
{
	int64_t n = found->n, below[2] = {0, 0}, sum[2] = {0, 0}, better = 0, worse = 0;

	for (int64_t i = 0; i < n; i++) {
		const struct retimed_path *p = &found->path[i];

		below[0] += path[i] < 0;
		below[1] += graph[i] < 0;
		sum[0] += min_i64(path[i], 0);
		sum[1] += min_i64(graph[i], 0);
		better += p->slack > p->graph_slack;
		worse += p->slack < p->graph_slack;
	}
	text_printf(out, "%-16s %14s%14s\n", "slack, ps", "path-based", "graph-based");
	write_pair(out, "least", path[0], graph[0]);
	write_pair(out, "median", path[(n - 1) / 2], graph[(n - 1) / 2]);
	write_pair(out, "largest", path[n - 1], graph[n - 1]);
	write_pair(out, "sum of negative", sum[0], sum[1]);
	text_printf(out, "%-16s %14" PRId64 "%14" PRId64 "\n", "negative", below[0], below[1]);
	text_printf(out,
		    "%" PRId64 " have more slack by their own slews, %" PRId64 " less, %" PRId64
		    " the same\n",
		    better, worse, n - better - worse);
}

void pba_write(const struct search_path_based *found, struct text *out)
{
	FREED int64_t *path = sorted_slacks(found, false), *graph = sorted_slacks(found, true);

	text_printf(out, "%" PRId64 " path%s by own slews, ", found->n, found->n == 1 ? "" : "s");
	if (found->exact) {
		text_add(out, "exact");
	} else {
		int64_t last = found->n ? found->path[found->n - 1].slack : found->known;

		text_printf(out,
			    "inexact: paths with a slack from %s ps on may be missing, up to %s ps "
			    "below the last one",
			    PS(found->known), PS(last - found->known));
	}
	text_printf(out, "; %" PRId64 " were re-timed\n", found->n_retimed);
	if (found->n && path && graph)
		write_table(found, path, graph, out);
}

/* ---- the chart ---- */

enum { CHART_POINTS = 512 };

static enum status fill_line(const struct search_path_based *found, bool graph, struct chart *out)
{
	struct chart_line *line = &out->line[out->n_lines++];
	int32_t n = (int32_t)min_i64(found->n, CHART_POINTS);

	snprintf(line->name, sizeof line->name, "%s", graph ? "graph-based" : "path-based");
	line->n = n;
	TRY(ALLOC_ALL(n, &line->x, &line->y));
	for (int32_t i = 0; i < n; i++) {
		int64_t rank = (int64_t)i * (found->n - 1) / (n - 1);
		const struct retimed_path *path = &found->path[rank];

		line->x[i] = (double)(rank + 1);
		line->y[i] = (double)(graph ? path->graph_slack : path->slack) / 1000;
		chart_widen(&out->y, line->y[i]);
	}
	return STATUS_OK;
}

enum status pba_chart(const struct search_path_based *found, struct chart *out)
{
	*out = (struct chart){.x = {.low = 1, .high = (double)found->n}};
	if (found->n < 2)
		return status_fail(STATUS_FAILED, "there are too few paths to be drawn");
	snprintf(out->title, sizeof out->title, "slack of %" PRId64 " paths", found->n);
	snprintf(out->x.title, sizeof out->x.title, "rank by path-based slack");
	snprintf(out->y.title, sizeof out->y.title, "slack, ps");
	out->y.low = out->y.high = (double)found->path[0].slack / 1000;
	TRY(fill_line(found, false, out));
	TRY(fill_line(found, true, out));
	if (out->y.high <= out->y.low)
		out->y.high = out->y.low + 1;
	return STATUS_OK;
}
