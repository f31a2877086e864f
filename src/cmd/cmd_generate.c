/* Designs that are made, not read. */
#include "base/assets.h"
#include "base/memory.h"
#include "session/command.h"
#include "gen/generate.h"
#include "gen/pack.h"
#include "gen/wires.h"
#include "read/layout/lef.h"
#include "read/liberty/liberty.h"
#include "session/session.h"

enum { GEN_GATES, GEN_SEED, GEN_PROFILE, GEN_CLOCKS, GEN_PERIOD, GEN_WIRES, GEN_LARGE };

static const struct option generate_options[] = {
	[GEN_GATES] = {"-gates", OPTION_COUNT, "N",
		       "instances, all else in proportion; without it as many as the profile has"},
	[GEN_SEED] = {"-seed", OPTION_COUNT, "S", "another design of the same size; 1 without it"},
	[GEN_PROFILE] = {"-profile", OPTION_CHOICE, profile_names,
			 "the benchmark whose gates, pins, arcs, ports and registers to match"},
	[GEN_CLOCKS] = {"-clocks", OPTION_COUNT, "N", "clock domains; 1 without it"},
	[GEN_PERIOD] = {"-period", OPTION_TIME, "PS",
			"of the first clock; without it about what the logic needs"},
	[GEN_WIRES] = {"-wires", OPTION_FLAG, NULL,
		       "also the wires of its places; needs LEF, as the bundled library has"},
	[GEN_LARGE] = {"-allow_large", OPTION_FLAG, NULL,
		       "also what needs more than half of the memory"},
	{0},
};

enum { LEAST_GATES = 500 };

static enum status add_bundled_library(struct call *call, const char *asset, enum split split)
{
	RELEASED_BY(text_release) struct text path = TEXT_INIT, warnings = TEXT_INIT;
	struct library *library = NULL;

	TRY(asset_path(asset, &path));
	TRY(liberty_read(text_string(&path), &warnings, &call->session->task, &library));
	return design_add_library(&call->session->design, split, library);
}

static enum status set_bundled_technology(struct call *call)
{
	RELEASED_BY(text_release) struct text path = TEXT_INIT, warnings = TEXT_INIT;
	struct technology *technology = NULL;

	TRY(asset_path("ws45/ws45.lef.gz", &path));
	TRY(lef_read(text_string(&path), NULL, &warnings, &call->session->task, &technology));
	design_set_technology(&call->session->design, technology);
	return STATUS_OK;
}

/* The bundled library with its LEF, when none is open. */
static enum status need_libraries(struct call *call)
{
	struct design *design = &call->session->design;

	if (design->n_libraries[LATE])
		return STATUS_OK;
	TRY(add_bundled_library(call, "ws45/ws45_early.lib.gz", EARLY));
	TRY(add_bundled_library(call, "ws45/ws45_late.lib.gz", LATE));
	return design->technology ? STATUS_OK : set_bundled_technology(call);
}

/* The first ones read. */
static void choose_libraries(const struct design *design, struct generate_options *options)
{
	options->late = design->library[LATE][0];
	options->early = design->n_libraries[EARLY] ? design->library[EARLY][0] : NULL;
}

/* As many gates as are wanted? Pins have 32-bit numbers, and memory is what it is: netlist and
 * places take some 170 bytes a gate, 350 with what is needed while they are made, and wires 150
 * more. */
static enum status check_gates(int64_t n, const struct profile *profile, bool wires,
			       const struct task *task)
{
	int64_t most = (int64_t)INT32_MAX * profile->n_gates / profile->n_pins - profile->n_pins;

	if (n < LEAST_GATES)
		return status_fail(STATUS_USAGE, "generate_design: at least %d gates", LEAST_GATES);
	if (n > most)
		return status_fail(STATUS_USAGE,
				   "generate_design: at most %lld gates of this profile",
				   (long long)most);
	return memory_allows("generate_design: this", (double)n * (wires ? 500 : 350), task);
}

static enum status parse_generate(const struct call *call, struct generate_options *options)
{
	const struct option_value *given = call->option;

	options->profile =
		*profile_find(given[GEN_PROFILE].given ? given[GEN_PROFILE].word : "common");
	TRY(check_gates(given[GEN_GATES].given ? given[GEN_GATES].number : options->profile.n_gates,
			&options->profile, given[GEN_WIRES].given, &call->session->task));
	if (given[GEN_GATES].given)
		options->profile = profile_scale(&options->profile, given[GEN_GATES].number);
	options->seed = given[GEN_SEED].given ? (uint64_t)given[GEN_SEED].number : 1;
	options->n_clocks = given[GEN_CLOCKS].given ? (int32_t)given[GEN_CLOCKS].number : 1;
	if (given[GEN_CLOCKS].given && given[GEN_CLOCKS].number > MOST_GENERATED_CLOCKS)
		return call_fail(call, STATUS_USAGE, "at most %d clocks", MOST_GENERATED_CLOCKS);
	options->wires = given[GEN_WIRES].given;
	options->period = given[GEN_PERIOD].given ? (double)given[GEN_PERIOD].number / 1000 : 0;
	return STATUS_OK;
}

/* What a made netlist has besides; all of it or nothing. */
struct surroundings {
	struct constraints *constraints;
	struct placement *placement;
	struct parasitics *parasitics;
};

static enum status make_layout(struct call *call, struct netlist *netlist, uint64_t seed,
			       bool wires, struct surroundings *out)
{
	struct technology *technology = call->session->design.technology;
	struct task *task = &call->session->task;
	struct wire_report report;
	struct wire_unit unit;

	if (!technology && wires)
		return call_fail(call, STATUS_FAILED, "-wires needs LEF; read_lef");
	if (!technology)
		return STATUS_OK;
	TRY(pack_row(netlist, technology, seed, task, &out->placement));
	if (!wires)
		return STATUS_OK;
	TRY(wire_unit_of(technology, NULL, 0, &unit));
	return estimate_wires(out->placement, &unit, task, &report, &out->parasitics);
}

static enum status generate_design(struct call *call)
{
	struct session *session = call->session;
	struct design *design = &session->design;
	struct generate_options options = {0};
	struct netlist *netlist = NULL;
	struct surroundings made = {0};
	enum status status;

	TRY(parse_generate(call, &options));
	TRY(need_libraries(call));
	choose_libraries(design, &options);
	TRY(generate_netlist(&options, &session->task, &netlist, &made.constraints));
	status = make_layout(call, netlist, options.seed, options.wires, &made);
	if (status != STATUS_OK) {
		netlist_unref(netlist);
		constraints_unref(made.constraints);
		placement_unref(made.placement);
		return status;
	}
	session_clear(session, true);
	session_set_netlist(session, netlist);
	design_set_constraints(design, made.constraints);
	design_set_placement(design, made.placement);
	return made.parasitics ? design_set_parasitics(design, made.parasitics) : STATUS_OK;
}

const struct command generate_commands[] = {
	{"generate_design", generate_design, IN_SESSION, NULL, 0, 0, generate_options,
	 "Generate and open a design of the cells of the first library read (else the bundled one), with its constraints and, if LEF was read, a placement; the same for the same seed"},
	{0},
};
