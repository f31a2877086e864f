/* Process design kits that are installed: libraries of cells whose names say which kit they are of. */
#ifndef SESSION_KITS_H
#define SESSION_KITS_H

#include "base/text.h"

/* The library of a cell's name, "sky130_fd_sc_hd" of "sky130_fd_sc_hd__inv_1"; false = its name says none. */
bool kit_of_cell(const char *cell, struct text *library);

/*
 * Append the paths of its LEF and of its library at a typical corner, as words of Tcl, the library last, from
 * $PDK_ROOT, from the folders of ciel and volare, and from /usr/share/pdk. `liberty` is that path alone. False =
 * there are none.
 */
bool kit_find(const char *library, struct text *files, struct text *liberty);

#endif
