#include "base/grow.h"
#include "base/print.h"
#include "base/tcl_text.h"
#include "read/sdc/sdc_variables.h"
#include "session/variables.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tcl.h>

/* A switch, or a text. */
struct variable {
	const char *name;
	bool (*get)(const struct session *session);
	void (*set)(struct session *session, bool value);
	const char *(*get_text)(const struct session *session); /* NULL = a switch */
	const char *(*set_text)(struct session *session,
				const char *value); /* why not, NULL = done */
	const char *help;
};

static bool get_driver_pin(const struct session *session)
{
	return session->design.settings.load_includes_driver_pin;
}

/* Paths that were found before belong to the old setting, so they go with it. */
static void set_driver_pin(struct session *session, bool value)
{
	struct timing_settings settings = session->design.settings;

	settings.load_includes_driver_pin = value;
	session_set_timing_settings(session, &settings);
}

static bool get_unclocked(const struct session *session)
{
	return !session->design.leaves_unclocked;
}

static void set_unclocked(struct session *session, bool value)
{
	if (value == get_unclocked(session))
		return;
	if (session->design.netlist)
		session_drop_for_edit(session);
	design_leave_unclocked(&session->design, !value);
}

static bool get_cppr(const struct session *session)
{
	return session_cppr_without_lens(session) != CREDIT_NONE;
}

static void set_cppr(struct session *session, bool value)
{
	if (value != get_cppr(session))
		session_set_cppr(session, value ? CREDIT_OPENSTA : CREDIT_NONE);
}

static const char *get_link_path(const struct session *session)
{
	return session_variables(session)->link_path ? session_variables(session)->link_path : "*";
}

static const char *set_link_path(struct session *session, const char *value)
{
	char *copy = copy_string(value);

	if (!copy)
		return "out of memory";
	free(session_variables(session)->link_path);
	session_variables(session)->link_path = copy;
	return NULL;
}

static bool get_boxes(const struct session *session)
{
	return !session_variables(session)->no_black_boxes;
}

static void set_boxes(struct session *session, bool value)
{
	session_variables(session)->no_black_boxes = !value;
}

static bool get_propagates(const struct session *session)
{
	return session_variables(session)->propagates;
}

static void set_propagates(struct session *session, bool value)
{
	session_variables(session)->propagates = value;
}

static const char *get_digits(const struct session *session)
{
	static char word[12];

	snprintf(word, sizeof word, "%d", session_variables(session)->report_digits);
	return word;
}

static const char *set_digits(struct session *session, const char *value)
{
	char *end;
	long digits = strtol(value, &end, 10);

	if (end == value || *end || digits < 0 || digits > 15)
		return "expected a number from 0 to 15";
	session_variables(session)->report_digits = (int)digits;
	return NULL;
}

static const struct variable variables[] = {
	{"link_path", NULL, NULL, get_link_path, set_link_path,
	 "Names of the libraries in which link_design looks for cells, in their order; * means "
	 "all others, the one read last first (*)"},
	{"link_make_black_boxes", get_boxes, set_boxes, NULL, NULL,
	 "Whether link_design takes cells that no library has as black boxes (1)"},
	{"load_includes_driver_pin", get_driver_pin, set_driver_pin, NULL, NULL,
	 "Whether a driver's load includes its own pin's capacitance, as OpenSTA counts it (0); on nets that several pins "
	 "may drive it always does"},
	{"check_unclocked_paths", get_unclocked, set_unclocked, NULL, NULL,
	 "Whether output delays check data that no clock launched, from time 0 on, as OpenSTA 2 does; with 0, as in "
	 "OpenSTA 3, such paths are unconstrained (0)"},
	{"sta_crpr_enabled", get_cppr, set_cppr, NULL, NULL,
	 "OpenSTA's name for set_cppr: 0 is off, 1 is opensta, or tau when that is set (1)"},
	{"sta_propagate_all_clocks", get_propagates, set_propagates, NULL, NULL,
	 "Whether clocks that are created from now on are propagated, as by set_propagated_clock (0)"},
	{"sta_report_default_digits", NULL, NULL, get_digits, set_digits,
	 "Decimals of reports without -digits (2)"},
	{0},
};

static void show(Tcl_Interp *interp, const struct variable *v, const struct session *session)
{
	const char *value = v->get_text ? v->get_text(session) : v->get(session) ? "1" : "0";

	Tcl_SetVar(interp, v->name, value, TCL_GLOBAL_ONLY);
}

/* The session of the interpreter; a trace has its variable as data, as a script may call that by any name. */
static const char session_key[] = "warpscope session";

static void trace(Tcl_Interp *interp, const char *name, Tcl_VarTraceProc *on, const void *variable)
{
	Tcl_TraceVar(interp, name, TCL_TRACE_WRITES | TCL_TRACE_UNSETS | TCL_GLOBAL_ONLY, on,
		     (ClientData)variable);
}

/* A variable that is unset comes back: it is a setting, and has a value. */
static char *on_change(ClientData data, Tcl_Interp *interp, const char *unused, const char *element,
		       int flags)
{
	const struct variable *v = data;
	struct session *session;
	Tcl_Obj *object;
	const char *why;
	int value;

	(void)unused, (void)element;
	if (flags & TCL_INTERP_DESTROYED)
		return NULL;
	session = Tcl_GetAssocData(interp, session_key, NULL);
	if (flags & TCL_TRACE_UNSETS) {
		show(interp, v, session);
		trace(interp, v->name, on_change, v);
		return NULL;
	}
	object = Tcl_GetVar2Ex(interp, v->name, NULL, TCL_GLOBAL_ONLY);
	if (object && v->set_text) {
		why = v->set_text(session, tcl_text(object));
		if (why)
			show(interp, v, session);
		return (char *)why;
	}
	if (object && Tcl_GetBooleanFromObj(NULL, object, &value) == TCL_OK) {
		v->set(session, value);
		return NULL;
	}
	show(interp, v, session);
	return "expected true or false";
}

/* ---- those with one value ---- */

/* Another value is warned of, and the variable keeps its own. */
static char *on_fixed(ClientData data, Tcl_Interp *interp, const char *unused, const char *element,
		      int flags)
{
	const struct sdc_variable *v = data;
	uint32_t bit = UINT32_C(1) << (v - sdc_variables);
	struct session *session;
	Tcl_Obj *word;

	(void)unused, (void)element;
	if (flags & TCL_INTERP_DESTROYED)
		return NULL;
	session = Tcl_GetAssocData(interp, session_key, NULL);
	word = Tcl_GetVar2Ex(interp, v->name, NULL, TCL_GLOBAL_ONLY);
	session_variables(session)->left_out &= ~bit;
	if (word && !sdc_variable_is(v, tcl_text(word))) {
		print_error("warning: %s stays %s, %.100s is not supported: %s\n", v->name,
			    v->value, tcl_text(word), v->why);
		session_variables(session)->left_out |= v->loses ? bit : 0;
	}
	Tcl_SetVar(interp, v->name, v->value, TCL_GLOBAL_ONLY);
	if (flags & TCL_TRACE_UNSETS)
		trace(interp, v->name, on_fixed, v);
	return NULL;
}

int variables_left_out(const struct session *session, struct text *first)
{
	int n = 0;

	for (int i = 0; sdc_variables[i].name; i++) {
		if (!(session_variables(session)->left_out >> i & 1))
			continue;
		if (!n++)
			text_printf(first, "%s", sdc_variables[i].name);
	}
	return n;
}

/* ---- all ---- */

void variables_bind(Tcl_Interp *interp, struct session *session)
{
	Tcl_SetAssocData(interp, session_key, NULL, session);
	for (const struct variable *v = variables; v->name; v++) {
		show(interp, v, session);
		trace(interp, v->name, on_change, v);
	}
	for (const struct sdc_variable *v = sdc_variables; v->name; v++) {
		if (!v->value)
			continue;
		Tcl_SetVar(interp, v->name, v->value, TCL_GLOBAL_ONLY);
		trace(interp, v->name, on_fixed, v);
	}
}

/* ---- those of the screen ---- */

/* setting NAME ?VALUE?: its result, which is the error when it fails; to be given back. */
static Tcl_Obj *call_setting(Tcl_Interp *interp, const char *name, const char *value, int *code)
{
	Tcl_InterpState state = Tcl_SaveInterpState(interp, TCL_OK);
	Tcl_Obj *word[] = {tcl_new("::setting", -1), tcl_new(name, -1),
			   tcl_new(value ? value : "", -1)};
	Tcl_Obj *result;

	for (int i = 0; i < 3; i++)
		Tcl_IncrRefCount(word[i]);
	*code = Tcl_EvalObjv(interp, value ? 3 : 2, word, TCL_EVAL_GLOBAL);
	result = Tcl_GetObjResult(interp);
	Tcl_IncrRefCount(result);
	for (int i = 0; i < 3; i++)
		Tcl_DecrRefCount(word[i]);
	Tcl_RestoreInterpState(interp, state);
	return result;
}

static void trace_setting(Tcl_Interp *interp, const char *name);

static char *on_setting(ClientData data, Tcl_Interp *interp, const char *unused,
			const char *element, int flags)
{
	const char *name = data; /* in a script it may have another */
	const char *value = NULL;
	Tcl_Obj *result;
	int code;

	(void)unused, (void)element;
	if (flags & TCL_INTERP_DESTROYED)
		return NULL;
	if (flags & TCL_TRACE_WRITES)
		value = Tcl_GetVar(interp, name, TCL_GLOBAL_ONLY);
	result = call_setting(interp, name, value, &code);
	if (code != TCL_OK) {
		/* The next one to read it hears what it really is. */
		return (char *)result;
	}
	Tcl_SetVar2Ex(interp, name, NULL, result, TCL_GLOBAL_ONLY);
	Tcl_DecrRefCount(result);
	if (flags & TCL_TRACE_UNSETS)
		trace_setting(interp, name);
	return NULL;
}

static void trace_setting(Tcl_Interp *interp, const char *name)
{
	Tcl_TraceVar(interp, name,
		     TCL_TRACE_READS | TCL_TRACE_WRITES | TCL_TRACE_UNSETS |
			     TCL_TRACE_RESULT_OBJECT | TCL_GLOBAL_ONLY,
		     on_setting, (ClientData)name);
}

void variables_bind_settings(Tcl_Interp *interp, const char *const *names)
{
	for (; names && *names; names++) {
		Tcl_SetVar(interp, *names, "", TCL_GLOBAL_ONLY);
		trace_setting(interp, *names);
	}
}

static void write_fixed(const struct sdc_variable *v, struct text *out)
{
	text_printf(out, "Of OpenSTA, always %s: %s. Another value is warned of%s.\n", v->value,
		    v->why, v->loses ? ", and slack counts as maybe better than it is" : "");
}

bool variable_write_help(const char *name, struct text *out)
{
	name += strncmp(name, "::", 2) == 0 ? 2 : 0;
	for (const struct variable *v = variables; v->name; v++) {
		if (strcmp(v->name, name) != 0)
			continue;
		text_printf(out, "variable %s\n    %s\n", name, v->help);
		return true;
	}
	for (const struct sdc_variable *v = sdc_variables; v->name; v++) {
		if (strcmp(v->name, name) != 0)
			continue;
		text_printf(out, "variable %s\n    ", name);
		write_fixed(v, out);
		return true;
	}
	return false;
}

void variables_write_manual(struct text *out)
{
	for (const struct variable *v = variables; v->name; v++)
		text_printf(out, ".TP\n.B %s\n%s.\n", v->name, v->help);
	for (const struct sdc_variable *v = sdc_variables; v->name; v++) {
		if (!v->value)
			continue;
		text_printf(out, ".TP\n.B %s\n", v->name);
		write_fixed(v, out);
	}
}

/* ---- its part of the session ---- */

static void drop(struct session *session)
{
	free(session_variables(session)->link_path);
}

const struct session_part variables_part = {.size = sizeof(struct session_variables), .drop = drop};
