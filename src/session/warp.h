/* Recording a warp of a kernel, for report_warp and view Warp. */
#ifndef SESSION_WARP_H
#define SESSION_WARP_H

#include "gpu/device/warp.h"
#include "session/session.h"

/*
 * Run a command (a Tcl list of its words, without substitutions) and record a warp of a kernel that
 * it launches. If it doesn't launch the kernel and there is a netlist, drop timing
 * and search and run it again. STATUS_FAILED: no such launch, level or warp; STATUS_NO_DEVICE: this
 * device can't record; or the command's own error.
 */
enum status session_record_warp(struct session *session, const struct warp_wish *wish,
				const char *command);

/* The newest recording; NULL = none. */
const struct warp_recording *session_warp(const struct session *session);

/* Append the head of report_warp: the warp's identity, divergence and coalescing. */
void session_write_warp(const struct warp_recording *r, struct text *out);
/* 100 part / all; 0 if `all` is 0. */
double session_percent(int64_t part, int64_t all);

/* A letter for each lane of a step and a terminating 0: its action, "." idle, "-" no item. */
void session_warp_lanes(const struct warp_recording *r, const struct warp_step *step,
			char out[WARP_WIDTH + 1]);
/* A step in words, "load 4 B  graph.row". */
void session_warp_words(const struct warp_recording *r, const struct warp_step *step, char *out,
			size_t size);

#endif
