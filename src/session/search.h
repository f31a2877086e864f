/* The search for the k worst paths, and what was asked for: it is known also after an edit. */
#ifndef SESSION_SEARCH_H
#define SESSION_SEARCH_H

#include "gpu/search/search.h"
#include "db/state/filters.h"
#include "session/parts.h"

/* The newest find_paths. */
struct search_query {
	int64_t serial; /* of the newest search */
	struct search_options options;
	struct path_filter filter; /* -from, -through and -to */
	struct text words;         /* the filter as options of find_paths */
	bool asked;                /* the fields above are set */
	int64_t tried_edition;     /* of the timing when a search was last begun */
	struct device_credit credit;
	struct device_retiming retiming; /* if it is path-based */
};

PART_DATA(struct search_query, session_query, search_part)

/* Whose paths are searched. */
static inline enum split session_search_split(const struct session *session)
{
	return session_query(session)->options.early ? EARLY : LATE;
}

/* STATUS_USAGE if the open graph, read without a netlist, is of the other split. */
enum status session_check_split(const struct session *session, bool early);
/* Replace the search by a new one before its first step, and post it. The filter (NULL = all paths)
 * is copied. */
enum status session_begin_search(struct session *session, const struct search_options *options,
				 const struct path_filter *filter);
/* Has an edit ended the search, with none begun since? Then command recompute repeats it. */
bool session_lost_search(const struct session *session);
/* To be called before arcs of the searched graph or of the netlist's states are read: see state_graph_need_arcs(). */
enum status session_need_arcs(const struct session *session);
/* The find_paths command that repeats the search. */
void session_write_query(const struct session *session, struct script *out);
/* The state of the netlist's timing for a vertex of the search; its sink for a sink of the
 * search. */
int32_t session_state(const struct session *session, int32_t vertex);
int32_t session_sink(const struct session *session, int32_t sink);
/* Post a snapshot of the search. */
enum status session_put_search(struct session *session);
/* Step the search until it is finished. */
enum status session_run_search(struct session *session);

/* STATUS_FAILED with a hint without a graph or a search. */
enum status session_need_search(const struct session *session);
/* STATUS_FAILED without a search, or if it is path-based, since its paths' delays aren't those of
 * arcs. */
enum status session_need_graph_search(const struct session *session, const char *command);
/* The newest snapshot of the search, a reference for the caller (NULL without a search), and the
 * level that the timeline shows. */
struct snap_search *session_shown_search(struct session *session, int32_t *level);

/* A path of the newest search, with delays and slews along it if there is a netlist; see
 * search_path(). */
enum status session_path(struct session *session, int32_t level, int64_t rank, int64_t max_child,
			 struct snap_path **out);
/* Drop the search; what was asked for stays. */
void session_lose_search(struct session *session);

#endif
