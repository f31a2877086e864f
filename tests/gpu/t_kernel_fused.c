/*
 * The kernels of the fused pipelines against plain loops, on each device: a level as its launches
 * follow one another, and rounds of the merge tree over runs of any length; the same of the kernels that
 * allocate and launch themselves.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "gpu/search/paper/paper_args.h"
#include "gpu/search/search_args.h"
#include "lib/kernel_reference.h"
#include "lib/tap.h"

/* ---- children as they are sorted ---- */

struct sorted {
	int64_t slack;
	int32_t place, block;
};

struct sorted_device {
	int64_t n;
	struct device_sorted device;
};

static struct sorted_device sorted_new(struct queue *q, int bits, const struct sorted *items,
				       int64_t n)
{
	struct sorted_device d = {.n = n};
	int64_t *slack;
	int32_t *place, *block;

	NEW(slack, n);
	NEW(place, n);
	NEW(block, n);
	for (int64_t i = 0; i < n && items; i++) {
		slack[i] = items[i].slack;
		place[i] = items[i].place;
		block[i] = items[i].block;
	}
	d.device.slack = times_to_device(q, bits, slack, n);
	d.device.place = to_device(q, place, n * 4);
	d.device.block = to_device(q, block, n * 4);
	free(slack);
	free(place);
	free(block);
	return d;
}

static void sorted_free(struct queue *q, struct sorted_device *d)
{
	device_free(q, d->device.slack);
	device_free(q, d->device.place);
	device_free(q, d->device.block);
}

static bool sorted_same(struct queue *q, int bits, const struct sorted_device *d,
			const struct sorted *items)
{
	int64_t *slack = times_from_device(q, bits, d->device.slack, d->n);
	int32_t *place, *block;
	bool same = true;

	NEW(place, d->n);
	NEW(block, d->n);
	from_device(q, place, d->device.place, d->n * 4);
	from_device(q, block, d->device.block, d->n * 4);
	for (int64_t i = 0; i < d->n; i++)
		same = same && slack[i] == items[i].slack && place[i] == items[i].place &&
		       block[i] == items[i].block;
	free(slack);
	free(place);
	free(block);
	return same;
}

/* By slack, and as they were emitted. */
static int compare_sorted(const void *a, const void *b)
{
	const struct sorted *x = a, *y = b;

	if (x->slack != y->slack)
		return x->slack < y->slack ? -1 : 1;
	if (x->block != y->block)
		return x->block < y->block ? -1 : 1;
	return x->place < y->place ? -1 : x->place > y->place;
}

/* ---- the merge tree ---- */

static const int32_t none_failed;

static bool same_64(struct queue *q, const int64_t *d, const int64_t *items, int64_t n)
{
	int64_t *got;
	bool same;

	NEW(got, n);
	from_device(q, got, d, n * 8);
	same = memcmp(got, items, (size_t)n * 8) == 0;
	free(got);
	return same;
}

/* One round, from `in` to `out`. */
static void launch_round(struct queue *q, int bits, const struct sorted_device *in,
			 const struct sorted_device *out, const int64_t *d_run, int64_t n_runs,
			 int64_t stride)
{
	int64_t n_pairs = (n_runs + 2 * stride - 1) / (2 * stride);
	struct merge_blocks_args args = {in->device, out->device, d_run, n_runs, stride, n_pairs};

	LAUNCH(q, merge_blocks, bits, &args, in->n / FUSED_TILE + n_pairs);
}

/* All rounds, by one launch; *sorted and *spare change places where the last one says so. */
static void launch_tree(struct queue *q, int bits, struct sorted_device *sorted,
			struct sorted_device *spare, const int64_t *d_run, int64_t n_runs,
			int32_t *d_n_failed)
{
	struct merge_tree_args args = {{sorted->device, spare->device}, d_run, n_runs, d_n_failed};
	int n_rounds = n_runs > 1 ? bits_for(n_runs) : 0;

	LAUNCH(q, merge_tree, bits, &args, n_rounds);
	if (n_rounds & 1) {
		struct sorted_device merged = *spare;

		*spare = *sorted;
		*sorted = merged;
	}
}

/* The same by sorting what each pair of runs holds. */
static void sort_pairs(struct sorted *items, const int64_t *run, int64_t n_runs, int64_t stride)
{
	for (int64_t r = 0; r < n_runs; r += 2 * stride) {
		int64_t begin = run[r], end = run[min_i64(r + 2 * stride, n_runs)];

		qsort(items + begin, (size_t)(end - begin), sizeof *items, compare_sorted);
	}
}

/* Ascending places where runs begin, from 0, and n after them; many runs are empty. */
static int64_t *random_runs(int64_t n, int64_t n_runs)
{
	int64_t *run;

	NEW(run, n_runs + 1);
	for (int64_t r = 1; r < n_runs; r++)
		run[r] = random_below(3) ? random_below(n + 1) : n / 2;
	run[n_runs] = n;
	qsort(run, (size_t)n_runs, 8, compare_times);
	return run;
}

/* merge_blocks, round by round, or merge_tree; slacks are few, hence many equal */
static bool same_tree(struct queue *q, int bits, int64_t n, int64_t n_runs, bool at_once)
{
	int32_t *d_n_failed, n_failed;
	int64_t *run = random_runs(n, n_runs), *d_run = to_device(q, run, (n_runs + 1) * 8);
	struct sorted_device in, out;
	struct sorted *items;
	bool same = true;

	NEW(items, n);
	for (int64_t r = 0; r < n_runs; r++) {
		for (int64_t i = run[r]; i < run[r + 1]; i++)
			items[i] = (struct sorted){random_below(n / 9 + 3) - n / 20,
						   (int32_t)(i - run[r]), (int32_t)r};
		qsort(items + run[r], (size_t)(run[r + 1] - run[r]), sizeof *items, compare_sorted);
	}
	in = sorted_new(q, bits, items, n);
	out = sorted_new(q, bits, NULL, n);
	for (int64_t stride = 1; stride < n_runs && same && !at_once; stride *= 2) {
		struct sorted_device other = in;

		launch_round(q, bits, &in, &out, d_run, n_runs, stride);
		sort_pairs(items, run, n_runs, stride);
		same = sorted_same(q, bits, &out, items);
		in = out;
		out = other;
	}
	if (at_once) {
		d_n_failed = to_device(q, &none_failed, sizeof none_failed);
		launch_tree(q, bits, &in, &out, d_run, n_runs, d_n_failed);
		sort_pairs(items, run, n_runs, n_runs);
		from_device(q, &n_failed, d_n_failed, sizeof n_failed);
		same = n_failed == 0 && sorted_same(q, bits, &in, items);
		device_free(q, d_n_failed);
	}
	sorted_free(q, &in);
	sorted_free(q, &out);
	device_free(q, d_run);
	free(run);
	free(items);
	return same;
}

/* ---- a level ---- */

/* The wanted result: children as they are emitted, those that were there before them. */
struct level {
	struct queue *q;
	int bits;
	int32_t level;
	int64_t n_blocks, n_before;
	struct family family; /* of level 0: sources as parents, that are no records */
	struct records children;
	struct fused_parents args;
	int64_t *d_offset, *d_n_child, *d_begin; /* of parents, blocks, blocks and the one before */
	int64_t *begin;                          /* what the last one should be */
	bool allocates;                          /* by the kernels that allocate and launch */
	void **d_memory;                         /* of blocks */
	int32_t *d_n_failed;
};

static void emit_sources(struct level *l, const struct reference *r)
{
	struct family *f = &l->family;
	int64_t at = 0;

	f->first = r->graph->n_sources / 5;
	f->n = r->graph->n_sources - f->first;
	NEW(f->n_child, f->n);
	records_new(l->q, l->bits, f->n, &f->children);
	for (int64_t p = 0; p < f->n; p++) {
		int32_t source = (int32_t)(f->first + p);
		int64_t d = r->dist[r->state[r->graph->source_vertex[source]]];

		f->n_child[p] = d != NONE;
		if (d == NONE)
			continue;
		f->children.slack[at] = d - r->graph->source_arrival[source];
		f->children.parent[at] = -1;
		f->children.arc[at++] = source;
	}
	f->children.n = at;
}

/* Children that earlier batches left, sorted, then those of the parents. */
static void emit(struct level *l, const struct reference *r)
{
	const struct records *out = &l->family.children;
	int64_t *before = sorted_times(l->n_before, 5000);

	if (l->level == 0)
		emit_sources(l, r);
	else
		family_find(l->q, l->bits, r, l->level == 1, &l->family);
	records_new(l->q, l->bits, l->n_before + out->n, &l->children);
	for (int64_t i = 0; i < l->children.n; i++) {
		int64_t o = i - l->n_before;

		l->children.slack[i] = o < 0 ? before[i] : out->slack[o];
		l->children.parent[i] = o < 0 ? (int32_t)random_below(100) : out->parent[o];
		l->children.arc[i] = o < 0 ? (int32_t)random_below(100) : out->arc[o];
	}
	records_upload(l->q, l->bits, &l->children); /* those before are read */
	free(before);
}

static void level_new(struct level *l, const struct reference *r, const struct image *image,
		      const struct device_forest *f)
{
	family_new(l->q, l->bits, r, l->level > 0 ? min_i64(r->n, 5000) : 0, l->level == 1,
		   &l->family);
	emit(l, r);
	l->n_blocks = (l->family.n + FUSED_PARENTS - 1) / FUSED_PARENTS;
	l->args = (struct fused_parents){.graph = image->device,
					 .dist = f->dist,
					 .forest = f->forest,
					 .record = l->family.parents.device,
					 .first = (int32_t)l->family.first,
					 .level = l->level,
					 .n = l->family.n};
	l->d_offset = to_device(l->q, NULL, (l->family.n + 1) * 8);
	l->d_n_child = to_device(l->q, NULL, (l->n_blocks + 1) * 8);
	l->d_begin = to_device(l->q, NULL, (l->n_blocks + 2) * 8);
	l->d_memory = to_device(l->q, NULL, (l->n_blocks + 1) * (int64_t)sizeof(void *));
	l->d_n_failed = to_device(l->q, &none_failed, sizeof none_failed);
	NEW(l->begin, l->n_blocks + 2);
}

static void level_free(struct level *l)
{
	family_free(l->q, &l->family);
	records_free(l->q, &l->children);
	free(l->begin);
	device_free(l->q, l->d_offset);
	device_free(l->q, l->d_n_child);
	device_free(l->q, l->d_begin);
	device_free(l->q, l->d_memory);
	device_free(l->q, l->d_n_failed);
}

/* Nothing has failed, and drop_blocks leaves no block any memory. */
static bool all_freed(struct level *l)
{
	struct drop_blocks_args drop = {.memory = l->d_memory};
	int32_t n_failed;
	void **memory;
	bool freed = true;

	LAUNCH(l->q, drop_blocks, 32, &drop, l->n_blocks);
	NEW(memory, l->n_blocks);
	from_device(l->q, memory, l->d_memory, l->n_blocks * (int64_t)sizeof *memory);
	from_device(l->q, &n_failed, l->d_n_failed, sizeof n_failed);
	for (int64_t b = 0; b < l->n_blocks; b++)
		freed = freed && !memory[b];
	free(memory);
	return freed && n_failed == 0;
}

static bool same_scan(struct level *l, enum block_scan scan)
{
	struct allocate_and_scan_args args = {l->args, scan, l->d_offset, l->d_n_child};
	struct allocate_and_expand_args expand = {
		.parents = l->args,
		.scan = scan,
		.offset = l->d_offset,
		.n_child = l->d_n_child,
		.memory = l->d_memory,
		.n_failed = l->d_n_failed,
	};
	int64_t *offset, *n_child;
	bool same;

	NEW(offset, l->family.n);
	NEW(n_child, l->n_blocks);
	for (int64_t p = 0; p < l->family.n; p++) {
		offset[p] = n_child[p / FUSED_PARENTS];
		n_child[p / FUSED_PARENTS] += l->family.n_child[p];
	}
	if (l->allocates)
		LAUNCH(l->q, allocate_and_expand, l->bits, &expand, l->n_blocks);
	else
		LAUNCH(l->q, allocate_and_scan, l->bits, &args, l->n_blocks);
	same = same_64(l->q, l->d_offset, offset, l->family.n) &&
	       same_64(l->q, l->d_n_child, n_child, l->n_blocks);
	l->begin[1] = l->n_before;
	for (int64_t b = 0; b < l->n_blocks; b++)
		l->begin[b + 2] = l->begin[b + 1] + n_child[b];
	free(offset);
	free(n_child);
	return same;
}

/* place_blocks; of the parents whose children fit into the room there are n and so
 * many children. */
static bool same_places(struct level *l, int64_t room, int64_t *n, int64_t *n_child)
{
	struct batch_summary *d_summary = to_device(l->q, NULL, sizeof *d_summary), got;
	struct place_blocks_args args = {l->d_offset, l->d_n_child, l->family.n, l->n_before,
					 room,        l->d_begin,   d_summary};

	*n = *n_child = 0;
	while (*n < l->family.n && (*n == 0 || *n_child + l->family.n_child[*n] <= room))
		*n_child += l->family.n_child[(*n)++];
	LAUNCH(l->q, place_blocks, 32, &args, 1);
	from_device(l->q, &got, d_summary, sizeof got);
	device_free(l->q, d_summary);
	return same_64(l->q, l->d_begin, l->begin, l->n_blocks + 2) &&
	       got.n_candidates == l->children.n - l->n_before &&
	       got.n_children == got.n_candidates && got.n_batch_parents == *n &&
	       got.n_batch_children == *n_child;
}

/* place_blocks of any number of blocks, with any room */
static bool same_many_places(struct queue *q, int64_t n_parents)
{
	struct level l = {.q = q, .family.n = n_parents, .n_before = random_below(100)};
	int64_t *offset, *block, n, n_child, total = 0;
	bool same = true;

	l.n_blocks = (n_parents + FUSED_PARENTS - 1) / FUSED_PARENTS;
	NEW(l.family.n_child, n_parents);
	NEW(offset, n_parents);
	NEW(block, l.n_blocks);
	NEW(l.begin, l.n_blocks + 2);
	for (int64_t p = 0; p < n_parents; p++) {
		l.family.n_child[p] =
			(int32_t)(random_below(4) ? random_below(3) : random_below(1000));
		offset[p] = block[p / FUSED_PARENTS];
		block[p / FUSED_PARENTS] += l.family.n_child[p];
		total += l.family.n_child[p];
	}
	l.begin[1] = l.n_before;
	for (int64_t b = 0; b < l.n_blocks; b++)
		l.begin[b + 2] = l.begin[b + 1] + block[b];
	l.children.n = l.n_before + total;
	l.d_offset = to_device(q, offset, n_parents * 8);
	l.d_n_child = to_device(q, block, l.n_blocks * 8);
	l.d_begin = to_device(q, NULL, (l.n_blocks + 2) * 8);
	for (int t = 0; t < 6 && same; t++)
		same = same_places(&l, t < 2 ? t * total : random_below(total + 2), &n, &n_child);
	free(l.family.n_child);
	free(l.begin);
	free(offset);
	free(block);
	device_free(q, l.d_offset);
	device_free(q, l.d_n_child);
	device_free(q, l.d_begin);
	return same;
}

/* Children as expand_and_merge leaves them: sorted runs; returns how many of these, and where they
 * begin. */
static int64_t reference_runs(const struct level *l, int64_t n_blocks, int64_t n,
			      struct sorted *items, int64_t *run)
{
	int64_t n_runs = 0;

	for (int64_t b = 0; b <= n_blocks; b++) {
		int64_t end = min_i64(l->begin[b + 1], n), at = l->begin[b];

		for (int64_t i = at; i < end; i++)
			items[i] = (struct sorted){l->children.slack[i], (int32_t)(i - l->begin[b]),
						   (int32_t)b};
		for (; n_runs < end / FUSED_TILE + b + 1; at = min_i64(at + FUSED_TILE, end)) {
			int64_t n_run = min_i64(FUSED_TILE, end - at);

			run[n_runs++] = at;
			qsort(items + at, (size_t)n_run, sizeof *items, compare_sorted);
		}
	}
	run[n_runs] = n;
	return n_runs;
}

/* expand_and_merge of the first parents, whose children with those before are n */
static bool same_runs(struct level *l, int64_t n_parents, int64_t n, struct sorted *items,
		      struct sorted_device *sorted, int64_t **d_run, int64_t *n_runs)
{
	struct expand_and_merge_args args = {.parents = l->args,
					     .offset = l->d_offset,
					     .begin = l->d_begin,
					     .n_child = n,
					     .child = l->children.device};
	struct take_blocks_args take;
	int64_t *run;
	bool same;

	args.parents.n = n_parents;
	args.n_blocks = (n_parents + FUSED_PARENTS - 1) / FUSED_PARENTS;
	NEW(run, n / FUSED_TILE + args.n_blocks + 2);
	*n_runs = reference_runs(l, args.n_blocks, n, items, run);
	*sorted = sorted_new(l->q, l->bits, NULL, n);
	*d_run = to_device(l->q, NULL, (*n_runs + 1) * 8);
	args.sorted = sorted->device;
	args.run = *d_run;
	queue_fill(l->q, (char *)l->children.device.slack + l->n_before * l->bits / 8, 0x55,
		   (l->children.n - l->n_before) * l->bits / 8);
	queue_fill(l->q, l->children.device.arc + l->n_before, 0x55,
		   (l->children.n - l->n_before) * 4);
	take = (struct take_blocks_args){args, l->d_memory};
	if (l->allocates)
		LAUNCH(l->q, take_blocks, l->bits, &take, l->n_blocks + 1);
	else
		LAUNCH(l->q, expand_and_merge, l->bits, &args, args.n_blocks + 1);
	l->children.n = n;
	same = (!l->allocates || all_freed(l)) && records_same(l->q, l->bits, &l->children) &&
	       sorted_same(l->q, l->bits, sorted, items) && same_64(l->q, *d_run, run, *n_runs + 1);
	free(run);
	return same;
}

/* The tree, and reorder_children of the first k */
static bool same_order(struct level *l, struct sorted *items, struct sorted_device *sorted,
		       const int64_t *d_run, int64_t n_runs, int64_t k)
{
	struct sorted_device spare = sorted_new(l->q, l->bits, NULL, sorted->n);
	struct reorder_children_args args = {.begin = l->d_begin, .child = l->children.device};
	struct records out;
	bool same;

	for (int64_t stride = 1; stride < n_runs && !l->allocates; stride *= 2) {
		struct sorted_device merged = spare;

		launch_round(l->q, l->bits, sorted, &merged, d_run, n_runs, stride);
		spare = *sorted;
		*sorted = merged;
	}
	if (l->allocates)
		launch_tree(l->q, l->bits, sorted, &spare, d_run, n_runs, l->d_n_failed);
	qsort(items, (size_t)sorted->n, sizeof *items, compare_sorted);
	records_new(l->q, l->bits, k, &out);
	for (int64_t i = 0; i < k; i++) {
		int64_t from = l->begin[items[i].block] + items[i].place;

		out.slack[i] = l->children.slack[from];
		out.parent[i] = l->children.parent[from];
		out.arc[i] = l->children.arc[from];
	}
	args.sorted = sorted->device;
	args.to = out.device;
	LAUNCH(l->q, reorder_children, l->bits, &args, k);
	same = sorted_same(l->q, l->bits, sorted, items) && records_same(l->q, l->bits, &out);
	records_free(l->q, &out);
	sorted_free(l->q, &spare);
	return same;
}

/* A level with all its children at once, or with as many as fit. */
static bool same_level(struct queue *q, const struct reference *r, const struct image *image,
		       const struct device_forest *f, int32_t level, int64_t n_before, bool cut,
		       bool allocates)
{
	struct level l = {.q = q,
			  .bits = image->fs_bits,
			  .level = level,
			  .n_before = n_before,
			  .allocates = allocates};
	struct sorted_device sorted;
	struct sorted *items;
	int64_t n_parents, n_child, n_runs, *d_run, n;
	bool same;

	level_new(&l, r, image, f);
	same = same_scan(&l, random_below(2) ? SCAN_KOGGE_STONE : SCAN_BRENT_KUNG) &&
	       same_places(&l, cut ? random_below(l.children.n + 1) : INT32_MAX, &n_parents,
			   &n_child);
	if (same) {
		n = n_before + n_child;
		NEW(items, n);
		same = same_runs(&l, n_parents, n, items, &sorted, &d_run, &n_runs) &&
		       same_order(&l, items, &sorted, d_run, n_runs, cut ? n / 2 : n);
		sorted_free(q, &sorted);
		device_free(q, d_run);
		free(items);
	}
	level_free(&l);
	return same;
}

/* ---- all of it ---- */

static void check_fused(struct test_device *d, int64_t size, int bits)
{
	struct queue *q = d->queue;
	struct graph_case c;
	long long n = size;

	device_kernel_heap(q, (int64_t)1 << 28);
	graph_case_new(d, size, bits, &c);
	device_free(q, c.f.dist);
	device_free(q, c.f.forest);
	c.f.dist = times_to_device(q, bits, c.r.dist, c.r.n);
	c.f.forest = to_device(q, c.r.forest, (int64_t)c.r.n * 4);
	for (int allocates = 0; allocates < 2; allocates++) {
		for (int32_t level = 0; level < 3; level++)
			OK(same_level(q, &c.r, c.image, &c.f, level, 0, false, allocates) &&
				   same_level(q, &c.r, c.image, &c.f, level, 0, true, allocates) &&
				   same_level(q, &c.r, c.image, &c.f, level, 2500, true, allocates),
			   "%s: %s, place_blocks, %s, reorder_children of %lld vertices, level %d, %d bit",
			   d->name, allocates ? "allocate_and_expand" : "allocate_and_scan",
			   allocates ? "take_blocks, merge_tree" : "expand_and_merge", n,
			   (int)level, bits);
		OK(same_tree(q, bits, size, 1, allocates) &&
			   same_tree(q, bits, size, 2, allocates) &&
			   same_tree(q, bits, size, 33, allocates) &&
			   same_tree(q, bits, size, size / 300 + 5, allocates) &&
			   same_tree(q, bits, size, 3000, allocates),
		   "%s: %s of %lld, %d bit", d->name, allocates ? "merge_tree" : "merge_blocks", n,
		   bits);
	}
	OK(same_many_places(q, size), "%s: place_blocks of %lld parents", d->name, n);
	graph_case_free(d, &c);
}

int main(void)
{
	return run_on_devices(check_fused);
}
