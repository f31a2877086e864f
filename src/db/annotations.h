/*
 * What files (SDF) and commands say of delays, checks and slews, in place of what libraries and wires
 * give, or on top of that. Numbers are of the annotated netlist. An entry stays when timing leaves its arc
 * out (constants, set_disable_timing), so it is there when the arc comes back.
 */
#ifndef DB_ANNOTATIONS_H
#define DB_ANNOTATIONS_H

#include <stdint.h>

#include "base/keys.h"
#include "db/netlist.h"

enum annotated {
	ANNOTATED_WIRE,   /* from a driver of a net to a load */
	ANNOTATED_ARC,    /* through a cell */
	ANNOTATED_CHECK,  /* from the clock to the data */
	ANNOTATED_SLEW,   /* at a pin; from and to are the same */
	ANNOTATED_WIDTH,  /* of a pulse at a pin that begins with the edge; the same */
	ANNOTATED_PERIOD, /* of a clock at a pin; the same, with the rising edge */
	N_ANNOTATED
};

struct annotation_key {
	int32_t what;     /* enum annotated */
	int32_t from, to; /* vertices: 2·pin + edge */
	int32_t arc;      /* of the cell, as master_arc_number() has it; -1 = none */
};

/* No value. */
#define ANNOTATION_NONE INT32_MAX
/* What a value may be at most, either way: as long as a delay may be, fs. */
#define ANNOTATION_MOST INT32_C(2100000000)

/* By split, fs. */
struct annotation {
	int32_t given[N_SPLITS]; /* in place of what is computed; ANNOTATION_NONE = not this */
	int32_t added[N_SPLITS]; /* on top of what is computed; 0 where a value is given */
};

struct annotations {
	struct keys keys;        /* of struct annotation_key */
	struct annotation *item; /* owned [keys.n] */
	int64_t capacity;
	int64_t n_of[N_ANNOTATED]; /* entries with a value, in either split */
};

enum status annotations_new(struct annotations **out);
void annotations_free(struct annotations *annotations); /* NULL is fine */
enum status annotations_copy(const struct annotations *annotations, struct annotations **out);

/* How a value combines with an earlier one. */
enum annotation_mode {
	ANNOTATION_SETS,
	ANNOTATION_ADDS,    /* to what is given, or to what is computed */
	ANNOTATION_LEAST,   /* the least of those that were given, … */
	ANNOTATION_MOST_OF, /* … or the largest */
};

/* Say one value. STATUS_BAD_INPUT (without words) when it passes ANNOTATION_MOST, STATUS_NO_MEMORY. */
enum status annotations_put(struct annotations *annotations, const struct annotation_key *key,
			    enum split split, int64_t fs, enum annotation_mode mode);
/* The annotation; NULL = none. On any thread while nothing is put. */
const struct annotation *annotations_find(const struct annotations *annotations,
					  const struct annotation_key *key);
static inline bool annotation_is_there(const struct annotation *a)
{
	return a->given[EARLY] != ANNOTATION_NONE || a->given[LATE] != ANNOTATION_NONE ||
	       a->added[EARLY] || a->added[LATE];
}
/* Forget all of a kind. */
void annotations_drop(struct annotations *annotations, enum annotated what);
/* Say all that others say too. */
enum status annotations_merge(struct annotations *annotations, const struct annotations *others);
/* The same of netlist_tile()'s copies of a netlist. */
enum status annotations_tile(const struct annotations *annotations, const struct netlist *netlist,
			     const struct netlist *tiled, struct annotations **out);

/* The number of a library's arc among those of a master's cells: of the late cell those that it has, behind
 * them those of the early cell where that is another one. */
int32_t master_arc_number(const struct master *master, const struct lib_arc *arc);

#endif
