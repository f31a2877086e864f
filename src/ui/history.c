#include "ui/history.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/assets.h"

enum {
	LONGEST_FILE = 2 * PROMPT_HISTORY, /* lines; a longer one is cut to those that are read */
	ATTEMPTS = 3,
	LINE_END = 0x1e, /* of a command of several lines, in the file: no key types it */
};

void history_remember(struct prompt *prompt, const char *line)
{
	int n = prompt->n_history;
	char *copy;

	if (!line[0] || (n > 0 && strcmp(prompt->history[n - 1], line) == 0))
		return;
	copy = strdup(line);
	if (!copy)
		return;
	if (n == PROMPT_HISTORY) {
		free(prompt->history[0]);
		memmove(prompt->history, prompt->history + 1,
			(PROMPT_HISTORY - 1) * sizeof *prompt->history);
		n--;
	}
	prompt->history[n] = copy;
	prompt->n_history = n + 1;
}

int history_find(const struct prompt *prompt, const char *pattern, int from)
{
	int i = from < prompt->n_history ? from : prompt->n_history;

	while (--i >= 0 && !strstr(prompt->history[i], pattern))
		;
	return i;
}

/* ---- the file ---- */

/* Locked as long as it is open; -1 when another process has it. A process that cuts the file puts
 * another one in its place, so what was opened may no longer be the file. */
static int open_locked(const char *path)
{
	for (int i = 0; i < ATTEMPTS; i++) {
		int fd = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
		struct stat ours, there;

		if (fd < 0)
			return -1;
		if (fstat(fd, &ours) == 0 && S_ISREG(ours.st_mode) &&
		    flock(fd, LOCK_EX | LOCK_NB) == 0 && stat(path, &there) == 0 &&
		    ours.st_ino == there.st_ino)
			return fd;
		close(fd);
		usleep(1000);
	}
	return -1;
}

static void write_line(FILE *file, const char *line)
{
	for (; *line; line++)
		fputc(*line == '\n' ? LINE_END : *line, file);
	fputc('\n', file);
}

/* Write the lines that the prompt has in the place of all. */
static void cut(const struct prompt *prompt, const char *path)
{
	char beside[4096];
	FILE *file;
	bool written;
	int fd;

	snprintf(beside, sizeof beside, "%s.new", path);
	fd = open(beside, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	file = fd < 0 ? NULL : fdopen(fd, "w");
	if (!file)
		return;
	for (int i = 0; i < prompt->n_history; i++)
		write_line(file, prompt->history[i]);
	written = !ferror(file);
	if (fclose(file) == 0 && written)
		rename(beside, path);
	else
		unlink(beside);
}

static int read_lines(struct prompt *prompt, int fd)
{
	int copy = fcntl(fd, F_DUPFD_CLOEXEC, 0), n = 0;
	FILE *file = copy < 0 ? NULL : fdopen(copy, "r");
	char line[PROMPT_SIZE];

	while (file && fgets(line, sizeof line, file)) {
		line[strcspn(line, "\n")] = '\0';
		for (char *at = line; (at = strchr(at, LINE_END));)
			*at = '\n';
		history_remember(prompt, line);
		n++;
	}
	if (file)
		fclose(file);
	return n;
}

void history_load(struct prompt *prompt)
{
	struct text path = TEXT_INIT;
	int fd;

	state_path("history", &path);
	if (access(text_string(&path), R_OK) == 0 && (fd = open_locked(text_string(&path))) >= 0) {
		if (read_lines(prompt, fd) > LONGEST_FILE)
			cut(prompt, text_string(&path));
		close(fd);
	}
	text_release(&path);
}

/* In one write, so that lines of two sessions never mix; what a full disk has taken of it goes
 * again. */
static void append(int fd, const struct text *line)
{
	off_t end = fd < 0 ? -1 : lseek(fd, 0, SEEK_END);

	if (end >= 0 && write(fd, line->data, (size_t)line->length) != line->length &&
	    ftruncate(fd, end) != 0)
		end = -1;
	if (fd >= 0)
		close(fd);
}

void history_keep(const char *line)
{
	struct text path = TEXT_INIT, whole = TEXT_INIT;
	int fd;

	state_path("history", &path);
	text_printf(&whole, "%s\n", line);
	for (int64_t i = 0; i + 1 < whole.length; i++)
		whole.data[i] = whole.data[i] == '\n' ? LINE_END : whole.data[i];
	if (line[0] && path.length > 0 && text_status(&whole) == STATUS_OK) {
		make_folders(text_string(&path));
		fd = open_locked(text_string(&path));
		append(fd, &whole);
	}
	text_release(&path);
	text_release(&whole);
}
