/*
 * The session: the design, its device and the search on it, as the command thread holds them.
 * Commands change it; the screen only ever sees the board.
 */
#ifndef SESSION_SESSION_H
#define SESSION_SESSION_H

#include "gpu/device/device.h"
#include "gpu/image/image.h"
#include "gpu/inspect/cone.h"
#include "gpu/labels/graph_paths.h"
#include "gpu/search/search.h"
#include "gpu/timing/timing_paths.h"
#include "session/board.h"
#include "session/design.h"
#include "session/edits.h"
#include "session/files.h"
#include "session/lens.h"
#include "session/saved_slacks.h"
#include "session/script.h"
#include "snap/summary.h"

struct density_result;
struct dies;
struct found_paths;
struct warp_recording;
struct lab;
struct frame_maker;
struct label_inquiry;
struct path_truth;
struct label_run;

/* Pins of endpoints that fail, the worst first; of the timing of an edition. */
struct failing_pins {
	struct endpoint_filter of;
	bool known;
	int64_t edition;
	enum credit_mode cppr;
	int64_t n_all,
		n; /* all of them, and those there are pins of; n_all −1 = slacks are pending */
	int32_t *pin; /* owned [n] */
};

enum { MOST_FAILING_PINS = 20000 };

/* What a word of a query that is being typed means; the word is there again with the next key. */
struct typed_list {
	char *names; /* owned; NULL = free */
	bool through;
	int32_t edges;
	struct point_list list;
};

enum { TYPED_LISTS = 4 };

struct session {
	struct task task;         /* what runs now: cancel flag and progress */
	struct board *board;      /* borrowed */
	struct device *device;    /* owned */
	struct text why_device;   /* one line on how it was chosen, "" when asked for */
	struct queue *queue;      /* owned: computes */
	struct queue *view_queue; /* owned: serves readings meanwhile */
	/* owned: further devices, which share the dies of run_ssta, and their queues */
	int n_more;
	struct device *more_device[MOST_DEVICES - 1];
	struct queue *more_queue[MOST_DEVICES - 1];
	struct design design; /* a netlist and its timing, when one is open */
	struct graph *graph;  /* owned reference; NULL = nothing open, or no timing yet */
	/* borrowed, of that graph: the timing's, or one of these, which a graph that was read has
	 * instead: all of it (owned), and the part that a filter asks for */
	struct image *image;
	struct image *base;
	struct graph_paths parts;
	/* owned: of a graph, for its cones; NULL = not made yet */
	struct graph_times *times_of_graph;
	/* Owned, NULL = not begun: steppers that need only the graph, and end with it. */
	struct stepper *stepper[N_STEPPERS];
	struct search *search;         /* owned; NULL = none begun */
	struct search *exact;          /* owned: the exact one beside it; NULL = not asked for */
	int64_t serial;                /* of the newest search */
	struct search_options options; /* its options */
	struct path_filter filter;     /* its -from, -through and -to … */
	struct text filter_words;      /* … as options of find_paths */
	const char *told_model; /* the sentence on wires printed for this netlist; NULL = none */
	struct names printed;   /* owned: warnings of libraries */
	bool asked;            /* all that is of a search; one that an edit ended can be repeated */
	int64_t tried_edition; /* of the timing when one was begun last */
	struct path_image *paths;    /* borrowed: what it runs on of a filter, NULL = the image */
	struct device_credit credit; /* its credit */
	struct device_retiming retiming; /* what its paths are re-timed with, where they are */
	bool said_resolution;            /* that times are whole femtoseconds */
	bool said_distances;             /* and those of AOCV tables nanometres */
	char *link_path;       /* owned: names of libraries in their order; NULL = as read */
	enum credit_mode cppr; /* what removes common path pessimism */
	char *corner;          /* owned: the name of the corner, NULL = default */
	bool no_black_boxes;   /* cells that no library has are errors */
	bool propagates;       /* clocks that are created are propagated */
	int report_digits;     /* decimals of reports without -digits */
	uint32_t
		left_out; /* OpenSTA's variables (sdc_variables) set to what isn't supported, a bit each */
	struct density_result *density;        /* owned: the last map; NULL = none */
	struct density_result *density_before; /* owned: the one before, to go back to */
	int usual_map;     /* enum density_quantity of the map that is made for another placement */
	struct lab *lab;   /* owned: of report/lab.h; NULL = not asked for */
	struct dies *dies; /* owned: of report/ssta.h; the same */
	struct found_paths *found;   /* owned: of report/found_paths.h; the same */
	struct warp_recording *warp; /* owned: the last one; NULL = none */
	struct slack_store saved;    /* what save_slacks keeps */
	struct lens_slacks lens_slacks;
	struct cell_sizes sizes;            /* of the cell that was asked for last */
	enum credit_mode cppr_without_lens; /* what removes pessimism when no_cppr is off again */
	struct edit_history edits;          /* constraints before edits */
	int64_t n_edited;                   /* counts session_outdate() */
	struct failing_pins failing;        /* what layouts mark */
	int64_t n_begun;                    /* steppers begun but searches: their serials */
	struct frame_maker *frames;         /* owned: for the layout window; NULL = not asked for */
	struct label_inquiry *inquiry;      /* owned: the last label_query; NULL = none */
	struct label_run *run;              /* owned: queries that left a part of the graph */
	int32_t n_runs;
	int64_t run_capacity;
	struct path_truth *truth; /* owned: of a search by labels; NULL = none */
	struct typed_list typed[TYPED_LISTS];
	int32_t n_typed;         /* kept so far: the next goes to n_typed % TYPED_LISTS */
	bool device_asked;       /* it was named, not chosen */
	struct text device_list; /* what there is to choose from, "" = not asked for */
	bool accounts_asked;     /* kernels are profiled because a command asked for it, … */
	bool accounts_watched;   /* … or while the screen shows them */
	bool idle;               /* no script runs: what is served may take a while */
	bool serving;            /* readings, which may wait for the device themselves */
	bool in_step;            /* in the midst of something on the queue that computes */
	bool has_screen;         /* a screen shows the board */
	bool replays;            /* what the user did before isn't read, nor what is done kept */
	bool times;              /* say how long commands took */
	int32_t n_spent;         /* what commands that open something took, for the summary */
	struct summary_time spent[SUMMARY_TIMES];
	struct file_record files; /* owned: what was read and what failed */
	struct placement
		*layout; /* owned reference: shown while the design has none; NULL = none */
	/* Runs commands; of the shell, which sets it, for session_run(). */
	enum status (*eval)(void *context, const struct script *script);
	void *eval_context; /* borrowed */
};

/* Run commands as one of the session's; the same of one, its words closed by NULL. */
enum status session_run(struct session *session, const struct script *script);
enum status session_call(struct session *session, const char *word, ...) __attribute__((sentinel));

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
/* A placement that is only shown, until the design has one; takes the reference, NULL ends it. */
void session_set_layout(struct session *session, struct placement *layout);
/* What layouts show: the design's placement, or that one; borrowed, NULL = there is none. */
struct placement *session_shown_placement(const struct session *session);
/* The design is called so on the screen, with the die that is open. */
void session_name_die(struct session *session);
/* Forget the dies of run_ssta. */
void session_drop_ssta(struct session *session);
/* What was open goes, with its files and results, but for how timing is computed; libraries and technology may stay
 * for the next design. */
void session_clear(struct session *session, bool keeps_libraries);
/* A netlist of what was read takes the place of the one before; takes the reference. */
void session_set_netlist(struct session *session, struct netlist *netlist);
/* Before a netlist, its wires or its constraints are replaced or set by a command: the search and the graph that
 * were made of them go, and it is an edit. */
void session_outdate(struct session *session);
/* The same where nothing is edited. */
void session_drop_results(struct session *session);
/* Change how timing is computed; when it is a change, what was found with the old settings goes. */
void session_set(struct session *session, const struct timing_settings *settings);
/* Make the timing of the netlist and tell warnings on stderr. */
enum status session_need_timing(struct session *session);

/* STATUS_USAGE where a graph that was read is open for another split. */
enum status session_check_split(const struct session *session, bool early);
/* Drop the search, begin another (no step yet), and pin it up. The filter (NULL = all paths) is
 * copied. */
enum status session_begin_search(struct session *session, const struct search_options *options,
				 const struct path_filter *filter);
/* Did an edit end the search, and nothing has been searched since? Then recompute repeats it. */
bool session_lost_search(const struct session *session);
/* The find_paths that repeats it. */
void session_write_query(const struct session *session, struct script *out);
/* The state of the netlist's timing that a vertex of the search is. */
int32_t session_state(const struct session *session, int32_t vertex);
/* The same of a sink. */
int32_t session_sink(const struct session *session, int32_t sink);
/* Choose what removes common path pessimism; a search made otherwise goes. */
/* The name of the one corner; session may be NULL. */
const char *session_corner(const struct session *session);
void session_set_cppr(struct session *session, enum credit_mode mode);
/* Whatever lens is on. */
void session_use_cppr(struct session *session, enum credit_mode mode);
/* The lens no_cppr comes or goes, before the design has it so; the mode that was chosen, whether it is there or not. */
void session_put_cppr_lens(struct session *session, bool on);
enum credit_mode session_cppr_without_lens(const struct session *session);
/* Do paths get common path pessimism back? */
bool session_removes_pessimism(const struct session *session);
/* Bring the slacks of endpoints with that up to date for a reading (timing_slacks.h), if no command runs: the
 * timing is. */
enum status session_find_slacks(struct session *session);
/* What a reading asks of endpoints, as the design has it: before CPPR where paths get nothing back. With
 * a timing. */
struct endpoint_filter session_endpoint_filter(const struct session *session,
					       const struct endpoint_filter *asked);
/* Have session->failing be those of a filter, for a reading. */
enum status session_find_failing(struct session *session, const struct endpoint_filter *asked);
/* Are the slacks of that not there yet? */
bool session_endpoints_pending(const struct session *session, const struct endpoint_filter *asked);
/* Pin up how far it is. */
enum status session_put_search(struct session *session);
/* Steps until it is finished. */
enum status session_run_search(struct session *session);

/* ---- steppers.c ---- */

/* session_need_NAME_stepper(): the one that is there, or a new one if a move begins it, in the file
 * that knows how; else STATUS_FAILED with a hint. */
#define X(name, NAME, ...)                                                                         \
	enum status session_need_##name##_stepper(struct session *session, struct stepper **out)
STEPPERS(X, ;);
#undef X
enum status session_need_stepper(struct session *session, enum stepper_kind kind,
				 struct stepper **out);
/* Keep one in session->stepper (takes it over), in place of the one before, and pin up its timeline.
 * NULL ends the one that is there. */
enum status session_begin_stepper(struct session *session, enum stepper_kind kind,
				  struct stepper *stepper);
/* Pin up how far it is. */
enum status session_put_stepper(struct session *session, enum stepper_kind kind);
/* Compute one step of it, pinned up too, also what a cancelled one left. */
/* The same without a label for what the task does. */
enum status session_step_one(struct session *session, enum stepper_kind kind, enum grain grain);
enum status session_step(struct session *session, enum stepper_kind kind, enum grain grain);
/* Before something is read that depends on the place on its timeline: go there. */
enum status session_follow(struct session *session, enum stepper_kind kind);
/* Those that cells move by: the one whose places they are. */
enum status session_follow_placement(struct session *session);

/* STATUS_FAILED with a hint when there is no graph, or no search. */
enum status session_need_graph(const struct session *session);
enum status session_need_search(const struct session *session);
/* The same, whose paths have the delays of the graph: not one by own slacks. */
enum status session_need_graph_search(const struct session *session, const char *command);
/* The graph that was read, whatever part of it is searched; NULL with a netlist, and when there is
 * none. */
struct graph *session_read_graph(const struct session *session);
/* The same for run_ssta's dies. */
enum status session_need_ssta(const struct session *session);

/* The newest snapshot of the search, a reference for the caller (NULL when there is none), and the
 * level that the timeline shows. */
struct snap_search *session_shown(struct session *session, int32_t *level);

/* A path of the newest search and, of a netlist, what was computed along it; see search_path(). */
enum status session_path(struct session *session, int32_t level, int64_t rank, int64_t max_child,
			 struct snap_path **out);

/* Answer what the board asks for. Runs on the command thread, also in the middle of a search. */
void session_serve(struct session *session);

#endif
