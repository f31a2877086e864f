/* Designs as snapshots: saved to memory, and what is open used as commands would. */
#ifndef TESTS_LIB_STORED_H
#define TESTS_LIB_STORED_H

#include "gpu/device/device.h"
#include "store/store.h"

/*
 * Time and ask a design that was read, names of all kinds too; its graphs are taken. True when it could be timed, false when
 * an error said why not. Aborts where memory or the device fails.
 */
bool stored_use(struct queue *queue, struct task *task, struct stored_design *design);

#endif
