/* How long lists of a search's paths take: filters, orders, looking for a path. */
#ifndef BENCH_LISTS_H
#define BENCH_LISTS_H

#include "gpu/search/search.h"

/* Called with each figure: its name and milliseconds. */
typedef void lists_tell(void *context, const char *figure, double ms);

/* Of a search that is finished, each several times; medians. */
enum status lists_measure(struct search *search, int runs, lists_tell *tell, void *context);

#endif
