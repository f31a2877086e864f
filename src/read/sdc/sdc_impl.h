/*
 * What the files of the SDC reader share: the state of a script that runs, its commands, options
 * and objects, and the stream from child to parent. See read/sdc/sdc.h for the picture.
 */
#ifndef READ_SDC_SDC_IMPL_H
#define READ_SDC_SDC_IMPL_H

#include <stdatomic.h>
#include <sys/types.h>
#include <tcl.h>

#include "base/grow.h"
#include "base/keys.h"
#include "base/tcl_text.h"
#include "db/net_levels.h"
#include "db/query.h"
#include "read/sdc/sdc.h"
#include "read/sdc/sdc_code.h"
#include "read/sdc/sdc_table.h"

/* ---- the state of a script ---- */

/* Shared by parent and child: what the child was at, should it be killed. Not trusted. */
struct sdc_page {
	_Atomic int64_t line;  /* of the outermost command, 0 = before the first */
	atomic_bool no_memory; /* Tcl ran out of it */
};

/* create_generated_clock, until the waveform is derived at the end. */
struct sdc_generated {
	int32_t source; /* pin */
	int32_t master; /* clock, -1 = the one that reaches the pin */
	int32_t before; /* its master before this script, -1 = none */
	struct clock_making making;
	int64_t line;
};

/* What a script says of a clock and the constraints don't keep; numbered as their clocks. */
struct sdc_clock {
	bool removed;         /* its number is taken out at the end */
	bool made;            /* it is in the list of generated ones */
	bool last;            /* of a library and new: numbered after all others */
	int32_t removed_next; /* while clocks are removed: the one that is next, -1 = none */
	struct sdc_generated *derive; /* owned; NULL = the waveform is there */
};

/* A procedure of the script: the line at which its body begins. */
struct sdc_body {
	char *name; /* owned, qualified */
	int64_t line;
};

/* A command of Tcl that we call ourselves: a script may have renamed it, or never had it. */
struct sdc_kept {
	Tcl_ObjCmdProc *proc;
	ClientData data;
};

/* The external delays of each pin, linked from the last to the first. */
struct sdc_chain {
	int32_t *head; /* owned [n_pins], NULL = not yet, -1 = none */
	int32_t *next; /* owned [n] */
	int32_t n;
	int64_t capacity;
};

/* A clock that is defined at a pin. */
struct sdc_source {
	int32_t clock, next; /* the next of the pin, -1 = none */
};

/* Of each pin, in no order. */
struct sdc_sources {
	int32_t *head;           /* owned [n_pins], -1 = none; NULL = not linked yet */
	struct sdc_source *item; /* owned [n] */
	int32_t n, free;         /* the first that is free again, linked; -1 = none */
	int64_t capacity;
};

struct sdc_ids {
	int32_t *id; /* owned [n] */
	int32_t n;
	int64_t capacity;
};

/* A pin of an exception's -from or -to where perhaps no path starts or ends. */
struct sdc_end {
	const char *command; /* borrowed */
	int64_t line;
	int32_t pin;
	bool from;
};

struct sdc {
	const struct netlist *netlist;     /* borrowed */
	const struct sdc_options *options; /* borrowed */
	const char *name;                  /* borrowed: of the file, NULL = none */
	const char *script;                /* borrowed [length]: Tcl */
	int64_t length;
	struct constraints *constraints; /* owned: what the commands change */
	struct annotations *annotations; /* owned: what they annotate, NULL = nothing yet */
	Tcl_Obj *result;       /* owned: what the command that runs gives, NULL = nothing */
	Tcl_Interp *interp;    /* owned */
	struct sdc_page *page; /* borrowed */
	int fd;                /* where messages go, -1 = they stay in `messages` */
	struct text messages;  /* owned: those not sent yet */
	double time_unit, capacitance_unit, resistance_unit; /* of numbers; ps, fF, kΩ */
	int64_t line, last_line;                             /* the outermost command's lines */
	int64_t error_line;                                  /* where the last command failed … */
	struct text error;                                   /* owned: … and with what message */
	/* Tcl's `info frame` (NULL = not to be asked), `info level` and `proc`. */
	struct sdc_kept frame, level, proc;
	int64_t n_output; /* bytes that were put out */
	/* Warnings; commands that aren't supported; that are about nothing; names that like ones
	 * were looked for. */
	int64_t n_warnings, n_unsupported, n_empty, n_nearest;
	struct sdc_clock *clock; /* owned */
	int64_t clock_capacity;
	int32_t n_clocks;    /* of `clock` */
	bool is_cut_short;   /* by -until */
	bool defines_clocks; /* in this script */
	bool propagates;     /* sta_propagate_all_clocks: those that it defines are propagated */
	int64_t clocks_line; /* of the last definition */
	struct sdc_sources sources;
	struct sdc_ids made; /* clocks that are generated, or once were */
	struct keys
		uncertain; /* both edges of each uncertainty between clocks: all, or fewer = not noted */
	int32_t next_set; /* of clock groups, -1 = look */
	/* Sets of clock groups with one group alone: all other clocks, known at the end, are the
	 * second. */
	int32_t *lone_group; /* owned */
	int32_t n_lone_groups;
	int64_t lone_group_capacity;
	struct sdc_end *end; /* owned */
	int32_t n_ends;
	int64_t end_capacity;
	struct sdc_chain chain[2]; /* of output delays, of input delays */
	bool said_slew_clock;      /* a warning that is given once */
	int32_t first_message; /* what the script suppresses of warnings, see messages_suppressed() */
	struct object_list found[N_OBJECT_KINDS]; /* owned: work space of queries */
	struct sdc_bound *bound;                  /* owned: commands bound to this */
	struct sdc_body *body;                    /* owned: of procedures */
	int32_t n_bodies;
	int64_t body_capacity;
};

/* Begin with a copy of `old`, or with new constraints of this path. STATUS_NO_MEMORY; to be released then, too. */
enum status sdc_init(struct sdc *s, const struct netlist *netlist, const struct constraints *old,
		     const struct sdc_options *options, const char *path);
/* The same for commands that change nothing: `old` is shared, not copied. */
enum status sdc_init_asking(struct sdc *s, const struct netlist *netlist, struct constraints *old,
			    const struct sdc_options *options);
void sdc_release(struct sdc *s);
/* The interpreter with all commands. */
enum status sdc_make_interp(struct sdc *s);
/* Take out of a new, safe interpreter all that a script of SDC isn't allowed. */
enum status sdc_confine(Tcl_Interp *interp);
/* Evaluate a script command by command, then put the constraints in order. */
enum status sdc_run(struct sdc *s, const char *script, int64_t length);

/* The line of the command that runs: exact where Tcl knows it, else that of the outermost. */
int64_t sdc_line(struct sdc *s);
/* A warning with that line; one with another, 0 = none. */
void sdc_warn(struct sdc *s, const char *format, ...) __attribute__((format(printf, 2, 3), cold));
void sdc_warn_at(struct sdc *s, int64_t line, const char *format, ...)
	__attribute__((format(printf, 3, 4), cold));
/* A constraint whose objects aren't there: a warning, and it is counted as skipped. */
void sdc_skip(struct sdc *s, const char *command, const char *what);
/* The same where that leaves something unconstrained that is there, such as what a clock clocks: also noted as
 * what isn't supported is. */
void sdc_lose(struct sdc *s, const struct sdc_call *call, const char *what);
/* That without a warning. */
void sdc_note_lost(struct sdc *s, int64_t line, const char *command, const char *what);

/* Note a pin or port that an exception's -from or -to names itself. */
enum status sdc_note_end(struct sdc *s, const struct sdc_call *call, int32_t pin, bool from);
/* A warning for the pins at which an exception cuts paths. */
void sdc_tell_cuts(struct sdc *s, const struct sdc_call *call, const struct exception *exception);
/* After the last command: a warning for each command with pins where no path starts or ends. */
enum status sdc_tell_ends(struct sdc *s);

/* Room for what is kept of the clocks that the constraints have now. */
enum status sdc_note_clocks(struct sdc *s);
/* Before the first: the clocks that cells of the library make, where there is none yet. A master may come later. */
enum status sdc_add_library_clocks(struct sdc *s);
/* One of them can't be; `why` NULL: nothing clocks its master pin, which isn't a fault. */
bool sdc_is_library_clock(const struct sdc *s, int32_t clock);
void sdc_lose_library_clock(struct sdc *s, int32_t clock, const char *why);
/* After the last command: what depends on all of them. */
enum status sdc_finish(struct sdc *s);

/* Limits of this process, and no way out of it; for a child. */
void sdc_shut_in(const struct sdc_options *options);
/* In the child: never returns. */
_Noreturn void sdc_child(struct sdc *s, const char *script, int64_t length, pid_t parent);

/* ---- the stream ---- */

enum sdc_message {
	SDC_OUTPUT = 1,  /* text */
	SDC_WARNING,     /* line, text */
	SDC_ERROR,       /* line, column, text */
	SDC_ANNOTATIONS, /* all of them, in front of … */
	SDC_CONSTRAINTS, /* all of them: the script succeeded */
};

/* Put a message into s->messages and send them when they are many. */
void sdc_send_text(struct sdc *s, enum sdc_message message, int64_t line, int64_t column,
		   const char *text, int64_t length);
enum status sdc_send_constraints(struct sdc *s);
enum status sdc_send_annotations(struct sdc *s);
/* Send what is left. */
void sdc_flush(struct sdc *s);

enum { SDC_MOST_TEXT = 1 << 20 }; /* bytes of a warning, an error */

/* What the parent takes out of it. */
struct sdc_received {
	bool has_error;
	int64_t error_line, error_column;
	struct text error;               /* owned */
	struct constraints *constraints; /* owned, NULL = none came */
	struct annotations *annotations; /* owned, the same */
};

void sdc_received_release(struct sdc_received *received);

/* All messages of a child, and where they come from. */
struct sdc_stream {
	const char *data; /* borrowed */
	int64_t length;
	const char *path, *name; /* borrowed: of the script; NULL name = no place in messages */
	const struct netlist *netlist; /* borrowed */
};

/*
 * Take a whole stream apart. Warnings are written with the name and their line. STATUS_BAD_INPUT
 * when the stream isn't one, with what is wrong.
 */
enum status sdc_receive(const struct sdc_stream *stream, struct text *warnings, struct text *output,
			struct sdc_received *received);

/* ---- commands ---- */

enum {
	SDC_MOST_GIVEN = 256,
	SDC_MOST_ARGUMENTS = 32,
};

struct sdc_given {
	int option;     /* its index */
	Tcl_Obj *value; /* borrowed */
	double number;
};

struct sdc_bound {
	struct sdc *sdc;
	const struct sdc_command *command;
};

/* A command being run. Values are borrowed from its words. */
struct sdc_call {
	const struct sdc_command *command;
	double largest_unit; /* with which a number must be in range */
	int n_given;         /* options, in the order given */
	struct sdc_given given[SDC_MOST_GIVEN];
	int n_arguments;
	Tcl_Obj *argument[SDC_MOST_ARGUMENTS];
};

extern const struct sdc_command sdc_clock_commands[], sdc_clock_pin_commands[],
	sdc_generated_commands[], sdc_wire_load_commands[], sdc_relation_commands[],
	sdc_delay_commands[], sdc_port_commands[], sdc_exception_commands[], sdc_design_commands[],
	sdc_query_commands[], sdc_all_commands[], sdc_collection_commands[], sdc_local_commands[],
	sdc_annotate_commands[], sdc_limit_commands[], sdc_edge_commands[], sdc_message_commands[],
	sdc_other_commands[];
/* The command most like a name, NULL = none is. */
const char *sdc_nearest_command(const char *name);

/* What a command returns; takes a value without references. */
void sdc_give(struct sdc *s, Tcl_Obj *value);
/* Run a command of the table. */
enum status sdc_call(struct sdc *s, const struct sdc_command *command, int n_words,
		     Tcl_Obj *const *words);

/* Part of a command isn't here: a warning, and it is counted. `what`: "-x is". */
void sdc_unsupported(struct sdc *s, const struct sdc_call *call, const char *what);
/* A variable that a script sets to what isn't supported, or that isn't a script's to set. */
struct sdc_variable;
void sdc_variable_left_out(struct sdc *s, const struct sdc_variable *variable, const char *why);
/* ---- sdc_variables.c ---- */
void sdc_bind_variables(struct sdc *s);
/* The same of a whole command. What is left out could make slack worse and is noted in the
 * constraints, unless the options say that it may be ignored. */
void sdc_missing(struct sdc *s, const struct sdc_command *command);

bool sdc_has(const struct sdc_call *call, int option);
/* Is it this command, of several that share a function? */
static inline bool sdc_is_called(const struct sdc_call *call, const char *name)
{
	return strcmp(call->command->name, name) == 0;
}
/* What was given last; NULL and NOT_GIVEN when it wasn't. */
Tcl_Obj *sdc_value(const struct sdc_call *call, int option);
double sdc_number(const struct sdc_call *call, int option);
enum status sdc_number_of(const struct sdc_call *call, Tcl_Obj *word, const char *what,
			  double *number);
/* STATUS_USAGE with the command's name before it. */
enum status sdc_fail(const struct sdc_call *call, const char *format, ...)
	__attribute__((format(printf, 2, 3), cold));

/* Flags of which neither means both, as masks of 1 << edge and 1 << split. */
int sdc_edges(const struct sdc_call *call, int rise, int fall);
int sdc_splits(const struct sdc_call *call, int early, int late);
/* Set a value in these corners. */
void sdc_set_corners(double to[N_SPLITS][N_EDGES], int splits, int edges, double value);

/* ---- objects ---- */

enum sdc_kind {
	SDC_CLOCK,
	SDC_LIB,
	SDC_LIB_CELL,
	SDC_LIB_PIN,
	SDC_CELL,
	SDC_PORT,
	SDC_PIN, /* of instances; its number is the netlist's, as that of a port */
	SDC_NET,
	SDC_DESIGN,
	N_SDC_KINDS
};

#define SDC_MASK(kind) (1 << (kind))

/* In Tcl an object is a value of a type of its own, written "port:a[3]". */
struct sdc_object {
	enum sdc_kind kind;
	int32_t id;      /* of the constraints, the netlist, the library */
	int32_t library; /* in netlist->library, of library objects */
};

struct sdc_objects {
	struct sdc_object *item; /* owned [n] */
	int32_t n;
	int64_t capacity;
};

void sdc_objects_release(struct sdc_objects *objects);
enum status sdc_objects_add(struct sdc_objects *objects, struct sdc_object object);
/* Has one of them this number? Of objects of one kind. */
bool sdc_objects_have(const struct sdc_objects *objects, int32_t id);

const char *sdc_kind_name(enum sdc_kind kind);
const struct lib_cell *sdc_cell_of_lib_pin(const struct library *library, int32_t pin);
void sdc_write_name(const struct sdc *s, struct sdc_object object, struct text *out);
Tcl_Obj *sdc_new_list(const struct sdc_objects *objects);
bool sdc_is_object(const Tcl_Obj *value);
/* The same for a list of one. */
bool sdc_get_one(const struct sdc *s, Tcl_Obj *value, struct sdc_object *object);
/* What a value means: an object as such, or written out ("port:a[3]"). */
bool sdc_get_object(const struct sdc *s, Tcl_Obj *value, struct sdc_object *object);
/* Objects made on this thread are written with the names of this script's netlist and clocks. */
void sdc_name_objects_of(const struct sdc *s);

/* One by its exact name; of library objects, with or without the library's. */
bool sdc_find_exact(const struct sdc *s, enum sdc_kind kind, const char *name,
		    struct sdc_object *object);
/* The name of that kind that is most like one; appends nothing when none is. */
void sdc_write_nearest(struct sdc *s, enum sdc_kind kind, const char *name, struct text *out);
/* Objects of one kind that a pattern means. */
enum status sdc_match(struct sdc *s, enum sdc_kind kind, const char *pattern,
		      const struct query_options *options, struct sdc_objects *out);
/*
 * What a word of a command means: objects, names, patterns, and lists of these. `mask` says which
 * kinds are wanted; a name is looked up as a clock, library cell, library pin, cell, port, pin and
 * net, in this order. What isn't there, and what is of another kind, is warned of.
 */
enum status sdc_take_objects(struct sdc *s, const struct sdc_call *call, Tcl_Obj *word, int mask,
			     struct sdc_objects *out);
/* The same; where nothing is there the command is skipped with a warning that says `none`. */
enum status sdc_need_objects(struct sdc *s, const struct sdc_call *call, Tcl_Obj *word, int mask,
			     const char *none, struct sdc_objects *out);
/* Of a name that is known to be one: the kinds of `mask` that it may be of; 0 = none of them. */
int sdc_name_mask(const Tcl_Obj *name, int mask);
/* May text that reads as a list be one name? `first` is the list's first element, NULL = none. */
bool sdc_names_one(Tcl_Obj *word, Tcl_Obj *first);
/* The same in a warning's words: no port "a", nearest "b". */
void sdc_warn_missing(struct sdc *s, int mask, const char *name);

/* Clocks alone; and the clocks of a word that may name pins and ports at which they are defined. */
enum status sdc_take_clocks(struct sdc *s, const struct sdc_call *call, Tcl_Obj *word,
			    struct sdc_objects *out);
/* The one clock, -1 = it isn't there (which was warned of). STATUS_USAGE when it is many. */
enum status sdc_take_clock(struct sdc *s, const struct sdc_call *call, Tcl_Obj *word,
			   int32_t *clock);
/* The same with blocks and their pins as they are; sdc_take_objects() gives what they mean. */
enum status sdc_take_whole(struct sdc *s, const struct sdc_call *call, Tcl_Obj *word, int mask,
			   struct sdc_objects *out);
/* Points of paths: through a block they come by its pins, and by one of those at what signals reach through it; no path
 * begins or ends at either, with a warning. */
enum status sdc_take_points(struct sdc *s, const struct sdc_call *call, Tcl_Obj *word, int mask,
			    bool through, struct sdc_objects *out);
/* Is it a block of the hierarchy or a pin of one? */
bool sdc_is_hierarchical(const struct sdc *s, struct sdc_object object);
/* Pins and ports, as pins; where none is there the command is skipped with a warning. */
enum status sdc_take_pins(struct sdc *s, const struct sdc_call *call, Tcl_Obj *word,
			  struct sdc_objects *out);
enum status sdc_need_pins(struct sdc *s, const struct sdc_call *call, Tcl_Obj *word,
			  struct sdc_objects *out);

/*
 * Objects that are found once each. Those of the netlist are marked in the work space of queries
 * from beginning to end, when no other query may run; of others there are few, and they are
 * compared.
 */
struct sdc_once {
	struct sdc *s;
	struct sdc_objects *out;
	int32_t from;             /* of the list */
	struct net_levels levels; /* made when first needed */
};

enum status sdc_once_begin(struct sdc_once *once, struct sdc *s, struct sdc_objects *out);
bool sdc_once_has(const struct sdc_once *once, struct sdc_object object);
enum status sdc_once_add(struct sdc_once *once, struct sdc_object object);
void sdc_once_end(struct sdc_once *once);

/* Add what objects of another kind have to do with: the pins of a cell, the cells of a net; of nets,
 * leaf or not, those on any level or on the net's own. */
enum status sdc_find_of(struct sdc *s, const struct sdc_call *call, enum sdc_kind kind, Tcl_Obj *of,
			bool leaf, struct sdc_objects *out);
/* Append a property as text; false when there is no such property of the kind. */
bool sdc_property(const struct sdc *s, struct sdc_object object, const char *name,
		  struct text *out);
/* Is it what checks and launching arcs of its cell come from? */
bool sdc_is_clock_pin(const struct sdc *s, int32_t pin);
bool sdc_is_lib_clock_pin(const struct library *library, int32_t pin);
/* Is it a property of instances that is a cell of a library? */
bool sdc_is_cell_property(const char *name);
/* Keep those whose properties meet an expression. STATUS_USAGE when it isn't one. */
enum status sdc_filter_objects(struct sdc *s, const struct sdc_call *call, Tcl_Obj *expression,
			       struct sdc_objects *objects);

/* Names that are shown. */
enum status sdc_check_name(const struct sdc_call *call, const char *name);

/* ---- clocks ---- */

struct sdc_new_clock {
	Tcl_Obj *name; /* NULL = of its first source */
	const struct sdc_objects *sources;
	bool add; /* else other clocks lose these sources, and end when they have no other */
	double period, time[N_EDGES];
};

/* Takes the place of an existing clock of the same name. */
enum status sdc_define_clock(struct sdc *s, const struct sdc_call *call,
			     const struct sdc_new_clock *new, int32_t *id);
enum status sdc_displace_clocks(struct sdc *s, const struct sdc_objects *sources, int32_t by);
/* Note which clocks are defined at which pins, before it is needed. */
enum status sdc_link_sources(struct sdc *s);
void sdc_sources_release(struct sdc_sources *sources);
/* A source more; none any more. */
enum status sdc_add_source(struct sdc *s, int32_t clock, int32_t pin);
enum status sdc_drop_sources(struct sdc *s, int32_t clock);
/* The clocks that are defined at any of these pins, each once, in their order. */
enum status sdc_clocks_at(struct sdc *s, const struct sdc_objects *pins, struct sdc_ids *out);
void sdc_ids_release(struct sdc_ids *ids);
/* For each number `at` of s->sources.item at a pin, in no order. */
#define SDC_EACH_SOURCE(s, pin, at)                                                                \
	for (int32_t at = sdc_first_source((s), (pin)); (at) >= 0;                                 \
	     (at) = sdc_next_source((s), (s)->sources.item[at].next))
int32_t sdc_first_source(const struct sdc *s, int32_t pin);
int32_t sdc_next_source(const struct sdc *s, int32_t at);
/* A clock that is made of another. */
enum status sdc_note_made(struct sdc *s, int32_t clock);
/* A time brought into the first period. */
double sdc_into_period(double time, double period);
/* Remove a clock and its settings; its number is free at the end only. */
void sdc_remove_clock(struct sdc *s, int32_t clock);
/* Mark an exception as gone; take out those that are. */
void sdc_drop_exception(struct exception *exception);
void sdc_close_gaps(struct constraints *constraints);
/* ---- sdc_unset.c ---- */
/* Take points away from exceptions and groups, of some splits. *n: how many had such points. */
enum status sdc_unset_exceptions(struct sdc *s, struct path_filter *given, int splits, int32_t *n);
/* Waveforms of generated clocks from those of their masters; what has none is removed. */
enum status sdc_derive_clocks(struct sdc *s);
/* The second groups of sets that have one. */
enum status sdc_complete_groups(struct sdc *s);

/* Is a master of the netlist that library cell (or the cell of that library pin), late or early? */
bool sdc_is_master(const struct sdc *s, int32_t master, struct sdc_object object);

#endif
