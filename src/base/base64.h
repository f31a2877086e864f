/* Bytes as text of 64 characters (RFC 4648, section 4), as terminals take them. */
#ifndef BASE_BASE64_H
#define BASE_BASE64_H

#include "base/text.h"

/* Append them, four characters for three bytes, "=" where the last are fewer. */
void base64_add(struct text *out, const void *bytes, int64_t n);

#endif
