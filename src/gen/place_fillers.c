/* Fillers. */
#include <inttypes.h>
#include <stdlib.h>

#include "base/grow.h"
#include "base/order.h"
#include "gen/place_impl.h"

struct filler {
	int32_t macro, width;
};

struct filling {
	struct placement *placement; /* owned */
	struct rows rows;
	struct filler *filler; /* owned: by width, the widest first */
	int32_t n_fillers;
	struct rect *taken; /* owned: what occupies the rows, by y, then x */
	int32_t n_taken;
	int32_t n; /* put so far */
	struct text name;
};

COMPARER(by_width, struct filler, ORDER(y->width, x->width) ?: ORDER(x->macro, y->macro))

COMPARER(by_place, struct rect, ORDER(x->y1, y->y1) ?: ORDER(x->x1, y->x1))

static bool is_filler(const struct filling *f, int32_t macro)
{
	const struct tech_macro *m = &f->placement->technology->macro[macro];

	return m->class == TECH_CORE_SPACER && m->site == f->rows.site &&
	       m->height == f->rows.height && m->width > 0 && m->width % f->rows.step == 0;
}

static enum status take_fillers(struct filling *f, const char *const *name, int32_t n)
{
	const struct technology *technology = f->placement->technology;
	int32_t n_all = name ? n : technology->n_macros;

	TRY(ALLOC(&f->filler, n_all));
	for (int32_t i = 0; i < n_all; i++) {
		int32_t macro = name ? technology_find_macro(technology, name[i]) : i;

		if (macro < 0)
			return status_fail(STATUS_FAILED, "no macro \"%.100s\" in LEF", name[i]);
		if (is_filler(f, macro))
			f->filler[f->n_fillers++] =
				(struct filler){macro, technology->macro[macro].width};
		else if (name)
			return status_fail(
				STATUS_FAILED,
				"macro \"%.100s\" isn't of CLASS CORE SPACER for these rows",
				name[i]);
	}
	if (!f->n_fillers)
		return status_fail(STATUS_FAILED,
				   "LEF has no macros of CLASS CORE SPACER for these rows");
	SORT(f->filler, f->n_fillers, by_width);
	return STATUS_OK;
}

static enum status take_cells(struct filling *f)
{
	const struct placement *placement = f->placement;

	TRY(ALLOC(&f->taken, placement->n_components));
	for (int32_t i = 0; i < placement->n_components; i++)
		if (placement->component[i].status != UNPLACED && rows_hold(&f->rows, placement, i))
			f->taken[f->n_taken++] = placement_component_box(placement, i);
	SORT(f->taken, f->n_taken, by_place);
	return STATUS_OK;
}

static enum status put_filler(struct filling *f, const struct filler *filler, int32_t x,
			      const struct segment *segment)
{
	struct placement *placement = f->placement;
	int32_t id;

	do {
		text_clear(&f->name);
		text_printf(&f->name, "FILLER_%" PRId32, f->n++);
		TRY(text_status(&f->name));
	} while (netlist_find_instance(placement->netlist, text_string(&f->name), f->name.length) >=
			 0 ||
		 names_find(&placement->extra_name, text_string(&f->name), f->name.length) >= 0);
	TRY(placement_add_component(placement, text_string(&f->name), f->name.length, filler->macro,
				    &id));
	placement->component[id].x = x;
	placement->component[id].y = segment->y;
	placement->component[id].status = PLACED;
	placement->component[id].orientation = (uint8_t)segment->orientation;
	return STATUS_OK;
}

static enum status fill_gap(struct filling *f, const struct segment *segment, int32_t x, int32_t to)
{
	int32_t step = f->rows.step;

	x = segment->x1 + (x - segment->x1 + step - 1) / step * step;
	for (int32_t i = 0; i < f->n_fillers; i++)
		for (; to - x >= f->filler[i].width; x += f->filler[i].width)
			TRY(put_filler(f, &f->filler[i], x, segment));
	return STATUS_OK;
}

static enum status fill_rows(struct filling *f, struct task *task)
{
	int32_t at = 0;

	for (int32_t s = 0; s < f->rows.n_segments; s++) {
		const struct segment *segment = &f->rows.segment[s];
		int32_t x = segment->x1;

		TRY(task_progress(task, s));
		while (at < f->n_taken &&
		       (f->taken[at].y1 < segment->y ||
			(f->taken[at].y1 == segment->y && f->taken[at].x2 <= segment->x1)))
			at++;
		for (; at < f->n_taken && f->taken[at].y1 == segment->y &&
		       f->taken[at].x1 < segment->x2;
		     at++) {
			TRY(fill_gap(f, segment, x, f->taken[at].x1));
			x = f->taken[at].x2 > x ? f->taken[at].x2 : x;
		}
		TRY(fill_gap(f, segment, x, segment->x2));
	}
	return STATUS_OK;
}

static enum status fill(struct filling *f, const char *const *macro, int32_t n_macros,
			struct task *task)
{
	TRY(rows_new(f->placement, &f->rows));
	TRY(take_fillers(f, macro, n_macros));
	TRY(take_cells(f));
	return fill_rows(f, task);
}

static void release(struct filling *f)
{
	rows_release(&f->rows);
	FREE_ALL(f->filler, f->taken);
	text_release(&f->name);
	placement_unref(f->placement);
}

enum status place_fillers(const struct placement *placement, const char *const *macro,
			  int32_t n_macros, struct task *task, struct placement **out)
{
	RELEASED_BY(release) struct filling f = {.name = TEXT_INIT};

	TRY(placement_copy(placement, placement->netlist, true, &f.placement));
	DOING(task, "filling", placement->n_rows);
	TRY(fill(&f, macro, n_macros, task));
	HAND_OVER(out, f.placement);
	return STATUS_OK;
}
