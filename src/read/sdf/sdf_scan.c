#include "read/sdf/sdf_scan.h"

#include <ctype.h>
#include <math.h>
#include <string.h>
#include <strings.h>

#include "base/units.h"

static bool is_parenthesis(char c)
{
	return c == '(' || c == ')';
}

enum status sdf_expected(struct sdf *sdf, const char *what)
{
	struct word word = {.begin = sdf->walk.at};
	const char *end = word.begin;

	while (end < sdf->walk.end && !walk_blank(*end) &&
	       (end == word.begin || !is_parenthesis(*end)))
		end++;
	word.length = end - word.begin;
	return walk_expected(&sdf->walk, &word, what);
}

/* ---- parentheses ---- */

enum status sdf_see(struct sdf *sdf, char c, bool *is)
{
	TRY(walk_skip_blanks(&sdf->walk));
	*is = sdf->walk.at < sdf->walk.end && *sdf->walk.at == c;
	return STATUS_OK;
}

enum status sdf_take(struct sdf *sdf, char c, const char *what)
{
	bool is;

	TRY(sdf_see(sdf, c, &is));
	if (!is)
		return sdf_expected(sdf, what);
	sdf->walk.at++;
	return STATUS_OK;
}

enum status sdf_begin(struct sdf *sdf, struct sdf_span *keyword)
{
	TRY(sdf_take(sdf, '(', "\"(\""));
	TRY(walk_skip_blanks(&sdf->walk));
	keyword->begin = sdf->walk.at;
	while (isalnum((unsigned char)*sdf->walk.at) || *sdf->walk.at == '_')
		sdf->walk.at++;
	keyword->end = sdf->walk.at;
	return keyword->begin < keyword->end ? STATUS_OK : sdf_expected(sdf, "a keyword");
}

enum status sdf_expect(struct sdf *sdf, const char *keyword)
{
	struct sdf_span word;

	TRY(sdf_begin(sdf, &word));
	if (sdf_is(word, keyword))
		return STATUS_OK;
	sdf->walk.at = word.begin;
	return sdf_expected(sdf, keyword);
}

enum status sdf_at_end(struct sdf *sdf, bool *ends)
{
	TRY(sdf_see(sdf, ')', ends));
	sdf->walk.at += *ends;
	return STATUS_OK;
}

enum status sdf_read_items(struct sdf *sdf, sdf_item *read)
{
	struct sdf_span keyword;
	bool ends;

	for (;;) {
		TRY(sdf_at_end(sdf, &ends));
		if (ends)
			return STATUS_OK;
		TRY(sdf_begin(sdf, &keyword));
		TRY(read(sdf, keyword));
	}
}

enum status sdf_skip(struct sdf *sdf)
{
	const char *begin = sdf->walk.at;
	int64_t depth = 1;

	while (depth > 0) {
		struct sdf_span text;

		TRY(walk_skip_blanks(&sdf->walk));
		if (sdf->walk.at >= sdf->walk.end)
			return input_error_at(sdf->walk.in, begin, "parenthesis without end");
		if (*sdf->walk.at == '"') {
			TRY(sdf_take_string(sdf, &text));
			continue;
		}
		depth += *sdf->walk.at == '(' ? 1 : *sdf->walk.at == ')' ? -1 : 0;
		sdf->walk.at += *sdf->walk.at == '\\' && sdf->walk.at + 1 < sdf->walk.end ? 2 : 1;
	}
	return STATUS_OK;
}

enum status sdf_skip_item(struct sdf *sdf, struct sdf_span keyword)
{
	walk_warn(&sdf->walk, SDF_SKIPPED, keyword.begin, "%.*s is skipped", SDF_SHOWN(keyword));
	return sdf_skip(sdf);
}

/* ---- words ---- */

enum status sdf_take_name(struct sdf *sdf, const char *what, struct sdf_span *name)
{
	const char *p;

	TRY(walk_skip_blanks(&sdf->walk));
	for (p = sdf->walk.at; p < sdf->walk.end && !walk_blank(*p) && !is_parenthesis(*p); p++)
		p += *p == '\\' && p + 1 < sdf->walk.end && !walk_blank(p[1]);
	*name = (struct sdf_span){sdf->walk.at, p};
	if (p == sdf->walk.at)
		return sdf_expected(sdf, what);
	sdf->walk.at = p;
	return STATUS_OK;
}

enum status sdf_take_string(struct sdf *sdf, struct sdf_span *text)
{
	const char *p;

	TRY(sdf_take(sdf, '"', "text in quotes"));
	for (p = sdf->walk.at; p < sdf->walk.end && *p != '"'; p++)
		p += *p == '\\' && p + 1 < sdf->walk.end;
	if (p >= sdf->walk.end)
		return input_error_at(sdf->walk.in, sdf->walk.at - 1, "text without closing quote");
	*text = (struct sdf_span){sdf->walk.at, p};
	sdf->walk.at = p + 1;
	return STATUS_OK;
}

bool sdf_is(struct sdf_span word, const char *keyword)
{
	size_t n = (size_t)(word.end - word.begin);

	return n == strlen(keyword) && strncasecmp(word.begin, keyword, n) == 0;
}

bool sdf_is_same(struct sdf_span word, const char *text)
{
	size_t n = (size_t)(word.end - word.begin);

	return n == strlen(text) && memcmp(word.begin, text, n) == 0;
}

/* ---- values ---- */

static enum status take_number(struct sdf *sdf, int64_t *fs)
{
	const char *begin = sdf->walk.at;
	double number, value;

	switch (parse_real(&sdf->walk.at, sdf->walk.end, &number)) {
	case DECIMAL_NOT_A_NUMBER:
		return sdf_expected(sdf, "a number");
	case DECIMAL_OUT_OF_RANGE:
		return input_error_at(sdf->walk.in, begin, "number out of range");
	case DECIMAL_OK:
		break;
	}
	value = number * sdf->unit;
	if (!(fabs(value) <= ANNOTATION_MOST))
		return input_error_at(sdf->walk.in, begin, "time out of range: more than 2.1 us");
	*fs = (int64_t)(value + (value < 0 ? -0.5 : 0.5));
	return STATUS_OK;
}

static enum status take_triple(struct sdf *sdf, struct sdf_value *value)
{
	int n = 0;

	for (;;) {
		TRY(walk_skip_blanks(&sdf->walk));
		if (sdf->walk.at < sdf->walk.end && *sdf->walk.at != ':' && *sdf->walk.at != ')') {
			TRY(take_number(sdf, &value->fs[n]));
			value->there[n] = true;
			TRY(walk_skip_blanks(&sdf->walk));
		}
		n++;
		if (sdf->walk.at >= sdf->walk.end || *sdf->walk.at != ':')
			break;
		if (n == 3)
			return sdf_expected(sdf, "\")\"");
		sdf->walk.at++;
	}
	if (n == 2)
		return sdf_expected(sdf, "a third number");
	for (int i = 1; i < 3 && n == 1; i++) {
		value->there[i] = value->there[0];
		value->fs[i] = value->fs[0];
	}
	return sdf_take(sdf, ')', "\")\"");
}

/* With limits of pulses beside it, ((1:2:3) (1) (2)), the first is the delay. */
enum status sdf_take_value(struct sdf *sdf, struct sdf_value *value)
{
	bool nested;

	*value = (struct sdf_value){0};
	TRY(sdf_take(sdf, '(', "a value in parentheses"));
	TRY(sdf_see(sdf, '(', &nested));
	if (!nested)
		return take_triple(sdf, value);
	sdf->walk.at++;
	TRY(take_triple(sdf, value));
	return sdf_skip(sdf);
}

enum status sdf_take_values(struct sdf *sdf, struct sdf_values *values)
{
	bool ends;

	values->n = 0;
	for (;;) {
		const char *place;

		TRY(sdf_at_end(sdf, &ends));
		if (ends)
			break;
		place = sdf->walk.at;
		if (values->n == SDF_MOST_VALUES)
			return input_error_at(sdf->walk.in, place, "more than %d values",
					      SDF_MOST_VALUES);
		TRY(sdf_take_value(sdf, &values->value[values->n++]));
	}
	return values->n ? STATUS_OK : sdf_expected(sdf, "a value before it");
}

/* ---- pins ---- */

static int edges_of(struct sdf_span word)
{
	static const struct {
		const char *word;
		enum edge edge;
	} words[] = {{"posedge", RISE}, {"negedge", FALL}, {"01", RISE}, {"10", FALL},
		     {"0z", RISE},      {"z1", RISE},      {"1z", FALL}, {"z0", FALL}};

	for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
		if (sdf_is(word, words[i].word))
			return 1 << words[i].edge;
	}
	return 0;
}

/* "(posedge A)", after its '('. */
static enum status take_edge(struct sdf *sdf, struct sdf_port *port)
{
	struct sdf_span word;

	TRY(sdf_take_name(sdf, "posedge or negedge", &word));
	port->edges = edges_of(word);
	if (!port->edges) {
		sdf->walk.at = word.begin;
		return sdf_expected(sdf, "posedge or negedge");
	}
	TRY(sdf_take_name(sdf, "a pin", &port->name));
	return sdf_take(sdf, ')', "\")\"");
}

/* "(COND expression pin)", after its keyword: the pin is the last of what is in it. */
static enum status take_condition(struct sdf *sdf, struct sdf_port *port)
{
	const char *begin, *last = NULL, *p;
	bool in_word = false, quoted;
	int depth = 0;

	TRY(sdf_see(sdf, '"', &quoted));
	if (quoted)
		TRY(sdf_take_string(sdf, &port->cond)); /* a name for it */
	begin = sdf->walk.at;
	for (p = begin; p < sdf->walk.end && (depth > 0 || *p != ')'); p++) {
		if (depth == 0 && !walk_blank(*p) && (!in_word || *p == '('))
			last = p;
		in_word = depth == 0 && !walk_blank(*p) && *p != '(';
		depth += *p == '(' ? 1 : *p == ')' ? -1 : 0;
		p += *p == '\\' && p + 1 < sdf->walk.end;
	}
	if (p >= sdf->walk.end)
		return input_error_at(sdf->walk.in, begin, "condition without end");
	if (!last)
		return sdf_expected(sdf, "a condition and a pin");
	port->cond = (struct sdf_span){begin, last};
	sdf->walk.at = last;
	if (*last == '(') {
		sdf->walk.at++;
		TRY(take_edge(sdf, port));
	} else {
		TRY(sdf_take_name(sdf, "a pin", &port->name));
	}
	return sdf_take(sdf, ')', "\")\"");
}

enum status sdf_take_port(struct sdf *sdf, bool of_check, struct sdf_port *port)
{
	const char *begin;
	struct sdf_span word;
	bool nested;

	*port = (struct sdf_port){.edges = 1 << RISE | 1 << FALL};
	TRY(sdf_see(sdf, '(', &nested));
	if (!nested)
		return sdf_take_name(sdf, "a pin", &port->name);
	begin = ++sdf->walk.at;
	if (!of_check)
		return take_edge(sdf, port);
	TRY(sdf_take_name(sdf, "posedge, negedge or COND", &word));
	if (sdf_is(word, "COND"))
		return take_condition(sdf, port);
	sdf->walk.at = begin;
	return take_edge(sdf, port);
}
