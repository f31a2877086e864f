/* The commands of SDC as a table: for the reader and for the prompt. */
#ifndef READ_SDC_SDC_TABLE_H
#define READ_SDC_SDC_TABLE_H

#include "base/status.h"

struct sdc;
struct sdc_call;

enum { SDC_MOST_WORDS = 600 }; /* of a command at a prompt */

enum sdc_option_kind {
	SDC_FLAG,
	SDC_NUMBER, /* finite */
	SDC_COUNT,  /* a whole number, may be negative */
	SDC_WORD,   /* anything */
};

struct sdc_option {
	const char *name; /* with its dash; NULL ends a list */
	enum sdc_option_kind kind;
	const char *value; /* what usage calls it */
	const char *help;
};

enum sdc_support {
	SDC_DONE,
	SDC_ASKS,      /* gives a value and changes nothing */
	SDC_ASKS_ANY,  /* the same, and needs no netlist where there are libraries */
	SDC_ANNOTATES, /* says delays, checks and slews, and changes no constraint */
	SDC_SCRIPT,    /* as SDC_ASKS, of values that only scripts of SDC have */
	SDC_ACCEPTED,  /* nothing that timing here goes by: a design rule, a hint to synthesis */
	SDC_MISSING, /* could make slack worse and isn't here: a warning each, and a batch fails unless it says 0 */
	SDC_MISSING_SAFE, /* isn't here, but without it slack is no better: a warning each */
};

struct sdc_command {
	const char *name;      /* NULL ends a table */
	const char *arguments; /* usage of what isn't an option */
	int min_arguments, max_arguments;
	const char *help;                                               /* one line, no full stop */
	const struct sdc_option *options;                               /* NULL = none */
	enum status (*run)(struct sdc *s, const struct sdc_call *call); /* NULL: not by support */
	enum sdc_support support;
};

/* Entry i of all of them; NULL after the last. */
const struct sdc_command *sdc_command_at(int i);
const struct sdc_command *sdc_find_command(const char *name);

#endif
