/*
 * SPEF (IEEE 1481-1998 to 2019): the parasitics of nets, resolved against a netlist.
 *
 * Read are the header (divider, delimiters, units), *NAME_MAP and *D_NET with *CONN, *CAP and *RES.
 * Skipped without a word: *PORTS, *PHYSICAL_PORTS, *POWER_NETS, *GROUND_NETS, *DEFINE, *INDUC,
 * sensitivities and the attributes of connections (*C, *L, *S, *D).
 *
 *  - A capacitance to ground belongs to its node. A coupling becomes capacitance to ground at
 *    those of its two nodes that are of the net at hand (the other net's section has its own view
 *    of it): nodes that the section named before, inner nodes ("net:7") and pins that the netlist
 *    connects to the net.
 *  - Of a triplet a:b:c one is taken, the middle unless another is asked for.
 *  - Negative capacitances and resistances become 0, with a warning; NaN and infinities are no
 *    numbers, more than 1 F or 1 TΩ is out of range: errors.
 *  - A pin that the netlist doesn't have or connects elsewhere becomes an inner node; warning.
 *  - A pin of a block that the netlist has flattened is a node at which files of several blocks are joined
 *    (parasitics_merge()).
 *  - *R_NET becomes the pi of its driver and a delay to each load, see PARASITICS_REDUCED.
 *  - An *R_NET without one driver, and a *D_NET without *CAP, become one inner node that has the total; warning.
 *  - A net that the netlist doesn't have is skipped; of one given twice the last counts; warnings.
 *
 * Names lose SPEF's escapes; the divider becomes '/', bus delimiters become brackets.
 */
#ifndef READ_SPEF_SPEF_H
#define READ_SPEF_SPEF_H

#include "base/task.h"
#include "base/text.h"
#include "db/netlist.h"
#include "db/parasitics.h"

/* What is read how. */
struct spef_source {
	const struct netlist *netlist; /* borrowed */
	const char *block;             /* borrowed: names are of this block; NULL = of the top */
	double coupling;               /* what capacitances between two nets are multiplied by */
	bool includes_pins;            /* the capacitances of pins are in the file's */
	bool quiet;                    /* warnings are counted, but for a line of each kind */
	int triplet;                   /* which of a:b:c is taken: 0, 1, 2 */
};

#define SPEF_SOURCE_INIT(of)                                                                       \
	{                                                                                          \
		.netlist = (of), .coupling = 1, .triplet = 1                                       \
	}

/*
 * Read a SPEF file, plain or gzip. Warnings, one line each and a few of each kind with the number
 * of the others, are appended. STATUS_IO, STATUS_BAD_INPUT (with line and column),
 * STATUS_CANCELLED, STATUS_USAGE when there is no such block.
 */
enum status spef_read(const char *path, const struct spef_source *source, struct text *warnings,
		      struct task *task, struct parasitics **out);

#endif
