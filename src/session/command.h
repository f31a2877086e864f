/*
 * Commands: one table entry each, with its options and help. Scripts, the `:` prompt, keys and
 * batch runs all come through here; usage lines, `help`, completions and the manual are made from
 * it.
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

enum {
	MAX_COMMANDS = 512,
	MAX_OPTIONS = 32,
	MAX_REPEATED = 64,
	MAX_ARGUMENTS = 256,
	/* As max_arguments: words aren't taken apart, call->word has them, and the options are for
	 * the help alone. */
	AS_WORDS = -1,
};

enum option_kind {
	OPTION_FLAG,
	OPTION_COUNT,  /* a whole number from 1 to 2^31 − 2 */
	OPTION_TIME,   /* picoseconds, kept as fs */
	OPTION_WORD,   /* anything */
	OPTION_LIST,   /* the same, any number of times: call->repeated has them in order */
	OPTION_CHOICE, /* one of the words in `value`, separated by '|'; kept as its index */
	/* Known from other timers and not here yet: named, so that a script fails with a sentence
	 * that says so; not in the help. */
	OPTION_MISSING,
};

struct option {
	const char *name; /* with its dash; NULL ends a list */
	enum option_kind kind;
	const char *value; /* what usage calls the value: "K", "FILE", "bounded|paper" */
	const char *help;
};

/* Of all commands that read files which may be packed: run_call() hands it to the task. */
#define OPTION_ALLOW_LARGE                                                                             \
	{                                                                                              \
		"-allow_large", OPTION_FLAG, NULL,                                                     \
			"also a file that looks like a decompression bomb or needs most of the memory" \
	}

/* Where a command runs. */
enum command_place {
	IN_SESSION,       /* on the command thread */
	ON_SCREEN,        /* on the main thread, at once */
	ON_SCREEN_IF_ANY, /* there too; in a batch on the command thread, with no call->screen */
	IN_ASSET,         /* on the command thread, by a script of assets/ (shell_tcl.c) */
	IN_TCL,           /* on the command thread, by shell_commands.c: it evaluates scripts */
	ON_IDLE_SCREEN, /* on the main thread, but when all is drawn and nothing plays: it looks at
			 * the screen */
};

struct Tcl_Obj;
struct call;

struct command {
	const char *name;      /* NULL ends a table */
	const char *arguments; /* usage of what isn't an option: "FILE", "?N?"; NULL = none */
	int min_arguments, max_arguments;
	const char *help;             /* one line, imperative, no full stop */
	const struct option *options; /* NULL = none */
	enum status (*run)(struct call *call);
	enum command_place place;
};

/* One of an OPTION_LIST's. */
struct repeated_value {
	int option;       /* its index */
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
	void *screen;                            /* of commands that run on the main thread */
	struct option_value option[MAX_OPTIONS]; /* in the order of command->options */
	struct repeated_value repeated[MAX_REPEATED];
	int n_repeated;
	bool is_typed; /* it is still being typed: why a name is wrong isn't shown */
	const char *argument[MAX_ARGUMENTS]; /* borrowed */
	int n_arguments;
	const char *const *word; /* borrowed [n_words]: after the name, AS_WORDS */
	int n_words;
	/* Borrowed [n_words]: the same as values of Tcl, of which some are known to be names; NULL =
	 * there are none. For the command thread alone. */
	struct Tcl_Obj *const *value;
	struct text *out;    /* borrowed: what goes to standard output or the file after ">" */
	struct text *result; /* borrowed: the value of the command in Tcl */
	int64_t n_lines;     /* that went to the file after ">" */
	bool has_file;
	struct output file; /* if so, where `out` goes; else to standard output */
	/* It is a list of names of this kind (sdc.h), which stay names as values of Tcl; NULL = it
	 * isn't. */
	const char *names_kind;
	bool is_one_name; /* of that kind, and no list */
	/* Sends text to standard output. */
	enum status (*print)(const char *data, int64_t length);
};

/* Those of SDC that have no command yet; after all other tables. */
void sdc_add_commands(void);

/* Tables of commands; cmd brings its own, other rooms add theirs before any command runs. One that
 * has more than MAX_…, a name twice, or a name that another table has, ends the process by abort(). */
void command_add_table(const struct command *table);
/* All of cmd's but those of SDC. */
void command_add_tables(void);
const struct command *command_find(const char *name);
/* Entry i of all tables, by name; NULL after the last. */
const struct command *command_at(int i);
/* The command most like a name, or NULL. */
const struct command *command_nearest(const char *name);

/* The place of a word among choices separated by '|', -1 when it is none of them. */
int choice_find(const char *choices, const char *word);
/* STATUS_USAGE: "WHAT expects A|B, not "C"; nearest "A""; of long choices the nearest alone. */
enum status choice_fail(const char *what, const char *choices, const char *word);

/* Send `out` on its way and empty it; for reports of any length. Done again at the end. */
enum status call_flush(struct call *call);
/* From now on `out` goes to a file, truncated ("w") or appended to ("a"): see base/output.h. */
enum status call_open_file(struct call *call, const char *path, const char *mode);
/* Close that file, if there is one. Unless the status is OK and it can be written to its end, it
 * stays what it was. Returns the first thing that went wrong. */
enum status call_close_file(struct call *call, enum status status);

/* Sort words into options and arguments; call->value is there by then. STATUS_USAGE with a
 * sentence. */
enum status call_parse(struct call *call, const struct command *command, int n_words,
		       const char *const *words);

/* The place of the first argument among choices separated by '|'; NULL: those that the table of
 * commands names. STATUS_USAGE as choice_fail(). */
enum status call_choose(const struct call *call, const char *choices, int *index);
/* A word as a number. STATUS_USAGE for what isn't one, or not finite. */
enum status call_real(const struct call *call, const char *word, double *out);

/* "name ?-option VALUE? ARGUMENTS" */
void command_write_usage(const struct command *command, struct text *out);
/* The usage, what it does, and each option. */
void command_write_help(const struct command *command, struct text *out);
/* The same as an entry of the manual page; there an example follows (examples.h). */
void command_write_manual(const struct command *command, struct text *out);

/* The tables of cmd, closed by an entry without a name each. */
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
