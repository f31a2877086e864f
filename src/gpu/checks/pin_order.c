#include "gpu/checks/pin_order.h"

#include <string.h>

#include "base/order.h"

static _Thread_local const struct netlist *ordered;

void pin_order_begin(const struct netlist *netlist)
{
	ordered = netlist;
}

int pin_order_compare(int32_t a, int32_t b)
{
	RELEASED_BY(text_release) struct text one = TEXT_INIT, other = TEXT_INIT;

	if (a == b)
		return 0;
	netlist_write_pin(ordered, a, '/', &one);
	netlist_write_pin(ordered, b, '/', &other);
	return strcmp(text_string(&one), text_string(&other)) ?: ORDER(a, b);
}
