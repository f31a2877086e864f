/*
 * The factors of set_timing_derate for each delay. Delays with the same factors are of one class; a
 * delay's class is that of the pin and edge where it ends.
 *
 * Each factor is chosen separately: an instance's has priority over its library cell's, and that
 * over the design's; a net's over the design's. Of several for the same object the last one counts;
 * the default is 1.
 */
#ifndef DB_DERATES_H
#define DB_DERATES_H

#include <stdint.h>

#include "db/constraints.h"
#include "db/netlist.h"

enum derated_delay { DERATED_CELL, DERATED_NET, N_DERATED_DELAYS };

enum derate_domain {
	DOMAIN_CLOCK, /* in clock networks */
	DOMAIN_DATA,
	N_DOMAINS
};

struct delay_derate {
	double factor[N_DERATED_DELAYS][N_DOMAINS][N_SPLITS];
};

struct check_derate {
	double factor[N_DOMAINS][N_SPLITS];
};

/* The arrays are NULL and the counts 0 when there are no derates of delays, or of checks. */
struct derates {
	int32_t n_classes;
	struct delay_derate *delay; /* owned [n_classes] */
	int32_t *vertex_class;      /* owned [n_all_pins * N_EDGES] */
	int32_t n_check_classes;
	struct check_derate *check; /* owned [n_check_classes] */
	/* owned [n_instances * N_EDGES]: of an instance's checks of data with an edge */
	int32_t *check_class;
	bool uniform; /* nothing was given for single objects: classes differ by edge only */
};

/* constraints may be NULL. STATUS_NO_MEMORY. */
enum status derates_find(const struct netlist *netlist, const struct constraints *constraints,
			 struct derates *out);
/* Replace derates found by other constraints of this netlist; *same: classes of vertices and checks
 * are unchanged, only their factors may differ. STATUS_NO_MEMORY: `derates` is empty. */
enum status derates_find_again(const struct netlist *netlist, const struct constraints *constraints,
			       struct derates *derates, bool *same);
void derates_release(struct derates *derates);
/* Are there factors for clock networks only, or for data only? constraints may be NULL. */
bool derates_tell_domains(const struct constraints *constraints);

/* The factor of an instance's checks for data with this edge. */
static inline double check_factor(const struct derates *derates, int32_t instance, int edge,
				  enum derate_domain domain, enum split split)
{
	if (!derates->check_class)
		return 1;
	return derates->check[derates->check_class[instance * N_EDGES + edge]]
		.factor[domain][split];
}

#endif
