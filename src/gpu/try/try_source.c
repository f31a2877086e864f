/* What kernels are tried on: random graphs and boxes, or a copy of the open design's in a file. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "base/random.h"
#include "gpu/kernel/values.h"
#include "gpu/try/try.h"

enum { DRAW_FAN, DRAW_TO, DRAW_WEIGHT, DRAW_BOX };

/* Sinks, then where there are several of them a dead end, then states of up to 7 arcs, some of none; every 16th arc isn't there. */
static void random_arcs(struct try_source *s, uint64_t seed)
{
	for (int32_t v = 0; v < s->n_states; v++) {
		int64_t fan = v < s->n_sinks + s->n_sinks / 2
				      ? 0
				      : random_below(random_bits(seed, (uint64_t)v, DRAW_FAN), 8);

		for (int64_t j = 0; j < fan; j++) {
			uint64_t arc = (uint64_t)s->n_arcs;

			s->to[arc] = (int32_t)random_below(random_bits(seed, arc, DRAW_TO), v);
			s->weight[arc] =
				random_below(random_bits(seed, arc, DRAW_WEIGHT), 100000) - 20000;
			if (arc % 16 == 15)
				s->weight[arc] = FS_NONE_64;
			s->n_arcs++;
		}
		s->row[v + 1] = s->n_arcs;
	}
}

/* From nothing to half of the die wide, and to its edges. */
static void random_boxes(struct try_source *s, uint64_t seed)
{
	const int64_t units[2] = {(int64_t)s->bins.columns << s->bins.shift,
				  (int64_t)s->bins.rows << s->bins.shift};

	for (int32_t i = 0; i < s->n_boxes; i++) {
		int32_t at[4];

		for (int j = 0; j < 4; j++) {
			uint64_t bits = random_bits(seed, (uint64_t)i, (uint64_t)(DRAW_BOX + j));

			at[j] = (int32_t)random_below(bits, j < 2   ? units[j]
							    : i % 3 ? 40
								    : units[j - 2] / 2);
		}
		s->box[i].x1 = at[0];
		s->box[i].y1 = at[1];
		s->box[i].x2 = (int32_t)(at[0] + at[2] < units[0] ? at[0] + at[2] : units[0]);
		s->box[i].y2 = (int32_t)(at[1] + at[3] < units[1] ? at[1] + at[3] : units[1]);
	}
}

enum status try_random(int64_t items, uint64_t seed, struct try_source *out)
{
	struct try_source s = {.name = "random numbers",
			       .n_states = (int32_t)items,
			       .n_sinks = items > 16 ? 3 : 1,
			       .n_boxes = (int32_t)items,
			       .bins = {items == 64 ? 300 : 20, 6, 4}};
	enum status status = ALLOC(&s.row, items + 1);

	if (items > 1000)
		s.bins = (struct density_bins){TRY_BINS, TRY_BINS, TRY_SHIFT};
	if (status == STATUS_OK)
		status = ALLOC(&s.to, 8 * items);
	if (status == STATUS_OK)
		status = ALLOC(&s.weight, 8 * items);
	if (status == STATUS_OK)
		status = ALLOC(&s.box, items);
	if (status != STATUS_OK) {
		try_source_free(&s);
		return status;
	}
	random_arcs(&s, seed);
	random_boxes(&s, seed);
	*out = s;
	return STATUS_OK;
}

void try_source_free(struct try_source *source)
{
	free(source->row);
	free(source->to);
	free(source->weight);
	free(source->box);
	memset(source, 0, sizeof *source);
}

/* ---- its file: the structure, of which only the numbers count, then the arrays ---- */

typedef size_t copy_fn(void *data, size_t size, size_t n, FILE *file);

static size_t copy_out(void *data, size_t size, size_t n, FILE *file)
{
	return fwrite(data, size, n, file);
}

static size_t copy_in(void *data, size_t size, size_t n, FILE *file)
{
	return fread(data, size, n, file);
}

static bool copy_arrays(struct try_source *s, copy_fn *copy, FILE *file)
{
	size_t rows = s->n_states ? (size_t)s->n_states + 1 : 0, arcs = (size_t)s->n_arcs,
	       boxes = (size_t)s->n_boxes;

	return copy(s->row, sizeof *s->row, rows, file) == rows &&
	       copy(s->to, sizeof *s->to, arcs, file) == arcs &&
	       copy(s->weight, sizeof *s->weight, arcs, file) == arcs &&
	       copy(s->box, sizeof *s->box, boxes, file) == boxes;
}

enum status try_source_write(const struct try_source *source, const char *path)
{
	struct try_source s = *source;
	FILE *file = fopen(path, "wbx");
	bool whole =
		file && copy_out(&s, sizeof s, 1, file) == 1 && copy_arrays(&s, copy_out, file);

	if (file && fclose(file) != 0)
		whole = false;
	return whole ? STATUS_OK : status_fail(STATUS_IO, "%s: error: %s", path, strerror(errno));
}

enum status try_source_read(const char *path, struct try_source *out)
{
	FILE *file = fopen(path, "rb");
	enum status status = STATUS_OK;
	struct try_source s;

	if (!file || copy_in(&s, sizeof s, 1, file) != 1)
		status = status_fail(STATUS_IO, "%s: error: it can't be read", path);
	if (status == STATUS_OK) {
		s.name = "the open design";
		s.row = s.to = NULL;
		s.weight = NULL;
		s.box = NULL;
		status = ALLOC(&s.row, (int64_t)s.n_states + 1);
		if (status == STATUS_OK)
			status = ALLOC(&s.to, s.n_arcs);
		if (status == STATUS_OK)
			status = ALLOC(&s.weight, s.n_arcs);
		if (status == STATUS_OK)
			status = ALLOC(&s.box, s.n_boxes);
		if (status == STATUS_OK && !copy_arrays(&s, copy_in, file))
			status = status_fail(STATUS_IO, "%s: error: it isn't whole", path);
		if (status == STATUS_OK)
			*out = s;
		else
			try_source_free(&s);
	}
	if (file)
		fclose(file);
	return status;
}
