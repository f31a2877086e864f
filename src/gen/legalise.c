/*
 * Legal places: cells from left to right, each into the row where it stands nearest to its target.
 * In a row cells that touch are a cluster, which is placed where the squares of its cells' moves are
 * least; adding a cell moves the last clusters and joins them when they meet (the method known as
 * Abacus: P. Spindler et al., ISPD 2008). When a cell fits into no row, cells of its width and above are
 * assigned to rows in advance, by falling width, and the pass is repeated.
 */
#include <math.h>
#include <stdlib.h>

#include "base/grow.h"
#include "base/order.h"
#include "gen/place.h"
#include "gen/rows.h"

/* A cluster has the number of its first cell. */
struct cluster {
	double weight;
	double sum; /* of weight × (target − place within the cluster) */
	double x;   /* of its left edge */
	int32_t width;
	int32_t previous; /* in the segment, -1 = the first */
};

struct stand {
	int32_t component;
	int32_t x, y; /* target of the lower left corner */
	int32_t width;
	int32_t next;    /* cell to the right, -1 = the last */
	int32_t segment; /* where it stands or will stand, -1 = not known yet */
};

struct choice {
	double way;
	int32_t segment; /* -1 = none */
};

/* Of a segment. */
struct line {
	int32_t room;        /* neither taken nor reserved */
	int32_t first, last; /* cells, -1 = none */
	int32_t cluster;     /* the last, -1 = none */
};

struct legaliser {
	struct placement *placement; /* borrowed */
	const struct rows *rows;     /* borrowed */
	int32_t n;
	struct stand *stand;     /* owned [n], by x */
	struct cluster *cluster; /* owned [n] */
	struct line *line;       /* owned [rows->n_segments] */
	int32_t *widest;         /* owned [n]: cells, the widest first */
};

COMPARER(by_x, struct stand, ORDER(x->x, y->x) ?: ORDER(x->component, y->component))

/* Wider cells first, then as in `stand`. */
static int by_width(const void *a, const void *b, void *data)
{
	const struct stand *stand = data;
	int32_t i = *(const int32_t *)a, k = *(const int32_t *)b;

	return ORDER(stand[k].width, stand[i].width) ?: ORDER(i, k);
}

static enum status take(struct legaliser *l)
{
	const struct placement *placement = l->placement;
	int32_t step = l->rows->step;

	TRY(ALLOC(&l->stand, placement->n_components));
	for (int32_t i = 0; i < placement->n_components; i++) {
		const struct component *c = &placement->component[i];

		if (c->status != PLACED || !rows_hold(l->rows, placement, i))
			continue;
		l->stand[l->n++] = (struct stand){
			.component = i,
			.x = c->x,
			.y = c->y,
			.width = (placement->technology->macro[c->macro].width + step - 1) / step *
				 step,
		};
	}
	SORT(l->stand, l->n, by_x);
	TRY(ALLOC(&l->cluster, l->n));
	TRY(ALLOC(&l->line, l->rows->n_segments));
	TRY(ALLOC(&l->widest, l->n));
	for (int32_t i = 0; i < l->n; i++)
		l->widest[i] = i;
	qsort_r(l->widest, (size_t)l->n, sizeof *l->widest, by_width, l->stand);
	return STATUS_OK;
}

static void clear(struct legaliser *l)
{
	for (int32_t i = 0; i < l->rows->n_segments; i++) {
		const struct segment *s = &l->rows->segment[i];

		l->line[i] = (struct line){s->x2 - s->x1, -1, -1, -1};
	}
	for (int32_t i = 0; i < l->n; i++)
		l->stand[i].next = l->stand[i].segment = -1;
}

/* Where a cluster would stand best within its segment. */
static double rest_of(const struct cluster *c, const struct segment *segment)
{
	double x = c->sum / c->weight;

	if (x > segment->x2 - c->width)
		x = segment->x2 - c->width;
	return x < segment->x1 ? segment->x1 : x;
}

/* The cluster that a cell would end in if it came into a segment; `previous` is the one before. */
static struct cluster join(const struct legaliser *l, const struct stand *s, int32_t segment)
{
	const struct segment *room = &l->rows->segment[segment];
	struct cluster c = {s->width, (double)s->width * s->x, 0, s->width,
			    l->line[segment].cluster};

	c.x = rest_of(&c, room);
	while (c.previous >= 0) {
		const struct cluster *p = &l->cluster[c.previous];

		if (p->x + p->width <= c.x)
			break;
		c.sum = p->sum + c.sum - c.weight * p->width;
		c.weight += p->weight;
		c.width += p->width;
		c.previous = p->previous;
		c.x = rest_of(&c, room);
	}
	return c;
}

/* Which cluster of the segment is the one after `previous`: the first cell that it has swallowed.
 */
static int32_t first_behind(const struct legaliser *l, int32_t segment, int32_t previous,
			    int32_t cell)
{
	int32_t first = cell;

	for (int32_t c = l->line[segment].cluster; c != previous; c = l->cluster[c].previous)
		first = c;
	return first;
}

static void put(struct legaliser *l, int32_t cell, int32_t segment)
{
	struct line *line = &l->line[segment];
	struct cluster c = join(l, &l->stand[cell], segment);
	int32_t id = first_behind(l, segment, c.previous, cell);

	l->cluster[id] = c;
	line->cluster = id;
	if (l->stand[cell].segment < 0)
		line->room -= l->stand[cell].width;
	if (line->last >= 0)
		l->stand[line->last].next = cell;
	else
		line->first = cell;
	line->last = cell;
	l->stand[cell].segment = segment;
}

/* How far a cell moves into a segment without cells. */
static double way_to(const struct segment *segment, const struct stand *s)
{
	double way = fabs((double)segment->y - s->y);

	if (s->x < segment->x1)
		return way + ((double)segment->x1 - s->x);
	if (s->x > segment->x2 - s->width)
		return way + ((double)s->x - (segment->x2 - s->width));
	return way;
}

/* The same with the cells that the segment has already. */
static double way_after(const struct legaliser *l, int32_t segment, const struct stand *s)
{
	struct cluster c = join(l, s, segment);

	return fabs((double)l->rows->segment[segment].y - s->y) +
	       fabs(c.x + c.width - s->width - s->x);
}

/* The segment, if it has room and is nearer than the best so far. */
static void try_segment(const struct legaliser *l, const struct stand *s, int32_t segment,
			bool filled, struct choice *best)
{
	double way = way_to(&l->rows->segment[segment], s);

	if (l->line[segment].room < s->width || way >= best->way)
		return;
	if (filled)
		way = way_after(l, segment, s);
	if (way < best->way)
		*best = (struct choice){way, segment};
}

static void try_line(const struct legaliser *l, const struct stand *s, int32_t line, bool filled,
		     struct choice *best)
{
	for (int32_t i = l->rows->line_row[line]; i < l->rows->line_row[line + 1]; i++)
		try_segment(l, s, i, filled, best);
}

/* The nearest segment with room, -1 = none; `filled`: counting the cells that it has. */
static int32_t nearest_segment(const struct legaliser *l, const struct stand *s, bool filled)
{
	const struct rows *rows = l->rows;
	int32_t middle = rows_line(rows, s->y);
	struct choice best = {HUGE_VAL, -1};

	for (int32_t d = 0; middle - d >= 0 || middle + d < rows->n_lines; d++) {
		if ((double)(d - 1) * rows->height >= best.way)
			break;
		if (middle - d >= 0)
			try_line(l, s, middle - d, filled, &best);
		if (d && middle + d < rows->n_lines)
			try_line(l, s, middle + d, filled, &best);
	}
	return best.segment;
}

static enum status no_room(const struct legaliser *l, const struct stand *s)
{
	return status_fail(
		STATUS_FAILED,
		"no row has room for \"%.200s\", %g µm wide; a lower utilization gives more",
		placement_component_name(l->placement, s->component), microns(s->width));
}

/* Rows for the cells of a width and above. */
static enum status reserve(struct legaliser *l, int32_t width)
{
	for (int32_t i = 0; i < l->n; i++) {
		struct stand *s = &l->stand[l->widest[i]];

		if (s->width < width)
			break;
		s->segment = nearest_segment(l, s, false);
		if (s->segment < 0)
			return no_room(l, s);
		l->line[s->segment].room -= s->width;
	}
	return STATUS_OK;
}

/* ---- onto sites ---- */

static int32_t on_site(const struct legaliser *l, const struct segment *segment, double x)
{
	return segment->x1 + (int32_t)((x - segment->x1) / l->rows->step + 0.5) * l->rows->step;
}

/* Clusters are a whole number of sites wide, so rounding makes none overlap. */
static void settle_line(struct legaliser *l, int32_t segment)
{
	const struct segment *room = &l->rows->segment[segment];
	int32_t cluster = l->line[segment].cluster, following = -1;
	int32_t x = room->x1;

	/* the chain of clusters leads leftward: turn it round */
	while (cluster >= 0) {
		int32_t previous = l->cluster[cluster].previous;

		l->cluster[cluster].previous = following;
		following = cluster;
		cluster = previous;
	}
	for (int32_t i = l->line[segment].first; i >= 0; i = l->stand[i].next) {
		struct component *c = &l->placement->component[l->stand[i].component];

		if (i == following) {
			x = on_site(l, room, l->cluster[i].x);
			following = l->cluster[i].previous;
		}
		c->x = x;
		c->y = room->y;
		c->orientation = room->orientation;
		x += l->stand[i].width;
	}
}

/* Cells into rows; `width` is that of the first that finds none, 0 = all have one. */
static enum status put_all(struct legaliser *l, struct task *task, int32_t *width)
{
	*width = 0;
	for (int32_t i = 0; i < l->n; i++) {
		const struct stand *s = &l->stand[i];
		int32_t segment = s->segment;

		if (i % 256 == 0)
			TRY(task_progress(task, i));
		if (segment < 0)
			segment = nearest_segment(l, s, true);
		if (segment < 0) {
			*width = s->width;
			return STATUS_OK;
		}
		put(l, i, segment);
	}
	return STATUS_OK;
}

/* Each time a narrower cell finds no row: at worst all of them are reserved for. */
static enum status run(struct legaliser *l, struct task *task)
{
	int32_t reserved = INT32_MAX;

	TRY(take(l));
	while (reserved) {
		clear(l);
		TRY(reserve(l, reserved));
		TRY(put_all(l, task, &reserved));
	}
	for (int32_t i = 0; i < l->rows->n_segments; i++)
		settle_line(l, i);
	return STATUS_OK;
}

static FREES(release, struct legaliser, x->stand, x->cluster, x->line, x->widest);

enum status legalise(struct placement *placement, struct task *task)
{
	RELEASED_BY(rows_release) struct rows rows = {0};
	RELEASED_BY(release) struct legaliser l = {.placement = placement, .rows = &rows};

	TRY(rows_new(placement, &rows));
	DOING(task, "legalising", placement->n_components);
	return run(&l, task);
}
