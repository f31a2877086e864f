/* Commands about warpscope itself: help, its files. */
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/assets.h"
#include "base/clock.h"
#include "session/command.h"
#include "session/examples.h"
#include "session/lessons.h"
#include "session/messages.h"

static enum status unknown_command(const char *name)
{
	const struct command *nearest = command_nearest(name);

	if (nearest)
		return status_fail(STATUS_FAILED,
				   "help: unknown command \"%.100s\"; nearest \"%s\"", name,
				   nearest->name);
	return status_fail(STATUS_FAILED, "help: unknown command \"%.100s\"", name);
}

static void write_example(const char *name, struct text *out)
{
	struct text lines = TEXT_INIT;

	if (example_find(name, &lines)) {
		text_add(out, "    for example\n        ");
		for (const char *p = text_string(&lines); *p; p++)
			text_add(out, *p == '\n' && p[1] ? "\n        " : (char[]){*p, '\0'});
	}
	text_release(&lines);
}

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
		command = command_find(call->argument[0]);
		if (!command)
			return unknown_command(call->argument[0]);
		command_write_help(command, call->out);
		write_example(command->name, call->out);
		return STATUS_OK;
	}
	for (int i = 0; (command = command_at(i)); i++)
		text_printf(call->out, "%-20s %s\n", command->name, command->help);
	text_add(call->out,
		 "help COMMAND says more, help lessons lists the lessons; the language is Tcl\n");
	return STATUS_OK;
}

static enum status asset(struct call *call)
{
	return asset_path(call->argument[0], call->result);
}

/* ---- messages ---- */

/* OpenSTA's message numbers match none of our messages. */
static bool is_number(const char *word)
{
	return *word && !word[strspn(word, "0123456789")];
}

static enum status suppress_msg(struct call *call)
{
	for (int i = 0; i < call->n_arguments; i++) {
		if (!is_number(call->argument[i]))
			TRY(messages_suppress(call->argument[i]));
	}
	return STATUS_OK;
}

static enum status unsuppress_msg(struct call *call)
{
	for (int i = 0; i < call->n_arguments; i++) {
		if (!is_number(call->argument[i]) && !messages_unsuppress(call->argument[i]))
			return status_fail(STATUS_FAILED,
					   "unsuppress_msg: \"%.100s\" isn't suppressed",
					   call->argument[i]);
	}
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
	{"help", "?COMMAND|lessons?", 0, 1,
	 "List the commands or the lessons, or say more about a command", NULL, help, IN_SESSION},
	{"asset", "NAME", 1, 1, "Return the path of a file that comes with warpscope", NULL, asset,
	 IN_SESSION},
	{"elapsed_run_time", NULL, 0, 0, "Return the seconds since warpscope was started", NULL,
	 elapsed_run_time, IN_SESSION},
	{"suppress_msg", "PATTERNS", 1, MAX_ARGUMENTS,
	 "Don't print warnings whose text matches a pattern of '*' and '?'; numbers, which OpenSTA's "
	 "messages have, are accepted and suppress nothing; errors are always printed",
	 NULL, suppress_msg, IN_SESSION},
	{"unsuppress_msg", "PATTERNS", 1, MAX_ARGUMENTS,
	 "Print warnings again that suppress_msg has suppressed by these patterns", NULL,
	 unsuppress_msg, IN_SESSION},
	{"user_run_time", NULL, 0, 0, "Return the processor seconds that warpscope has used", NULL,
	 user_run_time, IN_SESSION},
	{0},
};
