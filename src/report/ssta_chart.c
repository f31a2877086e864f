/* How slacks are spread over dies, by bins: what view SSTA draws, and pictures of it. */
#include <math.h>
#include <stdlib.h>

#include "base/bits.h"
#include "base/order.h"
#include "report/ssta.h"
#include "snap/histogram.h"

static enum status take(struct session *session, const struct die_subject *subject, int64_t n,
			struct die_values *out, struct ssta_replicates *replicates)
{
	TRY(dies_values(session, subject, n, out));
	if (replicates)
		TRY(dies_replicates(out, replicates));
	qsort(out->slack, (size_t)out->n, sizeof *out->slack, compare_int64);
	return STATUS_OK;
}

void dies_chart_release(struct die_chart *chart)
{
	FREE_ALL(chart->v.slack, chart->over.slack);
	ssta_replicates_release(&chart->replicates);
	*chart = (struct die_chart){0};
}

enum status dies_chart_make(struct session *session, const struct dies_shown *shown, int64_t n,
			    bool curve, int32_t max_bins, struct die_chart *c)
{
	int64_t low, high;

	*c = (struct die_chart){.curve = curve};
	TRY(take(session, &shown->subject, n, &c->v, &c->replicates));
	if (shown->has_over)
		TRY(take(session, &shown->over, n, &c->over, NULL));
	ssta_statistics_of(c->v.slack, c->v.n, c->v.nominal, &c->s);
	ssta_replicate_errors(&c->replicates, c->v.nominal, &c->s);
	low = c->v.slack[0];
	high = c->v.slack[c->v.n - 1];
	if (c->over.n) {
		low = min_i64(low, c->over.slack[0]);
		high = max_i64(high, c->over.slack[c->over.n - 1]);
	}
	c->axis = curve ? histogram_choose_axis(-high, -low, max_bins)
			: histogram_choose_axis(low, high, max_bins);
	return STATUS_OK;
}

static double working(const struct die_values *v, int64_t longer)
{
	return v->n ? (double)(v->n - sorted_below(v->slack, v->n, -longer)) / (double)v->n : 0;
}

static double inside(const struct die_values *v, int64_t low, int64_t high)
{
	return (double)(sorted_below(v->slack, v->n, high) - sorted_below(v->slack, v->n, low));
}

void dies_chart_bin(const struct die_chart *c, int32_t bin, struct die_bin *out)
{
	int64_t at = c->axis.low + bin * c->axis.width, end = at + c->axis.width;
	double n = (double)c->v.n, half;

	if (c->curve) {
		out->count = working(&c->v, at);
		out->over = working(&c->over, at);
		out->normal = dies_normal_share(c->s.mean, c->s.sigma, -(double)at, 1e18);
		dies_share_interval(c->v.slack, c->v.n, &c->replicates, -at, &out->least,
				    &out->most);
		return;
	}
	out->count = inside(&c->v, at, end);
	out->over = c->over.n ? inside(&c->over, at, end) * n / (double)c->over.n : 0;
	out->normal = n * dies_normal_share(c->s.mean, c->s.sigma, (double)at, (double)end);
	half = dies_count_within(c->v.slack, c->v.n, &c->replicates, at, end);
	out->least = fmax(out->count - half, 0);
	out->most = out->count + half;
}
