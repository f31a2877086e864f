/*
 * What the function of a library pin, or the condition of an arc, is for an instance whose pins are
 * partly constant.
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
	const struct master *master; /* its early cell is meant; NULL = its late one */
};

/* Of a pin of the cell. */
enum logic view_value(const struct pin_view *view, int32_t lib_pin);

/* Of an expression (in library->expression), in three-valued logic: 0 and X is 0, X xor X is X. */
enum logic function_value(const int32_t *expression, const struct pin_view *view);

/* In which senses a function follows a pin. */
enum {
	FOLLOWS_POSITIVE = 1 << 0,
	FOLLOWS_NEGATIVE = 1 << 1,
	FOLLOWS_BOTH = FOLLOWS_POSITIVE | FOLLOWS_NEGATIVE,
};

/* FOLLOWS_ flags of an expression for a pin that isn't constant: by all assignments of the others
 * that aren't either. Both for a pin that doesn't occur, as a register's clock, which isn't judged,
 * and with more than MOST_FREE pins that aren't constant. */
enum { MOST_FREE = 12 };
int function_follows(const int32_t *expression, const struct pin_view *view, int32_t from);

/* Are two expressions of a cell the same function? False with more than MOST_FREE pins. */
bool functions_agree(const int32_t *a, const int32_t *b);

#endif
