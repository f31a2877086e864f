/* Designs that benchmarks make instead of reading them. */
#ifndef BENCH_MADE_H
#define BENCH_MADE_H

#include "session/design.h"

/*
 * "PROFILE" or "PROFILE:GATES" (gen/profile.h), with one clock, of the libraries in two files; its
 * timing is up to date on the queue's device. *paths: all late paths, borrowed from the timing.
 */
enum status made_design(const char *profile, const char *late, const char *early,
			struct queue *queue, struct task *task, struct design *design,
			struct path_image **paths);

/* Only the netlist and its constraints, of the libraries that the design has. */
enum status made_netlist(const char *profile, struct task *task, struct design *design);

#endif
