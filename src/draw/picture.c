#include "draw/picture.h"

#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "base/utf8.h"

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

void picture_text(struct picture *picture, int32_t x, int32_t y, int32_t size, const char *text)
{
	static const uint8_t black[3] = {0, 0, 0};

	for (; *text; x += GLYPH_WIDTH * size) {
		const uint8_t *glyph = glyph_of(utf8_take(&text));

		for (int v = 0; v < GLYPH_HEIGHT; v++) {
			for (int u = 0; u < 5; u++) {
				if (glyph[v] & 16 >> u)
					picture_fill(picture, x + u * size, y + v * size, size,
						     size, black);
			}
		}
	}
}
