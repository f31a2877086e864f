#include "cmd/shell.h"

#include <inttypes.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tcl.h>
#include <time.h>

#include "base/clock.h"
#include "base/grow.h"

struct job {
	struct job *next;
	int64_t id;
	char *script; /* owned */
};

struct result {
	struct result *next;
	struct shell_result result;
};

struct shell {
	struct shell_config config;
	struct session session; /* of the command thread */
	struct board *board;	/* borrowed */
	pthread_t thread;
	Tcl_Interp *interp;	/* of the command thread, but for Tcl_CancelEval() */
	Tcl_AsyncHandler async; /* serves readings while a script runs */

	pthread_mutex_t lock; /* of what follows */
	struct job *first, **last; /* owned */
	int64_t next_id;
	bool running, stopping;
	bool exit_asked;
	int exit_code;
	struct result *results, **last_result; /* owned */
	bool has_screen;
	struct call *screen_call; /* borrowed from the command thread's stack */
	bool screen_done;
	enum status screen_status;
	char screen_why[1024];
};

/* ---- output ---- */

static enum status print_to_channel(const char *data, int64_t length)
{
	Tcl_Channel channel = Tcl_GetStdChannel(TCL_STDOUT);

	if (!channel || Tcl_WriteChars(channel, data, (int)length) < 0 ||
	    Tcl_Flush(channel) != TCL_OK)
		return status_fail(STATUS_IO, "standard output: error: %s",
				   channel ? strerror(Tcl_GetErrno()) : "closed");
	return STATUS_OK;
}

/* "> file" and ">> file" at the end of a command. */
static enum status open_redirection(struct call *call, int *n_words, const char *const *words)
{
	const char *mark = *n_words >= 2 ? words[*n_words - 2] : "";

	if (strcmp(mark, ">") != 0 && strcmp(mark, ">>") != 0)
		return STATUS_OK;
	*n_words -= 2;
	return call_open_file(call, words[*n_words + 1], mark[1] ? "a" : "w");
}

/* ---- running a command ---- */

/* Let the main thread run it, and serve readings meanwhile. */
static enum status run_on_main(struct shell *shell, struct call *call)
{
	struct pollfd wake = {.fd = shell->board->command_fd, .events = POLLIN};
	bool done = false;
	enum status status = STATUS_OK;

	pthread_mutex_lock(&shell->lock);
	if (shell->has_screen) {
		shell->screen_call = call;
		shell->screen_done = false;
	} else {
		done = true;
		status = status_fail(STATUS_FAILED,
				     "%s needs the screen, and there is none in a batch run",
				     call->command->name);
	}
	pthread_mutex_unlock(&shell->lock);
	board_wake(shell->board->main_fd);
	while (!done) {
		poll(&wake, 1, -1);
		board_take_wake(shell->board->command_fd);
		session_serve(&shell->session);
		pthread_mutex_lock(&shell->lock);
		if (shell->screen_done)
			status = shell->screen_status;
		else if (task_cancelled(&shell->session.task) && shell->screen_call)
			status = STATUS_CANCELLED;
		done = shell->screen_done || status != STATUS_OK;
		if (done) {
			shell->screen_call = NULL;
			if (shell->screen_done && status != STATUS_OK)
				status_fail(status, "%s", shell->screen_why);
		}
		pthread_mutex_unlock(&shell->lock);
	}
	return status;
}

static enum status run_call(struct shell *shell, struct call *call, int n_words,
			    const char *const *words)
{
	double begin = clock_ms();
	enum status status;

	TRY(call_parse(call, call->command, n_words, words));
	status = call->command->on_main ? run_on_main(shell, call) : call->command->run(call);
	if (shell->session.times)
		fprintf(stderr, "%s: %.3f ms\n", call->command->name, clock_ms() - begin);
	if (status == STATUS_OK)
		status = call_flush(call);
	return status;
}

static enum status run_command(struct shell *shell, const struct command *command, int n_words,
			       const char *const *words, struct text *result)
{
	struct text out = TEXT_INIT;
	struct call call = {.command = command,
			    .session = &shell->session,
			    .out = &out,
			    .result = result,
			    .print = print_to_channel};
	enum status status, closed;

	status = open_redirection(&call, &n_words, words);
	if (status == STATUS_OK)
		status = run_call(shell, &call, n_words, words);
	closed = call_close_file(&call);
	text_release(&out);
	return status != STATUS_OK ? status : closed;
}

/* ---- Tcl ---- */

static int fail_in_tcl(Tcl_Interp *interp, enum status status)
{
	Tcl_SetObjResult(interp, Tcl_NewStringObj(status_text(status), -1));
	Tcl_SetObjErrorCode(interp, Tcl_ObjPrintf("WARPSCOPE %d", (int)status));
	return TCL_ERROR;
}

static int tcl_command(ClientData data, Tcl_Interp *interp, int objc, Tcl_Obj *const objv[])
{
	struct shell *shell = data;
	const struct command *command = command_find(Tcl_GetString(objv[0]));
	const char **words;
	struct text result = TEXT_INIT;
	enum status status = ALLOC(&words, objc);

	if (!command) /* renamed in Tcl: its client data is all we know */
		status = status_fail(STATUS_FAILED, "a command of warpscope can't be renamed");
	if (status == STATUS_OK) {
		for (int i = 1; i < objc; i++)
			words[i - 1] = Tcl_GetString(objv[i]);
		status = run_command(shell, command, objc - 1, words, &result);
		free(words);
	}
	if (status != STATUS_OK) {
		text_release(&result);
		return fail_in_tcl(interp, status);
	}
	Tcl_SetObjResult(interp, Tcl_NewStringObj(text_string(&result), (int)result.length));
	text_release(&result);
	return TCL_OK;
}

/* "exit ?CODE?" must not end the process from a thread: it unwinds the script and tells main. */
static int tcl_exit(ClientData data, Tcl_Interp *interp, int objc, Tcl_Obj *const objv[])
{
	struct shell *shell = data;
	int code = 0;

	if (objc > 2) {
		Tcl_WrongNumArgs(interp, 1, objv, "?returnCode?");
		return TCL_ERROR;
	}
	if (objc == 2 && Tcl_GetIntFromObj(interp, objv[1], &code) != TCL_OK)
		return TCL_ERROR;
	pthread_mutex_lock(&shell->lock);
	shell->exit_asked = true;
	shell->exit_code = code & 255;
	pthread_mutex_unlock(&shell->lock);
	Tcl_CancelEval(interp, NULL, NULL, TCL_CANCEL_UNWIND);
	return TCL_ERROR;
}

/* A command that isn't there: say which one is like it. */
static int tcl_unknown(ClientData data, Tcl_Interp *interp, int objc, Tcl_Obj *const objv[])
{
	const char *name = objc > 1 ? Tcl_GetString(objv[1]) : "";
	const struct command *nearest = command_nearest(name);

	(void)data;
	if (nearest)
		status_fail(STATUS_FAILED, "unknown command \"%s\"; nearest \"%s\"", name,
			    nearest->name);
	else
		status_fail(STATUS_FAILED, "unknown command \"%s\"; see help", name);
	return fail_in_tcl(interp, STATUS_FAILED);
}

static int serve_in_script(ClientData data, Tcl_Interp *interp, int code)
{
	struct shell *shell = data;

	(void)interp;
	session_serve(&shell->session);
	return code;
}

static void knock(void *context)
{
	Tcl_AsyncMark(((struct shell *)context)->async);
}

static Tcl_Interp *make_interp(struct shell *shell)
{
	Tcl_Interp *interp = Tcl_CreateInterp();
	const struct command *command;

	/* Where Tcl's own library of scripts isn't installed the language works without it. */
	if (Tcl_Init(interp) != TCL_OK)
		Tcl_ResetResult(interp);
	shell->async = Tcl_AsyncCreate(serve_in_script, shell);
	for (int i = 0; (command = command_at(i)); i++)
		Tcl_CreateObjCommand(interp, command->name, tcl_command, shell, NULL);
	Tcl_CreateObjCommand(interp, "exit", tcl_exit, shell, NULL);
	Tcl_CreateObjCommand(interp, "unknown", tcl_unknown, shell, NULL);
	return interp;
}

/* The status behind a Tcl error: ours travels in errorCode. */
static enum status status_of_error(Tcl_Interp *interp)
{
	const char *code = Tcl_GetVar(interp, "errorCode", TCL_GLOBAL_ONLY);
	int status;

	if (Tcl_Canceled(interp, 0) != TCL_OK)
		return STATUS_CANCELLED;
	if (code && sscanf(code, "WARPSCOPE %d", &status) == 1)
		return (enum status)status;
	return STATUS_FAILED;
}

/* Behind an error in a script file: where it was, from Tcl's trace. */
static void add_script_place(Tcl_Interp *interp, struct text *text)
{
	const char *trace = Tcl_GetVar(interp, "errorInfo", TCL_GLOBAL_ONLY);
	const char *at = trace ? strstr(trace, "(file \"") : NULL;
	const char *name = at ? at + strlen("(file \"") : NULL;
	const char *end = name ? strstr(name, "\" line ") : NULL;

	if (end)
		text_printf(text, "\n    in %.*s:%d", (int)(end - name), name,
			    atoi(end + strlen("\" line ")));
}

/* ---- the thread ---- */

static void put_result(struct shell *shell, int64_t id, enum status status, const char *text)
{
	struct result *r = calloc(1, sizeof *r);

	if (!r)
		return;
	r->result = (struct shell_result){.id = id, .status = status, .text = TEXT_INIT};
	text_add(&r->result.text, text);
	pthread_mutex_lock(&shell->lock);
	*shell->last_result = r;
	shell->last_result = &r->next;
	pthread_mutex_unlock(&shell->lock);
	board_wake(shell->board->main_fd);
}

static void run_job(struct shell *shell, struct job *job)
{
	struct task *task = &shell->session.task;
	enum status status = STATUS_OK;
	struct text text = TEXT_INIT;
	Tcl_Channel out;
	int unused;

	if (Tcl_EvalEx(shell->interp, job->script, -1, TCL_EVAL_GLOBAL) == TCL_ERROR &&
	    !shell_exit_asked(shell, &unused))
		status = task_cancelled(task) ? STATUS_CANCELLED : status_of_error(shell->interp);
	out = Tcl_GetStdChannel(TCL_STDOUT);
	if (out)
		Tcl_Flush(out);
	text_add(&text, status == STATUS_CANCELLED ? "cancelled"
						   : Tcl_GetStringResult(shell->interp));
	if (status != STATUS_OK && status != STATUS_CANCELLED)
		add_script_place(shell->interp, &text);
	put_result(shell, job->id, status, text_string(&text));
	text_release(&text);
	Tcl_ResetResult(shell->interp);
}

static void free_job(struct job *job)
{
	free(job->script);
	free(job);
}

/*
 * A cancellation that came when its script had just ended is still on its way: let it arrive now, so
 * that it doesn't hit the next one. Tcl drops it when a command substitution at the outermost level
 * ends, which this script is for.
 */
static void clear_cancellation(Tcl_Interp *interp)
{
	if (Tcl_AsyncReady())
		Tcl_AsyncInvoke(interp, TCL_OK);
	for (int i = 0; i < 2 && Tcl_Canceled(interp, 0) != TCL_OK; i++)
		Tcl_EvalEx(interp, "list [list]", -1, TCL_EVAL_GLOBAL | TCL_EVAL_DIRECT);
	Tcl_ResetResult(interp);
}

/* The next job, with a clean slate. Locked, so that a cancellation is before or behind it. */
static struct job *take_job(struct shell *shell)
{
	struct job *job = shell->first;

	if (job) {
		shell->first = job->next;
		if (!shell->first)
			shell->last = &shell->first;
	}
	shell->running = job != NULL;
	if (job) {
		clear_cancellation(shell->interp);
		atomic_store(&shell->session.task.cancel, false);
	}
	return job;
}

static void work(struct shell *shell)
{
	struct pollfd wake = {.fd = shell->board->command_fd, .events = POLLIN};

	for (;;) {
		struct job *job;
		bool stopping;

		pthread_mutex_lock(&shell->lock);
		stopping = shell->stopping;
		job = stopping ? NULL : take_job(shell);
		pthread_mutex_unlock(&shell->lock);
		if (stopping)
			return;
		if (job) {
			run_job(shell, job);
			free_job(job);
			continue;
		}
		board_wake(shell->board->main_fd); /* idle now */
		poll(&wake, 1, -1);
		board_take_wake(shell->board->command_fd);
		session_serve(&shell->session);
	}
}

/* The life of the interpreter; shell->interp is there for shell_cancel() as long as it may be used. */
static void run_interp(struct shell *shell)
{
	Tcl_Interp *interp = make_interp(shell);

	pthread_mutex_lock(&shell->lock);
	shell->interp = interp;
	pthread_mutex_unlock(&shell->lock);
	board_set_knock(shell->board, knock, shell);
	work(shell);
	board_set_knock(shell->board, NULL, NULL);
	pthread_mutex_lock(&shell->lock);
	shell->interp = NULL;
	pthread_mutex_unlock(&shell->lock);
	Tcl_AsyncDelete(shell->async);
	Tcl_DeleteInterp(interp);
	Tcl_FinalizeThread();
}

static void *command_thread(void *context)
{
	struct shell *shell = context;
	enum status status = session_open_device(&shell->session, &shell->config.device);

	shell->session.times = shell->config.times;
	if (status == STATUS_OK && shell->session.why_device.length && !shell->config.quiet_device)
		fprintf(stderr, "warpscope: %s\n", text_string(&shell->session.why_device));
	put_result(shell, 0, status, status == STATUS_OK ? "" : status_text(status));
	if (status == STATUS_OK) {
		run_interp(shell);
	} else {
		pthread_mutex_lock(&shell->lock);
		shell->running = false;
		pthread_mutex_unlock(&shell->lock);
	}
	session_close(&shell->session);
	return NULL;
}

/* ---- the main thread's side ---- */

enum status shell_start(const struct shell_config *config, struct board *board,
			struct shell **out)
{
	struct shell *shell;

	TRY(ALLOC(&shell, 1));
	shell->config = *config;
	shell->board = board;
	shell->last = &shell->first;
	shell->last_result = &shell->results;
	shell->next_id = 1;
	shell->running = true; /* opening the device */
	pthread_mutex_init(&shell->lock, NULL);
	session_init(&shell->session, board);
	if (pthread_create(&shell->thread, NULL, command_thread, shell) != 0) {
		free(shell);
		return status_fail(STATUS_FAILED, "no thread for commands");
	}
	*out = shell;
	return STATUS_OK;
}

static void forget_jobs(struct shell *shell)
{
	while (shell->first) {
		struct job *job = shell->first;

		shell->first = job->next;
		free_job(job);
	}
	shell->last = &shell->first;
}

void shell_stop(struct shell *shell)
{
	struct shell_result result;

	struct timespec until;

	pthread_mutex_lock(&shell->lock);
	shell->stopping = true;
	pthread_mutex_unlock(&shell->lock);
	/* A script that is just beginning can miss the cancellation: say it again. */
	do {
		shell_cancel(shell);
		clock_gettime(CLOCK_REALTIME, &until);
		until.tv_nsec += 50 * 1000 * 1000;
		until.tv_sec += until.tv_nsec / 1000000000;
		until.tv_nsec %= 1000000000;
	} while (pthread_timedjoin_np(shell->thread, NULL, &until) != 0);
	forget_jobs(shell);
	while (shell_take_result(shell, &result))
		text_release(&result.text);
	pthread_mutex_destroy(&shell->lock);
	free(shell);
}

int64_t shell_submit(struct shell *shell, const char *script)
{
	struct job *job = calloc(1, sizeof *job);
	char *copy = strdup(script);
	int64_t id;

	if (!job || !copy) {
		free(job);
		free(copy);
		return 0;
	}
	job->script = copy;
	pthread_mutex_lock(&shell->lock);
	id = job->id = shell->next_id++;
	*shell->last = job;
	shell->last = &job->next;
	pthread_mutex_unlock(&shell->lock);
	board_wake(shell->board->command_fd);
	return id;
}

bool shell_busy(struct shell *shell)
{
	bool busy;

	pthread_mutex_lock(&shell->lock);
	busy = shell->running || shell->first || shell->results;
	pthread_mutex_unlock(&shell->lock);
	return busy;
}

void shell_cancel(struct shell *shell)
{
	pthread_mutex_lock(&shell->lock);
	forget_jobs(shell);
	if (shell->running) {
		atomic_store(&shell->session.task.cancel, true);
		if (shell->interp)
			Tcl_CancelEval(shell->interp, NULL, NULL, TCL_CANCEL_UNWIND);
	}
	pthread_mutex_unlock(&shell->lock);
	board_wake(shell->board->command_fd);
}

bool shell_take_result(struct shell *shell, struct shell_result *out)
{
	struct result *r;

	pthread_mutex_lock(&shell->lock);
	r = shell->results;
	if (r) {
		shell->results = r->next;
		if (!shell->results)
			shell->last_result = &shell->results;
	}
	pthread_mutex_unlock(&shell->lock);
	if (!r)
		return false;
	*out = r->result;
	free(r);
	return true;
}

bool shell_exit_asked(struct shell *shell, int *code)
{
	bool asked;

	pthread_mutex_lock(&shell->lock);
	asked = shell->exit_asked;
	*code = shell->exit_code;
	pthread_mutex_unlock(&shell->lock);
	return asked;
}

const char *shell_progress(struct shell *shell, int64_t *done, int64_t *total)
{
	struct task *task = &shell->session.task;

	*done = atomic_load(&task->done);
	*total = atomic_load(&task->total);
	return atomic_load(&task->label);
}

struct call *shell_screen_call(struct shell *shell)
{
	struct call *call;

	/* A cancelled one goes away by itself, as soon as the command thread sees it. */
	pthread_mutex_lock(&shell->lock);
	call = shell->screen_call;
	if (shell->screen_done || task_cancelled(&shell->session.task))
		call = NULL;
	pthread_mutex_unlock(&shell->lock);
	return call;
}

void shell_screen_done(struct shell *shell, enum status status, const char *why)
{
	pthread_mutex_lock(&shell->lock);
	shell->screen_done = true;
	shell->screen_status = status;
	snprintf(shell->screen_why, sizeof shell->screen_why, "%s", why);
	pthread_mutex_unlock(&shell->lock);
	board_wake(shell->board->command_fd);
}

void shell_set_screen(struct shell *shell, bool there)
{
	pthread_mutex_lock(&shell->lock);
	shell->has_screen = there;
	pthread_mutex_unlock(&shell->lock);
}
