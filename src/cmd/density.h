/*
 * The map that the last `density` made, and what is written of it.
 */
#ifndef CMD_DENSITY_H
#define CMD_DENSITY_H

#include "algo/density_maps.h"
#include "cmd/command.h"

struct density_result {
	struct snap_density *map;    /* owned reference */
	struct placement *placement; /* owned reference: what it is of */
	struct density_grid grid;
	enum density_quantity quantity;
	bool difference; /* of two quantities, the first being that */
	struct density_options options;
	int64_t *
		slack; /* owned [n_components] of DENSITY_SLACK, fs, FS_NONE_64 = none; else NULL */
};

void density_result_free(struct density_result *result); /* NULL is fine */

/* Less is worse: the bins that stand out are those of the least values. */
static inline bool density_least(const struct density_result *result)
{
	return result->quantity == DENSITY_SLACK && !result->difference;
}

/* report_density: extremes and quantiles; what is above a target; the n top bins with their cells.
 */
enum status density_report(const struct density_result *result, struct text *out);
void density_report_overflow(const struct density_result *result, double target, struct text *out);
enum status density_report_bins(const struct density_result *result, int32_t n, struct text *out);

/* All bins in the format that the name of the file says, .csv, .npy or .pgm. */
enum status density_write(const struct density_result *result, const char *path, struct task *task);

struct image_options {
	const char *colours; /* of COLOUR_MAPS; NULL = what fits the map */
	bool has_min, has_max;
	double min, max; /* ends of the scale; else those of the values */
	int32_t size;    /* pixels of the map's longer side, about; 0 = 800 */
};

/* The map as PNG, with a scale of colours and of lengths. */
enum status density_save_image(const struct density_result *result, const char *path,
			       const struct image_options *options, struct task *task);

#endif
