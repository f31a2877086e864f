#include "snap/changes.h"

#include <stdlib.h>

#include "base/grow.h"

const char *const change_list_name[N_CHANGE_LISTS] = {"all", "changed", "worse", "better",
						      "new", "gone",    "same"};

void slack_blame_write(const struct slack_blame *blame, double unit, int digits, struct text *out)
{
	static const char *const cause[] = {"cells", "  nets", "  clock", "  constraint"};
	static const char *const part[] = {"launch",      "capture",  "CPPR", "edges",
					   "uncertainty", "external", "check"};
	static const int first[] = {PART_CELLS, PART_NETS, PART_LAUNCH, PART_EDGES, N_SLACK_PARTS};
	const char *before = ": ";

	for (int c = 0; c < 4; c++) {
		int64_t sum = 0;

		for (int p = first[c]; p < first[c + 1]; p++)
			sum += blame->part[p];
		text_printf(out, "%s %.*f", cause[c], digits, (double)sum / unit);
	}
	for (int p = PART_LAUNCH; p < N_SLACK_PARTS; p++) {
		if (!blame->part[p])
			continue;
		text_printf(out, "%s%s %.*f", before, part[p - PART_LAUNCH], digits,
			    (double)blame->part[p] / unit);
		before = ", ";
	}
}

void slack_blame_write_cells(const struct slack_blame *blame, int64_t most, struct text *out)
{
	int64_t begin = out->length;
	int32_t i = 0;

	for (; i < blame->cells.n && out->length - begin < most; i++)
		text_printf(out, "%s%s", i ? ", " : "", names_get(&blame->cells, i));
	if (i < blame->cells.n)
		text_printf(out, " and %d more", (int)(blame->cells.n - i));
}

static void release_changes(struct snap *snap)
{
	struct snap_changes *changes = (struct snap_changes *)snap;

	for (int64_t i = 0; changes->row && i < changes->n; i++) {
		FREE_ALL(changes->row[i].pin, changes->row[i].group);
	}
	FREE_ALL(changes->row, changes->name, changes->kind[0], changes->kind[1], changes->why);
	names_release(&changes->worse.cells);
	names_release(&changes->one.cells);
	free(changes->grid);
	snap_drop(&changes->histogram);
}

SNAP_MAKER(changes, release_changes)

int64_t change_list_begin(const struct change_totals *totals, enum change_list list)
{
	return SUM(int64_t, l, CHANGES_WORSE, (int)list, totals->n_list[l]);
}
