/* A snapshot of the device, its memory and its kernels, for view Device and for reports. */
#ifndef SESSION_DEVICE_READ_H
#define SESSION_DEVICE_READ_H

#include "session/session.h"
#include "snap/device.h"

/* Profile the device while a command has asked for it, or a view shows it. */
void session_keep_accounts(struct session *session, bool asked, bool watched);

/* With `measure` the bandwidth is measured, if it isn't known and nothing else runs. */
enum status session_read_device(struct session *session, int64_t serial, bool measure,
				struct snap_device **out);

#endif
