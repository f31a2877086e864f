/*
 * The session: the design, its device and the search on it, as the command thread holds them.
 * Commands change it; the screen only ever sees the board.
 */
#ifndef CMD_SESSION_H
#define CMD_SESSION_H

#include "algo/cone.h"
#include "algo/search.h"
#include "algo/timing_paths.h"
#include "cmd/board.h"
#include "cmd/design.h"
#include "gpu/device.h"
#include "gpu/image.h"
#include "snap/summary.h"

struct density_result;
struct frame_maker;

struct session {
	struct task task;         /* what runs now: cancel flag and progress */
	struct board *board;      /* borrowed */
	struct device *device;    /* owned */
	struct text why_device;   /* one line on how it was chosen, "" when asked for */
	struct queue *queue;      /* owned: computes */
	struct queue *view_queue; /* owned: serves readings meanwhile */
	struct design design;     /* a netlist and its timing, when one is open */
	struct graph *graph;      /* owned reference; NULL = nothing open, or no timing yet */
	struct image *image;      /* owned, or the timing's when a netlist is open */
	/* owned: of a graph, for its cones; NULL = not made yet */
	struct graph_times *times_of_graph;
	struct search *search;         /* owned; NULL = none begun */
	int64_t serial;                /* of the newest search */
	struct search_options options; /* its options */
	struct path_filter filter;     /* its -from, -through and -to … */
	struct text filter_words;      /* … as options of find_paths */
	struct path_image *paths; /* borrowed from the timing: what it runs on, NULL = the image */
	struct device_credit credit;           /* its credit */
	enum credit_mode cppr;                 /* what removes common path pessimism */
	struct density_result *density;        /* owned: the last map; NULL = none */
	struct density_result *density_before; /* owned: the one before, to go back to */
	int64_t n_passes;                      /* begun, in which maps were made in steps */
	struct frame_maker *frames; /* owned: for the layout window; NULL = nobody asked */
	bool device_asked;          /* it was named, not chosen */
	struct text device_list;    /* what there is to choose from, "" = nobody has asked */
	bool accounts_asked;        /* accounts of kernels are kept because somebody said so, … */
	bool accounts_watched;      /* … or while the screen shows them */
	bool idle;                  /* no script runs: what is served may take a while */
	bool serving;               /* readings, which may wait for the device themselves */
	bool in_step;               /* in the midst of something on the queue that computes */
	bool has_screen;            /* somebody looks at the board */
	bool times;                 /* say how long commands took */
	int32_t n_spent;            /* what commands that open something took, for the summary */
	struct summary_time spent[SUMMARY_TIMES];
};

/* A session without a device; then the device. Close it in either state. */
void session_init(struct session *session, struct board *board);
enum status session_open_device(struct session *session, const struct device_config *device);
void session_close(struct session *session);

/* Warnings go where messages go: tell them on stderr, release them and pass on what came of what
 * they are about. */
enum status tell_warnings(struct text *warnings, enum status status);

/* Note what a command took, when it is one that opens something; further times add up. The name is
 * a string constant. */
void session_note_time(struct session *session, const char *command, double ms);

/* Put a closed graph on the device and make it the design; takes the reference. On failure the
 * design before it stays. */
enum status session_set_graph(struct session *session, struct graph *graph);

/* Another placement of the netlist; takes the reference. The maps of the one before go. */
void session_set_placement(struct session *session, struct placement *placement);
/* Forget the last density map. */
void session_drop_map(struct session *session);
/* A netlist takes the place of what was open; takes the reference. */
void session_set_netlist(struct session *session, struct netlist *netlist);
/* Before a netlist, its wires or its constraints are replaced or set: the search and the graph that
 * were made of them go. */
void session_outdate(struct session *session);
/* Change how timing is computed; when it is a change, what was found with the old settings goes. */
void session_set(struct session *session, const struct timing_settings *settings);
/* Make the timing of the netlist and tell warnings on stderr. */
enum status session_need_timing(struct session *session);

/* Drop the search, begin another (no step yet), and pin it up. The filter (NULL = all paths) is for
 * netlists; it is copied. */
enum status session_begin_search(struct session *session, const struct search_options *options,
				 const struct path_filter *filter);
/* The find_paths that repeats it. */
void session_write_query(const struct session *session, struct text *out);
/* The state of the netlist's timing that a vertex of the search stands for. */
int32_t session_state(const struct session *session, int32_t vertex);
/* Choose what removes common path pessimism; a search made otherwise goes. */
void session_set_cppr(struct session *session, enum credit_mode mode);
/* Pin up how far it is. */
enum status session_put_search(struct session *session);
/* Steps until it is finished. */
enum status session_run_search(struct session *session);

/* ---- cmd_timeline.c: any stepper ---- */

/* The one of a kind, begun if a move begins it; else STATUS_FAILED with a hint. */
enum status session_need_stepper(struct session *session, enum stepper_kind kind,
				 struct stepper **out);
/* Compute one step of it, pinned up too, also what a cancelled one left. */
enum status session_step(struct session *session, enum stepper_kind kind, enum grain grain);
/* Before something is read that depends on the place on its timeline: go there. */
enum status session_follow(struct session *session, enum stepper_kind kind);

/* STATUS_FAILED with a hint when there is no graph, or no search. */
enum status session_need_graph(const struct session *session);
enum status session_need_search(const struct session *session);

/* The newest snapshot of the search, a reference for the caller (NULL when there is none), and the
 * level that the timeline shows. */
struct snap_search *session_shown(struct session *session, int32_t *level);

/* A path of the newest search and, of a netlist, what was computed along it; see search_path(). */
enum status session_path(struct session *session, int32_t level, int64_t rank, int64_t max_child,
			 struct snap_path **out);

/*
 * session_answer_NAME(): make the snapshot that a request asks for, in the file that knows how; a
 * reference for the caller. A status other than OK, without words: there is nothing to be read now.
 */
#define X(name, request, answer)                                                                   \
	enum status session_answer_##name(struct session *session, const struct request *wanted,   \
					  struct answer **out);
READINGS(X)
#undef X
/* Answer what the board asks for. Runs on the command thread, also in the middle of a search. */
void session_serve(struct session *session);

#endif
