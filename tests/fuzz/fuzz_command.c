/*
 * Fuzz target of the command table: of any words call_parse() makes a call whose values are in their
 * ranges, or says what is wrong with them; and what only asks about a design, or constrains it, runs
 * with them on a small one. Lists that come of it can be taken apart again.
 *
 * A line is a command, the words after it as in a key table: blanks separate, braces keep together.
 * It begins with a netlist, or with a graph when the first line is "graph".
 */
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tcl.h>

#include "session/command.h"
#include "session/objects.h"
#include "session/session.h"
#include "ui/ui.h"

int fuzz_command(const uint8_t *data, size_t size);

enum { LONGEST = 2048, MOST_WORDS = 80, MOST_LINES = 12 };

static void must(bool condition)
{
	if (!condition)
		abort();
}

/* ---- what may run ---- */

/* What opens files or writes them, what makes a design of any size, and what measures. */
static bool may_run(const struct command *command)
{
	static const char *const not [] = {"read_",      "write_", "save_",     "generate_",
					   "tile_",      "place_", "profile",   "report_kernels",
					   "kernel_run", "lab_",   "report_lab"};

	for (size_t i = 0; i < sizeof not / sizeof *not ; i++) {
		if (strncmp(command->name, not [i], strlen(not [i])) == 0)
			return false;
	}
	return command->place == IN_SESSION;
}

/* Large numbers make much of little, and so do expressions that repeat; both are the user's affair. */
static bool is_tame(int n_words, const char *const *words)
{
	for (int i = 0; i < n_words; i++) {
		const char *word = words[i];

		for (size_t n; *word; word += n ? n : 1) {
			n = strspn(word, "0123456789");
			if (n > 4)
				return false;
		}
		if (strncmp(words[i], "-r", 2) == 0 || strncmp(words[i], "-ex", 3) == 0)
			return false;
	}
	return true;
}

/* ---- what is open ---- */

static enum status discard(const char *data, int64_t length)
{
	(void)data, (void)length;
	return STATUS_OK;
}

static struct call command_call(struct session *session, struct text *out, struct text *result)
{
	return (struct call){.session = session, .out = out, .result = result, .print = discard};
}

/* A command of ours, that must succeed. */
static void do_one(struct session *session, const char *name, const char *argument)
{
	struct text out = TEXT_INIT, result = TEXT_INIT;
	struct call call = command_call(session, &out, &result);
	const struct command *command = command_find(name);

	must(command && call_parse(&call, command, 1, &argument) == STATUS_OK &&
	     command->run(&call) == STATUS_OK);
	text_release(&out);
	text_release(&result);
}

static void open_design(struct session *session, bool is_graph)
{
	if (is_graph) {
		do_one(session, "read_graph", TEST_DATA "/ladder.dag");
		return;
	}
	do_one(session, "read_liberty", TEST_DATA "/stage.lib");
	do_one(session, "read_verilog", TEST_DATA "/stage.v");
	do_one(session, "link_design", "stage");
	do_one(session, "read_spef", TEST_DATA "/stage.spef");
	do_one(session, "read_timing", TEST_DATA "/stage.timing");
}

/* ---- a line ---- */

static int split(char *line, const char **words)
{
	int n = 0;

	while (n < MOST_WORDS) {
		char *end;

		line += strspn(line, " ");
		if (!*line)
			break;
		if (*line == '{') {
			words[n++] = ++line;
			end = strchr(line, '}');
		} else {
			words[n++] = line;
			end = strchr(line, ' ');
		}
		if (!end)
			break;
		*end = '\0';
		line = end + 1;
	}
	return n;
}

/* What call_parse() has found good. */
static void check_call(const struct call *call)
{
	const struct command *command = call->command;

	if (command->max_arguments == AS_WORDS)
		return;
	must(call->n_arguments >= command->min_arguments &&
	     call->n_arguments <= command->max_arguments);
	for (int i = 0; command->options && command->options[i].name; i++) {
		const struct option_value *value = &call->option[i];
		enum option_kind kind = command->options[i].kind;

		if (!value->given)
			continue;
		must(kind != OPTION_MISSING && (kind == OPTION_FLAG || value->word));
		if (kind == OPTION_COUNT)
			must(value->number >= 1 && value->number < INT32_MAX);
		if (kind == OPTION_CHOICE)
			must(choice_find(command->options[i].value, value->word) == value->number);
	}
	must(call->n_repeated <= MAX_REPEATED);
	for (int i = 0; i < call->n_repeated; i++)
		must(command->options[call->repeated[i].option].kind == OPTION_LIST &&
		     call->repeated[i].word);
}

static void check_list(const struct text *text)
{
	struct words words;
	struct text again = TEXT_INIT;

	words_parse(text_string(text), &words);
	for (int i = 0; i < words.n; i++)
		list_add(&again, words.word[i]);
	must(strcmp(text_string(text), text_string(&again)) == 0);
	words_free(&words);
	text_release(&again);
}

static void run_line(struct session *session, char *line)
{
	const char *words[MOST_WORDS] = {line};
	int n = split(line, words);
	const struct command *command = n > 0 ? command_find(words[0]) : NULL;
	struct text out = TEXT_INIT, result = TEXT_INIT;
	struct call call = command_call(session, &out, &result);
	Tcl_Obj *values[MOST_WORDS];
	enum status status;

	if (!command) {
		command_nearest(words[0]);
		return;
	}
	for (int i = 1; i < n; i++) {
		values[i] = Tcl_NewStringObj(words[i], -1);
		Tcl_IncrRefCount(values[i]);
	}
	call.value = values + 1;
	status = call_parse(&call, command, n - 1, words + 1);
	if (status == STATUS_OK) {
		check_call(&call);
		if (may_run(command) && is_tame(n - 1, words + 1))
			status = command->run(&call);
		must(text_status(&out) == STATUS_OK && text_status(&result) == STATUS_OK);
		if (status == STATUS_OK && strncmp(command->name, "get_", 4) == 0 &&
		    command->max_arguments != AS_WORDS && !strstr(command->name, "property"))
			check_list(&result);
	}
	must(status == STATUS_OK || status_text(status)[0]);
	for (int i = 1; i < n; i++)
		Tcl_DecrRefCount(values[i]);
	text_release(&out);
	text_release(&result);
}

int fuzz_command(const uint8_t *data, size_t size)
{
	static const struct device_config config = {
		.kind = DEVICE_CPU, .n_threads = 1, .immediate = true, .memory_limit = 1 << 26};
	char text[LONGEST + 1], *line = text;
	struct board *board;
	struct session session;
	bool is_graph;

	if (size > LONGEST || memchr(data, '\0', size))
		return 0;
	if (!command_at(0)) {
		Tcl_FindExecutable("fuzz_command");
		command_add_tables();
		ui_add_commands();
		sdc_add_commands();
	}
	memcpy(text, data, size);
	text[size] = '\0';
	is_graph = strncmp(text, "graph\n", 6) == 0;
	must(board_new(&board) == STATUS_OK);
	must(session_init(&session, board) == STATUS_OK);
	must(session_open_device(&session, &config) == STATUS_OK);
	open_design(&session, is_graph);
	for (int i = 0; line && i < MOST_LINES; i++) {
		char *end = strchr(line, '\n');

		if (end)
			*end++ = '\0';
		run_line(&session, line);
		line = end;
	}
	session_close(&session);
	board_free(board);
	return 0;
}
