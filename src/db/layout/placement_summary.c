/*
 * Counting components and areas of a placement.
 */
#include <stdlib.h>

#include "base/grow.h"
#include "db/layout/placement_check.h"

enum placement_kind placement_kind(const struct placement *placement, int32_t component)
{
	static const enum placement_kind kinds[] = {
		[TECH_CORE] = KIND_CELL,
		[TECH_CORE_SPACER] = KIND_FILLER,
		[TECH_CORE_TIE] = KIND_TIE,
		[TECH_CORE_TAP] = KIND_TAP,
		[TECH_CORE_ANTENNA] = KIND_ANTENNA,
		[TECH_BLOCK] = KIND_BLOCK,
		[TECH_PAD] = KIND_PAD,
		[TECH_ENDCAP] = KIND_ENDCAP,
		[TECH_COVER] = KIND_COVER,
		[TECH_RING] = KIND_BLOCK,
	};
	const struct component *c = &placement->component[component];
	const struct tech_macro *macro;

	if (c->macro < 0)
		return KIND_UNKNOWN;
	macro = &placement->technology->macro[c->macro];
	return macro->width && macro->height ? kinds[macro->class] : KIND_UNKNOWN;
}

/* ---- the die ---- */

enum status placement_cut_die(const struct placement *placement, struct rect **out, int32_t *n_out)
{
	bool exact;

	if (placement->n_die_points > 2)
		return polygon_cut(placement->die_point, placement->n_die_points, out, n_out,
				   &exact);
	TRY(ALLOC(out, 1));
	(*out)[0] = placement->die;
	*n_out = 1;
	return STATUS_OK;
}

/* In whole lengths; two sides of 32 bits fit. */
static uint64_t whole_area(const struct rect *r)
{
	return (uint64_t)((int64_t)r->x2 - r->x1) * (uint64_t)((int64_t)r->y2 - r->y1);
}

bool rects_contain(const struct rect *rect, int32_t n, const struct rect *box)
{
	uint64_t covered = 0;

	for (int32_t i = 0; i < n; i++) {
		struct rect c = *box;

		if (rect_contains(&rect[i], box))
			return true;
		if (!rect_overlaps(&rect[i], box))
			continue;
		c.x1 = c.x1 > rect[i].x1 ? c.x1 : rect[i].x1;
		c.y1 = c.y1 > rect[i].y1 ? c.y1 : rect[i].y1;
		c.x2 = c.x2 < rect[i].x2 ? c.x2 : rect[i].x2;
		c.y2 = c.y2 < rect[i].y2 ? c.y2 : rect[i].y2;
		covered += whole_area(&c);
	}
	return covered && covered == whole_area(box);
}

/* ---- areas ---- */

/* What the blocks that are placed take of the rows. */
static double area_under_blocks(const struct placement *placement)
{
	double area = 0;

	for (int32_t i = 0; i < placement->n_components; i++) {
		struct rect box;

		if (placement_kind(placement, i) != KIND_BLOCK ||
		    placement->component[i].status == UNPLACED)
			continue;
		box = placement_component_box(placement, i);
		for (int32_t r = 0; r < placement->n_rows; r++) {
			struct rect row = placement_row_box(placement, &placement->row[r]);

			area += rect_common_area(&row, &box);
		}
	}
	return area;
}

static void sum_rows(const struct placement *placement, struct placement_summary *summary)
{
	for (int32_t i = 0; i < placement->n_rows; i++) {
		const struct placed_row *row = &placement->row[i];
		struct rect box = placement_row_box(placement, row);

		summary->core = i ? rect_join(&summary->core, &box) : box;
		summary->row_area += rect_area(&box);
		summary->n_sites += (int64_t)row->n_x * row->n_y;
	}
	summary->row_area -= area_under_blocks(placement);
}

static void sum_die(struct placement_summary *summary, const struct rect *die, int32_t n)
{
	for (int32_t i = 0; i < n; i++)
		summary->die_area += rect_area(&die[i]);
}

static void sum_components(const struct placement *placement, const struct rect *die, int32_t n_die,
			   struct placement_summary *summary)
{
	for (int32_t i = 0; i < placement->n_components; i++) {
		enum placement_kind kind = placement_kind(placement, i);
		const struct component *c = &placement->component[i];
		struct rect box = placement_component_box(placement, i);

		summary->n[kind][c->status]++;
		summary->area[kind] += rect_area(&box);
		if (c->status != UNPLACED && !rects_contain(die, n_die, &box))
			summary->n_outside++;
	}
	for (int32_t i = 0; i < placement->netlist->n_ports; i++)
		summary->n_ports[placement->port[i].status]++;
}

enum status placement_summarize(const struct placement *placement,
				struct placement_summary *summary)
{
	struct rect *die;
	int32_t n_die;
	double area;

	*summary = (struct placement_summary){0};
	TRY(placement_cut_die(placement, &die, &n_die));
	sum_die(summary, die, n_die);
	sum_rows(placement, summary);
	sum_components(placement, die, n_die, summary);
	free(die);
	area = summary->area[KIND_CELL] + summary->area[KIND_TIE] + summary->area[KIND_TAP] +
	       summary->area[KIND_ANTENNA] + summary->area[KIND_ENDCAP];
	if (summary->row_area > 0)
		summary->utilization = area / summary->row_area;
	return STATUS_OK;
}
