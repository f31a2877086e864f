/* Delays, checks and slews that a script gives in place of those that are computed. */
#include <math.h>
#include <string.h>

#include "read/sdc/sdc_impl.h"

enum { BOTH_EDGES = 1 << RISE | 1 << FALL };

static enum status need_annotations(struct sdc *s)
{
	return s->annotations ? STATUS_OK : annotations_new(&s->annotations);
}

/* A time in fs. */
static enum status take_time(struct sdc *s, const struct sdc_call *call, const char *what,
			     int64_t *fs)
{
	double number;

	TRY(sdc_number_of(call, call->argument[0], what, &number));
	if (!(fabs(number * s->time_unit) <= ANNOTATION_MOST / 1e3))
		return sdc_fail(call, "%s is more than 2.1 us", what);
	*fs = fs_of_ps(number * s->time_unit);
	return STATUS_OK;
}

static enum status need_option(const struct sdc_call *call, int option)
{
	return sdc_has(call, option)
		       ? STATUS_OK
		       : sdc_fail(call, "%s is missing", call->command->options[option].name);
}

/* Say a value of all pairs of pins; what is none of the target's is warned of. */
static enum status put_pairs(struct sdc *s, const struct sdc_objects *from,
			     const struct sdc_objects *to, const struct annotation_target *target,
			     const struct annotation_value *value, bool *any)
{
	for (int32_t i = 0; i < from->n; i++) {
		for (int32_t j = 0; j < to->n; j++) {
			struct annotation_target pair = *target;

			pair.from = from->item[i].id;
			pair.to = to->item[j].id;
			TRY(annotations_put_between(s->annotations, s->netlist, &pair, value, any));
		}
	}
	return STATUS_OK;
}

static enum status put_between(struct sdc *s, const struct sdc_call *call, int from_option,
			       int to_option, const struct annotation_target *target,
			       const struct annotation_value *value)
{
	RELEASED_BY(sdc_objects_release) struct sdc_objects from = {0}, to = {0};
	bool any = false;
	enum status status;

	TRY(need_annotations(s));
	TRY(sdc_take_pins(s, call, sdc_value(call, from_option), &from));
	TRY(sdc_take_pins(s, call, sdc_value(call, to_option), &to));
	status = put_pairs(s, &from, &to, target, value, &any);
	if (status == STATUS_BAD_INPUT)
		status = sdc_fail(call, "it adds up to more than 2.1 us");
	if (status == STATUS_OK && !any)
		sdc_skip(s, call->command->name,
			 target->what == ANNOTATED_CHECK ? "there is no such check"
			 : target->what == ANNOTATED_WIRE
				 ? "no net leads from there to there"
				 : "no arc of a cell leads from there to there");
	return status;
}

/* ---- delays ---- */

enum {
	DELAY_CELL,
	DELAY_NET,
	DELAY_FROM,
	DELAY_TO,
	DELAY_RISE,
	DELAY_FALL,
	DELAY_MIN,
	DELAY_MAX,
	DELAY_INCREMENT
};

#define DELAY_OPTIONS                                                                              \
	[DELAY_CELL] = {"-cell", SDC_FLAG, NULL, "of arcs of a cell"},                             \
	[DELAY_NET] = {"-net", SDC_FLAG, NULL, "of wires"},                                        \
	[DELAY_FROM] = {"-from", SDC_WORD, "PINS", "where they begin"},                            \
	[DELAY_TO] = {"-to", SDC_WORD, "PINS", "where they end"},                                  \
	[DELAY_RISE] = {"-rise", SDC_FLAG, NULL, "to rising edges only"},                          \
	[DELAY_FALL] = {"-fall", SDC_FLAG, NULL, "to falling edges only"},                         \
	[DELAY_MIN] = {"-min", SDC_FLAG, NULL, "early ones only"},                                 \
	[DELAY_MAX] = {"-max", SDC_FLAG, NULL, "late ones only"}

static const struct sdc_option assigned_delay_options[] = {DELAY_OPTIONS, {0}};

static const struct sdc_option annotated_delay_options[] = {
	DELAY_OPTIONS,
	[DELAY_INCREMENT] = {"-increment", SDC_FLAG, NULL, "on top of what there is"},
	{0},
};

static enum status set_delay(struct sdc *s, const struct sdc_call *call)
{
	struct annotation_target target = {.from_edges = BOTH_EDGES,
					   .edges = sdc_edges(call, DELAY_RISE, DELAY_FALL)};
	struct annotation_value value = {.splits = sdc_splits(call, DELAY_MIN, DELAY_MAX)};

	if (sdc_has(call, DELAY_CELL) == sdc_has(call, DELAY_NET))
		return sdc_fail(call, "one of -cell and -net is needed");
	TRY(need_option(call, DELAY_FROM));
	TRY(need_option(call, DELAY_TO));
	TRY(take_time(s, call, "the delay", &value.fs));
	target.what = sdc_has(call, DELAY_CELL) ? ANNOTATED_ARC : ANNOTATED_WIRE;
	if (call->command->options == annotated_delay_options && sdc_has(call, DELAY_INCREMENT))
		value.mode = ANNOTATION_ADDS;
	return put_between(s, call, DELAY_FROM, DELAY_TO, &target, &value);
}

/* ---- checks ---- */

enum {
	CHECK_OF_SETUP,
	CHECK_OF_HOLD,
	CHECK_OF_RECOVERY,
	CHECK_OF_REMOVAL,
	CHECK_FROM,
	CHECK_TO,
	CHECK_RISE,
	CHECK_FALL,
	CHECK_CLOCK,
	CHECK_COND,
	CHECK_MIN,
	CHECK_MAX,
	CHECK_WORST
};

static const struct sdc_option check_options[] = {
	[CHECK_OF_SETUP] = {"-setup", SDC_FLAG, NULL, "setup checks"},
	[CHECK_OF_HOLD] = {"-hold", SDC_FLAG, NULL, "hold checks"},
	[CHECK_OF_RECOVERY] = {"-recovery", SDC_FLAG, NULL, "recovery checks"},
	[CHECK_OF_REMOVAL] = {"-removal", SDC_FLAG, NULL, "removal checks"},
	[CHECK_FROM] = {"-from", SDC_WORD, "PINS", "clock pins"},
	[CHECK_TO] = {"-to", SDC_WORD, "PINS", "data pins"},
	[CHECK_RISE] = {"-rise", SDC_FLAG, NULL, "of rising data only"},
	[CHECK_FALL] = {"-fall", SDC_FLAG, NULL, "of falling data only"},
	[CHECK_CLOCK] = {"-clock", SDC_WORD, "rise|fall", "against this edge of the clock only"},
	[CHECK_COND] = {"-cond", SDC_WORD, "CONDITION", "those with this sdf_cond only"},
	[CHECK_MIN] = {"-min", SDC_FLAG, NULL, "early ones only: hold and removal"},
	[CHECK_MAX] = {"-max", SDC_FLAG, NULL, "late ones only: setup and recovery"},
	[CHECK_WORST] = {"-worst", SDC_FLAG, NULL, "accepted: no effect, as in OpenSTA"},
	{0},
};

static enum status take_clock_edge(const struct sdc_call *call, int *edges)
{
	const char *edge = sdc_has(call, CHECK_CLOCK) ? tcl_text(sdc_value(call, CHECK_CLOCK)) : "";

	*edges = !*edge                      ? BOTH_EDGES
		 : strcmp(edge, "rise") == 0 ? 1 << RISE
		 : strcmp(edge, "fall") == 0 ? 1 << FALL
					     : 0;
	return *edges ? STATUS_OK
		      : sdc_fail(call, "-clock expects rise or fall, not \"%.100s\"", edge);
}

static enum status set_check(struct sdc *s, const struct sdc_call *call)
{
	static const enum lib_arc_kind kinds[] = {LIB_SETUP, LIB_HOLD, LIB_RECOVERY, LIB_REMOVAL};
	struct annotation_target target = {.what = ANNOTATED_CHECK,
					   .edges = sdc_edges(call, CHECK_RISE, CHECK_FALL)};
	struct annotation_value value = {.splits = sdc_splits(call, CHECK_MIN, CHECK_MAX)};
	int n = 0;

	for (int i = CHECK_OF_SETUP; i <= CHECK_OF_REMOVAL; i++) {
		n += sdc_has(call, i);
		if (sdc_has(call, i))
			target.check = kinds[i];
	}
	if (n != 1)
		return sdc_fail(call, "one of -setup, -hold, -recovery and -removal is needed");
	TRY(need_option(call, CHECK_FROM));
	TRY(need_option(call, CHECK_TO));
	TRY(take_clock_edge(call, &target.from_edges));
	TRY(take_time(s, call, "the value", &value.fs));
	if (sdc_has(call, CHECK_COND))
		target.sdf_cond = tcl_text(sdc_value(call, CHECK_COND));
	return put_between(s, call, CHECK_FROM, CHECK_TO, &target, &value);
}

/* ---- slews ---- */

enum { SLEW_RISE, SLEW_FALL, SLEW_MIN, SLEW_MAX };

static const struct sdc_option slew_options[] = {
	[SLEW_RISE] = {"-rise", SDC_FLAG, NULL, "of rising edges only"},
	[SLEW_FALL] = {"-fall", SDC_FLAG, NULL, "of falling edges only"},
	[SLEW_MIN] = {"-min", SDC_FLAG, NULL, "early ones only"},
	[SLEW_MAX] = {"-max", SDC_FLAG, NULL, "late ones only"},
	{0},
};

static enum status put_slew(struct sdc *s, int32_t pin, int edges, int splits, int64_t fs)
{
	for (int edge = 0; edge < N_EDGES; edge++) {
		int32_t vertex = pin * N_EDGES + edge;
		struct annotation_key key = {ANNOTATED_SLEW, vertex, vertex, -1};

		for (int split = 0; split < N_SPLITS; split++) {
			if ((edges & 1 << edge) && (splits & 1 << split))
				TRY(annotations_put(s->annotations, &key, (enum split)split, fs,
						    ANNOTATION_SETS));
		}
	}
	return STATUS_OK;
}

static enum status set_transition(struct sdc *s, const struct sdc_call *call)
{
	RELEASED_BY(sdc_objects_release) struct sdc_objects pins = {0};
	int edges = sdc_edges(call, SLEW_RISE, SLEW_FALL);
	int splits = sdc_splits(call, SLEW_MIN, SLEW_MAX);
	int64_t fs;

	TRY(take_time(s, call, "the transition", &fs));
	if (fs < 0)
		return sdc_fail(call, "the transition is negative");
	TRY(need_annotations(s));
	TRY(sdc_take_pins(s, call, call->argument[1], &pins));
	if (!pins.n)
		sdc_skip(s, call->command->name, "none of its pins is there");
	for (int32_t i = 0; i < pins.n; i++)
		TRY(put_slew(s, pins.item[i].id, edges, splits, fs));
	return STATUS_OK;
}

const struct sdc_command sdc_annotate_commands[] = {
	{"set_annotated_check", "VALUE", 1, 1, "Give checks in place of what libraries say",
	 check_options, set_check, SDC_ANNOTATES},
	{"set_annotated_delay", "DELAY", 1, 1,
	 "Give delays of arcs of a cell, or of wires, in place of those that are computed",
	 annotated_delay_options, set_delay, SDC_ANNOTATES},
	{"set_annotated_transition", "TRANSITION PINS", 2, 2,
	 "Give slews at pins in place of those that are computed", slew_options, set_transition,
	 SDC_ANNOTATES},
	{"set_assigned_check", "VALUE", 1, 1, "Give checks in place of what libraries say",
	 check_options, set_check, SDC_ANNOTATES},
	{"set_assigned_delay", "DELAY", 1, 1,
	 "Give delays of arcs of a cell, or of wires, in place of those that are computed",
	 assigned_delay_options, set_delay, SDC_ANNOTATES},
	{"set_assigned_transition", "TRANSITION PINS", 2, 2,
	 "Give slews at pins in place of those that are computed", slew_options, set_transition,
	 SDC_ANNOTATES},
	{0},
};
