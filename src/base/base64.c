#include "base/base64.h"

/* Three bytes are four of 64 characters. */
void base64_add(struct text *out, const void *bytes, int64_t n)
{
	static const char digits[] =
		"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	const uint8_t *at = bytes;
	char buffer[1024];
	int used = 0;

	for (int64_t i = 0; i < n; i += 3) {
		uint32_t bits = 0;

		for (int b = 0; b < 3; b++)
			bits = bits << 8 | (i + b < n ? at[i + b] : 0u);
		for (int d = 0; d < 4; d++)
			buffer[used++] = i + d <= n ? digits[bits >> (18 - 6 * d) & 63] : '=';
		if (used == sizeof buffer || i + 3 >= n) {
			text_append(out, buffer, used);
			used = 0;
		}
	}
}
