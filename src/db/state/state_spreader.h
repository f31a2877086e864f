/*
 * How the tags of data are propagated from startpoints through the timing graph, level by level, on a device
 * (gpu/image/tag_spreader.h), and what the host tells it meanwhile. The device finds the tags of each vertex, and makes the states
 * and their arcs: numbered by place in the topological order and by tag, after the states that the host has made.
 */
#ifndef DB_STATE_STATE_SPREADER_H
#define DB_STATE_STATE_SPREADER_H

#include "db/state/state_graph.h"

struct state_builder;
struct tag_spread;

/* The device's side. */
struct state_spreader {
	/* Propagate all data. Sets spread->conflict if vertices were to be the states, but one needs several tags: the states
	 * made so far are then of no use. */
	enum status (*spread)(struct state_spreader *spreader, struct tag_spread *spread);
	/* Copy the arcs that it kept of these states, which it made last, to their graph, after the first n_begun_arcs. */
	enum status (*copy_arcs)(struct state_spreader *spreader, struct state_graph *states);
};

/* Marks of vertices, as bits: an exception names it in its -from; in a -through; a clock is defined there, which ends paths of
 * data. */
enum { MARK_FROM = 1 << 1, MARK_PASS = 1 << 2, MARK_STOP = 1 << 3 };

struct vertex_mark {
	int32_t vertex, mark;
};

/* Kinds of tags, as bits: data; a clock in its network; data launched by a register that no clock reaches; data that is
 * propagated to `checked` vertices only; to `counted` ones only. */
enum {
	KIND_DATA = 1 << 0,
	KIND_CLOCK = 1 << 1,
	KIND_LAUNCHED = 1 << 2,
	KIND_CHECKED = 1 << 3,
	KIND_COUNTED = 1 << 4
};

struct tag_spread {
	struct state_builder *b;     /* borrowed, of the host */
	struct timing_graph *timing; /* borrowed; it has its places */
	struct state_graph *states;  /* borrowed; with all that begins: states, flags, links … */
	int32_t n_marks;
	struct vertex_mark *mark; /* owned: each vertex once */
	/* Borrowed [n_vertices]: from where clocks used as data reach an endpoint, and from where data without a clock does;
	 * NULL = from everywhere. */
	const uint8_t *checked, *counted;
	/* Borrowed [n_vertices · n_words]: as in struct state_reach. */
	int32_t n_words;
	const uint64_t *ahead;
	bool wants_arcs; /* the graph gets its arcs at once, for data checks */
	bool conflict;   /* out */
	int32_t *need;   /* owned: of tag_spread_needs() */
	int64_t need_capacity;
};

/* The KIND_ of a tag; and which lists the exceptions it has begun need next, as numbers of bits in `ahead`: need [*n] is
 * borrowed until the next call. */
int tag_spread_kind(const struct tag_spread *spread, int32_t tag);
enum status tag_spread_needs(struct tag_spread *spread, int32_t tag, const int32_t **need,
			     int32_t *n);
/* The tag that data with `tag` has at the head of the arc at a place, -1 = no path continues there. It may be new. */
enum status tag_spread_ahead(struct tag_spread *spread, int32_t place, int32_t tag, int32_t *ahead);
/* There will be that many states, arcs in all, where vertices aren't states; with room for them, of arcs only if that is
 * asked for. STATUS_NO_MEMORY beyond 2^31 − 1. */
enum status tag_spread_need_states(struct tag_spread *spread, int64_t n);
enum status tag_spread_need_arcs(struct tag_spread *spread, int64_t n, bool with_room);

#endif
