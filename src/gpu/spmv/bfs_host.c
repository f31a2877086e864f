/* Searches on the host: what those on a device are compared with. */
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "gpu/spmv/bfs.h"

/* ---- distances, by a queue ---- */

static void search(const struct bfs *b, int32_t *dist, int32_t *queue)
{
	const struct sparse *a = b->a;
	int32_t begin = 0, end = 0;

	for (int32_t s = 0; s < b->n_sources; s++) {
		if (dist[b->source[s]] == 0)
			continue;
		dist[b->source[s]] = 0;
		queue[end++] = b->source[s];
	}
	while (begin < end) {
		int32_t v = queue[begin++];

		for (int32_t e = a->row[v]; e < a->row[v + 1]; e++) {
			if (dist[a->column[e]] >= 0)
				continue;
			dist[a->column[e]] = dist[v] + 1;
			queue[end++] = a->column[e];
		}
	}
}

/* ---- levels, by a queue ---- */

static enum status levelise(const struct bfs *b, int32_t *level, int32_t *queue)
{
	const struct sparse *a = b->a;
	int32_t begin = 0, end = 0, *remaining;

	TRY(ALLOC(&remaining, a->n_rows));
	for (int32_t v = 0; v < a->n_rows; v++) {
		remaining[v] = b->in->row[v + 1] - b->in->row[v];
		if (remaining[v] == 0) {
			level[v] = 0;
			queue[end++] = v;
		}
	}
	while (begin < end) {
		int32_t v = queue[begin++];

		for (int32_t e = a->row[v]; e < a->row[v + 1]; e++) {
			int32_t head = a->column[e];

			if (--remaining[head] == 0) {
				/* the queue goes by levels, so v's is the largest of those before it */
				level[head] = level[v] + 1;
				queue[end++] = head;
			}
		}
	}
	free(remaining);
	return STATUS_OK;
}

/* ---- lengths, by a heap ---- */

struct entry {
	float length;
	int32_t vertex;
};

struct heap {
	struct entry *entry; /* owned [n] */
	int64_t n, capacity;
};

static enum status push(struct heap *h, float length, int32_t vertex)
{
	int64_t at = h->n;

	TRY(GROW(&h->entry, &h->capacity, h->n + 1));
	h->n++;
	while (at > 0 && h->entry[(at - 1) / 2].length > length) {
		h->entry[at] = h->entry[(at - 1) / 2];
		at = (at - 1) / 2;
	}
	h->entry[at] = (struct entry){length, vertex};
	return STATUS_OK;
}

static struct entry pop(struct heap *h)
{
	struct entry first = h->entry[0], last = h->entry[--h->n];
	int64_t at = 0;

	for (;;) {
		int64_t child = 2 * at + 1;

		if (child >= h->n)
			break;
		if (child + 1 < h->n && h->entry[child + 1].length < h->entry[child].length)
			child++;
		if (h->entry[child].length >= last.length)
			break;
		h->entry[at] = h->entry[child];
		at = child;
	}
	h->entry[at] = last;
	return first;
}

static enum status shorten(const struct bfs *b, struct heap *h, float *length)
{
	const struct sparse *a = b->a;

	for (int32_t s = 0; s < b->n_sources; s++) {
		length[b->source[s]] = 0;
		TRY(push(h, 0, b->source[s]));
	}
	while (h->n) {
		struct entry e = pop(h);

		if (e.length > length[e.vertex])
			continue; /* a shorter one has been found since */
		for (int32_t j = a->row[e.vertex]; j < a->row[e.vertex + 1]; j++) {
			float weight = a->value[j] < 0 ? -a->value[j] : a->value[j],
			      to = e.length + weight;

			if (to >= length[a->column[j]])
				continue;
			length[a->column[j]] = to;
			TRY(push(h, to, a->column[j]));
		}
	}
	return STATUS_OK;
}

static enum status find_lengths(const struct bfs *b, int32_t *dist)
{
	struct heap heap = {0};
	FREED float *length = NULL;
	enum status status;

	TRY(ALLOC(&length, b->a->n_rows));
	for (int32_t v = 0; v < b->a->n_rows; v++)
		length[v] = LAB_FAR;
	status = shorten(b, &heap, length);
	memcpy(dist, length, (size_t)b->a->n_rows * sizeof *length);
	free(heap.entry);
	return status;
}

enum status bfs_on_host(const struct bfs *b, enum bfs_method method, int32_t *dist,
			struct bfs_result *result)
{
	int32_t *queue, n = b->a->n_rows;
	enum status status = STATUS_OK;

	*result = (struct bfs_result){0};
	if (method == SHORTEST_HEAP) {
		status = find_lengths(b, dist);
		bfs_count_reached(method, dist, n, result);
		return status;
	}
	TRY(ALLOC(&queue, n));
	memset(dist, -1, (size_t)n * sizeof *dist);
	if (method == LEVELS_QUEUE)
		status = levelise(b, dist, queue);
	else
		search(b, dist, queue);
	free(queue);
	bfs_count_reached(method, dist, n, result);
	result->has_cycles = method == LEVELS_QUEUE && result->n_reached < n;
	return status;
}
