/*
 * Bookshelf: which files there are, and one after the other.
 */
#include "read/layout/bookshelf.h"

#include <string.h>
#include <unistd.h>

#include "base/grow.h"
#include "read/layout/bookshelf_impl.h"

static void release(struct bookshelf *bs)
{
	names_release(&bs->node_name);
	names_release(&bs->net_name);
	FREE_ALL(bs->node, bs->pin, bs->row);
}

static enum status read_files(struct bookshelf *bs, const struct bookshelf_files *files,
			      const char *path, const char *name, struct placement **out)
{
	static const char *const what[BS_WARNINGS] = {
		[BS_UNKNOWN_NAME] = "weights of what isn't there",
		[BS_FILE] = "other files",
	};
	enum status status = bs_read_files(bs, files);

	if (status == STATUS_OK)
		status = bs_build(bs, path, name, out);
	tally_rest(&bs->warnings, path, "… and ", what, BS_WARNINGS);
	return status;
}

enum status bookshelf_read_files(const struct bookshelf_files *files, const char *name,
				 struct text *warnings, struct task *task, struct placement **out)
{
	RELEASED_BY(release)
	struct bookshelf bs = {.warnings = {warnings, TALLY_LINES}, .task = task};

	return read_files(&bs, files, files->nodes, name, out);
}

/* ---- .aux ---- */

enum { NODES, NETS, WTS, PL, SCL, N_FILES };

static const char *const endings[N_FILES] = {".nodes", ".nets", ".wts", ".pl", ".scl"};

static bool ends(const struct word *word, const char *with)
{
	int64_t n = (int64_t)strlen(with);

	return word->length > n && memcmp(word->begin + word->length - n, with, (size_t)n) == 0;
}

/* A name beside the .aux file; with .gz after it where there is only that. */
static void find_file(const char *aux, const struct word *word, struct text *out)
{
	const char *slash = strrchr(aux, '/');

	text_clear(out);
	if (slash && word->begin[0] != '/')
		text_append(out, aux, slash + 1 - aux);
	text_append(out, word->begin, word->length);
	if (text_status(out) == STATUS_OK && access(text_string(out), R_OK) != 0) {
		text_add(out, ".gz");
		if (access(text_string(out), R_OK) != 0) {
			out->length -= 3;
			out->data[out->length] = '\0';
		}
	}
}

/* "RowBasedPlacement : file file …" */
static enum status take_files(struct bookshelf *bs, struct bs_lines *lines, struct text *file)
{
	struct word word;

	TRY(bs_take_name(lines, "the kind of placement", &word));
	TRY(bs_need(lines, ":"));
	for (;;) {
		int i = 0;

		bs_take(lines, &word);
		if (word.length == 0)
			return STATUS_OK;
		while (i < N_FILES && !ends(&word, endings[i]))
			i++;
		if (i < N_FILES)
			find_file(lines->in.path, &word, &file[i]);
		else
			bs_warn(bs, BS_FILE, lines->in.path,
				"a file that ends neither in .nodes, .nets, .wts, .pl nor .scl is "
				"left out");
	}
}

static enum status read_aux(struct bookshelf *bs, const char *aux, struct text *file)
{
	RELEASED_BY(bs_close) struct bs_lines lines = {.in = INPUT_INIT};

	TRY(input_open(&lines.in, aux, bs->task));
	TRY(bs_next_line(&lines));
	TRY(take_files(bs, &lines, file));
	return file[NODES].length ? STATUS_OK
				  : input_error(&lines.in, 0, "no .nodes file is named");
}

static const char *named(const struct text *file)
{
	return file->length ? text_string(file) : NULL;
}

/* The file's name without folder and ending. */
static void design_name(const char *aux, struct text *out)
{
	const char *from = last_part(aux), *dot = strchr(from, '.');

	text_append(out, from, dot > from ? dot - from : (int64_t)strlen(from));
}

enum status bookshelf_read(const char *aux, const char *pl, struct text *warnings,
			   struct task *task, struct placement **out)
{
	RELEASED_BY(release)
	struct bookshelf bs = {.warnings = {warnings, TALLY_LINES}, .task = task};
	RELEASED_BY(text_release) struct text name = TEXT_INIT;
	struct text file[N_FILES] = {{0}};
	enum status status = read_aux(&bs, aux, file);

	if (status == STATUS_OK) {
		struct bookshelf_files files = {named(&file[NODES]), named(&file[NETS]),
						named(&file[WTS]), pl ? pl : named(&file[PL]),
						named(&file[SCL])};

		design_name(aux, &name);
		status = read_files(&bs, &files, aux, text_string(&name), out);
	}
	for (int i = 0; i < N_FILES; i++)
		text_release(&file[i]);
	return status;
}
