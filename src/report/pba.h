/* Path-based beside graph-based analysis: what find_paths -pba says. */
#ifndef REPORT_PBA_H
#define REPORT_PBA_H

#include "gpu/search/search_retime.h"
#include "session/session.h"
#include "snap/chart.h"

/* A record of the session's search re-timed, with its points; of a netlist alone, else STATUS_FAILED. To be released on
 * failure too. */
enum status pba_of_record(struct session *session, int32_t record, struct retimed_paths *out);

/* How many there are, whether that is exact, and a table of both slacks. */
void pba_write(const struct search_path_based *found, struct text *out);

/* Both slacks over the rank by path-based analysis (figure 2 of [CPG-J]); ps. To be released, after an error, too. STATUS_FAILED with
 * fewer than two paths. */
enum status pba_chart(const struct search_path_based *found, struct chart *out);

#endif
