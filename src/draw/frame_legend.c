#include "draw/frame_legend.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/axis.h"
#include "base/grow.h"

enum {
	PAPER = 200,         /* 255ths of the background of text */
	SHORTEST_RULER = 12, /* pixels */
	FULL_WIDTH = 300,    /* below these there is neither title nor ruler … */
	FULL_HEIGHT = 200,
	BAR_WIDTH = 120, /* … and below these no bar */
	BAR_HEIGHT = 80,
	LEAST_BAR = 4, /* lines */
	USUAL_BAR = 10,
	PANELS = LEGEND_LABELS + 4,
};

struct box {
	int32_t x, y, width, height;
};

/* What is drawn on, and what of it is taken. */
struct page {
	const struct legend *legend;
	const struct canvas *canvas;
	struct letters *letters;
	int32_t line;   /* height of one */
	int32_t pad;    /* from a panel's edge to what is in it */
	int32_t margin; /* from the canvas' edge to a panel */
	int32_t thin;   /* lines of the drawing */
	int32_t right;  /* where the colour bar's panel begins, or the canvas ends … */
	int32_t bottom; /* … and the read-out */
	int32_t below;  /* where swatches begin */
	struct box panel[PANELS];
	int32_t n_panels;
};

void legend_add_swatch(struct legend *legend, uint32_t colour, const char *format, ...)
{
	va_list args;

	if (legend->n_swatches == LEGEND_SWATCHES)
		return;
	va_start(args, format);
	vsnprintf(legend->swatch[legend->n_swatches].text, sizeof legend->swatch->text, format,
		  args);
	va_end(args);
	legend->swatch[legend->n_swatches++].colour = colour & 0xffffff;
}

int32_t legend_letters(int32_t width, int32_t height)
{
	int32_t line = 8 + (width < height ? width : height) / 90;

	return line < 12 ? 12 : line > 32 ? 32 : line;
}

static void fill(const struct page *page, const struct box *box, uint32_t colour, int32_t alpha)
{
	canvas_fill(page->canvas, box->x, box->y, box->width, box->height, colour, alpha);
}

static void write(const struct page *page, int32_t x, int32_t y, int where, const char *text)
{
	letters_draw(page->letters, page->canvas, x, y, where, page->legend->ink, text);
}

static bool place_is_free(const struct page *page, const struct box *box)
{
	EACH_ITEM(p, page->panel, page->n_panels) {
		if (box->x < p->x + p->width && p->x < box->x + box->width &&
		    box->y < p->y + p->height && p->y < box->y + box->height)
			return false;
	}
	return true;
}

/* Half-transparent paper; false when there is no room for it. */
static bool add_panel(struct page *page, struct box box)
{
	if (box.x < 0 || box.y < 0 || box.x + box.width > page->canvas->width ||
	    box.y + box.height > page->canvas->height || page->n_panels == PANELS ||
	    !place_is_free(page, &box))
		return false;
	fill(page, &box, page->legend->paper, PAPER);
	page->panel[page->n_panels++] = box;
	return true;
}

/* ---- the colour bar ---- */

struct scale {
	const char *unit, *name; /* "" = none */
	struct legend_tick tick[LEGEND_TICKS];
	int32_t n;
	struct box panel, bar;
	int32_t tip;  /* height of the marks at clipped ends */
	int32_t dash; /* of a tick, and the gap after it */
};

/* The bar is half as high as the frame, or ten lines, where there is room; false where there is
 * none. */
static const char no_data[] = "no data";

static bool lay_out_bar(const struct page *page, struct scale *s)
{
	int32_t line = page->line, over = s->tip + page->pad;
	int32_t above = *s->unit ? line : 0;
	int32_t below = (*s->name ? line : 0) + (page->legend->has_gaps ? line : 0);
	int32_t room = page->bottom - 2 * page->margin - 2 * page->pad - 2 * over - above - below;
	int32_t half = page->canvas->height / 2;
	int32_t wanted = half > USUAL_BAR * line ? half : USUAL_BAR * line;

	if (page->canvas->width < BAR_WIDTH || page->canvas->height < BAR_HEIGHT)
		return false;
	s->bar.width = line * 4 / 5;
	s->bar.height = wanted < room ? wanted : room;
	s->panel.y = page->margin;
	s->bar.y = s->panel.y + page->pad + above + over;
	s->panel.height = s->bar.height + 2 * page->pad + 2 * over + above + below;
	return s->bar.height >= LEAST_BAR * line;
}

static void lay_out_ticks(const struct page *page, struct scale *s)
{
	int32_t labels = 0, wide;

	s->n = legend_ticks(page->legend, 1.1 * page->line / s->bar.height, s->tick);
	for (int32_t i = 0; i < s->n; i++) {
		wide = letters_width(page->letters, s->tick[i].text);
		labels = wide > labels ? wide : labels;
	}
	wide = s->bar.width + 2 * s->dash + labels;
	wide = letters_width(page->letters, s->unit) > wide ? letters_width(page->letters, s->unit)
							    : wide;
	wide = letters_width(page->letters, s->name) > wide ? letters_width(page->letters, s->name)
							    : wide;
	if (page->legend->has_gaps &&
	    wide < s->bar.width + s->dash + letters_width(page->letters, no_data))
		wide = s->bar.width + s->dash + letters_width(page->letters, no_data);
	s->panel.width = wide + 2 * page->pad;
	s->panel.x = page->canvas->width - page->margin - s->panel.width;
	s->bar.x = s->panel.x + page->pad;
}

/* A triangle beyond an end, in its colour: `up` from row y, or down. */
static void draw_tip(const struct page *page, const struct scale *s, int32_t y, bool up)
{
	uint32_t colour = page->legend->colour[up ? LEGEND_COLOURS - 1 : 0];

	for (int32_t i = 0; i < s->tip; i++) {
		int32_t cut = (int32_t)((int64_t)(i + 1) * s->bar.width / 2 / (s->tip + 1));
		int32_t wide = s->bar.width - 2 * cut, row = up ? y - 1 - i : y + i;
		int32_t edge = wide < 2 * page->thin ? wide / 2 : page->thin;

		canvas_fill(page->canvas, s->bar.x + cut, row, wide, 1, page->legend->ink, 255);
		if (i < s->tip - page->thin)
			canvas_fill(page->canvas, s->bar.x + cut + edge, row, wide - 2 * edge, 1,
				    colour, 255);
	}
}

static void draw_colours(const struct page *page, const struct scale *s)
{
	const struct box *bar = &s->bar;
	struct box frame = {bar->x - page->thin, bar->y - page->thin, bar->width + 2 * page->thin,
			    bar->height + 2 * page->thin};

	fill(page, &frame, page->legend->ink, 255);
	for (int32_t y = 0; y < bar->height; y++) {
		int64_t at = (int64_t)(bar->height - 1 - y) * LEGEND_COLOURS / bar->height;

		canvas_fill(page->canvas, bar->x, bar->y + y, bar->width, 1,
			    page->legend->colour[at], 255);
	}
	if (page->legend->clipped_high)
		draw_tip(page, s, frame.y, true);
	if (page->legend->clipped_low)
		draw_tip(page, s, frame.y + frame.height, false);
}

static void draw_ticks(const struct page *page, const struct scale *s)
{
	int32_t right = s->bar.x + s->bar.width;

	for (int32_t i = 0; i < s->n; i++) {
		int32_t y =
			s->bar.y + (int32_t)lround((1 - s->tick[i].place) * (s->bar.height - 1));

		canvas_fill(page->canvas, right, y - page->thin / 2, s->dash, page->thin,
			    page->legend->ink, 255);
		write(page, right + 2 * s->dash, y - page->line / 2, LETTERS_LEFT, s->tick[i].text);
	}
}

/* Below the bar what places look like that have no value. */
static void draw_gaps(const struct page *page, const struct scale *s, int32_t y)
{
	int32_t side = page->line * 2 / 3;
	struct box frame = {s->bar.x, y + (page->line - side) / 2, s->bar.width, side};

	fill(page, &frame, page->legend->ink, 255);
	canvas_fill(page->canvas, frame.x + page->thin, frame.y + page->thin,
		    frame.width - 2 * page->thin, side - 2 * page->thin, page->legend->gap_colour,
		    255);
	write(page, s->bar.x + s->bar.width + s->dash, y, LETTERS_LEFT, no_data);
}

static void draw_scale(struct page *page)
{
	const struct legend *legend = page->legend;
	struct scale s = {.unit = strcmp(legend->unit, "1") == 0 ? "" : legend->unit,
			  .name = legend->scale_name ? legend->scale_name : "",
			  .tip = page->line / 2,
			  .dash = page->line / 4};
	int32_t below;

	if (!legend->has_scale || !lay_out_bar(page, &s))
		return;
	lay_out_ticks(page, &s);
	if (!add_panel(page, s.panel))
		return;
	page->right = s.panel.x;
	page->below = s.panel.y + s.panel.height + page->margin;
	draw_colours(page, &s);
	draw_ticks(page, &s);
	write(page, s.bar.x, s.panel.y + page->pad, LETTERS_LEFT, s.unit);
	below = s.panel.y + s.panel.height - page->pad - page->line;
	if (legend->has_gaps)
		draw_gaps(page, &s, below);
	write(page, s.bar.x, below - (legend->has_gaps ? page->line : 0), LETTERS_LEFT, s.name);
}

/* Squares and what they mean, in the upper right corner or below the scale. */
static void draw_swatches(struct page *page)
{
	const struct legend *legend = page->legend;
	int32_t side = page->line * 2 / 3, gap = page->line / 3, wide = 0;
	struct box panel = {.y = page->below,
			    .height = legend->n_swatches * page->line + 2 * page->pad};

	for (int32_t i = 0; i < legend->n_swatches; i++) {
		int32_t text = letters_width(page->letters, legend->swatch[i].text);

		wide = text > wide ? text : wide;
	}
	panel.width = side + gap + wide + 2 * page->pad;
	panel.x = page->canvas->width - page->margin - panel.width;
	if (!legend->n_swatches || page->canvas->width < BAR_WIDTH ||
	    panel.y + panel.height > page->bottom || !add_panel(page, panel))
		return;
	page->right = panel.x < page->right ? panel.x : page->right;
	for (int32_t i = 0; i < legend->n_swatches; i++) {
		int32_t x = panel.x + page->pad, y = panel.y + page->pad + i * page->line;

		canvas_fill(page->canvas, x, y + (page->line - side) / 2, side, side,
			    legend->swatch[i].colour, 255);
		write(page, x + side + gap, y, LETTERS_LEFT, legend->swatch[i].text);
	}
}

/* ---- title, ruler, read-out ---- */

static bool is_full(const struct page *page)
{
	return page->canvas->width >= FULL_WIDTH && page->canvas->height >= FULL_HEIGHT;
}

/* Left of the colour bar. */
static void draw_title(struct page *page)
{
	int32_t room = page->right - 2 * page->margin - 2 * page->pad;
	char text[LETTERS_LONGEST];

	letters_fit(page->letters, page->legend->title, room, text);
	if (*text && is_full(page) &&
	    add_panel(page, (struct box){page->margin, page->margin,
					 letters_width(page->letters, text) + 2 * page->pad,
					 page->line + page->pad}))
		write(page, page->margin + page->pad, page->margin + page->pad / 2, LETTERS_LEFT,
		      text);
}

static void length_text(double microns, char *out, size_t size)
{
	if (microns >= 1000)
		snprintf(out, size, "%g mm", microns / 1000);
	else if (microns >= 1)
		snprintf(out, size, "%g µm", microns);
	else
		snprintf(out, size, "%g nm", microns * 1000);
}

/* A round length of about a fifth of the frame's width. */
static void draw_ruler(struct page *page)
{
	double per_um = page->legend->pixels_per_um;
	/* a step is up to half more than what it is of */
	double room = (page->legend->beside - page->margin - 2 * page->pad) / 1.5;
	double most = page->canvas->width / 5.0;
	double length = axis_step((room < SHORTEST_RULER ? most : fmin(room, most)) / per_um, 1);
	int32_t label, wide, inner, tall = page->line / 3, x = page->margin + page->pad, y;
	char text[32];

	if (!is_full(page) || !(per_um > 1e-12 && per_um < 1e12))
		return;
	length_text(length, text, sizeof text);
	wide = (int32_t)lround(length * per_um);
	label = letters_width(page->letters, text);
	inner = label > wide ? label : wide;
	y = page->bottom - page->margin - page->pad - tall;
	if (page->legend->at_right)
		x = page->canvas->width - page->margin - page->pad - inner;
	if (!add_panel(page, (struct box){x - page->pad, y - page->line - page->pad / 2,
					  inner + 2 * page->pad,
					  page->line + tall + page->pad + page->pad / 2}))
		return;
	write(page, x + inner / 2, y - page->line, LETTERS_MIDDLE, text);
	x += (inner - wide) / 2;
	canvas_fill(page->canvas, x, y, page->thin, tall, page->legend->ink, 255);
	canvas_fill(page->canvas, x + wide - page->thin, y, page->thin, tall, page->legend->ink,
		    255);
	canvas_fill(page->canvas, x + page->thin, y + tall - page->thin, wide - 2 * page->thin,
		    page->thin, page->legend->ink, 255);
}

/* A strip along the lower edge. */
static void draw_readout(struct page *page)
{
	int32_t height = page->line + page->pad;
	char text[LETTERS_LONGEST];

	letters_fit(page->letters, page->legend->readout, page->canvas->width - 2 * page->pad,
		    text);
	if (!*text || page->canvas->height < 2 * height)
		return;
	page->bottom = page->canvas->height - height;
	add_panel(page, (struct box){0, page->bottom, page->canvas->width, height});
	write(page, page->margin + page->pad, page->bottom + page->pad / 2, LETTERS_LEFT, text);
}

/* ---- labels ---- */

static int32_t inside(double at, int32_t size, int32_t most)
{
	return (int32_t)fmax(0, fmin(at, most - size));
}

/* A line up or down, or two, or three, where others are; false where there is no room. */
static bool find_room(const struct page *page, const struct legend_label *label, struct box *box)
{
	int32_t y;

	if (!isfinite(label->x) || !isfinite(label->y))
		return false;
	y = inside(label->y, box->height, page->canvas->height);
	box->x = inside(label->x - page->pad / 2, box->width, page->canvas->width);
	for (int i = 0; i < 7; i++) {
		int step = (i + 1) / 2 * (i % 2 ? 1 : -1);

		box->y = inside(y + step * (box->height + 1), box->height, page->canvas->height);
		if (place_is_free(page, box))
			return true;
	}
	return false;
}

static void draw_label(struct page *page, const struct legend_label *label)
{
	struct box box = {.height = page->line};
	char text[LETTERS_LONGEST];

	letters_fit(page->letters, label->text, page->canvas->width - page->pad, text);
	box.width = letters_width(page->letters, text) + page->pad;
	if (!*text || page->canvas->height < box.height || !find_room(page, label, &box))
		return;
	if (add_panel(page, box))
		letters_draw(page->letters, page->canvas, box.x + page->pad / 2, box.y,
			     LETTERS_LEFT, label->colour, text);
}

void frame_legend_draw(const struct legend *legend, int32_t letters, bool plain,
		       const struct canvas *canvas)
{
	struct page page = {.legend = legend,
			    .canvas = canvas,
			    .right = canvas->width,
			    .bottom = canvas->height};
	int32_t height, width;

	if (canvas->width < 1 || canvas->height < 1)
		return;
	if (letters <= 0)
		letters = legend_letters(canvas->width, canvas->height);
	page.letters = letters_of(letters, plain);
	letters_size(page.letters, "", &width, &height);
	page.line = height;
	page.pad = height / 3;
	page.margin = height / 2;
	page.below = page.margin;
	page.thin = height < 24 ? 1 : height / 12;
	draw_readout(&page);
	draw_scale(&page);
	draw_swatches(&page);
	draw_title(&page);
	draw_ruler(&page);
	for (int32_t i = 0; i < legend->n_labels && i < LEGEND_LABELS; i++)
		draw_label(&page, &legend->label[i]);
}
