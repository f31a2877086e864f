/*
 * Slacks of endpoints with credit, of random designs with constraints of all kinds: against the least slack
 * of the naive reference's paths to each pin; and by lists of launches of any length, as by a search of each
 * endpoint's worst path alone. Larger designs, whose paths are too many to be listed, by the latter. And the kernels alone on made
 * clock trees and graphs, where many launches share a branch, against all launches of each state.
 *
 * `t_slacks STATE GATES [odd]` runs one design.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "base/grow.h"
#include "gpu/credit/credit_args.h"
#include "gpu/credit/timing_slacks.h"
#include "lib/devices.h"
#include "lib/naive_paths.h"
#include "lib/random_design.h"
#include "lib/tap.h"
#include "lib/timed.h"

enum { MOST_PATHS = 600 };

struct totals {
	int designs, listed, wrong;
	int64_t sinks, credits,
		opened[SLACK_ROUNDS]; /* with other slacks than before credit; see n_open */
};

static void must(enum status status)
{
	if (status != STATUS_OK)
		abort();
}

/* By lists of these lengths, afresh. */
static int64_t *slacks_by(struct timing *timing, enum credit_mode mode, struct task *task,
			  const int32_t *length, struct totals *totals)
{
	int64_t n = timing->image->states->graph->n_sinks, *slack;

	memcpy(timing->slacks.length, length, sizeof timing->slacks.length);
	timing_outdate(timing, TIMING_SLACKS + EARLY);
	timing_outdate(timing, TIMING_SLACKS + LATE);
	memset(timing->slacks.n_open, 0, sizeof timing->slacks.n_open);
	must(timing_need_slacks(timing, mode, SLACKS_OF_BOTH, task));
	must(ALLOC(&slack, n));
	must(timing_read_slacks(timing, timing->queue, slack, NULL));
	for (int r = 0; r < SLACK_ROUNDS; r++)
		totals->opened[r] +=
			timing->slacks.n_open[LATE][r] + timing->slacks.n_open[EARLY][r];
	return slack;
}

/* Of the paths to a pin, or the sinks there; FS_NONE_64 = none. */
static int64_t least_of_paths(const struct naive_paths *paths, int32_t pin, enum split split,
			      enum naive_cppr cppr)
{
	int64_t least = FS_NONE_64;

	for (int64_t i = 0; i < paths->n; i++) {
		const struct naive_path *p = &paths->path[i];

		if (p->split == split && p->vertex[p->n_vertices - 1] / N_EDGES == pin &&
		    p->slack != NAIVE_NONE)
			least = min_i64(least, naive_slack(p, cppr));
	}
	return least;
}

static bool same_as_paths(const struct timing *timing, const struct naive_paths *paths,
			  enum naive_cppr cppr, const int64_t *slack)
{
	const struct state_graph *states = timing->image->states;
	int32_t n_pins = states->timing->netlist->n_pins;
	bool same = true;

	for (int split = 0; split < N_SPLITS && same; split++) {
		struct slack_totals totals, wanted = {.wns = FS_NONE_64};

		must(timing_slack_totals(timing, timing->queue, (enum split)split, false, &totals));
		for (int32_t pin = 0; pin < n_pins && same; pin++) {
			int64_t path = least_of_paths(paths, pin, (enum split)split, cppr);
			int64_t least = FS_NONE_64;

			for (int32_t s = 0; s < states->graph->n_sinks; s++) {
				if (state_vertex(states, states->graph->sink_vertex[s]) / N_EDGES ==
					    pin &&
				    states->endpoint[s].split == (enum split)split)
					least = min_i64(least, slack[s]);
			}
			same = least == path;
			wanted.n_endpoints += path != FS_NONE_64;
			wanted.n_violated += path < 0;
			wanted.wns = min_i64(wanted.wns, path);
			wanted.tns += min_i64(path, 0);
			if (!same)
				printf("# pin %d, split %d: %lld, the worst path %lld\n", (int)pin,
				       split, (long long)least, (long long)path);
		}
		same = same && totals.wns == wanted.wns && totals.tns == wanted.tns &&
		       totals.n_endpoints == wanted.n_endpoints &&
		       totals.n_violated == wanted.n_violated;
	}
	return same;
}

static bool same_slacks(const struct timing *timing, const int64_t *a, const int64_t *b)
{
	int64_t n = timing->image->states->graph->n_sinks;

	for (int64_t s = 0; s < n; s++) {
		if (a[s] == b[s])
			continue;
		printf("# sink %lld: %lld, else %lld\n", (long long)s, (long long)a[s],
		       (long long)b[s]);
		return false;
	}
	return true;
}

/* Lists as usual; lists that are too short; and searches alone. */
static bool check_mode(struct test_device *d, struct timing *timing, enum credit_mode mode,
		       enum naive_cppr cppr, const struct naive_paths *paths, struct totals *totals)
{
	static const int32_t usual[SLACK_ROUNDS], none[] = {-1, -1, -1};
	static const int32_t lengths[][SLACK_ROUNDS] = {{1, 2, 3}, {1, -1, -1}, {2, -1, 64}};
	struct totals unused = {0};
	int64_t *slack = slacks_by(timing, mode, &d->task, usual, totals), *other;
	bool same = !paths || same_as_paths(timing, paths, cppr, slack);

	other = slacks_by(timing, mode, &d->task, none, &unused);
	same = same && same_slacks(timing, slack, other);
	free(other);
	for (int i = 0; i < 3 && same; i++) {
		other = slacks_by(timing, mode, &d->task, lengths[i], totals);
		same = same_slacks(timing, slack, other);
		free(other);
	}
	must(ALLOC(&other, timing->image->states->graph->n_sinks));
	must(timing_read_slacks(timing, timing->queue, NULL, other));
	for (int32_t s = 0; s < timing->image->states->graph->n_sinks; s++) {
		totals->credits += slack[s] != other[s];
		same = same && slack[s] >= other[s];
	}
	totals->sinks += timing->image->states->graph->n_sinks;
	free(other);
	free(slack);
	if (!same)
		printf("# with credit %d\n", (int)mode);
	return same;
}

static bool check_state(struct test_device *d, uint64_t state, const struct random_options *options,
			struct totals *totals)
{
	struct random_design design;
	struct naive_paths paths;
	struct naive_input in;
	struct timing *timing;
	bool same, listed;

	random_seed(state);
	random_design(options, &design);
	in = (struct naive_input){.netlist = design.netlist,
				  .constraints = design.constraints,
				  .parasitics = design.parasitics,
				  .all_inputs = random_all_inputs(design.constraints)};
	listed = naive_paths(&in, MOST_PATHS, &paths);
	must(timed_new(d->queue, &d->task, &design, true, &timing));
	same = timing_update(timing) != STATUS_OK ||
	       (check_mode(d, timing, CREDIT_OPENSTA, NAIVE_CPPR_STA, listed ? &paths : NULL,
			   totals) &&
		check_mode(d, timing, CREDIT_TAU, NAIVE_CPPR_TAU, listed ? &paths : NULL, totals));
	timing_free(timing);
	totals->designs++;
	totals->listed += listed;
	totals->wrong += !same;
	naive_paths_release(&paths);
	random_design_release(&design);
	if (!same)
		printf("# wrong: %s, state %llu, %d gates%s\n", d->name, (unsigned long long)state,
		       (int)options->n_instances, options->odd ? ", odd" : "");
	return same;
}

static void check_random(struct test_device *d, int n)
{
	struct totals t = {0};

	for (int i = 0; i < n && t.wrong < 5; i++) {
		struct random_options options = {.n_instances = i % 7 ? i % 11 : 20 + i % 50,
						 .scale = 1,
						 .odd = i % 3 == 2,
						 .constrained = true};

		check_state(d, (uint64_t)i, &options, &t);
	}
	OK(t.wrong == 0 && t.credits > 0 && (n < 100 || t.opened[SLACK_ROUNDS - 1] > 0),
	   "%s: %lld sinks of %d designs, %d with their paths listed, %lld with credit; %lld, %lld and %lld not "
	   "known after lists",
	   d->name, (long long)t.sinks, t.designs, t.listed, (long long)t.credits,
	   (long long)t.opened[0], (long long)t.opened[1], (long long)t.opened[2]);
}

/* ---- the kernels alone ---- */

enum {
	NODES = 16,
	LAYERS = 5,
	WIDTH = 9, /* states of a layer; sources are anywhere */
	SINKS = 12,
	STATES = SINKS + LAYERS * WIDTH,
	FAN_IN = 3,
};

/* States are numbered from the end: sinks, then layer by layer. */
struct made {
	int fs_bits;
	/* clock nodes: their parents have lower numbers */
	int32_t up_late[NODES], up_early[NODES], pin[NODES], rank[NODES], segment[NODES];
	uint8_t edge[NODES], place[NODES];
	int64_t late[NODES], early[NODES];
	/* the graph: fan-in of layers, each arc with a delay of its own */
	int32_t in_row[STATES + 1], in_from[STATES * FAN_IN], in_arc[STATES * FAN_IN];
	int32_t arc[STATES * FAN_IN], delay[2 * STATES * FAN_IN];
	uint8_t flags[STATES];
	int64_t arrival[2 * STATES], required[2 * STATES];
	int32_t n_sources, source_state[STATES], source_clock[STATES], sink_clock[SINKS];
	struct device_endpoint endpoint[SINKS];
	int32_t level[LAYERS + 2]; /* of states from the last */
};

static void make_clocks(struct made *m)
{
	bool grows = !random_one_in(4); /* credit does, down the chains */
	int32_t n_segments = 2;

	for (int32_t i = 0; i < NODES; i++) {
		/* few parents, so that many share one; some pins have two nodes */
		int32_t up = i < 2 ? -1 : (int32_t)random_below(i < 5 ? i : 5);
		int64_t more = grows ? random_below(40) : random_below(80) - 40;

		m->up_late[i] = up;
		m->up_early[i] =
			up < 0 || !random_one_in(3) ? up : (int32_t)random_below(i < 5 ? i : 5);
		if (up >= 0 && m->segment[m->up_early[i]] != m->segment[up])
			m->up_early[i] = up;
		m->segment[i] = up < 0                         ? (int32_t)random_below(2)
				: random_one_in(i < 5 ? 2 : 6) ? n_segments++
							       : m->segment[up];
		m->place[i] =
			(uint8_t)(random_one_in(5) ? random_below(N_NODE_PLACES) : NODE_INSIDE);
		m->pin[i] = i >= 6 && random_one_in(9) ? m->pin[i - 1] : i;
		m->rank[i] = NODES - m->pin[i];
		m->edge[i] = (uint8_t)random_below(2);
		m->early[i] = i;
		m->late[i] = i + more;
		if (up >= 0)
			m->late[i] += m->late[up] - m->early[up];
		if (grows && up >= 0 && m->up_early[i] != up)
			m->late[i] += m->late[m->up_early[i]] - m->early[m->up_early[i]];
	}
}

static void make_graph(struct made *m, int split)
{
	int64_t spread = random_one_in(2) ? 30 : 4; /* of delays: of a few, credit decides */
	int32_t n = 0;

	m->n_sources = 0;
	for (int32_t v = 0; v < STATES; v++) {
		int32_t layer = (v - SINKS) / WIDTH, after = SINKS + (layer + 1) * WIDTH;

		m->in_row[v] = n;
		m->flags[v] = v >= SINKS && !random_one_in(8) ? FLAG_DATA : 0;
		m->arrival[2 * v] = m->arrival[2 * v + 1] =
			random_one_in(9) ? FS_NONE_64 : random_below(2 * spread);
		for (int j = 0; v >= SINKS && after < STATES && j < FAN_IN; j++, n++) {
			m->in_from[n] = after + (int32_t)random_below(STATES - after);
			m->in_arc[n] = n;
			m->arc[n] = random_one_in(12) ? -1 : n;
			m->delay[2 * n] =
				random_one_in(12) ? DELAY_NONE : (int32_t)random_below(spread);
			m->delay[2 * n + 1] = m->delay[2 * n];
		}
		if (v < SINKS || (after < STATES && !random_one_in(3)))
			continue;
		m->source_clock[m->n_sources] =
			random_one_in(9) ? -1 : (int32_t)random_below(NODES);
		m->source_state[m->n_sources++] = v;
	}
	m->in_row[STATES] = n;
	for (int32_t s = 0; s < SINKS; s++) {
		m->endpoint[s] = (struct device_endpoint){
			.data = SINKS + (int32_t)random_below(WIDTH), .split = split};
		m->required[2 * s + split] =
			random_one_in(9) ? FS_NONE_64 : random_below(200) - 100;
		m->sink_clock[s] = random_one_in(6) ? -1 : (int32_t)random_below(NODES);
	}
	for (int l = 0; l <= LAYERS; l++)
		m->level[l] = l * WIDTH;
	m->level[LAYERS + 1] = STATES;
}

static int64_t apart(const struct made *m, int32_t node)
{
	return m->late[node] > m->early[node] ? m->late[node] - m->early[node] : 0;
}

/* Of a launch and a capture: at the lowest pin of both chains in one segment. */
static int64_t made_credit(const struct made *m, enum credit_mode mode, int split, int32_t launch,
			   int32_t capture)
{
	const int32_t *up_launch = split == LATE ? m->up_late : m->up_early;
	const int32_t *up_capture = split == LATE ? m->up_early : m->up_late;
	int32_t root = launch;

	if (launch < 0 || capture < 0 ||
	    (m->place[launch] != NODE_INSIDE && m->place[capture] != NODE_INSIDE))
		return 0;
	while (up_launch[root] >= 0)
		root = up_launch[root];
	for (int32_t l = launch; l >= 0; l = up_launch[l]) {
		for (int32_t c = capture; c >= 0; c = up_capture[c]) {
			if (m->pin[l] != m->pin[c] || m->segment[l] != m->segment[c] ||
			    (mode == CREDIT_TAU && m->edge[l] != m->edge[c]))
				continue;
			if (mode == CREDIT_OPENSTA)
				return min_i64(apart(m, l), apart(m, c));
			return split == EARLY ? apart(m, l)
					      : max_i64(apart(m, l) - apart(m, root), 0);
		}
	}
	return 0;
}

/* The worst of each source at a state, as a sum to be added to minus the required time: [STATES] of each. */
static void spread(const struct made *m, int split, int32_t source, int64_t *key)
{
	for (int32_t v = STATES - 1; v >= SINKS; v--) {
		int64_t at = m->arrival[2 * v + split];

		key[v] = FS_NONE_64;
		if (m->source_state[source] == v && at != FS_NONE_64)
			key[v] = split == LATE ? -at : at;
		for (int32_t j = m->in_row[v]; m->flags[v] & FLAG_DATA && j < m->in_row[v + 1];
		     j++) {
			int64_t tail = key[m->in_from[j]], delay = m->delay[2 * j + split];

			if (m->arc[j] < 0 || delay == DELAY_NONE || tail == FS_NONE_64)
				continue;
			key[v] = min_i64(key[v], tail + (split == LATE ? -delay : delay));
		}
	}
}

static void naive_slacks(const struct made *m, enum credit_mode mode, int split, int64_t *slack)
{
	int64_t key[STATES];

	for (int32_t s = 0; s < SINKS; s++)
		slack[s] = FS_NONE_64;
	for (int32_t source = 0; source < m->n_sources; source++) {
		spread(m, split, source, key);
		for (int32_t s = 0; s < SINKS; s++) {
			int64_t at = key[m->endpoint[s].data],
				required = m->required[2 * s + split];

			if (at == FS_NONE_64 || required == FS_NONE_64)
				continue;
			slack[s] = min_i64(slack[s], (split == LATE ? required : -required) + at +
							     made_credit(m, mode, split,
									 m->source_clock[source],
									 m->sink_clock[s]));
		}
	}
}

/* All on the device that a struct made has; owned, in the order of `owned`. */
struct made_args {
	struct launch_branches_args branches;
	struct launch_sources_args sources;
	struct launch_sweep_args sweep;
	struct credit_slacks_args slacks;
	int32_t *d_level;
	void *owned[32];
	int n_owned;
};

static void *put(struct queue *q, struct made_args *a, const void *items, int64_t bytes)
{
	return a->owned[a->n_owned++] = to_device(q, items, bytes);
}

static void put_made(struct queue *q, const struct made *m, enum credit_mode mode, int split,
		     int32_t most, struct made_args *a)
{
	static const int64_t zero;
	uint8_t open[SINKS];
	int32_t none[STATES];
	struct device_credit credit = {.mode = (int32_t)mode, .early_paths = split == EARLY};
	struct device_states states = {.n_states = STATES, .n_sinks = SINKS};

	memset(open, 1, sizeof open);
	memset(none, 0xff, sizeof none);
	*a = (struct made_args){0};
	credit.source_clock = put(q, a, m->source_clock, sizeof m->source_clock);
	credit.sink_clock = put(q, a, m->sink_clock, sizeof m->sink_clock);
	credit.up_late = put(q, a, m->up_late, sizeof m->up_late);
	credit.up_early = put(q, a, m->up_early, sizeof m->up_early);
	credit.pin = put(q, a, m->pin, sizeof m->pin);
	credit.rank = put(q, a, m->rank, sizeof m->rank);
	credit.segment = put(q, a, m->segment, sizeof m->segment);
	credit.place = put(q, a, m->place, sizeof m->place);
	credit.edge = put(q, a, m->edge, sizeof m->edge);
	credit.late = put(q, a, m->late, sizeof m->late);
	credit.early = put(q, a, m->early, sizeof m->early);
	states.in_row = put(q, a, m->in_row, sizeof m->in_row);
	states.in_from = put(q, a, m->in_from, sizeof m->in_from);
	states.in_arc = put(q, a, m->in_arc, sizeof m->in_arc);
	states.arc = put(q, a, m->arc, sizeof m->arc);
	states.delay = put(q, a, m->delay, sizeof m->delay);
	states.flags = put(q, a, m->flags, sizeof m->flags);
	states.arrival = put(q, a, m->arrival, sizeof m->arrival);
	states.required = put(q, a, m->required, sizeof m->required);
	a->branches.credit = a->sweep.credit = a->slacks.credit = credit;
	a->sweep.states = a->slacks.states = states;
	a->branches.branch = put(q, a, NULL, NODES * 4);
	a->branches.not_monotone = put(q, a, &zero, 4);
	a->branches.largest = put(q, a, &zero, 8);
	a->sweep.launches.branch = a->branches.branch;
	a->sweep.launches.not_monotone = a->branches.not_monotone;
	a->sweep.largest = a->branches.largest;
	a->sources.source_state = put(q, a, m->source_state, sizeof m->source_state);
	a->sources.source = put(q, a, none, sizeof none);
	a->sweep.source = a->sources.source;
	a->sweep.split = a->slacks.split = split;
	a->sweep.launches.most = most;
	a->sweep.launches.n_slots = STATES;
	a->sweep.launches.n = put(q, a, NULL, STATES);
	a->sweep.launches.list =
		put(q, a, NULL, (int64_t)most * STATES * LAUNCH_ENTRY_BYTES(m->fs_bits));
	a->slacks.launches = a->sweep.launches;
	a->slacks.endpoint = put(q, a, m->endpoint, sizeof m->endpoint);
	a->slacks.open = put(q, a, open, sizeof open);
	a->slacks.slack = put(q, a, NULL, SINKS * 8);
	a->slacks.n_open = put(q, a, &zero, 8);
	a->d_level = put(q, a, m->level, sizeof m->level);
}

/* Every slack that the lists make certain is the naive one; how many are, in *n_certain. */
static bool same_made(struct queue *q, const struct made *m, enum credit_mode mode, int split,
		      int32_t most, int64_t *n_certain)
{
	int64_t wanted[SINKS], slack[SINKS], n_open, n_seen = 0;
	uint8_t open[SINKS];
	struct made_args a;
	bool same = true;

	put_made(q, m, mode, split, most, &a);
	LAUNCH(q, launch_branches, 32, &a.branches, NODES);
	LAUNCH(q, launch_sources, 32, &a.sources, m->n_sources);
	SWEEP(q, launch_sweep, m->fs_bits, &a.sweep, a.d_level, LAYERS + 1);
	LAUNCH(q, credit_slacks, m->fs_bits, &a.slacks, SINKS);
	from_device(q, slack, a.slacks.slack, sizeof slack);
	from_device(q, open, a.slacks.open, sizeof open);
	from_device(q, &n_open, a.slacks.n_open, sizeof n_open);
	naive_slacks(m, mode, split, wanted);
	for (int32_t s = 0; s < SINKS; s++) {
		n_seen += open[s];
		same = same && (open[s] || slack[s] == wanted[s]);
		*n_certain += !open[s];
	}
	for (int i = 0; i < a.n_owned; i++)
		device_free(q, a.owned[i]);
	return same && n_seen == n_open;
}

static void check_kernels(struct test_device *d, int n)
{
	static const int32_t most[] = {1, 2, 4, 64};
	int64_t certain[4] = {0};
	int n_wrong = 0;

	random_seed(1);
	for (int i = 0; i < n; i++) {
		int split = i & 1;
		struct made m = {.fs_bits = i & 4 ? 64 : 32};

		make_clocks(&m);
		make_graph(&m, split);
		for (int k = 0; k < 4; k++)
			n_wrong += !same_made(d->queue, &m, i & 2 ? CREDIT_TAU : CREDIT_OPENSTA,
					      split, most[k], &certain[k]);
	}
	OK(n_wrong == 0 && certain[0] > n && certain[1] > certain[0] && certain[2] > certain[1] &&
		   certain[3] > certain[2],
	   "%s: lists of 1, 2, 4 and 64 launches: of %d slacks %lld, %lld, %lld, %lld are certain, and "
	   "right",
	   d->name, n * SINKS, (long long)certain[0], (long long)certain[1], (long long)certain[2],
	   (long long)certain[3]);
}

/* $WARPSCOPE_TEST_GRAPHS sets the number of designs. */
int main(int argc, char **argv)
{
	const char *all = getenv("WARPSCOPE_TEST_GRAPHS");
	int n = all ? atoi(all) : 600;

	for (int i = 0; i < N_TEST_DEVICES; i++) {
		struct test_device d;
		struct totals t = {0};

		if (!test_device_open(i, &d))
			continue;
		if (argc > 2) {
			struct random_options options = {.n_instances = atoi(argv[2]),
							 .scale = 1,
							 .odd = argc > 3,
							 .constrained = true};

			OK(check_state(&d, strtoull(argv[1], NULL, 10), &options, &t), "%s",
			   d.name);
		} else {
			check_kernels(&d, 10 * n);
			check_random(&d, test_part(n, i == 0 ? 1 : 6));
		}
		test_device_close(&d);
	}
	return tap_done();
}
