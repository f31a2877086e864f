/* The inside of the shell; only shell*.c include this. */
#ifndef SESSION_SHELL_IMPL_H
#define SESSION_SHELL_IMPL_H

#include <tcl.h>

#include "base/tcl_text.h"
#include "session/session.h"
#include "session/shell.h"

struct result {
	struct result *next;
	struct shell_result result;
};

struct job {
	struct job *next;
	int64_t id;
	char *script;          /* owned */
	struct result *result; /* owned: made at the beginning, so that it can always be sent */
	bool is_file;          /* it is a file of its own, so where it fails comes first */
	bool is_echoed;
};

/* What a command of ours is in Tcl, under whatever name. */
struct bound {
	struct shell *shell;
	const struct command *command;
};

/* The device that a thread opens, see shell_device.c. */
struct device_start {
	bool runs; /* nothing has waited for it yet */
	pthread_t thread;
	Tcl_Trace trace;    /* of commands, NULL = none */
	struct text times;  /* owned: lines of --times until then */
	enum status status; /* what came of it, … */
	struct text why;    /* owned: … and its sentence */
};

struct shell {
	struct shell_config config;
	struct device_start start; /* of the command thread */
	struct session session;    /* of the command thread */
	struct board *board;       /* owned */
	pthread_t thread;
	int in_assets;          /* how deep in commands of assets/, which aren't logged */
	Tcl_Obj *log;           /* owned: commands for write_script, a list of words each */
	Tcl_Interp *interp;     /* of the command thread, but for Tcl_CancelEval() */
	struct bound *bound;    /* owned */
	Tcl_CmdInfo tcl_source; /* Tcl's own "source" */
	Tcl_CmdInfo tcl_interp; /* … and "interp" */

	pthread_mutex_t lock;      /* of what follows */
	struct job *first, **last; /* owned */
	int n_waiting;             /* of these */
	int64_t next_id;
	bool running, stopping;
	bool repeating; /* it runs the search again that an edit ended: another script comes first */
	bool exit_asked;
	int exit_code;
	int32_t n_unsupported; /* constraints that the open design leaves out, the first by name */
	int32_t n_left_out; /* cells whose descriptions in libraries are left out in part, the first by name */
	char left_out[512];
	char unsupported[512];
	struct result *results, **last_result; /* owned */
	struct result *opened;                 /* owned: of opening the device, until then */
	char doing[128];                       /* the command that runs and what on, "" = none */
	bool has_screen;
	struct call *screen_call; /* borrowed from the command thread's stack */
	int64_t screen_id;        /* of the newest such call */
	bool screen_done;
	enum status screen_status;
	char screen_why[1024];
};

/* ---- shell_output.c: standard output and error of scripts ---- */

/* Writes for a channel on top of another: how many bytes, -1 and the error. */
typedef int shell_put(Tcl_Channel channel, const char *bytes, int length, int *error);
/* A channel on top of one that can be written, NULL = it can't. */
Tcl_Channel shell_put_on_top(Tcl_Channel channel, shell_put *put);
/* Write to the one below. */
int shell_put_below(Tcl_Channel channel, const char *bytes, int length, int *error);
/* From now on `puts` to a terminal is made visible; on the command thread. */
void shell_make_visible(void);
/* Send on what `puts` has in its buffer. STATUS_IO. */
enum status shell_flush(void);
/* A report to standard output, after that. STATUS_IO. */
enum status shell_print(const char *data, int64_t length);

/* ---- shell_divert.c: standard output into texts and files ---- */

enum sink_kind { SINK_TEXT, SINK_FILE, SINK_APPEND, SINK_LOG };

/* From now on it goes into a text, a file (truncated, or appended to), or into a log as well. */
enum status shell_divert_begin(enum sink_kind kind, const char *path);
/* End the newest of a kind (SINK_FILE for both kinds of files); a text is appended to `out`.
 * STATUS_FAILED when there is none. */
enum status shell_divert_end(enum sink_kind kind, struct text *out);
void shell_divert_all_end(void);
/* Is it taken by one of them? */
enum status shell_divert_put(const char *data, int64_t length, bool *taken);

/* ---- shell_process.c ---- */

/* Of kernel_try's script alone: "SECONDS FILE PROGRAM ?WORD ...?" runs a program without a shell, what it prints in a file, and
 * returns its exit status, 128 and more by a signal. */
int shell_process(ClientData data, Tcl_Interp *interp, int objc, Tcl_Obj *const objv[]);

/* ---- shell_commands.c: those IN_TCL ---- */

/* Call a command by this name with these words, as if they were typed after it. */
int shell_call_as(Tcl_Interp *interp, Tcl_Obj *name, int n, Tcl_Obj *const *word);

int shell_run_tcl(struct shell *shell, Tcl_Interp *interp, int objc, Tcl_Obj *const objv[]);

/* ---- shell_tcl.c: the interpreter and what our commands are in it ---- */

/* On the command thread; commands that can't be made for lack of memory are named on stderr. */
Tcl_Interp *shell_make_interp(struct shell *shell);
void shell_free_interp(struct shell *shell, Tcl_Interp *interp);
/* Have the screen show a script that is about to run. */
void shell_echo(struct shell *shell, const char *script);
/* Run commands amid one; the context is the shell. What it fails by has the sentence. */
enum status shell_eval(void *context, const struct script *script);
/* Where there is a screen: have the script that is about to run serve readings, also where it calls no command of ours. */
void shell_serve_scripts(struct shell *shell);
/* End the script that runs. Locked; the interpreter is there. */
void shell_cancel_script(struct shell *shell);
/* A status that isn't OK as a Tcl error: its sentence is the result. */
int shell_fail_in_tcl(Tcl_Interp *interp, enum status status);
/* The status of a Tcl error: ours travels in errorCode. */
enum status shell_status_of_error(Tcl_Interp *interp);
/* After an error in a script file: where it was, from Tcl's trace. Or in front of it: "FILE:LINE:
 * error: …". */
void shell_add_script_place(Tcl_Interp *interp, bool in_front, struct text *text);
/*
 * A cancellation that came when its script had just ended is still on its way: let it arrive now,
 * so that it doesn't hit the next one. While nothing runs no other can come.
 */
void shell_clear_cancellation(Tcl_Interp *interp);

/* ---- shell_device.c: opening the device ---- */

/* Open it, or begin to; on the command thread. */
enum status shell_open_device(struct shell *shell);
/* Have an interpreter wait for it before commands that may need it. */
void shell_trace_start(struct shell *shell, Tcl_Interp *interp);
/* Until it is there. What came of it, each time; STATUS_CANCELLED. */
enum status shell_await_device(struct shell *shell);
/* Have the device, once it is open, account for what the next script does, as far as the user asked for that. */
void shell_keep_accounts(struct shell *shell);
/* At the end of the thread. */
void shell_end_start(struct shell *shell);

/* ---- shell.c ---- */

/* The result of opening the device, for the main thread. */
void shell_put_opened(struct shell *shell, enum status status, const char *text);

/* ---- shell_source.c ---- */

/* "source ?-encoding NAME? FILE" as Tcl has it, "source ?-echo? ?-verbose? FILE ?> FILE?" as OpenSTA;
 * the data is the shell. */
int shell_source(ClientData data, Tcl_Interp *interp, int objc, Tcl_Obj *const objv[]);

#endif
