/* The host's side while tags of data spread on a device: marks of vertices, kinds of tags, the tags that follow others. */
#include <stdlib.h>

#include "base/bits.h"
#include "base/grow.h"
#include "db/fan_out.h"
#include "db/state/state_impl.h"

/* ---- marks ---- */

/* What exceptions say of a vertex. */
static int32_t exceptions_at(const struct state_builder *b, int32_t vertex)
{
	int32_t n, mark = 0;
	const struct exception_point *point =
		exception_points(&b->exceptions, vertex / N_EDGES, &n);

	for (int32_t i = 0; i < n; i++) {
		if (!(point[i].edges >> vertex % N_EDGES & 1) || point[i].list == EXCEPTION_TO)
			continue;
		mark |= point[i].list == EXCEPTION_FROM ? MARK_FROM : MARK_PASS;
	}
	return mark;
}

static enum status note_mark(struct tag_spread *spread, int64_t *capacity, int32_t vertex,
			     int32_t mark)
{
	if (!mark)
		return STATUS_OK;
	TRY(APPEND(spread->mark, spread->n_marks, capacity, (struct vertex_mark){vertex, mark}));
	return STATUS_OK;
}

/* Of both sides of a pin. */
static enum status note_pin(struct tag_spread *spread, int64_t *capacity, int32_t pin, bool stops)
{
	const struct state_builder *b = spread->b;
	int32_t side[] = {pin, netlist_driving_side(b->netlist, pin)};

	for (int i = 0; i < (side[1] == pin ? N_EDGES : 2 * N_EDGES); i++) {
		int32_t vertex = side[i / N_EDGES] * N_EDGES + i % N_EDGES;

		TRY(note_mark(spread, capacity, vertex,
			      stops ? MARK_STOP : exceptions_at(b, vertex)));
	}
	return STATUS_OK;
}

static enum status list_marks(struct tag_spread *spread)
{
	const struct state_builder *b = spread->b;
	const struct exception_index *index = &b->exceptions;
	int64_t capacity = 0;
	int32_t n = 0;

	for (int32_t i = 0; i < index->n_points; i++) {
		if (i == 0 || index->point[i].pin != index->point[i - 1].pin)
			TRY(note_pin(spread, &capacity, index->point[i].pin, false));
	}
	for (int32_t c = 0; b->constraints && c < b->constraints->n_clocks; c++) {
		const struct clock *clock = &b->constraints->clock[c];

		for (int32_t i = 0; i < clock->n_sources; i++)
			TRY(note_pin(spread, &capacity, clock->source[i], true));
	}
	if (spread->n_marks)
		qsort(spread->mark, (size_t)spread->n_marks, sizeof *spread->mark, compare_int32);
	for (int32_t i = 0; i < spread->n_marks; i++) {
		if (n && spread->mark[n - 1].vertex == spread->mark[i].vertex)
			spread->mark[n - 1].mark |= spread->mark[i].mark;
		else
			spread->mark[n++] = spread->mark[i];
	}
	spread->n_marks = n;
	return STATUS_OK;
}

/* ---- what the device asks ---- */

int tag_spread_kind(const struct tag_spread *spread, int32_t tag)
{
	const struct tag *t = &spread->states->tag[tag];

	if (t->kind == TAG_CLOCK)
		return KIND_CLOCK;
	if (t->kind == TAG_LAUNCH && t->clock_edge < 0)
		return KIND_LAUNCHED | (spread->counted ? KIND_COUNTED : 0);
	if (t->kind != TAG_DATA)
		return 0;
	/* senses are of clocks only: where one is stopped it goes on as data */
	return KIND_DATA |
	       (spread->checked && progress_is_clock(spread->states, t->progress) ? KIND_CHECKED
										  : 0) |
	       (spread->counted && t->clock_edge < 0 ? KIND_COUNTED : 0);
}

enum status tag_spread_needs(struct tag_spread *spread, int32_t tag, const int32_t **need,
			     int32_t *n)
{
	const struct state_graph *states = spread->states;
	const struct tag *t = &states->tag[tag];
	const struct progress *p;

	*n = 0;
	if (t->kind != TAG_DATA)
		return STATUS_OK;
	p = &states->progress[t->progress];
	TRY(GROW(&spread->need, &spread->need_capacity, p->n));
	for (int32_t i = 0; i < p->n; i++) {
		int32_t target = state_target(spread->b, &states->progress_item[p->first + i]);

		if (target >= 0)
			spread->need[(*n)++] = target;
	}
	*need = spread->need;
	return STATUS_OK;
}

enum status tag_spread_ahead(struct tag_spread *spread, int32_t place, int32_t tag, int32_t *ahead)
{
	int32_t arc = spread->timing->place_arc[place];

	return state_tag_ahead(spread->b, tag, arc < 0 ? ~arc : arc, arc < 0, ahead);
}

enum status tag_spread_need_states(struct tag_spread *spread, int64_t n)
{
	return state_need_states(spread->b, n);
}

enum status tag_spread_need_arcs(struct tag_spread *spread, int64_t n, bool with_room)
{
	if (with_room || n > INT32_MAX)
		return state_need_arcs(spread->b, n);
	spread->states->graph->n_arcs = (int32_t)n;
	return STATUS_OK;
}

/* ---- all of it ---- */

enum status state_spread_sets(struct state_builder *b)
{
	struct tag_spread spread = {.b = b,
				    .timing = b->owner,
				    .states = b->states,
				    .checked = b->basis.data_cone,
				    .counted = b->output_cone,
				    .wants_arcs = state_has_data_checks(b),
				    .n_words = b->reach.n_words,
				    .ahead = b->reach.ahead};
	enum status status = timing_graph_need_places(b->owner);

	if (status == STATUS_OK)
		status = list_marks(&spread);
	if (status == STATUS_OK)
		status = b->spreader->spread(b->spreader, &spread);
	b->conflict |= spread.conflict;
	free(spread.mark);
	free(spread.need);
	return status;
}
