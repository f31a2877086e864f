/*
 * A reader's own body of one of warpscope's kernels beside ours (kernel_try). A case is what one launch gets: arguments, and
 * arrays that these point to, made of the open design or of random numbers.
 */
#ifndef GPU_TRY_TRY_H
#define GPU_TRY_TRY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"
#include "base/text.h"
#include "gpu/density/device_density.h"
#include "gpu/kernel/cpu_launch.h"
#include "gpu/kernel/kernel_ids.h"

enum { TRY_ARRAYS = 8, TRY_ARGS = 256 };

/* A graph whose arcs go to states of smaller number, as those of images do, and boxes on a grid. */
struct try_source {
	int32_t n, n_arcs, first_sink, n_sinks; /* n = 0: no graph */
	int32_t *row, *to;                      /* owned [n + 1], [n_arcs] */
	int64_t *weight; /* owned [n_arcs] fs, FS_NONE_64 = as if it weren't there */
	int32_t n_boxes;
	struct density_bins bins;
	struct density_box_32 *box; /* owned [n_boxes], in units of the bins */
};

enum try_type { TRY_I32, TRY_I64, TRY_U64, TRY_U8, TRY_F32, TRY_BOX, TRY_EDGE };

struct try_array {
	const char *name; /* as report_warp calls it */
	size_t at;        /* where its pointer is in the arguments */
	enum try_type type;
	int64_t n;
	bool out;         /* the kernel writes it */
	const void *from; /* borrowed: what it has at first; NULL = that is filled in */
	char *data;       /* owned */
	int64_t bytes;
};

struct try_case {
	const struct try_kernel *kernel;
	int64_t n; /* items */
	unsigned char args[TRY_ARGS];
	struct try_array array[TRY_ARRAYS];
	int n_arrays;
	enum status status; /* of memory */
};

struct try_kernel {
	const char *name, *item, *about;
	enum kernel_id id;
	int fs_bits;
	cpu_kernel *ours;
	/* A case without items where the source has none. */
	void (*make)(const struct try_source *source, struct try_case *out);
	/* What follows before results are compared; NULL = nothing. */
	void (*finish)(const struct try_case *c, void *const data[TRY_ARRAYS]);
};

/* The table; a kernel without a name is its end. */
extern const struct try_kernel try_kernels[];
enum status try_case_make(const struct try_kernel *kernel, const struct try_source *source,
			  struct try_case *out);
void try_case_free(struct try_case *c);

/* The reader's kernel: for the CPU, or for the lanes of warps as a GPU runs them (struct warp_code). The other one is NULL. */
struct try_code {
	cpu_kernel *cpu;
	const void *warp;
	int seconds;    /* that a launch may take */
	int64_t memory; /* bytes beyond what the process has */
};

/* Compare results of all arrays that are written; false, and a sentence, at the first entry that differs. */
bool try_same(const struct try_case *c, void *const yours[TRY_ARRAYS], void *const ours[TRY_ARRAYS],
	      struct text *out);

/*
 * Launch the reader's kernel and ours, each in a process of its own with inaccessible pages around each array, and
 * compare. *verdict is "passes", "differs", "out of bounds", "endless" or "crashes"; unless it passes, `where` gets a sentence on
 * the first item. STATUS_NO_MEMORY, STATUS_FAILED without processes.
 */
enum status try_check(const struct try_case *c, const struct try_code *yours, const char **verdict,
		      struct text *where);

#endif
