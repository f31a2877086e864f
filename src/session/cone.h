/* What lies around a pin, for the screen and for reports. */
#ifndef SESSION_CONE_H
#define SESSION_CONE_H

#include "gpu/inspect/cone.h"
#include "session/session.h"

/* Read it with words on its arcs; the timing must be up to date. STATUS_FAILED, without words, when
 * nothing is there to be read now. The caller drops the reference. */
enum status session_read_cone(struct session *session, int64_t serial,
			      const struct cone_query *query, struct snap_cone **out);

/* What a graph without a netlist has of times is there: session->times_of_graph. */
enum status session_need_times(struct session *session);

#endif
