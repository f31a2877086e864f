/*
 * AOCV: derates that depend on a path's number of stages (depth) and the distance of its cells, as
 * tables for the design, for library cells or for cells. A table replaces the factor of
 * set_timing_derate for the delays that it covers. A cell's table has priority over its library
 * cell's, and that over the design's; of several for the same object the last one counts.
 *
 * Depth counts cells and nets apart: the depth of a path's cells is the number of its cell arcs,
 * that of its nets the number of its nets. Distance is the diagonal of the box around the path's
 * cells, in µm. Between the points of a table values are linear, beyond them they are those of the
 * nearest.
 */
#ifndef DB_AOCV_H
#define DB_AOCV_H

#include <stdbool.h>
#include <stdint.h>

#include "base/text.h"
#include "db/derates.h"

enum aocv_object { AOCV_DESIGN, AOCV_LIB_CELL, AOCV_CELL, N_AOCV_OBJECTS };

/* "design", "lib_cell", "cell" */
extern const char *const aocv_object_name[N_AOCV_OBJECTS];

struct aocv_table {
	enum aocv_object object;
	char *spec;     /* owned: patterns of names between blanks; "" = all, of the design */
	char *group;    /* owned: "" = none */
	int32_t edges;  /* mask of 1 << edge, of the arc's end */
	int32_t what;   /* DERATE_CELL, _NET, _CLOCK, _DATA */
	int32_t splits; /* mask of 1 << split */
	int32_t n_depths, n_distances; /* 0 = it doesn't depend on that */
	int64_t first; /* in aocv->number: depths, distances (µm), values, the depth running fastest */
};

/* Limits of a table. */
enum { AOCV_MOST_POINTS = 4096 };
#define AOCV_MOST_DEPTH    1e6
#define AOCV_MOST_DISTANCE 1e9 /* µm */
#define AOCV_LEAST_FACTOR  1e-3
#define AOCV_MOST_FACTOR   1e3

struct aocv {
	int32_t n_tables;
	struct aocv_table *table; /* owned */
	int64_t n_numbers;
	double *number; /* owned */
	char *group;    /* owned: tables of this group apply, and those without a group */
	int64_t table_capacity, number_capacity;
};

enum status aocv_new(struct aocv **out);
void aocv_free(struct aocv *aocv); /* NULL is fine */
RELEASER(aocv_drop, struct aocv, aocv_free)
enum status aocv_copy(const struct aocv *aocv, struct aocv **out);

/* Add a table, copying its strings; numbers as above. */
enum status aocv_add(struct aocv *aocv, const struct aocv_table *table, const double *number);
/* Add all tables of `others`. */
enum status aocv_merge(struct aocv *aocv, const struct aocv *others);
/* Set aocv->group. */
enum status aocv_set_group(struct aocv *aocv, const char *group);

static inline int64_t aocv_n_numbers(const struct aocv_table *table)
{
	int64_t depths = table->n_depths, distances = table->n_distances;

	return depths + distances + (depths ? depths : 1) * (distances ? distances : 1);
}

/* Are the numbers of a table within the limits above, and depths and distances ascending? */
bool aocv_is_sound(const struct aocv_table *table, const double *number);

/* The factor at a depth and a distance. */
double aocv_factor(const struct aocv *aocv, int32_t table, double depth, double distance);
/* The least and the largest factor at this or a larger depth, at this or a smaller distance. */
void aocv_factor_range(const struct aocv *aocv, int32_t table, double depth, double distance,
		       double *least, double *most);

/* The tables of the delays that end at a vertex; -1 = none. */
struct aocv_choice {
	int32_t table[N_DERATED_DELAYS][N_DOMAINS][N_SPLITS];
};

/* The tables of each vertex. */
struct aocv_map {
	int32_t n_choices;
	struct aocv_choice *choice; /* owned */
	int32_t *vertex_choice;     /* owned [n_all_pins * N_EDGES] */
	/* owned [n_tables]: matching cells, 1 for the design; 0 = none, or of another group */
	int32_t *n_matched;
	bool has_distance; /* some table that applies depends on distance */
};

enum status aocv_map_make(const struct aocv *aocv, const struct netlist *netlist,
			  struct aocv_map *out);
void aocv_map_release(struct aocv_map *map);

#endif
