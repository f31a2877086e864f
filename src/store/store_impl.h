/* The things of a design as bytes; only the store_*.c files include this. */
#ifndef STORE_STORE_IMPL_H
#define STORE_STORE_IMPL_H

#include "store/coder.h"
#include "store/store.h"

/*
 * A struct has another size than when its code_… function was written: a field is new, or has gone. Code it (and say what it
 * may be), raise STORE_VERSION, and put the new size here. On other ABIs than this one sizes aren't checked.
 */
#ifdef __LP64__
#define SAME_SIZE(name, size)                                                                      \
	_Static_assert(sizeof(struct name) == (size), "snapshots have to know each field of " #name)
#else
#define SAME_SIZE(name, size) _Static_assert(1, "")
#endif

/* Make an object whose path code_path() gave, when it reads, which also frees the path. */
#define CODE_NEW(c, path, make)                                                                    \
	do {                                                                                       \
		if (!(c)->saving && !coder_failed(c))                                              \
			code_fail((c), (make));                                                    \
		if (!(c)->saving)                                                                  \
			free(path);                                                                \
	} while (0)

/* An object that is NULL or there: whether it is. When it reads, it is made by the caller then. */
bool code_is_there(struct coder *c, bool there);

/* The libraries of a design, each once. */
struct library_set {
	int32_t n;
	struct library **library; /* owned [n]; of one that reads references too */
	int64_t capacity;
};

/* ---- store_library.c ---- */
void code_libraries(struct coder *c, struct library_set *set);
/* Which of them: -1 = none. */
int32_t library_set_find(const struct library_set *set, const struct library *library);
void library_set_release(struct library_set *set, bool references);

/* ---- store_netlist.c ---- */
void code_netlist(struct coder *c, const struct library_set *set, struct netlist **netlist);
void code_constraints(struct coder *c, const struct netlist *netlist,
		      struct constraints **constraints);
void code_annotations(struct coder *c, const struct netlist *netlist,
		      struct annotations **annotations);
/* Whether it is there, and its name or where it was read; when it reads, `path` is the caller's. */
bool code_path(struct coder *c, bool there, char **path);
void code_variation(struct coder *c, struct variation *variation);

/* ---- store_aocv.c ---- */
void code_aocv(struct coder *c, const struct netlist *netlist, struct aocv **aocv);

/* ---- store_wires.c ---- */
void code_wires(struct coder *c, const struct netlist *netlist, struct net_wires **wires);

/* Times of a snapshot are less: sums of a few don't overflow. fs */
#define MOST_TIME (INT64_C(1) << 60)

/* ---- store_layout.c ---- */
void code_technology(struct coder *c, struct technology **technology);
void code_placement(struct coder *c, struct stored_design *design);

/* ---- store_graph.c ---- */
void code_graph(struct coder *c, struct graph **graph);

/* ---- store_timing.c ---- */
/* The timing graph and its states, when both are there. */
void code_timing(struct coder *c, struct stored_design *design);
/* The graph of a state graph, which may be the timing graph's. */
void code_graph_of_states(struct coder *c, struct state_graph *states);
enum status new_graph_of_states(struct netlist *netlist, struct state_graph *states);

/* ---- store_states.c ---- */
void code_states(struct coder *c, struct stored_design *design);

/* ---- store_states_check.c ---- */
/* Of a state graph, once all of it has been read. */
late_check check_states;

#endif
