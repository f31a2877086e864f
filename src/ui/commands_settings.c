/*
 * The commands about the screen itself: settings, keys of the user's own, and what the mouse does.
 */
#include <string.h>

#include "base/names.h"
#include "ui/widgets/key.h"
#include "ui/keymap.h"
#include "ui/ui.h"

/* ---- settings ---- */

static enum status do_setting(struct call *call)
{
	struct ui *ui = call->screen;
	const struct setting *setting;
	char value[32];

	TRY(setting_change(ui, call->argument[0],
			   call->n_arguments > 1 ? call->argument[1] : NULL));
	setting = setting_find(call->argument[0]);
	setting_value(setting, *setting_index(ui, setting), value, sizeof value);
	text_add(call->result, value);
	return STATUS_OK;
}

static enum status do_settings(struct call *call)
{
	struct ui *ui = call->screen;

	listing_toggle(ui, LISTING_SETTINGS);
	return STATUS_OK;
}

static enum status do_turn(struct call *call)
{
	struct ui *ui = call->screen;
	int back;

	TRY(call_choose(call, NULL, &back));
	if (ui->listing != LISTING_SETTINGS)
		return status_fail(STATUS_FAILED, "the settings aren't listed; %s lists them",
				   ui_key_of("settings"));
	setting_turn(ui, setting_at((int)ui->settings.selected), back ? -1 : 1);
	return STATUS_OK;
}

/* ---- keys ---- */

/* A view, or what else has keys of its own; "all" is NULL. */
static enum status parse_view(const char *word, const char **view)
{
	static const char *const others[] = {"choices", "keys",     "lenses", "lesson",
					     "lessons", "settings", "sizes",  "window"};
	struct nearest nearest = nearest_to(word);
	RELEASED_BY(text_release) struct text tail = TEXT_INIT;
	const struct view *found = view_find(word), *v;

	*view = found ? found->info->name : NULL;
	for (size_t i = 0; !*view && i < sizeof others / sizeof *others; i++) {
		if (strcmp(word, others[i]) == 0)
			*view = others[i];
		nearest_offer(&nearest, others[i], (int)strlen(others[i]));
	}
	if (*view || strcmp(word, "all") == 0)
		return STATUS_OK;
	for (int i = 0; (v = view_at(i)); i++)
		nearest_offer(&nearest, v->info->name, (int)strlen(v->info->name));
	nearest_write(&nearest, &tail);
	status_fail(STATUS_USAGE, "unknown view \"%.40s\"%s", word, text_string(&tail));
	return STATUS_USAGE;
}

/* "?VIEW? KEY": the key is argument `at` from the beginning. */
static enum status parse_key(const struct call *call, int at, const char **view, int32_t *key)
{
	*view = NULL;
	if (at > 0)
		TRY(parse_view(call->argument[0], view));
	return key_parse_one(call->argument[at], key);
}

static enum status do_bind(struct call *call)
{
	int at = call->n_arguments - 2;
	const char *view;
	int32_t key;

	TRY(parse_key(call, at, &view, &key));
	if (!call->argument[at + 1][strspn(call->argument[at + 1], " ")])
		return call_fail(call, STATUS_USAGE, "no command; unbind takes a key's away");
	return keymap_bind(view, key, call->argument[at + 1]);
}

static enum status do_unbind(struct call *call)
{
	const char *view;
	int32_t key;

	TRY(parse_key(call, call->n_arguments - 1, &view, &key));
	return keymap_unbind(view, key);
}

/* ---- the mouse ---- */

static void click_tab(struct ui *ui, int x)
{
	const struct view *view;
	char label[64];
	int begin = 0;

	for (int i = 0; (view = view_at(i)); i++) {
		int end = begin + ui_tab(ui, view, label, sizeof label);

		if (x >= begin && x < end)
			ui_show_view(ui, view);
		begin = end;
	}
}

static void select_line(struct list *list, int y)
{
	int64_t line = list->top + y - list->y;

	if (list->y > 0 && y >= list->y && line < list->n && !list->is_text && !list->across)
		list_select(list, line);
}

void ui_click(struct ui *ui, int x, int y)
{
	int n = ui_panes(ui);

	if (y == 0)
		click_tab(ui, x);
	else if (ui->listing)
		select_line(ui_list(ui), y);
	else if (!ui->view->click_at || !ui->view->click_at(ui, x, y))
		for (int i = 0; i < 3; i++) {
			bool third = i == 2;

			if (!area_contains(ui->pane_area[i], x, y) ||
			    (third && !ui_has_panel(ui)) || (i == 1 && ui->view->n_panes < 2))
				continue;
			ui->pane = third ? n - 1 : i;
			if (i == 0 && ui->view->click_heads && y == view_list(ui, 0)->y - 1)
				ui->view->click_heads(ui, x - ui->pane_area[0].x);
			else if (i == 0 && ui->view->click)
				ui->view->click(ui, x - ui->pane_area[0].x, y - ui->pane_area[0].y);
			else
				select_line(ui_list(ui), y);
		}
}

const struct command settings_commands[] = {
	{"setting", do_setting, ON_SCREEN, "SETTING ?VALUE?", 1, 2, NULL,
	 "Change a setting of the screen, or print its value; on a screen, set does the same"},
	{"settings", do_settings, ON_SCREEN, NULL, 0, 0, NULL,
	 "List the settings, or stop listing them"},
	{"turn_setting", do_turn, ON_SCREEN, "next|previous", 1, 1, NULL,
	 "Change the setting selected in the list"},
	{"bind", do_bind, ON_SCREEN_IF_ANY, "?VIEW? KEY COMMAND", 2, 3, NULL,
	 "Bind a key to a command, in a view or in all"},
	{"unbind", do_unbind, ON_SCREEN_IF_ANY, "?VIEW? KEY", 1, 2, NULL,
	 "Restore a key's default, or remove its command"},
	{0},
};
