#include "session/foreign.h"

#include <stddef.h>
#include <string.h>

/* OpenSTA's, by name. */
static const struct {
	const char *name, *sentence;
} foreign[] = {
	{"connect_pin", "netlists aren't edited"},
	{"connect_pins", "netlists aren't edited"},
	{"define_corners", "corners are read_liberty -min and -max, early and late"},
	{"delete_instance", "netlists aren't edited"},
	{"delete_net", "netlists aren't edited"},
	{"disconnect_pin", "netlists aren't edited"},
	{"disconnect_pins", "netlists aren't edited"},
	{"find_timing", "timing is computed when something asks for it"},
	{"get_full_name", "get_property OBJECT full_name"},
	{"get_name", "get_property OBJECT name"},
	{"insert_buffer", "netlists aren't edited"},
	{"make_instance", "netlists aren't edited"},
	{"make_net", "netlists aren't edited"},
	{"read_parasitics", "read_spef reads parasitics"},
	{"read_power_activities", "power isn't computed"},
	{"read_saif", "power isn't computed"},
	{"read_sdf", "delays are computed from libraries and parasitics; SDF isn't read yet"},
	{"read_vcd", "power isn't computed"},
	{"replace_cell", "netlists aren't edited"},
	{"report_activity_annotation", "power isn't computed"},
	{"report_annotated_check", "SDF isn't read yet"},
	{"report_annotated_delay", "SDF isn't read yet"},
	{"report_arrival", "get_property PIN arrival_max_rise and the like"},
	{"report_check_types", "setup, hold, recovery and removal are in report_checks"},
	{"report_path", "report_checks reports paths"},
	{"report_power", "power isn't computed"},
	{"report_required", "get_property PIN required_max_rise and the like"},
	{"set_assigned_check", "delays are computed; none are annotated"},
	{"set_assigned_delay", "delays are computed; none are annotated"},
	{"set_assigned_transition", "delays are computed; none are annotated"},
	{"set_delay_calculator", "set_delay_model chooses lumped or Elmore wires"},
	{"set_power_activity", "power isn't computed"},
	{"total_negative_slack", "report_tns"},
	{"worst_negative_slack", "report_wns"},
	{"worst_slack", "report_worst_slack"},
	{"write_path_spice", "SPICE isn't written"},
	{"write_sdf", "SDF isn't written yet"},
	{"write_timing_model", "timing models aren't written"},
};

const char *foreign_command(const char *name)
{
	for (size_t i = 0; i < sizeof foreign / sizeof *foreign; i++) {
		if (strcmp(foreign[i].name, name) == 0)
			return foreign[i].sentence;
	}
	return NULL;
}
