/*
 * The overlay of a frame's map: regions, blocks, the selected bin, cell, pin and cone, nets,
 * and paths from pin to pin in the colour of their slack.
 */
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>

#include "base/grow.h"
#include "session/cone.h"
#include "session/endpoints.h"
#include "session/labels.h"
#include "report/density.h"
#include "report/frame.h"

enum {
	MOST_CONE = 200,       /* pins */
	MOST_SINKS = 50,       /* of a net that is drawn */
	BLOCK_FROM = 4,        /* pixels that a block is high */
	NAMES_FROM = 10,       /* pixels that most cells are high */
	ARROW_FROM = 36,       /* pixels of a line with an arrow */
	MOST_LABELLED = 20000, /* pins of a constrained subgraph */
};

static const double wide = 1.75, thin = 1, halo = 1; /* half of lines' widths, pixels */

static const uint32_t misses = 0xffff8a3d, meets = 0xff66c2ff, marked = 0xfff76bff,
		      on_slacks = 0xff39e07a, fresh = 0xfffff3c4, glowing = 0xffffb02e,
		      chosen = 0xffffffff, untrue = 0xffff2d2d, cone_colour = 0xffd0a0ff,
		      net_colour = 0xffb8f4ff, region_colour = 0xb0c8a8e8,
		      block_colour = 0xb0d8d8d8, shadow = 0xa0000000, light = 0xa0ffffff;

/* In view Start, on a dark map and on a light one: each is at 3:1 to all of the map (tests/report/t_start_colours.c). */
static const struct start_colours start_colours[2] = {
	{.fails = START_FAILS, .meets = START_MEETS, .ember = START_EMBER, .flash = 0xffffffff},
	{.fails = START_LIGHT_FAILS,
	 .meets = START_LIGHT_MEETS,
	 .ember = START_LIGHT_EMBER,
	 .flash = 0xff000000}};

/* ---- places ---- */

struct spot {
	double x, y; /* pixels */
};

static struct spot spot_at(const struct frame_overlay *o, double x, double y)
{
	struct spot s;

	camera_project(&o->view, x, y, 0, &s.x, &s.y);
	if (o->height_at)
		s.y -= o->height_at(o->of, x, y);
	return s;
}

static bool spot_of_pin(const struct frame_overlay *o, const struct placement *placement,
			int32_t pin, struct spot *out)
{
	int32_t x, y;

	if (pin < 0 || !placement_pin(placement, pin, &x, &y))
		return false;
	*out = spot_at(o, x, y);
	return true;
}

/* ---- strokes ---- */

static enum status stroke(struct frame_overlay *o, struct spot a, struct spot b, double half,
			  uint32_t colour)
{
	return frame_add_line(&o->shapes, &o->view, a.x, a.y, b.x, b.y, half, colour);
}

/* A line that can be seen on any map, with an arrow in its middle where there is room. */
static enum status link(struct frame_overlay *o, struct spot a, struct spot b, double half,
			uint32_t colour)
{
	double dx = b.x - a.x, dy = b.y - a.y, length = hypot(dx, dy);
	struct spot tip = {(a.x + b.x) / 2 + 4 * dx / length, (a.y + b.y) / 2 + 4 * dy / length};

	TRY(stroke(o, a, b, half + halo, (o->is_light ? light : shadow) & (colour | 0xffffff)));
	TRY(stroke(o, a, b, half, colour));
	if (!(length >= ARROW_FROM))
		return STATUS_OK;
	dx *= 7 / length;
	dy *= 7 / length;
	TRY(stroke(o, tip, (struct spot){tip.x - dx - dy / 2, tip.y - dy + dx / 2}, half, colour));
	return stroke(o, tip, (struct spot){tip.x - dx + dy / 2, tip.y - dy - dx / 2}, half,
		      colour);
}

static enum status square(struct frame_overlay *o, struct spot at, double half, uint32_t colour)
{
	TRY(frame_add_fill(&o->shapes, &o->view, at.x - half - 1, at.y - half - 1, at.x + half + 1,
			   at.y + half + 1, shadow));
	return frame_add_fill(&o->shapes, &o->view, at.x - half, at.y - half, at.x + half,
			      at.y + half, colour);
}

static enum status outline(struct frame_overlay *o, double x1, double y1, double x2, double y2,
			   double half, uint32_t colour)
{
	struct spot corner[5] = {spot_at(o, x1, y1), spot_at(o, x2, y1), spot_at(o, x2, y2),
				 spot_at(o, x1, y2)};

	corner[4] = corner[0];
	for (int i = 0; i < 4; i++)
		TRY(stroke(o, corner[i], corner[i + 1], half, colour));
	return STATUS_OK;
}

static enum status outline_rect(struct frame_overlay *o, const struct rect *box, double half,
				uint32_t colour)
{
	return outline(o, box->x1, box->y1, box->x2, box->y2, half, colour);
}

__attribute__((format(printf, 4, 5))) static void label(struct frame_overlay *o, struct spot at,
							uint32_t colour, const char *format, ...)
{
	va_list args;

	if (o->n_labels == LEGEND_LABELS || at.x < 0 || at.y < 0 || at.x > o->view.width ||
	    at.y > o->view.height)
		return;
	va_start(args, format);
	vsnprintf(o->label[o->n_labels].text, sizeof o->label->text, format, args);
	va_end(args);
	o->label[o->n_labels].x = at.x;
	o->label[o->n_labels].y = at.y;
	o->label[o->n_labels++].colour = colour;
}

/* ---- what is always there ---- */

static enum status add_regions(struct frame_overlay *o, const struct placement *placement)
{
	for (int32_t i = 0; i < placement->n_region_rects; i++)
		TRY(outline_rect(o, &placement->region_rect[i], thin, region_colour));
	EACH_ITEM(r, placement->region, placement->n_regions) {
		const struct rect *box = &placement->region_rect[r->first_rect];

		if (r->n_rects > 0)
			label(o, spot_at(o, box->x1, box->y2), region_colour, "%s",
			      names_get(&placement->string, r->name));
	}
	return STATUS_OK;
}

static enum status add_die(struct frame_overlay *o, const struct placement *placement)
{
	const int32_t *point = placement->die_point;
	int32_t n = placement->n_die_points;

	if (n == 0)
		return outline_rect(o, &placement->die, thin,
				    o->is_light ? 0x90607080 : 0x90ffffff);
	for (int32_t i = 0; i < n; i++) {
		int32_t next = (i + 1) % n;

		TRY(stroke(o, spot_at(o, point[2 * i], point[2 * i + 1]),
			   spot_at(o, point[2 * next], point[2 * next + 1]), thin, 0x90ffffff));
	}
	return STATUS_OK;
}

/* Blocks have outlines however far away they are; cells have theirs by the kernel. */
static enum status add_blocks(struct frame_overlay *o, const struct placement *placement)
{
	double pixels = hypot(o->view.right[0], o->view.right[1]);

	for (int64_t i = 0; i < o->kept->n_blocks; i++) {
		struct rect box = placement_component_box(placement, o->kept->block[i]);

		if (((double)box.y2 - box.y1) * pixels >= BLOCK_FROM)
			TRY(outline_rect(o, &box, thin, block_colour));
	}
	return STATUS_OK;
}

/* ---- paths ---- */

static int32_t pin_of_point(const struct snap_path *path, int64_t i)
{
	return graph_pin(path->snap.graph, path->point[i].vertex);
}

/*
 * From a point on: wires in full, arcs through cells faint. By levels of logic the wire from the launching register isn't drawn:
 * that is at the level of its own data, so the wire would cross the picture from right to left.
 */
static enum status add_path(struct frame_overlay *o, const struct placement *placement,
			    const struct snap_path *path, int64_t from, double half,
			    uint32_t colour)
{
	struct spot last = {0, 0}, at;
	bool has_last = false;
	int32_t before = -1;
	int64_t end = half == wide && o->drawn ? path->n_points * o->drawn / 255 : path->n_points;

	for (int64_t i = from; i < end; i++) {
		int32_t pin = pin_of_point(path, i);
		bool in_cell = before >= 0 && placement->netlist->pin_instance[before] >= 0 &&
			       placement->netlist->pin_instance[before] ==
				       placement->netlist->pin_instance[pin];

		if (!spot_of_pin(o, placement, pin, &at))
			continue;
		if (has_last && in_cell)
			TRY(stroke(o, last, at, half, (colour & 0xffffff) | 0xa0000000));
		else if (has_last && !(frame_by_levels(o->kept) && at.x < last.x))
			TRY(link(o, last, at, half, colour));
		last = at;
		has_last = true;
		before = pin;
	}
	return STATUS_OK;
}

static uint32_t slack_colour(const struct frame_overlay *o, const struct snap_path *path)
{
	if (o->is_start)
		return 0xff000000 | (path->row.slack < 0 ? start_colours[o->is_light].fails
							 : start_colours[o->is_light].meets);
	return path->row.slack < 0 ? misses : meets;
}

/* White, then as a path that fails, then an ember. */
static uint32_t ember_colour(const struct frame_overlay *o, int32_t glow)
{
	const struct start_colours *c = &start_colours[o->is_light];
	uint32_t from = glow > 127 ? c->flash : c->fails, to = glow > 127 ? c->fails : c->ember;
	uint32_t share = (uint32_t)(glow > 127 ? glow - 127 : glow), mixed = 0xff;

	for (int shift = 16; shift >= 0; shift -= 8)
		mixed = mixed << 8 |
			((from >> shift & 255) * share + (to >> shift & 255) * (128 - share)) / 128;
	return mixed;
}

/* With its two ends, and their names. */
static enum status add_ends(struct frame_overlay *o, const struct placement *placement,
			    const struct snap_path *path)
{
	struct spot at;

	for (int end = 0; end < 2 && path->n_points > 0; end++) {
		int32_t pin = pin_of_point(path, end ? path->n_points - 1 : 0);
		int32_t instance = placement->netlist->pin_instance[pin];

		if (!spot_of_pin(o, placement, pin, &at))
			continue;
		TRY(square(o, at, end ? 4 : 3,
			   end           ? slack_colour(o, path)
			   : o->is_light ? 0xff000000
					 : chosen));
		if (instance >= 0)
			label(o, (struct spot){at.x + 8, at.y - 8},
			      o->is_light ? 0xff000000 : chosen, "%s",
			      placement_component_name(placement, instance));
	}
	return STATUS_OK;
}

/* What a level has just brought shines, and is drawn wider, the more it glows; where it stays when that is over, as
 * a thin line. */
static enum status add_new(struct frame_overlay *o, const struct placement *placement,
			   const struct frame_path *p)
{
	uint32_t alpha = (uint32_t)o->glow * 110 / 255, line = 2 * (uint32_t)o->glow;
	double g = o->glow / 255.0;
	struct spot last = {0, 0}, at;
	bool has_last = false;

	if (o->is_start)
		return add_path(o, placement, p->path, 0, thin + g / 2, ember_colour(o, o->glow));
	for (int64_t i = p->from; i < p->path->n_points && alpha; i++) {
		if (!spot_of_pin(o, placement, pin_of_point(p->path, i), &at))
			continue;
		if (has_last)
			TRY(stroke(o, last, at, thin + 6 * g, (glowing & 0xffffff) | alpha << 24));
		last = at;
		has_last = true;
	}
	line = line < 255 && o->fades ? line : 255;
	if (!line)
		return STATUS_OK;
	return add_path(o, placement, p->path, p->from, thin + g, (fresh & 0xffffff) | line << 24);
}

/* Those to endpoints that fail, or the others. */
static enum status add_paths(struct frame_overlay *o, const struct placement *placement,
			     bool failing)
{
	EACH_ITEM(p, o->kept->path, o->kept->n_paths) {
		uint32_t colour = p->role == PATH_MARKED         ? marked
				  : o->on_slacks && !o->is_start ? on_slacks
				  : o->is_start && p->role == PATH_WORST && p->path->row.slack < 0
					  ? ember_colour(o, 0)
					  : slack_colour(o, p->path);

		if ((p->role == PATH_FAILING) != failing)
			continue;
		if (p->role == PATH_NEW) {
			TRY(add_new(o, placement, p));
			continue;
		}
		TRY(add_path(o, placement, p->path, p->from, p->role == PATH_SELECTED ? wide : thin,
			     colour));
		if (p->role == PATH_SELECTED && !o->drawn)
			TRY(add_ends(o, placement, p->path));
	}
	return STATUS_OK;
}

static void add_swatch(struct legend *l, uint32_t colour, const char *what, int64_t n)
{
	if (n)
		legend_add_swatch(l, colour, "%s %" PRId64, what, n);
}

/* The selected path may be one of the others too. */
static bool is_twice(const struct frame_kept *kept, int64_t i)
{
	return ANY(j, 0, i,
		   kept->path[j].path->rank == kept->path[i].path->rank &&
			   kept->path[j].role != PATH_NEW);
}

void frame_overlay_swatches(const struct frame_overlay *o, struct legend *l)
{
	const struct frame_kept *kept = o->kept;
	int64_t n[2] = {0, 0}, n_marked = 0, n_new = 0;

	for (int64_t i = 0; i < kept->n_paths; i++) {
		const struct frame_path *p = &kept->path[i];

		if (p->role == PATH_MARKED)
			n_marked++;
		else if (p->role == PATH_NEW)
			n_new++;
		else if (p->role != PATH_SELECTED || !is_twice(kept, i))
			n[p->path->row.slack >= 0]++;
	}
	add_swatch(l, o->on_slacks ? on_slacks : misses, "violated", n[0]);
	add_swatch(l, o->on_slacks ? on_slacks : meets, "met", n[1]);
	add_swatch(l, marked, "marked", n_marked);
	add_swatch(l, fresh, "new", n_new);
	add_swatch(l, untrue, "false", o->n_false);
	frame_forces_swatches(o->forces, l);
}

/* ---- regions of the constrained subgraph ---- */

static uint32_t colour_of_region(int32_t region)
{
	return 0xff000000 | label_colour(region);
}

/* Cells with a pin on a path of the query, every n-th where there are too many, each once, in the
 * colour of its first such pin. */
static enum status add_labelled(struct frame_overlay *o, const struct placement *placement,
				const int32_t *region)
{
	const struct netlist *netlist = placement->netlist;
	double half = o->cell_pixels / 4 > 2 ? o->cell_pixels / 4 : 2;
	int64_t step;
	int64_t n = SUM(int64_t, p, 0, netlist->n_pins, region[p] >= 0);

	step = n / MOST_LABELLED + 1;
	n = 0;
	for (int32_t p = 0; p < netlist->n_pins; p++) {
		struct spot at;

		if (region[p] < 0 || n++ % step != 0 || !spot_of_pin(o, placement, p, &at))
			continue;
		TRY(square(o, at, half, colour_of_region(region[p])));
	}
	return STATUS_OK;
}

/* The pins that the query names, the first of each list, with what it calls them. */
static enum status add_constraints(struct frame_overlay *o, const struct placement *placement,
				   const struct path_filter *f)
{
	int32_t first = f->from.given ? 1 : 0;

	for (int32_t i = f->from.given ? -1 : 0; i <= f->n_throughs; i++) {
		const struct point_list *list = i < 0               ? &f->from
						: i < f->n_throughs ? &f->through[i]
								    : &f->to;
		struct spot at;

		if (!list->given || !list->n || list->point[0].kind != POINT_PIN ||
		    !spot_of_pin(o, placement, list->point[0].id, &at))
			continue;
		TRY(square(o, at, 5, colour_of_region(i + first)));
		label(o, (struct spot){at.x + 9, at.y - 9}, colour_of_region(i + first), "%s",
		      i < 0               ? "-from"
		      : i < f->n_throughs ? "-through"
					  : "-to");
	}
	return STATUS_OK;
}

/* False paths of those that labels leave, from pin to pin; wide and with its two pins the arc that admitted each. */
static enum status add_false(struct frame_overlay *o, struct session *session,
			     const struct placement *placement)
{
	const struct label_inquiry *q = session_inquiry(session);
	const struct label_paths *paths;
	struct spot from, to;

	TRY(session_need_false_paths(session, &paths));
	for (int64_t i = 0; paths && i < paths->found.n_paths; i++) {
		const int32_t *path = paths->found.vertex + paths->found.offset[i];
		int64_t n = paths->found.offset[i + 1] - paths->found.offset[i] - 1;

		o->n_false += paths->is_false[i];
		for (int64_t p = 0; p + 1 < n && paths->is_false[i]; p++) {
			bool admits = p == paths->admitted[i];

			if (!spot_of_pin(o, placement, label_vertex(q, path[p]) / N_EDGES, &from) ||
			    !spot_of_pin(o, placement, label_vertex(q, path[p + 1]) / N_EDGES, &to))
				continue;
			TRY(link(o, from, to, admits ? wide : thin, untrue));
			if (admits) {
				TRY(square(o, from, 2, untrue));
				TRY(square(o, to, 4, untrue));
			}
		}
	}
	return STATUS_OK;
}

static enum status add_labels(struct frame_overlay *o, struct session *session,
			      const struct placement *placement)
{
	const struct label_inquiry *q = session_inquiry(session);
	FREED int32_t *region = NULL;

	if (!q || !placement->netlist || session->design.netlist != placement->netlist)
		return STATUS_OK;
	TRY(ALLOC(&region, placement->netlist->n_all_pins));
	TRY(label_pin_regions(q, region));
	TRY(add_labelled(o, placement, region));
	TRY(add_false(o, session, placement));
	return add_constraints(o, placement, &q->filter);
}

/* ---- what is selected ---- */

static enum status add_bin(struct frame_overlay *o, const struct rect *die,
			   const struct frame_query *q)
{
	double w = ((double)die->x2 - die->x1) / q->columns;
	double h = ((double)die->y2 - die->y1) / q->rows;
	double x = die->x1 + q->column * w, y = die->y1 + q->row * h;
	struct spot level = spot_at(o, x + w / 2, y + h / 2), ground, corner[5];

	camera_project(&o->view, x + w / 2, y + h / 2, 0, &ground.x, &ground.y);
	for (int i = 0; i < 5; i++) { /* of a relief all around its top */
		camera_project(&o->view, i % 4 == 1 || i % 4 == 2 ? x + w : x,
			       i % 4 < 2 ? y : y + h, 0, &corner[i].x, &corner[i].y);
		corner[i].y += level.y - ground.y;
	}
	for (int i = 0; i < 4; i++)
		TRY(stroke(o, corner[i], corner[i + 1], thin + halo, shadow));
	for (int i = 0; i < 4; i++)
		TRY(stroke(o, corner[i], corner[i + 1], thin, chosen));
	return STATUS_OK;
}

/* From each driver to each of the others. */
static enum status add_net(struct frame_overlay *o, const struct placement *placement, int32_t net)
{
	const struct netlist *netlist = placement->netlist;
	int32_t first = netlist->net_pin_row[net], end = netlist->net_pin_row[net + 1];
	int32_t n_drivers = netlist->net_n_drivers[net];
	struct spot from, to;

	if (end - first > MOST_SINKS || n_drivers == 0 ||
	    !spot_of_pin(o, placement, netlist->net_pin[first], &from))
		return STATUS_OK;
	for (int32_t p = first + n_drivers; p < end; p++) {
		if (spot_of_pin(o, placement, netlist->net_pin[p], &to))
			TRY(link(o, from, to, thin, net_colour));
	}
	return STATUS_OK;
}

static enum status add_pins(struct frame_overlay *o, const struct placement *placement,
			    int32_t component)
{
	const struct netlist *netlist = placement->netlist;
	const struct master *master = &netlist->master[netlist->instance_master[component]];
	struct spot at;

	if (o->cell_pixels < NAMES_FROM)
		return STATUS_OK;
	for (int32_t i = 0; i < master->n_pins; i++) {
		int32_t pin = netlist->instance_pin[component] + i;

		/* a library's state variables (IQ) are nowhere */
		if (netlist_pin_direction(netlist, pin) == LIB_INTERNAL ||
		    !spot_of_pin(o, placement, pin, &at))
			continue;
		TRY(square(o, at, 2, chosen));
		if (o->cell_pixels > 4 * NAMES_FROM)
			label(o, (struct spot){at.x + 5, at.y - 6}, chosen, "%s",
			      names_get(&netlist->pin_name, master->pin_name[i]));
	}
	return STATUS_OK;
}

static enum status add_component(struct frame_overlay *o, const struct placement *placement,
				 const struct frame_query *q)
{
	const struct netlist *netlist = placement->netlist;
	struct rect box;
	struct spot at;

	if (q->component >= placement->n_components ||
	    placement->component[q->component].status == UNPLACED)
		return STATUS_OK;
	box = placement_component_box(placement, q->component);
	if (q->flags & FRAME_NETS && q->component < netlist->n_instances) {
		for (int32_t p = netlist->instance_pin[q->component];
		     p < netlist->instance_pin[q->component + 1]; p++) {
			if (netlist->pin_net[p] >= 0)
				TRY(add_net(o, placement, netlist->pin_net[p]));
		}
	}
	TRY(outline_rect(o, &box, wide + halo, shadow));
	TRY(outline_rect(o, &box, wide, chosen));
	at = spot_at(o, box.x1, box.y2);
	label(o, (struct spot){at.x, at.y - 20}, chosen, "%s (%s)",
	      placement_component_name(placement, q->component),
	      placement_component_macro(placement, q->component));
	return q->component < netlist->n_instances ? add_pins(o, placement, q->component)
						   : STATUS_OK;
}

/* The pins that lead to it, or that it leads to. */
static enum status add_cone(struct frame_overlay *o, struct session *session,
			    const struct placement *placement, const struct frame_query *q)
{
	const struct cone_query query = {.vertex = N_EDGES * q->pin,
					 .side = q->cone < 0 ? CONE_FANIN : CONE_FANOUT,
					 .split = LATE,
					 .slack_max = CONE_NOTHING,
					 .n = MOST_CONE};
	SNAP_HELD struct snap_cone *cone = NULL;
	struct spot from, to;

	if (session->design.netlist != placement->netlist ||
	    !spot_of_pin(o, placement, q->pin, &from))
		return STATUS_OK;
	if (q->cone && session_read_cone(session, 0, &query, &cone) == STATUS_OK) {
		for (int64_t i = 0; i < cone->n_lines; i++) {
			int32_t vertex =
				graph_netlist_vertex(cone->snap.graph, cone->line[i].point.vertex);

			if (spot_of_pin(o, placement, vertex / N_EDGES, &to))
				TRY(q->cone < 0 ? link(o, to, from, thin, cone_colour)
						: link(o, from, to, thin, cone_colour));
		}
	}
	return square(o, from, 4, cone_colour);
}

/* Endpoints that fail: a square each. */
static enum status add_failing(struct frame_overlay *o, struct session *session,
			       const struct placement *placement, const struct frame_query *q)
{
	double half = o->cell_pixels / 4 > 2.5 ? o->cell_pixels / 4 : 2.5;
	const struct failing_pins *f;
	struct spot at;

	if (!session->design.netlist || session->design.netlist != placement->netlist)
		return STATUS_OK;
	TRY(session_find_failing(session, &q->endpoints, &f));
	for (int64_t i = f->n; i-- > 0;) { /* the worst on top */
		if (spot_of_pin(o, placement, f->pin[i], &at))
			TRY(square(o, at, half, misses));
	}
	return STATUS_OK;
}

/* ---- the backward pass ---- */

/* Each box in the colour of the mean under it, on the scale of the map; near enough with an arrow to where the map grows, as
 * long as the box is wide for the steepest one. */
static enum status add_under(struct frame_overlay *o, const struct density_result *result,
			     const struct frame_query *q)
{
	const struct placement *placement = result->placement;
	const struct density_summary all = snap_density_summarize(result->map);
	uint8_t colour[DENSITY_COLOURS][3];
	double steepest = 0;
	char name[16];

	TRY(density_colours(q->colours, false, name, sizeof name, colour));
	for (int32_t i = 0; i < placement->n_components; i++)
		if (!isnan(result->under[i].mean) && density_counts(placement, i, DENSITY_CELLS))
			steepest =
				fmax(steepest, hypot(result->under[i].right, result->under[i].up));
	for (int32_t i = 0; i < placement->n_components; i++) {
		const struct density_cell *cell = &result->under[i];
		struct rect box = placement_component_box(placement, i);
		double share = all.max > all.min ? (cell->mean - all.min) / (all.max - all.min) : 0;
		struct spot a = spot_at(o, box.x1, box.y2), b = spot_at(o, box.x2, box.y1), from,
			    to;
		const uint8_t *c = colour[(int)(fmin(fmax(share, 0), 1) * (DENSITY_COLOURS - 1))];
		double steep = hypot(cell->right, cell->up), length;

		if (isnan(cell->mean) || !density_counts(placement, i, DENSITY_CELLS) || b.x < 0 ||
		    b.y < 0 || a.x > o->view.width || a.y > o->view.height)
			continue;
		TRY(frame_add_fill(&o->shapes, &o->view, a.x, a.y, b.x, b.y,
				   0xff000000 | (uint32_t)(c[0] << 16 | c[1] << 8 | c[2])));
		if (o->cell_pixels < NAMES_FROM)
			continue;
		TRY(outline_rect(o, &box, thin / 2, shadow));
		if (!(steep > 0))
			continue;
		length = fmax(b.x - a.x, b.y - a.y) * (0.3 + 0.7 * steep / steepest);
		from = (struct spot){(a.x + b.x) / 2, (a.y + b.y) / 2};
		to = (struct spot){from.x + length * cell->right / steep,
				   from.y - length * cell->up / steep};
		TRY(link(o, from, to, thin, chosen));
		TRY(square(o, from, 2, chosen));
	}
	return STATUS_OK;
}

/* ---- all of it ---- */

enum status frame_overlay_make(struct session *session, const struct frame_query *q,
			       struct frame_overlay *o)
{
	const struct placement *placement = o->kept->placement;

	if (!o->height_at) { /* a relief would hide much of that */
		TRY(add_die(o, placement));
		TRY(add_regions(o, placement));
		TRY(add_blocks(o, placement));
	}
	if (o->under && !o->height_at)
		TRY(add_under(o, o->under, q));
	if (q->flags & FRAME_LABELS && q->labels)
		TRY(add_labels(o, session, placement));
	if (q->columns > 0)
		TRY(add_bin(o, &placement->die, q));
	TRY(add_paths(o, placement, true));
	if (q->fails)
		TRY(add_failing(o, session, placement, q));
	TRY(add_paths(o, placement, false));
	if (q->pin >= 0)
		TRY(add_cone(o, session, placement, q));
	if (q->component >= 0)
		TRY(add_component(o, placement, q));
	TRY(frame_add_forces(o, q));
	if (q->band.x2 < q->band.x1)
		return STATUS_OK;
	return frame_add_fill(&o->shapes, &o->view, q->band.x1, q->band.y1, q->band.x2, q->band.y2,
			      0x50ffffff);
}
