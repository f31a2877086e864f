#include "gpu/place/placer.h"

#include <math.h>
#include <stdlib.h>

#include "base/grow.h"
#include "gpu/place/placer_impl.h"

enum {
	MOST_ITERATIONS = 2000,
	MOST_TRIES = 4, /* of a step */
	PATIENCE = 300, /* iterations without less overflow */
	KEEP_EACH = 16, /* iterations that are kept */
	LEAST_KEPT = 1,
	MOST_KEPT = 32,
	KEPT_BYTES = 1 << 29, /* of all together */
};

#define BEGUN         0.1  /* by which overflow must have fallen before patience counts */
#define ENOUGH        0.08 /* overflow that detailed placement can legalise with short moves */
#define FIRST_STEP    0.1  /* alpha of the trial step by which the first one is estimated */
#define SHORTER       0.95 /* a step longer than this part of the estimate there is taken back */
#define FIRST_LAMBDA  1e-3 /* of the ratio of the sums of forces */
#define LAMBDA_GROWTH 1.05 /* an iteration, where wires don't become longer */
#define LOG_GROWTH    0.04879016416943205 /* its natural logarithm */
#define LENGTH_PART   0.008 /* by which they may grow in an iteration before density is held back */

/* ---- numbers ---- */

/* e^x in plain arithmetic, the same everywhere; |x| < 700. */
static double exp_of(double x)
{
	double whole = floor(x * 1.4426950408889634 + 0.5), r, sum = 1, term = 1;

	r = x - whole * 0.693147180369123816490 - whole * 1.90821492927058770002e-10;
	for (int n = 1; n < 16; n++) {
		term *= r / n;
		sum += term;
	}
	return ldexp(sum, (int)whole);
}

/* ePlace's schedule: 8 bins x 10^(20/9 (overflow - 0.1) - 1). */
static double gamma_of(double overflow)
{
	double t = overflow < 1 ? overflow : 1;

	return 8 * exp_of((20.0 / 9 * (t - 0.1) - 1) * 2.302585092994046);
}

/* How lambda goes on after wires have grown by a part of their length. */
static double lambda_factor(double growth)
{
	double mu = exp_of(LOG_GROWTH * (1 - growth / LENGTH_PART));

	return mu > LAMBDA_GROWTH ? LAMBDA_GROWTH : mu < 1 ? 1 : mu;
}

/*
 * ---- an evaluation ----
 *
 * 20 kernels, 3 fills and a wait. By the costs of the kernels an evaluation of adaptec1 (201K cells, 198K fillers, 512 x 512 bins) moves at least
 * 0.18 GB, 44 us of an H200's bandwidth; an iteration takes 370 us, of which net_pulls has 92 (exponentials, and places gathered), the backward
 * pass 47, the field 63.
 */

static void queue_density(struct placer *p, const struct placer_side *side)
{
	struct place_boxes_args boxes = {side->d_at, p->d_size, p->core.x1,
					 p->core.y1, p->unit,   p->d_box};
	struct density_boxes all = {.n = p->n, .d_box = p->d_box, .fit = DENSITY_AREA};
	struct place_overflow_args overflow = {.blocked = p->d_blocked,
					       .full = p->full_target,
					       .n = density_grid_bins(&p->grid),
					       .part = p->d_part};
	const int64_t *charge[3] = {NULL, NULL, p->d_blocked};

	LAUNCH(p->queue, place_boxes, 32, &boxes, p->n);
	density_scale(p->queue, &p->grid, &all, DENSITY_EXACT, p->d_scaled);
	density_restart(p->cells);
	density_queue(p->cells);
	charge[0] = overflow.charge = density_device_map(p->cells);
	LAUNCH(p->queue, place_overflow, 32, &overflow, PLACE_LANES);
	if (p->fillers) {
		density_restart(p->fillers);
		density_queue(p->fillers);
		charge[1] = density_device_map(p->fillers);
	}
	field_of(&p->field, charge, p->full, p->most);
}

/* What the fields are under the boxes, by the backward kernels. */
static enum status queue_push(struct placer *p)
{
	struct density_boxes all = {.n = p->n, .d_box = p->d_scaled, .fit = DENSITY_SCALED};
	struct density_options options = DENSITY_OPTIONS_INIT;

	options.method = p->has_large ? DENSITY_PREFIX : DENSITY_NAIVE;
	for (int axis = 0; axis < 2; axis++) {
		struct density_under under = {.sum = p->d_under[axis]};

		TRY(density_under(p->queue, &p->grid, &all, &options, p->field.d_field[axis],
				  &under));
	}
	return STATUS_OK;
}

static void queue_pull(struct placer *p, const struct placer_side *side, double gamma)
{
	struct net_pulls_args nets = {.net_row = p->d_net_row,
				      .pin_cell = p->d_pin_cell,
				      .pin_at = p->d_pin_at,
				      .at = side->d_at,
				      .weight = p->d_net_weight,
				      .per_gamma = (float)(1 / gamma),
				      .pull = p->d_pin_pull,
				      .length = p->d_length};
	struct place_lengths_args lengths = {p->d_length, p->n_nets, p->d_part};

	LAUNCH(p->queue, net_pulls, 32, &nets, p->n_narrow);
	nets.first = p->n_narrow;
	LAUNCH(p->queue, wide_net_pulls, 32, &nets, p->n_nets - p->n_narrow);
	LAUNCH(p->queue, place_lengths, 32, &lengths, PLACE_LANES);
}

static struct place_forces forces_of(const struct placer_side *side)
{
	return (struct place_forces){side->d_at, side->d_pull, side->d_push};
}

static struct place_weights weights_of(const struct placer *p)
{
	return (struct place_weights){p->d_degree, p->d_charge, p->state.lambda};
}

static enum status read_sums(struct placer *p)
{
	struct place_totals_args totals = {p->d_part, p->d_total};

	LAUNCH(p->queue, place_totals, 32, &totals, N_PLACE_SUMS * PLACE_PARTS);
	TRY(queue_read(p->queue, p->total, p->d_total,
		       N_PLACE_SUMS * PLACE_PARTS * (int64_t)sizeof *p->total));
	for (int sum = 0; sum < N_PLACE_SUMS; sum++) {
		p->sum[sum] = 0;
		for (int part = 0; part < PLACE_PARTS; part++)
			p->sum[sum] += p->total[sum * PLACE_PARTS + part];
	}
	return STATUS_OK;
}

/* Forces at `to`, and all sums, those of differences from `from`. */
static enum status evaluate(struct placer *p, const struct placer_side *from,
			    const struct placer_side *to, double gamma)
{
	struct place_forces_args forces = {.row = p->d_row,
					   .pin = p->d_pin,
					   .pin_pull = p->d_pin_pull,
					   .weight = p->d_weight,
					   .under_x = p->d_under[0],
					   .under_y = p->d_under[1],
					   .factor = 1 / (p->full * (1 << PLACE_FIELD_SHIFT)),
					   .n_cells = p->n_cells,
					   .pull = to->d_pull,
					   .push = to->d_push};
	struct place_norms_args norms = {forces_of(from), forces_of(to), weights_of(p), p->n,
					 p->d_part};

	queue_density(p, to);
	TRY(queue_push(p));
	queue_pull(p, to, gamma);
	LAUNCH(p->queue, place_forces, 32, &forces, p->n);
	LAUNCH(p->queue, place_norms, 32, &norms, PLACE_LANES);
	return read_sums(p);
}

static double overflow_of(const struct placer *p)
{
	return p->sum[PLACE_SUM_OVERFLOW] / p->full / p->charge;
}

/* ---- steps ---- */

static struct placer_side *newest(struct placer *p)
{
	return &p->side[p->now];
}

static enum status try_step(struct placer *p, double length, double momentum)
{
	const struct placer_side *from = newest(p);
	struct placer_side *to = &p->side[!p->now];
	struct place_step_args step = {.from = forces_of(from),
				       .weights = weights_of(p),
				       .main = from->d_main,
				       .half = p->d_half,
				       .width = (float)p->grid.bins.columns,
				       .height =
					       (float)(((double)p->core.y2 - p->core.y1) / p->unit),
				       .length = (float)length,
				       .momentum = (float)momentum,
				       .next_main = to->d_main,
				       .next_at = to->d_at};

	LAUNCH(p->queue, place_step, 32, &step, p->n);
	return evaluate(p, from, to, p->state.gamma);
}

/* The length by the two gradients: an estimate of the inverse of their Lipschitz constant. */
static double estimate(const struct placer *p, double otherwise)
{
	double move = p->sum[PLACE_SUM_MOVE], change = p->sum[PLACE_SUM_CHANGE];

	return change > 0 && move > 0 ? sqrt(move / change) : otherwise;
}

static enum status note(struct placer *p)
{
	const struct placer_state *s = &p->state;

	TRY(GROW(&p->point, &p->point_capacity, (int64_t)s->iteration + 1));
	p->point[s->iteration] = (struct placer_point){s->length * p->unit, s->overflow, s->lambda};
	if (s->iteration > p->known)
		p->known = s->iteration;
	return STATUS_OK;
}

/* Every second one goes where there are too many. */
static void thin_out(struct placer *p)
{
	int32_t n = 0;

	p->keep_each *= 2;
	for (int32_t i = 0; i < p->n_kept; i++) {
		if (p->kept[i].state.iteration % p->keep_each == 0)
			p->kept[n++] = p->kept[i];
		else
			placer_side_free(p, &p->kept[i].side);
	}
	p->n_kept = n;
}

static int32_t most_kept(const struct placer *p)
{
	int64_t n = KEPT_BYTES / (p->n * PLACER_ARRAYS * (int64_t)sizeof(struct place_xy));

	return n < LEAST_KEPT ? LEAST_KEPT : n > MOST_KEPT ? MOST_KEPT : (int32_t)n;
}

static enum status keep(struct placer *p)
{
	struct placer_kept *kept;
	enum status status;

	if (p->state.iteration % p->keep_each ||
	    (p->n_kept && p->kept[p->n_kept - 1].state.iteration >= p->state.iteration))
		return STATUS_OK;
	if (p->n_kept == most_kept(p))
		thin_out(p);
	if (p->state.iteration % p->keep_each)
		return STATUS_OK;
	TRY(GROW(&p->kept, &p->kept_capacity, (int64_t)p->n_kept + 1));
	kept = &p->kept[p->n_kept];
	kept->state = p->state;
	status = placer_side_new(p, &kept->side);
	if (status == STATUS_OK) {
		placer_side_copy(p, newest(p), &kept->side);
		status = queue_sync(p->queue);
	}
	if (status == STATUS_OK) {
		p->n_kept++;
		return STATUS_OK;
	}
	placer_side_free(p, &kept->side);
	/* without memory for it an earlier one serves; the first there must be */
	return status == STATUS_DEVICE_MEMORY && p->n_kept ? STATUS_OK : status;
}

/* ---- the beginning ---- */

static enum status upload_weights(struct placer *p, const float *weight)
{
	FREED float *degree = NULL;

	TRY(ALLOC(&degree, p->n));
	for (int32_t i = 0; i < p->n_cells; i++) {
		for (int64_t k = p->row[i]; k < p->row[i + 1]; k++)
			degree[i] += weight[p->pin_net[k]];
	}
	queue_upload(p->queue, p->d_degree, degree, p->n * (int64_t)sizeof *degree);
	queue_upload(p->queue, p->d_net_weight, weight, p->n_nets * (int64_t)sizeof *weight);
	return queue_sync(p->queue);
}

/* Upload the weights that hold at the current iteration. */
static enum status use_weights(struct placer *p)
{
	int32_t at = p->n_weightings - 1;

	while (at > 0 && p->weighting[at].iteration > p->state.iteration)
		at--;
	if (at == p->used)
		return STATUS_OK;
	p->used = -1;
	TRY(upload_weights(p, p->weighting[at].weight));
	p->used = at;
	return STATUS_OK;
}

enum status placer_set_weights(struct placer *p, const float *weight)
{
	struct placer_weighting next = {.iteration = p->state.iteration};

	TRY(GROW(&p->weighting, &p->weighting_capacity, (int64_t)p->n_weightings + 1));
	TRY(ALLOC(&next.weight, p->n_nets));
	for (int32_t i = 0; i < p->n_nets; i++)
		next.weight[i] = weight ? weight[p->net_order[i]] : 1;
	p->weighting[p->n_weightings++] = next;
	p->used = -1;
	return use_weights(p);
}

/* Forces where it begins, lambda by their sizes, and a step by a short trial. */
static enum status begin(struct placer *p)
{
	struct placer_state *s = &p->state;

	s->gamma = gamma_of(1);
	s->momentum = 1;
	TRY(placer_set_weights(p, NULL));
	TRY(evaluate(p, newest(p), newest(p), s->gamma));
	s->length = p->sum[PLACE_SUM_LENGTH];
	s->overflow = s->least_overflow = overflow_of(p);
	s->lambda = p->sum[PLACE_SUM_PUSH] > 0 && p->sum[PLACE_SUM_PULL] > 0
			    ? FIRST_LAMBDA * p->sum[PLACE_SUM_PULL] / p->sum[PLACE_SUM_PUSH]
			    : 1;
	TRY(try_step(p, FIRST_STEP, 0));
	s->step = estimate(p, FIRST_STEP);
	p->keep_each = KEEP_EACH;
	TRY(note(p));
	return keep(p);
}

static int32_t large_bins(const struct placer *p, const struct placer_problem *problem)
{
	double bin_height = ((double)p->core.y2 - p->core.y1) / p->grid.bins.rows;
	double most = 0;

	for (int32_t i = 0; i < problem->n_cells; i++) {
		double area =
			(problem->width[i] / p->unit + 3) * (problem->height[i] / bin_height + 3);

		most = area > most ? area : most;
	}
	return (int32_t)most;
}

static enum status open_all(struct placer *p, const struct placer_problem *problem)
{
	int32_t most;

	TRY(placer_fill(p, problem));
	most = large_bins(p, problem);
	p->has_large = most > 256;
	/* sums of the field under the largest cell stay below 2^62 */
	p->most = ldexp(1, 62 - PLACE_FIELD_SHIFT) / density_full(&p->grid, DENSITY_EXACT) / most;
	return begin(p);
}

enum status placer_open(struct queue *queue, const struct placer_problem *problem,
			struct placer **out)
{
	RELEASED_BY(placer_drop) struct placer *p = NULL;

	TRY(ALLOC(&p, 1));
	p->queue = queue;
	TRY(open_all(p, problem));
	HAND_OVER(out, p);
	return STATUS_OK;
}

void placer_close(struct placer *p)
{
	if (!p)
		return;
	for (int s = 0; s < 2; s++)
		placer_side_free(p, &p->side[s]);
	for (int32_t i = 0; i < p->n_kept; i++)
		placer_side_free(p, &p->kept[i].side);
	density_free(p->cells);
	density_free(p->fillers);
	field_close(&p->field);
	DEVICE_FREE_ALL(p->queue, &p->d_blocked, &p->d_net_row, &p->d_pin_cell, &p->d_pin_at,
			&p->d_net_weight, &p->d_length, &p->d_pin_pull, &p->d_row, &p->d_pin,
			&p->d_size, &p->d_weight, &p->d_degree, &p->d_charge, &p->d_half, &p->d_box,
			&p->d_scaled, &p->d_under[0], &p->d_under[1], &p->d_part, &p->d_total);
	for (int32_t i = 0; i < p->n_weightings; i++)
		free(p->weighting[i].weight);
	FREE_ALL(p->weighting, p->net_order, p->row, p->pin_net, p->total, p->point, p->kept,
		 p->host, p);
}

/* ---- iterations ---- */

/* The state after an iteration whose sums are there. */
static void go_on(struct placer *p, double step, double momentum)
{
	struct placer_state *s = &p->state;
	double length = p->sum[PLACE_SUM_LENGTH], overflow = overflow_of(p);
	double growth = s->length > 0 ? (length - s->length) / s->length : 0;

	s->iteration++;
	s->step = step;
	s->momentum = momentum;
	s->lambda *= lambda_factor(growth);
	s->length = length;
	s->overflow = overflow;
	s->gamma = gamma_of(overflow);
	s->since++;
	if (overflow < s->least_overflow || s->least_overflow > p->point[0].overflow - BEGUN) {
		s->least_overflow = overflow < s->least_overflow ? overflow : s->least_overflow;
		s->since = 0;
	}
	s->over = overflow < ENOUGH || s->since >= PATIENCE || s->iteration >= MOST_ITERATIONS;
}

enum status placer_step(struct placer *p)
{
	double next = (1 + sqrt(4 * p->state.momentum * p->state.momentum + 1)) / 2;
	double momentum = (p->state.momentum - 1) / next, step = p->state.step, found;
	int32_t n_tries = 1;

	if (p->state.over)
		return STATUS_OK;
	TRY(use_weights(p));
	TRY(GROW(&p->point, &p->point_capacity, (int64_t)p->state.iteration + 2));
	for (;; n_tries++, step = found) {
		TRY(try_step(p, step, momentum));
		found = estimate(p, step);
		if (found >= SHORTER * step || n_tries == MOST_TRIES)
			break;
	}
	p->now = !p->now;
	go_on(p, found, next);
	TRY(note(p));
	return keep(p);
}

enum status placer_go(struct placer *p, int32_t iteration)
{
	int32_t from = p->n_kept - 1;

	while (from > 0 && p->kept[from].state.iteration > iteration)
		from--;
	if (p->state.iteration > iteration || p->kept[from].state.iteration > p->state.iteration) {
		placer_side_copy(p, &p->kept[from].side, newest(p));
		TRY(queue_sync(p->queue));
		p->state = p->kept[from].state;
	}
	while (p->state.iteration < iteration && !p->state.over)
		TRY(placer_step(p));
	return queue_sync(p->queue);
}

bool placer_over(const struct placer *p)
{
	return p->state.over;
}

int32_t placer_iterations(const struct placer *p)
{
	return p->state.iteration;
}

int32_t placer_best(const struct placer *p)
{
	int32_t best = p->known;

	if (p->known < 0 || p->point[p->known].overflow < ENOUGH)
		return best;
	for (int32_t i = 0; i < p->known; i++)
		best = p->point[i].overflow < p->point[best].overflow ? i : best;
	return best;
}

const struct placer_point *placer_points(const struct placer *p)
{
	return p->point;
}

/* ---- reading ---- */

enum status placer_read(struct placer *p, double *x, double *y)
{
	TRY(queue_read(p->queue, p->host, newest(p)->d_main,
		       p->n_cells * (int64_t)sizeof *p->host));
	for (int32_t i = 0; i < p->n_cells; i++) {
		x[i] = p->core.x1 + (double)p->host[i].x * p->unit;
		y[i] = p->core.y1 + (double)p->host[i].y * p->unit;
	}
	return STATUS_OK;
}

enum status placer_force_of(struct placer *p, int32_t cell, struct placer_force *out)
{
	struct place_xy pull, push;

	queue_download(p->queue, &pull, newest(p)->d_pull + cell, sizeof pull);
	queue_download(p->queue, &push, newest(p)->d_push + cell, sizeof push);
	TRY(queue_sync(p->queue));
	*out = (struct placer_force){(double)pull.x, (double)pull.y,
				     p->state.lambda * (double)push.x,
				     p->state.lambda * (double)push.y};
	return STATUS_OK;
}

/* A step leaves the field of its last try, going back that of another iteration: it is made again. */
enum status placer_field(struct placer *p, int32_t columns, int32_t rows, double *out)
{
	int64_t n = 2 * (int64_t)columns * rows;
	struct field_means_args means = {{p->field.d_field[0], p->field.d_field[1]},
					 p->grid.bins.columns,
					 p->grid.bins.rows,
					 columns,
					 rows,
					 NULL};
	DEVICE_HELD held = {p->queue, {&means.mean}};

	TRY(DEVICE_ALLOC(p->queue, "placement field", &means.mean, n));
	queue_density(p, newest(p));
	LAUNCH(p->queue, field_means, 32, &means, n);
	TRY(queue_read(p->queue, out, means.mean, n * (int64_t)sizeof *out));
	for (int64_t i = 0; i < n; i++)
		out[i] /= 1 << PLACE_FIELD_SHIFT;
	return STATUS_OK;
}

struct rect placer_core(const struct placer *p)
{
	return p->core;
}
