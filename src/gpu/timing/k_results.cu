/*
 * What the screen shows of a netlist's timing: slacks of endpoints for the summary, quantities of
 * the points of one path. Only read, while nothing writes them.
 */
#include "gpu/timing/result_args.h"
#include "gpu/kernel/kernel.h"

/* The slack of a sink in its split. */
DEVICE_INLINE int64_t endpoint_slack(const struct device_states *s, const struct device_endpoint *e,
				     int64_t sink)
{
	int64_t required = s->required[2 * ((int64_t)s->first_sink + sink) + e->split];
	int64_t arrival = s->arrival[2 * (int64_t)e->data + e->split];

	if (required == FS_NONE_64 || arrival == FS_NONE_64)
		return FS_NONE_64;
	return e->split ? required - arrival : arrival - required;
}

/* Item: sink. For the host to sort into groups. Floor: 8 bytes written, 24 of the endpoint and two
 * times read. */
KERNEL(endpoint_slacks, k, i)
{
	k->slack[i] = endpoint_slack(&k->states, &k->endpoint[i], i);
}

/*
 * Item: sink. The sinks of a pin follow each other; the first of them represents the pin, with the
 * worst of the slacks that count and its group (of equal ones the first), if that is within the limits; the
 * others have no value.
 * Floor: 12 bytes written, 24 of the endpoint and two times read; for the first of many sinks once
 * more.
 */
KERNEL(endpoint_values, k, i)
{
	const struct device_endpoint *endpoint = k->endpoint;
	int64_t worst = FS_NONE_64, n = k->states.n_sinks;
	int32_t pin = endpoint[i].pin, group = -1, sink = -1;
	bool first = i == 0 || endpoint[i - 1].pin != pin;

	for (int64_t s = i; first && s < n && endpoint[s].pin == pin; s++) {
		int64_t slack = k->slack ? k->slack[s]
					 : endpoint_slack(&k->states, &endpoint[s], s);

		if (endpoint[s].split != k->split || slack >= worst ||
		    (k->chosen && !k->chosen[endpoint[s].group]) ||
		    (k->kind && k->kind[s] != k->of_kind))
			continue;
		worst = slack;
		group = endpoint[s].group;
		sink = (int32_t)s;
	}
	if (k->low < k->high && (worst < k->low || worst >= k->high)) {
		worst = FS_NONE_64;
		group = sink = -1;
	}
	k->key[i] = (uint64_t)worst ^ VALUE_SIGN;
	k->group[i] = group;
	if (k->sink)
		k->sink[i] = sink;
}

/* The worst slack of a pin, whose sinks begin with this one. */
DEVICE_INLINE int64_t pin_slack(const struct slack_totals_args *k, int64_t sink)
{
	const struct device_endpoint *endpoint = k->endpoint;
	int64_t worst = FS_NONE_64, n = k->states.n_sinks;

	for (int64_t s = sink; s < n && endpoint[s].pin == endpoint[sink].pin; s++) {
		int64_t slack;

		if (endpoint[s].split != k->split)
			continue;
		slack = k->slack ? k->slack[s] : endpoint_slack(&k->states, &endpoint[s], s);
		worst = slack < worst ? slack : worst;
	}
	return worst;
}

/* Item: a share of the sinks, every n_items-th. Sums are whole numbers, so no order matters. Floor: 24 of the endpoint
 * and a slack read, or two times. */
KERNEL(slack_totals, k, i)
{
	struct slack_totals mine = {FS_NONE_64, 0, 0, 0};

	for (int64_t s = i; s < k->states.n_sinks; s += k->n_items) {
		int64_t slack = FS_NONE_64;

		if (s == 0 || k->endpoint[s - 1].pin != k->endpoint[s].pin)
			slack = pin_slack(k, s);
		mine.wns = slack < mine.wns ? slack : mine.wns;
		mine.tns += slack < 0 ? slack : 0;
		mine.n_endpoints += slack != FS_NONE_64;
		mine.n_violated += slack < 0;
	}
	if (!mine.n_endpoints)
		return;
	atomic_min_64(&k->totals->wns, mine.wns);
	atomic_add_i64(&k->totals->tns, mine.tns);
	atomic_add_i32(&k->totals->n_endpoints, mine.n_endpoints);
	atomic_add_i32(&k->totals->n_violated, mine.n_violated);
}

/* Item: one of the states asked for. Writes what was computed there, in one split. */
KERNEL(gather_points, k, i)
{
	const struct device_timing *t = &k->timing;
	int64_t state = k->slew_state[i];
	int32_t vertex = t->state_vertex[state], net = t->pin_net[vertex / 2];

	k->point[i].arrival = k->arrival[2 * (int64_t)k->state[i] + k->split];
	k->point[i].slew = t->slew[2 * state + k->split];
	k->point[i].load = net < 0 ? 0 : t->load[4 * (int64_t)net + 2 * k->split + vertex % 2];
}
