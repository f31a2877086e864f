/* Commands about warpscope itself: help, the device, its files. */
#include <inttypes.h>
#include <stdlib.h>
#include <unistd.h>

#include "cmd/assets.h"
#include "cmd/command.h"
#include "cmd/examples.h"

enum { MAX_MEMORY_ROWS = 64 };

static enum status report_device(struct call *call)
{
	struct session *session = call->session;
	struct device_memory rows[MAX_MEMORY_ROWS], total;
	int n = device_memory_table(session->device, rows, MAX_MEMORY_ROWS, &total);

	text_printf(call->out, "device     %s\n", device_name(session->device));
	if (session->why_device.length)
		text_printf(call->out, "because    %s\n", text_string(&session->why_device));
	text_printf(call->out, "%-24s %15s %15s\n", "memory", "bytes", "peak");
	for (int i = 0; i < n && i < MAX_MEMORY_ROWS; i++)
		text_printf(call->out, "  %-22s %15" PRId64 " %15" PRId64 "\n", rows[i].name,
			    rows[i].bytes, rows[i].peak);
	text_printf(call->out, "  %-22s %15" PRId64 " %15" PRId64 "\n", total.name, total.bytes,
		    total.peak);
	return STATUS_OK;
}

static enum status unknown_command(const char *name)
{
	const struct command *nearest = command_nearest(name);

	if (nearest)
		return status_fail(STATUS_FAILED, "help: unknown command \"%.100s\"; nearest \"%s\"",
				   name, nearest->name);
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
	text_add(call->out, "help COMMAND says more; the language is Tcl\n");
	return STATUS_OK;
}

static enum status asset(struct call *call)
{
	return asset_path(call->argument[0], call->result);
}

const struct command session_commands[] = {
	{"report_device", NULL, 0, 0, "Say which device computes, and its memory by name", NULL,
	 report_device, IN_SESSION},
	{"help", "?COMMAND?", 0, 1, "List the commands, or say more about one", NULL, help, IN_SESSION},
	{"asset", "NAME", 1, 1, "The path of a file that comes with warpscope", NULL, asset, IN_SESSION},
	{0},
};
