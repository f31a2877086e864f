/*
 * OpenSTA's variables that say how timing is computed. Those that have one value here are listed with it and with
 * what is so; another value is refused with a warning, and what would find less slack or more paths counts as left out.
 */
#ifndef READ_SDC_SDC_VARIABLES_H
#define READ_SDC_SDC_VARIABLES_H

#include <stdbool.h>

struct sdc_variable {
	const char *name;
	const char *
		value; /* the only one; NULL = the session's, which files of constraints can't set */
	bool loses;    /* with another value OpenSTA may find less slack */
	const char *why; /* what is so */
};

/* All of them; the last has no name. */
extern const struct sdc_variable sdc_variables[];

/* Does a word say the value: as it is, or as another word for the same truth? */
bool sdc_variable_is(const struct sdc_variable *variable, const char *word);

#endif
