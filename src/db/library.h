/*
 * A cell library on the host, as Liberty describes it: cells, their pins, the arcs between these
 * with their tables. Everything is in flat arrays; a cell owns a range of each. Units are those
 * of db/timing.h. Built by a reader, never changed after library_close(), shared by reference.
 */
#ifndef DB_LIBRARY_H
#define DB_LIBRARY_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/names.h"
#include "base/status.h"
#include "db/timing.h"

/* ---- tables ---- */

enum lut_variable {
	LUT_NONE,            /* no such axis */
	LUT_SLEW,            /* input_net_transition, input_transition_time */
	LUT_LOAD,            /* total_output_net_capacitance */
	LUT_RELATED_SLEW,    /* related_pin_transition */
	LUT_CONSTRAINED_SLEW /* constrained_pin_transition */
};

extern const char *const lut_variable_name[]; /* as templates of Liberty have them */

/* What k_ factors of a library scale, by operating conditions. */
enum lib_scale {
	SCALE_NONE,
	SCALE_CELL,
	SCALE_TRANSITION,
	SCALE_SETUP,
	SCALE_HOLD,
	SCALE_RECOVERY,
	SCALE_REMOVAL,
	SCALE_NOCHANGE,
	SCALE_SKEW,
	SCALE_PULSE_WIDTH, /* by pulse: RISE is the high one */
	SCALE_PERIOD,      /* from here on both edges have the same */
	SCALE_PIN_CAPACITANCE,
	SCALE_WIRE_CAPACITANCE,
	SCALE_WIRE_RESISTANCE,
	N_LIB_SCALES
};

/* A table of up to two axes; a scalar has n = {1, 1} and no axes. */
struct lut {
	enum lut_variable variable[2]; /* of index_1 and index_2 */
	int32_t n[2];                  /* points of each axis, 1 where there is none */
	/* In library->number: n[0] points of index_1 (if it is there), n[1] of index_2 (if it is
	 * there), then n[0] × n[1] values, index_2 running fastest. Axes ascend strictly. */
	int64_t first;
	/* By library_close(): what it is scaled as, N_EDGES × enum lib_scale + edge, and by which factors of the
	 * library. */
	int32_t scaled_as, scaling;
};

/* ---- functions ---- */

/*
 * A Boolean function in postfix, in library->expression, closed by LIB_END. A value ≥ 0 is a pin of
 * the cell (counted from its first), the others are these. Evaluating it takes a stack of at most
 * LIB_EXPRESSION_DEPTH values.
 */
enum { LIB_EXPRESSION_DEPTH = 64 };

enum lib_operator {
	LIB_END = -1,
	LIB_ZERO = -2,
	LIB_ONE = -3,
	LIB_NOT = -4,
	LIB_AND = -5,
	LIB_OR = -6,
	LIB_XOR = -7,
};

/* ---- pins ---- */

enum lib_direction {
	LIB_INPUT,
	LIB_OUTPUT,
	LIB_INOUT,
	LIB_INTERNAL, /* not to be connected: an internal pin, or a state variable such as IQ */
};

struct lib_pin {
	int32_t name; /* in library->string; a bit of a bus is called "A[3]" */
	enum lib_direction direction;
	bool is_clock;                           /* clock : true */
	double capacitance[N_SPLITS][N_EDGES];   /* fF; ranges, rise_ and fall_ applied */
	double max_capacitance, min_capacitance; /* fF, -1 = not limited */
	double max_slew, min_slew;               /* ps, -1 = not limited */
	double max_fanout, min_fanout;           /* -1 = not limited */
	double fanout_load;                      /* -1 = not given */
	/* Of a clock at the pin, ps, -1 = not given: its high (RISE) and its low pulse, its period. */
	double min_width[N_EDGES], min_period;
	int32_t function;    /* place in library->expression, -1 = none */
	int32_t three_state; /* the same: true = not driven */
};

/* A bus or bundle: consecutive pins of the cell, most significant (first of the range) first. */
struct lib_bus {
	int32_t name;
	int32_t from,
		to; /* the indices of its first and last pin, as "[from:to]"; bundle: 0, n − 1 */
	bool is_bundle;
	int32_t first_pin, n_pins; /* first_pin counts from the cell's first pin */
};

/* ---- arcs ---- */

/* Field name in Liberty, and what the graph makes of it. */
enum lib_arc_kind {
	LIB_COMBINATIONAL, /* combinational, _rise, _fall: a delay arc */
	LIB_THREE_STATE,   /* three_state_enable/disable, _rise, _fall: a delay arc */
	LIB_LAUNCH,        /* rising_edge, falling_edge: a delay arc from one edge of the clock */
	LIB_SET_RESET,     /* preset, clear: a delay arc that is off unless asked for */
	LIB_SETUP,         /* setup_*, also non_seq_setup_*: a check against the late data */
	LIB_HOLD,          /* hold_*, non_seq_hold_* */
	LIB_RECOVERY,
	LIB_REMOVAL,
	LIB_OTHER, /* min_pulse_width, minimum_period, skew_*, nochange_*, …: kept, not used */
};

enum lib_sense {
	LIB_NON_UNATE, /* or not said */
	LIB_POSITIVE_UNATE,
	LIB_NEGATIVE_UNATE,
};

/* What a timing group says from one related pin to its own pin. */
struct lib_arc {
	int32_t from,
		to; /* pins of the cell, counted from its first; a check goes from the clock */
	enum lib_arc_kind kind;
	enum lib_sense sense;
	/* The edges of `from` that take part: launch arcs and checks name one (rising_edge,
	 * setup_rising), three-state arcs by their timing_sense, all others have both. */
	bool from_edge[N_EDGES];
	/* The tables by the edge of `to`: delay (cell_rise/fall) or check (rise_/fall_constraint),
	 * and slew (rise_/fall_transition); -1 = this edge has none, so there is no such arc. */
	int32_t delay[N_EDGES], slew[N_EDGES];
	/* The same of what a delay or a check varies by, one sigma (ocv_sigma_…), for deviations
	 * above the nominal value (late) and below it: each table's id and one more, 0 = none. */
	int32_t sigma[N_SPLITS][N_EDGES];
	/* How long the output keeps its value before it changes to the edge (retaining_rise/fall) and the slew
	 * then (retain_rise/fall_slew): of early delays. Each table's id and one more, 0 = none. */
	int32_t retaining[N_EDGES], retain_slew[N_EDGES];
	int32_t when; /* place in library->expression, -1 = always */
	/* What SDF calls that (sdf_cond, and sdf_cond_start and sdf_cond_end of a check's data and clock): ids in
	 * library->string and one more, 0 = none. */
	int32_t sdf_cond, sdf_cond_start, sdf_cond_end;
	int32_t group; /* number of the timing group within the cell: its arcs belong together */
	int64_t line;  /* of the timing group in the file */
	int32_t type;  /* what the file called it: in lib_timing_types */
};

/*
 * Every timing_type: what it is, and the edges of both ends that take part, as masks of 1 << edge.
 * Of preset and clear the edge that they force is taken; a table for the other one tells of the
 * release beside another active input, which other timers don't look at either.
 */
struct lib_timing_type {
	const char *name; /* NULL in the last, which means all others */
	enum lib_arc_kind kind;
	uint8_t from, to;
	bool non_sequential;
};

extern const struct lib_timing_type lib_timing_types[];

/* ---- sequential groups ---- */

enum lib_state_kind {
	LIB_FF,
	LIB_LATCH,
	LIB_STATETABLE, /* only that it is there */
};

struct lib_state {
	enum lib_state_kind kind;
	int32_t variable, inverse; /* pins (LIB_INTERNAL) named by the group, -1 = none */
	/* Places in library->expression, -1 = none: clocked_on or enable, next_state or data_in. */
	int32_t clock, data, clear, preset;
};

/* ---- clocks ---- */

/* A clock that the cell makes of the one at another of its pins (generated_clock); constraints define it at each
 * instance. Members as in struct clock_making. */
struct lib_generated_clock {
	int32_t pin, master; /* clock_pin and master_pin, counted from the cell's first */
	int32_t divide_by, multiply_by; /* 0 = not this */
	double duty_cycle;              /* per cent, 0 = that of the master */
	bool invert;
	int32_t edge[3]; /* of the master, from 1; 0 = not these */
	double shift[3]; /* ps */
};

/* ---- wires ---- */

/* wire_load: the length of a net by its fan-out, and what each unit of length has. */
struct lib_wire_load {
	int32_t name;                   /* in library->string */
	double resistance, capacitance; /* kΩ, fF, of a unit of length */
	double slope;                   /* length for each load outside of what is listed */
	int32_t n;
	int64_t first; /* in library->number: n fan-outs, ascending, then their lengths */
};

/* ---- cells ---- */

struct lib_cell {
	int32_t name; /* id in library->cell_name, equal to the index of the cell */
	double area;
	int32_t scaling; /* in library->scaling */
	bool dont_use, is_macro, is_memory;
	bool is_sequential; /* an ff, latch or statetable group, or a launch arc or check */
	bool is_clock_gate; /* clock_gating_integrated_cell */
	int32_t first_pin, n_pins;
	int32_t first_bus, n_buses;
	int32_t first_arc, n_arcs;
	int32_t first_state, n_states;
	int32_t first_supply, n_supplies; /* names of pg_pins, in library->supply */
	int32_t first_generated_clock, n_generated_clocks;
	/* The first thing that the reader left out though it could make slack worse, with its place: id in
	 * library->string and one more, 0 = nothing. */
	int32_t left_out;
	int64_t line; /* in the file */
};

/* ---- scaling ---- */

enum lib_pvt { PVT_PROCESS, PVT_VOLTAGE, PVT_TEMPERATURE, N_PVT }; /* V, °C */

enum lib_tree { TREE_BALANCED, TREE_BEST, TREE_WORST }; /* balanced where a file says nothing */

/* An operating_conditions group. */
struct lib_conditions {
	int32_t name;        /* in library->string; -1 = named, but not described */
	enum lib_tree tree;  /* of nets that have the wires of a wire load */
	double value[N_PVT]; /* 0 = not said, as in OpenSTA */
	bool has_cells; /* scaled_cell groups describe cells in them, which nothing here goes by */
};

/* k_ factors: of the library itself (the first), or a scaling_factors group. */
struct lib_scaling {
	int32_t name; /* in library->string, -1 = none */
	double factor[N_LIB_SCALES][N_EDGES][N_PVT];
};

struct library {
	atomic_int refs;
	char *name; /* owned: library(NAME) */
	char *path; /* owned: where it was read */

	/* The units of the file, for reports: what one of them is in ours. */
	double time_unit, capacitance_unit, resistance_unit; /* ps, fF, kΩ */
	double nominal[N_PVT];      /* nom_…; 0 = not said, as in OpenSTA */
	int32_t default_conditions; /* in conditions, -1 = none */
	double slew_derate;         /* slew_derate_from_library */
	bool lacks_factors;         /* it has k_ factors that nothing here goes by */
	/* Per cent of the swing, by edge. */
	double slew_lower[N_EDGES], slew_upper[N_EDGES];
	double input_threshold[N_EDGES], output_threshold[N_EDGES];
	double default_max_slew, default_max_fanout, default_fanout_load; /* -1 = not said */

	struct names cell_name;
	struct names string; /* names of pins, buses and supplies, texts of sdf_cond */
	/* Owned [n_pins], by library_close(): the pins of each cell (counted from its first) in the
	 * order of their names' ids. */
	int32_t *pin_order;

	int32_t n_cells, n_pins, n_buses, n_arcs, n_states, n_supplies, n_luts, n_expression;
	int32_t n_generated_clocks, n_wire_loads, n_conditions, n_scalings;
	int64_t n_numbers;
	struct lib_cell *cell;                       /* owned [n_cells] */
	struct lib_pin *pin;                         /* owned [n_pins] */
	struct lib_bus *bus;                         /* owned [n_buses] */
	struct lib_arc *arc;                         /* owned [n_arcs] */
	struct lib_state *state;                     /* owned [n_states] */
	int32_t *supply;                             /* owned [n_supplies]: ids in string */
	struct lib_generated_clock *generated_clock; /* owned [n_generated_clocks] */
	struct lib_wire_load *wire_load;             /* owned [n_wire_loads] */
	struct lib_conditions *conditions;           /* owned [n_conditions] */
	struct lib_scaling *scaling;                 /* owned [n_scalings], 0 = nothing is scaled */
	struct lut *lut;                             /* owned [n_luts] */
	int32_t *expression;                         /* owned [n_expression] */
	double *number; /* owned [n_numbers]: axes and values of all tables */
	int64_t cell_capacity, pin_capacity, bus_capacity, arc_capacity, state_capacity;
	int64_t supply_capacity, lut_capacity, expression_capacity, number_capacity;
	int64_t generated_clock_capacity, wire_load_capacity, conditions_capacity, scaling_capacity;
};

enum status library_new(const char *path, struct library **out);
REFERENCES(library_ref, struct library)
void library_unref(struct library *library); /* NULL is fine */
RELEASER(library_drop, struct library, library_unref)

extern const struct lib_pin lib_pin_blank; /* an input of which nothing is known */

/*
 * One more of each at the end of its array, for readers: blank (limits and functions "none",
 * capacitances 0) and to be filled in by the caller. STATUS_NO_MEMORY.
 */
enum status library_add_pin(struct library *library, int32_t name);
enum status library_add_bus(struct library *library, const struct lib_bus *bus);
enum status library_add_arc(struct library *library, const struct lib_arc *arc);
enum status library_add_state(struct library *library, const struct lib_state *state);
enum status library_add_generated_clock(struct library *library,
					const struct lib_generated_clock *clock);
enum status library_add_wire_load(struct library *library, const struct lib_wire_load *load);
enum status library_add_conditions(struct library *library,
				   const struct lib_conditions *conditions);
enum status library_add_scaling(struct library *library, const struct lib_scaling *scaling);
enum status library_add_supply(struct library *library, int32_t name);
enum status library_add_lut(struct library *library, const struct lut *lut, int32_t *id);
enum status library_add_number(struct library *library, double number);
enum status library_add_operator(struct library *library, int32_t value);
/* A cell without pins. A name that exists is cleared first: the last description counts. */
enum status library_add_cell(struct library *library, const char *name, int64_t length,
			     int32_t *cell, bool *added);
/* After the last of them: what cells are by their arcs, what tables are scaled as, and the order for finding pins. */
enum status library_close(struct library *library);

/* The cell of a name, -1 when there is none. */
int32_t library_find_cell(const struct library *library, const char *name);
/* The same by "LIBRARY/CELL" or "CELL"; either may have slashes of its own. */
int32_t library_find_named(const struct library *library, const char *name);
/* Has it k_ factors that scale anything? */
bool library_scales(const struct library *library);
/* The wire load model of a name, the last one of it; -1 when there is none. */
int32_t library_find_wire_load(const struct library *library, const char *name);
/* The operating conditions of a name, the last ones of it; -1 when there are none. */
int32_t library_find_conditions(const struct library *library, const char *name);
/* The pin of a cell, counted from the cell's first; -1 when there is none. */
int32_t library_find_pin(const struct library *library, int32_t cell, const char *name);

/*
 * The value of a table: x along index_1, y along index_2 (ignored where there is no such axis).
 * Bracketed by the axis, first or last segment outside, linear along index_1 at both neighbours of
 * index_2, then along index_2; extrapolated linearly, not clipped. The host's reference for the
 * kernel that does the same.
 */
double lut_value(const struct library *library, const struct lut *lut, double x, double y);

/* As OpenSTA has them: "input", "output", "bidirect", "internal". */
const char *lib_direction_name(enum lib_direction direction);

#endif
