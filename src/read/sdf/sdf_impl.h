/*
 * What the parts of the SDF reader share: sdf.c walks over the file and its cells, sdf_delays.c and sdf_checks.c
 * over their sections, sdf_names.c knows what names mean, sdf_cond.c what conditions do. Words are sdf_scan.h's.
 */
#ifndef READ_SDF_SDF_IMPL_H
#define READ_SDF_SDF_IMPL_H

#include <stdbool.h>
#include <stdint.h>

#include "base/walk.h"
#include "base/keyed.h"
#include "read/sdf/sdf.h"

enum {
	SDF_MOST_VALUES = 12, /* of a delay */
	SDF_DEEPEST = 64, /* parentheses within each other, of what is skipped and of conditions */
};

/* A piece of the text. */
struct sdf_span {
	const char *begin, *end; /* equal: there is none */
};

/* A triple: fs. */
struct sdf_value {
	bool there[3];
	int64_t fs[3];
};

struct sdf_values {
	int n;
	struct sdf_value value[SDF_MOST_VALUES];
};

/* A pin of a cell, and how it changes. */
struct sdf_port {
	struct sdf_span name;
	int edges;            /* mask of 1 << edge */
	struct sdf_span cond; /* of a check */
};

enum sdf_warning {
	SDF_NO_INSTANCE,
	SDF_OTHER_CELL,
	SDF_NO_PORT,
	SDF_NO_ARC,
	SDF_NO_PIN,
	SDF_OF_BLOCK,
	SDF_NO_WIRE,
	SDF_NO_CHECK,
	SDF_NO_VALUE,
	SDF_UNCHECKED,
	SDF_SKIPPED,
	SDF_TOP_TIMING,
	SDF_N_WARNINGS
};

/* An instance that is annotated. */
struct sdf_instance {
	int32_t id; /* -1 = none */
	const struct master *master;
	int32_t first_pin;
};

struct sdf {
	struct walk walk;
	const struct sdf_source *source; /* borrowed */
	const struct netlist *netlist;   /* borrowed */
	struct annotations *annotations; /* owned */
	char divider;
	double unit;       /* fs */
	struct text block; /* owned: "INST/" of -path, or nothing */
	/* the cell at hand */
	struct sdf_span cell_type;
	struct text scope;       /* owned: the same of its instance, for wires */
	struct sdf_instance one; /* the instance that the sections are of now */
	bool is_missing;         /* there is none, which was warned of */
	bool adds;               /* in INCREMENT */
	struct text name, other; /* owned scratch */
	int32_t *expression;     /* owned scratch: a condition in postfix */
	int64_t expression_capacity;
	struct keyed *instance; /* owned [n_instances], NULL = not asked for: under their masters */
	int64_t n_again;        /* bytes that (INSTANCE *) has had read */
};

/* ---- sdf_names.c ---- */

/* How many more warnings there were of each kind. */
void sdf_warn_of_the_rest(struct sdf *sdf);
/* A name without escapes and with '/' as divider, after what is in `out` already. */
void sdf_add_name(const struct sdf *sdf, struct sdf_span name, struct text *out);
/* The instance of that name, -1 = there is none. */
int32_t sdf_find_instance(struct sdf *sdf, struct sdf_span name);
/* The pin or port that a wire begins or ends at, -1 = there is none, which was warned of. */
int32_t sdf_find_pin(struct sdf *sdf, struct sdf_span name);
/* The pin of a cell, counted from its first; -1 = it has none of that name. */
int32_t sdf_find_port(struct sdf *sdf, const struct library *library, int32_t cell,
		      struct sdf_span name);

/* Is there an instance with a library that a delay or check at a place can be of? Warns of others. */
bool sdf_has_instance(struct sdf *sdf, const char *place);

/* ---- sdf_cond.c ---- */

/* Is a condition that of an arc of the instance's cell of a split? `text` is what the library calls it
 * (an id and one more). */
enum status sdf_is_condition(struct sdf *sdf, struct sdf_span cond, int split,
			     const struct lib_arc *arc, int32_t text, bool *is);

/* ---- sdf_delays.c ---- */

/* The DELAY whose keyword was taken, up to its end. */
enum status sdf_read_delays(struct sdf *sdf);

/* ---- sdf_checks.c ---- */

/* The same of TIMINGCHECK. */
enum status sdf_read_checks(struct sdf *sdf);

/* What a value of the file annotates. */
struct sdf_target {
	struct annotation_key key;
	enum split split;
	enum annotation_mode mode;
	const char *place; /* in the file */
};

/* Annotate the value of a triple, if it has one; one that is too large is an error at the place. */
enum status sdf_put(struct sdf *sdf, const struct sdf_target *target, enum sdf_triple triple,
		    const struct sdf_value *value);

/* ---- of an instance's cells ---- */

/* The cell of a master in a split; false when there is none, or it is the late one too. */
static inline bool sdf_cell_of(const struct master *master, int split,
			       const struct library **library, int32_t *cell)
{
	*library = master->library[split];
	*cell = master->cell[split];
	return *library &&
	       (split == LATE || *library != master->library[LATE] || *cell != master->cell[LATE]);
}

#endif
