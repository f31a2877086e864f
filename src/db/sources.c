#include "db/sources.h"

#include <stdlib.h>

#include "base/grow.h"

enum status sources_set(struct sources *sources, int32_t first, int32_t end, const char *text,
			int64_t length)
{
	int32_t id;
	bool added;

	TRY(names_add(&sources->text, text, length, &id, &added));
	TRY(GROW(&sources->of, &sources->capacity, (int64_t)end));
	while (sources->n < first)
		sources->of[sources->n++] = -1;
	for (int32_t i = first; i < end; i++)
		sources->of[i] = id;
	if (sources->n < end)
		sources->n = end;
	return STATUS_OK;
}

void sources_cut(struct sources *sources, int32_t n)
{
	if (sources->n > n)
		sources->n = n;
}

void sources_release(struct sources *sources)
{
	names_release(&sources->text);
	free(sources->of);
	*sources = (struct sources){0};
}
