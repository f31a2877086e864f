/* View Console, and the capture of standard output and error behind it. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "ui/ui.h"

/* ---- capture ---- */

static enum status capture(struct console *console, int i)
{
	int ends[2];

	if (pipe2(ends, O_CLOEXEC) != 0)
		return status_fail(STATUS_FAILED, "no pipe: %s", strerror(errno));
	console->saved[i] = fcntl(i + 1, F_DUPFD_CLOEXEC, 3);
	dup2(ends[1], i + 1);
	close(ends[1]);
	fcntl(ends[0], F_SETFL, O_NONBLOCK);
	console->fd[i] = ends[0];
	return STATUS_OK;
}

enum status console_capture(struct console *console)
{
	console->fd[0] = console->fd[1] = -1;
	console->saved[0] = console->saved[1] = -1;
	TRY(capture(console, 0));
	return capture(console, 1);
}

static void drop_line(struct console_line *line)
{
	free(line->text);
	line->text = NULL;
}

void console_add(struct console *console, enum style style, const char *text)
{
	struct console_line *line = &console->line[console->n % CONSOLE_LINES];

	drop_line(line);
	line->text = strdup(text);
	line->style = style;
	if (line->text)
		console->n++;
	if (console->list.selected >= console->list.n - 1)
		console->list.selected = INT64_MAX; /* the end stays in sight */
}

static void take_lines(struct console *console, int i)
{
	struct text *part = &console->part[i];
	char *begin = part->data, *newline;

	while (begin && (newline = strchr(begin, '\n'))) {
		*newline = '\0';
		console_add(console, i ? STYLE_ACCENT : STYLE_NORMAL, begin);
		begin = newline + 1;
	}
	if (begin) {
		part->length -= begin - part->data;
		memmove(part->data, begin, (size_t)part->length + 1);
	}
}

bool console_read(struct console *console, int i)
{
	char buffer[65536];
	ssize_t n = console->fd[i] < 0 ? -1 : read(console->fd[i], buffer, sizeof buffer);

	if (n <= 0)
		return false;
	for (ssize_t c = 0; c < n; c++) {
		if (buffer[c] == '\0')
			buffer[c] = '?';
	}
	text_append(&console->part[i], buffer, n);
	take_lines(console, i);
	return true;
}

void console_read_all(struct console *console)
{
	for (int i = 0; i < 2; i++) {
		while (console_read(console, i))
			;
	}
}

void console_close(struct console *console)
{
	for (int i = 0; i < 2; i++) {
		if (console->fd[i] >= 0)
			close(console->fd[i]);
		console->fd[i] = -1;
	}
}

void console_release(struct console *console)
{
	for (int i = 0; i < 2; i++) {
		if (console->saved[i] >= 0) {
			dup2(console->saved[i], i + 1);
			close(console->saved[i]);
		}
		text_release(&console->part[i]);
	}
	console_close(console);
	for (int i = 0; i < CONSOLE_LINES; i++)
		drop_line(&console->line[i]);
}

/* ---- the view ---- */

static int64_t n_lines(const struct console *console)
{
	return console->n < CONSOLE_LINES ? console->n : CONSOLE_LINES;
}

static void draw(struct ui *ui, struct area area)
{
	struct console *console = &ui->console;
	struct list *list = &console->list;
	int64_t n = n_lines(console);

	list_fit(list, n, area.height);
	for (int y = 0; y < area.height && list->top + y < n; y++) {
		int64_t i = console->n - n + list->top + y;
		const struct console_line *line = &console->line[i % CONSOLE_LINES];

		area_text(area, 0, y, line->style, line->text);
	}
	if (n == 0)
		area_text(area, 3, area.height / 2, STYLE_DIM, "what commands say comes here");
}

static void move(struct ui *ui, enum list_move how)
{
	struct list *list = &ui->console.list;

	/* The window moves, not a line in it. */
	if (how == MOVE_UP || how == MOVE_PAGE_UP || how == MOVE_HALF_UP)
		list->selected = list->top;
	if (how == MOVE_DOWN || how == MOVE_PAGE_DOWN || how == MOVE_HALF_DOWN)
		list->selected = list->top + list->height - 1;
	list_move(list, how, 1);
}

static void scroll(struct ui *ui, int direction)
{
	(void)ui;
	(void)direction;
}

static void drill(struct ui *ui, bool in)
{
	(void)ui;
	(void)in;
}

static void position(const struct ui *ui, int64_t *at, int64_t *n)
{
	const struct list *list = &ui->console.list;

	*n = list->n;
	*at = list->top + list->height < list->n ? list->top + list->height - 1 : list->n - 1;
}

const struct view console_view = {
	.name = "console",
	.title = "Console",
	.digit = '9',
	.draw = draw,
	.move = move,
	.scroll = scroll,
	.drill = drill,
	.n_panes = 1,
	.position = position,
};
