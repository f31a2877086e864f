/* What computes, as a snapshot: for the screen's view of it and for reports. */
#ifndef SESSION_DEVICE_READ_H
#define SESSION_DEVICE_READ_H

#include "session/session.h"
#include "snap/device.h"

/* Accounts are kept while somebody has asked for them, or looks at them. */
void session_keep_accounts(struct session *session, bool asked, bool watched);

/* With `measure` the bandwidth is measured, when it isn't known and nothing else runs. */
enum status session_read_device(struct session *session, int64_t serial, bool measure,
				struct snap_device **out);

/* "no GPU here (…): using the CPU"; never "". */
void session_write_choice(const struct session *session, struct text *out);

#endif
