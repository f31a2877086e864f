#include "placed_design.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cells.h"

static void must(enum status status)
{
	if (status != STATUS_OK)
		abort();
}

/* ---- netlist ---- */

enum { INV, NAND2, DFF, RAM, BUF, CLKBUF, N_CELLS };

static uint64_t next_random(uint64_t *state)
{
	*state ^= *state << 13;
	*state ^= *state >> 7;
	*state ^= *state << 17;
	return *state;
}

static void add_buffer(struct library *library, const char *name)
{
	int32_t last;

	cells_cell(library, name);
	cells_pin(library, "A", LIB_INPUT, 1);
	cells_pin(library, "Y", LIB_OUTPUT, 0);
	last = library->n_pins - 1;
	library->pin[last].max_capacitance = 200;
	library->pin[last].function = library->n_expression;
	must(library_add_operator(library, 0));
	must(library_add_operator(library, LIB_END));
}

static struct library *make_library(void)
{
	struct library *library = cells_library("placed");

	add_buffer(library, "BUF");
	add_buffer(library, "CLKBUF");
	must(library_close(library));
	for (int32_t i = 0; i < library->n_cells; i++) {
		int32_t ck = library_find_pin(library, i, "CK");

		if (ck >= 0)
			library->pin[library->cell[i].first_pin + ck].is_clock = true;
	}
	return library;
}

struct maker {
	struct netlist *netlist;
	const struct recipe *recipe;
	uint64_t state;
	int32_t ck, rst;
};

static int32_t pin_of(const struct maker *m, int32_t instance, const char *name)
{
	return netlist_find_instance_pin(m->netlist, instance, name, (int64_t)strlen(name));
}

/* The net of a cell's output: nets are numbered ports first. */
static int32_t some_net(struct maker *m, int32_t i)
{
	const struct recipe *r = m->recipe;
	int32_t back = 1 + (int32_t)(next_random(&m->state) % (uint64_t)r->reach);

	if (next_random(&m->state) % 30 == 0)
		back = 1 + (int32_t)(next_random(&m->state) % (uint64_t)r->n_cells);
	i = (i - back + r->n_cells) % r->n_cells;
	return m->netlist->n_ports + i;
}

static void connect(struct maker *m, int32_t i, int32_t instance)
{
	const struct master *master = &m->netlist->master[m->netlist->instance_master[instance]];

	if (next_random(&m->state) % 200 == 0)
		return;
	for (int32_t p = 0; p < master->n_pins; p++) {
		const char *name = names_get(&m->netlist->pin_name, master->pin_name[p]);
		int32_t net = -1;

		if (master->direction[p] == LIB_OUTPUT && strcmp(name, "QN") != 0 &&
		    strcmp(name, "Q[1]") != 0)
			net = m->netlist->n_ports + i;
		else if (strcmp(name, "CK") == 0)
			net = m->ck;
		else if (strcmp(name, "B") == 0 && i % 6 == 1)
			net = m->rst;
		else if (master->direction[p] == LIB_INPUT)
			net = some_net(m, i);
		if (net >= 0)
			netlist_connect(m->netlist, pin_of(m, instance, name), net);
	}
}

static void add_ports(struct maker *m)
{
	char name[32];
	int32_t id;

	must(netlist_add_port(m->netlist, "ck", LIB_INPUT, &id));
	must(netlist_add_port(m->netlist, "rst", LIB_INPUT, &id));
	for (int i = 0; i < 16; i++) {
		snprintf(name, sizeof name, "%s%d", i < 8 ? "in" : "out", i % 8);
		must(netlist_add_port(m->netlist, name, i < 8 ? LIB_INPUT : LIB_OUTPUT, &id));
	}
	for (int32_t p = 0; p < m->netlist->n_ports; p++) {
		must(netlist_add_net(m->netlist, names_get(&m->netlist->port_name, p), NET_SIGNAL,
				     &id));
		netlist_connect(m->netlist, p, id);
	}
	m->ck = 0;
	m->rst = 1;
}

static void add_cells(struct maker *m)
{
	const struct recipe *r = m->recipe;
	char name[32];
	int32_t id;

	for (int32_t i = 0; i < r->n_cells + r->n_blocks; i++) {
		snprintf(name, sizeof name, "n%d", (int)i);
		must(netlist_add_net(m->netlist, name, NET_SIGNAL, &id));
	}
	for (int32_t i = 0; i < r->n_cells + r->n_blocks; i++) {
		int32_t master = i >= r->n_cells ? RAM
				 : i % 3 == 0    ? DFF
				 : i % 3 == 1    ? NAND2
						 : INV;

		snprintf(name, sizeof name, "h%d/u%d", (int)i % 7, (int)i);
		must(netlist_add_instance(m->netlist, name, master, &id));
		connect(m, i, id);
	}
	/* outputs are driven by the cells at the end */
	for (int32_t p = 10; p < m->netlist->n_ports && p < r->n_cells; p++)
		netlist_connect(m->netlist, p, m->netlist->n_ports + r->n_cells - p);
}

struct netlist *placed_netlist(const struct recipe *recipe)
{
	struct maker m = {.recipe = recipe, .state = recipe->seed * 2 + 1};
	struct library *library = make_library();
	int32_t id;

	must(netlist_new("made", &m.netlist));
	for (int32_t i = 0; i < N_CELLS; i++)
		must(netlist_add_cell(m.netlist, library, i, NULL, -1, &id));
	library_unref(library);
	add_ports(&m);
	add_cells(&m);
	must(netlist_close(m.netlist));
	return m.netlist;
}

/* ---- technology ---- */

static int32_t nm(int32_t length)
{
	return length * (LENGTHS_PER_MICRON / 1000);
}

static void add_layers(struct technology *t)
{
	static const char *const name[] = {"m1", "m2", "m3", "m4"};
	int32_t id;

	for (int i = 0; i < 4; i++) {
		must(technology_add_layer(t, name[i], 2, &id));
		t->layer[id] = (struct tech_layer){.kind = TECH_ROUTING,
						   .level = i,
						   .vertical = i % 2 == 1,
						   .pitch = {nm(200), nm(200)},
						   .width = nm(100),
						   .resistance = 0.0004 - 0.00005 * i,
						   .area_capacitance = 0.05,
						   .edge_capacitance = 0.04 + 0.01 * i};
	}
}

static void add_macro(struct technology *t, const char *name, enum tech_class class, int32_t sites)
{
	int32_t id;

	must(technology_add_macro(t, name, (int64_t)strlen(name), &id));
	t->macro[id].class = class;
	t->macro[id].width = nm(200) * sites;
	t->macro[id].height = nm(1400);
	t->macro[id].symmetry = SYMMETRY_X | SYMMETRY_Y;
	t->macro[id].site = 0;
}

static void add_pins(struct technology *t, const char *const *name, int n)
{
	struct tech_macro *macro = &t->macro[t->n_macros - 1];
	int32_t id, pin;
	bool added;

	macro->first_pin = t->n_pins;
	for (int i = 0; i < n; i++) {
		int32_t x = nm(100) + (macro->width - nm(200)) / n * i;

		must(names_add(&t->string, name[i], (int64_t)strlen(name[i]), &id, &added));
		must(technology_add_pin(t, id, &pin));
		must(technology_add_shape(
			t,
			&(struct tech_shape){0, {x, nm(400), x + nm(70), nm(600) + nm(10) * i}}));
		t->pin[pin].n_shapes = 1;
		macro->n_pins++;
	}
}

struct technology *placed_technology(void)
{
	static const char *const gate[] = {"A", "B", "Y"}, *const one[] = {"A", "Y"};
	static const char *const flop[] = {"CK", "D", "Q", "QN"};
	static const char *const ram[] = {"CK", "A[3]", "A[2]", "A[1]", "A[0]", "Q[0]", "Q[1]"};
	static const char *const fill[] = {"FILL1", "FILL2", "FILL4", "FILL8"};
	struct technology *t;
	int32_t site;

	must(technology_new("made.lef", &t));
	add_layers(t);
	must(technology_add_site(t, "core", 4, &site));
	t->site[site] = (struct tech_site){true, nm(200), nm(1400), SYMMETRY_Y, false};
	add_macro(t, "INV", TECH_CORE, 2);
	add_pins(t, one, 2);
	add_macro(t, "NAND2", TECH_CORE, 3);
	add_pins(t, gate, 3);
	add_macro(t, "DFF", TECH_CORE, 11);
	add_pins(t, flop, 4);
	add_macro(t, "BUF", TECH_CORE, 4);
	add_pins(t, one, 2);
	add_macro(t, "CLKBUF", TECH_CORE, 6);
	add_pins(t, one, 2);
	add_macro(t, "RAM", TECH_BLOCK, 60);
	t->macro[t->n_macros - 1].height = nm(10100);
	t->macro[t->n_macros - 1].site = -1;
	add_pins(t, ram, 7);
	for (int i = 0; i < 4; i++)
		add_macro(t, fill[i], TECH_CORE_SPACER, 1 << i);
	must(technology_close(t));
	return t;
}

enum status place_on_cpu(struct netlist *netlist, struct technology *technology,
			 const struct place_options *options, struct task *task,
			 struct place_report *report, struct placement **out)
{
	struct device_config config = {.kind = DEVICE_CPU, .n_threads = 2};
	struct place_options chosen = *options;
	struct device *device;
	struct queue *queue;
	enum status status;

	chosen.technology = technology;
	if (device_open(&config, NULL, &device) != STATUS_OK ||
	    queue_new(device, task, &queue) != STATUS_OK)
		abort();
	status = place_design(queue, netlist, &chosen, task, report, out);
	queue_free(queue);
	device_close(device);
	return status;
}
