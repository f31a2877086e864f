#include "write/npy.h"

#include <inttypes.h>
#include <string.h>

enum { MOST_NOTE = 65000, ALIGNED = 64, BEFORE = 10 };

void npy_begin(struct text *out, const char *type, int64_t rows, int64_t columns, const char *note)
{
	RELEASED_BY(text_release) struct text head = TEXT_INIT;
	size_t n = strlen(note);
	char size[2];

	text_printf(&head,
		    "{'descr': '%s', 'fortran_order': False, 'shape': (%" PRId64 ", %" PRId64
		    "), } # ",
		    type, rows, columns);
	for (size_t i = 0; i < n && i < MOST_NOTE; i++)
		text_append(&head, note[i] == '\n' ? " " : note + i, 1);
	for (int64_t left = ALIGNED - 1 - (BEFORE + head.length) % ALIGNED; left > 0; left--)
		text_add(&head, " ");
	text_add(&head, "\n");
	if (out->status == STATUS_OK)
		out->status = text_status(&head);
	size[0] = (char)(head.length & 255);
	size[1] = (char)(head.length >> 8);
	text_append(out, "\x93NUMPY\x01\x00", 8);
	text_append(out, size, 2);
	text_append(out, text_string(&head), head.length);
}

void npy_put(struct text *out, uint64_t bits)
{
	char bytes[8];

	for (int b = 0; b < 8; b++)
		bytes[b] = (char)(bits >> 8 * b & 255);
	text_append(out, bytes, sizeof bytes);
}
