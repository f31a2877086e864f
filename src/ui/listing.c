/* What is listed over the view: one at a time. */
#include <stddef.h>
#include <string.h>

#include "ui/help.h"
#include "ui/ui.h"

#define LIST(member) offsetof(struct ui, member)

static const struct listing_info listings[N_LISTINGS] = {
	[LISTING_KEYS] = {"keys", LIST(keys), help_draw},
	[LISTING_SETTINGS] = {"settings", LIST(settings), settings_draw},
	[LISTING_LESSONS] = {"lessons", LIST(lesson.menu), lesson_menu_draw},
	[LISTING_LENSES] = {"lenses", LIST(lenses), lens_menu_draw},
	[LISTING_SIZES] = {"sizes", LIST(sizes), size_menu_draw},
	[LISTING_CHOICES] = {"choices", LIST(choices.list), choices_draw},
};

const struct listing_info *ui_listing(const struct ui *ui)
{
	return ui->listing == LISTING_NONE ? NULL : &listings[ui->listing];
}

bool listing_is_name(const char *name)
{
	bool is = name && ANY(i, LISTING_NONE + 1, N_LISTINGS, strcmp(name, listings[i].name) == 0);

	return is;
}

void listing_toggle(struct ui *ui, enum listing listing)
{
	ui->listing = ui->listing == listing ? LISTING_NONE : listing;
}
