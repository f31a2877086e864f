#include "ui/views/view_start.h"

#include <fcntl.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/assets.h"
#include "base/grow.h"
#include "draw/colours.h"
#include "session/command.h"
#include "ui/views/pixel_map.h"
#include "ui/views/stages.h"
#include "ui/views/view_paths.h"

enum {
	LEAST_LEFT = 40, /* columns beside the map */
	WHY_ROWS = 7,
	CURVE_ROWS = 5, /* of a plot; below, it is a line of text */
	WORST = 60,     /* paths that are drawn as embers */
	REPLAY_MS = 3000,
	LEVELS_MS = 2200, /* of these; then the worst path is drawn */
	MOST_STEPS = 8,   /* more levels are grouped */
	FADE_MS = 400,
	FRAME_MS = 83,
	LATE_MS = 150, /* a frame that takes longer; … */
	MOST_LATE = 3, /* … as many end the replay */
};

struct start_view {
	struct snap_pixels *pixels; /* what the board has, a reference; or NULL */
	bool waits, once;   /* a replay begins when the map is there; but once for each version */
	double begun, last; /* of the replay, 0 = there is none; its last frame */
	int n_late;
	bool relief;
};

/* What is shown of the search. */
struct moment {
	int32_t level, glow, drawn; /* as in struct frame_query */
	double share;               /* of the levels */
};

VIEW_STATE(start, struct start_view)

/* ---- the replay ---- */

static struct moment moment_of(const struct ui *ui)
{
	struct start_view *v = start_of(ui);
	double t = demo_clock(ui) - v->begun, step;
	int n = ui->search ? ui->search->n_levels : 0, steps = n < MOST_STEPS ? n : MOST_STEPS, at;

	if (!v->begun || t < 0 || t >= REPLAY_MS || n == 0) {
		v->begun = 0;
		return (struct moment){ui->level, 0, 0, 1};
	}
	if (t >= LEVELS_MS)
		return (struct moment){
			n - 1, 0, 1 + (int32_t)(254 * (t - LEVELS_MS) / (REPLAY_MS - LEVELS_MS)),
			1};
	step = (double)LEVELS_MS / steps;
	at = (int)(t / step);
	return (struct moment){(at + 1) * n / steps - 1,
			       (int32_t)fmax(0, 255 * (1 - (t - at * step) / FADE_MS)), 0,
			       (at + 1.0) / steps};
}

/* Once for each version: the state folder has a file of its name. */
static bool is_first(void)
{
	RELEASED_BY(text_release) struct text path = TEXT_INIT;
	int fd;

	state_path("replayed-" PACKAGE_VERSION, &path);
	make_folders(text_string(&path));
	fd = open(text_string(&path), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
	if (fd >= 0)
		close(fd);
	return fd >= 0;
}

/* The still screen comes first. A terminal that doesn't take the frames gets no more of them. */
static void go_on(const struct ui *ui)
{
	struct start_view *v = start_of(ui);
	double now = demo_clock(ui);
	bool there = v->pixels && v->pixels->pixel && v->pixels->query.flags & FRAME_START;

	if (v->waits && there) {
		v->waits = false;
		v->begun = !v->once || is_first() ? now : 0;
	}
	if (v->begun && v->last && now - v->last > FRAME_MS + LATE_MS && ++v->n_late == MOST_LATE)
		v->begun = 0;
	v->last = now;
}

static void begin_replay(struct ui *ui)
{
	if (ui->motion && !ui->replaying && ui->search && ui->search->n_levels > 0)
		*start_of(ui) = (struct start_view){.pixels = start_of(ui)->pixels, .waits = true};
}

void start_finish(struct ui *ui)
{
	start_of(ui)->begun = 0;
	start_of(ui)->waits = false;
}

int start_wait(const struct ui *ui)
{
	return ui->view == &start_view && start_of(ui)->begun ? FRAME_MS : -1;
}

void start_open(struct ui *ui)
{
	ui->view = &start_view;
	ui_ask_again(ui);
	begin_replay(ui);
	start_of(ui)->once = true;
}

/* ---- the map ---- */

static void want_map(struct ui *ui, const struct moment *m, int columns, int rows)
{
	const struct surface *s = &ui->surface;
	struct frame_query q = FRAME_QUERY_INIT;
	bool light = ui->theme == THEME_LIGHT && (s->cell_width || pixel_map_has_blocks(ui));

	q.flags = FRAME_START | FRAME_MARKED | (light ? FRAME_LIGHT : 0) |
		  (m->glow ? FRAME_FADES : 0) | (s->cell_width && !m->drawn ? FRAME_NAMES : 0);
	q.colours = start_of(ui)->relief ? 0 : light ? COLOURS_PAPER : COLOURS_NIGHT;
	if (start_of(ui)->relief)
		q.camera = (struct camera){.tilt = 50, .turn = 30};
	q.search = ui->search->snap.serial;
	q.level = m->level;
	q.glow = m->glow;
	q.drawn = m->drawn;
	q.worst = WORST;
	q.rank = m->glow || m->share < 1 ? -1 : m->drawn ? 0 : paths_selected_rank(ui);
	pixel_map_want(ui, &q, columns, rows);
}

static void draw_map(struct ui *ui, const struct moment *m, struct area area)
{
	const struct snap_pixels *p = start_of(ui)->pixels;

	want_map(ui, m, area.width, area.height);
	if (p && p->query.flags & FRAME_START)
		pixel_map_draw(ui, p, area);
}

/* ---- the curve ---- */

/* "search: 2.3 ms, replayed", or the ends of the path that is selected. */
static void draw_caption(struct ui *ui, const struct moment *m, struct area area)
{
	const struct snap_pixels *p = start_of(ui)->pixels;
	const struct snap_path *path = paths_selected(ui);
	RELEASED_BY(text_release) struct text words = TEXT_INIT;
	double ms = 0;

	for (int l = 0; l < ui->search->n_levels; l++)
		ms += ui->search->level[l].ms;
	if (start_of(ui)->begun && !m->drawn) {
		text_printf(&words, "search: %.1f ms, replayed", ms);
	} else if (path) {
		text_add(&words, p && p->by_levels ? "by levels of logic: " : "");
		graph_write_name(path->snap.graph, path->point[0].vertex, &words);
		text_add(&words, ui->glyphs == GLYPHS_ASCII ? " -> " : " → ");
		graph_write_name(path->snap.graph, path->point[path->n_points - 1].vertex, &words);
	}
	area_text_cut(area, 0, 0, STYLE_DIM, text_string(&words));
}

static void draw_curve(struct ui *ui, const struct moment *m, struct area area)
{
	const struct snap_search *s = ui->search;
	struct plot plot = {.title = "k-th slack by level",
			    .unit = time_unit(),
			    .x_label = "level",
			    .empty = "there are fewer than k paths",
			    .n_lines = 1,
			    .n_x = s->n_levels,
			    .mark_x = -1,
			    .digits = 4};
	RELEASED_BY(text_release) struct text words = TEXT_INIT;
	double *bound;

	draw_caption(ui, m, area);
	if (area.height < 1 + CURVE_ROWS) {
		text_printf(&words, "%" PRId64 " paths from %s %s, %" PRId32 " levels", s->n_ranked,
			    SHOWN_TIME(s->worst_slack), time_unit(), s->n_levels);
		area_text_cut(area, 0, 1, STYLE_DIM, text_string(&words));
	} else if (ALLOC(&bound, s->n_levels) == STATUS_OK) {
		for (int l = 0; l < s->n_levels; l++)
			bound[l] = s->level[l].full && l <= m->level
					   ? (double)s->level[l].bound / time_unit_fs()
					   : (double)NAN;
		plot.line[0] = (struct plot_line){bound, s->n_levels, STYLE_PLOT_1, NULL};
		plot_draw(&plot, ui->glyphs, area_rows(area, 1, area.height - 1));
		free(bound);
	}
}

/* ---- why ---- */

/* Clock, cells and wires in one bar, whose columns are the delays' scale too. */
static void draw_stack(const struct trace_sums *sums, enum glyphs glyphs, struct area area)
{
	static const enum style styles[] = {STYLE_DIM, STYLE_PLOT_1, STYLE_PLOT_2};
	static const uint32_t blocks[] = {0x2591, 0x2588, 0x2592}, ascii[] = {':', '#', '-'};
	int64_t part[] = {sums->start, sums->cells, sums->wires}, before = 0;
	int x = 0;

	for (int i = 0; i < 3; i++) {
		int end;

		before += part[i] > 0 ? part[i] : 0;
		end = sums->total > 0
			      ? (int)((double)before * area.width / (double)sums->total + 0.5)
			      : 0;
		for (; x < end; x++)
			area_put(area, x, 0, styles[i],
				 (glyphs == GLYPHS_ASCII ? ascii : blocks)[i]);
	}
}

static void draw_slowest(const struct snap_path *path, int rank, const struct trace_sums *sums,
			 enum glyphs glyphs, struct area area)
{
	int64_t i = trace_slowest(path, rank), delay;
	RELEASED_BY(text_release) struct text words = TEXT_INIT;
	int bar;

	if (i < 0)
		return;
	delay = path->point[i].delay;
	bar = 1 + (int)(path->point[trace_slowest(path, 0)].delay * area.width / sums->total);
	bar = bar < area.width / 2 ? bar : area.width / 2;
	area_printf(area, 0, 0, rank ? STYLE_NORMAL : STYLE_ACCENT, "%9s", SHOWN_TIME(delay));
	trace_draw_bar(trace_is_wire(path, i) ? delay : 0, trace_is_wire(path, i) ? 0 : delay,
		       sums->total * bar / area.width, rank == 0, glyphs,
		       area_columns(area, 10, bar), 0);
	stages_write_delay(path, rank, i, &words);
	area_text_cut(area, 11 + bar, 0, rank ? STYLE_NORMAL : STYLE_ACCENT, text_string(&words));
}

static void draw_why(struct ui *ui, struct area area)
{
	const struct snap_path *path = paths_selected(ui);
	RELEASED_BY(text_release) struct text title = TEXT_INIT, words = TEXT_INIT;
	struct trace_sums sums;

	paths_want_path(ui);
	if (!path || area.height < 1) {
		ui_draw_header(ui, area, false, "why");
		return;
	}
	sums = trace_sums_of(path);
	text_printf(&title, "why: path %" PRId64, path->rank + 1);
	if (path->timed)
		stages_write_slack(path, &title);
	ui_draw_header(ui, area, false, text_string(&title));
	trace_write_sums(path, area.width - 1, &words);
	draw_stack(&sums, ui->glyphs, area_columns(area_rows(area, 1, 1), 1, area.width - 2));
	area_text_cut(area, 1, 2, STYLE_STRONG, text_string(&words));
	for (int i = 0; i < TRACE_SLOWEST; i++)
		draw_slowest(path, i, &sums, ui->glyphs,
			     area_columns(area_rows(area, 3 + i, 1), 1, area.width - 2));
}

/* ---- the view ---- */

/* Rows of the map; its columns are twice as many. 0 = there is no room for it. */
static int map_rows(struct area area)
{
	int rows = area.height >= 49 ? 42 : area.height >= 34 ? 28 : area.height >= 18 ? 16 : 0;

	while (rows > 0 && 2 * rows + LEAST_LEFT > area.width)
		rows -= 4;
	return rows > 0 ? rows : 0;
}

static void draw(struct ui *ui, struct area area)
{
	struct moment m;
	int rows = ui->search ? map_rows(area) : 0, columns = 2 * rows;
	struct area left = area_columns(area, 0, area.width - (rows ? columns + 1 : 0));
	struct area right = area_columns(area, area.width - columns, columns), list;
	int why = area.height > 2 * WHY_ROWS ? WHY_ROWS : 0;

	go_on(ui);
	m = moment_of(ui);
	list = area_rows(left, 0, left.height - why);
	paths_draw_list(ui, list);
	for (int y = 1 + (int)((list.height - 1) * m.share); y < list.height; y++)
		area_fill(list, 0, y, STYLE_NORMAL, ' ');
	draw_why(ui, area_rows(left, left.height - why, why));
	if (!rows)
		return;
	draw_map(ui, &m, area_rows(right, 0, rows));
	if (!ui->surface.cell_width && !pixel_map_has_blocks(ui)) {
		right.height--;
		area_text_cut(area, area.width - columns, right.height, STYLE_DIM,
			      "* paths   .:-= map, = densest");
	}
	draw_curve(ui, &m, area_rows(right, rows, right.height - rows));
}

/* Of a graph alone, which nothing can be drawn of, Paths is the first view. */
static void refresh(struct ui *ui)
{
	const struct start_view *v = start_of(ui);

	if (ui->view == &start_view && v->pixels && !v->pixels->pixel &&
	    v->pixels->query.flags & FRAME_START && !ui->replaying && !ui->last_key) {
		start_finish(ui);
		ui->view = &paths_view;
	}
}

static struct list *list(struct ui *ui, int pane)
{
	(void)pane;
	return &paths_of(ui)->list;
}

/* With the map in it the screen is the picture. */
static bool save_picture(struct ui *ui, const char *path)
{
	if (path)
		ui_call(ui, "save_screen", path, NULL);
	return true;
}

static void enter(struct ui *ui)
{
	ui_show_view(ui, &paths_view);
	ui->pane = 1;
}

static enum status replay(struct call *call)
{
	begin_replay(call->screen);
	return STATUS_OK;
}

static enum status flip_relief(struct call *call)
{
	struct start_view *v = start_of(call->screen);
	int which;

	TRY(call_choose(call, NULL, &which));
	v->relief = which == 2 ? !v->relief : which == 0;
	return STATUS_OK;
}

static const struct command start_commands[] = {
	{"map_relief", flip_relief, ON_SCREEN, "on|off|flip", 1, 1, NULL,
	 "View Start: the map as a relief, or flat"},
	{"replay_search", replay, ON_SCREEN, NULL, 0, 0, NULL,
	 "View Start: show again how the search found its paths, level by level"},
	{0},
};

const struct view start_view = {
	.info = &view_info[VIEW_start],
	.n_panes = 1,
	.state_size = sizeof(struct start_view),
	.readings = {VIEW_READING(pixels, struct start_view, pixels)},
	.refresh = refresh,
	.draw = draw,
	.state = chooser_write_listed,
	.list = list,
	.save_picture = save_picture,
	.enter = enter,
	.click_heads = paths_click_heads,
	.commands = start_commands,
};
