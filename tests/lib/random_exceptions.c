/* Random exceptions: of all kinds, from, through and to pins and clocks. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "devices.h"
#include "random_design.h"

static void must(enum status status)
{
	if (status != STATUS_OK)
		abort();
}

/* What kind of pin is looked for: where paths begin, pass, end. */
enum place { AT_START, ON_THE_WAY, AT_END };

static bool fits(const struct netlist *netlist, int32_t pin, enum place place)
{
	int32_t x = netlist->pin_instance[pin];
	const char *name;

	if (x < 0)
		return place == ON_THE_WAY || netlist_drives(netlist, pin) == (place == AT_START);
	name = names_get(&netlist->pin_name, netlist->master[netlist->instance_master[x]]
						     .pin_name[pin - netlist->instance_pin[x]]);
	if (place == ON_THE_WAY)
		return true;
	return place == AT_START ? strcmp(name, "CK") == 0
				 : strcmp(name, "D") == 0 || strcmp(name, "RN") == 0;
}

static int32_t any_edges(void)
{
	return random_one_in(3) ? 1 << random_below(2) : EDGES_BOTH;
}

static void add_pins(struct point_list *list, const struct netlist *netlist, enum place place,
		     int n)
{
	for (int i = 0; i < 40 && n > 0; i++) {
		int32_t pin = (int32_t)random_below(netlist->n_pins);

		if (!fits(netlist, pin, place))
			continue;
		must(point_list_add(list, (struct point){POINT_PIN, pin, any_edges()}));
		n--;
	}
}

static void draw_list(const struct constraints *c, const struct netlist *netlist, enum place place,
		      bool odd, struct point_list *list)
{
	list->given = true;
	if (odd && random_one_in(20))
		return; /* met by nothing */
	if (place != ON_THE_WAY && c->n_clocks && random_one_in(2)) {
		struct point clock = {POINT_CLOCK, (int32_t)random_below(c->n_clocks), any_edges()};

		must(point_list_add(list, clock));
		if (!random_one_in(5))
			return;
	}
	add_pins(list, netlist, place, 1 + (int)random_below(place == ON_THE_WAY ? 6 : 3));
}

void random_filter(const struct constraints *c, const struct netlist *netlist, bool odd,
		   struct path_filter *filter)
{
	*filter = (struct path_filter)PATH_FILTER_INIT;
	if (random_one_in(2))
		draw_list(c, netlist, AT_START, odd, &filter->from);
	if (random_one_in(2))
		draw_list(c, netlist, AT_END, odd, &filter->to);
	for (int i = 0; i < 2 && random_one_in(3); i++) {
		struct point_list *through;

		must(path_filter_add_through(filter, &through));
		draw_list(c, netlist, ON_THE_WAY, odd, through);
	}
	if (random_one_in(8))
		filter->to_edges = 1 << random_below(2);
}

/* A filter that says nothing is about everything: only a delay or a multicycle is rarely that. */
static bool says_something(const struct path_filter *filter)
{
	return filter->from.given || filter->to.given || filter->n_throughs ||
	       filter->to_edges != EDGES_BOTH;
}

static void draw_exception(const struct constraints *c, const struct netlist *netlist, bool odd,
			   struct exception *e)
{
	int split = (int)random_below(3);

	*e = (struct exception){.kind = (enum exception_kind)random_below(5),
				.applies = {split != LATE, split != EARLY},
				.line = 1 + c->n_exceptions};
	random_filter(c, netlist, odd, &e->filter);
	if (!says_something(&e->filter))
		add_pins(&e->filter.to, netlist, AT_END, 1);
	e->filter.to.given |= e->filter.to.n > 0;
	if (e->kind == EXCEPTION_DELAY) {
		/* one split: max or min */
		if (split == 2)
			e->applies[random_below(2)] = false;
		e->delay = random_eighths(0, 80);
		e->ignore_clock_latency = random_one_in(4);
		if (random_one_in(4)) {
			e->filter.to.given = true;
			add_pins(&e->filter.to, netlist, ON_THE_WAY, 1);
		}
		if (random_one_in(5)) {
			e->filter.from.given = true;
			add_pins(&e->filter.from, netlist, ON_THE_WAY, 1);
		}
		e->probe = random_one_in(4);
	} else if (e->kind == EXCEPTION_MULTICYCLE) {
		e->multiplier = (int32_t)random_below(4);
		e->of_start = random_one_in(3);
	} else if (e->kind == EXCEPTION_MARGIN) {
		e->delay = random_eighths(-20, 30);
	} else if (e->kind == EXCEPTION_GROUP) {
		e->applies[EARLY] = e->applies[LATE] = true;
		e->name = strdup(random_one_in(2) ? "g0" : "g1");
	}
}

bool random_all_inputs(const struct constraints *constraints)
{
	for (int32_t i = 0; constraints && i < constraints->n_exceptions; i++) {
		if (constraints->exception[i].kind == EXCEPTION_DELAY)
			return true;
	}
	for (int32_t p = 0; constraints && p < constraints->n_ports; p++) {
		if (constraints->port[p].has_required)
			return true;
	}
	for (int32_t i = 0; constraints && i < constraints->n_input_delays; i++) {
		if (constraints->input_delay[i].clock_edge < 0)
			return true;
	}
	return false;
}

void random_exceptions(struct constraints *constraints, const struct netlist *netlist, bool odd)
{
	int n = random_one_in(4) ? 0 : (int)random_below(7);

	for (int i = 0; i < n; i++) {
		struct exception e;

		draw_exception(constraints, netlist, odd, &e);
		must(constraints_add_exception(constraints, &e));
	}
}
