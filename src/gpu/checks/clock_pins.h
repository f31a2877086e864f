/* The clock pins of registers: those that outputs are launched from or checks go by. */
#ifndef GPU_CHECKS_CLOCK_PINS_H
#define GPU_CHECKS_CLOCK_PINS_H

#include "db/timing_graph.h"

/* *out is [n_all_pins], 1 for these; owned by the caller. */
enum status clock_pins_mark(const struct timing_graph *timing, uint8_t **out);

#endif
