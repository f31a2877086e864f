#include "lib/same_ends.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gpu/credit/timing_slacks.h"

static bool differs(const char *what, int64_t at, int64_t ours, int64_t wanted)
{
	printf("# %s %lld: %lld, not %lld\n", what, (long long)at, (long long)ours,
	       (long long)wanted);
	return false;
}

static bool same_relation(const struct relation *a, const struct relation *b)
{
	return a->split == b->split && a->launch_edge == b->launch_edge &&
	       a->capture_edge == b->capture_edge && a->launch_time == b->launch_time &&
	       a->capture_time == b->capture_time && a->multicycle == b->multicycle &&
	       a->uncertainty == b->uncertainty && a->margin == b->margin &&
	       a->between_clocks == b->between_clocks && a->exception == b->exception &&
	       a->group == b->group;
}

static bool tell_relations(const struct relation *a, const struct relation *b, int32_t relation)
{
	const struct relation *both[] = {a, b};

	for (int i = 0; i < 2; i++)
		printf("# %s relation %d: split %d, edges %d at %lld to %d at %lld, multicycle %lld, "
		       "uncertainty %lld, margin %lld, exception %d, group %d\n",
		       i ? "not" : "there is", (int)relation, (int)both[i]->split,
		       (int)both[i]->launch_edge, (long long)both[i]->launch_time,
		       (int)both[i]->capture_edge, (long long)both[i]->capture_time,
		       (long long)both[i]->multicycle, (long long)both[i]->uncertainty,
		       (long long)both[i]->margin, (int)both[i]->exception, (int)both[i]->group);
	return false;
}

static bool same_endpoint(const struct endpoint *a, const struct endpoint *b)
{
	return a->kind == b->kind && a->split == b->split && a->relation == b->relation &&
	       a->clock == b->clock && a->reference == b->reference &&
	       a->clock_vertex == b->clock_vertex && a->table == b->table &&
	       a->output == b->output && a->external == b->external && a->latency == b->latency &&
	       a->constant == b->constant && a->derate == b->derate;
}

static bool same_groups(const struct state_graph *s, const struct state_graph *t)
{
	bool same = s->n_groups == t->n_groups || differs("groups", 0, s->n_groups, t->n_groups);

	for (int32_t g = 0; g < s->n_groups && same; g++)
		same = strcmp(s->group[g], t->group[g]) == 0 || differs("group", g, 0, 0);
	same = same && (s->n_relations == t->n_relations ||
			differs("relations", 0, s->n_relations, t->n_relations));
	for (int32_t r = 0; r < s->n_relations && same; r++)
		same = same_relation(&s->relation[r], &t->relation[r]) ||
		       tell_relations(&s->relation[r], &t->relation[r], r);
	return same;
}

static bool tell_endpoints(const struct endpoint *a, const struct endpoint *b, int32_t end)
{
	const struct endpoint *both[] = {a, b};

	for (int i = 0; i < 2; i++)
		printf("# %s end %d: kind %d split %d relation %d clock %d of %d table %d output %d external %lld "
		       "latency %lld constant %lld derate %g\n",
		       i ? "not" : "there is", (int)end, (int)both[i]->kind, (int)both[i]->split,
		       (int)both[i]->relation, (int)both[i]->clock, (int)both[i]->clock_vertex,
		       (int)both[i]->table, (int)both[i]->output, (long long)both[i]->external,
		       (long long)both[i]->latency, (long long)both[i]->constant, both[i]->derate);
	return false;
}

static struct device_endpoint *read_endpoints(struct queue *queue, const struct timing *t)
{
	int64_t bytes = t->image->device_states.n_sinks * (int64_t)sizeof(struct device_endpoint);
	struct device_endpoint *end = malloc((size_t)bytes + 1);

	if (!end)
		abort();
	queue_download(queue, end, t->image->d_endpoint, bytes);
	if (queue_sync(queue) != STATUS_OK)
		abort();
	return end;
}

/* What kernels have of them. */
static bool same_on_device(struct queue *queue, const struct timing *a, const struct timing *b)
{
	struct device_endpoint *x = read_endpoints(queue, a), *y = read_endpoints(queue, b);
	bool same = true;

	for (int32_t i = 0; i < b->image->states->graph->n_sinks && same; i++)
		same = (x[i].constant == y[i].constant && x[i].derate == y[i].derate &&
			x[i].group == y[i].group && x[i].split == y[i].split &&
			x[i].table == y[i].table && x[i].pin == y[i].pin) ||
		       differs("end on the device", i, x[i].group, y[i].group);
	free(x);
	free(y);
	return same;
}

bool same_ends(struct queue *queue, const struct timing *a, const struct timing *b)
{
	const struct state_graph *s = a->image->states, *t = b->image->states;
	int32_t n = s->graph->n_sinks, levels = a->image->image->n_levels;
	bool same = same_groups(s, t) &&
		    (n == t->graph->n_sinks || differs("ends", 0, n, t->graph->n_sinks));

	for (int32_t i = 0; i < n && same; i++) {
		same = s->graph->sink_vertex[i] == t->graph->sink_vertex[i] ||
		       differs("end's state", i, s->graph->sink_vertex[i],
			       t->graph->sink_vertex[i]);
		same = same && (same_endpoint(&s->endpoint[i], &t->endpoint[i]) ||
				tell_endpoints(&s->endpoint[i], &t->endpoint[i], i));
		same = same &&
		       (timing_sink_slack(a, i) == timing_sink_slack(b, i) ||
			differs("slack", i, timing_sink_slack(a, i), timing_sink_slack(b, i)));
	}
	same = same && same_on_device(queue, a, b);
	same = same && (levels == b->image->image->n_levels ||
			differs("levels", 0, levels, b->image->image->n_levels));
	for (int32_t p = 0; p < s->graph->n_sources && same; p++)
		same = s->graph->source_vertex[p] == t->graph->source_vertex[p] ||
		       differs("source", p, 0, 0);
	return same;
}
