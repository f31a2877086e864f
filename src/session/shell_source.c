/*
 * "source": Tcl's own for regular files. Files whose reader may have to wait (a FIFO, a pipe such
 * as /dev/stdin or /dev/fd/N, a terminal) are read by base/input.h, since Tcl's waiting can't be
 * cancelled, and run as Tcl does: the same "info script", errorInfo, "return" and encodings.
 */
#include <limits.h>
#include <stdbool.h>
#include <string.h>
#include <sys/stat.h>

#include "base/grow.h"
#include "base/input.h"
#include "base/print.h"
#include "session/files.h"
#include "session/shell_impl.h"

enum { LONGEST_NAME = 150, END_OF_FILE = 0x1a };

static bool may_wait(const char *path)
{
	struct stat st;

	return path && stat(path, &st) == 0 && !S_ISREG(st.st_mode) && !S_ISDIR(st.st_mode);
}

static enum status read_script(struct task *task, const char *path, Tcl_Encoding encoding,
			       Tcl_DString *script)
{
	RELEASED_BY(input_close) struct input in = INPUT_INIT;

	task->command = "source";
	task->allow_large = false;
	TRY(input_open(&in, path, task));
	TRY(input_all(&in));
	if (in.end > INT_MAX)
		return status_fail(STATUS_BAD_INPUT, "%s: error: the script is too long", path);
	Tcl_ExternalToUtfDString(encoding, in.data, (int)in.end, script);
	return STATUS_OK;
}

/* As a channel gives it: lines end in a newline, nothing follows ^Z, no byte order mark. */
static void translate(Tcl_DString *script)
{
	static const char mark[] = "\xef\xbb\xbf";
	char *text = Tcl_DStringValue(script), *to = text;
	const char *from = text, *end = text + Tcl_DStringLength(script);

	if (strncmp(from, mark, strlen(mark)) == 0)
		from += strlen(mark);
	for (; from < end && *from != END_OF_FILE; from++) {
		if (*from != '\r')
			*to++ = *from;
		else if (from + 1 == end || from[1] != '\n')
			*to++ = '\n';
	}
	Tcl_DStringSetLength(script, (int)(to - text));
}

/* What "info script" says, set to `name` if there is one; a reference for the caller. */
static Tcl_Obj *script_name(Tcl_Interp *interp, Tcl_Obj *name)
{
	Tcl_Obj *word[] = {tcl_new("::tcl::info::script", -1), name}, *old;

	Tcl_IncrRefCount(word[0]);
	Tcl_EvalObjv(interp, name ? 2 : 1, word, TCL_EVAL_GLOBAL);
	Tcl_DecrRefCount(word[0]);
	old = Tcl_GetObjResult(interp);
	Tcl_IncrRefCount(old);
	Tcl_ResetResult(interp);
	return old;
}

/* A script is a level that "return" leaves. */
static int leave_level(Tcl_Interp *interp)
{
	Tcl_Obj *key = tcl_new("-level", -1), *value = NULL;
	Tcl_Obj *options = Tcl_GetReturnOptions(interp, TCL_RETURN);
	int level = 1;

	Tcl_IncrRefCount(key);
	if (Tcl_DictObjGet(NULL, options, key, &value) == TCL_OK && value)
		Tcl_GetIntFromObj(NULL, value, &level);
	Tcl_DictObjPut(NULL, options, key, Tcl_NewIntObj(level - 1));
	Tcl_DecrRefCount(key);
	return Tcl_SetReturnOptions(interp, options);
}

/* At once, as Tcl does. */
static int run_whole(Tcl_Interp *interp, Tcl_Obj *file, const Tcl_DString *script)
{
	Tcl_Obj *text = Tcl_NewStringObj(Tcl_DStringValue(script), Tcl_DStringLength(script));
	const char *name = Tcl_GetString(file);
	bool is_long = strlen(name) > LONGEST_NAME;
	int code;

	Tcl_IncrRefCount(text);
	code = Tcl_EvalObjEx(interp, text, 0);
	Tcl_DecrRefCount(text);
	if (code == TCL_RETURN)
		code = leave_level(interp);
	else if (code == TCL_ERROR)
		Tcl_AppendObjToErrorInfo(
			interp, Tcl_ObjPrintf("\n    (file \"%.*s%s\" line %d)", LONGEST_NAME, name,
					      is_long ? "..." : "", Tcl_GetErrorLine(interp)));
	return code;
}

/* ---- line by line, as OpenSTA ---- */

/* What "source" and "include" are asked for. */
struct asked {
	Tcl_Obj *file;
	Tcl_Obj *to; /* what it writes goes there, NULL = to standard output */
	bool appends;
	bool echoes, tells; /* lines; results */
	bool goes_on;       /* after errors */
};

static void echo(Tcl_Obj *line)
{
	int length;
	const char *text = tcl_text_of(line, &length);

	(void)shell_print(text, length);
	(void)shell_print("\n", 1);
}

/* An error of a command: where it was, for shell_add_script_place() or as a message. */
static int end_command(Tcl_Interp *interp, const struct asked *a, int code, int line)
{
	if (code == TCL_RETURN)
		return leave_level(interp);
	if (code == TCL_OK && a->tells) {
		if (*Tcl_GetStringResult(interp))
			echo(Tcl_GetObjResult(interp));
	}
	if (code != TCL_ERROR)
		return code;
	if (a->goes_on && Tcl_Canceled(interp, 0) == TCL_OK) {
		print_error("warpscope: %s:%d: error: %s\n", tcl_text(a->file), line,
			    tcl_text(Tcl_GetObjResult(interp)));
		return TCL_OK;
	}
	Tcl_AppendObjToErrorInfo(
		interp, Tcl_ObjPrintf("\n    (file \"%s\" line %d)", Tcl_GetString(a->file), line));
	return code;
}

/* Commands end where Tcl says that they are whole. */
static int run_lines(Tcl_Interp *interp, const struct asked *a, const char *text)
{
	Tcl_DString command;
	int code = TCL_OK, line = 0, first = 1;

	Tcl_DStringInit(&command);
	while (*text && code == TCL_OK) {
		int length = (int)strcspn(text, "\n");
		bool more = length > 0 && text[length - 1] == '\\';

		line++;
		if (a->echoes && length) {
			Tcl_Obj *echoed = Tcl_NewStringObj(text, length);

			echo(echoed);
			Tcl_DecrRefCount(echoed);
		}
		Tcl_DStringAppend(&command, text, length);
		Tcl_DStringAppend(&command, "\n", 1);
		text += length + (text[length] == '\n');
		if ((more || !Tcl_CommandComplete(Tcl_DStringValue(&command))) && *text)
			continue;
		code = end_command(interp, a, Tcl_EvalEx(interp, Tcl_DStringValue(&command), -1, 0),
				   first);
		Tcl_DStringSetLength(&command, 0);
		first = line + 1;
	}
	Tcl_DStringFree(&command);
	return code;
}

/* ---- a file ---- */

/* `lines`: line by line, NULL = at once. */
static int run_script(Tcl_Interp *interp, Tcl_Obj *file, const Tcl_DString *script,
		      const struct asked *lines)
{
	Tcl_Obj *before = script_name(interp, NULL);
	Tcl_InterpState state;
	int code;

	Tcl_DecrRefCount(script_name(interp, file));
	code = lines ? run_lines(interp, lines, Tcl_DStringValue(script))
		     : run_whole(interp, file, script);
	state = Tcl_SaveInterpState(interp, code);
	Tcl_DecrRefCount(script_name(interp, before));
	Tcl_DecrRefCount(before);
	return Tcl_RestoreInterpState(interp, state);
}

static int source_file(struct shell *shell, Tcl_Interp *interp, Tcl_Obj *file,
		       const char *encoding_name, const struct asked *lines)
{
	Tcl_Encoding encoding = NULL;
	Tcl_DString script;
	enum status status;
	int code;

	if (encoding_name) {
		encoding = Tcl_GetEncoding(interp, encoding_name);
		if (!encoding)
			return TCL_ERROR;
	}
	Tcl_DStringInit(&script);
	status = read_script(&shell->session.task, Tcl_FSGetNativePath(file), encoding, &script);
	if (encoding)
		Tcl_FreeEncoding(encoding);
	if (status == STATUS_OK) {
		translate(&script);
		code = run_script(interp, file, &script, lines);
	} else {
		code = shell_fail_in_tcl(interp, status);
	}
	Tcl_DStringFree(&script);
	return code;
}

static int source_into(struct shell *shell, Tcl_Interp *interp, const struct asked *a)
{
	enum status status =
		shell_divert_begin(a->appends ? SINK_APPEND : SINK_FILE, tcl_text(a->to));
	int code;

	if (status != STATUS_OK)
		return shell_fail_in_tcl(interp, status);
	code = source_file(shell, interp, a->file, NULL, a);
	status = shell_divert_end(SINK_FILE, NULL);
	return status != STATUS_OK && code == TCL_OK ? shell_fail_in_tcl(interp, status) : code;
}

/* "-e" is "-echo". False for what Tcl's own is to look at. */
static bool parse(Tcl_Interp *interp, int objc, Tcl_Obj *const objv[], struct asked *a)
{
	const char *mark = objc > 3 ? tcl_text(objv[objc - 2]) : "";
	Tcl_Obj *goes_on = Tcl_GetVar2Ex(interp, "sta_continue_on_error", NULL, TCL_GLOBAL_ONLY);
	int i = 1, flag = 0;

	*a = (struct asked){0};
	if (strcmp(mark, ">") == 0 || strcmp(mark, ">>") == 0) {
		a->to = objv[objc - 1];
		a->appends = mark[1];
		objc -= 2;
	}
	for (; i < objc - 1; i++) {
		const char *word = tcl_text(objv[i]);
		size_t length = strlen(word);

		if (length > 1 && strncmp(word, "-echo", length) == 0)
			a->echoes = true;
		else if (length > 1 && strncmp(word, "-verbose", length) == 0)
			a->tells = true;
		else
			return false;
	}
	if (i != objc - 1)
		return false;
	a->file = objv[i];
	a->goes_on = goes_on && Tcl_GetBooleanFromObj(NULL, goes_on, &flag) == TCL_OK && flag;
	return true;
}

static int source(ClientData data, Tcl_Interp *interp, int objc, Tcl_Obj *const objv[])
{
	struct shell *shell = data;
	const Tcl_CmdInfo *tcl = &shell->tcl_source;
	bool has_encoding = objc == 4 && strcmp(tcl_text(objv[1]), "-encoding") == 0;
	struct asked a;

	if (!has_encoding && parse(interp, objc, objv, &a) &&
	    (a.echoes || a.tells || a.goes_on || a.to))
		return a.to ? source_into(shell, interp, &a)
			    : source_file(shell, interp, a.file, NULL, &a);
	if ((objc == 2 || has_encoding) && may_wait(Tcl_FSGetNativePath(objv[objc - 1])))
		return source_file(shell, interp, objv[objc - 1],
				   has_encoding ? tcl_text(objv[2]) : NULL, NULL);
	return tcl->objProc(tcl->objClientData, interp, objc, objv);
}

/* The script outside of all others is what opens a design. */
int shell_source(ClientData data, Tcl_Interp *interp, int objc, Tcl_Obj *const objv[])
{
	struct file_record *record = session_files(&((struct shell *)data)->session);
	struct asked a;
	FREED char *path = NULL;
	int code;

	if (record->script)
		return source(data, interp, objc, objv);
	path = copy_string(tcl_text(parse(interp, objc, objv, &a) ? a.file : objv[objc - 1]));
	record->script = path;
	code = source(data, interp, objc, objv);
	record->script = NULL;
	record->opened.is_next = true;
	return code;
}
