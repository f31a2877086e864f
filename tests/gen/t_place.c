/* Layouts that are made: placements are legal, short and the same each time; fillers fill. */
#include <stdlib.h>
#include <string.h>

#include "gen/place.h"
#include "gen/rows.h"
#include "lib/placed_design.h"
#include "lib/tap.h"

static struct task task = TASK_INIT;

static void must(enum status status)
{
	if (status != STATUS_OK)
		abort();
}

static bool overlap(const struct rect *a, const struct rect *b)
{
	return a->x1 < b->x2 && b->x1 < a->x2 && a->y1 < b->y2 && b->y1 < a->y2;
}

/* Is a box on the sites of one row, as that is turned? */
static bool on_row(const struct placement *p, int32_t component)
{
	const struct component *c = &p->component[component];
	struct rect box = placement_component_box(p, component);

	for (int32_t i = 0; i < p->n_rows; i++) {
		const struct placed_row *row = &p->row[i];

		if (row->y == c->y && c->orientation == row->orientation && box.x1 >= row->x &&
		    box.x2 <= row->x + row->n_x * row->step_x &&
		    (box.x1 - row->x) % row->step_x == 0)
			return true;
	}
	return false;
}

static bool is_block(const struct placement *p, int32_t component)
{
	return p->technology->macro[p->component[component].macro].class == TECH_BLOCK;
}

/* Everything placed, cells on sites of rows, no two on each other, blocks with room around. */
static bool is_legal(const struct placement *p)
{
	bool legal = true;

	for (int32_t i = 0; i < p->n_components; i++) {
		struct rect a = placement_component_box(p, i);

		legal &= p->component[i].status == (is_block(p, i) ? FIXED : PLACED);
		legal &= is_block(p, i) || on_row(p, i);
		legal &= a.x1 > p->die.x1 && a.y1 > p->die.y1 && a.x2 < p->die.x2 &&
			 a.y2 < p->die.y2;
		if (is_block(p, i)) {
			a.x1 -= LENGTHS_PER_MICRON;
			a.y1 -= LENGTHS_PER_MICRON;
			a.x2 += LENGTHS_PER_MICRON;
			a.y2 += LENGTHS_PER_MICRON;
		}
		for (int32_t k = 0; k < i; k++) {
			struct rect b = placement_component_box(p, k);

			legal &= !overlap(&a, &b);
		}
	}
	return legal;
}

static bool ports_on_edges(const struct placement *p)
{
	bool all = true;

	for (int32_t i = 0; i < p->netlist->n_ports; i++) {
		const struct placed_port *port = &p->port[i];
		const struct rect *r = &port->rect, *die = &p->die;

		all &= port->status == PLACED && port->layer >= 0 &&
		       (r->x1 == die->x1 || r->x2 == die->x2 || r->y1 == die->y1 ||
			r->y2 == die->y2) &&
		       r->x1 >= die->x1 && r->x2 <= die->x2 && r->y1 >= die->y1 && r->y2 <= die->y2;
		for (int32_t k = 0; k < i; k++)
			all &= !overlap(r, &p->port[k].rect);
	}
	return all;
}

static bool same(const struct placement *a, const struct placement *b)
{
	bool equal = a->n_components == b->n_components && a->n_rows == b->n_rows;

	for (int32_t i = 0; equal && i < a->n_components; i++) {
		const struct component *s = &a->component[i], *t = &b->component[i];

		equal = s->macro == t->macro && s->x == t->x && s->y == t->y &&
			s->status == t->status && s->orientation == t->orientation;
	}
	return equal;
}

/* The nets' extent with cells at each other's places, at random. */
static int64_t shuffled(const struct placement *p)
{
	struct placement *other;
	uint64_t state = 88172645463325252u;
	int64_t sum;

	must(placement_copy(p, p->netlist, true, &other));
	for (int32_t i = p->netlist->n_instances - 1; i > 0; i--) {
		struct component c = other->component[i];
		int32_t k;

		state ^= state << 13;
		state ^= state >> 7;
		state ^= state << 17;
		k = (int32_t)(state % (uint64_t)(i + 1));
		if (is_block(p, i) || is_block(p, k))
			continue;
		other->component[i].x = other->component[k].x;
		other->component[i].y = other->component[k].y;
		other->component[k].x = c.x;
		other->component[k].y = c.y;
	}
	sum = half_perimeters(other);
	placement_unref(other);
	return sum;
}

/* Each site of each row under one component. */
static bool is_full(const struct placement *p)
{
	bool full = true;

	for (int32_t r = 0; r < p->n_rows; r++) {
		const struct placed_row *row = &p->row[r];
		int64_t covered = 0;

		for (int32_t i = 0; i < p->n_components; i++) {
			struct rect box = placement_component_box(p, i);

			if (box.y1 == row->y && box.x1 >= row->x &&
			    box.x2 <= row->x + row->n_x * row->step_x && !is_block(p, i))
				covered += box.x2 - box.x1;
		}
		full &= covered == (int64_t)row->n_x * row->step_x;
	}
	return full;
}

static void fillers_in(const struct placement *p)
{
	static const char *const wide[] = {"FILL4", "FILL8"}, *const none[] = {"FILL4", "INV"};
	struct placement *filled, *again;

	must(place_fillers(p, NULL, 0, &task, &filled));
	OK(filled->n_components > p->n_components && is_full(filled) && is_legal(filled),
	   "fillers fill each site");
	must(place_fillers(filled, NULL, 0, &task, &again));
	OK(same(filled, again), "and a second time nothing");
	placement_unref(again);
	must(placement_copy(filled, filled->netlist, false, &again));
	OK(same(again, p), "they can be taken out again");
	placement_unref(again);
	must(place_fillers(p, wide, 2, &task, &again));
	OK(is_legal(again) && !is_full(again), "named fillers alone leave gaps");
	placement_unref(again);
	OK(place_fillers(p, none, 2, &task, &again) == STATUS_FAILED, "INV is no filler");
	placement_unref(filled);
}

static void place(const struct recipe *recipe, double utilization)
{
	struct netlist *netlist = placed_netlist(recipe);
	struct technology *technology = placed_technology();
	struct place_options options = {.utilization = utilization, .aspect = 0.8, .seed = 1};
	struct place_report report;
	struct placement *p, *again;
	const char *what = recipe->n_blocks ? "with blocks" : "without blocks";

	must(place_on_cpu(netlist, technology, &options, &task, &report, &p));
	OK(is_legal(p), "%d cells %s at %g: legal", (int)recipe->n_cells, what, utilization);
	OK(ports_on_edges(p), "ports on the edges, apart");
	OK(report.utilization <= utilization + 0.001 &&
		   (recipe->n_cells < 1000 || report.utilization > utilization - 0.02),
	   "the utilization is what was asked for: %g", report.utilization);
	if (recipe->n_cells >= 1000)
		OK(3 * half_perimeters(p) < shuffled(p),
		   "nets are a third of random ones: %lld of %lld", (long long)half_perimeters(p),
		   (long long)shuffled(p));
	must(place_on_cpu(netlist, technology, &options, &task, &report, &again));
	OK(same(p, again), "the same again");
	placement_unref(again);
	options.seed = 2;
	must(place_on_cpu(netlist, technology, &options, &task, &report, &again));
	OK(!same(p, again) || recipe->n_cells < 10, "not with another seed");
	placement_unref(again);
	fillers_in(p);
	placement_unref(p);
	technology_unref(technology);
	netlist_unref(netlist);
}

/* Rows fill with narrow cells before the wide ones come. */
static void tight(int n)
{
	const struct recipe recipe = {200, 3, 10, 5};
	struct place_options options = {.utilization = 0.97, .aspect = 0.8};
	struct place_report report;
	struct netlist *netlist = placed_netlist(&recipe);
	struct placement *p;
	int legal = 0;

	options.technology = placed_technology();
	for (options.seed = 1; options.seed <= n; options.seed++) {
		if (place_on_cpu(netlist, options.technology, &options, &task, &report, &p) !=
		    STATUS_OK)
			continue;
		legal += is_legal(p);
		placement_unref(p);
	}
	OK(legal == n, "%d of %d tight placements are legal", legal, n);
	technology_unref(options.technology);
	netlist_unref(netlist);
}

/* ---- what can't be done ---- */

static const struct recipe small = {40, 1, 10, 3};

static bool fails(struct technology *technology, struct place_options options, const char *why)
{
	struct netlist *netlist = placed_netlist(&small);
	struct place_report report;
	struct placement *p = NULL;
	enum status status = place_on_cpu(netlist, technology, &options, &task, &report, &p);
	bool told = status == STATUS_FAILED && strstr(status_text(status), why) && !p;

	netlist_unref(netlist);
	technology_unref(technology);
	return told;
}

static struct technology *without_site(void)
{
	struct technology *t = placed_technology();

	t->macro[technology_find_macro(t, "INV")].site = -1;
	return t;
}

static struct technology *with_high(void)
{
	struct technology *t = placed_technology();

	t->macro[technology_find_macro(t, "DFF")].height *= 2;
	return t;
}

static struct technology *of_pads(void)
{
	struct technology *t = placed_technology();

	t->macro[technology_find_macro(t, "NAND2")].class = TECH_PAD;
	return t;
}

static struct technology *empty(void)
{
	struct technology *t;

	must(technology_new("empty.lef", &t));
	return t;
}

static void wrong(void)
{
	struct place_options good = {.utilization = 0.7, .aspect = 1, .seed = 1}, bad = good;

	bad.utilization = 1.5;
	OK(fails(placed_technology(), bad, "utilization"), "a utilization above 1");
	bad.utilization = 0;
	OK(fails(placed_technology(), bad, "utilization"), "and of 0");
	bad = good;
	bad.density = 0.5;
	OK(fails(placed_technology(), bad, "density"), "a density below the utilization");
	bad = good;
	bad.aspect = -1;
	OK(fails(placed_technology(), bad, "aspect"), "an aspect ratio below 0");
	OK(fails(empty(), good, "no macro"), "no macro");
	OK(fails(without_site(), good, "no site"), "a cell without a site");
	OK(fails(with_high(), good, "high"), "a cell that is higher than rows");
	OK(fails(of_pads(), good, "pad"), "a pad");
	task.cancel = true;
	OK(place_on_cpu(NULL, NULL, &bad, &task, NULL, NULL) == STATUS_FAILED,
	   "options are looked at first");
	task.cancel = false;
}

/* ---- a floorplan that is kept ---- */

/* What stays where it is: ports, blocks, one cell. */
static bool stays(const struct placement *a, const struct placement *b, int32_t fixed)
{
	bool equal = a->n_rows == b->n_rows && memcmp(&a->die, &b->die, sizeof a->die) == 0 &&
		     a->component[fixed].x == b->component[fixed].x &&
		     a->component[fixed].y == b->component[fixed].y &&
		     b->component[fixed].status == FIXED;

	for (int32_t i = 0; i < a->netlist->n_ports; i++)
		equal &= a->port[i].x == b->port[i].x && a->port[i].y == b->port[i].y;
	for (int32_t i = 0; i < a->netlist->n_instances; i++)
		equal &= !is_block(a, i) || a->component[i].x == b->component[i].x;
	return equal;
}

static void again_in_floorplan(void)
{
	struct netlist *netlist = placed_netlist(&(struct recipe){300, 2, 20, 9});
	struct technology *technology = placed_technology();
	struct place_options options = {.utilization = 0.6, .aspect = 1, .seed = 1};
	struct place_report report;
	struct placement *p, *filled, *q, *r;
	int32_t fixed = netlist->n_instances / 2;

	must(place_on_cpu(netlist, technology, &options, &task, &report, &p));
	while (is_block(p, fixed))
		fixed++;
	p->component[fixed].status = FIXED;
	must(place_fillers(p, NULL, 0, &task, &filled));
	options.floorplan = filled;
	must(place_on_cpu(netlist, technology, &options, &task, &report, &q));
	p->component[fixed].status = q->component[fixed].status = PLACED;
	OK(is_legal(q) && q->n_components == p->n_components,
	   "in a floorplan that is there: legal, fillers are gone");
	p->component[fixed].status = q->component[fixed].status = FIXED;
	OK(stays(p, q, fixed), "its die, rows, ports, blocks and fixed cells stay");
	options.start = PLACE_CURRENT;
	must(place_on_cpu(netlist, technology, &options, &task, &report, &r));
	OK(!same(q, r) && half_perimeters(r) < 2 * half_perimeters(p),
	   "cells may begin where they are");
	placement_unref(r);
	filled->n_rows = 0;
	OK(place_on_cpu(netlist, technology, &options, &task, &report, &r) == STATUS_FAILED &&
		   strstr(status_text(STATUS_FAILED), "no rows"),
	   "a floorplan without rows");
	placement_unref(q);
	placement_unref(filled);
	placement_unref(p);
	technology_unref(technology);
	netlist_unref(netlist);
}

static void cancelled(void)
{
	struct netlist *netlist = placed_netlist(&small);
	struct technology *technology = placed_technology();
	struct place_options options = {.utilization = 0.7, .aspect = 1, .seed = 1};
	struct place_report report;
	struct placement *p = NULL;

	task.cancel = true;
	OK(place_on_cpu(netlist, technology, &options, &task, &report, &p) == STATUS_CANCELLED &&
		   !p,
	   "it can be cancelled");
	task.cancel = false;
	technology_unref(technology);
	netlist_unref(netlist);
}

/* ---- rows ---- */

static void rows_are_cut(void)
{
	struct netlist *netlist = placed_netlist(&small);
	struct technology *technology = placed_technology();
	struct place_options options = {.utilization = 0.5, .aspect = 1, .seed = 1};
	struct place_report report;
	struct placement *p;
	struct rows rows, cut;
	int64_t before = 0, after = 0;
	struct rect hole;

	must(place_on_cpu(netlist, technology, &options, &task, &report, &p));
	must(rows_new(p, &rows));
	/* in the second line, from within its third site to within its fifth */
	hole = (struct rect){rows.segment[rows.line_row[1]].x1 + 5 * rows.step / 2,
			     rows.segment[rows.line_row[1]].y + 1, 0, 0};
	hole.x2 = hole.x1 + 2 * rows.step;
	hole.y2 = hole.y1 + 1;
	free(p->blockage);
	p->blockage = calloc(1, sizeof *p->blockage);
	p->blockage[0] = (struct blockage){.layer = -1, .rect = hole, .component = -1};
	p->n_blockages = 1;
	must(rows_new(p, &cut));
	for (int32_t i = 0; i < rows.n_segments; i++)
		before += rows.segment[i].x2 - rows.segment[i].x1;
	for (int32_t i = 0; i < cut.n_segments; i++)
		after += cut.segment[i].x2 - cut.segment[i].x1;
	OK(before - after == 3 * rows.step && cut.n_segments == rows.n_segments + 1,
	   "a blockage takes the sites that it touches");
	must(legalise(p, &task));
	OK(is_legal(p), "and what was there goes away");
	rows_release(&rows);
	rows_release(&cut);
	placement_unref(p);
	technology_unref(technology);
	netlist_unref(netlist);
}

int main(void)
{
	tight(10);
	place(&(struct recipe){1, 0, 1, 1}, 0.9);
	place(&(struct recipe){60, 0, 10, 2}, 0.7);
	place(&(struct recipe){200, 3, 10, 5}, 0.95);
	place(&(struct recipe){1500, 0, 20, 3}, 0.7);
	place(&(struct recipe){1500, 5, 20, 4}, 0.85);
	rows_are_cut();
	wrong();
	again_in_floorplan();
	cancelled();
	return tap_done();
}
