/*
 * What the surroundings of a netlist promise and demand: clocks, what arrives at ports and is
 * demanded there, exceptions, case analysis, derates. Built by a reader (SDC, TAU .timing), then
 * never changed, shared by reference. Units: ps, fF. Objects are numbers of the netlist that it was
 * read for; names are those of SDC where it has them.
 */
#ifndef DB_CONSTRAINTS_H
#define DB_CONSTRAINTS_H

#include <math.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/names.h"
#include "base/status.h"
#include "db/netlist.h"

/* A value that was not given. */
#define NOT_GIVEN (-HUGE_VAL)

static inline bool is_given(double value)
{
	return value > NOT_GIVEN;
}

/* An edge of a clock's waveform: 2·clock + enum edge; -1 = no clock. */
#define CLOCK_EDGE(clock, edge) ((clock)*N_EDGES + (edge))

/* How a generated clock was made, as create_generated_clock says it; all 0 = that isn't known. */
struct clock_making {
	int32_t divide_by, multiply_by; /* 0 = not this */
	double duty_cycle;              /* per cent, 0 = that of the master */
	bool invert, combinational;
	bool master_given; /* -master_clock; else the clock that reaches -source */
	bool of_library;   /* made by a cell (struct lib_generated_clock), not by a command */
	int32_t edge[3];   /* of the master, from 1; 0 = not these */
	double shift[3];
};

struct clock {
	char *name; /* owned */
	double period;
	double time[N_EDGES]; /* of its rising and falling edge within the first period, ≥ 0; a
			       * clock that begins with its falling edge has fall < rise */
	bool propagated;      /* else ideal: the same latency at all of its registers */
	bool add;             /* it doesn't stop other clocks at its sources */
	/* TAU's: setup is checked a whole period after the launching edge and hold at the same
	 * time, whichever edges of the clock launch and capture. */
	bool one_cycle;
	int32_t n_sources;
	int32_t *source; /* owned [n_sources]: pins; none = a virtual clock */
	int64_t source_capacity;
	/* Of a generated clock; -1 = it isn't one. The waveform above is derived already. */
	int32_t master;
	int32_t master_pin; /* -source */
	/* The edge of the master that each of its edges comes from. */
	enum edge master_edge[N_EDGES];
	struct clock_making making; /* the waveform follows when clocks are defined again */
	/* By split and edge at the source: latency before it (-source) and in the network from there on;
	 * NOT_GIVEN = none. Of a propagated clock the network's isn't used. */
	double source_latency[N_SPLITS][N_EDGES];
	double network_latency[N_SPLITS][N_EDGES];
	double transition[N_SPLITS][N_EDGES]; /* slew of an ideal clock; NOT_GIVEN = 0 */
	double uncertainty[N_SPLITS];         /* hold, setup of what it captures */
};

/*
 * Settings of clocks at a pin or port: set_propagated_clock, set_clock_latency and set_clock_uncertainty.
 * After it they are as it says; the latency before a clock's source (-source) is that at the one of
 * its sources. One for each pin and clock.
 */
struct clock_pin {
	int32_t pin;
	int32_t clock; /* of this alone, -1 = of all that come there */
	bool propagated;
	double source_latency[N_SPLITS][N_EDGES];
	double network_latency[N_SPLITS][N_EDGES];
	double uncertainty[N_SPLITS]; /* hold, setup; NOT_GIVEN = as before it */
};

/* set_clock_uncertainty -from -to: for edges of two clocks, before that of the capturing one. */
struct clock_uncertainty {
	int32_t from, to;             /* clock edges */
	double uncertainty[N_SPLITS]; /* hold, setup; NOT_GIVEN = not this */
};

/* set_input_delay: what arrives at a pin with a clock edge (or without any); set_output_delay: what
 * is demanded of it. NOT_GIVEN in a corner = not in that one. */
struct external_delay {
	int32_t pin;
	int32_t clock_edge; /* -1 = none */
	int32_t reference;  /* -reference_pin: the clock's arrival there counts, -1 = none */
	bool source_latency_included, network_latency_included;
	double delay[N_SPLITS][N_EDGES];
};

/* set_driving_cell: a cell's arc that ends at a port. */
struct driving_arc {
	int32_t library; /* in netlist->library */
	int32_t arc;     /* in library->arc */
	enum edge from_edge, to_edge;
	enum split split;
	double slew; /* at its input */
};

/* set_wire_load_model of a split: in netlist->library, and there in its wire_load; -1 = not given. */
struct wire_model {
	int32_t library, load;
};

/* set_operating_conditions of a split: in netlist->library, and there in its conditions; -1 = not given. */
struct operating_conditions {
	int32_t library, conditions;
};

struct port_constraint {
	double slew[N_SPLITS][N_EDGES]; /* set_input_transition; NOT_GIVEN = 0 */
	/* set_load: of the pins outside, and of the wires there; each is replaced apart, and both count */
	double load[N_SPLITS][N_EDGES], wire_load[N_SPLITS][N_EDGES];
	/* set_port_fanout_number: more loads, to wire load models; alike at both edges */
	double fan_out[N_SPLITS][N_EDGES];
	/* set_driving_cell: range of constraints->driving_arc */
	int32_t first_driving_arc, n_driving_arcs;
	/* TAU's "rat": required times, whatever launched; counted from the first clock */
	bool has_required;
	double required[N_SPLITS][N_EDGES];
};

/* What a port's net has to drive outside, fF. */
static inline double port_load(const struct port_constraint *port, int split, int edge)
{
	return port->load[split][edge] + port->wire_load[split][edge];
}

/* ---- points of paths, as in -from, -through and -to ---- */

enum point_kind {
	POINT_PIN,
	POINT_CLOCK, /* of a -from: what its edges launch; of a -to: what they capture */
};

/* Which transitions: of the pin, or edges of the clock. */
enum { EDGES_RISE = 1 << RISE, EDGES_FALL = 1 << FALL, EDGES_BOTH = EDGES_RISE | EDGES_FALL };

struct point {
	enum point_kind kind;
	int32_t id; /* pin or clock */
	int32_t edges;
};

/* Any of these. Cells stand as their pins (of a -through: their outputs), nets as their drivers. A
 * list that isn't there (given = false) is met by anything; one that is there and empty, by
 * nothing. */
struct point_list {
	bool given;
	int32_t n;
	struct point *point; /* owned */
	int64_t capacity;
};

static inline bool point_list_has(const struct point_list *list, enum point_kind kind)
{
	for (int32_t i = 0; i < list->n; i++) {
		if (list->point[i].kind == kind)
			return true;
	}
	return false;
}

void point_list_release(struct point_list *list);
enum status point_list_add(struct point_list *list, struct point point);
/* `to` is overwritten. STATUS_NO_MEMORY leaves it empty. */
enum status point_list_copy(struct point_list *to, const struct point_list *from);
/* How many points from the i-th on are all pins of a cell, as read_sdc takes it apart; 0 = they aren't.
 * Of a -through it would take the outputs alone. */
int32_t point_list_cell_at(const struct netlist *netlist, const struct point_list *list, int32_t i);

/* How the paths that a filter lets through are found (-filter of find_paths). */
enum filter_rule {
	RULE_EXACT,    /* by the product of the graph with the lists passed (db/path_graph.h) */
	RULE_PAPER,    /* by ranks and labels as printed (gpu/labels/labels.h): not exact */
	RULE_REPAIRED, /* the same where paths begin, end, and pass their pins in order: exact */
};

#define FILTER_RULE_NAMES "exact|paper|paper-repaired"

/* What paths an exception or a report is about: from, through each in order, to. Of a graph without
 * a netlist, pins are its vertices. */
struct path_filter {
	struct point_list from, to;
	int32_t n_throughs;
	struct point_list *through; /* owned, each given */
	int64_t through_capacity;
	struct point_list exclude; /* paths that pass one of these are left out */
	int32_t to_edges;          /* of the endpoint, besides what the list says: -rise, -fall */
	enum filter_rule rule;
};

#define PATH_FILTER_INIT                                                                           \
	{                                                                                          \
		.to_edges = EDGES_BOTH                                                             \
	}

void path_filter_release(struct path_filter *filter);
bool path_filter_equal(const struct path_filter *a, const struct path_filter *b);
enum status path_filter_copy(struct path_filter *to, const struct path_filter *from);
/* A new, empty list of -through's at the end. */
enum status path_filter_add_through(struct path_filter *filter, struct point_list **out);

/* ---- exceptions ---- */

enum exception_kind {
	EXCEPTION_FALSE,
	EXCEPTION_DELAY, /* set_max_delay (late), set_min_delay (early) */
	EXCEPTION_MULTICYCLE,
	EXCEPTION_GROUP,  /* group_path */
	EXCEPTION_MARGIN, /* set_path_margin: adds to what the others say */
};

struct exception {
	enum exception_kind kind;
	bool applies[N_SPLITS]; /* to hold, to setup */
	struct path_filter filter;
	double delay; /* EXCEPTION_DELAY; EXCEPTION_MARGIN: positive tightens */
	bool ignore_clock_latency;
	bool probe;         /* paths aren't broken at its inner pins */
	int32_t multiplier; /* EXCEPTION_MULTICYCLE … */
	bool of_start;      /* … in periods of the launching clock, else of the capturing one */
	char *name;         /* owned: of the group */
	int64_t line;       /* where it was given, 0 = not in a file */
};

/* Is it a false path by where paths end, at pins that it names, and by the clock that launches at most? Ends that such ones
 * name stay, but nothing is demanded there (endpoint_is_false()); by other false paths there is no end. */
static inline bool exception_makes_ends_false(const struct exception *exception)
{
	const struct path_filter *filter = &exception->filter;

	return exception->kind == EXCEPTION_FALSE && !filter->n_throughs &&
	       !point_list_has(&filter->from, POINT_PIN) && point_list_has(&filter->to, POINT_PIN);
}

/* Do paths begin, do they end at a pin by itself, by the checks and launching arcs of its cell? At a port both. */
enum { PIN_BEGINS_PATHS = 1, PIN_ENDS_PATHS = 2 };
int pin_path_ends(const struct netlist *netlist, int32_t pin);
/* The next point from the *i-th on that is a pin at which neither is, and no cell's that is named whole; NULL = none.
 * There set_max_delay and set_min_delay cut paths. */
const struct point *point_list_next_inner(const struct netlist *netlist,
					  const struct point_list *list, int32_t *i);

/* ---- the rest ---- */

struct case_value {
	int32_t pin;
	int32_t value; /* 0, 1; -1: rising, falling: no constant */
	bool is_logic; /* of set_logic_zero or set_logic_one, not of set_case_analysis */
};

/* set_disable_timing. A pin alone: all arcs at it. */
struct disabled_arc {
	int32_t instance; /* -1 = a port or a library cell */
	int32_t from, to; /* pins of the netlist, -1 = any */
	int32_t master;   /* of all its instances, -1 = of the instance or port; then from and to
			 * count within the master */
};

enum {
	DERATE_CELL = 1 << 0,
	DERATE_NET = 1 << 1,
	DERATE_CHECK = 1 << 2,
	DERATE_CLOCK = 1 << 3, /* in clock networks … */
	DERATE_DATA = 1 << 4,  /* … and outside them */
};

/* set_timing_derate: a later one goes before an earlier one of the same objects. */
struct derate {
	int32_t instance, master, net; /* of these; -1 each = of the design */
	int32_t what;                  /* DERATE_ flags */
	enum split split;
	double factor;
	int32_t edges; /* of arcs that end with these transitions */
};

/* Why clocks exclude each other: the same to timing here, but not to other tools. */
enum clock_group_kind {
	CLOCKS_ASYNCHRONOUS,
	CLOCKS_LOGICALLY_EXCLUSIVE,
	CLOCKS_PHYSICALLY_EXCLUSIVE,
	N_CLOCK_GROUP_KINDS
};

/* set_clock_groups: clocks whose groups differ have no paths between each other. */
struct clock_group {
	int32_t set;   /* clocks in different groups of one set exclude each other */
	int32_t group; /* within the set */
	int32_t clock;
	enum clock_group_kind kind; /* of the set */
};

/* set_clock_groups -name: of one set. */
struct clock_group_name {
	int32_t set;
	char *name; /* owned */
};

/* A command, or a part of one, that was left out though it could make slack worse. */
struct unsupported {
	char *what; /* owned: "FILE:LINE: COMMAND", without a place at a prompt */
};

enum { MOST_UNSUPPORTED = 1000 }; /* that are kept by name */

enum local_kind {
	LOCAL_BORROW, /* set_max_time_borrow: value[LATE][RISE] */
	/* set_clock_gating_check: value is the margin of hold and setup by the enable's edge; level that of
	 * the clock at which the gate is open, -1 = its function says */
	LOCAL_GATING,
	LOCAL_NO_GATING, /* set_disable_clock_gating_check */
	LOCAL_SENSE,     /* set_sense -type clock, at a pin: `level` is an enum clock_sense */
	/* set_data_check: value[split][RISE], from the related pin's edges to the pin's; of all clocks or
	 * one of the related pin's */
	LOCAL_DATA_CHECK,
	LOCAL_PULSE, /* set_min_pulse_width: value[LATE] of the high pulse (RISE) and the low one */
	N_LOCAL_KINDS
};

enum clock_sense {
	SENSE_STOPS,
	SENSE_POSITIVE, /* as at the clock's source */
	SENSE_NEGATIVE,
	SENSE_RISE_HIGH, /* pulses that the clock's rising edge triggers */
	SENSE_RISE_LOW,
	SENSE_FALL_HIGH,
	SENSE_FALL_LOW,
	N_CLOCK_SENSES
};

/* A rule for a pin, a cell or a clock; for all where none is given, -1 each. Of the same object
 * there is one of a kind. */
struct local_rule {
	enum local_kind kind;
	int32_t pin, instance, clock;
	int32_t from;                    /* of a data check: the related pin, else -1 */
	int32_t from_edges, edges;       /* of a data check: EDGES_ masks; else both */
	int32_t level;                   /* -1 = none */
	double value[N_SPLITS][N_EDGES]; /* ps; NOT_GIVEN = not this */
};

enum limit_kind {
	LIMIT_SLEW,        /* ps: set_max_transition, set_min_transition */
	LIMIT_CAPACITANCE, /* fF: set_max_capacitance, set_min_capacitance */
	LIMIT_FANOUT,      /* set_max_fanout, set_min_fanout */
	N_LIMIT_KINDS
};

/* Where slews of a clock's domain are limited: in its network, and in what it launches. */
enum { LIMIT_IN_DATA, LIMIT_IN_CLOCK, N_LIMIT_PLACES };

/*
 * A design rule: of a pin or port, an instance, the instances of a master or what has to do with a clock; of
 * the design where none is given, -1 each. There is one of a kind and split for the same object; where several are about
 * a pin, the tightest counts (gpu/checks/limit_checks.h). Timing doesn't go by them.
 */
struct design_limit {
	enum limit_kind kind;
	enum split split; /* LATE: at most; EARLY: at least */
	int32_t pin, instance, master, clock;
	/* NOT_GIVEN = not this; but for a clock's all are the same. */
	double value[N_LIMIT_PLACES][N_EDGES];
};

struct constraints {
	atomic_int refs;
	char *path; /* owned */
	int32_t n_clocks;
	struct clock *clock; /* owned [n_clocks] */
	/* Owned: the names of the first of them, by the clocks' numbers; of those after them, whose
	 * names or places were changed, a search looks at each. */
	struct names clock_name;
	int32_t n_clock_pins;
	struct clock_pin *clock_pin; /* owned */
	int32_t n_input_delays, n_output_delays;
	struct external_delay *input_delay, *output_delay; /* owned */
	int32_t n_uncertainties;
	struct clock_uncertainty *uncertainty; /* owned */
	int32_t n_clock_groups;
	struct clock_group *clock_group; /* owned */
	int32_t n_group_names;
	struct clock_group_name *group_name; /* owned: of sets that have one, each once */
	int32_t n_driving_arcs;
	struct driving_arc *driving_arc; /* owned */
	int32_t n_exceptions;
	struct exception *exception; /* owned */
	int32_t n_cases;
	struct case_value *case_value; /* owned */
	int32_t n_disabled;
	struct disabled_arc *disabled; /* owned */
	int32_t n_derates;
	struct derate *derate; /* owned */
	int32_t n_ports;
	struct port_constraint *port; /* owned [n_ports], as the netlist's */
	int32_t n_nets;
	double *net_load; /* owned [n_nets], NULL = none: set_load on nets, NOT_GIVEN = none */
	struct wire_model wire_model[N_SPLITS];
	struct operating_conditions conditions[N_SPLITS];
	bool is_single; /* -analysis_type single: early delays are scaled as late ones, too */
	/* With any of these slack may look better than it is. */
	int32_t n_locals;
	struct local_rule *local; /* owned */
	int32_t n_limits;
	struct design_limit *limit; /* owned */
	int32_t n_unsupported;
	struct unsupported *unsupported; /* owned, the first MOST_UNSUPPORTED */
	int64_t clock_capacity, input_delay_capacity, output_delay_capacity, uncertainty_capacity;
	int64_t clock_group_capacity, driving_arc_capacity, exception_capacity, case_capacity;
	int64_t clock_pin_capacity, disabled_capacity, derate_capacity, unsupported_capacity,
		group_name_capacity;
	int64_t local_capacity, limit_capacity;
};

enum status constraints_new(const char *path, const struct netlist *netlist,
			    struct constraints **out);
REFERENCES(constraints_ref, struct constraints)
void constraints_unref(struct constraints *constraints); /* NULL is fine */
RELEASER(constraints_drop, struct constraints, constraints_unref)

/* Loads of all nets, none given; where they are there already, they stay. STATUS_NO_MEMORY. */
enum status constraints_alloc_net_loads(struct constraints *constraints);

/* A copy, for commands that add to what is there. */
enum status constraints_copy(const struct constraints *constraints, struct constraints **out);

/* A clock of that name, ideal, without sources, nothing said about it. A name that is there already
 * starts empty. */
enum status constraints_add_clock(struct constraints *constraints, const char *name, double period,
				  double rise, double fall, int32_t *clock);
/* After the array of clocks was changed: index their names again. *twice: two have the same. */
enum status constraints_name_clocks(struct constraints *constraints, bool *twice);
enum status clock_add_source(struct clock *clock, int32_t pin);
/* -1 when there is none. */
int32_t constraints_find_clock(const struct constraints *constraints, const char *name);
/* Is a pin one of the clock's sources? */
bool clock_is_source_of(const struct clock *clock, int32_t pin);
bool clocks_share_source(const struct clock *a, const struct clock *b);
/* The vertices where a clock begins: each edge of each beginning side of its sources, by the number of a place; -1 =
 * there is no such side. */
static inline int32_t clock_n_begin_places(const struct clock *clock)
{
	return clock->n_sources * 2 * N_EDGES;
}
int32_t clock_begin_vertex(const struct clock *clock, const struct netlist *netlist, int32_t place);

/* The setting of a clock (-1 = of all) at a pin, NULL = none; the second function adds one where there is none. */
struct clock_pin *constraints_find_clock_pin(const struct constraints *constraints, int32_t pin,
					     int32_t clock);
enum status constraints_add_clock_pin(struct constraints *constraints, int32_t pin, int32_t clock,
				      struct clock_pin **out);
/* Latency up to a source of a clock, ps; NOT_GIVEN = none. A setting of the pin takes precedence. */
double constraints_source_latency(const struct constraints *constraints, int32_t clock, int32_t pin,
				  enum split split, int edge);

/* One more of each at the end of its array. STATUS_NO_MEMORY. */
enum status constraints_add_external(struct constraints *constraints, bool input,
				     const struct external_delay *delay);
/* Has an input a delay that is after no clock's edge? constraints NULL: none has. */
bool constraints_any_unclocked(const struct constraints *constraints);
/* Takes what the exception owns, also on failure. */
enum status constraints_add_exception(struct constraints *constraints, struct exception *exception);

/* Call a set of clock groups by a name; NULL when it has none. */
enum status constraints_name_groups(struct constraints *constraints, int32_t set, const char *name);
const char *constraints_group_name(const struct constraints *constraints, int32_t set);

/* A rule, in the place of one of the same kind and objects, of which it keeps values that it doesn't
 * give itself. */
enum status constraints_add_local(struct constraints *constraints, const struct local_rule *rule);
/* A limit, in the place of one of the same kind, split and object, of which it keeps what it doesn't give. */
enum status constraints_add_limit(struct constraints *constraints,
				  const struct design_limit *limit);

/* Note that something is left out; of those after the first MOST_UNSUPPORTED nothing is kept. */
enum status constraints_add_unsupported(struct constraints *constraints, const char *what);

/* The same constraints for netlist_tile()'s copies; clocks are called as the copies' ports are. */
enum status constraints_tile(const struct constraints *constraints, const struct netlist *tiled,
			     struct constraints **out);

/* When an edge of a clock (2 × its number + enum edge) comes first, fs. */
static inline int64_t clock_edge_time(const struct constraints *constraints, int32_t clock_edge)
{
	return fs_of_ps(constraints->clock[clock_edge / N_EDGES].time[clock_edge % N_EDGES]);
}

#endif
