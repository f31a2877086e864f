/* View Console, and the capture of standard output and error behind it. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/visible.h"
#include "ui/ui.h"

enum {
	PIPE_SIZE = 65536,    /* what a pipe holds */
	LONGEST_LINE = 65536, /* bytes; what is longer goes on in the next one */
};

/* ---- capture ---- */

static enum status capture(struct console *console, int i)
{
	int ends[2];

	if (pipe2(ends, O_CLOEXEC) != 0)
		return status_fail(STATUS_FAILED, "no pipe: %s", strerror(errno));
	console->saved[i + 1] = fcntl(i + 1, F_DUPFD_CLOEXEC, 3);
	dup2(ends[1], i + 1);
	close(ends[1]);
	fcntl(ends[0], F_SETFL, O_NONBLOCK);
	console->fd[i] = ends[0];
	return STATUS_OK;
}

/* Keys are ours: a script that reads standard input would take them, and wait. */
static enum status close_input(struct console *console)
{
	int null = open("/dev/null", O_RDONLY | O_CLOEXEC);

	if (null < 0)
		return status_fail(STATUS_FAILED, "/dev/null: %s", strerror(errno));
	console->saved[0] = fcntl(0, F_DUPFD_CLOEXEC, 3);
	dup2(null, 0);
	close(null);
	return STATUS_OK;
}

void console_init(struct console *console)
{
	console->fd[0] = console->fd[1] = -1;
	console->saved[0] = console->saved[1] = console->saved[2] = -1;
	console->list.is_text = true;
	console_end_lines(console);
}

enum status console_capture(struct console *console)
{
	TRY(close_input(console));
	TRY(capture(console, 0));
	return capture(console, 1);
}

const struct console_line *console_line(const struct console *console, int64_t i)
{
	bool there = i >= 0 && i < console->n && i >= console->n - CONSOLE_LINES;

	return there ? &console->line[i % CONSOLE_LINES] : NULL;
}

static int64_t begin_line(struct console *console, enum style style)
{
	struct console_line *line = &console->line[console->n % CONSOLE_LINES];

	text_clear(&line->text);
	line->style = style;
	if (console->list.selected >= console->list.n - 1)
		console->list.selected = INT64_MAX; /* the end stays in sight */
	return console->n++;
}

/* Go on with a line, or begin one. */
static void add_text(struct console *console, int64_t *open, enum style style, const char *text)
{
	while (*text) {
		size_t length = strcspn(text, "\n");
		struct text *line;

		if (!console_line(console, *open))
			*open = begin_line(console, style);
		line = &console->line[*open % CONSOLE_LINES].text;
		text_append(line, text, (int64_t)length);
		text += length;
		if (*text == '\n' || line->length > LONGEST_LINE)
			*open = -1;
		text += *text == '\n';
	}
}

void console_add(struct console *console, enum style style, const char *text)
{
	int64_t open = -1;

	add_text(console, &open, style, text);
}

void console_end_lines(struct console *console)
{
	console->open[0] = console->open[1] = -1;
}

static void close_pipe(struct console *console, int i)
{
	if (console->fd[i] >= 0)
		close(console->fd[i]);
	console->fd[i] = -1;
}

void console_read(struct console *console, int i)
{
	char buffer[PIPE_SIZE + 1];
	ssize_t n = console->fd[i] < 0 ? -1 : read(console->fd[i], buffer, PIPE_SIZE);

	if (n == 0) /* a script has closed the other end */
		close_pipe(console, i);
	if (n <= 0)
		return;
	for (ssize_t c = 0; c < n; c++) {
		if (buffer[c] == '\0')
			buffer[c] = '?';
	}
	buffer[n] = '\0';
	add_text(console, &console->open[i], i ? STYLE_ACCENT : STYLE_NORMAL, buffer);
}

void console_read_all(struct console *console)
{
	console_read(console, 0);
	console_read(console, 1);
}

static void make_visible(const char *data, int64_t length, struct text *out)
{
	struct visible visible = {0};
	char piece[VISIBLE_OUT];

	while (length > 0) {
		int n = length < VISIBLE_IN ? (int)length : VISIBLE_IN;

		text_append(out, piece, visible_put(&visible, data, n, piece));
		data += n;
		length -= n;
	}
	text_append(out, piece, visible_end(&visible, piece));
}

void console_put(int fd, const char *data, int64_t length)
{
	struct text visible = TEXT_INIT;
	int tty = -1;

	if (isatty(fd)) {
		make_visible(data, length, &visible);
		data = text_string(&visible);
		length = visible.length;
		tty = open("/dev/tty", O_WRONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
	}
	if (write(tty >= 0 ? tty : fd, data, (size_t)length) < 0)
		errno = 0; /* there's nobody left to tell */
	if (tty >= 0)
		close(tty);
	text_release(&visible);
}

/* What nobody has read goes where it was meant to go; a script may be writing on for ever, so only
 * what a pipe holds. */
static void pass_on(struct console *console, int i)
{
	char buffer[PIPE_SIZE];
	ssize_t n = console->fd[i] < 0 ? -1 : read(console->fd[i], buffer, sizeof buffer);

	if (n > 0)
		console_put(console->saved[i + 1], buffer, n);
}

void console_close(struct console *console)
{
	for (int i = 0; i < 2; i++) {
		pass_on(console, i);
		close_pipe(console, i);
	}
}

void console_release(struct console *console)
{
	for (int i = 0; i < 3; i++) {
		if (console->saved[i] >= 0) {
			dup2(console->saved[i], i);
			close(console->saved[i]);
		}
	}
	console_close(console);
	for (int i = 0; i < CONSOLE_LINES; i++)
		text_release(&console->line[i].text);
}

/* ---- the view ---- */

static void draw_lines(struct console *console, struct area area)
{
	struct list *list = &console->list;
	int64_t n = console->n < CONSOLE_LINES ? console->n : CONSOLE_LINES;

	list_fit(list, n, area.height);
	for (int y = 0; y < area.height && list->top + y < n; y++) {
		const struct console_line *line =
			console_line(console, console->n - n + list->top + y);

		ui_draw_shifted(list, area, y, line->style, text_string(&line->text));
	}
	if (n == 0)
		area_text(area, 3, area.height / 2, STYLE_DIM, "what commands say comes here");
}

static void draw(struct ui *ui, struct area area)
{
	struct layout l = ui_layout(ui, area, 100, DETAIL_PERCENT);

	draw_lines(&ui->console, l.main);
	ui_draw_third(ui, l.third);
}

static struct list *list(struct ui *ui)
{
	return &ui->console.list;
}

const struct view console_view = {
	.info = &view_info[VIEW_console],
	.draw = draw,
	.list = list,
	.n_panes = 1,
};
