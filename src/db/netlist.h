/*
 * A flat, linked netlist: instances of library cells, nets and ports, all numbered; the design that
 * timing is computed on. Built by the netlist_add_ functions, closed once, never changed after
 * that, shared by reference.
 *
 * Names are hierarchical, joined by '/', without Verilog's escapes ("\foo[3] " is "foo[3]").
 * Pins are numbered ports first, then instance by instance in the order of the master's pins, so
 * that a pin is found without a table: port p is pin p, pin i of instance x is instance_pin[x] + i.
 *
 * A pin of both directions that also takes signals has two sides, as OpenSTA's: what arrives from its net is at the
 * pin itself, what it drives its net with at a second number, its driving side. Those follow the pins, by the numbers
 * of these; only timing knows of them. Everything that asks about a pin may be asked about a driving side too.
 */
#ifndef DB_NETLIST_H
#define DB_NETLIST_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/names.h"
#include "base/status.h"
#include "base/task.h"
#include "base/text.h"
#include "db/library.h"
#include "db/notes.h"

/* What instances are instances of: a cell of the libraries, or a black box. */
struct master {
	char *name; /* owned */
	/* The cell of each split (the same where one library serves both); NULL and -1 for a black
	 * box. */
	const struct library *library[N_SPLITS]; /* borrowed from netlist->library */
	int32_t cell[N_SPLITS];
	int32_t n_pins;
	/* Pins in the order of the late cell (internal ones too), those of a black box as used. */
	int32_t *pin_name;  /* owned [n_pins]: ids in netlist->pin_name */
	int32_t *early_pin; /* owned [n_pins]: the early cell's pin of that name, -1 = none */
	/* owned [n_pins]; a black box's pins are LIB_INOUT, unless LEF says what they are */
	enum lib_direction *direction;
	bool *is_bit; /* owned [n_pins]: "a[3]" of a black box is a bit of its pin "a"; else brackets are of the name */
	int32_t n_instances;
};

struct hierarchy;

/* Units of commands and reports: what one of them is in ours. */
struct units {
	double time, capacitance, resistance; /* ps, fF, kΩ */
};

enum net_constant {
	NET_SIGNAL,
	NET_ZERO, /* tied: 1'b0, supply0 */
	NET_ONE,
};

struct netlist {
	atomic_int refs;
	char *name;      /* owned: of the top module */
	int32_t n_tiles; /* copies side by side, 1 when not tiled */
	int32_t n_libraries;
	struct library **library; /* owned references [n_libraries]; units come from the first … */
	struct units units;       /* … but those that aren't 0: set_cmd_units */

	int32_t n_masters;
	struct master *master; /* owned [n_masters] */
	struct names master_name, pin_name;

	int32_t n_ports;
	struct names port_name;             /* n_ports; a bit of a bus is "a[3]" */
	enum lib_direction *port_direction; /* owned [n_ports], as seen from outside */
	bool *port_is_bit; /* owned [n_ports]: a bit of a vector; else brackets are of the name */

	int32_t n_instances;
	struct names instance_name;
	int32_t *instance_master; /* owned [n_instances] */
	int32_t *instance_pin;    /* owned [n_instances + 1]: first pin */
	struct notes source; /* of instances: their place in the RTL, Verilog's attribute "src" */
	struct notes supply; /* of instances: db/supplies.h */

	int32_t n_nets;
	struct names net_name;
	uint8_t *net_constant;   /* owned [n_nets]: enum net_constant */
	struct names alias_name; /* more names of nets, for looking them up … */
	int32_t *alias_net;      /* owned [alias_name.n]: … and the net of each */

	int32_t n_pins; /* n_ports + those of all instances */
	/* While it is built: no two nets, and no two instances, are given one name, so it isn't checked. */
	bool names_differ;
	int32_t *pin_net;      /* owned [n_all_pins], -1 = not connected */
	int32_t *pin_instance; /* owned [n_all_pins], -1 = a port */
	/* Once it is closed: driving side n_pins + i is that of two_sided[i]. Owned, ascending. */
	int32_t n_all_pins;
	int32_t *two_sided;
	/* owned: CSR, pins of a net: drivers first (outputs and input ports before inouts), then
	 * the others, each by number; ports of both directions, which may drive too, are among these */
	int32_t *net_pin_row, *net_pin;
	int32_t *net_n_drivers;      /* owned [n_nets] */
	struct hierarchy *hierarchy; /* owned, NULL = it was flat: names of modules' instances */
	/* capacities of what grows while it is built */
	int64_t master_capacity, port_capacity, instance_capacity, instance_pin_capacity;
	int64_t net_capacity, alias_capacity, pin_net_capacity;
};

enum status netlist_new(const char *name, struct netlist **out);
REFERENCES(netlist_ref, struct netlist)
void netlist_unref(struct netlist *netlist); /* NULL is fine */
RELEASER(netlist_drop, struct netlist, netlist_unref)

/* First the libraries and masters, then ports, then nets and instances, then connections.
 * STATUS_BAD_INPUT when a name is there already, STATUS_NO_MEMORY for more than 2^31 − 1 of
 * something. A library that is there already isn't added again. */
enum status netlist_add_library(struct netlist *netlist, struct library *library);
/* A master of the given cells (early may be NULL: the late one serves both). */
enum status netlist_add_cell(struct netlist *netlist, struct library *late, int32_t late_cell,
			     struct library *early, int32_t early_cell, int32_t *master);
enum status netlist_add_black_box(struct netlist *netlist, const char *name, int32_t n_pins,
				  const char *const *pin_name, int32_t *master);
enum status netlist_add_port(struct netlist *netlist, const char *name,
			     enum lib_direction direction, int32_t *port);
enum status netlist_add_net(struct netlist *netlist, const char *name, enum net_constant constant,
			    int32_t *net);
/* One more name of a net; no error if it is taken, then it stays what it was. */
enum status netlist_add_alias(struct netlist *netlist, const char *name, int32_t net);
enum status netlist_add_instance(struct netlist *netlist, const char *name, int32_t master,
				 int32_t *instance);
/* pin: a port, or instance_pin[instance] + pin of the master. */
void netlist_connect(struct netlist *netlist, int32_t pin, int32_t net);

/* ---- netlist_many.c: many at once, by threads; only where names_differ ---- */

/* The master of a new instance, by its number among them. On any thread. */
typedef int32_t netlist_master_fn(const void *context, int64_t i);

/* Nets, signals at first, whose names are counted in parts and must then be written: *first is the first one's
 * number. STATUS_NO_MEMORY. */
enum status netlist_add_nets(struct netlist *netlist, struct names_part *part, int n_parts,
			     int32_t *first);
/* Instances likewise, whose pins aren't connected yet. */
enum status netlist_add_instances(struct netlist *netlist, struct names_part *part, int n_parts,
				  netlist_master_fn *master, const void *context, int32_t *first);
/* Build the CSR of nets. */
enum status netlist_close(struct netlist *netlist);
/* Of that the driving sides, once pins have their instances; are those that were read just these? */
enum status netlist_find_sides(struct netlist *netlist);
enum status netlist_check_sides(const struct netlist *netlist, bool *same);

/* The pin that a driving side is of; of a pin itself. */
static inline int32_t netlist_named_pin(const struct netlist *netlist, int32_t pin)
{
	return pin < netlist->n_pins ? pin : netlist->two_sided[pin - netlist->n_pins];
}

/* The driving side of a pin; itself where it has but one side. */
int32_t netlist_driving_side(const struct netlist *netlist, int32_t pin);
/* The same of vertices, 2·pin + edge. */
static inline int32_t netlist_named_vertex(const struct netlist *netlist, int32_t vertex)
{
	return netlist_named_pin(netlist, vertex / N_EDGES) * N_EDGES + vertex % N_EDGES;
}

static inline int32_t netlist_driving_vertex(const struct netlist *netlist, int32_t vertex)
{
	return netlist->n_all_pins == netlist->n_pins
		       ? vertex
		       : netlist_driving_side(netlist, vertex / N_EDGES) * N_EDGES +
				 vertex % N_EDGES;
}

/* The sides from which goes on what begins at a pin, numbered 0 and 1, -1 = none: the driving one of a port, both of other
 * pins. */
int32_t netlist_beginning_side(const struct netlist *netlist, int32_t pin, int number);

/*
 * A new netlist of n copies of a closed one, unconnected; copy t's names begin with "t<t>/" (a
 * single copy keeps its names, copies of copies are counted through). Copy t of port, net and
 * instance i of m is t × m + i. STATUS_FAILED when it would be too large, or n < 1.
 */
enum status netlist_tile(const struct netlist *netlist, int32_t n, struct task *task,
			 struct netlist **out);

/*
 * The name in copy `number` of n of what is called so in a netlist of n_old copies: "t<copy>/name", a single copy keeps
 * it. Copies of copies are counted through; what has no copy's name, as it came later, is taken for one of copy 0.
 */
enum status netlist_tile_name(const char *name, int32_t n_old, int32_t number, int32_t n,
			      struct text *out);

/* A copy with all connections that isn't closed yet: instances and nets can be added after the
 * others, pins connected otherwise. */
enum status netlist_copy_open(const struct netlist *netlist, struct task *task,
			      struct netlist **out);

/* Give back the memory of the tables by which nets and instances are found; the next one that is looked for makes its
 * table again. Not while another thread may look for one, but the screen by names_find_locked(). */
void netlist_drop_tables(const struct netlist *netlist);

/* By name, a net also by an alias or by a name inside of the hierarchy, -1 when it isn't there. A pin is "instance/pin" or a port. */
int32_t netlist_find_net(const struct netlist *netlist, const char *name, int64_t length);
int32_t netlist_find_instance(const struct netlist *netlist, const char *name, int64_t length);
int32_t netlist_find_port(const struct netlist *netlist, const char *name, int64_t length);
int32_t netlist_find_pin(const struct netlist *netlist, const char *name, int64_t length);
/* The same among pins of instances alone: a port may be called "u1/A" too. */
int32_t netlist_find_inner_pin(const struct netlist *netlist, const char *name, int64_t length);
/* Pin of an instance by its name alone. */
int32_t netlist_find_instance_pin(const struct netlist *netlist, int32_t instance, const char *name,
				  int64_t length);

/* Those that were set, else the first library's, else ours. */
struct units netlist_units(const struct netlist *netlist);

/* Append a pin's name, instance and pin joined by `join` ('/', or ':' in files). */
void netlist_write_pin(const struct netlist *netlist, int32_t pin, char join, struct text *out);

/* Has a cell with instances clocks of its own (struct lib_generated_clock)? */
bool netlist_makes_clocks(const struct netlist *netlist);

/* A pin's own name, that of its instance left out. */
const char *netlist_pin_own_name(const struct netlist *netlist, int32_t pin);
/* Where the brackets of "a[3]" begin; NULL of a name that is no bit's. */
const char *netlist_bit_of(const char *name);

/* The library cell of an instance in one split, and its library; both NULL for ports (-1) and black boxes. */
const struct lib_cell *netlist_lib_cell(const struct netlist *netlist, int32_t instance,
					enum split split, const struct library **library);
/* The library pin of an instance pin in one split; NULL for ports, black boxes, missing pins. */
const struct lib_pin *netlist_lib_pin(const struct netlist *netlist, int32_t pin, enum split split);
/* That of a pin of a master, by its number in it. */
const struct lib_pin *master_lib_pin(const struct master *master, int32_t pin, enum split split);
/* Direction of a port as seen from outside, of a pin as seen by its instance. */
enum lib_direction netlist_pin_direction(const struct netlist *netlist, int32_t pin);
/* Is it among the drivers of its net? Input ports, and outputs and inouts of instances; driving sides. */
bool netlist_drives(const struct netlist *netlist, int32_t pin);
/* Does a side of a pin drive the net? Also those of ports of both directions. */
static inline bool netlist_may_drive(const struct netlist *netlist, int32_t pin)
{
	return netlist_drives(netlist, netlist_driving_side(netlist, pin));
}
/* Does something arrive at it from its net: an input, an output port, a pin of two sides? */
bool netlist_takes_signals(const struct netlist *netlist, int32_t pin);
/* The pins that a side of a pin drives, of its net. */
int32_t netlist_fanout(const struct netlist *netlist, int32_t side);
/* Of a side: is what comes there on its way to the net? */
static inline bool netlist_side_drives(const struct netlist *netlist, int32_t side)
{
	return side >= netlist->n_pins ||
	       (netlist_drives(netlist, side) && netlist_driving_side(netlist, side) == side);
}

#endif
