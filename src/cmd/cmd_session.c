/* Commands about warpscope itself: help, its files. */
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "base/assets.h"
#include "base/clock.h"
#include "base/grow.h"
#include "base/messages.h"
#include "db/query.h"
#include "session/command.h"
#include "session/examples.h"
#include "session/lessons.h"
#include "session/opensta.h"
#include "session/variables.h"

static enum status unknown_command(const char *name)
{
	const struct command *command = command_nearest(name);
	const char *nearest = command ? command->name : NULL;

	if (opensta_note(name))
		return status_fail(STATUS_FAILED, "help: %s, known from OpenSTA, isn't here: %s",
				   name, opensta_note(name));
	return status_fail(STATUS_FAILED, "help: unknown command \"%.100s\"%s%s%s", name,
			   NEAREST(nearest));
}

static void write_example(const char *name, struct text *out)
{
	RELEASED_BY(text_release) struct text lines = TEXT_INIT;

	if (example_find(name, &lines)) {
		text_add(out, "    for example\n        ");
		for (const char *p = text_string(&lines); *p; p++)
			text_add(out, *p == '\n' && p[1] ? "\n        " : (char[]){*p, '\0'});
	}
}

/* With each option, of one command or variable. */
static enum status help_of(const char *name, struct text *out)
{
	const struct command *command = command_find(name);

	if (!command)
		return variable_write_help(name, out) ? STATUS_OK : unknown_command(name);
	command_write_help(command, out);
	write_example(command->name, out);
	return STATUS_OK;
}

/* Of one command that matches all, of several their lines, or with -verbose all. */
static enum status help_matching(const char *pattern, bool verbose, struct text *out)
{
	const struct command *command, *one = NULL;
	int n = 0;

	for (int i = 0; (command = command_at(i)); i++) {
		if (!glob_match(pattern, command->name, false, false))
			continue;
		one = command;
		n++;
	}
	if (!n)
		return status_fail(STATUS_FAILED, "help: no command matches \"%.100s\"", pattern);
	for (int i = 0; n > 1 && (command = command_at(i)); i++) {
		if (!glob_match(pattern, command->name, false, false))
			continue;
		if (verbose)
			TRY(help_of(command->name, out));
		else
			text_printf(out, "%-20s %s\n", command->name, command->help);
	}
	return n == 1 ? help_of(one->name, out) : STATUS_OK;
}

static const struct option help_options[] = {
	{"-verbose", OPTION_FLAG, NULL, "with a pattern: all options of each command"},
	{0},
};

static enum status help(struct call *call)
{
	const struct command *command;

	if (call->n_arguments == 1 && strcmp(call->argument[0], "lessons") == 0) {
		TRY(lessons_write(call->out));
		text_add(
			call->out,
			"warpscope --lesson NUMBER or NAME opens one, or one's own FILE.tcl; lesson new FILE.tcl\n"
			"writes a file to begin with, lesson check FILE.tcl runs it and names what fails\n");
		return STATUS_OK;
	}
	if (call->n_arguments == 1) {
		const char *name = call->argument[0];

		return strpbrk(name, "*?") ? help_matching(name, call->option[0].given, call->out)
					   : help_of(name, call->out);
	}
	for (int i = 0; (command = command_at(i)); i++)
		text_printf(call->out, "%-20s %s\n", command->name, command->help);
	text_add(call->out,
		 "help COMMAND says more, help lessons lists the lessons; the language is Tcl\n");
	return STATUS_OK;
}

static enum status define_corners(struct call *call)
{
	char *corner;

	if (call->n_arguments > 1)
		return call_fail(call, STATUS_FAILED,
				 "there is one corner: read_liberty -min and -max "
				 "give early and late libraries, and a session for each corner");
	corner = copy_string(call->argument[0]);
	if (!corner)
		return status_fail(STATUS_NO_MEMORY, "out of memory");
	free(call->session->corner);
	call->session->corner = corner;
	return STATUS_OK;
}

static enum status asset(struct call *call)
{
	return asset_path(call->argument[0], call->result);
}

/* With its folder, as the caller writes there. */
static enum status state_file(struct call *call)
{
	const char *name = call->argument[0];
	RELEASED_BY(text_release) struct text folder = TEXT_INIT;

	if (!*name || *name == '.' || strchr(name, '/'))
		return call_fail(call, STATUS_USAGE, "\"%.100s\" is no file's name", name);
	if (call->session->replays)
		return STATUS_OK;
	state_path(name, call->result);
	text_append(&folder, text_string(call->result),
		    call->result->length - (int64_t)strlen(name));
	make_folders(text_string(&folder));
	return STATUS_OK;
}

/* ---- messages ---- */

static enum status suppress_msg(struct call *call)
{
	for (int i = 0; i < call->n_arguments; i++)
		TRY(messages_suppress(call->argument[i]));
	return STATUS_OK;
}

static enum status unsuppress_msg(struct call *call)
{
	for (int i = 0; i < call->n_arguments; i++)
		messages_unsuppress(call->argument[i]);
	return STATUS_OK;
}

enum { MESSAGES_ALL };

static const struct option messages_options[] = {
	[MESSAGES_ALL] = {"-all", OPTION_FLAG, NULL, "also those that didn't occur"},
	{0},
};

static enum status report_messages(struct call *call)
{
	messages_report(call->option[MESSAGES_ALL].given, call->out);
	return STATUS_OK;
}

/* ---- times ---- */

static double begun_ms; /* as this file was loaded */

__attribute__((constructor)) static void note_begin(void)
{
	begun_ms = clock_ms();
}

static enum status elapsed_run_time(struct call *call)
{
	text_printf(call->result, "%.3f", (clock_ms() - begun_ms) / 1e3);
	return STATUS_OK;
}

static enum status user_run_time(struct call *call)
{
	struct rusage usage;

	getrusage(RUSAGE_SELF, &usage);
	text_printf(call->result, "%.3f",
		    (double)usage.ru_utime.tv_sec + (double)usage.ru_utime.tv_usec * 1e-6);
	return STATUS_OK;
}

const struct command session_commands[] = {
	{"help", help, IN_SESSION, "?COMMAND|PATTERN|VARIABLE|lessons?", 0, 1, help_options,
	 "List the commands, those that match a pattern or the lessons, or say more about a command or a variable"},
	{"define_corners", define_corners, IN_SESSION, "CORNER...", 1, MAX_ARGUMENTS, NULL,
	 "Name the corner, which -corner and -scene of OpenSTA's commands may then name (default)"},
	{"asset", asset, IN_SESSION, "NAME", 1, 1, NULL,
	 "Return the path of a file that comes with warpscope"},
	{"state_file", state_file, IN_SESSION, "NAME", 1, 1, NULL,
	 "Return the path of a file that is kept for the user from run to run, as the history is; empty in replays and where "
	 "there is no home"},
	{"elapsed_run_time", elapsed_run_time, IN_SESSION, NULL, 0, 0, NULL,
	 "Return the seconds since warpscope was started"},
	{"report_messages", report_messages, IN_SESSION, NULL, 0, 0, messages_options,
	 "Report the warnings that occurred: their numbers for suppress_msg, and how often each was printed or suppressed"},
	{"suppress_msg", suppress_msg, IN_SESSION, "MESSAGES", 1, MAX_ARGUMENTS, NULL,
	 "Don't print warnings of these numbers (report_messages lists them), or whose text matches a pattern of '*' "
	 "and '?'; errors are always printed"},
	{"unsuppress_msg", unsuppress_msg, IN_SESSION, "MESSAGES", 1, MAX_ARGUMENTS, NULL,
	 "Print warnings again that suppress_msg has suppressed by these numbers or patterns"},
	{"user_run_time", user_run_time, IN_SESSION, NULL, 0, 0, NULL,
	 "Return the processor seconds that warpscope has used"},
	{0},
};
