/* The base: times as text, names, growing text, lists, cells. */
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/keys.h"
#include "base/memory.h"
#include "base/names.h"
#include "base/text.h"
#include "base/units.h"
#include "session/command.h"
#include "lib/tap.h"
#include "ui/widgets/key.h"
#include "ui/widgets/list.h"
#include "ui/widgets/surface.h"

static void check_parse(const char *text, enum decimal expected, int64_t fs, const char *rest)
{
	const char *at = text, *end = text + strlen(text);
	int64_t got = -1;
	enum decimal result = parse_ps(&at, end, &got);

	OK(result == expected && (result != DECIMAL_OK || got == fs) && strcmp(at, rest) == 0,
	   "parse \"%s\"", text);
}

static void check_units(void)
{
	static const struct {
		int64_t fs;
		const char *text;
	} formats[] = {{0, "0.000"},
		       {1, "0.001"},
		       {-1, "-0.001"},
		       {999, "0.999"},
		       {-1362999, "-1362.999"},
		       {INT64_MIN, "-9223372036854775.808"},
		       {INT64_MAX, "9223372036854775.807"}};

	check_parse("220;", DECIMAL_OK, 220000, ";");
	check_parse("-0", DECIMAL_OK, 0, "");
	check_parse("+1.5", DECIMAL_OK, 1500, "");
	check_parse(".25", DECIMAL_OK, 250, "");
	check_parse("7.", DECIMAL_OK, 7000, "");
	check_parse("1481.15857", DECIMAL_OK, 1481159, "");
	check_parse("0.0005", DECIMAL_OK, 1, "");
	check_parse("0.00049999", DECIMAL_OK, 0, "");
	check_parse("-0.0005", DECIMAL_OK, -1, "");
	check_parse("-2.2005e2x", DECIMAL_OK, -220050, "x");
	check_parse("1e-3", DECIMAL_OK, 1, "");
	check_parse("5E-4", DECIMAL_OK, 1, "");
	check_parse("1e-9999", DECIMAL_OK, 0, "");
	check_parse("0e999999999999", DECIMAL_OK, 0, "");
	check_parse("1e", DECIMAL_OK, 1000, "e");
	check_parse("1e+", DECIMAL_OK, 1000, "e+");
	check_parse("1.2.3", DECIMAL_OK, 1200, ".3");
	check_parse("123456789.123456789123456789", DECIMAL_OK, INT64_C(123456789123), "");
	check_parse("1152921504606846.97", DECIMAL_OK, INT64_C(1152921504606846970), "");
	check_parse("1152921504606848", DECIMAL_OUT_OF_RANGE, 0, "");
	check_parse("1e300", DECIMAL_OUT_OF_RANGE, 0, "");
	check_parse("99999999999999999999999999", DECIMAL_OUT_OF_RANGE, 0, "");
	check_parse("", DECIMAL_NOT_A_NUMBER, 0, "");
	check_parse("-", DECIMAL_NOT_A_NUMBER, 0, "-");
	check_parse(".", DECIMAL_NOT_A_NUMBER, 0, ".");
	check_parse("nan", DECIMAL_NOT_A_NUMBER, 0, "nan");
	check_parse("inf", DECIMAL_NOT_A_NUMBER, 0, "inf");
	for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
		char text[PS_TEXT_SIZE];

		format_ps(text, formats[i].fs);
		OK(strcmp(text, formats[i].text) == 0, "format %s", formats[i].text);
	}
}

static void check_names(void)
{
	struct names names = {0};
	char name[32];
	int32_t id;
	bool added, good = true;

	for (int i = 0; i < 20000; i++) {
		int n = snprintf(name, sizeof name, "inst_%d:A/%c", i, i % 2 ? 'R' : 'F');

		good = good && names_add(&names, name, n, &id, &added) == STATUS_OK && added &&
		       id == i;
	}
	OK(good, "20,000 names are numbered in order");
	good = true;
	for (int i = 0; i < 20000; i += 7) {
		int n = snprintf(name, sizeof name, "inst_%d:A/%c", i, i % 2 ? 'R' : 'F');

		good = good && names_find(&names, name, n) == i &&
		       strcmp(names_get(&names, i), name) == 0;
	}
	OK(good, "and found again");
	OK(names_find(&names, "inst_1:A/F", 10) == -1, "a name that isn't there");
	OK(names_find(&names, "inst_1", 6) == -1, "a beginning isn't the name");
	names_add(&names, "inst_7:A/R", 10, &id, &added);
	OK(!added && id == 7, "a name added twice");
	OK(strcmp(names_nearest(&names, "inst_7:B/R", 10), "inst_7:A/R") == 0, "the nearest name");
	OK(!names_nearest(&names, "qqqqqqqqqq", 10), "nothing is near");
	OK(edit_distance("kitten", 6, "sitting", 7, 9) == 3, "edit distance");
	OK(edit_distance("kitten", 6, "sitting", 7, 2) == 3, "edit distance beyond its limit");
	OK(edit_distance("drak", 4, "dark", 4, 1) == 1, "letters that are exchanged");
	OK(edit_distance("xdrak", 5, "dark", 4, 2) == 2, "and one more");
	OK(edit_distance("ab", 2, "ba", 2, 0) == 1, "beyond the limit too");
	names_release(&names);
}

/* ---- hashes ---- */

/* The largest distance of a name from the slot of its hash. */
static int64_t longest_probe(const struct names *names)
{
	int64_t mask = names->n_slots - 1, longest = 0;

	for (int64_t s = 0; s < names->n_slots; s++) {
		int64_t probe = (s - names->slot[s].hash) & mask;

		if (names->slot[s].id_above && probe > longest)
			longest = probe;
	}
	return longest;
}

/* A step of a multiply-fold hash without a key, as it once placed names. */
static uint64_t unkeyed_step(uint64_t hash, uint64_t word)
{
	hash = (hash ^ word) * UINT64_C(0xFF51AFD7ED558CCD);
	return hash ^ hash >> 32;
}

/* Names of 16 bytes: the second half makes up for the first. */
static void check_collisions(void)
{
	uint64_t begin = 16 * UINT64_C(0x9E3779B97F4A7C15), words[2];
	struct names names = {0};
	int32_t id;
	bool added, good = true;

	for (uint64_t i = 0; i < 20000; i++) {
		words[0] = i;
		words[1] = unkeyed_step(begin, i);
		good = good && unkeyed_step(unkeyed_step(begin, words[0]), words[1]) == 0 &&
		       names_add(&names, (const char *)words, sizeof words, &id, &added) ==
			       STATUS_OK &&
		       added;
	}
	OK(good && longest_probe(&names) < 500,
	   "names that an unkeyed hash puts into one slot: %lld probes at most",
	   (long long)longest_probe(&names));
	names_release(&names);
}

/* Names that a hash keyed at its beginning alone would put into one slot: blocks that take away
 * their own difference, at every length. */
static void check_lengths(void)
{
	struct names names = {0};
	char name[600];
	int32_t id;
	bool added, good = true;

	memset(name, 'x', sizeof name);
	for (int64_t n = 0; n <= (int64_t)sizeof name; n++)
		good = good && names_add(&names, name, n, &id, &added) == STATUS_OK && added;
	memset(name, 0, sizeof name);
	for (int64_t n = 1; n <= (int64_t)sizeof name; n++)
		good = good && names_add(&names, name, n, &id, &added) == STATUS_OK && added;
	for (int i = 0; i < 256 * 3; i++) {
		name[0] = name[8] = (char)i;
		name[16] = name[24] = (char)(i >> 8);
		good = good && names_add(&names, name, 32, &id, &added) == STATUS_OK;
	}
	OK(good && longest_probe(&names) < 100, "names of one letter: %lld probes at most",
	   (long long)longest_probe(&names));
	names_release(&names);
}

/* Where some names stand, and their numbers: said by one process to another. */
static void say_places(void)
{
	struct names names = {0};
	char name[32];
	int32_t id;
	bool added;

	for (int i = 0; i < 40; i++) {
		int n = snprintf(name, sizeof name, "inst_%d", i);

		if (names_add(&names, name, n, &id, &added) != STATUS_OK)
			abort();
		printf("%d ", id);
	}
	printf("at");
	for (int64_t s = 0; s < names.n_slots; s++)
		printf(" %d", names.slot[s].id_above);
	printf("\n");
	names_release(&names);
}

/* What another process says; two lines are "numbers at places". */
static void hear_places(const char *program, char *line, size_t size)
{
	struct text command = TEXT_INIT;
	FILE *pipe;

	text_printf(&command, "'%s' --places", program);
	pipe = popen(text_string(&command), "r");
	if (!pipe || !fgets(line, (int)size, pipe))
		*line = '\0';
	if (pipe)
		pclose(pipe);
	text_release(&command);
}

static void check_keys_of_hashes(const char *program)
{
	char one[2000], two[2000];
	size_t n;

	hear_places(program, one, sizeof one);
	hear_places(program, two, sizeof two);
	n = strcspn(one, "a");
	OK(n > 40 && strncmp(one, two, n) == 0, "two processes number names alike");
	OK(strcmp(one + n, two + n) != 0, "and keep them in other places");
	OK(hash_number(0, 1) != hash_number(0, 2) && hash_bytes("a", 1) != hash_bytes("a", 2) &&
		   hash_bytes("", 0) == hash_bytes("x", 0),
	   "what is hashed counts, and how long it is");
}

static void check_text(void)
{
	struct text text = TEXT_INIT;

	OK(strcmp(text_string(&text), "") == 0, "an empty text is a string");
	text_add(&text, "a");
	text_printf(&text, "%0*d", 5000, 7);
	text_printf(&text, "%9s", PS(-1500));
	OK(text.length == 5010 && strcmp(text_string(&text) + 5001, "   -1.500") == 0,
	   "a text grows");
	text_clear(&text);
	OK(text.length == 0 && strcmp(text_string(&text), "") == 0, "and is emptied");
	text_release(&text);
}

static void check_list(void)
{
	struct list list = {0};

	list_fit(&list, 0, 5);
	list_move(&list, MOVE_DOWN, 1);
	OK(list.selected == 0 && list.top == 0, "moving in an empty list");
	list_fit(&list, 100, 10);
	list_move(&list, MOVE_DOWN, 12);
	OK(list.selected == 12 && list.top == 3, "the window follows down");
	list_move(&list, MOVE_PAGE_DOWN, 1);
	OK(list.selected == 21 && list.top == 12, "a page");
	list_move(&list, MOVE_LAST, 1);
	OK(list.selected == 99 && list.top == 90, "to the end");
	list_move(&list, MOVE_UP, 1000);
	OK(list.selected == 0 && list.top == 0, "and far beyond the beginning");
	list_select(&list, 50);
	list_fit(&list, 20, 10);
	OK(list.selected == 19 && list.top == 10, "a list that got shorter");
}

static void check_surface(void)
{
	struct surface surface = {0};
	struct text dump = TEXT_INIT;
	struct area area;

	surface_resize(&surface, 10, 3);
	area = surface_area(&surface);
	area_text(area, 8, 0, STYLE_BAD, "abcd");
	area_text(area_columns(area, 2, 3), 0, 1, STYLE_NORMAL, "clipped");
	area_text(area, 0, 2, STYLE_NORMAL, "x\x01y\xff\xc3\xa9\xe4\xb8\xad!");
	area_put(area, 99, 99, STYLE_BAD, 'x');
	surface_dump(&surface, false, &dump);
	OK(strcmp(text_string(&dump), "        ab\n  cli\nx?y?\xc3\xa9\xe4\xb8\xad!\n") == 0,
	   "text is clipped, cleaned and dumped");
	text_clear(&dump);
	surface_dump(&surface, true, &dump);
	OK(strstr(text_string(&dump), "........--\n"), "with styles");
	surface_clear(&surface);
	OK(area_paragraph(area, 0, STYLE_NORMAL, "one two three\n\nfour-and-more") == 5,
	   "a paragraph is broken at blanks, and where there are none");
	text_clear(&dump);
	surface_dump(&surface, false, &dump);
	OK(strcmp(text_string(&dump), "one two\nthree\n\n") == 0, "and clipped");
	text_release(&dump);
	surface_release(&surface);
}

static void check_keys(void)
{
	static const char *const names[] = {"j",        "G",    ".",     "<Enter>", "<C-d>",
					    "<S-Home>", "<lt>", "<F10>", "<Space>", "\xc3\xa9"};
	char name[16];

	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		const char *at = names[i];
		int32_t key = key_parse(&at);

		OK(!*at && strcmp(key_text(key, name), names[i]) == 0, "key %s", names[i]);
	}
	{
		const char *at = "<Nonsense>";

		OK(key_parse(&at) == UI_KEY_NONE, "an unknown key");
	}
}

static enum status do_nothing(struct call *call)
{
	(void)call;
	return STATUS_OK;
}

static void check_call(const struct command *command, int n, const char *const *words,
		       enum status expected, const char *what)
{
	struct call call = {0};
	enum status status = call_parse(&call, command, n, words);

	OK(status == expected, "%s%s%s", what, status == STATUS_OK ? "" : ": ",
	   status == STATUS_OK ? "" : status_text(status));
}

static void check_commands(void)
{
	static const struct option options[] = {
		{"-count", OPTION_COUNT, "N", "a number"},
		{"-slack", OPTION_TIME, "PS", "a time"},
		{"-slow", OPTION_FLAG, NULL, "a flag"},
		{"-how", OPTION_CHOICE, "one|two", "a choice"},
		{0},
	};
	static const struct command command = {.name = "try",
					       .run = do_nothing,
					       .arguments = "?FILE?",
					       .max_arguments = 1,
					       .options = options,
					       .help = "try"};
	const char *w[4];

#define TRY_WORDS(expected, what, ...)                                                             \
	do {                                                                                       \
		const char *const words[] = {__VA_ARGS__};                                         \
		check_call(&command, (int)(sizeof words / sizeof *words), words, expected, what);  \
	} while (0)
	TRY_WORDS(STATUS_OK, "options and an argument", "-count", "3", "file", "-how", "two");
	TRY_WORDS(STATUS_OK, "a unique beginning", "-c", "3");
	TRY_WORDS(STATUS_OK, "a negative number is an argument", "-5");
	TRY_WORDS(STATUS_USAGE, "an ambiguous beginning", "-sl");
	TRY_WORDS(STATUS_USAGE, "an unknown option", "-what");
	TRY_WORDS(STATUS_USAGE, "a missing value", "-count");
	TRY_WORDS(STATUS_USAGE, "no number", "-count", "x");
	TRY_WORDS(STATUS_USAGE, "zero", "-count", "0");
	TRY_WORDS(STATUS_USAGE, "too large a number", "-count", "99999999999999999999");
	TRY_WORDS(STATUS_USAGE, "no time", "-slack", "1ps");
	TRY_WORDS(STATUS_USAGE, "no such choice", "-how", "three");
	TRY_WORDS(STATUS_USAGE, "too many arguments", "a", "b");
	w[0] = "-slack";
	w[1] = "-1.5";
	{
		struct call call = {0};

		OK(call_parse(&call, &command, 2, w) == STATUS_OK && call.option[1].number == -1500,
		   "a time in ps");
	}
}

/* Pairs of small numbers, most of them several times, against a table of all pairs. */
static void check_pairs(void)
{
	enum { SIDE = 40, TRIES = 4000 };
	struct keys keys = {.width = 2 * sizeof(int32_t)};
	int32_t number[SIDE][SIDE], n = 0;
	uint32_t random = 1;
	bool good = true, added;

	memset(number, -1, sizeof number);
	for (int i = 0; good && i < TRIES; i++) {
		int32_t id, pair[2];

		random = random * 1664525 + 1013904223;
		pair[0] = (int32_t)(random >> 8) % SIDE;
		pair[1] = (int32_t)(random >> 16) % (SIDE / 2);
		good = keys_find(&keys, pair) == number[pair[0]][pair[1]] &&
		       keys_add(&keys, pair, &id, &added) == STATUS_OK &&
		       added == (number[pair[0]][pair[1]] < 0);
		if (added)
			number[pair[0]][pair[1]] = n++;
		good = good && id == number[pair[0]][pair[1]] && keys.n == n;
		if (i == TRIES / 2) {
			keys_clear(&keys);
			memset(number, -1, sizeof number);
			n = 0;
		}
	}
	OK(good && n > SIDE * SIDE / 4, "keys are numbered in the order in which they come: %d", n);
	keys_release(&keys);
	OK(keys_find(&keys, "12345678") == -1, "none is in an empty set");
}

static void check_memory(void)
{
	const int64_t no_limit = INT64_MAX - INT64_MAX % 4096;

	OK(memory_room(1000, 300, 100) == 800 && memory_room(1000, 1300, 100) == 0,
	   "pages of files count as memory that is left");
	OK(memory_room(no_limit, 4096, 8192) == no_limit && memory_room(1000, 300, 400) == 1000,
	   "more of them than is used leaves all");
}

int main(int argc, char **argv)
{
	if (argc > 1 && strcmp(argv[1], "--places") == 0) {
		say_places();
		return 0;
	}
	setlocale(LC_CTYPE, "C.UTF-8");
	check_units();
	check_names();
	check_pairs();
	check_collisions();
	check_lengths();
	check_keys_of_hashes(argv[0]);
	check_text();
	check_list();
	check_surface();
	check_keys();
	check_commands();
	check_memory();
	return tap_done();
}
