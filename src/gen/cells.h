/*
 * The cells of a library that a made design is made of: simple gates by number of inputs and
 * function, in several drives; one kind of register; buffers for clocks.
 */
#ifndef GEN_CELLS_H
#define GEN_CELLS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"
#include "db/library.h"

enum {
	MOST_GATE_INPUTS = 4,
	MOST_FUNCTIONS = 64, /* of one number of inputs */
	MOST_DRIVES = 16,
};

/* Cells of one function, the weakest first. */
struct drives {
	int32_t n;
	int32_t cell[MOST_DRIVES];
	double max_load[MOST_DRIVES]; /* fF that it drives well */
	int32_t share;                /* how often it is taken, beside others of as many inputs */
	bool is_buffer;               /* keeps the sense of its only input */
};

struct gate_cells {
	const struct library *library;             /* borrowed */
	int32_t n_functions[MOST_GATE_INPUTS + 1]; /* by number of inputs; 0 isn't used */
	struct drives function[MOST_GATE_INPUTS + 1][MOST_FUNCTIONS];
	struct drives registers; /* D, clock, Q … */
	bool inverse_output;     /* … and an inverse output */
	struct drives clock_buffers;
	double pin_load;   /* fF of a gate's input, mean over the weakest cells */
	double gate_delay; /* ps of one such gate with two such loads and their wires, mean */
};

/* Pins of a cell, counted from its first: inputs in their order (of a register: data, clock), then
 * the output that others are connected to. */
struct cell_pins {
	int32_t n_inputs, input[MOST_GATE_INPUTS], output;
};

/*
 * Choose from a library; registers with an inverse output are preferred or avoided; a wire to a
 * sink has this many fF. STATUS_FAILED names what is missing: gates of one to three inputs, an
 * edge-triggered register without set and reset.
 */
enum status gate_cells_choose(const struct library *library, bool inverse_output, double wire_load,
			      struct gate_cells *out);

struct cell_pins gate_cell_pins(const struct library *library, int32_t cell);

/* The weakest that drives a load well, else the strongest. */
int32_t drives_choose(const struct drives *drives, double load);

#endif
