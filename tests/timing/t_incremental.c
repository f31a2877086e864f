/*
 * Timing after edits against timing that is built again: random constrained designs get one random edit of their constraints
 * after another, and whatever the edited timing has (arrivals, required times, slews, delays, loads, ends, groups, paths in
 * their order with credit and without, through filters, slacks of endpoints) is what a timing has that is built
 * from the same constraints. And each product that it says is up to date has the bytes that it has when it is made again.
 *
 * `t_incremental STATE GATES [odd|even [SCALE [any]]]` runs one design.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "gpu/credit/timing_pin_slacks.h"
#include "gpu/credit/timing_slacks.h"
#include "gpu/delay/timing_retime.h"
#include "gpu/image/tag_spreader.h"
#include "gpu/inspect/endpoint_list.h"
#include "gpu/timing/timing_annotations.h"
#include "gpu/timing/timing_edit.h"
#include "gpu/timing/timing_paths.h"
#include "gpu/timing/timing_restate.h"
#include "gpu/timing/timing_touched.h"
#include "lib/devices.h"
#include "lib/found.h"
#include "lib/random_design.h"
#include "lib/random_edits.h"
#include "lib/remade.h"
#include "lib/same_ends.h"
#include "lib/stored.h"
#include "lib/tap.h"
#include "lib/timed.h"

enum { EDITS = 8, MOST_PATHS = 300 };

struct totals {
	int designs, edits, kept, restated, filled, several, bad, wrong, remade, away, left;
	int64_t paths;
};

static void must(enum status status)
{
	if (status != STATUS_OK)
		abort();
}

static bool differs(const char *what, int64_t at, int64_t ours, int64_t wanted)
{
	printf("# %s %lld: %lld, not %lld\n", what, (long long)at, (long long)ours,
	       (long long)wanted);
	return false;
}

/* ---- states ---- */

static bool same_times(const struct timing *a, const struct timing *b)
{
	const struct state_graph *s = a->image->states, *t = b->image->states;
	int32_t n = s->graph->n_vertices;
	bool same = n == t->graph->n_vertices || differs("states", 0, n, t->graph->n_vertices);

	for (int64_t i = 0; i < 2 * (int64_t)n && same; i++) {
		int32_t v = (int32_t)(i / 2);
		enum split split = (enum split)(i % 2);

		same = state_vertex(s, v) == state_vertex(t, v) ||
		       differs("vertex", v, state_vertex(s, v), state_vertex(t, v));
		same = same && (timing_arrival(a, v, split) == timing_arrival(b, v, split) ||
				differs("arrival", i, timing_arrival(a, v, split),
					timing_arrival(b, v, split)));
		same = same && (timing_required(a, v, split) == timing_required(b, v, split) ||
				differs("required", i, timing_required(a, v, split),
					timing_required(b, v, split)));
	}
	return same;
}

static bool same_delays(struct timing *a, struct timing *b)
{
	const struct graph *g = a->image->graph->graph;
	int32_t n_nets = a->image->graph->netlist->n_nets;
	bool same = g->n_arcs == b->image->graph->graph->n_arcs;

	must(timing_read_arc_places(a));
	must(timing_read_arc_places(b));
	for (int64_t i = 0; i < 2 * (int64_t)g->n_arcs && same; i++) {
		int64_t x = timing_graph_arc_delay(a, (int32_t)(i / 2), (enum split)(i % 2));
		int64_t y = timing_graph_arc_delay(b, (int32_t)(i / 2), (enum split)(i % 2));

		same = x == y || differs("delay", i, x, y);
	}
	for (int64_t i = 0; i < 2 * (int64_t)g->n_vertices && same; i++) {
		double x = timing_vertex_slew(a, (int32_t)(i / 2), (enum split)(i % 2));
		double y = timing_vertex_slew(b, (int32_t)(i / 2), (enum split)(i % 2));

		same = x == y || differs("slew", i, (int64_t)(x * 1000), (int64_t)(y * 1000));
	}
	for (int64_t i = 0; i < 4 * (int64_t)n_nets && same; i++)
		same = a->load[i] == b->load[i] || differs("load", i, 0, 0);
	return same;
}

/* ---- endpoints and totals ---- */

static bool same_list(struct test_device *d, struct timing *a, struct timing *b, enum split split,
		      enum credit_mode mode)
{
	const struct endpoint_filter choice = {
		.split = split, .before = mode == CREDIT_NONE, .kind = -1, .group = -1};
	const struct state_graph *s = a->image->states, *t = b->image->states;
	struct endpoint_list x, y;
	bool same;

	if (mode != CREDIT_NONE) {
		must(timing_need_slacks(a, mode, SLACKS_OF_BOTH, &d->task));
		must(timing_need_slacks(b, mode, SLACKS_OF_BOTH, &d->task));
	}
	must(endpoint_list_read(a, d->queue, &choice, 0, 10000, &x));
	must(endpoint_list_read(b, d->queue, &choice, 0, 10000, &y));
	same = x.n == y.n && x.n_violated == y.n_violated && x.n_all == y.n_all;
	same = same || differs("endpoints", mode, x.n, y.n);
	for (int64_t i = 0; i < x.n && same; i++)
		same = (x.slack[i] == y.slack[i] &&
			s->graph->sink_vertex[x.sink[i]] == t->graph->sink_vertex[y.sink[i]]) ||
		       differs("endpoint's slack", i, x.slack[i], y.slack[i]);
	endpoint_list_release(&x);
	endpoint_list_release(&y);
	return same;
}

static bool same_worst(const struct timing *a, const struct timing *b, enum split split)
{
	struct timing_totals x = timing_worst(a, split, N_ENDPOINT_KINDS);
	struct timing_totals y = timing_worst(b, split, N_ENDPOINT_KINDS);

	return (x.wns == y.wns && x.tns == y.tns && x.n_endpoints == y.n_endpoints &&
		x.n_violated == y.n_violated) ||
	       differs("worst", split, x.wns, y.wns);
}

/* ---- paths ---- */

static void find(struct test_device *d, struct timing *t, struct image *image,
		 const struct path_graph *paths, struct path_image *part, enum split split,
		 enum credit_mode mode, struct found *out)
{
	struct search_options options = SEARCH_OPTIONS_INIT;
	struct device_credit credit;

	*out = (struct found){0};
	options.k = MOST_PATHS;
	options.early = split == EARLY;
	if (timing_counts_credit(t, mode)) {
		must(timing_credit(t, split, mode, part, &credit));
		options.credit = &credit;
	}
	found_search(out, d->queue, t, image, paths, &options);
}

static bool is_same_path(const struct found_path *a, const struct found_path *b)
{
	return a->slack == b->slack && a->credit == b->credit && a->required == b->required &&
	       a->kind == b->kind && strcmp(a->group, b->group) == 0 && a->launch == b->launch &&
	       a->capture == b->capture && a->clock == b->clock &&
	       a->delay_exception == b->delay_exception && a->n == b->n &&
	       memcmp(a->vertex, b->vertex, (size_t)a->n * sizeof *a->vertex) == 0 &&
	       memcmp(a->arrival, b->arrival, (size_t)a->n * sizeof *a->arrival) == 0;
}

/* In their order. */
static bool same_found(struct found *a, struct found *b, struct totals *totals)
{
	bool same = a->n == b->n || differs("paths", 0, a->n, b->n);

	for (int64_t i = 0; i < a->n && same; i++) {
		same = is_same_path(&a->path[i], &b->path[i]);
		if (!same) {
			found_tell("there is", &a->path[i]);
			found_tell("not", &b->path[i]);
		}
	}
	totals->paths += a->n;
	found_release(a);
	found_release(b);
	return same;
}

static bool same_all_paths(struct test_device *d, struct timing *a, struct timing *b,
			   enum split split, enum credit_mode mode, struct totals *totals)
{
	struct timing *both[] = {a, b};
	struct found found[2];

	for (int i = 0; i < 2; i++) {
		struct image *image;

		must(timing_search_image(both[i], split, &image));
		find(d, both[i], image, NULL, NULL, split, mode, &found[i]);
	}
	return same_found(&found[0], &found[1], totals);
}

/* Of a filter, with its options. */
static bool same_part(struct test_device *d, struct timing *a, struct timing *b, enum split split,
		      const struct path_filter *filter, struct totals *totals)
{
	struct timing *both[] = {a, b};
	struct text warnings[2] = {TEXT_INIT, TEXT_INIT};
	struct found found[2];
	bool same;

	for (int i = 0; i < 2; i++) {
		struct path_image *paths;

		must(timing_path_image(both[i],
				       &(struct timing_query){.split = split, .filter = filter},
				       &warnings[i], &d->task, &paths));
		must(path_image_need_paths(paths));
		find(d, both[i], paths->image, paths->paths, paths, split, CREDIT_NONE, &found[i]);
	}
	same = strcmp(text_string(&warnings[0]), text_string(&warnings[1])) == 0;
	if (!same)
		printf("# warnings: %s# not %s", text_string(&warnings[0]),
		       text_string(&warnings[1]));
	text_release(&warnings[0]);
	text_release(&warnings[1]);
	return same_found(&found[0], &found[1], totals) && same;
}

static bool same_paths(struct test_device *d, struct timing *a, struct timing *b,
		       const struct random_design *design, struct totals *totals)
{
	static const enum credit_mode modes[] = {CREDIT_NONE, CREDIT_OPENSTA, CREDIT_TAU};
	struct path_filter filter;
	bool same = true;

	if (!a->image->states->graph->n_sources || !a->image->states->graph->n_sinks)
		return true;
	random_filter(design->constraints, design->netlist, false, &filter);
	/* mostly of one split, as is usual: then weights and forest are those of before */
	for (int split = 0; split < N_SPLITS && same; split++) {
		if (random_one_in(split == LATE ? 6 : 2))
			continue;
		for (int m = 0; m < 3 && same; m++)
			same = same_all_paths(d, a, b, (enum split)split, modes[m], totals) &&
			       same_list(d, a, b, (enum split)split, modes[m]);
		same = same && same_part(d, a, b, (enum split)split, NULL, totals) &&
		       same_part(d, a, b, (enum split)split, &filter, totals);
	}
	path_filter_release(&filter);
	return same;
}

/* ---- edits ---- */

/* A design that is edited. */
struct edited {
	struct random_design design;
	struct constraints *first;       /* owned reference: without any edit */
	struct constraints *stated;      /* owned reference: of which states were made again last */
	struct annotations *annotations; /* owned */
	struct timing *timing;
	bool odd, plain, begun, annotated;
	struct stored_design opened; /* what the first timing is of, if that is of a file */
};

/* Of graphs as they are built, or as a file has them. */
static struct timing *build(struct test_device *d, const struct edited *e,
			    const struct totals *totals, struct stored_design *opened)
{
	const struct timing_settings settings = {
		totals->designs % 3 == 1 ? DELAY_DMP : DELAY_ELMORE, false, true};
	struct text warnings = TEXT_INIT;
	struct timing_graph *graph;
	struct state_graph *states;
	struct timing *t;

	must(timing_graph_new(e->design.netlist, e->design.constraints, &warnings, &d->task,
			      &graph));
	must(tag_spreader_states(d->queue, graph, totals->designs % 4 == 0, &d->task, &states));
	text_release(&warnings);
	if (opened)
		stored_again(&d->task, &e->design, &graph, &states, opened);
	must(timing_new(d->queue, graph, states, &t));
	if (timed_has_wires(&e->design))
		must(timed_put_wires(&d->task, &e->design, t));
	timing_set(t, &settings);
	must(timing_set_annotations(t, e->annotations));
	if (totals->designs % 2) /* as a session does */
		timing_graph_forget_places(t->image->graph);
	return t;
}

/* Both have numbers that make sense, or neither. */
static bool read_both(struct timing *a, struct timing *b, bool *sensible)
{
	enum status x = timing_read(a), y = timing_read(b);

	*sensible = x == STATUS_OK && y == STATUS_OK;
	return x == y;
}

static bool same_timing(struct test_device *d, const struct edited *e, struct totals *totals)
{
	struct timing *a = e->timing, *b = build(d, e, totals, NULL);
	bool sensible, same = read_both(a, b, &sensible);

	totals->bad += !sensible;
	if (same && sensible)
		same = same_ends(d->queue, a, b) && same_times(a, b) && same_delays(a, b) &&
		       same_worst(a, b, EARLY) && same_worst(a, b, LATE) &&
		       same_paths(d, a, b, &e->design, totals);
	timing_free(b);
	return same;
}

/* An arc of the timing graph, a check or a slew, to annotate; false = there is none. */
static bool random_key(const struct timing_graph *graph, bool slews, struct annotation_key *key)
{
	if (slews && random_one_in(8)) {
		int32_t vertex = (int32_t)random_below(2 * (int64_t)graph->netlist->n_pins);

		*key = (struct annotation_key){ANNOTATED_SLEW, vertex, vertex, -1};
		return true;
	}
	if (graph->n_checks && random_one_in(3)) {
		*key = timing_check_key(&graph->check[random_below(graph->n_checks)]);
		return true;
	}
	if (graph->graph->n_arcs)
		*key = timing_arc_key(graph, (int32_t)random_below(graph->graph->n_arcs));
	return graph->graph->n_arcs > 0;
}

/* Say something of one or a few arcs and checks, or of a slew. */
static void say(struct edited *e, struct annotations *changed)
{
	struct annotation_key key;
	int n = random_one_in(3) ? 3 : 1;

	for (int i = 0; i < n && random_key(e->timing->image->graph, e->annotated, &key); i++) {
		double ps = random_eighths(key.what == ANNOTATED_CHECK ? -20 : 0, 80);

		for (int split = 0; split < N_SPLITS; split++) {
			enum annotation_mode mode =
				random_one_in(4) && (key.what == ANNOTATED_WIRE ||
						     key.what == ANNOTATED_ARC)
					? ANNOTATION_ADDS
					: ANNOTATION_SETS;

			if (random_one_in(4))
				continue;
			must(annotations_put(e->annotations, &key, (enum split)split,
					     (int64_t)(1000 * ps), mode));
			must(annotations_put(changed, &key, (enum split)split, 0, ANNOTATION_SETS));
		}
	}
}

static void annotate(struct edited *e)
{
	struct annotations *changed;
	bool done;

	must(annotations_new(&changed));
	say(e, changed);
	must(timing_change_annotations(e->timing, e->annotations, changed, &done));
	if (!done)
		must(timing_set_annotations(e->timing, e->annotations));
	annotations_free(changed);
}

/* Once states were made again, before anything is computed. */
static void annotate_otherwise(struct edited *e)
{
	struct annotations *changed;

	must(annotations_new(&changed));
	if (random_one_in(2))
		annotations_drop(e->annotations, (enum annotated)random_below(N_ANNOTATED));
	else
		say(e, changed);
	must(timing_set_annotations(e->timing, e->annotations));
	annotations_free(changed);
}

/* With the wires and loads that there are, if they stay. */
static bool fill(struct test_device *d, struct edited *e, const struct totals *totals)
{
	struct text warnings = TEXT_INIT;
	struct timing_graph *graph;
	struct state_graph *states;

	if (!timing_keeps_wires(e->timing, e->design.constraints))
		return false;
	timing_strip(e->timing);
	must(timing_graph_new(e->design.netlist, e->design.constraints, &warnings, &d->task,
			      &graph));
	must(tag_spreader_states(d->queue, graph, totals->designs % 4 == 0, &d->task, &states));
	must(timing_fill(e->timing, graph, states));
	text_release(&warnings);
	return true;
}

/* Slacks with credit and the worst path to each endpoint need no arcs of states on the host. */
static void find_worst(struct test_device *d, struct timing *timing, struct totals *totals)
{
	const struct timing_query query = {.split = LATE, .backward = true};
	struct path_image *paths;

	if (!timing->image->states->away)
		return;
	must(timing_need_slacks(timing, CREDIT_OPENSTA, SLACKS_OF_BOTH, &d->task));
	must(timing_path_image(timing, &query, NULL, &d->task, &paths));
	must(path_image_need_ends(paths));
	totals->away++;
	totals->left += timing->image->states->away != NULL;
}

/* Only the states are built again, if that is enough, or only the graphs. */
static bool restate(struct test_device *d, struct edited *e, struct totals *totals)
{
	bool done;

	if (e->annotated && random_one_in(3)) {
		timing_outdate(e->timing, TIMING_ARRIVALS); /* as a design does of a stale timing */
		annotate(e);
	}
	must(timing_restate(e->timing, e->design.constraints, totals->designs % 4 == 0, &d->task,
			    &done));
	totals->restated += done;
	if (done) {
		constraints_unref(e->stated);
		e->stated = constraints_ref(e->design.constraints);
	}
	if (!done) {
		done = fill(d, e, totals);
		totals->filled += done;
	}
	if (!done)
		return false;
	if (e->annotated && random_one_in(3))
		annotate_otherwise(e);
	else
		must(timing_renew_annotations(e->timing, e->annotations));
	find_worst(d, e->timing, totals);
	return true;
}

/* Other constraints for what *timing is by; false = that needs a rebuild. */
static bool constrain(struct test_device *d, struct edited *e, struct totals *totals,
		      const char **what)
{
	/* undone together with the next edit: what the states were made of last */
	struct constraints *from = e->stated && random_one_in(5) ? e->stated
				   : random_one_in(10)           ? e->first
								 : e->design.constraints;
	struct constraints *now;
	enum timing_edited edited;
	bool wires;

	must(constraints_copy(from, &now));
	*what = e->begun && !random_one_in(8)   ? random_begun(now, e->design.netlist)
		: e->plain && !random_one_in(3) ? random_false(now, e->design.netlist)
						: random_edit(now, e->design.netlist, e->odd);
	must(timing_edit(e->timing, now, &wires, &edited));
	constraints_unref(e->design.constraints);
	e->design.constraints = now;
	if (edited == EDIT_DONE && wires)
		must(timed_put_wires(&d->task, &e->design, e->timing));
	return edited == EDIT_DONE || (edited == EDIT_REFUSED && restate(d, e, totals));
}

static void build_anew(struct test_device *d, struct edited *e, const struct totals *totals,
		       bool of_file)
{
	timing_free(e->timing);
	stored_design_release(&e->opened);
	e->timing = build(d, e, totals, of_file ? &e->opened : NULL);
	if (random_one_in(2))
		(void)timing_update(e->timing);
}

/* Ask for what nothing else here asks for. */
static void ask_more(struct timing *timing)
{
	enum split split = random_one_in(2) ? EARLY : LATE;
	struct device_credit credit;

	must(timing_need_pin_slacks(timing, CREDIT_OPENSTA, split));
	must(timing_bound_credit(timing, split, CREDIT_OPENSTA, NULL, &credit));
}

/* What the edited timing says it has, whatever it kept, is what it makes again. */
static bool same_again(struct test_device *d, struct timing *timing, struct totals *totals)
{
	bool same;
	int n;

	if (timing_update(timing) != STATUS_OK)
		return true;
	same = remade_alike(d, timing, &n);
	totals->remade += n;
	if (random_one_in(2))
		ask_more(timing);
	return same;
}

static bool edit(struct test_device *d, struct edited *e, struct totals *totals)
{
	const char *what = "annotations";
	bool done = true, same = true;

	totals->edits++;
	if (random_one_in(8))
		build_anew(d, e, totals, true);
	if (random_one_in(e->annotated ? 2 : 6))
		annotate(e);
	else
		done = constrain(d, e, totals, &what);
	if (done) {
		totals->kept++;
		totals->several += !e->timing->image->states->is_timing_graph;
		/* several may come before anything is computed */
		same = random_one_in(3) ? same_again(d, e->timing, totals)
					: random_one_in(4) || same_timing(d, e, totals);
	} else {
		build_anew(d, e, totals, false);
	}
	if (!same)
		printf("# edit %d: %s\n", totals->edits, what);
	return same;
}

/* Edits of a design with constraints. */
static bool check_edits(struct test_device *d, struct edited *e, struct totals *totals)
{
	bool same = true;

	e->first = constraints_ref(e->design.constraints);
	must(annotations_new(&e->annotations));
	e->timing = build(d, e, totals, random_one_in(3) ? &e->opened : NULL);
	(void)timing_update(e->timing);
	for (int i = 0; i < EDITS && same; i++)
		same = edit(d, e, totals);
	timing_free(e->timing);
	stored_design_release(&e->opened);
	annotations_free(e->annotations);
	constraints_unref(e->first);
	constraints_unref(e->stated);
	return same;
}

static bool check_state(struct test_device *d, uint64_t state, const struct random_options *options,
			struct totals *totals)
{
	struct edited e = {.odd = options->odd};
	bool same = true;

	random_seed(state);
	random_design(options, &e.design);
	if (e.design.early && state % 5 == 0)
		random_thresholds(e.design.early);
	e.begun = state % 4 == 1 && e.design.constraints;
	e.annotated = state % 7 == 3;
	e.plain = (state % 4 == 2 || state % 8 == 0) && e.design.constraints;
	if (e.plain || e.begun)
		random_plain(e.design.constraints);
	totals->designs++;
	if (e.design.constraints)
		same = check_edits(d, &e, totals);
	random_design_release(&e.design);
	totals->wrong += !same;
	if (!same)
		printf("# wrong: %s, state %llu, %d gates%s%s\n", d->name,
		       (unsigned long long)state, (int)options->n_instances,
		       options->odd ? ", odd" : "", options->constrained ? "" : ", TAU");
	return same;
}

static void check_numbered(struct test_device *d, int i, struct totals *totals)
{
	struct random_options options = {.n_instances = 1 + i % 13,
					 .scale = 1,
					 .odd = i % 3 == 2,
					 .constrained = i % 8 > 0,
					 .latches = i % 11 == 0,
					 .data_checks = i % 11 == 1,
					 .two_sided = i % 8 == 5};

	check_state(d, (uint64_t)i, &options, totals);
}

static void check_random(struct test_device *d, int n)
{
	/* all ends went; ends of checks and at outputs that come back together */
	static const int once_wrong[] = {912, 1314};
	struct totals t = {0};

	for (int i = 0; i < n && t.wrong < 5; i++)
		check_numbered(d, i, &t);
	for (size_t i = 0; i < sizeof once_wrong / sizeof *once_wrong; i++)
		check_numbered(d, once_wrong[i], &t);
	OK(t.wrong == 0,
	   "%s: %d of %d edits of %d designs without a rebuild (%d with other states, %d with another graph, "
	   "%d with several states a vertex), %lld paths, %d products made again",
	   d->name, t.kept, t.edits, t.designs, t.restated, t.filled, t.several, (long long)t.paths,
	   t.remade);
	OK(n < 20 || (t.kept > t.edits / 2 && t.restated > t.edits / 8 && t.filled &&
		      t.remade > t.edits && t.several && t.bad < t.kept / 10),
	   "%s: many edits need no new build, few have bad numbers (%d)", d->name, t.bad);
	OK(t.left == t.away && (n < 20 || device_in_host_memory(d->queue) == !t.away),
	   "%s: worst slacks and paths leave the arcs of %d states on the device", d->name, t.away);
}

static bool check_one(struct test_device *d, uint64_t state, const struct random_options *options)
{
	struct totals t = {0};

	return check_state(d, state, options, &t);
}

int main(int argc, char **argv)
{
	return test_random_designs(argc, argv,
				   &(struct random_test){300, 10, check_random, check_one});
}
