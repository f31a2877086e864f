/* The five files of a Bookshelf design, line by line. */
#include <inttypes.h>

#include "base/grow.h"
#include "read/layout/bookshelf_impl.h"

/* "Name : number" */
static enum status take_announced(struct bs_lines *lines, int64_t *out)
{
	TRY(bs_need(lines, ":"));
	TRY(bs_take_count(lines, "how many there are", out));
	return bs_end_line(lines);
}

static void compare(struct bookshelf *bs, const char *path, const char *what, int64_t announced,
		    int64_t n)
{
	if (announced >= 0 && announced != n)
		bs_warn(bs, BS_COUNT, path, "%s says %" PRId64 ", there are %" PRId64, what,
			announced, n);
}

/* ---- .nodes ---- */

/* "name width height [terminal | terminal_NI] …"; anything else is an extension of other tools */
static enum status take_node(struct bookshelf *bs, struct bs_lines *lines)
{
	struct bs_node node = {.status = UNPLACED};
	struct word name, word;
	int32_t id;
	bool added;

	TRY(bs_take_name(lines, "the name of a node", &name));
	TRY(bs_take_real(lines, "a width", &node.width));
	TRY(bs_take_real(lines, "a height", &node.height));
	if (node.width < 0 || node.height < 0)
		return bs_error(lines, name.begin, "negative size of", &name);
	for (;;) {
		bs_take(lines, &word);
		if (word.length == 0)
			break;
		if (word_says(&word, "terminal"))
			node.kind = BS_TERMINAL;
		else if (word_says(&word, "terminal_NI"))
			node.kind = BS_TERMINAL_NI;
	}
	TRY(names_add(&bs->node_name, name.begin, name.length, &id, &added));
	if (!added)
		return bs_error(lines, name.begin, "a second node", &name);
	TRY(GROW(&bs->node, &bs->node_capacity, bs->node_name.n));
	bs->node[id] = node;
	return STATUS_OK;
}

static enum status read_nodes(struct bookshelf *bs, struct bs_lines *lines)
{
	int64_t nodes = -1, terminals = -1, n_terminals = 0;

	for (;;) {
		TRY(bs_next_line(lines));
		if (!lines->more)
			break;
		if (bs_takes(lines, "NumNodes"))
			TRY(take_announced(lines, &nodes));
		else if (bs_takes(lines, "NumTerminals"))
			TRY(take_announced(lines, &terminals));
		else
			TRY(take_node(bs, lines));
	}
	for (int32_t i = 0; i < bs->node_name.n; i++)
		n_terminals += bs->node[i].kind != BS_MOVABLE;
	compare(bs, lines->in.path, "NumNodes", nodes, bs->node_name.n);
	compare(bs, lines->in.path, "NumTerminals", terminals, n_terminals);
	return STATUS_OK;
}

/* ---- .nets ---- */

/* "node [I | O | B] [: dx dy] …" */
static enum status take_pin(struct bookshelf *bs, struct bs_lines *lines, int32_t net)
{
	struct bs_pin pin = {.net = net, .direction = LIB_INOUT};
	struct word name;

	TRY(bs_take_name(lines, "the node of a pin", &name));
	pin.node = names_find(&bs->node_name, name.begin, name.length);
	if (pin.node < 0)
		return bs_error(lines, name.begin, "there is no node", &name);
	if (bs_takes(lines, "I"))
		pin.direction = LIB_INPUT;
	else if (bs_takes(lines, "O"))
		pin.direction = LIB_OUTPUT;
	else
		bs_takes(lines, "B");
	if (bs_takes(lines, ":")) {
		TRY(bs_take_real(lines, "an offset", &pin.dx));
		TRY(bs_take_real(lines, "an offset", &pin.dy));
	} else {
		TRY(bs_end_line(lines));
	}
	return APPEND(bs->pin, bs->n_pins, &bs->pin_capacity, pin);
}

/* "NetDegree : n [name]", and the lines of its pins */
static enum status take_net(struct bookshelf *bs, struct bs_lines *lines)
{
	RELEASED_BY(text_release) struct text made = TEXT_INIT;
	struct word name;
	const char *place;
	int64_t degree;
	int32_t net;
	bool added;

	TRY(bs_need(lines, ":"));
	TRY(bs_take_count(lines, "how many pins there are", &degree));
	bs_take(lines, &name);
	place = name.begin;
	if (name.length == 0) {
		text_printf(&made, "net%" PRId32, bs->net_name.n);
		name = (struct word){text_string(&made), made.length};
	}
	TRY(names_add(&bs->net_name, name.begin, name.length, &net, &added));
	if (!added)
		return bs_error(lines, place, "a second net", &name);
	for (int64_t i = 0; i < degree; i++) {
		TRY(bs_next_line(lines));
		TRY(take_pin(bs, lines, net));
	}
	return STATUS_OK;
}

static enum status read_nets(struct bookshelf *bs, struct bs_lines *lines)
{
	int64_t nets = -1, pins = -1;

	for (;;) {
		TRY(bs_next_line(lines));
		if (!lines->more)
			break;
		if (bs_takes(lines, "NumNets")) {
			TRY(take_announced(lines, &nets));
		} else if (bs_takes(lines, "NumPins")) {
			TRY(take_announced(lines, &pins));
		} else {
			TRY(bs_need(lines, "NetDegree"));
			TRY(take_net(bs, lines));
		}
	}
	compare(bs, lines->in.path, "NumNets", nets, bs->net_name.n);
	compare(bs, lines->in.path, "NumPins", pins, bs->n_pins);
	return STATUS_OK;
}

/* ---- .wts ---- */

/* "name weight", of a net or a node */
static enum status read_wts(struct bookshelf *bs, struct bs_lines *lines)
{
	int64_t n = 0;

	for (;;) {
		struct word name;
		double weight;

		TRY(bs_next_line(lines));
		if (!lines->more)
			break;
		TRY(bs_take_name(lines, "the name of a net", &name));
		TRY(bs_take_real(lines, "a weight", &weight));
		TRY(bs_end_line(lines));
		if (names_find(&bs->net_name, name.begin, name.length) < 0 &&
		    names_find(&bs->node_name, name.begin, name.length) < 0)
			bs_warn(bs, BS_UNKNOWN_NAME, lines->in.path,
				"line %" PRId64 ": there is no net or node of this name",
				lines->in.line);
		n += weight != 1;
	}
	if (n)
		bs_warn(bs, BS_WEIGHT, lines->in.path,
			"weights other than 1: %" PRId64 "; nothing here uses them", n);
	return STATUS_OK;
}

/* ---- .pl ---- */

/* "name x y [: orientation] [/FIXED | /FIXED_NI]" */
static enum status take_place(struct bookshelf *bs, struct bs_lines *lines)
{
	struct word name, word;
	struct bs_node *node;
	int32_t id;

	TRY(bs_take_name(lines, "the name of a node", &name));
	id = names_find(&bs->node_name, name.begin, name.length);
	if (id < 0)
		return bs_error(lines, name.begin, "there is no node", &name);
	node = &bs->node[id];
	TRY(bs_take_real(lines, "a coordinate", &node->x));
	TRY(bs_take_real(lines, "a coordinate", &node->y));
	node->status = node->kind == BS_MOVABLE ? PLACED : FIXED;
	node->orientation = ORIENT_N;
	if (bs_takes(lines, ":")) {
		int orientation;

		bs_take(lines, &word);
		orientation = orientation_find(word.begin, word.length);
		if (orientation < 0)
			return bs_expected(lines, &word, "an orientation");
		node->orientation = (uint8_t)orientation;
	}
	if (bs_takes(lines, "/FIXED"))
		node->status = FIXED;
	else if (bs_takes(lines, "/FIXED_NI"))
		node->kind = BS_TERMINAL_NI;
	if (node->kind == BS_TERMINAL_NI)
		node->status = COVER;
	return bs_end_line(lines);
}

static enum status read_pl(struct bookshelf *bs, struct bs_lines *lines)
{
	for (;;) {
		TRY(bs_next_line(lines));
		if (!lines->more)
			return STATUS_OK;
		TRY(take_place(bs, lines));
	}
}

/* ---- .scl ---- */

/* The words of ISPD's files and their numbers: 1 is N. */
static enum status take_orientation(struct bs_lines *lines, enum orientation *out)
{
	struct word word;
	int orientation;

	TRY(bs_take_name(lines, "an orientation", &word));
	orientation = orientation_find(word.begin, word.length);
	if (word_says(&word, "0") || word_says(&word, "1"))
		orientation = ORIENT_N;
	if (orientation < 0)
		return bs_expected(lines, &word, "an orientation");
	*out = (enum orientation)orientation;
	return STATUS_OK;
}

/* "SubrowOrigin : x NumSites : n", after its first word */
static enum status take_subrow(struct bookshelf *bs, struct bs_lines *lines,
			       const struct bs_row *row)
{
	struct bs_row subrow = *row;
	int64_t n;

	TRY(bs_need(lines, ":"));
	TRY(bs_take_real(lines, "a coordinate", &subrow.x));
	TRY(bs_need(lines, "NumSites"));
	TRY(bs_need(lines, ":"));
	TRY(bs_take_count(lines, "a number of sites", &n));
	subrow.n_sites = (int32_t)n;
	return n > 0 ? APPEND(bs->row, bs->n_rows, &bs->row_capacity, subrow) : STATUS_OK;
}

/* One "Name : value" of a row, on any line; *ends at End. */
static enum status take_of_row(struct bookshelf *bs, struct bs_lines *lines, struct bs_row *row,
			       bool *ends)
{
	struct word name;

	TRY(bs_take_name(lines, "a property of the row, or End", &name));
	*ends = word_says(&name, "End");
	if (*ends)
		return STATUS_OK;
	if (word_says(&name, "SubrowOrigin"))
		return take_subrow(bs, lines, row);
	TRY(bs_need(lines, ":"));
	if (word_says(&name, "Coordinate"))
		return bs_take_real(lines, "a coordinate", &row->y);
	if (word_says(&name, "Height"))
		return bs_take_real(lines, "a height", &row->height);
	if (word_says(&name, "Sitewidth"))
		return bs_take_real(lines, "a width", &row->width);
	if (word_says(&name, "Sitespacing"))
		return bs_take_real(lines, "a spacing", &row->spacing);
	if (word_says(&name, "Siteorient"))
		return take_orientation(lines, &row->orientation);
	return bs_take_name(lines, "a value", &name);
}

/* "CoreRow Horizontal" … "End" */
static enum status take_row(struct bookshelf *bs, struct bs_lines *lines)
{
	struct bs_row row = {.orientation = ORIENT_N, .width = 1, .spacing = 1};
	bool ends = false;

	TRY(bs_need(lines, "Horizontal"));
	TRY(bs_end_line(lines));
	while (!ends) {
		struct word word;
		const char *at;

		TRY(bs_next_line(lines));
		do {
			TRY(take_of_row(bs, lines, &row, &ends));
			at = lines->at;
			bs_take(lines, &word);
			lines->at = at;
		} while (word.length && !ends);
		if (row.height < 0 || row.width < 0 || row.spacing < 0)
			return input_error(&lines->in, 0, "a negative length");
	}
	return bs_end_line(lines);
}

static enum status read_scl(struct bookshelf *bs, struct bs_lines *lines)
{
	int64_t rows = -1, n = 0;

	for (;;) {
		TRY(bs_next_line(lines));
		if (!lines->more)
			break;
		if (bs_takes(lines, "NumRows")) {
			TRY(take_announced(lines, &rows));
		} else {
			TRY(bs_need(lines, "CoreRow"));
			TRY(take_row(bs, lines));
			n++;
		}
	}
	compare(bs, lines->in.path, "NumRows", rows, n);
	return STATUS_OK;
}

/* ---- all of them ---- */

static enum status read_file(struct bookshelf *bs, const char *path, const char *kind,
			     enum status (*read)(struct bookshelf *bs, struct bs_lines *lines))
{
	RELEASED_BY(bs_close) struct bs_lines lines = {.in = INPUT_INIT};

	TRY(bs_open(&lines, path, kind, bs->task));
	TRY(bs_end_line(&lines));
	return read(bs, &lines);
}

enum status bs_read_files(struct bookshelf *bs, const struct bookshelf_files *files)
{
	const struct {
		const char *path, *kind;
		enum status (*read)(struct bookshelf *bs, struct bs_lines *lines);
	} each[] = {
		{files->nodes, "nodes", read_nodes}, {files->nets, "nets", read_nets},
		{files->wts, "wts", read_wts},       {files->pl, "pl", read_pl},
		{files->scl, "scl", read_scl},
	};

	for (size_t i = 0; i < sizeof each / sizeof *each; i++) {
		if (each[i].path)
			TRY(read_file(bs, each[i].path, each[i].kind, each[i].read));
	}
	return STATUS_OK;
}
