#include "ui/complete.h"

#include <dirent.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "session/command.h"
#include "ui/prompt.h"
#include "ui/settings.h"

enum {
	GAP = 2,           /* columns between two candidates */
	ROWS_PERCENT = 66, /* of the area, for the list */
	MOST_BRACKETS = 16,
};

/* ---- the word ---- */

/* Where the word before the cursor stands. */
struct place {
	int command;  /* where its command begins … */
	int previous; /* … and the word before it; -1 = none */
	int begin;    /* of the word, with a brace or quote */
};

static struct place find_place(const char *line, int at)
{
	struct {
		struct place place;
		char closes;
	} outer[MOST_BRACKETS]; /* of brackets that are open */
	struct place p = {0, -1, 0};
	char closes = '\0'; /* what ends the brace or quote that the word is in */
	bool in_word = false;
	int depth = 0;

	for (int i = 0; i < at; i++) {
		char c = line[i];

		if (c == ']' && !closes && depth > 0) { /* goes on in the word that it is in */
			p = outer[--depth].place;
			closes = outer[depth].closes;
			in_word = true;
		} else if (c == '[' || (c == ';' && !closes)) {
			if (c == '[' && depth < MOST_BRACKETS) {
				outer[depth].place = p;
				outer[depth++].closes = closes;
			}
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
			prompt_insert(prompt, "\\", 1);
		prompt_insert(prompt, word, 1);
	}
}

/* ---- candidates ---- */

/* What the word may become. */
struct completion {
	char word[PROMPT_SIZE];
	struct completions *found; /* borrowed */
};

static void offer(struct completion *c, const char *word, const char *end, const char *help)
{
	struct completions *found = c->found;
	size_t n = strlen(word) + strlen(end) + 1;
	char *copy;

	if (strncmp(word, c->word, strlen(c->word)) != 0 ||
	    GROW(&found->candidate, &found->capacity, found->n + 1) != STATUS_OK)
		return;
	copy = malloc(n);
	if (!copy) {
		memory_note_short();
		return;
	}
	snprintf(copy, n, "%s%s", word, end);
	found->candidate[found->n++] = (struct candidate){copy, help};
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
			offer(c, path, entry[i]->d_type == DT_DIR ? "/" : "", NULL);
		free(entry[i]);
	}
	if (n >= 0)
		free(entry);
}

/* The literal words of "first|last|LEVEL". */
static void offer_words(struct completion *c, const char *words)
{
	char word[64];

	while (words && *words) {
		size_t n = strcspn(words, "|");

		snprintf(word, sizeof word, "%.*s", (int)n, words);
		if (((word[0] >= 'a' && word[0] <= 'z') || (word[0] >= '0' && word[0] <= '9')) &&
		    !strchr(word, ' '))
			offer(c, word, "", NULL);
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

static void offer_commands(struct completion *c)
{
	for (int i = 0; command_at(i); i++)
		offer(c, command_at(i)->name, "", command_at(i)->help);
}

/* What an argument of one of these kinds may be. */
static void offer_names(struct completion *c, const char *arguments, const char *previous)
{
	const struct setting *setting = setting_find(previous);
	const char *kind = arguments ? arguments : "";

	if (strncmp(kind, "?COMMAND", 8) == 0) {
		offer_commands(c);
	} else if (strncmp(kind, "SETTING", 7) == 0 && setting) {
		offer_words(c, setting->values);
	} else if (strncmp(kind, "SETTING", 7) == 0) {
		for (int i = 0; setting_at(i); i++)
			offer(c, setting_at(i)->name, "", setting_at(i)->help);
	}
}

/* The names that an argument, or an option's value, may be; 0 = none of the design. */
static int64_t names_in(const struct command *command, const struct option *o)
{
	static const struct {
		const char *command;
		int64_t kinds;
	} commands[] = {{"get_cells", CANDIDATE_CELLS},
			{"get_ports", CANDIDATE_PORTS},
			{"get_nets", CANDIDATE_NETS},
			{"get_pins", CANDIDATE_CELLS | CANDIDATE_PINS},
			{"cone", CANDIDATE_CELLS | CANDIDATE_PORTS | CANDIDATE_PINS}};
	int64_t ends = CANDIDATE_CELLS | CANDIDATE_PORTS | CANDIDATE_PINS;

	if (o && o->value && strstr(o->value, "OBJECTS"))
		return strstr(o->name, "through") || strstr(o->name, "exclude")
			       ? ends | CANDIDATE_NETS
			       : ends;
	for (size_t i = 0; command && !o && i < sizeof commands / sizeof *commands; i++) {
		if (strcmp(command->name, commands[i].command) == 0)
			return commands[i].kinds;
	}
	return 0;
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
				offer(c, o->name, "", o->help);
		}
		return;
	} else if (command) {
		offer_words(c, command->arguments);
		offer_names(c, command->arguments, previous);
	}
	c->found->kinds = names_in(command, o);
	if (c->found->n == 0 && !c->found->kinds && (!o || o->kind == OPTION_WORD))
		offer_files(c);
}

/* What the place is in: its command, and the word before the one at the cursor. Tcl's own `set` does what our
 * `setting` does. */
static const struct command *command_of(const struct prompt *prompt, struct place p, char *previous)
{
	char name[PROMPT_SIZE];

	snprintf(name, sizeof name, "%.*s", (int)strcspn(prompt->line + p.command, " "),
		 prompt->line + p.command);
	previous[0] = '\0';
	if (p.previous >= 0)
		snprintf(previous, PROMPT_SIZE, "%.*s",
			 (int)strcspn(prompt->line + p.previous, " "), prompt->line + p.previous);
	return command_find(strcmp(name, "set") == 0 ? "setting" : name);
}

static int by_name(const void *a, const void *b)
{
	return strcmp(((const struct candidate *)a)->word, ((const struct candidate *)b)->word);
}

static void find_candidates(const struct prompt *prompt, struct place p, struct completion *c)
{
	char previous[PROMPT_SIZE];
	const struct command *command = command_of(prompt, p, previous);

	unquote(prompt->line, p.begin, prompt->at, c->word);
	if (p.begin == p.command)
		offer_commands(c);
	else
		offer_arguments(c, command, previous);
	if (c->found->n > 1)
		qsort(c->found->candidate, (size_t)c->found->n, sizeof *c->found->candidate,
		      by_name);
}

/* ---- the line ---- */

/* What all candidates begin with, in bytes: whole characters. */
static int common_length(const struct completions *found)
{
	const char *first = found->candidate[0].word, *last = found->candidate[found->n - 1].word;
	int n = 0;

	while (first[n] && first[n] == last[n]) /* they are in order: others are between them */
		n++;
	while (n > 0 && ((first[n] & 0xc0) == 0x80 || (last[n] & 0xc0) == 0x80))
		n--;
	return n;
}

/* The word in the line becomes the first `length` bytes of another. */
static void replace(struct prompt *prompt, int begin, const char *word, int length)
{
	char copy[PROMPT_SIZE];

	snprintf(copy, sizeof copy, "%.*s", length, word);
	prompt_erase(prompt, begin, prompt->at);
	insert_quoted(prompt, copy);
}

/* What all candidates begin with goes into the line, if it is more than the word; of one alone, all of it. */
static void insert_common(struct prompt *prompt, const char *word, int length, bool one)
{
	struct completions *found = &prompt->completions;
	const char *first = found->candidate[0].word;

	if (one || length > (int)strlen(word))
		replace(prompt, found->begin, first, length);
	if (one) {
		if (length > 0 && first[length - 1] != '/')
			prompt_insert(prompt, " ", 1);
		completions_clear(found);
	}
}

static void complete(struct prompt *prompt, struct text *hint)
{
	struct completions *found = &prompt->completions;
	struct place p = find_place(prompt->line, prompt->at);
	struct completion c = {.found = found};

	completions_clear(found);
	found->begin = p.begin;
	find_candidates(prompt, p, &c);
	if (found->n == 0 && found->kinds && strlen(c.word) < CANDIDATES_WORD) {
		memset(found->word, 0, sizeof found->word);
		memcpy(found->word, c.word, strlen(c.word));
		return; /* the design is asked */
	}
	found->kinds = 0;
	if (found->n == 0)
		text_add(hint, "nothing to complete");
	else
		insert_common(prompt, c.word, common_length(found), found->n == 1);
}

void prompt_take_names(struct prompt *prompt, const struct snap_candidates *names,
		       struct text *hint)
{
	struct completions *found = &prompt->completions;
	char word[CANDIDATES_WORD];
	struct completion c = {.found = found};
	int length = (int)names->common;

	memcpy(word, found->word, sizeof word);
	found->kinds = 0;
	if (names->n == 0) {
		text_printf(hint, "no name of the design begins with \"%s\"", word);
		return;
	}
	for (int64_t i = 0; i < names->n; i++) {
		if (is_plain(names->name[i]))
			offer(&c, names->name[i], "", NULL);
	}
	if (found->n == 0)
		return; /* no memory, or none that fits a line */
	while (length > 0 && ((unsigned char)names->name[0][length] & 0xc0) == 0x80)
		length--; /* whole characters */
	insert_common(prompt, word, length, names->n_all == 1);
	if (names->n_all > names->n)
		text_printf(hint, "the first %" PRId64 " of %" PRId64 " names; type more of it",
			    names->n, names->n_all);
}

void prompt_complete(struct prompt *prompt, bool back, struct text *hint)
{
	struct completions *found = &prompt->completions;

	if (found->n == 0) {
		complete(prompt, hint);
		return;
	}
	if (found->chosen < 0)
		found->chosen = back ? found->n - 1 : 0;
	else
		found->chosen = (found->chosen + (back ? found->n - 1 : 1)) % found->n;
	replace(prompt, found->begin, found->candidate[found->chosen].word, PROMPT_SIZE);
}

void completions_clear(struct completions *completions)
{
	for (int64_t i = 0; i < completions->n; i++)
		free(completions->candidate[i].word);
	completions->n = 0;
	completions->chosen = -1;
	completions->kinds = 0;
}

void completions_release(struct completions *completions)
{
	completions_clear(completions);
	RESET(free, completions->candidate);
	completions->capacity = 0;
}

/* ---- what is seen ---- */

/* How candidates are laid out: column by column, or one a line with its help. */
struct grid {
	int width; /* of a candidate with the gap after it */
	int columns, rows;
	bool has_help;
	int64_t first; /* on the page of the one chosen */
};

static struct grid lay_out(const struct completions *c, struct area area)
{
	struct grid g = {.rows = area.height * ROWS_PERCENT / 100 - 1};
	int64_t page;

	for (int64_t i = 0; i < c->n; i++) {
		int width = text_columns(c->candidate[i].word) + GAP;

		g.has_help |= c->candidate[i].help != NULL;
		g.width = width > g.width ? width : g.width;
	}
	if (g.rows < 1)
		return g;
	g.has_help = g.has_help && c->n <= g.rows;
	g.columns = g.has_help || g.width > area.width ? 1 : area.width / g.width;
	page = (int64_t)g.rows * g.columns;
	if (c->n < page)
		g.rows = (int)((c->n + g.columns - 1) / g.columns);
	g.first = c->chosen < 0 ? 0 : c->chosen / page * page;
	return g;
}

static void draw_candidate(const struct completions *c, const struct grid *g, int64_t i,
			   struct area area, int y)
{
	enum style style = i == c->chosen ? STYLE_SELECTED : STYLE_NORMAL;
	struct area cell =
		area_columns(area, (int)((i - g->first) / g->rows) * g->width, g->width - 1);

	area_text_cut(cell, 0, y, style, c->candidate[i].word);
	if (g->has_help && c->candidate[i].help)
		area_text_cut(area_columns(area, g->width, area.width - g->width), 0, y, STYLE_DIM,
			      c->candidate[i].help);
}

void completions_draw(const struct completions *c, struct area area, uint32_t line)
{
	struct grid g;
	int64_t end;
	int x;

	if (c->n == 0)
		return;
	g = lay_out(c, area);
	if (g.rows < 1)
		return;
	end = g.first + (int64_t)g.rows * g.columns;
	end = end < c->n ? end : c->n;
	area = area_rows(area, area.height - g.rows - 1, g.rows + 1);
	area_fill(area, 0, 0, STYLE_TITLE, line);
	x = area_printf(area, 2, 0, STYLE_TITLE, " %" PRId64 " to %" PRId64 " of %" PRId64,
			g.first + 1, end, c->n);
	area_text_cut(area, x, 0, STYLE_TITLE, ", Tab chooses ");
	for (int y = 0; y < g.rows; y++)
		area_fill(area, 0, y + 1, STYLE_NORMAL, ' ');
	for (int64_t i = g.first; i < end; i++)
		draw_candidate(c, &g, i, area, 1 + (int)((i - g.first) % g.rows));
}

void prompt_click(struct prompt *prompt, struct area area, int x, int y)
{
	struct completions *c = &prompt->completions;
	struct grid g;
	int64_t i;
	int row;

	if (c->n == 0)
		return;
	g = lay_out(c, area);
	if (g.rows < 1)
		return;
	row = y - area.y - (area.height - g.rows);
	i = g.first + (x - area.x) / g.width * (g.has_help ? 0 : g.rows) + row;
	if (row < 0 || row >= g.rows || i >= c->n ||
	    (!g.has_help && x - area.x >= g.columns * g.width))
		return;
	c->chosen = i;
	replace(prompt, c->begin, c->candidate[i].word, PROMPT_SIZE);
}

/* The option that a whole word is. */
static const struct option *option_named(const struct command *command, const char *word)
{
	const struct option *o = command->options;

	while (o && o->name && (strcmp(o->name, word) != 0 || o->kind == OPTION_MISSING))
		o++;
	return o && o->name ? o : NULL;
}

void prompt_describe(const struct prompt *prompt, struct text *out)
{
	struct place p = find_place(prompt->line, prompt->at);
	char previous[PROMPT_SIZE], word[PROMPT_SIZE];
	const struct command *command = command_of(prompt, p, previous);
	const struct option *o;

	if (!command)
		return;
	unquote(prompt->line, p.begin, prompt->at, word);
	o = option_before(command, previous);
	if (!o)
		o = option_named(command, word);
	if (o) {
		text_printf(out, "%s%s%s: %s", o->name, o->value ? " " : "",
			    o->value ? o->value : "", o->help);
		return;
	}
	text_printf(out, "%s%s%s%s: %s", command->name, command->options ? " ?OPTIONS?" : "",
		    command->arguments ? " " : "", command->arguments ? command->arguments : "",
		    command->help);
}
