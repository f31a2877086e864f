#include "cli.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/options.h"
#include "session/objects.h"
#include "session/script.h"
#include "ui/tui/graphics.h"
#include "ui/views/view.h"

enum cli_option {
	CLI_BATCH,
	CLI_EVAL,
	CLI_FILE,
	CLI_LESSON,
	CLI_DEMO,
	CLI_DEMO_SAVE,
	CLI_REPRODUCE,
	CLI_LIBRARIES,
	CLI_FILES,
	CLI_DEVICE,
	CLI_THREADS,
	CLI_MEMORY,
	CLI_TIMES,
	CLI_VIEW,
	CLI_SIZE,
	CLI_COLOR,
	CLI_GLYPHS,
	CLI_THEME,
	CLI_NO_MOUSE,
	CLI_GRAPHICS,
	CLI_NO_WINDOW,
	CLI_NO_MOTION,
	CLI_KEYS,
	CLI_RECORD,
	CLI_NO_INIT,
	CLI_IGNORE_UNSUPPORTED,
	CLI_LIST_KEYS,
	CLI_DOCTOR,
	CLI_TABLES,
	CLI_TCL_TABLES,
	CLI_OPENSTA_TABLES,
	CLI_COMPLETION,
	CLI_IGNORED,
	CLI_HELP,
	CLI_VERSION,
};

/* Long names may be written with one dash too. */
static const struct cli_entry {
	const char *name;
	enum cli_option option;
	char letter;       /* 0 = none */
	const char *value; /* NULL = none */
	const char *help;  /* NULL = not shown */
} entries[] = {
	{"batch", CLI_BATCH, 'b', NULL, "no screen; stop at the first error"},
	{"eval", CLI_EVAL, 'e', "CMD", "run a command"},
	{"file", CLI_FILE, 'f', "FILE", "run a script, whatever its name"},
	{"lesson", CLI_LESSON, 0, "NAME",
	 "open a lesson or a FILE.tcl of your own; without a name, list them"},
	{"demo", CLI_DEMO, 0, NULL, "show what there is in eight scenes, on the bundled design"},
	{"demo-save", CLI_DEMO_SAVE, 0, "DIR",
	 "write these as pictures of 1920x1080 pixels (PNG), also without a terminal"},
	{"reproduce", CLI_REPRODUCE, 0, "LIST",
	 "compute tables of the papers and print them as \"paper | here\"; \"list\" says which"},
	{"libraries", CLI_LIBRARIES, 0, "GLOB",
	 "of libraries in a folder with common cells, read those whose names match"},
	{"files", CLI_FILES, 0, "GLOBS",
	 "of netlists, graphs, constraints, parasitics, AOCV tables or placements in a folder that exclude each other, read those "
	 "whose names match one of these"},
	{"device", CLI_DEVICE, 'd', "auto|cpu|cuda[:N,N...]",
	 "where to compute (auto); of several the first, and run_ssta's dies on all"},
	{"threads", CLI_THREADS, 0, "N", "worker threads of the CPU device (one a processor)"},
	{"memory", CLI_MEMORY, 0, "MIB",
	 "device memory to take at most, in MiB; what needs more fails (what is free)"},
	{"times", CLI_TIMES, 0, NULL, "print on standard error how long each command took"},
	{"view", CLI_VIEW, 0, "NAME", "the first view: " VIEWS(VIEW_WORD, ", ")},
	{"size", CLI_SIZE, 0, "WxH", "size of the screen in a run with --keys"},
	{"color", CLI_COLOR, 0, "auto|always|never",
	 "colours; NO_COLOR in the environment says never"},
	{"glyphs", CLI_GLYPHS, 0, "auto|braille|block|ascii", "characters of plots"},
	{"graphics", CLI_GRAPHICS, 0, GRAPHICS_CHOICES,
	 "pixel graphics in the terminal: detected (auto), or one of these"},
	{"theme", CLI_THEME, 0, "dark|light|mono",
	 "colours for such a background, or none (as the terminal's is)"},
	{"no-mouse", CLI_NO_MOUSE, 0, NULL, "leave the mouse to the terminal"},
	{"no-window", CLI_NO_WINDOW, 0, NULL, "never open the layout window"},
	{"no-motion", CLI_NO_MOTION, 0, NULL, "no animations in the layout window"},
	{"keys", CLI_KEYS, 0, "FILE", "replay keys and :commands, then end"},
	{"record", CLI_RECORD, 0, "FILE", "record keys; --keys replays them"},
	{"no-init", CLI_NO_INIT, 0, NULL, "don't run init.tcl"},
	{"ignore-unsupported", CLI_IGNORE_UNSUPPORTED, 0, NULL,
	 "a batch doesn't fail for constraints that aren't supported"},
	{"list-keys", CLI_LIST_KEYS, 0, NULL,
	 "list all keys, those that init.tcl binds marked, and end"},
	{"doctor", CLI_DOCTOR, 0, NULL, "print device, terminal, libraries and files, and end"},
	{"manual-tables", CLI_TABLES, 0, NULL, NULL},
	{"command-tables", CLI_TCL_TABLES, 0, NULL, NULL},
	{"opensta-tables", CLI_OPENSTA_TABLES, 0, NULL, NULL},
	{"completion", CLI_COMPLETION, 0, "bash|zsh", NULL},
	{"no-splash", CLI_IGNORED, 0, NULL, NULL},
	{"exit", CLI_BATCH, 0, NULL, NULL},
	{"help", CLI_HELP, 'h', NULL, "print this help and end"},
	{"version", CLI_VERSION, 'V', NULL, "print the version and end"},
	{NULL, CLI_IGNORED, 0, NULL, NULL},
};

enum { MAX_THREADS = 1024 };

enum { N_ENTRIES = sizeof entries / sizeof *entries - 1 }; /* without the end */

/* ---- scripts ---- */

static enum status add_script(struct cli *cli, struct text **out)
{
	if (cli->n_scripts == MAX_SCRIPTS)
		return status_fail(STATUS_USAGE, "more than %d scripts", MAX_SCRIPTS);
	*out = &cli->script[cli->n_scripts++];
	**out = (struct text)TEXT_INIT;
	return STATUS_OK;
}

/* A command with a value. */
static void add_command(struct text *out, const char *command, const char *value)
{
	RELEASED_BY(script_release) struct script script = SCRIPT_INIT;

	script_add(&script, command, value, NULL);
	text_add(out, script_string(&script));
}

static enum status add_file(struct cli *cli, const char *path)
{
	struct text *script = NULL;

	TRY(add_script(cli, &script));
	add_command(script, "source", path);
	return text_status(script);
}

/* Files of a design open together, where the first of them is named among the scripts. */
static enum status add_argument(struct cli *cli, const char *path)
{
	struct stat st;
	size_t n = strlen(path);

	cli->opens = true;
	if (stat(path, &st) != 0)
		return status_fail(STATUS_IO, "%s: error: %s", path, strerror(errno));
	if (!S_ISDIR(st.st_mode) && n > 4 && strcmp(path + n - 4, ".tcl") == 0)
		return add_file(cli, path);
	if (!cli->design_script)
		TRY(add_script(cli, &cli->design_script));
	list_add(&cli->design_paths, path);
	return design_files_add(&cli->design, path);
}

/* By the command that opens them, once it is known that it can. */
static enum status open_design(struct cli *cli)
{
	struct text *script = cli->design_script;
	RELEASED_BY(text_release) struct text commands = TEXT_INIT;
	RELEASED_BY(script_release) struct script command = SCRIPT_INIT;

	if (!script && (cli->design.libraries || cli->design.chosen))
		return status_fail(STATUS_USAGE, "--%s needs design files or a folder",
				   cli->design.libraries ? "libraries" : "files");
	if (!script)
		return STATUS_OK;
	TRY(design_files_write_commands(&cli->design, &commands));
	script_add(&command, "open_design", NULL);
	if (cli->design.libraries)
		script_add(&command, "-libraries", cli->design.libraries, NULL);
	if (cli->design.chosen)
		script_add(&command, "-files", cli->design.chosen, NULL);
	script_add(&command, "--", NULL);
	script_add_list(&command, text_string(&cli->design_paths));
	text_add(script, script_string(&command));
	return text_status(script);
}

/* ---- values ---- */

static enum status bad_value(const char *option, const char *value, const char *expected)
{
	return status_fail(STATUS_USAGE, "--%s expects %s, not \"%.100s\"", option, expected,
			   value);
}

static enum status parse_number(const char *option, const char *value, int least, int most,
				int *out)
{
	char *end, expected[64];
	long n = strtol(value, &end, 10);

	snprintf(expected, sizeof expected, "a whole number from %d to %d", least, most);
	if (end == value || *end || n < least || n > most)
		return bad_value(option, value, expected);
	*out = (int)n;
	return STATUS_OK;
}

static enum status parse_size(struct cli *cli, const char *value)
{
	int n = 0;

	if (sscanf(value, "%4dx%4d%n", &cli->width, &cli->height, &n) != 2 || value[n] ||
	    cli->width < 1 || cli->height < 1 || cli->width > 1000 || cli->height > 1000)
		return bad_value("size", value, "columns and rows, as 80x24");
	return STATUS_OK;
}

static enum status parse_choice(const struct cli_entry *entry, const char *value, int *index)
{
	char what[32];

	*index = choice_find(entry->value, value);
	snprintf(what, sizeof what, "--%s", entry->name);
	return *index < 0 ? choice_fail(what, entry->value, value) : STATUS_OK;
}

/* One word of a list; after a GPU a number is another one. */
static enum status parse_one_device(struct device_config *config, const char *word, int number,
				    bool after_gpu)
{
	enum device_kind kind = DEVICE_CUDA;
	const char *index = NULL;
	int gpu = number == 0 ? -1 : 0;

	if (strcmp(word, "auto") == 0 && number == 0)
		kind = DEVICE_AUTO;
	else if (strcmp(word, "cpu") == 0)
		kind = DEVICE_CPU;
	else if (strncmp(word, "cuda:", 5) == 0)
		index = word + 5;
	else if (after_gpu && *word >= '0' && *word <= '9')
		index = word;
	else if (strcmp(word, "cuda") != 0)
		return bad_value("device", word, "auto, cpu, cuda, cuda:N or a list as cuda:0,1");
	if (index)
		TRY(parse_number("device", index, 0, 255, &gpu));
	if (number == 0) {
		config->kind = kind;
		config->index = gpu;
		return STATUS_OK;
	}
	config->more[number - 1].kind = kind;
	config->more[number - 1].index = gpu;
	config->n_more = number;
	return STATUS_OK;
}

/* The same GPU twice; the CPU may be there as often as one likes. */
static enum status check_devices(struct device_config *config)
{
	if (config->n_more && config->index < 0)
		config->index = 0;
	for (int i = 0; i < config->n_more; i++) {
		int index = config->more[i].index;
		bool is_there = config->kind == DEVICE_CUDA && config->index == index;

		for (int j = 0; j < i; j++)
			is_there |= config->more[j].kind == DEVICE_CUDA &&
				    config->more[j].index == index;
		if (is_there && config->more[i].kind == DEVICE_CUDA)
			return status_fail(STATUS_USAGE, "--device names cuda:%d twice", index);
	}
	if (config->n_more && config->kind == DEVICE_AUTO)
		return status_fail(STATUS_USAGE, "--device auto is one device, no list of them");
	return STATUS_OK;
}

static enum status parse_device(struct device_config *config, const char *value)
{
	char word[32];
	bool after_gpu = false;

	config->n_more = 0;
	for (int n = 0;; n++) {
		size_t length = strcspn(value, ",");

		if (n == MOST_DEVICES)
			return status_fail(STATUS_USAGE, "--device names %d devices at most",
					   MOST_DEVICES);
		snprintf(word, sizeof word, "%.*s", (int)length, value);
		TRY(parse_one_device(config, word, n, after_gpu));
		after_gpu = strcmp(word, "cpu") != 0;
		if (!value[length])
			return check_devices(config);
		value += length + 1;
	}
}

/* Of each device. */
static enum status parse_memory(const char *name, const char *value, struct device_config *config)
{
	int mib;

	TRY(parse_number(name, value, 1, 1 << 24, &mib));
	config->memory_limit = (int64_t)mib << 20;
	return STATUS_OK;
}

static enum status set_option(struct cli *cli, const struct cli_entry *entry, const char *value)
{
	struct text *script = NULL;

	switch (entry->option) {
	case CLI_BATCH:
		cli->batch = true;
		break;
	case CLI_EVAL:
		cli->opens = true;
		TRY(add_script(cli, &script));
		text_add(script, value);
		break;
	case CLI_FILE:
		cli->opens = true;
		return add_file(cli, value);
	case CLI_LESSON:
		cli->lessons = !value;
		cli->opens = true;
		cli->lesson = value;
		break;
	case CLI_DEMO:
	case CLI_DEMO_SAVE:
		cli->demo = entry->name;
		cli->opens = true;
		cli->saves = entry->option == CLI_DEMO_SAVE ? value : NULL;
		cli->lesson = "demo";
		break;
	case CLI_REPRODUCE:
		cli->batch = true;
		cli->opens = true;
		TRY(add_script(cli, &script));
		text_add(script, "source [asset reproduce.tcl]\n");
		add_command(script, "reproduce", value);
		break;
	case CLI_LIBRARIES:
		cli->design.libraries = value;
		break;
	case CLI_FILES:
		cli->design.chosen = value;
		break;
	case CLI_DEVICE:
		return parse_device(&cli->shell.device, value);
	case CLI_THREADS:
		return parse_number(entry->name, value, 1, MAX_THREADS,
				    &cli->shell.device.n_threads);
	case CLI_MEMORY:
		return parse_memory(entry->name, value, &cli->shell.device);
	case CLI_TIMES:
		cli->shell.times = true;
		break;
	case CLI_VIEW:
		cli->view = value;
		break;
	case CLI_SIZE:
		return parse_size(cli, value);
	case CLI_COLOR:
		return parse_choice(entry, value, &cli->color);
	case CLI_GLYPHS:
		return parse_choice(entry, value, &cli->glyphs);
	case CLI_GRAPHICS:
		return parse_choice(entry, value, &cli->graphics);
	case CLI_THEME:
		cli->themed = true;
		return parse_choice(entry, value, &cli->theme);
	case CLI_NO_WINDOW:
		cli->no_window = true;
		break;
	case CLI_NO_MOTION:
		cli->no_motion = true;
		break;
	case CLI_NO_MOUSE:
		cli->no_mouse = true;
		break;
	case CLI_KEYS:
		cli->keys = value;
		break;
	case CLI_RECORD:
		cli->record = value;
		break;
	case CLI_NO_INIT:
		cli->no_init = true;
		break;
	case CLI_IGNORE_UNSUPPORTED:
		cli->shell.ignore_unsupported = true;
		break;
	case CLI_LIST_KEYS:
		cli->list_keys = true;
		break;
	case CLI_DOCTOR:
		cli->doctor = true;
		break;
	case CLI_TABLES:
		cli->tables = true;
		break;
	case CLI_TCL_TABLES:
		cli->tcl_tables = true;
		break;
	case CLI_OPENSTA_TABLES:
		cli->opensta_tables = true;
		break;
	case CLI_COMPLETION:
		cli->completion = value;
		return choice_find(entry->value, value) < 0
			       ? bad_value(entry->name, value, entry->value)
			       : STATUS_OK;
	case CLI_HELP:
		cli->help = true;
		break;
	case CLI_VERSION:
		cli->version = true;
		break;
	case CLI_IGNORED:
		break;
	}
	return STATUS_OK;
}

/* ---- words ---- */

static bool is_hidden(const void *entry)
{
	return !((const struct cli_entry *)entry)->help;
}

/* The entry of "-b", "--batch", "-batch" or "--eval=…"; *value is set to what follows '='. Other timers write "_" in
 * names. */
static enum status find_entry(const char *word, const struct cli_entry **entry, const char **value)
{
	static const struct option_table table = {.entries = entries,
						  .size = sizeof *entries,
						  .is_hidden = is_hidden,
						  .see = "; see --help"};
	const char *name = word + 1 + (word[1] == '-');
	size_t length = strcspn(name, "=");
	char plain[128];
	int index;

	*value = name[length] ? name + length + 1 : NULL;
	for (int i = 0; word[1] != '-' && length == 1 && i < N_ENTRIES; i++) {
		*entry = &entries[i];
		if (entries[i].letter == name[0])
			return STATUS_OK;
	}
	snprintf(plain, sizeof plain, "%.*s", (int)length, name);
	for (char *c = plain; *c; c++)
		*c = *c == '_' ? '-' : *c;
	TRY(option_find(&table, word, plain, &index));
	*entry = &entries[index];
	return STATUS_OK;
}

/* Options that would do nothing are mistakes. */
static enum status check_together(const struct cli *cli)
{
	const char *of_screen = cli->demo        ? cli->demo
				: cli->keys      ? "keys"
				: cli->record    ? "record"
				: cli->view      ? "view"
				: cli->width     ? "size"
				: cli->theme     ? "theme"
				: cli->graphics  ? "graphics"
				: cli->no_mouse  ? "no-mouse"
				: cli->no_window ? "no-window"
				: cli->no_motion ? "no-motion"
						 : NULL;

	if (cli->batch && of_screen)
		return status_fail(STATUS_USAGE, "--%s is for the screen, and --batch has none",
				   of_screen);
	if (cli->width && !cli->keys)
		return status_fail(STATUS_USAGE, "--size is for runs with --keys");
	return STATUS_OK;
}

enum status cli_parse(struct cli *cli, int argc, char **argv)
{
	bool options_end = false;

	cli->n_words = argc;
	cli->words = argv;
	cli->shell.device.index = -1;
	for (int i = 1; i < argc; i++) {
		const struct cli_entry *entry;
		const char *value;

		if (!options_end && strcmp(argv[i], "--") == 0) {
			options_end = true;
			continue;
		}
		if (options_end || argv[i][0] != '-' || !argv[i][1]) {
			TRY(add_argument(cli, argv[i]));
			continue;
		}
		TRY(find_entry(argv[i], &entry, &value));
		if (entry->option == CLI_LESSON && !value &&
		    (i + 1 == argc || argv[i + 1][0] == '-')) {
			TRY(set_option(cli, entry, NULL));
			continue;
		}
		if (entry->value && !value && ++i == argc)
			return status_fail(STATUS_USAGE, "--%s needs a value: %s", entry->name,
					   entry->value);
		if (!entry->value && value)
			return status_fail(STATUS_USAGE, "--%s takes no value", entry->name);
		TRY(set_option(cli, entry, value ? value : argv[i]));
	}
	TRY(check_together(cli));
	return open_design(cli);
}

void cli_write_lesson(struct cli *cli, const char *procedure)
{
	text_add(&cli->lesson_script, "source [asset lesson.tcl]\n");
	add_command(&cli->lesson_script, procedure, cli->lesson);
}

void cli_release(struct cli *cli)
{
	for (int i = 0; i < cli->n_scripts; i++)
		text_release(&cli->script[i]);
	text_release(&cli->lesson_script);
	text_release(&cli->design_paths);
	design_files_release(&cli->design);
}

/* ---- help ---- */

void cli_write_help(struct text *out)
{
	text_add(out,
		 "usage: warpscope [options] [script.tcl | design files | directory]...\n"
		 "Explore the timing of a chip design: paths of least slack, found on a GPU or "
		 "CPU.\nWithout a script or a design the bundled design opens. Design files open "
		 "together;\nthey end in");
	for (int i = 0; design_files_suffix(i); i++)
		text_printf(out, " %s", design_files_suffix(i));
	text_add(out, ", also with .gz,\n.bz2, .xz or .zst.\nOnly scripts run commands.\n\n");
	for (int i = 0; i < N_ENTRIES; i++) {
		const struct cli_entry *e = &entries[i];
		RELEASED_BY(text_release) struct text left = TEXT_INIT;

		if (!e->help)
			continue;
		text_printf(&left, "  %c%c%c --%s", e->letter ? '-' : ' ',
			    e->letter ? e->letter : ' ', e->letter ? ',' : ' ', e->name);
		if (e->value)
			text_printf(&left, " %s", e->value);
		text_printf(out, "%-36s %s\n", text_string(&left), e->help);
	}
}

void cli_write_manual(struct text *out)
{
	for (int i = 0; i < N_ENTRIES; i++) {
		const struct cli_entry *e = &entries[i];

		if (!e->help)
			continue;
		text_add(out, ".TP\n.B ");
		if (e->letter)
			text_printf(out, "\\-%c, ", e->letter);
		text_printf(out, "\\-\\-%s", e->name);
		if (e->value)
			text_printf(out, "\\fR \\fI%s", e->value);
		text_printf(out, "\\fR\n%s\n", e->help);
	}
}

void cli_each_option(void (*each)(void *context, char letter, const char *name, const char *value,
				  const char *help),
		     void *context)
{
	for (int i = 0; i < N_ENTRIES; i++) {
		const struct cli_entry *e = &entries[i];
		/* Which views there are, their command knows. */
		const char *value =
			e->option == CLI_VIEW ? command_find("view")->arguments : e->value;

		if (e->help)
			each(context, e->letter, e->name, value, e->help);
	}
}
