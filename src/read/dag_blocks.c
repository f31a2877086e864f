/*
 * Weighted-DAG text by threads. A block of lines is cut into chunks, which are taken apart side by side; names
 * are added, or looked for, all at once; then what they say is put after what is there, chunk by chunk.
 *
 * A line is taken when there is nothing to say against it. With any other, the reader of single lines goes on
 * from where its chunk begins: it says what is wrong, or knows that nothing is.
 */
#include <string.h>

#include "base/bits.h"
#include "base/grow.h"
#include "base/parallel.h"
#include "base/units.h"
#include "read/dag_impl.h"

enum {
	CHUNKS = 32, /* of a block */
	LONGEST_NAME = 1 << 16,
	BYTES_A_NAME = 32, /* of a file, at least, that room is made for before they are there; … */
	BYTES_AN_ARC = 16, /* … and of an arc */
};

int64_t dag_chunk_size = 1 << 17;

/* The lines of a file come in this order. */
enum kind { VERTEX, ARC, SOURCE, SINK, BLANK };

struct chunk {
	const char *begin, *end;
	bool is_plain, lacks_memory;
	int32_t n_lines, n_vertices, n_arcs, n_sources, n_sinks;
	/* Those of vertices, then both of each arc, then those of sources and sinks in their order: owned, with
	 * their numbers */
	struct names_item *item;
	int32_t *id;
	int32_t n_items;
	int64_t *time;     /* owned: of arcs, then of sources and sinks */
	uint8_t *end_kind; /* owned: of these */
	int64_t item_capacity, id_capacity, time_capacity, kind_capacity;
};

struct blocks {
	struct input *in;    /* borrowed */
	struct graph *graph; /* borrowed */
	enum split split;
	int32_t n_vertices; /* that the file says it has */
	struct chunk chunk[CHUNKS];
};

/* ---- a line ---- */

struct cursor {
	const char *at, *end;
	bool early;
};

static void skip_blanks(struct cursor *c)
{
	while (c->at < c->end && (*c->at == ' ' || *c->at == '\t'))
		c->at++;
}

static bool take(struct cursor *c, char expected)
{
	skip_blanks(c);
	if (c->at == c->end || *c->at != expected)
		return false;
	c->at++;
	return true;
}

static bool take_name(struct cursor *c, struct names_item *item)
{
	const char *quote;
	int64_t length;

	if (!take(c, '"'))
		return false;
	quote = memchr(c->at, '"', (size_t)(c->end - c->at));
	length = quote ? quote - c->at : 0;
	if (length == 0 || length > LONGEST_NAME)
		return false;
	*item = (struct names_item){c->at, (int32_t)length, names_hash(c->at, length)};
	c->at = quote + 1;
	return true;
}

/* ", late" or ", late, early" and ";" at the end. */
static bool take_times(struct cursor *c, int64_t *time)
{
	int64_t early;

	if (!take(c, ','))
		return false;
	skip_blanks(c);
	if (parse_ps(&c->at, c->end, time) != DECIMAL_OK)
		return false;
	skip_blanks(c);
	if (c->at < c->end && *c->at == ',') {
		c->at++;
		skip_blanks(c);
		if (parse_ps(&c->at, c->end, &early) != DECIMAL_OK)
			return false;
		*time = c->early ? early : *time;
	}
	return true;
}

static bool take_end(struct cursor *c)
{
	if (!take(c, ';'))
		return false;
	skip_blanks(c);
	return c->at == c->end;
}

static bool take_word(struct cursor *c, const char *word)
{
	size_t n = strlen(word);

	if ((size_t)(c->end - c->at) < n || memcmp(c->at, word, n) != 0)
		return false;
	c->at += n;
	return true;
}

/* What a line says; item: room for two. */
static bool take_line(struct cursor *c, enum kind *kind, struct names_item *item, int64_t *time)
{
	skip_blanks(c);
	*kind = BLANK;
	if (c->at == c->end || *c->at == '#')
		return true;
	if (*c->at == 's') {
		*kind = take_word(c, "source") ? SOURCE : SINK;
		return (*kind == SOURCE || take_word(c, "sink")) && take_name(c, &item[0]) &&
		       take_times(c, time) && take_end(c);
	}
	*kind = VERTEX;
	if (!take_name(c, &item[0]))
		return false;
	skip_blanks(c);
	if (!take_word(c, "->"))
		return take_end(c);
	*kind = ARC;
	return take_name(c, &item[1]) && take_times(c, time) && take_end(c);
}

/* ---- a chunk ---- */

static enum status put_time(struct chunk *chunk, int64_t time)
{
	int32_t n = chunk->n_arcs + chunk->n_sources + chunk->n_sinks;

	TRY(GROW(&chunk->time, &chunk->time_capacity, (int64_t)n + 1));
	chunk->time[n] = time;
	return STATUS_OK;
}

static enum status put_end(struct chunk *chunk, enum kind kind, int64_t time)
{
	int32_t n = chunk->n_sources + chunk->n_sinks;

	TRY(put_time(chunk, time));
	TRY(GROW(&chunk->end_kind, &chunk->kind_capacity, (int64_t)n + 1));
	chunk->end_kind[n] = (uint8_t)kind;
	chunk->n_sources += kind == SOURCE;
	chunk->n_sinks += kind == SINK;
	return STATUS_OK;
}

/* Put down a line; *fits: it comes after no line of a later kind. */
static enum status put_line(struct chunk *chunk, enum kind kind, int64_t time, bool *fits)
{
	*fits = true;
	switch (kind) {
	case VERTEX:
		*fits = !chunk->n_arcs && !chunk->n_sources && !chunk->n_sinks;
		chunk->n_items++;
		chunk->n_vertices++;
		return STATUS_OK;
	case ARC:
		*fits = !chunk->n_sources && !chunk->n_sinks;
		TRY(put_time(chunk, time));
		chunk->n_items += 2;
		chunk->n_arcs++;
		return STATUS_OK;
	case SOURCE:
	case SINK:
		chunk->n_items++;
		return put_end(chunk, kind, time);
	case BLANK:
		break;
	}
	return STATUS_OK;
}

static enum status take_lines(struct chunk *chunk, enum split split)
{
	const char *at = chunk->begin;

	while (at < chunk->end && chunk->is_plain) {
		const char *newline = memchr(at, '\n', (size_t)(chunk->end - at));
		struct cursor c = {at, newline ? newline : chunk->end, split == EARLY};
		enum kind kind;
		int64_t time = 0;

		at = newline ? newline + 1 : chunk->end;
		if (c.end > c.at && c.end[-1] == '\r')
			c.end--;
		TRY(GROW(&chunk->item, &chunk->item_capacity, (int64_t)chunk->n_items + 2));
		chunk->is_plain = take_line(&c, &kind, &chunk->item[chunk->n_items], &time);
		if (chunk->is_plain)
			TRY(put_line(chunk, kind, time, &chunk->is_plain));
		chunk->n_lines++;
	}
	return GROW(&chunk->id, &chunk->id_capacity, chunk->n_items);
}

/* Its counts are those of a copy meanwhile, as chunks share lines of memory. */
static void take_apart(struct chunk *chunk, enum split split, struct task *task)
{
	struct chunk own = *chunk;

	own.n_lines = own.n_items = 0;
	own.n_vertices = own.n_arcs = own.n_sources = own.n_sinks = 0;
	own.is_plain = !memchr(own.begin, '\0', (size_t)(own.end - own.begin));
	own.lacks_memory = !task_cancelled(task) && take_lines(&own, split) != STATUS_OK;
	*chunk = own;
}

/* ---- a block ---- */

static int cut(struct blocks *b, const char *begin, const char *end)
{
	int n = 0;

	while (begin < end) {
		struct chunk *chunk = &b->chunk[n++];
		const char *newline = NULL;

		if (end - begin > dag_chunk_size && n < CHUNKS)
			newline = memchr(begin + dag_chunk_size, '\n',
					 (size_t)(end - begin - dag_chunk_size));
		chunk->begin = begin;
		chunk->end = begin = newline ? newline + 1 : end;
	}
	return n;
}

/* How many chunks are plain and go on where the one before ends: all vertices come before any arc. */
static int count_fitting(const struct blocks *b, int n)
{
	int64_t n_vertices = b->graph->n_vertices;
	bool ends = b->graph->n_sources || b->graph->n_sinks;

	for (int i = 0; i < n; i++) {
		const struct chunk *chunk = &b->chunk[i];
		bool goes_on = chunk->n_arcs || chunk->n_sources || chunk->n_sinks;

		n_vertices += chunk->n_vertices;
		if (!chunk->is_plain || n_vertices > b->n_vertices ||
		    (goes_on && n_vertices < b->n_vertices) || (ends && chunk->n_arcs))
			return i;
		ends |= chunk->n_sources || chunk->n_sinks;
	}
	return n;
}

/* Names that are announced, as far as a file of this length may have them. */
static int64_t expected_names(const struct blocks *b)
{
	return min_i64(b->n_vertices, b->in->stream.size / BYTES_A_NAME);
}

/* Room for the bytes of all names, if they are as long as those of the first list; not more than the file has. */
static enum status reserve_bytes(struct blocks *b, const struct names_list *list)
{
	struct names *names = &b->graph->names;
	int64_t bytes = 0;

	if (names->data || !list->n)
		return STATUS_OK;
	for (int32_t i = 0; i < list->n; i++)
		bytes += list->item[i].length + 1;
	bytes = bytes / list->n * expected_names(b);
	return GROW(&names->data, &names->data_capacity,
		    min_i64(bytes + bytes / 8, b->in->stream.size));
}

/* The names of vertices, which must be new. *n: the chunks that stay. */
static enum status add_vertices(struct blocks *b, int *n)
{
	struct names_list list[CHUNKS];
	int32_t before = b->graph->names.n;
	int64_t n_names = 0;

	for (int i = 0; i < *n; i++) {
		const struct chunk *chunk = &b->chunk[i];

		list[i] = (struct names_list){
			.item = chunk->item, .id = chunk->id, .n = chunk->n_vertices};
		n_names += chunk->n_vertices;
	}
	if (!n_names)
		return STATUS_OK;
	TRY(reserve_bytes(b, &list[0]));
	TRY(names_add_lists(&b->graph->names, list, *n));
	if (b->graph->names.n - before < n_names)
		*n = 0;
	return STATUS_OK;
}

static bool all_found(const struct names_list *list)
{
	int32_t least = 0;

	for (int32_t k = 0; k < list->n; k++)
		least = list->id[k] < least ? list->id[k] : least;
	return least >= 0;
}

static enum status find_ends(struct blocks *b, int *n)
{
	struct names_list list[CHUNKS];
	bool found[CHUNKS];

	for (int i = 0; i < *n; i++) {
		const struct chunk *chunk = &b->chunk[i];
		int32_t first = chunk->n_vertices;

		list[i] = (struct names_list){.n = chunk->n_items - first};
		if (list[i].n == 0)
			continue;
		list[i].item = chunk->item + first;
		list[i].id = chunk->id + first;
	}
	TRY(names_find_lists(&b->graph->names, list, *n));
	OVER_JOBS(i, *n)
	found[i] = all_found(&list[i]);
	for (int i = *n - 1; i >= 0; i--)
		*n = found[i] ? *n : i;
	return STATUS_OK;
}

static void put_arcs(struct graph *graph, const struct chunk *chunk, int64_t first)
{
	const int32_t *id = chunk->n_arcs ? chunk->id + chunk->n_vertices : NULL;

	for (int32_t a = 0; a < chunk->n_arcs; a++) {
		graph->arc_from[first + a] = id[2 * (int64_t)a];
		graph->arc_to[first + a] = id[2 * (int64_t)a + 1];
		graph->arc_delay[first + a] = chunk->time[a];
	}
}

/* Arcs of all the file, if what comes has as many as a chunk that has them alone: room for them once, as pages
 * of an array that moves are small ones. */
static int64_t expected_arcs(const struct blocks *b, int n)
{
	const struct stream *stream = &b->in->stream;
	int64_t left = stream->unpacker ? 0 : stream->size - stream->n_read, most = 0;

	for (int i = 0; i < n; i++) {
		const struct chunk *chunk = &b->chunk[i];
		int64_t expected = 0;

		if (chunk->n_arcs)
			expected = left / (chunk->end - chunk->begin) * chunk->n_arcs;
		most = max_i64(most, expected);
	}
	return min_i64(most + most / 16, stream->size / BYTES_AN_ARC);
}

static enum status make_room(struct blocks *b, int n, int64_t n_arcs)
{
	struct graph *graph = b->graph;

	if (!graph->arc_from && n_arcs)
		n_arcs = min_i64(n_arcs + expected_arcs(b, n), INT32_MAX);
	TRY(GROW(&graph->arc_from, &graph->arc_capacity, n_arcs));
	TRY(GROW(&graph->arc_to, &graph->arc_to_capacity, n_arcs));
	return GROW(&graph->arc_delay, &graph->arc_delay_capacity, n_arcs);
}

static enum status put_all_arcs(struct blocks *b, int n)
{
	struct graph *graph = b->graph;
	int64_t first[CHUNKS], n_arcs = graph->n_arcs;

	for (int i = 0; i < n; i++) {
		first[i] = n_arcs;
		n_arcs += b->chunk[i].n_arcs;
	}
	if (n_arcs > INT32_MAX)
		return status_fail(STATUS_NO_MEMORY, "more than %d arcs", INT32_MAX);
	TRY(make_room(b, n, n_arcs));
	OVER_JOBS(i, n)
	put_arcs(graph, &b->chunk[i], first[i]);
	graph->n_arcs = (int32_t)n_arcs;
	return STATUS_OK;
}

static enum status put_sources_and_sinks(struct blocks *b, const struct chunk *chunk)
{
	int32_t n = chunk->n_sources + chunk->n_sinks;
	const int32_t *id = n ? chunk->id + chunk->n_vertices + 2 * (int64_t)chunk->n_arcs : NULL;

	for (int32_t i = 0; i < n; i++) {
		int64_t time = chunk->time[chunk->n_arcs + i];

		TRY(chunk->end_kind[i] == SOURCE ? graph_add_source(b->graph, id[i], time)
						 : graph_add_sink(b->graph, id[i], time));
	}
	return STATUS_OK;
}

/* Only those of the first n chunks stay, after those that were there before. */
static void cut_vertices(struct blocks *b, int32_t before, int n)
{
	for (int i = 0; i < n; i++)
		before += b->chunk[i].n_vertices;
	names_cut(&b->graph->names, before);
	b->graph->n_vertices = before;
}

static enum status check_memory(const struct blocks *b, int n)
{
	for (int i = 0; i < n; i++) {
		const struct chunk *chunk = &b->chunk[i];

		if (chunk->lacks_memory)
			return status_fail(STATUS_NO_MEMORY, "%s: out of memory (lines of %.3g MB)",
					   b->in->path, (double)(chunk->end - chunk->begin) * 1e-6);
	}
	return task_cancelled(b->in->task) ? STATUS_CANCELLED : STATUS_OK;
}

/* *n: how many chunks were taken. */
static enum status take_block(struct blocks *b, const char *begin, const char *end, int *n)
{
	int n_chunks = cut(b, begin, end);
	int32_t n_vertices = b->graph->n_vertices;

	OVER_JOBS(i, n_chunks)
	take_apart(&b->chunk[i], b->split, b->in->task);
	TRY(check_memory(b, n_chunks));
	*n = count_fitting(b, n_chunks);
	TRY(add_vertices(b, n));
	TRY(find_ends(b, n));
	TRY(put_all_arcs(b, *n));
	for (int i = 0; i < *n; i++) {
		TRY(put_sources_and_sinks(b, &b->chunk[i]));
		b->in->line += b->chunk[i].n_lines;
	}
	cut_vertices(b, n_vertices, *n);
	if (*n < n_chunks)
		input_back(b->in, b->chunk[*n].begin);
	else
		*n = CHUNKS;
	return STATUS_OK;
}

static enum status take_blocks(struct blocks *b, bool *more)
{
	const char *begin, *end;
	int n = CHUNKS;

	while (n == CHUNKS) {
		TRY(input_block(b->in, CHUNKS * dag_chunk_size, &begin, &end, more));
		if (!*more)
			return STATUS_OK;
		TRY(take_block(b, begin, end, &n));
	}
	return STATUS_OK;
}

enum status dag_read_blocks(struct input *in, struct graph *graph, enum split split,
			    int32_t n_vertices, bool *more)
{
	FREED struct blocks *b = NULL;
	enum status status;

	TRY(ALLOC(&b, 1));
	b->in = in;
	b->graph = graph;
	b->split = split;
	b->n_vertices = n_vertices;
	status = names_reserve(&graph->names, expected_names(b))
		 ?: GROW(&graph->names.start, &graph->names.start_capacity, expected_names(b))
		 ?: take_blocks(b, more);
	for (int i = 0; i < CHUNKS; i++) {
		FREE_ALL(b->chunk[i].item, b->chunk[i].id, b->chunk[i].time, b->chunk[i].end_kind);
	}
	return status;
}
