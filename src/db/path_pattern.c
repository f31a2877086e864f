#include "db/path_pattern.h"

#include <ctype.h>
#include <fnmatch.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "base/grow.h"
#include "base/units.h"

enum match_sort { MATCH_PART, MATCH_GLOB, MATCH_REGEX };

enum {
	NAME_SIZE = 4096,  /* what is longer is compared as far as this */
	MOST_COPIED = 255, /* characters of an expression, beyond its own */
	MOST_NESTED = 32,
	MOST_CHOICES = 8, /* between ways to match nothing: {,3} of what may be empty has 3 */
};

struct name_term {
	enum match_sort sort;
	int places;
	bool any_case;
	char *text; /* owned: lower case when any_case; of a glob as fnmatch(3) has it */
	regex_t regex;
};

/* ---- parsing ---- */

/* What is left of a pattern, and the term that is taken from it. */
struct scan {
	const char *at;
	struct path_pattern *pattern;
};

static const char *term_end(const char *at)
{
	/* an expression may have blanks: it ends with the slash before one */
	if (*at == '/') {
		for (const char *slash = strchr(at + 1, '/'); slash;
		     slash = strchr(slash + 1, '/')) {
			if (slash[1] == ' ' || !slash[1])
				return slash + 1;
		}
	}
	return at + strcspn(at, " ");
}

static bool has_capital(const char *text, size_t length)
{
	for (size_t i = 0; i < length; i++) {
		if (text[i] == '\\' && i + 1 < length)
			i++; /* \W is no capital */
		else if (isupper((unsigned char)text[i]))
			return true;
	}
	return false;
}

/* The length of "[12]" at the beginning of the text; 0 when there is no such bit of a bus. */
static size_t bus_bit(const char *text, size_t length)
{
	size_t digits = 0;

	if (length == 0 || text[0] != '[')
		return 0;
	while (digits + 1 < length && isdigit((unsigned char)text[digits + 1]))
		digits++;
	return digits > 0 && digits + 1 < length && text[digits + 1] == ']' ? digits + 2 : 0;
}

/* Is there a "]" that ends the class at the beginning of the text? */
static bool is_class(const char *text, size_t length)
{
	size_t i = 1;

	if (i < length && (text[i] == '!' || text[i] == '^'))
		i++;
	/* one at the very first is of the class */
	return i + 1 < length && memchr(text + i + 1, ']', length - i - 1);
}

/* The last character of a class of an expression, where backslashes are plain. */
static const char *class_end(const char *at)
{
	const char *p = at + 1 + (at[1] == '^');

	p = strchr(p + (*p == ']'), ']');
	return p ? p : at;
}

/* Copy the text as fnmatch() wants it, or, when nothing in it is special, without
 * its backslashes. */
static enum match_sort copy_glob(const char *text, size_t length, char *out)
{
	char plain[PATTERN_LENGTH + 1];
	size_t n = 0, n_plain = 0;
	bool special = false;

	for (size_t i = 0; i < length; i++) {
		size_t bit = bus_bit(text + i, length - i);
		bool escaped = text[i] == '\\' && i + 1 < length;

		if (escaped)
			i++;
		else if (text[i] == '*' || text[i] == '?' ||
			 (text[i] == '[' && !bit && is_class(text + i, length - i)))
			special = true;
		if (escaped || (text[i] == '[' && (bit || !is_class(text + i, length - i))) ||
		    text[i] == '\\')
			out[n++] = '\\';
		out[n++] = text[i];
		plain[n_plain++] = text[i];
	}
	if (!special)
		memcpy(out, plain, n = n_plain);
	out[n] = '\0';
	return special ? MATCH_GLOB : MATCH_PART;
}

/* What is counted of a part of an expression, with all copies. */
struct part {
	int64_t size;
	int64_t choices; /* between ways through it that need no character */
	int64_t solid;   /* pieces that can't be empty, of the branch alone */
	bool or_empty;   /* a branch before can be */
};

static void add_part(struct part *to, const struct part *part, int sign)
{
	to->size += sign * part->size;
	to->choices += sign * part->choices;
	to->solid += sign * part->solid;
}

static void end_branch(struct part *group)
{
	if (!group->solid) {
		group->choices += group->or_empty;
		group->or_empty = true;
	}
	group->solid = 0;
}

/* At one of "*+?{": its last character. */
static const char *repeat(const char *at, int64_t most, struct part *last)
{
	const char *second = at + strcspn(at, ",}"), *end = *at == '{' ? strchr(at, '}') : NULL;
	int64_t low = *at == '+', copies = *at == '+' ? 2 : 1, choices = 1;

	if (*at == '{') {
		bool limited = *second == ',' && isdigit((unsigned char)second[1]);
		int64_t high = strtol(limited ? second + 1 : at + 1, NULL, 10);

		low = strtol(at + 1, NULL, 10);
		copies = max_i64(min_i64(high, most + 1), 1);
		choices = limited ? high - low : *second == ',';
	}
	if (last->solid)
		choices = 0;
	last->size *= copies;
	last->choices = min_i64(last->choices * copies + max_i64(choices, 0), MOST_CHOICES + 1);
	last->solid = low > 0 && last->solid;
	return end ? end : at;
}

/* A character, a class, or what matches between two characters: its last character. */
static const char *take_piece(const char *at, struct part *last)
{
	bool escaped = *at == '\\' && at[1];

	*last = (struct part){.size = 1};
	last->solid = !strchr(escaped ? "bB<>`'" : "^$", at[escaped]);
	return *at == '[' ? class_end(at) : at + escaped;
}

/* Why an expression is refused: it must not take the memory or the time of all else, which grow as what it is with all copies
 * and double with each choice. NULL = it isn't. sum: of each group that is open; last: of what a repetition would repeat. */
static const char *find_excess(const char *text)
{
	struct part sum[MOST_NESTED + 1] = {0}, last = {0};
	int64_t most = MOST_COPIED + (int64_t)strlen(text);
	int depth = 0;

	for (const char *p = text; *p; p++) {
		if (*p == '\\' && isdigit((unsigned char)p[1]))
			return "it refers back by \\ and a digit, which is not taken";
		if (*p == '(' && depth == MOST_NESTED)
			return "it nests groups too deep";
		if (*p == '(') {
			sum[++depth] = last = (struct part){0};
			continue;
		}
		if (*p == '|') {
			end_branch(&sum[depth]);
			last = (struct part){.size = 1};
		} else if (*p == ')' && depth > 0) {
			end_branch(&sum[depth]);
			last = sum[depth--];
			last.size++;
			last.solid = !last.or_empty;
		} else if (strchr("*+?{", *p)) {
			add_part(&sum[depth], &last, -1);
			p = repeat(p, most, &last);
		} else {
			p = take_piece(p, &last);
		}
		add_part(&sum[depth], &last, 1);
		if (sum[depth].choices > MOST_CHOICES)
			return "it repeats what may be empty too often";
		if (sum[depth].size > most)
			return "it repeats too much: {n} copies n times, + twice";
	}
	return NULL;
}

enum status name_regex_open(regex_t *regex, const char *text, int flags, const char *what)
{
	const char *excess = find_excess(text);
	locale_t bytes, before;
	char why[128];
	int error;

	if (excess)
		return status_fail(STATUS_USAGE, "%s: %s", what, excess);
	bytes = newlocale(LC_ALL_MASK, "C", (locale_t)0);
	if (!bytes)
		return STATUS_NO_MEMORY;
	before = uselocale(bytes);
	error = regcomp(regex, text, REG_EXTENDED | REG_NOSUB | flags);
	uselocale(before);
	freelocale(bytes);
	if (error == 0)
		return STATUS_OK;
	regerror(error, regex, why, sizeof why);
	return status_fail(STATUS_USAGE, "%s: %s", what, why);
}

static enum status compile(struct name_term *term)
{
	char what[128];

	snprintf(what, sizeof what, "pattern: /%.100s/", term->text);
	return name_regex_open(&term->regex, term->text, term->any_case ? REG_ICASE : 0, what);
}

static void name_term_free(struct name_term *term)
{
	if (!term)
		return;
	if (term->sort == MATCH_REGEX)
		regfree(&term->regex);
	FREE_ALL(term->text, term);
}

/* A name, from `text` to `end`. */
static enum status make_name(const char *text, const char *end, struct name_term *term)
{
	size_t length = (size_t)(end - text);
	enum status status;

	term->any_case = !has_capital(text, length);
	TRY(ALLOC(&term->text, (int64_t)(2 * length) + 1));
	if (text[0] == '/' && (length < 2 || end[-1] != '/'))
		return status_fail(STATUS_USAGE, "pattern: %.*s has no / at its end",
				   (int)(length < 100 ? length : 100), text);
	if (text[0] == '/') {
		memcpy(term->text, text + 1, length - 2);
		status = compile(term);
		term->sort = status == STATUS_OK ? MATCH_REGEX : MATCH_PART;
		return status;
	}
	term->sort = copy_glob(text, length, term->text);
	for (char *p = term->text; *p && term->any_case; p++)
		*p = (char)tolower((unsigned char)*p);
	return STATUS_OK;
}

static const struct {
	const char *word;
	int places;
} prefixes[] = {{"start:", NAME_OF_START}, {"end:", NAME_OF_END},
		{"from:", NAME_OF_START},  {"to:", NAME_OF_END},
		{"pin:", NAME_OF_PIN},     {"cell:", NAME_OF_CELL},
		{"net:", NAME_OF_NET},     {"", NAME_OF_START | NAME_OF_END}};

/* Which of these a term begins with; the last means no prefix. */
static size_t find_place(const char *at)
{
	size_t i = 0;

	while (strncmp(at, prefixes[i].word, strlen(prefixes[i].word)) != 0)
		i++;
	return i;
}

/* Letters and a colon that mean none of these were meant to. */
static enum status check_place(const char *at)
{
	size_t n = strspn(at, "abcdefghijklmnopqrstuvwxyz");

	if (n == 0 || at[n] != ':')
		return STATUS_OK;
	return status_fail(
		STATUS_USAGE,
		"pattern: there is no \"%.*s:\", only start: (from:) end: (to:) pin: cell: net: "
		"before a name; a colon of a name is written \\:",
		(int)(n < 40 ? n : 40), at);
}

static enum status take_name(struct scan *scan)
{
	struct path_pattern *pattern = scan->pattern;
	size_t i = find_place(scan->at);
	struct name_term *term;
	const char *end;

	if (!prefixes[i].word[0])
		TRY(check_place(scan->at));
	scan->at += strlen(prefixes[i].word);
	end = term_end(scan->at);
	if (end == scan->at)
		return status_fail(STATUS_USAGE, "pattern: %s needs a name after it",
				   prefixes[i].word);
	if (pattern->n_names == PATTERN_NAMES)
		return status_fail(STATUS_USAGE, "pattern: more than %d names", PATTERN_NAMES);
	TRY(ALLOC(&term, 1));
	term->places = prefixes[i].places;
	pattern->name[pattern->n_names++] = term;
	TRY(make_name(scan->at, end, term));
	scan->at = end;
	return STATUS_OK;
}

static const struct {
	const char *word;
	enum path_number number;
	bool is_time;
} numbers[] = {
	{"slack", NUMBER_SLACK, true},     {"cost", NUMBER_SLACK, true},
	{"credit", NUMBER_CREDIT, true},   {"deviations", NUMBER_DEVIATIONS, false},
	{"dev", NUMBER_DEVIATIONS, false}, {"points", NUMBER_POINTS, false},
	{"graph", NUMBER_GRAPH, true},     {"pessimism", NUMBER_PESSIMISM, true},
};

enum { N_NUMBERS = sizeof numbers / sizeof *numbers };

static const char *skip_blanks(const char *at)
{
	return at + strspn(at, " ");
}

/* Which number a term is about, with `at` set to its operator; N_NUMBERS = it is a name. */
static int find_number(const char **at)
{
	for (int i = 0; i < N_NUMBERS; i++) {
		size_t length = strlen(numbers[i].word);
		const char *sign;

		if (strncmp(*at, numbers[i].word, length) != 0)
			continue;
		sign = skip_blanks(*at + length);
		if (*sign && strchr("<>=", *sign)) {
			*at = sign;
			return i;
		}
	}
	return N_NUMBERS;
}

static enum status take_value(struct scan *scan, int i, int64_t *value)
{
	const char *begin = scan->at = skip_blanks(scan->at);
	bool ok;

	if (numbers[i].is_time) {
		ok = parse_ps(&scan->at, begin + strlen(begin), value) == DECIMAL_OK;
	} else {
		char *end;

		*value = strtol(begin, &end, 10);
		ok = end > begin && *value > -INT32_MAX && *value < INT32_MAX;
		scan->at = end;
	}
	if (ok && (!*scan->at || *scan->at == ' '))
		return STATUS_OK;
	return status_fail(STATUS_USAGE, "pattern: %s wants a number%s, not \"%.*s\"",
			   numbers[i].word, numbers[i].is_time ? " of picoseconds" : "",
			   (int)strcspn(begin, " "), begin);
}

/* After the word of a number: an operator and a value. */
static enum status take_limit(struct scan *scan, int i)
{
	struct path_pattern *pattern = scan->pattern;
	int64_t *low = &pattern->low[numbers[i].number], *high = &pattern->high[numbers[i].number];
	char sign = *scan->at++;
	bool equal = sign == '=' || *scan->at == '=';
	int64_t value;

	scan->at += *scan->at == '=';
	TRY(take_value(scan, i, &value));
	if (sign != '<' && value + !equal > *low)
		*low = value + !equal;
	if (sign != '>' && value - !equal < *high)
		*high = value - !equal;
	return STATUS_OK;
}

static enum status take_terms(struct scan *scan)
{
	for (scan->at = skip_blanks(scan->at); *scan->at; scan->at = skip_blanks(scan->at)) {
		int number = find_number(&scan->at);

		TRY(number < N_NUMBERS ? take_limit(scan, number) : take_name(scan));
	}
	return STATUS_OK;
}

enum status path_pattern_parse(const char *text, struct path_pattern **out)
{
	RELEASED_BY(path_pattern_drop) struct path_pattern *pattern = NULL;
	struct scan scan;

	if (strlen(text) > PATTERN_LENGTH)
		return status_fail(STATUS_USAGE, "pattern: longer than %d bytes", PATTERN_LENGTH);
	TRY(ALLOC(&pattern, 1));
	for (int i = 0; i < N_PATH_NUMBERS; i++) {
		pattern->low[i] = INT64_MIN;
		pattern->high[i] = INT64_MAX;
	}
	TRY(duplicate_string(text, &pattern->text));
	scan = (struct scan){text, pattern};
	TRY(take_terms(&scan));
	HAND_OVER(out, pattern);
	return STATUS_OK;
}

void path_pattern_write_along(const struct path_pattern *pattern, struct text *out)
{
	bool any = false;
	RELEASED_BY(text_release) struct text along = TEXT_INIT;

	for (const char *at = skip_blanks(pattern->text); *at; at = skip_blanks(at)) {
		const char *sign = at, *end;
		bool number = find_number(&sign) < N_NUMBERS;
		bool plain = !number && !prefixes[find_place(at)].word[0];

		end = number ? sign + strspn(sign, "<>= ") : term_end(at);
		end += number ? strcspn(end, " ") : 0;
		if (!number && !plain)
			end = term_end(at + strlen(prefixes[find_place(at)].word));
		text_printf(&along, "%s%s%.*s", along.length ? " " : "", plain ? "pin:" : "",
			    (int)(end - at), at);
		any |= plain;
		at = end;
	}
	if (any)
		text_add(out, text_string(&along));
}

void path_pattern_free(struct path_pattern *pattern)
{
	if (!pattern)
		return;
	for (int i = 0; i < pattern->n_names; i++)
		name_term_free(pattern->name[i]);
	FREE_ALL(pattern->text, pattern);
}

/* ---- matching ---- */

/* A name as terms see it: whole, and as far as its first blank. */
struct seen_name {
	char whole[NAME_SIZE], lower[NAME_SIZE]; /* lower: the whole in lower case */
	char bare[NAME_SIZE];                    /* "" = the name has no blank */
};

static void see(const char *name, struct seen_name *seen)
{
	size_t i = 0, blank;

	for (; name[i] && i + 1 < NAME_SIZE; i++) {
		seen->whole[i] = name[i];
		seen->lower[i] = (char)tolower((unsigned char)name[i]);
	}
	seen->whole[i] = seen->lower[i] = '\0';
	blank = strcspn(seen->whole, " ");
	if (!seen->whole[blank])
		blank = 0;
	memcpy(seen->bare, seen->whole, blank);
	seen->bare[blank] = '\0';
}

static bool matches_one(const struct name_term *term, const char *name)
{
	if (term->sort == MATCH_GLOB)
		return fnmatch(term->text, name, term->any_case ? FNM_CASEFOLD : 0) == 0;
	return regexec(&term->regex, name, 0, NULL, 0) == 0;
}

static bool matches(const struct name_term *term, const struct seen_name *seen)
{
	if (term->sort == MATCH_PART)
		return strstr(term->any_case ? seen->lower : seen->whole, term->text) != NULL;
	return matches_one(term, seen->whole) || (seen->bare[0] && matches_one(term, seen->bare));
}

uint8_t path_pattern_terms(const struct path_pattern *pattern, int places)
{
	uint8_t terms = 0;

	for (int i = 0; i < pattern->n_names; i++) {
		if (pattern->name[i]->places & places)
			terms |= (uint8_t)(1u << i);
	}
	return terms;
}

uint8_t path_pattern_match(const struct path_pattern *pattern, int places, const char *name)
{
	uint8_t terms = 0;
	struct seen_name seen;

	see(name, &seen);
	for (int i = 0; i < pattern->n_names; i++) {
		if (pattern->name[i]->places & places && matches(pattern->name[i], &seen))
			terms |= (uint8_t)(1u << i);
	}
	return terms;
}
