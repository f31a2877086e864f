/* report_all_paths: how the slacks of all paths are spread, which are counted and not listed. */
#include <inttypes.h>
#include <math.h>

#include "base/bits.h"
#include "report/all_paths.h"
#include "report/report_units.h"
#include "session/search.h"

enum {
	DEFAULT_BINS = 20,
	BAR_WIDTH = 24,
	TIME_WIDTH = 11,
	COUNT_WIDTH = 16,
	FINE_BINS = 6000,
	MOST_FINE_BINS = 100000
};

#define ALL_OPTIONS(X)                                                                             \
	X(ALL_BINS, "-num_bins", OPTION_COUNT, "N",                                                \
	  "the largest number of bins; their width is a round number (20)")                        \
	X(ALL_SIZE, "-bin_size", OPTION_WORD, "TIME", "bins of this width instead")                \
	X(ALL_MOST, "-slack_lesser_than", OPTION_WORD, "TIME",                                     \
	  "bins only for slacks below this (for all)")                                             \
	X(ALL_SETUP, "-setup", OPTION_FLAG, NULL,                                                  \
	  "of setup, recovery and latest (as the paths found last, else these)")                   \
	X(ALL_HOLD, "-hold", OPTION_FLAG, NULL, "of hold, removal and earliest")                   \
	X(ALL_FOUND, "-found", OPTION_FLAG, NULL,                                                  \
	  "of the paths that the last find_paths asked for: its -from, -through, -to")             \
	X(ALL_FINE, "-fine_bins", OPTION_COUNT, "N",                                               \
	  "count in narrower bins, at most this many; more make rounding errors smaller (6000)")   \
	X(ALL_DIGITS, "-digits", OPTION_WORD, "N", "decimals of times (2, or what bins need)")

OPTION_TABLE(all_options, ALL_OPTIONS);

struct all_report {
	struct call *call;
	struct text *out;
	struct all_paths_query query;
	const struct snap_histogram *histogram;
	const struct path_counts *counts; /* its */
	struct report_units units;
};

/* ---- the text ---- */

static void write_count(double count, int width, struct text *out)
{
	text_printf(out, count < 1e15 ? "%*.0f" : "%*.6e", width, count);
}

/* "241", or where rounding leaves it open "163 to 241", "163 or more" where there are no bins. */
static void write_below(const struct all_report *r, int64_t slack)
{
	struct path_bounds bounds = path_counts_below(r->counts, slack);

	write_count(bounds.least, 0, r->out);
	if (bounds.most > bounds.least)
		text_add(r->out, bounds.open ? " or more" : " to ");
	if (bounds.most > bounds.least && !bounds.open)
		write_count(bounds.most, 0, r->out);
}

/* Words, and a time with more decimals than bins have. */
static void write_finely(const struct all_report *r, const char *words, int64_t fs)
{
	struct report_units units = r->units;

	units.digits += 2;
	text_add(r->out, words);
	report_time(&units, fs, 0, r->out);
}

/* Bars are logarithmic. */
static void write_bin(const struct all_report *r, int32_t bin, double before, double most)
{
	int64_t low = r->counts->axis.low + bin * r->counts->axis.width;
	double n = path_counts_in(r->counts, bin);

	report_time(&r->units, low, TIME_WIDTH, r->out);
	report_time(&r->units, low + r->counts->axis.width, TIME_WIDTH, r->out);
	write_count(n, COUNT_WIDTH, r->out);
	write_count(before + n, COUNT_WIDTH, r->out);
	for (int32_t s = 0; s < r->histogram->n_series; s++)
		text_printf(r->out, " %9" PRId32, r->histogram->series[s].count[bin]);
	text_add(r->out, " |");
	for (double i = 0; n > 0 && i < BAR_WIDTH * (1 + log10(n)) / (1 + log10(most)); i++)
		text_add(r->out, "#");
	text_add(r->out, "\n");
}

static void write_bins(const struct all_report *r)
{
	const struct snap_histogram *h = r->histogram;
	double before = 0, most = 1;

	for (int32_t b = 0; b < h->axis.n_bins; b++)
		most = fmax(most, path_counts_in(r->counts, b));
	text_printf(r->out, "%*s%*s%*s%*s%s%s\n", TIME_WIDTH, "from", TIME_WIDTH, "below",
		    COUNT_WIDTH, "paths", COUNT_WIDTH, "up to here",
		    h->n_series > h->has_found ? " endpoints" : "",
		    h->has_found ? "     found" : "");
	for (int32_t b = 0; b < h->axis.n_bins; b++) {
		write_bin(r, b, before, most);
		before += path_counts_in(r->counts, b);
	}
	if (path_counts_in(r->counts, h->axis.n_bins) + r->counts->n_above > 0) {
		text_printf(r->out, "%*s", 2 * TIME_WIDTH, "more");
		write_count(r->counts->n - before, COUNT_WIDTH, r->out);
		text_add(r->out, "\n");
	}
	text_add(r->out, "\n");
}

/* How deep the ranking reaches, and what all this is worth. */
static void write_notes(const struct all_report *r)
{
	const struct snap_histogram *h = r->histogram;
	const struct path_counts *c = r->counts;

	if (h->has_found && h->series[h->n_series - 1].n) {
		text_printf(r->out, "found: %" PRId64 " paths", h->series[h->n_series - 1].n);
		write_finely(r, ", the last with slack ", h->pick[PICK_99]);
		text_add(r->out, session_removes_pessimism(r->call->session)
					 ? " after CPPR; before it "
					 : "; ");
		write_below(r, h->pick[PICK_99] + 1);
		text_add(r->out, " of all have at most that\n");
	}
	write_finely(r, "error: a path's slack is at most ", c->below);
	write_finely(r, " below its bin and ", c->above);
	text_add(r->out, " above; counts are ");
	text_printf(r->out, c->rounding > 0 ? "right within %.1e of each" : "exact", c->rounding);
	write_finely(r, "\ndevice: bins of ", c->width);
	text_printf(r->out,
		    ", %.1f MB of them in all, %.1f MB at once; %.1f MB of memory; %.1f MB moved\n",
		    (double)c->bytes_of_bins / 1e6, (double)c->bytes_at_once / 1e6,
		    (double)c->bytes / 1e6, (double)c->bytes_moved / 1e6);
}

static void write_report(const struct all_report *r)
{
	bool netlist = r->call->session->design.netlist != NULL;

	text_printf(r->out, "%sslack of all paths%s%s, in ",
		    !netlist                 ? ""
		    : r->query.split == LATE ? "setup "
					     : "hold ",
		    r->query.of_query ? " that were asked for" : "", netlist ? " before CPPR" : "");
	report_unit_name(r->units.time, -12, "s", r->out);
	text_add(r->out, "\n\n");
	write_count(r->counts->n, 0, r->out);
	text_add(r->out, " paths");
	if (r->counts->n > 0) {
		write_finely(r, "; least ", r->counts->least);
		write_finely(r, ", most ", r->counts->most);
	}
	text_add(r->out, "; below zero: ");
	write_below(r, 0);
	text_add(r->out, "\n\n");
	if (r->counts->n == 0)
		return;
	write_bins(r);
	if (netlist && r->call->session->design.timing->image->states->n_latches)
		text_add(r->out, "latches: paths into them count by the opening edge, without what "
				 "they may borrow: with that their slacks are better\n");
	write_notes(r);
}

/* ---- the options ---- */

static enum status parse(struct all_report *r)
{
	const struct option_value *given = r->call->option;
	const struct session *session = r->call->session;
	const char *name = r->call->command->name;
	struct path_counts_query *counts = &r->query.counts;
	bool early = given[ALL_HOLD].given ||
		     (!given[ALL_SETUP].given && session_query(session)->options.early);

	r->units = (struct report_units){DEFAULT_DIGITS, 1, 1, 1};
	if (session->design.netlist)
		TRY(report_units_parse(r->call, ALL_DIGITS, session->design.netlist, &r->units));
	if (given[ALL_SETUP].given + given[ALL_HOLD].given + given[ALL_FOUND].given > 1)
		return status_fail(STATUS_USAGE, "%s: -setup, -hold and -found exclude each other",
				   name);
	TRY(call_exclusive(r->call, ALL_BINS, ALL_SIZE));
	r->query.of_query = given[ALL_FOUND].given;
	r->query.split = early ? EARLY : LATE;
	if (given[ALL_BINS].given)
		counts->max_bins = (int32_t)min_i64(given[ALL_BINS].number, HISTOGRAM_BINS);
	if (given[ALL_FINE].given)
		counts->max_fine = (int32_t)min_i64(given[ALL_FINE].number, MOST_FINE_BINS);
	if (given[ALL_SIZE].given)
		TRY(report_parse_time(r->call, ALL_SIZE, &r->units, &counts->width));
	if (given[ALL_SIZE].given && counts->width <= 0)
		return status_fail(STATUS_USAGE, "%s: -bin_size expects a time above 0", name);
	return given[ALL_MOST].given
		       ? report_parse_time(r->call, ALL_MOST, &r->units, &counts->high)
		       : STATUS_OK;
}

static enum status report_all_paths(struct call *call)
{
	struct all_report r = {.call = call,
			       .out = call->out,
			       .query.level = LEVEL_NEWEST,
			       .query.counts = {.max_bins = DEFAULT_BINS,
						.max_fine = FINE_BINS,
						.low = INT64_MIN,
						.high = INT64_MAX}};
	SNAP_HELD struct snap_histogram *histogram = NULL;

	TRY(parse(&r));
	TRY(session_all_paths(call->session, &r.query, 0, &histogram));
	r.histogram = histogram;
	r.counts = histogram->all;
	if (r.counts->n > 0 && r.query.counts.high <= r.counts->least) {
		text_printf(call->out, "%s is the least slack: no path has less than that\n",
			    REPORTED(&r.units, r.counts->least));
		return text_status(call->out);
	}
	if (!call->option[ALL_DIGITS].given && r.counts->n > 0)
		r.units.digits = report_digits_of(&r.units, r.counts->axis.width);
	write_report(&r);
	return text_status(r.out);
}

const struct command all_paths_commands[] = {
	{"report_all_paths", report_all_paths, IN_SESSION, NULL, 0, 0, all_options,
	 "Report how the slacks of all paths are spread, before CPPR: they are counted, not listed"},
	{0},
};
