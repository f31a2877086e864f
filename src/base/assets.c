#include "base/assets.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Does this process run from the folder where it was built? Then its files are the sources'. */
static bool runs_where_built(void)
{
	char path[4096];
	ssize_t n = readlink("/proc/self/exe", path, sizeof path);
	size_t length = strlen(BUILD_DIR);

	return n > (ssize_t)length && memcmp(path, BUILD_DIR, length) == 0 && path[length] == '/';
}

enum status asset_path(const char *name, struct text *out)
{
	const char *folders[] = {getenv("WARPSCOPE_DATADIR"),
				 runs_where_built() ? SOURCE_ASSET_DIR : NULL, ASSET_DIR};
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

/* As the XDG base directory specification has it: a path that isn't absolute doesn't count. */
static void user_path(const char *variable, const char *below_home, const char *name,
		      struct text *out)
{
	const char *folder = getenv(variable), *home = getenv("HOME");

	if (folder && folder[0] == '/')
		text_printf(out, "%s/warpscope/%s", folder, name);
	else if (home && home[0] == '/')
		text_printf(out, "%s/%s/warpscope/%s", home, below_home, name);
}

void config_path(const char *name, struct text *out)
{
	user_path("XDG_CONFIG_HOME", ".config", name, out);
}

void state_path(const char *name, struct text *out)
{
	user_path("XDG_STATE_HOME", ".local/state", name, out);
}
