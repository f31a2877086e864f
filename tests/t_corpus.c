/* The corpora of the fuzz targets, file by file: nothing that was once found comes back. */
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tap.h"

int fuzz_bookshelf(const uint8_t *data, size_t size);
int fuzz_dag(const uint8_t *data, size_t size);
int fuzz_def(const uint8_t *data, size_t size);
int fuzz_lef(const uint8_t *data, size_t size);
int fuzz_liberty(const uint8_t *data, size_t size);
int fuzz_path_pattern(const uint8_t *data, size_t size);
int fuzz_sdc(const uint8_t *data, size_t size);
int fuzz_sdc_stream(const uint8_t *data, size_t size);
int fuzz_spef(const uint8_t *data, size_t size);
int fuzz_tau(const uint8_t *data, size_t size);
int fuzz_verilog(const uint8_t *data, size_t size);
int fuzz_window(const uint8_t *data, size_t size);

static const struct {
	const char *name; /* of the folder */
	int (*run)(const uint8_t *data, size_t size);
} targets[] = {
	{"bookshelf", fuzz_bookshelf},
	{"dag", fuzz_dag},
	{"def", fuzz_def},
	{"lef", fuzz_lef},
	{"liberty", fuzz_liberty},
	{"path_pattern", fuzz_path_pattern},
	{"sdc", fuzz_sdc},
	{"sdc_stream", fuzz_sdc_stream},
	{"spef", fuzz_spef},
	{"tau", fuzz_tau},
	{"verilog", fuzz_verilog},
	{"window", fuzz_window},
};

static void replay(const char *name, const char *file_name, const char *path,
		   int (*run)(const uint8_t *data, size_t size))
{
	static uint8_t data[1 << 20];
	FILE *file = fopen(path, "r");
	size_t size;

	if (!file)
		return;
	size = fread(data, 1, sizeof data, file);
	fclose(file);
	OK(run(data, size) == 0, "%s: %s", name, file_name);
}

static void replay_all(const char *srcdir, const char *name,
		       int (*run)(const uint8_t *data, size_t size))
{
	char folder[512], path[1024];
	struct dirent **list;
	int n;

	snprintf(folder, sizeof folder, "%s/tests/fuzz/corpus/%s", srcdir, name);
	n = scandir(folder, &list, NULL, alphasort);
	for (int i = 0; i < n; i++) {
		snprintf(path, sizeof path, "%s/%s", folder, list[i]->d_name);
		if (list[i]->d_name[0] != '.')
			replay(name, list[i]->d_name, path, run);
		free(list[i]);
	}
	if (n >= 0)
		free(list);
	OK(n > 2, "%s: there is a corpus", name);
}

int main(void)
{
	const char *srcdir = getenv("srcdir");

	for (size_t i = 0; i < sizeof targets / sizeof *targets; i++)
		replay_all(srcdir ? srcdir : ".", targets[i].name, targets[i].run);
	return tap_done();
}
