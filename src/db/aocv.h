/*
 * AOCV: derates that depend on how many stages a path has (depth) and how far apart its cells are
 * (distance), as tables for the design, for library cells or for cells. A table takes the place of the
 * factor of set_timing_derate for the delays that it covers. A table of a cell goes before one of its library
 * cell, and that before the design's; of several for the same object the last counts.
 *
 * Depth counts cells and nets apart: the depth of a path's cells is the number of its cell arcs, that of its
 * nets the number of its nets. Distance is the diagonal of the box around the path's cells, in µm. Between the points
 * of a table values are linear, beyond them they are those of the nearest.
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

/* What a table may have. */
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
	char *group; /* owned: tables of this group count, and those without; "" = those without alone */
	int64_t table_capacity, number_capacity;
};

enum status aocv_new(struct aocv **out);
void aocv_free(struct aocv *aocv); /* NULL is fine */
enum status aocv_copy(const struct aocv *aocv, struct aocv **out);

/* A table with copies of its words; numbers as above. */
enum status aocv_add(struct aocv *aocv, const struct aocv_table *table, const double *number);
/* The same of all of others' tables. */
enum status aocv_merge(struct aocv *aocv, const struct aocv *others);
/* Tables of a group, besides those that have none; "" = these alone. */
enum status aocv_set_group(struct aocv *aocv, const char *group);

static inline int64_t aocv_n_numbers(const struct aocv_table *table)
{
	int64_t depths = table->n_depths, distances = table->n_distances;

	return depths + distances + (depths ? depths : 1) * (distances ? distances : 1);
}

/* Are the numbers of a table such as may be? */
bool aocv_is_sound(const struct aocv_table *table, const double *number);

/* The factor at a depth and a distance. */
double aocv_factor(const struct aocv *aocv, int32_t table, double depth, double distance);
/* The least and the largest at that depth or a larger one, up to that distance. */
void aocv_factor_range(const struct aocv *aocv, int32_t table, double depth, double distance,
		       double *least, double *most);

/* The tables of delays that end at a vertex with a class: by what, domain and split; -1 = none. */
struct aocv_choice {
	int32_t table[N_DERATED_DELAYS][N_DOMAINS][N_SPLITS];
};

/* Which of them each delay has. */
struct aocv_map {
	int32_t n_choices;
	struct aocv_choice *choice; /* owned */
	int32_t *vertex_choice;     /* owned [n_all_pins * N_EDGES] */
	int32_t *
		n_matched; /* owned [n_tables]: cells, or 1 for the design; 0 = its group doesn't count, or nothing matches */
	bool has_distance; /* some table that counts depends on it */
};

enum status aocv_map_make(const struct aocv *aocv, const struct netlist *netlist,
			  struct aocv_map *out);
void aocv_map_release(struct aocv_map *map);

#endif
