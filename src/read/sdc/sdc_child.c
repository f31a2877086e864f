/*
 * The child that a script runs in. It is forked from a process with threads, so it uses nothing
 * that another of them may have held: no streams of stdio, and of Tcl only an interpreter of its
 * own.
 *
 * First it makes its interpreter, then it shuts itself in: no files, no processes, no core, memory
 * and processor time limited; where the kernel filters system calls, all but those for memory, the
 * pipe and the end fail. Each of these may be missing on a system; the interpreter has no way out
 * anyway.
 */
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/grow.h"
#include "base/parallel.h"
#include "read/sdc/sdc_impl.h"

static struct sdc_page *page_of_child;

/* ---- signals and descriptors ---- */

static void reset_signals(void)
{
	sigset_t none;

	for (int signal_number = 1; signal_number < NSIG; signal_number++)
		signal(signal_number, SIG_DFL);
	/* the terminal's are for the parent, which then kills the child */
	signal(SIGINT, SIG_IGN);
	signal(SIGQUIT, SIG_IGN);
	signal(SIGTSTP, SIG_IGN);
	signal(SIGPIPE, SIG_IGN);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
}

/* Close from a descriptor on; one by one where the system call isn't there. */
static void close_from(int first)
{
	struct rlimit limit;
	int last = 1024;

#ifdef SYS_close_range
	if (syscall(SYS_close_range, (unsigned)first, ~0U, 0) == 0)
		return;
#endif
	if (getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur < 1 << 20)
		last = (int)limit.rlim_cur;
	for (int fd = first; fd < last; fd++)
		close(fd);
}

/* Nothing stays open but the pipe, as descriptor 3, and nothing after the standard three. */
static void keep_only(struct sdc *s)
{
	enum { PIPE = 3 };
	int nothing = open("/dev/null", O_RDWR);

	for (int fd = 0; fd < 3 && nothing >= 0; fd++)
		if (s->fd != fd)
			dup2(nothing, fd);
	if (s->fd != PIPE)
		dup2(s->fd, PIPE);
	s->fd = PIPE;
	close_from(PIPE + 1);
}

/* ---- limits ---- */

static void limit_to(int resource, rlim_t soft, rlim_t hard)
{
	struct rlimit limit;

	if (getrlimit((__rlimit_resource_t)resource, &limit) != 0)
		return;
	limit.rlim_max = hard < limit.rlim_max ? hard : limit.rlim_max;
	limit.rlim_cur = soft < limit.rlim_max ? soft : limit.rlim_max;
	setrlimit((__rlimit_resource_t)resource, &limit);
}

/* What the process has mapped, which under CUDA or a sanitizer is far more than the machine has;
 * without an answer no limit is set. */
static int64_t mapped_bytes(void)
{
	char text[64] = "";
	int fd = open("/proc/self/statm", O_RDONLY);
	ssize_t n = fd < 0 ? 0 : read(fd, text, sizeof text - 1);

	if (fd >= 0)
		close(fd);
	return n > 0 ? strtoll(text, NULL, 10) * sysconf(_SC_PAGESIZE) : -1;
}

static void limit_resources(const struct sdc_options *options)
{
	int64_t mapped = mapped_bytes();

	if (mapped >= 0)
		limit_to(RLIMIT_AS, (rlim_t)(mapped + options->memory),
			 (rlim_t)(mapped + options->memory));
	limit_to(RLIMIT_CPU, (rlim_t)options->cpu_seconds, (rlim_t)options->cpu_seconds + 1);
	limit_to(RLIMIT_CORE, 0, 0);
	limit_to(RLIMIT_FSIZE, 0, 0);
	limit_to(RLIMIT_NPROC, 0, 0);
	limit_to(RLIMIT_NOFILE, 0, 0);
}

/* ---- system calls ---- */

#if defined(__x86_64__)
#define THIS_ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define THIS_ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

#ifdef THIS_ARCHITECTURE
#define ALLOW(name)                                                                                \
	BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_##name, 0, 1),                                     \
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)

/* All others fail with EPERM. */
static void filter_system_calls(void)
{
	struct sock_filter filter[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, THIS_ARCHITECTURE, 1, 0),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL),
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
		ALLOW(write),
		ALLOW(brk),
		ALLOW(mmap),
		ALLOW(munmap),
		ALLOW(mremap),
		ALLOW(mprotect),
		ALLOW(madvise),
		ALLOW(futex),
		ALLOW(sched_yield),
		ALLOW(clock_gettime),
		ALLOW(gettimeofday),
		ALLOW(getrandom),
		ALLOW(getpid),
		ALLOW(gettid),
		ALLOW(tgkill), /* abort() */
		ALLOW(rt_sigaction),
		ALLOW(rt_sigprocmask),
		ALLOW(rt_sigreturn),
		ALLOW(sigaltstack),
		ALLOW(exit),
		ALLOW(exit_group),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
	};
	struct sock_fprog program = {sizeof filter / sizeof *filter, filter};

	prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
}
#else
static void filter_system_calls(void)
{
}
#endif

void sdc_shut_in(const struct sdc_options *options)
{
	limit_resources(options);
	prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
	filter_system_calls();
}

/* ---- running ---- */

/* Tcl can't go on: it wasn't given memory, as good as always. */
static void end_for_memory(const char *format, ...)
{
	(void)format;
	atomic_store(&page_of_child->no_memory, true);
	_exit(1);
}

static enum status run(struct sdc *s, const char *script, int64_t length)
{
	TRY(sdc_make_interp(s));
	sdc_shut_in(s->options);
	TRY(sdc_run(s, script, length));
	TRY(sdc_send_annotations(s));
	TRY(sdc_send_constraints(s));
	return memory_ran_short() ? STATUS_NO_MEMORY : STATUS_OK;
}

/* The parent's threads aren't here, and none may be made: loops that are shared would wait for them. The first loop is run
 * before system calls are filtered, as clang's OpenMP begins with some that are refused. */
static void begin_loops(void)
{
	host_threads_set(1);
	OVER_PARTS(p, 1)
	(void)p;
}

_Noreturn void sdc_child(struct sdc *s, const char *script, int64_t length, pid_t parent)
{
	enum status status;

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != parent)
		_exit(1);
	reset_signals();
	begin_loops();
	keep_only(s);
	page_of_child = s->page;
	Tcl_SetPanicProc(end_for_memory);
	status = run(s, script, length);
	if (status == STATUS_NO_MEMORY)
		atomic_store(&s->page->no_memory, true);
	else if (status != STATUS_OK && status != STATUS_BAD_INPUT)
		sdc_send_text(s, SDC_ERROR, 0, 0, status_text(status),
			      (int64_t)strlen(status_text(status)));
	sdc_flush(s);
	_exit(0);
}
