/*
 * A reader's own body of one of warpscope's kernels, run beside ours: kernel_try. All of it is in a process of its own
 * (try_process.c), which the command starts; nothing here changes what the program computes.
 *
 * A case is what one launch gets: arguments, and arrays that these point to. It is made of a source, random numbers or
 * a copy of the open design's.
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

enum { TRY_ARRAYS = 8, TRY_ARGS = 256, TRY_BINS = 512, TRY_SHIFT = 8 };

/* A graph whose arcs go to states of smaller number, as those of images do, and boxes on a grid. */
struct try_source {
	const char *name; /* borrowed: "the open design" */
	int32_t n_states, n_arcs, first_sink, n_sinks;
	int32_t *row, *to; /* owned [n_states + 1], [n_arcs] */
	int64_t *weight;   /* owned [n_arcs] fs, FS_NONE_64 = as if it weren't there */
	int32_t n_boxes;
	struct density_bins bins;
	struct density_box_32 *box; /* owned [n_boxes], in units of the bins */
};

enum status try_random(int64_t items, uint64_t seed, struct try_source *out);
/* The file of a source: STATUS_IO when it can't be written, read, or isn't whole. */
enum status try_source_write(const struct try_source *source, const char *path);
enum status try_source_read(const char *path, struct try_source *out);
void try_source_free(struct try_source *source);

enum try_type { TRY_I32, TRY_I64, TRY_U64, TRY_U8, TRY_F32, TRY_BOX, TRY_EDGE };

struct try_array {
	const char *name; /* as report_warp calls it */
	size_t at;        /* where its pointer is in the arguments */
	enum try_type type;
	int64_t n;
	bool out;   /* the kernel writes it */
	void *data; /* owned: what it has before */
};

struct try_case {
	int64_t n; /* items */
	unsigned char args[TRY_ARGS];
	struct try_array array[TRY_ARRAYS];
	int n_arrays;
};

struct try_kernel {
	const char *name, *item, *about;
	enum kernel_id id;
	int fs_bits;
	size_t args_size;
	cpu_kernel *ours;
	/* A case without items where the source has none. */
	enum status (*make)(const struct try_source *source, struct try_case *out);
	/* What follows before results are compared, on copies of its arrays; NULL = nothing. */
	void (*finish)(const struct try_case *c, void *const data[TRY_ARRAYS]);
};

/* By its place, NULL after the last; by its name, NULL = there is none. */
const struct try_kernel *try_kernel_at(int i);
const struct try_kernel *try_kernel_find(const char *name);
void try_case_free(struct try_case *c);
size_t try_type_size(enum try_type type);
/* One entry; of a structure the fields that differ from another's (NULL = all). */
void try_write_entry(enum try_type type, const void *entry, const void *other, struct text *out);

/* What a run came to. */
enum try_verdict { TRY_PASSES, TRY_DIFFERS, TRY_OUT_OF_BOUNDS, TRY_ENDLESS, TRY_CRASHES };

struct try_limits {
	int seconds;    /* of one launch */
	int64_t memory; /* bytes beyond what the process has */
};

/* The reader's kernel: for the CPU, or as a GPU runs it, for the lanes of warps (struct warp_code). One of them is NULL. */
struct try_code {
	cpu_kernel *cpu;
	const void *warp;
};

/*
 * Launch `yours` and ours with one thread, each in a process of its own whose arrays lie between pages that can't be reached, and
 * compare. Unless it passes, `out` gets a sentence on the first item that differs or reaches out of an array. STATUS_NO_MEMORY, or
 * STATUS_FAILED when ours can't be run.
 */
enum status try_check(const struct try_kernel *kernel, const struct try_case *c,
		      const struct try_code *yours, const struct try_limits *limits,
		      enum try_verdict *verdict, struct text *out);
/* Compare results of all arrays that are written; false, and a sentence, at the first entry that differs. */
bool try_same(const struct try_kernel *kernel, const struct try_case *c,
	      void *const yours[TRY_ARRAYS], void *const ours[TRY_ARRAYS], struct text *out);

/* The process: words of its command line after the first two (enum try_word). Returns its exit code. */
enum try_word {
	TRY_WORD_KERNEL,
	TRY_WORD_FILE, /* the reader's */
	TRY_WORD_FOLDER, /* where it writes, removed by who starts it: report, result; "design" is there or not */
	TRY_WORD_HEADERS, /* the folder of gpu/kernel/kernel.h's gpu */
	TRY_WORD_THREADS,
	TRY_WORD_SECONDS,
	TRY_WORD_MEMORY, /* MiB */
	TRY_WORD_GPU,    /* its index, -1 = the CPU alone */
	N_TRY_WORDS,
};
#define TRY_HELPER "--try-helper"
int try_process_run(char **words);

#endif
