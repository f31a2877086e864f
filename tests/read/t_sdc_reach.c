/*
 * What a script of SDC can reach: all commands, subcommands, namespaces and variables of its
 * interpreter, compared with the list in tests/data/sdc_reach.txt. What isn't on it doesn't get
 * there with another release of Tcl; what a release lacks may be on it.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/names.h"
#include "read/sdc/sdc_impl.h"
#include "lib/sdc_design.h"
#include "lib/tap.h"

static void must(enum status status)
{
	if (status != STATUS_OK) {
		printf("Bail out! %s\n", status_text(status));
		exit(1);
	}
}

/* ---- what there is ---- */

/* Lines such as "command ::set". */
struct reach {
	Tcl_Interp *interp;
	Tcl_ObjCmdProc *refuses; /* what commands do that are there to say no */
	struct names line;
};

static void add(struct reach *reach, const char *kind, const char *name, const char *rest)
{
	struct text line = TEXT_INIT;
	int32_t id;
	bool added;

	text_printf(&line, "%s %s%s%s", kind, name, *rest ? " " : "", rest);
	must(text_status(&line));
	must(names_add(&reach->line, text_string(&line), line.length, &id, &added));
	text_release(&line);
}

/* What Tcl says to a question; the list is the caller's. */
static Tcl_Obj *ask(Tcl_Interp *interp, const char *question, const char *about, int *n)
{
	Tcl_Obj *command = Tcl_ObjPrintf("%s {%s}", question, about), *list;

	Tcl_IncrRefCount(command);
	if (Tcl_EvalObjEx(interp, command, TCL_EVAL_GLOBAL) != TCL_OK ||
	    Tcl_ListObjLength(NULL, Tcl_GetObjResult(interp), n) != TCL_OK) {
		printf("Bail out! %s: %s\n", Tcl_GetString(command), Tcl_GetStringResult(interp));
		exit(1);
	}
	Tcl_DecrRefCount(command);
	list = Tcl_GetObjResult(interp);
	Tcl_IncrRefCount(list);
	return list;
}

static const char *item(Tcl_Obj *list, int i)
{
	Tcl_Obj *value = NULL;

	if (Tcl_ListObjIndex(NULL, list, i, &value) != TCL_OK || !value)
		abort();
	return Tcl_GetString(value);
}

static void add_subcommands(struct reach *reach, const char *command)
{
	Tcl_Obj *name = Tcl_NewStringObj(command, -1), *map = NULL, *key, *value;
	Tcl_Command ensemble;
	Tcl_DictSearch search;
	int done = 1;

	Tcl_IncrRefCount(name);
	ensemble = Tcl_FindEnsemble(reach->interp, name, 0);
	Tcl_DecrRefCount(name);
	if (!ensemble)
		return;
	if (Tcl_GetEnsembleMappingDict(NULL, ensemble, &map) != TCL_OK || !map ||
	    Tcl_DictObjFirst(NULL, map, &search, &key, &value, &done) != TCL_OK) {
		add(reach, "ensemble", command, "without a map");
		return;
	}
	for (; !done; Tcl_DictObjNext(&search, &key, &value, &done))
		add(reach, "subcommand", command, Tcl_GetString(key));
	Tcl_DictObjDone(&search);
}

/* Those of SDC itself are in its table. */
static void add_command(struct reach *reach, const char *name)
{
	Tcl_CmdInfo info;

	if (strrchr(name, ':') == name + 1 && sdc_find_command(name + 2))
		return;
	if (!Tcl_GetCommandInfo(reach->interp, name, &info))
		abort();
	add(reach, info.objProc == reach->refuses ? "refused" : "command", name, "");
	add_subcommands(reach, name);
}

static void add_variable(struct reach *reach, const char *name)
{
	Tcl_Obj *elements;
	int n;

	elements = ask(reach->interp, "array names", name, &n);
	for (int i = 0; i < n; i++) {
		char whole[200];

		snprintf(whole, sizeof whole, "%s(%s)", name, item(elements, i));
		add(reach, "variable", whole, "");
	}
	Tcl_DecrRefCount(elements);
	add(reach, "variable", name, "");
}

static void add_namespace(struct reach *reach, const char *space)
{
	char pattern[200];
	Tcl_Obj *list;
	int n;

	add(reach, "namespace", space, "");
	snprintf(pattern, sizeof pattern, "%s::*", strcmp(space, "::") == 0 ? "" : space);
	list = ask(reach->interp, "info commands", pattern, &n);
	for (int i = 0; i < n; i++)
		add_command(reach, item(list, i));
	Tcl_DecrRefCount(list);
	list = ask(reach->interp, "info vars", pattern, &n);
	for (int i = 0; i < n; i++)
		add_variable(reach, item(list, i));
	Tcl_DecrRefCount(list);
	list = ask(reach->interp, "namespace children", space, &n);
	for (int i = 0; i < n; i++)
		add_namespace(reach, item(list, i));
	Tcl_DecrRefCount(list);
}

/* ---- the list ---- */

/* Lines of a file, without comments. */
static void read_list(const char *path, struct names *out)
{
	FILE *file = fopen(path, "r");
	char line[300];
	int32_t id;
	bool added;

	while (file && fgets(line, sizeof line, file)) {
		line[strcspn(line, "\n")] = '\0';
		if (!*line || *line == '#')
			continue;
		must(names_add(out, line, (int64_t)strlen(line), &id, &added));
		if (!added)
			printf("# twice on the list: %s\n", line);
	}
	if (file)
		fclose(file);
}

static void compare(const struct names *there, const struct names *allowed)
{
	int n = 0;

	for (int32_t i = 0; i < there->n; i++) {
		const char *line = names_get(there, i);

		if (names_find(allowed, line, (int64_t)strlen(line)) >= 0)
			continue;
		n++;
		printf("# not on the list: %s\n", line);
	}
	OK(n == 0, "nothing but what is on the list");
	for (int32_t i = 0; i < allowed->n; i++) {
		const char *line = names_get(allowed, i);

		if (names_find(there, line, (int64_t)strlen(line)) < 0)
			printf("# not in this release of Tcl: %s\n", line);
	}
}

static bool has(const struct names *names, const char *line)
{
	return names_find(names, line, (int64_t)strlen(line)) >= 0;
}

static void check_list(const struct netlist *netlist)
{
	static const struct sdc_options options = SDC_OPTIONS_INIT;
	const char *srcdir = getenv("srcdir");
	struct names allowed = {0};
	struct reach reach = {0};
	char path[4096];
	Tcl_CmdInfo info;
	struct sdc s;

	snprintf(path, sizeof path, "%s/tests/data/sdc_reach.txt", srcdir ? srcdir : ".");
	read_list(path, &allowed);
	must(sdc_init(&s, netlist, NULL, &options, ""));
	must(sdc_make_interp(&s));
	reach.interp = s.interp;
	if (!Tcl_GetCommandInfo(s.interp, "::exec", &info))
		abort();
	reach.refuses = info.objProc;
	add_namespace(&reach, "::");
	OK(has(&reach.line, "command ::set") && has(&reach.line, "refused ::exec") &&
		   has(&reach.line, "subcommand ::string length") &&
		   has(&reach.line, "variable ::tcl_version") && reach.line.n > 200,
	   "%d things can be reached besides the commands of SDC", reach.line.n);
	compare(&reach.line, &allowed);
	OK(Tcl_ExposeCommand(s.interp, "exec", "exec_again") != TCL_OK &&
		   Tcl_ExposeCommand(s.interp, "open", "open_again") != TCL_OK &&
		   Tcl_ExposeCommand(s.interp, "tcl:file:exists", "exists_again") != TCL_OK,
	   "nothing is hidden");
	names_release(&reach.line);
	names_release(&allowed);
	sdc_release(&s);
}

/* ---- a Tcl to come ---- */

static int answer(ClientData data, Tcl_Interp *interp, int objc, Tcl_Obj *const objv[])
{
	(void)data, (void)objc, (void)objv;
	Tcl_SetObjResult(interp, Tcl_NewStringObj("reached", -1));
	return TCL_OK;
}

static bool reaches(Tcl_Interp *interp, const char *script)
{
	return Tcl_EvalEx(interp, script, -1, TCL_EVAL_GLOBAL) == TCL_OK &&
	       strcmp(Tcl_GetStringResult(interp), "reached") == 0;
}

/* What another release might add. */
static void check_additions(void)
{
	static const char *const ways[] = {
		"later",
		"::tcl::later",
		"::tcl::string::later",
		"string later",
		"::later::now",
		"set ::later::v",
		"set ::tcl_later",
		"set ::tcl_platform(later)",
		"expr {later()}",
	};
	Tcl_Interp *interp = Tcl_CreateInterp();
	bool before = true;

	if (Tcl_MakeSafe(interp) != TCL_OK)
		abort();
	Tcl_CreateObjCommand(interp, "later", answer, NULL, NULL);
	Tcl_CreateObjCommand(interp, "::tcl::later", answer, NULL, NULL);
	Tcl_CreateObjCommand(interp, "::tcl::string::later", answer, NULL, NULL);
	Tcl_CreateObjCommand(interp, "::tcl::mathfunc::later", answer, NULL, NULL);
	Tcl_CreateObjCommand(interp, "::later::now", answer, NULL, NULL);
	if (Tcl_EvalEx(interp,
		       "namespace ensemble configure string -map [dict replace [namespace ensemble "
		       "configure string -map] later ::tcl::string::later]\n"
		       "set ::later::v reached; set tcl_later reached\n"
		       "set tcl_platform(later) reached",
		       -1, TCL_EVAL_GLOBAL) != TCL_OK)
		abort();
	for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
		before = before && reaches(interp, ways[i]);
	OK(before, "what another release might add");
	must(sdc_confine(interp));
	for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
		OK(!reaches(interp, ways[i]), "isn't reached: %s", ways[i]);
	OK(Tcl_EvalEx(interp, "string length abc", -1, TCL_EVAL_GLOBAL) == TCL_OK,
	   "what is allowed is");
	Tcl_DeleteInterp(interp);
}

int main(int argc, char **argv)
{
	struct netlist *netlist;

	(void)argc;
	Tcl_FindExecutable(argv[0]);
	netlist = sdc_design();
	check_list(netlist);
	check_additions();
	netlist_unref(netlist);
	return tap_done();
}
