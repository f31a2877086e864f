/*
 * Fuzz target of patterns of paths: any line is a pattern or is refused, never a crash; what is one
 * is the same when parsed again, and any name gets only bits of its terms.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "db/path_pattern.h"

int fuzz_path_pattern(const uint8_t *data, size_t size);

static void must(bool condition)
{
	if (!condition)
		abort();
}

static void check(const struct path_pattern *pattern, const struct path_pattern *again,
		  const char *name)
{
	uint8_t all = path_pattern_terms(pattern, NAME_OF_START | NAME_OF_END | NAME_ALONG);

	must(all == (uint8_t)((1u << pattern->n_names) - 1));
	must(memcmp(pattern->low, again->low, sizeof pattern->low) == 0 &&
	     memcmp(pattern->high, again->high, sizeof pattern->high) == 0);
	for (int place = 1; place <= NAME_OF_NET; place *= 2) {
		uint8_t terms = path_pattern_match(pattern, place, name);

		must((terms & ~path_pattern_terms(pattern, place)) == 0);
		must(terms == path_pattern_match(again, place, name));
	}
}

/* A pattern, and after the first line end a name. */
int fuzz_path_pattern(const uint8_t *data, size_t size)
{
	char *text = strndup((const char *)data, size), *name;
	struct path_pattern *pattern, *again;

	if (!text)
		return 0;
	name = text + strcspn(text, "\n");
	if (*name)
		*name++ = '\0';
	if (path_pattern_parse(text, &pattern) == STATUS_OK) {
		must(path_pattern_parse(pattern->text, &again) == STATUS_OK);
		check(pattern, again, name);
		path_pattern_free(again);
		path_pattern_free(pattern);
	}
	free(text);
	return 0;
}
