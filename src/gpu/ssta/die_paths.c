#include "gpu/ssta/die_paths.h"

#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "base/grow.h"
#include "gpu/ssta/die_path_args.h"
#include "gpu/ssta/die_paths_impl.h"

static const char name[] = "lab dies";

/* ---- what is read ---- */

static enum status read_array(struct queue *queue, const void *d_from, int64_t n, size_t item,
			      void *out)
{
	void **to = out;

	TRY(ALLOC((char **)to, n * (int64_t)item));
	queue_download(queue, *to, d_from, n * (int64_t)item);
	return STATUS_OK;
}

#define READ(d_from, n, out) read_array(queue, (d_from), (n), sizeof **(out), (out))

/* Where arcs and sources of the searched image are in the image of states, which may be the same. */
static enum status read_origins(struct die_making *m)
{
	const struct device_graph *d = &m->search->image->device;
	struct queue *queue = m->search->queue;

	if (m->paths) {
		TRY(READ(path_image_arc_from(m->paths), d->n_arcs, &m->arc_from));
		return READ(m->paths->d_source_from, d->n_sources, &m->source_from);
	}
	TRY(ALLOC(&m->arc_from, d->n_arcs));
	TRY(ALLOC(&m->source_from, d->n_sources));
	for (int32_t a = 0; a < d->n_arcs; a++)
		m->arc_from[a] = a;
	for (int32_t s = 0; s < d->n_sources; s++)
		m->source_from[s] = ~s;
	return STATUS_OK;
}

static enum status read_all(struct die_making *m, int64_t most)
{
	const struct search *s = m->search;
	const struct image *image = s->image, *base = m->timing->image->image;
	struct queue *queue = s->queue;
	struct device_records records = columns_records(&s->pool);
	struct search_reading reading;
	int64_t n;

	TRY(timing_read(m->timing));
	TRY(timing_read_fan_in(m->timing));
	TRY(ssta_read_seeds(m->timing, &m->seed));
	TRY(search_open_reading(m->search, LEVEL_NEWEST, &reading));
	n = reading.n - reading.n_below;
	n = n < 0 ? 0 : n < most ? n : most;
	m->out->n_paths = (int32_t)n;
	TRY(READ(n ? reading.ranking.record + reading.n_below : NULL, n, &m->ranked));
	TRY(READ(records.parent, s->n_records, &m->parent));
	TRY(READ(records.arc, s->n_records, &m->arc));
	TRY(read_array(queue, records.slack, s->n_records, (size_t)(image->fs_bits / 8),
		       &m->slack));
	TRY(READ(image->device.row, image->device.n_states + 1, &m->image_row));
	TRY(READ(image->device.to, image->device.n_arcs, &m->to));
	TRY(read_origins(m));
	TRY(READ(image->device.source_state, image->device.n_sources, &m->source_state));
	TRY(READ(s->forest.forest, image->device.n_states, &m->forest));
	TRY(READ(base->device.to, base->device.n_arcs, &m->base_to));
	TRY(READ(base->device.source_state, base->device.n_sources, &m->base_source));
	return queue_sync(queue);
}

static int64_t time_at(const struct die_making *m, const void *times, int64_t i)
{
	return m->search->image->fs_bits == 32 ? ((const int32_t *)times)[i]
					       : ((const int64_t *)times)[i];
}

/* ---- what varies ---- */

enum status die_column_of(struct die_making *m, int32_t place, bool is_check, int32_t *out)
{
	const struct ssta_variable *v =
		is_check ? &m->ssta->arcs.sink[place] : &m->ssta->arcs.arc[place];
	int32_t *number = is_check ? &m->check_column[place] : &m->arc_column[place];
	int64_t largest = v->sigma[0] > v->sigma[1] ? v->sigma[0] : v->sigma[1];

	*out = *number;
	if (*number >= 0 || largest == 0)
		return STATUS_OK;
	TRY(GROW_ALL(&m->column_capacity, m->out->n_columns + 1, &m->column, &m->column_bound));
	m->column[m->out->n_columns] =
		(struct die_column){.key = {(uint32_t)v->key, (uint32_t)(v->key >> 32)},
				    .sigma = {v->sigma[0], v->sigma[1]},
				    .region = v->region,
				    .domain = is_check ? SSTA_CHECK : SSTA_ARC};
	m->column_bound[m->out->n_columns] =
		(largest * m->ssta->factors.bound >> (Z_SHIFT + SIGMA_SHIFT)) + 1;
	*out = *number = m->out->n_columns++;
	return STATUS_OK;
}

/* The sink that an arc of the searched image leads to, -1 = none. */
static int32_t sink_of(const struct die_making *m, int32_t arc)
{
	const struct device_states *d = &m->timing->image->device_states;
	int32_t sink = m->base_to[m->arc_from[arc]] - d->first_sink;

	return sink >= 0 && sink < d->n_sinks ? sink : -1;
}

/* The column of an arc of the searched image; ends come after the others, whose number is final then. */
static enum status column_of(struct die_making *m, int32_t arc, int32_t *out)
{
	int32_t sink = sink_of(m, arc), place;

	if (sink >= 0) {
		*out = m->sink_end[sink] < 0 ? -1 : m->out->n_columns + m->sink_end[sink];
		return STATUS_OK;
	}
	place = m->timing->arc[m->arc_from[arc]];
	*out = -1;
	return place < 0 ? STATUS_OK : die_column_of(m, place, false, out);
}

static int32_t source_column(const struct die_making *m, int32_t source)
{
	return m->source_end[source] < 0 ? -1 : m->out->n_columns + m->source_end[source];
}

/* ---- what is needed ---- */

/* An arc that a path takes. */
static enum status mark_arc(struct die_making *m, int32_t arc)
{
	int32_t sink = sink_of(m, arc), column;

	if (sink < 0)
		return column_of(m, arc, &column);
	m->sink_end[sink] = 0;
	return STATUS_OK;
}

/* Where a record's path begins or deviates, and what it goes on by, as far as no other one has. */
static enum status mark_record(struct die_making *m, int32_t record)
{
	int32_t arc = m->arc[record],
		state = m->parent[record] < 0 ? m->source_state[arc] : m->to[arc];

	if (m->parent[record] < 0)
		m->source_end[arc] = 0;
	else
		TRY(mark_arc(m, arc));
	while (m->state_number[state] < 0) {
		m->state_number[state] = 0;
		if (m->forest[state] < 0)
			break;
		TRY(mark_arc(m, m->forest[state]));
		state = m->to[m->forest[state]];
	}
	return STATUS_OK;
}

static enum status mark(struct die_making *m)
{
	for (int64_t p = 0; p < m->out->n_paths; p++) {
		for (int32_t r = m->ranked[p]; r >= 0 && m->record_number[r] < 0; r = m->parent[r])
			m->record_number[r] = 0;
	}
	for (int64_t r = 0; r < m->search->n_records; r++) {
		if (m->record_number[r] < 0)
			continue;
		m->record_number[r] = m->out->n_records++;
		TRY(mark_record(m, (int32_t)r));
	}
	return STATUS_OK;
}

/* ---- the forest ---- */

static int32_t tail_of(const struct die_making *m, int32_t arc)
{
	return sorted_row(m->image_row, sizeof *m->image_row, m->search->image->device.n_states,
			  arc);
}

/* States by level, as in the image: heads have lower numbers. Rows of a sweep by teams, all of whose items are large. */
static enum status make_states(struct die_making *m)
{
	const struct image *image = m->search->image;
	int32_t n = image->device.n_states, number = 0;

	m->out->n_state_levels = image->n_levels;
	TRY(ALLOC(&m->state_row, 2 * (int64_t)image->n_levels + 1));
	for (int32_t l = 0; l < image->n_levels; l++) {
		for (int32_t v = image->level_row[l]; v < image->level_row[l + 1]; v++) {
			if (m->state_number[v] >= 0)
				m->state_number[v] = number++;
		}
		m->state_row[2 * l + 1] = m->state_row[2 * l + 2] = number;
	}
	m->out->n_states = number;
	TRY(ALLOC_ALL(number, &m->next, &m->next_column));
	for (int32_t v = 0; v < n; v++) {
		int32_t at = m->state_number[v];

		if (at < 0)
			continue;
		m->next[at] = m->next_column[at] = -1;
		if (m->forest[v] < 0)
			continue;
		m->next[at] = m->state_number[m->to[m->forest[v]]];
		TRY(column_of(m, m->forest[v], &m->next_column[at]));
	}
	return STATUS_OK;
}

static enum status make_records(struct die_making *m)
{
	const struct search *s = m->search;

	TRY(ALLOC(&m->record, m->out->n_records));
	TRY(ALLOC(&m->out->level_first, s->n_levels + 1));
	m->out->n_levels = (int32_t)s->n_levels;
	for (int64_t l = 0, number = 0; l < s->n_levels; l++) {
		for (int64_t r = s->levels[l].first; r < s->levels[l].first + s->levels[l].n; r++) {
			struct die_record *to;
			int32_t arc = m->arc[r];

			if (m->record_number[r] < 0)
				continue;
			to = &m->record[number++];
			if (l == 0) {
				*to = (struct die_record){-1, source_column(m, arc),
							  m->state_number[m->source_state[arc]],
							  -1};
				continue;
			}
			*to = (struct die_record){m->record_number[m->parent[r]], -1,
						  m->state_number[m->to[arc]],
						  m->state_number[tail_of(m, arc)]};
			TRY(column_of(m, arc, &to->column));
		}
		m->out->level_first[l + 1] = (int32_t)number;
	}
	return STATUS_OK;
}

/* ---- rows ---- */

struct row_making {
	int32_t *deviation; /* owned: arcs, the last one first */
	int64_t capacity;
	int64_t n, bound;
};

static enum status add_entry(struct die_making *m, struct row_making *row, int32_t column)
{
	struct die_paths *p = m->out;

	if (column < 0)
		return STATUS_OK;
	if (p->n_entries == INT32_MAX - 1)
		return status_fail(STATUS_FAILED, "the paths have too many points for a matrix");
	TRY(APPEND(p->column, p->n_entries, &m->entry_capacity, column));
	row->bound += column < p->n_columns ? m->column_bound[column]
					    : m->end_bound[column - p->n_columns];
	return STATUS_OK;
}

/* From the source on, by the deviations of the record and of those that it comes from. */
static enum status make_row(struct die_making *m, int32_t record, struct row_making *row)
{
	int32_t state, column;

	row->n = row->bound = 0;
	for (; m->parent[record] >= 0; record = m->parent[record]) {
		TRY(APPEND(row->deviation, row->n, &row->capacity, m->arc[record]));
	}
	TRY(add_entry(m, row, source_column(m, m->arc[record])));
	state = m->source_state[m->arc[record]];
	for (;;) {
		int32_t arc = m->forest[state], next = row->n ? row->deviation[row->n - 1] : -1;

		if (next >= m->image_row[state] && next < m->image_row[state + 1]) {
			arc = next;
			row->n--;
		}
		if (arc < 0)
			break;
		TRY(column_of(m, arc, &column));
		TRY(add_entry(m, row, column));
		state = m->to[arc];
	}
	if (row->bound > INT32_MAX)
		return status_fail(STATUS_FAILED, "a path may deviate by more than 2 us");
	return STATUS_OK;
}

static enum status make_rows(struct die_making *m)
{
	struct die_paths *p = m->out;
	struct row_making row = {0};
	enum status status = STATUS_OK;

	TRY(ALLOC(&p->row, (int64_t)p->n_paths + 1));
	TRY(ALLOC_ALL(p->n_paths, &p->slack, &p->record_of));
	for (int32_t i = 0; i < p->n_paths && status == STATUS_OK; i++) {
		p->slack[i] = time_at(m, m->slack, m->ranked[i]);
		p->record_of[i] = m->record_number[m->ranked[i]];
		status = make_row(m, m->ranked[i], &row);
		p->row[i + 1] = (int32_t)p->n_entries;
	}
	free(row.deviation);
	return status;
}

/* ---- on the device ---- */

#define PUT(items, n, d_out)                                                                       \
	device_put(p->queue, name, (items), (int64_t)(n) * (int64_t)sizeof **(d_out), (d_out))

static enum status upload(struct die_making *m)
{
	struct die_paths *p = m->out;
	int64_t regions = m->ssta->factors.n_regions;

	TRY(PUT(m->column, p->n_columns, &p->d_column));
	TRY(PUT(m->node, p->n_nodes, &p->d_node));
	TRY(PUT(m->node_arc, m->n_node_arcs, &p->d_node_arc));
	TRY(PUT(m->node_row, 2 * p->n_node_levels + 1, &p->d_node_row));
	TRY(PUT(m->end, p->n_ends, &p->d_end));
	TRY(PUT(m->record, p->n_records, &p->d_record));
	TRY(PUT(m->state_row, 2 * p->n_state_levels + 1, &p->d_state_row));
	TRY(PUT(m->next, p->n_states, &p->d_next));
	TRY(PUT(m->next_column, p->n_states, &p->d_next_column));
	TRY(PUT(p->row, p->n_paths + 1, &p->d_row));
	TRY(PUT(p->column, p->n_entries, &p->d_entry));
	TRY(DEVICE_ALLOC(p->queue, name, &p->d_arrival, (int64_t)p->n_nodes * DIES));
	TRY(DEVICE_ALLOC(p->queue, name, &p->d_delta, ((int64_t)p->n_columns + p->n_ends) * DIES));
	TRY(DEVICE_ALLOC(p->queue, name, &p->d_sum, (int64_t)p->n_paths * DIES));
	TRY(DEVICE_ALLOC(p->queue, name, &p->d_suffix, (int64_t)p->n_states * DIES));
	TRY(DEVICE_ALLOC(p->queue, name, &p->d_record_sum, (int64_t)p->n_records * DIES));
	if (regions) {
		TRY(ALLOC(&p->shared, regions * DIES));
		TRY(ALLOC(&p->row_z, m->ssta->factors.n_rows));
		TRY(DEVICE_ALLOC(p->queue, name, &p->d_shared, regions * DIES));
	}
	return STATUS_OK;
}

/* ---- open ---- */

static enum status alloc_marks(struct die_making *m)
{
	const struct image *image = m->search->image;
	const struct timing_image *t = m->timing->image;
	int32_t **arrays[] = {&m->record_number, &m->state_number, &m->arc_column,
			      &m->check_column,  &m->source_end,   &m->sink_end};
	int64_t sizes[] = {m->search->n_records,    image->device.n_states,
			   t->device.n_arcs,        t->device_states.n_sinks,
			   image->device.n_sources, t->device_states.n_sinks};

	for (int i = 0; i < 6; i++) {
		TRY(ALLOC(arrays[i], sizes[i]));
		memset(*arrays[i], -1, (size_t)sizes[i] * sizeof **arrays[i]);
	}
	return STATUS_OK;
}

static enum status make(struct die_making *m, int64_t n)
{
	TRY(read_all(m, n));
	TRY(alloc_marks(m));
	TRY(mark(m));
	TRY(die_clocks_make(m)); /* from here on there are no more columns */
	TRY(make_states(m));
	TRY(make_records(m));
	TRY(make_rows(m));
	return upload(m);
}

static FREES(release, struct die_making, x->image_row, x->to, x->arc_from, x->source_from,
	     x->source_state, x->forest, x->base_to, x->base_source, x->seed, x->parent, x->arc,
	     x->ranked, x->slack, x->record_number, x->state_number, x->arc_column, x->check_column,
	     x->node_number, x->source_end, x->sink_end, x->column, x->column_bound, x->end_bound,
	     x->node_bound, x->node, x->node_arc, x->end, x->record, x->node_row, x->state_row,
	     x->next, x->next_column);

enum status die_paths_open(struct search *search, const struct path_image *paths,
			   const struct ssta *ssta, int64_t n, struct die_paths *out)
{
	RELEASED_BY(release)
	struct die_making m = {.out = out,
			       .search = search,
			       .paths = paths,
			       .timing = ssta->timing,
			       .ssta = ssta,
			       .split = search->image->late ? LATE : EARLY};
	enum status status;

	*out = (struct die_paths){
		.queue = search->queue, .ssta = ssta, .sign = search->image->late ? -1 : 1};
	if (ssta->options.single)
		return status_fail(STATUS_FAILED, "paths in dies are of a run without -die single");
	if (ssta->options.split != m.split)
		return status_fail(STATUS_FAILED,
				   "the dies are of %s, the paths of %s; run_ssta%s makes others",
				   m.split == LATE ? "hold" : "setup",
				   m.split == LATE ? "setup" : "hold",
				   m.split == LATE ? "" : " -hold");
	status = queue_settle(search->queue, make(&m, n));
	if (status != STATUS_OK)
		die_paths_close(out);
	return status;
}

void die_paths_close(struct die_paths *p)
{
	if (!p->queue)
		return;
	DEVICE_FREE_ALL(p->queue, &p->d_column, &p->d_node, &p->d_node_arc, &p->d_end, &p->d_record,
			&p->d_node_row, &p->d_state_row, &p->d_row, &p->d_entry, &p->d_next,
			&p->d_next_column, &p->d_shared, &p->d_delta, &p->d_sum, &p->d_suffix,
			&p->d_record_sum, &p->d_arrival);
	FREE_ALL(p->slack, p->record_of, p->row, p->column, p->level_first, p->shared, p->row_z);
	*p = (struct die_paths){0};
}

/* ---- dies ---- */

enum status die_paths_draw(struct die_paths *p, int64_t first)
{
	const struct ssta_options *options = ssta_options(p->ssta);
	const struct ssta_factors *factors = &p->ssta->factors;
	struct die_draws_args draws = {
		.seed = {{(uint32_t)options->seed, (uint32_t)(options->seed >> 32)}},
		.table = p->ssta->engine[0].d_table,
		.column = p->d_column,
		.first = first,
		.is_antithetic = options->sampling == SSTA_ANTITHETIC,
		.own = factors->own,
		.shared = p->d_shared,
		.delta = p->d_delta};
	struct die_nodes_args nodes = {p->d_node, p->d_node_arc, p->d_delta, p->d_arrival};
	struct die_ends_args ends = {p->d_end, p->d_arrival, p->d_delta,
				     p->d_delta + (int64_t)p->n_columns * DIES};

	ssta_strata(options, &draws.strata);
	for (int32_t d = 0; d < DIES && factors->n_rows; d++) {
		ssta_shared_z(options, factors, first + d, NULL, p->row_z);
		for (int64_t r = 0; r < factors->n_regions; r++)
			p->shared[r * DIES + d] = p->row_z[r];
	}
	if (factors->n_regions)
		queue_upload(p->queue, p->d_shared, p->shared,
			     (int64_t)factors->n_regions * DIES * 4);
	LAUNCH(p->queue, die_draws, 32, &draws, (int64_t)p->n_columns * (DIES / 4));
	if (p->n_nodes)
		SWEEP(p->queue, die_nodes, 32, &nodes, p->d_node_row, p->n_node_levels);
	LAUNCH(p->queue, die_ends, 32, &ends, (int64_t)p->n_ends * DIES);
	return queue_sync(p->queue);
}

void die_paths_multiply(struct die_paths *p)
{
	struct die_products_args args = {p->d_row, p->d_entry, p->d_delta, p->d_sum};

	LAUNCH(p->queue, die_products, 32, &args, p->n_paths);
}

void die_paths_follow(struct die_paths *p)
{
	struct die_suffixes_args suffixes = {p->d_next, p->d_next_column, p->d_delta, p->d_suffix};
	struct die_records_args records = {
		.delta = p->d_delta, .suffix = p->d_suffix, .sum = p->d_record_sum};

	if (p->n_states)
		SWEEP(p->queue, die_suffixes, 32, &suffixes, p->d_state_row, p->n_state_levels);
	for (int32_t l = 0; l < p->n_levels; l++) {
		records.first = p->level_first[l];
		records.record = p->d_record + records.first;
		LAUNCH(p->queue, die_records, 32, &records, p->level_first[l + 1] - records.first);
	}
}

/* Sums of differences become slacks. */
static void add_slacks(const struct die_paths *p, const int32_t *sum, const int32_t *record_of,
		       int64_t *slack)
{
	for (int64_t i = 0; i < p->n_paths; i++) {
		int64_t from = record_of ? record_of[i] : i;

		for (int64_t d = 0; d < DIES; d++)
			slack[i * DIES + d] = p->slack[i] + p->sign * (int64_t)sum[from * DIES + d];
	}
}

enum status die_paths_read(struct die_paths *p, bool of_forest, int64_t *slack)
{
	int64_t n = (int64_t)(of_forest ? p->n_records : p->n_paths) * DIES;
	FREED int32_t *sum = NULL;

	TRY(ALLOC(&sum, n));
	queue_download(p->queue, sum, of_forest ? p->d_record_sum : p->d_sum, n * 4);
	TRY(queue_sync(p->queue));
	add_slacks(p, sum, of_forest ? p->record_of : NULL, slack);
	return STATUS_OK;
}

enum status die_paths_serial(struct die_paths *p, int64_t *slack)
{
	int64_t n = ((int64_t)p->n_columns + p->n_ends) * DIES;
	FREED int32_t *delta = NULL;

	TRY(ALLOC(&delta, n));
	queue_download(p->queue, delta, p->d_delta, n * 4);
	TRY(queue_sync(p->queue));
	for (int64_t i = 0; i < p->n_paths; i++) {
		int64_t sum[DIES] = {0};

		for (int32_t e = p->row[i]; e < p->row[i + 1]; e++) {
			for (int64_t d = 0; d < DIES; d++)
				sum[d] += delta[(int64_t)p->column[e] * DIES + d];
		}
		for (int64_t d = 0; d < DIES; d++)
			slack[i * DIES + d] = p->slack[i] + p->sign * sum[d];
	}
	return STATUS_OK;
}

int64_t die_paths_bytes(const struct die_paths *p, bool of_forest)
{
	int64_t columns = (int64_t)p->n_columns + p->n_ends;

	if (of_forest)
		return 4 * DIES * columns + (8 + 8 * DIES) * (int64_t)p->n_states +
		       (16 + 20 * DIES) * (int64_t)p->n_records;
	return 4 * DIES * columns + 4 * p->n_entries + (4 + 4 * DIES) * (int64_t)p->n_paths;
}
