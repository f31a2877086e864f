/* Rules of single pins, cells and clocks. */
#include "write/sdc_impl.h"

static void add_object(struct sdc_writer *w, const struct local_rule *rule)
{
	if (rule->pin >= 0)
		sdc_add_pins(w, &rule->pin, 1);
	else if (rule->instance >= 0)
		sdc_add_instance(w, rule->instance);
	else if (rule->clock >= 0)
		sdc_add_clock(w, rule->clock);
}

static enum status write_borrow(struct sdc_writer *w, const struct local_rule *rule)
{
	sdc_begin(w, "set_max_time_borrow");
	sdc_add_time(w, rule->value[LATE][RISE]);
	add_object(w, rule);
	return sdc_end(w);
}

/* One command for the margins of the same edges; the level in the first of them. */
static enum status write_gating(struct sdc_writer *w, const struct local_rule *rule)
{
	bool alike = rule->value[EARLY][RISE] == rule->value[EARLY][FALL] &&
		     rule->value[LATE][RISE] == rule->value[LATE][FALL];

	for (int edge = 0; edge < (alike ? 1 : N_EDGES); edge++) {
		bool setup = is_given(rule->value[LATE][edge]);
		bool hold = is_given(rule->value[EARLY][edge]);

		if (!setup && !hold && (edge > 0 || rule->level < 0) && !alike)
			continue;
		sdc_begin(w, "set_clock_gating_check");
		if (setup) {
			sdc_add(w, " -setup");
			sdc_add_time(w, rule->value[LATE][edge]);
		}
		if (hold) {
			sdc_add(w, " -hold");
			sdc_add_time(w, rule->value[EARLY][edge]);
		}
		if (!alike)
			sdc_add(w, edge == RISE ? " -rise" : " -fall");
		if (rule->level >= 0)
			sdc_add(w, rule->level ? " -high" : " -low");
		add_object(w, rule);
		TRY(sdc_end(w));
	}
	return STATUS_OK;
}

static enum status write_no_gating(struct sdc_writer *w, const struct local_rule *rule)
{
	sdc_begin(w, "set_disable_clock_gating_check");
	add_object(w, rule);
	return sdc_end(w);
}

static enum status write_sense(struct sdc_writer *w, const struct local_rule *rule)
{
	static const char *const option[] = {
		[SENSE_STOPS] = " -stop_propagation",
		[SENSE_POSITIVE] = " -positive",
		[SENSE_NEGATIVE] = " -negative",
		[SENSE_RISE_HIGH] = " -pulse rise_triggered_high_pulse",
		[SENSE_RISE_LOW] = " -pulse rise_triggered_low_pulse",
		[SENSE_FALL_HIGH] = " -pulse fall_triggered_high_pulse",
		[SENSE_FALL_LOW] = " -pulse fall_triggered_low_pulse",
	};

	sdc_begin(w, "set_sense -type clock");
	sdc_add(w, option[rule->level]);
	if (rule->clock >= 0) {
		sdc_add(w, " -clocks");
		sdc_add_clock(w, rule->clock);
	}
	sdc_add_pins(w, &rule->pin, 1);
	return sdc_end(w);
}

static enum status write_data_check(struct sdc_writer *w, const struct local_rule *rule)
{
	static const char *const from[] = {"", " -rise_from", " -fall_from", " -from"};
	static const char *const to[] = {"", " -rise_to", " -fall_to", " -to"};
	bool alike = rule->value[EARLY][RISE] == rule->value[LATE][RISE];

	for (int split = alike ? LATE : EARLY; split < N_SPLITS; split++) {
		if (!is_given(rule->value[split][RISE]))
			continue;
		sdc_begin(w, "set_data_check");
		sdc_add(w, from[rule->from_edges]);
		sdc_add_pins(w, &rule->from, 1);
		sdc_add(w, to[rule->edges]);
		sdc_add_pins(w, &rule->pin, 1);
		if (!alike)
			sdc_add(w, split == LATE ? " -setup" : " -hold");
		if (rule->clock >= 0) {
			sdc_add(w, " -clock");
			sdc_add_clock(w, rule->clock);
		}
		sdc_add_time(w, rule->value[split][RISE]);
		TRY(sdc_end(w));
	}
	return STATUS_OK;
}

static enum status write_pulse(struct sdc_writer *w, const struct local_rule *rule)
{
	bool alike = rule->value[LATE][RISE] == rule->value[LATE][FALL];

	for (int edge = 0; edge < (alike ? 1 : N_EDGES); edge++) {
		if (!is_given(rule->value[LATE][edge]))
			continue;
		sdc_begin(w, "set_min_pulse_width");
		if (!alike)
			sdc_add(w, edge == RISE ? " -high" : " -low");
		sdc_add_time(w, rule->value[LATE][edge]);
		add_object(w, rule);
		TRY(sdc_end(w));
	}
	return STATUS_OK;
}

enum status sdc_write_locals(struct sdc_writer *w)
{
	static enum status (*const write[N_LOCAL_KINDS])(struct sdc_writer *,
							 const struct local_rule *) = {
		[LOCAL_BORROW] = write_borrow,         [LOCAL_GATING] = write_gating,
		[LOCAL_NO_GATING] = write_no_gating,   [LOCAL_SENSE] = write_sense,
		[LOCAL_DATA_CHECK] = write_data_check, [LOCAL_PULSE] = write_pulse,
	};
	const struct constraints *k = w->constraints;

	for (int32_t i = 0; i < k->n_locals; i++)
		TRY(write[k->local[i].kind](w, &k->local[i]));
	return STATUS_OK;
}
