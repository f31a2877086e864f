/*
 * Constraints as bytes: by their tables, but for ports and loads of nets. Numbers are as the machine has them: both sides
 * are the same program.
 */
#include "read/sdc/sdc_code.h"

#include "db/constraints_fields.h"

enum { STREAM_VERSION = 0x5dc00008 };

static bool is_plain_port(const void *item)
{
	struct port_constraint plain;

	fields_begin(&port_constraint_schema, &plain);
	return !fields_differ(&port_constraint_schema, item, &plain);
}

static bool is_no_load(const void *item)
{
	return !is_given(*(const double *)item);
}

static const struct field load_field = {.kind = FIELD_REAL, .n = 1, .size = sizeof(double)};
static const struct schema load_schema = {.size = sizeof(double), .n = 1, .field = &load_field};

/* The next of a list of numbers, which -1 ends. */
static bool code_next(struct coder *c, int32_t *id, int32_t n, const char *what)
{
	code_id(c, id, -1, n, what);
	return *id >= 0 && !coder_failed(c);
}

/* Ports or nets, many of which have no settings: a list of numbers with their items. */
static void code_sparse(struct coding *x, const struct schema *schema, void *items, int32_t n,
			bool (*is_plain)(const void *item))
{
	const char *what = schema == &load_schema ? "a net" : "a port";
	int32_t id;

	for (id = 0; x->coder->saving && id < n; id++) {
		char *item = (char *)items + (size_t)id * schema->size;

		if (!is_plain(item) && code_next(x->coder, &id, n, what))
			fields_code(x, schema, item);
	}
	for (id = -1; code_next(x->coder, &id, n, what);)
		fields_code(x, schema, (char *)items + (size_t)id * schema->size);
}

static void code_net_loads(struct coding *x, struct constraints *k)
{
	struct coder *c = x->coder;
	int32_t any = k->net_load != NULL;

	code_int(c, &any, 0, 1, "a flag");
	if (any && !c->saving)
		code_fail(c, constraints_alloc_net_loads(k));
	if (any && !coder_failed(c))
		code_sparse(x, &load_schema, k->net_load, k->n_nets, is_no_load);
}

static void code_all(struct coder *c, const struct netlist *netlist, struct constraints *k)
{
	struct coding x = {.coder = c, .netlist = netlist, .constraints = k};
	int32_t version = STREAM_VERSION;
	bool twice = false;

	code_int(c, &version, STREAM_VERSION, STREAM_VERSION, "the version");
	fields_code(&x, &constraints_arrays, k);
	if (!c->saving && !coder_failed(c))
		code_fail(c, constraints_name_clocks(k, &twice));
	if (twice)
		code_wrong(c, "two clocks of one name");
	if (!coder_failed(c))
		code_sparse(&x, &port_constraint_schema, k->port, k->n_ports, is_plain_port);
	if (!coder_failed(c))
		code_net_loads(&x, k);
	fields_code(&x, &constraints_settings, k);
	if (!c->saving && c->at < c->end)
		code_wrong(c, "there is more after its end");
}

enum status sdc_put_constraints(const struct netlist *netlist, struct constraints *constraints,
				struct text *out)
{
	struct coder c = {.saving = true, .index = TEXT_INIT};

	code_all(&c, netlist, constraints);
	*out = c.index;
	return text_status(out);
}

const char *sdc_take_constraints(const char *data, int64_t length, const struct netlist *netlist,
				 struct constraints *constraints)
{
	struct coder c = {.at = data, .end = data + length, .cut = "it ends too early"};

	code_all(&c, netlist, constraints);
	return c.status == STATUS_OK ? c.wrong : "out of memory";
}
