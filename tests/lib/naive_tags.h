/* Tags of data on a random graph in levels, and the states that come of them, by plain loops: what gpu/image/k_tag_sets.cu finds.
 * Sets of tags are bits. */
#ifndef TESTS_LIB_NAIVE_TAGS_H
#define TESTS_LIB_NAIVE_TAGS_H

#include "gpu/image/tag_set_args.h"
#include "lib/kernel_reference.h"

enum { MOST_TAGS = 40, AHEAD_WORDS = 2, MANY_NEEDS = 70, DATA_FLAG = 1, START_FLAG = 2 };

/* By place in the order, as in struct device_tag_sets. */
struct naive_tags {
	bool flat, one_tag; /* vertices are states; then perhaps of one tag each */
	int32_t n, m, n_levels, n_listed, n_tags, n_needs;
	int32_t *level_row, *row, *head, *arc, *order, *place;
	uint8_t *mark;                 /* [n] TAGS_LAUNCH, TAGS_CHECKED, TAGS_COUNT */
	int32_t *listed, *listed_bits; /* vertices, and what exceptions and clocks say of them */
	int32_t *marks;                /* [n] all of them */
	uint64_t *ahead;               /* [n · WORDS] by vertex */
	struct device_tag tag[MOST_TAGS];
	int32_t launched[MOST_TAGS]; /* what each becomes where nothing is named */
	int32_t need[MOST_TAGS * MANY_NEEDS];
	/* States that are there: [n_there], or where vertices are states [n] with tag −1 = none. */
	int32_t n_there, n_states;
	int32_t *first, *next, *tag_of, *vertex_of;
	uint8_t *flags;
	/* What is to come of it. */
	uint64_t *set;
	int32_t *n_arcs, n_new_arcs;
	int32_t *from, *to, *type;
	uint8_t *passes;
	bool conflict;
};

/* A random one of n vertices, whose flat and one_tag are set, with nothing found yet. */
void naive_tags_new(int32_t n, struct naive_tags *out);
void naive_tags_free(struct naive_tags *tags);
/* What a tag becomes at a step, N_TAG_STEPS · tag + step: NO_TAG of a quarter, else data. */
int32_t naive_tags_answer(const struct naive_tags *tags, int64_t key, int64_t what);
/* Sets, then states and arcs unless there is a conflict. */
void naive_tags_find(struct naive_tags *tags);

#endif
