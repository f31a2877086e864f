#include "store/coder.h"

#include <math.h>
#include <stdlib.h>

#include "base/grow.h"

void coder_release(struct coder *c)
{
	for (int32_t i = 0; i < c->n_blocks; i++) {
		if (c->block[i].owned)
			free(c->block[i].items);
	}
	free(c->block);
	free(c->late);
	text_release(&c->index);
	*c = (struct coder){0};
}

/* ---- blocks ---- */

static void add_block(struct coder *c, struct block block)
{
	if (GROW(&c->block, &c->block_capacity, (int64_t)c->n_blocks + 1) != STATUS_OK) {
		code_fail(c, STATUS_NO_MEMORY);
		if (block.owned)
			free(block.items);
		return;
	}
	c->block[c->n_blocks++] = block;
}

/* When it reads, the file's table, which is c->block before it is taken up, says how long the next one is. */
void code_items(struct coder *c, void **items, int64_t n, size_t size, block_check *check,
		struct rule rule, const char *what)
{
	struct block block = {.n = n, .size = size, .check = check, .rule = rule, .what = what};

	block.rule.n = n;
	if (c->saving) {
		block.items = *items;
		block.bytes = n * (int64_t)size;
		add_block(c, block);
		return;
	}
	*items = NULL;
	if (coder_failed(c) || n < 0 || n > INT64_MAX / 1024 || c->n_blocks == c->n_known ||
	    c->block[c->n_blocks].bytes != n * (int64_t)size) {
		code_wrong(c, what);
		n = 0;
	}
	if (alloc_items(items, n, size) != STATUS_OK) {
		code_fail(c, STATUS_NO_MEMORY);
		return;
	}
	if (coder_failed(c))
		return;
	block.items = *items;
	block.bytes = c->block[c->n_blocks].bytes;
	block.checksum = c->block[c->n_blocks].checksum;
	c->block[c->n_blocks++] = block;
}

void code_given(struct coder *c, void **items, int64_t n, size_t size, block_check *check,
		struct rule rule, const char *what)
{
	if (!c->saving)
		code_items(c, items, n, size, check, rule, what);
	else
		add_block(c, (struct block){.items = *items,
					    .owned = true,
					    .n = n,
					    .size = size,
					    .bytes = n * (int64_t)size,
					    .what = what});
}

void code_padded(struct coder *c, void **items, int64_t n, size_t size, clean_item *clean,
		 block_check *check, struct rule rule, const char *what)
{
	char *copy;

	if (!c->saving) {
		code_items(c, items, n, size, check, rule, what);
		return;
	}
	if (alloc_items((void **)&copy, n, size) != STATUS_OK) {
		code_fail(c, STATUS_NO_MEMORY);
		return;
	}
	for (int64_t i = 0; i < n; i++)
		clean(copy + i * (int64_t)size, (const char *)*items + i * (int64_t)size);
	code_given(c, (void **)&copy, n, size, check, rule, what);
}

void code_later(struct coder *c, late_check *check, void *object, const void *of)
{
	if (c->saving)
		return;
	if (GROW(&c->late, &c->late_capacity, (int64_t)c->n_late + 1) != STATUS_OK)
		code_fail(c, STATUS_NO_MEMORY);
	else
		c->late[c->n_late++] = (struct late){check, object, of};
}

void code_room(struct coder *c, void **items, int64_t n, size_t size)
{
	if (!c->saving && alloc_items(items, coder_failed(c) ? 0 : n, size) != STATUS_OK)
		code_fail(c, STATUS_NO_MEMORY);
}

void code_reals(struct coder *c, double *const *value, size_t n)
{
	for (size_t i = 0; i < n; i++)
		code_real(c, value[i]);
}

void code_counts(struct coder *c, int32_t *const *value, size_t n)
{
	for (size_t i = 0; i < n; i++)
		code_count(c, value[i]);
}

void code_bools(struct coder *c, bool *const *value, size_t n)
{
	for (size_t i = 0; i < n; i++)
		code_bool(c, value[i]);
}

void code_range(struct coder *c, int32_t *first, int32_t *n, int32_t total, const char *what)
{
	code_int(c, first, 0, total, what);
	code_int(c, n, 0, total - *first, what);
}

/* ---- names ---- */

static const char *find_starts(void *object, struct late_run *run)
{
	struct names *names = object;
	bool fits = true;

	run->status = names_find_starts(names, run->n_threads, &fits);
	return fits ? NULL : "a set of names";
}

void code_names(struct coder *c, struct names *names, int64_t n)
{
	int32_t n_names = names->n;
	int64_t length = names->data_length;

	code_int(c, &n_names, n < 0 ? 0 : n, n < 0 ? INT32_MAX : n, "a number of names");
	code_long(c, &length, n_names, INT64_MAX, "the length of names");
	CODE_ITEMS(c, &names->data, length, NULL, ANY_ITEMS, "names");
	if (c->saving || coder_failed(c))
		return;
	names->n = n_names;
	names->data_length = names->data_capacity = length;
	code_later(c, find_starts, names, NULL);
}

/* ---- what blocks are ---- */

CHECK_ALL(check_indices, int32_t, *item >= rule->least && *item < rule->below)
CHECK_ALL(check_bytes, uint8_t, *item >= rule->least && *item < rule->below)
CHECK_ALL(check_reals, double, isfinite(*item) != 0)

#define CHECK_ROW(name, type)                                                                      \
	bool name(const void *items, int64_t begin, int64_t end, const struct rule *rule)          \
	{                                                                                          \
		const type *row = items;                                                           \
		bool fits = begin > 0 || row[0] == 0;                                              \
                                                                                                   \
		for (int64_t i = begin; i < end && i + 1 < rule->n; i++)                           \
			fits &= row[i] <= row[i + 1];                                              \
		return fits && row[rule->n - 1] == rule->below;                                    \
	}

CHECK_ROW(check_row, int32_t)
CHECK_ROW(check_long_row, int64_t)
