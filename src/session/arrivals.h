/* Levelization and arrivals of what is open: the graph, or the netlist's in one split. */
#ifndef SESSION_ARRIVALS_H
#define SESSION_ARRIVALS_H

#include "gpu/timing/arrivals.h"
#include "session/session.h"

/* End the one that is there, begin another (no step yet), and pin it up. Early ones are for netlists:
 * STATUS_USAGE. */
enum status session_begin_arrivals(struct session *session, bool early);
/* The one that is there, NULL = none. */
struct arrivals *session_arrivals(const struct session *session);

#endif
