#include "session/examples.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "base/assets.h"

enum { LINE_SIZE = 1024 };

static FILE *open_examples(void)
{
	RELEASED_BY(text_release) struct text path = TEXT_INIT;

	return asset_path("examples.tcl", &path) == STATUS_OK ? fopen(text_string(&path), "re")
							      : NULL;
}

const char *example_find(const char *command, struct text *out)
{
	static _Thread_local char where[32];
	char line[LINE_SIZE], name[64], place[32];
	bool here = false, found = false;
	FILE *file = open_examples();

	while (file && fgets(line, sizeof line, file) && !(found && !here)) {
		if (sscanf(line, "## %63s %31s", name, place) == 2) {
			here = strcmp(name, command) == 0;
			found = found || here;
			if (here)
				memcpy(where, place, sizeof where);
		} else if (here) {
			text_add(out, line);
		}
	}
	if (file)
		fclose(file);
	while (found && out->length > 1 &&
	       out->data[out->length - 2] == '\n') /* blank lines at its end */
		out->data[--out->length] = '\0';
	return found ? where : NULL;
}

/* What is added to the head of the page. */
static const char *said_of(const char *where)
{
	return strcmp(where, "graph") == 0    ? "Of the example graph:"
	       : strcmp(where, "screen") == 0 ? "In the explorer:"
					      : "For example:";
}

void example_write_manual(const char *command, struct text *out)
{
	RELEASED_BY(text_release) struct text lines = TEXT_INIT;
	const char *where = example_find(command, &lines);

	if (where) {
		text_printf(out, ".RS\n.PP\n%s\n.PP\n.RS 2\n.nf\n\\&", said_of(where));
		for (const char *p = text_string(&lines); *p; p++) {
			if (*p == '\n' && p[1])
				text_add(out, "\n\\&");
			else if (*p == '\\')
				text_add(out, "\\e");
			else if (*p == '-')
				text_add(out, "\\-");
			else
				text_append(out, p, 1);
		}
		text_add(out, ".fi\n.RE\n.RE\n");
	}
}
