/*
 * Shapes on layers in LEF: RECT, PATH and POLYGON, alone or in steps.
 */
#include <inttypes.h>

#include "base/grow.h"
#include "read/layout/lef_impl.h"

/* Copies of a shape: n along each axis, so far apart. */
struct steps {
	int32_t n_x, n_y, x, y;
};

/* ---- adding ---- */

static enum status add_one(struct lef *lef, int64_t x1, int64_t y1, int64_t x2, int64_t y2,
			   const char *place)
{
	struct tech_shape shape = {.layer = lef->layer};

	if (x1 < -LEF_LARGEST || y1 < -LEF_LARGEST || x2 > LEF_LARGEST || y2 > LEF_LARGEST)
		return input_error_at(lef->lex.in, place, "this shape is too far off");
	shape.rect = (struct rect){(int32_t)x1, (int32_t)y1, (int32_t)x2, (int32_t)y2};
	if (!lef->obstructs)
		return technology_add_shape(lef->technology, &shape);
	return APPEND(lef->obstruction, lef->n_obstructions, &lef->obstruction_capacity, shape);
}

static enum status add(struct lef *lef, const struct rect *r, const struct steps *steps,
		       const char *place)
{
	for (int32_t j = 0; j < steps->n_y; j++) {
		for (int32_t i = 0; i < steps->n_x; i++) {
			int64_t dx = (int64_t)i * steps->x, dy = (int64_t)j * steps->y;

			TRY(add_one(lef, r->x1 + dx, r->y1 + dy, r->x2 + dx, r->y2 + dy, place));
		}
	}
	return STATUS_OK;
}

static enum status add_path(struct lef *lef, const struct steps *steps, const char *place)
{
	int32_t half = lef->width / 2;

	for (int64_t i = 0; i + 1 < lef->n_points || i == 0; i++) {
		const int32_t *a = lef->point + 2 * i;
		const int32_t *b = lef->n_points > 1 ? a + 2 : a;
		struct rect r = rect_of(a[0], a[1], b[0], b[1]);

		r = (struct rect){r.x1 - half, r.y1 - half, r.x2 + half, r.y2 + half};
		TRY(add(lef, &r, steps, place));
	}
	return STATUS_OK;
}

static enum status add_polygon(struct lef *lef, const struct steps *steps, const char *place)
{
	FREED struct rect *rect = NULL;
	int32_t n;
	bool exact;

	TRY(polygon_cut(lef->point, (int32_t)lef->n_points, &rect, &n, &exact));
	if (!exact)
		walk_warn(&lef->lex, LEF_SLANTED, place,
			  "a polygon with slanted edges or more than %d points is taken as its "
			  "bounding box",
			  POLYGON_MOST_POINTS);
	for (int32_t i = 0; i < n; i++)
		TRY(add(lef, &rect[i], steps, place));
	return STATUS_OK;
}

/* ---- reading ---- */

/* "nx BY ny STEP sx sy ;" */
static enum status read_steps(struct lef *lef, struct steps *steps)
{
	struct word word;
	int64_t n_x, n_y;

	TRY(lex_take(&lef->lex, "a number of columns", &word));
	TRY(lex_scaled(&lef->lex, &word, 1, 1, LEF_MOST_ITERATED, &n_x));
	TRY(lex_need(&lef->lex, "BY"));
	TRY(lex_take(&lef->lex, "a number of rows", &word));
	TRY(lex_scaled(&lef->lex, &word, 1, 1, LEF_MOST_ITERATED, &n_y));
	if (n_x < 1 || n_y < 1 || n_x * n_y > LEF_MOST_ITERATED)
		return input_error_at(lef->lex.in, word.begin,
				      "steps make 1 to %d shapes of one, not %" PRId64,
				      LEF_MOST_ITERATED, n_x * n_y);
	TRY(lex_need(&lef->lex, "STEP"));
	TRY(lef_take_length(lef, &steps->x));
	TRY(lef_take_length(lef, &steps->y));
	steps->n_x = (int32_t)n_x;
	steps->n_y = (int32_t)n_y;
	return lex_skip_statement(&lef->lex);
}

/* Points, with steps after ITERATE, up to the ';'. Parentheses around points are of older files.
 */
static enum status read_points(struct lef *lef, struct steps *steps)
{
	int64_t n = 0;
	struct word word;

	*steps = (struct steps){1, 1, 0, 0};
	TRY(lex_peek(&lef->lex, &word));
	if (word_says(&word, "MASK")) {
		TRY(lex_take(&lef->lex, "MASK", &word));
		TRY(lex_take(&lef->lex, "a mask", &word));
	}
	for (;;) {
		int32_t length;

		TRY(lex_next(&lef->lex, &word));
		if (word_says(&word, ";"))
			break;
		if (word_says(&word, "ITERATE") || word_says(&word, "(") || word_says(&word, ")"))
			continue;
		if (word_says(&word, "DO")) {
			TRY(read_steps(lef, steps));
			break;
		}
		TRY(lef_length(lef, &word, &length));
		TRY(APPEND(lef->point, n, &lef->point_capacity, length));
	}
	lef->n_points = n / 2;
	return n % 2 ? input_error_at(lef->lex.in, word.begin, "a point has two coordinates")
		     : STATUS_OK;
}

static enum status read_shape(struct lef *lef, const struct word *word)
{
	struct steps steps;
	struct rect r;

	TRY(read_points(lef, &steps));
	if (word_says(word, "PATH") && lef->n_points >= 1)
		return add_path(lef, &steps, word->begin);
	if (word_says(word, "POLYGON") && lef->n_points >= 3)
		return add_polygon(lef, &steps, word->begin);
	if (!word_says(word, "RECT") || lef->n_points != 2)
		return input_error_at(lef->lex.in, word->begin, "%s with %lld points",
				      lex_shown(word), (long long)lef->n_points);
	r = rect_of(lef->point[0], lef->point[1], lef->point[2], lef->point[3]);
	return add(lef, &r, &steps, word->begin);
}

/* "LAYER name …": what follows is on it. */
static enum status read_layer(struct lef *lef)
{
	struct word word;

	TRY(lex_take(&lef->lex, "the name of a layer", &word));
	TRY(technology_name_layer(lef->technology, word.begin, word.length, &lef->layer));
	lef->width = lef->technology->layer[lef->layer].width;
	return lex_skip_statement(&lef->lex);
}

enum status lef_read_shapes(struct lef *lef)
{
	struct word word;

	lef->layer = -1;
	lef->width = 0;
	for (;;) {
		TRY(lex_take(&lef->lex, "END of the shapes", &word));
		if (word_says(&word, "END"))
			return STATUS_OK;
		if (word_says(&word, "LAYER")) {
			TRY(read_layer(lef));
		} else if (word_says(&word, "RECT") || word_says(&word, "PATH") ||
			   word_says(&word, "POLYGON")) {
			TRY(read_shape(lef, &word));
		} else if (word_says(&word, "WIDTH")) {
			TRY(lef_take_extent(lef, &lef->width));
			TRY(lex_skip_statement(&lef->lex));
		} else if (word_says(&word, "VIA") || word_says(&word, "CLASS")) {
			TRY(lex_skip_statement(&lef->lex));
		} else {
			TRY(lef_skip_unknown(lef, &word, "shapes"));
		}
	}
}
