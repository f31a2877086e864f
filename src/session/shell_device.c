/*
 * The device is opened by a thread of its own while a batch reads its first files: a GPU takes a
 * third of a second.
 *
 * Scripts can't tell. Until the device is open, only commands that read files into memory run: a
 * Tcl trace waits before every other command, and so does printing. If the device can't be opened,
 * the batch ends before anything was written, as if the device had been opened first.
 */
#include <errno.h>
#include <string.h>
#include <time.h>

#include "base/parallel.h"
#include "base/print.h"
#include "session/device_read.h"
#include "session/shell_impl.h"

enum { ASK_MS = 20 }; /* how long a cancellation may wait */

/* They neither use the device nor change anything outside of the process, and start no process. */
static const char *const independent[] = {
	"asset",    "link_design",  "open_design", "read_design", "read_liberty",
	"read_lef", "read_verilog", "set",         "list",        "foreach",
	"if",       "expr",         "source"};

static void *open_device(void *context)
{
	struct shell *shell = context;
	struct device_start *start = &shell->start;

	start->status = session_open_device(&shell->session, &shell->config.device);
	text_add(&start->why, start->status == STATUS_OK ? "" : status_text(start->status));
	return NULL;
}

/* The result of opening it; what runs goes on. */
static void tell_opened(struct shell *shell, enum status status, const char *text)
{
	if (status == STATUS_OK && session_devices(&shell->session)->why.length &&
	    !shell->config.quiet_device)
		print_error("warpscope: %s\n", text_string(&session_devices(&shell->session)->why));
	if (shell->start.times.length)
		print_error("%s", text_string(&shell->start.times));
	text_release(&shell->start.times);
	shell_put_opened(shell, status, text);
}

/* ---- until it is there ---- */

void shell_keep_accounts(struct shell *shell)
{
	struct session *session = &shell->session;

	if (!shell->start.runs && shell->start.status == STATUS_OK)
		session_keep_accounts(session, session_devices(session)->accounts_asked,
				      session_devices(session)->accounts_watched);
}

bool shell_join(pthread_t thread, int ms)
{
	struct timespec until;

	clock_gettime(CLOCK_REALTIME, &until);
	until.tv_nsec += ms * 1000000L;
	until.tv_sec += until.tv_nsec / 1000000000;
	until.tv_nsec %= 1000000000;
	return pthread_timedjoin_np(thread, NULL, &until) != ETIMEDOUT;
}

static void drop_trace(struct shell *shell)
{
	if (shell->start.trace)
		Tcl_DeleteTrace(shell->interp, shell->start.trace);
	shell->start.trace = NULL;
}

enum status shell_await_device(struct shell *shell)
{
	struct device_start *start = &shell->start;

	if (!start->runs)
		return start->status;
	while (!task_cancelled(&shell->session.task) && start->runs)
		start->runs = !shell_join(start->thread, ASK_MS);
	if (start->runs)
		return STATUS_CANCELLED;
	print_before(NULL, NULL);
	drop_trace(shell);
	shell_keep_accounts(shell);
	tell_opened(shell, start->status, text_string(&start->why));
	if (start->status != STATUS_OK)
		Tcl_CancelEval(shell->interp, NULL, NULL, TCL_CANCEL_UNWIND);
	return start->status;
}

static bool await_before_print(void *shell)
{
	enum status status = shell_await_device(shell);

	return status == STATUS_OK || status == STATUS_CANCELLED;
}

static bool is_independent(int objc, struct Tcl_Obj *const objv[])
{
	const char *name = tcl_text(objv[0]);

	for (int i = 1; i < objc; i++) {
		if (tcl_text(objv[i])[0] == '>')
			return false; /* it opens a file */
	}
	return ANY(i, 0, sizeof independent / sizeof *independent,
		   strcmp(name, independent[i]) == 0);
}

static int before_command(ClientData data, Tcl_Interp *interp, int level, const char *text,
			  Tcl_Command command, int objc, struct Tcl_Obj *const objv[])
{
	struct shell *shell = data;

	(void)interp, (void)level, (void)text, (void)command;
	if (is_independent(objc, objv))
		return TCL_OK;
	return shell_await_device(shell) == STATUS_OK ? TCL_OK : TCL_ERROR;
}

void shell_trace_start(struct shell *shell, Tcl_Interp *interp)
{
	if (shell->start.runs)
		shell->start.trace = Tcl_CreateObjTrace(interp, 0, TCL_ALLOW_INLINE_COMPILATION,
							before_command, shell, NULL);
}

/* ---- its beginning and end ---- */

/* Several devices are opened one after another, and the CPU takes no time. */
static bool is_worth_it(const struct shell_config *config)
{
	return config->reads_ahead && config->device.kind != DEVICE_CPU &&
	       config->device.n_more == 0;
}

enum status shell_open_device(struct shell *shell)
{
	struct device_start *start = &shell->start;

	*start = (struct device_start){.why = TEXT_INIT, .times = TEXT_INIT};
	/* as opening it does, which may then be under way in the middle of a loop */
	host_threads_set(shell->config.device.n_threads);
	if (is_worth_it(&shell->config) &&
	    pthread_create(&start->thread, NULL, open_device, shell) == 0) {
		start->runs = true;
		print_before(await_before_print, shell);
		return STATUS_OK;
	}
	open_device(shell);
	tell_opened(shell, start->status, text_string(&start->why));
	return start->status;
}

void shell_end_start(struct shell *shell)
{
	struct device_start *start = &shell->start;

	print_before(NULL, NULL);
	if (start->runs)
		pthread_join(start->thread, NULL);
	start->runs = false;
	text_release(&start->why);
	text_release(&start->times);
}
