#include "session/kits.h"

#include <glob.h>
#include <stdlib.h>
#include <string.h>

#include "session/design_files_impl.h"
#include "session/objects.h"

bool kit_of_cell(const char *cell, struct text *library)
{
	const char *end = strstr(cell, "__");

	if (strncmp(cell, "sg13g2_", 7) == 0)
		text_add(library, "sg13g2_stdcell");
	else if (end && end > cell && strstr(cell, "_sc_") && strstr(cell, "_sc_") < end)
		text_append(library, cell, end - cell);
	return library->length > 0;
}

/* The file most like a typical corner, the first of those as typical. */
static bool find(const char *folder, const char *library, const char *files, struct text *out)
{
	RELEASED_BY(text_release) struct text pattern = TEXT_INIT;
	const char *best = NULL;
	glob_t found = {0};

	text_printf(&pattern, "%s/{*,*/versions/*/*,*/*/versions/*/*}/libs.ref/%s/%s", folder,
		    library, files);
	if (text_status(&pattern) == STATUS_OK)
		glob(text_string(&pattern), GLOB_BRACE, NULL, &found);
	for (size_t i = 0; i < found.gl_pathc; i++) {
		if (!best || design_corner_of(found.gl_pathv[i]) > design_corner_of(best))
			best = found.gl_pathv[i];
	}
	text_add(out, best ? best : "");
	globfree(&found);
	return best != NULL;
}

static bool find_in(const char *root, const char *below, const char *library, struct text *files,
		    struct text *liberty)
{
	RELEASED_BY(text_release) struct text folder = TEXT_INIT, cells = TEXT_INIT;
	const char *lefs[] = {"techlef/*.tlef", "lef/*_tech.lef", ""};
	bool there;

	text_printf(&folder, "%s%s", root ? root : "", below);
	text_printf(&cells, "lef/%s.lef", library);
	lefs[2] = text_string(&cells);
	there = root && find(text_string(&folder), library, "lib/*.lib", liberty);
	for (int i = 0; i < 3 && there; i++) {
		RELEASED_BY(text_release) struct text lef = TEXT_INIT;

		if (find(text_string(&folder), library, lefs[i], &lef))
			list_add(files, text_string(&lef));
	}
	if (there)
		list_add(files, text_string(liberty));
	return there;
}

bool kit_find(const char *library, struct text *files, struct text *liberty)
{
	const char *home = getenv("HOME");

	return find_in(getenv("PDK_ROOT"), "", library, files, liberty) ||
	       find_in(home, "/.ciel", library, files, liberty) ||
	       find_in(home, "/.volare", library, files, liberty) ||
	       find_in("/usr/share/pdk", "", library, files, liberty);
}
