#include "store/coder.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

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

void code_wrong(struct coder *c, const char *what)
{
	if (!c->wrong)
		c->wrong = what;
}

void code_fail(struct coder *c, enum status status)
{
	if (c->status == STATUS_OK)
		c->status = status;
}

/* ---- the index ---- */

static void code_bytes(struct coder *c, void *data, int64_t n)
{
	if (c->saving) {
		text_append(&c->index, data, n);
	} else if (coder_failed(c) || c->end - c->at < n) {
		code_wrong(c, "its index, which ends too early");
		memset(data, 0, (size_t)n);
	} else {
		memcpy(data, c->at, (size_t)n);
		c->at += n;
	}
}

void code_long(struct coder *c, int64_t *value, int64_t least, int64_t most, const char *what)
{
	int64_t n = *value;

	code_bytes(c, &n, sizeof n);
	if (c->saving)
		return;
	if (n < least || n > most) {
		code_wrong(c, what);
		n = least;
	}
	*value = n;
}

void code_int(struct coder *c, int32_t *value, int64_t least, int64_t most, const char *what)
{
	int32_t n = *value;

	code_bytes(c, &n, sizeof n);
	if (c->saving)
		return;
	if (n < least || n > most) {
		code_wrong(c, what);
		n = (int32_t)least;
	}
	*value = n;
}

void code_id(struct coder *c, int32_t *id, int32_t least, int64_t n, const char *what)
{
	code_int(c, id, least, n - 1, what);
}

void code_bool(struct coder *c, bool *value)
{
	uint8_t byte = c->saving ? *value : 0;

	code_bytes(c, &byte, sizeof byte);
	if (c->saving)
		return;
	if (byte > 1)
		code_wrong(c, "a flag");
	*value = byte == 1;
}

void code_real(struct coder *c, double *value)
{
	double number = *value;

	code_bytes(c, &number, sizeof number);
	if (c->saving)
		return;
	if (!isfinite(number)) {
		code_wrong(c, "a number");
		number = 0;
	}
	*value = number;
}

void code_string(struct coder *c, char **string)
{
	int64_t n = c->saving && *string ? (int64_t)strlen(*string) : -1;

	code_long(c, &n, -1, c->saving ? INT64_MAX : c->end - c->at, "the length of a string");
	if (c->saving) {
		text_append(&c->index, *string, n < 0 ? 0 : n);
		return;
	}
	*string = NULL;
	if (n < 0 || coder_failed(c))
		return;
	if (c->end - c->at < n) {
		code_wrong(c, "the length of a string");
		return;
	}
	if (memchr(c->at, '\0', (size_t)n)) {
		code_wrong(c, "a string");
		return;
	}
	if (ALLOC(string, n + 1) != STATUS_OK) {
		code_fail(c, STATUS_NO_MEMORY);
		return;
	}
	memcpy(*string, c->at, (size_t)n);
	c->at += n;
}

void code_name(struct coder *c, char **string)
{
	code_string(c, string);
	if (c->saving || *string)
		return;
	code_wrong(c, "a name");
	if (ALLOC(string, 1) != STATUS_OK)
		code_fail(c, STATUS_NO_MEMORY);
}

void code_count(struct coder *c, int32_t *n)
{
	code_int(c, n, 0, c->saving ? INT32_MAX : c->end - c->at, "a count");
}

void code_text(struct coder *c, struct text *text)
{
	int64_t n = text->length;

	code_long(c, &n, 0, c->saving ? INT64_MAX : c->end - c->at, "a length");
	if (c->saving) {
		text_append(&c->index, text->data, n);
		return;
	}
	if (coder_failed(c))
		return;
	if (c->end - c->at < n) {
		code_wrong(c, "a length");
		return;
	}
	text_append(text, c->at, n);
	c->at += n;
	code_fail(c, text_status(text));
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

/* The file's table, which is c->block before it is taken up, says how long the next one is. */
static void take_block(struct coder *c, struct block *block)
{
	const struct block *known = &c->block[c->n_blocks];

	if (coder_failed(c))
		return;
	if (c->n_blocks == c->n_known || known->bytes != block->n * (int64_t)block->size) {
		code_wrong(c, block->what);
		return;
	}
	block->bytes = known->bytes;
	block->checksum = known->checksum;
	c->block[c->n_blocks++] = *block;
}

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
	if (coder_failed(c) || n < 0 || n > INT64_MAX / 1024) {
		code_wrong(c, what);
		n = 0;
	} else if (c->n_blocks == c->n_known || c->block[c->n_blocks].bytes != n * (int64_t)size) {
		code_wrong(c, what);
		n = 0;
	}
	if (alloc_items(items, n, size) != STATUS_OK) {
		code_fail(c, STATUS_NO_MEMORY);
		return;
	}
	block.items = *items;
	take_block(c, &block);
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

/* ---- names ---- */

static const char *find_starts(void *object, const void *of, int n_threads, enum status *status)
{
	struct names *names = object;
	bool fits = true;

	(void)of;
	*status = names_find_starts(names, n_threads, &fits);
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

bool check_indices(const void *items, int64_t begin, int64_t end, const struct rule *rule)
{
	const int32_t *index = items;
	bool fits = true;

	for (int64_t i = begin; i < end; i++)
		fits &= index[i] >= rule->least && index[i] < rule->below;
	return fits;
}

bool check_bytes(const void *items, int64_t begin, int64_t end, const struct rule *rule)
{
	const uint8_t *byte = items;
	bool fits = true;

	for (int64_t i = begin; i < end; i++)
		fits &= byte[i] >= rule->least && byte[i] < rule->below;
	return fits;
}

bool check_row(const void *items, int64_t begin, int64_t end, const struct rule *rule)
{
	const int32_t *row = items;
	bool fits = begin > 0 || row[0] == 0;

	for (int64_t i = begin; i < end && i + 1 < rule->n; i++)
		fits &= row[i] <= row[i + 1];
	return fits && row[rule->n - 1] == rule->below;
}

bool check_long_row(const void *items, int64_t begin, int64_t end, const struct rule *rule)
{
	const int64_t *row = items;
	bool fits = begin > 0 || row[0] == 0;

	for (int64_t i = begin; i < end && i + 1 < rule->n; i++)
		fits &= row[i] <= row[i + 1];
	return fits && row[rule->n - 1] == rule->below;
}

bool check_reals(const void *items, int64_t begin, int64_t end, const struct rule *rule)
{
	const double *number = items;
	bool fits = true;

	(void)rule;
	for (int64_t i = begin; i < end; i++)
		fits &= isfinite(number[i]) != 0;
	return fits;
}

bool check_amounts(const void *items, int64_t begin, int64_t end, const struct rule *rule)
{
	const double *number = items;
	bool fits = true;

	(void)rule;
	for (int64_t i = begin; i < end; i++)
		fits &= isfinite(number[i]) && number[i] >= 0;
	return fits;
}
