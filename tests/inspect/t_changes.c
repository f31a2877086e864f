/*
 * Slacks of endpoints now against earlier ones: totals, order, rows, histogram and grid, against plain loops over pairs
 * of arrays, on each device.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gpu/inspect/slack_changes.h"
#include "lib/kernel_reference.h"
#include "lib/tap.h"

enum { N_GROUPS = 5, MOST_BINS = 12 };

struct pairs {
	int64_t n, n_now;
	int64_t *before, *now; /* [n], of what has none now NONE */
	int32_t *group;        /* [n_now] */
};

static void must(enum status status)
{
	if (status != STATUS_OK)
		abort();
}

/* Slacks around zero, many of them as before; some are missing, some far away. */
static int64_t random_slack(int64_t like)
{
	if (random_below(6) == 0)
		return NONE;
	if (like != NONE && random_below(3) == 0)
		return like;
	if (random_below(40) == 0)
		return (random_below(2) ? 1 : -1) * (INT64_C(1) << 40);
	return random_below(4000) - 1500;
}

static void make_pairs(int64_t n, struct pairs *p)
{
	p->n = n;
	p->n_now = n - (n > 3 ? random_below(n / 2) : 0);
	NEW(p->before, n);
	NEW(p->now, n);
	NEW(p->group, n);
	for (int64_t i = 0; i < n; i++) {
		p->before[i] = random_slack(NONE);
		p->now[i] = i < p->n_now ? random_slack(p->before[i]) : NONE;
		p->group[i] = p->now[i] == NONE ? -1 : (int32_t)random_below(N_GROUPS);
	}
}

static void free_pairs(struct pairs *p)
{
	free(p->before);
	free(p->now);
	free(p->group);
}

/* ---- by plain loops ---- */

static enum change_list list_of(const struct pairs *p, int64_t i)
{
	if (p->before[i] == NONE)
		return p->now[i] == NONE ? CHANGES_ALL : CHANGES_NEW;
	if (p->now[i] == NONE)
		return CHANGES_GONE;
	return p->now[i] < p->before[i]   ? CHANGES_WORSE
	       : p->now[i] > p->before[i] ? CHANGES_BETTER
					  : CHANGES_SAME;
}

static void add_slack(int64_t slack, int s, struct change_totals *t)
{
	if (slack == NONE)
		return;
	t->wns[s] = !t->n[s] || slack < t->wns[s] ? slack : t->wns[s];
	t->most[s] = !t->n[s] || slack > t->most[s] ? slack : t->most[s];
	t->n[s]++;
	t->n_violated[s] += slack < 0;
	t->tns[s] += slack < 0 ? slack : 0;
}

static void naive_totals(const struct pairs *p, struct change_totals *t)
{
	*t = (struct change_totals){{0}, {0}, {0}, {0}, {0}, {0}, 0, 0};
	for (int64_t i = 0; i < p->n; i++) {
		enum change_list list = list_of(p, i);

		if (list == CHANGES_ALL)
			continue;
		t->n_list[CHANGES_ALL]++;
		t->n_list[CHANGES_CHANGED] += list != CHANGES_SAME;
		t->n_list[list]++;
		add_slack(p->before[i], 0, t);
		add_slack(p->now[i], 1, t);
		t->n_broken += p->now[i] < 0 && p->before[i] >= 0;
		t->n_mended += p->now[i] >= 0 && p->now[i] != NONE && p->before[i] < 0;
	}
}

static const struct pairs *sorted_pairs;

static int compare_values(int64_t a, int64_t b)
{
	return (a > b) - (a < b);
}

/* Fails now, and didn't. */
static int is_broken(const struct pairs *p, int64_t i)
{
	return p->before[i] >= 0 && p->before[i] != NONE && p->now[i] < 0;
}

/* After what fails newly, worse by loss, then better by gain. */
static int compare_entries(const void *a, const void *b)
{
	const struct pairs *p = sorted_pairs;
	int64_t i = *(const int32_t *)a, j = *(const int32_t *)b;
	enum change_list list = list_of(p, i);
	int by = is_broken(p, j) - is_broken(p, i);
	int64_t change_i = p->now[i] - p->before[i], change_j = p->now[j] - p->before[j];

	if (!by)
		by = compare_values((int64_t)list, (int64_t)list_of(p, j));
	if (!by && list == CHANGES_WORSE)
		by = compare_values(change_i, change_j);
	else if (!by && list == CHANGES_BETTER)
		by = compare_values(change_j, change_i);
	else if (!by && list == CHANGES_NEW)
		by = compare_values(p->now[i], p->now[j]);
	else if (!by && list == CHANGES_GONE)
		by = compare_values(p->before[i], p->before[j]);
	return by ? by : compare_values(i, j);
}

/* ---- what comes out ---- */

static bool same_rows(const struct slack_changes *c, const struct pairs *p,
		      const struct change_totals *t)
{
	int64_t n_all = t->n_list[CHANGES_ALL], n = 0;
	struct change_row *row;
	int32_t *order;
	bool same = true;

	NEW(order, p->n);
	NEW(row, n_all);
	for (int64_t i = 0; i < p->n; i++) {
		if (list_of(p, i) != CHANGES_ALL)
			order[n++] = (int32_t)i;
	}
	sorted_pairs = p;
	qsort(order, (size_t)n, sizeof *order, compare_entries);
	for (int list = CHANGES_ALL; list < N_CHANGE_LISTS && same; list++) {
		int64_t begin = change_list_begin(t, (enum change_list)list);
		int64_t first = t->n_list[list] ? random_below(t->n_list[list]) : 0;
		int64_t n_rows = t->n_list[list] - first;

		must(slack_changes_rows(c, (enum change_list)list, first, n_rows, row));
		for (int64_t i = 0; i < n_rows && same; i++) {
			int32_t entry = order[begin + first + i];

			same = row[i].entry == entry && row[i].before == p->before[entry] &&
			       row[i].now == p->now[entry] && row[i].sink == -1 &&
			       (list <= CHANGES_CHANGED || (int)list_of(p, entry) == list);
		}
	}
	free(order);
	free(row);
	return same;
}

static bool same_histogram(const struct slack_changes *c, const struct pairs *p)
{
	static char name[N_GROUPS][2] = {"a", "b", "c", "d", "e"};
	char *names[N_GROUPS] = {name[0], name[1], name[2], name[3], name[4]};
	struct histogram_query query = {.quantity = HISTOGRAM_CHANGES, .max_bins = MOST_BINS};
	int64_t n = 0, n_negative = 0, sum = 0;
	struct snap_histogram *h;
	bool same = true;

	must(slack_changes_histogram(c, &query, N_GROUPS, names, 7, &h));
	for (int64_t i = 0; i < p->n; i++) {
		if (p->before[i] == NONE || p->now[i] == NONE)
			continue;
		n++;
		n_negative += p->now[i] < p->before[i];
	}
	for (int32_t s = 0; s < h->n_series && same; s++) {
		for (int32_t b = 0; b < h->axis.n_bins && same; b++) {
			int64_t low = h->axis.low + b * h->axis.width;
			int32_t wanted = 0;

			for (int64_t i = 0; i < p->n; i++) {
				bool both = p->before[i] != NONE && p->now[i] != NONE;
				int64_t change = both ? p->now[i] - p->before[i] : 0;

				wanted += both &&
					  strcmp(name[p->group[i]], h->series[s].name) == 0 &&
					  change >= low && change < low + h->axis.width;
			}
			same = h->series[s].count[b] == wanted;
			sum += wanted;
		}
	}
	same = same && h->n == n && h->n_negative == n_negative && sum == n &&
	       h->n_below + h->n_above == 0;
	snap_unref(&h->snap);
	return same;
}

static bool same_cells(const struct slack_changes *c, const struct pairs *p)
{
	const int64_t low[2] = {-1500, -1000}, width[2] = {200 + random_below(100), 300};
	const int32_t n[2] = {13, 8};
	int32_t count[13 * 8], wanted[13 * 8] = {0};

	for (int64_t i = 0; i < p->n; i++) {
		for (int32_t y = 0; y < n[1] && p->before[i] != NONE && p->now[i] != NONE; y++) {
			for (int32_t x = 0; x < n[0]; x++)
				wanted[y * n[0] + x] +=
					p->before[i] >= low[0] + x * width[0] &&
					p->before[i] < low[0] + (x + 1) * width[0] &&
					p->now[i] >= low[1] + y * width[1] &&
					p->now[i] < low[1] + (y + 1) * width[1];
		}
	}
	must(slack_changes_cells(c, low, width, n, count));
	return memcmp(count, wanted, sizeof wanted) == 0;
}

static void check(struct test_device *d, int64_t n, int bits)
{
	struct change_totals totals;
	struct slack_changes c;
	struct pairs p;

	if (bits == 64 || n > 300000)
		return; /* there is one version; the loops are slow */
	make_pairs(n, &p);
	naive_totals(&p, &totals);
	must(slack_changes_of_slacks(d->queue, (struct compared_slacks){p.now, p.n_now}, p.group,
				     (struct compared_slacks){p.before, p.n}, &c));
	OK(memcmp(&totals, &c.totals, sizeof totals) == 0, "%s: totals of %lld", d->name,
	   (long long)n);
	OK(same_rows(&c, &p, &totals), "%s: rows of %lld", d->name, (long long)n);
	OK(same_histogram(&c, &p), "%s: histogram of %lld", d->name, (long long)n);
	OK(same_cells(&c, &p), "%s: grid of %lld", d->name, (long long)n);
	slack_changes_release(&c);
	free_pairs(&p);
}

int main(void)
{
	return run_on_devices(check);
}
