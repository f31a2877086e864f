/*
 * Building and tiling of constraints.
 */
#include "db/constraints.h"

#include <stdlib.h>
#include <string.h>

#include "base/grow.h"

static enum status new_constraints(const char *path, int32_t n_ports, struct constraints **out)
{
	struct constraints *constraints;
	enum status status;

	TRY(ALLOC(&constraints, 1));
	atomic_init(&constraints->refs, 1);
	constraints->n_ports = n_ports;
	constraints->path = strdup(path);
	status = constraints->path ? ALLOC(&constraints->port, n_ports)
				   : status_fail(STATUS_NO_MEMORY, "out of memory");
	if (status != STATUS_OK) {
		constraints_unref(constraints);
		return status;
	}
	*out = constraints;
	return STATUS_OK;
}

enum status constraints_new(const char *path, const struct netlist *netlist,
			    struct constraints **out)
{
	return new_constraints(path, netlist->n_ports, out);
}

struct constraints *constraints_ref(struct constraints *constraints)
{
	atomic_fetch_add(&constraints->refs, 1);
	return constraints;
}

void constraints_unref(struct constraints *constraints)
{
	if (!constraints || atomic_fetch_sub(&constraints->refs, 1) > 1)
		return;
	for (int32_t i = 0; i < constraints->n_clocks; i++)
		free(constraints->clock[i].name);
	free(constraints->clock);
	free(constraints->port);
	free(constraints->path);
	free(constraints);
}

enum status constraints_add_clock(struct constraints *constraints, const char *name, int32_t port,
				  double period, double fall)
{
	struct clock *clock;

	if (constraints->n_clocks == INT32_MAX)
		return status_fail(STATUS_NO_MEMORY, "more than %d clocks", INT32_MAX);
	TRY(GROW(&constraints->clock, &constraints->clock_capacity,
		 (int64_t)constraints->n_clocks + 1));
	clock = &constraints->clock[constraints->n_clocks];
	*clock = (struct clock){.port = port, .period = period, .fall = fall};
	clock->name = strdup(name);
	if (!clock->name)
		return status_fail(STATUS_NO_MEMORY, "out of memory");
	constraints->n_clocks++;
	return STATUS_OK;
}

/*
 * A clock's copy gets the prefix of the port's copy: "t2/clk". What is tiled already has a prefix,
 * which is replaced, as it is in the names of the netlist.
 */
static enum status tile_clock(const struct clock *clock, bool prefixed, const struct netlist *tiled,
			      int32_t port, struct constraints *to)
{
	const char *port_name = names_get(&tiled->port_name, port);
	const char *slash = tiled->n_tiles > 1 ? strchr(port_name, '/') : NULL;
	const char *old = prefixed ? strchr(clock->name, '/') : NULL;
	struct text name = TEXT_INIT;
	enum status status;

	if (slash)
		text_append(&name, port_name, slash + 1 - port_name);
	text_add(&name, old ? old + 1 : clock->name);
	status = text_status(&name);
	if (status == STATUS_OK)
		status = constraints_add_clock(to, text_string(&name), port, clock->period,
					       clock->fall);
	text_release(&name);
	return status;
}

static enum status tile_into(const struct constraints *from, const struct netlist *tiled,
			     struct constraints *to)
{
	int32_t n = from->n_ports ? tiled->n_ports / from->n_ports : 0;
	bool prefixed = n > 0 && tiled->n_tiles > n;

	for (int32_t t = 0; t < n; t++) {
		memcpy(to->port + (int64_t)t * from->n_ports, from->port,
		       (size_t)from->n_ports * sizeof *from->port);
		for (int32_t i = 0; i < from->n_clocks; i++)
			TRY(tile_clock(&from->clock[i], prefixed, tiled,
				       t * from->n_ports + from->clock[i].port, to));
	}
	return STATUS_OK;
}

enum status constraints_tile(const struct constraints *constraints, const struct netlist *tiled,
			     struct constraints **out)
{
	struct constraints *to;
	enum status status;

	TRY(new_constraints(constraints->path, tiled->n_ports, &to));
	status = tile_into(constraints, tiled, to);
	if (status != STATUS_OK) {
		constraints_unref(to);
		return status;
	}
	*out = to;
	return STATUS_OK;
}
