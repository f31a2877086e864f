/*
 * View Device: which device computes and why, what its kernels take and how near to the bandwidth
 * of its memory they come, and what is in that memory. Kernels are profiled while it is
 * shown.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/grow.h"
#include "base/order.h"
#include "snap/device.h"
#include "ui/ui.h"

enum {
	LABEL_WIDTH = 9,
	NAME_WIDTH = 19,   /* of a kernel, with its mark */
	NUMBER_WIDTH = 9,  /* of launches, items, bytes, ms, GB/s */
	TIMES_WIDTH = 88,  /* from here on with shares of the time */
	WIDE_WIDTH = 100,  /* … with bytes in two columns … */
	EACH_WIDTH = 110,  /* … and with what a launch takes */
	MEMORY_WIDTH = 25, /* of the name of an array, with its mark */
	NARROW = 64,       /* below, launches are left out */
	FACTS_HEIGHT = 12, /* below, the table has the rows of the device's facts */
	LEAST_BAR = 4,
	SHARE_WIDTH = 8, /* "  >=43%" after the bar */
	KERNELS_PERCENT = 72,
	MEMORY_PERCENT = 26, /* of the columns, where panes are columns */
	LIVE_MS = 500,       /* between two looks while something runs */
};

struct device_view {
	struct snap_device *device; /* what the board has, a reference; NULL = not read yet */
	struct list kernels, memory;
};

VIEW_STATE(device, struct device_view)

/* ---- what is asked for ---- */

/* Again after each command and step, and now and then while one runs. What is measured isn't in
 * replays, whose screens are compared. */
static void want_device(struct ui *ui)
{
	const struct snap_search *s = ui->search;
	struct device_request wanted = {
		.edition = ui->edition + 1, .shown = true, .measure = !ui->replaying};

	if (s)
		wanted.moment = s->snap.serial * 1000000 + s->timeline->n_steps;
	if (!ui->replaying && !ui->in_screen_call && shell_busy(ui->shell))
		wanted.moment += (int64_t)(clock_ms() / LIVE_MS) * 1000000000;
	ui_want_device(ui, &wanted);
}

/* ---- numbers ---- */

/* At most eight columns, alike in digits: 9999, 12.34k, 1.23M, 123.4M, 1.23G. */
static void write_count(char *out, size_t size, double n)
{
	static const char units[] = " kMGTP";
	int unit = 0;

	if (n < 1e4) {
		snprintf(out, size, "%.0f", n);
		return;
	}
	for (n /= 1e3, unit = 1; n >= 1000 && units[unit + 1]; unit++)
		n /= 1000;
	snprintf(out, size, n < 100 ? "%.2f%c" : "%.1f%c", n, units[unit]);
}

/* "-" below 0. */
static void draw_count(struct area area, int *x, int y, int64_t n)
{
	char text[32] = "-";

	*x += NUMBER_WIDTH;
	if (n >= 0)
		write_count(text, sizeof text, (double)n);
	area_text_right(area, *x, y, STYLE_NORMAL, text);
}

/* A number of three digits or more, "-" below 0. */
static void draw_number(struct area area, int *x, int y, double value)
{
	char text[32] = "-";

	*x += NUMBER_WIDTH;
	if (value >= 0)
		snprintf(text, sizeof text,
			 value < 10     ? "%.3f"
			 : value < 1000 ? "%.1f"
					: "%.0f",
			 value);
	area_text_right(area, *x, y, STYLE_NORMAL, text);
}

/* ---- the table of kernels ---- */

/* "[####......]  >=43%": how much of the bandwidth it got out of what it must move. */
static void draw_share(const struct ui *ui, struct area area, int x, int y,
		       const struct snap_kernel *k)
{
	double share = snap_kernel_share(k, device_of(ui)->device->bandwidth);
	int width = area.width - x - SHARE_WIDTH - 3;
	char text[32];

	if (share < 0) {
		area_text_right(area, area.width, y, STYLE_DIM, "-");
		return;
	}
	if (width >= LEAST_BAR)
		ui_draw_bar(ui, area_rows(area, y, 1), x + 1, width, share);
	snprintf(text, sizeof text, share < 0.0995 ? "%s%.1f%%" : "%s%.0f%%",
		 k->at_least ? ">=" : "", 100 * share);
	area_text_right(area, area.width, y, STYLE_NORMAL, text);
}

static double total_ms(const struct snap_device *d)
{
	double ms = 0;

	for (int32_t i = 0; i < d->n_kernels; i++)
		ms += d->kernel[i].ms;
	return ms;
}

/* Of all time in the accounts. */
static void draw_percent(struct area area, int *x, int y, double ms, double of)
{
	char text[32];

	*x += NUMBER_WIDTH;
	snprintf(text, sizeof text, "%.1f%%", of > 0 ? 100 * ms / of : 0);
	area_text_right(area, *x, y, STYLE_NORMAL, text);
}

static void draw_kernel(const struct ui *ui, struct area area, int y, const struct snap_kernel *k,
			bool selected)
{
	bool wide = area.width >= WIDE_WIDTH, measured = !ui->replaying;
	int x = NAME_WIDTH;

	area_printf(area, 0, y, STYLE_NORMAL, "%c%s", selected ? '>' : ' ', k->name);
	if (area.width >= NARROW)
		draw_count(area, &x, y, k->launches);
	draw_count(area, &x, y, k->items);
	if (wide) {
		draw_count(area, &x, y, k->unknown ? -1 : k->streamed);
		draw_count(area, &x, y, k->unknown ? -1 : k->gathered);
	} else {
		draw_count(area, &x, y, k->unknown ? -1 : k->streamed + k->gathered);
	}
	if (measured) {
		draw_number(area, &x, y, k->ms);
		if (area.width >= TIMES_WIDTH)
			draw_percent(area, &x, y, k->ms, total_ms(device_of(ui)->device));
		if (area.width >= EACH_WIDTH)
			draw_number(area, &x, y, 1e3 * k->ms / (double)k->launches);
		draw_number(area, &x, y,
			    k->unknown || k->ms <= 0
				    ? -1
				    : (double)(k->streamed + k->gathered) / k->ms / 1e6);
		draw_share(ui, area, x, y, k);
	}
	if (selected)
		area_style_row(area_columns(area, 0, x), y, STYLE_SELECTED);
}

static void draw_head(const struct ui *ui, struct area area)
{
	enum style style = ui->pane == 0 ? STYLE_TITLE : STYLE_DIM;
	bool wide = area.width >= WIDE_WIDTH;
	int x = area_printf(area, 0, 0, style, " %-*s", NAME_WIDTH - 1, "kernel");

	if (area.width >= NARROW)
		x = area_printf(area, x, 0, style, "%*s", NUMBER_WIDTH, "launches");
	x = area_printf(area, x, 0, style, "%*s", NUMBER_WIDTH, "items");
	x = wide ? area_printf(area, x, 0, style, "%*s%*s", NUMBER_WIDTH, "streamed", NUMBER_WIDTH,
			       "gathered")
		 : area_printf(area, x, 0, style, "%*s", NUMBER_WIDTH, "bytes");
	if (ui->replaying)
		return;
	x = area_printf(area, x, 0, style, "%*s", NUMBER_WIDTH, "ms");
	if (area.width >= TIMES_WIDTH)
		x = area_printf(area, x, 0, style, "%*s", NUMBER_WIDTH, "of time");
	if (area.width >= EACH_WIDTH)
		x = area_printf(area, x, 0, style, "%*s", NUMBER_WIDTH, "us each");
	x = area_printf(area, x, 0, style, "%*s", NUMBER_WIDTH, "GB/s");
	area_text_end(area, x, 0, style,
		      area.width >= WIDE_WIDTH                      ? "share of bandwidth"
		      : area.width - x > (int)sizeof "of bandwidth" ? "of bandwidth"
								    : "share");
}

/* In replays times are no order that can be compared: what moves most comes first then. */
static int compare_bytes(const void *a, const void *b)
{
	const struct snap_kernel *p = *(const struct snap_kernel *const *)a;
	const struct snap_kernel *q = *(const struct snap_kernel *const *)b;
	int64_t x = p->streamed + p->gathered, y = q->streamed + q->gathered;

	return ORDER(y, x) ?: strcmp(p->name, q->name);
}

/* The kernels in the order of the list; owned by the caller, NULL without memory. */
static const struct snap_kernel **ordered(const struct ui *ui, const struct snap_device *d)
{
	const struct snap_kernel **order;

	if (ALLOC(&order, d->n_kernels) != STATUS_OK)
		return NULL;
	for (int i = 0; i < d->n_kernels; i++)
		order[i] = &d->kernel[i];
	if (ui->replaying)
		qsort(order, (size_t)d->n_kernels, sizeof *order, compare_bytes);
	return order;
}

static void draw_kernels(struct ui *ui, struct area area)
{
	const struct snap_device *d = device_of(ui)->device;
	FREED const struct snap_kernel **order = NULL;
	struct area body = area_rows(area, 1, area.height - 1);
	int n = d ? d->n_kernels : 0;

	list_place(&device_of(ui)->kernels, n, body);
	if (!d || area.height <= 0)
		return;
	if (n == 0) {
		area_printf(area, 1, 0, STYLE_DIM, "no kernel has run yet; %s finds the paths",
			    ui_key_of("recompute"));
		return;
	}
	draw_head(ui, area);
	order = ordered(ui, d);
	for (int y = 0; order && y < body.height && device_of(ui)->kernels.top + y < n; y++)
		draw_kernel(ui, body, y, order[device_of(ui)->kernels.top + y],
			    device_of(ui)->kernels.top + y == device_of(ui)->kernels.selected);
}

/* ---- which device ---- */

static void add_line(struct area area, int *y, const char *label, const char *text)
{
	area_text(area, 1, *y, STYLE_DIM, label);
	area_text_cut(area, 1 + LABEL_WIDTH, *y, STYLE_NORMAL, text);
	++*y;
}

/* What there is on one line, or as many as there is room for. */
static void add_list(struct area area, int *y, const char *list)
{
	RELEASED_BY(text_release) struct text line = TEXT_INIT;

	for (const char *p = list; *p; p++) {
		if (*p != '\n')
			text_append(&line, p, 1);
		else if (p[1])
			text_add(&line, "; ");
	}
	add_line(area, y, "there is", text_string(&line));
}

static void write_totals(const struct snap_device *d, bool measured, struct text *out)
{
	int64_t launches = 0;

	for (int32_t i = 0; i < d->n_kernels; i++)
		launches += d->kernel[i].launches;
	text_printf(out, "%" PRId64 " launches", launches);
	if (!measured)
		return;
	text_printf(out, " in %.1f ms; ", total_ms(d));
	if (d->bandwidth > 0)
		text_printf(out, "a large copy reads and writes %.1f GB/s", d->bandwidth / 1e6);
	else
		text_add(out, "bandwidth not measured yet");
}

/* Rows that were drawn. What is this machine's isn't in replays. */
static int draw_facts(struct ui *ui, struct area area, bool brief)
{
	const struct snap_device *d = device_of(ui)->device;
	RELEASED_BY(text_release) struct text line = TEXT_INIT;
	int y = 0;

	if (!d)
		return 0;
	if (!ui->replaying && !brief) {
		add_line(area, &y, "device", d->name);
		add_line(area, &y, "reason", d->why);
		add_list(area, &y, d->list);
	}
	write_totals(d, !ui->replaying, &line);
	add_line(area, &y, "counted", text_string(&line));
	return y;
}

static void draw_main(struct ui *ui, struct area area)
{
	int rows = 1;

	if (area.height <= 0) {
		list_fit(&device_of(ui)->kernels,
			 device_of(ui)->device ? device_of(ui)->device->n_kernels : 0, 1);
		return;
	}
	ui_draw_header(ui, area, ui->pane == 0, "kernels");
	if (!device_of(ui)->device) /* the first time it measures its bandwidth */
		area_text_cut(area, 1, 1, STYLE_DIM, "asking the device ...");
	rows += draw_facts(ui, area_rows(area, 1, area.height - 1), area.height < FACTS_HEIGHT);
	draw_kernels(ui, area_rows(area, rows, area.height - rows));
}

/* ---- its memory ---- */

/* The largest first. What is held when depends on what was looked at meanwhile, so replays have
 * names alone. */
static int compare_memory(const void *a, const void *b)
{
	const struct snap_memory *p = a, *q = b;

	return ORDER(q->bytes, p->bytes) ?: strcmp(p->name, q->name);
}

static int compare_names(const void *a, const void *b)
{
	return strcmp(((const struct snap_memory *)a)->name, ((const struct snap_memory *)b)->name);
}

static void draw_memory_row(const struct ui *ui, struct area area, int y,
			    const struct snap_memory *m)
{
	int x = MEMORY_WIDTH;

	area_text(area, 1, y, STYLE_NORMAL, m->name);
	if (!ui->replaying) {
		draw_count(area, &x, y, m->bytes);
		draw_count(area, &x, y, m->peak);
	}
}

static void draw_memory_head(const struct ui *ui, struct area area)
{
	char title[64] = "memory", total[32];

	write_count(total, sizeof total, (double)device_of(ui)->device->total.bytes);
	if (!ui->replaying)
		snprintf(title, sizeof title, "memory, %s bytes", total);
	ui_draw_header(ui, area, ui->pane == 1, title);
	area_text(area, 1, 1, STYLE_DIM, "array");
	if (ui->replaying)
		return;
	area_text_right(area, MEMORY_WIDTH + NUMBER_WIDTH, 1, STYLE_DIM, "bytes");
	area_text_right(area, MEMORY_WIDTH + 2 * NUMBER_WIDTH, 1, STYLE_DIM, "peak");
}

static void draw_memory(struct ui *ui, struct area area)
{
	const struct snap_device *d = device_of(ui)->device;
	struct area body = area_rows(area, 2, area.height - 2);
	struct list *list = &device_of(ui)->memory;
	int n = d ? d->n_memory : 0;
	FREED struct snap_memory *order = NULL;

	list_place(list, n, body);
	if (area.height <= 0 || !d)
		return;
	draw_memory_head(ui, area);
	if (ALLOC(&order, n) != STATUS_OK)
		return;
	memcpy(order, d->memory, (size_t)n * sizeof *order);
	qsort(order, (size_t)n, sizeof *order, ui->replaying ? compare_names : compare_memory);
	for (int y = 0; y < body.height && list->top + y < n; y++)
		draw_memory_row(ui, body, y, &order[list->top + y]);
	if (ui->pane == 1)
		list_mark(list, body, ">");
}

/* ---- the view ---- */

static void draw(struct ui *ui, struct area area)
{
	struct layout l = ui_layout(ui, area, KERNELS_PERCENT, MEMORY_PERCENT);

	want_device(ui);
	draw_main(ui, l.main);
	draw_memory(ui, l.detail);
	ui_draw_third(ui, l.third);
}

/* Record a warp of the selected kernel and show it. */
static void enter(struct ui *ui)
{
	const struct snap_device *d = device_of(ui)->device;
	int64_t selected = device_of(ui)->kernels.selected;
	const struct snap_kernel **order = d ? ordered(ui, d) : NULL;
	RELEASED_BY(script_release) struct script script = SCRIPT_INIT;

	if (!order || ui->pane != 0 || selected >= d->n_kernels) {
		ui_say(ui, STYLE_ACCENT, "Enter on a kernel shows one of its warps");
		free(order);
		return;
	}
	script_add(&script, "report_warp", order[selected]->name, "-steps", "1", NULL);
	script_fixed(&script, "view warp");
	ui_submit(ui, &script);
	free(order);
}

static void leave(struct ui *ui)
{
	ui_want_device(ui, &(struct device_request){.edition = ui->edition + 1});
}

const struct view device_view = {
	.info = &view_info[VIEW_device],
	.state_size = sizeof(struct device_view),
	.readings = {VIEW_READING(device, struct device_view, device)},
	.draw = draw,
	.lists = {offsetof(struct device_view, kernels), offsetof(struct device_view, memory)},
	.enter = enter,
	.leave = leave,
	.n_panes = 2,
};
