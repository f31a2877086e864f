/*
 * Snapshots whose numbers are all within their limits, but whose states aren't what any design has: each is refused when it is read,
 * or when its exceptions are edited. Random designs are changed in memory and saved as they are.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/grow.h"
#include "db/state/state_edit.h"
#include "gpu/image/tag_spreader.h"
#include "lib/devices.h"
#include "lib/random_design.h"
#include "lib/random_edits.h"
#include "lib/tap.h"
#include "store/store.h"

enum { MOST_DESIGNS = 1500, EACH = 6 };

static struct task task = TASK_INIT;

static void must(bool condition)
{
	if (!condition)
		abort();
}

/* ---- what a file may say ---- */

static bool passes(const struct state_graph *s, int32_t arc)
{
	return state_delay(s, arc) != ARC_BLOCKED;
}

static int32_t below(int64_t n)
{
	return (int32_t)random_below(n);
}

/* A check of an arc that its cell doesn't have. */
static bool change_arc(struct state_graph *s)
{
	struct timing_graph *timing = (struct timing_graph *)s->timing;

	if (!timing->n_checks)
		return false;
	timing->check[below(timing->n_checks)].arc += 1000;
	return true;
}

static bool remove_tag(struct state_graph *s)
{
	for (int32_t a = 0; a < s->graph->n_arcs; a++) {
		int32_t head = s->graph->arc_to[a];

		if (!passes(s, a))
			continue;
		s->tag_of[head] = -1;
		s->flags[head] = 0;
		return true;
	}
	return false;
}

/* Clocks or data come from data of another clock. */
static bool change_tag(struct state_graph *s)
{
	for (int32_t a = 0; a < s->graph->n_arcs; a++) {
		const struct tag *from = state_tag(s, s->graph->arc_from[a]);
		int32_t head = s->graph->arc_to[a];

		for (int32_t t = 0; passes(s, a) && from->kind == TAG_DATA && t < s->n_tags; t++) {
			if (s->tag[t].kind == TAG_DATA && s->tag[t].clock_edge == from->clock_edge)
				continue;
			s->tag_of[head] = t;
			s->flags[head] = s->tag[t].kind == TAG_DATA ? STATE_DATA : 0;
			return true;
		}
	}
	return false;
}

static bool hide_data(struct state_graph *s)
{
	int32_t state = below(s->graph->n_vertices);

	if (s->tag_of[state] < 0)
		return false;
	s->flags[state] ^= STATE_DATA;
	return true;
}

static bool launch_otherwise(struct state_graph *s)
{
	int32_t r = s->n_relations ? below(s->n_relations) : 0;

	if (!s->n_relations || s->relation[r].launch_edge < 0)
		return false;
	s->relation[r].launch_edge = -1;
	return true;
}

static bool capture_by_data(struct state_graph *s)
{
	for (int32_t i = 0; i < s->graph->n_sinks; i++) {
		struct endpoint *e = &s->endpoint[i];

		if (e->clock < 0 || e->kind > ENDPOINT_GATING_HOLD)
			continue;
		e->clock = s->graph->sink_vertex[i];
		return true;
	}
	return false;
}

static bool lose_check(struct state_graph *s)
{
	struct endpoint *e = &s->endpoint[0];

	if (!s->graph->n_sinks || e->kind > ENDPOINT_REMOVAL)
		return false;
	e->check = e->table = -1;
	return true;
}

/* A register is captured by what is on the way to a clock. */
static bool capture_on_way(struct state_graph *s)
{
	for (int32_t i = 0; i < s->graph->n_sinks; i++) {
		struct endpoint *e = &s->endpoint[i];

		for (int32_t v = 0; e->clock >= 0 && v < s->graph->n_vertices; v++) {
			const struct tag *tag = state_tag(s, v);

			if (!tag || tag->kind == TAG_CLOCK || tag->kind == TAG_DATA ||
			    e->kind > ENDPOINT_GATING_HOLD)
				continue;
			e->clock = v;
			return true;
		}
	}
	return false;
}

/* An end of the first pin comes last. */
static bool part_ends(struct state_graph *s)
{
	struct graph *graph = s->graph;
	int32_t last = graph->n_sinks - 1, sink;
	struct endpoint endpoint;

	if (last < 2 ||
	    state_pin(s, graph->sink_vertex[0]) != state_pin(s, graph->sink_vertex[1]) ||
	    state_pin(s, graph->sink_vertex[0]) == state_pin(s, graph->sink_vertex[last]))
		return false;
	sink = graph->sink_vertex[0];
	endpoint = s->endpoint[0];
	graph->sink_vertex[0] = graph->sink_vertex[last];
	s->endpoint[0] = s->endpoint[last];
	graph->sink_vertex[last] = sink;
	s->endpoint[last] = endpoint;
	return true;
}

/* Data has begun the last exception, which names only ends. */
static bool begin_last(struct state_graph *s)
{
	const struct constraints *k = s->timing->constraints;
	const struct path_filter *filter =
		k->n_exceptions ? &k->exception[k->n_exceptions - 1].filter : NULL;

	if (!filter || filter->from.given || filter->n_throughs || s->n_progress_items)
		return false;
	for (int32_t t = 0; t < s->n_tags; t++) {
		if (s->tag[t].kind != TAG_DATA || s->tag[t].progress)
			continue;
		must(GROW(&s->progress_item, &s->capacity.item, 1) == STATUS_OK);
		must(GROW(&s->progress, &s->capacity.progress, s->n_progress + 1) == STATUS_OK);
		s->progress_item[s->n_progress_items++] =
			(struct progress_item){k->n_exceptions - 1, 0};
		s->tag[t].progress = s->n_progress;
		s->progress[s->n_progress++] = (struct progress){0, 1};
		return true;
	}
	return false;
}

/* A set of groups that aren't there. */
static bool name_set(struct state_graph *s)
{
	if (!s->n_relations)
		return false;
	free(s->group[s->relation[0].group]);
	s->group[s->relation[0].group] = strdup("one\nother");
	must(s->group[s->relation[0].group] != NULL);
	return true;
}

/* ---- each of them ---- */

/* When it is read; with the last exception removed in place. */
enum found { REFUSED, NOT_EDITED };

static const struct lie {
	const char *what;
	bool (*tell)(struct state_graph *states); /* false = there is nothing to be changed so */
	enum found found;
} lies[] = {
	{"something passed on to a state without tag", remove_tag, REFUSED},
	{"data that is another clock's where it goes on", change_tag, REFUSED},
	{"data by flags or tag alone", hide_data, REFUSED},
	{"an end by another launch than its data's", launch_otherwise, REFUSED},
	{"a check against data", capture_by_data, REFUSED},
	{"an end of a check that isn't there", lose_check, REFUSED},
	{"a check against what is on the way to a clock", capture_on_way, REFUSED},
	{"ends of a pin apart", part_ends, REFUSED},
	{"a check of an arc that its cell doesn't have", change_arc, REFUSED},
	{"a set of path groups that aren't there", name_set, REFUSED},
	{"an exception begun that names only ends", begin_last, NOT_EDITED},
};

static struct queue *queue;

static void build(const struct random_design *design, struct stored_design *out)
{
	struct text warnings = TEXT_INIT;

	*out = (struct stored_design){.netlist = design->netlist,
				      .constraints = design->constraints};
	must(timing_graph_new(design->netlist, design->constraints, &warnings, &task,
			      &out->timing) == STATUS_OK);
	must(tag_spreader_states(queue, out->timing, 0, &task, &out->states) == STATUS_OK);
	text_release(&warnings);
}

/* Without its last exception. */
static bool isnt_edited(struct stored_design *opened, bool *tried)
{
	struct constraints *before = opened->timing->constraints, *now;
	struct constraints_change change;
	struct state_changes changes = {0};
	bool done = true;

	must(constraints_copy(before, &now) == STATUS_OK);
	now->n_exceptions--;
	path_filter_release(&now->exception[now->n_exceptions].filter);
	free(now->exception[now->n_exceptions].name);
	must(constraints_compare(before, now, &change) == STATUS_OK);
	*tried = !change.structure;
	if (*tried)
		must(state_graph_edit(opened->states, opened->timing, &change, now, &changes,
				      &done) == STATUS_OK);
	state_changes_release(&changes);
	constraints_change_release(&change);
	constraints_unref(now);
	return !done;
}

/* Save the design with a lie and see what comes of it. *wrong: it was taken. */
static bool tell(const struct lie *lie, struct stored_design *design, bool *wrong)
{
	static const struct load_options options = {.n_threads = 1};
	char path[] = "/tmp/hostile_states.XXXXXX";
	int fd = mkstemp(path);
	struct stored_design opened;
	bool tried = true;
	enum status status;

	must(fd >= 0 && close(fd) == 0);
	must(design_save(path, design, 1, &task) == STATUS_OK);
	status = design_load(path, &options, &task, &opened);
	unlink(path);
	must(!status_is_trouble(status));
	if (lie->found == REFUSED || status != STATUS_OK)
		*wrong = status == STATUS_OK;
	else
		*wrong = !isnt_edited(&opened, &tried) && tried;
	if (status == STATUS_OK)
		stored_design_release(&opened);
	return tried;
}

/* Of paths to any pin. */
static void add_last(struct random_design *design)
{
	struct exception x = {.kind = EXCEPTION_MULTICYCLE,
			      .filter = PATH_FILTER_INIT,
			      .applies = {true, true},
			      .multiplier = 2};

	x.filter.to.given = true;
	must(point_list_add(&x.filter.to, (struct point){POINT_PIN, below(design->netlist->n_pins),
							 EDGES_BOTH}) == STATUS_OK);
	must(constraints_add_exception(design->constraints, &x) == STATUS_OK);
}

static bool try_design(const struct lie *lie, uint64_t state, int *n)
{
	const struct random_options options = {
		.n_instances = 4 + (int)(state % 20), .scale = 1, .constrained = true};
	struct random_design design;
	struct stored_design stored;
	bool wrong = false;

	random_seed(state);
	random_design(&options, &design);
	if (state % 2)
		random_plain(design.constraints);
	for (int i = below(4); i > 0; i--)
		random_begun(design.constraints, design.netlist);
	add_last(&design);
	build(&design, &stored);
	if (!stored.states->references.n_cones && lie->tell(stored.states))
		*n += tell(lie, &stored, &wrong);
	state_graph_free(stored.states);
	timing_graph_free(stored.timing);
	random_design_release(&design);
	if (wrong)
		printf("# wrong: %s, state %llu\n", lie->what, (unsigned long long)state);
	return !wrong;
}

int main(void)
{
	static const char *const found[] = {"refused", "not edited"};
	struct test_device device;

	if (!test_device_open(0, &device))
		return tap_done();
	queue = device.queue;
	for (size_t i = 0; i < sizeof lies / sizeof *lies; i++) {
		int n = 0, n_wrong = 0;

		for (uint64_t state = 0; state < MOST_DESIGNS && n < EACH; state++)
			n_wrong += !try_design(&lies[i], state, &n);
		OK(n == EACH && n_wrong == 0, "%s is %s in %d designs", lies[i].what,
		   found[lies[i].found], n);
	}
	test_device_close(&device);
	return tap_done();
}
