#include "commands.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tcl.h>
#include <unistd.h>

#include "session/command.h"
#include "session/session.h"
#include "ui/ui.h"

enum { MOST_WORDS = 40, WORD = 200 };

struct words {
	struct session *session;
	uint64_t random;
	int n;
	char text[MOST_WORDS][WORD];
};

static char folder[32];

static void must(bool condition)
{
	if (!condition)
		abort();
}

static uint32_t below(struct words *w, uint32_t n)
{
	w->random = w->random * 6364136223846793005u + 1442695040888963407u;
	return (uint32_t)(w->random >> 33) % (n ? n : 1);
}

static void empty_folder(void)
{
	DIR *files = opendir(folder);

	for (const struct dirent *file; files && (file = readdir(files));) {
		char path[sizeof folder + 260];

		snprintf(path, sizeof path, "%s/%s", folder, file->d_name);
		unlink(path);
	}
	if (files)
		closedir(files);
}

static void clean_up(void)
{
	empty_folder();
	rmdir(folder);
}

static bool may_run(const struct command *command)
{
	static const char *const not [] = {
		"read_",       "source",   "generate_",   "profile",     "report_kernels",
		"lab_matrix",  "lab_dies", "set_threads", "set_device",  "bench",
		"kernel_run",  "quit",     "exit",        "close_",      "save_view",
		"show_lesson", "lesson",   "open_design", "open_figure", "log_",
		"redirect_",   "include",  "state_file",  "asset"};

	for (size_t i = 0; i < sizeof not / sizeof *not ; i++) {
		if (strncmp(command->name, not [i], strlen(not [i])) == 0)
			return false;
	}
	return command->place == IN_SESSION;
}

/* ---- words ---- */

static const char *name_of(struct words *w, const struct names *names)
{
	return names->n ? names_get(names, (int32_t)below(w, (uint32_t)names->n)) : "none";
}

static void add_word(struct words *w, const char *word)
{
	if (w->n < MOST_WORDS)
		snprintf(w->text[w->n++], WORD, "%s", word);
}

static void add_name(struct words *w)
{
	const struct netlist *netlist = w->session->design.netlist;
	const struct constraints *constraints = w->session->design.constraints;
	struct text pin = TEXT_INIT;

	if (!netlist) {
		add_word(w, below(w, 2) ? "v1" : "v2");
		return;
	}
	switch (below(w, 7)) {
	case 0:
		add_word(w, name_of(w, &netlist->port_name));
		break;
	case 1:
		add_word(w, name_of(w, &netlist->instance_name));
		break;
	case 2:
		add_word(w, name_of(w, &netlist->net_name));
		break;
	case 3:
		add_word(w, name_of(w, &netlist->master_name));
		break;
	case 4:
		if (constraints && constraints->n_clocks)
			add_word(
				w,
				constraints->clock[below(w, (uint32_t)constraints->n_clocks)].name);
		else
			add_word(w, "*");
		break;
	default:
		if (netlist->n_pins)
			netlist_write_pin(netlist, (int32_t)below(w, (uint32_t)netlist->n_pins),
					  '/', &pin);
		add_word(w, text_string(&pin));
		break;
	}
	text_release(&pin);
}

static void add_number(struct words *w)
{
	static const char *const numbers[] = {"0", "1", "2", "3", "5", "0.5", "-1", "100", "17"};

	add_word(w, numbers[below(w, sizeof numbers / sizeof *numbers)]);
}

static void add_choice(struct words *w, const char *choices)
{
	int n = 1, chosen;
	char word[WORD];

	for (const char *at = choices; *at; at++)
		n += *at == '|';
	for (chosen = (int)below(w, (uint32_t)n); chosen > 0; choices++)
		chosen -= *choices == '|';
	snprintf(word, sizeof word, "%.*s", (int)strcspn(choices, "|"), choices);
	add_word(w, word);
}

static void add_file(struct words *w)
{
	char path[sizeof folder + 16];

	snprintf(path, sizeof path, "%s/file%u", folder, below(w, 3));
	add_word(w, path);
}

static void add_option(struct words *w, const struct option *option)
{
	if (option->kind == OPTION_MISSING)
		return;
	add_word(w, option->name);
	if (option->kind == OPTION_CHOICE)
		add_choice(w, option->value);
	else if (option->kind == OPTION_COUNT || option->kind == OPTION_TIME)
		add_number(w);
	else if (option->kind != OPTION_FLAG && option->value && strstr(option->value, "FILE"))
		add_file(w);
	else if (option->kind != OPTION_FLAG)
		below(w, 3) ? add_name(w) : add_number(w);
}

/* ---- a command ---- */

static enum status discard(const char *data, int64_t length)
{
	(void)data, (void)length;
	return STATUS_OK;
}

static enum status run_words(struct words *w, const struct command *command)
{
	struct text out = TEXT_INIT, result = TEXT_INIT;
	struct call call = {
		.session = w->session, .out = &out, .result = &result, .print = discard};
	const char *word[MOST_WORDS];
	Tcl_Obj *value[MOST_WORDS];
	enum status status;

	for (int i = 0; i < w->n; i++) {
		word[i] = w->text[i];
		value[i] = Tcl_NewStringObj(word[i], -1);
		Tcl_IncrRefCount(value[i]);
	}
	call.value = value;
	status = call_parse(&call, command, w->n, word);
	if (status == STATUS_OK)
		status = command->run(&call);
	status = call_close_file(&call, status);
	must(status == STATUS_OK || status_text(status)[0]);
	for (int i = 0; i < w->n; i++)
		Tcl_DecrRefCount(value[i]);
	text_release(&out);
	text_release(&result);
	return status;
}

static void run_one(struct words *w, const struct command *command)
{
	int n_options = 0;
	int most = command->max_arguments < 0 ? 4 : command->max_arguments;

	w->n = 0;
	while (command->options && command->options[n_options].name)
		n_options++;
	for (uint32_t i = below(w, 4); i > 0 && n_options > 0; i--)
		add_option(w, &command->options[below(w, (uint32_t)n_options)]);
	for (int i = 0; i < command->min_arguments || (i < most && below(w, 2)); i++) {
		if (command->arguments && strstr(command->arguments, "FILE"))
			add_file(w);
		else if (below(w, 3) &&
			 !(command->arguments && strcmp(command->arguments, "N") == 0))
			add_name(w);
		else
			add_number(w);
	}
	run_words(w, command);
}

/* A snapshot's settings come as a script; they are what they are by themselves here. */
static enum status eval(void *context, const struct script *script)
{
	(void)context, (void)script;
	return STATUS_OK;
}

static void begin(void)
{
	Tcl_FindExecutable("fuzz");
	if (!command_at(0)) {
		command_add_tables();
		ui_add_commands();
		sdc_add_commands();
	}
	strcpy(folder, "/dev/shm/fuzz_run.XXXXXX");
	if (!mkdtemp(folder)) {
		strcpy(folder, "/tmp/fuzz_run.XXXXXX");
		must(mkdtemp(folder) != NULL);
	}
	atexit(clean_up);
}

void commands_run(const char *path, uint64_t seed, int n)
{
	static const struct device_config config = {
		.kind = DEVICE_CPU, .n_threads = 1, .immediate = true, .memory_limit = 1 << 27};
	static const struct command *command[MAX_COMMANDS];
	static uint32_t n_commands;
	struct session session;
	struct words w = {.session = &session, .random = seed};
	struct board *board;

	if (!folder[0])
		begin();
	if (!n_commands) {
		for (int i = 0; command_at(i); i++) {
			if (may_run(command_at(i)))
				command[n_commands++] = command_at(i);
		}
	}
	must(board_new(&board) == STATUS_OK);
	must(session_init(&session, board) == STATUS_OK);
	must(session_open_device(&session, &config) == STATUS_OK);
	session.eval = eval;
	session.eval_context = &session;
	add_word(&w, path);
	if (run_words(&w, command_find("read_design")) == STATUS_OK) {
		for (int i = 0; i < n; i++)
			run_one(&w, command[below(&w, n_commands)]);
	}
	session_close(&session);
	board_free(board);
	empty_folder();
}
