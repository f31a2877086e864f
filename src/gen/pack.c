/*
 * The die is cut into 2^k × 2^k tiles of some rows and sites; the curve visits all of them, and
 * each takes the next instances of the row until it has its share.
 */
#include "gen/pack.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "base/grow.h"
#include "base/order.h"
#include "base/parallel.h"
#include "gen/place_impl.h"
#include "base/random.h"

enum {
	TILE_INSTANCES = 96, /* about */
	NOISE_TILES = 8,     /* tiles from one knot of the density to the next */
	MARGIN_ROWS = 2,     /* around the rows */
};

static const double utilization = 0.7, swing = 0.28; /* of the rows; about that, up and down */
static const double fullest = 0.96;                  /* of a tile: cells leave gaps at row ends */

struct packing {
	const struct netlist *netlist;
	struct placement *placement;
	struct task *task;
	uint64_t seed;
	int32_t site, site_width, row_height;
	int32_t *width;      /* owned [n_masters]: sites */
	int64_t total;       /* sites of all instances */
	int32_t order;       /* k */
	int32_t rows, sites; /* of a tile */
	int32_t x, y;        /* lower left corner of the rows */
	/* owned [tiles]: the sites that are used when a tile has its share; where those after it begin if none is full,
	 * and the sites used up to there */
	double *share;
	int32_t *bound;
	int64_t *used;
};

/* The instances of one tile, a thread's. */
struct tile {
	struct tile_row {
		int32_t fill, n;  /* sites taken, instances */
		int32_t at, done; /* of those that have been laid */
	} * row;                  /* owned [rows] */
	int32_t *row_of;          /* owned: row of each of its instances */
	int64_t row_of_capacity;
	enum status status;
};

/* From where on a tile takes instances, and the sites that those before have. */
struct filling {
	int32_t instance;
	int64_t used;
};

/* ---- the curve ---- */

/* Point d of a Hilbert curve through 2^order × 2^order points. */
static void hilbert(int32_t order, int64_t d, int32_t *x, int32_t *y)
{
	*x = *y = 0;
	for (int32_t s = 0; s < order; s++, d >>= 2) {
		int32_t side = 1 << s, rx = (d >> 1) & 1, ry = (d ^ rx) & 1, t = *x;

		if (!ry) {
			*x = rx ? side - 1 - *y : *y;
			*y = rx ? side - 1 - t : t;
		}
		*x += rx * side;
		*y += ry * side;
	}
}

/* ---- density ---- */

static double knot(const struct packing *p, int32_t x, int32_t y)
{
	return random_unit(random_bits(p->seed, ((uint64_t)(uint32_t)x << 32) | (uint32_t)y, 96));
}

/* Between the knots bilinear, so that regions are denser or looser as a whole. */
static double density(const struct packing *p, int32_t x, int32_t y)
{
	int32_t kx = x / NOISE_TILES, ky = y / NOISE_TILES;
	double fx = (double)(x % NOISE_TILES) / NOISE_TILES;
	double fy = (double)(y % NOISE_TILES) / NOISE_TILES;
	double low = knot(p, kx, ky) * (1 - fx) + knot(p, kx + 1, ky) * fx;
	double high = knot(p, kx, ky + 1) * (1 - fx) + knot(p, kx + 1, ky + 1) * fx;

	return utilization + swing * (2 * (low * (1 - fy) + high * fy) - 1);
}

static double all_density(const struct packing *p)
{
	double sum = 0;

	for (int32_t y = 0; y < 1 << p->order; y++)
		for (int32_t x = 0; x < 1 << p->order; x++)
			sum += density(p, x, y);
	return sum;
}

/* ---- a tile ---- */

/* Put an instance into a row that has room, from this one on; false when none has. */
static bool into_row(const struct packing *p, struct tile *tile, int32_t width, int32_t *row)
{
	for (int32_t i = 0; i < p->rows; i++) {
		int32_t r = (*row + i) % p->rows;

		if (tile->row[r].fill + width > p->sites)
			continue;
		tile->row[r].fill += width;
		tile->row[r].n++;
		*row = r;
		return true;
	}
	return false;
}

/* An instance in its row of a tile, from the left, with even gaps. */
static void lay(const struct packing *p, struct tile_row *row, int32_t x, int32_t y,
		int32_t instance)
{
	struct component *c = &p->placement->component[instance];
	int32_t gap = p->sites - row->fill;

	c->x = p->x + (x * p->sites + row->at + gap * row->done / row->n) * p->site_width;
	c->y = p->y + y * p->row_height;
	c->status = PLACED;
	c->orientation = y & 1 ? ORIENT_FS : ORIENT_N;
	row->at += p->width[p->netlist->instance_master[instance]];
	row->done++;
}

/* Take instances until the tile has its share or is full; row after row takes its part of what the tile takes. */
static enum status fill_tile(const struct packing *p, struct tile *tile, int64_t d,
			     struct filling *place)
{
	const struct netlist *netlist = p->netlist;
	double share = p->share[d], part = (share - (double)place->used) / p->rows;
	int32_t n = 0, row = 0, x, y, first = place->instance;

	memset(tile->row, 0, (size_t)p->rows * sizeof *tile->row);
	for (int32_t i = first; i < netlist->n_instances && (double)place->used < share; i++, n++) {
		int32_t width = p->width[netlist->instance_master[i]];

		if (!into_row(p, tile, width, &row))
			break;
		TRY(GROW(&tile->row_of, &tile->row_of_capacity, n + 1));
		tile->row_of[n] = row;
		place->used += width;
		if (tile->row[row].fill >= part)
			row = (row + 1) % p->rows;
	}
	hilbert(p->order, d, &x, &y);
	for (int32_t i = 0; i < n; i++)
		lay(p, &tile->row[tile->row_of[i]], x, y * p->rows + tile->row_of[i], first + i);
	place->instance += n;
	return STATUS_OK;
}

/* ---- all tiles, by threads ---- */

static void find_shares(struct packing *p, int64_t n_tiles)
{
	double sum = all_density(p), density_so_far = 0;

	for (int64_t d = 0; d < n_tiles; d++) {
		int32_t x, y;

		hilbert(p->order, d, &x, &y);
		density_so_far += density(p, x, y);
		p->share[d] = (double)p->total * density_so_far / sum;
		p->bound[d] = p->netlist->n_instances;
		p->used[d] = p->total;
	}
}

/* Of the tiles that get their shares among these instances; used: the sites of those before them. */
static void find_bounds(struct packing *p, int64_t n_tiles, int32_t begin, int32_t end,
			int64_t used)
{
	int64_t d = FIRST_NOT(i, 0, n_tiles, p->share[i] <= (double)used);

	for (int32_t i = begin; i < end; i++) {
		used += p->width[p->netlist->instance_master[i]];
		for (; d < n_tiles && p->share[d] <= (double)used; d++) {
			p->bound[d] = i + 1;
			p->used[d] = used;
		}
	}
}

static void find_all_bounds(struct packing *p, int64_t n_tiles, int64_t *sum, int parts)
{
	int64_t n = p->netlist->n_instances, used = 0;

	OVER_PARTS(k, parts)
	{
		OVER_PART(i, n, parts, k)
		sum[k] += p->width[p->netlist->instance_master[i]];
	}
	for (int k = 0; k < parts; k++) {
		int64_t own = sum[k];

		sum[k] = used;
		used += own;
	}
	OVER_PARTS(k, parts)
	find_bounds(p, n_tiles, (int32_t)part_begin(n, parts, k),
		    (int32_t)part_begin(n, parts, k + 1), sum[k]);
}

static struct filling begin_of(const struct packing *p, int64_t d)
{
	return d ? (struct filling){p->bound[d - 1], p->used[d - 1]} : (struct filling){0, 0};
}

/* Some tiles as if no tile before was full; where each ended: end. */
static enum status fill_some(const struct packing *p, struct tile *tile, int parts, int64_t begin,
			     int64_t n, struct filling *end)
{
	OVER_PARTS(k, parts)
	{
		for (int64_t i = part_begin(n, parts, k);
		     i < part_begin(n, parts, k + 1) && tile[k].status == STATUS_OK; i++) {
			end[i] = begin_of(p, begin + i);
			tile[k].status = fill_tile(p, &tile[k], begin + i, &end[i]);
		}
	}
	for (int k = 0; k < parts; k++) {
		/* a message is of its thread */
		if (tile[k].status != STATUS_OK)
			return status_fail(tile[k].status, "out of memory");
	}
	return STATUS_OK;
}

enum { TILES_AT_ONCE = 1 << 14 };

/* What follows a full tile begins earlier, and is filled again. */
static enum status fill_in_order(const struct packing *p, struct tile *tile, int parts,
				 int64_t n_tiles, struct filling *end, bool *done)
{
	struct filling place = {0, 0};

	for (int64_t at = 0; at < n_tiles; at += TILES_AT_ONCE) {
		int64_t n = min_i64(n_tiles - at, TILES_AT_ONCE);

		TRY(task_progress(p->task, place.instance));
		TRY(fill_some(p, tile, parts, at, n, end));
		for (int64_t i = 0; i < n; i++) {
			if (place.instance == begin_of(p, at + i).instance)
				place = end[i];
			else
				TRY(fill_tile(p, tile, at + i, &place));
		}
	}
	*done = place.instance == p->netlist->n_instances;
	return STATUS_OK;
}

static enum status fill_with(struct packing *p, struct tile *tile, int parts, bool *done)
{
	int64_t n_tiles = (int64_t)1 << (2 * p->order);
	FREED int64_t *sum = NULL;
	FREED struct filling *end = NULL;

	TRY(ALLOC(&sum, parts));
	for (int k = 0; k < parts; k++)
		TRY(ALLOC(&tile[k].row, p->rows));
	TRY(ALLOC(&end, min_i64(n_tiles, TILES_AT_ONCE)));
	find_shares(p, n_tiles);
	find_all_bounds(p, n_tiles, sum, parts);
	return fill_in_order(p, tile, parts, n_tiles, end, done);
}

/* All instances, or *done = false when the tiles are too small. */
static enum status fill_tiles(struct packing *p, bool *done)
{
	int parts = parts_of(p->netlist->n_instances);
	FREED struct tile *tile = NULL;
	enum status status;

	TRY(ALLOC(&tile, parts));
	status = fill_with(p, tile, parts, done);
	for (int k = 0; k < parts; k++) {
		free(tile[k].row);
		free(tile[k].row_of);
	}
	return status;
}

/* ---- sizes ---- */

static enum status measure(struct packing *p)
{
	const struct technology *technology = p->placement->technology;
	const struct netlist *netlist = p->netlist;

	TRY(ALLOC(&p->width, netlist->n_masters));
	p->site = -1;
	for (int32_t m = 0; m < netlist->n_masters; m++) {
		int32_t macro = technology_find_macro(technology, netlist->master[m].name);
		const struct tech_macro *t = macro < 0 ? NULL : &technology->macro[macro];

		if (!t || t->site < 0 || t->width <= 0)
			return status_fail(STATUS_FAILED, "LEF has no core cell \"%.200s\"",
					   netlist->master[m].name);
		p->site = t->site;
		p->site_width = technology->site[t->site].width;
		p->row_height = t->height;
		p->width[m] = (t->width + p->site_width - 1) / p->site_width;
		p->total += (int64_t)p->width[m] * netlist->master[m].n_instances;
	}
	while ((netlist->n_instances >> (2 * p->order)) > TILE_INSTANCES)
		p->order++;
	return STATUS_OK;
}

/* Tiles of about square shape with room for the densest share. */
static enum status size_tiles(struct packing *p, double room)
{
	double area = (double)p->total / (double)((int64_t)1 << (2 * p->order)) / utilization;
	double ratio = (double)p->row_height / p->site_width;
	int32_t widest = 0;
	int64_t side;

	area *= room * (utilization + swing) / fullest;
	for (int32_t m = 0; m < p->netlist->n_masters; m++)
		widest = p->width[m] > widest ? p->width[m] : widest;
	p->rows = (int32_t)(sqrt(area / ratio) + 0.5);
	p->rows = p->rows < 1 ? 1 : p->rows;
	p->sites = (int32_t)(area / p->rows) + 1;
	p->sites = p->sites < widest ? widest : p->sites;
	side = ((int64_t)p->sites << p->order) * p->site_width;
	if (side + ((int64_t)p->rows << p->order) * p->row_height > INT32_MAX / 2)
		return status_fail(STATUS_FAILED, "the die would be wider than 26 mm");
	return STATUS_OK;
}

static enum status add_rows(struct packing *p)
{
	struct placement *placement = p->placement;
	int32_t n_rows = p->rows << p->order, n_sites = p->sites << p->order;

	for (int32_t r = 0; r < n_rows; r++) {
		struct text name = TEXT_INIT;
		struct placed_row row = {.site = p->site,
					 .x = p->x,
					 .y = p->y + r * p->row_height,
					 .orientation = r & 1 ? ORIENT_FS : ORIENT_N,
					 .n_x = n_sites,
					 .n_y = 1,
					 .step_x = p->site_width};
		enum status status;

		text_printf(&name, "row_%d", (int)r);
		status = names_add(&placement->string, text_string(&name), name.length, &row.name,
				   NULL);
		text_release(&name);
		TRY(status);
		TRY(placement_add_row(placement, &row));
	}
	placement->die = (struct rect){0, 0, 2 * p->x + n_sites * p->site_width,
				       2 * p->y + n_rows * p->row_height};
	return STATUS_OK;
}

/* ---- ports ---- */

/* A port and where on the way round the die, from the lower left corner up, it would be best. */
struct port_wish {
	int64_t way;
	int32_t port;
};

COMPARER(compare_wishes, struct port_wish, ORDER(x->way, y->way) ?: ORDER(x->port, y->port))

/* The point of the edge that is nearest to a place: up the left edge, then clockwise. */
static int64_t way_to_edge(const struct rect *die, int32_t x, int32_t y)
{
	int64_t w = die->x2, h = die->y2, left = x, right = w - x, top = h - y, bottom = y;

	if (left <= right && left <= top && left <= bottom)
		return y;
	if (top <= right && top <= bottom)
		return h + x;
	return right <= bottom ? h + w + (h - y) : 2 * h + w + (w - x);
}

/* Where the first instance on a port's net stands; a corner for a port alone. */
static int64_t wish_of(const struct packing *p, int32_t port)
{
	const struct netlist *netlist = p->netlist;
	int32_t net = netlist->pin_net[port];

	for (int32_t i = net < 0 ? 0 : netlist->net_pin_row[net];
	     net >= 0 && i < netlist->net_pin_row[net + 1]; i++) {
		int32_t x = netlist->pin_instance[netlist->net_pin[i]];

		if (x >= 0)
			return way_to_edge(&p->placement->die, p->placement->component[x].x,
					   p->placement->component[x].y);
	}
	return 0;
}

/* In the order of their wishes. */
static enum status put_ports(struct packing *p)
{
	int32_t n = p->netlist->n_ports;
	FREED int32_t *order = NULL;
	FREED struct port_wish *wish = NULL;

	TRY(ALLOC_ALL(n, &wish, &order));
	for (int32_t i = 0; i < n; i++)
		wish[i] = (struct port_wish){wish_of(p, i), i};
	SORT(wish, n, compare_wishes);
	for (int32_t i = 0; i < n; i++)
		order[i] = wish[i].port;
	return place_ports(p->placement, order);
}

/* ---- all ---- */

static enum status pack(struct packing *p)
{
	double room = 1;
	bool done = false;

	TRY(measure(p));
	TRY(ALLOC_ALL((int64_t)1 << (2 * p->order), &p->share, &p->bound, &p->used));
	for (; !done; room *= 1.02) {
		TRY(size_tiles(p, room));
		p->x = MARGIN_ROWS * p->row_height / p->site_width * p->site_width;
		p->y = MARGIN_ROWS * p->row_height;
		TRY(fill_tiles(p, &done));
	}
	TRY(add_rows(p));
	return put_ports(p);
}

static void release(struct packing *p)
{
	FREE_ALL(p->width, p->share, p->bound, p->used);
	placement_unref(p->placement);
}

enum status pack_row(struct netlist *netlist, struct technology *technology, uint64_t seed,
		     struct task *task, struct placement **out)
{
	RELEASED_BY(release) struct packing p = {.netlist = netlist, .task = task, .seed = seed};

	TRY(placement_new("", netlist, technology, &p.placement));
	DOING(task, "placing", netlist->n_instances);
	TRY(pack(&p));
	HAND_OVER(out, p.placement);
	return STATUS_OK;
}
