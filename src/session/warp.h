/* The warp that the session has recorded, for report_warp and view Warp. */
#ifndef SESSION_WARP_H
#define SESSION_WARP_H

#include "gpu/device/warp.h"
#include "session/session.h"

/*
 * Run a command (a list of its words: nothing in it is replaced) and record a warp of a kernel that it launches; it is session->warp then, in place of the one before.
 * Where it launches none on a netlist, the timing goes, with the search, and it is run again.
 * STATUS_FAILED where no such launch, level or warp was there, STATUS_NO_DEVICE where none can be recorded, and what
 * the command fails with.
 */
enum status session_record_warp(struct session *session, const struct warp_wish *wish,
				const char *command);

/* Append what report_warp begins with: which warp it is, divergence and coalescing. */
void session_write_warp(const struct warp_recording *r, struct text *out);
/* 100 part / all, 0 of nothing. */
double session_percent(int64_t part, int64_t all);

/* A letter for each lane of a step, and a terminating 0: what it does there, "." idle, "-" it has no item. */
void session_warp_lanes(const struct warp_recording *r, const struct warp_step *step,
			char out[WARP_WIDTH + 1]);
/* "load 4 B  graph.row" */
void session_warp_words(const struct warp_recording *r, const struct warp_step *step, char *out,
			size_t size);

#endif
