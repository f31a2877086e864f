/*
 * The lab of [SpMV]: a matrix, what was done with it by which methods, and how long each took. In report/lab.c, lab_measure.c,
 * lab_report.c; the commands are those of cmd/cmd_lab.c.
 */
#ifndef REPORT_LAB_H
#define REPORT_LAB_H

#include "gpu/place/cg.h"
#include "gpu/spmv/sta.h"
#include "session/command.h"
#include "session/session.h"
#include "snap/chart.h"

struct lab {
	struct sparse *matrix; /* owned; NULL = none yet */
	bool is_made;          /* by a name: the same name needn't make it again */
	struct sparse_statistics statistics;
	/* The last result, owned [n_y × y_columns], row by row; NULL = none. What its rows and its values are: lab_keep(). */
	double *y;
	int64_t n_y, y_first; /* the number of the first row */
	int32_t y_columns;
	const char *y_row, *y_value;
	struct lab_table table;
	double peak_rate; /* operations a ms, of the table's device; 0 = not measured */
	const struct lab_point *point; /* borrowed from it [n_points]: 0 = where it began */
	int32_t n_points;
};

/* The session's, made when first asked for. STATUS_NO_MEMORY. */
enum status lab_need(struct session *session, struct lab **out);
struct lab *session_lab(const struct session *session); /* NULL = not made yet */
/* STATUS_FAILED with a hint when no command of the lab has run. */
enum status lab_need_table(const struct session *session, const struct lab **out);

/* Another matrix, which is taken over also when that fails; what was measured with the one before goes. STATUS_NO_MEMORY. */
enum status lab_set_matrix(struct session *session, struct sparse *matrix, struct lab **out);

/* Begin a table: the device's bandwidth is measured when it isn't known. */
enum status lab_begin(struct session *session, struct lab *lab, const char *job, const char *work,
		      const char *title);
/* A row more, all zero; the last one when there is no room. */
struct lab_row *lab_add(struct lab *lab, const char *method);
/* Mark the row that is fastest with what it has apart, and that of the method chosen (NULL = none is). */
void lab_finish(struct lab *lab, const char *chosen);

/* Something that is measured: queue it once. */
typedef enum status lab_run(void *context);
/* Mean ms of one run: a first one that doesn't count, then n (0 = as many as take a tenth of a second, 3 to 1000). */
enum status lab_measure(struct session *session, lab_run *run, void *context, int32_t runs,
			struct lab_row *row);

/* Keep a result: room for n rows of some columns, whose values the caller fills in; `row` and `value` name them, as "path" and
 * "arrival, ps". STATUS_NO_MEMORY. */
enum status lab_keep(struct lab *lab, int64_t n, int32_t columns, const char *row,
		     const char *value);

/* A number that differs when any bit of n words does. */
uint64_t lab_digest(const void *words, int64_t n);

/* Products by one method, or by all of them. */
enum { LAB_ALL = -1, LAB_AUTO = -2 };
struct lab_spmv {
	int method; /* enum spmv_method, LAB_ALL or LAB_AUTO */
	int32_t runs;
	bool ones; /* the vector: 1 everywhere, else from −1 to 1 */
};
enum status lab_run_spmv(struct session *session, struct lab *lab, const struct lab_spmv *options);

/* Searches in the graph that the matrix is the arcs of. */
struct lab_bfs {
	int method; /* enum bfs_method, LAB_ALL */
	int32_t runs;
	int32_t from; /* vertex, −1 = all without arcs into them */
};
enum status lab_run_bfs(struct session *session, struct lab *lab, const struct lab_bfs *options);

/* What the task counts to when it solves: a residual as small as the tolerance, by its logarithm. */
enum { CG_SOLVED = 100 };

/* A linear system, or two of one matrix: vectors are [rows][systems]. */
/* Solve it and measure an iteration: a row more of the table. */
enum status lab_run_cg(struct session *session, struct lab *lab, const struct cg_system *system,
		       const struct cg_options *options, int32_t runs);

/* Arrivals of paths: sta->rows is the lab's matrix. `search` is where they come from, NULL = a made matrix. */
enum status lab_run_sta(struct session *session, struct lab *lab, const struct sta *sta,
			struct search *search, const char *what, int32_t runs);

/* The first paths of the search in dies of run_ssta's. */
struct lab_dies {
	int64_t most; /* paths */
	int64_t begin, n;
	int32_t runs;
};
/* Compute, compare and write them. STATUS_FAILED when the ways don't agree with run_ssta. */
enum status lab_run_dies(struct session *session, const struct lab_dies *options, struct text *out);

/* What is the same in each run: size, digests, errors. */
void lab_write_results(const struct lab *lab, struct text *out);
/* What was measured too. */
void lab_write_report(const struct lab *lab, struct text *out);
/* The first n rows of the last result. STATUS_FAILED when there is none. */
enum status lab_write_vector(const struct lab *lab, int64_t n, struct text *out);
/* Of the rows of the matrix. */
void lab_write_matrix(const struct lab *lab, struct text *out);

/* What is to be drawn of the session's lab. STATUS_FAILED when there is nothing. */
enum status lab_chart_of(const struct session *session, enum lab_chart what, struct chart *out);

enum lab_file { LAB_FILE_TABLE, LAB_FILE_MATRIX, LAB_FILE_VECTOR };
/* As CSV, as Matrix Market coordinates, as a Matrix Market array. STATUS_IO, STATUS_FAILED without such a thing. */
enum status lab_write_file(const struct lab *lab, enum lab_file what, const char *path,
			   struct task *task);

#endif
