/*
 * A script of SDC, command by command in an interpreter that can do nothing but compute: what is
 * taken out of Tcl, what it gets instead, and which line is to blame.
 */
#include <inttypes.h>
#include <string.h>

#include "base/input.h"
#include "base/messages.h"
#include "base/grow.h"
#include "base/names.h"
#include "read/sdc/sdc_impl.h"
#include "read/sdc/sdc_variables.h"

enum {
	MOST_WARNINGS = 2000,  /* that are written; all are counted */
	DEEPEST_NESTING = 500, /* of commands within commands, in calls and in text */
};

/* ---- lines ---- */

/* `info frame 0`: a dictionary of type, line, cmd, proc; NULL when Tcl doesn't say. The result of
 * the interpreter is as it was. */
static Tcl_Obj *frame_of_command(struct sdc *s)
{
	TCL_HELD Tcl_Obj *result = tcl_hold(Tcl_GetObjResult(s->interp));
	TCL_HELD Tcl_Obj *what = tcl_hold(tcl_new("frame", -1)), *zero = tcl_hold(Tcl_NewIntObj(0));
	Tcl_Obj *words[2] = {what, zero}, *frame = NULL;

	if (s->frame.proc && s->frame.proc(s->frame.data, s->interp, 2, words) == TCL_OK)
		frame = tcl_hold(Tcl_GetObjResult(s->interp));
	Tcl_SetObjResult(s->interp, result);
	return frame;
}

static Tcl_Obj *frame_value(struct sdc *s, Tcl_Obj *frame, const char *name)
{
	TCL_HELD Tcl_Obj *key = tcl_hold(tcl_new(name, -1));
	Tcl_Obj *value = NULL;

	return Tcl_DictObjGet(s->interp, frame, key, &value) == TCL_OK ? value : NULL;
}

/* The first line of what the lines of a frame are counted in. */
static int64_t first_line_of(struct sdc *s, Tcl_Obj *frame)
{
	Tcl_Obj *name = frame_value(s, frame, "proc");

	for (int32_t i = s->n_bodies - 1; name && i >= 0; i--) {
		if (strcmp(s->body[i].name, tcl_text(name)) == 0)
			return s->body[i].line;
	}
	return name ? 0 : s->line;
}

/* Lines of a text that was put together by the script count from 1 again; they are recognised by being
 * outside of what is there. */
int64_t sdc_line(struct sdc *s)
{
	TCL_HELD Tcl_Obj *frame = s->line > 0 ? frame_of_command(s) : NULL;
	Tcl_Obj *value;
	int64_t first, line = s->line;
	bool is_procedure;
	int n;

	if (!frame)
		return line;
	value = frame_value(s, frame, "line");
	first = first_line_of(s, frame);
	is_procedure = first != s->line;
	if (value && Tcl_GetIntFromObj(NULL, value, &n) == TCL_OK && first > 0 && n > 0)
		line = first + n - 1;
	return is_procedure || line <= s->last_line ? line : s->line;
}

/* ---- warnings ---- */

static void warn(struct sdc *s, int64_t line, const char *format, va_list args)
{
	RELEASED_BY(text_release) struct text text = TEXT_INIT;

	text_vprintf(&text, format, args);
	if (messages_suppressed(text_string(&text), s->first_message) ||
	    s->n_warnings++ >= MOST_WARNINGS)
		return;
	if (text_status(&text) == STATUS_OK)
		sdc_send_text(s, SDC_WARNING, line, 0, text_string(&text), text.length);
}

void sdc_warn(struct sdc *s, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	warn(s, s->n_warnings < MOST_WARNINGS ? sdc_line(s) : 0, format, args);
	va_end(args);
}

void sdc_warn_at(struct sdc *s, int64_t line, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	warn(s, line, format, args);
	va_end(args);
}

void sdc_skip(struct sdc *s, const char *command, const char *what)
{
	s->n_empty++;
	sdc_warn(s, "%s: skipped, %s", command, what);
}

/* STATUS_NO_MEMORY ends the script at its next command (memory_ran_short()). */
static void note_left_out(struct sdc *s, int64_t line, const char *command, const char *what)
{
	RELEASED_BY(text_release) struct text text = TEXT_INIT;

	if (s->options->ignore_unsupported)
		return;
	if (s->name)
		text_printf(&text, "%s:%" PRId64 ": ", s->name, line);
	text_printf(&text, "%s%s%s", command, what ? ": " : "", what ? what : "");
	if (text_status(&text) == STATUS_OK)
		constraints_add_unsupported(s->constraints, text_string(&text));
}

static void note_unsupported(struct sdc *s, const char *command, const char *what)
{
	s->n_unsupported++;
	note_left_out(s, sdc_line(s), command, what);
}

void sdc_note_lost(struct sdc *s, int64_t line, const char *command, const char *what)
{
	s->n_empty++;
	note_left_out(s, line, command, what);
}

void sdc_lose(struct sdc *s, const struct sdc_call *call, const char *what)
{
	sdc_note_lost(s, sdc_line(s), call->command->name, what);
	sdc_warn(s, "%s: skipped, %s", call->command->name, what);
}

void sdc_unsupported(struct sdc *s, const struct sdc_call *call, const char *what)
{
	RELEASED_BY(text_release) struct text text = TEXT_INIT;

	text_printf(&text, "%s not supported", what);
	note_unsupported(s, call->command->name, text_string(&text));
	sdc_warn(s, "%s: %s not supported, ignored", call->command->name, what);
}

void sdc_variable_left_out(struct sdc *s, const struct sdc_variable *variable, const char *why)
{
	if (variable->loses)
		note_unsupported(s, variable->name, "no other value is supported");
	sdc_warn(s, "%s: ignored; %s", variable->name, why);
}

void sdc_missing(struct sdc *s, const struct sdc_command *command)
{
	if (command->support == SDC_MISSING)
		note_unsupported(s, command->name, NULL);
	else
		s->n_unsupported++;
	sdc_warn(s, "%s: not supported, skipped", command->name);
}

/* What was skipped is counted at the end, whatever was written. */
static void sdc_tell_counts(struct sdc *s)
{
	int64_t hidden = s->n_warnings - MOST_WARNINGS;

	s->n_warnings = 0;
	if (hidden > 0)
		sdc_warn_at(s, 0, "%" PRId64 " more warnings are not shown", hidden);
	if (s->n_unsupported)
		sdc_warn_at(s, 0, "%" PRId64 " command%s of SDC not supported, in whole or in part",
			    s->n_unsupported, s->n_unsupported == 1 ? "" : "s");
	if (s->n_empty)
		sdc_warn_at(s, 0, "%" PRId64 " command%s skipped, what they are about isn't there",
			    s->n_empty, s->n_empty == 1 ? "" : "s");
}

/* ---- commands in Tcl ---- */

/* Note where a command failed, in case the script doesn't catch it. */
static int fail_in_tcl(struct sdc *s, enum status status)
{
	Tcl_SetObjResult(s->interp, tcl_new(status_text(status), -1));
	s->error_line = sdc_line(s);
	text_clear(&s->error);
	text_add(&s->error, status_text(status));
	return TCL_ERROR;
}

static int tcl_command(ClientData data, Tcl_Interp *interp, int objc, Tcl_Obj *const objv[])
{
	struct sdc_bound *bound = data;
	void *mark = tcl_mark();
	enum status status = sdc_call(bound->sdc, bound->command, objc - 1, objv + 1);

	tcl_release(mark);
	if (status != STATUS_OK)
		return fail_in_tcl(bound->sdc, status);
	Tcl_ResetResult(interp);
	if (bound->sdc->result) {
		Tcl_SetObjResult(interp, bound->sdc->result);
		Tcl_DecrRefCount(bound->sdc->result);
		bound->sdc->result = NULL;
	}
	return TCL_OK;
}

static int tcl_unknown(ClientData data, Tcl_Interp *interp, int objc, Tcl_Obj *const objv[])
{
	struct sdc *s = data;
	const char *name = objc > 1 ? tcl_text(objv[1]) : "", *nearest;

	if (tcl_subscript(interp, objc - 1, objv + 1))
		return TCL_OK;
	nearest = sdc_nearest_command(name);
	return fail_in_tcl(s, status_fail(STATUS_FAILED, "unknown command \"%.100s\"%s%s%s", name,
					  NEAREST(nearest)));
}

/* What reaches out of the interpreter, or changes how it runs. */
static const char *const refused[] = {
	"after",    "auto_load", "binary",  "cd",     "chan",     "close",      "coroutine",
	"encoding", "eof",       "exec",    "exit",   "fblocked", "fconfigure", "fcopy",
	"file",     "fileevent", "flush",   "gets",   "glob",     "interp",     "load",
	"open",     "package",   "pid",     "pwd",    "read",     "seek",       "socket",
	"source",   "tailcall",  "tell",    "thread", "trace",    "unload",     "update",
	"vwait",    "yield",     "yieldto", "zlib",
};

static int tcl_refused(ClientData data, Tcl_Interp *interp, int objc, Tcl_Obj *const objv[])
{
	const char *name = tcl_text(objv[0]);
	RELEASED_BY(text_release) struct text text = TEXT_INIT;

	(void)interp;
	text_printf(&text,
		    "%.100s isn't available in SDC: scripts can't read files or start programs",
		    name);
	if (strcmp(name, "source") == 0 && objc > 1)
		text_printf(&text, "; -source of read_sdc allows \"%.200s\"",
			    last_part(tcl_text(objv[objc - 1])));
	return fail_in_tcl(data, status_fail(STATUS_FAILED, "%s", text_string(&text)));
}

/* Of the files that were read before, as -source allows them: the script itself reads none. */
static int tcl_source(ClientData data, Tcl_Interp *interp, int objc, Tcl_Obj *const objv[])
{
	struct sdc *s = data;
	const char *name = last_part(tcl_text(objv[objc - 1]));

	for (int i = 0; i < s->options->n_source; i++) {
		const struct sdc_file *file = &s->options->source[i];
		int code;

		if (strcmp(file->name, name) != 0)
			continue;
		code = Tcl_EvalEx(interp, file->text, -1, TCL_EVAL_GLOBAL);
		if (code != TCL_ERROR)
			return code == TCL_RETURN ? TCL_OK : code;
		return fail_in_tcl(s, status_fail(STATUS_FAILED, "%s:%d: %s", name,
						  Tcl_GetErrorLine(interp),
						  tcl_text(Tcl_GetObjResult(interp))));
	}
	return tcl_refused(data, interp, objc, objv);
}

static int tcl_puts(ClientData data, Tcl_Interp *interp, int objc, Tcl_Obj *const objv[])
{
	struct sdc *s = data;
	bool newline = objc < 2 || strcmp(tcl_text(objv[1]), "-nonewline") != 0;
	int n = objc - 1 - !newline, length;
	const char *text;

	if (n < 1 || n > 2) {
		Tcl_WrongNumArgs(interp, 1, objv, "?-nonewline? ?stdout|stderr? string");
		return TCL_ERROR;
	}
	text = n == 2 ? tcl_text(objv[objc - 2]) : "stdout";
	if (strcmp(text, "stdout") != 0 && strcmp(text, "stderr") != 0)
		return fail_in_tcl(s, status_fail(STATUS_FAILED,
						  "puts: \"%.100s\" is neither stdout nor stderr",
						  text));
	text = tcl_text_of(objv[objc - 1], &length);
	s->n_output += length + newline;
	if (s->n_output > s->options->output)
		return fail_in_tcl(s,
				   status_fail(STATUS_FAILED, "puts: more than %" PRId64 " bytes",
					       s->options->output));
	sdc_send_text(s, SDC_OUTPUT, 0, 0, text, length);
	if (newline)
		sdc_send_text(s, SDC_OUTPUT, 0, 0, "\n", 1);
	return TCL_OK;
}

/* Where the last word of a command begins, in lines after its first. */
static int64_t lines_before_body(Tcl_Obj *frame_command, Tcl_Obj *body)
{
	const char *text = frame_command ? Tcl_GetString(frame_command) : "", *at = NULL;

	if (!*Tcl_GetString(body))
		return 0;
	for (const char *next = text; (next = strstr(next, Tcl_GetString(body))); next++)
		at = next;
	return at ? count_lines(text, at, NULL) : 0;
}

static enum status note_body(struct sdc *s, const char *name, Tcl_Obj *frame, Tcl_Obj *body)
{
	Tcl_Obj *command = frame ? frame_value(s, frame, "cmd") : NULL;
	struct text qualified = TEXT_INIT;
	int64_t line = sdc_line(s) + lines_before_body(command, body);

	TRY(GROW(&s->body, &s->body_capacity, (int64_t)s->n_bodies + 1));
	text_printf(&qualified, "%s%s", strncmp(name, "::", 2) == 0 ? "" : "::", name);
	s->body[s->n_bodies++] = (struct sdc_body){.name = qualified.data, .line = line};
	return text_status(&qualified);
}

/* Is a procedure running? */
static bool is_within(struct sdc *s)
{
	TCL_HELD Tcl_Obj *word = tcl_hold(tcl_new("level", -1));
	int n = 0;

	if (s->level.proc && s->level.proc(s->level.data, s->interp, 1, &word) == TCL_OK)
		Tcl_GetIntFromObj(NULL, Tcl_GetObjResult(s->interp), &n);
	return n > 0;
}

/* Tcl 8.6 reads freed memory when it is asked for the frame of a procedure that was taken away
 * while it ran; so from then on lines are those of outermost commands. */
static void procedure_goes(ClientData data, Tcl_Interp *interp, const char *old, const char *new,
			   int flags)
{
	struct sdc *s = data;

	(void)old, (void)new, (void)flags;
	if (s->frame.proc && !Tcl_InterpDeleted(interp) && is_within(s))
		s->frame.proc = NULL;
}

/* Tcl's proc, and a note of the line. */
static int tcl_proc(ClientData data, Tcl_Interp *interp, int objc, Tcl_Obj *const objv[])
{
	struct sdc *s = data;
	TCL_HELD Tcl_Obj *frame = NULL;

	if (s->proc.proc(s->proc.data, interp, objc, objv) != TCL_OK)
		return TCL_ERROR;
	Tcl_TraceCommand(interp, Tcl_GetString(objv[1]), TCL_TRACE_DELETE, procedure_goes, s);
	frame = frame_of_command(s);
	if (note_body(s, tcl_text(objv[1]), frame, objv[3]) != STATUS_OK)
		Tcl_SetObjResult(interp, tcl_new("out of memory", -1));
	return TCL_OK;
}

/* ---- the interpreter ---- */

static bool env_matches(const struct sdc_options *options, const char *name)
{
	for (int i = 0; i < options->n_env; i++) {
		if (glob_match(options->env[i], name, false, false))
			return true;
	}
	return false;
}

/* $::env is an array that may be empty, of those that may be read. */
static void fill_env(struct sdc *s)
{
	extern char **environ;

	Tcl_SetVar2(s->interp, "env", "", "", TCL_GLOBAL_ONLY);
	Tcl_UnsetVar2(s->interp, "env", "", TCL_GLOBAL_ONLY);
	for (char **at = environ; s->options->n_env && at && *at; at++) {
		const char *equals = strchr(*at, '=');
		RELEASED_BY(text_release) struct text name = TEXT_INIT;

		if (!equals)
			continue;
		text_append(&name, *at, equals - *at);
		if (env_matches(s->options, text_string(&name)))
			Tcl_SetVar2Ex(s->interp, "env", text_string(&name), tcl_new(equals + 1, -1),
				      TCL_GLOBAL_ONLY);
	}
}

static enum status bind_commands(struct sdc *s)
{
	int n = 0;

	while (sdc_command_at(n))
		n++;
	TRY(ALLOC(&s->bound, n));
	for (int i = 0; i < n; i++) {
		s->bound[i] = (struct sdc_bound){s, sdc_command_at(i)};
		Tcl_CreateObjCommand(s->interp, s->bound[i].command->name, tcl_command,
				     &s->bound[i], NULL);
	}
	return STATUS_OK;
}

/* What we call of Tcl, wherever a script moves or removes its names. */
static enum status keep(struct sdc *s, const char *name, struct sdc_kept *kept)
{
	Tcl_CmdInfo info;

	if (!Tcl_GetCommandInfo(s->interp, name, &info) || !info.objProc)
		return status_fail(STATUS_FAILED, "Tcl has no %s", name);
	*kept = (struct sdc_kept){info.objProc, info.objClientData};
	return STATUS_OK;
}

static enum status bind_tcl(struct sdc *s)
{
	struct sdc_kept foreach = {0};

	TRY(keep(s, "foreach", &foreach));
	TRY(keep(s, "proc", &s->proc));
	TRY(keep(s, "::tcl::info::frame", &s->frame));
	TRY(keep(s, "::tcl::info::level", &s->level));
	TRY(sdc_confine(s->interp));
	for (size_t i = 0; i < sizeof refused / sizeof *refused; i++)
		Tcl_CreateObjCommand(s->interp, refused[i], tcl_refused, s, NULL);
	Tcl_CreateObjCommand(s->interp, "proc", tcl_proc, s, NULL);
	Tcl_CreateObjCommand(s->interp, "puts", tcl_puts, s, NULL);
	if (s->options->n_source)
		Tcl_CreateObjCommand(s->interp, "source", tcl_source, s, NULL);
	Tcl_CreateObjCommand(s->interp, "unknown", tcl_unknown, s, NULL);
	/* the same words in the same places, so that Tcl knows the lines of its body too */
	Tcl_CreateObjCommand(s->interp, "foreach_in_collection", foreach.proc, foreach.data, NULL);
	return STATUS_OK;
}

enum status sdc_make_interp(struct sdc *s)
{
	sdc_name_objects_of(s);
	s->interp = Tcl_CreateInterp();
	tcl_text_begin();
	if (Tcl_MakeSafe(s->interp) != TCL_OK)
		return status_fail(STATUS_FAILED, "no safe interpreter");
	Tcl_SetRecursionLimit(s->interp, DEEPEST_NESTING);
	TRY(bind_tcl(s));
	fill_env(s);
	sdc_bind_variables(s);
	return bind_commands(s);
}

/* ---- running ---- */

/* Report an error that ends the script. */
static enum status fail_at(struct sdc *s, int64_t line, int64_t column, const char *message)
{
	sdc_send_text(s, SDC_ERROR, line, column, message, (int64_t)strlen(message));
	return status_fail(STATUS_BAD_INPUT, "line %" PRId64 ": %s", line, message);
}

/* Tcl's message, with what helps when a variable of the environment isn't there. */
static enum status fail_of_tcl(struct sdc *s)
{
	const char *message = tcl_text(Tcl_GetObjResult(s->interp));
	int64_t line = strcmp(message, text_string(&s->error)) == 0 ? s->error_line : s->line;
	RELEASED_BY(text_release) struct text text = TEXT_INIT;

	text_add(&text, message);
	for (int64_t i = 0; i < text.length; i++)
		text.data[i] = text.data[i] == '\n' ? ' ' : text.data[i];
	if (strncmp(message, "can't read ", 11) == 0 && strstr(message, "env("))
		text_printf(&text,
			    "; read_sdc -env says which variables may be read, -until %" PRId64
			    " keeps what comes before",
			    line);
	return fail_at(s, line, 0, text_string(&text));
}

/* Where a script can't be taken apart. The parser keeps the place of what isn't closed. */
static enum status fail_to_parse(struct sdc *s, const char *script, const Tcl_Parse *parse)
{
	const char *at = parse->term, *line_begin = at;

	while (line_begin > script && line_begin[-1] != '\n')
		line_begin--;
	return fail_at(s, 1 + count_lines(script, at, NULL), at - line_begin + 1,
		       tcl_text(Tcl_GetObjResult(s->interp)));
}

static void echo(struct sdc *s, const char *command, int length)
{
	sdc_send_text(s, SDC_OUTPUT, 0, 0, command, length);
	if (length == 0 || command[length - 1] != '\n')
		sdc_send_text(s, SDC_OUTPUT, 0, 0, "\n", 1);
}

/* For the parent, should this be the end: parsing, too, may be too much. */
static void tell_line(struct sdc *s)
{
	if (s->page)
		atomic_store_explicit(&s->page->line, s->line, memory_order_relaxed);
}

static enum status run_command(struct sdc *s, const char *command, int length, bool *ended)
{
	int code;

	tell_line(s);
	if (s->options->echo)
		echo(s, command, length);
	code = tcl_eval(s->interp, command, length);
	*ended = code == TCL_RETURN;
	if (code == TCL_OK || code == TCL_RETURN)
		return STATUS_OK;
	return code == TCL_ERROR ? fail_of_tcl(s)
				 : fail_at(s, s->line, 0, "break or continue outside of a loop");
}

/* Parse the next command: its text, its lines and whether there is one. */
static enum status next_command(struct sdc *s, const char **at, const char **command, int *length,
				bool *is_empty)
{
	const char *from = *at;
	Tcl_Parse parse;

	tell_line(s);
	if (Tcl_ParseCommand(s->interp, from, (int)(s->script + s->length - from), 0, &parse) !=
	    TCL_OK)
		return fail_to_parse(s, s->script, &parse);
	*command = parse.commandStart;
	*length = parse.commandSize;
	*is_empty = parse.numWords == 0;
	Tcl_FreeParse(&parse);
	*at = *command + *length;
	s->line += count_lines(from, *command, NULL);
	s->last_line = s->line + count_lines(*command, *at, NULL);
	return STATUS_OK;
}

/* Does -until leave a line out? Then the constraints say so. */
static bool is_beyond(struct sdc *s, int64_t line)
{
	if (!s->options->until || line < s->options->until || s->is_cut_short)
		return s->is_cut_short;
	s->is_cut_short = true;
	s->n_unsupported++;
	note_left_out(s, s->options->until, "read_sdc -until",
		      "commands from there on are left out");
	sdc_warn_at(s, s->options->until, "commands from here on are left out");
	return true;
}

static enum status run_commands(struct sdc *s)
{
	const char *at = s->script, *command;
	bool ended = false, is_empty;
	int length;

	s->line = 1;
	while (at < s->script + s->length && !ended && !is_beyond(s, s->line)) {
		TRY(next_command(s, &at, &command, &length, &is_empty));
		ended = is_beyond(s, s->last_line);
		if (!is_empty && !ended)
			TRY(run_command(s, command, length, &ended));
		s->line = s->last_line;
	}
	s->line = 0;
	return STATUS_OK;
}

/* Run as a command itself, so that `return` ends the script as it ends a file; one that is gone
 * before the script begins. */
static int tcl_run(ClientData data, Tcl_Interp *interp, int objc, Tcl_Obj *const objv[])
{
	(void)objc;
	Tcl_DeleteCommand(interp, tcl_text(objv[0]));
	return run_commands(data) == STATUS_OK ? TCL_OK : TCL_ERROR;
}

enum status sdc_run(struct sdc *s, const char *script, int64_t length)
{
	TCL_HELD Tcl_Obj *name = tcl_hold(tcl_new("script of SDC", -1));

	s->script = script;
	s->length = length;
	Tcl_CreateObjCommand(s->interp, tcl_text(name), tcl_run, s, NULL);
	if (Tcl_EvalObjv(s->interp, 1, &name, TCL_EVAL_GLOBAL) != TCL_OK)
		return STATUS_BAD_INPUT;
	TRY(sdc_finish(s));
	sdc_tell_counts(s);
	return STATUS_OK;
}
