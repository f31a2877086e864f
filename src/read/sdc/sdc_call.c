/* Words of a command: options, arguments and numbers; and the table of all commands. */
#include <math.h>
#include <string.h>

#include "base/names.h"
#include "base/options.h"
#include "base/units.h"
#include "read/sdc/sdc_impl.h"

/* ---- the table ---- */

static const struct sdc_command *const tables[] = {
	sdc_clock_commands,     sdc_clock_pin_commands, sdc_generated_commands,
	sdc_wire_load_commands, sdc_relation_commands,  sdc_delay_commands,
	sdc_port_commands,      sdc_exception_commands, sdc_design_commands,
	sdc_query_commands,     sdc_all_commands,       sdc_collection_commands,
	sdc_local_commands,     sdc_annotate_commands,  sdc_limit_commands,
	sdc_edge_commands,      sdc_message_commands,   sdc_other_commands,
};

const struct sdc_command *sdc_command_at(int i)
{
	for (size_t t = 0; t < sizeof tables / sizeof *tables; t++) {
		for (const struct sdc_command *command = tables[t]; command->name; command++) {
			if (i-- == 0)
				return command;
		}
	}
	return NULL;
}

const struct sdc_command *sdc_find_command(const char *name)
{
	const struct sdc_command *command;

	for (int i = 0; (command = sdc_command_at(i)); i++) {
		if (strcmp(command->name, name) == 0)
			break;
	}
	return command;
}

const char *sdc_nearest_command(const char *name)
{
	const struct sdc_command *command;
	const char *nearest = NULL;
	int least = NAMES_APART;

	for (int i = 0; (command = sdc_command_at(i)); i++) {
		int distance = name_distance(name, command->name);

		if (distance < least) {
			least = distance;
			nearest = command->name;
		}
	}
	return nearest;
}

/* ---- errors ---- */

enum status sdc_fail(const struct sdc_call *call, const char *format, ...)
{
	char text[768];

	PRINT_ARGS(text, format);
	return status_fail(STATUS_USAGE, "%s: %s", call->command->name, text);
}

/* ---- parsing ---- */

enum status sdc_number_of(const struct sdc_call *call, Tcl_Obj *word, const char *what,
			  double *number)
{
	if (Tcl_GetDoubleFromObj(NULL, word, number) != TCL_OK)
		return sdc_fail(call, "%s: \"%.100s\" is not a number", what, tcl_text(word));
	if (!(fabs(*number) < FS_INPUT_LIMIT / 1e9 && is_in_range(*number * call->largest_unit)))
		return sdc_fail(call, "%s: \"%.100s\" is out of range", what, tcl_text(word));
	return STATUS_OK;
}

static enum status take_value(const struct sdc_call *call, const struct sdc_option *option,
			      struct sdc_given *given)
{
	int count;

	if (option->kind == SDC_NUMBER)
		return sdc_number_of(call, given->value, option->name, &given->number);
	if (option->kind != SDC_COUNT)
		return STATUS_OK;
	if (Tcl_GetIntFromObj(NULL, given->value, &count) != TCL_OK)
		return sdc_fail(call, "%s: \"%.100s\" is not a whole number", option->name,
				tcl_text(given->value));
	given->number = count;
	return STATUS_OK;
}

/* An object's name, or a list of these, is an argument, whatever it begins with. */
static bool is_option(Tcl_Obj *value)
{
	return !sdc_is_name(value) && !sdc_is_name_list(value) &&
	       option_looks_like(tcl_text(value));
}

static enum status take_option(struct sdc_call *call, int n_words, Tcl_Obj *const *words, int *at)
{
	const struct option_table table = {.entries = call->command->options,
					   .size = sizeof *call->command->options};
	const struct sdc_option *option;
	struct sdc_given *given = &call->given[call->n_given];

	if (call->n_given == SDC_MOST_GIVEN)
		return sdc_fail(call, "more than %d options", SDC_MOST_GIVEN);
	*given = (struct sdc_given){0};
	TRY(option_find(&table, call->command->name, tcl_text(words[*at]), &given->option));
	option = &call->command->options[given->option];
	call->n_given++;
	if (option->kind == SDC_FLAG)
		return STATUS_OK;
	if (++*at == n_words)
		return sdc_fail(call, "%s needs a value", option->name);
	given->value = words[*at];
	return take_value(call, option, given);
}

/* Sort words into options and arguments. STATUS_USAGE. */
static enum status sdc_parse(struct sdc_call *call, const struct sdc_command *command, int n_words,
			     Tcl_Obj *const *words)
{
	call->command = command;
	call->n_given = 0;
	call->n_arguments = 0;
	for (int i = 0; i < n_words; i++) {
		if (is_option(words[i])) {
			TRY(take_option(call, n_words, words, &i));
			continue;
		}
		if (call->n_arguments == command->max_arguments)
			return sdc_fail(call, "too many arguments: \"%.100s\"", tcl_text(words[i]));
		call->argument[call->n_arguments++] = words[i];
	}
	if (call->n_arguments < command->min_arguments)
		return sdc_fail(call, "too few arguments, expected %s", command->arguments);
	return STATUS_OK;
}

/* Is each number among the words 0? A resistance, a jitter or a latency is so without the command. */
static bool says_zero(int n_words, Tcl_Obj *const *words)
{
	bool zero = false;
	double value = 0;

	for (int i = 0; i < n_words && value == 0; i++)
		zero |= Tcl_GetDoubleFromObj(NULL, words[i], &value) == TCL_OK;
	return zero && value == 0;
}

enum status sdc_call(struct sdc *s, const struct sdc_command *command, int n_words,
		     Tcl_Obj *const *words)
{
	static _Thread_local struct sdc_call call;

	switch (command->support) {
	case SDC_ACCEPTED:
		return STATUS_OK;
	case SDC_MISSING:
	case SDC_MISSING_SAFE:
		if (!says_zero(n_words, words))
			sdc_missing(s, command);
		return STATUS_OK;
	case SDC_DONE:
	case SDC_ANNOTATES:
	case SDC_ASKS:
	case SDC_ASKS_ANY:
	case SDC_SCRIPT:
		break;
	}
	call.largest_unit = fmax(s->time_unit, fmax(s->capacitance_unit, s->resistance_unit));
	TRY(sdc_parse(&call, command, n_words, words));
	return command->run(s, &call);
}

void sdc_give(struct sdc *s, Tcl_Obj *value)
{
	tcl_hold(value);
	tcl_drop(&s->result);
	s->result = value;
}

/* ---- what was given ---- */

static const struct sdc_given *find_given(const struct sdc_call *call, int option)
{
	for (int i = call->n_given - 1; i >= 0; i--) {
		if (call->given[i].option == option)
			return &call->given[i];
	}
	return NULL;
}

bool sdc_has(const struct sdc_call *call, int option)
{
	return find_given(call, option);
}

Tcl_Obj *sdc_value(const struct sdc_call *call, int option)
{
	const struct sdc_given *given = find_given(call, option);

	return given ? given->value : NULL;
}

double sdc_number(const struct sdc_call *call, int option)
{
	const struct sdc_given *given = find_given(call, option);

	return given ? given->number : NOT_GIVEN;
}

/* ---- corners ---- */

static int both_or(const struct sdc_call *call, int first, int second)
{
	bool has_first = sdc_has(call, first), has_second = sdc_has(call, second);

	if (has_first == has_second)
		return 3;
	return has_first ? 1 : 2;
}

int sdc_edges(const struct sdc_call *call, int rise, int fall)
{
	return both_or(call, rise, fall);
}

int sdc_splits(const struct sdc_call *call, int early, int late)
{
	return both_or(call, early, late);
}

void sdc_set_corners(double to[N_SPLITS][N_EDGES], int splits, int edges, double value)
{
	for (int split = 0; split < N_SPLITS; split++) {
		for (int edge = 0; edge < N_EDGES; edge++) {
			if (splits & 1 << split && edges & 1 << edge)
				to[split][edge] = value;
		}
	}
}
