/* Constraints: read_sdc, and the commands of SDC at the prompt. */
#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tcl.h>

#include "base/input.h"
#include "base/order.h"
#include "base/tcl_text.h"
#include "session/edits.h"
#include "session/files.h"
#include "session/objects.h"
#include "session/variables.h"
#include "read/sdc/sdc.h"
#include "read/sdc/sdc_table.h"

enum { SDC_ENV, SDC_SOURCE, SDC_UNTIL, SDC_ECHO, SDC_IGNORE };
enum { MOST_SOURCES = 64 };

static const struct option sdc_file_options[] = {
	[SDC_ENV] = {"-env", OPTION_WORD, "PATTERNS",
		     "environment variables that the file may read as $::env(NAME)"},
	[SDC_SOURCE] = {"-source", OPTION_WORD, "NAMES", "files in its folder that it may source"},
	[SDC_UNTIL] = {"-until", OPTION_COUNT, "LINE",
		       "leave out commands from this line on: what is read is no longer all of it"},
	[SDC_ECHO] = {"-echo", OPTION_FLAG, NULL, "write its commands before they run"},
	[SDC_IGNORE] = {"-ignore_unsupported", OPTION_FLAG, NULL,
			"commands that aren't supported don't make a batch fail"},
	OPTION_ALLOW_LARGE,
	{0},
};

/* The result replaces the old constraints, which stay on failure. */
static enum status set_constraints(struct session *session, enum status status,
				   struct text *warnings, struct constraints *constraints)
{
	TRY(print_warnings(warnings, status));
	session_drop_for_edit(session);
	design_set_constraints(&session->design, constraints);
	return STATUS_OK;
}

/* Annotations of a script become part of the design, after its constraints. */
static enum status annotate(struct session *session, const struct annotations *said)
{
	if (!said->keys.n)
		return STATUS_OK;
	session_drop_for_edit(session);
	if (design_annotate(&session->design, said) == STATUS_OK)
		return STATUS_OK;
	return status_fail(STATUS_FAILED, "annotated delays add up to more than 2.1 us");
}

/* What a script may source is read before it runs, as it can't read files itself. */
struct sources {
	struct sdc_file source[MOST_SOURCES];
	struct input in[MOST_SOURCES];
	int n;
};

static void release_sources(struct sources *sources)
{
	for (int i = 0; i < sources->n; i++)
		input_close(&sources->in[i]);
}

static enum status read_source(struct call *call, const char *name, struct sources *sources)
{
	const char *path = call->argument[0], *slash = strrchr(path, '/');
	RELEASED_BY(text_release) struct text beside = TEXT_INIT;
	struct input *in = &sources->in[sources->n];

	if (strchr(name, '/') || sources->n == MOST_SOURCES)
		return call_fail(call, STATUS_USAGE,
				 "-source names up to %d files in the folder "
				 "of the constraints, without folders",
				 MOST_SOURCES);
	text_append(&beside, path, slash ? slash + 1 - path : 0);
	text_add(&beside, name);
	TRY(input_open(in, text_string(&beside), &call->session->task));
	sources->n++;
	TRY(input_all(in));
	sources->source[sources->n - 1] = (struct sdc_file){name, in->data};
	return STATUS_OK;
}

/* "-OPTION {what it said before, and a name}" */
static void add_allowed(struct call *call, int option, const char *name, size_t length,
			struct script *line)
{
	const char *before = call->option[option].given ? call->option[option].word : "";
	RELEASED_BY(text_release) struct text names = TEXT_INIT;

	text_printf(&names, "%s%s%.*s", before, *before && length ? " " : "", (int)length, name);
	if (names.length)
		script_add(line, sdc_file_options[option].name, text_string(&names), NULL);
}

/* The command that would read what has failed, or what comes before. */
static void offer_way(struct call *call, const char *why)
{
	static const char variable[] = "env(", allows[] = "-source of read_sdc allows \"";
	const char *path = call->argument[0];
	const char *env = strstr(why, "can't read \"") ? strstr(why, variable) : NULL;
	const char *source = strstr(why, allows);
	RELEASED_BY(script_release) struct script line = SCRIPT_INIT;
	RELEASED_BY(text_release) struct text offer = TEXT_INIT;
	int at = 0;

	env = env ? env + strlen(variable) : "";
	source = source ? source + strlen(allows) : "";
	if (*env)
		text_printf(&offer, "set ::env(%.*s) {}; ", (int)strcspn(env, ")"), env);
	if (!*env && !*source && strncmp(why, path, strlen(path)) == 0)
		sscanf(why + strlen(path), ":%9d", &at);
	script_add(&line, "read_sdc", NULL);
	add_allowed(call, SDC_ENV, env, strcspn(env, ")"), &line);
	add_allowed(call, SDC_SOURCE, source, strcspn(source, "\""), &line);
	if (at)
		script_option(&line, "-until", "%d", at);
	script_add(&line, path, NULL);
	text_add(&offer, script_string(&line));
	if (at || *env || *source)
		session_note_offer(call->session, "read_sdc", text_string(&offer));
}

static enum status read_sdc(struct call *call)
{
	struct design *design = &call->session->design;
	struct sdc_options options = SDC_OPTIONS_INIT;
	RELEASED_BY(annotations_release)
	struct annotations said = {.keys.width = sizeof(struct annotation_key)};
	struct text warnings = TEXT_INIT;
	struct constraints *constraints = NULL;
	RELEASED_BY(words_free) struct words patterns = {0}, names = {0};
	struct sources sources = {.n = 0};
	enum status status = STATUS_OK;

	TRY(design_need_netlist(design));
	if (call->option[SDC_ENV].given)
		words_parse(call->option[SDC_ENV].word, &patterns);
	options.env = patterns.word;
	options.n_env = patterns.n;
	options.echo = call->option[SDC_ECHO].given;
	options.ignore_unsupported = call->option[SDC_IGNORE].given;
	options.propagates = session_variables(call->session)->propagates;
	options.annotations = &said;
	options.source = sources.source;
	options.until = (int)call->option[SDC_UNTIL].number;
	if (call->option[SDC_SOURCE].given)
		words_parse(call->option[SDC_SOURCE].word, &names);
	for (int i = 0; i < names.n && status == STATUS_OK; i++)
		status = read_source(call, names.word[i], &sources);
	options.n_source = sources.n;
	if (status == STATUS_OK)
		status = sdc_read(call->argument[0],
				  &(struct sdc_job){.netlist = design->netlist,
						    .old = design->constraints,
						    .options = &options,
						    .warnings = &warnings,
						    .output = call->out,
						    .task = &call->session->task},
				  &constraints);
	release_sources(&sources);
	if (status == STATUS_BAD_INPUT)
		offer_way(call, status_text(status));
	TRY(set_constraints(call->session, status, &warnings, constraints));
	return annotate(call->session, &said);
}

/* ---- at the prompt ---- */

enum {
	MOST_COMMANDS = 192,
	MOST_OPTIONS = 768, /* of all of them, with their ends */
};

/* SDC's own commands, made of the reader's table. */
static struct command prompt_commands[MOST_COMMANDS];
static struct option prompt_options[MOST_OPTIONS];

/* The words of a call after the name of a command of SDC. */
static enum status run_as(struct call *call, const char *name, const struct netlist *netlist,
			  struct text *result)
{
	TCL_HELD Tcl_Obj *command = NULL;
	Tcl_Obj *words[SDC_MOST_WORDS];
	struct text warnings = TEXT_INIT;
	RELEASED_BY(annotations_release)
	struct annotations said = {.keys.width = sizeof(struct annotation_key)};
	const struct sdc_prompt prompt = {
		.words = words,
		.n_words = call->n_words + 1,
		.netlist = netlist,
		.constraints = call->session->design.constraints,
		.annotations = &said,
		.propagates = session_variables(call->session)->propagates,
	};
	struct sdc_answer answer = {.warnings = &warnings, .result = result};
	enum status status;

	if (call->n_words >= SDC_MOST_WORDS)
		return call_fail(call, STATUS_USAGE, "more than %d words", SDC_MOST_WORDS);
	words[0] = command = tcl_hold(tcl_new(name, -1));
	for (int i = 0; i < call->n_words; i++)
		words[i + 1] = call->value[i];
	status = sdc_run_words(&prompt, &answer);
	call->names_kind = answer.kind;
	if (answer.constraints)
		status = set_constraints(call->session, status, &warnings, answer.constraints);
	else
		status = print_warnings(&warnings, status);
	TRY(status);
	return annotate(call->session, &said);
}

static enum status run_sdc(struct call *call)
{
	struct design *design = &call->session->design;
	RELEASED_BY(netlist_drop) struct netlist *netlist = NULL;

	if (sdc_find_command(call->command->name)->support != SDC_ASKS_ANY)
		TRY(design_need_netlist(design));
	TRY(design_need_libraries(design, &netlist));
	return run_as(call, call->command->name, netlist, call->result);
}

static enum status restore_constraints(struct call *call)
{
	double number;

	if (call->n_arguments == 0) {
		text_printf(call->result, "%" PRId64, session_edits(call->session)->number);
		return STATUS_OK;
	}
	TRY(call_real(call, call->argument[0], &number));
	return session_restore_constraints(call->session, (int64_t)number);
}

/* The result of such a command, one name a line, in order. */
static enum status report_as(struct call *call, const char *name)
{
	RELEASED_BY(text_release) struct text list = TEXT_INIT;
	RELEASED_BY(netlist_drop) struct netlist *netlist = NULL;
	RELEASED_BY(words_free) struct words words = {0};

	TRY(design_need_libraries(&call->session->design, &netlist));
	TRY(run_as(call, name, netlist, &list));
	call->names_kind = NULL;
	words_parse(text_string(&list), &words);
	qsort(words.word, (size_t)words.n, sizeof *words.word, compare_strings);
	for (int i = 0; i < words.n; i++)
		text_printf(call->out, "%s\n", words.word[i]);
	return STATUS_OK;
}

static enum status report_object_names(struct call *call)
{
	return report_as(call, "get_name");
}

static enum status report_object_full_names(struct call *call)
{
	return report_as(call, "get_full_name");
}

const struct command sdc_commands[] = {
	{"read_sdc", read_sdc, IN_SESSION, "FILE", 1, 1, sdc_file_options,
	 "Read constraints in SDC (.gz too) and add them to the present ones"},
	{"restore_constraints", restore_constraints, IN_SESSION, "?NUMBER?", 0, 1, NULL,
	 "Put back a set of constraints that the explorer has kept before an edit, as undo and redo do, or return the number of the present set"},
	{"report_object_names", report_object_names, IN_SESSION, "OBJECTS", AS_WORDS, AS_WORDS,
	 NULL,
	 "Report the names of objects within the level above, in alphabetical order, one a line"},
	{"report_object_full_names", report_object_full_names, IN_SESSION, "OBJECTS", AS_WORDS,
	 AS_WORDS, NULL, "Report the full names of objects in alphabetical order, one a line"},
	{0},
};

static void add_options(const struct sdc_option *from, struct option *to, int *n)
{
	for (; from && from->name; from++) {
		assert(*n < MOST_OPTIONS - 1);
		to[(*n)++] = (struct option){
			.name = from->name,
			.kind = from->kind == SDC_FLAG ? OPTION_FLAG : OPTION_WORD,
			.value = from->value,
			.help = from->help,
		};
	}
	to[(*n)++] = (struct option){0};
}

void sdc_add_commands(void)
{
	const struct sdc_command *sdc;
	int n = 0, n_options = 0;

	for (int i = 0; (sdc = sdc_command_at(i)); i++) {
		if (sdc->support == SDC_SCRIPT || command_find(sdc->name))
			continue;
		assert(n < MOST_COMMANDS - 1);
		prompt_commands[n++] = (struct command){
			.name = sdc->name,
			.arguments = sdc->arguments,
			.max_arguments = AS_WORDS,
			.help = sdc->help,
			.options = &prompt_options[n_options],
			.run = run_sdc,
		};
		add_options(sdc->options, prompt_options, &n_options);
	}
	command_add_table(prompt_commands);
}
