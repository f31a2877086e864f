/* Derates: which factor applies, by hand, then at random against a search of the list. */
#include <stdlib.h>

#include "base/grow.h"
#include "db/derates.h"
#include "lib/small.h"
#include "lib/tap.h"

/* What a delay that ends at a vertex is multiplied with. */
static double delay_factor(const struct derates *derates, int32_t vertex, enum derated_delay what,
			   enum derate_domain domain, enum split split)
{
	if (!derates->vertex_class)
		return 1;
	return derates->delay[derates->vertex_class[vertex]].factor[what][domain][split];
}

static void must(enum status status)
{
	if (status != STATUS_OK)
		abort();
}

enum {
	BOTH = DERATE_CLOCK | DERATE_DATA,
	CELL = DERATE_CELL | BOTH,
	NET = DERATE_NET | BOTH,
	CHECK = DERATE_CHECK | BOTH
};

static void add(struct constraints *constraints, struct derate derate)
{
	must(GROW(&constraints->derate, &constraints->derate_capacity,
		  (int64_t)constraints->n_derates + 1));
	derate.edges = derate.edges ? derate.edges : EDGES_BOTH;
	constraints->derate[constraints->n_derates++] = derate;
}

#define OF_DESIGN      .instance = -1, .master = -1, .net = -1
#define OF_INSTANCE(x) .instance = (x), .master = -1, .net = -1
#define OF_MASTER(m)   .instance = -1, .master = (m), .net = -1
#define OF_NET(n)      .instance = -1, .master = -1, .net = (n)
#define ADD(...)       add(constraints, (struct derate){__VA_ARGS__})

/* ---- by hand ---- */

static void check_none(void)
{
	struct netlist *netlist = small_netlist();
	struct constraints *constraints;
	struct derates derates;

	must(derates_find(netlist, NULL, &derates));
	OK(!derates.vertex_class && !derates.delay && !derates.check_class && !derates.check &&
		   derates.n_classes == 0 && derates.n_check_classes == 0,
	   "nothing without constraints");
	OK(delay_factor(&derates, 0, DERATED_CELL, DOMAIN_DATA, LATE) == 1 &&
		   check_factor(&derates, 0, RISE, DOMAIN_DATA, LATE) == 1,
	   "then all factors are 1");
	must(constraints_new("test", netlist, &constraints));
	ADD(OF_DESIGN, CHECK, LATE, 1.5);
	must(derates_find(netlist, constraints, &derates));
	OK(!derates.vertex_class && derates.n_check_classes == 1, "checks alone");
	OK(check_factor(&derates, 2, RISE, DOMAIN_DATA, LATE) == 1.5 &&
		   check_factor(&derates, 2, RISE, DOMAIN_CLOCK, LATE) == 1.5 &&
		   check_factor(&derates, 2, RISE, DOMAIN_DATA, EARLY) == 1,
	   "late checks");
	derates_release(&derates);
	constraints_unref(constraints);
	netlist_unref(netlist);
}

static void check_design(void)
{
	struct netlist *netlist = small_netlist();
	struct constraints *constraints;
	struct derates derates;
	int32_t y = small_pin(netlist, "u1/Y"), a = small_pin(netlist, "h/u2/A");

	must(constraints_new("test", netlist, &constraints));
	ADD(OF_DESIGN, DERATE_CELL | DERATE_NET | BOTH, EARLY, 0.9);
	ADD(OF_DESIGN, DERATE_CELL | DERATE_CLOCK, EARLY, 0.8); /* later, so before */
	ADD(OF_DESIGN, DERATE_NET | DERATE_DATA, LATE, 1.1);
	must(derates_find(netlist, constraints, &derates));
#define F(pin, what, domain, split) delay_factor(&derates, 2 * (pin), DERATED_##what, domain, split)
	OK(derates.n_classes == 1 && !derates.check_class, "one class for all");
	OK(F(y, CELL, DOMAIN_DATA, EARLY) == 0.9 && F(y, CELL, DOMAIN_CLOCK, EARLY) == 0.8,
	   "cells, data and clock");
	OK(F(y, CELL, DOMAIN_DATA, LATE) == 1 && F(y, CELL, DOMAIN_CLOCK, LATE) == 1,
	   "cells, late: not given");
	OK(F(a, NET, DOMAIN_DATA, EARLY) == 0.9 && F(a, NET, DOMAIN_CLOCK, EARLY) == 0.9 &&
		   F(a, NET, DOMAIN_DATA, LATE) == 1.1 && F(a, NET, DOMAIN_CLOCK, LATE) == 1,
	   "nets");
	derates_release(&derates);
	constraints_unref(constraints);
	netlist_unref(netlist);
}

static void check_scopes(void)
{
	struct netlist *netlist = small_netlist();
	struct constraints *constraints;
	struct derates derates;
	int32_t y1 = small_pin(netlist, "u1/Y"), y2 = small_pin(netlist, "h/u2/Y");
	int32_t a2 = small_pin(netlist, "h/u2/A"), d = small_pin(netlist, "h/r$[3]/D");
	int32_t q = small_pin(netlist, "h/r$[3]/Q"), ck = small_pin(netlist, "h/r$[3]/CK");
	int32_t u1 = netlist->pin_instance[y1], u2 = netlist->pin_instance[y2];
	int32_t r = netlist->pin_instance[q], n1 = small_net(netlist, "n1");

	must(constraints_new("test", netlist, &constraints));
	ADD(OF_INSTANCE(u1), CELL, LATE, 1.3); /* given first, and yet before the design's */
	ADD(OF_MASTER(netlist->instance_master[u1]), CELL, LATE, 1.2);
	ADD(OF_MASTER(netlist->instance_master[u1]), CELL, EARLY, 0.7);
	ADD(OF_MASTER(netlist->instance_master[u2]), DERATE_CELL | DERATE_DATA, LATE, 1.25);
	ADD(OF_MASTER(netlist->instance_master[r]), CHECK, LATE, 1.4);
	ADD(OF_NET(n1), NET, LATE, 1.6);
	ADD(OF_NET(n1), NET, LATE, 1.5);    /* the last counts */
	ADD(OF_INSTANCE(u1), NET, LATE, 9); /* an instance has no nets */
	ADD(OF_DESIGN, CELL, LATE, 1.1);
	ADD(OF_DESIGN, NET, LATE, 1.05);
	ADD(OF_DESIGN, CHECK, EARLY, 0.95);
	must(derates_find(netlist, constraints, &derates));
	OK(F(y1, CELL, DOMAIN_DATA, LATE) == 1.3, "an instance before its master");
	OK(F(y1, CELL, DOMAIN_DATA, EARLY) == 0.7, "its master where it has none");
	OK(F(y2, CELL, DOMAIN_DATA, LATE) == 1.25, "a master before the design");
	OK(F(y2, CELL, DOMAIN_CLOCK, LATE) == 1.1, "the design where it has none");
	OK(F(q, CELL, DOMAIN_DATA, LATE) == 1.1, "the design");
	OK(F(a2, NET, DOMAIN_DATA, LATE) == 1.5 && F(d, NET, DOMAIN_CLOCK, LATE) == 1.5,
	   "a net, at all of its loads");
	OK(F(ck, NET, DOMAIN_CLOCK, LATE) == 1.05, "other nets");
	/* the design's; u1; u2; the loads of n1 */
	OK(derates.n_classes == 4 && derates.vertex_class[2 * q] == 0 &&
		   derates.vertex_class[2 * ck + 1] == 0 &&
		   derates.vertex_class[2 * a2] == derates.vertex_class[2 * d + 1],
	   "classes");
	OK(check_factor(&derates, r, RISE, DOMAIN_DATA, LATE) == 1.4 &&
		   check_factor(&derates, r, RISE, DOMAIN_DATA, EARLY) == 0.95 &&
		   check_factor(&derates, u1, RISE, DOMAIN_DATA, LATE) == 1 &&
		   derates.n_check_classes == 2,
	   "checks of a master");
#undef F
	derates_release(&derates);
	constraints_unref(constraints);
	netlist_unref(netlist);
}

/* ---- at random ---- */

static uint64_t state;

static int32_t below(int32_t n) /* splitmix64 */
{
	uint64_t z = state += UINT64_C(0x9e3779b97f4a7c15);

	z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
	return (int32_t)((z ^ z >> 31) % (uint64_t)n);
}

static void add_random(const struct netlist *netlist, struct constraints *constraints)
{
	struct derate derate = {OF_DESIGN, .what = below(32), .split = (enum split)below(2)};

	derate.factor = 0.5 + below(50) / 64.0;
	derate.edges = 1 + below(EDGES_BOTH);
	switch (below(5)) {
	case 0:
		break;
	case 1:
		derate.master = below(netlist->n_masters);
		break;
	case 2:
		derate.instance = below(netlist->n_instances);
		break;
	default:
		derate.net = below(netlist->n_nets);
	}
	add(constraints, derate);
}

/* The last one for exactly these, 0 = none. */
static double given(const struct constraints *constraints, int32_t instance, int32_t master,
		    int32_t net, int32_t what, enum split split, int edge)
{
	for (int32_t i = constraints->n_derates - 1; i >= 0; i--) {
		const struct derate *d = &constraints->derate[i];

		if (d->instance == instance && d->master == master && d->net == net &&
		    d->split == split && d->edges >> edge & 1 && (d->what & what) == what)
			return d->factor;
	}
	return 0;
}

static double factor_of(const struct constraints *constraints, const struct netlist *netlist,
			int32_t instance, int32_t net, int32_t what, enum split split, int edge)
{
	double factor = 0;

	if (instance >= 0) {
		factor = given(constraints, instance, -1, -1, what, split, edge);
		if (!factor)
			factor = given(constraints, -1, netlist->instance_master[instance], -1,
				       what, split, edge);
	}
	if (!factor && net >= 0)
		factor = given(constraints, -1, -1, net, what, split, edge);
	if (!factor)
		factor = given(constraints, -1, -1, -1, what, split, edge);
	return factor ? factor : 1;
}

/* Outputs' cell arcs, other pins' net arcs, all instances' checks. */
static int count_wrong(const struct netlist *netlist, const struct constraints *constraints,
		       const struct derates *derates, int corner)
{
	enum derate_domain domain = (enum derate_domain)(corner / 2 % 2);
	enum split split = (enum split)(corner % 2);
	int edge = corner / 4;
	int32_t flag = domain == DOMAIN_CLOCK ? DERATE_CLOCK : DERATE_DATA;
	int n_wrong = 0;

	for (int32_t p = 0; p < netlist->n_pins; p++) {
		int32_t x = netlist->pin_instance[p];

		if (x >= 0 && netlist_drives(netlist, p))
			n_wrong +=
				delay_factor(derates, 2 * p + edge, DERATED_CELL, domain, split) !=
				factor_of(constraints, netlist, x, -1, DERATE_CELL | flag, split,
					  edge);
		else if (!netlist_drives(netlist, p))
			n_wrong +=
				delay_factor(derates, 2 * p + edge, DERATED_NET, domain, split) !=
				factor_of(constraints, netlist, -1, netlist->pin_net[p],
					  DERATE_NET | flag, split, edge);
	}
	for (int32_t x = 0; x < netlist->n_instances; x++)
		n_wrong += check_factor(derates, x, edge, domain, split) !=
			   factor_of(constraints, netlist, x, -1, DERATE_CHECK | flag, split, edge);
	return n_wrong;
}

static void check_random(void)
{
	struct netlist *small = small_netlist(), *netlist;
	struct task task = TASK_INIT;
	int n_wrong = 0, most = 0;

	must(netlist_tile(small, 50, &task, &netlist)); /* so that there are many classes */
	for (int round = 0; round < 100; round++) {
		struct constraints *constraints;
		struct derates derates;

		must(constraints_new("random", netlist, &constraints));
		for (int i = below(500); i >= 0; i--)
			add_random(netlist, constraints);
		must(derates_find(netlist, constraints, &derates));
		for (int corner = 0; corner < N_EDGES * N_DOMAINS * N_SPLITS; corner++)
			n_wrong += count_wrong(netlist, constraints, &derates, corner);
		most = derates.n_classes > most ? derates.n_classes : most;
		derates_release(&derates);
		constraints_unref(constraints);
	}
	OK(n_wrong == 0, "random ones");
	OK(most > 64, "up to %d classes of them", most);
	netlist_unref(netlist);
	netlist_unref(small);
}

int main(void)
{
	check_none();
	check_design();
	check_scopes();
	check_random();
	return tap_done();
}
