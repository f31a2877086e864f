/*
 * Sizes that made designs take after: the ten largest benchmarks of the PBA paper (Guo, Huang, Lin,
 * "GPU-accelerated critical path generation with path constraints" and its sequel, table II).
 */
#ifndef GEN_PROFILE_H
#define GEN_PROFILE_H

#include <stdbool.h>
#include <stdint.h>

/*
 * The paper gives gates, pins and arcs. As OpenTimer counts them, a gate input has an arc of its
 * net and one to the output in each split; a register has two arcs of nets, one to each output in
 * each split, and two checks. So
 *
 *	pins = gates + ports + inputs (+ one each for inverse outputs)
 *	arcs = 3 inputs of gates + outputs ports + 6 registers (8 with inverse outputs)
 *
 * and where registers have inverse outputs, their number follows from the three figures and the
 * ports: registers = 3 (pins − gates − ports) + output ports − arcs. That gives netcard 97,831,
 * vga_lcd_iccad 17,079, edit_dist 5,661, matrix_mult 2,898, just what those benchmarks are known to
 * have; in des_perf and edit_dist of ISPD 2013 it gives none, so their registers have one output.
 */
struct profile {
	const char *name;
	int32_t n_gates, n_pins, n_arcs; /* table II; 0 arcs: not from there */
	int32_t n_inputs, n_outputs;     /* ports; clocks are inputs */
	int32_t n_registers;
	bool inverse_output; /* of registers */
	int32_t n_levels;    /* of logic, ours */
};

extern const char profile_names[]; /* separated by '|' */
/* NULL when there is none of that name. */
const struct profile *profile_find(const char *name);

/* The profile with another number of gates, all else in proportion (ports by the square root: what
 * surrounds a design). At least 200 gates. */
struct profile profile_scale(const struct profile *profile, int64_t n_gates);

#endif
