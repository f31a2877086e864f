#include <ctype.h>
#include <errno.h>
#include <fts.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/grow.h"
#include "base/input.h"
#include "read/dag.h"
#include "session/design_files_impl.h"

enum {
	FOLDER_DEPTH = 12,
	FOLDER_ENTRIES = 50000,
	LOOKED_AT = 32,            /* netlists whose text is looked at, at most … */
	LOOKED_AT_BYTES = 1 << 22, /* … and how far */
	TEXT_BYTES = 1 << 16,      /* of text that may be a graph */
};

#define EACH_FILE(item, of)                                                                        \
	for (struct design_file *item = (of)->file; item < (of)->file + (of)->n; item++)

/* ---- the search ---- */

static int by_name(const FTSENT **a, const FTSENT **b)
{
	return strcmp((*a)->fts_name, (*b)->fts_name);
}

/* How a file begins, with a NUL after its *n bytes; NULL = it can't be read. The caller's. */
static char *read_beginning(const char *path, int64_t bytes, int64_t *n)
{
	struct task task = TASK_INIT;
	const char *begin = "", *end = begin;
	RELEASED_BY(input_close) struct input in = INPUT_INIT;
	char *text = NULL;
	bool more;

	if (input_open(&in, path, &task) != STATUS_OK)
		return NULL;
	if (input_block(&in, bytes, &begin, &end, &more) == STATUS_OK &&
	    ALLOC(&text, end - begin + 1) == STATUS_OK)
		memcpy(text, begin, (size_t)(*n = end - begin));
	return text;
}

/* Of text only what reads as an edge list is a graph. */
static bool is_edge_list(const char *path)
{
	int64_t n = 0;
	FREED char *text = read_beginning(path, TEXT_BYTES, &n);

	return text && dag_is_edge_list(text, text + n);
}

static bool is_text(const char *name)
{
	return strncmp(name + design_file_stem(name), ".txt", 4) == 0;
}

/* A file of the folder itself may be anything that can be read, as a FIFO; one below is a regular file. */
static enum status take_entry(struct design_files *files, FTS *fts, FTSENT *e, int root)
{
	int kind = design_file_kind(e->fts_name);

	files->cut_short |= e->fts_level > FOLDER_DEPTH || ++files->n_entries > FOLDER_ENTRIES;
	files->n_unread += e->fts_info == FTS_DNR;
	if (e->fts_info == FTS_DNR && e->fts_level == 0)
		return status_fail(STATUS_IO, "%s: error: %s", e->fts_path, strerror(e->fts_errno));
	if (e->fts_level > FOLDER_DEPTH || (e->fts_level > 0 && e->fts_name[0] == '.'))
		return fts_set(fts, e, FTS_SKIP), STATUS_OK;
	if (kind < 0 ||
	    !(e->fts_info == FTS_F || (e->fts_info == FTS_DEFAULT && e->fts_level == 1)) ||
	    (is_text(e->fts_name) && (e->fts_info != FTS_F || !is_edge_list(e->fts_path))))
		return STATUS_OK;
	return design_files_append(files, copy_string(e->fts_path), kind, root);
}

enum status design_folder_search(struct design_files *files, const char *path)
{
	int length = (int)strlen(path);
	char *paths[] = {copy_string(path), NULL};
	FTS *fts = paths[0] ? fts_open(paths, FTS_LOGICAL | FTS_NOCHDIR, by_name) : NULL;
	enum status status =
		fts ? STATUS_OK : status_fail(STATUS_IO, "%s: error: %s", path, strerror(errno));
	FTSENT *entry;

	if (!files->folder)
		files->folder = path;
	while (status == STATUS_OK && files->n_entries <= FOLDER_ENTRIES && (entry = fts_read(fts)))
		status =
			take_entry(files, fts, entry, length + (length && path[length - 1] != '/'));
	if (fts)
		fts_close(fts);
	free(paths[0]);
	return status;
}

/* ---- names ---- */

/* What flows call results, and what they leave on the way. */
static const struct {
	const char *word;
	int rank;
} ranks[] = {{"final", 4},  {"signoff", 3},    {"submission", 3}, {"results", 2},    {"gl", 2},
	     {"nl", 2},     {"tmp", -5},       {"synth", -3},     {"synthesis", -3}, {"cts", -3},
	     {"place", -3}, {"placement", -3}, {"floorplan", -3}, {"old", -3},       {"backup", -3},
	     {"test", -3},  {"powered", -2},   {"lvs", -2},       {"pnl", -2}};

static const struct {
	const char *word;
	int rank;
} corners[] = {{"nom", 1},   {"tt", 1},    {"typ", 1},    {"typical", 1}, {"max", -1}, {"min", -1},
	       {"ss", -1},   {"ff", -1},   {"sf", -1},    {"fs", -1},     {"wc", -1},  {"bc", -1},
	       {"slow", -1}, {"fast", -1}, {"worst", -1}, {"best", -1}};

enum { N_RANKS = sizeof ranks / sizeof *ranks, N_CORNERS = sizeof corners / sizeof *corners };

/* Where a word is, letters and digits by themselves; NULL = it isn't there. */
static const char *find_word(const char *path, const char *word)
{
	for (const char *at = path; (at = strcasestr(at, word)); at++) {
		if ((at == path || !isalnum((unsigned char)at[-1])) &&
		    !isalnum((unsigned char)at[strlen(word)]))
			return at;
	}
	return NULL;
}

static int rank_of(const char *path)
{
	int best = 0, worst = 0;

	for (int i = 0; i < N_RANKS; i++) {
		int rank = find_word(path, ranks[i].word) ? ranks[i].rank : 0;

		best = rank > best ? rank : best;
		worst += rank < 0 ? rank : 0;
	}
	return best + worst;
}

int design_corner_of(const char *path)
{
	return SUM(int, i, 0, N_CORNERS, find_word(path, corners[i].word) ? corners[i].rank : 0);
}

/* How much of a file's name is the design's: all before the first dot, or two underscores. */
static size_t base_length(const char *name)
{
	const char *two = strstr(name, "__");
	size_t dot = strcspn(name, ".");

	return two && two > name && (size_t)(two - name) < dot ? (size_t)(two - name) : dot;
}

/* How much of a library's name says which cells it has: all before a corner. */
static size_t family_length(const char *name)
{
	size_t length = design_file_stem(name);

	for (int i = 0; i < N_CORNERS; i++) {
		const char *at = find_word(name, corners[i].word);

		length = at && at > name && (size_t)(at - name) < length ? (size_t)(at - name)
									 : length;
	}
	return length;
}

static bool is_same(const struct design_file *a, const struct design_file *b,
		    size_t (*length_of)(const char *))
{
	const char *x = design_file_name(a->path), *y = design_file_name(b->path);
	size_t length = length_of(x);

	return length == length_of(y) && memcmp(x, y, length) == 0;
}

static bool same_base(const struct design_file *a, const struct design_file *b)
{
	return is_same(a, b, base_length);
}

/* Folders that two paths have in common. */
static int n_common(const char *a, const char *b)
{
	int n = 0;

	for (int i = 0; a[i] && a[i] == b[i]; i++)
		n += a[i] == '/';
	return n;
}

static bool is_below(const struct design_file *file)
{
	return file->root && strchr(file->path + file->root, '/');
}

static bool is_candidate(const struct design_file *file, int kind)
{
	return file->kind == kind && !file->passed_over && !file->named;
}

/* ---- what netlists have ---- */

struct looked {
	struct design_file *file[LOOKED_AT]; /* borrowed */
	int n;
};

/* An instance of the module: its name, then the instance's or parameters. */
static bool has_instance(const char *text, const char *module, size_t length)
{
	char name[256];

	if (length == 0 || length >= sizeof name)
		return false;
	memcpy(name, module, length);
	name[length] = '\0';
	for (const char *at = text; (at = strstr(at, name)); at += length) {
		const char *next = at + length + strspn(at + length, " \t\r\n");

		if ((at == text || isspace((unsigned char)at[-1])) && next > at + length && *next &&
		    (isalnum((unsigned char)*next) || strchr("_\\#", *next)))
			return true;
	}
	return false;
}

/* A text without its end will do; processes and primitives are no netlist's. */
static void look_at_text(const struct looked *looked, const char *text, struct design_file *file)
{
	static const char *const processes[] = {"\talways ",     " always ",     "\nalways ",
						"always_ff",     "always_comb",  "always @",
						"initial begin", "endprimitive", "endspecify"};

	file->is_rtl = !strstr(text, "module");
	for (size_t i = 0; i < sizeof processes / sizeof *processes; i++)
		file->is_rtl |= strstr(text, processes[i]) != NULL;
	for (int i = 0; i < looked->n; i++) {
		const char *name = design_file_name(looked->file[i]->path);

		if (!same_base(file, looked->file[i]) &&
		    has_instance(text, name, base_length(name)))
			file->mentions |= UINT64_C(1) << i;
	}
}

/* A file that can't be read is taken for a netlist: reading it says why it isn't. */
static void look_at(const struct looked *looked, struct design_file *file)
{
	struct stat st;
	FREED char *text = NULL;
	int64_t n;

	file->mentions = 0; /* what a FIFO has can be read once */
	if (stat(file->path, &st) == 0 && S_ISREG(st.st_mode))
		text = read_beginning(file->path, LOOKED_AT_BYTES, &n);
	if (text)
		look_at_text(looked, text, file);
}

/* The first LOOKED_AT netlists; the rest isn't read. */
static void look_at_netlists(struct design_files *files, struct looked *looked)
{
	EACH_FILE(file, files) {
		if (!is_candidate(file, NETLIST))
			continue;
		file->passed_over = looked->n == LOOKED_AT;
		if (!file->passed_over)
			looked->file[looked->n++] = file;
	}
	for (int i = 0; i < looked->n; i++)
		look_at(looked, looked->file[i]);
}

/* ---- which one ---- */

/* Kinds of files that have its name. */
static int n_kinds_of(const struct design_files *files, const struct design_file *of)
{
	unsigned kinds = 0;

	EACH_FILE(file, files)
		kinds |= same_base(file, of) ? 1U << file->kind : 0;
	return __builtin_popcount(kinds);
}

/* Of files of one kind; `top` is the netlist that they are to fit, NULL = they are netlists. The first difference
 * decides: what -files names, netlists, those that have others as modules, …, the last run or step of a flow. */
static int compare(const struct design_files *files, const struct design_file *a,
		   const struct design_file *b, const struct design_file *top)
{
	const struct design_file *file[] = {a, b};
	int value[2][7];

	for (int i = 0; i < 2; i++) {
		const struct design_file *f = file[i];
		int values[] = {files->chosen && design_file_is_chosen(files, f),
				!f->is_rtl,
				f->mentions != 0,
				top ? same_base(f, top) : n_kinds_of(files, f),
				design_corner_of(design_file_shown(f)),
				rank_of(design_file_shown(f)),
				top ? n_common(f->path, top->path) : 0};

		memcpy(value[i], values, sizeof values);
	}
	for (int i = 0; i < 7; i++) {
		if (value[0][i] != value[1][i])
			return value[0][i] - value[1][i];
	}
	return strcmp(a->path, b->path);
}

static struct design_file *find_best(const struct design_files *files, int kind,
				     const struct design_file *top)
{
	struct design_file *best = NULL;

	EACH_FILE(file, files) {
		if (is_candidate(file, kind) && (!best || compare(files, file, best, top) > 0))
			best = file;
	}
	return best;
}

/* Of the kind all others; NULL = all. */
static void keep_one(struct design_files *files, int kind, const struct design_file *kept)
{
	EACH_FILE(file, files)
		file->passed_over |= is_candidate(file, kind) && file != kept;
}

/* The top's netlist, and those of modules that it names, or that these name: of one name the nearest. */
static void select_netlists(const struct design_file *top, const struct looked *looked)
{
	uint64_t needed = top->mentions, before = 0;

	while (needed != before) {
		before = needed;
		for (int i = 0; i < looked->n; i++)
			needed |= needed >> i & 1 ? looked->file[i]->mentions : 0;
	}
	for (int i = 0; i < looked->n; i++) {
		struct design_file *file = looked->file[i];

		file->passed_over |= file != top && (!(needed >> i & 1) || file->is_rtl);
		for (int j = 0; j < i && !file->passed_over; j++) {
			struct design_file *other = looked->file[j];
			bool nearer =
				n_common(file->path, top->path) >= n_common(other->path, top->path);

			if (!other->passed_over && same_base(file, other))
				(nearer ? other : file)->passed_over = true;
		}
	}
}

/* Of each family of libraries or LEF one corner, and none that is the design itself as a cell. */
static void select_family(struct design_files *files, int kind, const struct design_file *top)
{
	EACH_FILE(file, files) {
		if (!is_candidate(file, kind) || !is_below(file))
			continue;
		file->passed_over = top && same_base(file, top);
		EACH_FILE(other, files)
			file->passed_over |= other != file && other->kind == kind &&
					     !other->passed_over &&
					     is_same(file, other, family_length) &&
					     (other->named || compare(files, other, file, top) > 0);
	}
}

/* What -files says, else what is called as the netlist is; of several designs, nothing of another. What remains of
 * several is a question. */
static void select_one(struct design_files *files, int kind, const struct design_file *top)
{
	const struct design_file *best = find_best(files, kind, top);
	bool chosen = best && files->chosen && design_file_is_chosen(files, best), several = false;

	EACH_FILE(file, files) {
		file->passed_over |=
			chosen && is_candidate(file, kind) && !design_file_is_chosen(files, file);
		several |= top && file->kind == NETLIST && file->passed_over && !file->is_rtl &&
			   !same_base(file, top);
	}
	if (!best || chosen || !top)
		return;
	if (same_base(best, top))
		keep_one(files, kind, best);
	else if (kind != CONSTRAINTS && kind != AOCV && several)
		keep_one(files, kind, NULL);
}

/* Of single files those that were named come first; a folder with a design needs of those below what it lacks. */
static void pass_over_below(struct design_files *files, bool has_own)
{
	bool has[N_KINDS] = {false};

	EACH_FILE(file, files)
		has[file->kind] |= file->named ? file->kind != LIBRARY && file->kind != LEF
					       : has_own && !is_below(file);
	for (int kind = 0; kind < N_KINDS; kind++)
		has[kind] |= has_own && kind != PLACEMENT && design_kind_is_design(kind);
	EACH_FILE(file, files)
		file->passed_over |= is_below(file) && has[file->kind];
}

/* Netlists that steps of a flow left beside each other, as 1_synth.v and 6_final.v: the last. */
static void select_step(struct design_files *files)
{
	bool steps = true;

	EACH_FILE(file, files)
		steps &= file->kind != NETLIST ||
			 isdigit((unsigned char)*design_file_name(file->path));
	if (steps)
		keep_one(files, NETLIST, find_best(files, NETLIST, NULL));
}

void design_folder_select(struct design_files *files)
{
	const struct design_file *top;
	struct looked looked = {.n = 0};
	bool below = false, own = false;

	EACH_FILE(file, files) {
		file->passed_over = file->is_rtl = false;
		below |= is_below(file);
	}
	select_one(files, NETLIST, NULL);
	select_step(files);
	if (below)
		look_at_netlists(files, &looked);
	EACH_FILE(file, files)
		own |= !is_below(file) && !file->is_rtl && design_kind_is_design(file->kind);
	pass_over_below(files, own);
	top = find_best(files, NETLIST, NULL);
	if (below && top && top->is_rtl)
		keep_one(files, NETLIST, top = NULL);
	else if (below && top && !own)
		select_netlists(top, &looked);
	select_family(files, LIBRARY, top);
	select_family(files, LEF, top);
	for (int kind = 0; kind < N_KINDS; kind++) {
		if (kind != NETLIST && kind != LIBRARY && kind != LEF)
			select_one(files, kind, top);
	}
	if (below && find_best(files, WIRES, top))
		keep_one(files, DELAYS, NULL);
}
