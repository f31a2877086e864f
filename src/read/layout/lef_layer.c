/*
 * A LAYER of LEF. Ohms become kΩ and picofarads fF.
 */
#include "read/layout/lef_impl.h"

/* Far beyond what wires have, so that sums stay finite. */
#define LARGEST 1e9

static enum status read_kind(struct lef *lef, struct tech_layer *layer)
{
	struct word word;

	TRY(lex_take(&lef->lex, "the type of a layer", &word));
	if (word_says(&word, "ROUTING"))
		layer->kind = TECH_ROUTING;
	else if (word_says(&word, "CUT"))
		layer->kind = TECH_CUT;
	return lex_skip_statement(&lef->lex);
}

static enum status read_direction(struct lef *lef, struct tech_layer *layer)
{
	struct word word;

	TRY(lex_take(&lef->lex, "a direction", &word));
	layer->vertical = word_says(&word, "VERTICAL");
	return lex_skip_statement(&lef->lex);
}

/* One for both axes, or one for each. */
static enum status read_pitch(struct lef *lef, struct tech_layer *layer)
{
	struct word word;

	TRY(lef_take_extent(lef, &layer->pitch[0]));
	layer->pitch[1] = layer->pitch[0];
	TRY(lex_next(&lef->lex, &word));
	if (word_says(&word, ";"))
		return STATUS_OK;
	TRY(lef_length(lef, &word, &layer->pitch[1]));
	return lex_skip_statement(&lef->lex);
}

static enum status read_width(struct lef *lef, struct tech_layer *layer)
{
	TRY(lef_take_extent(lef, &layer->width));
	return lex_skip_statement(&lef->lex);
}

/* "RPERSQ 0.38", the number alone, or a table over widths, which is left out. */
static enum status read_value(struct lef *lef, const char *keyword, double unit, double *value)
{
	struct word word;
	double number;

	TRY(lex_take(&lef->lex, "a number", &word));
	if (word_says(&word, keyword))
		TRY(lex_take(&lef->lex, "a number", &word));
	if (word_says(&word, "PWL"))
		return lex_skip_statement(&lef->lex);
	TRY(lex_real(&lef->lex, &word, &number));
	if (number < 0 || number > LARGEST)
		return input_error_at(lef->lex.in, word.begin, "number out of range: \"%s\"",
				      lex_shown(&word));
	*value = number * unit;
	return lex_skip_statement(&lef->lex);
}

static enum status read_resistance(struct lef *lef, struct tech_layer *layer)
{
	return read_value(lef, "RPERSQ", 1e-3, &layer->resistance);
}

static enum status read_capacitance(struct lef *lef, struct tech_layer *layer)
{
	return read_value(lef, "CPERSQDIST", 1e3, &layer->area_capacitance);
}

static enum status read_edge_capacitance(struct lef *lef, struct tech_layer *layer)
{
	return read_value(lef, "", 1e3, &layer->edge_capacitance);
}

/* Limits of current may be a table: more statements, WIDTH among them, up to TABLEENTRIES. */
static enum status skip_current(struct lef *lef, struct tech_layer *layer)
{
	struct word word;
	bool table = false;

	(void)layer;
	do {
		TRY(lex_take(&lef->lex, "a limit of current", &word));
		table |= word_says(&word, "FREQUENCY") || word_says(&word, "WIDTH") ||
			 word_says(&word, "CUTAREA");
		TRY(lex_peek(&lef->lex, &word));
	} while (word.length && !word_says(&word, ";"));
	TRY(lex_need(&lef->lex, ";"));
	if (table)
		TRY(lex_skip_past(&lef->lex, "TABLEENTRIES"));
	return table ? lex_skip_statement(&lef->lex) : STATUS_OK;
}

static const struct {
	const char *word;
	enum status (*read)(struct lef *, struct tech_layer *);
} statements[] = {
	{"TYPE", read_kind},
	{"DIRECTION", read_direction},
	{"PITCH", read_pitch},
	{"WIDTH", read_width},
	{"RESISTANCE", read_resistance},
	{"CAPACITANCE", read_capacitance},
	{"EDGECAPACITANCE", read_edge_capacitance},
	{"ACCURRENTDENSITY", skip_current},
	{"DCCURRENTDENSITY", skip_current},
};

static enum status read_statement(struct lef *lef, const struct word *word,
				  struct tech_layer *layer)
{
	for (size_t i = 0; i < sizeof statements / sizeof *statements; i++) {
		if (word_says(word, statements[i].word))
			return statements[i].read(lef, layer);
	}
	return lex_skip_statement(&lef->lex);
}

enum status lef_read_layer(struct lef *lef)
{
	struct word name, word;
	int32_t id;

	TRY(lex_take(&lef->lex, "the name of a layer", &name));
	TRY(technology_add_layer(lef->technology, name.begin, name.length, &id));
	for (;;) {
		TRY(lex_take(&lef->lex, "END of the layer", &word));
		if (word_says(&word, "END"))
			break;
		TRY(read_statement(lef, &word, &lef->technology->layer[id]));
	}
	return lex_need_name(&lef->lex, &name, "the layer's name");
}
