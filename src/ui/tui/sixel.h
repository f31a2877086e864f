/* Pixels as sixels (DEC's VT330/VT340 graphics). */
#ifndef UI_TUI_SIXEL_H
#define UI_TUI_SIXEL_H

#include <stdint.h>

#include "base/text.h"

/* Append a picture of width × height pixels (0xXXRRGGBB, rows `stride` apart) from the cursor on. It has at
 * most 256 colours: where there are more, colours that are alike become their mean. Pixels below the last row
 * are left as they are. */
void sixel_add(struct text *out, const uint32_t *pixel, int32_t stride, int32_t width,
	       int32_t height);

#endif
