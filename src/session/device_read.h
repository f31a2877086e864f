/* A snapshot of the device, its memory and its kernels, for view Device and for reports. */
#ifndef SESSION_DEVICE_READ_H
#define SESSION_DEVICE_READ_H

#include "session/parts.h"
#include "snap/device.h"

struct session_devices {
	struct text why;  /* one line on how the device was chosen, "" if the user named it */
	bool asked;       /* the user named it */
	struct text list; /* devices to choose from, "" = not listed yet */
	/* owned: further devices, among which run_ssta divides its dies, and their queues */
	int n_more;
	struct device *more[MOST_DEVICES - 1];
	struct queue *more_queue[MOST_DEVICES - 1];
	bool accounts_asked;   /* kernels are profiled because a command asked for it */
	bool accounts_watched; /* kernels are profiled because the screen shows them */
};

PART_DATA(struct session_devices, session_devices, device_part)

/* Profile the device while a command has asked for it, or a view shows it. */
void session_keep_accounts(struct session *session, bool asked, bool watched);

/* With `measure` the bandwidth is measured, if it isn't known and nothing else runs. */
enum status session_read_device(struct session *session, int64_t serial, bool measure,
				struct snap_device **out);

#endif
