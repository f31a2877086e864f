/*
 * What the screen shows of a netlist's timing: slacks of endpoints for the summary, quantities of
 * the points of one path. Only read, while nothing writes them.
 */
#include "gpu/kernels/kernel.h"

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
 * Item: sink. The sinks of a pin follow each other; the first of them stands for the pin, with the
 * worst of the slacks that count and its group (of equal ones the first), the others have no value.
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
		    (k->chosen && !k->chosen[endpoint[s].group]))
			continue;
		worst = slack;
		group = endpoint[s].group;
		sink = (int32_t)s;
	}
	k->key[i] = (uint64_t)worst ^ VALUE_SIGN;
	k->group[i] = group;
	if (k->sink)
		k->sink[i] = sink;
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
