/* The Matrix Market reader: what it reads, and the place and words of its errors. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "lib/tap.h"
#include "read/matrix_market.h"

static char path[] = "/tmp/t_matrix_market.XXXXXX";

static enum status read_text(const char *text, struct text *warnings, struct sparse **out)
{
	struct task task = TASK_INIT;
	FILE *file = fopen(path, "w");

	fputs(text, file);
	fclose(file);
	return matrix_market_read(path, warnings, &task, out);
}

/* "rows x columns: row,column=value …" in the order of the matrix */
static void takes(const char *text, const char *wanted, const char *what)
{
	struct text got = TEXT_INIT, warnings = TEXT_INIT;
	struct sparse *a;

	if (read_text(text, &warnings, &a) == STATUS_OK) {
		text_printf(&got, "%dx%d:", a->n_rows, a->n_columns);
		for (int32_t r = 0; r < a->n_rows; r++) {
			for (int32_t e = a->row[r]; e < a->row[r + 1]; e++)
				text_printf(&got, " %d,%d=%g", r, a->column[e],
					    (double)a->value[e]);
		}
		sparse_free(a);
	} else {
		text_printf(&got, "%s", status_text(STATUS_BAD_INPUT));
	}
	OK(strcmp(text_string(&got), wanted) == 0, "%s", what);
	if (strcmp(text_string(&got), wanted) != 0)
		printf("# %s\n", text_string(&got));
	text_release(&got);
	text_release(&warnings);
}

/* The message after the path. */
static void refuses(const char *text, const char *wanted)
{
	struct text warnings = TEXT_INIT;
	struct sparse *a;
	enum status status = read_text(text, &warnings, &a);
	const char *said = status == STATUS_OK ? "nothing" : status_text(status);

	if (strncmp(said, path, strlen(path)) == 0)
		said += strlen(path);
	OK(status == STATUS_BAD_INPUT && strcmp(said, wanted) == 0, "%s", wanted);
	if (strcmp(said, wanted) != 0)
		printf("# %s\n", said);
	if (status == STATUS_OK)
		sparse_free(a);
	text_release(&warnings);
}

#define GENERAL   "%%MatrixMarket matrix coordinate real general\n"
#define SYMMETRIC "%%MatrixMarket matrix coordinate real symmetric\n"
#define PATTERN   "%%MatrixMarket matrix coordinate pattern general\n"

static void check_taken(void)
{
	takes(GENERAL "% a comment\n\n2 3 3\n2 1 1.5\n1 3 -2e-1\n1 1 4\n",
	      "2x3: 0,0=4 0,2=-0.2 1,0=1.5",
	      "entries in any order, between comments and empty lines");
	takes("%%matrixmarket MATRIX Coordinate Integer General\r\n1 1 1\r\n 1\t1   7 \r\n",
	      "1x1: 0,0=7", "capitals, blanks and line ends of all kinds");
	takes(SYMMETRIC "3 3 3\n1 1 1\n3 1 2\n3 2 3\n", "3x3: 0,0=1 0,2=2 1,2=3 2,0=2 2,1=3",
	      "the other triangle is added");
	takes("%%MatrixMarket matrix coordinate real skew-symmetric\n2 2 1\n2 1 5\n",
	      "2x2: 0,1=-5 1,0=5", "with a minus");
	takes(PATTERN "2 2 2\n1 2\n2 2\n", "2x2: 0,1=1 1,1=1", "a pattern is of ones");
	takes(GENERAL "2 2 3\n1 1 1\n1 1 2\n1 1 -4\n", "2x2: 0,0=1 0,0=2 0,0=-4",
	      "duplicates stay apart, in their order");
	takes(GENERAL "0 0 0\n", "0x0:", "nothing at all");
	takes(GENERAL "5 0 0\n", "5x0:", "rows without columns");
	takes(GENERAL "1 1 1\n1 1 1", "1x1: 0,0=1", "without a newline at the end");
	takes("%%MatrixMarket matrix coordinate integer symmetric\n2 2 2\n1 2 -3\n2 2 +4\n",
	      "2x2: 0,1=-3 1,0=-3 1,1=4", "entries above the diagonal of a symmetric one");
	takes(SYMMETRIC "2 2 2\n2 1 1\n1 2 1\n", "2x2: 0,1=1 0,1=1 1,0=1 1,0=1",
	      "both triangles in a symmetric file are duplicates");
	takes(GENERAL "%\n%% two\n  % indented\n\t\n 1 2  1\n\n% between\n1 2 3.\n\n", "1x2: 0,1=3",
	      "comments and empty lines anywhere");
	takes(GENERAL "00002 002 1\n01 002 .5\n", "2x2: 0,1=0.5", "zeros in front");
	takes(GENERAL "2 2 2\n1 1 -0.0\n2 2 1e-400\n", "2x2: 0,0=-0 1,1=0",
	      "values too small to be anything");
	takes(GENERAL "1 1 1\n1 1 3.4028235e38\n", "1x1: 0,0=3.40282e+38", "the largest value");
	takes(GENERAL "0 5 0\n", "0x5:", "columns without rows");
	takes("%%MatrixMarket matrix coordinate double general\n1 1 1\n1 1 1e-45\n",
	      "1x1: 0,0=1.4013e-45", "values that are barely numbers");
}

static void check_refused(void)
{
	refuses("", ":1:1: error: expected \"%%MatrixMarket\", the file is empty");
	refuses("1 1 1\n", ":1:1: error: expected \"%%MatrixMarket\", found \"1\"");
	refuses("%%MatrixMarket vector coordinate real general\n",
		":1:16: error: expected \"matrix\", found \"vector\"");
	refuses("%%MatrixMarket matrix array real general\n",
		":1:23: error: a dense array; the lab takes \"coordinate\" only");
	refuses("%%MatrixMarket matrix coordinate complex general\n",
		":1:34: error: complex values; the lab takes real ones only");
	refuses("%%MatrixMarket matrix coordinate real diagonal\n",
		":1:39: error: expected \"general\", \"symmetric\" or \"skew-symmetric\", found \"diagonal\"");
	refuses("%%MatrixMarket matrix coordinate real\n",
		":1:38: error: expected \"general\", \"symmetric\" or \"skew-symmetric\", the line ends");
	refuses(GENERAL "% nothing\n", ":2: error: expected a number of rows, the file ends");
	refuses(GENERAL "2 2\n", ":2:4: error: expected a number of entries, the line ends");
	refuses(GENERAL "2 2 1 4\n", ":2:7: error: expected the end of the line, found \"4\"");
	refuses(GENERAL "-2 2 1\n", ":2:1: error: expected a number of rows, found \"-2\"");
	refuses(GENERAL "99999999999 2 1\n",
		":2:1: error: expected a number of rows from 0 to 2147483646");
	refuses(SYMMETRIC "2 3 1\n", ":2:1: error: a symmetric matrix of 2 rows and 3 columns");
	refuses(GENERAL "2 2 1\n3 1 1\n", ":3:1: error: expected a row from 1 to 2");
	refuses(GENERAL "2 2 1\n1 0 1\n", ":3:3: error: expected a column from 1 to 2");
	refuses(GENERAL "2 2 1\n1 1\n", ":3:4: error: expected a value, the line ends");
	refuses(GENERAL "2 2 1\n1 1 x\n", ":3:5: error: expected a value, found \"x\"");
	refuses(GENERAL "2 2 1\n1 1 1x\n", ":3:5: error: expected a value, found \"1x\"");
	refuses(GENERAL "2 2 1\n1 1 nan\n", ":3:5: error: expected a value, found \"nan\"");
	refuses(GENERAL "2 2 1\n1 1 1e39\n", ":3:5: error: value out of range of single precision");
	refuses(GENERAL "2 2 1\n1 1 1\n1 2 1\n",
		":4:1: error: 1 entries are announced, and there are more");
	refuses(GENERAL "2 2 3\n1 1 1\n", ":3: error: 3 entries are announced, and there are 1");
	refuses(PATTERN "2 2 1\n1 1 1\n", ":3:5: error: expected the end of the line, found \"1\"");
	refuses("%%MatrixMarket matrix coordinate real skew-symmetric\n2 2 1\n1 1 1\n",
		":3:1: error: a skew-symmetric matrix has no diagonal");
	refuses("\n" GENERAL "1 1 0\n", ":1:1: error: expected \"%%MatrixMarket\", the line ends");
	refuses("\xef\xbb\xbf" GENERAL "1 1 0\n",
		":1:1: error: expected \"%%MatrixMarket\", found \"???%%MatrixMarket\"");
	refuses("%%MatrixMarket matrix coordinate pattern skew-symmetric\n",
		":1:42: error: such a symmetry isn't possible without values");
	refuses("%%MatrixMarket matrix coordinate real hermitian\n",
		":1:39: error: such a symmetry isn't possible without complex values");
	refuses(GENERAL "1 1 1\n1 1 1.0D+00\n", ":3:5: error: expected a value, found \"1.0D+00\"");
	refuses(GENERAL "1 1 1\n1 1 inf\n", ":3:5: error: expected a value, found \"inf\"");
	refuses(GENERAL "1 1 1\n1 1 1e400\n", ":3:5: error: value out of range");
	refuses(GENERAL "1 1 1\n1.0 1 1\n", ":3:1: error: expected a row, found \"1.0\"");
	refuses(GENERAL "1 1 1\n+1 1 1\n", ":3:1: error: expected a row, found \"+1\"");
	refuses(GENERAL "1 1 1\n1 1 1 0\n",
		":3:7: error: expected the end of the line, found \"0\"");
	refuses(GENERAL "0 0 1\n1 1 1\n", ":3:1: error: expected a row from 1 to 0");
	refuses(GENERAL "2 2 2147483647\n",
		":2:5: error: expected a number of entries from 0 to 2147483646");
	refuses(SYMMETRIC "2 2 1500000000\n",
		":2:5: error: expected a number of entries from 0 to 1073741823");
	refuses(GENERAL "2000000000 2000000000 0\n",
		": 2000000000 rows and 2000000000 columns for 0 entries; with -allow_large it is read all the same");
}

static void check_packed(void)
{
	struct task task = TASK_INIT;
	struct text warnings = TEXT_INIT;
	struct sparse *a;
	char name[64];
	gzFile file;

	snprintf(name, sizeof name, "%s.gz", path);
	file = gzopen(name, "w");
	gzputs(file, GENERAL "2 2 2\n1 1 0\n2 2 3\n");
	gzclose(file);
	OK(matrix_market_read(name, &warnings, &task, &a) == STATUS_OK && sparse_entries(a) == 2 &&
		   a->value[1] == 3,
	   "packed");
	OK(strstr(text_string(&warnings), "1 of the entries are 0"), "zeros are warned of");
	sparse_free(a);
	text_release(&warnings);
	remove(name);
}

int main(void)
{
	int fd = mkstemp(path);

	if (fd < 0)
		return 1;
	check_taken();
	check_refused();
	check_packed();
	remove(path);
	return tap_done();
}
