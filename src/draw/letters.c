#include "draw/letters.h"

#include <dlfcn.h>
#include <fontconfig/fontconfig.h>
#include <pthread.h>
#include <SDL_ttf.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "base/utf8.h"
#include "draw/glyphs.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* ---- libraries, which linking would have every start pay for ---- */

#define TTF_FUNCTIONS                                                                              \
	X(TTF_Init)                                                                                \
	X(TTF_OpenFontIndex)                                                                       \
	X(TTF_CloseFont)                                                                           \
	X(TTF_SetFontHinting)                                                                      \
	X(TTF_FontHeight)                                                                          \
	X(TTF_MeasureUTF8)                                                                         \
	X(TTF_RenderUTF8_Blended)                                                                  \
	X(SDL_FreeSurface)

#define FONT_FUNCTIONS                                                                             \
	X(FcNameParse)                                                                             \
	X(FcConfigSubstitute)                                                                      \
	X(FcDefaultSubstitute)                                                                     \
	X(FcFontMatch)                                                                             \
	X(FcPatternGetString)                                                                      \
	X(FcPatternGetInteger)                                                                     \
	X(FcPatternDestroy)                                                                        \
	X(FcFini)

#define X(name) __typeof__(name) *name;
static struct {
	TTF_FUNCTIONS
} ttf;
static struct {
	FONT_FUNCTIONS
} fc;
#undef X

/* ISO C has no way from an object's address to a function's. */
static bool look_up(void *library, const char *name, void *function)
{
	void *symbol = dlsym(library, name);

	memcpy(function, &symbol, sizeof symbol);
	return symbol;
}

static bool load_libraries(void)
{
	void *text = dlopen("libSDL2_ttf-2.0.so.0", RTLD_NOW | RTLD_LOCAL);
	void *fonts = text ? dlopen("libfontconfig.so.1", RTLD_NOW | RTLD_LOCAL) : NULL;

#define X(name) &&look_up(text, #name, &ttf.name)
	if (!(fonts TTF_FUNCTIONS))
		return false;
#undef X
#define X(name) &&look_up(fonts, #name, &fc.name)
	if (!(fonts FONT_FUNCTIONS))
		return false;
#undef X
	return ttf.TTF_Init() == 0;
}

/* ---- the font ---- */

static struct {
	char *file; /* owned; NULL = there is none */
	int index;  /* in it */
} fonts[2];         /* sans, monospace */

static void find_font(bool mono)
{
	const char *name = mono ? "monospace:scalable=true" : "sans:scalable=true";
	FcPattern *wanted = fc.FcNameParse((const FcChar8 *)name), *found = NULL;
	FcResult result;
	FcChar8 *file;

	if (!wanted)
		return;
	if (fc.FcConfigSubstitute(NULL, wanted, FcMatchPattern)) {
		fc.FcDefaultSubstitute(wanted);
		found = fc.FcFontMatch(NULL, wanted, &result);
	}
	if (found && fc.FcPatternGetString(found, FC_FILE, 0, &file) == FcResultMatch) {
		fonts[mono].file = copy_string((const char *)file);
		if (fc.FcPatternGetInteger(found, FC_INDEX, 0, &fonts[mono].index) != FcResultMatch)
			fonts[mono].index = 0;
	}
	if (found)
		fc.FcPatternDestroy(found);
	fc.FcPatternDestroy(wanted);
}

/* Its largest size of which a line is at most so high; NULL when there is none. */
static TTF_Font *open_font(int32_t height, bool mono)
{
	static bool tried;

	if (!tried && load_libraries()) {
		find_font(false);
		find_font(true);
		fc.FcFini();
	}
	tried = true;
	for (int32_t size = height; size > 0 && fonts[mono].file;) {
		TTF_Font *opened = ttf.TTF_OpenFontIndex(fonts[mono].file, size, fonts[mono].index);
		int high = opened ? ttf.TTF_FontHeight(opened) : 0;

		if (high > 0 && high <= height) {
			ttf.TTF_SetFontHinting(opened, TTF_HINTING_LIGHT);
			return opened;
		}
		if (opened)
			ttf.TTF_CloseFont(opened);
		if (high <= 0)
			return NULL;
		size = size * height / high < size ? size * height / high : size - 1;
	}
	return NULL;
}

/* ---- letters of each height ---- */

struct letters {
	struct letters *next;
	int32_t height;
	int kind;
	TTF_Font *font; /* NULL = little letters … */
	int32_t size;   /* … of pixels so wide */
};

static struct letters *locked_of(int32_t height, int kind)
{
	static struct letters *all, smallest = {.height = GLYPH_HEIGHT + 2, .size = 1};
	struct letters *letters = all;

	height = height < LETTERS_LEAST  ? LETTERS_LEAST
		 : height > LETTERS_MOST ? LETTERS_MOST
					 : height;
	while (letters && !(letters->height == height && letters->kind == kind))
		letters = letters->next;
	if (letters)
		return letters;
	if (ALLOC(&letters, 1) != STATUS_OK)
		return &smallest;
	letters->next = all;
	letters->height = height;
	letters->kind = kind;
	letters->font = kind == LETTERS_PLAIN ? NULL : open_font(height, kind == LETTERS_MONO);
	letters->size = height / (GLYPH_HEIGHT + 2) > 1 ? height / (GLYPH_HEIGHT + 2) : 1;
	return all = letters;
}

/* ---- lines as masks, of which the last ones are kept ---- */

enum { LINES = 64 };

struct line {
	struct letters *letters; /* borrowed; NULL = nothing here */
	uint64_t hash, used;
	char *text;            /* owned */
	int32_t width, height; /* of the mask: none when 0 */
	uint8_t *alpha;        /* owned [height][width] */
};

/* As characters that there are, in one line. */
static void clean(const char *text, char out[LETTERS_LONGEST])
{
	int n = 0;

	while (*text && n < LETTERS_LONGEST - 4) {
		uint32_t character = utf8_take(&text);

		n += utf8_put(character == '\t' ? ' ' : character, out + n);
	}
	out[n] = 0;
}

static int32_t n_characters(const char *text)
{
	int32_t n = 0;

	for (; *text; n++)
		utf8_take(&text);
	return n;
}

static bool new_mask(struct line *line, int32_t width, int32_t height)
{
	if (ALLOC(&line->alpha, (int64_t)width * height) != STATUS_OK)
		return false;
	line->width = width;
	line->height = height;
	return true;
}

static void write_font(struct line *line)
{
	SDL_Color white = {255, 255, 255, 255};
	SDL_Surface *surface = ttf.TTF_RenderUTF8_Blended(line->letters->font, line->text, white);

	if (!surface)
		return;
	if (surface->format->BytesPerPixel == 4 && surface->w > 0 && surface->h > 0 &&
	    new_mask(line, surface->w, surface->h)) {
		for (int32_t y = 0; y < line->height; y++) {
			const uint8_t *row = (const uint8_t *)surface->pixels + y * surface->pitch;

			for (int32_t x = 0; x < line->width; x++) {
				uint32_t pixel;

				memcpy(&pixel, row + 4 * x, 4);
				line->alpha[y * line->width + x] =
					(uint8_t)(pixel >> surface->format->Ashift);
			}
		}
	}
	ttf.SDL_FreeSurface(surface);
}

static void write_glyph(struct line *line, int32_t left, const uint8_t *glyph)
{
	int32_t size = line->letters->size;

	for (int32_t y = 0; y < line->height; y++) {
		for (int32_t x = 0; x < (GLYPH_WIDTH - 1) * size; x++) {
			if (glyph[y / size] & 16 >> x / size)
				line->alpha[y * line->width + left + x] = 255;
		}
	}
}

static void write_glyphs(struct line *line)
{
	int32_t n = n_characters(line->text), size = line->letters->size;
	const char *at = line->text;

	if (!new_mask(line, n * GLYPH_WIDTH * size, GLYPH_HEIGHT * size))
		return;
	for (int32_t i = 0; *at; i++)
		write_glyph(line, i * GLYPH_WIDTH * size, glyph_of(utf8_take(&at)));
}

static uint64_t hash_of(const struct letters *letters, const char *text)
{
	uint64_t hash = (uint64_t)letters->height << 2 | (uint64_t)letters->kind;

	for (; *text; text++)
		hash = (hash ^ (uint8_t)*text) * UINT64_C(0x100000001b3);
	return hash ^ hash >> 32;
}

/* The place of the line that wasn't asked for longest. */
static struct line *oldest(struct line *lines)
{
	struct line *found = lines;

	for (struct line *line = lines; line < lines + LINES; line++) {
		if (line->used < found->used)
			found = line;
	}
	FREE_ALL(found->text, found->alpha);
	*found = (struct line){0};
	return found;
}

/* Good until the next call. */
static const struct line *line_of(struct letters *letters, const char *text)
{
	static struct line lines[LINES];
	static uint64_t clock;
	char cleaned[LETTERS_LONGEST];
	struct line *line;
	uint64_t hash;

	clean(text, cleaned);
	hash = hash_of(letters, cleaned);
	for (line = lines; line < lines + LINES; line++) {
		if (line->letters == letters && line->hash == hash &&
		    strcmp(line->text, cleaned) == 0) {
			line->used = ++clock;
			return line;
		}
	}
	line = oldest(lines);
	line->text = copy_string(cleaned);
	if (!line->text)
		return line;
	*line = (struct line){letters, hash, ++clock, line->text, 0, 0, NULL};
	if (*cleaned && letters->font)
		write_font(line);
	else if (*cleaned)
		write_glyphs(line);
	return line;
}

static void locked_size(struct letters *letters, const char *text, int32_t *width, int32_t *height)
{
	*width = line_of(letters, text)->width;
	*height = letters->height;
}

/* ---- a part of a text ---- */

/* Characters of a clean text that are at most so wide. */
static int32_t n_that_fit(struct letters *letters, const char *text, int32_t width)
{
	int extent = 0, count = 0;

	if (!letters->font)
		return width / (GLYPH_WIDTH * letters->size);
	if (ttf.TTF_MeasureUTF8(letters->font, text, width, &extent, &count) != 0)
		return 0;
	return count;
}

static void locked_fit(struct letters *letters, const char *text, int32_t width,
		       char out[LETTERS_LONGEST])
{
	static const char and_so_on[] = "…";
	int32_t n, cut;
	char *at = out;

	clean(text, out);
	n = width > 0 ? n_that_fit(letters, out, width) : 0;
	if (n >= n_characters(out))
		return;
	cut = line_of(letters, and_so_on)->width;
	n = width > cut ? n_that_fit(letters, out, width - cut) : 0;
	for (int32_t i = 0; i < n && at < out + LETTERS_LONGEST - sizeof and_so_on; i++)
		utf8_take((const char **)&at);
	strcpy(at, n ? and_so_on : "");
}

/* ---- pixels ---- */

/* So many 255ths of the colour, rounded; the highest byte stays. */
static uint32_t blend(uint32_t pixel, uint32_t colour, uint32_t alpha)
{
	uint32_t rest = 255 - alpha;
	uint32_t rb = (pixel & 0xff00ff) * rest + (colour & 0xff00ff) * alpha + 0x800080;
	uint32_t g = (pixel >> 8 & 0xff) * rest + (colour >> 8 & 0xff) * alpha + 0x80;

	rb = (rb + (rb >> 8 & 0xff00ff)) >> 8 & 0xff00ff;
	g = (g + (g >> 8)) >> 8;
	return (pixel & 0xff000000) | rb | g << 8;
}

/* The part of `size` pixels from `at` within 0 … `most`: first and end, counted from `at`. */
static void clip(int64_t at, int32_t size, int32_t most, int32_t *first, int32_t *end)
{
	*first = at >= 0 ? 0 : -at < size ? (int32_t)-at : size;
	*end = at + size <= most ? size : at < most ? (int32_t)(most - at) : 0;
}

static void locked_draw(struct letters *letters, const struct canvas *canvas, int32_t x, int32_t y,
			int where, uint32_t colour, const char *text)
{
	const struct line *line = line_of(letters, text);
	int64_t left = x - (where == LETTERS_MIDDLE  ? (int64_t)line->width / 2
			    : where == LETTERS_RIGHT ? (int64_t)line->width
						     : 0);
	int64_t top = y + ((int64_t)letters->height - line->height) / 2;
	int32_t u1, u2, v1, v2;

	clip(left, line->width, canvas->width, &u1, &u2);
	clip(top, line->height, canvas->height, &v1, &v2);
	for (int32_t v = v1; v < v2; v++) {
		const uint8_t *alpha = line->alpha + (int64_t)v * line->width;
		uint32_t *pixel = canvas->pixel + (top + v) * canvas->width;

		for (int32_t u = u1; u < u2; u++) {
			if (alpha[u])
				pixel[left + u] = blend(pixel[left + u], colour, alpha[u]);
		}
	}
}

/* ---- one thread at a time ---- */

struct letters *letters_of(int32_t height, int kind)
{
	struct letters *letters;

	pthread_mutex_lock(&lock);
	letters = locked_of(height, kind);
	pthread_mutex_unlock(&lock);
	return letters;
}

void letters_size(struct letters *letters, const char *text, int32_t *width, int32_t *height)
{
	pthread_mutex_lock(&lock);
	locked_size(letters, text, width, height);
	pthread_mutex_unlock(&lock);
}

int32_t letters_width(struct letters *letters, const char *text)
{
	int32_t width, height;

	letters_size(letters, text, &width, &height);
	return width;
}

void letters_fit(struct letters *letters, const char *text, int32_t width,
		 char out[LETTERS_LONGEST])
{
	pthread_mutex_lock(&lock);
	locked_fit(letters, text, width, out);
	pthread_mutex_unlock(&lock);
}

void letters_draw(struct letters *letters, const struct canvas *canvas, int32_t x, int32_t y,
		  int where, uint32_t colour, const char *text)
{
	pthread_mutex_lock(&lock);
	locked_draw(letters, canvas, x, y, where, colour, text);
	pthread_mutex_unlock(&lock);
}

/* ---- */

void letters_draw_little(const struct canvas *canvas, int32_t x, int32_t y, int32_t size,
			 const char *text)
{
	/* lines have a pixel of theirs above and below */
	letters_draw(letters_of((GLYPH_HEIGHT + 2) * size, LETTERS_PLAIN), canvas, x, y - size,
		     LETTERS_LEFT, 0x000000, text);
}

void canvas_fill(const struct canvas *canvas, int32_t x, int32_t y, int32_t width, int32_t height,
		 uint32_t colour, int32_t alpha)
{
	int32_t u1, u2, v1, v2;
	uint32_t a = alpha < 0 ? 0 : alpha > 255 ? 255 : (uint32_t)alpha;

	clip(x, width > 0 ? width : 0, canvas->width, &u1, &u2);
	clip(y, height > 0 ? height : 0, canvas->height, &v1, &v2);
	for (int32_t v = v1; v < v2; v++) {
		uint32_t *pixel = canvas->pixel + ((int64_t)y + v) * canvas->width;

		for (int64_t u = (int64_t)x + u1; u < (int64_t)x + u2; u++)
			pixel[u] = blend(pixel[u], colour, a);
	}
}
