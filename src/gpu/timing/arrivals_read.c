/* Reading of levels and arrivals: only what is asked for is copied to the host. */
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "base/grow.h"
#include "gpu/timing/arrival_args.h"
#include "gpu/timing/arrivals_impl.h"

static const char memory_name[] = "reading";

static int64_t time_of(const struct arrivals *a, int64_t prefix)
{
	return prefix == FS_NONE_64 ? ARRIVAL_NONE : a->late ? -prefix : prefix;
}

/* States at places of d_order. */
static enum status read_states(struct arrivals *a, const struct device_arrivals *arrivals,
			       int64_t first, int64_t n, struct arrival_state *rows)
{
	struct arrival_states_args args = {.arrivals = *arrivals, .state = a->d_order + first};
	enum status status;

	TRY(DEVICE_ALLOC(a->view_queue, memory_name, &args.row, n));
	LAUNCH(a->view_queue, arrival_states, a->fs_bits, &args, n);
	queue_download(a->view_queue, rows, args.row, n * (int64_t)sizeof *rows);
	status = queue_sync(a->view_queue);
	device_free(a->view_queue, args.row);
	return status;
}

/* What isn't swept at the place has no arrival yet. */
static struct arrival_row make_row(const struct arrivals *a, const struct snap_arrivals *snap,
				   const struct arrival_state *state)
{
	const int32_t *vertex = a->image->state_vertex;
	struct arrival_row row = {.vertex = vertex[state->state],
				  .fan_in = state->fan_in,
				  .left = state->left,
				  .arrival = ARRIVAL_NONE,
				  .from = -1};

	if (snap->row_level >= snap->n_swept)
		return row;
	row.arrival = time_of(a, state->prefix);
	row.from = state->from < 0 ? -1 : vertex[state->from];
	row.delay = state->from < 0 ? 0 : time_of(a, state->weight);
	return row;
}

static enum status read_rows(struct arrivals *a, const struct device_arrivals *arrivals,
			     struct snap_arrivals *snap)
{
	struct arrival_state *rows;
	enum status status;

	TRY(ALLOC(&snap->row, snap->n_rows));
	TRY(ALLOC(&rows, snap->n_rows));
	status = read_states(a, arrivals, a->begin[snap->row_level] + snap->first, snap->n_rows,
			     rows);
	for (int64_t i = 0; i < snap->n_rows && status == STATUS_OK; i++)
		snap->row[i] = make_row(a, snap, &rows[i]);
	free(rows);
	return status;
}

/* The first arcs into a state. */
static enum status read_arcs(struct arrivals *a, const struct device_arrivals *arrivals,
			     int32_t state, struct snap_arrivals *snap)
{
	struct arrival_fan_ins_args args = {.arrivals = *arrivals};
	struct arrival_fan_in rows[ARRIVAL_ARCS];
	enum status status;

	queue_download(a->view_queue, &args.begin, a->image->d_in_row + state,
		       (int64_t)sizeof args.begin);
	TRY(queue_sync(a->view_queue));
	TRY(DEVICE_ALLOC(a->view_queue, memory_name, &args.row, snap->n_arcs_read));
	LAUNCH(a->view_queue, arrival_fan_ins, a->fs_bits, &args, snap->n_arcs_read);
	queue_download(a->view_queue, rows, args.row,
		       snap->n_arcs_read * (int64_t)sizeof *args.row);
	status = queue_sync(a->view_queue);
	device_free(a->view_queue, args.row);
	for (int32_t i = 0; i < snap->n_arcs_read && status == STATUS_OK; i++) {
		bool known = rows[i].level < snap->n_found;
		bool swept = rows[i].level < snap->n_swept;

		snap->arc[i] = (struct arrival_arc){.from = a->image->state_vertex[rows[i].state],
						    .level = known ? rows[i].level : -1,
						    .delay = time_of(a, rows[i].weight),
						    .arrival = swept ? time_of(a, rows[i].prefix)
								     : ARRIVAL_NONE};
	}
	return status;
}

static enum status read_chosen(struct arrivals *a, const struct device_arrivals *arrivals,
			       struct snap_arrivals *snap)
{
	struct arrival_state state;

	TRY(read_states(a, arrivals, a->begin[snap->row_level] + snap->chosen, 1, &state));
	snap->chosen_row = make_row(a, snap, &state);
	snap->n_arcs_read = (int32_t)min_i64(state.fan_in, ARRIVAL_ARCS);
	return read_arcs(a, arrivals, state.state, snap);
}

static enum status fill_levels(const struct arrivals *a, const struct arrivals_request *wanted,
			       struct snap_arrivals *snap)
{
	snap->n_all = a->now.n_found;
	for (int32_t l = 0; l < snap->n_all; l++)
		snap->n_widest = max_i64(snap->n_widest, a->level[l].n_vertices);
	snap->first_level = max_i64(0, min_i64(wanted->first_level, snap->n_all));
	snap->n_levels = max_i64(0, min_i64(wanted->n_levels, snap->n_all - snap->first_level));
	TRY(ALLOC(&snap->level, snap->n_levels));
	if (snap->n_levels)
		memcpy(snap->level, a->level + snap->first_level,
		       (size_t)snap->n_levels * sizeof *snap->level);
	return STATUS_OK;
}

static enum status fill(struct arrivals *a, const struct arrivals_request *wanted,
			struct snap_arrivals *snap)
{
	struct device_arrivals arrivals = {a->image->d_in_row, a->image->d_in_from, a->d_in_weight,
					   a->d_level,         a->d_came,           a->d_prefix,
					   snap->n_counted};

	TRY(fill_levels(a, wanted, snap));
	snap->row_level = wanted->level;
	if (wanted->level < 0 || wanted->level >= snap->n_all)
		return STATUS_OK;
	snap->n_in_level = a->level[wanted->level].n_vertices;
	snap->first = max_i64(0, min_i64(wanted->first, snap->n_in_level));
	snap->n_rows = max_i64(0, min_i64(wanted->n, snap->n_in_level - snap->first));
	TRY(read_rows(a, &arrivals, snap));
	if (wanted->chosen < 0 || wanted->chosen >= snap->n_in_level)
		return STATUS_OK;
	snap->chosen = wanted->chosen;
	return read_chosen(a, &arrivals, snap);
}

enum status arrivals_read(struct arrivals *a, const struct arrivals_request *wanted,
			  struct snap_arrivals **out)
{
	int64_t at = min_i64(wanted->place, a->n_steps - 1);
	struct arrival_place place = at < 0 ? (struct arrival_place){0} : a->place[at];
	struct snap_arrivals *snap;
	enum status status;

	TRY(snap_arrivals_new(a->image->graph, a->serial, &snap));
	snap->place = wanted->place;
	snap->late = a->late;
	snap->levelized = place.levelized;
	snap->n_found = place.n_found;
	snap->n_counted = place.n_counted;
	snap->n_swept = place.n_swept;
	snap->n_vertices = a->image->graph->n_vertices;
	snap->n_arcs = a->image->graph->n_arcs;
	snap->chosen = -1;
	status = fill(a, wanted, snap);
	if (status != STATUS_OK) {
		snap_unref(&snap->snap);
		return status;
	}
	*out = snap;
	return STATUS_OK;
}
