#include "read/layout/lexer.h"

#include <inttypes.h>

#include "base/units.h"

/* ---- messages ---- */

const char *layout_shown(const char *begin, int64_t length, int64_t most, char *to)
{
	int64_t n = length > most ? most : length;

	for (int64_t i = 0; i < n; i++) {
		unsigned char c = (unsigned char)begin[i];

		to[i] = (char)(c < ' ' || c >= 127 ? '?' : c);
	}
	strcpy(to + n, length > n ? "…" : "");
	return to;
}

const char *lex_shown(const struct word *word)
{
	static _Thread_local char shown[2][LEX_MOST_SHOWN + 4];
	static _Thread_local int turn;

	return layout_shown(word->begin, word->length, LEX_MOST_SHOWN, shown[turn ^= 1]);
}

enum status lex_expected(const struct walk *lex, const struct word *word, const char *what)
{
	if (word->length == 0)
		return input_error_at(lex->in, word->begin, "expected %s, the file ends", what);
	return input_error_at(lex->in, word->begin, "expected %s, found \"%s\"", what,
			      lex_shown(word));
}

/* ---- words ---- */

enum status lex_quoted(struct walk *lex, struct word *word)
{
	const char *p = word->begin + 1;

	for (;; p++) {
		p = memchr(p, '"', (size_t)(lex->end - p));
		if (!p)
			return input_error_at(lex->in, word->begin, "text without closing quote");
		if (p[-1] != '\\' || p == word->begin + 1)
			break;
	}
	lex->at = p + 1;
	word->length = lex->at - word->begin;
	return STATUS_OK;
}

/* A ';' in front of anything that may hide one; NULL when it takes a closer look. */
static const char *plain_semicolon(const struct walk *lex)
{
	const char *from = lex->at;
	const char *p = memchr(from, ';', (size_t)(lex->end - from));
	size_t n = p ? (size_t)(p - from) : 0;

	if (!p || memchr(from, '"', n) || memchr(from, '#', n))
		return NULL;
	return lex->semicolons || (walk_blank(p[1]) && p[-1] != '\\') ? p : NULL;
}

enum status lex_skip_statement(struct walk *lex)
{
	const char *p = plain_semicolon(lex);
	struct word word;

	if (p) {
		lex->at = p + 1;
		return p < lex->look ? STATUS_OK : walk_look_up(lex, lex->at);
	}
	do {
		TRY(lex_next(lex, &word));
		if (word.length == 0)
			return lex_expected(lex, &word, "\";\"");
	} while (!word_is(&word, ";"));
	return STATUS_OK;
}

enum status lex_skip_past(struct walk *lex, const char *last)
{
	struct word word;

	do {
		TRY(lex_next(lex, &word));
		if (word.length == 0)
			return lex_expected(lex, &word, last);
	} while (!word_is(&word, last));
	return STATUS_OK;
}

enum status lex_skip_to_end(struct walk *lex, const struct word *name)
{
	struct word word;
	const char *after;

	for (;;) {
		TRY(lex_skip_past(lex, "END"));
		after = lex->at;
		TRY(lex_next(lex, &word));
		if (word_equals(&word, name))
			return STATUS_OK;
		lex->at = after;
	}
}

enum status lex_need_name(struct walk *lex, const struct word *name, const char *what)
{
	struct word word;

	TRY(lex_next(lex, &word));
	return word_equals(&word, name) ? STATUS_OK : lex_expected(lex, &word, what);
}

enum status lex_direction(struct walk *lex, bool any_case, enum lib_direction *direction)
{
	static const struct {
		const char *word;
		enum lib_direction direction;
	} known[] = {{"INPUT", LIB_INPUT},
		     {"OUTPUT", LIB_OUTPUT},
		     {"INOUT", LIB_INOUT},
		     {"FEEDTHRU", LIB_INOUT}};
	struct word word;

	TRY(lex_take(lex, "a direction", &word));
	for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
		if ((any_case ? word_says : word_is)(&word, known[i].word)) {
			*direction = known[i].direction;
			return STATUS_OK;
		}
	}
	return lex_expected(lex, &word, "INPUT, OUTPUT, INOUT or FEEDTHRU");
}

/* ---- numbers ---- */

enum status lex_real(const struct walk *lex, const struct word *word, double *out)
{
	const char *p = word->begin, *end = word->begin + word->length;

	switch (parse_real(&p, end, out)) {
	case DECIMAL_OK:
		if (p == end)
			return STATUS_OK;
		break;
	case DECIMAL_OUT_OF_RANGE:
		return input_error_at(lex->in, word->begin, "number out of range: \"%s\"",
				      lex_shown(word));
	case DECIMAL_NOT_A_NUMBER:
		break;
	}
	return lex_expected(lex, word, "a number");
}

/* Sign, at most nine digits, at most six decimals: what nearly all numbers are. */
static bool short_number(const struct word *word, int64_t *value, int64_t *power)
{
	const char *p = word->begin, *end = p + word->length, *digits, *point = NULL;
	bool negative = p < end && *p == '-';

	p += negative;
	*value = 0;
	*power = 1;
	for (digits = p; p < end; p++) {
		if (*p == '.' && !point) {
			point = p;
			continue;
		}
		if (*p < '0' || *p > '9' || p - digits > 16)
			return false;
		*value = *value * 10 + (*p - '0');
		if (point)
			*power *= 10;
	}
	if (negative)
		*value = -*value;
	return p > digits + (point != NULL) && *value < INT64_C(1000000000000) &&
	       *value > -INT64_C(1000000000000) && *power <= 1000000;
}

static int64_t divide_rounded(int64_t value, int64_t divisor)
{
	return (value < 0 ? value - divisor / 2 : value + divisor / 2) / divisor;
}

enum status lex_scaled(const struct walk *lex, const struct word *word, int64_t unit,
		       int64_t divisor, int64_t limit, int64_t *out)
{
	int64_t value, power;

	if (short_number(word, &value, &power)) {
		*out = divide_rounded(value * unit, power * divisor);
	} else {
		double real;

		TRY(lex_real(lex, word, &real));
		real = real * (double)unit / (double)divisor;
		*out = real >= (double)limit + 1 || real <= -(double)limit - 1
			       ? limit + 1
			       : (int64_t)(real < 0 ? real - 0.5 : real + 0.5);
	}
	if (*out > limit || *out < -limit)
		return input_error_at(lex->in, word->begin,
				      "\"%s\" is out of range: at most %" PRId64 " mm can be said",
				      lex_shown(word), limit / 40000000);
	return STATUS_OK;
}
