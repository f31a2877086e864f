/*
 * Names, units, points and places of DEF.
 */
#include "base/grow.h"
#include "read/layout/def_impl.h"

/* ---- names ---- */

enum status def_name(struct def *def, const struct word *word, const char **name, int64_t *length)
{
	int64_t n = 0;

	*name = word->begin;
	*length = word->length;
	if (def->plain_names && !memchr(word->begin, '\\', (size_t)word->length))
		return STATUS_OK;
	TRY(GROW(&def->name, &def->name_capacity, word->length + 1));
	for (int64_t i = 0; i < word->length; i++) {
		char c = word->begin[i];

		if (c == '\\' && i + 1 < word->length)
			c = word->begin[++i];
		else if (c == def->divider)
			c = '/';
		else if (c == def->bus_open)
			c = '[';
		else if (c == def->bus_close)
			c = ']';
		def->name[n++] = c;
	}
	*name = def->name;
	*length = n;
	return STATUS_OK;
}

enum status def_add_name(struct def *def, const struct word *word, struct names *names, int32_t *id,
			 bool *added)
{
	const char *name;
	int64_t length;

	TRY(def_name(def, word, &name, &length));
	return names_add(names, name, length, id, added);
}

enum status def_find_component(struct def *def, const struct word *word, int32_t *component)
{
	const char *name;
	int64_t length;

	TRY(def_name(def, word, &name, &length));
	*component = names_find(&def->component_name, name, length);
	if (*component < 0)
		walk_warn(&def->lex, DEF_COMPONENT, word->begin, "unknown component \"%s\"",
			  lex_shown(word));
	return STATUS_OK;
}

enum status def_need_technology(struct def *def)
{
	struct technology *own;

	if (def->own_technology)
		return STATUS_OK;
	if (def->technology)
		TRY(technology_copy(def->technology, def->technology->path, &own));
	else
		TRY(technology_new("", &own));
	technology_unref(def->technology);
	def->technology = own;
	def->own_technology = true;
	return STATUS_OK;
}

enum status def_layer(struct def *def, const struct word *word, int32_t *layer)
{
	*layer = names_find(&def->technology->layer_name, word->begin, word->length);
	if (*layer >= 0)
		return STATUS_OK;
	TRY(def_need_technology(def));
	return technology_name_layer(def->technology, word->begin, word->length, layer);
}

enum status def_site(struct def *def, const struct word *word, int32_t *site)
{
	*site = names_find(&def->technology->site_name, word->begin, word->length);
	if (*site >= 0)
		return STATUS_OK;
	TRY(def_need_technology(def));
	return technology_name_site(def->technology, word->begin, word->length, site);
}

enum status def_macro(struct def *def, const struct word *word, int32_t *macro)
{
	*macro = names_find(&def->technology->macro_name, word->begin, word->length);
	if (*macro >= 0)
		return STATUS_OK;
	if (def->technology->n_described_macros)
		walk_warn(&def->lex, DEF_MACRO, word->begin,
			  "no LEF describes \"%s\": its components are points", lex_shown(word));
	TRY(def_need_technology(def));
	return technology_name_macro(def->technology, word->begin, word->length, macro);
}

/* ---- points ---- */

/* Before the first coordinate, when UNITS didn't come. */
static enum status assume_units(struct def *def, const char *place)
{
	bool lef = def->technology->units > 0;

	def->units = lef ? def->technology->units : 100;
	walk_warn(&def->lex, DEF_UNKNOWN, place,
		  "no UNITS in front of this coordinate: %d for a µm, %s", def->units,
		  lef ? "as in LEF" : "the standard's default");
	return STATUS_OK;
}

enum status def_take_coordinate(struct def *def, int32_t before, int32_t *out)
{
	struct word word;
	int64_t value;

	TRY(lex_next(&def->lex, &word));
	if (word_is(&word, "*")) {
		*out = before;
		return STATUS_OK;
	}
	if (word.length == 0 || strchr("+-.0123456789", *word.begin) == NULL)
		return lex_expected(&def->lex, &word, "a coordinate");
	if (!def->units)
		TRY(assume_units(def, word.begin));
	TRY(lex_scaled(&def->lex, &word, LENGTHS_PER_MICRON, def->units, INT32_MAX, &value));
	*out = (int32_t)value;
	return STATUS_OK;
}

enum status def_take_count(struct def *def, const char *what, int32_t *out)
{
	struct word word;
	double value;

	TRY(lex_take(&def->lex, what, &word));
	TRY(lex_real(&def->lex, &word, &value));
	if (value < 0 || value > INT32_MAX - 1)
		return lex_expected(&def->lex, &word, what);
	*out = (int32_t)value;
	return STATUS_OK;
}

/* "( x y )"; a '*' is the coordinate before. */
static enum status def_take_point(struct def *def, int32_t *x, int32_t *y)
{
	TRY(lex_need(&def->lex, "("));
	TRY(def_take_coordinate(def, *x, x));
	TRY(def_take_coordinate(def, *y, y));
	return lex_need(&def->lex, ")");
}

enum status def_take_points(struct def *def)
{
	int32_t x = 0, y = 0;
	struct word word;

	for (def->n_points = 0;; def->n_points++) {
		TRY(lex_peek(&def->lex, &word));
		if (!word_is(&word, "("))
			return STATUS_OK;
		TRY(def_take_point(def, &x, &y));
		TRY(GROW(&def->point, &def->point_capacity, 2 * def->n_points + 2));
		def->point[2 * def->n_points] = x;
		def->point[2 * def->n_points + 1] = y;
	}
}

enum status def_take_place(struct def *def, int32_t *x, int32_t *y, uint8_t *orientation)
{
	*x = *y = 0;
	TRY(def_take_point(def, x, y));
	return def_take_orientation(def, orientation);
}

enum status def_take_orientation(struct def *def, uint8_t *orientation)
{
	struct word word;
	int found;

	TRY(lex_next(&def->lex, &word));
	found = orientation_find(word.begin, word.length);
	if (found < 0)
		return lex_expected(&def->lex, &word, "an orientation (N, S, E, W, FN, …)");
	*orientation = (uint8_t)found;
	return STATUS_OK;
}

enum status def_fits(const struct def *def, const char *place, int64_t value)
{
	if (value >= -INT32_MAX && value <= INT32_MAX)
		return STATUS_OK;
	return input_error_at(def->lex.in, place, "this reaches beyond %d mm from the origin",
			      INT32_MAX / LENGTHS_PER_MICRON / 1000);
}

enum status def_cut(struct def *def, const struct word *place, struct rect **out, int32_t *n_out)
{
	bool exact;

	if (def->n_points < 2)
		return input_error_at(def->lex.in, place->begin, "%s with %d points",
				      lex_shown(place), (int)def->n_points);
	if (def->n_points == 2) {
		const int32_t *p = def->point;

		TRY(ALLOC(out, 1));
		(*out)[0] = rect_of(p[0], p[1], p[2], p[3]);
		*n_out = 1;
		return STATUS_OK;
	}
	TRY(polygon_cut(def->point, (int32_t)def->n_points, out, n_out, &exact));
	if (!exact)
		walk_warn(&def->lex, DEF_SLANTED, place->begin,
			  "a polygon with slanted edges or more than %d points is taken as its "
			  "bounding box",
			  POLYGON_MOST_POINTS);
	return STATUS_OK;
}
