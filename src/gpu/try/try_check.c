/*
 * Is a kernel right? It runs with inaccessible pages around each array, so that the first access out of bounds ends its
 * process, which leaves the address. A launch that fails is repeated with fewer items, until the first item with which it fails is known.
 */
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <ucontext.h>
#include <unistd.h>

#include "base/grow.h"
#include "gpu/device/warp_lanes.h"
#include "gpu/kernel/values.h"
#include "gpu/search/paper/paper_args.h"
#include "gpu/try/try.h"

enum { PAGE = 1 << 16, SCANNED = 1000 /* items that are tried one after another */ };

/* Addresses without memory before and after an array, for any wrong index of 31 bits. */
#define REACH ((size_t)1 << 35)

static const char passes[] = "passes", differs[] = "differs", out_of_bounds[] = "out of bounds",
		  endless[] = "endless", crashes[] = "crashes";

/* What the process of a launch leaves; shared with it. */
struct trace {
	bool done, waits, faulted, writes;
	uintptr_t address;
};

struct bench {
	const struct try_case *c;
	const struct try_code *yours;
	char *zone[TRY_ARRAYS];   /* owned mappings of REACH, pages, REACH */
	size_t pages[TRY_ARRAYS]; /* bytes of them */
	char *data[TRY_ARRAYS];   /* at the beginning of the pages, or up to their end */
	bool at_end,
		backward; /* warps from the last on: what one writes for another is seen by one order */
	void *result[2][TRY_ARRAYS]; /* owned: of yours, of ours; NULL where nothing is written */
	struct trace *trace;         /* owned mapping */
	int status;                  /* of the process of the last launch */
};

/* ---- the process of one launch ---- */

static struct trace *trace_of_process;

static void on_fault(int number, siginfo_t *info, void *context)
{
	(void)number;
	(void)context;
#if defined(__x86_64__)
	trace_of_process->writes = ((ucontext_t *)context)->uc_mcontext.gregs[REG_ERR] & 2;
#endif
	trace_of_process->address = (uintptr_t)info->si_addr;
	trace_of_process->faulted = true;
	_exit(1);
}

/* Warp after warp, of a block all at once. STATUS_FAILED where lanes wait for others forever. */
static enum status run_warps(const struct bench *b, const void *args, int64_t n)
{
	const struct warp_code *code = b->yours->warp;
	struct warp_work work = {.args = args, .n = n};
	int64_t n_warps = (code->n_threads(&work) + WARP_LANES - 1) / WARP_LANES;
	int64_t step = code->shared_size ? WARP_BLOCK / WARP_LANES : 1;

	for (int64_t i = 0, n_steps = (n_warps + step - 1) / step; i < n_steps; i++) {
		int64_t warp = step * (b->backward ? n_steps - 1 - i : i);

		TRY(warp_lanes_run(code, &work, warp, TRY_ARGS, NULL));
	}
	return STATUS_OK;
}

static void limit(int64_t seconds, int64_t memory)
{
	static char stack[1 << 16];
	struct sigaction action = {.sa_sigaction = on_fault, .sa_flags = SA_SIGINFO | SA_ONSTACK};
	struct itimerval timer = {.it_value = {seconds, 0}};
	FILE *statm = fopen("/proc/self/statm", "re");
	long pages = -1; /* that it can write to by now */
	rlim_t most;

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	sigaltstack(&(stack_t){.ss_sp = stack, .ss_size = sizeof stack}, NULL);
	sigaction(SIGSEGV, &action, NULL);
	sigaction(SIGBUS, &action, NULL);
	signal(SIGALRM, SIG_DFL);
	if (statm && fscanf(statm, "%*d %*d %*d %*d %*d %ld", &pages) == 1) {
		most = (rlim_t)(pages * sysconf(_SC_PAGESIZE) + memory);
		setrlimit(RLIMIT_DATA, &(struct rlimit){most, most});
	}
	setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
	setitimer(ITIMER_REAL, &timer, NULL);
}

static _Noreturn void run_launch(const struct bench *b, bool yours, const void *args, int64_t n)
{
	struct cpu_launch launch = {.n_threads = 1};
	enum status status = STATUS_OK;

	trace_of_process = b->trace;
	limit(b->yours->seconds, b->yours->memory);
	if (yours && b->yours->warp)
		status = run_warps(b, args, n);
	else
		(yours ? b->yours->cpu : b->c->kernel->ours)(args, NULL, n, &launch);
	b->trace->waits = status == STATUS_FAILED;
	b->trace->done = status == STATUS_OK;
	_exit(0);
}

/* Arrays as they are before a launch, and results of one of the first n items. */
static enum status launch(struct bench *b, bool yours, int64_t n)
{
	_Alignas(16) unsigned char args[TRY_ARGS];
	pid_t pid;

	memcpy(args, b->c->args, TRY_ARGS);
	for (int a = 0; a < b->c->n_arrays; a++) {
		const struct try_array *array = &b->c->array[a];
		char *pages = b->zone[a] + REACH;

		b->data[a] = pages + (b->at_end ? b->pages[a] - (size_t)array->bytes : 0);
		mprotect(pages, b->pages[a], PROT_READ | PROT_WRITE);
		memcpy(b->data[a], array->data, (size_t)array->bytes);
		if (!array->out)
			mprotect(pages, b->pages[a], PROT_READ);
		memcpy(args + array->at, &b->data[a], sizeof b->data[a]);
	}
	memset(b->trace, 0, sizeof *b->trace);
	pid = fork();
	if (pid == 0)
		run_launch(b, yours, args, n);
	if (pid < 0 || waitpid(pid, &b->status, 0) != pid)
		return status_fail(STATUS_FAILED, "a process can't be started");
	for (int a = 0; a < b->c->n_arrays; a++) {
		if (b->c->array[a].out)
			memcpy(b->result[!yours][a], b->data[a], (size_t)b->c->array[a].bytes);
	}
	return STATUS_OK;
}

/* ---- results ---- */

static void write_value(enum try_type type, const char *at, struct text *out)
{
	int32_t i32 = 0;
	int64_t i64 = 0;
	float f32 = 0;

	memcpy(&i32, at, type == TRY_U8 ? 1 : sizeof i32);
	memcpy(&f32, at, type == TRY_F32 ? sizeof f32 : 0);
	memcpy(&i64, at, type == TRY_I64 || type == TRY_U64 ? sizeof i64 : 0);
	if (type == TRY_F32)
		text_printf(out, "%.9g", (double)f32);
	else if (type == TRY_I32 || type == TRY_U8)
		text_printf(out, "%" PRId32, type == TRY_U8 ? *(const uint8_t *)at : i32);
	else if (i64 == FS_NONE_64)
		text_add(out, "FS_NONE");
	else
		text_printf(out, "%" PRId64, i64);
}

static const char *const edge_word[] = {"level",        "from", "to",   "parent",
					"child_offset", "arc",  "slack"};
_Static_assert(offsetof(struct deviation_edge_64, slack) == 24, "edge_word");

bool try_same(const struct try_case *c, void *const yours[TRY_ARRAYS], void *const ours[TRY_ARRAYS],
	      struct text *out)
{
	if (c->kernel->finish) {
		c->kernel->finish(c, yours);
		c->kernel->finish(c, ours);
	}
	for (int a = 0; a < c->n_arrays; a++) {
		const struct try_array *array = &c->array[a];
		int64_t size = array->n ? array->bytes / array->n : 0;

		for (int64_t i = 0; array->out && i < array->n; i++) {
			const char *y = (const char *)yours[a] + i * size,
				   *o = (const char *)ours[a] + i * size;
			enum try_type type = array->type;
			size_t word = 0; /* of an edge the first that differs; its slack has two */

			if (memcmp(y, o, (size_t)size) == 0)
				continue;
			while (type == TRY_EDGE && word < 6 &&
			       memcmp(y + 4 * word, o + 4 * word, 4) == 0)
				word++;
			text_printf(out, "differs: %s[%" PRId64 "]", array->name, i);
			if (type == TRY_EDGE) {
				text_printf(out, ".%s", edge_word[word]);
				type = word == 6 ? TRY_I64 : TRY_I32;
			}
			text_add(out, ": yours ");
			if (!c->kernel->finish &&
			    memcmp(y, array->data + i * size, (size_t)size) == 0)
				text_add(out, "not written");
			else
				write_value(type, y + 4 * word, out);
			text_add(out, ", ours ");
			write_value(type, o + 4 * word, out);
			return false;
		}
	}
	return true;
}

static void write_fault(const struct bench *b, struct text *out)
{
	uintptr_t address = b->trace->address;

	text_add(out, b->trace->writes ? "writes " : "reads ");
	for (int a = 0; a < b->c->n_arrays; a++) {
		const struct try_array *array = &b->c->array[a];
		uintptr_t zone = (uintptr_t)b->zone[a];
		int64_t size = array->n ? array->bytes / array->n : 1;
		int64_t place = (int64_t)(address - (uintptr_t)b->data[a]);

		if (address < zone || address >= zone + 2 * REACH + b->pages[a])
			continue;
		place = place < 0 ? -((-place + size - 1) / size) : place / size;
		text_printf(out, "%s[%" PRId64 "]", array->name, place);
		if (place >= 0 && place < array->n)
			text_add(out, ", which the kernel only reads");
		else
			text_printf(out, " out of bounds: %s has %" PRId64 " entries", array->name,
				    array->n);
		return;
	}
	text_printf(out, "address 0x%" PRIxPTR ", which is in no array", address);
}

static const char *verdict_of(const struct bench *b, struct text *out)
{
	int number = WIFSIGNALED(b->status) ? WTERMSIG(b->status) : 0;

	if (b->trace->faulted) {
		write_fault(b, out);
		return out_of_bounds;
	}
	if (number == SIGALRM) {
		text_printf(out, "doesn't end within %d s", b->yours->seconds);
		return endless;
	}
	if (b->trace->waits) {
		text_add(
			out,
			"doesn't end: lanes wait for others, at a barrier or a sum that these don't reach");
		return endless;
	}
	if (b->trace->done)
		return try_same(b->c, b->result[0], b->result[1], out) ? passes : differs;
	if (number)
		text_printf(out, "ends by signal %d (%s)", number, strsignal(number));
	else
		text_add(out, "ends its process");
	return crashes;
}

/* The verdict on a launch of the first n items. */
static enum status judge(struct bench *b, int64_t n, const char **verdict, struct text *out)
{
	text_clear(out);
	TRY(launch(b, false, n));
	if (!b->trace->done)
		return status_fail(STATUS_FAILED, "our own %s can't be run here",
				   b->c->kernel->name);
	TRY(launch(b, true, n));
	*verdict = verdict_of(b, out);
	return STATUS_OK;
}

/* The fewest items with this verdict: one after another while they are few, else by halving. */
static enum status find_item(struct bench *b, const char *verdict, int64_t *fewest,
			     struct text *out)
{
	bool few = b->c->n <= SCANNED;
	int64_t before = 0, n = b->c->n;
	const char *now;

	while (n - before > 1) {
		int64_t middle = few ? before + 1 : before + (n - before) / 2;

		TRY(judge(b, middle, &now, out));
		if (now != verdict)
			before = middle;
		else
			n = middle;
	}
	*fewest = n;
	return judge(b, n, &now, out);
}

/* Accesses out of bounds (arrays at the end of their pages, then at the beginning) and endless launches come before results. */
static enum status check(struct bench *b, const char **verdict, struct text *where)
{
	RELEASED_BY(text_release) struct text what = TEXT_INIT;
	enum status status = STATUS_OK;
	int64_t n = 0;

	/* of warps, which take long, at one */
	for (int end = 1; end >= (b->yours->warp != NULL) && status == STATUS_OK; end--) {
		b->at_end = end;
		status = judge(b, b->c->n, verdict, &what);
		if (*verdict != passes && *verdict != differs)
			break;
	}
	if (status == STATUS_OK && *verdict == passes && b->yours->warp) {
		b->backward = true;
		status = judge(b, b->c->n, verdict, &what);
	}
	/* a long launch may only be slow */
	if (status == STATUS_OK && *verdict != passes &&
	    (*verdict != endless || b->c->n <= SCANNED))
		status = find_item(b, *verdict, &n, &what);
	if (n)
		text_printf(where, "item %" PRId64 " ", n - 1);
	text_add(where, text_string(&what));
	return status;
}

static enum status fence(struct bench *b)
{
	const int flags = MAP_ANONYMOUS | MAP_NORESERVE;

	b->trace = mmap(NULL, PAGE, PROT_READ | PROT_WRITE, MAP_SHARED | flags, -1, 0);
	if (b->trace == MAP_FAILED)
		return STATUS_NO_MEMORY;
	for (int a = 0; a < b->c->n_arrays; a++) {
		size_t pages = ((size_t)b->c->array[a].bytes + PAGE) / PAGE * PAGE;
		char *zone = mmap(NULL, 2 * REACH + pages, PROT_NONE, MAP_PRIVATE | flags, -1, 0);

		b->pages[a] = pages;
		b->zone[a] = zone == MAP_FAILED ? NULL : zone;
		/* shared, as results are read by the process that compares them */
		if (!b->zone[a] || mmap(zone + REACH, pages, PROT_NONE,
					MAP_SHARED | MAP_FIXED | flags, -1, 0) == MAP_FAILED)
			return STATUS_NO_MEMORY;
		for (int side = 0; side < 2 && b->c->array[a].out; side++)
			TRY(alloc_items(&b->result[side][a], b->c->array[a].bytes, 1));
	}
	return STATUS_OK;
}

enum status try_check(const struct try_case *c, const struct try_code *yours, const char **verdict,
		      struct text *where)
{
	struct bench b = {.c = c, .yours = yours};
	enum status status = fence(&b);

	*verdict = passes;
	if (status == STATUS_OK)
		status = check(&b, verdict, where);
	for (int a = 0; a < c->n_arrays; a++) {
		if (b.zone[a])
			munmap(b.zone[a], 2 * REACH + b.pages[a]);
		FREE_ALL(b.result[0][a], b.result[1][a]);
	}
	if (b.trace && b.trace != MAP_FAILED)
		munmap(b.trace, PAGE);
	return status;
}
