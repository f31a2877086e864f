/*
 * NETS of DEF: what they connect. Wires are skipped.
 */
#include "base/grow.h"
#include "read/layout/def_impl.h"

static enum status add(struct def *def, int32_t net, int32_t component, int32_t pin)
{
	return APPEND(def->connection, def->n_connections, &def->connection_capacity,
		      (struct def_connection){.component = component, .pin = pin, .net = net});
}

static enum status connect_port(struct def *def, int32_t net, const struct word *word)
{
	const char *name;
	int64_t length;
	int32_t port;

	TRY(def_name(def, word, &name, &length));
	port = def_find_port(def, name, length);
	if (port >= 0)
		return add(def, net, -1, port);
	/* Pins may be left out where a netlist knows them. */
	if (!def->linked || netlist_find_port(def->linked, name, length) < 0)
		walk_warn(&def->lex, DEF_PORT, word->begin, "unknown pin \"%s\"", lex_shown(word));
	return STATUS_OK;
}

static enum status connect_component(struct def *def, int32_t net, const struct word *component,
				     const struct word *pin)
{
	int32_t id, pin_id;

	TRY(def_find_component(def, component, &id));
	if (id < 0)
		return STATUS_OK;
	TRY(def_add_name(def, pin, &def->pin_name, &pin_id, NULL));
	return add(def, net, id, pin_id);
}

/* "component pin )", "PIN pin )", with "+ SYNTHESIZED" perhaps. */
static enum status read_connection(struct def *def, int32_t net)
{
	struct word first, pin, word;

	TRY(lex_take(&def->lex, "a component", &first));
	TRY(lex_take(&def->lex, "a pin", &pin));
	if (word_is(&first, "PIN"))
		TRY(connect_port(def, net, &pin));
	else
		TRY(connect_component(def, net, &first, &pin));
	do {
		TRY(lex_take(&def->lex, "\")\"", &word));
	} while (!word_is(&word, ")"));
	return STATUS_OK;
}

/*
 * A net of a name that was there already is another one, unless a netlist knows better: it gets a
 * name of its own.
 */
static enum status add_twin(struct def *def, const char *name, int64_t length, int32_t *net)
{
	RELEASED_BY(text_release) struct text twin = TEXT_INIT;
	bool added = false;

	for (int32_t n = def->net_name.n; !added; n++) {
		text_clear(&twin);
		text_append(&twin, name, length);
		text_printf(&twin, ".%d", n);
		TRY(text_status(&twin));
		TRY(names_add(&def->net_name, text_string(&twin), twin.length, net, &added));
	}
	return STATUS_OK;
}

static enum status begin_net(struct def *def, const struct word *word, int32_t *net)
{
	const char *name;
	int64_t length;
	bool added;

	TRY(def_name(def, word, &name, &length));
	TRY(names_add(&def->net_name, name, length, net, &added));
	if (added)
		return STATUS_OK;
	walk_warn(&def->lex, DEF_TWICE, word->begin, "net \"%s\" is there twice", lex_shown(word));
	return def->linked ? STATUS_OK : add_twin(def, name, length, net);
}

/* "name ( component pin ) … + … ;" */
enum status def_read_net(struct def *def, const struct word *word)
{
	struct word next;
	int32_t net;

	if (word_is(word, "MUSTJOIN"))
		return lex_skip_statement(&def->lex);
	TRY(begin_net(def, word, &net));
	for (;;) {
		TRY(lex_next(&def->lex, &next));
		if (word_is(&next, "(")) {
			TRY(read_connection(def, net));
			continue;
		}
		if (word_is(&next, ";"))
			return STATUS_OK;
		if (word_is(&next, "+"))
			return lex_skip_statement(&def->lex);
		return lex_expected(&def->lex, &next, "\"(\", \"+\" or \";\"");
	}
}
