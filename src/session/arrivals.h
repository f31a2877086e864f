/* The stepper of levelization and arrivals, for the open graph or for one split of the open
 * netlist. */
#ifndef SESSION_ARRIVALS_H
#define SESSION_ARRIVALS_H

#include "gpu/timing/arrivals.h"
#include "session/session.h"

/* Replace the stepper by a new one before its first step, and post its timeline. STATUS_USAGE:
 * early arrivals of a graph without a netlist. */
enum status session_begin_arrivals(struct session *session, bool early);
/* Borrowed; NULL = none was begun. */
struct arrivals *session_arrivals(const struct session *session);

#endif
