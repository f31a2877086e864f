/*
 * Clocks and delays of the naive reference against what was worked out by hand: generated clocks,
 * several at a pin, latencies of ports, constants, slews, driving cells, derates. Times in comments
 * are ps; R and F are rising and falling edges.
 */
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "lib/hand.h"
#include "lib/tap.h"

static void must(enum status status)
{
	if (status != STATUS_OK)
		abort();
}

/* ---- a generated clock ---- */

/*
 * clk (100) comes through b0 to the divider d and through b2 to f2; div (200) from d/Q through b1
 * to f1. Late: d/CK 10, d/Q R 30, f1/CK 40; f2/CK 20. Early: half of it.
 */
static void make_divider(struct hand *d)
{
	struct clock *div;

	hand_begin(d, &(struct gates_options){.factor = 1}, 0.5);
	gates_port(d->netlist, "clk", LIB_INPUT);
	gates_port(d->netlist, "in", LIB_INPUT);
	gates_port(d->netlist, "out", LIB_OUTPUT);
	gates_instance(d->netlist, "b0", "BUF", "A=clk Y=n0");
	gates_instance(d->netlist, "d", "DFF", "D=dn CK=n0 Q=div QN=dn");
	gates_instance(d->netlist, "b1", "BUF", "A=div Y=n1");
	gates_instance(d->netlist, "b2", "BUF", "A=n0 Y=n2");
	gates_instance(d->netlist, "f1", "DFF", "D=q2 CK=n1 RN=r Q=q1 QN=out");
	gates_instance(d->netlist, "f2", "DFF", "D=q1 CK=n2 Q=q2 QN=r");
	gates_instance(d->netlist, "f3", "DFF", "D=in CK=n1");
	must(netlist_close(d->netlist));
	must(constraints_new("hand", d->netlist, &d->constraints));
	hand_clock(d, "clk", 100, 0, 50, "clk")->propagated = true;
	div = hand_clock(d, "div", 200, 0, 100, "d/Q");
	div->propagated = true;
	div->master = 0;
	div->master_pin = hand_pin(d, "clk");
	div->master_edge[FALL] = RISE;
	hand_external(d, true, "in", CLOCK_EDGE(1, RISE), 5, 10);
	hand_external(d, false, "out", CLOCK_EDGE(1, RISE), 0, 50);
}

static void check_divider(void)
{
	static const struct wanted wanted[] = {
		/* 40 + 20; 100 + 10 − 12. b0/Y is common: 10 − 5. */
		{LATE, "f1/CK", "f2/D", RISE, 98 - 60, "clk", 5, 5},
		/* 20 + 20; 100 + 20 − 12 */
		{LATE, "f2/CK", "f1/D", RISE, 108 - 40, "div", 5, 5},
		/* F 10 + 10.5; 40 + 3 */
		{EARLY, "f2/CK", "f1/D", FALL, 20.5 - 43, "div", 5, 5},
		{LATE, "f2/CK", "f1/RN", RISE, 100 + 20 - 9 - 40, "asynchronous", 5, 5},
		{EARLY, "f2/CK", "f1/RN", RISE, 20 - (40 + 2), "asynchronous", 5, 5},
		/* the divider itself: 10 + 20; 100 + 5 − 12; d/CK is common */
		{LATE, "d/CK", "d/D", RISE, 93 - 30, "clk", 5, 5},
		{EARLY, "d/CK", "d/D", RISE, 15 - 13, "clk", 5, 5},
		/* R 40 + 20; 200 + 15 − 50; d/Q is common: 30 − 15 */
		{LATE, "f1/CK", "out", RISE, 165 - 60, "div", 15, 15},
		/* 30 + 10; 200 + 20 − 12 */
		{LATE, "in", "f3/D", RISE, 208 - 40, "div", 15, 15},
	};
	/* its latency given: 7 and 6 at d/Q, nothing common before it, and nothing outside */
	static const struct wanted given[] = {
		{LATE, "f2/CK", "f1/D", RISE, 100 + 6 + 5 - 12 - 40, "div", 0, 0},
		{LATE, "f1/CK", "f2/D", RISE, 98 - (7 + 10 + 20), "clk", 0, 0},
		{LATE, "f1/CK", "out", RISE, 200 + 6 - 50 - (7 + 10 + 20), "div", 0, 0},
		{LATE, "in", "f3/D", RISE, 200 + 6 + 5 - 12 - (7 + 10), "div", 0, 0},
	};
	struct clock *div;
	struct hand d;

	make_divider(&d);
	CHECK(&d, "a divider", wanted, 22);
	div = &d.constraints->clock[1];
	for (int edge = 0; edge < N_EDGES; edge++) {
		div->source_latency[EARLY][edge] = 6;
		div->source_latency[LATE][edge] = 7;
	}
	CHECK(&d, "a divider with latency", given, 22);
	hand_end(&d);
}

/* ---- constants, slews, driving cells ---- */

/*
 * Linear tables. sel = 0 chooses A of m, one = 1 makes x invert. in is driven by a BUF with a load
 * of 1 (m/A): slew 11, 0.1 later. m/Y drives 2: R 8 + 1.1 + 0.2 = 9.3, F 10.3, slew 12. g: its port
 * has a load of 4, R 8 + 1.2 + 0.4 = 9.6, F 10.6; x has none: R 9.2, F 10.2. f has an ideal clock
 * with slews 20 late, 10 early.
 */
static void make_constants(struct hand *d)
{
	static const char *const inputs[] = {"in", "in2", "sel", "one", "in3", "clk"};
	struct clock *clk;

	hand_begin(d, &(struct gates_options){.factor = 1, .linear = true}, 0);
	for (int i = 0; i < 6; i++)
		gates_port(d->netlist, inputs[i], LIB_INPUT);
	gates_port(d->netlist, "out1", LIB_OUTPUT);
	gates_port(d->netlist, "out2", LIB_OUTPUT);
	gates_port(d->netlist, "out3", LIB_OUTPUT);
	gates_instance(d->netlist, "m", "MUX2", "A=in B=in2 S=sel Y=y");
	gates_instance(d->netlist, "t", "TIE1", "Y=tie");
	gates_instance(d->netlist, "g", "AND2", "A=y B=tie Y=out1");
	gates_instance(d->netlist, "x", "XOR2", "A=y B=one Y=out2");
	gates_instance(d->netlist, "f", "DFF", "D=in3 CK=clk Q=out3");
	must(netlist_close(d->netlist));
	must(constraints_new("hand", d->netlist, &d->constraints));
	must(GROW(&d->constraints->case_value, &d->constraints->case_capacity, 2));
	d->constraints->case_value[0] = (struct case_value){hand_pin(d, "sel"), 0, false};
	d->constraints->case_value[1] = (struct case_value){hand_pin(d, "one"), 1, false};
	d->constraints->n_cases = 2;
	clk = hand_clock(d, "clk", 100, 0, 50, "clk");
	for (int edge = 0; edge < N_EDGES; edge++) {
		clk->transition[LATE][edge] = 20;
		clk->transition[EARLY][edge] = 10;
		d->constraints->port[hand_pin(d, "out1")].load[LATE][edge] = 4;
		d->constraints->port[hand_pin(d, "out1")].load[EARLY][edge] = 4;
	}
	hand_external(d, true, "in", -1, 0, 0);
	hand_external(d, true, "in2", -1, 0, 0);
	hand_external(d, true, "in3", CLOCK_EDGE(0, RISE), 5, 5);
	hand_external(d, false, "out3", CLOCK_EDGE(0, RISE), 0, 0);
}

static void add_driver(struct hand *d, const char *port)
{
	struct constraints *c = d->constraints;
	int32_t cell = library_find_cell(d->late, "BUF");

	must(GROW(&c->driving_arc, &c->driving_arc_capacity, 4));
	c->port[hand_pin(d, port)].first_driving_arc = c->n_driving_arcs;
	c->port[hand_pin(d, port)].n_driving_arcs = 4;
	for (int k = 0; k < 4; k++)
		c->driving_arc[c->n_driving_arcs++] =
			(struct driving_arc){.library = 0,
					     .arc = d->late->cell[cell].first_arc,
					     .from_edge = (enum edge)(k % 2),
					     .to_edge = (enum edge)(k % 2),
					     .split = (enum split)(k / 2),
					     .slew = 5};
}

static void check_constants(void)
{
	static const struct wanted wanted[] = {
		{LATE, "in", "out1", RISE, 30 - (0.1 + 9.3 + 9.6), "path delay", 0, 0},
		{LATE, "in", "out1", FALL, 30 - (0.1 + 10.3 + 10.6), "path delay", 0, 0},
		{LATE, "in", "out2", FALL, 30 - (0.1 + 9.3 + 10.2), "path delay", 0, 0},
		{LATE, "in", "out2", RISE, 30 - (0.1 + 10.3 + 9.2), "path delay", 0, 0},
		/* the mux has no arc from B: an end */
		{LATE, "in2", "m/B", RISE, 30, "path delay", 0, 0},
		/* 12 + 0.1 × 10 (early clock); 3 + 0.1 × 20 */
		{LATE, "in3", "f/D", RISE, 100 - 13 - 5, "clk", 0, 0},
		{EARLY, "in3", "f/D", RISE, 5 - 5, "clk", 0, 0},
		{LATE, "f/CK", "out3", RISE, 100 - 22, "clk", 0, 0},
		{EARLY, "f/CK", "out3", RISE, 21, "clk", 0, 0},
	};
	static const struct wanted derated[] = {
		/* g alone half as much again, other cells 1.1; a driving cell's delay is the net's */
		{LATE, "in", "out1", RISE, 30 - (0.1 + 10.23 + 14.4), "path delay", 0, 0},
		{LATE, "in3", "f/D", RISE, 100 - 13 * 2 - 5, "clk", 0, 0},
		{EARLY, "f/CK", "out3", RISE, 21, "clk", 0, 0},
	};
	const int what = DERATE_CELL | DERATE_CLOCK | DERATE_DATA;
	struct derate all = {-1, -1, -1, what, LATE, 1.1, EDGES_BOTH}, one = all, checks = all;
	struct path_filter *f;
	struct hand d;

	make_constants(&d);
	add_driver(&d, "in");
	f = hand_exception(
		&d,
		(struct exception){.kind = EXCEPTION_DELAY, .applies = {false, true}, .delay = 30});
	hand_point(&f->from, POINT_PIN, hand_pin(&d, "in"));
	hand_point(&f->from, POINT_PIN, hand_pin(&d, "in2"));
	CHECK(&d, "constants, slews, driving cells", wanted, 14);
	one.instance = netlist_find_instance(d.netlist, "g", 1);
	one.factor = 1.5;
	checks.what = DERATE_CHECK | DERATE_CLOCK | DERATE_DATA;
	checks.factor = 2;
	must(GROW(&d.constraints->derate, &d.constraints->derate_capacity, 3));
	memcpy(d.constraints->derate, (struct derate[]){one, all, checks}, 3 * sizeof all);
	d.constraints->n_derates = 3;
	CHECK(&d, "derates", derated, 14);
	hand_end(&d);
}

/* The clock propagated: 0.1 later, with a slew of 11 at f/CK. */
static void check_clock_driver(void)
{
	static const struct wanted wanted[] = {
		{LATE, "f/CK", "out3", RISE, 100 - (0.1 + 20 + 1.1), "clk", 0, 0},
		{LATE, "in3", "f/D", RISE, 100 + 0.1 - (12 + 1.1) - 5, "clk", 0, 0},
	};
	struct hand d;

	make_constants(&d);
	add_driver(&d, "clk");
	d.constraints->clock[0].propagated = true;
	CHECK(&d, "a driving cell of a clock", wanted, 8);
	hand_end(&d);
}

/* ---- several clocks ---- */

/*
 * clk (100) and alt (40, added) at a port, own (50) after b1. At f1/CK 10, at f2/CK own 0, the
 * others 20 if they pass. f1/CK to f2/D: R 20, F 21.
 */
static void check_several(void)
{
	static const struct wanted stopped[] = {
		{LATE, "f1/CK", "f2/D", RISE, 10 - 12 - 30, "own", 0, 0}, /* from alt */
		{EARLY, "f1/CK", "f2/D", RISE, 30 - 3, "own", 0, 0},
	};
	static const struct wanted passed[] = {
		/* to those that pass: 20 */
		{EARLY, "f1/CK", "f2/D", RISE, 30 - 3 - 20, "alt", 0, 0},
		{LATE, "f1/CK", "f2/D", RISE, 10 - 12 - 30, "own", 0, 0},
	};
	struct clock *clock;
	struct hand d;

	hand_begin(&d, &(struct gates_options){.factor = 1}, 0);
	gates_port(d.netlist, "clk", LIB_INPUT);
	gates_instance(d.netlist, "b0", "BUF", "A=clk Y=n0");
	gates_instance(d.netlist, "b1", "BUF", "A=n0 Y=n1");
	gates_instance(d.netlist, "f1", "DFF", "CK=n0 Q=q");
	gates_instance(d.netlist, "f2", "DFF", "D=q CK=n1");
	must(netlist_close(d.netlist));
	must(constraints_new("hand", d.netlist, &d.constraints));
	hand_clock(&d, "clk", 100, 0, 50, "clk")->propagated = true;
	clock = hand_clock(&d, "alt", 40, 0, 20, "clk");
	clock->propagated = clock->add = true;
	clock = hand_clock(&d, "own", 50, 0, 25, "b1/Y");
	clock->propagated = true;
	CHECK(&d, "a clock that stops others", stopped, 8);
	clock->add = true;
	CHECK(&d, "a clock that lets others pass", passed, 24);
	hand_end(&d);
}

/* ---- latencies of ports ---- */

/* An ideal clock with latency 4 + 3. f/D: 100 + 7 − 12 = 95; out: 7 + 20 to 100 + 7 − 30. */
static void check_included(void)
{
	static const char *const names[] = {"latency of ports", "… with the source's in the delays",
					    "… with the network's", "… with both"};
	struct hand d;

	hand_begin(&d, &(struct gates_options){.factor = 1}, 0);
	gates_port(d.netlist, "clk", LIB_INPUT);
	gates_port(d.netlist, "in", LIB_INPUT);
	gates_port(d.netlist, "out", LIB_OUTPUT);
	gates_instance(d.netlist, "f", "DFF", "D=in CK=clk Q=out");
	must(netlist_close(d.netlist));
	for (int i = 0; i < 4; i++) {
		int source = i % 2 ? 0 : 4, network = i / 2 ? 0 : 3;
		const struct wanted wanted[] = {
			{LATE, "in", "f/D", RISE, 95 - (10 + source + network), "clk", 0, 0},
			{LATE, "f/CK", "out", RISE, 100 + source + network - 30 - 27, "clk", 0, 0},
			{EARLY, "f/CK", "out", RISE, 27 - (source + network - 1), "clk", 0, 0},
		};
		struct external_delay *in, *out;
		struct clock *clk;

		must(constraints_new("hand", d.netlist, &d.constraints));
		clk = hand_clock(&d, "clk", 100, 0, 50, "clk");
		for (int c = 0; c < 4; c++) {
			clk->source_latency[c / 2][c % 2] = 4;
			clk->network_latency[c / 2][c % 2] = 3;
		}
		in = hand_external(&d, true, "in", CLOCK_EDGE(0, RISE), 10, 10);
		out = hand_external(&d, false, "out", CLOCK_EDGE(0, RISE), 1, 30);
		in->source_latency_included = out->source_latency_included = i % 2;
		in->network_latency_included = out->network_latency_included = i / 2;
		CHECK(&d, names[i], wanted, 8);
		constraints_unref(d.constraints);
		d.constraints = NULL;
	}
	hand_end(&d);
}

int main(void)
{
	check_divider();
	check_several();
	check_included();
	check_constants();
	check_clock_driver();
	return tap_done();
}
