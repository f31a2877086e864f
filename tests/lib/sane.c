#include "sane.h"

#include <math.h>
#include <string.h>

static bool is_id(int32_t id, int32_t least, int32_t n)
{
	return id >= least && id < n;
}

static bool are_numbers(const double *value, int n)
{
	for (int i = 0; i < n; i++) {
		if (!isfinite(value[i]) && value[i] != NOT_GIVEN)
			return false;
	}
	return true;
}

static bool is_clock(const struct constraints *k, const struct clock *c, const struct netlist *n)
{
	if (!c->name || !*c->name || !(c->period > 0) || !isfinite(c->period) ||
	    !is_id(c->master, -1, k->n_clocks) || !is_id(c->master_pin, -1, n->n_pins) ||
	    !are_numbers(&c->source_latency[0][0], 4) ||
	    !are_numbers(&c->network_latency[0][0], 4) || !are_numbers(&c->transition[0][0], 4) ||
	    !are_numbers(c->uncertainty, 2))
		return false;
	for (int edge = 0; edge < N_EDGES; edge++) {
		if (!(c->time[edge] >= 0 && c->time[edge] <= c->period) ||
		    (unsigned)c->master_edge[edge] >= N_EDGES)
			return false;
	}
	for (int32_t i = 0; i < c->n_sources; i++) {
		if (!is_id(c->source[i], 0, n->n_pins))
			return false;
	}
	return true;
}

static bool are_delays(const struct external_delay *d, int32_t n_delays,
		       const struct constraints *k, const struct netlist *n)
{
	for (int32_t i = 0; i < n_delays; i++) {
		if (!is_id(d[i].pin, 0, n->n_pins) ||
		    !is_id(d[i].clock_edge, -1, k->n_clocks * N_EDGES) ||
		    !is_id(d[i].reference, -1, n->n_pins) || !are_numbers(&d[i].delay[0][0], 4))
			return false;
	}
	return true;
}

static bool are_points(const struct point_list *list, const struct constraints *k,
		       const struct netlist *n)
{
	for (int32_t i = 0; i < list->n; i++) {
		const struct point *p = &list->point[i];

		if (!is_id(p->id, 0, p->kind == POINT_CLOCK ? k->n_clocks : n->n_pins) ||
		    (p->kind != POINT_CLOCK && p->kind != POINT_PIN) ||
		    !is_id(p->edges, 0, EDGES_BOTH + 1))
			return false;
	}
	return list->given || list->n == 0;
}

static bool is_exception(const struct exception *e, const struct constraints *k,
			 const struct netlist *n)
{
	for (int32_t i = 0; i < e->filter.n_throughs; i++) {
		if (!e->filter.through[i].given || !are_points(&e->filter.through[i], k, n))
			return false;
	}
	return are_points(&e->filter.from, k, n) && are_points(&e->filter.to, k, n) &&
	       isfinite(e->delay) && (unsigned)e->kind <= EXCEPTION_MARGIN &&
	       (e->kind == EXCEPTION_GROUP) <= (e->name != NULL);
}

static bool are_relations(const struct constraints *k)
{
	for (int32_t i = 0; i < k->n_uncertainties; i++) {
		if (!is_id(k->uncertainty[i].from, 0, k->n_clocks * N_EDGES) ||
		    !is_id(k->uncertainty[i].to, 0, k->n_clocks * N_EDGES) ||
		    !are_numbers(k->uncertainty[i].uncertainty, 2))
			return false;
	}
	for (int32_t i = 0; i < k->n_clock_groups; i++) {
		if (!is_id(k->clock_group[i].clock, 0, k->n_clocks) || k->clock_group[i].set < 0 ||
		    k->clock_group[i].group < 0 ||
		    (unsigned)k->clock_group[i].kind >= N_CLOCK_GROUP_KINDS)
			return false;
	}
	for (int32_t i = 0; i < k->n_group_names; i++) {
		if (!k->group_name[i].name || k->group_name[i].set < 0)
			return false;
	}
	return true;
}

static bool are_arcs(const struct constraints *k, const struct netlist *n)
{
	for (int32_t i = 0; i < k->n_driving_arcs; i++) {
		const struct driving_arc *a = &k->driving_arc[i];

		if (!is_id(a->library, 0, n->n_libraries) ||
		    !is_id(a->arc, 0, n->library[a->library]->n_arcs) || !isfinite(a->slew))
			return false;
	}
	for (int32_t i = 0; i < k->n_disabled; i++) {
		const struct disabled_arc *d = &k->disabled[i];
		int32_t n_pins = d->master < 0 ? n->n_pins : 0;

		if (!is_id(d->master, -1, n->n_masters) || !is_id(d->instance, -1, n->n_instances))
			return false;
		n_pins = d->master < 0 ? n_pins : n->master[d->master].n_pins;
		if (!is_id(d->from, -1, n_pins) || !is_id(d->to, -1, n_pins))
			return false;
	}
	return true;
}

static bool are_values(const struct constraints *k, const struct netlist *n)
{
	for (int32_t i = 0; i < k->n_cases; i++) {
		if (!is_id(k->case_value[i].pin, 0, n->n_pins) ||
		    !is_id(k->case_value[i].value, -1, 2))
			return false;
	}
	for (int32_t i = 0; i < k->n_clock_pins; i++) {
		if (!is_id(k->clock_pin[i].pin, 0, n->n_pins) ||
		    !is_id(k->clock_pin[i].clock, -1, k->n_clocks))
			return false;
	}
	for (int32_t i = 0; i < k->n_derates; i++) {
		if (!is_id(k->derate[i].instance, -1, n->n_instances) ||
		    !is_id(k->derate[i].master, -1, n->n_masters) ||
		    !is_id(k->derate[i].net, -1, n->n_nets) || !isfinite(k->derate[i].factor))
			return false;
	}
	for (int32_t i = 0; i < k->n_nets && k->net_load; i++) {
		if (!are_numbers(&k->net_load[i], 1))
			return false;
	}
	return true;
}

static bool are_rules(const struct constraints *k, const struct netlist *n)
{
	for (int32_t i = 0; i < k->n_locals; i++) {
		const struct local_rule *rule = &k->local[i];

		if ((unsigned)rule->kind >= N_LOCAL_KINDS || !is_id(rule->pin, -1, n->n_pins) ||
		    !is_id(rule->instance, -1, n->n_instances) ||
		    !is_id(rule->clock, -1, k->n_clocks) || !is_id(rule->from, -1, n->n_pins) ||
		    !is_id(rule->level, -1, N_CLOCK_SENSES) || !are_numbers(&rule->value[0][0], 4))
			return false;
	}
	for (int32_t i = 0; i < k->n_limits; i++) {
		const struct design_limit *limit = &k->limit[i];

		if ((unsigned)limit->kind >= N_LIMIT_KINDS || !is_id(limit->pin, -1, n->n_pins) ||
		    !is_id(limit->instance, -1, n->n_instances) ||
		    !is_id(limit->master, -1, n->n_masters) ||
		    !is_id(limit->clock, -1, k->n_clocks) ||
		    !are_numbers(&limit->value[0][0], N_LIMIT_PLACES * N_EDGES))
			return false;
	}
	return true;
}

static bool are_models(const struct constraints *k, const struct netlist *n)
{
	for (int split = 0; split < N_SPLITS; split++) {
		const struct wire_model *w = &k->wire_model[split];
		const struct operating_conditions *c = &k->conditions[split];

		if (!is_id(w->library, -1, n->n_libraries) ||
		    !is_id(w->load, -1,
			   w->library < 0 ? 0 : n->library[w->library]->n_wire_loads) ||
		    !is_id(c->library, -1, n->n_libraries) ||
		    !is_id(c->conditions, c->library < 0 ? -1 : 0,
			   c->library < 0 ? 0 : n->library[c->library]->n_conditions))
			return false;
	}
	return true;
}

static bool are_ports(const struct constraints *k)
{
	for (int32_t i = 0; i < k->n_ports; i++) {
		const struct port_constraint *p = &k->port[i];

		if (!are_numbers(&p->slew[0][0], 4) || !are_numbers(&p->load[0][0], 4) ||
		    !are_numbers(&p->required[0][0], 4) || p->first_driving_arc < 0 ||
		    p->n_driving_arcs < 0 ||
		    p->first_driving_arc > k->n_driving_arcs - p->n_driving_arcs)
			return false;
	}
	return true;
}

const char *constraints_insane(const struct constraints *k, const struct netlist *netlist)
{
	if (k->n_ports != netlist->n_ports || k->n_nets != netlist->n_nets)
		return "sizes";
	for (int32_t i = 0; i < k->n_clocks; i++) {
		if (!is_clock(k, &k->clock[i], netlist))
			return "clocks";
	}
	for (int32_t i = 0; i < k->n_exceptions; i++) {
		if (!is_exception(&k->exception[i], k, netlist))
			return "exceptions";
	}
	if (!are_delays(k->input_delay, k->n_input_delays, k, netlist) ||
	    !are_delays(k->output_delay, k->n_output_delays, k, netlist))
		return "delays";
	if (!are_relations(k))
		return "relations";
	if (!are_arcs(k, netlist))
		return "arcs";
	if (!are_values(k, netlist))
		return "values";
	if (!are_rules(k, netlist))
		return "rules";
	if (!are_models(k, netlist))
		return "models";
	return are_ports(k) ? NULL : "ports";
}
