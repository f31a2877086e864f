#include "hand.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tap.h"

static void must(enum status status)
{
	if (status != STATUS_OK)
		abort();
}

void hand_begin(struct hand *d, const struct gates_options *late, double early)
{
	struct gates_options fast = *late;

	fast.factor = early;
	d->late = test_gates_library("late", late);
	d->early = early ? test_gates_library("early", &fast) : NULL;
	must(netlist_new("hand", &d->netlist));
	gates_masters(d->netlist, d->late, d->early);
}

void hand_end(struct hand *d)
{
	constraints_unref(d->constraints);
	netlist_unref(d->netlist);
	library_unref(d->late);
	library_unref(d->early);
}

int32_t hand_pin(const struct hand *d, const char *name)
{
	return gates_pin(d->netlist, name);
}

struct clock *hand_clock(struct hand *d, const char *name, double period, double rise, double fall,
			 const char *source)
{
	int32_t id;

	must(constraints_add_clock(d->constraints, name, period, rise, fall, &id));
	if (source)
		must(clock_add_source(&d->constraints->clock[id], hand_pin(d, source)));
	return &d->constraints->clock[id];
}

struct external_delay *hand_external(struct hand *d, bool input, const char *name,
				     int32_t clock_edge, double early, double late)
{
	struct external_delay delay = {
		hand_pin(d, name), clock_edge, -1, false, false, {{early, early}, {late, late}}};

	must(constraints_add_external(d->constraints, input, &delay));
	return input ? &d->constraints->input_delay[d->constraints->n_input_delays - 1]
		     : &d->constraints->output_delay[d->constraints->n_output_delays - 1];
}

struct path_filter *hand_exception(struct hand *d, struct exception exception)
{
	exception.filter = (struct path_filter)PATH_FILTER_INIT;
	must(constraints_add_exception(d->constraints, &exception));
	return &d->constraints->exception[d->constraints->n_exceptions - 1].filter;
}

void hand_point(struct point_list *list, enum point_kind kind, int32_t id)
{
	list->given = true;
	must(point_list_add(list, (struct point){kind, id, EDGES_BOTH}));
}

void hand_compute(const struct hand *d, struct naive_paths *paths)
{
	struct naive_input in = {.netlist = d->netlist, .constraints = d->constraints};

	if (!naive_paths(&in, 10000, paths))
		abort();
}

bool hand_has(const struct hand *d, const struct naive_paths *paths, const struct wanted *w)
{
	for (int64_t i = 0; i < paths->n; i++) {
		const struct naive_path *p = &paths->path[i];

		if (p->split != w->split || p->vertex[0] / 2 != hand_pin(d, w->from) ||
		    p->vertex[p->n_vertices - 1] != 2 * hand_pin(d, w->to) + (int)w->edge)
			continue;
		if (p->slack == llround(w->slack * 1000) && strcmp(p->group, w->group) == 0 &&
		    p->credit[NAIVE_CPPR_TAU] == llround(w->tau * 1000) &&
		    p->credit[NAIVE_CPPR_STA] == llround(w->sta * 1000))
			return true;
		printf("# %s %s to %s: slack %.3f, group %s, credits %.3f %.3f\n",
		       w->split == LATE ? "late" : "early", w->from, w->to, (double)p->slack / 1000,
		       p->group, (double)p->credit[NAIVE_CPPR_TAU] / 1000,
		       (double)p->credit[NAIVE_CPPR_STA] / 1000);
		return false;
	}
	printf("# no path from %s to %s\n", w->from, w->to);
	return false;
}

void hand_check(const struct hand *d, const char *what, const struct wanted *wanted, int n,
		int64_t n_paths)
{
	struct naive_paths paths;
	bool right = true;

	hand_compute(d, &paths);
	for (int i = 0; i < n; i++)
		right = hand_has(d, &paths, &wanted[i]) && right;
	if (paths.n != n_paths)
		printf("# %lld paths\n", (long long)paths.n);
	OK(right && paths.n == n_paths, "%s", what);
	naive_paths_release(&paths);
}
