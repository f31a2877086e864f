#include "read/edge_list.h"

#include <inttypes.h>
#include <string.h>

#include "base/units.h"

enum { MOST_WORDS = 3, NO_WEIGHT = 1000 /* fs */ };

struct word {
	const char *at;
	int64_t length;
};

static bool is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\r' || c == ',';
}

/* How many words a line has, counted as far as one too many; word: room for MOST_WORDS + 1. */
static int split(const char *at, const char *end, struct word *word)
{
	int n = 0;

	while (n <= MOST_WORDS) {
		while (at < end && is_blank(*at))
			at++;
		if (at == end)
			break;
		word[n].at = at;
		while (at < end && !is_blank(*at))
			at++;
		word[n].length = at - word[n].at;
		n++;
	}
	return n;
}

static bool is_comment(const struct word *word, int n)
{
	return n == 0 || *word->at == '#' || *word->at == '%';
}

static bool take_weight(const struct word *word, enum decimal *result, int64_t *fs)
{
	const char *at = word->at, *end = at + word->length;

	*result = parse_ps(&at, end, fs);
	return *result == DECIMAL_OK && at == end;
}

static bool is_number(const struct word *word)
{
	enum decimal result;
	int64_t fs;

	return take_weight(word, &result, &fs);
}

static bool is_arc(const struct word *word, int n)
{
	return n == 2 || (n == 3 && is_number(&word[2]));
}

bool edge_list_is_arc(const char *begin, const char *end)
{
	struct word word[MOST_WORDS + 1];

	return is_arc(word, split(begin, end, word));
}

bool edge_list_is_text(const char *begin, const char *end)
{
	struct word word[MOST_WORDS + 1];
	bool numbers = false, any = false;
	const char *line_end;

	for (; begin < end && (line_end = memchr(begin, '\n', (size_t)(end - begin)));
	     begin = line_end + 1) {
		int n = split(begin, line_end, word);

		if (is_comment(word, n))
			continue;
		numbers = any ? numbers : is_number(&word[0]);
		if (!is_arc(word, n) || is_number(&word[0]) != numbers ||
		    is_number(&word[1]) != numbers)
			return false;
		any = true;
	}
	return any;
}

static enum status add_vertex(struct input *in, const char *line, struct graph *graph,
			      const struct word *word, int32_t *vertex)
{
	bool added;

	if (memchr(word->at, '\0', (size_t)word->length))
		return input_error(in, word->at - line + 1, "name with a zero byte");
	TRY(names_add(&graph->names, word->at, word->length, vertex, &added));
	graph->n_vertices = graph->names.n;
	return STATUS_OK;
}

static enum status add_line(struct input *in, const char *begin, const char *end,
			    struct graph *graph, int64_t *n_unweighted)
{
	struct word word[MOST_WORDS + 1];
	int n = split(begin, end, word);
	int32_t from, to;
	int64_t weight = NO_WEIGHT;
	enum decimal result;

	if (is_comment(word, n))
		return STATUS_OK;
	if (n < 2 || n > MOST_WORDS)
		return input_error(in, word[n - 1].at - begin + 1,
				   "expected an arc: two vertices, then its weight if it has one");
	if (n == MOST_WORDS && !take_weight(&word[2], &result, &weight))
		return input_error(in, word[2].at - begin + 1,
				   result == DECIMAL_OUT_OF_RANGE ? "number out of range"
								  : "expected a number");
	*n_unweighted += n < MOST_WORDS;
	TRY(add_vertex(in, begin, graph, &word[0], &from));
	TRY(add_vertex(in, begin, graph, &word[1], &to));
	return graph_add_arc(graph, from, to, weight);
}

enum status edge_list_read(struct input *in, const char *begin, const char *end,
			   struct graph *graph, struct text *warnings)
{
	int64_t n_unweighted = 0;
	bool more = true;

	while (more) {
		TRY(add_line(in, begin, end, graph, &n_unweighted));
		TRY(input_line(in, &begin, &end, &more));
	}
	if (n_unweighted)
		text_printf(warnings,
			    "%s: %" PRId64 " of %" PRId32 " arcs have no weight: it is 1 ps\n",
			    graph->name, n_unweighted, graph->n_arcs);
	return STATUS_OK;
}
