#include "snap/ssta.h"

#include <stdlib.h>

#include "base/grow.h"

static void release(struct snap *snap)
{
	struct snap_ssta *ssta = (struct snap_ssta *)snap;

	for (int32_t i = 0; ssta->row && i < ssta->n_rows; i++)
		free(ssta->row[i].name);
	FREE_ALL(ssta->row, ssta->name, ssta->over_name, ssta->count, ssta->normal, ssta->over,
		 ssta->least, ssta->most, ssta->die, ssta->lane);
}

enum status snap_ssta_new(int64_t serial, int32_t n_bins, int32_t n_rows, struct snap_ssta **out)
{
	SNAP_HELD struct snap_ssta *ssta = NULL;

	TRY(snap_new((void **)&ssta, sizeof *ssta, release, NULL, serial));
	ssta->n_rows = n_rows;
	TRY(ALLOC(&ssta->row, n_rows));
	TRY(ALLOC_ALL(n_bins, &ssta->count, &ssta->normal, &ssta->over, &ssta->least, &ssta->most,
		      &ssta->die));
	HAND_OVER(out, ssta);
	return STATUS_OK;
}

static void release_dies(struct snap *snap)
{
	struct snap_ssta_dies *dies = (struct snap_ssta_dies *)snap;

	for (int32_t i = 0; dies->row && i < dies->n_rows; i++)
		free(dies->row[i].endpoint);
	free(dies->row);
}

enum status snap_ssta_dies_new(int64_t serial, int32_t n_rows, struct snap_ssta_dies **out)
{
	SNAP_HELD struct snap_ssta_dies *dies = NULL;

	TRY(snap_new((void **)&dies, sizeof *dies, release_dies, NULL, serial));
	dies->n_rows = n_rows;
	TRY(ALLOC(&dies->row, n_rows));
	HAND_OVER(out, dies);
	return STATUS_OK;
}
