/*
 * Pictures of pixels in the terminal: by kitty's graphics protocol or as sixels, whichever it says that it has.
 * What a surface has of images (ui/widgets/surface.h) goes out after curses' frame, in tiles, of which those
 * that have changed are sent: a limited number of bytes a frame, and the next ones when the terminal has taken them.
 */
#ifndef UI_TUI_GRAPHICS_H
#define UI_TUI_GRAPHICS_H

#include <sys/ioctl.h>

#include "ui/tui/replies.h"
#include "ui/widgets/surface.h"

/* As words of --graphics. */
#define GRAPHICS_CHOICES "auto|kitty|sixel|none"
enum graphics_choice { GRAPHICS_AUTO, GRAPHICS_KITTY, GRAPHICS_SIXEL, GRAPHICS_NONE };

struct graphics;

enum status graphics_new(enum graphics_choice choice, struct graphics **out);
void graphics_free(struct graphics *graphics); /* NULL is fine */

/* Ask the terminal what it can; and again for the size of a cell when its own is another. */
void graphics_ask(struct graphics *graphics, const struct winsize *size, double now,
		  struct text *out);
void graphics_resized(struct graphics *graphics, const struct winsize *size, double now,
		      struct text *out);
/* What it has answered; unsolicited answers change nothing. */
void graphics_take(struct graphics *graphics, const struct reply *reply);
/* Is there an answer yet to come, of those asked for within the last second? */
bool graphics_is_waiting(const struct graphics *graphics, double now);
/* Its answer says that it has 24 bits of colour. */
bool graphics_found_colours(const struct graphics *graphics);
/* As the terminal has answered, or not. */
enum background { BACKGROUND_UNKNOWN, BACKGROUND_DARK, BACKGROUND_LIGHT };
enum background graphics_background(const struct graphics *graphics);

/* Pixels of a cell; false = there are no pictures, or not yet. */
bool graphics_cell(const struct graphics *graphics, int *width, int *height);
/* The screen has been cleared, or is another: nothing of them is there any more. */
void graphics_cleared(struct graphics *graphics);
/* Would sixels stay that the surface doesn't have? Then the screen has to be cleared first. */
bool graphics_must_clear(const struct graphics *graphics, const struct surface *surface);
/* The images of a surface that has just been shown. */
void graphics_show(struct graphics *graphics, const struct surface *surface, double now,
		   struct text *out);
/* Milliseconds until what is in flight isn't waited for any more; -1 = there is nothing to wait for. */
int graphics_wait(const struct graphics *graphics, double now);
/* There is more to send, and the terminal is ready for it. */
bool graphics_is_due(const struct graphics *graphics, double now);
/* Remove all. */
void graphics_hide(struct graphics *graphics, struct text *out);
/* What removes them when the process crashes: bytes for the terminal; only what a signal handler may do. */
const char *graphics_on_crash(size_t *length);
/* "kitty, shared memory, cells of 8x16 pixels", or why there are none. */
void graphics_describe(const struct graphics *graphics, struct text *out);

#endif
