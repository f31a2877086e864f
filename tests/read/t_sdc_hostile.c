/*
 * SDC: what a script does that means harm, and a child that can't be trusted. Each ends as an error
 * with its line, soon, and leaves neither constraints nor processes nor open files.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "read/sdc/sdc_impl.h"
#include "lib/sane.h"
#include "lib/sdc_design.h"
#include "lib/tap.h"

static struct netlist *netlist;

/* A child ends at once where these tests go: one second, 64 MiB. */
static struct sdc_options narrow(void)
{
	struct sdc_options options = SDC_OPTIONS_INIT;

	options.memory = INT64_C(64) << 20;
	options.output = 1 << 16;
	options.cpu_seconds = 1;
	options.wall_seconds = 10;
	return options;
}

/* ---- scripts ---- */

static const struct hostile {
	const char *script, *error;
} hostile[] = {
	{"exec ls", "t.sdc:1: error: exec isn't available in SDC"},
	{"set f [open /etc/passwd]", "t.sdc:1: error: open isn't available in SDC"},
	{"source /etc/passwd", "t.sdc:1: error: source isn't available in SDC"},
	{"socket localhost 80", "t.sdc:1: error: socket isn't available in SDC"},
	{"load libc.so.6", "t.sdc:1: error: load isn't available in SDC"},
	{"file delete x", "t.sdc:1: error: file isn't available in SDC"},
	{"glob *", "t.sdc:1: error: glob isn't available in SDC"},
	{"cd /", "t.sdc:1: error: cd isn't available in SDC"},
	{"pwd", "t.sdc:1: error: pwd isn't available in SDC"},
	{"exit 0", "t.sdc:1: error: exit isn't available in SDC"},
	{"interp create", "t.sdc:1: error: interp isn't available in SDC"},
	{"interp invokehidden {} open x", "t.sdc:1: error: interp isn't available in SDC"},
	{"after 100000", "t.sdc:1: error: after isn't available in SDC"},
	{"vwait x", "t.sdc:1: error: vwait isn't available in SDC"},
	{"chan create r x", "t.sdc:1: error: chan isn't available in SDC"},
	{"read stdin", "t.sdc:1: error: read isn't available in SDC"},
	{"gets stdin", "t.sdc:1: error: gets isn't available in SDC"},
	{"fconfigure stdout", "t.sdc:1: error: fconfigure isn't available in SDC"},
	{"package require http", "t.sdc:1: error: package isn't available in SDC"},
	{"encoding system", "t.sdc:1: error: encoding isn't available in SDC"},
	{"trace add variable x write y", "t.sdc:1: error: trace isn't available in SDC"},
	{"::tcl::chan::puts x", "t.sdc:1: error: unknown command \"::tcl::chan::puts\""},
	{"::tcl::file::exists x", "t.sdc:1: error: unknown command \"::tcl::file::exists\""},
	{"tcl::unsupported::representation x", "t.sdc:1: error: unknown command"},
	{"oo::class create x", "t.sdc:1: error: unknown command"},
	{"clock format 0",
	 "t.sdc:1: error: unknown or ambiguous subcommand \"format\": must be clicks"},
	{"puts [::tcl::clock::getenv HOME]",
	 "t.sdc:1: error: unknown command \"::tcl::clock::getenv\""},
	{"::tcl::clock::ConvertLocalToUTC {} 0 0", "t.sdc:1: error: unknown command"},
	{"info hostname", "t.sdc:1: error: unknown or ambiguous subcommand \"hostname\""},
	{"info nameofexecutable", "t.sdc:1: error: unknown or ambiguous subcommand"},
	{"::tcl::info::nameofexecutable", "t.sdc:1: error: unknown command"},
	{"info frame 0", "t.sdc:1: error: unknown or ambiguous subcommand \"frame\""},
	{"info loaded", "t.sdc:1: error: unknown or ambiguous subcommand \"loaded\""},
	{"::tcl::pkgconfig list", "t.sdc:1: error: unknown command"},
	{"::tcl::Bgerror {} {}", "t.sdc:1: error: unknown command"},
	{"namespace delete ::", "t.sdc:1: error: unknown or ambiguous subcommand \"delete\""},
	{"namespace ensemble create", "t.sdc:1: error: unknown or ambiguous subcommand"},
	{"namespace unknown x", "t.sdc:1: error: unknown or ambiguous subcommand \"unknown\""},
	{"coroutine c f", "t.sdc:1: error: coroutine isn't available in SDC"},
	{"yield", "t.sdc:1: error: yield isn't available in SDC"},
	{"binary scan x c y", "t.sdc:1: error: binary isn't available in SDC"},
	{"::warpscope::proc f {} {}", "t.sdc:1: error: unknown command \"::warpscope::proc\""},
	{"::warpscope::run", "t.sdc:1: error: unknown command \"::warpscope::run\""},
	{"script\\ of\\ SDC", "t.sdc:1: error: unknown command \"script of SDC\""},
	{"rename ::warpscope::proc {}\nproc f {} {}",
	 "t.sdc:1: error: can't delete \"::warpscope::proc\": command doesn't exist"},
	{"rename proc {}\nproc f {} {}", "t.sdc:2: error: unknown command \"proc\""},
	{"rename set {}\nset x 1", "t.sdc:2: error: unknown command \"set\""},
	{"rename unknown {}\nnono", "t.sdc:2: error: invalid command name \"nono\""},
	{"rename ::tcl::info::level {}\nproc f {} {rename f {}\nset_load -1 y}\nf",
	 "t.sdc:4: error: set_load: the load is negative"},
	{"puts nofile x", "t.sdc:1: error: puts: \"nofile\" is neither stdout nor stderr"},
	{"rename exec e\ne ls", "t.sdc:2: error: e isn't available in SDC"},
	{"set x 1\nproc f {} {f}\nf", "t.sdc:3: error: too many nested evaluations"},
	{"set x {f}\nproc f {} {eval $::x}\nf", "t.sdc:3: error: too many nested evaluations"},
	{"string repeat x 1000000000000", "t.sdc:1: error: "},
	{"expr {2 ** 1000000000}", "t.sdc:1: error: exponent too large"},
	{"foreach x [lrepeat 10000 a] {puts xxxxxxxxxxxxxxxxxxx}",
	 "t.sdc:1: error: puts: more than 65536 bytes"},
	{"puts 1\nputs [string repeat x 70000]", "t.sdc:2: error: puts: more than 65536 bytes"},
	{"create_clock -name [string repeat x 2000000] -period 1",
	 "t.sdc:1: error: create_clock: a name of more than 1000 bytes"},
	{"get_ports [string repeat * 100000]", NULL},
	{"get_ports -filter [string repeat ( 100000] a", "t.sdc:1: error: get_ports: "},
	{"set x [list a]\nforeach i [lrepeat 1000 a] {set x [list $x $x]}\nset_load 1 $x", NULL},
};

static void check_scripts(void)
{
	struct sdc_options options = narrow();

	for (size_t i = 0; i < sizeof hostile / sizeof *hostile; i++) {
		const struct hostile *h = &hostile[i];
		struct sdc_case c = sdc_run_options(netlist, h->script, NULL, &options);
		bool as_wanted = h->error
					 ? c.status == STATUS_BAD_INPUT &&
						   strncmp(c.error, h->error, strlen(h->error)) == 0
					 : true; /* whatever it is, it ends */

		if (!OK(as_wanted, "%.*s", (int)strcspn(h->script, "\n"), h->script))
			printf("# got: %s\n", c.error);
		sdc_case_release(&c);
	}
}

/* ---- limits ---- */

/* It ends soon, with this error. */
static void stopped(const char *script, const struct sdc_options *options, const char *error)
{
	double begin = clock_ms();
	struct sdc_case c = sdc_run_options(netlist, script, NULL, options);

	if (!OK(c.status == STATUS_BAD_INPUT && !c.k && strcmp(c.error, error) == 0 &&
			clock_ms() - begin < 9000,
		"%s", error))
		printf("# got: %s\n# after %.0f ms\n", c.error, clock_ms() - begin);
	sdc_case_release(&c);
}

/* Memory is out in Tcl's own way, or as an end of the process; a sanitizer has its own. */
static void starved(const char *script, const struct sdc_options *options, const char *place)
{
	static const char *const why[] = {"more than 64 MiB of memory asked for", "out of memory",
					  "unable to alloc", "ended without a result"};
	struct sdc_case c = sdc_run_options(netlist, script, NULL, options);
	bool known = false;

	for (size_t i = 0; i < sizeof why / sizeof *why; i++)
		known |= strstr(c.error, why[i]) != NULL;
	if (!OK(c.status == STATUS_BAD_INPUT && !c.k && known &&
			strncmp(c.error, place, strlen(place)) == 0,
		"%sout of memory", place))
		printf("# got: %s\n", c.error);
	sdc_case_release(&c);
}

static void check_limits(void)
{
	struct sdc_options options = narrow();

	starved("set a 1\n\nset x [string repeat x 200000000]", &options, "t.sdc:3: error: ");
	starved("set x [string repeat x 1000000]\nwhile 1 {append x $x}", &options,
		"t.sdc:2: error: ");
	starved("set x {}\nwhile 1 {\nlappend x [lrepeat 1000 $x]}", &options, "t.sdc:2: error: ");
	options.memory = INT64_C(1) << 30;
	stopped("set a 1\nwhile 1 {}", &options,
		"t.sdc:2: error: more than 1 s of processor time taken");
	stopped("\ncatch {while 1 {catch {while 1 {}}}}", &options,
		"t.sdc:2: error: more than 1 s of processor time taken");
	stopped("set x [expr {2 ** 30000000}]\nstring length $x", &options,
		"t.sdc:2: error: more than 1 s of processor time taken");
	stopped("set x [string repeat \\[ 1000000]\neval $x", &options,
		"t.sdc:2: error: the script ended by a fault (signal 11): nested too deeply?");
	options.wall_seconds = 1;
	options.cpu_seconds = 100;
	stopped("\n\n\nwhile 1 {}", &options, "t.sdc:4: error: not done after 1 s");
	options.stream = 1000;
	stopped("\nputs [string repeat x 3000]", &options,
		"t.sdc:2: error: more than 1000 bytes of output, warnings and constraints");
}

static void check_bytes(void)
{
	static const char script[] = "set a 1\n set b\0 2";
	char path[] = "/tmp/t_sdc.XXXXXX", wanted[64];
	int fd = mkstemp(path);
	struct sdc_options options = narrow();
	struct text warnings = TEXT_INIT, output = TEXT_INIT;
	struct task task = TASK_INIT;
	struct constraints *k = NULL;
	enum status status;

	OK(write(fd, script, sizeof script - 1) == (ssize_t)sizeof script - 1, "a file with a NUL");
	status = sdc_read(path,
			  &(struct sdc_job){.netlist = netlist,
					    .options = &options,
					    .warnings = &warnings,
					    .output = &output,
					    .task = &task},
			  &k);
	snprintf(wanted, sizeof wanted, "%s:2:7: error: a NUL byte", path);
	OK(status == STATUS_BAD_INPUT && strcmp(status_text(status), wanted) == 0, "a NUL byte");
	OK(ftruncate(fd, 0) == 0 && sdc_read(path,
					     &(struct sdc_job){.netlist = netlist,
							       .options = &options,
							       .warnings = &warnings,
							       .output = &output,
							       .task = &task},
					     &k) == STATUS_OK,
	   "an empty file");
	constraints_unref(k);
	OK(sdc_read("/nonexistent",
		    &(struct sdc_job){.netlist = netlist,
				      .options = &options,
				      .warnings = &warnings,
				      .output = &output,
				      .task = &task},
		    &k) == STATUS_IO,
	   "no file");
	close(fd);
	unlink(path);
	text_release(&warnings);
	text_release(&output);
}

/* ---- from outside ---- */

struct outside {
	struct task *task;
	bool kill; /* the child, else the task is cancelled */
	double asked;
};

/* The one child of this process, 0 when there is none. */
static pid_t find_child(void)
{
	DIR *tasks = opendir("/proc/self/task");
	struct dirent *entry;
	int child = 0;

	while (tasks && !child && (entry = readdir(tasks))) {
		char path[300];
		FILE *file;

		snprintf(path, sizeof path, "/proc/self/task/%s/children", entry->d_name);
		file = fopen(path, "r");
		if (file && fscanf(file, "%d", &child) != 1)
			child = 0;
		if (file)
			fclose(file);
	}
	if (tasks)
		closedir(tasks);
	return child;
}

static void *act(void *context)
{
	struct outside *outside = context;
	pid_t child = 0;

	usleep(100000);
	outside->asked = clock_ms();
	if (!outside->kill)
		atomic_store(&outside->task->cancel, true);
	for (int i = 0; i < 1000 && outside->kill && !child; i++) {
		child = find_child();
		usleep(1000);
	}
	if (child)
		kill(child, SIGKILL);
	else if (outside->kill)
		atomic_store(&outside->task->cancel, true);
	return NULL;
}

static void check_outside(bool kill)
{
	struct sdc_options options = narrow();
	struct text warnings = TEXT_INIT, output = TEXT_INIT;
	struct task task = TASK_INIT;
	struct outside outside = {.task = &task, .kill = kill};
	struct constraints *k = NULL;
	pthread_t thread;
	enum status status;
	double ended;

	options.cpu_seconds = 30;
	if (pthread_create(&thread, NULL, act, &outside) != 0)
		abort();
	status = sdc_eval("puts 1\nwhile 1 {}", "t.sdc",
			  &(struct sdc_job){.netlist = netlist,
					    .options = &options,
					    .warnings = &warnings,
					    .output = &output,
					    .task = &task},
			  &k);
	ended = clock_ms();
	pthread_join(thread, NULL);
	if (kill && status == STATUS_CANCELLED)
		tap_skip("a child that is killed", "the system doesn't tell children");
	else if (kill)
		OK(status == STATUS_BAD_INPUT &&
			   strcmp(status_text(status),
				  "t.sdc:2: error: the script was ended by signal 9") == 0,
		   "a child that is killed");
	else if (!OK(status == STATUS_CANCELLED && ended - outside.asked < 50, "cancelled"))
		printf("# status %d after %.1f ms\n", status, ended - outside.asked);
	OK(!k, "without constraints");
	text_release(&warnings);
	text_release(&output);
}

/* ---- inside ---- */

/* What a process that is shut in can still do, as bits. */
static int try_all(void)
{
	int can = 0, fds[2];
	pid_t child = fork();

	if (child == 0)
		_exit(0);
	can |= child > 0;
	can |= (open("/dev/null", 0) >= 0) << 1;
	can |= (socket(AF_UNIX, SOCK_STREAM, 0) >= 0) << 2;
	can |= (pipe(fds) == 0) << 3;
	can |= (kill(getpid(), 0) == 0) << 4;
	execl("/bin/true", "true", (char *)NULL);
	can |= (chdir("/") == 0) << 5;
	return can;
}

static void check_shut_in(void)
{
	struct sdc_options options = narrow();
	int status, can;
	pid_t pid = fork();

	if (pid == 0) {
		sdc_shut_in(&options);
		can = try_all();
		_exit(prctl(PR_GET_SECCOMP) == 2 ? can : 0x80 | (can & 0xe));
	}
	waitpid(pid, &status, 0);
	can = WIFEXITED(status) ? WEXITSTATUS(status) : 0xff;
	OK((can & 0xe) == 0, "no file, no socket, no pipe");
	if (can & 0x80)
		tap_skip("no process", "system calls can't be filtered here");
	else if (!OK(can == 0, "no process, no signal, no program"))
		printf("# %#x\n", can);
}

/* ---- the stream ---- */

static void take(const char *data, int64_t length, bool *sane, int64_t *taken)
{
	struct constraints *k;
	const char *wrong;

	if (constraints_new("", netlist, &k) != STATUS_OK)
		abort();
	wrong = sdc_take_constraints(data, length, netlist, k);
	if (!wrong) {
		(*taken)++;
		*sane = *sane && !constraints_insane(k, netlist);
	}
	constraints_unref(k);
}

static const char rich[] =
	"create_clock -name c -period 10 ck\nset_propagated_clock c\n"
	"create_generated_clock -name g -source ck -divide_by 2 div/Q\n"
	"set_clock_uncertainty 0.1 -from c -to g\nset_clock_groups -asynchronous -group c -group g\n"
	"set_input_delay 1 -clock c a\nset_output_delay 1 -clock g y\nset_load 1 {y n1}\n"
	"set_driving_cell -lib_cell XOR2 {a b}\nset_input_transition 1 a\nset_case_analysis 1 rn\n"
	"set_disable_timing {u1 r0/Q}\nset_disable_timing [get_lib_cells cells/INV] -from A\n"
	"set_timing_derate -late 1.1 [get_nets n1]\nset_false_path -from c -through u1/Y -to y\n"
	"set_multicycle_path 2 -through u1 -through x1 -to g\ngroup_path -name io -from a\n";

/* Every byte changed, every length: either there is an error, or all numbers are in their
 * ranges. */
static void check_stream(void)
{
	struct sdc_case c = sdc_run_case(netlist, rich, NULL);
	struct text good = TEXT_INIT, again = TEXT_INIT;
	static const unsigned char masks[] = {0xff, 0x80, 0x01};
	int64_t taken = 0;
	bool sane = true;

	OK(c.status == STATUS_OK && !constraints_insane(c.k, netlist), "constraints of many kinds");
	if (sdc_put_constraints(netlist, c.k, &good) != STATUS_OK)
		abort();
	take(text_string(&good), good.length, &sane, &taken);
	OK(taken == 1 && sane, "%lld bytes there and back", (long long)good.length);
	for (int64_t i = 0; i < good.length; i++)
		take(text_string(&good), i, &sane, &taken);
	OK(taken == 1, "none of its beginnings will do");
	for (int64_t i = 0; i < 3 * good.length; i++) {
		text_clear(&again);
		text_append(&again, good.data, good.length);
		again.data[i / 3] = (char)(again.data[i / 3] ^ masks[i % 3]);
		take(again.data, again.length, &sane, &taken);
	}
	if (!OK(sane && taken < 3 * good.length, "a changed byte is found, or harmless"))
		printf("# %lld of %lld taken\n", (long long)taken, (long long)(3 * good.length));
	text_release(&good);
	text_release(&again);
	sdc_case_release(&c);
}

/* ---- nothing is left ---- */

static int count_files(void)
{
	DIR *folder = opendir("/proc/self/fd");
	int n = 0;

	while (folder && readdir(folder))
		n++;
	if (folder)
		closedir(folder);
	return n;
}

int main(int argc, char **argv)
{
	int before;

	(void)argc;
	Tcl_FindExecutable(argv[0]);
	netlist = sdc_design();
	before = count_files();
	check_scripts();
	check_limits();
	check_bytes();
	check_outside(false);
	check_outside(true);
	check_shut_in();
	check_stream();
	OK(count_files() == before, "no file stays open");
	OK(waitpid(-1, NULL, WNOHANG) < 0 && errno == ECHILD, "no child stays");
	netlist_unref(netlist);
	return tap_done();
}
