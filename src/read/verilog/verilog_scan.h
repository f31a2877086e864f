/*
 * Verilog's text as tokens: blanks, comments, attributes and compiler directives are skipped here.
 * `ifdef and its kin choose by what the files before and above define (a macro without a value);
 * macros as text and `include are errors.
 */
#ifndef READ_VERILOG_VERILOG_SCAN_H
#define READ_VERILOG_VERILOG_SCAN_H

#include <stdbool.h>
#include <stdint.h>

#include "base/input.h"
#include "base/names.h"
#include "read/verilog/verilog_tokens.h"

enum token_kind {
	TOKEN_END,
	TOKEN_NAME,
	TOKEN_NUMBER,
	TOKEN_STRING,
	TOKEN_CHAR, /* one character that is none of these */
};

struct token {
	enum token_kind kind;
	const char *place; /* where it begins */
	const char *text;  /* name without its backslash; digits of a number */
	int64_t length;    /* of text; -1 = of a name whose number is known */
	int32_t id;        /* of a name: its number, -1 = not looked for */
	bool escaped;      /* a name that began with a backslash: never a keyword */
	char c;            /* the character; of a number 'd', 'b', 'o', 'h', or 'r' (real) */
	int64_t value; /* a plain decimal number, INT64_MAX when larger; else the size, -1 = unsized
			*/
	bool sized_or_based;  /* has a ' */
	int32_t line, column; /* of a name, once scan_locate() was called */
};

struct scanner {
	const struct input *in; /* borrowed */
	const char *at, *end;
	const char *line_begin;
	int64_t line;
	int n_ifdefs; /* open ones */
	struct names macro;
	bool *macro_defined; /* owned [macro.n] */
	int64_t macro_capacity;
	struct token token; /* the one being looked at */
	const char *before; /* where the token before it begins, NULL = it is the first */
	/* owned: where the attributes before it begin, see scan_attributes() */
	const char **attribute;
	int32_t n_attributes;
	int64_t attribute_capacity;
	/* It takes a text apart for struct tokens: directives that mean something, and what is no token, are failures
	 * without words. */
	bool is_plain;
	struct tokens *tokens; /* borrowed: made ahead, NULL = the text is looked at */
	struct token_cursor cursor;
};

/* At the beginning of a text that was read whole, of which there may be tokens; the first token is looked
 * at. */
enum status scanner_begin(struct scanner *scanner, const struct input *in, struct tokens *tokens);
void scanner_release(struct scanner *scanner);

/* Look at the next token. */
enum status scan_next(struct scanner *scanner);
/* Find the attributes between the semicolon before and the token that is looked at. STATUS_NO_MEMORY. */
enum status scan_attributes(struct scanner *scanner);
/* Find line and column of the name that is looked at. */
void scan_locate(struct scanner *scanner);

static inline bool scan_is(const struct scanner *scanner, char c)
{
	return scanner->token.kind == TOKEN_CHAR && scanner->token.c == c;
}

/* "expected WHAT, found …" at the token that is looked at. */
enum status scan_expected(const struct scanner *scanner, const char *what);

#endif
