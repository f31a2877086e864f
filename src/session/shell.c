/* The thread, its jobs and their results. What scripts see is in shell_tcl.c. */
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "base/lock.h"
#include "base/print.h"
#include "db/left_out.h"
#include "session/edits.h"
#include "session/search.h"
#include "session/shell_impl.h"
#include "session/variables.h"

enum {
	STOP_ATTEMPTS = 40,
	STOP_EACH_MS = 50,
};

/* ---- the thread ---- */

/* The result is taken over. Locked. */
static void add_result(struct shell *shell, struct result **result, int64_t id, enum status status,
		       const char *text)
{
	struct result *r = *result;

	*result = NULL;
	r->result = (struct shell_result){.id = id, .status = status, .text = TEXT_INIT};
	text_add(&r->result.text, text);
	if (status == STATUS_OK)
		r->result.status = text_status(&r->result.text);
	*shell->last_result = r;
	shell->last_result = &r->next;
}

/* Cells, and wires that lack delays, count where constraints limit paths at all. Locked. */
static void note_left_out(struct shell *shell)
{
	const struct design *design = &shell->session.design;
	RELEASED_BY(text_release) struct text first = TEXT_INIT;
	int32_t n = design->constraints ? netlist_left_out(design->netlist, &first) : 0;
	int32_t n_alone =
		design->constraints && design->timing ? design->timing->image->n_alone : 0;

	if (design->constraints && design->n_untimed && design->settings.model != DELAY_LUMPED) {
		text_add(&first, n ? "" : "the wires of a net that lack delays");
		n += design->n_untimed;
	}
	if (n_alone) {
		text_add(&first, n ? "" : "a net whose outputs are timed as if each were alone");
		n += n_alone;
	}
	shell->n_left_out = n;
	if (shell->n_left_out)
		snprintf(shell->left_out, sizeof shell->left_out, "%s", text_string(&first));
}

/* The end of what ran; from now on a cancellation is none of its business. */
static void put_result(struct shell *shell, struct result **result, int64_t id, enum status status,
		       const char *text)
{
	const struct constraints *constraints = shell->session.design.constraints;
	RELEASED_BY(text_release) struct text variable = TEXT_INIT;

	pthread_mutex_lock(&shell->lock);
	shell->n_unsupported = variables_left_out(&shell->session, &variable);
	if (shell->n_unsupported)
		snprintf(shell->unsupported, sizeof shell->unsupported, "%s",
			 text_string(&variable));
	if (constraints && constraints->n_unsupported) {
		shell->n_unsupported += constraints->n_unsupported;
		snprintf(shell->unsupported, sizeof shell->unsupported, "%s",
			 constraints->unsupported[0].what);
	}
	note_left_out(shell);
	add_result(shell, result, id, status, text);
	shell->running = false;
	atomic_store(&shell->session.task.cancel, false); /* else what the screen reads would be */
	pthread_mutex_unlock(&shell->lock);
	eventfd_wake(shell->board->main_fd);
}

void shell_put_opened(struct shell *shell, enum status status, const char *text)
{
	pthread_mutex_lock(&shell->lock);
	add_result(shell, &shell->opened, 0, status, text);
	if (!shell->interp) /* else a script runs */
		shell->running = false;
	pthread_mutex_unlock(&shell->lock);
	eventfd_wake(shell->board->main_fd);
}

/* Does the screen lack paths now that a script has ended? Another script may be a further edit. */
static bool begin_repeating(struct shell *shell)
{
	HOLDS(&shell->lock);

	shell->repeating = shell->has_screen && !shell->first && !shell->stopping &&
			   !shell->exit_asked && session_lost_search(&shell->session);
	return shell->repeating;
}

/* Find the paths again that an edit took from the screen. A script that is submitted meanwhile cancels this. */
static void repeat_search(struct shell *shell)
{
	enum status status;
	bool goes_on;

	if (!begin_repeating(shell))
		return;
	status = session_call(&shell->session, "recompute", NULL);
	pthread_mutex_lock(&shell->lock);
	shell->repeating = false;
	goes_on = shell->first;
	pthread_mutex_unlock(&shell->lock);
	if (status == STATUS_CANCELLED)
		session_query(&shell->session)->tried_edition = -1;
	if (status != STATUS_OK && !goes_on)
		print_error("warpscope: the paths weren't found again: %s\n", status_text(status));
}

static void run_job(struct shell *shell, struct job *job)
{
	struct task *task = &shell->session.task;
	enum status status = STATUS_OK, flushed;
	RELEASED_BY(text_release) struct text text = TEXT_INIT;
	void *mark = tcl_mark();
	int unused;

	shell_serve_scripts(shell);
	session_begin_edits(&shell->session);
	if (job->is_echoed)
		shell_echo(shell, job->script);
	if (tcl_eval(shell->interp, job->script, -1) == TCL_ERROR &&
	    !shell_exit_asked(shell, &unused))
		status = task_cancelled(task) ? STATUS_CANCELLED
					      : shell_status_of_error(shell->interp);
	flushed = shell_flush();
	if (status == STATUS_CANCELLED)
		text_add(&text, "cancelled");
	else if (status == STATUS_OK && flushed != STATUS_OK)
		text_add(&text, status_text(flushed));
	else if (status != STATUS_OK || !job->is_file)
		text_add(&text, tcl_text(Tcl_GetObjResult(shell->interp)));
	if (status != STATUS_OK && status != STATUS_CANCELLED)
		shell_add_script_place(shell->interp, job->is_file, &text);
	if (status == STATUS_OK)
		status = flushed != STATUS_OK ? flushed : text_status(&text);
	if (status != STATUS_CANCELLED)
		(void)shell_await_device(shell); /* what it fails by comes first */
	session_end_edits(&shell->session);
	if (status == STATUS_OK)
		repeat_search(shell);
	put_result(shell, &job->result, job->id, status, text_string(&text));
	tcl_release(mark);
	Tcl_ResetResult(shell->interp);
}

static void free_job(struct job *job)
{
	FREE_ALL(job->result, job->script, job);
}

/* The next job; from now on a cancellation is meant for it. Locked. */
static struct job *take_job(struct shell *shell)
{
	struct job *job = shell->first;

	if (!job)
		return NULL;
	shell->first = job->next;
	shell->n_waiting--;
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

		shell->session.idle = true; /* clearing may serve */
		shell_clear_cancellation(shell->interp);
		pthread_mutex_lock(&shell->lock);
		stopping =
			shell->stopping || (!shell->start.runs && shell->start.status != STATUS_OK);
		job = stopping ? NULL : take_job(shell);
		pthread_mutex_unlock(&shell->lock);
		if (stopping)
			return;
		if (job) {
			shell->session.idle = false;
			shell_keep_accounts(shell);
			run_job(shell, job);
			free_job(job);
			continue;
		}
		session_serve(&shell->session);      /* what steps have left */
		eventfd_wake(shell->board->main_fd); /* idle now */
		poll(&wake, 1, -1);
		eventfd_drain(shell->board->command_fd);
		session_serve(&shell->session);
	}
}

static enum status await_device(void *shell)
{
	return shell_await_device(shell);
}

/* The life of the interpreter; shell->interp is there for shell_cancel() as long as it may
 * be used. */
static void run_interp(struct shell *shell)
{
	Tcl_Interp *interp = shell_make_interp(shell);

	pthread_mutex_lock(&shell->lock);
	shell->interp = interp;
	pthread_mutex_unlock(&shell->lock);
	shell->session.eval = shell_eval;
	shell->session.await_device = await_device;
	shell->session.eval_context = shell;
	shell_trace_start(shell, interp);
	work(shell);
	pthread_mutex_lock(&shell->lock);
	shell->interp = NULL;
	pthread_mutex_unlock(&shell->lock);
	shell_free_interp(shell, interp);
	Tcl_FinalizeThread();
}

static void *command_thread(void *context)
{
	struct shell *shell = context;
	shell->session.times = shell->config.times;
	if (shell_open_device(shell) == STATUS_OK)
		run_interp(shell);
	shell_end_start(shell);
	session_close(&shell->session);
	return NULL;
}

/* ---- the main thread's side ---- */

static void free_shell(struct shell *shell)
{
	free(shell->opened);
	board_free(shell->board);
	pthread_mutex_destroy(&shell->lock);
	free(shell);
}

enum status shell_start(const struct shell_config *config, struct shell **out)
{
	struct shell *shell;
	enum status status;

	TRY(ALLOC(&shell, 1));
	pthread_mutex_init(&shell->lock, NULL);
	status = ALLOC(&shell->opened, 1) ?: board_new(&shell->board) ?: session_init(&shell->session, shell->board);
	if (status != STATUS_OK) {
		free_shell(shell);
		return status;
	}
	shell->config = *config;
	shell->last = &shell->first;
	shell->last_result = &shell->results;
	shell->next_id = 1;
	shell->running = true; /* opening the device */
	shell->session.replays = config->replays;
	if (pthread_create(&shell->thread, NULL, command_thread, shell) != 0) {
		free(shell->session.data); /* session_close() is the thread's */
		free_shell(shell);
		return status_fail(STATUS_FAILED, "no thread for commands");
	}
	*out = shell;
	return STATUS_OK;
}

struct board *shell_board(const struct shell *shell)
{
	return shell->board;
}

/* Locked. */
static void drop_jobs(struct shell *shell)
{
	while (shell->first) {
		struct job *job = shell->first;

		shell->first = job->next;
		add_result(shell, &job->result, job->id, STATUS_CANCELLED, "cancelled");
		free_job(job);
	}
	shell->last = &shell->first;
	shell->n_waiting = 0;
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
		shell_cancel(shell);
		if (shell_join(shell->thread, STOP_EACH_MS))
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
	free_shell(shell);
	return true;
}

/* Locked. */
static void cancel_running(struct shell *shell)
{
	atomic_store(&shell->session.task.cancel, true);
	if (shell->interp)
		shell_cancel_script(shell);
}

static int64_t submit(struct shell *shell, const char *script, bool is_file, bool is_echoed)
{
	struct job *job = calloc(1, sizeof *job);
	int64_t id;

	if (!job)
		return 0;
	job->script = strdup(script);
	job->result = calloc(1, sizeof *job->result);
	if (!job->script || !job->result) {
		free_job(job);
		return 0;
	}
	job->is_file = is_file;
	job->is_echoed = is_echoed;
	pthread_mutex_lock(&shell->lock);
	id = job->id = shell->next_id++;
	*shell->last = job;
	shell->last = &job->next;
	shell->n_waiting++;
	if (shell->repeating)
		cancel_running(shell);
	pthread_mutex_unlock(&shell->lock);
	eventfd_wake(shell->board->command_fd);
	return id;
}

int64_t shell_submit(struct shell *shell, const char *script)
{
	return submit(shell, script, false, false);
}

int64_t shell_submit_echoed(struct shell *shell, const char *script)
{
	return submit(shell, script, false, true);
}

int64_t shell_submit_file(struct shell *shell, const char *path)
{
	char *script = Tcl_Merge(2, (const char *const[]){"source", path});
	int64_t id = submit(shell, script, true, false);

	Tcl_Free(script);
	return id;
}

bool shell_busy(struct shell *shell)
{
	HOLDS(&shell->lock);

	return shell->running || shell->first || shell->results;
}

int shell_waiting(struct shell *shell)
{
	HOLDS(&shell->lock);

	return shell->n_waiting;
}

void shell_cancel(struct shell *shell)
{
	pthread_mutex_lock(&shell->lock);
	drop_jobs(shell);
	if (shell->running)
		cancel_running(shell);
	pthread_mutex_unlock(&shell->lock);
	eventfd_wake(shell->board->command_fd);
	eventfd_wake(shell->board->main_fd);
}

const char *shell_result_text(const struct shell_result *result)
{
	bool lost = result->status != STATUS_OK && result->text.length == 0;

	return lost ? status_text(result->status) : text_string(&result->text);
}

bool shell_take_result(struct shell *shell, struct shell_result *out)
{
	FREED struct result *r = NULL;
	HOLDS(&shell->lock);

	r = shell->results;
	if (!r)
		return false;
	shell->results = r->next;
	if (!shell->results)
		shell->last_result = &shell->results;
	*out = r->result;
	return true;
}

bool shell_exit_asked(struct shell *shell, int *code)
{
	HOLDS(&shell->lock);

	*code = shell->exit_code;
	return shell->exit_asked;
}

/* How many there are; `first` gets the first. */
static int32_t read_count(struct shell *shell, const int32_t *count, const char *name,
			  struct text *first)
{
	HOLDS(&shell->lock);

	if (*count)
		text_add(first, name);
	return *count;
}

int32_t shell_unsupported(struct shell *shell, struct text *first)
{
	return read_count(shell, &shell->n_unsupported, shell->unsupported, first);
}

int32_t shell_left_out(struct shell *shell, struct text *first)
{
	return read_count(shell, &shell->n_left_out, shell->left_out, first);
}

void shell_progress(struct shell *shell, struct shell_progress *out)
{
	struct task *task = &shell->session.task;
	HOLDS(&shell->lock);

	*out = (struct shell_progress){.label = atomic_load(&task->label),
				       .done = atomic_load(&task->done),
				       .total = atomic_load(&task->total),
				       .in_bytes = atomic_load(&task->in_bytes)};
	memcpy(out->doing, shell->doing, sizeof out->doing);
}

struct call *shell_screen_call(struct shell *shell, int64_t *id)
{
	HOLDS(&shell->lock);

	*id = shell->screen_id;
	/* A cancelled one goes away by itself, as soon as the command thread sees it. */
	return shell->screen_done || task_cancelled(&shell->session.task) ? NULL
									  : shell->screen_call;
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
	eventfd_wake(shell->board->command_fd);
}

void shell_set_screen(struct shell *shell, bool there)
{
	HOLDS(&shell->lock);

	shell->has_screen = shell->session.has_screen = there;
}
