/* Commands that evaluate scripts or set a script's variables, so that Tcl itself is needed. */
#include <string.h>

#include "session/shell_impl.h"

/* ---- what is written, as a text or into files ---- */

/* Run a script and catch what it writes; *written is a value without references. */
static int catch_output(Tcl_Interp *interp, Tcl_Obj *script, Tcl_Obj **written)
{
	RELEASED_BY(text_release) struct text text = TEXT_INIT;
	enum status status = shell_divert_begin(SINK_TEXT, NULL);
	int code;

	*written = NULL;
	if (status != STATUS_OK)
		return shell_fail_in_tcl(interp, status);
	code = Tcl_EvalObjEx(interp, script, 0);
	status = shell_divert_end(SINK_TEXT, &text);
	if (status == STATUS_OK)
		*written = tcl_new(text_string(&text), text.length);
	else if (code == TCL_OK)
		code = shell_fail_in_tcl(interp, status);
	return code;
}

static int with_output_to_variable(Tcl_Interp *interp, Tcl_Obj *const *word)
{
	Tcl_Obj *written;
	Tcl_InterpState state;
	int code = catch_output(interp, word[1], &written);

	if (!written)
		return code;
	state = Tcl_SaveInterpState(interp, code);
	if (!Tcl_ObjSetVar2(interp, word[0], NULL, written, TCL_LEAVE_ERR_MSG)) {
		Tcl_DiscardInterpState(state);
		return TCL_ERROR;
	}
	return Tcl_RestoreInterpState(interp, state);
}

static int with_output_to_string(Tcl_Interp *interp, Tcl_Obj *const *word)
{
	Tcl_Obj *written;
	int code = catch_output(interp, word[0], &written);

	if (!written)
		return code;
	if (code == TCL_OK) {
		Tcl_SetObjResult(interp, written);
	} else {
		Tcl_IncrRefCount(written);
		Tcl_DecrRefCount(written);
	}
	return code;
}

static int redirect_string_end(Tcl_Interp *interp, Tcl_Obj *const *word)
{
	RELEASED_BY(text_release) struct text text = TEXT_INIT;
	enum status status = shell_divert_end(SINK_TEXT, &text);

	(void)word;
	if (status == STATUS_OK)
		Tcl_SetObjResult(interp, tcl_new(text_string(&text), text.length));
	return status == STATUS_OK ? TCL_OK : shell_fail_in_tcl(interp, status);
}

/* ---- collections ---- */

static int foreach_in_collection(Tcl_Interp *interp, Tcl_Obj *const *word)
{
	return shell_call_as(interp, tcl_new("::foreach", -1), 3, word);
}

static int append_to_collection(Tcl_Interp *interp, Tcl_Obj *const *word)
{
	Tcl_Obj *old = Tcl_ObjGetVar2(interp, word[0], NULL, 0), *words[2] = {old, word[1]};
	int code;

	if (!old)
		words[0] = Tcl_NewObj();
	Tcl_IncrRefCount(words[0]);
	code = shell_call_as(interp, tcl_new("::add_to_collection", -1), 2, words);
	Tcl_DecrRefCount(words[0]);
	if (code == TCL_OK &&
	    !Tcl_ObjSetVar2(interp, word[0], NULL, Tcl_GetObjResult(interp), TCL_LEAVE_ERR_MSG))
		code = TCL_ERROR;
	return code;
}

/* ---- the table ---- */

static const struct {
	const char *name;
	int (*run)(Tcl_Interp *interp, Tcl_Obj *const *word); /* NULL = a sink begins or ends */
	enum sink_kind kind;
	bool ends;
} commands[] = {
	{.name = "append_to_collection", .run = append_to_collection},
	{.name = "foreach_in_collection", .run = foreach_in_collection},
	{"log_begin", NULL, SINK_LOG, false},
	{"log_end", NULL, SINK_LOG, true},
	{"redirect_file_append_begin", NULL, SINK_APPEND, false},
	{"redirect_file_begin", NULL, SINK_FILE, false},
	{"redirect_file_end", NULL, SINK_FILE, true},
	{"redirect_string_begin", NULL, SINK_TEXT, false},
	{.name = "redirect_string_end", .run = redirect_string_end},
	{.name = "with_output_to_string", .run = with_output_to_string},
	{.name = "with_output_to_variable", .run = with_output_to_variable},
};

static int divert(Tcl_Interp *interp, enum sink_kind kind, bool ends, const char *path)
{
	enum status status = ends ? shell_divert_end(kind, NULL) : shell_divert_begin(kind, path);

	if (status != STATUS_OK)
		return shell_fail_in_tcl(interp, status);
	Tcl_ResetResult(interp);
	return TCL_OK;
}

int shell_run_tcl(struct shell *shell, Tcl_Interp *interp, int objc, Tcl_Obj *const objv[])
{
	const char *name = strrchr(tcl_text(objv[0]), ':');
	const struct command *command;

	name = name ? name + 1 : tcl_text(objv[0]);
	if (strcmp(name, "include") == 0)
		return shell_source(shell, interp, objc, objv);
	for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
		if (strcmp(commands[i].name, name) != 0)
			continue;
		command = command_find(name);
		if (objc - 1 != command->max_arguments) {
			Tcl_WrongNumArgs(interp, 1, objv, command->arguments);
			return TCL_ERROR;
		}
		return commands[i].run ? commands[i].run(interp, objv + 1)
				       : divert(interp, commands[i].kind, commands[i].ends,
						objc > 1 ? tcl_text(objv[1]) : NULL);
	}
	return TCL_ERROR;
}

static enum status needs_tcl(struct call *call)
{
	return status_fail(STATUS_FAILED, "%s is a command of scripts", call->command->name);
}

enum { SOURCE_ECHO, SOURCE_VERBOSE };

static const struct option source_options[] = {
	[SOURCE_ECHO] = {"-echo", OPTION_FLAG, NULL, "write each line before it runs"},
	[SOURCE_VERBOSE] = {"-verbose", OPTION_FLAG, NULL, "write what each command gives"},
	{0},
};

static const struct option change_options[] = {
	{"-hold", OPTION_FLAG, NULL, "of the worst hold path (setup)"},
	{"-cells", OPTION_COUNT, "N",
	 "of how many of its cells that have other sizes, those with most delay (8)"},
	{"-of", OPTION_WORD, "CELLS",
	 "of these cells, each followed by its delay, not of the worst path's"},
	{"-list", OPTION_FLAG, NULL, "list them on the screen: Enter makes one of the changes"},
	{0},
};

static const struct option failing_options[] = {
	{"-by", OPTION_CHOICE, "clocks|modules",
	 "by the clocks that launch and capture (the default), or by the first level of the hierarchy, of a flat name the part "
	 "before its last \"_\""},
	{"-hold", OPTION_FLAG, NULL, "of hold (setup)"},
	{"-list", OPTION_FLAG, NULL,
	 "list them on the screen: Enter finds the paths to a row's endpoints"},
	{0},
};

static const struct option report_options[] = {
	{"-paths", OPTION_COUNT, "N", "how many of the worst paths (10)"},
	{"-lenses", OPTION_FLAG, NULL, "with report_lenses, which times the design several times"},
	{0},
};

const struct command shell_commands[] = {
	{"append_to_collection", needs_tcl, IN_TCL, "VARIABLE OBJECTS", 2, 2, NULL,
	 "Append objects to a variable, which is created if necessary"},
	{"foreach_in_collection", needs_tcl, IN_TCL, "VARIABLE OBJECTS SCRIPT", 3, 3, NULL,
	 "Run a script for each of some objects, as foreach does"},
	{"include", needs_tcl, IN_TCL, "FILE", 1, 1, source_options,
	 "Run the commands of a file, as source does; both take these options, continue after errors "
	 "where the variable sta_continue_on_error is 1, and write into a file after \">\""},
	{"log_begin", needs_tcl, IN_TCL, "FILE", 1, 1, NULL,
	 "Write what commands print into a file too, until log_end"},
	{"log_end", needs_tcl, IN_TCL, NULL, 0, 0, NULL, "End what log_begin began"},
	{"redirect_file_append_begin", needs_tcl, IN_TCL, "FILE", 1, 1, NULL,
	 "Append what commands print to a file, until redirect_file_end"},
	{"redirect_file_begin", needs_tcl, IN_TCL, "FILE", 1, 1, NULL,
	 "Write what commands print to a file, until redirect_file_end"},
	{"redirect_file_end", needs_tcl, IN_TCL, NULL, 0, 0, NULL,
	 "End what redirect_file_begin began"},
	{"redirect_string_begin", needs_tcl, IN_TCL, NULL, 0, 0, NULL,
	 "Collect what commands print as a string, until redirect_string_end"},
	{"redirect_string_end", needs_tcl, IN_TCL, NULL, 0, 0, NULL,
	 "End what redirect_string_begin began; returns the string"},
	{"with_output_to_string", needs_tcl, IN_TCL, "SCRIPT", 1, 1, NULL,
	 "Run a script and return what it printed on standard output"},
	{"with_output_to_variable", needs_tcl, IN_TCL, "VARIABLE SCRIPT", 2, 2, NULL,
	 "Run a script and put into a variable what it printed on standard output; returns the script's value"},
	{"report_best_changes", needs_tcl, IN_ASSET, NULL, 0, 0, change_options,
	 "Report the three best other sizes of a path's cells, each by timing the design with it"},
	{"report_failing_endpoints", needs_tcl, IN_ASSET, NULL, 0, 0, failing_options,
	 "Report how many endpoints fail, the worst slack and the sum, by clocks or modules, each by its worst path"},
	{"write_report", needs_tcl, IN_ASSET, "FILE", 1, 1, report_options,
	 "Write the design's timing as one page of HTML: slacks, worst paths point by point, failing endpoints by clocks and modules, the layout"},
	{"write_script", needs_tcl, IN_ASSET, "FILE", 1, 1, NULL,
	 "Write the session as a script that OpenSTA runs too: files, constraints as they are now, replaced cells, reports; other commands are comments"},
	{0},
};
