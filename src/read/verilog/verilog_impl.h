/* What the files of the Verilog reader share; see verilog.h for the rest. */
#ifndef READ_VERILOG_VERILOG_IMPL_H
#define READ_VERILOG_VERILOG_IMPL_H

#include "db/link/modules.h"
#include "read/verilog/verilog_scan.h"

/* A port of the module's header whose net isn't known before the module's end. */
struct header_port {
	int32_t name;
	const char *place;
	bool is_expression; /* .name(expression): place is at the parenthesis */
};

struct reader {
	struct scanner scan;
	struct tokens *tokens;   /* owned */
	struct modules *modules; /* borrowed */
	struct task *task;       /* borrowed */
	/*
	 * By the id of a name, which net, instance and header port it last was. Nothing is cleared:
	 * a net or instance of an earlier module precedes this module's first, and a header port
	 * has another name.
	 */
	int32_t *net_of, *instance_of, *header_port_of; /* owned */
	int64_t name_capacity;
	int32_t n_names; /* how many of them have been given an entry */

	struct header_port *header_port; /* owned */
	int32_t n_header_ports, n_header_expressions;
	int64_t header_port_capacity;

	int32_t *bit; /* owned: those of the expression that was read */
	int32_t n_bits;
	int64_t bit_capacity;
	int64_t bits_left; /* that may still come; what a few letters can make is bounded */

	struct ready *ready; /* owned [MOST_CHUNKS], NULL = none: see verilog_ready.c */
	bool in_module;
	int64_t window_line; /* where the next window of tokens begins */
};

enum keyword_class {
	KEYWORD_MODULE,
	KEYWORD_ENDMODULE,
	KEYWORD_DIRECTION, /* value: enum lib_direction */
	KEYWORD_NET,       /* value: enum net_constant */
	KEYWORD_QUALIFIER, /* signed, …, without meaning here */
	KEYWORD_ASSIGN,
	KEYWORD_PARAMETER, /* skipped up to the semicolon */
	KEYWORD_GATE,
	KEYWORD_SPECIFY,
	KEYWORD_BEHAVIOUR,
};

struct keyword {
	const char *text;
	enum keyword_class class;
	int value;
};

/* The keywords' names have the first ids in modules->string: their index here. */
extern const struct keyword verilog_keywords[];
extern const int32_t n_verilog_keywords;

/* Entries for names that are new. */
enum status reader_cover_names(struct reader *reader);
/* The id of a text that becomes a name. */
enum status reader_text_name(struct reader *reader, const struct text *text, int32_t *id);
static inline const char *reader_string(const struct reader *reader, int32_t id)
{
	return names_get(&reader->modules->string, id);
}
/* The id of a bit of a name, "name[index]". */
enum status reader_bit_name(struct reader *reader, int32_t name, int32_t index, int32_t *id);
/* The name that is looked at, as an id; not moved on. */
enum status reader_name(struct reader *reader, int32_t *id);
/* The same for any word, with the keyword that it is, NULL when it isn't one. */
enum status reader_word(struct reader *reader, int32_t *id, const struct keyword **keyword);
/* Look at the next token, if this one is the character; else an error. */
enum status reader_take(struct reader *reader, char c);
/* STATUS_BAD_INPUT at the token that is looked at. */
#define token_error(reader, ...)                                                                   \
	input_error_at((reader)->scan.in, (reader)->scan.token.place, __VA_ARGS__)
enum status behaviour_error(const struct reader *reader);
/* After the parenthesis that closes the one that is looked at. */
enum status reader_skip_parentheses(struct reader *reader);

/* The net of a name in this module as index of modules->net, -1 when there is none yet. */
int32_t reader_find_net(const struct reader *reader, int32_t name);
/* The same; a new one of one bit where there is none. */
enum status reader_need_net(struct reader *reader, int32_t name, int32_t *net);
/* Account for bits that a few letters make many of. */
enum status reader_spend_bits(struct reader *reader, const char *place, int64_t n);

/* ---- verilog_expression.c ---- */

/* Append the bits of an expression (names, selects, constants, concatenations) to reader->bit. */
enum status read_expression(struct reader *reader);
/* Append the bits of the net of a name, which may be new. */
enum status expression_put_net(struct reader *reader, const char *place, int32_t name);
/* [left:right], if a bracket is looked at; else *is_bus is false and both are 0. */
enum status verilog_read_range(struct reader *reader, bool *is_bus, int32_t *left, int32_t *right);

/* ---- verilog_module.c ---- */

/* From after the word module to after its endmodule. */
enum status verilog_read_module(struct reader *reader);

/* ---- verilog_ready.c ---- */

/* Take apart what is plain of a window of tokens; the context is the reader. STATUS_NO_MEMORY. */
enum status ready_take_window(void *reader, const struct token_chunk *chunk, int n_chunks);
/* Append what is there of the items from the one on that is looked at, and look at what follows. *any: something
 * was. */
enum status ready_add(struct reader *reader, bool *any);
void ready_release(struct reader *reader);

/* ---- verilog_attributes.c ---- */

/* The value of the attribute "src" before the item that is looked at; *text is NULL without one, and else in
 * the text. STATUS_NO_MEMORY. */
enum status verilog_read_source(struct reader *reader, const char **text, int64_t *length);

/* ---- verilog_declare.c ---- */

/* The header's ports up to after the closing parenthesis, which the opening one is looked at of.
 */
enum status read_header(struct reader *reader);
/* A declaration whose keyword is looked at. */
enum status read_declaration(struct reader *reader);
/* Add the ports of the header to the module that ends. */
enum status verilog_close_header(struct reader *reader);
/* left = right, from the left on; both are bits. */
enum status read_assignment(struct reader *reader);
/* Skip #number and #(…), if there. */
enum status verilog_skip_delay(struct reader *reader);

#endif
