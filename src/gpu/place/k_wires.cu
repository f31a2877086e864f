/*
 * Wirelength of nets and how it grows with the places of pins: the weighted average of M. Hsu, Y. Chang and V. Balabanov ("TSV-aware analytical
 * placement for 3D IC designs", DAC 2011), as ePlace has it. Along an axis the length of a net with pins at x is
 *
 *	sum x e^((x - max) / gamma) / sum e^((x - max) / gamma)  -  the same of (min - x)
 *
 * which is below the half perimeter and comes near to it as gamma falls.
 */
#include "gpu/kernel/kernel.h"
#include "gpu/place/place_args.h"

enum { WIDE_LANES = 256 };

/* e^t of t up to 0, to 2e-7 of it; 0 below -60. */
DEVICE_INLINE float wire_exp(float t)
{
	union {
		int32_t bits;
		float value;
	} power;
	int32_t n;
	float r, e;

	if (!(t > -60.0f))
		return 0;
	n = (int32_t)(t * 1.44269504f - 0.5f);
	r = t - (float)n * 0.693145752f - (float)n * 1.42860677e-6f;
	e = 1.0f + r * (1.0f + r * (0.5f + r * (0.166666667f + r * (0.0416666667f + r * (0.00833333333f + r * 0.00138888889f)))));
	power.bits = (n + 127) << 23;
	return e * power.value;
}

/* One axis of a net: bounds, and the sums of its two averages. */
struct wire_axis {
	float least, most;
	float high, high_at, low, low_at; /* weights, and weights x distances from the bound */
};

struct wire_net {
	struct wire_axis x, y;
};

DEVICE_INLINE struct place_xy wire_pin(const struct net_pulls_args *k, int32_t p)
{
	struct place_xy at = k->pin_at[p];
	int32_t cell = k->pin_cell[p];

	if (cell >= 0) {
		struct place_xy centre = k->at[cell];

		at.x += centre.x;
		at.y += centre.y;
	}
	return at;
}

DEVICE_INLINE void wire_bound(struct wire_axis *axis, float at)
{
	axis->least = at < axis->least ? at : axis->least;
	axis->most = at > axis->most ? at : axis->most;
}

DEVICE_INLINE void wire_add(struct wire_axis *axis, float at, float per_gamma)
{
	float below = at - axis->most, above = at - axis->least;
	float high = wire_exp(below * per_gamma), low = wire_exp(-above * per_gamma);

	axis->high += high;
	axis->high_at += high * below;
	axis->low += low;
	axis->low_at += low * above;
}

/* How the length grows when the pin moves along the axis. */
DEVICE_INLINE float wire_growth(const struct wire_axis *axis, float at, float per_gamma)
{
	float below = at - axis->most, above = at - axis->least;
	float high = wire_exp(below * per_gamma) / axis->high, low = wire_exp(-above * per_gamma) / axis->low;

	return high * (1.0f + (below - axis->high_at / axis->high) * per_gamma) -
	       low * (1.0f - (above - axis->low_at / axis->low) * per_gamma);
}

DEVICE_INLINE void wire_begin(struct wire_net *net, struct place_xy at)
{
	struct wire_axis x = {at.x, at.x, 0, 0, 0, 0}, y = {at.y, at.y, 0, 0, 0, 0};

	net->x = x;
	net->y = y;
}

DEVICE_INLINE void wire_bounds(const struct net_pulls_args *k, int32_t first, int32_t end, int32_t step, struct wire_net *net)
{
	for (int32_t p = first; p < end; p += step) {
		struct place_xy at = wire_pin(k, p);

		wire_bound(&net->x, at.x);
		wire_bound(&net->y, at.y);
	}
}

DEVICE_INLINE void wire_sums(const struct net_pulls_args *k, int32_t first, int32_t end, int32_t step, struct wire_net *net)
{
	for (int32_t p = first; p < end; p += step) {
		struct place_xy at = wire_pin(k, p);

		wire_add(&net->x, at.x, k->per_gamma);
		wire_add(&net->y, at.y, k->per_gamma);
	}
}

DEVICE_INLINE void wire_pulls(const struct net_pulls_args *k, int32_t first, int32_t end, int32_t step, const struct wire_net *net,
			      float weight)
{
	for (int32_t p = first; p < end; p += step) {
		struct place_xy at = wire_pin(k, p), pull;

		pull.x = weight * wire_growth(&net->x, at.x, k->per_gamma);
		pull.y = weight * wire_growth(&net->y, at.y, k->per_gamma);
		k->pull[p] = pull;
	}
}

DEVICE_INLINE float wire_length(const struct wire_net *net)
{
	return net->x.most - net->x.least + (net->y.most - net->y.least);
}

/* Item: net, by a thread. Floor: 12 bytes a pin read and 8 written, 12 a net; places are gathered, 8 bytes a pin. */
KERNEL(net_pulls, k, i)
{
	int32_t net = k->first + (int32_t)i, first = k->net_row[net], end = k->net_row[net + 1];
	struct wire_net wires;

	wire_begin(&wires, wire_pin(k, first));
	wire_bounds(k, first, end, 1, &wires);
	wire_sums(k, first, end, 1, &wires);
	wire_pulls(k, first, end, 1, &wires, k->weight[net]);
	k->length[net] = wire_length(&wires);
}

struct wide_net_pulls_shared_32 {
	struct wire_net lane[WIDE_LANES];
};

DEVICE_INLINE void wire_join(struct wire_axis *to, const struct wire_axis *from)
{
	wire_bound(to, from->least);
	wire_bound(to, from->most);
}

DEVICE_INLINE void wire_total(struct wire_axis *to, const struct wire_axis *from)
{
	to->high += from->high;
	to->high_at += from->high_at;
	to->low += from->low;
	to->low_at += from->low_at;
}

/* The first lane has what all have together: half of them take the others', a quarter, and so on. */
DEVICE_INLINE void wire_gather(struct block b, struct wide_net_pulls_shared_32 *shared, bool sums)
{
	for (int32_t step = WIDE_LANES / 2; step > 0; step /= 2) {
		block_barrier(b);
		for (int32_t l = b.thread; l < step; l += b.width) {
			struct wire_net *to = &shared->lane[l];
			const struct wire_net *from = &shared->lane[l + step];

			if (sums) {
				wire_total(&to->x, &from->x);
				wire_total(&to->y, &from->y);
			} else {
				wire_join(&to->x, &from->x);
				wire_join(&to->y, &from->y);
			}
		}
	}
	block_barrier(b);
}

/* Item: net with many pins, by a block: sums of WIDE_LANES in a fixed order. Floor: as above. */
BLOCK_KERNEL(wide_net_pulls, k, i, b, shared)
{
	int32_t net = k->first + (int32_t)i, first = k->net_row[net], end = k->net_row[net + 1];
	struct wire_net all;

	for (int32_t l = b.thread; l < WIDE_LANES; l += b.width) {
		wire_begin(&shared->lane[l], wire_pin(k, first));
		wire_bounds(k, first + l, end, WIDE_LANES, &shared->lane[l]);
	}
	wire_gather(b, shared, false);
	all = shared->lane[0];
	block_barrier(b);
	for (int32_t l = b.thread; l < WIDE_LANES; l += b.width) {
		shared->lane[l] = all;
		wire_sums(k, first + l, end, WIDE_LANES, &shared->lane[l]);
	}
	wire_gather(b, shared, true);
	wire_pulls(k, first + b.thread, end, b.width, &shared->lane[0], k->weight[net]);
	if (b.thread == 0)
		k->length[net] = wire_length(&shared->lane[0]);
}
