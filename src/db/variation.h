/*
 * How much delays vary: which sigma each cell arc and each check has, by set_variation or by tables
 * of the library (ocv_sigma_cell_rise, …). Of several rules for the same the one for an instance goes
 * before one for its library cell, that before its type's, its library's and the design's; of equals
 * the last counts. What has no rule doesn't vary.
 */
#ifndef DB_VARIATION_H
#define DB_VARIATION_H

#include <stdbool.h>
#include <stdint.h>

#include "db/netlist.h"

enum variation_scope {
	VARIES_ALL,
	VARIES_LIBRARY,
	VARIES_TYPE,
	VARIES_CELL,
	VARIES_INSTANCE,
	N_VARIATION_SCOPES
};

/* Of cells, for VARIES_TYPE. */
enum variation_type { TYPE_COMBINATIONAL, TYPE_SEQUENTIAL, TYPE_CLOCK_GATE, TYPE_MACRO };
#define VARIATION_TYPES "combinational|sequential|clock_gate|macro"

enum variation_kind {
	VARIES_BY_FRACTION, /* of the nominal late delay */
	VARIES_BY_SIGMA,    /* ps */
	VARIES_BY_TABLE,    /* the library's tables, by slew and load */
};

struct variation_rule {
	enum variation_scope scope;
	enum variation_kind kind;
	char *name;  /* owned: of the library, cell or instance; NULL = all, or a type */
	int type;    /* enum variation_type */
	bool checks; /* it is about checks, not about delays */
	/* What positive and negative deviations are measured by: late and early tables; ≥ 0. */
	double value[2];
};

struct variation {
	int32_t n_rules;
	struct variation_rule *rule; /* owned */
	int64_t capacity;
};

void variation_release(struct variation *variation);
/* With a copy of the name. STATUS_BAD_INPUT for a value that is negative or no number. */
enum status variation_add(struct variation *variation, const struct variation_rule *rule);

/* The rules of a netlist's instances. */
struct variation_map {
	/* owned [n_masters], [2 n_instances] or NULL: by master and by instance, delays and checks;
	 * places in variation->rule, -1 = none */
	int32_t *by_master, *by_instance;
};

/* STATUS_BAD_INPUT when something is named that isn't there. */
enum status variation_map_make(const struct variation *variation, const struct netlist *netlist,
			       struct variation_map *out);
void variation_map_release(struct variation_map *map);
/* The rule of an instance, NULL = none. */
const struct variation_rule *variation_of(const struct variation *variation,
					  const struct variation_map *map,
					  const struct netlist *netlist, int32_t instance,
					  bool checks);

/*
 * The number that an arc's or a check's random numbers are drawn by: FNV-1a (64 bits) of the
 * instance's name, 0, the one pin's name, 0, 'r' or 'f', the other's name, 0, 'r' or 'f', and of a
 * check its kind ('s', 'h', 'c' for recovery, 'm' for removal). It depends on nothing else, so an
 * edit elsewhere or another order of files changes no die.
 */
uint64_t variation_key(const struct netlist *netlist, int32_t from_vertex, int32_t to_vertex,
		       char kind);
/* The same of any name: a library, a part of the die. */
uint64_t variation_name_key(const char *name);

#endif
