/*
 * Small designs of gates.h's cells with constraints, and what was worked out by hand about their
 * paths.
 */
#ifndef TESTS_LIB_HAND_H
#define TESTS_LIB_HAND_H

#include "gates.h"
#include "naive_paths.h"

struct hand {
	struct library *late, *early;    /* owned; early may be NULL: late serves both */
	struct netlist *netlist;         /* owned */
	struct constraints *constraints; /* owned */
};

/* Libraries and an empty netlist; `early` is the factor of early delays, 0 = no early library.
 * Ports and instances follow, then netlist_close() and constraints_new(). */
void hand_begin(struct hand *hand, const struct gates_options *late, double early);
void hand_end(struct hand *hand);

int32_t hand_pin(const struct hand *hand, const char *name);
/* Ideal; a source of NULL makes it virtual. Valid until the next one. */
struct clock *hand_clock(struct hand *hand, const char *name, double period, double rise,
			 double fall, const char *source);
/* The same for both edges. Valid until the next one. */
struct external_delay *hand_external(struct hand *hand, bool input, const char *pin,
				     int32_t clock_edge, double early, double late);
/* The filter is empty, to be filled in. Valid until the next one. */
struct path_filter *hand_exception(struct hand *hand, struct exception exception);
void hand_point(struct point_list *list, enum point_kind kind, int32_t id);

void hand_compute(const struct hand *hand, struct naive_paths *paths);

/* The worst path from and to these pins. */
struct wanted {
	enum split split;
	const char *from, *to;
	enum edge edge; /* at the end */
	double slack;   /* ps */
	const char *group;
	double tau, sta; /* ps: credits */
};

bool hand_has(const struct hand *hand, const struct naive_paths *paths, const struct wanted *w);
/* One check of a test: all of these, and how many paths there are. */
void hand_check(const struct hand *hand, const char *what, const struct wanted *wanted, int n,
		int64_t n_paths);

#define CHECK(hand, what, wanted, n_paths)                                                         \
	hand_check(hand, what, wanted, (int)(sizeof(wanted) / sizeof *(wanted)), n_paths)

#endif
