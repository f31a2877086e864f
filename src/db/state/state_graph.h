/*
 * The state graph: what paths are searched in, and what arrivals and required times are computed
 * on. A state is a vertex of the timing graph (a pin and an edge) and a tag that says what comes
 * along there: a clock in its network, or data with the clock edge that launched it and the
 * timing exceptions of which it has passed the first points. So an endpoint has a required time for
 * each tag that arrives, as launches by other clocks, or paths with a multicycle exception, need others.
 *
 * Its arcs take their delays from those of the timing graph. Where every vertex has one tag at
 * most, as with a single clock, it is the timing graph itself and costs nothing.
 */
#ifndef DB_STATE_STATE_GRAPH_H
#define DB_STATE_STATE_GRAPH_H

#include <string.h>

#include "db/timing_graph.h"

enum tag_kind {
	TAG_DATA,
	TAG_CLOCK,
	/* A master clock's edge between its source and that of a generated clock: it measures the source latency of the
	 * generated clock. */
	TAG_INSERTION,
	TAG_INSERTION_DATA, /* the same downstream of the output of a register, such as a divider's */
	/* A clock between its source and a pin at which set_propagated_clock or set_clock_latency gives it another mode:
	 * it arrives there with the delays of the clock network, or (ideal) without any. */
	TAG_NETWORK,
	TAG_AT_ONCE,
	/* At a register's clock: where paths without clock latency begin, or (without a clock edge) where no clock
	 * comes. */
	TAG_LAUNCH,
};

struct tag {
	enum tag_kind kind;
	/* The edge that launched the data, -1 = no clock; of a clock its edge; of TAG_INSERTION the generated clock, with
	 * the edge of its master. */
	int32_t clock_edge;
	/* Of data: the set of exceptions begun, in state_graph->progress, 0 = none. Of TAG_CLOCK: in state_graph->mode, 0 =
	 * propagated or ideal as the clock itself is. */
	int32_t progress;
};

/*
 * What a tag of data has beside its clock edge: an exception of which the path has passed the first `passed` -through lists, or
 * one of the pseudo exceptions below, whose numbers are above those of all exceptions.
 */
enum {
	FIRST_PSEUDO = INT32_MAX - 3,
	LEAVES_LATCH =
		FIRST_PSEUDO, /* the path begins at a latch's data input: see struct departure */
	CLOCK_AS_DATA,        /* it begins at a clock's source: the edge of a clock used as data */
	/* The path is timed without the clock's latency, for set_max_delay -ignore_clock_latency: such data counts at ends with that
	 * path delay alone, the same data with latency at all others. */
	WITHOUT_LATENCY,
	APART, /* the path begins by an input delay at a pin inside the design, which other paths pass through */
};

/* The mode of a clock downstream of a pin with settings of its own. */
struct clock_mode {
	bool propagated;           /* else ideal … */
	int64_t latency[N_SPLITS]; /* … with this network latency, fs */
	/* What is subtracted for hold and setup where it captures, fs; FS_NOTHING = the clock's. */
	int64_t uncertainty[N_SPLITS];
};

struct progress_item {
	int32_t exception, passed;
};

struct progress {
	int32_t first, n; /* in state_graph->progress_item, by exception */
};

enum endpoint_kind {
	ENDPOINT_SETUP,
	ENDPOINT_HOLD,
	ENDPOINT_RECOVERY,
	ENDPOINT_REMOVAL,
	ENDPOINT_GATING_SETUP, /* of an inferred clock gate, whose clock and edge are the endpoint's */
	ENDPOINT_GATING_HOLD,
	ENDPOINT_DATA_SETUP, /* set_data_check: against data at the related pin */
	ENDPOINT_DATA_HOLD,
	ENDPOINT_NONSEQ_SETUP, /* a non-sequential check of the library, against a clock or data */
	ENDPOINT_NONSEQ_HOLD,
	ENDPOINT_OUTPUT, /* an output delay, or a required time at a port */
	ENDPOINT_DELAY,  /* set_max_delay or set_min_delay alone */
	/* Nothing is demanded: no slack, unless such paths are asked for; then minus the arrival
	 * (late), or the arrival. */
	ENDPOINT_UNCONSTRAINED,
	N_ENDPOINT_KINDS
};

/* No time in a split: nothing arrives, nothing comes through. As FS_NONE_64 of the kernels. */
#define FS_NOTHING INT64_MAX

/* What many endpoints have in common: how a capturing clock edge relates to a launching one. All
 * fs. */
struct relation {
	enum split split;
	int32_t launch_edge, capture_edge; /* clock edges, -1 = none */
	int64_t launch_time, capture_time; /* of the two edges that are compared */
	int64_t multicycle;                /* what that shifts the capture by */
	int64_t uncertainty;
	int64_t margin;      /* set_path_margin: positive tightens, late and early */
	bool between_clocks; /* the uncertainty is one of -from and -to */
	int32_t exception;   /* multicycle or delay, or what makes the ends false; -1 = none */
	int32_t group;       /* NO_GROUP where the ends are false */
};

enum { NO_GROUP = -1 };

/* A sink of the graph: a check or a required time, of one sort of arrival, in one split. */
struct endpoint {
	enum endpoint_kind kind;
	enum split split;
	int32_t relation;
	int32_t clock; /* the state whose arrival it is checked against, -1 = none */
	/* Of a data check, in data_references->reference: the one of several launches of the data at
	 * the clock's state whose arrival there counts; -1 = the state's. */
	int32_t reference;
	/* of the timing graph, of a check (its slew matters) or of a gate's clock; else -1 */
	int32_t clock_vertex;
	int32_t table; /* of the check, -1 = none */
	int32_t check; /* in timing->check, -1 = none; of a latch too, whose endpoint has no table */
	int32_t output;   /* 1 + the output delay that demands it, 0 = none */
	int64_t external; /* fs: output delay */
	int64_t latency;  /* fs: of the capturing clock, where it has no state */
	/* fs: what is added to the clock's arrival, or the required time itself without a clock;
	 * the check comes on top */
	int64_t constant; /* FS_NOTHING when unconstrained, or false */
	double derate;    /* of the check */
};

/*
 * A late check of a latch's data input. Its endpoint is compared with the edge that opens the latch.
 * Data that comes later borrows time, up to the closing edge less the setup time, or up to a limit.
 */
struct latch {
	int32_t sink;
	int32_t departure;    /* in state_graph->departure: what leaves the latch */
	int32_t closes;       /* state of the enable's closing edge */
	int32_t close_vertex; /* of the timing graph */
	int32_t table;        /* of the check, -1 = none */
	int64_t constant;     /* fs: what is added to the closing edge's arrival */
	int64_t limit;        /* fs: set_max_time_borrow; FS_NOTHING = none */
	int64_t shift; /* fs: what takes data into the first period of the opening edge's clock */
	double derate; /* of the check */
};

/*
 * Where data leaves a latch that was open when it came: a state at the data input where paths begin,
 * with the edge that opens the latch as the launch. It arrives with the last of the data that comes
 * after the opening edge, at the limit at the latest, and (early) with the first data, at the opening
 * edge at the soonest; nothing arrives while no late data comes after that edge.
 */
struct departure {
	int32_t state;
	int32_t opens, closes_vertex; /* state of the opening edge; vertex of the closing one */
	int64_t edge;     /* fs: without latency: the opening edge's time; else FS_NOTHING */
	int32_t first, n; /* of its latches in state_graph->departing */
};

/*
 * Data at a related pin, the reference of data checks: what arrives at a vertex of the timing graph
 * from one startpoint, launched by one clock edge. Each launch is a reference of its own, as its credit
 * with the launch of the data that is checked is.
 */
struct launch_reference {
	int32_t cone;  /* in data_references->cone */
	int32_t start; /* a state where it begins; of several the first */
};

/* The states from which data reaches a related pin by one clock edge, startpoints included. */
struct reference_cone {
	int32_t vertex, clock_edge;
	bool with_clocks; /* also clocks that are data */
	int32_t first, n; /* in data_references->state and of_state, by state */
	int32_t first_reference, n_references; /* none: there are too many to keep apart */
	int32_t next;                          /* of the same vertex, -1 = none */
};

/* The references of data checks. */
struct data_references {
	int32_t n, n_cones, n_states;
	struct launch_reference *reference; /* owned [n] */
	struct reference_cone *cone;        /* owned [n_cones] */
	int32_t *state, *of_state; /* owned [n_states]; what begins at the state, -1 = nothing */
	int64_t capacity, cone_capacity, state_capacity, of_state_capacity;
};

/* A state with a given arrival, fs; FS_NOTHING in a split = nothing arrives. */
struct seed {
	int32_t state;
	int32_t driver; /* in timing->driver: what the driving cell of the port adds, -1 = none */
	int64_t arrival[N_SPLITS];
};

/* Data that arrives at a port with a propagated generated clock: the state where that begins. */
struct clocked_input {
	int32_t state, clock;
};

/* In place of an arc of the timing graph: ~i = the delay is state_graph->constant[i], ARC_BLOCKED = no arrival comes through. */
#define ARC_BLOCKED INT32_MIN

struct constant_delay {
	int32_t driver;          /* in timing->driver: adds to it, -1 = none */
	int64_t delay[N_SPLITS]; /* fs, or FS_NOTHING */
};

enum {
	STATE_DATA = 1 << 0,   /* paths run through it */
	STATE_START = 1 << 1,  /* paths begin here */
	STATE_SEEDED = 1 << 2, /* it has a seed */
	STATE_LEAVES = 1 << 3, /* data leaves a latch there */
	STATE_SHARED = 1 << 4, /* of the first of a vertex: see state_is_shared() */
};

/* Clocks of which each making of timing warns. */
struct warned_clocks {
	/* owned: generated clocks whose source no path from the master's source reaches; their source
	 * latency is 0 */
	int32_t *lost;
	/* owned: edges of generated clocks for which only paths from the master's opposite edge exist */
	int32_t *opposite;
	int32_t n_lost, n_opposite;
	int64_t lost_capacity, opposite_capacity;
};

/* Of the arrays of states, while they are made; `state` is of tag_of. */
struct state_capacity {
	int64_t mode, tag, progress, item, state, next, flags, constant, seed;
	int64_t relation, endpoint, group, input, latch, departure;
};

struct state_graph {
	struct timing_graph *timing; /* borrowed: its owner owns this too */
	struct graph *graph;         /* owned reference; vertices are states */
	struct state_basis
		*basis; /* owned: what edits of exceptions don't change; NULL = it isn't kept */
	bool is_timing_graph;
	/* States and arcs of clocks, and where data begins, come first: how many. All, where data's
	 * aren't after them. */
	int32_t n_begun, n_begun_arcs;
	/* A number of the states of clocks, which other states have that took them over; 0 = none. */
	int64_t clocks;
	/* Borrowed: what has the arcs after these, until state_graph_need_arcs(); NULL = the graph
	 * has them. */
	struct state_spreader *away;
	bool leaves_unclocked; /* STATES_LEAVE_UNCLOCKED */
	uint8_t made_by;       /* 1 + the options by which they were made */
	int32_t n_tags;
	struct tag *tag; /* owned */
	int32_t n_progress;
	struct progress *progress; /* owned; 0 is empty */
	int32_t n_progress_items;
	struct progress_item *progress_item; /* owned */
	/* owned [n_vertices of graph]; a vertex of the timing graph that nothing reaches is a
	 * state without tag (-1) when both graphs are one */
	int32_t *tag_of;
	int32_t n_modes;
	struct clock_mode *mode; /* owned; the first is no mode */
	uint8_t *flags;
	/* owned: the states of each vertex of the timing graph, -1 = none (more); NULL when both graphs are
	 * one: see state_first() */
	int32_t *first, *next;
	/* owned [n_arcs of graph], at most one of the two: when both graphs are one, whether arrivals come through an arc; where
	 * some arc has another delay than its own, where each arc has its delay from. See state_delay(). */
	uint8_t *passes;
	int32_t *arc;
	int32_t n_constants;
	struct constant_delay *constant; /* owned */
	int32_t n_seeds;
	struct seed *seed; /* owned */
	int32_t n_inputs;
	struct clocked_input *input; /* owned */
	int32_t n_latches, n_departures, n_departing;
	struct latch *latch;         /* owned, by sink */
	struct departure *departure; /* owned, by state */
	int32_t *departing;          /* owned [n_departing]: latches by departure */
	struct data_references references;
	int32_t n_relations;
	struct relation *relation; /* owned */
	struct endpoint *endpoint; /* owned [graph->n_sinks]; those of a pin follow each other */
	int32_t *
		first_sink; /* owned [n_pins], NULL until an edit asks: the first of each pin's, -1 = none */
	/* owned [n_vertices of timing], NULL until an edit asks: struct state_builder's output_cone after the edits so far */
	uint8_t *output_cone;
	struct warned_clocks warned;
	int32_t n_groups;
	/* owned, each too: names of path groups. The paths of an end are in one, or in a set of them, whose name has a line
	 * for each, sorted; its members have numbers, too. */
	char **group;
	struct state_capacity capacity;
};

/* Add the names of groups that aren't among `names` yet; each has its group's number. STATUS_NO_MEMORY. */
enum status state_group_names(const struct state_graph *states, struct names *names);
/* Group i of a set of groups, or (i = 0) the group itself, by state_group_names(); -1 = no more. */
int32_t state_group_member(const struct state_graph *states, const struct names *names, int32_t set,
			   int i);
static inline bool state_group_is_set(const struct state_graph *states, int32_t group)
{
	return strchr(states->group[group], '\n') != NULL;
}
/* Is it the group, or a set with it? */
bool state_group_has(const struct state_graph *states, int32_t set, int32_t group);
/* Its name, of a set with '+' between the groups; NULL = out of memory. */
char *state_group_label(const char *name);

enum states_options {
	/* also endpoints of which nothing is demanded, and paths from inputs without constraints */
	STATES_UNCONSTRAINED = 1 << 0,
	/* output delays demand nothing of data that no clock launched, as OpenSTA 3 has it */
	STATES_LEAVE_UNCLOCKED = 1 << 1,
};

struct state_spreader;

/* Make the states of a timing graph and its constraints, by a spreader (state_spreader.h); options: STATES_… . `left` are states
 * that are no longer used, whose memory the new ones take; NULL = none. STATUS_NO_MEMORY beyond 2^31 − 1 states. */
enum status state_graph_new(struct timing_graph *timing, struct state_spreader *spreader,
			    int options, struct task *task, struct state_graph *left,
			    struct state_graph **out);
void state_graph_free(struct state_graph *states); /* NULL is fine */
/* To be called before the graph's arcs are read: the device that made them may have left them in its memory.
 * STATUS_NO_MEMORY, STATUS_DEVICE. */
enum status state_graph_need_arcs(struct state_graph *states);
/* Are there ends that aren't false? */
bool state_graph_has_ends(const struct state_graph *states);

/* Latency of a clock's edge, fs: up to its sources, and in the network from there on, which a propagated
 * clock has in its paths instead. */
int64_t clock_latency(const struct clock *clock, enum split split, int edge, bool with_source,
		      bool with_network);

/* The first of the states of a vertex, from one on, that has an edge of a clock there; -1 = none. */
int32_t state_next_of_clock(const struct state_graph *states, int32_t from, enum tag_kind kind,
			    int32_t clock_edge);
/* The state at a vertex with TAG_INSERTION of a generated clock and its master's edge, else that with
 * TAG_INSERTION_DATA; -1 = neither. */
int32_t state_of_way(const struct state_graph *states, int32_t vertex, int32_t clock_edge);
/* Is a clock in its network there, or at an end of its way, propagated? */
bool state_is_propagated(const struct state_graph *states, int32_t state);
/* The worst transition of the ideal clocks that reach a vertex, 0 where none is set; false when there is none. */
bool state_ideal_slew(const struct state_graph *states, int32_t vertex, struct given_slew *out);
static inline bool tag_is_insertion(const struct tag *tag)
{
	return tag->kind == TAG_INSERTION || tag->kind == TAG_INSERTION_DATA;
}

/* Does the tag only measure an arrival at a pin of the clock network, where nothing is launched or captured by it? */
static inline bool tag_is_on_way(const struct tag *tag)
{
	return tag_is_insertion(tag) || tag->kind == TAG_NETWORK || tag->kind == TAG_AT_ONCE;
}

/* Of the timing graph: the vertex of a state. */
static inline int32_t state_vertex(const struct state_graph *states, int32_t state)
{
	return graph_netlist_vertex(states->graph, state);
}

/* The side of a pin that it is at; the pin, whichever side. */
static inline int32_t state_side(const struct state_graph *states, int32_t state)
{
	return state_vertex(states, state) / N_EDGES;
}

static inline int32_t state_pin(const struct state_graph *states, int32_t state)
{
	return graph_pin(states->graph, state);
}

/* The first of the states of a vertex of the timing graph, and the one after a state; -1 = none. */
static inline int32_t state_first(const struct state_graph *states, int32_t vertex)
{
	if (states->first)
		return states->first[vertex];
	return states->tag_of[vertex] >= 0 ? vertex : -1;
}

static inline int32_t state_next(const struct state_graph *states, int32_t state)
{
	return states->next ? states->next[state] : -1;
}

/* Where an arc has its delay from: an arc of the timing graph, ~constant, or ARC_BLOCKED. */
static inline int32_t state_delay(const struct state_graph *states, int32_t arc)
{
	if (!states->passes && !states->arc)
		return states->graph->arc_type[arc];
	if (states->passes)
		return states->passes[arc] ? arc : ARC_BLOCKED;
	return states->arc[arc];
}

/* The tag of a state, NULL = it has none. */
static inline const struct tag *state_tag(const struct state_graph *states, int32_t state)
{
	return states->tag_of[state] < 0 ? NULL : &states->tag[states->tag_of[state]];
}

/* The clock whose edge arrives there in its network, -1 = none does. */
static inline int32_t state_clock(const struct state_graph *states, int32_t state)
{
	const struct tag *tag = state_tag(states, state);

	return tag && tag->kind == TAG_CLOCK ? tag->clock_edge / N_EDGES : -1;
}

/* Does a clock's edge arrive there, in its network or as a measured latency (tag_is_on_way()), or as a launch? */
static inline bool state_is_of_clock(const struct state_graph *states, int32_t state)
{
	const struct tag *tag = state_tag(states, state);

	return tag && tag->kind != TAG_DATA && tag->clock_edge >= 0;
}

/* Of the timing graph: does a clock pass a vertex, and also data on its way to an end? Delays there are derated by the
 * worse of both factors. */
static inline bool state_is_shared(const struct state_graph *states, int32_t vertex)
{
	int32_t first = state_first(states, vertex);

	return first >= 0 && states->flags[first] & STATE_SHARED;
}

/* Does the state have data that is timed without clock latency (WITHOUT_LATENCY)? */
bool state_is_without_latency(const struct state_graph *states, int32_t state);
/* Is its data the edge of a clock, used as data from the clock's source on? */
bool state_is_clock_as_data(const struct state_graph *states, int32_t state);
/* Does data leave a latch there? The departure of a state, the latch of a sink; -1 = none. */
bool state_leaves_latch(const struct state_graph *states, int32_t state);
int32_t state_departure(const struct state_graph *states, int32_t state);
int32_t state_latch_of_sink(const struct state_graph *states, int32_t sink);
/* Is an endpoint checked against data: a set_data_check, or a non-sequential check whose related pin has
 * data? */
bool endpoint_is_data_check(const struct state_graph *states, const struct endpoint *endpoint);
/* Is an end false: are all its paths false by an exception that names it (exception_makes_ends_false())? Nothing is
 * demanded there, and nothing reported. */
static inline bool endpoint_is_false(const struct state_graph *states, const struct endpoint *end)
{
	return states->relation[end->relation].group == NO_GROUP;
}

/* How long a clock's edge keeps a latch open, fs. */
int64_t latch_pulse_width(const struct constraints *constraints, int32_t opening);

#endif
