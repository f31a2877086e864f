/* Shared by the files of view Lab. */
#ifndef UI_VIEWS_VIEW_LAB_H
#define UI_VIEWS_VIEW_LAB_H

#include "snap/chart.h"
#include "ui/ui.h"

struct lab_view {
	struct snap_lab *lab; /* a reference to the board's; NULL = not read yet */
	struct list jobs, rows;
	int32_t zoom, row, wave;
	int32_t show; /* 0 = the table, else 1 + enum lab_chart */
};

VIEW_STATE(lab, struct lab_view)

/* The selected row of the table, NULL = none. Rows are sorted by time, in replays by order of
 * running. */
const struct lab_row *lab_selected(const struct ui *ui);
void lab_explain(struct ui *ui, struct explanation_text *out);

#endif
