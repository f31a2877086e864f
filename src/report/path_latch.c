/* What time a latch's data borrows: the block after a path that ends there. */
#include "report/path_points.h"

enum { BORROWING_LABEL = 36 };

const struct latch *path_latch(const struct path_report *report, const struct snap_row *row)
{
	int32_t latch = state_latch_of_sink(report->states, row->sink);

	return latch < 0 ? NULL : &report->states->latch[latch];
}

static void write_line(const struct path_report *report, const char *what, int64_t fs)
{
	text_printf(report->out, "%-*s%*s\n", BORROWING_LABEL, what, report->units.digits + 6,
		    REPORTED(&report->units, fs));
}

static void write_rule(const struct path_report *report)
{
	text_rule(report->out, BORROWING_LABEL + report->units.digits + 6);
}

/* How the most there is comes about: the pulse, what its edges differ by, and the setup time. */
static void write_pulse(const struct path_report *report, const struct report_path *path,
			const struct latch *latch, const struct clock_path *capture, int64_t most)
{
	const struct relation *relation = path_relation(report, path->row);
	const struct clock *clock = report_clock(report, relation->capture_edge);
	RELEASED_BY(text_release) struct text name = TEXT_INIT;
	int64_t opens = capture->point[capture->n - 1].latency;
	int64_t closes = timing_arrival(report->timing, latch->closes, EARLY) -
			 report_edge_time(report, relation->capture_edge ^ 1);
	int64_t width = latch_pulse_width(report->constraints, relation->capture_edge);
	int64_t window = timing_sink_window(report->timing, path->row->sink);
	/* only a path that borrows all tells what credit it has at the closing edge */
	int64_t credit = path->row->slack < 0 ? most - window : 0;

	text_printf(&name, capture->propagated ? "%s nominal pulse width" : "%s pulse width",
		    clock->name);
	write_line(report, text_string(&name), width);
	if (capture->propagated && closes != opens)
		write_line(report, "clock latency difference", closes - opens);
	write_line(report, "library setup time", window - width - (closes - opens));
	if (credit)
		write_line(report, "CRPR difference", credit);
}

void path_write_borrowing(const struct path_report *report, const struct report_path *path,
			  const struct clock_path *capture)
{
	const struct latch *latch = path_latch(report, path->row);
	int64_t uncertainty = path_uncertainty(report, path->row);
	int64_t margin = path_margin(report, path->row);
	int64_t credit = path_credit(report, path->row), borrowed = path->row->borrowed, most;

	if (!latch || !capture->n)
		return;
	most = timing_sink_window(report->timing, path->row->sink);
	if (path->row->slack < 0)
		most = borrowed;
	text_add(report->out, "Time Borrowing Information\n");
	write_rule(report);
	if (latch->limit != FS_NOTHING &&
	    latch->limit == timing_sink_window(report->timing, path->row->sink)) {
		write_line(report, "user max time borrow", most);
	} else {
		write_pulse(report, path, latch, capture, most);
		write_rule(report);
		write_line(report, "max time borrow", most);
	}
	if (borrowed > 0 && (uncertainty || margin || credit)) {
		write_rule(report);
		write_line(report, "actual time borrow", borrowed);
		if (uncertainty)
			write_line(report, "open edge uncertainty", uncertainty);
		if (margin)
			write_line(report, "open edge path margin", margin);
		if (credit)
			write_line(report, "open edge CRPR", credit);
		write_rule(report);
		write_line(report, "time given to startpoint",
			   borrowed + uncertainty + margin + credit);
	} else {
		write_line(report, "actual time borrow", borrowed);
	}
	write_rule(report);
	text_add(report->out, "\n");
}
