/* Nominal and operating conditions, and the k_ factors that scale to them. */
#include "write/liberty_impl.h"

static const char *const pvt_names[N_PVT] = {"process", "voltage", "temperature"};

const char *liberty_scaling_name(const struct library *library, int32_t scaling)
{
	return names_get(&library->string, library->scaling[scaling].name);
}

static void write_nominal(struct liberty_writer *w)
{
	for (int p = 0; p < N_PVT; p++) {
		if (w->library->nominal[p] == 0)
			continue;
		text_clear(&w->text);
		text_printf(&w->text, "nom_%s", pvt_names[p]);
		liberty_put_number(w, 1, text_string(&w->text), w->library->nominal[p], 1);
	}
}

static enum status write_conditions(struct liberty_writer *w, const struct lib_conditions *c)
{
	static const char *const tree[] = {"balanced_tree", "best_case_tree", "worst_case_tree"};
	const char *name = c->name < 0 ? NULL : names_get(&w->library->string, c->name);

	if (!name)
		return STATUS_OK;
	TRY(liberty_check_name(w, name));
	liberty_open(w, 1, "operating_conditions", name);
	for (int p = 0; p < N_PVT; p++)
		liberty_put_number(w, 2, pvt_names[p], c->value[p], 1);
	liberty_put_string(w, 2, "tree_type", tree[c->tree]);
	liberty_close(w, 1);
	return STATUS_OK;
}

/* "k_process_cell_rise", "k_volt_min_period", …; false of the falling edge where one name is for both. */
static bool name_factor(struct liberty_writer *w, enum lib_scale scale, int edge, int pvt)
{
	static const char *const pvts[N_PVT] = {"process", "volt", "temp"};
	static const char *const edges[] = {"rise", "fall"};
	static const char *const names[] = {[SCALE_CELL] = "cell",
					    [SCALE_SETUP] = "setup",
					    [SCALE_HOLD] = "hold",
					    [SCALE_RECOVERY] = "recovery",
					    [SCALE_REMOVAL] = "removal",
					    [SCALE_NOCHANGE] = "nochange",
					    [SCALE_SKEW] = "skew",
					    [SCALE_PERIOD] = "min_period",
					    [SCALE_PIN_CAPACITANCE] = "pin_cap",
					    [SCALE_WIRE_CAPACITANCE] = "wire_cap",
					    [SCALE_WIRE_RESISTANCE] = "wire_res"};

	text_clear(&w->text);
	if (scale == SCALE_TRANSITION)
		text_printf(&w->text, "k_%s_%s_transition", pvts[pvt], edges[edge]);
	else if (scale == SCALE_PULSE_WIDTH)
		text_printf(&w->text, "k_%s_min_pulse_width_%s", pvts[pvt],
			    edge == RISE ? "high" : "low");
	else if (scale >= SCALE_PERIOD)
		text_printf(&w->text, "k_%s_%s", pvts[pvt], names[scale]);
	else
		text_printf(&w->text, "k_%s_%s_%s", pvts[pvt], names[scale], edges[edge]);
	return scale < SCALE_PERIOD || edge == RISE;
}

static void write_factors(struct liberty_writer *w, int level, const struct lib_scaling *scaling)
{
	for (int i = 0; i < N_LIB_SCALES * N_EDGES * N_PVT; i++) {
		enum lib_scale scale = (enum lib_scale)(i / (N_EDGES * N_PVT));
		int edge = i / N_PVT % N_EDGES, pvt = i % N_PVT;
		double factor = scaling->factor[scale][edge][pvt];

		if (scale != SCALE_NONE && factor != 0 && name_factor(w, scale, edge, pvt))
			liberty_put_number(w, level, text_string(&w->text), factor, 1);
	}
}

enum status liberty_write_scaling(struct liberty_writer *w)
{
	const struct library *l = w->library;

	write_nominal(w);
	for (int32_t c = 0; c < l->n_conditions; c++)
		TRY(write_conditions(w, &l->conditions[c]));
	if (l->default_conditions >= 0)
		liberty_put_string(
			w, 1, "default_operating_conditions",
			names_get(&l->string, l->conditions[l->default_conditions].name));
	for (int32_t s = 0; s < l->n_scalings; s++) {
		if (s && l->scaling[s].name < 0)
			continue; /* named, but not described: no cell goes by it */
		if (s) {
			TRY(liberty_check_name(w, liberty_scaling_name(l, s)));
			liberty_open(w, 1, "scaling_factors", liberty_scaling_name(l, s));
		}
		write_factors(w, s ? 2 : 1, &l->scaling[s]);
		if (s)
			liberty_close(w, 1);
	}
	return STATUS_OK;
}
