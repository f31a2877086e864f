#include "read/verilog/verilog.h"

#include <inttypes.h>
#include <string.h>

#include "base/grow.h"
#include "base/parallel.h"
#include "read/verilog/verilog_impl.h"

/*
 * What a few letters can make many of (ranges, replications, wide constants) is bounded by the
 * length of the file, with something to begin with.
 */
#define BITS_AT_LEAST (INT64_C(1) << 24)
enum { BITS_PER_BYTE = 32 };

#define GATE(name)                                                                                 \
	{                                                                                          \
		name, KEYWORD_GATE, 0                                                              \
	}
/* Gates that have a function, and so are cells without delay (db/link/gates.h). */
#define LOGIC(name)                                                                                \
	{                                                                                          \
		name, KEYWORD_GATE, 1                                                              \
	}
#define BEHAVIOUR(name)                                                                            \
	{                                                                                          \
		name, KEYWORD_BEHAVIOUR, 0                                                         \
	}
#define NET(name)                                                                                  \
	{                                                                                          \
		name, KEYWORD_NET, NET_SIGNAL                                                      \
	}

const struct keyword verilog_keywords[] = {
	{"module", KEYWORD_MODULE, 0},
	{"macromodule", KEYWORD_MODULE, 0},
	{"endmodule", KEYWORD_ENDMODULE, 0},
	{"input", KEYWORD_DIRECTION, LIB_INPUT},
	{"output", KEYWORD_DIRECTION, LIB_OUTPUT},
	{"inout", KEYWORD_DIRECTION, LIB_INOUT},
	NET("wire"),
	NET("tri"),
	NET("tri0"),
	NET("tri1"),
	NET("triand"),
	NET("trior"),
	NET("trireg"),
	NET("wand"),
	NET("wor"),
	NET("uwire"),
	NET("reg"),
	NET("logic"),
	{"supply0", KEYWORD_NET, NET_ZERO},
	{"supply1", KEYWORD_NET, NET_ONE},
	{"signed", KEYWORD_QUALIFIER, 0},
	{"unsigned", KEYWORD_QUALIFIER, 0},
	{"vectored", KEYWORD_QUALIFIER, 0},
	{"scalared", KEYWORD_QUALIFIER, 0},
	{"assign", KEYWORD_ASSIGN, 0},
	{"parameter", KEYWORD_PARAMETER, 0},
	{"localparam", KEYWORD_PARAMETER, 0},
	{"defparam", KEYWORD_PARAMETER, 0},
	{"specparam", KEYWORD_PARAMETER, 0},
	{"specify", KEYWORD_SPECIFY, 0},
	LOGIC("and"),
	LOGIC("nand"),
	LOGIC("or"),
	LOGIC("nor"),
	LOGIC("xor"),
	LOGIC("xnor"),
	LOGIC("buf"),
	LOGIC("not"),
	GATE("bufif0"),
	GATE("bufif1"),
	GATE("notif0"),
	GATE("notif1"),
	GATE("nmos"),
	GATE("pmos"),
	GATE("rnmos"),
	GATE("rpmos"),
	GATE("cmos"),
	GATE("rcmos"),
	GATE("tran"),
	GATE("rtran"),
	GATE("tranif0"),
	GATE("tranif1"),
	GATE("rtranif0"),
	GATE("rtranif1"),
	GATE("pullup"),
	GATE("pulldown"),
	GATE("primitive"),
	BEHAVIOUR("always"),
	BEHAVIOUR("always_comb"),
	BEHAVIOUR("always_ff"),
	BEHAVIOUR("always_latch"),
	BEHAVIOUR("initial"),
	BEHAVIOUR("function"),
	BEHAVIOUR("task"),
	BEHAVIOUR("generate"),
	BEHAVIOUR("genvar"),
	BEHAVIOUR("integer"),
	BEHAVIOUR("real"),
	BEHAVIOUR("realtime"),
	BEHAVIOUR("time"),
	BEHAVIOUR("event"),
	BEHAVIOUR("if"),
	BEHAVIOUR("else"),
	BEHAVIOUR("for"),
	BEHAVIOUR("while"),
	BEHAVIOUR("repeat"),
	BEHAVIOUR("forever"),
	BEHAVIOUR("case"),
	BEHAVIOUR("casex"),
	BEHAVIOUR("casez"),
	BEHAVIOUR("begin"),
	BEHAVIOUR("end"),
	BEHAVIOUR("fork"),
	BEHAVIOUR("join"),
	BEHAVIOUR("wait"),
	BEHAVIOUR("force"),
	BEHAVIOUR("release"),
	BEHAVIOUR("deassign"),
	BEHAVIOUR("posedge"),
	BEHAVIOUR("negedge"),
};
const int32_t n_verilog_keywords = sizeof verilog_keywords / sizeof *verilog_keywords;

static void cover_names(struct reader *r, int64_t begin, int64_t end)
{
	for (int64_t i = begin; i < end; i++) {
		r->net_of[i] = -1;
		r->instance_of[i] = -1;
		r->header_port_of[i] = -1;
	}
}

enum status reader_cover_names(struct reader *r)
{
	int32_t n = r->modules->string.n;
	int parts = parts_of(n - r->n_names);

	TRY(GROW_ALL(&r->name_capacity, n, &r->net_of, &r->instance_of, &r->header_port_of));
	if (parts == 1) {
		cover_names(r, r->n_names, n); /* often only one */
	} else {
		OVER_PARTS(p, parts)
		cover_names(r, r->n_names + part_begin(n - r->n_names, parts, p),
			    r->n_names + part_begin(n - r->n_names, parts, p + 1));
	}
	r->n_names = n;
	return STATUS_OK;
}

static enum status token_id(struct reader *r, int32_t *id)
{
	const struct token *t = &r->scan.token;
	bool added;

	*id = t->id;
	if (*id >= 0)
		return *id < r->n_names ? STATUS_OK : reader_cover_names(r);
	TRY(names_add(&r->modules->string, t->text, t->length, id, &added));
	return added ? reader_cover_names(r) : STATUS_OK;
}

enum status reader_text_name(struct reader *r, const struct text *text, int32_t *id)
{
	TRY(text_status(text));
	TRY(names_add(&r->modules->string, text->data, text->length, id, NULL));
	return reader_cover_names(r);
}

enum status reader_bit_name(struct reader *r, int32_t name, int32_t index, int32_t *id)
{
	RELEASED_BY(text_release) struct text text = TEXT_INIT;

	text_printf(&text, "%s[%" PRId32 "]", reader_string(r, name), index);
	return reader_text_name(r, &text, id);
}

enum status reader_name(struct reader *r, int32_t *id)
{
	if (r->scan.token.kind != TOKEN_NAME)
		return scan_expected(&r->scan, "a name");
	TRY(token_id(r, id));
	if (*id < n_verilog_keywords && !r->scan.token.escaped)
		return scan_expected(&r->scan, "a name");
	return STATUS_OK;
}

enum status reader_word(struct reader *r, int32_t *id, const struct keyword **keyword)
{
	TRY(token_id(r, id));
	*keyword =
		*id < n_verilog_keywords && !r->scan.token.escaped ? &verilog_keywords[*id] : NULL;
	return STATUS_OK;
}

enum status reader_take(struct reader *r, char c)
{
	char what[] = {'\'', c, '\'', '\0'};

	return scan_is(&r->scan, c) ? scan_next(&r->scan) : scan_expected(&r->scan, what);
}

enum status behaviour_error(const struct reader *r)
{
	return token_error(r, "behavioural code isn't supported; synthesize it first");
}

enum status reader_skip_parentheses(struct reader *r)
{
	const char *place = r->scan.token.place;
	int64_t depth = 0;

	do {
		if (scan_is(&r->scan, '('))
			depth++;
		else if (scan_is(&r->scan, ')'))
			depth--;
		else if (r->scan.token.kind == TOKEN_END)
			return input_error_at(r->scan.in, place, "parenthesis is never closed");
		TRY(scan_next(&r->scan));
	} while (depth);
	return STATUS_OK;
}

int32_t reader_find_net(const struct reader *r, int32_t name)
{
	const struct modules *m = r->modules;
	int32_t net = r->net_of[name];

	return net < m->module[m->n_modules - 1].first_net ? -1 : net;
}

enum status reader_need_net(struct reader *r, int32_t name, int32_t *net)
{
	*net = reader_find_net(r, name);
	if (*net >= 0)
		return STATUS_OK;
	TRY(modules_add_net(r->modules, name, false, 0, 0, net));
	r->net_of[name] = *net;
	return STATUS_OK;
}

enum status reader_spend_bits(struct reader *r, const char *place, int64_t n)
{
	r->bits_left -= n;
	if (r->bits_left >= 0)
		return STATUS_OK;
	return input_error_at(r->scan.in, place, "more bits than a file of this length may make");
}

static enum status add_keywords(struct names *names)
{
	int32_t id;

	for (int32_t i = names->n; i < n_verilog_keywords; i++) {
		const char *text = verilog_keywords[i].text;

		TRY(names_add(names, text, (int64_t)strlen(text), &id, NULL));
	}
	return STATUS_OK;
}

static enum status read_modules(struct reader *r)
{
	const struct keyword *keyword;
	int32_t id;

	while (r->scan.token.kind != TOKEN_END) {
		TRY(task_progress(r->task, r->scan.at - r->scan.in->data));
		if (scan_is(&r->scan, ';')) {
			TRY(scan_next(&r->scan));
			continue;
		}
		if (r->scan.token.kind != TOKEN_NAME)
			return scan_expected(&r->scan, "\"module\"");
		TRY(reader_word(r, &id, &keyword));
		if (keyword && keyword->class == KEYWORD_GATE)
			return token_error(r, "\"%s\" isn't supported; use cells of a library",
					   keyword->text);
		if (!keyword || keyword->class != KEYWORD_MODULE)
			return scan_expected(&r->scan, "\"module\"");
		TRY(scan_next(&r->scan));
		TRY(verilog_read_module(r));
	}
	return STATUS_OK;
}

static enum status read_text(struct reader *r, struct input *in)
{
	TRY(input_all(in));
	r->bits_left = BITS_AT_LEAST + BITS_PER_BYTE * in->end;
	TRY(add_keywords(&r->modules->string));
	TRY(reader_cover_names(r));
	TRY(modules_add_file(r->modules, in->path));
	modules_note_file(r->modules, in->stream.fd, r->task->allow_large);
	TRY(tokens_new(in, &r->modules->string, r->task, &r->tokens));
	r->window_line = 1;
	tokens_watch(r->tokens, ready_take_window, r);
	TRY(scanner_begin(&r->scan, in, r->tokens));
	return read_modules(r);
}

/* A file that was edited is read again: its modules take the place of the old ones. */
static void tell_replaced(const struct modules *m, struct text *warnings)
{
	const struct module *first = NULL;
	int32_t n = 0;

	for (int32_t i = m->n_modules - 1; i >= 0 && m->module[i].file == m->n_files - 1; i--) {
		if (m->module[i].replaced < 0)
			continue;
		first = &m->module[i];
		n++;
	}
	if (n && warnings)
		text_printf(warnings,
			    "warning: %.300s: %" PRId32 " module%s of names that were read before "
			    "(\"%.200s\" at %.300s:%" PRId32
			    ") took their place; link_design takes "
			    "%s up\n",
			    m->path[m->n_files - 1], n, n == 1 ? "" : "s",
			    names_get(&m->string, first->name),
			    m->path[m->module[first->replaced].file],
			    m->module[first->replaced].line, n == 1 ? "it" : "them");
}

enum status verilog_read(const char *path, struct modules *modules, struct text *warnings,
			 struct task *task)
{
	struct reader reader = {.modules = modules, .task = task};
	struct input in;
	int32_t n_files = modules->n_files;
	enum status status;

	TRY(input_open(&in, path, task));
	status = read_text(&reader, &in);
	tokens_free(reader.tokens);
	input_close(&in);
	if (status == STATUS_OK)
		tell_replaced(modules, warnings);
	if (status != STATUS_OK && modules->n_files > n_files)
		modules_drop_file(modules); /* so that it can be read again */
	scanner_release(&reader.scan);
	ready_release(&reader);
	FREE_ALL(reader.net_of, reader.instance_of, reader.header_port_of, reader.header_port,
		 reader.bit);
	memory_trim();
	return status;
}
