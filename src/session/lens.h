/* Looking at the design under lenses (db/lens.h): set, and one after another. */
#ifndef SESSION_LENS_H
#define SESSION_LENS_H

#include "db/lens.h"
#include "gpu/image/device_graph.h"
#include "snap/summary.h"

struct call;
struct design;
struct session;
struct timing;

/* The name of the slacks that set_lens keeps of the design itself, to compare with. */
#define WITHOUT_LENS "without_lens"

/* Time the design under these lenses from now on. The slacks without any are saved before the first. STATUS_FAILED without a
 * netlist or constraints, while a die is open, and for no_buffers where AOCV tables are what derates cells. */
enum status session_set_lenses(struct session *session, unsigned lenses);
/* As far as they are known. */
void session_read_lens_slacks(const struct session *session, struct lens_slacks *out);
/* Before a command runs under lenses: a report says so in its first line, or (CSV, JSON) on standard error; STATUS_FAILED when
 * it would write such timing to a file for others. */
enum status session_tell_lenses(const struct session *session, struct call *call);
/* Add up the slacks of a timing's endpoints, with this credit. */
enum status session_total_slacks(struct session *session, struct timing *timing,
				 enum credit_mode cppr, struct slack_totals of[N_SPLITS]);
/* Time a copy of the design (design_copy()), and add up the slacks of its endpoints. */
enum status session_time_copy(struct session *session, struct design *copy, enum credit_mode cppr,
			      struct slack_totals of[N_SPLITS]);
/* Fill session->lens_slacks; the design's own timing, and what was found in it, stay. The same failures. */
enum status session_need_lens_slacks(struct session *session);

#endif
