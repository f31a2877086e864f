/* set_wire_load_model, and the conditions that libraries' values are scaled to. */
#include <string.h>

#include "read/sdc/sdc_impl.h"

enum { MODEL_NAME, MODEL_LIBRARY, MODEL_MIN, MODEL_MAX };

static const struct sdc_option model_options[] = {
	[MODEL_NAME] = {"-name", SDC_WORD, "NAME", "the wire load of a library"},
	[MODEL_LIBRARY] = {"-library", SDC_WORD, "LIBRARY",
			   "the library that has it; the first that does without"},
	[MODEL_MIN] = {"-min", SDC_FLAG, NULL, "for early delays only"},
	[MODEL_MAX] = {"-max", SDC_FLAG, NULL, "for late delays only"},
	{0},
};

/* The wire load of a name, in a library by its name or in the first that has it; library -1 = in none. */
static struct wire_model find_model(const struct sdc *s, const char *name, const char *library)
{
	const struct netlist *netlist = s->netlist;

	for (int32_t l = 0; l < netlist->n_libraries; l++) {
		int32_t model = library && strcmp(netlist->library[l]->name, library) != 0
					? -1
					: library_find_wire_load(netlist->library[l], name);

		if (model >= 0)
			return (struct wire_model){l, model};
	}
	return (struct wire_model){-1, -1};
}

static enum status set_wire_load_model(struct sdc *s, const struct sdc_call *call)
{
	Tcl_Obj *library = sdc_value(call, MODEL_LIBRARY);
	int splits = sdc_splits(call, MODEL_MIN, MODEL_MAX);
	struct wire_model found;

	if (!sdc_has(call, MODEL_NAME))
		return sdc_fail(call, "-name is missing");
	found = find_model(s, tcl_text(sdc_value(call, MODEL_NAME)),
			   library ? tcl_text(library) : NULL);
	if (found.library < 0)
		sdc_lose(s, call, "no library has that wire load");
	for (int split = 0; split < N_SPLITS; split++) {
		if (found.library >= 0 && splits & 1 << split)
			s->constraints->wire_model[split] = found;
	}
	return STATUS_OK;
}

enum {
	CONDITIONS_TYPE,
	CONDITIONS_LIBRARY,
	CONDITIONS_MIN,
	CONDITIONS_MAX,
	CONDITIONS_MIN_LIBRARY,
	CONDITIONS_MAX_LIBRARY
};

static const struct sdc_option conditions_options[] = {
	[CONDITIONS_TYPE] =
		{"-analysis_type", SDC_WORD, "TYPE",
		 "single: early delays in the conditions of late ones, too; others: apart"},
	[CONDITIONS_LIBRARY] = {"-library", SDC_WORD, "LIBRARY",
				"the library that has CONDITIONS; the first that does without"},
	[CONDITIONS_MIN] = {"-min", SDC_WORD, "CONDITIONS", "of early delays"},
	[CONDITIONS_MAX] = {"-max", SDC_WORD, "CONDITIONS", "of late delays"},
	[CONDITIONS_MIN_LIBRARY] = {"-min_library", SDC_WORD, "LIBRARY",
				    "the library of those of -min"},
	[CONDITIONS_MAX_LIBRARY] = {"-max_library", SDC_WORD, "LIBRARY",
				    "the library of those of -max"},
	{0},
};

/* The conditions of a name, in a library by its name or in the first that has them; library -1 = in none. */
static struct operating_conditions find_conditions(const struct sdc *s, const char *name,
						   Tcl_Obj *of)
{
	const struct netlist *netlist = s->netlist;

	for (int32_t l = 0; l < netlist->n_libraries; l++) {
		const struct library *library = netlist->library[l];
		int32_t found = of && strcmp(library->name, tcl_text(of)) != 0
					? -1
					: library_find_conditions(library, name);

		if (found >= 0)
			return (struct operating_conditions){l, found};
	}
	return (struct operating_conditions){-1, -1};
}

/* Without factors nothing depends on conditions, whatever they are called. */
static bool any_scales(const struct sdc *s)
{
	bool any = false;

	for (int32_t l = 0; l < s->netlist->n_libraries; l++)
		any |= library_scales(s->netlist->library[l]);
	return any;
}

/* Factors that nothing goes by. */
static bool lacks_factors(const struct sdc *s)
{
	bool any = false;

	for (int32_t l = 0; l < s->netlist->n_libraries; l++)
		any |= s->netlist->library[l]->lacks_factors;
	return any;
}

/* Of the splits of a mask. */
static void set_conditions(struct sdc *s, const struct sdc_call *call, Tcl_Obj *name, Tcl_Obj *of,
			   int splits)
{
	struct operating_conditions found = find_conditions(s, tcl_text(name), of);

	if (found.library < 0) {
		if (any_scales(s) || lacks_factors(s))
			sdc_lose(s, call, "no library has these operating conditions");
		else
			sdc_warn(s, "no library has operating conditions \"%s\"", tcl_text(name));
		return;
	}
	if (s->netlist->library[found.library]->conditions[found.conditions].has_cells)
		sdc_unsupported(s, call, "what scaled_cell groups say of these conditions is");
	if (lacks_factors(s))
		sdc_unsupported(s, call, "scaling by some of a library's k_ factors is");
	for (int split = 0; split < N_SPLITS; split++) {
		if (splits & 1 << split)
			s->constraints->conditions[split] = found;
	}
}

static enum status set_operating_conditions(struct sdc *s, const struct sdc_call *call)
{
	static const char *const types[] = {"single", "bc_wc", "on_chip_variation"};
	Tcl_Obj *given = sdc_value(call, CONDITIONS_TYPE);
	bool known = !given;

	for (size_t i = 0; given && i < sizeof types / sizeof *types; i++)
		known |= strcmp(tcl_text(given), types[i]) == 0;
	if (!known)
		return sdc_fail(call, "-analysis_type is single, bc_wc or on_chip_variation");
	if (given)
		s->constraints->is_single = strcmp(tcl_text(given), types[0]) == 0;
	if (call->n_arguments == 1)
		set_conditions(s, call, call->argument[0], sdc_value(call, CONDITIONS_LIBRARY),
			       1 << EARLY | 1 << LATE);
	if (sdc_has(call, CONDITIONS_MIN))
		set_conditions(s, call, sdc_value(call, CONDITIONS_MIN),
			       sdc_value(call, CONDITIONS_MIN_LIBRARY), 1 << EARLY);
	if (sdc_has(call, CONDITIONS_MAX))
		set_conditions(s, call, sdc_value(call, CONDITIONS_MAX),
			       sdc_value(call, CONDITIONS_MAX_LIBRARY), 1 << LATE);
	return STATUS_OK;
}

const struct sdc_command sdc_wire_load_commands[] = {
	{"set_wire_load_model", "?OBJECTS?", 0, 1,
	 "Set what nets without parasitics are like by their fan-out", model_options,
	 set_wire_load_model, SDC_DONE},
	{"set_operating_conditions", "?CONDITIONS?", 0, 1,
	 "Set which operating conditions of a library delays and checks are scaled to",
	 conditions_options, set_operating_conditions, SDC_DONE},
	{0},
};
