/* The library's own attributes, types of buses and templates of tables. */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "write/liberty_impl.h"

/* ---- pieces ---- */

static void indent(struct liberty_writer *w, int depth)
{
	text_append(&w->out.text, "\t\t\t\t\t\t", depth);
}

void liberty_put_number(struct liberty_writer *w, int depth, const char *name, double number,
			double unit)
{
	indent(w, depth);
	text_printf(&w->out.text, "%s : ", name);
	text_number_in(&w->out.text, number, unit);
	text_add(&w->out.text, ";\n");
}

void liberty_put_string(struct liberty_writer *w, int depth, const char *name, const char *value)
{
	indent(w, depth);
	text_printf(&w->out.text, "%s : \"%s\";\n", name, value);
}

void liberty_put_true(struct liberty_writer *w, int depth, const char *name)
{
	indent(w, depth);
	text_printf(&w->out.text, "%s : true;\n", name);
}

void liberty_open(struct liberty_writer *w, int depth, const char *name, const char *argument)
{
	indent(w, depth);
	text_printf(&w->out.text, "%s (\"", name);
	for (const char *p = argument; *p; p++) {
		text_append(&w->out.text, "\\", *p == '"');
		text_append(&w->out.text, p, 1);
	}
	text_add(&w->out.text, "\") {\n");
}

void liberty_close(struct liberty_writer *w, int depth)
{
	indent(w, depth);
	text_add(&w->out.text, "}\n");
}

/* ---- names ---- */

/* A backslash before a quote of the name would take the meaning off the one that is written. */
static bool is_readable(char c, char before)
{
	return ((unsigned char)c >= ' ' && c != 0x7f && c != '"') || (c == '"' && before != '\\');
}

enum status liberty_check_name(const struct liberty_writer *w, const char *name)
{
	size_t length = strlen(name);

	if (!length || strchr(" ;\\", name[0]) || strchr(" ;\\", name[length - 1]))
		return output_refuse(&w->out, name,
				     "names of Liberty have no blank, backslash or semicolon at "
				     "either end");
	for (size_t i = 0; i < length; i++) {
		if (!is_readable(name[i], i ? name[i - 1] : '\0'))
			return output_refuse(&w->out, name,
					     "names of Liberty have neither control characters nor "
					     "quotes after backslashes");
	}
	return STATUS_OK;
}

enum status liberty_check_pin_name(const struct liberty_writer *w, const char *name)
{
	const char *colon = strchr(name, ':');

	TRY(liberty_check_name(w, name));
	if (strpbrk(name, " ,;\"\\") || (colon && strchr(name, '[')))
		return output_refuse(&w->out, name,
				     "names of pins in Liberty have no blanks, commas, semicolons, "
				     "quotes, backslashes and ranges");
	return STATUS_OK;
}

/* ---- units ---- */

/* "1ns", such that reading it gives the unit to the last bit: factor × 10^(exponent of the prefix).
 */
static void write_unit(struct text *out, double unit, int our_exponent, const char *join,
		       const char *suffix)
{
	static const char prefixes[] = "afpnum";
	static const int exponents[] = {-18, -15, -12, -9, -6, -3};

	for (int factor = 1; factor <= 1000; factor *= 10) {
		for (int i = 0; prefixes[i]; i++) {
			if (factor * pow(10, exponents[i] - our_exponent) != unit)
				continue;
			text_printf(out, "%d%s%c%s", factor, join, prefixes[i], suffix);
			return;
		}
	}
	text_number(out, unit);
	text_printf(out, "%s%c%s", join, our_exponent == -15 ? 'f' : 'p', suffix);
}

static void write_units(struct liberty_writer *w)
{
	const struct library *l = w->library;
	struct text *out = &w->out.text;

	text_add(out, "\ttime_unit : \"");
	write_unit(out, l->time_unit, -12, "", "s");
	text_add(out, "\";\n\tcapacitive_load_unit (");
	write_unit(out, l->capacitance_unit, -15, ", ", "f");
	text_add(out, ");\n\tpulling_resistance_unit : \"");
	text_number(out, l->resistance_unit);
	text_add(out, "kohm\";\n\tvoltage_unit : \"1V\";\n");
}

/* ---- attributes ---- */

static void write_percent(struct liberty_writer *w, const char *name, const double value[N_EDGES])
{
	static const char *const edges[] = {"rise", "fall"};

	for (int edge = 0; edge < N_EDGES; edge++) {
		text_clear(&w->text);
		text_printf(&w->text, "%s_%s", name, edges[edge]);
		liberty_put_number(w, 1, text_string(&w->text), value[edge], 1);
	}
}

static void write_attributes(struct liberty_writer *w)
{
	const struct library *l = w->library;

	text_add(&w->out.text, "\tdelay_model : table_lookup;\n");
	write_units(w);
	write_percent(w, "slew_lower_threshold_pct", l->slew_lower);
	write_percent(w, "slew_upper_threshold_pct", l->slew_upper);
	write_percent(w, "input_threshold_pct", l->input_threshold);
	write_percent(w, "output_threshold_pct", l->output_threshold);
	liberty_put_number(w, 1, "slew_derate_from_library", l->slew_derate, 1);
	if (l->default_max_slew >= 0)
		liberty_put_number(w, 1, "default_max_transition", l->default_max_slew,
				   l->time_unit);
	if (l->default_max_fanout >= 0)
		liberty_put_number(w, 1, "default_max_fanout", l->default_max_fanout, 1);
	if (l->default_fanout_load >= 0)
		liberty_put_number(w, 1, "default_fanout_load", l->default_fanout_load, 1);
}

/* ---- templates ---- */

static bool fits(const struct liberty_template *template, const struct lut *lut)
{
	return template->variable[0] == lut->variable[0] &&
	       template->variable[1] == lut->variable[1] && template->n[0] == lut->n[0] &&
	       template->n[1] == lut->n[1];
}

static const char *const short_names[] = {[LUT_NONE] = "",
					  [LUT_SLEW] = "slew",
					  [LUT_LOAD] = "load",
					  [LUT_RELATED_SLEW] = "related",
					  [LUT_CONSTRAINED_SLEW] = "constrained"};
void liberty_put_template_name(struct liberty_writer *w, const struct lut *lut)
{
	if (lut->variable[0] == LUT_NONE)
		text_add(&w->out.text, "scalar");
	for (int i = 0; i < 2 && lut->variable[i] != LUT_NONE; i++)
		text_printf(&w->out.text, "%s%s_%" PRId32, i ? "_" : "",
			    short_names[lut->variable[i]], lut->n[i]);
}

static enum status write_template(struct liberty_writer *w, const struct lut *lut)
{
	struct text *out = &w->out.text;

	text_add(out, "\tlu_table_template (\"");
	liberty_put_template_name(w, lut);
	text_add(out, "\") {\n");
	for (int i = 0; i < 2 && lut->variable[i] != LUT_NONE; i++)
		text_printf(out, "\t\tvariable_%d : %s;\n", i + 1,
			    lut_variable_name[lut->variable[i]]);
	for (int i = 0; i < 2 && lut->variable[i] != LUT_NONE; i++) {
		text_printf(out, "\t\tindex_%d (\"", i + 1);
		for (int32_t j = 0; j < lut->n[i]; j++)
			text_printf(out, "%s%" PRId32, j ? ", " : "", j + 1);
		text_add(out, "\");\n");
	}
	liberty_close(w, 1);
	TRY(APPEND(w->template, w->n_templates, &w->template_capacity,
		   (struct liberty_template){{lut->variable[0], lut->variable[1]},
					     {lut->n[0], lut->n[1]}}));
	return output_step(&w->out, w->done);
}

static enum status write_templates(struct liberty_writer *w)
{
	EACH_ITEM(lut, w->library->lut, w->library->n_luts) {
		bool known = lut->variable[0] == LUT_NONE;

		for (int32_t t = 0; t < w->n_templates && !known; t++)
			known = fits(&w->template[t], lut);
		if (!known)
			TRY(write_template(w, lut));
	}
	return STATUS_OK;
}

/* ---- wire loads ---- */

static void write_wire_load(struct liberty_writer *w, const struct lib_wire_load *load)
{
	const struct library *l = w->library;
	const double *fan_out = l->number + load->first, *length = fan_out + load->n;

	liberty_open(w, 1, "wire_load", names_get(&l->string, load->name));
	liberty_put_number(w, 2, "resistance", load->resistance, l->resistance_unit);
	liberty_put_number(w, 2, "capacitance", load->capacitance, l->capacitance_unit);
	liberty_put_number(w, 2, "slope", load->slope, 1);
	for (int32_t i = 0; i < load->n; i++) {
		text_add(&w->out.text, "\t\tfanout_length (");
		text_number_in(&w->out.text, fan_out[i], 1);
		text_add(&w->out.text, ", ");
		text_number_in(&w->out.text, length[i], 1);
		text_add(&w->out.text, ");\n");
	}
	liberty_close(w, 1);
}

static enum status write_wire_loads(struct liberty_writer *w)
{
	const struct library *l = w->library;

	for (int32_t i = 0; i < l->n_wire_loads; i++) {
		TRY(liberty_check_name(w, names_get(&l->string, l->wire_load[i].name)));
		write_wire_load(w, &l->wire_load[i]);
	}
	return STATUS_OK;
}

/* ---- types of buses ---- */

static bool is_first_of_type(const struct library *library, int32_t b)
{
	const struct lib_bus *bus = &library->bus[b];

	for (int32_t i = 0; i < b; i++) {
		if (!library->bus[i].is_bundle && library->bus[i].from == bus->from &&
		    library->bus[i].to == bus->to)
			return false;
	}
	return !bus->is_bundle;
}

static enum status write_types(struct liberty_writer *w)
{
	struct text *out = &w->out.text;

	for (int32_t b = 0; b < w->library->n_buses; b++) {
		const struct lib_bus *bus = &w->library->bus[b];

		if (!is_first_of_type(w->library, b))
			continue;
		text_printf(out, "\ttype (\"bus_%" PRId32 "_%" PRId32 "\") {\n", bus->from,
			    bus->to);
		text_printf(out,
			    "\t\tbase_type : array;\n\t\tdata_type : bit;\n"
			    "\t\tbit_width : %" PRId32 ";\n\t\tbit_from : %" PRId32
			    ";\n\t\tbit_to : %" PRId32 ";\n\t\tdownto : %s;\n",
			    bus->n_pins, bus->from, bus->to,
			    bus->from > bus->to ? "true" : "false");
		liberty_close(w, 1);
		TRY(output_step(&w->out, w->done));
	}
	return STATUS_OK;
}

/* ---- the file ---- */

static enum status write_all(struct liberty_writer *w)
{
	const struct library *l = w->library;

	text_add(
		&w->out.text,
		"/* Written by warpscope: what timing needs. Powers, noise, variation and voltages, the "
		"rows of\n * statetables, the kinds of clock gates and the types of supplies aren't "
		"kept. */\n");
	if (*l->name)
		TRY(liberty_check_name(w, l->name));
	liberty_open(w, 0, "library", l->name);
	write_attributes(w);
	TRY(liberty_write_scaling(w));
	TRY(write_wire_loads(w));
	TRY(write_types(w));
	TRY(write_templates(w));
	for (int32_t c = 0; c < l->n_cells; c++)
		TRY(liberty_write_cell(w, &l->cell[c]));
	liberty_close(w, 0);
	return STATUS_OK;
}

enum status liberty_write(const char *path, const struct library *library, struct task *task)
{
	struct liberty_writer w = {.library = library, .text = TEXT_INIT, .other = TEXT_INIT};
	enum status status;
	DOING(task, "writing Liberty", library->n_cells);

	status = output_open(&w.out, path, task) ?: output_close(&w.out, write_all(&w));
	free(w.template);
	text_release(&w.text);
	text_release(&w.other);
	return status;
}
