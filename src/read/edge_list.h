/*
 * Edge lists: an arc a line, "u v" or "u v weight", words between blanks or commas. A vertex is any word; a weight is in
 * picoseconds, and 1 where there is none. Lines that are empty or begin with '#' or '%' are skipped.
 */
#ifndef READ_EDGE_LIST_H
#define READ_EDGE_LIST_H

#include "base/input.h"
#include "db/graph.h"

/* Is the line [begin, end) an arc? */
bool edge_list_is_arc(const char *begin, const char *end);
/* Are the whole lines of the text [begin, end) arcs, one at least, between two numbers or two names, as lines of a
 * report aren't? */
bool edge_list_is_text(const char *begin, const char *end);
/*
 * Add the arcs of the line [begin, end) and of all that follow. `warnings` gets a line if weights are missing.
 * STATUS_BAD_INPUT with file:line:column.
 */
enum status edge_list_read(struct input *in, const char *begin, const char *end,
			   struct graph *graph, struct text *warnings);

#endif
