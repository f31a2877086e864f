/*
 * Slacks of endpoints that `save_slacks` keeps, to compare later ones with: by the names of their pins, so they
 * outlive the netlist.
 */
#ifndef SESSION_SAVED_SLACKS_H
#define SESSION_SAVED_SLACKS_H

#include "base/names.h"
#include "gpu/credit/timing_slacks.h"
#include "gpu/inspect/slack_changes.h"

struct session;

enum { MOST_SAVED_SLACKS = 16 };
/* Bytes of all together. */
#define MOST_SAVED_BYTES (INT64_C(1) << 30)

struct saved_slacks {
	char *name, *design; /* owned: its own, and that of the netlist */
	char *kind;          /* owned: "after CPPR (opensta)" */
	int64_t serial;      /* never given again */
	struct names pin;    /* of endpoints; a NUL between instance and pin */
	struct names group;
	int64_t *slack[N_SPLITS];    /* owned [pin.n] fs, FS_NONE_64 = none */
	int32_t *of_group[N_SPLITS]; /* owned [pin.n], -1 = none */
	struct slack_totals totals[N_SPLITS];
	char **path[N_SPLITS]; /* owned [pin.n], each owned: the worst path; NULL = not kept */
	int64_t n_paths[N_SPLITS];
	int64_t bytes;
};

/*
 * Which entries a comparison has: sinks of the timing, or endpoints that were saved later; after them those that
 * only the earlier ones have. Found once for each timing and pair.
 */
struct slack_match {
	int64_t before, now;    /* serials; now 0 = the timing … */
	int64_t timing_edition; /* … of this edition */
	int64_t n, n_now;
	int32_t *id;              /* owned [n]: of each entry among those saved before, -1 = none */
	int64_t *slack[N_SPLITS]; /* owned [n] fs: before, FS_NONE_64 = none */
	char **path[N_SPLITS];    /* owned [n_before]: paths of the timing; NULL = not searched */
	int32_t n_before;
};

struct slack_store {
	struct saved_slacks *set[MOST_SAVED_SLACKS]; /* owned, in the order of saving */
	int n;
	int64_t n_ever;
	int64_t compared; /* serial of the one that the screen compares with; gone or 0 = the newest */
	struct slack_match match; /* the newest */
};

/* Bring the timing up to date, with credit as the session says: its slacks, without paths; the caller's. */
enum status session_make_saved(struct session *session, const char *name,
			       struct saved_slacks **out);
/* Keep those that were made or read; those of the same name go. The store's also if that fails: STATUS_FAILED when there are too
 * many or they take too much memory. */
enum status session_add_saved(struct session *session, struct saved_slacks *saved);
void saved_slacks_free(struct saved_slacks *saved);
void saved_paths_free(char ***path, int32_t n);
/* The number of an endpoint by its pin, -1 = none. */
enum status saved_slacks_find(const struct saved_slacks *saved, const struct netlist *netlist,
			      int32_t pin, int32_t *id);
/* By name; NULL = the newest. STATUS_FAILED with the nearest when it isn't there. */
enum status session_find_saved(const struct session *session, const char *name,
			       struct saved_slacks **out);
/* The slack of an endpoint among those that the screen compares with, fs; FS_NONE_64 = it had none, or, when a path
 * group is named, its worst wasn't of that group. `pin`: of the netlist. */
enum status session_saved_slack(const struct session *session, int32_t pin, enum split split,
				const char *group, int64_t *slack);
/* What the screen compares with; NULL = nothing is saved. */
struct saved_slacks *session_compared(const struct session *session);
void session_delete_saved(struct session *session, const struct saved_slacks *saved);
/* All of them. */
void session_drop_saved(struct session *session);

/* A comparison in a split. */
struct slack_comparison {
	const struct saved_slacks *before, *now; /* borrowed; now NULL = the timing */
	const struct slack_match *match;         /* borrowed: until the next comparison */
	const struct state_graph *states;        /* borrowed, of the timing */
	enum split split;
	struct slack_changes changes;
};

/* Of a timing that is up to date, with slacks after credit where there are any. To be released also when it
 * fails. */
enum status session_compare_slacks(struct session *session, struct queue *queue,
				   const struct saved_slacks *before,
				   const struct saved_slacks *now, enum split split,
				   struct slack_comparison *out);
void slack_comparison_release(struct slack_comparison *comparison);
/* The endpoint's name, and its path group: now, or else before. */
void slack_comparison_write_pin(const struct slack_comparison *comparison,
				const struct change_row *row, struct text *out);
const char *slack_comparison_group(const struct slack_comparison *comparison,
				   const struct change_row *row);
/* Differences by group. */
enum status slack_comparison_histogram(const struct slack_comparison *comparison,
				       const struct histogram_query *query, int64_t serial,
				       struct snap_histogram **out);

/* "after CPPR (opensta)": what the session's slacks of endpoints are. */
const char *session_slack_kind(const struct session *session);
extern const char *const slack_kind[3];

/* Of each pin of the netlist the change of its slack as an endpoint, fs, FS_NONE_64 = none; change[n_pins]. */
enum status session_pin_changes(struct session *session, struct queue *queue,
				const struct saved_slacks *before, enum split split,
				int64_t *change);

#endif
