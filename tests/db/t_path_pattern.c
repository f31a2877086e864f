/*
 * Patterns of paths: what they mean, what is refused, and random ones against a matcher that tries
 * everything.
 */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "db/path_pattern.h"
#include "lib/devices.h"
#include "lib/tap.h"

static struct path_pattern *parse(const char *text)
{
	struct path_pattern *pattern;

	return path_pattern_parse(text, &pattern) == STATUS_OK ? pattern : NULL;
}

/* Does a pattern of one name match? -1 = it is no pattern. */
static int matches(const char *text, const char *name)
{
	struct path_pattern *pattern = parse(text);
	int places, got;

	if (!pattern)
		return -1;
	places = NAME_OF_START | NAME_OF_END | NAME_OF_PIN;
	got = pattern->n_names == 1 && path_pattern_match(pattern, places, name) == 1;
	path_pattern_free(pattern);
	return got;
}

static void check_names(void)
{
	static const struct {
		const char *pattern, *name;
		int matches;
	} cases[] = {
		{"reg", "core/reg_3/D", 1},
		{"reg", "core/REG_3/D", 1},
		{"Reg", "core/reg_3/D", 0},
		{"Reg", "core/Reg_3/D", 1},
		{"rec", "core/reg_3/D", 0},
		{"reg_*", "core/reg_3/D", 0},
		{"*reg_?/*", "core/reg_3/D", 1},
		{"*reg_?", "core/reg_3/D", 0},
		{"core*d", "core/reg_3/D", 1},
		{"core*D", "core/reg_3/d", 0},
		{"a[3]", "top/a[3]", 1},
		{"a[3]", "a3", 0},
		{"a[3-5]", "a4", 1},
		{"a[3-5]", "a6", 0},
		{"a[!3]", "a4", 1},
		{"a[!3]", "a3", 0},
		{"*a[13]*", "a[13] rise", 1},
		{"*a[13]*", "a1", 0},
		{"a[", "a[3", 1},
		{"a\\*b", "xa*b", 1},
		{"a\\*b", "xaab", 0},
		{"a\\*b?", "a*bc", 1},
		{"r*/D", "r1/D rise", 1},
		{"r*/D rise", "r1/D rise", 0},
		{"/^r[0-9]+$/", "r10", 1},
		{"/^r[0-9]+$/", "r10x", 0},
		{"/^r[0-9]+$/", "r10 fall", 1},
		{"/R1/", "r1", 0},
		{"/u1/a b/", "u1/A b", 1},
		{"/u+1+/+[]a]+.+.+.+.+.+b+/", "u1/A12345b", 1},
		{"/^u(.**|(_[a-z]*)?)*([0-9]|x|y|)+/A$/", "u12/A", 1},
		{"/^(r?e?g?_?|n|o|p|q|r|s|t|u|v)*$/", "reg_n", 1},
		{"/\\.d$/", "u.D", 1},
		{"start:u1", "u1/A", 1},
		{"pin:/u[12]$/", "u2", 1},
		{"u1:A", "u1:a", 0},
		{"foo\\:bar", "x/foo:bar", 1},
		{"slack", "slack_reg", 1},
		{"dev", "device", 1},
	};

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
		if (strchr(cases[i].pattern, ' ') && cases[i].pattern[0] != '/')
			continue; /* two terms */
		else
			OK(matches(cases[i].pattern, cases[i].name) == cases[i].matches, "%s %s %s",
			   cases[i].pattern, cases[i].matches ? "is" : "isn't", cases[i].name);
}

static void check_numbers(void)
{
	struct path_pattern *p = parse("slack<-0.1 slack >= -2.5 dev>=3 dev<7 points=12 credit> 0");

	OK(p && p->n_names == 0 && p->low[NUMBER_SLACK] == -2500 && p->high[NUMBER_SLACK] == -101,
	   "a range of slacks");
	OK(p && p->low[NUMBER_DEVIATIONS] == 3 && p->high[NUMBER_DEVIATIONS] == 6,
	   "a range of deviations");
	OK(p && p->low[NUMBER_POINTS] == 12 && p->high[NUMBER_POINTS] == 12, "a number of points");
	OK(p && p->low[NUMBER_CREDIT] == 1 && p->high[NUMBER_CREDIT] == INT64_MAX, "some credit");
	path_pattern_free(p);
	p = parse("  reg  start:u1 end:u2  pin:u3 dev>2 ");
	OK(p && p->n_names == 4 && path_pattern_terms(p, NAME_OF_START) == 3 &&
		   path_pattern_terms(p, NAME_OF_END) == 5 &&
		   path_pattern_terms(p, NAME_OF_PIN) == 8,
	   "terms and where they look");
	OK(p && path_pattern_match(p, NAME_OF_START | NAME_OF_END, "u1/reg") == 3 &&
		   path_pattern_match(p, NAME_OF_END, "u1/reg") == 1 &&
		   path_pattern_match(p, NAME_OF_PIN, "u1/reg/u3") == 8,
	   "a name matches the terms that look at it");
	path_pattern_free(p);
	p = parse("from:u1 to:u2");
	OK(p && path_pattern_terms(p, NAME_OF_START) == 1 &&
		   path_pattern_terms(p, NAME_OF_END) == 2,
	   "from: and to: are start: and end:");
	path_pattern_free(p);
	p = parse(" ");
	OK(p && p->n_names == 0 && p->low[NUMBER_SLACK] == INT64_MIN, "nothing means everything");
	path_pattern_free(p);
}

static void check_along(const char *pattern, const char *wanted)
{
	struct path_pattern *p = parse(pattern);
	struct text along = TEXT_INIT;

	path_pattern_write_along(p, &along);
	OK(strcmp(text_string(&along), wanted) == 0, "\"%s\" along the path is \"%s\"", pattern,
	   text_string(&along));
	text_release(&along);
	path_pattern_free(p);
}

static void check_places(void)
{
	struct path_pattern *p = parse("cell:u1 net:n1 pin:x reg");

	OK(p && path_pattern_terms(p, NAME_ALONG) == 7 &&
		   path_pattern_terms(p, NAME_OF_CELL) == 1 &&
		   path_pattern_terms(p, NAME_OF_NET) == 2 &&
		   path_pattern_terms(p, NAME_OF_PIN) == 4,
	   "cells, nets and pins are looked for along a path");
	OK(p && path_pattern_match(p, NAME_OF_CELL, "u1 n1 x") == 1 &&
		   path_pattern_match(p, NAME_OF_NET, "u1 n1 x") == 2,
	   "each by its own name");
	path_pattern_free(p);
	check_along("lane0_mac_U", "pin:lane0_mac_U");
	check_along(" slack< -1.5 /a b/  u?  end:x", "slack< -1.5 pin:/a b/ pin:u? end:x");
	check_along("cell:u1 dev>=2", "");
	check_along("", "");
}

static void check_refused(void)
{
	static const struct {
		const char *pattern, *why;
	} cases[] = {
		{"slack<", "slack wants a number of picoseconds, not \"\""},
		{"slack<x", "not \"x\""},
		{"slack<1x", "not \"1x\""},
		{"dev>=2.5", "dev wants a number, not \"2.5\""},
		{"/reg", "/reg has no / at its end"},
		{"/", "/ has no / at its end"},
		{"/a(/", "Unmatched ("},
		{"/a{9}{99}/", "repeats too much"},
		{"/a{1,300}/", "repeats too much"},
		{"/(((((((((a+)+)+)+)+)+)+)+)+)/", "repeats too much"},
		{"/[\\](a{99}){99}/", "repeats too much"},
		{"/a+++++++++++++++++++++++++++++++++++++/", "repeats too much"},
		{"/(a{99})*{99}/", "repeats too much"},
		{"/(())//(())+++++++++++++/", "what may be empty too often"},
		{"/){2,3}xW{,3}{2,3}{23,}x/", "what may be empty too often"},
		{"/$(a?|b*){9}{,9}/", "what may be empty too often"},
		{"/(a)\\1/", "refers back"},
		{"pin:", "pin: needs a name after it"},
		{"start: a", "start: needs a name after it"},
		{"to:", "to: needs a name after it"},
		{"dev>1 cell:", "cell: needs a name after it"},
		{"foo:bar", "there is no \"foo:\""},
		{"pins:u1", "there is no \"pins:\""},
		{"a b c d e f g h i", "more than 8 names"},
	};

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct path_pattern *p;
		enum status status = path_pattern_parse(cases[i].pattern, &p);

		OK(status == STATUS_USAGE && strstr(status_text(status), cases[i].why),
		   "%s is refused: %s", cases[i].pattern, status_text(status));
	}
}

/* ---- random globs and parts against trying everything ---- */

static char fold(char c, bool any_case)
{
	return any_case ? (char)tolower((unsigned char)c) : c;
}

/* One character of a class; *at is after it then. */
static bool naive_class(const char **at, char c, bool any_case)
{
	const char *p = *at + 1;
	bool not = *p == '!', in = false;

	for (p += not ; *p != ']'; p++)
		in = in || fold(*p, any_case) == fold(c, any_case);
	*at = p + 1;
	return in != not ;
}

static bool naive_glob(const char *glob, const char *name, bool any_case)
{
	if (!*glob)
		return !*name;
	if (*glob == '*')
		return naive_glob(glob + 1, name, any_case) ||
		       (*name && naive_glob(glob, name + 1, any_case));
	if (!*name)
		return false;
	if (*glob == '[' && !isdigit((unsigned char)glob[1])) {
		bool in = naive_class(&glob, *name, any_case);

		return in && naive_glob(glob, name + 1, any_case);
	}
	return (*glob == '?' || fold(*glob, any_case) == fold(*name, any_case)) &&
	       naive_glob(glob + 1, name + 1, any_case);
}

static bool naive_match(const char *pattern, const char *name)
{
	char anywhere[64];
	bool any_case = true, special = strpbrk(pattern, "*?") != NULL;

	for (const char *p = pattern; *p; p++) {
		any_case = any_case && !isupper((unsigned char)*p);
		special = special || (*p == '[' && !isdigit((unsigned char)p[1]));
	}
	snprintf(anywhere, sizeof anywhere, special ? "%s" : "*%s*", pattern);
	return naive_glob(anywhere, name, any_case);
}

static void random_text(const char *const *pieces, int n_pieces, int most, char *out)
{
	out[0] = '\0';
	for (int64_t n = 1 + random_below(most); n > 0; n--)
		strcat(out, pieces[random_below(n_pieces)]);
}

static void check_random(int n)
{
	static const char *const pieces[] = {"a", "b",    "A",    "/",   "_", "*",
					     "?", "[ab]", "[!a]", "[3]", "a", "b"};
	static const char *const letters[] = {"a", "b", "A", "B", "/", "_", "[3]", "3"};
	int wrong = 0, hits = 0;

	for (int i = 0; i < n; i++) {
		char pattern[64], name[64];
		bool wanted;

		do /* an expression is another matter */
			random_text(pieces, 12, 5, pattern);
		while (pattern[0] == '/');
		random_text(letters, 8, 6, name);
		wanted = naive_match(pattern, name);
		hits += wanted;
		if (matches(pattern, name) != wanted && wrong++ < 5)
			printf("# %s and %s: %d wanted\n", pattern, name, wanted);
	}
	OK(wrong == 0 && hits > n / 20, "%d random patterns and names, %d of them match", n, hits);
}

int main(void)
{
	random_seed(3);
	check_names();
	check_numbers();
	check_places();
	check_refused();
	check_random(200000);
	return tap_done();
}
