/* The arithmetic of a point, in the panel beside or below the path. */
#include "ui/views/stages.h"

enum { BRIEF_BELOW = 12 }; /* rows of a trace: below, the sums are on one line */

struct area stages_begin(struct trace *trace, struct list *list, bool another, int64_t *go_to,
			 struct area area)
{
	struct area body = area_rows(area, 2, area.height - 2);
	bool in_head = trace_at(trace, list->selected).part == TRACE_HEAD;
	int64_t n = stages_count(trace);

	trace->brief = body.height < BRIEF_BELOW;
	if (!in_head) /* the selected point stays selected */
		list->selected += stages_count(trace) - n;
	trace->names = stages_names(trace->path);
	stages_draw_heads(trace, area);
	if (another)
		*list = (struct list){0};
	list_place(list, stages_count(trace), body);
	if (another || *go_to >= 0)
		list_select(list, trace_line_of(trace, *go_to >= 0 ? *go_to : 0));
	*go_to = -1;
	return body;
}

void stages_unfold(const struct trace *trace, int64_t line, struct explanation_text *out)
{
	const struct snap_path *path = trace->path;
	int64_t first, last;

	text_add(&out->title, "arithmetic: ps, fF, kOhm");
	if (!path)
		return;
	stages_points(trace, line, &first, &last);
	if (!path->timed || last < first)
		text_add(&out->words, "Points of a netlist's path are unfolded, its check, and the "
				      "pessimism removed: go to one.");
	else if (path->first == first && path->last == last && path->arithmetic.length)
		text_add(&out->words, text_string(&path->arithmetic));
	else
		text_add(&out->words, "...");
}
