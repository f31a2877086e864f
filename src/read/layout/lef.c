/*
 * LEF: the statements that stand outside of layers and macros.
 */
#include "read/layout/lef.h"

#include "base/grow.h"
#include "read/layout/lef_impl.h"

/* ---- what all parts need ---- */

enum status lef_length(struct lef *lef, const struct word *word, int32_t *length)
{
	int64_t value;

	TRY(lex_scaled(&lef->lex, word, LENGTHS_PER_MICRON, 1, LEF_LARGEST, &value));
	*length = (int32_t)value;
	return STATUS_OK;
}

enum status lef_take_length(struct lef *lef, int32_t *length)
{
	struct word word;

	TRY(lex_take(&lef->lex, "a length", &word));
	return lef_length(lef, &word, length);
}

enum status lef_take_extent(struct lef *lef, int32_t *length)
{
	struct word word;

	TRY(lex_take(&lef->lex, "a length", &word));
	TRY(lef_length(lef, &word, length));
	return *length < 0 ? lex_expected(&lef->lex, &word, "a length from 0") : STATUS_OK;
}

enum status lef_read_symmetry(struct lef *lef, int32_t *symmetry)
{
	struct word word;

	for (*symmetry = 0;;) {
		TRY(lex_next(&lef->lex, &word));
		if (word_says(&word, ";"))
			return STATUS_OK;
		if (word_says(&word, "X"))
			*symmetry |= SYMMETRY_X;
		else if (word_says(&word, "Y"))
			*symmetry |= SYMMETRY_Y;
		else if (word_says(&word, "R90"))
			*symmetry |= SYMMETRY_R90;
		else
			return lex_expected(&lef->lex, &word, "X, Y or R90");
	}
}

enum status lef_read_size(struct lef *lef, int32_t *width, int32_t *height)
{
	TRY(lef_take_extent(lef, width));
	TRY(lex_need(&lef->lex, "BY"));
	TRY(lef_take_extent(lef, height));
	return lex_skip_statement(&lef->lex);
}

enum status lef_skip_unknown(struct lef *lef, const struct word *word, const char *where)
{
	walk_warn(&lef->lex, LEF_UNKNOWN, word->begin, "unknown \"%s\" in %s skipped",
		  lex_shown(word), where);
	return lex_skip_statement(&lef->lex);
}

/* ---- statements ---- */

static enum status skip(struct lef *lef)
{
	return lex_skip_statement(&lef->lex);
}

/* for example "VIA name … END name". */
static enum status skip_named(struct lef *lef)
{
	struct word name;

	TRY(lex_take(&lef->lex, "a name", &name));
	return lex_skip_to_end(&lef->lex, &name);
}

static enum status skip_block(struct lef *lef, const char *name)
{
	struct word word = {name, (int64_t)strlen(name)};

	return lex_skip_to_end(&lef->lex, &word);
}

static enum status skip_extension(struct lef *lef)
{
	return lex_skip_past(&lef->lex, "ENDEXT");
}

static enum status read_database_units(struct lef *lef)
{
	struct word word;
	int64_t units;

	TRY(lex_need(&lef->lex, "MICRONS"));
	TRY(lex_take(&lef->lex, "units of the database", &word));
	TRY(lex_scaled(&lef->lex, &word, 1, 1, 1000000, &units));
	if (units < 1)
		return lex_expected(&lef->lex, &word, "units of the database");
	lef->technology->units = (int32_t)units;
	return skip(lef);
}

static enum status read_units(struct lef *lef)
{
	struct word word;

	for (;;) {
		TRY(lex_take(&lef->lex, "END UNITS", &word));
		if (word_says(&word, "END"))
			return lex_need(&lef->lex, "UNITS");
		if (word_says(&word, "DATABASE"))
			TRY(read_database_units(lef));
		else
			TRY(skip(lef));
	}
}

static enum status read_grid(struct lef *lef)
{
	TRY(lef_take_extent(lef, &lef->technology->manufacturing_grid));
	return skip(lef);
}

static enum status read_site(struct lef *lef)
{
	struct tech_site *site;
	struct word name, word;
	int32_t id;

	TRY(lex_take(&lef->lex, "the name of a site", &name));
	TRY(technology_add_site(lef->technology, name.begin, name.length, &id));
	site = &lef->technology->site[id];
	for (;;) {
		TRY(lex_take(&lef->lex, "END of the site", &word));
		if (word_says(&word, "SIZE")) {
			TRY(lef_read_size(lef, &site->width, &site->height));
		} else if (word_says(&word, "SYMMETRY")) {
			TRY(lef_read_symmetry(lef, &site->symmetry));
		} else if (word_says(&word, "CLASS")) {
			TRY(lex_take(&lef->lex, "the class of a site", &word));
			site->is_pad = word_says(&word, "PAD");
			TRY(skip(lef));
		} else if (word_says(&word, "END")) {
			return lex_need_name(&lef->lex, &name, "the site's name");
		} else {
			TRY(skip(lef));
		}
	}
}

static const struct {
	const char *word;
	enum status (*read)(struct lef *); /* NULL = a block that is skipped to its end */
} statements[] = {
	{"MACRO", lef_read_macro},
	{"LAYER", lef_read_layer},
	{"SITE", read_site},
	{"UNITS", read_units},
	{"MANUFACTURINGGRID", read_grid},
	{"VIA", skip_named},
	{"VIARULE", skip_named},
	{"NONDEFAULTRULE", skip_named},
	{"ARRAY", skip_named},
	{"PROPERTYDEFINITIONS", NULL},
	{"SPACING", NULL},
	{"IRDROP", NULL},
	{"NOISETABLE", NULL},
	{"CORRECTIONTABLE", NULL},
	{"BEGINEXT", skip_extension},
	{"VERSION", skip},
	{"BUSBITCHARS", skip},
	{"DIVIDERCHAR", skip},
	{"NAMESCASESENSITIVE", skip},
	{"CLEARANCEMEASURE", skip},
	{"USEMINSPACING", skip},
	{"MAXVIASTACK", skip},
	{"FIXEDMASK", skip},
	{"NOWIREEXTENSIONATPIN", skip},
	{"MINFEATURE", skip},
	{"DIELECTRIC", skip},
	{"ANTENNAINPUTGATEAREA", skip},
	{"ANTENNAINOUTDIFFAREA", skip},
	{"ANTENNAOUTPUTDIFFAREA", skip},
	{"INPUTPINANTENNASIZE", skip},
	{"OUTPUTPINANTENNASIZE", skip},
	{"INOUTPINANTENNASIZE", skip},
	{"UNIVERSALNOISEMARGIN", skip},
	{"EDGERATETHRESHOLD1", skip},
	{"EDGERATETHRESHOLD2", skip},
	{"EDGERATESCALEFACTOR", skip},
};

/* *known: one that LEF has. */
static enum status read_statement(struct lef *lef, const struct word *word, bool *known)
{
	*known = true;
	for (size_t i = 0; i < sizeof statements / sizeof *statements; i++) {
		if (word_says(word, statements[i].word))
			return statements[i].read ? statements[i].read(lef)
						  : skip_block(lef, statements[i].word);
	}
	*known = false;
	return STATUS_OK;
}

/* The standard wants END LIBRARY; some files lack it. */
static enum status read_text(struct lef *lef)
{
	struct word word;
	bool known, any = false;

	for (;;) {
		TRY(lex_next(&lef->lex, &word));
		if (word.length == 0)
			break;
		if (word_says(&word, "END") && any)
			return lex_need(&lef->lex, "LIBRARY");
		TRY(read_statement(lef, &word, &known));
		if (!known && !any)
			return lex_expected(&lef->lex, &word,
					    "LEF (VERSION, LAYER, MACRO and so on)");
		any |= known;
		if (!known)
			TRY(lef_skip_unknown(lef, &word, "the library"));
	}
	return any ? STATUS_OK : input_error_at(lef->lex.in, word.begin, "the file is empty");
}

/* ---- the file ---- */

/* A block of a row's height on a site of the core is a cell there, without signals a filler (sky130's decoupling cells). */
static void reclass(const struct technology *technology, struct tech_macro *macro)
{
	const struct tech_site *site = macro->site < 0 ? NULL : &technology->site[macro->site];
	bool signals = false;

	if (macro->class != TECH_BLOCK || !site || site->is_pad || !site->height ||
	    macro->height != site->height)
		return;
	for (int32_t p = macro->first_pin; p < macro->first_pin + macro->n_pins; p++)
		signals |= technology->pin[p].use != TECH_POWER &&
			   technology->pin[p].use != TECH_GROUND;
	macro->class = signals ? TECH_CORE : TECH_CORE_SPACER;
}

static enum status read_all(struct lef *lef, struct input *in, struct text *warnings)
{
	static const char *const what[LEF_N_WARNINGS] = {
		[LEF_UNKNOWN] = "statements skipped",
		[LEF_TWICE] = "macros described twice",
		[LEF_SLANTED] = "polygons that are their bounding boxes",
		[LEF_SIZE] = "macros without a size",
	};

	TRY(walk_begin(&lef->lex, in, warnings));
	lef->lex.semicolons = true;
	TRY(read_text(lef));
	tally_rest(&lef->lex.warnings, in->path, "… and ", what, LEF_N_WARNINGS);
	for (int32_t m = 0; m < lef->technology->n_macros; m++)
		reclass(lef->technology, &lef->technology->macro[m]);
	TRY(technology_close(lef->technology));
	return text_status(warnings);
}

static void release(struct lef *lef)
{
	FREE_ALL(lef->obstruction, lef->point);
	technology_unref(lef->technology);
}

enum status lef_read(const char *path, const struct technology *before, struct text *warnings,
		     struct task *task, struct technology **out)
{
	RELEASED_BY(input_close) struct input in = INPUT_INIT;
	RELEASED_BY(release) struct lef lef = {0};

	if (before)
		TRY(technology_copy(before, path, &lef.technology));
	else
		TRY(technology_new(path, &lef.technology));
	TRY(input_open(&in, path, task));
	TRY(read_all(&lef, &in, warnings));
	HAND_OVER(out, lef.technology);
	return STATUS_OK;
}
