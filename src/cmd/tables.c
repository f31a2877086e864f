/* The tables of this room, in one place for all who start. */
#include "cmd/command.h"

void command_add_tables(void)
{
	static const struct command *const tables[] = {
		checks_commands,       clock_commands,    density_commands,   image_commands,
		density_pass_commands, device_commands,   graph_commands,     layout_commands,
		netlist_commands,      generate_commands, histogram_commands, statistics_commands,
		object_commands,       path_commands,     place_commands,     cone_commands,
		explain_commands,      property_commands, query_commands,     report_commands,
		sdc_commands,          session_commands,  setup_commands,     timeline_commands,
		timing_commands,       trace_commands,    write_commands};

	for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
		command_add_table(tables[i]);
}
