#include "ui/tui/type.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/text.h"
#include "ui/tui/direct.h"
#include <term.h> /* behind ours: it has macros of names that we use */

/* ncurses names some of its macros as we do. */
#undef lines
#undef columns

/* Is a terminal of that name known? Then it is the one that is asked from now on, until
 * del_curterm(). */
static bool is_known(const char *name, int fd)
{
	int found;

	return setupterm(name, fd < 0 ? STDOUT_FILENO : fd, &found) == OK;
}

enum status type_check(int fd)
{
	const char *name = getenv("TERM"), *cup = NULL, *clear = NULL;

	if (!is_known(NULL, fd))
		return status_fail(STATUS_NO_TERMINAL,
				   "the terminal \"%s\" is not known; set TERM to one that is",
				   name ? name : "");
	cup = tigetstr("cup");
	clear = tigetstr("clear");
	del_curterm(cur_term);
	if (!cup || !clear)
		return status_fail(STATUS_NO_TERMINAL,
				   "the terminal \"%s\" can't place the cursor or clear the "
				   "screen; set TERM to one that can",
				   name);
	return STATUS_OK;
}

bool type_is_direct(int fd)
{
	const char *depth = getenv("COLORTERM");
	bool direct = depth && (strcmp(depth, "truecolor") == 0 || strcmp(depth, "24bit") == 0);

	if (is_known(NULL, fd)) {
		direct = (direct || direct_is_described()) && tigetnum("colors") >= 8;
		del_curterm(cur_term);
	}
	return direct;
}

SCREEN *type_open_direct(int fd, FILE *sheet, FILE *in)
{
	const char *name = getenv("TERM"), *folder = getenv("TERMINFO");
	char *before = folder ? strdup(folder) : NULL;
	struct text entry = TEXT_INIT;
	SCREEN *screen = NULL;
	TERMINAL *shown = set_curterm(NULL); /* that of a screen that is open */

	if (name && (before || !folder) && is_known(name, fd)) {
		bool made = direct_entry(name, &entry) == STATUS_OK;

		del_curterm(cur_term);
		set_curterm(shown);
		if (made && setenv("TERMINFO", text_string(&entry), 1) == 0)
			screen = newterm(name, sheet, in);
		if (before)
			setenv("TERMINFO", before, 1);
		else
			unsetenv("TERMINFO");
	} else {
		set_curterm(shown);
	}
	text_release(&entry);
	free(before);
	return screen;
}
