/*
 * Which place of the RTL each instance was made of: Verilog's attribute "src", as synthesis leaves it. Only
 * netlists that have such attributes have a table.
 */
#ifndef DB_SOURCES_H
#define DB_SOURCES_H

#include "base/names.h"
#include "base/status.h"

/* Zeroed, it is empty. */
struct sources {
	struct names text; /* each text once */
	int32_t n;         /* instances in the table; those from there on have none */
	int32_t *of;       /* owned [n]: in `text`, -1 = none */
	int64_t capacity;
};

/* Of instances first … end − 1. A text in place of an earlier one. STATUS_NO_MEMORY. */
enum status sources_set(struct sources *sources, int32_t first, int32_t end, const char *text,
			int64_t length);
/* Those of instances from n on are gone. */
void sources_cut(struct sources *sources, int32_t n);
void sources_release(struct sources *sources);

/* NULL = none. */
static inline const char *sources_get(const struct sources *sources, int32_t instance)
{
	if (instance < 0 || instance >= sources->n || sources->of[instance] < 0)
		return NULL;
	return names_get(&sources->text, sources->of[instance]);
}

#endif
