#include "cmd/verilog_files.h"

#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "base/print.h"
#include "db/link/modules.h"
#include "read/verilog/verilog.h"
#include "session/files.h"

enum { VERILOG_REPLACE, VERILOG_DISJOINT };

const struct option verilog_options[] = {
	[VERILOG_REPLACE] =
		{"-replace", OPTION_FLAG, NULL,
		 "in place of all modules that were read before, from the next link_design on"},
	[VERILOG_DISJOINT] =
		{"-disjoint", OPTION_FLAG, NULL,
		 "in place of them too, but none of the files if a module is in two, or if "
		 "they have more than one top together"},
	OPTION_ALLOW_LARGE,
	{0},
};

/* Those that were read take the place of all that there were. */
static void replace_modules(struct modules *all, struct modules *read)
{
	modules_release(all);
	*all = *read;
	*read = (struct modules){0};
}

/* One of the files that modules were read from, once more, under the name that it had. */
static enum status read_again(const struct modules *old, int32_t i, struct modules *read,
			      struct task *task)
{
	const struct module_file *file = &old->file[i];
	FREED char *path = copy_string(old->path[i]);
	bool allow_large = task->allow_large;
	enum status status;

	if (!path)
		return STATUS_NO_MEMORY;
	if (!file_stamp_fits(&file->stamp, file->real_path))
		return status_fail(STATUS_FAILED,
				   "%s: error: it has changed since read_verilog read it; "
				   "read_verilog -replace reads it in place of all modules",
				   path);
	task->allow_large = file->allow_large;
	status = verilog_read(file->real_path, read, NULL, task);
	task->allow_large = allow_large;
	TRY(status);
	free(read->path[read->n_files - 1]);
	HAND_OVER(&read->path[read->n_files - 1], path);
	return STATUS_OK;
}

enum status verilog_need_modules(struct session *session, const char *path)
{
	struct modules *old = &session->design.modules;
	RELEASED_BY(modules_release) struct modules read = {0};
	FREED char *real_path = path ? realpath(path, NULL) : NULL;

	if (!old->is_forgotten)
		return STATUS_OK;
	for (int32_t i = 0; i < old->n_files; i++) {
		if (!real_path || strcmp(real_path, old->file[i].real_path) != 0)
			TRY(read_again(old, i, &read, &session->task));
	}
	replace_modules(old, &read);
	return STATUS_OK;
}

/* Files that were read into modules of their own; what can't be read leaves the others. */
static enum status read_each(struct call *call, struct modules *read)
{
	RELEASED_BY(text_release) struct text why = TEXT_INIT;
	struct text warnings = TEXT_INIT;
	bool asks = call->option[VERILOG_DISJOINT].given; /* what replaces what */
	enum status first = STATUS_OK;

	for (int i = 0; i < call->n_arguments && first != STATUS_CANCELLED; i++) {
		enum status status = verilog_read(call->argument[i], read, asks ? NULL : &warnings,
						  &call->session->task);

		if (call->n_arguments > 1)
			session_note_file(call->session, "read_verilog", call->argument[i], status);
		if (status == STATUS_OK)
			continue;
		if (first != STATUS_OK)
			print_error("warpscope: %s\n", status_text(status));
		else
			text_add(&why, status_text(status));
		first = first == STATUS_OK || status == STATUS_CANCELLED ? status : first;
	}
	print_warnings(&warnings, first);
	if (first != STATUS_OK)
		status_fail(first, "%s", text_string(&why));
	return first;
}

/* "which netlist? a.v or b.v: REASON", also for the checklist. */
static enum status ask_netlist(struct session *session, const struct modules *read,
			       const bool *in_question, const char *reason)
{
	RELEASED_BY(text_release) struct text choices = TEXT_INIT;
	int32_t first = -1;

	for (int32_t i = 0; i < read->n_files; i++) {
		if (!in_question[i])
			continue;
		text_printf(&choices, "%s%s", first < 0 ? "" : " or ", last_part(read->path[i]));
		first = first < 0 ? i : first;
	}
	status_fail(STATUS_BAD_INPUT,
		    "%s: error: which netlist? %s; open_design -files and --files choose, as %s",
		    read->path[first], reason, text_string(&choices));
	session_note_undecided(session, "read_verilog", read->path[first], text_string(&choices));
	return STATUS_BAD_INPUT;
}

/* No module is in two of the files. */
static enum status check_replaced(struct session *session, const struct modules *read, bool *files)
{
	RELEASED_BY(text_release) struct text reason = TEXT_INIT;

	EACH_ITEM(m, read->module, read->n_modules) {
		if (m->replaced < 0)
			continue;
		if (!reason.length)
			text_printf(&reason, "module %.100s is in several",
				    names_get(&read->string, m->name));
		files[m->file] = files[read->module[m->replaced].file] = true;
	}
	if (!reason.length)
		return STATUS_OK;
	ask_netlist(session, read, files, text_string(&reason));
	return STATUS_BAD_INPUT;
}

/* Nor do several have modules that are in no other one. */
static enum status check_tops(struct session *session, const struct modules *read, bool *files)
{
	RELEASED_BY(text_release) struct text reason = TEXT_INIT;
	FREED bool *inside = NULL;
	int32_t n = 0, n_files = 0;

	TRY(ALLOC(&inside, read->n_modules));
	TRY(modules_mark_inside(read, inside));
	for (int32_t i = 0; i < read->n_modules; i++) {
		const struct module *m = &read->module[i];

		if (inside[i])
			continue;
		n_files += !files[m->file];
		files[m->file] = true;
		if (n++ < 4)
			text_printf(&reason, "%s%.100s", n > 1 ? ", " : "none is above modules ",
				    names_get(&read->string, m->name));
	}
	return n_files > 1 ? ask_netlist(session, read, files, text_string(&reason)) : STATUS_OK;
}

static enum status check_one_netlist(struct session *session, const struct modules *read)
{
	FREED bool *files = NULL;

	TRY(ALLOC(&files, (int64_t)read->n_files + 1));
	TRY(check_replaced(session, read, files));
	return check_tops(session, read, files);
}

/* The files, and if they are one netlist, in place of those before. */
static enum status read_disjoint(struct call *call)
{
	RELEASED_BY(modules_release) struct modules read = {0};
	RELEASED_BY(text_release) struct text why = TEXT_INIT;
	enum status unread = read_each(call, &read), status = STATUS_OK;

	if (unread != STATUS_OK)
		text_add(&why, status_text(unread));
	if (unread != STATUS_CANCELLED && read.n_modules)
		status = check_one_netlist(call->session, &read);
	if (unread != STATUS_OK && status == STATUS_OK)
		status_fail(unread, "%s", text_string(&why));
	else if (unread != STATUS_OK)
		print_error("warpscope: %s\n", text_string(&why));
	TRY(status);
	if (unread != STATUS_CANCELLED && read.n_modules)
		replace_modules(&call->session->design.modules, &read);
	return unread;
}

enum status verilog_read_files(struct call *call)
{
	struct modules *all = &call->session->design.modules;
	RELEASED_BY(modules_release) struct modules read = {0};
	bool replace = call->option[VERILOG_REPLACE].given;

	if (call->option[VERILOG_DISJOINT].given)
		return read_disjoint(call);
	TRY(replace ? STATUS_OK : verilog_need_modules(call->session, call->argument[0]));
	TRY(read_each(call, replace ? &read : all));
	if (replace)
		replace_modules(all, &read);
	return STATUS_OK;
}
