/*
 * View SSTA: how a slack is spread over the dies that run_ssta made, up to the place of the timeline, or the
 * yield by the period; and which endpoints are the worst in how many of them. Enter on a bar lists its dies,
 * on one of them makes it the design's timing, on an endpoint shows the slack of that.
 */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "ui/ui.h"
#include "ui/views/view_paths.h"
#include "ui/widgets/bars.h"

#define FIRST_RUN "set_variation 0.05; run_ssta"

enum { MAIN_PERCENT = 55, TABLE_PERCENT = 45, MOST_ROWS = 100, MOST_DIES = 1000, WIDE = 64 };

struct ssta_view {
	struct snap_ssta *snap; /* owned references */
	struct snap_ssta_dies *dies_snap;
	struct list bins, ends, dies;
	bool curve;
	bool lists_dies;   /* in place of endpoints: those of a bar, … */
	int64_t low, high; /* … whose slacks these are */
};

VIEW_STATE(ssta, struct ssta_view)

/* The dies of the bar that was entered, once they are there. */
static const struct snap_ssta_dies *dies_of(const struct ui *ui)
{
	const struct ssta_view *v = ssta_of(ui);
	const struct snap_ssta_dies *d = v->dies_snap;

	return v->lists_dies && d && d->low == v->low && d->high == v->high ? d : NULL;
}

/* Whose numbers are explained: the die that is selected in the list, that is open, or the bar's first. */
static int64_t explained_die(const struct ui *ui)
{
	const struct ssta_view *v = ssta_of(ui);
	const struct snap_ssta_dies *dies = dies_of(ui);

	if (!ui->explaining || !v->snap)
		return -1;
	if (dies && v->dies.selected < dies->n_rows)
		return dies->row[v->dies.selected].die;
	if (v->snap->open >= 0)
		return v->snap->open;
	return v->bins.selected < v->snap->axis.n_bins ? v->snap->die[v->bins.selected] : -1;
}

static void want(struct ui *ui, int32_t max_bins)
{
	struct ssta_view *v = ssta_of(ui);
	struct ssta_request wanted = {.edition = ui->edition, .n_rows = MOST_ROWS};
	struct ssta_dies_request dies = {
		.edition = ui->edition, .low = v->low, .high = v->high, .n_rows = MOST_DIES};

	wanted.place = dies.place = ui->timeline ? ui->at : -1;
	wanted.max_bins = max_bins < 2 ? 2 : max_bins;
	wanted.curve = v->curve;
	wanted.die = explained_die(ui);
	if (!ui->timeline)
		return;
	ui_want_ssta(ui, &wanted);
	if (v->lists_dies)
		ui_want_ssta_dies(ui, &dies);
}

/* ---- the histogram ---- */

/* The yield, and what the letters below the bars are at, in as many words as there is room for. */
static int draw_yield(struct area area, int y, const struct snap_ssta *s)
{
	static const char *const words[][3] = {{"  0.135 % (", "  median m", "  99.865 % )"},
					       {"  0.135 % (", "  m", "  )"},
					       {" (", " m", " )"}};
	RELEASED_BY(text_release) struct text text = TEXT_INIT;

	for (int i = 0; i < 3; i++) {
		text_clear(&text);
		text_printf(&text, "yield %.3f %% of %" PRId64 " dies",
			    100.0 * (double)(s->n - s->n_failing) / (double)s->n, s->n);
		for (int w = 0; w < 3; w++)
			text_printf(&text, "%s %s", words[i][w], SHOWN_TIME(s->pick[2 * w]));
		if (text_columns(text_string(&text)) <= area.width)
			break;
	}
	y += area_paragraph(area, -y, STYLE_NORMAL, text_string(&text));
	return y;
}

/* Returns the rows that they take. */
static int draw_numbers(struct area area, const struct snap_ssta *s)
{
	RELEASED_BY(text_release) struct text text = TEXT_INIT;
	int y;
	bool arrival = s->name && strncmp(s->name, DIES_ARRIVAL, strlen(DIES_ARRIVAL)) == 0;

	if (arrival)
		text_printf(&text, "%s %s, %s:", s->split == LATE ? "latest" : "earliest", s->name,
			    time_unit());
	else
		text_printf(&text, "%s slack of %s before credit, %s:",
			    s->split == LATE ? "setup" : "hold", s->name ? s->name : "",
			    time_unit());
	text_printf(&text, " nominal %s", SHOWN_TIME(s->nominal));
	if (*s->method)
		text_printf(&text, "  (%s%s)", s->is_paper ? "SSTA paper: " : "", s->method);
	y = area_paragraph(area, 0, STYLE_NORMAL, text_string(&text));
	text_clear(&text);
	text_printf(&text, "mean %s ± %s  sigma %s ± %s  skew %.3f", SHOWN_TIME(llround(s->mean)),
		    SHOWN_TIME(llround(s->mean_within)), SHOWN_TIME(llround(s->sigma)),
		    SHOWN_TIME(llround(s->sigma_within)), s->skew);
	y += area_paragraph(area, -y, STYLE_NORMAL, text_string(&text));
	return arrival ? y : draw_yield(area, y, s);
}

static void write_curve(const struct snap_ssta *s, int64_t b, struct text *out)
{
	text_printf(out, " %s later: yield %.3f %%, %.3f to %.3f (normal: %.3f)", time_unit(),
		    100.0 * s->count[b] / SSTA_WHOLE_YIELD, 100.0 * s->least[b] / SSTA_WHOLE_YIELD,
		    100.0 * s->most[b] / SSTA_WHOLE_YIELD, 100.0 * s->normal[b] / SSTA_WHOLE_YIELD);
}

/* What the bar is, and what Enter does with it. */
static void draw_bar_line(const struct ui *ui, struct area area, int y, const struct snap_ssta *s)
{
	int64_t b = ssta_of(ui)->bins.selected;
	int64_t low = s->axis.low + b * s->axis.width;
	RELEASED_BY(text_release) struct text text = TEXT_INIT;

	if (b >= s->axis.n_bins)
		return;
	text_add(&text, SHOWN_TIME(low));
	if (s->curve) {
		write_curve(s, b, &text);
	} else {
		text_printf(&text, " to %s %s: %" PRId32 " dies (normal: %" PRId32 ")",
			    SHOWN_TIME(low + s->axis.width), time_unit(), s->count[b],
			    s->normal[b]);
	}
	area_text_cut(area, 0, y, STYLE_ACCENT, text_string(&text));
	if (!s->curve && s->count[b] > 0 && area.width > WIDE)
		area_text(area, WIDE - 14, y, STYLE_DIM, "Enter lists them");
}

static void draw_chart(struct ui *ui, struct area area, const struct snap_ssta *s)
{
	/* ( and ) are about three sigma, [ and ] 10 and 90 % */
	const struct bars_mark marks[] = {{'m', s->pick[2]},
					  {'(', s->pick[0]},
					  {')', s->pick[4]},
					  {'[', s->pick[1]},
					  {']', s->pick[3]}};
	struct bars bars = {
		.n_series = 1, .signs = !s->curve, .x_unit = time_unit_fs(), .y_unit = 1};

	bars.series[0] = (struct bars_series){"dies", s->count, s->n};
	bars.n = s->axis.n_bins;
	bars.low = s->axis.low;
	bars.width = s->axis.width;
	bars.total = s->n;
	bars.error_low = s->least;
	bars.error_high = s->most;
	bars.points[bars.n_points++] = (struct bars_points){"normal", s->normal, 0x2500, '-'};
	if (s->over_name)
		bars.points[bars.n_points++] =
			(struct bars_points){s->over_name, s->over, 'o', 'o'};
	if (s->curve) {
		bars.y_unit = SSTA_WHOLE_YIELD / 100.0;
	} else {
		bars.mark = marks;
		bars.n_marks = sizeof marks / sizeof *marks;
	}
	bars.selected = ui->pane == 0 ? (int32_t)ssta_of(ui)->bins.selected : -1;
	bars_draw(&bars, ui->glyphs, area);
}

static void draw_histogram(struct ui *ui, struct area area)
{
	const struct snap_ssta *s = ssta_of(ui)->snap;
	char title[96];
	int rows;

	snprintf(title, sizeof title, "%s",
		 s->curve ? "yield: % of dies that meet a longer period" : "dies");
	if (s->open >= 0)
		snprintf(title, sizeof title, "die %" PRId64 " open: close_sample goes back",
			 s->open);
	ui_draw_header(ui, area, ui->pane == 0, title);
	if (area.height < 6)
		return;
	rows = draw_numbers(area_rows(area, 1, area.height), s);
	draw_bar_line(ui, area, 1 + rows, s);
	draw_chart(ui, area_rows(area, 2 + rows, area.height), s);
}

/* ---- the endpoints ---- */

/* After the numbers; without its middle where there is no room for it. */
static void draw_name(struct list *list, const char *name, struct area area, int x, int y)
{
	if (x < area.width)
		paths_draw_ends(list, name ? name : "", "", "",
				area_columns(area, x, area.width - x), y);
}

static void draw_row(struct ui *ui, struct area area, int y, int64_t i)
{
	const struct snap_ssta *s = ssta_of(ui)->snap;
	const struct snap_ssta_row *row = &s->row[i];
	char fails[16] = "      -";
	int x;

	if (row->n_failing >= 0)
		snprintf(fails, sizeof fails, "%7.3f",
			 100.0 * (double)row->n_failing / (double)s->n);
	x = area_printf(area, 1, y, STYLE_NORMAL, "%7.3f %s",
			100.0 * (double)row->n_worst / (double)s->n, fails);
	area_time(area, x + 12, y, STYLE_NORMAL, row->nominal);
	area_time(area, x += 22, y, STYLE_NORMAL, llround(row->sigma));

	draw_name(&ssta_of(ui)->ends, row->name, area, x + 2, y);
}

static void draw_ends(struct ui *ui, struct area area)
{
	const struct snap_ssta *s = ssta_of(ui)->snap;
	struct area body = area_rows(area, 1, area.height);
	struct list *list = &ssta_of(ui)->ends;

	list_place(list, s->n_rows, body);
	if (area.height == 0)
		return;
	area_printf(area, 0, 0, ui->pane == 1 ? STYLE_TITLE : STYLE_DIM,
		    " worst %%  fails%%  nominal %s  sigma %s  endpoint", time_unit(), time_unit());
	for (int y = 0; y < body.height && list->top + y < list->n; y++)
		draw_row(ui, body, y, list->top + y);
	if (ui->pane == 1)
		list_mark(list, body, ">");
}

/* ---- the dies of a bar ---- */

static void draw_die(struct list *list, struct area area, int y, const struct snap_ssta_die *row)
{
	int x = area_printf(area, 1, y, STYLE_NORMAL, "%10" PRId64, row->die) + 12;

	area_time(area, x, y, STYLE_NORMAL, row->slack);
	draw_name(list, row->endpoint, area, x + 2, y);
}

static void draw_dies(struct ui *ui, struct area area)
{
	const struct snap_ssta_dies *dies = dies_of(ui);
	struct area body = area_rows(area, 1, area.height);
	struct list *list = &ssta_of(ui)->dies;

	if (area.height == 0)
		return;
	area_printf(area, 0, 0, ui->pane == 1 ? STYLE_TITLE : STYLE_DIM,
		    "        die    slack %s  %s", time_unit(),
		    !dies                    ? "..."
		    : dies->n > dies->n_rows ? "the worst of them"
					     : "endpoint");
	if (!dies)
		return;
	list_place(list, dies->n_rows, body);
	for (int y = 0; y < body.height && list->top + y < list->n; y++)
		draw_die(list, body, y, &dies->row[list->top + y]);
	if (ui->pane == 1)
		list_mark(list, body, ">");
}

/* ---- the view ---- */

static void draw_nothing(const struct ui *ui, struct area area)
{
	bool busy = !ui->replaying && !ui->in_screen_call && shell_busy(ui->shell);
	int y = area_paragraph(
			area_rows(area, 1, area.height - 1), 0, STYLE_NORMAL,
			"This view shows how slacks vary from die to die: the worst slack of each die "
			"as a histogram, the yield by the period, and each endpoint's spread.") +
		2;

	area_text_cut(area, 0, y, STYLE_DIM,
		      !ui->timeline ? "No dies yet. Enter fills in: " FIRST_RUN
		      : busy        ? "The first dies are computed."
				    : "No dies yet: . computes some.");
}

static void draw(struct ui *ui, struct area area)
{
	struct layout l = ui_layout(ui, area, MAIN_PERCENT, TABLE_PERCENT);
	const struct snap_ssta *s;

	want(ui, bars_room(l.main.height > 0 ? l.main : area));
	s = ui->timeline ? ssta_of(ui)->snap : NULL;
	if (!s) {
		draw_nothing(ui, area_columns(area, 1, area.width - 2));
		ui_draw_third(ui, l.third);
		return;
	}
	list_fit(&ssta_of(ui)->bins, s->axis.n_bins, s->axis.n_bins);
	if (l.main.height > 0)
		draw_histogram(ui, l.main);
	if (l.detail.height > 0 && ssta_of(ui)->lists_dies)
		draw_dies(ui, l.detail);
	else if (l.detail.height > 0)
		draw_ends(ui, l.detail);
	ui_draw_third(ui, l.third);
}

static struct list *list(struct ui *ui, int pane)
{
	struct ssta_view *v = ssta_of(ui);

	if (pane != 1)
		return &v->bins;
	return v->lists_dies ? &v->dies : &v->ends;
}

/* The dies of the selected bar. */
static void enter_bar(struct ui *ui, const struct snap_ssta *s)
{
	struct ssta_view *v = ssta_of(ui);
	int64_t b = v->bins.selected, low;

	if (b >= s->axis.n_bins || s->die[b] < 0) {
		ui_say(ui, STYLE_ACCENT, "there is no die here");
		return;
	}
	low = s->axis.low + b * s->axis.width;
	v->lists_dies = true;
	v->low = s->curve ? 1 - low - s->axis.width : low;
	v->high = v->low + s->axis.width;
	v->dies.selected = v->dies.top = 0;
	ui->pane = 1;
}

static void enter(struct ui *ui)
{
	struct ssta_view *v = ssta_of(ui);
	const struct snap_ssta_dies *dies = dies_of(ui);
	const struct snap_ssta *s = ui->timeline ? v->snap : NULL;
	char number[32];

	if (!s) {
		if (!ui->timeline)
			prompt_open(&ui->prompt, FIRST_RUN);
		return;
	}
	if (ui->pane == 0) {
		enter_bar(ui, s);
		return;
	}
	if (!v->lists_dies && v->ends.selected < s->n_rows && s->row[v->ends.selected].name) {
		ui_call(ui, "ssta_show", "-endpoint", s->row[v->ends.selected].name, NULL);
		return;
	}
	if (!dies || v->dies.selected >= dies->n_rows)
		return;
	snprintf(number, sizeof number, "%" PRId64, dies->row[v->dies.selected].die);
	ui_call(ui, "open_sample", number, NULL);
}

/* From a bar's dies to the endpoints, from the slack of one to the chip's. */
static bool back(struct ui *ui)
{
	struct ssta_view *v = ssta_of(ui);

	if (v->lists_dies) {
		v->lists_dies = false;
		ui->pane = 0;
		return true;
	}
	if (v->snap && v->snap->name && strcmp(v->snap->name, "the chip") != 0) {
		ui_call(ui, "ssta_show", NULL);
		return true;
	}
	return false;
}

static void init(struct ui *ui)
{
	ssta_of(ui)->bins.across = true;
}

static void timeline(const struct ui *ui, struct timeline_words *words)
{
	const struct snap_timeline *t = ui->timeline;
	const struct snap_ssta *s = t && ui->at >= 0 ? ssta_of(ui)->snap : NULL;

	words->share = s && s->n_all > 0 ? (double)s->n / (double)s->n_all : 0;
	if (s && s->n < s->n_all)
		text_printf(&words->more, "%" PRId64 " of %" PRId64 " dies", s->n, s->n_all);
	snprintf(words->place, sizeof words->place, "%.60s",
		 !t || ui->at < 0 ? "no dies" : t->step[ui->at].text);
}

/* A step of ours, and one of [SSTA]'s methods. */
static const struct {
	const char *title, *words, *code;
} steps[] = {
	{"a batch of dies",
	 "Each lane has some dies side by side. Of an arc it draws one number for each of "
	 "them, by a counter derived from the arc's name and the die's number, so the "
	 "same die can be drawn again at any time. Level by level a gate's arrival is the "
	 "latest of its inputs' with the delays of the die.",
	 " for each level\n"
	 "  for each gate of it, each die\n"
	 ">  w = philox(seed, arc, die)\n"
	 ">  z = normal(w)\n"
	 ">  at = max(at, in + d + sigma z)\n"
	 " slack = required - at\n"},
	{"a batch of dies, as the SSTA paper",
	 "For each gate and die a thread: what it needs is gathered in an array before, four "
	 "arrival times whatever the gate has (0 where it has less: not printed, but the delays are); "
	 "means and sigmas are looked up by the gate, and the random numbers were written "
	 "by a Mersenne twister for each lane and by Box and Muller's transformation. A "
	 "die is part of a stream, so it can't be drawn again alone.",
	 " for each level\n"
	 "  for each gate of it, each die\n"
	 ">  u = twister(lane)\n"
	 ">  k = box_muller(u)\n"
	 ">  MEM = gather(in)\n"
	 ">  DEL = max(MEM + mu + k sigma)\n"
	 " slack = required - DEL\n"},
};

static void explain(struct ui *ui, struct explanation_text *out)
{
	const struct snap_ssta *s = ssta_of(ui)->snap;
	bool paper = s && s->is_paper;

	text_add(&out->title, steps[paper].title);
	text_add(&out->words, steps[paper].words);
	out->code = steps[paper].code;
	if (s)
		text_printf(&out->numbers, "%" PRId64 " of %" PRId64 " dies, seed %" PRIu64, s->n,
			    s->n_all, s->seed);
	if (s && s->lane && !paper)
		text_printf(&out->numbers, "\n%s", s->lane);
}

static bool save_picture(struct ui *ui, const char *path)
{
	const struct ssta_view *v = ssta_of(ui);

	if (!ui->timeline || !v->snap)
		return false;
	if (path)
		ui_call(ui, "save_ssta", path, v->curve ? "-curve" : NULL, NULL);
	return true;
}

static void copy(const struct ui *ui, struct script *out)
{
	const struct snap_ssta *s = ssta_of(ui)->snap;

	if (s && ui->timeline && s->curve)
		script_fixed(out, "report_yield -curve 20");
	else if (s && ui->timeline)
		script_fixed(out, "ssta_histogram");
}

/* ---- commands ---- */

static enum status do_plot(struct call *call)
{
	struct ui *ui = call->screen;
	int index;

	TRY(call_choose(call, "histogram|yield|next", &index));
	if (!ui) /* a script's, without a screen */
		return STATUS_OK;
	ssta_of(ui)->curve = index == 2 ? !ssta_of(ui)->curve : index == 1;
	return STATUS_OK;
}

static const struct command commands[] = {
	{"ssta_plot", do_plot, ON_SCREEN_IF_ANY, "histogram|yield|next", 1, 1, NULL,
	 "Plot in view SSTA how the slack is spread, or the yield by the period"},
	{0},
};

const struct view ssta_view = {
	.info = &view_info[VIEW_ssta],
	.n_panes = 2,
	.stepper = STEPPER_SSTA,
	.state_size = sizeof(struct ssta_view),
	.init = init,
	.readings = {VIEW_READING(ssta, struct ssta_view, snap),
		     VIEW_READING(ssta_dies, struct ssta_view, dies_snap)},
	.draw = draw,
	.timeline = timeline,
	.explain = explain,
	.save_picture = save_picture,
	.copy = copy,
	.list = list,
	.enter = enter,
	.back = back,
	.commands = commands,
};
