/* SDF: the file, its words, and wires. */
#include "report/sdf.h"

#include <ctype.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "base/order.h"
#include "db/hierarchy.h"
#include "report/sdf_impl.h"
#include "write/liberty.h"

#define FS_OF_PS 1000.0

/* ---- words ---- */

static enum status check_name(struct writer *w, const char *name)
{
	if (!*name)
		return output_refuse(&w->out, name, "names of SDF aren't empty");
	for (const char *p = name; *p; p++) {
		if ((unsigned char)*p <= ' ' || *p == 127)
			return output_refuse(&w->out, name, "names of SDF have no blanks");
	}
	return STATUS_OK;
}

/* Of a port or pin: what isn't a letter, a digit or '_' is escaped, but for the brackets of a bus. */
enum status sdf_write_name(struct writer *w, const char *name)
{
	const char *bus = netlist_bit_of(name);

	TRY(check_name(w, name));
	for (const char *p = name; *p; p++) {
		if (!isalnum((unsigned char)*p) && *p != '_' && !(bus && p >= bus))
			text_add(&w->out.text, "\\");
		text_append(&w->out.text, p, 1);
	}
	return STATUS_OK;
}

static enum status sdf_write_instance(struct writer *w, int32_t instance)
{
	TRY(check_name(w, names_get(&w->netlist->instance_name, instance)));
	hierarchy_write_levels(w->netlist, instance, w->options->divider, NULL, &w->out.text);
	return STATUS_OK;
}

static enum status write_full_name(struct writer *w, int32_t pin)
{
	int32_t instance = w->netlist->pin_instance[pin];

	if (instance >= 0) {
		TRY(sdf_write_instance(w, instance));
		text_append(&w->out.text, &w->options->divider, 1);
	}
	return sdf_write_name(w, netlist_pin_own_name(w->netlist, pin));
}

enum status sdf_write_edge(struct writer *w, int32_t vertex)
{
	text_add(&w->out.text, vertex % N_EDGES == RISE ? " (posedge " : " (negedge ");
	TRY(sdf_write_name(w, netlist_pin_own_name(w->netlist, vertex / N_EDGES)));
	text_add(&w->out.text, ")");
	return STATUS_OK;
}

void sdf_write_triple(struct writer *w, int64_t early, int64_t late)
{
	double a, b;

	text_add(&w->out.text, " (");
	if (early == FS_NONE_64)
		early = late;
	if (late == FS_NONE_64)
		late = early;
	if (late != FS_NONE_64) {
		a = (double)early / w->unit;
		b = (double)late / w->unit;
		text_printf(&w->out.text, "%.*f:", w->digits, a);
		if (w->options->typical)
			text_printf(&w->out.text, "%.*f", w->digits, (a + b) / 2);
		text_printf(&w->out.text, ":%.*f", w->digits, b);
	}
	text_add(&w->out.text, ")");
}

/* ---- cells ---- */

enum status sdf_condition(const struct writer *w, int32_t instance, const struct library *library,
			  const struct lib_arc *arc, int32_t text, struct text *out)
{
	const struct master *m = &w->netlist->master[w->netlist->instance_master[instance]];
	int32_t cell = m->cell[m->library[LATE] == library ? LATE : EARLY];

	if (text) {
		text_add(out, names_get(&library->string, text - 1));
		return STATUS_OK;
	}
	return liberty_write_function(library, &library->cell[cell], arc->when, out);
}

enum status sdf_begin_cell(struct writer *w, int32_t instance, bool *begun)
{
	const struct netlist *netlist = w->netlist;

	if (*begun)
		return STATUS_OK;
	*begun = true;
	text_printf(&w->out.text, " (CELL\n  (CELLTYPE \"%s\")\n  (INSTANCE ",
		    netlist->master[netlist->instance_master[instance]].name);
	TRY(sdf_write_instance(w, instance));
	text_add(&w->out.text, ")\n");
	return STATUS_OK;
}

/* ---- wires ---- */

static enum status write_wires(struct writer *w)
{
	struct text *out = &w->out.text;

	text_printf(out, " (CELL\n  (CELLTYPE \"%s\")\n  (INSTANCE)\n  (DELAY\n   (ABSOLUTE\n",
		    w->netlist->name);
	for (int32_t pin = 0; pin < w->netlist->n_pins; pin++) {
		TRY(sdf_list_delays(w, pin, true));
		for (int32_t i = 0; i < w->n; i++) {
			text_add(out, "    (INTERCONNECT ");
			TRY(write_full_name(w, pin));
			text_add(out, " ");
			TRY(write_full_name(w, w->delay[i].to));
			sdf_write_delays(w, &w->delay[i]);
			text_add(out, ")\n");
		}
		TRY(output_step(&w->out, w->done++));
	}
	text_add(out, "   )\n  )\n )\n");
	return STATUS_OK;
}

/* ---- the file ---- */

/* By the vertices that they begin at. */
static int compare_latch_arcs(const void *a, const void *b, void *vertices)
{
	const int32_t *from = vertices;
	int32_t i = *(const int32_t *)a, j = *(const int32_t *)b;

	return ORDER(from[i], from[j]) ?: ORDER(i, j);
}

static enum status prepare(struct writer *w)
{
	const struct timing_graph *g = w->graph;

	TRY(timing_read_drives(w->timing, &w->drive));
	TRY(ALLOC(&w->latch_arc, g->n_latch_arcs));
	for (int32_t i = 0; i < g->n_latch_arcs; i++)
		w->latch_arc[i] = i;
	if (g->n_latch_arcs)
		qsort_r(w->latch_arc, (size_t)g->n_latch_arcs, sizeof *w->latch_arc,
			compare_latch_arcs, g->graph->arc_from + g->graph->n_arcs);
	return sdf_sort_checks(w);
}

/* The unit of time as SDF names it: 1, 10 or 100 ns or ps; another one becomes 1 ps. */
static void write_scale(struct writer *w)
{
	double ps = netlist_units(w->netlist).time, unit = 1;
	int decimals = 3;

	while (unit < ps && unit < 1e5) {
		unit *= 10;
		decimals++;
	}
	if (fabs(unit - ps) > 1e-9 * ps) {
		unit = 1;
		decimals = 3;
	}
	w->unit = unit * FS_OF_PS;
	w->digits = w->options->digits < 0 ? decimals : w->options->digits;
	text_printf(&w->out.text, " (TIMESCALE %.0f%s)\n", unit >= 1000 ? unit / 1000 : unit,
		    unit >= 1000 ? "ns" : "ps");
}

static enum status write_file(struct writer *w)
{
	struct text *out = &w->out.text;

	if (strpbrk(w->netlist->name, "\"\\"))
		return output_refuse(&w->out, w->netlist->name,
				     "SDF would end the name at a quote");
	text_printf(out,
		    "(DELAYFILE\n (SDFVERSION \"3.0\")\n (DESIGN \"%s\")\n (PROGRAM "
		    "\"warpscope\")\n",
		    w->netlist->name);
	if (w->options->has_version)
		text_add(out, " (VERSION \"" PACKAGE_VERSION "\")\n");
	text_printf(out, " (DIVIDER %c)\n", w->options->divider);
	write_scale(w);
	TRY(write_wires(w));
	for (int32_t i = 0; i < w->netlist->n_instances; i++) {
		bool begun = false;

		TRY(sdf_write_cell_delays(w, i, &begun));
		TRY(sdf_write_checks(w, i, &begun));
		if (begun)
			text_add(out, " )\n");
		TRY(output_step(&w->out, w->done++));
	}
	text_add(out, ")\n");
	return STATUS_OK;
}

static enum status write_packed(struct writer *w)
{
	if (w->options->gzip)
		TRY(output_compress(&w->out));
	return write_file(w);
}

enum status sdf_write(const char *path, const struct timing *timing,
		      const struct sdf_options *options, struct task *task)
{
	struct writer w = {.timing = timing,
			   .graph = timing->image->graph,
			   .netlist = timing->image->graph->netlist,
			   .options = options};
	enum status status;
	DOING(task, "writing SDF", (int64_t)w.netlist->n_pins + w.netlist->n_instances);

	status = prepare(&w) ?: output_open(&w.out, path, task) ?: output_close(&w.out, write_packed(&w));
	FREE_ALL(w.drive, w.latch_arc, w.check, w.delay);
	return status;
}
