#include "ui/widgets/list.h"

static int64_t between(int64_t x, int64_t low, int64_t high)
{
	if (x > high)
		x = high;
	return x < low ? low : x;
}

static void follow(struct list *list)
{
	int64_t last_top = list->n - list->height;

	list->selected = between(list->selected, 0, list->n - 1);
	list->top = between(list->top, list->selected - list->height + 1, list->selected);
	list->top = between(list->top, 0, last_top > 0 ? last_top : 0);
}

void list_fit(struct list *list, int64_t n, int height)
{
	list->hidden = 0;
	list->n = n;
	list->height = height > 0 ? height : 1;
	follow(list);
}

void list_place(struct list *list, int64_t n, struct area area)
{
	list_fit(list, n, area.height);
	list->y = area.y;
}

void list_mark(const struct list *list, struct area area, const char *sign)
{
	int64_t y = list->selected - list->top;

	if (list->selected >= list->n || y >= area.height)
		return;
	area_text(area, 0, (int)y, STYLE_NORMAL, sign);
	area_style_row(area, (int)y, STYLE_SELECTED);
}

void list_select(struct list *list, int64_t line)
{
	list->selected = line;
	follow(list);
}

void list_move(struct list *list, enum list_move move, int64_t times)
{
	int64_t page = list->height > 1 ? list->height - 1 : 1;
	int64_t half = (list->height + 1) / 2;
	int64_t by[] = {
		[MOVE_UP] = -1,          [MOVE_DOWN] = 1,        [MOVE_PAGE_UP] = -page,
		[MOVE_PAGE_DOWN] = page, [MOVE_HALF_UP] = -half, [MOVE_HALF_DOWN] = half,
		[MOVE_FIRST] = -list->n, [MOVE_LAST] = list->n,
	};

	if (list->is_text) /* from the edge that it leaves */
		list->selected = by[move] < 0 ? list->top : list->top + list->height - 1;
	list->selected = between(list->selected + by[move] * times, 0, list->n - 1);
	follow(list);
}

void list_reach(struct list *list, int columns, int width)
{
	if (columns - width > list->hidden)
		list->hidden = columns - width;
}

void list_shift(struct list *list, int columns)
{
	list->shift = (int)between(list->shift + columns, 0, list->hidden);
}

int64_t list_at(const struct list *list)
{
	int64_t end = list->top + list->height;

	return !list->is_text ? list->selected : end < list->n ? end - 1 : list->n - 1;
}
