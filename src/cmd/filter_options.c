#include "cmd/filter_options.h"

#include <string.h>

#include "cmd/objects.h"

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
	struct point_list *list;
	int32_t edges;
	bool through; /* else from or to */
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

static enum status add_net(struct filling *f, int32_t net)
{
	for (int32_t i = 0; i < f->netlist->net_n_drivers[net]; i++)
		TRY(add_pin(f, f->netlist->net_pin[f->netlist->net_pin_row[net] + i]));
	return STATUS_OK;
}

static enum status add_object(struct filling *f, enum object_kind kind, int32_t id)
{
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
	struct object_list matches;
	enum status status;

	TRY(object_list_init(&matches, f->netlist, kind));
	status = query_objects(f->netlist, pattern, &options, &matches);
	*found |= matches.n > 0;
	for (int32_t i = 0; i < matches.n && status == STATUS_OK; i++)
		status = add_object(f, kind, matches.id[i]);
	object_list_release(&matches);
	return status;
}

static enum status not_found(const struct filling *f, const char *name)
{
	struct text nearest = TEXT_INIT;
	enum status status;

	object_write_nearest(f->netlist, OBJECT_PIN, name, &nearest);
	if (!nearest.length)
		object_write_nearest(f->netlist, OBJECT_PORT, name, &nearest);
	status = status_fail(STATUS_FAILED, "%s: nothing is called \"%.100s\"%s%.100s%s",
			     f->call->command->name, name, nearest.length ? "; nearest \"" : "",
			     text_string(&nearest), nearest.length ? "\"" : "");
	text_release(&nearest);
	return status;
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
				     ? object_find(f->netlist, kinds[i], name)
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

static enum status add_names(struct filling *f, const char *names)
{
	struct words words;
	enum status status = STATUS_OK;

	f->list->given = true;
	words_of(f->call, names, &words);
	for (int i = 0; i < words.n && status == STATUS_OK; i++)
		status = add_name(f, &words, i);
	words_free(&words);
	return status;
}

enum status filter_parse(const struct call *call, int first, struct path_filter *filter)
{
	static const int32_t edges[] = {EDGES_BOTH, EDGES_RISE, EDGES_FALL};
	const struct design *design = &call->session->design;
	struct filling f = {
		.call = call,
		.netlist = design->netlist,
		.constraints = design->constraints,
	};

	for (int i = 0; i < call->n_repeated; i++) {
		int option = call->repeated[i].option - first;

		if (option < 0 || option >= N_FILTER_OPTIONS)
			continue;
		f.edges = edges[option % 3];
		f.through = option >= FILTER_THROUGH && option < FILTER_TO;
		f.list = option < FILTER_THROUGH ? &filter->from : &filter->to;
		if (f.through)
			TRY(path_filter_add_through(filter, &f.list));
		TRY(add_names(&f, call->repeated[i].word));
	}
	return STATUS_OK;
}
