#include "base/keyed.h"

#include <string.h>

#include "base/bits.h"
#include "base/grow.h"
#include "base/order.h"
#include "base/parallel.h"

int compare_int32_pair(const void *a, const void *b)
{
	const struct keyed *x = a, *y = b;

	return ORDER(x->key, y->key) ?: ORDER(x->item, y->item);
}

void keyed_find(const struct keyed *list, int32_t n, int32_t key, int32_t *begin, int32_t *end)
{
	*begin = *end = FIRST_NOT(i, 0, n, list[i].key < key);
	while (*end < n && list[*end].key == key)
		++*end;
}

/* ---- ascending runs, two of which become one ---- */

static bool is_before(struct keyed a, struct keyed b)
{
	return a.key != b.key ? a.key < b.key : a.item < b.item;
}

static bool begins_run(const void *context, int64_t i)
{
	const struct keyed *list = context;

	return i == 0 || is_before(list[i], list[i - 1]);
}

/* Runs a and b, of which the merged one takes its first n entries. */
struct two_runs {
	const struct keyed *a, *b;
	int32_t n_a, n_b;
};

/* How many of those are of a. */
static int32_t first_of_a(const struct two_runs *runs, int32_t n)
{
	int32_t least = n > runs->n_b ? n - runs->n_b : 0, most = n < runs->n_a ? n : runs->n_a;

	return FIRST_NOT(i, least, most, is_before(runs->a[i], runs->b[n - i - 1]));
}

/* The entries from `begin` to `end` of the merged run. */
static void merge(const struct two_runs *runs, int32_t begin, int32_t end, struct keyed *out)
{
	int32_t i = first_of_a(runs, begin), j = begin - i;
	int32_t i_end = first_of_a(runs, end), j_end = end - i_end;

	while (i < i_end && j < j_end)
		*out++ = is_before(runs->a[i], runs->b[j]) ? runs->a[i++] : runs->b[j++];
	if (i < i_end)
		memcpy(out, runs->a + i, (size_t)(i_end - i) * sizeof *out);
	else if (j < j_end)
		memcpy(out, runs->b + j, (size_t)(j_end - j) * sizeof *out);
}

struct sorting {
	int32_t n, n_runs;
	int32_t *run;            /* owned [n_runs + 1]: where they begin, and the end */
	struct keyed *from, *to; /* [n]: to be merged; merged */
};

/* Where run r begins, those after the last at the end. */
static int32_t run_begin(const struct sorting *s, int64_t r)
{
	return s->run[r < s->n_runs ? r : s->n_runs];
}

/* What is from `begin` to `end` after each two runs have become one. */
static void merge_part(const struct sorting *s, int32_t begin, int32_t end)
{
	int64_t r = sorted_row(s->run, sizeof *s->run, s->n_runs, begin) & ~1;

	for (; begin < end; r += 2) {
		int32_t a = run_begin(s, r), b = run_begin(s, r + 1), after = run_begin(s, r + 2);
		int32_t stop = after < end ? after : end;
		struct two_runs runs = {s->from + a, s->from + b, b - a, after - b};

		merge(&runs, begin - a, stop - a, s->to + begin);
		begin = stop;
	}
}

static void merge_runs(struct sorting *s)
{
	struct keyed *merged = s->to;
	int parts = parts_of(s->n);

	OVER_PARTS(p, parts)
	merge_part(s, (int32_t)part_begin(s->n, parts, p), (int32_t)part_begin(s->n, parts, p + 1));
	for (int32_t r = 0; 2 * r < s->n_runs; r++)
		s->run[r] = s->run[2 * r];
	s->run[(s->n_runs + 1) / 2] = s->n;
	s->n_runs = (s->n_runs + 1) / 2;
	s->to = s->from;
	s->from = merged;
}

static enum status find_runs(const struct keyed *list, struct sorting *s)
{
	FREED int32_t *begin = NULL;

	TRY(select_items(s->n, begins_run, list, &begin, &s->n_runs));
	TRY(ALLOC(&s->run, (int64_t)s->n_runs + 1));
	memcpy(s->run, begin, (size_t)s->n_runs * sizeof *begin);
	s->run[s->n_runs] = s->n;
	return STATUS_OK;
}

enum status keyed_sort(struct keyed *list, int32_t n)
{
	struct sorting s = {.n = n, .from = list};
	struct keyed *space = NULL;
	enum status status = n ? find_runs(list, &s) : STATUS_OK;

	if (status == STATUS_OK && s.n_runs > 1)
		status = ALLOC(&space, n);
	s.to = space;
	while (status == STATUS_OK && s.n_runs > 1)
		merge_runs(&s);
	if (s.from != list)
		memcpy(list, s.from, (size_t)n * sizeof *list);
	FREE_ALL(space, s.run);
	return status;
}
