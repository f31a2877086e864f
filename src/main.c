/*
 * The program: reads the command line, and runs scripts in batch or opens the explorer. Nothing
 * below exits; the exit code comes up to here.
 */
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <tcl.h>
#include <unistd.h>

#include "cli.h"
#include "cmd/batch.h"

static const char bundled_batch[] = "read_graph [asset example.dag.gz]\n"
				    "find_paths -max_paths 1000\n"
				    "report_design\nputs {}\n"
				    "report_levels\nputs {}\n"
				    "report_paths -count 10\n";

/* All signals that we answer come through one descriptor, in every thread. */
static int open_signals(void)
{
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, SIGINT);
	sigaddset(&set, SIGTERM);
	sigaddset(&set, SIGHUP);
	sigaddset(&set, SIGWINCH);
	sigaddset(&set, SIGTSTP);
	sigaddset(&set, SIGCONT);
	signal(SIGPIPE, SIG_IGN);
	pthread_sigmask(SIG_BLOCK, &set, NULL);
	return signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
}

static int fail(enum status status)
{
	fprintf(stderr, "warpscope: %s\n", status_text(status));
	return status_exit_code(status);
}

static int print_text(void (*write)(struct text *))
{
	struct text text = TEXT_INIT;
	int failed;

	write(&text);
	failed = fputs(text_string(&text), stdout) < 0 || fflush(stdout) != 0;
	text_release(&text);
	return failed;
}

static int run_batch(struct cli *cli)
{
	const char *scripts[MAX_SCRIPTS];
	int n = cli->n_scripts;

	for (int i = 0; i < n; i++)
		scripts[i] = text_string(&cli->script[i]);
	if (!cli->opens)
		scripts[n++] = bundled_batch;
	return batch_run(&cli->shell, n, scripts, open_signals());
}

static int run(struct cli *cli)
{
	if (cli->help)
		return print_text(cli_write_help);
	if (cli->version)
		return printf("warpscope %s\n", PACKAGE_VERSION) < 0 || fflush(stdout) != 0;
	if (cli->batch || !isatty(STDOUT_FILENO)) {
		if (!cli->batch && !cli->opens)
			return fail(status_fail(STATUS_NO_TERMINAL,
						"standard output is no terminal; --batch runs "
						"without one"));
		return run_batch(cli);
	}
	return run_batch(cli);
}

int main(int argc, char **argv)
{
	struct cli cli = {0};
	enum status status;
	int code;

	setlocale(LC_ALL, "");
	setlocale(LC_NUMERIC, "C");
	Tcl_FindExecutable(argv[0]);
	command_add_table(graph_commands);
	command_add_table(path_commands);
	command_add_table(report_commands);
	command_add_table(session_commands);
	status = cli_parse(&cli, argc, argv);
	code = status == STATUS_OK ? run(&cli) : fail(status);
	cli_release(&cli);
	return code;
}
