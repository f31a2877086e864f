/* The lines at the bottom of a frame: the prompt, a message or the last command; where we are; the keys that matter. */
#ifndef UI_FOOTER_H
#define UI_FOOTER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "ui/keymap.h"
#include "ui/widgets/surface.h"

struct ui;

/* What is typed, said, or was done; where we are; which keys matter. With room for one line only, the first of
 * them that there is. */
void footer_draw(struct ui *ui, struct area area);
/* Is there a message or a question? */
bool footer_has_message(const struct ui *ui);
void footer_draw_message(struct ui *ui, struct area area);
/* Those of a binding's keys that do now what it says; false when none does. */
bool footer_keys(const struct ui *ui, const struct binding *b, char *out, size_t size);

/* A click on a hint is the key that it names; any other key is itself. */
int32_t footer_key(const struct ui *ui, int32_t key);

#endif
