/*
 * Static timing analysis as a product ([SpMV], section 4.1): rows are paths, columns what has a delay, and the product with the delays is
 * when each path arrives. See gpu/spmv/k_paths.cu.
 */
#ifndef GPU_SPMV_STA_H
#define GPU_SPMV_STA_H

#include "gpu/search/search.h"
#include "gpu/spmv/spmv.h"
#include "gpu/spmv/sta_args.h"

enum sta_columns {
	STA_ARCS, /* an arc each, and a source: exact */
	STA_PINS, /* as in the paper: a pin has one delay, whichever arc and transition the path comes by */
};

/* Rows of ones with 16 bits an entry: delta_rows of spmv_args.h, on the host. */
struct sta_deltas {
	int32_t n_groups;
	bool is_running; /* distances are from the entry before */
	bool is_single;  /* they aren't, and each row is one group */
	int64_t row_capacity, group_capacity, begin_capacity;
	int32_t *row, *base, *begin; /* owned */
	uint16_t *offset;            /* owned */
};

struct sta {
	struct sparse *rows; /* owned: ones; columns are numbered in the order of the paths */
	int32_t *delay; /* owned [columns] fs: of a pin the largest (of early paths the least) */
	int64_t *
		arrival; /* owned [rows] fs: what the paths themselves say; NULL = of a made matrix, the sums of its rows */
	int64_t n_ambiguous; /* columns that have several delays */
	struct sta_deltas deltas;
};

/*
 * Of the paths of traces, without what sinks require. `pin` maps vertices to columns of STA_PINS. STATUS_FAILED when a delay doesn't fit 32 bits
 * of fs, or there are too many points; STATUS_NO_MEMORY, STATUS_CANCELLED.
 */
enum status sta_of_traces(const struct traces *traces, enum sta_columns columns, const int32_t *pin,
			  bool late, struct task *task, struct sta *out);
/* Of a matrix of ones, which is taken over, with random delays up to 100 ps. */
enum status sta_of_matrix(struct sparse *rows, struct task *task, struct sta *out);
void sta_release(struct sta *sta);

/* Sums of rows, one after another on the host: [rows] fs. */
void sta_serial(const struct sta *sta, int64_t *arrival);

/* The worst difference, fs, of sums of delays in single precision, ps, from the paths' own arrivals. */
double sta_worst(const struct sta *sta, const float *ps);
/* Paths whose sum isn't their arrival, and the worst difference, fs. */
int64_t sta_wrong(const struct sta *sta, const int64_t *sum, int64_t *worst);

/* On a device. */
struct sta_device {
	struct queue *queue;         /* borrowed */
	struct delta_sums_args args; /* owned arrays */
	bool is_single;              /* as of sta_deltas */
};
enum status sta_device_open(struct queue *queue, const struct sta *sta, struct sta_device *out);
void sta_device_close(struct sta_device *device);
/* One product, queued. */
void sta_device_run(struct sta_device *device, int32_t n_rows);
/* Its bytes: 2 an entry. */
int64_t sta_delta_bytes(const struct sta *sta);

/* Slacks of all records of a search from their parents', level by level; nothing is searched again. */
struct sta_forest {
	struct search *
		search; /* borrowed; NULL = it keeps no costs of deviations, as by the papers' methods */
	int64_t *d_slack; /* owned [records] */
};
enum status sta_forest_open(struct search *search, struct sta_forest *out);
void sta_forest_close(struct sta_forest *forest);
void sta_forest_run(struct sta_forest *forest);
/* How many records there are, and how many of them are other than the search says. */
enum status sta_forest_check(struct sta_forest *forest, int64_t *n, int64_t *n_wrong);

/* Arrivals of a whole graph: by one sweep over its levels, and by products over (min, +) of slacks until nothing changes. */
struct sta_arrivals {
	struct image *image;  /* borrowed */
	int32_t *d_mirror;    /* owned: levels from the sources */
	int64_t *d_prefix[2]; /* owned [states] */
	int64_t *d_first;     /* owned [states]: what products begin with */
	void *d_counters;     /* owned */
};
enum status sta_arrivals_open(struct image *image, struct sta_arrivals *out);
void sta_arrivals_close(struct sta_arrivals *arrivals);
void sta_arrivals_sweep(struct sta_arrivals *arrivals);
void sta_arrivals_product(struct sta_arrivals *arrivals);
/* After a sweep: [states] fs; after products the same, and how many there were. */
enum status sta_arrivals_read(struct sta_arrivals *arrivals, bool of_products, int64_t *prefix,
			      int64_t *steps);

#endif
