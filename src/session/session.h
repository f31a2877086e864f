/*
 * The session: the design, the device and the search, owned by the command thread. Commands change
 * it; the screen sees only the board.
 */
#ifndef SESSION_SESSION_H
#define SESSION_SESSION_H

#include "gpu/device/device.h"
#include "gpu/image/image.h"
#include "session/board.h"
#include "session/design.h"
#include "session/script.h"

struct graph_paths;
struct path_image;
struct search;

struct session {
	struct task task;    /* cancel flag and progress of the running command */
	struct board *board; /* borrowed */
	/* Runs commands for session_run(); set by the shell. */
	enum status (*eval)(void *context, const struct script *script);
	/* Waits until the device is open, which a thread of the shell does; NULL = it is. Set by the shell. */
	enum status (*await_device)(void *context);
	void *eval_context; /* borrowed, of both */
	char *data;         /* owned: what the parts keep, see parts.h */

	struct device *device;    /* owned */
	struct queue *queue;      /* owned: for commands */
	struct queue *view_queue; /* owned: for readings while a command runs */

	struct design design;  /* a netlist and its timing, when one is open */
	enum credit_mode cppr; /* mode of common path pessimism removal */
	char *corner;          /* owned: the name of the corner, NULL = default */
	/* owned reference: shown while the design has none; NULL = none */
	struct placement *layout;

	struct graph *graph; /* owned reference; NULL = nothing open, or no timing yet */
	/* Borrowed: the image of `graph` that is searched. With a netlist it is the timing's; with
	 * a graph that was read it is `base`, the whole graph's (owned), or one of `parts` (owned),
	 * for a filter. */
	struct image *image;
	struct image *base;
	struct graph_paths *parts;
	struct path_image *paths; /* borrowed: the part by the filter, NULL = all of `image` */
	struct search *search;    /* owned; NULL = none begun */
	/* Owned, NULL = not begun: steppers that need only the graph, and end with it. */
	struct stepper *stepper[N_STEPPERS];
	int64_t n_begun; /* serial of the newest stepper that isn't a search */

	bool idle;       /* no script runs: readings may be slow */
	bool serving;    /* a reading is being answered, which may wait for the device */
	bool in_step;    /* a step is under way on `queue` */
	bool has_screen; /* a screen shows the board */
	bool replays;    /* the user's files, such as the history, are neither read nor written */
	bool times;      /* print how long commands took */
	const char *told_model; /* the message on wires printed for this netlist; NULL = none */
	struct names told;      /* owned: what is printed once, see session_is_new() */
};

/* Run commands within a running one; run one command, its words up to NULL. */
enum status session_run(struct session *session, const struct script *script);
enum status session_call(struct session *session, const char *word, ...) __attribute__((sentinel));

/* Begin a session without a device (STATUS_NO_MEMORY); open the device. Close the session in either
 * state. */
enum status session_init(struct session *session, struct board *board);
enum status session_open_device(struct session *session, const struct device_config *device);
void session_close(struct session *session);

/* Is it the first time in this session that this is asked for a text? `n`: its bytes. */
bool session_is_new(struct session *session, const char *text, int64_t n);
/* Print warnings on stderr and release them; returns `status`. */
enum status print_warnings(struct text *warnings, enum status status);

/* Put a closed graph on the device and make it the design; takes the reference. On failure the old
 * design stays. */
enum status session_set_graph(struct session *session, struct graph *graph);

/* Replace the placement; takes the reference. Density maps of the old one are dropped. */
void session_set_placement(struct session *session, struct placement *placement);
/* Set a placement that is only shown, until the design has one; takes the reference, NULL
 * clears. */
void session_set_layout(struct session *session, struct placement *layout);
/* The placement to show: the design's, or session->layout; borrowed, NULL = none. */
struct placement *session_shown_placement(const struct session *session);
/* Post the design's title, which names the open die, on the board. */
void session_name_die(struct session *session);
/* Drop the dies of run_ssta. */
void session_drop_ssta(struct session *session);
/* Drop the design with its files and results; timing settings stay, and with keeps_libraries
 * libraries and technology. */
void session_clear(struct session *session, bool keeps_libraries);
/* Replace the netlist; takes the reference. */
void session_set_netlist(struct session *session, struct netlist *netlist);
/* To be called before a command edits the netlist, its wires or its constraints: drops the search
 * and other results, and counts an edit. */
void session_drop_for_edit(struct session *session);
/* Drop the search and other results without an edit. */
void session_drop_results(struct session *session);
/* Change the timing settings; results by other settings are dropped. */
void session_set_timing_settings(struct session *session, const struct timing_settings *settings);
/* Bring the timing of the netlist up to date and print warnings on stderr. */
enum status session_need_timing(struct session *session);

/* The name of the only corner; session may be NULL. */
const char *session_corner(const struct session *session);
/* Choose the mode of common path pessimism removal, which takes effect once lens no_cppr is off; a
 * search with another mode is dropped. */
void session_set_cppr(struct session *session, enum credit_mode mode);
/* Use a mode now, also under that lens. */
void session_use_cppr(struct session *session, enum credit_mode mode);
/* Set or remove lens no_cppr, before design_set_lenses(); the chosen mode, with or without that
 * lens. */
void session_set_cppr_lens(struct session *session, bool on);
enum credit_mode session_cppr_without_lens(const struct session *session);
/* Do paths get credit? */
bool session_removes_pessimism(const struct session *session);
/* Bring the slacks of endpoints with credit up to date for a reading (timing_slacks.h), if no
 * command runs. The timing must be up to date. */
enum status session_find_slacks(struct session *session);
/* ---- steppers.c ---- */

/* session_need_NAME_stepper(), each in its part's file: the current stepper, or a new one if a move
 * may begin it; else STATUS_FAILED with a hint. */
#define X(name, NAME, ...)                                                                         \
	enum status session_need_##name##_stepper(struct session *session, struct stepper **out)
STEPPERS(X, ;);
#undef X
enum status session_need_stepper(struct session *session, enum stepper_kind kind,
				 struct stepper **out);
/* Replace session->stepper[kind] (takes it over; NULL = none) and post its timeline. */
enum status session_begin_stepper(struct session *session, enum stepper_kind kind,
				  struct stepper *stepper);
/* Post its timeline. */
enum status session_put_stepper(struct session *session, enum stepper_kind kind);
/* Compute one step, post the timeline, also that of a cancelled step; session_step() labels the
 * task, too. */
enum status session_step_one(struct session *session, enum stepper_kind kind, enum grain grain);
enum status session_step(struct session *session, enum stepper_kind kind, enum grain grain);
/* Move the stepper's data to the step that the timeline shows, before they are read. */
enum status session_follow(struct session *session, enum stepper_kind kind);
/* Likewise for the stepper that the cells' current places are from. */
enum status session_follow_placement(struct session *session);

/* STATUS_FAILED with a hint without a graph. */
enum status session_need_graph(const struct session *session);
/* The whole graph that was read, whatever part of it is searched; NULL with a netlist or without a
 * graph. */
struct graph *session_read_graph(const struct session *session);
/* STATUS_FAILED with a hint without dies of run_ssta. */
enum status session_need_ssta(const struct session *session);

/* Answer the board's requests. Runs on the command thread, also in the middle of a search. */
void session_serve(struct session *session);

#endif
