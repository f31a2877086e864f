/*
 * The rest of SDC: what timing here doesn't go by, and is accepted, and what it should go by and
 * doesn't yet, which is warned of each time.
 */
#include "read/sdc/sdc_impl.h"

#define ACCEPTED(name)                                                                             \
	{                                                                                          \
		name, "...", 0, 0, "Accepted; has no effect on timing", NULL, NULL, SDC_ACCEPTED   \
	}
#define MISSING(name)                                                                              \
	{                                                                                          \
		name, "...", 0, 0, "Not supported: skipped with a warning, and a batch fails",     \
			NULL, NULL, SDC_MISSING                                                    \
	}
#define MISSING_SAFE(name)                                                                          \
	{                                                                                           \
		name, "...", 0, 0,                                                                  \
			"Not supported: skipped with a warning, which can't make slack optimistic", \
			NULL, NULL, SDC_MISSING_SAFE                                                \
	}

const struct sdc_command sdc_other_commands[] = {
	/* area, power, hints to synthesis and placement */
	ACCEPTED("set_max_area"),
	ACCEPTED("set_min_porosity"),
	ACCEPTED("set_fanout_load"),
	ACCEPTED("set_max_dynamic_power"),
	ACCEPTED("set_max_leakage_power"),
	ACCEPTED("set_dont_touch"),
	ACCEPTED("set_dont_touch_network"),
	ACCEPTED("set_dont_use"),
	ACCEPTED("set_size_only"),
	ACCEPTED("set_ideal_net"),
	ACCEPTED("set_ideal_network"),
	ACCEPTED("set_fix_multiple_port_nets"),
	ACCEPTED("set_voltage"),
	ACCEPTED("create_voltage_area"),
	ACCEPTED("set_level_shifter_strategy"),
	ACCEPTED("set_level_shifter_threshold"),
	/* wires and conditions: the libraries and parasitics that were read say what they are */
	ACCEPTED("set_wire_load_mode"),
	ACCEPTED("set_wire_load_min_block_size"),

	MISSING_SAFE("set_clock_exclusivity"),
	MISSING("set_clock_jitter"),
	MISSING("set_drive"),
	MISSING("set_ideal_latency"),
	MISSING("set_ideal_transition"),
	MISSING_SAFE("set_logic_dc"),
	MISSING("set_min_period"),
	MISSING("set_resistance"),
	MISSING("set_wire_load_selection_group"),
	MISSING("unset_clock_sense"),
	{0},
};
