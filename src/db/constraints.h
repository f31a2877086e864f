/*
 * What the surroundings of a netlist promise and demand: clocks, and for each port arrival, slew,
 * required time and load. Built by a reader, then never changed, shared by reference. Units: ps, fF.
 */
#ifndef DB_CONSTRAINTS_H
#define DB_CONSTRAINTS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"
#include "db/netlist.h"

struct clock {
	char *name;   /* owned */
	int32_t port; /* where it comes in */
	double period, fall; /* ps: the rising edge is at 0 */
};

struct port_constraint {
	bool has_arrival, has_required;
	double arrival[N_SPLITS][N_EDGES];
	double slew[N_SPLITS][N_EDGES];
	double required[N_SPLITS][N_EDGES];
	double load; /* fF, of what is outside */
};

struct constraints {
	atomic_int refs;
	char *path; /* owned */
	int32_t n_clocks;
	struct clock *clock; /* owned [n_clocks] */
	int64_t clock_capacity;
	int32_t n_ports;
	struct port_constraint *port; /* owned [n_ports], as the netlist's */
};

enum status constraints_new(const char *path, const struct netlist *netlist,
			    struct constraints **out);
struct constraints *constraints_ref(struct constraints *constraints);
void constraints_unref(struct constraints *constraints); /* NULL is fine */
enum status constraints_add_clock(struct constraints *constraints, const char *name, int32_t port,
				  double period, double fall);

/* The same constraints for netlist_tile()'s copies; clocks are called as the copies' ports are. */
enum status constraints_tile(const struct constraints *constraints, const struct netlist *tiled,
			     struct constraints **out);

#endif
