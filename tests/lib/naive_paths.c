#include "naive_paths.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"

enum { MOST_PASSES = 40 }; /* until what leaves latches has settled */

/* One path under way, from its startpoint to where it is now. */
struct walk {
	struct naive_paths *out;
	const struct naive *naive;
	int64_t most;
	bool endless;           /* what leaves latches doesn't settle, or a path comes round */
	struct naive_path path; /* its vertices and arcs are those below */
	int64_t vertex_capacity, arc_capacity;
};

static void must(enum status status)
{
	if (status != STATUS_OK)
		abort();
}

/* ---- walking ---- */

static void keep(void *context, const struct naive_path *path)
{
	struct walk *w = context;
	struct naive_paths *out = w->out;
	struct naive_path *kept;

	out->timing.n_bad += path->required == NAIVE_NONE;
	if (out->n > w->most)
		return;
	must(GROW(&out->path, &out->capacity, out->n + 1));
	kept = &out->path[out->n++];
	*kept = *path;
	must(ALLOC(&kept->vertex, path->n_vertices));
	must(ALLOC(&kept->arc, path->n_vertices));
	memcpy(kept->vertex, path->vertex, (size_t)path->n_vertices * sizeof *path->vertex);
	if (path->n_vertices > 1)
		memcpy(kept->arc, path->arc, (size_t)(path->n_vertices - 1) * sizeof *path->arc);
	naive_credit(w->naive, kept);
}

static void come_early(void *context, const struct naive_path *path)
{
	struct walk *w = context;

	naive_come_early(w->out, path);
}

static void put(struct walk *w, int32_t vertex, int64_t arc)
{
	struct naive_path *p = &w->path;

	must(GROW(&p->vertex, &w->vertex_capacity, (int64_t)p->n_vertices + 1));
	must(GROW(&p->arc, &w->arc_capacity, (int64_t)p->n_vertices + 1));
	p->vertex[p->n_vertices++] = vertex;
	if (p->n_vertices > 1)
		p->arc[p->n_vertices - 2] = arc;
}

/* Data begins with a launch arc at a register, and passes no other. */
static bool leads_on(const struct walk *w, const struct naive_arc *arc, bool launches)
{
	return arc->split == w->path.split && (arc->kind == NAIVE_LAUNCH) == launches &&
	       arc->delay != NAIVE_NONE && !naive_is_source(w->naive, arc->to / 2) &&
	       !naive_segment_cuts(w->naive, arc, w->path.n_vertices == 1);
}

static void walk(struct walk *w, bool launches);

static void take(struct walk *w, int64_t arc)
{
	struct naive_path *p = &w->path;

	put(w, w->naive->arc[arc].to, arc);
	p->arrival += w->naive->arc[arc].delay;
	walk(w, false);
	p->arrival -= w->naive->arc[arc].delay;
	p->n_vertices--;
}

/* From a latch's data input, by the arcs through it that an edge of the enable opens. */
static void walk_latch(struct walk *w, int32_t opens)
{
	const struct naive *n = w->naive;
	const struct naive_path *p = &w->path;

	for (int64_t a = n->n_arcs; a < n->n_arcs + n->n_latch_arcs && w->out->n <= w->most; a++) {
		const struct naive_arc *arc = &n->arc[a];

		if (arc->from == p->vertex[0] && arc->closes == (opens ^ 1) &&
		    arc->split == p->split && arc->delay != NAIVE_NONE &&
		    !naive_is_source(n, arc->to / 2))
			take(w, a);
	}
}

static void walk(struct walk *w, bool launches)
{
	const struct naive *n = w->naive;
	struct naive_path *p = &w->path;
	int32_t v = p->vertex[p->n_vertices - 1];

	/* a latch that is always open may close a loop, which nothing here breaks */
	w->endless |= p->n_vertices > n->n_vertices;
	if (w->endless)
		return;

	if (!launches)
		naive_ends(n, p, keep, w);
	if (!launches && p->split == EARLY && w->out->n_departures) {
		p->split = LATE;
		naive_ends(n, p, come_early, w);
		p->split = EARLY;
	}
	for (int64_t j = n->out_row[v]; j < n->out_row[v + 1] && w->out->n <= w->most; j++) {
		const struct naive_arc *arc = &n->arc[n->out_arc[j]];

		if (leads_on(w, arc, launches))
			take(w, n->out_arc[j]);
	}
}

static void start(void *context, const struct naive_start *from)
{
	struct walk *w = context;

	w->path.launch = from->launch;
	w->path.arrival = from->arrival;
	w->path.latency = from->latency;
	w->path.of_clock = from->is_clock;
	w->path.of_latch = false;
	w->path.input_delay = from->input_delay;
	w->path.n_vertices = 0;
	put(w, from->vertex, -1);
	w->path.of_register = from->is_register;
	walk(w, from->is_register);
}

static void start_departures(struct walk *w)
{
	const struct naive *n = w->naive;

	for (int64_t i = 0; i < w->out->n_departures; i++) {
		const struct naive_departure *d = &w->out->departure[i];
		struct naive_path *p = &w->path;
		int64_t opening = naive_clock_arrival(n, d->edge, EARLY, d->opens);

		if (d->arrival[p->split] == NAIVE_NONE)
			continue;
		p->launch = d->edge;
		p->arrival = d->arrival[p->split];
		p->latency =
			opening -
			llround(n->in.constraints->clock[d->edge / 2].time[d->edge % 2] * 1000);
		p->of_clock = false;
		p->of_register = false;
		p->of_latch = true;
		p->enable = d->opens;
		p->input_delay = -1;
		p->n_vertices = 0;
		put(w, d->vertex, -1);
		walk_latch(w, d->opens);
	}
}

/* ---- order ---- */

int64_t naive_slack(const struct naive_path *path, enum naive_cppr cppr)
{
	return path->slack + (cppr == N_NAIVE_CPPR ? 0 : path->credit[cppr]);
}

static enum naive_cppr sorted_by; /* qsort() takes no context */

static int compare_numbers(int64_t a, int64_t b)
{
	return a < b ? -1 : a > b;
}

static int compare_shapes(const struct naive_path *x, const struct naive_path *y)
{
	int c = strcmp(x->group, y->group);

	for (int32_t i = 0; i < x->n_vertices && i < y->n_vertices && !c; i++)
		c = compare_numbers(x->vertex[i], y->vertex[i]);
	c = c ? c : compare_numbers(x->n_vertices, y->n_vertices);
	for (int32_t i = 0; i + 1 < x->n_vertices && !c; i++)
		c = compare_numbers(x->arc[i], y->arc[i]);
	return c;
}

static int compare_paths(const void *a, const void *b)
{
	const struct naive_path *x = a, *y = b;
	int c = compare_numbers(naive_slack(x, sorted_by), naive_slack(y, sorted_by));

	c = c ? c : compare_numbers(x->split, y->split);
	c = c ? c : compare_shapes(x, y);
	c = c ? c : compare_numbers(x->launch, y->launch);
	c = c ? c : compare_numbers(x->capture, y->capture);
	c = c ? c : compare_numbers(x->end, y->end);
	c = c ? c : compare_numbers(x->end_id, y->end_id);
	c = c ? c : compare_numbers(x->reference, y->reference);
	return c ? c : compare_numbers(x->input_delay, y->input_delay);
}

void naive_sort(struct naive_path *path, int64_t n, enum naive_cppr cppr)
{
	sorted_by = cppr;
	if (n > 0)
		qsort(path, (size_t)n, sizeof *path, compare_paths);
}

/* ---- all of it ---- */

static void free_paths(struct naive_paths *paths)
{
	for (int64_t i = 0; i < paths->n; i++) {
		free(paths->path[i].vertex);
		free(paths->path[i].arc);
	}
	paths->n = 0;
}

void naive_paths_release(struct naive_paths *paths)
{
	free_paths(paths);
	free(paths->path);
	free(paths->departure);
	naive_release(&paths->timing);
	*paths = (struct naive_paths){0};
}

bool naive_paths(const struct naive_input *in, int64_t most, struct naive_paths *out)
{
	struct walk w = {.out = out, .most = most};

	*out = (struct naive_paths){0};
	naive_timing(&out->timing, in);
	w.naive = &out->timing;
	if (out->timing.n_bad)
		return false;
	naive_list_references(&out->timing);
	naive_list_departures(out);
	for (int pass = 0; pass == 0 || naive_leave(out); pass++) {
		free_paths(out);
		for (int split = 0; split < N_SPLITS && in->constraints; split++) {
			w.path.split = (enum split)split;
			naive_starts(&out->timing, w.path.split, start, &w);
			start_departures(&w);
		}
		w.endless |= pass == MOST_PASSES; /* a loop that gains time */
		if (w.endless || out->n > most || out->timing.n_bad)
			break;
	}
	free(w.path.vertex);
	free(w.path.arc);
	if (w.endless || out->n > most || out->timing.n_bad) {
		free_paths(out);
		return false;
	}
	naive_sort(out->path, out->n, N_NAIVE_CPPR);
	return true;
}

/* ---- what a report takes of them ---- */

/* Is a path in a group, or in just this set of them? */
static bool is_in(const struct naive_path *path, const char *group)
{
	size_t length = strlen(group);

	for (const char *at = path->group; at; at = (at = strchr(at, '\n')) ? at + 1 : NULL) {
		if (strncmp(at, group, length) == 0 && (!at[length] || at[length] == '\n') &&
		    (!strchr(group, '\n') || strcmp(path->group, group) == 0))
			return true;
	}
	return false;
}

static bool is_wanted(const struct naive_path *path, const struct naive_query *query)
{
	int64_t slack = naive_slack(path, query->cppr);

	return path->split == query->split && slack >= query->slack_min &&
	       slack <= query->slack_max && (!query->group || is_in(path, query->group)) &&
	       (!query->filter || naive_is_asked_for(query->filter, path));
}

/* Through the same pins; with edges also by the same edges. */
static bool same_pins(const struct naive_path *a, const struct naive_path *b, bool edges)
{
	bool same = a->n_vertices == b->n_vertices;

	for (int32_t i = 0; i < a->n_vertices && same; i++)
		same = edges ? a->vertex[i] == b->vertex[i] : a->vertex[i] / 2 == b->vertex[i] / 2;
	return same;
}

/* Of those that are taken already, does one through the same pins, or do too many, keep this out?
 */
static bool is_crowded_out(const struct naive_paths *paths, const struct naive_query *query,
			   const int64_t *index, int64_t n, const struct naive_path *path)
{
	int32_t pin = path->vertex[path->n_vertices - 1] / 2;
	int64_t in_group = 0, at_pin = 0;

	for (int64_t i = 0; i < n; i++) {
		const struct naive_path *other = &paths->path[index[i]];

		if (!query->group && strcmp(other->group, path->group) != 0)
			continue;
		in_group++;
		at_pin += other->vertex[other->n_vertices - 1] / 2 == pin;
		if (query->unique && same_pins(other, path, query->unique == 2))
			return true;
	}
	return in_group >= query->per_group || at_pin >= query->per_endpoint;
}

int64_t naive_select(struct naive_paths *paths, const struct naive_query *query, int64_t *index)
{
	int64_t n = 0;

	naive_sort(paths->path, paths->n, query->cppr);
	for (int64_t i = 0; i < paths->n; i++) {
		if (is_wanted(&paths->path[i], query) &&
		    !is_crowded_out(paths, query, index, n, &paths->path[i]))
			index[n++] = i;
	}
	return n;
}
