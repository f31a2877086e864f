/* The summary of what a session has open, for the screen. */
#ifndef CMD_SUMMARY_H
#define CMD_SUMMARY_H

#include "cmd/session.h"
#include "snap/summary.h"

/* Made from what is there now: nothing is computed for it but the slacks of endpoints. */
enum status session_summarize(struct session *session, int64_t serial, struct snap_summary **out);

#endif
