/*
 * Many names at once. Threads put them into one table: a slot is taken, or given to an equal name that
 * comes before, by exchanging both of its halves at once. Until all are in it, a new name has a number of
 * its place in the lists, after those of all names that are there; so of equal ones the first wins, whichever thread
 * came first, and what comes out is that of adding them one by one. Where no two names are equal and none was
 * there, that number is the id.
 */
#include <assert.h>
#include <string.h>

#include "base/bits.h"
#include "base/grow.h"
#include "base/names.h"
#include "base/order.h"
#include "base/parallel.h"

/* How far ahead of a name its slot, where its equal begins and the equal itself are asked for. */
enum { SLOT_AHEAD = 36, START_AHEAD = 20, DATA_AHEAD = 8 };

/* Names with which places and slots have numbers of 31 bits. */
#define MOST_AT_ONCE (INT32_C(1) << 28)

static_assert(sizeof(struct names_slot) == 8, "both halves are exchanged at once");

static inline struct names_slot load(struct names_slot *slot)
{
	struct names_slot now;

	__atomic_load(slot, &now, __ATOMIC_RELAXED);
	return now;
}

static inline bool exchange(struct names_slot *slot, struct names_slot *was, struct names_slot to)
{
	return __atomic_compare_exchange(slot, was, &to, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
}

/* A table, the names that are in it by their ids, and those that only have a place in the lists. */
struct many {
	const struct names *names;
	struct names_slot *slot;
	int64_t mask;
	const struct names_list *list;
	int n_lists;
};

/* The list that has an item, by its number among all. */
static const struct names_list *list_of(const struct many *m, int64_t item)
{
	return &m->list[FIRST_NOT(i, 1, m->n_lists, m->list[i].n_before <= item) - 1];
}

static bool is_equal(const struct many *m, int32_t id_above, const char *text, int64_t length)
{
	const struct names_list *list;
	const struct names_item *item;
	int64_t number = (int64_t)id_above - 1 - m->names->n;

	if (number < 0)
		return names_length(m->names, id_above - 1) == length &&
		       memcmp(names_get(m->names, id_above - 1), text, (size_t)length) == 0;
	list = list_of(m, number);
	item = &list->item[number - list->n_before];
	return item->length == length && memcmp(item->text, text, (size_t)length) == 0;
}

/* The slot of a name, which is its own or that of an equal one before it; *taken: it was free. */
static int64_t take_slot(const struct many *m, struct names_slot own, const char *text,
			 int64_t length, bool *taken)
{
	int64_t s = own.hash & m->mask;
	struct names_slot now = load(&m->slot[s]);

	for (;;) {
		*taken = !now.id_above;
		if (!now.id_above) {
			if (exchange(&m->slot[s], &now, own))
				return s;
		} else if (now.hash == own.hash && is_equal(m, now.id_above, text, length)) {
			while (now.id_above > own.id_above && !exchange(&m->slot[s], &now, own))
				;
			return s;
		} else {
			s = (s + 1) & m->mask;
			now = load(&m->slot[s]);
		}
	}
}

/* ---- names that are there ---- */

static void fill_part(const struct many *m, int32_t begin, int32_t end)
{
	enum { AT_ONCE = 16 };
	uint32_t hash[AT_ONCE];
	bool taken;

	for (int32_t id = begin; id < end; id += AT_ONCE) {
		int32_t n = (int32_t)min_i64(AT_ONCE, end - id);

		for (int32_t i = 0; i < n; i++) {
			hash[i] = names_hash(names_get(m->names, id + i),
					     names_length(m->names, id + i));
			__builtin_prefetch(&m->slot[hash[i] & m->mask], 1);
		}
		for (int32_t i = 0; i < n; i++)
			take_slot(m, (struct names_slot){id + i + 1, hash[i]},
				  names_get(m->names, id + i), names_length(m->names, id + i),
				  &taken);
	}
}

void names_fill_slots(const struct names *names, struct names_slot *slot, int64_t n_slots)
{
	struct many m = {.names = names, .slot = slot, .mask = n_slots - 1};
	int parts = parts_of(names->n);

	OVER_PARTS(p, parts)
	fill_part(&m, (int32_t)part_begin(names->n, parts, p),
		  (int32_t)part_begin(names->n, parts, p + 1));
}

static void move_part(const struct names_slot *from, const struct names_slot *end,
		      struct names_slot *slot, int64_t mask)
{
	for (; from < end; from++) {
		int64_t s = from->hash & mask;
		struct names_slot now;

		if (!from->id_above)
			continue;
		now = load(&slot[s]);
		while (now.id_above || !exchange(&slot[s], &now, *from)) {
			s = (s + 1) & mask;
			now = load(&slot[s]);
		}
	}
}

/* Names that stood near each other do so again, in one of two places. */
void names_move_slots(const struct names_slot *from, int64_t n_from, struct names_slot *slot,
		      int64_t n_slots)
{
	int parts = parts_of(n_from);

	if (n_from == 0)
		return;
	OVER_PARTS(p, parts)
	move_part(from + part_begin(n_from, parts, p), from + part_begin(n_from, parts, p + 1),
		  slot, n_slots - 1);
}

/* ---- lists ---- */

/* Ask for what the items some places on will look at, step by step, as each is another line of memory. */
static inline void look_ahead(const struct many *m, const struct names_list *list, int32_t i)
{
	const struct names *names = m->names;
	struct names_slot near;

	if (i + SLOT_AHEAD < list->n)
		__builtin_prefetch(&m->slot[list->item[i + SLOT_AHEAD].hash & m->mask], 1);
	if (i + START_AHEAD < list->n) {
		near = load(&m->slot[list->item[i + START_AHEAD].hash & m->mask]);
		if (near.id_above && near.id_above <= names->n)
			__builtin_prefetch(&names->start[near.id_above - 1]);
	}
	if (i + DATA_AHEAD < list->n) {
		near = load(&m->slot[list->item[i + DATA_AHEAD].hash & m->mask]);
		if (near.id_above && near.id_above <= names->n)
			__builtin_prefetch(names->data + names->start[near.id_above - 1]);
	}
}

/* Put a list into the table. Where the ids come stand those of names that were there, and ~ the slots of the
 * others. n_new and bytes are of all that found no equal one: of every two one does. They are added up here, as lists
 * share lines of memory. */
static void take_slots(const struct many *m, struct names_list *list)
{
	int32_t n = m->names->n, above = n + (int32_t)list->n_before + 1, n_new = 0;
	int64_t bytes = 0;

	for (int32_t i = 0; i < list->n; i++) {
		const struct names_item *item = &list->item[i];
		struct names_slot own = {above + i, item->hash};
		bool taken;
		int64_t s;

		look_ahead(m, list, i);
		s = take_slot(m, own, item->text, item->length, &taken);
		n_new += taken;
		bytes += item->length + 1;
		own = taken ? own : load(&m->slot[s]);
		list->id[i] = own.id_above <= n ? own.id_above - 1 : ~(int32_t)s;
	}
	list->n_new = n_new;
	list->bytes = bytes;
}

static inline struct names_slot *slot_of(const struct many *m, const struct names_list *list,
					 int32_t i)
{
	return &m->slot[~list->id[i]];
}

/* Ask for the slot of an item some places on. */
static inline void look_ahead_slot(const struct many *m, const struct names_list *list, int32_t i)
{
	i += SLOT_AHEAD;
	if (i < list->n && list->id[i] < 0)
		__builtin_prefetch(slot_of(m, list, i), 1);
}

static void count_new(const struct many *m, struct names_list *list)
{
	int32_t above = m->names->n + (int32_t)list->n_before + 1, n_new = 0;
	int64_t bytes = 0;

	for (int32_t i = 0; i < list->n; i++) {
		look_ahead_slot(m, list, i);
		if (list->id[i] >= 0 || slot_of(m, list, i)->id_above != above + i)
			continue;
		n_new++;
		bytes += list->item[i].length + 1;
	}
	list->n_new = n_new;
	list->bytes = bytes;
}

/* New names go after those that are there, and their ids into the table: below all numbers of places, so
 * whose slot it is shows. */
static void write_new(const struct many *m, struct names *to, const struct names_list *list)
{
	int32_t above = to->n + (int32_t)list->n_before + 1;
	int32_t id = to->n + (int32_t)list->new_before;
	int64_t at = to->data_length + list->bytes_before;

	for (int32_t i = 0; i < list->n; i++) {
		const struct names_item *item = &list->item[i];
		struct names_slot *slot = list->id[i] < 0 ? slot_of(m, list, i) : NULL;
		struct names_slot now = slot ? load(slot) : (struct names_slot){0};

		look_ahead_slot(m, list, i);
		if (now.id_above != above + i)
			continue;
		to->start[id] = at;
		memcpy(to->data + at, item->text, (size_t)item->length);
		to->data[at + item->length] = '\0';
		at += item->length + 1;
		now.id_above = ++id;
		__atomic_store(slot, &now, __ATOMIC_RELAXED);
	}
}

/* All of a list are new: their numbers are their ids. */
static void write_all(struct names *to, const struct names_list *list)
{
	int32_t id = to->n + (int32_t)list->new_before;
	int64_t at = to->data_length + list->bytes_before;

	for (int32_t i = 0; i < list->n; i++, id++) {
		const struct names_item *item = &list->item[i];

		to->start[id] = at;
		memcpy(to->data + at, item->text, (size_t)item->length);
		to->data[at + item->length] = '\0';
		at += item->length + 1;
		list->id[i] = id;
	}
}

static void read_ids(const struct many *m, struct names_list *list)
{
	for (int32_t i = 0; i < list->n; i++) {
		look_ahead_slot(m, list, i);
		if (list->id[i] < 0)
			list->id[i] = slot_of(m, list, i)->id_above - 1;
	}
}

enum status names_reserve(struct names *names, int64_t n)
{
	int64_t n_slots = max_i64(64, names->n_slots);

	if (names->n)
		TRY(names_need_slots(names));
	while (n_slots / 2 <= n)
		n_slots *= 2;
	if (n_slots == names->n_slots)
		return STATUS_OK;
	return names_resize(names, n_slots);
}

static void place_lists(struct names_list *list, int n_lists, int64_t *n_new, int64_t *bytes)
{
	*n_new = *bytes = 0;
	for (int l = 0; l < n_lists; l++) {
		list[l].new_before = *n_new;
		list[l].bytes_before = *bytes;
		*n_new += list[l].n_new;
		*bytes += list[l].bytes;
	}
}

static enum status one_by_one(struct names *names, struct names_list *list, int n_lists)
{
	int32_t n = names->n;

	for (int l = 0; l < n_lists; l++) {
		int32_t before = names->n;

		for (int32_t i = 0; i < list[l].n; i++) {
			const struct names_item *item = &list[l].item[i];
			enum status status =
				names_add(names, item->text, item->length, &list[l].id[i], NULL);

			if (status != STATUS_OK) {
				names_cut(names, n);
				return status;
			}
		}
		list[l].n_new = names->n - before;
	}
	return STATUS_OK;
}

static enum status write_names(const struct many *m, struct names *names, struct names_list *list,
			       int64_t n_items)
{
	int64_t n_new, bytes;
	bool all_new;

	place_lists(list, m->n_lists, &n_new, &bytes);
	all_new = n_new == n_items;
	if (!all_new) {
		OVER_JOBS(l, m->n_lists)
		count_new(m, &list[l]);
		place_lists(list, m->n_lists, &n_new, &bytes);
	}
	TRY(GROW(&names->start, &names->start_capacity, names->n + n_new));
	TRY(GROW(&names->data, &names->data_capacity, names->data_length + bytes));
	OVER_JOBS(l, m->n_lists)
	all_new ? write_all(names, &list[l]) : write_new(m, names, &list[l]);
	OVER_JOBS(l, all_new ? 0 : m->n_lists)
	read_ids(m, &list[l]);
	names->n += (int32_t)n_new;
	names->data_length += bytes;
	return STATUS_OK;
}

enum status names_add_lists(struct names *names, struct names_list *list, int n_lists)
{
	struct many m = {.names = names, .list = list, .n_lists = n_lists};
	int64_t n = 0;
	enum status status;

	for (int l = 0; l < n_lists; l++) {
		list[l].n_before = n;
		n += list[l].n;
	}
	if (names->n + n >= MOST_AT_ONCE)
		return one_by_one(names, list, n_lists);
	TRY(names_reserve(names, names->n + n));
	m.slot = names->slot;
	m.mask = names->n_slots - 1;
	OVER_JOBS(l, n_lists)
	take_slots(&m, &list[l]);
	status = write_names(&m, names, list, n);
	if (status != STATUS_OK)
		names_drop_slots(names); /* some are of names that aren't there */
	return status;
}

/* The id of a name, -1 = it isn't there. */
static int32_t find_item(const struct many *m, const struct names_item *item)
{
	int64_t s = item->hash & m->mask;

	for (; m->slot[s].id_above; s = (s + 1) & m->mask) {
		if (m->slot[s].hash == item->hash &&
		    is_equal(m, m->slot[s].id_above, item->text, item->length))
			return m->slot[s].id_above - 1;
	}
	return -1;
}

static void find_all(const struct many *m, struct names_list *list)
{
	for (int32_t i = 0; i < list->n; i++) {
		look_ahead(m, list, i);
		list->id[i] = find_item(m, &list->item[i]);
	}
}

enum status names_find_lists(const struct names *names, struct names_list *list, int n_lists)
{
	struct many m = {.names = names};

	TRY(names_need_slots(names));
	m.slot = names->slot;
	m.mask = names->n_slots - 1;
	OVER_JOBS(l, n_lists)
	{
		if (names->n)
			find_all(&m, &list[l]);
		for (int32_t i = 0; i < list[l].n && !names->n; i++)
			list[l].id[i] = -1;
	}
	return STATUS_OK;
}

/* ---- parts ---- */

enum status names_place_parts(struct names *names, struct names_part *part, int n_parts)
{
	int64_t id = names->n, at = names->data_length;

	for (int p = 0; p < n_parts; p++) {
		part[p].id = id;
		part[p].at = at;
		id += part[p].n;
		at += part[p].bytes;
	}
	if (id > INT32_MAX)
		return status_fail(STATUS_NO_MEMORY, "more than %d names", INT32_MAX);
	TRY(GROW(&names->start, &names->start_capacity, id));
	TRY(GROW(&names->data, &names->data_capacity, at));
	for (int p = 0; p < n_parts; p++)
		part[p].names = names;
	names->n = (int32_t)id;
	names->data_length = at;
	names_drop_slots(names);
	return STATUS_OK;
}
