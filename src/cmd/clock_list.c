#include "cmd/clock_list.h"

#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "cmd/filter_options.h"
#include "session/objects.h"
#include "session/session.h"

static _Thread_local const struct constraints *sorted;

static int by_name(const void *one, const void *other)
{
	const int32_t *a = one, *b = other;

	return strcmp(sorted->clock[*a].name, sorted->clock[*b].name);
}

static enum status mark(const struct call *call, const char *pattern, const struct constraints *k,
			uint8_t *chosen)
{
	bool any = false;

	for (int32_t c = 0; k && c < k->n_clocks; c++) {
		if (!clock_matches(call, &k->clock[c], pattern))
			continue;
		chosen[c] = 1;
		any = true;
	}
	return any ? STATUS_OK
		   : call_fail(call, STATUS_FAILED, "there is no clock \"%.100s\"", pattern);
}

static enum status mark_all(const struct call *call, int option, const struct constraints *k,
			    uint8_t *chosen)
{
	RELEASED_BY(words_free) struct words words = {0};

	if (!call->option[option].given) {
		memset(chosen, 1, k ? (size_t)k->n_clocks : 0);
		return STATUS_OK;
	}
	words_of(call, call->option[option].word, &words);
	for (int i = 0; i < words.n; i++)
		TRY(mark(call, words.word[i], k, chosen));
	return STATUS_OK;
}

enum status clock_list_take(const struct call *call, int option, struct clock_list *out)
{
	const struct constraints *k = call->session->design.constraints;
	int32_t n = k ? k->n_clocks : 0;
	FREED uint8_t *chosen = NULL;

	*out = (struct clock_list){0};
	TRY(ALLOC(&chosen, n));
	TRY(mark_all(call, option, k, chosen));
	TRY(ALLOC(&out->id, n));
	for (int32_t c = 0; c < n; c++) {
		if (chosen[c])
			out->id[out->n++] = c;
	}
	sorted = k;
	if (out->n)
		qsort(out->id, (size_t)out->n, sizeof *out->id, by_name);
	return STATUS_OK;
}

void clock_list_release(struct clock_list *list)
{
	free(list->id);
	*list = (struct clock_list){0};
}
