/*
 * What the parts of the SPEF reader share: spef.c walks over the file and spef_net.c over a net, by
 * the words of spef_scan.h; spef_names.c knows what names mean.
 */
#ifndef READ_SPEF_SPEF_IMPL_H
#define READ_SPEF_SPEF_IMPL_H

#include <stdbool.h>
#include <stdint.h>

#include "base/names.h"
#include "base/status.h"
#include "base/walk.h"
#include "db/hierarchy.h"
#include "db/netlist.h"
#include "db/parasitics.h"
#include "read/spef/spef.h"

enum {
	SPEF_LONGEST_NAME = 1 << 12, /* bounds what the expansion of mapped names can cost */
	SPEF_FOREIGN = -1,           /* a node of another net */
};

/* A line of the name map, and what it names; UNKNOWN until it is used. */
struct spef_mapped {
	const char *name;
	int64_t length;
	int32_t net, instance; /* -1 = there is none in the netlist */
};

struct spef_map {
	struct spef_mapped *entry; /* owned [n] */
	int32_t n;
	int64_t capacity;
	int32_t *dense; /* owned [n_dense]: entry by index, -1 = none */
	int64_t n_dense, dense_capacity;
	struct names sparse;   /* indices that are too large for that, as digits */
	int32_t *sparse_entry; /* owned [sparse.n] */
	int64_t sparse_capacity;
};

/* A word of the net at hand and its node. A slot is free when its serial isn't the net's. */
struct spef_slot {
	const char *word;
	uint32_t hash;
	int32_t length, node;
	uint32_t serial;
};

/* A pin or an inner node of the net at hand, however it is spelt. */
struct spef_known {
	int64_t key; /* pin ≥ 0, those of blocks after the netlist's; inner node n: −1 − n */
	int32_t node;
	uint32_t serial;
};

/* The nodes of the net at hand, by two tables with open addressing; both are twice as large as what
 * they hold at least, and emptied by another serial. */
struct spef_nodes {
	struct spef_slot *slot; /* owned [n_slots] */
	int64_t n_slots, n_words;
	struct spef_known *known; /* owned [n_known_slots] */
	int64_t n_known_slots, n_known;
	uint32_t serial;
};

enum spef_warning {
	SPEF_UNKNOWN_NET,
	SPEF_UNKNOWN_PIN,
	SPEF_PIN_ELSEWHERE,
	SPEF_NEGATIVE,
	SPEF_STRAY,
	SPEF_LUMPED,
	SPEF_TWICE,
	SPEF_HEADER,
	SPEF_N_WARNINGS
};

struct spef {
	struct walk walk; /* is_part: a copy of the reader, for a part of the text */
	const struct spef_source *source; /* borrowed */
	const struct netlist *netlist;    /* borrowed: the source's */
	struct parasitics *parasitics;    /* borrowed */
	char divider, delimiter, bus_open, bus_close;
	bool plain_names; /* dividers and bus delimiters are ours */
	double capacitance_unit, resistance_unit, time_unit; /* fF, kΩ, ps; 0 = not said yet */
	struct spef_map map;
	struct spef_nodes nodes;
	char *name; /* owned scratch: a name as the netlist has it, but for the block */
	int64_t name_capacity;
	int32_t block;           /* that the file is of, PARASITICS_OF_TOP */
	struct text in_block;    /* owned scratch: a name with its block */
	struct text shown[2];    /* owned scratch, unused in chunks: of spef_full_name() */
	const char *alone_until; /* threads don't read before that */
	/* the net at hand */
	int32_t net;
	struct word net_word;
};

void spef_names_release(struct spef *spef);

/* Add an entry to the name map; index is the word with its star. */
enum status spef_map_add(struct spef *spef, const struct word *index, const struct word *name);

/* The net that a word names, -1 when the netlist has none of that name. */
enum status spef_find_net(struct spef *spef, const struct word *word, int32_t *net);

/* Begin with another net. */
enum status spef_begin_net(struct spef *spef, const struct word *word, int32_t net);

/*
 * The node of the net at hand that a word names. When `own` it is one, and is added when it is new;
 * else it may be SPEF_FOREIGN.
 */
enum status spef_find_node(struct spef *spef, const struct word *word, bool own, int32_t *node);

/* The net whose *D_NET or *R_NET was taken, up to its *END. */
enum status spef_read_net(struct spef *spef, bool reduced);

/* ---- spef_blocks.c ---- */

/* Bytes of a chunk: for tests, which make it small. */
extern int64_t spef_chunk_size;

/* At a net: read what threads can read by themselves, to the end or to what is to be read alone. */
enum status spef_read_blocks(struct spef *spef);

/* A word for messages, with the name in place of its index in the name map, in one of two texts that the next calls overwrite. */
const char *spef_full_name(struct spef *spef, const struct word *word, int which);

#endif
