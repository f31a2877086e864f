/* Strings as JSON and comma-separated values have them. */
#ifndef REPORT_QUOTE_H
#define REPORT_QUOTE_H

#include "base/text.h"

/* In quotes. JSON is UTF-8 throughout, names needn't be: a byte that is no part of a character becomes the
 * lone surrogate that it is in Python ("surrogateescape"), from which it can be recovered. */
void quote_json(struct text *out, const char *string);
/* In quotes, those in it doubled. */
void quote_csv(struct text *out, const char *string);

#endif
