#include "report/all_paths.h"

#include <inttypes.h>
#include <string.h>

#include "base/grow.h"
#include "report/histogram.h"

enum { SHOWN_FINE_BINS = 6000 };

void all_paths_release(struct all_paths *all)
{
	path_counts_release(&all->counts);
	if (all->endpoints)
		snap_unref(&all->endpoints->snap);
	if (all->found)
		snap_unref(&all->found->snap);
}

/* On the timing's image, which has the weights of one split: a search that goes on gets its own back. */
static enum status count_of_netlist(struct session *session, const struct path_counts_query *query,
				    struct all_paths *all)
{
	bool other = session->search && !session->paths &&
		     session->options.early != (all->split == EARLY);
	struct timing *timing = session->design.timing;
	struct image *image;
	enum status status, restored = STATUS_OK;

	TRY(timing_search_image(timing, all->split, &image));
	status = path_counts_make(image, query, &all->counts);
	if (other)
		restored = timing_search_image(timing, all->split == EARLY ? LATE : EARLY, &image);
	return status == STATUS_OK ? restored : status;
}

static enum status count(struct session *session, const struct path_counts_query *query,
			 struct all_paths *all)
{
	if (!all->of_query && session->design.netlist)
		return count_of_netlist(session, query, all);
	return path_counts_make(all->of_query ? session->image : session->base, query,
				&all->counts);
}

/* Do the paths found belong to those counted? */
static bool found_are_counted(const struct session *session, const struct all_paths *all)
{
	static const struct path_filter everything = PATH_FILTER_INIT;

	if (!session->search || search_own(session->search)->wanted ||
	    (session->design.netlist && session->options.early != (all->split == EARLY)))
		return false;
	return all->of_query || path_filter_equal(&session->filter, &everything);
}

static enum status count_beside(struct session *session, struct all_paths *all)
{
	const struct histogram_axis *axis = &all->counts.axis;
	struct histogram_query query = {.quantity = HISTOGRAM_ENDPOINTS,
					.split = all->split,
					.before = true,
					.width = axis->width,
					.low = axis->low,
					.high = axis->low + axis->n_bins * axis->width};

	if (session->design.netlist && !all->of_query)
		TRY(timing_histogram(session->design.timing, session->queue, &query, 0,
				     &all->endpoints));
	query.quantity = HISTOGRAM_PATHS;
	return found_are_counted(session, all)
		       ? session_path_histogram(session, LEVEL_NEWEST, &query, &all->found)
		       : STATUS_OK;
}

enum status session_count_all_paths(struct session *session, const struct path_counts_query *query,
				    struct all_paths *all)
{
	enum status status;

	if (all->of_query)
		TRY(session_need_graph_search(session, "report_all_paths -found"));
	else if (session->design.netlist)
		TRY(session_need_timing(session));
	else
		TRY(session_need_graph(session));
	TRY(session_check_split(session, all->split == EARLY));
	if (all->of_query)
		all->split = session->options.early ? EARLY : LATE;
	task_begin(&session->task, "counting all paths", 0);
	status = count(session, query, all);
	task_end(&session->task);
	if (status == STATUS_OK && all->counts.n > 0)
		status = count_beside(session, all);
	return status;
}

/* ---- for the screen ---- */

/* Of endpoints and paths the counts, of which one group is enough here. */
static enum status add_beside(struct snap_histogram *from, const char *what,
			      struct snap_histogram *h)
{
	struct histogram_series *series = &h->series[h->n_series];
	struct text text = TEXT_INIT;

	if (!from)
		return STATUS_OK;
	text_printf(&text, "%" PRId64 " %s", from->n, what);
	series->name = strdup(text_string(&text));
	text_release(&text);
	TRY(series->name ? STATUS_OK : status_fail(STATUS_NO_MEMORY, "out of memory"));
	series->count = h->count + h->n_series++ * h->axis.n_bins;
	for (int32_t b = 0; b < h->axis.n_bins; b++)
		series->count[b] = (int32_t)histogram_sum(from, b);
	return STATUS_OK;
}

static enum status fill(struct session *session, const struct histogram_request *wanted,
			struct all_paths *all, struct snap_histogram *h)
{
	struct path_counts_query query = {.max_bins = wanted->max_bins,
					  .max_fine = SHOWN_FINE_BINS,
					  .low = wanted->low,
					  .high = wanted->high};

	if (query.low >= query.high) {
		query.low = INT64_MIN;
		query.high = INT64_MAX;
	}
	TRY(session_count_all_paths(session, &query, all));
	h->query = (struct histogram_query){.quantity = HISTOGRAM_ALL, .split = wanted->split};
	h->group = wanted->group;
	h->axis = all->counts.axis;
	h->pick[PICK_LEAST] = all->counts.least;
	h->pick[PICK_MOST] = all->counts.most;
	h->n = all->counts.n > 0;
	TRY(ALLOC(&h->count, 2 * h->axis.n_bins));
	TRY(add_beside(all->endpoints, "endpoints", h));
	TRY(add_beside(all->found, "paths found", h));
	TRY(ALLOC(&h->all, 1));
	*h->all = all->counts;
	all->counts.count = NULL;
	return STATUS_OK;
}

enum status session_read_all_paths(struct session *session, const struct histogram_request *wanted,
				   struct snap_histogram **out)
{
	struct all_paths all = {.split = wanted->split};
	struct snap_histogram *h;
	enum status status;

	if (!session->idle)
		return STATUS_FAILED; /* pending */
	TRY(snap_histogram_new(session->graph, wanted->serial, &h));
	status = fill(session, wanted, &all, h);
	all_paths_release(&all);
	if (status == STATUS_OK)
		*out = h;
	else
		snap_unref(&h->snap);
	return status;
}
