/* The expressions of -filter about properties. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "read/sdc/sdc_impl.h"

/*
 *	any   := all { "||" all }
 *	all   := one { "&&" one }
 *	one   := "!" one | "(" any ")" | ["@"] NAME [ OPERATOR VALUE ]
 *
 * evaluated for one object as it is parsed.
 */
struct expression {
	const struct sdc_filter *filter;
	const char *at;
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
	return status_fail(STATUS_USAGE, "%s: \"%.100s\" is not a -filter, at \"%.20s\"",
			   e->filter->command, e->filter->text, e->at);
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

/* In quotes, where a backslash precedes a quote or backslash of the name. */
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
	if (e->filter->property(e->filter->context, text_string(name), value))
		return STATUS_OK;
	return status_fail(STATUS_USAGE, "%s: a %s has no property \"%.100s\"", e->filter->command,
			   e->filter->kind, text_string(name));
}

static enum status eval_term(struct expression *e, bool *result)
{
	RELEASED_BY(text_release) struct text name = TEXT_INIT, value = TEXT_INIT, word = TEXT_INIT;
	enum status status = eval_property(e, &name, &value);
	enum comparison comparison = status == STATUS_OK ? take_comparison(e) : N_COMPARISONS;

	if (comparison < N_COMPARISONS && !take_word(e, &word))
		status = not_an_expression(e);
	*result = compare(comparison, text_string(&value), text_string(&word));
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

enum status sdc_filter_holds(const struct sdc_filter *filter, bool *holds)
{
	struct expression e = {.filter = filter, .at = filter->text};

	*holds = false;
	TRY(eval_any(&e, holds));
	skip_blanks(&e);
	return *e.at ? not_an_expression(&e) : STATUS_OK;
}

/* ---- objects of SDC ---- */

struct filtered {
	const struct sdc *s;
	struct sdc_object object;
};

static bool property_of(void *context, const char *name, struct text *out)
{
	const struct filtered *f = context;
	RELEASED_BY(text_release) struct text value = TEXT_INIT;
	bool known;

	if (!sdc_is_cell_property(name))
		return sdc_property(f->s, f->object, name, out);
	/* by the cell's own name */
	known = sdc_property(f->s, f->object, name, &value);
	text_add(out, last_part(text_string(&value)));
	return known;
}

enum status sdc_filter_objects(struct sdc *s, const struct sdc_call *call, Tcl_Obj *word,
			       struct sdc_objects *objects)
{
	struct filtered f = {.s = s};
	struct sdc_filter filter = {.command = call->command->name,
				    .text = tcl_text(word),
				    .property = property_of,
				    .context = &f};
	int32_t kept = 0;
	bool keep;

	for (int32_t i = 0; i < objects->n; i++) {
		f.object = objects->item[i];
		filter.kind = sdc_kind_name(f.object.kind);
		TRY(sdc_filter_holds(&filter, &keep));
		if (keep)
			objects->item[kept++] = objects->item[i];
	}
	objects->n = kept;
	return STATUS_OK;
}
