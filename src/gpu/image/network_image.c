/* Wires that are no trees on the device. */
#include "gpu/image/timing_image.h"

static const char name[] = "wires";

_Static_assert(sizeof(struct rc_network) == sizeof(struct device_network) &&
		       sizeof(struct rc_network_node) == sizeof(struct device_network_node) &&
		       sizeof(struct rc_network_link) == sizeof(struct device_network_link),
	       "networks are uploaded as they are");

enum status network_image_upload(struct timing_image *timing, const struct rc_networks *networks)
{
	struct device_networks *d = &timing->networks;
	const struct netlist *netlist = timing->graph->netlist;
	struct queue *queue = timing->queue;

	if (!networks->n)
		return STATUS_OK;
	d->n = networks->n;
	d->n_nodes = networks->n_nodes;
	d->n_links = networks->n_links;
	TRY(UPLOAD(queue, networks->network, networks->n, &d->network));
	TRY(UPLOAD(queue, networks->node, (int64_t)networks->n_nodes + 1, &d->node));
	TRY(UPLOAD(queue, networks->link, networks->n_links, &d->link));
	if (networks->pin_place)
		TRY(UPLOAD(queue, networks->pin_place, netlist->n_all_pins, &timing->d_pin_place));
	return STATUS_OK;
}

enum status network_image_solve(struct timing_image *timing)
{
	struct solve_networks_args args = {timing->wires, timing->networks};
	struct device_networks *d = &args.networks;
	struct queue *queue = timing->queue;
	enum status status;

	if (!d->n)
		return STATUS_OK;
	status = DEVICE_ALLOC(queue, name, &d->share, d->n_links);
	if (status == STATUS_OK)
		status = DEVICE_ALLOC(queue, name, &d->pivot, d->n_nodes);
	if (status == STATUS_OK)
		status = DEVICE_ALLOC(queue, name, &d->moment, 4 * (int64_t)d->n_nodes);
	if (status == STATUS_OK)
		status = DEVICE_ALLOC(queue, name, &d->second, 4 * (int64_t)d->n_nodes);
	if (status == STATUS_OK)
		LAUNCH(queue, solve_networks, 32, &args, d->n);
	status = queue_settle(queue, status);
	device_free(queue, d->share);
	device_free(queue, d->pivot);
	device_free(queue, d->moment);
	device_free(queue, d->second);
	return status;
}

void network_image_drop(struct timing_image *timing)
{
	struct device_networks *d = &timing->networks;

	device_free(timing->queue, (void *)d->network);
	device_free(timing->queue, d->node);
	device_free(timing->queue, d->link);
	*d = (struct device_networks){0};
}

void network_image_release(struct timing_image *timing)
{
	network_image_drop(timing);
	DEVICE_FREE(timing->queue, timing->d_pin_place);
}
