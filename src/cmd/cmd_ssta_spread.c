/* How one slack is spread over dies: yield, histograms, numbers for scripts; and what is kept of it. */
#include <inttypes.h>
#include <math.h>

#include "base/axis.h"
#include "base/bits.h"
#include "cmd/ssta.h"
#include "session/objects.h"

/* ---- report_yield ---- */

enum { YIELD_SUBJECT, YIELD_AT = YIELD_SUBJECT + N_SUBJECT_OPTIONS, YIELD_CURVE, YIELD_DIGITS };

static const struct option yield_options[] = {
	[YIELD_SUBJECT] = OPTIONS_SUBJECT,
	[YIELD_AT] = {"-at", OPTION_WORD, "TIMES",
		      "with periods that are longer by these times (a list)"},
	[YIELD_CURVE] = {"-curve", OPTION_COUNT, "N",
			 "N periods from that of the first die that works to that of the last"},
	[YIELD_DIGITS] = OPTION_DIGITS,
	{0},
};

static void write_yield(const struct ssta_report *r, const struct die_values *v, int64_t longer)
{
	int64_t k = v->n - sorted_below(v->slack, v->n, -longer);
	double low, high;

	dies_share_interval(v->slack, v->n, &r->replicates, -longer, &low, &high);
	ssta_write_real(r, (double)longer, 14);
	text_printf(r->out, "%10.4f %%   %.4f to %.4f %%\n", 100 * (double)k / (double)v->n,
		    100 * low, 100 * high);
}

static enum status write_yields_at(const struct ssta_report *r, const struct die_values *v)
{
	RELEASED_BY(words_free) struct words words = {0};

	words_of(r->call, r->call->option[YIELD_AT].word, &words);
	for (int i = 0; i < words.n; i++) {
		double time;

		TRY(call_real(r->call, words.word[i], &time));
		if (fabs(time * r->units.time) > 1e9)
			return call_fail(r->call, STATUS_USAGE, "%g is too long", time);
		write_yield(r, v, fs_of_ps(time * r->units.time));
	}
	return STATUS_OK;
}

/* The nominal slack's, 0, and those that some shares need. */
static void write_usual_yields(const struct ssta_report *r, const struct die_values *v)
{
	static const double share[] = {50, 84.134, 90, 95, 97.725, 99, 99.865, 99.9};

	write_yield(r, v, 0);
	for (size_t i = 0; i < sizeof share / sizeof *share; i++)
		write_yield(r, v, -v->slack[dies_quantile(v->n, 100 - share[i], 0)]);
}

enum { CURVE_COLUMNS = 50 };

/* A line of the curve: the interval as [-], the share as *. */
static void write_curve_line(const struct ssta_report *r, const struct die_values *v,
			     int64_t longer)
{
	int64_t k = v->n - sorted_below(v->slack, v->n, -longer);
	char line[CURVE_COLUMNS + 2];
	double low, high;
	int last = 0;

	dies_share_interval(v->slack, v->n, &r->replicates, -longer, &low, &high);
	for (int i = 0; i <= CURVE_COLUMNS; i++) {
		bool inside = i >= (int)(low * CURVE_COLUMNS + 0.5) &&
			      i <= (int)(high * CURVE_COLUMNS + 0.5);

		line[i] = ' ';
		if (inside)
			line[i] = '-';
		if (i == (int)((double)k / (double)v->n * CURVE_COLUMNS + 0.5))
			line[i] = '*';
		if (line[i] != ' ')
			last = i + 1;
	}
	line[last] = 0;
	text_printf(r->out, "  |%s\n", line);
}

static void write_curve(const struct ssta_report *r, const struct die_values *v, int64_t n)
{
	int64_t low = -v->slack[v->n - 1], high = -v->slack[0];
	int64_t step = axis_whole_step(high > low ? high - low : 1, 1, (int)min_i64(n, 1000));

	for (int64_t at = low / step * step - step; at < high + step; at += step) {
		int64_t k = v->n - sorted_below(v->slack, v->n, -at);

		if (at + step < low)
			continue;
		ssta_write_real(r, (double)at, 14);
		text_printf(r->out, "%10.4f %%", 100 * (double)k / (double)v->n);
		write_curve_line(r, v, at);
	}
}

static enum status report_yield(struct call *call)
{
	RELEASED_BY(text_release) struct text name = TEXT_INIT;
	RELEASED_BY(die_values_release) struct die_values v = {0};
	RELEASED_BY(ssta_close_report) struct ssta_report r = {0};
	struct die_subject subject;

	TRY(ssta_open_report(call, YIELD_DIGITS, &r));
	TRY(ssta_find_subject(call, YIELD_SUBJECT, &subject));
	TRY(ssta_sorted(&r, &subject, &v, &r.replicates, &name));
	dies_write_method(call->session, &subject, &name);
	text_printf(
		r.out,
		"yield of %s in %" PRId64
		" dies: those without a negative %s slack before credit\nif all required times "
		"were later by the first column, as by a longer period; with 95 %% intervals\n\n",
		text_string(&name), v.n, ssta_split_name(v.split));
	text_printf(r.out, "%14s%12s\n", "later by", "yield");
	if (call->option[YIELD_AT].given)
		return write_yields_at(&r, &v);
	if (call->option[YIELD_CURVE].given)
		write_curve(&r, &v, call->option[YIELD_CURVE].number);
	else
		write_usual_yields(&r, &v);
	return STATUS_OK;
}

/* ---- ssta_histogram ---- */

enum { BARS_SUBJECT, BARS_BINS = BARS_SUBJECT + N_SUBJECT_OPTIONS, BARS_OVER, BARS_DIGITS };

static const struct option bars_options[] = {
	[BARS_SUBJECT] = OPTIONS_SUBJECT,
	[BARS_BINS] = {"-num_bins", OPTION_COUNT, "N", "bins at most, of a round width (20)"},
	[BARS_OVER] = {"-over", OPTION_WORD, "NAME",
		       "beside what ssta_keep has kept, as a share of as many dies"},
	[BARS_DIGITS] = OPTION_DIGITS,
	{0},
};

enum { BAR_COLUMNS = 44 };

static const double marked[] = {0.135, 10, 50, 90, 99.865};
enum { N_MARKED = sizeof marked / sizeof *marked };

static int64_t floor_to(int64_t value, int64_t step)
{
	int64_t down = value / step * step;

	return down > value ? down - step : down;
}

struct chart {
	const struct ssta_report *r;
	const struct die_values *v, *over; /* sorted; `over` NULL = none */
	struct ssta_statistics s;
	int64_t step;
	double most;
};

static int64_t count_of(const struct die_values *v, int64_t low, int64_t high)
{
	return sorted_below(v->slack, v->n, high) - sorted_below(v->slack, v->n, low);
}

static double normal_count(const struct chart *c, int64_t at)
{
	return (double)c->v->n *
	       dies_normal_share(c->s.mean, c->s.sigma, (double)at, (double)(at + c->step));
}

/* Of as many dies as the others are. */
static double over_count(const struct chart *c, int64_t at)
{
	return c->over ? (double)count_of(c->over, at, at + c->step) * (double)c->v->n /
				 (double)c->over->n
		       : 0;
}

/* The bar, where the normal distribution would end, and where the other one does. */
static void write_bar(const struct chart *c, int64_t at, int64_t count)
{
	const struct ssta_report *r = c->r;
	int length = (int)(BAR_COLUMNS * (double)count / c->most + 0.5);
	int mark = (int)(BAR_COLUMNS * normal_count(c, at) / c->most + 0.5);
	int over = (int)(BAR_COLUMNS * over_count(c, at) / c->most + 0.5);

	for (int i = 0; i <= BAR_COLUMNS; i++) {
		if (i >= length && i > mark && i > over)
			break;
		text_add(r->out, i == mark && mark > 0   ? "|"
				 : i == over && over > 0 ? "o"
				 : i < length            ? "#"
							 : " ");
	}
	for (int q = 0; q < N_MARKED; q++) {
		int64_t value = c->v->slack[dies_quantile(c->v->n, marked[q], 0)];

		if (value >= at && value < at + c->step)
			text_printf(r->out, "  <%g %%", marked[q]);
	}
	text_add(r->out, "\n");
}

static void write_bins(struct chart *c)
{
	const struct ssta_report *r = c->r;
	const struct die_values *v = c->v;
	int64_t low = v->slack[0], high = v->slack[v->n - 1];

	if (c->over) {
		low = min_i64(low, c->over->slack[0]);
		high = max_i64(high, c->over->slack[c->over->n - 1]);
	}
	low = floor_to(low, c->step);
	c->most = 1;
	for (int64_t at = low; at <= high; at += c->step)
		c->most = fmax(fmax(c->most, (double)count_of(v, at, at + c->step)),
			       fmax(normal_count(c, at), over_count(c, at)));
	text_printf(r->out,
		    "%12s%12s%10s%9s  | is where a normal distribution would end, < what share of "
		    "dies is below\n",
		    "from", "below", "dies", "±");
	for (int64_t at = low; at <= high; at += c->step) {
		int64_t count = count_of(v, at, at + c->step);

		ssta_write_real(r, (double)at, 12);
		ssta_write_real(r, (double)(at + c->step), 12);
		text_printf(r->out, "%10" PRId64 "%9.1f  ", count,
			    dies_count_within(v->slack, v->n, &r->replicates, at, at + c->step));
		write_bar(c, at, count);
	}
}

static void write_histogram(struct call *call, const struct ssta_report *r,
			    const struct die_values *v, const struct die_values *over)
{
	const struct option_value *bins = &call->option[BARS_BINS];
	struct chart c = {.r = r, .v = v, .over = over};
	int64_t low = v->slack[0], high = v->slack[v->n - 1];

	if (over) {
		low = min_i64(low, over->slack[0]);
		high = max_i64(high, over->slack[over->n - 1]);
		text_printf(r->out, "o is where %s ends: %" PRId64 " dies, as a share of these\n",
			    call->option[BARS_OVER].word, over->n);
	}
	text_add(r->out, "\n");
	ssta_statistics_of(v->slack, v->n, v->slack[v->n / 2], &c.s);
	c.step = axis_whole_step(high > low ? high - low : 1, 1,
				 bins->given ? (int)min_i64(bins->number, 1000) : 20);
	write_bins(&c);
}

static enum status ssta_histogram(struct call *call)
{
	RELEASED_BY(text_release) struct text name = TEXT_INIT, over_name = TEXT_INIT;
	RELEASED_BY(die_values_release) struct die_values v = {0}, over = {0};
	RELEASED_BY(ssta_close_report) struct ssta_report r = {0};
	struct die_subject subject, other;
	bool has_over = call->option[BARS_OVER].given;

	TRY(ssta_open_report(call, BARS_DIGITS, &r));
	TRY(ssta_find_subject(call, BARS_SUBJECT, &subject));
	if (has_over)
		TRY(ssta_find_kept(call, call->option[BARS_OVER].word, &other));
	TRY(ssta_sorted(&r, &subject, &v, &r.replicates, &name));
	if (has_over)
		TRY(ssta_sorted(&r, &other, &over, NULL, &over_name));
	dies_write_method(call->session, &subject, &name);
	text_printf(r.out, "%s%s in %" PRId64 " dies\n", dies_of(&subject, v.split),
		    text_string(&name), v.n);
	write_histogram(call, &r, &v, has_over ? &over : NULL);
	return STATUS_OK;
}

/* ---- ssta_property ---- */

enum {
	PROPERTY_SUBJECT,
	PROPERTY_WITH = PROPERTY_SUBJECT + N_SUBJECT_OPTIONS,
	PROPERTY_PIN,
	PROPERTY_LATER
};

static const struct option property_options[] = {
	[PROPERTY_SUBJECT] = OPTIONS_SUBJECT,
	[PROPERTY_WITH] = {"-with", OPTION_WORD, "PIN", "the other endpoint, for correlation"},
	[PROPERTY_PIN] = {"-pin", OPTION_WORD, "PIN",
			  "a pin, for criticality: the share of dies whose worst path passes it"},
	[PROPERTY_LATER] = {"-later", OPTION_TIME, "PS",
			    "for yields: all required times are later by this"},
	{0},
};

#define PROPERTIES                                                                                 \
	"dies|nominal|mean|mean_error|sigma|sigma_error|skew|kurtosis|yield|least|median|most|"    \
	"q0.135|yield_low|yield_high|correlation|criticality|clark_mean|clark_sigma|"              \
	"quadrature_mean|quadrature_sigma"

enum {
	PROPERTY_CORRELATION = 15,
	PROPERTY_CRITICALITY,
	PROPERTY_CLARK_MEAN,
	PROPERTY_CLARK_SIGMA,
	PROPERTY_QUADRATURE_MEAN,
	PROPERTY_QUADRATURE_SIGMA,
};

static enum status correlation(struct call *call, const struct ssta_report *r,
			       const struct die_subject *subject, double *out)
{
	RELEASED_BY(die_values_release) struct die_values a = {0}, b = {0};
	struct die_subject other;
	double low, high;

	if (!call->option[PROPERTY_WITH].given)
		return call_fail(call, STATUS_USAGE, "correlation needs -with PIN");
	TRY(ssta_find_endpoint(call, call->option[PROPERTY_WITH].word, &other));
	TRY(dies_values(call->session, subject, r->n, &a));
	if (a.n != r->n)
		return call_fail(call, STATUS_FAILED,
				 "what is kept is of %" PRId64 " dies, not of %" PRId64, a.n, r->n);
	TRY(dies_values(call->session, &other, r->n, &b));
	*out = dies_correlation(a.slack, b.slack, r->n, &low, &high);
	return STATUS_OK;
}

static enum status criticality(struct call *call, const struct ssta_report *r, double *out)
{
	const int64_t *passed;
	int32_t pin;

	if (!call->option[PROPERTY_PIN].given)
		return call_fail(call, STATUS_USAGE, "criticality needs -pin PIN");
	TRY(need_pin(call, call->option[PROPERTY_PIN].word, &pin));
	TRY(dies_criticality(call->session, &passed));
	*out = (double)passed[pin] / (double)r->n;
	return STATUS_OK;
}

/* Of the chip, a group, or the worst of the endpoints of a pin. */
static enum status normal(struct call *call, const struct ssta_report *r,
			  const struct die_subject *subject, enum ssta_rule rule,
			  struct ssta_normal *out)
{
	int32_t n = ssta_n_endpoints(r->ssta), found = -1;
	const struct ssta_cone *all;
	RELEASED_BY(ssta_normals_release) struct ssta_normals normals = {0};

	if (subject->kind >= DIES_OF_PATH)
		return call_fail(call, STATUS_USAGE, "%s is of the chip, a group or an endpoint",
				 call->argument[0]);
	TRY(dies_cone(call->session, -1, &all));
	TRY(ssta_normals_make(r->ssta, all, &normals));
	*out = normals.chip[rule];
	if (subject->kind == DIES_OF_GROUP)
		*out = normals.group[rule * ssta_n_groups(r->ssta) + subject->index];
	for (int32_t i = 0; i < n && subject->kind == DIES_OF_ENDPOINT; i++) {
		struct ssta_endpoint e;

		ssta_endpoint(r->ssta, i, &e);
		if (e.pin != subject->index)
			continue;
		if (found < 0 || normals.end[rule * n + i].mean < out->mean)
			*out = normals.end[rule * n + i];
		found = i;
	}
	return STATUS_OK;
}

static enum status sample_property(const struct ssta_report *r, const struct die_subject *subject,
				   int which, double *out)
{
	RELEASED_BY(ssta_replicates_release) struct ssta_replicates replicates = {0};
	RELEASED_BY(text_release) struct text name = TEXT_INIT;
	RELEASED_BY(die_values_release) struct die_values v = {0};
	struct ssta_statistics s;
	int64_t later = r->call->option[PROPERTY_LATER].number;
	double low, high;

	TRY(ssta_sorted(r, subject, &v, &replicates, &name));
	ssta_statistics_of(v.slack, v.n, v.nominal, &s);
	ssta_replicate_errors(&replicates, v.nominal, &s);
	dies_share_interval(v.slack, v.n, &replicates, -later, &low, &high);
	const double value[] = {(double)v.n,
				(double)v.nominal / 1000,
				s.mean / 1000,
				s.mean_error / 1000,
				s.sigma / 1000,
				s.sigma_error / 1000,
				s.skew,
				s.kurtosis,
				(double)(v.n - sorted_below(v.slack, v.n, -later)) / (double)v.n,
				(double)v.slack[0] / 1000,
				(double)v.slack[v.n / 2] / 1000,
				(double)v.slack[v.n - 1] / 1000,
				(double)v.slack[dies_quantile(v.n, 0.135, 0)] / 1000,
				low,
				high};

	*out = value[which];
	return STATUS_OK;
}

static enum status ssta_property(struct call *call)
{
	struct die_subject subject;
	struct ssta_normal n = {0};
	struct ssta_report r;
	double value = 0;
	int which;

	TRY(call_choose(call, PROPERTIES, &which));
	TRY(ssta_open_report(call, -1, &r));
	TRY(ssta_find_subject(call, PROPERTY_SUBJECT, &subject));
	if (which < PROPERTY_CORRELATION) {
		TRY(sample_property(&r, &subject, which, &value));
	} else if (which == PROPERTY_CORRELATION) {
		TRY(correlation(call, &r, &subject, &value));
	} else if (which == PROPERTY_CRITICALITY) {
		TRY(criticality(call, &r, &value));
	} else {
		TRY(normal(call, &r, &subject,
			   which < PROPERTY_QUADRATURE_MEAN ? SSTA_CLARK : SSTA_QUADRATURE, &n));
		value = (which == PROPERTY_CLARK_MEAN || which == PROPERTY_QUADRATURE_MEAN
				 ? n.mean
				 : n.sigma) /
			1000;
	}
	text_printf(call->result, "%.6g", value);
	return STATUS_OK;
}

/* ---- ssta_keep ---- */

enum { KEEP_SUBJECT, KEEP_DROP = KEEP_SUBJECT + N_SUBJECT_OPTIONS };

static const struct option keep_options[] = {
	[KEEP_SUBJECT] = OPTIONS_SUBJECT,
	[KEEP_DROP] = {"-drop", OPTION_FLAG, NULL, "forget what is kept by the name"},
	{0},
};

static enum status ssta_keep(struct call *call)
{
	struct session *session = call->session;
	RELEASED_BY(die_values_release) struct die_values values = {0};
	struct die_subject subject;

	if (call->n_arguments == 0) {
		for (int32_t i = 0; i < dies_n_kept(session); i++)
			list_add(call->result, dies_kept(session, i, NULL));
		return STATUS_OK;
	}
	if (call->option[KEEP_DROP].given) {
		TRY(ssta_find_kept(call, call->argument[0], &subject));
		dies_drop(session, call->argument[0]);
		return STATUS_OK;
	}
	TRY(session_need_ssta(session));
	TRY(ssta_find_subject(call, KEEP_SUBJECT, &subject));
	if (ssta_n(session->design.ssta) == 0)
		return status_fail(STATUS_FAILED, "no dies yet; step computes some");
	TRY(dies_values(session, &subject, ssta_n(session->design.ssta), &values));
	TRY(dies_keep(session, call->argument[0], &values));
	values.slack = NULL; /* the session's */
	return STATUS_OK;
}

/* ---- save_ssta ---- */

enum { SAVE_CURVE };

static const struct option save_options[] = {
	[SAVE_CURVE] = {"-curve", OPTION_FLAG, NULL, "the yield by the period"},
	{0},
};

static enum status save_ssta(struct call *call)
{
	struct dies_shown shown;
	struct ssta_report r;

	TRY(ssta_open_report(call, -1, &r));
	shown = dies_shown(call->session);
	return dies_save_image(call->session, &shown, call->option[SAVE_CURVE].given,
			       call->argument[0]);
}

/* ---- ssta_show ---- */

enum { SHOW_SUBJECT, SHOW_OVER = SHOW_SUBJECT + N_SUBJECT_OPTIONS };

static const struct option show_options[] = {
	[SHOW_SUBJECT] = OPTIONS_SUBJECT,
	[SHOW_OVER] = {"-over", OPTION_WORD, "NAME", "with what ssta_keep has kept laid over it"},
	{0},
};

static enum status ssta_show(struct call *call)
{
	RELEASED_BY(die_values_release) struct die_values values = {0};
	struct die_subject subject, over;
	bool has_over = call->option[SHOW_OVER].given;

	TRY(ssta_find_subject(call, SHOW_SUBJECT, &subject));
	if (has_over)
		TRY(ssta_find_kept(call, call->option[SHOW_OVER].word, &over));
	/* so that what can't be shown is an error here */
	TRY(dies_values(call->session, &subject, 1, &values));
	return dies_show(call->session, &subject, has_over ? &over : NULL);
}

const struct command ssta_spread_commands[] = {
	{"report_yield", report_yield, IN_SESSION, NULL, 0, 0, yield_options,
	 "Report which share of dies meets timing, and the effect of a longer period"},
	{"ssta_histogram", ssta_histogram, IN_SESSION, NULL, 0, 0, bars_options,
	 "Show how a slack is spread over dies"},
	{"ssta_property", ssta_property, IN_SESSION, "NAME", 1, 1, property_options,
	 "Return a property of the dies: dies, nominal, mean, mean_error, sigma, sigma_error, skew, kurtosis, yield, "
	 "least, median, most, q0.135, yield_low, yield_high, correlation, criticality, clark_mean, "
	 "clark_sigma, quadrature_mean, quadrature_sigma; times in ps"},
	{"ssta_keep", ssta_keep, IN_SESSION, "?NAME?", 0, 1, keep_options,
	 "Keep the slacks of all dies by a name, to compare them with another run's; or list the names"},
	{"save_ssta", save_ssta, IN_SESSION, "FILE", 1, 1, save_options,
	 "Save as PNG how the slack that ssta_show chose is spread over dies"},
	{"ssta_show", ssta_show, IN_SESSION, NULL, 0, 0, show_options,
	 "Choose whose slack view SSTA shows: the chip's, or another's"},
	{0},
};
