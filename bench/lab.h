/* What the files of bench_lab share. */
#ifndef BENCH_LAB_H
#define BENCH_LAB_H

#include "gpu/place/quadratic.h"
#include "gpu/spmv/sta.h"
#include "base/task.h"
#include "cusparse.h"
#include "gpu/device/device.h"

struct bench {
	int argc;
	char **argv;
	struct device_config device;
	struct task task;
	struct queue *queue;
	struct cusparse *cusparse;
	int runs, table;
	int64_t most;
	const char *matrix;
	bool cg, ranked;
};

/* As printed: GFLOPS of tables 3, 4 and 8; paths a second of table 6. */
struct lab_printed {
	int table;
	const char *name;
	double cpu, warp, product, warped;
};

/* Row i of those tables; NULL after the last. */
const struct lab_printed *lab_printed_at(int i);
/* By its name in the seed's tables, or from a Matrix Market file. */
enum status open_matrix(struct bench *b, const char *name, struct sparse **out);
/* Has the matrix of this name more entries than are wanted? Then it is named in the table. */
bool is_left_out(const struct bench *b, const char *name);
/* "exact", or "stand-in" for a matrix that only has the sizes of the one that the paper means. */
const char *lab_kind(const char *name);

/* ---- lab_products.c ---- */

struct products {
	struct spmv spmv;
	float *x, *y, *d_x, *d_y; /* owned */
	double ms[N_SPMV_METHODS], uncached, expansion, cusparse[N_CUSPARSE], prepare[N_CUSPARSE],
		worst[N_CUSPARSE];
	enum spmv_method chosen;
};

enum status measure_matrix(struct bench *b, const struct sparse *a, struct products *p);
double best_cusparse(const struct products *p); /* ms; below 0 = there is none */
/* The fastest of those that begin with x, and of those that have it expanded. */
enum spmv_method best_method(const struct products *p, bool expanded);
/* Rows of ones by 16 bits an entry: mean ms. */
enum status measure_deltas(struct bench *b, const struct sta *sta, double *ms);

enum status one_matrix(struct bench *b);
enum status table_of_products(struct bench *b);
enum status table_of_paths(struct bench *b);

/* ---- lab_ranked.c ---- */

enum status ranked_paths(struct bench *b);

/* ---- lab_designs.c ---- */

/* A design's quadratic placement. */
struct lab_design {
	const char *name;
	bool is_made;
	int32_t n_cells, n_nets;
	struct quadratic quadratic;
};

/* Designs that are there and, by `most`, not too large, one after another; the others are named. */
typedef enum status use_design(struct bench *b, const struct lab_design *design);
enum status each_design(struct bench *b, use_design *use);

/* ---- lab_sizes.c ---- */

enum status table_of_sizes(struct bench *b);

/* ---- lab_solve.c ---- */

enum status table_of_cg(struct bench *b);
enum status largest_cg(struct bench *b);
enum status table_of_searches(struct bench *b);

#endif
