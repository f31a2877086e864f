#include "ui/help.h"

#include <ctype.h>
#include <string.h>

#include "ui/footer.h"
#include "ui/keymap.h"

enum { TERM_COLUMN = 1, OWN_COLUMN = 14, HELP_COLUMN = 16, COMMAND_COLUMN = 80, ALL_WIDTH = 110 };

/* A word or abbreviation of a view, as it is written there; view NULL = of all. */
struct term {
	const char *view, *word, *help;
};

static const struct term terms[] = {
	{NULL, "candidates", "paths of a level that may belong to the k worst"},
	{NULL, "CPPR", "clock path pessimism removal: credit for the shared clock path"},
	{NULL, "dev", "deviations: arcs where the path leaves the best continuation"},
	{NULL, "WNS", "worst negative slack, or the worst slack if none is negative"},
	{NULL, "TNS", "total negative slack: the sum over the endpoints that fail"},
	{NULL, "clear arcs off", "arcs of preset and clear pins are not timed, as in OpenSTA"},
	{NULL, "most in", "the largest delays of the path and where they are"},
	{"summary", "error", "how far a path's slack may be from the bin that counts it"},
	{"summary", "found to", "the largest slack of the paths found, after CPPR"},
	{"endpoints", "failing", "paths found that fail at the endpoint, which may have more"},
	{"paths", "parent", "rank of the path that this one deviates from"},
	{"paths", "bound", "a lower bound of the path's own slack, until it is re-timed"},
	{"paths", "fan", "fan-out: pins that the output drives"},
	{"levels", "pruned", "candidates beyond the bound, not stored"},
	{"levels", "new", "those kept that are among the k worst now"},
	{"levels", "bound ps", "slack of the k-th path found: what is above it is pruned"},
	{"levels", "error ps", "how far the bound is from the final one"},
	{"labels", "region", "pins between two points of the query, numbered in its order"},
	{"labels", "label", "the region that the filter takes the pin for"},
	{"labels", "rank", "constraints that a path may have passed at the pin, at most"},
	{"labels", "remain", "states on paths of arcs that the labels keep"},
	{"labels", "exact", "states on paths that answer the query"},
	{"labels", "on paths", "labels: of arcs that labels keep; exact: that answer the query"},
	{"ssta", "worst %", "dies of which this endpoint is the worst"},
	{"ssta", "fails%", "dies in which this endpoint has negative slack"},
	{"ssta", "sigma", "standard deviation of the slack over the dies"},
	{"ssta", "alone", "o: the yield if this endpoint were the only one"},
	{"ssta", "yield", "share of dies that meet timing, for a period that is longer"},
	{"lab", "*", "after a method: the one chosen by the matrix's row lengths"},
	{"lab", "copy", "bandwidth as a share of what a large copy reaches"},
	{"lab", "digest", "hash of the result's bytes: equal results have equal ones"},
	{"device", "counted", "kernel launches since the profile was reset"},
	{"device", "bytes", "bytes the kernels cannot avoid moving"},
	{"device", "bandwidth",
	 "share of what a large copy reaches; >=: not all bytes are counted"},
	{"warp", "lanes", "threads of the warp that take part in the step"},
	{"warp", "sectors", "32-byte sectors of memory that the step moves"},
	{"warp", "least", "sectors that its bytes would need if they were contiguous"},
	{"arrivals", "fan-in", "arcs that enter the vertex"},
	{"arrivals", "to do", "of these, arcs that are not processed yet"},
	{NULL, "median", "marks below bars: W worst, m median, 9 and N 90 and 99 %"},
	{"summary", "no CPPR", "slacks without the credit for the common clock path"},
	{"compare", "change", "slack now minus slack before: negative is worse"},
};

enum { N_TERMS = sizeof terms / sizeof *terms };
_Static_assert(N_TERMS <= 64, "a bit of ui->terms each");

static bool is_of_word(char c)
{
	return isalnum((unsigned char)c) || (unsigned char)c >= 0x80;
}

static bool is_on(const char *screen, const char *word)
{
	size_t length = strlen(word);

	for (const char *at = strstr(screen, word); at; at = strstr(at + 1, word)) {
		if (!is_of_word(word[0]) ||
		    ((at == screen || !is_of_word(at[-1])) && !is_of_word(at[length])))
			return true;
	}
	return false;
}

void help_scan_screen(struct ui *ui)
{
	RELEASED_BY(text_release) struct text screen = TEXT_INIT;

	surface_dump(&ui->surface, false, &screen);
	ui->terms = 0;
	for (int i = 0; i < N_TERMS; i++) {
		if ((!terms[i].view || strcmp(terms[i].view, ui->view->info->name) == 0) &&
		    is_on(text_string(&screen), terms[i].word))
			ui->terms |= UINT64_C(1) << i;
	}
}

/* What the user has bound is marked, and says its command for help. */
static void draw_key(struct area area, int y, const struct binding *b, const char *keys)
{
	bool own = keymap_is_own(b);

	area_text(area, TERM_COLUMN, y, STYLE_KEY, keys);
	area_text(area, OWN_COLUMN, y, STYLE_ACCENT, own ? "*" : "");
	area_text_cut(area, HELP_COLUMN, y, STYLE_NORMAL, own ? b->command : b->help);
	if (area.width >= ALL_WIDTH && !own)
		area_text(area, COMMAND_COLUMN, y, STYLE_DIM, b->command);
}

/* Those of the view or those of all views; the row below. */
static int draw_keys(const struct ui *ui, struct area area, int row, bool of_view)
{
	const struct binding *b;
	char keys[64];

	for (int i = 0; (b = keymap_at(i)); i++) {
		if ((b->view != NULL) == of_view && footer_keys(ui, b, keys, sizeof keys))
			draw_key(area, row++, b, keys);
	}
	return row;
}

static int draw_terms(const struct ui *ui, struct area area, int row)
{
	area_text(area, TERM_COLUMN, row++, STYLE_TITLE, "words on the screen");
	for (int i = 0; i < N_TERMS; i++) {
		if (!(ui->terms >> i & 1))
			continue;
		area_text(area, TERM_COLUMN, row, STYLE_STRONG, terms[i].word);
		area_text_cut(area, HELP_COLUMN, row++, STYLE_NORMAL, terms[i].help);
	}
	return row;
}

/* All of it from a row on; the row below. */
static int draw_lines(const struct ui *ui, struct area area, int row)
{
	int begin = row;

	row = draw_keys(ui, area, row, true);
	if (ui->terms)
		row = draw_terms(ui, area, row);
	if (row > begin)
		area_text(area, TERM_COLUMN, row++, STYLE_TITLE, "in every view");
	row = draw_keys(ui, area, row, false);
	area_text_cut(area, HELP_COLUMN, row++, STYLE_DIM,
		      "mouse: tabs, lines, heads, hints, wheel; Shift: select text");
	return row;
}

void help_draw(struct ui *ui, struct area area)
{
	struct area body = area_rows(area, 1, area.height - 1);
	RELEASED_BY(text_release) struct text title = TEXT_INIT;

	ui->listing = LISTING_NONE; /* what keys do when this list is closed */
	list_fit(&ui->keys, draw_lines(ui, area_rows(area, 0, 0), 0), body.height);
	text_printf(&title, "keys in %s%s, Esc closes", ui->view->info->title,
		    ui->terms ? " and words on the screen" : "");
	ui_draw_header(ui, area, true, text_string(&title));
	ui_draw_more(&ui->keys, area, true);
	draw_lines(ui, body, -(int)ui->keys.top);
	ui->listing = LISTING_KEYS;
}
