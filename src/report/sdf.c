#include "report/sdf.h"

#include <ctype.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "base/output.h"
#include "write/liberty.h"

#define FS_OF_PS 1000.0

/* What an IOPATH or INTERCONNECT says: the delays to the edges of a pin. */
struct sdf_delay {
	int32_t to;    /* pin */
	int from_edge; /* of the pin that it comes from; where it doesn't matter, one of both */
	const struct arc_type *type; /* borrowed; NULL = a wire */
	int64_t fs[N_SPLITS][N_EDGES];
};

struct writer {
	const struct timing *timing;       /* borrowed */
	const struct timing_graph *graph;  /* borrowed */
	const struct netlist *netlist;     /* borrowed */
	const struct sdf_options *options; /* borrowed */
	struct output out;
	int digits;
	double unit; /* fs */
	int32_t n;
	struct sdf_delay *delay; /* owned [n]: those from one pin */
	int64_t capacity;
	int32_t *latch_arc,
		*check; /* owned: numbers, by the pins that arcs leave and that data reaches */
	int32_t next_latch, next_check;
	int64_t done;
};

/* ---- words ---- */

static const char *port_bus(const char *name)
{
	const char *open = strrchr(name, '[');
	size_t n = strlen(name);

	if (!open || open == name || name[n - 1] != ']' ||
	    strspn(open + 1, "0123456789") != n - (size_t)(open - name) - 2)
		return NULL;
	return open;
}

/* What isn't a letter, a digit or '_' is escaped, but for a slash between levels of a hierarchy and, of a port or
 * pin, the brackets of a bus. */
static enum status write_name(struct writer *w, const char *name, bool is_port)
{
	const char *bus = is_port ? port_bus(name) : NULL;

	if (!*name)
		return output_refuse(&w->out, name, "names of SDF aren't empty");
	for (const char *p = name; *p; p++) {
		char c = *p;

		if ((unsigned char)c <= ' ' || c == 127)
			return output_refuse(&w->out, name, "names of SDF have no blanks");
		if (!is_port && c == '/' && w->netlist->hierarchy && p > name && p[1] &&
		    p[1] != '/' && p[-1] != '/')
			c = w->options->divider;
		else if (!isalnum((unsigned char)c) && c != '_' && !(bus && p >= bus))
			text_add(&w->out.text, "\\");
		text_append(&w->out.text, &c, 1);
	}
	return STATUS_OK;
}

static const char *own_name(const struct writer *w, int32_t pin)
{
	const struct netlist *netlist = w->netlist;
	int32_t instance = netlist->pin_instance[pin];
	const struct master *master;

	if (instance < 0)
		return names_get(&netlist->port_name, pin);
	master = &netlist->master[netlist->instance_master[instance]];
	return names_get(&netlist->pin_name,
			 master->pin_name[pin - netlist->instance_pin[instance]]);
}

static enum status write_full_name(struct writer *w, int32_t pin)
{
	int32_t instance = w->netlist->pin_instance[pin];

	if (instance >= 0) {
		TRY(write_name(w, names_get(&w->netlist->instance_name, instance), false));
		text_append(&w->out.text, &w->options->divider, 1);
	}
	return write_name(w, own_name(w, pin), true);
}

static enum status write_edge(struct writer *w, int32_t vertex)
{
	text_add(&w->out.text, vertex % N_EDGES == RISE ? " (posedge " : " (negedge ");
	TRY(write_name(w, own_name(w, vertex / N_EDGES), true));
	text_add(&w->out.text, ")");
	return STATUS_OK;
}

static void write_triple(struct writer *w, int64_t early, int64_t late)
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

static void write_delays(struct writer *w, const struct sdf_delay *d)
{
	write_triple(w, d->fs[EARLY][RISE], d->fs[LATE][RISE]);
	if (d->fs[EARLY][RISE] != d->fs[EARLY][FALL] || d->fs[LATE][RISE] != d->fs[LATE][FALL])
		write_triple(w, d->fs[EARLY][FALL], d->fs[LATE][FALL]);
}

/* ---- delays from a pin ---- */

static int64_t worse(int64_t a, int64_t b, int split)
{
	if (a == FS_NONE_64 || b == FS_NONE_64)
		return a == FS_NONE_64 ? b : a;
	return (split == LATE) == (a > b) ? a : b;
}

static void take_worse(struct sdf_delay *into, const struct sdf_delay *from)
{
	for (int split = 0; split < N_SPLITS; split++)
		for (int edge = 0; edge < N_EDGES; edge++)
			into->fs[split][edge] =
				worse(into->fs[split][edge], from->fs[split][edge], split);
}

/* Pins that are inside of a cell aren't SDF's. */
static bool is_inside(const struct writer *w, int32_t pin)
{
	return w->netlist->pin_instance[pin] >= 0 &&
	       netlist_pin_direction(w->netlist, pin) == LIB_INTERNAL;
}

static enum status add_arc(struct writer *w, int32_t arc, const int32_t delay[N_SPLITS])
{
	const struct graph *graph = w->graph->graph;
	int32_t head = graph->arc_to[arc], type = graph->arc_type[arc];
	struct sdf_delay *d;

	if (is_inside(w, head / N_EDGES))
		return STATUS_OK;
	TRY(GROW(&w->delay, &w->capacity, w->n + 1));
	d = &w->delay[w->n++];
	d->to = head / N_EDGES;
	d->from_edge = graph->arc_from[arc] % N_EDGES;
	d->type = type == ARC_OF_NET ? NULL : &w->graph->type[type];
	for (int split = 0; split < N_SPLITS; split++) {
		d->fs[split][RISE] = d->fs[split][FALL] = FS_NONE_64;
		if (delay[split] != DELAY_NONE)
			d->fs[split][head % N_EDGES] = delay[split];
	}
	return STATUS_OK;
}

static const int32_t *condition_of(const struct sdf_delay *d)
{
	if (!d->type || !d->type->lib || d->type->lib->when < 0)
		return NULL;
	return &d->type->library->expression[d->type->lib->when];
}

/* Expressions of one cell. */
static bool is_same_condition(const int32_t *a, const int32_t *b)
{
	if (!a || !b)
		return a == b;
	for (; *a == *b; a++, b++) {
		if (*a == LIB_END)
			return true;
	}
	return false;
}

static int compare_delays(const void *a, const void *b)
{
	const struct sdf_delay *d = a, *e = b;
	int32_t left = d->type && d->type->lib ? d->type->lib->group : 0;
	int32_t right = e->type && e->type->lib ? e->type->lib->group : 0;

	if (d->to != e->to)
		return d->to < e->to ? -1 : 1;
	return (left > right) - (left < right);
}

static bool are_alike(const struct sdf_delay *a, const struct sdf_delay *b)
{
	return a->to == b->to && is_same_condition(condition_of(a), condition_of(b));
}

/* Is there an edge to which they have different delays? */
static bool differ(const struct sdf_delay *a, const struct sdf_delay *b)
{
	for (int split = 0; split < N_SPLITS; split++) {
		for (int edge = 0; edge < N_EDGES; edge++) {
			int64_t x = a->fs[split][edge], y = b->fs[split][edge];

			if (x != FS_NONE_64 && y != FS_NONE_64 && x != y)
				return true;
		}
	}
	return false;
}

/* Join those of the same pin and condition: either of the same edge at the other end, or all that don't differ. */
static void join_delays(struct writer *w, bool by_edge)
{
	int32_t n = 0, first = 0;

	for (int32_t i = 0; i < w->n; i++) {
		struct sdf_delay d = w->delay[i];
		int32_t j;

		if (n && w->delay[first].to != d.to)
			first = n;
		for (j = first; j < n; j++) {
			const struct sdf_delay *e = &w->delay[j];

			if (are_alike(e, &d) &&
			    (by_edge ? e->from_edge == d.from_edge : !differ(e, &d)))
				break;
		}
		if (j == n)
			w->delay[n++] = d;
		else
			take_worse(&w->delay[j], &d);
	}
	w->n = n;
}

/* One for each pin and condition, or two where it depends on the edge at the other end. */
static void merge_delays(struct writer *w)
{
	if (w->n > 1)
		qsort(w->delay, (size_t)w->n, sizeof *w->delay, compare_delays);
	join_delays(w, true);
	join_delays(w, false);
}

/* Is there another one for the other edge? */
static bool depends_on_edge(const struct writer *w, const struct sdf_delay *d)
{
	for (int32_t i = 0; i < w->n; i++) {
		if (&w->delay[i] != d && are_alike(&w->delay[i], d))
			return true;
	}
	return false;
}

static enum status list_delays(struct writer *w, int32_t pin, bool wires)
{
	const struct timing_graph *g = w->graph;
	const struct timing *t = w->timing;

	w->n = 0;
	if (is_inside(w, pin))
		return STATUS_OK;
	for (int32_t v = N_EDGES * pin; v < N_EDGES * (pin + 1); v++) {
		for (int32_t i = g->out_row[v]; i < g->out_row[v + 1]; i++) {
			int32_t arc = g->out_arc[i];

			if ((g->graph->arc_type[arc] == ARC_OF_NET) == wires)
				TRY(add_arc(w, arc,
					    &t->delay[N_SPLITS * (int64_t)t->arc_place[arc]]));
		}
	}
	for (; !wires && w->next_latch < g->n_latch_arcs; w->next_latch++) {
		int32_t i = w->latch_arc[w->next_latch], arc = g->graph->n_arcs + i;
		int64_t place = (int64_t)t->image->device.n_arcs + i;

		if (g->graph->arc_from[arc] / N_EDGES > pin)
			break;
		TRY(add_arc(w, arc, &t->delay[N_SPLITS * place]));
	}
	merge_delays(w);
	return STATUS_OK;
}

/* ---- wires ---- */

static enum status write_wires(struct writer *w)
{
	struct text *out = &w->out.text;

	text_add(out, " (CELL\n  (CELLTYPE \"");
	text_add(out, w->netlist->name);
	text_add(out, "\")\n  (INSTANCE)\n");
	text_add(out, "  (DELAY\n   (ABSOLUTE\n");
	for (int32_t pin = 0; pin < w->netlist->n_pins; pin++) {
		TRY(list_delays(w, pin, true));
		for (int32_t i = 0; i < w->n; i++) {
			text_add(out, "    (INTERCONNECT ");
			TRY(write_full_name(w, pin));
			text_add(out, " ");
			TRY(write_full_name(w, w->delay[i].to));
			write_delays(w, &w->delay[i]);
			text_add(out, ")\n");
		}
		TRY(output_step(&w->out, w->done++));
	}
	text_add(out, "   )\n  )\n )\n");
	return STATUS_OK;
}

/* ---- cells ---- */

static const struct lib_cell *cell_of(const struct writer *w, int32_t instance,
				      const struct library *library)
{
	const struct master *m = &w->netlist->master[w->netlist->instance_master[instance]];
	int split = m->library[LATE] == library ? LATE : EARLY;

	return &library->cell[m->cell[split]];
}

static bool has_conditions(const struct writer *w, int32_t to)
{
	for (int32_t i = 0; i < w->n; i++) {
		if (w->delay[i].to == to && condition_of(&w->delay[i]))
			return true;
	}
	return false;
}

static enum status write_iopath(struct writer *w, int32_t instance, int32_t from,
				const struct sdf_delay *d)
{
	struct text *out = &w->out.text;
	bool has_condition = condition_of(d) != NULL;
	bool is_rest = !has_condition && has_conditions(w, d->to);

	text_add(out, "    ");
	if (has_condition) {
		text_add(out, "(COND ");
		TRY(liberty_write_function(d->type->library, cell_of(w, instance, d->type->library),
					   d->type->lib->when, out));
		text_add(out, " ");
	} else if (is_rest) {
		text_add(out, "(CONDELSE ");
	}
	text_add(out, "(IOPATH");
	if (depends_on_edge(w, d)) {
		TRY(write_edge(w, N_EDGES * from + d->from_edge));
	} else {
		text_add(out, " ");
		TRY(write_name(w, own_name(w, from), true));
	}
	text_add(out, " ");
	TRY(write_name(w, own_name(w, d->to), true));
	write_delays(w, d);
	text_add(out, has_condition || is_rest ? "))\n" : ")\n");
	return STATUS_OK;
}

static void begin_cell(struct writer *w, int32_t instance, bool *begun, enum status *status)
{
	const struct netlist *netlist = w->netlist;

	if (*begun)
		return;
	*begun = true;
	text_printf(&w->out.text, " (CELL\n  (CELLTYPE \"%s\")\n  (INSTANCE ",
		    netlist->master[netlist->instance_master[instance]].name);
	*status = write_name(w, names_get(&netlist->instance_name, instance), false);
	text_add(&w->out.text, ")\n");
}

static enum status write_cell_delays(struct writer *w, int32_t instance, bool *begun)
{
	bool any = false;
	enum status status = STATUS_OK;

	for (int32_t pin = w->netlist->instance_pin[instance];
	     pin < w->netlist->instance_pin[instance + 1] && status == STATUS_OK; pin++) {
		TRY(list_delays(w, pin, false));
		for (int32_t i = 0; i < w->n && status == STATUS_OK; i++) {
			begin_cell(w, instance, begun, &status);
			if (!any)
				text_add(&w->out.text, "  (DELAY\n   (ABSOLUTE\n");
			any = true;
			if (status == STATUS_OK)
				status = write_iopath(w, instance, pin, &w->delay[i]);
		}
	}
	if (any)
		text_add(&w->out.text, "   )\n  )\n");
	return status;
}

/* ---- checks ---- */

static double along_axis(const double *axis, int32_t n, double x, int32_t *segment)
{
	int32_t i = 0;

	if (n < 2)
		return *segment = 0, 0;
	while (i + 2 < n && x >= axis[i + 1])
		i++;
	*segment = i;
	return (x - axis[i]) / (axis[i + 1] - axis[i]);
}

/* The value of a table as kernels have it (look_up()). */
static double check_value(const struct timing_graph *g, const struct table *t, double clock,
			  double data)
{
	const double *x_axis = g->number + t->first, *y_axis = x_axis + t->n_points[0];
	const double *value = y_axis + t->n_points[1];
	double at[2] = {t->operand[0] == OPERAND_OTHER ? data : clock,
			t->operand[1] == OPERAND_OTHER ? data : clock};
	double part[2], side[2] = {0, 0};
	int32_t i, j;

	part[0] = along_axis(x_axis, t->n[0], at[0], &i);
	part[1] = along_axis(y_axis, t->n[1], at[1], &j);
	for (int k = 0; k < (t->n[1] > 1 ? 2 : 1); k++) {
		const double *v = value + i * t->n[1] + j + k;

		side[k] = t->n[0] > 1 ? v[0] + part[0] * (v[t->n[1]] - v[0]) : v[0];
	}
	return t->n[1] > 1 ? side[0] + part[1] * (side[1] - side[0]) : side[0];
}

/* The reference of data of its split, with the slews that go with it. */
static int64_t value_of(const struct writer *w, const struct check *check)
{
	enum split other = check->split == LATE ? EARLY : LATE;

	return fs_of_ps(check_value(w->graph, &w->graph->table[check->table],
				    timing_vertex_slew(w->timing, check->clock, other),
				    timing_vertex_slew(w->timing, check->data, check->split)));
}

static bool is_same_check(const struct check *a, const struct check *b)
{
	return a->kind == b->kind && a->data == b->data && a->clock == b->clock;
}

static enum status write_check(struct writer *w, const struct check *check, int64_t fs)
{
	static const char *const name[] = {[CHECK_SETUP] = "SETUP",
					   [CHECK_HOLD] = "HOLD",
					   [CHECK_RECOVERY] = "RECOVERY",
					   [CHECK_REMOVAL] = "REMOVAL"};

	text_printf(&w->out.text, "   (%s", name[check->kind]);
	TRY(write_edge(w, check->data));
	TRY(write_edge(w, check->clock));
	write_triple(w, fs, fs);
	text_add(&w->out.text, ")\n");
	return STATUS_OK;
}

/* Checks of an instance, those of the same edges once: the strictest. */
static enum status write_checks(struct writer *w, int32_t instance, bool *begun)
{
	const struct timing_graph *g = w->graph;
	bool any = false;
	enum status status = STATUS_OK;

	while (w->next_check < g->n_checks && status == STATUS_OK) {
		const struct check *check = &g->check[w->check[w->next_check]];
		int64_t fs = FS_NONE_64;

		if (check->data / N_EDGES >= w->netlist->instance_pin[instance + 1])
			break;
		for (; w->next_check < g->n_checks &&
		       is_same_check(check, &g->check[w->check[w->next_check]]);
		     w->next_check++)
			fs = worse(fs, value_of(w, &g->check[w->check[w->next_check]]), LATE);
		begin_cell(w, instance, begun, &status);
		if (!any)
			text_add(&w->out.text, "  (TIMINGCHECK\n");
		any = true;
		if (status == STATUS_OK)
			status = write_check(w, check, fs);
	}
	if (any)
		text_add(&w->out.text, "  )\n");
	return status;
}

/* ---- the file ---- */

/* The graph whose numbers are sorted, which qsort() doesn't hand on. */
static _Thread_local const struct timing_graph *sorted_graph;

static int compare_latch_arcs(const void *a, const void *b)
{
	const int32_t *from = sorted_graph->graph->arc_from + sorted_graph->graph->n_arcs;
	int32_t i = *(const int32_t *)a, j = *(const int32_t *)b;

	if (from[i] != from[j])
		return from[i] < from[j] ? -1 : 1;
	return (i > j) - (i < j);
}

static int compare_checks(const void *a, const void *b)
{
	int32_t i = *(const int32_t *)a, j = *(const int32_t *)b;
	const struct check *c = &sorted_graph->check[i], *d = &sorted_graph->check[j];

	if (c->data / N_EDGES != d->data / N_EDGES)
		return c->data < d->data ? -1 : 1;
	if (c->kind != d->kind)
		return c->kind < d->kind ? -1 : 1;
	if (c->data != d->data)
		return c->data < d->data ? -1 : 1;
	if (c->clock != d->clock)
		return c->clock < d->clock ? -1 : 1;
	return (i > j) - (i < j);
}

static enum status prepare(struct writer *w)
{
	const struct timing_graph *g = w->graph;

	TRY(ALLOC(&w->latch_arc, g->n_latch_arcs));
	TRY(ALLOC(&w->check, g->n_checks));
	for (int32_t i = 0; i < g->n_latch_arcs; i++)
		w->latch_arc[i] = i;
	for (int32_t i = 0; i < g->n_checks; i++)
		w->check[i] = i;
	sorted_graph = g;
	if (g->n_latch_arcs)
		qsort(w->latch_arc, (size_t)g->n_latch_arcs, sizeof *w->latch_arc,
		      compare_latch_arcs);
	if (g->n_checks)
		qsort(w->check, (size_t)g->n_checks, sizeof *w->check, compare_checks);
	return STATUS_OK;
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
	text_add(out, "(DELAYFILE\n (SDFVERSION \"3.0\")\n (DESIGN \"");
	text_add(out, w->netlist->name);
	text_add(out, "\")\n (PROGRAM \"warpscope\")\n");
	if (w->options->has_version)
		text_add(out, " (VERSION \"" PACKAGE_VERSION "\")\n");
	text_printf(out, " (DIVIDER %c)\n", w->options->divider);
	write_scale(w);
	TRY(write_wires(w));
	for (int32_t i = 0; i < w->netlist->n_instances; i++) {
		bool begun = false;

		TRY(write_cell_delays(w, i, &begun));
		TRY(write_checks(w, i, &begun));
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
	enum status status = prepare(&w);

	task_begin(task, "writing SDF", (int64_t)w.netlist->n_pins + w.netlist->n_instances);
	if (status == STATUS_OK)
		status = output_open(&w.out, path, task);
	if (status == STATUS_OK)
		status = output_close(&w.out, write_packed(&w));
	task_end(task);
	free(w.latch_arc);
	free(w.check);
	free(w.delay);
	return status;
}
