#include "session/design_files.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/grow.h"
#include "base/unpacker.h"
#include "db/query.h"
#include "session/design_files_impl.h"
#include "session/objects.h"
#include "session/script.h"

static const struct {
	const char *command, *what;
	bool adds_up; /* a second file adds to the first; else it would take its place */
} kinds[N_KINDS] = {
	[SNAPSHOT] = {"read_design", "snapshot", false},
	[GRAPH] = {"read_graph", "graph", false},
	[LEF] = {"read_lef", "LEF", true},
	[LIBRARY] = {"read_liberty", "library", true},
	[BOOKSHELF] = {"read_bookshelf", "Bookshelf design", false},
	[NETLIST] = {"read_verilog", "netlist", true},
	[CONSTRAINTS] = {"read_sdc", "constraints", true},
	[TAU] = {"read_timing", "constraints", false},
	[WIRES] = {"read_spef", "parasitics", false},
	[DELAYS] = {"read_sdf", "delays", false},
	[AOCV] = {"read_aocv", "AOCV tables", true},
	[PLACEMENT] = {"read_def", "placement", false},
	[MATRIX] = {"lab_spmv", "matrix", true},
};

static const struct {
	const char *suffix;
	enum kind kind;
} suffixes[] = {
	{".wsd", SNAPSHOT},    {".dag", GRAPH},     {".lib", LIBRARY}, {".lef", LEF},
	{".tlef", LEF},        {".aux", BOOKSHELF}, {".v", NETLIST},   {".sv", NETLIST},
	{".sdc", CONSTRAINTS}, {".timing", TAU},    {".spef", WIRES},  {".aocv", AOCV},
	{".def", PLACEMENT},   {".sdf", DELAYS},    {".mtx", MATRIX},  {".txt", GRAPH},
};

enum { N_SUFFIXES = sizeof suffixes / sizeof *suffixes, SHOWN_LEFT_OUT = 12 };

const char *design_files_suffix(int i)
{
	return i < N_SUFFIXES ? suffixes[i].suffix : NULL;
}

const char *design_file_name(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

static bool ends_with(const char *name, size_t length, const char *end)
{
	size_t n = strlen(end);

	return length > n && memcmp(name + length - n, end, n) == 0;
}

int design_file_kind(const char *name)
{
	size_t length = unpacked_length(name, strlen(name));
	int found = FIRST(i, 0, N_SUFFIXES, ends_with(name, length, suffixes[i].suffix));

	return found < N_SUFFIXES ? (int)suffixes[found].kind : -1;
}

/* ---- which files ---- */

void design_files_release(struct design_files *files)
{
	for (int64_t i = 0; i < files->n; i++)
		free(files->file[i].path);
	free(files->file);
	*files = (struct design_files){0};
}

enum status design_files_append(struct design_files *files, char *path, int kind, int root)
{
	enum status status = path ? GROW(&files->file, &files->capacity, files->n + 1)
				  : status_fail(STATUS_NO_MEMORY, "out of memory");

	if (status != STATUS_OK) {
		free(path);
		return status;
	}
	files->file[files->n++] =
		(struct design_file){.path = path, .kind = kind, .root = root, .named = !root};
	files->n_named += !root;
	return STATUS_OK;
}

static enum status unknown_kind(const char *path)
{
	RELEASED_BY(text_release) struct text known = TEXT_INIT;

	for (int i = 0; i < N_SUFFIXES; i++)
		text_printf(&known, " %s", suffixes[i].suffix);
	status_fail(STATUS_USAGE,
		    "%s: error: its name says no kind of design file (those that do end in%s, also "
		    "with .gz, .bz2, .xz or .zst); to run it as a Tcl script, say -f FILE",
		    path, text_string(&known));
	return STATUS_USAGE;
}

static enum status add_file(struct design_files *files, const char *path)
{
	int kind = design_file_kind(design_file_name(path));

	return kind < 0 ? unknown_kind(path) : design_files_append(files, strdup(path), kind, 0);
}

enum status design_files_add(struct design_files *files, const char *path)
{
	struct stat st;

	if (stat(path, &st) != 0)
		return status_fail(STATUS_IO, "%s: error: %s", path, strerror(errno));
	return S_ISDIR(st.st_mode) ? design_folder_search(files, path) : add_file(files, path);
}

/* ---- what can't be decided ---- */

/* Of that kind, and of the design that is opened. */
static bool is_of(const struct design_file *file, enum kind kind)
{
	return file->kind == (int)kind && !file->passed_over;
}

static int64_t count(const struct design_files *files, enum kind kind)
{
	return SUM(int64_t, i, 0, files->n, is_of(&files->file[i], kind));
}

/* An error of the folder when all files are one's, else of what was named. */
static enum status undecided(const struct design_files *files, const char *sentence)
{
	if (files->n_named == 0 && files->folder)
		return status_fail(STATUS_BAD_INPUT, "%s: error: %s", files->folder, sentence);
	return status_fail(STATUS_BAD_INPUT, "error: %s", sentence);
}

/* Were they chosen one by one? */
static bool all_named(const struct design_files *files, enum kind kind)
{
	return !ANY(i, 0, files->n, is_of(&files->file[i], kind) && !files->file[i].named);
}

static enum status ambiguous(const struct design_files *files, enum kind kind, enum kind other)
{
	RELEASED_BY(text_release) struct text sentence = TEXT_INIT;

	text_printf(&sentence, "which %s?", kinds[kind].what);
	EACH_ITEM(file, files->file, files->n) {
		if (is_of(file, kind) || is_of(file, other))
			text_printf(&sentence, " %s",
				    file->named ? file->path : design_file_shown(file));
	}
	text_add(&sentence, all_named(files, kind)
				    ? "; name one of them"
				    : "; name the files of the design, not the folder");
	undecided(files, text_string(&sentence));
	return STATUS_BAD_INPUT;
}

/* For which delays a library is, by its name: "" = all. */
static const char *split_of(const char *path)
{
	const char *name = design_file_name(path);

	return strcasestr(name, "early") ? "-min" : strcasestr(name, "late") ? "-max" : "";
}

/* One file of the kind for early delays and one for late ones. */
static bool is_pair(const struct design_files *files, enum kind kind)
{
	int early = 0, late = 0;

	for (int64_t i = 0; i < files->n; i++) {
		if (is_of(&files->file[i], kind)) {
			early += strcmp(split_of(files->file[i].path), "-min") == 0;
			late += strcmp(split_of(files->file[i].path), "-max") == 0;
		}
	}
	return early == 1 && late == 1 && count(files, kind) == 2;
}

/* May all files of the kind be read? Of libraries, reading them shows it. */
static bool is_clear(const struct design_files *files, enum kind kind)
{
	int64_t n = count(files, kind);

	return n < 2 || kind == LEF || kind == LIBRARY || kind == NETLIST ||
	       (kinds[kind].adds_up && all_named(files, kind)) ||
	       (kind == AOCV && is_pair(files, kind));
}

/* Those whose choice can come later: the rest of the design, or the explorer, is there without. */
static const enum kind choosable[DESIGN_FILES_CHOOSABLE] = {
	SNAPSHOT, GRAPH, BOOKSHELF, CONSTRAINTS, WIRES, DELAYS, AOCV, PLACEMENT};

static bool can_wait(const struct design_files *files, enum kind kind)
{
	bool found = ANY(i, 0, DESIGN_FILES_CHOOSABLE, choosable[i] == kind);

	return found && !all_named(files, kind);
}

bool design_file_is_chosen(const struct design_files *files, const struct design_file *file)
{
	const char *name = design_file_name(file->path), *shown = design_file_shown(file);
	RELEASED_BY(words_free) struct words words = {0};
	bool found;

	words_parse(files->chosen, &words);
	found = ANY(i, 0, words.n,
		    strcmp(words.word[i], name) == 0 || strcmp(words.word[i], shown) == 0 ||
			    glob_match(words.word[i], name, false, false) ||
			    glob_match(words.word[i], shown, false, false));
	return found;
}

/* How many of a kind are. */
static int64_t count_chosen(const struct design_files *files, enum kind kind)
{
	int64_t n = 0;

	for (int64_t i = 0; i < files->n && files->chosen; i++)
		n += is_of(&files->file[i], kind) && design_file_is_chosen(files, &files->file[i]);
	return n;
}

size_t design_file_stem(const char *name)
{
	size_t length = unpacked_length(name, strlen(name));
	int found = FIRST(i, 0, N_SUFFIXES, ends_with(name, length, suffixes[i].suffix));

	return found < N_SUFFIXES ? length - strlen(suffixes[found].suffix) : length;
}

const char *design_file_shown(const struct design_file *file)
{
	return file->root ? file->path + file->root : design_file_name(file->path);
}

static bool is_undecided(const struct design_files *files, enum kind kind)
{
	return can_wait(files, kind) && !is_clear(files, kind) && !files->chosen;
}

static bool any_named(const struct design_files *files, enum kind kind)
{
	return ANY(i, 0, files->n, is_of(&files->file[i], kind) && files->file[i].named);
}

/* Constraints of both kinds: those that were named or chosen, else SDC. */
static bool takes_tau(const struct design_files *files)
{
	if (!count(files, CONSTRAINTS) || any_named(files, TAU))
		return true;
	return !any_named(files, CONSTRAINTS) && count_chosen(files, TAU) &&
	       !count_chosen(files, CONSTRAINTS);
}

/* What makes a design, the first that is there before the others. */
static const enum kind designs[] = {NETLIST, SNAPSHOT, GRAPH, PLACEMENT, BOOKSHELF};

enum { N_DESIGNS = sizeof designs / sizeof *designs };

bool design_kind_is_design(int kind)
{
	return ANY(i, 0, N_DESIGNS, (int)designs[i] == kind);
}

bool design_files_left_out(const struct design_files *files, struct text *names)
{
	int64_t n = 0;

	for (int64_t i = 0; i < files->n && !files->chosen; i++) {
		const struct design_file *file = &files->file[i];

		if (file->passed_over && n++ < SHOWN_LEFT_OUT)
			text_printf(names, "%s%s%s", names->length ? " " : "",
				    design_file_shown(file), file->is_rtl ? " (RTL)" : "");
	}
	if (n > SHOWN_LEFT_OUT)
		text_printf(names, " and %d more", (int)n - SHOWN_LEFT_OUT);
	return n > 0;
}

bool design_files_undecided(const struct design_files *files, int i, const char **command,
			    const char **path, struct text *question, struct text *choices)
{
	enum kind kind = i < DESIGN_FILES_CHOOSABLE ? choosable[i] : N_KINDS;

	if (kind == N_KINDS || !is_undecided(files, kind))
		return false;
	*command = kinds[kind].command;
	*path = NULL;
	text_printf(question, "which %s?", kinds[kind].what);
	EACH_ITEM(file, files->file, files->n) {
		if (!is_of(file, kind))
			continue;
		text_printf(question, " %s", design_file_shown(file));
		text_printf(choices, "%s%s", *path ? " or " : "", design_file_shown(file));
		*path = *path ? *path : file->path;
	}
	return true;
}

/* ---- designs that exclude each other ---- */

/* Can the kind be read with that design? A matrix is of none: it is multiplied when it is named. */
static bool belongs(enum kind kind, enum kind design)
{
	if (kind == MATRIX)
		return false;
	switch (design) {
	case SNAPSHOT:
	case GRAPH:
		return kind == design;
	case BOOKSHELF:
		return kind != SNAPSHOT && kind != GRAPH && kind != NETLIST && kind != PLACEMENT;
	default:
		return kind != SNAPSHOT && kind != GRAPH && kind != BOOKSHELF;
	}
}

/* The design of what was named, else chosen, else of what is there; N_KINDS = there is none. */
static enum kind main_design(const struct design_files *files)
{
	for (int i = 0; i < N_DESIGNS; i++) {
		if (any_named(files, designs[i]))
			return designs[i];
	}
	for (int i = 0; i < N_DESIGNS; i++) {
		if (count_chosen(files, designs[i]))
			return designs[i];
	}
	for (int i = 0; i < N_DESIGNS; i++) {
		if (count(files, designs[i]))
			return designs[i];
	}
	return N_KINDS;
}

/* Files of folders that can't be read with it, and of SDC and TAU's constraints one. */
static void pass_over_others(struct design_files *files)
{
	enum kind design = main_design(files);
	bool tau = takes_tau(files), sdc = count(files, CONSTRAINTS) > 0;

	EACH_ITEM(file, files->file, files->n) {
		if (file->named)
			continue;
		file->passed_over |= file->kind == MATRIX || (file->kind == TAU && !tau) ||
				     (file->kind == CONSTRAINTS && sdc && tau && count(files, TAU));
		file->passed_over |=
			design != N_KINDS && (!belongs((enum kind)file->kind, design) ||
					      (file->kind == AOCV && design != NETLIST));
	}
}

static int64_t count_kept(const struct design_files *files)
{
	return SUM(int64_t, i, 0, files->n, !files->file[i].passed_over);
}

/* Whatever was named beside the folder, as a library, has nothing to be of. */
static enum status no_design(const struct design_files *files)
{
	for (int64_t i = 0; i < files->n; i++) {
		if (files->file[i].is_rtl)
			return status_fail(
				STATUS_USAGE,
				"%s: error: no design here: %s is RTL, and only netlists "
				"of gates have delays: name the folder of a flow's results",
				files->folder, design_file_shown(&files->file[i]));
	}
	return status_fail(STATUS_USAGE,
			   "%s: error: no design here, nor below: neither *.wsd, *.dag, *.v, *.sv, "
			   "*.def, *.aux nor edge lists *.txt (also packed)%s",
			   files->folder,
			   files->cut_short ? "; not all was searched: name the design's folder"
					    : "");
}

static enum status check(const struct design_files *files)
{
	int64_t netlists = count(files, NETLIST) + count(files, PLACEMENT);
	bool graph = count(files, GRAPH) > 0, bookshelf = count(files, BOOKSHELF) > 0;

	for (int kind = 0; kind < N_KINDS; kind++) {
		if (!is_clear(files, (enum kind)kind) && !can_wait(files, (enum kind)kind))
			return ambiguous(files, (enum kind)kind, (enum kind)kind);
	}
	if (count(files, SNAPSHOT) && count(files, SNAPSHOT) < count_kept(files))
		return undecided(files, "a snapshot is a design by itself: name it alone, or the "
					"files of the design without it");
	if (graph && (netlists || bookshelf))
		return undecided(files, "a graph and a netlist: which one? Name the graph, or read "
					"the netlist with a script");
	if (bookshelf && netlists)
		return undecided(files, "a Bookshelf design and a netlist: which one? Name the "
					".aux file, or the others");
	if (any_named(files, CONSTRAINTS) && any_named(files, TAU))
		return ambiguous(files, CONSTRAINTS, TAU);
	if (files->folder && !graph && !bookshelf && !netlists && !count(files, SNAPSHOT))
		return no_design(files);
	return STATUS_OK;
}

/* ---- the commands ---- */

/* Takes the command. */
static void end_command(struct script *command, struct text *out)
{
	list_add(out, script_string(command));
	if (script_status(command) != STATUS_OK)
		out->status = script_status(command);
	script_release(command);
}

/* "COMMAND ?OPTION? ?--? FILE" */
static void write_read(const struct design_file *file, const char *option, struct text *out)
{
	struct script command = SCRIPT_INIT;

	script_add(&command, kinds[file->kind].command, option, NULL);
	if (file->path[0] == '-')
		script_add(&command, "--", NULL);
	script_add(&command, file->path, NULL);
	end_command(&command, out);
}

/* Do all libraries serve together? Then it has to be seen whether they may: no cell is in two of them. */
static bool are_together(const struct design_files *files)
{
	return count(files, LIBRARY) > 1 && !is_pair(files, LIBRARY) &&
	       (files->libraries || !all_named(files, LIBRARY));
}

/* Layers and sites, which macros refer to. */
static bool is_technology(const struct design_file *file)
{
	const char *name = design_file_name(file->path);

	return is_of(file, LEF) && (strcasestr(name, "tech") || strstr(name, ".tlef"));
}

/* All libraries, or netlists: those chosen, or all. */
static void write_together(const struct design_files *files, enum kind kind, struct text *out)
{
	struct script command = SCRIPT_INIT;

	script_add(&command, kinds[kind].command, "-disjoint", NULL);
	if (kind == LIBRARY && files->libraries)
		script_add(&command, "-only", files->libraries, NULL);
	script_add(&command, "--", NULL);
	EACH_ITEM(file, files->file, files->n) {
		if (is_of(file, kind))
			script_add(&command, file->path, NULL);
	}
	end_command(&command, out);
}

static void write_kind(const struct design_files *files, enum kind kind, struct text *out)
{
	if ((kind == LIBRARY && are_together(files)) ||
	    (kind == NETLIST && count(files, NETLIST) > 1 && !all_named(files, NETLIST))) {
		write_together(files, kind, out);
		return;
	}
	if (is_undecided(files, kind))
		return;
	for (int pass = 0; pass < (kind == LEF ? 2 : 1); pass++) {
		EACH_ITEM(file, files->file, files->n) {
			bool pair = kind == LIBRARY && is_pair(files, kind);

			if (is_of(file, kind) &&
			    (kind != LEF || is_technology(file) == (pass == 0)))
				write_read(file, pair ? split_of(file->path) : NULL, out);
		}
	}
}

/* The placement, to be looked at while what it belongs to is read. */
static void write_layout(const struct design_files *files, struct text *out)
{
	for (int64_t i = 0; i < files->n; i++) {
		if (is_of(&files->file[i], PLACEMENT) && !is_undecided(files, PLACEMENT))
			write_read(&files->file[i], "-layout", out);
	}
}

enum status design_files_write_commands(struct design_files *files, struct text *out)
{
	bool graph, netlist;

	design_folder_select(files);
	pass_over_others(files);
	graph = count(files, GRAPH) > 0;
	netlist = count(files, NETLIST) > 0;
	TRY(check(files));
	for (int i = 0; i < DESIGN_FILES_CHOOSABLE; i++) {
		enum kind kind = choosable[i];
		int64_t n = count_chosen(files, kind);

		if (can_wait(files, kind) && !is_clear(files, kind) && files->chosen &&
		    (n == 0 || !kinds[kind].adds_up))
			return ambiguous(files, kind, kind);
	}
	for (int kind = 0; kind < N_KINDS; kind++) {
		if (graph && (kind == LIBRARY || kind == LEF))
			continue;
		write_kind(files, (enum kind)kind, out);
		if (kind == LEF && netlist && files->layout_first)
			write_layout(files, out);
		if (kind == NETLIST && netlist)
			list_add(out, "link_design");
	}
	if (graph || count(files, SNAPSHOT) ||
	    (netlist && count(files, LIBRARY) && count(files, CONSTRAINTS) + count(files, TAU)))
		list_add(out, "find_paths -max_paths 1000");
	else if (count(files, MATRIX) && files->layout_first)
		list_add(out, "view lab");
	return text_status(out);
}
