/* The list of all endpoints, for the screen, and the pins of those that fail. */
#ifndef SESSION_ENDPOINTS_H
#define SESSION_ENDPOINTS_H

#include "gpu/inspect/endpoint_list.h"
#include "session/session.h"

/* Pins of failing endpoints, the worst first, at most MOST_FAILING_PINS. */
struct failing_pins {
	struct endpoint_filter of;
	bool known;
	int64_t edition; /* of the timing */
	enum credit_mode cppr;
	int64_t n_all, n; /* failing endpoints, -1 = slacks are pending; those listed */
	int32_t *pin;     /* owned [n] */
};

enum { MOST_FAILING_PINS = 20000 };

/* The filter of a reading adapted to the design: before CPPR if paths get no credit. Needs a
 * timing. */
struct endpoint_filter session_endpoint_filter(const struct session *session,
					       const struct endpoint_filter *asked);
/* Are the slacks that this filter needs not computed yet? */
bool session_endpoints_pending(const struct session *session, const struct endpoint_filter *asked);
/* Those that fail, for a reading; until they are asked for again. */
enum status session_find_failing(struct session *session, const struct endpoint_filter *asked,
				 const struct failing_pins **out);

#endif
