/* Files that come with warpscope: in $WARPSCOPE_DATADIR, where it was installed, or in the source
 * tree that it was built from. */
#ifndef CMD_ASSETS_H
#define CMD_ASSETS_H

#include "base/text.h"

/* Append the path of assets/NAME. STATUS_IO when it is nowhere. */
enum status asset_path(const char *name, struct text *out);

#endif
