/*
 * What the screen shows of a netlist's timing: slacks of endpoints for the summary, quantities of the
 * points of one path. Only read, while nothing writes them.
 */
#include "gpu/kernel.h"

/* Item: sink. Its slack in its split, for the host to sort into groups. Floor: 8 bytes written, 24 of
 * the endpoint and two times read. */
KERNEL(endpoint_slacks, k, i)
{
	const struct device_states *s = &k->states;
	const struct device_endpoint *e = &k->endpoint[i];
	int64_t required = s->required[2 * ((int64_t)s->first_sink + i) + e->split];
	int64_t arrival = s->arrival[2 * (int64_t)e->data + e->split];

	if (required == FS_NONE_64 || arrival == FS_NONE_64)
		k->slack[i] = FS_NONE_64;
	else
		k->slack[i] = e->split ? required - arrival : arrival - required;
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
