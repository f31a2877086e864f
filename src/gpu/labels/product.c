
#include "base/bits.h"
#include "base/grow.h"
#include "gpu/labels/product_args.h"
#include "gpu/labels/product_impl.h"

static const char memory_name[] = "path queries", graph_name[] = "path graph";

void product_making_release(struct making *m)
{
	DEVICE_FREE_ALL(m->queue, &m->grouped.d_state, &m->excluded.d_state, &m->d_arc_ok,
			&m->d_n_arc, &m->d_begin);
	FREE_ALL(m->grouped.state, m->excluded.state, m->part_row);
	path_image_free(m->out);
}

/* ---- states of the query ---- */

static void launch_begin(struct making *m, const int32_t *d_source, int64_t n, bool clear)
{
	struct product_begin_args args = {.source = d_source,
					  .source_state = m->space->image->device.source_state,
					  .source_set = m->space->d_source_set,
					  .clear = clear,
					  .begin = m->space->d_begin};

	LAUNCH(m->queue, product_begin, 32, &args, n);
}

/* As long as the query's lists live; nothing when there is none. */
static enum status upload(struct making *m, const void *from, int64_t n, size_t size, void **d_to)
{
	if (!from)
		return STATUS_OK;
	TRY(device_alloc(m->queue, memory_name, n * (int64_t)size, d_to));
	queue_upload(m->queue, *d_to, from, n * (int64_t)size);
	return STATUS_OK;
}

/* States in groups, or those that no path passes: the lists stay, to be cleared by. */
static enum status mark_vertices(struct making *m, const int32_t *vertex, const uint64_t *groups,
				 int32_t n, struct marked *marked)
{
	struct product_marks_args args = {
		.value = marked->mark, .word = marked->d_word, .flag = marked->d_flag};
	uint64_t *d_bits = NULL;
	DEVICE_HELD held = {m->queue, {&d_bits}};

	if (!n)
		return STATUS_OK;
	marked->n = n;
	TRY(image_need_states(m->space->image));
	TRY(ALLOC(&marked->state, n));
	for (int32_t i = 0; i < n; i++)
		marked->state[i] = m->space->image->vertex_state[vertex[i]];
	TRY(upload(m, marked->state, n, sizeof *marked->state, (void **)&marked->d_state));
	TRY(upload(m, groups, n, sizeof *groups, (void **)&d_bits));
	args.at = marked->d_state;
	args.bits = d_bits;
	LAUNCH(m->queue, product_marks, 32, &args, n);
	return STATUS_OK;
}

static void clear_vertices(struct making *m, const struct marked *marked)
{
	struct product_marks_args args = {
		.at = marked->d_state, .word = marked->d_word, .flag = marked->d_flag};

	LAUNCH(m->queue, product_marks, 32, &args, marked->n);
}

/* Sources or sinks of a query: all, or those listed. */
struct marked_ends {
	bool given;
	const int32_t *end; /* [n] */
	int32_t n;
	const uint8_t *values; /* [n], or NULL: … */
	int32_t value;         /* … this one for all */
};

/* By source and sink the number of groups passed there, or that no path begins or ends. `begins`: the
 * ends that are sources of the image. */
static enum status mark_ends(struct making *m, const struct marked_ends *ends, bool begins)
{
	struct product_space *space = m->space;
	int64_t n_all = begins ? space->image->device.n_sources : space->image->device.n_sinks;
	struct product_marks_args args = {.value = ends->value,
					  .flag = begins ? space->d_source_set : space->d_sink_set};
	int32_t *d_end = NULL;
	uint8_t *d_values = NULL;
	DEVICE_HELD held = {m->queue, {&d_end, &d_values}};

	queue_fill(m->queue, args.flag, ends->given ? PRODUCT_NOT_ALLOWED : ends->value, n_all);
	if (!ends->given && begins)
		launch_begin(m, NULL, n_all, false);
	if (!ends->given || !ends->n)
		return STATUS_OK;
	TRY(upload(m, ends->end, ends->n, sizeof *ends->end, (void **)&d_end));
	TRY(upload(m, ends->values, ends->n, sizeof *ends->values, (void **)&d_values));
	args.at = d_end;
	args.values = d_values;
	LAUNCH(m->queue, product_marks, 32, &args, ends->n);
	if (begins)
		launch_begin(m, d_end, ends->n, false);
	return STATUS_OK;
}

static void limit(struct making *m, struct product_limit_args args, int64_t n)
{
	LAUNCH(m->queue, product_limit, 32, &args, n);
}

/* Limit arcs, sources and sinks by space->limits, which labels give. */
static enum status take_limits(struct making *m)
{
	struct product_space *space = m->space;
	const struct product_limits *limits = m->limits;
	const struct device_graph *g = &space->image->device;
	struct product_limit_args arcs, ends = {.no = PRODUCT_NOT_ALLOWED};
	bool turned = space->transposed;

	TRY(DEVICE_ALLOC(m->queue, memory_name, &m->d_arc_ok, g->n_arcs));
	arcs = (struct product_limit_args){.ok = limits->arc_ok,
					   .order = space->d_arc_from,
					   .yes = 1,
					   .no = 0,
					   .out = m->d_arc_ok};
	limit(m, arcs, g->n_arcs);
	ends.ok = turned ? limits->sink_ok : limits->source_ok;
	ends.out = space->d_source_set;
	limit(m, ends, g->n_sources);
	ends.ok = turned ? limits->source_ok : limits->sink_ok;
	ends.out = space->d_sink_set;
	limit(m, ends, g->n_sinks);
	launch_begin(m, NULL, g->n_sources, false);
	return STATUS_OK;
}

static enum status take_ends(struct making *m)
{
	const struct path_lists *q = m->query;
	bool turned = m->space->transposed;

	const struct marked_ends from = {q->from, q->source, q->n_sources, q->passed, 0};
	const struct marked_ends to = {q->to, q->sink, q->n_sinks, NULL, q->n_groups};

	TRY(mark_ends(m, &from, !turned));
	return mark_ends(m, &to, turned);
}

enum status product_begin_query(struct making *m)
{
	struct product_space *space = m->space;
	const struct path_lists *q = m->query;
	const struct image *image = space->image;
	int64_t n = image->device.n_states;

	if (space->is_dirty) {
		queue_fill(m->queue, space->d_groups, 0, n * (int64_t)sizeof *space->d_groups);
		queue_fill(m->queue, space->d_begin, 0, n * (int64_t)sizeof *space->d_begin);
		queue_fill(m->queue, space->d_mark, 0, n);
	}
	space->is_dirty = true;
	m->grouped = (struct marked){
		.d_word = space->d_groups, .d_flag = space->d_mark, .mark = PRODUCT_GROUPED};
	m->excluded = (struct marked){.d_flag = space->d_mark, .mark = PRODUCT_EXCLUDED};
	TRY(mark_vertices(m, q->grouped, q->groups, q->n_grouped, &m->grouped));
	TRY(mark_vertices(m, q->excluded, NULL, q->n_excluded, &m->excluded));
	TRY(m->limits ? take_limits(m) : take_ends(m));
	m->device = (struct device_product){
		.n_states = image->device.n_states,
		.first_sink = image->device.first_sink,
		.n_sinks = image->device.n_sinks,
		.first_at_once = q->first_at_once,
		.transposed = space->transposed,
		.row = image->device.row,
		.to = image->device.to,
		.in_row = image->d_in_row,
		.in_from = image->d_in_from,
		.in_arc = image->d_in_arc,
		.arc_ok = m->limits ? m->d_arc_ok : space->d_arc_ok,
		.sink_set = space->d_sink_set,
		.groups = space->d_groups,
		.mark = space->d_mark,
		.begin = space->d_begin,
		.entering = space->d_entering,
		.leaving = space->d_leaving,
	};
	return STATUS_OK;
}

void product_end_query(struct making *m)
{
	clear_vertices(m, &m->grouped);
	clear_vertices(m, &m->excluded);
	launch_begin(m, NULL, m->space->image->device.n_sources, true);
	m->space->is_dirty = false;
}

/* ---- what is left ---- */

/* The level of a state of an image. */
static int32_t product_level_of(const struct image *image, int32_t state)
{
	return sorted_row(image->level_row, sizeof *image->level_row, image->n_levels, state);
}

struct product_sweeps product_choose_sweeps(const struct making *m)
{
	const struct image *image = m->space->image;
	struct product_sweeps s = {.last_forward = image->n_levels - 1};
	bool kept = m->space->d_reaches && !m->limits && !m->query->n_excluded;
	int32_t least = image->device.n_states, most = -1;

	s.all_end = kept && !m->query->to;
	s.all_begin = kept && !m->query->from && !m->query->first_at_once;
	for (int32_t i = 0; i < m->grouped.n && kept; i++) {
		least = m->grouped.state[i] < least ? m->grouped.state[i] : least;
		most = m->grouped.state[i] > most ? m->grouped.state[i] : most;
	}
	if (s.all_end)
		s.first_back = most < 0 ? image->n_levels : product_level_of(image, least);
	if (s.all_begin)
		s.last_forward = most < 0 ? -1 : product_level_of(image, most);
	return s;
}

/* Are the query's n ends so few that pushing from them is cheaper than gathering over all arcs?
 * Only on CPUs: on a GPU one thread would push along all loads of a large net, and a sweep's time
 * is that of its levels. */
static bool goes_from_ends(const struct making *m, bool asked, int32_t n, int32_t n_all)
{
	if (!asked || m->limits)
		return false;
	return !m->space->few || ((int64_t)n * m->space->few < n_all &&
				  device_kind(queue_device(m->queue)) == DEVICE_CPU);
}

static void push_back(struct making *m)
{
	const struct image *image = m->space->image;
	struct product_back_push_args push = {m->device};

	queue_fill(m->queue, m->space->d_entering, 0,
		   (int64_t)image->device.n_states * (int64_t)sizeof *m->space->d_entering);
	SWEEP(m->queue, product_back_push, 32, &push, image->d_level_row, image->n_levels);
}

void product_sweep_back(struct making *m, int32_t first)
{
	const struct image *image = m->space->image;
	const struct path_lists *q = m->query;
	bool turned = m->space->transposed;
	struct product_back_args back = {m->device};
	struct product_back_kept_args kept = {.reaches = m->space->d_reaches,
					      .all = UINT64_C(1) << m->query->n_groups,
					      .entering = m->space->d_entering};

	if (goes_from_ends(m, turned ? q->from : q->to, turned ? q->n_sources : q->n_sinks,
			   image->device.n_sinks)) {
		push_back(m);
		return;
	}
	LAUNCH(m->queue, product_back_kept, 32, &kept, image->level_row[first]);
	SWEEP(m->queue, product_back, 32, &back, image->d_part_row + 2 * first,
	      image->n_levels - first);
}

static void push_forward(struct making *m)
{
	struct product_space *space = m->space;
	struct product_forward_push_args push = {m->device, space->d_n_state};
	int64_t n = space->image->device.n_states;

	queue_fill(m->queue, space->d_leaving, 0, n * (int64_t)sizeof *space->d_leaving);
	queue_fill(m->queue, space->d_n_state, 0, n * (int64_t)sizeof *space->d_n_state);
	SWEEP(m->queue, product_forward_push, 32, &push, space->d_mirror, space->image->n_levels);
}

void product_sweep_forward(struct making *m, int32_t last)
{
	struct product_space *space = m->space;
	const struct image *image = space->image;
	const struct path_lists *q = m->query;
	bool turned = space->transposed;
	struct product_forward_args forward = {m->device, space->d_n_state};
	struct product_forward_kept_args kept = {.first = image->level_row[last + 1],
						 .reached = space->d_reached,
						 .entering = space->d_entering,
						 .leaving = space->d_leaving,
						 .n_state = space->d_n_state};

	if (goes_from_ends(m, turned ? q->to : q->from, turned ? q->n_sinks : q->n_sources,
			   image->device.n_sources)) {
		push_forward(m);
		return;
	}
	LAUNCH(m->queue, product_forward_kept, 32, &kept, image->device.n_states - kept.first);
	SWEEP(m->queue, product_forward, 32, &forward,
	      space->d_mirror + (image->n_levels - 1 - last), last + 1);
}

/* Both cones, and how many states of the product each state and each level has. */
static enum status sweep(struct making *m)
{
	struct product_space *space = m->space;
	const struct image *image = space->image;
	struct product_rows_args rows = {.first = space->d_first, .part_row = image->d_part_row};
	struct product_sweeps sweeps = product_choose_sweeps(m);
	int64_t n = image->device.n_states, n_parts = 2 * (int64_t)image->n_levels + 1;
	int64_t n_product = 0;
	DEVICE_HELD held = {m->queue, {&rows.out}};

	TRY(ALLOC(&m->part_row, n_parts));
	TRY(DEVICE_ALLOC(m->queue, memory_name, &rows.out, n_parts));
	product_sweep_back(m, sweeps.first_back);
	product_sweep_forward(m, sweeps.last_forward);
	prim_scan(m->queue, space->d_n_state, space->d_first, n);
	LAUNCH(m->queue, product_rows, 32, &rows, n_parts);
	queue_download(m->queue, m->part_row, rows.out, n_parts * (int64_t)sizeof *m->part_row);
	queue_download(m->queue, &n_product, space->d_first + n, sizeof n_product);
	TRY(queue_sync(m->queue));
	if (n_product >= INT32_MAX)
		return status_fail(STATUS_NO_MEMORY, "more than 2^31 states to search");
	m->n_states = (int32_t)n_product;
	m->n_sinks = image->n_levels ? m->part_row[2] : 0;
	return STATUS_OK;
}

/* Its states with how many arcs leave them, and its sources; how many there are of both. */
static enum status make_states(struct making *m)
{
	struct product_space *space = m->space;
	struct product_states_args states = {
		.p = m->device, .n_state = space->d_n_state, .first = space->d_first};
	struct product_sources_args sources = {.p = m->device,
					       .first = space->d_first,
					       .source_state = space->image->device.source_state,
					       .source_set = space->d_source_set,
					       .kept = space->d_source_kept,
					       .state = space->d_source_state};
	int32_t n_base = space->image->device.n_sources;
	int64_t n_arcs = 0, n_sources = 0, *d_n_sources = NULL;
	DEVICE_HELD held = {m->queue, {&d_n_sources}};

	TRY(DEVICE_ALLOC_ALL(m->queue, graph_name, m->n_states, &m->out->d_base,
			     &m->out->d_passed));
	TRY(DEVICE_ALLOC(m->queue, graph_name, &m->out->d_source, n_base));
	TRY(DEVICE_ALLOC(m->queue, memory_name, &m->d_n_arc, m->n_states));
	TRY(DEVICE_ALLOC(m->queue, memory_name, &m->d_begin, (int64_t)m->n_states + 1));
	TRY(DEVICE_ALLOC(m->queue, memory_name, &d_n_sources, 1));
	states.base = m->out->d_base;
	states.passed = m->out->d_passed;
	states.n_arc = m->d_n_arc;
	LAUNCH(m->queue, product_states, 32, &states, m->device.n_states);
	prim_scan(m->queue, m->d_n_arc, m->d_begin, m->n_states);
	LAUNCH(m->queue, product_sources, 32, &sources, n_base);
	prim_select(m->queue, space->d_source_kept, m->out->d_source, d_n_sources, n_base);
	queue_download(m->queue, &n_arcs, m->d_begin + m->n_states, sizeof n_arcs);
	queue_download(m->queue, &n_sources, d_n_sources, sizeof n_sources);
	TRY(queue_sync(m->queue));
	if (n_arcs >= INT32_MAX)
		return status_fail(STATUS_NO_MEMORY, "more than 2^31 arcs to search");
	m->n_arcs = (int32_t)n_arcs;
	m->n_sources = (int32_t)n_sources;
	return STATUS_OK;
}

static enum status make_arcs(struct making *m)
{
	struct image *image = m->out->image;
	struct product_arcs_args arcs = {.p = m->device,
					 .first = m->space->d_first,
					 .base = m->out->d_base,
					 .passed = m->out->d_passed,
					 .begin = m->d_begin,
					 .arc_from = m->space->d_arc_from};
	int32_t *row, *to;

	TRY(DEVICE_ALLOC(m->queue, graph_name, &row, (int64_t)m->n_states + 1));
	image->device.row = row;
	TRY(DEVICE_ALLOC(m->queue, graph_name, &to, m->n_arcs));
	image->device.to = to;
	TRY(DEVICE_ALLOC(m->queue, graph_name, &m->out->d_place, m->n_arcs));
	if (m->space->transposed)
		TRY(DEVICE_ALLOC(m->queue, graph_name, &m->out->d_arc_from, m->n_arcs));
	arcs.row = row;
	arcs.to = to;
	arcs.place = m->out->d_place;
	arcs.from = m->out->d_arc_from;
	LAUNCH(m->queue, product_arcs, 32, &arcs, m->n_states);
	queue_upload(m->queue, row + m->n_states, &m->n_arcs, sizeof m->n_arcs);
	return STATUS_OK;
}

static enum status new_image(struct making *m)
{
	const struct image *base = m->space->image;

	TRY(ALLOC(&m->out, 1));
	m->out->queue = m->queue;
	m->out->base = base;
	m->out->transposed = m->space->transposed;
	TRY(ALLOC(&m->out->image, 1));
	m->out->image->queue = m->queue;
	m->out->image->fs_bits = base->fs_bits;
	m->out->image->late = base->late;
	return STATUS_OK;
}

static enum status make(struct making *m)
{
	TRY(product_begin_query(m));
	TRY(sweep(m));
	TRY(new_image(m));
	TRY(make_states(m));
	TRY(make_arcs(m));
	TRY(product_finish(m));
	product_end_query(m);
	return STATUS_OK;
}

static enum status make_cones(struct making *m, struct product_keep_args *keep)
{
	const struct image *image = m->space->image;
	int64_t n = image->device.n_states;

	TRY(product_begin_query(m));
	TRY(DEVICE_ALLOC_ALL(m->queue, memory_name, n, &keep->reaches, &keep->reached));
	product_sweep_back(m, 0);
	product_sweep_forward(m, image->n_levels - 1);
	LAUNCH(m->queue, product_keep, 32, keep, n);
	product_end_query(m);
	return STATUS_OK;
}

enum status product_need_cones(struct product_space *space)
{
	static const struct path_lists everything = {0};
	RELEASED_BY(product_making_release)
	struct making m = {.space = space, .query = &everything, .queue = space->queue};
	struct product_keep_args keep = {.entering = space->d_entering,
					 .leaving = space->d_leaving};
	DEVICE_HELD held = {space->queue, {&keep.reaches, &keep.reached}};
	enum status status;

	if (space->d_reaches)
		return STATUS_OK;
	status = queue_settle(space->queue, make_cones(&m, &keep));
	space->is_dirty |= status != STATUS_OK;
	TRY(status);
	HAND_OVER(&space->d_reaches, keep.reaches);
	HAND_OVER(&space->d_reached, keep.reached);
	return STATUS_OK;
}

enum status product_new(struct product_space *space, const struct path_lists *query,
			const struct product_limits *limits, struct task *task,
			struct path_image **out)
{
	RELEASED_BY(product_making_release)
	struct making m = {.space = space, .query = query, .limits = limits, .queue = space->queue};
	enum status status;

	if (query->n_groups > PATH_GROUPS_MAX)
		return status_fail(STATUS_BAD_INPUT, "more than %d lists of points to pass through",
				   PATH_GROUPS_MAX);
	DOING(task, "selecting paths", 0);
	status = (space->transposed ? STATUS_OK : product_need_cones(space))
			 ?: queue_settle(space->queue, make(&m));
	space->is_dirty |= status != STATUS_OK;
	TRY(status);
	HAND_OVER(out, m.out);
	return STATUS_OK;
}
