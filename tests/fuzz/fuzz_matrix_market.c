/*
 * Fuzz target of the Matrix Market reader: any bytes give a matrix or an error, never a crash, and a matrix is what db/sparse.h
 * says of it, also turned round.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "read/matrix_market.h"

int fuzz_matrix_market(const uint8_t *data, size_t size);

static void must(bool condition)
{
	if (!condition)
		abort();
}

static void check(const struct sparse *a)
{
	must(a->row[0] == 0);
	for (int32_t r = 0; r < a->n_rows; r++) {
		must(a->row[r] <= a->row[r + 1]);
		for (int32_t e = a->row[r]; e < a->row[r + 1]; e++) {
			must(a->column[e] >= 0 && a->column[e] < a->n_columns);
			must(e == a->row[r] || a->column[e - 1] <= a->column[e]);
			must(a->value[e] - a->value[e] == 0);
		}
	}
}

int fuzz_matrix_market(const uint8_t *data, size_t size)
{
	static char path[64];
	static int fd;
	struct task task = TASK_INIT;
	struct text warnings = TEXT_INIT;
	struct sparse *a, *b;

	if (!fd) {
		fd = memfd_create("mtx", MFD_CLOEXEC);
		must(fd > 0);
		snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
	}
	must(ftruncate(fd, 0) == 0 && pwrite(fd, data, size, 0) == (ssize_t)size);
	if (matrix_market_read(path, &warnings, &task, &a) == STATUS_OK) {
		check(a);
		if ((int64_t)a->n_rows + a->n_columns < 100000) {
			struct sparse_statistics statistics;

			must(sparse_transpose(a, &task, &b) == STATUS_OK);
			check(b);
			must(sparse_entries(a) == sparse_entries(b));
			must(sparse_statistics_of(a, &statistics) == STATUS_OK);
			must(statistics.longest >= statistics.shortest &&
			     statistics.half <= statistics.most);
			sparse_free(b);
		}
		sparse_free(a);
	}
	text_release(&warnings);
	return 0;
}
