/*
 * Patterns of cells and nets, level by level. A name of a netlist is those of the blocks around it and its own, each of
 * which may have slashes (an escaped name has). A '/' of a pattern goes a level down; where nothing is found so it
 * is a character of a name, as in OpenSTA. '*' and '?' match within a level.
 */
#ifndef DB_QUERY_LEVELS_H
#define DB_QUERY_LEVELS_H

#include "db/query.h"

/* The name of a cell or net on its own level. */
const char *object_own_name(const struct netlist *netlist, enum object_kind kind, int32_t id);

/* Add the cells or nets (the list's kind) that match. */
enum status query_levels(const struct netlist *netlist, const char *pattern, bool nocase,
			 struct object_list *list);

/* The last '/' of a pattern that has no backslash before it, NULL = none. */
const char *pattern_last_level(const char *pattern);
/* The next one from there on. */
const char *pattern_next_level(const char *pattern);

#endif
