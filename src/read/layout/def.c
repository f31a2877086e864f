/*
 * DEF: the header and the sections, one after the other. What is skipped has no function.
 */
#include "read/layout/def.h"

#include <stdlib.h>

#include "base/grow.h"
#include "read/layout/def_impl.h"

/* ---- header ---- */

/* n characters, in quotes or as a word. */
static enum status take_characters(struct def *def, const char *what, int64_t n, struct word *word)
{
	bool quoted;

	TRY(lex_next(&def->lex, word));
	quoted = word->length >= 2 && word->begin[0] == '"';
	if (word_is(word, ";") || word->length != n + 2 * quoted)
		return lex_expected(&def->lex, word, what);
	word->begin += quoted;
	return STATUS_OK;
}

static void see_plain_names(struct def *def)
{
	def->plain_names = def->divider == '/' && def->bus_open == '[' && def->bus_close == ']';
}

static enum status read_divider(struct def *def)
{
	struct word word;

	TRY(take_characters(def, "a divider", 1, &word));
	def->divider = word.begin[0];
	see_plain_names(def);
	return lex_skip_statement(&def->lex);
}

static enum status read_brackets(struct def *def)
{
	struct word word;

	TRY(take_characters(def, "bus brackets such as []", 2, &word));
	def->bus_open = word.begin[0];
	def->bus_close = word.begin[1];
	see_plain_names(def);
	return lex_skip_statement(&def->lex);
}

static enum status read_design(struct def *def)
{
	const char *name;
	int64_t length;
	struct word word;

	TRY(lex_take(&def->lex, "the name of the design", &word));
	TRY(def_name(def, &word, &name, &length));
	free(def->design);
	def->design = strndup(name, (size_t)length);
	if (!def->design)
		return status_fail(STATUS_NO_MEMORY, "out of memory");
	return lex_skip_statement(&def->lex);
}

/* "DISTANCE MICRONS 2000 ;" */
static enum status read_units(struct def *def)
{
	struct word word;
	double units;

	TRY(lex_need(&def->lex, "DISTANCE"));
	TRY(lex_need(&def->lex, "MICRONS"));
	TRY(lex_take(&def->lex, "units for a µm", &word));
	TRY(lex_real(&def->lex, &word, &units));
	if (units < 1 || units > 1000000 || units != (int32_t)units)
		return lex_expected(&def->lex, &word, "units for a µm, from 1 to 1000000");
	if (def->units && def->units != (int32_t)units)
		return input_error_at(def->lex.in, word.begin,
				      "other UNITS after coordinates in %d for a µm", def->units);
	def->units = (int32_t)units;
	if (LENGTHS_PER_MICRON % def->units)
		walk_warn(&def->lex, DEF_UNKNOWN, word.begin,
			  "units of 1/%d µm: places are rounded to 1/%d µm", def->units,
			  LENGTHS_PER_MICRON);
	return lex_skip_statement(&def->lex);
}

static enum status read_die(struct def *def)
{
	struct word word;

	TRY(lex_peek(&def->lex, &word));
	TRY(def_take_points(def));
	if (def->n_points < 2)
		return input_error_at(def->lex.in, word.begin, "a die has two points at least");
	TRY(GROW(&def->die_point, &def->die_point_capacity, 2 * def->n_points));
	COPY(def->die_point, def->point, 2 * def->n_points);
	def->n_die_points = def->n_points;
	return lex_skip_statement(&def->lex);
}

/* ---- sections ---- */

typedef enum status read_item(struct def *def, const struct word *first);

/* "n ; - … ; - … ; END name" */
static enum status read_section(struct def *def, const struct word *name, read_item *read)
{
	struct word word;
	int32_t announced, n = 0;

	TRY(def_take_count(def, "how many there are", &announced));
	TRY(lex_need(&def->lex, ";"));
	for (;; n++) {
		TRY(lex_next(&def->lex, &word));
		if (word_is(&word, "END"))
			break;
		if (!word_is(&word, "-"))
			return lex_expected(&def->lex, &word, "\"-\" or END");
		TRY(lex_take(&def->lex, "a name", &word));
		TRY(read(def, &word));
	}
	TRY(lex_next(&def->lex, &word));
	if (!word_equals(&word, name))
		return lex_expected(&def->lex, &word, lex_shown(name));
	if (n != announced)
		walk_warn(&def->lex, DEF_COUNT, word.begin, "%s says %d and has %d",
			  lex_shown(name), announced, n);
	return STATUS_OK;
}

static const struct {
	const char *word;
	read_item *read; /* NULL: skipped */
} sections[] = {
	{"COMPONENTS", def_read_component},
	{"PINS", def_read_pin},
	{"NETS", def_read_net},
	{"BLOCKAGES", def_read_blockage},
	{"REGIONS", def_read_region},
	{"GROUPS", def_read_group},
	{"SPECIALNETS", NULL},
	{"VIAS", NULL},
	{"FILLS", NULL},
	{"SLOTS", NULL},
	{"PINPROPERTIES", NULL},
	{"PROPERTYDEFINITIONS", NULL},
	{"SCANCHAINS", NULL},
	{"STYLES", NULL},
	{"NONDEFAULTRULES", NULL},
	{"CONSTRAINTS", NULL},
	{"ASSERTIONS", NULL},
	{"IOTIMINGS", NULL},
	{"FLOORPLANCONSTRAINTS", NULL},
	{"PARTITIONS", NULL},
	{"TIMINGDISABLES", NULL},
	{"DEFAULTCAP", NULL},
};

static const struct {
	const char *word;
	enum status (*read)(struct def *def); /* NULL: skipped */
} statements[] = {
	{"ROW", def_read_row},
	{"DIEAREA", read_die},
	{"UNITS", read_units},
	{"DESIGN", read_design},
	{"DIVIDERCHAR", read_divider},
	{"BUSBITCHARS", read_brackets},
	{"TRACKS", NULL},
	{"GCELLGRID", NULL},
	{"VERSION", NULL},
	{"NAMESCASESENSITIVE", NULL},
	{"TECHNOLOGY", NULL},
	{"ARRAY", NULL},
	{"FLOORPLAN", NULL},
	{"HISTORY", NULL},
	{"COMPONENTMASKSHIFT", NULL},
	{"CANPLACE", NULL},
	{"CANNOTOCCUPY", NULL},
};

static enum status read_statement(struct def *def, const struct word *word, bool *known)
{
	*known = true;
	for (size_t i = 0; i < sizeof statements / sizeof *statements; i++) {
		if (word_is(word, statements[i].word))
			return statements[i].read ? statements[i].read(def)
						  : lex_skip_statement(&def->lex);
	}
	for (size_t i = 0; i < sizeof sections / sizeof *sections; i++) {
		if (word_is(word, sections[i].word))
			return sections[i].read ? read_section(def, word, sections[i].read)
						: lex_skip_to_end(&def->lex, word);
	}
	if (word_is(word, "BEGINEXT"))
		return lex_skip_past(&def->lex, "ENDEXT");
	*known = false;
	return STATUS_OK;
}

static enum status read_text(struct def *def)
{
	struct word word;
	bool known, any = false;

	for (;;) {
		TRY(lex_next(&def->lex, &word));
		if (word.length == 0)
			break;
		if (word_is(&word, "END") && any)
			return lex_need(&def->lex, "DESIGN");
		TRY(read_statement(def, &word, &known));
		if (!known && !any)
			return lex_expected(&def->lex, &word,
					    "DEF (VERSION, DESIGN, DIEAREA and so on)");
		any |= known;
		if (known)
			continue;
		walk_warn(&def->lex, DEF_UNKNOWN, word.begin, "unknown \"%s\" skipped",
			  lex_shown(&word));
		TRY(lex_skip_statement(&def->lex));
	}
	if (!any)
		return input_error_at(def->lex.in, word.begin, "the file is empty");
	walk_warn(&def->lex, DEF_UNKNOWN, word.begin, "the file ends without END DESIGN");
	return STATUS_OK;
}

/* ---- the file ---- */

static enum status read_all(struct def *def, struct input *in, struct netlist *netlist,
			    struct text *warnings, struct placement **out)
{
	static const char *const what[DEF_N_WARNINGS] = {
		[DEF_UNKNOWN] = "things of that kind",
		[DEF_TWICE] = "names that are there twice",
		[DEF_COUNT] = "sections that have other numbers",
		[DEF_SLANTED] = "polygons that are their bounding boxes",
		[DEF_MACRO] = "macros that no LEF describes",
		[DEF_MASTER] = "components that are something else in the netlist",
		[DEF_PORT] = "unknown pins",
		[DEF_NET] = "nets that the netlist doesn't have",
		[DEF_COMPONENT] = "unknown components",
		[DEF_PIN] = "pins that the netlist doesn't have",
		[DEF_ELSEWHERE] = "pins that are on another net",
		[DEF_REGION] = "unknown regions",
	};

	TRY(walk_begin(&def->lex, in, warnings));
	if (!def->technology)
		TRY(def_need_technology(def));
	TRY(read_text(def));
	TRY(def_make_placement(def, netlist, out));
	tally_rest(&def->lex.warnings, in->path, "… and ", what, DEF_N_WARNINGS);
	return STATUS_OK;
}

static void release(struct def *def)
{
	technology_unref(def->technology);
	names_release(&def->component_name);
	names_release(&def->port_name);
	names_release(&def->net_name);
	names_release(&def->pin_name);
	names_release(&def->region_name);
	names_release(&def->string);
	FREE_ALL(def->design, def->name, def->point, def->die_point, def->component, def->port,
		 def->connection, def->row, def->port_shape, def->blockage, def->region,
		 def->region_rect);
}

enum status def_read(const char *path, struct netlist *netlist, struct technology *technology,
		     struct text *warnings, struct task *task, struct placement **out)
{
	RELEASED_BY(input_close) struct input in = INPUT_INIT;
	RELEASED_BY(release)
	struct def def = {.linked = netlist,
			  .technology = technology ? technology_ref(technology) : NULL,
			  .divider = '/',
			  .bus_open = '[',
			  .bus_close = ']',
			  .plain_names = true};
	RELEASED_BY(placement_drop) struct placement *placement = NULL;

	TRY(input_open(&in, path, task));
	TRY(read_all(&def, &in, netlist, warnings, &placement));
	TRY(text_status(warnings));
	HAND_OVER(out, placement);
	return STATUS_OK;
}
