/* The making of a state graph; only the state_*.c files include this. */
#ifndef DB_STATE_STATE_IMPL_H
#define DB_STATE_STATE_IMPL_H

#include "base/keys.h"
#include "db/state/exceptions.h"
#include "db/state/relations.h"
#include "db/state/state_graph.h"
#include "db/state/state_spreader.h"

/* Exceptions begun, by their numbers. */
struct item_list {
	int32_t n;
	int64_t capacity;
	struct progress_item *item;
};

/* Which point lists of exceptions a path can still meet downstream of each vertex. */
struct state_reach {
	int32_t n_targets, n_lists;
	/* Owned [n_exceptions], [n_targets]: target[row[e] + p] is the bit of the list (-through or -to) that exception e
	 * needs next when it has passed p -throughs; -1 = it may end anywhere. */
	int32_t *row, *target;
	int32_t n_words; /* 0 = no exception needs a list */
	uint64_t *
		ahead; /* owned [n_vertices · n_words]: bits of lists with a pin at the vertex or downstream */
};

/* A clock's tag at a pin whose settings change the clock's mode. */
struct clock_enter {
	int32_t tag, next;
	int32_t mode[N_SPLITS]; /* after it */
};

/* A mode in which a clock begins somewhere, and in which splits, as bits. */
struct clock_begin {
	struct clock_mode mode;
	int32_t id; /* in the tag */
	int splits;
};

/* What threads selected once: owned. */
struct selected {
	bool there;
	int32_t n;
	int32_t *item;
};

/* How much of each array of states is of clocks, when all had spread; n_states 0 = it isn't known. */
struct clock_states {
	int64_t number; /* as in struct state_graph */
	int32_t n_states, n_arcs, n_tags, n_modes, n_seeds, n_constants, n_lost;
	uint8_t *flags; /* owned [n_states]: those that they had then */
};

/* Memory that a part of the ends is met in, before all are put together: of no content. */
struct ends_memory {
	struct endpoint *endpoint; /* owned */
	int32_t *sink_vertex;      /* owned */
	int64_t *sink_required;    /* owned */
	int64_t capacity, vertex_capacity, required_capacity;
};

/*
 * Where clocks come and what of it data needs. Without path delays no exception matters to it, so it is kept with the
 * states for those that are made after an edit of exceptions.
 */
struct state_basis {
	struct constraints
		*constraints; /* owned reference: of which it was made; NULL = it isn't kept */
	/* owned [n_all_pins]: SOURCE_ bits of pins where clocks are defined; NULL = none of those is of interest */
	uint8_t *is_source;
	/* Generated clocks whose source latency is the delay from their master's source: which they are, and the
	 * vertices from which the source of each is reached, as bits. Owned. */
	int32_t n_insertions;
	int32_t *insertion; /* [n_insertions] clocks */
	int32_t n_words;
	uint64_t *cone;       /* [n_vertices · n_words], NULL = none */
	bool *is_captured;    /* owned [n_vertices]: the clock of a check, or of a launch arc */
	bool has_data_checks; /* of the library */
	/* Owned: bits of the places in reach of clocks, in words of 64; NULL = any. Places stay the same when the order is
	 * found again (graph_find_order()). */
	uint64_t *clock_places;
	uint8_t *has_clock; /* owned [n_all_pins]: a clock comes there; NULL = not asked for */
	/* Instances that may be gates of clocks; vertices with slews of ideal clocks, and those where a register's clock
	 * doesn't come. */
	struct selected gates, ideal, unclocked;
	uint8_t *
		data_cone; /* owned [n_vertices]: where a clock that reaches it reaches an end of data */
	/* Owned, NULL = no clock has settings at pins: [n_all_pins] which have some, and
	 * [n_vertices] from which one of these is reached. */
	uint8_t *is_clock_pin, *pin_cone;
	uint8_t *is_uncertain; /* owned [n_all_pins]: clocks have another uncertainty after it */
	struct clock_states clocks; /* of the states that have this basis */
	/* owned [n_ends]: fresh pages would take a third of the time in which ends are met */
	struct ends_memory *ends;
	int n_ends;
	int64_t insertion_capacity;
};

/*
 * What came of a meeting at a library's check: all that have its key, at pins that no exception names, have the same relation
 * and constant, or no end.
 */
struct met {
	int32_t data, clock; /* tags */
	int32_t kind, edge;  /* enum endpoint_kind, of the data; with the split of the check */
	int32_t relation;    /* MET_NEVER = nothing is known, MET_NOTHING = there is no end */
	int64_t constant;
};

enum { MET_NEVER, MET_NOTHING, MET_FIRST /* and the relation's number */ };
enum { MOST_MET = 512 };

struct state_builder {
	struct state_graph *states;
	struct state_graph *
		left; /* owned: states no longer used, whose memory the new ones take; NULL = none */
	struct state_spreader *spreader;   /* borrowed: by which data spreads */
	struct timing_graph *owner;        /* borrowed: gets slews of ideal clocks … */
	const struct timing_graph *timing; /* … and is only read otherwise */
	const struct netlist *netlist;
	const struct constraints *constraints; /* NULL = none */
	struct exception_index exceptions;
	struct relations relations;
	struct state_reach reach;
	struct task *task;
	struct state_basis basis;
	/* Owned, bits of pins: those with demands of outputs, which go before checks; and, where ends are looked for elsewhere,
	 * those with checks, and those whose checks path delays may end beside. NULL = not asked for. */
	uint64_t *output_pins, *checked_pins, *inner_pins;
	uint8_t *segment; /* owned [n_all_pins]: enum segment, as bits; NULL = no path is cut */
	/* owned [n_vertices]: from where an output with an output delay is reached, where data without a clock
	 * matters to these alone; NULL = it goes everywhere, or nowhere yet */
	uint8_t *output_cone;
	bool wants_output_cone; /* it is made once data without a clock begins */
	/* owned [n_vertices], NULL = no clock has settings at pins: clocks that reach such a pin
	 * and aren't in their mode after it yet, linked; -1 = none */
	int32_t *entering;
	int32_t n_enter;
	struct clock_enter *enter; /* owned [n_enter] */
	/* owned: tags without progress, by kind and clock edge + 1; -1 = not made yet */
	int32_t *plain_tag;
	int64_t enter_capacity, vertex_capacity;
	int32_t *relation_slot; /* owned: open addressing; number of a relation and one more, 0 =
				 * free */
	int64_t n_relation_slots;
	int32_t *tag_slot,
		*set_slot; /* owned: likewise, tags with progress and sets of exceptions */
	int64_t n_tag_slots, n_set_slots;
	struct item_list items; /* owned: a set that is being made */
	/* Owned, NULL = no data check has asked for them: arcs by head, and marks of a cone. */
	int32_t *in_row, *in_arc;
	uint8_t *in_cone; /* [n_states] */
	int32_t *cone_of; /* owned [n_vertices]: the first cone of each, -1 = none */
	/* States are the vertices of the timing graph, as long as each has one tag at most and each
	 * arc is one there; `conflict` tells that it didn't go on. */
	bool flat, conflict;
	int32_t clocks_from; /* the first state that clocks spread from */
	int32_t n_of_clocks; /* the states when all clocks had spread: their vertices have all of them */
	bool same_basis;       /* it is that of the states before */
	bool has_clocks;       /* the new states' arrays begin with all that basis.clocks says */
	int options;           /* STATES_… */
	bool unconstrained;    /* make endpoints of which nothing is demanded */
	bool leaves_unclocked; /* STATES_LEAVE_UNCLOCKED */
	/* False paths have states: data checks, required times, or derates of clocks only count them. */
	bool keeps_false;
	struct met met[MOST_MET];         /* by a hash of their keys */
	int32_t end_vertex, n_ends_there; /* of the last end, and how many came there in a row */
	uint8_t *has_sink; /* owned [n_states], then: bit of each split in which it has one, or none
			    * by a false path */
	struct endpoint
		*again; /* borrowed: the endpoint that is met again, NULL = new ones are made */
	bool fixed;     /* nothing is made: what would be new is a conflict */
};
/* The items 0 … n − 1 that are one (base/parallel.h), in their order: selected once for a basis. STATUS_NO_MEMORY. */
enum status state_select(struct state_builder *b, struct selected *selected, int64_t n,
			 bool (*is_one)(const void *builder, int64_t item));
/* What it owns, but the states. */
void state_builder_release(struct state_builder *b);

/* In basis.is_source: a clock without -add is defined there, at which other clocks end; one with -add. */
enum { SOURCE_STOPS = 1, SOURCE_PASSES = 2 };

/* Pins inside the design that are startpoints or endpoints of set_max_delay or set_min_delay. */
enum segment {
	SEGMENT_START_RISE = 1 << 0, /* paths begin there, by transition */
	SEGMENT_START_FALL = 1 << 1,
	SEGMENT_END = 1 << 2,    /* they may end there */
	SEGMENT_BREAKS = 1 << 3, /* data that comes there goes no further; what begins there does */
};

/* ---- state_segments.c ---- */

enum status state_find_segments(struct state_builder *b);
/* Does data of a state go no further by an arc? */
bool state_is_cut(const struct state_builder *b, int32_t state, int32_t arc);

/* ---- state_walk.c ---- */

/* What a thread finds of the next round. */
struct walk_found {
	int32_t n;
	int64_t capacity;
	int32_t *vertex; /* owned */
	bool lacks_memory;
};

/* Vertices of the timing graph, each once: those where it begins, then round by round what these lead to. Within a round
 * threads find them in any order. */
struct state_walk {
	int32_t n, n_rounds;
	int32_t *vertex, *row;    /* owned: [n]; where rounds begin [n_rounds + 1] */
	int32_t done;             /* of these have been stepped from */
	struct walk_found *found; /* owned [n_parts] */
	int n_parts;
	const char *head; /* borrowed: what steps look at of a head, and its size */
	size_t head_size;
	int64_t capacity, row_capacity;
};

/* Note the heads of a vertex that are to be stepped from next; on any thread. */
typedef void state_walk_fn(void *context, int32_t vertex, struct walk_found *found);
void walk_note_vertex(struct walk_found *found, int32_t vertex);

enum status state_walk_begin(struct state_walk *walk);
enum status state_walk_add(struct state_walk *walk, int32_t vertex);
/* From those that haven't been stepped from, by threads or alone. */
enum status state_walk_round(struct state_walk *walk, const struct timing_graph *timing,
			     state_walk_fn *step, void *context, bool alone);
void state_walk_release(struct state_walk *walk);

/* ---- state_reach.c ---- */

enum status state_find_reach(struct state_builder *b);
void state_reach_release(struct state_reach *reach);
/* Can a vertex need several tags because some data there has begun an exception and other data has not? Not by a false path
 * whose conditions are all met at the startpoint: such paths get no states. */
bool state_exceptions_part(const struct state_builder *b);
/* The bit of the list that an exception begun needs ahead, -1 = none. */
int32_t state_target(const struct state_builder *b, const struct progress_item *item);
/* May a path at a vertex still meet an exception that it has begun? Else it can be forgotten. */
bool state_may_meet(const struct state_builder *b, const struct progress_item *item,
		    int32_t vertex);

/* ---- state_tags.c ---- */

/* Instead of a tag: no data or clock arrives. */
enum { TAG_NONE = -1 };

enum status state_find_tag(struct state_builder *b, enum tag_kind kind, int32_t clock_edge,
			   int32_t progress, int32_t *tag);
/* The states' tags were made by another builder: find them again. */
void state_note_tags(struct state_builder *b);
/* The state of a vertex and a tag, made when it isn't there. */
enum status state_get(struct state_builder *b, int32_t vertex, int32_t tag, int32_t *state);
/* That many states, arcs in all, of an own graph, for threads to fill: STATUS_NO_MEMORY beyond 2^31 − 1. */
enum status state_need_states(struct state_builder *b, int64_t n);
enum status state_need_arcs(struct state_builder *b, int64_t n);
/* -1 when it isn't there. */
int32_t state_find(const struct state_builder *b, int32_t vertex, int32_t tag);

/* Room in a table of open addressing for twice the number of things, all free. */
enum status hash_slots_renew(int32_t **slot, int64_t *n_slots, int64_t n);

/* ---- state_requests.c ---- */

/* That an arc leads from a state to one of a vertex with a tag. */
struct state_request {
	int32_t from, head, tag, delay;
};

/* The state that a request is for: a number, or the code of the first request for it as long as it has none. A new
 * one is linked after a state, as the first of its vertex (-1) or after what another request is for (AFTER_REQUEST),
 * and before that of another (a code, -1 = none). */
struct state_sought {
	int32_t head, tag, to, after, next;
};

enum { AFTER_REQUEST = -2 };

/* Those of a part of the vertices. */
struct state_requests {
	int32_t n, n_new;
	struct state_request *request; /* owned */
	int32_t first_arc, first_new;  /* the number of its first arc and of its first new state */
	/* Owned: where those of each share of the heads are among all that is sought; and the next of a loop. */
	int32_t *begin, *end, *at;
	bool is_left;
	enum status status;
	int64_t capacity;
};

/* A thread that asks. */
struct state_asker {
	struct state_builder *b;
	struct state_requests *own;
};

struct state_spreading {
	struct state_builder *b;
	/* Note the requests of a vertex by state_request(), or is_left: it takes more. */
	enum status (*ask)(struct state_asker *asker, int32_t vertex);
	/* All of that for one vertex, by one thread. */
	enum status (*alone)(struct state_builder *b, int32_t vertex);
	struct state_requests *part; /* owned [n_parts] */
	struct state_sought
		*sought; /* owned: by the requests of a block, by share, part and order */
	int64_t capacity;
	int n_parts, parts; /* of all threads, of the block */
};

enum status state_spreading_begin(struct state_builder *b, struct state_spreading *s);
enum status state_request(struct state_asker *asker, const struct state_request *request);
/* Spread from vertices of which none leads to another, as `alone` would from one after another. */
enum status state_spread_by_parts(struct state_spreading *s, const int32_t *vertex, int64_t n);
void state_spreading_release(struct state_spreading *s);

/* ---- state_tag_sets.c ---- */

/* Data from where it begins; b->conflict: vertices can't be states. */
enum status state_spread_sets(struct state_builder *b);

/* ---- state_progress.c ---- */

/* Instead of a set of exceptions: a false path has been met in full, so the path is not continued, as in
 * OpenSTA. */
enum { PROGRESS_FALSE = -1 };

/* What a path has begun when it starts at `start` and goes on to `vertex` (the same at ports). An output
 * that it leaves a register by is a -through, not a -from. */
enum status progress_begin(struct state_builder *b, int32_t clock_edge, int32_t start,
			   int32_t vertex, int32_t *progress);
/* The same where data leaves an open latch: path delays -from the enable, here with the opening edge, concern it too, as in
 * OpenSTA. */
enum status progress_begin_at_latch(struct state_builder *b, int32_t clock_edge, int32_t start,
				    int32_t vertex, int32_t enable, int32_t *progress);
/* May a path that began so end at a path delay that ignores the latency of clocks? Then also the
 * same of the path without it. */
bool progress_may_ignore(const struct state_builder *b, int32_t clock_edge, int32_t progress);
enum status progress_without_latency(struct state_builder *b, int32_t *progress);
bool progress_is_without_latency(const struct state_graph *states, int32_t progress);
/* With an input delay where others may come through: it keeps apart from those. */
enum status progress_begin_apart(struct state_builder *b, int32_t clock_edge, int32_t vertex,
				 int32_t *progress);
/* A clock's edge that begins as data at the clock's source. */
enum status progress_begin_clock(struct state_builder *b, int32_t clock_edge, int32_t vertex,
				 int32_t *progress);
bool progress_is_clock(const struct state_graph *states, int32_t progress);
/* Data that leaves a latch, at its input. */
enum status progress_leave_latch(struct state_builder *b, int32_t *progress);
/* When data reach another vertex. */
enum status progress_advance(struct state_builder *b, const struct tag *tag, int32_t vertex,
			     int32_t *progress);

/* ---- state_tags.c again ---- */

/* An arc with the delay of one of the timing graph, or along it (-1 = none) a constant one,
 * ~constant. */
enum status state_add_arc(struct state_builder *b, int32_t from, int32_t to, int32_t arc,
			  int32_t delay);
/* Delays that are NOT_GIVEN (FS_NONE_64) in a split let nothing through. */
enum status state_add_constant(struct state_builder *b, const int64_t delay[N_SPLITS],
			       int32_t driver, int32_t *arc);
/* The worst of several at a state. */
enum status state_add_seed(struct state_builder *b, const struct seed *seed);
/* The number of a group, made when it isn't there; of a set of groups, after its members. */
enum status state_find_group(struct state_builder *b, const char *name, int32_t *group);

/* The number of a relation, made when it isn't there. */
enum status state_find_relation(struct state_builder *b, const struct relation *relation,
				int32_t *id);

/* ---- state_meeting.c ---- */

/* Data and what it meets at its end. Numbers that aren't set are -1. */
struct meeting {
	enum endpoint_kind kind;
	enum split split;
	int32_t data;              /* state */
	int32_t clock;             /* state of the capturing clock, -1 = none */
	int32_t clock_vertex;      /* of a check, else -1 */
	int32_t capture_edge;      /* -1 = none */
	int32_t table, check;      /* as in struct endpoint */
	int64_t external, latency; /* fs */
	/* Of a latch, whose clock above is that of the edge that opens it: the departure, -1 = not a latch;
	 * the state of the closing edge. */
	int32_t departure, closes;
	int32_t reference; /* of a data check, in data_references->reference; -1 = the clock's state alone */
	bool zero_cycle; /* a data check: setup within a cycle, hold one source period earlier */
	int32_t output;  /* as of the endpoint */
};

#define MEETING_INIT                                                                               \
	{                                                                                          \
		.clock = -1, .clock_vertex = -1, .capture_edge = -1, .table = -1, .check = -1,     \
		.departure = -1, .reference = -1                                                   \
	}

/* One without a clock, a check and a latch. */
static inline struct meeting meeting_at(enum endpoint_kind kind, enum split split, int32_t data)
{
	struct meeting meeting = MEETING_INIT;

	meeting.kind = kind;
	meeting.split = split;
	meeting.data = data;
	return meeting;
}

/* Make the endpoint of a meeting, unless nothing constrains it. */
enum status state_meet(struct state_builder *b, const struct meeting *given);
/* The endpoint itself, whose required time (without a clock) or distance to the clock is `constant`, fs. */
enum status state_add_endpoint(struct state_builder *b, const struct meeting *meeting,
			       const struct relation *relation, int64_t constant);
/* The path group, or the set of them, by group_path (end NULL: not by that), or else by a path delay (NULL = none),
 * check or capturing clock. */
enum status state_find_path_group(struct state_builder *b, const struct meeting *meeting,
				  const struct exception *delay, const struct path_end *end,
				  int32_t *group);
/* Of a clock edge: when it is in the first period, fs; -1 = no clock: 0. */
int64_t state_edge_time(const struct state_builder *b, int32_t clock_edge);
/* May data of a state end by an exception (NULL = none)? Data that doesn't count the latency of clocks ends at
 * path delays that don't, and nowhere else. */
bool state_is_for(const struct state_builder *b, int32_t data, const struct exception *exception);

/* ---- state_parts.c ---- */

/* Meet the ends of items begin … end − 1, which makes ends and what these have: relations and groups. Where each vertex
 * has one state an item has one end at most. */
typedef enum status state_meet_fn(struct state_builder *b, int64_t begin, int64_t end);
void state_release_ends(struct state_basis *basis); /* its memory for parts */
/* Those of items 0 … n − 1, by threads. */
enum status state_meet_by_parts(struct state_builder *b, int64_t n, state_meet_fn *meet);

/* ---- state_outputs.c ---- */

enum status state_add_outputs(struct state_builder *b);
/* Data at a pin with an output delay; at a port with a required time. */
enum status state_meet_output(struct state_builder *b, const struct external_delay *given,
			      int32_t data, enum split split);
enum status state_meet_required(struct state_builder *b, int32_t data, enum split split);

/* ---- state_endpoints.c ---- */

/* Data of which paths may end there; what leaves a latch begins there. */
bool state_is_data(const struct state_builder *b, int32_t state);
/* Do arcs that are possible leave a pin? */
bool state_leads_on(const struct timing_graph *timing, int32_t pin);

enum status state_add_endpoints(struct state_builder *b);

/* Meet once more what an endpoint was made of, by other constraints: it takes its place. *met = false: nothing constrains it
 * now. Whether it can be met is asked first. Not of latches, nor where delays ignore the latency of clocks. */
bool state_can_meet_again(const struct state_builder *b, int32_t sink);
enum status state_meet_again(struct state_builder *b, int32_t sink, bool *met);

/* A pin of a data check or a gate's enable, where path delays may end beside its check. */
void state_note_inner_end(struct state_builder *b, int32_t pin);
/* Data at the enable of a clock gate and a state of its clock, in one split. */
enum status state_meet_gating(struct state_builder *b, int32_t data, int32_t clock,
			      enum split split, int64_t margin);

/* ---- state_data_checks.c ---- */

/* Data at the pin of a non-sequential check against the data at its related pin. */
enum status state_meet_non_sequential(struct state_builder *b, const struct check *check,
				      int32_t data);
enum status state_add_data_checks(struct state_builder *b);
/* Could there be any, of commands or of the library? */
bool state_has_data_checks(const struct state_builder *b);
/* Mark the pins of data checks as ends of clocks that are data: mark[vertex] = 1. */
void state_mark_data_checks(const struct state_builder *b, uint8_t *mark);

/* ---- state_order.c ---- */

/* So that the endpoints of each pin follow each other. */
enum status state_gather_endpoints(struct state_builder *b);

/* ---- state_numbers.c ---- */

/* The group of ends of which nothing is demanded; -1 = they aren't asked for. */
int32_t state_free_group(const struct state_graph *states);
/* *moved: groups have other numbers. */
enum status state_number_relations(struct state_graph *states, bool *moved);

/* ---- state_latches.c ---- */

/* Where data leaves latches, and what it goes on to. */
enum status state_seed_latches(struct state_builder *b);
/* Of a setup check with the state of its clock: the departure, if it is the one that closes a latch; -1. */
int32_t state_find_latch(const struct state_builder *b, const struct check *check, int32_t clock);
/* From the pair of edges that a check compares (launch, closing) to that with the opening edge. */
void state_open_relation(const struct state_builder *b, const struct clock_relation *closing,
			 struct relation *relation);
/* The latch of the newest sink. */
enum status state_add_latch(struct state_builder *b, int32_t departure, int32_t closes,
			    int32_t table);
enum status state_finish_latches(struct state_builder *b);

/* ---- state_gating.c ---- */

/* Once clocks have spread: find the pins with clocks, b->has_clock. STATUS_NO_MEMORY. */
enum status state_need_clocked_pins(struct state_builder *b);

enum status state_add_gating_checks(struct state_builder *b);
/* Marks [n_vertices] the pins where data may meet a clock in a gate, once clocks have spread; returns whether there are
 * any. */
enum status state_mark_enables(struct state_builder *b, uint8_t *mark, bool *any);

/* ---- state_ways.c ---- */

/* Find the vertices that lead to the sources of the generated clocks in b->insertion. */
enum status state_find_cones(struct state_builder *b);
/* Does a vertex lead to the source of the generated clock at this place of b->insertion? */
bool state_is_on_way(const struct state_builder *b, int32_t insertion, int32_t vertex);
/* Find the edges of generated clocks for which only paths from the master's opposite edge exist. */
enum status state_find_opposite_edges(struct state_builder *b);

/* ---- state_clocks.c ---- */

/* Of the constraints: where clocks are defined, and which generated clocks have the delay from their master as source
 * latency; of the timing graph: the clock pins of registers. */
enum status state_mark_sources(struct state_builder *b);
enum status state_find_insertions(struct state_builder *b);
enum status state_mark_captured(struct state_builder *b);

/* Make the states of clock edges at the clocks' sources; spread them through the clock network, from a state on; then
 * make those of generated clocks that no master's edge reached. */
enum status state_seed_clocks(struct state_builder *b);
enum status state_spread_clocks(struct state_builder *b, int32_t from);
/* From one vertex, by b->clocks_from. */
enum status state_spread_clocks_of(struct state_builder *b, int32_t vertex);
/* Does a clock with a tag go on by an arc? */
bool state_passes_clock(const struct state_builder *b, int32_t tag, int32_t vertex, int32_t arc);
enum status state_seed_lost_clocks(struct state_builder *b, bool *any);
enum status state_add_ideal_slews(struct state_builder *b);

/* Is the source latency of a generated clock the delay from its master's source, as no latency is given? */
bool state_is_inserted(const struct state_builder *b, int32_t clock);
/* The state in which a generated clock's edge begins, with an ideal one's latency or without; -1 = the
 * latency before it is given otherwise. */
int32_t state_of_insertion(const struct state_builder *b, int32_t clock_edge, bool with_network);
/* Does a clock begin at a vertex: at a side of one of its sources? */
bool state_is_source_of(const struct state_builder *b, const struct clock *clock, int32_t vertex);
/* Other clocks stop there, unless they may be added to. */
bool state_stops_clocks(const struct state_builder *b, int32_t vertex);
/* Of a clock up to one of its sources as it is given, fs. */
int64_t state_source_latency(const struct state_builder *b, int32_t c, int32_t pin,
			     enum split split, int edge);
/* In timing->driver, -1 = none drives this vertex. */
int32_t vertex_driver(const struct timing_graph *timing, int32_t vertex);

/* ---- state_clock_pins.c ---- */

enum status state_find_clock_pins(struct state_builder *b);
enum status state_begin_entering(struct state_builder *b);
/* Those of which set_clock_uncertainty says something, a part of that: all that ends need. */
enum status state_find_uncertain(struct state_builder *b);
struct clock_mode state_mode_of(const struct state_builder *b, const struct tag *tag);
/* The tag of a clock downstream of a pin that says what it is uncertain by; elsewhere the same. */
enum status state_uncertain_tag(struct state_builder *b, int32_t tag, int32_t pin, int32_t *after);
/* How a clock begins at a source: *n modes, one for both splits or one for each. */
enum status state_begin_modes(struct state_builder *b, int32_t clock_edge, int32_t pin,
			      struct clock_begin out[N_SPLITS], int *n);
/* The ways to pins downstream of a source: at these arrivals, or so much after a state (-1 = none). */
enum status state_begin_ways(struct state_builder *b, int32_t clock_edge, int32_t vertex,
			     const int64_t arrival[N_SPLITS], int32_t after);
enum status state_spread_way(struct state_builder *b, int32_t state);
/* Is something said of clocks at a vertex' pin? Then they are noted there, and go on in other modes
 * when all of them have come. */
bool state_enters_pin(const struct state_builder *b, int32_t vertex);
enum status state_note_entering(struct state_builder *b, int32_t vertex, int32_t tag);
enum status state_enter_pins(struct state_builder *b, int32_t vertex);

/* Does a clock's edge pass an arc, as set_sense has it? Senses count from the clock's source; of pulses both
 * edges come from the one that triggers them. */
bool state_sense_lets(const struct state_builder *b, int32_t clock_edge, int32_t tail,
		      int32_t head);

/* ---- state_clock_data.c ---- */

/* Mark all from which a marked vertex is reached by arcs that clocks and data pass; pins where clocks
 * are defined end the way. cone: [n_vertices]. */
enum status state_sweep_back(const struct state_builder *b, uint8_t *cone);
/* Which vertices clocks as data pass, and where they begin. */
enum status state_find_data_cone(struct state_builder *b);
enum status state_seed_clock_data(struct state_builder *b);
/* Once all states are there: where clocks and data share delays. */
enum status state_mark_shared(struct state_builder *b);

/* ---- state_data.c ---- */

/* Let data begin at a vertex with this set of exceptions begun: at the arrival times of the seed, or with a state
 * `after` (-1 = none), at that state's arrival plus these times. */
enum status state_seed_data(struct state_builder *b, int32_t clock_edge, struct seed *seed,
			    int32_t vertex, int32_t after, int32_t progress);
enum status state_seed_inputs(struct state_builder *b);
/* Has an output a required time? That is demanded of any data, whatever launched it. */
bool state_has_required(const struct state_builder *b);
/* Registers and latches that no clock reaches: they launch at time 0, as in OpenSTA, for path delays and outputs. */
enum status state_seed_registers(struct state_builder *b);
/* Does data of such a register begin in this state? */
bool state_begins_unclocked(const struct state_graph *states, int32_t state);
/* A delay by each edge of its clock that it counts from, their number is returned: with a reference pin
 * those that come there as the edge that was named. */
int state_edges_of(const struct state_builder *b, const struct external_delay *given,
		   struct external_delay of[N_EDGES]);
int32_t state_at_reference(const struct state_builder *b, const struct external_delay *given,
			   int32_t after);
enum status state_spread_data(struct state_builder *b);
/* The tag that data with `tag` has at the head of an arc; TAG_NONE = no path continues there. */
enum status state_tag_ahead(struct state_builder *b, int32_t tag, int32_t arc, bool launching,
			    int32_t *ahead);

/* Does an arc lead from the clock of a register to its output? */
static inline bool state_launches(const struct state_builder *b, int32_t arc)
{
	int32_t type = b->timing->graph->arc_type[arc];

	return type >= 0 && b->timing->type[type].launches;
}

#endif
