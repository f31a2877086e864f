#include "cmd/assets.h"

#include <stdlib.h>
#include <unistd.h>

enum status asset_path(const char *name, struct text *out)
{
	const char *folders[] = {getenv("WARPSCOPE_DATADIR"), SOURCE_ASSET_DIR, ASSET_DIR};
	struct text path = TEXT_INIT;

	for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
		if (!folders[i])
			continue;
		text_clear(&path);
		text_printf(&path, "%s/%s", folders[i], name);
		if (access(text_string(&path), R_OK) == 0) {
			text_add(out, text_string(&path));
			text_release(&path);
			return STATUS_OK;
		}
	}
	text_release(&path);
	return status_fail(STATUS_IO,
			   "no file \"%s\" among those that come with warpscope; set "
			   "WARPSCOPE_DATADIR to their folder",
			   name);
}
