/*
 * Delays, checks and slews annotated by files (SDF) and commands, which replace the values computed
 * from libraries and wires, or add to them. Ids are the netlist's. An entry is kept even while its
 * arc is turned off (constants, set_disable_timing).
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
	ANNOTATED_WIDTH,  /* of a pulse at a pin that begins with this edge; from = to */
	ANNOTATED_PERIOD, /* of a clock at a pin; from = to, the rising edge */
	N_ANNOTATED
};

struct annotation_key {
	int32_t what;     /* enum annotated */
	int32_t from, to; /* vertices: 2·pin + edge */
	int32_t arc;      /* of the cell, by master_arc_number(); -1 = none */
};

/* No value. */
#define ANNOTATION_NONE INT32_MAX
/* Largest absolute value, fs: that of a delay. */
#define ANNOTATION_MOST INT32_C(2100000000)

/* By split, fs. */
struct annotation {
	int32_t given[N_SPLITS]; /* replaces the computed value; ANNOTATION_NONE = doesn't */
	int32_t added[N_SPLITS]; /* added to the computed value; 0 if `given` replaces it */
};

struct annotations {
	struct keys keys;        /* of struct annotation_key */
	struct annotation *item; /* owned [keys.n] */
	int64_t capacity;
	int64_t n_of[N_ANNOTATED]; /* entries with a value, in either split */
};

enum status annotations_new(struct annotations **out);
void annotations_free(struct annotations *annotations); /* NULL is fine */
RELEASER(annotations_end, struct annotations, annotations_free)
/* Free the contents of one that wasn't made by annotations_new(). */
void annotations_release(struct annotations *annotations);
enum status annotations_copy(const struct annotations *annotations, struct annotations **out);

/* How a value combines with an earlier one. */
enum annotation_mode {
	ANNOTATION_SETS,
	ANNOTATION_ADDS,    /* to the given value, or to the computed one */
	ANNOTATION_LEAST,   /* the least of the given values */
	ANNOTATION_MOST_OF, /* the largest of the given values */
};

/* Set one value. STATUS_BAD_INPUT (without a message) beyond ANNOTATION_MOST, STATUS_NO_MEMORY. */
enum status annotations_put(struct annotations *annotations, const struct annotation_key *key,
			    enum split split, int64_t fs, enum annotation_mode mode);
/* The annotation; NULL = none. On any thread while nothing is put. */
const struct annotation *annotations_find(const struct annotations *annotations,
					  const struct annotation_key *key);
/* [keys.n], by item. */
static inline const struct annotation_key *annotations_keys(const struct annotations *annotations)
{
	return (const struct annotation_key *)annotations->keys.data;
}

static inline bool annotation_is_there(const struct annotation *a)
{
	return a->given[EARLY] != ANNOTATION_NONE || a->given[LATE] != ANNOTATION_NONE ||
	       a->added[EARLY] || a->added[LATE];
}
/* Are untrusted values within their ranges? */
bool annotation_key_fits(const struct annotation_key *key, int64_t n_vertices);
bool annotation_fits(const struct annotation *a);
/* Remove the annotations of an instance's cell: delays, checks, widths and periods between its
 * pins; wires and slews stay. Returns their number. */
int64_t annotations_drop_cell(struct annotations *annotations, const struct netlist *netlist,
			      int32_t instance);
/* Remove all annotations of a kind. */
void annotations_drop(struct annotations *annotations, enum annotated what);
/* Combine an annotation with the one of this key, if any. Statuses as annotations_put(). */
enum status annotations_say(struct annotations *annotations, const struct annotation_key *key,
			    const struct annotation *said);
/* Would annotations_merge() succeed, or is a sum beyond ANNOTATION_MOST? */
bool annotations_fit(const struct annotations *annotations, const struct annotations *others);
/* Combine all annotations of another set with these. */
enum status annotations_merge(struct annotations *annotations, const struct annotations *others);
/* The annotations of netlist_tile()'s copies of a netlist. */
enum status annotations_tile(const struct annotations *annotations, const struct netlist *netlist,
			     const struct netlist *tiled, struct annotations **out);

/* The number of a library arc in a master: the late cell's arcs come first, then the early cell's
 * if that is another cell. */
int32_t master_arc_number(const struct master *master, const struct lib_arc *arc);

/* The master's pin of a pin of its cell in a split; -1 = none. */
int32_t master_pin_of(const struct master *master, int split, int32_t pin);
/* Does a delay arc of a library lead from one edge to another? */
bool lib_arc_leads(const struct lib_arc *arc, int in, int out);

/* Is there a net from the pin or port `from`, a driver, to `to`, a load? */
bool netlist_is_wire(const struct netlist *netlist, int32_t from, int32_t to);

/* Arcs of a cell or checks between two pins of an instance, or wires between two pins of a net. */
struct annotation_target {
	enum annotated what;       /* ANNOTATED_WIRE, _ARC or _CHECK */
	enum lib_arc_kind check;   /* of a check: LIB_SETUP … LIB_REMOVAL */
	int32_t from, to;          /* pins of the netlist; of a check the clock, the data */
	int32_t from_edges, edges; /* masks of 1 << edge: at either end */
	const char *sdf_cond;      /* borrowed: only arcs with this sdf_cond; NULL = all arcs */
};

struct annotation_value {
	int splits; /* mask of 1 << split */
	int64_t fs;
	enum annotation_mode mode;
};

/* Set a value for all arcs of the target. *any: there is one. */
enum status annotations_put_between(struct annotations *annotations, const struct netlist *netlist,
				    const struct annotation_target *target,
				    const struct annotation_value *value, bool *any);

#endif
