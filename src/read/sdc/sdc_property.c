/* Properties of objects, and the expressions of -filter about them. */
#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "read/sdc/sdc_impl.h"

/* ---- properties ---- */

static const char *last_level(const char *name)
{
	const char *slash = strrchr(name, '/');

	return slash ? slash + 1 : name;
}

/* Of a pin of an instance, whose name may have slashes of its own. */
static const char *own_pin_name(const struct netlist *netlist, int32_t pin)
{
	int32_t x = netlist->pin_instance[pin];
	const struct master *master = &netlist->master[netlist->instance_master[x]];

	return names_get(&netlist->pin_name, master->pin_name[pin - netlist->instance_pin[x]]);
}

/* Its name on the last level. */
static const char *own_name(const struct sdc *s, struct sdc_object object, const char *full)
{
	const struct library *library =
		s->netlist->n_libraries ? s->netlist->library[object.library] : NULL;

	switch (object.kind) {
	case SDC_PIN:
		return own_pin_name(s->netlist, object.id);
	case SDC_LIB_CELL:
		return names_get(&library->cell_name, library->cell[object.id].name);
	case SDC_LIB_PIN:
		return names_get(&library->string, library->pin[object.id].name);
	case SDC_CELL:
	case SDC_NET:
		return last_level(full);
	default:
		return full;
	}
}

static const char *direction_name(enum lib_direction direction)
{
	static const char *const names[] = {[LIB_INPUT] = "input",
					    [LIB_OUTPUT] = "output",
					    [LIB_INOUT] = "bidirect",
					    [LIB_INTERNAL] = "internal"};

	return names[direction];
}

static void add_flag(struct text *out, bool flag)
{
	text_add(out, flag ? "1" : "0");
}

/* The library cell of an instance, NULL for a black box. */
static const struct lib_cell *cell_of(const struct sdc *s, int32_t instance)
{
	const struct master *master = &s->netlist->master[s->netlist->instance_master[instance]];

	return master->library[LATE] ? &master->library[LATE]->cell[master->cell[LATE]] : NULL;
}

static bool pin_property(const struct sdc *s, int32_t pin, const char *name, struct text *out)
{
	const struct lib_pin *lib = netlist_lib_pin(s->netlist, pin, LATE);
	bool is_port = s->netlist->pin_instance[pin] < 0;

	if (strcmp(name, "direction") == 0 || strcmp(name, "pin_direction") == 0 ||
	    strcmp(name, "port_direction") == 0)
		text_add(out, direction_name(netlist_pin_direction(s->netlist, pin)));
	else if (strcmp(name, "is_port") == 0)
		add_flag(out, is_port);
	else if (strcmp(name, "is_clock") == 0 || strcmp(name, "is_clock_pin") == 0 ||
		 strcmp(name, "is_register_clock") == 0)
		add_flag(out, lib && (lib->is_clock || sdc_is_clock_pin(s, pin)));
	else if (strcmp(name, "lib_pin_name") == 0 && !is_port)
		text_add(out, own_pin_name(s->netlist, pin));
	else
		return false;
	return true;
}

static bool lib_cell_property(const struct lib_cell *cell, const char *name, struct text *out)
{
	if (strcmp(name, "is_sequential") == 0)
		add_flag(out, cell && cell->is_sequential);
	else if (strcmp(name, "is_memory") == 0 || strcmp(name, "is_memory_cell") == 0)
		add_flag(out, cell && cell->is_memory);
	else if (strcmp(name, "is_macro") == 0)
		add_flag(out, cell && cell->is_macro);
	else if (strcmp(name, "is_clock_gate") == 0)
		add_flag(out, cell && cell->is_clock_gate);
	else if (strcmp(name, "area") == 0)
		text_printf(out, "%.9g", cell ? cell->area : 0);
	else
		return false;
	return true;
}

static bool cell_property(const struct sdc *s, int32_t instance, const char *name, struct text *out)
{
	if (strcmp(name, "ref_name") == 0)
		text_add(out, s->netlist->master[s->netlist->instance_master[instance]].name);
	else if (strcmp(name, "is_black_box") == 0)
		add_flag(out, !cell_of(s, instance));
	else
		return lib_cell_property(cell_of(s, instance), name, out);
	return true;
}

static bool clock_property(const struct sdc *s, int32_t id, const char *name, struct text *out)
{
	const struct clock *clock = &s->constraints->clock[id];
	bool generated = clock->master >= 0 || s->clock[id].derive;

	if (strcmp(name, "period") == 0)
		text_printf(out, "%.9g", clock->period / s->time_unit);
	else if (strcmp(name, "is_generated") == 0)
		add_flag(out, generated);
	else if (strcmp(name, "is_propagated") == 0 || strcmp(name, "propagated_clock") == 0)
		add_flag(out, clock->propagated);
	else if (strcmp(name, "is_virtual") == 0)
		add_flag(out, clock->n_sources == 0);
	else
		return false;
	return true;
}

static bool lib_pin_property(const struct lib_pin *pin, const char *name, struct text *out)
{
	if (strcmp(name, "direction") == 0 || strcmp(name, "pin_direction") == 0)
		text_add(out, direction_name(pin->direction));
	else if (strcmp(name, "is_clock") == 0)
		add_flag(out, pin->is_clock);
	else
		return false;
	return true;
}

static bool own_property(const struct sdc *s, struct sdc_object object, const char *name,
			 struct text *out)
{
	const struct library *library =
		s->netlist->n_libraries ? s->netlist->library[object.library] : NULL;

	switch (object.kind) {
	case SDC_PORT:
	case SDC_PIN:
		return pin_property(s, object.id, name, out);
	case SDC_CELL:
		return cell_property(s, object.id, name, out);
	case SDC_CLOCK:
		return clock_property(s, object.id, name, out);
	case SDC_LIB_CELL:
		return lib_cell_property(&library->cell[object.id], name, out);
	case SDC_LIB_PIN:
		return lib_pin_property(&library->pin[object.id], name, out);
	default:
		return false;
	}
}

bool sdc_property(const struct sdc *s, struct sdc_object object, const char *name, struct text *out)
{
	struct text full = TEXT_INIT;
	bool known = true;

	sdc_write_name(s, object, &full);
	if (strcmp(name, "full_name") == 0)
		text_add(out, text_string(&full));
	else if (strcmp(name, "name") == 0 || strcmp(name, "base_name") == 0)
		text_add(out, own_name(s, object, text_string(&full)));
	else if (strcmp(name, "object_class") == 0)
		text_add(out, sdc_kind_name(object.kind));
	else if (strcmp(name, "is_hierarchical") == 0)
		add_flag(out, false);
	else
		known = own_property(s, object, name, out);
	text_release(&full);
	return known;
}

/* ---- expressions ---- */

/*
 *	any   := all { "||" all }
 *	all   := one { "&&" one }
 *	one   := "!" one | "(" any ")" | ["@"] NAME [ OPERATOR VALUE ]
 *
 * evaluated for one object as it is parsed.
 */
struct expression {
	const struct sdc *s;
	const struct sdc_call *call;
	const char *text, *at;
	struct sdc_object object;
	int depth;
};

enum { DEEPEST_EXPRESSION = 100 };

static void skip_blanks(struct expression *e)
{
	while (isspace((unsigned char)*e->at))
		e->at++;
}

static bool take(struct expression *e, const char *token)
{
	size_t n = strlen(token);

	skip_blanks(e);
	if (strncmp(e->at, token, n) != 0)
		return false;
	e->at += n;
	return true;
}

static enum status not_an_expression(const struct expression *e)
{
	return sdc_fail(e->call, "\"%.100s\" is not a -filter, at \"%.20s\"", e->text, e->at);
}

static void take_name(struct expression *e, struct text *name)
{
	const char *from;

	take(e, "@");
	skip_blanks(e);
	from = e->at;
	while (isalnum((unsigned char)*e->at) || *e->at == '_')
		e->at++;
	text_append(name, from, e->at - from);
}

/* In quotes, where a backslash stands before a quote or backslash of the name. */
static void take_quoted(struct expression *e, struct text *word)
{
	for (e->at++; *e->at && *e->at != '"'; e->at++) {
		e->at += e->at[0] == '\\' && (e->at[1] == '"' || e->at[1] == '\\');
		text_append(word, e->at, 1);
	}
	e->at += *e->at == '"';
}

/* In braces, of which those within come in pairs. */
static void take_braced(struct expression *e, struct text *word)
{
	const char *from = ++e->at;

	for (int depth = 0; *e->at && (depth > 0 || *e->at != '}'); e->at++)
		depth += *e->at == '{' ? 1 : *e->at == '}' ? -1 : 0;
	text_append(word, from, e->at - from);
	e->at += *e->at == '}';
}

/* Quoted, in braces, or up to what can't be part of a name. Is there one? */
static bool take_word(struct expression *e, struct text *word)
{
	const char *from;

	skip_blanks(e);
	if (*e->at == '"' || *e->at == '{') {
		(*e->at == '"' ? take_quoted : take_braced)(e, word);
		return true;
	}
	from = e->at;
	while (*e->at && !isspace((unsigned char)*e->at) && !strchr("()&|", *e->at))
		e->at++;
	text_append(word, from, e->at - from);
	return word->length;
}

enum comparison { IS, IS_NOT, LIKE, UNLIKE, AT_LEAST, AT_MOST, MORE, LESS, N_COMPARISONS };

static enum comparison take_comparison(struct expression *e)
{
	static const char *const operators[N_COMPARISONS] = {"==", "!=", "=~", "!~",
							     ">=", "<=", ">",  "<"};

	for (int i = 0; i < N_COMPARISONS; i++) {
		if (take(e, operators[i]))
			return (enum comparison)i;
	}
	return N_COMPARISONS;
}

static const char *as_flag(const char *word)
{
	if (strcasecmp(word, "true") == 0)
		return "1";
	return strcasecmp(word, "false") == 0 ? "0" : word;
}

/* A name may be "true" too. */
static bool is_same(const char *value, const char *word)
{
	return strcmp(value, word) == 0 || strcmp(value, as_flag(word)) == 0;
}

static bool compare(enum comparison comparison, const char *value, const char *word)
{
	switch (comparison) {
	case IS:
		return is_same(value, word);
	case IS_NOT:
		return !is_same(value, word);
	case LIKE:
		return glob_match(word, value, false, false);
	case UNLIKE:
		return !glob_match(word, value, false, false);
	case AT_LEAST:
		return strtod(value, NULL) >= strtod(word, NULL);
	case AT_MOST:
		return strtod(value, NULL) <= strtod(word, NULL);
	case MORE:
		return strtod(value, NULL) > strtod(word, NULL);
	case LESS:
		return strtod(value, NULL) < strtod(word, NULL);
	case N_COMPARISONS:
		break;
	}
	return strcmp(value, "1") == 0;
}

/* `name` and `value` are the caller's, to be released. */
static enum status eval_property(struct expression *e, struct text *name, struct text *value)
{
	take_name(e, name);
	if (!name->length)
		return not_an_expression(e);
	if (sdc_property(e->s, e->object, text_string(name), value))
		return STATUS_OK;
	return sdc_fail(e->call, "a %s has no property \"%.100s\"", sdc_kind_name(e->object.kind),
			text_string(name));
}

static enum status eval_term(struct expression *e, bool *result)
{
	struct text name = TEXT_INIT, value = TEXT_INIT, word = TEXT_INIT;
	enum status status = eval_property(e, &name, &value);
	enum comparison comparison = status == STATUS_OK ? take_comparison(e) : N_COMPARISONS;

	if (comparison < N_COMPARISONS && !take_word(e, &word))
		status = not_an_expression(e);
	*result = compare(comparison, text_string(&value), text_string(&word));
	text_release(&name);
	text_release(&value);
	text_release(&word);
	return status;
}

static enum status eval_any(struct expression *e, bool *result);

static enum status eval_one(struct expression *e, bool *result)
{
	if (e->depth > DEEPEST_EXPRESSION)
		return not_an_expression(e);
	e->depth++;
	if (take(e, "(")) {
		TRY(eval_any(e, result));
		if (!take(e, ")"))
			return not_an_expression(e);
	} else if (take(e, "!")) {
		TRY(eval_one(e, result));
		*result = !*result;
	} else {
		TRY(eval_term(e, result));
	}
	e->depth--;
	return STATUS_OK;
}

static enum status eval_all(struct expression *e, bool *result)
{
	bool more;

	TRY(eval_one(e, result));
	while (take(e, "&&")) {
		TRY(eval_one(e, &more));
		*result = *result && more;
	}
	return STATUS_OK;
}

static enum status eval_any(struct expression *e, bool *result)
{
	bool more;

	TRY(eval_all(e, result));
	while (take(e, "||")) {
		TRY(eval_all(e, &more));
		*result = *result || more;
	}
	return STATUS_OK;
}

enum status sdc_filter_objects(struct sdc *s, const struct sdc_call *call, Tcl_Obj *word,
			       struct sdc_objects *objects)
{
	int32_t kept = 0;
	bool keep = false;

	for (int32_t i = 0; i < objects->n; i++) {
		struct expression e = {.s = s, .call = call, .object = objects->item[i]};

		e.text = e.at = Tcl_GetString(word);
		TRY(eval_any(&e, &keep));
		skip_blanks(&e);
		if (*e.at)
			return not_an_expression(&e);
		if (keep)
			objects->item[kept++] = objects->item[i];
	}
	objects->n = kept;
	return STATUS_OK;
}
