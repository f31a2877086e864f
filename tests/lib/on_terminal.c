/*
 *	on_terminal COMMAND ARGUMENT...
 *
 * Runs a command on a terminal of its own (80x24, output as it is) with nothing to be read, and
 * copies to standard output each byte that the terminal gets. Exit code: the command's.
 */
#include <fcntl.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

static int open_terminal(int master)
{
	struct winsize size = {.ws_row = 24, .ws_col = 80};
	struct termios mode;
	int fd = open(ptsname(master), O_RDWR | O_NOCTTY | O_CLOEXEC);

	if (fd < 0 || tcgetattr(fd, &mode) != 0)
		return -1;
	mode.c_oflag &= ~(tcflag_t)OPOST;
	mode.c_lflag &= ~(tcflag_t)ECHO;
	tcsetattr(fd, TCSANOW, &mode);
	ioctl(fd, TIOCSWINSZ, &size);
	return fd;
}

static void run(int master, char **command)
{
	int fd;

	setsid();
	fd = open_terminal(master);
	if (fd < 0 || ioctl(fd, TIOCSCTTY, 0) != 0)
		_exit(126);
	for (int i = 0; i < 3; i++)
		dup2(fd, i);
	close(fd);
	execvp(command[0], command);
	_exit(127);
}

int main(int argc, char **argv)
{
	int master = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC), keep, status, runs[2];
	char buffer[4096];
	ssize_t n;
	pid_t child;

	if (argc < 2 || master < 0 || grantpt(master) != 0 || unlockpt(master) != 0 ||
	    pipe2(runs, O_CLOEXEC) != 0)
		return 125;
	keep = open_terminal(master); /* so that it doesn't hang up before the command is there */
	child = fork();
	if (child == 0)
		run(master, argv + 1);
	if (child < 0 || keep < 0)
		return 125;
	close(runs[1]);
	n = read(runs[0], buffer, 1); /* nothing: the pipe is closed when the command runs */
	close(keep);
	while ((n = read(master, buffer, sizeof buffer)) > 0) {
		if (write(STDOUT_FILENO, buffer, (size_t)n) != n)
			return 125;
	}
	waitpid(child, &status, 0);
	return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
