/*
 * What the parts of the Liberty writer share: liberty.c (the library, templates), liberty_cell.c
 * (cells, pins, buses), liberty_state.c (sequential groups), liberty_timing.c (timing groups,
 * tables), liberty_expr.c (Boolean functions).
 */
#ifndef WRITE_LIBERTY_IMPL_H
#define WRITE_LIBERTY_IMPL_H

#include "base/output.h"
#include "write/liberty.h"

/* A template is what tables of the same variables and sizes have in common. */
struct liberty_template {
	enum lut_variable variable[2];
	int32_t n[2];
};

struct liberty_writer {
	const struct library *library; /* borrowed */
	const struct lib_cell *cell;   /* the one that is written */
	struct output out;
	struct liberty_template *template; /* owned */
	int32_t n_templates;
	int64_t template_capacity;
	struct text text, other; /* owned: work space for functions */
	int64_t done;
};

/* The pins of an expression of several: of bit `bit` of `width`, a pin that is that
 * bit of a bus of the width is written as the bus. Zeroed: pins as they are. */
struct liberty_bit {
	int32_t bit, width;
};

/* ---- liberty.c ---- */

/* "name : value;" at a depth of tabs, with the number in a unit. */
void liberty_put_number(struct liberty_writer *w, int depth, const char *name, double number,
			double unit);
void liberty_put_string(struct liberty_writer *w, int depth, const char *name, const char *value);
void liberty_put_true(struct liberty_writer *w, int depth, const char *name);
/* Can these be read back: names of libraries, cells and supplies; and of pins and buses, which
 * be in lists and functions too? STATUS_FAILED. */
enum status liberty_check_name(const struct liberty_writer *w, const char *name);
enum status liberty_check_pin_name(const struct liberty_writer *w, const char *name);
/* "name ("argument") {" and "}". */
void liberty_open(struct liberty_writer *w, int depth, const char *name, const char *argument);
void liberty_close(struct liberty_writer *w, int depth);
/* Append the name of a template. */
void liberty_put_template_name(struct liberty_writer *w, const struct lut *lut);

/* ---- liberty_cell.c ---- */

enum status liberty_write_cell(struct liberty_writer *w, const struct lib_cell *cell);
const char *liberty_pin_name(const struct liberty_writer *w, int32_t pin);
/* The bus or bundle that a pin is written within: the first that has it; NULL = none. */
const struct lib_bus *liberty_bus_of(const struct liberty_writer *w, int32_t pin);

/* ---- liberty_state.c ---- */

/* The sequential group that declares a pin, or the bus that begins with it, as its variable:
 * written, with *n_pins that are declared now; 0 = there is none. `written` tells which states are
 * done. */
enum status liberty_write_state_at(struct liberty_writer *w, int32_t pin, bool *written,
				   int32_t *n_pins);
/* Those that are left. */
enum status liberty_write_states(struct liberty_writer *w, bool *written);

/* ---- liberty_clock.c ---- */

/* The generated_clock groups of the cell. */
void liberty_write_generated_clocks(struct liberty_writer *w);

/* ---- liberty_timing.c ---- */

/* The timing groups that belong to a bus as a whole; and those of a pin alone. */
enum status liberty_write_bus_timing(struct liberty_writer *w, const struct lib_bus *bus);
enum status liberty_write_pin_timing(struct liberty_writer *w, int32_t pin, int depth);
bool liberty_has_pin_timing(struct liberty_writer *w, int32_t pin);

/* ---- liberty_expr.c ---- */

/* Append a function as text that is read back as the same postfix. STATUS_NO_MEMORY. */
enum status liberty_put_expression(const struct liberty_writer *w, int32_t place,
				   struct liberty_bit bit, struct text *out);
/* Is it the same text for all bits? places[i × stride] is that of bit i; what it is comes into
 * w->text. */
enum status liberty_common_expression(struct liberty_writer *w, const int32_t *place,
				      int64_t stride, int32_t n, bool *common);

/* ---- liberty_scaling.c ---- */

/* Of what library->scaling has at a place after the first. */
const char *liberty_scaling_name(const struct library *library, int32_t scaling);
enum status liberty_write_scaling(struct liberty_writer *w);

#endif
