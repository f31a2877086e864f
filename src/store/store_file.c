#include "store/store_file.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/bits.h"
#include "base/grow.h"
#include "base/hash.h"
#include "base/input.h"
#include "base/memory.h"
#include "base/output.h"
#include "base/stream.h"

enum {
	BLOCK_ALIGNMENT = 64,
	PIECE = 1 << 20,         /* bytes that have a checksum of their own, in a block's */
	PIECES_AT_ONCE = 1 << 6, /* read or checked between two looks at whether to stop */
	ITEMS_AT_ONCE = 1 << 16,
	BYTE_ORDER_MARK = 0x01020304,
};

/* As PNG's: what text modes, or a transfer of 7 bits, would change. */
static const unsigned char signature[8] = {0x89, 'W', 'S', 'D', '\r', '\n', 0x1a, '\n'};

struct store_header {
	unsigned char signature[8];
	uint32_t version, byte_order;
	int64_t file_bytes, index_bytes;
	int64_t n_blocks;
	uint64_t index_checksum; /* of the index and the table */
	uint64_t reserved;
	uint64_t checksum; /* of what precedes it */
};

_Static_assert(sizeof(struct store_header) == 64, "the header has no padding");

struct table_entry {
	int64_t bytes;
	uint64_t checksum;
};

/* ---- checksums ---- */

/* Constants without meaning; unlike hash_bytes() the same in each process. */
static const uint64_t checksum_key[4] = {UINT64_C(0x8bb84b93962eacc9), UINT64_C(0x2d358dccaa6c78a5),
					 UINT64_C(0x4b33a62ed433d4a3),
					 UINT64_C(0x4d5a2da51de1aa47)};

/* Four chains, as a multiplication takes four times as long as what it is fed with. */
static uint64_t checksum_of(const void *data, int64_t n)
{
	const char *p = data;
	uint64_t h[4] = {checksum_key[0], checksum_key[1], checksum_key[2], checksum_key[3]};
	uint64_t last[8] = {0};
	int64_t left = n;

	for (; left >= 64; left -= 64, p += 64) {
		for (int k = 0; k < 4; k++)
			h[k] = hash_fold(hash_load(p + 16 * k, 8) ^ checksum_key[k],
					 hash_load(p + 16 * k + 8, 8) ^ h[k]);
	}
	if (left)
		memcpy(last, p, (size_t)left);
	for (int k = 0; k < 4; k++)
		h[k] = hash_fold(last[2 * k] ^ checksum_key[k], last[2 * k + 1] ^ h[k]);
	return hash_fold(h[0] ^ h[2], h[1] ^ hash_fold(h[3], (uint64_t)n ^ checksum_key[0]));
}

static int64_t n_pieces(int64_t bytes)
{
	return (bytes + PIECE - 1) / PIECE;
}

/* A block's checksum is that of its pieces' checksums. */
static uint64_t join_pieces(uint64_t sum, uint64_t piece)
{
	return hash_fold(sum ^ checksum_key[1], piece ^ checksum_key[2]);
}

static int64_t aligned(int64_t offset)
{
	return (offset + BLOCK_ALIGNMENT - 1) / BLOCK_ALIGNMENT * BLOCK_ALIGNMENT;
}

/* ---- writing ---- */

static void sum_block(struct block *block, uint64_t *piece, int n_threads)
{
	int64_t n = n_pieces(block->bytes);
	const char *data = block->items;

#pragma omp parallel for schedule(dynamic, 1) num_threads(n_threads)
	for (int64_t i = 0; i < n; i++)
		piece[i] = checksum_of(data + i * PIECE, min_i64(PIECE, block->bytes - i * PIECE));
	block->checksum = 0;
	for (int64_t i = 0; i < n; i++)
		block->checksum = join_pieces(block->checksum, piece[i]);
}

static enum status sum_blocks(struct coder *c, int n_threads, struct task *task)
{
	int64_t most = 0;
	FREED uint64_t *piece = NULL;

	for (int32_t b = 0; b < c->n_blocks; b++)
		most = max_i64(most, n_pieces(c->block[b].bytes));
	TRY(ALLOC(&piece, most));
	for (int32_t b = 0; b < c->n_blocks; b++) {
		sum_block(&c->block[b], piece, n_threads);
		TRY(task_breathe(task));
	}
	return STATUS_OK;
}

static void add_table(struct coder *c)
{
	for (int32_t b = 0; b < c->n_blocks; b++) {
		struct table_entry entry = {c->block[b].bytes, c->block[b].checksum};

		text_append(&c->index, (const char *)&entry, sizeof entry);
	}
}

static void make_header(const struct coder *c, int64_t index_bytes, struct store_header *header)
{
	int64_t offset = (int64_t)sizeof *header + c->index.length;

	*header = (struct store_header){.version = STORE_VERSION,
					.byte_order = BYTE_ORDER_MARK,
					.index_bytes = index_bytes,
					.n_blocks = c->n_blocks};
	memcpy(header->signature, signature, sizeof signature);
	for (int32_t b = 0; b < c->n_blocks; b++)
		offset = aligned(offset) + c->block[b].bytes;
	header->file_bytes = offset;
	header->index_checksum = checksum_of(c->index.data, c->index.length);
	header->checksum = checksum_of(header, offsetof(struct store_header, checksum));
}

static enum status write_block(struct output *out, const struct block *block, int64_t *offset)
{
	static const char zeros[BLOCK_ALIGNMENT];
	const char *data = block->items;

	text_append(&out->text, zeros, aligned(*offset) - *offset);
	*offset = aligned(*offset) + block->bytes;
	for (int64_t at = 0; at < block->bytes; at += PIECE) {
		text_append(&out->text, data + at, min_i64(PIECE, block->bytes - at));
		TRY(output_step(out, *offset - block->bytes + at));
	}
	return STATUS_OK;
}

static enum status write_all(struct output *out, const struct coder *c,
			     const struct store_header *header)
{
	int64_t offset = (int64_t)sizeof *header + c->index.length;

	text_append(&out->text, (const char *)header, sizeof *header);
	text_append(&out->text, c->index.data, c->index.length);
	for (int32_t b = 0; b < c->n_blocks; b++)
		TRY(write_block(out, &c->block[b], &offset));
	return STATUS_OK;
}

enum status store_write(const char *path, struct coder *c, int n_threads, struct task *task)
{
	int64_t index_bytes = c->index.length;
	struct store_header header;
	struct output out;

	TRY(c->status);
	TRY(sum_blocks(c, n_threads, task));
	add_table(c);
	TRY(text_status(&c->index));
	make_header(c, index_bytes, &header);
	task_begin_bytes(task, "saving the design", header.file_bytes);
	TRY(output_open(&out, path, task));
	if (out.gz)
		return output_close(&out, status_fail(STATUS_USAGE,
						      "%s: error: a snapshot isn't packed: a name "
						      "without .gz",
						      path));
	return output_close(&out, write_all(&out, c, &header));
}

/* ---- reading ---- */

struct store_source {
	struct stream stream;
	char *path;  /* owned */
	char *index; /* owned: index and table */
	struct store_header header;
	bool any_checksum;
	struct task *task; /* borrowed */
};

void store_close(struct store_source *s)
{
	if (!s)
		return;
	stream_close(&s->stream);
	task_end(s->task);
	FREE_ALL(s->path, s->index, s);
}

RELEASER(store_drop, struct store_source, store_close)

static enum status damaged(const struct store_source *s, const char *what)
{
	return status_fail(STATUS_BAD_INPUT, "%s: error: the snapshot is damaged: %s", s->path,
			   what);
}

/* *error: errno, or 0 when the file ends early. */
static bool read_at(int fd, void *to, int64_t n, int64_t offset, int *error)
{
	while (n > 0) {
		ssize_t got = pread(fd, to, (size_t)n, (off_t)offset);

		if (got < 0 && errno == EINTR)
			continue;
		if (got <= 0) {
			*error = got < 0 ? errno : 0;
			return false;
		}
		to = (char *)to + got;
		n -= got;
		offset += got;
	}
	return true;
}

static enum status read_failed(const struct store_source *s, int error)
{
	if (!error)
		return damaged(s, "it ends too early");
	return status_fail(STATUS_IO, "%s: error: %s", s->path, strerror(error));
}

static enum status check_header(const struct store_source *s)
{
	const struct store_header *h = &s->header;
	int64_t size = s->stream.size, least = (int64_t)sizeof *h;

	if (h->byte_order != BYTE_ORDER_MARK)
		return status_fail(STATUS_BAD_INPUT,
				   "%s: error: a snapshot of a machine with another order of bytes",
				   s->path);
	if (h->version != STORE_VERSION)
		return status_fail(STATUS_BAD_INPUT,
				   "%s: error: a snapshot of version %" PRIu32
				   ", and this warpscope reads version %d: save it again from the "
				   "files that the design was read from",
				   s->path, h->version, STORE_VERSION);
	if (!s->any_checksum &&
	    h->checksum != checksum_of(h, offsetof(struct store_header, checksum)))
		return damaged(s, "its header");
	if (h->file_bytes != size)
		return damaged(s, size < h->file_bytes ? "it ends too early"
						       : "there is more after its end");
	if (h->reserved || h->index_bytes < 0 || h->index_bytes > size - least || h->n_blocks < 0 ||
	    h->n_blocks > INT32_MAX ||
	    h->n_blocks > (size - least - h->index_bytes) / (int64_t)sizeof(struct table_entry))
		return damaged(s, "its header");
	return STATUS_OK;
}

static enum status read_header(struct store_source *s)
{
	int error;

	if (s->stream.may_wait)
		return status_fail(STATUS_BAD_INPUT,
				   "%s: error: a snapshot is read from a plain file", s->path);
	memset(&s->header, 0, sizeof s->header);
	if (!read_at(s->stream.fd, &s->header, min_i64(sizeof s->header, s->stream.size), 0,
		     &error))
		return read_failed(s, error);
	if (s->header.signature[0] == 0x1f && s->header.signature[1] == 0x8b)
		return status_fail(STATUS_BAD_INPUT,
				   "%s: error: it is packed; a snapshot is read as it was saved",
				   s->path);
	if (memcmp(s->header.signature, signature, sizeof signature) != 0)
		return status_fail(STATUS_BAD_INPUT, "%s: error: it is no snapshot of a design",
				   s->path);
	return check_header(s);
}

/* All of it will be in memory. */
static enum status check_memory(const struct store_source *s)
{
	int64_t size = s->stream.size, available;
	char how[256];

	if (size <= INPUT_ANY_MEMORY)
		return STATUS_OK;
	available = memory_available();
	if (size <= (s->task->allow_large ? available : available / 2))
		return STATUS_OK;
	stream_how_large(&s->stream, how, sizeof how);
	return status_fail(STATUS_NO_MEMORY,
			   "%s: error: a snapshot of %" PRId64 " MB with %" PRId64
			   " MB of memory free; %s",
			   s->path, size >> 20, available >> 20, how);
}

static enum status check_table(const struct store_source *s, struct coder *c)
{
	const char *at = s->index + s->header.index_bytes;
	int64_t offset = (int64_t)sizeof s->header + s->header.index_bytes +
			 s->header.n_blocks * (int64_t)sizeof(struct table_entry);

	c->n_known = (int32_t)s->header.n_blocks;
	c->block_capacity = c->n_known;
	TRY(ALLOC(&c->block, c->n_known));
	for (int32_t b = 0; b < c->n_known; b++, at += sizeof(struct table_entry)) {
		struct table_entry entry;

		memcpy(&entry, at, sizeof entry);
		if (entry.bytes < 0 || entry.bytes > s->stream.size - aligned(offset))
			return damaged(s, "its table of blocks");
		offset = aligned(offset) + entry.bytes;
		c->block[b].bytes = entry.bytes;
		c->block[b].checksum = entry.checksum;
	}
	return offset == s->stream.size ? STATUS_OK : damaged(s, "its table of blocks");
}

static enum status read_index(struct store_source *s, struct coder *c)
{
	int64_t n =
		s->header.index_bytes + s->header.n_blocks * (int64_t)sizeof(struct table_entry);
	int error;

	TRY(check_memory(s));
	TRY(ALLOC(&s->index, n));
	if (!read_at(s->stream.fd, s->index, n, sizeof s->header, &error))
		return read_failed(s, error);
	if (!s->any_checksum && s->header.index_checksum != checksum_of(s->index, n))
		return damaged(s, "the checksum of its index");
	c->cut = "its index, which ends too early";
	c->at = s->index;
	c->end = s->index + s->header.index_bytes;
	return check_table(s, c);
}

enum status store_open(const char *path, bool any_checksum, struct task *task, struct coder *c,
		       struct store_source **out)
{
	RELEASED_BY(store_drop) struct store_source *s = NULL;

	TRY(ALLOC(&s, 1));
	s->stream.fd = -1;
	s->any_checksum = any_checksum;
	s->task = task;
	s->path = copy_string(path);
	if (!s->path)
		return status_fail(STATUS_NO_MEMORY, "out of memory");
	TRY(stream_open(&s->stream, s->path, task));
	TRY(read_header(s));
	TRY(read_index(s, c));
	HAND_OVER(out, s);
	return STATUS_OK;
}

/* ---- blocks ---- */

/* A piece of a block, or items of it. */
struct piece {
	const struct block *block;
	int64_t offset; /* of the block in the file */
	int64_t begin, end;
	uint64_t checksum;
};

/* The pieces of all blocks, `size` bytes or items each. */
static enum status list_pieces(const struct store_source *s, const struct coder *c, bool of_items,
			       struct piece **out, int64_t *n_out)
{
	int64_t offset = (int64_t)sizeof s->header + s->header.index_bytes +
			 s->header.n_blocks * (int64_t)sizeof(struct table_entry);
	int64_t n = 0, size = of_items ? ITEMS_AT_ONCE : PIECE;

	for (int32_t b = 0; b < c->n_blocks; b++)
		n += ((of_items ? c->block[b].n : c->block[b].bytes) + size - 1) / size;
	TRY(ALLOC(out, n));
	n = 0;
	for (int32_t b = 0; b < c->n_blocks; b++) {
		const struct block *block = &c->block[b];
		int64_t length = of_items ? block->n : block->bytes;

		offset = aligned(offset);
		for (int64_t at = 0; at < length; at += size)
			(*out)[n++] =
				(struct piece){block, offset, at, min_i64(at + size, length), 0};
		offset += block->bytes;
	}
	*n_out = n;
	return STATUS_OK;
}

static enum status read_pieces(struct store_source *s, struct piece *piece, int64_t n,
			       int n_threads)
{
	for (int64_t first = 0; first < n; first += PIECES_AT_ONCE) {
		int64_t last = min_i64(first + PIECES_AT_ONCE, n);
		int failed = 0, error = 0;

#pragma omp parallel for schedule(dynamic, 1) num_threads(n_threads)
		for (int64_t i = first; i < last; i++) {
			struct piece *p = &piece[i];
			char *to = (char *)p->block->items + p->begin;
			int why = 0;

			if (read_at(s->stream.fd, to, p->end - p->begin, p->offset + p->begin,
				    &why)) {
				if (!s->any_checksum)
					p->checksum = checksum_of(to, p->end - p->begin);
				continue;
			}
#pragma omp critical(store_failed)
			{
				failed = 1;
				error = why;
			}
		}
		if (failed)
			return read_failed(s, error);
		TRY(task_progress(s->task, piece[last - 1].offset + piece[last - 1].end));
		TRY(task_breathe(s->task));
	}
	return STATUS_OK;
}

static enum status check_sums(const struct store_source *s, const struct coder *c,
			      const struct piece *piece)
{
	for (int32_t b = 0; b < c->n_blocks && !s->any_checksum; b++) {
		uint64_t sum = 0;

		for (int64_t i = n_pieces(c->block[b].bytes); i > 0; i--, piece++)
			sum = join_pieces(sum, piece->checksum);
		if (sum != c->block[b].checksum)
			return damaged(s, "the checksum of a block");
	}
	return STATUS_OK;
}

static enum status check_pieces(struct store_source *s, const struct piece *piece, int64_t n,
				int n_threads)
{
	const char *wrong = NULL;

#pragma omp parallel for schedule(dynamic, 1) num_threads(n_threads)
	for (int64_t i = 0; i < n; i++) {
		const struct piece *p = &piece[i];
		const struct block *block = p->block;

		if (block->check && !block->check(block->items, p->begin, p->end, &block->rule)) {
#pragma omp critical(store_wrong)
			wrong = block->what;
		}
	}
	return wrong ? damaged(s, wrong) : task_breathe(s->task);
}

static enum status read_blocks(struct store_source *s, struct coder *c, int n_threads)
{
	FREED struct piece *bytes = NULL, *items = NULL;
	int64_t n;

	TRY(list_pieces(s, c, false, &bytes, &n));
	TRY(read_pieces(s, bytes, n, n_threads));
	TRY(check_sums(s, c, bytes));
	TRY(list_pieces(s, c, true, &items, &n));
	return check_pieces(s, items, n, n_threads);
}

enum status store_read(struct store_source *s, struct coder *c, int n_threads)
{
	if (!c->wrong && (c->at != c->end || c->n_blocks != c->n_known))
		c->wrong = "there is more than it says";
	if (c->status != STATUS_OK)
		return c->status;
	if (c->wrong)
		return damaged(s, c->wrong);
	TRY(read_blocks(s, c, n_threads));
	for (int32_t i = 0; i < c->n_late; i++) {
		struct late_run run = {.of = c->late[i].of, .n_threads = n_threads};
		const char *wrong = c->late[i].check(c->late[i].object, &run);

		TRY(run.status);
		if (wrong)
			return damaged(s, wrong);
		TRY(task_breathe(s->task));
	}
	return STATUS_OK;
}
