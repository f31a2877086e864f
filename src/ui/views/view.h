/*
 * The views: which there are, and what each one is to the explorer. A view owns what it shows: its
 * lists, its caches and the readings that it took from the board.
 */
#ifndef UI_VIEWS_VIEW_H
#define UI_VIEWS_VIEW_H

#include "base/text.h"
#include "snap/frame.h"
#include "snap/timeline.h"
#include "ui/widgets/surface.h"

struct command;
struct graph;
struct script;
struct list;
struct snap_walk;
struct plotted;
struct ui;

/* X(name, key, title, help of the key), in the order of their tabs. The tabs, the keys, the command
 * `view`, --view, completion and the manual are made of this list. A view whose key is no digit has
 * a tab only while it is shown. */
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

/* The words of a timeline's line: the place, after the bar more about it. */
struct timeline_words {
	char place[64];
	double share; /* of the way, -1 = not known; filled in already */
	struct text more;
};

/* What the panel says about a step. */
struct explanation_text {
	struct text title, words, numbers;
	const char *code; /* lines, the current ones begin with '>'; NULL = none */
	/* Drawn when it is small; borrowed, NULL = no picture. What is known of it, NULL = nothing. */
	const struct graph *graph;
	const struct snap_walk *walk;
};

/* Hooks that are NULL are left out, or have the default given. */
struct view {
	const struct view_info *info; /* its own, &view_info[VIEW_NAME] */
	int n_panes;
	enum stepper_kind stepper; /* whose timeline it shows; 0 = the search's */

	/* ---- its state, at ui->view_state[VIEW_NAME] ---- */
	size_t state_size; /* bytes, zeroed before init */
	void (*init)(struct ui *ui);
	void (*release)(struct ui *ui); /* at the end; forget comes before */
	/* Before each frame, shown or not: take what the board has. forget drops it. */
	void (*refresh)(struct ui *ui);
	void (*forget)(struct ui *ui);
	/* A copy of what was selected, to come back to; freed by free(), NULL = nothing. */
	void *(*keep)(const struct ui *ui);
	void (*restore)(struct ui *ui, const void *kept);

	/* ---- what is seen ---- */
	/* Draw into the content of the screen and ask for readings. */
	void (*draw)(struct ui *ui, struct area area);
	/* The words for the place on the timeline; NULL = those of the search. */
	void (*timeline)(const struct ui *ui, struct timeline_words *words);
	/* What the step does; NULL = what a step of the search does. */
	void (*explain)(struct ui *ui, struct explanation_text *out);
	/* The arithmetic of the point that is selected in the second pane, a path; NULL = there is none. */
	void (*unfold)(struct ui *ui, struct explanation_text *out);
	/* In place of the state of the search, and of the last command and the ms it took; nothing
	 * is appended when there is nothing of its own to say. */
	void (*state)(const struct ui *ui, struct text *out);
	/* Another number after a reading of it that makes the timing again; NULL = none does. */
	int64_t (*timed)(const struct ui *ui);
	double (*command)(const struct ui *ui, struct text *out);
	/* The commands that show the same; nothing is appended when there is nothing yet. NULL = the query
	 * of the search and how its paths are listed. */
	void (*copy)(const struct ui *ui, struct script *out);
	/* What is selected, for the layout window. */
	void (*overlay)(const struct ui *ui, struct frame_query *query);
	/* Save what is shown as a picture; false when there is none. path NULL asks only that. */
	bool (*save_picture)(struct ui *ui, const char *path);

	/* ---- what is done ---- */
	/* What moves move in the pane, and the status line counts. */
	struct list *(*list)(struct ui *ui);
	void (*open)(struct ui *ui);  /* the command `view` is about to show it */
	void (*leave)(struct ui *ui); /* another view is shown from now on */
	void (*enter)(struct ui *ui); /* go into what is selected; NULL = there is nothing to */
	bool (*back)(struct ui *ui);  /* to where enter came from within the view */
	bool pane_stays;              /* back leaves the view from any of its panes */
	void (*click)(struct ui *ui, int x, int y); /* into the first pane; NULL = as in a list */
	/* Before that, a click anywhere on the screen: true when it was one of a bar, say. */
	bool (*click_at)(struct ui *ui, int x, int y);
	/* Show again what was left out, by Esc; false when nothing was. */
	bool (*clear)(struct ui *ui);
	/* Into the heads above the list of the first pane, at a column of it: sort by that column, or the other way
	 * round. NULL = the list has one order. */
	void (*click_heads)(struct ui *ui, int x);
	/* The words of explain_path for what is selected; NULL = the path selected in Paths. */
	enum status (*selected)(struct ui *ui, struct script *words);
	/* -from, -through or -to of what is selected, for set_false_path; NULL = as view Paths. */
	enum status (*except)(struct ui *ui, struct script *words);
	const struct command *commands; /* closed by one without a name; NULL = it has none */
	/* What it plots; NULL = nothing. */
	struct plotted *(*plotted)(const struct ui *ui);
};

#define VIEW_DECLARE(name, key, title, help) extern const struct view name##_view
VIEWS(VIEW_DECLARE, ;);
#undef VIEW_DECLARE

const struct view *view_find(const char *name); /* by name or key; NULL = there is none */
const struct view *view_at(int i);              /* NULL after the last */

/* What all views do: begin, take, drop, end. STATUS_NO_MEMORY. */
enum status views_init(struct ui *ui);
void views_refresh(struct ui *ui);
void views_forget(struct ui *ui);
void views_release(struct ui *ui);

#endif
