/* Expressions of a structural netlist: what can be connected. No operators. */
#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "read/verilog/verilog_impl.h"

enum {
	WIDEST = 1 << 20, /* bits of a range, a constant or copies of a replication */
	DEEPEST = 100,    /* concatenations and parentheses in each other */
	UNSIZED = 32,     /* bits of a constant that doesn't say */
};

static enum status read_nested(struct reader *r, int depth);

/* Something that must be computed stands here. */
static bool at_operator(const struct reader *r)
{
	const struct token *t = &r->scan.token;

	return t->kind == TOKEN_CHAR && t->c && strchr("~!&|^+-*/%<>?", t->c);
}

static enum status make_room(struct reader *r, const char *place, int64_t n)
{
	TRY(reader_spend_bits(r, place, n));
	if (r->n_bits + n > INT32_MAX)
		return input_error_at(r->scan.in, place, "expression of more than %d bits",
				      INT32_MAX);
	return GROW(&r->bit, &r->bit_capacity, r->n_bits + n);
}

/* ---- integers ---- */

/* Digits of a based constant as a number, for indices. */
static enum status based_value(const struct reader *r, const struct token *t, int64_t *value)
{
	int base = t->c == 'b' ? 2 : t->c == 'o' ? 8 : t->c == 'd' ? 10 : 16;

	*value = 0;
	for (int64_t i = 0; i < t->length; i++) {
		char c = t->text[i];
		int digit =
			isdigit((unsigned char)c) ? c - '0' : tolower((unsigned char)c) - 'a' + 10;

		if (c == '_')
			continue;
		if (!isxdigit((unsigned char)c) || digit >= base)
			return input_error_at(r->scan.in, t->text + i,
					      "expected a digit, found '%c'", c);
		if (*value > (INT64_MAX - digit) / base)
			return input_error_at(r->scan.in, t->place, "number out of range");
		*value = *value * base + digit;
	}
	return STATUS_OK;
}

static enum status read_number(struct reader *r, int64_t *value)
{
	const struct token *t = &r->scan.token;

	if (t->kind != TOKEN_NUMBER || t->c == 'r')
		return scan_expected(&r->scan, "a whole number");
	*value = t->value;
	if (t->sized_or_based)
		TRY(based_value(r, t, value));
	if (*value > INT32_MAX)
		return input_error_at(r->scan.in, t->place, "number out of range");
	return scan_next(&r->scan);
}

/* Numbers with signs between them: -1, 8-1. A sign before a ':' ends them, as in [4+:2]: it is in
 * *indexed then, else that is 0. */
static enum status read_base(struct reader *r, int64_t *sum, char *indexed)
{
	const char *place = r->scan.token.place;
	bool first = true;

	*sum = 0;
	*indexed = 0;
	while (first || scan_is(&r->scan, '+') || scan_is(&r->scan, '-')) {
		bool minus = scan_is(&r->scan, '-');
		int64_t value;

		if (minus || scan_is(&r->scan, '+'))
			TRY(scan_next(&r->scan));
		if (!first && scan_is(&r->scan, ':')) {
			*indexed = minus ? '-' : '+';
			break;
		}
		TRY(read_number(r, &value));
		*sum += minus ? -value : value;
		if (llabs(*sum) > INT32_MAX)
			return input_error_at(r->scan.in, place, "number out of range");
		first = false;
	}
	return STATUS_OK;
}

static enum status read_integer(struct reader *r, int64_t *sum)
{
	const char *place = r->scan.token.place;
	char indexed;

	TRY(read_base(r, sum, &indexed));
	return indexed ? input_error_at(r->scan.in, place, "\"%c:\" can't stand here", indexed)
		       : STATUS_OK;
}

enum status verilog_read_range(struct reader *r, bool *is_bus, int32_t *left, int32_t *right)
{
	const char *place = r->scan.token.place;
	int64_t from, to;

	*is_bus = scan_is(&r->scan, '[');
	*left = *right = 0;
	if (!*is_bus)
		return STATUS_OK;
	TRY(scan_next(&r->scan));
	TRY(read_integer(r, &from));
	TRY(reader_take(r, ':'));
	TRY(read_integer(r, &to));
	TRY(reader_take(r, ']'));
	if (llabs(from - to) >= WIDEST)
		return input_error_at(r->scan.in, place, "range of %" PRId64 " bits; at most %d",
				      (int64_t)llabs(from - to) + 1, WIDEST);
	*left = (int32_t)from;
	*right = (int32_t)to;
	return STATUS_OK;
}

/* ---- constants ---- */

/* What a digit's bit is; -4 when it is no digit of that base. */
static int32_t digit_bit(char c, int bits_per_digit, int which)
{
	int digit;

	if (c == 'x' || c == 'X' || c == 'z' || c == 'Z' || c == '?')
		return BIT_NONE;
	digit = isdigit((unsigned char)c) ? c - '0' : tolower((unsigned char)c) - 'a' + 10;
	if (digit >> bits_per_digit)
		return -4;
	return digit >> which & 1 ? BIT_ONE : BIT_ZERO;
}

/* Binary, octal and hexadecimal digits, from the right; the leftmost x or z is repeated. */
static enum status put_digits(const struct reader *r, const struct token *t, int32_t *bits,
			      int64_t n)
{
	int per_digit = t->c == 'b' ? 1 : t->c == 'o' ? 3 : 4;
	int64_t at = n;
	int32_t bit = BIT_ZERO;

	for (int64_t i = t->length - 1; i >= 0; i--) {
		if (t->text[i] == '_')
			continue;
		for (int which = 0; which < per_digit; which++) {
			bit = digit_bit(t->text[i], per_digit, which);
			if (bit < BIT_ONE)
				return input_error_at(r->scan.in, t->text + i,
						      "'%c' is no digit of this base", t->text[i]);
			if (at > 0)
				bits[--at] = bit;
		}
	}
	while (at > 0)
		bits[--at] = bit == BIT_NONE ? BIT_NONE : BIT_ZERO;
	return STATUS_OK;
}

static enum status put_decimal(const struct reader *r, const struct token *t, int32_t *bits,
			       int64_t n)
{
	int64_t value = t->value;

	if (t->sized_or_based && t->length == 1 && digit_bit(t->text[0], 4, 0) == BIT_NONE) {
		for (int64_t i = 0; i < n; i++)
			bits[i] = BIT_NONE;
		return STATUS_OK;
	}
	if (t->sized_or_based)
		TRY(based_value(r, t, &value));
	for (int64_t i = n - 1; i >= 0; i--) {
		bits[i] = value & 1 ? BIT_ONE : BIT_ZERO;
		value >>= 1;
	}
	return STATUS_OK;
}

static enum status put_constant(struct reader *r, const struct token *t)
{
	int64_t n = t->sized_or_based && t->value >= 0 ? t->value : UNSIZED;

	if (t->c == 'r')
		return input_error_at(r->scan.in, t->place, "a fraction can't be connected");
	if (n < 1 || n > WIDEST)
		return input_error_at(r->scan.in, t->place, "constant of %" PRId64 " bits; 1 to %d",
				      n, WIDEST);
	TRY(make_room(r, t->place, n));
	if (t->c == 'd')
		TRY(put_decimal(r, t, r->bit + r->n_bits, n));
	else
		TRY(put_digits(r, t, r->bit + r->n_bits, n));
	r->n_bits += (int32_t)n;
	return STATUS_OK;
}

/* ---- nets ---- */

static enum status put_bits(struct reader *r, const char *place, int32_t first, int32_t n)
{
	TRY(make_room(r, place, n));
	for (int32_t i = 0; i < n; i++)
		r->bit[r->n_bits++] = first + i;
	return STATUS_OK;
}

static enum status outside(const struct reader *r, const char *place, const struct module_net *net,
			   int64_t from, int64_t to)
{
	char select[64];

	snprintf(select, sizeof select, from == to ? "[%" PRId64 "]" : "[%" PRId64 ":%" PRId64 "]",
		 from, to);
	return input_error_at(r->scan.in, place,
			      "%s isn't in \"%.200s\", which is [%" PRId32 ":%" PRId32 "]", select,
			      reader_string(r, net->name), net->left, net->right);
}

/* After "base +": or "base -": how many bits, of which base is the least or the greatest index. */
static enum status read_width(struct reader *r, bool down, char indexed, int64_t *from, int64_t *to)
{
	const char *place = r->scan.token.place;
	int64_t base = *from, width, least;

	TRY(read_integer(r, &width));
	if (width < 1 || width > WIDEST)
		return input_error_at(r->scan.in, place, "select of %" PRId64 " bits; 1 to %d",
				      width, WIDEST);
	least = indexed == '+' ? base : base - width + 1;
	*from = down ? least + width - 1 : least;
	*to = down ? least : least + width - 1;
	return STATUS_OK;
}

/* name[index], name[from:to], name[base+:width] and name[base-:width] */
static enum status read_select(struct reader *r, const struct module_net *net)
{
	const char *place = r->scan.token.place;
	int64_t from, to;
	bool down = net->left > net->right;
	char indexed;
	int64_t i, j;

	if (!net->is_bus)
		return input_error_at(r->scan.in, place, "\"%.200s\" isn't a bus",
				      reader_string(r, net->name));
	TRY(scan_next(&r->scan));
	TRY(read_base(r, &from, &indexed));
	to = from;
	if (scan_is(&r->scan, ':')) {
		TRY(scan_next(&r->scan));
		TRY(indexed ? read_width(r, down, indexed, &from, &to) : read_integer(r, &to));
	}
	TRY(reader_take(r, ']'));
	i = down ? net->left - from : from - net->left;
	j = down ? net->left - to : to - net->left;
	if (i < 0 || j < i || j >= module_net_width(net))
		return outside(r, place, net, from, to);
	return put_bits(r, place, net->first_bit + (int32_t)i, (int32_t)(j - i + 1));
}

enum status expression_put_net(struct reader *r, const char *place, int32_t name)
{
	const struct module_net *net;
	int32_t id;

	TRY(reader_need_net(r, name, &id));
	net = &r->modules->net[id];
	return put_bits(r, place, net->first_bit, module_net_width(net));
}

static enum status read_net(struct reader *r)
{
	const char *place = r->scan.token.place;
	int32_t name, net;

	TRY(reader_name(r, &name));
	TRY(scan_next(&r->scan));
	if (!scan_is(&r->scan, '['))
		return expression_put_net(r, place, name);
	TRY(reader_need_net(r, name, &net));
	return read_select(r, &r->modules->net[net]);
}

/* ---- concatenations ---- */

static enum status replicate(struct reader *r, const struct token *count, int depth)
{
	const char *place = count->place;
	int64_t n = count->value;
	int32_t first = r->n_bits, width;

	if (count->sized_or_based)
		TRY(based_value(r, count, &n));
	if (count->c == 'r' || n < 1 || n > WIDEST)
		return input_error_at(r->scan.in, place, "replication must be of 1 to %d", WIDEST);
	TRY(read_nested(r, depth + 1));
	width = r->n_bits - first;
	TRY(make_room(r, place, (n - 1) * width));
	for (int64_t i = 1; i < n; i++) {
		COPY(r->bit + r->n_bits, r->bit + first, width);
		r->n_bits += width;
	}
	return STATUS_OK;
}

static enum status read_part(struct reader *r, int depth)
{
	struct token number = r->scan.token;

	if (number.kind != TOKEN_NUMBER)
		return read_nested(r, depth + 1);
	TRY(scan_next(&r->scan));
	if (scan_is(&r->scan, '{'))
		return replicate(r, &number, depth);
	if (!number.sized_or_based || number.value < 0)
		return input_error_at(r->scan.in, number.place,
				      "constant without a size in a concatenation");
	return put_constant(r, &number);
}

static enum status read_concatenation(struct reader *r, int depth)
{
	do {
		TRY(scan_next(&r->scan));
		TRY(task_progress(r->task, r->scan.at - r->scan.in->data));
		TRY(read_part(r, depth));
	} while (scan_is(&r->scan, ','));
	if (at_operator(r))
		return behaviour_error(r);
	return reader_take(r, '}');
}

static enum status read_nested(struct reader *r, int depth)
{
	const struct token *t = &r->scan.token;
	struct token number;

	if (depth > DEEPEST)
		return input_error_at(r->scan.in, t->place,
				      "more than %d concatenations in each other", DEEPEST);
	if (t->kind == TOKEN_NAME)
		return read_net(r);
	if (t->kind == TOKEN_NUMBER) {
		number = *t;
		TRY(scan_next(&r->scan));
		return put_constant(r, &number);
	}
	if (scan_is(&r->scan, '{'))
		return read_concatenation(r, depth);
	if (scan_is(&r->scan, '(')) {
		TRY(scan_next(&r->scan));
		TRY(read_nested(r, depth + 1));
		return reader_take(r, ')');
	}
	if (at_operator(r))
		return behaviour_error(r);
	return scan_expected(&r->scan, "a net, a constant or a concatenation");
}

enum status read_expression(struct reader *r)
{
	TRY(read_nested(r, 0));
	if (at_operator(r))
		return behaviour_error(r);
	return STATUS_OK;
}
