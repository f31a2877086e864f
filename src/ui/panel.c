#include "ui/panel.h"

#include <string.h>

#include "ui/views/search_explain.h"
#include "ui/widgets/graph_text.h"

enum {
	CODE_LEAST = 12,    /* columns of a line of it that goes on */
	CODE_WIDTH = 39,    /* of the pseudocode */
	NUMBERS_WIDTH = 36, /* beside it at least; else they stand below */
	TEXT_WIDTH = 30,    /* beside a picture at least; else it stands above */
	GOOD_WIDTH = 50,    /* what text gets before the picture grows */
	TEXT_HEIGHT = 6,    /* below one at least; else there is none */
};

/* What is in the panel. */
struct content {
	struct explanation_text about; /* a step, or the words of a lesson */
	struct text question;          /* of a lesson */
};

static void content_release(struct content *c)
{
	text_release(&c->about.title);
	text_release(&c->about.words);
	text_release(&c->about.numbers);
	text_release(&c->question);
}

/* ---- content ---- */

static void fill_lesson(const struct ui *ui, struct content *c)
{
	text_printf(&c->about.title, "lesson, %d of %d: %s", ui->lesson.step, ui->lesson.n_steps,
		    text_string(&ui->lesson.title));
	text_add(&c->about.words, text_string(&ui->lesson.text));
	text_add(&c->question, text_string(&ui->lesson.question));
}

/* ---- drawing ---- */

/* One line, on as many rows as it takes, the others indented by two more; returns how many. */
static int draw_code_line(struct area area, int y, enum style style, const char *line)
{
	int indent = (int)strspn(line, "> ") + 2, first = text_columns(line);
	char begin[128];

	if (first <= area.width || indent + CODE_LEAST > area.width) {
		area_text(area, 0, y, style, line);
		return 1;
	}
	for (first = area.width; first > indent && line[first] != ' '; first--)
		;
	first = first > indent ? first : area.width;
	snprintf(begin, sizeof begin, "%.*s", first, line);
	area_text(area, 0, y, style, begin);
	line += first + (line[first] == ' ');
	area = area_columns(area, indent, area.width - indent);
	return 1 + area_paragraph(area, -(y + 1), style, line);
}

/* The lines of the code; returns how many rows they take. */
static int draw_code(struct area area, int y, const char *code)
{
	char line[128];
	int n = 0;

	while (*code) {
		size_t length = strcspn(code, "\n");
		bool now = *code == '>';

		snprintf(line, sizeof line, "%.*s", (int)length, code);
		n += draw_code_line(area, y + n, now ? STYLE_ACCENT : STYLE_NORMAL, line);
		code += length + (code[length] == '\n');
	}
	return n;
}

/* All of it from row `-skip` on; returns its height. */
static int draw_content(const struct content *c, struct area area, int skip)
{
	bool beside = area.width >= CODE_WIDTH + NUMBERS_WIDTH;
	struct area right = area_columns(area, CODE_WIDTH, area.width - CODE_WIDTH);
	int y = 0, n;

	if (c->about.code) {
		y = draw_code(area, -skip, c->about.code);
		if (beside) {
			n = area_paragraph(right, skip, STYLE_NORMAL,
					   text_string(&c->about.numbers));
			y = n > y ? n : y;
		} else {
			y += 1 + area_paragraph(area, skip - y - 1, STYLE_NORMAL,
						text_string(&c->about.numbers));
		}
		y++;
	}
	return y + area_paragraph(area, skip - y, STYLE_NORMAL, text_string(&c->about.words));
}

/* Take the room for a picture from the area, beside or above what is left for text. */
static struct area take_picture(struct graph_text *picture, int text_width, struct area *area)
{
	struct area room = area_rows(*area, 0, 0);
	int width, height;
	bool beside;

	graph_text_size(picture, &width, &height);
	beside = height <= area->height && width + 2 + text_width <= area->width;
	if (!graph_text_grow(picture, beside ? area->width - 2 - GOOD_WIDTH : area->width,
			     beside ? area->height : area->height / 2))
		return room;
	graph_text_size(picture, &width, &height);
	if (beside) {
		room = area_columns(*area, 0, width);
		*area = area_columns(*area, width + 2, area->width - width - 2);
	} else if (width <= area->width && height + 1 + TEXT_HEIGHT <= area->height) {
		room = area_rows(*area, 0, height);
		*area = area_rows(*area, height + 1, area->height - height - 1);
	}
	return room;
}

static void write_caption(const struct content *c, struct text *out)
{
	graph_text_caption(c->about.graph, c->about.walk, out);
	if (c->about.graph->arc_delay)
		text_printf(out, " (%s: change one)", ui_key_of("change_arc next"));
}

/* False when there is no room for it. */
static bool draw_graph(struct ui *ui, const struct content *c, bool numbers, struct area *area)
{
	const struct graph *graph = c->about.graph;
	struct graph_text *picture = graph_text_new(graph, c->about.walk, numbers, ui->arc);
	struct area all = *area, room;
	RELEASED_BY(text_release) struct text caption = TEXT_INIT;

	if (!picture)
		return false;
	room = take_picture(picture, c->about.code ? CODE_WIDTH - 2 : TEXT_WIDTH, area);
	if (room.height > 0) /* else it may not be laid out, for want of memory */
		graph_text_draw(picture, ui->glyphs, room);
	graph_text_free(picture);
	write_caption(c, &caption);
	if (numbers && room.height > 0 && room.height < all.height)
		area_text_cut(area_columns(all, 0, room.width), 1, room.height, STYLE_DIM,
			      text_string(&caption));
	return room.height > 0;
}

/* Where there is no room for numbers in the picture they precede the words. */
static void add_arcs(struct content *c)
{
	struct text words = TEXT_INIT;

	write_caption(c, &words);
	text_add(&words, ": ");
	graph_text_write_arcs(c->about.graph, c->about.walk, &words);
	text_printf(&words, "\n\n%s", text_string(&c->about.words));
	text_release(&c->about.words);
	c->about.words = words;
}

/* What is left of the area. */
static struct area draw_picture(struct ui *ui, struct content *c, struct area area)
{
	const struct graph *graph = c->about.graph;

	if (graph && !draw_graph(ui, c, true, &area) && draw_graph(ui, c, false, &area) &&
	    graph->arc_delay)
		add_arcs(c);
	return area;
}

/* The question stays in sight, below what is moved. */
static struct area draw_question(const struct content *c, struct area area)
{
	const char *question = text_string(&c->question);
	int n = area_paragraph(area_rows(area, 0, 0), 0, STYLE_ACCENT, question);

	if (n == 0 || n > area.height / 2)
		return area;
	area_paragraph(area_rows(area, area.height - n, n), 0, STYLE_ACCENT, question);
	return area_rows(area, 0, area.height - n);
}

void ui_draw_more(const struct list *list, struct area area, bool here)
{
	if (list->top + list->height >= list->n)
		return;
	if (area.width < NARROW_PANEL)
		area_text_right(area, area.width, 0, STYLE_ACCENT, here ? "j" : "Tab");
	else
		area_text_right(area, area.width - 2, 0, STYLE_ACCENT,
				here ? " j for more " : " Tab, j for more ");
}

void panel_draw(struct ui *ui, struct area area)
{
	struct area body = area_columns(area_rows(area, 1, area.height - 1), 1, area.width - 2);
	RELEASED_BY(content_release) struct content content = {0};

	if (!ui->view->explain && !ui_unfolds(ui))
		search_show_graph(ui, &content.about);
	if (ui_unfolds(ui))
		ui->view->unfold(ui, &content.about);
	else if (ui->explaining)
		(ui->view->explain ? ui->view->explain : search_explain)(ui, &content.about);
	else
		fill_lesson(ui, &content);
	body = draw_picture(ui, &content, draw_question(&content, body));
	list_fit(&ui->panel, draw_content(&content, area_rows(body, 0, 0), 0), body.height);
	draw_content(&content, body, (int)ui->panel.top);
	ui_draw_header(ui, area, ui_in_panel(ui), text_string(&content.about.title));
	ui_draw_more(&ui->panel, area, ui_in_panel(ui));
}
