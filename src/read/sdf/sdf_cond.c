/*
 * Conditions of SDF beside those of libraries: the same text but for blanks (sdf_cond), or the same Boolean
 * function (when).
 */
#include <ctype.h>
#include <string.h>

#include "base/grow.h"
#include "db/function.h"
#include "read/sdf/sdf_scan.h"

enum { LONGEST = 1 << 16 }; /* a condition whose function is looked for, in bytes */

static bool same_but_blanks(struct sdf_span cond, const char *text)
{
	const char *p = cond.begin;

	for (;;) {
		while (p < cond.end && walk_blank(*p))
			p++;
		while (*text && walk_blank(*text))
			text++;
		if (p >= cond.end || !*text)
			return p >= cond.end && !*text;
		if (*p++ != *text++)
			return false;
	}
}

/* ---- from text to postfix ---- */

/* An expression that is taken apart. What isn't understood has no function. */
struct parser {
	struct sdf *sdf;
	const struct library *library;
	int32_t cell;
	const char *at, *end;
	int32_t n; /* entries of sdf->expression */
	int depth; /* parentheses and operators within each other; also the least stack it takes */
	bool understood;
	enum status status;
};

static void put(struct parser *p, int32_t item)
{
	struct sdf *sdf = p->sdf;

	if (p->status == STATUS_OK)
		p->status = APPEND(sdf->expression, p->n, &sdf->expression_capacity, item);
}

static bool take(struct parser *p, const char *word)
{
	size_t n = strlen(word);

	while (p->at < p->end && walk_blank(*p->at))
		p->at++;
	if ((size_t)(p->end - p->at) < n || strncmp(p->at, word, n) != 0)
		return false;
	p->at += n;
	return true;
}

/* 1'b0, 'b1, 0, 1 */
static bool take_constant(struct parser *p)
{
	const char *q = p->at;

	if (q < p->end && *q == '1' && q + 1 < p->end && q[1] == '\'')
		q++;
	if (q < p->end && *q == '\'') {
		q++;
		if (q >= p->end || tolower((unsigned char)*q) != 'b')
			return false;
		q++;
	}
	if (q >= p->end || (*q != '0' && *q != '1') ||
	    (q + 1 < p->end && (isalnum((unsigned char)q[1]) || q[1] == '_' || q[1] == '\'')))
		return false;
	put(p, *q == '0' ? LIB_ZERO : LIB_ONE);
	p->at = q + 1;
	return true;
}

static void take_pin(struct parser *p)
{
	struct sdf_span name = {p->at, p->at};
	int32_t pin;

	for (; name.end < p->end; name.end++) {
		if (*name.end == '\\' && name.end + 1 < p->end)
			name.end++;
		else if (!isalnum((unsigned char)*name.end) && !strchr("_[]$", *name.end))
			break;
	}
	pin = name.end > name.begin ? sdf_find_port(p->sdf, p->library, p->cell, name) : -1;
	p->understood &= pin >= 0;
	put(p, pin >= 0 ? pin : LIB_ZERO);
	p->at = name.end;
}

static void take_level(struct parser *p, int level);

static void take_operand(struct parser *p)
{
	if (p->depth++ >= SDF_DEEPEST) {
		p->understood = false;
		p->depth--;
		return;
	}
	if (take(p, "!") || take(p, "~")) {
		take_operand(p);
		put(p, LIB_NOT);
	} else if (take(p, "(")) {
		take_level(p, 0);
		p->understood &= take(p, ")");
	} else if (!take_constant(p)) {
		take_pin(p);
	}
	p->depth--;
}

/* Operators of two operands, loosest first, as in Verilog. Longer ones come before those they begin with. */
static const struct {
	int level;
	const char *word;
	int32_t item;
	bool inverted;
} operators[] = {
	{0, "||", LIB_OR, false}, {1, "&&", LIB_AND, false}, {2, "|", LIB_OR, false},
	{3, "^~", LIB_XOR, true}, {3, "~^", LIB_XOR, true},  {3, "^", LIB_XOR, false},
	{4, "&", LIB_AND, false}, {5, "===", LIB_XOR, true}, {5, "!==", LIB_XOR, false},
	{5, "==", LIB_XOR, true}, {5, "!=", LIB_XOR, false},
};

enum { N_OPERATORS = sizeof operators / sizeof *operators, N_LEVELS = 6 };

/* An operator of the level, unless it is the first half of a looser one. */
static int take_operator(struct parser *p, int level)
{
	const char *before = p->at;

	for (int i = 0; i < N_OPERATORS; i++) {
		if (operators[i].level != level || !take(p, operators[i].word))
			continue;
		if ((level == 2 || level == 4) && p->at < p->end && *p->at == *operators[i].word) {
			p->at = before;
			return -1;
		}
		return i;
	}
	return -1;
}

static void take_level(struct parser *p, int level)
{
	int which;

	if (level == N_LEVELS) {
		take_operand(p);
		return;
	}
	take_level(p, level + 1);
	while (p->understood && p->status == STATUS_OK && (which = take_operator(p, level)) >= 0) {
		take_level(p, level + 1);
		put(p, operators[which].item);
		if (operators[which].inverted)
			put(p, LIB_NOT);
	}
}

/* ---- functions beside each other ---- */

static bool fits_stack(const int32_t *expression)
{
	int depth = 0;

	for (; *expression != LIB_END && depth <= LIB_EXPRESSION_DEPTH; expression++)
		depth += *expression >= LIB_ONE ? 1 : *expression == LIB_NOT ? 0 : -1;
	return depth <= LIB_EXPRESSION_DEPTH;
}

static enum status is_function(struct sdf *sdf, struct sdf_span cond, const struct library *library,
			       int32_t cell, const int32_t *when, bool *is)
{
	struct parser p = {.sdf = sdf,
			   .library = library,
			   .cell = cell,
			   .at = cond.begin,
			   .end = cond.end,
			   .understood = true};

	*is = false;
	take_level(&p, 0);
	while (p.at < p.end && walk_blank(*p.at))
		p.at++;
	put(&p, LIB_END);
	TRY(p.status);
	if (!p.understood || p.at < p.end)
		return STATUS_OK;
	*is = fits_stack(sdf->expression) && functions_agree(sdf->expression, when);
	return STATUS_OK;
}

enum status sdf_is_condition(struct sdf *sdf, struct sdf_span cond, int split,
			     const struct lib_arc *arc, int32_t text, bool *is)
{
	const struct library *library = sdf->one.master->library[split];
	struct task *task = sdf->walk.in->task;

	if (task_cancelled(task))
		return STATUS_CANCELLED;
	if (text && same_but_blanks(cond, names_get(&library->string, text - 1))) {
		*is = true;
		return STATUS_OK;
	}
	*is = false;
	if (arc->when < 0)
		return STATUS_OK;
	if (cond.end - cond.begin > LONGEST && !task->allow_large)
		return input_error_at(sdf->walk.in, cond.begin,
				      "a condition of more than %d bytes; with -allow_large it is "
				      "compared all the same",
				      LONGEST);
	return is_function(sdf, cond, library, sdf->one.master->cell[split],
			   &library->expression[arc->when], is);
}
