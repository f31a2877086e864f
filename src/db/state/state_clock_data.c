/*
 * Clocks as data: where a clock's edge reaches a check's data pin, an output delay or a named end
 * without passing a register, it is the data of a path that begins at the clock's source. As in
 * OpenSTA the source's latency counts, that of an ideal clock's network doesn't, and the delays of
 * cells and wires do.
 */
#include <stdlib.h>

#include "base/grow.h"
#include "db/state/state_impl.h"

/* ---- from where clocks reach an end of data ---- */

static void mark_pin(struct state_builder *b, int32_t pin)
{
	b->data_cone[pin * N_EDGES + RISE] = b->data_cone[pin * N_EDGES + FALL] = 1;
}

static void mark_ends(struct state_builder *b)
{
	const struct constraints *k = b->constraints;

	for (int32_t c = 0; c < b->timing->n_checks; c++)
		b->data_cone[b->timing->check[c].data] = 1;
	for (int32_t i = 0; i < k->n_output_delays; i++)
		mark_pin(b, k->output_delay[i].pin);
	for (int32_t p = 0; p < k->n_ports; p++) {
		if (k->port[p].has_required)
			mark_pin(b, p);
	}
	for (int32_t p = 0; b->segment && p < b->netlist->n_pins; p++) {
		if (b->segment[p] & SEGMENT_END)
			mark_pin(b, p);
	}
	for (int32_t p = 0;
	     (b->unconstrained || b->exceptions.has_delays) && p < b->netlist->n_pins; p++) {
		if (!state_leads_on(b->timing, p))
			mark_pin(b, p);
	}
}

void state_sweep_back(const struct state_builder *b, uint8_t *cone)
{
	const struct timing_graph *timing = b->timing;

	for (int32_t i = timing->graph->n_vertices - 1; i >= 0; i--) {
		int32_t v = timing->order[i];

		for (int32_t j = timing->out_row[v]; j < timing->out_row[v + 1]; j++) {
			int32_t arc = timing->out_arc[j], head = timing->graph->arc_to[arc];

			if (arc < timing->n_possible && !state_launches(b, arc) &&
			    !b->is_source[head / N_EDGES])
				cone[v] |= cone[head];
		}
	}
}

enum status state_find_data_cone(struct state_builder *b)
{
	if (!b->constraints || !b->constraints->n_clocks)
		return STATUS_OK;
	TRY(ALLOC(&b->data_cone, b->timing->graph->n_vertices));
	mark_ends(b);
	state_sweep_back(b, b->data_cone);
	return STATUS_OK;
}

/* ---- where they begin ---- */

/* An edge of a clock at a source of it. A generated clock whose latency is that of the way to it
 * has its arrival from there. */
static enum status seed_edge(struct state_builder *b, int32_t c, int32_t pin, int edge)
{
	const struct clock *clock = &b->constraints->clock[c];
	int32_t vertex = pin * N_EDGES + edge, progress, after = -1;
	bool inserted = state_of_insertion(b, CLOCK_EDGE(c, edge)) >= 0;
	struct seed seed = {.driver = clock->propagated && !inserted ? driver_of(b->timing, vertex)
								     : -1};

	if (!b->data_cone[vertex])
		return STATUS_OK;
	for (int split = 0; split < N_SPLITS && !inserted; split++)
		seed.arrival[split] = fs_of_ps(clock->time[edge]) +
				      clock_latency(clock, (enum split)split, edge, true, false);
	if (inserted) {
		int32_t tag;

		TRY(state_find_tag(b, TAG_CLOCK, CLOCK_EDGE(c, edge), 0, &tag));
		after = state_find(b, vertex, tag);
		if (after < 0)
			return STATUS_OK; /* no edge arrives there */
	}
	TRY(progress_begin_clock(b, CLOCK_EDGE(c, edge), vertex, &progress));
	TRY(state_seed_data(b, CLOCK_EDGE(c, edge), &seed, vertex, after, progress));
	if (!progress_may_ignore(b, CLOCK_EDGE(c, edge), progress))
		return STATUS_OK;
	TRY(progress_without_latency(b, &progress));
	return state_seed_data(b, CLOCK_EDGE(c, edge), &seed, vertex, after, progress);
}

enum status state_seed_clock_data(struct state_builder *b)
{
	for (int32_t c = 0; b->data_cone && c < b->constraints->n_clocks; c++) {
		const struct clock *clock = &b->constraints->clock[c];

		for (int32_t i = 0; i < clock->n_sources * N_EDGES; i++)
			TRY(seed_edge(b, c, clock->source[i / N_EDGES], i % N_EDGES));
	}
	return STATUS_OK;
}
