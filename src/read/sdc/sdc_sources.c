/* Which clocks are defined at a pin: each pin's are linked, so that none has to look at all others. */
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "base/grow.h"
#include "read/sdc/sdc_impl.h"

/* ---- the links ---- */

static enum status link_source(struct sdc *s, int32_t pin, int32_t clock)
{
	struct sdc_sources *sources = &s->sources;
	int32_t at = sources->head[pin];

	if (at >= 0 && sources->item[at].clock == clock)
		return STATUS_OK; /* a pin given twice */
	at = sources->free;
	if (at >= 0) {
		sources->free = sources->item[at].next;
	} else {
		if (sources->n == INT32_MAX)
			return status_fail(STATUS_NO_MEMORY, "more than %d sources", INT32_MAX);
		TRY(GROW(&sources->item, &sources->capacity, (int64_t)sources->n + 1));
		at = sources->n++;
	}
	sources->item[at] = (struct sdc_source){clock, sources->head[pin]};
	sources->head[pin] = at;
	return STATUS_OK;
}

/* All links of a pin to a clock. */
static void unlink_source(struct sdc *s, int32_t pin, int32_t clock)
{
	struct sdc_sources *sources = &s->sources;
	int32_t *link = &sources->head[pin];

	while (*link >= 0) {
		int32_t at = *link;

		if (sources->item[at].clock != clock) {
			link = &sources->item[at].next;
			continue;
		}
		*link = sources->item[at].next;
		sources->item[at].next = sources->free;
		sources->free = at;
	}
}

enum status sdc_link_sources(struct sdc *s)
{
	struct sdc_sources *sources = &s->sources;

	if (sources->head)
		return STATUS_OK;
	TRY(ALLOC(&sources->head, s->netlist->n_pins));
	memset(sources->head, -1, (size_t)s->netlist->n_pins * sizeof *sources->head);
	sources->free = -1;
	for (int32_t c = 0; c < s->n_clocks; c++) {
		const struct clock *clock = &s->constraints->clock[c];

		for (int32_t i = 0; i < clock->n_sources; i++)
			TRY(link_source(s, clock->source[i], c));
	}
	return STATUS_OK;
}

FREES(sdc_ids_release, struct sdc_ids, x->id);

FREES(sdc_sources_release, struct sdc_sources, x->head, x->item);

enum status sdc_add_source(struct sdc *s, int32_t clock, int32_t pin)
{
	TRY(sdc_link_sources(s));
	TRY(link_source(s, pin, clock));
	return clock_add_source(&s->constraints->clock[clock], pin);
}

enum status sdc_drop_sources(struct sdc *s, int32_t clock)
{
	struct clock *c = &s->constraints->clock[clock];

	TRY(sdc_link_sources(s));
	for (int32_t i = 0; i < c->n_sources; i++)
		unlink_source(s, c->source[i], clock);
	c->n_sources = 0;
	return STATUS_OK;
}

/* ---- asking ---- */

int32_t sdc_next_source(const struct sdc *s, int32_t at)
{
	while (at >= 0 && s->clock[s->sources.item[at].clock].removed)
		at = s->sources.item[at].next;
	return at;
}

int32_t sdc_first_source(const struct sdc *s, int32_t pin)
{
	return sdc_next_source(s, s->sources.head[pin]);
}

enum status sdc_clocks_at(struct sdc *s, const struct sdc_objects *pins, struct sdc_ids *out)
{
	TRY(sdc_link_sources(s));
	for (int32_t i = 0; i < pins->n; i++) {
		SDC_EACH_SOURCE(s, pins->item[i].id, at)
		{
			TRY(APPEND(out->id, out->n, &out->capacity, s->sources.item[at].clock));
		}
	}
	SORT(out->id, out->n, compare_int32);
	KEEP(out->id, out->n, i == 0 || out->id[i] != out->id[i - 1]);
	return STATUS_OK;
}

/* ---- clocks that give way ---- */

/* Take pins out of a clock's sources. */
static void take_pins(struct sdc *s, int32_t id, const struct sdc_objects *pins)
{
	struct clock *clock = &s->constraints->clock[id];

	for (int32_t j = 0; j < pins->n; j++) {
		int32_t pin = pins->item[j].id, before = clock->n_sources;

		KEEP(clock->source, clock->n_sources, clock->source[i] != pin);
		if (clock->n_sources < before)
			unlink_source(s, pin, id);
	}
}

static void give_way(struct sdc *s, const struct sdc_ids *clocks, const struct sdc_objects *pins,
		     int32_t by)
{
	for (int32_t i = 0; i < clocks->n; i++) {
		int32_t c = clocks->id[i];

		/* one may be gone with its master */
		if (c == by || s->clock[c].removed)
			continue;
		take_pins(s, c, pins);
		if (s->constraints->clock[c].n_sources > 0)
			continue;
		sdc_warn(s, "clock \"%s\" goes, its source is that of \"%s\" now",
			 s->constraints->clock[c].name, s->constraints->clock[by].name);
		sdc_remove_clock(s, c);
	}
}

enum status sdc_displace_clocks(struct sdc *s, const struct sdc_objects *sources, int32_t by)
{
	RELEASED_BY(sdc_ids_release) struct sdc_ids clocks = {0};

	TRY(sdc_clocks_at(s, sources, &clocks));
	give_way(s, &clocks, sources, by);
	return STATUS_OK;
}
