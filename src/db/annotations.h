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
/* Of one that isn't made by annotations_new(): empty it. */
void annotations_release(struct annotations *annotations);
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
/* [keys.n], by the numbers of items. */
static inline const struct annotation_key *annotations_keys(const struct annotations *annotations)
{
	return (const struct annotation_key *)annotations->keys.data;
}

static inline bool annotation_is_there(const struct annotation *a)
{
	return a->given[EARLY] != ANNOTATION_NONE || a->given[LATE] != ANNOTATION_NONE ||
	       a->added[EARLY] || a->added[LATE];
}
/* Of what isn't trusted: is it in its ranges? */
bool annotation_key_fits(const struct annotation_key *key, int64_t n_vertices);
bool annotation_fits(const struct annotation *a);
/* Forget those of an instance's cell: delays, checks, widths and periods between its pins; wires and slews stay.
 * Returns how many there were. */
int64_t annotations_drop_cell(struct annotations *annotations, const struct netlist *netlist,
			      int32_t instance);
/* Forget all of a kind. */
void annotations_drop(struct annotations *annotations, enum annotated what);
/* Add all annotations of another set. The same statuses. */
enum status annotations_say(struct annotations *annotations, const struct annotation_key *key,
			    const struct annotation *said);
/* Would that go, or do values add up to too much? */
bool annotations_fit(const struct annotations *annotations, const struct annotations *others);
/* Say all that others say too. */
enum status annotations_merge(struct annotations *annotations, const struct annotations *others);
/* The same of netlist_tile()'s copies of a netlist. */
enum status annotations_tile(const struct annotations *annotations, const struct netlist *netlist,
			     const struct netlist *tiled, struct annotations **out);

/* The number of a library's arc among those of a master's cells: of the late cell those that it has, after
 * them those of the early cell where that is another one. */
int32_t master_arc_number(const struct master *master, const struct lib_arc *arc);

/* The master's pin that a pin of one of its cells is; -1 = none. */
int32_t master_pin_of(const struct master *master, int split, int32_t pin);
/* Does a delay arc of a library lead from one edge to another? */
bool lib_arc_leads(const struct lib_arc *arc, int in, int out);

/* Does a net lead from a pin or port that drives it to another that doesn't? */
bool netlist_is_wire(const struct netlist *netlist, int32_t from, int32_t to);

/* Arcs of a cell or checks between two pins of an instance, or wires between two pins of a net. */
struct annotation_target {
	enum annotated what;       /* ANNOTATED_WIRE, _ARC or _CHECK */
	enum lib_arc_kind check;   /* of a check: LIB_SETUP … LIB_REMOVAL */
	int32_t from, to;          /* pins of the netlist; of a check the clock, the data */
	int32_t from_edges, edges; /* masks of 1 << edge: at either end */
	const char *sdf_cond; /* borrowed: of arcs that the library calls so alone; NULL = of all */
};

struct annotation_value {
	int splits; /* mask of 1 << split */
	int64_t fs;
	enum annotation_mode mode;
};

/* Say a value of all that the target is. *any: there is such an arc. */
enum status annotations_put_between(struct annotations *annotations, const struct netlist *netlist,
				    const struct annotation_target *target,
				    const struct annotation_value *value, bool *any);

#endif
