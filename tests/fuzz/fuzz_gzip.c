/*
 * Fuzz target of base/input through compressed files: line by line and whole, a file gives the same
 * or is refused both times, with a sentence that names it. What was written whole is read whole;
 * of what was cut nothing but whole members is ever taken for all there was.
 *
 * Random bytes hardly ever are a deflated stream with the right sum, so those after a first byte
 * '=' are a recipe for a file (see bake()); all others are the file itself.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "base/grow.h"
#include "base/input.h"
#include "base/text.h"
#include "bytes.h"

int fuzz_gzip(const uint8_t *data, size_t size);

enum {
	MOST_MEMBERS = 64,
	LARGEST_FILE = 1 << 20, /* bytes; no step of a recipe makes it larger than that and … */
	LARGEST_CONTENT = 4 << 20, /* … what is in it larger than this */
};

struct cake {
	struct text file, content;
	int64_t boundary[MOST_MEMBERS]; /* of the content: where members end */
	int n_boundaries;
	bool is_cut, is_bent; /* the end is missing; there is something in it that is no member */
};

static void must(bool condition)
{
	if (!condition)
		abort();
}

/* ---- making a file ---- */

/* A member of n times these bytes. */
static void add_member(struct cake *cake, const uint8_t *data, size_t size, int n, int level)
{
	static uint8_t buffer[1 << 14];
	z_stream z = {0};
	int code = Z_OK;

	if (cake->n_boundaries == MOST_MEMBERS ||
	    cake->content.length + (int64_t)size * n > LARGEST_CONTENT ||
	    cake->file.length > LARGEST_FILE)
		return;
	must(deflateInit2(&z, level, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY) == Z_OK);
	for (int i = 0; i < n; i++) {
		z.next_in = (uint8_t *)(uintptr_t)data;
		z.avail_in = (uInt)size;
		do {
			z.next_out = buffer;
			z.avail_out = sizeof buffer;
			code = deflate(&z, i == n - 1 ? Z_FINISH : Z_NO_FLUSH);
			text_append(&cake->file, (char *)buffer,
				    (int64_t)(sizeof buffer - z.avail_out));
		} while (z.avail_out == 0);
		text_append(&cake->content, (const char *)data, (int64_t)size);
	}
	must(code == Z_STREAM_END);
	deflateEnd(&z);
	cake->boundary[cake->n_boundaries++] = cake->content.length;
}

/*
 * Steps, each of two bytes and as many more as its second has: a member of these bytes; one that
 * has them over and over; the bytes as they are; less of the end by as many bytes as the first says;
 * a byte of the file changed. The first also says how well is compressed.
 */
static void bake(struct cake *cake, const uint8_t *data, size_t size)
{
	while (size >= 2) {
		uint8_t step = data[0] % 5, more = data[0] / 5;
		size_t n = data[1] < size - 2 ? data[1] : size - 2;
		int64_t at = n > 1 ? data[2] << 8 | data[3] : 0;

		data += 2;
		size -= 2;
		if (step == 0) {
			cake->is_bent |= cake->is_cut;
			add_member(cake, data, n, 1, more % 10);
		} else if (step == 1) {
			cake->is_bent |= cake->is_cut;
			add_member(cake, data, n, more * more * more + 1, more % 10);
		} else if (step == 2) {
			cake->is_bent |= n > 0;
			text_append(&cake->file, (const char *)data, (int64_t)n);
		} else if (step == 3) {
			cake->is_cut |= more > 0;
			cake->file.length -= more < cake->file.length ? more : cake->file.length;
		} else if (at < cake->file.length) {
			cake->is_bent = true;
			cake->file.data[at] ^= (char)(more + 1);
		}
		data += n;
		size -= n;
	}
	must(text_status(&cake->file) == STATUS_OK && text_status(&cake->content) == STATUS_OK);
}

/* ---- reading it ---- */

static void check_failure(enum status status, const char *path)
{
	must(status != STATUS_OK && strstr(status_text(status), path));
}

static enum status read_whole(const char *path, struct text *out)
{
	struct task task = TASK_INIT;
	struct input in;
	enum status status = input_open(&in, path, &task);

	must(status == STATUS_OK);
	status = input_all(&in);
	if (status == STATUS_OK) {
		must(in.data[in.end] == '\0');
		text_append(out, in.data, in.end);
		must(text_status(out) == STATUS_OK);
	} else {
		check_failure(status, path);
	}
	input_close(&in);
	return status;
}

/* Each line is the next piece of what was read whole. */
static enum status read_lines(const char *path, const char *at, const char *end)
{
	struct task task = TASK_INIT;
	struct input in;
	int64_t n = 0;
	bool more = true;
	enum status status;

	must(input_open(&in, path, &task) == STATUS_OK);
	for (;;) {
		const char *from, *to, *line_end;

		status = input_line(&in, &from, &to, &more);
		if (status != STATUS_OK || !more)
			break;
		must(in.line == ++n && (!at || at < end));
		if (!at)
			continue;
		line_end = memchr(at, '\n', (size_t)(end - at));
		line_end = line_end ? line_end : end;
		must(to - from == line_end - at - (line_end > at && line_end[-1] == '\r'));
		must(memcmp(from, at, (size_t)(to - from)) == 0);
		at = line_end < end ? line_end + 1 : end;
	}
	if (status != STATUS_OK)
		check_failure(status, path);
	else
		must(at == end);
	input_close(&in);
	return status;
}

static bool is_boundary(const struct cake *cake, int64_t length)
{
	bool found = length == 0;

	for (int i = 0; i < cake->n_boundaries; i++)
		found |= cake->boundary[i] == length;
	return found;
}

/* One byte is no head of a member, so it is text. */
static void check_content(const struct cake *cake, const struct text *got)
{
	if (cake->is_bent || (cake->is_cut && cake->file.length < 2))
		return;
	must(got->length <= cake->content.length);
	must(got->length == 0 || memcmp(got->data, cake->content.data, (size_t)got->length) == 0);
	must(cake->is_cut ? is_boundary(cake, got->length) : got->length == cake->content.length);
}

int fuzz_gzip(const uint8_t *data, size_t size)
{
	bool is_recipe = size > 0 && data[0] == '=';
	struct cake cake = {.file = TEXT_INIT, .content = TEXT_INIT, .is_bent = true};
	struct text whole = TEXT_INIT;
	const char *path;
	enum status status;

	if (is_recipe) {
		cake.is_bent = false;
		bake(&cake, data + 1, size - 1);
		path = bytes_file((const uint8_t *)text_string(&cake.file),
				  (size_t)cake.file.length);
	} else {
		path = bytes_file(data, size);
	}
	status = read_whole(path, &whole);
	must(status == STATUS_OK || cake.is_bent || cake.is_cut);
	if (status == STATUS_OK) {
		const char *begin = text_string(&whole);

		check_content(&cake, &whole);
		must(read_lines(path, begin, begin + whole.length) == STATUS_OK);
	} else {
		must(read_lines(path, NULL, NULL) != STATUS_OK);
	}
	text_release(&whole);
	text_release(&cake.content);
	text_release(&cake.file);
	return 0;
}
