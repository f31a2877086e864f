/*
 * The parent's side of reading SDC: it reads the file, forks the child that runs it, waits for what
 * the child sends while it looks at whether to stop, and says what became of it.
 */
#include "read/sdc/sdc.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/input.h"
#include "read/sdc/sdc_impl.h"

enum {
	LOOK_MS = 10, /* between two looks at whether to stop */
	AT_ONCE = 1 << 16,
	LONGEST_SCRIPT = 1 << 30, /* Tcl counts in int */
};

/* A child at work. */
struct run {
	const char *path; /* borrowed: of the constraints */
	const char *name; /* borrowed: in messages, NULL = none */
	const struct sdc_job *job;
	const char *script; /* borrowed */
	int64_t length;
	pid_t pid;
	int fd;                              /* reading end of the pipe */
	double deadline;                     /* in ms of clock_ms() */
	bool timed_out, too_long, cancelled; /* why it was killed */
	int wait_status;
	struct sdc_page *page; /* owned: shared with the child */
	struct text stream;    /* owned: all that it sent */
};

/* ---- errors ---- */

/* "file:line:column: error: …", as far as there is one. */
static enum status fail_at(const struct run *run, int64_t line, int64_t column, const char *message)
{
	if (!run->name)
		return status_fail(STATUS_BAD_INPUT, "%s", message);
	if (line > 0 && column > 0)
		return status_fail(STATUS_BAD_INPUT, "%s:%" PRId64 ":%" PRId64 ": error: %s",
				   run->name, line, column, message);
	if (line > 0)
		return status_fail(STATUS_BAD_INPUT, "%s:%" PRId64 ": error: %s", run->name, line,
				   message);
	return status_fail(STATUS_BAD_INPUT, "%s: error: %s", run->name, message);
}

/* The child didn't end by itself. */
static enum status fail_of_death(const struct run *run)
{
	int64_t line = atomic_load(&run->page->line);
	RELEASED_BY(text_release) struct text why = TEXT_INIT;
	int number = WIFSIGNALED(run->wait_status) ? WTERMSIG(run->wait_status) : 0;

	if (run->timed_out)
		text_printf(&why, "not done after %d s", run->job->options->wall_seconds);
	else if (run->too_long)
		text_printf(&why, "more than %" PRId64 " bytes of output, warnings and constraints",
			    run->job->options->stream);
	else if (atomic_load(&run->page->no_memory))
		text_printf(&why, "more than %" PRId64 " MiB of memory asked for",
			    run->job->options->memory >> 20);
	else if (number == SIGXCPU)
		text_printf(&why, "more than %d s of processor time taken",
			    run->job->options->cpu_seconds);
	else if (number == SIGSEGV || number == SIGBUS)
		text_printf(&why, "the script ended by a fault (signal %d): nested too deeply?",
			    number);
	else if (number)
		text_printf(&why, "the script was ended by signal %d", number);
	else
		text_printf(&why, "the script ended without a result (exit code %d)",
			    WEXITSTATUS(run->wait_status));
	return fail_at(run, line, 0, text_string(&why));
}

/* ---- the child ---- */

static enum status start(struct run *run, struct sdc *s, const char *script, int64_t length)
{
	pid_t parent = getpid();
	int fds[2];
	void *page = mmap(NULL, sizeof *run->page, PROT_READ | PROT_WRITE,
			  MAP_SHARED | MAP_ANONYMOUS, -1, 0);

	if (page == MAP_FAILED)
		return status_fail(STATUS_NO_MEMORY, "out of memory");
	run->page = page;
	if (pipe2(fds, O_CLOEXEC) != 0)
		return status_fail(STATUS_FAILED, "no pipe: %s", strerror(errno));
	s->page = run->page;
	s->fd = fds[1];
	run->deadline = clock_ms() + 1e3 * run->job->options->wall_seconds;
	run->pid = fork();
	if (run->pid == 0)
		sdc_child(s, script, length, parent);
	close(fds[1]);
	run->fd = fds[0];
	if (run->pid < 0)
		return status_fail(STATUS_FAILED, "no process for SDC: %s", strerror(errno));
	return STATUS_OK;
}

/* Take what came. *end when nothing more will. */
static enum status take(struct run *run, bool *end)
{
	char data[AT_ONCE];
	ssize_t n = read(run->fd, data, sizeof data);

	if (n < 0 && (errno == EINTR || errno == EAGAIN))
		return STATUS_OK;
	*end = n <= 0;
	if (n > 0)
		text_append(&run->stream, data, n);
	run->too_long = run->stream.length > run->job->options->stream;
	return text_status(&run->stream);
}

/* Until the child has closed the pipe, or has to be killed. */
static enum status listen(struct run *run)
{
	struct pollfd poll_fd = {.fd = run->fd, .events = POLLIN};
	bool end = false;

	while (!end && !run->too_long) {
		int ready = poll(&poll_fd, 1, LOOK_MS);

		run->cancelled = task_breathe(run->job->task) != STATUS_OK;
		run->timed_out = clock_ms() > run->deadline;
		if (run->cancelled || run->timed_out)
			return STATUS_OK;
		if (ready > 0)
			TRY(take(run, &end));
	}
	return STATUS_OK;
}

/* One that has closed the pipe is about to end, and has a second for it; all others end now. */
static void finish(struct run *run)
{
	double begin = clock_ms();
	bool kill_now = run->cancelled || run->timed_out || run->too_long || run->stream.status;

	if (run->fd >= 0)
		close(run->fd);
	while (run->pid > 0) {
		pid_t ended;

		if (kill_now)
			kill(run->pid, SIGKILL);
		ended = waitpid(run->pid, &run->wait_status, kill_now ? 0 : WNOHANG);
		if (ended == run->pid || (ended < 0 && errno != EINTR))
			return;
		if (ended == 0)
			usleep(100);
		kill_now = kill_now || clock_ms() - begin > 1000;
	}
}

/* ---- the result ---- */

static enum status conclude(struct run *run, struct sdc_received *received,
			    struct constraints **out)
{
	if (run->cancelled)
		return STATUS_CANCELLED;
	if (run->too_long)
		return fail_of_death(run);
	if (received->has_error)
		return fail_at(run, received->error_line, received->error_column,
			       text_string(&received->error));
	if (!received->constraints)
		return fail_of_death(run);
	if (received->annotations && run->job->options->annotations)
		TRY(annotations_merge(run->job->options->annotations, received->annotations));
	HAND_OVER(out, received->constraints);
	return STATUS_OK;
}

static enum status run_in_child(struct run *run, struct sdc *s, struct constraints **out)
{
	RELEASED_BY(sdc_received_release) struct sdc_received received = {0};
	struct sdc_stream stream;
	enum status status = start(run, s, run->script, run->length);

	if (status == STATUS_OK)
		status = listen(run);
	finish(run);
	TRY(status);
	stream = (struct sdc_stream){text_string(&run->stream), run->stream.length, run->path,
				     run->name, s->netlist};
	status = sdc_receive(&stream, run->job->warnings, run->job->output, &received);
	if (status == STATUS_BAD_INPUT)
		status = fail_at(run, 0, 0, status_text(status));
	TRY(status);
	return conclude(run, &received, out);
}

/* Tcl's strings end at a NUL, whatever follows. */
static enum status refuse_nul(const struct run *run)
{
	const char *script = run->script, *from = script;
	const char *nul = memchr(script, '\0', (size_t)run->length);
	int64_t line;

	if (run->length > LONGEST_SCRIPT)
		return fail_at(run, 0, 0, "the file is too long");
	if (!nul)
		return STATUS_OK;
	line = 1 + count_lines(script, nul, &from);
	return fail_at(run, line, nul - from + 1, "a NUL byte");
}

static enum status eval(struct run *run, struct constraints **out)
{
	const struct sdc_job *job = run->job;
	RELEASED_BY(sdc_release) struct sdc s = {.fd = -1};
	enum status status;

	run->pid = run->fd = -1;
	run->stream = (struct text)TEXT_INIT;
	TRY(refuse_nul(run));
	TRY(sdc_init(&s, job->netlist, job->old, job->options, run->path));
	s.name = run->name;
	task_begin(job->task, "evaluating SDC", 0);
	status = run_in_child(run, &s, out);
	task_end(job->task);
	if (run->page)
		munmap(run->page, sizeof *run->page);
	text_release(&run->stream);
	return status;
}

enum status sdc_eval(const char *script, const char *name, const struct sdc_job *job,
		     struct constraints **out)
{
	struct run run = {.path = job->old && job->old->path ? job->old->path
				  : name                     ? name
							     : "",
			  .name = name,
			  .job = job,
			  .script = script,
			  .length = (int64_t)strlen(script)};

	return eval(&run, out);
}

enum status sdc_read(const char *path, const struct sdc_job *job, struct constraints **out)
{
	struct run run = {.path = path, .name = path, .job = job};
	RELEASED_BY(input_close) struct input in = INPUT_INIT;

	TRY(input_open(&in, path, job->task));
	TRY(input_all(&in));
	run.script = in.data;
	run.length = in.end;
	return eval(&run, out);
}
