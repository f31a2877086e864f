/*
 * The settings of the screen: one table, from which `set`, the list of settings, completion and the
 * manual page are made. In scripts they are Tcl variables where there is a screen
 * (session/variables.h).
 */
#ifndef UI_SETTINGS_H
#define UI_SETTINGS_H

#include "base/text.h"
#include "ui/widgets/plot.h"
#include "ui/widgets/surface.h"

struct ui;

struct setting {
	const char *name;
	const char *values; /* separated by '|' */
	const char *initial;
	size_t place;                  /* in struct ui: an int or an enum, the index of its value */
	void (*follow)(struct ui *ui); /* called when it has another; NULL = nothing follows */
	const char *help;
};

/* NULL after the last. */
const struct setting *setting_at(int i);
const struct setting *setting_find(const char *name);
/* The index of its value; value i, in a buffer. */
int *setting_index(struct ui *ui, const struct setting *setting);
void setting_value(const struct setting *setting, int i, char *out, size_t size);
/* STATUS_USAGE with the nearest when there is no such setting or value; NULL changes nothing. */
enum status setting_change(struct ui *ui, const char *name, const char *value);
/* Go to another value, round and round. */
void setting_turn(struct ui *ui, const struct setting *setting, int by);
/* The names, closed by NULL. */
const char *const *settings_names(void);
void settings_write_manual(struct text *out);

/* A time that ends in a column. */
void area_time(struct area area, int end, int y, enum style style, int64_t fs);

/* The list of all of them. */
void settings_draw(struct ui *ui, struct area area);

/* What plots are drawn with by default: Braille where the locale has it, but the kernel's
 * console has no glyphs for it. `choice` = 0 for that, else a kind of glyphs and 1. */
enum glyphs settings_glyphs(int choice);

#endif
