#include "report/kept_paths.h"

#include <inttypes.h>
#include <string.h>

#include "base/grow.h"
#include "report/endpoint_paths.h"
#include "report/path_report.h"
#include "session/endpoints.h"

static void add_clock(const struct path_report *report, int32_t clock_edge, struct text *out)
{
	const char *name = clock_edge < 0 ? "" : report_clock(report, clock_edge)->name;

	saved_path_add_word(out, name, (int64_t)strlen(name));
}

static void add_point(const struct netlist *netlist, int32_t pin, struct text *out)
{
	int32_t instance = netlist->pin_instance[pin];
	const char *cell =
		instance < 0 ? "" : netlist->master[netlist->instance_master[instance]].name;
	RELEASED_BY(text_release) struct text name = TEXT_INIT;
	int64_t n;

	netlist_write_pin(netlist, pin, '\0', &name);
	n = instance < 0 ? 0 : (int64_t)strlen(text_string(&name)) + 1;
	saved_path_add_word(out, text_string(&name), n ? n - 1 : 0);
	saved_path_add_word(out, text_string(&name) + n, name.length - n);
	saved_path_add_word(out, cell, (int64_t)strlen(cell));
}

/* The points, and their delays as parts: a net's is that from a driver. */
static void add_points(const struct path_report *report, const struct report_path *path,
		       int64_t *part, struct text *out)
{
	bool is_net = false;

	for (int64_t i = 0; i < path->n; i++) {
		int32_t pin = report_pin(report, path->state[i]);
		int64_t delay = i ? path->arrival[i] - path->arrival[i - 1] : 0;

		part[is_net ? PART_NETS : PART_CELLS] += report->split == LATE ? -delay : delay;
		add_point(report->netlist, pin, out);
		text_printf(out, " %s %" PRId64, is_net ? "net" : "cell", delay);
		is_net = netlist_side_drives(report->netlist, pin);
	}
}

/* The others; the check is what is left. Terms of an early slack have the other sign. */
static void fill_parts(const struct path_report *report, const struct report_path *path,
		       const struct clock_path *launch, const struct clock_path *capture,
		       int64_t *part)
{
	const struct snap_row *row = path->row;
	int64_t sign = report->split == LATE ? 1 : -1, begin = path_launch_time(report, row);
	int64_t latency = path_launch_latency(report, path, launch), rest = row->slack;
	enum endpoint_kind kind = path_endpoint(report, row)->kind;

	part[PART_LAUNCH] = -sign * latency;
	part[PART_EXTERNAL] =
		-sign * (path->arrival[0] + path_shift(report, row) - begin - latency);
	part[PART_EDGES] = sign * (path_base_time(report, row) - begin);
	part[PART_UNCERTAINTY] = sign * path_margin(report, row);
	if (path_relation(report, row)->capture_edge >= 0 && !path_ignores_clocks(report, row)) {
		part[PART_CAPTURE] = sign * path_capture_latency(report, row, capture);
		part[PART_UNCERTAINTY] += sign * path_uncertainty(report, row);
		part[PART_CREDIT] = row->credit;
	}
	for (int p = 0; p < N_SLACK_PARTS; p++)
		rest -= part[p];
	part[kind == ENDPOINT_OUTPUT || kind == ENDPOINT_DELAY ? PART_EXTERNAL : PART_CHECK] +=
		rest;
}

static enum status make_line(const struct path_report *report, const struct report_path *path,
			     char **out)
{
	const struct relation *relation = path_relation(report, path->row);
	RELEASED_BY(text_release) struct text points = TEXT_INIT, line = TEXT_INIT;
	RELEASED_BY(clock_path_release) struct clock_path launch = {0}, capture = {0};
	int64_t part[N_SLACK_PARTS] = {0};

	TRY(clock_paths_trace(report, path, &launch, &capture));
	add_clock(report, relation->launch_edge, &points);
	add_clock(report, relation->capture_edge, &points);
	add_points(report, path, part, &points);
	fill_parts(report, path, &launch, &capture, part);
	saved_path_add_parts(&line, part);
	text_add(&line, text_string(&points));
	*out = copy_string(text_string(&line));
	return text_status(&points) || text_status(&line) || !*out ? STATUS_NO_MEMORY : STATUS_OK;
}

/* To n pins, or (NULL) the n worst: path[] of the endpoints of `saved`. */
static enum status take_paths(struct session *session, const struct saved_slacks *saved,
			      enum split split, const int32_t *pin, int64_t n, char **path)
{
	struct path_report report = {.split = split};
	struct endpoint_filter filter = {.group = -1, .kind = -1, .split = split};
	SNAP_HELD struct snap_rows *rows = NULL;
	RELEASED_BY(traces_release) struct traces traces = {0};
	int32_t id;

	TRY(path_report_begin(session, &report));
	filter = session_endpoint_filter(session, &filter);
	TRY(session_find_worst_to(session, &filter, pin, n, &rows, &traces));
	for (int64_t i = 0; rows && i < rows->n; i++) {
		const struct snap_row *row = &rows->row[i];
		int64_t first = traces.offset[i];
		struct report_path found = {.row = row,
					    .n = traces.offset[i + 1] - first - 1,
					    .state = traces.vertex + first,
					    .arrival = traces.arrival + first,
					    .common_pin = -1};

		TRY(saved_slacks_find(saved, report.netlist, report_pin(&report, row->endpoint),
				      &id));
		if (id >= 0 && !path[id] && (pin || row->slack == saved->slack[split][id]))
			TRY(make_line(&report, &found, &path[id]));
	}
	return STATUS_OK;
}

enum status session_keep_slacks(struct session *session, const char *name, int64_t n,
				struct saved_slacks **out)
{
	enum status status = session_make_saved(session, name, out);
	struct saved_slacks *saved = *out;

	TRY(status);
	for (int split = 0; split < N_SPLITS && status == STATUS_OK; split++) {
		status = ALLOC(&saved->path[split], saved->pin.n)
				 ?: take_paths(session, saved, (enum split)split, NULL, n,
					       saved->path[split]);
	}
	if (status == STATUS_OK)
		return session_add_saved(session, saved);
	saved_slacks_free(saved);
	return status;
}

enum status session_find_paths_now(struct session *session, const struct slack_comparison *c)
{
	struct slack_match *match = &session_saved(session)->match;
	char **before = c->before->path[c->split], ***now = &match->path[c->split];
	FREED int32_t *pin = NULL;
	int64_t n = 0;
	enum status status;

	if (!before || c->now || *now)
		return STATUS_OK;
	TRY(ALLOC(&pin, match->n_now));
	status = ALLOC(now, match->n_before);
	for (int64_t s = 0; s < match->n_now; s++) {
		if (match->id[s] >= 0 && before[match->id[s]])
			pin[n++] = state_pin(c->states, c->states->graph->sink_vertex[s]);
	}
	if (n && status == STATUS_OK)
		status = take_paths(session, c->before, c->split, pin, n, *now);
	if (status != STATUS_OK)
		saved_paths_free(now, match->n_before);
	return status;
}
