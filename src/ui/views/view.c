#include "ui/views/view.h"

#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "ui/ui.h"

#define VIEW_INFO(name, key, title, help) [VIEW_##name] = {#name, key, title}
const struct view_info view_info[N_VIEWS] = {VIEWS(VIEW_INFO, VIEW_COMMA)};

#define VIEW_POINTER(name, key, title, help) [VIEW_##name] = &name##_view
static const struct view *const views[N_VIEWS] = {VIEWS(VIEW_POINTER, VIEW_COMMA)};

const struct view *view_at(int i)
{
	return i < N_VIEWS ? views[i] : NULL;
}

const struct view *view_find(const char *name)
{
	for (int i = 0; i < N_VIEWS; i++) {
		if (strcasecmp(view_info[i].name, name) == 0 || strcmp(view_info[i].key, name) == 0)
			return views[i];
	}
	return NULL;
}

void *view_state(const struct ui *ui, const struct view *view)
{
	return ui->view_state[view->info - view_info];
}

struct list *view_list(struct ui *ui, int pane)
{
	const struct view *view = ui->view;
	size_t place = view->lists[pane == 1 && view->n_panes > 1];

	if (view->list)
		return view->list(ui, pane);
	return (struct list *)((char *)view_state(ui, view) + place);
}

enum status views_init(struct ui *ui)
{
	for (int i = 0; i < N_VIEWS; i++) {
		if (views[i]->state_size)
			TRY(alloc_items(&ui->view_state[i], 1, views[i]->state_size));
		if (views[i]->init)
			views[i]->init(ui);
	}
	return STATUS_OK;
}

/* Drop the reading that is there. */
static void set_reading(void *state, const struct view_reading *reading, struct snap *snap)
{
	char *place = (char *)state + reading->place;
	SNAP_HELD struct snap *old = NULL;

	memcpy(&old, place, sizeof old);
	memcpy(place, &snap, sizeof snap);
}

void views_refresh(struct ui *ui)
{
	for (int i = 0; i < N_VIEWS; i++) {
		for (const struct view_reading *r = views[i]->readings; r->there; r++) {
			struct snap *snap = board_get_reading(ui->board, r->kind);
			bool is_useful = !r->of_search || ui_is_of_search(ui, snap);

			set_reading(ui->view_state[i], r, is_useful ? snap : NULL);
			if (!is_useful)
				snap_unref(snap);
		}
		if (views[i]->refresh)
			views[i]->refresh(ui);
	}
}

void views_forget(struct ui *ui)
{
	for (int i = 0; i < N_VIEWS; i++) {
		for (const struct view_reading *r = views[i]->readings;
		     r->there && ui->view_state[i]; r++)
			set_reading(ui->view_state[i], r, NULL);
	}
}

void views_release(struct ui *ui)
{
	views_forget(ui);
	while (ui->n_history > 0)
		free(ui->history[--ui->n_history].kept);
	for (int i = 0; i < N_VIEWS; i++) {
		if (views[i]->release && ui->view_state[i])
			views[i]->release(ui);
		RESET(free, ui->view_state[i]);
	}
}
