#include "draw/frame_panel.h"

#include <stdio.h>
#include <string.h>

enum { PAPER = 240, SELECTED = 70, EDGE = 2, LONGEST_LINE = 160 };

struct line {
	char key[32], words[LONGEST_LINE];
};

struct sheet {
	const struct panel *panel;
	const struct canvas *canvas;
	struct letters *letters;
	int32_t line_height, pad;
	struct line title, line[PANEL_LINES];
	int32_t n;
	int32_t key_width, width; /* of the keys with their gap, of a column */
};

static void take_line(const char *begin, size_t length, struct line *out)
{
	const char *tab = memchr(begin, '\t', length);
	size_t key = tab ? (size_t)(tab - begin) : 0, from = tab ? key + 1 : 0;

	snprintf(out->key, sizeof out->key, "%.*s", (int)key, begin);
	snprintf(out->words, sizeof out->words, "%.*s", (int)(length - from), begin + from);
}

static void take_lines(struct sheet *s)
{
	const char *at = s->panel->text;
	bool has_title = !s->panel->is_hint;

	for (bool first = true; *at && s->n < PANEL_LINES; first = false) {
		size_t length = strcspn(at, "\n");

		take_line(at, length, first && has_title ? &s->title : &s->line[s->n]);
		s->n += !(first && has_title);
		at += length + (at[length] != '\0');
	}
}

static void measure(struct sheet *s)
{
	int32_t words = 0;

	for (int32_t i = 0; i < s->n; i++) {
		int32_t key = letters_width(s->letters, s->line[i].key),
			wide = letters_width(s->letters, s->line[i].words);

		s->key_width = key > s->key_width ? key : s->key_width;
		words = wide > words ? wide : words;
	}
	if (s->key_width)
		s->key_width += 2 * s->pad;
	s->width = s->key_width + words;
}

static void write_line(const struct sheet *s, const struct line *line, int32_t x, int32_t y,
		       int32_t width)
{
	char text[LETTERS_LONGEST];

	letters_fit(s->letters, line->key, width, text);
	letters_draw(s->letters, s->canvas, x, y, LETTERS_LEFT, s->panel->accent, text);
	letters_fit(s->letters, line->words, width - s->key_width, text);
	letters_draw(s->letters, s->canvas, x + s->key_width, y, LETTERS_LEFT, s->panel->ink, text);
}

/* A line in the middle of the lower edge, above the read-out's. */
static void draw_hint(struct sheet *s)
{
	int32_t room = s->canvas->width - 4 * s->pad, width = s->width < room ? s->width : room;
	int32_t x = (s->canvas->width - width) / 2;
	int32_t y = s->canvas->height - 3 * s->line_height - 2 * s->pad;

	if (s->n == 0 || width <= 0 || y < 0)
		return;
	canvas_fill(s->canvas, x - s->pad, y - s->pad / 2, width + 2 * s->pad,
		    s->line_height + s->pad, s->panel->paper, PAPER);
	write_line(s, &s->line[0], x, y, width);
}

static bool is_on(const struct panel *p, int32_t x, int32_t y, int32_t width, int32_t height)
{
	return p->pointer_x >= x && p->pointer_x < x + width && p->pointer_y >= y &&
	       p->pointer_y < y + height;
}

/* The line under the pointer, else the selected one. */
static int32_t selected_row(const struct sheet *s, const struct panel_rows *rows)
{
	for (int32_t i = 0; i < rows->n; i++) {
		if (is_on(s->panel, rows->x, rows->y + i * rows->row_height, rows->width,
			  rows->row_height))
			return i;
	}
	return s->panel->row;
}

/* As few columns as have room for all lines, or as many as fit. */
static void draw_sheet(struct sheet *s, struct panel_rows *rows)
{
	int32_t frame = 2 * s->pad, title = s->line_height + s->pad;
	int32_t most = (s->canvas->height - 4 * frame - title) / s->line_height;
	int32_t columns = 1, high, gap = 3 * s->pad, width, x, y;

	most = most < 1 ? 1 : most;
	if (!s->panel->is_menu)
		columns = (s->n + most - 1) / most;
	columns = columns < 1 ? 1 : columns;
	high = (s->n + columns - 1) / columns;
	high = high > most ? most : high;
	width = (s->canvas->width - 4 * frame - (columns - 1) * gap) / columns;
	width = s->width < width ? s->width : width;
	if (width < s->line_height || s->canvas->height < title + s->line_height + 4 * frame)
		return;
	if (letters_width(s->letters, s->title.words) > columns * width + (columns - 1) * gap)
		width = (s->canvas->width - 4 * frame) / columns;
	x = (s->canvas->width - columns * width - (columns - 1) * gap) / 2;
	y = (s->canvas->height - title - high * s->line_height) / 2;
	canvas_fill(s->canvas, x - frame, y - frame,
		    columns * width + (columns - 1) * gap + 2 * frame,
		    title + high * s->line_height + 2 * frame, s->panel->paper, PAPER);
	canvas_fill(s->canvas, x - frame, y - frame, EDGE,
		    title + high * s->line_height + 2 * frame, s->panel->accent, 255);
	letters_draw(s->letters, s->canvas, x, y, LETTERS_LEFT, s->panel->ink, s->title.words);
	y += title;
	if (s->panel->is_menu) {
		int32_t row;

		*rows = (struct panel_rows){x - s->pad, y, width + 2 * s->pad, s->line_height,
					    high};
		row = selected_row(s, rows);
		if (row >= 0 && row < high)
			canvas_fill(s->canvas, rows->x, y + row * s->line_height, rows->width,
				    s->line_height, s->panel->accent, SELECTED);
	}
	for (int32_t i = 0; i < s->n && i < columns * high; i++)
		write_line(s, &s->line[i], x + i / high * (width + gap),
			   y + i % high * s->line_height, width);
}

void frame_panel_draw(const struct panel *panel, int32_t letters, bool plain,
		      const struct canvas *canvas, struct panel_rows *rows)
{
	struct sheet s = {.panel = panel, .canvas = canvas};
	int32_t width;

	*rows = (struct panel_rows){0};
	s.letters = letters_of(letters, plain);
	letters_size(s.letters, "", &width, &s.line_height);
	s.pad = s.line_height / 2;
	take_lines(&s);
	measure(&s);
	if (panel->is_hint)
		draw_hint(&s);
	else
		draw_sheet(&s, rows);
}
