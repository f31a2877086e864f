/* Ports and nets of a module, and assigns. */
#include <stdlib.h>

#include "base/bits.h"
#include "base/grow.h"
#include "read/verilog/verilog_impl.h"

/* What the names of a declaration have in common. */
struct declaration {
	bool is_port;
	enum lib_direction direction;
	enum net_constant constant;
	bool is_bus;
	int32_t left, right;
};

enum status verilog_skip_delay(struct reader *r)
{
	if (!scan_is(&r->scan, '#'))
		return STATUS_OK;
	TRY(scan_next(&r->scan));
	if (scan_is(&r->scan, '('))
		return reader_skip_parentheses(r);
	if (r->scan.token.kind != TOKEN_NUMBER && r->scan.token.kind != TOKEN_NAME)
		return scan_expected(&r->scan, "a parameter or a delay");
	return scan_next(&r->scan);
}

/* Direction, kind of net, signed and range, as far as they are there. */
static enum status read_type(struct reader *r, struct declaration *d, bool *any)
{
	const struct keyword *keyword;
	int32_t id;

	*any = false;
	while (r->scan.token.kind == TOKEN_NAME) {
		TRY(reader_word(r, &id, &keyword));
		if (!keyword)
			break;
		if (keyword->class == KEYWORD_DIRECTION) {
			d->is_port = true;
			d->direction = (enum lib_direction)keyword->value;
			d->constant = NET_SIGNAL;
		} else if (keyword->class == KEYWORD_NET) {
			d->constant = (enum net_constant)keyword->value;
		} else if (keyword->class != KEYWORD_QUALIFIER) {
			return scan_expected(&r->scan, "a name");
		}
		*any = true;
		TRY(scan_next(&r->scan));
	}
	if (*any || scan_is(&r->scan, '['))
		TRY(verilog_read_range(r, &d->is_bus, &d->left, &d->right));
	return STATUS_OK;
}

/* A second declaration of a net: for example `output a; wire a;`. */
static enum status declare_again(struct reader *r, const struct declaration *d, int32_t id)
{
	struct module_net *net = &r->modules->net[id];

	if (net->is_bus != d->is_bus || net->left != d->left || net->right != d->right)
		return token_error(r, "\"%.200s\" was used or declared before with another range",
				   reader_string(r, net->name));
	if (d->is_port && net->is_port)
		return token_error(r, "\"%.200s\" has two directions", reader_string(r, net->name));
	if (d->is_port) {
		net->is_port = true;
		net->direction = (uint8_t)d->direction;
	}
	if (d->constant != NET_SIGNAL)
		net->constant = (uint8_t)d->constant;
	return STATUS_OK;
}

/* Declare the name that is looked at. */
static enum status declare(struct reader *r, const struct declaration *d, int32_t name)
{
	int32_t id = reader_find_net(r, name);
	struct module_net *net;

	if (id >= 0)
		return declare_again(r, d, id);
	TRY(reader_spend_bits(r, r->scan.token.place, llabs((int64_t)d->left - d->right) + 1));
	TRY(modules_add_net(r->modules, name, d->is_bus, d->left, d->right, &id));
	r->net_of[name] = id;
	net = &r->modules->net[id];
	net->is_port = d->is_port;
	net->direction = (uint8_t)d->direction;
	net->constant = (uint8_t)d->constant;
	return STATUS_OK;
}

/* ---- the header ---- */

static enum status add_header_port(struct reader *r, int32_t name, bool is_expression)
{
	int32_t n = r->n_header_ports, old = r->header_port_of[name];

	if (old >= 0 && old < n && r->header_port[old].name == name)
		return token_error(r, "port \"%.200s\" named twice", reader_string(r, name));
	if (n == INT32_MAX)
		return token_error(r, "more than %d ports", INT32_MAX);
	TRY(GROW(&r->header_port, &r->header_port_capacity, (int64_t)n + 1));
	r->header_port[n] = (struct header_port){
		.name = name, .place = r->scan.token.place, .is_expression = is_expression};
	r->header_port_of[name] = n;
	r->n_header_ports++;
	r->n_header_expressions += is_expression;
	return STATUS_OK;
}

/* .name(expression): the nets in it are declared later, so it is read at the module's end. */
static enum status read_named_port(struct reader *r)
{
	int32_t name;

	TRY(scan_next(&r->scan));
	TRY(reader_name(r, &name));
	TRY(add_header_port(r, name, true));
	TRY(scan_next(&r->scan));
	if (!scan_is(&r->scan, '('))
		return scan_expected(&r->scan, "'('");
	r->header_port[r->n_header_ports - 1].place = r->scan.token.place;
	return reader_skip_parentheses(r);
}

static enum status read_header_port(struct reader *r, struct declaration *d)
{
	int32_t name;
	bool any;

	if (scan_is(&r->scan, '.'))
		return read_named_port(r);
	if (scan_is(&r->scan, '{'))
		return token_error(
			r, "a port that is a concatenation has to have a name: .NAME({...})");
	TRY(read_type(r, d, &any));
	TRY(reader_name(r, &name));
	if (any && !d->is_port)
		return scan_expected(&r->scan, "a direction");
	TRY(add_header_port(r, name, false));
	if (d->is_port)
		TRY(declare(r, d, name));
	TRY(scan_next(&r->scan));
	return scan_is(&r->scan, '=') ? behaviour_error(r) : STATUS_OK;
}

enum status read_header(struct reader *r)
{
	struct declaration d = {.constant = NET_SIGNAL};

	TRY(reader_take(r, '('));
	if (scan_is(&r->scan, ')'))
		return scan_next(&r->scan);
	for (;;) {
		TRY(task_progress(r->task, r->scan.at - r->scan.in->data));
		TRY(read_header_port(r, &d));
		if (!scan_is(&r->scan, ','))
			return reader_take(r, ')');
		TRY(scan_next(&r->scan));
	}
}

/* An expression of the header, with its text; then back to the end. */
static enum status read_header_expression(struct reader *r, const char *place)
{
	struct token token = r->scan.token;
	struct tokens *tokens = r->scan.tokens;
	const char *at = r->scan.at, *line_begin = r->scan.line_begin;
	int64_t line = r->scan.line;
	int n_ifdefs = r->scan.n_ifdefs;

	r->scan.tokens = NULL;
	r->scan.at = r->scan.line_begin = place + 1;
	TRY(scan_next(&r->scan));
	if (!scan_is(&r->scan, ')'))
		TRY(read_expression(r));
	if (!scan_is(&r->scan, ')'))
		return scan_expected(&r->scan, "')'");
	r->scan.token = token;
	r->scan.tokens = tokens;
	r->scan.at = at;
	r->scan.line_begin = line_begin;
	r->scan.line = line;
	r->scan.n_ifdefs = n_ifdefs;
	return STATUS_OK;
}

/* The net that has a bit of this module. Nets are in the order of their bits. */
static const struct module_net *net_of_bit(const struct modules *m, int32_t bit)
{
	const struct module *module = &m->module[m->n_modules - 1];
	const struct module_net *net = m->net + module->first_net;

	return net + sorted_row(&net->first_bit, sizeof *net, module->n_nets, bit);
}

static enum status close_expression_port(struct reader *r, const struct header_port *port)
{
	enum lib_direction direction = LIB_INOUT;

	r->n_bits = 0;
	TRY(read_header_expression(r, port->place));
	for (int32_t i = 0; i < r->n_bits; i++) {
		const struct module_net *net;

		if (r->bit[i] < 0)
			continue;
		net = net_of_bit(r->modules, r->bit[i]);
		if (!net->is_port)
			return input_error_at(r->scan.in, port->place,
					      "\"%.200s\" of port \"%.200s\" has no direction",
					      reader_string(r, net->name),
					      reader_string(r, port->name));
		direction = (enum lib_direction)net->direction;
		break;
	}
	return modules_add_port(r->modules, port->name, direction, -1, r->bit, r->n_bits);
}

static enum status close_port(struct reader *r, const struct header_port *port)
{
	int32_t id = reader_find_net(r, port->name);
	const struct module_net *net;

	if (id < 0 || !r->modules->net[id].is_port)
		return input_error_at(r->scan.in, port->place, "port \"%.200s\" has no direction",
				      reader_string(r, port->name));
	net = &r->modules->net[id];
	r->n_bits = module_net_width(net);
	TRY(GROW(&r->bit, &r->bit_capacity, r->n_bits));
	for (int32_t i = 0; i < r->n_bits; i++)
		r->bit[i] = net->first_bit + i;
	return modules_add_port(r->modules, port->name, (enum lib_direction)net->direction, id,
				r->bit, r->n_bits);
}

enum status verilog_close_header(struct reader *r)
{
	for (int32_t i = 0; i < r->n_header_ports; i++) {
		const struct header_port *port = &r->header_port[i];

		TRY(port->is_expression ? close_expression_port(r, port) : close_port(r, port));
	}
	return STATUS_OK;
}

/* ---- the body ---- */

/* A port declared in the body must be in the header, or may be in an expression there. */
static enum status check_in_header(struct reader *r, int32_t name)
{
	int32_t port = r->header_port_of[name];

	if (r->n_header_expressions ||
	    (port >= 0 && port < r->n_header_ports && r->header_port[port].name == name))
		return STATUS_OK;
	return token_error(r, "port \"%.200s\" isn't in the header of its module",
			   reader_string(r, name));
}

enum status read_assignment(struct reader *r)
{
	const char *place = r->scan.token.place;
	int32_t n_left, n_right;

	r->n_bits = 0;
	TRY(read_expression(r));
	n_left = r->n_bits;
	TRY(reader_take(r, '='));
	TRY(read_expression(r));
	n_right = r->n_bits - n_left;
	TRY(reader_spend_bits(r, place, n_left));
	for (int32_t i = 0; i < n_left; i++) {
		int32_t left = r->bit[n_left - 1 - i];
		int32_t right = i < n_right ? r->bit[r->n_bits - 1 - i] : BIT_ZERO;

		TRY(modules_add_assign(r->modules, left, right));
	}
	return STATUS_OK;
}

/* `= expression` after the name of a net that is declared. */
static enum status read_initial(struct reader *r, int32_t name)
{
	const struct module_net *net = &r->modules->net[reader_find_net(r, name)];
	int32_t first = net->first_bit, width = module_net_width(net);

	TRY(scan_next(&r->scan));
	r->n_bits = 0;
	TRY(read_expression(r));
	TRY(reader_spend_bits(r, r->scan.token.place, width));
	for (int32_t i = 0; i < width; i++)
		TRY(modules_add_assign(r->modules, first + width - 1 - i,
				       i < r->n_bits ? r->bit[r->n_bits - 1 - i] : BIT_ZERO));
	return STATUS_OK;
}

enum status read_declaration(struct reader *r)
{
	struct declaration d = {.constant = NET_SIGNAL};
	int32_t name;
	bool any;

	TRY(read_type(r, &d, &any));
	TRY(verilog_skip_delay(r));
	for (;;) {
		TRY(task_progress(r->task, r->scan.at - r->scan.in->data));
		TRY(reader_name(r, &name));
		if (d.is_port)
			TRY(check_in_header(r, name));
		TRY(declare(r, &d, name));
		TRY(scan_next(&r->scan));
		if (scan_is(&r->scan, '['))
			return behaviour_error(r); /* a memory */
		if (scan_is(&r->scan, '='))
			TRY(read_initial(r, name));
		if (!scan_is(&r->scan, ','))
			return reader_take(r, ';');
		TRY(scan_next(&r->scan));
	}
}
