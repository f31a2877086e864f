#include "ui/prompt.h"

#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#include "session/command.h"
#include "ui/history.h"
#include "ui/widgets/key.h"
#include "ui/settings.h"

/* ---- the line ---- */

void prompt_open(struct prompt *prompt, const char *text)
{
	prompt->open = true;
	prompt->sign = ':';
	snprintf(prompt->line, sizeof prompt->line, "%s", text);
	prompt->length = prompt->at = (int)strlen(prompt->line);
	prompt->browsing = prompt->n_history;
	prompt->searching = false;
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

/* ---- completion ---- */

/* Where the word before the cursor stands. */
struct place {
	int command;  /* where its command begins … */
	int previous; /* … and the word before it; -1 = none */
	int begin;    /* of the word, with a brace or quote */
};

static struct place find_place(const char *line, int at)
{
	struct place p = {0, -1, 0};
	char closes = '\0'; /* what ends the brace or quote that the word is in */
	bool in_word = false;

	for (int i = 0; i < at; i++) {
		char c = line[i];

		if (c == '[' || (c == ';' && !closes)) {
			p = (struct place){i + 1, -1, i + 1};
			in_word = false;
			closes = '\0';
		} else if (c == ' ' && !closes) {
			if (in_word)
				p.previous = p.begin;
			p.begin = i + 1;
			if (p.previous < 0)
				p.command = p.begin;
			in_word = false;
		} else {
			if (!in_word)
				closes = c == '{' ? '}' : c == '"' ? '"' : '\0';
			else if (c == closes)
				closes = '\0';
			in_word = true;
			i += c == '\\';
		}
	}
	return p;
}

/* What a word of the line means, as far as it goes. */
static void unquote(const char *line, int begin, int end, char *out)
{
	if (begin < end && strchr("{\"", line[begin]))
		begin++;
	while (begin < end) {
		if (line[begin] == '\\' && begin + 1 < end)
			begin++;
		*out++ = line[begin++];
	}
	*out = '\0';
}

/* A word as Tcl has to read it. */
static void insert_quoted(struct prompt *prompt, const char *word)
{
	for (; *word; word++) {
		if (strchr(" \"$;[]{}\\", *word))
			insert(prompt, "\\", 1);
		insert(prompt, word, 1);
	}
}

/* What the word may become. */
struct completion {
	char word[PROMPT_SIZE];
	char common[2 * PROMPT_SIZE]; /* what all candidates begin with */
	int n;
	struct text *hint; /* borrowed: the candidates */
};

static void offer(struct completion *c, const char *candidate, const char *end)
{
	int n = 0;

	if (strncmp(candidate, c->word, strlen(c->word)) != 0)
		return;
	text_printf(c->hint, "%s%s%s", c->n ? "  " : "", candidate, end);
	if (c->n++ == 0) {
		snprintf(c->common, sizeof c->common, "%s%s", candidate, end);
		return;
	}
	while (c->common[n] && c->common[n] == candidate[n])
		n++;
	while (n > 0 && (continues(c->common[n]) || continues(candidate[n])))
		n--; /* whole characters */
	c->common[n] = '\0';
}

static bool is_plain(const char *name)
{
	while ((unsigned char)*name >= ' ')
		name++;
	return !*name;
}

static void offer_files(struct completion *c)
{
	const char *slash = strrchr(c->word, '/');
	int length = slash ? (int)(slash - c->word) + 1 : 0, n;
	char folder[PROMPT_SIZE], path[PROMPT_SIZE + 512];
	struct dirent **entry;

	snprintf(folder, sizeof folder, "%.*s", length, c->word);
	n = scandir(length ? folder : ".", &entry, NULL, alphasort);
	for (int i = 0; i < n; i++) {
		const char *name = entry[i]->d_name;

		snprintf(path, sizeof path, "%s%s", folder, name);
		if ((name[0] != '.' || c->word[length] == '.') && is_plain(name))
			offer(c, path, entry[i]->d_type == DT_DIR ? "/" : "");
		free(entry[i]);
	}
	if (n >= 0)
		free(entry);
}

/* The words of "first|last|LEVEL" that stand for themselves. */
static void offer_words(struct completion *c, const char *words)
{
	char word[64];

	while (words && *words) {
		size_t n = strcspn(words, "|");

		snprintf(word, sizeof word, "%.*s", (int)n, words);
		if (((word[0] >= 'a' && word[0] <= 'z') || (word[0] >= '0' && word[0] <= '9')) &&
		    !strchr(word, ' '))
			offer(c, word, "");
		words += n + (words[n] == '|');
	}
}

/* The option that a word names, if a value follows it. */
static const struct option *option_before(const struct command *command, const char *word)
{
	const struct option *o = command ? command->options : NULL;

	while (o && o->name && (strlen(word) < 2 || strncmp(o->name, word, strlen(word)) != 0))
		o++;
	return o && o->name && o->kind != OPTION_FLAG && o->kind != OPTION_MISSING ? o : NULL;
}

/* What an argument of one of these kinds may be. */
static void offer_names(struct completion *c, const char *arguments, const char *previous)
{
	const struct setting *setting = setting_find(previous);
	const char *kind = arguments ? arguments : "";

	if (strncmp(kind, "?COMMAND", 8) == 0) {
		for (int i = 0; command_at(i); i++)
			offer(c, command_at(i)->name, "");
	} else if (strncmp(kind, "SETTING", 7) == 0 && setting) {
		offer_words(c, setting->values);
	} else if (strncmp(kind, "SETTING", 7) == 0) {
		for (int i = 0; setting_at(i); i++)
			offer(c, setting_at(i)->name, "");
	}
}

static void offer_arguments(struct completion *c, const struct command *command,
			    const char *previous)
{
	const struct option *o = option_before(command, previous);

	if (o) {
		offer_words(c, o->value);
	} else if (c->word[0] == '-') {
		for (o = command ? command->options : NULL; o && o->name; o++) {
			if (o->kind != OPTION_MISSING)
				offer(c, o->name, "");
		}
		return;
	} else if (command) {
		offer_words(c, command->arguments);
		offer_names(c, command->arguments, previous);
	}
	if (c->n == 0 && (!o || o->kind == OPTION_WORD))
		offer_files(c);
}

static void complete(struct prompt *prompt, struct text *hint)
{
	struct place p = find_place(prompt->line, prompt->at);
	struct completion c = {.hint = hint};
	char name[PROMPT_SIZE], previous[PROMPT_SIZE] = "";

	unquote(prompt->line, p.begin, prompt->at, c.word);
	if (p.begin == p.command) {
		for (int i = 0; command_at(i); i++)
			offer(&c, command_at(i)->name, "");
	} else {
		snprintf(name, sizeof name, "%.*s", (int)strcspn(prompt->line + p.command, " "),
			 prompt->line + p.command);
		snprintf(previous, sizeof previous, "%.*s",
			 (int)strcspn(prompt->line + p.previous, " "), prompt->line + p.previous);
		/* Tcl's own `set` does what our `setting` does. */
		offer_arguments(&c, command_find(strcmp(name, "set") == 0 ? "setting" : name),
				previous);
	}
	if (c.n == 1 || strlen(c.common) > strlen(c.word)) {
		erase(prompt, p.begin, prompt->at);
		insert_quoted(prompt, c.common);
	}
	if (c.n == 1 && c.common[0] && c.common[strlen(c.common) - 1] != '/')
		insert(prompt, " ", 1);
	if (c.n == 1)
		text_clear(hint);
	else if (c.n == 0)
		text_add(hint, "nothing to complete");
}

/* ---- paste ---- */

/* The line ends at the end of what was pasted are none of the command's. */
static void end_lines(struct prompt *prompt)
{
	while (prompt->open && prompt->at > 0 && prompt->line[prompt->at - 1] == '\n')
		erase(prompt, prompt->at - 1, prompt->at);
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
		erase(prompt, prompt->at - (length - 2), prompt->at);
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
		insert(prompt, "\n", 1);
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
	if (prompt->searching && search_key(prompt, key, hint))
		return PROMPT_GOES_ON;
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
		if (prompt->sign == ':')
			complete(prompt, hint);
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
	struct text left = TEXT_INIT, line = TEXT_INIT;
	const char *shown;
	int columns;

	/* What is left of the cursor may be longer than the row: its end is what counts. */
	area_fill(area, 0, y, STYLE_PROMPT, ' ');
	if (prompt->searching)
		area = draw_search(prompt, area, y);
	show_line(prompt, prompt->at, &left);
	show_line(prompt, prompt->length, &line);
	shown = text_string(&line);
	columns = text_columns(text_string(&left));
	while (columns > area.width - 2) {
		char character[MB_LEN_MAX + 1] = {*shown++};

		for (int n = 1; continues(*shown) && n < MB_LEN_MAX; n++)
			character[n] = *shown++;
		columns -= text_columns(character);
	}
	area_fill(area, 0, y, STYLE_PROMPT, ' ');
	area_put(area, 0, y, STYLE_KEY, (uint32_t)prompt->sign);
	area_text(area, 1, y, STYLE_PROMPT, shown);
	area.surface->cursor_x = area.x + 1 + columns;
	area.surface->cursor_y = area.y + y;
	text_release(&left);
	text_release(&line);
}
