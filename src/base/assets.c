#include "base/assets.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Append the folder of the running program, without a slash at its end; false where it is not known. */
static bool program_folder(struct text *out)
{
	char path[4096];
	ssize_t n = readlink("/proc/self/exe", path, sizeof path);
	char *slash;

	if (n <= 0 || n == (ssize_t)sizeof path)
		return false;
	path[n] = '\0';
	slash = strrchr(path, '/');
	if (!slash)
		return false;
	*slash = '\0';
	text_add(out, path);
	return true;
}

/* Does this process run from the folder where it was built? Then its files are the sources'. */
static bool runs_where_built(const char *folder)
{
	size_t length = strlen(BUILD_DIR);

	return strncmp(folder, BUILD_DIR, length) == 0 &&
	       (folder[length] == '/' || folder[length] == '\0');
}

/* Append FOLDER/BELOW/NAME if it can be read. */
static bool find_asset(const char *folder, const char *below, const char *name, struct text *out)
{
	struct text path = TEXT_INIT;
	bool found;

	text_printf(&path, "%s%s/%s", folder, below, name);
	found = access(text_string(&path), R_OK) == 0;
	if (found)
		text_add(out, text_string(&path));
	text_release(&path);
	return found;
}

enum status asset_path(const char *name, struct text *out)
{
	const char *chosen = getenv("WARPSCOPE_DATADIR");
	struct text program = TEXT_INIT;
	bool known = program_folder(&program), found;

	found = (chosen && find_asset(chosen, "", name, out)) ||
		(known && ((runs_where_built(text_string(&program)) &&
			    find_asset(SOURCE_ASSET_DIR, "", name, out)) ||
			   find_asset(text_string(&program), "/assets", name, out) ||
			   find_asset(text_string(&program), "/../share/warpscope", name, out))) ||
		find_asset(ASSET_DIR, "", name, out);
	text_release(&program);
	return found ? STATUS_OK
		     : status_fail(STATUS_IO,
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

void make_folders(const char *path)
{
	char folder[4096];

	snprintf(folder, sizeof folder, "%s", path);
	for (char *slash = strchr(folder + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
		*slash = '\0';
		mkdir(folder, 0700);
		*slash = '/';
	}
}
