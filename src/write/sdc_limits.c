/* Design rules: limits of slews, loads and fan-outs. */
#include "write/sdc_impl.h"

static enum status add_object(struct sdc_writer *w, const struct design_limit *limit)
{
	if (limit->pin >= 0)
		sdc_add_pins(w, &limit->pin, 1);
	else if (limit->instance >= 0)
		sdc_add_instance(w, limit->instance);
	else if (limit->clock >= 0)
		sdc_add_clock(w, limit->clock);
	else if (limit->master >= 0)
		return sdc_add_master(w, limit->master);
	else
		sdc_add(w, " [current_design]");
	return STATUS_OK;
}

static enum status write_limit(struct sdc_writer *w, const struct design_limit *limit)
{
	static const char *const name[N_LIMIT_KINDS][N_SPLITS] = {
		[LIMIT_SLEW] = {[EARLY] = "set_min_transition", [LATE] = "set_max_transition"},
		[LIMIT_CAPACITANCE] =
			{[EARLY] = "set_min_capacitance", [LATE] = "set_max_capacitance"},
		[LIMIT_FANOUT] = {[EARLY] = "set_min_fanout", [LATE] = "set_max_fanout"},
	};
	double value[N_LIMIT_PLACES][N_EDGES];
	struct sdc_corners corner[N_LIMIT_PLACES * N_EDGES];
	int n;

	for (int i = 0; i < N_LIMIT_PLACES * N_EDGES; i++)
		value[i / N_EDGES][i % N_EDGES] = limit->value[i / N_EDGES][i % N_EDGES];
	n = sdc_list_corners(value, corner);
	for (int i = 0; i < n; i++) {
		sdc_begin(w, name[limit->kind][limit->split]);
		sdc_add_corners(w, &corner[i], "-data_path", "-clock_path");
		if (limit->kind == LIMIT_SLEW)
			sdc_add_time(w, corner[i].value);
		else if (limit->kind == LIMIT_CAPACITANCE)
			sdc_add_load(w, corner[i].value);
		else
			sdc_add_number(w, corner[i].value);
		TRY(add_object(w, limit));
		TRY(sdc_end(w));
	}
	return STATUS_OK;
}

enum status sdc_write_limits(struct sdc_writer *w)
{
	const struct constraints *k = w->constraints;

	for (int32_t i = 0; i < k->n_limits; i++)
		TRY(write_limit(w, &k->limit[i]));
	return STATUS_OK;
}
