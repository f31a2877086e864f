/* The buffers that trees are made of. */
#ifndef GEN_CLOCK_TREE_IMPL_H
#define GEN_CLOCK_TREE_IMPL_H

#include "gen/clock_tree.h"

struct buffer {
	int32_t master;        /* of the netlist */
	int32_t input, output; /* its pins */
	double capacitance;    /* of its input, fF */
	double drives;         /* max_capacitance, fF */
};

struct buffers {
	struct buffer *buffer; /* owned [n]: by what they drive, the weakest first */
	int32_t n;
};

/* Those that the options name or allow; their masters are added to an open netlist. */
enum status buffers_find(struct buffers *buffers, struct netlist *netlist,
			 const struct tree_options *options);
void buffers_release(struct buffers *buffers);

/* The weakest that may drive so much, else the strongest. */
const struct buffer *buffers_choose(const struct buffers *buffers, double capacitance);

#endif
