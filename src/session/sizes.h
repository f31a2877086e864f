/* Sizes of a cell: what each gives, by exact timing. */
#ifndef SESSION_SIZES_H
#define SESSION_SIZES_H

#include "snap/summary.h"

struct session;

/* Fill session->sizes with an instance's cell and those that can take its place, each with the slacks that it gives; the
 * design stays as it is. STATUS_FAILED where its cell says nothing of what it computes, and under lenses. */
enum status session_need_sizes(struct session *session, int32_t instance);

/* As far as they are known; else n is 0. */
void session_read_sizes(const struct session *session, struct cell_sizes *out);

#endif
