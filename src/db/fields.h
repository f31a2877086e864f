/*
 * Structs described by tables (schemas), a row a field. From the rows follow initialisation,
 * release, copying, renumbering of the objects referred to, comparison and coding as bytes.
 */
#ifndef DB_FIELDS_H
#define DB_FIELDS_H

#include "base/coder.h"
#include "db/constraints.h"

enum field_kind {
	FIELD_BOOL,
	FIELD_LONG,   /* int64_t, any */
	FIELD_REAL,   /* double */
	FIELD_GIVEN,  /* double, or NOT_GIVEN, as which it begins */
	FIELD_STRING, /* owned, may be NULL */
	FIELD_INT,    /* int32_t or an enum */
	/* int32_t: numbers of objects */
	FIELD_LIBRARY,
	FIELD_MASTER,
	FIELD_PIN,
	FIELD_INSTANCE,
	FIELD_NET,
	FIELD_CLOCK,
	FIELD_CLOCK_EDGE,
	FIELD_SET, /* of clock groups */
	FIELD_DRIVING_ARC,
	FIELD_POINT,    /* of a struct point: a pin or a clock, as its kind says */
	FIELD_DISABLED, /* of a struct disabled_arc: a pin of the netlist, or of its master */
	/* items of another table */
	FIELD_STRUCT,
	FIELD_ARRAY, /* owned */
};

struct coding {
	struct coder *coder;
	const struct netlist *netlist;
	const struct constraints *constraints;
	int32_t n_clocks; /* that they will have: clocks refer to each other */
};

struct schema;

struct field {
	enum field_kind kind;
	int32_t n;           /* values in a row: [N_SPLITS][N_EDGES] are 4 */
	size_t offset, size; /* of one of them */
	/* Bits returned for a difference, 0 = ignored. Of a FIELD_STRUCT: mask for the bits of its
	 * rows; of a FIELD_ARRAY: for another number of items, else the rows' bits count. */
	unsigned change;
	bool uncoded; /* its bytes are left out */
	/* The error for a number out of range, or a missing string; NULL = not checked. */
	const char *what;
	/* Range of integers; those that may be −1 are initialised to it. `below`: upper limit that
	 * depends on earlier fields. */
	int64_t least, most;
	int64_t (*below)(const struct coding *x, const void *item);
	const struct schema *of; /* of a FIELD_STRUCT or FIELD_ARRAY */
	size_t count, capacity;  /* of a FIELD_ARRAY: offsets of these members */
};

struct schema {
	size_t size;
	int32_t n;
	const struct field *field;
	/* The error of an item read from bytes whose fields are each in range; NULL = valid. */
	const char *(*check)(const void *item);
};

/* How to renumber objects. */
struct numbering {
	/* increments, for one of several copies of the netlist */
	int32_t pin, net, instance, clock, set, driving_arc;
	int32_t n_ports, port; /* pins below n_ports are ports, which come before all other pins */
	const int32_t *new_clock; /* [old number], NULL = what is added */
};

void fields_begin(const struct schema *schema, void *item);
/* Free the memory that an item owns; the other fields stay. */
void fields_release(const struct schema *schema, void *item);
/* `to` is overwritten. STATUS_NO_MEMORY: it owns nothing. */
enum status fields_copy(const struct schema *schema, void *to, const void *from);
/* Add copies of all items of an array to the same array of another owner, with other numbers (NULL: the same).
 * STATUS_NO_MEMORY: some may be added. */
enum status fields_append(const struct field *array, void *to, const void *from,
			  const struct numbering *numbering);
void fields_renumber(const struct schema *schema, void *item, const struct numbering *numbering);
/* The bits of all rows that differ: of doubles as they are, so 0 and −0 do. */
unsigned fields_differ(const struct schema *schema, const void *a, const void *b);
/* When reading, the item must be initialised by fields_begin(). */
void fields_code(struct coding *x, const struct schema *schema, void *item);

#endif
