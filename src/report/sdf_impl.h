/* What the parts of the SDF writer share: sdf.c the file and its words, sdf_delays.c arcs and wires, sdf_checks.c
 * checks. */
#ifndef REPORT_SDF_IMPL_H
#define REPORT_SDF_IMPL_H

#include "base/output.h"
#include "report/sdf.h"

/* How an output changes, in the order of SDF's six values. */
enum sdf_change {
	ZERO_TO_ONE, /* = RISE */
	ONE_TO_ZERO, /* = FALL */
	ZERO_TO_Z,
	Z_TO_ONE,
	ONE_TO_Z,
	Z_TO_ZERO,
	N_CHANGES
};

/* What an IOPATH or INTERCONNECT says: the delays to the changes of a pin. */
struct sdf_delay {
	int32_t to;    /* pin */
	int from_edge; /* of the pin that it comes from; where it doesn't matter, one of both */
	const struct lib_arc *lib;     /* borrowed; NULL = a wire */
	const struct library *library; /* borrowed: of that */
	int64_t fs[N_SPLITS][N_CHANGES];
};

struct writer {
	const struct timing *timing;       /* borrowed */
	const struct timing_graph *graph;  /* borrowed */
	const struct netlist *netlist;     /* borrowed */
	const struct sdf_options *options; /* borrowed */
	struct output out;
	int digits;
	double unit; /* fs */
	int32_t n;
	struct sdf_delay *delay; /* owned [n]: those from one pin */
	int64_t capacity;
	int64_t *
		drive; /* owned [2 drivers] fs: what loads add to driving cells' delays, in those of wires … */
	int32_t next_driver; /* … from ports that weren't listed yet */
	int32_t *latch_arc,
		*check; /* owned: numbers, by the pins that arcs leave and that data reaches */
	int32_t next_latch, next_check;
	int64_t done;
};

/* ---- sdf.c ---- */

enum status sdf_write_name(struct writer *w, const char *name);
/* " (posedge A)" of a vertex. */
enum status sdf_write_edge(struct writer *w, int32_t vertex);
/* " (1::2)"; when one has no value, the other; when neither has one, "()". */
void sdf_write_triple(struct writer *w, int64_t early, int64_t late);
/* The head of a CELL, unless it is there. */
enum status sdf_begin_cell(struct writer *w, int32_t instance, bool *begun);
/* The condition of a library's arc as SDF has it; `text`: what the library calls it, as in struct lib_arc. Nothing
 * where there is none. */
enum status sdf_condition(const struct writer *w, int32_t instance, const struct library *library,
			  const struct lib_arc *arc, int32_t text, struct text *out);

/* ---- sdf_delays.c ---- */

enum status sdf_list_delays(struct writer *w, int32_t pin, bool wires);
void sdf_write_delays(struct writer *w, const struct sdf_delay *d);
enum status sdf_write_cell_delays(struct writer *w, int32_t instance, bool *begun);

/* ---- sdf_checks.c ---- */

enum status sdf_sort_checks(struct writer *w);
enum status sdf_write_checks(struct writer *w, int32_t instance, bool *begun);

#endif
