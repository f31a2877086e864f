#include "base/splice.h"

#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "base/grow.h"
#include "base/parallel.h"

struct splicing {
	char *items;
	int64_t n;
	size_t size;
	const struct splice *splice;
	int32_t n_splices;
	int64_t *
		by; /* owned [n_splices + 1]: what stays before each, and after the last, moves by this */
};

/* Items of one thread. Those to which others move from its neighbours are saved before anything moves. */
struct part {
	int64_t begin, end;
	int64_t head, tail; /* from begin, and up to end */
	char *saved;        /* owned: both */
};

int64_t splices_grow(const struct splice *splice, int32_t n_splices)
{
	int64_t grown = 0;

	for (int32_t i = 0; i < n_splices; i++)
		grown += splice[i].n_new - splice[i].n_old;
	return grown;
}

/* The first that isn't wholly before an item: what stays before its place moves by its `by`. */
static int32_t splice_at(const struct splicing *s, int64_t item)
{
	int32_t low = 0, high = s->n_splices;

	while (low < high) {
		int32_t middle = low + (high - low) / 2;

		if ((int64_t)s->splice[middle].at + s->splice[middle].n_old <= item)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* What stays in a row between two splices. */
struct stretch {
	int64_t begin, end, by;
};

static struct stretch stretch_at(const struct splicing *s, int32_t i, int64_t begin, int64_t end)
{
	int64_t first = i ? (int64_t)s->splice[i - 1].at + s->splice[i - 1].n_old : 0;
	int64_t last = i < s->n_splices ? s->splice[i].at : s->n;

	return (struct stretch){max_i64(first, begin), min_i64(last, end), s->by[i]};
}

static void move_stretch(const struct splicing *s, struct stretch t, const char *from)
{
	if (t.end > t.begin)
		memmove(s->items + (size_t)(t.begin + t.by) * s->size, from,
			(size_t)(t.end - t.begin) * s->size);
}

/* To the left from left to right, then to the right from right to left: so nothing is overwritten that is to be moved. */
static void move_in_place(const struct splicing *s, int64_t begin, int64_t end)
{
	int32_t first = splice_at(s, begin), last = splice_at(s, end);

	for (int32_t i = first; i <= last; i++) {
		struct stretch t = stretch_at(s, i, begin, end);

		if (t.by < 0)
			move_stretch(s, t, s->items + (size_t)t.begin * s->size);
	}
	for (int32_t i = last; i >= first; i--) {
		struct stretch t = stretch_at(s, i, begin, end);

		if (t.by > 0)
			move_stretch(s, t, s->items + (size_t)t.begin * s->size);
	}
}

static void move_saved(const struct splicing *s, int64_t begin, int64_t end, const char *saved)
{
	int32_t last = splice_at(s, end);

	for (int32_t i = splice_at(s, begin); i <= last && end > begin; i++) {
		struct stretch t = stretch_at(s, i, begin, end);

		move_stretch(s, t, saved + (size_t)(t.begin - begin) * s->size);
	}
}

/* How far what stays before a place moves beyond it, and what stays from there on moves before it. */
static int64_t passes_right(const struct splicing *s, int64_t place)
{
	int32_t i = place > 0 ? splice_at(s, place - 1) : 0;
	int64_t last = i < s->n_splices ? min_i64(s->splice[i].at, place) : place;

	return max_i64(0, last + s->by[i] - place);
}

static int64_t passes_left(const struct splicing *s, int64_t place)
{
	int32_t i = splice_at(s, place);
	bool inside = i < s->n_splices && s->splice[i].at <= place;
	int64_t first = inside ? (int64_t)s->splice[i].at + s->splice[i].n_old : place;

	return max_i64(0, place - first - s->by[i + inside]);
}

static enum status save_part(const struct splicing *s, struct part *part)
{
	part->head = part->begin > 0 ? passes_right(s, part->begin) : 0;
	part->tail = part->end < s->n ? passes_left(s, part->end) : 0;
	TRY(alloc_items((void **)&part->saved, part->head + part->tail, s->size));
	memcpy(part->saved, s->items + (size_t)part->begin * s->size, (size_t)part->head * s->size);
	memcpy(part->saved + (size_t)part->head * s->size,
	       s->items + (size_t)(part->end - part->tail) * s->size, (size_t)part->tail * s->size);
	return STATUS_OK;
}

static void move_part(const struct splicing *s, const struct part *part)
{
	int64_t tail = part->end - part->tail;

	move_in_place(s, part->begin + part->head, tail);
	move_saved(s, part->begin, part->begin + part->head, part->saved);
	move_saved(s, tail, part->end, part->saved + (size_t)part->head * s->size);
}

/* As many as pay, of which none moves beyond its neighbours. */
static int count_parts(const struct splicing *s, int64_t begin)
{
	int parts = parts_of((s->n - begin) * (int64_t)s->size / (int64_t)sizeof(int64_t));
	int64_t most = 0;

	for (int32_t i = 0; i <= s->n_splices; i++)
		most = max_i64(most, llabs(s->by[i]));
	for (int32_t i = 0; i < s->n_splices; i++)
		most = max_i64(most, s->splice[i].n_old);
	while (parts > 1 && (s->n - begin) / parts < 4 * most + 1)
		parts /= 2;
	return parts;
}

static enum status move_by_parts(const struct splicing *s, int64_t begin, int n_parts)
{
	struct part *part;
	enum status status = STATUS_OK;

	TRY(ALLOC(&part, n_parts));
	for (int p = 0; p < n_parts && status == STATUS_OK; p++) {
		part[p].begin = begin + part_begin(s->n - begin, n_parts, p);
		part[p].end = begin + part_begin(s->n - begin, n_parts, p + 1);
		status = save_part(s, &part[p]);
	}
	if (status == STATUS_OK) {
		OVER_PARTS(p, n_parts)
		move_part(s, &part[p]);
	}
	for (int p = 0; p < n_parts; p++)
		free(part[p].saved);
	free(part);
	return status;
}

enum status splice_items(void *items, int64_t n, size_t size, const struct splice *splice,
			 int32_t n_splices)
{
	struct splicing s = {items, n, size, splice, n_splices, NULL};
	enum status status = STATUS_OK;
	int32_t first = 0;

	while (first < n_splices && splice[first].n_old == splice[first].n_new)
		first++;
	if (first == n_splices)
		return STATUS_OK;
	TRY(ALLOC(&s.by, (int64_t)n_splices + 1));
	for (int32_t i = 0; i < n_splices; i++)
		s.by[i + 1] = s.by[i] + splice[i].n_new - splice[i].n_old;
	if (n > splice[first].at) {
		int n_parts = count_parts(&s, splice[first].at);

		if (n_parts > 1)
			status = move_by_parts(&s, splice[first].at, n_parts);
		else
			move_in_place(&s, splice[first].at, n);
	}
	free(s.by);
	return status;
}
