/*
 * What the parts of the LEF reader share: lef.c walks over the file, lef_layer.c over a layer,
 * lef_macro.c over a macro, lef_shape.c over shapes on layers.
 */
#ifndef READ_LAYOUT_LEF_IMPL_H
#define READ_LAYOUT_LEF_IMPL_H

#include "db/layout/technology.h"
#include "read/layout/lexer.h"

enum {
	LEF_LARGEST = (1 << 30) - 1, /* length: sums of two fit 32 bits */
	LEF_MOST_ITERATED = 1 << 16, /* copies of a shape */
};

enum lef_warning { LEF_UNKNOWN, LEF_TWICE, LEF_SLANTED, LEF_SIZE, LEF_N_WARNINGS };

struct lef {
	struct walk lex;
	struct technology *technology; /* owned reference */
	/* the macro at hand */
	int32_t macro;
	int32_t origin_x, origin_y;
	int32_t first_shape;            /* of the macro */
	struct tech_shape *obstruction; /* owned: until its pins are complete */
	int64_t n_obstructions, obstruction_capacity;
	bool obstructs; /* shapes go there, not to the pin added last */
	/* shapes at hand: of the LAYER said last */
	int32_t layer;
	int32_t width;  /* of paths */
	int32_t *point; /* owned: x, y of a path or polygon */
	int64_t n_points, point_capacity;
};

/* A length that has to come next, or the one at a word. */
enum status lef_take_length(struct lef *lef, int32_t *length);
enum status lef_length(struct lef *lef, const struct word *word, int32_t *length);
/* The same, not negative. */
enum status lef_take_extent(struct lef *lef, int32_t *length);
/* "SYMMETRY X Y R90 ;" after its first word. */
enum status lef_read_symmetry(struct lef *lef, int32_t *symmetry);
/* "SIZE w BY h ;" */
enum status lef_read_size(struct lef *lef, int32_t *width, int32_t *height);
/* An unknown statement. */
enum status lef_skip_unknown(struct lef *lef, const struct word *word, const char *where);

enum status lef_read_layer(struct lef *lef);
enum status lef_read_macro(struct lef *lef);
/* Geometry of a PORT or an OBS, up to its END. */
enum status lef_read_shapes(struct lef *lef);

#endif
