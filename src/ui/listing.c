/* What is listed over the view: one at a time. */
#include <string.h>

#include "ui/help.h"
#include "ui/ui.h"

static struct list *list_of_keys(struct ui *ui)
{
	return &ui->keys;
}

static struct list *list_of_settings(struct ui *ui)
{
	return &ui->settings;
}

static struct list *list_of_lessons(struct ui *ui)
{
	return &ui->lesson.menu;
}

static struct list *list_of_lenses(struct ui *ui)
{
	return &ui->lenses;
}

static struct list *list_of_sizes(struct ui *ui)
{
	return &ui->sizes;
}

static struct list *list_of_choices(struct ui *ui)
{
	return &ui->choices.list;
}

static const struct listing_info listings[N_LISTINGS] = {
	[LISTING_KEYS] = {"keys", list_of_keys, help_draw},
	[LISTING_SETTINGS] = {"settings", list_of_settings, settings_draw},
	[LISTING_LESSONS] = {"lessons", list_of_lessons, lesson_menu_draw},
	[LISTING_LENSES] = {"lenses", list_of_lenses, lens_menu_draw},
	[LISTING_SIZES] = {"sizes", list_of_sizes, size_menu_draw},
	[LISTING_CHOICES] = {"choices", list_of_choices, choices_draw},
};

const struct listing_info *ui_listing(const struct ui *ui)
{
	return ui->listing == LISTING_NONE ? NULL : &listings[ui->listing];
}

bool listing_is_name(const char *name)
{
	bool is = false;

	for (int i = LISTING_NONE + 1; i < N_LISTINGS && name; i++)
		is |= strcmp(name, listings[i].name) == 0;
	return is;
}

void listing_toggle(struct ui *ui, enum listing listing)
{
	ui->listing = ui->listing == listing ? LISTING_NONE : listing;
}
