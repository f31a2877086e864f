/* The cone browser's state: the pin in the middle, how it is looked at, and where one came from. */
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

/* A pin that was in the middle, with all that was selected then. */
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
	/* The netlist or graph that its number belongs to, only to be compared; NULL = not known.
	 */
	const void *names;
	bool by_name; /* it was chosen by a command that looked its name up */
	bool has_limit;
	int64_t slack_max;                   /* fs, with a limit */
	struct cone_stop back[N_CONE_STOPS]; /* the last is the newest */
	int n_back;
	int64_t place; /* serial of the one on the board that was taken */
	/* what the board has, references; NULL where it is of something else */
	struct snap_cone *side[2];
	struct snap_through *through;
};

static inline struct cone_browser *cone_of(const struct ui *ui)
{
	return ui->view_state[VIEW_cone];
}

/* What list i is of; also where paths are listed, of the middle alone then. */
enum cone_side cone_side(const struct cone_browser *cone, int i);
/* Take what the board has, and drop it. */
void cone_refresh(struct ui *ui);
void cone_release(struct ui *ui);
/* Make a vertex the middle; the one before is a stop. `graph` says what the number means. */
void cone_go(struct ui *ui, const struct graph *graph, int32_t vertex, enum split split);
/* From the path shown: its selected point, or its end where none is. False without a path. */
bool cone_go_path(struct ui *ui);
/* Back to the stop before; false when there is none. */
bool cone_back(struct ui *ui);
/* Lines above this slack are left out; CONE_NOTHING = none is. */
void cone_limit(struct ui *ui, int64_t slack_max);
/* So that lines come or go: the next round distance from the pin's own slack. */
void cone_move_limit(struct ui *ui, bool up);
/* Has it a cell and a net, as pins have, and vertices of bare graphs haven't? */
bool cone_has_pins(const struct ui *ui);
void cone_set_show(struct ui *ui, enum cone_show show);
/* The words of explain_path for what is selected. */
enum status cone_write_selected(struct ui *ui, struct script *words);
/* "u7/ZN" of a pin: what its name is in commands. */
void cone_write_name(const struct graph *graph, int32_t vertex, struct text *out);
/* The same as a word. */
void cone_add_name(const struct graph *graph, int32_t vertex, struct script *out);

extern const struct command ui_cone_commands[];

#endif
