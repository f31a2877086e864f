/* What a step of a search does, for the panel. */
#ifndef UI_VIEWS_SEARCH_EXPLAIN_H
#define UI_VIEWS_SEARCH_EXPLAIN_H

#include "ui/views/view.h"

/* Its graph, as far as it is known at the step, as the picture; also asks what one thread of the step
 * does, where that is explained or drawn. */
void search_show_graph(struct ui *ui, struct explanation_text *out);
void search_explain(struct ui *ui, struct explanation_text *out);

#endif
