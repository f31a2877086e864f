/*
 * The map that the last `density` made, and what is written of it.
 */
#ifndef REPORT_DENSITY_H
#define REPORT_DENSITY_H

#include "gpu/density/density_maps.h"
#include "session/command.h"
#include "session/parts.h"
#include "snap/density_picture.h"

struct density_pass;

struct density_result {
	struct snap_density *map;    /* owned reference */
	struct placement *placement; /* owned reference: what it is of */
	struct density_grid grid;
	enum density_quantity quantity;
	int32_t usual;   /* of one that wasn't asked for: the most bins it could have had; else 0 */
	bool difference; /* of two quantities, the first being that … */
	enum density_quantity minus; /* … and this the other */
	bool credited;               /* slacks are after CPPR */
	bool has_split;              /* slacks of this one, else of the paths found last */
	enum split split;            /* that its slacks are of, and … */
	int64_t timing_edition;      /* … of which of the design's timings … */
	int64_t saved_serial;        /* … and, of changes, since which saved slacks */
	struct density_options options;
	/* owned [n_components] of DENSITY_SLACK and DENSITY_CHANGE, fs, FS_NONE_64 = none; of
	 * DENSITY_CRITICAL −(dies); else NULL */
	int64_t *slack;
	int64_t *weight;             /* owned [n_components]: options.weight, or NULL */
	int64_t dies_serial, n_dies; /* which dies that is of */
	/* Of `density -backward`, else NULL: owned [n_components], the map under each box; where it is followed step by step
	 * owned references, the map summed along rows, and along columns too (matrix P). */
	struct density_cell *under;
	struct snap_density *sums[2];
	struct density_pass *pass; /* owned: how it is made, step by step; NULL = not followed */
};

/* The session's; NULL = none. */
struct density_maps {
	struct density_result *newest; /* owned */
	struct density_result *before; /* owned: the map before, to go back to */
	int usual; /* enum density_quantity of the map made for a new placement */
};

PART_DATA(struct density_maps, session_maps, density_part)

void density_result_free(struct density_result *result); /* NULL is fine */
RELEASER(density_result_drop, struct density_result, density_result_free)

static inline struct density_layout density_layout_of(struct queue *queue,
						      const struct density_result *result)
{
	return (struct density_layout){queue, result->placement, &result->grid};
}

/* Less is worse: the bins that stand out are those of the least values. */
static inline bool density_least(const struct density_result *result)
{
	return (result->quantity == DENSITY_SLACK || result->quantity == DENSITY_CHANGE) &&
	       !result->difference;
}

/* Bins along an axis, a power of two: as many bins as an eighth of the cells, 16 to 1024 a side. */
int32_t density_usual_side(const struct placement *placement);
/* The map that a result says, of the timing as it is now; on failure what was there stays. */
enum status density_make(struct session *session, struct density_result *result);

/* Another placement, taken over, under a map that is shown: the same map is made of it again. */
enum status density_move_placement(struct session *session, struct placement *placement);

/* Slacks of another timing than the session's, or of another split than what follows its search
 * should be of. */
bool density_is_old(const struct session *session, const struct density_result *result);
/* The map summed under each box: it is one of a backward pass then. */
enum status density_make_under(struct session *session, struct density_result *result);
/* Its sums, once its steps are looked at. */
enum status density_make_sums(struct queue *queue, struct density_result *result);
/* Make it again if it is; on failure it stays as it was. */
enum status density_renew(struct session *session, struct density_result *result);

/* The largest components of a bin (of slacks those of least slack, which make its value); returns
 * how many there are, found has the first `most` of them. Their amounts are µm²; −slack in ps. */
int32_t density_bin_cells(const struct density_result *result, const struct rect *bin, double value,
			  struct density_listed *found, int32_t most);

/* The map of a quantity that is shown before one is asked for, by the queue; its bins are at most
 * `most` along an axis. */
enum status density_make_usual(struct queue *queue, struct placement *placement, int quantity,
			       int32_t most, struct density_result **out);
/* One line: "cells on 64x64 bins: …". */
void density_write_line(const struct snap_density *map, struct text *out);

/* ---- density_pass.c: the making of a map ---- */

/* Another map is the last from now on (NULL = there is none); its pass goes on where it was. */
void density_show(struct session *session, struct density_result *result);
/* What is shown: a step of its making, or the map. */
const struct snap_density *density_shown(const struct density_result *result);
void density_pass_free(struct density_pass *pass); /* NULL is fine */
void density_pass_state(const struct density_result *result, struct density_pass_state *out);
/* What the box of a component adds to the differences; not known when its boxes are none or the
 * pass isn't followed. */
enum status density_corners_of(const struct density_result *result, struct queue *queue,
			       int32_t component, struct density_corners *out);

/* ---- density_view.c ---- */

/* A map to look at: the last one, or, unless a command has made that, one of at most this many bins
 * along an axis or more, of the placement that must be there; of slacks one that is up to date, where that may be made now. */
enum status session_need_density(struct session *session, int32_t most);
/* The colours along a scale ([DENSITY_COLOURS]) and their name, by number (see struct
 * density_query). STATUS_IO, STATUS_BAD_INPUT or STATUS_NO_MEMORY of their file. */
enum status density_colours(int32_t which, bool is_signed, char *name, size_t size,
			    uint8_t (*colour)[3]);
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
