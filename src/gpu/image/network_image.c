/* Wires that are no trees on the device. */
#include "gpu/delay/network_args.h"
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

/* Elimination changes nodes and links: copies, as it may be cancelled and asked again. */
static enum status alloc_scratch(struct queue *queue, const struct device_networks *of,
				 struct device_networks *d)
{
	int64_t nodes = ((int64_t)of->n_nodes + 1) * (int64_t)sizeof *of->node;
	int64_t links = (int64_t)of->n_links * (int64_t)sizeof *of->link;

	TRY(device_alloc(queue, name, nodes, (void **)&d->node));
	TRY(device_alloc(queue, name, links, (void **)&d->link));
	TRY(DEVICE_ALLOC(queue, name, &d->share, d->n_links));
	TRY(DEVICE_ALLOC(queue, name, &d->pivot, d->n_nodes));
	TRY(DEVICE_ALLOC(queue, name, &d->moment, 4 * (int64_t)d->n_nodes));
	TRY(DEVICE_ALLOC(queue, name, &d->second, 4 * (int64_t)d->n_nodes));
	queue_copy(queue, d->node, of->node, nodes);
	queue_copy(queue, d->link, of->link, links);
	return STATUS_OK;
}

enum status network_image_solve(struct timing_image *timing)
{
	const struct device_networks *of = &timing->networks;
	struct solve_networks_args args = {timing->wires,
					   {.n = of->n,
					    .n_nodes = of->n_nodes,
					    .n_links = of->n_links,
					    .network = of->network}};
	struct device_networks *d = &args.networks;
	struct queue *queue = timing->queue;
	enum status status;

	if (!d->n)
		return STATUS_OK;
	status = alloc_scratch(queue, of, d);
	if (status == STATUS_OK)
		LAUNCH(queue, solve_networks, 32, &args, d->n);
	status = queue_settle(queue, status);
	device_free(queue, d->node);
	device_free(queue, d->link);
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
