/* View Console, and the capture of standard output and error that it shows. */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
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

void console_echo(struct console *console, const char *script)
{
	RELEASED_BY(text_release) struct text line = TEXT_INIT;

	console_end_lines(console);
	for (const char *at = script; *at; at += *at == '\n') {
		size_t n = strcspn(at, "\n");

		text_clear(&line);
		text_printf(&line, "%s%.*s", at == script ? "% " : "> ", (int)n, at);
		console_add(console, STYLE_KEY, text_string(&line));
		at += n;
	}
}

bool console_is_echo(const struct console_line *line)
{
	return line->style == STYLE_KEY;
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
	RELEASED_BY(text_release) struct text visible = TEXT_INIT;
	int tty = -1;

	if (isatty(fd)) {
		make_visible(data, length, &visible);
		data = text_string(&visible);
		length = visible.length;
		tty = open("/dev/tty", O_WRONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
	}
	if (write(tty >= 0 ? tty : fd, data, (size_t)length) < 0)
		errno = 0; /* there is no reader left */
	if (tty >= 0)
		close(tty);
}

/* Unread output goes where it was meant to go; a script may be writing on forever, so only
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

/* The bytes of a line that go into a row: to the last blank that leaves it half full, else as many as there is room for.
 * Each row shows a character at least. */
static int row_bytes(const char *text, int width)
{
	int columns = 0, at = 0, blank = 0;

	while (text[at]) {
		char character[MB_LEN_MAX + 1] = {text[at]};
		int n = 1;

		while (n < MB_LEN_MAX && (text[at + n] & 0xc0) == 0x80) {
			character[n] = text[at + n];
			n++;
		}
		columns += text[at] == '\t' ? 8 - columns % 8 : text_columns(character);
		if (columns > width && at > 0)
			return blank ? blank : at;
		at += n;
		if (text[at - 1] == ' ' && columns > width / 2)
			blank = at;
	}
	return at;
}

static int64_t rows_of(const struct console_line *line, int width)
{
	const char *text = text_string(&line->text);
	int64_t n = 1;

	if (line->text.length <= width && !strchr(text, '\t'))
		return 1;
	for (text += row_bytes(text, width); *text; text += row_bytes(text, width))
		n++;
	return n;
}

/* From row y on, those that are in the area. */
static void draw_line(const struct console_line *line, struct area area, int64_t y)
{
	const char *text = text_string(&line->text);
	RELEASED_BY(text_release) struct text row = TEXT_INIT;
	int n;

	do {
		n = row_bytes(text, area.width);
		text_clear(&row);
		text_append(&row, text, n);
		if (y >= 0 && y < area.height)
			area_text(area, 0, (int)y, line->style, text_string(&row));
		text += n;
		y++;
	} while (*text && y < area.height);
}

/* Lines that are too long go on in the next row. */
static void draw_lines(struct console *console, struct area area)
{
	struct list *list = &console->list;
	int64_t first = console->n < CONSOLE_LINES ? 0 : console->n - CONSOLE_LINES, y, rows;

	if (area.width < 1)
		return;
	rows = SUM(int64_t, i, first, console->n, rows_of(console_line(console, i), area.width));
	list_fit(list, rows, area.height);
	y = -list->top;
	for (int64_t i = first; i < console->n && y < area.height; i++) {
		const struct console_line *line = console_line(console, i);
		int64_t n = rows_of(line, area.width);

		if (y + n > 0)
			draw_line(line, area, y);
		y += n;
	}
	if (rows == 0)
		area_text(area, 3, area.height / 2, STYLE_DIM, "what commands say comes here");
}

static void draw(struct ui *ui, struct area area)
{
	struct layout l = ui_layout(ui, area, 100, DETAIL_PERCENT);

	draw_lines(&ui->console, l.main);
	ui_draw_third(ui, l.third);
}

static struct list *list(struct ui *ui, int pane)
{
	(void)pane;
	return &ui->console.list;
}

const struct view console_view = {
	.info = &view_info[VIEW_console],
	.draw = draw,
	.list = list,
	.n_panes = 1,
};
