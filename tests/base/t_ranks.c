/*
 * One process without mpirun; with it and a path each writes what it has found to PATH.NUMBER, for t_mpi.sh:
 *
 *	mpirun -n N t_ranks PATH
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/print.h"
#include "base/ranks.h"
#include "lib/tap.h"

static int alone(void)
{
	int64_t value[2] = {5, -7}, row[2] = {0, 2};
	bool first = true;
	char text[40] = "as it was";

	OK(ranks_n() == 1 && ranks_number() == 0 && ranks_local() == 0, "one process");
	OK(ranks_agree(STATUS_IO) == STATUS_IO && ranks_agree(STATUS_OK) == STATUS_OK,
	   "it agrees with itself");
	OK(ranks_add(value, 2) == STATUS_OK && ranks_join(row, value) == STATUS_OK &&
		   value[0] == 5 && value[1] == -7,
	   "its values stay");
	OK(ranks_follow(STATUS_OK, &first) == STATUS_OK && first &&
		   ranks_follow(STATUS_IO, &first) == STATUS_IO,
	   "it follows itself");
	OK(ranks_end(3) == 3, "it ends with its code");
	print_last_error(text, sizeof text);
	OK(strcmp(text, "as it was") == 0, "nothing was printed");
	print_error("warpscope: no %s\nat all\n", "good");
	print_last_error(text, sizeof text);
	OK(strcmp(text, "no good") == 0, "the last error is a sentence");
	return tap_done();
}

/* Process r has r + 1 values. */
static bool joins(int n)
{
	int64_t row[65] = {0}, all[64 * 65 / 2] = {0};
	bool same = true;

	for (int r = 0; r < n; r++)
		row[r + 1] = row[r] + r + 1;
	for (int64_t i = row[ranks_number()]; i < row[ranks_number() + 1]; i++)
		all[i] = 100 * i + ranks_number();
	if (ranks_join(row, all) != STATUS_OK)
		return false;
	for (int r = 0; r < n; r++)
		for (int64_t i = row[r]; i < row[r + 1]; i++)
			same &= all[i] == 100 * i + r;
	return same;
}

static int meet(const char *path)
{
	char host[65] = "", name[4096];
	int64_t sum[2] = {1, INT64_MAX};
	bool first;
	enum status status;
	FILE *file;

	if (ranks_begin() != STATUS_OK || ranks_n() > 64)
		return 1;
	gethostname(host, sizeof host - 1);
	snprintf(name, sizeof name, "%s.%d", path, ranks_number());
	file = fopen(name, "w");
	if (!file)
		return 1;
	sum[1] += ranks_number(); /* modulo 2^64 */
	first = ranks_number() == 0;
	status = ranks_add(sum, 2) == STATUS_OK && ranks_follow(STATUS_OK, &first) == STATUS_OK
			 ? STATUS_OK
			 : STATUS_FAILED;
	fprintf(file, "number %d of %d, %d of %s%s%s%s\n", ranks_number(), ranks_n(), ranks_local(),
		host, status == STATUS_OK && sum[0] == ranks_n() ? ", sums" : "",
		first ? ", follows" : "", joins(ranks_n()) ? ", joins" : "");
	status = STATUS_OK;
	if (ranks_number() > 0 && ranks_number() % 2 == 1)
		status = status_fail(STATUS_IO, "no file %d", ranks_number());
	status = ranks_agree(status);
	fprintf(file, "status %d: %s\n", (int)status, status_text(status));
	fclose(file);
	return ranks_end(ranks_number() == 1 ? 7 : 0);
}

int main(int argc, char **argv)
{
	return argc > 1 ? meet(argv[1]) : alone();
}
