/*
 * Is a placement legal? Rows are looked up by their height; overlaps are found by a sweep along x
 * in each of a stack of bands.
 */
#include "db/layout/placement_check.h"

#include <stdlib.h>

#include "base/grow.h"
#include "base/order.h"

enum { BETWEEN_LOOKS = 1 << 14 }; /* components between two looks at whether to stop */

/* A box in a band: one of a component, or of a blockage. */
struct entry {
	int32_t band, x1, id;
};

struct checker {
	const struct placement *placement;
	struct placement_check *check;
	struct task *task;
	struct rect *box;              /* owned [n_components] */
	bool *solid;                   /* owned [n_components]: placed, and with an area */
	const struct placed_row **row; /* owned [n_rows]: by y, then x; columns of sites last */
	int32_t n_level;               /* rows along x */
	int32_t bottom;                /* of the lowest band */
	int64_t band;                  /* height of each */
	struct entry *entry;           /* owned [n_entries] */
	int64_t n_entries;
	int32_t *alone, *marked; /* owned [n_components]: boxes that the sweep is within */
};

static void fail(struct checker *c, int32_t component, enum placement_fault fault)
{
	uint8_t bit = (uint8_t)(1 << fault);

	c->check->n[fault] += !(c->check->fault[component] & bit);
	c->check->fault[component] |= bit;
}

/* ---- boxes and the die ---- */

static enum status make_boxes(struct checker *c)
{
	int32_t n = c->placement->n_components;

	TRY(ALLOC_ALL(n, &c->box, &c->solid));
	for (int32_t i = 0; i < n; i++) {
		c->box[i] = placement_component_box(c->placement, i);
		c->solid[i] = c->placement->component[i].status != UNPLACED &&
			      c->box[i].x1 < c->box[i].x2 && c->box[i].y1 < c->box[i].y2;
		c->check->n_checked += c->solid[i];
	}
	return STATUS_OK;
}

static enum status check_die(struct checker *c)
{
	FREED struct rect *die = NULL;
	int32_t n_die;

	TRY(placement_cut_die(c->placement, &die, &n_die));
	for (int32_t i = 0; i < c->placement->n_components; i++) {
		if (c->solid[i] && !rects_contain(die, n_die, &c->box[i]))
			fail(c, i, FAULT_OUTSIDE);
	}
	return STATUS_OK;
}

/* ---- rows ---- */

static int compare_rows(const void *a, const void *b)
{
	const struct placed_row *x = *(const struct placed_row *const *)a;
	const struct placed_row *y = *(const struct placed_row *const *)b;
	bool x_column = x->n_y > 1, y_column = y->n_y > 1;

	if (x_column != y_column)
		return x_column - y_column;
	return ORDER(x->y, y->y) ?: ORDER(x->x, y->x);
}

static enum status sort_rows(struct checker *c)
{
	const struct placement *p = c->placement;

	TRY(ALLOC(&c->row, p->n_rows));
	for (int32_t i = 0; i < p->n_rows; i++) {
		c->row[i] = &p->row[i];
		c->n_level += p->row[i].n_y == 1;
	}
	SORT(c->row, p->n_rows, compare_rows);
	c->check->has_rows = p->n_rows > 0;
	return STATUS_OK;
}

/* The first row along x that isn't below y. */
static int32_t first_row(const struct checker *c, int32_t y)
{
	return FIRST_NOT(i, 0, c->n_level, c->row[i]->y < y);
}

/* Upside down: which rail is at the bottom. */
static bool is_flipped(enum orientation orientation)
{
	return orientation == ORIENT_S || orientation == ORIENT_FS || orientation == ORIENT_E ||
	       orientation == ORIENT_FE;
}

/* Cells that are an even number of rows high have the same rail at both ends. */
static bool fits_row(const struct checker *c, int32_t component, const struct placed_row *row)
{
	const struct component *x = &c->placement->component[component];
	const struct tech_macro *macro = &c->placement->technology->macro[x->macro];
	int32_t height = c->placement->technology->site[row->site].height;

	if (orientation_swaps(x->orientation) != orientation_swaps(row->orientation))
		return false;
	if (height && macro->height / height % 2 == 0 && macro->height > height)
		return true;
	return is_flipped(x->orientation) == is_flipped(row->orientation);
}

static bool on_step(int32_t offset, int32_t step)
{
	return step ? offset % step == 0 : offset == 0;
}

/* The least that is wrong with a component in this row; N_FAULTS = nothing. */
static enum placement_fault fault_in_row(const struct checker *c, int32_t component,
					 const struct placed_row *row)
{
	const struct placement *p = c->placement;
	const struct rect *box = &c->box[component];
	const struct tech_macro *macro = &p->technology->macro[p->component[component].macro];
	struct rect sites = placement_row_box(p, row);
	bool column = row->n_y > 1;

	if (macro->site >= 0 && macro->site != row->site &&
	    p->technology->site[macro->site].height == p->technology->site[row->site].height)
		return FAULT_ROW;
	if (box->x1 < sites.x1 || box->y1 < sites.y1 || (!column && box->x2 > sites.x2) ||
	    (column && box->y2 > sites.y2) ||
	    (column ? box->x1 : box->y1) != (column ? row->x : row->y))
		return FAULT_ROW;
	if (!on_step(column ? box->y1 - row->y : box->x1 - row->x,
		     column ? row->step_y : row->step_x))
		return FAULT_SITE;
	return fits_row(c, component, row) ? N_FAULTS : FAULT_ORIENTATION;
}

/* The row in which least is wrong counts. */
static void check_row(struct checker *c, int32_t component)
{
	enum placement_fault fault = FAULT_ROW;
	int32_t y = c->box[component].y1;

	for (int32_t i = first_row(c, y); i < c->n_level && c->row[i]->y == y && fault != N_FAULTS;
	     i++) {
		enum placement_fault here = fault_in_row(c, component, c->row[i]);

		fault = here > fault ? here : fault;
	}
	for (int32_t i = c->n_level; i < c->placement->n_rows && fault != N_FAULTS; i++) {
		enum placement_fault here = fault_in_row(c, component, c->row[i]);

		fault = here > fault ? here : fault;
	}
	if (fault != N_FAULTS)
		fail(c, component, fault);
}

static bool belongs_in_row(const struct checker *c, int32_t component)
{
	return c->solid[component] && placement_kind(c->placement, component) <= KIND_ENDCAP;
}

static enum status check_rows(struct checker *c)
{
	TRY(sort_rows(c));
	for (int32_t i = 0; i < c->placement->n_components && c->check->has_rows; i++) {
		if (belongs_in_row(c, i))
			check_row(c, i);
		if (i % BETWEEN_LOOKS == 0)
			TRY(task_progress(c->task, i));
	}
	return STATUS_OK;
}

/* ---- bands ---- */

static int32_t band_of(const struct checker *c, int32_t y)
{
	return (int32_t)(((int64_t)y - c->bottom) / c->band);
}

/* The bands of a box that has an area. */
static void bands_of(const struct checker *c, const struct rect *box, int32_t *first, int32_t *last)
{
	*first = band_of(c, box->y1);
	*last = band_of(c, box->y2 - 1);
}

static bool is_in_the_way(const struct checker *c, int32_t component)
{
	return c->solid[component] && placement_kind(c->placement, component) != KIND_COVER;
}

static int64_t count_entries(const struct checker *c)
{
	int64_t n = 0;
	int32_t first, last;

	for (int32_t i = 0; i < c->placement->n_components; i++) {
		if (!is_in_the_way(c, i))
			continue;
		bands_of(c, &c->box[i], &first, &last);
		n += last - first + 1;
	}
	return n;
}

/* Bands about as high as the components, higher when large ones are in too many. */
static void choose_bands(struct checker *c)
{
	int64_t sum = 0, n = 0;

	c->bottom = INT32_MAX;
	for (int32_t i = 0; i < c->placement->n_components; i++) {
		if (!is_in_the_way(c, i))
			continue;
		n++;
		sum += (int64_t)c->box[i].y2 - c->box[i].y1;
		c->bottom = c->box[i].y1 < c->bottom ? c->box[i].y1 : c->bottom;
	}
	c->band = n ? sum / n + 4 : 4;
	while ((c->n_entries = count_entries(c)) > 4 * n + (1 << 20))
		c->band *= 2;
}

COMPARER(compare_entries, struct entry,
	 ORDER(x->band, y->band) ?: ORDER(x->x1, y->x1) ?: ORDER(x->id, y->id))

static enum status make_entries(struct checker *c)
{
	int64_t n = 0;
	int32_t first, last;

	choose_bands(c);
	TRY(ALLOC(&c->entry, c->n_entries));
	for (int32_t i = 0; i < c->placement->n_components; i++) {
		if (!is_in_the_way(c, i))
			continue;
		bands_of(c, &c->box[i], &first, &last);
		for (int32_t band = first; band <= last; band++)
			c->entry[n++] = (struct entry){band, c->box[i].x1, i};
	}
	SORT(c->entry, n, compare_entries);
	return STATUS_OK;
}

/* ---- overlaps ---- */

/*
 * A box comes into the sweep. Those within which the sweep is are kept in two lists: that overlap
 * none so far, each of which is to be found, and that do, of which one is enough to know about the
 * new one. So a pile of boxes at one place takes no time squared.
 */
static void enter(struct checker *c, int32_t id, int32_t *n_alone, int32_t *n_marked)
{
	const struct rect *box = &c->box[id];
	bool hit = false;

	for (int32_t i = 0; i < *n_alone;) {
		int32_t other = c->alone[i];

		if (c->box[other].x2 > box->x1 && !rect_overlaps(&c->box[other], box)) {
			i++;
			continue;
		}
		if (c->box[other].x2 > box->x1) {
			hit = true;
			fail(c, other, FAULT_OVERLAP);
			c->marked[(*n_marked)++] = other;
		}
		c->alone[i] = c->alone[--*n_alone];
	}
	for (int32_t i = 0; i < *n_marked && !hit;) {
		int32_t other = c->marked[i];

		if (c->box[other].x2 > box->x1) {
			hit = rect_overlaps(&c->box[other], box);
			i++;
		} else {
			c->marked[i] = c->marked[--*n_marked];
		}
	}
	if (!hit) {
		c->alone[(*n_alone)++] = id;
		return;
	}
	fail(c, id, FAULT_OVERLAP);
	c->marked[(*n_marked)++] = id;
}

static enum status check_overlaps(struct checker *c)
{
	int32_t n_alone = 0, n_marked = 0;

	TRY(make_entries(c));
	TRY(ALLOC_ALL(c->placement->n_components, &c->alone, &c->marked));
	for (int64_t i = 0; i < c->n_entries; i++) {
		if (i && c->entry[i].band != c->entry[i - 1].band)
			n_alone = n_marked = 0;
		enter(c, c->entry[i].id, &n_alone, &n_marked);
		if (i % BETWEEN_LOOKS == 0)
			TRY(task_progress(c->task, i));
	}
	return STATUS_OK;
}

/* ---- blockages ---- */

/* The first entry of a band, or of a later one. */
static int64_t first_entry(const struct checker *c, int64_t band)
{
	return FIRST_NOT(i, 0, c->n_entries, c->entry[i].band < band);
}

static enum status check_blockages(struct checker *c)
{
	for (int32_t b = 0; b < c->placement->n_blockages; b++) {
		const struct blockage *blockage = &c->placement->blockage[b];
		const struct rect *r = &blockage->rect;
		int64_t i, end;

		if (blockage->layer >= 0 || blockage->kind != BLOCKAGE_HARD)
			continue;
		i = first_entry(c, ((int64_t)r->y1 - c->bottom) / c->band - 1);
		end = first_entry(c, ((int64_t)r->y2 - c->bottom) / c->band + 1);
		for (; i < end; i++) {
			int32_t id = c->entry[i].id;

			if (c->placement->component[id].status == PLACED &&
			    rect_overlaps(r, &c->box[id]))
				fail(c, id, FAULT_BLOCKAGE);
		}
		TRY(task_progress(c->task, b));
	}
	return STATUS_OK;
}

/* ---- all of it ---- */

static enum status check_all(struct checker *c)
{
	TRY(ALLOC(&c->check->fault, c->placement->n_components));
	TRY(make_boxes(c));
	TRY(check_die(c));
	TRY(check_rows(c));
	TRY(check_overlaps(c));
	return check_blockages(c);
}

static FREES(release, struct checker, x->box, x->solid, x->row, x->entry, x->alone, x->marked);

enum status placement_check_new(const struct placement *placement, struct task *task,
				struct placement_check **out)
{
	RELEASED_BY(placement_check_drop) struct placement_check *check = NULL;
	RELEASED_BY(release) struct checker c = {.placement = placement, .task = task};

	TRY(ALLOC(&check, 1));
	c.check = check;
	DOING(task, "checking the placement", 0);
	TRY(check_all(&c));
	HAND_OVER(out, check);
	return STATUS_OK;
}

void placement_check_free(struct placement_check *check)
{
	if (!check)
		return;
	free(check->fault);
	free(check);
}
