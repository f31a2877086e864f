/*
 * Edge lists: an arc a line, "u v" or "u v weight", words between blanks or commas. A vertex is any word; a weight is in
 * picoseconds, and 1 where there is none. Lines that are empty or begin with '#' or '%' are skipped.
 */
#include "read/dag_impl.h"

#include <inttypes.h>
#include <string.h>

#include "base/units.h"

enum { MOST_WORDS = 3, NO_WEIGHT = 1000 /* fs */ };

struct word {
	const char *at, *end;
};

static bool is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\r' || c == ',';
}

/* How many words a line has, counted as far as one too many; word: room for MOST_WORDS + 1. 0 of comments. */
static int split(const char *at, const char *end, struct word *word)
{
	int n = 0;

	while (n <= MOST_WORDS) {
		while (at < end && is_blank(*at))
			at++;
		if (at == end || (n == 0 && (*at == '#' || *at == '%')))
			break;
		word[n].at = at;
		while (at < end && !is_blank(*at))
			at++;
		word[n++].end = at;
	}
	return n;
}

static bool is_number(const struct word *word, int64_t *fs)
{
	const char *at = word->at;

	return parse_ps(&at, word->end, fs) == DECIMAL_OK && at == word->end;
}

static bool is_arc(const struct word *word, int n)
{
	int64_t fs;

	return n == 2 || (n == MOST_WORDS && is_number(&word[2], &fs));
}

bool dag_is_edge(const char *begin, const char *end)
{
	struct word word[MOST_WORDS + 1];

	return is_arc(word, split(begin, end, word));
}

bool dag_is_edge_list(const char *begin, const char *end)
{
	struct word word[MOST_WORDS + 1];
	const char *next;
	bool any = false;
	int64_t fs;

	for (; begin < end && (next = memchr(begin, '\n', (size_t)(end - begin)));
	     begin = next + 1) {
		int n = split(begin, next, word);

		if (n > 0 &&
		    (!is_arc(word, n) || is_number(&word[0], &fs) != is_number(&word[1], &fs)))
			return false;
		any |= n > 0;
	}
	return any;
}

static enum status add_vertex(struct input *in, const char *line, struct graph *graph,
			      const struct word *word, int32_t *vertex)
{
	size_t length = (size_t)(word->end - word->at);

	if (memchr(word->at, '\0', length))
		return input_error(in, word->at - line + 1, "name with a zero byte");
	TRY(names_add(&graph->names, word->at, (int64_t)length, vertex, NULL));
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

	if (n == 0)
		return STATUS_OK;
	if (!is_arc(word, n) || (n == MOST_WORDS && !is_number(&word[2], &weight)))
		return input_error(in, word[n - 1].at - begin + 1,
				   "expected two vertices, then a number or the end of the line");
	*n_unweighted += n < MOST_WORDS;
	TRY(add_vertex(in, begin, graph, &word[0], &from));
	TRY(add_vertex(in, begin, graph, &word[1], &to));
	return graph_add_arc(graph, from, to, weight);
}

enum status dag_read_edges(struct input *in, const char *begin, const char *end,
			   struct graph *graph, struct text *warnings)
{
	int64_t n_unweighted = 0;

	for (bool more = true; more;) {
		TRY(add_line(in, begin, end, graph, &n_unweighted));
		TRY(input_line(in, &begin, &end, &more));
	}
	if (n_unweighted)
		text_printf(warnings,
			    "%s: %" PRId64 " of %" PRId32 " arcs have no weight: it is 1 ps\n",
			    graph->name, n_unweighted, graph->n_arcs);
	return STATUS_OK;
}
