/* Names that threads add many at once: numbers are those of adding them one by one, on any number of threads. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "base/names.h"
#include "base/parallel.h"
#include "lib/tap.h"
#include "lib/devices.h"

enum { LISTS = 23, MOST = 3000, LONGEST = 24, ROUNDS = 5, ALL_NEW = 3 };

/* One list: its names lie one after the other in text. */
struct list {
	char text[MOST * LONGEST];
	struct names_item item[MOST];
	int32_t id[MOST], n;
};

/* Names of which many are in several lists, and some twice in one; in a round all are new. */
static void make_list(struct list *list, int l, int round)
{
	char *at = list->text;

	list->n = (int32_t)random_below(MOST);
	for (int32_t i = 0; i < list->n; i++) {
		int n = sprintf(at, "%s%d", random_below(3) ? "net_" : "u/",
				(int)random_below(2000 * (round + 1)));

		if (round == ALL_NEW)
			n = sprintf(at, "new/%d_%d", l, (int)i);

		list->item[i] = (struct names_item){at, n, names_hash(at, n)};
		at += n;
	}
}

static bool add_at_once(struct names *names, struct list *lists)
{
	struct names_list list[LISTS];

	for (int l = 0; l < LISTS; l++)
		list[l] = (struct names_list){
			.item = lists[l].item, .id = lists[l].id, .n = lists[l].n};
	return names_add_lists(names, list, LISTS) == STATUS_OK;
}

static bool same_one_by_one(struct names *names, const struct list *lists)
{
	bool same = true;

	for (int l = 0; l < LISTS && same; l++) {
		for (int32_t i = 0; i < lists[l].n && same; i++) {
			const struct names_item *item = &lists[l].item[i];
			int32_t id = -1;
			bool added;

			same = names_add(names, item->text, item->length, &id, &added) ==
				       STATUS_OK &&
			       id == lists[l].id[i];
		}
	}
	return same;
}

static bool same_names(const struct names *a, const struct names *b)
{
	bool same = a->n == b->n && a->data_length == b->data_length &&
		    memcmp(a->data, b->data, (size_t)a->data_length) == 0 &&
		    memcmp(a->start, b->start, (size_t)a->n * sizeof *a->start) == 0;

	for (int32_t id = 0; id < a->n && same; id++)
		same = names_find(a, names_get(a, id), names_length(a, id)) == id;
	return same;
}

static void check_rounds(int n_threads, struct list *lists)
{
	struct names at_once = {0}, one_by_one = {0};
	bool good = true;

	host_threads_set(n_threads);
	random_seed(n_threads);
	for (int round = 0; round < ROUNDS && good; round++) {
		for (int l = 0; l < LISTS; l++)
			make_list(&lists[l], l, round);
		good = add_at_once(&at_once, lists) && same_one_by_one(&one_by_one, lists) &&
		       same_names(&at_once, &one_by_one);
		/* what others add between counts, and a table that is made again is the same */
		for (int i = 0; i < 100 && good; i++) {
			char name[32];
			int n = sprintf(name, "between_%d_%d", round, i);
			int32_t id, other = -2;
			bool added;

			good = names_add(&at_once, name, n, &id, &added) == STATUS_OK && added &&
			       names_add(&one_by_one, name, n, &other, &added) == STATUS_OK &&
			       id == other;
		}
		if (round == 1)
			names_drop_slots(&at_once);
	}
	OK(good, "%d threads: %d rounds of %d lists, %d names", n_threads, ROUNDS, LISTS,
	   at_once.n);
	names_release(&at_once);
	names_release(&one_by_one);
	host_threads_set(0);
}

int main(void)
{
	static const int threads[] = {1, 2, 3, 16};
	struct list *lists = NULL;

	if (ALLOC(&lists, LISTS) != STATUS_OK)
		return 1;
	for (size_t i = 0; i < sizeof threads / sizeof *threads; i++)
		check_rounds(threads[i], lists);
	free(lists);
	return tap_done();
}
