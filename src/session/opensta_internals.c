/* OpenSTA's internal commands (of its namespace) and older ones that scripts use, and what replaces
 * them here. */
#include <stdio.h>
#include <string.h>

#include "session/command.h"
#include "session/opensta.h"

static const struct {
	const char *name, *note;
} internals[] = {
	{"all_path_groups", "path_group_names returns them"},
	{"clear_sta", "close_design removes everything that was read"},
	{"cmd_corner", "there is one corner, so commands need none"},
	{"corners", "there is one corner, so commands need none"},
	{"delay_calc_names", "set_delay_calculator chooses dmp_ceff_elmore, lumped_cap or elmore"},
	{"delays_are_inf", "INF is the only value that is no number"},
	{"endpoint_count", "report_design_statistics counts, report_endpoints lists"},
	{"endpoint_violation_count", "report_endpoints lists endpoints within limits of slack"},
	{"endpoints",
	 "report_endpoints lists them; all_registers -data_pins and all_outputs return pins"},
	{"find_corner", "there is one corner, so commands need none"},
	{"find_delays", "timing is computed when something asks for it"},
	{"find_path_ends", "find_timing_paths returns paths"},
	{"find_requireds", "timing is computed when something asks for it"},
	{"format_area", "get_property gives numbers in the units that report_units shows"},
	{"format_capacitance", "get_property gives numbers in the units that report_units shows"},
	{"format_power", "get_property gives numbers in the units that report_units shows"},
	{"format_resistance", "get_property gives numbers in the units that report_units shows"},
	{"format_time", "get_property gives numbers in the units that report_units shows"},
	{"is_object", "object_class of get_property and -filter says what a name is"},
	{"network_instance_count",
	 "report_design_statistics counts; so does llength of get_cells -hierarchical *"},
	{"network_leaf_instance_count",
	 "report_design_statistics counts; so does llength of get_cells -hierarchical *"},
	{"network_net_count",
	 "report_design_statistics counts; so does llength of get_nets -hierarchical *"},
	{"network_pin_count",
	 "report_design_statistics counts; so does llength of get_pins -hierarchical *"},
	{"proc_redirect", "with_output_to_string takes a script's output"},
	{"report_loops", "check_setup -loops reports them"},
	{"set_cmd_corner", "there is one corner, so commands need none"},
	{"set_cmd_namespace", "commands of SDC and others are in one namespace"},
	{"set_crpr_enabled", "set_cppr and the variable sta_crpr_enabled do that"},
	{"set_crpr_mode", "set_cppr does that"},
	{"set_debug", "steps of algorithms are shown by the explorer; see help step"},
	{"set_thread_count", "--threads N of the command line says how many threads compute"},
	{"sort_by_full_name", "lsort sorts names"},
	{"sort_by_name", "lsort sorts names"},
	{"startpoints", "all_inputs and all_registers -clock_pins return them"},
	{"thread_count", "--threads N of the command line says how many threads compute"},
	{"times_are_inf", "INF is the only value that is no number"},
	{"update_timing", "timing is computed when something asks for it"},
	{"version", "warpscope --version prints it"},
};

static const char general[] =
	"get_property, find_timing_paths and get_cells, get_pins, … have what objects are and hold";

/* "worst_slack_cmd" is worst_slack. */
static const char *find_command(const char *name)
{
	static char note[80];
	size_t length = strlen(name);
	char base[64];

	if (length < 5 || length - 4 >= sizeof base || strcmp(name + length - 4, "_cmd") != 0)
		return NULL;
	memcpy(base, name, length - 4);
	base[length - 4] = '\0';
	if (!command_find(base))
		return NULL;
	snprintf(note, sizeof note, "%s does that", base);
	return note;
}

const char *opensta_internal_note(const char *name)
{
	bool inside;

	name += strncmp(name, "::", 2) == 0 ? 2 : 0;
	inside = strncmp(name, "sta::", 5) == 0;
	name += inside ? 5 : 0;
	for (size_t i = 0; i < sizeof internals / sizeof *internals; i++) {
		if (strcmp(internals[i].name, name) == 0)
			return internals[i].note;
	}
	if (!inside)
		return NULL;
	if (opensta_note(name))
		return opensta_note(name);
	return find_command(name) ? find_command(name) : general;
}
