#include "base/utf8.h"

#include <stddef.h>

int utf8_decode(const char *at, const char *end, uint32_t *character)
{
	/* by length: the least character that needs it */
	static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
	const unsigned char *p = (const unsigned char *)at;
	int n = p[0] < 0x80   ? 1
		: p[0] < 0xc2 ? 0
		: p[0] < 0xe0 ? 2
		: p[0] < 0xf0 ? 3
		: p[0] < 0xf5 ? 4
			      : 0;
	uint32_t c = n < 2 ? p[0] : p[0] & (0x7fu >> n);

	for (int i = 1; i < n; i++) {
		if (i == end - at)
			return -1;
		if ((p[i] & 0xc0) != 0x80)
			return 0;
		c = c << 6 | (p[i] & 0x3fu);
	}
	if (c < least[n] || c > 0x10ffff || (c & 0xfffff800) == 0xd800)
		return 0;
	*character = c;
	return n;
}

bool utf8_steers(uint32_t character)
{
	static const uint32_t range[][2] = {
		{0x00, 0x1f},     {0x7f, 0x9f},     {0x61c, 0x61c},   {0x200e, 0x200f},
		{0x2028, 0x202e}, {0x2066, 0x206f}, {0xfff9, 0xfffb}, {0xe0000, 0xe007f},
	};

	for (size_t i = 0; i < sizeof range / sizeof *range; i++) {
		if (character <= range[i][1])
			return character >= range[i][0];
	}
	return false;
}

uint32_t utf8_take(const char **text)
{
	uint32_t c;
	/* the NUL after the text is part of no character, so no more is looked at */
	int n = utf8_decode(*text, *text + 4, &c);

	*text += n > 0 ? n : 1;
	return n > 0 && (c == '\t' || !utf8_steers(c)) ? c : '?';
}

int utf8_put(uint32_t c, char out[4])
{
	int n = 0;

	if (c < 0x80) {
		out[n++] = (char)c;
		return n;
	}
	if (c < 0x800) {
		out[n++] = (char)(0xc0 | c >> 6);
	} else {
		if (c >= 0x10000) {
			out[n++] = (char)(0xf0 | c >> 18);
			out[n++] = (char)(0x80 | (c >> 12 & 0x3f));
		} else {
			out[n++] = (char)(0xe0 | c >> 12);
		}
		out[n++] = (char)(0x80 | (c >> 6 & 0x3f));
	}
	out[n++] = (char)(0x80 | (c & 0x3f));
	return n;
}
