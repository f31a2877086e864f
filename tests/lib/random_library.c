/* Random libraries: the shape of each cell is drawn once, its tables and capacitances per split. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "cells.h"
#include "devices.h"
#include "random_design.h"

enum { MOST_PINS = 12, MOST_ARCS = 48, MOST_POINTS = 6 };

struct shape_arc {
	struct lib_arc arc; /* tables are -1, or 0 where there is to be one */
	bool in[N_SPLITS];
};

struct shape {
	char name[16];
	int n_pins, n_arcs;
	char pin[MOST_PINS][8];
	enum lib_direction direction[MOST_PINS];
	bool lacks_early[MOST_PINS];
	struct shape_arc arc[MOST_ARCS];
	int state; /* enum lib_state_kind, -1 = none */
	bool odd;
};

static void must(enum status status)
{
	if (status != STATUS_OK)
		abort();
}

double random_real(double low, double high)
{
	return low + (high - low) * ((double)random_below(1 << 20) / (1 << 20));
}

bool random_one_in(int n)
{
	return random_below(n) == 0;
}

/* ---- shapes ---- */

static int shape_pin(struct shape *s, const char *name, enum lib_direction direction)
{
	snprintf(s->pin[s->n_pins], sizeof s->pin[0], "%s", name);
	s->direction[s->n_pins] = direction;
	s->lacks_early[s->n_pins] = s->odd && random_one_in(40);
	return s->n_pins++;
}

/* from_edge: an edge, or N_EDGES for both. Now and then a split or an edge has none of it. */
static void shape_arc(struct shape *s, int from, int to, enum lib_arc_kind kind, int from_edge)
{
	struct shape_arc *a = &s->arc[s->n_arcs];

	if (s->n_arcs == MOST_ARCS)
		return;
	s->n_arcs++;
	*a = (struct shape_arc){.arc = {.from = from,
					.to = to,
					.kind = kind,
					.sense = (enum lib_sense)random_below(3),
					.when = -1,
					.group = s->n_arcs},
				.in = {true, true}};
	if (s->odd && random_one_in(12))
		a->in[random_below(2)] = false;
	for (int edge = 0; edge < N_EDGES; edge++) {
		a->arc.from_edge[edge] = from_edge == N_EDGES || from_edge == edge;
		a->arc.delay[edge] = s->odd && random_one_in(12) ? -1 : 0;
		a->arc.slew[edge] =
			a->arc.delay[edge] < 0 || (s->odd && random_one_in(20)) ? -1 : 0;
	}
	/* their sense is the edge that enables, as the reader of Liberty has it */
	if (kind == LIB_THREE_STATE && a->arc.sense != LIB_NON_UNATE) {
		a->arc.from_edge[RISE] = a->arc.sense == LIB_POSITIVE_UNATE;
		a->arc.from_edge[FALL] = a->arc.sense == LIB_NEGATIVE_UNATE;
		a->arc.sense = LIB_NON_UNATE;
	}
}

static void shape_gate(struct shape *s)
{
	int n_in = 1 + (int)random_below(3), n_out = 1 + (s->odd && random_one_in(5));
	char name[8];

	for (int i = 0; i < n_in + n_out; i++) {
		snprintf(name, sizeof name, "%c", "ABCYZ"[i < n_in ? i : 3 + i - n_in]);
		shape_pin(s, name, i < n_in ? LIB_INPUT : LIB_OUTPUT);
	}
	for (int i = 0; i < n_in * n_out; i++) {
		enum lib_arc_kind kind = random_one_in(10) ? LIB_THREE_STATE : LIB_COMBINATIONAL;

		/* several with different conditions are all kept */
		do
			shape_arc(s, i % n_in, n_in + i / n_in, kind, N_EDGES);
		while (random_one_in(4));
	}
}

static void shape_register(struct shape *s)
{
	int clock_edge = (int)random_below(2);
	int d = shape_pin(s, "D", LIB_INPUT), ck = shape_pin(s, "CK", LIB_INPUT);
	int rn = shape_pin(s, "RN", LIB_INPUT), q = shape_pin(s, "Q", LIB_OUTPUT);
	int qn = shape_pin(s, "QN", LIB_OUTPUT), iq = shape_pin(s, "IQ", LIB_INTERNAL);
	int si = shape_pin(s, "SI", LIB_INPUT);

	(void)iq;
	shape_arc(s, ck, d, LIB_SETUP, clock_edge);
	shape_arc(s, ck, d, LIB_HOLD, clock_edge);
	shape_arc(s, ck, si, LIB_SETUP, clock_edge);
	shape_arc(s, ck, si, LIB_HOLD, clock_edge);
	shape_arc(s, ck, rn, LIB_RECOVERY, clock_edge);
	shape_arc(s, ck, rn, LIB_REMOVAL, clock_edge);
	shape_arc(s, ck, d, LIB_SETUP, random_one_in(3) ? 1 - clock_edge : clock_edge);
	shape_arc(s, ck, ck, LIB_OTHER, N_EDGES);
	shape_arc(s, ck, q, LIB_LAUNCH, clock_edge);
	shape_arc(s, ck, qn, LIB_LAUNCH, clock_edge);
	if (random_one_in(3))
		shape_arc(s, ck, q, LIB_LAUNCH, clock_edge);
	shape_arc(s, rn, q, LIB_SET_RESET, N_EDGES);
	if (s->odd && random_one_in(3))
		shape_arc(s, rn, qn, LIB_COMBINATIONAL, N_EDGES);
	s->state = LIB_FF;
}

/* A pad: its pin of both directions may drive, and what comes in there goes on. */
static void shape_pad(struct shape *s)
{
	int a = shape_pin(s, "A", LIB_INPUT), en = shape_pin(s, "EN", LIB_INPUT);
	int pad = shape_pin(s, "PAD", LIB_INOUT), y = shape_pin(s, "Y", LIB_OUTPUT);

	shape_arc(s, a, pad, LIB_COMBINATIONAL, N_EDGES);
	shape_arc(s, en, pad, LIB_THREE_STATE, N_EDGES);
	shape_arc(s, pad, y, LIB_COMBINATIONAL, N_EDGES);
}

static void draw_shape(struct shape *s, int number, bool odd)
{
	*s = (struct shape){.state = -1, .odd = odd};
	snprintf(s->name, sizeof s->name, "C%d", number);
	if (number == 0 || random_one_in(4))
		shape_register(s);
	else if (random_one_in(6))
		shape_pad(s);
	else
		shape_gate(s);
}

/* ---- tables ---- */

static void add_axis(struct library *library, int n)
{
	double at = random_real(-2, 6);

	for (int i = 0; i < n; i++) {
		must(library_add_number(library, at));
		at += random_real(4, 20);
	}
}

/* Of a delay, a slew or a check: rather flat, so that what lies outside stays sensible. */
static int32_t add_table(struct library *library, bool is_check, double low, double high)
{
	struct lut lut = {.n = {1, 1}, .first = library->n_numbers};
	int n_axes = (int)random_below(4) ? 2 : (int)random_below(2);
	bool swap = random_below(2);
	double rise[2] = {random_real(0, (high - low) / 10), random_real(0, (high - low) / 10)};
	int32_t id;

	for (int i = 0; i < n_axes; i++) {
		bool slew = (i == 0) != swap;

		lut.variable[i] = is_check ? (slew ? LUT_RELATED_SLEW : LUT_CONSTRAINED_SLEW)
					   : (slew ? LUT_SLEW : LUT_LOAD);
		lut.n[i] = 1 + (int)random_below(MOST_POINTS);
		add_axis(library, lut.n[i]);
	}
	low = random_real(low, high);
	for (int i = 0; i < lut.n[0]; i++) {
		for (int j = 0; j < lut.n[1]; j++)
			must(library_add_number(library,
						low + rise[0] * i + rise[1] * j +
							random_real(0, (high - low) / 20)));
	}
	must(library_add_lut(library, &lut, &id));
	return id;
}

static void emit_arc(struct library *library, const struct shape_arc *from, const int32_t *place,
		     double scale)
{
	struct lib_arc arc = from->arc;
	bool is_check = arc.kind >= LIB_SETUP;

	arc.from = place[arc.from];
	arc.to = place[arc.to];
	if (arc.from < 0 || arc.to < 0)
		return;
	for (int edge = 0; edge < N_EDGES; edge++) {
		if (arc.delay[edge] == 0)
			arc.delay[edge] = add_table(library, is_check, scale * (is_check ? -10 : 2),
						    scale * 30);
		if (is_check)
			arc.slew[edge] = -1;
		else if (arc.slew[edge] == 0)
			arc.slew[edge] = add_table(library, false, 2, 30);
	}
	must(library_add_arc(library, &arc));
	library->cell[library->n_cells - 1].n_arcs++;
}

/* Pins in an order of this split's own. */
static void emit_pins(struct library *library, const struct shape *s, enum split split,
		      int32_t *place)
{
	int turn = split == EARLY && s->odd ? (int)random_below(s->n_pins) : 0;

	for (int i = 0; i < s->n_pins; i++) {
		int p = (i + turn) % s->n_pins;
		bool input = s->direction[p] == LIB_INPUT;
		struct lib_pin *pin;

		place[p] = -1;
		if (split == EARLY && s->lacks_early[p])
			continue;
		place[p] = library->cell[library->n_cells - 1].n_pins;
		cells_pin(library, s->pin[p], s->direction[p], 0);
		pin = &library->pin[library->n_pins - 1];
		for (int c = 0; c < 4; c++)
			pin->capacitance[c / 2][c % 2] = input              ? random_real(0, 4)
							 : random_one_in(2) ? 0
									    : random_real(0, 2);
	}
}

static struct library *emit(const struct shape *shape, int n, enum split split, double scale)
{
	struct library *library = cells_empty(split == EARLY ? "early" : "late");

	for (int c = 0; c < n; c++) {
		int32_t place[MOST_PINS];

		cells_cell(library, shape[c].name);
		emit_pins(library, &shape[c], split, place);
		for (int a = 0; a < shape[c].n_arcs; a++) {
			if (shape[c].arc[a].in[split])
				emit_arc(library, &shape[c].arc[a], place, scale);
		}
		if (shape[c].state >= 0) {
			struct lib_state state = {
				(enum lib_state_kind)shape[c].state, -1, -1, -1, -1, -1, -1};

			must(library_add_state(library, &state));
			library->cell[c].n_states++;
		}
	}
	must(library_close(library));
	return library;
}

void random_libraries(const struct random_options *options, struct library **late,
		      struct library **early)
{
	struct shape shape[8];
	int n = 2 + (int)random_below(7);

	for (int c = 0; c < n; c++)
		draw_shape(&shape[c], c, options->odd);
	*late = emit(shape, n, LATE, options->scale);
	*early = random_one_in(4) && !options->early
			 ? NULL
			 : emit(shape, n, EARLY,
				options->scale * (options->early ? options->early : 0.8));
}

void random_thresholds(struct library *library)
{
	static const double lower[] = {10, 20, 30}, delay[] = {40, 50, 60};

	if (random_below(3))
		return;
	library->slew_derate = random_below(2) ? 0.5 : 1;
	for (int edge = 0; edge < N_EDGES; edge++) {
		library->slew_lower[edge] = lower[random_below(3)];
		library->slew_upper[edge] = 100 - lower[random_below(3)];
		library->input_threshold[edge] = delay[random_below(3)];
		library->output_threshold[edge] = delay[random_below(3)];
	}
}
