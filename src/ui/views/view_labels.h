/* What view Labels shows, for its files. */
#ifndef UI_VIEWS_VIEW_LABELS_H
#define UI_VIEWS_VIEW_LABELS_H

#include "ui/ui.h"
#include "ui/views/plots.h"
#include "ui/widgets/list.h"

struct labels_view {
	struct snap_labels *labels; /* reference, or NULL */
	struct list regions, pins;
	int64_t serial; /* of what is shown */
	int32_t vertex; /* that is selected; -1 = the first */
	int64_t region; /* whose pins the list of pins is about */
	struct plotted plotted;
};

static inline struct labels_view *labels_of(const struct ui *ui)
{
	return ui->view_state[VIEW_labels];
}

/* "max", "-" for none, or the number. */
void labels_write_label(int32_t label, struct text *out);
/* "up to 1", "1 to 2", "outside" */
void labels_write_region(const struct snap_labels *labels, int32_t region, struct text *out);

/* What is plotted in place of pins and arcs (PLOT_DRAWING … PLOT_QUERIES), with its header. */
void labels_draw_plot(struct ui *ui, struct area area);

#endif
