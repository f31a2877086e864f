/*
 * Other constraints for a state graph whose states and ends stay: when data and clocks arrive, and required times of ends.
 */
#ifndef DB_STATE_STATE_EDIT_H
#define DB_STATE_STATE_EDIT_H

#include "db/constraints_change.h"
#include "db/state/state_graph.h"

/* What has to be brought to the device again. */
struct state_changes {
	bool begun; /* else nothing was changed, as it can't be */
	bool seeds; /* arrivals that are given: of these states, owned … */
	int32_t n_seeded;
	int32_t *seeded;
	int64_t seeded_capacity;
	bool clock_seeds; /* … some of which are of clocks */
	bool slews;       /* slews that are given … */
	bool slews_moved; /* … at other vertices */
	bool clock_slews; /* … also those of ideal clocks, which come after those of ports */
	int32_t n_port_slews;
	bool drivers;      /* what drives ports */
	bool loads;        /* of ports */
	bool derates;      /* factors of delays … */
	bool same_classes; /* … in classes that are the same */
	bool all_ends;     /* the constants, groups and factors of any */
	bool all_groups;   /* what groups ends are in, at least */
	bool other_groups; /* some that aren't listed are in another */
	/* and all there is of these, ascending, each once; owned */
	int32_t n_sinks;
	int32_t *sink;
	int64_t sink_capacity;
};

/*
 * Change a state graph and its timing graph, as constraints_compare() found that these constraints differ, to which a
 * reference is taken. *done = false: that can't be, and both are of no use any more, as on failure, or (out->begun is
 * false) what they were. STATUS_NO_MEMORY.
 */
enum status state_graph_edit(struct state_graph *states, struct timing_graph *timing,
			     const struct constraints_change *change, struct constraints *now,
			     struct state_changes *out, bool *done);
/* Make first_sink of the graph. */
enum status state_need_first_sinks(struct state_graph *states);
void state_changes_release(struct state_changes *changes);

#endif
