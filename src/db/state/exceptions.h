/*
 * Which exceptions a path has: false paths, multicycles, delays and groups, by where it comes from,
 * what it passes and where it ends. A path carries along what it has begun (struct progress of
 * db/state/state_graph.h); what needs no memory is asked at its end.
 */
#ifndef DB_STATE_EXCEPTIONS_H
#define DB_STATE_EXCEPTIONS_H

#include "base/bits.h"
#include "base/keys.h"
#include "base/text.h"
#include "db/constraints.h"

/* A pin in one of an exception's lists. */
struct exception_point {
	int32_t pin, exception;
	int32_t list; /* EXCEPTION_FROM, EXCEPTION_TO or the number of a -through */
	int32_t edges;
};

enum { EXCEPTION_FROM = -1, EXCEPTION_TO = INT32_MAX };

/* Which of two exceptions goes first: by kind, then by what is named. */
struct exception_rank {
	uint8_t kind, names;
};

enum { RANK_MAKES_FALSE = 3 }; /* a kind: exception_makes_ends_false() */

struct exception_index {
	const struct netlist *netlist;         /* borrowed */
	const struct constraints *constraints; /* borrowed, NULL = none */
	struct exception_rank *rank;           /* owned [n_exceptions] */
	uint64_t *named; /* owned: a bit for each pin, NULL = no exception names one */
	int32_t n_points;
	struct exception_point *point; /* owned, by pin, exception and list */
	/* owned: those that neither pins before nor at the end of a path lead to */
	int32_t n_general;
	int32_t *general;
	bool has_delays;              /* there is a set_max_delay or set_min_delay */
	bool has_margins, has_groups; /* there is a set_path_margin, a group_path */
	/* owned [n_exceptions]: in which splits, as bits, a later delay for the same paths took its
	 * place */
	uint8_t *replaced;
	int32_t n_ignoring;
	int32_t *ignoring;   /* owned: delays that ignore the latency of clocks */
	struct keys local;   /* of constraints->local but data checks: a kind and its objects */
	int32_t *local_rule; /* owned [local.n]: the first rule that has them */
	int64_t point_capacity, general_capacity, ignoring_capacity;
};

enum status exception_index_init(struct exception_index *index, const struct netlist *netlist,
				 const struct constraints *constraints);
void exception_index_release(struct exception_index *index);

/* Does an exception name a pin? */
static inline bool exceptions_name(const struct exception_index *index, int32_t pin)
{
	return index->named && bit_is_set(index->named, pin);
}

/* Does this one (-1 = none) make ends false? */
static inline bool exceptions_make_false(const struct exception_index *index, int32_t exception)
{
	return exception >= 0 && index->rank[exception].kind == RANK_MAKES_FALSE;
}

/* The points of a pin: *n of them from the one returned on. */
const struct exception_point *exception_points(const struct exception_index *index, int32_t pin,
					       int32_t *n);

/* The rule of a kind for exactly these objects (-1 = none), data checks left out; NULL = there is none. */
const struct local_rule *exceptions_find_local(const struct exception_index *index,
					       enum local_kind kind, int32_t pin, int32_t instance,
					       int32_t clock);

/* Is a clock edge in a list? */
bool point_list_has_clock(const struct point_list *list, int32_t clock_edge);

/* Of its points in their order, keyed as all hashes (base/hash.h), mixed with one of something else. */
uint64_t point_list_hash(uint64_t hash, const struct point_list *list);

/* The end of a path. */
struct path_end {
	enum split split;
	int32_t launch_edge, capture_edge; /* clock edges, -1 = none */
	int32_t vertex;                    /* 2·pin + edge of the endpoint */
	int32_t n_items; /* what it has begun: exceptions, and how many -throughs it passed */
	const struct progress_item *item;
};

/*
 * The exception that a path goes by (false before delay before multicycle, of false ones those that make ends false
 * last; then by what is named, as SDC ranks it: -from pin, -to pin, -through, -from clock, -to clock; of delays for
 * the same paths the later, of others the tighter; else the later one); -1 = none.
 */
int32_t exceptions_find(const struct exception_index *index, const struct path_end *end);
/* The one that it would go by without those that make ends false (exception_makes_ends_false()). */
int32_t exceptions_find_beside(const struct exception_index *index, const struct path_end *end);
/* Add the groups into which group_path puts it, by name and on lines; none adds nothing. */
enum status exceptions_find_groups(const struct exception_index *index, const struct path_end *end,
				   struct text *set);
/* The margin that it has beside these, -1 = none: by the same ranks. */
int32_t exceptions_find_margin(const struct exception_index *index, const struct path_end *end);
/* The multicycle of another split that it would go by. */
int32_t exceptions_find_multicycle(const struct exception_index *index, const struct path_end *end,
				   enum split split);

#endif
