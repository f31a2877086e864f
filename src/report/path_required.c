/* The required time of a path, line by line from the capturing edge on. */
#include "report/path_points.h"

static enum split other_split(const struct path_report *report)
{
	return report->split == LATE ? EARLY : LATE;
}

/* How the capturing clock's edge appears where it captures. */
static int seen_edge(const struct path_report *report, const struct report_path *path)
{
	const struct endpoint *endpoint = path_endpoint(report, path->row);

	if (path_is_check(report, path->row))
		return endpoint->clock_vertex % N_EDGES;
	return path_relation(report, path->row)->capture_edge % N_EDGES;
}

/* The clock that captures, whose edge is at `edge`, when the line before is at `before`. */
static void write_clock(const struct path_report *report, const struct report_path *path,
			const struct clock_path *capture, int64_t before, int64_t edge)
{
	int32_t clock_edge = path_relation(report, path->row)->capture_edge;
	bool propagated = path_capture_is_propagated(report, path->row);
	int64_t latency = path_capture_latency(report, path->row, capture);
	int seen = capture->n_data
			   ? state_vertex(report->states, capture->point[capture->n - 1].state) %
				     N_EDGES
			   : seen_edge(report, path);
	const struct shown_edge capturing = {clock_edge, seen, propagated, other_split(report)};
	/* where it captures outside, it has pins only on the way to a generated clock */
	bool has_pins = path_is_check(report, path->row) ||
			(capture->n && (report->format == PATH_FULL_CLOCK_EXPANDED ||
					!path_captures_at_source(report, path->row)));

	path_write_clock_edge(report, capturing, before, edge);
	if (has_pins && path_shows_clock_pins(report, propagated))
		path_write_clock_pins(report, capture, other_split(report), edge, true);
	else
		path_write_network(report, propagated, latency, edge + latency);
}

/* Uncertainty and pessimism; returns the time after them. */
static int64_t write_corrections(const struct path_report *report, const struct report_path *path,
				 int64_t time)
{
	const struct relation *relation = path_relation(report, path->row);
	int64_t uncertainty = path_uncertainty(report, path->row);
	int64_t margin = path_margin(report, path->row);

	if (uncertainty) {
		time += uncertainty;
		path_write_step(report, uncertainty, time, ' ',
				relation->between_clocks ? "inter-clock uncertainty"
							 : "clock uncertainty");
	}
	if (margin) {
		time += margin;
		path_write_step(report, margin, time, ' ', "path margin");
	}
	if (report->cppr) {
		int64_t credit = path_credit(report, path->row);

		time += credit;
		path_write_step(report, credit, time, ' ', "clock reconvergence pessimism");
	}
	return time;
}

/* From a clock edge to the margin. */
static int64_t write_cycle(const struct path_report *report, const struct report_path *path,
			   const struct clock_path *capture)
{
	int64_t time = path_base_time(report, path->row);

	write_clock(report, path, capture, 0, time);
	time = write_corrections(report, path,
				 time + path_capture_latency(report, path->row, capture));
	if (path_is_check(report, path->row) &&
	    !path_shows_clock_pins(report, path_capture_is_propagated(report, path->row)))
		path_write_arriving(report, path_endpoint(report, path->row)->clock, time);
	return time;
}

/* The data of the related pin after its launch at `time`; returns its arrival. */
static int64_t write_reference(const struct path_report *report, const struct clock_path *capture,
			       int64_t launched, int64_t time)
{
	int64_t shift = time - launched;

	for (int32_t i = 0; i < capture->n_data; i++) {
		const struct clock_point *point = &capture->data[i];
		int64_t at = point->latency + shift;

		if (i > 0 && i + 1 < capture->n_data && !path_shows_pin(report, point->state))
			continue;
		path_write_point(report, other_split(report),
				 &(struct path_point){.state = point->state,
						      .delay = at - time,
						      .time = at,
						      .pessimism = FS_NONE_64});
		time = at;
	}
	return time;
}

/* From the edge that launches the reference of a data check to the margin. */
static int64_t write_data_cycle(const struct path_report *report, const struct report_path *path,
				const struct clock_path *capture)
{
	const struct shown_edge capturing = {path_relation(report, path->row)->capture_edge,
					     seen_edge(report, path), capture->propagated,
					     other_split(report)};
	int64_t time = path_base_time(report, path->row), latency;

	if (capture->n) {
		write_clock(report, path, capture, 0, time);
		latency = capture->point[capture->n - 1].latency;
		time += latency;
	} else {
		/* from an input */
		path_write_clock_edge(report, capturing, 0, time);
		latency = capture->data[0].latency;
		time += latency;
		path_write_step(report, latency, time, ' ', "input external delay");
	}
	time = write_corrections(report, path, time);
	if (capture->n && !path_shows_clock_pins(report, capture->propagated))
		path_write_arriving(report, capture->point[capture->n - 1].state, time);
	return write_reference(report, capture, latency, time);
}

/* From set_max_delay or set_min_delay to the margin: of the clock that captures only its latency
 * counts. */
static int64_t write_delay(const struct path_report *report, const struct report_path *path,
			   const struct clock_path *capture)
{
	int32_t clock_edge = path_relation(report, path->row)->capture_edge;
	int64_t latency = path_capture_latency(report, path->row, capture),
		time = path_base_time(report, path->row);
	bool propagated;

	path_write_step(report, time, time, ' ', report->split == LATE ? "max_delay" : "min_delay");
	if (clock_edge < 0 || path_ignores_clocks(report, path->row)) {
		int64_t margin = path_margin(report, path->row);

		if (margin)
			path_write_step(report, margin, time + margin, ' ', "path margin");
		return time + margin;
	}
	propagated = path_capture_is_propagated(report, path->row);
	if (!latency && !capture->n && !path_is_check(report, path->row))
		return write_corrections(report, path, time);
	if (path_shows_clock_pins(report, propagated))
		write_clock(report, path, capture, time, time);
	else if (latency > 0)
		path_write_network(report, propagated, latency, time + latency);
	return write_corrections(report, path, time + latency);
}

static const char *margin_name(enum endpoint_kind kind)
{
	static const char *const name[N_ENDPOINT_KINDS] = {
		[ENDPOINT_SETUP] = "library setup time",
		[ENDPOINT_HOLD] = "library hold time",
		[ENDPOINT_RECOVERY] = "library recovery time",
		[ENDPOINT_REMOVAL] = "library removal time",
		[ENDPOINT_GATING_SETUP] = "clock gating setup time",
		[ENDPOINT_GATING_HOLD] = "clock gating hold time",
		[ENDPOINT_DATA_SETUP] = "data check setup time",
		[ENDPOINT_DATA_HOLD] = "data check hold time",
		[ENDPOINT_NONSEQ_SETUP] = "library non-sequential setup time",
		[ENDPOINT_NONSEQ_HOLD] = "library non-sequential hold time",
		[ENDPOINT_OUTPUT] = "output external delay",
		[ENDPOINT_DELAY] = "output external delay",
	};

	return name[kind];
}

void path_write_required(const struct path_report *report, const struct report_path *path,
			 const struct clock_path *capture)
{
	struct report_line line = REPORT_LINE_BLANK;
	int64_t required = path_required(report, path->row), time;

	if (path_is_delay(report, path->row)) {
		time = write_delay(report, path, capture);
	} else if (capture->n_data) {
		time = write_data_cycle(report, path, capture);
	} else if (path_relation(report, path->row)->capture_edge >= 0) {
		time = write_cycle(report, path, capture);
	} else {
		/* a required time at a port, without any clock */
		path_write_step(report, required, required, ' ',
				report->split == LATE ? "max_delay" : "min_delay");
		return;
	}
	line.delay = required - time;
	line.time = required;
	if (report->path_based)
		line.pessimism = report->split == LATE ? path->row->margin : -path->row->margin;
	path_begin_line(report, &line);
	text_printf(report->out, "%s\n",
		    path_latch(report, path->row)
			    ? required < time ? "time given to endpoint"
					      : "time borrowed from endpoint"
			    : margin_name(path_endpoint(report, path->row)->kind));
}
