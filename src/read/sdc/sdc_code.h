/* Constraints as bytes: what the child of a script sends, and what a snapshot has. */
#ifndef READ_SDC_SDC_CODE_H
#define READ_SDC_SDC_CODE_H

#include "base/text.h"
#include "db/constraints.h"

/* `out` is empty. Taking them up checks every number against the netlist and gives what is wrong, NULL = nothing; `constraints` are
 * new ones of the netlist, and hold what was taken. */
enum status sdc_put_constraints(const struct netlist *netlist, struct constraints *constraints,
				struct text *out);
const char *sdc_take_constraints(const char *data, int64_t length, const struct netlist *netlist,
				 struct constraints *constraints);

#endif
