/*
 * What the screen shows of a netlist's timing: slacks of endpoints for the summary, quantities of the
 * points of one path. Only read, while nothing writes them.
 */
#include "gpu/kernel.h"

/* Item: sink. Its slack in its split, for the host to sort into groups. Floor: 8 bytes written, 24 of
 * the endpoint and two times read. */
KERNEL(endpoint_slacks, k, s)
{
	const struct device_timing *t = &k->timing;
	const struct device_endpoint *e = &k->endpoint[s];
	int64_t required = t->required[2 * ((int64_t)t->first_sink + s) + e->split];
	int64_t arrival = t->arrival[2 * (int64_t)e->data + e->split];
	int64_t slack = e->split ? required - arrival : arrival - required;

	k->slack[s] = required == FS_NONE_64 || arrival == FS_NONE_64 ? FS_NONE_64 : slack;
}

/* Item: one of the states asked for. Writes what was computed there, in one split. */
KERNEL(gather_points, k, i)
{
	const struct device_timing *t = &k->timing;
	int64_t state = k->state[i], at = 2 * state + k->split;
	int32_t vertex = t->state_vertex[state], net = t->pin_net[vertex / 2];

	k->point[i].arrival = t->arrival[at];
	k->point[i].slew = t->slew[at];
	k->point[i].load = net < 0 ? 0 : t->load[4 * (int64_t)net + 2 * k->split + vertex % 2];
}
