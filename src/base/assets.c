#include "base/assets.h"

#include <inttypes.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The folder of the running program, without a slash at its end; false where it is not known. */
static bool program_folder(char path[PATH_MAX])
{
	ssize_t n = readlink("/proc/self/exe", path, PATH_MAX);
	char *slash;

	if (n <= 0 || n == PATH_MAX)
		return false;
	path[n] = '\0';
	slash = strrchr(path, '/');
	if (!slash)
		return false;
	*slash = '\0';
	return true;
}

/* Does this process run from the folder where it was built? Then its files are the sources'. */
static bool runs_where_built(const char *folder)
{
	size_t length = strlen(BUILD_DIR);

	return strncmp(folder, BUILD_DIR, length) == 0 &&
	       (folder[length] == '/' || folder[length] == '\0');
}

/* A file that is looked for in one folder after another. */
struct search {
	const char *name;
	struct text *out; /* borrowed: its path */
	bool found;
	int64_t lacks; /* bytes of a path that there was no memory for, 0 = none */
};

/* Append FOLDER/BELOW/NAME if it can be read, and nothing was before. */
static void look_in(struct search *s, const char *folder, const char *below)
{
	RELEASED_BY(text_release) struct text path = TEXT_INIT;

	if (s->found || s->lacks)
		return;
	text_printf(&path, "%s%s/%s", folder, below, s->name);
	s->found = path.status == STATUS_OK && access(text_string(&path), R_OK) == 0;
	if (s->found)
		text_add(s->out, text_string(&path));
	if (path.status != STATUS_OK || s->out->status != STATUS_OK)
		s->lacks = (int64_t)(strlen(folder) + strlen(below) + strlen(s->name)) + 2;
}

enum status asset_path(const char *name, struct text *out)
{
	const char *chosen = getenv("WARPSCOPE_DATADIR");
	struct search s = {.name = name, .out = out};
	char program[PATH_MAX];
	bool known = program_folder(program);

	if (chosen)
		look_in(&s, chosen, "");
	if (known && runs_where_built(program))
		look_in(&s, SOURCE_ASSET_DIR, "");
	if (known) {
		look_in(&s, program, "/assets");
		look_in(&s, program, "/../share/warpscope");
	}
	look_in(&s, ASSET_DIR, "");
	if (s.lacks)
		return status_fail(STATUS_NO_MEMORY,
				   "%s: error: out of memory (%" PRId64 " bytes for its path)",
				   name, s.lacks);
	return s.found ? STATUS_OK
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
