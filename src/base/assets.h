/* Where files are. Those that come with warpscope: in $WARPSCOPE_DATADIR, in the source tree where the
 * program runs in its build folder, beside the program (assets/ or ../share/warpscope/, so that a copied or
 * moved tree works), or where it was installed. */
#ifndef BASE_ASSETS_H
#define BASE_ASSETS_H

#include "base/text.h"

/* Append the path of assets/NAME. STATUS_IO when it is nowhere, STATUS_NO_MEMORY when it can't be looked for. */
enum status asset_path(const char *name, struct text *out);

/* Files of the user: append $XDG_CONFIG_HOME/warpscope/NAME or $XDG_STATE_HOME/warpscope/NAME, else
 * below
 * ~/.config and ~/.local/state. Nothing is appended where there is no home either. */
void config_path(const char *name, struct text *out);
void state_path(const char *name, struct text *out);
/* Make the folders that a path goes through, for the user alone. */
void make_folders(const char *path);

#endif
