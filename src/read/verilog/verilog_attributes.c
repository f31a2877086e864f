/* Attributes, (* name, name = value, … *); of them only "src" is kept, the place in the RTL. */
#include <ctype.h>
#include <string.h>

#include "read/verilog/verilog_impl.h"

struct span {
	const char *at, *end;
};

static void skip_spaces(struct span *s)
{
	while (s->at < s->end && isspace((unsigned char)*s->at))
		s->at++;
}

static struct span read_word(struct span *s)
{
	struct span word = {s->at, s->at};

	while (s->at < s->end &&
	       (isalnum((unsigned char)*s->at) || *s->at == '_' || *s->at == '$' || *s->at == '\\'))
		s->at++;
	word.end = s->at;
	return word;
}

/* A string without its quotes, which must end on its line; anything else up to a comma. */
static struct span read_value(struct span *s)
{
	bool quoted = s->at < s->end && *s->at == '"';
	struct span value;

	value.at = s->at += quoted;
	while (s->at < s->end && *s->at != (quoted ? '"' : ',') && !(quoted && *s->at == '\n'))
		s->at += quoted && *s->at == '\\' && s->at + 1 < s->end && s->at[1] != '\n' ? 2 : 1;
	value.end = s->at;
	if (quoted && (s->at == s->end || *s->at++ != '"'))
		value.end = value.at;
	while (!quoted && value.end > value.at && isspace((unsigned char)value.end[-1]))
		value.end--;
	return value;
}

static bool is_source(struct span word)
{
	return word.end - word.at == 3 && memcmp(word.at, "src", 3) == 0;
}

/* In what one attribute has between its parentheses; the last one counts. */
static void find_source(struct span s, struct span *source)
{
	while (s.at < s.end) {
		struct span name, value = {"1", NULL};

		skip_spaces(&s);
		name = read_word(&s);
		skip_spaces(&s);
		value.end = value.at + 1;
		if (s.at < s.end && *s.at == '=') {
			s.at++;
			skip_spaces(&s);
			value = read_value(&s);
		}
		if (is_source(name))
			*source = value;
		while (s.at < s.end && *s.at != ',')
			s.at++;
		s.at++; /* the comma, or the end */
	}
}

enum status verilog_read_source(struct reader *r, const char **text, int64_t *length)
{
	const struct scanner *s = &r->scan;
	struct span source = {0};

	*text = NULL;
	TRY(scan_attributes(&r->scan));
	for (int32_t i = 0; i < s->n_attributes; i++) {
		const char *at = s->attribute[i] + 2;
		const char *end = memmem(at, (size_t)(s->end - at), "*)", 2);

		find_source((struct span){at, end}, &source);
	}
	*length = source.end - source.at;
	if (*length > 0)
		*text = source.at;
	return STATUS_OK;
}
