/* What the files of the global placer share. */
#ifndef GPU_PLACE_PLACER_IMPL_H
#define GPU_PLACE_PLACER_IMPL_H

#include "gpu/density/density.h"
#include "gpu/place/field.h"
#include "gpu/place/placer.h"

/* Where an evaluation was made and what came of it, [items] each. */
struct placer_side {
	struct place_xy *d_main;          /* owned: u, the places that count */
	struct place_xy *d_at;            /* owned: v, where the gradient was taken */
	struct place_xy *d_pull, *d_push; /* owned */
};

enum { PLACER_ARRAYS = 4 }; /* of a side */

/* How hard nets pull from an iteration on. */
struct placer_weighting {
	int32_t iteration;
	float *weight; /* owned [nets], in the placer's order */
};

/* What the host decides by. */
struct placer_state {
	int32_t iteration;
	double lambda, gamma; /* gamma: in widths of a bin */
	double step;          /* alpha of the next step */
	double momentum;      /* a of Nesterov's */
	double length;        /* at d_at */
	double overflow;
	double least_overflow; /* so far */
	int32_t since;         /* iterations since least_overflow fell */
	bool over;
};

/* A kept iteration. */
struct placer_kept {
	struct placer_state state;
	struct placer_side side; /* owned */
};

struct placer {
	struct queue *queue; /* borrowed */
	struct rect core;
	int32_t n_cells, n_nets, n_narrow, n_fillers;
	int64_t n; /* cells and fillers */
	int64_t n_pins;
	double unit;    /* lengths of the width of a bin */
	double charge;  /* of all cells, in bins */
	double most;    /* of the field's values */
	bool has_large; /* cells on many bins */
	double full;    /* charge of a full bin */
	struct density_grid grid;
	struct field field;
	int64_t *d_blocked;  /* owned [bins]: what has no room, as charge at the target density */
	int64_t full_target; /* charge of a bin at it */

	int32_t *d_net_row, *d_pin_cell; /* owned */
	struct place_xy *d_pin_at;       /* owned [pins] */
	float *d_net_weight, *d_length;  /* owned [nets], narrow ones first */
	int32_t *net_order;              /* owned [nets]: net of the problem */
	struct place_xy *d_pin_pull;     /* owned [pins] */
	int64_t *d_row, *d_pin;          /* owned [cells + 1], [pins of cells] */
	int64_t *row;                    /* owned [cells + 1]: on the host */
	int32_t *
		pin_net; /* owned [pins of cells]: nets of the cells' pins, in the placer's order */
	int32_t *d_size; /* owned [2 items] */
	int64_t *d_weight;                       /* owned [items]: of charge */
	float *d_degree, *d_charge;              /* owned [items] */
	struct place_xy *d_half;                 /* owned [items] */
	struct density_box_32 *d_box, *d_scaled; /* owned [items] */
	struct density *cells, *fillers;         /* owned; the latter NULL without any */
	int64_t *d_under[2];                     /* owned [items] */
	double *d_part, *d_total;                /* owned */
	double *total;                           /* owned [N_PLACE_SUMS][PLACE_PARTS] */
	double sum[N_PLACE_SUMS];

	struct placer_weighting
		*weighting;         /* owned, by iteration; the first is from the beginning on */
	int32_t n_weightings, used; /* which one the device has, -1 = none */
	int64_t weighting_capacity;

	struct placer_side side[2]; /* the newest iteration's and a trial's */
	int now;                    /* which is the newest */
	struct placer_state state;
	struct placer_point *point; /* owned [known + 1] */
	int64_t point_capacity;
	int32_t known;            /* iterations that there were */
	struct placer_kept *kept; /* owned, by iteration; the first is the beginning */
	int32_t n_kept;
	int64_t kept_capacity;
	int32_t keep_each;     /* iterations between two that are kept */
	struct place_xy *host; /* owned [cells]: to read places */
};

/* Fill in all that doesn't change, and the places it begins with. */
enum status placer_fill(struct placer *placer, const struct placer_problem *problem);
enum status placer_side_new(struct placer *placer, struct placer_side *out);
void placer_side_free(struct placer *placer, struct placer_side *side);
void placer_side_copy(struct placer *placer, const struct placer_side *from,
		      struct placer_side *to);

#endif
