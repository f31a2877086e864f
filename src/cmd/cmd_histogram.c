/* Histograms as text: of endpoints, with what clocks' common parts give back, and of the paths
 * found. */
#include <inttypes.h>
#include <math.h>

#include "gpu/credit/timing_slacks.h"
#include "base/bits.h"
#include "base/grow.h"
#include "report/histogram.h"
#include "report/path_find.h"
#include "report/report_units.h"
#include "session/search.h"

enum { DEFAULT_BINS = 10, BAR_WIDTH = 40, VALUE_WIDTH = 12 };

enum scale { SCALE_LINEAR, SCALE_LOG, SCALE_CDF };

/* What a report is made of. */
struct histogram_report {
	struct call *call;
	struct text *out;
	const struct snap_histogram *histogram;
	const char *of;    /* "endpoints", "paths" */
	const char *split; /* "setup slack of " or "" */
	bool is_time;      /* else values are whole numbers */
	struct report_units units;
	enum scale scale;
};

/* ---- the text ---- */

static char letter_of(const struct snap_histogram *h, int32_t series)
{
	return h->n_series > 1 ? (char)('A' + series) : '#';
}

static void write_value(const struct histogram_report *r, int64_t value)
{
	if (r->is_time)
		report_time(&r->units, value, VALUE_WIDTH, r->out);
	else
		text_printf(r->out, "%*" PRId64, VALUE_WIDTH, value);
}

/* What isn't empty is seen, however little it is. */
static int bar_length(const struct histogram_report *r, int64_t sum, int64_t before, int64_t most)
{
	double share = 0;

	if (r->scale == SCALE_CDF)
		share = (double)(before + sum) / (double)r->histogram->n;
	else if (sum > 0 && r->scale == SCALE_LOG)
		share = (1 + log10((double)sum)) / (1 + log10((double)most));
	else if (sum > 0)
		share = (double)sum / (double)most;
	return share > 0 ? 1 + (int)(share * (BAR_WIDTH - 1)) : 0;
}

/* The letters of the groups, each with its share of the bar. */
static void write_bar(const struct histogram_report *r, int32_t bin, int64_t sum, int length)
{
	const struct snap_histogram *h = r->histogram;
	int64_t seen = 0;

	if (r->scale == SCALE_CDF || sum == 0) {
		for (int i = 0; i < length; i++)
			text_add(r->out, "#");
		return;
	}
	for (int32_t s = 0, at = 0; s < h->n_series; s++) {
		char letter = letter_of(h, s);

		seen += h->series[s].count[bin];
		for (; at < length && (int64_t)at * sum < seen * length; at++)
			text_append(r->out, &letter, 1);
	}
}

static void write_bin(const struct histogram_report *r, int32_t bin, int64_t before, int64_t most)
{
	const struct snap_histogram *h = r->histogram;
	int64_t low = h->axis.low + bin * h->axis.width, sum = histogram_sum(h, bin);

	write_value(r, low);
	write_value(r, low + h->axis.width);
	text_printf(r->out, " %10" PRId64, sum);
	for (int32_t s = 0; s < h->n_series && h->n_series > 1; s++)
		text_printf(r->out, " %8" PRId32, h->series[s].count[bin]);
	text_printf(r->out, " %6.2f |", 100.0 * (double)(before + sum) / (double)h->n);
	write_bar(r, bin, sum, bar_length(r, sum, before, most));
	text_add(r->out, "\n");
}

static void write_bins(const struct histogram_report *r)
{
	static const char *const names[] = {"linear", "logarithmic", "cumulative"};
	const struct snap_histogram *h = r->histogram;
	int64_t before = 0, most = 1;

	for (int32_t b = 0; b < h->axis.n_bins; b++)
		most = max_i64(most, histogram_sum(h, b));
	text_printf(r->out, "%*s%*s      count", VALUE_WIDTH, "from", VALUE_WIDTH, "below");
	for (int32_t s = 0; s < h->n_series && h->n_series > 1; s++)
		text_printf(r->out, "        %c", letter_of(h, s));
	text_printf(r->out, "  sum %%  %s\n", names[r->scale]);
	for (int32_t b = 0; b < h->axis.n_bins; b++) {
		write_bin(r, b, before, most);
		before += histogram_sum(h, b);
	}
	text_add(r->out, "\n");
}

static void write_picks(const struct histogram_report *r)
{
	static const char *const names[N_PICKS] = {"least", "1 %",  "10 %", "median",
						   "90 %",  "99 %", "most"};

	for (int i = 0; i < N_PICKS; i++)
		text_printf(r->out, "%*s", VALUE_WIDTH, names[i]);
	text_add(r->out, "\n");
	for (int i = 0; i < N_PICKS; i++)
		write_value(r, r->histogram->pick[i]);
	text_add(r->out, "\n\n");
}

static void write_histogram(const struct histogram_report *r)
{
	static const char *const names[N_HISTOGRAM_QUANTITIES] = {"slack", "slack", "points",
								  "deviations"};
	const struct snap_histogram *h = r->histogram;

	text_printf(r->out, "%s%s of %" PRId64 " %s", r->split, names[h->query.quantity], h->n,
		    r->of);
	if (r->is_time) {
		text_add(r->out, ", in ");
		report_unit_name(r->units.time, -12, "s", r->out);
		text_printf(r->out, "; below zero: %" PRId64, h->n_negative);
	}
	text_add(r->out, "\n\n");
	if (h->n == 0)
		return;
	write_picks(r);
	for (int32_t s = 0; s < h->n_series; s++)
		text_printf(r->out, "%c %-32s %10" PRId64 "\n", letter_of(h, s), h->series[s].name,
			    h->series[s].n);
	text_add(r->out, "\n");
	write_bins(r);
}

/* ---- the options ---- */

enum {
	HISTOGRAM_BINS_OPTION,
	HISTOGRAM_SCALE,
	HISTOGRAM_GROUP,
	HISTOGRAM_DIGITS,
	HISTOGRAM_QUANTITY,                  /* of report_path_histogram */
	HISTOGRAM_SIZE = HISTOGRAM_QUANTITY, /* those of report_timing_histogram */
	HISTOGRAM_SETUP,
	HISTOGRAM_HOLD,
	HISTOGRAM_OF_ENDPOINTS,
	HISTOGRAM_OF_PATHS,
};

#define HISTOGRAM_OPTIONS                                                                          \
	[HISTOGRAM_BINS_OPTION] =                                                                  \
		{"-num_bins", OPTION_COUNT, "N",                                                   \
		 "the largest number of bins; their width is a round number (10)"},                \
	[HISTOGRAM_SCALE] = {"-scale", OPTION_CHOICE, "linear|log|cdf",                            \
			     "what the bars show: counts, their logarithms, or all up to there "   \
			     "(linear)"},                                                          \
	[HISTOGRAM_GROUP] = {"-group", OPTION_WORD, "NAMES", "only these path groups (all)"},      \
	[HISTOGRAM_DIGITS] = {"-digits", OPTION_WORD, "N",                                         \
			      "decimals of times (2, or what bins need)"}

static const struct option timing_options[] = {
	HISTOGRAM_OPTIONS,
	[HISTOGRAM_SIZE] = {"-bin_size", OPTION_WORD, "TIME", "bins of this width instead"},
	[HISTOGRAM_SETUP] = {"-setup", OPTION_FLAG, NULL,
			     "of setup, recovery and latest (default)"},
	[HISTOGRAM_HOLD] = {"-hold", OPTION_FLAG, NULL, "of hold, removal and earliest"},
	[HISTOGRAM_OF_ENDPOINTS] = {"-endpoints", OPTION_FLAG, NULL,
				    "of endpoints, each with its worst slack (default)"},
	[HISTOGRAM_OF_PATHS] = {"-paths", OPTION_FLAG, NULL,
				"of the paths found, as they are at the place of the timeline"},
	{0},
};

static const struct option path_options[] = {
	HISTOGRAM_OPTIONS,
	[HISTOGRAM_QUANTITY] = {"-quantity", OPTION_CHOICE, "slack|depth|deviations",
				"slack (or cost), points, or deviations (slack)"},
	{0},
};

static enum status parse_width(const struct histogram_report *r, struct histogram_query *query)
{
	const struct option_value *given = r->call->option;

	TRY(call_exclusive(r->call, HISTOGRAM_BINS_OPTION, HISTOGRAM_SIZE));
	if (!given[HISTOGRAM_SIZE].given)
		return STATUS_OK;
	TRY(report_parse_time(r->call, HISTOGRAM_SIZE, &r->units, &query->width));
	if (query->width <= 0)
		return call_fail(r->call, STATUS_USAGE, "-bin_size expects a time above 0");
	return STATUS_OK;
}

static enum status parse_common(struct histogram_report *r, struct histogram_query *query)
{
	const struct option_value *given = r->call->option;
	const struct netlist *netlist = r->call->session->design.netlist;

	r->scale = (enum scale)given[HISTOGRAM_SCALE].number;
	r->units = (struct report_units){DEFAULT_DIGITS, 1, 1, 1};
	if (netlist)
		TRY(report_units_parse(r->call, HISTOGRAM_DIGITS, netlist, &r->units));
	else if (given[HISTOGRAM_GROUP].given || given[HISTOGRAM_DIGITS].given)
		return call_fail(r->call, STATUS_USAGE, "-group and -digits are for netlists");
	query->max_bins =
		given[HISTOGRAM_BINS_OPTION].given
			? (int32_t)min_i64(given[HISTOGRAM_BINS_OPTION].number, HISTOGRAM_BINS)
			: DEFAULT_BINS;
	return STATUS_OK;
}

/* -group: names of path groups; owned by the caller. */
static enum status parse_groups(const struct histogram_report *r, uint8_t **chosen)
{
	const struct option_value *given = &r->call->option[HISTOGRAM_GROUP];

	if (!given->given)
		return STATUS_OK;
	return path_groups_choose(r->call->command->name,
				  r->call->session->design.timing->image->states, given->word,
				  chosen);
}

static enum status finish(struct histogram_report *r, struct snap_histogram *histogram)
{
	r->histogram = histogram;
	r->is_time = histogram->query.quantity == HISTOGRAM_ENDPOINTS ||
		     histogram->query.quantity == HISTOGRAM_PATHS;
	if (!r->call->option[HISTOGRAM_DIGITS].given)
		r->units.digits = report_digits_of(&r->units, histogram->axis.width);
	write_histogram(r);
	return text_status(r->out);
}

/* ---- of paths ---- */

static enum status report_found(struct histogram_report *r, struct histogram_query *query)
{
	SNAP_HELD struct snap_histogram *histogram = NULL;
	SNAP_HELD struct snap_search *search = NULL;
	FREED uint8_t *chosen = NULL;
	int32_t level;

	TRY(session_need_search(r->call->session));
	TRY(parse_groups(r, &chosen));
	query->chosen = chosen;
	search = session_shown_search(r->call->session, &level);
	TRY(session_path_histogram(r->call->session, level, query, &histogram));
	r->of = "paths";
	r->split = query->quantity != HISTOGRAM_PATHS || !r->call->session->design.netlist ? ""
		   : session_query(r->call->session)->options.early                        ? "hold "
								    : "setup ";
	return finish(r, histogram);
}

static enum status report_path_histogram(struct call *call)
{
	static const enum histogram_quantity quantity[] = {HISTOGRAM_PATHS, HISTOGRAM_DEPTH,
							   HISTOGRAM_DEVIATIONS};
	struct histogram_report r = {.call = call, .out = call->out};
	struct histogram_query query = {.quantity =
						quantity[call->option[HISTOGRAM_QUANTITY].number]};

	TRY(parse_common(&r, &query));
	return report_found(&r, &query);
}

/* ---- of endpoints ---- */

/* With what their paths get back. */
static enum status count_endpoints(struct call *call, struct histogram_query *query,
				   uint8_t *chosen, struct snap_histogram **out)
{
	struct session *session = call->session;
	struct timing *timing = session->design.timing;

	query->chosen = chosen;
	TRY(timing_need_slacks(timing, session->cppr, (enum slacks_of)(1 << query->split),
			       &session->task));
	return timing_histogram(timing, session->queue, query, 0, out);
}

static enum status report_endpoints(struct histogram_report *r, struct histogram_query *query)
{
	SNAP_HELD struct snap_histogram *histogram = NULL;
	FREED uint8_t *chosen = NULL;

	TRY(session_need_timing(r->call->session));
	TRY(parse_groups(r, &chosen));
	TRY(count_endpoints(r->call, query, chosen, &histogram));
	r->of = "endpoints";
	r->split = query->split == LATE ? "setup " : "hold ";
	return finish(r, histogram);
}

static enum status report_timing_histogram(struct call *call)
{
	const struct option_value *given = call->option;
	struct histogram_report r = {.call = call, .out = call->out};
	struct histogram_query query = {.quantity = HISTOGRAM_ENDPOINTS,
					.split = given[HISTOGRAM_HOLD].given ? EARLY : LATE};

	TRY(call_exclusive(call, HISTOGRAM_SETUP, HISTOGRAM_HOLD));
	TRY(call_exclusive(call, HISTOGRAM_OF_ENDPOINTS, HISTOGRAM_OF_PATHS));
	TRY(parse_common(&r, &query));
	TRY(parse_width(&r, &query));
	if (!given[HISTOGRAM_OF_PATHS].given)
		return report_endpoints(&r, &query);
	query.quantity = HISTOGRAM_PATHS;
	TRY(session_need_search(call->session));
	if (given[session_query(call->session)->options.early ? HISTOGRAM_SETUP : HISTOGRAM_HOLD]
		    .given)
		return call_fail(call, STATUS_FAILED, "the paths found are those of %s",
				 session_query(call->session)->options.early ? "hold" : "setup");
	return report_found(&r, &query);
}

const struct command histogram_commands[] = {
	{"report_timing_histogram", report_timing_histogram, IN_SESSION, NULL, 0, 0, timing_options,
	 "Report how the slacks of endpoints, or of the paths found, are spread"},
	{"report_path_histogram", report_path_histogram, IN_SESSION, NULL, 0, 0, path_options,
	 "Report how slacks, points or deviations of the paths found are spread"},
	{0},
};
