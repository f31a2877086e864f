#include "read/dag.h"

#include <ctype.h>
#include <inttypes.h>
#include <string.h>

#include "base/line.h"
#include "base/units.h"
#include "read/dag_impl.h"

struct dag {
	struct line l;
	struct graph *graph;
	enum split split;
};

static enum status expected(const struct dag *dag, const char *what)
{
	if (dag->l.at == dag->l.end)
		return line_error(&dag->l, "expected %s, the line ends", what);
	if (isprint((unsigned char)*dag->l.at))
		return line_error(&dag->l, "expected %s, found '%c'", what, *dag->l.at);
	return line_error(&dag->l, "expected %s, found byte 0x%02x", what,
			  (unsigned)(unsigned char)*dag->l.at);
}

static enum status take(struct dag *dag, const char *what)
{
	size_t length = strlen(what);
	char quoted[16] = "'";

	line_skip_blanks(&dag->l);
	if ((size_t)(dag->l.end - dag->l.at) < length || memcmp(dag->l.at, what, length) != 0)
		return expected(dag, strcat(strncat(quoted, what, 8), "'"));
	dag->l.at += length;
	return STATUS_OK;
}

static enum status take_end(struct dag *dag)
{
	TRY(take(dag, ";"));
	line_skip_blanks(&dag->l);
	return dag->l.at == dag->l.end ? STATUS_OK : expected(dag, "the end of the line");
}

static enum status take_string(struct dag *dag, const char **name, int64_t *length)
{
	const char *quote;

	TRY(take(dag, "\""));
	quote = memchr(dag->l.at, '"', (size_t)(dag->l.end - dag->l.at));
	if (!quote)
		return input_error(&dag->l.in, dag->l.at - dag->l.begin,
				   "name without closing quote");
	*name = dag->l.at;
	*length = quote - dag->l.at;
	if (*length == 0)
		return input_error(&dag->l.in, dag->l.at - dag->l.begin, "empty name");
	if (memchr(*name, '\0', (size_t)*length))
		return input_error(&dag->l.in, dag->l.at - dag->l.begin, "name with a zero byte");
	dag->l.at = quote + 1;
	return STATUS_OK;
}

static enum status unknown_vertex(const struct dag *dag, const char *name, int64_t length)
{
	const char *nearest = names_nearest(&dag->graph->names, name, length);
	int64_t column = name - dag->l.begin;
	int shown = length > 200 ? 200 : (int)length;

	return input_error(&dag->l.in, column, "unknown vertex \"%.*s\"%s%s%s", shown, name,
			   NEAREST(nearest));
}

static enum status take_vertex(struct dag *dag, int32_t *vertex)
{
	const char *name;
	int64_t length;

	TRY(take_string(dag, &name, &length));
	*vertex = names_find(&dag->graph->names, name, length);
	return *vertex < 0 ? unknown_vertex(dag, name, length) : STATUS_OK;
}

static enum status take_time(struct dag *dag, int64_t *fs)
{
	line_skip_blanks(&dag->l);
	switch (parse_ps(&dag->l.at, dag->l.end, fs)) {
	case DECIMAL_OK:
		return STATUS_OK;
	case DECIMAL_OUT_OF_RANGE:
		return input_error(&dag->l.in, dag->l.at - dag->l.begin, "number out of range");
	case DECIMAL_NOT_A_NUMBER:
		break;
	}
	return expected(dag, "a number");
}

/* A time, or those of both splits. */
static enum status take_times(struct dag *dag, int64_t *fs)
{
	int64_t late, early;

	TRY(take(dag, ","));
	TRY(take_time(dag, &late));
	*fs = late;
	line_skip_blanks(&dag->l);
	if (dag->l.at == dag->l.end || *dag->l.at != ',')
		return STATUS_OK;
	dag->l.at++;
	TRY(take_time(dag, &early));
	if (dag->split == EARLY)
		*fs = early;
	return STATUS_OK;
}

static enum status read_count(struct dag *dag, int32_t *n)
{
	int64_t value = 0;

	line_skip_blanks(&dag->l);
	if (dag->l.at == dag->l.end || !isdigit((unsigned char)*dag->l.at))
		return expected(dag, "the number of vertices, or an arc: u v");
	for (; dag->l.at < dag->l.end && isdigit((unsigned char)*dag->l.at); dag->l.at++) {
		value = value * 10 + (*dag->l.at - '0');
		if (value > INT32_MAX)
			return input_error(&dag->l.in, 1, "more than %d vertices", INT32_MAX);
	}
	line_skip_blanks(&dag->l);
	if (dag->l.at != dag->l.end)
		return expected(dag, "the end of the line");
	*n = (int32_t)value;
	return STATUS_OK;
}

static enum status read_vertex(struct dag *dag)
{
	const char *name;
	int64_t length;
	bool added;

	TRY(take_string(dag, &name, &length));
	TRY(graph_add_vertex(dag->graph, name, length, &added));
	if (!added)
		return input_error(&dag->l.in, name - dag->l.begin, "vertex \"%.*s\" named twice",
				   length > 200 ? 200 : (int)length, name);
	return take_end(dag);
}

static enum status read_arc(struct dag *dag)
{
	int32_t from, to;
	int64_t delay;

	TRY(take_vertex(dag, &from));
	TRY(take(dag, "->"));
	TRY(take_vertex(dag, &to));
	TRY(take_times(dag, &delay));
	TRY(take_end(dag));
	return graph_add_arc(dag->graph, from, to, delay);
}

/* source "v", time;   or   sink "v", time; */
static enum status read_end(struct dag *dag, const char *keyword,
			    enum status (*add)(struct graph *, int32_t, int64_t))
{
	int32_t vertex;
	int64_t time;

	TRY(take(dag, keyword));
	TRY(take_vertex(dag, &vertex));
	TRY(take_times(dag, &time));
	TRY(take_end(dag));
	return add(dag->graph, vertex, time);
}

static enum status read_statement(struct dag *dag)
{
	if (*dag->l.at == '"') {
		if (dag->graph->n_sources || dag->graph->n_sinks)
			return input_error(&dag->l.in, 1, "arc after a source or sink line");
		return read_arc(dag);
	}
	if (dag->l.end - dag->l.at > 1 && dag->l.at[0] == 's' && dag->l.at[1] == 'o')
		return read_end(dag, "source", graph_add_source);
	if (dag->l.end - dag->l.at > 1 && dag->l.at[0] == 's' && dag->l.at[1] == 'i')
		return read_end(dag, "sink", graph_add_sink);
	return expected(dag, "an arc, a source or a sink");
}

static enum status read_lines(struct dag *dag, struct text *warnings)
{
	struct graph *graph = dag->graph;
	struct input *in = &dag->l.in;
	int32_t n_vertices = -1;
	bool more = true;

	for (;;) {
		TRY(line_next(&dag->l, &more));
		if (!more)
			break;
		line_skip_blanks(&dag->l);
		if (dag->l.at == dag->l.end || *dag->l.at == '#' ||
		    (n_vertices < 0 && *dag->l.at == '%'))
			continue;
		if (n_vertices < 0 && dag_is_edge(dag->l.begin, dag->l.end))
			return dag_read_edges(in, dag->l.begin, dag->l.end, graph, warnings);
		if (n_vertices < 0) {
			TRY(read_count(dag, &n_vertices));
			TRY(dag_read_blocks(in, graph, dag->split, n_vertices, &more));
			if (!more)
				break;
		} else if (graph->n_vertices < n_vertices)
			TRY(read_vertex(dag));
		else
			TRY(read_statement(dag));
	}
	in->line++;
	if (n_vertices < 0)
		return input_error(in, 1, "expected the number of vertices, the file ends");
	if (graph->n_vertices < n_vertices)
		return input_error(in, 1, "%" PRId32 " vertices announced, %" PRId32 " named",
				   n_vertices, graph->n_vertices);
	return STATUS_OK;
}

static enum status read_file(struct dag *dag, const char *path, struct text *warnings,
			     struct task *task)
{
	enum status status = input_open(&dag->l.in, path, task) ?: read_lines(dag, warnings);

	input_close(&dag->l.in);
	return status;
}

enum status dag_read(const char *path, enum split split, struct text *warnings, struct task *task,
		     struct graph **out)
{
	struct dag dag = {.split = split};
	RELEASED_BY(graph_drop) struct graph *graph = NULL;

	TRY(graph_new(path, &graph));
	dag.graph = graph;
	TRY(read_file(&dag, path, warnings, task));
	graph->early = split == EARLY && graph->n_sources > 0;
	TRY(graph_close(graph, warnings, task));
	HAND_OVER(out, graph);
	return STATUS_OK;
}
