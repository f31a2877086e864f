/* View Levels: its table and its curves. */
#ifndef UI_VIEWS_LEVELS_H
#define UI_VIEWS_LEVELS_H

#include "snap/snap.h"
#include "ui/ui.h"
#include "ui/views/plots.h"
#include "ui/widgets/list.h"

struct levels_view {
	struct snap_errors *errors; /* reference: of the search that is shown, or NULL */
	struct list list;
	int32_t level; /* that the selection went along with */
	struct plotted plotted;
	struct snap_records *read; /* reference: of the search that is shown, or NULL */
	struct list records;       /* of the selected level */
	int64_t records_of;        /* the level that `records` was last shown for */
};

VIEW_STATE(levels, struct levels_view)

#endif
