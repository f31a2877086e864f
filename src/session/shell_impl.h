/* The private parts of the shell; only shell*.c include this. */
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
	struct result *result; /* owned: allocated with the job, so that it can always be sent */
	bool is_file;          /* script of a file: an error message begins with the place */
	bool is_echoed;
};

/* Client data of a warpscope command in Tcl; the command may be renamed there. */
struct bound {
	struct shell *shell;
	const struct command *command;
};

/* The opening of the device by a thread of its own, see shell_device.c. */
struct device_start {
	bool runs; /* the thread isn't joined yet */
	pthread_t thread;
	Tcl_Trace trace;    /* of commands, NULL = none */
	struct text times;  /* owned: lines of --times held back until it is joined */
	enum status status; /* of opening the device */
	struct text why;    /* owned: the error message */
};

struct shell {
	struct shell_config config;
	struct device_start start; /* of the command thread */
	struct session session;    /* of the command thread */
	struct board *board;       /* owned */
	pthread_t thread;
	int in_assets;          /* depth of nested commands of assets/, which aren't logged */
	Tcl_Obj *log;           /* owned: commands for write_script, a list of words each */
	Tcl_Interp *interp;     /* of the command thread, but for Tcl_CancelEval() */
	struct bound *bound;    /* owned */
	Tcl_CmdInfo tcl_source; /* Tcl's own "source" */
	Tcl_CmdInfo tcl_interp; /* Tcl's own "interp" */

	pthread_mutex_t lock;      /* of all members below */
	struct job *first, **last; /* owned: waiting jobs */
	int n_waiting;             /* number of them */
	int64_t next_id;
	bool running, stopping;
	bool repeating; /* repeats the search that an edit ended; cancelled by the next script */
	bool exit_asked;
	int exit_code;
	int32_t n_unsupported; /* see shell_unsupported() */
	int32_t n_left_out;    /* see shell_left_out() */
	char left_out[512];
	char unsupported[512];
	struct result *results, **last_result; /* owned */
	struct result *opened; /* owned: for the opening of the device, until it is sent */
	char doing[128];       /* the running command and its first argument, "" = none */
	bool has_screen;
	struct call *screen_call; /* borrowed from the command thread's stack */
	int64_t screen_id;        /* of the newest such call */
	bool screen_done;
	enum status screen_status;
	char screen_why[1024];
};

/* ---- shell_output.c: standard output and error of scripts ---- */

/* Output procedure of a stacked channel: returns the number of bytes written, or -1 and sets
 * *error. */
typedef int shell_put(Tcl_Channel channel, const char *bytes, int length, int *error);
/* Stack a channel on a writable one; NULL = it isn't writable. */
Tcl_Channel shell_put_on_top(Tcl_Channel channel, shell_put *put);
/* Write to the channel below; returns as shell_put. */
int shell_put_below(Tcl_Channel channel, const char *bytes, int length, int *error);
/* Escape control characters in what `puts` writes to a terminal, from now on; on the command
 * thread. */
void shell_make_visible(void);
/* Flush the buffer of `puts`. STATUS_IO. */
enum status shell_flush(void);
/* Write a report to standard output, after flushing `puts`. STATUS_IO. */
enum status shell_print(const char *data, int64_t length);

/* ---- shell_divert.c: standard output into texts and files ---- */

enum sink_kind { SINK_TEXT, SINK_FILE, SINK_APPEND, SINK_LOG };

/* Push a sink for standard output: a text, a file (truncated, or appended to), or a log, which only
 * copies it. */
enum status shell_divert_begin(enum sink_kind kind, const char *path);
/* Remove the newest sink of a kind (SINK_FILE for both kinds of files); a text is appended to
 * `out`. STATUS_FAILED: there is none. */
enum status shell_divert_end(enum sink_kind kind, struct text *out);
void shell_divert_all_end(void);
/* Write to the sinks; *taken: a text or file took it, it isn't for standard output any more. */
enum status shell_divert_put(const char *data, int64_t length, bool *taken);

/* ---- shell_process.c ---- */

/* For kernel_try's script only: "SECONDS FILE PROGRAM ?WORD ...?" runs a program without a shell,
 * its output in a file, and returns its exit status, or 128 + the signal that ended it. */
int shell_process(ClientData data, Tcl_Interp *interp, int objc, Tcl_Obj *const objv[]);

/* ---- shell_commands.c: those IN_TCL ---- */

/* Call a command with these words as its arguments. */
int shell_call_as(Tcl_Interp *interp, Tcl_Obj *name, int n, Tcl_Obj *const *word);

int shell_run_tcl(struct shell *shell, Tcl_Interp *interp, int objc, Tcl_Obj *const objv[]);

/* ---- shell_tcl.c: the interpreter with warpscope's commands ---- */

/* On the command thread. Names on stderr the commands for which there is no memory. */
Tcl_Interp *shell_make_interp(struct shell *shell);
void shell_free_interp(struct shell *shell, Tcl_Interp *interp);
/* Show a script on the screen, before it runs. */
void shell_echo(struct shell *shell, const char *script);
/* Run commands within a running one (session->eval); the context is the shell. Errors have their
 * message. */
enum status shell_eval(void *context, const struct script *script);
/* With a screen: make the next script answer readings, also while it calls no warpscope command. */
void shell_serve_scripts(struct shell *shell);
/* Cancel the running script. Call with the lock held; the interpreter must exist. */
void shell_cancel_script(struct shell *shell);
/* Turn a failed status into a Tcl error, with the message as result. */
int shell_fail_in_tcl(Tcl_Interp *interp, enum status status);
/* The status of a Tcl error: warpscope's own are passed in errorCode. */
enum status shell_status_of_error(Tcl_Interp *interp);
/* After an error in a script file: append its place from Tcl's trace, or put it in front:
 * "FILE:LINE: error: …". */
void shell_add_script_place(Tcl_Interp *interp, bool in_front, struct text *text);
/*
 * Consume a cancellation that was requested just as its script ended, so that it doesn't hit the
 * next one. While no script runs, no further one can come.
 */
void shell_clear_cancellation(Tcl_Interp *interp);

/* ---- shell_device.c: opening the device ---- */

/* Open the device, or start the thread that does; on the command thread. */
enum status shell_open_device(struct shell *shell);
/* Make an interpreter wait for the device before commands that may need it. */
void shell_trace_start(struct shell *shell, Tcl_Interp *interp);
/* Wait until the device is open. Returns the status of opening it, on every call;
 * STATUS_CANCELLED. */
enum status shell_await_device(struct shell *shell);
/* Profile the device during the next script, as far as the user asked for it. */
void shell_keep_accounts(struct shell *shell);
/* Join a thread; false = it hasn't ended within that time. */
bool shell_join(pthread_t thread, int ms);
/* Join the thread that opens the device, when the command thread ends. */
void shell_end_start(struct shell *shell);

/* ---- shell.c ---- */

/* The result of opening the device, for the main thread. */
void shell_put_opened(struct shell *shell, enum status status, const char *text);

/* ---- shell_source.c ---- */

/* Command source, as in Tcl ("?-encoding NAME? FILE") and in OpenSTA ("?-echo? ?-verbose? FILE ?>
 * FILE?"); the client data is the shell. */
int shell_source(ClientData data, Tcl_Interp *interp, int objc, Tcl_Obj *const objv[]);

#endif
