#include "cmd/filter_options.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "base/grow.h"
#include "base/print.h"
#include "session/objects.h"
#include "session/path_truth.h"

bool clock_matches(const struct call *call, const struct clock *clock, const char *pattern)
{
	if (strcmp(pattern, clock->name) == 0)
		return true;
	return find_clock(call, pattern) < 0 && glob_match(pattern, clock->name, false, false);
}

/* A list that is being filled. */
struct filling {
	const struct call *call;
	const struct netlist *netlist;
	const struct constraints *constraints; /* NULL = none */
	const struct graph *graph;             /* that was read, when there is no netlist */
	struct point_list *list;
	int32_t edges;
	bool through; /* else from or to */
	enum filter_rule rule;
};

static enum status add_pin(struct filling *f, int32_t pin)
{
	return point_list_add(f->list, (struct point){POINT_PIN, pin, f->edges});
}

static enum status add_clocks(struct filling *f, const char *pattern, bool *found)
{
	for (int32_t c = 0; f->constraints && c < f->constraints->n_clocks; c++) {
		if (!clock_matches(f->call, &f->constraints->clock[c], pattern))
			continue;
		*found = true;
		TRY(point_list_add(f->list, (struct point){POINT_CLOCK, c, f->edges}));
	}
	return STATUS_OK;
}

/* The pins of an instance; of a -through those that drive. */
static enum status add_cell(struct filling *f, int32_t instance)
{
	for (int32_t p = f->netlist->instance_pin[instance];
	     p < f->netlist->instance_pin[instance + 1]; p++) {
		if (!f->through || netlist_drives(f->netlist, p))
			TRY(add_pin(f, p));
	}
	return STATUS_OK;
}

static enum status add_load(void *context, int32_t pin)
{
	return add_pin(context, pin);
}

static enum status add_net(struct filling *f, int32_t id)
{
	int32_t net = object_flat_net(f->netlist, id);
	bool whole;

	TRY(object_net_loads(f->netlist, id, add_load, f, &whole));
	for (int32_t i = 0; whole && i < f->netlist->net_n_drivers[net]; i++)
		TRY(add_pin(f, f->netlist->net_pin[f->netlist->net_pin_row[net] + i]));
	return STATUS_OK;
}

/* Labels are of pins: nothing else has a rank. */
static enum status refuse_object(const struct filling *f, enum object_kind kind, int32_t id)
{
	RELEASED_BY(text_release) struct text name = TEXT_INIT;

	object_write_name(f->netlist, kind, id, &name);
	return call_fail(f->call, STATUS_USAGE,
			 "labels go by single pins in order, and \"%.100s\" is a %s; "
			 "-filter exact takes it",
			 text_string(&name), object_kind_name(kind));
}

static enum status add_object(struct filling *f, enum object_kind kind, int32_t id);

static enum status add_leaf_cell(void *context, int32_t id)
{
	return add_object(context, OBJECT_CELL, id);
}

static enum status add_leaf_pin(void *context, int32_t id)
{
	return add_object(context, OBJECT_PIN, id);
}

static enum status add_object(struct filling *f, enum object_kind kind, int32_t id)
{
	if (kind != OBJECT_NET && object_is_hierarchical(f->netlist, kind, id))
		return object_leaves(f->netlist, kind, id,
				     kind == OBJECT_CELL ? add_leaf_cell : add_leaf_pin, f);
	if (f->rule != RULE_EXACT && (kind == OBJECT_CELL || kind == OBJECT_NET))
		return refuse_object(f, kind, id);
	switch (kind) {
	case OBJECT_CELL:
		return add_cell(f, id);
	case OBJECT_NET:
		return add_net(f, id);
	case OBJECT_PIN:
	case OBJECT_PORT:
	case N_OBJECT_KINDS:
		break;
	}
	return add_pin(f, id);
}

static enum status add_matches(struct filling *f, enum object_kind kind, const char *pattern,
			       bool *found)
{
	static const struct query_options options;
	RELEASED_BY(object_list_release) struct object_list matches = {0};

	TRY(object_list_init(&matches, f->netlist, kind));
	TRY(query_objects(f->netlist, pattern, &options, &matches));
	*found |= matches.n > 0;
	for (int32_t i = 0; i < matches.n; i++)
		TRY(add_object(f, kind, matches.id[i]));
	return STATUS_OK;
}

static enum status not_found(const struct filling *f, const char *name)
{
	RELEASED_BY(text_release) struct text nearest = TEXT_INIT;

	if (f->call->is_typed)
		return STATUS_FAILED;
	object_write_nearest(f->netlist, OBJECT_PIN, name, &nearest);
	if (!nearest.length)
		object_write_nearest(f->netlist, OBJECT_PORT, name, &nearest);
	return call_fail(f->call, STATUS_FAILED, "nothing is called \"%.100s\"%s%.100s%s", name,
			 NEAREST(text_string(&nearest)));
}

/* The first sort of things that a name means, in SDC's order; exact names before patterns. */
static enum status add_name(struct filling *f, const struct words *words, int word)
{
	const char *name = words->word[word], *kind = words->kind ? words->kind[word] : NULL;
	bool exact = words->exact, may_be_clock = !kind || strcmp(kind, "clock") == 0;
	static const enum object_kind ends[] = {OBJECT_PORT, OBJECT_PIN, OBJECT_CELL};
	static const enum object_kind ways[] = {OBJECT_PORT, OBJECT_PIN, OBJECT_CELL, OBJECT_NET};
	const enum object_kind *kinds = f->through ? ways : ends;
	int n = f->through ? 4 : 3;
	bool found = false;

	if (!f->through && may_be_clock && find_clock(f->call, name) >= 0)
		TRY(add_clocks(f, name, &found));
	/* exact names need no walk over all of them */
	for (int i = 0; i < n && !found; i++) {
		int32_t id = words_may_be(words, word, kinds[i])
				     ? object_find_any(f->netlist, kinds[i], name)
				     : -1;

		found = id >= 0;
		if (found)
			TRY(add_object(f, kinds[i], id));
	}
	if (!f->through && !found && !exact)
		TRY(add_clocks(f, name, &found));
	for (int i = 0; i < n && !found && !exact; i++)
		TRY(add_matches(f, kinds[i], name, &found));
	return found ? STATUS_OK : not_found(f, name);
}

/* ---- vertices of a graph ---- */

static enum status no_vertex(const struct filling *f, const char *name)
{
	const char *nearest;

	if (f->call->is_typed)
		return STATUS_FAILED;
	nearest = names_nearest(&f->graph->names, name, (int64_t)strlen(name));
	return call_fail(f->call, STATUS_FAILED, "nothing is called \"%.100s\"%s%.100s%s", name,
			 NEAREST(nearest));
}

/* The vertex of just this name, else those that it matches as a pattern. */
static enum status add_vertices(struct filling *f, const struct words *words, int word)
{
	const char *name = words->word[word];
	int32_t exact = graph_find_vertex(f->graph, name), before = f->list->n;
	RELEASED_BY(text_release) struct text text = TEXT_INIT;

	if (exact >= 0)
		return add_pin(f, exact);
	for (int32_t v = 0; v < f->graph->n_vertices && !words->exact; v++) {
		text_clear(&text);
		graph_write_name(f->graph, v, &text);
		if (glob_match(name, text_string(&text), false, false))
			TRY(add_pin(f, v));
	}
	return f->list->n > before ? STATUS_OK : no_vertex(f, name);
}

static enum status add_all_names(struct filling *f, const char *names)
{
	RELEASED_BY(words_free) struct words words = {0};

	f->list->given = true;
	words_of(f->call, names, &words);
	for (int i = 0; i < words.n; i++)
		TRY(f->graph ? add_vertices(f, &words, i) : add_name(f, &words, i));
	return STATUS_OK;
}

/* ---- while it is typed ---- */

enum { TYPED_LISTS = 4 };

/* As each key asks for the whole line again, a pattern of many names is looked up once. */
struct typed_lists {
	struct typed_list {
		char *names; /* owned: the word; NULL = unused entry */
		bool through;
		int32_t edges;
		struct point_list list;
	} list[TYPED_LISTS];
	int32_t n; /* entries made: the next goes to list[n % TYPED_LISTS] */
};

PART_DATA(struct typed_lists, typed_of, filter_options_part)

static void drop_typed(struct session *session)
{
	struct typed_lists *typed = typed_of(session);

	for (int i = 0; i < TYPED_LISTS; i++) {
		free(typed->list[i].names);
		point_list_release(&typed->list[i].list);
		typed->list[i] = (struct typed_list){0};
	}
}

const struct session_part filter_options_part = {
	.size = sizeof(struct typed_lists), .drop = drop_typed, .drops_at = LOSS_GRAPH};

static const struct typed_list *find_typed(const struct filling *f, const char *names)
{
	const struct typed_lists *typed = typed_of(f->call->session);

	EACH_ITEM(t, typed->list, TYPED_LISTS) {
		if (t->names && t->through == f->through && t->edges == f->edges &&
		    strcmp(t->names, names) == 0)
			return t;
	}
	return NULL;
}

static enum status keep_typed(const struct filling *f, const char *names)
{
	struct typed_lists *typed = typed_of(f->call->session);
	struct typed_list *t = &typed->list[typed->n++ % TYPED_LISTS];

	free(t->names);
	point_list_release(&t->list);
	*t = (struct typed_list){.through = f->through, .edges = f->edges};
	TRY(point_list_copy(&t->list, f->list));
	t->names = copy_string(names);
	return t->names ? STATUS_OK : STATUS_NO_MEMORY;
}

static enum status add_names(struct filling *f, const char *names)
{
	const struct typed_list *kept;

	if (!f->call->is_typed || f->rule != RULE_EXACT || f->list->n)
		return add_all_names(f, names);
	kept = find_typed(f, names);
	if (kept)
		return point_list_copy(f->list, &kept->list);
	TRY(add_all_names(f, names));
	return keep_typed(f, names);
}

/* ---- all of it ---- */

enum status filter_parse(const struct call *call, int first, struct path_filter *filter)
{
	static const int32_t edges[] = {EDGES_BOTH, EDGES_RISE, EDGES_FALL};
	const struct design *design = &call->session->design;
	const struct option_value *rule = &call->option[first + FILTER_RULE];
	struct filling f = {
		.call = call,
		.netlist = design->netlist,
		.constraints = design->constraints,
		.graph = session_read_graph(call->session),
	};

	if (rule->given)
		filter->rule = (enum filter_rule)rule->number;
	f.rule = filter->rule;
	for (int i = 0; i < call->n_repeated; i++) {
		int option = call->repeated[i].option - first;

		if (option < 0 || option >= N_FILTER_OPTIONS)
			continue;
		f.edges = option < FILTER_EXCLUDE ? edges[option % 3] : EDGES_BOTH;
		if (f.graph && f.edges != EDGES_BOTH)
			return call_fail(call, STATUS_USAGE,
					 "vertices of a graph have no edges: -from, -through "
					 "and -to go without _rise and _fall");
		f.through = (option >= FILTER_THROUGH && option < FILTER_TO) ||
			    option == FILTER_EXCLUDE;
		f.list = option == FILTER_EXCLUDE  ? &filter->exclude
			 : option < FILTER_THROUGH ? &filter->from
						   : &filter->to;
		if (f.through && option != FILTER_EXCLUDE)
			TRY(path_filter_add_through(filter, &f.list));
		TRY(add_names(&f, call->repeated[i].word));
	}
	return STATUS_OK;
}

enum { MOST_COMPARED = 10000 };

enum status filter_report_false(struct call *call, const struct path_filter *filter, int64_t k,
				bool early, struct label_counts *out)
{
	static const char *const names[] = {"exact", "paper", "paper-repaired"};
	RELEASED_BY(text_release) struct text words = TEXT_INIT;

	*out = (struct label_counts){0};
	if (filter->rule == RULE_EXACT)
		return STATUS_OK;
	k = min_i64(k, MOST_COMPARED);
	filter_write_words(call, &words);
	TRY(session_count_false(call->session, filter, text_string(&words), k, early, out));
	text_clear(&words);
	label_counts_write(out, &words);
	print_error("%s: -filter %s: %s; report_labels -paths %" PRId64 "%s lists them\n",
		    call->command->name, names[filter->rule], text_string(&words), k,
		    early ? " -path_delay min" : "");
	return STATUS_OK;
}

enum status filter_pin(const struct call *call, const char *word, int32_t *pin)
{
	const struct graph *graph = session_read_graph(call->session);
	RELEASED_BY(text_release) struct text name = TEXT_INIT;

	if (!graph)
		return need_pin(call, word, pin);
	TRY(one_object(call, word, &name));
	*pin = graph_find_vertex(graph, text_string(&name));
	if (*pin < 0)
		return call_fail(call, STATUS_FAILED, "no vertex \"%.100s\"", text_string(&name));
	return STATUS_OK;
}

void filter_write_words(const struct call *call, struct text *out)
{
	for (int i = 0; i < call->n_repeated; i++) {
		list_add(out, call->command->options[call->repeated[i].option].name);
		list_add(out, call->repeated[i].word);
	}
}
