#include "cusparse.h"

#include <dlfcn.h>
#include <glob.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/clock.h"

const char *const cusparse_algorithm_name[N_CUSPARSE] = {"cuSPARSE", "cuSPARSE CSR 1",
							 "cuSPARSE CSR 2"};

/* Of cusparse.h and library_types.h, CUDA 11.2 to 13. */
enum { INDEX_32 = 2, BASE_ZERO = 0, REAL_32 = 0, AS_IT_IS = 0 };
static const int algorithms[N_CUSPARSE] = {0, 2, 3};

struct cusparse {
	void *library, *driver, *handle;
	int (*create)(void **handle);
	int (*destroy)(void *handle);
	int (*create_csr)(void **matrix, int64_t rows, int64_t columns, int64_t n, void *row,
			  void *column, void *value, int row_type, int column_type, int base,
			  int value_type);
	int (*destroy_matrix)(const void *matrix);
	int (*create_vector)(void **vector, int64_t n, void *values, int value_type);
	int (*destroy_vector)(const void *vector);
	int (*buffer_size)(void *handle, int operation, const void *alpha, const void *matrix,
			   const void *x, const void *beta, void *y, int type, int algorithm,
			   size_t *size);
	int (*preprocess)(void *handle, int operation, const void *alpha, const void *matrix,
			  const void *x, const void *beta, void *y, int type, int algorithm,
			  void *buffer);
	int (*multiply)(void *handle, int operation, const void *alpha, const void *matrix,
			const void *x, const void *beta, void *y, int type, int algorithm,
			void *buffer);
	int (*version)(void *handle, int *version);
	int (*synchronise)(void);
};

static void *symbol(void *library, const char *name)
{
	return library ? dlsym(library, name) : NULL;
}

static bool find_functions(struct cusparse *c)
{
	*(void **)&c->create = symbol(c->library, "cusparseCreate");
	*(void **)&c->destroy = symbol(c->library, "cusparseDestroy");
	*(void **)&c->create_csr = symbol(c->library, "cusparseCreateCsr");
	*(void **)&c->destroy_matrix = symbol(c->library, "cusparseDestroySpMat");
	*(void **)&c->create_vector = symbol(c->library, "cusparseCreateDnVec");
	*(void **)&c->destroy_vector = symbol(c->library, "cusparseDestroyDnVec");
	*(void **)&c->buffer_size = symbol(c->library, "cusparseSpMV_bufferSize");
	*(void **)&c->preprocess = symbol(c->library, "cusparseSpMV_preprocess");
	*(void **)&c->multiply = symbol(c->library, "cusparseSpMV");
	*(void **)&c->version = symbol(c->library, "cusparseGetVersion");
	*(void **)&c->synchronise = symbol(c->driver, "cuCtxSynchronize");
	return c->create && c->destroy && c->create_csr && c->destroy_matrix && c->create_vector &&
	       c->destroy_vector && c->buffer_size && c->multiply && c->synchronise;
}

static const char *const file_names[] = {"libcusparse.so.12", "libcusparse.so.13",
					 "libcusparse.so.11", "libcusparse.so"};
enum { N_FILE_NAMES = sizeof file_names / sizeof *file_names };

/* Beside CUDA's runtime, if that is a library here. */
static void *open_beside_runtime(void)
{
	static const char *const runtimes[] = {"libcudart.so.13", "libcudart.so.12",
					       "libcudart.so"};
	void *library = NULL;

	for (int i = 0; i < 3 && !library; i++) {
		void *runtime = dlopen(runtimes[i], RTLD_LAZY);
		char folder[4096], path[4200];

		if (!runtime)
			continue;
		if (dlinfo(runtime, RTLD_DI_ORIGIN, folder) == 0) {
			for (int n = 0; n < N_FILE_NAMES && !library; n++) {
				snprintf(path, sizeof path, "%s/%s", folder, file_names[n]);
				library = dlopen(path, RTLD_NOW);
			}
		}
		dlclose(runtime);
	}
	return library;
}

/* In CUDA's folders, and in those of Python's packages. */
static void *open_in_folders(void)
{
	static const char *const patterns[] = {
		"/usr/local/cuda*/lib64/libcusparse.so*",
		"/usr/local/cuda*/lib/libcusparse.so*",
		"/usr/local/cuda*/targets/*/lib/libcusparse.so*",
		"/usr/lib/*-linux-gnu/libcusparse.so*",
		"/opt/cuda/lib64/libcusparse.so*",
		"/usr/local/lib/python3*/*-packages/nvidia/*/lib/libcusparse.so*",
		"/opt/*/lib/python3*/site-packages/nvidia/*/lib/libcusparse.so*",
		"/opt/*/.venv/lib/python3*/site-packages/nvidia/*/lib/libcusparse.so*"};
	void *library = NULL;

	for (size_t i = 0; i < sizeof patterns / sizeof *patterns && !library; i++) {
		glob_t found = {0};

		if (glob(patterns[i], 0, NULL, &found) == 0) {
			for (size_t f = 0; f < found.gl_pathc && !library; f++)
				library = dlopen(found.gl_pathv[f], RTLD_NOW);
		}
		globfree(&found);
	}
	return library;
}

/* $WARPSCOPE_CUSPARSE alone when it is set. */
static void *open_library(void)
{
	const char *path = getenv("WARPSCOPE_CUSPARSE");
	void *library = NULL;

	if (path && *path)
		return dlopen(path, RTLD_NOW);
	for (int i = 0; i < N_FILE_NAMES && !library; i++)
		library = dlopen(file_names[i], RTLD_NOW);
	if (!library)
		library = open_beside_runtime();
	return library ? library : open_in_folders();
}

static void tell_what_it_is(const struct cusparse *c)
{
	struct link_map *map;
	int version = 0;

	if (c->version)
		c->version(c->handle, &version);
	if (dlinfo(c->library, RTLD_DI_LINKMAP, &map) == 0)
		printf("# cuSPARSE %d.%d.%d: %s\n", version / 1000, version / 100 % 10,
		       version % 100, map->l_name);
}

struct cusparse *cusparse_load(void)
{
	struct cusparse *c = calloc(1, sizeof *c);
	int error = 0;

	if (!c)
		return NULL;
	c->library = open_library();
	if (!c->library)
		fprintf(stderr, "bench_lab: no cuSPARSE to compare with: %s\n", dlerror());
	c->driver = dlopen("libcuda.so.1", RTLD_NOW);
	if (c->library && find_functions(c)) {
		error = c->create(&c->handle);
		if (error == 0) {
			tell_what_it_is(c);
			return c;
		}
		fprintf(stderr, "bench_lab: cusparseCreate says %d\n", error);
	} else if (c->library) {
		fprintf(stderr,
			"bench_lab: no cuSPARSE to compare with: it has other functions, or there is no driver\n");
	}
	cusparse_unload(c);
	return NULL;
}

void cusparse_unload(struct cusparse *c)
{
	if (!c)
		return;
	if (c->handle)
		c->destroy(c->handle);
	if (c->library)
		dlclose(c->library);
	if (c->driver)
		dlclose(c->driver);
	free(c);
}

struct product {
	void *matrix, *x, *y, *buffer;
	int algorithm;
};

static double measure(struct cusparse *c, struct product *p, int runs, double *prepare)
{
	const float one = 1, zero = 0;
	double begin = clock_ms();

	if (c->preprocess && c->preprocess(c->handle, AS_IT_IS, &one, p->matrix, p->x, &zero, p->y,
					   REAL_32, p->algorithm, p->buffer) != 0)
		return -1;
	c->synchronise();
	*prepare = clock_ms() - begin;
	for (int r = -3; r < runs; r++) {
		if (r == 0) {
			c->synchronise();
			begin = clock_ms();
		}
		if (c->multiply(c->handle, AS_IT_IS, &one, p->matrix, p->x, &zero, p->y, REAL_32,
				p->algorithm, p->buffer) != 0)
			return -1;
	}
	return c->synchronise() == 0 ? (clock_ms() - begin) / runs : -1;
}

double cusparse_measure(struct cusparse *c, struct spmv *a, enum cusparse_algorithm algorithm,
			const float *d_x, float *d_y, int runs, double *prepare)
{
	const float one = 1, zero = 0;
	struct product p = {.algorithm = algorithms[algorithm]};
	double ms = -1;
	size_t size = 0;

	if (queue_sync(a->queue) != STATUS_OK)
		return -1;
	if (c->create_csr(&p.matrix, a->d.n_rows, a->d.n_columns, a->d.n, (void *)a->d.row,
			  (void *)a->d.column, (void *)a->d.value, INDEX_32, INDEX_32, BASE_ZERO,
			  REAL_32) == 0 &&
	    c->create_vector(&p.x, a->d.n_columns, (void *)d_x, REAL_32) == 0 &&
	    c->create_vector(&p.y, a->d.n_rows, d_y, REAL_32) == 0 &&
	    c->buffer_size(c->handle, AS_IT_IS, &one, p.matrix, p.x, &zero, p.y, REAL_32,
			   p.algorithm, &size) == 0 &&
	    device_alloc(a->queue, "cuSPARSE", (int64_t)size, &p.buffer) == STATUS_OK &&
	    queue_sync(a->queue) == STATUS_OK)
		ms = measure(c, &p, runs, prepare);
	if (p.matrix)
		c->destroy_matrix(p.matrix);
	if (p.x)
		c->destroy_vector(p.x);
	if (p.y)
		c->destroy_vector(p.y);
	device_free(a->queue, p.buffer);
	return ms;
}
