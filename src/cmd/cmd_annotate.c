/* Delays and checks that files give in place of those that are computed. */
#include "base/print.h"
#include "read/sdf/sdf.h"
#include "report/annotated.h"
#include "session/command.h"
#include "session/session.h"

#define TRIPLES   "sdf_min|sdf_typ|sdf_max"
#define ANALYSES  "single|bc_wc|on_chip_variation"
#define COND_USES "min|max|min_max"

enum { ANALYSIS_SINGLE, ANALYSIS_BC_WC, ANALYSIS_OCV };

#define SDF_OPTIONS(X)                                                                             \
	X(SDF_PATH, "-path", OPTION_WORD, "BLOCK", "names of the file are of this block")          \
	X(SDF_ANALYSIS, "-analysis_type", OPTION_CHOICE, ANALYSES,                                 \
	  "early and late have the same triple (single), or one each; checks the late "            \
	  "one, with bc_wc one each (on_chip_variation)")                                          \
	X(SDF_TYPE, "-type", OPTION_CHOICE, TRIPLES, "of -analysis_type single (sdf_max)")         \
	X(SDF_MIN_TYPE, "-min_type", OPTION_CHOICE, TRIPLES, "of early delays (sdf_min)")          \
	X(SDF_MAX_TYPE, "-max_type", OPTION_CHOICE, TRIPLES, "of late delays (sdf_max)")           \
	X(SDF_COND_USE_OPTION, "-cond_use", OPTION_CHOICE, COND_USES,                              \
	  "which conditional delays arcs without a condition have")                                \
	X(SDF_INCREMENTAL, "-incremental_only", OPTION_FLAG, NULL,                                 \
	  "take only what INCREMENT adds")                                                         \
	X(SDF_UNESCAPED, "-unescaped_dividers", OPTION_FLAG, NULL,                                 \
	  "dividers within names have no escape (they never need one)")                            \
	X(SDF_CORNER, "-corner", OPTION_MISSING, NULL, NULL)                                       \
	X(SDF_SCENE, "-scene", OPTION_MISSING, NULL, NULL)                                         \
	X(SDF_ALLOW_LARGE, ALLOW_LARGE_FIELDS)

OPTION_TABLE(sdf_options, SDF_OPTIONS);

static enum sdf_triple triple_of(const struct call *call, int option, enum sdf_triple otherwise)
{
	return call->option[option].given ? (enum sdf_triple)call->option[option].number
					  : otherwise;
}

/* Options that the analysis has no use for are warned of. */
static void warn_of_option(const struct call *call, int option, const char *analysis)
{
	if (call->option[option].given)
		print_error("warning: read_sdf: %s ignored by -analysis_type %s\n",
			    sdf_options[option].name, analysis);
}

static void take_triples(const struct call *call, struct sdf_source *source)
{
	int64_t analysis =
		call->option[SDF_ANALYSIS].given ? call->option[SDF_ANALYSIS].number : ANALYSIS_OCV;

	source->triple[EARLY] = triple_of(call, SDF_MIN_TYPE, SDF_MINIMUM);
	source->triple[LATE] = triple_of(call, SDF_MAX_TYPE, SDF_MAXIMUM);
	if (analysis == ANALYSIS_SINGLE) {
		source->triple[LATE] = triple_of(call, SDF_TYPE, SDF_MAXIMUM);
		source->triple[EARLY] = source->triple[LATE];
		warn_of_option(call, SDF_MIN_TYPE, "single");
		warn_of_option(call, SDF_MAX_TYPE, "single");
	} else {
		warn_of_option(call, SDF_TYPE,
			       analysis == ANALYSIS_BC_WC ? "bc_wc" : "on_chip_variation");
	}
	source->check_triple[LATE] = source->triple[LATE];
	source->check_triple[EARLY] = source->triple[analysis == ANALYSIS_BC_WC ? EARLY : LATE];
}

static enum sdf_cond_use cond_use_of(const struct call *call)
{
	static const enum sdf_cond_use uses[] = {SDF_COND_LEAST, SDF_COND_LARGEST, SDF_COND_WORST};

	return call->option[SDF_COND_USE_OPTION].given
		       ? uses[call->option[SDF_COND_USE_OPTION].number]
		       : SDF_COND_UNUSED;
}

static enum status read_sdf(struct call *call)
{
	struct session *session = call->session;
	struct design *design = &session->design;
	struct sdf_source source = {.old = design->annotations, .cond_use = cond_use_of(call)};
	struct text warnings = TEXT_INIT;
	struct annotations *annotations = NULL;

	TRY(design_need_netlist(design));
	source.netlist = design->netlist;
	source.block = call->option[SDF_PATH].given ? call->option[SDF_PATH].word : NULL;
	source.increments_alone = call->option[SDF_INCREMENTAL].given;
	take_triples(call, &source);
	if (source.cond_use == SDF_COND_WORST && call->option[SDF_ANALYSIS].given &&
	    call->option[SDF_ANALYSIS].number == ANALYSIS_SINGLE)
		return call_fail(call, STATUS_USAGE,
				 "-cond_use min_max needs early and late delays, not "
				 "-analysis_type single");
	TRY(print_warnings(&warnings, sdf_read(call->argument[0], &source, &warnings,
					       &session->task, &annotations)));
	session_drop_for_edit(session);
	design_set_annotations(design, annotations);
	return STATUS_OK;
}

/* ---- what is annotated ---- */

enum {
	REPORT_MAX_LINES,
	REPORT_MAX_LINE,
	REPORT_LIST,
	REPORT_LIST_OF_3,
	REPORT_LIST_OTHERS,
	REPORT_LIST_OTHERS_OF_3,
	REPORT_CONSTANTS,
	REPORT_FIRST_ROLE,
};

#define REPORT_OPTIONS                                                                             \
	[REPORT_MAX_LINES] = {"-max_lines", OPTION_COUNT, "N", "lines of a list (all)"},           \
	[REPORT_MAX_LINE] = {"-max_line", OPTION_COUNT, "N", "the same, as OpenSTA 2 calls it"},   \
	[REPORT_LIST] = {"-list_annotated", OPTION_FLAG, NULL, "name those that are annotated"},   \
	[REPORT_LIST_OF_3] = {"-report_annotated", OPTION_FLAG, NULL,                              \
			      "the same, as OpenSTA 3 calls it"},                                  \
	[REPORT_LIST_OTHERS] = {"-list_not_annotated", OPTION_FLAG, NULL, "name the others"},      \
	[REPORT_LIST_OTHERS_OF_3] = {"-report_unannotated", OPTION_FLAG, NULL,                     \
				     "the same, as OpenSTA 3 calls it"},                           \
	[REPORT_CONSTANTS] = {"-constant_arcs", OPTION_FLAG, NULL,                                 \
			      "count those at pins of set_logic_zero and set_logic_one too"}

static const struct option delay_options[] = {
	REPORT_OPTIONS,
	[REPORT_FIRST_ROLE + ROLE_CELL] = {"-cell", OPTION_FLAG, NULL, "arcs of cells"},
	[REPORT_FIRST_ROLE + ROLE_NET] = {"-net", OPTION_FLAG, NULL, "wires between instances"},
	[REPORT_FIRST_ROLE +
		ROLE_FROM_INPUT] = {"-from_in_ports", OPTION_FLAG, NULL, "wires from input ports"},
	[REPORT_FIRST_ROLE +
		ROLE_TO_OUTPUT] = {"-to_out_ports", OPTION_FLAG, NULL, "wires to output ports"},
	{"-scene", OPTION_MISSING, NULL, NULL},
	{0},
};

#define OF_CHECK(role) [REPORT_FIRST_ROLE + (role)-ROLE_SETUP]

static const struct option check_options[] = {
	REPORT_OPTIONS,
	OF_CHECK(ROLE_SETUP) = {"-setup", OPTION_FLAG, NULL, "setup checks"},
	OF_CHECK(ROLE_HOLD) = {"-hold", OPTION_FLAG, NULL, "hold checks"},
	OF_CHECK(ROLE_RECOVERY) = {"-recovery", OPTION_FLAG, NULL, "recovery checks"},
	OF_CHECK(ROLE_REMOVAL) = {"-removal", OPTION_FLAG, NULL, "removal checks"},
	OF_CHECK(ROLE_NOCHANGE) = {"-nochange", OPTION_FLAG, NULL,
				   "checks that data doesn't change"},
	OF_CHECK(ROLE_WIDTH) = {"-width", OPTION_FLAG, NULL, "widths of pulses"},
	OF_CHECK(ROLE_PERIOD) = {"-period", OPTION_FLAG, NULL, "periods of clocks"},
	OF_CHECK(ROLE_SKEW) = {"-max_skew", OPTION_FLAG, NULL, "skews between clocks"},
	{"-scene", OPTION_MISSING, NULL, NULL},
	{0},
};

static enum status report(struct call *call)
{
	bool delays = call->command->options == delay_options;
	int first = delays ? ROLE_CELL : ROLE_SETUP, end = delays ? ROLE_SETUP : N_ROLES;
	const struct design *design = &call->session->design;
	const struct option_value *given = call->option;
	struct annotated_options options = {.netlist = design->netlist,
					    .constraints = design->constraints,
					    .annotations = design->annotations};

	TRY(design_need_netlist(design));
	for (int role = first; role < end; role++)
		options.roles |= given[REPORT_FIRST_ROLE + role - first].given << role;
	if (!options.roles)
		options.roles = delays ? ALL_DELAYS : ALL_CHECKS;
	options.lists_annotated = given[REPORT_LIST].given || given[REPORT_LIST_OF_3].given;
	options.lists_others =
		given[REPORT_LIST_OTHERS].given || given[REPORT_LIST_OTHERS_OF_3].given;
	options.constants = given[REPORT_CONSTANTS].given;
	if (given[REPORT_MAX_LINE].given)
		options.most_lines = given[REPORT_MAX_LINE].number;
	if (given[REPORT_MAX_LINES].given)
		options.most_lines = given[REPORT_MAX_LINES].number;
	return annotated_report(&options, &call->session->task, call->out);
}

/* ---- taking back ---- */

enum { REMOVE_DELAYS, REMOVE_CHECKS, REMOVE_SLEWS };

static const struct option remove_options[] = {
	[REMOVE_DELAYS] = {"-delays", OPTION_FLAG, NULL, "of arcs and wires"},
	[REMOVE_CHECKS] = {"-checks", OPTION_FLAG, NULL, "of registers, widths and periods too"},
	[REMOVE_SLEWS] = {"-transitions", OPTION_FLAG, NULL, "slews of pins"},
	{0},
};

static enum status remove_annotations(struct call *call)
{
	static const int option[N_ANNOTATED] = {
		[ANNOTATED_WIRE] = REMOVE_DELAYS,  [ANNOTATED_ARC] = REMOVE_DELAYS,
		[ANNOTATED_CHECK] = REMOVE_CHECKS, [ANNOTATED_SLEW] = REMOVE_SLEWS,
		[ANNOTATED_WIDTH] = REMOVE_CHECKS, [ANNOTATED_PERIOD] = REMOVE_CHECKS};
	const struct option_value *given = call->option;
	bool all = !given[REMOVE_DELAYS].given && !given[REMOVE_CHECKS].given &&
		   !given[REMOVE_SLEWS].given;
	struct design *design = &call->session->design;
	struct annotations *left = NULL;

	TRY(design_need_netlist(design));
	if (!design->annotations)
		return STATUS_OK;
	if (!all)
		TRY(annotations_copy(design->annotations, &left));
	for (int what = 0; left && what < N_ANNOTATED; what++) {
		if (given[option[what]].given)
			annotations_drop(left, (enum annotated)what);
	}
	session_drop_for_edit(call->session);
	design_set_annotations(design, left);
	return STATUS_OK;
}

const struct command annotate_commands[] = {
	{"read_sdf", read_sdf, IN_SESSION, "FILE", 1, 1, sdf_options,
	 "Read delays and checks in SDF (.gz too), which replace the computed ones"},
	{"remove_annotations", remove_annotations, IN_SESSION, NULL, 0, 0, remove_options,
	 "Remove annotated delays, checks and transitions: they are computed again"},
	{"report_annotated_check", report, IN_SESSION, NULL, 0, 0, check_options,
	 "Count the checks that are annotated, and those that aren't"},
	{"report_annotated_delay", report, IN_SESSION, NULL, 0, 0, delay_options,
	 "Count the delays that are annotated, and those that aren't"},
	{0},
};
