#include "session/design_files.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

#include "base/grow.h"
#include "db/query.h"
#include "session/objects.h"
#include "session/script.h"

/* What is read, in this order: LEF is known before a netlist is linked. */
enum kind {
	SNAPSHOT,
	GRAPH,
	LEF,
	LIBRARY,
	BOOKSHELF,
	NETLIST,
	CONSTRAINTS,
	TAU,
	WIRES,
	DELAYS,
	AOCV,
	PLACEMENT,
	N_KINDS
};

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
};

static const struct {
	const char *suffix;
	enum kind kind;
} suffixes[] = {
	{".wsd", SNAPSHOT},    {".dag", GRAPH},     {".lib", LIBRARY}, {".lef", LEF},
	{".tlef", LEF},        {".aux", BOOKSHELF}, {".v", NETLIST},   {".sv", NETLIST},
	{".sdc", CONSTRAINTS}, {".timing", TAU},    {".spef", WIRES},  {".aocv", AOCV},
	{".def", PLACEMENT},   {".sdf", DELAYS},
};

enum { N_SUFFIXES = sizeof suffixes / sizeof *suffixes };

const char *design_files_suffix(int i)
{
	return i < N_SUFFIXES ? suffixes[i].suffix : NULL;
}

static const char *base_name(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

static bool ends_with(const char *name, size_t length, const char *end)
{
	size_t n = strlen(end);

	return length > n && memcmp(name + length - n, end, n) == 0;
}

/* -1 = none */
static int kind_of(const char *name)
{
	size_t length = strlen(name);

	if (ends_with(name, length, ".gz"))
		length -= strlen(".gz");
	for (int i = 0; i < N_SUFFIXES; i++) {
		if (ends_with(name, length, suffixes[i].suffix))
			return (int)suffixes[i].kind;
	}
	return -1;
}

/* ---- which files ---- */

void design_files_release(struct design_files *files)
{
	for (int64_t i = 0; i < files->n; i++)
		free(files->file[i].path);
	free(files->file);
	*files = (struct design_files){0};
}

/* Takes the path. */
static enum status append(struct design_files *files, char *path, int kind, bool named)
{
	enum status status = path ? GROW(&files->file, &files->capacity, files->n + 1)
				  : status_fail(STATUS_NO_MEMORY, "out of memory");

	if (status != STATUS_OK) {
		free(path);
		return status;
	}
	files->file[files->n++] = (struct design_file){.path = path, .kind = kind, .named = named};
	files->n_named += named;
	return STATUS_OK;
}

static enum status unknown_kind(const char *path)
{
	struct text known = TEXT_INIT;

	for (int i = 0; i < N_SUFFIXES; i++)
		text_printf(&known, " %s", suffixes[i].suffix);
	status_fail(STATUS_USAGE,
		    "%s: error: its name says no kind of design file (those that do end in%s, also "
		    "with .gz); to run it as a Tcl script, say -f FILE",
		    path, text_string(&known));
	text_release(&known);
	return STATUS_USAGE;
}

static enum status add_file(struct design_files *files, const char *path)
{
	int kind = kind_of(base_name(path));

	return kind < 0 ? unknown_kind(path) : append(files, strdup(path), kind, true);
}

static enum status add_entry(struct design_files *files, const char *folder, const char *name)
{
	struct text path = TEXT_INIT;
	int kind = kind_of(name);
	enum status status;

	if (kind < 0)
		return STATUS_OK;
	text_printf(&path, "%s/%s", folder, name);
	status = text_status(&path);
	if (status == STATUS_OK)
		status = append(files, strdup(text_string(&path)), kind, false);
	text_release(&path);
	return status;
}

static enum status add_folder(struct design_files *files, const char *path)
{
	struct dirent **entry;
	enum status status = STATUS_OK;
	int n = scandir(path, &entry, NULL, alphasort);

	if (n < 0)
		return status_fail(STATUS_IO, "%s: error: %s", path, strerror(errno));
	if (!files->folder)
		files->folder = path;
	for (int i = 0; i < n; i++) {
		if (status == STATUS_OK)
			status = add_entry(files, path, entry[i]->d_name);
		free(entry[i]);
	}
	free(entry);
	return status;
}

enum status design_files_add(struct design_files *files, const char *path)
{
	struct stat st;

	if (stat(path, &st) != 0)
		return status_fail(STATUS_IO, "%s: error: %s", path, strerror(errno));
	return S_ISDIR(st.st_mode) ? add_folder(files, path) : add_file(files, path);
}

/* ---- what can't be decided ---- */

/* Of that kind, and of the design that is opened. */
static bool is_of(const struct design_file *file, enum kind kind)
{
	return file->kind == (int)kind && !file->left_out;
}

static int64_t count(const struct design_files *files, enum kind kind)
{
	int64_t n = 0;

	for (int64_t i = 0; i < files->n; i++)
		n += is_of(&files->file[i], kind);
	return n;
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
	for (int64_t i = 0; i < files->n; i++) {
		if (is_of(&files->file[i], kind) && !files->file[i].named)
			return false;
	}
	return true;
}

static enum status ambiguous(const struct design_files *files, enum kind kind, enum kind other)
{
	struct text sentence = TEXT_INIT;

	text_printf(&sentence, "which %s?", kinds[kind].what);
	for (int64_t i = 0; i < files->n; i++) {
		const struct design_file *file = &files->file[i];

		if (is_of(file, kind) || is_of(file, other))
			text_printf(&sentence, " %s",
				    file->named ? file->path : base_name(file->path));
	}
	text_add(&sentence, all_named(files, kind)
				    ? "; name one of them"
				    : "; name the files of the design, not the folder");
	undecided(files, text_string(&sentence));
	text_release(&sentence);
	return STATUS_BAD_INPUT;
}

/* For which delays a library is, by its name: "" = all. */
static const char *split_of(const char *path)
{
	const char *name = base_name(path);

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
	bool found = false;

	for (int i = 0; i < DESIGN_FILES_CHOOSABLE; i++)
		found |= choosable[i] == kind;
	return found && !all_named(files, kind);
}

/* Is it one of those named? */
static bool is_chosen(const struct design_files *files, const struct design_file *file)
{
	const char *name = base_name(file->path);
	struct words words;
	bool found = false;

	words_parse(files->chosen, &words);
	for (int i = 0; i < words.n; i++)
		found |= strcmp(words.word[i], name) == 0 ||
			 glob_match(words.word[i], name, false, false);
	words_free(&words);
	return found;
}

/* How many of a kind are. */
static int64_t count_chosen(const struct design_files *files, enum kind kind)
{
	int64_t n = 0;

	for (int64_t i = 0; i < files->n && files->chosen; i++)
		n += is_of(&files->file[i], kind) && is_chosen(files, &files->file[i]);
	return n;
}

/* The length of a name without endings. */
static size_t stem_length(const char *name)
{
	size_t length = strlen(name);

	if (ends_with(name, length, ".gz"))
		length -= strlen(".gz");
	for (int i = 0; i < N_SUFFIXES; i++) {
		if (ends_with(name, length, suffixes[i].suffix))
			return length - strlen(suffixes[i].suffix);
	}
	return length;
}

static bool is_named_as_netlist(const struct design_files *files, const struct design_file *file)
{
	const char *name = base_name(file->path);
	size_t length = stem_length(name);

	for (int64_t i = 0; i < files->n; i++) {
		const char *netlist = base_name(files->file[i].path);

		if (files->file[i].kind == NETLIST && stem_length(netlist) == length &&
		    memcmp(netlist, name, length) == 0)
			return true;
	}
	return false;
}

/* Of a kind whose files exclude each other: the one that is called as a netlist is, NULL = none or several are. */
static const struct design_file *find_by_name(const struct design_files *files, enum kind kind)
{
	const struct design_file *found = NULL;

	for (int64_t i = 0; i < files->n; i++) {
		if (!is_of(&files->file[i], kind) || !is_named_as_netlist(files, &files->file[i]))
			continue;
		if (found)
			return NULL;
		found = &files->file[i];
	}
	return found;
}

static bool is_undecided(const struct design_files *files, enum kind kind)
{
	return can_wait(files, kind) && !is_clear(files, kind) && !files->chosen &&
	       !find_by_name(files, kind);
}

static bool any_named(const struct design_files *files, enum kind kind)
{
	for (int64_t i = 0; i < files->n; i++) {
		if (is_of(&files->file[i], kind) && files->file[i].named)
			return true;
	}
	return false;
}

/* Constraints of both kinds: those that were named or chosen, else SDC. */
static bool takes_tau(const struct design_files *files)
{
	if (!count(files, CONSTRAINTS) || any_named(files, TAU))
		return true;
	return !any_named(files, CONSTRAINTS) && count_chosen(files, TAU) &&
	       !count_chosen(files, CONSTRAINTS);
}

/* Of files that exclude each other only those chosen, or the one with the netlist's name. */
static bool is_read(const struct design_files *files, const struct design_file *file)
{
	enum kind kind = (enum kind)file->kind;

	if (file->left_out)
		return false;
	if (count(files, CONSTRAINTS) && count(files, TAU) &&
	    (kind == TAU || kind == CONSTRAINTS) && takes_tau(files) != (kind == TAU))
		return false;
	if (!can_wait(files, kind) || is_clear(files, kind))
		return true;
	return count_chosen(files, kind) ? is_chosen(files, file)
					 : find_by_name(files, kind) == file;
}

/* Did -files decide about that kind? */
static bool was_asked(const struct design_files *files, enum kind kind)
{
	if (kind == TAU || kind == CONSTRAINTS)
		return count_chosen(files, TAU) || count_chosen(files, CONSTRAINTS);
	return count_chosen(files, kind) > 0;
}

/* What makes a design, the first that is there before the others. */
static const enum kind designs[] = {NETLIST, SNAPSHOT, GRAPH, PLACEMENT, BOOKSHELF};

enum { N_DESIGNS = sizeof designs / sizeof *designs };

/* Did -files decide about the design? */
static bool design_is_chosen(const struct design_files *files)
{
	bool found = false;

	for (int i = 0; i < N_DESIGNS; i++)
		found |= count_chosen(files, designs[i]) > 0;
	return found;
}

static bool has_to_be_told(const struct design_files *files, const struct design_file *file)
{
	enum kind kind = (enum kind)file->kind;

	if (file->left_out)
		return !design_is_chosen(files);
	return !is_read(files, file) && !is_undecided(files, kind) && !was_asked(files, kind);
}

bool design_files_left_out(const struct design_files *files, struct text *names)
{
	for (int64_t i = 0; i < files->n; i++) {
		const struct design_file *file = &files->file[i];

		if (has_to_be_told(files, file))
			text_printf(names, "%s%s", names->length ? " " : "", base_name(file->path));
	}
	return names->length > 0;
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
	for (int64_t f = 0; f < files->n; f++) {
		const struct design_file *file = &files->file[f];

		if (!is_of(file, kind))
			continue;
		text_printf(question, " %s", base_name(file->path));
		text_printf(choices, "%s%s", *path ? " or " : "", base_name(file->path));
		*path = *path ? *path : file->path;
	}
	return true;
}

/* ---- designs that exclude each other ---- */

/* Can the kind be read with that design? */
static bool belongs(enum kind kind, enum kind design)
{
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

/* Files of folders that can't be read with it. */
static void leave_out(struct design_files *files)
{
	enum kind design;

	for (int64_t i = 0; i < files->n; i++)
		files->file[i].left_out = false;
	design = main_design(files);
	for (int64_t i = 0; i < files->n; i++) {
		struct design_file *file = &files->file[i];

		file->left_out = !file->named && design != N_KINDS &&
				 (!belongs((enum kind)file->kind, design) ||
				  (file->kind == AOCV && design != NETLIST));
	}
}

static int64_t count_kept(const struct design_files *files)
{
	int64_t n = 0;

	for (int64_t i = 0; i < files->n; i++)
		n += !files->file[i].left_out;
	return n;
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
	if (files->n_named == 0 && !graph && !bookshelf && !netlists && !count(files, SNAPSHOT))
		return undecided(files,
				 "no design here: neither *.wsd, *.dag, *.v, *.sv, *.def nor *.aux "
				 "(.gz)");
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
	const char *name = base_name(file->path);

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
	for (int64_t i = 0; i < files->n; i++) {
		const struct design_file *file = &files->file[i];

		if (is_of(file, kind) && (kind == LIBRARY || file->named ||
					  !count_chosen(files, kind) || is_chosen(files, file)))
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
		for (int64_t i = 0; i < files->n; i++) {
			const struct design_file *file = &files->file[i];
			bool pair = kind == LIBRARY && is_pair(files, kind);

			if (file->kind == (int)kind && is_read(files, file) &&
			    (kind != LEF || is_technology(file) == (pass == 0)))
				write_read(file, pair ? split_of(file->path) : NULL, out);
		}
	}
}

/* The placement, to be looked at while what it belongs to is read. */
static void write_layout(const struct design_files *files, struct text *out)
{
	for (int64_t i = 0; i < files->n; i++) {
		if (files->file[i].kind == PLACEMENT && !is_undecided(files, PLACEMENT) &&
		    is_read(files, &files->file[i]))
			write_read(&files->file[i], "-layout", out);
	}
}

enum status design_files_write_commands(struct design_files *files, struct text *out)
{
	bool graph, netlist;

	leave_out(files);
	graph = count(files, GRAPH) > 0;
	netlist = count(files, NETLIST) > 0;
	TRY(check(files));
	for (int i = 0; i < DESIGN_FILES_CHOOSABLE; i++) {
		enum kind kind = choosable[i];
		int64_t n = count_chosen(files, kind);

		if (can_wait(files, kind) && !is_clear(files, kind) && files->chosen &&
		    ((n == 0 && !find_by_name(files, kind)) || (n > 1 && !kinds[kind].adds_up)))
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
	return text_status(out);
}
