/* Installed process design kits, found by the names of cells. */
#ifndef SESSION_KITS_H
#define SESSION_KITS_H

#include "base/text.h"

/* The library in a cell's name, "sky130_fd_sc_hd" of "sky130_fd_sc_hd__inv_1"; false = none. */
bool kit_of_cell(const char *cell, struct text *library);

/*
 * Append the paths of a library's LEF and, last, of its Liberty file at a typical corner, as words
 * of Tcl, from $PDK_ROOT, the folders of ciel and volare, or /usr/share/pdk; `liberty` gets the
 * last one alone. False = not found.
 */
bool kit_find(const char *library, struct text *files, struct text *liberty);

#endif
