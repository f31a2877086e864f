/*
 * The design files that a user names, one by one or by their folder, and the commands that open them
 * together. What a file is, its name says; none of these files is ever run.
 */
#ifndef SESSION_DESIGN_FILES_H
#define SESSION_DESIGN_FILES_H

#include <stdbool.h>
#include <stdint.h>

#include "base/text.h"

enum { DESIGN_FILES_CHOOSABLE = 8 }; /* kinds whose choice can come later, at most */

struct design_file {
	char *path; /* owned */
	int kind;   /* of the table in design_files.c */
	int root; /* characters of the path up to the folder's end that it was found in, 0 = it was named */
	bool named; /* on the command line, not found in a folder */
	bool passed_over; /* another file is read in its place, or it is of another design; once a script was written */
	bool is_rtl;       /* a netlist's text has processes, or no module: nothing to be linked */
	uint64_t mentions; /* bit i: the text has the name of the i-th netlist that was looked at */
};

struct design_files {
	struct design_file *file; /* owned [n] */
	int64_t n, capacity;
	int64_t n_named;
	const char *folder;    /* borrowed: the first one that was added, NULL = none */
	const char *libraries; /* borrowed: of libraries with cells in common only those whose file
				* names match this glob; NULL = it isn't said */
	const char *
		chosen; /* borrowed: of files that exclude each other those whose names match one of these
			     * globs; NULL = it isn't said */
	int64_t n_entries, n_unread; /* of folders: looked at; folders that can't be read */
	bool cut_short;              /* the search met its bounds */
	bool layout_first; /* there is a screen: the placement comes first, and again at its turn; a matrix is shown in view Lab */
};

void design_files_release(struct design_files *files);

/* Add a file, or what can be opened of a folder, in the order of the names. STATUS_USAGE when the
 * name of a file is of no kind that can be opened, STATUS_IO. */
enum status design_files_add(struct design_files *files, const char *path);

/*
 * Append the commands, a list of lists of their words, that open all of them: a graph, or LEF, libraries, netlist,
 * constraints, parasitics and placement, whichever there are, and the one that finds the first
 * paths. Several LEF files are read one after another; libraries of a folder together, as no cell may
 * be in two of them, and so netlists; constraints when they were named. Of the designs in a folder that
 * exclude each other one is opened: a netlist, else a snapshot, a graph, a placement, Bookshelf, unless -files chooses.
 * Folders below are searched for what the folder lacks, or for a design where it has none: that of the netlist that others are
 * modules of, with most other files of its name, in the folders that flows call results, without processes; then those of its
 * name and nearest to it, at the typical corner.
 * STATUS_BAD_INPUT with the candidates when more than one is named of what there can be one of, or when a folder has no design.
 */
enum status design_files_write_commands(struct design_files *files, struct text *out);

/*
 * Files of a folder that exclude each other, as two constraints, placements or graphs, are left out of the
 * script: their choice can come later. Is the i-th such kind among them, from 0 on? Then the command that reads it,
 * the first file (borrowed), the question, and the names as "a.sdc or b.sdc".
 */
bool design_files_undecided(const struct design_files *files, int i, const char **command,
			    const char **path, struct text *question, struct text *choices);

/* The names, "a.spef b.timing and 3 more", of files that another is read in place of; none with -files. True = there are some. */
bool design_files_left_out(const struct design_files *files, struct text *names);

/* The endings of such files' names, as ".v", each also with ".gz": the i-th, NULL after the last. */
const char *design_files_suffix(int i);

#endif
