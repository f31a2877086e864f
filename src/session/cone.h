/* The fan-in and fan-out around a pin, for the screen and for reports. */
#ifndef SESSION_CONE_H
#define SESSION_CONE_H

#include "gpu/inspect/cone.h"
#include "session/session.h"

/* Read a cone, with a text for each arc; the timing must be up to date. STATUS_FAILED without a
 * message: there is no timing to read now. The caller drops the reference. */
enum status session_read_cone(struct session *session, int64_t serial,
			      const struct cone_query *query, struct snap_cone **out);

/* The times of a graph without a netlist, until it is closed. */
enum status session_need_times(struct session *session, struct graph_times **out);

#endif
