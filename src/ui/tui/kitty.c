#include "ui/tui/kitty.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include "base/base64.h"
#include "base/grow.h"

enum {
	CHUNK = 4096, /* characters of base64 in a command */
	FASTEST = 1,  /* zlib's level: the key loop waits for it */
};

/* Where Linux has objects of shared memory, for a process that crashes. */
static char crash_path[KITTY_OBJECTS][KITTY_NAME + 16];

/* ---- commands ---- */

/* tmux hands on what is wrapped, with each escape twice. */
static void begin_command(struct text *out, bool tmux)
{
	text_add(out, tmux ? "\033Ptmux;\033\033_G" : "\033_G");
}

static void end_command(struct text *out, bool tmux)
{
	text_add(out, tmux ? "\033\033\\\033\\" : "\033\\");
}

static void put_chunks(struct text *out, const char *control, const struct text *payload, bool tmux)
{
	const char *at = text_string(payload);
	int64_t left = payload->length;
	bool first = true;

	do {
		int64_t n = left < CHUNK ? left : CHUNK;

		begin_command(out, tmux);
		text_printf(out, "%s%sm=%d;", first ? control : "", first ? "," : "", n < left);
		text_append(out, at, n);
		end_command(out, tmux);
		at += n;
		left -= n;
		first = false;
	} while (left > 0);
}

static void write_control(const struct kitty_image *image, const char *how, bool tmux, char *out,
			  size_t size)
{
	const char *quiet = tmux ? ",q=2" : image->answer ? "" : ",q=1";

	snprintf(out, size, "a=T,f=24,%s,i=%u,p=1,s=%d,v=%d,c=%d,r=%d,%s%s", how,
		 (unsigned)image->id, (int)image->width, (int)image->height, image->columns,
		 image->rows, tmux ? "U=1" : "C=1", quiet);
}

static void copy_rgb(const struct kitty_image *image, uint8_t *rgb)
{
	for (int32_t y = 0; y < image->height; y++) {
		const uint32_t *row = image->pixel + (int64_t)y * image->stride;

		for (int32_t x = 0; x < image->width; x++) {
			*rgb++ = (uint8_t)(row[x] >> 16);
			*rgb++ = (uint8_t)(row[x] >> 8);
			*rgb++ = (uint8_t)row[x];
		}
	}
}

/* A cell of the image for each cell of the screen: rows and columns are diacritics, the id is the colour. */
static void put_placeholders(struct text *out, const struct kitty_image *image)
{
	/* The first of kitty's rowcolumn-diacritics.txt, class 230 without decompositions. */
	static const uint16_t mark[] = {0x305, 0x30d, 0x30e, 0x310, 0x312, 0x33d, 0x33e, 0x33f,
					0x346, 0x34a, 0x34b, 0x34c, 0x350, 0x351, 0x352, 0x357,
					0x35b, 0x363, 0x364, 0x365, 0x366, 0x367, 0x368, 0x369,
					0x36a, 0x36b, 0x36c, 0x36d, 0x36e, 0x36f, 0x483, 0x484};
	enum { MARKS = sizeof mark / sizeof *mark };

	text_printf(out, "\033[38;2;%u;%u;%um", (unsigned)(image->id >> 16 & 255),
		    (unsigned)(image->id >> 8 & 255), (unsigned)(image->id & 255));
	for (int y = 0; y < image->rows && y < MARKS; y++) {
		text_printf(out, "\033[%d;%dH", image->row + y + 1, image->column + 1);
		for (int x = 0; x < image->columns && x < MARKS; x++)
			text_append(out,
				    (const char[]){(char)0xf4, (char)0x8e, (char)0xbb, (char)0xae,
						   (char)(0xc0 | mark[y] >> 6),
						   (char)(0x80 | (mark[y] & 63)),
						   (char)(0xc0 | mark[x] >> 6),
						   (char)(0x80 | (mark[x] & 63))},
				    8);
	}
	text_add(out, "\033[m");
}

void kitty_add(struct text *out, const struct kitty_image *image, bool tmux)
{
	uLong size = 3 * (uLong)image->width * (uLong)image->height, packed = compressBound(size);
	RELEASED_BY(text_release) struct text payload = TEXT_INIT;
	FREED uint8_t *rgb = NULL, *bytes = NULL;
	char control[160];

	if (ALLOC(&rgb, (int64_t)size) != STATUS_OK || ALLOC(&bytes, (int64_t)packed) != STATUS_OK)
		return;
	copy_rgb(image, rgb);
	if (compress2(bytes, &packed, rgb, size, FASTEST) != Z_OK)
		return;
	base64_add(&payload, bytes, (int64_t)packed);
	text_printf(out, "\033[%d;%dH", image->row + 1, image->column + 1);
	write_control(image, "t=d,o=z", tmux, control, sizeof control);
	put_chunks(out, control, &payload, tmux);
	if (tmux)
		put_placeholders(out, image);
}

/* ---- shared memory ---- */

void kitty_object_drop(struct kitty_object *object)
{
	if (object->name[0])
		shm_unlink(object->name); /* the terminal may have done it */
	object->name[0] = crash_path[object->place][0] = '\0';
}

void kitty_drop_on_crash(void)
{
	for (int i = 0; i < KITTY_OBJECTS; i++) {
		if (crash_path[i][0])
			unlink(crash_path[i]);
	}
}

/* A new object that no other user can read, with these bytes. */
static bool make_object(const uint8_t *bytes, size_t n, struct kitty_object *object)
{
	static unsigned number;
	uint64_t random = 0;
	void *memory = MAP_FAILED;
	int fd;

	kitty_object_drop(object);
	if (getrandom(&random, sizeof random, GRND_NONBLOCK) != sizeof random)
		return false;
	snprintf(object->name, sizeof object->name, "/warpscope-%d-%u-%016llx", (int)getpid(),
		 ++number, (unsigned long long)random);
	snprintf(crash_path[object->place], sizeof crash_path[0], "/dev/shm%s", object->name);
	fd = shm_open(object->name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, S_IRUSR | S_IWUSR);
	if (fd < 0) {
		object->name[0] = crash_path[object->place][0] = '\0';
		return false;
	}
	/* Room is made before it is mapped: writing beyond it kills the process. */
	if (posix_fallocate(fd, 0, (off_t)n) == 0)
		memory = mmap(NULL, n, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	close(fd);
	if (memory == MAP_FAILED) {
		kitty_object_drop(object);
		return false;
	}
	memcpy(memory, bytes, n);
	munmap(memory, n);
	return true;
}

static void put_object(struct text *out, const char *control, const struct kitty_object *object)
{
	RELEASED_BY(text_release) struct text payload = TEXT_INIT;

	base64_add(&payload, object->name, (int64_t)strlen(object->name));
	put_chunks(out, control, &payload, false);
}

bool kitty_add_shared(struct text *out, const struct kitty_image *image,
		      struct kitty_object *object)
{
	int64_t size = 3 * (int64_t)image->width * image->height;
	char control[160], how[40];
	FREED uint8_t *rgb = NULL;

	if (ALLOC(&rgb, size) != STATUS_OK)
		return false;
	copy_rgb(image, rgb);
	if (!make_object(rgb, (size_t)size, object))
		return false;
	snprintf(how, sizeof how, "t=s,S=%lld", (long long)size);
	write_control(image, how, false, control, sizeof control);
	text_printf(out, "\033[%d;%dH", image->row + 1, image->column + 1);
	put_object(out, control, object);
	return true;
}

/* ---- questions ---- */

void kitty_ask(struct text *out, uint32_t id)
{
	begin_command(out, false);
	text_printf(out, "a=q,t=d,f=24,s=1,v=1,i=%u;AAAA", (unsigned)id);
	end_command(out, false);
}

bool kitty_ask_shared(struct text *out, uint32_t id, struct kitty_object *object)
{
	char control[64];

	if (!make_object((const uint8_t[]){0, 0, 0}, 3, object))
		return false;
	snprintf(control, sizeof control, "a=q,t=s,S=3,f=24,s=1,v=1,i=%u", (unsigned)id);
	put_object(out, control, object);
	return true;
}

void kitty_delete(struct text *out, uint32_t id, bool tmux)
{
	begin_command(out, tmux);
	text_printf(out, "a=d,d=I,i=%u,q=2", (unsigned)id);
	end_command(out, tmux);
}
