/*
 * Files as they are read: plain and gzip against zlib's own reader, what makes its reader wait, and
 * what is too large.
 */
#include <fcntl.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include "base/input.h"
#include "base/text.h"
#include "lib/tap.h"

static char folder[] = "/tmp/t_input.XXXXXX";
static char path[64], fifo[64];

/* ---- what files hold ---- */

static void put(const char *data, int64_t length)
{
	FILE *file = fopen(path, "wb");

	if (!file || fwrite(data, 1, (size_t)length, file) != (size_t)length || fclose(file) != 0) {
		printf("Bail out! no file for tests\n");
		exit(1);
	}
}

/* Append a gzip member: level 1 is fast, 6 packs well. */
static void pack_by(int level, const char *data, int64_t length, struct text *out)
{
	z_stream z = {0};
	int64_t size;
	unsigned char *packed;

	deflateInit2(&z, level, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
	size = (int64_t)deflateBound(&z, (unsigned long)length);
	packed = malloc((size_t)size);
	z.next_in = (unsigned char *)data;
	z.avail_in = (unsigned)length;
	z.next_out = packed;
	z.avail_out = (unsigned)size;
	deflate(&z, Z_FINISH);
	text_append(out, (char *)packed, size - z.avail_out);
	deflateEnd(&z);
	free(packed);
}

static void pack(const char *data, int64_t length, struct text *out)
{
	pack_by(6, data, length, out);
}

static enum status read_whole(struct text *out)
{
	struct task task = TASK_INIT;
	struct input in;
	enum status status = input_open(&in, path, &task);

	text_clear(out);
	if (status == STATUS_OK)
		status = input_all(&in);
	if (status == STATUS_OK)
		text_append(out, in.data, in.end);
	input_close(&in);
	return status;
}

static enum status read_lines(struct text *out)
{
	struct task task = TASK_INIT;
	struct input in;
	const char *begin, *end;
	bool more = true;
	enum status status = input_open(&in, path, &task);

	text_clear(out);
	while (status == STATUS_OK && more) {
		status = input_line(&in, &begin, &end, &more);
		if (status == STATUS_OK && more) {
			text_append(out, begin, end - begin);
			text_append(out, "\n", 1);
		}
	}
	input_close(&in);
	return status;
}

/* zlib's reader, which is the definition; false when it finds something wrong. */
static bool read_by_zlib(struct text *out)
{
	gzFile gz = gzopen(path, "rb");
	char data[5000];
	int n, error;

	text_clear(out);
	while ((n = gzread(gz, data, sizeof data)) > 0)
		text_append(out, data, n);
	gzerror(gz, &error);
	gzclose_r(gz);
	return n == 0 && error == Z_OK;
}

static bool same(const struct text *a, const struct text *b)
{
	return a->length == b->length &&
	       memcmp(text_string(a), text_string(b), (size_t)a->length) == 0;
}

static uint64_t random_state = 1;

static int64_t random_below(int64_t n)
{
	random_state ^= random_state << 13;
	random_state ^= random_state >> 7;
	random_state ^= random_state << 17;
	return (int64_t)(random_state % (uint64_t)n);
}

static void add_random_text(struct text *out)
{
	int64_t n = random_below(4) ? random_below(3000) : random_below(700000);

	for (int64_t i = 0; i < n; i++)
		text_append(out, random_below(30) ? "abcdefgh" + random_below(8) : "\n", 1);
}

/* Members, sometimes with something after them, cut off, or with a wrong byte. */
static void make_file(struct text *out)
{
	int64_t members = random_below(4);

	text_clear(out);
	for (int64_t i = 0; i < members; i++) {
		struct text part = TEXT_INIT;

		add_random_text(&part);
		pack_by(part.length < 10000 ? 6 : 1, text_string(&part), part.length, out);
		text_release(&part);
	}
	if (random_below(3) == 0)
		text_append(out, "\x1f\x8bgarbage\n" + random_below(9), random_below(3));
	if (random_below(4) == 0)
		add_random_text(out);
	if (random_below(3) == 0 && out->length)
		out->length = random_below(out->length);
	if (random_below(3) == 0 && out->length)
		out->data[random_below(out->length)] ^= (char)(1 << random_below(8));
}

static void check_against_zlib(void)
{
	struct text file = TEXT_INIT, ours = TEXT_INIT, lines = TEXT_INIT, zlib = TEXT_INIT;
	int different = 0, wrong = 0, other_lines = 0;

	for (int i = 0; i < 400; i++) {
		enum status status;
		bool good;

		make_file(&file);
		put(text_string(&file), file.length);
		good = read_by_zlib(&zlib);
		status = read_whole(&ours);
		wrong += !good;
		different += good != (status == STATUS_OK) || (good && !same(&ours, &zlib));
		if (ours.length && ours.data[ours.length - 1] != '\n')
			text_append(&ours, "\n", 1);
		other_lines += good && !memchr(text_string(&ours), '\r', (size_t)ours.length) &&
			       (read_lines(&lines) != STATUS_OK || !same(&ours, &lines));
	}
	OK(different == 0, "400 files as zlib reads them, %d that it refuses too", wrong);
	OK(wrong > 40 && wrong < 360, "good and bad ones");
	OK(other_lines == 0, "and line by line");
	text_release(&file);
	text_release(&ours);
	text_release(&lines);
	text_release(&zlib);
}

static void refused(const struct text *file, const char *why)
{
	struct text out = TEXT_INIT;
	char expected[256];
	enum status status;

	put(text_string(file), file->length);
	status = read_whole(&out);
	snprintf(expected, sizeof expected, "%s: error: %s", path, why);
	if (!OK(status == STATUS_IO && strcmp(status_text(status), expected) == 0, "%s", why))
		printf("# got: %s\n", status_text(status));
	text_release(&out);
}

/* The file is named, by its name. */
static void check_messages(void)
{
	struct text file = TEXT_INIT;

	pack("abc\nabc\n", 8, &file);
	file.data[file.length - 8] ^= 1;
	refused(&file, "compressed data is damaged: incorrect data check");
	file.length -= 6;
	refused(&file, "compressed data ends too early");
	text_clear(&file);
	pack("abc\n", 4, &file);
	text_append(&file, "\x1f\x8b\x01 is no member", 16);
	refused(&file, "compressed data is damaged: unknown compression method");
	text_clear(&file);
	text_append(&file, "\x1f\x8b", 2);
	refused(&file, "compressed data ends too early");
	text_release(&file);
}

/* ---- what makes its reader wait ---- */

struct reading {
	const char *path;
	struct task task;
	enum status status;
	struct text text;
};

static void *read_in_thread(void *context)
{
	struct reading *r = context;
	struct input in;

	r->status = input_open(&in, r->path, &r->task);
	if (r->status == STATUS_OK)
		r->status = input_all(&in);
	if (r->status == STATUS_OK)
		text_append(&r->text, in.data, in.end);
	input_close(&in);
	return NULL;
}

static void begin_reading(struct reading *r, const char *file, pthread_t *thread)
{
	*r = (struct reading){.path = file, .task = TASK_INIT, .text = TEXT_INIT};
	pthread_create(thread, NULL, read_in_thread, r);
	while (!atomic_load(&r->task.label)) /* until it is open */
		usleep(1000);
	usleep(20000);
}

/* A reader that never looked would never be joined. */
static void check_cancel(const char *file, const char *what)
{
	struct reading r;
	pthread_t thread;

	begin_reading(&r, file, &thread);
	atomic_store(&r.task.cancel, true);
	pthread_join(thread, NULL);
	OK(r.status == STATUS_CANCELLED, "^C ends reading of %s", what);
	text_release(&r.text);
}

/* What comes in pieces, with silence between them and before the first. */
static void check_pieces(bool packed)
{
	struct text file = TEXT_INIT;
	struct reading r;
	pthread_t thread;
	int fd;

	if (packed)
		pack("first\nsecond\n", 13, &file);
	else
		text_add(&file, "first\nsecond\n");
	begin_reading(&r, fifo, &thread);
	fd = open(fifo, O_WRONLY);
	for (int64_t i = 0; i < file.length; i++) {
		if (write(fd, file.data + i, 1) != 1)
			break;
		usleep(2000);
	}
	close(fd);
	pthread_join(thread, NULL);
	OK(r.status == STATUS_OK && strcmp(text_string(&r.text), "first\nsecond\n") == 0,
	   "a FIFO whose writer comes later, %s, byte by byte", packed ? "gzip" : "plain");
	text_release(&file);
	text_release(&r.text);
}

static void check_waiting(void)
{
	char name[32];
	int fds[2], writer;

	check_cancel(fifo, "a FIFO without a writer");
	writer = open(fifo, O_RDWR);
	check_cancel(fifo, "a FIFO with a silent writer");
	if (write(writer, "\x1f", 1) == 1)
		check_cancel(fifo, "a FIFO with half of gzip's mark");
	close(writer);
	if (pipe(fds) == 0) {
		snprintf(name, sizeof name, "/dev/fd/%d", fds[0]);
		check_cancel(name, "a silent pipe");
		close(fds[0]);
		close(fds[1]);
	}
	check_pieces(false);
	check_pieces(true);
}

/* The screen's readings are served while a file makes its reader wait. */
struct breath {
	struct task task;
	int fd, n;
};

static void take_breath(void *context)
{
	struct breath *b = context;
	char byte;

	if (read(b->fd, &byte, 1) == 1 && ++b->n == 3)
		atomic_store(&b->task.cancel, true);
}

static void check_breath(void)
{
	struct breath b = {.task = {.breathe = take_breath}};
	struct input in;
	int fds[2];
	enum status status;

	if (pipe(fds) != 0)
		return;
	b.fd = b.task.wake_fd = fds[0];
	b.task.context = &b;
	if (write(fds[1], "abc", 3) != 3)
		return;
	status = input_open(&in, fifo, &b.task);
	if (status == STATUS_OK)
		status = input_all(&in);
	input_close(&in);
	OK(status == STATUS_CANCELLED && b.n == 3, "the task breathes while it waits");
	close(fds[0]);
	close(fds[1]);
}

/* ---- what is too large ---- */

static bool says(enum status status, const char *what)
{
	bool found = strncmp(status_text(status), path, strlen(path)) == 0 &&
		     strstr(status_text(status), what);

	if (!found)
		printf("# got: %s\n", status_text(status));
	return found;
}

/* Longer than any memory, and nothing but a hole. */
static void check_long_file(void)
{
	struct task task = TASK_INIT;
	struct input in;
	enum status status;

	put("", 0);
	if (truncate(path, INT64_C(1) << 43) != 0) {
		tap_skip("a text of 8 TB is refused", "no file of this length here");
		tap_skip("with -allow_large too", "no file of this length here");
		return;
	}
	for (int large = 0; large < 2; large++) {
		task.command = "read_def";
		task.allow_large = large;
		status = input_open(&in, path, &task);
		if (status == STATUS_OK)
			status = input_all(&in);
		if (large)
			OK(status == STATUS_NO_MEMORY && in.capacity < INT64_C(1) << 30 &&
				   says(status, "8.8e+03 GB takes more than the "),
			   "with -allow_large too");
		else
			OK(status == STATUS_NO_MEMORY && in.capacity < INT64_C(1) << 30 &&
				   says(status, "; read_def -allow_large FILE reads it"),
			   "a text of 8 TB is refused");
		input_close(&in);
	}
	put("", 0);
}

/* 17 times 64 MiB of blanks in lines of 1 MiB. */
static void put_bomb(int64_t beside)
{
	enum { LINE = 1 << 20, LINES = 64, MEMBERS = 17 };

	char *part = malloc((size_t)LINE * LINES);
	struct text member = TEXT_INIT, file = TEXT_INIT;

	memset(part, ' ', (size_t)LINE * LINES);
	for (int i = 0; i < LINES; i++)
		part[(int64_t)i * LINE + LINE - 1] = '\n';
	pack(part, (int64_t)LINE * LINES, &member);
	free(part);
	for (int i = 0; i < MEMBERS; i++)
		text_append(&file, text_string(&member), member.length);
	for (int64_t i = 0; i < beside; i++)
		text_append(&file, "garbage\n" + i % 8, 1);
	put(text_string(&file), file.length);
	text_release(&member);
	text_release(&file);
}

/* How many lines of 1 MiB come. */
static int64_t lines_of_file(bool allow_large, enum status *status)
{
	struct task task = {.wake_fd = -1, .command = "read_graph", .allow_large = allow_large};
	struct input in;
	const char *begin, *end;
	int64_t n = 0;
	bool more = true;

	*status = input_open(&in, path, &task);
	while (*status == STATUS_OK && more) {
		*status = input_line(&in, &begin, &end, &more);
		n += *status == STATUS_OK && more;
	}
	input_close(&in);
	return n;
}

static void check_bomb(void)
{
	enum status status;
	int64_t n;

	put_bomb(0);
	n = lines_of_file(false, &status);
	OK(status == STATUS_BAD_INPUT && says(status, "taken for a decompression bomb; "
						      "read_graph -allow_large FILE reads it"),
	   "a bomb");
	OK(n >= 1023 && n < 17 * 64, "up to the size that any file may have");
	n = lines_of_file(true, &status);
	OK(status == STATUS_OK && n == 17 * 64, "with -allow_large it is read");
	put_bomb(100000);
	n = lines_of_file(false, &status);
	OK(status == STATUS_OK && n == 17 * 64, "what packs less well is read without");
}

int main(void)
{
	if (!mkdtemp(folder)) {
		printf("Bail out! no folder for tests\n");
		return 1;
	}
	snprintf(path, sizeof path, "%s/file", folder);
	snprintf(fifo, sizeof fifo, "%s/fifo", folder);
	mkfifo(fifo, 0600);
	check_against_zlib();
	check_messages();
	check_waiting();
	check_breath();
	check_long_file();
	check_bomb();
	unlink(path);
	unlink(fifo);
	rmdir(folder);
	return tap_done();
}
