#include "cmd/picture.h"

#include <stdlib.h>
#include <string.h>

#include "base/grow.h"

enum status picture_new(int32_t width, int32_t height, struct picture *out)
{
	int64_t size = 3 * (int64_t)width * height;

	*out = (struct picture){width, height, NULL};
	TRY(ALLOC(&out->rgb, size));
	memset(out->rgb, 255, (size_t)size);
	return STATUS_OK;
}

void picture_release(struct picture *picture)
{
	free(picture->rgb);
	picture->rgb = NULL;
}

void picture_fill(struct picture *picture, int32_t x, int32_t y, int32_t width, int32_t height,
		  const uint8_t *rgb)
{
	for (int32_t v = y < 0 ? 0 : y; v < y + height && v < picture->height; v++) {
		for (int32_t u = x < 0 ? 0 : x; u < x + width && u < picture->width; u++)
			memcpy(picture->rgb + 3 * ((int64_t)v * picture->width + u), rgb, 3);
	}
}

/* Rows from the top, the left pixel in the bit of 16. */
static const uint8_t digits[10][GLYPH_HEIGHT] = {
	{14, 17, 19, 21, 25, 17, 14}, {4, 12, 4, 4, 4, 4, 14},  {14, 17, 1, 2, 4, 8, 31},
	{31, 2, 4, 2, 1, 17, 14},     {2, 6, 10, 18, 31, 2, 2}, {31, 16, 30, 1, 1, 17, 14},
	{6, 8, 16, 30, 17, 17, 14},   {31, 1, 2, 4, 8, 8, 8},   {14, 17, 17, 14, 17, 17, 14},
	{14, 17, 17, 15, 1, 2, 12},
};

static const uint8_t letters[26][GLYPH_HEIGHT] = {
	{0, 0, 14, 1, 15, 17, 15},  {16, 16, 22, 25, 17, 17, 30}, {0, 0, 14, 16, 16, 17, 14},
	{1, 1, 13, 19, 17, 17, 15}, {0, 0, 14, 17, 31, 16, 14},   {6, 9, 8, 28, 8, 8, 8},
	{0, 15, 17, 17, 15, 1, 14}, {16, 16, 22, 25, 17, 17, 17}, {4, 0, 12, 4, 4, 4, 14},
	{2, 0, 6, 2, 2, 18, 12},    {16, 16, 18, 20, 24, 20, 18}, {12, 4, 4, 4, 4, 4, 14},
	{0, 0, 26, 21, 21, 17, 17}, {0, 0, 22, 25, 17, 17, 17},   {0, 0, 14, 17, 17, 17, 14},
	{0, 0, 30, 17, 30, 16, 16}, {0, 0, 13, 19, 15, 1, 1},     {0, 0, 22, 25, 16, 16, 16},
	{0, 0, 14, 16, 14, 1, 30},  {8, 8, 28, 8, 8, 9, 6},       {0, 0, 17, 17, 17, 19, 13},
	{0, 0, 17, 17, 17, 10, 4},  {0, 0, 17, 17, 21, 21, 10},   {0, 0, 17, 10, 4, 10, 17},
	{0, 0, 17, 17, 15, 1, 14},  {0, 0, 31, 2, 4, 8, 31},
};

static const char sign_names[] = ".-+/^_,()";
static const uint8_t signs[][GLYPH_HEIGHT] = {
	{0, 0, 0, 0, 0, 12, 12}, {0, 0, 0, 31, 0, 0, 0},  {0, 4, 4, 31, 4, 4, 0},
	{0, 1, 2, 4, 8, 16, 0},  {4, 10, 17, 0, 0, 0, 0}, {0, 0, 0, 0, 0, 0, 31},
	{0, 0, 0, 0, 12, 4, 8},  {2, 4, 8, 8, 8, 4, 2},   {8, 4, 2, 2, 2, 4, 8},
};

static const uint8_t *glyph_of(char c)
{
	const char *sign = strchr(sign_names, c);

	if (c >= '0' && c <= '9')
		return digits[c - '0'];
	if (c >= 'a' && c <= 'z')
		return letters[c - 'a'];
	return c && sign ? signs[sign - sign_names] : NULL;
}

void picture_text(struct picture *picture, int32_t x, int32_t y, int32_t size, const char *text)
{
	static const uint8_t black[3] = {0, 0, 0};

	for (; *text; text++, x += GLYPH_WIDTH * size) {
		const uint8_t *glyph = glyph_of(*text);

		for (int v = 0; v < GLYPH_HEIGHT && glyph; v++) {
			for (int u = 0; u < 5; u++) {
				if (glyph[v] & 16 >> u)
					picture_fill(picture, x + u * size, y + v * size, size,
						     size, black);
			}
		}
	}
}
