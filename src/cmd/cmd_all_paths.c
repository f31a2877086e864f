/* report_all_paths: how the slacks of all paths are spread, which are counted and not listed. */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "base/bits.h"
#include "report/all_paths.h"
#include "report/histogram.h"
#include "report/report_units.h"

enum {
	DEFAULT_BINS = 20,
	BAR_WIDTH = 24,
	TIME_WIDTH = 11,
	COUNT_WIDTH = 16,
	FINE_BINS = 6000,
	MOST_FINE_BINS = 100000
};

enum { ALL_BINS, ALL_SIZE, ALL_MOST, ALL_SETUP, ALL_HOLD, ALL_FOUND, ALL_FINE, ALL_DIGITS };

static const struct option all_options[] = {
	[ALL_BINS] = {"-num_bins", OPTION_COUNT, "N",
		      "the largest number of bins; their width is a round number (20)"},
	[ALL_SIZE] = {"-bin_size", OPTION_WORD, "TIME", "bins of this width instead"},
	[ALL_MOST] = {"-slack_lesser_than", OPTION_WORD, "TIME",
		      "bins only for slacks below this (for all)"},
	[ALL_SETUP] = {"-setup", OPTION_FLAG, NULL,
		       "of setup, recovery and latest (as the paths found last, else these)"},
	[ALL_HOLD] = {"-hold", OPTION_FLAG, NULL, "of hold, removal and earliest"},
	[ALL_FOUND] = {"-found", OPTION_FLAG, NULL,
		       "of the paths that the last find_paths asked for: its -from, -through, -to"},
	[ALL_FINE] =
		{"-fine_bins", OPTION_COUNT, "N",
		 "count in narrower bins, at most this many; more make rounding errors smaller (6000)"},
	[ALL_DIGITS] = {"-digits", OPTION_WORD, "N", "decimals of times (2, or what bins need)"},
	{0},
};

struct all_report {
	struct call *call;
	struct text *out;
	struct all_paths all;
	struct report_units units;
};

/* ---- the text ---- */

static void write_time(const struct all_report *r, int64_t fs)
{
	report_time(&r->units, fs, 0, r->out);
}

static void write_count(double count, int width, struct text *out)
{
	text_printf(out, count < 1e15 ? "%*.0f" : "%*.6e", width, count);
}

/* With more decimals than bins have. */
static void write_finely(const struct all_report *r, int64_t fs)
{
	struct report_units units = r->units;

	units.digits += 2;
	report_time(&units, fs, 0, r->out);
}

/* "241", or where rounding leaves it open "163 to 241". */
static void write_bounds(const struct path_bounds *bounds, struct text *out)
{
	write_count(bounds->least, 0, out);
	if (bounds->most <= bounds->least)
		return;
	text_add(out, " to ");
	write_count(bounds->most, 0, out);
}

/* Bars are logarithmic. */
static void write_bin(const struct all_report *r, int32_t bin, double before, double n, double most)
{
	int64_t low = r->all.counts.axis.low + bin * r->all.counts.axis.width;

	report_time(&r->units, low, TIME_WIDTH, r->out);
	report_time(&r->units, low + r->all.counts.axis.width, TIME_WIDTH, r->out);
	write_count(n, COUNT_WIDTH, r->out);
	write_count(before + n, COUNT_WIDTH, r->out);
	if (r->all.endpoints)
		text_printf(r->out, " %9" PRId64, histogram_sum(r->all.endpoints, bin));
	if (r->all.found)
		text_printf(r->out, " %8" PRId64, histogram_sum(r->all.found, bin));
	text_add(r->out, " |");
	for (double i = 0; n > 0 && i < BAR_WIDTH * (1 + log10(n)) / (1 + log10(most)); i++)
		text_add(r->out, "#");
	text_add(r->out, "\n");
}

static void write_bins(const struct all_report *r)
{
	const struct path_counts *c = &r->all.counts;
	double before = 0, most = 1, more = path_counts_in(c, c->axis.n_bins) + c->n_above;

	for (int32_t b = 0; b < c->axis.n_bins; b++)
		most = fmax(most, path_counts_in(c, b));
	text_printf(r->out, "%*s%*s%*s%*s%s%s\n", TIME_WIDTH, "from", TIME_WIDTH, "below",
		    COUNT_WIDTH, "paths", COUNT_WIDTH, "up to here",
		    r->all.endpoints ? " endpoints" : "", r->all.found ? "    found" : "");
	for (int32_t b = 0; b < c->axis.n_bins; b++) {
		double n = path_counts_in(c, b);

		write_bin(r, b, before, n, most);
		before += n;
	}
	if (more > 0) {
		text_printf(r->out, "%*s", 2 * TIME_WIDTH, "more");
		write_count(more, COUNT_WIDTH, r->out);
		text_add(r->out, "\n");
	}
	text_add(r->out, "\n");
}

/* How deep the ranking reaches. */
static void write_depth(const struct all_report *r)
{
	struct path_bounds bounds;

	if (!r->all.found || !r->all.found->n)
		return;
	bounds = path_counts_below(&r->all.counts, r->all.found->pick[PICK_MOST] + 1);
	text_printf(r->out, "found: %" PRId64 " paths, the last with slack ", r->all.found->n);
	write_finely(r, r->all.found->pick[PICK_MOST]);
	text_add(r->out, r->call->session->options.credit ? " after CPPR, before which " : "; ");
	write_bounds(&bounds, r->out);
	text_add(r->out, " have no more\n");
}

static void write_errors(const struct all_report *r)
{
	const struct path_counts *c = &r->all.counts;

	text_add(r->out, "error: a path's slack is at most ");
	write_finely(r, c->below);
	text_add(r->out, " below its bin and ");
	write_finely(r, c->above);
	text_add(r->out, " above; counts are ");
	if (c->rounding > 0)
		text_printf(r->out, "right within %.1e of each\n", c->rounding);
	else
		text_add(r->out, "exact\n");
	text_add(r->out, "device: bins of ");
	write_finely(r, c->width);
	text_printf(r->out,
		    ", %.1f MB of them in all, %.1f MB at once; %.1f MB of memory; %.1f MB moved\n",
		    (double)c->bytes_of_bins / 1e6, (double)c->bytes_at_once / 1e6,
		    (double)c->bytes / 1e6, (double)c->bytes_moved / 1e6);
}

static void write_report(const struct all_report *r)
{
	const struct path_counts *c = &r->all.counts;
	struct path_bounds negative = path_counts_below(c, 0);
	bool netlist = r->call->session->design.netlist != NULL;

	text_add(r->out, !netlist ? "slack" : r->all.split == LATE ? "setup slack" : "hold slack");
	text_add(r->out, " of all paths");
	text_add(r->out, r->all.of_query ? " that were asked for" : "");
	text_add(r->out, netlist ? " before CPPR, in " : ", in ");
	report_unit_name(r->units.time, -12, "s", r->out);
	text_add(r->out, "\n\n");
	write_count(c->n, 0, r->out);
	text_add(r->out, " paths");
	if (c->n > 0) {
		text_add(r->out, "; least ");
		write_time(r, c->least);
		text_add(r->out, ", most ");
		write_time(r, c->most);
	}
	text_add(r->out, "; below zero: ");
	write_bounds(&negative, r->out);
	text_add(r->out, "\n\n");
	if (c->n == 0)
		return;
	write_bins(r);
	write_depth(r);
	write_errors(r);
}

/* ---- the options ---- */

static enum status parse(struct all_report *r, struct path_counts_query *query)
{
	const struct option_value *given = r->call->option;
	const struct session *session = r->call->session;

	r->units = (struct report_units){DEFAULT_DIGITS, 1, 1, 1};
	if (session->design.netlist)
		TRY(report_units_parse(r->call, ALL_DIGITS, session->design.netlist, &r->units));
	if (given[ALL_SETUP].given + given[ALL_HOLD].given + given[ALL_FOUND].given > 1)
		return status_fail(STATUS_USAGE, "%s: -setup, -hold and -found exclude each other",
				   r->call->command->name);
	if (given[ALL_BINS].given && given[ALL_SIZE].given)
		return status_fail(STATUS_USAGE, "%s: -num_bins and -bin_size exclude each other",
				   r->call->command->name);
	r->all.of_query = given[ALL_FOUND].given;
	r->all.split = given[ALL_HOLD].given || (!given[ALL_SETUP].given && session->options.early)
			       ? EARLY
			       : LATE;
	if (given[ALL_BINS].given)
		query->max_bins = (int32_t)min_i64(given[ALL_BINS].number, HISTOGRAM_BINS);
	if (given[ALL_FINE].given)
		query->max_fine = (int32_t)min_i64(given[ALL_FINE].number, MOST_FINE_BINS);
	if (given[ALL_SIZE].given)
		TRY(report_parse_time(r->call, ALL_SIZE, &r->units, &query->width));
	if (given[ALL_SIZE].given && query->width <= 0)
		return status_fail(STATUS_USAGE, "%s: -bin_size expects a time above 0",
				   r->call->command->name);
	if (given[ALL_MOST].given)
		TRY(report_parse_time(r->call, ALL_MOST, &r->units, &query->high));
	return STATUS_OK;
}

static enum status report_all_paths(struct call *call)
{
	struct path_counts_query query = {.max_bins = DEFAULT_BINS,
					  .max_fine = FINE_BINS,
					  .low = INT64_MIN,
					  .high = INT64_MAX};
	struct all_report r = {.call = call, .out = call->out};
	enum status status;

	TRY(parse(&r, &query));
	status = session_count_all_paths(call->session, &query, &r.all);
	if (status == STATUS_OK && !call->option[ALL_DIGITS].given)
		r.units.digits = report_digits_of(&r.units, r.all.counts.axis.width);
	if (status == STATUS_OK)
		write_report(&r);
	all_paths_release(&r.all);
	return status == STATUS_OK ? text_status(r.out) : status;
}

const struct command all_paths_commands[] = {
	{"report_all_paths", NULL, 0, 0,
	 "Report how the slacks of all paths are spread, before CPPR: they are counted, not listed",
	 all_options, report_all_paths, IN_SESSION},
	{0},
};
