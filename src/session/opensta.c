/* OpenSTA's commands (2.0 and 3), in alphabetical order, and our differences; doc/opensta.md is generated from it, and tests/report/t_opensta_table.sh compares it with the tables of commands. */
#include "session/opensta.h"

#include <string.h>

#include "base/grow.h"
#include "read/sdc/sdc_table.h"
#include "session/command.h"

struct opensta_command {
	const char *name;
	const char *options; /* all that it has there, separated by blanks; NULL = none */
	const char *note;    /* how it differs; why it isn't here, or what to use; NULL = nothing */
};

/* Notes of several. */
#define NOT_EDITED                                                                                 \
	"netlists aren't edited: change the Verilog and read it again, or use buffer_nets and build_clock_tree"
#define NO_SCENES                                                                                  \
	"there are no scenes and modes: read_liberty -min and -max give early and late libraries, and a session has one set of constraints"
#define NO_POWER                                                                                   \
	"power isn't computed: report_design_statistics and write_timing_pins give fan-outs, loads and slews to another tool"
#define OF_SCRIPTS "not in OpenSTA's manual, but in its scripts"

/* clang-format off */
static const struct opensta_command
	table
		[] =
			{
				{"all_clocks", NULL, NULL},
				{"all_inputs", "-no_clocks", NULL},
				{"all_outputs", NULL, NULL},
				{"all_registers",
				 "-clock -rise_clock -fall_clock -cells -data_pins -clock_pins -async_pins -output_pins -level_sensitive -edge_triggered",
				 NULL},
				{"check_setup", "-verbose -no_input_delay -no_output_delay -multiple_clock -no_clock -unconstrained_endpoints -loops -generated_clocks",
				 "loops as the arcs left out to break them; endpoints also of recovery, removal and hold; without a flag also nets and instances"},
				{"connect_pin", NULL, NOT_EDITED},
				{"connect_pins", NULL, NOT_EDITED},
				{"create_clock", "-name -period -waveform -add -comment",
				 "-period 0 is an error; OpenSTA takes it, and checks all that the clock captures against time 0"},
				{"create_generated_clock",
				 "-name -source -master_clock -divide_by -multiply_by -duty_cycle -invert -edges -edge_shift -combinational -add -pll_output -pll_feedback -comment",
				 NULL},
				{"create_voltage_area", "-name -coordinate -guard_band_x -guard_band_y",
				 "accepted, has no effect, as in OpenSTA"},
				{"current_design", NULL, NULL},
				{"current_instance", NULL, NULL},
				{"define_analysis_corner",
				 "-liberty -liberty_min -liberty_max -spef -spef_min -spef_max -sdc",
				 NO_SCENES},
				{"define_corners", NULL,
				 "one corner, whose name options may have; read_liberty -min and -max give early and late libraries"},
				{"define_property", "-object_type -type",
				 "objects have no properties of users: a Tcl array or dict by get_full_name keeps them"},
				{"define_scene",
				 "-mode -liberty -liberty_min -liberty_max -spef -spef_min -spef_max",
				 NO_SCENES},
				{"delete_clock", "-all", NULL},
				{"delete_from_list", NULL, "remove_from_collection does that"},
				{"delete_generated_clock", "-all", NULL},
				{"delete_instance", NULL, NOT_EDITED},
				{"delete_net", NULL, NOT_EDITED},
				{"disconnect_pin", "-all", NOT_EDITED},
				{"disconnect_pins", "-all", NOT_EDITED},
				{"elapsed_run_time", NULL, NULL},
				{"find_timing", "-full_update",
				 "timing is computed when something asks for it"},
				{"find_timing_paths",
				 "-from -rise_from -fall_from -through -rise_through -fall_through -to -rise_to -fall_to -path_delay -unconstrained -scenes -corner -group_path_count -group_count -endpoint_path_count -endpoint_count -unique_paths_to_endpoint -unique_edges_to_endpoint -slack_max -slack_min -sort_by_slack -path_group",
				 NULL},
				{"get_analysis_corners", "-filter", NO_SCENES},
				{"get_cells",
				 "-hierarchical -hsc -filter -regexp -nocase -quiet -of_objects",
				 NULL},
				{"get_clocks", "-regexp -nocase -quiet -filter", NULL},
				{"get_fanin",
				 "-to -flat -only_cells -startpoints_only -levels -pin_levels -trace_arcs",
				 "always flat; of blocks the leaf pins that they lead to"},
				{"get_fanout",
				 "-from -flat -only_cells -endpoints_only -levels -pin_levels -trace_arcs",
				 "always flat; of blocks the leaf pins that they lead to, of nets what their drivers lead to"},
				{"get_full_name", NULL, NULL},
				{"get_lib_cells", "-hsc -regexp -nocase -quiet -filter -of_objects",
				 NULL},
				{"get_lib_pins", "-hsc -regexp -nocase -quiet -filter -of_objects",
				 "patterns are LIB/CELL/PIN or CELL/PIN, as in OpenSTA 3; * finds nothing, with a warning"},
				{"get_libs", "-regexp -nocase -quiet -filter", NULL},
				{"get_modes", "-filter", NO_SCENES},
				{"get_name", NULL, NULL},
				{"get_nets",
				 "-hierarchical -hsc -regexp -nocase -quiet -filter -of_objects",
				 NULL},
				{"get_pins",
				 "-hierarchical -hsc -quiet -filter -regexp -nocase -of_objects",
				 NULL},
				{"get_ports", "-quiet -filter -regexp -nocase -of_objects", NULL},
				{"get_property", "-object_type",
				 "no activities; the delay of a path isn't rounded to floats"},
				{"get_scenes", "-modes -filter", NO_SCENES},
				{"get_timing_edges", "-from -to -of_objects -filter",
				 "edges of instances only, not of library cells; for set_disable_timing one means all arcs between its pins"},
				{"group_path",
				 "-name -weight -critical_range -default -comment -from -rise_from -fall_from -through -rise_through -fall_through -to -rise_to -fall_to",
				 NULL},
				{"help", "-verbose", NULL},
				{"include", "-echo -verbose", NULL},
				{"insert_buffer", NULL, NOT_EDITED},
				{"link_design", "-no_black_boxes", NULL},
				{"log_begin", NULL, "standard output only"},
				{"log_end", NULL, NULL},
				{"make_instance", NULL, NOT_EDITED},
				{"make_net", NULL, NOT_EDITED},
				{"make_port", NULL, NOT_EDITED},
				{"path_group_names", NULL,
				 "not a command of OpenSTA, but sta::path_group_names of its insides"},
				{"read_liberty", "-corner -min -max -infer_latches -no_latch_infer",
				 NULL},
				{"read_parasitics",
				 "-min -max -elmore -path -increment -pin_cap_included -keep_capacitive_coupling -coupling_reduction_factor -reduce_to -delete_after_reduce -quiet -save",
				 "read_spef reads parasitics"},
				{"read_power_activities", "-scope -vcd", NO_POWER},
				{"read_saif", "-scope", NO_POWER},
				{"read_sdc", "-echo -mode",
				 "runs in a child process without files, processes and network"},
				{"read_sdf",
				 "-path -corner -scene -analysis_type -type -min_type -max_type -cond_use -incremental_only -unescaped_dividers",
				 "without -analysis_type on_chip_variation: early delays have the minimum of a triple, late ones the maximum, checks the maximum; PORT, NETDELAY and instances * too; conditions are compared with sdf_cond, and as functions with when; RETAIN is the early delay; INCREMENT adds to what is computed, or to what was annotated before; values for three states count also where there are two; a hold check without a minimum has the maximum"},
				{"read_spef",
				 "-name -corner -min -max -path -pin_cap_included -keep_capacitive_coupling -coupling_reduction_factor -reduce -reduce_to -elmore -increment -delete_after_reduce -quiet -save",
				 "nets that are no trees are solved as networks, where OpenSTA opens loops"},
				{"read_vcd", "-scope -mode -begin_time -end_time", NO_POWER},
				{"read_verilog", NULL, NULL},
				{"redirect_file_append_begin", NULL, NULL},
				{"redirect_file_begin", NULL, NULL},
				{"redirect_file_end", NULL, NULL},
				{"redirect_string_begin", NULL, NULL},
				{"redirect_string_end", NULL, NULL},
				{"replace_cell", NULL,
				 "the cells have the same pins in the same order; annotated delays of the instance are dropped, with a warning; all timing is computed again"},
				{"report_activity_annotation",
				 "-report_unannotated -report_annotated", NO_POWER},
				{"report_annotated_check",
				 "-setup -hold -recovery -removal -nochange -width -period -max_skew -scene -max_lines -max_line -report_annotated -report_unannotated -list_annotated -list_not_annotated -constant_arcs",
				 "an arc counts when one of its transitions is annotated, as in 2.0"},
				{"report_annotated_delay",
				 "-cell -net -from_in_ports -to_out_ports -scene -max_lines -max_line -report_annotated -report_unannotated -list_annotated -list_not_annotated -constant_arcs",
				 "an arc counts when one of its transitions is annotated, as in 2.0"},
				{"report_arrival", "-scene -report_variance -digits", NULL},
				{"report_cell", "-connections -verbose", "gone in OpenSTA 3, report_instance is the same"},
				{"report_check_types", "-scenes -corner -violators -all_violators -verbose -format -max_delay -min_delay -recovery -removal -clock_gating_setup -clock_gating_hold -max_slew -min_slew -max_transition -min_transition -max_fanout -min_fanout -max_capacitance -min_capacitance -min_pulse_width -min_period -max_skew -net -max_count -digits -no_line_splits",
				 "fan-outs of -1 are shown, where OpenSTA leaves a blank; loads without fanout_load count 1; with -max_transition slews have the words of OpenSTA 2; -violators lists also what is violated by less than the last digit"},
				{"report_checks", "-from -rise_from -fall_from -through -rise_through -fall_through -to -rise_to -fall_to -unconstrained -path_delay -scenes -corner -group_path_count -group_count -endpoint_path_count -endpoint_count -unique_paths_to_endpoint -unique_edges_to_endpoint -slack_max -slack_min -sort_by_slack -path_group -format -fields -digits -no_line_splits",
				 "-format summary names the startpoint's own cell, where OpenSTA prints the endpoint's. Fields stand as in OpenSTA 3: nets and input pins have lines of their own, and fan-outs a column. Of its texts these are otherwise: after \"time given to startpoint\" and the latency of an ideal generated clock times go on from the line before; a clock as data has the edge that arrives; JSON has the times that add up to the required one, and as many digits as -digits. A -path_group that isn't there is an error. Data passes open latches in hold checks, too"},
				{"report_clock_latency", "-clocks -scenes -include_internal_latency -digits",
				 "the latency of the master's source counts once; of an ideal clock's network it is what was set, where OpenSTA 3 reports the network's delays"},
				{"report_clock_min_period", "-clocks -include_port_paths", NULL},
				{"report_clock_properties", NULL, NULL},
				{"report_clock_skew",
				 "-setup -hold -clocks -scenes -include_internal_latency -digits",
				 "the credit for the common path makes hold skews better, as it does in report_checks; OpenSTA subtracts it"},
				{"report_constant", NULL, NULL},
				{"report_dcalc", "-from -to -scene -min -max -digits",
				 "as set_delay_calculator says; the sense of an arc is there also where the library doesn't say it"},
				{"report_disabled_edges", NULL, NULL},
				{"report_edges", "-from -to -digits -report_variance",
				 "an edge that is disabled has delays of 0"},
				{"report_instance", "-connections -verbose",
				 "always with its pins"},
				{"report_lib_cell", NULL, "as in OpenSTA 2; 3 also lists timing arcs"},
				{"report_net", "-connections -verbose -scene -digits", "as in OpenSTA 2; 3 counts drivers, loads and pins"},
				{"report_object_full_names", "-verbose", NULL},
				{"report_object_names", "-verbose", NULL},
				{"report_parasitic_annotation", "-name -report_unannotated", NULL},
				{"report_path", "-min -max -format -fields -digits -no_line_splits",
				 "ideal clocks have their network's latency in the arrival"},
				{"report_pin", NULL, "gone in OpenSTA 3"},
				{"report_power",
				 "-instances -highest_power_instances -scene -digits -format", NO_POWER},
				{"report_pulse_width_checks", "-verbose -corner -digits -no_line_splits",
				 "gone in OpenSTA 3, as report_check_types -min_pulse_width; an ideal clock's pulses are those of its waveform; tables of libraries, and widths of pins that are no register's clock, count too"},
				{"report_required", "-scene -report_variance -digits",
				 "before CPPR"},
				{"report_slack", "-scene -report_variance -digits", "before CPPR"},
				{"report_slews", "-scenes -digits -report_variance",
				 "at registers' clock pins, of ideal clocks the slew that checks go by"},
				{"report_tns", "-min -max -digits", NULL},
				{"report_units", NULL, "time, capacitance and resistance"},
				{"report_wns", "-min -max -digits", NULL},
				{"report_worst_slack", "-min -max -digits", NULL},
				{"set_assigned_check",
				 "-setup -hold -recovery -removal -rise -fall -corner -min -max -from -to -clock -cond -worst",
				 "set_annotated_check is the same; what isn't there is warned of; hold and removal are early, so -max only says nothing of them"},
				{"set_assigned_delay",
				 "-cell -net -rise -fall -corner -min -max -from -to",
				 "set_annotated_delay is the same, with -increment; what isn't there is warned of"},
				{"set_assigned_transition", "-rise -fall -corner -min -max",
				 "set_annotated_transition is the same"},
				{"set_case_analysis", NULL, NULL},
				{"set_clock_gating_check", "-setup -hold -rise -fall -low -high",
				 NULL},
				{"set_clock_groups",
				 "-name -logically_exclusive -physically_exclusive -asynchronous -allow_paths -comment -group",
				 NULL},
				{"set_clock_latency",
				 "-source -clock -rise -fall -min -max -early -late", NULL},
				{"set_clock_sense",
				 "-positive -negative -pulse -stop_propagation -clock", NULL},
				{"set_clock_transition", "-rise -fall -min -max", NULL},
				{"set_clock_uncertainty",
				 "-from -rise_from -fall_from -to -rise_to -fall_to -rise -fall -setup -hold",
				 NULL},
				{"set_cmd_analysis_corner", NULL, NO_SCENES},
				{"set_cmd_units",
				 "-capacitance -resistance -time -voltage -current -power -distance",
				 "in an SDC file it holds to the end of the file"},
				{"set_data_check",
				 "-from -rise_from -fall_from -to -rise_to -fall_to -setup -hold -clock",
				 NULL},
				{"set_delay_calculator",
				 NULL, "lumped_cap and dmp_ceff_elmore are OpenSTA's, elmore "
				 "is Elmore's delay with PERI slews"},
				{"set_disable_clock_gating_check", NULL, NULL},
				{"set_disable_inferred_clock_gating", NULL, NULL},
				{"set_disable_timing", "-from -to", NULL},
				{"set_drive", "-rise -fall -min -max", "skipped with a warning, and a batch fails unless it says 0: set_driving_cell and set_input_transition describe what drives a port"},
				{"set_driving_cell", "-lib_cell -library -rise -fall -min -max -pin -from_pin -input_transition_rise -input_transition_fall -multiply_by -dont_scale -no_design_rule",
				 "-multiply_by other than 1 fails a batch"},
				{"set_elmore", "-min -max", NULL},
				{"set_false_path",
				 "-setup -hold -rise -fall -reset_path -comment -from -rise_from -fall_from -through -rise_through -fall_through -to -rise_to -fall_to",
				 NULL},
				{"set_fanout_load", NULL, "accepted, has no effect, as in OpenSTA"},
				{"set_hierarchy_separator", NULL, NULL},
				{"set_ideal_latency", "-rise -fall -min -max", "skipped with a warning, and a batch fails; OpenSTA 3 ignores it: set_clock_latency gives ideal clocks theirs"},
				{"set_ideal_net", NULL, "accepted, has no effect, as in OpenSTA"},
				{"set_ideal_network", "-no_propagation", "accepted, has no effect, as in OpenSTA"},
				{"set_ideal_transition", "-rise -fall -min -max", "skipped with a warning, and a batch fails; OpenSTA 3 ignores it: set_clock_transition gives ideal clocks theirs"},
				{"set_input_delay",
				 "-rise -fall -max -min -clock -clock_fall -reference_pin -source_latency_included -network_latency_included -add_delay",
				 NULL},
				{"set_input_transition", "-rise -fall -min -max -clock -clock_fall", "-clock counts for all clocks, as in OpenSTA, with a warning; a batch fails where another clock's differs"},
				{"set_level_shifter_strategy", "-rule", "accepted, has no effect, as in OpenSTA"},
				{"set_level_shifter_threshold", "-voltage", "accepted, has no effect, as in OpenSTA"},
				{"set_load",
				 "-rise -fall -max -min -subtract_pin_load -pin_load -wire_load",
				 NULL},
				{"set_logic_dc", NULL, "skipped with a warning; without it slack is no better: set_case_analysis sets constants"},
				{"set_logic_one", NULL, NULL},
				{"set_logic_zero", NULL, NULL},
				{"set_max_area", NULL, "accepted, has no effect, as in OpenSTA"},
				{"set_max_capacitance", NULL, NULL},
				{"set_max_delay", "-rise -fall -ignore_clock_latency -probe -reset_path -comment -from -rise_from -fall_from -through -rise_through -fall_through -to -rise_to -fall_to",
				 "a warning says at which pins it cuts paths"},
				{"set_max_dynamic_power", NULL, "accepted, has no effect, as in OpenSTA"},
				{"set_max_fanout", NULL, NULL},
				{"set_max_leakage_power", NULL, "accepted, has no effect, as in OpenSTA"},
				{"set_max_time_borrow", NULL, NULL},
				{"set_max_transition", "-clock_path -data_path -rise -fall", NULL},
				{"set_min_capacitance", NULL, NULL},
				{"set_min_delay", "-rise -fall -ignore_clock_latency -probe -reset_path -comment -from -rise_from -fall_from -through -rise_through -fall_through -to -rise_to -fall_to",
				 "a warning says at which pins it cuts paths"},
				{"set_min_pulse_width", "-low -high", NULL},
				{"set_mode", NULL, NO_SCENES},
				{"set_multicycle_path",
				 "-setup -hold -rise -fall -start -end -reset_path -comment -from -rise_from -fall_from -through -rise_through -fall_through -to -rise_to -fall_to",
				 NULL},
				{"set_operating_conditions",
				 "-analysis_type -library -min -max -min_library -max_library",
				 "early and late delays stay apart, whatever -analysis_type; single scales both to the conditions of late ones"},
				{"set_output_delay",
				 "-rise -fall -max -min -clock -clock_fall -reference_pin -source_latency_included -network_latency_included -add_delay",
				 NULL},
				{"set_path_margin", "-setup -hold -rise -fall -from -rise_from -fall_from -through -rise_through -fall_through -to -rise_to -fall_to", NULL},
				{"set_pi_model", "-min -max", NULL},
				{"set_pocv_sigma_factor", NULL,
				 "set_variation and run_ssta find how slacks vary"},
				{"set_port_fanout_number", "-max -min", NULL},
				{"set_power_activity",
				 "-global -input -input_ports -pins -activiity -duty", NO_POWER},
				{"set_propagated_clock", NULL, NULL},
				{"set_property", NULL,
				 "objects have no properties of users: a Tcl array or dict by get_full_name keeps them"},
				{"set_pvt", "-min -max -process -voltage -temperature",
				 "set_operating_conditions scales whole libraries, nothing single instances"},
				{"set_resistance", "-min -max", "skipped with a warning, and a batch fails unless it says 0: read_spef gives nets their resistances"},
				{"set_sense", "-type -positive -negative -pulse -stop_propagation -clocks",
				 "-type data is skipped with a warning, as in OpenSTA: it would only take paths away"},
				{"set_timing_derate",
				 "-early -late -rise -fall -clock -data -net_delay -cell_delay -cell_check",
				 "a library cell that no instance has then has none after replace_cell either"},
				{"set_units",
				 "-capacitance -resistance -time -voltage -current -power -distance",
				 NULL},
				{"set_wire_load_min_block_size", NULL, "accepted, has no effect, as in OpenSTA"},
				{"set_wire_load_mode", NULL,
				 "one model is that of the whole design, as in OpenSTA"},
				{"set_wire_load_model", "-name -library -min -max",
				 "of the whole design, whatever objects are named; a library's default_wire_load isn't applied"},
				{"set_wire_load_selection_group", "-library -min -max", "skipped with a warning, and a batch fails; OpenSTA 3 reads and ignores it: set_wire_load_model names a model"},
				{"source", "-echo -verbose",
				 "Tcl's own but for -echo, -verbose and sta_continue_on_error"},
				{"sta_units", NULL,
				 "not a command of OpenSTA: there and here set_cmd_units sets units and report_units shows them"},
				{"suppress_msg", NULL,
				 "numbers are those of report_messages, OpenSTA's where it has a warning that says the same; takes patterns too; in a file of constraints it holds to its end; errors are always printed"},
				{"total_negative_slack", "-scene -min -max", OF_SCRIPTS},
				{"unset_case_analysis", NULL, NULL},
				{"unset_clock_groups",
				 "-logically_exclusive -physically_exclusive -asynchronous -name -all",
				 NULL},
				{"unset_clock_latency", "-source -clock", NULL},
				{"unset_clock_transition", NULL, NULL},
				{"unset_clock_uncertainty",
				 "-from -rise_from -fall_from -to -rise_to -fall_to -rise -fall -setup -hold",
				 NULL},
				{"unset_data_check",
				 "-from -rise_from -fall_from -to -rise_to -fall_to -setup -hold -clock",
				 NULL},
				{"unset_disable_clock_gating_check", NULL, NULL},
				{"unset_disable_inferred_clock_gating", NULL, NULL},
				{"unset_disable_timing", "-from -to", NULL},
				{"unset_generated_clock", "-all",
				 "delete_generated_clock removes it"},
				{"unset_input_delay", "-rise -fall -max -min -clock -clock_fall",
				 NULL},
				{"unset_output_delay", "-rise -fall -max -min -clock -clock_fall",
				 NULL},
				{"unset_path_exceptions",
				 "-setup -hold -rise -fall -from -rise_from -fall_from -through -rise_through -fall_through -to -rise_to -fall_to",
				 "-setup or -hold takes that half of an exception of both, which OpenSTA leaves alone"},
				{"unset_power_activity", "-global -input -input_ports -pins -clock",
				 NO_POWER},
				{"unset_propagated_clock", NULL, NULL},
				{"unset_timing_derate", NULL, NULL},
				{"unsuppress_msg", NULL, "see suppress_msg"},
				{"user_run_time", NULL, NULL},
				{"with_output_to_string", NULL, NULL},
				{"with_output_to_variable", NULL,
				 "standard output only: warnings and errors go to standard error"},
				{"worst_negative_slack", "-scene -min -max", OF_SCRIPTS},
				{"worst_slack", "-scene -min -max", OF_SCRIPTS},
				{"write_path_spice",
				 "-path_args -spice_file -lib_subckt_files -model_file -power -ground -simulator",
				 "SPICE isn't written: report_checks -fields {slew capacitance} has what a path's gates see"},
				{"write_sdc",
				 "-mode -map_hpins -compatible -digits -gzip -no_timestamp", NULL},
				{"write_sdf", "-scene -corner -divider -include_typ -digits -gzip -no_timestamp -no_version", "numbers have the decimals of a femtosecond; arcs that depend on the edge at the input say it; arcs with a third state have six values; a check has one value; a condition is sdf_cond, else that of when; preset and clear arcs have the delays of the slews and loads there, not 0; what constants and set_disable_timing leave out isn't in it"},
				{"write_timing_model", "-scene -library_name -cell_name",
				 "timing models aren't written: read the block's netlist, or an abstract of it in Liberty"},
				{"write_verilog", "-sort -include_pwr_gnd -remove_cells",
				 "one flat module; tied nets are supply0 and supply1; supplies of an instance come before its "
				 "pins"},
};
/* clang-format on */

enum { N_ROWS = sizeof table / sizeof *table };

/* Commands that were compared with release 3.1; the others, where it has them, with Debian's 2.0.17. */
static const char compared_with_3_1[] =
	" find_timing_paths get_nets group_path link_design report_checks set_load "
	"set_port_fanout_number set_wire_load_mode set_wire_load_model write_sdc ";

/* Options of which no command has one. */
static const struct {
	const char *names, *note;
} general[] = {
	{"-corner -scene -scenes -mode -modes -name -analysis_type",
	 "one corner, with early and late libraries (read_liberty -min and -max), and one set of "
	 "constraints; -corner, -scene and -scenes of that corner (default, or that of define_corners) are taken"},
	{"-report_variance", "set_variation and run_ssta find how delays vary"},
	{"-gzip", "names that end in .gz are compressed"},
	{"-no_timestamp -no_version", "files have neither a date nor a version"},
	{"-sort", "files are always in the same order"},
	{"-hsc", "levels of names are always joined by /"},
	{"-no_line_splits", "lines are never split"},
	{"-save -increment -delete_after_reduce -quiet", "as there now: it isn't needed"},
};

/* Of scripts, besides commands and options. */
static const struct {
	const char *of, *here;
} language[] = {
	{"Abbreviations of commands (`report_check`)",
	 "none: a command has its whole name; options may be abbreviated, also in SDC"},
	{"Methods of objects (`$pin vertex`, `$cell liberty_library`)",
	 "none: `get_property`, `get_cells -of_objects`, … have what objects are and hold"},
	{"Commands of `sta::`", "none: an error says what does the same"},
	{"`$::env` in SDC", "empty but for what `read_sdc -env NAMES` lets through; in other "
			    "scripts it is Tcl's"},
};

static bool has_option(const struct command *command, const char *name, size_t length)
{
	for (const struct option *o = command->options; o && o->name; o++) {
		if (o->kind != OPTION_MISSING && strlen(o->name) == length &&
		    memcmp(o->name, name, length) == 0)
			return true;
	}
	return false;
}

const char *opensta_note(const char *name)
{
	int found = FIRST(i, 0, N_ROWS, strcmp(table[i].name, name) == 0);

	return found < N_ROWS ? table[found].note : NULL;
}

bool opensta_has_option(const char *name, const char *option)
{
	size_t length = strlen(option);

	for (int i = 0; i < N_ROWS; i++) {
		if (strcmp(table[i].name, name) != 0)
			continue;
		for (const char *at = table[i].options; at && *at;
		     at += strcspn(at, " "), at += *at == ' ') {
			if (strcspn(at, " ") == length && strncmp(at, option, length) == 0)
				return true;
		}
	}
	return false;
}

/* ---- the document ---- */

/* In a table of Markdown. */
static void add_cell(const char *text, struct text *out)
{
	for (; *text; text++)
		text_append(out, *text == '|' ? "\\|" : text, *text == '|' ? 2 : 1);
}

/* "-a, -b": the options that ours doesn't have, or those that it has. */
static void add_options(const struct opensta_command *row, const struct command *command,
			bool missing, struct text *out)
{
	const char *join = "";

	for (const char *at = row->options; at && *at; at += strcspn(at, " "), at += *at == ' ') {
		size_t length = strcspn(at, " ");

		if (has_option(command, at, length) == missing)
			continue;
		text_printf(out, "%s`%.*s`", join, (int)length, at);
		join = ", ";
	}
}

static void add_row(const struct opensta_command *row, struct text *out)
{
	const struct command *command = command_find(row->name);
	const char *found = strstr(compared_with_3_1, row->name);
	size_t length = strlen(row->name);

	text_printf(out, "| `%s` | ", row->name);
	if (strcmp(row->name, "source") == 0)
		text_add(out, "`-echo`, `-verbose`");
	else
		add_options(row, command, false, out);
	text_add(out, " | ");
	if (strcmp(row->name, "source") != 0)
		add_options(row, command, true, out);
	text_add(out, " | ");
	add_cell(row->note ? row->note : "", out);
	text_add(out, found && found[-1] == ' ' && found[length] == ' ' ? " | 3.1 |\n" : " | |\n");
}

/* A command that is known but always skipped isn't. */
static bool is_here(const struct opensta_command *row)
{
	const struct sdc_command *sdc = sdc_find_command(row->name);

	if (sdc && sdc->support >= SDC_MISSING)
		return false;
	return command_find(row->name) || strcmp(row->name, "source") == 0;
}

void opensta_write(struct text *out)
{
	text_add(
		out,
		"# For users of OpenSTA\n\n"
		"OpenSTA's commands and options, those of its manual and of release 2.0, and what is "
		"otherwise in warpscope.\nThe tables are made by `make manual` from what the "
		"program itself goes by.\nReleases differ; where they do, 3.1 holds. \"Compared\" "
		"names the release with which a command was compared, else that was 2.0.17 (Debian's), "
		"where it has the command.\n\n");
	text_add(out, "## Commands that are here\n\n"
		      "| Command | Options | Not here | Otherwise | Compared |\n"
		      "|---|---|---|---|---|\n");
	for (int i = 0; i < N_ROWS; i++) {
		if (is_here(&table[i]))
			add_row(&table[i], out);
	}
	text_add(out, "\n## Options that are nowhere\n\n| Options | Why |\n|---|---|\n");
	for (size_t i = 0; i < sizeof general / sizeof *general; i++)
		text_printf(out, "| `%s` | %s |\n", general[i].names, general[i].note);
	text_add(out, "\n## What else scripts use\n\n| Of OpenSTA | Here |\n|---|---|\n");
	for (size_t i = 0; i < sizeof language / sizeof *language; i++)
		text_printf(out, "| %s | %s |\n", language[i].of, language[i].here);
	text_add(
		out,
		"\n## Commands that aren't here\n\n| Command | Why, and what to use |\n|---|---|\n");
	for (int i = 0; i < N_ROWS; i++) {
		if (is_here(&table[i]))
			continue;
		text_printf(out, "| `%s` | ", table[i].name);
		add_cell(table[i].note ? table[i].note : "", out);
		text_add(out, " |\n");
	}
}
