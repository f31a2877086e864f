#include "draw/colours.h"

#include <string.h>

#include "base/input.h"
#include "base/assets.h"

/* A number from 0 to 255 after blanks; −1 for anything else. */
static int take_number(const char **at, const char *end)
{
	int number = 0, digits = 0;

	while (*at < end && **at == ' ')
		++*at;
	for (; *at < end && **at >= '0' && **at <= '9' && digits < 4; ++*at, digits++)
		number = 10 * number + **at - '0';
	return digits && number <= 255 ? number : -1;
}

static enum status take_point(struct input *in, const char *at, const char *end,
			      struct colour_map *out)
{
	const char *begin = at;

	if (out->n == COLOUR_POINTS)
		return input_error(in, 0, "more than %d colours", COLOUR_POINTS);
	for (int c = 0; c < 3; c++) {
		int number = take_number(&at, end);

		if (number < 0)
			return input_error(in, at - begin + 1, "expected a number from 0 to 255");
		out->point[out->n][c] = (uint8_t)number;
	}
	if (at != end)
		return input_error(in, at - begin + 1, "expected three numbers");
	out->n++;
	return STATUS_OK;
}

static enum status take_all(struct input *in, struct colour_map *out)
{
	const char *begin, *end;
	bool more;

	for (;;) {
		TRY(input_line(in, &begin, &end, &more));
		if (!more)
			break;
		if (begin < end && *begin != '#')
			TRY(take_point(in, begin, end, out));
	}
	return out->n < 2 ? input_error(in, 0, "fewer than two colours") : STATUS_OK;
}

enum status colours_read(const char *name, struct task *task, struct colour_map *out)
{
	RELEASED_BY(text_release) struct text file = TEXT_INIT, path = TEXT_INIT;
	RELEASED_BY(input_close) struct input in = INPUT_INIT;

	memset(out, 0, sizeof *out);
	text_printf(&file, "colours/%s.txt", name);
	TRY(text_status(&file) == STATUS_OK
		    ? asset_path(text_string(&file), &path)
		    : status_fail(STATUS_NO_MEMORY,
				  "colours %s: error: out of memory "
				  "(%zu bytes for the file's name)",
				  name, strlen(name) + sizeof "colours/.txt"));
	TRY(input_open(&in, text_string(&path), task));
	return take_all(&in, out);
}

void colour_at(const struct colour_map *map, double share, uint8_t *rgb)
{
	double at = (share < 0 ? 0 : share > 1 ? 1 : share) * (map->n - 1);
	int32_t i = (int32_t)at < map->n - 1 ? (int32_t)at : map->n - 2;

	for (int c = 0; c < 3; c++) {
		double low = map->point[i][c], high = map->point[i + 1][c];

		rgb[c] = (uint8_t)(low + (high - low) * (at - i) + 0.5);
	}
}
