/*
 * The design files that the command line names, one by one or by their folder, and the Tcl that
 * opens them together. What a file is, its name says; none of these files is ever run.
 */
#ifndef DESIGN_FILES_H
#define DESIGN_FILES_H

#include <stdbool.h>
#include <stdint.h>

#include "base/text.h"

struct design_file {
	char *path; /* owned */
	int kind;   /* of the table in design_files.c */
	bool named; /* on the command line, not found in a folder */
};

struct design_files {
	struct design_file *file; /* owned [n] */
	int64_t n, capacity;
	int64_t n_named;
	const char *folder; /* borrowed: the first one that was added, NULL = none */
};

void design_files_release(struct design_files *files);

/* Add a file. STATUS_USAGE when its name is of no kind that can be opened. */
enum status design_files_add(struct design_files *files, const char *path);
/* Add what can be opened of a folder, in the order of the names. STATUS_IO. */
enum status design_files_add_folder(struct design_files *files, const char *path);

/*
 * Append the commands, one a line, that open all of them: a graph, or libraries, LEF, netlist,
 * constraints, parasitics and placement, whichever there are, and the one that finds the first
 * paths. Several LEF files are read one after another; libraries too, as long as no cell is in two of
 * them; netlists and constraints when they were named. STATUS_BAD_INPUT with the candidates when there is more than one of what there
 * can be one of, or when a folder has no design.
 */
enum status design_files_write_script(const struct design_files *files, struct text *out);

/* The endings of such files' names, as ".v", each also with ".gz": the i-th, NULL behind the last. */
const char *design_files_suffix(int i);

#endif
