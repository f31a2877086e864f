#include "small.h"

#include <stdlib.h>
#include <string.h>

#include "cells.h"

static void must(enum status status)
{
	if (status != STATUS_OK)
		abort();
}

int32_t small_pin(const struct netlist *netlist, const char *name)
{
	int32_t pin = netlist_find_pin(netlist, name, (int64_t)strlen(name));

	if (pin < 0)
		abort();
	return pin;
}

int32_t small_net(const struct netlist *netlist, const char *name)
{
	int32_t net = netlist_find_net(netlist, name, (int64_t)strlen(name));

	if (net < 0)
		abort();
	return net;
}

static void add_ports(struct netlist *netlist)
{
	static const struct {
		const char *name;
		enum lib_direction direction;
	} ports[] = {{"a", LIB_INPUT},    {"b", LIB_INPUT},  {"ck", LIB_INPUT}, {"d[1]", LIB_INPUT},
		     {"d[0]", LIB_INPUT}, {"y", LIB_OUTPUT}, {"z", LIB_INOUT}};
	int32_t port, net;

	for (size_t i = 0; i < sizeof ports / sizeof *ports; i++)
		must(netlist_add_port(netlist, ports[i].name, ports[i].direction, &port));
	for (size_t i = 0; i < sizeof ports / sizeof *ports; i++) {
		must(netlist_add_net(netlist, ports[i].name, NET_SIGNAL, &net));
		netlist_connect(netlist, (int32_t)i, net);
	}
}

static void add_instances(struct netlist *netlist)
{
	static const struct {
		const char *name, *cell;
	} instances[] = {{"u1", "NAND2"}, {"h/u2", "INV"}, {"h/r$[3]", "DFF"}, {"m", "RAM"}};
	struct library *library = cells_library("small");
	int32_t master, id;

	library->time_unit = 1;
	library->capacitance_unit = 1;
	for (size_t i = 0; i < sizeof instances / sizeof *instances; i++) {
		must(netlist_add_cell(netlist, library,
				      names_find(&library->cell_name, instances[i].cell,
						 (int64_t)strlen(instances[i].cell)),
				      NULL, -1, &master));
		must(netlist_add_instance(netlist, instances[i].name, master, &id));
	}
	library_unref(library);
}

struct netlist *small_netlist(void)
{
	static const char *const connections[][2] = {
		{"u1/A", "a"},       {"u1/B", "b"},      {"u1/Y", "n1"},
		{"h/u2/A", "n1"},    {"h/u2/Y", "y"},    {"h/r$[3]/CK", "ck"},
		{"h/r$[3]/D", "n1"}, {"h/r$[3]/Q", "q"}, {"h/r$[3]/QN", "h/q[0]"},
		{"m/CK", "ck"},      {"m/A[1]", "d[1]"}, {"m/A[0]", "d[0]"}};
	struct netlist *netlist;
	int32_t net;

	must(netlist_new("small", &netlist));
	add_ports(netlist);
	must(netlist_add_net(netlist, "n1", NET_SIGNAL, &net));
	must(netlist_add_net(netlist, "q", NET_SIGNAL, &net));
	must(netlist_add_net(netlist, "h/q[0]", NET_SIGNAL, &net));
	must(netlist_add_net(netlist, "w[1][22]", NET_SIGNAL, &net));
	add_instances(netlist);
	for (size_t i = 0; i < sizeof connections / sizeof *connections; i++)
		netlist_connect(netlist, small_pin(netlist, connections[i][0]),
				small_net(netlist, connections[i][1]));
	must(netlist_close(netlist));
	return netlist;
}
