/*
 * PINS of DEF: the ports of the design and where they lie.
 */
#include <ctype.h>

#include "base/grow.h"
#include "read/layout/def_impl.h"

static enum status read_use(struct def *def, struct def_port *port)
{
	struct word word;

	TRY(lex_take(&def->lex, "a use", &word));
	port->placed.use = word_is(&word, "CLOCK")    ? TECH_CLOCK
			   : word_is(&word, "POWER")  ? TECH_POWER
			   : word_is(&word, "GROUND") ? TECH_GROUND
			   : word_is(&word, "ANALOG") ? TECH_ANALOG
						      : TECH_SIGNAL;
	return STATUS_OK;
}

static enum status skip_to_point(struct def *def)
{
	struct word word;

	for (;;) {
		TRY(lex_peek(&def->lex, &word));
		if (word_is(&word, "("))
			return STATUS_OK;
		if (word.length == 0 || word_is(&word, ";") || word_is(&word, "+"))
			return lex_expected(&def->lex, &word, "a point");
		TRY(lex_next(&def->lex, &word));
	}
}

/* "layer ( … ) ( … )", with a mask and spacing in front of the points that say nothing here. */
static enum status read_shape(struct def *def, const struct word *what)
{
	struct word word;
	FREED struct rect *rect = NULL;
	int32_t layer, n;

	TRY(lex_take(&def->lex, "the name of a layer", &word));
	TRY(def_layer(def, &word, &layer));
	TRY(skip_to_point(def));
	TRY(def_take_points(def));
	TRY(def_cut(def, what, &rect, &n));
	for (int32_t i = 0; i < n; i++)
		TRY(APPEND(def->port_shape, def->n_port_shapes, &def->port_shape_capacity,
			   (struct placed_shape){layer, rect[i]}));
	return STATUS_OK;
}

static enum status read_place(struct def *def, struct def_group *group, enum place_status status)
{
	uint8_t orientation;

	TRY(def_take_place(def, &group->x, &group->y, &orientation));
	group->orientation = (enum orientation)orientation;
	group->status = status;
	return STATUS_OK;
}

/* ---- groups of shapes ---- */

static enum status place(const struct def *def, const struct def_group *group, struct rect *r,
			 const char *where)
{
	int32_t x1 = r->x1, y1 = r->y1, x2 = r->x2, y2 = r->y2;

	orientation_turn(group->orientation, 0, 0, &x1, &y1);
	orientation_turn(group->orientation, 0, 0, &x2, &y2);
	TRY(def_fits(def, where, (int64_t)x1 + group->x));
	TRY(def_fits(def, where, (int64_t)x2 + group->x));
	TRY(def_fits(def, where, (int64_t)y1 + group->y));
	TRY(def_fits(def, where, (int64_t)y2 + group->y));
	*r = rect_of(x1 + group->x, y1 + group->y, x2 + group->x, y2 + group->y);
	return STATUS_OK;
}

/* Shapes that have no place are none; the first group that has one is where the port lies. */
static enum status end_group(struct def *def, struct def_port *port, struct def_group *group,
			     const char *where)
{
	struct placed_port *placed = &port->placed;

	if (group->status == UNPLACED)
		def->n_port_shapes = group->first_shape;
	for (int64_t i = group->first_shape; i < def->n_port_shapes; i++)
		TRY(place(def, group, &def->port_shape[i].rect, where));
	if (placed->status == UNPLACED && group->status != UNPLACED) {
		placed->status = group->status;
		placed->orientation = group->orientation;
		placed->x = group->x;
		placed->y = group->y;
	}
	*group = (struct def_group){.first_shape = def->n_port_shapes};
	return STATUS_OK;
}

/* ---- a pin ---- */

static enum status read_net(struct def *def, struct def_port *port)
{
	struct word word;

	TRY(lex_take(&def->lex, "the net of the pin", &word));
	return def_add_name(def, &word, &def->string, &port->net, NULL);
}

/* What follows a '+'. */
static enum status read_attribute(struct def *def, struct def_port *port, struct def_group *group)
{
	struct word word;

	TRY(lex_take(&def->lex, "an attribute of the pin", &word));
	if (word_is(&word, "NET"))
		return read_net(def, port);
	if (word_is(&word, "DIRECTION"))
		return lex_direction(&def->lex, false, &port->direction);
	if (word_is(&word, "USE"))
		return read_use(def, port);
	if (word_is(&word, "LAYER") || word_is(&word, "POLYGON"))
		return read_shape(def, &word);
	if (word_is(&word, "PLACED"))
		return read_place(def, group, PLACED);
	if (word_is(&word, "FIXED"))
		return read_place(def, group, FIXED);
	if (word_is(&word, "COVER"))
		return read_place(def, group, COVER);
	if (word_is(&word, "PORT"))
		return end_group(def, port, group, word.begin);
	return STATUS_OK; /* its values are skipped */
}

/* "clk.extra1" is more of "clk", when that is there. */
static int32_t find_base(const struct def *def, const char *name, int64_t length)
{
	int64_t n = length;

	while (n > 0 && isdigit((unsigned char)name[n - 1]))
		n--;
	if (n < 7 || n == length || memcmp(name + n - 6, ".extra", 6) != 0)
		return -1;
	return names_find(&def->port_name, name, n - 6);
}

int32_t def_find_port(const struct def *def, const char *name, int64_t length)
{
	int32_t port = names_find(&def->port_name, name, length);

	return port >= 0 ? port : find_base(def, name, length);
}

/* More shapes of a port: moved after those that it has. */
static enum status add_shapes(struct def *def, struct placed_port *to,
			      const struct placed_port *from)
{
	int32_t n = to->n_shapes;

	if (n > 0) { /* else there may be no shapes at all, and no memory for them */
		TRY(GROW(&def->port_shape, &def->port_shape_capacity, def->n_port_shapes + n));
		memmove(def->port_shape + from->first_shape + n,
			def->port_shape + from->first_shape,
			(size_t)from->n_shapes * sizeof *def->port_shape);
		COPY(def->port_shape + from->first_shape, def->port_shape + to->first_shape, n);
		def->n_port_shapes += n;
	}
	if (to->status == UNPLACED) {
		*to = *from;
		return STATUS_OK;
	}
	if (to->layer < 0) {
		to->layer = from->layer;
		to->rect = from->rect;
	}
	to->first_shape = from->first_shape;
	to->n_shapes += from->n_shapes;
	return STATUS_OK;
}

static enum status add(struct def *def, const struct word *word, struct def_port *port)
{
	const char *name;
	int64_t length;
	int32_t id;
	bool added;

	TRY(def_name(def, word, &name, &length));
	id = find_base(def, name, length);
	if (id >= 0)
		return add_shapes(def, &def->port[id].placed, &port->placed);
	TRY(GROW(&def->port, &def->port_capacity, (int64_t)def->port_name.n + 1));
	TRY(names_add(&def->port_name, name, length, &id, &added));
	if (!added)
		walk_warn(&def->lex, DEF_TWICE, word->begin,
			  "pin \"%s\" is there twice, the last one counts", lex_shown(word));
	def->port[id] = *port;
	def->port[id].is_bit = word->length > 1 &&
			       word->begin[word->length - 1] == def->bus_close &&
			       word->begin[word->length - 2] != '\\';
	return STATUS_OK;
}

static enum status end_pin(struct def *def, const struct word *name, struct def_port *port,
			   struct def_group *group)
{
	struct placed_port *placed = &port->placed;
	int64_t first = placed->first_shape;

	TRY(end_group(def, port, group, name->begin));
	if (def->n_port_shapes > INT32_MAX / 2)
		return input_error_at(def->lex.in, name->begin, "too many shapes of pins");
	placed->n_shapes = (int32_t)(def->n_port_shapes - first);
	if (placed->n_shapes) {
		placed->layer = def->port_shape[first].layer;
		placed->rect = def->port_shape[first].rect;
	}
	return add(def, name, port);
}

/* "name + NET net + … ;" */
enum status def_read_pin(struct def *def, const struct word *name)
{
	struct def_group group = {.first_shape = def->n_port_shapes};
	struct def_port port = {.net = -1, .direction = LIB_INOUT};
	struct word word;

	port.placed.layer = -1;
	port.placed.first_shape = (int32_t)def->n_port_shapes;
	for (;;) {
		TRY(lex_next(&def->lex, &word));
		if (word_is(&word, ";"))
			return end_pin(def, name, &port, &group);
		if (word.length == 0)
			return lex_expected(&def->lex, &word, "\";\" after the pin");
		if (word_is(&word, "+"))
			TRY(read_attribute(def, &port, &group));
	}
}
