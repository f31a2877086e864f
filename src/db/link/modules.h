/*
 * Hierarchical modules as a netlist's text has them, before they are linked with libraries and
 * flattened (db/link/link.h). Everything is in flat arrays; a module owns a range of each.
 *
 * The wires of a module are numbered bit by bit, from 0 in each module, in the order of their
 * declaration, a bus from the first of its range on. What is connected is a list of bits, most
 * significant first; a bit is such a number or one of the constants below.
 */
#ifndef DB_LINK_MODULES_H
#define DB_LINK_MODULES_H

#include <stdbool.h>
#include <stdint.h>

#include "base/file_stamp.h"
#include "base/names.h"
#include "base/status.h"
#include "base/text.h"
#include "db/library.h"
#include "db/netlist.h"
#include "db/notes.h"

enum module_bit {
	BIT_NONE = -1, /* not connected; x and z too */
	BIT_ZERO = -2,
	BIT_ONE = -3,
};

struct module_net {
	int32_t name;        /* in modules->string */
	int32_t first_bit;   /* of the module */
	int32_t left, right; /* the range as declared, 0 and 0 for one wire */
	bool is_bus, is_port;
	uint8_t direction; /* enum lib_direction of a port */
	uint8_t constant;  /* enum net_constant: supply0 and supply1 */
};

struct module_port {
	int32_t name;
	enum lib_direction direction; /* as seen from outside */
	int32_t net;                  /* the net of the same name, -1 for .name(expression) */
	int32_t first_bit;            /* in modules->port_bit; up to the next port's */
};

struct module_instance {
	int32_t name, master;     /* in modules->string */
	int32_t line, column;     /* of the name */
	int32_t first_connection; /* up to the next instance's */
	/* Of an array of instances: how many there are (0 = none, it is one alone), and which this is,
	 * from the left. Each has the connections of all, see module_connected(). */
	int32_t n_copies, copy;
};

struct module_connection {
	int32_t port;      /* in modules->string, -1 = by position */
	int32_t first_bit; /* in modules->bit; up to the next connection's */
};

struct module {
	int32_t name;
	int32_t file, line, column;
	int32_t replaced; /* the module of its name that it took the place of, -1 = none */
	bool is_replaced; /* one that was read later took its place */
	int32_t n_bits;
	int32_t first_net, n_nets;
	int32_t first_port, n_ports;
	int32_t first_instance, n_instances;
	int32_t first_assign, n_assigns;
};

/* What a file was, so that it can be read again. */
struct module_file {
	struct file_stamp stamp;
	char *real_path; /* owned: from the root, NULL = unknown */
	bool allow_large;
};

/* Zeroed, it is empty. Of port, instance and connection one more is there, that ends the last. */
struct modules {
	int32_t n_files;
	char **path;              /* owned [n_files], owned */
	struct module_file *file; /* owned [n_files] */
	bool is_forgotten;        /* the files are all that is left, see modules_forget() */
	struct names string;      /* all names; some may be unused */

	int32_t n_modules;
	struct module *module;    /* owned [n_modules] */
	struct names module_name; /* of all modules, each once … */
	int32_t *module_of;       /* owned [module_name.n]: … and the one that has it now */

	int32_t n_nets, n_ports, n_port_bits, n_instances, n_connections, n_bits, n_assigns;
	struct module_net *net;               /* owned [n_nets] */
	struct module_port *port;             /* owned [n_ports + 1] */
	int32_t *port_bit;                    /* owned [n_port_bits] */
	struct module_instance *instance;     /* owned [n_instances + 1] */
	struct module_connection *connection; /* owned [n_connections + 1] */
	int32_t *bit;                         /* owned [n_bits] */
	int32_t *assign_left, *assign_right;  /* owned [n_assigns]: bits that are the same */
	struct notes source;                  /* of instances: their attribute "src" */
	int64_t module_of_capacity, file_capacity, module_capacity, net_capacity, port_capacity;
	int64_t port_bit_capacity, instance_capacity, connection_capacity, bit_capacity;
	int64_t assign_capacity;
};

void modules_release(struct modules *modules);

/*
 * Give back the memory of modules that are linked, all but which files they are from; so where these are
 * large, and can be read again. A later link reads the modules again, if they fit their stamps.
 */
void modules_forget(struct modules *modules);
/* Were any read, forgotten or not? */
static inline bool modules_any(const struct modules *modules)
{
	return modules->n_modules > 0 || modules->is_forgotten;
}

/* Append; the ends of the arrays stay as described. STATUS_NO_MEMORY when full. */
enum status modules_add_file(struct modules *modules, const char *path);
/* What the file added last is, of which a descriptor is open. */
void modules_note_file(struct modules *modules, int fd, bool allow_large);
/* Take away the file added last, with its modules; their strings stay. */
void modules_drop_file(struct modules *modules);
/* A module of the file added last, in place of one of that name from a file before it. What follows is its own.
 * STATUS_BAD_INPUT when the file has one of this name. */
enum status modules_add_module(struct modules *modules, int32_t name, int32_t line, int32_t column);
/* A net of |left − right| + 1 bits; *net counts from the beginning of modules->net. */
enum status modules_add_net(struct modules *modules, int32_t name, bool is_bus, int32_t left,
			    int32_t right, int32_t *net);
enum status modules_add_port(struct modules *modules, int32_t name, enum lib_direction direction,
			     int32_t net, const int32_t *bits, int32_t n_bits);
enum status modules_add_instance(struct modules *modules, int32_t name, int32_t master,
				 int32_t line, int32_t column);
/* To the instance added last. */
enum status modules_add_connection(struct modules *modules, int32_t port, const int32_t *bits,
				   int32_t n_bits);
/* Several instances with their connections and bits: instance[n + 1], whose last entry ends the last one's;
 * `first_connection` counts in `connection`, `first_bit` there in `bit`. */
enum status modules_add_instances(struct modules *modules, const struct module_instance *instance,
				  int32_t n, const struct module_connection *connection,
				  const int32_t *bit);
/* Room for that much more, whose pages are touched by threads. STATUS_NO_MEMORY. */
struct modules_more {
	int64_t nets, instances, connections, bits;
};
enum status modules_reserve(struct modules *modules, const struct modules_more *more);
enum status modules_add_assign(struct modules *modules, int32_t left, int32_t right);

/* More of the instance added last, which become an array with it: with the same connections. */
enum status modules_copy_instance(struct modules *modules, int32_t name, int32_t n_copies,
				  int32_t copy);

/* What an instance connects to a port of a width: of an array, a part of what is as wide as all of its
 * instances' ports, else the same to each. */
struct connected {
	const int32_t *bit; /* borrowed [n] */
	int32_t n;
};

static inline struct connected module_connected(const struct modules *m, int32_t instance,
						int32_t connection, int32_t width)
{
	struct connected out = {&m->bit[m->connection[connection].first_bit],
				m->connection[connection + 1].first_bit -
					m->connection[connection].first_bit};
	const struct module_instance *x = &m->instance[instance];

	if (x->n_copies > 1 && out.n == (int64_t)x->n_copies * width) {
		out.bit += (int64_t)x->copy * width;
		out.n = width;
	}
	return out;
}

/* Mark modules that are in another one, or replaced: inside[n_modules]. STATUS_NO_MEMORY. */
enum status modules_mark_inside(const struct modules *modules, bool *inside);

/* A module that is in no other one. */
struct top_module {
	int32_t module;
	double instances; /* of cells, also inside */
};

/* All of them, the largest first, equal ones as they were read: *tops is the caller's to free. STATUS_NO_MEMORY. */
enum status modules_find_tops(const struct modules *modules, struct top_module **tops, int32_t *n);

/* The module of a name, -1 when there is none. */
int32_t modules_find(const struct modules *modules, const char *name);

static inline int32_t module_net_width(const struct module_net *net)
{
	return (net->left > net->right ? net->left - net->right : net->right - net->left) + 1;
}

/* The index that bit i of a bus has in the text. */
static inline int32_t module_net_index(const struct module_net *net, int32_t i)
{
	return net->left > net->right ? net->left - i : net->left + i;
}

/* Append "name" or "name[index]" of bit i of a net. */
void modules_write_bit(const struct modules *modules, const struct module_net *net, int32_t i,
		       struct text *out);

#endif
