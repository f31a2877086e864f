/*
 * Whatever fails, a run ends, says so and takes no file with it. Scripts and replays are run again
 * and again by tests/warpscope_faults, in which one call fails: of each kind (tests/lib/fault.h) the
 * first, the second, and so on. What has to be true of every run:
 *
 *	it ends by itself, in time, by no signal, and no sanitizer complains (leaks are such);
 *	with an exit code other than 0 it has a message, "warpscope: …", which names a file if it is about one;
 *	with 0 it did all that it does otherwise, or says on standard error what it didn't;
 *	each file that it writes has its old bytes or all of the new ones, and no file is left beside.
 *
 * A replay may end with 0 and screens that show less, as long as one of them is there to say why;
 * these are counted.
 *
 * By itself it takes a few calls of each kind, spread over places in the program, as all would take
 * hours. In the environment WARPSCOPE_FAULTS is `places` for a call from each place (with what
 * called it, and so on), `all` for all calls; WARPSCOPE_FAULT_ONLY a scenario, or one and a kind, as
 * in "netlist alloc", or with a number too for one run; WARPSCOPE_FAULT_JOBS how many runs go on at
 * once; with WARPSCOPE_FAULT_LESS those whose screens show less are described too.
 * WARPSCOPE_FAULT_DEVICE is another device than the CPU, as in "cuda".
 */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/text.h"
#include "lib/fault.h"
#include "lib/fault_files.h"
#include "lib/fault_scenarios.h"
#include "lib/tap.h"

enum {
	MOST_JOBS = 16,
	MOST_TOLD = 20,      /* failures of a check that are described */
	SAMPLE = 6,          /* calls of a scenario and kind, when not all are wanted */
	SANITIZER_CODE = 99, /* of a process in which a sanitizer found something */
};

static const char *const kind_names[] = {
#define X(name, text) text,
	FAULT_KINDS(X)
#undef X
};

/* What a scenario does when nothing fails. */
struct usual {
	struct files files;
	struct text out, err;
	int64_t calls[N_FAULT_KINDS];
};

/* A run under way in one of the folders. */
struct job {
	pid_t pid; /* 0 = none */
	int64_t n;
	double begin;
	char folder[PATH_MAX];
	struct fault_page *page;
};

struct tally {
	int runs, fired, failed, quiet, less;
};

static struct {
	char folder[PATH_MAX], tests[PATH_MAX], program[PATH_MAX];
	int n_jobs;
	int limit_s; /* of one run */
	struct job job[MOST_JOBS];
} here;

/* ---- running ---- */

/* The words of a scenario: names of files in the tree are those of tests. */
static void run_program(const struct scenario *s, const char *spec, const struct job *job)
{
	char *device = getenv("WARPSCOPE_FAULT_DEVICE");
	char *words[MOST_WORDS + 16], path[MOST_WORDS][PATH_MAX], keys[PATH_MAX];
	int n = 0, out, err, nothing;

	words[n++] = here.program;
	words[n++] = "-d";
	words[n++] = device ? device : "cpu";
	words[n++] = "--threads";
	words[n++] = "1";
	words[n++] = "--no-init";
	for (int i = 0; i < MOST_WORDS && s->words[i]; i++) {
		bool in_tree = i > 0 && (strcmp(s->words[i - 1], "-f") == 0 ||
					 strcmp(s->words[i], "folder") == 0);

		snprintf(path[i], sizeof path[i], "%.3000s%s%.1000s", in_tree ? here.tests : "",
			 in_tree ? "/" : "", s->words[i]);
		if (strcmp(s->words[i], "folder") == 0)
			snprintf(path[i], sizeof path[i], "%.3000s/folder", here.folder);
		words[n++] = path[i];
	}
	if (s->keys) {
		snprintf(keys, sizeof keys, "%.3000s/%s%s.keys", here.tests,
			 strchr(s->keys, '/') ? "" : "screens/", s->keys);
		words[n++] = "--keys";
		words[n++] = keys;
	}
	words[n] = NULL;
	setpgid(0, 0);
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (chdir(job->folder) != 0)
		_exit(98);
	out = open("../out", O_WRONLY | O_CREAT | O_TRUNC, 0666);
	err = open("../err", O_WRONLY | O_CREAT | O_TRUNC, 0666);
	nothing = open("/dev/null", O_RDONLY);
	if (dup2(nothing, 0) < 0 || dup2(out, 1) < 0 || dup2(err, 2) < 0)
		_exit(98);
	if (spec)
		setenv("WARPSCOPE_FAULT", spec, 1);
	else
		unsetenv("WARPSCOPE_FAULT");
	setenv("WARPSCOPE_FAULT_PAGE", "../page", 1);
	setenv("LC_ALL", s->locale ? s->locale : "C.UTF-8", 1);
	if (s->video)
		setenv("SDL_VIDEODRIVER", s->video, 1);
	execv(here.program, words);
	_exit(98);
}

/* What is in a folder before a run: old files in the place of those that will be written. */
static void start(const struct scenario *s, const struct files *written, const char *spec,
		  struct job *job)
{
	folder_empty(job->folder);
	for (int i = 0; written && i < written->n; i++)
		file_write(job->folder, written->file[i].name, OLD_BYTES);
	memset(job->page, 0, offsetof(struct fault_page, place));
	job->begin = clock_ms();
	fflush(stdout);
	job->pid = fork();
	if (job->pid == 0)
		run_program(s, spec, job);
	if (job->pid < 0) { /* kill(-pid) would go to process 1 */
		printf("Bail out! fork: %s\n", strerror(errno));
		exit(1);
	}
	setpgid(job->pid, job->pid);
}

enum { RUNNING = -1, TIMED_OUT = -2 };

/* Has it ended? Gives its status as of waitpid(). */
static int look(struct job *job)
{
	int status;

	if (waitpid(job->pid, &status, WNOHANG) == job->pid)
		return status;
	if (clock_ms() - job->begin < 1e3 * here.limit_s)
		return RUNNING;
	if (getenv("WARPSCOPE_FAULT_STOP")) /* to look at it */
		raise(SIGSTOP);
	kill(-job->pid, SIGABRT);
	usleep(100000);
	kill(-job->pid, SIGKILL);
	waitpid(job->pid, &status, 0);
	return TIMED_OUT;
}

/* A process that the run has left gets a second to end. */
static bool left_process(const struct job *job)
{
	for (int i = 0; i < 1000; i++) {
		if (kill(-job->pid, 0) < 0)
			return false;
		usleep(1000);
	}
	kill(-job->pid, SIGKILL);
	return true;
}

/* ---- what a run has to be ---- */

/* Another line of standard error than usual, with a message in it. */
static bool has_message(const struct text *err, const struct usual *usual)
{
	const char *line = text_string(err);

	while (*line) {
		size_t n = strcspn(line, "\n");
		char copy[256];

		snprintf(copy, sizeof copy, "%.*s", (int)n, line);
		if (strlen(copy) > strlen("warpscope: ") &&
		    (!usual || !strstr(text_string(&usual->err), copy)))
			return true;
		line += n + (line[n] == '\n');
	}
	return false;
}

static bool prints_less(const struct scenario *s, const struct text *out, const struct usual *usual)
{
	const char *a = text_string(out), *b = text_string(&usual->out);
	int lines = 0;

	if (!s->varies)
		return strcmp(a, b) != 0;
	for (; *a; a++)
		lines += *a == '\n';
	for (; *b; b++)
		lines -= *b == '\n';
	return lines != 0;
}

/* What a run said on standard error that it doesn't say otherwise. */
static void tell_lines(const struct text *err, const struct usual *usual)
{
	const char *line = text_string(err);

	while (*line) {
		size_t n = strcspn(line, "\n");
		char copy[400];

		snprintf(copy, sizeof copy, "%.*s", (int)n, line);
		if (copy[0] && !strstr(text_string(&usual->err), copy))
			printf("# | %s\n", copy);
		line += n + (line[n] == '\n');
	}
}

/* A record keeps the one before under another name. */
static bool is_kept(const struct file *file)
{
	return file->name[strlen(file->name) - 1] == '~' && file_is_old(file);
}

static const char *bad_file(const struct scenario *s, const struct files *files,
			    const struct usual *usual, int code)
{
	static char why[200];

	(void)s;
	for (int i = 0; i < files->n; i++) {
		const struct file *f = &files->file[i];
		const struct file *whole = files_find(&usual->files, f->name);

		why[0] = '\0';
		if (!whole && is_kept(f))
			continue;
		if (!whole)
			snprintf(why, sizeof why, "\"%s\" is left over", f->name);
		else if (!file_same(f, whole) && !file_is_old(f) && !s->keys)
			snprintf(why, sizeof why, "\"%s\" is neither old nor new", f->name);
		else if (file_is_old(f) && !s->keys && code == 0)
			snprintf(why, sizeof why, "\"%s\" wasn't written, and the exit code is 0",
				 f->name);
		if (why[0])
			return why;
	}
	for (int i = 0; i < usual->files.n; i++) {
		if (!files_find(files, usual->files.file[i].name)) {
			snprintf(why, sizeof why, "\"%s\" is gone", usual->files.file[i].name);
			return why;
		}
	}
	return NULL;
}

static bool same_screens(const struct files *files, const struct usual *usual)
{
	for (int i = 0; i < files->n; i++) {
		const struct file *whole = files_find(&usual->files, files->file[i].name);

		if (whole && !file_same(&files->file[i], whole))
			return false;
	}
	return true;
}

/* NULL, or what is wrong with a run. */
static const char *judge(const struct scenario *s, const struct usual *usual, const struct job *job,
			 int status, struct tally *tally)
{
	static char why[400];
	char path[PATH_MAX];
	struct files files;
	struct text out = TEXT_INIT, err = TEXT_INIT;
	const char *wrong = NULL;
	int code = status >= 0 && WIFEXITED(status) ? WEXITSTATUS(status) : -1;

	snprintf(path, sizeof path, "%.3000s/../out", job->folder);
	file_read(path, &out);
	snprintf(path, sizeof path, "%.3000s/../err", job->folder);
	file_read(path, &err);
	files_take(job->folder, &files);
	if (status == TIMED_OUT) {
		wrong = "it doesn't end";
	} else if (!WIFEXITED(status)) {
		snprintf(why, sizeof why, "ended by signal %d", WTERMSIG(status));
		wrong = why;
	} else if (code == SANITIZER_CODE) {
		wrong = "a sanitizer complains";
	} else if (left_process(job)) {
		wrong = "a process is left";
	} else if (strstr(text_string(&err), "(null)") || strstr(text_string(&out), "(null)")) {
		wrong = "\"(null)\" is printed";
	} else if (strstr(text_string(&err), "warpscope: ok\n") ||
		   strstr(text_string(&err), "warpscope: \n")) {
		wrong = "an empty message";
	} else if (code != 0 && !has_message(&err, usual) &&
		   !(s->varies && strstr(text_string(&out), "\nmissing\n"))) {
		wrong = "an exit code without a message";
	} else if (strstr(text_string(&err), "warpscope: : ")) {
		wrong = "a message about a file without its name";
	} else if (code == 0 && !s->keys && !has_message(&err, usual) &&
		   prints_less(s, &out, usual)) {
		wrong = "less was printed, and the exit code is 0";
	} else {
		wrong = bad_file(s, &files, usual, code);
	}
	if (!wrong && code == 0 && s->keys && !same_screens(&files, usual))
		tally->less++;
	else if (!wrong && code == 0)
		tally->quiet++;
	if (wrong && tally->failed < MOST_TOLD)
		tell_lines(&err, usual);
	files_release(&files);
	text_release(&out);
	text_release(&err);
	return wrong;
}

/* Where the call that failed is, to find the failure. */
static void tell_place(const struct job *job)
{
	char command[PATH_MAX + 40 * FAULT_FRAMES], line[400];
	int n = snprintf(command, sizeof command, "addr2line -fpse '%s' ", here.program);
	FILE *lines;

	for (int i = 0; i < job->page->n_frames && i < FAULT_FRAMES; i++)
		n += snprintf(command + n, sizeof command - (size_t)n, " 0x%" PRIx64,
			      job->page->frame[i] - 1);
	snprintf(command + n, sizeof command - (size_t)n, " 2>/dev/null");
	lines = job->page->n_frames > 0 ? popen(command, "re") : NULL;
	while (lines && fgets(line, sizeof line, lines))
		printf("#     %s", line);
	if (lines)
		pclose(lines);
}

static void conclude(const struct scenario *s, const struct usual *usual, int kind, struct job *job,
		     int status, struct tally *tally)
{
	int less = tally->less;
	const char *wrong = judge(s, usual, job, status, tally);
	bool tells = wrong && tally->failed < MOST_TOLD;

	tally->runs++;
	tally->fired += atomic_load(&job->page->fired) > 0;
	tally->failed += wrong != NULL;
	if (!wrong && tally->less > less) {
		wrong = "screens show less";
		tells = getenv("WARPSCOPE_FAULT_LESS") != NULL;
	}
	if (tells) {
		printf("# %s %s %" PRId64 ": %s\n", s->name, kind_names[kind], job->n, wrong);
		tell_place(job);
		fflush(stdout);
	}
	job->pid = 0;
}

/* A job that is free; waits for one. */
static struct job *free_job(const struct scenario *s, const struct usual *usual, int kind,
			    struct tally *tally)
{
	for (;;) {
		for (int i = 0; i < here.n_jobs; i++) {
			struct job *job = &here.job[i];
			int status = job->pid > 0 ? look(job) : 0;

			if (status == RUNNING)
				continue;
			if (job->pid > 0)
				conclude(s, usual, kind, job, status, tally);
			return job;
		}
		usleep(500);
	}
}

static void finish_jobs(const struct scenario *s, const struct usual *usual, int kind,
			struct tally *tally)
{
	for (int i = 0; i < here.n_jobs; i++) {
		struct job *job = &here.job[i];
		int status = 0;

		while (job->pid > 0 && (status = look(job)) == RUNNING)
			usleep(500);
		if (job->pid > 0)
			conclude(s, usual, kind, job, status, tally);
	}
}

/* ---- which calls fail ---- */

static int compare_places(const void *a, const void *b)
{
	const uint64_t *x = a, *y = b;

	return *x < *y ? -1 : *x > *y;
}

static int compare_numbers(const void *a, const void *b)
{
	const int64_t *x = a, *y = b;

	return *x < *y ? -1 : *x > *y;
}

/* The first call from each place, in order; owned by the caller. */
static int64_t *calls_by_place(const struct fault_page *page, int kind, int64_t calls, int64_t *n)
{
	uint64_t *at = malloc((size_t)(calls + 1) * sizeof *at);
	int64_t *first = malloc((size_t)(calls + 1) * sizeof *first);

	*n = 0;
	for (int64_t i = 0; i < calls; i++)
		at[i] = (uint64_t)page->place[kind][i] << 32 | (uint32_t)i;
	qsort(at, (size_t)calls, sizeof *at, compare_places);
	for (int64_t i = 0; i < calls; i++) {
		if (i == 0 || at[i] >> 32 != at[i - 1] >> 32)
			first[(*n)++] = (int64_t)(uint32_t)at[i] + 1;
	}
	qsort(first, (size_t)*n, sizeof *first, compare_numbers);
	free(at);
	return first;
}

/* The numbers of the calls that are to fail, one after another. */
static int64_t *choose_calls(const struct scenario *s, const struct fault_page *page, int kind,
			     int64_t calls, int64_t *n)
{
	const char *how = getenv("WARPSCOPE_FAULTS");
	const char *only = getenv("WARPSCOPE_FAULT_ONLY");
	int64_t *chosen = calls_by_place(page, kind, calls, n), sample = SAMPLE / s->share;
	long long one;

	if (only && sscanf(only, "%*s %*s %lld", &one) == 1) {
		chosen[0] = one;
		*n = 1;
	} else if (how && strcmp(how, "all") == 0) {
		for (*n = 0; *n < calls; ++*n)
			chosen[*n] = *n + 1;
	} else if (!how && *n > sample) {
		for (int64_t i = 0; i < sample; i++)
			chosen[i] = chosen[i * *n / sample];
		*n = sample;
	}
	return chosen;
}

static void try_kind(const struct scenario *s, const struct usual *usual, int kind,
		     const int64_t *call, int64_t n)
{
	struct tally tally = {0};
	double begin = clock_ms();

	for (int64_t i = 0; i < n; i++) {
		struct job *job = free_job(s, usual, kind, &tally);
		char spec[64];

		snprintf(spec, sizeof spec, "%s:%" PRId64, kind_names[kind], call[i]);
		job->n = call[i];
		start(s, &usual->files, spec, job);
	}
	finish_jobs(s, usual, kind, &tally);
	OK(tally.failed == 0, "%s: %s: %d of %" PRId64 " calls failed", s->name, kind_names[kind],
	   tally.runs, usual->calls[kind]);
	printf("# fired %d, absorbed %d, screens that show less %d, bad %d, %.0f s\n", tally.fired,
	       tally.quiet, tally.less, tally.failed, (clock_ms() - begin) / 1e3);
	fflush(stdout);
}

/* Run it as it is, counting. */
static bool run_usual(const struct scenario *s, struct usual *usual)
{
	struct job *job = &here.job[0];
	char path[PATH_MAX];
	int status;

	start(s, NULL, NULL, job);
	while ((status = look(job)) == RUNNING)
		usleep(500);
	for (int k = 0; k < N_FAULT_KINDS; k++) {
		usual->calls[k] = atomic_load(&job->page->count[k]);
		if (usual->calls[k] > FAULT_CALLS)
			usual->calls[k] = FAULT_CALLS;
	}
	files_take(job->folder, &usual->files);
	snprintf(path, sizeof path, "%.3000s/../out", job->folder);
	file_read(path, &usual->out);
	snprintf(path, sizeof path, "%.3000s/../err", job->folder);
	file_read(path, &usual->err);
	job->pid = 0;
	if (!OK(status == 0, "%s: runs when nothing fails", s->name))
		printf("# status %d\n# %s\n", status, text_string(&usual->err));
	return status == 0;
}

static bool is_wanted(const char *scenario, const char *kind)
{
	const char *only = getenv("WARPSCOPE_FAULT_ONLY");
	char first[64] = "", second[64] = "";

	if (!only || sscanf(only, "%63s %63s", first, second) < 1)
		return true;
	return strcmp(first, scenario) == 0 && (!kind || !second[0] || strcmp(second, kind) == 0);
}

static void try_scenario(const struct scenario *s, int64_t *counted)
{
	struct usual usual = {.out = TEXT_INIT, .err = TEXT_INIT};

	if (run_usual(s, &usual)) {
		int64_t *call[N_FAULT_KINDS], n[N_FAULT_KINDS];

		/* before the next run, which keeps no places */
		for (int k = 0; k < N_FAULT_KINDS; k++) {
			counted[k] += usual.calls[k];
			call[k] = choose_calls(s, here.job[0].page, k, usual.calls[k], &n[k]);
		}
		for (int k = 0; k < N_FAULT_KINDS; k++) {
			if (n[k] > 0 && is_wanted(s->name, kind_names[k]))
				try_kind(s, &usual, k, call[k], n[k]);
			free(call[k]);
		}
	}
	files_release(&usual.files);
	text_release(&usual.out);
	text_release(&usual.err);
}

/* ---- the place where it happens ---- */

static struct fault_page *make_page(const char *path)
{
	int fd = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	void *page;

	if (fd < 0 || ftruncate(fd, sizeof(struct fault_page)) != 0)
		return NULL;
	page = mmap(NULL, sizeof(struct fault_page), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	close(fd);
	return page == MAP_FAILED ? NULL : page;
}

/* A folder for each job, with one inside it that runs write to. */
static bool make_folders(void)
{
	const char *jobs = getenv("WARPSCOPE_FAULT_JOBS");
	char path[PATH_MAX];

	here.n_jobs = jobs ? atoi(jobs) : (int)sysconf(_SC_NPROCESSORS_ONLN);
	here.n_jobs = here.n_jobs < 1 ? 1 : here.n_jobs > MOST_JOBS ? MOST_JOBS : here.n_jobs;
	snprintf(here.folder, sizeof here.folder, "%.1000s/faults-XXXXXX",
		 getenv("TMPDIR") ? getenv("TMPDIR") : P_tmpdir);
	if (!mkdtemp(here.folder))
		return false;
	for (int i = 0; i < here.n_jobs; i++) {
		struct job *job = &here.job[i];

		snprintf(path, sizeof path, "%.2000s/%d", here.folder, i);
		snprintf(job->folder, sizeof job->folder, "%.2000s/files", path);
		if (mkdir(path, 0700) != 0 || mkdir(job->folder, 0700) != 0)
			return false;
		snprintf(path, sizeof path, "%.2000s/%d/page", here.folder, i);
		job->page = make_page(path);
		if (!job->page)
			return false;
	}
	return true;
}

/* A design in a folder, as it is given on the command line. */
static void make_design(void)
{
	static const char *const names[] = {"stage.lib", "stage.lef", "stage.v",
					    "stage.def", "stage.sdc", "stage.spef"};
	char path[PATH_MAX], folder[PATH_MAX];

	snprintf(folder, sizeof folder, "%.3000s/folder", here.folder);
	mkdir(folder, 0700);
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		struct text text = TEXT_INIT;

		snprintf(path, sizeof path, "%.3000s/data/%s", here.tests, names[i]);
		file_read(path, &text);
		file_write(folder, names[i], text_string(&text));
		text_release(&text);
	}
}

static void set_environment(void)
{
	char path[PATH_MAX];

	/* not the user's files, and no second start for OpenMP's sake */
	snprintf(path, sizeof path, "%.3000s/config", here.folder);
	setenv("XDG_CONFIG_HOME", path, 1);
	setenv("XDG_STATE_HOME", path, 1);
	snprintf(path, sizeof path, "%.3000s/../assets", here.tests);
	setenv("WARPSCOPE_DATADIR", path, 1);
	setenv("OMP_WAIT_POLICY", "passive", 1);
	setenv("OMP_NUM_THREADS", "1", 1);
	setenv("TERM", "xterm-256color", 1);
	setenv("ASAN_OPTIONS",
	       "exitcode=99:detect_leaks=1:abort_on_error=0:allocator_may_return_null=1", 0);
	setenv("UBSAN_OPTIONS", "halt_on_error=1:exitcode=99:print_stacktrace=1", 0);
	unsetenv("DISPLAY");
	unsetenv("WAYLAND_DISPLAY");
	unsetenv("NO_COLOR");
	unsetenv("COLORTERM");
}

static void remove_folders(void)
{
	char command[PATH_MAX + 16];

	snprintf(command, sizeof command, "rm -rf '%s'", here.folder);
	if (system(command) != 0)
		printf("# %s is left\n", here.folder);
}

int main(void)
{
	const char *srcdir = getenv("srcdir"), *limit = getenv("WARPSCOPE_FAULT_SECONDS");
	char tests[PATH_MAX];
	int64_t counted[N_FAULT_KINDS] = {0};

	snprintf(tests, sizeof tests, "%.3000s/tests", srcdir ? srcdir : ".");
	if (!realpath(tests, here.tests) || !realpath("tests/warpscope_faults", here.program) ||
	    !make_folders()) {
		printf("Bail out! no folder or program: %s\n", strerror(errno));
		return 1;
	}
	here.limit_s = limit ? atoi(limit) : 30;
	make_design();
	set_environment();
	for (int i = 0; i < N_SCENARIOS; i++) {
		if (is_wanted(scenarios[i].name, NULL))
			try_scenario(&scenarios[i], counted);
	}
	for (int k = 0; k < N_FAULT_KINDS && is_wanted("kinds", NULL); k++)
		OK(counted[k] > 0, "%s: %" PRId64 " calls in all scenarios", kind_names[k],
		   counted[k]);
	remove_folders();
	return tap_done();
}
