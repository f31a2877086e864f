/* A comparison of endpoint slacks with saved ones, as a snapshot: totals, the rows of a window, a
 * histogram of the differences, and a grid over slacks before and now. */
#ifndef SNAP_CHANGES_H
#define SNAP_CHANGES_H

#include "base/names.h"
#include "snap/histogram.h"

/* Which endpoints are listed. CHANGES_ALL lists them in this order: worse ones, the largest loss
 * first; better ones, the largest gain first; new and gone ones by slack; unchanged ones. */
#define CHANGE_LISTS "all|changed|worse|better|new|gone|same"
enum change_list {
	CHANGES_ALL,
	CHANGES_CHANGED, /* all but CHANGES_SAME */
	CHANGES_WORSE,
	CHANGES_BETTER,
	CHANGES_NEW,  /* without a slack before */
	CHANGES_GONE, /* without a slack now */
	CHANGES_SAME,
	N_CHANGE_LISTS
};
extern const char *const change_list_name[N_CHANGE_LISTS];

/* Arrays of 2: before, now. */
struct change_totals {
	int64_t n[2], n_violated[2]; /* endpoints */
	/* fs: least, largest, sum of negative slacks; 0 without endpoints */
	int64_t wns[2], most[2], tns[2];
	int64_t n_list[N_CHANGE_LISTS];
	int64_t n_broken, n_mended; /* violated only now; violated only before */
};

/* The index in CHANGES_ALL of a list's first endpoint. */
int64_t change_list_begin(const struct change_totals *totals, enum change_list list);

/* A slack is the sum of these, of early paths too, whose terms have the other sign. By cause: cells, nets, the clock up to
 * CPPR, and constraints. */
enum slack_part {
	PART_CELLS,
	PART_NETS,
	PART_LAUNCH, /* latencies */
	PART_CAPTURE,
	PART_CREDIT,
	PART_EDGES,       /* time from the launching to the capturing edge; set_max_delay */
	PART_UNCERTAINTY, /* with set_path_margin */
	PART_EXTERNAL,    /* input and output delays; time borrowed at the latch that launches */
	PART_CHECK,       /* setup, hold, …; time borrowed at the latch that captures */
	N_SLACK_PARTS
};
#define SLACK_PARTS                                                                                \
	"cells_ps,nets_ps,launch_ps,capture_ps,cppr_ps,edges_ps,uncertainty_ps,external_ps,check_ps"

/* The causes of differences in slack. */
struct slack_blame {
	int64_t n, part[N_SLACK_PARTS]; /* endpoints compared; sums of their differences, fs */
	struct names cells;             /* "u1 INV_X1 > INV_X2", "+u2 BUF_X1", "-u3 BUF_X1" */
};
/* "cells -1.5  nets 0  clock 2  constraint 0: launch 2", `unit` in fs; the changed cells, in at
 * most `most` bytes. */
void slack_blame_write(const struct slack_blame *blame, double unit, int digits, struct text *out);
void slack_blame_write_cells(const struct slack_blame *blame, int64_t most, struct text *out);

REQUEST_BEGIN
struct changes_request {
	int64_t edition;   /* changes with each command; the answer's serial */
	int64_t first, n;  /* rows of the list */
	int64_t selected;  /* the row to explain */
	int64_t low, high; /* fs, both axes of the grid: low ≤ slack < high; low ≥ high = all */
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
	char *pin,
		*group; /* owned: the pin's name; the current path group, or else the earlier one */
};

struct snap_changes {
	struct snap snap;
	struct changes_request asked;
	char *name, *kind[2]; /* owned: of the saved set; "after CPPR", … before and now */
	bool timed, pending;  /* there are slacks; they aren't computed yet */
	char *why;            /* owned: why there are no slacks, else NULL */
	int32_t n_saved;      /* saved sets to choose from */
	struct change_totals totals;
	struct slack_blame worse,
		one; /* owned: of all endpoints that are worse; of the selected row */
	int64_t first, n;
	struct snap_change_row *row;      /* owned [n] */
	struct snap_histogram *histogram; /* owned reference, NULL = none */
	int64_t low[2], width[2];         /* of the grid, fs */
	int32_t grid_n[2];
	int32_t *grid; /* owned [grid_n[1]][grid_n[0]]: endpoints in each cell */
};

enum status snap_changes_new(struct graph *graph, int64_t serial, struct snap_changes **out);

#endif
