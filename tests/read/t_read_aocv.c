/* Reading AOCV tables: what is read, the place of each error, and factors between the points. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/task.h"
#include "lib/tap.h"
#include "read/aocv.h"

static char path[] = "/tmp/t_read_aocv.XXXXXX";

static enum status read_text(const char *text, struct aocv **out)
{
	struct task task = TASK_INIT;
	FILE *file = fopen(path, "w");

	fputs(text, file);
	fclose(file);
	return aocv_read(path, 1, &task, out);
}

static void refused(const char *text, const char *message)
{
	struct aocv *aocv = NULL;
	enum status status = read_text(text, &aocv);
	const char *got = status_text(status) + strlen(path) + 1;

	got += *got == ' ';

	if (!OK(status == STATUS_BAD_INPUT && !aocv && strcmp(got, message) == 0, "%s", message))
		printf("# got: %s\n", status == STATUS_OK ? "tables" : got);
	aocv_free(aocv);
}

#define TABLE "object_type: design\nderate_type: late\n"

static bool is_factor(const struct aocv *aocv, int32_t table, double depth, double distance,
		      double wanted)
{
	double got = aocv_factor(aocv, table, depth, distance);

	if (fabs(got - wanted) < 1e-12)
		return true;
	printf("# at depth %g and distance %g: %.15g, not %.15g\n", depth, distance, got, wanted);
	return false;
}

static bool is_range(const struct aocv *aocv, double depth, double distance, double low,
		     double high)
{
	double least, most;

	aocv_factor_range(aocv, 0, depth, distance, &least, &most);
	return fabs(least - low) < 1e-9 && fabs(most - high) < 1e-9 && least <= low && most >= high;
}

static const char good[] = "# all there is\r\n"
			   "version: 4.0\r\n"
			   "ocvm_type: aocvm\n"
			   "\n"
			   "object_type: design // of all\n"
			   "rf_type: rise fall\n"
			   "delay_type: cell net\n"
			   "derate_type: late\n"
			   "path_type: clock data\n"
			   "depth: 1 2, 4\n"
			   "distance: 100 \\\n"
			   "  300\n"
			   "table: 1.4 1.3 1.1 \\\n"
			   "       1.6\n"
			   "       1.4 1.2\n"
			   "version: 2.0\n"
			   "group_name: fast\n"
			   "object_type lib_cell\n"
			   "object_spec: {lib/INV* */BUF?}\n"
			   "derate_type: early\n"
			   "delay_type: cell\n"
			   "path_type: data\n"
			   "rf_type: fall\n"
			   "table: 0.9\n";

static void test_good(void)
{
	struct aocv *aocv;
	const struct aocv_table *t;

	if (!OK(read_text(good, &aocv) == STATUS_OK && aocv->n_tables == 2, "two tables")) {
		printf("# %s\n", status_text(STATUS_BAD_INPUT));
		return;
	}
	t = aocv->table;
	OK(t[0].object == AOCV_DESIGN && !t[0].spec[0] && !t[0].group[0] && t[0].edges == 3 &&
		   t[0].splits == 1 << LATE && t[0].n_depths == 3 && t[0].n_distances == 2 &&
		   t[0].what == (DERATE_CELL | DERATE_NET | DERATE_CLOCK | DERATE_DATA),
	   "the design's");
	OK(t[1].object == AOCV_LIB_CELL && strcmp(t[1].spec, "lib/INV* */BUF?") == 0 &&
		   strcmp(t[1].group, "fast") == 0 && t[1].edges == 1 << FALL &&
		   t[1].splits == 1 << EARLY && t[1].what == (DERATE_CELL | DERATE_DATA) &&
		   !t[1].n_depths && !t[1].n_distances,
	   "a library cell's, of a group");
	OK(is_factor(aocv, 0, 1, 100, 1.4) && is_factor(aocv, 0, 3, 100, 1.2) &&
		   is_factor(aocv, 0, 2, 200, 1.35) && is_factor(aocv, 0, 1.5, 150, 1.3875) &&
		   is_factor(aocv, 1, 7, 1e9, 0.9),
	   "factors are linear between points");
	OK(is_factor(aocv, 0, 0, 0, 1.4) && is_factor(aocv, 0, 100, 1e9, 1.2) &&
		   is_factor(aocv, 0, 0.5, 1000, 1.6),
	   "and beyond them the nearest");
	OK(is_range(aocv, 1, 1e300, 1.1, 1.6) && is_range(aocv, 3, 100, 1.1, 1.2) &&
		   is_range(aocv, 3, 200, 1.1, 1.25) && is_range(aocv, 9, 0, 1.1, 1.1),
	   "the range from a depth on, up to a distance");
	aocv_free(aocv);
}

static void test_errors(void)
{
	refused("", "error: there is no table");
	refused("version: 5.0\n", "1:10: error: version: expected 1.0 to 4.0, found \"5.0\"");
	refused("version: 4.0 x\n", "1:14: error: expected the end of the line");
	refused("ocvm_type: pocvm\n", "1:12: error: ocvm_type: expected aocvm, found \"pocvm\"; "
				      "set_variation has statistical variation");
	refused("depths: 1\n", "1:1: error: unknown field \"depths\"");
	refused("depth: 1\n", "1:1: error: depth before object_type, which begins a table");
	refused("object_type: net\n",
		"1:14: error: object_type: expected design, lib_cell or cell, found \"net\"");
	refused("object_type: cell lib_cell\n",
		"1: error: object_type: one of design, lib_cell, cell");
	refused("object_type: design\ntable: 1\n", "2:8: error: a table without derate_type");
	refused("object_type: cell\nderate_type: late\ntable: 1\n",
		"3:8: error: a table of a cell without object_spec");
	refused("object_type: lib_cell\nobject_spec: *\nderate_type: late\ndelay_type: net\ntable: 1\n",
		"5:8: error: a table of a lib_cell for nets alone");
	refused(TABLE "derate_type: early\n", "3:1: error: derate_type is given twice");
	refused(TABLE "rf_type: up\n", "3:10: error: rf_type: expected rise, fall, found \"up\"");
	refused(TABLE "rf_type:\n", "3:9: error: rf_type: expected a word, the line ends");
	refused(TABLE "depth: 1 1\n", "3:10: error: depth doesn't ascend");
	refused(TABLE "depth: -1\n", "3:8: error: a depth of -1: it must be from 0 to 1e+06");
	refused(TABLE "distance: nan\n", "3:11: error: expected a number, found \"nan\"");
	refused(TABLE "distance: 1e99\n",
		"3:11: error: a distance of 1e+99: it must be from 0 to 1e+09");
	refused(TABLE "table: 0\n", "3:8: error: a derate of 0: it must be from 0.001 to 1000");
	refused(TABLE "table: 1 2\n", "3:10: error: more than 1 values (0 depths, 0 distances)");
	refused(TABLE "depth: 1 2\ntable: 1.1\n",
		"4:1: error: the table of line 1 has 1 values, not 2 (2 depths, 0 distances)");
	refused(TABLE "depth: 1 2\n", "3:1: error: the table of line 1 has no values");
	refused(TABLE "depth: 1 2\n" TABLE, "4:1: error: the table of line 1 has no values");
	refused(TABLE "table: 1.1x\n", "3:8: error: expected a number, found \"1.1x\"");
	refused(TABLE "object_spec: a\tb\x01\n", "3:17: error: a control character");
}

int main(void)
{
	struct aocv *aocv;
	struct task task = TASK_INIT;

	if (mkstemp(path) < 0)
		return 1;
	test_good();
	test_errors();
	unlink(path);
	OK(aocv_read(path, 1, &task, &aocv) == STATUS_IO && !aocv, "a file that isn't there");
	return tap_done();
}
