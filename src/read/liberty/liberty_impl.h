/*
 * What the parts of the Liberty reader share: the walk over the text (liberty_scan.c), groups of
 * the library (liberty.c), cells and pins (liberty_cell.c), timing groups (liberty_timing.c),
 * tables (liberty_table.c), and Boolean functions (liberty_expr.c).
 *
 * A cell is read in one pass. What refers to pins by name (functions, related pins, states) is kept
 * as pieces of the text and resolved at the end of the cell, as pins may come in any order.
 */
#ifndef READ_LIBERTY_LIBERTY_IMPL_H
#define READ_LIBERTY_LIBERTY_IMPL_H

#include "base/grow.h"
#include "base/walk.h"
#include "read/liberty/liberty.h"

/* ---- text ---- */

/* A piece of the file: [begin, end). */
struct liberty_span {
	const char *begin, *end;
};

/* A piece as arguments of "%.*s", not too much of it. */
#define SHOWN(span)                                                                                \
	(int)((span).end - (span).begin > 100 ? 100 : (span).end - (span).begin), (span).begin

enum liberty_kind {
	LIBERTY_SIMPLE,  /* name : value ; */
	LIBERTY_COMPLEX, /* name (value) ; */
	LIBERTY_GROUP,   /* name (value) { — the walk is past the brace */
	LIBERTY_END      /* the brace that closes the group */
};

struct liberty_statement {
	enum liberty_kind kind;
	struct liberty_span name;
	struct liberty_span value; /* trimmed; in quotes still, unless it is one quoted string */
};

/* Kinds of warnings: a few of each are printed, the rest is counted. */
enum liberty_warning {
	LIBERTY_CELL_TWICE,
	LIBERTY_PIN,
	LIBERTY_VALUE,
	LIBERTY_FUNCTION,
	LIBERTY_RELATED,
	LIBERTY_TABLE,
	LIBERTY_LINEAR,
	LIBERTY_OTHER,
	LIBERTY_EACH, /* without a warning: only for designs that use the cell */
	N_LIBERTY_WARNINGS
};

/* ---- what is kept until the end of the cell ---- */

/* Consecutive pins, counted from the first of the cell; a bus, a bundle, a slice or one pin. */
struct liberty_range {
	int32_t first, n;
};

/* A timing group: its tables are read, its names are not resolved. */
struct liberty_timing {
	struct liberty_span related, related_bus, when;
	const char *place;
	int32_t first_target, n_targets; /* the pins that it belongs to, in liberty->target */
	bool to_edge[N_EDGES];
	struct lib_arc arc; /* all but from, to and when */
};

/* A generated_clock group: its pins are names until the end of the cell. */
struct liberty_generated_clock {
	struct liberty_span pins, master;
	const char *place;
	struct lib_generated_clock clock; /* all but the pins */
};

enum liberty_use { LIBERTY_IS_FUNCTION, LIBERTY_IS_THREE_STATE };

/* A function of pins. */
struct liberty_function {
	enum liberty_use use;
	struct liberty_span text;
	int32_t first_target, n_targets;
};

/* An ff, latch or statetable group; bit by bit where its variables are buses. */
struct liberty_state {
	enum lib_state_kind kind;
	struct liberty_range variable, inverse;         /* n = 0: none */
	struct liberty_span clock, data, clear, preset; /* begin NULL: none */
};

/* What a name (id in library->string) is in the cell of the given serial number. */
struct liberty_local {
	int32_t serial;
	int32_t pin, bus; /* counted from the first of the cell, -1 = none */
};

/* ---- of the library ---- */

struct liberty_type {
	int32_t from, to;
};

struct liberty_template {
	enum lut_variable variable[2];
	struct liberty_span index[2]; /* begin NULL: not said */
	const char *why_not; /* what tables of it are left out for, NULL = they are taken */
};

/* What operating conditions say. */
struct liberty_said {
	bool described, value[N_PVT];
};

/* ---- the reader ---- */

struct liberty {
	struct walk walk;        /* a NUL is at its end, and nowhere before it */
	struct library *library; /* owned reference */

	struct names type_name, template_name, conditions_name;
	struct names scaling_name; /* of scaling_factors; the library's next to their ids */
	struct liberty_said *said; /* owned [library->n_conditions] */
	int64_t said_capacity;
	int32_t default_conditions;            /* of them, −1 = not said */
	struct liberty_span undefined_scaling; /* of a cell, when it was read */
	double nominal[3];         /* nom_process, _voltage, _temperature; NAN = not said */
	const char *scales[3];     /* where a k_ factor is that nothing goes by, NULL = none is */
	struct liberty_span model; /* delay_model, begin NULL: not said */
	struct liberty_type *type; /* owned [type_name.n] */
	int64_t type_capacity;
	struct liberty_template *template; /* owned [template_name.n] */
	int64_t template_capacity;
	double default_capacitance[LIB_INTERNAL + 1]; /* fF, by direction */
	double default_max_capacitance;               /* fF, −1 = not said */
	char bus_open, bus_close; /* around a bit's number, as bus_naming_style says */
	struct text bit_name;     /* liberty_brackets() */
	/* What buses, lists of pins and their products may still ask for: a small file must not
	 * fill the memory or take hours. */
	int64_t pin_limit, arc_limit, operator_limit, work_limit;

	/* The cell that is being read. */
	int32_t cell, serial, n_groups;
	struct liberty_local *local; /* owned, by id in library->string */
	int64_t local_capacity;
	struct liberty_range *target; /* owned */
	int64_t n_targets, target_capacity;
	struct liberty_timing *timing; /* owned */
	int64_t n_timings, timing_capacity;
	struct liberty_function *function; /* owned */
	int64_t n_functions, function_capacity;
	struct liberty_state *state; /* owned */
	int64_t n_states, state_capacity;
	struct liberty_generated_clock *generated_clock; /* owned */
	int64_t n_generated_clocks, generated_clock_capacity;
};

/* ---- liberty_scan.c ---- */

/* The next statement of a group; at its end LIBERTY_END, once. */
enum status liberty_next(struct liberty *r, struct liberty_statement *statement);
/* Append a text without the backslashes before its quotes. */
void liberty_plain(struct liberty_span span, struct text *out);
/* Pass over what is left of a group, its closing brace too. */
enum status liberty_skip(struct liberty *r, const struct liberty_statement *group);
/* How groups are read, by their names; NULL as the name ends a table. */
struct liberty_reader {
	const char *name;
	enum status (*read)(struct liberty *r, const struct liberty_statement *group);
};

/* Read a group by such a table, without what is in none of its rows. */
enum status liberty_read_group(struct liberty *r, const struct liberty_reader *readers,
			       const struct liberty_statement *group);
/* Pass over a statement that isn't used: a group whole, else nothing is left to do. */
enum status liberty_ignore(struct liberty *r, const struct liberty_statement *statement);
/* After the library: is there anything but blanks and comments? */
enum status liberty_at_end(struct liberty *r, bool *at_end);

bool liberty_is(struct liberty_span span, const char *word);
/* Add a text to library->string. */
enum status liberty_string(struct liberty *r, struct liberty_span text, int32_t *id);
/* The place of a word in a table of words, NULL at its end; -1 = not there. */
int liberty_find_word(const char *const *table, struct liberty_span word);
/* The next statement of a group, and in *which the place of a simple one's name, -1 for all others. */
enum status liberty_next_of(struct liberty *r, const char *const *names,
			    struct liberty_statement *statement, int *which);
/* Take the next word off a list such as `"A B", C`; false when there is none. */
bool liberty_word(struct liberty_span *list, struct liberty_span *word);
/* A number that is not in a table; *number is unchanged, with a warning, if it is an expression. */
enum status liberty_number(struct liberty *r, const struct liberty_statement *statement,
			   double scale, double *number);
enum status liberty_integer(struct liberty *r, const struct liberty_statement *statement,
			    int32_t *number);
bool liberty_true(struct liberty_span value);

enum status liberty_error(struct liberty *r, const char *place, const char *format, ...)
	__attribute__((format(printf, 3, 4), cold));
void liberty_warn(struct liberty *r, enum liberty_warning kind, const char *place,
		  const char *format, ...) __attribute__((format(printf, 4, 5), cold));
/* The same of something of the cell that could make slack worse: also noted in the cell, for the designs that use it. */
enum status liberty_lose(struct liberty *r, enum liberty_warning kind, const char *place,
			 const char *format, ...) __attribute__((format(printf, 4, 5), cold));
/* After all others: how many of each kind were not printed. */
void liberty_warn_rest(struct liberty *r);
/* Take n steps that are not paid for by as many bytes of text. */
enum status liberty_spend(struct liberty *r, int64_t n);

/* ---- liberty.c ---- */

enum status liberty_type_group(struct liberty *r, const struct liberty_statement *group);

/* ---- liberty_cell.c ---- */

enum status liberty_cell_group(struct liberty *r, const struct liberty_statement *group);
/* The pins of a name in the cell, n = 0 when there are none. */
struct liberty_range liberty_find(struct liberty *r, struct liberty_span name);
/* NAME<3> of a library that writes bits so as NAME[3], valid until the next one; other names as they are. */
struct liberty_span liberty_brackets(struct liberty *r, struct liberty_span name);
/* Take NAME[from:to] apart; false if that is not what it is. */
bool liberty_slice(const struct liberty *r, struct liberty_span name, struct liberty_span *base,
		   struct liberty_type *bits);

/* ---- liberty_clock.c ---- */

enum status liberty_generated_clock_group(struct liberty *r, const struct liberty_statement *group);
/* The clocks that the cell makes, once all pins are there. */
enum status liberty_make_generated_clocks(struct liberty *r);

/* ---- liberty_wire_load.c ---- */

enum status liberty_wire_load_group(struct liberty *r, const struct liberty_statement *group);

/* ---- liberty_pin.c ---- */

enum status liberty_pin_group(struct liberty *r, const struct liberty_statement *group);
enum status liberty_bus_group(struct liberty *r, const struct liberty_statement *group);
enum status liberty_bundle_group(struct liberty *r, const struct liberty_statement *group);
/* Make pins of a name, unless they are there. */
enum status liberty_declare_pin(struct liberty *r, struct liberty_span name,
				struct liberty_range *range);
enum status liberty_declare_bus(struct liberty *r, struct liberty_span name,
				struct liberty_type type, struct liberty_range *range);

/* ---- liberty_timing.c ---- */

enum status liberty_timing_group(struct liberty *r, const struct liberty_statement *group,
				 int32_t first_target, int32_t n_targets);
/* The arcs of the cell's timing groups, once all pins are there. */
enum status liberty_make_arcs(struct liberty *r);

/* ---- liberty_table.c ---- */

enum status liberty_template_group(struct liberty *r, const struct liberty_statement *group);
/* A table of times; *lut is -1 if it had to be left out. */
enum status liberty_table_group(struct liberty *r, const struct liberty_statement *group,
				int32_t *lut);
/* The same for sigmas, and which splits they are for: 1 << EARLY, 1 << LATE or both. A negative one is
 * an error. */
enum status liberty_sigma_table(struct liberty *r, const struct liberty_statement *group,
				int *splits, int32_t *id);
/* The sum of two tables, exact everywhere: over all points of their axes. */
enum status liberty_sum_table(struct liberty *r, int32_t one, int32_t other, int32_t *id);
/* intrinsic + resistance × load; resistance in kΩ. */
enum status liberty_linear_table(struct liberty *r, double intrinsic, double resistance,
				 int32_t *lut);

/* ---- liberty_scaling.c ---- */

enum status liberty_conditions_group(struct liberty *r, const struct liberty_statement *group);
enum status liberty_default_conditions(struct liberty *r,
				       const struct liberty_statement *statement);
/* Of which conditions' cells are described on their own. */
enum status liberty_scaled_cell(struct liberty *r, const struct liberty_statement *group);
/* k_process_cell_rise : 0.5; of the factors `scaling` in the library. */
enum status liberty_factor(struct liberty *r, const struct liberty_statement *statement,
			   int32_t scaling);
enum status liberty_scaling_group(struct liberty *r, const struct liberty_statement *group);
/* scaling_factors : NAME; of the cell. */
enum status liberty_cell_scaling(struct liberty *r, const struct liberty_statement *statement);
/* After the last cell: defaults, and what is left out. */
enum status liberty_finish_scaling(struct liberty *r);

/* ---- liberty_expr.c ---- */

/*
 * Append a Boolean function in postfix; *place is where, -1 (with a warning) if it can't be read.
 * A name of `width` pins means its bit `bit`; *by_bit tells whether there was one.
 */
enum status liberty_expression(struct liberty *r, struct liberty_span text, int32_t bit,
			       int32_t width, int32_t *place, bool *by_bit);

#endif
