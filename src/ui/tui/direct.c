#include "ui/tui/direct.h"

#include <curses.h>
#include <term.h>
#include <stdlib.h>
#include <string.h>

#include "base/base64.h"
#include "base/grow.h"
#include "base/order.h"

/* ncurses names some of its macros as we do. */
#undef lines
#undef columns

enum {
	MAGIC = 01036, /* of term(5): numbers of 32 bits */
	COLOURS = 1 << 24,
	PAIRS = 1 << 16,
	MOST_BYTES = 32000, /* of an entry that ncurses reads */
	MOST_EXTENDED = 160,
};

static const char pair[] = {DIRECT_PAIR_BEGIN, '%', 'p', '1', '%', 'd', DIRECT_PAIR_END, '\0'};
static const char fore[] = "\033[38;2;%p1%{65536}%/%d;%p1%{256}%/%{255}%&%d;%p1%{255}%&%dm";
static const char back[] = "\033[48;2;%p1%{65536}%/%d;%p1%{256}%/%{255}%&%d;%p1%{255}%&%dm";

static bool is_string(const char *s)
{
	return s && s != (const char *)-1;
}

static void put_16(struct text *out, int value)
{
	text_append(out, (const char[]){(char)(value & 255), (char)(value >> 8 & 255)}, 2);
}

static void put_32(struct text *out, int value)
{
	put_16(out, value & 0xffff);
	put_16(out, value >> 16 & 0xffff);
}

static void put_even(struct text *out)
{
	if (out->length % 2)
		text_append(out, "", 1);
}

static int count(NCURSES_CONST char *const *names)
{
	int n = 0;

	while (names[n])
		n++;
	return n;
}

static const char *string_of(const char *name, bool rgb)
{
	if (strcmp(name, "scp") == 0)
		return pair;
	if (rgb && strcmp(name, "setaf") == 0)
		return fore;
	return rgb && strcmp(name, "setab") == 0 ? back : tigetstr(name);
}

/* Capabilities without which the other ones contradict these. */
static bool is_left_out(const char *name)
{
	static const char *const names[] = {"setf", "setb", "initc", "initp", "oc", "op_rgb"};

	return ANY(i, 0, sizeof names / sizeof *names, strcmp(names[i], name) == 0);
}

static int number_of(const char *name, bool rgb)
{
	if (strcmp(name, "pairs") == 0)
		return PAIRS;
	return rgb && strcmp(name, "colors") == 0 ? COLOURS : tigetnum(name);
}

/* A string's place in the table, to which it is added; −1 = the terminal hasn't it. */
static int add_string(struct text *table, const char *s)
{
	int at = (int)table->length;

	if (!is_string(s))
		return -1;
	text_append(table, s, (int64_t)strlen(s) + 1);
	return at;
}

static void put_standard(const char *name, bool rgb, struct text *out)
{
	RELEASED_BY(text_release) struct text table = TEXT_INIT, places = TEXT_INIT;
	int n_flags = count(boolnames), n_numbers = count(numnames), n_strings = count(strnames);

	for (int i = 0; i < n_strings; i++)
		put_16(&places, is_left_out(strnames[i])
					? -1
					: add_string(&table, string_of(strnames[i], rgb)));
	put_16(out, MAGIC);
	put_16(out, (int)strlen(name) + 1);
	put_16(out, n_flags);
	put_16(out, n_numbers);
	put_16(out, n_strings);
	put_16(out, (int)table.length);
	text_append(out, name, (int64_t)strlen(name) + 1);
	for (int i = 0; i < n_flags; i++) /* colours can't be redefined */
		text_append(out,
			    strcmp(boolnames[i], "ccc") && tigetflag(boolnames[i]) > 0 ? "\1" : "",
			    1);
	put_even(out);
	for (int i = 0; i < n_numbers; i++)
		put_32(out, number_of(numnames[i], rgb));
	text_append(out, places.data, places.length);
	text_append(out, table.data, table.length);
	put_even(out);
}

/* ---- what isn't in the standard: keys with Shift, Control and Alt, the mouse ---- */

struct extended {
	int n;
	char name[MOST_EXTENDED][8];
	const char *value[MOST_EXTENDED];
};

static void add_extended(struct extended *x, const char *name)
{
	const char *value = tigetstr(name);

	if (!is_string(value) || x->n == MOST_EXTENDED || strlen(name) >= sizeof x->name[0])
		return;
	memcpy(x->name[x->n], name, strlen(name) + 1);
	x->value[x->n++] = value;
}

static void find_extended(struct extended *x)
{
	static const char *const keys[] = {"kDC",  "kDN",  "kEND", "kHOM", "kIC",
					   "kLFT", "kNXT", "kPRV", "kRIT", "kUP"};
	static const char *const others[] = {"XM",    "xm",    "E3",    "Ss",    "Se",    "BE",
					     "BD",    "PS",    "PE",    "ka2",   "kb1",   "kb3",
					     "kc2",   "kp5",   "kpADD", "kpCMA", "kpDIV", "kpDOT",
					     "kpMUL", "kpSUB", "kpZRO", "kEN"};
	char name[16];

	for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
		for (int modifier = 2; modifier <= 8; modifier++) {
			snprintf(name, sizeof name, "%s%c", keys[i],
				 modifier == 2 ? '\0' : '0' + modifier);
			add_extended(x, name);
		}
	}
	for (size_t i = 0; i < sizeof others / sizeof *others; i++)
		add_extended(x, others[i]);
}

/* Those of the standard, with which names like kDC begin, are there already. */
static void drop_standard(struct extended *x)
{
	int kept = 0;

	for (int i = 0; i < x->n; i++) {
		bool known = false;

		for (int s = 0; strnames[s] && !known; s++)
			known = strcmp(strnames[s], x->name[i]) == 0;
		if (known)
			continue;
		memmove(x->name[kept], x->name[i], sizeof x->name[0]);
		x->value[kept++] = x->value[i];
	}
	x->n = kept;
}

static void put_extended(bool rgb, struct text *out)
{
	static const char *const flags[] = {"AX", "RGB", "XT"};
	struct extended x = {0};
	RELEASED_BY(text_release) struct text values = TEXT_INIT, names = TEXT_INIT;
	const char *order[MOST_EXTENDED];
	bool has[3] = {tigetflag("AX") > 0, rgb, tigetflag("XT") > 0};
	int n_flags = has[0] + has[1] + has[2], places = 0;

	find_extended(&x);
	drop_standard(&x);
	for (int i = 0; i < x.n; i++)
		order[i] = x.name[i];
	qsort(order, (size_t)x.n, sizeof *order, compare_strings);
	put_16(out, n_flags);
	put_16(out, 0);
	put_16(out, x.n);
	put_16(out, 2 * x.n + n_flags);
	for (int i = 0; i < x.n; i++)
		add_string(&values, x.value[(order[i] - x.name[0]) / (int)sizeof x.name[0]]);
	for (int i = 0; i < 3; i++) {
		if (has[i])
			add_string(&names, flags[i]);
	}
	for (int i = 0; i < x.n; i++)
		add_string(&names, order[i]);
	if (text_status(&values) != STATUS_OK || text_status(&names) != STATUS_OK) {
		out->status = STATUS_NO_MEMORY;
		return;
	}
	put_16(out, (int)(values.length + names.length));
	for (int i = 0; i < n_flags; i++)
		text_append(out, "\1", 1);
	put_even(out);
	for (int i = 0, at = 0; i < x.n; i++) {
		put_16(out, at);
		at += (int)strlen(text_string(&values) + at) + 1;
	}
	for (int i = 0; i < n_flags + x.n; i++) {
		put_16(out, places);
		places += (int)strlen(text_string(&names) + places) + 1;
	}
	text_append(out, values.data, values.length);
	text_append(out, names.data, names.length);
}

enum status direct_entry(const char *name, bool rgb, struct text *out)
{
	RELEASED_BY(text_release) struct text entry = TEXT_INIT;

	put_standard(name, rgb, &entry);
	put_extended(rgb, &entry);
	text_add(out, "b64:");
	base64_add(out, entry.data, entry.length);
	TRY(text_status(&entry));
	TRY(text_status(out));
	return entry.length > MOST_BYTES
		       ? status_fail(STATUS_FAILED, "the terminal's description is too long")
		       : STATUS_OK;
}

bool direct_is_described(void)
{
	return tigetflag("RGB") > 0 || tigetnum("RGB") > 0 || is_string(tigetstr("RGB")) ||
	       tigetflag("Tc") > 0 || is_string(tigetstr("setrgbf"));
}

/* With one of those numbers that users don't choose. */
static bool writes(const char *name, const char *expected)
{
	const char *format = tigetstr(name);

	return is_string(format) && strcmp(tiparm(format, 200), expected) == 0;
}

bool direct_has_256(void)
{
	const char *plain = tigetstr("op");

	return tigetnum("colors") == 256 && writes("setaf", "\033[38;5;200m") &&
	       writes("setab", "\033[48;5;200m") && is_string(plain) &&
	       strcmp(plain, "\033[39;49m") == 0;
}
