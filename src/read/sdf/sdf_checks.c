/* Checks of registers. */
#include <string.h>

#include "read/sdf/sdf_scan.h"

/* What a check of SDF is called, and what it is of in a library. */
struct check_word {
	const char *keyword;
	enum lib_arc_kind kind, instead; /* instead: where a library has it as the other kind */
	const char *type;                /* of LIB_OTHER: what timing types begin with */
};

static const struct check_word setup = {"SETUP", LIB_SETUP, LIB_RECOVERY, NULL};
static const struct check_word hold = {"HOLD", LIB_HOLD, LIB_REMOVAL, NULL};
static const struct check_word recovery = {"RECOVERY", LIB_RECOVERY, LIB_SETUP, NULL};
static const struct check_word removal = {"REMOVAL", LIB_REMOVAL, LIB_HOLD, NULL};
static const struct check_word skew = {"SKEW", LIB_OTHER, LIB_OTHER, "skew_"};
static const struct check_word nochange = {"NOCHANGE", LIB_OTHER, LIB_OTHER, "nochange_"};

struct check {
	const struct check_word *what;
	const char *place;
	const struct sdf_port *data, *clock;
	const struct sdf_value *value;
};

static bool has_value(const struct sdf_value *v)
{
	return v->there[0] || v->there[1] || v->there[2];
}

/* ---- checks between two pins ---- */

static bool is_of_kind(const struct lib_arc *arc, const struct check_word *what, bool instead)
{
	const char *type = lib_timing_types[arc->type].name;

	if (arc->kind != (instead ? what->instead : what->kind))
		return false;
	return !what->type || (type && strncmp(type, what->type, strlen(what->type)) == 0);
}

/* Is a condition, which may not be there, that of one end of a library's check? */
static enum status is_of_end(struct sdf *sdf, struct sdf_span cond, int split,
			     const struct lib_arc *arc, int32_t text, bool *is)
{
	*is = true;
	if (cond.begin == cond.end)
		return STATUS_OK;
	return sdf_is_condition(sdf, cond, split, arc, text ? text : arc->sdf_cond, is);
}

/* The value of a check of a split: that of late where the file has it. */
static enum sdf_triple triple_of(const struct sdf *sdf, const struct check *check, enum split of)
{
	enum sdf_triple triple = sdf->source->check_triple[of];

	return check->value->there[triple] ? triple : sdf->source->triple[of];
}

static enum status put_lib_check(struct sdf *sdf, const struct check *check,
				 const struct lib_arc *arc, int split)
{
	const struct sdf_instance *one = &sdf->one;
	int32_t from = master_pin_of(one->master, split, arc->from);
	int32_t to = master_pin_of(one->master, split, arc->to);
	bool is_late = arc->kind == LIB_SETUP || arc->kind == LIB_RECOVERY;
	enum split of = is_late || arc->kind == LIB_OTHER ? LATE : EARLY;
	enum sdf_triple triple = triple_of(sdf, check, of);

	if (!check->value->there[triple])
		walk_warn(
			&sdf->walk, SDF_NO_VALUE, check->place,
			"a triple without the value that is asked for: the check isn't annotated");
	for (int in = 0; in < N_EDGES && from >= 0 && to >= 0; in++) {
		for (int out = 0; out < N_EDGES; out++) {
			const struct sdf_target target = {
				{ANNOTATED_CHECK, (one->first_pin + from) * N_EDGES + in,
				 (one->first_pin + to) * N_EDGES + out,
				 master_arc_number(one->master, arc)},
				of,
				ANNOTATION_SETS,
				check->place,
			};

			if (!(check->clock->edges & 1 << in) || !(check->data->edges & 1 << out) ||
			    !arc->from_edge[in] || arc->delay[out] < 0)
				continue;
			TRY(sdf_put(sdf, &target, triple, check->value));
		}
	}
	return STATUS_OK;
}

static enum status put_cell(struct sdf *sdf, const struct check *check, int split, bool instead,
			    bool *found)
{
	const struct master *master = sdf->one.master;
	const struct library *library = master->library[split];
	const struct lib_cell *cell = &library->cell[master->cell[split]];
	int32_t data = sdf_find_port(sdf, library, master->cell[split], check->data->name);
	int32_t clock = sdf_find_port(sdf, library, master->cell[split], check->clock->name);

	for (int32_t a = cell->first_arc; a < cell->first_arc + cell->n_arcs; a++) {
		const struct lib_arc *arc = &library->arc[a];
		bool is;

		if (arc->from != clock || arc->to != data || !is_of_kind(arc, check->what, instead))
			continue;
		TRY(is_of_end(sdf, check->data->cond, split, arc, arc->sdf_cond_start, &is));
		if (is)
			TRY(is_of_end(sdf, check->clock->cond, split, arc, arc->sdf_cond_end, &is));
		if (!is)
			continue;
		*found = true;
		TRY(put_lib_check(sdf, check, arc, split));
	}
	return STATUS_OK;
}

static bool has_port(struct sdf *sdf, struct sdf_span name)
{
	const struct master *master = sdf->one.master;

	if (sdf_find_port(sdf, master->library[LATE], master->cell[LATE], name) >= 0)
		return true;
	walk_warn(&sdf->walk, SDF_NO_PORT, name.begin, "cell \"%s\" has no pin \"%.*s\"",
		  master->name, SDF_SHOWN(name));
	return false;
}

/* Libraries may have checks of set and reset pins by either name. */
static enum status put_check(struct sdf *sdf, const struct check *check)
{
	const struct master *master = sdf->one.master;
	bool found = false;

	if (sdf->source->increments_alone || !has_value(check->value) ||
	    !sdf_has_instance(sdf, check->place))
		return STATUS_OK;
	if (!has_port(sdf, check->data->name) || !has_port(sdf, check->clock->name))
		return STATUS_OK;
	for (int instead = 0; instead < 2 && !found; instead++) {
		for (int split = LATE; split >= EARLY; split--) {
			const struct library *library;
			int32_t cell;

			if (sdf_cell_of(master, split, &library, &cell))
				TRY(put_cell(sdf, check, split, instead, &found));
		}
	}
	if (!found)
		walk_warn(&sdf->walk, SDF_NO_CHECK, check->place,
			  "cell \"%s\" has no such check: %s of %.*s by %.*s", master->name,
			  check->what->keyword, SDF_SHOWN(check->data->name),
			  SDF_SHOWN(check->clock->name));
	else if (check->what->kind == LIB_OTHER)
		walk_warn(&sdf->walk, SDF_UNCHECKED, check->place, "%s is kept, but isn't checked",
			  check->what->keyword);
	return STATUS_OK;
}

/* One value, or two for two checks; then SCOND and CCOND, conditions of the data and of the clock. */
static enum status take_rest(struct sdf *sdf, int n, struct sdf_value value[2],
			     struct sdf_port port[2])
{
	bool ends;

	for (int i = 0; i < n; i++)
		TRY(sdf_take_value(sdf, &value[i]));
	for (;;) {
		struct sdf_span word;

		TRY(sdf_at_end(sdf, &ends));
		if (ends)
			return STATUS_OK;
		TRY(sdf_begin(sdf, &word));
		if (!sdf_is(word, "SCOND") && !sdf_is(word, "CCOND")) {
			sdf->walk.at = word.begin;
			return sdf_expected(sdf, "SCOND or CCOND");
		}
		TRY(walk_skip_blanks(&sdf->walk));
		port[sdf_is(word, "CCOND")].cond.begin = sdf->walk.at;
		TRY(sdf_skip(sdf));
		port[sdf_is(word, "CCOND")].cond.end = sdf->walk.at - 1;
	}
}

static enum status read_two(struct sdf *sdf, const char *place, const struct check_word *first,
			    const struct check_word *second, bool clock_first)
{
	struct sdf_port port[2];
	struct sdf_value value[2] = {{{false}, {0}}, {{false}, {0}}};
	struct check check = {first, place, &port[clock_first], &port[!clock_first], &value[0]};

	TRY(sdf_take_port(sdf, true, &port[0]));
	TRY(sdf_take_port(sdf, true, &port[1]));
	TRY(take_rest(sdf, second ? 2 : 1, value, port));
	TRY(put_check(sdf, &check));
	if (!second || second == first)
		return STATUS_OK;
	check.what = second;
	check.value = &value[1];
	return put_check(sdf, &check);
}

/* ---- of one pin ---- */

static enum status read_one(struct sdf *sdf, const char *place, enum annotated what)
{
	const struct master *master = sdf->one.master;
	struct sdf_port port;
	struct sdf_value value[2] = {{{false}, {0}}, {{false}, {0}}};
	int32_t pin;

	TRY(sdf_take_port(sdf, true, &port));
	TRY(take_rest(sdf, 1, value, (struct sdf_port[2]){{{NULL, NULL}, 0, {NULL, NULL}}}));
	if (sdf->source->increments_alone || !has_value(value) || !sdf_has_instance(sdf, place))
		return STATUS_OK;
	if (!has_port(sdf, port.name))
		return STATUS_OK;
	pin = sdf_find_port(sdf, master->library[LATE], master->cell[LATE], port.name);
	for (int edge = 0; edge < N_EDGES; edge++) {
		int32_t vertex = (sdf->one.first_pin + pin) * N_EDGES + edge;
		struct sdf_target target = {
			{(int32_t)what, vertex, vertex, -1}, EARLY, ANNOTATION_SETS, place};

		if (what == ANNOTATED_PERIOD ? edge != RISE : !(port.edges & 1 << edge))
			continue;
		for (int split = 0; split < N_SPLITS; split++) {
			target.split = (enum split)split;
			TRY(sdf_put(sdf, &target, sdf->source->triple[split], value));
		}
	}
	return STATUS_OK;
}

/* ---- the section ---- */

static enum status read_check(struct sdf *sdf, struct sdf_span word)
{
	static const struct {
		const char *keyword;
		const struct check_word *first, *second;
		bool clock_first;
	} words[] = {
		{"SETUP", &setup, NULL, false},      {"HOLD", &hold, NULL, false},
		{"SETUPHOLD", &setup, &hold, false}, {"RECOVERY", &recovery, NULL, false},
		{"REMOVAL", &removal, NULL, false},  {"RECREM", &recovery, &removal, false},
		{"SKEW", &skew, NULL, true},         {"NOCHANGE", &nochange, &nochange, false},
	};

	for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
		if (sdf_is(word, words[i].keyword))
			return read_two(sdf, word.begin, words[i].first, words[i].second,
					words[i].clock_first);
	}
	if (sdf_is(word, "WIDTH"))
		return read_one(sdf, word.begin, ANNOTATED_WIDTH);
	if (sdf_is(word, "PERIOD"))
		return read_one(sdf, word.begin, ANNOTATED_PERIOD);
	return sdf_skip_item(sdf, word);
}

enum status sdf_read_checks(struct sdf *sdf)
{
	return sdf_read_items(sdf, read_check);
}
