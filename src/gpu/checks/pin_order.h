/* The order of pins by name, for qsort(), which has no argument for the netlist: of this thread's last one. */
#ifndef GPU_CHECKS_PIN_ORDER_H
#define GPU_CHECKS_PIN_ORDER_H

#include "db/netlist.h"

void pin_order_begin(const struct netlist *netlist);
/* By name, then by number. */
int pin_order_compare(int32_t a, int32_t b);

#endif
