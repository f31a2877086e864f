/* What the files of linking share; see link.h for the rest. */
#ifndef DB_LINK_LINK_IMPL_H
#define DB_LINK_LINK_IMPL_H

#include "db/link/link.h"

enum link_warning {
	WARN_NO_PORT,
	WARN_WIDTH,
	WARN_TIES,
	WARN_NAMES,
	WARN_SPLITS,
	WARN_UNDRIVEN,
	WARN_DRIVERS,
	N_LINK_WARNINGS
};

/* What can be connected of a target: a pin, a bus, one bit of a bus, a port of a module, a supply.
 */
struct socket {
	int32_t name;         /* in modules->string, -1 = it has no name there */
	int32_t first, width; /* pins of the master, or in modules->port_bit; width 0 = a supply */
	int32_t instance;     /* that connected it last */
};

/* What instances are instances of. */
struct target {
	int32_t name;                      /* in modules->string */
	int32_t module;                    /* -1 = a cell or a black box */
	struct library *library[N_SPLITS]; /* borrowed; both NULL for modules and black boxes */
	int32_t cell[N_SPLITS];
	int32_t master; /* of the netlist */
	int32_t n_pins;
	int32_t first_socket, n_sockets;
	int32_t n_positional; /* sockets that have a position; they come first */
};

enum bit_flag {
	BIT_IS_ZERO = 1,
	BIT_IS_ONE = 2,
	BIT_IS_PORT = 4,
};

enum unit_state {
	UNIT_UNSEEN,
	UNIT_OPEN, /* on the way from the top to the module that is looked at */
	UNIT_DONE,
};

/* What linking knows of a module. */
struct unit {
	enum unit_state state;
	int32_t first_bit; /* of its bits, in linker->class and other arrays by bit */
	int32_t n_aliases; /* bits that aren't their own class */
	struct link_size size;
};

struct linker {
	const struct modules *modules;            /* borrowed */
	struct library *const *library[N_SPLITS]; /* borrowed */
	int32_t n_libraries[N_SPLITS], n_left_out[N_SPLITS];
	struct text *warnings;     /* borrowed, NULL = say nothing */
	const struct names *known; /* borrowed: black boxes without a warning, NULL = none */
	struct task *task;         /* borrowed */
	struct netlist *netlist;
	int64_t n_warned[N_LINK_WARNINGS];
	int64_t n_steps; /* for the task */

	int32_t top;       /* module */
	struct unit *unit; /* owned [n_modules] */
	int32_t *order;    /* owned [n_modules]: modules from the leaves to the top */
	int32_t *path;     /* owned: modules from the top to the one that is looked at */
	int32_t n_order, n_path;

	int32_t *target_of;    /* owned [modules->string.n]: -1 = not looked for yet */
	struct target *target; /* owned */
	int32_t n_targets;
	int64_t target_capacity;

	struct socket *socket; /* owned */
	int32_t *by_name; /* owned [n_sockets]: a target's sockets in the order of their names */
	int32_t n_sockets;
	int64_t socket_capacity;
	/* The sockets of black boxes: a name is target and port, its id their order. */
	struct names box_socket;
	int32_t *box_width; /* owned [box_socket.n] */
	int64_t box_width_capacity;

	int32_t *connection_socket; /* owned [n_connections]: -1 = left out */
	/* By bit of the modules that are instantiated, unit->first_bit + bit: */
	int32_t n_bits;
	int32_t *class; /* owned: bit of the same module that represents it */
	uint8_t *flag;  /* owned: enum bit_flag; ties of a class at the bit that represents it */
	bool united;    /* bits of the module that is looked at */
	/* By bit of the modules inside the top: */
	int32_t *outer;       /* owned: bit of the parent that this class is connected to … */
	int32_t *outer_stamp; /* owned: … by this instance */

	/* while flattening */
	int32_t *context; /* owned, a stack: nets of the bits of the modules from the top on */
	int64_t n_context, context_capacity;
	struct text prefix, name;
	int32_t block;       /* of the hierarchy, whose module is made; -1 = the top */
	int32_t tied_net[2]; /* those of 1'b0 and 1'b1, -1 = none yet */
};

/* ---- link_target.c ---- */

/* The target of a name, looked for among modules and libraries. */
enum status link_target(struct linker *linker, int32_t name, int32_t *target);
/* Make the sockets of all targets; *order and instances are known. */
enum status link_sockets(struct linker *linker);
/* The socket of a target by name, -1 when there is none. `likely`: where to look first. */
int32_t link_find_socket(const struct linker *linker, const struct target *target, int32_t name,
			 int32_t likely);
/* The name of pin i of a black box by position: an id in modules->string, or below -1. */
int32_t link_position_name(const struct linker *linker, int32_t i);
/* Add the masters of all cells and black boxes to the netlist. */
enum status link_masters(struct linker *linker);

/* ---- link_libraries.c ---- */

/* Say which cells are in several libraries. STATUS_BAD_INPUT when their ports differ. */
enum status link_compare_libraries(struct linker *linker);

/* ---- link_check.c ---- */

/* Connections to sockets, and classes of bits that are one net, module by module. */
enum status link_check(struct linker *linker);

/* The same of many instances at once, by threads; what isn't plain (a warning, an error, a module) is left to the function
 * for one. */
typedef enum status link_check_fn(struct linker *linker, int32_t module, int32_t instance);
enum status link_check_many(struct linker *linker, int32_t module, link_check_fn *check_one);

/* ---- link_flatten.c ---- */

enum status link_flatten(struct linker *linker);

/* The nets of the bits of a module are in linker->context from there on. */
struct flat_module {
	const struct module *module;
	const struct unit *unit;
	int64_t context;
};

/* The net that all connections with a literal constant share. */
enum status link_tied_net(struct linker *linker, int32_t constant, int32_t *net);
/* Note the supplies of instance id of the netlist, which an instance connects. */
enum status link_note_supplies(struct linker *linker, const struct flat_module *at,
			       int32_t instance, int32_t id);
/* A warning of a net that is tied to both constants. */
void link_warn_ties(struct linker *linker, const char *net);

/* ---- link_many.c: by threads, where names differ ---- */

/* Nets of the classes that no port has brought in. */
enum status link_add_nets(struct linker *linker, const struct flat_module *at);
/* Instances first … end − 1 of the modules' ones, which are all cells. */
enum status link_add_cells(struct linker *linker, const struct flat_module *at, int32_t first,
			   int32_t end);

/* ---- link.c ---- */

/* Count a warning of a kind; true while it should be written out. */
bool link_warns(struct linker *linker, enum link_warning kind);
/* Append "path:line:column: " of an instance in a module. */
void link_write_place(const struct linker *linker, int32_t module, int32_t instance,
		      struct text *out);

/* Once in every few microseconds of work: see whether to stop. */
static inline enum status link_step(struct linker *linker)
{
	linker->n_steps++;
	if (linker->n_steps & 1023)
		return task_cancelled(linker->task) ? STATUS_CANCELLED : STATUS_OK;
	return task_progress(linker->task, linker->n_steps);
}

static inline const char *link_string(const struct linker *linker, int32_t id)
{
	return names_get(&linker->modules->string, id);
}

#endif
