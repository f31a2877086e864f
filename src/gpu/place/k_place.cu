/*
 * Steps of a global placement: Nesterov's method with preconditioned gradients of wirelength + lambda x density, as in ePlace (J. Lu et al.,
 * TODAES 2015, algorithm 2). Items are cells, then fillers. Sums have PLACE_LANES parts, each of every PLACE_LANES-th item in order, which
 * are added in PLACE_PARTS parts, every PLACE_PARTS-th of them in order, and these by the host: the same on both devices.
 */
#include "gpu/kernel/kernel.h"
#include "gpu/place/place_args.h"

/* Item: cell or filler. Its box as charge has it, in lengths. Floor: 16 bytes read, 16 written. */
KERNEL(place_boxes, k, i)
{
	struct place_xy at = k->at[i];
	int32_t width = k->size[2 * i], height = k->size[2 * i + 1];
	struct density_box_32 box;

	box.x1 = k->left + (int32_t)((double)at.x * k->scale) - width / 2;
	box.y1 = k->bottom + (int32_t)((double)at.y * k->scale) - height / 2;
	box.x2 = box.x1 + width;
	box.y2 = box.y1 + height;
	k->box[i] = box;
}

/* Item: cell or filler. What nets pull and density pushes, from pins and from what the fields are under the box. Floor: 40 bytes, of a cell 8
 * more and 8 a pin, whose gradients are gathered, 8 bytes each. */
KERNEL(place_forces, k, i)
{
	struct place_xy pull = {0, 0}, push;
	double weight = (double)k->weight[i] * k->factor;

	for (int64_t p = i < k->n_cells ? k->row[i] : 0, end = i < k->n_cells ? k->row[i + 1] : 0; p < end; p++) {
		struct place_xy pin = k->pin_pull[k->pin[p]];

		pull.x += pin.x;
		pull.y += pin.y;
	}
	push.x = (float)((double)k->under_x[i] * weight);
	push.y = (float)((double)k->under_y[i] * weight);
	k->pull[i] = pull;
	k->push[i] = push;
}

/* The gradient by its preconditioner, an estimate of the second derivative. */
DEVICE_INLINE struct place_xy place_gradient(const struct place_forces *f, const struct place_weights *w, int64_t i)
{
	double second = (double)w->degree[i] + w->lambda * (double)w->charge[i];
	double by = 1 / (second > 1 ? second : 1);
	struct place_xy pull = f->pull[i], push = f->push[i], g;

	g.x = (float)(((double)pull.x - w->lambda * (double)push.x) * by);
	g.y = (float)(((double)pull.y - w->lambda * (double)push.y) * by);
	return g;
}

DEVICE_INLINE float place_within(float at, float half, float side)
{
	float most = side - half;

	at = at > most ? most : at;
	return at < half ? half : at;
}

/* Item: cell or filler. Floor: 48 bytes read, 16 written. */
KERNEL(place_step, k, i)
{
	struct place_xy at = k->from.at[i], main = k->main[i], half = k->half[i], g = place_gradient(&k->from, &k->weights, i), next;

	next.x = place_within(at.x - k->length * g.x, half.x, k->width);
	next.y = place_within(at.y - k->length * g.y, half.y, k->height);
	at.x = place_within(next.x + k->momentum * (next.x - main.x), half.x, k->width);
	at.y = place_within(next.y + k->momentum * (next.y - main.y), half.y, k->height);
	k->next_main[i] = next;
	k->next_at[i] = at;
}

DEVICE_INLINE double place_square(struct place_xy a, struct place_xy b)
{
	double x = (double)a.x - (double)b.x, y = (double)a.y - (double)b.y;

	return x * x + y * y;
}

DEVICE_INLINE double place_size(struct place_xy a)
{
	return (a.x < 0 ? -(double)a.x : (double)a.x) + (a.y < 0 ? -(double)a.y : (double)a.y);
}

/* Item: part of the sums. Floor: 56 bytes a cell or filler. */
KERNEL(place_norms, k, i)
{
	double move = 0, change = 0, pull = 0, push = 0;

	for (int64_t c = i; c < k->n; c += PLACE_LANES) {
		move += place_square(k->to.at[c], k->from.at[c]);
		change += place_square(place_gradient(&k->to, &k->weights, c), place_gradient(&k->from, &k->weights, c));
		pull += place_size(k->to.pull[c]);
		push += place_size(k->to.push[c]);
	}
	k->part[PLACE_SUM_MOVE * PLACE_LANES + i] = move;
	k->part[PLACE_SUM_CHANGE * PLACE_LANES + i] = change;
	k->part[PLACE_SUM_PULL * PLACE_LANES + i] = pull;
	k->part[PLACE_SUM_PUSH * PLACE_LANES + i] = push;
}

/* Item: part of the sum of nets' lengths. Floor: 4 bytes a net. */
KERNEL(place_lengths, k, i)
{
	double sum = 0;

	for (int64_t net = i; net < k->n; net += PLACE_LANES)
		sum += (double)k->length[net];
	k->part[PLACE_SUM_LENGTH * PLACE_LANES + i] = sum;
}

/* Item: part of the sum over bins of the cells' charge above what has room there. Floor: 16 bytes a bin. */
KERNEL(place_overflow, k, i)
{
	int64_t sum = 0;

	for (int64_t bin = i; bin < k->n; bin += PLACE_LANES) {
		int64_t above = k->charge[bin] + k->blocked[bin] - k->full;

		sum += above > 0 ? above : 0;
	}
	k->part[PLACE_SUM_OVERFLOW * PLACE_LANES + i] = (double)sum;
}

/* Item: part of a total. Floor: 8 bytes a part of the sums. */
KERNEL(place_totals, k, i)
{
	enum { EACH = PLACE_LANES / PLACE_PARTS };
	int64_t which = i / PLACE_PARTS, first = i % PLACE_PARTS;
	double sum = 0;

	UNROLL(EACH)
	for (int32_t j = 0; j < EACH; j++)
		sum += k->part[which * PLACE_LANES + j * PLACE_PARTS + first];
	k->total[i] = sum;
}
