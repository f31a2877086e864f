#include "report/all_paths.h"

#include <stdlib.h>

#include "base/grow.h"
#include "session/parts.h"

static void drop_all_paths(struct session *session)
{
	if (session->all_paths)
		path_counts_release(&session->all_paths->counts);
	free(session->all_paths);
	session->all_paths = NULL;
}

/* On the timing's image, which has the weights of one split: a search that goes on gets its own back. */
static enum status count_of_netlist(struct session *session, struct all_paths *all,
				    const struct path_counts_query *query)
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

static enum status count(struct session *session, struct all_paths *all,
			 const struct path_counts_query *query)
{
	if (all->of_query)
		return path_counts_make(session->image, query, &all->counts);
	if (session->design.netlist)
		return count_of_netlist(session, all, query);
	return path_counts_make(session->base, query, &all->counts);
}

enum status session_count_all_paths(struct session *session, enum split split, bool of_query,
				    const struct path_counts_query *query)
{
	struct all_paths *all;
	enum status status;

	if (of_query)
		TRY(session_need_graph_search(session, "report_all_paths -found"));
	else if (session->design.netlist)
		TRY(session_need_timing(session));
	else
		TRY(session_need_graph(session));
	TRY(session_check_split(session, split == EARLY));
	drop_all_paths(session);
	TRY(ALLOC(&all, 1));
	all->split = of_query && session->options.early ? EARLY : of_query ? LATE : split;
	all->of_query = of_query;
	session->all_paths = all;
	task_begin(&session->task, "counting all paths", 0);
	status = count(session, all, query);
	task_end(&session->task);
	if (status != STATUS_OK)
		drop_all_paths(session);
	return status;
}

const struct session_part all_paths_part = {.drop = drop_all_paths, .drops_at = LOSS_PATHS};
