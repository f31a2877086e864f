#include "ui/record.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "ui/widgets/key.h"
#include "ui/keymap.h"

enum {
	LINE_COLUMNS = 72, /* of keys, then a new line begins */
	PAUSE_MS = 2000,   /* that begins one too */
};

/* ---- the file ---- */

void record_close(struct ui *ui)
{
	if (ui->record.fd > 0)
		close(ui->record.fd);
	ui->record.fd = 0;
	terminal_say_on_crash("");
}

/* All of it or nothing, so that the file can be replayed; a full disk ends the record, not the
 * session. */
static void put(struct ui *ui, const char *text, size_t length)
{
	struct record *record = &ui->record;
	ssize_t n;

	if (record->fd <= 0)
		return;
	do
		n = write(record->fd, text, length);
	while (n < 0 && errno == EINTR);
	if (n == (ssize_t)length) {
		record->length += n;
		return;
	}
	ui_say(ui, STYLE_ERROR, "%s: the record ends here: %s", record->path,
	       n < 0 ? strerror(errno) : strerror(ENOSPC));
	console_add(&ui->console, STYLE_ERROR, text_string(&ui->message));
	record->lost = true;
	if (n > 0 && ftruncate(record->fd, record->length) != 0)
		return; /* a part of a key more: nothing to be done */
	record_close(ui);
}

static void end_line(struct ui *ui)
{
	if (ui->record.column > 0)
		put(ui, "\n", 1);
	ui->record.column = 0;
}

/* A line of its own. */
static void put_line(struct ui *ui, const char *text)
{
	RELEASED_BY(text_release) struct text line = TEXT_INIT;

	end_line(ui);
	text_printf(&line, "%s\n", text);
	put(ui, text_string(&line), (size_t)line.length);
}

/* The command line, so that one can see what was open. */
static void put_head(struct ui *ui, int n_words, char *const *words)
{
	RELEASED_BY(text_release) struct text head = TEXT_INIT;
	int width, height;

	terminal_size(ui->terminal, &width, &height);
	text_printf(&head, RECORD_MAGIC ", %dx%d:", width, height);
	for (int i = 1; i < n_words; i++) {
		text_add(&head, " ");
		for (const char *p = words[i]; *p; p++)
			text_append(&head, *p == '\n' ? ";" : p, 1);
	}
	put_line(ui, text_string(&head));
}

/* Is there nothing of this name, or a record? */
static bool may_replace(const char *path)
{
	int fd = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
	char head[sizeof RECORD_MAGIC - 1];
	bool may = fd < 0 ? errno == ENOENT
			  : read(fd, head, sizeof head) == (ssize_t)sizeof head &&
				    memcmp(head, RECORD_MAGIC, sizeof head) == 0;

	if (fd >= 0)
		close(fd);
	return may;
}

/* An earlier record may be all there is of what went wrong: it gets another name, "" = there is none. */
static enum status keep_earlier(const char *path, struct text *kept)
{
	struct stat st;

	if (stat(path, &st) != 0 || !S_ISREG(st.st_mode) || st.st_size == 0)
		return STATUS_OK;
	text_printf(kept, "%s~", path);
	TRY(text_status(kept));
	if (!may_replace(text_string(kept)))
		return status_fail(STATUS_IO, "%s: error: it is no record, so it isn't replaced",
				   text_string(kept));
	if (rename(path, text_string(kept)) != 0)
		return status_fail(STATUS_IO, "%s: error: %s", text_string(kept), strerror(errno));
	return STATUS_OK;
}

static enum status make_file(struct record *record, const char *path)
{
	RELEASED_BY(text_release) struct text kept = TEXT_INIT;

	TRY(keep_earlier(path, &kept));
	record->fd = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
	if (record->fd >= 0)
		return STATUS_OK;
	status_fail(STATUS_IO, "%s: error: %s", path, strerror(errno));
	if (kept.length)
		rename(text_string(&kept), path);
	return STATUS_IO;
}

enum status record_open(struct ui *ui, const char *path, int n_words, char *const *words)
{
	RELEASED_BY(text_release) struct text crash = TEXT_INIT;

	TRY(make_file(&ui->record, path));
	ui->record.path = path;
	text_printf(&crash, "warpscope: recorded in %s; --keys %s does it again\n", path, path);
	terminal_say_on_crash(text_string(&crash));
	put_head(ui, n_words, words);
	return STATUS_OK;
}

/* ---- keys ---- */

static void put_name(struct ui *ui, const char *name, size_t length)
{
	put(ui, name, length);
	ui->record.column += (int)length;
}

static void put_key(struct ui *ui, int32_t key)
{
	struct record *record = &ui->record;
	double now = clock_ms();
	char name[16];

	/* A line that begins with a colon is a command, unless it is one alone. */
	if (key == ':' || record->column > LINE_COLUMNS || now - record->last_ms > PAUSE_MS)
		end_line(ui);
	record->last_ms = now;
	key_text(key, name);
	put_name(ui, name, strlen(name));
	if (key == ':' || key == UI_KEY_ENTER)
		end_line(ui);
}

static bool is_key_of(struct ui *ui, int32_t key, const char *command)
{
	const struct binding *binding = ui_binding(ui, key);

	return binding && strcmp(binding->command, command) == 0;
}

/* A replay plays to the end, and then goes where it was paused. */
static void put_pause(struct ui *ui)
{
	char line[48];

	snprintf(line, sizeof line, ":pause %" PRId64, board_cursor(ui->board, ui->view->stepper));
	put_line(ui, line);
}

void record_key(struct ui *ui, int32_t key)
{
	bool typing = ui->prompt.open || ui->prompt.pasting || ui->asking_to_quit;

	if (ui->record.fd <= 0)
		return;
	if (!typing && is_key_of(ui, key, "cancel") && shell_busy(ui->shell))
		put_key(ui, UI_KEY_BREAK);
	else if (!typing && ui->playing &&
		 (is_key_of(ui, key, "play") || is_key_of(ui, key, "cancel")))
		put_pause(ui);
	else
		put_key(ui, key);
}

void record_line_typed(struct ui *ui)
{
	const char *at = ui->prompt.line;
	bool lines = strchr(at, '\n') != NULL; /* as they came: none of them ends the command */

	if (ui->record.fd <= 0)
		return;
	put_key(ui, UI_KEY_CONTROL('e'));
	put_key(ui, UI_KEY_CONTROL('u'));
	if (lines)
		put_key(ui, UI_KEY_PASTE_BEGIN);
	while (*at) {
		/* not key_parse(): here "<" is a character */
		const char *name = *at == ' '    ? "<Space>"
				   : *at == '\n' ? "<Enter>"
				   : *at == '<'  ? "<lt>"
						 : NULL;
		int n = 1;

		while ((at[n] & 0xc0) == 0x80)
			n++;
		put_name(ui, name ? name : at, name ? strlen(name) : (size_t)n);
		at += n;
	}
	if (lines)
		put_key(ui, UI_KEY_PASTE_END);
}

void record_command(struct ui *ui, const char *line)
{
	RELEASED_BY(text_release) struct text text = TEXT_INIT;

	text_printf(&text, ":%s", line);
	put_line(ui, text_string(&text));
}
