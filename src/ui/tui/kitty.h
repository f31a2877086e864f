/* Commands of kitty's graphics protocol. */
#ifndef UI_TUI_KITTY_H
#define UI_TUI_KITTY_H

#include <stdbool.h>
#include <stdint.h>

#include "base/text.h"

/* A rectangle of pixels, and the cells that it covers. */
struct kitty_image {
	uint32_t id;           /* of 24 bits */
	const uint32_t *pixel; /* 0xXXRRGGBB, rows `stride` apart */
	int32_t stride, width, height;
	int column, row, columns, rows; /* from 0 */
	bool answer;                    /* it is asked for one, else for errors alone */
};

enum { KITTY_NAME = 64, KITTY_OBJECTS = 8 };

/* An object of shared memory that a terminal reads and removes. */
struct kitty_object {
	char name[KITTY_NAME]; /* "" = none */
	int place;             /* of KITTY_OBJECTS: each that is there at a time has another */
};

/* Send pixels and show them at their place, in place of what had that id. `tmux`: through it, by
 * placeholders. */
void kitty_add(struct text *out, const struct kitty_image *image, bool tmux);
/* The same through shared memory; false when there is none. */
bool kitty_add_shared(struct text *out, const struct kitty_image *image,
		      struct kitty_object *object);
/* Ask whether such images can be shown: by pixels that are sent, or are in shared memory. */
void kitty_ask(struct text *out, uint32_t id);
bool kitty_ask_shared(struct text *out, uint32_t id, struct kitty_object *object);
/* Remove an image and its pixels. */
void kitty_delete(struct text *out, uint32_t id, bool tmux);
/* Remove the object, if the terminal hasn't; also when the process crashes. */
void kitty_object_drop(struct kitty_object *object);
void kitty_drop_on_crash(void);

#endif
