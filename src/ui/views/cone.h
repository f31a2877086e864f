/* The cone browser's state: the pin in the middle, the lists around it, and the history of pins. */
#ifndef UI_VIEWS_CONE_H
#define UI_VIEWS_CONE_H

#include "snap/cone.h"
#include "ui/ui.h"
#include "ui/widgets/list.h"

/* What the lists show. */
enum cone_show {
	SHOW_ARCS,  /* fan-in above, fan-out below */
	SHOW_PINS,  /* the pins of its cell, those of its net */
	SHOW_PATHS, /* paths of the ranking through it */
	N_CONE_SHOWS
};

/* A pin in the middle, with the selections of its lists. */
struct cone_stop {
	int32_t vertex;
	enum split split;
	enum cone_show show;
	int pane;
	struct list list[2];
};

enum { N_CONE_STOPS = 64 };

struct cone_browser {
	struct cone_stop here;
	bool chosen; /* there is a pin in the middle */
	/* The netlist or graph that here.vertex belongs to, only for comparison; NULL = not
	 * known. */
	const void *names;
	bool by_name; /* the pin was chosen by a command, by its name */
	bool has_limit;
	int64_t slack_max;                   /* fs, with a limit */
	struct cone_stop back[N_CONE_STOPS]; /* history, the newest last */
	int n_back;
	int64_t place; /* serial of the last cone_place taken from the board */
	/* references to the board's snapshots; NULL = of another pin, or not read yet */
	struct snap_cone *side[2];
	struct snap_through *through;
};

VIEW_STATE(cone, struct cone_browser)

/* The side that list i shows; if paths are listed, the side for the pin in the middle. */
enum cone_side cone_side(const struct cone_browser *cone, int i);
/* Take the place that a command has chosen, and drop readings of other pins. */
void cone_refresh(struct ui *ui);
/* Put a vertex of `graph` in the middle; the earlier one goes to the history. */
void cone_go(struct ui *ui, const struct graph *graph, int32_t vertex, enum split split);
/* Put the selected point of the shown path in the middle, or its endpoint. False without a path. */
bool cone_go_path(struct ui *ui);
/* Go back in the history; false if it is empty. */
bool cone_back(struct ui *ui);
/* Show only lines up to this slack; CONE_NOTHING = all. */
void cone_limit(struct ui *ui, int64_t slack_max);
/* Raise or lower the limit to the next round distance from the pin's own slack. */
void cone_move_limit(struct ui *ui, bool up);
/* Is the middle a pin of a netlist, which has a cell and a net? */
bool cone_has_pins(const struct ui *ui);
void cone_set_show(struct ui *ui, enum cone_show show);
/* The words of explain_path for the selected line. */
enum status cone_write_selected(struct ui *ui, struct script *words);
/* The name of a vertex's pin in commands, "u7/ZN". */
void cone_write_name(const struct graph *graph, int32_t vertex, struct text *out);
/* Likewise, as a word of a script. */
void cone_add_name(const struct graph *graph, int32_t vertex, struct script *out);

extern const struct command ui_cone_commands[];

#endif
