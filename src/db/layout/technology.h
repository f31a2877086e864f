/*
 * What LEF says of a technology and its cells: layers, sites, and the macros that components are
 * placed as. Everything is in flat arrays; a macro owns a range of pins, these a range of shapes.
 * Several files add up to one. Built by a reader, never changed after technology_close(), shared by
 * reference; to add to one that is shared, add to a copy.
 *
 * A layer, site or macro that is named somewhere and described nowhere is there too, blank, so that
 * nothing that refers to it is lost: a macro without size is a point.
 *
 * Lengths are whole numbers of 1/40000 µm, here and in db/layout/placement.h: all units that DEF allows
 * divide it, so nothing is rounded, and 32 bits reach 53 mm.
 */
#ifndef DB_LAYOUT_TECHNOLOGY_H
#define DB_LAYOUT_TECHNOLOGY_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/names.h"
#include "base/status.h"
#include "db/library.h"
#include "db/layout/rect.h"

enum tech_layer_kind {
	TECH_ROUTING,
	TECH_CUT,
	TECH_OTHER_LAYER, /* MASTERSLICE, OVERLAP, IMPLANT */
};

struct tech_layer {
	enum tech_layer_kind kind;
	int32_t level;           /* from the bottom, 0 first; -1 = only named */
	bool vertical;           /* DIRECTION */
	int32_t pitch[2];        /* of tracks across x and y; 0 = not said */
	int32_t width;           /* of a default wire */
	double resistance;       /* kΩ a square; of a cut layer, kΩ a cut; 0 = not said */
	double area_capacitance; /* fF/µm² */
	double edge_capacitance; /* fF/µm of each edge */
};

enum { SYMMETRY_X = 1 << 0, SYMMETRY_Y = 1 << 1, SYMMETRY_R90 = 1 << 2 };

struct tech_site {
	bool described; /* else only named */
	int32_t width, height;
	int32_t symmetry; /* SYMMETRY_ flags */
	bool is_pad;
};

enum tech_class {
	TECH_CORE, /* and what says nothing */
	TECH_CORE_SPACER,
	TECH_CORE_TIE,
	TECH_CORE_TAP, /* WELLTAP */
	TECH_CORE_ANTENNA,
	TECH_BLOCK,
	TECH_PAD,
	TECH_ENDCAP,
	TECH_COVER,
	TECH_RING,
};

enum tech_use {
	TECH_SIGNAL,
	TECH_CLOCK,
	TECH_POWER,
	TECH_GROUND,
	TECH_ANALOG,
};

/* A rectangle of a pin or an obstruction, from the macro's lower left corner. */
struct tech_shape {
	int32_t layer; /* -1 = none named */
	struct rect rect;
};

struct tech_pin {
	int32_t name; /* in technology->string */
	enum lib_direction direction;
	enum tech_use use;
	int32_t first_shape, n_shapes;
};

struct tech_macro {
	bool described; /* else only named */
	enum tech_class class;
	int32_t width, height;
	int32_t symmetry;
	int32_t site; /* -1 = none */
	int32_t first_pin, n_pins;
	int32_t first_obstruction, n_obstructions; /* in technology->shape */
	int64_t line;                              /* in the file */
};

struct technology {
	atomic_int refs;
	char *path;                 /* owned: of the file read last */
	int32_t manufacturing_grid; /* 0 = not said */
	int32_t units; /* of the database, for a µm: DEF's when it says none; 0 = not said */
	struct names layer_name, site_name, macro_name; /* ids are the indices below */
	struct names string;
	int32_t n_layers, n_sites, n_macros, n_pins, n_shapes;
	int32_t n_described_layers, n_described_macros;
	struct tech_layer *layer; /* owned [n_layers], from the bottom up, then those only named */
	struct tech_site *site;   /* owned [n_sites] */
	struct tech_macro *macro; /* owned [n_macros] */
	struct tech_pin *pin;     /* owned [n_pins] */
	struct tech_shape *shape; /* owned [n_shapes] */
	int64_t layer_capacity, site_capacity, macro_capacity, pin_capacity, shape_capacity;
};

enum status technology_new(const char *path, struct technology **out);
REFERENCES(technology_ref, struct technology)
void technology_unref(struct technology *technology); /* NULL is fine */
RELEASER(technology_drop, struct technology, technology_unref)

/* One that says the same and is the caller's, to be added to; `path` as for a new one. */
enum status technology_copy(const struct technology *technology, const char *path,
			    struct technology **out);
/* After the last addition: layers in order, from the bottom up; a site that is only named is as
 * high as the lowest macro on it. */
enum status technology_close(struct technology *technology);

/* One more at the end of its array, for readers. Of a name that is there already the last
 * description counts: the same index again, blank. STATUS_NO_MEMORY. */
enum status technology_add_layer(struct technology *technology, const char *name, int64_t length,
				 int32_t *layer);
enum status technology_add_site(struct technology *technology, const char *name, int64_t length,
				int32_t *site);
enum status technology_add_macro(struct technology *technology, const char *name, int64_t length,
				 int32_t *macro);
/* The one of that name, which isn't described (yet) when it is new. */
enum status technology_name_layer(struct technology *technology, const char *name, int64_t length,
				  int32_t *layer);
enum status technology_name_site(struct technology *technology, const char *name, int64_t length,
				 int32_t *site);
enum status technology_name_macro(struct technology *technology, const char *name, int64_t length,
				  int32_t *macro);
/* A pin of the macro added last, a shape of the pin added last; obstructions come after the pins.
 * Ranges are counted by the caller. */
enum status technology_add_pin(struct technology *technology, int32_t name, int32_t *pin);
enum status technology_add_shape(struct technology *technology, const struct tech_shape *shape);

/* -1 when there is none. */
int32_t technology_find_macro(const struct technology *technology, const char *name);
/* The pins [n] of a macro that have the names with these ids, -1 = none. STATUS_NO_MEMORY. */
enum status technology_find_pins(const struct technology *technology, int32_t macro,
				 const struct names *names, const int32_t *name, int32_t n,
				 int32_t *pin);

/* Is a macro of that name described, and without pins but for supplies? Fillers, taps, …, which
 * no library needs to have. */
bool technology_is_physical(const struct technology *technology, const char *macro);
/* The names of these. STATUS_NO_MEMORY. */
enum status technology_list_physical(const struct technology *technology, struct names *out);

/* The centre of the bounding box of a pin's shapes, from the macro's lower left corner; the macro's
 * centre for a pin without shapes. */
void technology_pin_centre(const struct technology *technology, const struct tech_macro *macro,
			   int32_t pin, int32_t *x, int32_t *y);

#endif
