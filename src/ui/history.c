#include "ui/history.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/assets.h"
#include "base/output.h"

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
		int fd = open(path, O_RDWR | O_APPEND | O_NONBLOCK | O_CLOEXEC);
		struct stat ours, there;

		if (fd < 0 && errno == ENOENT)
			fd = output_make(path, O_RDWR | O_APPEND, 0600);
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

static void add_line(struct text *out, const char *line)
{
	for (; *line; line++)
		text_append(out, (char[]){*line == '\n' ? LINE_END : *line}, 1);
	text_append(out, "\n", 1);
}

/* Write the lines that the prompt has in the place of all. */
static void cut(const struct prompt *prompt, const char *path)
{
	struct output out;

	if (output_open(&out, path, NULL) != STATUS_OK)
		return;
	for (int i = 0; i < prompt->n_history; i++)
		add_line(&out.text, prompt->history[i]);
	(void)output_close(&out, STATUS_OK);
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
	RELEASED_BY(text_release) struct text path = TEXT_INIT;
	int fd;

	state_path("history", &path);
	if (access(text_string(&path), R_OK) == 0 && (fd = open_locked(text_string(&path))) >= 0) {
		if (read_lines(prompt, fd) > LONGEST_FILE)
			cut(prompt, text_string(&path));
		close(fd);
	}
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
	RELEASED_BY(text_release) struct text path = TEXT_INIT, whole = TEXT_INIT;
	int fd;

	state_path("history", &path);
	add_line(&whole, line);
	if (line[0] && path.length > 0 && text_status(&whole) == STATUS_OK) {
		make_folders(text_string(&path));
		fd = open_locked(text_string(&path));
		append(fd, &whole);
	}
}
