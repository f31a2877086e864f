/* Delays: of arcs of cells, and of wires. */
#include <string.h>

#include "base/bits.h"
#include "read/sdf/sdf_scan.h"

enum { BOTH_EDGES = 1 << RISE | 1 << FALL };

/* An IOPATH or DEVICE. */
struct path {
	const char *place;
	struct sdf_span cond;
	bool has_cond, is_else;
	bool from_any; /* of DEVICE: to the pin, or to all outputs */
	struct sdf_port from;
	struct sdf_span to;
	struct sdf_values values, retain; /* retain.n 0 = none */
};

enum status sdf_put(struct sdf *sdf, const struct sdf_target *target, enum sdf_triple triple,
		    const struct sdf_value *value)
{
	enum status status;

	if (!value->there[triple])
		return STATUS_OK;
	status = annotations_put(sdf->annotations, &target->key, target->split, value->fs[triple],
				 target->mode);
	return status == STATUS_BAD_INPUT ? input_error_at(sdf->walk.in, target->place,
							   "delays add up to more than 2.1 us")
					  : status;
}

/* Of the values that a delay has, that of a change to an edge: 0→1, 1→0, 0→Z, Z→1, 1→Z, Z→0. */
static const struct sdf_value *value_of(const struct sdf_values *values, const char *type, int edge)
{
	enum { ZERO_Z = 2, Z_ONE, ONE_Z, Z_ZERO };
	bool enables = strncmp(type, "three_state_enable", 18) == 0;
	bool disables = strncmp(type, "three_state_disable", 19) == 0;
	int which = edge;

	if (values->n == 1)
		which = 0;
	else if (values->n >= 6 && enables)
		which = edge == RISE ? Z_ONE : Z_ZERO;
	else if (values->n >= 6 && disables)
		which = edge == RISE ? ZERO_Z : ONE_Z;
	else if (values->n >= 3 && disables)
		which = ZERO_Z;
	return &values->value[min_i64(which, values->n - 1)];
}

/* In a triple there is something, but not what is asked for. */
static void warn_of_value(struct sdf *sdf, const struct sdf_values *values, const char *place)
{
	static const char *const names[] = {"minimum", "typical value", "maximum"};

	for (int i = 0; i < values->n; i++) {
		const struct sdf_value *v = &values->value[i];

		for (int split = 0; split < N_SPLITS; split++) {
			enum sdf_triple triple = sdf->source->triple[split];

			if (v->there[triple] || !(v->there[0] || v->there[1] || v->there[2]))
				continue;
			walk_warn(&sdf->walk, SDF_NO_VALUE, place,
				  "a triple without its %s: %s delays aren't annotated",
				  names[triple], split == LATE ? "late" : "early");
			return;
		}
	}
}

static bool is_left_out(const struct sdf *sdf)
{
	return sdf->source->increments_alone && !sdf->adds;
}

/* ---- arcs ---- */

static bool is_delay(const struct lib_arc *arc)
{
	return arc->kind <= LIB_SET_RESET;
}

/* Is the path of an arc with this condition? *used: only by -cond_use. */
static enum status is_of_arc(struct sdf *sdf, const struct path *path, int split,
			     const struct lib_arc *arc, bool *is, bool *used)
{
	bool conditional = arc->when >= 0 || arc->sdf_cond;

	*used = false;
	*is = path->is_else ? !conditional : true;
	if (!path->has_cond)
		return STATUS_OK;
	if (!conditional && sdf->source->cond_use != SDF_COND_UNUSED && !sdf->adds) {
		*used = true;
		return STATUS_OK;
	}
	return sdf_is_condition(sdf, path->cond, split, arc, arc->sdf_cond, is);
}

static enum annotation_mode mode_of(const struct sdf *sdf, bool used, int split)
{
	enum sdf_cond_use use = sdf->source->cond_use;

	if (sdf->adds)
		return ANNOTATION_ADDS;
	if (!used)
		return ANNOTATION_SETS;
	return use == SDF_COND_LEAST || (use == SDF_COND_WORST && split == EARLY)
		       ? ANNOTATION_LEAST
		       : ANNOTATION_MOST_OF;
}

static enum status put_arc(struct sdf *sdf, const struct path *path,
			   const struct annotation_key *key, const char *type, bool used)
{
	const struct sdf_value *value = value_of(&path->values, type, key->to % N_EDGES);

	for (int split = 0; split < N_SPLITS; split++) {
		enum sdf_triple triple = sdf->source->triple[split];
		struct sdf_target target = {*key, (enum split)split, mode_of(sdf, used, split),
					    path->place};
		struct sdf_value taken = *value;

		if (split == EARLY && path->retain.n) {
			const struct sdf_value *kept =
				value_of(&path->retain, type, key->to % N_EDGES);

			if (kept->there[triple] && taken.there[triple])
				taken.fs[triple] = min_i64(taken.fs[triple], kept->fs[triple]);
		}
		TRY(sdf_put(sdf, &target, triple, &taken));
	}
	return STATUS_OK;
}

static enum status put_lib_arc(struct sdf *sdf, const struct path *path, const struct lib_arc *arc,
			       int split, bool used)
{
	const struct sdf_instance *one = &sdf->one;
	int32_t from = master_pin_of(one->master, split, arc->from);
	int32_t to = master_pin_of(one->master, split, arc->to);
	const char *type = lib_timing_types[arc->type].name;

	for (int in = 0; in < N_EDGES && from >= 0 && to >= 0; in++) {
		for (int out = 0; out < N_EDGES; out++) {
			struct annotation_key key = {ANNOTATED_ARC,
						     (one->first_pin + from) * N_EDGES + in,
						     (one->first_pin + to) * N_EDGES + out,
						     master_arc_number(one->master, arc)};

			if ((path->from.edges & 1 << in) && lib_arc_leads(arc, in, out))
				TRY(put_arc(sdf, path, &key, type ? type : "", used));
		}
	}
	return STATUS_OK;
}

/* The arcs of one cell between two of its pins, -1 = any. */
static enum status put_cell(struct sdf *sdf, const struct path *path, int split, int32_t from,
			    int32_t to, bool *found)
{
	const struct library *library = sdf->one.master->library[split];
	const struct lib_cell *cell = &library->cell[sdf->one.master->cell[split]];

	for (int32_t a = cell->first_arc; a < cell->first_arc + cell->n_arcs; a++) {
		const struct lib_arc *arc = &library->arc[a];
		bool is, used;

		if (!is_delay(arc) || (from >= 0 && arc->from != from) ||
		    (to >= 0 && arc->to != to))
			continue;
		TRY(is_of_arc(sdf, path, split, arc, &is, &used));
		if (!is)
			continue;
		*found = true;
		TRY(put_lib_arc(sdf, path, arc, split, used));
	}
	return STATUS_OK;
}

/* Warns of a pin that the late cell doesn't have. */
static int32_t find_port(struct sdf *sdf, int split, struct sdf_span name)
{
	const struct master *master = sdf->one.master;
	int32_t pin = sdf_find_port(sdf, master->library[split], master->cell[split], name);

	if (pin < 0 && split == LATE)
		walk_warn(&sdf->walk, SDF_NO_PORT, name.begin, "cell \"%s\" has no pin \"%.*s\"",
			  master->name, SDF_SHOWN(name));
	return pin;
}

static enum status put_path(struct sdf *sdf, const struct path *path)
{
	const struct master *master = sdf->one.master;
	bool found = false, has_pins = true;

	if (is_left_out(sdf) || !sdf_has_instance(sdf, path->place))
		return STATUS_OK;
	for (int split = LATE; split >= EARLY; split--) {
		const struct library *library;
		int32_t cell, from = -1, to = -1;

		if (!sdf_cell_of(master, split, &library, &cell))
			continue;
		if (!path->from_any)
			from = find_port(sdf, split, path->from.name);
		if (path->to.begin < path->to.end)
			to = find_port(sdf, split, path->to);
		has_pins &= (path->from_any || from >= 0) &&
			    (path->to.begin == path->to.end || to >= 0);
		if (has_pins)
			TRY(put_cell(sdf, path, split, from, to, &found));
	}
	if (!found && has_pins)
		walk_warn(&sdf->walk, SDF_NO_ARC, path->place,
			  "cell \"%s\" has no such arc: %.*s to %.*s%s%.*s", master->name,
			  SDF_SHOWN(path->from.name), SDF_SHOWN(path->to),
			  path->has_cond  ? " when "
			  : path->is_else ? " without a condition"
					  : "",
			  SDF_SHOWN(path->cond));
	warn_of_value(sdf, &path->values, path->place);
	return STATUS_OK;
}

/* "(RETAIN …)", any number of them, in front of the values. */
static enum status take_retains(struct sdf *sdf, struct path *path)
{
	for (;;) {
		const char *before;
		struct sdf_span word;
		bool opens;

		TRY(sdf_see(sdf, '(', &opens));
		before = sdf->walk.at;
		if (!opens)
			return STATUS_OK;
		sdf->walk.at++;
		TRY(walk_skip_blanks(&sdf->walk));
		word = (struct sdf_span){sdf->walk.at,
					 sdf->walk.at + min_i64(6, sdf->walk.end - sdf->walk.at)};
		if (!sdf_is(word, "RETAIN")) {
			sdf->walk.at = before;
			return STATUS_OK;
		}
		sdf->walk.at = word.end;
		TRY(sdf_take_values(sdf, &path->retain));
	}
}

/* After the keyword, up to its end. */
static enum status read_iopath(struct sdf *sdf, struct path *path)
{
	TRY(sdf_take_port(sdf, false, &path->from));
	TRY(sdf_take_name(sdf, "an output", &path->to));
	TRY(take_retains(sdf, path));
	TRY(sdf_take_values(sdf, &path->values));
	return put_path(sdf, path);
}

/* "(COND name? expression (IOPATH …))" */
static enum status read_cond(struct sdf *sdf, struct path *path)
{
	bool quoted;

	TRY(sdf_see(sdf, '"', &quoted));
	if (quoted)
		TRY(sdf_take_string(sdf, &path->cond));
	TRY(walk_skip_blanks(&sdf->walk));
	path->has_cond = true;
	path->cond = (struct sdf_span){sdf->walk.at, sdf->walk.at};
	for (const char *p = sdf->walk.at; p < sdf->walk.end; p++) {
		const char *word = p + 1;

		if (*p == '\\' || *p != '(') {
			p += *p == '\\';
			continue;
		}
		while (word < sdf->walk.end && walk_blank(*word))
			word++;
		if (sdf->walk.end - word < 6 ||
		    !sdf_is((struct sdf_span){word, word + 6}, "IOPATH"))
			continue;
		path->cond.end = sdf->walk.at = p;
		break;
	}
	if (path->cond.begin == path->cond.end)
		return sdf_expected(sdf, "a condition with an IOPATH");
	TRY(sdf_expect(sdf, "IOPATH"));
	TRY(read_iopath(sdf, path));
	return sdf_take(sdf, ')', "\")\"");
}

static enum status read_condelse(struct sdf *sdf, struct path *path)
{
	path->is_else = true;
	TRY(sdf_expect(sdf, "IOPATH"));
	TRY(read_iopath(sdf, path));
	return sdf_take(sdf, ')', "\")\"");
}

static enum status read_device(struct sdf *sdf, struct path *path)
{
	bool opens;

	path->from_any = true;
	path->from.edges = BOTH_EDGES;
	TRY(sdf_see(sdf, '(', &opens));
	if (!opens)
		TRY(sdf_take_name(sdf, "an output", &path->to));
	TRY(sdf_take_values(sdf, &path->values));
	return put_path(sdf, path);
}

/* ---- wires ---- */

static enum status put_wire(struct sdf *sdf, int32_t from, int32_t to,
			    const struct sdf_values *values, const char *place)
{
	for (int edge = 0; edge < N_EDGES; edge++) {
		struct sdf_target target = {
			{ANNOTATED_WIRE, from * N_EDGES + edge, to * N_EDGES + edge, -1},
			EARLY,
			sdf->adds ? ANNOTATION_ADDS : ANNOTATION_SETS,
			place,
		};

		for (int split = 0; split < N_SPLITS; split++) {
			target.split = (enum split)split;
			TRY(sdf_put(sdf, &target, sdf->source->triple[split],
				    value_of(values, "", edge)));
		}
	}
	return STATUS_OK;
}

/* From all drivers of a net to a pin (-1 = to all of its loads). */
static enum status annotate_net(struct sdf *sdf, int32_t net, int32_t to,
				const struct sdf_values *values, const char *place, bool *any)
{
	const struct netlist *netlist = sdf->netlist;
	int32_t begin = netlist->net_pin_row[net], end = netlist->net_pin_row[net + 1];
	bool has_sides = netlist->n_all_pins > netlist->n_pins; /* else its drivers come first */
	int32_t last = has_sides ? end : begin + netlist->net_n_drivers[net];
	const int32_t *load = to < 0 ? netlist->net_pin + begin : &to;
	int32_t n_loads = to < 0 ? end - begin : 1;

	for (int32_t d = begin; d < last; d++) {
		int32_t from = netlist->net_pin[d];

		if (!netlist_may_drive(netlist, from))
			continue;
		if (task_cancelled(sdf->walk.in->task))
			return STATUS_CANCELLED;
		for (int32_t l = 0; l < n_loads; l++) {
			if (!netlist_is_wire(netlist, from, load[l]))
				continue;
			*any = true;
			TRY(put_wire(sdf, from, load[l], values, place));
		}
	}
	return STATUS_OK;
}

static enum status read_interconnect(struct sdf *sdf, struct path *path)
{
	const struct netlist *netlist = sdf->netlist;
	struct sdf_span from_name, to_name;
	int32_t from, to;

	TRY(sdf_take_name(sdf, "a driver", &from_name));
	TRY(sdf_take_name(sdf, "a load", &to_name));
	TRY(sdf_take_values(sdf, &path->values));
	if (is_left_out(sdf))
		return STATUS_OK;
	from = sdf_find_pin(sdf, from_name);
	to = sdf_find_pin(sdf, to_name);
	if (from < 0 || to < 0)
		return STATUS_OK;
	warn_of_value(sdf, &path->values, path->place);
	if (netlist_is_wire(netlist, from, to))
		return put_wire(sdf, from, to, &path->values, path->place);
	walk_warn(&sdf->walk, SDF_NO_WIRE, path->place, "no wire leads from \"%.*s\" to \"%.*s\"",
		  SDF_SHOWN(from_name), SDF_SHOWN(to_name));
	return STATUS_OK;
}

static enum status read_port(struct sdf *sdf, struct path *path)
{
	struct sdf_span name;
	int32_t pin, net;
	bool any = false;

	TRY(sdf_take_name(sdf, "a pin", &name));
	TRY(sdf_take_values(sdf, &path->values));
	pin = is_left_out(sdf) ? -1 : sdf_find_pin(sdf, name);
	if (pin < 0)
		return STATUS_OK;
	warn_of_value(sdf, &path->values, path->place);
	net = sdf->netlist->pin_net[pin];
	if (net >= 0)
		TRY(annotate_net(sdf, net, pin, &path->values, path->place, &any));
	if (!any)
		walk_warn(&sdf->walk, SDF_NO_WIRE, path->place, "no wire leads to \"%.*s\"",
			  SDF_SHOWN(name));
	return STATUS_OK;
}

/* A net, or a pin that drives it. */
static enum status read_netdelay(struct sdf *sdf, struct path *path)
{
	struct sdf_span name;
	int32_t net, pin;
	bool any = false;

	TRY(sdf_take_name(sdf, "a net", &name));
	TRY(sdf_take_values(sdf, &path->values));
	if (is_left_out(sdf))
		return STATUS_OK;
	text_clear(&sdf->other);
	text_append(&sdf->other, text_string(&sdf->scope), sdf->scope.length);
	sdf_add_name(sdf, name, &sdf->other);
	net = netlist_find_net(sdf->netlist, text_string(&sdf->other), sdf->other.length);
	if (net < 0) {
		pin = sdf_find_pin(sdf, name);
		net = pin < 0 ? -1 : sdf->netlist->pin_net[pin];
	}
	warn_of_value(sdf, &path->values, path->place);
	return net < 0 ? STATUS_OK : annotate_net(sdf, net, -1, &path->values, path->place, &any);
}

/* ---- the section ---- */

static enum status read_delay(struct sdf *sdf, struct sdf_span word)
{
	static const struct {
		const char *keyword;
		enum status (*read)(struct sdf *, struct path *);
	} delays[] = {{"IOPATH", read_iopath},     {"COND", read_cond},
		      {"CONDELSE", read_condelse}, {"INTERCONNECT", read_interconnect},
		      {"PORT", read_port},         {"NETDELAY", read_netdelay},
		      {"DEVICE", read_device}};
	struct path path = {.place = word.begin};

	for (size_t i = 0; i < sizeof delays / sizeof *delays; i++) {
		if (sdf_is(word, delays[i].keyword))
			return delays[i].read(sdf, &path);
	}
	return sdf_skip_item(sdf, word);
}

static enum status read_list(struct sdf *sdf, struct sdf_span word)
{
	sdf->adds = sdf_is(word, "INCREMENT") || sdf_is(word, "INCREMENTAL");
	return sdf->adds || sdf_is(word, "ABSOLUTE") ? sdf_read_items(sdf, read_delay)
						     : sdf_skip_item(sdf, word);
}

enum status sdf_read_delays(struct sdf *sdf)
{
	return sdf_read_items(sdf, read_list);
}
