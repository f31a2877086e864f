#include "ui/prompt.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#include "ui/history.h"
#include "ui/widgets/key.h"

/* ---- the line ---- */

void prompt_open(struct prompt *prompt, const char *text)
{
	prompt->open = true;
	prompt->sign = ':';
	snprintf(prompt->line, sizeof prompt->line, "%s", text);
	prompt->length = prompt->at = (int)strlen(prompt->line);
	prompt->browsing = prompt->n_history;
	prompt->searching = false;
	completions_clear(&prompt->completions);
}

void prompt_set(struct prompt *prompt, const char *text)
{
	snprintf(prompt->line, sizeof prompt->line, "%s", text);
	prompt->length = prompt->at = (int)strlen(prompt->line);
}

void prompt_release(struct prompt *prompt)
{
	for (int i = 0; i < prompt->n_history; i++)
		free(prompt->history[i]);
	prompt->n_history = 0;
	completions_release(&prompt->completions);
}

void prompt_insert(struct prompt *prompt, const char *text, int n)
{
	if (prompt->length + n >= PROMPT_SIZE)
		return;
	memmove(prompt->line + prompt->at + n, prompt->line + prompt->at,
		(size_t)(prompt->length - prompt->at + 1));
	memcpy(prompt->line + prompt->at, text, (size_t)n);
	prompt->length += n;
	prompt->at += n;
}

void prompt_erase(struct prompt *prompt, int begin, int end)
{
	memmove(prompt->line + begin, prompt->line + end, (size_t)(prompt->length - end + 1));
	prompt->length -= end - begin;
	prompt->at = begin;
}

static bool continues(char c)
{
	return (c & 0xc0) == 0x80;
}

static int before(const struct prompt *prompt)
{
	int at = prompt->at;

	while (at > 0 && continues(prompt->line[--at]))
		;
	return at;
}

static int text_end(const struct prompt *prompt)
{
	int at = prompt->at;

	if (at < prompt->length)
		at++;
	while (at < prompt->length && continues(prompt->line[at]))
		at++;
	return at;
}

static int word_before(const struct prompt *prompt)
{
	int at = prompt->at;

	while (at > 0 && prompt->line[at - 1] == ' ')
		at--;
	while (at > 0 && prompt->line[at - 1] != ' ')
		at--;
	return at;
}

static void type(struct prompt *prompt, int32_t key)
{
	char utf8[MB_LEN_MAX * 2];
	mbstate_t state = {0};
	size_t n = wcrtomb(utf8, key == UI_KEY_SPACE ? L' ' : (wchar_t)key, &state);

	if (n != (size_t)-1)
		prompt_insert(prompt, utf8, (int)n);
}

/* ---- history ---- */

static void browse(struct prompt *prompt, int direction)
{
	int to = prompt->browsing + direction;

	if (to < 0 || to > prompt->n_history || prompt->sign != ':')
		return;
	prompt->browsing = to;
	snprintf(prompt->line, sizeof prompt->line, "%s",
		 to == prompt->n_history ? "" : prompt->history[to]);
	prompt->length = prompt->at = (int)strlen(prompt->line);
}

/* Show the newest line with the pattern before number `from`; what is shown stays when there is
 * none. */
static void search(struct prompt *prompt, int from, struct text *hint)
{
	int found = history_find(prompt, prompt->pattern, from);

	if (found >= 0)
		browse(prompt, found - prompt->browsing);
	else
		text_printf(hint, "%s\"%s\" in the history",
			    from < prompt->n_history ? "no older " : "no ", prompt->pattern);
}

bool prompt_looks_back(const struct prompt *prompt, int32_t key)
{
	if (key == UI_KEY_UP || key == UI_KEY_DOWN || key == UI_KEY_CONTROL('r'))
		return true;
	return prompt->searching && (key == UI_KEY_ESC || key == UI_KEY_BACKSPACE ||
				     key == UI_KEY_SPACE || (key > ' ' && key < 0x7f));
}

/* A key while searching; false when it ends the search and is the line's. */
static bool search_key(struct prompt *prompt, int32_t key, struct text *hint)
{
	size_t n = strlen(prompt->pattern);

	if (key == UI_KEY_CONTROL('r')) {
		search(prompt, prompt->browsing, hint);
	} else if (key == UI_KEY_BACKSPACE) {
		prompt->pattern[n ? n - 1 : 0] = '\0';
		search(prompt, prompt->n_history, hint);
	} else if (key == UI_KEY_SPACE || (key > ' ' && key < 0x7f)) {
		if (n + 1 < sizeof prompt->pattern)
			memcpy(prompt->pattern + n,
			       (char[]){key == UI_KEY_SPACE ? ' ' : (char)key, 0}, 2);
		search(prompt, prompt->n_history, hint);
	} else {
		prompt->searching = false;
		return key == UI_KEY_ESC;
	}
	return true;
}

/* ---- paste ---- */

/* The line ends at the end of what was pasted are none of the command's. */
static void end_lines(struct prompt *prompt)
{
	while (prompt->open && prompt->at > 0 && prompt->line[prompt->at - 1] == '\n')
		prompt_erase(prompt, prompt->at - 1, prompt->at);
}

void prompt_paste(struct prompt *prompt, bool begin)
{
	if (begin && !prompt->open)
		prompt_open(prompt, "");
	if (prompt->pasting && !begin)
		end_lines(prompt);
	prompt->pasting = begin;
	prompt->pasted = 0;
	prompt->paste_matched = 0;
}

/* The end of a paste is keys of their own when the terminal sends it in pieces. */
static bool ends_paste(struct prompt *prompt, int32_t key)
{
	static const int32_t end[] = {UI_KEY_ESC, '[', '2', '0', '1', '~'};
	int *matched = &prompt->paste_matched, length = sizeof end / sizeof *end;

	*matched = key == end[*matched] ? *matched + 1 : key == UI_KEY_ESC;
	if (*matched < length)
		return false;
	if (prompt->open) /* all but the first and the last were typed */
		prompt_erase(prompt, prompt->at - (length - 2), prompt->at);
	return true;
}

static enum prompt_event paste_key(struct prompt *prompt, int32_t key)
{
	if (key == UI_KEY_CONTROL('c')) {
		prompt->pasting = prompt->open = false;
		return PROMPT_LEFT;
	}
	if (ends_paste(prompt, key)) {
		prompt->pasting = false;
		end_lines(prompt);
	}
	if (!prompt->pasting || !prompt->open)
		return PROMPT_GOES_ON;
	/* a command's lines stay; in a pattern there are none */
	if (key == UI_KEY_ENTER && prompt->sign == ':') {
		prompt_insert(prompt, "\n", 1);
		return PROMPT_GOES_ON;
	}
	if (key == UI_KEY_ENTER || key == UI_KEY_TAB)
		key = UI_KEY_SPACE;
	if (++prompt->pasted > LARGEST_PASTE || prompt->length + 8 >= PROMPT_SIZE) {
		prompt->open = false;
		return PROMPT_REFUSED;
	}
	if (key == UI_KEY_SPACE || (key >= ' ' && key < UI_KEY_FIRST))
		type(prompt, key);
	return PROMPT_GOES_ON;
}

/* ---- keys ---- */

static void edit(struct prompt *prompt, int32_t key)
{
	switch (key) {
	case UI_KEY_LEFT:
		prompt->at = before(prompt);
		break;
	case UI_KEY_RIGHT:
		prompt->at = text_end(prompt);
		break;
	case UI_KEY_HOME:
	case UI_KEY_CONTROL('a'):
		prompt->at = 0;
		break;
	case UI_KEY_END:
	case UI_KEY_CONTROL('e'):
		prompt->at = prompt->length;
		break;
	case UI_KEY_BACKSPACE:
		prompt_erase(prompt, before(prompt), prompt->at);
		break;
	case UI_KEY_DELETE:
		prompt_erase(prompt, prompt->at, text_end(prompt));
		break;
	case UI_KEY_CONTROL('w'):
		prompt_erase(prompt, word_before(prompt), prompt->at);
		break;
	case UI_KEY_CONTROL('u'):
		prompt_erase(prompt, 0, prompt->at);
		break;
	case UI_KEY_CONTROL('k'):
		prompt_erase(prompt, prompt->at, prompt->length);
		break;
	case UI_KEY_UP:
		browse(prompt, -1);
		break;
	case UI_KEY_DOWN:
		browse(prompt, 1);
		break;
	default:
		if (key == UI_KEY_SPACE || (key >= ' ' && key < UI_KEY_FIRST))
			type(prompt, key);
		break;
	}
}

enum prompt_event prompt_key(struct prompt *prompt, int32_t key, struct text *hint)
{
	text_clear(hint);
	if (prompt->pasting)
		return paste_key(prompt, key);
	if (prompt->searching && search_key(prompt, key, hint))
		return PROMPT_GOES_ON;
	if (key != UI_KEY_TAB && key != UI_KEY_S_TAB)
		completions_clear(&prompt->completions);
	switch (key) {
	case UI_KEY_CONTROL('r'):
		prompt->searching = true;
		prompt->pattern[0] = '\0';
		text_add(hint, prompt->n_history ? "type what to look for; ^R looks further back"
						 : "there is no history yet");
		return PROMPT_GOES_ON;
	case UI_KEY_ENTER:
		prompt->open = false;
		if (prompt->sign == ':')
			history_remember(prompt, prompt->line);
		return PROMPT_DONE;
	case UI_KEY_ESC:
	case UI_KEY_CONTROL('c'):
		prompt->open = false;
		return PROMPT_LEFT;
	case UI_KEY_TAB:
	case UI_KEY_S_TAB:
		if (prompt->sign == ':')
			prompt_complete(prompt, key == UI_KEY_S_TAB, hint);
		return PROMPT_GOES_ON;
	default:
		edit(prompt, key);
		return PROMPT_GOES_ON;
	}
}

/* "(search "pattern")" in front of the line. */
static struct area draw_search(const struct prompt *prompt, struct area area, int y)
{
	int x = area_printf(area, 0, y, STYLE_KEY, "(search \"%s\")", prompt->pattern);

	return x < area.width / 2 ? area_columns(area, x, area.width) : area;
}

/* The line as it is shown up to a byte: line ends as a sign. */
static void show_line(const struct prompt *prompt, int end, struct text *out)
{
	static const char sign[] = "\u23ce";

	for (int i = 0; i < end; i++) {
		if (prompt->line[i] == '\n')
			text_add(out, sign);
		else
			text_append(out, prompt->line + i, 1);
	}
}

void prompt_draw(const struct prompt *prompt, struct area area, int y)
{
	RELEASED_BY(text_release) struct text left = TEXT_INIT, line = TEXT_INIT;
	const char *shown;
	int columns, x = 1;

	area_fill(area, 0, y, STYLE_PROMPT, ' ');
	if (prompt->searching)
		area = draw_search(prompt, area, y);
	show_line(prompt, prompt->at, &left);
	show_line(prompt, prompt->length, &line);
	shown = text_string(&line);
	columns = text_columns(text_string(&left));
	if (columns >
	    area.width - 2) /* what is left of the cursor is too long: its end is what counts */
		x = 2;
	while (columns > area.width - 1 - x) {
		char character[MB_LEN_MAX + 1] = {*shown++};

		for (int n = 1; continues(*shown) && n < MB_LEN_MAX; n++)
			character[n] = *shown++;
		columns -= text_columns(character);
	}
	area_fill(area, 0, y, STYLE_PROMPT, ' ');
	area_put(area, 0, y, STYLE_KEY, (uint32_t)prompt->sign);
	area_text(area, x, y, STYLE_PROMPT, shown);
	if (x > 1)
		area_put(area, 1, y, STYLE_KEY, '<');
	if (x + text_columns(shown) > area.width)
		area_put(area, area.width - 1, y, STYLE_KEY, '>');
	area.surface->cursor_x = area.x + x + columns;
	area.surface->cursor_y = area.y + y;
}
