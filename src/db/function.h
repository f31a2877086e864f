/*
 * Evaluating the function of a library pin, or the condition of an arc, for an instance with
 * constant pins.
 */
#ifndef DB_FUNCTION_H
#define DB_FUNCTION_H

#include <stdint.h>

#include "db/netlist.h"

enum logic {
	LOGIC_0,
	LOGIC_1,
	LOGIC_X, /* may be either */
};

/* The pins of a cell as an instance has them. */
struct pin_view {
	const int8_t *value;         /* of all pins of the netlist; NULL = all X */
	int32_t first_pin;           /* of the instance */
	const struct master *master; /* for its early cell; NULL = for the late cell */
};

/* The value of a pin of the cell. */
enum logic view_value(const struct pin_view *view, int32_t lib_pin);

/* The value of an expression (in library->expression) in three-valued logic: 0 and X is 0, X xor X
 * is X. */
enum logic function_value(const int32_t *expression, const struct pin_view *view);

/* The unateness of a function in a pin. */
enum {
	FOLLOWS_POSITIVE = 1 << 0,
	FOLLOWS_NEGATIVE = 1 << 1,
	FOLLOWS_BOTH = FOLLOWS_POSITIVE | FOLLOWS_NEGATIVE,
};

/* FOLLOWS_ flags of an expression for a pin that isn't constant, over all assignments of the other
 * non-constant pins. FOLLOWS_BOTH for a pin that doesn't occur, such as a register's clock, and
 * with more than MOST_FREE non-constant pins. */
enum { MOST_FREE = 12 };
int function_follows(const int32_t *expression, const struct pin_view *view, int32_t from);

/* Are two expressions of a cell the same function? False with more than MOST_FREE pins. */
bool functions_agree(const int32_t *a, const int32_t *b);

#endif
