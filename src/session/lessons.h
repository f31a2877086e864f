/* The lessons that come with warpscope. */
#ifndef SESSION_LESSONS_H
#define SESSION_LESSONS_H

#include "base/status.h"
#include "base/text.h"

/* Append a line for each: its name, and the title that its file begins with. STATUS_IO when their
 * folder isn't there. */
enum status lessons_write(struct text *out);

#endif
