/* What tags become, as a table of the host's answers on the device. */
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "gpu/image/tag_set_args.h"
#include "gpu/image/tag_spreader_impl.h"

enum { FIRST_SLOTS = 1 << 8 };

/* The slot of a step, or where it would be. */
static struct tag_step_slot *step_slot(const struct spreading *s, int64_t key, int64_t what)
{
	for (uint64_t hash = TAG_STEP_HASH(key, what);; hash++) {
		struct tag_step_slot *slot = &s->slot[hash & (uint64_t)(s->n_slots - 1)];

		if (slot->key < 0 || (slot->key == key && slot->what == what))
			return slot;
	}
}

/* Room for one more. */
enum status tag_steps_grow(struct spreading *s)
{
	struct tag_step_slot *old = s->slot;
	int64_t n_old = s->n_slots, n = n_old ? 2 * n_old : FIRST_SLOTS;

	if (2 * s->n_steps + 2 <= n_old)
		return STATUS_OK;
	if (ALLOC_UNSET(&s->slot, n) != STATUS_OK) {
		s->slot = old;
		return STATUS_NO_MEMORY;
	}
	s->n_slots = n;
	for (int64_t i = 0; i < n; i++)
		s->slot[i].key = -1;
	for (int64_t i = 0; i < n_old; i++) {
		if (old[i].key >= 0)
			*step_slot(s, old[i].key, old[i].what) = old[i];
	}
	free(old);
	return STATUS_OK;
}

/* Tags that are new. */
enum status tag_steps_list(struct spreading *s)
{
	const struct state_graph *states = s->of->states;

	TRY(GROW(&s->tag, &s->tag_capacity, states->n_tags));
	for (; s->n_tags < states->n_tags; s->n_tags++) {
		const int32_t *need;
		int32_t n;

		TRY(tag_spread_needs(s->of, s->n_tags, &need, &n));
		if ((int64_t)s->n_needs + n > INT32_MAX)
			return status_fail(STATUS_NO_MEMORY, "too many exceptions begun");
		TRY(GROW(&s->need, &s->need_capacity, (int64_t)s->n_needs + n));
		s->tag[s->n_tags] = (struct device_tag){tag_spread_kind(s->of, s->n_tags),
							UNKNOWN_TAG, s->n_needs, n};
		if (n)
			memcpy(s->need + s->n_needs, need, (size_t)n * sizeof *need);
		s->n_needs += n;
	}
	return STATUS_OK;
}

static int compare_requests(const void *a, const void *b)
{
	const struct tag_request *x = a, *y = b;

	if (x->arc != y->arc)
		return x->arc < y->arc ? -1 : 1;
	return (x->tag > y->tag) - (x->tag < y->tag);
}

/* Not asked before in the same level. */
static enum status answer(struct spreading *s, const struct tag_request *request)
{
	int64_t key = N_TAG_STEPS * (int64_t)request->tag + request->step;
	bool anywhere = request->step == STEP_LAUNCHED && request->what < 0;
	struct tag_step_slot *slot;
	int32_t ahead;

	TRY(tag_steps_grow(s));
	slot = step_slot(s, key, request->what);
	if (!anywhere && slot->key >= 0)
		return STATUS_OK;
	TRY(tag_spread_ahead(s->of, request->arc, request->tag, &ahead));
	if (anywhere) {
		s->tag[request->tag].launched = ahead;
		return STATUS_OK;
	}
	*slot = (struct tag_step_slot){.key = key, .what = request->what, .ahead = ahead};
	s->n_steps++;
	return STATUS_OK;
}

/* What was asked of the level that was stopped after: in the order of places, so that the numbers of tags do not depend on
 * the order in which they are asked. */
enum status tag_steps_answer(struct spreading *s)
{
	int32_t n = s->counters.n_requested;
	int64_t *first, room = (int64_t)n + s->n_launching;
	enum status status;

	TRY(GROW(&s->request, &s->request_capacity, room));
	TRY(ALLOC_UNSET(&first, s->n_launching));
	queue_download(s->queue, s->request, s->d_request, n * (int64_t)sizeof *s->request);
	queue_download(s->queue, first, s->first_launched, s->n_launching * (int64_t)sizeof *first);
	status = queue_sync(s->queue);
	for (int32_t t = 0; t < s->n_launching && status == STATUS_OK; t++) {
		if (first[t] <= INT32_MAX && s->tag[t].launched == UNKNOWN_TAG)
			s->request[n++] = (struct tag_request){.arc = (int32_t)first[t],
							       .tag = t,
							       .step = STEP_LAUNCHED,
							       .what = -1};
	}
	free(first);
	if (n)
		qsort(s->request, (size_t)n, sizeof *s->request, compare_requests);
	for (int32_t i = 0; i < n && status == STATUS_OK; i++)
		status = answer(s, &s->request[i]);
	return status == STATUS_OK ? tag_steps_list(s) : status;
}

enum status tag_steps_lend(struct spreading *s)
{
	TRY(LEND_ITEMS(s->queue, s->tag, s->n_tags, &s->sets.tag));
	TRY(LEND_ITEMS(s->queue, s->need, s->n_needs, &s->sets.need));
	TRY(LEND_ITEMS(s->queue, s->slot, s->n_slots, &s->sets.slot));
	s->sets.slot_mask = s->n_slots - 1;
	return STATUS_OK;
}

void tag_steps_return(struct spreading *s)
{
	device_free(s->queue, (void *)s->sets.tag);
	device_free(s->queue, (void *)s->sets.need);
	device_free(s->queue, (void *)s->sets.slot);
	s->sets.tag = NULL;
	s->sets.need = NULL;
	s->sets.slot = NULL;
}
