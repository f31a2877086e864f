/*
 * The design files that a user names, one by one or by their folder, and the commands that open
 * them together. A file's kind follows from its name; none of these files is executed.
 */
#ifndef SESSION_DESIGN_FILES_H
#define SESSION_DESIGN_FILES_H

#include <stdbool.h>
#include <stdint.h>

#include "base/text.h"

enum { DESIGN_FILES_CHOOSABLE = 8 }; /* at most, kinds whose file the user can choose later */

struct design_file {
	char *path; /* owned */
	int kind;   /* of the table in design_files.c */
	int root;   /* length of the folder's part of the path, 0 = the file itself was named */
	bool named; /* on the command line, not found in a folder */
	bool passed_over; /* another file or design is read instead; set with the script */
	bool is_rtl;      /* of a Verilog file: it has processes or no module, so can't be linked */
	uint64_t mentions; /* bit i: the text mentions the name of the i-th netlist read */
};

struct design_files {
	struct design_file *file; /* owned [n] */
	int64_t n, capacity;
	int64_t n_named;
	const char *folder; /* borrowed: the first one that was added, NULL = none */
	/* borrowed: a glob that chooses among libraries with cells in common; NULL = not given */
	const char *libraries;
	/* borrowed: globs (-files) that choose among files that exclude each other; NULL = not
	 * given */
	const char *chosen;
	int64_t n_entries, n_unread; /* entries of folders searched; folders that can't be read */
	bool cut_short;              /* the search has reached its limits */
	/* There is a screen: the placement is read first, to be shown, and again in its turn; a
	 * matrix opens view Lab. */
	bool layout_first;
};

void design_files_release(struct design_files *files);

/* Add a file, or the design files of a folder in the order of their names. STATUS_USAGE if a file's
 * name is of no known kind, STATUS_IO. */
enum status design_files_add(struct design_files *files, const char *path);

/*
 * Append the commands that open the files, as a list of lists of words: a graph, or LEF, libraries,
 * netlist, constraints, parasitics and placement, whichever there are; then the command that finds
 * the first paths. Several LEF files are read one after another; all libraries of a folder, which
 * must not share cells, and all its netlists; constraints of a folder only if they were named. Of
 * designs in a folder that exclude each other, a netlist is preferred to a snapshot, a graph, a
 * placement and Bookshelf, in this order, unless -files chooses. Folders below are searched for
 * missing files, or for a design if the folder has none. Preferred are a netlist whose modules
 * others are, with most other files of its name, in a folder that flows use for results, without
 * processes; then files of the netlist's name and nearest to it, at the typical corner.
 * STATUS_BAD_INPUT with the candidates: several files are named of a kind that allows one, or a
 * folder has no design.
 */
enum status design_files_write_commands(struct design_files *files, struct text *out);

/*
 * Files of a folder that exclude each other, for example two constraints, placements or graphs, are
 * left out of the script for the user to choose later. For the i-th kind with such files, i from 0:
 * the command that reads one, the first file (borrowed), the question, and the names as "a.sdc or
 * b.sdc". False: there is no i-th kind.
 */
bool design_files_undecided(const struct design_files *files, int i, const char **command,
			    const char **path, struct text *question, struct text *choices);

/* Append the names of files that aren't read since another is instead, "a.spef b.timing and 3
 * more"; none with -files. False: there are none. */
bool design_files_left_out(const struct design_files *files, struct text *names);

/* The i-th suffix of design files, for example ".v", each also valid with ".gz"; NULL after the
 * last. */
const char *design_files_suffix(int i);

#endif
