/* get_pins, get_cells, get_nets and get_ports: objects of the netlist as Tcl lists of
 * their names. */
#include <string.h>

#include "base/print.h"
#include "session/objects.h"
#include "session/session.h"

enum { GET_HIERARCHICAL, GET_REGEXP, GET_NOCASE, GET_QUIET, GET_OF_OBJECTS };

static const struct option get_options[] = {
	[GET_HIERARCHICAL] =
		{"-hierarchical", OPTION_FLAG, NULL,
		 "on any level of the hierarchy: the pattern is met by the end of a name"},
	[GET_REGEXP] = {"-regexp", OPTION_FLAG, NULL,
			"patterns are regular expressions for whole names"},
	[GET_NOCASE] = {"-nocase", OPTION_FLAG, NULL, "upper and lower case are the same"},
	[GET_QUIET] = {"-quiet", OPTION_FLAG, NULL, "no warning about what isn't found"},
	[GET_OF_OBJECTS] = {"-of_objects", OPTION_WORD, "OBJECTS",
			    "instead of patterns: what is connected to these, or belongs to them"},
	{"-filter", OPTION_MISSING, NULL, NULL},
	{0},
};

/* ---- by pattern ---- */

static void warn_missing(const struct netlist *netlist, enum object_kind kind, const char *pattern)
{
	struct text nearest = TEXT_INIT;

	object_write_nearest(netlist, kind, pattern, &nearest);
	print_error("warning: no %s \"%s\"%s%s%s\n", object_kind_name(kind), pattern,
		    nearest.length ? "; nearest \"" : "", text_string(&nearest),
		    nearest.length ? "\"" : "");
	text_release(&nearest);
}

static enum status find_exact(const struct call *call, const char *name, bool warns,
			      struct object_list *list)
{
	const struct netlist *netlist = call->session->design.netlist;
	int32_t id = object_find(netlist, list->kind, name);

	if (id >= 0)
		return object_list_add(list, id);
	if (warns && !call->option[GET_QUIET].given)
		warn_missing(netlist, list->kind, name);
	return STATUS_OK;
}

/* What a pattern matches, else what has just this name. */
static enum status find_pattern(const struct call *call, const char *pattern, bool warns,
				struct object_list *list)
{
	const struct netlist *netlist = call->session->design.netlist;
	const struct query_options options = {
		.hierarchical = call->option[GET_HIERARCHICAL].given,
		.regexp = call->option[GET_REGEXP].given,
		.nocase = call->option[GET_NOCASE].given,
	};
	int32_t before = list->n;

	TRY(query_objects(netlist, pattern, &options, list));
	return list->n > before ? STATUS_OK : find_exact(call, pattern, warns, list);
}

/* Text that finds nothing as a list of patterns may be one name. */
static enum status find_patterns(const struct call *call, const char *word,
				 struct object_list *list)
{
	const struct netlist *netlist = call->session->design.netlist;
	int32_t before = list->n, whole = object_find(netlist, list->kind, word);
	struct words words;
	enum status status = STATUS_OK;

	patterns_of(call, word, &words);
	for (int w = 0; w < words.n && status == STATUS_OK; w++)
		status = words.exact ? find_exact(call, words.word[w], true, list)
				     : find_pattern(call, words.word[w], whole < 0, list);
	words_free(&words);
	if (status == STATUS_OK && list->n == before && whole >= 0)
		status = object_list_add(list, whole);
	return status;
}

/* ---- by what they are connected to ---- */

/* The objects of the list's kind that a pin means. */
static enum status add_of_pin(const struct netlist *netlist, int32_t pin, struct object_list *list)
{
	bool is_port = netlist->pin_instance[pin] < 0;

	switch (list->kind) {
	case OBJECT_PIN:
		return is_port ? STATUS_OK : object_list_add(list, pin);
	case OBJECT_CELL:
		return is_port ? STATUS_OK : object_list_add(list, netlist->pin_instance[pin]);
	case OBJECT_NET:
		return netlist->pin_net[pin] < 0 ? STATUS_OK
						 : object_list_add(list, netlist->pin_net[pin]);
	case OBJECT_PORT:
	case N_OBJECT_KINDS:
		break;
	}
	return is_port ? object_list_add(list, pin) : STATUS_OK;
}

static enum status add_of(const struct netlist *netlist, enum object_kind kind, int32_t id,
			  struct object_list *list)
{
	if (kind == OBJECT_NET) {
		for (int32_t i = netlist->net_pin_row[id]; i < netlist->net_pin_row[id + 1]; i++)
			TRY(add_of_pin(netlist, netlist->net_pin[i], list));
		return STATUS_OK;
	}
	if (kind == OBJECT_CELL) {
		for (int32_t p = netlist->instance_pin[id]; p < netlist->instance_pin[id + 1]; p++)
			TRY(add_of_pin(netlist, p, list));
		return STATUS_OK;
	}
	return add_of_pin(netlist, id, list);
}

/* What a name of no known kind may mean depends on what is asked for. */
static enum status find_of(const struct call *call, const struct words *words, int word,
			   struct object_list *list)
{
	static const enum object_kind order[N_OBJECT_KINDS][3] = {
		[OBJECT_PIN] = {OBJECT_CELL, OBJECT_NET, N_OBJECT_KINDS},
		[OBJECT_CELL] = {OBJECT_PIN, OBJECT_NET, N_OBJECT_KINDS},
		[OBJECT_NET] = {OBJECT_PIN, OBJECT_CELL, OBJECT_PORT},
		[OBJECT_PORT] = {OBJECT_NET, N_OBJECT_KINDS, N_OBJECT_KINDS},
	};
	const struct netlist *netlist = call->session->design.netlist;
	const char *name = words->word[word];

	for (int i = 0; i < 3 && order[list->kind][i] != N_OBJECT_KINDS; i++) {
		enum object_kind kind = order[list->kind][i];
		int32_t id =
			words_may_be(words, word, kind) ? object_find(netlist, kind, name) : -1;

		if (id >= 0)
			return add_of(netlist, kind, id, list);
	}
	return status_fail(STATUS_FAILED, "%s: \"%.100s\" is nothing that %ss belong to",
			   call->command->name, name, object_kind_name(list->kind));
}

static enum status find_of_objects(const struct call *call, struct object_list *list)
{
	struct words words;
	enum status status = STATUS_OK;

	if (call->n_arguments)
		return status_fail(STATUS_USAGE, "%s: patterns and -of_objects exclude each other",
				   call->command->name);
	words_of(call, call->option[GET_OF_OBJECTS].word, &words);
	for (int w = 0; w < words.n && status == STATUS_OK; w++)
		status = find_of(call, &words, w, list);
	words_free(&words);
	return status;
}

/* ---- the commands ---- */

static enum status find_objects(struct call *call, struct object_list *list)
{
	if (call->option[GET_OF_OBJECTS].given)
		return find_of_objects(call, list);
	if (call->n_arguments == 0)
		return find_patterns(call, "*", list);
	for (int a = 0; a < call->n_arguments; a++)
		TRY(find_patterns(call, call->argument[a], list));
	return STATUS_OK;
}

static enum status get_objects(struct call *call, enum object_kind kind)
{
	const struct netlist *netlist = call->session->design.netlist;
	struct object_list list;
	struct text name = TEXT_INIT;
	enum status status;

	TRY(design_need_netlist(&call->session->design));
	TRY(object_list_init(&list, netlist, kind));
	status = find_objects(call, &list);
	for (int32_t i = 0; i < list.n && status == STATUS_OK; i++) {
		text_clear(&name);
		object_write_name(netlist, kind, list.id[i], &name);
		list_add(call->result, text_string(&name));
	}
	call->names_kind = object_kind_name(kind);
	text_release(&name);
	object_list_release(&list);
	return status != STATUS_OK ? status : text_status(call->result);
}

static enum status get_pins(struct call *call)
{
	return get_objects(call, OBJECT_PIN);
}

static enum status get_cells(struct call *call)
{
	return get_objects(call, OBJECT_CELL);
}

static enum status get_nets(struct call *call)
{
	return get_objects(call, OBJECT_NET);
}

static enum status get_ports(struct call *call)
{
	return get_objects(call, OBJECT_PORT);
}

const struct command query_commands[] = {
	{"get_pins", "?PATTERNS?", 0, MAX_ARGUMENTS,
	 "Names of pins of instances: \"instance/pin\" with * and ?, of one level each",
	 get_options, get_pins, IN_SESSION},
	{"get_cells", "?PATTERNS?", 0, MAX_ARGUMENTS, "Names of instances", get_options, get_cells,
	 IN_SESSION},
	{"get_nets", "?PATTERNS?", 0, MAX_ARGUMENTS, "Names of nets", get_options, get_nets,
	 IN_SESSION},
	{"get_ports", "?PATTERNS?", 0, MAX_ARGUMENTS, "Names of ports; of a bus, all its bits",
	 get_options, get_ports, IN_SESSION},
	{0},
};
