/*
 * Is a kernel right? It runs on arrays that lie between pages that can't be reached, so that the first access out of one ends its
 * process, which then says where. Whichever the failure is, the launch is done again with fewer items, until the first item with
 * which it fails is known.
 */
#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
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
#include "gpu/try/try.h"

enum { PAGE = 1 << 16, SCANNED = 1000 /* items that are tried one after another */ };

/* What lies before an array and after it: 2^31 entries of 16 bytes, which an index may be wrong by. No memory is behind it. */
#define REACH ((size_t)1 << 35)

struct fenced {
	char *zone;   /* owned mapping of 2 REACH and whole pages */
	size_t pages; /* bytes of them */
	char *data;   /* within them, at their beginning or up to their end */
	size_t bytes;
};

/* What the process of a launch leaves; shared with it. */
struct trace {
	bool done, waits, faulted, is_write, knows_write;
	uintptr_t address;
};

struct bench {
	const struct try_kernel *kernel;
	const struct try_case *c;
	const struct try_code *yours;
	const struct try_limits *limits;
	struct fenced array[TRY_ARRAYS];
	struct trace *trace;         /* owned mapping */
	void *result[2][TRY_ARRAYS]; /* owned: of yours, of ours; NULL where nothing is written */
	bool at_end;                 /* arrays end where their pages end */
	enum try_verdict verdict;
	int64_t item; /* the first with which it fails; -1 = not known */
	int status;   /* of the process of the last launch */
};

/* ---- memory ---- */

static enum status fence(const struct try_array *array, struct fenced *f)
{
	f->bytes = (size_t)array->n * try_type_size(array->type);
	f->pages = (f->bytes + PAGE - 1) / PAGE * PAGE;
	f->zone = mmap(NULL, 2 * REACH + f->pages, PROT_NONE,
		       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (f->zone == MAP_FAILED) {
		f->zone = NULL;
		return STATUS_NO_MEMORY;
	}
	/* shared, as the results are read by the process that compares them */
	if (f->pages && mmap(f->zone + REACH, f->pages, PROT_READ | PROT_WRITE,
			     MAP_SHARED | MAP_ANONYMOUS | MAP_FIXED, -1, 0) == MAP_FAILED)
		return STATUS_NO_MEMORY;
	return STATUS_OK;
}

/* Arrays as they are before a launch, and arguments that point to them. */
static void lay_out(struct bench *b, unsigned char args[TRY_ARGS])
{
	memcpy(args, b->c->args, TRY_ARGS);
	for (int a = 0; a < b->c->n_arrays; a++) {
		const struct try_array *array = &b->c->array[a];
		struct fenced *f = &b->array[a];

		f->data = f->zone + REACH + (b->at_end ? f->pages - f->bytes : 0);
		if (f->pages)
			mprotect(f->zone + REACH, f->pages, PROT_READ | PROT_WRITE);
		if (f->bytes)
			memcpy(f->data, array->data, f->bytes);
		if (f->pages && !array->out)
			mprotect(f->zone + REACH, f->pages, PROT_READ);
		memcpy(args + array->at, &f->data, sizeof f->data);
	}
}

/* ---- the process of one launch ---- */

static struct trace *trace_of_process;

static void on_fault(int number, siginfo_t *info, void *context)
{
	(void)number;
#if defined(__x86_64__)
	trace_of_process->is_write = ((ucontext_t *)context)->uc_mcontext.gregs[REG_ERR] & 2;
	trace_of_process->knows_write = true;
#else
	(void)context;
#endif
	trace_of_process->address = (uintptr_t)info->si_addr;
	trace_of_process->faulted = true;
	_exit(1);
}

static int64_t data_bytes(void)
{
	struct rusage usage;

	return getrusage(RUSAGE_SELF, &usage) == 0 ? (int64_t)usage.ru_maxrss * 1024 : 0;
}

/* Warp after warp, of a block all at once. */
static enum status run_warps(const struct bench *b, const void *args, int64_t n)
{
	const struct warp_code *code = b->yours->warp;
	struct warp_work work = {.args = args, .n = n};
	int64_t n_warps = (code->n_threads(&work) + WARP_LANES - 1) / WARP_LANES,
		step = code->shared_size ? WARP_BLOCK / WARP_LANES : 1;

	for (int64_t warp = 0; warp < n_warps; warp += step)
		TRY(warp_lanes_run(code, &work, warp, TRY_ARGS, NULL));
	return STATUS_OK;
}

static _Noreturn void run_launch(const struct bench *b, bool yours, const void *args, int64_t n)
{
	static char stack[1 << 16];
	struct sigaction action = {.sa_sigaction = on_fault, .sa_flags = SA_SIGINFO | SA_ONSTACK};
	rlim_t memory = (rlim_t)(data_bytes() + b->limits->memory),
	       cpu = (rlim_t)b->limits->seconds + 1;
	struct cpu_launch launch = {.n_threads = 1};
	struct itimerval timer = {.it_value = {b->limits->seconds, 0}};

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	trace_of_process = b->trace;
	sigaltstack(&(stack_t){.ss_sp = stack, .ss_size = sizeof stack}, NULL);
	sigaction(SIGSEGV, &action, NULL);
	sigaction(SIGBUS, &action, NULL);
	setrlimit(RLIMIT_DATA, &(struct rlimit){memory, memory});
	setrlimit(RLIMIT_CPU, &(struct rlimit){cpu, cpu + 1});
	setitimer(ITIMER_REAL, &timer, NULL);
	if (yours && b->yours->warp)
		b->trace->waits = run_warps(b, args, n) == STATUS_FAILED;
	else
		(yours ? b->yours->cpu : b->kernel->ours)(args, NULL, n, &launch);
	b->trace->done = true;
	_exit(0);
}

/* Results of a launch of the first n items. */
static enum status launch(struct bench *b, bool yours, int64_t n)
{
	unsigned char args[TRY_ARGS];
	pid_t pid;

	lay_out(b, args);
	memset(b->trace, 0, sizeof *b->trace);
	pid = fork();
	if (pid < 0)
		return status_fail(STATUS_FAILED, "no process can be started");
	if (pid == 0)
		run_launch(b, yours, args, n);
	if (waitpid(pid, &b->status, 0) != pid)
		return status_fail(STATUS_FAILED, "a process was lost");
	for (int a = 0; a < b->c->n_arrays; a++) {
		if (b->c->array[a].out && b->array[a].bytes)
			memcpy(b->result[!yours][a], b->array[a].data, b->array[a].bytes);
	}
	return STATUS_OK;
}

/* ---- results ---- */

bool try_same(const struct try_kernel *kernel, const struct try_case *c,
	      void *const yours[TRY_ARRAYS], void *const ours[TRY_ARRAYS], struct text *out)
{
	if (kernel->finish) {
		kernel->finish(c, yours);
		kernel->finish(c, ours);
	}
	for (int a = 0; a < c->n_arrays; a++) {
		const struct try_array *array = &c->array[a];
		size_t size = try_type_size(array->type);
		const char *y = yours[a], *o = ours[a];

		for (int64_t i = 0; array->out && i < array->n; i++, y += size, o += size) {
			if (memcmp(y, o, size) == 0)
				continue;
			text_printf(out, "differs: %s[%" PRId64 "]: yours ", array->name, i);
			if (!kernel->finish &&
			    memcmp(y, (const char *)array->data + (size_t)i * size, size) == 0)
				text_add(out, "not written");
			else
				try_write_entry(array->type, y, o, out);
			text_add(out, ", ours ");
			try_write_entry(array->type, o, y, out);
			return false;
		}
	}
	return true;
}

/* The array that an address is in, or nearest to; -1 = it is far from all. */
static int array_at(const struct bench *b, uintptr_t address)
{
	for (int a = 0; a < b->c->n_arrays; a++) {
		uintptr_t zone = (uintptr_t)b->array[a].zone;

		if (address >= zone && address < zone + 2 * REACH + b->array[a].pages)
			return a;
	}
	return -1;
}

static void write_fault(const struct bench *b, struct text *out)
{
	const struct trace *t = b->trace;
	int a = array_at(b, t->address);
	const char *verb = !t->knows_write ? "reaches" : t->is_write ? "writes" : "reads";
	int64_t size, place;

	if (a < 0) {
		text_printf(out, "%s address 0x%" PRIxPTR ", which is in no array", verb,
			    t->address);
		return;
	}
	size = (int64_t)try_type_size(b->c->array[a].type);
	place = (int64_t)(t->address - (uintptr_t)b->array[a].data);
	place = place < 0 ? -((-place + size - 1) / size) : place / size;
	text_printf(out, "%s %s[%" PRId64 "]", verb, b->c->array[a].name, place);
	if (place >= 0 && place < b->c->array[a].n)
		text_add(out, ", which the kernel only reads");
	else
		text_printf(out, " out of bounds: %s has %" PRId64 " entries", b->c->array[a].name,
			    b->c->array[a].n);
}

/* What the first n items come to, with a sentence unless they pass. */
static enum status judge(struct bench *b, int64_t n, struct text *out)
{
	b->verdict = TRY_PASSES;
	text_clear(out);
	TRY(launch(b, false, n));
	if (!b->trace->done)
		return status_fail(STATUS_FAILED, "our own %s can't be run here", b->kernel->name);
	TRY(launch(b, true, n));
	if (b->trace->faulted) {
		b->verdict = TRY_OUT_OF_BOUNDS;
		write_fault(b, out);
	} else if (WIFSIGNALED(b->status) &&
		   (WTERMSIG(b->status) == SIGALRM || WTERMSIG(b->status) == SIGXCPU)) {
		b->verdict = TRY_ENDLESS;
		text_printf(out, "doesn't end within %d s", b->limits->seconds);
	} else if (b->trace->waits) {
		b->verdict = TRY_ENDLESS;
		text_add(
			out,
			"ends never: lanes wait for each other, at a barrier or a sum that not all reach");
	} else if (!b->trace->done) {
		b->verdict = TRY_CRASHES;
		if (WIFSIGNALED(b->status))
			text_printf(out, "ends by signal %d (%s)", WTERMSIG(b->status),
				    strsignal(WTERMSIG(b->status)));
		else
			text_printf(out, "leaves its process (code %d)", WEXITSTATUS(b->status));
	} else if (!try_same(b->kernel, b->c, b->result[0], b->result[1], out)) {
		b->verdict = TRY_DIFFERS;
	}
	return STATUS_OK;
}

/* The fewest items that come to the same as all do: one after another while they are few, else by halving. */
static enum status find_item(struct bench *b, struct text *out)
{
	enum try_verdict verdict = b->verdict;
	int64_t before = 0, n = b->c->n, last = n;

	if (verdict == TRY_ENDLESS && n > SCANNED)
		return STATUS_OK; /* it may only be slow */
	while (n - before > 1) {
		last = b->c->n <= SCANNED ? before + 1 : before + (n - before) / 2;
		TRY(judge(b, last, out));
		if (b->verdict != verdict)
			before = last;
		else if (b->c->n <= SCANNED)
			before = (n = last) - 1;
		else
			n = last;
	}
	if (last != n)
		TRY(judge(b, n, out));
	b->item = n - 1;
	return STATUS_OK;
}

/* An access out of bounds or an end that isn't one, with arrays at either end of their pages, is told before a result that differs. */
static enum status check_both_ends(struct bench *b, struct text *out)
{
	for (int end = 1; end >= 0; end--) {
		b->at_end = end;
		TRY(judge(b, b->c->n, out));
		if (b->verdict > TRY_DIFFERS)
			return find_item(b, out);
	}
	return b->verdict == TRY_PASSES ? STATUS_OK : find_item(b, out);
}

static enum status bench_make(struct bench *b)
{
	b->trace = mmap(NULL, sizeof *b->trace, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS,
			-1, 0);
	if (b->trace == MAP_FAILED)
		return STATUS_NO_MEMORY;
	for (int a = 0; a < b->c->n_arrays; a++) {
		TRY(fence(&b->c->array[a], &b->array[a]));
		for (int side = 0; side < 2 && b->c->array[a].out; side++)
			TRY(alloc_items(&b->result[side][a], (int64_t)b->array[a].bytes, 1));
	}
	return STATUS_OK;
}

static void bench_free(struct bench *b)
{
	for (int a = 0; a < b->c->n_arrays; a++) {
		if (b->array[a].zone)
			munmap(b->array[a].zone, 2 * REACH + b->array[a].pages);
		free(b->result[0][a]);
		free(b->result[1][a]);
	}
	if (b->trace && b->trace != MAP_FAILED)
		munmap(b->trace, sizeof *b->trace);
}

static enum status check(struct bench *b, struct text *out)
{
	struct text what = TEXT_INIT;
	enum status status = bench_make(b);

	if (status == STATUS_OK)
		status = check_both_ends(b, &what);
	if (status == STATUS_OK && b->item >= 0)
		text_printf(out, "item %" PRId64 " ", b->item);
	if (status == STATUS_OK)
		text_add(out, text_string(&what));
	text_release(&what);
	return status;
}

enum status try_check(const struct try_kernel *kernel, const struct try_case *c,
		      const struct try_code *yours, const struct try_limits *limits,
		      enum try_verdict *verdict, struct text *out)
{
	struct bench b = {.kernel = kernel, .c = c, .yours = yours, .limits = limits, .item = -1};
	enum status status = check(&b, out);

	bench_free(&b);
	*verdict = b.verdict;
	return status;
}
