/* Slacks of endpoints against those that were saved, as a snapshot: totals, the rows of a window, a histogram of
 * the differences, and a grid over slacks before and now. */
#ifndef SNAP_CHANGES_H
#define SNAP_CHANGES_H

#include "base/names.h"
#include "snap/histogram.h"

/* The endpoints listed, in the order of the list of all: the largest loss first, the largest gain, then what is new and
 * what is gone, by slack, and what is the same. */
#define CHANGE_LISTS "all|changed|worse|better|new|gone|same"
enum change_list {
	CHANGES_ALL,
	CHANGES_CHANGED, /* but the same */
	CHANGES_WORSE,
	CHANGES_BETTER,
	CHANGES_NEW,  /* that had no slack before */
	CHANGES_GONE, /* that have none now */
	CHANGES_SAME,
	N_CHANGE_LISTS
};
extern const char *const change_list_name[N_CHANGE_LISTS];

/* Arrays of 2: before, now. */
struct change_totals {
	int64_t n[2], n_violated[2]; /* endpoints */
	int64_t wns[2], most[2],
		tns[2]; /* fs: least, largest, sum of negative ones; 0 of no endpoints */
	int64_t n_list[N_CHANGE_LISTS];
	int64_t n_broken, n_mended; /* violated now but not before; before, and met now */
};

/* Where a list begins in that of all. */
int64_t change_list_begin(const struct change_totals *totals, enum change_list list);

/* A slack is the sum of these, of early paths too, whose terms have the other sign. By cause: cells, nets, the clock up to
 * CPPR, and constraints. */
enum slack_part {
	PART_CELLS,
	PART_NETS,
	PART_LAUNCH, /* latencies */
	PART_CAPTURE,
	PART_CREDIT,
	PART_EDGES,       /* from that which launches to that which captures; set_max_delay */
	PART_UNCERTAINTY, /* with set_path_margin */
	PART_EXTERNAL,    /* input and output delays, and what a latch gives to paths from it */
	PART_CHECK,       /* setup, hold, …, and what a latch lends to paths to it */
	N_SLACK_PARTS
};
#define SLACK_PARTS                                                                                \
	"cells_ps,nets_ps,launch_ps,capture_ps,cppr_ps,edges_ps,uncertainty_ps,external_ps,check_ps"

/* Why slacks differ. */
struct slack_blame {
	int64_t n, part[N_SLACK_PARTS]; /* worst paths on both sides, and their differences, fs */
	struct names cells;             /* "u1 INV_X1 > INV_X2", "+u2 BUF_X1", "-u3 BUF_X1" */
};
/* "cells -1.5  nets 0  clock 2  constraint 0: launch 2", the unit in fs; and up to `most` bytes on cells. */
void slack_blame_write(const struct slack_blame *blame, double unit, int digits, struct text *out);
void slack_blame_write_cells(const struct slack_blame *blame, int64_t most, struct text *out);

REQUEST_BEGIN
struct changes_request {
	int64_t edition;  /* another after each command: the answer's serial */
	int64_t first, n; /* rows of the list */
	int64_t selected; /* the row that is blamed */
	int64_t low,
		high; /* of the grid, fs: both axes, up to but without high; low ≥ high = all */
	int32_t grid_n[2]; /* cells: before, now; 0 = no grid */
	int32_t max_bins;  /* of the histogram; 0 = none */
	enum change_list list;
	enum split split;
	int32_t unused; /* 0: no gap */
};
REQUEST_END

/* As FS_NONE_64 of the kernels. */
#define CHANGE_NO_SLACK INT64_MAX

struct snap_change_row {
	int64_t before, now; /* fs, or CHANGE_NO_SLACK */
	char *pin, *group;   /* owned: its name, and the path group now, or else before */
};

struct snap_changes {
	struct snap snap;
	struct changes_request asked;
	char *name, *kind[2]; /* owned: of what was saved; "after CPPR" or so, before and now */
	bool timed, pending;  /* there are slacks; they aren't computed yet */
	char *why;            /* owned: when there are none, else NULL */
	int32_t n_saved;      /* how many there are to choose from */
	struct change_totals totals;
	struct slack_blame worse, one; /* of all that are worse, and of the row asked for; owned */
	int64_t first, n;
	struct snap_change_row *row;      /* owned [n] */
	struct snap_histogram *histogram; /* owned reference, NULL = none */
	int64_t low[2], width[2];         /* of the grid, fs */
	int32_t grid_n[2];
	int32_t *grid; /* owned [grid_n[1]][grid_n[0]]: endpoints in each cell */
};

enum status snap_changes_new(struct graph *graph, int64_t serial, struct snap_changes **out);

#endif
