/*
 * Which arcs set_disable_timing turns off (constraints->disabled), found again in constant time.
 */
#ifndef DB_DISABLES_H
#define DB_DISABLES_H

#include <stdbool.h>
#include <stdint.h>

#include "base/keys.h"
#include "db/constraints.h"
#include "db/netlist.h"

/*
 * What an entry turns off. Pins count within the master for DISABLE_MASTER_…, else within the
 * netlist. Entries with an instance or a master mean cell arcs and checks alone. As in OpenSTA a check is off
 * only where its clock's pin is named, or a pin of a library cell, and an arc of a net where its driver is: what
 * ends at a pin of an instance stays an endpoint.
 */
enum disable_kind {
	DISABLE_PIN,  /* neither an instance nor a master, one pin: arcs at it, of nets from it */
	DISABLE_ARC,  /* from and to: this one, of an instance its own, else a net arc too */
	DISABLE_FROM, /* an instance's, from a pin */
	DISABLE_TO,   /* … to a pin */
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
	uint32_t kinds;   /* bit k: there are some of kind k; 0 = nothing is disabled */
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

/* Is a pin itself disabled? Nothing goes on from it; what ends there stays an endpoint. */
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
