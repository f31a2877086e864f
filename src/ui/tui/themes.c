#include "ui/tui/themes.h"

static const struct look dark[N_STYLES] = {
	[STYLE_NORMAL] = {-1, -1, A_NORMAL},
	[STYLE_DIM] = {245, -1, A_DIM},
	[STYLE_STRONG] = {-1, -1, A_BOLD},
	[STYLE_TITLE] = {110, COLOR_CYAN, A_BOLD},
	[STYLE_TAB] = {-1, -1, A_NORMAL},
	[STYLE_TAB_ON] = {-1, -1, A_REVERSE | A_BOLD},
	[STYLE_SELECTED] = {-1, -1, A_REVERSE},
	[STYLE_BAD] = {208, COLOR_YELLOW, A_NORMAL},
	[STYLE_GOOD] = {75, COLOR_BLUE, A_NORMAL},
	[STYLE_ACCENT] = {179, COLOR_YELLOW, A_BOLD},
	[STYLE_PLOT_1] = {73, COLOR_GREEN, A_NORMAL},
	[STYLE_PLOT_2] = {140, COLOR_MAGENTA, A_NORMAL},
	[STYLE_ERROR] = {203, COLOR_RED, A_BOLD},
	[STYLE_KEY] = {110, COLOR_CYAN, A_NORMAL},
	[STYLE_PROMPT] = {-1, -1, A_NORMAL},
	/* no blank of other text, so that curses doesn't clear it along with others */
	[STYLE_IMAGE] = {-1, -1, A_INVIS},
};

/* The differences on a light background; without colours bold marks what matters. */
static const struct look light[N_STYLES] = {
	[STYLE_DIM] = {242, -1, A_DIM},
	[STYLE_TITLE] = {24, COLOR_BLUE, A_BOLD},
	[STYLE_BAD] = {130, COLOR_RED, A_NORMAL},
	[STYLE_GOOD] = {25, COLOR_BLUE, A_NORMAL},
	[STYLE_ACCENT] = {94, COLOR_MAGENTA, A_BOLD},
	[STYLE_PLOT_1] = {30, COLOR_GREEN, A_NORMAL},
	[STYLE_PLOT_2] = {90, COLOR_MAGENTA, A_NORMAL},
	[STYLE_ERROR] = {160, COLOR_RED, A_BOLD},
	[STYLE_KEY] = {24, COLOR_BLUE, A_NORMAL},
};
static const struct look mono[N_STYLES] = {
	[STYLE_BAD] = {-1, -1, A_BOLD},
	[STYLE_KEY] = {-1, -1, A_BOLD},
	[STYLE_TITLE] = {-1, -1, A_UNDERLINE},
};

struct look theme_look(enum theme theme, enum style style)
{
	const struct look *other = theme == THEME_LIGHT  ? &light[style]
				   : theme == THEME_MONO ? &mono[style]
							 : &dark[style];
	bool differs = other->color_256 || other->color_8 || other->attribute;

	return differs ? *other : dark[style];
}

int theme_rgb(int number)
{
	static const int step[] = {0, 95, 135, 175, 215, 255};
	int grey = 8 + 10 * (number - 232);

	if (number >= 232)
		return grey << 16 | grey << 8 | grey;
	number -= 16;
	return step[number / 36 % 6] << 16 | step[number / 6 % 6] << 8 | step[number % 6];
}
