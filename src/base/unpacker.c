#include "base/unpacker.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#define BZIP2_LIBRARY "libbz2.so.1.0"
#define XZ_LIBRARY    "liblzma.so.5"
#define ZSTD_LIBRARY  "libzstd.so.1"

enum {
	WINDOW_BITS = 15,
	GZIP_ONLY = 16, /* for inflateInit2(), on top of that */
	MOST_DICTIONARY =
		256
		<< 20 /* bytes that an .xz may have its reader keep; zstd has 128 MiB of its own accord */
};

/* Of a state that was allocated (NULL = it wasn't): as begin() returns it. */
static void *begun(void *state, bool is_ready)
{
	if (!is_ready)
		free(state);
	errno = ENOMEM;
	return is_ready ? state : NULL;
}

/* ---- gzip ---- */

static void *begin_gzip(void)
{
	z_stream *z = calloc(1, sizeof *z);

	return begun(z, z && inflateInit2(z, WINDOW_BITS + GZIP_ONLY) == Z_OK);
}

static enum unpacked unpack_gzip(void *state, struct unpacking *u)
{
	z_stream *z = state;
	int code;

	z->next_in = (unsigned char *)u->in;
	z->avail_in = (unsigned)u->n_in;
	z->next_out = u->out;
	z->avail_out = (unsigned)u->room;
	code = inflate(z, Z_NO_FLUSH);
	u->in = z->next_in;
	u->n_in = z->avail_in;
	u->out = z->next_out;
	u->room = z->avail_out;
	u->why = z->msg ? z->msg : "not gzip";
	return code == Z_STREAM_END                  ? UNPACKED_MEMBER
	       : code == Z_MEM_ERROR                 ? UNPACKED_NO_MEMORY
	       : code == Z_OK || code == Z_BUF_ERROR ? UNPACKED_SOME
						     : UNPACKED_DAMAGED;
}

static bool begin_gzip_member(void *state)
{
	return inflateReset(state) == Z_OK;
}

static void end_gzip(void *state)
{
	inflateEnd(state);
	free(state);
}

/* ---- libraries that may be there ---- */

/* A struct of pointers to functions of a library, by their names; false where one of them is missing. */
static bool load(const char *library, const char *const *name, void *functions)
{
	void *handle = dlopen(library, RTLD_NOW | RTLD_LOCAL), *function = handle;

	for (size_t i = 0; function && name[i]; i++) {
		function = dlsym(handle, name[i]);
		memcpy((char *)functions + i * sizeof function, &function, sizeof function);
	}
	if (!function)
		errno = ENOENT;
	return function != NULL;
}

/* ---- bzip2 ---- */

/* bz_stream of bzlib.h 1.0. */
struct bz_stream {
	const unsigned char *next_in;
	unsigned avail_in, total_in[2];
	unsigned char *next_out;
	unsigned avail_out, total_out[2];
	void *state;
	void *(*alloc)(void *, int, int);
	void (*free)(void *, void *);
	void *opaque;
};

enum { BZ_OK = 0, BZ_STREAM_END = 4, BZ_MEM_ERROR = -3 };

static struct {
	int (*init)(struct bz_stream *, int verbosity, int small);
	int (*decompress)(struct bz_stream *);
	int (*end)(struct bz_stream *);
} bzip2;

static void *begin_bzip2(void)
{
	static const char *const names[] = {"BZ2_bzDecompressInit", "BZ2_bzDecompress",
					    "BZ2_bzDecompressEnd", NULL};
	struct bz_stream *z;

	if (!load(BZIP2_LIBRARY, names, &bzip2))
		return NULL;
	z = calloc(1, sizeof *z);
	return begun(z, z && bzip2.init(z, 0, 0) == BZ_OK);
}

static enum unpacked unpack_bzip2(void *state, struct unpacking *u)
{
	struct bz_stream *z = state;
	int code;

	z->next_in = u->in;
	z->avail_in = (unsigned)u->n_in;
	z->next_out = u->out;
	z->avail_out = (unsigned)u->room;
	code = bzip2.decompress(z);
	u->in = z->next_in;
	u->n_in = z->avail_in;
	u->out = z->next_out;
	u->room = z->avail_out;
	u->why = "not bzip2";
	return code == BZ_STREAM_END  ? UNPACKED_MEMBER
	       : code == BZ_MEM_ERROR ? UNPACKED_NO_MEMORY
	       : code == BZ_OK        ? UNPACKED_SOME
				      : UNPACKED_DAMAGED;
}

static bool begin_bzip2_member(void *state)
{
	bzip2.end(state);
	memset(state, 0, sizeof(struct bz_stream));
	return bzip2.init(state, 0, 0) == BZ_OK;
}

static void end_bzip2(void *state)
{
	bzip2.end(state);
	free(state);
}

/* ---- xz ---- */

/* lzma_stream of lzma/base.h 5. */
struct lzma_stream {
	const unsigned char *next_in;
	size_t avail_in;
	uint64_t total_in;
	unsigned char *next_out;
	size_t avail_out;
	uint64_t total_out;
	const void *allocator;
	void *internal, *reserved[4];
	uint64_t reserved_number[2];
	size_t reserved_size[2];
	int reserved_enum[2];
};

enum {
	LZMA_RUN = 0,
	LZMA_OK = 0,
	LZMA_STREAM_END = 1,
	LZMA_MEM_ERROR = 5,
	LZMA_MEMLIMIT_ERROR = 6,
	LZMA_BUF_ERROR = 10
};

static struct {
	int (*init)(struct lzma_stream *, uint64_t memory, uint32_t flags);
	int (*code)(struct lzma_stream *, int action);
	void (*end)(struct lzma_stream *);
} xz;

static void *begin_xz(void)
{
	static const char *const names[] = {"lzma_stream_decoder", "lzma_code", "lzma_end", NULL};
	struct lzma_stream *z;

	if (!load(XZ_LIBRARY, names, &xz))
		return NULL;
	z = calloc(1, sizeof *z);
	return begun(z, z && xz.init(z, MOST_DICTIONARY, 0) == LZMA_OK);
}

static enum unpacked unpack_xz(void *state, struct unpacking *u)
{
	struct lzma_stream *z = state;
	int code;

	z->next_in = u->in;
	z->avail_in = u->n_in;
	z->next_out = u->out;
	z->avail_out = u->room;
	code = xz.code(z, LZMA_RUN);
	u->in = z->next_in;
	u->n_in = z->avail_in;
	u->out = z->next_out;
	u->room = z->avail_out;
	u->why = code == LZMA_MEMLIMIT_ERROR ? "its dictionary is larger than 256 MiB" : "not xz";
	return code == LZMA_STREAM_END                     ? UNPACKED_MEMBER
	       : code == LZMA_MEM_ERROR                    ? UNPACKED_NO_MEMORY
	       : code == LZMA_OK || code == LZMA_BUF_ERROR ? UNPACKED_SOME
							   : UNPACKED_DAMAGED;
}

static bool begin_xz_member(void *state)
{
	return xz.init(state, MOST_DICTIONARY, 0) == LZMA_OK;
}

static void end_xz(void *state)
{
	xz.end(state);
	free(state);
}

/* ---- zstd ---- */

/* ZSTD_inBuffer and ZSTD_outBuffer of zstd.h 1. */
struct zstd_buffer {
	void *bytes;
	size_t size, at;
};

static struct {
	void *(*create)(void);
	size_t (*init)(void *);
	size_t (*decompress)(void *, struct zstd_buffer *out, struct zstd_buffer *in);
	unsigned (*is_error)(size_t code);
	const char *(*error_name)(size_t code);
	size_t (*free)(void *);
} zstd;

static void *begin_zstd(void)
{
	static const char *const names[] = {"ZSTD_createDStream",
					    "ZSTD_initDStream",
					    "ZSTD_decompressStream",
					    "ZSTD_isError",
					    "ZSTD_getErrorName",
					    "ZSTD_freeDStream",
					    NULL};
	void *state;

	if (!load(ZSTD_LIBRARY, names, &zstd))
		return NULL;
	state = zstd.create();
	return begun(state, state != NULL);
}

static enum unpacked unpack_zstd(void *state, struct unpacking *u)
{
	struct zstd_buffer in = {(void *)u->in, u->n_in, 0}, out = {u->out, u->room, 0};
	size_t code = zstd.decompress(state, &out, &in);

	u->in += in.at;
	u->n_in -= in.at;
	u->out += out.at;
	u->room -= out.at;
	if (zstd.is_error(code)) {
		u->why = zstd.error_name(code);
		return UNPACKED_DAMAGED;
	}
	return code == 0 ? UNPACKED_MEMBER : UNPACKED_SOME;
}

static bool begin_zstd_member(void *state)
{
	return !zstd.is_error(zstd.init(state));
}

static void end_zstd(void *state)
{
	zstd.free(state);
}

/* ---- all of them ---- */

static const struct packing packings[] = {
	{"gzip", "", {0x1f, 0x8b}, 2, begin_gzip, unpack_gzip, begin_gzip_member, end_gzip},
	{"bzip2", BZIP2_LIBRARY, "BZh", 3, begin_bzip2, unpack_bzip2, begin_bzip2_member,
	 end_bzip2},
	{"xz",
	 XZ_LIBRARY,
	 {0xfd, '7', 'z', 'X', 'Z', 0},
	 6,
	 begin_xz,
	 unpack_xz,
	 begin_xz_member,
	 end_xz},
	{"zstd",
	 ZSTD_LIBRARY,
	 {0x28, 0xb5, 0x2f, 0xfd},
	 4,
	 begin_zstd,
	 unpack_zstd,
	 begin_zstd_member,
	 end_zstd},
};

enum { N_PACKINGS = sizeof packings / sizeof *packings };

const struct packing *packing_of(const unsigned char *bytes, int64_t n, bool *more)
{
	*more = false;
	for (int i = 0; i < N_PACKINGS; i++) {
		size_t known = (size_t)n < packings[i].n_magic ? (size_t)n : packings[i].n_magic;

		if (memcmp(bytes, packings[i].magic, known) != 0)
			continue;
		if (known == packings[i].n_magic)
			return &packings[i];
		*more = true;
	}
	return NULL;
}

size_t unpacked_length(const char *name, size_t length)
{
	static const char *const ending[] = {".gz", ".bz2", ".xz", ".zst"};

	for (size_t i = 0; i < sizeof ending / sizeof *ending; i++) {
		size_t n = strlen(ending[i]);

		if (length > n && memcmp(name + length - n, ending[i], n) == 0)
			return length - n;
	}
	return length;
}
