/*
 * Plain statements of a window of tokens, taken apart by threads before the reader gets there: `wire NAME;` and
 *
 *	MASTER NAME (.PORT(NET), .PORT(NET[INDEX]), .PORT(1'b0), .PORT());
 *
 * which is what nearly all of a large netlist is. A chunk's are collected with numbers of its own; the reader
 * appends them in the order of the text, gives nets that weren't declared their numbers, and reads itself what
 * isn't plain, what crosses an end of a chunk, and what is wrong: so what comes out, messages too, is what it
 * makes of the text alone.
 */
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "base/grow.h"
#include "base/parallel.h"
#include "read/verilog/verilog_impl.h"

enum {
	MOST_WIDE = 64,      /* bits of a bus that is connected as a whole */
	MOST_DIGITS = 9,     /* of an index */
	FIRST_UNKNOWN = -10, /* bits from there down are names of nets that weren't there, … */
	WIRE = -1,           /* an item's instance: it declares a wire */
};

/* … from FIRST_UNKNOWN − name on. */
static int32_t unknown_bit(int32_t name)
{
	return FIRST_UNKNOWN - name;
}

static int32_t unknown_name(int32_t bit)
{
	return FIRST_UNKNOWN - bit;
}

struct item {
	int32_t code, end; /* its tokens */
	int32_t name;
	int32_t instance; /* in ready->instance, or WIRE */
};

struct ready {
	const struct reader *reader; /* borrowed */
	struct token_chunk chunk;
	int32_t module;  /* whose nets they were looked up in; of another the reader reads them */
	bool any_net;    /* it has begun; else it is the next one */
	int64_t line;    /* at the chunk's beginning, … */
	int64_t n_lines; /* … and how many begin in it */
	int32_t next;    /* the item that the reader reads next */
	enum status status;
	struct item *item;                    /* owned [n_items] */
	struct module_instance *instance;     /* owned [n_instances + 1]: lines count from 0 */
	struct module_connection *connection; /* owned [n_connections + 1] */
	int32_t *bit;                         /* owned [n_bits] */
	int32_t n_items, n_instances, n_connections, n_bits;
	int64_t item_capacity, instance_capacity, connection_capacity, bit_capacity;
};

/* ---- a statement ---- */

/* Where a thread is in its chunk. */
struct walk {
	struct ready *ready;
	const struct code *code; /* borrowed: the chunk's */
	int32_t at, n;
	const char *line_begin; /* of the last place that was located */
	int64_t line;
	enum status status; /* STATUS_NO_MEMORY: the statement isn't taken */
};

static const char *place_of(const struct walk *w, int32_t at)
{
	return w->ready->chunk.text + (w->code[at].at & ~CODE_ESCAPED);
}

static bool take_char(struct walk *w, char c)
{
	if (w->at >= w->n || w->code[w->at].code != -1 - (unsigned char)c)
		return false;
	w->at++;
	return true;
}

/* A name that is no keyword. */
static bool take_name(struct walk *w, int32_t *id)
{
	const struct code *code = &w->code[w->at];

	if (w->at >= w->n || code->code < 0)
		return false;
	*id = w->ready->chunk.id[code->code];
	if (*id < n_verilog_keywords && !(code->at & CODE_ESCAPED))
		return false;
	w->at++;
	return true;
}

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* Digits that nothing but a bracket follows. */
static bool take_index(struct walk *w, int64_t *index)
{
	const char *p, *begin;

	if (w->at >= w->n || w->code[w->at].code != CODE_NUMBER)
		return false;
	*index = 0;
	for (p = begin = place_of(w, w->at); is_digit(*p) && p - begin < MOST_DIGITS; p++)
		*index = *index * 10 + (*p - '0');
	w->at++;
	return p > begin && *p == ']' && take_char(w, ']');
}

static bool is_done(struct walk *w, enum status status)
{
	w->status = status;
	return status == STATUS_OK;
}

static bool put_bit(struct walk *w, int32_t bit)
{
	struct ready *c = w->ready;

	return is_done(w, APPEND(c->bit, c->n_bits, &c->bit_capacity, bit));
}

/* 1'b0 or 1'b1 */
static bool take_constant(struct walk *w)
{
	const char *p = place_of(w, w->at);

	if (w->code[w->at].code != CODE_NUMBER || strncmp(p, "1'b", 3) != 0 ||
	    (p[3] != '0' && p[3] != '1') || p[4] != ')')
		return false;
	w->at++;
	return put_bit(w, p[3] == '1' ? BIT_ONE : BIT_ZERO);
}

static bool take_bit(struct walk *w, const struct module_net *net)
{
	int64_t index, i;

	if (!net->is_bus || !take_index(w, &index))
		return false;
	i = net->left > net->right ? net->left - index : index - net->left;
	return i >= 0 && i < module_net_width(net) && put_bit(w, net->first_bit + (int32_t)i);
}

/* A net, one of its bits, or nothing, up to the parenthesis after it. */
static bool take_connected(struct walk *w)
{
	struct ready *c = w->ready;
	const struct module_net *net;
	bool plain;
	int32_t name, id;

	if (w->at < w->n && w->code[w->at].code == -1 - ')')
		return true;
	if (!take_name(w, &name))
		return w->at < w->n && take_constant(w);
	id = c->any_net ? reader_find_net(c->reader, name) : -1;
	net = id < 0 ? NULL : &c->reader->modules->net[id];
	if (take_char(w, '['))
		return net && take_bit(w, net);
	if (!net)
		return put_bit(w, unknown_bit(name));
	plain = module_net_width(net) <= MOST_WIDE;
	for (int32_t i = 0; plain && i < module_net_width(net); i++)
		plain = put_bit(w, net->first_bit + i);
	return plain;
}

/* .PORT(…), .PORT(…) and the closing parenthesis */
static bool take_connections(struct walk *w)
{
	struct ready *c = w->ready;

	do {
		struct module_connection connection = {.first_bit = c->n_bits};

		if (!take_char(w, '.') || !take_name(w, &connection.port) || !take_char(w, '(') ||
		    !is_done(w, APPEND(c->connection, c->n_connections, &c->connection_capacity,
				       connection)) ||
		    !take_connected(w) || !take_char(w, ')'))
			return false;
	} while (take_char(w, ','));
	return take_char(w, ')');
}

static void locate(struct walk *w, const char *place)
{
	w->line += count_lines(w->line_begin, place, &w->line_begin);
}

static bool put_item(struct walk *w, struct item item)
{
	struct ready *c = w->ready;

	return is_done(w, APPEND(c->item, c->n_items, &c->item_capacity, item));
}

static bool take_instance(struct walk *w, int32_t begin)
{
	struct ready *c = w->ready;
	struct module_instance instance = {.first_connection = c->n_connections};
	const char *place;

	if (!take_name(w, &instance.master) || !take_name(w, &instance.name))
		return false;
	place = place_of(w, w->at - 1);
	if (!take_char(w, '(') || !take_connections(w) || !take_char(w, ';'))
		return false;
	locate(w, place);
	instance.line = (int32_t)w->line;
	instance.column = (int32_t)min_i64(place - w->line_begin + 1, INT32_MAX);
	return is_done(w, APPEND(c->instance, c->n_instances, &c->instance_capacity, instance)) &&
	       put_item(w, (struct item){begin, w->at, instance.name, c->n_instances - 1});
}

/* The word wire is taken. */
static bool take_wire(struct walk *w, int32_t begin)
{
	int32_t name;

	return take_name(w, &name) && take_char(w, ';') &&
	       put_item(w, (struct item){begin, w->at, name, WIRE});
}

/* ---- a chunk ---- */

static const struct keyword *keyword_at(const struct walk *w)
{
	const struct code *code = &w->code[w->at];
	int32_t id = w->at < w->n && code->code >= 0 && !(code->at & CODE_ESCAPED)
			     ? w->ready->chunk.id[code->code]
			     : n_verilog_keywords;

	return id < n_verilog_keywords ? &verilog_keywords[id] : NULL;
}

/* Past the next semicolon; false where the module or the chunk ends before. */
static bool skip_statement(struct walk *w)
{
	while (w->at < w->n && !take_char(w, ';')) {
		const struct keyword *keyword = keyword_at(w);

		if (keyword && keyword->class == KEYWORD_ENDMODULE)
			return false;
		w->at++;
	}
	return w->at < w->n;
}

/* Between a semicolon and the token after it: an attribute may belong to the statement. */
static bool is_blank(const char *begin, const char *end)
{
	while (begin < end && (*begin == ' ' || *begin == '\n' || *begin == '\t' || *begin == '\r'))
		begin++;
	return begin == end;
}

static bool take_plain(struct walk *w)
{
	int32_t begin = w->at;
	const struct keyword *keyword = keyword_at(w);

	if (!is_blank(place_of(w, begin - 1) + 1, place_of(w, begin)))
		return false;
	if (!keyword)
		return take_instance(w, begin);
	if (keyword->class != KEYWORD_NET || strcmp(keyword->text, "wire") != 0)
		return false;
	w->at++;
	return take_wire(w, begin);
}

/* False: it isn't plain, and nothing of it is taken. */
static bool take_statement(struct walk *w)
{
	struct ready *c = w->ready;
	int32_t begin = w->at, n_connections = c->n_connections, n_bits = c->n_bits;

	if (take_plain(w))
		return true;
	w->at = begin;
	c->n_connections = n_connections;
	c->n_bits = n_bits;
	return false;
}

/* For the shortest statements there are, so that nothing grows bit by bit; what isn't used isn't touched. */
static enum status reserve(struct ready *c)
{
	int64_t n = c->chunk.n_codes;

	TRY(GROW(&c->item, &c->item_capacity, n / 3 + 1));
	TRY(GROW(&c->instance, &c->instance_capacity, n / 8 + 2));
	TRY(GROW(&c->connection, &c->connection_capacity, n / 5 + 2));
	return GROW(&c->bit, &c->bit_capacity, n / 5 + 1);
}

static enum status close_lists(struct ready *c)
{
	TRY(GROW(&c->instance, &c->instance_capacity, (int64_t)c->n_instances + 1));
	TRY(GROW(&c->connection, &c->connection_capacity, (int64_t)c->n_connections + 1));
	c->instance[c->n_instances] =
		(struct module_instance){.first_connection = c->n_connections};
	c->connection[c->n_connections] = (struct module_connection){.first_bit = c->n_bits};
	return STATUS_OK;
}

static enum status take_chunk(struct ready *c)
{
	struct walk w = {.ready = c,
			 .code = c->chunk.code,
			 .n = c->chunk.n_codes,
			 .line_begin = c->chunk.text};
	const char *end = c->chunk.limit;
	bool more;

	c->next = c->n_items = c->n_instances = c->n_connections = c->n_bits = 0;
	TRY(reserve(c));
	more = skip_statement(&w);
	while (more) {
		more = take_statement(&w) ? w.at < w.n : skip_statement(&w);
		TRY(w.status);
	}
	locate(&w, end);
	c->n_lines = w.line;
	return close_lists(c);
}

/* Room for what will be appended. */
static enum status reserve_window(struct reader *r, int n_chunks)
{
	struct modules_more more = {0};

	for (int i = 0; i < n_chunks; i++) {
		more.nets += r->ready[i].n_items - r->ready[i].n_instances;
		more.instances += r->ready[i].n_instances;
		more.connections += r->ready[i].n_connections;
		more.bits += r->ready[i].n_bits;
	}
	return modules_reserve(r->modules, &more);
}

enum status ready_take_window(void *context, const struct token_chunk *chunk, int n_chunks)
{
	struct reader *r = context;

	TRY(reader_cover_names(r));
	if (!r->ready)
		TRY(ALLOC(&r->ready, MOST_CHUNKS));
	for (int i = 0; i < n_chunks; i++) {
		r->ready[i].reader = r;
		r->ready[i].chunk = chunk[i];
		r->ready[i].any_net = r->in_module;
		r->ready[i].module = r->modules->n_modules - r->in_module;
	}
	OVER_JOBS(i, n_chunks)
	{
		struct ready own = r->ready[i]; /* those of threads share lines of memory */

		own.status = take_chunk(&own);
		r->ready[i] = own;
	}
	for (int i = 0; i < n_chunks; i++) {
		TRY(r->ready[i].status);
		r->ready[i].line = r->window_line;
		r->window_line += r->ready[i].n_lines;
	}
	return reserve_window(r, n_chunks);
}

void ready_release(struct reader *r)
{
	for (int i = 0; r->ready && i < MOST_CHUNKS; i++) {
		FREE_ALL(r->ready[i].item, r->ready[i].instance, r->ready[i].connection,
			 r->ready[i].bit);
	}
	free(r->ready);
}

/* ---- the reader's side ---- */

/* Declare it, unless the reader should look why it can't be. */
static enum status add_wire(struct reader *r, const struct item *item, bool *added)
{
	int32_t net;

	*added = r->bits_left > 0 && reader_find_net(r, item->name) < 0;
	if (!*added)
		return STATUS_OK;
	r->bits_left--;
	TRY(modules_add_net(r->modules, item->name, false, 0, 0, &net));
	r->net_of[item->name] = net;
	return STATUS_OK;
}

/* The bit of a net that wasn't there when it was looked up; of a bus there are several, and the name stays. */
static enum status find_bit(struct reader *r, int32_t *bit, bool *is_one)
{
	int32_t net;

	TRY(reader_need_net(r, unknown_name(*bit), &net));
	*is_one = module_net_width(&r->modules->net[net]) == 1;
	if (*is_one)
		*bit = r->modules->net[net].first_bit;
	return STATUS_OK;
}

/* Is the instance as it is in the list, after n that go before it? Else the reader reads it: the nets that were
 * made are those that it would make. */
static enum status check_instance(struct reader *r, struct ready *c, const struct item *item,
				  int32_t n, bool *fits)
{
	const struct modules *m = r->modules;
	const struct module_instance *x = &c->instance[item->instance];
	int32_t begin = c->connection[x[0].first_connection].first_bit;
	int32_t end = c->connection[x[1].first_connection].first_bit;

	*fits = r->instance_of[item->name] < m->module[m->n_modules - 1].first_instance &&
		r->bits_left >= end - begin;
	for (int32_t b = begin; *fits && b < end; b++) {
		if (c->bit[b] <= FIRST_UNKNOWN)
			TRY(find_bit(r, &c->bit[b], fits));
	}
	if (!*fits)
		return STATUS_OK;
	r->bits_left -= end - begin;
	r->instance_of[item->name] = m->n_instances + n;
	c->instance[item->instance].line =
		(int32_t)min_i64(c->line + c->instance[item->instance].line, INT32_MAX);
	return STATUS_OK;
}

/* Append items from the next one on, as long as one follows the other; what goes on is after the last. */
static enum status add_items(struct reader *r, struct ready *c, int32_t *end)
{
	const struct item *first = &c->item[c->next];
	int32_t n = 0, n_instances = 0;
	bool fits = true;

	for (; fits && c->next + n < c->n_items; n += fits) {
		const struct item *item = &first[n];

		if (n &&
		    (item->code != item[-1].end || (item->instance < 0) != (first->instance < 0)))
			break;
		if (item->instance < 0)
			TRY(add_wire(r, item, &fits));
		else
			TRY(check_instance(r, c, item, n_instances, &fits));
		n_instances += fits && item->instance >= 0;
	}
	if (n_instances)
		TRY(modules_add_instances(r->modules, &c->instance[first->instance], n_instances,
					  c->connection, c->bit));
	c->next += n;
	*end = n ? first[n - 1].end : -1;
	return STATUS_OK;
}

/* The scanner's place after the last instance that was appended. */
static void go_to_line(struct scanner *s, const struct ready *c)
{
	const struct module_instance *last;
	int32_t i = c->next - 1;

	if (c->item[i].instance < 0)
		return;
	last = &c->instance[c->item[i].instance];
	s->line = last->line;
	s->line_begin = c->chunk.text + (c->chunk.code[c->item[i].code + 1].at & ~CODE_ESCAPED) -
			(last->column - 1);
}

enum status ready_add(struct reader *r, bool *any)
{
	struct scanner *s = &r->scan;
	struct ready *c = s->tokens && r->ready ? &r->ready[s->cursor.chunk] : NULL;
	int32_t at = c ? (int32_t)(s->cursor.next - c->chunk.code) - 1 : 0, end;

	*any = false;
	if (!c || c->module != r->modules->n_modules - 1)
		return STATUS_OK;
	while (c->next < c->n_items && c->item[c->next].code < at)
		c->next++;
	if (c->next == c->n_items || c->item[c->next].code != at ||
	    s->token.place != c->chunk.text + (c->chunk.code[at].at & ~CODE_ESCAPED))
		return STATUS_OK;
	TRY(task_progress(r->task, s->at - s->in->data));
	TRY(add_items(r, c, &end));
	if (end < 0)
		return STATUS_OK;
	*any = true;
	go_to_line(s, c);
	s->cursor.next = c->chunk.code + end;
	s->token = (struct token){
		.kind = TOKEN_CHAR, .place = c->chunk.text + c->chunk.code[end - 1].at, .c = ';'};
	return scan_next(s);
}
