/* Reports of all dies: statistics, and which endpoints, pins and paths are the worst. */
#include <inttypes.h>
#include <stdlib.h>

#include "base/bits.h"
#include "base/grow.h"
#include "cmd/ssta.h"

/* ---- report_ssta ---- */

#define REPORT_OPTIONS(X)                                                                          \
	X(REPORT_ENDPOINTS, "-endpoints", OPTION_COUNT, "N",                                       \
	  "number of endpoints, by how often they are the worst (10)")                             \
	X(REPORT_PINS, "-pins", OPTION_COUNT, "N",                                                 \
	  "number of pins, by how often the worst path passes them")                               \
	X(REPORT_PATHS, "-paths", OPTION_COUNT, "N",                                               \
	  "number of paths that find_paths found, each in all dies")                               \
	X(REPORT_ANALYTIC, "-analytic", OPTION_FLAG, NULL,                                         \
	  "beside what Clark's first order and quadrature give")                                   \
	X(REPORT_CONTROL, "-control", OPTION_FLAG, NULL,                                           \
	  "also the means by the nominal worst path as a control variate")                         \
	X(REPORT_DIGITS, DIGITS_FIELDS)

OPTION_TABLE(report_options, REPORT_OPTIONS);

static const double quantile_of[] = {0.135, 1, 10, 50, 90, 99};
enum { N_QUANTILES = sizeof quantile_of / sizeof *quantile_of };

/* The mean with the nominal worst path as a control variate; of the chip or a group. */
static enum status write_control(const struct ssta_report *r, const struct die_subject *subject,
				 const struct ssta_statistics *s)
{
	int32_t group = subject->kind == DIES_OF_GROUP ? subject->index : -1;
	struct ssta_controlled controlled;

	TRY(ssta_controlled(r->ssta, group, &controlled));
	text_printf(r->out, "%20s%12s", "by the nominal path", "");
	ssta_write_real(r, controlled.mean, 12);
	text_printf(r->out, "\n%20s%12s", "", "±");
	ssta_write_real(r, controlled.error.within, 12);
	text_printf(r->out, "   correlation %.3f", controlled.correlation);
	if (controlled.error.within > 0)
		text_printf(r->out, ", error / %.2f", s->mean_within / controlled.error.within);
	text_add(r->out, "\n");
	return STATUS_OK;
}

static enum status write_subject(const struct ssta_report *r, const struct die_subject *subject)
{
	RELEASED_BY(text_release) struct text name = TEXT_INIT;
	struct ssta_statistics s;
	RELEASED_BY(ssta_replicates_release) struct ssta_replicates replicates = {0};
	RELEASED_BY(die_values_release) struct die_values v = {0};

	TRY(ssta_sorted(r, subject, &v, &replicates, &name));
	ssta_statistics_of(v.slack, v.n, v.nominal, &s);
	ssta_replicate_errors(&replicates, v.nominal, &s);
	text_printf(r->out, "%-20s", text_string(&name));
	report_time(&r->units, v.nominal, 12, r->out);
	ssta_write_statistics(r, &s);
	text_printf(r->out, "%9.3f %%\n%20s%12s", 100.0 * (double)(v.n - s.n_failing) / (double)v.n,
		    "", "±");
	ssta_write_real(r, s.mean_within, 12);
	ssta_write_real(r, s.sigma_within, 10);
	text_add(r->out, "\n");
	if (r->call->option[REPORT_CONTROL].given)
		TRY(write_control(r, subject, &s));
	for (int i = 0; i < N_QUANTILES; i++) {
		double low, high;

		dies_quantile_interval(v.slack, v.n, &replicates, quantile_of[i], &low, &high);
		text_printf(r->out, "%30g %%", quantile_of[i]);
		ssta_write_real(r, (double)v.slack[dies_quantile(v.n, quantile_of[i], 0)], 12);
		text_add(r->out, "   ");
		ssta_write_real(r, low, 0);
		text_add(r->out, " to ");
		ssta_write_real(r, high, 0);
		text_add(r->out, "\n");
	}
	return STATUS_OK;
}

static enum status write_groups(const struct ssta_report *r)
{
	struct die_subject subject = {DIES_OF_CHIP, 0};

	text_printf(r->out, "%-20s%12s%12s%10s%8s%8s      yield\n", "worst slack of", "nominal",
		    "mean", "sigma", "skew", "kurt.");
	TRY(write_subject(r, &subject));
	for (int32_t g = 0; g < ssta_n_groups(r->ssta); g++) {
		subject = (struct die_subject){DIES_OF_GROUP, g};
		if (ssta_nominal(r->ssta, g) != FS_NONE_64)
			TRY(write_subject(r, &subject));
	}
	text_add(r->out, "\n");
	return STATUS_OK;
}

/* What nominal slews are off by: the same dies, with them and with slews of their own. */
static enum status write_slews_of(const struct ssta_report *r, int32_t group)
{
	FREED int64_t *with = NULL;
	int64_t *without, largest = 0;
	struct ssta_statistics a, b, d;
	RELEASED_BY(text_release) struct text name = TEXT_INIT;

	TRY(ALLOC(&with, 2 * r->n));
	without = with + r->n;
	for (int64_t i = 0; i < r->n; i++) {
		with[i] = ssta_worst(r->ssta, group, i, NULL);
		without[i] = ssta_nominal_slews(r->ssta, group, i);
	}
	ssta_statistics_of(with, r->n, ssta_nominal(r->ssta, group), &a);
	ssta_statistics_of(without, r->n, ssta_nominal(r->ssta, group), &b);
	for (int64_t i = 0; i < r->n; i++) {
		with[i] -= without[i];
		largest = max_i64(largest, llabs(with[i]));
	}
	ssta_statistics_of(with, r->n, 0, &d);
	dies_write_name(r->call->session,
			&(struct die_subject){group < 0 ? DIES_OF_CHIP : DIES_OF_GROUP,
					      group < 0 ? 0 : group},
			&name);
	text_printf(r->out, "%-20s", text_string(&name));
	ssta_write_real(r, b.mean, 12);
	ssta_write_real(r, b.sigma, 10);
	ssta_write_real(r, a.mean, 12);
	ssta_write_real(r, a.sigma, 10);
	ssta_write_real(r, d.mean, 12);
	ssta_write_real(r, d.mean_within, 10);
	ssta_write_real(r, (double)largest, 12);
	text_add(r->out, "\n");
	return STATUS_OK;
}

static enum status write_slews(const struct ssta_report *r)
{
	text_printf(r->out, "%20s%22s%22s\n%-20s%12s%10s%12s%10s%12s%10s%12s\n", "",
		    "slews nominal", "sampled", "worst slack of", "mean", "sigma", "mean", "sigma",
		    "difference", "±", "largest");
	TRY(write_slews_of(r, -1));
	for (int32_t g = 0; g < ssta_n_groups(r->ssta); g++) {
		if (ssta_nominal(r->ssta, g) != FS_NONE_64)
			TRY(write_slews_of(r, g));
	}
	text_add(r->out, "\n");
	return STATUS_OK;
}

static void write_endpoint(const struct ssta_report *r, const struct die_rank *rank)
{
	struct ssta_statistics s;
	struct ssta_endpoint e;

	ssta_endpoint(r->ssta, rank->endpoint, &e);
	ssta_endpoint_statistics(r->ssta, rank->endpoint, &s);
	text_printf(r->out, "%8.3f %%%8.3f %%", 100.0 * (double)rank->n_worst / (double)r->n,
		    100.0 * (double)s.n_failing / (double)r->n);
	report_time(&r->units, e.nominal, 12, r->out);
	ssta_write_statistics(r, &s);
	text_add(r->out, "  ");
	ssta_write_pin(r, e.pin);
	text_add(r->out, "\n");
}

static enum status write_endpoints(const struct ssta_report *r)
{
	const struct option_value *given = &r->call->option[REPORT_ENDPOINTS];
	int64_t n = min_i64(given->given ? given->number : 10, ssta_n_endpoints(r->ssta));
	FREED struct die_rank *ranked = NULL;

	TRY(dies_rank(r->ssta, r->n, &ranked));
	text_printf(r->out, "%10s%10s%12s%12s%10s%8s%8s  endpoint\n", "worst in", "fails in",
		    "nominal", "mean", "sigma", "skew", "kurt.");
	for (int64_t i = 0; i < n; i++) {
		write_endpoint(r, &ranked[i]);
		TRY(call_flush(r->call));
	}
	return STATUS_OK;
}

static enum status report_ssta(struct call *call)
{
	const struct ssta_options *options;
	struct ssta_size size;
	struct ssta_report r;

	TRY(ssta_open_report(call, REPORT_DIGITS, &r));
	options = ssta_options(r.ssta);
	ssta_size(r.ssta, &size);
	text_printf(r.out,
		    "%s slack before credit of %" PRId64 " dies, seed %" PRIu64 "%s%s,%s%s%s in ",
		    ssta_split_name(options->split), r.n, options->seed, ssta_method_label(options),
		    options->method == SSTA_CHAINS || options->method == SSTA_PAPER_STA ? ""
		    : options->generator == SSTA_MERSENNE ? "; Mersenne twisters)"
							  : "; Philox)",
		    options->sampling == SSTA_ANTITHETIC   ? " antithetic,"
		    : options->sampling == SSTA_STRATIFIED ? " stratified,"
		    : options->sampling == SSTA_SOBOL      ? " Sobol's factors,"
							   : "",
		    options->samples_slews ? " sampled slews," : "",
		    options->single ? " late delays in both splits," : "");
	report_unit_name(r.units.time, -12, "s", r.out);
	text_printf(r.out,
		    "\n%" PRId64 " arcs and %" PRId64 " checks vary; %" PRId64
		    " arcs are the latest in no die\n",
		    size.n_draws + size.n_pruned, size.n_checks, size.n_pruned);
	ssta_write_field_error(r.ssta, r.out);
	text_add(r.out, "\n");
	TRY(write_groups(&r));
	if (options->samples_slews)
		TRY(write_slews(&r));
	TRY(write_endpoints(&r));
	if (call->option[REPORT_ANALYTIC].given)
		TRY(ssta_write_normals(&r, call->option[REPORT_ENDPOINTS].given
						   ? call->option[REPORT_ENDPOINTS].number
						   : 10));
	if (call->option[REPORT_PINS].given)
		TRY(ssta_write_pins(&r, call->option[REPORT_PINS].number));
	return call->option[REPORT_PATHS].given
		       ? ssta_write_paths(&r, call->option[REPORT_PATHS].number)
		       : STATUS_OK;
}

const struct command ssta_report_commands[] = {
	{"report_ssta", report_ssta, IN_SESSION, NULL, 0, 0, report_options,
	 "Report how slacks are spread over dies, and which endpoints are the worst"},
	{0},
};
