/* What a step of the making of a map does: in words, as pseudocode, for the cell at the cursor. */
#include <inttypes.h>

#include "ui/views/view_density.h"

#define FORWARD(boxes, rows, columns)                                                              \
	" D = 0 for all bins\n for each box, all at once:\n" boxes                                 \
	"  for u in 0..3, v in 0..3:\n" boxes "    D[y[v]][x[u]] += a[u] * b[v]\n" rows            \
	"D = sums along each row\n" columns "map = sums along each column"

#define BACKWARD(rows, columns, boxes)                                                             \
	rows "P = w summed along each row\n" columns "P summed along each column\n" boxes          \
	     "for each box, all at once:\n" boxes "  T(x2,y2)-T(x1,y2)-T(x2,y1)+T(x1,y1)\n"        \
	     " T(x,y), with px, py the parts of a bin:\n" boxes "  P[x][y]\n" boxes                \
	     "  + px (P[x+1][y] - P[x][y])\n" boxes "  + py (P[x][y+1] - P[x][y])\n" boxes         \
	     "  + px py w[x+1][y+1]"

/*
 * Of the map and of the backward pass, by enum density_pass_stage. Lines of 36 columns at most;
 * '>' is done now.
 */
static const struct stage {
	const char *title, *code, *words;
} stages[2][PASS_UNDER + 1] = {
	{[PASS_BEGIN] =
		 {"density: before the first box", FORWARD(" ", " ", " "),
		  "A box covers some bins wholly and those at its sides partly. From one bin to "
		  "the next along an axis that changes at four places at most, however long the "
		  "box is. So a box is 4 x 4 additions at most, at its corners, and sums of all "
		  "boxes at once make the map of them."},
	 [PASS_BOXES] = {"density: boxes to differences", FORWARD(">", " ", " "),
			 "x and y are the bins where what is covered changes, a and b by how much: "
			 "at the first bin of the box, after it, at the last and after that. "
			 "Two of them are 0 where a box is within one bin; entries off the grid "
			 "are left out. Additions are of whole numbers, so their order doesn't "
			 "matter, and threads need not wait for each other."},
	 [PASS_ROWS] =
		 {"density: sums along rows", FORWARD(" ", ">", " "),
		  "A block of threads sums a row from the left, all rows at once. Along x each box "
		  "is there in its full width now, but along y still only at its ends."},
	 [PASS_COLUMNS] =
		 {"density: sums along columns", FORWARD(" ", " ", ">"),
		  "The same from the bottom of each column gives the map. The time depends on "
		  "the number of bins, not on the size of the boxes. When the map isn't made in "
		  "steps, boxes of at most 16 bins are added to the bins directly, which takes no "
		  "more additions."}},
	{[PASS_BEGIN] = {"backward: the map w", BACKWARD(" ", " ", " "),
			 "How much of a map is under each box? A box may cover many bins, but four "
			 "sums, of all that is left of and below its corners, are enough."},
	 [PASS_ROWS] = {"backward: sums along rows", BACKWARD(">", " ", " "),
			"A thread for each row. This is the middle of figure 3."},
	 [PASS_COLUMNS] =
		 {"backward: matrix P (algorithm 1)", BACKWARD(" ", ">", " "),
		  "A thread for each column. P at a bin is the sum of all bins from the lower left corner to "
		  "it: figures 2 and 3."},
	 [PASS_UNDER] =
		 {"backward: boxes (algorithms 4, 5)", BACKWARD(" ", " ", ">"),
		  "A thread for each box: 16 reads, whatever its size. An arrow is the gradient: moved that "
		  "way, the box would have more of the map under it. A placer goes the other way."}},
};

/* ---- numbers ---- */

static void write_axis(const char *name, const int32_t *at, const double *by, struct text *out)
{
	text_printf(out, "%s", name);
	for (int i = 0; i < 4; i++) {
		if (by[i] != 0)
			text_printf(out, " %+.4g at %" PRId32 ";", by[i], at[i]);
	}
	text_add(out, "\n");
}

/* A row for each y, a column for each x, as on the die; what is off the grid is "off". */
static void write_corners(const struct snap_density_picture *p, struct text *out)
{
	const struct density_corners *c = &p->corners;

	text_printf(out, "%s is the box\n  x %.4g to %.4g, y %.4g to %.4g bins:\n",
		    placement_component_name(p->placement, p->listed[0].component), c->x1, c->x2,
		    c->y1, c->y2);
	write_axis("a:", c->x, c->by_x, out);
	write_axis("b:", c->y, c->by_y, out);
	text_add(out, "D +=");
	for (int u = 0; u < 4; u++) {
		if (c->by_x[u] != 0)
			text_printf(out, "  x%-5" PRId32, c->x[u]);
	}
	for (int v = 3; v >= 0; v--) {
		if (c->by_y[v] == 0)
			continue;
		text_printf(out, "\ny%-3" PRId32, c->y[v]);
		for (int u = 0; u < 4; u++) {
			if (c->by_x[u] == 0)
				continue;
			if (c->x[u] >= p->columns || c->y[v] >= p->rows)
				text_add(out, "    off");
			else
				text_printf(out, "%+7.3f", c->by_x[u] * c->by_y[v]);
		}
	}
	text_add(out, "\n");
}

static void write_line(const struct snap_density_picture *p, struct text *out)
{
	bool row = p->pass.stage == PASS_ROWS;
	int32_t first = (row ? p->column : p->row) + 1 - p->n_line;

	text_printf(out, "%s %" PRId32 ", up to the cursor:\n%s  before   after\n",
		    row ? "row" : "column", row ? p->row : p->column, row ? "column" : "   row");
	for (int32_t i = 0; i < p->n_line; i++)
		text_printf(out, "%6" PRId32 " %+8.3g %+8.3g\n", first + i, p->before[i],
			    p->after[i]);
	text_add(out, first > 0 ? "after[i] = before[i] + after[i-1]\n" : "");
}

/* Algorithm 4 at the corners of the first cell of the bin, then algorithm 5. */
static void write_terms(const struct snap_density_picture *p, struct text *out)
{
	const struct density_top_left *t = p->top_left;
	double sum = 0, area = (t[3].x - t[0].x) * (t[3].y - t[0].y);

	text_printf(out, "%s:\n     x     y  T = its four terms\n",
		    placement_component_name(p->placement, p->listed[0].component));
	for (int i = 3; i >= 0; i--) {
		double all = t[i].term[0] + t[i].term[1] + t[i].term[2] + t[i].term[3];

		sum += i == 0 || i == 3 ? all : -all;
		text_printf(out, "%6.4g %5.4g %c %.4g = %.3g%+.3g%+.3g%+.3g\n", t[i].x, t[i].y,
			    i == 0 || i == 3 ? '+' : '-', all, t[i].term[0], t[i].term[1],
			    t[i].term[2], t[i].term[3]);
	}
	text_printf(out, "sum %.4g / area %.4g = %.4g\n", sum, area, sum / area);
	text_printf(out, "gradient %+.4g right, %+.4g up\n", p->listed[0].right, p->listed[0].up);
}

void density_explain(struct ui *ui, struct explanation_text *out)
{
	const struct snap_density_picture *p = density_of(ui)->picture;
	const struct stage *stage;

	if (!p || !p->columns) {
		text_add(&out->title, "density");
		text_add(&out->words, "There is no map yet.");
		return;
	}
	stage = &stages[p->pass.backward][p->pass.stage];
	text_add(&out->title, stage->title);
	out->code = stage->code;
	text_add(&out->words, stage->words);
	if (p->pass.backward) {
		if (!p->pass.known)
			text_printf(&out->numbers, "Press %s for a stage back.\n",
				    ui_key_of("back"));
		else if (p->pass.stage >= PASS_ROWS && p->n_line)
			write_line(p, &out->numbers);
		else if (p->n_listed)
			write_terms(p, &out->numbers);
		return;
	}
	if (!p->pass.known) {
		text_printf(&out->numbers, "Press %s for a stage back,", ui_key_of("back"));
		text_printf(&out->numbers, " %s for the beginning.\n", ui_key_of("goto first"));
	} else {
		text_printf(&out->numbers, "%" PRId64 " of %" PRId64 " boxes are added\n",
			    p->pass.n_added, p->pass.n_boxes);
	}
	if (p->pass.stage >= PASS_ROWS && p->n_line)
		write_line(p, &out->numbers);
	else if (p->corners.known)
		write_corners(p, &out->numbers);
	else if (p->pass.known && !p->of_boxes)
		text_add(&out->numbers,
			 "The boxes of this map are those of nets or pins, not of cells.\n");
	else if (p->pass.known)
		text_add(&out->numbers, "There is no cell at the cursor.\n");
}
