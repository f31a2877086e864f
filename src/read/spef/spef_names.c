/*
 * Names in SPEF: the name map, names of nets and pins as the netlist has them, and the nodes of the
 * net at hand.
 *
 * A node is named many times in a section, always spelt alike. So the first look is at the spelling
 * alone, in a small table that stays in the cache; only new spellings are taken apart.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "base/hash.h"
#include "read/spef/spef_impl.h"

enum {
	UNKNOWN = -2, /* not looked up yet */

	FIRST_SLOTS = 256,
	NO_PIN = -1,
};

void spef_names_release(struct spef *spef)
{
	FREE_ALL(spef->map.entry, spef->map.dense, spef->map.sparse_entry);
	names_release(&spef->map.sparse);
	FREE_ALL(spef->nodes.slot, spef->nodes.known, spef->name);
	text_release(&spef->in_block);
	text_release(&spef->shown[0]);
	text_release(&spef->shown[1]);
}

/* ---- the name map ---- */

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* How many characters after the star are its index. */
static int64_t index_length(const struct word *word)
{
	int64_t n = 1;

	while (n < word->length && is_digit(word->begin[n]))
		n++;
	return n - 1;
}

/* The index as a number, -1 when it has too many digits for the dense table. */
static int64_t index_value(const char *digits, int64_t n)
{
	int64_t value = 0;

	if (n > 15)
		return -1;
	for (int64_t i = 0; i < n; i++)
		value = value * 10 + (digits[i] - '0');
	return value;
}

static struct spef_mapped *find_mapped(struct spef *spef, const char *digits, int64_t n)
{
	const struct spef_map *map = &spef->map;
	int64_t value = index_value(digits, n);
	int32_t entry = -1;

	if (value >= 0 && value < map->n_dense) {
		entry = map->dense[value];
	} else {
		int32_t id = names_find(&map->sparse, digits, n);

		entry = id < 0 ? -1 : map->sparse_entry[id];
	}
	return entry < 0 ? NULL : &map->entry[entry];
}

const char *spef_full_name(struct spef *spef, const struct word *word, int which)
{
	int64_t n = word->begin[0] == '*' ? 1 + index_length(word) : 0;
	const struct spef_mapped *mapped = n > 1 ? find_mapped(spef, word->begin + 1, n - 1) : NULL;
	struct word rest = {word->begin + (mapped ? n : 0), word->length - (mapped ? n : 0)};

	if (spef->walk.is_part) /* it shows nothing */
		return "";
	text_clear(&spef->shown[which]);
	if (mapped)
		text_append(&spef->shown[which], mapped->name, mapped->length);
	text_append(&spef->shown[which], rest.begin, rest.length);
	return text_string(&spef->shown[which]);
}

static enum status place_dense(struct spef_map *map, int64_t value, int32_t entry)
{
	TRY(GROW(&map->dense, &map->dense_capacity, value + 1));
	while (map->n_dense <= value)
		map->dense[map->n_dense++] = -1;
	map->dense[value] = entry;
	return STATUS_OK;
}

static enum status place_sparse(struct spef_map *map, const char *digits, int64_t n, int32_t entry)
{
	int32_t id;

	TRY(names_add(&map->sparse, digits, n, &id, NULL));
	TRY(GROW(&map->sparse_entry, &map->sparse_capacity, (int64_t)id + 1));
	map->sparse_entry[id] = entry;
	return STATUS_OK;
}

enum status spef_map_add(struct spef *spef, const struct word *index, const struct word *name)
{
	struct spef_map *map = &spef->map;
	int64_t n = index_length(index);
	int64_t value = index_value(index->begin + 1, n);

	if (n == 0 || n + 1 != index->length)
		return input_error_at(spef->walk.in, index->begin,
				      "expected an index, found \"%.*s\"", WORD_SHOWN(*index));
	if (name->length > SPEF_LONGEST_NAME)
		return input_error_at(spef->walk.in, name->begin, "name longer than %d bytes",
				      SPEF_LONGEST_NAME);
	if (map->n == INT32_MAX)
		return input_error_at(spef->walk.in, index->begin, "more than %d names", INT32_MAX);
	TRY(GROW(&map->entry, &map->capacity, (int64_t)map->n + 1));
	map->entry[map->n] = (struct spef_mapped){name->begin, name->length, UNKNOWN, UNKNOWN};
	/* The table by index takes no more memory than the text. */
	if (value >= 0 &&
	    value < (spef->walk.end - spef->walk.in->data) / (int64_t)sizeof *map->dense)
		TRY(place_dense(map, value, map->n));
	else
		TRY(place_sparse(map, index->begin + 1, n, map->n));
	map->n++;
	return STATUS_OK;
}

/* ---- names as the netlist has them ---- */

static bool needs_translation(const struct spef *spef, const char *name, int64_t length)
{
	return !spef->plain_names || memchr(name, '\\', (size_t)length);
}

/* Where the digits begin that end in front of [end], -1 unless an unescaped bus delimiter opens
 * them. */
static int64_t bus_index(const struct spef *spef, const char *name, int64_t end)
{
	int64_t i = end;

	while (i > 0 && is_digit(name[i - 1]))
		i--;
	if (i == end || i < 2 || name[i - 1] != spef->bus_open || name[i - 2] == '\\')
		return -1;
	return i;
}

/*
 * "a<3><4>" becomes "a[3][4]" where the bus delimiters are < and >, "a.3" becomes "a[3]" where only
 * one is given. The n bytes of `out` have been translated else; nothing in an index was escaped, so
 * its end is as far from the end as in the file. Returns the new length.
 */
static int64_t translate_bus(const struct spef *spef, const char *name, int64_t length, char *out,
			     int64_t n)
{
	int64_t end = length, i;

	if (!spef->bus_close) {
		i = bus_index(spef, name, length);
		if (i < 0)
			return n;
		out[n - (length - i) - 1] = '[';
		out[n] = ']';
		return n + 1;
	}
	while (end > 0 && name[end - 1] == spef->bus_close) {
		i = bus_index(spef, name, end - 1);
		if (i < 0)
			break;
		out[n - (length - i) - 1] = '[';
		out[n - (length - end) - 1] = ']';
		end = i - 1;
	}
	return n;
}

/* Without escapes, with our divider and bus delimiters; *name may be in spef->name afterwards. */
static enum status translate(struct spef *spef, const char **name, int64_t *length)
{
	const char *begin = *name, *end = begin + *length;
	char divider = spef->divider, *to;

	if (!needs_translation(spef, begin, *length))
		return STATUS_OK;
	TRY(GROW(&spef->name, &spef->name_capacity, *length + 1)); /* a bus index gets a bracket */
	to = spef->name;
	for (const char *p = begin; p < end; p++) {
		if (*p == '\\' && p + 1 < end)
			*to++ = *++p;
		else
			*to++ = *p == divider ? '/' : *p;
	}
	*length = to - spef->name;
	if (spef->bus_open && spef->bus_open != '[')
		*length = translate_bus(spef, begin, end - begin, spef->name, *length);
	*name = spef->name;
	return STATUS_OK;
}

static void begin_in_block(struct spef *spef)
{
	text_clear(&spef->in_block);
	if (spef->source->block) {
		text_add(&spef->in_block, spef->source->block);
		text_add(&spef->in_block, "/");
	}
}

typedef int32_t find_function(const struct netlist *netlist, const char *name, int64_t length);

static enum status find_by_name(struct spef *spef, find_function *find, const char *name,
				int64_t length, int32_t *id)
{
	TRY(translate(spef, &name, &length));
	if (spef->source->block) {
		begin_in_block(spef);
		text_append(&spef->in_block, name, length);
		TRY(text_status(&spef->in_block));
		name = spef->in_block.data;
		length = spef->in_block.length;
	}
	*id = find(spef->netlist, name, length);
	return STATUS_OK;
}

/* The pin of a block that is in the netlist's hierarchy, after the netlist's pins; -1 when there is none. No name
 * of a block: one of the block that the file is of. */
static enum status find_block_pin(struct spef *spef, const struct word *block, const char *pin,
				  int64_t n_pin, int32_t *out)
{
	const struct netlist *netlist = spef->netlist;
	int32_t found;

	*out = -1;
	if (!netlist->hierarchy)
		return STATUS_OK;
	begin_in_block(spef);
	if (block) {
		const char *name = block->begin;
		int64_t length = block->length;

		TRY(translate(spef, &name, &length));
		text_append(&spef->in_block, name, length);
		text_add(&spef->in_block, "/");
	}
	TRY(translate(spef, &pin, &n_pin));
	text_append(&spef->in_block, pin, n_pin);
	TRY(text_status(&spef->in_block));
	found = hierarchy_find_pin(netlist->hierarchy, spef->in_block.data, spef->in_block.length);
	*out = found < 0 ? -1 : netlist->n_pins + found;
	return STATUS_OK;
}

/* What an entry of the map names; several threads may find it at once, and find the same. */
static enum status find_mapped_id(struct spef *spef, find_function *find,
				  const struct spef_mapped *mapped, int32_t *known, int32_t *out)
{
	*out = __atomic_load_n(known, __ATOMIC_RELAXED);
	if (*out != UNKNOWN)
		return STATUS_OK;
	TRY(find_by_name(spef, find, mapped->name, mapped->length, out));
	__atomic_store_n(known, *out, __ATOMIC_RELAXED);
	return STATUS_OK;
}

/* A word taken apart: a name, mapped or not, and what follows the pin delimiter. */
struct parts {
	struct spef_mapped *mapped; /* NULL: the name is spelt out */
	const char *name;
	int64_t length;
	const char *suffix; /* NULL when there is no delimiter */
	int64_t suffix_length;
	char *owned; /* what a mapped name followed by more was written into */
};

static FREES(parts_release, struct parts, x->owned);

/* The last delimiter that isn't escaped ends the name. */
static void cut_suffix(const struct spef *spef, struct parts *parts)
{
	const char *end = parts->name + parts->length;

	for (const char *p = end; p > parts->name + 1;) {
		p = memrchr(parts->name, spef->delimiter, (size_t)(p - parts->name));
		if (!p || p == parts->name)
			return;
		if (p[-1] == '\\')
			continue;
		parts->suffix = p + 1;
		parts->suffix_length = end - p - 1;
		parts->length = p - parts->name;
		return;
	}
}

/* "*12[5]:3" is the twelfth name followed by "[5]:3". */
static enum status join_mapped(const struct spef_mapped *mapped, const char *rest, int64_t n,
			       struct parts *parts)
{
	TRY(ALLOC(&parts->owned, mapped->length + n + 1));
	memcpy(parts->owned, mapped->name, (size_t)mapped->length);
	memcpy(parts->owned + mapped->length, rest, (size_t)n);
	parts->name = parts->owned;
	parts->length = mapped->length + n;
	return STATUS_OK;
}

static enum status take_apart(struct spef *spef, const struct word *word, struct parts *parts)
{
	const char *rest;
	int64_t n, n_rest;

	*parts = (struct parts){.name = word->begin, .length = word->length};
	if (word->length > SPEF_LONGEST_NAME)
		return input_error_at(spef->walk.in, word->begin, "name longer than %d bytes",
				      SPEF_LONGEST_NAME);
	n = word->begin[0] == '*' ? index_length(word) : 0;
	if (n > 0) {
		parts->mapped = find_mapped(spef, word->begin + 1, n);
		if (!parts->mapped)
			return input_error_at(spef->walk.in, word->begin,
					      "\"%.*s\" isn't in the name map", WORD_SHOWN(*word));
		rest = word->begin + 1 + n;
		n_rest = word->length - 1 - n;
		if (n_rest == 0)
			return STATUS_OK;
		if (*rest == spef->delimiter &&
		    !memchr(rest + 1, spef->delimiter, (size_t)n_rest - 1)) {
			parts->suffix = rest + 1;
			parts->suffix_length = n_rest - 1;
			return STATUS_OK;
		}
		TRY(join_mapped(parts->mapped, rest, n_rest, parts));
		parts->mapped = NULL;
	}
	cut_suffix(spef, parts);
	return STATUS_OK;
}

enum status spef_find_net(struct spef *spef, const struct word *word, int32_t *net)
{
	RELEASED_BY(parts_release) struct parts parts = {0};

	TRY(take_apart(spef, word, &parts));
	if (parts.mapped && !parts.suffix)
		return find_mapped_id(spef, netlist_find_net, parts.mapped, &parts.mapped->net,
				      net);
	if (parts.mapped)
		TRY(join_mapped(parts.mapped, parts.suffix - 1, parts.suffix_length + 1, &parts));
	else if (parts.suffix)
		parts.length += 1 + parts.suffix_length;
	return find_by_name(spef, netlist_find_net, parts.name, parts.length, net);
}

/* ---- nodes ---- */

static enum status grow_slots(struct spef_nodes *nodes)
{
	int64_t n = nodes->n_slots ? nodes->n_slots * 2 : FIRST_SLOTS;
	struct spef_slot *slot;

	TRY(ALLOC(&slot, n));
	for (int64_t i = 0; i < nodes->n_slots; i++) {
		int64_t s = nodes->slot[i].hash & (n - 1);

		if (nodes->slot[i].serial != nodes->serial)
			continue;
		while (slot[s].serial == nodes->serial)
			s = (s + 1) & (n - 1);
		slot[s] = nodes->slot[i];
	}
	free(nodes->slot);
	nodes->slot = slot;
	nodes->n_slots = n;
	return STATUS_OK;
}

static int64_t known_hash(int64_t key)
{
	return (int64_t)hash_number(0, (uint64_t)key);
}

static struct spef_known *find_known(struct spef_known *known, int64_t n, uint32_t serial,
				     int64_t key)
{
	int64_t s = known_hash(key) & (n - 1);

	while (known[s].serial == serial && known[s].key != key)
		s = (s + 1) & (n - 1);
	return &known[s];
}

static enum status grow_known(struct spef_nodes *nodes)
{
	int64_t n = nodes->n_known_slots ? nodes->n_known_slots * 2 : FIRST_SLOTS;
	struct spef_known *known;

	TRY(ALLOC(&known, n));
	for (int64_t i = 0; i < nodes->n_known_slots; i++) {
		const struct spef_known *old = &nodes->known[i];

		if (old->serial == nodes->serial)
			*find_known(known, n, nodes->serial, old->key) = *old;
	}
	free(nodes->known);
	nodes->known = known;
	nodes->n_known_slots = n;
	return STATUS_OK;
}

enum status spef_begin_net(struct spef *spef, const struct word *word, int32_t net)
{
	struct spef_nodes *nodes = &spef->nodes;

	if (!nodes->n_slots) {
		TRY(grow_slots(nodes));
		TRY(grow_known(nodes));
	}
	nodes->serial++; /* the free slots have 0; no file has 2^32 nets */
	nodes->n_words = 0;
	nodes->n_known = 0;
	spef->net = net;
	spef->net_word = *word;
	return STATUS_OK;
}

/* The node of a key, added when it is new. */
static enum status known_node(struct spef *spef, int64_t key, int32_t *node)
{
	struct spef_nodes *nodes = &spef->nodes;
	struct spef_known *known;

	if (nodes->n_known >= nodes->n_known_slots / 2)
		TRY(grow_known(nodes));
	known = find_known(nodes->known, nodes->n_known_slots, nodes->serial, key);
	if (known->serial != nodes->serial) {
		int32_t n_pins = spef->netlist->n_pins;
		int32_t pin = key < 0        ? NO_PIN
			      : key < n_pins ? (int32_t)key
					     : PARASITICS_BLOCK_PIN((int32_t)key - n_pins);

		TRY(parasitics_add_node(spef->parasitics, pin, &known->node));
		known->key = key;
		known->serial = nodes->serial;
		nodes->n_known++;
	}
	*node = known->node;
	return STATUS_OK;
}

/* The number of an inner node, -1 when the suffix isn't one. */
static int64_t inner_number(const struct parts *parts)
{
	int64_t value = 0;

	if (!parts->suffix || parts->suffix_length < 1 || parts->suffix_length > 15 ||
	    (parts->suffix[0] == '0' && parts->suffix_length > 1))
		return -1;
	for (int64_t i = 0; i < parts->suffix_length; i++) {
		if (!is_digit(parts->suffix[i]))
			return -1;
		value = value * 10 + (parts->suffix[i] - '0');
	}
	return value;
}

/* Does the name in front of the delimiter name the net at hand? */
static enum status names_this_net(struct spef *spef, const struct parts *parts, bool *yes)
{
	int32_t net = -1;

	if (parts->mapped) {
		TRY(find_mapped_id(spef, netlist_find_net, parts->mapped, &parts->mapped->net,
				   &net));
	} else if (parts->length == spef->net_word.length &&
		   memcmp(parts->name, spef->net_word.begin, (size_t)parts->length) == 0) {
		net = spef->net;
	} else {
		TRY(find_by_name(spef, netlist_find_net, parts->name, parts->length, &net));
	}
	*yes = net == spef->net;
	return STATUS_OK;
}

/* The pin of the netlist or of one of its blocks, -1 when there is none. */
static enum status find_pin(struct spef *spef, const struct parts *parts, int32_t *pin)
{
	struct word word = {parts->name, parts->length};
	int32_t instance;
	const char *name;
	int64_t length;

	*pin = -1;
	if (parts->mapped)
		word = (struct word){parts->mapped->name, parts->mapped->length};
	if (!parts->suffix && spef->source->block)
		return find_block_pin(spef, NULL, word.begin, word.length, pin);
	if (!parts->suffix)
		return find_by_name(spef, netlist_find_port, word.begin, word.length, pin);
	if (parts->mapped)
		TRY(find_mapped_id(spef, netlist_find_instance, parts->mapped,
				   &parts->mapped->instance, &instance));
	else
		TRY(find_by_name(spef, netlist_find_instance, word.begin, word.length, &instance));
	if (instance < 0)
		return find_block_pin(spef, &word, parts->suffix, parts->suffix_length, pin);
	name = parts->suffix;
	length = parts->suffix_length;
	TRY(translate(spef, &name, &length));
	*pin = netlist_find_instance_pin(spef->netlist, instance, name, length);
	return STATUS_OK;
}

static bool is_on_net(const struct spef *spef, int32_t pin)
{
	const struct netlist *netlist = spef->netlist;

	return (pin < netlist->n_pins
			? netlist->pin_net[pin]
			: netlist->hierarchy->net_of[pin - netlist->n_pins]) == spef->net;
}

/* A word that is a node of this net as the section says, though the netlist knows nothing of it. */
static enum status odd_node(struct spef *spef, const struct word *word, int32_t pin, int32_t *node)
{
	const char *net = names_get(&spef->netlist->net_name, spef->net);

	if (pin < 0)
		walk_warn(
			&spef->walk, SPEF_UNKNOWN_PIN, word->begin,
			"no pin \"%.200s\" in the netlist; taken as an inner node of net \"%.200s\"",
			spef_full_name(spef, word, 0), net);
	else
		walk_warn(
			&spef->walk, SPEF_PIN_ELSEWHERE, word->begin,
			"pin \"%.200s\" isn't on net \"%.200s\" in the netlist; taken as an inner "
			"node",
			spef_full_name(spef, word, 0), net);
	return parasitics_add_node(spef->parasitics, NO_PIN, node);
}

static enum status resolve_parts(struct spef *spef, const struct word *word,
				 const struct parts *parts, bool own, int32_t *node)
{
	int64_t number = inner_number(parts);
	bool this_net = false;
	int32_t pin;

	if (number >= 0)
		TRY(names_this_net(spef, parts, &this_net));
	if (this_net)
		return known_node(spef, -1 - number, node);
	TRY(find_pin(spef, parts, &pin));
	if (pin >= 0 && is_on_net(spef, pin))
		return known_node(spef, pin, node);
	if (own)
		return odd_node(spef, word, pin, node);
	*node = SPEF_FOREIGN;
	return STATUS_OK;
}

static enum status resolve(struct spef *spef, const struct word *word, bool own, int32_t *node)
{
	RELEASED_BY(parts_release) struct parts parts = {0};

	TRY(take_apart(spef, word, &parts));
	return resolve_parts(spef, word, &parts, own, node);
}

static struct spef_slot *find_slot(const struct spef_nodes *nodes, const struct word *word,
				   uint32_t hash)
{
	int64_t mask = nodes->n_slots - 1;
	int64_t s = hash & mask;
	struct spef_slot *slot = &nodes->slot[s];

	while (slot->serial == nodes->serial &&
	       (slot->hash != hash || slot->length != word->length ||
		memcmp(slot->word, word->begin, (size_t)word->length) != 0)) {
		s = (s + 1) & mask;
		slot = &nodes->slot[s];
	}
	return slot;
}

enum status spef_find_node(struct spef *spef, const struct word *word, bool own, int32_t *node)
{
	struct spef_nodes *nodes = &spef->nodes;
	uint32_t hash = (uint32_t)hash_bytes(word->begin, word->length);
	struct spef_slot *slot = find_slot(nodes, word, hash);

	if (slot->serial == nodes->serial && (slot->node != SPEF_FOREIGN || !own)) {
		*node = slot->node;
		return STATUS_OK;
	}
	TRY(resolve(spef, word, own, node));
	if (slot->serial == nodes->serial) {
		slot->node = *node;
		return STATUS_OK;
	}
	if (nodes->n_words >= nodes->n_slots / 2) {
		TRY(grow_slots(nodes));
		slot = find_slot(nodes, word, hash);
	}
	nodes->n_words++;
	*slot = (struct spef_slot){word->begin, hash, (int32_t)word->length, *node, nodes->serial};
	return STATUS_OK;
}
