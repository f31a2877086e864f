#include "session/batch.h"

#include <inttypes.h>
#include <poll.h>
#include <signal.h>

#include "base/print.h"
#include "base/signals.h"

struct batch {
	struct shell *shell;
	bool ignore_unsupported;
	int n_scripts, next;
	const char *const *scripts;
	const char *init; /* the file that comes first, NULL = none or after it */
	int64_t init_id;
	bool interrupted;
	bool goes_ahead; /* the first script was submitted before the device was there */
	int code;        /* of the process; -1 = go on */
};

/* All scripts ran, or one asked for this end: it fails when slack may look better than it is. */
static int final_code(struct batch *batch, int code)
{
	RELEASED_BY(text_release) struct text first = TEXT_INIT, first_cell = TEXT_INIT;
	int32_t n = shell_unsupported(batch->shell, &first);
	int32_t n_cells = shell_left_out(batch->shell, &first_cell);
	bool counts = code == 0 && !batch->ignore_unsupported;

	if (n_cells && counts) {
		print_error(
			"warpscope: slack may look better than it is, as some of the netlist is not timed "
			"or in part: %" PRId32 " place%s, first %s "
			"(--ignore-unsupported accepts that)\n",
			n_cells, n_cells == 1 ? "" : "s", text_string(&first_cell));
		code = 1;
	}
	if (n && counts) {
		print_error("warpscope: slack may look better than it is, as constraints were left "
			    "out: %" PRId32 ", first %s (read_sdc -ignore_unsupported or "
			    "--ignore-unsupported accepts that)\n",
			    n, text_string(&first));
		code = 1;
	}
	return code;
}

static void go_on(struct batch *batch)
{
	int64_t id = 1;

	if (batch->init)
		id = batch->init_id = shell_submit_file(batch->shell, batch->init);
	else if (batch->next == batch->n_scripts)
		batch->code = final_code(batch, 0);
	else
		id = shell_submit(batch->shell, batch->scripts[batch->next++]);
	batch->init = NULL;
	if (!id) {
		print_error("warpscope: out of memory\n");
		batch->code = status_exit_code(STATUS_NO_MEMORY);
	}
}

/* A result came: the next script, or the end. */
static void take_result(struct batch *batch, const struct shell_result *result)
{
	int code;

	if (batch->interrupted) {
		batch->code = status_exit_code(STATUS_CANCELLED);
		print_error("warpscope: cancelled\n");
	} else if (result->status != STATUS_OK) {
		print_error("warpscope: %s\n", shell_result_text(result));
		if (result->id != batch->init_id || result->id == 0)
			batch->code = status_exit_code(result->status);
		else
			go_on(batch);
	} else if (result->id == 0 && batch->goes_ahead) {
		/* its script is under way */
	} else if (shell_exit_asked(batch->shell, &code)) {
		batch->code = final_code(batch, code);
	} else {
		go_on(batch);
	}
}

/*
 * INT cancels what runs, and its result ends the batch. A second one, one before the device is
 * open, and all other signals end it at once.
 */
static void take_signals(struct batch *batch, int signal_fd)
{
	int number;

	while ((number = signals_next(signal_fd)) != 0) {
		if (number == SIGINT && batch->next > 0 && !batch->interrupted) {
			batch->interrupted = true;
			shell_cancel(batch->shell);
		} else {
			batch->code = 128 + number;
		}
	}
}

int batch_run(const struct shell_config *config, const char *init, int n_scripts,
	      const char *const *scripts)
{
	static const int signals[] = {SIGINT, SIGTERM, SIGHUP, 0};
	int signal_fd = signals_open(signals);
	struct batch batch = {.ignore_unsupported = config->ignore_unsupported,
			      .n_scripts = n_scripts,
			      .scripts = scripts,
			      .init = init,
			      .code = -1};
	struct shell_result result;
	struct board *board;
	enum status status;

	status = shell_start(config, &batch.shell);
	if (status != STATUS_OK) {
		print_error("warpscope: %s\n", status_text(status));
		return status_exit_code(status);
	}
	board = shell_board(batch.shell);
	batch.goes_ahead = config->reads_ahead && !init;
	if (batch.goes_ahead)
		go_on(&batch);
	while (batch.code < 0) {
		struct pollfd fds[2] = {{.fd = board->main_fd, .events = POLLIN},
					{.fd = signal_fd, .events = POLLIN}};

		poll(fds, 2, -1);
		eventfd_drain(board->main_fd);
		take_signals(&batch, signal_fd);
		while (batch.code < 0 && shell_take_result(batch.shell, &result)) {
			take_result(&batch, &result);
			text_release(&result.text);
		}
	}
	shell_stop(batch.shell);
	return batch.code;
}
