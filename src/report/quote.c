#include "report/quote.h"

#include <string.h>

#include "base/utf8.h"

/* How many bytes a character of UTF-8 takes that begins here, 0 = none does. */
static int character_length(const char *at)
{
	const char *after = at;
	uint32_t character = utf8_take(&after);
	char again[4];
	int n = utf8_put(character, again);

	return n == after - at && memcmp(at, again, (size_t)n) == 0 ? n : 0;
}

void quote_json(struct text *out, const char *string)
{
	text_add(out, "\"");
	while (*string) {
		unsigned char byte = (unsigned char)*string;
		int n = byte < 0x80 ? 1 : character_length(string);

		if (byte == '"' || byte == '\\')
			text_printf(out, "\\%c", *string);
		else if (byte < ' ' || byte == 0x7f)
			text_printf(out, "\\u%04x", (unsigned)byte);
		else if (n)
			text_append(out, string, n);
		else
			text_printf(out, "\\udc%02x", (unsigned)byte);
		string += n ? n : 1;
	}
	text_add(out, "\"");
}

void quote_csv(struct text *out, const char *string)
{
	text_add(out, "\"");
	for (; *string; string++) {
		if (*string == '"')
			text_add(out, "\"");
		text_append(out, string, 1);
	}
	text_add(out, "\"");
}
