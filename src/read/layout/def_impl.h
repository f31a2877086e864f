/*
 * What the parts of the DEF reader share: def.c walks over the file, def_places.c knows points,
 * names and units, def_components.c, def_pins.c, def_nets.c and def_areas.c read their sections
 * into struct def, and def_match.c makes a placement of it.
 */
#ifndef READ_LAYOUT_DEF_IMPL_H
#define READ_LAYOUT_DEF_IMPL_H

#include "db/layout/placement.h"
#include "read/layout/lexer.h"

enum def_warning {
	DEF_UNKNOWN,
	DEF_TWICE,
	DEF_COUNT,
	DEF_SLANTED,
	DEF_MACRO,
	DEF_MASTER,
	DEF_PORT,
	DEF_NET,
	DEF_COMPONENT,
	DEF_PIN,
	DEF_ELSEWHERE,
	DEF_REGION,
	DEF_N_WARNINGS
};

struct def_component {
	int32_t macro, x, y;
	uint8_t status, orientation;
	int32_t region;
};

struct def_connection {
	int32_t component; /* -1 = a port */
	int32_t pin;       /* in pin_name, or the port */
	int32_t net;       /* in net_name */
};

struct def_port {
	int32_t net; /* in net_name, -1 = none of NETS; in special_name until then */
	enum lib_direction direction;
	bool is_bit; /* "a[3]" whose brackets aren't escaped */
	struct placed_port placed;
};

/* Shapes of a pin between PORT and PORT, as read: around the place that comes with them. */
struct def_group {
	int64_t first_shape;
	int32_t x, y;
	enum place_status status;
	enum orientation orientation;
};

struct def {
	struct walk lex;
	struct technology *technology; /* owned reference */
	bool own_technology;           /* a copy, to be added to */
	const struct netlist *linked;  /* borrowed, NULL = a netlist is to be made */
	char *design;                  /* owned */
	int32_t units;                 /* 0 = not said yet */
	char divider, bus_open, bus_close;
	bool plain_names; /* divider and brackets are ours */
	char *name;       /* owned scratch: a name as the netlist has it */
	int64_t name_capacity;
	int32_t *point; /* owned scratch: x, y, … */
	int64_t n_points, point_capacity;
	/* what was read; moved into the placement in the end */
	int32_t *die_point;
	int64_t n_die_points, die_point_capacity;
	struct names component_name, port_name, net_name, pin_name, region_name, string;
	struct def_component *component; /* owned [component_name.n] */
	struct def_port *port;           /* owned [port_name.n] */
	struct def_connection *connection;
	struct placed_row *row;
	struct placed_shape *port_shape;
	struct blockage *blockage;
	int64_t n_matched;     /* letters of names that patterns of groups were compared with */
	struct region *region; /* owned [region_name.n] */
	struct rect *region_rect;
	int64_t component_capacity, port_capacity, connection_capacity, row_capacity;
	int64_t port_shape_capacity, blockage_capacity, region_capacity, region_rect_capacity;
	int64_t n_connections, n_rows, n_port_shapes, n_blockages, n_region_rects;
};

/* ---- places and names: def_places.c ---- */

/* A name as the netlist has it; lives until the next one is asked for. */
enum status def_name(struct def *def, const struct word *word, const char **name, int64_t *length);
/* Such a name, added to a set of names; *added as names_add() has it. */
enum status def_add_name(struct def *def, const struct word *word, struct names *names, int32_t *id,
			 bool *added);
/* The component of a name; -1 = there is none, with a warning. */
enum status def_find_component(struct def *def, const struct word *word, int32_t *component);
/* The technology, which may be added to from now on. */
enum status def_need_technology(struct def *def);
/* The layer, macro or site of a name, added when LEF doesn't describe it. */
enum status def_layer(struct def *def, const struct word *word, int32_t *layer);
enum status def_macro(struct def *def, const struct word *word, int32_t *macro);
enum status def_site(struct def *def, const struct word *word, int32_t *site);

enum status def_take_coordinate(struct def *def, int32_t before, int32_t *out);
enum status def_take_count(struct def *def, const char *what, int32_t *out);
/* All points that follow, into def->point. */
enum status def_take_points(struct def *def);
enum status def_take_orientation(struct def *def, uint8_t *orientation);
/* "( x y ) N" */
enum status def_take_place(struct def *def, int32_t *x, int32_t *y, uint8_t *orientation);
/* STATUS_BAD_INPUT when a sum doesn't fit. */
enum status def_fits(const struct def *def, const char *place, int64_t value);
/* The same when the box of a component doesn't. */
enum status def_check_box(const struct def *def, const struct def_component *c, const char *place);
/* The points at hand, two or a polygon, as rectangles; *out is the caller's to free. */
enum status def_cut(struct def *def, const struct word *place, struct rect **out, int32_t *n_out);

/* ---- sections ---- */

enum status def_read_component(struct def *def, const struct word *name);
enum status def_read_pin(struct def *def, const struct word *name);
/* -1 when there is none. */
int32_t def_find_port(const struct def *def, const char *name, int64_t length);
enum status def_read_net(struct def *def, const struct word *name);
enum status def_read_blockage(struct def *def, const struct word *what);
enum status def_read_region(struct def *def, const struct word *name);
enum status def_read_group(struct def *def, const struct word *name);
enum status def_read_row(struct def *def);
/* "+ REGION name" */
enum status def_take_region(struct def *def, int32_t *region);

/* ---- what is made of it: def_match.c, def_netlist.c ---- */

enum status def_make_placement(struct def *def, struct netlist *linked, struct placement **out);
/* A netlist of what was read. */
enum status def_make_netlist(struct def *def, struct netlist **out);

#endif
