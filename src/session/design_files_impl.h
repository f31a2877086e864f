/* What design_files.c and design_folder.c share. */
#ifndef SESSION_DESIGN_FILES_IMPL_H
#define SESSION_DESIGN_FILES_IMPL_H

#include "session/design_files.h"

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
	MATRIX,
	N_KINDS
};

/* The kind by a name's ending, −1 = none; the length of a name without endings. */
int design_file_kind(const char *name);
size_t design_file_stem(const char *name);
const char *design_file_name(const char *path);
/* A path below its folder; of a file that was named, its name. */
const char *design_file_shown(const struct design_file *file);
/* Is it a kind that makes a design? Does -files name the file? */
bool design_kind_is_design(int kind);
bool design_file_is_chosen(const struct design_files *files, const struct design_file *file);
/* Words of a path that say a typical corner, less those that say an extreme one. */
int design_corner_of(const char *path);
/* Takes the path. */
enum status design_files_append(struct design_files *files, char *path, int kind, int root);

/* Add what can be opened of a folder and of the folders below it: at most FOLDER_DEPTH deep and FOLDER_ENTRIES
 * entries, each file and folder once whatever links lead there. What can't be read is counted. STATUS_IO. */
enum status design_folder_search(struct design_files *files, const char *path);
/* Pass over what isn't of the one design that is opened: see design_files_write_commands(). */
void design_folder_select(struct design_files *files);

#endif
