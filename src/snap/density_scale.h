/*
 * The colour scale of a density map: from values to places along its colours and back. A share is a
 * scaled value, 0 … 1, or −1 … 1 for signed maps; a place is 0 … 1 along the colours.
 */
#ifndef SNAP_DENSITY_SCALE_H
#define SNAP_DENSITY_SCALE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"

#define DENSITY_SCALES "linear|log|equalised"
enum density_scale { DENSITY_LINEAR, DENSITY_LOG, DENSITY_EQUALISED, N_DENSITY_SCALES };
extern const char *const density_scale_name[N_DENSITY_SCALES];

enum { DENSITY_DECADES = 3 }; /* of a logarithmic scale below its end */

/* The values of a map. */
struct density_range {
	double low, high;
	bool is_signed; /* negative values have colours of their own */
	bool least;     /* less is worse (slacks): colours are reversed */
};

struct density_shares {
	enum density_scale kind;
	bool is_signed, least; /* as its range */
	double low, high;      /* its ends */
	double *sorted;        /* owned [n]: values of the map, for the equalised one; else NULL */
	int64_t n, n_below;    /* of them, n_below are below 0 */
};

/* A scale for n values, NAN ignored. If there is no memory for an equalised scale, all shares are
 * 0. */
void density_shares_init(struct density_shares *shares, enum density_scale kind,
			 struct density_range range, const double *value, int64_t n);
void density_shares_release(struct density_shares *shares);

double density_share(const struct density_shares *shares, double value);
/* The place of a share's colour. */
double density_share_place(const struct density_shares *shares, double share);
/* The value whose colour is at a place. */
double density_value_at(const struct density_shares *shares, double place);

#endif
