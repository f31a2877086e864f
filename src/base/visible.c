#include "base/visible.h"

#include <string.h>

#include "base/utf8.h"

/* By hand, since snprintf() isn't for signal handlers. */
static char *put_escape(struct visible *v, char *out, char letter, int digits, uint32_t number)
{
	*out++ = '\\';
	*out++ = letter;
	while (digits > 0)
		*out++ = "0123456789abcdef"[number >> 4 * --digits & 15];
	v->backslash = false;
	v->digits = 0;
	return out;
}

/* Is this the last character of what would read as an escape? */
static bool ends_escape(struct visible *v, uint32_t c)
{
	if (v->digits > 0 && ((c >= '0' && c <= '9') || (c >= 'a' && c <= 'f')))
		return --v->digits == 0;
	v->digits = !v->backslash ? 0 : c == 'x' ? 2 : c == 'u' ? 4 : c == 'U' ? 8 : 0;
	v->backslash = c == '\\';
	return false;
}

static char *put_character(struct visible *v, char *out, uint32_t c)
{
	if (ends_escape(v, c))
		return put_escape(v, out, 'x', 2, c);
	if (!utf8_steers(c) || c == '\n' || c == '\t')
		return out + utf8_put(c, out);
	if (c < 0x80)
		return put_escape(v, out, 'x', 2, c);
	return c > 0xffff ? put_escape(v, out, 'U', 8, c) : put_escape(v, out, 'u', 4, c);
}

static void drop_held(struct visible *v, int n)
{
	v->n_held -= n;
	memmove(v->held, v->held + n, (size_t)v->n_held);
}

int visible_put(struct visible *visible, const char *data, int length, char out[VISIBLE_OUT])
{
	char *at = out;

	for (int i = 0; i < length; i++) {
		uint32_t c;
		int n = 0;

		visible->held[visible->n_held++] = data[i];
		while (visible->n_held > 0) {
			n = utf8_decode(visible->held, visible->held + visible->n_held, &c);
			if (n < 0)
				break;
			at = n ? put_character(visible, at, c)
			       : put_escape(visible, at, 'x', 2, (uint8_t)visible->held[0]);
			drop_held(visible, n ? n : 1);
		}
	}
	return (int)(at - out);
}

int visible_end(struct visible *visible, char out[VISIBLE_OUT])
{
	char *at = out;

	for (int i = 0; i < visible->n_held; i++)
		at = put_escape(visible, at, 'x', 2, (uint8_t)visible->held[i]);
	visible->n_held = 0;
	return (int)(at - out);
}
