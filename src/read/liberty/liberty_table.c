/*
 * Templates and tables. The axes and values of a table are gathered as pieces of the text and
 * parsed at its end, as they may come in any order.
 */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/units.h"
#include "read/liberty/liberty_impl.h"

/* The variables that we know; what others there are makes a table unusable. */
static enum lut_variable find_variable(struct liberty_span name)
{
	static const char *const names[] = {
		"input_net_transition",         "input_transition_time",
		"total_output_net_capacitance", "related_pin_transition",
		"constrained_pin_transition",   NULL};
	static const enum lut_variable variables[] = {LUT_SLEW, LUT_SLEW, LUT_LOAD,
						      LUT_RELATED_SLEW, LUT_CONSTRAINED_SLEW};
	int i = liberty_find_word(names, name);

	return i < 0 ? LUT_NONE : variables[i];
}

static void template_statement(struct liberty_template *template,
			       const struct liberty_statement *statement)
{
	static const char *const names[] = {"variable_1", "variable_2", "index_1",
					    "index_2",    "variable_3", NULL};
	int which = liberty_find_word(names, statement->name);

	if (which == 4) {
		template->why_not = "more than two axes";
	} else if (which == 0 || which == 1) {
		template->variable[which] = find_variable(statement->value);
		if (template->variable[which] == LUT_NONE)
			template->why_not = "a variable that is not supported";
	} else if (which >= 2) {
		template->index[which - 2] = statement->value;
	}
}

enum status liberty_template_group(struct liberty *r, const struct liberty_statement *group)
{
	struct liberty_template template = {0};
	struct liberty_statement statement;
	int32_t id;

	for (;;) {
		TRY(liberty_next(r, &statement));
		if (statement.kind == LIBERTY_END)
			break;
		if (statement.kind == LIBERTY_GROUP)
			TRY(liberty_skip(r, &statement));
		else
			template_statement(&template, &statement);
	}
	if (template.variable[0] == LUT_NONE && template.variable[1] != LUT_NONE)
		template.why_not = "a second axis without the first";
	TRY(names_add(&r->template_name, group->value.begin, group->value.end - group->value.begin,
		      &id, NULL));
	TRY(GROW(&r->template, &r->template_capacity, (int64_t)id + 1));
	r->template[id] = template;
	return STATUS_OK;
}

/* ---- numbers ---- */

static enum status bad_number(struct liberty *r, const char *place, const char *end)
{
	struct liberty_span word = {place, place};

	while (word.end < end && !strchr(" \t\r\n,\"\\;", *word.end))
		word.end++;
	return liberty_error(r, place, "expected a number, found \"%.*s\"", SHOWN(word));
}

static inline bool separates(char c)
{
	return c == ' ' || c == ',' || c == '"' || c == '\n' || c == '\t' || c == '\\' || c == '\r';
}

/* After the comment that begins at p, if one does. */
static const char *pass_comment(const char *p, const char *end)
{
	bool to_line_end = p[1] == '/';

	if (p[0] != '/' || (p[1] != '*' && !to_line_end))
		return p;
	for (p += 2; p < end; p++) {
		if (to_line_end ? *p == '\n' : p[0] == '*' && p[1] == '/')
			return p + (to_line_end ? 1 : 2);
	}
	return end;
}

/*
 * Append the numbers of a list to library->number: separated by commas or blanks, within one or
 * several strings or none.
 */
static enum status read_numbers(struct liberty *r, struct liberty_span list, double scale,
				int64_t *count)
{
	struct library *library = r->library;
	const char *p = list.begin;
	int64_t first = library->n_numbers;

	for (;;) {
		const char *begin;
		double number;
		enum decimal result;

		while (p < list.end && separates(*p))
			p++;
		if (p >= list.end)
			break;
		begin = p;
		if (*p == '/' && (p = pass_comment(p, list.end)) > begin)
			continue;
		result = parse_real(&p, list.end, &number);
		if (result == DECIMAL_NOT_A_NUMBER || (p < list.end && !separates(*p)))
			return bad_number(r, begin, list.end);
		number *= scale;
		if (result == DECIMAL_OUT_OF_RANGE || !is_in_range(number))
			return liberty_error(r, begin, "number \"%.*s\" out of range",
					     (int)(p - begin), begin);
		TRY(APPEND(library->number, library->n_numbers, &library->number_capacity, number));
	}
	*count = library->n_numbers - first;
	return STATUS_OK;
}

/* Where number k of a list that was read is, for messages. */
static const char *number_at(struct liberty_span list, int64_t k)
{
	const char *p = list.begin;

	for (;; k--) {
		while (p < list.end && separates(*p))
			p++;
		if (k == 0)
			return p;
		while (p < list.end && !separates(*p))
			p++;
	}
}

static double scale_of(const struct liberty *r, enum lut_variable variable)
{
	return variable == LUT_LOAD ? r->library->capacitance_unit : r->library->time_unit;
}

static enum status read_axis(struct liberty *r, struct liberty_span index,
			     enum lut_variable variable, int32_t *n)
{
	int64_t first = r->library->n_numbers, count;
	const double *axis;

	TRY(read_numbers(r, index, scale_of(r, variable), &count));
	if (count == 0 || count > INT32_MAX)
		return liberty_error(r, index.begin, "axis of %" PRId64 " points", count);
	axis = r->library->number + first;
	for (int64_t i = 1; i < count; i++) {
		if (!(axis[i - 1] < axis[i]))
			return liberty_error(r, number_at(index, i),
					     "axis does not ascend: point %" PRId64
					     " is not above the one before",
					     i + 1);
	}
	*n = (int32_t)count;
	return STATUS_OK;
}

/* ---- tables ---- */

/* A table group's pieces of the text; begin NULL: not there. */
struct pieces {
	struct liberty_span index[2], values;
	struct liberty_span sigma_type; /* of ocv_sigma_… */
	bool third;
};

static enum status find_pieces(struct liberty *r, struct pieces *pieces)
{
	static const char *const names[] = {"index_1", "index_2", "values", "index_3", NULL};
	struct liberty_span third = {NULL, NULL};
	struct liberty_span *const spans[] = {&pieces->index[0], &pieces->index[1], &pieces->values,
					      &third};
	struct liberty_statement statement;

	for (;;) {
		int which;

		TRY(liberty_next(r, &statement));
		if (statement.kind == LIBERTY_END)
			break;
		which = statement.kind == LIBERTY_COMPLEX ? liberty_find_word(names, statement.name)
							  : -1;
		if (which >= 0)
			*spans[which] = statement.value;
		else if (statement.kind != LIBERTY_GROUP &&
			 liberty_is(statement.name, "sigma_type"))
			pieces->sigma_type = statement.value;
		else
			TRY(liberty_ignore(r, &statement));
	}
	pieces->third = third.begin != NULL;
	return STATUS_OK;
}

static enum status find_template(struct liberty *r, const struct liberty_statement *group,
				 struct liberty_template *template)
{
	struct liberty_span name = group->value;
	int32_t id = names_find(&r->template_name, name.begin, name.end - name.begin);

	*template = (struct liberty_template){0};
	if (id >= 0)
		*template = r->template[id];
	else if (!liberty_is(name, "scalar") && name.begin < name.end)
		return liberty_error(r, name.begin, "undefined template \"%.*s\"", SHOWN(name));
	return STATUS_OK;
}

static enum status read_table(struct liberty *r, const struct liberty_statement *group,
			      const struct pieces *pieces, const struct liberty_template *template,
			      struct lut *lut)
{
	int64_t count, wanted;

	*lut = (struct lut){.n = {1, 1}, .first = r->library->n_numbers};
	for (int axis = 0; axis < 2; axis++) {
		bool own = pieces->index[axis].begin;

		lut->variable[axis] = template->variable[axis];
		if (lut->variable[axis] == LUT_NONE)
			continue;
		if (!own && !template->index[axis].begin)
			return liberty_error(r, group->name.begin, "table without index_%d",
					     axis + 1);
		TRY(read_axis(r, own ? pieces->index[axis] : template->index[axis],
			      lut->variable[axis], &lut->n[axis]));
	}
	if (!pieces->values.begin)
		return liberty_error(r, group->name.begin, "table without values");
	TRY(read_numbers(r, pieces->values, r->library->time_unit, &count));
	wanted = (int64_t)lut->n[0] * lut->n[1];
	if (count != wanted)
		return liberty_error(r, pieces->values.begin,
				     "table of %" PRId64 " values, %" PRId64 " expected (%" PRId32
				     " × %" PRId32 ")",
				     count, wanted, lut->n[0], lut->n[1]);
	return STATUS_OK;
}

enum status liberty_table_group(struct liberty *r, const struct liberty_statement *group,
				int32_t *id)
{
	struct liberty_template template;
	struct pieces pieces = {0};
	struct lut lut;

	*id = -1;
	TRY(find_template(r, group, &template));
	TRY(find_pieces(r, &pieces));
	if (pieces.third && !template.why_not)
		template.why_not = "more than two axes";
	if (template.why_not)
		return liberty_lose(r, LIBERTY_TABLE, group->name.begin,
				    "table \"%.*s\" left out: %s", SHOWN(group->name),
				    template.why_not);
	TRY(read_table(r, group, &pieces, &template, &lut));
	return library_add_lut(r->library, &lut, id);
}

/* Which splits a table of sigmas is for. */
static enum status sigma_splits(struct liberty *r, const struct pieces *pieces, int *splits)
{
	static const char *const names[] = {"early", "late", "early_and_late", NULL};
	int which = 2;

	if (pieces->sigma_type.begin)
		which = liberty_find_word(names, pieces->sigma_type);
	if (which < 0)
		return liberty_error(
			r, pieces->sigma_type.begin,
			"sigma_type must be early, late or early_and_late, not \"%.*s\"",
			SHOWN(pieces->sigma_type));
	*splits = which + 1;
	return STATUS_OK;
}

enum status liberty_sigma_table(struct liberty *r, const struct liberty_statement *group,
				int *splits, int32_t *id)
{
	struct liberty_template template;
	struct pieces pieces = {0};
	struct lut lut;
	int64_t n;

	*id = -1;
	TRY(find_template(r, group, &template));
	TRY(find_pieces(r, &pieces));
	TRY(sigma_splits(r, &pieces, splits));
	if (pieces.third || template.why_not)
		return STATUS_OK; /* the delay's own table says so */
	TRY(read_table(r, group, &pieces, &template, &lut));
	n = (int64_t)lut.n[0] * lut.n[1];
	for (int64_t i = 0; i < n; i++) {
		if (r->library->number[r->library->n_numbers - n + i] < 0)
			return liberty_error(r, number_at(pieces.values, i), "a sigma is negative");
	}
	return library_add_lut(r->library, &lut, id);
}

enum status liberty_linear_table(struct liberty *r, double intrinsic, double resistance,
				 int32_t *id)
{
	struct lut lut = {.n = {1, 1}, .first = r->library->n_numbers};
	bool over_load = resistance != 0;

	if (over_load) { /* two points a femtofarad apart: the rest is extrapolation */
		lut.variable[0] = LUT_LOAD;
		lut.n[0] = 2;
		TRY(library_add_number(r->library, 0));
		TRY(library_add_number(r->library, 1));
	}
	TRY(library_add_number(r->library, intrinsic));
	if (over_load)
		TRY(library_add_number(r->library, intrinsic + resistance));
	return library_add_lut(r->library, &lut, id);
}

/* ---- sums ---- */

/* Which axis of a table a variable is, -1 = none. */
static int axis_of(const struct lut *lut, enum lut_variable variable)
{
	return lut->variable[0] == variable ? 0 : lut->variable[1] == variable ? 1 : -1;
}

/* The points of an axis, NULL and 0 where the table doesn't have the variable. */
static const double *axis_points(const struct library *library, const struct lut *lut,
				 enum lut_variable variable, int32_t *n)
{
	int axis = axis_of(lut, variable);

	*n = axis < 0 ? 0 : lut->n[axis];
	return library->number + lut->first + (axis == 1 && lut->variable[0] ? lut->n[0] : 0);
}

/* Append the points of a variable that either of two tables has. */
static enum status merge_axes(struct library *library, const struct lut pair[2],
			      enum lut_variable variable, int32_t *n)
{
	int64_t first = library->n_numbers;
	int32_t at[2] = {0, 0};

	for (;;) {
		double least = INFINITY;

		for (int i = 0; i < 2; i++) {
			int32_t points;
			const double *point = axis_points(library, &pair[i], variable, &points);

			if (at[i] < points && point[at[i]] < least)
				least = point[at[i]];
		}
		if (isinf(least))
			break;
		for (int i = 0; i < 2; i++) {
			int32_t points;
			const double *point = axis_points(library, &pair[i], variable, &points);

			at[i] += at[i] < points && point[at[i]] == least;
		}
		TRY(library_add_number(library, least));
	}
	*n = (int32_t)(library->n_numbers - first);
	return STATUS_OK;
}

/* The value of a table where the variables of another, its first axes, have these values. */
static double value_where(const struct library *library, const struct lut *lut,
			  const enum lut_variable variable[2], const double value[2])
{
	double at[2] = {0, 0};

	for (int i = 0; i < 2; i++) {
		int axis = variable[i] == LUT_NONE ? -1 : axis_of(lut, variable[i]);

		if (axis >= 0)
			at[axis] = value[i];
	}
	return lut_value(library, lut, at[0], at[1]);
}

/* The variables of both, those of the first first. */
static bool find_variables(const struct lut pair[2], enum lut_variable variable[2])
{
	int n = 0;

	variable[0] = variable[1] = LUT_NONE;
	for (int i = 0; i < 4; i++) {
		enum lut_variable v = pair[i / 2].variable[i % 2];

		if (v == LUT_NONE || (n > 0 && variable[0] == v) || (n > 1 && variable[1] == v))
			continue;
		if (n == 2)
			return false;
		variable[n++] = v;
	}
	return true;
}

enum status liberty_sum_table(struct liberty *r, int32_t one, int32_t other, int32_t *id)
{
	struct library *library = r->library;
	const struct lut pair[] = {library->lut[one], library->lut[other]};
	struct lut sum = {.n = {1, 1}, .first = library->n_numbers};

	*id = -1;
	if (!find_variables(pair, sum.variable))
		return liberty_lose(r, LIBERTY_TABLE, r->walk.at - 1,
				    "tables of three variables together are left out");
	for (int axis = 0; axis < 2 && sum.variable[axis] != LUT_NONE; axis++)
		TRY(merge_axes(library, pair, sum.variable[axis], &sum.n[axis]));
	TRY(liberty_spend(r, (int64_t)sum.n[0] * sum.n[1]));
	for (int32_t i = 0; i < sum.n[0]; i++) {
		for (int32_t j = 0; j < sum.n[1]; j++) {
			const double *points = library->number + sum.first;
			double at[] = {sum.variable[0] ? points[i] : 0,
				       sum.variable[1] ? points[sum.n[0] + j] : 0};
			double value;

			value = value_where(library, &pair[0], sum.variable, at) +
				value_where(library, &pair[1], sum.variable, at);
			TRY(library_add_number(library, value));
		}
	}
	return library_add_lut(library, &sum, id);
}
