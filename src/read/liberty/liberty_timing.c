/*
 * Timing groups, and the arcs that come of them.
 */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "read/liberty/liberty_impl.h"

enum { DELAY, SLEW, CHECK, N_TABLES };

/* A timing group while it is read. */
struct group {
	struct liberty_timing timing;
	struct liberty_span type, sense;
	struct liberty_span sdf_cond, sdf_cond_start, sdf_cond_end;
	int32_t table[N_TABLES][N_EDGES];
	int32_t propagation[N_EDGES]; /* of an edge without a delay's table; -1 = none */
	double intrinsic[N_EDGES], resistance[N_EDGES]; /* intrinsic NAN: not said */
	double slope[N_EDGES];
	bool is_linear;
};

static enum status take_type(struct liberty *r, struct group *g)
{
	struct liberty_timing *t = &g->timing;
	const struct lib_timing_type *type = lib_timing_types;

	if (g->type.begin) {
		while (type->name && !liberty_is(g->type, type->name))
			type++;
	}
	if (!type->name)
		TRY(liberty_lose(r, LIBERTY_OTHER, g->type.begin,
				 "unknown timing_type \"%.*s\": not used", SHOWN(g->type)));
	else if (strncmp(type->name, "nochange_", 9) == 0)
		TRY(liberty_lose(r, LIBERTY_EACH, g->type.begin, "timing_type \"%s\" isn't checked",
				 type->name));
	t->arc.type = (int32_t)(type - lib_timing_types);
	t->arc.kind = type->kind;
	for (int edge = 0; edge < N_EDGES; edge++) {
		t->arc.from_edge[edge] = type->from & 1 << edge;
		t->to_edge[edge] = type->to & 1 << edge;
	}
	return STATUS_OK;
}

static void take_sense(struct liberty *r, struct group *g)
{
	static const char *const names[] = {"non_unate", "positive_unate", "negative_unate", NULL};
	int which = g->sense.begin ? liberty_find_word(names, g->sense) : 0;

	if (which < 0)
		liberty_warn(r, LIBERTY_OTHER, g->sense.begin,
			     "unknown timing_sense \"%.*s\": taken as non_unate", SHOWN(g->sense));
	g->timing.arc.sense = which < 0 ? LIB_NON_UNATE : (enum lib_sense)which;
}

static enum status timing_attribute(struct liberty *r, const struct liberty_statement *statement,
				    struct group *g)
{
	static const char *const names[] = {
		"related_pin", "related_bus_pins", "timing_type",    "timing_sense",
		"when",        "sdf_cond",         "sdf_cond_start", "sdf_cond_end",
		NULL};
	struct liberty_span *const spans[] = {
		&g->timing.related, &g->timing.related_bus, &g->type,           &g->sense,
		&g->timing.when,    &g->sdf_cond,           &g->sdf_cond_start, &g->sdf_cond_end};
	static const char *const numbers[] = {"intrinsic_rise",
					      "intrinsic_fall",
					      "rise_resistance",
					      "fall_resistance",
					      "slope_rise",
					      "slope_fall",
					      NULL};
	double *const number[] = {&g->intrinsic[RISE],  &g->intrinsic[FALL], &g->resistance[RISE],
				  &g->resistance[FALL], &g->slope[RISE],     &g->slope[FALL]};
	double time = r->library->time_unit, resistance = r->library->resistance_unit;
	int which = liberty_find_word(names, statement->name);

	if (which >= 0) {
		*spans[which] = statement->value;
		return STATUS_OK;
	}
	which = liberty_find_word(numbers, statement->name);
	if (which >= 0)
		return liberty_number(r, statement,
				      which < 2   ? time
				      : which < 4 ? resistance
						  : 1,
				      number[which]);
	return liberty_ignore(r, statement);
}

static enum status timing_table(struct liberty *r, const struct liberty_statement *group,
				struct group *g)
{
	static const char *const names[] = {
		"cell_rise",        "cell_fall",        "rise_transition",
		"fall_transition",  "rise_constraint",  "fall_constraint",
		"rise_propagation", "fall_propagation", NULL};
	static const char *const sigmas[] = {"ocv_sigma_cell_rise", "ocv_sigma_cell_fall",
					     "ocv_sigma_rise_constraint",
					     "ocv_sigma_fall_constraint", NULL};
	static const char *const retaining[] = {"retaining_rise", "retaining_fall",
						"retain_rise_slew", "retain_fall_slew", NULL};
	struct lib_arc *arc = &g->timing.arc;
	int which = liberty_find_word(sigmas, group->name), splits = 0;
	int32_t id;

	if (which >= 0) {
		TRY(liberty_sigma_table(r, group, &splits, &id));
		for (int split = 0; split < N_SPLITS; split++) {
			if (splits & 1 << split)
				arc->sigma[split][which % 2] = id + 1;
		}
		return STATUS_OK;
	}
	which = liberty_find_word(retaining, group->name);
	if (which >= 0) {
		TRY(liberty_table_group(r, group, &id));
		(which < 2 ? arc->retaining : arc->retain_slew)[which % 2] = id + 1;
		return STATUS_OK;
	}
	which = liberty_find_word(names, group->name);
	if (which >= 0 && which < 2 * N_TABLES)
		return liberty_table_group(r, group, &g->table[which / 2][which % 2]);
	if (which >= 0)
		return liberty_table_group(r, group, &g->propagation[which % 2]);
	return liberty_skip(r, group);
}

/* Where the linear model was given for an edge and no table was, a table that says the same. */
static enum status take_linear(struct liberty *r, struct group *g, bool is_check)
{
	bool used = false;

	for (int edge = 0; edge < N_EDGES; edge++) {
		int32_t *table = &g->table[is_check ? CHECK : DELAY][edge];

		if (isnan(g->intrinsic[edge]) || *table >= 0)
			continue;
		used = true;
		if (!is_check && g->slope[edge] != 0)
			TRY(liberty_lose(r, LIBERTY_LINEAR, g->timing.place,
					 "linear delay model: slope_%s left out",
					 edge == RISE ? "rise" : "fall"));
		TRY(liberty_linear_table(r, g->intrinsic[edge], is_check ? 0 : g->resistance[edge],
					 table));
		if (!is_check && g->table[SLEW][edge] < 0)
			TRY(liberty_linear_table(r, 0, 0, &g->table[SLEW][edge]));
	}
	if (used)
		liberty_warn(r, LIBERTY_LINEAR, g->timing.place,
			     "linear delay model: taken as tables with slew 0");
	return STATUS_OK;
}

/* rise_propagation: a delay is the time until the output begins to change, and its transition. */
static enum status take_propagation(struct liberty *r, struct group *g)
{
	for (int edge = 0; edge < N_EDGES; edge++) {
		if (g->propagation[edge] < 0 || g->table[DELAY][edge] >= 0)
			continue;
		if (g->table[SLEW][edge] < 0)
			TRY(liberty_lose(
				r, LIBERTY_TABLE, g->timing.place,
				"table \"%s_propagation\" left out: there is no %s_transition",
				edge == RISE ? "rise" : "fall", edge == RISE ? "rise" : "fall"));
		else
			TRY(liberty_sum_table(r, g->propagation[edge], g->table[SLEW][edge],
					      &g->table[DELAY][edge]));
	}
	return STATUS_OK;
}

static enum status take_condition(struct liberty *r, struct liberty_span text, int32_t *id)
{

	if (text.begin == text.end)
		return STATUS_OK;
	TRY(liberty_string(r, text, id));
	++*id;
	return STATUS_OK;
}

/* Of an arc that enables or disables a driver the sense says which edge of the pin does; the output may change
 * either way then. */
static void take_enabling_edge(struct lib_arc *arc)
{
	if (arc->kind != LIB_THREE_STATE || arc->sense == LIB_NON_UNATE)
		return;
	arc->from_edge[RISE] = arc->sense == LIB_POSITIVE_UNATE;
	arc->from_edge[FALL] = arc->sense == LIB_NEGATIVE_UNATE;
	arc->sense = LIB_NON_UNATE;
}

static enum status finish_group(struct liberty *r, struct group *g)
{
	struct lib_arc *arc = &g->timing.arc;
	bool is_check;

	TRY(take_type(r, g));
	take_sense(r, g);
	take_enabling_edge(arc);
	TRY(take_condition(r, g->sdf_cond, &arc->sdf_cond));
	TRY(take_condition(r, g->sdf_cond_start, &arc->sdf_cond_start));
	TRY(take_condition(r, g->sdf_cond_end, &arc->sdf_cond_end));
	is_check = arc->kind >= LIB_SETUP && arc->kind <= LIB_REMOVAL;
	if (arc->kind == LIB_OTHER)
		is_check = g->table[CHECK][RISE] >= 0 || g->table[CHECK][FALL] >= 0;
	TRY(take_propagation(r, g));
	TRY(take_linear(r, g, is_check));
	for (int edge = 0; edge < N_EDGES; edge++) {
		bool taken = g->timing.to_edge[edge];

		arc->delay[edge] = taken ? g->table[is_check ? CHECK : DELAY][edge] : -1;
		arc->slew[edge] = taken && !is_check ? g->table[SLEW][edge] : -1;
		if (!taken || is_check || arc->delay[edge] < 0 || !arc->retaining[edge])
			arc->retaining[edge] = arc->retain_slew[edge] = 0;
	}
	arc->group = r->n_groups++;
	return APPEND(r->timing, r->n_timings, &r->timing_capacity, g->timing);
}

enum status liberty_timing_group(struct liberty *r, const struct liberty_statement *group,
				 int32_t first_target, int32_t n_targets)
{
	struct group g = {.timing = {.place = group->name.begin,
				     .first_target = first_target,
				     .n_targets = n_targets},
			  .table = {{-1, -1}, {-1, -1}, {-1, -1}},
			  .propagation = {-1, -1},
			  .intrinsic = {NAN, NAN}};
	struct liberty_statement statement;

	g.timing.arc.line = walk_line(&r->walk, group->name.begin);
	for (;;) {
		TRY(liberty_next(r, &statement));
		if (statement.kind == LIBERTY_END)
			return finish_group(r, &g);
		if (statement.kind == LIBERTY_GROUP)
			TRY(timing_table(r, &statement, &g));
		else
			TRY(timing_attribute(r, &statement, &g));
	}
}

/* ---- arcs ---- */

/* A timing group while its arcs are made. */
struct maker {
	struct liberty *r;
	const struct liberty_timing *timing;
	int32_t when; /* what it is for all bits, unless by_bit */
	bool by_bit;
};

/* `when` of an arc to a bit of the target: the same for all, unless it names a bus. */
static enum status find_when(struct maker *m, int32_t bit, int32_t width)
{
	struct liberty_span when = m->timing->when;

	if (!m->by_bit)
		return STATUS_OK;
	return liberty_expression(m->r, when, bit, width, &m->when, &m->by_bit);
}

static enum status add_arc(struct maker *m, int32_t from, int32_t to)
{
	struct lib_arc arc = m->timing->arc;

	if (m->r->library->n_arcs >= m->r->arc_limit)
		return liberty_error(m->r, m->timing->place,
				     "more arcs than a file of this size should have; with "
				     "-allow_large it is read all the same");
	arc.from = from;
	arc.to = to;
	arc.when = m->when;
	return library_add_arc(m->r->library, &arc);
}

/* The last bits of both ranges belong together; of the longer one, those before them have no arcs. */
static enum status join_last(struct maker *m, struct liberty_range from, struct liberty_range to)
{
	int32_t n = from.n < to.n ? from.n : to.n;

	for (int32_t j = to.n - n; j < to.n; j++) {
		TRY(find_when(m, j, to.n));
		TRY(add_arc(m, from.first + from.n - to.n + j, to.first + j));
	}
	return STATUS_OK;
}

/* "D[7] … D[4]": the bits of the longer of two ranges that have no counterpart. */
static enum status lose_bits(struct liberty *r, const char *place, struct liberty_range from,
			     struct liberty_range to)
{
	struct liberty_range longer = from.n > to.n ? from : to;
	int32_t n = abs(from.n - to.n), first = r->library->cell[r->cell].first_pin;
	const struct lib_pin *pin = &r->library->pin[first + longer.first];
	const char *one = names_get(&r->library->string, pin[0].name);
	const char *last = names_get(&r->library->string, pin[n - 1].name);

	return liberty_lose(r, LIBERTY_RELATED, place,
			    "buses of %" PRId32 " and %" PRId32
			    " bits: their last bits belong together, %s%s%s %s no arcs",
			    from.n, to.n, one, n > 1 ? " to " : "", n > 1 ? last : "",
			    n > 1 ? "have" : "has");
}

/* Bit by bit if that is asked for and both have as many, else all pairs. */
static enum status join(struct maker *m, struct liberty_range from, struct liberty_range to,
			bool one_to_one)
{
	bool pairs = one_to_one && from.n == to.n;

	for (int32_t j = 0; j < to.n; j++) {
		TRY(find_when(m, j, to.n));
		if (pairs) {
			TRY(add_arc(m, from.first + j, to.first + j));
			continue;
		}
		for (int32_t i = 0; i < from.n; i++)
			TRY(add_arc(m, from.first + i, to.first + j));
		TRY(task_progress(m->r->walk.in->task, m->r->walk.at - m->r->walk.in->data));
	}
	return STATUS_OK;
}

static enum status join_list(struct maker *m, struct liberty_span list, struct liberty_range to,
			     bool one_to_one)
{
	struct liberty *r = m->r;
	struct liberty_span word;

	while (liberty_word(&list, &word)) {
		struct liberty_range from = liberty_find(r, word);

		TRY(liberty_spend(r, word.end - word.begin));
		if (from.n == 0)
			TRY(liberty_lose(
				r, LIBERTY_RELATED, word.begin,
				"unknown related pin \"%.*s\" in cell \"%s\": arc left out",
				SHOWN(word), names_get(&r->library->cell_name, r->cell)));
		if (one_to_one && from.n > 1 && to.n > 1 && from.n != to.n)
			TRY(lose_bits(r, word.begin, from, to));
		TRY(one_to_one && from.n > 1 && to.n > 1 ? join_last(m, from, to)
							 : join(m, from, to, one_to_one));
	}
	return STATUS_OK;
}

static enum status make_arcs(struct liberty *r, const struct liberty_timing *t)
{
	bool related = t->related.begin || t->related_bus.begin;

	for (int32_t i = 0; i < t->n_targets; i++) {
		struct liberty_range to = r->target[t->first_target + i];
		struct maker m = {.r = r, .timing = t, .when = -1, .by_bit = t->when.begin != NULL};

		TRY(liberty_spend(r, 1));
		if (t->related.begin)
			TRY(join_list(&m, t->related, to, true));
		if (t->related_bus.begin)
			TRY(join_list(&m, t->related_bus, to, false));
		if (!related && t->arc.kind == LIB_OTHER)
			TRY(join(&m, to, to, true)); /* a pulse width, a period */
		else if (!related)
			TRY(liberty_lose(r, LIBERTY_RELATED, t->place,
					 "timing group without related_pin left out"));
	}
	return STATUS_OK;
}

enum status liberty_make_arcs(struct liberty *r)
{
	for (int64_t i = 0; i < r->n_timings; i++)
		TRY(make_arcs(r, &r->timing[i]));
	return STATUS_OK;
}
