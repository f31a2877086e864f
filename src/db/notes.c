#include "db/notes.h"

#include <stdlib.h>

#include "base/grow.h"

enum status notes_set(struct notes *notes, int32_t first, int32_t end, const char *text,
		      int64_t length)
{
	int32_t id;

	TRY(names_add(&notes->text, text, length, &id, NULL));
	TRY(GROW(&notes->of, &notes->capacity, (int64_t)end));
	while (notes->n < first)
		notes->of[notes->n++] = -1;
	for (int32_t i = first; i < end; i++)
		notes->of[i] = id;
	if (notes->n < end)
		notes->n = end;
	return STATUS_OK;
}

void notes_cut(struct notes *notes, int32_t n)
{
	if (notes->n > n)
		notes->n = n;
}

void notes_release(struct notes *notes)
{
	names_release(&notes->text);
	free(notes->of);
	*notes = (struct notes){0};
}
