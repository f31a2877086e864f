#include "snap/density_picture.h"

#include "base/grow.h"

static void release(struct snap *snap)
{
	struct snap_density_picture *picture = (struct snap_density_picture *)snap;

	FREE_ALL(picture->value, picture->mark, picture->region);
	placement_unref(picture->placement);
}

enum status snap_density_picture_new(int64_t serial, const struct density_query *query,
				     struct placement *placement, struct snap_density_picture **out)
{
	TRY(snap_new((void **)out, sizeof **out, release, NULL, serial));
	(*out)->query = *query;
	(*out)->placement = placement ? placement_ref(placement) : NULL;
	return STATUS_OK;
}

/* ---- the window ---- */

static int32_t between(int64_t x, int64_t low, int64_t high)
{
	return (int32_t)(x > high ? (high < low ? low : high) : x < low ? low : x);
}

/* A bin of a grid of `from` in one of `to`: where its middle is. */
static int32_t carry(int32_t bin, int32_t from, int32_t to)
{
	return from == to || from == 0 ? bin : (int32_t)((2 * (int64_t)bin + 1) * to / (2 * from));
}

/* First and number of the bins shown along an axis. */
static void fit(int32_t zoom, int32_t n, int32_t *at, int32_t *first, int32_t *shown)
{
	*shown = zoom < 14 && n >> zoom > 1 ? n >> zoom : 1;
	*at = between(*at, 0, n - 1);
	*first = between(*first, *at - *shown + 1, *at);
	*first = between(*first, 0, n - *shown);
}

struct density_window density_window_of(const struct density_query *query, int32_t columns,
					int32_t rows, int32_t *column, int32_t *row)
{
	struct density_window w;

	*column = carry(query->column, query->columns, columns);
	*row = carry(query->row, query->rows, rows);
	w.left = carry(query->left, query->columns, columns);
	w.bottom = carry(query->bottom, query->rows, rows);
	fit(query->zoom, columns, column, &w.left, &w.columns);
	fit(query->zoom, rows, row, &w.bottom, &w.rows);
	return w;
}

/* ---- the picture ---- */

enum { MOST_LOST_PERCENT = 25 };

/* All bins of one size, when that loses little room. */
static int32_t even(int32_t cells, int32_t bins)
{
	int32_t whole = cells / bins * bins;

	if (cells < 1)
		return 1;
	return cells > bins && 100 * (int64_t)(cells - whole) <= (int64_t)MOST_LOST_PERCENT * cells
		       ? whole
		       : cells;
}

/* The window on the die. */
static void choose_size(struct snap_density_picture *p)
{
	double wide = ((double)p->die.x2 - p->die.x1) * p->window.columns / p->columns;
	double high = ((double)p->die.y2 - p->die.y1) * p->window.rows / p->rows;
	double width = p->query.width, tall = p->query.tall;

	if (width * high / wide / tall > p->query.height)
		width = p->query.height * tall * wide / high;
	p->width = even((int32_t)(width + 0.5), p->window.columns);
	p->height = even((int32_t)(width * high / wide / tall + 0.5), p->window.rows);
}

/* The middle one of the cells 0 … n − 1 that show bin i of `bins`. */
static int32_t cell_of(int32_t i, int32_t bins, int32_t n)
{
	int32_t first, last;

	if (bins >= n)
		return (int32_t)((int64_t)i * n / bins);
	first = (int32_t)(((int64_t)i * n + bins - 1) / bins);
	last = (int32_t)(((int64_t)(i + 1) * n + bins - 1) / bins) - 1;
	return (first + last) / 2;
}

bool snap_density_picture_at(const struct snap_density_picture *p, int32_t column, int32_t row,
			     int32_t *x, int32_t *y)
{
	const struct density_window *w = &p->window;

	if (column < w->left || column >= w->left + w->columns || row < w->bottom ||
	    row >= w->bottom + w->rows)
		return false;
	*x = cell_of(column - w->left, w->columns, p->width);
	*y = p->height - 1 - cell_of(row - w->bottom, w->rows, p->height);
	return true;
}

/* Of the bins that share the cursor's cell the one that stands out, which is the one shown, unless
 * another is meant. */
static void find_bin(struct snap_density_picture *p, const struct snap_density *map, int32_t column,
		     int32_t row)
{
	const struct density_window *w = &p->window;
	double shown = p->value[(int64_t)p->cursor_y * p->width + p->cursor_x];
	int32_t left, right, low, high;

	p->column = column;
	p->row = row;
	p->bin_value = map->value[(int64_t)row * map->columns + column];
	if (p->query.exact)
		return;
	snap_density_share(p->cursor_x, p->width, w->columns, &left, &right);
	snap_density_share(p->height - 1 - p->cursor_y, p->height, w->rows, &low, &high);
	for (int32_t v = w->bottom + low; v <= w->bottom + high && p->bin_value != shown; v++) {
		for (int32_t u = w->left + left; u <= w->left + right; u++) {
			double value = map->value[(int64_t)v * map->columns + u];

			if (value != shown)
				continue;
			p->column = u;
			p->row = v;
			p->bin_value = value;
			break;
		}
	}
}

enum status snap_density_picture_fill(struct snap_density_picture *p,
				      const struct snap_density *map)
{
	int32_t column, row;

	p->die = map->die;
	p->columns = map->columns;
	p->rows = map->rows;
	p->summary = snap_density_summarize(map);
	p->most = p->least ? p->summary.least : p->summary.most;
	p->least_bin = p->least ? p->summary.most : p->summary.least;
	if (p->query.columns == 0) {
		p->query.columns = map->columns;
		p->query.rows = map->rows;
		p->query.column = p->most % map->columns;
		p->query.row = p->most / map->columns;
	}
	p->window = density_window_of(&p->query, map->columns, map->rows, &column, &row);
	choose_size(p);
	TRY(ALLOC_ALL((int64_t)p->width * p->height, &p->value, &p->mark));
	snap_density_window(map,
			    p->least       ? OUTLIER_LEAST
			    : p->is_signed ? OUTLIER_FARTHEST
					   : OUTLIER_MOST,
			    &(struct rect){p->window.left, p->window.bottom,
					   p->window.left + p->window.columns,
					   p->window.bottom + p->window.rows},
			    p->width, p->height, p->value);
	snap_density_picture_at(p, column, row, &p->cursor_x, &p->cursor_y);
	find_bin(p, map, column, row);
	return STATUS_OK;
}
