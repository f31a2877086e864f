/*
 * The design: libraries, modules, the linked netlist, wires and constraints as read, and the timing
 * made of them. Setting one of these drops what was derived from it; timing is made on first use.
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

/* Inputs that a timing gets after it was built from the netlist and constraints. */
enum design_input {
	INPUT_WIRES,
	INPUT_LOADS, /* of nets, by constraints */
	INPUT_ANNOTATIONS,
	INPUT_AOCV, /* AOCV tables, and the placement that gives distances */
	N_DESIGN_INPUTS
};

struct design {
	struct library **library[N_SPLITS]; /* owned references, in the order read */
	int32_t n_libraries[N_SPLITS];
	int64_t library_capacity[N_SPLITS];
	struct modules modules;          /* all modules read */
	struct netlist *netlist;         /* owned reference, NULL = not linked */
	struct units units;              /* of set_cmd_units, 0 = the first library's */
	struct technology *technology;   /* owned reference, NULL = no LEF */
	struct placement *placement;     /* owned reference, NULL = none; of the netlist */
	struct net_wires *wires;         /* owned, NULL = none were read */
	bool guesses_wires;              /* some nets have wires by a library's wire load model */
	struct constraints *constraints; /* owned reference, NULL = none */
	unsigned lenses;
	/* owned references, NULL = none, or not made yet: the timing's constraints (`constraints`
	 * changed by lenses), and its netlist under the lens fastest_cells */
	struct constraints *timed;
	struct netlist *fast;
	struct annotations *annotations; /* owned, NULL = none */
	struct aocv *aocv;               /* owned, NULL = none */
	int64_t given[N_DESIGN_INPUTS];  /* timing_edition in which each input changed last */
	struct timing_settings settings;
	bool unconstrained;    /* `timing` includes unconstrained paths */
	bool leaves_unclocked; /* data without a clock isn't checked at output delays */
	struct timing *timing; /* owned, NULL = not made yet */
	/* Owned, NULL = none: a timing whose state graph is out of date, while `timing` is NULL;
	 * the next one reuses the rest. */
	struct timing *stale;
	/* timing_edition of each input that `timing` or `stale` has, compared with `given`; -1 = it
	 * has none */
	int64_t known[N_DESIGN_INPUTS];
	/* Owned, NULL = not made yet: of the timings with and without unconstrained paths the one
	 * not in use, with the fields that belong to it (copy_timing()); made in other_edition. */
	struct design *other;
	int64_t other_edition;
	/* owned, NULL = none: the timing's graphs from a snapshot, until the timing is made */
	struct timing_graph *kept_graph;
	struct state_graph *kept_states;
	struct variation variation; /* of delays from die to die */
	struct ssta *ssta;          /* owned: the dies of `timing`, NULL = none sampled */
	int64_t n_open;             /* 1 + number of the die that `timing` has; 0 = nominal */
	int64_t timing_edition;     /* counts the changes that put the timing out of date */
	int32_t n_lumped;           /* nets whose parasitics have no resistors */
	int32_t n_untimed;          /* other nets whose wires don't reach all pins */
	double build_ms, update_ms; /* durations of the timing's building and of its last update */
};

void design_release(struct design *design);
/* Drop all that was read; timing settings stay, and with keeps_libraries libraries, units and
 * LEF. */
void design_clear(struct design *design, bool keeps_libraries);

/* "loom, die 5", "loom, lens ideal_wires", to be freed; "" without a netlist, NULL = out of memory. */
char *design_title(const struct design *design);

/* Drop the timing and what was made of it, after a change of its inputs. */
void design_drop_timing(struct design *design);
/* Changes whenever wires, annotations, AOCV tables or the placement do; paths already found stay
 * then. */
static inline int64_t design_input_edition(const struct design *design)
{
	int64_t newest = 0;

	for (int i = 0; i < N_DESIGN_INPUTS; i++)
		newest = design->given[i] > newest ? design->given[i] : newest;
	return newest;
}
/* Drop design->stale. */
void design_drop_stale(struct design *design);
/* Doesn't the timing have the newest edition of this input yet? */
static inline bool design_input_is_stale(const struct design *design, enum design_input given)
{
	return design->known[given] < design->given[given];
}
/* Drop the dies. */
void design_drop_ssta(struct design *design);

/* The functions below take over their argument. Setting a netlist drops wires, constraints,
 * annotations, placement. */
enum status design_add_library(struct design *design, enum split split, struct library *library);
/* Drop the libraries of a split; a linked netlist keeps references to its own. */
void design_drop_libraries(struct design *design, enum split split);
void design_set_netlist(struct design *design, struct netlist *netlist);
/* Replace the netlist by one with the same pins, nets and instances: wires, constraints and
 * annotations stay; the caller replaces the placement. */
void design_replace_netlist(struct design *design, struct netlist *netlist);
/* Units of commands and reports; a unit of 0 isn't changed. */
void design_set_units(struct design *design, struct units units);
void design_set_constraints(struct design *design, struct constraints *constraints);
void design_set_lenses(struct design *design, unsigned lenses); /* LENS_BIT()s */
/*
 * fastest.c: a copy of the netlist with each instance's cell replaced by the fastest one that
 * replace_cell allows, that has the same functions, pins and state (db/cells_alike.h) and isn't
 * dont_use. The fastest cell has the least worst delay by its late tables, at the slew and load in
 * the middle of the first delay table of the instance's own cell.
 */
enum status design_make_fast(const struct design *design, struct task *task, struct netlist **out);
/* The timing's netlist: design->netlist, or `fast`, which has the same names and pins. Borrowed. */
enum status design_need_timed_netlist(struct design *design, struct task *task,
				      const struct netlist **out);
/*
 * A copy that shares all but the timing, to time the design under other lenses. Only
 * design_set_lenses() and design_need_timing() may be called on it; end it before the design
 * changes.
 */
void design_copy(const struct design *design, struct design *copy);
void design_end_copy(struct design *copy);
/* NULL = no wires. The timing stays; what depends on wires is computed again. */
void design_set_wires(struct design *design, struct net_wires *wires);
/* Replace all wires by these parasitics, early and late; takes the reference also on failure. */
enum status design_set_parasitics(struct design *design, struct parasitics *parasitics);
/* The wires, for the caller to add to, made if there are none; what depends on them will be
 * computed again. */
enum status design_change_wires(struct design *design, struct net_wires **out);
/* The RC trees of all nets as timing uses them, or only of some (`only`), to be freed; NULL if no
 * net has any. *guesses: some are by a library's wire load model. */
enum status design_make_wires(const struct design *design, const struct rc_nets *only,
			      struct text *warnings, struct task *task, bool *guesses,
			      struct rc_forest **out);
/* NULL = there are none. */
struct parasitics *design_parasitics(const struct design *design, enum split split);
/* Takes them over; NULL = none. The timing stays; what depends on annotations is computed again. */
void design_set_annotations(struct design *design, struct annotations *annotations);
/* Add annotations. STATUS_BAD_INPUT (without a message): a sum of values is out of range, and none
 * is added. */
enum status design_annotate(struct design *design, const struct annotations *more);
void design_set_aocv(struct design *design, struct aocv *aocv);
void design_set_technology(struct design *design, struct technology *technology);
void design_set_placement(struct design *design, struct placement *placement);
/* Warn that parasitics, constraints and annotations are dropped with the netlist; before it is
 * replaced. */
void design_warn_dropped(const struct design *design);
/* Take over the timing's graphs from a snapshot, built from just what the design has now; NULL =
 * none. */
void design_keep_timing(struct design *design, struct timing_graph *graph,
			struct state_graph *states);
/* Switch to the timing that includes unconstrained paths, and back; both timings are kept.
 * STATUS_FAILED while a die is open. */
enum status design_show_unconstrained(struct design *design);
void design_hide_unconstrained(struct design *design); /* does nothing without a switch before */
/* The first error of copying values that reports have read, of either timing; see
 * timing_read_values(). */
enum status design_values_status(const struct design *design);
/* STATES_… of its timing. */
int design_states_options(const struct design *design);
void design_leave_unclocked(struct design *design, bool leaves);
void design_set_timing_settings(struct design *design, const struct timing_settings *settings);
/* Do paths get credit? Then latches' data may borrow longer, by the credit. */
void design_set_latch_credit(struct design *design, bool forgives);

/* STATUS_FAILED with a hint when no netlist is linked. */
enum status design_need_netlist(const struct design *design);
enum status design_need_placement(const struct design *design);
/* The netlist to find objects in: the linked one, else an empty one with the libraries that were
 * read. *out is a reference. STATUS_FAILED when there is neither. */
enum status design_need_libraries(const struct design *design, struct netlist **out);
/* Bring the timing up to date. Appends warnings, one a line. */
enum status design_need_timing(struct design *design, struct queue *queue, struct task *task,
			       struct text *warnings);

#endif
