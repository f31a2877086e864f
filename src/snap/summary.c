#include "snap/summary.h"

#include <stdlib.h>
#include <string.h>

#include "base/bits.h"

#define NO_SLACK INT64_MAX

static void release_summary(struct snap *snap)
{
	struct snap_summary *summary = (struct snap_summary *)snap;

	netlist_unref(summary->netlist);
	for (int32_t l = 0; l < summary->n_libraries; l++)
		free(summary->library[l].name);
	free(summary->library);
	free(summary->clock);
}

SNAP_MAKER(summary, release_summary)

SNAP_MAKER(totals, NULL)

const char *summary_file_mark(const struct summary_file *file, bool ascii)
{
	static const char *const marks[][2] = {{"–", "-"}, {"✓", "+"}, {"✗", "!"}};

	return marks[file->n_failed ? 2 : file->is_there][ascii];
}

void summary_add_count(struct snap_summary *summary, const char *what, int64_t n)
{
	if (n > 0 && summary->n_counts < SUMMARY_COUNTS)
		summary->count[summary->n_counts++] = (struct summary_count){what, n, false};
}

void summary_add_bad(struct snap_summary *summary, const char *what, int64_t n)
{
	int32_t at = FIRST(i, 0, summary->n_counts, !summary->count[i].bad);

	if (n <= 0 || summary->n_counts == SUMMARY_COUNTS)
		return;
	memmove(&summary->count[at + 1], &summary->count[at],
		(size_t)(summary->n_counts++ - at) * sizeof *summary->count);
	summary->count[at] = (struct summary_count){what, n, true};
}

/* ---- histograms ---- */

/* The worst slacks of one pin: by kind, and of all. */
struct worst {
	int32_t pin; /* -1 = none yet */
	int64_t slack[N_ENDPOINT_KINDS + 1];
};

/* A walk over all sinks. */
struct walk {
	struct summary_slacks *slacks;
	bool binning;                 /* into bins, else into sums */
	struct worst worst[N_SPLITS]; /* of the pin that it is at */
	int64_t most[N_SPLITS];       /* the largest of the worst slacks */
	int32_t n_none[N_SPLITS];     /* pins without a slack */
};

static void add_to_group(struct summary_group *group, int64_t slack)
{
	group->wns = group->n_endpoints++ ? min_i64(group->wns, slack) : slack;
	group->n_violated += slack < 0;
	group->tns += slack < 0 ? slack : 0;
}

/* A pin is complete. */
static void end_pin(struct walk *walk, int split)
{
	const struct histogram_axis *axis = &walk->slacks->axis[split];
	struct worst *worst = &walk->worst[split];

	walk->n_none[split] += worst->pin >= 0 && worst->slack[SUMMARY_ALL] == NO_SLACK;
	for (int kind = 0; kind <= SUMMARY_ALL; kind++) {
		struct summary_group *group = &walk->slacks->group[split][kind];
		int64_t slack = worst->slack[kind];

		worst->slack[kind] = NO_SLACK;
		if (slack == NO_SLACK)
			continue;
		walk->most[split] = max_i64(walk->most[split], slack);
		if (walk->binning)
			group->bin[(slack - axis->low) / axis->width]++;
		else
			add_to_group(group, slack);
	}
}

static void walk_sinks(struct walk *walk, const struct state_graph *states, const int64_t *slack)
{
	for (int split = 0; split < N_SPLITS; split++) {
		walk->worst[split].pin = -1;
		walk->most[split] = INT64_MIN;
		for (int kind = 0; kind <= SUMMARY_ALL; kind++)
			walk->worst[split].slack[kind] = NO_SLACK;
	}
	for (int32_t s = 0; s < states->graph->n_sinks; s++) {
		const struct endpoint *endpoint = &states->endpoint[s];
		int32_t pin = state_pin(states, states->graph->sink_vertex[s]);
		struct worst *worst = &walk->worst[endpoint->split];

		if (endpoint_is_false(states, endpoint))
			continue;
		if (pin != worst->pin)
			end_pin(walk, endpoint->split);
		worst->pin = pin;
		worst->slack[endpoint->kind] = min_i64(worst->slack[endpoint->kind], slack[s]);
		worst->slack[SUMMARY_ALL] = min_i64(worst->slack[SUMMARY_ALL], slack[s]);
	}
	for (int split = 0; split < N_SPLITS; split++)
		end_pin(walk, split);
}

int32_t summary_fill_slacks(struct summary_slacks *slacks, const struct state_graph *states,
			    const int64_t *slack)
{
	struct walk sums = {.slacks = slacks}, bins = {.slacks = slacks, .binning = true};

	walk_sinks(&sums, states, slack);
	for (int split = 0; split < N_SPLITS; split++) {
		const struct summary_group *all = &slacks->group[split][SUMMARY_ALL];

		if (all->n_endpoints)
			slacks->axis[split] =
				histogram_choose_axis(all->wns, sums.most[split], SUMMARY_BINS);
	}
	walk_sinks(&bins, states, slack);
	slacks->there = true;
	return sums.n_none[LATE];
}
