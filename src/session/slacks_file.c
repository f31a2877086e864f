#include "session/slacks_file.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "base/input.h"
#include "base/output.h"
#include "session/saved_paths.h"

/* fs: all parts of a slack, and all of a file, can be added up */
#define MOST_NUMBER (INT64_C(1) << 58)
#define MOST_SUM    (INT64_C(1) << 60)

static const char *const split_word[N_SPLITS] = {"hold", "setup"};

/* ---- writing ---- */

static void write_row(const struct saved_slacks *saved, int split, int32_t id, struct text *out)
{
	int32_t group = saved->of_group[split][id];
	const char *path = saved->path[split] ? saved->path[split][id] : NULL;

	if (saved->slack[split][id] == FS_NONE_64)
		return;
	text_add(out, split_word[split]);
	saved_path_add_word(out, names_get(&saved->pin, id), names_length(&saved->pin, id));
	text_printf(out, " %" PRId64, saved->slack[split][id]);
	saved_path_add_word(out, group < 0 ? "" : names_get(&saved->group, group),
			    group < 0 ? 0 : names_length(&saved->group, group));
	text_printf(out, "%s%s\n", path ? " " : "", path ? path : "");
}

static enum status write_all(const struct saved_slacks *saved, struct output *out)
{
	const char *const head[] = {saved->name, saved->design, saved->kind};

	text_add(&out->text, "warpscope-slacks 1");
	for (int i = 0; i < 3; i++)
		saved_path_add_word(&out->text, head[i], (int64_t)strlen(head[i]));
	text_add(&out->text, "\n");
	for (int32_t i = 0; i < N_SPLITS * saved->pin.n; i++) {
		write_row(saved, i / saved->pin.n, i % saved->pin.n, &out->text);
		TRY(output_step(out, 0));
	}
	text_add(&out->text, "end\n");
	return STATUS_OK;
}

enum status slacks_write(const struct saved_slacks *saved, const char *path, struct task *task)
{
	struct output out;

	TRY(output_open(&out, path, task));
	return output_close(&out, write_all(saved, &out));
}

/* ---- reading ---- */

struct slacks_file {
	struct input in; /* the whole text, with a NUL after it */
	char *at;
	struct saved_slacks *saved;
	int64_t sum; /* of absolute numbers so far, fs */
	int64_t capacity[N_SPLITS][3];
};

static void slacks_file_release(struct slacks_file *f)
{
	input_close(&f->in);
	saved_slacks_free(f->saved);
}

static enum status expected(const struct slacks_file *f, const char *what)
{
	return input_error_at(&f->in, f->at, "expected %s", what);
}

static bool take(struct slacks_file *f, const char *text)
{
	bool is_there = strncmp(f->at, text, strlen(text)) == 0;

	f->at += is_there ? strlen(text) : 0;
	return is_there;
}

static enum status number(struct slacks_file *f, int64_t *out)
{
	char *begin = f->at, *end;

	*out = strtoll(begin + 1, &end, 10);
	if (*begin != ' ' || (begin[1] != '-' && (begin[1] < '0' || begin[1] > '9')) ||
	    *out > MOST_NUMBER || *out < -MOST_NUMBER || (*end != ' ' && *end != '\n'))
		return expected(f, "a whole number that fits here");
	f->at = end;
	f->sum += llabs(*out);
	return f->sum > MOST_SUM ? expected(f, "numbers before this whose sum fits") : STATUS_OK;
}

/* Of two digits of base 16; -1 = they are none. */
static int code_of(const char *digits)
{
	static const char base[] = "0123456789ABCDEF";
	const char *high = *digits ? strchr(base, digits[0]) : NULL;
	const char *low = high && digits[1] ? strchr(base, digits[1]) : NULL;

	return low ? (int)(16 * (high - base) + (low - base)) : -1;
}

/* A name after a blank, without its escapes. */
static enum status word(struct slacks_file *f, struct text *name)
{
	char *c = f->at + 1;

	text_clear(name);
	for (; *f->at == ' ' && (unsigned char)*c > ' ' && *c != 0x7f; c++) {
		char byte = *c;

		if (byte == '%' && c == f->at + 1 && (c[1] == ' ' || c[1] == '\n'))
			continue; /* none */
		if (byte == '%') {
			byte = (char)code_of(c + 1);
			if (code_of(c + 1) < 0) {
				f->at = c;
				return expected(f, "two digits after %");
			}
			c += 2;
		}
		text_append(name, &byte, 1);
	}
	if (*f->at != ' ' || c == f->at + 1 || (*c != ' ' && *c != '\n'))
		return expected(f, "a name");
	f->at = c;
	return text_status(name);
}

static enum status head(struct slacks_file *f, struct text *name)
{
	char **to[] = {&f->saved->name, &f->saved->design, &f->saved->kind};

	if (!take(f, "warpscope-slacks 1"))
		return expected(f, "slacks of write_slacks, version 1");
	for (int i = 0; i < 3; i++) {
		TRY(word(f, name));
		*to[i] = copy_string(text_string(name));
		if (!*to[i])
			return STATUS_NO_MEMORY;
	}
	return ANY(kind, 0, 3, strcmp(slack_kind[kind], f->saved->kind) == 0)
		       ? STATUS_OK
		       : expected(f, "another kind of slacks before this");
}

/* What is left of a line. */
static enum status path(struct slacks_file *f, int64_t slack, struct text *name, char **out)
{
	const char *begin = f->at + 1;
	int64_t value;

	for (int p = 0; p < N_SLACK_PARTS; p++) {
		TRY(number(f, &value));
		slack -= value;
	}
	if (slack)
		return expected(f, "parts before this whose sum is the slack");
	for (int64_t n = 0; *f->at == ' ' || n % WORDS_OF_POINT != 2; n++)
		TRY(n % WORDS_OF_POINT == 1 && n > 1 ? number(f, &value) : word(f, name));
	*out = strndup(begin, (size_t)(f->at - begin));
	return *out ? STATUS_OK : STATUS_NO_MEMORY;
}

/* Endpoints are numbered as they come. */
static enum status grow(struct slacks_file *f, int32_t id)
{
	struct saved_slacks *saved = f->saved;

	if (id > MOST_SAVED_BYTES / 64)
		return expected(f, "fewer endpoints");
	for (int s = 0; s < N_SPLITS; s++) {
		TRY(GROW(&saved->slack[s], &f->capacity[s][0], id + 1));
		TRY(GROW(&saved->of_group[s], &f->capacity[s][1], id + 1));
		TRY(GROW(&saved->path[s], &f->capacity[s][2], id + 1));
		saved->slack[s][id] = FS_NONE_64;
		saved->of_group[s][id] = -1;
		saved->path[s][id] = NULL;
	}
	return STATUS_OK;
}

static enum status row(struct slacks_file *f, int split, struct text *name)
{
	struct saved_slacks *saved = f->saved;
	int64_t *slack;
	int32_t id;
	bool added;

	TRY(word(f, name));
	TRY(names_add(&saved->pin, text_string(name), name->length, &id, &added));
	if (added)
		TRY(grow(f, id));
	slack = &saved->slack[split][id];
	if (*slack != FS_NONE_64)
		return expected(f, "another endpoint: this one is there twice");
	TRY(number(f, slack));
	TRY(word(f, name));
	if (name->length)
		TRY(names_add(&saved->group, name->data, name->length, &saved->of_group[split][id],
			      &added));
	return *f->at == ' ' ? path(f, *slack, name, &saved->path[split][id]) : STATUS_OK;
}

static enum status read_all(struct slacks_file *f, struct text *name)
{
	TRY(input_all(&f->in));
	f->at = f->in.data;
	TRY(head(f, name));
	while (!take(f, "\nend\n")) {
		int split = take(f, "\nsetup") ? LATE : EARLY;

		if (split == EARLY && !take(f, "\nhold"))
			return expected(f, "the end of the line, then setup, hold or end");
		TRY(row(f, split, name));
	}
	return f->at == f->in.data + f->in.end ? STATUS_OK : expected(f, "nothing after the end");
}

enum status slacks_read(const char *path, const char *name, struct task *task,
			struct saved_slacks **out)
{
	RELEASED_BY(slacks_file_release) struct slacks_file f = {.in = INPUT_INIT};
	RELEASED_BY(text_release) struct text scratch = TEXT_INIT;

	TRY(ALLOC(&f.saved, 1));
	TRY(input_open(&f.in, path, task));
	TRY(read_all(&f, &scratch));
	if (name) {
		free(f.saved->name);
		f.saved->name = copy_string(name);
		TRY(f.saved->name ? STATUS_OK : STATUS_NO_MEMORY);
	}
	HAND_OVER(out, f.saved);
	return STATUS_OK;
}
