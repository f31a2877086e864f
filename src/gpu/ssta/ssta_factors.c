/*
 * What many arcs of a die share: z = a·z_die + b·z_library + Σ cⱼ·z_grid,j + d·z_arc, with a² + b² +
 * Σ cⱼ² + d² = 1, so sharing changes no sigma. Values at two places of the die are correlated by
 * 1 / (1 + (distance / length)²); that is a covariance in the plane and needs no exp(). With a length the
 * places are those of the gates (ssta_field.c), without one they are the centers of 6 × 6 cells, of
 * which the factors are the principal components.
 *
 * A region is a library and a cell: the arcs of one share the same sum.
 */
#include <math.h>
#include <stdlib.h>

#include "base/grow.h"
#include "base/order.h"
#include "gpu/ssta/ssta_impl.h"

enum { GRID = SSTA_GRID * SSTA_GRID, SWEEPS = 60 };

FREES(ssta_factors_release, struct ssta_factors, x->row, x->factor, x->region);

/* ---- principal components ---- */

static inline void rotate(double *x, double *y, double c, double s)
{
	double a = *x, b = *y;

	*x = c * a - s * b;
	*y = s * a + c * b;
}

/* Jacobi's rotations: m becomes diagonal, the columns of v its eigenvectors. */
static void diagonalise(double m[GRID][GRID], double v[GRID][GRID])
{
	for (int i = 0; i < GRID; i++)
		for (int j = 0; j < GRID; j++)
			v[i][j] = i == j;
	for (int sweep = 0; sweep < SWEEPS; sweep++) {
		for (int p = 0; p < GRID; p++) {
			for (int q = p + 1; q < GRID; q++) {
				double theta, t, c, s;

				if (fabs(m[p][q]) < 1e-14)
					continue;
				theta = (m[q][q] - m[p][p]) / (2 * m[p][q]);
				t = (theta < 0 ? -1 : 1) / (fabs(theta) + sqrt(theta * theta + 1));
				c = 1 / sqrt(t * t + 1);
				s = t * c;
				for (int k = 0; k < GRID; k++)
					rotate(&m[k][p], &m[k][q], c, s);
				for (int k = 0; k < GRID; k++)
					rotate(&m[p][k], &m[q][k], c, s);
				for (int k = 0; k < GRID; k++)
					rotate(&v[k][p], &v[k][q], c, s);
			}
		}
	}
}

/* weight[cell][component]: how much of a cell's value is of a component; rows have length 1. */
static void find_components(const struct rect *die, double weight[GRID][GRID])
{
	static double m[GRID][GRID], v[GRID][GRID]; /* on the command thread alone */
	double width = microns((int64_t)die->x2 - die->x1);
	double height = microns((int64_t)die->y2 - die->y1);

	for (int i = 0; i < GRID; i++) {
		for (int j = 0; j < GRID; j++) {
			double x =
				(i % SSTA_GRID - j % SSTA_GRID) * width / SSTA_GRID / SSTA_LENGTH;
			double y = (int)(i / SSTA_GRID - j / SSTA_GRID) * height / SSTA_GRID /
				   SSTA_LENGTH;

			m[i][j] = 1 / (1 + x * x + y * y);
		}
	}
	diagonalise(m, v);
	for (int i = 0; i < GRID; i++) {
		double square = 0;

		for (int j = 0; j < GRID; j++) {
			weight[i][j] = v[i][j] * sqrt(m[j][j] > 0 ? m[j][j] : 0);
			square += weight[i][j] * weight[i][j];
		}
		for (int j = 0; j < GRID; j++)
			weight[i][j] /= sqrt(square);
	}
}

/* ---- regions ---- */

enum status ssta_add_factor(struct ssta_factors *f, enum ssta_domain domain, uint64_t key,
			    double weight)
{
	struct ssta_factor *factor;

	if (weight == 0)
		return STATUS_OK;
	TRY(GROW(&f->factor, &f->capacity, f->n_factors + 1));
	factor = &f->factor[f->n_factors++];
	*factor = (struct ssta_factor){
		.key = {(uint32_t)key, (uint32_t)(key >> 32)},
		.domain = domain,
		.weight = (int32_t)(weight * (1 << FACTOR_SHIFT) + (weight < 0 ? -0.5 : 0.5))};
	return STATUS_OK;
}

static enum status add_region(struct ssta_factors *f, const struct ssta_sharing *sharing,
			      const char *library, const double *component)
{
	TRY(ssta_add_factor(f, SSTA_DIE, 0, sharing->die));
	TRY(ssta_add_factor(f, SSTA_LIBRARY, variation_name_key(library), sharing->library));
	for (int j = 0; j < GRID && sharing->grid != 0; j++)
		TRY(ssta_add_factor(f, SSTA_GRID_CELL, (uint64_t)j, sharing->grid * component[j]));
	f->row[++f->n_regions] = f->n_factors;
	return STATUS_OK;
}

static bool same_factor(const struct ssta_factor *a, const struct ssta_factor *b)
{
	return a->domain == b->domain && a->key[0] == b->key[0] && a->key[1] == b->key[1];
}

struct ranked {
	int32_t factor; /* the first one of it */
	int64_t weight; /* the sum of its squares, 2^-40 */
};

COMPARER(compare_ranked, struct ranked, ORDER(y->weight, x->weight) ?: ORDER(x->factor, y->factor))

/* What counts most gets the first dimensions of Sobol's sequence, which are the evenest. */
static enum status give_dimensions(struct ssta_factors *f)
{
	FREED struct ranked *ranked = NULL;

	TRY(ALLOC(&ranked, f->n_factors));
	for (int32_t i = 0; i < f->n_factors; i++) {
		struct ssta_factor *factor = &f->factor[i];
		int64_t weight = factor->weight >> 10;
		int32_t d = 0;

		while (d < f->n_dimensions && !same_factor(factor, &f->factor[ranked[d].factor]))
			d++;
		if (d == f->n_dimensions)
			ranked[f->n_dimensions++] = (struct ranked){i, 0};
		ranked[d].weight += weight * weight;
	}
	SORT(ranked, f->n_dimensions, compare_ranked);
	for (int32_t d = 0; d < f->n_dimensions; d++) {
		const struct ssta_factor first = f->factor[ranked[d].factor];

		for (int32_t i = 0; i < f->n_factors; i++) {
			if (same_factor(&first, &f->factor[i]))
				f->factor[i].dimension = d;
		}
	}
	return STATUS_OK;
}

/* |z| at most, in all regions; of what a region shares it is f->limit. */
static enum status find_bound(struct ssta_factors *f, double own)
{
	FREED double *most = NULL; /* by row, in units of Z_LARGEST */
	double limit = f->limit / (double)Z_LARGEST, largest = 0;

	TRY(ALLOC(&most, f->n_rows));
	for (int32_t r = f->n_rows; r-- > 0;) {
		for (int32_t i = f->row[r]; i < f->row[r + 1]; i++) {
			const struct ssta_factor *factor = &f->factor[i];
			double part = fabs((double)factor->weight) / (1 << FACTOR_SHIFT);

			most[r] += factor->domain == SSTA_ROW ? part * most[factor->key[0]] : part;
		}
		most[r] = most[r] < limit ? most[r] : limit;
		if (r < f->n_regions && most[r] > largest)
			largest = most[r];
	}
	f->bound = (int64_t)((own + largest) * Z_LARGEST) + 64;
	return STATUS_OK;
}

static enum status check(const struct ssta_sharing *s)
{
	double square = s->die * s->die + s->library * s->library + s->grid * s->grid;

	if (!(s->die >= 0) || !(s->library >= 0) || !(s->grid >= 0) || !(square < 1))
		return status_fail(
			STATUS_BAD_INPUT,
			"shares of sigma must not be negative, and the sum of their squares "
			"must be below 1");
	if (s->grid > 0 && !s->placement)
		return status_fail(STATUS_FAILED,
				   "-grid needs places; read_def or place_design gives them");
	if (s->by_distance && !(s->length > 0))
		return status_fail(STATUS_BAD_INPUT, "-length must be above 0");
	if (s->by_distance && s->grid == 0)
		return status_fail(STATUS_USAGE, "-length is of -grid, which is 0");
	return STATUS_OK;
}

bool ssta_is_shared(const struct ssta_sharing *sharing)
{
	return sharing->die != 0 || sharing->library != 0 || sharing->grid != 0;
}

int32_t ssta_library_of(const struct netlist *netlist, int32_t x)
{
	const struct library *library = netlist->master[netlist->instance_master[x]].library[LATE];
	int32_t l = 0;

	while (l + 1 < netlist->n_libraries && netlist->library[l] != library)
		l++;
	return l;
}

static int cell_along(int64_t at, int64_t low, int64_t high)
{
	int64_t cell = high > low ? (at - low) * SSTA_GRID / (high - low) : 0;

	return (int)(cell < 0 ? 0 : cell >= SSTA_GRID ? SSTA_GRID - 1 : cell);
}

/* Libraries × cells of a grid of 6 × 6, or of one. */
static enum status make_cells(const struct netlist *netlist, const struct ssta_sharing *s,
			      struct ssta_factors *out)
{
	double weight[GRID][GRID];
	int n_cells = s->grid > 0 ? GRID : 1;

	if (s->grid > 0)
		find_components(&s->placement->die, weight);
	TRY(ALLOC(&out->row, (int64_t)netlist->n_libraries * n_cells + 1));
	for (int32_t l = 0; l < netlist->n_libraries; l++)
		for (int c = 0; c < n_cells; c++)
			TRY(add_region(out, s, netlist->library[l]->name, weight[c]));
	out->n_rows = out->n_regions;
	for (int32_t x = 0; x < netlist->n_instances; x++) {
		int32_t cell = 0;

		if (n_cells > 1 && x < s->placement->n_components) {
			const struct component *c = &s->placement->component[x];
			const struct rect *die = &s->placement->die;

			cell = cell_along(c->y, die->y1, die->y2) * SSTA_GRID +
			       cell_along(c->x, die->x1, die->x2);
		}
		out->region[x] = ssta_library_of(netlist, x) * n_cells + cell;
	}
	return STATUS_OK;
}

enum status ssta_factors_make(const struct netlist *netlist, const struct ssta_sharing *s,
			      struct ssta_factors *out)
{
	double own = sqrt(1 - s->die * s->die - s->library * s->library - s->grid * s->grid);

	*out = (struct ssta_factors){.bound = Z_LARGEST};
	TRY(check(s));
	if (!ssta_is_shared(s))
		return STATUS_OK;
	out->own = own >= 1 ? UINT32_MAX : (uint32_t)(own * 4294967296.0);
	/* so that z has 32 bits */
	out->limit =
		s->by_distance ? FIELD_LARGEST : INT32_MAX - 64 - (int32_t)(own * Z_LARGEST) - 1;
	TRY(ALLOC(&out->region, netlist->n_instances));
	TRY(s->by_distance ? ssta_field_make(netlist, s, out) : make_cells(netlist, s, out));
	if (out->n_regions > UINT16_MAX)
		return status_fail(STATUS_FAILED, "too many libraries for factors");
	TRY(give_dimensions(out));
	return find_bound(out, own);
}

/* ---- correlation ---- */

static double weight_of(const struct ssta_factor *factor)
{
	return factor->weight / (double)(1 << 30);
}

/* What a row has of each dimension: rows are made of later ones. weight[n_rows] is zero. */
static void expand(const struct ssta_factors *f, int32_t row, double *weight, double *dimension)
{
	weight[row] = 1;
	for (int32_t r = row; r < f->n_rows; r++) {
		for (int32_t i = f->row[r]; i < f->row[r + 1]; i++) {
			const struct ssta_factor *factor = &f->factor[i];
			double *of = factor->domain == SSTA_ROW ? &weight[factor->key[0]]
								: &dimension[factor->dimension];

			*of += weight[r] * weight_of(factor);
		}
	}
}

enum status ssta_factors_correlate(const struct ssta_factors *f, int32_t row, double *product)
{
	FREED double *dimension = NULL, *weight = NULL;

	TRY(ALLOC(&dimension, f->n_dimensions));
	TRY(ALLOC(&weight, f->n_rows));
	expand(f, row, weight, dimension);
	for (int32_t r = f->n_rows; r-- > 0;) {
		product[r] = 0;
		for (int32_t i = f->row[r]; i < f->row[r + 1]; i++) {
			const struct ssta_factor *factor = &f->factor[i];

			product[r] += weight_of(factor) * (factor->domain == SSTA_ROW
								   ? product[factor->key[0]]
								   : dimension[factor->dimension]);
		}
	}
	return STATUS_OK;
}

/* ---- in a die ---- */

void ssta_shared_z(const struct ssta_options *options, const struct ssta_factors *f, int64_t sample,
		   const bool *is_used, int32_t *shared)
{
	for (int32_t r = f->n_rows; r-- > 0;) {
		int64_t sum = 0;

		for (int32_t i = f->row[r]; i < f->row[r + 1] && (!is_used || is_used[r]); i++) {
			const struct ssta_factor *factor = &f->factor[i];
			uint32_t word;

			if (factor->domain == SSTA_ROW) {
				sum += (int64_t)factor->weight * shared[factor->key[0]];
				continue;
			}
			word = ssta_factor_word(options, factor, sample);
			sum += factor_part(factor->weight, word,
					   normal_magnitude(ssta_normal_table, word));
		}
		shared[r] = factor_sum(sum, f->limit);
	}
}

void ssta_mark_used(const struct ssta_factors *f, bool *is_used)
{
	for (int32_t r = 0; r < f->n_rows; r++) {
		for (int32_t i = f->row[r]; i < f->row[r + 1] && is_used[r]; i++)
			if (f->factor[i].domain == SSTA_ROW)
				is_used[f->factor[i].key[0]] = true;
	}
}
