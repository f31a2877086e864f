/*
 * How fast a device gets what ordinary memory of the host has, and gives it back:
 *
 *	bench_copies [-d cpu|cuda] [-threads N] [-bytes N] [-runs N]
 *
 * N bytes (76 MiB, which the ends of ten million arcs take) in one copy, as arrays of an image go; in pieces of 256 KiB,
 * which a GPU's own driver copies; and made where they go (queue_make()). To memory that has no pages yet in one copy, whose
 * pages are made first, and in pieces of 4 MiB, each of which makes its own. A figure is the median, with the wait.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/grow.h"
#include "bench.h"
#include "gpu/device/device.h"

enum { PIECE = 1 << 18, LARGE_PIECE = 1 << 22 };

struct bench {
	int argc;
	char **argv;
	struct device_config device;
	struct task task;
	struct queue *queue;
	const char *name;
	int64_t bytes;
	int runs;
	char *host, *d_memory; /* [bytes] */
};

static enum status parse(struct bench *b)
{
	for (int i = 1; i + 1 < b->argc; i += 2) {
		const char *name = b->argv[i], *value = b->argv[i + 1];

		if (strcmp(name, "-bytes") == 0)
			b->bytes = atoll(value);
		else if (strcmp(name, "-runs") == 0)
			b->runs = atoi(value);
		else if (!bench_device_option(&b->device, name, value))
			return status_fail(STATUS_USAGE, "unknown option \"%s\"", name);
	}
	if (b->argc % 2 == 0 || b->bytes < PIECE || b->runs < 1)
		return status_fail(STATUS_USAGE, "options with a value each");
	return STATUS_OK;
}

static void upload(struct bench *b)
{
	queue_upload(b->queue, b->d_memory, b->host, b->bytes);
}

static void download(struct bench *b)
{
	queue_download(b->queue, b->host, b->d_memory, b->bytes);
}

static void upload_pieces(struct bench *b)
{
	for (int64_t at = 0; at + PIECE <= b->bytes; at += PIECE)
		queue_upload(b->queue, b->d_memory + at, b->host + at, PIECE);
}

static void download_by(struct bench *b, int64_t piece)
{
	for (int64_t at = 0; at + piece <= b->bytes; at += piece)
		queue_download(b->queue, b->host + at, b->d_memory + at, piece);
}

static void download_pieces(struct bench *b)
{
	download_by(b, PIECE);
}

static void download_large_pieces(struct bench *b)
{
	download_by(b, LARGE_PIECE);
}

static void make_ones(const void *context, int64_t begin, int64_t end, void *out)
{
	(void)context;
	memset(out, 1, (size_t)(end - begin));
}

static void make(struct bench *b)
{
	queue_make(b->queue, b->d_memory, b->bytes, 1, make_ones, NULL);
}

static const struct {
	const char *name;
	void (*run)(struct bench *b);
	bool is_fresh; /* the host's memory */
} copies[] = {
	{"upload", upload, false},
	{"upload in pieces of 256 KiB", upload_pieces, false},
	{"made where it goes", make, false},
	{"download", download, false},
	{"download in pieces of 256 KiB", download_pieces, false},
	{"download to fresh memory", download, true},
	{"download to fresh memory in pieces of 4 MiB", download_large_pieces, true},
};

static enum status free_pages(struct bench *b)
{
	int64_t capacity = 0;

	free(b->host);
	b->host = NULL;
	return GROW(&b->host, &capacity, b->bytes);
}

static enum status measure(struct bench *b, int copy, double *ms)
{
	char figure[64];

	for (int i = -1; i < b->runs; i++) { /* the first warms up */
		double begin;

		if (copies[copy].is_fresh)
			TRY(free_pages(b));
		begin = clock_ms();
		copies[copy].run(b);
		TRY(queue_sync(b->queue));
		ms[i < 0 ? 0 : i] = clock_ms() - begin;
	}
	snprintf(figure, sizeof figure, "%s, median", copies[copy].name);
	bench_figure(b->argc, b->argv, b->name, figure, bench_quantile(ms, b->runs, 0.5), "ms");
	return STATUS_OK;
}

static enum status run(struct bench *b, struct device **device)
{
	enum status status = STATUS_OK;
	double *ms;

	TRY(device_open(&b->device, NULL, device));
	b->name = device_name(*device);
	TRY(queue_new(*device, &b->task, &b->queue));
	TRY(ALLOC(&b->host, b->bytes));
	memset(b->host, 1, (size_t)b->bytes);
	TRY(device_alloc(b->queue, "copies", b->bytes, (void **)&b->d_memory));
	TRY(ALLOC(&ms, b->runs));
	for (size_t i = 0; i < sizeof copies / sizeof *copies && status == STATUS_OK; i++)
		status = measure(b, (int)i, ms);
	free(ms);
	return status;
}

int main(int argc, char **argv)
{
	struct bench b = {.argc = argc,
			  .argv = argv,
			  .device = {.kind = DEVICE_CPU},
			  .task = TASK_INIT,
			  .bytes = INT64_C(76) << 20,
			  .runs = 20};
	struct device *device = NULL;
	enum status status = parse(&b);

	if (status == STATUS_OK)
		status = run(&b, &device);
	if (status != STATUS_OK)
		fprintf(stderr, "bench_copies: %s\n", status_text(status));
	if (b.d_memory)
		device_free(b.queue, b.d_memory);
	queue_free(b.queue);
	device_close(device);
	free(b.host);
	return status != STATUS_OK;
}
