/*
 * Detailed placement: cells of a legal placement change places, or move into gaps, where that makes
 * their nets shorter. It stays legal all the time.
 *
 * A cell's best place is the median of the boxes of its nets without it. Cells there are tried as
 * partners, and the gaps between them; then all orders of three neighbours, then the best place
 * between a cell's neighbours.
 */
#include <stdlib.h>

#include "base/grow.h"
#include "base/keyed.h"
#include "base/order.h"
#include "gen/place_impl.h"

enum {
	MOST_PINS = 64, /* of nets that are looked at */
	MOST_NETS = 64, /* of a cell */
	REACH = 6,      /* cells to each side that are tried as partners */
	LINES = 1,      /* and lines above and below */
};

struct spot {
	int32_t x, line;
	int32_t segment;
	int32_t left, right; /* neighbours in the segment, -1 = none */
};

struct detail {
	struct place *place; /* borrowed */
	struct spot *spot;   /* owned [place->n] */
	int32_t *half; /* owned [place->n]: from the left edge to the centre that pins count from */
	int32_t *net_row; /* owned [place->n + 1]: nets of a cell */
	int32_t *net;     /* owned */
	int32_t *order;   /* owned [place->n]: by segment and x, as it was when the round began */
	int32_t *first;   /* owned [n_segments + 1]: of each segment in it */
	int32_t *head;    /* owned [n_segments]: the leftmost cell, -1 = none */
};

/* ---- nets ---- */

static int32_t pins_of(const struct place *place, int32_t net)
{
	return place->net_row[net + 1] - place->net_row[net];
}

static enum status list_nets(struct detail *d)
{
	const struct place *place = d->place;
	int32_t *row, *at, end;

	TRY(ALLOC(&d->net_row, (int64_t)place->n + 2));
	row = d->net_row;
	at = d->net_row + 1;
	/* counted two places on, so that filling brings each row's end to where it belongs */
	for (int pass = 0; pass < 2; pass++) {
		for (int32_t net = 0; net < place->n_nets; net++) {
			end = pins_of(place, net) > MOST_PINS ? place->net_row[net]
							      : place->net_row[net + 1];
			for (int32_t i = place->net_row[net]; i < end; i++) {
				int32_t cell = place->pin[i].cell;

				if (cell >= 0 && pass)
					d->net[at[cell]++] = net;
				else if (cell >= 0)
					row[cell + 2]++;
			}
		}
		for (int32_t i = 2; !pass && i < place->n + 2; i++)
			row[i] += row[i - 1];
		if (!pass)
			TRY(ALLOC(&d->net, row[place->n + 1]));
	}
	return STATUS_OK;
}

static int32_t height_of(const struct detail *d, int32_t line)
{
	const struct rows *rows = &d->place->rows;

	return rows->segment[rows->line_row[line]].y;
}

static void pin_place(const struct detail *d, const struct place_pin *p, int32_t *x, int32_t *y)
{
	*x = p->dx;
	*y = p->dy;
	if (p->cell >= 0) {
		*x += d->spot[p->cell].x + d->half[p->cell];
		*y += height_of(d, d->spot[p->cell].line) + d->place->rows.height / 2;
	}
}

/* The box of a net's pins but those of one cell; false when none is left. */
static bool net_box(const struct detail *d, int32_t net, int32_t without, struct rect *box)
{
	const struct place *place = d->place;

	*box = RECT_NONE;
	for (int32_t i = place->net_row[net]; i < place->net_row[net + 1]; i++) {
		int32_t x, y;

		if (place->pin[i].cell == without && without >= 0)
			continue;
		pin_place(d, &place->pin[i], &x, &y);
		rect_add(box, x, y);
	}
	return box->x1 <= box->x2;
}

static int64_t net_length(const struct detail *d, int32_t net)
{
	struct rect box;

	net_box(d, net, -1, &box);
	return rect_half_perimeter(&box);
}

/* Of a few cells, each net once. */
static int64_t length_of(const struct detail *d, const int32_t *cell, int n)
{
	int32_t seen[3 * MOST_NETS];
	int64_t sum = 0;
	int n_seen = 0;

	for (int k = 0; k < n; k++) {
		int32_t first = d->net_row[cell[k]], end = d->net_row[cell[k] + 1];

		for (int32_t i = first; i < end && i < first + MOST_NETS; i++) {
			int s = 0;

			while (s < n_seen && seen[s] != d->net[i])
				s++;
			if (s < n_seen)
				continue;
			seen[n_seen++] = d->net[i];
			sum += net_length(d, d->net[i]);
		}
	}
	return sum;
}

/* ---- segments ---- */

struct standing {
	int32_t segment, x, cell;
};

static int32_t segment_at(const struct rows *rows, int32_t line, int32_t x)
{
	int32_t i = rows->line_row[line];

	while (i + 1 < rows->line_row[line + 1] && rows->segment[i + 1].x1 <= x)
		i++;
	return i;
}

/* Where the cells stand. */
static enum status find_spots(struct detail *d)
{
	struct place *place = d->place;
	const struct placement *placement = place->placement;
	FREED struct standing *standing = NULL;

	TRY(ALLOC(&standing, place->n));
	for (int32_t i = 0; i < place->n; i++) {
		const struct component *c = &placement->component[place->component[i]];
		int32_t line = rows_line(&place->rows, c->y);
		int32_t segment = segment_at(&place->rows, line, c->x);

		d->spot[i] = (struct spot){c->x, line, segment, -1, -1};
		d->half[i] = placement->technology->macro[c->macro].width / 2;
		standing[i] = (struct standing){segment, c->x, i};
	}
	SORT(standing, place->n, compare_int32_pair);
	for (int32_t i = 0; i < place->rows.n_segments; i++)
		d->head[i] = -1;
	for (int32_t i = 0; i < place->n; i++) {
		int32_t cell = standing[i].cell;

		if (i && standing[i - 1].segment == standing[i].segment) {
			d->spot[cell].left = standing[i - 1].cell;
			d->spot[standing[i - 1].cell].right = cell;
		} else {
			d->head[standing[i].segment] = cell;
		}
	}
	return STATUS_OK;
}

static void list_order(struct detail *d)
{
	int32_t n = 0;

	for (int32_t s = 0; s < d->place->rows.n_segments; s++) {
		d->first[s] = n;
		for (int32_t i = d->head[s]; i >= 0; i = d->spot[i].right)
			d->order[n++] = i;
	}
	d->first[d->place->rows.n_segments] = n;
}

/* The room between a cell's neighbours. */
static int32_t room_from(const struct detail *d, int32_t cell)
{
	const struct spot *s = &d->spot[cell];

	return s->left < 0 ? d->place->rows.segment[s->segment].x1
			   : d->spot[s->left].x + d->place->width[s->left];
}

static int32_t room_to(const struct detail *d, int32_t cell)
{
	const struct spot *s = &d->spot[cell];

	return s->right < 0 ? d->place->rows.segment[s->segment].x2 : d->spot[s->right].x;
}

static int32_t on_site(const struct detail *d, int32_t segment, int32_t x)
{
	int32_t from = d->place->rows.segment[segment].x1;

	return from + (x - from) / d->place->rows.step * d->place->rows.step;
}

/* The place nearest to x for something so wide between two edges, the room being enough. */
static int32_t fit(const struct detail *d, int32_t segment, int32_t x, int32_t width, int32_t from,
		   int32_t to)
{
	x = x > to - width ? to - width : x;
	x = x < from ? from : x;
	return on_site(d, segment, x);
}

/* ---- the best place of a cell ---- */

static void sort_numbers(int32_t *number, int n)
{
	for (int i = 1; i < n; i++) {
		int32_t key = number[i];
		int k = i;

		for (; k > 0 && number[k - 1] > key; k--)
			number[k] = number[k - 1];
		number[k] = key;
	}
}

/* Its centre; false when no net pulls. */
static bool best_place(const struct detail *d, int32_t cell, int32_t *x, int32_t *y)
{
	int32_t edge[2][2 * MOST_NETS];
	int32_t end = d->net_row[cell + 1];
	int n = 0;

	for (int32_t i = d->net_row[cell]; i < end && n < 2 * MOST_NETS; i++) {
		struct rect box;

		if (!net_box(d, d->net[i], cell, &box))
			continue;
		edge[0][n] = box.x1;
		edge[1][n++] = box.y1;
		edge[0][n] = box.x2;
		edge[1][n++] = box.y2;
	}
	if (!n)
		return false;
	sort_numbers(edge[0], n);
	sort_numbers(edge[1], n);
	*x = edge[0][n / 2 - 1] / 2 + edge[0][n / 2] / 2;
	*y = edge[1][n / 2 - 1] / 2 + edge[1][n / 2] / 2;
	return true;
}

/* ---- exchanges ---- */

/* Take a cell out of its segment's list, and put it in between two neighbours. */
static void unlink_cell(struct detail *d, int32_t cell)
{
	const struct spot *s = &d->spot[cell];

	if (s->left >= 0)
		d->spot[s->left].right = s->right;
	else
		d->head[s->segment] = s->right;
	if (s->right >= 0)
		d->spot[s->right].left = s->left;
}

static void link_cell(struct detail *d, int32_t cell, int32_t segment, int32_t left, int32_t right)
{
	d->spot[cell].segment = segment;
	d->spot[cell].left = left;
	d->spot[cell].right = right;
	if (left >= 0)
		d->spot[left].right = cell;
	else
		d->head[segment] = cell;
	if (right >= 0)
		d->spot[right].left = cell;
}

/* Two cells that are no neighbours change places, if each has room and nets become shorter. */
static bool try_exchange(struct detail *d, int32_t a, int32_t b)
{
	const int32_t cell[2] = {a, b}, *width = d->place->width;
	struct spot s = d->spot[a], t = d->spot[b];
	int32_t from_a = room_from(d, a), to_a = room_to(d, a);
	int32_t from_b = room_from(d, b), to_b = room_to(d, b);
	int64_t before;

	if (a == b || s.left == b || s.right == b || to_a - from_a < width[b] ||
	    to_b - from_b < width[a])
		return false;
	before = length_of(d, cell, 2);
	d->spot[a].x = fit(d, t.segment, t.x + d->half[b] - d->half[a], width[a], from_b, to_b);
	d->spot[b].x = fit(d, s.segment, s.x + d->half[a] - d->half[b], width[b], from_a, to_a);
	d->spot[a].line = t.line;
	d->spot[b].line = s.line;
	if (length_of(d, cell, 2) >= before) {
		d->spot[a] = s;
		d->spot[b] = t;
		return false;
	}
	link_cell(d, a, t.segment, t.left, t.right);
	link_cell(d, b, s.segment, s.left, s.right);
	return true;
}

/* A cell moves into the gap to the right of another. */
static bool try_gap(struct detail *d, int32_t cell, int32_t left, int32_t x)
{
	struct spot s = d->spot[cell], t = d->spot[left];
	int32_t from = t.x + d->place->width[left], to = room_to(d, left);
	int64_t before;

	if (cell == left || t.right == cell || to - from < d->place->width[cell])
		return false;
	before = length_of(d, &cell, 1);
	d->spot[cell].x = fit(d, t.segment, x - d->half[cell], d->place->width[cell], from, to);
	d->spot[cell].line = t.line;
	if (length_of(d, &cell, 1) >= before) {
		d->spot[cell] = s;
		return false;
	}
	t.x = d->spot[cell].x; /* the lists still have it where it was */
	d->spot[cell] = s;
	unlink_cell(d, cell);
	d->spot[cell].x = t.x;
	d->spot[cell].line = t.line;
	link_cell(d, cell, t.segment, left, d->spot[left].right);
	return true;
}

/* Some cell of a segment near a place: as the order was, so it may have moved away. */
static int32_t cell_near(const struct detail *d, int32_t segment, int32_t x)
{
	int32_t low = d->first[segment], high = d->first[segment + 1];

	while (high - low > 1) {
		int32_t middle = low + (high - low) / 2;

		if (d->spot[d->order[middle]].x <= x)
			low = middle;
		else
			high = middle;
	}
	if (low < high && d->spot[d->order[low]].segment == segment)
		return d->order[low];
	return d->head[segment];
}

/* Partners and gaps to both sides of a place; true when one was taken. */
static bool try_around(struct detail *d, int32_t cell, int32_t line, int32_t x)
{
	int32_t segment = segment_at(&d->place->rows, line, x);
	int32_t at = cell_near(d, segment, x);

	for (int i = 0; i < REACH && at >= 0 && d->spot[at].left >= 0; i++)
		at = d->spot[at].left;
	for (int i = 0; i < 2 * REACH && at >= 0; i++) {
		int32_t next = d->spot[at].right;

		if (try_gap(d, cell, at, x) || try_exchange(d, cell, at))
			return true;
		at = next;
	}
	return false;
}

static void move_cell(struct detail *d, int32_t cell)
{
	const struct rows *rows = &d->place->rows;
	int32_t x, y, line, away_x;

	if (!best_place(d, cell, &x, &y))
		return;
	line = rows_line(rows, y - rows->height / 2);
	away_x = x - d->spot[cell].x - d->half[cell];
	if (line == d->spot[cell].line && away_x < rows->height && -away_x < rows->height)
		return;
	for (int i = 0; i <= 2 * LINES; i++) {
		int32_t l = line + (i & 1 ? -(i + 1) / 2 : i / 2);

		if (l >= 0 && l < rows->n_lines && try_around(d, cell, l, x))
			return;
	}
}

/* ---- neighbours ---- */

/* Three neighbours side by side from the first one's left edge on, with the gaps they had. */
static void stand_in_order(struct detail *d, const int32_t *cell, int32_t x, const int32_t *gap)
{
	for (int i = 0; i < 3; i++) {
		d->spot[cell[i]].x = x;
		x += d->place->width[cell[i]] + gap[i];
	}
}

static void try_orders(struct detail *d, int32_t a)
{
	static const int order[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2},
					{1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
	int32_t b = d->spot[a].right, c = b < 0 ? -1 : d->spot[b].right, left, right, x;
	int32_t cell[3] = {a, b, c}, gap[3], moved[3];
	int64_t best;
	int chosen = 0;

	if (c < 0)
		return;
	x = d->spot[a].x;
	left = d->spot[a].left;
	right = d->spot[c].right;
	gap[0] = d->spot[b].x - x - d->place->width[a];
	gap[1] = d->spot[c].x - d->spot[b].x - d->place->width[b];
	gap[2] = 0;
	best = length_of(d, cell, 3);
	for (int i = 1; i < 6; i++) {
		int64_t length;

		for (int k = 0; k < 3; k++)
			moved[k] = cell[order[i][k]];
		stand_in_order(d, moved, x, gap);
		length = length_of(d, cell, 3);
		if (length < best) {
			best = length;
			chosen = i;
		}
	}
	for (int k = 0; k < 3; k++)
		moved[k] = cell[order[chosen][k]];
	stand_in_order(d, moved, x, gap);
	for (int k = 0; k < 3; k++)
		link_cell(d, moved[k], d->spot[moved[k]].segment, k ? moved[k - 1] : left,
			  k < 2 ? moved[k + 1] : right);
}

static void shift_cell(struct detail *d, int32_t cell)
{
	int32_t x, y, old = d->spot[cell].x;
	int64_t before;

	if (!best_place(d, cell, &x, &y))
		return;
	before = length_of(d, &cell, 1);
	d->spot[cell].x = fit(d, d->spot[cell].segment, x - d->half[cell], d->place->width[cell],
			      room_from(d, cell), room_to(d, cell));
	if (length_of(d, &cell, 1) >= before)
		d->spot[cell].x = old;
}

/* ---- all of it ---- */

static enum status run_round(struct detail *d)
{
	struct task *task = d->place->task;
	int32_t n = d->place->n;

	list_order(d);
	for (int32_t i = 0; i < n; i++) {
		if (i % 64 == 0)
			TRY(task_progress(task, i));
		move_cell(d, i);
	}
	list_order(d);
	for (int32_t i = 0; i < n; i++) {
		if (i % 64 == 0)
			TRY(task_progress(task, i));
		try_orders(d, d->order[i]);
	}
	list_order(d);
	for (int32_t i = 0; i < n; i++)
		shift_cell(d, d->order[i]);
	return task_breathe(task);
}

static void write_back(const struct detail *d)
{
	const struct place *place = d->place;

	for (int32_t i = 0; i < place->n; i++) {
		struct component *c = &place->placement->component[place->component[i]];
		const struct segment *s = &place->rows.segment[d->spot[i].segment];

		c->x = d->spot[i].x;
		c->y = s->y;
		c->orientation = s->orientation;
	}
}

static enum status run(struct detail *d, int rounds)
{
	int32_t n = d->place->n, n_segments = d->place->rows.n_segments;

	TRY(ALLOC_ALL(n, &d->spot, &d->half, &d->order));
	TRY(ALLOC(&d->first, (int64_t)n_segments + 1));
	TRY(ALLOC(&d->head, n_segments));
	TRY(list_nets(d));
	TRY(find_spots(d));
	for (int i = 0; i < rounds; i++)
		TRY(run_round(d));
	write_back(d);
	return STATUS_OK;
}

static FREES(release, struct detail, x->spot, x->half, x->net_row, x->net, x->order, x->first,
	     x->head);

enum status place_detail(struct place *place, int rounds)
{
	RELEASED_BY(release) struct detail d = {.place = place};

	DOING(place->task, "improving", place->n);
	return run(&d, rounds);
}
