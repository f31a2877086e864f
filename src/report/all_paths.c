#include "report/all_paths.h"

#include <inttypes.h>
#include <string.h>

#include "base/grow.h"
#include "report/histogram.h"
#include "session/search.h"

enum { SHOWN_FINE_BINS = 6000 };

/* On the timing's image, which has the weights of one split: a search that goes on gets its own back. */
static enum status count_of_netlist(struct session *session, enum split split,
				    const struct path_counts_query *query, struct path_counts *out)
{
	bool other = session->search && !session->paths && session_search_split(session) != split;
	struct timing *timing = session->design.timing;
	struct image *image;
	enum status status, restored = STATUS_OK;

	status = timing_search_image(timing, split, &image) ?: path_counts_make(image, query, out);
	if (other)
		restored = timing_search_image(timing, split == EARLY ? LATE : EARLY, &image);
	return status == STATUS_OK ? restored : status;
}

static enum status count(struct session *session, const struct all_paths_query *query,
			 struct path_counts *out)
{
	DOING(&session->task, "counting all paths", 0);

	if (!query->of_query && session->design.netlist)
		return count_of_netlist(session, query->split, &query->counts, out);
	return path_counts_make(query->of_query ? session->image : session->base, &query->counts,
				out);
}

/* Its counts as another series of the histogram; one group is enough here. */
static enum status add_series(struct snap_histogram *from, const char *what,
			      struct snap_histogram *h)
{
	struct histogram_series *series = &h->series[h->n_series];
	RELEASED_BY(text_release) struct text text = TEXT_INIT;

	text_printf(&text, "%" PRId64 " %s", from->n, what);
	series->name = strdup(text_string(&text));
	series->n = from->n;
	series->count = h->count + h->n_series++ * h->axis.n_bins;
	for (int32_t b = 0; b < h->axis.n_bins; b++)
		series->count[b] = (int32_t)histogram_sum(from, b);
	snap_unref(&from->snap);
	return series->name ? STATUS_OK : status_fail(STATUS_NO_MEMORY, "out of memory");
}

/* Do the paths found belong to those counted? */
static bool found_are_counted(const struct session *session, const struct all_paths_query *query)
{
	static const struct path_filter everything = PATH_FILTER_INIT;

	if (!session->search || search_path_based(session->search)->wanted ||
	    (session->design.netlist && session_search_split(session) != query->split))
		return false;
	return query->of_query || path_filter_equal(&session_query(session)->filter, &everything);
}

static enum status add_beside(struct session *session, const struct all_paths_query *query,
			      struct snap_histogram *h)
{
	struct histogram_query bins = {.quantity = HISTOGRAM_ENDPOINTS,
				       .split = query->split,
				       .before = true,
				       .width = h->axis.width,
				       .low = h->axis.low,
				       .high = h->axis.low + h->axis.n_bins * h->axis.width};
	struct snap_histogram *from;

	TRY(ALLOC(&h->count, 2 * h->axis.n_bins));
	if (session->design.netlist && !query->of_query) {
		TRY(timing_histogram(session->design.timing, session->queue, &bins, 0, &from));
		TRY(add_series(from, "endpoints", h));
	}
	if (!found_are_counted(session, query))
		return STATUS_OK;
	bins.quantity = HISTOGRAM_PATHS;
	TRY(session_path_histogram(session, query->level, &bins, &from));
	h->has_found = true;
	h->pick[PICK_99] = from->pick[PICK_MOST];
	return add_series(from, "paths found", h);
}

static enum status fill(struct session *session, const struct all_paths_query *query,
			struct snap_histogram *h)
{
	TRY(ALLOC(&h->all, 1));
	TRY(count(session, query, h->all));
	h->query = (struct histogram_query){.quantity = HISTOGRAM_ALL, .split = query->split};
	h->axis = h->all->axis;
	h->n = h->all->n > 0;
	h->pick[PICK_LEAST] = h->all->least;
	h->pick[PICK_MOST] = h->all->most;
	return h->n ? add_beside(session, query, h) : STATUS_OK;
}

enum status session_all_paths(struct session *session, const struct all_paths_query *query,
			      int64_t serial, struct snap_histogram **out)
{
	SNAP_HELD struct snap_histogram *made = NULL;

	if (query->of_query)
		TRY(session_need_graph_search(session, "report_all_paths -found"));
	else if (session->design.netlist)
		TRY(session_need_timing(session));
	else
		TRY(session_need_graph(session));
	TRY(session_check_split(session, query->split == EARLY));
	TRY(snap_histogram_new(session->graph, serial, &made));
	TRY(fill(session, query, made));
	HAND_OVER(out, made);
	return STATUS_OK;
}

enum status session_read_all_paths(struct session *session, const struct histogram_request *wanted,
				   struct snap_histogram **out)
{
	bool zoomed = wanted->low < wanted->high;
	struct all_paths_query query = {.split = wanted->split,
					.level = wanted->level,
					.counts = {.max_bins = wanted->max_bins,
						   .max_fine = SHOWN_FINE_BINS,
						   .low = zoomed ? wanted->low : INT64_MIN,
						   .high = zoomed ? wanted->high : INT64_MAX}};

	if (!session->idle)
		return STATUS_FAILED; /* pending */
	TRY(session_all_paths(session, &query, wanted->serial, out));
	(*out)->group = wanted->group;
	return STATUS_OK;
}
