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

/* In place of all lists: a small graph with ranks and labels at its pins (PLOT_DRAWING), and the panel. */
void labels_draw_graph(struct ui *ui, struct area area);
/* The query and what it leaves, in a line. */
void labels_draw_state(const struct snap_labels *labels, struct area area);
/* What is plotted in place of pins and arcs (PLOT_RANKS … PLOT_QUERIES), with its header. */
void labels_draw_plot(struct ui *ui, struct area area);

#endif
