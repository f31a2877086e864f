/*
 * What of Tcl a script of SDC may reach: these commands, subcommands, namespaces and variables.
 * Everything else is taken out of its interpreter, so that no release of Tcl adds to it; what a
 * release doesn't have isn't missed. tests/data/sdc_reach.txt says the same once more, and
 * t_sdc_reach holds what is there against it.
 */
#include <string.h>

#include "read/sdc/sdc_impl.h"

/* Ensembles reach their subcommands by the names that these have in a namespace of their own. */
static const struct allowed {
	const char *space;
	const char *commands; /* between blanks */
} allowed[] = {
	{"::", "append apply array break case catch clock concat continue dict error eval expr for "
	       "foreach format global if incr info join lappend lassign lindex linsert list "
	       "llength lmap lrange lrepeat lreplace lreverse lsearch lset lsort namespace proc "
	       "regexp regsub rename return scan set split string subst switch throw time try "
	       "unset uplevel upvar variable while"},
	{"::tcl", ""},
	{"::tcl::array", "anymore donesearch exists get names nextelement set size startsearch "
			 "statistics unset"},
	{"::tcl::clock", "clicks microseconds milliseconds seconds"},
	{"::tcl::dict", "append create exists filter for get incr info keys lappend map merge "
			"remove replace set size unset update values with"},
	{"::tcl::info", "args body cmdcount commands complete default exists functions globals "
			"level locals patchlevel procs script tclversion vars"},
	{"::tcl::mathfunc", "abs acos asin atan atan2 bool ceil cos cosh double entier exp floor "
			    "fmod hypot int isqrt log log10 max min pow rand round sin sinh sqrt "
			    "srand tan tanh wide"},
	{"::tcl::mathop", "! != % & * ** + - / < << <= == > >= >> ^ eq in ne ni | ~"},
	{"::tcl::namespace", "children code current eval exists export forget import inscope "
			     "origin parent qualifiers tail upvar which"},
	{"::tcl::string", "bytelength cat compare equal first index is last length map match range "
			  "repeat replace reverse tolower totitle toupper trim trimleft trimright "
			  "wordend wordstart"},
};

/* The global ones; of an array, its elements. */
static const char allowed_variables[] =
	"tcl_patchLevel tcl_platform(byteOrder) tcl_platform(engine) "
	"tcl_platform(pathSeparator) tcl_platform(platform) tcl_platform(pointerSize) "
	"tcl_platform(threaded) tcl_platform(wordSize) tcl_version";

/* Is it one of the words between blanks? */
static bool is_listed(const char *words, const char *name)
{
	size_t length = strlen(name);

	for (const char *at = words; *at; at += strspn(at, " ")) {
		size_t n = strcspn(at, " ");

		if (n == length && memcmp(at, name, n) == 0)
			return true;
		at += n;
	}
	return false;
}

static const struct allowed *find_space(const char *space)
{
	for (size_t i = 0; i < sizeof allowed / sizeof *allowed; i++) {
		if (strcmp(allowed[i].space, space) == 0)
			return &allowed[i];
	}
	return NULL;
}

/* What is after the last "::". */
static const char *tail_of(const char *name)
{
	for (const char *next = name; (next = strstr(next, "::"));)
		name = next += 2;
	return name;
}

/* ---- asking Tcl ---- */

/* What a command of Tcl's own gives, as a list; *list is the caller's to let go, also on failure. */
static enum status ask(Tcl_Interp *interp, const char *what, const char *pattern, Tcl_Obj **list,
		       int *n)
{
	TCL_HELD Tcl_Obj *command = tcl_hold(tcl_new(what, -1));
	int code;

	Tcl_ListObjAppendElement(NULL, command, tcl_new(pattern, -1));
	code = Tcl_EvalObjEx(interp, command, TCL_EVAL_GLOBAL);
	*list = tcl_hold(Tcl_GetObjResult(interp));
	Tcl_ResetResult(interp);
	if (code == TCL_OK && Tcl_ListObjLength(NULL, *list, n) == TCL_OK)
		return STATUS_OK;
	return status_fail(STATUS_FAILED, "Tcl doesn't say what there is: %s %s", what, pattern);
}

static const char *item_of(Tcl_Obj *list, int i)
{
	Tcl_Obj *item = NULL;

	return Tcl_ListObjIndex(NULL, list, i, &item) == TCL_OK && item ? tcl_text(item) : "";
}

/* The names in a namespace by one of Tcl's commands. */
static enum status ask_in(Tcl_Interp *interp, const char *what, const char *space, Tcl_Obj **list,
			  int *n)
{
	RELEASED_BY(text_release) struct text pattern = TEXT_INIT;

	text_printf(&pattern, "%s::*", strcmp(space, "::") == 0 ? "" : space);
	TRY(text_status(&pattern));
	return ask(interp, what, text_string(&pattern), list, n);
}

/* ---- taking out ---- */

/* What a safe interpreter hides could still be called by its hidden names. */
static enum status take_out_hidden(Tcl_Interp *interp)
{
	TCL_HELD Tcl_Obj *hidden = NULL;
	int n;

	TRY(ask(interp, "interp hidden", "", &hidden, &n));
	for (int i = 0; i < n; i++) {
		const char *name = item_of(hidden, i);

		Tcl_DeleteCommand(interp, name);
		if (Tcl_ExposeCommand(interp, name, name) == TCL_OK)
			Tcl_DeleteCommand(interp, name);
	}
	return STATUS_OK;
}

static enum status take_out_commands(Tcl_Interp *interp, const struct allowed *of)
{
	TCL_HELD Tcl_Obj *commands = NULL;
	int n;

	TRY(ask_in(interp, "info commands", of->space, &commands, &n));
	for (int i = 0; i < n; i++) {
		const char *name = item_of(commands, i);

		if (!is_listed(of->commands, tail_of(name)))
			Tcl_DeleteCommand(interp, name);
	}
	return STATUS_OK;
}

static enum status take_out_elements(Tcl_Interp *interp, const char *array)
{
	RELEASED_BY(text_release) struct text name = TEXT_INIT;
	TCL_HELD Tcl_Obj *elements = NULL;
	int n;

	TRY(ask(interp, "array names", array, &elements, &n));
	for (int i = 0; i < n; i++) {
		text_clear(&name);
		text_printf(&name, "%s(%s)", tail_of(array), item_of(elements, i));
		if (text_status(&name) == STATUS_OK &&
		    !is_listed(allowed_variables, text_string(&name)))
			Tcl_UnsetVar2(interp, array, item_of(elements, i), TCL_GLOBAL_ONLY);
	}
	if (n == 0 || strcmp(tail_of(array), "tcl_platform") != 0)
		Tcl_UnsetVar2(interp, array, NULL, TCL_GLOBAL_ONLY);
	return STATUS_OK;
}

static enum status take_out_variables(Tcl_Interp *interp, const struct allowed *of)
{
	bool global = strcmp(of->space, "::") == 0;
	TCL_HELD Tcl_Obj *variables = NULL;
	int n;

	TRY(ask_in(interp, "info vars", of->space, &variables, &n));
	for (int i = 0; i < n; i++) {
		const char *name = item_of(variables, i);

		if (!global || !is_listed(allowed_variables, tail_of(name)))
			TRY(take_out_elements(interp, name));
	}
	return STATUS_OK;
}

/* All in a namespace, and the namespaces in it. */
static enum status take_out_of(Tcl_Interp *interp, const struct allowed *of)
{
	TCL_HELD Tcl_Obj *children = NULL;
	int n;

	TRY(ask(interp, "namespace children", of->space, &children, &n));
	for (int i = 0; i < n; i++) {
		const struct allowed *child = find_space(item_of(children, i));
		Tcl_Namespace *space = Tcl_FindNamespace(interp, item_of(children, i), NULL, 0);

		if (child)
			TRY(take_out_of(interp, child));
		else if (space)
			Tcl_DeleteNamespace(space);
	}
	TRY(take_out_variables(interp, of));
	return take_out_commands(interp, of);
}

/* ---- ensembles ---- */

/* Leave the subcommands whose commands are there. */
static enum status narrow(Tcl_Interp *interp, Tcl_Command ensemble, Tcl_Obj *map)
{
	TCL_HELD Tcl_Obj *left = tcl_hold(Tcl_NewDictObj());
	Tcl_Obj *name, *target;
	Tcl_DictSearch search;
	int done = 0, code;

	code = Tcl_DictObjFirst(NULL, map, &search, &name, &target, &done);
	for (; code == TCL_OK && !done; Tcl_DictObjNext(&search, &name, &target, &done)) {
		if (Tcl_FindCommand(interp, item_of(target, 0), NULL, TCL_GLOBAL_ONLY))
			Tcl_DictObjPut(NULL, left, name, target);
	}
	Tcl_DictObjDone(&search);
	if (code == TCL_OK)
		code = Tcl_SetEnsembleMappingDict(interp, ensemble, left);
	return code == TCL_OK ? STATUS_OK : status_fail(STATUS_FAILED, "an ensemble of Tcl stays");
}

static enum status narrow_ensembles(Tcl_Interp *interp)
{
	TCL_HELD Tcl_Obj *commands = NULL;
	int n;

	TRY(ask(interp, "info commands", "::*", &commands, &n));
	for (int i = 0; i < n; i++) {
		TCL_HELD Tcl_Obj *name = tcl_hold(tcl_new(item_of(commands, i), -1));
		Tcl_Command ensemble = Tcl_FindEnsemble(interp, name, 0);
		Tcl_Obj *map = NULL;

		if (ensemble && Tcl_GetEnsembleMappingDict(NULL, ensemble, &map) == TCL_OK && map)
			TRY(narrow(interp, ensemble, map));
	}
	return STATUS_OK;
}

enum status sdc_confine(Tcl_Interp *interp)
{
	TRY(take_out_hidden(interp));
	TRY(take_out_of(interp, &allowed[0]));
	TRY(narrow_ensembles(interp));
	Tcl_ResetResult(interp);
	return STATUS_OK;
}
