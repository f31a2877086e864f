/*
 * The arcs turned off by set_disable_timing (constraints->disabled), with look-up in constant time.
 */
#ifndef DB_DISABLES_H
#define DB_DISABLES_H

#include <stdbool.h>
#include <stdint.h>

#include "base/keys.h"
#include "db/constraints.h"
#include "db/netlist.h"

/*
 * What an entry turns off. Pins are numbered within the master for DISABLE_MASTER_…, else within
 * the netlist. Entries with an instance or a master apply only to cell arcs and checks. As in
 * OpenSTA a check is turned off only by its clock pin or by a pin of a library cell, and a net arc
 * by its driver: an endpoint at a pin of an instance stays an endpoint.
 */
enum disable_kind {
	DISABLE_PIN,  /* neither an instance nor a master, one pin: arcs at it, of nets from it */
	DISABLE_ARC,  /* arcs between two pins; without an instance also net arcs */
	DISABLE_FROM, /* an instance's arcs from a pin */
	DISABLE_TO,   /* an instance's arcs to a pin */
	DISABLE_INSTANCE, /* all of an instance */
	DISABLE_MASTER_ARC,
	DISABLE_MASTER_FROM,
	DISABLE_MASTER_TO,
	DISABLE_MASTER, /* all of a library cell's instances */
};

struct disable_key {
	int32_t kind;  /* enum disable_kind */
	int32_t owner; /* pin, instance or master; -1 = none */
	int32_t from, to;
};

struct disables {
	const struct netlist *netlist; /* borrowed */
	uint32_t kinds;   /* bit k: there are entries of kind k; 0 = nothing is disabled */
	struct keys keys; /* struct disable_key */
};

/* constraints may be NULL. STATUS_NO_MEMORY. */
enum status disables_find(const struct netlist *netlist, const struct constraints *constraints,
			  struct disables *out);
void disables_release(struct disables *disables);

/* When disables->kinds isn't 0; see below. */
bool disables_have(const struct disables *disables, int32_t instance, int32_t from, int32_t to);
bool disables_have_check(const struct disables *disables, int32_t instance, int32_t from,
			 int32_t to);

/* Is a pin itself disabled? No arc leaves it then; an endpoint there stays one. */
bool pin_is_disabled(const struct disables *disables, int32_t pin);

/* Is an arc between two pins of the netlist off? instance: of a cell arc, -1 = a net arc. */
static inline bool arc_is_disabled(const struct disables *disables, int32_t instance, int32_t from,
				   int32_t to)
{
	return disables->kinds && disables_have(disables, instance, from, to);
}

/* Is a check of an instance off? */
static inline bool check_is_disabled(const struct disables *disables, int32_t instance,
				     int32_t from, int32_t to)
{
	return disables->kinds && disables_have_check(disables, instance, from, to);
}

#endif
