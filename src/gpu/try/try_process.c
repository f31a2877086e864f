/*
 * The process of kernel_try: compiles the reader's file, loads it, and says what comes of it. It is this program once more, so
 * it has our kernels, devices and recorder; whatever the reader's code does to it, the explorer goes on.
 */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/parallel.h"
#include "gpu/device/device.h"
#include "gpu/try/try.h"
#include "gpu/try/try_impl.h"

enum { WARP_ITEMS = 100 };

/* ---- what it leaves ---- */

/* The report for people, and "name value" lines for scripts. */
static enum status write_text(const struct try_run *r, const char *name, struct text *text)
{
	char path[4096];
	FILE *file;
	bool whole;

	snprintf(path, sizeof path, "%s/%s", r->folder, name);
	TRY(text_status(text));
	file = fopen(path, "we");
	whole = file &&
		fwrite(text_string(text), 1, (size_t)text->length, file) == (size_t)text->length;
	if (file && fclose(file) != 0)
		whole = false;
	return whole ? STATUS_OK : status_fail(STATUS_IO, "%s: error: it can't be written", path);
}

/* ---- compilers ---- */

static _Noreturn void run_compiler(const struct try_run *r, const char *log,
				   const char *const words[])
{
	int nothing = open("/dev/null", O_RDWR),
	    fd = open(log, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);

	dup2(nothing, 0);
	dup2(fd < 0 ? nothing : fd, 1);
	dup2(fd < 0 ? nothing : fd, 2);
	setenv("TMPDIR", r->folder, 1);
	execvp(words[0], (char *const *)words);
	_exit(127);
}

/* The first lines of what a compiler said; names of files in it are the reader's. */
static void write_log(const char *log, struct text *out)
{
	FILE *file = fopen(log, "re");
	char line[400];

	for (int n = 0; file && n < 20 && fgets(line, sizeof line, file); n++)
		text_add(out, line);
	if (file)
		fclose(file);
}

/* No shell sees these words. */
static enum status compile(struct try_run *r, const char *const words[], const char *package)
{
	char log[4096];
	int code = 0;
	pid_t pid;

	snprintf(log, sizeof log, "%s/log", r->folder);
	pid = fork();
	if (pid < 0)
		return status_fail(STATUS_FAILED, "the compiler can't be started: %s",
				   strerror(errno));
	if (pid == 0)
		run_compiler(r, log, words);
	if (waitpid(pid, &code, 0) == pid && WIFEXITED(code) && WEXITSTATUS(code) == 0)
		return STATUS_OK;
	if (WIFEXITED(code) && WEXITSTATUS(code) == 127 && package)
		return status_fail(STATUS_FAILED, "there is no compiler \"%s\": %s brings one",
				   words[0], package);
	write_log(log, &r->report);
	text_add(&r->result, "verdict doesn't compile\n");
	return status_fail(STATUS_BAD_INPUT, "%s: error: it doesn't compile", r->file);
}

static const char *environment(const char *name, const char *otherwise)
{
	const char *value = getenv(name);

	return value && value[0] ? value : otherwise;
}

static enum status load(const struct try_run *r, const char *library, const char *prefix,
			void **entry)
{
	char symbol[128];
	void *handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);

	snprintf(symbol, sizeof symbol, "%s_%s_%d", r->kernel->name, prefix, r->kernel->fs_bits);
	*entry = handle ? dlsym(handle, symbol) : NULL;
	if (!handle)
		return status_fail(STATUS_BAD_INPUT, "%s: error: it can't be loaded: %s", r->file,
				   dlerror());
	if (!*entry)
		return status_fail(
			STATUS_BAD_INPUT,
			"%s: error: there is no kernel %s in it: KERNEL(%s, k, i) { … }, TEAM_KERNEL or BLOCK_KERNEL",
			r->file, r->kernel->name, r->kernel->name);
	return STATUS_OK;
}

/* The words of all compilers' calls, with the include folder and the output. */
struct names {
	char include[4096], library[4096], bits[32];
};

static void names_of(const struct try_run *r, const char *library, struct names *n)
{
	snprintf(n->include, sizeof n->include, "-I%s", r->headers);
	snprintf(n->library, sizeof n->library, "%s/%s.so", r->folder, library);
	snprintf(n->bits, sizeof n->bits, "-DFS_BITS=%d", r->kernel->fs_bits);
}

#define C_COMPILER "the package gcc or clang (apt install gcc, dnf install gcc)"
#define NVCC       "CUDA's toolkit (apt install nvidia-cuda-toolkit, or NVIDIA's own)"

static enum status compile_cpu(struct try_run *r)
{
	struct names n;

	names_of(r, "cpu", &n);
	TRY(compile(r,
		    (const char *const[]){environment("WARPSCOPE_CC", "cc"), "-x", "c",
					  "-std=gnu11", "-O2", "-fPIC", "-shared", "-fopenmp",
					  "-ffp-contract=off", "-Wall", "-Wno-unused-function",
					  "-D_GNU_SOURCE", n.bits, n.include, r->file, "-o",
					  n.library, NULL},
		    C_COMPILER));
	return load(r, n.library, "cpu", &r->cpu);
}

/* The code of a GPU for the recorder, as src/local.mk compiles ours: by GCC's flags, else by clang's. Linked without them, as
 * what they call is the recorder's. Where no compiler takes them there is none. */
static enum status compile_warp(struct try_run *r)
{
	static const char *const flags[2][4] = {{"-fno-reorder-blocks", "-fno-tree-vectorize"},
						{"-fno-vectorize", "-fno-slp-vectorize", "-mllvm",
						 "-sanitizer-coverage-prune-blocks=0"}};
	const char *cc = environment("WARPSCOPE_CC", "cc");
	enum status status = STATUS_FAILED;
	char object[4096];
	struct names n;

	names_of(r, "warp", &n);
	snprintf(object, sizeof object, "%s/warp.o", r->folder);
	for (int way = 0; way < 2 && status != STATUS_OK; way++) {
		const char *const *f = flags[way];

		status = compile(r,
				 (const char *const[]){cc,
						       "-x",
						       "c",
						       "-std=gnu11",
						       "-O1",
						       "-fPIC",
						       "-DKERNEL_WARP",
						       "-D__CUDACC__",
						       "-D_GNU_SOURCE",
						       "-ffp-contract=off",
						       "-w",
						       n.bits,
						       n.include,
						       "-c",
						       r->file,
						       "-o",
						       object,
						       "-fsanitize=thread",
						       "-fsanitize-coverage=trace-pc",
						       f[0],
						       f[1],
						       f[2],
						       f[3],
						       NULL},
				 "");
	}
	TRY(status);
	TRY(compile(r, (const char *const[]){cc, "-shared", object, "-o", n.library, NULL}, ""));
	return load(r, n.library, "warp", &r->warp);
}

static enum status compile_gpu(struct try_run *r)
{
	struct names n;

	names_of(r, "gpu", &n);
	TRY(compile(r,
		    (const char *const[]){environment("WARPSCOPE_NVCC", "nvcc"), "-std=c++17",
					  "-O3", "-arch=native", "-fmad=false", "-shared",
					  "-Xcompiler", "-fPIC", n.bits, n.include, r->file, "-o",
					  n.library, NULL},
		    NVCC));
	return load(r, n.library, "cuda", &r->gpu_entry);
}

/* ---- trying ---- */

static const char *const verdict_words[] = {"passes", "differs", "out of bounds", "endless",
					    "crashes"};

/* One case; a verdict other than that it passes ends it all. */
static enum status try_one(struct try_run *r, const struct try_source *source,
			   const struct try_case *c, const struct try_code *code,
			   enum try_verdict *verdict)
{
	const char *by = code->warp ? ", lane by lane as on a GPU" : "";
	struct text where = TEXT_INIT;
	enum status status = try_check(r->kernel, c, code, &r->limits, verdict, &where);

	if (status == STATUS_OK)
		text_printf(&r->report, "%s, %" PRId64 " items (%s)%s: %s\n", source->name, c->n,
			    r->kernel->item, by,
			    *verdict == TRY_PASSES ? "as ours" : text_string(&where));
	if (status == STATUS_OK && *verdict != TRY_PASSES)
		text_printf(&r->result, "where %s\n", text_string(&where));
	text_release(&where);
	return status;
}

/* On the CPU, then as the warps of a GPU while there are few. */
static enum status try_both_ways(struct try_run *r, const struct try_source *source,
				 const struct try_case *c, enum try_verdict *verdict)
{
	const struct try_code cpu = {.cpu = (cpu_kernel *)r->cpu}, warp = {.warp = r->warp};

	TRY(try_one(r, source, c, &cpu, verdict));
	if (*verdict == TRY_PASSES && r->warp && c->n <= WARP_ITEMS)
		TRY(try_one(r, source, c, &warp, verdict));
	return STATUS_OK;
}

static enum status measure_all(struct try_run *r, const struct try_case *c,
			       enum try_verdict *verdict)
{
	TRY(try_measure(r, c));
	if (r->gpu < 0)
		return STATUS_OK;
	TRY(compile_gpu(r));
	return try_measure_gpu(r, c, verdict);
}

/* A case of the source; `measured` is set when it is one to be measured, and was. */
static enum status try_source(struct try_run *r, const struct try_source *source, bool measures,
			      bool *measured, enum try_verdict *verdict)
{
	struct try_case c = {0};
	enum status status = r->kernel->make(source, &c);

	if (status == STATUS_OK && c.n == 0)
		text_printf(&r->report, "%s: it has nothing for %s\n", source->name,
			    r->kernel->name);
	else if (status == STATUS_OK)
		status = try_both_ways(r, source, &c, verdict);
	if (status == STATUS_OK && c.n > 0 && measures && *verdict == TRY_PASSES) {
		*measured = true;
		status = measure_all(r, &c, verdict);
	}
	try_case_free(&c);
	return status;
}

static enum status try_design(struct try_run *r, bool *measured, enum try_verdict *verdict)
{
	struct try_source source;
	enum status status;
	char path[4096];

	snprintf(path, sizeof path, "%s/design", r->folder);
	if (access(path, F_OK) != 0)
		return STATUS_OK;
	TRY(try_source_read(path, &source));
	status = try_source(r, &source, true, measured, verdict);
	try_source_free(&source);
	return status;
}

/* Small random inputs first, then the open design's, or many random numbers where it has nothing for the kernel. */
static enum status try_all(struct try_run *r, enum try_verdict *verdict)
{
	static const int64_t sizes[] = {8, 64, 300, 100000};
	bool measured = false;

	for (int i = 0; i < 4 && *verdict == TRY_PASSES && !measured; i++) {
		struct try_source source;
		enum status status;

		if (i == 3)
			TRY(try_design(r, &measured, verdict));
		if (measured || *verdict != TRY_PASSES)
			break;
		TRY(try_random(sizes[i], (uint64_t)i + 1, &source));
		status = try_source(r, &source, i == 3, &measured, verdict);
		try_source_free(&source);
		TRY(status);
	}
	return STATUS_OK;
}

static enum status run(struct try_run *r)
{
	enum try_verdict verdict = TRY_PASSES;

	TRY(compile_cpu(r));
	if (compile_warp(r) != STATUS_OK) {
		r->warp = NULL;
		text_add(
			&r->report,
			"lanes of warps aren't looked at: this compiler can't say where memory is used\n");
	}
	TRY(try_all(r, &verdict));
	text_printf(&r->report, "\n%s\n", verdict_words[verdict]);
	text_printf(&r->result, "verdict %s\n", verdict_words[verdict]);
	return STATUS_OK;
}

static void begin(void)
{
	struct rlimit none = {0, 0};

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	setrlimit(RLIMIT_CORE, &none);
	host_threads_set(1); /* as launches are in processes that are forked from this one */
	for (int number = 1; number < NSIG; number++)
		signal(number, SIG_DFL);
	signal(SIGINT,
	       SIG_IGN); /* the terminal's are for the parent, which ends this process then */
	signal(SIGQUIT, SIG_IGN);
	signal(SIGTSTP, SIG_IGN);
}

int try_process_run(char **words)
{
	struct try_run r = {.kernel = try_kernel_find(words[TRY_WORD_KERNEL]),
			    .file = words[TRY_WORD_FILE],
			    .folder = words[TRY_WORD_FOLDER],
			    .headers = words[TRY_WORD_HEADERS],
			    .n_threads = atoi(words[TRY_WORD_THREADS]),
			    .gpu = atoi(words[TRY_WORD_GPU]),
			    .limits = {atoi(words[TRY_WORD_SECONDS]),
				       (int64_t)atoi(words[TRY_WORD_MEMORY]) << 20}};
	struct text error = TEXT_INIT;
	enum status status;

	begin();
	if (!r.kernel)
		return status_exit_code(STATUS_USAGE);
	status = run(&r);
	if (status != STATUS_OK)
		text_add(&error, status_text(status));
	if (error.length)
		write_text(&r, "error", &error);
	write_text(&r, "result", &r.result);
	write_text(&r, "report", &r.report);
	text_release(&error);
	text_release(&r.report);
	text_release(&r.result);
	return status_exit_code(status);
}
