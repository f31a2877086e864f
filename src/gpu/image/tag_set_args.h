/* Arguments of k_tag_sets.cu: the tags that data has at each vertex, and the states that come of them. */
#ifndef GPU_IMAGE_TAG_SET_ARGS_H
#define GPU_IMAGE_TAG_SET_ARGS_H

#include <stdint.h>

/* Of vertices: what may happen to tags there. */
enum {
	TAGS_LAUNCH = 1 << 0,  /* arcs that launch leave it */
	TAGS_FROM = 1 << 1,    /* an exception names it in its -from … */
	TAGS_PASS = 1 << 2,    /* … or in a -through */
	TAGS_STOP = 1 << 3,    /* a clock is defined there */
	TAGS_CHECKED = 1 << 4, /* a clock that is data there reaches an end of data */
	TAGS_COUNT = 1 << 5,   /* data without a clock counts there */
	TAGS_BEGIN = 1 << 6,   /* it has states already */
};

/* Of tags. */
enum {
	TAG_IS_DATA = 1 << 0,
	TAG_IS_CLOCK = 1 << 1,     /* in its network: registers launch it */
	TAG_IS_LAUNCHED = 1 << 2,  /* at a register's clock without one: likewise */
	TAG_NEEDS_CHECKS = 1 << 3, /* it goes on to TAGS_CHECKED only … */
	TAG_NEEDS_COUNT = 1 << 4,  /* … or to TAGS_COUNT only */
};

/* Instead of a tag: nothing comes there; the host hasn't said yet; no member follows. Instead of a state: several, or none. */
enum { NO_TAG = -1, UNKNOWN_TAG = -2, NO_MEMBER = -1, NO_STATE = -1 };

/* Things that a tag begun needs ahead, as bits of a step: of tags with more of these each head is a step of its own. */
enum { MOST_NEEDS = 64 };

struct device_tag {
	int32_t kind;
	int32_t launched; /* what it becomes where registers launch it and nothing is named, or UNKNOWN_TAG */
	int32_t first, n_needs; /* in need: bits of struct device_tag_sets' ahead */
};

/* How a tag goes on where it doesn't stay as it is. */
enum tag_step {
	STEP_LAUNCHED, /* by an arc that launches: its place */
	STEP_PASSED,   /* to a vertex: its place */
	STEP_DROPPED,  /* where some of what it needs is no more ahead: the bits of these */
	N_TAG_STEPS = 4
};

/* In a table of open addressing. */
struct tag_step_slot {
	int64_t key;  /* N_TAG_STEPS · tag + step; -1 = free */
	int64_t what; /* as said at the step */
	int32_t ahead, unused;
};

#define TAG_STEP_HASH(key, what)                                                                   \
	(((uint64_t)(key)*UINT64_C(0x9e3779b97f4a7c15) +                                           \
	  (uint64_t)(what)*UINT64_C(0xc2b2ae3d27d4eb4f)) >>                                        \
	 32)

/* A tag in the set of a vertex, and the member after it. */
struct tag_member {
	int32_t tag, next;
};

struct tag_set {
	struct tag_member first;
	int32_t state; /* the only one of the vertex; NO_STATE = it has none, or several */
	int32_t mark;
};

/* What the host is asked: what a tag becomes by an arc. */
struct tag_request {
	int32_t arc, tag; /* its place */
	int32_t step, unused;
	int64_t what;
};

struct tag_counters {
	int64_t stop;        /* the first level where something was lacking */
	int32_t n_requested; /* may be more than there is room for */
	int32_t n_members;   /* taken */
	int32_t conflict;    /* where vertices are states, one would have two tags */
	int32_t unused;
};

/* By place in the topological order of the timing graph, as of struct timing_graph. */
struct device_tag_sets {
	const int32_t *row, *arc, *head, *order; /* arc: ~arc where it launches */
	struct tag_set *set;                     /* [n_vertices] */
	struct tag_member *member;               /* [capacity] */
	const struct device_tag *tag;
	const int32_t *need;
	const struct tag_step_slot *slot; /* [slot_mask + 1] */
	int64_t slot_mask;
	const uint64_t *
		ahead; /* [n_vertices · n_words]: by vertex: lists of exceptions with a pin there or ahead */
	int32_t n_words;
	int32_t capacity;
	int32_t flat; /* vertices are states: a set has one member at most */
	int32_t n_vertices;
	struct tag_counters *counters;
	struct tag_room *
		room; /* [threads of a processor]: members that each has taken for itself; a GPU has none */
};

struct tag_room {
	int32_t next, end;
	int32_t unused[14]; /* a line of the cache for each */
};

struct clear_tag_sets_args {
	const uint8_t *mark; /* [items] */
	struct tag_set *set; /* out */
};

struct mark_tag_sets_args {
	const int32_t *vertex, *mark; /* [items]: bits */
	const int32_t *place;         /* of each vertex */
	struct tag_set *set;          /* in and out */
};

struct begin_tag_sets_args {
	struct device_tag_sets sets; /* in and out */
	const int32_t *tag_of,
		*vertex_of; /* [items]: of states; vertex_of NULL = they are vertices */
	const int32_t *place;
	/* in and out [n_vertices], from more than any state on: the first state of each vertex that has some; NULL = it's known */
	int32_t *first;
};

struct spread_tags_args {
	struct device_tag_sets sets; /* in and out */
	int32_t first_level;
	int32_t again; /* of the first level only what lacked something */
	int32_t *
		n_arcs; /* in and out [n_vertices]: arcs that leave the states of a vertex; -1 = something lacks */
	int64_t *
		first_launched; /* in and out [n_tags]: the first arc by which `launched` is asked for */
	struct tag_request *request; /* out [n_requests] */
	int32_t n_requests;
};

/* The states as the host has them, some of which are there. */
struct device_new_states {
	int32_t *first;                     /* [n_vertices]; read where TAGS_BEGIN is set */
	int32_t *next, *tag_of, *vertex_of; /* [n_states] */
	uint8_t *flags;
	int32_t *from, *to, *type; /* [n_arcs] */
	uint8_t *passes; /* [arcs of the timing graph] where vertices are states; NULL = delay … */
	int32_t *delay;  /* … says so */
	int32_t n_states; /* there were before */
	int32_t n_arcs;
	int32_t data_flag, start_flag;
};

struct count_new_states_args {
	struct device_tag_sets sets;
	const int32_t *first, *next, *tag_of;
	int32_t *n_new; /* out [items] */
};

struct number_new_states_args {
	struct device_tag_sets sets;         /* in and out */
	struct device_new_states new_states; /* in and out */
	const int64_t
		*at; /* [items]: new states of vertices before; NULL where vertices are states */
};

struct add_new_arcs_args {
	struct device_tag_sets sets;
	struct device_new_states new_states; /* in and out */
	const int32_t *n_arcs;
	const int64_t
		*at; /* [items]: new arcs of vertices before; NULL where vertices are states */
};

#endif
