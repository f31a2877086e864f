#include "ui/prompt.h"

#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#include "cmd/command.h"
#include "ui/key.h"

/* ---- the line ---- */

void prompt_open(struct prompt *prompt, const char *text)
{
	prompt->open = true;
	snprintf(prompt->line, sizeof prompt->line, "%s", text);
	prompt->length = prompt->at = (int)strlen(prompt->line);
	prompt->browsing = prompt->n_history;
}

void prompt_release(struct prompt *prompt)
{
	for (int i = 0; i < prompt->n_history; i++)
		free(prompt->history[i]);
	prompt->n_history = 0;
}

static void insert(struct prompt *prompt, const char *text, int n)
{
	if (prompt->length + n >= PROMPT_SIZE)
		return;
	memmove(prompt->line + prompt->at + n, prompt->line + prompt->at,
		(size_t)(prompt->length - prompt->at + 1));
	memcpy(prompt->line + prompt->at, text, (size_t)n);
	prompt->length += n;
	prompt->at += n;
}

static void erase(struct prompt *prompt, int begin, int end)
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

static int behind(const struct prompt *prompt)
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
		insert(prompt, utf8, (int)n);
}

/* ---- history ---- */

static void remember(struct prompt *prompt)
{
	char *copy;

	if (prompt->length == 0 ||
	    (prompt->n_history > 0 &&
	     strcmp(prompt->history[prompt->n_history - 1], prompt->line) == 0))
		return;
	copy = strdup(prompt->line);
	if (!copy)
		return;
	if (prompt->n_history == PROMPT_HISTORY) {
		free(prompt->history[0]);
		memmove(prompt->history, prompt->history + 1,
			(PROMPT_HISTORY - 1) * sizeof *prompt->history);
		prompt->n_history--;
	}
	prompt->history[prompt->n_history++] = copy;
}

static void browse(struct prompt *prompt, int direction)
{
	int to = prompt->browsing + direction;

	if (to < 0 || to > prompt->n_history)
		return;
	prompt->browsing = to;
	snprintf(prompt->line, sizeof prompt->line, "%s",
		 to == prompt->n_history ? "" : prompt->history[to]);
	prompt->length = prompt->at = (int)strlen(prompt->line);
}

/* ---- completion ---- */

/* What the word before the cursor may become. */
struct completion {
	const char *word;
	int length;
	char common[256]; /* what all candidates begin with */
	int n;
	struct text *hint; /* borrowed: the candidates */
};

static void offer(struct completion *c, const char *candidate, const char *end)
{
	int n = 0;

	if (strncmp(candidate, c->word, (size_t)c->length) != 0)
		return;
	text_printf(c->hint, "%s%s%s", c->n ? "  " : "", candidate, end);
	if (c->n++ == 0) {
		snprintf(c->common, sizeof c->common, "%s%s", candidate, end);
		return;
	}
	while (c->common[n] && c->common[n] == candidate[n])
		n++;
	c->common[n] = '\0';
}

static void offer_files(struct completion *c)
{
	char folder[PROMPT_SIZE];
	const char *slash = memrchr(c->word, '/', (size_t)c->length);
	int n = slash ? (int)(slash - c->word) + 1 : 0;
	struct dirent *entry;
	DIR *dir;

	snprintf(folder, sizeof folder, "%.*s", n, c->word);
	dir = opendir(n ? folder : ".");
	while (dir && (entry = readdir(dir))) {
		char path[PROMPT_SIZE + 512];

		if (entry->d_name[0] == '.' && !(c->length > n && c->word[n] == '.'))
			continue;
		snprintf(path, sizeof path, "%s%s", folder, entry->d_name);
		offer(c, path, entry->d_type == DT_DIR ? "/" : "");
	}
	if (dir)
		closedir(dir);
}

static void offer_options(struct completion *c, const char *line)
{
	char name[64];
	const struct command *command;

	snprintf(name, sizeof name, "%.*s", (int)strcspn(line, " "), line);
	command = command_find(name);
	for (const struct option *o = command ? command->options : NULL; o && o->name; o++)
		offer(c, o->name, "");
}

static void complete(struct prompt *prompt, struct text *hint)
{
	int begin = prompt->at;
	struct completion c = {.hint = hint};

	while (begin > 0 && !strchr(" ;[", prompt->line[begin - 1]))
		begin--;
	c.word = prompt->line + begin;
	c.length = prompt->at - begin;
	if (begin == 0 || strchr(";[", prompt->line[begin - 1])) {
		for (int i = 0; command_at(i); i++)
			offer(&c, command_at(i)->name, "");
	} else if (c.length > 0 && c.word[0] == '-') {
		offer_options(&c, prompt->line);
	} else {
		offer_files(&c);
	}
	if ((int)strlen(c.common) > c.length)
		insert(prompt, c.common + c.length, (int)strlen(c.common) - c.length);
	if (c.n == 1 && c.common[0] && c.common[strlen(c.common) - 1] != '/')
		insert(prompt, " ", 1);
	if (c.n == 1)
		text_clear(hint);
}

/* ---- paste ---- */

void prompt_paste(struct prompt *prompt, bool begin)
{
	if (begin && !prompt->open)
		prompt_open(prompt, "");
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
		erase(prompt, prompt->at - (length - 2), prompt->at);
	return true;
}

static enum prompt_event paste_key(struct prompt *prompt, int32_t key)
{
	if (key == UI_KEY_CONTROL('c')) {
		prompt->pasting = prompt->open = false;
		return PROMPT_LEFT;
	}
	if (ends_paste(prompt, key))
		prompt->pasting = false;
	if (!prompt->pasting || !prompt->open)
		return PROMPT_GOES_ON;
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
		prompt->at = behind(prompt);
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
		erase(prompt, before(prompt), prompt->at);
		break;
	case UI_KEY_DELETE:
		erase(prompt, prompt->at, behind(prompt));
		break;
	case UI_KEY_CONTROL('w'):
		erase(prompt, word_before(prompt), prompt->at);
		break;
	case UI_KEY_CONTROL('u'):
		erase(prompt, 0, prompt->at);
		break;
	case UI_KEY_CONTROL('k'):
		erase(prompt, prompt->at, prompt->length);
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
	switch (key) {
	case UI_KEY_ENTER:
		prompt->open = false;
		remember(prompt);
		return PROMPT_DONE;
	case UI_KEY_ESC:
	case UI_KEY_CONTROL('c'):
		prompt->open = false;
		return PROMPT_LEFT;
	case UI_KEY_TAB:
		complete(prompt, hint);
		return PROMPT_GOES_ON;
	default:
		edit(prompt, key);
		return PROMPT_GOES_ON;
	}
}

void prompt_draw(const struct prompt *prompt, struct area area, int y)
{
	char left[PROMPT_SIZE];
	const char *shown = prompt->line;
	int columns;

	/* What is left of the cursor may be longer than the row: its end is what counts. */
	snprintf(left, sizeof left, "%.*s", prompt->at, prompt->line);
	columns = text_columns(left);
	while (columns > area.width - 2) {
		shown++;
		while (continues(*shown))
			shown++;
		columns = text_columns(left + (shown - prompt->line));
	}
	area_fill(area, 0, y, STYLE_PROMPT, ' ');
	area_text(area, 0, y, STYLE_KEY, ":");
	area_text(area, 1, y, STYLE_PROMPT, shown);
	area.surface->cursor_x = area.x + 1 + columns;
	area.surface->cursor_y = area.y + y;
}
