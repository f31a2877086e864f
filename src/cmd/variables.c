#include "cmd/variables.h"

#include <string.h>

/* All of them are switches so far. */
struct variable {
	const char *name;
	const char *help;
	bool *(*place)(struct timing_settings *settings);
};

static bool *place_driver_pin(struct timing_settings *settings)
{
	return &settings->load_includes_driver_pin;
}

static const struct variable variables[] = {
	{"load_includes_driver_pin",
	 "Whether a driver's load includes its own pin's capacitance, as OpenSTA counts it (0)",
	 place_driver_pin},
	{0},
};

static const struct variable *find_variable(const char *name)
{
	const struct variable *v = variables;

	while (v->name && strcmp(v->name, name) != 0)
		v++;
	return v->name ? v : NULL;
}

static void show(Tcl_Interp *interp, const struct variable *v, struct timing_settings *settings)
{
	Tcl_SetVar(interp, v->name, *v->place(settings) ? "1" : "0", TCL_GLOBAL_ONLY);
}

static void trace_again(Tcl_Interp *interp, const struct variable *v, ClientData session);

/* Paths that were found before belong to the old setting, so they go with it. */
static void change(struct session *session, const struct variable *v, bool value)
{
	struct timing_settings settings = session->design.settings;

	*v->place(&settings) = value;
	session_set(session, &settings);
}

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
		show(interp, v, &session->design.settings);
		trace_again(interp, v, data);
		return NULL;
	}
	object = Tcl_GetVar2Ex(interp, name, NULL, TCL_GLOBAL_ONLY);
	if (object && Tcl_GetBooleanFromObj(NULL, object, &value) == TCL_OK) {
		change(session, v, value);
		return NULL;
	}
	show(interp, v, &session->design.settings);
	return "expected true or false";
}

static void trace_again(Tcl_Interp *interp, const struct variable *v, ClientData session)
{
	Tcl_TraceVar(interp, v->name, TCL_TRACE_WRITES | TCL_TRACE_UNSETS | TCL_GLOBAL_ONLY,
		     on_change, session);
}

void variables_bind(Tcl_Interp *interp, struct session *session)
{
	for (const struct variable *v = variables; v->name; v++) {
		show(interp, v, &session->design.settings);
		trace_again(interp, v, session);
	}
}

void variables_write_manual(struct text *out)
{
	for (const struct variable *v = variables; v->name; v++)
		text_printf(out, ".TP\n.B %s\n%s.\n", v->name, v->help);
}
