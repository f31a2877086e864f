/*
 * Relations of clock edges. Times are compared as whole femtoseconds, each the rounded product of a
 * cycle and a period, so that a third of a period isn't rounded three times.
 */
#include "db/state/relations.h"

#include <math.h>
#include <stdlib.h>

#include "base/bits.h"
#include "base/grow.h"
#include "base/keyed.h"

/* ---- pairs of edges ---- */

/* The same edge of all cycles of a clock. */
struct edges {
	double period; /* ps, > 0 */
	double first;  /* ps, within 0 … period */
};

/* Cycles of the capturing clock that are looked at for a common period when it is the slower one,
 * and otherwise. These are OpenSTA's limits: beyond them clocks are hardly meant to be related. */
enum { MOST_SLOW_CAPTURES = 100, MOST_FAST_CAPTURES = 1000 };

/* Periods are written with six digits or so, a third of 10 as 3.33333: what differs by less than a
 * millionth is the same. */
static bool is_same_time(int64_t a, int64_t b)
{
	return a == b || fabs((double)(a - b)) < 1e-6 * (double)max_i64(llabs(a), llabs(b));
}

static int64_t edge_time(const struct edges *edges, double cycle)
{
	return fs_of_ps(cycle * edges->period + edges->first);
}

static bool has_period(const struct constraints *constraints, int32_t edge)
{
	return edge >= 0 && constraints->clock[edge / N_EDGES].period > 0;
}

static struct edges edges_of(const struct constraints *constraints, int32_t edge)
{
	const struct clock *clock = &constraints->clock[edge / N_EDGES];
	struct edges edges = {clock->period, fmod(clock->time[edge % N_EDGES], clock->period)};

	if (edges.first < 0)
		edges.first += edges.period;
	if (is_same_time(fs_of_ps(edges.first), fs_of_ps(edges.period)))
		edges.first = 0; /* as the falling edge of -waveform {5 10} */
	return edges;
}

/* Take a pair when it is the nearest so far, for setup or for hold. */
static void consider(int64_t launch, int64_t capture, struct clock_relation *nearest, bool *found)
{
	enum split split = capture > launch && !is_same_time(launch, capture) ? LATE : EARLY;
	int64_t distance = llabs(capture - launch);
	int64_t least = llabs(nearest->capture[split] - nearest->launch[split]);

	if (found[split] && distance >= least)
		return;
	/* rounded periods drift: nearer by less than times are exact is no nearer */
	if (found[split] && !nearest->unsynchronous &&
	    is_same_time(capture + distance, capture + least))
		return;
	found[split] = true;
	nearest->launch[split] = launch;
	nearest->capture[split] = capture;
}

/* The number of cycles of the slow clock after which both begin together again, at most `most`; 0 =
 * not within these. */
static int32_t common_cycles(const struct edges *slow, const struct edges *fast, int32_t most)
{
	for (int32_t n = 1; n <= most; n++) {
		double m = floor(n * slow->period / fast->period + 0.5);

		if (is_same_time(fs_of_ps(n * slow->period), fs_of_ps(m * fast->period)))
			return n;
	}
	return 0;
}

/*
 * Each edge of the slower clock is compared with those of the faster one around it, over a common
 * period and two cycles more: in the first two the other edge may be before time 0.
 */
static void find_nearest(const struct edges *launch, const struct edges *capture,
			 struct clock_relation *out)
{
	bool slow_captures = capture->period > launch->period;
	const struct edges *slow = slow_captures ? capture : launch;
	const struct edges *fast = slow_captures ? launch : capture;
	double most = slow_captures ? MOST_SLOW_CAPTURES
				    : fmax(1, MOST_FAST_CAPTURES * fast->period / slow->period);
	int32_t n = common_cycles(slow, fast, (int32_t)most);
	bool found[N_SPLITS] = {false, false};

	out->unsynchronous = n == 0;
	n = n ? n + 2 : (int32_t)most + 1;
	for (int32_t s = 0; s < n; s++) {
		int64_t at = edge_time(slow, s);
		double near = floor((s * slow->period + slow->first - fast->first) / fast->period);

		for (int i = -1; i <= 2; i++) {
			int64_t other = edge_time(fast, fmax(near + i, 0));

			consider(slow_captures ? other : at, slow_captures ? at : other, out,
				 found);
		}
	}
}

static bool is_one_cycle(const struct constraints *constraints, int32_t edge)
{
	return has_period(constraints, edge) && constraints->clock[edge / N_EDGES].one_cycle;
}

/* Of TAU's clocks. */
static void relate_by_a_cycle(const struct constraints *constraints, int32_t launch_edge,
			      int32_t capture_edge, struct clock_relation *out)
{
	const struct clock *launch = &constraints->clock[launch_edge / N_EDGES],
			   *capture = &constraints->clock[capture_edge / N_EDGES];

	out->launch[EARLY] = out->launch[LATE] = fs_of_ps(launch->time[launch_edge % N_EDGES]);
	out->capture[EARLY] = fs_of_ps(capture->time[capture_edge % N_EDGES]);
	out->capture[LATE] = out->capture[EARLY] + fs_of_ps(capture->period);
}

/* Does the pulse that begins in the first period end in the second? */
static bool falls_behind(const struct constraints *constraints, int32_t edge)
{
	return edge % N_EDGES == FALL &&
	       edges_of(constraints, edge).first < edges_of(constraints, edge ^ 1).first;
}

void clock_relation(const struct constraints *constraints, int32_t launch_edge,
		    int32_t capture_edge, struct clock_relation *out)
{
	struct edges launch, capture;

	*out = (struct clock_relation){0};
	if (!has_period(constraints, capture_edge))
		return;
	if (is_one_cycle(constraints, launch_edge) && is_one_cycle(constraints, capture_edge)) {
		relate_by_a_cycle(constraints, launch_edge, capture_edge, out);
		return;
	}
	capture = edges_of(constraints, capture_edge);
	if (has_period(constraints, launch_edge)) {
		launch = edges_of(constraints, launch_edge);
		find_nearest(&launch, &capture, out);
		return;
	}
	/* from time 0 to the edge of the second period, and for hold to that of the first pulse */
	out->capture[LATE] = edge_time(&capture, 1);
	out->capture[EARLY] = edge_time(&capture, falls_behind(constraints, capture_edge));
}

/* The first edge after a time; the last one before it. */
static int64_t edge_behind(const struct edges *edges, int64_t time)
{
	double cycle = floor(((double)time / 1000 - edges->first) / edges->period);

	while (edge_time(edges, cycle) <= time || is_same_time(edge_time(edges, cycle), time))
		cycle++;
	return edge_time(edges, cycle);
}

static int64_t edge_before(const struct edges *edges, int64_t time)
{
	double cycle = ceil(((double)time / 1000 - edges->first) / edges->period);

	while (edge_time(edges, cycle) >= time || is_same_time(edge_time(edges, cycle), time))
		cycle--;
	return edge_time(edges, cycle);
}

/* After how many cycles of the launch all repeats; MOST_FAST_CAPTURES when it doesn't. */
static int32_t launch_cycles(const struct edges *launch, const struct edges *capture)
{
	bool slow = launch->period >= capture->period;
	int32_t n = slow ? common_cycles(launch, capture, MOST_FAST_CAPTURES)
			 : common_cycles(capture, launch, MOST_SLOW_CAPTURES);

	if (n == 0)
		return MOST_FAST_CAPTURES;
	return slow ? n : (int32_t)floor(n * capture->period / launch->period + 0.5);
}

void gating_hold_relation(const struct constraints *constraints, int32_t launch_edge,
			  int32_t capture_edge, int64_t *launch_time, int64_t *capture_time)
{
	struct edges launch, closes, opens;
	int32_t n;
	bool found = false;

	if (!has_period(constraints, launch_edge) || !has_period(constraints, capture_edge))
		return;
	launch = edges_of(constraints, launch_edge);
	closes = edges_of(constraints, capture_edge);
	opens = edges_of(constraints, capture_edge ^ 1);
	n = launch_cycles(&launch, &closes);
	for (int32_t i = 0; i < n; i++) {
		int64_t at = edge_time(&launch, i);
		int64_t close = edge_before(&closes, edge_behind(&opens, at));

		if (close < 0) { /* the same, a repetition later */
			at = edge_time(&launch, i + n);
			close = edge_before(&closes, edge_behind(&opens, at));
		}
		if (found && close - at <= *capture_time - *launch_time)
			continue;
		found = true;
		*launch_time = at;
		*capture_time = close;
	}
}

/* ---- uncertainty, exclusive clocks ---- */

static double uncertainty_of(const struct constraints *constraints, int32_t capture_edge,
			     enum split split)
{
	if (capture_edge < 0)
		return NOT_GIVEN;
	return constraints->clock[capture_edge / N_EDGES].uncertainty[split];
}

double clock_uncertainty(const struct constraints *constraints, int32_t launch_edge,
			 int32_t capture_edge, enum split split, bool *inter_clock)
{
	double between = NOT_GIVEN;

	for (int32_t i = constraints->n_uncertainties - 1; i >= 0 && launch_edge >= 0; i--) {
		const struct clock_uncertainty *u = &constraints->uncertainty[i];

		if (u->from != launch_edge || u->to != capture_edge ||
		    !is_given(u->uncertainty[split]))
			continue;
		between = u->uncertainty[split];
		break;
	}
	if (inter_clock)
		*inter_clock = is_given(between);
	return is_given(between) ? between : uncertainty_of(constraints, capture_edge, split);
}

/* Is this clock in a set, in this group of it? group -1 = in any. */
static bool is_member(const struct constraints *constraints, int32_t clock, int32_t set,
		      int32_t group)
{
	for (int32_t i = 0; i < constraints->n_clock_groups; i++) {
		const struct clock_group *g = &constraints->clock_group[i];

		if (g->clock == clock && g->set == set && (group < 0 || g->group == group))
			return true;
	}
	return false;
}

static bool have_common_group(const struct constraints *constraints, int32_t a, int32_t b,
			      int32_t set)
{
	for (int32_t i = 0; i < constraints->n_clock_groups; i++) {
		const struct clock_group *g = &constraints->clock_group[i];

		if (g->clock == a && g->set == set && is_member(constraints, b, set, g->group))
			return true;
	}
	return false;
}

bool clocks_are_exclusive(const struct constraints *constraints, int32_t a, int32_t b)
{
	for (int32_t i = 0; i < constraints->n_clock_groups && a != b; i++) {
		const struct clock_group *g = &constraints->clock_group[i];

		if (g->clock == a && is_member(constraints, b, g->set, -1) &&
		    !have_common_group(constraints, a, b, g->set))
			return true;
	}
	return false;
}

/* ---- multicycle paths ---- */

static double period_for(const struct constraints *constraints, int32_t launch_edge,
			 int32_t capture_edge, const struct exception *multicycle)
{
	int32_t edge = multicycle->of_start && launch_edge >= 0 ? launch_edge : capture_edge;

	return edge < 0 ? 0 : constraints->clock[edge / N_EDGES].period;
}

int64_t multicycle_shift(const struct constraints *constraints, int32_t launch_edge,
			 int32_t capture_edge, enum split split, const struct exception *setup,
			 const struct exception *hold, int default_cycles)
{
	double shift = 0;

	if (setup)
		shift += (setup->multiplier - (double)default_cycles) *
			 period_for(constraints, launch_edge, capture_edge, setup);
	if (split == EARLY && hold && !hold->applies[LATE])
		shift -=
			hold->multiplier * period_for(constraints, launch_edge, capture_edge, hold);
	return fs_of_ps(shift);
}

/* ---- many pairs ---- */

static enum status index_groups(struct relations *relations)
{
	const struct constraints *constraints = relations->constraints;
	int32_t n = constraints->n_clocks, *row;

	TRY(ALLOC(&relations->group_row, (int64_t)n + 2));
	TRY(ALLOC(&relations->group, constraints->n_clock_groups));
	/* counted two places on, so that filling moves each row's beginning to where it belongs */
	row = relations->group_row;
	for (int32_t i = 0; i < constraints->n_clock_groups; i++)
		row[constraints->clock_group[i].clock + 2]++;
	for (int32_t c = 0; c < n; c++)
		row[c + 2] += row[c + 1];
	for (int32_t i = 0; i < constraints->n_clock_groups; i++) {
		const struct clock_group *g = &constraints->clock_group[i];

		relations->group[row[g->clock + 1]++] = (struct group_member){g->set, g->group};
	}
	for (int32_t c = 0; c < n; c++)
		qsort(relations->group + row[c], (size_t)(row[c + 1] - row[c]),
		      sizeof *relations->group, compare_int32_pair);
	return STATUS_OK;
}

/* The end of the members of one set. */
static int32_t end_of_set(const struct relations *relations, int32_t at, int32_t end)
{
	int32_t set = relations->group[at].set;

	while (at < end && relations->group[at].set == set)
		at++;
	return at;
}

static bool have_common_member(const struct relations *relations, int32_t i, int32_t i_end,
			       int32_t j, int32_t j_end)
{
	while (i < i_end && j < j_end) {
		int32_t a = relations->group[i].group, b = relations->group[j].group;

		if (a == b)
			return true;
		i += a < b;
		j += b < a;
	}
	return false;
}

bool relations_exclusive(const struct relations *relations, int32_t a, int32_t b)
{
	int32_t i = relations->group_row[a], i_end = relations->group_row[a + 1];
	int32_t j = relations->group_row[b], j_end = relations->group_row[b + 1];

	while (i < i_end && j < j_end && a != b) {
		int32_t set_i = relations->group[i].set, set_j = relations->group[j].set;
		int32_t next_i = end_of_set(relations, i, i_end);
		int32_t next_j = end_of_set(relations, j, j_end);

		if (set_i == set_j && !have_common_member(relations, i, next_i, j, next_j))
			return true;
		i = set_i <= set_j ? next_i : i;
		j = set_j <= set_i ? next_j : j;
	}
	return false;
}

/* The number of a pair, which is added when it isn't there yet. */
static enum status find_pair(struct relations *relations, int32_t launch, int32_t capture,
			     int32_t *out)
{
	int32_t edges[2] = {launch, capture}, n = relations->n_pairs;
	bool added;

	TRY(GROW(&relations->pair, &relations->pair_capacity, (int64_t)n + 1));
	TRY(GROW(&relations->known, &relations->known_capacity, (int64_t)n + 1));
	TRY(keys_add(&relations->edges, edges, out, &added));
	if (!added)
		return STATUS_OK;
	relations->pair[n] = (struct clock_pair){
		.launch = launch,
		.capture = capture,
		.uncertainty = {uncertainty_of(relations->constraints, capture, EARLY),
				uncertainty_of(relations->constraints, capture, LATE)}};
	relations->known[n] = false;
	relations->n_pairs++;
	return STATUS_OK;
}

/* In the order in which they were given, so that the last one stays. */
static enum status index_uncertainties(struct relations *relations)
{
	const struct constraints *constraints = relations->constraints;

	for (int32_t i = 0; i < constraints->n_uncertainties; i++) {
		const struct clock_uncertainty *u = &constraints->uncertainty[i];
		int32_t p;

		TRY(find_pair(relations, u->from, u->to, &p));
		for (int split = 0; split < N_SPLITS; split++) {
			if (!is_given(u->uncertainty[split]))
				continue;
			relations->pair[p].uncertainty[split] = u->uncertainty[split];
			relations->pair[p].inter_clock[split] = true;
		}
	}
	return STATUS_OK;
}

enum status relations_init(const struct constraints *constraints, struct relations *out)
{
	enum status status;

	*out = (struct relations){.constraints = constraints, .edges.width = 2 * sizeof(int32_t)};
	status = index_groups(out);
	if (status == STATUS_OK)
		status = index_uncertainties(out);
	if (status != STATUS_OK)
		relations_release(out);
	return status;
}

void relations_release(struct relations *relations)
{
	free(relations->group_row);
	free(relations->group);
	free(relations->pair);
	free(relations->known);
	keys_release(&relations->edges);
	names_release(&relations->group_name);
	*relations = (struct relations){0};
}

enum status relations_pair(struct relations *relations, int32_t launch_edge, int32_t capture_edge,
			   struct clock_pair *out)
{
	struct clock_pair *pair;
	int32_t p;

	TRY(find_pair(relations, launch_edge, capture_edge, &p));
	pair = &relations->pair[p];
	if (!relations->known[p]) {
		pair->exclusive = launch_edge >= 0 && capture_edge >= 0 &&
				  relations_exclusive(relations, launch_edge / N_EDGES,
						      capture_edge / N_EDGES);
		clock_relation(relations->constraints, launch_edge, capture_edge, &pair->relation);
		relations->known[p] = true;
	}
	*out = *pair;
	return STATUS_OK;
}
