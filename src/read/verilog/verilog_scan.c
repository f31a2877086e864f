#include "read/verilog/verilog_scan.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "base/grow.h"

enum {
	MOST_IFDEFS = 64,
	MOST_MACROS = 10000,
	SHOWN = 200, /* bytes of a name in a message */
};

enum char_class {
	CLASS_OTHER,
	CLASS_BLANK,
	CLASS_LETTER, /* begins a name */
	CLASS_DIGIT,  /* and '$': may follow in one */
};

static const uint8_t class_of[256] = {
	[' '] = CLASS_BLANK,         ['\t'] = CLASS_BLANK,         ['\r'] = CLASS_BLANK,
	['\f'] = CLASS_BLANK,        ['\v'] = CLASS_BLANK,         ['$'] = CLASS_DIGIT,
	['0' ... '9'] = CLASS_DIGIT, ['a' ... 'z'] = CLASS_LETTER, ['A' ... 'Z'] = CLASS_LETTER,
	['_'] = CLASS_LETTER,
};

static inline int class_at(const char *p)
{
	return class_of[(unsigned char)*p];
}

static const char *word_end(const char *p)
{
	while (class_at(p) >= CLASS_LETTER)
		p++;
	return p;
}

static const char *escaped_end(const char *p)
{
	while ((unsigned char)*p > ' ')
		p++;
	return p;
}

static enum status __attribute__((format(printf, 3, 4), cold))
fail_at(const struct scanner *s, const char *place, const char *format, ...)
{
	char text[SHOWN + 100];

	if (s->is_plain)
		return STATUS_BAD_INPUT;
	PRINT_ARGS(text, format);
	return input_error_at(s->in, place, "%s", text);
}

static int64_t name_length(const struct token *t)
{
	return t->length < 0 ? (t->escaped ? escaped_end(t->text) : word_end(t->text)) - t->text
			     : t->length;
}

enum status scan_expected(const struct scanner *s, const char *what)
{
	const struct token *t = &s->token;
	int shown = t->kind == TOKEN_NAME ? (int)min_i64(name_length(t), SHOWN) : 0;

	switch (t->kind) {
	case TOKEN_END:
		return input_error_at(s->in, t->place, "expected %s, the file ends", what);
	case TOKEN_NAME:
		return input_error_at(s->in, t->place, "expected %s, found \"%.*s\"", what, shown,
				      t->text);
	case TOKEN_NUMBER:
		return input_error_at(s->in, t->place, "expected %s, found a number", what);
	case TOKEN_STRING:
		return input_error_at(s->in, t->place, "expected %s, found a string", what);
	case TOKEN_CHAR:
		break;
	}
	if (isprint((unsigned char)t->c))
		return input_error_at(s->in, t->place, "expected %s, found '%c'", what, t->c);
	return input_error_at(s->in, t->place, "expected %s, found byte 0x%02x", what,
			      (unsigned)(unsigned char)t->c);
}

/* Go to p, which may be lines ahead. */
static void go_to(struct scanner *s, const char *p)
{
	s->line += count_lines(s->at, p, &s->line_begin);
	s->at = p;
}

/* After what closes a comment or an attribute that begins here. */
static enum status skip_past(struct scanner *s, const char *close, const char *what)
{
	const char *p = memmem(s->at + 2, (size_t)(s->end - s->at - 2), close, 2);

	if (!p)
		return fail_at(s, s->at, "%s is never closed", what);
	go_to(s, p + 2);
	return STATUS_OK;
}

static void skip_line(struct scanner *s)
{
	const char *p = memchr(s->at, '\n', (size_t)(s->end - s->at));

	s->at = p ? p : s->end;
}

/* Blanks and comments; stops at anything else. s->end is a NUL, which is anything else. */
static enum status skip_blanks(struct scanner *s)
{
	for (;;) {
		if (*s->at == '\n') {
			s->line_begin = ++s->at;
			s->line++;
		} else if (class_at(s->at) == CLASS_BLANK) {
			s->at++;
		} else if (s->at[0] == '/' && s->at[1] == '/') {
			skip_line(s);
		} else if (s->at[0] == '/' && s->at[1] == '*') {
			TRY(skip_past(s, "*/", "comment"));
		} else {
			return STATUS_OK;
		}
	}
}

/* ---- directives ---- */

/* The word after a directive's name, on its line. */
static enum status macro_name(struct scanner *s, const char **name, int64_t *length)
{
	while (class_at(s->at) == CLASS_BLANK)
		s->at++;
	*name = s->at;
	s->at = word_end(s->at);
	*length = s->at - *name;
	if (*length)
		return STATUS_OK;
	return fail_at(s, s->at, "expected the name of a macro");
}

static enum status define(struct scanner *s, bool defined)
{
	const char *name;
	int64_t length;
	int32_t id;

	TRY(macro_name(s, &name, &length));
	if (s->macro.n == MOST_MACROS)
		return fail_at(s, name, "more than %d macros", MOST_MACROS);
	TRY(GROW(&s->macro_defined, &s->macro_capacity, s->macro.n + 1));
	TRY(names_add(&s->macro, name, length, &id, NULL));
	s->macro_defined[id] = defined;
	/* the value goes on over lines that end with a backslash */
	for (;;) {
		skip_line(s);
		if (s->at == s->end || (s->at[-1] != '\\' && strncmp(s->at - 2, "\\\r", 2) != 0))
			return STATUS_OK;
		go_to(s, s->at + 1);
	}
}

static enum status is_defined(struct scanner *s, bool *defined)
{
	const char *name;
	int64_t length;
	int32_t id;

	TRY(macro_name(s, &name, &length));
	id = names_find(&s->macro, name, length);
	*defined = id >= 0 && s->macro_defined[id];
	return STATUS_OK;
}

static bool word_is(const char *begin, const char *end, const char *word)
{
	return (size_t)(end - begin) == strlen(word) && memcmp(begin, word, strlen(word)) == 0;
}

/* To the next directive of a part that is left out, after its name [begin, s->at). */
static enum status find_directive(struct scanner *s, const char *from, const char **begin)
{
	for (;;) {
		TRY(skip_blanks(s));
		if (s->at == s->end)
			return fail_at(s, from, "`ifdef is never closed");
		if (*s->at == '"') {
			const char *p = s->at + 1;

			while (*p != '"' && *p != '\n' && p < s->end)
				p++;
			s->at = *p == '"' ? p + 1 : p;
		} else if (*s->at++ == '`') {
			*begin = s->at;
			s->at = word_end(s->at);
			return STATUS_OK;
		}
	}
}

/* Leave out a part; `taken`: one of its alternatives was read already. */
static enum status leave_out(struct scanner *s, bool taken)
{
	const char *from = s->at, *word = from;
	int depth = 0;

	for (;;) {
		bool defined;

		TRY(find_directive(s, from, &word));
		if (word_is(word, s->at, "ifdef") || word_is(word, s->at, "ifndef")) {
			depth++;
		} else if (word_is(word, s->at, "endif")) {
			if (depth-- == 0) {
				s->n_ifdefs--;
				return STATUS_OK;
			}
		} else if (depth || taken) {
			continue;
		} else if (word_is(word, s->at, "else")) {
			return STATUS_OK;
		} else if (word_is(word, s->at, "elsif")) {
			TRY(is_defined(s, &defined));
			if (defined)
				return STATUS_OK;
		}
	}
}

static enum status begin_ifdef(struct scanner *s, const char *word, bool wanted)
{
	bool defined;

	if (++s->n_ifdefs > MOST_IFDEFS)
		return fail_at(s, word, "more than %d `ifdef in each other", MOST_IFDEFS);
	TRY(is_defined(s, &defined));
	return defined == wanted ? STATUS_OK : leave_out(s, false);
}

static enum status end_ifdef(struct scanner *s, const char *word, bool last)
{
	if (s->n_ifdefs == 0)
		return fail_at(s, word, "no `ifdef is open");
	if (!last)
		return leave_out(s, true);
	s->n_ifdefs--;
	return STATUS_OK;
}

/* Directives that say nothing about the netlist, with the rest of their line. */
static bool is_ignored(const char *begin, const char *end)
{
	static const char *const ignored[] = {
		"timescale",
		"celldefine",
		"endcelldefine",
		"default_nettype",
		"resetall",
		"line",
		"nounconnected_drive",
		"unconnected_drive",
		"pragma",
		"begin_keywords",
		"end_keywords",
		"suppress_faults",
		"nosuppress_faults",
		"enable_portfaults",
		"disable_portfaults",
		"delay_mode_path",
		"delay_mode_distributed",
		"delay_mode_unit",
		"delay_mode_zero",
	};

	for (size_t i = 0; i < sizeof ignored / sizeof *ignored; i++)
		if (word_is(begin, end, ignored[i]))
			return true;
	return false;
}

static enum status read_directive(struct scanner *s)
{
	const char *place = s->at++, *word = s->at;

	s->at = word_end(word);
	if (s->is_plain && !is_ignored(word, s->at))
		return STATUS_BAD_INPUT;
	if (word_is(word, s->at, "define"))
		return define(s, true);
	if (word_is(word, s->at, "undef"))
		return define(s, false);
	if (word_is(word, s->at, "ifdef"))
		return begin_ifdef(s, place, true);
	if (word_is(word, s->at, "ifndef"))
		return begin_ifdef(s, place, false);
	if (word_is(word, s->at, "else") || word_is(word, s->at, "elsif"))
		return end_ifdef(s, place, false);
	if (word_is(word, s->at, "endif"))
		return end_ifdef(s, place, true);
	if (is_ignored(word, s->at)) {
		skip_line(s);
		return STATUS_OK;
	}
	return fail_at(s, place, "\"`%.*s\" isn't supported", (int)min_i64(s->at - word, SHOWN),
		       word);
}

/* ---- tokens ---- */

/* The line of a place after the one that was found last. */
static void find_line(struct scanner *s, const char *place)
{
	s->line += count_lines(s->line_begin, place, &s->line_begin);
}

void scan_locate(struct scanner *s)
{
	struct token *t = &s->token;

	if (s->tokens)
		find_line(s, t->place);
	t->line = (int32_t)min_i64(s->line, INT32_MAX);
	t->column = (int32_t)min_i64(t->place - s->line_begin + 1, INT32_MAX);
}

/* \anything up to a blank */
static enum status scan_escaped(struct scanner *s)
{
	struct token *t = &s->token;
	const char *p = escaped_end(s->at + 1);

	*t = (struct token){.kind = TOKEN_NAME,
			    .place = s->at,
			    .escaped = true,
			    .id = -1,
			    .text = s->at + 1,
			    .length = p - s->at - 1};
	if (t->length == 0)
		return fail_at(s, s->at, "backslash without a name");
	if (*p != '\n' && class_at(p) != CLASS_BLANK && p < s->end)
		return fail_at(s, p, "byte 0x%02x in a name", (unsigned)(unsigned char)*p);
	s->at = p;
	return STATUS_OK;
}

/* for example 'b01x0, whose size was read. */
static enum status scan_based(struct scanner *s)
{
	struct token *t = &s->token;
	const char *p = s->at + 1;

	if (*p == 's' || *p == 'S')
		p++;
	t->c = (char)tolower((unsigned char)*p);
	if (t->c == '\0' || !strchr("bodh", t->c))
		return fail_at(s, p, "expected the base of a number (b, o, d or h)");
	p++;
	while (class_at(p) == CLASS_BLANK)
		p++;
	t->text = p;
	while (isxdigit((unsigned char)*p) || (*p != '\0' && strchr("xXzZ?_", *p)))
		p++;
	t->length = p - t->text;
	t->sized_or_based = true;
	s->at = p;
	if (t->length == 0)
		return fail_at(s, p, "number without digits");
	return STATUS_OK;
}

static enum status scan_number(struct scanner *s)
{
	struct token *t = &s->token;
	const char *p = s->at;
	int64_t value = 0;

	*t = (struct token){.kind = TOKEN_NUMBER, .place = p, .text = p, .c = 'd', .value = -1};
	if (*p == '\'')
		return scan_based(s);
	for (; isdigit((unsigned char)*p) || *p == '_'; p++)
		if (*p != '_')
			value = value > INT64_MAX / 10 - 1 ? INT64_MAX : value * 10 + (*p - '0');
	t->length = p - t->text;
	t->value = value;
	if ((*p == '.' && isdigit((unsigned char)p[1])) || *p == 'e' || *p == 'E') {
		t->c = 'r';
		while (isalnum((unsigned char)*p) || *p == '.' ||
		       ((*p == '-' || *p == '+') && tolower((unsigned char)p[-1]) == 'e'))
			p++;
	}
	s->at = p;
	while (class_at(p) == CLASS_BLANK)
		p++;
	if (*p != '\'' || t->c == 'r')
		return STATUS_OK;
	s->at = p;
	return scan_based(s);
}

static enum status scan_string(struct scanner *s)
{
	const char *p = s->at + 1;

	s->token = (struct token){.kind = TOKEN_STRING, .place = s->at};
	for (; *p != '"'; p++) {
		if (*p == '\\' && p[1] != '\n' && p + 1 < s->end)
			p++;
		if (*p == '\n' || p >= s->end)
			return fail_at(s, s->at, "string without closing quote");
	}
	s->at = p + 1;
	return STATUS_OK;
}

static enum status skip_attribute(struct scanner *s)
{
	if (!s->is_plain) {
		TRY(APPEND(s->attribute, s->n_attributes, &s->attribute_capacity, s->at));
	}
	return skip_past(s, "*)", "attribute");
}

/* After blanks, comments, attributes and directives. */
static enum status skip_to_token(struct scanner *s)
{
	for (;;) {
		TRY(skip_blanks(s));
		if (*s->at == '`')
			TRY(read_directive(s));
		else if (s->at[0] == '(' && s->at[1] == '*' && s->at[2] != ')')
			TRY(skip_attribute(s));
		else
			return STATUS_OK;
	}
}

enum status scan_attributes(struct scanner *s)
{
	struct scanner between = {.in = s->in, .end = s->end, .attribute = s->attribute};
	enum status status;

	if (!s->tokens)
		return STATUS_OK; /* they were met */
	s->n_attributes = 0;
	/* mostly blanks alone */
	if (!s->before || *s->before != ';' ||
	    !memchr(s->before, '*', (size_t)(s->token.place - s->before)))
		return STATUS_OK;
	between.at = between.line_begin = s->before + 1;
	between.attribute_capacity = s->attribute_capacity;
	status = skip_to_token(&between);
	s->attribute = between.attribute;
	s->attribute_capacity = between.attribute_capacity;
	s->n_attributes = between.n_attributes;
	return status;
}

/* ---- tokens that were made ahead ---- */

static enum status scan_text(struct scanner *s);

/* From here on there are none. */
static enum status leave_tokens(struct scanner *s, const char *place)
{
	s->tokens = NULL;
	find_line(s, place);
	s->at = place;
	return scan_text(s);
}

static enum status take_code(struct scanner *s)
{
	struct token_cursor *c = &s->cursor;
	const char *place = c->text + (c->next->at & ~CODE_ESCAPED);
	bool escaped = c->next->at & CODE_ESCAPED;
	int32_t code = c->next++->code;

	s->at = place;
	if (code >= 0) {
		s->token.kind = TOKEN_NAME;
		s->token.place = place;
		s->token.text = place + escaped;
		s->token.length = -1;
		s->token.id = c->id[code];
		s->token.escaped = escaped;
		return STATUS_OK;
	}
	switch (code) {
	case CODE_NUMBER:
		return scan_number(s);
	case CODE_STRING:
		return scan_string(s);
	case CODE_TEXT:
		return leave_tokens(s, place);
	case CODE_END:
		c->next--; /* it stays the last */
		s->token = (struct token){.kind = TOKEN_END, .place = place};
		return STATUS_OK;
	default:
		s->token.kind = TOKEN_CHAR;
		s->token.place = place;
		s->token.c = (char)(-1 - code);
		return STATUS_OK;
	}
}

enum status scan_next(struct scanner *s)
{
	s->before = s->token.place;
	if (!s->tokens)
		return scan_text(s);
	while (s->cursor.next == s->cursor.end)
		TRY(tokens_next_chunk(s->tokens, &s->cursor));
	return take_code(s);
}

static enum status scan_text(struct scanner *s)
{
	struct token *t = &s->token;

	s->n_attributes = 0;
	/* the two blanks that mostly precede names */
	if (*s->at == ' ')
		s->at++;
	if (class_at(s->at) != CLASS_LETTER)
		TRY(skip_to_token(s));
	if (class_at(s->at) == CLASS_LETTER) {
		const char *p = word_end(s->at + 1);

		t->kind = TOKEN_NAME;
		t->place = t->text = s->at;
		t->id = -1;
		t->length = p - s->at;
		t->escaped = false;
		s->at = p;
		return STATUS_OK;
	}
	if (*s->at == '\\')
		return scan_escaped(s);
	if ((class_at(s->at) == CLASS_DIGIT && *s->at != '$') || *s->at == '\'')
		return scan_number(s);
	if (*s->at == '"')
		return scan_string(s);
	*t = (struct token){.kind = TOKEN_CHAR, .place = s->at, .c = *s->at};
	if (s->at == s->end) {
		t->kind = TOKEN_END;
		if (s->n_ifdefs)
			return fail_at(s, s->at, "`ifdef is never closed");
		return STATUS_OK;
	}
	s->at++;
	return STATUS_OK;
}

enum status scanner_begin(struct scanner *s, const struct input *in, struct tokens *tokens)
{
	*s = (struct scanner){.in = in,
			      .at = in->data,
			      .end = in->data + in->end,
			      .line_begin = in->data,
			      .line = 1,
			      .tokens = tokens};
	return scan_next(s);
}

void scanner_release(struct scanner *s)
{
	names_release(&s->macro);
	free(s->macro_defined);
	free(s->attribute);
}
