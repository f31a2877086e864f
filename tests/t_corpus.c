/* The corpora of the fuzz targets, file by file: nothing that was once found comes back. */
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tap.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int main(void)
{
	const char *srcdir = getenv("srcdir");
	char folder[512];
	struct dirent **list;
	int n;

	snprintf(folder, sizeof folder, "%s/tests/fuzz/corpus/dag", srcdir ? srcdir : ".");
	n = scandir(folder, &list, NULL, alphasort);
	for (int i = 0; i < n; i++) {
		static uint8_t data[1 << 20];
		char path[1024];
		size_t size;
		FILE *file;

		snprintf(path, sizeof path, "%s/%s", folder, list[i]->d_name);
		file = list[i]->d_name[0] == '.' ? NULL : fopen(path, "r");
		if (file) {
			size = fread(data, 1, sizeof data, file);
			fclose(file);
			OK(LLVMFuzzerTestOneInput(data, size) == 0, "dag: %s", list[i]->d_name);
		}
		free(list[i]);
	}
	if (n >= 0)
		free(list);
	OK(n > 2, "there is a corpus");
	return tap_done();
}
