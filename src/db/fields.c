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

/* Number i of a field's values. */
static void *value_of(const struct field *f, const void *item, int32_t i)
{
	return (char *)item + f->offset + (size_t)i * f->size;
}

struct array {
	char **items;
	int32_t *n;
	int64_t *capacity;
};

static struct array array_of(const struct field *f, const void *item)
{
	void *n = (char *)item + f->count, *capacity = (char *)item + f->capacity;

	return (struct array){value_of(f, item, 0), n, capacity};
}

static void *array_item(const struct field *f, const void *item, int32_t i)
{
	return *array_of(f, item).items + (size_t)i * f->of->size;
}

/* Each value of an item, and of those in it; what is in arrays is left to the function. */
typedef void visit_value(const struct field *f, void *item, void *value, void *context);

static void visit(const struct schema *schema, void *item, visit_value *each, void *context)
{
	for (const struct field *f = schema->field; f < schema->field + schema->n; f++) {
		for (int32_t i = 0; i < f->n; i++) {
			if (f->kind == FIELD_STRUCT)
				visit(f->of, value_of(f, item, i), each, context);
			else
				each(f, item, value_of(f, item, i), context);
		}
	}
}

static void visit_items(const struct field *f, void *item, visit_value *each, void *context)
{
	for (int32_t i = 0; i < *array_of(f, item).n; i++)
		visit(f->of, array_item(f, item, i), each, context);
}

/* Items that own nothing are copied and compared as bytes, as there may be many. */
static bool owns(const struct schema *schema)
{
	bool any = false;

	for (const struct field *f = schema->field; f < schema->field + schema->n && !any; f++)
		any = f->kind == FIELD_STRING || f->kind == FIELD_ARRAY ||
		      (f->kind == FIELD_STRUCT && owns(f->of));
	return any;
}

/* ---- beginning and end ---- */

static void begin_value(const struct field *f, void *item, void *value, void *context)
{
	(void)item;
	(void)context;
	if (f->kind == FIELD_GIVEN)
		*(double *)value = NOT_GIVEN;
	else if (is_whole(f) && f->least == -1)
		*(int32_t *)value = -1;
}

void fields_begin(const struct schema *schema, void *item)
{
	memset(item, 0, schema->size);
	visit(schema, item, begin_value, NULL);
}

static void forget_items(struct array array)
{
	*array.items = NULL;
	*array.n = 0;
	*array.capacity = 0;
}

static void release_value(const struct field *f, void *item, void *value, void *context)
{
	if (f->kind == FIELD_ARRAY && owns(f->of))
		visit_items(f, item, release_value, context);
	if (f->kind == FIELD_ARRAY || f->kind == FIELD_STRING)
		free(*(void **)value);
	if (f->kind == FIELD_ARRAY)
		forget_items(array_of(f, item));
	else if (f->kind == FIELD_STRING)
		*(void **)value = NULL;
}

void fields_release(const struct schema *schema, void *item)
{
	visit(schema, item, release_value, NULL);
}

/* ---- copies ---- */

static visit_value own_value;

static enum status append_items(const struct field *f, void *to, const void *items, int32_t n)
{
	struct array array = array_of(f, to);
	enum status status = STATUS_OK;

	if (n == 0)
		return STATUS_OK;
	if (*array.n > f->most - n)
		return status_fail(STATUS_NO_MEMORY, "more than %" PRId64 " %s", f->most, f->what);
	TRY(grow_items((void **)array.items, array.capacity, (int64_t)*array.n + n, f->of->size));
	memcpy(array_item(f, to, *array.n), items, (size_t)n * f->of->size);
	for (int32_t i = 0; i < n && owns(f->of); i++)
		visit(f->of, array_item(f, to, *array.n + i), own_value, &status);
	*array.n += n;
	return status;
}

/* Of an item that was copied as bytes: what it owns becomes its own; when the status is no success, nothing more. */
static void own_value(const struct field *f, void *item, void *value, void *context)
{
	enum status *status = context;
	char **string = value;

	if (f->kind == FIELD_STRING && *string) {
		*string = *status == STATUS_OK ? strdup(*string) : NULL;
		if (*status == STATUS_OK && !*string)
			*status = STATUS_NO_MEMORY;
	} else if (f->kind == FIELD_ARRAY) {
		const void *items = *string;
		int32_t n = *array_of(f, item).n;

		forget_items(array_of(f, item));
		if (*status == STATUS_OK)
			*status = append_items(f, item, items, n);
	}
}

enum status fields_copy(const struct schema *schema, void *to, const void *from)
{
	enum status status = STATUS_OK;

	memcpy(to, from, schema->size);
	visit(schema, to, own_value, &status);
	if (status != STATUS_OK)
		fields_release(schema, to);
	return status;
}

enum status fields_append(const struct field *array, void *to, const void *from,
			  const struct numbering *numbering)
{
	int32_t n = *array_of(array, to).n;

	TRY(append_items(array, to, *array_of(array, from).items, *array_of(array, from).n));
	for (; numbering && n < *array_of(array, to).n; n++)
		fields_renumber(array->of, array_item(array, to, n), numbering);
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

static void renumber_value(const struct field *f, void *item, void *value, void *context)
{
	int32_t *id = value;

	if (f->kind == FIELD_ARRAY)
		visit_items(f, item, renumber_value, context);
	else if (is_whole(f))
		*id = number_of(context, kind_in(f, item), *id);
}

void fields_renumber(const struct schema *schema, void *item, const struct numbering *numbering)
{
	visit(schema, item, renumber_value, (void *)numbering);
}

/* ---- differences ---- */

static bool strings_differ(const char *a, const char *b)
{
	return a && b ? strcmp(a, b) != 0 : a != b;
}

static unsigned value_differs(const struct field *f, const void *a, const void *b, int32_t i)
{
	char *const *x = value_of(f, a, i), *const *y = value_of(f, b, i);
	int32_t n = f->kind == FIELD_ARRAY ? *array_of(f, a).n : 0;
	unsigned differ = 0;

	if (f->kind == FIELD_STRUCT)
		return f->change & fields_differ(f->of, x, y);
	if (f->kind == FIELD_STRING)
		return strings_differ(*x, *y) ? f->change : 0;
	if (f->kind != FIELD_ARRAY)
		return memcmp(x, y, f->size) ? f->change : 0;
	if (n != *array_of(f, b).n)
		return f->change;
	if (n && !owns(f->of) && memcmp(*x, *y, (size_t)n * f->of->size) == 0)
		return 0;
	for (int32_t k = 0; k < n; k++)
		differ |= fields_differ(f->of, array_item(f, a, k), array_item(f, b, k));
	return differ;
}

unsigned fields_differ(const struct schema *schema, const void *a, const void *b)
{
	unsigned differ = 0;

	for (const struct field *f = schema->field; f < schema->field + schema->n; f++) {
		for (int32_t i = 0; i < f->n && f->change; i++)
			differ |= value_differs(f, a, b, i);
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

static void code_clean(struct coder *c, char **string, const char *missing)
{
	int32_t n = c->saving && *string ? (int32_t)strlen(*string) : -1;

	code_int(c, &n, -1, MOST_NAME, "the length of a name");
	if (n < 0 && missing && !c->saving)
		code_wrong(c, missing);
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

/* Items are added one by one, so that no count takes more memory than there are bytes. */
static void code_items_of(struct coding *x, const struct field *f, void *item)
{
	struct array array = array_of(f, item);
	struct coder *c = x->coder;
	int32_t n = *array.n;

	code_count(c, &n);
	if (n > f->most)
		code_wrong(c, "a count");
	if (f->of == &clock_schema)
		x->n_clocks = n;
	for (int32_t i = 0; i < n && !coder_failed(c); i++) {
		if (!c->saving) {
			code_fail(c, grow_items((void **)array.items, array.capacity,
						(int64_t)i + 1, f->of->size));
			if (coder_failed(c))
				return;
			fields_begin(f->of, array_item(f, item, i));
			*array.n = i + 1;
		}
		fields_code(x, f->of, array_item(f, item, i));
	}
}

static void code_value(struct coding *x, const struct field *f, void *item, void *value)
{
	struct coder *c = x->coder;
	bool given;

	switch (f->kind) {
	case FIELD_BOOL:
		code_flag(c, value, f->what);
		break;
	case FIELD_LONG:
		code_long(c, value, INT64_MIN, INT64_MAX, f->what);
		break;
	case FIELD_GIVEN:
		given = is_given(*(double *)value);
		code_flag(c, &given, "a flag");
		if (!given)
			break;
		/* fall through */
	case FIELD_REAL:
		code_number(c, value);
		break;
	case FIELD_STRING:
		code_clean(c, value, f->what);
		break;
	case FIELD_STRUCT:
		fields_code(x, f->of, value);
		break;
	case FIELD_ARRAY:
		code_items_of(x, f, item);
		break;
	default:
		code_int(c, value, f->least, most_of(x, f, item), f->what);
	}
}

void fields_code(struct coding *x, const struct schema *schema, void *item)
{
	struct coder *c = x->coder;
	const char *wrong;

	for (const struct field *f = schema->field; f < schema->field + schema->n; f++) {
		for (int32_t i = 0; i < f->n && !f->uncoded && !coder_failed(c); i++)
			code_value(x, f, item, value_of(f, item, i));
	}
	wrong = !c->saving && !coder_failed(c) && schema->check ? schema->check(item) : NULL;
	if (wrong)
		code_wrong(c, wrong);
}
