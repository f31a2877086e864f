/* The list of lessons over the view: a number, a name and a title each; Enter opens one. */
#include <inttypes.h>

#include "ui/ui.h"

enum { NAME_COLUMN = 5, TITLE_COLUMN = 18 };

static const char about[] =
	"Enter opens a lesson, Esc closes this list. lesson new FILE.tcl writes a file to begin one's own with, lesson check FILE.tcl runs it and names what fails, lesson FILE.tcl opens it.";

enum status lesson_menu_toggle(struct ui *ui)
{
	if (ui->listing == LISTING_LESSONS) {
		ui->listing = LISTING_NONE;
		return STATUS_OK;
	}
	if (ui->lesson.all.n == 0)
		TRY(lessons_read(&ui->lesson.all));
	ui->listing = LISTING_LESSONS;
	return STATUS_OK;
}

const char *lesson_menu_selected(const struct ui *ui)
{
	const struct lesson_list *all = &ui->lesson.all;
	int64_t i = ui->lesson.menu.selected;

	return ui->listing == LISTING_LESSONS && i < all->n ? all->entry[i].name : NULL;
}

void lesson_menu_draw(struct ui *ui, struct area area)
{
	const struct lesson_list *all = &ui->lesson.all;
	struct list *list = &ui->lesson.menu;
	int below = area_paragraph(area_rows(area, 0, 0), 0, STYLE_DIM, about);
	struct area body;

	if (area.height < 4 + below) /* no room for more than the list */
		below = -1;
	body = area_rows(area, 1, area.height - 2 - below);
	list_place(list, all->n, body);
	ui_draw_header(ui, area, true, "lessons");
	ui_draw_more(list, area, true);
	for (int y = 0; y < body.height && list->top + y < all->n; y++) {
		const struct lesson_entry *entry = &all->entry[list->top + y];

		area_printf(body, 1, y, STYLE_NORMAL, "%3" PRId64, list->top + y + 1);
		area_text(body, NAME_COLUMN, y, STYLE_KEY, entry->name);
		area_text_cut(body, TITLE_COLUMN, y, STYLE_NORMAL, text_string(&entry->title));
	}
	list_mark(list, body, ">");
	if (below > 0)
		area_paragraph(area_rows(area, area.height - below, below), 0, STYLE_DIM, about);
}
