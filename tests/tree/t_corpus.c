/* The corpora of the fuzz targets, file by file, each also with changes of its records: nothing that was once found comes
 * back. */
#include <dirent.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz/mutate.h"
#include "lib/tap.h"

int fuzz_aocv(const uint8_t *data, size_t size);
int fuzz_bookshelf(const uint8_t *data, size_t size);
int fuzz_command(const uint8_t *data, size_t size);
int fuzz_dag(const uint8_t *data, size_t size);
int fuzz_def(const uint8_t *data, size_t size);
int fuzz_gzip(const uint8_t *data, size_t size);
int fuzz_keys(const uint8_t *data, size_t size);
int fuzz_lef(const uint8_t *data, size_t size);
int fuzz_liberty(const uint8_t *data, size_t size);
int fuzz_matrix_market(const uint8_t *data, size_t size);
int fuzz_path_pattern(const uint8_t *data, size_t size);
int fuzz_sdc(const uint8_t *data, size_t size);
int fuzz_sdc_stream(const uint8_t *data, size_t size);
int fuzz_sdf(const uint8_t *data, size_t size);
int fuzz_spef(const uint8_t *data, size_t size);
int fuzz_ssta_part(const uint8_t *data, size_t size);
int fuzz_store(const uint8_t *data, size_t size);
int fuzz_tau(const uint8_t *data, size_t size);
int fuzz_verilog(const uint8_t *data, size_t size);
int fuzz_window(const uint8_t *data, size_t size);

static const struct {
	const char *name; /* of the folder */
	int (*run)(const uint8_t *data, size_t size);
} targets[] = {
	{"aocv", fuzz_aocv},
	{"bookshelf", fuzz_bookshelf},
	{"command", fuzz_command},
	{"dag", fuzz_dag},
	{"def", fuzz_def},
	{"gzip", fuzz_gzip},
	{"keys", fuzz_keys},
	{"lef", fuzz_lef},
	{"liberty", fuzz_liberty},
	{"matrix_market", fuzz_matrix_market},
	{"path_pattern", fuzz_path_pattern},
	{"sdc", fuzz_sdc},
	{"sdc_stream", fuzz_sdc_stream},
	{"sdf", fuzz_sdf},
	{"spef", fuzz_spef},
	{"ssta_part", fuzz_ssta_part},
	{"store", fuzz_store},
	{"tau", fuzz_tau},
	{"verilog", fuzz_verilog},
	{"window", fuzz_window},
};

/* Files that libFuzzer named, by their SHA-1, are many: they count together. */
static bool is_kept_by_fuzzing(const char *file_name)
{
	return strlen(file_name) == 40 && !file_name[strspn(file_name, "0123456789abcdef")];
}

enum { CHAIN = 4, MOST_BYTES = 1 << 20 };

/* One input after the other, each changed from the one before, from the given one again after some. */
static int mutate(const uint8_t *given, size_t given_size,
		  int (*run)(const uint8_t *data, size_t size))
{
	static uint8_t data[MOST_BYTES];
	const char *word = getenv("WARPSCOPE_MUTATIONS");
	int n = word ? atoi(word) : 2, status = 0;
	size_t size = 0;

	for (int i = 0; i < n; i++) {
		if (i % CHAIN == 0)
			memcpy(data, given, size = given_size);
		size = mutate_records(data, size, MOST_BYTES, (unsigned)i);
		status |= run(data, size);
	}
	return status;
}

/* A comment first: when a target aborts, the log ends with the file that it was given. */
static int replay(const char *name, const char *file_name, const char *path,
		  int (*run)(const uint8_t *data, size_t size))
{
	static uint8_t data[MOST_BYTES];
	FILE *file = fopen(path, "r");
	size_t size;

	printf("# %s: %s\n", name, file_name);
	fflush(stdout);
	if (!file)
		return -1;
	size = fread(data, 1, sizeof data, file);
	fclose(file);
	return run(data, size) | mutate(data, size, run);
}

static void replay_all(const char *srcdir, const char *name,
		       int (*run)(const uint8_t *data, size_t size))
{
	char folder[512], path[1024];
	struct dirent **list;
	int n, n_kept = 0, n_well = 0;

	snprintf(folder, sizeof folder, "%s/tests/fuzz/corpus/%s", srcdir, name);
	n = scandir(folder, &list, NULL, alphasort);
	for (int i = 0; i < n; i++) {
		const char *file_name = list[i]->d_name;

		snprintf(path, sizeof path, "%s/%s", folder, file_name);
		if (is_kept_by_fuzzing(file_name)) {
			n_kept++;
			n_well += replay(name, file_name, path, run) == 0;
		} else if (file_name[0] != '.') {
			OK(replay(name, file_name, path, run) == 0, "%s: %s", name, file_name);
		}
		free(list[i]);
	}
	if (n >= 0)
		free(list);
	OK(n > 2 && n_well == n_kept, "%s: there is a corpus, with what fuzzing kept", name);
}

/* Of all targets, or those that are named. */
int main(int argc, char **argv)
{
	const char *srcdir = getenv("srcdir");

	for (size_t i = 0; i < sizeof targets / sizeof *targets; i++) {
		bool named = argc < 2;

		for (int k = 1; k < argc; k++)
			named |= strcmp(argv[k], targets[i].name) == 0;
		if (named)
			replay_all(srcdir ? srcdir : ".", targets[i].name, targets[i].run);
	}
	return tap_done();
}
