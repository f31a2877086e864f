/*
 * The program: reads the command line, and runs scripts in batch or opens the explorer. Nothing
 * below exits; the exit code comes up to here.
 */
#include <execinfo.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tcl.h>
#include <unistd.h>

#include "base/grow.h"
#include "base/parallel.h"
#include "base/print.h"
#include "base/ranks.h"
#include "base/signals.h"
#include "cli.h"
#include "base/assets.h"
#include "session/batch.h"
#include "session/examples.h"
#include "session/lessons.h"
#include "session/opensta.h"
#include "session/variables.h"
#include "completion.h"
#include "doctor.h"
#include "ui/keymap.h"
#include "ui/ui.h"
#include "ui/win/window_process.h"

static const char bundled_batch[] = "source [asset loom/loom.tcl]\n"
				    "find_paths -max_paths 1000\n"
				    "report_design\nputs {}\n"
				    "report_placement\nputs {}\n"
				    "report_wns\nreport_tns\nreport_worst_slack -min\nputs {}\n"
				    "report_levels\nputs {}\n"
				    "report_checks -format summary\n";
static const char bundled_explorer[] = "source [asset loom/loom.tcl]\nfind_paths -max_paths 1000";

static int fail(enum status status)
{
	print_error("warpscope: %s\n", status_text(status));
	return status_exit_code(status);
}

static int print_text(void (*write)(struct text *))
{
	RELEASED_BY(text_release) struct text text = TEXT_INIT;
	enum status status;

	write(&text);
	status = (memory_ran_short() ? STATUS_NO_MEMORY : text_status(&text))
			 ?: print_out(text_string(&text), text.length);
	return status == STATUS_OK ? 0 : fail(status);
}

/* The scripts of the command line and of the lesson; without any that open something, `bundled`.
 * `lesson` is the procedure that a lesson is given to. */
static int gather_scripts(struct cli *cli, const char *lesson, const char *bundled,
			  const char **scripts)
{
	int n = cli->n_scripts;

	for (int i = 0; i < n; i++)
		scripts[i] = text_string(&cli->script[i]);
	if (cli->lesson) {
		cli_write_lesson(cli, lesson);
		scripts[n++] = text_string(&cli->lesson_script);
	}
	if (!cli->opens)
		scripts[n++] = bundled;
	return n;
}

/* The user's own script, unless --no-init. */
static const char *find_init(const struct cli *cli, struct text *path)
{
	config_path("init.tcl", path);
	return !cli->no_init && path->length && access(text_string(path), F_OK) == 0
		       ? text_string(path)
		       : NULL;
}

static int run_batch(struct cli *cli)
{
	const char *scripts[MAX_SCRIPTS + 2];
	int n = gather_scripts(cli, "lesson_print", bundled_batch, scripts);
	RELEASED_BY(text_release) struct text init = TEXT_INIT;
	enum status status = ranks_are_there() ? ranks_begin() : STATUS_OK;
	int code;

	if (status != STATUS_OK)
		return fail(status);
	cli->shell.reads_ahead = cli->opens && !ranks_are_there();
	/* no screen has to answer meanwhile; several devices compute at the same time */
	cli->shell.device.immediate = cli->shell.device.n_more == 0;
	code = batch_run(&cli->shell, find_init(cli, &init), n, scripts);
	return ranks_end(code);
}

static int run_explorer(struct cli *cli)
{
	const char *scripts[MAX_SCRIPTS + 2];
	int n = gather_scripts(cli, "lesson_open", bundled_explorer, scripts);
	RELEASED_BY(text_release) struct text init = TEXT_INIT;
	struct ui_config config = {
		.terminal = {.headless = cli->saves || (cli->keys && !isatty(STDOUT_FILENO)),
			     .width = cli->saves   ? 1920 / SLIDE_CELL_WIDTH
				      : cli->width ? cli->width
						   : 80,
			     .height = cli->saves    ? 1080 / SLIDE_CELL_HEIGHT
				       : cli->height ? cli->height
						     : 24,
			     .color = (enum color_mode)cli->color,
			     .theme = (enum theme)cli->theme,
			     .graphics = (enum graphics_choice)cli->graphics,
			     .mouse = !cli->no_mouse},
		.shell = cli->shell,
		.glyphs = cli->glyphs,
		.init = find_init(cli, &init),
		.view = cli->view,
		.keys = cli->keys,
		.saves = cli->saves,
		.record = cli->record,
		.no_window = cli->no_window,
		.themed = cli->themed,
		.opens = cli->design_script || !cli->opens,
		.no_motion = cli->no_motion,
		.n_words = cli->n_words,
		.words = cli->words,
		.n_scripts = n,
		.scripts = scripts,
	};

	config.shell.device.background = true;
	/* A given size is for replays whose screens are compared: also where there is
	 * a terminal. */
	if (cli->keys && cli->width)
		config.terminal.headless = true;
	config.shell.settings = settings_names();
	config.shell.replays = cli->keys || cli->saves;
	return ui_run(&config);
}

/* With those that the user's script binds, so it runs, on the device that is there at once. */
static int list_keys(struct cli *cli)
{
	RELEASED_BY(text_release) struct text init = TEXT_INIT;
	const char *path = find_init(cli, &init);
	int code = 0;

	if (path) {
		cli->shell.device.kind = DEVICE_CPU;
		code = batch_run(&cli->shell, path, 0, NULL);
	}
	if (code == 0)
		code = print_text(keymap_write);
	keymap_release();
	return code;
}

static void write_tables(struct text *out)
{
	const struct command *command;

	text_add(out, ".SH OPTIONS\n");
	cli_write_manual(out);
	text_add(out, ".SH KEYS\n");
	keymap_write_manual(out);
	text_add(out,
		 ".SH COMMANDS\nThey are in\n.BR warpscope-tcl (n),\neach with its options and an "
		 "example.\n.PP\n");
	for (int i = 0; (command = command_at(i)); i++)
		text_printf(out, ".BR %s %s\n", command->name, command_at(i + 1) ? "," : ".");
}

static void write_command_tables(struct text *out)
{
	const struct command *command;

	text_add(out, ".SH COMMANDS\n");
	for (int i = 0; (command = command_at(i)); i++) {
		command_write_manual(command, out);
		example_write_manual(command->name, out);
	}
	text_add(out, ".SH VARIABLES\n");
	variables_write_manual(out);
	text_add(out, ".SH SETTINGS\n");
	settings_write_manual(out);
}

static void write_version(struct text *out)
{
	text_printf(out, "warpscope %s\n", PACKAGE_VERSION);
}

static int list_lessons(void)
{
	RELEASED_BY(text_release) struct text text = TEXT_INIT;
	enum status status = lessons_write(&text);

	if (status == STATUS_OK && memory_ran_short())
		status = STATUS_NO_MEMORY;
	if (status == STATUS_OK)
		status = print_out(text_string(&text), text.length);
	return status == STATUS_OK ? 0 : fail(status);
}

static int run(struct cli *cli)
{
	if (cli->help)
		return print_text(cli_write_help);
	if (cli->version)
		return print_text(write_version);
	if (cli->list_keys)
		return list_keys(cli);
	if (cli->tables)
		return print_text(write_tables);
	if (cli->lessons)
		return list_lessons();
	if (cli->tcl_tables)
		return print_text(write_command_tables);
	if (cli->opensta_tables)
		return print_text(opensta_write);
	if (cli->completion)
		return print_text(strcmp(cli->completion, "bash") == 0 ? completion_write_bash
								       : completion_write_zsh);
	if (cli->doctor)
		return doctor_run(&cli->shell.device, (enum graphics_choice)cli->graphics);
	if (cli->batch)
		return run_batch(cli);
	if (isatty(STDOUT_FILENO) || cli->keys || cli->saves)
		return run_explorer(cli);
	if (cli->demo)
		return fail(
			status_fail(STATUS_USAGE,
				    "--demo needs a terminal; --demo-save DIR writes its scenes"));
	if (cli->opens)
		return run_batch(cli);
	return fail(status_fail(STATUS_NO_TERMINAL,
				"standard output is no terminal; --batch runs without one"));
}

/*
 * How many turns a thread that waits for the others of its team spins before it sleeps. By default it does for
 * milliseconds: on a machine that is busy otherwise it keeps from running the one it waits for. On two processors at a
 * load of 5 a sweep took 200 to 4000 ms; with 2000 turns 30 ms, and on an idle machine as long as by default, or up to
 * a tenth longer. Many threads take longer to wake: with 50000 turns an exception on a design of 1.6 million gates
 * takes 46 ms instead of 50 (16 idle processors beside an H200).
 */
static const char *turns_of_waiting(void)
{
	enum { MANY = 8 };
	int n = host_threads();
	double load;

	return n >= MANY && getloadavg(&load, 1) == 1 && load < n / 2 ? "50000" : "2000";
}

/* OpenMP reads its environment before main(), so we start once more. */
static void start_patient(char **argv)
{
	char path[4096];
	ssize_t n;

	if (getenv("GOMP_SPINCOUNT") || getenv("OMP_WAIT_POLICY"))
		return;
	n = readlink("/proc/self/exe", path, sizeof path - 1);
	if (n <= 0)
		return;
	path[n] = '\0';
	setenv("GOMP_SPINCOUNT", turns_of_waiting(), 1);
	execv(path, argv);
}

/*
 * A thread that calls pthread_exit(), as Tcl's notifier does, loads libgcc_s when that isn't there
 * yet. When the process is ending meanwhile that fails, and aborts it: seen once in some thousand
 * runs on a busy machine. So it is loaded now.
 */
static void load_unwinder(void)
{
	void *frame[1];

	(void)backtrace(frame, 1);
}

int main(int argc, char **argv)
{
	struct cli cli = {0};
	enum status status;
	int code;

	if (argc == 2 && strcmp(argv[1], "--window-helper") == 0)
		_exit(window_process_run());
	memory_begin();
	print_begin();
	start_patient(argv);
	load_unwinder();
	signals_fail_writes();
	setlocale(LC_ALL, "");
	setlocale(LC_NUMERIC, "C");
	Tcl_FindExecutable(argv[0]);
	command_add_tables();
	ui_add_commands();
	sdc_add_commands();
	status = cli_parse(&cli, argc, argv);
	if (status == STATUS_OK && memory_ran_short())
		status = STATUS_NO_MEMORY;
	code = status == STATUS_OK ? run(&cli) : fail(status);
	cli_release(&cli);
	print_end();
	if (shell_left_thread()) {
		fflush(NULL);
		_exit(code);
	}
	return code;
}
