#include "read/verilog/verilog_tokens.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/ahead.h"
#include "base/grow.h"
#include "base/parallel.h"
#include "read/verilog/verilog_scan.h"

enum {
	WINDOW = MOST_CHUNKS,
	CHUNKS = 2 * WINDOW, /* those that are read, and those that are made meanwhile */
	LEAST_SLOTS = 1 << 13,
	LONGEST_NAME = 1 << 20,
};
#define LARGEST_CHUNK (INT64_C(1) << 30)
/* Chunks of a text below which it is done sooner than threads are there. */
enum { WORTH_THREADS = 8 };

int64_t tokens_chunk_size = 1 << 17;

/* The names of a chunk, found by their hashes; for one chunk after another. */
struct table {
	struct names_slot *slot; /* owned */
	int64_t n_slots;
	struct table *next; /* owned: another unused one */
};

struct chunk {
	const char *begin, *limit; /* tokens from `limit` on are the next one's */
	const char *first, *after; /* places of the first token, and of the first after the last */
	bool is_last;              /* CODE_TEXT or CODE_END is in it */
	bool lacks_memory;
	struct code *code; /* owned */
	int32_t n_codes;
	int64_t code_capacity;
	struct names_item *item; /* owned: its names, each once */
	int32_t *id;             /* owned: their numbers among all */
	int32_t n_names;
	int64_t item_capacity, id_capacity;
};

struct tokens {
	const struct input *in; /* borrowed */
	struct names *names;    /* borrowed */
	struct task *task;      /* borrowed */
	struct ahead *ahead;    /* owned */
	struct chunk chunk[CHUNKS];
	int64_t n_planned; /* chunks whose places are known */
	const char *planned;
	int64_t at, end;       /* the next chunk to be read, and those whose names are numbered */
	int64_t first;         /* of these */
	tokens_window *window; /* NULL = none */
	void *context;         /* borrowed: its */
	pthread_mutex_t lock;
	struct table *table; /* owned: the unused ones */
};

/* ---- names of a chunk ---- */

static struct table *take_table(struct tokens *t)
{
	struct table *table;

	pthread_mutex_lock(&t->lock);
	table = t->table;
	if (table)
		t->table = table->next;
	pthread_mutex_unlock(&t->lock);
	if (table) {
		memset(table->slot, 0, (size_t)table->n_slots * sizeof *table->slot);
		return table;
	}
	if (ALLOC(&table, 1) != STATUS_OK)
		return NULL;
	table->n_slots = LEAST_SLOTS;
	if (ALLOC(&table->slot, table->n_slots) != STATUS_OK) {
		free(table);
		return NULL;
	}
	return table;
}

static void give_table(struct tokens *t, struct table *table)
{
	if (!table)
		return;
	pthread_mutex_lock(&t->lock);
	table->next = t->table;
	t->table = table;
	pthread_mutex_unlock(&t->lock);
}

static enum status enlarge(struct table *table)
{
	int64_t mask = table->n_slots * 2 - 1;
	struct names_slot *slot;

	TRY(ALLOC(&slot, table->n_slots * 2));
	for (int64_t i = 0; i < table->n_slots; i++) {
		int64_t s = table->slot[i].hash & mask;

		if (!table->slot[i].id_above)
			continue;
		while (slot[s].id_above)
			s = (s + 1) & mask;
		slot[s] = table->slot[i];
	}
	free(table->slot);
	table->slot = slot;
	table->n_slots *= 2;
	return STATUS_OK;
}

/* The number of a name in the chunk. */
static enum status number_name(struct chunk *c, struct table *table, const char *text,
			       int64_t length, int32_t *number)
{
	uint32_t hash = names_hash(text, length);
	int64_t mask = table->n_slots - 1, s = hash & mask;

	for (; table->slot[s].id_above; s = (s + 1) & mask) {
		const struct names_item *item = &c->item[table->slot[s].id_above - 1];

		if (table->slot[s].hash == hash && item->length == length &&
		    memcmp(item->text, text, (size_t)length) == 0) {
			*number = table->slot[s].id_above - 1;
			return STATUS_OK;
		}
	}
	TRY(GROW(&c->item, &c->item_capacity, (int64_t)c->n_names + 1));
	*number = c->n_names;
	c->item[c->n_names++] = (struct names_item){text, (int32_t)length, hash};
	table->slot[s] = (struct names_slot){c->n_names, hash};
	return c->n_names > table->n_slots / 2 ? enlarge(table) : STATUS_OK;
}

/* ---- tokens of a chunk ---- */

static enum status put_code(struct chunk *c, const char *at, int32_t code)
{
	return APPEND(c->code, c->n_codes, &c->code_capacity,
		      (struct code){(uint32_t)(at - c->begin), code});
}

/* The scanner goes on here, for good. */
static enum status leave_to_scanner(struct chunk *c, const char *at)
{
	c->is_last = true;
	return put_code(c, at, CODE_TEXT);
}

static enum status put_name(struct chunk *c, struct table *table, const struct token *t)
{
	int32_t number;

	if (t->length > LONGEST_NAME)
		return leave_to_scanner(c, t->place);
	TRY(number_name(c, table, t->text, t->length, &number));
	TRY(put_code(c, t->place, number));
	if (t->escaped)
		c->code[c->n_codes - 1].at |= CODE_ESCAPED;
	return STATUS_OK;
}

/* A token that the scanner has found; *more: and others of the chunk may follow. */
static enum status put_token(struct chunk *c, struct table *table, const struct token *t,
			     bool *more)
{
	*more = t->place < c->limit;
	c->after = t->place;
	if (!c->first)
		c->first = t->place;
	if (!*more)
		return STATUS_OK;
	switch (t->kind) {
	case TOKEN_NAME:
		TRY(put_name(c, table, t));
		break;
	case TOKEN_NUMBER:
		return put_code(c, t->place, CODE_NUMBER);
	case TOKEN_STRING:
		return put_code(c, t->place, CODE_STRING);
	case TOKEN_CHAR:
		return put_code(c, t->place, -1 - (unsigned char)t->c);
	case TOKEN_END:
		c->is_last = true;
		TRY(put_code(c, t->place, CODE_END));
		break;
	}
	*more = !c->is_last;
	return STATUS_OK;
}

static enum status put_tokens(struct chunk *c, struct table *table, const struct input *in,
			      const char *from)
{
	struct scanner s = {.in = in,
			    .at = from,
			    .end = in->data + in->end,
			    .line_begin = from,
			    .is_plain = true};
	bool more = true;

	while (more) {
		const char *at = s.at;

		if (scan_next(&s) != STATUS_OK)
			return leave_to_scanner(c, at);
		TRY(put_token(c, table, &s.token, &more));
	}
	return STATUS_OK;
}

/* A copy meanwhile, as chunks share lines of memory. */
static void take_apart(struct tokens *t, struct chunk *c, const char *from)
{
	struct chunk own = *c;
	struct table *table = take_table(t);
	enum status status = table ? STATUS_OK : STATUS_NO_MEMORY;

	own.n_codes = own.n_names = 0;
	own.first = NULL;
	own.after = from;
	own.is_last = false;
	if (from >= own.limit || task_cancelled(t->task))
		; /* all of it is within something */
	else if (status == STATUS_OK && own.limit - own.begin > LARGEST_CHUNK)
		status = leave_to_scanner(&own, from);
	else if (status == STATUS_OK)
		status = put_tokens(&own, table, t->in, from);
	if (status == STATUS_OK)
		status = GROW(&own.id, &own.id_capacity, own.n_names);
	own.lacks_memory = status != STATUS_OK;
	give_table(t, table);
	*c = own;
}

static void take_chunk_apart(void *context, int64_t number)
{
	struct tokens *t = context;
	struct chunk *c = &t->chunk[number % CHUNKS];

	take_apart(t, c, c->begin);
}

/* ---- windows ---- */

/* Cut off the chunks of the next window; the one with the text's end is the last. */
static void plan_window(struct tokens *t)
{
	const char *end = t->in->data + t->in->end;

	for (int i = 0; i < WINDOW && t->planned <= end; i++) {
		struct chunk *c = &t->chunk[t->n_planned++ % CHUNKS];
		const char *newline = NULL;

		c->begin = t->planned;
		if (end - c->begin > tokens_chunk_size)
			newline = memchr(c->begin + tokens_chunk_size, '\n',
					 (size_t)(end - c->begin - tokens_chunk_size));
		c->limit = t->planned = newline ? newline + 1 : end + 1;
	}
	ahead_allow(t->ahead, t->n_planned);
}

/* Do chunks begin where the ones before them end? */
static enum status join_chunks(struct tokens *t, int64_t begin, int64_t *end)
{
	for (int64_t i = begin; i < *end; i++) {
		struct chunk *c = &t->chunk[i % CHUNKS];
		const char *after = i ? t->chunk[(i - 1) % CHUNKS].after : c->first;

		if (i && !c->lacks_memory && c->first != after)
			take_apart(t, c, after);
		if (task_cancelled(t->task))
			return STATUS_CANCELLED;
		if (c->lacks_memory)
			return status_fail(STATUS_NO_MEMORY,
					   "%s: out of memory (%.3g MB of tokens)", t->in->path,
					   (double)(c->code_capacity * sizeof *c->code +
						    c->item_capacity * sizeof *c->item) *
						   1e-6);
		if (c->is_last)
			*end = i + 1;
	}
	return STATUS_OK;
}

static enum status number_names(struct tokens *t, int64_t begin, int64_t end)
{
	struct names_list list[WINDOW];
	int n = (int)(end - begin);

	for (int i = 0; i < n; i++) {
		struct chunk *c = &t->chunk[(begin + i) % CHUNKS];

		list[i] = (struct names_list){.item = c->item, .id = c->id, .n = c->n_names};
	}
	return names_add_lists(t->names, list, n);
}

void tokens_watch(struct tokens *t, tokens_window *window, void *context)
{
	t->window = window;
	t->context = context;
}

static enum status show_window(struct tokens *t)
{
	struct token_chunk chunk[WINDOW];
	int n = (int)(t->end - t->at);

	for (int i = 0; t->window && i < n; i++) {
		const struct chunk *c = &t->chunk[(t->at + i) % CHUNKS];
		const char *end = t->in->data + t->in->end;

		chunk[i] = (struct token_chunk){.code = c->code,
						.n_codes = c->n_codes,
						.text = c->begin,
						.limit = c->limit < end ? c->limit : end,
						.id = c->id};
	}
	return t->window ? t->window(t->context, chunk, n) : STATUS_OK;
}

/* The window that is planned becomes the one that is read. */
static enum status next_window(struct tokens *t)
{
	int64_t end = t->n_planned;

	ahead_need(t->ahead, end);
	TRY(join_chunks(t, t->at, &end));
	TRY(number_names(t, t->at, end));
	t->first = t->at;
	t->end = end;
	plan_window(t);
	return show_window(t);
}

enum status tokens_next_chunk(struct tokens *t, struct token_cursor *cursor)
{
	struct chunk *c;

	if (t->at == t->end)
		TRY(next_window(t));
	c = &t->chunk[t->at++ % CHUNKS];
	*cursor = (struct token_cursor){.next = c->code,
					.end = c->n_codes ? c->code + c->n_codes : c->code,
					.text = c->begin,
					.id = c->id,
					.chunk = (int)(t->at - 1 - t->first)};
	return task_progress(t->task, c->begin - t->in->data);
}

/* ---- all of it ---- */

enum status tokens_new(const struct input *in, struct names *names, struct task *task,
		       struct tokens **out)
{
	int n_threads = in->end / tokens_chunk_size < WORTH_THREADS ? 0 : host_threads() - 1;
	struct tokens *t;
	enum status status;

	TRY(ALLOC(&t, 1));
	t->in = in;
	t->names = names;
	t->task = task;
	t->planned = in->data;
	pthread_mutex_init(&t->lock, NULL);
	status = ahead_new(n_threads, take_chunk_apart, t, &t->ahead);
	if (status != STATUS_OK) {
		tokens_free(t);
		return status;
	}
	plan_window(t);
	*out = t;
	return STATUS_OK;
}

void tokens_free(struct tokens *t)
{
	if (!t)
		return;
	ahead_free(t->ahead);
	for (int i = 0; i < CHUNKS; i++) {
		FREE_ALL(t->chunk[i].code, t->chunk[i].item, t->chunk[i].id);
	}
	while (t->table) {
		struct table *table = t->table;

		t->table = table->next;
		free(table->slot);
		free(table);
	}
	pthread_mutex_destroy(&t->lock);
	free(t);
}
