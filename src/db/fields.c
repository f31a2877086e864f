#include "db/fields.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "base/units.h"
#include "db/constraints_fields.h"

enum { MOST_NAME = 1 << 20 }; /* bytes */

static bool is_whole(const struct field *f)
{
	return f->kind >= FIELD_INT && f->kind <= FIELD_DISABLED;
}

static size_t value_size(const struct field *f)
{
	switch (f->kind) {
	case FIELD_BOOL:
		return sizeof(bool);
	case FIELD_LONG:
	case FIELD_REAL:
	case FIELD_GIVEN:
		return sizeof(double);
	case FIELD_STRING:
	case FIELD_ARRAY:
		return sizeof(void *);
	case FIELD_STRUCT:
		return f->of->size;
	default:
		return sizeof(int32_t);
	}
}

/* Number i of a field's values. */
static void *value_of(const struct field *f, const void *item, int32_t i)
{
	return (char *)item + f->offset + (size_t)i * value_size(f);
}

/* ---- arrays ---- */

struct array {
	char **items;
	int32_t *n;
	int64_t *capacity; /* NULL: there is no more room than n */
};

static struct array array_of(const struct field *f, const void *item)
{
	char *at = (char *)item;

	return (struct array){.items = value_of(f, item, 0),
			      .n = (int32_t *)(void *)(at + f->count),
			      .capacity =
				      f->capacity ? (int64_t *)(void *)(at + f->capacity) : NULL};
}

static enum status make_room(const struct field *f, const struct array *array, int64_t need)
{
	int64_t capacity = array->capacity ? *array->capacity : *array->n;

	TRY(grow_items((void **)array->items, &capacity, need, f->of->size));
	if (array->capacity)
		*array->capacity = capacity;
	return STATUS_OK;
}

static bool owns(const struct schema *schema)
{
	bool any = false;

	for (int32_t i = 0; i < schema->n && !any; i++) {
		const struct field *f = &schema->field[i];

		any = f->kind == FIELD_STRING || f->kind == FIELD_ARRAY ||
		      (f->kind == FIELD_STRUCT && owns(f->of));
	}
	return any;
}

/* ---- beginning and end ---- */

void fields_begin(const struct schema *schema, void *item)
{
	memset(item, 0, schema->size);
	for (const struct field *f = schema->field; f < schema->field + schema->n; f++) {
		for (int32_t i = 0; i < f->n; i++) {
			if (f->kind == FIELD_GIVEN)
				*(double *)value_of(f, item, i) = NOT_GIVEN;
			else if (f->kind == FIELD_STRUCT)
				fields_begin(f->of, value_of(f, item, i));
			else if (is_whole(f) && f->least == -1)
				*(int32_t *)value_of(f, item, i) = -1;
		}
	}
}

static void release_array(const struct field *f, void *item)
{
	struct array array = array_of(f, item);

	for (int32_t i = 0; i < *array.n && owns(f->of); i++)
		fields_release(f->of, *array.items + (size_t)i * f->of->size);
	free(*array.items);
	*array.items = NULL;
	*array.n = 0;
	if (array.capacity)
		*array.capacity = 0;
}

void fields_release(const struct schema *schema, void *item)
{
	for (const struct field *f = schema->field; f < schema->field + schema->n; f++) {
		for (int32_t i = 0; i < f->n; i++) {
			char **string = value_of(f, item, i);

			if (f->kind == FIELD_STRUCT) {
				fields_release(f->of, value_of(f, item, i));
			} else if (f->kind == FIELD_ARRAY) {
				release_array(f, item);
			} else if (f->kind == FIELD_STRING) {
				free(*string);
				*string = NULL;
			}
		}
	}
}

/* ---- copies ---- */

static void own_string(char **string, enum status *status)
{
	const char *from = *string;

	*string = *status == STATUS_OK && from ? strdup(from) : NULL;
	if (*status == STATUS_OK && from && !*string)
		*status = status_fail(STATUS_NO_MEMORY, "out of memory");
}

static void own(const struct schema *schema, void *item, enum status *status);

static enum status append_items(const struct field *f, void *to, const void *items, int32_t n)
{
	struct array array = array_of(f, to);
	size_t size = f->of->size;
	enum status status = STATUS_OK;

	if (*array.n > f->most - n)
		return status_fail(STATUS_NO_MEMORY, "more than %" PRId64 " %s", f->most, f->what);
	TRY(make_room(f, &array, (int64_t)*array.n + n));
	if (n)
		memcpy(*array.items + (size_t)*array.n * size, items, (size_t)n * size);
	for (int32_t i = 0; i < n && owns(f->of); i++)
		own(f->of, *array.items + (size_t)(*array.n + i) * size, &status);
	*array.n += n;
	return status;
}

/* An item that was copied as bytes gets its own of what it owns; when *status is no success, nothing more. */
static void own(const struct schema *schema, void *item, enum status *status)
{
	for (const struct field *f = schema->field; f < schema->field + schema->n; f++) {
		for (int32_t i = 0; i < f->n; i++) {
			if (f->kind == FIELD_STRING)
				own_string(value_of(f, item, i), status);
			else if (f->kind == FIELD_STRUCT)
				own(f->of, value_of(f, item, i), status);
		}
		if (f->kind == FIELD_ARRAY) {
			struct array array = array_of(f, item);
			const void *items = *array.items;
			int32_t n = *array.n;

			*array.items = NULL;
			*array.n = 0;
			if (array.capacity)
				*array.capacity = 0;
			if (*status == STATUS_OK && n)
				*status = append_items(f, item, items, n);
		}
	}
}

enum status fields_copy(const struct schema *schema, void *to, const void *from)
{
	enum status status = STATUS_OK;

	memcpy(to, from, schema->size);
	own(schema, to, &status);
	if (status != STATUS_OK)
		fields_release(schema, to);
	return status;
}

enum status fields_append(const struct field *array, void *to, const void *from,
			  const struct numbering *numbering)
{
	struct array old = array_of(array, from), new = array_of(array, to);
	int32_t n = *new.n;

	TRY(append_items(array, to, *old.items, *old.n));
	for (; n < *new.n; n++)
		fields_renumber(array->of, *new.items + (size_t)n * array->of->size, numbering);
	return STATUS_OK;
}

/* ---- numbers of objects ---- */

/* What a field's number means in this item. */
static enum field_kind kind_in(const struct field *f, const void *item)
{
	const struct point *point = item;
	const struct disabled_arc *disabled = item;

	if (f->kind == FIELD_POINT)
		return point->kind == POINT_CLOCK ? FIELD_CLOCK : FIELD_PIN;
	if (f->kind == FIELD_DISABLED)
		return disabled->master < 0 ? FIELD_PIN : FIELD_INT;
	return f->kind;
}

static int32_t number_of(const struct numbering *n, enum field_kind kind, int32_t id)
{
	switch (id < 0 ? FIELD_INT : kind) {
	case FIELD_PIN:
		return id + (id < n->n_ports ? n->port : n->pin);
	case FIELD_INSTANCE:
		return id + n->instance;
	case FIELD_NET:
		return id + n->net;
	case FIELD_CLOCK:
		return n->new_clock ? n->new_clock[id] : id + n->clock;
	case FIELD_CLOCK_EDGE:
		return CLOCK_EDGE(number_of(n, FIELD_CLOCK, id / N_EDGES), id % N_EDGES);
	case FIELD_SET:
		return id + n->set;
	case FIELD_DRIVING_ARC:
		return id + n->driving_arc;
	default:
		return id;
	}
}

void fields_renumber(const struct schema *schema, void *item, const struct numbering *numbering)
{
	for (const struct field *f = schema->field; f < schema->field + schema->n; f++) {
		struct array array = array_of(f, item);
		int32_t n = f->kind == FIELD_ARRAY ? *array.n : f->n;

		for (int32_t i = 0; i < n; i++) {
			int32_t *id = value_of(f, item, i);

			if (f->kind == FIELD_ARRAY)
				fields_renumber(f->of, *array.items + (size_t)i * f->of->size,
						numbering);
			else if (f->kind == FIELD_STRUCT)
				fields_renumber(f->of, id, numbering);
			else if (is_whole(f))
				*id = number_of(numbering, kind_in(f, item), *id);
		}
	}
}

/* ---- differences ---- */

static unsigned arrays_differ(const struct field *f, const void *a, const void *b)
{
	struct array x = array_of(f, a), y = array_of(f, b);
	size_t size = f->of->size;
	unsigned differ = 0;

	if (*x.n != *y.n)
		return f->change;
	if (!owns(f->of) && *x.n && memcmp(*x.items, *y.items, (size_t)*x.n * size) == 0)
		return 0;
	for (int32_t i = 0; i < *x.n; i++)
		differ |= fields_differ(f->of, *x.items + (size_t)i * size,
					*y.items + (size_t)i * size);
	return differ;
}

static bool strings_differ(const char *a, const char *b)
{
	return a && b ? strcmp(a, b) != 0 : a != b;
}

unsigned fields_differ(const struct schema *schema, const void *a, const void *b)
{
	unsigned differ = 0;

	for (const struct field *f = schema->field; f < schema->field + schema->n; f++) {
		const void *x = value_of(f, a, 0), *y = value_of(f, b, 0);

		if (!f->change)
			continue;
		if (f->kind == FIELD_ARRAY)
			differ |= arrays_differ(f, a, b);
		else if (f->kind == FIELD_STRING)
			differ |= strings_differ(*(char *const *)x, *(char *const *)y) ? f->change
										       : 0;
		else if (f->kind != FIELD_STRUCT)
			differ |= memcmp(x, y, (size_t)f->n * value_size(f)) ? f->change : 0;
		for (int32_t i = 0; i < f->n && f->kind == FIELD_STRUCT; i++)
			differ |= f->change &
				  fields_differ(f->of, value_of(f, a, i), value_of(f, b, i));
	}
	return differ;
}

/* ---- bytes ---- */

/* Without control characters. */
static bool is_clean(const char *name, int32_t n)
{
	bool clean = true;

	for (int32_t i = 0; i < n; i++)
		clean &= (unsigned char)name[i] >= 0x20 && name[i] != 0x7f;
	return clean;
}

static void code_clean(struct coder *c, char **string)
{
	int32_t n = c->saving && *string ? (int32_t)strlen(*string) : -1;

	code_int(c, &n, -1, MOST_NAME, "the length of a name");
	if (n < 0)
		return;
	if (!c->saving && ALLOC(string, (int64_t)n + 1) != STATUS_OK) {
		code_fail(c, STATUS_NO_MEMORY);
		return;
	}
	code_bytes(c, *string, n);
	if (!c->saving && !is_clean(*string, n))
		code_wrong(c, "a name");
}

static void code_flag(struct coder *c, bool *flag, const char *what)
{
	int32_t n = *flag;

	code_int(c, &n, 0, 1, what);
	*flag = n;
}

static void code_number(struct coder *c, double *value)
{
	code_real(c, value);
	if (!c->saving && !is_in_range(*value))
		code_wrong(c, "a number");
}

static void code_number_given(struct coder *c, double *value)
{
	bool given = is_given(*value);

	code_flag(c, &given, "a flag");
	if (given)
		code_number(c, value);
	else
		*value = NOT_GIVEN;
}

/* The most that a whole number may be. */
static int64_t most_of(const struct coding *x, const struct field *f, const void *item)
{
	if (f->below)
		return f->below(x, item) - 1;
	switch (kind_in(f, item)) {
	case FIELD_LIBRARY:
		return (int64_t)x->netlist->n_libraries - 1;
	case FIELD_MASTER:
		return (int64_t)x->netlist->n_masters - 1;
	case FIELD_PIN:
		return (int64_t)x->netlist->n_pins - 1;
	case FIELD_INSTANCE:
		return (int64_t)x->netlist->n_instances - 1;
	case FIELD_NET:
		return (int64_t)x->netlist->n_nets - 1;
	case FIELD_CLOCK:
		return (int64_t)x->n_clocks - 1;
	case FIELD_CLOCK_EDGE:
		return (int64_t)x->n_clocks * N_EDGES - 1;
	default:
		return f->most;
	}
}

static void code_value(struct coding *x, const struct field *f, void *item, void *value)
{
	struct coder *c = x->coder;

	switch (f->kind) {
	case FIELD_BOOL:
		code_flag(c, value, f->what);
		break;
	case FIELD_LONG:
		code_long(c, value, INT64_MIN, INT64_MAX, f->what);
		break;
	case FIELD_REAL:
		code_number(c, value);
		break;
	case FIELD_GIVEN:
		code_number_given(c, value);
		break;
	case FIELD_STRING:
		code_clean(c, value);
		break;
	case FIELD_STRUCT:
		fields_code(x, f->of, value);
		break;
	default:
		code_int(c, value, f->least, most_of(x, f, item), f->what);
	}
}

/* Items are added one by one, so that no count takes more memory than there are bytes. */
static void code_array(struct coding *x, const struct field *f, void *item)
{
	struct array array = array_of(f, item);
	struct coder *c = x->coder;
	int32_t n = *array.n;
	int64_t own_capacity = 0;

	if (!array.capacity)
		array.capacity = &own_capacity;
	code_count(c, &n);
	if (n > f->most)
		code_wrong(c, "a count");
	if (f->of == &clock_schema)
		x->n_clocks = n;
	for (int32_t i = 0; i < n && !coder_failed(c); i++) {
		if (!c->saving) {
			code_fail(c, make_room(f, &array, (int64_t)i + 1));
			if (coder_failed(c))
				return;
			fields_begin(f->of, *array.items + (size_t)i * f->of->size);
			*array.n = i + 1;
		}
		fields_code(x, f->of, *array.items + (size_t)i * f->of->size);
	}
}

void fields_code(struct coding *x, const struct schema *schema, void *item)
{
	struct coder *c = x->coder;

	for (int32_t i = 0; i < schema->n && !coder_failed(c); i++) {
		const struct field *f = &schema->field[i];

		if (f->kind == FIELD_ARRAY && !f->uncoded)
			code_array(x, f, item);
		for (int32_t k = 0; k < f->n && f->kind != FIELD_ARRAY && !f->uncoded; k++)
			code_value(x, f, item, value_of(f, item, k));
	}
	if (!c->saving && !coder_failed(c) && schema->check) {
		const char *wrong = schema->check(item);

		if (wrong)
			code_wrong(c, wrong);
	}
}
