/*
 * Timing groups. Arcs of one group to the bits of a bus are one group of the bus, when its related
 * pins can be listed so that the same arcs come of it in the same order; else each bit has its own.
 */
#include <inttypes.h>
#include <string.h>

#include "base/grow.h"
#include "write/liberty_impl.h"

/* ---- runs of arcs ---- */

/* Arcs of one group that follow each other, to the bits of one bus or to one pin. */
struct run {
	const struct lib_arc *arc;
	int32_t n;
	const struct lib_bus *bus; /* NULL = one pin */
};

static bool of_one_group(const struct lib_arc *a, const struct lib_arc *b)
{
	return a->group == b->group && a->type == b->type && a->kind == b->kind &&
	       a->sense == b->sense &&
	       memcmp(a->from_edge, b->from_edge, sizeof a->from_edge) == 0 &&
	       memcmp(a->delay, b->delay, sizeof a->delay) == 0 &&
	       memcmp(a->slew, b->slew, sizeof a->slew) == 0 &&
	       memcmp(a->retaining, b->retaining, sizeof a->retaining) == 0 &&
	       memcmp(a->retain_slew, b->retain_slew, sizeof a->retain_slew) == 0 &&
	       (a->when < 0) == (b->when < 0);
}

/* The run that begins with arc `first` of the cell. */
static struct run run_at(const struct liberty_writer *w, int32_t first)
{
	struct run run = {.arc = &w->library->arc[w->cell->first_arc + first], .n = 1};
	int32_t end = w->cell->n_arcs - first;

	run.bus = liberty_bus_of(w, run.arc->to);
	for (; run.n < end && of_one_group(run.arc, &run.arc[run.n]); run.n++) {
		int32_t to = run.arc[run.n].to;

		if (run.bus ? liberty_bus_of(w, to) != run.bus : to != run.arc->to)
			break;
	}
	return run;
}

/* ---- related pins of a bus ---- */

static const struct lib_bus *bus_from(const struct liberty_writer *w, int32_t pin)
{
	const struct lib_bus *bus = liberty_bus_of(w, pin);

	return bus && bus->first_pin == pin ? bus : NULL;
}

/* Do n arcs go to the bits in turn, from a pin that moves by `step`? */
static bool goes_along(const struct run *run, int32_t at, int32_t step)
{
	const struct lib_arc *arc = &run->arc[at];

	if (run->n - at < run->bus->n_pins)
		return false;
	return !ANY(j, 0, run->bus->n_pins,
		    arc[j].to != run->bus->first_pin + j || arc[j].from != arc->from + j * step);
}

/* All bits of another bus to each bit in turn. */
static bool goes_across(const struct run *run, int32_t at, const struct lib_bus *from)
{
	const struct lib_arc *arc = &run->arc[at];
	int64_t n = from ? (int64_t)run->bus->n_pins * from->n_pins : 0;

	if (!from || run->n - at < n)
		return false;
	return !ANY(i, 0, n,
		    arc[i].to != run->bus->first_pin + i / from->n_pins ||
			    arc[i].from != from->first_pin + i % from->n_pins);
}

static void add_related(struct text *list, const char *name)
{
	text_add(list, list->length ? " " : "");
	text_add(list, name);
}

/* The related pins of a run as lists: pins, or buses bit by bit; and after them buses of which
 * each bit goes to each. false when that doesn't make these arcs. */
static bool list_related(const struct liberty_writer *w, const struct run *run, struct text *pins,
			 struct text *buses)
{
	const struct names *string = &w->library->string;

	for (int32_t at = 0; at < run->n;) {
		int32_t from = run->arc[at].from;
		const struct lib_bus *bus = bus_from(w, from);

		if (!buses->length && goes_along(run, at, 0)) {
			add_related(pins, liberty_pin_name(w, from));
			at += run->bus->n_pins;
		} else if (!buses->length && bus && bus->n_pins == run->bus->n_pins &&
			   goes_along(run, at, 1)) {
			add_related(pins, names_get(string, bus->name));
			at += run->bus->n_pins;
		} else if (goes_across(run, at, bus)) {
			add_related(buses, names_get(string, bus->name));
			at += run->bus->n_pins * bus->n_pins;
		} else {
			return false;
		}
	}
	return true;
}

/* ---- conditions ---- */

/* `when` of a run, into w->text: the same for all, or bit by bit the same with buses in it. */
static enum status common_when(struct liberty_writer *w, const struct run *run, bool *common)
{
	bool one = true;

	text_clear(&w->text);
	*common = true;
	for (int32_t i = 1; i < run->n; i++)
		one = one && run->arc[i].when == run->arc->when;
	for (int32_t i = 0; i < run->n && *common && run->arc->when >= 0; i++) {
		struct liberty_bit bit = {0};

		if (!one)
			bit = (struct liberty_bit){run->arc[i].to - run->bus->first_pin,
						   run->bus->n_pins};
		text_clear(i ? &w->other : &w->text);
		TRY(liberty_put_expression(w, run->arc[i].when, bit, i ? &w->other : &w->text));
		if (one)
			break;
		*common = i == 0 || strcmp(text_string(&w->text), text_string(&w->other)) == 0;
	}
	return STATUS_OK;
}

/* ---- tables ---- */

static void add_numbers(struct liberty_writer *w, const double *number, int32_t n, double unit)
{
	for (int32_t i = 0; i < n; i++) {
		text_add(&w->out.text, i ? ", " : "");
		text_number_in(&w->out.text, number[i], unit);
	}
}

static void add_axis(struct liberty_writer *w, int depth, int axis, const struct lut *lut,
		     const double *number)
{
	bool load = lut->variable[axis] == LUT_LOAD;

	text_append(&w->out.text, "\t\t\t\t\t\t", depth);
	text_printf(&w->out.text, "index_%d (\"", axis + 1);
	add_numbers(w, number, lut->n[axis],
		    load ? w->library->capacitance_unit : w->library->time_unit);
	text_add(&w->out.text, "\");\n");
}

/* Row by row; the values over one axis are a single row. */
static void add_values(struct liberty_writer *w, int depth, const struct lut *lut,
		       const double *number)
{
	int32_t n_rows = lut->variable[1] == LUT_NONE ? 1 : lut->n[0];
	int32_t n_columns = lut->n[0] * lut->n[1] / n_rows;
	struct text *out = &w->out.text;

	text_append(out, "\t\t\t\t\t\t", depth);
	text_add(out, "values (");
	for (int32_t i = 0; i < n_rows; i++) {
		text_add(out, i ? ", \\\n" : "");
		text_append(out, "\t\t\t\t\t\t\t", i ? depth + 1 : 0);
		text_add(out, "\"");
		add_numbers(w, number + (int64_t)i * n_columns, n_columns, w->library->time_unit);
		text_add(out, "\"");
	}
	text_add(out, ");\n");
}

static enum status write_table(struct liberty_writer *w, int depth, const char *name, int32_t id)
{
	const struct lut *lut = &w->library->lut[id];
	const double *number = &w->library->number[lut->first];
	struct text *out = &w->out.text;

	text_append(out, "\t\t\t\t\t\t", depth);
	text_printf(out, "%s (\"", name);
	liberty_put_template_name(w, lut);
	text_add(out, "\") {\n");
	for (int axis = 0; axis < 2 && lut->variable[axis] != LUT_NONE; axis++) {
		add_axis(w, depth + 1, axis, lut, number);
		number += lut->n[axis];
	}
	add_values(w, depth + 1, lut, number);
	liberty_close(w, depth);
	return output_step(&w->out, w->done);
}

/* ---- groups ---- */

static bool fits(const struct lib_timing_type *type, const struct lib_arc *arc)
{
	int from = arc->from_edge[RISE] << RISE | arc->from_edge[FALL] << FALL;

	return type->kind == arc->kind && (type->from == from || arc->kind == LIB_THREE_STATE);
}

static bool has_edges(const struct lib_timing_type *type, const struct lib_arc *arc)
{
	int to = (arc->delay[RISE] >= 0) << RISE | (arc->delay[FALL] >= 0) << FALL;

	return (to & ~type->to) == 0;
}

/* The type as the file called it, or, of an arc that was made otherwise, the first of its kind, at
 * best one with all of its edges. */
static const struct lib_timing_type *type_of(const struct lib_arc *arc)
{
	const struct lib_timing_type *type = &lib_timing_types[arc->type], *first = NULL;

	if (!type->name || fits(type, arc))
		return type;
	for (type = lib_timing_types; type->name; type++) {
		if (fits(type, arc) && has_edges(type, arc))
			return type;
		if (fits(type, arc) && !first)
			first = type;
	}
	return first ? first : type;
}

/* Checks have constraints, and so has what isn't used unless it has slews or is a path through a
 * tree. */
static bool has_constraints(const struct lib_arc *arc, const struct lib_timing_type *type)
{
	if (arc->kind != LIB_OTHER)
		return arc->kind >= LIB_SETUP;
	return arc->slew[RISE] < 0 && arc->slew[FALL] < 0 && !strstr(type->name, "tree_path");
}

static enum status write_tables(struct liberty_writer *w, int depth, const struct lib_arc *arc,
				const struct lib_timing_type *type)
{
	static const char *const checks[] = {"rise_constraint", "fall_constraint"};
	static const char *const delays[] = {"cell_rise", "cell_fall"};
	static const char *const slews[] = {"rise_transition", "fall_transition"};
	static const char *const retaining[] = {"retaining_rise", "retaining_fall"};
	static const char *const retain_slews[] = {"retain_rise_slew", "retain_fall_slew"};
	bool check = has_constraints(arc, type);

	for (int edge = 0; edge < N_EDGES; edge++) {
		if (arc->delay[edge] >= 0)
			TRY(write_table(w, depth, check ? checks[edge] : delays[edge],
					arc->delay[edge]));
		if (arc->slew[edge] >= 0)
			TRY(write_table(w, depth, slews[edge], arc->slew[edge]));
		if (arc->retaining[edge])
			TRY(write_table(w, depth, retaining[edge], arc->retaining[edge] - 1));
		if (arc->retain_slew[edge])
			TRY(write_table(w, depth, retain_slews[edge], arc->retain_slew[edge] - 1));
	}
	return STATUS_OK;
}

/* What isn't said is taken from the function where there is one, which then says the same. */
static void write_sense(struct liberty_writer *w, int depth, const struct lib_arc *arc)
{
	static const char *const names[] = {[LIB_NON_UNATE] = "non_unate",
					    [LIB_POSITIVE_UNATE] = "positive_unate",
					    [LIB_NEGATIVE_UNATE] = "negative_unate"};
	bool has_function = w->library->pin[w->cell->first_pin + arc->to].function >= 0;

	/* the edge that enables or disables */
	if (arc->kind == LIB_THREE_STATE && arc->from_edge[RISE] != arc->from_edge[FALL])
		liberty_put_string(
			w, depth, "timing_sense",
			names[arc->from_edge[RISE] ? LIB_POSITIVE_UNATE : LIB_NEGATIVE_UNATE]);
	else if (arc->sense != LIB_NON_UNATE || (arc->kind == LIB_COMBINATIONAL && !has_function))
		liberty_put_string(w, depth, "timing_sense", names[arc->sense]);
}

/* What SDF calls the condition. */
static void write_sdf_conditions(struct liberty_writer *w, int depth, const struct lib_arc *arc)
{
	static const char *const name[] = {"sdf_cond", "sdf_cond_start", "sdf_cond_end"};
	const int32_t id[] = {arc->sdf_cond, arc->sdf_cond_start, arc->sdf_cond_end};

	for (int i = 0; i < 3; i++) {
		if (id[i])
			liberty_put_string(w, depth, name[i],
					   names_get(&w->library->string, id[i] - 1));
	}
}

/* The condition is in w->text. */
static enum status write_group(struct liberty_writer *w, int depth, const struct lib_arc *arc,
			       const char *pins, const char *buses)
{
	const struct lib_timing_type *type = type_of(arc);

	if (!type->name)
		return STATUS_OK; /* an unknown one is not used */
	text_append(&w->out.text, "\t\t\t\t\t\t", depth);
	text_add(&w->out.text, "timing () {\n");
	if (*pins)
		liberty_put_string(w, depth + 1, "related_pin", pins);
	if (*buses)
		liberty_put_string(w, depth + 1, "related_bus_pins", buses);
	if (type != lib_timing_types)
		liberty_put_string(w, depth + 1, "timing_type", type->name);
	write_sense(w, depth + 1, arc);
	if (w->text.length)
		liberty_put_string(w, depth + 1, "when", text_string(&w->text));
	write_sdf_conditions(w, depth + 1, arc);
	TRY(write_tables(w, depth + 1, arc, type));
	liberty_close(w, depth);
	return STATUS_OK;
}

/* ---- of buses ---- */

/* Can the run be one group of its bus? Then its lists, and its condition in w->text. */
static enum status is_of_bus(struct liberty_writer *w, const struct run *run, struct text *pins,
			     struct text *buses, bool *is)
{
	text_clear(pins);
	text_clear(buses);
	*is = run->bus && list_related(w, run, pins, buses);
	TRY(text_status(pins));
	TRY(text_status(buses));
	return *is ? common_when(w, run, is) : STATUS_OK;
}

enum status liberty_write_bus_timing(struct liberty_writer *w, const struct lib_bus *bus)
{
	RELEASED_BY(text_release) struct text pins = TEXT_INIT, buses = TEXT_INIT;
	struct run run;
	bool is;

	for (int32_t a = 0; a < w->cell->n_arcs; a += run.n) {
		run = run_at(w, a);
		if (run.bus != bus)
			continue;
		TRY(is_of_bus(w, &run, &pins, &buses, &is));
		if (is)
			TRY(write_group(w, 3, run.arc, text_string(&pins), text_string(&buses)));
	}
	return STATUS_OK;
}

/* ---- of pins ---- */

/* The related pins of those arcs of a run that lead to a pin and have the condition of the first of
 * them. *any: there are some. */
static enum status list_for_pin(struct liberty_writer *w, const struct run *run, int32_t pin,
				struct text *pins, const struct lib_arc **first)
{
	*first = NULL;
	text_clear(pins);
	for (int32_t i = 0; i < run->n; i++) {
		if (run->arc[i].to != pin)
			continue;
		if (!*first)
			*first = &run->arc[i];
		add_related(pins, liberty_pin_name(w, run->arc[i].from));
	}
	text_clear(&w->text);
	if (*first && (*first)->when >= 0)
		TRY(liberty_put_expression(w, (*first)->when, (struct liberty_bit){0}, &w->text));
	return text_status(pins);
}

struct pin_runs {
	int32_t pin;
	int depth;
	bool write; /* or only find out whether there are any */
	bool any;
	struct text pins, buses;
};

static enum status write_pin_runs(struct liberty_writer *w, struct pin_runs *p)
{
	const struct lib_bus *bus = liberty_bus_of(w, p->pin);
	const struct lib_arc *first;
	struct run run;
	bool is;

	for (int32_t a = 0; a < w->cell->n_arcs; a += run.n) {
		run = run_at(w, a);
		if (run.bus != bus || (!bus && run.arc->to != p->pin))
			continue;
		TRY(is_of_bus(w, &run, &p->pins, &p->buses, &is));
		if (is)
			continue;
		TRY(list_for_pin(w, &run, p->pin, &p->pins, &first));
		p->any |= first != NULL;
		if (first && p->write)
			TRY(write_group(w, p->depth, first, text_string(&p->pins), ""));
	}
	return STATUS_OK;
}

static void pin_runs_release(struct pin_runs *p)
{
	text_release(&p->pins);
	text_release(&p->buses);
}

enum status liberty_write_pin_timing(struct liberty_writer *w, int32_t pin, int depth)
{
	RELEASED_BY(pin_runs_release)
	struct pin_runs runs = {pin, depth, true, false, TEXT_INIT, TEXT_INIT};

	return write_pin_runs(w, &runs);
}

bool liberty_has_pin_timing(struct liberty_writer *w, int32_t pin)
{
	RELEASED_BY(pin_runs_release)
	struct pin_runs runs = {pin, 0, false, false, TEXT_INIT, TEXT_INIT};

	return write_pin_runs(w, &runs) != STATUS_OK || runs.any;
}
