#include "report/path_walk.h"

#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "base/grow.h"
#include "base/print.h"
#include "report/found_paths.h"

enum { PATHS_AT_ONCE = 1 << 10 }; /* between two pauses */

struct walk {
	struct session *session;
	struct path_report *report;
	const struct checks_request *request;
	const struct path_visitor *visitor;
	struct found_paths found; /* by slack: all of them, to be sorted */
};

static void walk_release(struct walk *w)
{
	found_paths_release(&w->found);
}

void checks_request_release(struct checks_request *request)
{
	path_query_release(&request->query);
}

static enum status pause_walk(struct walk *w)
{
	if (w->visitor->pause)
		TRY(w->visitor->pause(w->visitor->to));
	return task_breathe(&w->session->task);
}

static enum status begin_group(struct walk *w, int32_t group)
{
	return w->visitor->begin ? w->visitor->begin(w->visitor->to, w->report, group) : STATUS_OK;
}

static enum status end_group(struct walk *w, int32_t group)
{
	return w->visitor->end ? w->visitor->end(w->visitor->to, w->report, group) : STATUS_OK;
}

static enum status take(struct walk *w, const struct report_path *path)
{
	if (w->request->by_slack)
		return found_paths_add(&w->found, w->report, path);
	TRY(w->visitor->take(w->visitor->to, w->report, path));
	w->report->any = true;
	return STATUS_OK;
}

/* ---- group by group ---- */

/* Some paths of the group that was searched. */
static enum status take_some(struct walk *w, struct path_finder *finder, int64_t first, int64_t n)
{
	bool points = w->request->points || w->request->by_slack;
	RELEASED_BY(traces_release) struct traces traces = {0};
	SNAP_HELD struct snap_rows *rows = NULL;

	TRY(path_finder_read(finder, first, n, &rows, points ? &traces : NULL));
	for (int64_t i = 0; i < rows->n; i++) {
		struct report_path path = {.row = &rows->row[i], .common_pin = -1};

		if (traces.n_paths) {
			path.n = traces.offset[i + 1] - traces.offset[i] - 1;
			path.state = traces.vertex + traces.offset[i];
			path.arrival = traces.arrival + traces.offset[i];
			path.slew = traces.slew ? traces.slew + traces.offset[i] : NULL;
			path.graph = traces.graph ? traces.graph + traces.offset[i] : NULL;
		}
		if (w->request->common_pins)
			TRY(path_finder_common_pin(finder, path.row, &path.common_pin));
		TRY(take(w, &path));
	}
	return pause_walk(w);
}

static enum status walk_group(struct walk *w, struct path_finder *finder, int32_t group)
{
	int64_t n;

	TRY(path_finder_search(finder, group, &n));
	if (!n)
		return STATUS_OK;
	if (!w->request->by_slack)
		TRY(begin_group(w, group));
	for (int64_t i = 0; i < n; i += PATHS_AT_ONCE)
		TRY(take_some(w, finder, i, min_i64(PATHS_AT_ONCE, n - i)));
	return w->request->by_slack ? STATUS_OK : end_group(w, group);
}

static enum status walk_unconstrained(struct walk *w, struct path_finder *finder)
{
	int32_t group = w->report->states->n_groups;
	enum status status;

	while (--group >= 0 && strcmp(w->report->states->group[group], "unconstrained") != 0)
		;
	if (group < 0)
		return STATUS_OK;
	finder->unconstrained = true;
	TRY(timing_weigh_paths(finder->timing, finder->image, w->report->split, true));
	status = walk_group(w, finder, group);
	finder->unconstrained = false;
	TRY(status);
	return timing_weigh_paths(finder->timing, finder->image, w->report->split, false);
}

static enum status walk_groups(struct walk *w, struct path_finder *finder)
{
	const uint8_t *chosen = finder->options->group_chosen;
	int32_t n;
	FREED int32_t *order = NULL;

	TRY(path_group_order(w->report->states, &order, &n));
	for (int32_t i = 0; i < n; i++) {
		if (!chosen || chosen[order[i]])
			TRY(walk_group(w, finder, order[i]));
	}
	return STATUS_OK;
}

static enum status walk_split(struct walk *w, bool unconstrained)
{
	RELEASED_BY(text_release) struct text warnings = TEXT_INIT;
	struct path_finder finder;
	enum status status = path_finder_begin(&finder, w->session, &w->request->query,
					       w->report->split, &warnings);

	if (!unconstrained) /* else it was reported before */
		print_error("%s", text_string(&warnings));
	if (status == STATUS_OK)
		status = unconstrained ? walk_unconstrained(w, &finder) : walk_groups(w, &finder);
	w->report->inexact |= finder.inexact;
	w->report->known = min_i64(w->report->known, finder.known);
	w->report->gap = max_i64(w->report->gap, finder.gap);
	path_finder_end(&finder);
	return status;
}

static enum status walk_splits(struct walk *w, bool unconstrained)
{
	for (int split = 0; split < N_SPLITS; split++) {
		if (!w->request->split[split])
			continue;
		w->report->split = (enum split)split;
		TRY(walk_split(w, unconstrained));
	}
	return STATUS_OK;
}

/* ---- by slack ---- */

static int32_t group_of(const struct walk *w, int64_t i)
{
	const struct snap_row *row = &w->found.path[i].row;

	w->report->split = w->found.path[i].split;
	return path_group_number(w->report, row);
}

/* Neighbours of one group and split stay together. */
static enum status walk_sorted(struct walk *w)
{
	int64_t n = w->found.n;

	found_paths_sort(&w->found);
	for (int64_t i = 0, next = 0; i < n; i = next) {
		int32_t group = group_of(w, i);
		enum split split = w->found.path[i].split;

		TRY(begin_group(w, group));
		for (; next < n && w->found.path[next].split == split && group_of(w, next) == group;
		     next++) {
			struct report_path path = found_paths_get(&w->found, next);

			TRY(w->visitor->take(w->visitor->to, w->report, &path));
			w->report->any = true;
			if (next % PATHS_AT_ONCE == PATHS_AT_ONCE - 1)
				TRY(pause_walk(w));
		}
		w->report->split = split;
		TRY(end_group(w, group));
	}
	return STATUS_OK;
}

enum status path_walk(struct session *session, struct path_report *report,
		      const struct checks_request *request, const struct path_visitor *visitor)
{
	RELEASED_BY(walk_release)
	struct walk w = {
		.session = session, .report = report, .request = request, .visitor = visitor};

	report->path_based = request->query.path_based;
	report->inexact = false;
	report->known = INT64_MAX;
	report->gap = 0;
	TRY(walk_splits(&w, false));
	if (!report->any && !w.found.n && request->unconstrained)
		TRY(walk_splits(&w, true));
	return request->by_slack ? walk_sorted(&w) : STATUS_OK;
}
