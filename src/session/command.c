#include "session/command.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "base/names.h"
#include "base/options.h"
#include "base/print.h"
#include "base/units.h"
#include "read/sdc/sdc.h"
#include "session/opensta.h"
#include "session/session.h"

enum { LONG_CHOICES = 32 };

/* All entries, sorted by name. */
static const struct command *commands[MAX_COMMANDS];
static int n_commands;

static int compare_names(const void *a, const void *b)
{
	const struct command *const *x = a, *const *y = b;

	return strcmp((*x)->name, (*y)->name);
}

/* Tables are code: one that can't be is a mistake in it, which no run should get beyond. */
static void require(bool holds, const char *name, const char *what)
{
	if (holds)
		return;
	print_error("warpscope: the table of commands: %s: %s\n", name, what);
	abort();
}

/* A call has room for MAX_OPTIONS options and MAX_ARGUMENTS arguments; option names are unique. */
static void check_command(const struct command *command)
{
	int n = 0;

	for (const struct option *o = command->options; o && o->name; o++, n++) {
		for (int i = 0; i < n; i++)
			require(strcmp(command->options[i].name, o->name) != 0, command->name,
				"an option is there twice");
	}
	require(n <= MAX_OPTIONS, command->name, "more options than MAX_OPTIONS");
	require(command->max_arguments == AS_WORDS ||
			(command->min_arguments >= 0 &&
			 command->min_arguments <= command->max_arguments &&
			 command->max_arguments <= MAX_ARGUMENTS),
		command->name, "more arguments than MAX_ARGUMENTS, or fewer than none");
}

void command_add_table(const struct command *table)
{
	for (; table->name; table++) {
		check_command(table);
		require(n_commands < MAX_COMMANDS, table->name, "more commands than MAX_COMMANDS");
		commands[n_commands++] = table;
	}
	qsort(commands, (size_t)n_commands, sizeof *commands, compare_names);
	for (int i = 1; i < n_commands; i++)
		require(strcmp(commands[i - 1]->name, commands[i]->name) != 0, commands[i]->name,
			"the command is there twice");
}

const struct command *command_find(const char *name)
{
	struct command key = {.name = name};
	const struct command *pointer = &key, **found;

	found = bsearch(&pointer, commands, (size_t)n_commands, sizeof *commands, compare_names);
	return found ? *found : NULL;
}

const struct command *command_at(int i)
{
	return i < n_commands ? commands[i] : NULL;
}

/* ---- the nearest ---- */

const struct command *command_nearest(const char *name)
{
	const struct command *nearest = NULL;
	int least = NAMES_APART;

	for (int i = 0; i < n_commands; i++) {
		int d = name_distance(name, commands[i]->name);

		if (d < least) {
			least = d;
			nearest = commands[i];
		}
	}
	return nearest;
}

/* ---- parsing ---- */

/* Named where it is used alone: the sentence says that it isn't there yet. */
static bool is_missing(const void *entry)
{
	const struct option *option = entry;

	return option->kind == OPTION_MISSING;
}

static enum status bad_value(const struct command *command, const struct option *option,
			     const char *word, const char *expected)
{
	return status_fail(STATUS_USAGE, "%s: %s expects %s, not \"%.100s\"", command->name,
			   option->name, expected, word);
}

int choice_find(const char *choices, const char *word)
{
	size_t length = strlen(word);
	int index = 0;

	for (const char *at = choices; at; index++) {
		size_t n = strcspn(at, "|");

		if (n == length && strncmp(at, word, n) == 0)
			return index;
		at = at[n] ? at + n + 1 : NULL;
	}
	return -1;
}

enum status choice_fail(const char *what, const char *choices, const char *word)
{
	struct nearest nearest = nearest_to(word);
	RELEASED_BY(text_release) struct text text = TEXT_INIT;

	for (const char *at = choices; at;) {
		size_t n = strcspn(at, "|");

		nearest_offer(&nearest, at, (int)n);
		at = at[n] ? at + n + 1 : NULL;
	}
	nearest_write(&nearest, &text);
	if (nearest.found &&
	    strlen(choices) > LONG_CHOICES) /* both wouldn't be seen at the bottom */
		status_fail(STATUS_USAGE, "%s: unknown \"%.100s\"%s", what, word,
			    text_string(&text));
	else
		status_fail(STATUS_USAGE, "%s expects %s, not \"%.100s\"%s", what, choices, word,
			    text_string(&text));
	return STATUS_USAGE;
}

enum status call_fail(const struct call *call, enum status status, const char *format, ...)
{
	char sentence[1024];

	PRINT_ARGS(sentence, format);
	return status_fail(status, "%s: %s", call->command->name, sentence);
}

enum status call_choose(const struct call *call, const char *choices, int *index)
{
	const char *words = choices ? choices : call->command->arguments;

	*index = choice_find(words, call->argument[0]);
	return *index < 0 ? choice_fail(call->command->name, words, call->argument[0]) : STATUS_OK;
}

enum status call_exclusive(const struct call *call, int option, int other)
{
	const struct option *options = call->command->options;

	return call->option[option].given && call->option[other].given
		       ? call_fail(call, STATUS_USAGE, "%s and %s exclude each other",
				   options[option].name, options[other].name)
		       : STATUS_OK;
}

enum status call_real(const struct call *call, const char *word, double *out)
{
	char *end;

	*out = strtod(word, &end);
	if (!*end && end != word && isfinite(*out))
		return STATUS_OK;
	return call_fail(call, STATUS_USAGE, "expected a number, not \"%.100s\"", word);
}

static enum status bad_choice(const struct command *command, const struct option *option,
			      const char *word)
{
	char what[64];

	snprintf(what, sizeof what, "%s: %s", command->name, option->name);
	return choice_fail(what, option->value, word);
}

static enum status parse_value(const struct command *command, const struct option *option,
			       const char *word, struct option_value *value)
{
	const char *at = word, *end = word + strlen(word);
	char *stop;

	value->word = word;
	switch (option->kind) {
	case OPTION_COUNT:
		value->number = strtoll(word, &stop, 10);
		if (stop == word || *stop || value->number < 1 || value->number > INT32_MAX - 1)
			return bad_value(command, option, word, "a whole number from 1");
		return STATUS_OK;
	case OPTION_TIME:
		if (parse_ps(&at, end, &value->number) != DECIMAL_OK || at != end)
			return bad_value(command, option, word, "a number of picoseconds");
		return STATUS_OK;
	case OPTION_CHOICE:
		value->number = choice_find(option->value, word);
		if (value->number < 0)
			return bad_choice(command, option, word);
		return STATUS_OK;
	case OPTION_WORD:
	case OPTION_LIST:
	case OPTION_FLAG:
	case OPTION_MISSING:
		break;
	}
	return STATUS_OK;
}

/* A word that is an object's name, or a list of these: no option, whatever it begins with. */
static bool is_name(const struct call *call, int word)
{
	return call->value &&
	       (sdc_is_name(call->value[word]) || sdc_is_name_list(call->value[word]));
}

/* "name ?-option VALUE? ARGUMENTS" */
static void write_usage(const struct command *command, struct text *out)
{
	text_add(out, command->name);
	for (const struct option *o = command->options; o && o->name; o++) {
		if (o->kind == OPTION_MISSING)
			continue;
		text_printf(out, " ?%s", o->name);
		if (o->kind != OPTION_FLAG)
			text_printf(out, " %s", o->value);
		text_add(out, "?");
	}
	if (command->arguments)
		text_printf(out, " %s", command->arguments);
}

static enum status wrong_arguments(const struct command *command, const char *what)
{
	RELEASED_BY(text_release) struct text usage = TEXT_INIT;

	write_usage(command, &usage);
	status_fail(STATUS_USAGE, "%s: %s; usage: %s", command->name, what, text_string(&usage));
	return STATUS_USAGE;
}

/* Is an option one that chooses a corner in OpenSTA, now or earlier? */
static bool asks_corner(const struct command *command, const char *word)
{
	static const char *const name[] = {"-corner", "-scene", "-scenes"};
	bool is_one = false, has_one = false;

	for (int i = 0; i < 3; i++) {
		is_one |= strcmp(word, name[i]) == 0;
		has_one |= opensta_has_option(command->name, name[i]);
	}
	return is_one && has_one;
}

static enum status take_corner(const struct call *call, const char *option, const char *word)
{
	const char *corner = session_corner(call->session);

	if (strcmp(word, corner) == 0)
		return STATUS_OK;
	return call_fail(call, STATUS_FAILED, "%s %.100s: there is one corner, \"%s\"", option,
			 word, corner);
}

enum status call_parse(struct call *call, const struct command *command, int n_words,
		       const char *const *words)
{
	const struct option_table table = {.entries = command->options,
					   .size = sizeof *command->options,
					   .is_hidden = is_missing};
	bool options_end = false;

	call->command = command;
	call->word = words;
	call->n_words = n_words;
	if (command->max_arguments == AS_WORDS)
		return STATUS_OK;
	for (int i = 0; i < n_words; i++) {
		const struct option *option;
		int index = 0;

		if (!options_end && strcmp(words[i], "--") == 0 && !is_name(call, i)) {
			options_end = true;
			continue;
		}
		if (options_end || is_name(call, i) || !option_looks_like(words[i])) {
			if (call->n_arguments == command->max_arguments)
				return wrong_arguments(command, "too many arguments");
			call->argument[call->n_arguments++] = words[i];
			continue;
		}
		if (i + 1 < n_words && asks_corner(command, words[i])) {
			TRY(take_corner(call, words[i], words[i + 1]));
			i++;
			continue;
		}
		TRY(option_find(&table, command->name, words[i], &index));
		option = &command->options[index];
		if (option->kind == OPTION_MISSING)
			return status_fail(STATUS_FAILED, "%s: %s is not supported yet",
					   command->name, option->name);
		call->option[index].given = true;
		if (option->kind == OPTION_FLAG)
			continue;
		if (++i == n_words)
			return status_fail(STATUS_USAGE, "%s: %s needs a value", command->name,
					   option->name);
		TRY(parse_value(command, option, words[i], &call->option[index]));
		if (option->kind != OPTION_LIST)
			continue;
		if (call->n_repeated == MAX_REPEATED)
			return status_fail(STATUS_USAGE, "%s: more than %d of %s", command->name,
					   MAX_REPEATED, option->name);
		call->repeated[call->n_repeated++] = (struct repeated_value){index, words[i]};
	}
	if (call->n_arguments < command->min_arguments)
		return wrong_arguments(command, "too few arguments");
	return STATUS_OK;
}

/* ---- output ---- */

enum status call_flush(struct call *call)
{
	enum status status = memory_ran_short() ? STATUS_NO_MEMORY : text_status(call->out);
	const char *data = text_string(call->out);
	int64_t length = call->out->length;

	if (status == STATUS_OK && length > 0) {
		if (call->has_file) {
			for (const char *c = data;
			     (c = memchr(c, '\n', (size_t)(data + length - c))); c++)
				call->n_lines++;
			text_append(&call->file.text, data, length);
			status = output_step(&call->file, 0);
		} else {
			status = call->print(data, length);
		}
	}
	text_clear(call->out);
	return status;
}

enum status call_open_file(struct call *call, const char *path, const char *mode)
{
	TRY(call_close_file(call, STATUS_OK));
	TRY(mode[0] == 'a' ? output_append(&call->file, path, NULL)
			   : output_open(&call->file, path, NULL));
	call->has_file = true;
	return STATUS_OK;
}

enum status call_close_file(struct call *call, enum status status)
{
	if (!call->has_file)
		return status;
	call->has_file = false;
	return output_close(&call->file, status);
}

/* ---- help ---- */

void command_write_help(const struct command *command, struct text *out)
{
	write_usage(command, out);
	text_printf(out, "\n    %s\n", command->help);
	for (const struct option *o = command->options; o && o->name; o++) {
		if (o->kind != OPTION_MISSING)
			text_printf(out, "    %-18s %s\n", o->name, o->help);
	}
}

/* In italics, with places where a line may end after each '|'. */
static void write_breakable(const char *arguments, struct text *out)
{
	text_add(out, "\\fI");
	for (const char *p = arguments; *p; p++) {
		text_append(out, p, 1);
		if (*p == '|')
			text_add(out, "\\:");
	}
	text_add(out, "\\fR: ");
}

void command_write_manual(const struct command *command, struct text *out)
{
	text_printf(out, ".TP\n.B %s\n", command->name);
	if (command->arguments)
		write_breakable(command->arguments, out);
	text_printf(out, "%s.\n", command->help);
	if (!command->options)
		return;
	text_add(out, ".RS\n");
	for (const struct option *o = command->options; o->name; o++) {
		if (o->kind != OPTION_MISSING)
			text_printf(out, ".TP\n\\fB\\%s\\fR \\fI%s\\fR\n%s\n", o->name,
				    o->value ? o->value : "", o->help);
	}
	text_add(out, ".RE\n");
}
