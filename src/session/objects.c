#include "session/objects.h"

#include <string.h>
#include <tcl.h>

#include "read/sdc/sdc.h"
#include "session/session.h"

void list_add(struct text *list, const char *name)
{
	sdc_list_add(list, name);
}

static void one_word(const char *word, struct words *out)
{
	*out = (struct words){.n = 1, .word = (const char **)Tcl_Alloc(sizeof *out->word)};
	out->word[0] = word;
}

void words_parse(const char *list, struct words *out)
{
	*out = (struct words){0};
	if (Tcl_SplitList(NULL, list, &out->n, &out->word) != TCL_OK)
		one_word(list, out);
}

int32_t find_clock(const struct call *call, const char *name)
{
	const struct constraints *constraints = call->session->design.constraints;

	return constraints ? constraints_find_clock(constraints, name) : -1;
}

/* Has anything just this name? */
static bool is_name(const struct call *call, const char *word)
{
	const struct netlist *netlist = call->session->design.netlist;
	const struct graph *graph = session_read_graph(call->session);

	if (strlen(word) > SDC_LONGEST_TEXT_NAME)
		return false;
	for (int kind = 0; netlist && kind < N_OBJECT_KINDS; kind++) {
		if (object_find(netlist, (enum object_kind)kind, word) >= 0)
			return true;
	}
	return find_clock(call, word) >= 0 ||
	       (graph && names_find(&graph->names, word, (int64_t)strlen(word)) >= 0);
}

/* Words are recognised by their addresses. */
static const Tcl_Obj *value_of(const struct call *call, const char *word)
{
	for (int i = 0; call->value && i < call->n_words; i++) {
		if (call->word[i] == word)
			return call->value[i];
	}
	return NULL;
}

static void take_kinds(const Tcl_Obj *value, struct words *out)
{
	Tcl_Obj *one = (Tcl_Obj *)value, **item = &one; /* which stay as they are */
	int n = 1;

	if (!sdc_is_name(value))
		Tcl_ListObjGetElements(NULL, one, &n, &item);
	out->kind = (const char **)Tcl_Alloc((unsigned)n * sizeof *out->kind);
	for (int i = 0; i < n; i++)
		out->kind[i] = sdc_kind_of_name(item[i]);
}

void words_of(const struct call *call, const char *word, struct words *out)
{
	const Tcl_Obj *value = value_of(call, word);
	bool is_list = value && sdc_is_name_list(value);
	bool exact = value && sdc_is_name(value);

	if (!is_list && !exact)
		exact = is_name(call, word);
	if (exact)
		one_word(word, out);
	else
		words_parse(word, out);
	out->exact = exact || is_list;
	if (value && (sdc_is_name(value) || is_list))
		take_kinds(value, out);
}

bool words_may_be(const struct words *words, int i, enum object_kind kind)
{
	const char *own = words->kind ? words->kind[i] : NULL;

	return !own || strcmp(own, object_kind_name(kind)) == 0;
}

void words_free(struct words *words)
{
	if (words->word)
		Tcl_Free((char *)words->word);
	if (words->kind)
		Tcl_Free((char *)words->kind);
	*words = (struct words){0};
}

enum status one_object(const struct call *call, const char *word, struct text *name)
{
	RELEASED_BY(words_free) struct words words = {0};
	int n;

	words_of(call, word, &words);
	n = words.n;
	if (n == 1)
		text_add(name, words.word[0]);
	if (n == 0)
		return call_fail(call, STATUS_USAGE, "there is no object");
	if (n > 1)
		return call_fail(call, STATUS_USAGE, "\"%.100s\" is more than one object", word);
	return text_status(name);
}

enum status need_object(const struct call *call, enum object_kind kind, const char *word,
			int32_t *id)
{
	const struct netlist *netlist = call->session->design.netlist;
	RELEASED_BY(text_release) struct text name = TEXT_INIT, nearest = TEXT_INIT;

	*id = -1;
	TRY(one_object(call, word, &name));
	*id = object_find(netlist, kind, text_string(&name));
	if (*id >= 0)
		return STATUS_OK;
	object_write_nearest(netlist, kind, text_string(&name), &nearest);
	return call_fail(call, STATUS_FAILED, "no %s \"%.100s\"%s%.100s%s", object_kind_name(kind),
			 text_string(&name), nearest.length ? "; nearest \"" : "",
			 text_string(&nearest), nearest.length ? "\"" : "");
}

/* ---- pins ---- */

static enum status add_pin(void *context, int32_t pin)
{
	return object_list_add(context, pin);
}

static enum status add_pins_of(const struct netlist *netlist, enum object_kind kind, int32_t id,
			       struct object_list *list)
{
	if (kind == OBJECT_NET) {
		id = object_flat_net(netlist, id);
		for (int32_t i = 0; i < netlist->net_n_drivers[id]; i++)
			TRY(object_list_add(list, netlist->net_pin[netlist->net_pin_row[id] + i]));
		return STATUS_OK;
	}
	return object_is_hierarchical(netlist, kind, id)
		       ? object_leaves(netlist, kind, id, add_pin, list)
		       : object_list_add(list, id);
}

static enum status add_matching_pins(const struct call *call, enum object_kind kind,
				     const char *pattern, bool *found, struct object_list *list)
{
	static const struct query_options options;
	const struct netlist *netlist = call->session->design.netlist;
	RELEASED_BY(object_list_release) struct object_list matches = {0};

	TRY(object_list_init(&matches, netlist, kind));
	TRY(query_objects(netlist, pattern, &options, &matches));
	*found |= matches.n > 0;
	for (int32_t i = 0; i < matches.n; i++)
		TRY(add_pins_of(netlist, kind, matches.id[i], list));
	return STATUS_OK;
}

static enum status take_pin(const struct call *call, const struct words *words, int w,
			    struct object_list *list)
{
	static const enum object_kind kinds[] = {OBJECT_PORT, OBJECT_PIN, OBJECT_NET};
	const struct netlist *netlist = call->session->design.netlist;
	const char *name = words->word[w];
	RELEASED_BY(text_release) struct text nearest = TEXT_INIT;
	bool found = false;

	for (int i = 0; i < 3; i++) {
		int32_t id = words_may_be(words, w, kinds[i])
				     ? object_find_any(netlist, kinds[i], name)
				     : -1;

		if (id >= 0)
			return add_pins_of(netlist, kinds[i], id, list);
	}
	for (int i = 0; i < 2 && !words->exact; i++)
		TRY(add_matching_pins(call, kinds[i], name, &found, list));
	if (found)
		return STATUS_OK;
	object_write_nearest(netlist, OBJECT_PIN, name, &nearest);
	if (!nearest.length)
		object_write_nearest(netlist, OBJECT_PORT, name, &nearest);
	call_fail(call, STATUS_FAILED, "no pin, port or net \"%.100s\"%s%.100s%s", name,
		  nearest.length ? "; nearest \"" : "", text_string(&nearest),
		  nearest.length ? "\"" : "");
	return STATUS_FAILED;
}

enum status take_pins(const struct call *call, const char *word, struct object_list *list)
{
	RELEASED_BY(words_free) struct words words = {0};

	words_of(call, word, &words);
	for (int w = 0; w < words.n; w++)
		TRY(take_pin(call, &words, w, list));
	return STATUS_OK;
}

enum status need_pin(const struct call *call, const char *word, int32_t *pin)
{
	RELEASED_BY(text_release) struct text name = TEXT_INIT;

	TRY(one_object(call, word, &name));
	*pin = object_find(call->session->design.netlist, OBJECT_PORT, text_string(&name));
	return *pin < 0 ? need_object(call, OBJECT_PIN, word, pin) : STATUS_OK;
}
