/* What of a map the screen asks for. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/grow.h"
#include "draw/colours.h"
#include "report/density.h"
#include "db/layout/placement_check.h"
#include "gpu/device/profile.h"
#include "session/endpoints.h"
#include "session/labels.h"
#include "snap/density_scale.h"
#include "session/saved_slacks.h"

enum { MOST_SORTED = 1 << 18, MOST_COUNTED = 1 << 22 }; /* bins */

/* ---- colours ---- */

/* Word i of the names of colour maps. */
static void colours_name(int32_t i, char *out, size_t size)
{
	const char *at = COLOUR_MAPS;

	while (i-- > 0 && strchr(at, '|'))
		at = strchr(at, '|') + 1;
	snprintf(out, size, "%.*s", (int)strcspn(at, "|"), at);
}

enum status density_colours(int32_t which, bool is_signed, char *name, size_t size,
			    uint8_t (*colour)[3])
{
	static struct colour_map colours; /* of the command thread: those read last, … */
	static struct task task = TASK_INIT;
	static char last[16]; /* … by name */

	if (which > 0)
		colours_name(which - 1, name, size);
	else
		snprintf(name, size, "%s", is_signed ? "blue_orange" : "viridis");
	if (strcmp(last, name) != 0) {
		last[0] = '\0';
		TRY(colours_read(name, &task, &colours));
		snprintf(last, sizeof last, "%s", name);
	}
	for (int i = 0; i < DENSITY_COLOURS; i++)
		colour_at(&colours, (double)i / (DENSITY_COLOURS - 1), colour[i]);
	return STATUS_OK;
}

/* ---- the path ---- */

/* The cell of the picture that a box' middle is in, -1 = none. */
static int64_t cell_of(const struct snap_density_picture *p, const struct rect *box)
{
	const struct rect *die = &p->die;
	double u = ((double)box->x1 + box->x2) / 2 - die->x1;
	double v = ((double)box->y1 + box->y2) / 2 - die->y1;
	int32_t column = (int32_t)floor(u * p->columns / ((double)die->x2 - die->x1));
	int32_t row = (int32_t)floor(v * p->rows / ((double)die->y2 - die->y1));
	int32_t x, y;

	return snap_density_picture_at(p, column, row, &x, &y) ? (int64_t)y * p->width + x : -1;
}

static void mark(struct snap_density_picture *p, const struct rect *box, uint8_t as)
{
	int64_t cell = cell_of(p, box);

	if (cell >= 0)
		p->mark[cell] |= as;
}

/* Of several regions in a cell of the picture the last. */
static enum status mark_regions(struct session *session, struct snap_density_picture *p)
{
	const struct netlist *netlist = session->design.netlist;
	FREED int32_t *region = NULL;

	if (!p->query.labels || !session_inquiry(session) || !netlist ||
	    netlist != p->placement->netlist)
		return STATUS_OK;
	TRY(ALLOC(&region, netlist->n_all_pins));
	TRY(label_pin_regions(session_inquiry(session), region));
	TRY(ALLOC(&p->region, (int64_t)p->width * p->height));
	for (int32_t i = 0; i < netlist->n_pins; i++) {
		int32_t instance = netlist->pin_instance[i];
		struct rect box;
		int64_t cell;

		if (region[i] < 0 || instance < 0 ||
		    p->placement->component[instance].status == UNPLACED)
			continue;
		box = placement_component_box(p->placement, instance);
		cell = cell_of(p, &box);
		if (cell >= 0 && region[i] + 1 > p->region[cell])
			p->region[cell] = (uint8_t)(region[i] + 1);
	}
	return STATUS_OK;
}

/* A die that is a polygon has corners outside of it. */
static enum status blank_outside(struct snap_density_picture *p)
{
	FREED struct rect *part = NULL;
	int32_t n;

	if (p->placement->n_die_points == 0)
		return STATUS_OK;
	TRY(placement_cut_die(p->placement, &part, &n));
	for (int32_t y = 0; y < p->height; y++) {
		for (int32_t x = 0; x < p->width; x++) {
			const struct density_window *w = &p->window;
			double u = (w->left + (x + 0.5) * w->columns / p->width) / p->columns;
			double v =
				(w->bottom + (p->height - y - 0.5) * w->rows / p->height) / p->rows;
			double at_x = p->die.x1 + u * ((double)p->die.x2 - p->die.x1);
			double at_y = p->die.y1 + v * ((double)p->die.y2 - p->die.y1);
			int32_t i = 0;

			while (i < n && (at_x < part[i].x1 || at_x > part[i].x2 ||
					 at_y < part[i].y1 || at_y > part[i].y2))
				i++;
			if (i < n)
				continue;
			p->value[(int64_t)y * p->width + x] = (double)NAN;
			p->mark[(int64_t)y * p->width + x] |= MARK_OUTSIDE;
		}
	}
	return STATUS_OK;
}

/* ---- blocks ---- */

/* From a place on the die to cells of the picture. */
static double cell_x(const struct snap_density_picture *p, int32_t x)
{
	double bin = ((double)x - p->die.x1) * p->columns / ((double)p->die.x2 - p->die.x1);

	return (bin - p->window.left) * p->width / p->window.columns;
}

static double cell_y(const struct snap_density_picture *p, int32_t y)
{
	double bin = ((double)y - p->die.y1) * p->rows / ((double)p->die.y2 - p->die.y1);

	return p->height - (bin - p->window.bottom) * p->height / p->window.rows;
}

/* Those in the window that are large enough for an outline. */
static void add_blocks(struct snap_density_picture *p)
{
	const struct placement *placement = p->placement;
	double least = BLOCK_LEAST_HEIGHT * (3 - p->query.tall);

	for (int32_t i = 0; i < placement->n_components && p->n_blocks < DENSITY_BLOCKS; i++) {
		struct density_block b = {.component = i};
		struct rect box;

		if (!density_counts(placement, i, DENSITY_MACROS))
			continue;
		box = placement_component_box(placement, i);
		b.left = cell_x(p, box.x1);
		b.right = cell_x(p, box.x2);
		b.top = cell_y(p, box.y2);
		b.bottom = cell_y(p, box.y1);
		if (b.right - b.left < BLOCK_LEAST_WIDTH || b.bottom - b.top < least)
			continue;
		if (b.left < p->width && b.right > 0 && b.top < p->height && b.bottom > 0)
			p->block[p->n_blocks++] = b;
	}
}

static enum status mark_path(struct session *session, struct snap_density_picture *p)
{
	const struct density_query *q = &p->query;
	const struct netlist *netlist = session->design.netlist;
	SNAP_HELD struct snap_path *path = NULL;
	int32_t last = -1;

	if (q->rank < 0 || !session->search || q->search != session_query(session)->serial ||
	    !netlist || netlist != p->placement->netlist)
		return STATUS_OK;
	TRY(search_path(session->search, q->level, q->rank, 0, &path));
	for (int64_t i = 0; i < path->n_points; i++) {
		int32_t pin = graph_pin(path->snap.graph, path->point[i].vertex);
		int32_t instance = netlist->pin_instance[pin];
		struct rect box;

		if (instance < 0 || instance == last ||
		    p->placement->component[instance].status == UNPLACED)
			continue;
		last = instance;
		box = placement_component_box(p->placement, instance);
		p->n_marked++;
		mark(p, &box, MARK_PATH);
	}
	return STATUS_OK;
}

/* Of a port the place of its pin. */
static enum status mark_failing(struct session *session, struct snap_density_picture *p)
{
	const struct failing_pins *f;

	if (!p->query.fails || !session->design.netlist ||
	    session->design.netlist != p->placement->netlist)
		return STATUS_OK;
	TRY(session_find_failing(session, &p->query.endpoints, &f));
	p->n_failing = f->n_all;
	for (int64_t i = 0; i < f->n; i++) {
		int32_t x, y;
		struct rect box;

		if (!placement_pin(p->placement, f->pin[i], &x, &y))
			continue;
		box = (struct rect){x, y, x, y};
		p->n_failing_marked++;
		mark(p, &box, MARK_ENDPOINT);
	}
	return STATUS_OK;
}

/* ---- backward ---- */

/* P at a border of bins: the sum of all before it. */
static double prefix_at(const struct density_result *result, int32_t u, int32_t v)
{
	const struct snap_density *p = result->sums[1];

	u = u < p->columns ? u : p->columns;
	v = v < p->rows ? v : p->rows;
	return u > 0 && v > 0 ? p->value[(int64_t)(v - 1) * p->columns + u - 1] : 0;
}

/* Algorithm 4 at the corners of the first cell of the bin. */
static void add_terms(const struct density_result *result, struct snap_density_picture *p)
{
	struct rect box = placement_component_box(p->placement, p->listed[0].component);

	for (int i = 0; i < 4; i++) {
		struct density_top_left *t = &p->top_left[i];
		double x = (double)((i & 1 ? box.x2 : box.x1) - p->die.x1) * p->columns /
			   ((double)p->die.x2 - p->die.x1);
		double y = (double)((i & 2 ? box.y2 : box.y1) - p->die.y1) * p->rows /
			   ((double)p->die.y2 - p->die.y1);
		int32_t u, v;

		t->x = fmin(fmax(x, 0), p->columns);
		t->y = fmin(fmax(y, 0), p->rows);
		u = (int32_t)t->x;
		v = (int32_t)t->y;
		t->term[0] = prefix_at(result, u, v);
		t->term[1] = (t->x - u) * (prefix_at(result, u + 1, v) - t->term[0]);
		t->term[2] = (t->y - v) * (prefix_at(result, u, v + 1) - t->term[0]);
		if (u < p->columns && v < p->rows)
			t->term[3] = (t->x - u) * (t->y - v) *
				     result->map->value[(int64_t)v * p->columns + u];
	}
}

/* The way to where the map grows, of all boxes in a cell of the picture together. */
static enum status mark_gradients(const struct density_result *result,
				  struct snap_density_picture *p)
{
	FREED double *sum = NULL;

	if (!result->under || p->pass.stage != PASS_UNDER)
		return STATUS_OK;
	TRY(ALLOC(&sum, 2 * (int64_t)p->width * p->height));
	for (int32_t i = 0; i < p->placement->n_components; i++) {
		struct rect box = placement_component_box(p->placement, i);
		int64_t cell =
			density_counts(p->placement, i, DENSITY_CELLS) ? cell_of(p, &box) : -1;

		if (cell < 0 || isnan(result->under[i].mean))
			continue;
		sum[2 * cell] += result->under[i].right;
		sum[2 * cell + 1] += result->under[i].up;
	}
	for (int64_t cell = 0; cell < (int64_t)p->width * p->height; cell++) {
		double turn = atan2(sum[2 * cell + 1], sum[2 * cell]) / atan2(1, 1); /* eighths */

		if (sum[2 * cell] != 0 || sum[2 * cell + 1] != 0)
			p->mark[cell] |=
				(uint8_t)((((int)floor(turn + 8.5) & 7) + 1) << MARK_ARROW);
	}
	return STATUS_OK;
}

/* ---- the bin, and what was done to it ---- */

static enum status add_cells(struct session *session, const struct density_result *result,
			     struct snap_density_picture *p)
{
	struct rect bin = snap_density_bin(result->map, p->column, p->row);
	double value = result->map->value[(int64_t)p->row * p->columns + p->column];

	p->n_cells = density_bin_cells(result, &bin, value, p->listed, DENSITY_LISTED);
	p->n_listed = p->n_cells < DENSITY_LISTED ? (int32_t)p->n_cells : DENSITY_LISTED;
	for (int32_t i = 0; i < p->n_listed && p->least; i++)
		p->listed[i].amount = -p->listed[i].amount;
	if (p->n_listed == 0)
		return STATUS_OK;
	for (int32_t i = 0; i < p->n_listed && result->under; i++) {
		const struct density_cell *cell = &result->under[p->listed[i].component];

		p->listed[i] = (struct density_listed){p->listed[i].component, cell->mean,
						       cell->right, cell->up};
	}
	if (result->under && result->pass)
		add_terms(result, p);
	return density_corners_of(result, session->view_queue, p->listed[0].component, &p->corners);
}

/* The value of a map at a place that may be before its first bin. */
static double value_at(const struct snap_density *map, int32_t column, int32_t row)
{
	return column < 0 || row < 0 ? 0 : map->value[(int64_t)row * map->columns + column];
}

/* What was summed is found again by differences. */
static void add_line(const struct snap_density *map, struct snap_density_picture *p)
{
	int32_t right = p->pass.stage == PASS_ROWS, up = p->pass.stage == PASS_COLUMNS;
	int32_t last = right ? p->column : p->row;

	if (!p->pass.known || (!right && !up))
		return;
	p->n_line = last + 1 < DENSITY_LINE ? last + 1 : DENSITY_LINE;
	for (int32_t i = 0; i < p->n_line; i++) {
		int32_t back = p->n_line - 1 - i;
		int32_t u = p->column - right * back, v = p->row - up * back;

		p->after[i] = value_at(map, u, v);
		p->before[i] = p->after[i] - value_at(map, u - right, v - up);
	}
}

/* ---- values ---- */

/* All bins of the map by their places on the scale; where it would take too long there are none. */
static void count_values(const struct snap_density *map, struct snap_density_picture *p)
{
	int64_t n = (int64_t)map->columns * map->rows;
	bool sorts = p->query.scale == DENSITY_EQUALISED;
	RELEASED_BY(density_shares_release) struct density_shares shares = {0};

	if (n > (sorts ? MOST_SORTED : MOST_COUNTED))
		return;
	density_shares_init(&shares, (enum density_scale)p->query.scale, snap_density_range(p),
			    map->value, n);
	for (int64_t i = 0; i < n; i++) {
		double place;

		if (isnan(map->value[i]))
			continue;
		place = density_share_place(&shares, density_share(&shares, map->value[i]));
		p->count[place >= 1 ? DENSITY_PLACES - 1 : (int)(place * DENSITY_PLACES)]++;
	}
	p->has_counts = true;
}

/* ---- all of it ---- */

static enum status fill(struct session *session, const struct density_result *result,
			struct snap_density_picture *p)
{
	const struct snap_density *map = density_shown(result);
	enum status status;

	snprintf(p->name, sizeof p->name, "%s", map->name);
	snprintf(p->unit, sizeof p->unit, "%s", map->unit);
	density_pass_state(result, &p->pass);
	p->quantity = (int32_t)result->quantity;
	memcpy(p->note, map->note, sizeof p->note);
	p->has_saved = session_saved(session)->n > 0;
	p->least = density_least(result);
	p->is_signed = result->difference || p->least ||
		       (!p->pass.backward && p->pass.stage != PASS_COLUMNS);
	p->is_old = density_is_old(session, result);
	p->split = result->split;
	p->of_boxes = result->quantity <= DENSITY_MACROS && !result->difference;
	TRY(snap_density_picture_fill(p, map));
	TRY(blank_outside(p));
	add_blocks(p);
	TRY(add_cells(session, result, p));
	add_line(map, p);
	if (density_colours(p->query.colours, p->is_signed, p->colours_name, sizeof p->colours_name,
			    p->colour) == STATUS_OK)
		p->n_colours = DENSITY_COLOURS; /* without the file it is in shades */
	count_values(map, p);
	status = mark_gradients(result, p) ?: mark_regions(session, p) ?: mark_path(session, p) ?: mark_failing(session, p);
	if (status != STATUS_OK)
		p->n_marked = 0; /* the map is there all the same */
	return status_is_trouble(status) ? status : STATUS_OK;
}

/* Slacks follow the timing, but not amid a script, each of whose commands may change it. A map that
 * can't be made again stays, and is marked as old. */
static void follow_timing(struct session *session)
{
	if (!session->idle || !density_is_old(session, session_maps(session)->newest))
		return;
	queue_unprofiled(session->queue, true); /* looking is no part of what is looked at */
	density_renew(session, session_maps(session)->newest);
	queue_unprofiled(session->queue, false);
}

enum status session_need_density(struct session *session, int32_t most)
{
	struct density_result *finer, *last;

	if (session_maps(session)->newest && (!session_maps(session)->newest->usual ||
					      session_maps(session)->newest->usual >= most)) {
		follow_timing(session);
		return session_follow(session, STEPPER_DENSITY);
	}
	TRY(density_make_usual(session->view_queue, session->design.placement,
			       session_maps(session)->usual, most, &finer));
	last = session_maps(session)->newest;
	if (last)
		density_show(session, finer);
	else
		session_maps(session)->newest = finer; /* what was asked for, and no other map */
	density_result_free(last);
	return STATUS_OK;
}

/* A bin has a cell of the picture at least: what stands out is seen as it is. */
static enum status need_map(struct session *session, const struct density_query *query)
{
	int32_t high = query->height * query->tall,
		most = query->width < high ? query->width : high;

	return session_need_density(session, query->finest > most ? query->finest : most);
}

/* It makes a first map where there is a placement. */
static enum status answer_density(struct session *session, const struct density_request *wanted,
				  struct snap_density_picture **out)
{
	const struct density_query *query = &wanted->query;
	SNAP_HELD struct snap_density_picture *p = NULL;
	struct placement *placement;
	enum status status;

	TRY(session_follow_placement(session));
	placement = session->design.placement;

	TRY(snap_density_picture_new(wanted->edition, query, placement, &p));
	if (!placement || query->width < 1 || query->height < 1) {
		HAND_OVER(out, p);
		return STATUS_OK;
	}
	status = need_map(session, query);
	if (status != STATUS_OK) {
		snprintf(p->why, sizeof p->why, "%s", status_text(status));
		HAND_OVER(out, p);
		return STATUS_OK;
	}
	TRY(fill(session, session_maps(session)->newest, p));
	HAND_OVER(out, p);
	return STATUS_OK;
}

ANSWER(density, snap_density_picture)

static void forget_usual(struct session *session)
{
	session_maps(session)->usual = 0;
}

const struct session_part density_view_part = {
	.answer[READ_density] = answer_any_density, .drop = forget_usual, .drops_at = LOSS_FILES};
