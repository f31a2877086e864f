/* find_timing_paths: paths as objects of scripts. Their names are numbers, which are never given again. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "base/print.h"
#include "cmd/checks_options.h"
#include "cmd/cmd_timing_paths.h"
#include "read/sdc/sdc.h"
#include "report/found_paths.h"

/* "timing_path:7", and "timing_path:7.3" of its third point. */
static const char prefix[] = "timing_path:";

/* ---- the command ---- */

enum { FIND_PBA_OPTIONS = N_CHECKS_OPTIONS };

static const struct option find_options[] = {
	CHECKS_OPTIONS,
	PBA_OPTIONS,
	{0},
};

static enum status keep(void *to, struct path_report *report, const struct report_path *path)
{
	return found_paths_add(to, report, path);
}

/* Those of the same timing stay. */
static struct found_paths *current_found(const struct session *session)
{
	struct found_paths *found = session_found(session);

	if (!found->first_id)
		found->first_id = 1;
	if (found->edition != session->design.timing_edition)
		found_paths_release(found);
	found->edition = session->design.timing_edition;
	return found;
}

static enum status find(struct call *call, struct path_report *report,
			struct checks_request *request)
{
	struct path_visitor visitor = {.take = keep};
	RELEASED_BY(text_release) struct text line = TEXT_INIT;
	struct found_paths *found = current_found(call->session);
	int64_t before = found->n;

	visitor.to = found;
	request->points = true;
	TRY(path_walk(call->session, report, request, &visitor));
	for (int64_t i = before; i < found->n; i++)
		text_printf(call->result, "%s%s%" PRId64, i > before ? " " : "", prefix,
			    found->first_id + i);
	call->names_kind = "timing_path";
	checks_write_inexact(report, &line);
	if (line.length)
		print_error("warning: %s", text_string(&line));
	return checks_report_false(call, request);
}

static enum status find_timing_paths(struct call *call)
{
	RELEASED_BY(checks_request_release) struct checks_request request = CHECKS_REQUEST_INIT;
	RELEASED_BY(checks_close) struct call *open = call;
	struct path_report report = {.out = call->out};

	TRY(checks_open(open, call->option[CHECKS_UNCONSTRAINED].given, &report));
	report.units = report_units_of(report.netlist);
	TRY(checks_take_pba(call, FIND_PBA_OPTIONS, CHECKS_UNIQUE, 2, &request));
	TRY(checks_parse(call, &report, &request));
	TRY(find(call, &report, &request));
	return text_status(call->result);
}

/* ---- names ---- */

/* A number after `*at`, which moves after it; -1 = there is none. */
static int64_t take_number(const char **at)
{
	char *end;
	int64_t number = **at >= '0' && **at <= '9' ? strtoll(*at, &end, 10) : -1;

	if (number >= 0)
		*at = end;
	return number;
}

/* Of a name, the numbers of path and point; 0 = of the path as a whole. */
static bool parse_name(const char *name, int64_t *path, int64_t *point)
{
	const char *at = name + sizeof prefix - 1;

	*point = 0;
	if (strncmp(name, prefix, sizeof prefix - 1) != 0)
		return false;
	*path = take_number(&at);
	if (*path < 0)
		return false;
	if (*at == '.') {
		at++;
		*point = take_number(&at);
		if (*point < 1)
			return false;
	}
	return !*at;
}

bool is_path_name(const struct call *call, const char *name)
{
	int64_t path, point;

	if (!parse_name(name, &path, &point))
		return false;
	for (int kind = 0; call->session->design.netlist && kind < N_OBJECT_KINDS; kind++) {
		if (object_find(call->session->design.netlist, (enum object_kind)kind, name) >= 0)
			return false;
	}
	return true;
}

/* ---- properties ---- */

/* What is asked for. */
struct asked {
	struct call *call;
	struct path_report report;
	struct report_path path;
	int64_t id;
	int64_t first; /* the first point that is shown: a register launches from its output */
	int64_t point; /* from `first` on; -1 = of the path */
};

static enum status write_pin(struct asked *a, int32_t pin)
{
	netlist_write_pin(a->report.netlist, pin, '/', a->call->result);
	a->call->is_one_name = true;
	a->call->names_kind = a->report.netlist->pin_instance[pin] < 0
				      ? SDC_PORT_PIN
				      : object_kind_name(OBJECT_PIN);
	return STATUS_OK;
}

static enum status write_clock(struct asked *a, int32_t clock_edge)
{
	const struct clock *clock = report_clock(&a->report, clock_edge);

	if (!clock)
		return STATUS_OK;
	text_add(a->call->result, clock->name);
	a->call->is_one_name = true;
	a->call->names_kind = "clock";
	return STATUS_OK;
}

/* What isn't limited is INF late, and -INF early. */
static enum status write_time(struct asked *a, int64_t fs, bool limited)
{
	if (limited)
		report_exact_time(&a->report.units, fs, a->call->result);
	else
		text_add(a->call->result, a->report.split == LATE ? "INF" : "-INF");
	return STATUS_OK;
}

/* The same; what isn't limited is INF. */
static enum status write_slack(struct asked *a, int64_t fs, bool limited)
{
	if (limited)
		return write_time(a, fs, true);
	text_add(a->call->result, "INF");
	return STATUS_OK;
}

static enum status write_points(struct asked *a)
{
	for (int64_t p = a->first; p < a->path.n; p++)
		text_printf(a->call->result, "%s%s%" PRId64 ".%" PRId64, p > a->first ? " " : "",
			    prefix, a->id, p - a->first + 1);
	a->call->names_kind = "timing_point";
	return STATUS_OK;
}

static bool is_limited(const struct asked *a)
{
	return !path_is_unconstrained(&a->report, a->path.row);
}

/* Of a point: the required time of the worst way on from there. Where that is this path, it has the path's
 * credit. Of a path re-timed, that of the way on along it: delays of other ways aren't known with its slews. */
static bool point_required(const struct asked *a, int64_t *required)
{
	const struct snap_row *row = a->path.row;
	enum split split = a->report.split;
	int64_t arrival = a->path.arrival[a->point], slack;

	if (a->path.graph) {
		*required = arrival + (split == LATE ? row->slack : -row->slack);
		return is_limited(a);
	}
	*required = timing_required(a->report.timing, a->path.state[a->point], split);
	if (*required == FS_NONE_64)
		return false;
	slack = split == LATE ? *required - arrival : arrival - *required;
	if (slack == row->slack - row->credit)
		*required += path_credit(&a->report, row);
	return true;
}

static const char path_properties[] =
	"startpoint|startpoint_clock|endpoint|endpoint_clock|endpoint_clock_pin|slack|points|"
	"arrival|required|path_group|path_delay";

enum {
	STARTPOINT,
	STARTPOINT_CLOCK,
	ENDPOINT,
	ENDPOINT_CLOCK,
	ENDPOINT_CLOCK_PIN,
	SLACK,
	POINTS,
	ARRIVAL,
	REQUIRED,
	PATH_GROUP,
	PATH_DELAY
};

static enum status write_of_path(struct asked *a, int property)
{
	struct text *out = a->call->result;
	int32_t pin;

	switch (property) {
	case STARTPOINT:
		return write_pin(a, report_pin(&a->report, a->path.state[a->first]));
	case STARTPOINT_CLOCK:
		return write_clock(a, path_relation(&a->report, a->path.row)->launch_edge);
	case ENDPOINT:
		return write_pin(a, report_pin(&a->report, a->path.row->endpoint));
	case ENDPOINT_CLOCK:
		return write_clock(a, path_relation(&a->report, a->path.row)->capture_edge);
	case ENDPOINT_CLOCK_PIN: /* of a register, at which the capturing clock arrives; an output has none */
		pin = path_endpoint(&a->report, a->path.row)->clock;
		return pin < 0 ? STATUS_OK : write_pin(a, report_pin(&a->report, pin));
	case SLACK:
		return write_slack(a, a->path.row->slack, is_limited(a));
	case POINTS:
		return write_points(a);
	case ARRIVAL:
		return write_time(a, path_arrival(&a->report, a->path.row), true);
	case REQUIRED:
		return write_time(a, is_limited(a) ? path_required(&a->report, a->path.row) : 0,
				  is_limited(a));
	case PATH_GROUP:
		text_add(out, path_group(&a->report, a->path.row));
		return STATUS_OK;
	}
	text_add(out, a->report.split == LATE ? "max" : "min");
	return STATUS_OK;
}

static const char point_properties[] = "pin|arrival|required|slack";

enum { POINT_PIN_OF, POINT_ARRIVAL, POINT_REQUIRED };

static enum status write_of_point(struct asked *a, int property)
{
	int64_t arrival = a->path.arrival[a->point], required;
	bool limited;

	if (property == POINT_PIN_OF)
		return write_pin(a, report_pin(&a->report, a->path.state[a->point]));
	if (property == POINT_ARRIVAL)
		return write_time(a, arrival, true);
	limited = point_required(a, &required);
	if (property == POINT_REQUIRED)
		return write_time(a, required, limited);
	if (!limited)
		return write_slack(a, 0, false);
	return write_slack(a, a->report.split == LATE ? required - arrival : arrival - required,
			   true);
}

static enum status write_asked(struct asked *a)
{
	const char *known = a->point < 0 ? path_properties : point_properties;
	const char *property = a->call->argument[1];
	int which = choice_find(known, property);
	RELEASED_BY(text_release) struct text list = TEXT_INIT;

	if (which >= 0)
		return a->point < 0 ? write_of_path(a, which) : write_of_point(a, which);
	for (const char *c = known; *c; c++)
		text_append(&list, *c == '|' ? " " : c, 1);
	return call_fail(a->call, STATUS_FAILED, "%s have no property \"%.100s\"; known are %s",
			 a->point < 0 ? "timing paths" : "points of timing paths", property,
			 text_string(&list));
}

static enum status no_path(const char *name, const struct found_paths *found, int64_t id)
{
	if (found->first_id && id < found->first_id + found->n)
		return status_fail(STATUS_FAILED,
				   "get_property: %s was found before the timing changed; "
				   "run find_timing_paths again",
				   name);
	return status_fail(STATUS_FAILED,
			   "get_property: there is no path \"%s\"; find_timing_paths finds some",
			   name);
}

enum status write_path_property(struct call *call, const char *name)
{
	struct session *session = call->session;
	const struct found_paths *found = session_found(session);
	RELEASED_BY(checks_close) struct call *open = call;
	struct asked a = {.call = call};
	int64_t point, i;

	parse_name(name, &a.id, &point);
	if (found->edition != session->design.timing_edition || a.id < found->first_id ||
	    a.id >= found->first_id + found->n)
		return no_path(name, found, a.id);
	i = a.id - found->first_id;
	TRY(checks_open(open, found->path[i].unconstrained, &a.report));
	a.report.units = report_units_of(a.report.netlist);
	a.report.split = found->path[i].split;
	a.path = found_paths_get(found, i);
	a.first = path_begins_at_register(&a.report, &a.path) && a.path.n > 1;
	a.point = a.first + point - 1;
	if (!point)
		a.point = -1;
	if (point && a.point >= a.path.n)
		return call_fail(call, STATUS_FAILED, "there is no point \"%s\"", name);
	return write_asked(&a);
}

const struct command timing_path_commands[] = {
	{"find_timing_paths", find_timing_paths, IN_SESSION, NULL, 0, 0, find_options,
	 "Find the worst paths of a netlist, group by group, as objects for get_property"},
	{0},
};
