/* suppress_msg and unsuppress_msg in a script of SDC: to its end. */
#include "base/messages.h"
#include "read/sdc/sdc_impl.h"

static enum status suppress_msg(struct sdc *s, const struct sdc_call *call)
{
	(void)s;
	for (int i = 0; i < call->n_arguments; i++)
		TRY(messages_suppress(tcl_text(call->argument[i])));
	return STATUS_OK;
}

static enum status unsuppress_msg(struct sdc *s, const struct sdc_call *call)
{
	(void)s;
	for (int i = 0; i < call->n_arguments; i++)
		messages_unsuppress(tcl_text(call->argument[i]));
	return STATUS_OK;
}

const struct sdc_command sdc_message_commands[] = {
	{"suppress_msg", "MESSAGES", 1, SDC_MOST_ARGUMENTS,
	 "No warnings of these numbers or patterns, to the end of the script", NULL, suppress_msg,
	 SDC_SCRIPT},
	{"unsuppress_msg", "MESSAGES", 1, SDC_MOST_ARGUMENTS, "Such warnings again", NULL,
	 unsuppress_msg, SDC_SCRIPT},
	{0},
};
