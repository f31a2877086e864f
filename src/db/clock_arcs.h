/* Which arcs of a timing graph carry clocks from their sources on. */
#ifndef DB_CLOCK_ARCS_H
#define DB_CLOCK_ARCS_H

#include "db/timing_graph.h"

/* For struct loop_choice; the context is a timing graph under construction. Marks the arcs by which
 * clocks spread breadth-first from their sources: these are kept, so loops aren't broken where a
 * clock would be lost; no loop consists of such arcs only. The best place to break a loop is where
 * data enters a clock network. */
enum status clock_arcs_choose(const void *timing, const struct graph_order *order, uint8_t *arc);

#endif
