#include "naive_retime.h"

#include <math.h>
#include <stdlib.h>

#include "base/grow.h"

static void must(enum status status)
{
	if (status != STATUS_OK)
		abort();
}

void naive_retimed_release(struct naive_retimed *retimed)
{
	free(retimed->arrival);
	free(retimed->slew);
	*retimed = (struct naive_retimed){0};
}

/* Arrival and slew where a path begins: the graph's. */
static void begin(const struct naive *n, const struct naive_path *p, struct naive_retimed *out)
{
	bool launches = p->n_vertices > 1 && n->arc[p->arc[0]].kind == NAIVE_LAUNCH;

	out->arrival[0] = p->arrival;
	for (int32_t i = 0; i + 1 < p->n_vertices; i++)
		out->arrival[0] -= n->arc[p->arc[i]].delay;
	out->slew[0] = naive_tail_slew(n, p->vertex[0], p->split, launches);
}

/* What the margin differs by from the graph's, for the slew that the path comes with. */
static int64_t margin_change(struct naive *n, const struct naive_path *p, double slew)
{
	int64_t margin;

	if (p->end != NAIVE_END_CHECK)
		return 0;
	margin = naive_margin(n, &n->check[p->end_id], slew);
	return margin == NAIVE_NONE ? NAIVE_NONE : margin - n->check[p->end_id].margin;
}

/* At a latch the slew changes how long data may borrow; credit counts at both edges, so it is computed again. */
static bool end_at_latch(struct naive *n, const struct naive_path *p, int64_t change,
			 struct naive_retimed *out)
{
	int64_t window = naive_latch_window_with(n, p, change);
	struct naive_path own = *p;

	own.arrival = out->arrival[p->n_vertices - 1];
	own.required += (window < 0 ? window : 0) - (p->window < 0 ? p->window : 0);
	own.window = window;
	own.slack = naive_latch_slack(&own, 0, 0);
	naive_credit(n, &own);
	out->required = own.required;
	out->slack = own.slack;
	out->graph_slack = p->slack;
	for (int i = 0; i <= N_NAIVE_CPPR; i++)
		out->with_credit[i] = naive_slack(&own, (enum naive_cppr)i);
	return true;
}

bool naive_retime(struct naive *n, const struct naive_path *p, int cppr, struct naive_retimed *out)
{
	int32_t last = p->n_vertices - 1;
	struct naive_measures by = {0, 0, 0};
	int64_t change;

	if (n->in.aocv)
		by = naive_aocv_measure(n, p, cppr);
	*out = (struct naive_retimed){.by = by};
	must(ALLOC(&out->arrival, p->n_vertices));
	must(ALLOC(&out->slew, p->n_vertices));
	begin(n, p, out);
	for (int32_t i = 0; i < last; i++) {
		const struct naive_arc *arc = &n->arc[p->arc[i]];
		int64_t delay = naive_through(n, arc, out->slew[i], &by, &out->slew[i + 1]);

		if (delay == NAIVE_NONE)
			return false;
		if (naive_keeps_slew(n, arc->to) || n->parallel[arc->to])
			out->slew[i + 1] = naive_tail_slew(n, arc->to, p->split, false);
		out->arrival[i + 1] = out->arrival[i] + delay;
	}
	change = margin_change(n, p, out->slew[last]);
	if (change == NAIVE_NONE)
		return false;
	if (p->opens >= 0)
		return end_at_latch(n, p, change, out);
	if (n->ideal[p->vertex[last]])
		out->slew[last] = NAN; /* the clock's, by its settings */
	out->required = p->required + (p->split == LATE ? -change : change);
	out->slack = p->split == LATE ? out->required - out->arrival[last]
				      : out->arrival[last] - out->required;
	out->graph_slack = p->slack;
	for (int i = 0; i <= N_NAIVE_CPPR; i++)
		out->with_credit[i] = out->slack + naive_slack(p, (enum naive_cppr)i) - p->slack;
	return true;
}
