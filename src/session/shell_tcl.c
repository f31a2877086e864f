/* The Tcl side of the shell: calls of warpscope's commands in scripts, and their errors. */
#include <assert.h>
#include <inttypes.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/grow.h"
#include "base/lock.h"
#include "base/print.h"
#include "session/edits.h"
#include "session/files.h"
#include "session/lens.h"
#include "session/opensta.h"
#include "session/shell_impl.h"
#include "session/variables.h"
#include "read/sdc/sdc.h"
#include "read/sdc/sdc_table.h"

enum { SERVE_MS = 10 };       /* how long a reading may wait for a script */
enum { MOST_LOGGED = 10000 }; /* commands */

/* ---- output ---- */

/* Take "> file" or ">> file" from the end of a command: the mode of call_open_file(), NULL when it
 * isn't there. */
static const char *take_redirection(int *n_words, const char *const *words, Tcl_Obj *const *values,
				    const char **path)
{
	const char *mark = *n_words >= 2 ? words[*n_words - 2] : "";

	if (*n_words >= 2 && /* an object of that name */
	    (sdc_is_name(values[*n_words - 2]) || sdc_is_name_list(values[*n_words - 2])))
		return NULL;
	if (strcmp(mark, ">") != 0 && strcmp(mark, ">>") != 0)
		return NULL;
	*path = words[*n_words - 1];
	*n_words -= 2;
	return mark[1] ? "a" : "w";
}

static bool has_screen(struct shell *shell)
{
	HOLDS(&shell->lock);

	return shell->has_screen;
}

/* On a screen, where nothing else would show that the command is done: "226 lines to rpt.txt". */
static void say_written(struct shell *shell, int64_t n_lines, const char *path, const char *mode)
{
	RELEASED_BY(text_release) struct text line = TEXT_INIT;

	if (!has_screen(shell))
		return;
	text_printf(&line, "%" PRId64 " line%s %s %s\n", n_lines, n_lines == 1 ? "" : "s",
		    mode[0] == 'a' ? "added to" : "to", path);
	(void)shell_print(text_string(&line), line.length); /* a script may have closed it */
}

/* ---- running a command ---- */

/* Let the main thread run it, and serve readings meanwhile. */
static enum status run_on_main(struct shell *shell, struct call *call)
{
	struct pollfd wake = {.fd = shell->board->command_fd, .events = POLLIN};
	bool done = false;
	enum status status = STATUS_OK;

	pthread_mutex_lock(&shell->lock);
	if (shell->has_screen) {
		shell->screen_call = call;
		shell->screen_id++;
		shell->screen_done = false;
	} else {
		done = true;
		status = status_fail(STATUS_FAILED,
				     "%s needs the screen, and there is none in a batch run",
				     call->command->name);
	}
	pthread_mutex_unlock(&shell->lock);
	eventfd_wake(shell->board->main_fd);
	while (!done) {
		poll(&wake, 1, -1);
		eventfd_drain(shell->board->command_fd);
		session_serve(&shell->session);
		pthread_mutex_lock(&shell->lock);
		if (shell->screen_done)
			status = shell->screen_status;
		else if (task_cancelled(&shell->session.task) && shell->screen_call)
			status = STATUS_CANCELLED;
		done = shell->screen_done || status != STATUS_OK;
		if (done) {
			shell->screen_call = NULL;
			if (shell->screen_done && status != STATUS_OK)
				status_fail(status, "%s", shell->screen_why);
		}
		pthread_mutex_unlock(&shell->lock);
	}
	return status;
}

/* Where that fails (it is cancelled) the script's own words say so. */
void shell_echo(struct shell *shell, const char *script)
{
	struct call call = {
		.command = command_find("echo_command"), .argument = {script}, .n_arguments = 1};

	if (call.command)
		(void)run_on_main(shell, &call);
}

/* "read_spef wb_dma.spef.gz", or nothing. */
static void tell_doing(struct shell *shell, const struct call *call)
{
	const char *argument = call && call->n_arguments ? call->argument[0] : "";
	const char *slash = strrchr(argument, '/');
	HOLDS(&shell->lock);

	snprintf(shell->doing, sizeof shell->doing, "%s%s%s", call ? call->command->name : "",
		 *argument ? " " : "", slash ? slash + 1 : argument);
}

static bool is_of_session(struct shell *shell, const struct command *command)
{
	return command->place == IN_SESSION ||
	       (command->place == ON_SCREEN_IF_ANY && !has_screen(shell));
}

/* What the files that it reads are read with. */
static void set_reading(struct task *task, const struct call *call)
{
	const struct option *options = call->command->options;

	task->command = call->command->name;
	task->allow_large = false;
	for (int i = 0; options && i < MAX_OPTIONS && options[i].name; i++) {
		if (call->option[i].given && strcmp(options[i].name, "-allow_large") == 0)
			task->allow_large = true;
	}
}

static enum status run_call(struct shell *shell, struct call *call)
{
	const char *name = call->command->name;
	double begin = clock_ms();
	int64_t n_edited = session_edits(&shell->session)->n_edited;
	enum status status;
	bool reads = strcmp(name, "link_design") == 0 ||
		     (strncmp(name, "read_", 5) == 0 && strcmp(name, "read_slacks") != 0);

	TRY(session_report_lenses(&shell->session, call));
	tell_doing(shell, call);
	set_reading(&shell->session.task, call);
	status = (is_of_session(shell, call->command) ? call->command->run(call)
						      : run_on_main(shell, call))
			 ?: design_values_status(&shell->session.design);
	tell_doing(shell, NULL);
	if (session_edits(&shell->session)->n_edited != n_edited)
		session_note_edit(&shell->session, call);
	if (status == STATUS_OK)
		session_note_time(&shell->session, call->command->name, clock_ms() - begin);
	if (call->n_arguments == 1)
		session_note_file(&shell->session, call->command->name, call->argument[0], status);
	if (status == STATUS_OK &&
	    (reads || (session_edits(&shell->session)->n_edited != n_edited &&
		       strncmp(name, "open_", 5) != 0)))
		session_note_opening(&shell->session, call, reads);
	if (shell->session.times && shell->start.runs)
		text_printf(&shell->start.times, "%s: %.3f ms\n", call->command->name,
			    clock_ms() - begin);
	else if (shell->session.times)
		print_error("%s: %.3f ms\n", call->command->name, clock_ms() - begin);
	if (status == STATUS_OK)
		status = call_flush(call);
	return status;
}

/* A list of names: of values that no command takes for anything else. */
static Tcl_Obj *name_list(const struct text *result, const char *kind)
{
	Tcl_Obj *list = Tcl_NewListObj(0, NULL);
	const char **name;
	int n;

	if (Tcl_SplitList(NULL, text_string(result), &n, &name) != TCL_OK)
		return list;
	for (int i = 0; i < n; i++)
		Tcl_ListObjAppendElement(NULL, list, sdc_new_name(kind, name[i], -1));
	Tcl_Free((char *)name);
	return list;
}

/* What a command gives its script. */
static Tcl_Obj *value_of(const struct call *call)
{
	const char *text = text_string(call->result);

	if (!call->names_kind)
		return tcl_new(text, (int)call->result->length);
	return call->is_one_name ? sdc_new_name(call->names_kind, text, -1)
				 : name_list(call->result, call->names_kind);
}

static enum status run_command(struct shell *shell, const struct command *command, int n_words,
			       const char *const *words, Tcl_Obj *const *values, Tcl_Obj **value)
{
	RELEASED_BY(text_release) struct text result = TEXT_INIT, out = TEXT_INIT;
	struct call call = {.command = command,
			    .session = &shell->session,
			    .out = &out,
			    .result = &result,
			    .value = values,
			    .print = shell_print};
	const char *path, *mode = take_redirection(&n_words, words, values, &path);
	enum status status;
	bool is_plain;

	(void)memory_ran_short(); /* what was before is none of its business */
	status = call_parse(&call, command, n_words, words);
	if (status == STATUS_OK && mode)
		status = shell_flush(); /* the file may be /dev/stdout */
	if (status == STATUS_OK && mode)
		status = call_open_file(&call, path, mode);
	if (status == STATUS_OK)
		status = run_call(shell, &call);
	is_plain = mode && output_is_plain(&call.file);
	status = call_close_file(&call, status);
	if (status == STATUS_OK && is_plain)
		say_written(shell, call.n_lines, path, mode);
	if (status == STATUS_OK)
		*value = value_of(&call);
	return status;
}

/* ---- Tcl ---- */

int shell_fail_in_tcl(Tcl_Interp *interp, enum status status)
{
	Tcl_SetObjResult(interp, tcl_new(status_text(status), -1));
	Tcl_SetObjErrorCode(interp, Tcl_ObjPrintf("WARPSCOPE %d", (int)status));
	return TCL_ERROR;
}

/* Commands that are procedures of scripts in assets/, which are read when one is first called. */
static const struct asset_command {
	const char *command, *script, *procedure;
} asset_commands[] = {
	{"kernel_property", "kernel_try.tcl", "::warpscope_kernel::kernel_property"},
	{"kernel_template", "kernel_try.tcl", "::warpscope_kernel::kernel_template"},
	{"kernel_try", "kernel_try.tcl", "::warpscope_kernel::kernel_try"},
	{"lesson", "lesson.tcl", "::lesson_batch"}, /* where there is no screen */
	{"reload_design", "reload.tcl", "::warpscope_reload::reload"},
	{"report_best_changes", "best_changes.tcl", "::warpscope_changes::report"},
	{"report_failing_endpoints", "failing_endpoints.tcl", "::warpscope_failing::report"},
	{"write_script", "write_script.tcl", "::warpscope_script::write"},
	{"write_report", "html_report.tcl", "::warpscope_report::write"},
};

static const struct asset_command *find_asset_command(const char *name)
{
	const struct asset_command *found = NULL;

	for (size_t i = 0; i < sizeof asset_commands / sizeof *asset_commands && !found; i++) {
		if (strcmp(asset_commands[i].command, name) == 0)
			found = &asset_commands[i];
	}
	return found;
}

/* The folder of kernel_try goes here: when it is cancelled, no script runs any more. */
static void remove_folder(Tcl_Interp *interp)
{
	Tcl_Obj *folder =
		Tcl_GetVar2Ex(interp, "::warpscope_kernel::folder", NULL, TCL_GLOBAL_ONLY);
	Tcl_Obj *where = NULL;

	if (!folder || !strstr(tcl_text(folder), "/warpscope-try-"))
		return;
	if (Tcl_FSRemoveDirectory(folder, 1, &where) != TCL_OK && where)
		Tcl_DecrRefCount(where);
	Tcl_SetVar2Ex(interp, "::warpscope_kernel::folder", NULL, Tcl_NewObj(), TCL_GLOBAL_ONLY);
}

/* Does write_script need it? Constraints, but for those that write_sdc lacks, and objects that scripts get it has from elsewhere. */
static bool is_logged(const char *name)
{
	return strncmp(name, "get_", 4) != 0 && /* set_a: set_assigned_..., set_annotated_... */
	       (!sdc_find_command(name) || strncmp(name, "set_a", 5) == 0 ||
		strcmp(name, "set_cmd_units") == 0);
}

/* A command that did what it should. */
static void log_command(struct shell *shell, const char *name, int objc, Tcl_Obj *const objv[])
{
	int n = 0;

	Tcl_ListObjLength(NULL, shell->log, &n);
	if (shell->in_assets || !is_logged(name))
		return;
	if (strcmp(name, "close_design") == 0)
		Tcl_SetListObj(shell->log, 0, NULL);
	else if (n < MOST_LOGGED)
		Tcl_ListObjAppendElement(NULL, shell->log, Tcl_NewListObj(objc, objv));
}

static int call_asset(struct shell *shell, Tcl_Interp *interp, const char *name, int objc,
		      Tcl_Obj *const objv[])
{
	const struct asset_command *asset = find_asset_command(name);
	Tcl_Obj *words = Tcl_NewListObj(objc - 1, objv + 1), *read;
	bool tries = strcmp(name, "kernel_try") == 0;
	int code = TCL_OK;

	Tcl_IncrRefCount(words);
	Tcl_ListObjReplace(NULL, words, 0, 0, 1, (Tcl_Obj *[]){tcl_new(asset->procedure, -1)});
	if (strcmp(name, "write_script") == 0)
		Tcl_ListObjReplace(NULL, words, 1, 0, 1,
				   (Tcl_Obj *[]){Tcl_DuplicateObj(shell->log)});
	if (!Tcl_FindCommand(interp, asset->procedure, NULL, TCL_GLOBAL_ONLY)) {
		read = Tcl_ObjPrintf("source [asset %s]", asset->script);
		Tcl_IncrRefCount(read);
		code = Tcl_EvalObjEx(interp, read, TCL_EVAL_GLOBAL);
		Tcl_DecrRefCount(read);
	}
	if (code == TCL_OK && tries)
		Tcl_CreateObjCommand(interp, "::warpscope_kernel::process", shell_process, shell,
				     NULL);
	shell->in_assets++;
	if (code == TCL_OK)
		code = Tcl_EvalObjEx(interp, words, TCL_EVAL_GLOBAL);
	shell->in_assets--;
	Tcl_DecrRefCount(words);
	if (tries) {
		Tcl_DeleteCommand(interp, "::warpscope_kernel::process");
		remove_folder(interp);
	}
	return code;
}

static int tcl_command(ClientData data, Tcl_Interp *interp, int objc, Tcl_Obj *const objv[])
{
	const struct bound *bound = data;
	const char **words;
	void *mark = tcl_mark();
	Tcl_Obj *value = NULL;
	enum status status;

	if (bound->command->place == IN_ASSET ||
	    (strcmp(bound->command->name, "lesson") == 0 && !has_screen(bound->shell)))
		return call_asset(bound->shell, interp, bound->command->name, objc, objv);
	if (bound->command->place == IN_TCL)
		return shell_run_tcl(bound->shell, interp, objc, objv);
	status = ALLOC(&words, objc);

	if (status == STATUS_OK) {
		for (int i = 1; i < objc; i++)
			words[i - 1] = tcl_text(objv[i]);
		status = run_command(bound->shell, bound->command, objc - 1, words, objv + 1,
				     &value);
		free(words);
		if (status == STATUS_OK && bound->command->place == IN_SESSION)
			log_command(bound->shell, bound->command->name, objc, objv);
		tcl_release(mark);
	}
	if (status != STATUS_OK)
		return shell_fail_in_tcl(interp, status);
	Tcl_SetObjResult(interp, value);
	return TCL_OK;
}

enum status shell_eval(void *context, const struct script *script)
{
	struct shell *shell = context;
	enum status status;
	int unused;

	if (tcl_eval(shell->interp, script_string(script), -1) != TCL_ERROR)
		return STATUS_OK;
	status = task_cancelled(&shell->session.task) || shell_exit_asked(shell, &unused)
			 ? STATUS_CANCELLED
			 : shell_status_of_error(shell->interp);
	return status_fail(status, "%s", tcl_text(Tcl_GetObjResult(shell->interp)));
}

/* "exit ?CODE?" must not end the process from a thread: it unwinds the script and tells main. */
static int tcl_exit(ClientData data, Tcl_Interp *interp, int objc, Tcl_Obj *const objv[])
{
	struct shell *shell = data;
	int code = 0;

	if (objc > 2) {
		Tcl_WrongNumArgs(interp, 1, objv, "?returnCode?");
		return TCL_ERROR;
	}
	if (objc == 2 && Tcl_GetIntFromObj(interp, objv[1], &code) != TCL_OK)
		return TCL_ERROR;
	pthread_mutex_lock(&shell->lock);
	shell->exit_asked = true;
	shell->exit_code = code & 255;
	pthread_mutex_unlock(&shell->lock);
	Tcl_CancelEval(interp, NULL, NULL, TCL_CANCEL_UNWIND);
	return TCL_ERROR;
}

/* Tcl's way to commands that its library brings: load and call it. False when there is none. */
static bool call_auto_loaded(Tcl_Interp *interp, int objc, Tcl_Obj *const objv[], int *code)
{
	Tcl_Obj *load[] = {tcl_new("::auto_load", -1), objv[0]};
	Tcl_CmdInfo info;
	int loaded = 0;

	if (!Tcl_GetCommandInfo(interp, "::auto_load", &info))
		return false;
	Tcl_IncrRefCount(load[0]);
	if (Tcl_EvalObjv(interp, 2, load, TCL_EVAL_GLOBAL) == TCL_OK)
		Tcl_GetBooleanFromObj(NULL, Tcl_GetObjResult(interp), &loaded);
	Tcl_DecrRefCount(load[0]);
	Tcl_ResetResult(interp);
	if (!loaded || !Tcl_GetCommandInfo(interp, Tcl_GetString(objv[0]), &info))
		return false;
	*code = Tcl_EvalObjv(interp, objc, objv, 0);
	return true;
}

/* OpenSTA's commands are in a namespace there: "sta::report_checks". */
static bool is_of_sta(const char *name)
{
	name += strncmp(name, "::", 2) == 0 ? 2 : 0;
	return strncmp(name, "sta::", 5) == 0 && command_find(name + 5);
}

int shell_call_as(Tcl_Interp *interp, Tcl_Obj *name, int n, Tcl_Obj *const *word)
{
	Tcl_Obj *words = Tcl_NewListObj(n, word);
	int code;

	Tcl_IncrRefCount(words);
	Tcl_ListObjReplace(NULL, words, 0, 0, 1, &name);
	code = Tcl_EvalObjEx(interp, words, TCL_EVAL_DIRECT);
	Tcl_DecrRefCount(words);
	return code;
}

static int call_of_sta(Tcl_Interp *interp, int objc, Tcl_Obj *const objv[])
{
	const char *name = strstr(tcl_text(objv[0]), "sta::") + 5;

	return shell_call_as(interp, Tcl_ObjPrintf("::%s", name), objc - 1, objv + 1);
}

/* A command that isn't there: say which one is like it. */
static int tcl_unknown(ClientData data, Tcl_Interp *interp, int objc, Tcl_Obj *const objv[])
{
	const char *name = tcl_text(objv[objc > 1 ? 1 : 0]);
	const struct command *nearest = command_nearest(name);
	int code;

	(void)data;
	if (tcl_subscript(interp, objc - 1, objv + 1))
		return TCL_OK;
	if (objc > 1 && call_auto_loaded(interp, objc - 1, objv + 1, &code))
		return code;
	if (is_of_sta(name))
		return call_of_sta(interp, objc - 1, objv + 1);
	if (opensta_note(name))
		status_fail(STATUS_FAILED, "%s of OpenSTA isn't supported: %s", name,
			    opensta_note(name));
	else if (opensta_internal_note(name))
		status_fail(STATUS_FAILED, "%s, of the inside of OpenSTA, isn't here: %s", name,
			    opensta_internal_note(name));
	else if (nearest)
		status_fail(STATUS_FAILED, "unknown command \"%s\"; nearest \"%s\"", name,
			    nearest->name);
	else
		status_fail(STATUS_FAILED, "unknown command \"%s\"; see help", name);
	return shell_fail_in_tcl(interp, STATUS_FAILED);
}

static int tcl_nothing(ClientData data, Tcl_Interp *interp, int objc, Tcl_Obj *const objv[])
{
	(void)data, (void)interp, (void)objc, (void)objv;
	return TCL_OK;
}

/*
 * A limit of time whose handler moves it on, as Tcl looks at it everywhere, in `after` too. (A handler that another thread marks
 * can't do this: Tcl also calls it amid a `catch`, with the error that was just caught as its code, which would be thrown again.)
 */
static void move_limit(Tcl_Interp *interp)
{
	Tcl_Time time;

	Tcl_GetTime(&time);
	time.usec += 1000 * SERVE_MS;
	time.sec += time.usec / 1000000;
	time.usec %= 1000000;
	Tcl_LimitSetTime(interp, &time);
}

static void serve_in_script(ClientData data, Tcl_Interp *interp)
{
	struct shell *shell = data;

	session_serve(&shell->session);
	move_limit(interp);
}

void shell_serve_scripts(struct shell *shell)
{
	if (!has_screen(shell))
		return;
	move_limit(shell->interp);
	Tcl_LimitTypeSet(shell->interp, TCL_LIMIT_TIME);
}

/* Of Tcl: an interpreter has the limits of the one that creates it, but not their handlers. */
static int tcl_interp(ClientData data, Tcl_Interp *interp, int objc, Tcl_Obj *const objv[])
{
	const struct shell *shell = data;
	int code = shell->tcl_interp.objProc(shell->tcl_interp.objClientData, interp, objc, objv);
	const char *what = objc > 1 ? Tcl_GetString(objv[1]) : "";
	Tcl_Interp *child;

	if (code != TCL_OK || strncmp(what, "create", strlen(what)) != 0)
		return code;
	child = Tcl_GetSlave(interp, Tcl_GetStringResult(interp));
	if (child)
		Tcl_LimitTypeReset(child, TCL_LIMIT_TIME);
	return code;
}

/*
 * Held while the main thread calls Tcl about the command thread, and while that forks: Tcl's own
 * locks, which the call takes, would be locked forever in the child that runs SDC.
 */
static pthread_mutex_t no_fork = PTHREAD_MUTEX_INITIALIZER;

static void hold_calls(void)
{
	pthread_mutex_lock(&no_fork);
}

static void release_calls(void)
{
	pthread_mutex_unlock(&no_fork);
}

static pthread_once_t watched = PTHREAD_ONCE_INIT;

static void watch_forks(void)
{
	pthread_atfork(hold_calls, release_calls, release_calls);
}

void shell_cancel_script(struct shell *shell)
{
	HOLDS(&no_fork);

	Tcl_CancelEval(shell->interp, NULL, NULL, TCL_CANCEL_UNWIND);
}

static enum status bind_commands(struct shell *shell, Tcl_Interp *interp)
{
	int n = 0;

	while (command_at(n))
		n++;
	TRY(ALLOC(&shell->bound, n));
	for (int i = 0; i < n; i++) {
		struct bound *bound = &shell->bound[i];
		Tcl_CmdInfo hidden;

		*bound = (struct bound){shell, command_at(i)};
		assert(!Tcl_GetCommandInfo(interp, bound->command->name, &hidden));
		Tcl_CreateObjCommand(interp, bound->command->name, tcl_command, bound, NULL);
	}
	return STATUS_OK;
}

Tcl_Interp *shell_make_interp(struct shell *shell)
{
	Tcl_Interp *interp;

	tcl_text_begin();
	interp = Tcl_CreateInterp();
	/* Where Tcl's own library of scripts isn't installed the language works without it. */
	if (Tcl_Init(interp) != TCL_OK)
		Tcl_ResetResult(interp);
	shell_make_visible();
	pthread_once(&watched, watch_forks);
	Tcl_LimitAddHandler(interp, TCL_LIMIT_TIME, serve_in_script, shell, NULL);
	if (bind_commands(shell, interp) != STATUS_OK)
		print_error("warpscope: %s\n", status_text(STATUS_NO_MEMORY));
	Tcl_CreateObjCommand(interp, "::warpscope::nothing", tcl_nothing, NULL, NULL);
	Tcl_GetCommandInfo(interp, "source", &shell->tcl_source);
	Tcl_CreateObjCommand(interp, "source", shell_source, shell, NULL);
	Tcl_GetCommandInfo(interp, "interp", &shell->tcl_interp);
	Tcl_CreateObjCommand(interp, "interp", tcl_interp, shell, NULL);
	Tcl_CreateObjCommand(interp, "exit", tcl_exit, shell, NULL);
	Tcl_CreateObjCommand(interp, "unknown", tcl_unknown, shell, NULL);
	shell->log = Tcl_NewListObj(0, NULL);
	Tcl_IncrRefCount(shell->log);
	variables_bind(interp, &shell->session);
	variables_bind_settings(interp, shell->config.settings);
	return interp;
}

void shell_free_interp(struct shell *shell, Tcl_Interp *interp)
{
	shell_divert_all_end();
	Tcl_DecrRefCount(shell->log);
	Tcl_DeleteInterp(interp);
	free(shell->bound);
}

enum status shell_status_of_error(Tcl_Interp *interp)
{
	const char *code = Tcl_GetVar(interp, "errorCode", TCL_GLOBAL_ONLY);
	int status;

	if (Tcl_Canceled(interp, 0) != TCL_OK)
		return STATUS_CANCELLED;
	if (code && sscanf(code, "WARPSCOPE %4d", &status) == 1 && status > STATUS_OK &&
	    status < N_STATUSES)
		return (enum status)status;
	return STATUS_FAILED;
}

void shell_add_script_place(Tcl_Interp *interp, bool in_front, struct text *text)
{
	Tcl_Obj *trace = Tcl_GetVar2Ex(interp, "errorInfo", NULL, TCL_GLOBAL_ONLY);
	const char *at = trace ? strstr(tcl_text(trace), "(file \"") : NULL;
	const char *name = at ? at + strlen("(file \"") : NULL;
	const char *end = name ? strstr(name, "\" line ") : NULL;
	struct text place = TEXT_INIT;

	if (!end)
		return;
	text_printf(&place, "%.*s:%d", (int)(end - name), name, atoi(end + strlen("\" line ")));
	if (in_front) {
		text_printf(&place, ": error: %s", text_string(text));
		text_clear(text);
		text_add(text, text_string(&place));
	} else {
		text_printf(text, "\n    in %s", text_string(&place));
	}
	text_release(&place);
}

/* Tcl drops it when a command substitution at the outermost level ends, which this script
 * is for. */
void shell_clear_cancellation(Tcl_Interp *interp)
{
	Tcl_Interp *lesson;

	if (Tcl_AsyncReady())
		Tcl_AsyncInvoke(interp, TCL_OK);
	for (int i = 0; i < 2 && Tcl_Canceled(interp, 0) != TCL_OK; i++)
		Tcl_EvalEx(interp, "::warpscope::nothing [::warpscope::nothing]", -1,
			   TCL_EVAL_GLOBAL | TCL_EVAL_DIRECT);
	lesson = Tcl_GetSlave(interp, "lesson::safe");
	for (int i = 0; lesson && i < 2 && Tcl_Canceled(lesson, 0) != TCL_OK; i++)
		Tcl_EvalEx(lesson, "list [list]", -1, TCL_EVAL_GLOBAL | TCL_EVAL_DIRECT);
	Tcl_ResetResult(interp);
}
