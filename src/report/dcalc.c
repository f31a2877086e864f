#include "report/dcalc.h"

#include <string.h>

#include "db/latches.h"
#include "db/scaling.h"

/* An arc of an edge, in the library of the split. */
struct asked {
	const struct library *library;
	const struct lib_cell *cell;
	const struct lib_arc *arc;
	struct timing_edge edge;
	int from, to; /* edges at the pins */
	/* by dmp_ceff_elmore */
	bool has_wave;
	struct arc_wave wave;
};

static bool is_check(const struct lib_arc *arc)
{
	return arc->kind >= LIB_SETUP;
}

/* ---- what it is ---- */

static const char *other_role(const struct lib_arc *arc)
{
	static const char *const role[][2] = {
		{"skew_", "skew"},
		{"nochange_", "nochange"},
		{"min_pulse_width", "width"},
		{"minimum_period", "period"},
		{"max_clock_tree_path", "max clock tree path"},
		{"min_clock_tree_path", "min clock tree path"},
	};
	const char *name = lib_timing_types[arc->type].name;

	for (size_t i = 0; name && i < sizeof role / sizeof *role; i++) {
		if (strncmp(name, role[i][0], strlen(role[i][0])) == 0)
			return role[i][1];
	}
	return "other";
}

const char *lib_arc_role(const struct library *library, const struct lib_cell *cell,
			 const struct lib_arc *arc)
{
	const char *name = lib_timing_types[arc->type].name;
	bool apart = lib_timing_types[arc->type].non_sequential;

	switch (arc->kind) {
	case LIB_COMBINATIONAL:
		return latch_passes(library, cell, arc, NULL) ? "Latch D to Q" : "combinational";
	case LIB_THREE_STATE:
		return name && strncmp(name, "three_state_disable", 19) == 0 ? "tristate disable"
									     : "tristate enable";
	case LIB_LAUNCH:
		return latch_is_enable(library, cell, arc->from) ? "Latch En to Q" : "Reg Clk to Q";
	case LIB_SET_RESET:
		return "Reg Set/Clr";
	case LIB_SETUP:
		return apart ? "non-sequential setup" : "setup";
	case LIB_HOLD:
		return apart ? "non-sequential hold" : "hold";
	case LIB_RECOVERY:
		return "recovery";
	case LIB_REMOVAL:
		return "removal";
	case LIB_OTHER:
		break;
	}
	return other_role(arc);
}

/* Does it go from one edge to the other? */
static bool has_arc(const struct lib_arc *arc, int from, int to)
{
	if (arc->delay[to] < 0 || !arc->from_edge[from])
		return false;
	if (is_check(arc) || arc->kind == LIB_LAUNCH || arc->sense == LIB_NON_UNATE)
		return true;
	return (arc->sense == LIB_POSITIVE_UNATE) == (from == to);
}

/* By the transitions that there are. */
static const char *sense_name(const struct lib_arc *arc)
{
	bool same = false, turned = false;

	for (int e = 0; e < N_EDGES; e++) {
		same |= has_arc(arc, e, e);
		turned |= has_arc(arc, e, e ^ 1);
	}
	return same && turned ? "non_unate" : same ? "positive_unate" : "negative_unate";
}

/* The arc of the early library that goes with one of the late library; the same if they don't correspond. */
static void take_early(const struct master *master, struct asked *a)
{
	const struct library *library = master->library[EARLY];
	const struct lib_cell *cell = library ? &library->cell[master->cell[EARLY]] : NULL;
	int64_t i = a->arc - &a->library->arc[a->cell->first_arc];
	const struct lib_arc *arc;

	if (!cell || library == a->library || cell->n_arcs != a->cell->n_arcs)
		return;
	arc = &library->arc[cell->first_arc + i];
	if (arc->kind != a->arc->kind || arc->from != a->arc->from || arc->to != a->arc->to)
		return;
	a->library = library;
	a->cell = cell;
	a->arc = arc;
}

/* ---- tables ---- */

/* A number of a table's axis, in the units of reports. */
static void put(const struct dcalc_report *r, enum lut_variable variable, double value)
{
	if (variable == LUT_LOAD)
		report_capacitance(&r->units, value, 0, r->out);
	else
		report_slew(&r->units, value, 0, r->out);
}

static void put_line(const struct dcalc_report *r, const char *what, double ps)
{
	text_printf(r->out, "%s = ", what);
	report_slew(&r->units, ps, 0, r->out);
	text_add(r->out, "\n");
}

/* Of all states of a clock at the pin of a check none is propagated. */
static bool is_ideal(const struct dcalc_report *r, const struct asked *a)
{
	const struct state_graph *states = r->timing->image->states;
	bool ideal = false;

	for (int32_t s = state_first(states, a->edge.from * N_EDGES + a->from); s >= 0;
	     s = state_next(states, s)) {
		const struct tag *tag = state_tag(states, s);

		if (!tag || tag->kind != TAG_CLOCK)
			continue;
		if (state_is_propagated(states, s))
			return false;
		ideal = true;
	}
	return ideal && is_check(a->arc);
}

/* The slew of an edge's tail is that of the split; at a check's clock that of the other one. */
static double operand(const struct dcalc_report *r, const struct asked *a,
		      enum lut_variable variable)
{
	int32_t from = a->edge.from * N_EDGES + a->from, to = a->edge.to * N_EDGES + a->to;
	int32_t net = r->timing->image->graph->netlist->pin_net[a->edge.to];

	switch (variable) {
	case LUT_SLEW:
		return timing_vertex_slew(r->timing, from, r->split);
	case LUT_LOAD:
		if (a->has_wave)
			return a->wave.wave.ceff;
		return net < 0 ? 0 : timing_net_load(r->timing, net, r->split, a->to);
	case LUT_RELATED_SLEW:
		return timing_vertex_slew(r->timing, from, r->split == LATE ? EARLY : LATE);
	case LUT_CONSTRAINED_SLEW:
		return timing_vertex_slew(r->timing, to, r->split);
	default:
		return 0;
	}
}

static int32_t segment_of(const double *axis, int32_t n, double x)
{
	int32_t i = 0;

	while (i + 2 < n && x >= axis[i + 1])
		i++;
	return i;
}

struct lookup {
	const struct lut *lut;
	const double *axis[2], *value;
	double x[2];
	int32_t segment[2];
};

static void open_table(const struct dcalc_report *r, const struct asked *a, int32_t id,
		       struct lookup *t)
{
	const double *number;

	t->lut = &a->library->lut[id];
	number = &a->library->number[t->lut->first];
	for (int axis = 0; axis < 2; axis++) {
		enum lut_variable variable = t->lut->variable[axis];

		t->axis[axis] = number;
		t->x[axis] = operand(r, a, variable);
		t->segment[axis] = variable ? segment_of(number, t->lut->n[axis], t->x[axis]) : 0;
		number += variable ? t->lut->n[axis] : 0;
	}
	t->value = number;
}

/* Two neighbours of an axis, or the one that there is. */
static void put_pair(const struct dcalc_report *r, enum lut_variable variable, const double *at,
		     int32_t n, const char *between)
{
	put(r, variable, at[0]);
	if (n > 1) {
		text_add(r->out, between);
		put(r, variable, at[1]);
	}
	text_add(r->out, "\n");
}

static void write_plane(const struct dcalc_report *r, const struct lookup *t, const char *ideal)
{
	int32_t i = t->segment[0], j = t->segment[1], n = t->lut->n[1];

	text_printf(r->out, "------- %s = ", lut_variable_name[t->lut->variable[0]]);
	put(r, t->lut->variable[0], t->x[0]);
	text_printf(r->out, "%s\n|       %s = ", ideal, lut_variable_name[t->lut->variable[1]]);
	put(r, t->lut->variable[1], t->x[1]);
	text_add(r->out, "\n|        ");
	put_pair(r, t->lut->variable[1], t->axis[1] + j, n, "     ");
	text_add(r->out, "v      --------------------\n");
	for (int32_t row = i; row < i + 2 && row < t->lut->n[0]; row++) {
		put(r, t->lut->variable[0], t->axis[0][row]);
		text_add(r->out, " | ");
		put_pair(r, LUT_SLEW, t->value + row * n + j, n, "     ");
	}
}

static void write_line(const struct dcalc_report *r, const struct lookup *t, int axis,
		       const char *ideal)
{
	int32_t i = t->segment[axis];

	text_printf(r->out,
		    "Table is indexed by\n  %s = ", lut_variable_name[t->lut->variable[axis]]);
	put(r, t->lut->variable[axis], t->x[axis]);
	text_printf(r->out, "%s\n  ", ideal);
	put_pair(r, t->lut->variable[axis], t->axis[axis] + i, t->lut->n[axis], "      ");
	text_add(r->out, "    --------------------\n| ");
	put_pair(r, LUT_SLEW, t->value + i, t->lut->n[axis], "     ");
}

static void write_table(const struct dcalc_report *r, const struct asked *a, int32_t id,
			const char *result)
{
	const struct timing_graph *graph = r->timing->image->graph;
	const struct lib_conditions *given =
		scaling_conditions(graph->netlist, graph->constraints, r->split);
	int32_t by_default = a->library->default_conditions;
	const struct lib_conditions *conditions =
		given || by_default < 0 ? given : &a->library->conditions[by_default];
	const char *ideal = is_ideal(r, a) ? " (ideal clock)" : "";
	int digits = r->units.digits;
	double value, factor;
	struct lookup t;

	open_table(r, a, id, &t);
	value = lut_value(a->library, t.lut, t.x[0], t.x[1]);
	factor = scaling_of_table(a->library, t.lut, given);
	if (conditions && id == a->arc->delay[a->to])
		text_printf(r->out, "P = %.*f V = %.*f T = %.*f\n", digits,
			    conditions->value[PVT_PROCESS], digits, conditions->value[PVT_VOLTAGE],
			    digits, conditions->value[PVT_TEMPERATURE]);
	if (t.lut->variable[0] && t.lut->variable[1])
		write_plane(r, &t, ideal);
	else if (t.lut->variable[0] || t.lut->variable[1])
		write_line(r, &t, t.lut->variable[0] ? 0 : 1, ideal);
	if (t.lut->variable[0] || t.lut->variable[1]) {
		put_line(r, "Table value", value);
	} else {
		text_add(r->out, "Table value constant = ");
		report_slew(&r->units, value, 0, r->out);
		text_printf(r->out, "%s\n", ideal);
	}
	if (conditions)
		text_printf(r->out, "PVT scale factor = %.*f\n", digits, factor);
	put_line(r, result, factor * value);
}

/* ---- an edge ---- */

static const char *pin_name(const struct asked *a, int32_t in_cell)
{
	return names_get(&a->library->string, a->library->pin[a->cell->first_pin + in_cell].name);
}

/* The pi that the driver sees, what capacitance alone would have the same effect, and what the wave is of. */
static enum status write_wave(const struct dcalc_report *r, struct asked *a)
{
	struct arc_asked asked = {edge_lib_arc(r->timing->image->graph->netlist, a->edge),
				  a->edge.from * N_EDGES + a->from, a->edge.to * N_EDGES + a->to,
				  r->split};
	const struct device_pi *pi = &a->wave.pi;

	a->has_wave = false;
	a->wave = (struct arc_wave){0};
	if (is_check(a->arc))
		return STATUS_OK;
	TRY(timing_read_wave(r->timing, &asked, &a->wave, &a->has_wave));
	if (!a->has_wave || !(pi->c1 + pi->c2 > 0))
		return STATUS_OK;
	text_add(r->out, "Pi model C2=");
	report_capacitance(&r->units, pi->c2, 0, r->out);
	text_printf(r->out, " Rpi=%.*f C1=", r->units.digits, pi->r / r->units.resistance);
	report_capacitance(&r->units, pi->c1, 0, r->out);
	text_add(r->out, ", Ceff=");
	report_capacitance(&r->units, a->wave.wave.ceff, 0, r->out);
	text_add(r->out, "\nTotal=");
	report_capacitance(&r->units, pi->c1 + pi->c2, 0, r->out);
	if (a->wave.wave.rd > 0)
		text_printf(r->out, ", driver resistance=%.*f, rounds=%d\n", r->units.digits,
			    a->wave.wave.rd / r->units.resistance, a->wave.n_rounds);
	else
		text_printf(r->out, ", no wave after %d rounds: the tables' slew\n",
			    a->wave.n_rounds);
	return STATUS_OK;
}

static enum status write_arc(const struct dcalc_report *r, struct asked *a)
{

	text_printf(r->out, "%s %c -> %s %c\n", pin_name(a, a->arc->from), edge_sign(a->from),
		    pin_name(a, a->arc->to), edge_sign(a->to));
	TRY(write_wave(r, a));
	if (is_check(a->arc)) {
		write_table(r, a, a->arc->delay[a->to], "Check");
	} else {
		write_table(r, a, a->arc->delay[a->to], "Delay");
		if (a->arc->slew[a->to] >= 0) {
			text_add(r->out, "\n");
			write_table(r, a, a->arc->slew[a->to], "Slew");
		}
		if (a->has_wave)
			put_line(r, "Driver waveform slew", a->wave.wave.slew);
		if (a->wave.reduction != 0)
			put_line(r, "Delay by other outputs of the net", a->wave.reduction);
	}
	text_add(r->out, "\n.............................................\n\n");
	return STATUS_OK;
}

int lib_arc_transitions(const struct lib_arc *arc, struct transition out[N_EDGES * N_EDGES])
{
	static const struct transition usual[] = {
		{RISE, RISE}, {RISE, FALL}, {FALL, RISE}, {FALL, FALL}};
	static const struct transition unate[] = {
		{RISE, RISE}, {RISE, FALL}, {FALL, FALL}, {FALL, RISE}};
	static const struct transition non_unate[] = {
		{FALL, FALL}, {RISE, FALL}, {RISE, RISE}, {FALL, RISE}};
	bool delay = arc && arc->kind == LIB_COMBINATIONAL;
	const struct transition *order = !delay                        ? usual
					 : arc->sense == LIB_NON_UNATE ? non_unate
								       : unate;
	int n = 0;

	for (int i = 0; i < N_EDGES * N_EDGES; i++) {
		if (arc ? has_arc(arc, order[i].from, order[i].to) : order[i].from == order[i].to)
			out[n++] = order[i];
	}
	return n;
}

static enum status write_arcs(const struct dcalc_report *r, struct asked *a)
{
	struct transition transition[N_EDGES * N_EDGES];
	int n = lib_arc_transitions(a->arc, transition);

	for (int i = 0; i < n; i++) {
		a->from = transition[i].from;
		a->to = transition[i].to;
		TRY(write_arc(r, a));
	}
	return STATUS_OK;
}

static bool is_in_split(const struct dcalc_report *r, const struct lib_arc *arc)
{
	return arc->kind != (r->split == LATE ? LIB_HOLD : LIB_SETUP);
}

static void write_wire(const struct dcalc_report *r, struct timing_edge edge)
{
	const struct timing_graph *graph = r->timing->image->graph;

	for (int e = 0; e < N_EDGES; e++) {
		int32_t from = netlist_driving_vertex(graph->netlist, edge.from * N_EDGES + e);

		for (int32_t i = graph->out_row[from]; i < graph->out_row[from + 1]; i++) {
			int32_t arc = graph->out_arc[i], to = graph->graph->arc_to[arc];
			int64_t delay;

			if (to != edge.to * N_EDGES + e ||
			    graph->graph->arc_type[arc] != ARC_OF_NET)
				continue;
			delay = timing_graph_arc_delay(r->timing, arc, r->split);
			if (delay == FS_NONE_64 || delay == 0)
				continue;
			text_add(r->out, "Wire ");
			netlist_write_pin(graph->netlist, edge.from, '/', r->out);
			text_printf(r->out, " %c -> ", edge_sign(e));
			netlist_write_pin(graph->netlist, edge.to, '/', r->out);
			text_printf(r->out, " %c\nDelay = %s\n", edge_sign(e),
				    REPORTED(&r->units, delay));
			put_line(r, "Slew at the driver",
				 timing_vertex_slew(r->timing, from, r->split));
			put_line(r, "Slew", timing_vertex_slew(r->timing, to, r->split));
			text_add(r->out, "\n.............................................\n\n");
		}
	}
}

/* The arc of an edge in the library of the split; false for a wire. */
static bool find_asked(const struct dcalc_report *r, struct timing_edge edge, struct asked *a)
{
	const struct netlist *netlist = r->timing->image->graph->netlist;
	const struct master *master;

	*a = (struct asked){.edge = edge, .arc = edge_lib_arc(netlist, edge)};
	if (!a->arc)
		return false;
	master = &netlist->master[netlist->instance_master[netlist->pin_instance[edge.from]]];
	a->library = master->library[LATE];
	a->cell = &a->library->cell[master->cell[LATE]];
	if (r->split == EARLY)
		take_early(master, a);
	return true;
}

double dcalc_value(const struct dcalc_report *r, struct timing_edge edge, int from, int to)
{
	const struct timing_graph *graph = r->timing->image->graph;
	struct lookup t;
	struct asked a;

	if (!find_asked(r, edge, &a) || a.arc->delay[to] < 0)
		return 0;
	a.from = from;
	a.to = to;
	open_table(r, &a, a.arc->delay[to], &t);
	return scaled_value(a.library, t.lut, t.x[0], t.x[1],
			    scaling_conditions(graph->netlist, graph->constraints, r->split));
}

enum status dcalc_write(const struct dcalc_report *r, struct timing_edge edge)
{
	struct asked a;

	if (!find_asked(r, edge, &a)) {
		write_wire(r, edge);
		return STATUS_OK;
	}
	/* of one pin: widths and periods, which are no edges of OpenSTA's */
	if (edge.from == edge.to || !is_in_split(r, a.arc))
		return STATUS_OK;
	text_printf(r->out, "Library: %s\nCell: %s\n", a.library->name,
		    names_get(&a.library->cell_name, a.cell->name));
	if (a.arc->kind < LIB_SETUP) /* checks have none */
		text_printf(r->out, "Arc sense: %s\n", sense_name(a.arc));
	text_printf(r->out, "Arc type: %s\n", lib_arc_role(a.library, a.cell, a.arc));
	return write_arcs(r, &a);
}
