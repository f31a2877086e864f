/* Lenses of the session (db/lens.h): setting them, and the slacks under each one. */
#ifndef SESSION_LENS_H
#define SESSION_LENS_H

#include "db/lens.h"
#include "gpu/image/device_graph.h"
#include "snap/summary.h"

struct call;
struct design;
struct session;
struct timing;

/* The name under which set_lens saves the slacks without lenses, for comparison. */
#define WITHOUT_LENS "without_lens"

/* Set the lenses; before the first one, the slacks without lenses are saved. STATUS_FAILED without
 * a netlist or constraints, while a die is open, and for no_buffers if AOCV tables derate cells. */
enum status session_set_lenses(struct session *session, unsigned lenses);
/* The slacks under lenses that are known already. */
void session_read_lens_slacks(const struct session *session, struct lens_slacks *out);
/* Called before each command: under lenses, prints a first line of the report that names them, or
 * (CSV, JSON) a message on standard error. STATUS_FAILED if the command would write such timing to
 * a file for other tools. */
enum status session_report_lenses(const struct session *session, struct call *call);
/* Totals of a timing's endpoint slacks, with this credit. */
enum status session_total_slacks(struct session *session, struct timing *timing,
				 enum credit_mode cppr, struct slack_totals of[N_SPLITS]);
/* The slacks under each lens, until they are asked for again; the design's own timing and its
 * results stay. Fails as session_set_lenses(). */
enum status session_need_lens_slacks(struct session *session, const struct lens_slacks **out);

#endif
