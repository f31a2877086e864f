#include "cmd/batch.h"

#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <sys/signalfd.h>
#include <unistd.h>

struct batch {
	struct shell *shell;
	int n_scripts, next;
	const char *const *scripts;
	int code; /* of the process; -1 = go on */
};

/* A result came: the next script, or the end. */
static void take_result(struct batch *batch, const struct shell_result *result)
{
	int code;

	if (result->status != STATUS_OK) {
		fprintf(stderr, "warpscope: %s\n", text_string(&result->text));
		batch->code = status_exit_code(result->status);
	} else if (shell_exit_asked(batch->shell, &code)) {
		batch->code = code;
	} else if (batch->next == batch->n_scripts) {
		batch->code = 0;
	} else if (!shell_submit(batch->shell, batch->scripts[batch->next++])) {
		batch->code = status_exit_code(STATUS_NO_MEMORY);
	}
}

/* INT cancels, and the cancelled script ends the batch; the others end it as such programs do. */
static void take_signal(struct batch *batch, int signal_fd)
{
	struct signalfd_siginfo info;

	if (read(signal_fd, &info, sizeof info) != (ssize_t)sizeof info)
		return;
	if (info.ssi_signo == SIGINT)
		shell_cancel(batch->shell);
	if (info.ssi_signo == SIGINT && batch->next > 0)
		return;
	batch->code = 128 + (int)info.ssi_signo;
}

int batch_run(const struct shell_config *config, int n_scripts, const char *const *scripts,
	      int signal_fd)
{
	struct batch batch = {.n_scripts = n_scripts, .scripts = scripts, .code = -1};
	struct board board;
	struct shell_result result;

	if (board_init(&board) != STATUS_OK ||
	    shell_start(config, &board, &batch.shell) != STATUS_OK) {
		fprintf(stderr, "warpscope: %s\n", status_text(STATUS_FAILED));
		return 1;
	}
	while (batch.code < 0) {
		struct pollfd fds[2] = {{.fd = board.main_fd, .events = POLLIN},
					{.fd = signal_fd, .events = POLLIN}};

		poll(fds, 2, -1);
		board_take_wake(board.main_fd);
		if (fds[1].revents & POLLIN)
			take_signal(&batch, signal_fd);
		while (batch.code < 0 && shell_take_result(batch.shell, &result)) {
			take_result(&batch, &result);
			text_release(&result.text);
		}
	}
	shell_stop(batch.shell);
	board_release(&board);
	return batch.code;
}
