/*
 * Frames of the layout window, made of the session. What a frame needs of the design stays on the
 * device from one to the next: cells as long as the placement is the same, the map as long as it
 * and how it is read are.
 */
#include "report/frame.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/grow.h"
#include "draw/frame_panel.h"
#include "report/chart_image.h"
#include "report/density.h"
#include "report/lab.h"
#include "write/png.h"

enum {
	MOST_PIXELS = 1 << 14, /* along an axis */
	MOST_BINS = 256,       /* of a first map */
};

/* In view Start the die is its map. */
static const uint32_t start_colour = 0x0d1117, start_light = 0xffffff;

static const uint32_t background_colour = 0x15171c, die_colour = 0x23262d, ink_colour = 0xf0f0f0,
		      accent_colour = 0xffc857;

struct frame_maker {
	struct frame_scene *scene;   /* owned */
	struct placement *placement; /* owned reference: whose cells are in it */
	struct frame_kept kept;      /* owned */
	struct snap_density *map;    /* owned reference: that is in it, NULL = none */
	struct frame_query as;       /* how it is read: scale, colours, clip */
	struct frame_scale scale;    /* of the map */
	uint16_t *level;             /* owned [rows][columns] */
	struct frame_tints tints;    /* of cells, where there is no map */
	struct snap_forces *forces;  /* owned reference: of the frame, NULL = none */
	int fd; /* owned: the memory that a window shares; −1 = there is none yet */
	uint32_t *memory;
	int64_t bytes, number; /* of a slot; of memories so far */
};

static void drop_map(struct frame_maker *m)
{
	snap_drop(&m->map);
	m->map = NULL;
	RESET(free, m->level);
	density_shares_release(&m->scale.shares);
}

static void drop_forces(struct frame_maker *m)
{
	snap_drop(&m->forces);
	m->forces = NULL;
}

static void drop_memory(struct session *session, struct frame_maker *m)
{
	if (m->fd < 0)
		return;
	device_unpin(session->device, m->memory);
	munmap(m->memory, (size_t)(2 * m->bytes));
	close(m->fd);
	m->fd = -1;
}

PART_DATA(struct frame_maker *, slot_of, frame_part)

static void drop_frames(struct session *session)
{
	struct frame_maker **slot = slot_of(session), *m = *slot;

	*slot = NULL;
	if (!m)
		return;
	drop_memory(session, m);
	drop_map(m);
	drop_forces(m);
	density_shares_release(&m->tints.scale.shares);
	frame_kept_release(&m->kept);
	frame_scene_free(m->scene);
	placement_unref(m->placement);
	free(m);
}

static enum status need_maker(struct session *session)
{
	FREED struct frame_maker *m = NULL;

	if (*slot_of(session))
		return STATUS_OK;
	TRY(ALLOC(&m, 1));
	m->fd = -1;
	TRY(frame_scene_new(session->view_queue, &m->scene));
	HAND_OVER(slot_of(session), m);
	return STATUS_OK;
}

/* ---- what the scene has ---- */

static enum status no_placement(void)
{
	return status_fail(STATUS_FAILED, "no placement is open");
}

/* Where nothing is placed view Start has the levels of logic. */
static enum status find_placement(struct session *session, const struct frame_query *q,
				  struct placement **out)
{
	*out = session_shown_placement(session);
	if (*out)
		return STATUS_OK;
	if (!(q->flags & FRAME_START) || !session->design.timing)
		return no_placement();
	return frame_keep_levels(&(*slot_of(session))->kept, session, out);
}

static enum status need_cells(struct frame_maker *m, struct placement *placement)
{
	if (m->placement == placement)
		return STATUS_OK;
	RESET(placement_unref, m->placement);
	m->tints.key.of = NULL;
	frame_forget_paths(&m->kept);
	TRY(frame_keep_blocks(&m->kept, placement));
	TRY(frame_set_cells(m->scene, placement));
	m->placement = placement_ref(placement);
	return STATUS_OK;
}

/* Below paths a map is darker, so that these stand out; but for slacks, on which they are green. */
static bool is_dimmed(const struct frame_query *q)
{
	return !(q->flags & FRAME_START) && (q->worst > 0 || q->rank >= 0 || q->fails);
}

static bool is_read_alike(const struct frame_query *a, const struct frame_query *b)
{
	return is_dimmed(a) == is_dimmed(b) && a->scale == b->scale && a->colours == b->colours &&
	       a->clip_low == b->clip_low && a->clip_high == b->clip_high;
}

static enum status read_map(struct frame_maker *m, const struct density_result *result,
			    const struct frame_query *q)
{
	const struct snap_density *map = m->map;
	int64_t n = (int64_t)map->columns * map->rows;
	struct density_pass_state pass;
	struct density_summary summary;
	bool clips = q->clip_low < q->clip_high;
	struct density_range range;
	int32_t rest;

	density_pass_state(result, &pass);
	summary = snap_density_summarize(map);
	m->scale.min = summary.min;
	m->scale.max = summary.max;
	m->scale.has_gaps = summary.n_values < n;
	m->scale.unit = map->unit;
	range = (struct density_range){
		.low = clips ? q->clip_low : summary.min,
		.high = clips ? q->clip_high : summary.max,
		.is_signed = result->difference || density_least(result) ||
			     (!pass.backward && pass.stage != PASS_COLUMNS),
		.least = density_least(result),
	};
	density_shares_init(&m->scale.shares, (enum density_scale)q->scale, range, map->value, n);
	rest = m->scale.shares.is_signed && !m->scale.shares.least ? 32768 : 0;
	TRY(ALLOC(&m->level, n));
	for (int64_t i = 0; i < n; i++) {
		double share = density_share(&m->scale.shares, map->value[i]);

		if (!isnan(map->value[i]))
			m->level[i] = (uint16_t)(1 + 65534 * density_share_place(&m->scale.shares,
										 share));
	}
	TRY(frame_take_colours(&m->scale, q, is_dimmed(q) && !m->scale.shares.least));
	return frame_set_map(m->scene, map->columns, map->rows, m->level, rest, m->scale.colour);
}

static enum status need_map(struct session *session, const struct frame_query *q)
{
	struct frame_maker *m = *slot_of(session);
	const struct snap_density *shown;
	enum status status;

	/* of a placement that is only shown its cells */
	if (!session->design.placement || frame_by(q->flags)) {
		drop_map(m);
		TRY(frame_set_map(m->scene, 0, 0, NULL, 0, NULL));
		return frame_need_tints(&m->tints, session, m->scene,
					&(struct frame_tinted){m->placement, m->forces, q});
	}
	TRY(session_need_density(session, MOST_BINS));
	shown = density_shown(session_maps(session)->newest);
	if (m->map == shown && is_read_alike(&m->as, q))
		return STATUS_OK;
	drop_map(m);
	m->map = (struct snap_density *)snap_ref((struct snap *)&shown->snap);
	m->as = *q;
	status = read_map(m, session_maps(session)->newest, q);
	if (status != STATUS_OK) {
		drop_map(m);
		frame_set_map(m->scene, 0, 0, NULL, 0, NULL);
	}
	return status;
}

/* ---- what a pixel shows ---- */

/* The map's bin at a place on the die; a place at its far edges may be rounded beyond them. */
static int64_t bin_at(const struct frame_maker *m, double x, double y, int32_t *column,
		      int32_t *row)
{
	const struct rect *die = &m->placement->die;
	double u = (x - die->x1) * m->map->columns / ((double)die->x2 - die->x1);
	double v = (y - die->y1) * m->map->rows / ((double)die->y2 - die->y1);

	*column = u < m->map->columns ? (int32_t)u : m->map->columns - 1;
	*row = v < m->map->rows ? (int32_t)v : m->map->rows - 1;
	return (int64_t)*row * m->map->columns + *column;
}

static struct frame_place place_at(const struct frame_maker *m, double x, double y)
{
	struct frame_place p = {.x = x, .y = y, .value = (double)NAN, .component = -1};

	p.on_die = frame_is_on_die(m->scene, p.x, p.y);
	if (!p.on_die)
		return p;
	p.component = frame_component_at(m->scene, p.x, p.y);
	if (!m->map)
		return p;
	p.value = m->map->value[bin_at(m, p.x, p.y, &p.column, &p.row)];
	return p;
}

static void write_value(const struct snap_density *map, double value, struct text *out)
{
	bool is_share = strcmp(map->unit, "1") == 0;

	if (isnan(value))
		text_add(out, "none");
	else
		text_printf(out, "%.4g%s%s", value, is_share ? "" : " ", is_share ? "" : map->unit);
}

static void write_readout(const struct frame_maker *m, const struct frame_place *p,
			  struct text *out)
{
	if (!p->on_die)
		return;
	text_printf(out, "x %.3f  y %.3f µm", microns((int64_t)p->x), microns((int64_t)p->y));
	if (m->map) {
		text_printf(out, "   bin %" PRId32 ", %" PRId32 ": ", p->column, p->row);
		write_value(m->map, p->value, out);
	}
	if (p->component >= 0)
		text_printf(out, "   %s (%s)", placement_component_name(m->placement, p->component),
			    placement_component_macro(m->placement, p->component));
}

/* ---- the legend ---- */

static void draw_legend(const struct frame_maker *m, const struct frame_query *q,
			const struct frame_overlay *o, const struct frame_place *pointer,
			const struct canvas *canvas)
{
	FREED struct legend *l = NULL;
	struct text words = TEXT_INIT;
	double left, right;

	if (ALLOC(&l, 1) != STATUS_OK)
		return; /* a frame without one */
	if (q->flags & FRAME_LEGEND) {
		snprintf(l->title, sizeof l->title, "%s: %s%s%s", m->placement->netlist->name,
			 m->map ? m->map->name : m->tints.title, m->map && *m->map->note ? " " : "",
			 m->map ? m->map->note : "");
		write_readout(m, pointer, &words);
		snprintf(l->readout, sizeof l->readout, "%s", text_string(&words));
		text_release(&words);
	}
	l->ink = o->is_light ? background_colour : ink_colour;
	l->paper = o->is_light ? start_light : background_colour;
	if (q->camera.tilt == 0 && !o->is_start)
		l->pixels_per_um = q->camera.scale * (double)LENGTHS_PER_MICRON;
	left = q->width / 2.0 + (m->placement->die.x1 - q->camera.x) * q->camera.scale;
	right = q->width / 2.0 + (q->camera.x - m->placement->die.x2) * q->camera.scale;
	l->at_right = right > left + 1;
	l->beside = fmax(left, right);
	l->gap_colour = die_colour;
	if (m->map && q->flags & FRAME_LEGEND)
		frame_fill_scale(&m->scale, l);
	else if (!m->map && q->flags & FRAME_LEGEND)
		frame_fill_tints(&m->tints, l);
	if (q->flags & FRAME_LEGEND && !o->is_start)
		frame_overlay_swatches(o, l);
	l->n_labels = o->n_labels;
	memcpy(l->label, o->label, sizeof l->label);
	frame_legend_draw(l, 0, q->flags & FRAME_PLAIN, canvas);
}

/* A chart of the lab's in the lower right corner, below the colour bar; nothing where there is none. */
static void draw_chart(const struct session *session, const struct frame_query *q,
		       const struct canvas *canvas)
{
	struct chart_colours colours = {
		ink_colour, background_colour, {0x58b0ff, 0xffa040, 0x70d080}, 0xffa040, 225};
	int32_t letters = legend_letters(q->width, q->height), width = q->width * 2 / 5;
	int32_t height = q->height * 2 / 5;
	RELEASED_BY(chart_release) struct chart chart = {0};

	if (lab_chart_of(session, (enum lab_chart)((q->flags & FRAME_CHARTS) / FRAME_CHART - 1),
			 &chart) != STATUS_OK)
		return;
	chart_draw(&chart, canvas,
		   (struct chart_place){q->width - width - letters, q->height - height - letters,
					width, height, letters, q->flags & FRAME_PLAIN},
		   &colours);
}

/* Help, menu or hint of the window. */
static void draw_panel(const struct frame_query *q, const struct canvas *canvas,
		       struct frame_menu_place *menu)
{
	struct panel panel = {.text = q->panel_text,
			      .is_hint = q->panel == PANEL_HINT,
			      .is_menu = q->panel == PANEL_MENU,
			      .row = q->panel_row,
			      .pointer_x = q->pointer_x,
			      .pointer_y = q->pointer_y,
			      .ink = ink_colour,
			      .paper = background_colour,
			      .accent = accent_colour};
	struct panel_rows rows;

	if (q->panel == PANEL_NONE)
		return;
	frame_panel_draw(&panel, legend_letters(q->width, q->height), q->flags & FRAME_PLAIN,
			 canvas, &rows);
	*menu = (struct frame_menu_place){rows.x, rows.y, rows.width, rows.row_height, rows.n};
}

/* ---- a frame ---- */

struct height {
	const struct frame_maker *maker;
	double most;
};

static double height_at(const void *of, double x, double y)
{
	const struct height *h = of;
	const struct frame_maker *m = h->maker;
	int32_t column, row;

	if (!frame_is_on_die(m->scene, x, y))
		return 0;
	return h->most * m->level[bin_at(m, x, y, &column, &row)] / 65535;
}

static enum status draw(struct session *session, const struct frame_query *q, uint32_t *pixels,
			struct frame_place *pointer, struct frame_menu_place *menu)
{
	struct frame_maker *m = *slot_of(session);
	const struct rect *die = &m->placement->die;
	FREED struct frame_overlay *o = NULL;
	struct frame_drawing d = {.view = camera_view_of(&q->camera, q->width, q->height),
				  .die = *die,
				  .tints = !m->map,
				  .relief = q->camera.tilt > 0 && m->map,
				  .background = background_colour,
				  .die_colour = die_colour,
				  .ink = ink_colour};
	double x, y;
	struct density_pass_state pass = {0};
	struct height height = {m, fmin(MOST_PIXELS, d.view.up[2] * frame_relief_height(die))};
	const struct canvas canvas = {q->width, q->height, pixels};
	enum status status;

	TRY(ALLOC(&o, 1));
	o->view = d.view;
	o->kept = &m->kept;
	o->cell_pixels = frame_cell_pixels(m->scene, &d.view);
	o->on_slacks = m->map && m->scale.shares.least;
	if (m->map && session_maps(session)->newest)
		density_pass_state(session_maps(session)->newest, &pass);
	o->under = pass.stage == PASS_UNDER ? session_maps(session)->newest : NULL;
	o->glow = q->glow;
	o->fades = !(q->flags & FRAME_DEVIATES);
	o->is_start = (q->flags & FRAME_START) != 0;
	o->is_light = (q->flags & FRAME_LIGHT) != 0;
	o->drawn = q->drawn;
	o->forces = m->forces;
	if (o->is_start)
		d.background = d.die_colour = o->is_light ? start_light : start_colour;
	if (d.relief) {
		o->height_at = height_at;
		o->of = &height;
		d.high = (int32_t)height.most;
	}
	if (q->pointer_x >= 0 && q->pointer_y >= 0) {
		camera_ground(&d.view, q->pointer_x, q->pointer_y, &x, &y);
		*pointer = place_at(m, x, y);
	}
	status = frame_overlay_make(session, q, o);
	d.shapes = &o->shapes;
	if (status == STATUS_OK)
		status = frame_draw(m->scene, &d, pixels);
	if (status == STATUS_OK && q->flags & (FRAME_LEGEND | FRAME_NAMES))
		draw_legend(m, q, o, pointer, &canvas);
	if (status == STATUS_OK && q->flags & FRAME_CHARTS)
		draw_chart(session, q, &canvas);
	if (status == STATUS_OK)
		draw_panel(q, &canvas, menu);
	frame_shapes_release(&o->shapes);
	return status;
}

/* What moves the cells that are shown; nothing where no placement in steps has them there. */
static enum status need_forces(struct session *session, const struct frame_query *q)
{
	const struct forces_query query = {q->component, q->field_columns, q->field_rows};
	struct stepper *stepper = session->stepper[STEPPER_PLACE];
	struct frame_maker *m = *slot_of(session);

	drop_forces(m);
	if (!stepper ||
	    (q->component < 0 && !q->field_columns && frame_by(q->flags) != FRAME_BY_MOVES))
		return STATUS_OK;
	TRY(stepper->ops->forces(stepper, &query, &m->forces));
	if (m->forces->of != m->placement)
		drop_forces(m);
	return STATUS_OK;
}

/* Cells and the map on the device, and the camera as it will be. */
static enum status prepare(struct session *session, struct frame_query *q, bool may_search)
{
	bool bare = frame_by(q->flags) && !(q->flags & FRAME_LEGEND);
	struct placement *placement;

	if (q->width < 1 || q->height < 1 || q->width > MOST_PIXELS || q->height > MOST_PIXELS)
		return status_fail(STATUS_USAGE, "a picture has from 1 to %d pixels along an axis",
				   MOST_PIXELS);
	TRY(need_maker(session));
	TRY(find_placement(session, q, &placement));
	TRY(need_cells(*slot_of(session), placement));
	TRY(need_forces(session, q));
	TRY(need_map(session, q));
	TRY(frame_keep_paths(&(*slot_of(session))->kept, session, q, may_search));
	if (q->flags & FRAME_START || (bare && !(q->camera.scale > 0)))
		camera_fit(&q->camera, &placement->die, 0, q->width, q->height, 1);
	else if (!(q->camera.scale > 0)) /* all of the die is seen */
		camera_fit_die(&q->camera, &placement->die, q->width, q->height);
	return STATUS_OK;
}

/* ---- for the window ---- */

/* Two slots that both see, of as many pixels as are wanted now. */
static enum status need_memory(struct session *session, int64_t bytes)
{
	struct frame_maker *m = *slot_of(session);
	int fd;

	if (m->fd >= 0 && m->bytes >= bytes)
		return STATUS_OK;
	drop_memory(session, m);
	fd = frame_sealed_memory(2 * bytes);
	if (fd < 0)
		return status_fail(STATUS_FAILED, "there is no memory to share with a window: %s",
				   strerror(errno));
	m->memory = mmap(NULL, (size_t)(2 * bytes), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	if (m->memory == MAP_FAILED) {
		close(fd);
		return STATUS_NO_MEMORY;
	}
	m->fd = fd;
	m->bytes = bytes;
	m->number++;
	device_pin(session->device, m->memory, 2 * bytes);
	return STATUS_OK;
}

/* Where the pixels are. */
static void share(const struct frame_maker *m, struct snap_frame *f)
{
	f->fd = m->fd;
	f->bytes = m->bytes;
	f->memory = m->number;
}

static enum status fill(struct session *session, struct snap_frame *f)
{
	struct frame_query *q = &f->query;
	struct frame_maker *m;

	TRY(prepare(session, q, session->idle));
	TRY(need_memory(session, (int64_t)q->width * q->height * (int64_t)sizeof *m->memory));
	m = *slot_of(session);
	TRY(draw(session, q, m->memory + q->slot * (m->bytes / (int64_t)sizeof *m->memory),
		 &f->pointer, &f->menu));
	if (q->pick)
		f->picked = place_at(m, q->pick_x, q->pick_y);
	f->columns = m->map ? m->map->columns : 0;
	f->rows = m->map ? m->map->rows : 0;
	share(m, f);
	return STATUS_OK;
}

/* Nothing but why there is nothing to be seen. */
static enum status fill_blank(struct session *session, struct snap_frame *f)
{
	const struct frame_query *q = &f->query;
	int64_t n = (int64_t)q->width * q->height;
	struct frame_maker *m;
	struct legend *l;
	uint32_t *pixels;

	if (q->width < 1 || q->height < 1 || q->width > MOST_PIXELS || q->height > MOST_PIXELS)
		return STATUS_OK;
	TRY(need_maker(session));
	TRY(need_memory(session, n * (int64_t)sizeof *pixels));
	m = *slot_of(session);
	pixels = m->memory + q->slot * (m->bytes / (int64_t)sizeof *pixels);
	for (int64_t i = 0; i < n; i++)
		pixels[i] = background_colour;
	TRY(ALLOC(&l, 1));
	l->ink = ink_colour;
	l->paper = background_colour;
	snprintf(l->title, sizeof l->title, "%.*s", (int)sizeof l->title - 1, f->why);
	frame_legend_draw(l, 0, q->flags & FRAME_PLAIN,
			  &(struct canvas){q->width, q->height, pixels});
	draw_panel(q, &(struct canvas){q->width, q->height, pixels}, &f->menu);
	free(l);
	share(m, f);
	return STATUS_OK;
}

/* Draw what is asked for into the shared memory's slot. */
static enum status answer_frame(struct session *session, const struct frame_request *wanted,
				struct snap_frame **out)
{
	struct snap_frame *f;
	enum status status;

	TRY(session_follow_placement(session));
	TRY(snap_frame_new(wanted->serial, &wanted->query, session_shown_placement(session), &f));
	*out = f;
	if (wanted->query.width == 0) { /* the window was closed */
		drop_frames(session);
		return STATUS_OK;
	}
	status = f->placement ? fill(session, f) : no_placement();
	if (status == STATUS_OK)
		return STATUS_OK;
	snprintf(f->why, sizeof f->why, "%s", status_text(status));
	fill_blank(session, f); /* if there is no memory even for that the title says it */
	return STATUS_OK;
}

/* ---- for the terminal ---- */

static enum status fill_pixels(struct session *session, struct snap_pixels *p)
{
	struct frame_query q = p->query;
	struct frame_place pointer = {.component = -1};
	struct frame_menu_place menu;
	struct frame_maker *m;

	if (q.width > PIXELS_MOST || q.height > PIXELS_MOST)
		return status_fail(STATUS_USAGE, "a picture in the terminal has %d pixels at most",
				   PIXELS_MOST);
	TRY(prepare(session, &q, session->idle));
	TRY(ALLOC(&p->pixel, (int64_t)q.width * q.height));
	m = *slot_of(session);
	p->by_levels = frame_by_levels(&m->kept);
	p->camera = q.camera;
	p->netlist = netlist_ref(m->placement->netlist);
	p->forces = m->forces ? (struct snap_forces *)snap_ref(&m->forces->snap) : NULL;
	if (!m->map)
		TRY(frame_list_tints(&m->tints, m->forces, &p->legend));
	TRY(draw(session, &q, p->pixel, &pointer, &menu));
	p->picked = pointer.component;
	return STATUS_OK;
}

static enum status answer_pixels(struct session *session, const struct pixels_request *wanted,
				 struct snap_pixels **out)
{
	SNAP_HELD struct snap_pixels *p = NULL;
	enum status status;

	TRY(session_follow_placement(session));
	TRY(snap_pixels_new(wanted->edition, &wanted->query, &p));
	status = session->design.placement || wanted->query.flags & FRAME_START
			 ? fill_pixels(session, p)
			 : no_placement();
	if (status_is_trouble(status))
		return status;
	if (status != STATUS_OK) { /* then the view shows cells */
		RESET(free, p->pixel);
	}
	HAND_OVER(out, p);
	return STATUS_OK;
}

/* ---- for a file ---- */

enum status session_save_frame(struct session *session, const struct frame_query *query,
			       const char *path)
{
	struct frame_query q = *query;
	struct frame_place pointer = {.component = -1};
	struct frame_menu_place menu = {0};
	FREED uint32_t *pixels = NULL;

	if (!session_shown_placement(session))
		return no_placement();
	if (session_maps(session)->newest)
		TRY(density_renew(session, session_maps(session)->newest));
	if (*slot_of(session)) /* what is marked now isn't known by a number */
		frame_forget_paths(&(*slot_of(session))->kept);
	TRY(prepare(session, &q, true)); /* a command: nothing else computes */
	TRY(ALLOC(&pixels, (int64_t)q.width * q.height));
	TRY(draw(session, &q, pixels, &pointer, &menu));
	return png_write(path, q.width, q.height, pixels, &session->task);
}

ANSWER(frame, snap_frame)
ANSWER(pixels, snap_pixels)

const struct session_part frame_part = {.answer[READ_frame] = answer_any_frame,
					.answer[READ_pixels] = answer_any_pixels,
					.size = sizeof(struct frame_maker *),
					.drop = drop_frames};
