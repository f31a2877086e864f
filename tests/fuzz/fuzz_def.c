/*
 * Fuzz target of the DEF reader and writer, with the small netlist of tests/lib/small.h and without
 * one: any bytes give a placement or an error, never a crash; a placement is what db/layout/placement.h
 * says of it, can be checked, and what is written of it is read back and written the same.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bytes.h"
#include "db/layout/placement_check.h"
#include "read/layout/def.h"
#include "lib/small.h"
#include "write/def.h"

int fuzz_def(const uint8_t *data, size_t size);

static char folder[32];
static char written[2][sizeof folder + 8];

static void must(bool condition)
{
	if (!condition)
		abort();
}

/* In memory where that is possible. */
static void make_folder(void)
{
	strcpy(folder, "/dev/shm/fuzz_def.XXXXXX");
	if (mkdtemp(folder))
		return;
	strcpy(folder, "/tmp/fuzz_def.XXXXXX");
	must(mkdtemp(folder) != NULL);
}

static void clean_up(void)
{
	unlink(written[0]);
	unlink(written[1]);
	rmdir(folder);
}

/* INV and NAND2 on a site, RAM without one; DFF isn't described. */
static struct technology *make_technology(void)
{
	struct technology *t;
	int32_t id, site, pin;
	bool added;

	must(technology_new("", &t) == STATUS_OK);
	must(technology_add_layer(t, "metal1", 6, &id) == STATUS_OK);
	must(technology_add_site(t, "core", 4, &site) == STATUS_OK);
	t->site[site].width = 8000;
	t->site[site].height = 56000;
	for (int i = 0; i < 3; i++) {
		static const char *const names[] = {"INV", "NAND2", "RAM"};

		must(technology_add_macro(t, names[i], (int64_t)strlen(names[i]), &id) ==
		     STATUS_OK);
		t->macro[id].width = 16000 * (i + 1);
		t->macro[id].height = 56000;
		t->macro[id].site = i < 2 ? site : -1;
		t->macro[id].class = i < 2 ? TECH_CORE : TECH_BLOCK;
		must(names_add(&t->string, "A", 1, &pin, &added) == STATUS_OK);
		must(technology_add_pin(t, pin, &pin) == STATUS_OK);
		t->macro[id].n_pins = 1;
	}
	must(technology_close(t) == STATUS_OK);
	return t;
}

static void check_rect(const struct rect *r)
{
	must(r->x1 <= r->x2 && r->y1 <= r->y2);
}

static void check_ports(const struct placement *p)
{
	for (int32_t i = 0; i < p->netlist->n_ports; i++) {
		const struct placed_port *port = &p->port[i];

		must((unsigned)port->status <= COVER && (unsigned)port->orientation <= ORIENT_FE);
		must(port->layer >= -1 && port->layer < p->technology->n_layers);
		must(port->n_shapes >= 0 && port->n_shapes <= p->n_port_shapes - port->first_shape);
		check_rect(&port->rect);
	}
	for (int32_t i = 0; i < p->n_port_shapes; i++)
		must(p->port_shape[i].layer >= 0 &&
		     p->port_shape[i].layer < p->technology->n_layers);
	for (int32_t i = 0; i < p->netlist->n_pins; i++) {
		int32_t x, y;

		placement_pin(p, i, &x, &y);
	}
}

static void check(const struct placement *p)
{
	check_rect(&p->die);
	must(p->n_components == p->netlist->n_instances + p->extra_name.n);
	for (int32_t i = 0; i < p->n_components; i++) {
		struct rect box = placement_component_box(p, i);

		must(p->component[i].macro >= -1 &&
		     p->component[i].macro < p->technology->n_macros);
		must(p->component[i].status <= COVER && p->component[i].orientation <= ORIENT_FE);
		must(!p->component_region ||
		     (p->component_region[i] >= -1 && p->component_region[i] < p->n_regions));
		check_rect(&box);
	}
	check_ports(p);
	for (int32_t i = 0; i < p->n_rows; i++)
		must(p->row[i].site >= 0 && p->row[i].site < p->technology->n_sites &&
		     p->row[i].n_x > 0 && p->row[i].n_y > 0);
	for (int32_t i = 0; i < p->n_blockages; i++) {
		check_rect(&p->blockage[i].rect);
		must(p->blockage[i].layer < p->technology->n_layers &&
		     p->blockage[i].component < p->n_components);
	}
	for (int32_t i = 0; i < p->n_regions; i++)
		must(p->region[i].n_rects > 0 &&
		     p->region[i].n_rects <= p->n_region_rects - p->region[i].first_rect);
}

static void check_legality(const struct placement *p, struct task *task)
{
	struct placement_summary summary;
	struct placement_check *legality;

	must(placement_summarize(p, &summary) == STATUS_OK);
	must(placement_check_new(p, task, &legality) == STATUS_OK);
	must(legality->n[FAULT_OVERLAP] != 1);
	placement_check_free(legality);
}

static void must_be_same(void)
{
	FILE *a = fopen(written[0], "r"), *b = fopen(written[1], "r");
	int c;

	must(a && b);
	do {
		c = getc(a);
		must(c == getc(b));
	} while (c != EOF);
	fclose(a);
	fclose(b);
}

static bool same_rect(const struct rect *a, const struct rect *b)
{
	return a->x1 == b->x1 && a->y1 == b->y1 && a->x2 == b->x2 && a->y2 == b->y2;
}

static void must_lie_the_same(const struct placement *a, const struct placement *b)
{
	must(a->n_components == b->n_components && a->netlist->n_ports == b->netlist->n_ports);
	for (int32_t i = 0; i < a->n_components; i++) {
		const struct component *c = &a->component[i], *d = &b->component[i];

		must(c->x == d->x && c->y == d->y && c->status == d->status &&
		     c->orientation == d->orientation);
	}
	for (int32_t i = 0; i < a->netlist->n_ports; i++) {
		const struct placed_port *c = &a->port[i], *d = &b->port[i];

		must(c->x == d->x && c->y == d->y && c->status == d->status &&
		     c->orientation == d->orientation && c->n_shapes == d->n_shapes);
		for (int32_t s = 0; s < c->n_shapes; s++)
			must(same_rect(&a->port_shape[c->first_shape + s].rect,
				       &b->port_shape[d->first_shape + s].rect));
	}
}

/* Without a netlist, what was written says all. Units that don't divide ours round. */
static void check_written(const struct placement *p, struct technology *t, struct task *task)
{
	struct text warnings = TEXT_INIT;
	struct placement *again;

	must(def_write(written[0], p, task) == STATUS_OK);
	must(def_read(written[0], NULL, t, &warnings, task, &again) == STATUS_OK);
	if (LENGTHS_PER_MICRON % p->units == 0)
		must_lie_the_same(p, again);
	must(def_write(written[1], again, task) == STATUS_OK);
	must_be_same();
	placement_unref(again);
	text_release(&warnings);
}

static void run(const char *path, struct netlist *netlist, struct technology *t)
{
	struct task task = TASK_INIT;
	struct text warnings = TEXT_INIT;
	struct placement *p;

	if (def_read(path, netlist, t, &warnings, &task, &p) == STATUS_OK) {
		check(p);
		check_legality(p, &task);
		if (!netlist)
			check_written(p, t, &task);
		placement_unref(p);
	}
	text_release(&warnings);
}

int fuzz_def(const uint8_t *data, size_t size)
{
	static struct netlist *netlist;
	static struct technology *technology;
	const char *path = bytes_file(data, size);

	if (!netlist) {
		make_folder();
		snprintf(written[0], sizeof written[0], "%s/a.def", folder);
		snprintf(written[1], sizeof written[1], "%s/b.def", folder);
		atexit(clean_up);
		netlist = small_netlist();
		technology = make_technology();
	}
	run(path, netlist, technology);
	run(path, NULL, technology);
	run(path, NULL, NULL);
	return 0;
}
