#include "ui/views/summary_lines.h"

#include <inttypes.h>

void summary_add_line(struct summary_page *page, const char *label, struct text *text)
{
	if (page->y < page->area.height) {
		struct area room = area_columns(page->area, SUMMARY_LABEL_WIDTH,
						page->area.width - SUMMARY_LABEL_WIDTH);

		area_text(page->area, 1, page->y, STYLE_DIM, label);
		page->y += area_paragraph(room, -page->y, STYLE_NORMAL, text_string(text));
	}
	text_clear(text);
}

/* Without it slack may look better than it is: nothing is demanded, or cells or wires take no time. */
static bool is_optimistic(const struct summary_file *f)
{
	return f->kind == FILES_SDC || f->kind == FILES_SPEF ||
	       (f->kind == FILES_LIBERTY && f->is_there);
}

/* The kind of which a file failed: constraints first, then others that slack needs. NULL = nothing failed. */
static const struct summary_file *worst_failure(const struct snap_summary *s)
{
	const struct summary_file *found = NULL;
	int most = 0;

	for (int32_t i = 0; s && i < s->n_files; i++) {
		const struct summary_file *f = &s->file[i];
		int weight = f->kind == FILES_SDC ? 3 : is_optimistic(f) ? 2 : 1;

		if (!f->n_failed || weight <= most)
			continue;
		found = f;
		most = weight;
	}
	return found;
}

/* Columns that the checklist leaves for places of what failed. */
static int room_for_places(const struct snap_summary *s, bool ascii, int width)
{
	for (int32_t i = 0; i < s->n_files; i++)
		width -= text_columns(summary_file_mark(&s->file[i], ascii)) + 1 +
			 text_columns(s->file[i].name) + (s->file[i].n_failed ? 1 : 0) +
			 (i > 0 ? 2 : 0);
	return width > 0 ? width : 0;
}

/* "✓ liberty ✓ verilog ✗ sdc 6_final.sdc:351 – def"; places are cut, so that all kinds are there. */
static void add_checklist(struct summary_page *page, const struct snap_summary *s, bool ascii)
{
	int x = SUMMARY_LABEL_WIDTH;
	int room = room_for_places(s, ascii, page->area.width - x);

	if (page->y >= page->area.height)
		return;
	area_text(page->area, 1, page->y, STYLE_DIM, "files");
	for (int32_t i = 0; i < s->n_files && x < page->area.width; i++) {
		const struct summary_file *f = &s->file[i];
		enum style style = f->n_failed ? STYLE_BAD : f->is_there ? STYLE_NORMAL : STYLE_DIM;

		int columns = text_columns(f->place) < room ? text_columns(f->place) : room;

		x = area_printf(page->area, x, page->y, style, "%s %s%s",
				summary_file_mark(f, ascii), f->name, f->n_failed ? " " : "");
		area_text_cut(area_columns(page->area, x, columns), 0, page->y, style, f->place);
		x += columns + 2;
		room -= columns;
	}
	page->y++;
}

/* On as many lines as there are for it. */
static void add_failure(struct summary_page *page, const struct summary_file *f, int lines)
{
	struct area area = area_columns(area_rows(page->area, page->y, lines), SUMMARY_LABEL_WIDTH,
					page->area.width - SUMMARY_LABEL_WIDTH);
	RELEASED_BY(text_release) struct text line = TEXT_INIT;

	if (page->y >= page->area.height)
		return;
	if (f->choices[0])
		text_printf(&line, "Enter chooses: %s; ", f->choices);
	else if (f->offer[0])
		text_add(&line, "Enter helps: ");
	text_printf(&line, "%s%s: %s", is_optimistic(f) ? "slack may look better than it is: " : "",
		    f->place, f->why);
	if (lines > 1)
		page->y += area_paragraph(area, 0, STYLE_BAD, text_string(&line));
	else
		area_text_cut(area, 0, 0, STYLE_BAD, text_string(&line));
	page->y += lines == 1;
}

void summary_add_files(struct summary_page *page, const struct snap_summary *s, bool full,
		       bool ascii)
{
	const struct summary_file *worst = worst_failure(s);

	if (!full && !worst)
		return;
	if (full)
		add_checklist(page, s, ascii);
	if (worst)
		add_failure(page, worst, full ? SUMMARY_FAILURE_LINES : 1);
	if (!full)
		add_checklist(page, s, ascii);
	for (int32_t i = 0; full && i < s->n_files; i++) {
		if (s->file[i].n_failed && &s->file[i] != worst)
			add_failure(page, &s->file[i], SUMMARY_FAILURE_LINES);
	}
}

int summary_compact_lines(const struct snap_summary *s)
{
	return SUMMARY_COMPACT_LINES + (worst_failure(s) ? 2 : 0);
}

void summary_write_size(const struct snap_summary *s, struct text *out)
{
	const struct netlist *n = s->netlist;

	text_printf(out,
		    "%" PRId32 " instances, %" PRId32 " nets, %" PRId32 " ports, %" PRId32 " pins",
		    n->n_instances, n->n_nets, n->n_ports, n->n_pins);
	if (s->n_levels)
		text_printf(out, ", %" PRId32 " levels", s->n_levels);
}

void summary_write_graph_size(const struct snap_summary *s, struct text *out)
{
	const struct graph *g = s->snap.graph;

	text_printf(out,
		    "%" PRId32 " vertices, %" PRId32 " arcs, %" PRId32 " sources, %" PRId32
		    " sinks, %" PRId32 " levels",
		    g->n_vertices, g->n_arcs, g->n_sources, g->n_sinks, s->n_levels);
}

void summary_write_clock(const struct snap_summary *s, struct text *out)
{
	if (s->clock) {
		text_printf(out, "clock %s, period %s %s", s->clock, SHOWN_TIME(s->period),
			    time_unit());
	} else {
		text_add(out, s->constrained ? "no clock" : "no constraints");
	}
	if (s->n_clocks > 1)
		text_printf(out, " and %" PRId32 " more", s->n_clocks - 1);
}

static void write_library(const struct summary_library *l, bool alone, struct text *out)
{
	const char *corners = l->in[EARLY] && l->in[LATE] ? "early and late"
			      : l->in[EARLY]              ? "early"
							  : "late";

	if (alone)
		text_printf(out, "%-32s %-14s %6" PRId32 " cells, %g ps, %g fF", l->name, corners,
			    l->n_cells, l->time_unit, l->capacitance_unit);
	else
		text_printf(out, "%s %s %" PRId32 " cells", l->name, corners, l->n_cells);
}

/* A line each, or as many as a line holds. */
void summary_add_libraries(struct summary_page *page, const struct snap_summary *s, bool full)
{
	RELEASED_BY(text_release) struct text line = TEXT_INIT;
	int32_t i;

	for (i = 0; i < s->n_libraries; i++) {
		write_library(&s->library[i], full, &line);
		if (full) {
			summary_add_line(page, i ? "" : "libraries", &line);
		} else if (SUMMARY_LABEL_WIDTH + line.length > page->area.width - 12) {
			i++;
			break;
		} else if (i + 1 < s->n_libraries) {
			text_add(&line, ", ");
		}
	}
	if (!full && i < s->n_libraries)
		text_printf(&line, " and %" PRId32 " more", s->n_libraries - i);
	if (!full && s->n_libraries)
		summary_add_line(page, "libraries", &line);
}

/* ---- what was measured ---- */

static void write_mb(struct text *out, int64_t bytes)
{
	if (bytes < 1000000)
		text_printf(out, "%.1f kB", (double)bytes / 1e3);
	else
		text_printf(out, "%.1f MB", (double)bytes / 1e6);
}

static void write_ms(struct text *out, double ms)
{
	if (ms < 10000)
		text_printf(out, "%.1f ms", ms);
	else
		text_printf(out, "%.2f s", ms / 1000);
}

void summary_add_measures(struct summary_page *page, const struct snap_summary *s)
{
	RELEASED_BY(text_release) struct text line = TEXT_INIT;
	double ms = s->build_ms;

	for (int i = 0; i < s->n_times; i++)
		ms += s->time[i].ms;
	write_mb(&line, s->memory_total);
	text_add(&line, " on the device; read and built in ");
	write_ms(&line, ms);
	if (s->update_ms > 0) {
		text_add(&line, ", updated in ");
		write_ms(&line, s->update_ms);
	}
	summary_add_line(page, "device", &line);
}

void summary_add_all_measures(struct summary_page *page, const struct snap_summary *s)
{
	RELEASED_BY(text_release) struct text line = TEXT_INIT;

	page->y++;
	text_add(&line, s->device);
	summary_add_line(page, "device", &line);
	for (int i = 0; i < s->n_times; i++) {
		text_printf(&line, "%-24s ", s->time[i].what);
		write_ms(&line, s->time[i].ms);
		summary_add_line(page, i ? "" : "times", &line);
	}
	if (s->timed) {
		text_printf(&line, "%-24s ", "building the timing");
		write_ms(&line, s->build_ms);
		summary_add_line(page, s->n_times ? "" : "times", &line);
		text_printf(&line, "%-24s ", "updating it last");
		write_ms(&line, s->update_ms);
		summary_add_line(page, "", &line);
	}
	page->y++;
	for (int i = 0; i <= s->n_memory; i++) {
		bool total = i == s->n_memory;

		text_printf(&line, "%-24s ", total ? "total" : s->memory[i].name);
		write_mb(&line, total ? s->memory_total : s->memory[i].bytes);
		text_add(&line, ", peak ");
		write_mb(&line, total ? s->memory_peak : s->memory[i].peak);
		summary_add_line(page, i ? "" : "memory", &line);
	}
}
