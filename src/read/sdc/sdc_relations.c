/* Clocks and each other: set_clock_uncertainty, set_clock_groups. */
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "read/sdc/sdc_impl.h"

/* ---- set_clock_uncertainty ---- */

enum {
	UNCERTAINTY_FROM,
	UNCERTAINTY_RISE_FROM,
	UNCERTAINTY_FALL_FROM,
	UNCERTAINTY_TO,
	UNCERTAINTY_RISE_TO,
	UNCERTAINTY_FALL_TO,
	UNCERTAINTY_RISE,
	UNCERTAINTY_FALL,
	UNCERTAINTY_SETUP,
	UNCERTAINTY_HOLD
};

static const struct sdc_option uncertainty_options[] = {
	[UNCERTAINTY_FROM] = {"-from", SDC_WORD, "CLOCKS", "of what these launch"},
	[UNCERTAINTY_RISE_FROM] = {"-rise_from", SDC_WORD, "CLOCKS",
				   "the same, with their rising edges"},
	[UNCERTAINTY_FALL_FROM] = {"-fall_from", SDC_WORD, "CLOCKS",
				   "the same, with their falling edges"},
	[UNCERTAINTY_TO] = {"-to", SDC_WORD, "CLOCKS", "and these capture"},
	[UNCERTAINTY_RISE_TO] = {"-rise_to", SDC_WORD, "CLOCKS",
				 "the same, with their rising edges"},
	[UNCERTAINTY_FALL_TO] = {"-fall_to", SDC_WORD, "CLOCKS",
				 "the same, with their falling edges"},
	[UNCERTAINTY_RISE] = {"-rise", SDC_FLAG, NULL, "with -to: with their rising edges"},
	[UNCERTAINTY_FALL] = {"-fall", SDC_FLAG, NULL, "with -to: with their falling edges"},
	[UNCERTAINTY_SETUP] = {"-setup", SDC_FLAG, NULL, "for setup only"},
	[UNCERTAINTY_HOLD] = {"-hold", SDC_FLAG, NULL, "for hold only"},
	{0},
};

struct uncertainty {
	int splits;
	double value; /* NOT_GIVEN takes it away */
};

static void set_splits(double to[N_SPLITS], const struct uncertainty *uncertainty)
{
	for (int split = 0; split < N_SPLITS; split++) {
		if (uncertainty->splits & 1 << split)
			to[split] = uncertainty->value;
	}
}

/* Of clocks, or of those that come through a pin, downstream of it. */
static enum status set_of_objects(struct sdc *s, const struct sdc_call *call, Tcl_Obj *word,
				  const struct uncertainty *uncertainty)
{
	struct constraints *k = s->constraints;
	RELEASED_BY(sdc_objects_release) struct sdc_objects objects = {0};
	struct clock_pin *at;

	TRY(sdc_need_objects(s, call, word,
			     SDC_MASK(SDC_CLOCK) | SDC_MASK(SDC_PORT) | SDC_MASK(SDC_PIN),
			     "it names no clock", &objects));
	for (int32_t i = 0; i < objects.n; i++) {
		int32_t id = objects.item[i].id;

		if (objects.item[i].kind == SDC_CLOCK) {
			set_splits(k->clock[id].uncertainty, uncertainty);
			continue;
		}
		TRY(constraints_add_clock_pin(k, id, -1, &at));
		set_splits(at->uncertainty, uncertainty);
	}
	return STATUS_OK;
}

/* Note all pairs, unless they are. */
static enum status note_pairs(struct sdc *s)
{
	const struct constraints *k = s->constraints;

	s->uncertain.width = 2 * sizeof(int32_t);
	if (s->uncertain.n == k->n_uncertainties)
		return STATUS_OK;
	keys_clear(&s->uncertain);
	for (int32_t i = 0; i < k->n_uncertainties; i++) {
		int32_t edges[2] = {k->uncertainty[i].from, k->uncertainty[i].to}, id;

		TRY(keys_add(&s->uncertain, edges, &id, NULL));
	}
	return STATUS_OK;
}

static enum status set_between(struct sdc *s, int32_t from, int32_t to,
			       const struct uncertainty *uncertainty)
{
	struct constraints *k = s->constraints;
	int32_t edges[2] = {from, to}, id;
	bool added;

	TRY(note_pairs(s));
	TRY(GROW(&k->uncertainty, &k->uncertainty_capacity, (int64_t)k->n_uncertainties + 1));
	TRY(keys_add(&s->uncertain, edges, &id, &added));
	if (added)
		k->uncertainty[k->n_uncertainties++] =
			(struct clock_uncertainty){from, to, {NOT_GIVEN, NOT_GIVEN}};
	set_splits(k->uncertainty[id].uncertainty, uncertainty);
	return STATUS_OK;
}

static enum status set_between_edges(struct sdc *s, struct sdc_object from, int from_edges,
				     struct sdc_object to, int to_edges,
				     const struct uncertainty *uncertainty)
{
	for (int f = 0; f < N_EDGES; f++) {
		for (int t = 0; t < N_EDGES; t++) {
			if (from_edges & 1 << f && to_edges & 1 << t)
				TRY(set_between(s, CLOCK_EDGE(from.id, f), CLOCK_EDGE(to.id, t),
						uncertainty));
		}
	}
	return STATUS_OK;
}

/* One of -x, -rise_x, -fall_x, which follow each other in the table. */
static Tcl_Obj *take_end(const struct sdc_call *call, int first, int *edges)
{
	static const int edges_of[] = {EDGES_BOTH, EDGES_RISE, EDGES_FALL};

	for (int i = 0; i < 3; i++) {
		*edges = edges_of[i];
		if (sdc_has(call, first + i))
			return sdc_value(call, first + i);
	}
	return NULL;
}

static enum status set_pairs(struct sdc *s, const struct sdc_call *call, Tcl_Obj *from_word,
			     int from_edges, Tcl_Obj *to_word, int to_edges,
			     const struct uncertainty *uncertainty)
{
	RELEASED_BY(sdc_objects_release) struct sdc_objects from = {0}, to = {0};

	TRY(sdc_take_objects(s, call, from_word, SDC_MASK(SDC_CLOCK), &from));
	TRY(sdc_take_objects(s, call, to_word, SDC_MASK(SDC_CLOCK), &to));
	if (!from.n || !to.n)
		sdc_skip(s, call->command->name, "its clocks aren't there");
	for (int32_t f = 0; f < from.n; f++) {
		for (int32_t t = 0; t < to.n; t++)
			TRY(set_between_edges(s, from.item[f], from_edges, to.item[t], to_edges,
					      uncertainty));
	}
	return STATUS_OK;
}

/* `word`: the clocks, NULL when there is no such argument. */
static enum status put_uncertainty(struct sdc *s, const struct sdc_call *call, Tcl_Obj *word,
				   const struct uncertainty *uncertainty)
{
	int from_edges, to_edges;
	Tcl_Obj *from = take_end(call, UNCERTAINTY_FROM, &from_edges);
	Tcl_Obj *to = take_end(call, UNCERTAINTY_TO, &to_edges);

	if (!from != !to)
		return sdc_fail(call, "-from and -to need each other");
	if (!from == !word)
		return sdc_fail(call, "either clocks, or -from and -to");
	if (word)
		return set_of_objects(s, call, word, uncertainty);
	if (to_edges == EDGES_BOTH)
		to_edges = sdc_edges(call, UNCERTAINTY_RISE, UNCERTAINTY_FALL);
	return set_pairs(s, call, from, from_edges, to, to_edges, uncertainty);
}

static enum status set_clock_uncertainty(struct sdc *s, const struct sdc_call *call)
{
	struct uncertainty uncertainty = {
		.splits = sdc_splits(call, UNCERTAINTY_HOLD, UNCERTAINTY_SETUP)};

	TRY(sdc_number_of(call, call->argument[0], "the uncertainty", &uncertainty.value));
	uncertainty.value *= s->time_unit;
	return put_uncertainty(s, call, call->n_arguments > 1 ? call->argument[1] : NULL,
			       &uncertainty);
}

static enum status unset_clock_uncertainty(struct sdc *s, const struct sdc_call *call)
{
	struct uncertainty uncertainty = {
		.splits = sdc_splits(call, UNCERTAINTY_HOLD, UNCERTAINTY_SETUP),
		.value = NOT_GIVEN};

	return put_uncertainty(s, call, call->n_arguments ? call->argument[0] : NULL, &uncertainty);
}

/* ---- set_clock_groups ---- */

enum {
	GROUPS_NAME,
	GROUPS_LOGICALLY,
	GROUPS_PHYSICALLY,
	GROUPS_ASYNCHRONOUS,
	GROUPS_ALLOW_PATHS,
	GROUPS_COMMENT,
	GROUPS_GROUP
};

static const struct sdc_option groups_options[] = {
	[GROUPS_NAME] = {"-name", SDC_WORD, "NAME",
			 "what unset_clock_groups calls them; replaces those of this name"},
	[GROUPS_LOGICALLY] = {"-logically_exclusive", SDC_FLAG, NULL, "why: never at once in use"},
	[GROUPS_PHYSICALLY] = {"-physically_exclusive", SDC_FLAG, NULL, "why: never at once there"},
	[GROUPS_ASYNCHRONOUS] = {"-asynchronous", SDC_FLAG, NULL, "why: without a relation"},
	[GROUPS_ALLOW_PATHS] = {"-allow_paths", SDC_FLAG, NULL, "paths between them stay"},
	[GROUPS_COMMENT] = {"-comment", SDC_WORD, "TEXT", "ignored"},
	[GROUPS_GROUP] = {"-group", SDC_WORD, "CLOCKS",
			  "clocks of a group; a single group excludes all other clocks"},
	{0},
};

static int32_t next_set(struct sdc *s)
{
	const struct constraints *k = s->constraints;
	int32_t next = 0;

	if (s->next_set >= 0)
		return s->next_set;
	for (int32_t i = 0; i < k->n_clock_groups; i++) {
		if (k->clock_group[i].set >= next)
			next = k->clock_group[i].set + 1;
	}
	/* a set whose clocks are gone may still get all others */
	for (int32_t i = 0; i < s->n_lone_groups; i++) {
		if (s->lone_group[i] >= next)
			next = s->lone_group[i] + 1;
	}
	return s->next_set = next;
}

static enum status add_to_group(struct sdc *s, int32_t set, int32_t group, int32_t clock,
				enum clock_group_kind kind)
{
	struct constraints *k = s->constraints;

	return APPEND(k->clock_group, k->n_clock_groups, &k->clock_group_capacity,
		      (struct clock_group){set, group, clock, kind});
}

/* *n counts the groups of the set. */
static enum status take_group(struct sdc *s, const struct sdc_call *call, Tcl_Obj *word,
			      int32_t set, int32_t *n)
{
	enum clock_group_kind kind = sdc_has(call, GROUPS_LOGICALLY) ? CLOCKS_LOGICALLY_EXCLUSIVE
				     : sdc_has(call, GROUPS_PHYSICALLY)
					     ? CLOCKS_PHYSICALLY_EXCLUSIVE
					     : CLOCKS_ASYNCHRONOUS;
	RELEASED_BY(sdc_objects_release) struct sdc_objects clocks = {0};

	TRY(sdc_take_objects(s, call, word, SDC_MASK(SDC_CLOCK), &clocks));
	for (int32_t i = 0; i < clocks.n; i++)
		TRY(add_to_group(s, set, *n, clocks.item[i].id, kind));
	*n += clocks.n > 0;
	return STATUS_OK;
}

/* Take away a set with its name, and that it gets all other clocks. */
static void drop_set(struct sdc *s, int32_t set)
{
	struct constraints *k = s->constraints;

	for (int32_t i = 0; i < k->n_group_names; i++) {
		if (k->group_name[i].set == set)
			free(k->group_name[i].name);
	}
	KEEP(k->clock_group, k->n_clock_groups, k->clock_group[i].set != set);
	KEEP(k->group_name, k->n_group_names, k->group_name[i].set != set);
	KEEP(s->lone_group, s->n_lone_groups, s->lone_group[i] != set);
}

/* The set of a name, -1 = none has it. */
static int32_t set_of_name(const struct constraints *k, const char *name)
{
	for (int32_t i = 0; i < k->n_group_names; i++) {
		if (strcmp(k->group_name[i].name, name) == 0)
			return k->group_name[i].set;
	}
	return -1;
}

/* A later set of the same name takes the place of the earlier one, as in OpenSTA. */
static enum status name_set(struct sdc *s, const struct sdc_call *call, int32_t set)
{
	const char *name = tcl_text(sdc_value(call, GROUPS_NAME));
	int32_t before;

	TRY(sdc_check_name(call, name));
	before = set_of_name(s->constraints, name);
	if (before >= 0)
		drop_set(s, before);
	return constraints_name_groups(s->constraints, set, name);
}

static enum status set_clock_groups(struct sdc *s, const struct sdc_call *call)
{
	int32_t set = next_set(s), n = 0;
	int n_kinds = sdc_has(call, GROUPS_LOGICALLY) + sdc_has(call, GROUPS_PHYSICALLY) +
		      sdc_has(call, GROUPS_ASYNCHRONOUS);

	if (n_kinds != 1)
		return sdc_fail(call, "one of -logically_exclusive, -physically_exclusive and "
				      "-asynchronous is needed");
	if (!sdc_has(call, GROUPS_GROUP))
		return sdc_fail(call, "-group is missing");
	if (sdc_has(call, GROUPS_ALLOW_PATHS))
		return STATUS_OK;
	for (int i = 0; i < call->n_given; i++) {
		if (call->given[i].option == GROUPS_GROUP)
			TRY(take_group(s, call, call->given[i].value, set, &n));
	}
	s->next_set = n > 0 ? set + 1 : set;
	if (n > 0 && sdc_has(call, GROUPS_NAME))
		TRY(name_set(s, call, set));
	if (n == 0)
		sdc_skip(s, call->command->name, "none of its clocks is there");
	if (n != 1)
		return STATUS_OK;
	return APPEND(s->lone_group, s->n_lone_groups, &s->lone_group_capacity, set);
}

/* Mark the clocks of a set, among the first n entries, by a number. */
static void mark_set(const struct constraints *constraints, int32_t n, int32_t set, int32_t *mark,
		     int32_t number, enum clock_group_kind *kind)
{
	for (int32_t i = 0; i < n; i++) {
		const struct clock_group *group = &constraints->clock_group[i];

		if (group->set != set)
			continue;
		*kind = group->kind;
		mark[group->clock] = number;
	}
}

enum status sdc_complete_groups(struct sdc *s)
{
	enum clock_group_kind kind = CLOCKS_ASYNCHRONOUS;
	int32_t n = s->constraints->n_clock_groups;
	FREED int32_t *mark = NULL;

	if (!s->n_lone_groups)
		return STATUS_OK;
	TRY(ALLOC(&mark, s->n_clocks));
	for (int32_t i = 0; i < s->n_lone_groups; i++) {
		mark_set(s->constraints, n, s->lone_group[i], mark, i + 1, &kind);
		for (int32_t c = 0; c < s->n_clocks; c++) {
			if (!s->clock[c].removed && mark[c] != i + 1)
				TRY(add_to_group(s, s->lone_group[i], 1, c, kind));
		}
	}
	return STATUS_OK;
}

enum { UNSET_GROUPS_ALL = GROUPS_ALLOW_PATHS };

/* Does a set of this kind go? */
static bool unsets_kind(const struct sdc_call *call, enum clock_group_kind kind)
{
	static const int options[N_CLOCK_GROUP_KINDS] = {
		[CLOCKS_ASYNCHRONOUS] = GROUPS_ASYNCHRONOUS,
		[CLOCKS_LOGICALLY_EXCLUSIVE] = GROUPS_LOGICALLY,
		[CLOCKS_PHYSICALLY_EXCLUSIVE] = GROUPS_PHYSICALLY};
	bool any = false;

	for (int i = 0; i < N_CLOCK_GROUP_KINDS; i++)
		any = any || sdc_has(call, options[i]);
	return !any || sdc_has(call, options[kind]);
}

/* Of one set, or of all (-1). */
static void unset_of_kind(struct sdc *s, const struct sdc_call *call, int32_t set)
{
	const struct constraints *k = s->constraints;

	for (int32_t i = k->n_clock_groups - 1; i >= 0; i--) {
		const struct clock_group *group = &k->clock_group[i];

		if (i < k->n_clock_groups && (set < 0 || group->set == set) &&
		    unsets_kind(call, group->kind))
			drop_set(s, group->set);
	}
}

static enum status unset_named(struct sdc *s, const struct sdc_call *call)
{
	Tcl_Obj *names = sdc_value(call, GROUPS_NAME), *name;
	int n;

	if (Tcl_ListObjLength(NULL, names, &n) != TCL_OK)
		return sdc_fail(call, "-name takes a list of names");
	for (int i = 0; i < n; i++) {
		int32_t set;

		Tcl_ListObjIndex(NULL, names, i, &name);
		set = set_of_name(s->constraints, tcl_text(name));
		if (set < 0)
			sdc_warn(s, "%s: no clock groups are called \"%.200s\"",
				 call->command->name, tcl_text(name));
		else
			unset_of_kind(s, call, set);
	}
	return STATUS_OK;
}

/* Those of the names, or all; of the kinds given, or of any. OpenSTA, too, wants one of both. */
static enum status unset_clock_groups(struct sdc *s, const struct sdc_call *call)
{
	if (sdc_has(call, GROUPS_NAME))
		return sdc_has(call, UNSET_GROUPS_ALL)
			       ? sdc_fail(call, "-name and -all exclude each other")
			       : unset_named(s, call);
	if (!sdc_has(call, UNSET_GROUPS_ALL))
		return sdc_fail(call, "-name or -all is needed");
	unset_of_kind(s, call, -1);
	return STATUS_OK;
}

static const struct sdc_option unset_groups_options[] = {
	[GROUPS_NAME] = {"-name", SDC_WORD, "NAMES", "those that were given these names"},
	[GROUPS_LOGICALLY] = {"-logically_exclusive", SDC_FLAG, NULL, "of this kind"},
	[GROUPS_PHYSICALLY] = {"-physically_exclusive", SDC_FLAG, NULL, "of this kind"},
	[GROUPS_ASYNCHRONOUS] = {"-asynchronous", SDC_FLAG, NULL, "of this kind"},
	[UNSET_GROUPS_ALL] = {"-all", SDC_FLAG, NULL, "all of them"},
	{0},
};

const struct sdc_command sdc_relation_commands[] = {
	{"set_clock_uncertainty", "TIME ?CLOCKS|PINS?", 1, 2,
	 "Set the uncertainty of clock edges, at checks or from one clock to another",
	 uncertainty_options, set_clock_uncertainty, SDC_DONE},
	{"unset_clock_uncertainty", "?CLOCKS|PINS?", 0, 1, "Remove this constraint",
	 uncertainty_options, unset_clock_uncertainty, SDC_DONE},
	{"set_clock_groups", NULL, 0, 0, "Declare clocks without paths between each other",
	 groups_options, set_clock_groups, SDC_DONE},
	{"unset_clock_groups", NULL, 0, 0, "Remove this constraint", unset_groups_options,
	 unset_clock_groups, SDC_DONE},
	{0},
};
