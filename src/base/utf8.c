#include "base/utf8.h"

uint32_t utf8_take(const char **text)
{
	const unsigned char *p = (const unsigned char *)*text;
	uint32_t c;
	int more = p[0] >= 0xf0 ? 3 : p[0] >= 0xe0 ? 2 : p[0] >= 0xc0 ? 1 : 0;

	if (p[0] < 0x80) {
		++*text;
		if (p[0] == '\t')
			return '\t';
		return p[0] < 0x20 || p[0] == 0x7f ? '?' : p[0];
	}
	c = p[0] & (0x3fu >> more);
	for (int i = 1; i <= more; i++) {
		if ((p[i] & 0xc0) != 0x80)
			more = 0;
		c = c << 6 | (p[i] & 0x3fu);
	}
	*text += more ? more + 1 : 1;
	return more && c >= 0xa0 && c < 0x110000 && (c & 0xfffff800) != 0xd800 ? c : '?';
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
