/*
 * The shell: what its thread uses is there as long as the thread is, also when the main thread has
 * gone on without it. And the table of commands: what doesn't fit isn't left out but ends the
 * process, by abort(), before any command runs.
 */
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <tcl.h>
#include <unistd.h>

#include "session/command.h"
#include "session/shell.h"
#include "lib/tap.h"

enum { WAIT_MS = 20000 };

static const struct shell_config config = {.device = {.kind = DEVICE_CPU, .n_threads = 1},
					   .quiet_device = true};

/* Wait for a result on the board; its status. */
static enum status next_result(struct shell *shell)
{
	struct shell_result result;
	enum status status;

	while (!shell_take_result(shell, &result)) {
		struct pollfd p = {.fd = shell_board(shell)->main_fd, .events = POLLIN};

		if (poll(&p, 1, WAIT_MS) <= 0)
			return STATUS_FAILED;
		eventfd_drain(p.fd);
	}
	status = result.status;
	text_release(&result.text);
	return status;
}

static void check_stop(void)
{
	struct shell *shell;

	OK(shell_start(&config, &shell) == STATUS_OK && next_result(shell) == STATUS_OK,
	   "a shell opens its device");
	shell_submit(shell, "expr 6 * 7");
	OK(next_result(shell) == STATUS_OK && shell_stop(shell) && !shell_left_thread(),
	   "it runs a script and stops");
}

/* Its first script is submitted before the device is there; it has read a file by then. */
static void check_reading_ahead(void)
{
	struct shell_config ahead = {
		.device = {.kind = DEVICE_AUTO}, .quiet_device = true, .reads_ahead = true};
	struct shell *shell;

	OK(shell_start(&ahead, &shell) == STATUS_OK, "a shell begins to open its device");
	shell_submit(shell, "read_liberty [asset ws45/ws45_late.lib.gz]; report_device");
	OK(next_result(shell) == STATUS_OK && next_result(shell) == STATUS_OK,
	   "a file is read meanwhile, then the device reports");
	shell_submit(shell, "expr 6 * 7");
	OK(next_result(shell) == STATUS_OK && shell_stop(shell), "it goes on, and stops");
}

/* A snapshot of a graph, whose image needs the device, and one of a design, whose timing does. */
static void check_snapshot_ahead(const char *make, const char *use)
{
	struct shell_config ahead = {
		.device = {.kind = DEVICE_AUTO}, .quiet_device = true, .reads_ahead = true};
	char path[] = "/tmp/t_shell.XXXXXX", script[300];
	struct shell *shell;
	int fd = mkstemp(path);

	if (!OK(fd >= 0 && shell_start(&config, &shell) == STATUS_OK, "a shell that saves"))
		return;
	close(fd);
	snprintf(script, sizeof script, "%s; save_design %s", make, path);
	shell_submit(shell, script);
	OK(next_result(shell) == STATUS_OK && next_result(shell) == STATUS_OK && shell_stop(shell),
	   "%.20s and save_design", make);
	OK(shell_start(&ahead, &shell) == STATUS_OK, "a shell begins to open its device");
	snprintf(script, sizeof script, "read_design %s; %s", path, use);
	shell_submit(shell, script);
	OK(next_result(shell) == STATUS_OK && next_result(shell) == STATUS_OK && shell_stop(shell),
	   "a snapshot is read meanwhile, then %.20s", use);
	unlink(path);
}

/* Whatever the script would do after that. */
static void check_no_device(const char *first)
{
	struct shell_config none = {.device = {.kind = DEVICE_CUDA, .index = 200},
				    .reads_ahead = true};
	char path[] = "/tmp/t_shell.XXXXXX", script[200];
	struct shell *shell;
	int fd = mkstemp(path);

	if (!OK(fd >= 0 && shell_start(&none, &shell) == STATUS_OK, "a shell without a device"))
		return;
	unlink(path);
	snprintf(script, sizeof script, "%s; catch {close [open %s w]}; catch {exec touch %s}",
		 first, path, path);
	shell_submit(shell, script);
	OK(next_result(shell) == STATUS_NO_DEVICE, "which is the first result");
	OK(shell_stop(shell) && access(path, F_OK) != 0, "after \"%.20s\" nothing was done", first);
	close(fd);
}

/* Not in main(): its frame is gone, and used again, when the thread goes on. */
static struct shell *leave_thread(void)
{
	struct shell *shell;

	if (shell_start(&config, &shell) != STATUS_OK || next_result(shell) != STATUS_OK)
		return NULL;
	shell_submit(shell, "exec sleep 4; list done");
	usleep(500000); /* until it has begun */
	return OK(!shell_stop(shell) && shell_left_thread(),
		  "a thread that waits for a program is left")
		       ? shell
		       : NULL;
}

static void check_left_thread(void)
{
	struct shell *shell = leave_thread();
	struct pollfd p = {.events = POLLIN};
	enum status status;

	if (!shell)
		return;
	p.fd = shell_board(shell)->main_fd;
	eventfd_drain(p.fd);
	status = next_result(shell);
	OK(status == STATUS_OK || status == STATUS_CANCELLED,
	   "what it does with the board afterwards is done with one that is there");
	board_set_design(shell_board(shell), "still there");
	OK(poll(&p, 1, 0) >= 0 && !(p.revents & POLLNVAL), "and that stays open");
}

/* ---- tables ---- */

static enum status do_nothing(struct call *call)
{
	(void)call;
	return STATUS_OK;
}

static struct command many[MAX_COMMANDS + 2];
static char many_names[MAX_COMMANDS + 1][16];

static void add_many(int n)
{
	for (int i = 0; i < n; i++) {
		snprintf(many_names[i], sizeof many_names[i], "command_%d", i);
		many[i] = (struct command){.name = many_names[i], .help = "", .run = do_nothing};
	}
	many[n] = (struct command){0};
	command_add_table(many);
	exit(command_find("command_7") && command_find(many_names[n - 1]) ? 0 : 1);
}

static void add_options(int n)
{
	static struct option options[MAX_OPTIONS + 2];
	static struct command table[2];
	static char names[MAX_OPTIONS + 1][16];

	for (int i = 0; i < n; i++) {
		snprintf(names[i], sizeof names[i], "-option_%d", i);
		options[i] = (struct option){names[i], OPTION_FLAG, NULL, ""};
	}
	table[0] =
		(struct command){.name = "one", .help = "", .options = options, .run = do_nothing};
	command_add_table(table);
	exit(command_find("one") ? 0 : 1);
}

static void add_arguments(int n)
{
	static struct command table[2];

	table[0] =
		(struct command){.name = "one", .max_arguments = n, .help = "", .run = do_nothing};
	command_add_table(table);
	exit(0);
}

static void add_option_twice(int n)
{
	static const struct option options[] = {{"-a", OPTION_FLAG, NULL, ""},
						{"-b", OPTION_FLAG, NULL, ""},
						{"-a", OPTION_FLAG, NULL, ""},
						{0}};
	static const struct command table[] = {
		{.name = "one", .help = "", .options = options, .run = do_nothing}, {0}};

	(void)n;
	command_add_table(table);
	exit(0);
}

static void add_twice(int n)
{
	static const struct command table[] = {{.name = "two", .help = "", .run = do_nothing}, {0}};

	while (n-- > 0)
		command_add_table(table);
	exit(0);
}

/* How a child ends that adds the table. */
static void check_table(const char *what, void (*add)(int n), int n, bool fits)
{
	int state = 0;
	pid_t pid;

	fflush(stdout);
	pid = fork();
	if (pid == 0) {
		if (!freopen("/dev/null", "w", stderr))
			_exit(2);
		add(n);
	}
	waitpid(pid, &state, 0);
	OK(fits ? WIFEXITED(state) && WEXITSTATUS(state) == 0
		: WIFSIGNALED(state) && WTERMSIG(state) == SIGABRT,
	   "%s%s", what, fits ? "" : ": caught");
}

/* Asked for while a script ran that the stop cancels: where in the release that is seen varies. */
static bool stops_when_asked(const char *job, int64_t serial)
{
	struct histogram_request wanted = {
		.quantity = HISTOGRAM_ENDPOINTS, .split = LATE, .max_bins = 10, .serial = serial};
	struct shell *shell;
	bool ready = shell_start(&config, &shell) == STATUS_OK && next_result(shell) == STATUS_OK;

	shell_submit(shell, job);
	shell_submit(shell, "after 10000");
	ready = next_result(shell) == STATUS_OK && ready;
	board_want_histogram(shell_board(shell), &wanted);
	return shell_stop(shell) && ready;
}

static void check_stop_when_asked(void)
{
	const char *srcdir = getenv("srcdir");
	char job[1024];
	int n = 0;

	snprintf(job, sizeof job, "source %s/tests/data/stage.tcl; report_wns > /dev/null",
		 srcdir ? srcdir : ".");
	for (int i = 0; i < 3; i++)
		n += stops_when_asked(job, i + 1);
	OK(n == 3, "what is asked for while a shell stops isn't read of a design half released");
}

/* Histograms are asked for all the time, so that one is asked for when SDC's child is forked too: if
 * that answered, it would wait for threads of the device that it doesn't have. */
static void check_child_of_sdc(void)
{
	const char *srcdir = getenv("srcdir");
	char sdc[] = "t_shell_XXXXXX", job[1024];
	struct histogram_request wanted = {.quantity = HISTOGRAM_ENDPOINTS, .split = LATE};
	struct shell_result result;
	struct shell *shell;
	int fd = mkstemp(sdc);

	OK(fd >= 0 && write(fd, "error ended\n", 12) == 12 && close(fd) == 0, "an SDC file");
	OK(shell_start(&config, &shell) == STATUS_OK && next_result(shell) == STATUS_OK,
	   "a shell for it");
	snprintf(job, sizeof job,
		 "source %s/tests/data/stage.tcl\nreport_wns > /dev/null\n"
		 "for {set i 0} {$i < 100} {incr i} {catch {read_sdc %s} why\n"
		 "if {![string match *ended* $why]} {error $why}}",
		 srcdir ? srcdir : ".", sdc);
	shell_submit(shell, job);
	while (!shell_take_result(shell, &result)) {
		wanted.max_bins = 10 + (wanted.max_bins + 1) % 50;
		wanted.serial++;
		board_want_histogram(shell_board(shell), &wanted);
		usleep(50);
	}
	OK(result.status == STATUS_OK, "its child answers no readings");
	if (result.status != STATUS_OK)
		printf("# %s\n", shell_result_text(&result));
	text_release(&result.text);
	OK(shell_stop(shell), "and the shell stops");
	unlink(sdc);
}

int main(int argc, char **argv)
{
	int code;

	(void)argc;
	check_table("as many commands as there may be", add_many, MAX_COMMANDS, true);
	check_table("one more", add_many, MAX_COMMANDS + 1, false);
	check_table("as many options as a call has room for", add_options, MAX_OPTIONS, true);
	check_table("one more", add_options, MAX_OPTIONS + 1, false);
	check_table("as many arguments", add_arguments, MAX_ARGUMENTS, true);
	check_table("one more", add_arguments, MAX_ARGUMENTS + 1, false);
	check_table("a command", add_twice, 1, true);
	check_table("the same in another table", add_twice, 2, false);
	check_table("an option twice", add_option_twice, 0, false);
	Tcl_FindExecutable(argv[0]);
	command_add_tables();
	sdc_add_commands();
	check_stop();
	check_reading_ahead();
	check_snapshot_ahead("read_graph $env(srcdir)/tests/data/ladder.dag",
			     "find_paths -max_paths 3");
	check_snapshot_ahead("read_liberty [asset ws45/ws45_late.lib.gz]; "
			     "generate_design -profile common -gates 500; report_wns",
			     "report_wns");
	check_no_device("list");
	check_no_device("catch {read_design /nowhere}");
	check_no_device("read_liberty [asset ws45/ws45_late.lib.gz]");
	check_no_device("catch {read_liberty /nowhere}");
	check_no_device("set x [pwd]");
	check_stop_when_asked();
	check_child_of_sdc();
	check_left_thread();
	code = tap_done();
	fflush(NULL);
	_exit(code); /* a thread was left */
}
