/*
 * COMPONENTS of DEF.
 */
#include "base/grow.h"
#include "read/layout/def_impl.h"

enum status def_check_box(const struct def *def, const struct def_component *c, const char *place)
{
	const struct tech_macro *macro = &def->technology->macro[c->macro];
	bool swaps = orientation_swaps(c->orientation);

	TRY(def_fits(def, place, (int64_t)c->x + (swaps ? macro->height : macro->width)));
	return def_fits(def, place, (int64_t)c->y + (swaps ? macro->width : macro->height));
}

/* What follows a '+'. */
static enum status read_attribute(struct def *def, struct def_component *c)
{
	struct word word;

	TRY(lex_take(&def->lex, "an attribute of the component", &word));
	if (word_is(&word, "PLACED"))
		c->status = PLACED;
	else if (word_is(&word, "FIXED"))
		c->status = FIXED;
	else if (word_is(&word, "COVER"))
		c->status = COVER;
	else if (word_is(&word, "REGION"))
		return def_take_region(def, &c->region);
	else
		return STATUS_OK; /* its values are skipped */
	TRY(def_take_place(def, &c->x, &c->y, &c->orientation));
	return def_check_box(def, c, word.begin);
}

static enum status add(struct def *def, const struct word *name, const struct def_component *c)
{
	int32_t id;
	bool added;

	TRY(GROW(&def->component, &def->component_capacity, (int64_t)def->component_name.n + 1));
	TRY(def_add_name(def, name, &def->component_name, &id, &added));
	if (!added)
		walk_warn(&def->lex, DEF_TWICE, name->begin,
			  "component \"%s\" is there twice, the last one counts", lex_shown(name));
	def->component[id] = *c;
	return STATUS_OK;
}

/* "name macro + … ;" */
enum status def_read_component(struct def *def, const struct word *name)
{
	struct def_component c = {.region = -1};
	struct word word;

	TRY(lex_take(&def->lex, "the component's macro", &word));
	TRY(def_macro(def, &word, &c.macro));
	for (;;) {
		TRY(lex_next(&def->lex, &word));
		if (word_is(&word, ";"))
			return add(def, name, &c);
		if (word.length == 0)
			return lex_expected(&def->lex, &word, "\";\" after the component");
		if (word_is(&word, "+"))
			TRY(read_attribute(def, &c));
	}
}
