/*
 * The timeline of a stepper as a snapshot: of a path search, a density map, … Commands, keys, play
 * and the screen know steppers only by their timelines.
 */
#ifndef SNAP_TIMELINE_H
#define SNAP_TIMELINE_H

#include "snap/snap.h"

/* Two grains of steps: coarse ones are units of the algorithm (a deviation level), fine ones about
 * a kernel each. */
enum grain { GRAIN_COARSE, GRAIN_FINE, N_GRAINS };

/*
 * X(name, NAME, title, product, coarse grain, fine grain, grain of play, hint) for each kind of
 * stepper; see struct stepper_info. The kinds, the words of `-of` and session_need_NAME_stepper()
 * are generated from this list. There is at most one stepper of a kind.
 */
#define STEPPERS(X, SEPARATOR)                                                                     \
	X(search, SEARCH, "path search", "search", "level", "kernel", GRAIN_COARSE,                \
	  "find_paths -max_paths ")                                                                \
	SEPARATOR                                                                                  \
	X(density, DENSITY, "density map", "map", "stage", "batch", GRAIN_FINE, NULL)              \
	SEPARATOR                                                                                  \
	X(arrivals, ARRIVALS, "levelization and arrivals", "levels", "level", "kernel",            \
	  GRAIN_COARSE, NULL)                                                                      \
	SEPARATOR                                                                                  \
	X(cg, CG, "quadratic placement", "placement", "iteration", "iteration", GRAIN_COARSE,      \
	  "lab_cg -paused")                                                                        \
	SEPARATOR                                                                                  \
	X(place, PLACE, "global placement", "placing", "phase", "iteration", GRAIN_FINE,           \
	  "place_design -paused")                                                                  \
	SEPARATOR                                                                                  \
	X(labels, LABELS, "labels", "subgraph", "phase", "round", GRAIN_FINE,                      \
	  "label_query -through ")                                                                 \
	SEPARATOR                                                                                  \
	X(ssta, SSTA, "dies", "run", "batch", "batch", GRAIN_COARSE, "run_ssta ")

#define STEPPER_COMMA                 ,
#define STEPPER_KIND(name, NAME, ...) STEPPER_##NAME
enum stepper_kind { STEPPERS(STEPPER_KIND, STEPPER_COMMA), N_STEPPERS };
#undef STEPPER_KIND

extern const struct stepper_info {
	const char *name;             /* as in the list */
	const char *title;            /* "path search" */
	const char *what;             /* its product: "search" */
	const char *grains[N_GRAINS]; /* "level", "kernel" */
	enum grain play;              /* play advances by steps of this grain */
	const char *hint;             /* the command that begins one; NULL = the first move does */
} stepper_info[N_STEPPERS];

/* The names as a choice of words, in the order of the kinds. */
#define STEPPER_WORD(name, NAME, ...) #name
#define STEPPER_NAMES                 STEPPERS(STEPPER_WORD, "|")

/* Values of steps that are drawn as curves. */
enum place_curve {
	PLACE_CURVE_WIRES,
	PLACE_CURVE_OVERFLOW,
	PLACE_CURVE_WNS, /* fs; NAN = not timed yet */
	PLACE_CURVE_TNS,
	PLACE_CURVE_LAMBDA,
	N_STEP_VALUES
};

/* One step at the finest grain. */
struct snap_step {
	int32_t level; /* the coarse step that it is part of; -1 = before the first */
	bool ends_level;
	const char *label;           /* a string constant: "count", "scan", … */
	char text[104];              /* what it did, with its numbers */
	double value[N_STEP_VALUES]; /* of a global placement: enum place_curve */
};

struct snap_timeline {
	struct snap snap; /* serial: changes with a restart */
	enum stepper_kind kind;
	bool finished; /* no more steps can be computed */
	int64_t n_steps;
	struct snap_step *step; /* owned */
};

/* Copies the steps. STATUS_NO_MEMORY. */
enum status snap_timeline_new(enum stepper_kind kind, int64_t serial, const struct snap_step *step,
			      int64_t n_steps, struct snap_timeline **out);

/* The place one step of the grain forward (direction 1) or back (-1), or the same place at the end.
 * Places are indices of steps, -1 is before the first. */
int64_t snap_timeline_beside(const struct snap_timeline *timeline, int64_t place, enum grain grain,
			     int direction);

enum { NO_PLACE = -2 };

/* The place of "first", "last", the number of a coarse step, or the label of the step that ends
 * one; for the fine grain the number of steps up to the place, from 0. NO_PLACE = none of these. */
int64_t snap_timeline_find(const struct snap_timeline *timeline, const char *where,
			   enum grain grain);

/* The last coarse step that is complete at a place, -1 = none; the place where a coarse step
 * ends. */
int32_t snap_timeline_level_at(const struct snap_timeline *timeline, int64_t place);
int64_t snap_timeline_end_of(const struct snap_timeline *timeline, int32_t level);

#endif
