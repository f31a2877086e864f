/* Operating conditions, and the k_ factors that scale values to them. */
#include <math.h>
#include <string.h>

#include "read/liberty/liberty_impl.h"

static const char *const pvt_names[] = {"process", "voltage", "temperature"};

/* ---- operating conditions ---- */

/* The string that a name is, and the conditions of it, made if they aren't there. */
static enum status need_conditions(struct liberty *r, struct liberty_span name, int32_t *id)
{
	struct library *library = r->library;
	struct lib_conditions blank = {.name = -1};
	RELEASED_BY(text_release) struct text plain = TEXT_INIT;
	bool added;

	text_append(&plain, "", 0);
	liberty_plain(name, &plain);
	TRY(text_status(&plain));
	TRY(names_add(&library->string, plain.data, plain.length, &blank.name, NULL));
	TRY(names_add(&r->conditions_name, plain.data, plain.length, id, &added));
	if (!added)
		return STATUS_OK;
	TRY(library_add_conditions(library, &blank));
	TRY(GROW(&r->said, &r->said_capacity, (int64_t)*id + 1));
	r->said[*id] = (struct liberty_said){0};
	return STATUS_OK;
}

enum status liberty_default_conditions(struct liberty *r, const struct liberty_statement *statement)
{
	return need_conditions(r, statement->value, &r->default_conditions);
}

/* tree_type : "worst_case_tree"; what isn't known is balanced, as in OpenSTA. */
static enum lib_tree find_tree(struct liberty_span value)
{
	static const char *const names[] = {"balanced_tree", "best_case_tree", "worst_case_tree",
					    NULL};
	int which = liberty_find_word(names, value);

	return which < 0 ? TREE_BALANCED : (enum lib_tree)which;
}

/* operating_conditions (NAME) { process : 1; voltage : 1.8; temperature : 25; tree_type : balanced_tree; } */
enum status liberty_conditions_group(struct liberty *r, const struct liberty_statement *group)
{
	static const char *const names[] = {"process", "voltage", "temperature", "tree_type", NULL};
	struct lib_conditions conditions = {.name = -1};
	struct liberty_said said = {.described = true};
	struct liberty_statement statement;
	int32_t id;

	TRY(need_conditions(r, group->value, &id));
	for (;;) {
		int which;

		TRY(liberty_next_of(r, names, &statement, &which));
		if (statement.kind == LIBERTY_END)
			break;
		if (which == N_PVT)
			conditions.tree = find_tree(statement.value);
		else if (which >= 0)
			TRY(liberty_number(r, &statement, 1, &conditions.value[which]));
		else
			TRY(liberty_ignore(r, &statement));
		if (which >= 0 && which < N_PVT)
			said.value[which] = true;
	}
	conditions.name = r->library->conditions[id].name;
	conditions.has_cells = r->library->conditions[id].has_cells;
	r->library->conditions[id] = conditions;
	r->said[id] = said;
	return STATUS_OK;
}

enum status liberty_scaled_cell(struct liberty *r, const struct liberty_statement *group)
{
	struct liberty_span list = group->value, word;
	int32_t id;

	if (liberty_word(&list, &word) && liberty_word(&list, &word)) {
		TRY(need_conditions(r, word, &id));
		r->library->conditions[id].has_cells = true;
	}
	return liberty_skip(r, group);
}

/* ---- factors ---- */

/* What the rest of a name after "k_process_" scales, and at which edges (mask of 1 << edge). */
static enum lib_scale find_scale(struct liberty_span name, int *edges)
{
	static const struct {
		const char *name;
		enum lib_scale scale;
		int edges;
	} known[] = {
#define OF_EDGES(name, scale) {name "_rise", scale, 1 << RISE}, {name "_fall", scale, 1 << FALL}
		OF_EDGES("cell", SCALE_CELL),
		OF_EDGES("setup", SCALE_SETUP),
		OF_EDGES("hold", SCALE_HOLD),
		OF_EDGES("recovery", SCALE_RECOVERY),
		OF_EDGES("removal", SCALE_REMOVAL),
		OF_EDGES("nochange", SCALE_NOCHANGE),
		OF_EDGES("skew", SCALE_SKEW),
#undef OF_EDGES
		{"rise_transition", SCALE_TRANSITION, 1 << RISE},
		{"fall_transition", SCALE_TRANSITION, 1 << FALL},
		{"min_pulse_width_high", SCALE_PULSE_WIDTH, 1 << RISE},
		{"min_pulse_width_low", SCALE_PULSE_WIDTH, 1 << FALL},
		{"min_period", SCALE_PERIOD, 1 << RISE | 1 << FALL},
		{"pin_cap", SCALE_PIN_CAPACITANCE, 1 << RISE | 1 << FALL},
		{"wire_cap", SCALE_WIRE_CAPACITANCE, 1 << RISE | 1 << FALL},
		{"wire_res", SCALE_WIRE_RESISTANCE, 1 << RISE | 1 << FALL},
	};

	for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
		if (liberty_is(name, known[i].name)) {
			*edges = known[i].edges;
			return known[i].scale;
		}
	}
	*edges = 0;
	return SCALE_NONE;
}

enum status liberty_factor(struct liberty *r, const struct liberty_statement *statement,
			   int32_t scaling)
{
	static const char *const of[N_PVT] = {"k_process_", "k_volt_", "k_temp_"};
	struct liberty_span name = statement->name;
	int64_t length = name.end - name.begin;
	double factor = 0;

	if (statement->kind != LIBERTY_SIMPLE || memmem(name.begin, (size_t)length, "power", 5))
		return liberty_ignore(r, statement);
	TRY(liberty_number(r, statement, 1, &factor));
	for (int i = 0; i < N_PVT; i++) {
		int64_t n = (int64_t)strlen(of[i]);
		struct liberty_span rest = {name.begin + n, name.end};
		enum lib_scale scale;
		int edges;

		if (length <= n || memcmp(name.begin, of[i], (size_t)n) != 0)
			continue;
		scale = find_scale(rest, &edges);
		if (scale == SCALE_NONE && factor != 0)
			r->scales[i] = name.begin;
		for (int edge = 0; edge < N_EDGES; edge++) {
			if (edges & 1 << edge)
				r->library->scaling[scaling].factor[scale][edge][i] = factor;
		}
	}
	return STATUS_OK;
}

/* The factors of a name, whether they have been described yet or not. */
static enum status need_scaling(struct liberty *r, struct liberty_span name, int32_t *scaling)
{
	struct lib_scaling blank = {.name = -1};
	bool added;

	TRY(names_add(&r->scaling_name, name.begin, name.end - name.begin, scaling, &added));
	++*scaling; /* the first are the library's own */
	return added ? library_add_scaling(r->library, &blank) : STATUS_OK;
}

enum status liberty_scaling_group(struct liberty *r, const struct liberty_statement *group)
{
	struct liberty_statement statement;
	int32_t scaling, id;

	TRY(need_scaling(r, group->value, &scaling));
	TRY(liberty_string(r, group->value, &id));
	r->library->scaling[scaling] = (struct lib_scaling){.name = id};
	for (;;) {
		TRY(liberty_next(r, &statement));
		if (statement.kind == LIBERTY_END)
			return STATUS_OK;
		TRY(liberty_factor(r, &statement, scaling));
	}
}

enum status liberty_cell_scaling(struct liberty *r, const struct liberty_statement *statement)
{
	int32_t scaling;

	TRY(need_scaling(r, statement->value, &scaling));
	r->library->cell[r->cell].scaling = scaling;
	if (r->library->scaling[scaling].name < 0)
		r->undefined_scaling = statement->value;
	return STATUS_OK;
}

/* ---- the end ---- */

/* Is anything scaled by one of process, voltage and temperature? */
static bool scales_by(const struct library *library, int pvt)
{
	bool any = false;

	for (int32_t s = 0; s < library->n_scalings; s++) {
		for (int i = 0; i < N_LIB_SCALES * N_EDGES; i++)
			any |= library->scaling[s].factor[i / N_EDGES][i % N_EDGES][pvt] != 0;
	}
	return any;
}

/* What isn't said is 0, as in OpenSTA, which is hardly meant. */
static void warn_of_unsaid(struct liberty *r, int pvt)
{
	const struct library *library = r->library;

	if (isnan(r->nominal[pvt]))
		liberty_warn(r, LIBERTY_OTHER, r->walk.at - 1,
			     "k_ factors without nom_%s, which is taken as 0", pvt_names[pvt]);
	for (int32_t c = 0; c < library->n_conditions; c++) {
		if (r->said[c].described && !r->said[c].value[pvt])
			liberty_warn(r, LIBERTY_OTHER, r->walk.at - 1,
				     "operating conditions \"%s\" without %s, which is taken as 0",
				     names_get(&library->string, library->conditions[c].name),
				     pvt_names[pvt]);
	}
}

/* A cell of factors that nothing describes goes by those of the library. */
static void leave_undefined(struct liberty *r)
{
	struct library *library = r->library;
	bool any = false;

	for (int32_t c = 0; c < library->n_cells; c++) {
		struct lib_cell *cell = &library->cell[c];

		if (cell->scaling && library->scaling[cell->scaling].name < 0) {
			cell->scaling = 0;
			any = true;
		}
	}
	if (any)
		liberty_warn(r, LIBERTY_OTHER, r->undefined_scaling.begin,
			     "undefined scaling_factors \"%.*s\": the library's are used",
			     SHOWN(r->undefined_scaling));
}

/* What is named but not described can't be set. */
static void forget_undescribed(struct liberty *r)
{
	struct library *library = r->library;
	int32_t by_default = r->default_conditions;

	if (by_default >= 0 && !r->said[by_default].described)
		liberty_warn(r, LIBERTY_OTHER, r->walk.at - 1,
			     "undefined default operating conditions \"%s\"",
			     names_get(&library->string, library->conditions[by_default].name));
	for (int32_t c = 0; c < library->n_conditions; c++) {
		if (!r->said[c].described)
			library->conditions[c].name = -1;
	}
	if (by_default >= 0 && r->said[by_default].described)
		library->default_conditions = by_default;
}

enum status liberty_finish_scaling(struct liberty *r)
{
	struct library *library = r->library;
	int32_t by_default = r->default_conditions;
	const char *lacks = NULL;

	leave_undefined(r);
	forget_undescribed(r);
	for (int i = 0; i < N_PVT; i++) {
		library->nominal[i] = isnan(r->nominal[i]) ? 0 : r->nominal[i];
		library->lacks_factors |= r->scales[i] != NULL;
		if (r->scales[i] && library->default_conditions >= 0 && !isnan(r->nominal[i]) &&
		    library->conditions[by_default].value[i] != r->nominal[i])
			lacks = r->scales[i];
		if (scales_by(library, i) && library->n_conditions)
			warn_of_unsaid(r, i);
	}
	for (r->cell = 0; lacks && r->cell < library->n_cells; r->cell++)
		TRY(liberty_lose(r, r->cell ? LIBERTY_EACH : LIBERTY_OTHER, lacks,
				 "a k_ factor left out, though default_operating_conditions aren't "
				 "nominal"));
	return STATUS_OK;
}
