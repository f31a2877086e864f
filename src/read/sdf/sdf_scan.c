#include "read/sdf/sdf_scan.h"

#include <ctype.h>
#include <math.h>
#include <string.h>
#include <strings.h>

#include "base/units.h"

enum { BETWEEN_LOOKS = 1 << 16 }; /* bytes between two looks at whether to stop */

enum status sdf_look_up(struct sdf *sdf, const char *at)
{
	sdf->look = at + BETWEEN_LOOKS;
	return task_progress(sdf->in->task, at - sdf->in->data);
}

static bool is_parenthesis(char c)
{
	return c == '(' || c == ')';
}

enum status sdf_expected(struct sdf *sdf, const char *what)
{
	const char *end = sdf->at;

	if (sdf->at >= sdf->end)
		return input_error_at(sdf->in, sdf->at, "expected %s, the file ends", what);
	while (end < sdf->end && !sdf_is_blank(*end) && (end == sdf->at || !is_parenthesis(*end)))
		end++;
	return input_error_at(sdf->in, sdf->at, "expected %s, found \"%.*s\"", what,
			      end - sdf->at > 200 ? 200 : (int)(end - sdf->at), sdf->at);
}

/* ---- parentheses ---- */

enum status sdf_see(struct sdf *sdf, char c, bool *is)
{
	TRY(sdf_skip_blanks(sdf));
	*is = sdf->at < sdf->end && *sdf->at == c;
	return STATUS_OK;
}

enum status sdf_take(struct sdf *sdf, char c, const char *what)
{
	bool is;

	TRY(sdf_see(sdf, c, &is));
	if (!is)
		return sdf_expected(sdf, what);
	sdf->at++;
	return STATUS_OK;
}

enum status sdf_begin(struct sdf *sdf, struct sdf_span *keyword)
{
	TRY(sdf_take(sdf, '(', "\"(\""));
	TRY(sdf_skip_blanks(sdf));
	keyword->begin = sdf->at;
	while (isalnum((unsigned char)*sdf->at) || *sdf->at == '_')
		sdf->at++;
	keyword->end = sdf->at;
	return keyword->begin < keyword->end ? STATUS_OK : sdf_expected(sdf, "a keyword");
}

enum status sdf_expect(struct sdf *sdf, const char *keyword)
{
	struct sdf_span word;

	TRY(sdf_begin(sdf, &word));
	if (sdf_is(word, keyword))
		return STATUS_OK;
	sdf->at = word.begin;
	return sdf_expected(sdf, keyword);
}

enum status sdf_at_end(struct sdf *sdf, bool *ends)
{
	TRY(sdf_see(sdf, ')', ends));
	sdf->at += *ends;
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
	const char *begin = sdf->at;
	int64_t depth = 1;

	while (depth > 0) {
		struct sdf_span text;

		TRY(sdf_skip_blanks(sdf));
		if (sdf->at >= sdf->end)
			return input_error_at(sdf->in, begin, "parenthesis without end");
		if (*sdf->at == '"') {
			TRY(sdf_take_string(sdf, &text));
			continue;
		}
		depth += *sdf->at == '(' ? 1 : *sdf->at == ')' ? -1 : 0;
		sdf->at += *sdf->at == '\\' && sdf->at + 1 < sdf->end ? 2 : 1;
	}
	return STATUS_OK;
}

enum status sdf_skip_item(struct sdf *sdf, struct sdf_span keyword)
{
	sdf_warn(sdf, SDF_SKIPPED, keyword.begin, "%.*s is skipped", SDF_SHOWN(keyword));
	return sdf_skip(sdf);
}

/* ---- words ---- */

enum status sdf_take_name(struct sdf *sdf, const char *what, struct sdf_span *name)
{
	const char *p;

	TRY(sdf_skip_blanks(sdf));
	for (p = sdf->at; p < sdf->end && !sdf_is_blank(*p) && !is_parenthesis(*p); p++)
		p += *p == '\\' && p + 1 < sdf->end && !sdf_is_blank(p[1]);
	*name = (struct sdf_span){sdf->at, p};
	if (p == sdf->at)
		return sdf_expected(sdf, what);
	sdf->at = p;
	return STATUS_OK;
}

enum status sdf_take_string(struct sdf *sdf, struct sdf_span *text)
{
	const char *p;

	TRY(sdf_take(sdf, '"', "text in quotes"));
	for (p = sdf->at; p < sdf->end && *p != '"'; p++)
		p += *p == '\\' && p + 1 < sdf->end;
	if (p >= sdf->end)
		return input_error_at(sdf->in, sdf->at - 1, "text without closing quote");
	*text = (struct sdf_span){sdf->at, p};
	sdf->at = p + 1;
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
	const char *begin = sdf->at;
	double number, value;

	switch (parse_real(&sdf->at, sdf->end, &number)) {
	case DECIMAL_NOT_A_NUMBER:
		return sdf_expected(sdf, "a number");
	case DECIMAL_OUT_OF_RANGE:
		return input_error_at(sdf->in, begin, "number out of range");
	case DECIMAL_OK:
		break;
	}
	value = number * sdf->unit;
	if (!(fabs(value) <= ANNOTATION_MOST))
		return input_error_at(sdf->in, begin, "time out of range: more than 2.1 us");
	*fs = (int64_t)(value + (value < 0 ? -0.5 : 0.5));
	return STATUS_OK;
}

static enum status take_triple(struct sdf *sdf, struct sdf_value *value)
{
	int n = 0;

	for (;;) {
		TRY(sdf_skip_blanks(sdf));
		if (sdf->at < sdf->end && *sdf->at != ':' && *sdf->at != ')') {
			TRY(take_number(sdf, &value->fs[n]));
			value->there[n] = true;
			TRY(sdf_skip_blanks(sdf));
		}
		n++;
		if (sdf->at >= sdf->end || *sdf->at != ':')
			break;
		if (n == 3)
			return sdf_expected(sdf, "\")\"");
		sdf->at++;
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
	sdf->at++;
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
		place = sdf->at;
		if (values->n == SDF_MOST_VALUES)
			return input_error_at(sdf->in, place, "more than %d values",
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
		sdf->at = word.begin;
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
	begin = sdf->at;
	for (p = begin; p < sdf->end && (depth > 0 || *p != ')'); p++) {
		if (depth == 0 && !sdf_is_blank(*p) && (!in_word || *p == '('))
			last = p;
		in_word = depth == 0 && !sdf_is_blank(*p) && *p != '(';
		depth += *p == '(' ? 1 : *p == ')' ? -1 : 0;
		p += *p == '\\' && p + 1 < sdf->end;
	}
	if (p >= sdf->end)
		return input_error_at(sdf->in, begin, "condition without end");
	if (!last)
		return sdf_expected(sdf, "a condition and a pin");
	port->cond = (struct sdf_span){begin, last};
	sdf->at = last;
	if (*last == '(') {
		sdf->at++;
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
	begin = ++sdf->at;
	if (!of_check)
		return take_edge(sdf, port);
	TRY(sdf_take_name(sdf, "posedge, negedge or COND", &word));
	if (sdf_is(word, "COND"))
		return take_condition(sdf, port);
	sdf->at = begin;
	return take_edge(sdf, port);
}
