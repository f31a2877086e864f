/* kernel_template and kernel_try: kernels that the reader writes, run in a process of their own (gpu/try/). */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ftw.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/assets.h"
#include "base/clock.h"
#include "base/grow.h"
#include "base/input.h"
#include "base/print.h"
#include "db/layout/placement.h"
#include "gpu/try/try.h"
#include "session/command.h"
#include "session/session.h"

enum { TRY_SECONDS, TRY_MEMORY, TRY_GPU };
enum {
	SECONDS = 5,
	MEMORY_MIB = 1024,
	MOST_SECONDS = 3600,
	LOOK_US = 2000,
	COMPILING_SECONDS = 120
};

extern char **environ;

static const struct option try_options[] = {
	[TRY_SECONDS] = {"-seconds", OPTION_COUNT, "S", "how long one launch may take (5)"},
	[TRY_MEMORY] = {"-memory", OPTION_COUNT, "MIB",
			"how much memory it may take besides its arrays (1024)"},
	[TRY_GPU] = {"-gpu", OPTION_WORD, "N",
		     "also on this GPU, by nvcc; default: the first, where the device is a GPU"},
	{0},
};

/* ---- kernels and their templates ---- */

static enum status need_kernel(const char *command, const char *name)
{
	if (try_kernel_find(name))
		return STATUS_OK;
	return status_fail(STATUS_USAGE,
			   "%s: there is no kernel \"%s\" to be tried; kernel_template lists them",
			   command, name);
}

static void list_kernels(struct text *out)
{
	const struct try_kernel *kernel;

	text_printf(out, "%-20s %-12s %s\n", "kernel", "item", "what it does");
	for (int i = 0; (kernel = try_kernel_at(i)); i++)
		text_printf(out, "%-20s %-12s %s\n", kernel->name, kernel->item, kernel->about);
}

static enum status write_new(const char *path, const struct text *text)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666),
	    error = fd < 0 ? errno : 0;

	if (error == EEXIST)
		return status_fail(
			STATUS_IO,
			"%s: error: it is there already, and kernel_template overwrites nothing",
			path);
	if (!error)
		error = print_bytes(fd, text_string(text), text->length);
	if (fd >= 0 && close(fd) != 0 && !error)
		error = errno;
	return error ? status_fail(STATUS_IO, "%s: error: %s", path, strerror(error)) : STATUS_OK;
}

static enum status read_file(struct task *task, const char *path, struct text *out)
{
	struct input in;
	enum status status;

	TRY(input_open(&in, path, task));
	status = input_all(&in);
	if (status == STATUS_OK)
		text_append(out, in.data, in.end);
	input_close(&in);
	return status == STATUS_OK ? text_status(out) : status;
}

static enum status template_of(struct call *call, const char *name, struct text *out)
{
	struct text asset = TEXT_INIT, path = TEXT_INIT;
	enum status status;

	text_printf(&asset, "kernels/%s.cu", name);
	status = text_status(&asset);
	if (status == STATUS_OK)
		status = asset_path(text_string(&asset), &path);
	if (status == STATUS_OK)
		status = read_file(&call->session->task, text_string(&path), out);
	text_release(&asset);
	text_release(&path);
	return status;
}

static enum status kernel_template(struct call *call)
{
	struct text text = TEXT_INIT;
	enum status status;

	if (call->n_arguments == 0) {
		list_kernels(call->out);
		return STATUS_OK;
	}
	TRY(need_kernel("kernel_template", call->argument[0]));
	if (call->n_arguments == 1)
		return template_of(call, call->argument[0], call->out);
	status = template_of(call, call->argument[0], &text);
	if (status == STATUS_OK)
		status = write_new(call->argument[1], &text);
	text_release(&text);
	return status;
}

/* ---- a copy of what is open ---- */

static enum status copy_weights(const struct image *image, struct queue *queue, int64_t *weight)
{
	int32_t n = image->device.n_arcs;

	if (image->fs_bits == 64) {
		queue_download(queue, weight, image->device.weight,
			       (int64_t)n * (int64_t)sizeof *weight);
		return queue_sync(queue);
	}
	/* into the last half, to be widened from the front */
	queue_download(queue, (int32_t *)weight + n, image->device.weight,
		       (int64_t)n * (int64_t)sizeof(int32_t));
	TRY(queue_sync(queue));
	for (int32_t e = 0; e < n; e++) {
		int32_t narrow;

		memcpy(&narrow, (int32_t *)weight + n + e, sizeof narrow);
		weight[e] = narrow == FS_NONE_32 ? FS_NONE_64 : narrow;
	}
	return STATUS_OK;
}

static enum status copy_graph(struct session *session, struct try_source *out)
{
	const struct device_graph *g = &session->image->device;
	struct queue *queue = session->queue;

	out->n_states = g->n_states;
	out->n_arcs = g->n_arcs;
	out->first_sink = g->first_sink;
	out->n_sinks = g->n_sinks;
	TRY(ALLOC(&out->row, (int64_t)g->n_states + 1));
	TRY(ALLOC(&out->to, g->n_arcs));
	TRY(ALLOC(&out->weight, g->n_arcs));
	queue_download(queue, out->row, g->row,
		       ((int64_t)g->n_states + 1) * (int64_t)sizeof *out->row);
	queue_download(queue, out->to, g->to, (int64_t)g->n_arcs * (int64_t)sizeof *out->to);
	return queue_settle(queue, copy_weights(session->image, queue, out->weight));
}

/* A side of the die in units. */
static int32_t unit_of(int64_t at, int64_t length)
{
	int64_t units = (int64_t)TRY_BINS << TRY_SHIFT,
		unit = length > 0 ? (int64_t)((double)at / (double)length * (double)units) : 0;

	return (int32_t)(unit < 0 ? 0 : unit > units ? units : unit);
}

static enum status copy_boxes(const struct placement *p, struct try_source *out)
{
	int64_t width = (int64_t)p->die.x2 - p->die.x1, height = (int64_t)p->die.y2 - p->die.y1;

	out->bins = (struct density_bins){TRY_BINS, TRY_BINS, TRY_SHIFT};
	TRY(ALLOC(&out->box, p->n_components));
	for (int32_t i = 0; i < p->n_components; i++) {
		struct rect box = placement_component_box(p, i);

		if (p->component[i].status == UNPLACED)
			continue;
		out->box[out->n_boxes++] =
			(struct density_box_32){unit_of((int64_t)box.x1 - p->die.x1, width),
						unit_of((int64_t)box.y1 - p->die.y1, height),
						unit_of((int64_t)box.x2 - p->die.x1, width),
						unit_of((int64_t)box.y2 - p->die.y1, height)};
	}
	return STATUS_OK;
}

static enum status write_design(struct session *session, const char *folder)
{
	const struct placement *placement = session->design.placement;
	struct try_source source = {0};
	enum status status = STATUS_OK;
	char path[PATH_MAX];

	if (!session->image && !placement)
		return STATUS_OK;
	snprintf(path, sizeof path, "%s/design", folder);
	if (session->image)
		status = copy_graph(session, &source);
	if (status == STATUS_OK && placement)
		status = copy_boxes(placement, &source);
	if (status == STATUS_OK)
		status = try_source_write(&source, path);
	try_source_free(&source);
	return status;
}

/* ---- the process ---- */

static int remove_one(const char *path, const struct stat *info, int kind, struct FTW *at)
{
	(void)info;
	(void)kind;
	(void)at;
	return remove(path);
}

/* With nothing of ours open, in a group of its own with the compilers that it starts. */
static enum status start(char *const words[], pid_t *pid)
{
	posix_spawn_file_actions_t actions;
	posix_spawnattr_t attributes;
	int error = posix_spawn_file_actions_init(&actions);

	if (error)
		return STATUS_NO_MEMORY;
	posix_spawnattr_init(&attributes);
	posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
	for (int fd = 0; fd < 3; fd++)
		posix_spawn_file_actions_addopen(&actions, fd, "/dev/null", O_RDWR, 0);
	posix_spawn_file_actions_addclosefrom_np(&actions, 3);
	error = posix_spawn(pid, "/proc/self/exe", &actions, &attributes, words, environ);
	posix_spawnattr_destroy(&attributes);
	posix_spawn_file_actions_destroy(&actions);
	return error ? status_fail(STATUS_FAILED, "kernel_try: its process can't be started: %s",
				   strerror(error))
		     : STATUS_OK;
}

/* Wait for it, and end it and all that it has started when that takes too long or is cancelled. */
static enum status wait_for(struct task *task, pid_t pid, double most_ms, int *code)
{
	double begin = clock_ms();
	enum status status = STATUS_OK;

	while (waitpid(pid, code, WNOHANG) == 0) {
		status = task_breathe(task);
		if (status == STATUS_OK && clock_ms() - begin > most_ms)
			status = status_fail(STATUS_FAILED, "kernel_try: it was ended after %.0f s",
					     most_ms / 1e3);
		if (status != STATUS_OK) {
			kill(-pid, SIGKILL);
			waitpid(pid, code, 0);
			return status;
		}
		usleep(LOOK_US);
	}
	kill(-pid, SIGKILL); /* what it has left, if anything */
	return STATUS_OK;
}

/* Text that the process has written, nothing if it hasn't. */
static void take_text(struct call *call, const char *folder, const char *name, struct text *out)
{
	char path[PATH_MAX];

	snprintf(path, sizeof path, "%s/%s", folder, name);
	if (access(path, F_OK) == 0)
		read_file(&call->session->task, path, out);
}

static enum status take_results(struct call *call, const char *folder, int code)
{
	struct text *result = &call->session->tried, why = TEXT_INIT;
	enum status status = STATUS_OK;

	text_clear(result);
	text_printf(result, "kernel %s\n", call->argument[0]);
	take_text(call, folder, "result", result);
	take_text(call, folder, "report", call->out);
	take_text(call, folder, "error", &why);
	TRY(call_flush(call));
	if (why.length)
		status = status_fail(STATUS_FAILED, "kernel_try: %s", text_string(&why));
	else if (!WIFEXITED(code) || WEXITSTATUS(code) != 0)
		status = status_fail(STATUS_FAILED, "kernel_try: its process ended by signal %d",
				     WIFSIGNALED(code) ? WTERMSIG(code) : 0);
	text_release(&why);
	return status;
}

/* ---- the commands ---- */

struct wish {
	int64_t seconds, memory;
	int gpu;
};

static enum status wish_of(const struct call *call, struct wish *wish)
{
	const struct option_value *gpu = &call->option[TRY_GPU];
	char end;

	*wish = (struct wish){SECONDS, MEMORY_MIB,
			      device_kind(call->session->device) == DEVICE_CPU ? -1 : 0};
	if (call->option[TRY_SECONDS].given)
		wish->seconds = call->option[TRY_SECONDS].number;
	if (call->option[TRY_MEMORY].given)
		wish->memory = call->option[TRY_MEMORY].number;
	if (wish->seconds > MOST_SECONDS)
		return status_fail(STATUS_USAGE, "kernel_try: -seconds is at most %d",
				   MOST_SECONDS);
	if (gpu->given && (sscanf(gpu->word, "%d%c", &wish->gpu, &end) != 1 || wish->gpu < 0))
		return status_fail(STATUS_USAGE,
				   "kernel_try: -gpu expects a number from 0 on, not \"%s\"",
				   gpu->word);
	return STATUS_OK;
}

/* The folder that has gpu/kernel/kernel.h: among the files that come with warpscope, in the source tree beside them. */
static enum status find_headers(struct text *out)
{
	static const char kernel_h[] = "gpu/kernel/kernel.h";

	if (asset_path("src/gpu/kernel/kernel.h", out) != STATUS_OK)
		TRY(asset_path("../src/gpu/kernel/kernel.h", out));
	TRY(text_status(out));
	out->length -= (int64_t)strlen(kernel_h);
	out->data[out->length] = '\0';
	return STATUS_OK;
}

static enum status try_in(struct call *call, const char *file, const char *headers,
			  const char *folder)
{
	char number[4][24];
	int code = 0;
	struct wish wish;
	pid_t pid;

	TRY(wish_of(call, &wish));
	TRY(write_design(call->session, folder));
	snprintf(number[0], sizeof number[0], "%d", device_host_threads(call->session->device));
	snprintf(number[1], sizeof number[1], "%" PRId64, wish.seconds);
	snprintf(number[2], sizeof number[2], "%" PRId64, wish.memory);
	snprintf(number[3], sizeof number[3], "%d", wish.gpu);
	TRY(start((char *const[]){"warpscope", TRY_HELPER, (char *)call->argument[0], (char *)file,
				  (char *)folder, (char *)headers, number[0], number[1], number[2],
				  number[3], NULL},
		  &pid));
	task_begin(&call->session->task, "trying a kernel", 0);
	TRY(wait_for(&call->session->task, pid,
		     1e3 * (double)(COMPILING_SECONDS + 20 * wish.seconds), &code));
	return take_results(call, folder, code);
}

static enum status kernel_try(struct call *call)
{
	const char *place = getenv("TMPDIR");
	struct text headers = TEXT_INIT;
	char file[PATH_MAX], folder[1024];
	enum status status;

	TRY(need_kernel("kernel_try", call->argument[0]));
	if (!realpath(call->argument[1], file) || access(file, R_OK) != 0)
		return status_fail(STATUS_IO, "%s: error: %s", call->argument[1], strerror(errno));
	snprintf(folder, sizeof folder, "%s/warpscope-try-XXXXXX",
		 place && place[0] == '/' && strlen(place) < 900 ? place : "/tmp");
	if (!mkdtemp(folder))
		return status_fail(STATUS_IO, "%s: error: %s", folder, strerror(errno));
	status = find_headers(&headers);
	if (status == STATUS_OK)
		status = try_in(call, file, text_string(&headers), folder);
	nftw(folder, remove_one, 8, FTW_DEPTH | FTW_PHYS);
	text_release(&headers);
	return status;
}

/* The value of a line "NAME value" of what kernel_try has left. */
static enum status kernel_property(struct call *call)
{
	const char *name = call->argument[0];
	size_t length = strlen(name);

	for (const char *line = text_string(&call->session->tried); *line; line++) {
		const char *end = strchr(line, '\n');

		if (!end)
			break;
		if (strncmp(line, name, length) == 0 && line[length] == ' ') {
			text_append(call->result, line + length + 1,
				    end - line - (int64_t)length - 1);
			return STATUS_OK;
		}
		line = end;
	}
	return status_fail(STATUS_FAILED, "kernel_property: the last kernel_try has no \"%s\"%s",
			   name, call->session->tried.length ? "" : ": nothing was tried yet");
}

const struct command try_commands[] = {
	{"kernel_template", "?NAME? ?FILE?", 0, 2,
	 "List the kernels of which you can write your own body, print a commented start of one, or write it into a new file",
	 NULL, kernel_template, IN_SESSION},
	{"kernel_try", "NAME FILE", 2, 2,
	 "Compile your own body of a kernel, run it in a process of its own and compare with ours: results, time, a warp",
	 try_options, kernel_try, IN_SESSION},
	{"kernel_property",
	 "verdict|where|kernel|ms|ours_ms|items|steps|sectors|least|used|slots|wanted|moved|sectors:ARRAY|least:ARRAY",
	 1, 1,
	 "What the last kernel_try came to: its verdict, or a number of your kernel or its warp",
	 NULL, kernel_property, IN_SESSION},
	{0},
};
