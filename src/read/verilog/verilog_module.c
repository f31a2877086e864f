/* A module: its header, then item by item. */
#include <inttypes.h>
#include <stdlib.h>

#include "db/link/gates.h"
#include "read/verilog/verilog_impl.h"

static enum status skip_to_semicolon(struct reader *r)
{
	const char *place = r->scan.token.place;

	while (!scan_is(&r->scan, ';')) {
		if (r->scan.token.kind == TOKEN_END)
			return input_error_at(r->scan.in, place, "statement without semicolon");
		TRY(scan_next(&r->scan));
	}
	return scan_next(&r->scan);
}

/* ---- instances ---- */

/* .name(expression), .name() or .name alone */
static enum status read_named_connection(struct reader *r)
{
	const char *place;
	int32_t port;

	TRY(scan_next(&r->scan));
	if (scan_is(&r->scan, '*'))
		return token_error(r, "connections by \".*\" aren't supported");
	TRY(reader_name(r, &port));
	place = r->scan.token.place;
	r->n_bits = 0;
	TRY(scan_next(&r->scan));
	if (scan_is(&r->scan, '(')) {
		TRY(scan_next(&r->scan));
		if (!scan_is(&r->scan, ')'))
			TRY(read_expression(r));
		TRY(reader_take(r, ')'));
	} else {
		TRY(expression_put_net(r, place, port));
	}
	return modules_add_connection(r->modules, port, r->bit, r->n_bits);
}

static enum status read_positional_connection(struct reader *r)
{
	r->n_bits = 0;
	if (!scan_is(&r->scan, ',') && !scan_is(&r->scan, ')'))
		TRY(read_expression(r));
	return modules_add_connection(r->modules, -1, r->bit, r->n_bits);
}

/* What stands between the parentheses of an instance, and the closing one. */
static enum status read_connections(struct reader *r)
{
	bool named = scan_is(&r->scan, '.');

	if (scan_is(&r->scan, ')'))
		return scan_next(&r->scan);
	for (;;) {
		TRY(task_progress(r->task, r->scan.at - r->scan.in->data));
		if (scan_is(&r->scan, '.') != named)
			return token_error(r, "connections by name and by position mixed");
		TRY(named ? read_named_connection(r) : read_positional_connection(r));
		if (!scan_is(&r->scan, ','))
			return reader_take(r, ')');
		TRY(scan_next(&r->scan));
	}
}

/* `at`: its name in the text. */
static enum status add_instance(struct reader *r, int32_t name, int32_t master,
				const struct token *at)
{
	struct modules *m = r->modules;
	int32_t old = r->instance_of[name];

	if (old >= m->module[m->n_modules - 1].first_instance)
		return input_error_at(r->scan.in, at->place,
				      "instance \"%.200s\" named twice, first at line %d",
				      reader_string(r, name), m->instance[old].line);
	r->instance_of[name] = m->n_instances;
	return modules_add_instance(m, name, master, at->line, at->column);
}

/* name[left:right]: one instance for each index, from the left. */
struct array {
	int32_t name, left, right;
};

static int32_t array_index(const struct array *array, int32_t i)
{
	return array->left > array->right ? array->left - i : array->left + i;
}

static enum status begin_array(struct reader *r, struct array *array, int32_t master,
			       const struct token *at)
{
	bool is_bus;
	int32_t id;

	TRY(verilog_read_range(r, &is_bus, &array->left, &array->right));
	TRY(reader_bit_name(r, array->name, array->left, &id));
	return add_instance(r, id, master, at);
}

/* After the connections of the first: the others have the same. */
static enum status end_array(struct reader *r, const struct array *array, const char *place)
{
	struct modules *m = r->modules;
	int32_t n = abs(array->left - array->right) + 1;
	int64_t bits = m->n_bits -
		       m->connection[m->instance[m->n_instances - 1].first_connection].first_bit;

	for (int32_t i = 0; i < n; i++) {
		int32_t id;

		TRY(reader_spend_bits(r, place, bits + 1));
		TRY(reader_bit_name(r, array->name, array_index(array, i), &id));
		if (i > 0 && r->instance_of[id] >= m->module[m->n_modules - 1].first_instance)
			return input_error_at(r->scan.in, place, "instance \"%.200s\" named twice",
					      reader_string(r, id));
		if (i > 0)
			r->instance_of[id] = m->n_instances;
		TRY(modules_copy_instance(m, id, n, i));
	}
	return STATUS_OK;
}

/* master [#(parameters)] name (connections), name (connections) …; the master's name has been read. */
static enum status read_instances(struct reader *r, int32_t master)
{
	struct array array;
	struct token at;
	bool is_array;
	int32_t name;

	TRY(verilog_skip_delay(r));
	for (;;) {
		if (r->scan.token.kind == TOKEN_CHAR && r->scan.token.c != '(')
			return behaviour_error(r);
		if (scan_is(&r->scan, '('))
			return token_error(r, "instance of \"%.200s\" without a name",
					   reader_string(r, master));
		TRY(reader_name(r, &name));
		array.name = name;
		scan_locate(&r->scan);
		at = r->scan.token;
		TRY(scan_next(&r->scan));
		is_array = scan_is(&r->scan, '[');
		TRY(is_array ? begin_array(r, &array, master, &at)
			     : add_instance(r, name, master, &at));
		TRY(reader_take(r, '('));
		TRY(read_connections(r));
		if (is_array)
			TRY(end_array(r, &array, at.place));
		if (!scan_is(&r->scan, ','))
			return reader_take(r, ';');
		TRY(scan_next(&r->scan));
	}
}

/* ---- gates ---- */

/* and [(strengths)] [#delay] [name] (output, input, …), …: an instance of "$and2" and so on, whose number
 * is that of the inputs, or of the outputs of buf and not. */
static enum status name_gate(struct reader *r, const struct keyword *keyword, const char *place,
			     int32_t first)
{
	struct modules *m = r->modules;
	int32_t n =
		m->instance[m->n_instances].first_connection - m->instance[first].first_connection;
	RELEASED_BY(text_release) struct text text = TEXT_INIT;

	if (n < 2 || n > MOST_GATE_PINS)
		return input_error_at(r->scan.in, place,
				      "\"%s\" has 2 to %d connections, these are %" PRId32,
				      keyword->text, MOST_GATE_PINS, n);
	text_printf(&text, "$%s%" PRId32, keyword->text, n - 1);
	return reader_text_name(r, &text, &m->instance[first].master);
}

/* One without a name is called by its number in the module. */
static enum status begin_gate(struct reader *r, const struct keyword *keyword, struct array *array,
			      bool *is_array)
{
	const struct modules *m = r->modules;
	RELEASED_BY(text_release) struct text text = TEXT_INIT;
	struct token at;

	*is_array = false;
	scan_locate(&r->scan);
	at = r->scan.token;
	if (!scan_is(&r->scan, '(')) {
		TRY(reader_name(r, &array->name));
		TRY(scan_next(&r->scan));
		*is_array = scan_is(&r->scan, '[');
		return *is_array ? begin_array(r, array, 0, &at)
				 : add_instance(r, array->name, 0, &at);
	}
	text_printf(&text, "%s$%" PRId32, keyword->text,
		    m->n_instances - m->module[m->n_modules - 1].first_instance);
	TRY(reader_text_name(r, &text, &array->name));
	return add_instance(r, array->name, 0, &at);
}

static enum status read_gates(struct reader *r, const struct keyword *keyword)
{
	TRY(scan_next(&r->scan));
	TRY(verilog_skip_delay(r));
	for (;;) {
		const char *place = r->scan.token.place;
		int32_t first = r->modules->n_instances;
		struct array array;
		bool is_array;

		TRY(begin_gate(r, keyword, &array, &is_array));
		TRY(reader_take(r, '('));
		if (scan_is(&r->scan, '.'))
			return token_error(r, "pins of gates have no names");
		TRY(read_connections(r));
		TRY(name_gate(r, keyword, place, first));
		if (is_array)
			TRY(end_array(r, &array, place));
		if (!scan_is(&r->scan, ','))
			return reader_take(r, ';');
		TRY(scan_next(&r->scan));
	}
}

/* ---- items ---- */

static enum status read_assigns(struct reader *r)
{
	TRY(scan_next(&r->scan));
	if (scan_is(&r->scan, '('))
		TRY(reader_skip_parentheses(r)); /* strengths */
	TRY(verilog_skip_delay(r));
	for (;;) {
		TRY(task_progress(r->task, r->scan.at - r->scan.in->data));
		TRY(read_assignment(r));
		if (!scan_is(&r->scan, ','))
			return reader_take(r, ';');
		TRY(scan_next(&r->scan));
	}
}

static enum status read_keyword_item(struct reader *r, const struct keyword *keyword)
{
	const char *place = r->scan.token.place;

	switch (keyword->class) {
	case KEYWORD_DIRECTION:
	case KEYWORD_NET:
		return read_declaration(r);
	case KEYWORD_ASSIGN:
		return read_assigns(r);
	case KEYWORD_PARAMETER:
		return skip_to_semicolon(r);
	case KEYWORD_GATE:
		if (keyword->value)
			return read_gates(r, keyword);
		return input_error_at(r->scan.in, place,
				      "\"%s\" isn't supported; use cells of a library",
				      keyword->text);
	case KEYWORD_SPECIFY:
		return input_error_at(
			r->scan.in, place,
			"specify blocks aren't supported; delays come from libraries");
	case KEYWORD_BEHAVIOUR:
		return behaviour_error(r);
	case KEYWORD_MODULE:
		return input_error_at(
			r->scan.in, place, "module \"%.200s\" lacks its endmodule",
			reader_string(r, r->modules->module[r->modules->n_modules - 1].name));
	case KEYWORD_ENDMODULE:
	case KEYWORD_QUALIFIER:
		break;
	}
	return scan_expected(&r->scan, "a declaration, an instance or \"endmodule\"");
}

static enum status read_item(struct reader *r, bool *end)
{
	struct modules *m = r->modules;
	int32_t master, first = m->n_instances;
	const struct keyword *keyword;
	const char *source;
	int64_t length;

	TRY(task_progress(r->task, r->scan.at - r->scan.in->data));
	if (scan_is(&r->scan, ';'))
		return scan_next(&r->scan);
	if (r->scan.token.kind != TOKEN_NAME)
		return scan_expected(&r->scan, "a declaration, an instance or \"endmodule\"");
	TRY(verilog_read_source(r, &source, &length));
	TRY(reader_word(r, &master, &keyword));
	if (!keyword) {
		TRY(scan_next(&r->scan));
		TRY(read_instances(r, master));
	} else {
		*end = keyword->class == KEYWORD_ENDMODULE;
		TRY(*end ? STATUS_OK : read_keyword_item(r, keyword));
	}
	if (!source || first == m->n_instances)
		return STATUS_OK;
	return notes_set(&m->source, first, m->n_instances, source, length);
}

static enum status begin_module(struct reader *r)
{
	struct modules *m = r->modules;
	int32_t name, old;

	TRY(reader_name(r, &name));
	old = modules_find(m, reader_string(r, name));
	if (old >= 0 && m->module[old].file == m->n_files - 1)
		return token_error(
			r, "module \"%.200s\" is there twice, first at %.200s:%" PRId32 ":%" PRId32,
			reader_string(r, name), m->path[m->module[old].file], m->module[old].line,
			m->module[old].column);
	scan_locate(&r->scan);
	TRY(modules_add_module(m, name, r->scan.token.line, r->scan.token.column));
	r->n_header_ports = 0;
	r->n_header_expressions = 0;
	return scan_next(&r->scan);
}

enum status verilog_read_module(struct reader *r)
{
	bool end = false, any;

	TRY(begin_module(r));
	r->in_module = true;
	TRY(verilog_skip_delay(r)); /* #(parameter …) */
	if (scan_is(&r->scan, '('))
		TRY(read_header(r));
	TRY(reader_take(r, ';'));
	while (!end) {
		TRY(ready_add(r, &any));
		if (!any)
			TRY(read_item(r, &end));
	}
	r->in_module = false;
	TRY(verilog_close_header(r));
	TRY(scan_next(&r->scan));
	if (!scan_is(&r->scan, ':'))
		return STATUS_OK;
	TRY(scan_next(&r->scan)); /* endmodule : name */
	return scan_next(&r->scan);
}
