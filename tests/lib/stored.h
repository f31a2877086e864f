/* Designs as snapshots: saved to memory, and what is open used as commands would. */
#ifndef TESTS_LIB_STORED_H
#define TESTS_LIB_STORED_H

#include "gpu/device/device.h"
#include "random_design.h"
#include "store/store.h"

/*
 * Time and ask a design that was read, names of all kinds too, and edit its constraints at random; its graphs are taken. True when it
 * could be timed, false when an error said why not. Aborts where memory or the device fails.
 */
bool stored_use(struct queue *queue, struct task *task, struct stored_design *design);
/* Save the graphs of a design and read them: as a file has them, with what they refer to in *opened, which they must not outlive. Those that no file has
 * stay as they are. */
void stored_again(struct task *task, const struct random_design *design,
		  struct timing_graph **graph, struct state_graph **states,
		  struct stored_design *opened);

#endif
