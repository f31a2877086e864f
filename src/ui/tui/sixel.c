#include "ui/tui/sixel.h"

#include <string.h>

#include "base/grow.h"

enum {
	REGISTERS = 256,
	SLOTS = 1024, /* of the table of colours, a power of two */
	BAND = 6,     /* rows of a line of sixels */
};

struct palette {
	int n, dropped;      /* colours; low bits that they have lost */
	uint32_t key[SLOTS]; /* colour + 1, 0 = free */
	int16_t number[SLOTS];
	int64_t sum[REGISTERS][3], count[REGISTERS];
};

static uint32_t reduced(uint32_t colour, int dropped)
{
	uint32_t mask = 0xffu << dropped & 0xff;

	return colour & (mask << 16 | mask << 8 | mask);
}

static uint32_t slot_of(const struct palette *p, uint32_t key)
{
	uint32_t at = key * 2654435761u >> 22;

	while (p->key[at] && p->key[at] != key + 1)
		at = (at + 1) % SLOTS;
	return at;
}

/* False where there are too many of them. */
static bool add_colour(struct palette *p, uint32_t colour)
{
	uint32_t key = reduced(colour, p->dropped), at = slot_of(p, key);
	int i;

	if (!p->key[at]) {
		if (p->n == REGISTERS)
			return false;
		p->key[at] = key + 1;
		p->number[at] = (int16_t)p->n++;
	}
	i = p->number[at];
	p->count[i]++;
	for (int c = 0; c < 3; c++)
		p->sum[i][c] += colour >> (16 - 8 * c) & 255;
	return true;
}

static void find_palette(struct palette *p, const uint32_t *pixel, int32_t stride, int32_t width,
			 int32_t height)
{
	bool fits = false;

	for (int dropped = 0; !fits; dropped++) {
		*p = (struct palette){.dropped = dropped};
		fits = true;
		for (int32_t y = 0; y < height && fits; y++) {
			for (int32_t x = 0; x < width && fits; x++)
				fits = add_colour(p, pixel[(int64_t)y * stride + x]);
		}
	}
}

static void put_palette(struct text *out, const struct palette *p)
{
	for (int i = 0; i < p->n; i++) {
		int percent[3];

		for (int c = 0; c < 3; c++)
			percent[c] = (int)((p->sum[i][c] * 200 + 255 * p->count[i]) /
					   (510 * p->count[i]));
		text_printf(out, "#%d;2;%d;%d;%d", i, percent[0], percent[1], percent[2]);
	}
}

static void put_run(struct text *out, char c, int n)
{
	if (n > 3)
		text_printf(out, "!%d%c", n, c);
	for (; n > 0 && n <= 3; n--)
		text_append(out, &c, 1);
}

/* A colour's sixels of a band, up to the last one that isn't empty. */
static void put_sixels(struct text *out, const uint8_t *bits, int32_t width)
{
	int run = 0;
	char last = '?';

	while (width > 0 && !bits[width - 1])
		width--;
	for (int32_t x = 0; x < width; x++) {
		char c = (char)('?' + bits[x]);

		if (c != last) {
			put_run(out, last, run);
			run = 0;
		}
		last = c;
		run++;
	}
	put_run(out, last, run);
}

/* bits: [REGISTERS][width], zeros before and after */
static void put_band(struct text *out, const struct palette *p, const uint32_t *pixel,
		     int32_t stride, int32_t width, int32_t rows, uint8_t *bits)
{
	bool used[REGISTERS] = {false}, first = true;

	for (int32_t y = 0; y < rows; y++) {
		for (int32_t x = 0; x < width; x++) {
			uint32_t key = reduced(pixel[(int64_t)y * stride + x], p->dropped);
			int i = p->number[slot_of(p, key)];

			bits[(int64_t)i * width + x] |= (uint8_t)(1 << y);
			used[i] = true;
		}
	}
	for (int i = 0; i < p->n; i++) {
		if (!used[i])
			continue;
		text_printf(out, "%s#%d", first ? "" : "$", i);
		put_sixels(out, bits + (int64_t)i * width, width);
		memset(bits + (int64_t)i * width, 0, (size_t)width);
		first = false;
	}
}

void sixel_add(struct text *out, const uint32_t *pixel, int32_t stride, int32_t width,
	       int32_t height)
{
	FREED struct palette *p = NULL;
	FREED uint8_t *bits = NULL;

	if (ALLOC(&p, 1) != STATUS_OK)
		return;
	find_palette(p, pixel, stride, width, height);
	if (ALLOC(&bits, (int64_t)p->n * width) == STATUS_OK) {
		text_printf(out, "\033P0;1;0q\"1;1;%d;%d", (int)width, (int)height);
		put_palette(out, p);
		for (int32_t y = 0; y < height; y += BAND) {
			put_band(out, p, pixel + (int64_t)y * stride, stride, width,
				 height - y < BAND ? height - y : BAND, bits);
			text_append(out, "-", 1);
		}
		text_add(out, "\033\\");
	}
}
