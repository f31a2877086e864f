/* Which arcs of a timing graph carry clocks from their sources on. */
#ifndef DB_CLOCK_ARCS_H
#define DB_CLOCK_ARCS_H

#include "db/timing_graph.h"

/* For struct loop_choice, with a timing graph that is being built as the context: a loop isn't broken where a clock would
 * be lost after it. A clock spreads from its sources in breadth; arcs that lead on are kept, so no loop has such arcs
 * alone. Loops are best broken where data enters the network of a clock: there it matters least. */
enum status clock_arcs_choose(const void *timing, const struct graph_order *order, uint8_t *arc);

#endif
