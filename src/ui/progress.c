/* How far a computation is that counts what it does: files being read, timing being built. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "ui/keymap.h"
#include "ui/ui.h"

enum {
	BAR_WIDTH = 10,
	SHOWN_MS = 200, /* what takes longer is shown … */
	SURE_MS = 700,  /* … and the time left once that is known */
};

void ui_draw_bar(const struct ui *ui, struct area area, int x, int width, double share)
{
	uint32_t block = ui->glyphs == GLYPHS_ASCII ? '#' : 0x2588;
	bool is_cut = share > 1;
	int full = is_cut ? width : (int)(share * width + 0.5);

	area_put(area, x, 0, STYLE_DIM, '[');
	for (int i = 0; i < full; i++)
		area_put(area, x + 1 + i, 0, STYLE_ACCENT, block);
	for (int i = full; i < width; i++)
		area_put(area, x + 1 + i, 0, STYLE_DIM, '.');
	area_put(area, x + width + 1, 0, is_cut ? STYLE_ACCENT : STYLE_DIM, is_cut ? '>' : ']');
}

/* "12.3 of 45.6 MB  27%  3 s left" */
static void write_progress(struct ui *ui, const struct shell_progress *p, struct text *out)
{
	double elapsed = clock_ms() - ui->progress_begin;
	double left = (double)(p->total - p->done) * elapsed / (p->done > 0 ? (double)p->done : 1);

	if (p->in_bytes)
		text_printf(out, "%.1f of %.1f MB", (double)p->done / 1e6, (double)p->total / 1e6);
	else
		text_printf(out, "%" PRId64 " of %" PRId64, p->done, p->total);
	text_printf(out, "  %" PRId64 "%%", 100 * p->done / p->total);
	if (p->done <= 0 || elapsed < SURE_MS)
		return;
	if (left < 60e3)
		text_printf(out, "  %.0f s left", left / 1e3);
	else
		text_printf(out, "  %.0f min %.0f s left", floor(left / 60e3),
			    fmod(left / 1e3, 60));
}

/* The same part of the work as in the frame before, and since when? */
static void follow_progress(struct ui *ui, const struct shell_progress *p)
{
	if (p->label != ui->progress.label || p->total != ui->progress.total ||
	    p->done < ui->progress.done || strcmp(p->doing, ui->progress.doing) != 0)
		ui->progress_begin = clock_ms();
	ui->progress = *p;
}

/* "12345678" with its thousands apart, "12.3 M/s" after it. */
static void write_count(struct text *out, int64_t n)
{
	if (n >= 1000)
		write_count(out, n / 1000);
	if (n >= 1000)
		text_printf(out, ",%03d", (int)(n % 1000));
	else
		text_printf(out, "%d", (int)n);
}

static void write_speed(struct text *out, double a_second)
{
	if (a_second >= 1e6)
		text_printf(out, "%.1f M/s", a_second / 1e6);
	else
		text_printf(out, "%.0f k/s", a_second / 1e3);
}

/* A search that goes on level by level: how many candidates the levels so far had, and how fast. */
static void write_search(const struct snap_search *s, int64_t counted, double ms, struct text *out)
{
	int64_t n = SUM(int64_t, l, 0, s->n_levels, s->level[l].n_candidates);

	n = counted > n ? counted : n;
	text_printf(out, "path search, level %" PRId32 ": ", s->n_levels);
	write_count(out, n);
	text_add(out, " candidates");
	text_add(out, ", ");
	write_speed(out, (double)n / ms * 1e3);
}

static bool draw_search(struct ui *ui, struct area area, const struct shell_progress *p)
{
	const struct snap_search *s = ui->search;
	RELEASED_BY(text_release) struct text text = TEXT_INIT;
	char key[32], cancels[48];
	int x;

	if (s && s->snap.serial != ui->search_serial) {
		ui->search_serial = s->snap.serial;
		ui->search_begin = clock_ms();
	}
	if (!s || s->state != SEARCH_RUNNING || !p->label || strcmp(p->label, "path search") != 0 ||
	    ui->replaying || clock_ms() - ui->search_begin < SHOWN_MS)
		return false;
	write_search(s, p->done, clock_ms() - ui->search_begin, &text);
	x = area_text(area, 1, 0, STYLE_ACCENT, text_string(&text));
	snprintf(cancels, sizeof cancels, "%s cancels", keymap_key("cancel", key, sizeof key));
	area_text_end(area, x, 0, STYLE_KEY, cancels);
	return true;
}

/* What doesn't count what it does, by its name: for how long it has been at that. */
static bool draw_busy(struct ui *ui, struct area area, const struct shell_progress *p)
{
	double ms = clock_ms() - ui->command_begin;
	char key[32], cancels[48];
	int x;

	if (ui->replaying || ui->in_screen_call || ui->playing || !ui->command_id || ms < SURE_MS ||
	    !shell_busy(ui->shell) || (ui->search && ui->search->state == SEARCH_RUNNING))
		return false;
	snprintf(cancels, sizeof cancels, "%s cancels", keymap_key("cancel", key, sizeof key));
	x = area_printf(area, 1, 0, STYLE_ACCENT, "%s, %.0f s",
			p->label      ? p->label
			: p->doing[0] ? p->doing
				      : "working",
			ms / 1e3);
	area_text_end(area, x, 0, STYLE_KEY, cancels);
	return true;
}

bool ui_draw_loading(struct ui *ui, struct area area)
{
	RELEASED_BY(text_release) struct text text = TEXT_INIT;
	struct shell_progress p;
	char key[32], cancels[48];
	int x;

	shell_progress(ui->shell, &p);
	follow_progress(ui, &p);
	if (draw_search(ui, area, &p))
		return true;
	if (!p.label || p.total <= 0 || p.done > p.total || ui->replaying ||
	    clock_ms() - ui->progress_begin < SHOWN_MS)
		return draw_busy(ui, area, &p);
	snprintf(cancels, sizeof cancels, "%s cancels", keymap_key("cancel", key, sizeof key));
	x = area_printf(area, 1, 0, STYLE_ACCENT, "%s ", p.label);
	ui_draw_bar(ui, area, x, BAR_WIDTH, (double)p.done / (double)p.total);
	write_progress(ui, &p, &text);
	x = area_text(area, x + BAR_WIDTH + 3, 0, STYLE_STRONG, text_string(&text));
	if (x + 2 + text_columns(p.doing) + 2 + text_columns(cancels) <= area.width)
		x = area_text(area, x + 2, 0, STYLE_DIM, p.doing);
	area_text_end(area, x, 0, STYLE_KEY, cancels);
	return true;
}
