/* Where a path begins and ends, in words. */
#include <inttypes.h>
#include <string.h>

#include "base/order.h"
#include "db/latches.h"
#include "report/path_report.h"

enum { LABEL_LINE = 80 }; /* "Startpoint: …" is broken beyond it */

static bool opens_latch(const struct netlist *netlist, int32_t pin)
{
	int32_t instance = netlist->pin_instance[pin];
	const struct library *library;
	const struct lib_cell *cell = netlist_lib_cell(netlist, instance, LATE, &library);

	return cell && latch_is_enable(library, cell, pin - netlist->instance_pin[instance]);
}

/* Of a clock edge that is seen as `seen` where it launches or captures. */
static void add_clocked_by(const struct path_report *report, int32_t clock_edge, int seen,
			   struct text *out)
{
	if (clock_edge >= 0) {
		text_add(out, " clocked by ");
		path_add_clock_name(report, clock_edge, seen, out);
	}
	text_add(out, ")");
}

/* What kind of register it is, by the clock edge at which it launches or captures. */
static void describe_register(const struct path_report *report, int32_t clock_vertex, bool captures,
			      struct text *out)
{
	int edge = clock_vertex % N_EDGES;

	if (opens_latch(report->netlist, clock_vertex / N_EDGES))
		text_printf(out, "(%s level-sensitive latch",
			    (edge == RISE) != captures ? "positive" : "negative");
	else
		text_printf(out, "(%s edge-triggered flip-flop",
			    edge == RISE ? "rising" : "falling");
}

/* Registers are named by their instance, other pins by themselves. */
static void write_label(const struct path_report *report, const char *label, int32_t pin,
			bool whole_pin, const struct text *text)
{
	const struct netlist *netlist = report->netlist;
	int32_t instance = netlist->pin_instance[pin];
	RELEASED_BY(text_release) struct text name = TEXT_INIT;
	int64_t length;

	if (instance < 0 || whole_pin)
		netlist_write_pin(netlist, pin, '/', &name);
	else
		text_add(&name, names_get(&netlist->instance_name, instance));
	length = (int64_t)strlen(label) + name.length + 1 + text->length;
	text_printf(report->out, "%s%s", label, text_string(&name));
	if (length > LABEL_LINE && !report->whole_lines)
		text_printf(report->out, "\n%*s", (int)strlen(label), "");
	else
		text_add(report->out, " ");
	text_printf(report->out, "%s\n", text_string(text));
}

static void write_startpoint(const struct path_report *report, const struct report_path *path)
{
	int32_t vertex = state_vertex(report->states, path->state[0]);
	int32_t instance = report->netlist->pin_instance[vertex / N_EDGES];
	int32_t edge = path_relation(report, path->row)->launch_edge;
	bool at_register = path_begins_at_register(report, path);
	RELEASED_BY(text_release) struct text text = TEXT_INIT;

	if (path_leaves_latch(report, path)) {
		int32_t departure = state_departure(report->states, path->state[0]);

		/* as if it began at the enable */
		vertex = state_vertex(report->states, report->states->departure[departure].opens);
		at_register = true;
	}
	if (at_register)
		describe_register(report, vertex, false, &text);
	else
		text_add(&text, instance < 0 ? "(input port" : "(internal pin");
	if (state_is_clock_as_data(report->states, path->state[0])) {
		text_clear(&text);
		text_printf(&text, "(clock source '%s')", report_clock(report, edge)->name);
	} else {
		add_clocked_by(report, edge, at_register ? vertex % N_EDGES : edge % N_EDGES,
			       &text);
	}
	write_label(report, "Startpoint: ", vertex / N_EDGES, !at_register, &text);
}

/* The edge of the clock in the first check of a pin, whether or not a clock comes there; -1 = it
 * has none. The checks of an instance stand together, in the order of instances. */
static int32_t check_clock(const struct path_report *report, int32_t pin)
{
	const struct timing_graph *timing = report->states->timing;
	const int32_t *instance = report->netlist->pin_instance;
	int32_t first = FIRST_NOT(i, 0, timing->n_checks,
				  instance[timing->check[i].data / N_EDGES] < instance[pin]);

	for (int32_t i = first; i < timing->n_checks; i++) {
		const struct check *check = &timing->check[i];

		if (instance[check->data / N_EDGES] != instance[pin])
			break;
		if (check->data / N_EDGES == pin)
			return check->clock;
	}
	return -1;
}

/* An end inside without a clock. Returns whether it represents its register. */
static bool describe_internal(const struct path_report *report, const struct snap_row *row,
			      int32_t pin, struct text *text)
{
	int32_t clock = check_clock(report, pin);

	if (clock >= 0)
		describe_register(report, clock, true, text);
	else
		text_add(text, path_is_unconstrained(report, row) ? "(internal endpoint"
								  : "(internal path endpoint");
	return clock >= 0;
}

/* Is it a setup or hold check of an integrated clock gate? */
static bool is_at_clock_gate(const struct path_report *report, const struct snap_row *row)
{
	const struct library *library;
	int32_t instance = report->netlist->pin_instance[report_pin(report, row->endpoint)];
	const struct lib_cell *cell = netlist_lib_cell(report->netlist, instance, LATE, &library);
	enum endpoint_kind kind = path_endpoint(report, row)->kind;

	return cell && cell->is_clock_gate && (kind == ENDPOINT_SETUP || kind == ENDPOINT_HOLD);
}

/* The words for checks that aren't setup and hold of registers. A check that no clock reaches, at the end of a path with
 * a delay of its own, has none. */
static bool describe_check(const struct path_report *report, const struct report_path *path,
			   int edge, struct text *text)
{
	enum endpoint_kind kind = path_endpoint(report, path->row)->kind;
	int32_t capture = path_relation(report, path->row)->capture_edge;
	bool at_clock_gate = is_at_clock_gate(report, path->row);
	const char *seen = edge == RISE ? "rising" : "falling";

	if (capture < 0)
		return false;
	if (kind == ENDPOINT_DATA_SETUP || kind == ENDPOINT_DATA_HOLD) {
		/* by the edge of the reference */
		text_printf(text, "(%s edge-triggered data to data check clocked by %s)", seen,
			    report_clock(report, capture)->name);
		return true;
	}
	if (at_clock_gate || kind == ENDPOINT_GATING_SETUP || kind == ENDPOINT_GATING_HOLD)
		/* by the edge with which the gate opens */
		text_printf(text, "(%s clock gating-check end-point clocked by ",
			    (edge == RISE) == (at_clock_gate || kind == ENDPOINT_GATING_SETUP)
				    ? "rising"
				    : "falling");
	else if (kind == ENDPOINT_NONSEQ_SETUP || kind == ENDPOINT_NONSEQ_HOLD)
		text_printf(text, "(%s edge-triggered non-sequential check clocked by ", seen);
	else if (kind == ENDPOINT_RECOVERY || kind == ENDPOINT_REMOVAL)
		text_printf(text, "(%s check against %s-edge clock ",
			    kind == ENDPOINT_RECOVERY ? "recovery" : "removal", seen);
	else
		return false;
	path_add_clock_name(report, capture, edge, text);
	text_add(text, ")");
	return true;
}

/* The same of any end. */
static bool describe_end(const struct path_report *report, const struct report_path *path,
			 struct text *text)
{
	const struct endpoint *endpoint = path_endpoint(report, path->row);
	int32_t pin = report_pin(report, path->row->endpoint);
	int32_t capture = path_relation(report, path->row)->capture_edge;
	bool is_check = path_is_check(report, path->row), of_register = is_check;
	int edge = is_check ? endpoint->clock_vertex % N_EDGES : capture % N_EDGES;

	if (describe_check(report, path, edge, text))
		return true;
	if (is_check)
		describe_register(report, endpoint->clock_vertex, !path_latch(report, path->row),
				  text);
	else if (report->netlist->pin_instance[pin] < 0)
		text_add(text, "(output port");
	else
		of_register = describe_internal(report, path->row, pin, text);
	add_clocked_by(report, capture, edge, text);
	return of_register;
}

static void write_endpoint(const struct path_report *report, const struct report_path *path)
{
	RELEASED_BY(text_release) struct text text = TEXT_INIT;
	bool of_register = describe_end(report, path, &text);

	write_label(report, "Endpoint: ", report_pin(report, path->row->endpoint), !of_register,
		    &text);
}

void path_write_labels(const struct path_report *report, const struct report_path *path)
{
	write_startpoint(report, path);
	write_endpoint(report, path);
	text_printf(report->out, "Path Group: %s\nPath Type: %s\n", path_group(report, path->row),
		    report->split == LATE ? "max" : "min");
	if (report->path_based && path_leaves_latch(report, path))
		text_add(report->out,
			 "Launch: the latch's data, as late as in graph-based analysis\n");
	if (path->row->n_cells || path->row->n_nets) {
		snap_row_write_measures(path->row, report->out);
		text_add(report->out, "\n");
	}
}
