#include "read/sdc/sdc_variables.h"

#include <string.h>

#include "read/sdc/sdc_impl.h"

const struct sdc_variable sdc_variables[] = {
	{"hierarchy_separator", "/", false, "levels of names are always joined by /"},
	{"sta_bidirect_net_paths_enabled", "0", true,
	 "what leaves a bidirectional pin doesn't come back into it"},
	{"sta_clock_through_tristate_enabled", "1", false,
	 "the enable of a tristate buffer passes clocks, too"},
	{"sta_cond_default_arcs_enabled", "1", false,
	 "arcs without a condition stay beside those that have one"},
	{"sta_crpr_enabled", NULL, true, NULL},
	{"sta_crpr_mode", "same_pin", true,
	 "credit is that of the last pin that launch and capture share, whatever their edges there"},
	{"sta_disable_recovery_removal_checks", "0", false, "recovery and removal are checked"},
	{"sta_dynamic_loop_breaking", "0", true,
	 "a combinational loop is broken at one arc, and no path passes that"},
	{"sta_gated_clock_checks_enabled", "1", false,
	 "clock gating is checked; set_disable_clock_gating_check leaves gates out"},
	{"sta_input_port_default_clock", "0", true, "ports without set_input_delay launch nothing"},
	{"sta_internal_bidirect_instance_paths_enabled", "0", true,
	 "what leaves a bidirectional pin doesn't go back into its cell"},
	{"sta_latch_checks_enabled", "1", false, "latches are checked"},
	{"sta_no_inv_delay_calc", "0", false,
	 "delays of inverters are computed like those of all cells"},
	{"sta_pocv_enabled", "0", true, "set_variation and run_ssta find how slacks vary"},
	{"sta_pocv_mode", "scalar", true, "set_variation and run_ssta find how slacks vary"},
	{"sta_preset_clear_arcs_enabled", "0", true, "no path passes a preset or clear pin"},
	{"sta_propagate_gated_clock_enable", "1", false,
	 "paths of a clock gate's enable go on through the gate"},
	{"sta_recovery_removal_checks_enabled", "1", false, "recovery and removal are checked"},
	{"sta_report_default_digits", NULL, false, NULL},
	{0},
};

static bool truth(const char *word, int *value)
{
	TCL_HELD Tcl_Obj *object = tcl_hold(tcl_new(word, -1));

	return Tcl_GetBooleanFromObj(NULL, object, value) == TCL_OK;
}

bool sdc_variable_is(const struct sdc_variable *variable, const char *word)
{
	int wanted, given;

	if (strcmp(variable->value, word) == 0)
		return true;
	return truth(variable->value, &wanted) && truth(word, &given) && wanted == given;
}

/* ---- in a file ---- */

/* A trace has its variable as data, as a script may call that by any name, and one that is unset is traced again. */
enum { TRACES = TCL_TRACE_WRITES | TCL_TRACE_UNSETS | TCL_GLOBAL_ONLY };
static const char reader[] = "warpscope reader", propagate[] = "sta_propagate_all_clocks";

static char *on_write(ClientData data, Tcl_Interp *interp, const char *unused, const char *element,
		      int flags)
{
	struct sdc *s = Tcl_GetAssocData(interp, reader, NULL);
	const struct sdc_variable *v = data;
	const char *word;

	(void)unused, (void)element;
	if (flags & TCL_INTERP_DESTROYED)
		return NULL;
	if (flags & TCL_TRACE_UNSETS)
		Tcl_TraceVar(interp, v->name, TRACES, on_write, data);
	word = Tcl_GetVar(interp, v->name, TCL_GLOBAL_ONLY);
	if (!word)
		return NULL;
	if (!v->value)
		sdc_variable_left_out(s, v, "the script that reads this file can set it");
	else if (!sdc_variable_is(v, word))
		sdc_variable_left_out(s, v, v->why);
	return NULL;
}

static char *on_propagate(ClientData data, Tcl_Interp *interp, const char *unused,
			  const char *element, int flags)
{
	struct sdc *s = data;
	Tcl_Obj *object;
	int value;

	(void)unused, (void)element;
	if (flags & TCL_INTERP_DESTROYED)
		return NULL;
	if (flags & TCL_TRACE_UNSETS)
		Tcl_TraceVar(interp, propagate, TRACES, on_propagate, data);
	object = Tcl_GetVar2Ex(interp, propagate, NULL, TCL_GLOBAL_ONLY);
	if (!object)
		return NULL;
	if (Tcl_GetBooleanFromObj(NULL, object, &value) != TCL_OK)
		return "expected 0 or 1";
	s->propagates = value;
	return NULL;
}

void sdc_bind_variables(struct sdc *s)
{
	Tcl_SetAssocData(s->interp, reader, NULL, s);
	for (const struct sdc_variable *v = sdc_variables; v->name; v++) {
		if (v->value)
			Tcl_SetVar(s->interp, v->name, v->value, TCL_GLOBAL_ONLY);
		Tcl_TraceVar(s->interp, v->name, TRACES, on_write, (ClientData)v);
	}
	Tcl_SetVar(s->interp, propagate, s->propagates ? "1" : "0", TCL_GLOBAL_ONLY);
	Tcl_TraceVar(s->interp, propagate, TRACES, on_propagate, s);
}
