/*
 * The conference paper's pipeline ([CPG], section III-E; the "Previous" columns of table IV in
 * [CPG-J]): the device expands a level, the host downloads all of it, sorts it by its indices on
 * one core and uploads the best k. The kernels, and what differs from the print, are in
 * gpu/search/paper/k_edges.cu.
 *
 * A level and the next one are arrays of records as printed, which only this file reads. The
 * ranking is made of columns, as for any method, at 12 bytes a path that is kept.
 */
#include <stdio.h>
#include <string.h>

#include "base/grow.h"
#include "gpu/search/paper/paper_args.h"
#include "gpu/search/search_impl.h"

static int64_t edge_size(const struct search *search)
{
	return search->printed.level.item_size[0];
}

void search_define_edges(struct search *search)
{
	int64_t size = search->image->fs_bits == 32 ? sizeof(struct deviation_edge_32)
						    : sizeof(struct deviation_edge_64);
	struct columns edges = {.name = "deviation edges", .n = 1, .item_size = {size}};

	search->printed.level = search->printed.next = edges;
	search->printed.number = -1;
}

/* The edges of the parents, which the level before left as its result. */
static void take_level(struct search *search)
{
	struct printed_levels *p = &search->printed;
	struct columns next = p->next;

	if (p->number == search->level - 1)
		return;
	p->next = p->level;
	p->level = next;
	p->number = search->level - 1;
}

/* Of the parent whose record is `first`. */
static char *edge_of(const struct search *search, int64_t first)
{
	return (char *)search->printed.level.d[0] +
	       (first - search->parents_first) * edge_size(search);
}

static void host_count(struct search *search, int64_t first, int64_t n)
{
	struct count_edges_args args = {.graph = search->image->device,
					.dist = search->forest.dist,
					.forest = search->forest.forest,
					.n_child = search->parents.d[PARENT_CHILDREN]};

	if (search->level == 0) {
		search_count_sources(search, first, n);
		return;
	}
	take_level(search);
	args.level = edge_of(search, first);
	LAUNCH(search->queue, count_edges, search->image->fs_bits, &args, n);
	/* Without a bound every deviation is a child. */
	queue_copy(search->queue, search->parents.d[PARENT_CANDIDATES],
		   search->parents.d[PARENT_CHILDREN], n * (int64_t)sizeof(int32_t));
}

static enum status host_scan(struct search *search, int64_t first, int64_t n)
{
	struct offset_edges_args args = {.offset = search->parents.d[PARENT_OFFSET]};

	TRY(search_scan(search, first, n));
	if (search->level == 0)
		return STATUS_OK;
	args.level = edge_of(search, first);
	LAUNCH(search->queue, offset_edges, search->image->fs_bits, &args, n);
	return STATUS_OK;
}

static enum status host_expand(struct search *search, int64_t first, int64_t n, int64_t at)
{
	struct columns *next = &search->printed.next;
	struct source_edges_args sources = {.graph = search->image->device,
					    .dist = search->forest.dist,
					    .first = (int32_t)first,
					    .offset = search->parents.d[PARENT_OFFSET]};
	struct expand_edges_args args = {.graph = search->image->device,
					 .dist = search->forest.dist,
					 .forest = search->forest.forest,
					 .first = first - search->parents_first};

	TRY(columns_reserve(search->queue, next, at + search->readback.batch.n_batch_children, at));
	sources.next = args.next = at ? (char *)next->d[0] + at * edge_size(search) : next->d[0];
	if (search->level == 0) {
		LAUNCH(search->queue, source_edges, search->image->fs_bits, &sources, n);
		return STATUS_OK;
	}
	args.level = edge_of(search, first);
	LAUNCH(search->queue, expand_edges, search->image->fs_bits, &args, n);
	return STATUS_OK;
}

/* ---- the host's sort ---- */

struct host_sort {
	int64_t n, n_kept;
	char *edge, *kept; /* owned [n], [n_kept] */
	int64_t *slack;    /* owned [n] */
	int32_t *index[2]; /* owned [n] */
};

static FREES(host_sort_release, struct host_sort, x->edge, x->kept, x->slack, x->index[0],
	     x->index[1]);

static enum status host_sort_begin(struct host_sort *s, int64_t size)
{
	TRY(ALLOC(&s->edge, s->n * size));
	TRY(ALLOC(&s->kept, s->n_kept * size));
	return ALLOC_ALL(s->n, &s->slack, &s->index[0], &s->index[1]);
}

static void read_slacks(const struct search *search, struct host_sort *s)
{
	for (int64_t i = 0; i < s->n; i++) {
		s->slack[i] = search->image->fs_bits == 32
				      ? ((const struct deviation_edge_32 *)s->edge)[i].slack
				      : ((const struct deviation_edge_64 *)s->edge)[i].slack;
		s->index[0][i] = (int32_t)i;
	}
}

/* Sorted index[0][begin … middle − 1] and [middle … end − 1] into index[1]; of equals the left first. */
static void merge_indices(struct host_sort *s, int64_t begin, int64_t middle, int64_t end)
{
	const int32_t *from = s->index[0];
	int64_t i = begin, j = middle;

	for (int64_t o = begin; o < end; o++) {
		bool left = j == end || (i < middle && s->slack[from[i]] <= s->slack[from[j]]);

		s->index[1][o] = from[left ? i : j];
		i += left;
		j += !left;
	}
}

/* Not the records are sorted but their indices, as printed; stably, into index[0]. */
static enum status sort_indices(const struct search *search, struct host_sort *s)
{
	struct task *task = search->options.task;

	for (int64_t run = 1; run < s->n; run *= 2) {
		int32_t *sorted = s->index[1];

		for (int64_t begin = 0; begin < s->n; begin += 2 * run) {
			merge_indices(s, begin, min_i64(begin + run, s->n),
				      min_i64(begin + 2 * run, s->n));
			if (begin % (1 << 16) == 0 && task && task_cancelled(task))
				return STATUS_CANCELLED;
		}
		s->index[1] = s->index[0];
		s->index[0] = sorted;
	}
	return STATUS_OK;
}

static enum status host_merge(struct search *search)
{
	RELEASED_BY(host_sort_release)
	struct host_sort s = {.n = search->n_child,
			      .n_kept = min_i64(search->n_child, search->options.k)};
	int64_t size = edge_size(search);
	void *next = search->printed.next.d[0];

	TRY(host_sort_begin(&s, size));
	TRY(queue_read(search->queue, s.edge, next, s.n * size));
	read_slacks(search, &s);
	TRY(sort_indices(search, &s));
	for (int64_t i = 0; i < s.n_kept; i++)
		memcpy(s.kept + i * size, s.edge + s.index[0][i] * size, (size_t)size);
	queue_upload(search->queue, next, s.kept, s.n_kept * size);
	return queue_sync(search->queue);
}

static void host_describe(const struct search *search, char *out, size_t size)
{
	int64_t n = search->n_child;

	snprintf(out, size,
		 "%lld records of %lld bytes downloaded, sorted by the host, %lld uploaded",
		 (long long)n, (long long)edge_size(search),
		 (long long)min_i64(n, search->options.k));
}

static enum status host_take(struct search *search, const struct device_records *to, int64_t n)
{
	struct take_edges_args args = {.edge = search->printed.next.d[0],
				       .first_parent = (int32_t)search->parents_first,
				       .to = *to};

	LAUNCH(search->queue, take_edges, search->image->fs_bits, &args, n);
	return STATUS_OK;
}

static const char *const labels[] = {
	[PHASE_COUNT] = "count",       [PHASE_SCAN] = "scan",
	[PHASE_EXPAND] = "expand",     [PHASE_MERGE] = "sort on the host",
	[PHASE_COMPRESS] = "compress",
};

const struct method_ops host_method = {
	.name = "paper-host",
	.label = labels,
	.forest = search_paper_forest,
	.count = host_count,
	.scan = host_scan,
	.expand = host_expand,
	.merge = host_merge,
	.describe_merge = host_describe,
	.sort = host_take,
	.bounded = false,
	.own_records = true,
};
