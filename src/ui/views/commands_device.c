/* Commands that keep what is seen: a view as text, whole; and those that records need. */
#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/output.h"
#include "ui/ui.h"

enum {
	LEAST_WIDTH = 80,
	MOST_WIDTH = 149, /* panes are below each other */
	LEAST_HEIGHT = 24,
	MOST_HEIGHT = 10000,
	SIZES = 12, /* that are tried */
	MAX_FILES = 10000,
};

/* ---- a sheet as large as what is in the view ---- */

/* Lines that its lists have more than there is room for. */
static int64_t lacking(struct ui *ui)
{
	int64_t most = 0;
	int pane = ui->pane;

	for (ui->pane = 0; ui->pane < ui_panes(ui); ui->pane++) {
		const struct list *list = ui_list(ui);
		int64_t n = list->across ? 0 : list->n - list->height;

		most = n > most ? n : most;
	}
	ui->pane = pane;
	return most;
}

/* Draw it larger and larger, until all is there. What isn't read yet is asked for; that depends on the height in some views,
 * so the next attempt begins with the height of this one. */
static void draw_sheet(struct ui *ui, struct surface *sheet)
{
	int width = ui->surface.width;
	int64_t height = ui->sheet_height < LEAST_HEIGHT ? LEAST_HEIGHT : ui->sheet_height;
	int64_t more = 0;

	width = width < LEAST_WIDTH ? LEAST_WIDTH : width > MOST_WIDTH ? MOST_WIDTH : width;
	for (int i = 0; i < SIZES; i++) {
		if (surface_resize(sheet, width, (int)height) != STATUS_OK)
			return;
		ui_draw_content(ui, sheet);
		ui->sheet_height = height;
		more = lacking(ui);
		if (more <= 0 || height == MOST_HEIGHT)
			return;
		height += 2 * more;
		height = height < MOST_HEIGHT ? height : MOST_HEIGHT;
	}
}

/* Panes get shares of the sheet, so there may be much empty room: of empty lines one stays. */
static void add_lines(const char *text, struct text *out)
{
	bool empty = true;

	while (*text) {
		size_t n = strcspn(text, "\n");

		if (n > 0 || !empty)
			text_append(out, text, (int64_t)n + (text[n] == '\n'));
		empty = n == 0;
		text += n + (text[n] == '\n');
	}
}

/* The lists as they are now, for afterwards: a sheet shows them from their beginning. */
struct kept_lists {
	struct list list[8];
	int n;
};

static void each_list(struct ui *ui, struct kept_lists *kept, bool restore)
{
	int pane = ui->pane;

	kept->n = 0;
	for (ui->pane = 0; ui->pane < ui_panes(ui) && kept->n < 8; ui->pane++) {
		struct list *list = ui_list(ui), *copy = &kept->list[kept->n++];

		if (restore) {
			*list = *copy;
			continue;
		}
		*copy = *list;
		list->top = 0;
		list->shift = 0;
	}
	ui->pane = pane;
}

/* False when something has to be read before. */
static bool write_view(struct ui *ui, struct text *out)
{
	RELEASED_BY(surface_release) struct surface sheet = {0};
	RELEASED_BY(text_release) struct text dump = TEXT_INIT;
	struct kept_lists kept;
	int64_t more, n = ui->n_asked;
	bool there = !board_waiting(ui->board);

	each_list(ui, &kept, false);
	draw_sheet(ui, &sheet);
	more = lacking(ui);
	each_list(ui, &kept, true);
	there = there && ui->n_asked == n;
	if (there) {
		surface_dump(&sheet, false, &dump);
		add_lines(text_string(&dump), out);
		if (more > 0)
			text_printf(out, "%" PRId64 " more lines are left out\n", more);
	}
	return there;
}

/* ---- the command ---- */

enum status ui_new_name(const char *what, const char *type, char *name, size_t size)
{
	for (int i = 1; i <= MAX_FILES; i++) {
		int fd;

		snprintf(name, size, "warpscope-%s-%d.%s", what, i, type);
		fd = output_make(name, O_WRONLY, 0666);
		if (fd >= 0)
			return close(fd), STATUS_OK;
		if (errno != EEXIST)
			return status_fail(STATUS_IO, "%s: error: %s", name, strerror(errno));
	}
	return status_fail(STATUS_IO, "save_view: there are %d files named %s", MAX_FILES, name);
}

/* What can be a picture is one, unless the file's name says something else. */
static bool is_picture(struct ui *ui, const char *path)
{
	size_t n = path ? strlen(path) : 0;

	return ui->view->save_picture && ui->view->save_picture(ui, NULL) &&
	       (!path || (n >= 4 && strcmp(path + n - 4, ".png") == 0));
}

static enum status do_save_view(struct call *call)
{
	struct ui *ui = call->screen;
	struct text text = TEXT_INIT;
	char name[64];
	const char *path = call->n_arguments ? call->argument[0] : NULL;
	bool picture = is_picture(ui, path);
	enum status status;

	if (!picture && path && fnmatch("*.png", path, 0) == 0)
		return call_fail(call, STATUS_USAGE,
				 "view %s is text; save_screen %.200s makes a picture of the "
				 "screen",
				 ui->view->info->title, path);
	if (picture) {
		if (!path)
			TRY(ui_new_name(ui->view->info->name, "png", name, sizeof name));
		ui->view->save_picture(ui, path ? path : name);
		return STATUS_OK;
	}
	if (!ui->waiting)
		ui->sheet_height = 0;
	ui->waiting = !write_view(ui, &text);
	if (ui->waiting) {
		text_release(&text);
		return STATUS_OK;
	}
	if (!path) {
		TRY(ui_new_name(ui->view->info->name, "txt", name, sizeof name));
		path = name;
	}
	text_append(call->out, text.data, text.length);
	status = text_status(&text);
	text_release(&text);
	TRY(status);
	TRY(call_open_file(call, path, "w"));
	ui_say(ui, STYLE_NORMAL, "%s saved as %s", ui->view->info->title, path);
	return STATUS_OK;
}

/* ---- for records ---- */

static enum status do_pause(struct call *call)
{
	struct ui *ui = call->screen;

	ui->playing = false;
	board_go(ui->board, ui->view->stepper, atoll(call->argument[0]));
	return STATUS_OK;
}

const struct command ui_device_commands[] = {
	{"pause", do_pause, ON_SCREEN, "STEP", 1, 1, NULL,
	 "Pause the timeline at a step, counted in kernels, as records do"},
	{"save_view", do_save_view, ON_IDLE_SCREEN, "?FILE?", 0, 1, NULL,
	 "Write the view as text, complete instead of clipped to the screen; a density map as a picture (PNG), unless the file has another suffix; without a file, under a name that is printed"},
	{0},
};
