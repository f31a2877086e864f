/*
 * Finding objects of a netlist by patterns, as SDC and its commands do. '*' and '?' match within
 * one level of the hierarchy (ports have none), '\' takes the next character literally, brackets
 * are ordinary characters. Of ports and pins, what names a whole bus ("a" for "a[3]", "a[2]", …)
 * matches all of its bits.
 *
 * Names of a netlist keep no escapes: where no blocks are around it, a '/' is a character of a name.
 */
#ifndef DB_QUERY_H
#define DB_QUERY_H

#include "base/text.h"
#include "db/netlist.h"

enum object_kind {
	OBJECT_PIN, /* of instances, not ports; numbered as the netlist's pins */
	OBJECT_CELL,
	OBJECT_NET,
	OBJECT_PORT,
	N_OBJECT_KINDS
};

struct query_options {
	/* The pattern is met by the end of a name, on any level. */
	bool hierarchical;
	bool regexp; /* an extended regular expression for the whole name instead */
	bool nocase;
};

/* Objects of one kind, each once. After cells, pins and nets come those of the hierarchy
 * (db/hierarchy.h), numbered on from the flat netlist's; of nets these are names further down. */
struct object_list {
	enum object_kind kind;
	int32_t n;
	int32_t *id; /* owned */
	int64_t capacity;
	uint8_t *seen; /* owned */
};

enum status object_list_init(struct object_list *list, const struct netlist *netlist,
			     enum object_kind kind);
void object_list_release(struct object_list *list);
enum status object_list_add(struct object_list *list, int32_t id);

/* "pin", "cell", "net", "port" */
const char *object_kind_name(enum object_kind kind);
int32_t object_count(const struct netlist *netlist, enum object_kind kind);
void object_write_name(const struct netlist *netlist, enum object_kind kind, int32_t id,
		       struct text *out);
/* Is it a block, a pin of one, or the name that a net has further down? */
bool object_is_hierarchical(const struct netlist *netlist, enum object_kind kind, int32_t id);
/* The leaf cells of a block, the pins and ports that signals reach through a pin of one, or the flat
 * net. */
enum status object_leaves(const struct netlist *netlist, enum object_kind kind, int32_t id,
			  enum status (*add)(void *context, int32_t id), void *context);
/* The flat net of a net. */
int32_t object_flat_net(const struct netlist *netlist, int32_t id);
/* The loads that signals reach over a net as its level has it: s/i isn't all of the net that drives it
 * outside of s. Of more than one driver: those reached from each. *whole and nothing added: all of them. */
enum status object_net_loads(const struct netlist *netlist, int32_t id,
			     enum status (*add)(void *context, int32_t pin), void *context,
			     bool *whole);
/* By its exact name, -1 when it isn't there; of the flat netlist alone, or of the hierarchy too. A net
 * also by an alias. */
int32_t object_find_any(const struct netlist *netlist, enum object_kind kind, const char *name);
int32_t object_find(const struct netlist *netlist, enum object_kind kind, const char *name);
/* The name most like this one, for messages; appends nothing when none is like it. */
void object_write_nearest(const struct netlist *netlist, enum object_kind kind, const char *name,
			  struct text *out);

/* Add what matches a pattern: ports in the module's order, the others by name, pins of an instance in its cell's order.
 * STATUS_USAGE when a regular expression isn't one. */
enum status query_objects(const struct netlist *netlist, const char *pattern,
			  const struct query_options *options, struct object_list *list);

/* Does a name match a pattern of '*', '?' and '\'? With `levels` the first two don't match '/'. */
bool glob_match(const char *pattern, const char *name, bool nocase, bool levels);

#endif
