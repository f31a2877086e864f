/* Constraints: read_sdc, and the commands of SDC at the prompt. */
#include <stdio.h>

#include "cmd/objects.h"
#include "read/sdc.h"

enum { SDC_ENV, SDC_ECHO };

static const struct option sdc_file_options[] = {
	[SDC_ENV] = {"-env", OPTION_WORD, "PATTERNS",
		     "environment variables that the file may read as $::env(NAME)"},
	[SDC_ECHO] = {"-echo", OPTION_FLAG, NULL, "write its commands before they run"},
	{0},
};

/* What comes out takes the place of what was there; on failure that stays. */
static enum status set_constraints(struct session *session, enum status status,
				   struct text *warnings, struct constraints *constraints)
{
	fputs(text_string(warnings), stderr);
	text_release(warnings);
	TRY(status);
	session_outdate(session);
	design_set_constraints(&session->design, constraints);
	return STATUS_OK;
}

static enum status read_sdc(struct call *call)
{
	struct design *design = &call->session->design;
	struct sdc_options options = SDC_OPTIONS_INIT;
	struct text warnings = TEXT_INIT;
	struct constraints *constraints = NULL;
	struct words patterns = {0};
	enum status status;

	TRY(design_need_netlist(design));
	if (call->option[SDC_ENV].given)
		words_split(call->option[SDC_ENV].word, &patterns);
	options.env = patterns.word;
	options.n_env = patterns.n;
	options.echo = call->option[SDC_ECHO].given;
	status = sdc_read(call->argument[0], design->netlist, design->constraints, &options,
			  &warnings, call->out, &call->session->task, &constraints);
	words_free(&patterns);
	return set_constraints(call->session, status, &warnings, constraints);
}

const struct command sdc_commands[] = {
	{"read_sdc", "FILE", 1, 1,
	 "Read constraints in SDC (.gz too), which add to those that are there", sdc_file_options,
	 read_sdc, IN_SESSION},
	{0},
};
