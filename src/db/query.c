#include "db/query.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "base/order.h"
#include "db/hierarchy.h"
#include "db/path_pattern.h"
#include "db/query_levels.h"

/* ---- objects ---- */

enum status object_list_init(struct object_list *list, const struct netlist *netlist,
			     enum object_kind kind)
{
	*list = (struct object_list){.kind = kind};
	return ALLOC(&list->seen, (int64_t)object_count(netlist, kind));
}

FREES(object_list_release, struct object_list, x->id, x->seen);

enum status object_list_add(struct object_list *list, int32_t id)
{
	if (list->seen[id])
		return STATUS_OK;
	TRY(GROW(&list->id, &list->capacity, list->n + 1));
	list->seen[id] = 1;
	list->id[list->n++] = id;
	return STATUS_OK;
}

const char *object_kind_name(enum object_kind kind)
{
	static const char *const name[N_OBJECT_KINDS] = {"pin", "cell", "net", "port"};

	return name[kind];
}

int32_t object_count(const struct netlist *netlist, enum object_kind kind)
{
	switch (kind) {
	case OBJECT_PIN:
		return netlist->n_pins + netlist_n_block_pins(netlist);
	case OBJECT_CELL:
		return netlist->n_instances + netlist_n_blocks(netlist);
	case OBJECT_NET:
		return netlist->n_nets + netlist_n_inner_nets(netlist);
	case OBJECT_PORT:
	case N_OBJECT_KINDS:
		break;
	}
	return netlist->n_ports;
}

/* Cells, nets and ports have names of their own; those of pins are put together. */
static const struct names *names_of(const struct netlist *netlist, enum object_kind kind)
{
	switch (kind) {
	case OBJECT_CELL:
		return &netlist->instance_name;
	case OBJECT_NET:
		return &netlist->net_name;
	case OBJECT_PORT:
		return &netlist->port_name;
	case OBJECT_PIN:
	case N_OBJECT_KINDS:
		break;
	}
	return NULL;
}

void object_write_name(const struct netlist *netlist, enum object_kind kind, int32_t id,
		       struct text *out)
{
	if (kind == OBJECT_PIN && id >= netlist->n_pins)
		hierarchy_write_pin(netlist->hierarchy, id - netlist->n_pins, out);
	else if (kind == OBJECT_PIN)
		netlist_write_pin(netlist, id, '/', out);
	else if (kind == OBJECT_CELL && id >= netlist->n_instances)
		text_add(out,
			 names_get(&netlist->hierarchy->block_name, id - netlist->n_instances));
	else if (kind == OBJECT_NET && id >= netlist->n_nets)
		text_add(out, names_get(&netlist->hierarchy->net_name, id - netlist->n_nets));
	else
		text_add(out, names_get(names_of(netlist, kind), id));
}

bool object_is_hierarchical(const struct netlist *netlist, enum object_kind kind, int32_t id)
{
	return (kind == OBJECT_CELL && id >= netlist->n_instances) ||
	       (kind == OBJECT_PIN && id >= netlist->n_pins) ||
	       (kind == OBJECT_NET && id >= netlist->n_nets);
}

int32_t object_flat_net(const struct netlist *netlist, int32_t id)
{
	return id < netlist->n_nets ? id : netlist->hierarchy->net[id - netlist->n_nets];
}

enum status object_leaves(const struct netlist *netlist, enum object_kind kind, int32_t id,
			  enum status (*add)(void *context, int32_t id), void *context)
{
	const struct hierarchy *h = netlist->hierarchy;
	int32_t at = 0, load;

	if (kind == OBJECT_NET)
		return add(context, object_flat_net(netlist, id));
	if (kind == OBJECT_PIN) {
		while ((load = hierarchy_next_load(netlist, id - netlist->n_pins, &at)) >= 0)
			TRY(add(context, load));
		return STATUS_OK;
	}
	for (int32_t i = 0; i < h->n_instances; i++) {
		if (hierarchy_contains(h, id - netlist->n_instances, i))
			TRY(add(context, i));
	}
	return STATUS_OK;
}

static bool passes_level(const struct netlist *netlist, int32_t net, int32_t block, int32_t load)
{
	int32_t first = netlist->net_pin_row[net];
	bool passes = true;

	for (int32_t i = first; i < first + netlist->net_n_drivers[net] && passes; i++)
		passes = hierarchy_passes(netlist, block, netlist->net_pin[i], load);
	return passes;
}

enum status object_net_loads(const struct netlist *netlist, int32_t id,
			     enum status (*add)(void *context, int32_t pin), void *context,
			     bool *whole)
{
	int32_t net = object_flat_net(netlist, id), block;
	int32_t first = netlist->net_pin_row[net] + netlist->net_n_drivers[net];
	RELEASED_BY(text_release) struct text name = TEXT_INIT;

	*whole = true;
	if (!netlist_n_blocks(netlist))
		return STATUS_OK;
	object_write_name(netlist, OBJECT_NET, id, &name);
	block = hierarchy_block_of(netlist->hierarchy, text_string(&name));
	for (int32_t i = first; i < netlist->net_pin_row[net + 1] && *whole; i++)
		*whole = passes_level(netlist, net, block, netlist->net_pin[i]);
	for (int32_t i = first; i < netlist->net_pin_row[net + 1] && !*whole; i++) {
		if (passes_level(netlist, net, block, netlist->net_pin[i]))
			TRY(add(context, netlist->net_pin[i]));
	}
	return STATUS_OK;
}

int32_t object_find_any(const struct netlist *netlist, enum object_kind kind, const char *name)
{
	int64_t length = (int64_t)strlen(name);
	int32_t found;

	if (kind == OBJECT_NET && netlist->hierarchy &&
	    names_find(&netlist->net_name, name, length) < 0) {
		found = names_find(&netlist->hierarchy->net_name, name, length);
		if (found >= 0)
			return netlist->n_nets + found;
	}
	found = object_find(netlist, kind, name);
	if (found < 0 && kind == OBJECT_CELL) {
		found = hierarchy_find_block(netlist->hierarchy, name, length);
		return found < 0 ? -1 : netlist->n_instances + found;
	}
	if (found < 0 && kind == OBJECT_PIN) {
		found = hierarchy_find_pin(netlist->hierarchy, name, length);
		return found < 0 ? -1 : netlist->n_pins + found;
	}
	return found;
}

int32_t object_find(const struct netlist *netlist, enum object_kind kind, const char *name)
{
	int64_t length = (int64_t)strlen(name);

	switch (kind) {
	case OBJECT_PIN:
		return netlist_find_inner_pin(netlist, name, length);
	case OBJECT_CELL:
		return netlist_find_instance(netlist, name, length);
	case OBJECT_NET:
		return netlist_find_net(netlist, name, length);
	case OBJECT_PORT:
	case N_OBJECT_KINDS:
		break;
	}
	return netlist_find_port(netlist, name, length);
}

/* The pin of an instance whose name is most like this one. */
static void write_nearest_pin(const struct netlist *netlist, int32_t instance, const char *name,
			      struct text *out)
{
	int64_t length = (int64_t)strlen(name);
	int best = (int)(length / 3) + 2;
	int32_t nearest = -1;

	for (int32_t p = netlist->instance_pin[instance]; p < netlist->instance_pin[instance + 1];
	     p++) {
		const struct master *master = &netlist->master[netlist->instance_master[instance]];
		const char *other = names_get(
			&netlist->pin_name, master->pin_name[p - netlist->instance_pin[instance]]);
		int distance = edit_distance(name, length, other, (int64_t)strlen(other), best - 1);

		if (distance < best) {
			best = distance;
			nearest = p;
		}
	}
	if (nearest >= 0)
		netlist_write_pin(netlist, nearest, '/', out);
}

void object_write_nearest(const struct netlist *netlist, enum object_kind kind, const char *name,
			  struct text *out)
{
	const char *slash = strrchr(name, '/'), *nearest = NULL;
	int32_t instance = -1;

	if (kind != OBJECT_PIN) {
		nearest = names_nearest(names_of(netlist, kind), name, (int64_t)strlen(name));
		text_add(out, nearest ? nearest : "");
		return;
	}
	if (!slash)
		return;
	instance = netlist_find_instance(netlist, name, slash - name);
	if (instance >= 0) {
		write_nearest_pin(netlist, instance, slash + 1, out);
		return;
	}
	nearest = names_nearest(&netlist->instance_name, name, slash - name);
	if (nearest)
		text_printf(out, "%s%s", nearest, slash);
}

/* ---- patterns ---- */

static bool same_char(char a, char b, bool nocase)
{
	return a == b || (nocase && tolower((unsigned char)a) == tolower((unsigned char)b));
}

/*
 * The last '*' alone has to be tried again: what an earlier one takes more, it can take less. A
 * level ends where the pattern has its own '/', so levels are matched one after another.
 */
bool glob_match(const char *pattern, const char *name, bool nocase, bool levels)
{
	const char *star = NULL, *from = NULL;

	for (;;) {
		if (*pattern == '*') {
			star = ++pattern;
			from = name;
			continue;
		}
		if (!*name && !*pattern)
			return true;
		if (*name && *pattern == '?' && !(levels && *name == '/')) {
			pattern++;
			name++;
			continue;
		}
		if (*name && *pattern && *pattern != '?') {
			const char *literal = pattern + (*pattern == '\\' && pattern[1]);

			if (same_char(*literal, *name, nocase)) {
				pattern = literal + 1;
				name++;
				continue;
			}
		}
		if (!star || !*from || (levels && *from == '/'))
			return false;
		name = ++from;
		pattern = star;
	}
}

/* A pattern with what is known of it beforehand. */
struct matcher {
	const struct query_options *options;
	const char *pattern;
	int n_levels; /* slashes in it */
	bool levels;  /* wildcards end at them; ports have none, whatever their names */
	/* It doesn't mean a bus: it has a bracket, or is for nets or cells. */
	bool is_whole;
	regex_t regex;
};

static enum status open_matcher(struct matcher *m, const char *pattern,
				const struct query_options *options, enum object_kind kind)
{
	size_t length = strlen(pattern);
	RELEASED_BY(text_release) struct text whole = TEXT_INIT;
	char what[160];

	*m = (struct matcher){
		.options = options, .pattern = pattern, .levels = kind != OBJECT_PORT};
	for (const char *at = pattern; *at; at++)
		m->n_levels += *at == '/';
	m->is_whole = (length > 0 && pattern[length - 1] == ']') || kind == OBJECT_CELL ||
		      kind == OBJECT_NET;
	if (!options->regexp)
		return STATUS_OK;
	text_printf(&whole, "^(%s)$", pattern);
	snprintf(what, sizeof what, "\"%.100s\" is not a regular expression", pattern);
	TRY(text_status(&whole));
	return name_regex_open(&m->regex, text_string(&whole), options->nocase ? REG_ICASE : 0,
			       what);
}

static void close_matcher(struct matcher *m)
{
	if (m->options->regexp)
		regfree(&m->regex);
}

/* The last levels of a name, as many as the pattern has; NULL when there are fewer. */
static const char *last_levels(const char *name, int n_levels)
{
	const char *at = name + strlen(name);

	for (; at > name; at--) {
		if (at[-1] == '/' && n_levels-- == 0)
			return at;
	}
	return n_levels <= 0 ? name : NULL;
}

static bool matches_name(const struct matcher *m, const char *name)
{
	if (m->options->regexp)
		return regexec(&m->regex, name, 0, NULL, 0) == 0;
	if (m->options->hierarchical && m->levels)
		name = last_levels(name, m->n_levels);
	return name && glob_match(m->pattern, name, m->options->nocase, m->levels);
}

/* A name, or that of the bus that it is a bit of. `name` is changed on the way. */
static bool matches(const struct matcher *m, struct text *name)
{
	char *bracket;

	if (matches_name(m, text_string(name)))
		return true;
	if (m->is_whole || name->length < 3 || name->data[name->length - 1] != ']')
		return false;
	bracket = strrchr(name->data, '[');
	if (!bracket || bracket == name->data)
		return false;
	*bracket = '\0';
	return matches_name(m, name->data);
}

/* ---- looking ---- */

/* The name of an object in place; NULL = it has to be put together, or may be a bit of a bus that is meant. */
static const char *plain_name(const struct netlist *netlist, const struct matcher *m,
			      enum object_kind kind, int32_t id)
{
	return m->is_whole && kind != OBJECT_PIN && !object_is_hierarchical(netlist, kind, id)
		       ? names_get(names_of(netlist, kind), id)
		       : NULL;
}

static const char *sort_name(const struct netlist *netlist, enum object_kind kind, int32_t id);

/* The part before a '/' of the pattern matches the last levels of the cell's name, the one after it a pin's own with slashes. */
static bool matches_own_pin(const struct netlist *netlist, const struct matcher *m, int32_t pin)
{
	const struct hierarchy *h = netlist->hierarchy;
	const char *own = pin < netlist->n_pins
				  ? netlist_pin_own_name(netlist, pin)
				  : names_get(&h->pin_name, h->name_of[pin - netlist->n_pins]);
	const char *slash = strchr(own, '/') ? pattern_next_level(m->pattern) : NULL;
	RELEASED_BY(text_release) struct text head = TEXT_INIT;
	bool found = false;

	for (int n = 0; slash && !found; slash = pattern_next_level(slash + 1), n++) {
		const char *cell = last_levels(sort_name(netlist, OBJECT_PIN, pin), n);

		text_clear(&head);
		text_append(&head, m->pattern, slash - m->pattern);
		found = cell && glob_match(slash + 1, own, m->options->nocase, false) &&
			glob_match(text_string(&head), cell, m->options->nocase, true);
	}
	return found;
}

/* With -hierarchical a name on its level may have slashes of its own. */
static bool matches_own_name(const struct netlist *netlist, const struct matcher *m,
			     enum object_kind kind, int32_t id)
{
	const char *own;

	if (!m->options->hierarchical || m->options->regexp)
		return false;
	if (kind == OBJECT_PIN)
		return matches_own_pin(netlist, m, id);
	if (m->n_levels || (kind != OBJECT_CELL && kind != OBJECT_NET))
		return false;
	own = object_own_name(netlist, kind, id);
	return strchr(own, '/') && glob_match(m->pattern, own, m->options->nocase, false);
}

/* Compare with the names of a range. */
static enum status compare(const struct netlist *netlist, const struct matcher *m, int32_t first,
			   int32_t end, struct object_list *list)
{
	RELEASED_BY(text_release) struct text name = TEXT_INIT;

	for (int32_t i = first; i < end; i++) {
		const char *plain = plain_name(netlist, m, list->kind, i);
		bool matched;

		if (plain) {
			matched = matches_name(m, plain);
		} else {
			text_clear(&name);
			object_write_name(netlist, list->kind, i, &name);
			TRY(text_status(&name));
			matched = matches(m, &name);
		}
		if (matched || matches_own_name(netlist, m, list->kind, i))
			TRY(object_list_add(list, i));
	}
	return STATUS_OK;
}

static enum status compare_all(const struct netlist *netlist, const struct matcher *m,
			       struct object_list *list)
{
	return compare(netlist, m, list->kind == OBJECT_PIN ? netlist->n_ports : 0,
		       object_count(netlist, list->kind), list);
}

/* ---- pins ---- */

/* A pin's name, or that of the bus that it is a bit of. */
static enum status matches_pin(const struct matcher *m, const char *pattern, const char *name,
			       struct text *bus, bool *found)
{
	const char *bracket = strrchr(name, '[');

	*found = glob_match(pattern, name, m->options->nocase, false);
	if (*found || m->is_whole || !bracket || bracket == name || name[strlen(name) - 1] != ']')
		return STATUS_OK;
	text_clear(bus);
	text_append(bus, name, bracket - name);
	*found = glob_match(pattern, text_string(bus), m->options->nocase, false);
	return text_status(bus);
}

/* Of an instance or a block. */
static enum status compare_pins(const struct netlist *netlist, const struct matcher *m,
				int32_t cell, const char *pattern, struct text *bus,
				struct object_list *list)
{
	const struct hierarchy *h = netlist->hierarchy;
	bool is_leaf = cell < netlist->n_instances, found;
	int32_t block = cell - netlist->n_instances;
	const struct master *master =
		is_leaf ? &netlist->master[netlist->instance_master[cell]] : NULL;
	int32_t first = is_leaf ? netlist->instance_pin[cell] : h->first_pin[block];
	int32_t end = is_leaf ? netlist->instance_pin[cell + 1] : h->first_pin[block + 1];

	for (int32_t p = first; p < end; p++) {
		const char *name =
			is_leaf ? names_get(&netlist->pin_name, master->pin_name[p - first])
				: names_get(&h->pin_name, h->name_of[p]);

		TRY(matches_pin(m, pattern, name, bus, &found));
		if (found)
			TRY(object_list_add(list, is_leaf ? p : netlist->n_pins + p));
	}
	return STATUS_OK;
}

static enum status find_cells(const struct netlist *netlist, const struct matcher *m,
			      const char *pattern, struct object_list *cells);

static enum status compare_split(const struct netlist *netlist, const struct matcher *m,
				 const char *slash, struct object_list *list)
{
	RELEASED_BY(text_release) struct text of_cells = TEXT_INIT, bus = TEXT_INIT;
	RELEASED_BY(object_list_release) struct object_list cells = {0};

	TRY(object_list_init(&cells, netlist, OBJECT_CELL));
	text_append(&of_cells, m->pattern, slash - m->pattern);
	TRY(text_status(&of_cells));
	TRY(find_cells(netlist, m, text_string(&of_cells), &cells));
	for (int32_t i = 0; i < cells.n; i++)
		TRY(compare_pins(netlist, m, cells.id[i], slash + 1, &bus, list));
	return STATUS_OK;
}

/* An instance's pins are looked at only where it matches the part before the pattern's last '/', or before any where pins
 * have slashes of their own. */
static enum status compare_instances(const struct netlist *netlist, const struct matcher *m,
				     struct object_list *list)
{
	const char *slash = pattern_last_level(m->pattern);

	for (int32_t i = 0; i < netlist->pin_name.n && slash; i++) {
		if (strchr(names_get(&netlist->pin_name, i), '/'))
			slash = pattern_next_level(m->pattern);
	}
	for (; slash; slash = pattern_next_level(slash + 1))
		TRY(compare_split(netlist, m, slash, list));
	return STATUS_OK;
}

static bool is_plain(const struct matcher *m)
{
	return !m->options->regexp && !m->options->nocase && !m->options->hierarchical &&
	       !strpbrk(m->pattern, "*?");
}

static void without_escapes(const char *pattern, struct text *name)
{
	for (; *pattern; pattern++) {
		pattern += *pattern == '\\' && pattern[1];
		text_append(name, pattern, 1);
	}
}

/* What a pattern without wildcards means besides itself: the bits of a bus, of a port or of a pin.
 */
static enum status find_bits(const struct netlist *netlist, const struct matcher *m,
			     const char *name, struct object_list *list)
{
	const char *slash = strrchr(name, '/');
	int32_t instance;

	if (m->is_whole)
		return STATUS_OK;
	if (list->kind == OBJECT_PORT)
		return compare_all(netlist, m, list);
	instance = slash ? netlist_find_instance(netlist, name, slash - name) : -1;
	if (instance < 0)
		return STATUS_OK;
	return compare(netlist, m, netlist->instance_pin[instance],
		       netlist->instance_pin[instance + 1], list);
}

/* The object of a name without wildcards, -1 = there is none. */
static enum status find_plain(const struct netlist *netlist, enum object_kind kind,
			      const char *pattern, struct text *name, int32_t *id)
{
	without_escapes(pattern, name);
	TRY(text_status(name));
	*id = object_find_any(netlist, kind, text_string(name));
	return STATUS_OK;
}

/* A name without wildcards is looked up; patterns are compared with every name. */
static enum status look_up(const struct netlist *netlist, const struct matcher *m,
			   struct object_list *list)
{
	RELEASED_BY(text_release) struct text name = TEXT_INIT;
	int32_t id;

	TRY(find_plain(netlist, list->kind, m->pattern, &name, &id));
	return id >= 0 ? object_list_add(list, id)
		       : find_bits(netlist, m, text_string(&name), list);
}

/* By a pattern that may have no wildcards. */
static enum status find_cells(const struct netlist *netlist, const struct matcher *m,
			      const char *pattern, struct object_list *cells)
{
	RELEASED_BY(text_release) struct text name = TEXT_INIT;
	int32_t id;

	if (strpbrk(pattern, "*?") || m->options->nocase)
		return query_levels(netlist, pattern, m->options->nocase, cells);
	TRY(find_plain(netlist, OBJECT_CELL, pattern, &name, &id));
	return id >= 0 ? object_list_add(cells, id) : STATUS_OK;
}

/* ---- order ---- */

/* Of an object the name that it is sorted by, its first bytes as a number, and its place among those of equal names. */
struct ranked {
	uint64_t begins;
	const char *name;
	int32_t id;
};

COMPARER(compare_ranked, struct ranked,
	 ORDER(x->begins, y->begins) ?: strcmp(x->name, y->name) ?: ORDER(x->id, y->id))

static uint64_t first_bytes(const char *name)
{
	uint64_t bytes = 0;

	for (int i = 0; i < 8; i++) {
		bytes = bytes << 8 | (unsigned char)*name;
		name += *name != '\0';
	}
	return bytes;
}

/* Pins go by their instances, and within one by their order in the cell. */
static const char *sort_name(const struct netlist *netlist, enum object_kind kind, int32_t id)
{
	const struct hierarchy *h = netlist->hierarchy;

	if (kind == OBJECT_PIN)
		return id < netlist->n_pins
			       ? names_get(&netlist->instance_name, netlist->pin_instance[id])
			       : names_get(&h->block_name, h->block_of[id - netlist->n_pins]);
	if (object_is_hierarchical(netlist, kind, id))
		return kind == OBJECT_NET ? names_get(&h->net_name, id - netlist->n_nets)
					  : names_get(&h->block_name, id - netlist->n_instances);
	return names_get(names_of(netlist, kind), id);
}

/* What a pattern found, by name, as in OpenSTA; ports keep the order of the module. */
static enum status sort_found(const struct netlist *netlist, struct object_list *list,
			      int32_t first)
{
	int32_t n = list->n - first;
	FREED struct ranked *ranked = NULL;

	if (list->kind == OBJECT_PORT || n < 2)
		return STATUS_OK;
	TRY(ALLOC(&ranked, n));
	for (int32_t i = 0; i < n; i++) {
		int32_t id = list->id[first + i];
		const char *name = sort_name(netlist, list->kind, id);

		ranked[i] = (struct ranked){first_bytes(name), name, id};
	}
	SORT(ranked, n, compare_ranked);
	for (int32_t i = 0; i < n; i++)
		list->id[first + i] = ranked[i].id;
	return STATUS_OK;
}

enum status query_objects(const struct netlist *netlist, const char *pattern,
			  const struct query_options *options, struct object_list *list)
{
	int32_t first = list->n;
	struct matcher m;
	enum status status;

	/* "*" alone means the pins of all cells of the top level. */
	if (list->kind == OBJECT_PIN && !options->regexp && strcmp(pattern, "*") == 0)
		pattern = "*/*";
	TRY(open_matcher(&m, pattern, options, list->kind));
	if (is_plain(&m))
		status = look_up(netlist, &m, list);
	else if (list->kind == OBJECT_PIN && !options->regexp && !options->hierarchical)
		status = compare_instances(netlist, &m, list);
	else if ((list->kind == OBJECT_CELL || list->kind == OBJECT_NET) && !options->regexp &&
		 !options->hierarchical)
		status = query_levels(netlist, pattern, options->nocase, list);
	else
		status = compare_all(netlist, &m, list);
	if (status == STATUS_OK && !is_plain(&m))
		status = sort_found(netlist, list, first);
	close_matcher(&m);
	return status;
}
