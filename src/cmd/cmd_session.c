/* Commands about warpscope itself: help, its files. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/assets.h"
#include "session/command.h"
#include "session/examples.h"
#include "session/lessons.h"

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
		text_add(call->out, "warpscope --lesson NAME opens one, or one's own FILE.tcl\n");
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

const struct command session_commands[] = {
	{"help", "?COMMAND|lessons?", 0, 1,
	 "List the commands or the lessons, or say more about a command", NULL, help, IN_SESSION},
	{"asset", "NAME", 1, 1, "The path of a file that comes with warpscope", NULL, asset,
	 IN_SESSION},
	{0},
};
