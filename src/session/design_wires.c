/* The wires of a design as timing has them. */
#include "db/wire_load.h"
#include "session/design.h"

enum status design_make_wires(const struct design *design, const int32_t *only,
			      struct text *warnings, struct task *task, bool *guesses,
			      struct rc_forest **out)
{
	struct rc_source source = {
		.parasitics = {design_parasitics(design, EARLY), design_parasitics(design, LATE)},
		.models = design->wires ? &design->wires->models : NULL,
		.constraints = design->constraints,
		.netlist = design->netlist,
		.only = only};
	struct parasitics *guessed[N_SPLITS] = {NULL};
	enum status status = STATUS_OK;

	*out = NULL;
	for (int split = 0; split < N_SPLITS && status == STATUS_OK; split++)
		status = wire_load_parasitics(design->netlist, design->wires, design->constraints,
					      (enum split)split, task, &guessed[split]);
	*guesses = guessed[LATE] != NULL && guessed[LATE]->n_nets > 0;
	source.guessed[EARLY] = guessed[EARLY];
	source.guessed[LATE] = guessed[LATE];
	if (status == STATUS_OK && (guessed[EARLY] || guessed[LATE] || design->wires ||
				    (design->constraints && design->constraints->net_load)))
		status = rc_forest_new(&source, warnings, task, out);
	parasitics_unref(guessed[EARLY]);
	parasitics_unref(guessed[LATE]);
	return status;
}
