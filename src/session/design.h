/*
 * The design as it was read: libraries, modules, the linked netlist, wires and constraints, and the
 * timing made of them. What is read later replaces what follows from it; timing is made when
 * something first asks for it.
 */
#ifndef SESSION_DESIGN_H
#define SESSION_DESIGN_H

#include "gpu/ssta/ssta.h"
#include "gpu/timing/timing.h"
#include "db/annotations.h"
#include "db/aocv.h"
#include "db/lens.h"
#include "db/link/modules.h"
#include "db/layout/placement.h"
#include "db/net_wires.h"

/* What a timing is given beside the constraints it is made by. */
enum design_given {
	GIVEN_WIRES,
	GIVEN_LOADS, /* at wires, by constraints */
	GIVEN_ANNOTATIONS,
	GIVEN_AOCV, /* or where cells are */
	N_GIVEN
};

struct design {
	struct library **library[N_SPLITS]; /* owned references, in the order read */
	int32_t n_libraries[N_SPLITS];
	int64_t library_capacity[N_SPLITS];
	struct modules modules;        /* all that was read */
	struct netlist *netlist;       /* owned reference, NULL = not linked */
	struct units units;            /* of set_cmd_units, 0 = the first library's */
	struct technology *technology; /* owned reference, NULL = no LEF */
	struct placement *placement;   /* owned reference, NULL = none; of the netlist */
	struct net_wires *wires;       /* owned, NULL = nothing is known of wires */
	bool guesses_wires; /* of some nets a library's wire load model says what they are like */
	struct constraints *constraints; /* owned reference, NULL = none */
	unsigned lenses;
	/* owned reference, NULL = none, or not made yet: the constraints that timing goes by, those under the lenses */
	struct constraints *timed;
	/* owned reference, NULL = none, or not made yet: the netlist that timing goes by, under the lens fastest_cells */
	struct netlist *fast;
	struct annotations *annotations; /* owned, NULL = none */
	struct aocv *aocv;               /* owned, NULL = none */
	int64_t given[N_GIVEN];          /* in which timing_edition each changed last */
	struct timing_settings settings;
	bool unconstrained;    /* the timing has paths of which nothing is demanded */
	bool leaves_unclocked; /* data without a clock isn't checked at output delays */
	struct timing *timing; /* owned, NULL = not made yet */
	/* owned, NULL = none: one of which only the states may be others now; there is no timing then */
	struct timing *stale;
	int64_t known
		[N_GIVEN]; /* of which edition the timing, or the stale one, has each; -1 = it has none */
	/* Owned, NULL = not made yet: the timing that is not in use, and what belongs to it (copy_timing()). That is the one with
	 * those paths, as of other_edition; between design_turn_unconstrained() and design_turn_back() the one without. */
	struct design *other;
	int64_t other_edition;
	/* owned, NULL = there are none: what a snapshot has of it, until it is made */
	struct timing_graph *kept_graph;
	struct state_graph *kept_states;
	struct variation variation; /* how much its delays vary from die to die */
	struct ssta *ssta;          /* owned: the dies of that timing, NULL = none were asked for */
	int64_t n_open;             /* 1 + the number of the die that the timing is; 0 = nominal */
	int64_t timing_edition;     /* another for each time that it went out of date */
	int32_t n_lumped;           /* nets of it whose parasitics have no resistors */
	int32_t n_untimed;          /* others with pins that their wires don't reach */
	double build_ms, update_ms; /* what making it and its last update took */
};

void design_release(struct design *design);
/* What was read goes, but for how timing is computed; libraries, their units and LEF stay if asked for. */
void design_clear(struct design *design, bool keeps_libraries);

/* "loom, die 5", "loom, lens ideal_wires", to be freed; "" without a netlist, NULL = out of memory. */
char *design_title(const struct design *design);

/* Forget the timing: something that it follows from has changed. */
void design_outdate(struct design *design);
/* Another number whenever wires, annotations, AOCV tables or places are others: these leave paths that were found. */
static inline int64_t design_given_edition(const struct design *design)
{
	int64_t newest = 0;

	for (int i = 0; i < N_GIVEN; i++)
		newest = design->given[i] > newest ? design->given[i] : newest;
	return newest;
}
/* Forget the timing of which only the states may stay. */
void design_drop_stale(struct design *design);
/* Does the timing not have the newest of it yet? */
static inline bool design_waits(const struct design *design, enum design_given given)
{
	return design->known[given] < design->given[given];
}
/* Forget the dies alone. */
void design_drop_ssta(struct design *design);

/* Each of these takes over what it is given; the netlist takes wires and constraints with it. */
enum status design_add_library(struct design *design, enum split split, struct library *library);
/* Forget those of a split; a netlist that was linked keeps what it uses. */
void design_drop_libraries(struct design *design, enum split split);
void design_set_netlist(struct design *design, struct netlist *netlist);
/* One with the same pins, nets and instances: wires, constraints and annotations stay, the placement is the caller's to
 * replace. */
void design_replace_netlist(struct design *design, struct netlist *netlist);
/* Of commands and reports from now on; those that are 0 stay what they are. */
void design_set_units(struct design *design, struct units units);
void design_set_constraints(struct design *design, struct constraints *constraints);
/* Time the design under these from now on. */
void design_set_lenses(struct design *design, unsigned lenses);
/*
 * fastest.c: a copy of the netlist in which each instance is of the fastest cell that replace_cell can make it one of, with
 * the same functions, pins and state (db/cells_alike.h), and not dont_use. Fastest is the least of the cells' worst delays
 * by their late tables, at the slew and load in the middle of the first delay table of the cell that the instance has.
 */
enum status design_make_fast(const struct design *design, struct task *task, struct netlist **out);
/* The netlist that timing goes by: of the same names and pins. *out is the design's. */
enum status design_need_timed_netlist(struct design *design, struct task *task,
				      const struct netlist **out);
/*
 * A design that shares all but its timing, to look at it under lenses; only these may be set, and its timing asked for. It
 * ends before the design changes.
 */
void design_copy(const struct design *design, struct design *copy);
void design_end_copy(struct design *copy);
/* What timing there is stays but for what follows from wires. NULL = nothing is known of them. */
void design_set_wires(struct design *design, struct net_wires *wires);
/* They alone are known, early and late; the reference is taken over also on failure. */
enum status design_set_parasitics(struct design *design, struct parasitics *parasitics);
/* The wires is being added to: what follows from it has to be computed again. *out is never NULL on success. */
enum status design_change_wires(struct design *design, struct net_wires **out);
/* The wires of all nets as timing has them, or (`only`) of some, to be freed; NULL where nothing is known of any. *guesses: of some
 * a library's wire load model says what they are like. */
enum status design_make_wires(const struct design *design, const struct rc_nets *only,
			      struct text *warnings, struct task *task, bool *guesses,
			      struct rc_forest **out);
/* NULL = there are none. */
struct parasitics *design_parasitics(const struct design *design, enum split split);
/* Takes them over too; what timing there is stays but for what follows from them. NULL = none. */
void design_set_annotations(struct design *design, struct annotations *annotations);
/* Add these. STATUS_BAD_INPUT (without a message) when values add up to too much: then none is added. */
enum status design_annotate(struct design *design, const struct annotations *more);
void design_set_aocv(struct design *design, struct aocv *aocv);
void design_set_technology(struct design *design, struct technology *technology);
void design_set_placement(struct design *design, struct placement *placement);
/* Warn that parasitics, constraints and annotations go with the netlist, before another takes its place. */
void design_tell_dropped(const struct design *design);
/* The timing was built before, of just what the design has now: take its graphs over. NULL = it wasn't. */
void design_keep_timing(struct design *design, struct timing_graph *graph,
			struct state_graph *states);
/* Switch to the timing that also has paths of which nothing is demanded, and back. It is kept for the next time.
 * STATUS_FAILED while a die is open. */
enum status design_turn_unconstrained(struct design *design);
void design_turn_back(struct design *design); /* fine where nothing was turned */
/* Could all values be copied that reports asked for, of either timing? See timing_read_values(). */
enum status design_values_status(const struct design *design);
/* STATES_… of its timing. */
int design_states_options(const struct design *design);
void design_leave_unclocked(struct design *design, bool leaves);
void design_set(struct design *design, const struct timing_settings *settings);
/* Paths get credit, or none: latches' data may borrow by that. */
void design_forgive(struct design *design, bool forgives);

/* STATUS_FAILED with a hint when no netlist is linked. */
enum status design_need_netlist(const struct design *design);
enum status design_need_placement(const struct design *design);
/* The netlist, or where none is linked one of nothing but the libraries that were read: what objects
 * are asked of. *out is a reference. STATUS_FAILED when there is neither. */
enum status design_need_libraries(const struct design *design, struct netlist **out);
/* Timing that is up to date. Warnings, one a line. */
enum status design_need_timing(struct design *design, struct queue *queue, struct task *task,
			       struct text *warnings);

#endif
