#include "snap/changes.h"

#include <stdlib.h>

const char *const change_list_name[N_CHANGE_LISTS] = {"all", "changed", "worse", "better",
						      "new", "gone",    "same"};

static void release_changes(struct snap *snap)
{
	struct snap_changes *changes = (struct snap_changes *)snap;

	for (int64_t i = 0; changes->row && i < changes->n; i++) {
		free(changes->row[i].pin);
		free(changes->row[i].group);
	}
	free(changes->row);
	free(changes->name);
	free(changes->kind[0]);
	free(changes->kind[1]);
	free(changes->why);
	free(changes->grid);
	snap_unref(changes->histogram ? &changes->histogram->snap : NULL);
}

enum status snap_changes_new(struct graph *graph, int64_t serial, struct snap_changes **out)
{
	return snap_new((void **)out, sizeof **out, release_changes, graph, serial);
}

int64_t change_list_begin(const struct change_totals *totals, enum change_list list)
{
	int64_t begin = 0;

	for (int l = CHANGES_WORSE; l < (int)list; l++)
		begin += totals->n_list[l];
	return begin;
}
