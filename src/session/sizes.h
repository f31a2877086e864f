/* Other sizes of a cell, with the slacks that the design would have, by exact timing. */
#ifndef SESSION_SIZES_H
#define SESSION_SIZES_H

#include "snap/summary.h"

struct session;

/* An instance's cell and those that can replace it, each with the design's slacks, until they are
 * asked for again; the design isn't changed. STATUS_FAILED if the library doesn't give the cell's
 * functions, and under lenses. */
enum status session_need_sizes(struct session *session, int32_t instance,
			       const struct cell_sizes **out);

/* The sizes known already; else n is 0. */
void session_read_sizes(const struct session *session, struct cell_sizes *out);

#endif
