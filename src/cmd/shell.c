#include "cmd/shell.h"

#include <assert.h>
#include <inttypes.h>
#include <limits.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tcl.h>
#include <time.h>

#include "base/clock.h"
#include "base/grow.h"

enum {
	STOP_ATTEMPTS = 40,
	STOP_EACH_MS = 50,
};

struct job {
	struct job *next;
	int64_t id;
	char *script; /* owned */
};

/* What a command of ours is in Tcl, under whatever name. */
struct bound {
	struct shell *shell;
	const struct command *command;
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
	struct bound *bound;	/* owned */

	pthread_mutex_t lock; /* of what follows */
	struct job *first, **last; /* owned */
	int64_t next_id;
	bool running, stopping;
	bool exit_asked;
	int exit_code;
	struct result *results, **last_result; /* owned */
	bool has_screen;
	struct call *screen_call; /* borrowed from the command thread's stack */
	int64_t screen_id;	  /* of the newest such call */
	bool screen_done;
	enum status screen_status;
	char screen_why[1024];
};

/* ---- output ---- */

/* The bytes as they are, as a file would get them: names needn't be in the locale's encoding. */
static enum status print_to_channel(const char *data, int64_t length)
{
	Tcl_Channel channel = Tcl_GetStdChannel(TCL_STDOUT);
	bool failed = !channel || Tcl_Flush(channel) != TCL_OK;

	while (!failed && length > 0) {
		int n = Tcl_WriteRaw(channel, data, length < INT_MAX ? (int)length : INT_MAX);

		failed = n < 0;
		data += n;
		length -= n;
	}
	if (failed)
		return status_fail(STATUS_IO, "standard output: error: %s",
				   channel ? strerror(Tcl_GetErrno()) : "closed");
	return STATUS_OK;
}

/* Take "> file" or ">> file" from the end of a command: fopen()'s mode, NULL when it isn't there. */
static const char *take_redirection(int *n_words, const char *const *words, const char **path)
{
	const char *mark = *n_words >= 2 ? words[*n_words - 2] : "";

	if (strcmp(mark, ">") != 0 && strcmp(mark, ">>") != 0)
		return NULL;
	*path = words[*n_words - 1];
	*n_words -= 2;
	return mark[1] ? "a" : "w";
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
		shell->screen_id++;
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

static enum status run_call(struct shell *shell, struct call *call)
{
	double begin = clock_ms();
	enum status status;

	status = call->command->place == IN_SESSION ? call->command->run(call)
						    : run_on_main(shell, call);
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
	const char *path, *mode = take_redirection(&n_words, words, &path);
	enum status status, closed;

	status = call_parse(&call, command, n_words, words);
	if (status == STATUS_OK && mode)
		status = call_open_file(&call, path, mode);
	if (status == STATUS_OK)
		status = run_call(shell, &call);
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
	const struct bound *bound = data;
	const char **words;
	struct text result = TEXT_INIT;
	enum status status = ALLOC(&words, objc);

	if (status == STATUS_OK) {
		for (int i = 1; i < objc; i++)
			words[i - 1] = Tcl_GetString(objv[i]);
		status = run_command(bound->shell, bound->command, objc - 1, words, &result);
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

/* Tcl's way to commands that its library brings: load and call it. False when there is none. */
static bool call_auto_loaded(Tcl_Interp *interp, int objc, Tcl_Obj *const objv[], int *code)
{
	Tcl_Obj *load[] = {Tcl_NewStringObj("::auto_load", -1), objv[0]};
	Tcl_CmdInfo info;
	int loaded = 0;

	if (!Tcl_GetCommandInfo(interp, "::auto_load", &info))
		return false;
	Tcl_IncrRefCount(load[0]);
	if (Tcl_EvalObjv(interp, 2, load, TCL_EVAL_GLOBAL) == TCL_OK)
		Tcl_GetBooleanFromObj(NULL, Tcl_GetObjResult(interp), &loaded);
	Tcl_DecrRefCount(load[0]);
	Tcl_ResetResult(interp);
	if (!loaded || !Tcl_GetCommandInfo(interp, Tcl_GetString(objv[0]), &info))
		return false;
	*code = Tcl_EvalObjv(interp, objc, objv, 0);
	return true;
}

/* A command that isn't there: say which one is like it. */
static int tcl_unknown(ClientData data, Tcl_Interp *interp, int objc, Tcl_Obj *const objv[])
{
	const char *name = objc > 1 ? Tcl_GetString(objv[1]) : "";
	const struct command *nearest = command_nearest(name);
	int code;

	(void)data;
	if (objc > 1 && call_auto_loaded(interp, objc - 1, objv + 1, &code))
		return code;
	if (nearest)
		status_fail(STATUS_FAILED, "unknown command \"%s\"; nearest \"%s\"", name,
			    nearest->name);
	else
		status_fail(STATUS_FAILED, "unknown command \"%s\"; see help", name);
	return fail_in_tcl(interp, STATUS_FAILED);
}

static int tcl_nothing(ClientData data, Tcl_Interp *interp, int objc, Tcl_Obj *const objv[])
{
	(void)data, (void)interp, (void)objc, (void)objv;
	return TCL_OK;
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

static enum status bind_commands(struct shell *shell, Tcl_Interp *interp)
{
	int n = 0;

	while (command_at(n))
		n++;
	TRY(ALLOC(&shell->bound, n));
	for (int i = 0; i < n; i++) {
		struct bound *bound = &shell->bound[i];
		Tcl_CmdInfo hidden;

		*bound = (struct bound){shell, command_at(i)};
		assert(!Tcl_GetCommandInfo(interp, bound->command->name, &hidden));
		Tcl_CreateObjCommand(interp, bound->command->name, tcl_command, bound, NULL);
	}
	return STATUS_OK;
}

static Tcl_Interp *make_interp(struct shell *shell)
{
	Tcl_Interp *interp = Tcl_CreateInterp();

	/* Where Tcl's own library of scripts isn't installed the language works without it. */
	if (Tcl_Init(interp) != TCL_OK)
		Tcl_ResetResult(interp);
	shell->async = Tcl_AsyncCreate(serve_in_script, shell);
	if (bind_commands(shell, interp) != STATUS_OK)
		fprintf(stderr, "warpscope: %s\n", status_text(STATUS_NO_MEMORY));
	Tcl_CreateObjCommand(interp, "::warpscope::nothing", tcl_nothing, NULL, NULL);
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
	if (code && sscanf(code, "WARPSCOPE %4d", &status) == 1 && status > STATUS_OK &&
	    status < N_STATUSES)
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

/* Locked. */
static void add_result(struct shell *shell, int64_t id, enum status status, const char *text)
{
	struct result *r = calloc(1, sizeof *r);

	if (!r)
		return;
	r->result = (struct shell_result){.id = id, .status = status, .text = TEXT_INIT};
	text_add(&r->result.text, text);
	*shell->last_result = r;
	shell->last_result = &r->next;
}

/* The end of what ran; from now on a cancellation is none of its business. */
static void put_result(struct shell *shell, int64_t id, enum status status, const char *text)
{
	pthread_mutex_lock(&shell->lock);
	add_result(shell, id, status, text);
	shell->running = false;
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
 * ends, which this script is for. While nothing runs no other can come.
 */
static void clear_cancellation(Tcl_Interp *interp)
{
	if (Tcl_AsyncReady())
		Tcl_AsyncInvoke(interp, TCL_OK);
	for (int i = 0; i < 2 && Tcl_Canceled(interp, 0) != TCL_OK; i++)
		Tcl_EvalEx(interp, "::warpscope::nothing [::warpscope::nothing]", -1,
			   TCL_EVAL_GLOBAL | TCL_EVAL_DIRECT);
	Tcl_ResetResult(interp);
}

/* The next job; from now on a cancellation is meant for it. Locked. */
static struct job *take_job(struct shell *shell)
{
	struct job *job = shell->first;

	if (!job)
		return NULL;
	shell->first = job->next;
	if (!shell->first)
		shell->last = &shell->first;
	shell->running = true;
	atomic_store(&shell->session.task.cancel, false);
	return job;
}

static void work(struct shell *shell)
{
	struct pollfd wake = {.fd = shell->board->command_fd, .events = POLLIN};

	for (;;) {
		struct job *job;
		bool stopping;

		clear_cancellation(shell->interp);
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
	free(shell->bound);
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
	if (status == STATUS_OK)
		run_interp(shell);
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

/* Locked. */
static void drop_jobs(struct shell *shell)
{
	while (shell->first) {
		struct job *job = shell->first;

		shell->first = job->next;
		add_result(shell, job->id, STATUS_CANCELLED, "cancelled");
		free_job(job);
	}
	shell->last = &shell->first;
}

static bool left_thread; /* of the main thread */

bool shell_left_thread(void)
{
	return left_thread;
}

/* Cancel again and again (a script that is just beginning can miss it), until the thread ends. */
static bool join_thread(struct shell *shell)
{
	for (int i = 0; i < STOP_ATTEMPTS; i++) {
		struct timespec until;

		shell_cancel(shell);
		clock_gettime(CLOCK_REALTIME, &until);
		until.tv_nsec += STOP_EACH_MS * 1000000L;
		until.tv_sec += until.tv_nsec / 1000000000;
		until.tv_nsec %= 1000000000;
		if (pthread_timedjoin_np(shell->thread, NULL, &until) == 0)
			return true;
	}
	return false;
}

bool shell_stop(struct shell *shell)
{
	struct shell_result result;

	pthread_mutex_lock(&shell->lock);
	shell->stopping = true;
	pthread_mutex_unlock(&shell->lock);
	if (!join_thread(shell)) {
		left_thread = true;
		return false;
	}
	drop_jobs(shell);
	while (shell_take_result(shell, &result))
		text_release(&result.text);
	pthread_mutex_destroy(&shell->lock);
	free(shell);
	return true;
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
	drop_jobs(shell);
	if (shell->running) {
		atomic_store(&shell->session.task.cancel, true);
		if (shell->interp)
			Tcl_CancelEval(shell->interp, NULL, NULL, TCL_CANCEL_UNWIND);
	}
	pthread_mutex_unlock(&shell->lock);
	board_wake(shell->board->command_fd);
	board_wake(shell->board->main_fd);
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

struct call *shell_screen_call(struct shell *shell, int64_t *id)
{
	struct call *call;

	/* A cancelled one goes away by itself, as soon as the command thread sees it. */
	pthread_mutex_lock(&shell->lock);
	call = shell->screen_call;
	*id = shell->screen_id;
	if (shell->screen_done || task_cancelled(&shell->session.task))
		call = NULL;
	pthread_mutex_unlock(&shell->lock);
	return call;
}

void shell_screen_done(struct shell *shell, int64_t id, enum status status, const char *why)
{
	pthread_mutex_lock(&shell->lock);
	if (id == shell->screen_id) {
		shell->screen_done = true;
		shell->screen_status = status;
		snprintf(shell->screen_why, sizeof shell->screen_why, "%s", why);
	}
	pthread_mutex_unlock(&shell->lock);
	board_wake(shell->board->command_fd);
}

void shell_set_screen(struct shell *shell, bool there)
{
	pthread_mutex_lock(&shell->lock);
	shell->has_screen = there;
	pthread_mutex_unlock(&shell->lock);
}
