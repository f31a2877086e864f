#include "base/names.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "base/grow.h"
#include "base/lock.h"

enum { LONGEST_COMPARED = 64 }; /* names longer than this get no suggestions */

void names_release(struct names *names)
{
	FREE_ALL(names->data, names->start, names->slot);
	*names = (struct names){0};
}

int64_t names_length(const struct names *names, int32_t id)
{
	int64_t end = id + 1 < names->n ? names->start[id + 1] : names->data_length;

	return end - names->start[id] - 1;
}

static bool name_equals(const struct names *names, int32_t id, const char *name, int64_t length)
{
	return names_length(names, id) == length &&
	       memcmp(names->data + names->start[id], name, (size_t)length) == 0;
}

static bool slot_is_free(const struct names_slot *slot)
{
	return slot->id_above == 0;
}

/* The slot that holds the name, or the free one where it belongs. */
static int64_t find_slot(const struct names *names, uint32_t hash, const char *name, int64_t length)
{
	int64_t mask = names->n_slots - 1;
	int64_t s = hash & mask;

	while (!slot_is_free(&names->slot[s]) &&
	       (names->slot[s].hash != hash ||
		!name_equals(names, names->slot[s].id_above - 1, name, length)))
		s = (s + 1) & mask;
	return s;
}

enum status names_resize(struct names *names, int64_t n_slots)
{
	struct names_slot *slot;

	TRY(ALLOC(&slot, n_slots));
	names_move_slots(names->slot, names->n_slots, slot, n_slots);
	free(names->slot);
	names->slot = slot;
	names->n_slots = n_slots;
	return STATUS_OK;
}

/* ---- names that were read ---- */

/* Of all tables: while one is made by the first thread that needs it, or given back. */
static pthread_mutex_t of_tables = PTHREAD_MUTEX_INITIALIZER;

static enum status make_locked(struct names *names)
{
	int64_t n_slots = max_i64(64, INT64_C(2) << bits_for(names->n));
	struct names_slot *slot;

	if (names->slot)
		return STATUS_OK;
	TRY(ALLOC(&slot, n_slots));
	names_fill_slots(names, slot, n_slots);
	names->n_slots = n_slots;
	__atomic_store_n(&names->slot, slot, __ATOMIC_RELEASE);
	return STATUS_OK;
}

/* Several threads may read one set. */
static enum status make_slots(struct names *names)
{
	HOLDS(&of_tables);

	return make_locked(names);
}

static inline bool has_slots(const struct names *names)
{
	return !names->n || __atomic_load_n(&names->slot, __ATOMIC_ACQUIRE);
}

enum status names_need_slots(const struct names *names)
{
	/* what is found doesn't change by it */
	return has_slots(names) ? STATUS_OK : make_slots((struct names *)names);
}

void names_drop_slots(const struct names *names)
{
	struct names *own = (struct names *)names; /* what is found doesn't change by it */
	HOLDS(&of_tables);

	RESET(free, own->slot);
	own->n_slots = 0;
}

enum { STARTS_AT_ONCE = 1 << 18 }; /* bytes that a thread looks through */

static int32_t count_ends(const char *data, int64_t n)
{
	return SUM(int32_t, i, 0, n, data[i] == 0);
}

/* The names that begin after an end in begin … end − 1. */
static void note_starts(struct names *names, int64_t begin, int64_t end, int64_t id)
{
	const char *at = names->data + begin, *last = names->data + end;

	while (at < last && (at = memchr(at, 0, (size_t)(last - at))) != NULL) {
		at++;
		if (++id < names->n)
			names->start[id] = at - names->data;
	}
}

enum status names_find_starts(struct names *names, int n_threads, bool *fits)
{
	int64_t length = names->data_length, n_parts = length / STARTS_AT_ONCE + 1;
	FREED int64_t *before = NULL;

	*fits = names->n > 0 ? length > 0 && names->data[length - 1] == 0 : length == 0;
	if (!*fits)
		return STATUS_OK;
	TRY(ALLOC(&before, n_parts + 1));
#pragma omp parallel for schedule(static) num_threads(n_threads)
	for (int64_t p = 0; p < n_parts; p++)
		before[p + 1] = count_ends(names->data + p * STARTS_AT_ONCE,
					   min_i64(STARTS_AT_ONCE, length - p * STARTS_AT_ONCE));
	for (int64_t p = 0; p < n_parts; p++)
		before[p + 1] += before[p];
	*fits = before[n_parts] == names->n;
	if (*fits)
		TRY(ALLOC(&names->start, names->n));
	names->start_capacity = *fits ? names->n : 0;
#pragma omp parallel for schedule(static) num_threads(n_threads) if (*fits)
	for (int64_t p = 0; p < n_parts; p++) {
		if (*fits)
			note_starts(names, p * STARTS_AT_ONCE,
				    min_i64((p + 1) * STARTS_AT_ONCE, length), before[p]);
	}
	return STATUS_OK;
}

/* ---- one by one ---- */

static enum status put_last(struct names *names, const char *name, int64_t length)
{
	if (names->n == INT32_MAX)
		return status_fail(STATUS_NO_MEMORY, "more than %d names", INT32_MAX);
	TRY(GROW(&names->start, &names->start_capacity, names->n + 1));
	TRY(GROW(&names->data, &names->data_capacity, names->data_length + length + 1));
	names->start[names->n++] = names->data_length;
	memcpy(names->data + names->data_length, name, (size_t)length);
	names->data[names->data_length + length] = '\0';
	names->data_length += length + 1;
	return STATUS_OK;
}

enum status names_add(struct names *names, const char *name, int64_t length, int32_t *id,
		      bool *added)
{
	uint32_t hash = names_hash(name, length);
	bool is_new;
	int64_t s;

	if (!has_slots(names))
		TRY(make_slots(names));
	if (names->n >= names->n_slots / 2)
		TRY(names_resize(names, names->n_slots ? names->n_slots * 2 : 64));
	s = find_slot(names, hash, name, length);
	is_new = slot_is_free(&names->slot[s]);
	*id = is_new ? names->n : names->slot[s].id_above - 1;
	if (added)
		*added = is_new;
	if (!is_new)
		return STATUS_OK;
	TRY(put_last(names, name, length));
	names->slot[s] = (struct names_slot){.id_above = names->n, .hash = hash};
	return STATUS_OK;
}

enum status names_append(struct names *names, const char *name, int64_t length, int32_t *id)
{
	if (names->slot)
		return names_add(names, name, length, id, NULL);
	*id = names->n;
	return put_last(names, name, length);
}

int32_t names_find(const struct names *names, const char *name, int64_t length)
{
	if (!names->n)
		return -1;
	/* Without the memory nothing is found, which is noted. */
	if (names_need_slots(names) != STATUS_OK)
		return -1;
	return names->slot[find_slot(names, names_hash(name, length), name, length)].id_above - 1;
}

int32_t names_find_locked(const struct names *names, const char *name, int64_t length)
{
	HOLDS(&of_tables);

	/* what is found doesn't change by making it */
	if (!names->n || make_locked((struct names *)names) != STATUS_OK)
		return -1;
	return names->slot[find_slot(names, names_hash(name, length), name, length)].id_above - 1;
}

const char *names_get(const struct names *names, int32_t id)
{
	return names->data + names->start[id];
}

void names_cut(struct names *names, int32_t n)
{
	if (n >= names->n)
		return;
	names->data_length = names->start[n];
	names->n = n;
	if (!names->slot)
		return;
	memset(names->slot, 0, (size_t)names->n_slots * sizeof *names->slot);
	for (int32_t id = 0; id < n; id++) {
		const char *name = names_get(names, id);
		int64_t length = names_length(names, id);
		uint32_t hash = names_hash(name, length);

		names->slot[find_slot(names, hash, name, length)] =
			(struct names_slot){.id_above = id + 1, .hash = hash};
	}
}

int edit_distance(const char *a, int64_t n_a, const char *b, int64_t n_b, int limit)
{
	int rows[3][LONGEST_COMPARED + 1];
	int *above = rows[0], *row = rows[1], *older = rows[2], least_above = 0;

	if (n_a > LONGEST_COMPARED || n_b > LONGEST_COMPARED || llabs(n_a - n_b) > limit)
		return limit + 1;
	for (int j = 0; j <= n_b; j++)
		above[j] = j;
	for (int64_t i = 1; i <= n_a; i++) {
		int least = row[0] = (int)i, *oldest = older;

		for (int64_t j = 1; j <= n_b; j++) {
			int shifted = 1 + (above[j] < row[j - 1] ? above[j] : row[j - 1]);

			row[j] = above[j - 1] + (a[i - 1] != b[j - 1]);
			if (shifted < row[j])
				row[j] = shifted;
			if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] &&
			    older[j - 2] + 1 < row[j])
				row[j] = older[j - 2] + 1;
			least = row[j] < least ? row[j] : least;
		}
		if (least > limit && least_above > limit)
			return limit + 1;
		least_above = least;
		older = above;
		above = row;
		row = oldest;
	}
	return above[n_b] <= limit ? above[n_b] : limit + 1;
}

const char *names_nearest(const struct names *names, const char *name, int64_t length)
{
	int best = length < 3 ? 1 : (int)(length / 3) + 1;
	int32_t best_id = -1;

	for (int32_t id = 0; id < names->n; id++) {
		int distance = edit_distance(name, length, names_get(names, id),
					     names_length(names, id), best - 1);

		if (distance < best) {
			best = distance;
			best_id = id;
		}
	}
	return best_id < 0 ? NULL : names_get(names, best_id);
}

struct nearest nearest_to(const char *word)
{
	int64_t length = (int64_t)strlen(word);

	return (struct nearest){
		.word = word, .length = length, .best = length < 4 ? 2 : (int)(length / 3) + 1};
}

void nearest_offer(struct nearest *nearest, const char *candidate, int length)
{
	int distance =
		edit_distance(nearest->word, nearest->length, candidate, length, nearest->best - 1);

	if (distance >= nearest->best)
		return;
	nearest->best = distance;
	nearest->found = candidate;
	nearest->found_length = length;
}

void nearest_write(const struct nearest *nearest, struct text *out)
{
	if (nearest->found)
		text_printf(out, "; nearest \"%.*s\"", nearest->found_length, nearest->found);
}

/* ---- names of commands ---- */

static int distance(const char *a, int64_t n_a, const char *b, int n_b, int most)
{
	struct nearest nearest = {.word = a, .length = n_a, .best = most + 1};

	nearest_offer(&nearest, b, n_b);
	return nearest.found ? nearest.best : NAMES_APART;
}

/* A word of three letters may lack one or have one more, but "sdf" is no "sdc"; of longer ones every
 * third letter may be wrong. */
static int word_distance(const char *a, int n_a, const char *b, int n_b)
{
	if (n_a < 4 && n_a == n_b)
		return memcmp(a, b, (size_t)n_a) == 0 ? 0 : NAMES_APART;
	return distance(a, n_a, b, n_b, n_a < 6 ? 1 : n_a / 3);
}

int name_distance(const char *name, const char *other)
{
	const char *a = name, *b = other;
	int sum = 0;

	while (sum < NAMES_APART) {
		int n_a = (int)strcspn(a, "_"), n_b = (int)strcspn(b, "_");

		sum += word_distance(a, n_a, b, n_b);
		a += n_a;
		b += n_b;
		if (*a != *b)
			return distance(name, (int64_t)strlen(name), other, (int)strlen(other), 1);
		if (!*a)
			break;
		a++;
		b++;
	}
	return sum;
}
