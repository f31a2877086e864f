/*
 * Commands: one table entry each, with its options and help. Scripts, the `:` prompt, keys and
 * batch runs all call commands by these tables; usage lines, `help`, completions and the manual are
 * made from them.
 */
#ifndef SESSION_COMMAND_H
#define SESSION_COMMAND_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "base/output.h"
#include "base/status.h"
#include "base/text.h"

struct session;
struct ui; /* the explorer */

enum {
	MAX_COMMANDS = 512,
	MAX_OPTIONS = 32,
	MAX_REPEATED = 64,
	MAX_ARGUMENTS = 256,
	/* As max_arguments: words aren't parsed, call->word has them; options are for the help
	 * only. */
	AS_WORDS = -1,
};

enum option_kind {
	OPTION_FLAG,
	OPTION_COUNT,  /* a whole number from 1 to 2^31 − 2 */
	OPTION_TIME,   /* picoseconds, kept as fs */
	OPTION_WORD,   /* anything */
	OPTION_LIST,   /* a word, any number of times: call->repeated has them in order */
	OPTION_CHOICE, /* one of the words in `value`, separated by '|'; kept as its index */
	/* An option of other timers that isn't supported: the error says so; not in the help. */
	OPTION_MISSING,
};

struct option {
	const char *name; /* with its dash; NULL ends a list */
	enum option_kind kind;
	const char *value; /* the value's name in usage: "K", "FILE", "bounded|paper" */
	const char *help;
};

/*
 * Many options and their numbers by one list, LIST(X), whose lines are X(NUMBER, name, kind, value, help): an enum of the numbers,
 * and the table.
 */
#define OPTION_NUMBER(number, ...) number,
#define OPTION_ROW(number, ...)    [number] = {__VA_ARGS__},
#define OPTION_TABLE(table, LIST)                                                                  \
	enum { LIST(OPTION_NUMBER) };                                                              \
	static const struct option table[] = {LIST(OPTION_ROW){0}}

/* An option of each command that reads files which may be compressed; run_call() passes it to the task. As a row, and its fields
 * for one of OPTION_TABLE(). */
#define ALLOW_LARGE_FIELDS                                                                         \
	"-allow_large", OPTION_FLAG, NULL,                                                         \
		"also a file that looks like a decompression bomb or needs most of the memory"
#define OPTION_ALLOW_LARGE                                                                         \
	{                                                                                          \
		ALLOW_LARGE_FIELDS                                                                 \
	}

/* Where a command runs. */
enum command_place {
	IN_SESSION,       /* on the command thread */
	ON_SCREEN,        /* on the main thread, at once */
	ON_SCREEN_IF_ANY, /* on the main thread; in a batch on the command thread, screen NULL */
	IN_ASSET,         /* on the command thread, by a script of assets/ (shell_tcl.c) */
	IN_TCL,           /* on the command thread, by shell_commands.c: it evaluates scripts */
	ON_IDLE_SCREEN,   /* on the main thread, once all is drawn and nothing plays */
};

struct Tcl_Obj;
struct call;

struct command {
	const char *name; /* NULL ends a table */
	enum status (*run)(struct call *call);
	enum command_place place;
	const char *arguments; /* usage of its arguments: "FILE", "?N?"; NULL = none */
	int min_arguments, max_arguments;
	const struct option *options; /* NULL = none */
	const char *help;             /* one line, imperative, no full stop */
};

/* A value of an OPTION_LIST. */
struct repeated_value {
	int option;       /* index of the option */
	const char *word; /* borrowed */
};

struct option_value {
	bool given;
	int64_t number;   /* count, fs or index of the choice */
	const char *word; /* borrowed */
};

/* A command being run. */
struct call {
	const struct command *command;
	struct session *session;                 /* NULL on the main thread */
	struct ui *screen;                       /* of commands that run on the main thread */
	struct option_value option[MAX_OPTIONS]; /* in the order of command->options */
	struct repeated_value repeated[MAX_REPEATED];
	int n_repeated;
	bool is_typed; /* the user is still typing it: errors about names aren't shown */
	const char *argument[MAX_ARGUMENTS]; /* borrowed */
	int n_arguments;
	const char *const *word; /* borrowed [n_words]: after the name, AS_WORDS */
	int n_words;
	/* Borrowed [n_words]: the words as Tcl values, some of which are marked as names; NULL =
	 * none. For the command thread only. */
	struct Tcl_Obj *const *value;
	struct text *out;    /* borrowed: output, to standard output or to the file after ">" */
	struct text *result; /* borrowed: the value of the command in Tcl */
	int64_t n_lines;     /* lines written to the file after ">" */
	bool has_file;
	struct output file; /* with has_file: the file after ">" */
	/* The result is a list of names of this kind (sdc.h), and Tcl keeps it marked as such; NULL
	 * = it isn't. */
	const char *names_kind;
	bool is_one_name; /* the result is one name of that kind, not a list */
	/* Sends text to standard output. */
	enum status (*print)(const char *data, int64_t length);
};

/* Add the commands of SDC that no table has yet; after all other tables. */
void sdc_add_commands(void);

/* Add a table of commands, before any command runs. A table that exceeds a MAX_… or has a name
 * that is already taken ends the process by abort(). */
void command_add_table(const struct command *table);
/* Add all tables of cmd except SDC's. */
void command_add_tables(void);
const struct command *command_find(const char *name);
/* Entry i of all tables, by name; NULL after the last. */
const struct command *command_at(int i);
/* The command with the most similar name, or NULL. */
const struct command *command_nearest(const char *name);

/* The index of a word among choices separated by '|', -1 = not among them. */
int choice_find(const char *choices, const char *word);
/* STATUS_USAGE: "WHAT expects A|B, not "C"; nearest "A""; if the choices are long, only the
 * nearest. */
enum status choice_fail(const char *what, const char *choices, const char *word);

/* Write `out` and empty it, for long reports; also called after the command. */
enum status call_flush(struct call *call);
/* Redirect `out` to a file, truncated ("w") or appended to ("a"): see base/output.h. */
enum status call_open_file(struct call *call, const char *path, const char *mode);
/* Close that file, if there is one. It keeps its old contents unless `status` is STATUS_OK and all
 * is written. Returns the first error. */
enum status call_close_file(struct call *call, enum status status);

/* Parse words into options and arguments; call->value is set before. STATUS_USAGE with a
 * message. */
enum status call_parse(struct call *call, const struct command *command, int n_words,
		       const char *const *words);

/* The index of the first argument among choices separated by '|'; NULL = those in
 * command->arguments. STATUS_USAGE as choice_fail(). */
enum status call_choose(const struct call *call, const char *choices, int *index);
/* status_fail() with "NAME: " before the sentence, NAME being the command's. */
enum status call_fail(const struct call *call, enum status status, const char *format, ...)
	__attribute__((format(printf, 3, 4), cold));
/* STATUS_USAGE if both options are given. */
enum status call_exclusive(const struct call *call, int option, int other);
/* A word as a number. STATUS_USAGE if it isn't a finite number. */
enum status call_real(const struct call *call, const char *word, double *out);

/* Usage, help and each option. */
void command_write_help(const struct command *command, struct text *out);
/* The help as an entry of the manual page, without the example (examples.h). */
void command_write_manual(const struct command *command, struct text *out);

/* The tables of cmd; each ends with an entry without a name. */
#define COMMAND_TABLES(X)                                                                          \
	X(annotate_commands)                                                                       \
	X(aocv_commands)                                                                           \
	X(arrival_commands)                                                                        \
	X(check_type_commands)                                                                     \
	X(checks_commands)                                                                         \
	X(clock_commands)                                                                          \
	X(clock_period_commands)                                                                   \
	X(clock_skew_commands)                                                                     \
	X(compare_commands)                                                                        \
	X(cone_commands)                                                                           \
	X(dcalc_commands)                                                                          \
	X(density_commands)                                                                        \
	X(density_pass_commands)                                                                   \
	X(device_commands)                                                                         \
	X(edge_report_commands)                                                                    \
	X(edge_commands)                                                                           \
	X(explain_commands)                                                                        \
	X(fan_commands)                                                                            \
	X(generate_commands)                                                                       \
	X(graph_commands)                                                                          \
	X(all_paths_commands)                                                                      \
	X(histogram_commands)                                                                      \
	X(image_commands)                                                                          \
	X(lab_commands)                                                                            \
	X(lab_matrix_commands)                                                                     \
	X(lab_property_commands)                                                                   \
	X(label_commands)                                                                          \
	X(lens_commands)                                                                           \
	X(layout_commands)                                                                         \
	X(library_commands)                                                                        \
	X(netlist_commands)                                                                        \
	X(wire_commands)                                                                           \
	X(object_commands)                                                                         \
	X(open_commands)                                                                           \
	X(path_arrival_commands)                                                                   \
	X(path_commands)                                                                           \
	X(pin_time_commands)                                                                       \
	X(place_commands)                                                                          \
	X(property_commands)                                                                       \
	X(pulse_commands)                                                                          \
	X(replace_commands)                                                                        \
	X(report_commands)                                                                         \
	X(sdc_commands)                                                                            \
	X(shell_commands)                                                                          \
	X(session_commands)                                                                        \
	X(setup_commands)                                                                          \
	X(snapshot_commands)                                                                       \
	X(ssta_commands)                                                                           \
	X(ssta_report_commands)                                                                    \
	X(ssta_critical_commands)                                                                  \
	X(ssta_spread_commands)                                                                    \
	X(ssta_file_commands)                                                                      \
	X(statistics_commands)                                                                     \
	X(timeline_commands)                                                                       \
	X(timing_commands)                                                                         \
	X(timing_path_commands)                                                                    \
	X(trace_commands)                                                                          \
	X(try_commands)                                                                            \
	X(warp_commands)                                                                           \
	X(write_commands)

#define X(table) extern const struct command table[];
COMMAND_TABLES(X)
#undef X

#endif
