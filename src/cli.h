/* The command line: options, what to open, what to run. */
#ifndef CLI_H
#define CLI_H

#include "base/text.h"
#include "session/shell.h"
#include "session/design_files.h"

enum { MAX_SCRIPTS = 64 };

struct cli {
	struct shell_config shell;
	bool lessons, batch, help, version, list_keys, tables, tcl_tables, opensta_tables, doctor,
		no_init, no_mouse, no_window, no_motion;
	const char *demo, *saves; /* borrowed: the option that shows it, a folder for its slides */
	const char *completion;   /* borrowed: for which shell; NULL = not asked for */
	const char *lesson, *view, *keys, *record; /* borrowed */
	int n_words;
	char *const *words;                 /* borrowed: all of it */
	int width, height;                  /* of the screen in a run with --keys */
	bool themed;                        /* --theme was given */
	int color, glyphs, theme, graphics; /* index of the choice; 0 = auto, of the theme dark */
	struct text script[MAX_SCRIPTS];    /* owned: in the order given */
	int n_scripts;
	struct design_files design; /* owned */
	struct text *design_script; /* borrowed: that of `script` which opens it, NULL = none */
	struct text design_paths;   /* owned: what was named of it, as words of Tcl */
	struct text lesson_script;  /* owned */
	bool opens; /* a script or a design was given; without one the bundled design opens */
};

/* Sort the words of the command line. STATUS_USAGE with a sentence. */
enum status cli_parse(struct cli *cli, int argc, char **argv);
void cli_release(struct cli *cli);
/* Write the script that gives the lesson to a procedure of assets/lesson.tcl. */
void cli_write_lesson(struct cli *cli, const char *procedure);
void cli_write_help(struct text *out);
/* The same as a table of the manual page. */
void cli_write_manual(struct text *out);
/* Each option that help shows: letter (0 = none), long name, usage of its value (NULL = none),
 * help. */
void cli_each_option(void (*each)(void *context, char letter, const char *name, const char *value,
				  const char *help),
		     void *context);

#endif
