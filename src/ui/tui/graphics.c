#include "ui/tui/graphics.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "base/grow.h"
#include "ui/tui/kitty.h"
#include "ui/tui/sixel.h"

enum {
	TILE_COLUMNS = 20,
	TILE_ROWS = 6,
	MOST_TILES = 512,        /* with ids of 12 bits below those of a process */
	BUDGET_BYTES = 64 << 10, /* of a frame, … */
	BUDGET_PIXELS = 100000,  /* … and what is packed for it: a few milliseconds */
	FLIGHT_MS = 2000,        /* for the answer to a frame */
	ANSWER_MS = 1000,
	MOST_ERRORS = 3,
	MOST_CELL = 256,
	DELETE_SIZE = 48, /* bytes of a command that removes one */
	ATTRIBUTE_SIXEL = 4,
};

/* Ids below a process' own. */
enum { ID_ASK = 1, ID_ASK_SHARED, ID_TILES };

enum method { METHOD_NONE, METHOD_KITTY, METHOD_SIXEL };

struct tile {
	int image, column, row, columns, rows; /* cells, from the image's corner */
	bool placed;                           /* it shows what `shown` has */
};

/* An image as the terminal has it. */
struct layer {
	int x, y, columns, rows; /* cells */
	int32_t width;           /* pixels of a row */
	uint32_t *shown;         /* owned */
};

struct graphics {
	enum graphics_choice choice;
	enum method method;
	bool in_tmux;
	enum background background;
	bool asked, answered; /* DA1, which ends the wait */
	bool has_kitty, has_shared, has_sixel, has_colours;
	bool no_shared;              /* it didn't work out */
	double since;                /* when it was asked */
	int cell_width, cell_height; /* pixels; 0 = not known yet */
	uint32_t base;               /* of ids */
	struct layer layer[SURFACE_IMAGES];
	int n_layers, n_tiles;
	struct tile *tile; /* owned [n_tiles] */
	bool recut;        /* they have to be cut otherwise */
	bool more;         /* tiles that have to be sent yet */
	bool in_flight;    /* the last frame has no answer yet */
	double sent;       /* when that was */
	int n_errors;
	char why[96];                                      /* there are none; "" = nothing to say */
	struct kitty_object probe, object[SURFACE_IMAGES]; /* of tile 0, 1, …, in flight */
	int n_late
		[SURFACE_IMAGES]; /* answers to earlier objects of the tile, not waited for any more */
	bool came_late[SURFACE_IMAGES]; /* one of them has come since the last object was sent */
};

/* ---- on a crash ---- */

static char crash_bytes[MOST_TILES * DELETE_SIZE];
static volatile sig_atomic_t crash_length;

const char *graphics_on_crash(size_t *length)
{
	kitty_drop_on_crash();
	*length = (size_t)crash_length;
	return crash_bytes;
}

/* ---- what there is ---- */

static bool is_in_tmux(void)
{
	const char *term = getenv("TERM"), *tmux = getenv("TMUX");

	return (tmux && *tmux) ||
	       (term && (strncmp(term, "tmux", 4) == 0 || strncmp(term, "screen", 6) == 0));
}

enum status graphics_new(enum graphics_choice choice, struct graphics **out)
{
	struct graphics *g;
	uint32_t random = 1;

	TRY(ALLOC(&g, 1));
	if (getrandom(&random, sizeof random, GRND_NONBLOCK) != sizeof random)
		random = (uint32_t)(uintptr_t)g;
	for (int i = 0; i < SURFACE_IMAGES; i++)
		g->object[i].place = i + 1;
	g->choice = choice;
	g->in_tmux = is_in_tmux();
	/* 24 bits, as tmux' placeholders have no more, and not those that small numbers have. */
	g->base = ((random & 0x7ff) | 0x800) << 12;
	snprintf(g->why, sizeof g->why, "%s",
		 choice == GRAPHICS_NONE ? "--graphics none" : "the terminal hasn't answered");
	*out = g;
	return STATUS_OK;
}

static void drop_layers(struct graphics *g)
{
	for (int i = 0; i < g->n_layers; i++)
		free(g->layer[i].shown);
	RESET(free, g->tile);
	g->n_layers = g->n_tiles = 0;
	g->more = g->recut = false;
	crash_length = 0;
}

void graphics_free(struct graphics *g)
{
	if (!g)
		return;
	drop_layers(g);
	kitty_object_drop(&g->probe);
	for (int i = 0; i < SURFACE_IMAGES; i++)
		kitty_object_drop(&g->object[i]);
	free(g);
}

/* ---- questions and answers ---- */

/* Some terminals print what they don't know, and have no answer. */
static bool is_simple(void)
{
	const char *term = getenv("TERM");

	return !term || strcmp(term, "linux") == 0 || strncmp(term, "vt", 2) == 0 ||
	       strcmp(term, "dumb") == 0;
}

static bool uses_shared(const struct graphics *g)
{
	return g->has_shared && !g->no_shared && !g->in_tmux;
}

/* By its own size, where the terminal gives it. */
static void take_size(struct graphics *g, const struct winsize *size)
{
	g->cell_width = g->cell_height = 0;
	if (!size->ws_col || !size->ws_row || !size->ws_xpixel || !size->ws_ypixel)
		return;
	g->cell_width = size->ws_xpixel / size->ws_col;
	g->cell_height = size->ws_ypixel / size->ws_row;
	if (g->cell_width > MOST_CELL || g->cell_height > MOST_CELL || g->cell_width < 2 ||
	    g->cell_height < 2)
		g->cell_width = g->cell_height = 0;
}

void graphics_ask(struct graphics *g, const struct winsize *size, double now, struct text *out)
{
	take_size(g, size);
	if (g->asked || is_simple()) {
		if (!g->asked)
			snprintf(g->why, sizeof g->why, "a terminal of this type has none");
		return;
	}
	g->asked = true;
	g->since = now;
	/* 24 bits of colour: are they there when they have been set? */
	text_add(out, "\0337\033[48;2;1;2;3m\033P$qm\033\\\033[m\0338");
	text_add(out, "\033]11;?\033\\"); /* the background's colour */
	if (g->choice != GRAPHICS_NONE) {
		if (g->cell_width == 0)
			text_add(out, "\033[16t");
		if (g->choice != GRAPHICS_SIXEL && !g->in_tmux) {
			kitty_ask(out, g->base + ID_ASK);
			kitty_ask_shared(out, g->base + ID_ASK_SHARED, &g->probe);
		}
	}
	text_add(out, "\033[c");
}

void graphics_resized(struct graphics *g, const struct winsize *size, double now, struct text *out)
{
	take_size(g, size);
	if (g->cell_width == 0 && g->method != METHOD_NONE) {
		g->since = now;
		text_add(out, "\033[16t");
	}
}

static void choose(struct graphics *g)
{
	bool kitty = g->choice == GRAPHICS_KITTY || (g->choice == GRAPHICS_AUTO && g->has_kitty);
	bool sixel = g->choice == GRAPHICS_SIXEL || (g->choice == GRAPHICS_AUTO && g->has_sixel);

	g->method = kitty ? METHOD_KITTY : sixel ? METHOD_SIXEL : METHOD_NONE;
	if (g->method != METHOD_NONE)
		g->why[0] = '\0';
	else if (g->choice == GRAPHICS_AUTO)
		snprintf(g->why, sizeof g->why,
			 "the terminal has answered that it has neither kitty's nor sixel");
}

static bool has_objects(const struct graphics *g)
{
	return ANY(i, 0, SURFACE_IMAGES, g->object[i].name[0]);
}

/* What is in flight isn't waited for any more. Answers come in order: if one to an earlier object came meanwhile and
 * none to this one, others got lost. */
static void end_flight(struct graphics *g)
{
	g->in_flight = false;
	for (int i = 0; i < SURFACE_IMAGES; i++) {
		if (!g->object[i].name[0])
			continue;
		g->n_late[i] = g->came_late[i] ? 0 : g->n_late[i] + 1;
		kitty_object_drop(&g->object[i]);
	}
}

static void give_up(struct graphics *g, const char *message)
{
	g->method = METHOD_NONE;
	snprintf(g->why, sizeof g->why, "the terminal refused a picture: %.60s", message);
}

/* Also of a tile that isn't there any more, as the pictures have changed meanwhile. */
static void take_tile(struct graphics *g, uint32_t i, const struct reply *reply)
{
	if (i < SURFACE_IMAGES && g->n_late[i] > 0) {
		g->n_late[i]--;
		g->came_late[i] = true;
		return;
	}
	if (i < SURFACE_IMAGES)
		kitty_object_drop(&g->object[i]);
	g->in_flight = has_objects(g);
	if (reply->ok) {
		g->n_errors = 0;
		return;
	}
	if (uses_shared(g)) /* it can't be read there, or has no room */
		g->no_shared = g->recut = true;
	else if (++g->n_errors >= MOST_ERRORS)
		give_up(g, reply->message);
	graphics_cleared(g);
}

static void take_kitty(struct graphics *g, const struct reply *reply)
{
	uint32_t id = reply->id - g->base;

	if (id == ID_ASK) {
		g->has_kitty |= reply->ok && !g->answered;
	} else if (id == ID_ASK_SHARED) {
		g->has_shared |= reply->ok;
		kitty_object_drop(&g->probe);
	} else if (id >= ID_TILES && id < ID_TILES + MOST_TILES && g->method == METHOD_KITTY) {
		take_tile(g, id - ID_TILES, reply);
	}
}

void graphics_take(struct graphics *g, const struct reply *reply)
{
	unsigned rgb[3];

	switch (reply->kind) {
	case REPLY_KITTY:
		take_kitty(g, reply);
		break;
	case REPLY_ATTRIBUTES:
		if (!g->asked || g->answered)
			break;
		g->answered = true;
		kitty_object_drop(&g->probe);
		for (int i = 1; i < reply->n; i++)
			g->has_sixel |= reply->number[i] == ATTRIBUTE_SIXEL;
		if (g->choice != GRAPHICS_NONE)
			choose(g);
		break;
	case REPLY_CELL:
		if (g->cell_width || reply->number[1] < 2 || reply->number[2] < 2 ||
		    reply->number[1] > MOST_CELL || reply->number[2] > MOST_CELL)
			break;
		g->cell_height = reply->number[1];
		g->cell_width = reply->number[2];
		break;
	case REPLY_STATUS:
		g->in_flight &= g->method != METHOD_SIXEL;
		break;
	case REPLY_BACKGROUND:
		if (sscanf(reply->message, "rgb:%2x%*[^/]/%2x%*[^/]/%2x", &rgb[0], &rgb[1],
			   &rgb[2]) == 3)
			g->background = 3 * rgb[0] + 6 * rgb[1] + rgb[2] > 1275 ? BACKGROUND_LIGHT
										: BACKGROUND_DARK;
		break;
	case REPLY_RENDITION:
		g->has_colours |= reply->ok && (strstr(reply->message, "48:2:") != NULL ||
						strstr(reply->message, "48;2;1;2;3") != NULL);
		break;
	}
}

bool graphics_is_waiting(const struct graphics *g, double now)
{
	return (g->asked && !g->answered && now - g->since < ANSWER_MS) ||
	       (g->in_flight && now - g->sent < ANSWER_MS);
}

bool graphics_found_colours(const struct graphics *g)
{
	return g->has_colours || g->has_kitty;
}

enum background graphics_background(const struct graphics *g)
{
	return g->background;
}

bool graphics_cell(const struct graphics *g, int *width, int *height)
{
	*width = g->cell_width;
	*height = g->cell_height;
	return g->method != METHOD_NONE && g->cell_width > 0;
}

/* ---- tiles ---- */

void graphics_cleared(struct graphics *g)
{
	for (int i = 0; i < g->n_tiles; i++)
		g->tile[i].placed = false;
}

static bool is_laid_out(const struct graphics *g, const struct surface *s)
{
	if (g->n_layers != s->n_images || g->recut)
		return false;
	for (int i = 0; i < s->n_images; i++) {
		const struct layer *l = &g->layer[i];
		const struct surface_image *m = &s->image[i];

		if (l->x != m->x || l->y != m->y || l->columns != m->columns ||
		    l->rows != m->rows || l->width != m->columns * g->cell_width)
			return false;
	}
	return true;
}

bool graphics_must_clear(const struct graphics *g, const struct surface *s)
{
	return g->method == METHOD_SIXEL && g->n_layers > 0 && !is_laid_out(g, s);
}

static void note_for_crash(struct graphics *g)
{
	RELEASED_BY(text_release) struct text all = TEXT_INIT;

	crash_length = 0;
	for (int i = 0; i < g->n_tiles && g->method == METHOD_KITTY; i++)
		kitty_delete(&all, g->base + ID_TILES + (uint32_t)i, g->in_tmux);
	if (text_status(&all) == STATUS_OK && all.length <= (int64_t)sizeof crash_bytes) {
		memcpy(crash_bytes, text_string(&all), (size_t)all.length);
		crash_length = (sig_atomic_t)all.length;
	}
}

/* The parts of an image; through shared memory it is one. */
static enum status cut(struct graphics *g, int image, int64_t *capacity)
{
	const struct layer *l = &g->layer[image];
	int columns = uses_shared(g) ? l->columns : TILE_COLUMNS;
	int rows = uses_shared(g) ? l->rows : TILE_ROWS;

	for (int y = 0; y < l->rows; y += rows) {
		for (int x = 0; x < l->columns; x += columns) {
			if (g->n_tiles == MOST_TILES)
				return STATUS_OK;
			TRY(APPEND(g->tile, g->n_tiles, capacity,
				   (struct tile){.image = image,
						 .column = x,
						 .row = y,
						 .columns = l->columns - x < columns
								    ? l->columns - x
								    : columns,
						 .rows = l->rows - y < rows ? l->rows - y : rows}));
		}
	}
	return STATUS_OK;
}

static enum status lay_out(struct graphics *g, const struct surface *s)
{
	int64_t capacity = 0;

	for (int i = 0; i < s->n_images; i++) {
		struct layer *l = &g->layer[i];
		const struct surface_image *m = &s->image[i];

		*l = (struct layer){m->x, m->y, m->columns, m->rows, m->columns * g->cell_width,
				    NULL};
		g->n_layers = i + 1;
		TRY(ALLOC(&l->shown, (int64_t)l->width * m->rows * g->cell_height));
		TRY(cut(g, i, &capacity));
	}
	note_for_crash(g);
	return STATUS_OK;
}

/* Where a tile's pixels are in its image. */
static int64_t pixels_at(const struct graphics *g, const struct tile *t)
{
	return (int64_t)t->row * g->cell_height * g->layer[t->image].width +
	       t->column * g->cell_width;
}

static bool is_shown(const struct graphics *g, const struct tile *t, const uint32_t *pixel)
{
	const struct layer *l = &g->layer[t->image];
	const uint32_t *now = pixel + pixels_at(g, t), *then = l->shown + pixels_at(g, t);

	if (!t->placed)
		return false;
	for (int y = 0; y < t->rows * g->cell_height; y++) {
		if (memcmp(now + (int64_t)y * l->width, then + (int64_t)y * l->width,
			   (size_t)(t->columns * g->cell_width) * sizeof *now) != 0)
			return false;
	}
	return true;
}

static void note_shown(struct graphics *g, struct tile *t, const uint32_t *pixel)
{
	const struct layer *l = &g->layer[t->image];
	int64_t at = pixels_at(g, t);

	for (int y = 0; y < t->rows * g->cell_height; y++, at += l->width)
		memcpy(l->shown + at, pixel + at,
		       (size_t)(t->columns * g->cell_width) * sizeof *pixel);
	t->placed = true;
}

/* Nothing has been written over any of its cells. */
static bool tile_is_free(const struct graphics *g, const struct tile *t, const struct surface *s)
{
	const struct layer *l = &g->layer[t->image];

	for (int y = 0; y < t->rows; y++) {
		const struct cell *cell =
			s->cell + (l->y + t->row + y) * s->width + l->x + t->column;

		for (int x = 0; x < t->columns; x++) {
			if (cell[x].style != STYLE_IMAGE)
				return false;
		}
	}
	return true;
}

static void send_tile(struct graphics *g, int i, const uint32_t *pixel, struct text *out)
{
	struct tile *t = &g->tile[i];
	const struct layer *l = &g->layer[t->image];
	struct kitty_image image = {.id = g->base + ID_TILES + (uint32_t)i,
				    .pixel = pixel + pixels_at(g, t),
				    .stride = l->width,
				    .width = t->columns * g->cell_width,
				    .height = t->rows * g->cell_height,
				    .column = l->x + t->column,
				    .row = l->y + t->row,
				    .columns = t->columns,
				    .rows = t->rows,
				    .answer = true};

	if (g->method == METHOD_SIXEL) {
		text_printf(out, "\033[%d;%dH", image.row + 1, image.column + 1);
		sixel_add(out, image.pixel, image.stride, image.width, image.height);
	} else if (!uses_shared(g)) {
		kitty_add(out, &image, g->in_tmux);
	} else if (i >= SURFACE_IMAGES || !kitty_add_shared(out, &image, &g->object[i])) {
		g->no_shared = g->recut = g->more = true;
		return;
	} else {
		g->came_late[i] = false;
	}
	note_shown(g, t, pixel);
}

static bool must_be_sent(const struct graphics *g, const struct tile *t, const struct surface *s)
{
	return tile_is_free(g, t, s) && !is_shown(g, t, s->image[t->image].pixel);
}

/* Text is where it was. */
static void remove_tile(struct graphics *g, int i, struct text *out)
{
	g->tile[i].placed = false;
	if (g->method == METHOD_KITTY)
		kitty_delete(out, g->base + ID_TILES + (uint32_t)i, g->in_tmux);
}

static void send_tiles(struct graphics *g, const struct surface *s, double now, struct text *out)
{
	int64_t begin = out->length, pixels = 0;
	int n = 0;

	g->more = false;
	for (int i = 0; i < g->n_tiles; i++) {
		struct tile *t = &g->tile[i];

		if (t->placed && !tile_is_free(g, t, s))
			remove_tile(g, i, out);
		if (!must_be_sent(g, t, s))
			continue;
		if (g->in_flight || out->length - begin > BUDGET_BYTES || pixels > BUDGET_PIXELS) {
			g->more = true;
			continue;
		}
		send_tile(g, i, s->image[t->image].pixel, out);
		pixels += (int64_t)t->columns * g->cell_width * t->rows * g->cell_height;
		n++;
	}
	if (n == 0)
		return;
	if (g->method == METHOD_SIXEL)
		text_add(out, "\033[5n");
	g->in_flight = !g->in_tmux || g->method == METHOD_SIXEL;
	g->sent = now;
}

void graphics_show(struct graphics *g, const struct surface *s, double now, struct text *out)
{
	int64_t begin, kept;

	if (g->in_flight && now - g->sent > FLIGHT_MS)
		end_flight(g);
	if (!is_laid_out(g, s))
		graphics_hide(g, out);
	if (s->n_images == 0 || g->method == METHOD_NONE || g->cell_width == 0)
		return;
	if (g->n_layers == 0 && lay_out(g, s) != STATUS_OK) {
		memory_note_short();
		drop_layers(g);
		return;
	}
	begin = out->length;
	/* Curses has set margins for the size that it found in the description, and a picture over the lower one scrolls. */
	text_add(out, "\0337\033[r");
	kept = out->length;
	send_tiles(g, s, now, out);
	if (out->length > kept)
		text_add(out, "\0338");
	else
		out->length = begin;
}

int graphics_wait(const struct graphics *g, double now)
{
	double left = g->sent + FLIGHT_MS - now;

	return !g->more || !g->in_flight ? -1 : left < 0 ? 0 : (int)left + 1;
}

bool graphics_is_due(const struct graphics *g, double now)
{
	return g->more && (!g->in_flight || now - g->sent > FLIGHT_MS);
}

void graphics_hide(struct graphics *g, struct text *out)
{
	for (int i = 0; i < g->n_tiles; i++)
		remove_tile(g, i, out);
	drop_layers(g);
}

void graphics_describe(const struct graphics *g, struct text *out)
{
	if (g->method == METHOD_NONE) {
		text_printf(out, "none: %s", g->why);
		return;
	}
	text_add(out, g->method == METHOD_KITTY ? "kitty" : "sixel");
	if (g->choice != GRAPHICS_AUTO)
		text_add(out, ", as --graphics says");
	else
		text_add(out, g->method == METHOD_KITTY ? ", it answered kitty's query"
							: ", DA1 has attribute 4");
	if (g->method == METHOD_KITTY)
		text_add(out, uses_shared(g) ? ", local: through shared memory"
			      : g->in_tmux   ? ", through tmux by placeholders"
					     : ", sent packed");
	if (g->cell_width)
		text_printf(out, ", cells of %dx%d pixels", g->cell_width, g->cell_height);
	else
		text_add(out, ", but it doesn't say how large a cell is: no pictures");
}
