/*
 * How a small graph is drawn. Vertices are in columns by their longest distance to the end; an
 * arc that passes columns has a knot in each, one for all arcs of its tail. Between two columns
 * each tail has an upright of its own, so a line that turns or forks belongs to one tail. A line
 * that joins another one to the same head does so at a '>', from where both go to the right. Where
 * lines only cross, the glyph is a plain cross.
 */
#include "ui/widgets/graph_text_impl.h"

#include "base/grow.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	SWEEPS = 8,    /* that sort the columns */
	ATTEMPTS = 12, /* to find an order of the uprights */
	MAX_SPARE = 4,
	MAX_STRETCH = 3, /* of what is larger than it needs to be */
	NOWHERE = -1,    /* the column of what has no arcs: it isn't drawn */
};

/* ---- the graph as knots and links ---- */

static int add_knot(struct graph_text *p, int32_t vertex, int32_t tail, int column)
{
	if (p->n_knots == MAX_KNOTS)
		return -1;
	p->knot[p->n_knots] =
		(struct knot){.vertex = vertex, .tail = tail, .column = column, .upright = -1};
	return p->n_knots++;
}

/* Vertices have the knots of their numbers. */
static bool place_vertices(struct graph_text *p)
{
	const struct graph *g = p->graph;
	int level[WALK_DRAWN] = {0}, last = 0;
	bool linked[WALK_DRAWN] = {false}, changed = true;

	while (changed) {
		changed = false;
		for (int32_t a = 0; a < g->n_arcs; a++) {
			int least = level[g->arc_to[a]] + 1;

			if (level[g->arc_from[a]] < least) {
				level[g->arc_from[a]] = least;
				changed = true;
			}
		}
	}
	for (int32_t a = 0; a < g->n_arcs; a++)
		linked[g->arc_from[a]] = linked[g->arc_to[a]] = true;
	for (int32_t v = 0; v < g->n_vertices; v++)
		last = level[v] > last ? level[v] : last;
	p->n_columns = last + 1;
	for (int32_t v = 0; v < g->n_vertices; v++)
		add_knot(p, v, -1, linked[v] ? last - level[v] : NOWHERE);
	return g->n_arcs > 0;
}

/* The link between two knots, made when it isn't there. */
static struct link *find_link(struct graph_text *p, int from, int to)
{
	int l = FIRST(i, 0, p->n_links, p->link[i].from == from && p->link[i].to == to);

	if (l == MAX_LINKS)
		return NULL;
	if (l == p->n_links)
		p->link[p->n_links++] = (struct link){.from = from, .to = to};
	return &p->link[l];
}

/* The knot where arcs of a tail pass a column. */
static int find_passing(struct graph_text *p, int32_t tail, int column)
{
	int found = FIRST(k, 0, p->n_knots, p->knot[k].tail == tail && p->knot[k].column == column);

	return found < p->n_knots ? found : add_knot(p, -1, tail, column);
}

/* The text at an arc: its delay or cost, and once there is a forest what leaving it there costs; "" where that leads
 * to no end. */
static void write_arc(const struct graph_text *p, int32_t a, char *out, size_t size)
{
	const struct graph *g = p->graph;
	const struct snap_walk *walk = p->walk && p->walk->forest ? p->walk : NULL;
	int64_t delay = g->arc_delay[a];
	int32_t from = g->arc_from[a], to = g->arc_to[a];
	int64_t cost;

	*out = '\0';
	if (!walk)
		snprintf(out, size, "%.6g", (double)delay / time_unit_fs());
	if (!walk || walk->forest[from] < 0 || walk->forest[to] < 0)
		return;
	cost = (g->objective == OBJECTIVE_COST || g->early ? delay : -delay) + walk->dist_of[to] -
	       walk->dist_of[from];
	snprintf(out, size, cost ? "%+.6g" : "%.6g", (double)cost / time_unit_fs());
}

/* Of arcs with the same ends both numbers. */
static void add_number(const struct graph_text *p, struct link *link, int32_t a)
{
	size_t n = strlen(link->number);
	char number[NUMBER];

	if (p->notes)
		snprintf(number, sizeof number, "%s", p->notes->arc[a].mark);
	else
		write_arc(p, a, number, sizeof number);
	if (number[0] && n + 1 + strlen(number) < sizeof link->number)
		snprintf(link->number + n, sizeof link->number - n, "%s%s", n ? "," : "", number);
}

/* Mark or make the links of an arc, `arc` is its number if that is to be shown, else -1; false when there are
 * too many. */
static bool follow_arc(struct graph_text *p, int32_t from, int32_t to, int32_t arc, bool forest,
		       enum tone tone, bool deviates)
{
	int at = from;

	for (int c = p->knot[from].column + 1; c <= p->knot[to].column; c++) {
		int next = c == p->knot[to].column ? to : find_passing(p, from, c);
		struct link *link = next < 0 ? NULL : find_link(p, at, next);

		if (!link)
			return false;
		link->forest |= forest;
		link->tone = tone > link->tone ? tone : link->tone;
		link->deviates |= deviates && next == to;
		if (arc >= 0 && next == to)
			add_number(p, link, arc);
		at = next;
	}
	return true;
}

static bool link_arcs(struct graph_text *p)
{
	const struct graph *g = p->graph;
	const int32_t *forest = p->walk ? p->walk->forest : NULL;
	const struct snap_path *path = p->walk ? p->walk->path : NULL;

	for (int32_t a = 0; a < g->n_arcs; a++) {
		const struct arc_note *note = p->notes ? &p->notes->arc[a] : NULL;
		bool heavy = note ? note->heavy : forest && forest[g->arc_from[a]] == a;

		if (!follow_arc(p, g->arc_from[a], g->arc_to[a], p->has_numbers ? a : -1, heavy,
				a == p->chosen      ? TONE_CHOSEN
				: note && note->bad ? TONE_BAD
						    : TONE_NONE,
				false))
			return false;
	}
	for (int32_t v = 0; v < g->n_vertices && p->notes; v++)
		p->knot[v].on_path = p->notes->vertex[v].marked;
	for (int64_t i = 0; path && i < path->n_points; i++) {
		int32_t to = path->point[i].vertex;

		p->knot[to].on_path = true;
		if (i > 0 && !follow_arc(p, path->point[i - 1].vertex, to, -1, false, TONE_PATH,
					 path->point[i].deviates))
			return false;
	}
	return true;
}

/* ---- the order within columns ---- */

static void fill_order(struct graph_text *p)
{
	int n = 0;

	for (int c = 0; c < p->n_columns; c++) {
		p->first[c] = n;
		for (int k = 0; k < p->n_knots; k++) {
			if (p->knot[k].column == c)
				p->order[n++] = k;
		}
	}
	p->first[p->n_columns] = n;
}

/* What a knot's neighbours have on the average: in the column before or after. */
static double mean_row(const struct graph_text *p, int k, bool before)
{
	double sum = 0;
	int n = 0;

	for (int l = 0; l < p->n_links; l++) {
		if ((before ? p->link[l].to : p->link[l].from) != k)
			continue;
		sum += p->knot[before ? p->link[l].from : p->link[l].to].row;
		n++;
	}
	return n ? sum / n : p->knot[k].row;
}

static void sort_column(struct graph_text *p, int c, bool before)
{
	for (int i = p->first[c]; i < p->first[c + 1]; i++)
		p->knot[p->order[i]].wish = mean_row(p, p->order[i], before);
	for (int i = p->first[c] + 1; i < p->first[c + 1]; i++) {
		int k = p->order[i], j = i;

		for (; j > p->first[c] && p->knot[p->order[j - 1]].wish > p->knot[k].wish; j--)
			p->order[j] = p->order[j - 1];
		p->order[j] = k;
	}
	for (int i = p->first[c]; i < p->first[c + 1]; i++)
		p->knot[p->order[i]].row = i - p->first[c];
}

static void sort_columns(struct graph_text *p)
{
	fill_order(p);
	for (int c = 0; c < p->n_columns; c++) {
		for (int i = p->first[c]; i < p->first[c + 1]; i++)
			p->knot[p->order[i]].row = i - p->first[c];
	}
	for (int s = 0; s < SWEEPS; s++) {
		for (int c = 1; c < p->n_columns; c++)
			sort_column(p, c, true);
		for (int c = p->n_columns - 2; c >= 0; c--)
			sort_column(p, c, false);
	}
}

/* ---- rows ---- */

/* Below a vertex stands its number. */
static int rows_of(const struct graph_text *p, int k)
{
	return p->knot[k].vertex >= 0 ? 2 : 1;
}

/* From the column before to the right; what would overlap is pushed down, then all of it up again
 * as far as it was pushed on the average. */
static void place_column(struct graph_text *p, int c)
{
	int free_row = 0, up = 0, n = p->first[c + 1] - p->first[c];
	double pushed = 0;

	for (int i = p->first[c]; i < p->first[c + 1]; i++) {
		struct knot *k = &p->knot[p->order[i]];
		double wish = c > 0 ? mean_row(p, p->order[i], true) : free_row;

		k->row = wish + 0.5 > free_row ? (int)(wish + 0.5) : free_row;
		pushed += k->row - wish;
		free_row = k->row + rows_of(p, p->order[i]);
	}
	if (n > 0)
		up = (int)(pushed / n + 0.5);
	if (n > 0 && up > p->knot[p->order[p->first[c]]].row)
		up = p->knot[p->order[p->first[c]]].row;
	for (int i = p->first[c]; i < p->first[c + 1]; i++)
		p->knot[p->order[i]].row -= up;
}

static bool has_row(const struct graph_text *p, int c, int row)
{
	return ANY(i, p->first[c], p->first[c + 1], p->knot[p->order[i]].row == row);
}

/* ---- uprights ---- */

static int links_from(const struct graph_text *p, int k, int *only)
{
	int n = 0;

	for (int l = 0; l < p->n_links; l++) {
		if (p->link[l].from == k) {
			*only = p->link[l].to;
			n++;
		}
	}
	return n;
}

static bool goes_straight(const struct graph_text *p, int k)
{
	int only = -1, n = links_from(p, k, &only);

	return n == 0 || (n == 1 && p->knot[only].row == p->knot[k].row);
}

/* The line that comes from k may not reach as far as another line to the head in its row: does k's
 * upright have to precede that of some other that has none yet? */
static bool must_wait(const struct graph_text *p, int k, int c, int *head)
{
	for (int l = 0; l < p->n_links; l++) {
		int s = p->link[l].from, h = p->link[l].to;

		if (s != k || p->knot[h].column != c + 1)
			continue;
		for (int i = p->first[c]; i < p->first[c + 1]; i++) {
			int t = p->order[i];

			if (t != k && p->knot[t].row == p->knot[h].row &&
			    p->knot[t].upright == -1 && !goes_straight(p, t)) {
				*head = h;
				return true;
			}
		}
	}
	return false;
}

/* Among those that may be next: lines down from the bottom on, then lines up from the top on. */
static int better(const struct graph_text *p, int a, int b)
{
	bool down_a, down_b;

	if (b < 0)
		return true;
	down_a = mean_row(p, a, false) > p->knot[a].row;
	down_b = mean_row(p, b, false) > p->knot[b].row;
	if (down_a != down_b)
		return down_a;
	return down_a ? p->knot[a].row > p->knot[b].row : p->knot[a].row < p->knot[b].row;
}

/* Give the tails of a column their uprights; false when each has to wait for another, and the head
 * where that is so. */
static bool order_uprights(struct graph_text *p, int c, int *head)
{
	int n = 0, left = 0;

	for (int i = p->first[c]; i < p->first[c + 1]; i++) {
		p->knot[p->order[i]].upright = -1;
		left += !goes_straight(p, p->order[i]);
	}
	for (; left > 0; left--) {
		int next = -1;

		for (int i = p->first[c]; i < p->first[c + 1]; i++) {
			int k = p->order[i];

			if (p->knot[k].upright == -1 && !goes_straight(p, k) &&
			    !must_wait(p, k, c, head) && better(p, k, next))
				next = k;
		}
		if (next < 0)
			return false;
		p->knot[next].upright = n++;
	}
	p->n_uprights[c] = n;
	return true;
}

/* Move the head and those below it off the rows of the column before. */
static void move_down(struct graph_text *p, int c, int head)
{
	bool below = false;
	int by = 1;

	while (has_row(p, c - 1, p->knot[head].row + by))
		by++;
	for (int i = p->first[c]; i < p->first[c + 1]; i++) {
		below |= p->order[i] == head;
		p->knot[p->order[i]].row += below ? by : 0;
	}
}

static bool place_rows(struct graph_text *p)
{
	int head = -1;

	place_column(p, 0);
	for (int c = 1; c < p->n_columns; c++) {
		int attempt = 0;

		place_column(p, c);
		while (!order_uprights(p, c - 1, &head)) {
			if (attempt++ == ATTEMPTS)
				return false;
			move_down(p, c, head);
		}
	}
	return true;
}

/* ---- columns ---- */

void graph_text_write_label(const struct graph_text *p, const struct knot *k, char *out,
			    size_t size)
{
	RELEASED_BY(text_release) struct text name = TEXT_INIT;

	graph_write_name(p->graph, k->vertex, &name);
	snprintf(out, size, k->on_path ? "[%.*s]" : " %.*s ", LABEL, text_string(&name));
}

void graph_text_write_below(const struct graph_text *p, const struct knot *k, char *out,
			    size_t size)
{
	const int64_t *dist = p->walk ? p->walk->dist_of : NULL;

	*out = '\0';
	if (p->notes)
		snprintf(out, size, "%s", p->notes->vertex[k->vertex].below);
	if (dist && p->walk->forest[k->vertex] >= 0)
		snprintf(out, size, "%.6g", (double)dist[k->vertex] / time_unit_fs());
}

/* Columns for the numbers of what leaves a knot, and a blank; for a mark. */
static int number_width(const struct graph_text *p, int k)
{
	int width = 0;

	for (int l = 0; l < p->n_links; l++) {
		int n = p->link[l].from == k ? (int)strlen(p->link[l].number) : 0;

		width = n > width ? n : width;
	}
	return width ? width + !p->notes : 0;
}

/* After a column stand the numbers of what goes straight on, then each upright with the numbers of what turns there.
 */
static void place_uprights(struct graph_text *p, int c)
{
	int x = p->x[c] + p->label[c] + 1, straight = 0;

	for (int i = p->first[c]; i < p->first[c + 1]; i++) {
		struct knot *k = &p->knot[p->order[i]];
		int width = k->upright < 0 ? number_width(p, p->order[i]) : 0;

		k->turn = x;
		straight = width > straight ? width : straight;
	}
	x += straight;
	for (int u = 0; u < p->n_uprights[c]; u++) {
		for (int i = p->first[c]; i < p->first[c + 1]; i++) {
			struct knot *k = &p->knot[p->order[i]];

			if (k->upright != u)
				continue;
			k->turn = x;
			x += 1 + number_width(p, p->order[i]);
		}
	}
	p->gap[c] = x - p->x[c] - p->label[c] - 1;
}

static void place_columns(struct graph_text *p)
{
	int x = 0;

	for (int c = 0; c < p->n_columns; c++) {
		p->label[c] = 1;
		p->x[c] = x;
		for (int i = p->first[c]; i < p->first[c + 1]; i++) {
			const struct knot *k = &p->knot[p->order[i]];
			char text[64], number[32];
			int n;

			if (k->vertex < 0)
				continue;
			graph_text_write_label(p, k, text, sizeof text);
			graph_text_write_below(p, k, number, sizeof number);
			n = text_columns(text);
			n = (int)strlen(number) + 1 > n ? (int)strlen(number) + 1 : n;
			p->label[c] = n > p->label[c] ? n : p->label[c];
		}
		if (c + 1 < p->n_columns)
			place_uprights(p, c);
		x += p->label[c] + p->gap[c] + (c + 1 < p->n_columns ? 2 + p->spare : 0);
	}
	p->width = x;
	for (int i = 0; i < p->first[p->n_columns]; i++) {
		int end = p->knot[p->order[i]].row + rows_of(p, p->order[i]);

		p->height = end > p->height ? end : p->height;
	}
}

/* ---- */

static struct graph_text *make(const struct graph *graph, const struct snap_walk *walk,
			       const struct graph_notes *notes, bool numbers, int32_t chosen)
{
	struct graph_text *p;

	if (graph->n_vertices > WALK_DRAWN)
		return NULL;
	if (ALLOC(&p, 1) != STATUS_OK)
		return NULL;
	p->graph = graph;
	p->walk = walk;
	p->notes = notes;
	p->has_numbers = notes || (numbers && graph->arc_delay);
	p->chosen = chosen;
	if (place_vertices(p) && link_arcs(p)) {
		sort_columns(p);
		if (place_rows(p)) {
			place_columns(p);
			if (graph_text_draw_lines(p))
				return p;
		}
	}
	graph_text_free(p);
	return NULL;
}

struct graph_text *graph_text_new(const struct graph *graph, const struct snap_walk *walk,
				  bool numbers, int32_t chosen)
{
	return make(graph, walk, NULL, numbers, chosen);
}

struct graph_text *graph_text_noted(const struct graph *graph, const struct graph_notes *notes,
				    int32_t chosen)
{
	return make(graph, NULL, notes, false, chosen);
}

bool graph_text_grow(struct graph_text *p, int width, int height)
{
	int rows = p->height > 2 ? (height - 2) / (p->height - 2) : 1, gaps = p->n_columns - 1;
	int most;

	p->spare = gaps > 0 && width > p->width ? (width - p->width) / gaps : 0;
	most = p->notes ? 3 * MAX_SPARE : MAX_SPARE; /* beside text it would be far from it */
	p->spare = p->spare < most ? p->spare : most;
	rows = rows < 1 ? 1 : rows < MAX_STRETCH ? rows : MAX_STRETCH;
	for (int i = 0; i < p->n_knots; i++)
		p->knot[i].row *= rows;
	RESET(free, p->cell);
	p->height = 0;
	place_columns(p);
	return graph_text_draw_lines(p);
}

void graph_text_free(struct graph_text *picture)
{
	if (picture)
		free(picture->cell);
	free(picture);
}

void graph_text_size(const struct graph_text *picture, int *width, int *height)
{
	*width = picture->width;
	*height = picture->height;
}

void graph_text_write_arcs(const struct graph *graph, const struct snap_walk *walk,
			   struct text *out)
{
	const struct graph_text p = {.graph = graph, .walk = walk};
	const char *between = "";
	char number[NUMBER];

	for (int32_t a = 0; graph->arc_delay && a < graph->n_arcs; a++) {
		write_arc(&p, a, number, sizeof number);
		if (!number[0])
			continue;
		text_add(out, between);
		between = "  ";
		graph_write_name(graph, graph->arc_from[a], out);
		text_add(out, "-");
		graph_write_name(graph, graph->arc_to[a], out);
		text_printf(out, ":%s", number);
	}
}

void graph_text_caption(const struct graph *graph, const struct snap_walk *walk, struct text *out)
{
	if (!graph->arc_delay)
		return;
	text_printf(out, "at arcs: %s, %s",
		    walk && walk->forest                 ? "what leaving the forest costs"
		    : graph->objective == OBJECTIVE_COST ? "cost"
							 : "delay",
		    time_unit());
}
