#include "read/dag.h"

#include <ctype.h>
#include <inttypes.h>
#include <string.h>

#include "base/input.h"
#include "base/units.h"
#include "read/dag_impl.h"

/* A line of the file that is being taken apart. */
struct line {
	struct input *in;
	struct graph *graph;
	enum split split;
	const char *begin, *at, *end;
};

static enum status expected(const struct line *line, const char *what)
{
	int64_t column = line->at - line->begin + 1;

	if (line->at == line->end)
		return input_error(line->in, column, "expected %s, the line ends", what);
	if (isprint((unsigned char)*line->at))
		return input_error(line->in, column, "expected %s, found '%c'", what, *line->at);
	return input_error(line->in, column, "expected %s, found byte 0x%02x", what,
			   (unsigned)(unsigned char)*line->at);
}

static void skip_blanks(struct line *line)
{
	while (line->at < line->end && (*line->at == ' ' || *line->at == '\t'))
		line->at++;
}

static enum status take(struct line *line, const char *what)
{
	size_t length = strlen(what);
	char quoted[16] = "'";

	skip_blanks(line);
	if ((size_t)(line->end - line->at) < length || memcmp(line->at, what, length) != 0)
		return expected(line, strcat(strncat(quoted, what, 8), "'"));
	line->at += length;
	return STATUS_OK;
}

static enum status take_end(struct line *line)
{
	TRY(take(line, ";"));
	skip_blanks(line);
	return line->at == line->end ? STATUS_OK : expected(line, "the end of the line");
}

static enum status take_string(struct line *line, const char **name, int64_t *length)
{
	const char *quote;

	TRY(take(line, "\""));
	quote = memchr(line->at, '"', (size_t)(line->end - line->at));
	if (!quote)
		return input_error(line->in, line->at - line->begin, "name without closing quote");
	*name = line->at;
	*length = quote - line->at;
	if (*length == 0)
		return input_error(line->in, line->at - line->begin, "empty name");
	if (memchr(*name, '\0', (size_t)*length))
		return input_error(line->in, line->at - line->begin, "name with a zero byte");
	line->at = quote + 1;
	return STATUS_OK;
}

static enum status unknown_vertex(const struct line *line, const char *name, int64_t length)
{
	const char *nearest = names_nearest(&line->graph->names, name, length);
	int64_t column = name - line->begin;
	int shown = length > 200 ? 200 : (int)length;

	if (nearest)
		return input_error(line->in, column, "unknown vertex \"%.*s\"; nearest \"%s\"",
				   shown, name, nearest);
	return input_error(line->in, column, "unknown vertex \"%.*s\"", shown, name);
}

static enum status take_vertex(struct line *line, int32_t *vertex)
{
	const char *name;
	int64_t length;

	TRY(take_string(line, &name, &length));
	*vertex = names_find(&line->graph->names, name, length);
	return *vertex < 0 ? unknown_vertex(line, name, length) : STATUS_OK;
}

static enum status take_time(struct line *line, int64_t *fs)
{
	skip_blanks(line);
	switch (parse_ps(&line->at, line->end, fs)) {
	case DECIMAL_OK:
		return STATUS_OK;
	case DECIMAL_OUT_OF_RANGE:
		return input_error(line->in, line->at - line->begin, "number out of range");
	case DECIMAL_NOT_A_NUMBER:
		break;
	}
	return expected(line, "a number");
}

/* A time, or those of both splits. */
static enum status take_times(struct line *line, int64_t *fs)
{
	int64_t late, early;

	TRY(take(line, ","));
	TRY(take_time(line, &late));
	*fs = late;
	skip_blanks(line);
	if (line->at == line->end || *line->at != ',')
		return STATUS_OK;
	line->at++;
	TRY(take_time(line, &early));
	if (line->split == EARLY)
		*fs = early;
	return STATUS_OK;
}

static enum status read_count(struct line *line, int32_t *n)
{
	int64_t value = 0;

	skip_blanks(line);
	if (line->at == line->end || !isdigit((unsigned char)*line->at))
		return expected(line, "the number of vertices, or an arc: u v");
	for (; line->at < line->end && isdigit((unsigned char)*line->at); line->at++) {
		value = value * 10 + (*line->at - '0');
		if (value > INT32_MAX)
			return input_error(line->in, 1, "more than %d vertices", INT32_MAX);
	}
	skip_blanks(line);
	if (line->at != line->end)
		return expected(line, "the end of the line");
	*n = (int32_t)value;
	return STATUS_OK;
}

static enum status read_vertex(struct line *line)
{
	const char *name;
	int64_t length;
	bool added;

	TRY(take_string(line, &name, &length));
	TRY(graph_add_vertex(line->graph, name, length, &added));
	if (!added)
		return input_error(line->in, name - line->begin, "vertex \"%.*s\" named twice",
				   length > 200 ? 200 : (int)length, name);
	return take_end(line);
}

static enum status read_arc(struct line *line)
{
	int32_t from, to;
	int64_t delay;

	TRY(take_vertex(line, &from));
	TRY(take(line, "->"));
	TRY(take_vertex(line, &to));
	TRY(take_times(line, &delay));
	TRY(take_end(line));
	return graph_add_arc(line->graph, from, to, delay);
}

/* source "v", time;   or   sink "v", time; */
static enum status read_end(struct line *line, const char *keyword,
			    enum status (*add)(struct graph *, int32_t, int64_t))
{
	int32_t vertex;
	int64_t time;

	TRY(take(line, keyword));
	TRY(take_vertex(line, &vertex));
	TRY(take_times(line, &time));
	TRY(take_end(line));
	return add(line->graph, vertex, time);
}

static enum status read_statement(struct line *line)
{
	if (*line->at == '"') {
		if (line->graph->n_sources || line->graph->n_sinks)
			return input_error(line->in, 1, "arc after a source or sink line");
		return read_arc(line);
	}
	if (line->end - line->at > 1 && line->at[0] == 's' && line->at[1] == 'o')
		return read_end(line, "source", graph_add_source);
	if (line->end - line->at > 1 && line->at[0] == 's' && line->at[1] == 'i')
		return read_end(line, "sink", graph_add_sink);
	return expected(line, "an arc, a source or a sink");
}

static enum status read_lines(struct input *in, struct graph *graph, enum split split,
			      struct text *warnings)
{
	struct line line = {.in = in, .graph = graph, .split = split};
	int32_t n_vertices = -1;
	bool more = true;

	for (;;) {
		TRY(input_line(in, &line.begin, &line.end, &more));
		if (!more)
			break;
		line.at = line.begin;
		skip_blanks(&line);
		if (line.at == line.end || *line.at == '#' || (n_vertices < 0 && *line.at == '%'))
			continue;
		if (n_vertices < 0 && dag_is_edge(line.begin, line.end))
			return dag_read_edges(in, line.begin, line.end, graph, warnings);
		if (n_vertices < 0) {
			TRY(read_count(&line, &n_vertices));
			TRY(dag_read_blocks(in, graph, split, n_vertices, &more));
			if (!more)
				break;
		} else if (graph->n_vertices < n_vertices)
			TRY(read_vertex(&line));
		else
			TRY(read_statement(&line));
	}
	in->line++;
	if (n_vertices < 0)
		return input_error(in, 1, "expected the number of vertices, the file ends");
	if (graph->n_vertices < n_vertices)
		return input_error(in, 1, "%" PRId32 " vertices announced, %" PRId32 " named",
				   n_vertices, graph->n_vertices);
	return STATUS_OK;
}

enum status dag_read(const char *path, struct text *warnings, struct task *task, struct graph **out)
{
	return dag_read_split(path, LATE, warnings, task, out);
}

enum status dag_read_split(const char *path, enum split split, struct text *warnings,
			   struct task *task, struct graph **out)
{
	struct input in;
	struct graph *graph;
	enum status status;

	TRY(graph_new(path, &graph));
	status = input_open(&in, path, task);
	if (status == STATUS_OK) {
		status = read_lines(&in, graph, split, warnings);
		input_close(&in);
	}
	graph->early = split == EARLY && graph->n_sources > 0;
	if (status == STATUS_OK)
		status = graph_close(graph, warnings, task);
	if (status == STATUS_OK)
		*out = graph;
	else
		graph_unref(graph);
	return status;
}
