/*
 * A snapshot of a design: what commands ask for, as one file that is read as it is in memory. What is
 * in it and what isn't: doc/inside/files.md ("What a snapshot file has").
 */
#ifndef STORE_STORE_H
#define STORE_STORE_H

#include "base/task.h"
#include "db/annotations.h"
#include "db/aocv.h"
#include "db/graph.h"
#include "db/layout/placement.h"
#include "db/state/state_graph.h"
#include "db/variation.h"
#include "db/net_wires.h"

/* The settings that are not files', as small numbers of the session. */
struct stored_settings {
	int32_t model, cppr;
	bool load_includes_driver_pin, forgives, leaves_unclocked;
	char *link_path; /* NULL = as read */
};

/* Either a graph that was read, or a netlist with what belongs to it; anything may be missing. Of a design
 * that is saved all is borrowed, of one that was read all is owned: references, but variation. */
struct stored_design {
	struct library **library[N_SPLITS];
	int32_t n_libraries[N_SPLITS];
	struct netlist *netlist;
	struct net_wires *wires;
	struct constraints *constraints;
	struct annotations *annotations;
	struct aocv *aocv;
	struct technology *technology;
	struct placement *placement;
	struct variation variation;
	struct timing_graph *timing; /* built already; states are there too then */
	struct state_graph *states;
	struct graph *graph;
	struct stored_settings settings;
};

/* Only of one that was read. */
void stored_design_release(struct stored_design *design);

enum status design_save(const char *path, const struct stored_design *design, int n_threads,
			struct task *task);

struct load_options {
	int n_threads;
	bool any_checksum; /* for fuzzing: what checksums would find is found by other checks */
};

/*
 * Read a snapshot; nothing of the file is trusted. STATUS_BAD_INPUT with "path: error: …" for what isn't one, is damaged
 * or of another version; STATUS_IO, STATUS_NO_MEMORY, STATUS_CANCELLED. On failure *out is empty.
 */
enum status design_load(const char *path, const struct load_options *options, struct task *task,
			struct stored_design *out);

#endif
