/* Processes of kernel_try: each in a process session of its own, which is killed with it; output to
 * a file. */
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/tcl_text.h"
#include "session/shell_impl.h"

enum { MOST_PRINTED = 1 << 28, WAIT_MS = 10 }; /* bytes of a file that they write */

/* In the new process. */
static _Noreturn void become(const char *printed, char *const *words)
{
	const struct rlimit most = {MOST_PRINTED, MOST_PRINTED};
	int in = open("/dev/null", O_RDONLY | O_CLOEXEC);
	int out = open(printed, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	sigset_t none;

	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	signal(SIGPIPE, SIG_DFL);
	setsid();
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	setrlimit(RLIMIT_FSIZE, &most);
	if (in >= 0 && out >= 0 && dup2(in, 0) == 0 && dup2(out, 1) == 1 && dup2(out, 2) == 2)
		execv(words[0], words);
	_exit(127);
}

/* Until it ends, is cancelled or has taken too long; then all that it has started ends, too. 128 and more: by a signal. */
static int wait_for(struct task *task, pid_t pid, double seconds)
{
	double end = clock_ms() + 1000 * seconds;
	int status = 0;
	pid_t ended;

	while ((ended = waitpid(pid, &status, WNOHANG)) == 0) {
		if (task_breathe(task) != STATUS_OK || clock_ms() > end)
			break;
		poll(NULL, 0, WAIT_MS);
	}
	kill(-pid, SIGKILL);
	if (ended == 0)
		waitpid(pid, &status, 0);
	return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

int shell_process(ClientData data, Tcl_Interp *interp, int objc, Tcl_Obj *const objv[])
{
	struct shell *shell = data;
	char **words, text[16];
	pid_t pid;

	if (objc < 4) {
		Tcl_WrongNumArgs(interp, 1, objv, "seconds file program ?word ...?");
		return TCL_ERROR;
	}
	words = calloc((size_t)objc - 2, sizeof *words);
	if (!words)
		return shell_fail_in_tcl(interp, status_fail(STATUS_NO_MEMORY, "out of memory"));
	for (int i = 3; i < objc; i++)
		words[i - 3] = (char *)tcl_text(objv[i]);
	pid = fork();
	if (pid == 0)
		become(tcl_text(objv[2]), words);
	free(words);
	if (pid < 0)
		return shell_fail_in_tcl(interp,
					 status_fail(STATUS_FAILED, "no process can be started"));
	snprintf(text, sizeof text, "%d",
		 wait_for(&shell->session.task, pid, strtod(tcl_text(objv[1]), NULL)));
	Tcl_SetObjResult(interp, tcl_new(text, -1));
	return TCL_OK;
}
