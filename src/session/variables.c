#include "base/grow.h"
#include "session/session.h"
#include "session/variables.h"

#include <stdlib.h>
#include <string.h>

/* A switch, or a text. */
struct variable {
	const char *name;
	const char *help;
	bool (*get)(const struct session *session);
	void (*set)(struct session *session, bool value);
	const char *(*get_text)(const struct session *session); /* NULL = a switch */
	bool (*set_text)(struct session *session, const char *value);
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
	session_set(session, &settings);
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
		session_outdate(session);
	design_leave_unclocked(&session->design, !value);
}

static bool get_cppr(const struct session *session)
{
	return session->cppr != CREDIT_NONE;
}

static void set_cppr(struct session *session, bool value)
{
	if (value != get_cppr(session))
		session_set_cppr(session, value ? CREDIT_OPENSTA : CREDIT_NONE);
}

static const char *get_link_path(const struct session *session)
{
	return session->link_path ? session->link_path : "*";
}

static bool set_link_path(struct session *session, const char *value)
{
	char *copy = copy_string(value);

	if (!copy)
		return false;
	free(session->link_path);
	session->link_path = copy;
	return true;
}

static const struct variable variables[] = {
	{"link_path",
	 "Names of the libraries in which link_design looks for cells, in their order; * means "
	 "all others in the order read (*)",
	 NULL, NULL, get_link_path, set_link_path},
	{"load_includes_driver_pin",
	 "Whether a driver's load includes its own pin's capacitance, as OpenSTA counts it (0); on nets that several pins "
	 "may drive it always does",
	 get_driver_pin, set_driver_pin, NULL, NULL},
	{"check_unclocked_paths",
	 "Whether output delays check data that no clock launched, from time 0 on, as OpenSTA 2 does; with 0, as in "
	 "OpenSTA 3, such paths are unconstrained (0)",
	 get_unclocked, set_unclocked, NULL, NULL},
	{"sta_crpr_enabled",
	 "OpenSTA's name for set_cppr: 0 is off, 1 is opensta, or tau when that is set (1)",
	 get_cppr, set_cppr, NULL, NULL},
	{0},
};

static const struct variable *find_variable(const char *name)
{
	const struct variable *v = variables;

	while (v->name && strcmp(v->name, name) != 0)
		v++;
	return v->name ? v : NULL;
}

static void show(Tcl_Interp *interp, const struct variable *v, const struct session *session)
{
	const char *value = v->get_text ? v->get_text(session) : v->get(session) ? "1" : "0";

	Tcl_SetVar(interp, v->name, value, TCL_GLOBAL_ONLY);
}

static void trace_again(Tcl_Interp *interp, const struct variable *v, ClientData session);

/* A variable that is unset comes back: it is a setting, and has a value. */
static char *on_change(ClientData data, Tcl_Interp *interp, const char *name, const char *element,
		       int flags)
{
	struct session *session = data;
	const struct variable *v = find_variable(name);
	Tcl_Obj *object;
	int value;

	(void)element;
	if (!v || (flags & TCL_INTERP_DESTROYED))
		return NULL;
	if (flags & TCL_TRACE_UNSETS) {
		show(interp, v, session);
		trace_again(interp, v, data);
		return NULL;
	}
	object = Tcl_GetVar2Ex(interp, name, NULL, TCL_GLOBAL_ONLY);
	if (object && v->set_text)
		return v->set_text(session, Tcl_GetString(object)) ? NULL : "out of memory";
	if (object && Tcl_GetBooleanFromObj(NULL, object, &value) == TCL_OK) {
		v->set(session, value);
		return NULL;
	}
	show(interp, v, session);
	return "expected true or false";
}

static void trace_again(Tcl_Interp *interp, const struct variable *v, ClientData session)
{
	Tcl_TraceVar(interp, v->name, TCL_TRACE_WRITES | TCL_TRACE_UNSETS | TCL_GLOBAL_ONLY,
		     on_change, session);
}

/* Variables of OpenSTA that have one value here: where another could make slack worse, it is refused. */
struct fixed {
	const char *name, *value, *refusal;
};

static const struct fixed fixed[] = {
	{"sta_propagate_all_clocks", "0",
	 "not supported: set_propagated_clock [all_clocks] behind the clocks' definitions does it"},
	{"sta_preset_clear_arcs_enabled", "0",
	 "not supported: paths through presets and clears aren't timed"},
	{"sta_clock_through_tristate_enabled", "0",
	 "not supported: clocks end at three-state enables"},
	{"sta_input_port_default_clock", "0",
	 "not supported: set_input_delay -clock says which clock an input has; check_unclocked_paths "
	 "checks others from time 0 on"},
	{"sta_dynamic_loop_breaking", "0",
	 "not supported: a loop is broken at one arc for all paths"},
	{"sta_crpr_mode", "same_pin",
	 "not supported: set_cppr tau gives credit for the same edge only"},
	{"sta_pocv_enabled", "0", "not supported: set_variation and run_ssta find how slacks vary"},
	{0},
};

static bool has_value(Tcl_Obj *object, const char *value)
{
	int given, wanted;
	Tcl_Obj *text = Tcl_NewStringObj(value, -1);
	bool same = strcmp(Tcl_GetString(object), value) == 0;

	Tcl_IncrRefCount(text);
	if (!same && Tcl_GetBooleanFromObj(NULL, object, &given) == TCL_OK &&
	    Tcl_GetBooleanFromObj(NULL, text, &wanted) == TCL_OK)
		same = given == wanted;
	Tcl_DecrRefCount(text);
	return same;
}

static char *on_fixed(ClientData data, Tcl_Interp *interp, const char *name, const char *element,
		      int flags)
{
	const struct fixed *v = data;
	Tcl_Obj *object;

	(void)element, (void)name;
	if (flags & TCL_INTERP_DESTROYED)
		return NULL;
	object = Tcl_GetVar2Ex(interp, v->name, NULL, TCL_GLOBAL_ONLY);
	if (!object || has_value(object, v->value))
		return NULL;
	Tcl_SetVar(interp, v->name, v->value, TCL_GLOBAL_ONLY);
	return (char *)v->refusal;
}

void variables_bind(Tcl_Interp *interp, struct session *session)
{
	for (const struct fixed *v = fixed; v->name; v++)
		Tcl_TraceVar(interp, v->name, TCL_TRACE_WRITES | TCL_GLOBAL_ONLY, on_fixed,
			     (ClientData)v);
	for (const struct variable *v = variables; v->name; v++) {
		show(interp, v, session);
		trace_again(interp, v, session);
	}
}

/* ---- those of the screen ---- */

/* setting NAME ?VALUE?: its result, which is the error when it fails; to be given back. */
static Tcl_Obj *call_setting(Tcl_Interp *interp, const char *name, const char *value, int *code)
{
	Tcl_InterpState state = Tcl_SaveInterpState(interp, TCL_OK);
	Tcl_Obj *word[] = {Tcl_NewStringObj("::setting", -1), Tcl_NewStringObj(name, -1),
			   Tcl_NewStringObj(value ? value : "", -1)};
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

void variables_write_manual(struct text *out)
{
	for (const struct variable *v = variables; v->name; v++)
		text_printf(out, ".TP\n.B %s\n%s.\n", v->name, v->help);
}
