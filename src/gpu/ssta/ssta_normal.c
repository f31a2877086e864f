#include "gpu/ssta/ssta_normal.h"

#include <math.h>
#include <string.h>

#include "base/grow.h"
#include "gpu/ssta/ssta_impl.h"

#define HALF_NORMAL 0.3989422804014327 /* E max(z, 0): 1/√2π */

/* A normal variable; how much of each factor is in it is in an array beside it. */
struct variable {
	double mean, variance;
};

struct maker {
	const struct ssta *ssta;
	const struct ssta_cone *cone;
	int n_shared;                  /* factors that differ */
	double *weight;                /* owned [rows × n_shared]: of z */
	struct variable *node, *plain; /* owned [n_nodes]: by Clark, by quadrature */
	double *part;                  /* owned [n_nodes × n_shared] fs */
	double *sum, *best;            /* owned [n_shared]: of the op, of the node */
	struct variable *end;          /* owned [endpoints + groups + 1]: by Clark, negated */
	double *end_part;              /* owned [the same × n_shared] */
	uint8_t *has;                  /* owned [the same] */
	struct variable *plain_end;    /* owned [the same] */
};

static FREES(release, struct maker, x->weight, x->node, x->plain, x->part, x->sum, x->best, x->end,
	     x->end_part, x->has, x->plain_end);

/* ---- factors ---- */

static bool same_factor(const struct ssta_factor *a, const struct ssta_factor *b)
{
	return a->domain == b->domain && a->key[0] == b->key[0] && a->key[1] == b->key[1];
}

/* The number of each factor among those that differ. */
static enum status number_factors(struct maker *m, int32_t **out)
{
	const struct ssta_factors *f = &m->ssta->factors;
	int32_t *first;

	TRY(ALLOC(out, f->n_factors));
	first = *out;
	for (int32_t i = 0; i < f->n_factors; i++) {
		int32_t same = 0;

		if (f->factor[i].domain == SSTA_ROW)
			continue;
		while (!same_factor(&f->factor[same], &f->factor[i]))
			same++;
		first[i] = same < i ? first[same] : m->n_shared++;
	}
	return STATUS_OK;
}

static enum status make_weights(struct maker *m)
{
	const struct ssta_factors *f = &m->ssta->factors;
	FREED int32_t *number = NULL;

	TRY(number_factors(m, &number));
	TRY(ALLOC(&m->weight, (int64_t)f->n_rows * m->n_shared));
	for (int32_t r = f->n_rows; r-- > 0;) {
		double *weight = &m->weight[(int64_t)r * m->n_shared];

		for (int32_t i = f->row[r]; i < f->row[r + 1]; i++) {
			double w = ldexp(f->factor[i].weight, -FACTOR_SHIFT);
			const double *of = &m->weight[(int64_t)f->factor[i].key[0] * m->n_shared];

			if (f->factor[i].domain != SSTA_ROW)
				weight[number[i]] = w;
			for (int j = 0; j < m->n_shared && f->factor[i].domain == SSTA_ROW; j++)
				weight[j] += w * of[j];
		}
	}
	return STATUS_OK;
}

/* ---- sums and maxima ---- */

/* to += what has these sigmas (2^-6 fs): where z > 0, and where it is below. */
static void add_drawn(const struct maker *m, const int32_t sigma[2], int32_t region,
		      struct variable *to, double *part)
{
	double up = ldexp(sigma[0], -SIGMA_SHIFT), down = ldexp(sigma[1], -SIGMA_SHIFT);
	double mean = (up + down) * HALF_NORMAL, along = (up - down) / 2;

	to->mean += mean;
	to->variance += (up * up + down * down) / 2 - mean * mean;
	for (int j = 0; j < m->n_shared; j++) {
		double w = along * m->weight[(int64_t)region * m->n_shared + j];

		to->variance += 2 * part[j] * w;
		part[j] += w;
	}
}

static double density(double x)
{
	return HALF_NORMAL * exp(-x * x / 2);
}

/* a = the larger of both. */
static void take_larger(const struct maker *m, struct variable *a, double *part,
			const struct variable *b, const double *other)
{
	double covariance = 0, theta, x, share, mean, second, apart = b->mean - a->mean;

	for (int j = 0; j < m->n_shared; j++)
		covariance += part[j] * other[j];
	theta = a->variance + b->variance - 2 * covariance;
	/* the same but for a rounding */
	if (!(theta > 1e-9 * (a->variance + b->variance)) || !(theta > 0)) {
		if (apart > 0) {
			*a = *b;
			COPY(part, other, m->n_shared);
		}
		return;
	}
	theta = sqrt(theta);
	x = -apart / theta;
	share = erfc(-x / sqrt(2)) / 2;
	/* counted from a's mean, so that little is lost */
	mean = apart * (1 - share) + theta * density(x);
	second = a->variance * share + (apart * apart + b->variance) * (1 - share) +
		 apart * theta * density(x);
	a->mean += mean;
	a->variance = fmax(second - mean * mean, 0);
	for (int j = 0; j < m->n_shared; j++)
		part[j] = share * part[j] + (1 - share) * other[j];
}

/* The one that is later at three sigma. */
static void take_later(struct variable *a, const struct variable *b)
{
	if (b->mean + 3 * sqrt(b->variance) > a->mean + 3 * sqrt(a->variance))
		*a = *b;
}

/* ---- states ---- */

static void add_source(const struct maker *m, int32_t source, struct variable *to, double *part)
{
	const double *from;

	if (source < 0)
		return;
	from = &m->part[(int64_t)source * m->n_shared];
	to->mean += m->node[source].mean;
	to->variance += m->node[source].variance;
	for (int j = 0; j < m->n_shared; j++) {
		to->variance += 2 * part[j] * from[j];
		part[j] += from[j];
	}
}

static void make_node(struct maker *m, int32_t x)
{
	const struct ssta_cone *c = m->cone;
	size_t bytes = (size_t)m->n_shared * sizeof *m->sum;

	for (int32_t o = c->node_row[x]; o < c->node_row[x + 1]; o++) {
		const struct ssta_op *op = &c->op[o];
		struct variable at = {.mean = (double)op->nominal}, plain = at;

		memset(m->sum, 0, bytes);
		add_source(m, op->source, &at, m->sum);
		add_drawn(m, op->sigma, op->region, &at, m->sum);
		if (op->source >= 0) {
			plain.mean += m->plain[op->source].mean;
			plain.variance += m->plain[op->source].variance;
		}
		add_drawn(&(struct maker){0}, op->sigma, 0, &plain, NULL);
		if (o == c->node_row[x]) {
			m->node[x] = at;
			m->plain[x] = plain;
			memcpy(m->best, m->sum, bytes);
			continue;
		}
		take_larger(m, &m->node[x], m->best, &at, m->sum);
		take_later(&m->plain[x], &plain);
	}
	memcpy(&m->part[(int64_t)x * m->n_shared], m->best, bytes);
}

/* Into an endpoint, a group or the chip; slacks are negated, so that the worst is the largest. */
static void take_slack(struct maker *m, int32_t to, const struct variable *slack,
		       const double *part, const struct variable *plain)
{
	double *own = &m->end_part[(int64_t)to * m->n_shared];

	if (m->has[to]) {
		take_larger(m, &m->end[to], own, slack, part);
		take_later(&m->plain_end[to], plain);
		return;
	}
	m->has[to] = 1;
	m->end[to] = *slack;
	m->plain_end[to] = *plain;
	COPY(own, part, m->n_shared);
}

static void make_sink(struct maker *m, int32_t i)
{
	const struct ssta_cone *c = m->cone;
	const struct ssta_sink *s = &c->sink[i];
	const int32_t sources[] = {s->data, s->clock};
	struct variable at = {.mean = -(double)s->constant}, plain = at;

	memset(m->sum, 0, (size_t)m->n_shared * sizeof *m->sum);
	for (int k = 0; k < 2; k++) {
		add_source(m, sources[k], &at, m->sum);
		if (sources[k] >= 0) {
			plain.mean += m->plain[sources[k]].mean;
			plain.variance += m->plain[sources[k]].variance;
		}
	}
	add_drawn(m, s->sigma, s->region, &at, m->sum);
	add_drawn(&(struct maker){0}, s->sigma, 0, &plain, NULL);
	take_slack(m, c->sink_end[i], &at, m->sum, &plain);
}

static struct ssta_normal normal_of(const struct variable *v)
{
	return (struct ssta_normal){-v->mean, sqrt(v->variance)};
}

static void fill(struct maker *m, struct ssta_normals *out)
{
	int32_t n = ssta_n_endpoints(m->ssta), n_groups = ssta_n_groups(m->ssta);

	for (int32_t x = 0; x < m->cone->n_nodes; x++)
		make_node(m, x);
	for (int32_t i = 0; i < m->cone->n_sinks; i++)
		make_sink(m, i);
	for (int32_t e = 0; e < n; e++) {
		struct ssta_endpoint end;
		const double *part = &m->end_part[(int64_t)e * m->n_shared];

		ssta_endpoint(m->ssta, e, &end);
		take_slack(m, n + end.group, &m->end[e], part, &m->plain_end[e]);
		take_slack(m, n + n_groups, &m->end[e], part, &m->plain_end[e]);
		out->end[e] = normal_of(&m->end[e]);
		out->end[n + e] = normal_of(&m->plain_end[e]);
	}
	for (int32_t g = 0; g < n_groups; g++) {
		out->group[g] = normal_of(&m->end[n + g]);
		out->group[n_groups + g] = normal_of(&m->plain_end[n + g]);
	}
	out->chip[SSTA_CLARK] = normal_of(&m->end[n + n_groups]);
	out->chip[SSTA_QUADRATURE] = normal_of(&m->plain_end[n + n_groups]);
}

static enum status make(struct maker *m, struct ssta_normals *out)
{
	int64_t n_nodes = m->cone->n_nodes, n = ssta_n_endpoints(m->ssta);
	int64_t n_groups = ssta_n_groups(m->ssta), n_ends = n + n_groups + 1;

	TRY(make_weights(m));
	TRY(ALLOC_ALL(n_nodes, &m->node, &m->plain));
	TRY(ALLOC(&m->part, n_nodes * m->n_shared));
	TRY(ALLOC_ALL(m->n_shared + 1, &m->sum, &m->best));
	TRY(ALLOC(&m->end, n_ends));
	TRY(ALLOC(&m->end_part, n_ends * m->n_shared));
	TRY(ALLOC_ALL(n_ends, &m->has, &m->plain_end));
	TRY(ALLOC(&out->end, N_SSTA_RULES * n));
	TRY(ALLOC(&out->group, N_SSTA_RULES * n_groups));
	fill(m, out);
	return STATUS_OK;
}

enum status ssta_normals_make(const struct ssta *ssta, const struct ssta_cone *all,
			      struct ssta_normals *out)
{
	RELEASED_BY(release) struct maker m = {.ssta = ssta, .cone = all};

	*out = (struct ssta_normals){0};
	return make(&m, out);
}

FREES(ssta_normals_release, struct ssta_normals, x->end, x->group);
