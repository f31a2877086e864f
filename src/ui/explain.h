/* What a step of a search does, in words. */
#ifndef UI_EXPLAIN_H
#define UI_EXPLAIN_H

#include "base/text.h"
#include "snap/snap.h"

/* A title and a text for the step at the cursor (−1 = before the first; search may be NULL). */
void explain_step(const struct snap_search *search, int64_t cursor, struct text *title,
		  struct text *text);

#endif
