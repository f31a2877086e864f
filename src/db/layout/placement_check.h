/*
 * Summary of a placement: components by kind and status, areas, and whether it is legal.
 */
#ifndef DB_LAYOUT_PLACEMENT_CHECK_H
#define DB_LAYOUT_PLACEMENT_CHECK_H

#include "base/task.h"
#include "db/layout/placement.h"

/* Kinds of components, by the class of their macro. */
enum placement_kind {
	KIND_CELL, /* core cells but for the next four */
	KIND_TIE,
	KIND_TAP,
	KIND_FILLER,
	KIND_ANTENNA,
	KIND_ENDCAP,
	KIND_BLOCK, /* rings too */
	KIND_PAD,
	KIND_COVER,
	KIND_UNKNOWN, /* no LEF says, or without a size */
	N_KINDS
};

struct placement_summary {
	int64_t n[N_KINDS][COVER + 1]; /* by enum place_status */
	double area[N_KINDS];          /* µm² */
	int64_t n_ports[COVER + 1];
	int64_t n_outside; /* components not wholly on the die */
	int64_t n_sites;
	struct rect core; /* what the rows cover */
	double row_area;  /* µm², less what placed blocks take of it */
	double die_area;
	double utilization; /* cells without fillers / row_area; 0 without rows */
};

enum placement_fault {
	FAULT_OUTSIDE,     /* not wholly on the die */
	FAULT_OVERLAP,     /* with another component; covers and what has no size aside */
	FAULT_ROW,         /* a core cell that isn't in a row of its site */
	FAULT_SITE,        /* in a row, between sites */
	FAULT_ORIENTATION, /* on a site, upside down for its row */
	FAULT_BLOCKAGE,    /* placed, not fixed, in a hard placement blockage */
	N_FAULTS
};

struct placement_check {
	int32_t n_checked; /* components that are placed and have a size */
	bool has_rows;     /* else the faults of rows are not looked for */
	uint8_t *fault;    /* owned [n_components]: 1 << enum placement_fault */
	int64_t n[N_FAULTS];
};

enum placement_kind placement_kind(const struct placement *placement, int32_t component);

enum status placement_summarize(const struct placement *placement,
				struct placement_summary *summary);

enum status placement_check_new(const struct placement *placement, struct task *task,
				struct placement_check **out);
void placement_check_free(struct placement_check *check); /* NULL is fine */
RELEASER(placement_check_drop, struct placement_check, placement_check_free)

/* The die as rectangles; *out is the caller's to free. */
enum status placement_cut_die(const struct placement *placement, struct rect **out, int32_t *n_out);
/* Do they cover a box wholly? */
bool rects_contain(const struct rect *rect, int32_t n, const struct rect *box);

#endif
