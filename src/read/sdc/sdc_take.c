/* What the words of a command mean: objects, names, patterns, and lists of these. */
#include <string.h>

#include "db/hierarchy.h"
#include "read/sdc/sdc_impl.h"

enum {
	DEEPEST_LIST = 16,
	MOST_NEAREST = 50, /* names that a like one is looked for: that takes long */
};

/* ---- what isn't there ---- */

void sdc_warn_missing(struct sdc *s, int mask, const char *name)
{
	RELEASED_BY(text_release) struct text text = TEXT_INIT, nearest = TEXT_INIT;
	const char *join = "";
	int rest;

	for (int kind = 0; kind < N_SDC_KINDS; kind++) {
		if (!(mask & SDC_MASK(kind)))
			continue;
		text_printf(&text, "%s%s", join, sdc_kind_name((enum sdc_kind)kind));
		rest = mask >> (kind + 1);
		join = rest & (rest - 1) ? ", " : " or ";
		if (!nearest.length && s->n_nearest < MOST_NEAREST && strlen(name) < 200)
			sdc_write_nearest(s, (enum sdc_kind)kind, name, &nearest);
	}
	s->n_nearest++;
	sdc_warn(s, "no %s \"%.200s\"%s%s%s", text_string(&text), name,
		 NEAREST(text_string(&nearest)));
}

/* ---- words of commands ---- */

/* Names are looked up as OpenSTA does: as the most general kind first. */
static const enum sdc_kind order[] = {SDC_CLOCK, SDC_LIB, SDC_LIB_CELL, SDC_LIB_PIN, SDC_CELL,
				      SDC_PORT,  SDC_PIN, SDC_NET,      SDC_DESIGN};

/* What has just this name, of the first kind in which something has. */
static bool find_name(const struct sdc *s, const char *name, int mask, struct sdc_object *object)
{
	for (size_t i = 0; i < sizeof order / sizeof *order; i++) {
		if (mask & SDC_MASK(order[i]) && sdc_find_exact(s, order[i], name, object))
			return true;
	}
	return false;
}

int sdc_name_mask(const Tcl_Obj *name, int mask)
{
	const char *kind = sdc_kind_of_name(name);

	for (int i = 0; kind && i < N_SDC_KINDS; i++) {
		if (strcmp(kind, sdc_kind_name((enum sdc_kind)i)) == 0)
			return mask & SDC_MASK(i);
	}
	return mask;
}

/* A value that is a name and no pattern. */
static enum status take_exact(struct sdc *s, const struct sdc_call *call, Tcl_Obj *value, int mask,
			      struct sdc_objects *out)
{
	const char *name = tcl_text(value);
	int own = sdc_name_mask(value, mask);
	struct sdc_object object;

	if (find_name(s, name, own, &object))
		return sdc_objects_add(out, object);
	if (own)
		sdc_warn_missing(s, own, name);
	else
		sdc_warn(s, "%s: a %s can't be given here: \"%.200s\"", call->command->name,
			 sdc_kind_of_name(value), name);
	return STATUS_OK;
}

/* Text: what has just this name comes before what a pattern matches. */
static enum status take_name(struct sdc *s, const char *name, int mask, struct sdc_objects *out)
{
	static const struct query_options options;
	struct sdc_object object;
	int32_t before = out->n;

	if (strpbrk(name, "*?\\") && find_name(s, name, mask, &object))
		return sdc_objects_add(out, object);
	for (size_t i = 0; i < sizeof order / sizeof *order && out->n == before; i++) {
		if (mask & SDC_MASK(order[i]))
			TRY(sdc_match(s, order[i], name, &options, out));
	}
	if (out->n == before)
		sdc_warn_missing(s, mask, name);
	return STATUS_OK;
}

static enum status take_one(struct sdc *s, const struct sdc_call *call, struct sdc_object object,
			    int mask, struct sdc_objects *out)
{
	RELEASED_BY(text_release) struct text name = TEXT_INIT;

	if (mask & SDC_MASK(object.kind))
		return sdc_objects_add(out, object);
	sdc_write_name(s, object, &name);
	sdc_warn(s, "%s: a %s can't be given here: \"%.200s\"", call->command->name,
		 sdc_kind_name(object.kind), text_string(&name));
	return STATUS_OK;
}

/* An object, or a name. */
static enum status take_one_word(struct sdc *s, const struct sdc_call *call, Tcl_Obj *word,
				 int mask, struct sdc_objects *out)
{
	struct sdc_object object;

	if (sdc_get_object(s, word, &object))
		return take_one(s, call, object, mask, out);
	return take_name(s, tcl_text(word), mask, out);
}

bool sdc_names_one(Tcl_Obj *word, Tcl_Obj *first)
{
	const char *text;
	int length;

	if (first && (sdc_is_object(first) || sdc_is_name(first)))
		return false;
	text = tcl_text_of(word, &length);
	return length <= SDC_LONGEST_TEXT_NAME && strpbrk(text, " \t\n\r\v\f{}\\\"");
}

static enum status take_word(struct sdc *s, const struct sdc_call *call, Tcl_Obj *word, int mask,
			     int depth, struct sdc_objects *out)
{
	enum status status = STATUS_OK;
	struct sdc_object object;
	Tcl_Obj *item = NULL;
	int n;

	if (sdc_is_object(word))
		return take_one_word(s, call, word, mask, out);
	if (sdc_is_name(word))
		return take_exact(s, call, word, mask, out);
	if (Tcl_ListObjLength(NULL, word, &n) != TCL_OK || depth == DEEPEST_LIST)
		return take_one_word(s, call, word, mask, out);
	if (n > 0)
		Tcl_ListObjIndex(NULL, word, 0, &item);
	if (sdc_names_one(word, item) && find_name(s, tcl_text(word), mask, &object))
		return sdc_objects_add(out, object);
	if (n == 1 && Tcl_ListObjIndex(NULL, word, 0, &item) == TCL_OK &&
	    strcmp(tcl_text(item), tcl_text(word)) == 0)
		return sdc_is_name(item) ? take_exact(s, call, item, mask, out)
					 : take_one_word(s, call, item, mask, out);
	Tcl_IncrRefCount(word);
	for (int i = 0; i < n && status == STATUS_OK; i++) {
		/* looking a name up may change what kind of value the list is */
		if (Tcl_ListObjIndex(NULL, word, i, &item) != TCL_OK)
			break;
		Tcl_IncrRefCount(item);
		status = take_word(s, call, item, mask, depth + 1, out);
		Tcl_DecrRefCount(item);
	}
	Tcl_DecrRefCount(word);
	return status;
}

/* ---- blocks of the hierarchy ---- */

static enum object_kind kind_of(struct sdc_object object)
{
	return object.kind == SDC_CELL  ? OBJECT_CELL
	       : object.kind == SDC_PIN ? OBJECT_PIN
	       : object.kind == SDC_NET ? OBJECT_NET
					: OBJECT_PORT;
}

bool sdc_is_hierarchical(const struct sdc *s, struct sdc_object object)
{
	return object_is_hierarchical(s->netlist, kind_of(object), object.id);
}

struct leaves {
	struct sdc *s;
	struct sdc_objects *out;
	enum sdc_kind kind;
};

static enum status add_leaf(void *context, int32_t id)
{
	struct leaves *l = context;
	bool is_port = l->kind == SDC_PIN && id < l->s->netlist->n_ports;

	return sdc_objects_add(l->out,
			       (struct sdc_object){.kind = is_port ? SDC_PORT : l->kind, .id = id});
}

/* What is about paths through a net means it as its level has it: the loads that signals reach over it,
 * unless these are all of the net's. Others mean the flat net. */
static enum status add_net(struct sdc *s, struct sdc_object net, int mask, struct sdc_objects *out)
{
	struct leaves leaves = {s, out, SDC_PIN};
	bool whole = true;

	if (mask & SDC_MASK(SDC_PIN) && mask & SDC_MASK(SDC_CELL))
		TRY(object_net_loads(s->netlist, net.id, add_leaf, &leaves, &whole));
	net.id = object_flat_net(s->netlist, net.id);
	return whole ? sdc_objects_add(out, net) : STATUS_OK;
}

/* A block is its leaf cells, a pin of it the pins that signals reach through it. */
static enum status add_leaves(struct sdc *s, const struct sdc_call *call, struct sdc_object object,
			      struct sdc_objects *out)
{
	struct leaves leaves = {s, out, object.kind};
	RELEASED_BY(text_release) struct text name = TEXT_INIT;
	int32_t before = out->n;

	TRY(object_leaves(s->netlist, kind_of(object), object.id, add_leaf, &leaves));
	if (out->n > before)
		return STATUS_OK;
	sdc_write_name(s, object, &name);
	sdc_warn(s, "%s: nothing follows %s \"%.200s\"", call->command->name,
		 sdc_kind_name(object.kind), text_string(&name));
	return STATUS_OK;
}

enum status sdc_take_whole(struct sdc *s, const struct sdc_call *call, Tcl_Obj *word, int mask,
			   struct sdc_objects *out)
{
	return take_word(s, call, word, mask, 0, out);
}

enum status sdc_take_objects(struct sdc *s, const struct sdc_call *call, Tcl_Obj *word, int mask,
			     struct sdc_objects *out)
{
	RELEASED_BY(sdc_objects_release) struct sdc_objects found = {0};

	if (!netlist_n_blocks(s->netlist))
		return take_word(s, call, word, mask, 0, out);
	TRY(take_word(s, call, word, mask, 0, &found));
	for (int32_t i = 0; i < found.n; i++)
		TRY(found.item[i].kind == SDC_NET ? add_net(s, found.item[i], mask, out)
		    : sdc_is_hierarchical(s, found.item[i])
			    ? add_leaves(s, call, found.item[i], out)
			    : sdc_objects_add(out, found.item[i]));
	return STATUS_OK;
}

enum status sdc_need_objects(struct sdc *s, const struct sdc_call *call, Tcl_Obj *word, int mask,
			     const char *none, struct sdc_objects *out)
{
	TRY(sdc_take_objects(s, call, word, mask, out));
	if (!out->n)
		sdc_skip(s, call->command->name, none);
	return STATUS_OK;
}

/* Where paths pass a pin of a block. One that leads to the clock of a register is passed by its clock, not by data. */
static enum status add_passed(void *context, int32_t id)
{
	struct leaves *l = context;

	return sdc_is_clock_pin(l->s, id) ? STATUS_OK : add_leaf(context, id);
}

static enum status add_crossed(struct sdc *s, struct sdc_object object, struct sdc_objects *out)
{
	struct leaves leaves = {s, out, SDC_PIN};
	const struct hierarchy *h = s->netlist->hierarchy;
	int32_t block = object.id - s->netlist->n_instances;

	if (object.kind == SDC_PIN)
		return object_leaves(s->netlist, OBJECT_PIN, object.id, add_passed, &leaves);
	for (int32_t p = h->first_pin[block]; p < h->first_pin[block + 1]; p++)
		TRY(object_leaves(s->netlist, OBJECT_PIN, s->netlist->n_pins + p, add_passed,
				  &leaves));
	return STATUS_OK;
}

static void warn_of_block(struct sdc *s, const struct sdc_call *call, struct sdc_object object)
{
	RELEASED_BY(text_release) struct text name = TEXT_INIT;

	sdc_write_name(s, object, &name);
	sdc_warn(s, "%s: \"%.200s\" is a %s, where no path begins or ends: ignored",
		 call->command->name, text_string(&name),
		 object.kind == SDC_CELL ? "block" : "pin of a block");
}

enum status sdc_take_points(struct sdc *s, const struct sdc_call *call, Tcl_Obj *word, int mask,
			    bool through, struct sdc_objects *out)
{
	RELEASED_BY(sdc_objects_release) struct sdc_objects found = {0};

	TRY(take_word(s, call, word, mask, 0, &found));
	for (int32_t i = 0; i < found.n; i++) {
		struct sdc_object object = found.item[i];

		if (object.kind == SDC_NET && netlist_n_blocks(s->netlist))
			TRY(add_net(s, object, mask, out));
		else if (object.kind == SDC_NET || object.kind == SDC_CLOCK ||
			 !sdc_is_hierarchical(s, object))
			TRY(sdc_objects_add(out, object));
		else if (through)
			TRY(add_crossed(s, object, out));
		else
			warn_of_block(s, call, object);
	}
	return STATUS_OK;
}

enum status sdc_take_pins(struct sdc *s, const struct sdc_call *call, Tcl_Obj *word,
			  struct sdc_objects *out)
{
	return sdc_take_objects(s, call, word, SDC_MASK(SDC_PORT) | SDC_MASK(SDC_PIN), out);
}

enum status sdc_need_pins(struct sdc *s, const struct sdc_call *call, Tcl_Obj *word,
			  struct sdc_objects *out)
{
	return sdc_need_objects(s, call, word, SDC_MASK(SDC_PORT) | SDC_MASK(SDC_PIN),
				"none of its ports and pins is there", out);
}

/* The clocks that are defined at a pin. */
static enum status clocks_at(struct sdc *s, const struct sdc_call *call, struct sdc_object pin,
			     struct sdc_objects *out)
{
	struct sdc_objects pins = {.item = &pin, .n = 1};
	RELEASED_BY(text_release) struct text name = TEXT_INIT;
	RELEASED_BY(sdc_ids_release) struct sdc_ids clocks = {0};

	TRY(sdc_clocks_at(s, &pins, &clocks));
	for (int32_t i = 0; i < clocks.n; i++)
		TRY(sdc_objects_add(out,
				    (struct sdc_object){.kind = SDC_CLOCK, .id = clocks.id[i]}));
	if (clocks.n)
		return STATUS_OK;
	sdc_write_name(s, pin, &name);
	sdc_warn(s, "%s: no clock is defined at %s \"%.200s\"", call->command->name,
		 sdc_kind_name(pin.kind), text_string(&name));
	return STATUS_OK;
}

enum status sdc_take_clocks(struct sdc *s, const struct sdc_call *call, Tcl_Obj *word,
			    struct sdc_objects *out)
{
	int mask = SDC_MASK(SDC_CLOCK) | SDC_MASK(SDC_PORT) | SDC_MASK(SDC_PIN);
	RELEASED_BY(sdc_objects_release) struct sdc_objects objects = {0};

	TRY(sdc_take_objects(s, call, word, mask, &objects));
	for (int32_t i = 0; i < objects.n; i++)
		TRY(objects.item[i].kind == SDC_CLOCK ? sdc_objects_add(out, objects.item[i])
						      : clocks_at(s, call, objects.item[i], out));
	return STATUS_OK;
}

enum status sdc_take_clock(struct sdc *s, const struct sdc_call *call, Tcl_Obj *word,
			   int32_t *clock)
{
	RELEASED_BY(sdc_objects_release) struct sdc_objects objects = {0};

	TRY(sdc_take_objects(s, call, word, SDC_MASK(SDC_CLOCK), &objects));
	*clock = objects.n ? objects.item[0].id : -1;
	return objects.n > 1 ? sdc_fail(call, "\"%.100s\" is more than one clock", tcl_text(word))
			     : STATUS_OK;
}
