/*
 * The timeline of something that goes step by step, as a snapshot: a search of paths, the making of
 * a density map. Commands, keys, play and the screen know no more of a stepper than this.
 */
#ifndef SNAP_TIMELINE_H
#define SNAP_TIMELINE_H

#include "snap/snap.h"

/* Steps are of two grains: coarse ones that a user thinks in (a deviation level), and fine ones that
 * are about a kernel each. */
enum grain { GRAIN_COARSE, GRAIN_FINE, N_GRAINS };

/*
 * X(name, NAME, title, what it makes, coarse and fine grain, the grain that play goes by, hint) of
 * each stepper, of which there is one at a time; see struct stepper_info. The kinds, their words, the
 * words of `-of` and session_need_NAME_stepper() are made of this list.
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
	const char *what;             /* it makes: "search" */
	const char *grains[N_GRAINS]; /* "level", "kernel" */
	enum grain play;              /* goes by steps of this grain */
	const char *hint;             /* how one is begun; NULL = the first move begins it */
} stepper_info[N_STEPPERS];

/* The names as a choice of words, in the order of the kinds. */
#define STEPPER_WORD(name, NAME, ...) #name
#define STEPPER_NAMES                 STEPPERS(STEPPER_WORD, "|")

/* Numbers of steps that curves are drawn of. */
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
	struct snap snap; /* serial: another after a restart */
	enum stepper_kind kind;
	bool finished; /* there are no more steps to be computed */
	int64_t n_steps;
	struct snap_step *step; /* owned */
};

/* With a copy of the steps. STATUS_NO_MEMORY. */
enum status snap_timeline_new(enum stepper_kind kind, int64_t serial, const struct snap_step *step,
			      int64_t n_steps, struct snap_timeline **out);

/* Places are indices of steps; -1 is before the first. The place one step of the grain further on or
 * back; the same one when there is none that way. */
int64_t snap_timeline_beside(const struct snap_timeline *timeline, int64_t place, enum grain grain,
			     int direction);

enum { NO_PLACE = -2 };

/* "first", "last", the number of a coarse step, or the label of the step that ends one; of the fine
 * grain the number of steps up to there, from 0. NO_PLACE when it is none of these. */
int64_t snap_timeline_find(const struct snap_timeline *timeline, const char *where,
			   enum grain grain);

/* The last coarse step that is complete at a place, -1 = none; and the place where one ends. */
int32_t snap_timeline_level_at(const struct snap_timeline *timeline, int64_t place);
int64_t snap_timeline_end_of(const struct snap_timeline *timeline, int32_t level);

#endif
