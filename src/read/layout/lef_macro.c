/*
 * A MACRO of LEF: its pins and obstructions; shapes are read in lef_shape.c.
 */
#include "read/layout/lef_impl.h"

/* ---- pins ---- */

static enum status read_direction(struct lef *lef, struct tech_pin *pin)
{
	TRY(lex_direction(&lef->lex, true, &pin->direction));
	return lex_skip_statement(&lef->lex);
}

static enum status read_use(struct lef *lef, struct tech_pin *pin)
{
	static const char *const uses[] = {[TECH_SIGNAL] = "SIGNAL",
					   [TECH_CLOCK] = "CLOCK",
					   [TECH_POWER] = "POWER",
					   [TECH_GROUND] = "GROUND",
					   [TECH_ANALOG] = "ANALOG"};
	struct word word;

	TRY(lex_take(&lef->lex, "a use", &word));
	for (int i = 0; i <= TECH_ANALOG; i++) {
		if (word_says(&word, uses[i]))
			pin->use = (enum tech_use)i;
	}
	return lex_skip_statement(&lef->lex);
}

static enum status read_port(struct lef *lef, int32_t pin)
{
	struct technology *technology = lef->technology;
	enum status status = lef_read_shapes(lef);

	technology->pin[pin].n_shapes = technology->n_shapes - technology->pin[pin].first_shape;
	return status;
}

static enum status read_pin_statement(struct lef *lef, int32_t pin, const struct word *word)
{
	if (word_says(word, "DIRECTION"))
		return read_direction(lef, &lef->technology->pin[pin]);
	if (word_says(word, "USE"))
		return read_use(lef, &lef->technology->pin[pin]);
	if (word_says(word, "PORT"))
		return read_port(lef, pin);
	return lex_skip_statement(&lef->lex);
}

static enum status read_pin(struct lef *lef)
{
	struct technology *technology = lef->technology;
	struct word name, word;
	int32_t string, pin;

	TRY(lex_take(&lef->lex, "the name of a pin", &name));
	TRY(names_add(&technology->string, name.begin, name.length, &string, NULL));
	TRY(technology_add_pin(technology, string, &pin));
	technology->pin[pin].direction = LIB_INPUT; /* what LEF says of those that say nothing */
	technology->macro[lef->macro].n_pins++;
	for (;;) {
		TRY(lex_take(&lef->lex, "END of the pin", &word));
		if (word_says(&word, "END"))
			break;
		TRY(read_pin_statement(lef, pin, &word));
	}
	return lex_need_name(&lef->lex, &name, "the pin's name");
}

/* ---- what a macro says of itself ---- */

static enum status read_class(struct lef *lef, struct tech_macro *macro)
{
	static const struct {
		const char *word;
		enum tech_class class;
	} classes[] = {{"CORE", TECH_CORE},     {"BLOCK", TECH_BLOCK}, {"PAD", TECH_PAD},
		       {"ENDCAP", TECH_ENDCAP}, {"COVER", TECH_COVER}, {"RING", TECH_RING}},
	  cores[] = {{"SPACER", TECH_CORE_SPACER},
		     {"TIEHIGH", TECH_CORE_TIE},
		     {"TIELOW", TECH_CORE_TIE},
		     {"WELLTAP", TECH_CORE_TAP},
		     {"ANTENNACELL", TECH_CORE_ANTENNA}};
	struct word word;

	TRY(lex_take(&lef->lex, "a class", &word));
	for (size_t i = 0; i < sizeof classes / sizeof *classes; i++) {
		if (word_says(&word, classes[i].word))
			macro->class = classes[i].class;
	}
	TRY(lex_next(&lef->lex, &word));
	for (size_t i = 0; i < sizeof cores / sizeof *cores && macro->class == TECH_CORE; i++) {
		if (word_says(&word, cores[i].word))
			macro->class = cores[i].class;
	}
	return word_says(&word, ";") ? STATUS_OK : lex_skip_statement(&lef->lex);
}

/* The first counts: others are its offsets in patterns of sites. */
static enum status read_site(struct lef *lef, struct tech_macro *macro)
{
	struct word word;
	int32_t site;

	TRY(lex_take(&lef->lex, "the name of a site", &word));
	TRY(technology_name_site(lef->technology, word.begin, word.length, &site));
	if (macro->site < 0)
		macro->site = site;
	return lex_skip_statement(&lef->lex);
}

static enum status read_origin(struct lef *lef)
{
	TRY(lef_take_length(lef, &lef->origin_x));
	TRY(lef_take_length(lef, &lef->origin_y));
	return lex_skip_statement(&lef->lex);
}

static enum status read_obstructions(struct lef *lef)
{
	enum status status;

	lef->obstructs = true;
	status = lef_read_shapes(lef);
	lef->obstructs = false;
	return status;
}

static enum status read_statement(struct lef *lef, const struct word *word)
{
	struct tech_macro *macro = &lef->technology->macro[lef->macro];

	if (word_says(word, "PIN"))
		return read_pin(lef);
	if (word_says(word, "OBS"))
		return read_obstructions(lef);
	if (word_says(word, "CLASS"))
		return read_class(lef, macro);
	if (word_says(word, "SIZE"))
		return lef_read_size(lef, &macro->width, &macro->height);
	if (word_says(word, "SYMMETRY"))
		return lef_read_symmetry(lef, &macro->symmetry);
	if (word_says(word, "SITE"))
		return read_site(lef, macro);
	if (word_says(word, "ORIGIN"))
		return read_origin(lef);
	if (word_says(word, "DENSITY"))
		return lex_skip_past(&lef->lex, "END");
	if (word_says(word, "TIMING")) {
		TRY(lex_skip_past(&lef->lex, "END"));
		return lex_need(&lef->lex, "TIMING");
	}
	return lex_skip_statement(&lef->lex);
}

/* ---- the macro ---- */

static enum status move(struct lef *lef, struct rect *r, const char *place)
{
	int64_t x1 = (int64_t)r->x1 + lef->origin_x, x2 = (int64_t)r->x2 + lef->origin_x;
	int64_t y1 = (int64_t)r->y1 + lef->origin_y, y2 = (int64_t)r->y2 + lef->origin_y;

	if (x1 < -LEF_LARGEST || y1 < -LEF_LARGEST || x2 > LEF_LARGEST || y2 > LEF_LARGEST)
		return input_error_at(lef->lex.in, place, "a shape of this macro is too far off");
	*r = (struct rect){(int32_t)x1, (int32_t)y1, (int32_t)x2, (int32_t)y2};
	return STATUS_OK;
}

/* Obstructions after the pins' shapes, all from the lower left corner. */
static enum status finish(struct lef *lef, const struct word *name)
{
	struct technology *technology = lef->technology;
	struct tech_macro *macro = &technology->macro[lef->macro];

	macro->first_obstruction = technology->n_shapes;
	for (int64_t i = 0; i < lef->n_obstructions; i++)
		TRY(technology_add_shape(technology, &lef->obstruction[i]));
	macro->n_obstructions = technology->n_shapes - macro->first_obstruction;
	for (int32_t i = lef->first_shape; i < technology->n_shapes; i++)
		TRY(move(lef, &technology->shape[i].rect, name->begin));
	if (macro->width == 0 || macro->height == 0)
		walk_warn(&lef->lex, LEF_SIZE, name->begin, "macro \"%s\" has no size",
			  lex_shown(name));
	return STATUS_OK;
}

static enum status begin(struct lef *lef, const struct word *name)
{
	struct technology *technology = lef->technology;
	int32_t known = names_find(&technology->macro_name, name->begin, name->length);

	if (known >= 0 && technology->macro[known].described)
		walk_warn(&lef->lex, LEF_TWICE, name->begin,
			  "macro \"%s\" described once more, this counts", lex_shown(name));
	TRY(technology_add_macro(technology, name->begin, name->length, &lef->macro));
	technology->macro[lef->macro].line = walk_line(&lef->lex, name->begin);
	lef->origin_x = lef->origin_y = 0;
	lef->first_shape = technology->n_shapes;
	lef->n_obstructions = 0;
	return STATUS_OK;
}

enum status lef_read_macro(struct lef *lef)
{
	struct word name, word;

	TRY(lex_take(&lef->lex, "the name of a macro", &name));
	TRY(begin(lef, &name));
	for (;;) {
		TRY(lex_take(&lef->lex, "END of the macro", &word));
		if (word_says(&word, "END"))
			break;
		TRY(read_statement(lef, &word));
	}
	TRY(lex_need_name(&lef->lex, &name, "the macro's name"));
	return finish(lef, &name);
}
