#include "bench.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

static int compare(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return x < y ? -1 : x > y;
}

double bench_quantile(double *values, int n, double p)
{
	int i = (int)(p * n);

	qsort(values, (size_t)n, sizeof *values, compare);
	return values[i < n ? i : n - 1];
}

bool bench_device_option(struct device_config *device, const char *name, const char *value)
{
	if (strcmp(name, "-d") == 0)
		device->kind = strcmp(value, "cuda") == 0 ? DEVICE_CUDA : DEVICE_CPU;
	else if (strcmp(name, "-threads") == 0)
		device->n_threads = atoi(value);
	else
		return false;
	return true;
}

int64_t bench_resident(void)
{
	long long pages = 0;
	FILE *file = fopen("/proc/self/statm", "r");

	if (file) {
		if (fscanf(file, "%*s %lld", &pages) != 1)
			pages = 0;
		fclose(file);
	}
	return pages * sysconf(_SC_PAGESIZE);
}

int64_t bench_peak_resident(void)
{
	struct rusage usage;

	getrusage(RUSAGE_SELF, &usage);
	return usage.ru_maxrss * INT64_C(1024);
}

static void machine(char *out, size_t size)
{
	char line[256], model[128] = "unknown processor";
	FILE *file = fopen("/proc/cpuinfo", "r");

	while (file && fgets(line, sizeof line, file)) {
		if (sscanf(line, "model name : %127[^\n]", model) == 1)
			break;
	}
	if (file)
		fclose(file);
	snprintf(out, size, "%ld x %s", sysconf(_SC_NPROCESSORS_ONLN), model);
}

void bench_figure(int argc, char **argv, const char *device, const char *figure, double value,
		  const char *unit)
{
	const char *commit = getenv("BENCH_COMMIT"), *slash = strrchr(argv[0], '/');
	char name[256];

	machine(name, sizeof name);
	printf("%s\t%s%s%s\tbench/%s", commit ? commit : "-", name, device ? "; " : "",
	       device ? device : "", slash ? slash + 1 : argv[0]);
	for (int i = 1; i < argc; i++) {
		slash = strrchr(argv[i], '/');
		printf(" %s", slash ? slash + 1 : argv[i]);
	}
	printf("\t%s\t%.6g\t%s\n", figure, value, unit);
	fflush(stdout);
}
