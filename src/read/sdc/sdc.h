/*
 * Synopsys Design Constraints: a Tcl script whose commands say what surrounds a netlist.
 *
 * A script is not trusted. It runs in a child process of this one, in a safe Tcl interpreter
 * without files, processes, network, timers and other interpreters, within limits of memory,
 * processor time and time by the clock. The child applies the commands to a copy of the constraints
 * and sends what comes out through a pipe; the parent checks every number of it. So an endless
 * loop, a memory bomb or a crash ends as an error with the line that was at work, and nothing of
 * the script remains: all or nothing.
 *
 * Names of commands and options, what they mean where SDC leaves it open, and how names are looked
 * up are OpenSTA's. Numbers are in the units of the netlist's first library (ps and fF without
 * one). What SDC has and we don't is skipped with a warning each and counted at the end.
 */
#ifndef READ_SDC_SDC_H
#define READ_SDC_SDC_H

#include "base/task.h"
#include "base/text.h"
#include "db/annotations.h"
#include "db/constraints.h"
#include "db/netlist.h"
#include "db/query.h"

/* A file that a script may source, by its name without folders. */
struct sdc_file {
	const char *name, *text; /* borrowed */
};

struct sdc_options {
	/* Patterns ('*', '?') of the environment variables that the script may read as
	 * $::env(NAME); what it writes there stays in the child. */
	const char *const *env; /* borrowed [n_env] */
	int n_env;
	const struct sdc_file *source; /* borrowed [n_source] */
	int n_source;
	int until; /* a line: commands that reach it and those that follow are left out; 0 = none */
	bool echo; /* commands go to the output before they run */
	bool ignore_unsupported; /* constraints->unsupported stays as it is */
	bool propagates;         /* clocks that it creates are propagated */
	int64_t memory;          /* bytes above what the process has now */
	int64_t stream;          /* bytes that the child may send, all together */
	int64_t output;          /* bytes that `puts` may write */
	/* borrowed: what set_assigned_… annotate is added to these when the script succeeds; NULL = it is left out */
	struct annotations *annotations;
	int cpu_seconds;  /* of the processor */
	int wall_seconds; /* by the clock */
};

#define SDC_OPTIONS_INIT                                                                           \
	{                                                                                          \
		.memory = INT64_C(1) << 30, .stream = INT64_C(1) << 29,                            \
		.output = INT64_C(1) << 24, .cpu_seconds = 60, .wall_seconds = 120                 \
	}

/* What a script works on and writes to; all borrowed. */
struct sdc_job {
	const struct netlist *netlist;
	const struct constraints *old; /* the earlier constraints, NULL = none */
	const struct sdc_options *options;
	struct text *warnings; /* appended, one a line with file and line, also on failure */
	struct text *output;   /* appended: what `puts` wrote, also on failure */
	struct task *task;
};

/*
 * Read a file, plain or gzip. It adds to the old constraints, which stay as they are; *out is a new object.
 *
 * STATUS_BAD_INPUT with "file:line: error: …" when a command fails, the script runs into a limit or
 * the child ends in any other way; STATUS_IO, STATUS_NO_MEMORY, and STATUS_CANCELLED within 20 ms
 * of being asked to.
 */
enum status sdc_read(const char *path, const struct sdc_job *job, struct constraints **out);

/* The same for a text; `name` replaces the file's in messages, NULL = no place in them. */
enum status sdc_eval(const char *script, const char *name, const struct sdc_job *job,
		     struct constraints **out);

/* A command whose words are there already, and the design that it is about: all borrowed. */
struct Tcl_Obj;
struct sdc_prompt {
	struct Tcl_Obj *const *words; /* [n_words] values of Tcl, the command's name first */
	int n_words;
	const struct netlist *netlist;
	struct constraints *constraints;
	struct annotations *annotations; /* what the command annotates is added */
	bool propagates;                 /* a clock that it creates is propagated */
};

struct sdc_answer {
	struct text *warnings,
		*result;  /* borrowed, appended to: the result as a Tcl list of names … */
	const char *kind; /* … of this kind; "" = several, NULL = they are no names */
	struct constraints *constraints; /* owned: as changed; NULL = the command only asks */
};

/*
 * At a prompt: the command runs in this process, as nothing of it is evaluated. Tcl must know the
 * program (Tcl_FindExecutable()). STATUS_USAGE, or STATUS_FAILED when there is no such command.
 */
enum status sdc_run_words(const struct sdc_prompt *prompt, struct sdc_answer *out);

/* "10ps", "pF", "1kOhm" as a multiple of the unit itself ("s", "f", "ohm"). */
bool sdc_parse_unit(const char *word, const char *suffix, double *scale);

/* Append a name as an element of a Tcl list. */
void sdc_list_add(struct text *list, const char *name);

/* Append a property that an object has whatever the constraints are; false = it has none of this name. */
bool sdc_object_property(const struct netlist *netlist, enum object_kind kind, int32_t id,
			 const char *property, struct text *out);

struct sdc_question {
	const char *kind; /* "clock", "lib_cell", … */
	const char *name; /* just this one */
	const char *property;
};

/* Append the property; *found: there is such an object, *known: it has the property. */
enum status sdc_ask_property(const struct netlist *netlist, struct constraints *constraints,
			     const struct sdc_question *question, struct text *out, bool *found,
			     bool *known);

/*
 * Does an expression of -filter hold? PROPERTY alone is that it is 1, and ==, !=, =~ and !~ (patterns
 * of '*' and '?'), <, >, <= and >= compare one with a value; !, && and || and parentheses join these.
 * STATUS_USAGE for what isn't one, and for properties that `property` doesn't know.
 */
struct sdc_filter {
	const char *command, *text; /* borrowed: the command that asks, the expression */
	const char *kind;           /* borrowed: what it is that has properties, for messages */
	bool (*property)(void *context, const char *name, struct text *out);
	void *context;
};

enum status sdc_filter_holds(const struct sdc_filter *filter, bool *holds);

/*
 * At the prompt objects are values of Tcl that read as their names and still are known as names:
 * never a pattern, a list or an option, whatever characters they have. So is their kind ("port",
 * "pin", "cell", "net", "clock", …; NULL = not known), as objects of two kinds may have one name. A
 * value that a script turns into something else (by string commands, or as a list) is text from
 * then on. `kind` may be any string of these words; what comes out lives as long as the program.
 */
enum { SDC_LONGEST_TEXT_NAME = 4096 }; /* bytes: text that is longer is a list and no name */
struct Tcl_Obj *sdc_new_name(const char *kind, const char *name, int length);
bool sdc_is_name(const struct Tcl_Obj *value);
const char *sdc_kind_of_name(const struct Tcl_Obj *value);
/* The kind of a port that a path names as its pin: get_nets -of_objects finds no net at it, as in OpenSTA. */
#define SDC_PORT_PIN "port pin"
bool sdc_is_port_pin(const struct Tcl_Obj *value);
/* Is it a list of these alone? Looks at the value as it is, and turns nothing into a list. */
bool sdc_is_name_list(const struct Tcl_Obj *value);

#endif
