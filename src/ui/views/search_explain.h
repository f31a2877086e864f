/* Explanations of a search's steps, for the panel. */
#ifndef UI_VIEWS_SEARCH_EXPLAIN_H
#define UI_VIEWS_SEARCH_EXPLAIN_H

#include "ui/views/view.h"

/* Set the picture to the graph, with the results known at the step; requests the walk of one thread
 * of the step, if that is explained or drawn. */
void search_show_graph(struct ui *ui, struct explanation_text *out);
void search_explain(struct ui *ui, struct explanation_text *out);

#endif
