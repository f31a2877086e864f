/* Opening a design by its files or folders: what can't be read leaves the rest. */
#include <stdio.h>
#include <string.h>
#include <tcl.h>

#include "base/assets.h"
#include "base/grow.h"
#include "base/print.h"
#include "session/design_files.h"
#include "session/files.h"
#include "session/kits.h"
#include "session/objects.h"

/* Files that the last open_design opened, as words of Tcl. */
PART_DATA(struct text, last_paths, open_part)

static void drop_paths(struct session *session)
{
	text_release(last_paths(session));
}

const struct session_part open_part = {.size = sizeof(struct text), .drop = drop_paths};

enum { SHOWN_TOPS = 4 };

#define OPEN_OPTIONS(X)                                                                                              \
	X(OPEN_LIBRARIES, "-libraries", OPTION_WORD, "GLOB",                                                         \
	  "of libraries in a folder with common cells, read those whose names match")                                \
	X(OPEN_FILES, "-files", OPTION_WORD, "GLOBS",                                                                \
	  "of several netlists, graphs, constraints, parasitics, AOCV tables or placements in a folder, read those " \
	  "whose names match one of these")                                                                          \
	X(OPEN_AGAIN, "-again", OPTION_FLAG, NULL,                                                                   \
	  "read the files of the open design again, by the commands that did or their script")

OPTION_TABLE(open_options, OPEN_OPTIONS);

/* What became of the commands so far. */
struct opening {
	struct session *session;
	bool is_one;            /* a file that was named: it says itself what went wrong */
	int n_failed, n_unread; /* commands; those of them that read a file */
	bool told;              /* what failed first has been said */
	enum status first;      /* that failed … */
	struct text *why;       /* borrowed: … and its sentence */
	bool needs_library;     /* libraries were named */
	bool linked;            /* or nothing is to be linked */
};

static bool begins(const char *line, const char *word)
{
	size_t n = strlen(word);

	return strncmp(line, word, n) == 0 && (line[n] == ' ' || !line[n]);
}

/* Without a library all cells would be black boxes, without a netlist constraints and wires have nothing to be
 * of, and without constraints nothing is searched: what failed has been said. */
static bool is_pointless(const struct opening *o, const char *line)
{
	const struct design *design = &o->session->design;

	if (begins(line, "link_design"))
		return !modules_any(&design->modules) ||
		       (o->needs_library && design->n_libraries[LATE] == 0);
	if (begins(line, "read_sdc") || begins(line, "read_timing") || begins(line, "read_spef") ||
	    begins(line, "read_aocv"))
		return !o->linked;
	return begins(line, "find_paths") &&
	       (!o->linked || !(design->constraints || o->session->base));
}

/* The first failure, unless it has been printed: it waits, as it may be the last message. */
static void tell_first(struct opening *o)
{
	if (o->n_failed && !o->is_one && !o->told)
		print_error("warpscope: %s\n", text_string(o->why));
	o->told = true;
}

static void note_failure(struct opening *o, bool unread, enum status status)
{
	if (o->n_failed++ == 0) {
		o->first = status;
		text_add(o->why, status_text(status));
		if (!unread)
			return;
		tell_first(o);
	} else {
		tell_first(o);
		print_error("warpscope: %s\n", status_text(status));
	}
}

/* Of several modules that are in no other one the largest is opened, and the others are named with their cells. */
static enum status choose_top(struct opening *o, struct script *command)
{
	const struct modules *m = &o->session->design.modules;
	RELEASED_BY(text_release) struct text others = TEXT_INIT;
	FREED struct top_module *top = NULL;
	int32_t n = 0;

	TRY(modules_find_tops(m, &top, &n));
	for (int32_t i = 1; i < n && i <= SHOWN_TOPS; i++)
		text_printf(&others, "%s%s (%.0f)", i > 1 ? ", " : "",
			    names_get(&m->string, m->module[top[i].module].name), top[i].instances);
	if (n > 1) {
		const char *name = names_get(&m->string, m->module[top[0].module].name);

		script_add(command, name, NULL);
		print_error("warpscope: %d modules may be the top: this is %s, with %.0f cells the "
			    "largest; link_design opens another: %s%s\n",
			    (int)n, name, top[0].instances, text_string(&others),
			    n > SHOWN_TOPS + 1 ? ", …" : "");
	}
	return STATUS_OK;
}

static enum status run_command(struct opening *o, const char *words)
{
	RELEASED_BY(script_release) struct script command = SCRIPT_INIT;

	script_add_list(&command, words);
	if (strcmp(words, "link_design") == 0)
		TRY(choose_top(o, &command));
	if (!o->is_one)
		print_error("warpscope: %s\n", script_string(&command));
	return session_run(o->session, &command);
}

static enum status run_words(struct opening *o, const char *words)
{
	struct session *session = o->session;
	bool is_reader = strncmp(words, "read_", 5) == 0;
	enum status status;

	if (is_pointless(o, words))
		return STATUS_OK;
	status = run_command(o, words);
	if (status == STATUS_CANCELLED || status_is_trouble(status))
		return status;
	if (status == STATUS_FAILED && begins(words, "find_paths")) {
		print_error("warpscope: %s\n",
			    status_text(status)); /* the design is there without paths */
		status = STATUS_OK;
	}
	if (status != STATUS_OK)
		note_failure(o, is_reader, status);
	o->n_unread += status != STATUS_OK && is_reader;
	if (begins(words, "link_design"))
		o->linked = status == STATUS_OK;
	board_note_opened(session->board);
	return STATUS_OK;
}

static void tell_left_out(const struct design_files *files)
{
	RELEASED_BY(text_release) struct text names = TEXT_INIT;

	if (design_files_left_out(files, &names))
		print_error("warpscope: left out: %s; open_design -files and --files choose\n",
			    text_string(&names));
	if (files->n_unread)
		print_error("warning: %d folders can't be read\n", (int)files->n_unread);
	if (files->cut_short)
		print_error("warning: not all of %s was searched: name the design's folder\n",
			    files->folder);
}

/* Files whose choice is left open count as unread, and are in the checklist. */
static void note_undecided(struct opening *o, const struct design_files *files)
{
	for (int i = 0; i < DESIGN_FILES_CHOOSABLE; i++) {
		RELEASED_BY(text_release) struct text question = TEXT_INIT, choices = TEXT_INIT;
		const char *command, *path;

		if (design_files_undecided(files, i, &command, &path, &question, &choices)) {
			status_fail(STATUS_BAD_INPUT,
				    "%s: error: %s; open_design -files and --files choose", path,
				    text_string(&question));
			session_note_undecided(o->session, command, path, text_string(&choices));
			note_failure(o, true, STATUS_BAD_INPUT);
			o->n_unread++;
		}
	}
}

static enum status run_all(struct opening *o, const char *list)
{
	RELEASED_BY(words_free) struct words commands = {0};

	words_parse(list, &commands);
	o->linked = true;
	for (int i = 0; i < commands.n; i++) {
		o->linked &= !begins(commands.word[i], "link_design");
		o->needs_library |= begins(commands.word[i], "read_liberty");
	}
	for (int i = 0; i < commands.n; i++)
		TRY(run_words(o, commands.word[i]));
	return STATUS_OK;
}

/* A netlist of a kit's cells without its libraries: where these are installed, reading them is offered. */
static void offer_kit(struct opening *o)
{
	struct session *session = o->session;
	const struct netlist *n = session->design.netlist;
	RELEASED_BY(text_release) struct text library = TEXT_INIT, files = TEXT_INIT;
	RELEASED_BY(text_release) struct text liberty = TEXT_INIT;
	RELEASED_BY(script_release) struct script line = SCRIPT_INIT;

	for (int32_t i = 0; n && i < n->n_masters && !library.length; i++)
		kit_of_cell(n->master[i].name, &library);
	if (library.length && session->design.n_libraries[LATE] == 0) {
		bool there = kit_find(text_string(&library), &files, &liberty);

		script_add(&line, "open_design", NULL);
		script_add_list(&line, text_string(last_paths(session)));
		script_add_list(&line, text_string(&files));
		status_fail(STATUS_FAILED, "no library: cells are of %s%s%s", text_string(&library),
			    there ? ", which is at "
				  : ": name its .lib, or say by PDK_ROOT where it is",
			    text_string(&liberty));
		print_error("warpscope: %s\n", status_text(STATUS_FAILED));
		session_note_file(session, "read_liberty", text_string(&library), STATUS_FAILED);
		if (there) {
			print_error("warpscope: to read it: %s\n", script_string(&line));
			session_note_offer(session, "read_liberty", script_string(&line));
		}
	}
}

/* All messages are printed; now what was read and what wasn't. */
static enum status sum_up(struct opening *o)
{
	RELEASED_BY(text_release) struct text list = TEXT_INIT;

	if (!o->n_failed)
		return STATUS_OK;
	if (o->is_one || !o->n_unread)
		return status_fail(o->first, "%s", text_string(o->why));
	tell_first(o);
	session_write_checklist(o->session, &list);
	if (o->session->has_screen && session_has_choices(o->session))
		text_add(&list, "  (1 chooses)");
	status_fail(o->first, "%s", text_string(&list));
	return o->first;
}

/* The paths that were named, or those of the last time. */
static enum status add_paths(const struct call *call, struct design_files *files)
{
	struct text *last = last_paths(call->session);
	const char **path = NULL;
	int n = 0;
	enum status status = STATUS_OK;

	if (!call->n_arguments && !last->length)
		return call_fail(call, STATUS_USAGE,
				 "nothing was opened yet: name files or "
				 "a folder");
	if (!call->n_arguments && Tcl_SplitList(NULL, text_string(last), &n, &path) != TCL_OK)
		return STATUS_NO_MEMORY;
	for (int i = 0; i < n && status == STATUS_OK; i++)
		status = design_files_add(files, path[i]);
	Tcl_Free((char *)path);
	for (int i = 0; i < call->n_arguments && status == STATUS_OK; i++)
		status = design_files_add(files, call->argument[i]);
	return status;
}

static void keep_paths(const struct call *call)
{
	struct text *last = last_paths(call->session);

	if (call->n_arguments)
		text_clear(last);
	for (int i = 0; i < call->n_arguments; i++)
		list_add(last, call->argument[i]);
}

static enum status open_all(struct opening *o, struct design_files *files, const struct call *call)
{
	RELEASED_BY(text_release) struct text commands = TEXT_INIT;
	enum status status;

	TRY(design_files_write_commands(files, &commands));
	o->is_one = files->n == 1 && files->n_named == 1;
	if (last_paths(o->session)->length || !call->n_arguments)
		session_clear(o->session, false);
	keep_paths(call);
	session_note_opening(o->session, call, true);
	session_files(o->session)->run = ++session_files(o->session)->n_runs;
	tell_left_out(files);
	note_undecided(o, files);
	status = run_all(o, text_string(&commands));
	if (status == STATUS_OK)
		offer_kit(o);
	session_files(o->session)->run = 0;
	return status == STATUS_OK ? sum_up(o) : status;
}

/* What has opened the design, and opens it again also after that failed. */
static enum status open_again(struct session *session)
{
	struct script opened = session_files(session)->opened;
	enum status status;

	if (!opened.is_next || !opened.tcl.length)
		return status_fail(STATUS_FAILED, "open_design -again: %s",
				   opened.is_next ? "the design wasn't read from files"
						  : "the script that reads the design runs");
	if (session_files(session)->n_lost)
		print_error("warning: edits lost: %d since the files were read\n",
			    session_files(session)->n_lost);
	session_files(session)->opened = (struct script)SCRIPT_INIT;
	session_clear(session, false);
	status = session_run(session, &opened);
	script_release(&session_files(session)->opened);
	session_files(session)->opened = opened;
	return status;
}

/* A script that comes with warpscope, in place of what is open. */
static enum status open_asset(struct session *session, const char *name)
{
	RELEASED_BY(text_release) struct text path = TEXT_INIT;

	TRY(asset_path(name, &path));
	session_clear(session, false);
	return session_call(session, "source", text_string(&path), NULL);
}

static enum status open_design(struct call *call)
{
	struct session *session = call->session;
	RELEASED_BY(design_files_release)
	struct design_files files = {.libraries = call->option[OPEN_LIBRARIES].word,
				     .chosen = call->option[OPEN_FILES].word,
				     .layout_first = session->has_screen};
	RELEASED_BY(text_release) struct text why = TEXT_INIT;
	struct opening opening = {.session = session, .why = &why};

	if (call->option[OPEN_AGAIN].given)
		return open_again(session);
	if (session->has_screen && !call->n_arguments && !last_paths(session)->length) {
		TRY(open_asset(session, "loom/loom.tcl"));
		return session_call(session, "find_paths", "-max_paths", "1000", NULL);
	}
	TRY(add_paths(call, &files));
	return open_all(&opening, &files, call);
}

/* ---- figures of the papers ---- */

/* Each is a script of its own, assets/figures/NAME.tcl. */
static enum status open_figure(struct call *call)
{
	char name[64];
	int index;

	TRY(call_choose(call, NULL, &index));
	snprintf(name, sizeof name, "figures/%s.tcl", call->argument[0]);
	return open_asset(call->session, name);
}

const struct command open_commands[] = {
	{"open_design", open_design, IN_SESSION, "?PATH...?", 0, MAX_ARGUMENTS, open_options,
	 "Open design files and folders together, in place of what it opened before; a file that can't be read doesn't stop the others. Without a path, open those of the last time again; on a screen, where there were none, the bundled design"},
	{"reload_design", NULL, IN_ASSET, NULL, 0, 0, NULL,
	 "Read the files of the open design again, and compare its slacks with those before, which are kept as "
	 "\"before_reload\". Edits are lost"},
	{"open_figure", open_figure, IN_SESSION,
	 "cpg-4|cpg-5|cpg-7|cpg-8|cpg-9|density-2|density-3|spmv-2|ssta-nand2", 1, 1, NULL,
	 "Open a small example of the papers, as its figure has it: of path analysis (cpg), density, sparse "
	 "products (spmv) and statistical timing (ssta)"},
	{0},
};
