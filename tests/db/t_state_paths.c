/*
 * Reports against the naive reference: on random designs with constraints of all kinds, the paths
 * of each group that a report asks for, by -from, -through and -to, limited numbers of a group and of an
 * endpoint, each pins once, within limits of slack, with credit or without. They are searched from
 * the endpoints back, as report_checks does.
 *
 * Which of equal slacks comes first is no matter: slacks have to be the same in order, and each
 * path one of those that are asked for, with all of its fields.
 *
 * `t_state_paths STATE GATES [odd|even [SCALE [any]]]` runs one design.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "lib/devices.h"
#include "lib/found.h"
#include "lib/random_design.h"
#include "lib/tap.h"
#include "lib/timed.h"
#include "report/path_find.h"

enum {
	MOST_PATHS = 600,
	N_QUERIES = 10, /* of a design */
};

struct totals {
	int designs, queries, wrong, n_unique, n_capped, n_filtered, n_empty;
	int64_t paths, credits;
};

static void must(enum status status)
{
	if (status != STATUS_OK)
		abort();
}

/* ---- queries ---- */

/* What is asked, in both ways. */
struct question {
	struct path_query_options ours;
	struct naive_query naive;
	struct path_filter filter; /* owned: of both */
};

/* Outputs of registers may mean them. */
static void add_outputs(const struct netlist *netlist, struct point_list *list)
{
	for (int i = 0; i < 4; i++) {
		int32_t pin = (int32_t)random_below(netlist->n_pins);

		if (netlist->pin_instance[pin] >= 0 && netlist_drives(netlist, pin))
			must(point_list_add(list, (struct point){POINT_PIN, pin,
								 1 + (int32_t)random_below(3)}));
	}
}

static int64_t some(int64_t n)
{
	return random_one_in(3) ? 1 : random_one_in(2) ? 1 + random_below(n + 1) : n + 10;
}

static void ask(const struct random_design *design, const struct naive_paths *paths, bool odd,
		struct question *q)
{
	*q = (struct question){.naive = NAIVE_QUERY_INIT, .filter = PATH_FILTER_INIT};
	q->naive.split = (enum split)random_below(N_SPLITS);
	q->naive.cppr = (enum naive_cppr)random_below(N_NAIVE_CPPR + 1);
	q->naive.unique = random_one_in(2) ? 0 : 1 + (int)random_below(2);
	q->naive.per_group = some(paths->n);
	q->naive.per_endpoint = some(paths->n / 4);
	if (!random_one_in(3))
		random_filter(design->constraints, design->netlist, odd, &q->filter);
	if (q->filter.from.given && random_one_in(3))
		add_outputs(design->netlist, &q->filter.from);
	if (paths->n && random_one_in(3))
		q->naive.slack_max = paths->path[random_below(paths->n)].slack;
	/* with a lower limit the first paths of an endpoint that count may be below it */
	if (paths->n && !q->naive.unique && q->naive.per_endpoint > paths->n / 4 &&
	    random_one_in(2)) {
		q->naive.slack_min = paths->path[random_below(paths->n)].slack;
		q->naive.per_endpoint = INT32_MAX;
	}
	q->ours.k = q->naive.per_group;
	q->ours.per_endpoint = q->naive.per_endpoint;
	q->ours.unique = (enum path_unique)q->naive.unique;
	q->ours.slack_min = q->naive.slack_min;
	q->ours.slack_max = q->naive.slack_max;
	q->naive.filter = &q->filter;
	must(path_filter_copy(&q->ours.filter, &q->filter));
}

static void forget(struct question *q)
{
	path_filter_release(&q->filter);
	path_filter_release(&q->ours.filter);
}

static void tell(const struct question *q)
{
	printf("# %s, credit %d, %lld of a group, %lld of an endpoint%s, %d lists of -through%s%s\n",
	       q->naive.split == LATE ? "late" : "early", (int)q->naive.cppr, (long long)q->ours.k,
	       (long long)q->ours.per_endpoint,
	       q->ours.unique == PATH_UNIQUE_PINS    ? ", unique pins"
	       : q->ours.unique == PATH_UNIQUE_EDGES ? ", unique edges"
						     : "",
	       (int)q->filter.n_throughs, q->filter.from.given ? ", from" : "",
	       q->filter.to.given ? ", to" : "");
}

/* ---- answers ---- */

/* What is found of a group, in order. */
static void read_group(struct path_finder *finder, int64_t n, struct found *found)
{
	struct snap_rows *rows = NULL;
	struct traces traces = {0};

	*found = (struct found){0};
	if (!n)
		return;
	must(path_finder_read(finder, 0, n, &rows, &traces));
	for (int64_t i = 0; i < rows->n; i++) {
		int64_t first = traces.offset[i], last = traces.offset[i + 1] - 1;

		found_add(found, finder->timing, finder->split, &rows->row[i],
			  traces.vertex + first, traces.arrival + first, (int32_t)(last - first));
		if (traces.vertex[last] !=
			    finder->timing->image->states->graph->n_vertices + rows->row[i].sink ||
		    traces.arrival[last] != timing_sink_opening(finder->timing, rows->row[i].sink) +
						    rows->row[i].borrowed)
			found->path[i].n = 0; /* like none */
	}
	traces_release(&traces);
	snap_unref(&rows->snap);
}

static bool is_sorted(const struct found *found)
{
	for (int64_t i = 1; i < found->n; i++) {
		if (found->path[i].slack < found->path[i - 1].slack)
			return false;
	}
	return true;
}

/* No pins twice, no endpoint too often. */
static bool keeps_limits(const struct found *found, const struct question *q)
{
	for (int64_t i = 0; i < found->n; i++) {
		const struct found_path *p = &found->path[i];
		int64_t at_pin = 0;

		for (int64_t j = 0; j < i; j++) {
			const struct found_path *o = &found->path[j];
			bool same = o->n == p->n;

			at_pin += o->vertex[o->n - 1] / 2 == p->vertex[p->n - 1] / 2;
			for (int32_t k = 0; k < p->n && same; k++)
				same = q->ours.unique == PATH_UNIQUE_EDGES
					       ? o->vertex[k] == p->vertex[k]
					       : o->vertex[k] / 2 == p->vertex[k] / 2;
			if (same && q->ours.unique)
				return false;
		}
		if (at_pin >= q->ours.per_endpoint)
			return false;
	}
	return found->n <= q->ours.k;
}

/* All that a group has for the filter, and the slacks to report. */
static int64_t n_same_edges; /* paths that only a query by pins and edges leaves out */

static int64_t list_wanted(struct naive_paths *paths, const struct question *q, const char *group,
			   struct found *wanted, int64_t **slack)
{
	struct naive_query query = q->naive, all = NAIVE_QUERY_INIT;
	int64_t *index, n, n_all;

	query.group = all.group = group;
	all.split = query.split;
	all.cppr = query.cppr;
	all.filter = query.filter;
	must(ALLOC(&index, paths->n));
	must(ALLOC(slack, paths->n));
	*wanted = (struct found){0};
	n_all = naive_select(paths, &all, index);
	for (int64_t i = 0; i < n_all; i++)
		found_add_naive(wanted, &paths->timing, &paths->path[index[i]], query.cppr);
	if (query.unique == 2) {
		all.unique = 2;
		n_same_edges += n_all - naive_select(paths, &all, index);
	}
	n = naive_select(paths, &query, index);
	for (int64_t i = 0; i < n; i++)
		(*slack)[i] = naive_slack(&paths->path[index[i]], query.cppr);
	free(index);
	return n;
}

static bool same_group(struct path_finder *finder, struct naive_paths *paths,
		       const struct question *q, int32_t group, struct totals *totals)
{
	const char *name = finder->timing->image->states->group[group];
	struct found found, wanted;
	int64_t n, n_wanted, *slack;
	bool same;

	must(path_finder_search(finder, group, &n));
	read_group(finder, n, &found);
	n_wanted = list_wanted(paths, q, name, &wanted, &slack);
	same = found.n == n_wanted && is_sorted(&found) && keeps_limits(&found, q);
	if (!same)
		printf("# group %s: %lld paths, not %lld\n", name, (long long)found.n,
		       (long long)n_wanted);
	for (int64_t i = 0; i < found.n && same; i++) {
		totals->credits += found.path[i].credit > 0;
		same = found.path[i].slack == slack[i];
		if (!same)
			printf("# group %s, path %lld: slack %lld, not %lld\n", name, (long long)i,
			       (long long)found.path[i].slack, (long long)slack[i]);
	}
	same = same && found_among(name, &found, &wanted);
	totals->paths += found.n;
	totals->n_empty += found.n == 0;
	free(slack);
	found_release(&found);
	found_release(&wanted);
	return same;
}

/* Groups of the reference that ours doesn't know have no paths then. */
static bool knows_groups(const struct state_graph *states, const struct naive_paths *paths)
{
	for (int64_t i = 0; i < paths->n; i++) {
		bool found = false;

		for (int32_t g = 0; g < states->n_groups; g++)
			found |= strcmp(states->group[g], paths->path[i].group) == 0;
		if (!found)
			return false;
	}
	return true;
}

static bool check_question(struct session *session, struct naive_paths *paths,
			   const struct question *q, struct totals *totals)
{
	static const enum credit_mode modes[] = {
		[NAIVE_CPPR_TAU] = CREDIT_TAU,
		[NAIVE_CPPR_STA] = CREDIT_OPENSTA,
		[N_NAIVE_CPPR] = CREDIT_NONE,
	};
	const struct state_graph *states = session->design.timing->image->states;
	struct text warnings = TEXT_INIT;
	struct path_finder finder;
	bool same = true;

	session->cppr = modes[q->naive.cppr];
	must(path_finder_begin(&finder, session, &q->ours, q->naive.split, &warnings));
	for (int32_t g = 0; g < states->n_groups && same; g++)
		same = same_group(&finder, paths, q, g, totals);
	path_finder_end(&finder);
	text_release(&warnings);
	if (!same)
		tell(q);
	return same;
}

/* ---- designs ---- */

static bool check_questions(struct test_device *d, const struct random_design *design,
			    struct naive_paths *paths, bool odd, struct totals *totals)
{
	struct session session = {.task = TASK_INIT, .queue = d->queue, .view_queue = d->queue};
	const struct timing_settings settings = {.forgives = true};
	bool same;

	must(timed_new(d->queue, &d->task, design, true, &session.design.timing));
	timing_set(session.design.timing, &settings);
	must(timing_read(session.design.timing));
	same = knows_groups(session.design.timing->image->states, paths);
	for (int i = 0; i < N_QUERIES && same; i++) {
		struct question q;

		ask(design, paths, odd, &q);
		same = check_question(&session, paths, &q, totals);
		totals->queries++;
		totals->n_unique += q.ours.unique != PATH_EACH;
		totals->n_capped += q.ours.per_endpoint < paths->n;
		totals->n_filtered +=
			q.filter.from.given || q.filter.to.given || q.filter.n_throughs;
		forget(&q);
	}
	timing_free(session.design.timing);
	return same;
}

static bool check_state(struct test_device *d, uint64_t state, const struct random_options *options,
			struct totals *totals)
{
	struct random_design design;
	struct naive_paths paths;
	struct naive_input in;
	bool same = true;

	random_seed(state);
	random_design(options, &design);
	in = (struct naive_input){.netlist = design.netlist,
				  .constraints = design.constraints,
				  .parasitics = design.parasitics,
				  .all_inputs = random_all_inputs(design.constraints)};
	if (naive_paths(&in, MOST_PATHS, &paths)) {
		same = check_questions(d, &design, &paths, options->odd, totals);
		totals->designs++;
	}
	naive_paths_release(&paths);
	random_design_release(&design);
	totals->wrong += !same;
	if (!same)
		printf("# wrong: %s, state %llu, %d gates%s\n", d->name, (unsigned long long)state,
		       (int)options->n_instances, options->odd ? ", odd" : "");
	return same;
}

static void check_random(struct test_device *d, int n)
{
	struct totals t = {0};

	for (int i = 0; i < n && t.wrong < 5; i++) {
		struct random_options options = {.n_instances = i % 11,
						 .scale = 1,
						 .odd = i % 3 == 2,
						 .constrained = true,
						 .latches = i % 2,
						 .data_checks = i % 2 == 0};

		check_state(d, (uint64_t)i, &options, &t);
	}
	OK(t.wrong == 0 && (t.designs < 500 || n_same_edges > 0),
	   "%s: %lld paths of %d designs in %d queries (%d filtered, %d capped, %d unique, "
	   "%lld left out for their edges), %lld with credit",
	   d->name, (long long)t.paths, t.designs, t.queries, t.n_filtered, t.n_capped, t.n_unique,
	   (long long)n_same_edges, (long long)t.credits);
}

static bool check_one(struct test_device *d, uint64_t state, const struct random_options *options)
{
	struct totals t = {0};

	return check_state(d, state, options, &t);
}

int main(int argc, char **argv)
{
	return test_random_designs(argc, argv,
				   &(struct random_test){1000, 10, check_random, check_one});
}
