/* The worst paths to endpoints as saved slacks keep them. They are searched on the device, so while nothing computes there. */
#ifndef REPORT_KEPT_PATHS_H
#define REPORT_KEPT_PATHS_H

#include "session/saved_paths.h"

enum { USUAL_KEPT_PATHS = 5000 };

/* Save slacks under a name, with the worst paths to the n worst endpoints of setup and of hold. */
enum status session_keep_slacks(struct session *session, const char *name, int64_t n,
				struct saved_slacks **out);
/* Find the paths of the timing that a comparison with it compares. */
enum status session_find_paths_now(struct session *session,
				   const struct slack_comparison *comparison);

#endif
