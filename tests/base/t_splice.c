/* Splices against a plain copy, by one thread and by several. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/parallel.h"
#include "base/splice.h"
#include "lib/devices.h"
#include "lib/tap.h"

enum { MOST = 600, ROUNDS = 4000 };

struct item {
	int32_t number;
	char more[8]; /* no power of two */
};

static struct item item_of(int32_t number)
{
	struct item item = {number, {0}};

	memset(item.more, number % 127, sizeof item.more);
	return item;
}

/* Some of n items, sometimes beside each other, at the ends, of nothing. */
static int32_t draw_splices(int32_t n, struct splice *splice)
{
	int32_t n_splices = 0, at = 0, far = 1 + (int32_t)random_below(n + 1);
	int32_t most = (random_below(3) == 0) ? 40 : 3;

	for (;;) {
		at += (random_below(4) == 0) ? 0 : (int32_t)random_below(far);
		if (at > n || n_splices == MOST)
			return n_splices;
		splice[n_splices] = (struct splice){at, (int32_t)random_below(most),
						    (int32_t)random_below(most)};
		if (splice[n_splices].n_old > n - at)
			splice[n_splices].n_old = n - at;
		at += splice[n_splices++].n_old;
		if ((random_below(20) == 0))
			return n_splices;
	}
}

/* -1 where something new begins. */
static int32_t splice_plainly(int32_t n, const struct splice *splice, int32_t n_splices,
			      int32_t *out)
{
	int32_t m = 0, from = 0;

	for (int32_t i = 0; i <= n_splices; i++) {
		int32_t end = i < n_splices ? splice[i].at : n;

		while (from < end)
			out[m++] = from++;
		for (int32_t j = 0; i < n_splices && j < splice[i].n_new; j++)
			out[m++] = -1;
		from += i < n_splices ? splice[i].n_old : 0;
	}
	return m;
}

static bool is_same(int32_t n)
{
	static struct splice splice[MOST];
	static int32_t wanted[MOST + 40 * MOST];
	static struct item item[MOST + 40 * MOST];
	int32_t n_splices = draw_splices(n, splice), m;
	bool same;

	for (int32_t i = 0; i < n; i++)
		item[i] = item_of(i);
	m = splice_plainly(n, splice, n_splices, wanted);
	same = n + splices_grow(splice, n_splices) == m &&
	       splice_items(item, n, sizeof *item, splice, n_splices) == STATUS_OK;
	for (int32_t i = 0; i < m && same; i++) {
		struct item as = item_of(wanted[i] < 0 ? item[i].number : wanted[i]);

		same = wanted[i] < 0 || memcmp(&item[i], &as, sizeof as) == 0;
	}
	return same;
}

static void check(int threads)
{
	int wrong = 0;

	host_threads_set(threads);
	host_worth_set(threads > 1 ? 2 : 0);
	random_seed(1);
	for (int i = 0; i < ROUNDS; i++)
		wrong += !is_same((int32_t)random_below(MOST));
	OK(wrong == 0, "%d threads: %d splices", threads, ROUNDS);
}

int main(void)
{
	check(1);
	check(3);
	check(7);
	return tap_done();
}
