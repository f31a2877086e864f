#include "gen/steiner.h"

#include <stdbool.h>
#include <stdlib.h>

#include "base/bits.h"
#include "base/grow.h"
#include "base/order.h"

enum {
	FEW = 24,             /* places for which all distances are looked at */
	MOST_NEIGHBOURS = 16, /* of a place whose edges are joined */
};

struct steiner_edge {
	int64_t length;
	int32_t a, b;
};

FREES(steiner_release, struct steiner, x->x, x->y, x->parent, x->first_child, x->next, x->way,
      x->order, x->near, x->edge);

static enum status make_room(struct steiner *s, int64_t n)
{
	return GROW_ALL(&s->capacity, n, &s->x, &s->y, &s->parent, &s->first_child, &s->next);
}

enum status steiner_begin(struct steiner *s, int32_t n)
{
	s->n = n;
	s->n_edges = 0;
	TRY(GROW_ALL(&s->way_capacity, n, &s->way, &s->near));
	/* each joint replaces two edges of a tree by three, and there are n - 2 at most */
	return make_room(s, 2 * (int64_t)n);
}

static int64_t distance(const struct steiner *s, int32_t a, int32_t b)
{
	return llabs((int64_t)s->x[a] - s->x[b]) + llabs((int64_t)s->y[a] - s->y[b]);
}

/* ---- spanning trees ---- */

/* Prim's: the place nearest to the tree is next. */
static void span_few(struct steiner *s)
{
	for (int32_t i = 0; i < s->n; i++) {
		s->way[i] = distance(s, 0, i);
		s->near[i] = 0;
	}
	s->parent[0] = -1;
	s->way[0] = -1; /* in the tree */
	for (int32_t k = 1; k < s->n; k++) {
		int32_t next = -1;

		for (int32_t i = 1; i < s->n; i++)
			if (s->way[i] >= 0 && (next < 0 || s->way[i] < s->way[next]))
				next = i;
		s->parent[next] = s->near[next];
		s->way[next] = -1;
		for (int32_t i = 1; i < s->n; i++)
			if (s->way[i] > distance(s, next, i)) {
				s->way[i] = distance(s, next, i);
				s->near[i] = next;
			}
	}
}

/* A place as one eighth of the plane sees it: u rises along the sweep. */
struct seen {
	int64_t u, v; /* v = the difference of coordinates */
	int32_t id;
};

/* What sees others comes after them. */
COMPARER(by_sweep, struct seen, ORDER(y->u, x->u) ?: ORDER(y->v, x->v) ?: ORDER(x->id, y->id))

COMPARER(by_length, struct steiner_edge,
	 ORDER(x->length, y->length) ?: ORDER(x->a, y->a) ?: ORDER(x->b, y->b))

static enum status add_edge(struct steiner *s, int32_t a, int32_t b)
{
	TRY(GROW(&s->edge, &s->edge_capacity, s->n_edges + 1));
	s->edge[s->n_edges++] =
		(struct steiner_edge){distance(s, a, b), a < b ? a : b, a < b ? b : a};
	return STATUS_OK;
}

/* Coordinates as seen from one of four eighths; the other four see the same edges from the other side. */
static void look(const struct steiner *s, int eighth, int32_t i, int64_t *u, int64_t *w)
{
	int64_t x = s->x[i], y = s->y[i];

	if (eighth & 2)
		x = -x;
	*u = eighth & 1 ? y : x;
	*w = eighth & 1 ? x : y;
}

static int32_t place_of(const int64_t *sorted, int32_t n, int64_t value)
{
	return (int32_t)sorted_below(sorted, n, value);
}

static bool nearer(const struct steiner *s, int eighth, int32_t a, int32_t b)
{
	int64_t u, w, u2, w2;

	if (b < 0)
		return true;
	look(s, eighth, a, &u, &w);
	look(s, eighth, b, &u2, &w2);
	return u + w < u2 + w2 || (u + w == u2 + w2 && a < b);
}

/*
 * Each place's nearest in one eighth, found by a sweep from the far side: among those at least as
 * far along u, with w - u no smaller, the one with the least u + w. A tree of prefix minima over w
 * - u, turned round, has it.
 */
static enum status sweep(struct steiner *s, int eighth, struct seen *seen, int64_t *sorted,
			 int32_t *best)
{
	for (int32_t i = 0; i < s->n; i++) {
		int64_t u, w;

		look(s, eighth, i, &u, &w);
		seen[i] = (struct seen){u, w - u, i};
		sorted[i] = w - u;
		best[i] = -1;
	}
	best[s->n] = -1;
	SORT(seen, s->n, by_sweep);
	SORT(sorted, s->n, compare_int64);
	/* the largest v first, so that "no smaller" is a prefix */
	for (int32_t k = 0; k < s->n; k++) {
		int32_t at = s->n - place_of(sorted, s->n, seen[k].v), found = -1;

		for (int32_t i = at; i > 0; i -= i & -i)
			if (best[i] >= 0 && nearer(s, eighth, best[i], found))
				found = best[i];
		if (found >= 0)
			TRY(add_edge(s, seen[k].id, found));
		for (int32_t i = at; i <= s->n; i += i & -i)
			if (nearer(s, eighth, seen[k].id, best[i]))
				best[i] = seen[k].id;
	}
	return STATUS_OK;
}

static int32_t root_of(int32_t *up, int32_t i)
{
	while (up[i] != i)
		i = up[i] = up[up[i]];
	return i;
}

/* Hang the tree of the edges that are kept up at node 0. */
static enum status hang(struct steiner *s, const struct steiner_edge *edge, int32_t n)
{
	FREED int32_t *row = NULL, *other = NULL, *stack = NULL;
	int32_t depth = 0;

	TRY(ALLOC(&row, (int64_t)s->n + 2));
	TRY(ALLOC(&other, 2 * (int64_t)n));
	TRY(ALLOC(&stack, s->n));
	for (int32_t i = 0; i < n; i++) {
		row[edge[i].a + 2]++;
		row[edge[i].b + 2]++;
	}
	for (int32_t i = 2; i < s->n + 2; i++)
		row[i] += row[i - 1];
	for (int32_t i = 0; i < n; i++) {
		other[row[edge[i].a + 1]++] = edge[i].b;
		other[row[edge[i].b + 1]++] = edge[i].a;
	}
	s->parent[0] = -1;
	stack[depth++] = 0;
	while (depth) {
		int32_t v = stack[--depth];

		for (int32_t i = row[v]; i < row[v + 1]; i++) {
			if (other[i] == s->parent[v])
				continue;
			s->parent[other[i]] = v;
			stack[depth++] = other[i];
		}
	}
	return STATUS_OK;
}

/* Kruskal's, of the edges that a minimum spanning tree can have. */
static enum status choose_edges(struct steiner *s, int32_t *up)
{
	int32_t kept = 0;

	for (int32_t i = 0; i < s->n; i++)
		up[i] = i;
	SORT(s->edge, s->n_edges, by_length);
	for (int64_t i = 0; i < s->n_edges; i++) {
		int32_t a = root_of(up, s->edge[i].a), b = root_of(up, s->edge[i].b);

		if (a == b)
			continue;
		up[a] = b;
		s->edge[kept++] = s->edge[i];
	}
	return hang(s, s->edge, kept);
}

static enum status span_many(struct steiner *s)
{
	FREED struct seen *seen = NULL;
	FREED int64_t *sorted = NULL;

	TRY(ALLOC_ALL(s->n, &seen, &sorted));
	TRY(GROW(&s->order, &s->order_capacity, (int64_t)s->n + 1));
	for (int eighth = 0; eighth < 4; eighth++)
		TRY(sweep(s, eighth, seen, sorted, s->order));
	return choose_edges(s, s->order);
}

/* ---- joints ---- */

static int32_t median(int32_t a, int32_t b, int32_t c)
{
	int32_t low = a < b ? a : b, high = a < b ? b : a;

	return c < low ? low : c > high ? high : c;
}

static void list_children(struct steiner *s)
{
	for (int32_t i = 0; i < s->n; i++)
		s->first_child[i] = -1;
	for (int32_t i = s->n - 1; i >= 0; i--) {
		if (s->parent[i] < 0)
			continue;
		s->next[i] = s->first_child[s->parent[i]];
		s->first_child[s->parent[i]] = i;
	}
}

static void remove_child(struct steiner *s, int32_t child)
{
	int32_t *at = &s->first_child[s->parent[child]];

	while (*at != child)
		at = &s->next[*at];
	*at = s->next[child];
}

static void add_child(struct steiner *s, int32_t parent, int32_t child)
{
	s->parent[child] = parent;
	s->next[child] = s->first_child[parent];
	s->first_child[parent] = child;
}

/* The two neighbours whose edges run together furthest; false when none do. */
static bool choose_pair(const struct steiner *s, int32_t v, int32_t pair[2])
{
	int32_t near[MOST_NEIGHBOURS];
	int64_t best = 0;
	int n = 0;

	if (s->parent[v] >= 0)
		near[n++] = s->parent[v];
	for (int32_t c = s->first_child[v]; c >= 0 && n < MOST_NEIGHBOURS; c = s->next[c])
		near[n++] = c;
	for (int i = 0; i < n; i++)
		for (int k = i + 1; k < n; k++) {
			int64_t x = median(s->x[v], s->x[near[i]], s->x[near[k]]);
			int64_t y = median(s->y[v], s->y[near[i]], s->y[near[k]]);
			int64_t gain = llabs(x - s->x[v]) + llabs(y - s->y[v]);

			if (gain <= best)
				continue;
			best = gain;
			pair[0] = near[i];
			pair[1] = near[k];
		}
	return best > 0;
}

/* A node where the edges from v to two neighbours part. */
static void join_pair(struct steiner *s, int32_t v, const int32_t pair[2])
{
	int32_t m = s->n++;

	s->x[m] = median(s->x[v], s->x[pair[0]], s->x[pair[1]]);
	s->y[m] = median(s->y[v], s->y[pair[0]], s->y[pair[1]]);
	s->first_child[m] = -1;
	remove_child(s, pair[1]);
	if (pair[0] == s->parent[v]) { /* only the first can be */
		remove_child(s, v);
		add_child(s, pair[0], m);
		add_child(s, m, v);
	} else {
		remove_child(s, pair[0]);
		add_child(s, v, m);
		add_child(s, m, pair[0]);
	}
	add_child(s, m, pair[1]);
}

enum status steiner_build(struct steiner *s)
{
	int32_t n = s->n, pair[2];

	if (n <= FEW)
		span_few(s);
	else
		TRY(span_many(s));
	list_children(s);
	for (int32_t v = 0; v < n; v++)
		while (choose_pair(s, v, pair))
			join_pair(s, v, pair);
	return STATUS_OK;
}
