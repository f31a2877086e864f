/* Shared by labels.c (steps and reading) and labels_rounds.c (phases and their rounds). */
#ifndef GPU_LABELS_LABELS_IMPL_H
#define GPU_LABELS_LABELS_IMPL_H

#include "gpu/labels/labels.h"

enum { ROUNDS_AT_ONCE = 16 }; /* queued between two waits, unless the user steps by rounds */

struct labels {
	struct stepper stepper;
	struct label_space *space; /* borrowed */
	struct queue *queue;
	struct label_query query;
	/* device, owned [n_sources], [n_sinks]: where paths may begin and end by the caller (NULL =
	 * anywhere), and also by labels */
	uint8_t *d_source_ok, *d_sink_ok, *d_source_kept, *d_sink_kept;
	int64_t serial;
	enum label_phase phase;
	int32_t round;    /* of the phase, from 0 */
	bool fresh;       /* d_rank is owned, not the space's */
	int32_t conflict; /* place in the query, -1 = none */
	int32_t last_rank;
	/* device, owned but for d_rank when not fresh: by pin, by vertex, by arc, by state */
	int32_t *d_rank, *d_rank_buffer;
	int32_t *d_label, *d_buffer;
	uint8_t *d_pin_updated, *d_updated, *d_verdict;
	uint8_t *d_reach, *d_offered, *d_reached;
	int32_t *d_count; /* [ROUNDS_AT_ONCE] */
	int64_t n_steps, step_capacity;
	struct snap_step *steps; /* owned */
};

static inline int32_t label_vertices(const struct label_space *space)
{
	return space->n_pins * space->n_edges;
}

/* Launch the phase's seeds; launch a round, which adds the number of its changes to a counter. */
enum status labels_begin_phase(struct labels *labels);
void labels_launch_round(struct labels *labels, int32_t *d_count);
/* After LABEL_FAN_OUT: fill d_source_kept and d_sink_kept. */
void labels_find_ends(struct labels *labels);
/* The sources and sinks where paths may begin and end, by the caller's limits and by labels; owned
 * by the caller, also on failure. */
enum status labels_list_ends(struct labels *labels, uint8_t **source_ok, uint8_t **sink_ok);

#endif
