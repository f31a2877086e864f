/*
 * Legal places: cells from left to right, each into the row where it stands nearest to its target.
 * In a row cells that touch are a cluster, which is placed where the squares of its cells' moves are
 * least; adding a cell moves the last clusters and joins them when they meet (the method known as
 * Abacus).
 */
#include <math.h>
#include <stdlib.h>

#include "base/grow.h"
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
	int32_t segment; /* where it stands */
};

/* Of a segment. */
struct line {
	int32_t room;        /* not taken yet */
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
};

static int by_x(const void *a, const void *b)
{
	const struct stand *s = a, *t = b;

	if (s->x != t->x)
		return s->x < t->x ? -1 : 1;
	return (s->component > t->component) - (s->component < t->component);
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
			.next = -1};
	}
	qsort(l->stand, (size_t)l->n, sizeof *l->stand, by_x);
	TRY(ALLOC(&l->cluster, l->n));
	TRY(ALLOC(&l->line, l->rows->n_segments));
	for (int32_t i = 0; i < l->rows->n_segments; i++)
		l->line[i] =
			(struct line){l->rows->segment[i].x2 - l->rows->segment[i].x1, -1, -1, -1};
	return STATUS_OK;
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
	line->room -= l->stand[cell].width;
	if (line->last >= 0)
		l->stand[line->last].next = cell;
	else
		line->first = cell;
	line->last = cell;
	l->stand[cell].segment = segment;
}

/* The way to a segment, if it has room and is better than the best so far. */
static void try_segment(const struct legaliser *l, const struct stand *s, int32_t segment,
			double *best, int32_t *chosen)
{
	const struct segment *room = &l->rows->segment[segment];
	double way = fabs((double)room->y - s->y), x;
	struct cluster c;

	if (l->line[segment].room < s->width)
		return;
	if (s->x < room->x1)
		way += (double)room->x1 - s->x;
	else if (s->x > room->x2 - s->width)
		way += (double)s->x - (room->x2 - s->width);
	if (way >= *best)
		return;
	c = join(l, s, segment);
	x = c.x + c.width - s->width;
	way = fabs((double)room->y - s->y) + fabs(x - s->x);
	if (way < *best) {
		*best = way;
		*chosen = segment;
	}
}

static void try_line(const struct legaliser *l, const struct stand *s, int32_t line, double *best,
		     int32_t *chosen)
{
	for (int32_t i = l->rows->line_row[line]; i < l->rows->line_row[line + 1]; i++)
		try_segment(l, s, i, best, chosen);
}

static enum status no_room(const struct legaliser *l, const struct stand *s)
{
	return status_fail(
		STATUS_FAILED,
		"no row has room for \"%.200s\", %g µm wide; a lower utilization gives more",
		placement_component_name(l->placement, s->component), microns(s->width));
}

static enum status put_best(struct legaliser *l, int32_t cell)
{
	const struct stand *s = &l->stand[cell];
	const struct rows *rows = l->rows;
	int32_t middle = rows_line(rows, s->y), chosen = -1;
	double best = HUGE_VAL;

	for (int32_t d = 0; middle - d >= 0 || middle + d < rows->n_lines; d++) {
		if ((double)(d - 1) * rows->height >= best)
			break;
		if (middle - d >= 0)
			try_line(l, s, middle - d, &best, &chosen);
		if (d && middle + d < rows->n_lines)
			try_line(l, s, middle + d, &best, &chosen);
	}
	if (chosen < 0)
		return no_room(l, s);
	put(l, cell, chosen);
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

static enum status run(struct legaliser *l, struct task *task)
{
	TRY(take(l));
	for (int32_t i = 0; i < l->n; i++) {
		if (i % 256 == 0)
			TRY(task_progress(task, i));
		TRY(put_best(l, i));
	}
	for (int32_t i = 0; i < l->rows->n_segments; i++)
		settle_line(l, i);
	return STATUS_OK;
}

enum status legalise(struct placement *placement, struct task *task)
{
	struct rows rows;
	struct legaliser l = {.placement = placement, .rows = &rows};
	enum status status;

	TRY(rows_new(placement, &rows));
	task_begin(task, "legalising", placement->n_components);
	status = run(&l, task);
	task_end(task);
	free(l.stand);
	free(l.cluster);
	free(l.line);
	rows_release(&rows);
	return status;
}
