/*
 * Slacks of endpoints kept by `save_slacks` for comparison with later ones. They are kept by the
 * names of pins, so they outlive the netlist.
 */
#ifndef SESSION_SAVED_SLACKS_H
#define SESSION_SAVED_SLACKS_H

#include "base/names.h"
#include "gpu/credit/timing_slacks.h"
#include "gpu/inspect/slack_changes.h"
#include "session/parts.h"

enum { MOST_SAVED_SLACKS = 16 };
/* Bytes of all saved slacks together. */
#define MOST_SAVED_BYTES (INT64_C(1) << 30)

struct saved_slacks {
	char *name, *design; /* owned: name of the set, name of the netlist */
	char *kind;          /* owned: "after CPPR (opensta)" */
	int64_t serial;      /* unique in the session */
	struct names pin;    /* endpoints, as "INSTANCE\0PIN" */
	struct names group;
	int64_t *slack[N_SPLITS];    /* owned [pin.n] fs, FS_NONE_64 = none */
	int32_t *of_group[N_SPLITS]; /* owned [pin.n], path group, -1 = none */
	struct slack_totals totals[N_SPLITS];
	char **path[N_SPLITS]; /* owned [pin.n], each owned: the worst path; NULL = not kept */
	int64_t n_paths[N_SPLITS];
	int64_t bytes;
};

/*
 * The entries of a comparison: the sinks of the timing, or the endpoints of the later set, then the
 * endpoints that only the earlier set has. Made once for each timing or pair of sets.
 */
struct slack_match {
	int64_t before, now;    /* serials; now 0 = the timing */
	int64_t timing_edition; /* of the timing */
	int64_t n, n_now;
	int32_t *id; /* owned [n]: the entry's endpoint in the earlier set, -1 = none */
	int64_t *slack[N_SPLITS]; /* owned [n] fs: earlier slack, FS_NONE_64 = none */
	char **path[N_SPLITS];    /* owned [n_before]: paths of the timing; NULL = not searched */
	int32_t n_before;
};

struct slack_store {
	struct saved_slacks *set[MOST_SAVED_SLACKS]; /* owned, in the order of saving */
	int n;
	int64_t n_ever;
	int64_t compared; /* serial of the set that the screen compares with; else the newest */
	struct slack_match match; /* the newest */
};

PART_DATA(struct slack_store, session_saved, saved_slacks_part)

/* Bring the timing up to date and copy its slacks, with the session's credit, without paths. Owned
 * by the caller. */
enum status session_make_saved(struct session *session, const char *name,
			       struct saved_slacks **out);
/* Add a set to the store, in place of one with the same name; takes it over also on failure.
 * STATUS_FAILED: too many sets, or too much memory. */
enum status session_add_saved(struct session *session, struct saved_slacks *saved);
void saved_slacks_free(struct saved_slacks *saved);
void saved_paths_free(char ***path, int32_t n);
/* The index of an endpoint by its pin, -1 = none. */
enum status saved_slacks_find(const struct saved_slacks *saved, const struct netlist *netlist,
			      int32_t pin, int32_t *id);
/* A set by name; NULL = the newest. STATUS_FAILED with the most similar name if there is none. */
enum status session_find_saved(const struct session *session, const char *name,
			       struct saved_slacks **out);
/* The slack of an endpoint in the set that the screen compares with, fs; FS_NONE_64 = it had none,
 * or its worst path wasn't of `group` (NULL = any). `pin`: of the netlist. */
enum status session_saved_slack(const struct session *session, int32_t pin, enum split split,
				const char *group, int64_t *slack);
/* The set that the screen compares with; NULL = nothing is saved. */
struct saved_slacks *session_compared(const struct session *session);
void session_delete_saved(struct session *session, const struct saved_slacks *saved);
void session_drop_saved(struct session *session); /* all sets */

/* A comparison in a split. */
struct slack_comparison {
	const struct saved_slacks *before, *now; /* borrowed; now NULL = the timing */
	const struct slack_match *match;         /* borrowed: until the next comparison */
	const struct state_graph *states;        /* borrowed, of the timing */
	enum split split;
	struct slack_changes changes;
};

/* The timing must be up to date; its slacks are after credit if they are known. Release also on
 * failure. */
enum status session_compare_slacks(struct session *session, struct queue *queue,
				   const struct saved_slacks *before,
				   const struct saved_slacks *now, enum split split,
				   struct slack_comparison *out);
void slack_comparison_release(struct slack_comparison *comparison);
/* The endpoint's name, and its path group: the current one, or else the earlier one. */
void slack_comparison_write_pin(const struct slack_comparison *comparison,
				const struct change_row *row, struct text *out);
const char *slack_comparison_group(const struct slack_comparison *comparison,
				   const struct change_row *row);
/* The histogram of differences by path group. */
enum status slack_comparison_histogram(const struct slack_comparison *comparison,
				       const struct histogram_query *query, int64_t serial,
				       struct snap_histogram **out);

/* The kind of the session's endpoint slacks, for example "after CPPR (opensta)". */
const char *session_slack_kind(const struct session *session);
extern const char *const slack_kind[3];

/* change[n_pins]: the change of slack of each pin that is an endpoint, fs, FS_NONE_64 = none. */
enum status session_pin_changes(struct session *session, struct queue *queue,
				const struct saved_slacks *before, enum split split,
				int64_t *change);

#endif
