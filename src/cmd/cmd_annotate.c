/* Delays and checks that files give in place of those that are computed. */
#include <string.h>

#include "base/print.h"
#include "read/sdf/sdf.h"
#include "session/command.h"
#include "session/session.h"

#define TRIPLES   "sdf_min|sdf_typ|sdf_max"
#define ANALYSES  "single|bc_wc|on_chip_variation"
#define COND_USES "min|max|min_max"

enum { ANALYSIS_SINGLE, ANALYSIS_BC_WC, ANALYSIS_OCV };

enum {
	SDF_PATH,
	SDF_ANALYSIS,
	SDF_TYPE,
	SDF_MIN_TYPE,
	SDF_MAX_TYPE,
	SDF_COND_USE_OPTION,
	SDF_INCREMENTAL,
	SDF_UNESCAPED
};

static const struct option sdf_options[] = {
	[SDF_PATH] = {"-path", OPTION_WORD, "BLOCK", "names of the file are of this block"},
	[SDF_ANALYSIS] =
		{"-analysis_type", OPTION_CHOICE, ANALYSES,
		 "early and late have the same triple (single), or one each; checks the late "
		 "one, with bc_wc one each (on_chip_variation)"},
	[SDF_TYPE] = {"-type", OPTION_CHOICE, TRIPLES, "of -analysis_type single (sdf_max)"},
	[SDF_MIN_TYPE] = {"-min_type", OPTION_CHOICE, TRIPLES, "of early delays (sdf_min)"},
	[SDF_MAX_TYPE] = {"-max_type", OPTION_CHOICE, TRIPLES, "of late delays (sdf_max)"},
	[SDF_COND_USE_OPTION] = {"-cond_use", OPTION_CHOICE, COND_USES,
				 "which conditional delays arcs without a condition have"},
	[SDF_INCREMENTAL] = {"-incremental_only", OPTION_FLAG, NULL,
			     "take only what INCREMENT adds"},
	[SDF_UNESCAPED] = {"-unescaped_dividers", OPTION_FLAG, NULL,
			   "dividers within names have no escape (they never need one)"},
	{"-corner", OPTION_MISSING, NULL, NULL},
	{"-scene", OPTION_MISSING, NULL, NULL},
	OPTION_ALLOW_LARGE,
	{0},
};

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
		return status_fail(STATUS_USAGE,
				   "read_sdf: -cond_use min_max needs early and late delays, not "
				   "-analysis_type single");
	TRY(tell_warnings(&warnings, sdf_read(call->argument[0], &source, &warnings, &session->task,
					      &annotations)));
	session_outdate(session);
	return design_set_annotations(design, annotations);
}

const struct command annotate_commands[] = {
	{"read_sdf", "FILE", 1, 1,
	 "Read delays and checks in SDF (.gz too), which take the place of those that are computed",
	 sdf_options, read_sdf, IN_SESSION},
	{0},
};
