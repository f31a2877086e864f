/*
 * The shell: the command thread with its Tcl interpreter, and the session, which only this thread
 * uses. The main thread submits scripts, cancels them and takes their results; it never waits for
 * the command thread and never runs Tcl.
 */
#ifndef SESSION_SHELL_H
#define SESSION_SHELL_H

#include "gpu/device/device_config.h"
#include "session/board.h"
#include "session/command.h"

struct shell;

struct shell_config {
	struct device_config device;
	bool times;        /* print on stderr how long each command took */
	bool quiet_device; /* don't print which device was chosen */
	bool reads_ahead;  /* a device may be opened while the first script reads files */
	bool replays;      /* keys come from a file: the user's files aren't read or written */
	bool ignore_unsupported; /* a batch succeeds though unsupported constraints were left out */
	/* borrowed: names of the screen's settings, up to NULL; NULL = no screen */
	const char *const *settings;
};

/* The result of a script. */
struct shell_result {
	int64_t id;
	enum status status;
	struct text text; /* its value, or the error message; owned by the receiver */
};

/* The text to show; never empty for a failed script, even if there was no memory for its
 * message. */
const char *shell_result_text(const struct shell_result *result);

/* Start the thread, with a board of its own. */
enum status shell_start(const struct shell_config *config, struct shell **out);
/* The board of both threads; borrowed, lives as long as the shell. */
struct board *shell_board(const struct shell *shell);
/* End the thread (cancelling its script) and free everything. False if the script is in something
 * that can't be cancelled (a program it started): then nothing is freed, neither shell nor
 * board. */
bool shell_stop(struct shell *shell);
/* Has shell_stop() left a thread running? Then the process should end by _exit(), as exit handlers
 * aren't safe beside it. */
bool shell_left_thread(void);

/* Submit Tcl that the user wrote or a struct script has; returns the id of its result, 0 = no
 * memory. Scripts run one after another; before the first the device is opened (result id 0). */
int64_t shell_submit(struct shell *shell, const char *script);
/* Likewise, but before it runs, after earlier messages, the screen shows it by command
 * echo_command. */
int64_t shell_submit_echoed(struct shell *shell, const char *script);
/* Likewise for a file; an error message begins with the place: "init.tcl:3: error: …". */
int64_t shell_submit_file(struct shell *shell, const char *path);
/* A script is running or waiting, or its result hasn't been taken. */
bool shell_busy(struct shell *shell);
/* The number of scripts that wait. */
int shell_waiting(struct shell *shell);
/* Cancel the running script and all that wait; their results say so. */
void shell_cancel(struct shell *shell);
/* Take the oldest result. */
bool shell_take_result(struct shell *shell, struct shell_result *out);
/* Has a script called exit, with this code? */
bool shell_exit_asked(struct shell *shell, int *code);

/* The number of the open design's constraints left out as unsupported that could make slack worse,
 * as of the end of the last script; the first one with its place. */
int32_t shell_unsupported(struct shell *shell, struct text *first);
/* The number of library cells used by the netlist whose descriptions are left out in part, if there
 * are constraints. */
int32_t shell_left_out(struct shell *shell, struct text *first);

/* Progress of the running command. */
struct shell_progress {
	char doing[128];     /* the command and its first argument, "" = none */
	const char *label;   /* the part of it that is counted; NULL = nothing is */
	int64_t done, total; /* total 0 = unknown */
	bool in_bytes;       /* bytes of a file are counted */
};

void shell_progress(struct shell *shell, struct shell_progress *out);

/*
 * Commands of the screen in scripts: the main thread takes the call, sets call->screen, runs it and
 * reports its status by the id. Meanwhile the command thread waits (and answers readings). NULL =
 * no such call.
 */
struct call *shell_screen_call(struct shell *shell, int64_t *id);
void shell_screen_done(struct shell *shell, int64_t id, enum status status, const char *why);
/* Is there a screen? Without one such commands fail. */
void shell_set_screen(struct shell *shell, bool there);

#endif
