/*
 * Commands: one table entry each, with its options and help. Scripts, the `:` prompt, keys and
 * batch runs all come through here; usage lines, `help`, completions and the manual are made from
 * it.
 */
#ifndef CMD_COMMAND_H
#define CMD_COMMAND_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "base/output.h"
#include "base/status.h"
#include "base/text.h"
#include "cmd/session.h"

enum {
	MAX_OPTIONS = 32,
	MAX_REPEATED = 64,
	MAX_ARGUMENTS = 8,
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
#define OPTION_ALLOW_LARGE                                                                         \
	{                                                                                          \
		"-allow_large", OPTION_FLAG, NULL,                                                 \
			"also what looks like a decompression bomb or takes most of the memory"    \
	}

/* Where a command runs. */
enum command_place {
	IN_SESSION,       /* on the command thread */
	ON_SCREEN,        /* on the main thread, at once */
	ON_SCREEN_IF_ANY, /* there too; in a batch on the command thread, with no call->screen */
	ON_IDLE_SCREEN, /* on the main thread, but when all is drawn and nothing plays: it looks at
			 * the screen */
};

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
	const char *argument[MAX_ARGUMENTS]; /* borrowed */
	int n_arguments;
	const char *const *word; /* borrowed [n_words]: behind the name, AS_WORDS */
	int n_words;
	struct text *out;    /* borrowed: what goes to standard output or the file behind ">" */
	struct text *result; /* borrowed: the value of the command in Tcl */
	bool has_file;
	struct output file; /* if so, where `out` goes; else to standard output */
	/* Sends text to standard output. */
	enum status (*print)(const char *data, int64_t length);
};

/* Those of SDC that have no command yet; after all other tables. */
void sdc_add_commands(void);

/* Tables of commands; cmd brings its own, other rooms add theirs before any command runs. */
void command_add_table(const struct command *table);
const struct command *command_find(const char *name);
/* Entry i of all tables, by name; NULL behind the last. */
const struct command *command_at(int i);
/* The command most like a name, or NULL. */
const struct command *command_nearest(const char *name);

/* The place of a word among choices separated by '|', -1 when it is none of them. */
int choice_find(const char *choices, const char *word);
/* STATUS_USAGE: "WHAT expects A|B, not "C"; nearest "A""; of long choices the nearest alone. */
enum status choice_fail(const char *what, const char *choices, const char *word);

/* Send `out` on its way and empty it; for reports of any length. Done again at the end. */
enum status call_flush(struct call *call);
/* From now on `out` goes to a file, made anew ("w") or added to ("a"): see base/output.h. */
enum status call_open_file(struct call *call, const char *path, const char *mode);
/* Close that file, if there is one. Unless the status is OK and it can be written to its end, it
 * stays what it was. Returns the first thing that went wrong. */
enum status call_close_file(struct call *call, enum status status);

/* Sort words into options and arguments. STATUS_USAGE with a sentence. */
enum status call_parse(struct call *call, const struct command *command, int n_words,
		       const char *const *words);

/* The place of the first argument among choices separated by '|'; NULL: those that the table of
 * commands names. STATUS_USAGE as choice_fail(). */
enum status call_choose(const struct call *call, const char *choices, int *index);
/* A word as a number. STATUS_USAGE for what is none, or not finite. */
enum status call_real(const struct call *call, const char *word, double *out);

/* "name ?-option VALUE? ARGUMENTS" */
void command_write_usage(const struct command *command, struct text *out);
/* The usage, what it does, and each option. */
void command_write_help(const struct command *command, struct text *out);
/* The same as an entry of the manual page; there an example follows (examples.h). */
void command_write_manual(const struct command *command, struct text *out);

/* The tables of cmd. */
extern const struct command checks_commands[], clock_commands[], cone_commands[],
	density_commands[], density_pass_commands[], image_commands[], device_commands[],
	explain_commands[], generate_commands[], graph_commands[], histogram_commands[],
	layout_commands[], netlist_commands[], object_commands[], path_commands[],
	timeline_commands[], place_commands[], property_commands[], query_commands[],
	report_commands[], sdc_commands[], session_commands[], setup_commands[],
	statistics_commands[], timing_commands[], trace_commands[], write_commands[];

#endif
