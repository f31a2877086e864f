/*
 * The header of SPEF and the sections between nets: a walk over the text by pointer. Nets are read in spef_net.c, names resolved in spef_names.c.
 */
#include "read/spef/spef.h"

#include <inttypes.h>
#include <string.h>
#include <strings.h>

#include "base/grow.h"
#include "read/spef/spef_scan.h"

/* ---- header ---- */

struct unit {
	const char *name;
	double value;
};

static enum status read_unit(struct spef *spef, const struct unit *units, const char *what,
			     double *unit)
{
	struct word name;
	double number;
	const char *place;

	TRY(walk_skip_blanks(&spef->walk));
	place = spef->walk.at;
	TRY(spef_take_value(spef, "a number of units", &number));
	TRY(spef_take_word(spef, what, &name));
	for (; units->name; units++)
		if ((size_t)name.length == strlen(units->name) &&
		    strncasecmp(name.begin, units->name, (size_t)name.length) == 0)
			break;
	if (!units->name)
		return input_error_at(spef->walk.in, name.begin, "expected %s, found \"%.*s\"",
				      what, WORD_SHOWN(name));
	*unit = number * units->value;
	if (!(*unit >= 1e-9 && *unit <= 1e15))
		return spef_out_of_range(spef, place);
	return STATUS_OK;
}

static enum status read_capacitance_unit(struct spef *spef)
{
	static const struct unit units[] = {{"FF", 1},   {"PF", 1e3}, {"NF", 1e6},
					    {"UF", 1e9}, {"F", 1e15}, {NULL, 0}};

	return read_unit(spef, units, "a unit of capacitance (PF, FF)", &spef->capacitance_unit);
}

static enum status read_resistance_unit(struct spef *spef)
{
	static const struct unit units[] = {{"OHM", 1e-3}, {"KOHM", 1}, {NULL, 0}};

	return read_unit(spef, units, "a unit of resistance (OHM, KOHM)", &spef->resistance_unit);
}

/* Of the delays of reduced nets. */
static enum status read_time_unit(struct spef *spef)
{
	static const struct unit units[] = {{"PS", 1},    {"NS", 1e3}, {"US", 1e6},
					    {"FS", 1e-3}, {"S", 1e12}, {NULL, 0}};

	return read_unit(spef, units, "a unit of time (NS, PS)", &spef->time_unit);
}

static void see_plain_names(struct spef *spef)
{
	spef->plain_names = spef->divider == '/' &&
			    (!spef->bus_open || (spef->bus_open == '[' && spef->bus_close == ']'));
}

/* One of the characters that the standard allows. */
static enum status take_character(struct spef *spef, const char *allowed, const char *what, char *c)
{
	struct word word;

	TRY(spef_take_word(spef, what, &word));
	if (word.length != 1 || !strchr(allowed, *word.begin))
		return input_error_at(spef->walk.in, word.begin, "expected %s, found \"%.*s\"",
				      what, WORD_SHOWN(word));
	*c = *word.begin;
	return STATUS_OK;
}

static enum status read_divider(struct spef *spef)
{
	TRY(take_character(spef, "./:|", "a divider (one of . / : |)", &spef->divider));
	see_plain_names(spef);
	return STATUS_OK;
}

static enum status read_delimiter(struct spef *spef)
{
	return take_character(spef, "./:|", "a delimiter (one of . / : |)", &spef->delimiter);
}

/* "[ ]", "[]", or the first alone, as in a.3 */
static enum status read_bus_delimiter(struct spef *spef)
{
	struct word word;

	TRY(spef_take_word(spef, "bus delimiters", &word));
	spef->bus_open = word.begin[0];
	spef->bus_close = word.length > 1 ? word.begin[1] : '\0';
	TRY(walk_skip_blanks(&spef->walk));
	if (word.length == 1 && !spef_at_end(spef) && !spef_at_keyword(spef)) {
		struct word second;

		TRY(spef_take_word(spef, "a bus delimiter", &second));
		spef->bus_close = second.begin[0];
		word.length += second.length;
	}
	if (word.length > 2 || isalnum((unsigned char)spef->bus_open))
		return input_error_at(spef->walk.in, word.begin,
				      "expected bus delimiters such as []");
	see_plain_names(spef);
	return STATUS_OK;
}

/* One of the strings may be "PIN_CAP NONE" or similar: it is compared with the caller's option, which wins. */
static enum status read_design_flow(struct spef *spef)
{
	static const char key[] = "PIN_CAP ";
	const char *begin = spef->walk.at, *found;
	bool includes;

	TRY(spef_skip_to_keyword(spef));
	found = memmem(begin, (size_t)(spef->walk.at - begin), key, sizeof key - 1);
	if (!found)
		return STATUS_OK;
	includes = strncmp(found + sizeof key - 1, "NONE", 4) != 0;
	if (includes && !spef->source->includes_pins)
		walk_warn(
			&spef->walk, SPEF_HEADER, found,
			"the file says that capacitances of pins are in it; they are added again, "
			"but with -pin_cap_included");
	else if (!includes && spef->source->includes_pins)
		walk_warn(&spef->walk, SPEF_HEADER, found,
			  "the file says that capacitances of pins aren't in it; with "
			  "-pin_cap_included they are left out");
	return STATUS_OK;
}

static enum status read_name_map(struct spef *spef)
{
	struct word index, name;

	for (;;) {
		TRY(walk_skip_blanks(&spef->walk));
		if (spef_at_end(spef) || spef_at_keyword(spef))
			return STATUS_OK;
		TRY(spef_take_word(spef, "an index", &index));
		TRY(spef_take_word(spef, "a name", &name));
		TRY(spef_map_add(spef, &index, &name));
	}
}

/* ---- the file ---- */

static enum status read_detailed(struct spef *spef)
{
	return spef_read_net(spef, false);
}

static enum status read_reduced(struct spef *spef)
{
	return spef_read_net(spef, true);
}

static enum status skip_physical(struct spef *spef)
{
	struct word word = {.begin = spef->walk.at};

	walk_warn(&spef->walk, SPEF_HEADER, word.begin, "physical net ignored");
	return spef_skip_section(spef);
}

/* The keyword has been taken. */
static enum status outside(struct spef *spef)
{
	const char *place = spef->walk.at;

	while (*place != '*')
		place--;
	return input_error_at(spef->walk.in, place, "\"%.*s\" outside of a net",
			      (int)(spef->walk.at - place), place);
}

/* The keywords of a header and between nets; those without a function are skipped. */
static const struct {
	const char *keyword;
	enum status (*read)(struct spef *);
} statements[] = {
	{"*D_NET", read_detailed},
	{"*R_NET", read_reduced},
	{"*D_PNET", skip_physical},
	{"*R_PNET", skip_physical},
	{"*NAME_MAP", read_name_map},
	{"*DIVIDER", read_divider},
	{"*DELIMITER", read_delimiter},
	{"*BUS_DELIMITER", read_bus_delimiter},
	{"*T_UNIT", read_time_unit},
	{"*C_UNIT", read_capacitance_unit},
	{"*R_UNIT", read_resistance_unit},
	{"*L_UNIT", NULL},
	{"*DESIGN", NULL},
	{"*DATE", NULL},
	{"*VENDOR", NULL},
	{"*PROGRAM", NULL},
	{"*VERSION", NULL},
	{"*DESIGN_FLOW", read_design_flow},
	{"*POWER_NETS", NULL},
	{"*GROUND_NETS", NULL},
	{"*PORTS", NULL},
	{"*PHYSICAL_PORTS", NULL},
	{"*DEFINE", NULL},
	{"*PDEFINE", NULL},
	{"*VARIATION_PARAMETERS", NULL},
	{"*CONN", outside},
	{"*CAP", outside},
	{"*RES", outside},
	{"*INDUC", outside},
	{"*END", outside},
	/* attributes of ports */
	{"*C", NULL},
	{"*L", NULL},
	{"*S", NULL},
	{"*D", NULL},
};

static enum status read_statement(struct spef *spef)
{
	struct word word = spef_word_here(spef);

	spef->walk.at += word.length;
	for (size_t i = 0; i < sizeof statements / sizeof *statements; i++) {
		if (!word_is(&word, statements[i].keyword))
			continue;
		return statements[i].read ? statements[i].read(spef) : spef_skip_to_keyword(spef);
	}
	walk_warn(&spef->walk, SPEF_HEADER, word.begin, "unknown keyword \"%.*s\" ignored",
		  WORD_SHOWN(word));
	return spef_skip_to_keyword(spef);
}

static enum status read_text(struct spef *spef)
{
	struct word word;

	TRY(walk_skip_blanks(&spef->walk));
	word = spef_word_here(spef);
	if (!word_is(&word, "*SPEF"))
		return spef_expected(spef, "*SPEF");
	spef->walk.at += word.length;
	TRY(spef_skip_to_keyword(spef));
	while (!spef_at_end(spef)) {
		TRY(spef_read_blocks(spef));
		if (spef_at_end(spef))
			break;
		TRY(read_statement(spef));
		TRY(walk_skip_blanks(&spef->walk));
		if (!spef_at_end(spef) && !spef_at_keyword(spef))
			return spef_expected(spef, "a keyword");
	}
	return STATUS_OK;
}

/* Entries that a later one of the same net replaces. */
static void warn_twice(struct spef *spef)
{
	const struct parasitics *p = spef->parasitics;

	struct tally *warnings = &spef->walk.warnings;

	for (int32_t i = 0; i < p->n_nets; i++) {
		if (p->entry_of_net[p->net[i]] == i || warnings->n[SPEF_TWICE]++ > 0)
			continue;
		text_printf(warnings->text,
			    "%s: warning: net \"%.200s\" given twice, the last one counts\n",
			    spef->walk.in->path, names_get(&spef->netlist->net_name, p->net[i]));
		warnings->n[SPEF_TWICE] = warnings->most; /* one line is enough */
	}
}

static void warn_of_the_rest(struct spef *spef)
{
	static const char *const what[SPEF_N_WARNINGS] = {
		[SPEF_UNKNOWN_NET] = "nets that aren't in the netlist",
		[SPEF_UNKNOWN_PIN] = "pins that aren't in the netlist",
		[SPEF_PIN_ELSEWHERE] = "pins that are on another net",
		[SPEF_NEGATIVE] = "negative values",
		[SPEF_STRAY] = "capacitances between nodes of other nets",
		[SPEF_LUMPED] = "nets that are lumped",
		[SPEF_TWICE] = "nets given twice",
		[SPEF_HEADER] = "things ignored",
	};

	tally_rest(&spef->walk.warnings, spef->walk.in->path, "… and ", what, SPEF_N_WARNINGS);
}

static enum status read_all(struct spef *spef, struct input *in, struct text *warnings)
{
	TRY(walk_begin(&spef->walk, in, warnings));
	if (spef->source->quiet)
		spef->walk.warnings.most = 1;
	TRY(read_text(spef));
	TRY(parasitics_close(spef->parasitics, spef->netlist));
	warn_twice(spef);
	warn_of_the_rest(spef);
	return text_status(warnings);
}

/* The block whose names a file has. */
static enum status find_block(const struct spef_source *source, int32_t *block)
{
	*block = PARASITICS_OF_TOP;
	if (!source->block)
		return STATUS_OK;
	*block = hierarchy_find_block(source->netlist->hierarchy, source->block,
				      (int64_t)strlen(source->block));
	return *block < 0 ? status_fail(STATUS_USAGE, "no block \"%.200s\" in the netlist",
					source->block)
			  : STATUS_OK;
}

static void release(struct spef *spef)
{
	spef_names_release(spef);
	parasitics_unref(spef->parasitics);
	memory_trim();
}

enum status spef_read(const char *path, const struct spef_source *source, struct text *warnings,
		      struct task *task, struct parasitics **out)
{
	RELEASED_BY(input_close) struct input in = INPUT_INIT;
	RELEASED_BY(release)
	struct spef spef = {.source = source,
			    .netlist = source->netlist,
			    .divider = '/',
			    .delimiter = ':',
			    .plain_names = true,
			    .in_block = TEXT_INIT};

	TRY(find_block(source, &spef.block));
	TRY(parasitics_new(path, &spef.parasitics));
	TRY(input_open(&in, path, task));
	TRY(read_all(&spef, &in, warnings));
	if (spef.parasitics->n_nets == 0)
		return input_error_at(&in, in.data + in.end, "no net of %s \"%.200s\" is here",
				      source->block ? "block" : "the netlist",
				      source->block ? source->block : source->netlist->name);
	HAND_OVER(out, spef.parasitics);
	return STATUS_OK;
}
