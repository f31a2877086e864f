/* Shared by the files of view Labels. */
#ifndef UI_VIEWS_VIEW_LABELS_H
#define UI_VIEWS_VIEW_LABELS_H

#include "ui/ui.h"
#include "ui/views/plots.h"
#include "ui/widgets/list.h"

struct labels_view {
	struct snap_labels *labels; /* reference, or NULL */
	struct list regions, pins;
	int64_t serial; /* of the shown inquiry */
	int32_t vertex; /* selected; -1 = the first */
	int64_t region; /* of the list of pins */
	struct plotted plotted;
};

VIEW_STATE(labels, struct labels_view)

/* Draw a small graph with ranks and labels (PLOT_DRAWING) and the panel, instead of the lists. */
void labels_draw_graph(struct ui *ui, struct area area);
/* Draw the query and the size of its subgraph, in a line. */
void labels_draw_state(const struct snap_labels *labels, struct area area);
/* Draw a plot (PLOT_RANKS … PLOT_QUERIES) with its header, instead of pins and arcs. */
void labels_draw_plot(struct ui *ui, struct area area);

#endif
