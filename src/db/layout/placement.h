/*
 * Where the instances and ports of a netlist lie: die, rows, components, ports, blockages, regions.
 * Built by a reader of DEF or by a placer, then never changed, shared by reference. Lengths are
 * those of db/layout/technology.h.
 *
 * Components 0 … n_instances − 1 are the instances of the netlist, in its order; those after them
 * are only here (fillers, taps, what the netlist doesn't know).
 */
#ifndef DB_LAYOUT_PLACEMENT_H
#define DB_LAYOUT_PLACEMENT_H

#include <stdatomic.h>
#include <stdint.h>

#include "base/names.h"
#include "base/status.h"
#include "base/task.h"
#include "db/netlist.h"
#include "db/layout/technology.h"

enum place_status {
	UNPLACED,
	PLACED,
	FIXED,
	COVER,
};

/* As DEF numbers and names them: turned by a number of right angles, then flipped in x. */
enum orientation {
	ORIENT_N,
	ORIENT_W,
	ORIENT_S,
	ORIENT_E,
	ORIENT_FN,
	ORIENT_FW,
	ORIENT_FS,
	ORIENT_FE,
};

struct component {
	int32_t macro; /* of the technology, -1 = unknown; one without size is a point */
	int32_t x, y;  /* lower left corner of its bounding box; 0 when it is unplaced */
	uint8_t status, orientation; /* enum place_status, enum orientation */
};

struct placed_row {
	int32_t name; /* in placement->string */
	int32_t site;
	int32_t x, y;
	enum orientation orientation;
	int32_t n_x, n_y; /* sites along each axis, one of them 1 */
	int32_t step_x, step_y;
};

struct placed_shape {
	int32_t layer;
	struct rect rect; /* as turned and placed on the die */
};

struct placed_port {
	enum place_status status;
	enum tech_use use;
	int32_t x, y;
	enum orientation orientation;
	int32_t layer;                 /* -1 = no shape */
	struct rect rect;              /* its first shape as turned and placed on the die */
	int32_t first_shape, n_shapes; /* all of them, in placement->port_shape */
};

enum blockage_kind {
	BLOCKAGE_HARD,    /* nothing may be there: no cell, or no wire of its layer */
	BLOCKAGE_SOFT,    /* cells only when there is no other way */
	BLOCKAGE_PARTIAL, /* cells up to a density */
};

/* What else DEF says of a blockage, by bits 1 << i of its words. */
enum { N_BLOCKAGE_WORDS = 6, FIRST_BLOCKAGE_LENGTH = 4 /* these have a length */ };
extern const char *const blockage_word[N_BLOCKAGE_WORDS];

struct blockage {
	int32_t layer; /* -1 = of placement */
	struct rect rect;
	enum blockage_kind kind;
	double density;        /* per cent, of BLOCKAGE_PARTIAL */
	int32_t component;     /* that it belongs to, -1 = none */
	int32_t words, length; /* of a word that has one */
};

enum region_kind {
	REGION_INSIDE, /* says nothing: members are inside, others may be */
	REGION_FENCE,  /* others are outside */
	REGION_GUIDE,  /* a wish */
};

struct region {
	int32_t name; /* in placement->string */
	enum region_kind kind;
	int32_t first_rect, n_rects; /* in placement->region_rect */
};

struct placement {
	atomic_int refs;
	char *path;                    /* owned: where it was read, "" when it was made */
	int32_t units;                 /* of the DEF file for a µm: 1000, 2000, … */
	struct netlist *netlist;       /* owned reference */
	struct technology *technology; /* owned reference */
	/* Owned: pin i of master m is the technology's pin master_pin[master_row[m] + i], -1 =
	 * none. */
	int32_t *master_row, *master_pin;
	struct rect die; /* bounding box */
	int32_t n_die_points;
	int32_t *die_point; /* owned [2 × n_die_points]: x, y of a polygon; none for a rectangle */
	int32_t n_rows, n_components, n_blockages, n_regions, n_region_rects, n_port_shapes;
	struct placed_row *row;          /* owned [n_rows] */
	struct component *component;     /* owned [n_components] */
	struct names extra_name;         /* of components n_instances and up; id 0 is the first */
	struct placed_port *port;        /* owned [netlist->n_ports] */
	struct placed_shape *port_shape; /* owned [n_port_shapes] */
	struct blockage *blockage;       /* owned [n_blockages] */
	struct region *region;           /* owned [n_regions] */
	struct rect *region_rect;        /* owned [n_region_rects] */
	int32_t *component_region;       /* owned [n_components], -1 = none; NULL = none has one */
	struct names string;
	int64_t row_capacity, component_capacity, blockage_capacity, region_capacity;
	int64_t region_rect_capacity, die_point_capacity, port_shape_capacity;
	int64_t component_region_capacity;
};

/* All instances and ports of the netlist, unplaced; the macros of their masters are looked up. */
enum status placement_new(const char *path, struct netlist *netlist, struct technology *technology,
			  struct placement **out);
REFERENCES(placement_ref, struct placement)
void placement_unref(struct placement *placement); /* NULL is fine */
RELEASER(placement_drop, struct placement, placement_unref)

/* A copy for a netlist that has the same ports and begins with the same instances; further ones are
 * unplaced. Of the components beyond the netlist fillers stay only if asked for. */
enum status placement_copy(const struct placement *from, struct netlist *netlist, bool fillers,
			   struct placement **out);

/* A component that the netlist doesn't have, unplaced and in no region. STATUS_FAILED when there is one of that name. */
enum status placement_add_component(struct placement *placement, const char *name, int64_t length,
				    int32_t macro, int32_t *component);
enum status placement_add_row(struct placement *placement, const struct placed_row *row);
/* The region of a component, -1 = none. */
enum status placement_set_region(struct placement *placement, int32_t component, int32_t region);
int32_t placement_region(const struct placement *placement, int32_t component);

/* The same placement for each of netlist_tile()'s copies of the netlist, the copies in columns and
 * rows; its die is a rectangle. STATUS_FAILED when that would be too wide. */
enum status placement_tile(const struct placement *placement, struct netlist *tiled,
			   struct task *task, struct placement **out);

/* Name of a component, and of what it is. */
const char *placement_component_name(const struct placement *placement, int32_t component);
const char *placement_component_macro(const struct placement *placement, int32_t component);
/* By name, -1 when it isn't there. */
int32_t placement_find_component(const struct placement *placement, const char *name,
				 int64_t length);
/* Its bounding box; a point when its macro is unknown. */
struct rect placement_component_box(const struct placement *placement, int32_t component);
/* All sites of a row; steps alone when the site has no size. */
struct rect placement_row_box(const struct placement *placement, const struct placed_row *row);
/* Where a pin of the netlist lies: the centre of its shapes, turned with its component; of a port
 * the centre of its shape. False when that is not placed. */
bool placement_pin(const struct placement *placement, int32_t pin, int32_t *x, int32_t *y);

/* A point of a macro of the given size as it lies after turning, still from the lower
 * left corner. */
void orientation_turn(enum orientation orientation, int32_t width, int32_t height, int32_t *x,
		      int32_t *y);
/* Does it swap width and height? */
static inline bool orientation_swaps(enum orientation orientation)
{
	return orientation & 1;
}

/* "N", "FS", …; -1 for any other word. */
extern const char *const orientation_name[8];
int orientation_find(const char *word, int64_t length);

#endif
