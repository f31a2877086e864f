#include "algo/timing_edit.h"

#include <stdlib.h>

#include "algo/timing_paths.h"

/* What was made of which ends there are. */
static void forget_ends(struct timing *timing)
{
	filter_index_free(timing->filters);
	timing->filters = NULL;
	for (int i = 0; i < 2; i++) {
		path_image_free(timing->paths[i].image);
		timing->paths[i].image = NULL;
		path_filter_release(&timing->paths[i].filter);
	}
}

static enum timing_stage first_stage(const struct state_changes *changes)
{
	if (changes->loads)
		return TIMING_WIRES; /* the wires' moments have the pins' capacitances */
	if (changes->slews || changes->drivers || changes->derates || changes->seeds)
		return TIMING_DELAYS;
	return changes->all_ends || changes->n_sinks ? TIMING_CHECKS : TIMING_DONE;
}

static enum status take(struct timing *timing, const struct state_changes *changes)
{
	TRY(timing_image_put(timing->image, changes));
	if (changes->seeds || changes->ends_went)
		timing_free_network(timing);
	if (changes->ends_went)
		forget_ends(timing);
	timing_outdate(timing, first_stage(changes));
	return STATUS_OK;
}

static enum status edit(struct timing *timing, const struct constraints_change *change,
			struct constraints *now, bool *done)
{
	struct timing_image *image = timing->image;
	struct state_changes changes;
	enum status status = state_graph_edit(image->states, image->graph, change, now, &changes, done);

	if (status == STATUS_OK && *done)
		status = take(timing, &changes);
	state_changes_release(&changes);
	return status;
}

enum status timing_edit(struct timing *timing, const struct constraints *base,
			struct constraints *now, bool *wires, bool *done)
{
	const struct constraints *before = timing->image->graph->constraints;
	struct constraints_change change;
	enum status status;

	*done = *wires = false;
	if (!base || !before || !now)
		return STATUS_OK;
	status = constraints_compare(base, before, now, &change);
	*wires = change.net_loads;
	if (status == STATUS_OK && !change.structure)
		status = edit(timing, &change, now, done);
	constraints_change_release(&change);
	return status;
}
