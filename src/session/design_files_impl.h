/* Shared by design_files.c and design_folder.c. */
#ifndef SESSION_DESIGN_FILES_IMPL_H
#define SESSION_DESIGN_FILES_IMPL_H

#include "session/design_files.h"

/* Kinds of files in the order in which they are read: LEF before a netlist is linked. */
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

/* The kind by a name's suffix, −1 = none; the length of a name without suffixes. */
int design_file_kind(const char *name);
size_t design_file_stem(const char *name);
const char *design_file_name(const char *path);
/* The path relative to its folder; of a file that was named, its base name. */
const char *design_file_shown(const struct design_file *file);
/* Is it a kind that makes a design? Does -files name the file? */
bool design_kind_is_design(int kind);
bool design_file_is_chosen(const struct design_files *files, const struct design_file *file);
/* The number of words in a path that name a typical corner, minus those that name an extreme
 * one. */
int design_corner_of(const char *path);
/* Takes the path. */
enum status design_files_append(struct design_files *files, char *path, int kind, int root);

/* Add the design files of a folder and of those below it, at most FOLDER_DEPTH deep and
 * FOLDER_ENTRIES entries, each file and folder once even if links lead there. Unreadable folders
 * are counted. STATUS_IO. */
enum status design_folder_search(struct design_files *files, const char *path);
/* Set passed_over for files of other designs than the one opened: see
 * design_files_write_commands(). */
void design_folder_select(struct design_files *files);

#endif
