#include "ui/footer.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "ui/keymap.h"
#include "ui/ui.h"
#include "ui/views/view_paths.h"
#include "ui/widgets/key.h"

void footer_draw_message(struct ui *ui, struct area area)
{
	if (ui->asking_to_quit)
		area_text(area, 0, 0, STYLE_ACCENT, "quit warpscope? y or n");
	else
		area_text_cut(area, 0, 0, ui->message_style, text_string(&ui->message));
}

/* The last command, and how long it took; "!" when it failed. */
static void draw_command(struct ui *ui, struct area area)
{
	RELEASED_BY(text_release) struct text command = TEXT_INIT;
	double took = ui->view->command ? ui->view->command(ui, &command) : 0;
	char ms[32];
	bool failed = command.length == 0 && ui->command_failed;
	int x = area_text(area, 0, 0, failed ? STYLE_BAD : STYLE_DIM, failed ? "! " : "= ");

	if (command.length == 0) {
		text_add(&command, text_string(&ui->command));
		took = ui->command_ms;
	}
	snprintf(ms, sizeof ms, "%.1f ms", took);
	x = area_text_cut(area_columns(area, 0, area.width - (took > 0 ? 10 : 0)), x, 0, STYLE_DIM,
			  text_string(&command));
	if (took > 0 && !ui->replaying)
		area_text_end(area, x, 0, STYLE_DIM, ms);
}

/* At the end of the status' row: what the key of undo takes back. */
static void draw_undo(struct ui *ui, struct area area, int x)
{
	RELEASED_BY(text_release) struct text words = TEXT_INIT;

	if (chooser_write_undo(ui, &words) &&
	    !area_text_end(area, x + 2, 0, STYLE_DIM, text_string(&words)))
		area_text_cut(area, x + 2, 0, STYLE_DIM, text_string(&words));
}

static int draw_status(struct ui *ui, struct area area)
{
	const struct list *list = ui_list(ui);
	int64_t at = list->n ? list_at(list) + 1 : 0;
	const char *name = ui_listing(ui)     ? ui_listing(ui)->name
			   : !ui_in_panel(ui) ? ui->view->info->name
			   : ui->explaining   ? "explanation"
					      : "lesson";

	return area_printf(area, 0, 0, STYLE_STRONG, "[%s] %" PRId64 "/%" PRId64 "  %" PRId64 "%%",
			   name, at, list->n, list->n ? 100 * at / list->n : 0);
}

/* The same in the only line that there is, with the key that leads to all others. */
static void draw_short_status(struct ui *ui, struct area area)
{
	char key[32];

	keymap_key("keys", key, sizeof key - 5);
	strcat(key, " help");
	area_text_end(area, draw_status(ui, area), 0, STYLE_DIM, key);
}

bool footer_keys(const struct ui *ui, const struct binding *b, char *out, size_t size)
{
	size_t n = 0;

	out[0] = '\0';
	for (const char *at = b->keys; *at;) {
		const char *begin = at;

		if (ui_binding(ui, key_parse(&at)) == b && n < size) {
			bool less =
				strncmp(begin, "<lt>", 4) == 0; /* as it is written, not typed */

			n += (size_t)snprintf(out + n, size - n, "%s%.*s", n ? " " : "",
					      less ? 1 : (int)(at - begin), begin);
		}
		while (*at == ' ')
			at++;
	}
	return n > 0;
}

/* ---- hints ---- */

/* A key that matters now, as the last row shows it: a click on it types the key. */
struct hint {
	char key[16];
	const char *word;
	int32_t code;
	int x; /* where it begins */
};

enum { MAX_HINTS = 24, HINT_GAP = 2 };

struct hints {
	struct hint hint[MAX_HINTS];
	int n, end; /* end = the column after the last one with its gap */
	int room;   /* columns that they may take */
};

static bool add_hint(struct hints *h, const char *key, const char *word, int32_t code)
{
	int width = text_columns(key) + 1 + text_columns(word);
	struct hint *hint = &h->hint[h->n];

	if (h->n == MAX_HINTS || h->end + width > h->room)
		return false;
	snprintf(hint->key, sizeof hint->key, "%s", key);
	hint->word = word;
	hint->code = code;
	hint->x = h->end;
	h->end += width + HINT_GAP;
	h->n++;
	return true;
}

/* The first key of a binding that does now what it says. */
static bool add_binding(const struct ui *ui, struct hints *h, const struct binding *b,
			const char *word)
{
	char keys[64];
	const char *at = b->keys;
	int32_t code;
	size_t length;

	if (!footer_keys(ui, b, keys, sizeof keys))
		return true;
	length = strcspn(keys, " ");
	if (length > 2 && keys[0] == '<' && keys[length - 1] == '>') { /* Enter, as one says it */
		length -= 2;
		memmove(keys, keys + 1, length);
	}
	keys[length] = '\0';
	do {
		while (*at == ' ')
			at++;
		code = key_parse(&at);
	} while (*at && ui_binding(ui, code) != b);
	return add_hint(h, keys, word, code);
}

static const struct binding *binding_of(const char *command)
{
	const struct binding *b;

	for (int i = 0; (b = keymap_at(i)); i++) {
		if (strcmp(b->command, command) == 0)
			return b;
	}
	return NULL;
}

/* What the key of `leave` does now. */
static const char *leave_word(const struct ui *ui)
{
	return ui->listing ? "close" : ui->n_history > 0 ? "back" : "quit";
}

/* Is it worth a hint? Where a list is shown over the view, that list's keys alone are. */
static bool matters(const struct ui *ui, const struct binding *b)
{
	if (ui->view == &paths_view &&
	    (strcmp(b->command, "view endpoints") == 0 ||
	     strcmp(b->command, "edit_exception") == 0) &&
	    !(ui->search && ui->search->snap.graph->netlist))
		return false; /* a graph that was read has neither */
	if (strcmp(b->command, "lenses") == 0 && !(ui->totals && ui->totals->timed))
		return false;
	if ((strcmp(b->command, "sizes") == 0 || strcmp(b->command, "best_changes") == 0) &&
	    !paths_in_detail(ui))
		return false;
	if (strncmp(b->command, "report_failing", 14) == 0 &&
	    !(ui->totals && ui->totals->timed && ui->totals->of[LATE].n_violated))
		return false;
	return b->hint && (!ui->listing || listing_is_name(b->view));
}

/* Those of the view come before those foreverywhere; the way to all keys and the way back are always there. */
static void add_bindings(const struct ui *ui, struct hints *h)
{
	const struct binding *b, *all = binding_of("keys"), *back = binding_of("leave");
	struct hints last = {.room = h->room};
	int room = h->room;

	if (back)
		add_binding(ui, &last, back, leave_word(ui));
	h->room -= last.end;
	if (all)
		add_binding(ui, h, all, "help");
	for (int of_view = 1; of_view >= 0; of_view--) {
		for (int i = 0; (b = keymap_at(i)); i++) {
			if (b != all && b != back && (b->view != NULL) == of_view &&
			    matters(ui, b) && !add_binding(ui, h, b, b->hint))
				break;
		}
	}
	h->room = room;
	if (last.n)
		add_hint(h, last.hint[0].key, last.hint[0].word, last.hint[0].code);
}

static void add_prompt_keys(const struct prompt *prompt, struct hints *h)
{
	if (prompt->searching) {
		add_hint(h, "^R", "older", UI_KEY_CONTROL('r'));
		add_hint(h, "Enter", "runs", UI_KEY_ENTER);
		add_hint(h, "Esc", "edits the line", UI_KEY_ESC);
	} else if (prompt->sign == ':') {
		add_hint(h, "Enter", "runs", UI_KEY_ENTER);
		add_hint(h, "Esc", "leaves", UI_KEY_ESC);
		add_hint(h, "Tab", prompt->completions.n ? "next" : "completes", UI_KEY_TAB);
		if (prompt->completions.n)
			add_hint(h, "S-Tab", "the one before", UI_KEY_S_TAB);
		add_hint(h, "Up", "history", UI_KEY_UP);
		add_hint(h, "^R", "searches it", UI_KEY_CONTROL('r'));
		add_hint(h, "^U", "empties the line", UI_KEY_CONTROL('u'));
	} else {
		add_hint(h, "Enter", prompt->sign == '/' ? "goes there" : "keeps the filter",
			 UI_KEY_ENTER);
		add_hint(h, "Esc", "as it was before", UI_KEY_ESC);
		add_hint(h, "^U", "empties the line", UI_KEY_CONTROL('u'));
	}
}

static struct hints hints_of(const struct ui *ui, int width)
{
	struct hints h = {.room = width};

	if (ui->prompt.open) {
		add_prompt_keys(&ui->prompt, &h);
	} else if (ui->asking_to_quit) {
		add_hint(&h, "y", "quits", 'y');
		add_hint(&h, "n", "stays", 'n');
	} else {
		add_bindings(ui, &h);
	}
	return h;
}

static void draw_hints(struct ui *ui, struct area area)
{
	struct hints h = hints_of(ui, area.width);

	for (int i = 0; i < h.n; i++) {
		int x = area_text(area, h.hint[i].x, 0, STYLE_KEY, h.hint[i].key);

		area_text(area, x + 1, 0, STYLE_DIM, h.hint[i].word);
	}
}

int32_t footer_key(const struct ui *ui, int32_t key)
{
	int x = UI_KEY_CLICK_X(key), y = UI_KEY_CLICK_Y(key);
	struct hints h;

	if (!UI_KEY_IS_CLICK(key) || ui_is_compact(ui) || y != ui->surface.height - 1)
		return key;
	h = hints_of(ui, ui->surface.width);
	EACH_ITEM(hint, h.hint, h.n) {
		if (x >= hint->x &&
		    x < hint->x + text_columns(hint->key) + 1 + text_columns(hint->word))
			return hint->code;
	}
	return key;
}

/* ---- the other lines ---- */

bool footer_has_message(const struct ui *ui)
{
	return ui->message.length || ui->asking_to_quit;
}

/* Is a line a query, after the command's name? */
static bool is_query(const char *line)
{
#define X(name, delay, needs_netlist)                                                              \
	if (strncmp(line, name " ", sizeof name) == 0)                                             \
		return true;
	TYPED_QUERIES(X)
#undef X
	return false;
}

/* "353 pins, 39 ends, worst -90.549 before CPPR", or the numbers of pins and ends alone. */
static void write_typed(const struct snap_typed *typed, bool full, struct text *out)
{
	text_printf(out, "%" PRId64 " pins, %" PRId64 " ends", typed->n_pins, typed->n_ends);
	if (!typed->has_paths || !full)
		return;
	text_printf(out, ", %s %s%s", typed->is_cost ? "least" : "worst", SHOWN_TIME(typed->slack),
		    typed->is_credited ? " before CPPR" : "");
}

/* Of a query that is being typed, what it would leave. */
static void draw_typed(struct ui *ui, struct area area)
{
	const char *line = ui->prompt.line;
	struct typed_request wanted = {.edition = ui->edition};
	SNAP_HELD struct snap_typed *typed = NULL;
	RELEASED_BY(text_release) struct text words = TEXT_INIT;

	if (!is_query(line) || ui->prompt.sign != ':' || ui->prompt.searching ||
	    strlen(line) >= TYPED_LINE)
		return;
	memcpy(wanted.line, line, strlen(line));
	ui_want_typed(ui, &wanted);
	typed = board_get_typed(ui->board);
	if (typed && typed->known && memcmp(&typed->asked, &wanted, sizeof wanted) == 0) {
		bool drawn = false;

		for (int full = 1; full >= 0 && !drawn; full--) {
			text_clear(&words);
			write_typed(typed, full, &words);
			drawn = area_text_end(area, 2 + text_columns(line), 0, STYLE_DIM,
					      text_string(&words));
		}
	}
}

/* What is known of the command that is typed, in place of the status. */
static void draw_described(struct ui *ui, struct area area)
{
	RELEASED_BY(text_release) struct text about = TEXT_INIT;
	int x = area_text(area, 0, 0, STYLE_STRONG, "[command] ");

	prompt_describe(&ui->prompt, &about);
	area_text_cut(area, x, 0, STYLE_DIM,
		      about.length ? text_string(&about) : "a command of warpscope, or Tcl");
}

/* What a pattern may be, in place of the status. */
static void draw_grammar(struct ui *ui, struct area area)
{
	int x = area_text(area, 0, 0, STYLE_STRONG,
			  ui->prompt.sign == '/' ? "[find] " : "[filter] ");

	area_text_cut(area, x, 0, STYLE_DIM, PATTERN_GRAMMAR);
}

void footer_draw(struct ui *ui, struct area area)
{
	bool one = area.height == 1;

	if (ui->demo.on) {
		demo_draw(ui, area);
		return;
	}

	if (ui->prompt.open) {
		prompt_draw(&ui->prompt, area, 0);
		draw_typed(ui, area);
	} else if (footer_has_message(ui))
		footer_draw_message(ui, area);
	else if (one)
		draw_short_status(ui, area);
	else if (ui->command.length || !chooser_is_plain(ui))
		draw_command(ui, area);
	if (one)
		return;
	if (ui->prompt.open && ui->prompt.sign == ':')
		draw_described(ui, area_rows(area, 1, 1));
	else if (ui->prompt.open)
		draw_grammar(ui, area_rows(area, 1, 1));
	else
		draw_undo(ui, area_rows(area, 1, 1), draw_status(ui, area_rows(area, 1, 1)));
	draw_hints(ui, area_rows(area, 2, 1));
}
