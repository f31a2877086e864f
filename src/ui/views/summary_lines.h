/*
 * The lines of view Summary above its table: files, sizes, clock, libraries, and measurements. They
 * are written into a page from the top, as far as they fit its area.
 */
#ifndef UI_VIEWS_SUMMARY_LINES_H
#define UI_VIEWS_SUMMARY_LINES_H

#include "base/text.h"
#include "snap/summary.h"
#include "ui/widgets/surface.h"

enum {
	SUMMARY_LABEL_WIDTH = 13,
	SUMMARY_FAILURE_LINES = 6,
	SUMMARY_COMPACT_LINES = 4, /* of a compact page without failed files */
};

/* Lines with labels, from the top of an area. */
struct summary_page {
	struct area area;
	int y;
};

/* Add a line, if it fits; the text is cleared. */
void summary_add_line(struct summary_page *page, const char *label, struct text *text);

/* Add the checklist of files and their errors; on a compact page only errors, the worst first. */
void summary_add_files(struct summary_page *page, const struct snap_summary *s, bool full,
		       bool ascii);
/* Lines that a compact page needs. */
int summary_compact_lines(const struct snap_summary *s);

void summary_write_size(const struct snap_summary *s, struct text *out);
void summary_write_graph_size(const struct snap_summary *s, struct text *out);
void summary_write_clock(const struct snap_summary *s, struct text *out);
void summary_add_libraries(struct summary_page *page, const struct snap_summary *s, bool full);

/* Add times and memory, in one line or in full. Not in replays, whose screens are compared. */
void summary_add_measures(struct summary_page *page, const struct snap_summary *s);
void summary_add_all_measures(struct summary_page *page, const struct snap_summary *s);

#endif
