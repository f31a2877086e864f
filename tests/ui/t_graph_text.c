/*
 * Pictures of small graphs, read as a student would: following the lines from each vertex to
 * the right finds the arcs of the graph, and no others.
 */
#include "ui/widgets/graph_draw.c"
#include "ui/widgets/graph_text.c"

#include "lib/brute.h"
#include "lib/devices.h"
#include "lib/tap.h"

struct reading {
	const struct graph_text *p;
	int32_t tail;
	bool found[WALK_DRAWN][WALK_DRAWN];
	int steps;
};

/* The vertex whose name begins in this cell, -1 = none. */
static int32_t vertex_at(const struct graph_text *p, int x, int y)
{
	for (int i = 0; i < p->first[p->n_columns]; i++) {
		const struct knot *k = &p->knot[p->order[i]];

		if (k->vertex >= 0 && k->row == y && p->x[k->column] == x)
			return k->vertex;
	}
	return -1;
}

static void follow(struct reading *r, int x, int y, enum side to);

/* Go on from a cell that was entered on the way to `to`. */
static void enter_cell(struct reading *r, int x, int y, enum side to)
{
	const struct line_cell *cell = cell_at(r->p, x, y);
	const uint8_t *w = cell->weight;
	bool crosses = w[UP] && w[RIGHT] && w[DOWN] && w[LEFT] && !cell->joint;
	int32_t head = to == RIGHT ? vertex_at(r->p, x, y) : -1;

	if (r->steps++ > 100000)
		return;
	if (head >= 0) {
		r->found[r->tail][head] = true;
		return;
	}
	if (w[to])
		follow(r, x, y, to);
	if (crosses)
		return;
	if (to != RIGHT && w[RIGHT])
		follow(r, x, y, RIGHT);
	if (to == RIGHT && !joins(cell)) {
		if (w[UP])
			follow(r, x, y, UP);
		if (w[DOWN])
			follow(r, x, y, DOWN);
	}
}

static void follow(struct reading *r, int x, int y, enum side to)
{
	enter_cell(r, x + (to == RIGHT), y + (to == DOWN) - (to == UP), to);
}

static bool reads_right(const struct graph_text *p)
{
	static struct reading r;
	const struct graph *g = p->graph;
	bool same = true;

	memset(&r, 0, sizeof r);
	r.p = p;
	for (int i = 0; i < p->first[p->n_columns]; i++) {
		const struct knot *k = &p->knot[p->order[i]];
		char label[64];
		int x;

		if (k->vertex < 0)
			continue;
		graph_text_write_label(p, k, label, sizeof label);
		x = p->x[k->column] + text_columns(label) - 1;
		r.tail = k->vertex;
		if (cell_at(p, x, k->row)->weight[RIGHT])
			follow(&r, x, k->row, RIGHT);
	}
	for (int32_t a = 0; a < g->n_arcs; a++)
		same = same && r.found[g->arc_from[a]][g->arc_to[a]];
	for (int32_t a = 0; a < g->n_arcs; a++) /* parallel ones are one line */
		r.found[g->arc_from[a]][g->arc_to[a]] = false;
	for (int32_t u = 0; u < g->n_vertices; u++) {
		for (int32_t v = 0; v < g->n_vertices; v++)
			same = same && !r.found[u][v];
	}
	return same;
}

static void check(int most, int n_graphs)
{
	struct task task = TASK_INIT;
	int drawn = 0, wrong = 0, n = 0;

	random_seed(3);
	while (n < n_graphs) {
		struct graph *g = brute_random_graph(most, 1, &task);
		struct graph_text *p = graph_text_new(g, NULL, false, -1);

		n += g->n_arcs > 0;
		drawn += p != NULL;
		if (p && !reads_right(p) && wrong++ < 3)
			printf("# wrong: graph %d with %d arcs\n", n, (int)g->n_arcs);
		graph_text_free(p);
		graph_unref(g);
	}
	OK(wrong == 0, "%d graphs of up to %d vertices read right, of %d", drawn, most, n);
	OK(drawn > n / 2, "most could be drawn");
}

int main(void)
{
	check(9, 3000);
	check(20, 500);
	return tap_done();
}
