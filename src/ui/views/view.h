/*
 * The views: their list, and the interface of a view. A view owns its lists, its caches and its
 * references to the board's readings.
 */
#ifndef UI_VIEWS_VIEW_H
#define UI_VIEWS_VIEW_H

#include <stddef.h>

#include "base/text.h"
#include "snap/frame.h"
#include "snap/readings.h"
#include "snap/timeline.h"
#include "ui/widgets/surface.h"

struct command;
struct graph;
struct script;
struct list;
struct snap_walk;
struct ui;

/* X(name, key, title, help of the key), in the order of the tabs. The tabs, the keys, the command
 * `view`, --view, completion and the manual are generated from this list. A view whose key isn't a
 * digit has a tab only while it is shown. */
#define VIEWS(X, SEPARATOR)                                                                        \
	X(summary, "1", "Summary", "view Summary")                                                 \
	SEPARATOR X(paths, "2", "Paths", "view Paths") SEPARATOR X(levels, "3", "Levels",          \
								   "view Levels") SEPARATOR        \
	X(labels, "4", "Labels", "view Labels") SEPARATOR                                          \
	X(density, "5", "Density", "view Density") SEPARATOR                                       \
	X(ssta, "6", "SSTA", "view SSTA: dies") SEPARATOR                                          \
	X(lab, "7", "Lab", "view Lab") SEPARATOR                                                   \
	X(device, "8", "Device", "view Device") SEPARATOR                                          \
	X(endpoints, "E", "Endpoints", "view Endpoints, all of a netlist by slack") SEPARATOR      \
	X(compare, "B", "Compare", "view Compare: endpoints before and after") SEPARATOR           \
	X(arrivals, "A", "Arrivals", "view Arrivals, of a graph's levels") SEPARATOR               \
	X(cone, "C", "Cone", "view Cone, of the selected point") SEPARATOR                         \
	X(warp, "Y", "Warp", "view Warp: one warp as its lanes see it") SEPARATOR                  \
	X(start, "F", "Start", "view Start: the worst paths, why, and where") SEPARATOR            \
	X(console, "9", "Console", "view Console") SEPARATOR                                       \
	X(place, "0", "Place", "view Place: cells that move, by global placement")
#define VIEW_COMMA                        ,
#define VIEW_WORD(name, key, title, help) #name
/* "summary|paths|…" */
#define VIEW_WORDS VIEWS(VIEW_WORD, "|")

#define VIEW_KIND(name, key, title, help) VIEW_##name
enum view_kind { VIEWS(VIEW_KIND, VIEW_COMMA), N_VIEWS };
#undef VIEW_KIND

struct view_info {
	const char *name, *key, *title;
};

extern const struct view_info view_info[N_VIEWS];

/* The texts of the timeline's line: the place before the bar, more about it after the bar. */
struct timeline_words {
	char place[64];
	double share; /* of all steps, -1 = not known; set by the caller */
	struct text more;
};

/* The panel's explanation of a step. */
struct explanation_text {
	struct text title, words, numbers;
	const char *code; /* lines, the current ones begin with '>'; NULL = none */
	/* A graph drawn if it is small, borrowed, NULL = no picture; the results shown in it, NULL
	 * = none. */
	const struct graph *graph;
	const struct snap_walk *walk;
};

/* A reading that a view's state has a reference to, NULL when there is none. */
struct view_reading {
	bool there; /* false = the end of the list */
	enum reading_kind kind;
	size_t place;   /* of the pointer in the state */
	bool of_search; /* of another search than the one shown it is no use */
};

enum { VIEW_READINGS = 5 }; /* and the end */

#define VIEW_READING(name, state, member)                                                          \
	{                                                                                          \
		true, READ_##name, offsetof(state, member), false                                  \
	}
#define VIEW_READING_OF_SEARCH(name, state, member)                                                \
	{                                                                                          \
		true, READ_##name, offsetof(state, member), true                                   \
	}

/* A view. A hook that is NULL does nothing, or the default given here. */
struct view {
	const struct view_info *info; /* its own, &view_info[VIEW_NAME] */
	int n_panes;
	enum stepper_kind stepper; /* whose timeline it shows; 0 = the search's */

	/* ---- its state, at ui->view_state[VIEW_NAME] ---- */
	size_t state_size; /* bytes, zeroed before init */
	void (*init)(struct ui *ui);
	void (*release)(struct ui *ui); /* at the end */
	/* Taken from the board before each frame, also while the view isn't shown; then refresh() looks at them. */
	struct view_reading readings[VIEW_READINGS];
	void (*refresh)(struct ui *ui);
	/* A copy of the selection, for restore; freed by free(), NULL = nothing. */
	void *(*keep)(const struct ui *ui);
	void (*restore)(struct ui *ui, const void *kept);

	/* ---- what is seen ---- */
	/* Draw into the content area of the screen and request readings. */
	void (*draw)(struct ui *ui, struct area area);
	/* The texts for the place on the timeline; NULL = the search's. */
	void (*timeline)(const struct ui *ui, struct timeline_words *words);
	/* Explain the step; NULL = a step of the search. */
	void (*explain)(struct ui *ui, struct explanation_text *out);
	/* The arithmetic of the point selected in the second pane, a path; NULL = none. */
	void (*unfold)(struct ui *ui, struct explanation_text *out);
	/* `state` replaces the search's state in the title, `command` the last command and its ms;
	 * if they append nothing, the defaults are shown. */
	void (*state)(const struct ui *ui, struct text *out);
	/* A number that changes when a reading of the view has updated the timing; NULL = none
	 * does. */
	int64_t (*timed)(const struct ui *ui);
	double (*command)(const struct ui *ui, struct text *out);
	/* Append the commands that show the same, if any. NULL = the query of the search and the
	 * commands of its list. */
	void (*copy)(const struct ui *ui, struct script *out);
	/* Set the selection in the layout window's query. */
	void (*overlay)(const struct ui *ui, struct frame_query *query);
	/* Save the view as a picture; false if it has none. path NULL = only test for it. */
	bool (*save_picture)(struct ui *ui, const char *path);

	/* ---- what is done ---- */
	/* The lists of its panes: cursor keys move in them, the status line counts them. They are at
	 * these places in its state; where that depends on more, list() knows. */
	size_t lists[2];
	struct list *(*list)(struct ui *ui, int pane);
	void (*open)(struct ui *ui);  /* before the command `view` shows it */
	void (*leave)(struct ui *ui); /* after another view is shown */
	void (*enter)(struct ui *ui); /* open the selected item; NULL = nothing to open */
	bool (*back)(struct ui *ui);  /* undo enter within the view */
	bool pane_stays;              /* back leaves the view from any of its panes */
	void (*click)(struct ui *ui, int x, int y); /* in the first pane; NULL = as in a list */
	/* Called first for a click anywhere on the screen: true if handled, for example on a
	 * bar. */
	bool (*click_at)(struct ui *ui, int x, int y);
	/* Esc: remove filters; false if there is none. */
	bool (*clear)(struct ui *ui);
	/* A click on the column heads of the first pane's list: sort by the column, or reverse the
	 * order. NULL = the list can't be sorted. */
	void (*click_heads)(struct ui *ui, int x);
	/* The words of explain_path for the selected item; NULL = the path selected in Paths. */
	enum status (*selected)(struct ui *ui, struct script *words);
	/* -from, -through or -to for the selected item, for set_false_path; NULL = as view
	 * Paths. */
	enum status (*except)(struct ui *ui, struct script *words);
	const struct command *commands; /* up to one without a name; NULL = none */
	size_t plotted; /* the place of the plot's struct plotted in the state; 0 = no plot */
};

#define VIEW_DECLARE(name, key, title, help) extern const struct view name##_view
VIEWS(VIEW_DECLARE, ;);
#undef VIEW_DECLARE

const struct view *view_find(const char *name); /* by name or key; NULL = no such view */
const struct view *view_at(int i);              /* NULL after the last */

void *view_state(const struct ui *ui, const struct view *view);
/* VIEW_STATE(paths, struct paths_view) defines paths_of(ui), the state of view Paths. */
#define VIEW_STATE(name, type)                                                                     \
	static inline type *name##_of(const struct ui *ui)                                         \
	{                                                                                          \
		return view_state(ui, &name##_view);                                               \
	}
/* The list of a pane of the view that is shown. */
struct list *view_list(struct ui *ui, int pane);

/* Make the states of all views; take and drop their readings; release them. STATUS_NO_MEMORY. */
enum status views_init(struct ui *ui);
void views_refresh(struct ui *ui);
void views_forget(struct ui *ui);
void views_release(struct ui *ui);

#endif
