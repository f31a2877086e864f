/*
 * Large copies to and from a GPU (gpu/device/cuda_stage.c) by a stream of the host that copies as late as it may, or at
 * once: what is copied is what was there, whatever the order of copies, and where memory to pin is short.
 */
#include <stdlib.h>

#include "gpu/device/cuda_stage.c"

#include "lib/devices.h"
#include "lib/tap.h"

enum { MOST_WAITING = 1000, MOST_ITEMS = 3000000 };

struct lazy_copies {
	void *to;
	const void *from;
	size_t bytes;
};

/* Copies n_done … n − 1 wait, each at its number modulo MOST_WAITING. */
struct lazy_stream {
	struct lazy_copies copy[MOST_WAITING];
	int64_t n, n_done;
	bool at_once;
};

struct lazy_event {
	struct lazy_stream *stream;
	int64_t n; /* copies until then */
};

static struct lazy_stream the_stream;
static size_t most_pinned; /* bytes at once; more is too much */
static int n_pinned, n_errors;
static int n_fine = -1;     /* copies until one fails; -1 = none does */
static bool freed_too_soon; /* while something was to be copied from there or to it */

static void copy_until(struct lazy_stream *stream, int64_t n)
{
	for (; stream->n_done < n; stream->n_done++) {
		const struct lazy_copies *c = &stream->copy[stream->n_done % MOST_WAITING];

		memcpy(c->to, c->from, c->bytes);
	}
}

cudaError_t cudaMallocHost(void **memory, size_t bytes)
{
	*memory = bytes <= most_pinned ? malloc(bytes) : NULL;
	n_pinned += *memory != NULL;
	n_errors += *memory == NULL;
	return *memory ? cudaSuccess : cudaErrorMemoryAllocation;
}

cudaError_t cudaFreeHost(void *memory)
{
	n_pinned -= memory != NULL;
	freed_too_soon |= memory && the_stream.n_done < the_stream.n;
	free(memory);
	return cudaSuccess;
}

cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned flags)
{
	(void)flags;
	*event = calloc(1, sizeof **event);
	return *event ? cudaSuccess : cudaErrorUnknown;
}

cudaError_t cudaEventDestroy(cudaEvent_t event)
{
	free(event);
	return cudaSuccess;
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream)
{
	event->stream = stream;
	event->n = stream->n;
	return cudaSuccess;
}

cudaError_t cudaEventSynchronize(cudaEvent_t event)
{
	if (event->stream)
		copy_until(event->stream, event->n);
	return cudaSuccess;
}

cudaError_t cudaStreamSynchronize(cudaStream_t stream)
{
	copy_until(stream, stream->n);
	return cudaSuccess;
}

cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t bytes, enum cudaMemcpyKind kind,
			    cudaStream_t stream)
{
	(void)kind;
	if (n_fine == 0 || stream->n == stream->n_done + MOST_WAITING)
		return cudaErrorUnknown;
	n_fine -= n_fine > 0;
	stream->copy[stream->n++ % MOST_WAITING] = (struct lazy_copies){to, from, bytes};
	if (stream->at_once)
		copy_until(stream, stream->n);
	return cudaSuccess;
}

cudaError_t cudaPointerGetAttributes(struct cudaPointerAttributes *out, const void *memory)
{
	(void)memory;
	out->type = cudaMemoryTypeUnregistered;
	return cudaSuccess;
}

cudaError_t cudaGetLastError(void)
{
	n_errors = 0;
	return cudaSuccess;
}

/* ---- copies ---- */

enum { WORDS = 3 }; /* an item */

/* Item i is words of WORDS i + j + the context. */
static void make_words(const void *context, int64_t begin, int64_t end, void *out)
{
	const int32_t *first = context;
	int32_t *word = out;

	for (int64_t w = WORDS * begin; w < WORDS * end; w++)
		*word++ = (int32_t)w + *first;
}

/* Some items, again and again, of which the last stay; then all of it comes back, to an odd address, at times twice. */
static bool same_copies(struct cuda_stage *stage, int32_t *device, char *host)
{
	static int32_t again[WORDS * MOST_ITEMS];
	int32_t first = 0, context;
	int64_t n = 0;
	bool same = true;

	for (int k = 0; k < 4; k++) {
		context = first = (int32_t)random_below(1000000);
		n = random_below(random_below(3) ? 30000 : MOST_ITEMS) + 1;
		same = same && cuda_stage_make(stage, device, n, WORDS * sizeof *device, make_words,
					       &context) == cudaSuccess;
		context = -1; /* which nothing reads any more */
	}
	same = same && cuda_stage_download(stage, host + 1, device,
					   WORDS * n * (int64_t)sizeof *device) == cudaSuccess;
	if (random_below(2)) {
		n = random_below((int)n) + 1;
		same = same &&
		       cuda_stage_download(stage, again, device,
					   WORDS * n * (int64_t)sizeof *device) == cudaSuccess;
		same = same && cuda_stage_finish(stage, true) == cudaSuccess;
		same = same && memcmp(again, host + 1, WORDS * (size_t)n * sizeof *again) == 0;
	}
	same = same && cuda_stage_finish(stage, true) == cudaSuccess;
	for (int64_t w = 0; w < WORDS * n && same; w++) {
		int32_t got;

		memcpy(&got, host + 1 + w * (int64_t)sizeof got, sizeof got);
		same = got == (int32_t)w + first;
	}
	return same;
}

static bool check_copies(struct cuda_stage *stage, int32_t *device, char *host)
{
	bool same = true;

	for (int i = 0; i < 10 && same; i++)
		same = same_copies(stage, device, host);
	return same;
}

/* A copy that fails in the middle, then others that don't. */
static bool check_failures(struct cuda_stage *stage, int32_t *device, char *host)
{
	int64_t bytes = WORDS * (int64_t)sizeof *device * MOST_ITEMS;
	int32_t context = 1;
	bool fine = true;

	for (int i = 0; i < 4 && fine; i++) {
		n_fine = i;
		fine = cuda_stage_make(stage, device, MOST_ITEMS, WORDS * sizeof *device,
				       make_words, &context) == cudaErrorUnknown;
		n_fine = i;
		fine = fine && cuda_stage_download(stage, host, device, bytes) == cudaErrorUnknown;
		cuda_stage_finish(stage, false);
		n_fine = -1;
		fine = fine && same_copies(stage, device, host);
	}
	return fine;
}

int main(void)
{
	int32_t *device = malloc(WORDS * sizeof *device * MOST_ITEMS);
	char *host = malloc(WORDS * sizeof *device * MOST_ITEMS + 1);

	for (int at_once = 0; at_once < 2; at_once++) {
		const char *when = at_once ? "at once" : "late";
		struct cuda_stage stage = {.stream = &the_stream};

		random_seed(1);
		the_stream = (struct lazy_stream){.at_once = at_once};
		most_pinned = SIZE_MAX;
		OK(check_copies(&stage, device, host), "copies by a stream that copies %s", when);
		OK(check_failures(&stage, device, host), "some fail, %s", when);
		cudaStreamSynchronize(&the_stream);
		cuda_stage_release(&stage);
		most_pinned = (2 * STAGE_SLOTS + 1) * LEAST_SLOT;
		OK(check_copies(&stage, device, host) && n_errors == 0 &&
			   stage.slot_bytes == 2 * LEAST_SLOT,
		   "with little memory to pin, %s", when);
		cudaStreamSynchronize(&the_stream);
		cuda_stage_release(&stage);
		stage.is_short = false;
		most_pinned = 0;
		OK(cuda_stage_download(&stage, host, device, MOST_ITEMS) ==
				   cudaErrorMemoryAllocation &&
			   !stage.slot_bytes && !n_pinned,
		   "without any, %s", when);
		OK(!freed_too_soon, "nothing is freed before it was copied, %s", when);
	}
	free(device);
	free(host);
	return tap_done();
}
