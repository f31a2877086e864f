#include "ui/win/frames.h"

#include <fcntl.h>
#include <inttypes.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

void window_frames_release(struct window_frames *frames)
{
	if (frames->slots)
		munmap((void *)frames->slots, (size_t)(WINDOW_SLOTS * frames->bytes));
	*frames = (struct window_frames){0};
}

static enum status map(struct window_frames *frames, int64_t bytes, int descriptor)
{
	struct stat st;
	void *memory;
	int seals;

	if (bytes <= 0 || bytes > WINDOW_MOST_BYTES)
		return status_fail(STATUS_BAD_INPUT, "a frame's slot of %" PRId64 " bytes", bytes);
	/* reading what is mapped beyond a file's end kills the process */
	if (fstat(descriptor, &st) != 0 || !S_ISREG(st.st_mode) ||
	    st.st_size < WINDOW_SLOTS * bytes)
		return status_fail(
			STATUS_BAD_INPUT,
			"a frame's memory is smaller than its slots of %" PRId64 " bytes", bytes);
	seals = fcntl(descriptor, F_GET_SEALS);
	if (seals < 0 || !(seals & F_SEAL_SHRINK))
		return status_fail(STATUS_BAD_INPUT, "a frame's memory can be made smaller");
	window_frames_release(frames);
	memory = mmap(NULL, (size_t)(WINDOW_SLOTS * bytes), PROT_READ, MAP_SHARED, descriptor, 0);
	if (memory == MAP_FAILED)
		return status_fail(STATUS_NO_MEMORY, "a frame's memory can't be mapped");
	*frames = (struct window_frames){memory, bytes};
	return STATUS_OK;
}

enum status window_frames_take(struct window_frames *frames, const struct window_message *message,
			       int descriptor, const void **pixels)
{
	int64_t width = message->width, height = message->height;
	enum status status = STATUS_OK;

	if (descriptor >= 0) {
		status = map(frames, message->bytes, descriptor);
		close(descriptor);
	}
	TRY(status);
	if (!frames->slots)
		return status_fail(STATUS_BAD_INPUT, "a frame without memory");
	if (message->slot < 0 || message->slot >= WINDOW_SLOTS)
		return status_fail(STATUS_BAD_INPUT, "a frame in slot %d", message->slot);
	if (width < 1 || height < 1 || width > WINDOW_MOST_PIXELS || height > WINDOW_MOST_PIXELS ||
	    4 * width * height > frames->bytes)
		return status_fail(STATUS_BAD_INPUT,
				   "a frame of %" PRId64 "x%" PRId64 " pixels in %" PRId64 " bytes",
				   width, height, frames->bytes);
	*pixels = frames->slots + message->slot * frames->bytes;
	return STATUS_OK;
}
