/* Commands that read a netlist and what belongs to it. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "base/memory.h"
#include "base/print.h"
#include "cmd/verilog_files.h"
#include "db/link/gates.h"
#include "db/link/link.h"
#include "db/query.h"
#include "read/liberty/liberty.h"
#include "read/tau.h"
#include "session/files.h"
#include "session/objects.h"
#include "session/variables.h"

/* Of the commands that have no other. */
static const struct option file_options[] = {OPTION_ALLOW_LARGE, {0}};

/* ---- libraries ---- */

#define LIBERTY_OPTIONS(X)                                                                         \
	X(LIBERTY_MIN, "-min", OPTION_FLAG, NULL, "for early delays and hold checks only")         \
	X(LIBERTY_MAX, "-max", OPTION_FLAG, NULL, "for late delays and setup checks only")         \
	X(LIBERTY_DISJOINT, "-disjoint", OPTION_FLAG, NULL,                                        \
	  "none of the files, if a cell is in two libraries")                                      \
	X(LIBERTY_ONLY, "-only", OPTION_WORD, "GLOB",                                              \
	  "of files that have cells in common those whose names match")                            \
	X(LIBERTY_REPLACE, "-replace", OPTION_FLAG, NULL,                                          \
	  "in place of the libraries that were read before, from the next link_design on")         \
	X(LIBERTY_ALLOW_LARGE, ALLOW_LARGE_FIELDS)

OPTION_TABLE(liberty_options, LIBERTY_OPTIONS);

/* Libraries that were read and aren't the design's yet. */
struct new_libraries {
	struct library *library[MAX_ARGUMENTS]; /* owned references, NULL = left out */
	bool in[N_SPLITS];                      /* what they are for */
	int n;
};

static void release_new(struct new_libraries *new)
{
	for (int i = 0; i < new->n; i++)
		library_unref(new->library[i]);
}

/* A cell that both have, NULL = none. */
static const char *common_cell(const struct library *a, const struct library *b)
{
	for (int32_t c = 0; c < a->n_cells; c++) {
		const char *cell = names_get(&a->cell_name, c);

		if (library_find_cell(b, cell) >= 0)
			return cell;
	}
	return NULL;
}

/* Of those that have cells in common those that don't match go. */
static enum status keep_only(struct new_libraries *new, const char *glob)
{
	bool shares[MAX_ARGUMENTS] = {false}, any = false, matched = false;

	for (int i = 0; i < new->n; i++) {
		for (int j = 0; j < i; j++) {
			if (common_cell(new->library[i], new->library[j]))
				shares[i] = shares[j] = true;
		}
	}
	for (int i = 0; i < new->n; i++) {
		bool matches = glob_match(glob, last_part(new->library[i]->path), false, false);

		any |= shares[i];
		matched |= shares[i] && matches;
		if (!shares[i] || matches)
			continue;
		RESET(library_unref, new->library[i]);
	}
	if (!any || matched)
		return STATUS_OK;
	return status_fail(STATUS_BAD_INPUT,
			   "which library? None with cells in common has a name like \"%.100s\"",
			   glob);
}

/* The part of a name in which it differs from another, as a glob: "*_FF_*". */
static void write_glob(const char *name, const char *other, struct text *out)
{
	size_t length = strlen(name), n_other = strlen(other), begin = 0, end = 0;

	while (name[begin] && name[begin] == other[begin])
		begin++;
	while (end < length - begin && end < n_other - begin &&
	       name[length - 1 - end] == other[n_other - 1 - end])
		end++;
	while (begin > 0 && !strchr("_.-", name[begin - 1]))
		begin--;
	while (end > 0 && !strchr("_.-", name[length - end]))
		end--;
	text_printf(out, "*%.*s*", (int)(length - end - begin), name + begin);
}

static enum status say_shared(struct session *session, const struct library *library,
			      const struct library *before, const char *cell)
{
	RELEASED_BY(text_release) struct text globs = TEXT_INIT;

	write_glob(last_part(before->path), last_part(library->path), &globs);
	text_add(&globs, " or ");
	write_glob(last_part(library->path), last_part(before->path), &globs);
	session_note_choices(session, text_string(&globs));
	status_fail(STATUS_BAD_INPUT,
		    "%s: error: which library? Cell %.100s is in %s too; open_design -libraries "
		    "GLOB and --libraries GLOB choose, as %s",
		    library->path, cell, before->path, text_string(&globs));
	return STATUS_BAD_INPUT;
}

/* A cell of both would be the first library's, without a word. */
static enum status check_disjoint(struct session *session, const struct library *library,
				  struct library *const *before, int32_t n)
{
	for (int32_t i = 0; i < n; i++) {
		const char *cell = before[i] ? common_cell(library, before[i]) : NULL;

		if (cell)
			return say_shared(session, library, before[i], cell);
	}
	return STATUS_OK;
}

static enum status check_all_disjoint(struct session *session, const struct new_libraries *new)
{
	const struct design *design = &session->design;

	for (int i = 0; i < new->n; i++) {
		if (!new->library[i])
			continue;
		TRY(check_disjoint(session, new->library[i], new->library, i));
		for (int split = 0; split < N_SPLITS; split++) {
			if (new->in[split])
				TRY(check_disjoint(session, new->library[i], design->library[split],
						   design->n_libraries[split]));
		}
	}
	return STATUS_OK;
}

/* Those warnings that weren't printed yet: a library may be read many times. */
static void print_new(struct session *session, struct text *warnings)
{
	for (const char *at = text_string(warnings); *at;) {
		int64_t length = (int64_t)strcspn(at, "\n");

		if (session_is_new(session, at, length))
			print_error("%.*s\n", (int)length, at);
		at += length + (at[length] == '\n');
	}
	text_release(warnings);
}

/* One that can't be read leaves the others: the first error is returned, further ones are printed. */
static enum status read_libraries(struct call *call, struct new_libraries *new)
{
	RELEASED_BY(text_release) struct text why = TEXT_INIT;
	enum status first = STATUS_OK;

	for (int i = 0; i < call->n_arguments; i++) {
		struct text warnings = TEXT_INIT;
		enum status status = liberty_read(call->argument[i], &warnings,
						  &call->session->task, &new->library[new->n]);

		print_new(call->session, &warnings);
		if (call->n_arguments > 1)
			session_note_file(call->session, "read_liberty", call->argument[i], status);
		if (status == STATUS_OK) {
			new->n++;
		} else if (first != STATUS_OK) {
			print_error("warpscope: %s\n", status_text(status));
		} else {
			first = status;
			text_add(&why, status_text(status));
		}
		if (status == STATUS_CANCELLED)
			break;
	}
	if (first != STATUS_OK)
		status_fail(first, "%s", text_string(&why));
	return first;
}

/* With replace those that were there go first. */
static enum status add_libraries(struct design *design, const struct new_libraries *new,
				 bool replace)
{
	for (int split = 0; split < N_SPLITS && replace; split++) {
		if (new->in[split])
			design_drop_libraries(design, (enum split)split);
	}
	for (int c = 0; c < new->n *N_SPLITS; c++) {
		struct library *library = new->library[c / N_SPLITS];

		if (library && new->in[c % N_SPLITS])
			TRY(design_add_library(design, (enum split)(c % N_SPLITS),
					       library_ref(library)));
	}
	return STATUS_OK;
}

static enum status read_liberty(struct call *call)
{
	struct design *design = &call->session->design;
	bool min = call->option[LIBERTY_MIN].given, max = call->option[LIBERTY_MAX].given;
	bool replace = call->option[LIBERTY_REPLACE].given, usable;
	RELEASED_BY(release_new)
	struct new_libraries new = {.in = {[EARLY] = min || !max, [LATE] = max || !min}};
	enum status unread, status = STATUS_OK;
	RELEASED_BY(text_release) struct text why = TEXT_INIT;

	TRY(call_exclusive(call, LIBERTY_REPLACE, LIBERTY_DISJOINT));
	unread = read_libraries(call, &new);
	/* Of several files those that were read stay, but they replace others only together. */
	usable = unread == STATUS_OK || (!replace && unread != STATUS_CANCELLED);
	if (unread != STATUS_OK)
		text_add(&why, status_text(unread));
	session_note_choices(call->session, "");
	if (call->option[LIBERTY_ONLY].given)
		status = keep_only(&new, call->option[LIBERTY_ONLY].word);
	if (status == STATUS_OK && call->option[LIBERTY_DISJOINT].given)
		status = check_all_disjoint(call->session, &new);
	if (status != STATUS_OK && call->n_arguments > 1) /* none of them is the one */
		session_note_file(call->session, "read_liberty", call->argument[0], status);
	TRY(status);
	if (usable)
		TRY(add_libraries(design, &new, replace));
	return unread == STATUS_OK ? STATUS_OK : status_fail(unread, "%s", text_string(&why));
}

/* ---- the netlist ---- */

static void tell_placement_dropped(const struct design *design)
{
	if (design->placement)
		print_error("warning: the placement went with its netlist\n");
}

/* Libraries of a split, in the order in which they count, the last one first. */
struct ordered {
	struct library **library; /* owned, borrowed each */
	int32_t n, n_left_out;
};

/* Is a library called so: by its name, or that of its file with or without endings? */
static bool is_called(const struct library *library, const char *name)
{
	const char *file = library->path ? last_part(library->path) : NULL;
	size_t length = strlen(name);

	return strcmp(library->name, name) == 0 || (file && strncmp(file, name, length) == 0 &&
						    (file[length] == '\0' || file[length] == '.'));
}

/* The word of link_path by which a library is there: the first that names it, else the *; -1 = it is left out. */
static int place_in(const struct words *path, const struct library *library)
{
	int all = -1;

	for (int w = path->n - 1; w >= 0; w--)
		all = strcmp(path->word[w], "*") == 0 ? w : all;
	for (int w = 0; w < path->n; w++) {
		if (w != all && is_called(library, path->word[w]))
			return w;
	}
	return all;
}

/* What link_path leaves out comes first, for commands that name a cell of it; the rest from the last word on. Those of a
 * word are in the order read. */
static enum status order_libraries(const struct design *design, enum split split,
				   const struct words *path, bool *found, struct ordered *out)
{
	int32_t n = design->n_libraries[split];

	TRY(ALLOC(&out->library, (int64_t)n + 1)); /* and one of gates */
	for (int rank = path->n; rank >= 0; rank--) {
		int word = rank == path->n ? -1 : rank;

		for (int32_t i = 0; i < n; i++) {
			struct library *library = design->library[split][i];

			if (place_in(path, library) == word)
				out->library[out->n++] = library;
			if (word >= 0)
				found[word] |= is_called(library, path->word[word]);
		}
		if (word >= 0)
			found[word] |= strcmp(path->word[word], "*") == 0;
		out->n_left_out = word < 0 ? out->n : out->n_left_out;
	}
	return STATUS_OK;
}

/* Of both splits. A word that names no library is an error: what it was to hide would be used. */
static enum status order_all(const struct call *call, struct ordered ordered[N_SPLITS])
{
	const struct design *design = &call->session->design;
	RELEASED_BY(words_free) struct words path = {0};
	FREED bool *found = NULL;

	words_parse(session_variables(call->session)->link_path
			    ? session_variables(call->session)->link_path
			    : "*",
		    &path);
	TRY(ALLOC(&found, path.n));
	for (int split = 0; split < N_SPLITS; split++)
		TRY(order_libraries(design, (enum split)split, &path, found, &ordered[split]));
	for (int w = 0; w < path.n; w++) {
		if (!found[w])
			return call_fail(call, STATUS_FAILED,
					 "link_path names \"%.200s\", and no "
					 "library that was read is called so",
					 path.word[w]);
	}
	return STATUS_OK;
}

static const struct option link_options[] = {
	{"-no_black_boxes", OPTION_FLAG, NULL,
	 "a cell in no library is an error, not a black box; so is it where the variable "
	 "link_make_black_boxes is 0"},
	{"-allow_large", OPTION_FLAG, NULL, "also what needs more than half of the memory"},
	{0},
};

/* Are all cells in libraries, or allowed not to be? */
static enum status check_boxes(const struct call *call, const struct netlist *netlist)
{
	const struct technology *technology = call->session->design.technology;

	EACH_ITEM(master, netlist->master, netlist->n_masters) {
		if (!master->library[LATE] && master->n_instances &&
		    !technology_is_physical(technology, master->name) &&
		    (call->option[0].given || session_variables(call->session)->no_black_boxes))
			return call_fail(call, STATUS_FAILED, "no library has cell \"%s\"",
					 master->name);
	}
	return STATUS_OK;
}

static enum status link_design(struct call *call)
{
	struct design *design = &call->session->design;
	struct ordered ordered[N_SPLITS] = {{0}};
	struct library *gates = NULL;
	struct text warnings = TEXT_INIT;
	RELEASED_BY(names_release) struct names fillers = {0};
	struct netlist *netlist = NULL;
	enum status status = verilog_need_modules(call->session, NULL)
			     ?: technology_list_physical(design->technology, &fillers)
			     ?: order_all(call, ordered)
			     ?: gates_library(&design->modules, &warnings, &gates);

	for (int split = 0; split < N_SPLITS && gates && status == STATUS_OK; split++) {
		if (ordered[split].n || split == LATE)
			ordered[split].library[ordered[split].n++] = gates;
	}
	if (status == STATUS_OK)
		status = link_netlist(
			&(struct link_sources){
				.modules = &design->modules,
				.top = call->n_arguments ? call->argument[0] : NULL,
				.library = {ordered[EARLY].library, ordered[LATE].library},
				.n_libraries = {ordered[EARLY].n, ordered[LATE].n},
				.n_left_out = {ordered[EARLY].n_left_out, ordered[LATE].n_left_out},
				.known = &fillers},
			&warnings, &call->session->task, &netlist);
	if (status == STATUS_OK)
		status = check_boxes(call, netlist);
	FREE_ALL(ordered[EARLY].library, ordered[LATE].library);
	library_unref(gates);
	status = print_warnings(&warnings, status);
	if (status != STATUS_OK) {
		netlist_unref(netlist);
		return status;
	}
	modules_forget(&design->modules);
	design_warn_dropped(design);
	tell_placement_dropped(design);
	session_set_netlist(call->session, netlist);
	return STATUS_OK;
}

/* *n: how many, if memory allows their names and arrays. */
static enum status parse_copies(const struct call *call, int32_t *n)
{
	const struct netlist *netlist = call->session->design.netlist;
	double each = (double)(netlist->net_name.data_length + netlist->instance_name.data_length);
	int length = 0;

	if (sscanf(call->argument[0], "%9" SCNd32 "%n", n, &length) != 1 ||
	    call->argument[0][length] || *n < 1)
		return call_fail(call, STATUS_USAGE, "\"%.100s\" is not a number of copies",
				 call->argument[0]);
	each += 56.0 * netlist->n_nets + 56.0 * netlist->n_instances + 20.0 * netlist->n_pins;
	return memory_allows("tile_design: this", *n * each, &call->session->task);
}

/* What belongs to the copies, from that of the one; what is taken out is the caller's. */
struct belongings {
	struct netlist *netlist; /* owned reference, as the others */
	struct placement *placement;
	struct net_wires *wires;         /* owned */
	struct constraints *constraints; /* owned reference */
	struct annotations *annotations; /* owned */
};

static void drop_belongings(struct belongings *b)
{
	netlist_unref(b->netlist);
	placement_unref(b->placement);
	net_wires_free(b->wires);
	constraints_unref(b->constraints);
	annotations_free(b->annotations);
}

static enum status tile_design(struct call *call)
{
	struct session *session = call->session;
	struct design *design = &session->design;
	struct task *task = &session->task;
	RELEASED_BY(drop_belongings) struct belongings copies = {0};
	int32_t n;

	TRY(design_need_netlist(design));
	TRY(parse_copies(call, &n));
	TRY(netlist_tile(design->netlist, n, task, &copies.netlist));
	if (design->placement)
		TRY(placement_tile(design->placement, copies.netlist, task, &copies.placement));
	if (design->wires)
		TRY(net_wires_tile(design->wires, design->netlist, copies.netlist, &copies.wires));
	if (design->constraints)
		TRY(constraints_tile(design->constraints, copies.netlist, &copies.constraints));
	if (design->annotations)
		TRY(annotations_tile(design->annotations, design->netlist, copies.netlist,
				     &copies.annotations));
	session_set_netlist(session, copies.netlist);
	design_set_placement(design, copies.placement);
	design_set_wires(design, copies.wires);
	design_set_constraints(design, copies.constraints);
	design_set_annotations(design, copies.annotations);
	copies = (struct belongings){0}; /* they are the design's */
	return STATUS_OK;
}

static enum status close_design(struct call *call)
{
	session_clear(call->session, false);
	return STATUS_OK;
}

/* ---- constraints ---- */

static enum status read_timing(struct call *call)
{
	struct design *design = &call->session->design;
	struct timing_settings settings = design->settings;
	struct text warnings = TEXT_INIT;
	struct constraints *constraints = NULL;

	TRY(design_need_netlist(design));
	TRY(print_warnings(&warnings, tau_read(call->argument[0], design->netlist, &warnings,
					       &call->session->task, &constraints)));
	session_drop_for_edit(call->session);
	design_set_constraints(design, constraints);
	settings.model = DELAY_ELMORE; /* as the contest has it */
	session_set_timing_settings(call->session, &settings);
	return STATUS_OK;
}

const struct command netlist_commands[] = {
	{"read_liberty", read_liberty, IN_SESSION, "FILE...", 1, MAX_ARGUMENTS, liberty_options,
	 "Read cell libraries in Liberty (.gz too); bits of buses are called NAME[3], whatever bus_naming_style says"},
	{"read_verilog", verilog_read_files, IN_SESSION, "FILE...", 1, MAX_ARGUMENTS,
	 verilog_options, "Read modules of a structural Verilog netlist (.gz too)"},
	{"link_design", link_design, IN_SESSION, "?TOP?", 0, 1, link_options,
	 "Flatten the modules and link them with the libraries; a cell in several libraries is taken wholly from the one read last, as OpenSTA's delays are, unless the variable link_path orders them otherwise"},
	{"close_design", close_design, IN_SESSION, NULL, 0, 0, NULL,
	 "Close the design and remove everything that was read"},
	{"tile_design", tile_design, IN_SESSION, "N", 1, 1, link_options + 1,
	 "Open N copies of the netlist side by side"},
	{"read_timing", read_timing, IN_SESSION, "FILE", 1, 1, file_options,
	 "Read constraints in the TAU contest's .timing format; wires are Elmore's then, as in the contest"},
	{0},
};
