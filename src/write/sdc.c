/* The file: its head and sections, words, numbers and corners. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "write/sdc_impl.h"

/* ---- words ---- */

void sdc_begin_section(struct sdc_writer *w, const char *title)
{
	w->section = title;
}

void sdc_begin(struct sdc_writer *w, const char *command)
{
	if (w->section)
		text_printf(&w->out.text, "\n# %s\n", w->section);
	w->section = NULL;
	text_add(&w->out.text, command);
}

enum status sdc_end(struct sdc_writer *w)
{
	text_add(&w->out.text, "\n");
	if (w->refused)
		return output_refuse(&w->out, text_string(&w->bad_name), w->refused);
	return output_step(&w->out, w->done++);
}

void sdc_add(struct sdc_writer *w, const char *words)
{
	text_add(&w->out.text, words);
}

void sdc_put_number(struct sdc_writer *w, double value, double unit)
{
	char word[400];

	snprintf(word, sizeof word, "%.*f", w->options->digits, value / unit);
	if (w->options->digits < 0 || (w->exact && strtod(word, NULL) != value / unit))
		text_number_in(&w->out.text, value, unit);
	else
		text_add(&w->out.text, word);
}

static void add_in(struct sdc_writer *w, double value, double unit)
{
	text_add(&w->out.text, " ");
	sdc_put_number(w, value, unit);
}

void sdc_add_time(struct sdc_writer *w, double ps)
{
	add_in(w, ps, w->time_unit);
}

void sdc_add_load(struct sdc_writer *w, double ff)
{
	add_in(w, ff, w->capacitance_unit);
}

void sdc_add_number(struct sdc_writer *w, double number)
{
	add_in(w, number, 1);
}

/* ---- corners ---- */

static int add_corner(struct sdc_corners *out, int n, int splits, int edges, double value)
{
	if (!is_given(value))
		return n;
	out[n] = (struct sdc_corners){splits, edges, value};
	return n + 1;
}

int sdc_list_corners(double value[N_SPLITS][N_EDGES], struct sdc_corners out[N_SPLITS * N_EDGES])
{
	bool splits_agree =
		value[EARLY][RISE] == value[LATE][RISE] && value[EARLY][FALL] == value[LATE][FALL];
	int n = 0;

	for (int split = 0; split < (splits_agree ? 1 : N_SPLITS); split++) {
		int splits = splits_agree ? SDC_ALL : 1 << split;

		if (value[split][RISE] == value[split][FALL]) {
			n = add_corner(out, n, splits, SDC_ALL, value[split][RISE]);
			continue;
		}
		for (int edge = 0; edge < N_EDGES; edge++)
			n = add_corner(out, n, splits, 1 << edge, value[split][edge]);
	}
	return n;
}

void sdc_add_corners(struct sdc_writer *w, const struct sdc_corners *corners, const char *early,
		     const char *late)
{
	if (corners->splits != SDC_ALL)
		text_printf(&w->out.text, " %s", corners->splits & 1 << EARLY ? early : late);
	if (corners->edges != SDC_ALL)
		sdc_add(w, corners->edges & 1 << RISE ? " -rise" : " -fall");
}

/* ---- the file ---- */

/* "1ns", or "" when the unit isn't a round one. */
static void name_unit(double unit, double si, const char *suffix, char name[16])
{
	static const char prefixes[] = "fpnum";
	double value = unit * si * 1e15; /* how many of the smallest prefix */

	*name = '\0';
	for (int i = 0; prefixes[i]; i++, value /= 1000) {
		for (int factor = 1; factor <= 100; factor *= 10) {
			if (fabs(value - factor) < 1e-9 * factor)
				snprintf(name, 16, "%d%c%s", factor, prefixes[i], suffix);
		}
	}
}

static void write_head(struct sdc_writer *w)
{
	char time[16], load[16];

	name_unit(w->time_unit, 1e-12, "s", time);
	name_unit(w->capacitance_unit, 1e-15, "F", load);
	text_add(&w->out.text, "# Constraints, written by warpscope\n");
	if (*time && *load)
		text_printf(&w->out.text, "# in %s and %s\n", time, load);
	else
		text_printf(&w->out.text, "# in %g ps and %g fF\n", w->time_unit,
			    w->capacitance_unit);
	if (w->netlist->name[0] != '-') { /* which would be an option */
		sdc_begin(w, "current_design");
		sdc_add_word(w, w->netlist->name);
		sdc_add(w, "\n");
	}
}

static enum status write_all(struct sdc_writer *w)
{
	write_head(w);
	TRY(sdc_write_clocks(w));
	sdc_begin_section(w, "Inputs and outputs");
	TRY(sdc_write_external_delays(w));
	sdc_begin_section(w, "Exceptions");
	TRY(sdc_write_exceptions(w));
	TRY(sdc_write_required_paths(w));
	sdc_begin_section(w, "Checks");
	TRY(sdc_write_locals(w));
	sdc_begin_section(w, "Environment");
	TRY(sdc_write_ports(w));
	TRY(sdc_write_inside(w));
	sdc_begin_section(w, "Design rules");
	return sdc_write_limits(w);
}

/* As those of read_sdc. */
static void take_units(struct sdc_writer *w)
{
	const struct library *library = w->netlist->n_libraries ? w->netlist->library[0] : NULL;

	w->time_unit = library && library->time_unit > 0 ? library->time_unit : 1;
	w->capacitance_unit =
		library && library->capacitance_unit > 0 ? library->capacitance_unit : 1;
}

static enum status write_packed(struct sdc_writer *w)
{
	if (w->options->gzip)
		TRY(output_compress(&w->out));
	return write_all(w);
}

enum status sdc_write(const char *path, const struct constraints *constraints,
		      const struct netlist *netlist, const struct sdc_write_options *options,
		      struct text *warnings, struct task *task)
{
	struct sdc_writer w = {.constraints = constraints,
			       .netlist = netlist,
			       .options = options,
			       .warnings = warnings,
			       .name = TEXT_INIT};
	enum status status;
	DOING(task, "writing constraints", 0);

	take_units(&w);
	status = output_open(&w.out, path, task) ?: output_close(&w.out, write_packed(&w));
	text_release(&w.name);
	text_release(&w.bad_name);
	return status;
}
