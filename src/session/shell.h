/*
 * The shell: the command thread with its Tcl interpreter, and the session that only it touches. The
 * main thread hands it scripts, asks it to cancel, and learns what came of them; it never waits for
 * it and never runs Tcl.
 */
#ifndef SESSION_SHELL_H
#define SESSION_SHELL_H

#include "gpu/device/device_config.h"
#include "session/board.h"
#include "session/command.h"

struct shell;

struct shell_config {
	struct device_config device;
	bool times;              /* say on stderr how long each command took */
	bool quiet_device;       /* don't say which device was chosen */
	bool reads_ahead;        /* a device may be opened while the first script reads files */
	bool replays;            /* keys come from a file: nothing is kept for the user */
	bool ignore_unsupported; /* a batch whose constraints were left out in part succeeds */
	/* borrowed: names of the screen's, closed by NULL; NULL = no screen */
	const char *const *settings;
};

/* What came of a script. */
struct shell_result {
	int64_t id;
	enum status status;
	struct text text; /* its value, or what went wrong; owned by the receiver */
};

/* What to say of it: of one that failed never nothing, though its text found no memory. */
const char *shell_result_text(const struct shell_result *result);

/* Start the thread, with a board of its own. */
enum status shell_start(const struct shell_config *config, struct shell **out);
/* Where the thread and the main thread meet; borrowed: the shell's, as long as there is one. */
struct board *shell_board(const struct shell *shell);
/* End the thread (cancelling what runs) and free everything. False when a script sits in something
 * that can't be cancelled (a program it started): then nothing is freed, neither shell nor board. */
bool shell_stop(struct shell *shell);
/* Was a thread left like that? Then the process should end by _exit(): beside it the handlers that
 * exit() calls aren't safe. */
bool shell_left_thread(void);

/* Hand over Tcl: what the user wrote, or what a struct script has; the id of its result is returned, 0 when there is no memory. Scripts run one
 * after another, the opening of the device before the first (its result has the id 0). */
int64_t shell_submit(struct shell *shell, const char *script);
/* The same, but when its turn comes the screen first shows it by the command echo_command, after earlier messages. */
int64_t shell_submit_echoed(struct shell *shell, const char *script);
/* The same of a file; when it fails, the message begins with the place: "init.tcl:3:
 * error: …". */
int64_t shell_submit_file(struct shell *shell, const char *path);
/* A script is running or waiting, or its result hasn't been taken. */
bool shell_busy(struct shell *shell);
/* How many scripts wait for their turn. */
int shell_waiting(struct shell *shell);
/* Stop what runs; what waits doesn't run any more, and its result is that it was cancelled. */
void shell_cancel(struct shell *shell);
/* The next result, oldest first. */
bool shell_take_result(struct shell *shell, struct shell_result *out);
/* Has a script asked for the end ("exit N")? */
bool shell_exit_asked(struct shell *shell, int *code);

/* Was anything that could make slack worse left out of the constraints that are open since the last
 * script ended? Then how much, and the first of it with its place. */
int32_t shell_unsupported(struct shell *shell, struct text *first);
/* The same of the libraries' cells that the netlist uses, where there are constraints. */
int32_t shell_left_out(struct shell *shell, struct text *first);

/* What runs now and how far it is. */
struct shell_progress {
	char doing[128];     /* the command and its first argument, "" = none */
	const char *label;   /* the part of it that counts; NULL = nothing counts */
	int64_t done, total; /* total 0 = unknown */
	bool in_bytes;       /* what is counted are bytes of a file */
};

void shell_progress(struct shell *shell, struct shell_progress *out);

/*
 * A command of the screen that a script has called waits here for the main thread: fill in
 * call->screen, run it, say how it went and which one it was. Meanwhile the command thread waits
 * (and serves readings). NULL when there is none.
 */
struct call *shell_screen_call(struct shell *shell, int64_t *id);
void shell_screen_done(struct shell *shell, int64_t id, enum status status, const char *why);
/* Without a screen such commands fail at once; this says that there is one. */
void shell_set_screen(struct shell *shell, bool there);

#endif
