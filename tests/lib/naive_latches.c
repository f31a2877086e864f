/* Latches of the naive reference: what leaves them; naive_paths.h says what that is. */
#include <stdlib.h>

#include "base/grow.h"
#include "naive_paths.h"

static bool reaches(const struct naive *n, int32_t edge, int32_t vertex)
{
	return naive_reaches(n, edge, EARLY, vertex) || naive_reaches(n, edge, LATE, vertex);
}

bool naive_latch_of_check(const struct naive *n, const struct naive_check *check, int32_t *opens)
{
	bool found = false;

	for (int64_t a = n->n_arcs; a < n->n_arcs + n->n_latch_arcs; a++)
		found |= n->arc[a].from == check->data && n->arc[a].closes == check->clock &&
			 !naive_is_source(n, n->arc[a].to / 2);
	*opens = check->clock ^ 1;
	return found && check->kind == NAIVE_SETUP;
}

static bool is_listed(const struct naive_paths *paths, const struct naive_departure *d)
{
	for (int64_t i = 0; i < paths->n_departures; i++) {
		if (paths->departure[i].vertex == d->vertex &&
		    paths->departure[i].edge == d->edge && paths->departure[i].opens == d->opens)
			return true;
	}
	return false;
}

void naive_list_departures(struct naive_paths *paths)
{
	const struct naive *n = &paths->timing;
	int32_t n_edges = n->in.constraints ? 2 * n->in.constraints->n_clocks : 0;

	for (int64_t a = n->n_arcs; a < n->n_arcs + n->n_latch_arcs; a++) {
		for (int32_t e = 0; e < n_edges; e++) {
			struct naive_departure d = {n->arc[a].from,
						    e,
						    n->arc[a].closes ^ 1,
						    {NAIVE_NONE, NAIVE_NONE},
						    NAIVE_NONE};

			if (!reaches(n, e, d.opens) || is_listed(paths, &d))
				continue;
			if (GROW(&paths->departure, &paths->departure_capacity,
				 paths->n_departures + 1) != STATUS_OK)
				abort();
			paths->departure[paths->n_departures++] = d;
		}
	}
}

/* How far late and early are apart at one edge of the enable. */
static int64_t spread(const struct naive *n, int32_t edge, int32_t vertex)
{
	int64_t early = naive_clock_arrival(n, edge, EARLY, vertex);
	int64_t late = naive_clock_arrival(n, edge, LATE, vertex);

	return early == NAIVE_NONE || late == NAIVE_NONE || late < early ? 0 : late - early;
}

static int64_t most(int64_t a, int64_t b)
{
	return a > b ? a : b;
}

void naive_come_early(struct naive_paths *paths, const struct naive_path *p)
{
	for (int64_t i = 0; i < paths->n_departures && p->window != NAIVE_NONE; i++) {
		struct naive_departure *d = &paths->departure[i];

		if (p->vertex[p->n_vertices - 1] == d->vertex && p->capture == d->edge &&
		    p->opens == d->opens &&
		    (d->first == NAIVE_NONE || p->arrival + p->shift < d->first))
			d->first = p->arrival + p->shift;
	}
}

bool naive_leave(struct naive_paths *paths)
{
	const struct naive *n = &paths->timing;
	bool changed = false;

	for (int64_t i = 0; i < paths->n_departures; i++) {
		struct naive_departure *d = &paths->departure[i];
		int64_t late = NAIVE_NONE, early;

		for (int64_t j = 0; j < paths->n; j++) {
			const struct naive_path *p = &paths->path[j];
			int64_t last;

			if (p->window == NAIVE_NONE || p->vertex[p->n_vertices - 1] != d->vertex ||
			    p->capture != d->edge || p->opens != d->opens)
				continue;
			if (p->arrival <= p->opening)
				continue;
			last = p->opening + most(p->window, 0) +
			       most(spread(n, d->edge, d->opens),
				    spread(n, d->edge ^ 1, d->opens ^ 1));
			last = (p->arrival < last ? p->arrival : last) + p->shift;
			late = late == NAIVE_NONE ? last : most(late, last);
		}
		early = late == NAIVE_NONE || d->first == NAIVE_NONE
				? NAIVE_NONE
				: most(d->first, naive_clock_arrival(n, d->edge, EARLY, d->opens));
		changed |= late != d->arrival[LATE] || early != d->arrival[EARLY];
		d->first = NAIVE_NONE;
		d->arrival[LATE] = late;
		d->arrival[EARLY] = early;
	}
	return changed;
}
