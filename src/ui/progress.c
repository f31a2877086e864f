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
	SURE_MS = 700,  /* … and the time left once that can be told */
};

void ui_draw_bar(const struct ui *ui, struct area area, int x, int width, double share)
{
	uint32_t block = ui->glyphs == GLYPHS_ASCII ? '#' : 0x2588;
	int full = (int)(share * width + 0.5);

	area_put(area, x, 0, STYLE_DIM, '[');
	for (int i = 0; i < full; i++)
		area_put(area, x + 1 + i, 0, STYLE_ACCENT, block);
	for (int i = full; i < width; i++)
		area_put(area, x + 1 + i, 0, STYLE_DIM, '.');
	area_put(area, x + width + 1, 0, STYLE_DIM, ']');
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

bool ui_draw_loading(struct ui *ui, struct area area)
{
	struct text text = TEXT_INIT;
	struct shell_progress p;
	char key[32], cancels[48];
	int x;

	shell_progress(ui->shell, &p);
	follow_progress(ui, &p);
	if (!p.label || p.total <= 0 || p.done > p.total || ui->replaying ||
	    clock_ms() - ui->progress_begin < SHOWN_MS)
		return false;
	snprintf(cancels, sizeof cancels, "%s cancels", keymap_key("cancel", key, sizeof key));
	x = area_printf(area, 1, 0, STYLE_ACCENT, "%s ", p.label);
	ui_draw_bar(ui, area, x, BAR_WIDTH, (double)p.done / (double)p.total);
	write_progress(ui, &p, &text);
	x = area_text(area, x + BAR_WIDTH + 3, 0, STYLE_STRONG, text_string(&text));
	if (x + 2 + text_columns(p.doing) + 2 + text_columns(cancels) <= area.width)
		x = area_text(area, x + 2, 0, STYLE_DIM, p.doing);
	area_text_end(area, x, 0, STYLE_KEY, cancels);
	text_release(&text);
	return true;
}
