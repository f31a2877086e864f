/* Object queries: get_ports, get_cells, …, by pattern, by what they belong to, by property. */
#include <string.h>

#include "read/sdc/sdc_impl.h"

enum {
	GET_HIERARCHICAL,
	GET_REGEXP,
	GET_NOCASE,
	GET_QUIET,
	GET_FILTER,
	GET_OF_OBJECTS,
	GET_LEAF,
	GET_HSC,
	GET_EXACT
};

static const struct sdc_option get_options[] = {
	[GET_HIERARCHICAL] = {"-hierarchical", SDC_FLAG, NULL, "on any level of the hierarchy"},
	[GET_REGEXP] = {"-regexp", SDC_FLAG, NULL, "patterns are regular expressions"},
	[GET_NOCASE] = {"-nocase", SDC_FLAG, NULL, "upper and lower case are the same"},
	[GET_QUIET] = {"-quiet", SDC_FLAG, NULL, "no warning about what isn't found"},
	[GET_FILTER] = {"-filter", SDC_WORD, "EXPRESSION", "those whose properties meet it"},
	[GET_OF_OBJECTS] = {"-of_objects", SDC_WORD, "OBJECTS", "what belongs to these"},
	[GET_LEAF] = {"-leaf", SDC_FLAG, NULL,
		      "with -of_objects, of nets: leaf cells and their pins, on any level"},
	[GET_HSC] = {"-hsc", SDC_WORD, "SEPARATOR", "of levels, / as always"},
	[GET_EXACT] = {"-exact", SDC_FLAG, NULL, "ignored: names are looked up as they are"},
	{0},
};

/* ---- by pattern ---- */

/* What has just this name, when the pattern matches nothing. */
static enum status find_pattern(struct sdc *s, const struct sdc_call *call, enum sdc_kind kind,
				const char *pattern, bool warns, struct sdc_objects *out)
{
	const struct query_options options = {
		.hierarchical = sdc_has(call, GET_HIERARCHICAL),
		.regexp = sdc_has(call, GET_REGEXP),
		.nocase = sdc_has(call, GET_NOCASE),
	};
	struct sdc_object object;
	int32_t before = out->n;

	TRY(sdc_match(s, kind, pattern, &options, out));
	if (out->n == before && sdc_find_exact(s, kind, pattern, &object))
		return sdc_objects_add(out, object);
	if (out->n == before && warns && !sdc_has(call, GET_QUIET))
		sdc_warn_missing(s, SDC_MASK(kind), pattern);
	return STATUS_OK;
}

/* A value that is a name and no pattern. */
static enum status find_exact(struct sdc *s, const struct sdc_call *call, enum sdc_kind kind,
			      Tcl_Obj *value, struct sdc_objects *out)
{
	const char *name = tcl_text(value);
	struct sdc_object object;

	if (!sdc_name_mask(value, SDC_MASK(kind))) /* of another kind */
		return STATUS_OK;
	if (sdc_find_exact(s, kind, name, &object))
		return sdc_objects_add(out, object);
	if (!sdc_has(call, GET_QUIET))
		sdc_warn_missing(s, SDC_MASK(kind), name);
	return STATUS_OK;
}

static enum status find_item(struct sdc *s, const struct sdc_call *call, enum sdc_kind kind,
			     Tcl_Obj *item, bool warns, struct sdc_objects *out)
{
	struct sdc_object object;

	if (sdc_is_name(item))
		return find_exact(s, call, kind, item, out);
	if (sdc_get_object(s, item, &object))
		return object.kind == kind ? sdc_objects_add(out, object) : STATUS_OK;
	if (sdc_is_object(item)) /* which is gone */
		return STATUS_OK;
	return find_pattern(s, call, kind, tcl_text(item), warns, out);
}

/* A word is a pattern, a list of patterns, or objects that were found before; or, when that finds
 * nothing, one name that reads as a list. */
static enum status find_word(struct sdc *s, const struct sdc_call *call, enum sdc_kind kind,
			     Tcl_Obj *word, struct sdc_objects *out)
{
	struct sdc_object object;
	int32_t before = out->n;
	Tcl_Obj *item = NULL;
	bool whole;
	int n;

	if (sdc_is_object(word) || sdc_is_name(word) || Tcl_ListObjLength(NULL, word, &n) != TCL_OK)
		return find_item(s, call, kind, word, true, out);
	if (n > 0)
		Tcl_ListObjIndex(NULL, word, 0, &item);
	whole = sdc_names_one(word, item) && sdc_find_exact(s, kind, tcl_text(word), &object);
	for (int i = 0; i < n; i++) {
		if (Tcl_ListObjIndex(NULL, word, i, &item) != TCL_OK)
			break;
		TRY(find_item(s, call, kind, item, !whole, out));
	}
	return whole && out->n == before ? sdc_objects_add(out, object) : STATUS_OK;
}

/* ---- the commands ---- */

static enum status find_all(struct sdc *s, const struct sdc_call *call, enum sdc_kind kind,
			    struct sdc_objects *out)
{
	Tcl_Obj *of = sdc_value(call, GET_OF_OBJECTS), *filter = sdc_value(call, GET_FILTER);

	if (of && call->n_arguments)
		return sdc_fail(call, "patterns and -of_objects exclude each other");
	if (of)
		TRY(sdc_find_of(s, call, kind, of, sdc_has(call, GET_LEAF), out));
	else if (!call->n_arguments)
		TRY(find_pattern(s, call, kind, kind == SDC_LIB_PIN ? "*/*" : "*", true, out));
	for (int i = 0; i < call->n_arguments; i++)
		TRY(find_word(s, call, kind, call->argument[i], out));
	return filter ? sdc_filter_objects(s, call, filter, out) : STATUS_OK;
}

/* Of a command "get_ports" or "get_port": a kind's name, or its plural. */
static enum sdc_kind kind_of(const struct sdc_command *command)
{
	const char *name = command->name + strlen("get_");
	int kind = SDC_CLOCK;

	for (; kind < SDC_DESIGN; kind++) {
		const char *of_kind = sdc_kind_name((enum sdc_kind)kind);
		size_t n = strlen(of_kind);

		if (strncmp(name, of_kind, n) == 0 && (!name[n] || strcmp(name + n, "s") == 0))
			break;
	}
	return (enum sdc_kind)kind;
}

static enum status get(struct sdc *s, const struct sdc_call *call)
{
	enum sdc_kind kind = kind_of(call->command);
	RELEASED_BY(sdc_objects_release) struct sdc_objects objects = {0};
	Tcl_Obj *of = sdc_value(call, GET_OF_OBJECTS);

	TRY(find_all(s, call, kind, &objects));
	sdc_give(s, kind == SDC_NET && of && sdc_is_port_pin(of) ? tcl_new("NULL", -1)
								 : sdc_new_list(&objects));
	return STATUS_OK;
}

#define QUERY(name, help, support)                                                                 \
	{                                                                                          \
		name, "?PATTERNS?", 0, SDC_MOST_ARGUMENTS, help, get_options, get, support         \
	}
/* Of several objects and of one. */
#define QUERIES(name, help, support) QUERY(name "s", help, support), QUERY(name, help, support)

const struct sdc_command sdc_query_commands[] = {
	QUERY("get_ports", "Return ports; of a bus, all its bits", SDC_ASKS),
	QUERY("get_port", "Return ports", SDC_ASKS),
	QUERIES("get_pin", "Return pins of instances", SDC_ASKS),
	QUERIES("get_cell", "Return instances", SDC_ASKS),
	QUERIES("get_net", "Return nets", SDC_ASKS),
	QUERIES("get_clock", "Return clocks", SDC_ASKS),
	QUERIES("get_lib", "Return libraries", SDC_ASKS_ANY),
	QUERIES("get_lib_cell", "Return cells of libraries", SDC_ASKS_ANY),
	QUERIES("get_lib_pin", "Return pins of library cells", SDC_ASKS_ANY),
	{0},
};
