/*
 * A gate's output into a wire: an effective capacitance for the look-up in the gate's tables, and
 * the waveform that a ramp with a resistor drives into a reduced wire. F. Dartu, N. Menezes and L.
 * Pileggi, "Performance computation for precharacterized CMOS gates with RC loads", IEEE
 * Transactions on CAD 15 (1996), 544-553.
 *
 * The gate is modelled as a ramp from 0 to 1, from t0 to t0 + dt, with a resistor. t0, dt and Ceff
 * are chosen so that the ramp into Ceff alone crosses two thresholds at the times that the tables
 * give for Ceff, and that the wire takes the same charge as Ceff. The iteration stops where
 * OpenSTA's dmp_ceff_elmore stops, long before all digits are settled.
 *
 * Times ps, capacitances fF, resistances kΩ, voltages of 1.
 */
#ifndef GPU_DELAY_WAVE_H
#define GPU_DELAY_WAVE_H

#include "gpu/delay/look_up.h"

enum {
	WAVE_ROUNDS = 100, /* of Newton's method, for a wave */
	ROOT_ROUNDS = 20,  /* of Newton's method, for a crossing */
};

/* DEVICE_INLINE in a file that calls drive_wire() in one place. */
#ifndef DRIVE_CALL
#define DRIVE_CALL DEVICE_CALL
#endif

/* A file that records rounds defines this; it is expanded before the first round and after each. */
#ifndef WAVE_ROUND
#define WAVE_ROUND(wave, begins) ((void)0)
#endif

#define LARGEST_LOAD 1e300
#define WAVE_STEP 0.01 /* relative step below which the iteration stops */
#define ROOT_STEP 0.01
#define CHARGE_TIME                                                                                \
	1.4 /* charges are compared when the tables' ramp ends, in units of dt at most until then */

/* A gate's arc at a slew. */
struct gate {
	const struct device_tables *tables;
	int32_t delay, slew; /* tables; slew −1 = none */
	double slew_in;
	const struct device_thresholds *at; /* of its library, for the edge at its output */
};

/* The tables of a gate at its slew, with the values around a load: if only index_2 is the load, as
 * in most tables, they are linear between two of its points, and a look-up for a nearby load reuses
 * these values. */
struct gate_place {
	struct table_place at;
	double ramp;              /* duration of the full ramp for a slew of 1 by the tables */
	double from, to;          /* loads for which the rest is valid; none if from > to */
	double point, width;      /* a point of index_2, and the distance to the next */
	double delay[2], slew[2]; /* at both points */
};

/* Values of the tables for a load: the time of the output's crossing, and the duration of the full
 * ramp of the same slope. */
struct gate_times {
	double at_out, at_low, ramp, table_slew;
};

enum { POLES = 3 };

/* Response to an endless ramp of slope 1: τ + rest + Σ amount·e^(−rate·τ). At a driver the last
 * amount is 0; for a wire with one pole, the second, too. */
struct response {
	double rest, amount[POLES], rate[POLES];
};

/* e^−x by OpenSTA's approximation. */
DEVICE_INLINE double decay(double x)
{
	double y = 1 - x * (1.0 / 4096);

	if (LEAVES_OUT && x > 12)
		return 0;
	STRAIGHT(12)
	for (int i = 0; i < 12; i++)
		y *= y;
	return x > 12 ? 0 : y;
}

DEVICE_INLINE double size_of_double(double x)
{
	return x < 0 ? -x : x;
}

DEVICE_INLINE double gate_delay(const struct gate *g, double load)
{
	return look_up(g->tables, g->delay, g->slew_in, load);
}

/* Element i of an array that is kept in registers. */
DEVICE_INLINE double pick(const double of[POLES], int i)
{
	return i == 0 ? of[0] : i == 1 ? of[1] : of[2];
}

/* Is only index_2 the load, in both tables? */
DEVICE_INLINE bool has_plain_tables(const struct gate *g)
{
	const struct device_table *t = &g->tables->table[g->delay];
	const struct device_table *u = g->slew < 0 ? t : &g->tables->table[g->slew];

	return t->operand[1] && !t->operand[0] && t->n[1] > 1 && u->axes == t->axes &&
	       u->n[0] == t->n[0] && u->n[1] == t->n[1];
}

DEVICE_INLINE struct gate_place place_gate(const struct gate *g)
{
	struct gate_place out = {find_place(g->tables, &g->tables->table[g->delay], g->slew_in, 0),
				 g->at->derate / (g->at->high - g->at->low),
				 1,
				 0,
				 0,
				 0,
				 {0, 0},
				 {0, 0}};

	return out;
}

/* Read the values around a load, from tables in which only index_2 is the load. */
DEVICE_INLINE void move_gate(const struct gate *g, struct gate_place *p, double load)
{
	const struct device_table *t = &g->tables->table[g->delay];
	const double *__restrict__ axis = g->tables->number + t->axes + t->n_points[0];
	int32_t n = t->n[1];

	p->at.j = find_segment(axis, n, load);
	p->point = axis[p->at.j];
	p->width = axis[p->at.j + 1] - p->point;
	p->from = p->at.j > 0 ? p->point : -LARGEST_LOAD;
	p->to = p->at.j + 2 < n ? axis[p->at.j + 1] : LARGEST_LOAD;
	values_at_both(g->tables, t, &p->at, p->delay);
	if (g->slew >= 0)
		values_at_both(g->tables, &g->tables->table[g->slew], &p->at, p->slew);
}

/* In tables of any form. */
DEVICE_CALL void look_up_gate(const struct gate *g, struct table_place p, double load,
			      double *delay, double *slew)
{
	const struct device_table *t = &g->tables->table[g->delay];

	move_place(g->tables, t, &p, load);
	*delay = value_at(g->tables, t, &p);
	if (g->slew >= 0)
		*slew = value_beside(g->tables, t, &p, g->slew, g->slew_in, load);
}

DEVICE_INLINE struct gate_times gate_at(const struct gate *g, struct gate_place *place, double load)
{
	struct gate_times out = {0, 0, 0, 0};

	if (!(load >= place->from && load < place->to) && has_plain_tables(g))
		move_gate(g, place, load);
	if (load >= place->from && load < place->to) {
		double part = (load - place->point) / place->width;

		out.at_out = between(place->delay[0], place->delay[1], part);
		out.table_slew = g->slew < 0 ? 0 : between(place->slew[0], place->slew[1], part);
	} else {
		look_up_gate(g, place->at, load, &out.at_out, &out.table_slew);
	}
	out.ramp = out.table_slew * place->ramp;
	out.at_low = out.at_out - out.ramp * (g->at->out - g->at->low);
	return out;
}

/* ---- responses ---- */

/* Is nearly all of a wire's capacitance after its resistance? */
DEVICE_INLINE bool is_far(const struct device_pi *pi)
{
	return pi->c2 * 1000 < pi->c1;
}

/* The response at the driver's pin; one exponential for a wire without capacitance there. */
DEVICE_INLINE struct response response_at_driver(const struct device_pi *pi, double rd)
{
	double far = pi->r * pi->c1, sum = rd * (pi->c1 + pi->c2) + far,
	       product = far * rd * pi->c2;
	struct response out = {far - sum, {0, 0, 0}, {0, 0, 0}};

	if (is_far(pi)) {
		out.rate[0] = 1 / (pi->c1 * (rd + pi->r));
		out.rest = far - pi->c1 * (rd + pi->r);
		out.amount[0] = -out.rest;
		return out;
	}
	sum += square_root(sum * sum - 4 * product);
	out.rate[0] = 2 / sum;
	out.rate[1] = sum / (2 * product);
	for (int i = 0; i < 2; i++) {
		double rate = out.rate[i], other = out.rate[1 - i];

		out.amount[i] = (1 - rate * far) * other / (rate * (other - rate));
	}
	return out;
}

/* The response after one more pole, whose time constant is a load's Elmore delay. */
DEVICE_INLINE struct response response_at_load(const struct response *driver,
					       const struct device_pi *pi, double elmore)
{
	struct response out = *driver;
	double rate = 1 / elmore, amount = elmore - pi->r * pi->c1, under = 1;

	for (int i = 0; i < POLES - 1; i++) {
		if (i > 0 && is_far(pi))
			continue;
		out.amount[i] = driver->amount[i] / (1 - driver->rate[i] * elmore);
		amount *= driver->rate[i];
		under *= driver->rate[i] - rate;
	}
	out.rest = driver->rest - elmore;
	out.amount[POLES - 1] = amount / under;
	out.rate[POLES - 1] = rate;
	return out;
}

/* A waveform: its response, begin and duration of its ramp. */
struct waveform {
	struct response response;
	double t0, dt;
};

/* Its voltage times dt, and the derivative of that. A loop over the poles keeps the code small. */
DEVICE_INLINE double rise(const struct waveform *w, double at, double *slope)
{
	const struct response *r = &w->response;
	double time = at - w->t0, since = time - w->dt, v;

	*slope = 0;
	if (time <= 0)
		return 0;
	v = since > 0 ? w->dt : time + r->rest;
	*slope = since > 0 ? 0 : 1;
	ROLLED
	for (int i = 0; i < POLES; i++) {
		double rate = pick(r->rate, i), amount = pick(r->amount, i), e;

		if (rate == 0)
			continue;
		e = decay(rate * time);
		e -= since > 0 ? decay(rate * since) : 0;
		v += amount * e;
		*slope -= amount * rate * e;
	}
	return v;
}

/* Two times and a waveform's voltages there. */
struct bracket {
	double from, to, low, high;
	bool knows_high;
};

/* The time when a waveform crosses a voltage, by Newton's method and bisection between two times;
 * false if not found. */
DEVICE_INLINE bool crossing(const struct waveform *w, double level, struct bracket *b, double *at)
{
	double goal = level * w->dt, from = b->from, to = b->to, slope, step = to - from;
	double last = step, y;

	*at = to;
	ROLLED
	for (int round = b->knows_high ? 0 : -1; round < ROOT_ROUNDS; round++) {
		double past_to, past_from;

		if (round == 0) {
			*at = b->low == goal ? from : to;
			if (b->low == goal || b->high == goal)
				return true;
			if (!(b->low < goal && b->high > goal))
				return false;
			*at = (from + to) * 0.5;
		}
		y = rise(w, *at, &slope);
		if (round < 0) {
			b->high = y;
			continue;
		}
		y -= goal;
		if (round > 0 && y < 0)
			from = *at;
		else if (round > 0)
			to = *at;
		past_to = (*at - to) * slope - y;
		past_from = (*at - from) * slope - y;
		if (past_to * past_from > 0 ||
		    size_of_double(2 * y) > size_of_double(last * slope)) {
			last = step;
			step = (to - from) * 0.5;
			*at = from + step;
		} else {
			last = step;
			step = y / slope;
			*at -= step;
		}
		if (size_of_double(step) <= ROOT_STEP * size_of_double(*at))
			return true;
	}
	return false;
}

/* The times when a waveform crosses the thresholds of its library: delay, and slew as tables define
 * it. */
DEVICE_CALL bool cross_all(const struct response *response, const struct device_wave *wave,
			   const struct device_thresholds *th, double end, double *at, double *slew)
{
	const struct waveform w = {*response, wave->t0, wave->dt};
	struct bracket b = {w.t0, end, 0, 0, false};
	double begin = 0, at_end = 0, time;

	ROLLED
	for (int i = 0; i < 3; i++) {
		if (!crossing(&w, i == 0 ? th->out : i == 1 ? th->low : th->high, &b, &time))
			return false;
		if (i == 0) { /* the lower one is before that */
			at_end = b.high;
			b.to = *at = time;
		} else if (i == 1) { /* the higher one after it */
			struct bracket after = {b.to, end, b.high, at_end, true};

			begin = time;
			b = after;
		} else {
			*slew = (time - begin) / th->derate;
		}
	}
	return true;
}

/* ---- the wave ---- */

/* The equations of a wave at t0, dt and Ceff: residuals and derivatives. Each equation may be
 * scaled by any factor. */
struct equation {
	double value, by[3];
};

/* Reciprocals of Rd·Ceff, of dt, and of the time at which charges are compared. */
struct inverses {
	double rc, dt, time;
};

/* One division takes as long as twenty products. */
DEVICE_INLINE struct inverses invert(double rc, double dt, double time)
{
	double all = 1 / (rc * dt * time);
	struct inverses out = {all * (dt * time), all * (rc * time), all * (rc * dt)};

	return out;
}

/* The voltage of the ramp into Ceff alone minus a given one, times dt. */
DEVICE_INLINE struct equation ramp_into(const struct device_wave *w, const struct inverses *per,
					double at, double level)
{
	double time = at - w->t0, since = time - w->dt, rc = w->rd * w->ceff, e, v;
	struct equation out = {-level * w->dt, {0, 0, 0}};

	if (time <= 0)
		return out;
	e = decay(time * per->rc);
	v = time - rc * (1 - e);
	out.by[0] = e - 1;
	out.by[2] = w->rd * ((1 + time * per->rc) * e - 1);
	if (since > 0) {
		double f = decay(since * per->rc);

		v -= since - rc * (1 - f);
		out.by[0] += 1 - f;
		out.by[1] = 1 - f;
		out.by[2] -= w->rd * ((1 + since * per->rc) * f - 1);
	}
	out.by[1] -= v * per->dt;
	out.value += v;
	return out;
}

/* The mean current into the wire up to a time minus that into Ceff, times Rd·dt²; derivatives as if
 * the time were dt. */
DEVICE_INLINE struct equation charge_between(const struct response *r, const double over[POLES - 1],
					     const struct device_wave *w, double time,
					     const struct inverses *per)
{
	double dt = w->dt, rc = w->rd * w->ceff, e = decay(dt * per->rc), f = decay(time * per->rc);
	double sum = -r->rest * time, by_dt = r->rest * dt;
	struct equation out;

	for (int i = 0; i < POLES - 1; i++) {
		double g = decay(r->rate[i] * dt), h = decay(r->rate[i] * time);

		sum -= over[i] * (1 - h);
		by_dt -= r->amount[i] * dt * g - 2 * over[i] * (1 - g);
	}
	sum -= rc * (time - rc * (1 - f));
	out.value = sum * dt * per->time;
	out.by[0] = 0;
	out.by[1] = (by_dt + rc * (dt + dt * e - 2 * rc * (1 - e))) * per->dt;
	out.by[2] = w->rd * (2 * rc - dt - (2 * rc + dt) * e);
	return out;
}

/* Solve for the Newton step of the three equations (or of the last two, without Ceff); false if
 * they are singular. The first doesn't depend on t0. */
DEVICE_INLINE bool newton_step(const struct equation *charge, const struct equation *out,
			       const struct equation *low, bool with_ceff, double step[3])
{
	bool by_out = size_of_double(out->by[0]) >= size_of_double(low->by[0]);
	struct equation pivot = by_out ? *out : *low, other = by_out ? *low : *out;
	double m0 = other.value * pivot.by[0] - other.by[0] * pivot.value;
	double m1 = other.by[1] * pivot.by[0] - other.by[0] * pivot.by[1];
	double m2 = other.by[2] * pivot.by[0] - other.by[0] * pivot.by[2];
	double det = with_ceff ? charge->by[1] * m2 - charge->by[2] * m1 : m1, per_det;
	double per_both = 1 / (det * pivot.by[0]);

	if (pivot.by[0] == 0 || det == 0)
		return false;
	per_det = per_both * pivot.by[0];
	step[1] = (with_ceff ? charge->by[2] * m0 - charge->value * m2 : -m0) * per_det;
	step[2] = with_ceff ? (charge->value * m1 - charge->by[1] * m0) * per_det : 0;
	step[0] = -(pivot.value + pivot.by[1] * step[1] + pivot.by[2] * step[2]) * (per_both * det);
	return true;
}

DEVICE_INLINE bool wave_is_possible(const struct device_wave *w, double most)
{
	return w->dt > 0 && w->ceff > 0 && w->ceff <= most;
}

/* Find t0, dt and, if the wire has capacitance at the driver, Ceff, from a first Ceff on; the
 * tables' times for the whole capacitance are given. */
DEVICE_INLINE bool find_wave(const struct gate *g, struct gate_place *place,
			     const struct device_pi *pi, const struct response *r,
			     struct device_wave *w, struct gate_times times)
{
	bool with_ceff = !is_far(pi);
	double most = pi->c1 + pi->c2, over[POLES - 1] = {0, 0};

	for (int i = 0; i < POLES - 1 && with_ceff; i++)
		over[i] = r->amount[i] / r->rate[i];
	ROLLED
	for (int round = 0; round <= WAVE_ROUNDS; round++) {
		struct equation charge = {0, {0, 0, 0}}, out, low;
		double step[3], time;
		struct inverses per;
		bool is_last;

		if (round > 0 ? with_ceff : w->ceff != most)
			times = gate_at(g, place, w->ceff);
		if (round == 0) {
			w->dt = times.ramp;
			w->t0 = times.at_out + g->at->log_rest * w->rd * w->ceff - g->at->out * w->dt;
			WAVE_ROUND(w, true);
		}
		if (!wave_is_possible(w, most) || !(times.ramp > 0))
			return false;
		time = times.ramp < CHARGE_TIME * w->dt ? times.ramp : CHARGE_TIME * w->dt;
		per = invert(w->rd * w->ceff, w->dt, time);
		if (with_ceff)
			charge = charge_between(r, over, w, time, &per);
		out = ramp_into(w, &per, times.at_out, g->at->out);
		low = ramp_into(w, &per, times.at_low, g->at->low);
		if (!newton_step(&charge, &out, &low, with_ceff, step))
			return false;
		is_last = size_of_double(step[0]) <= WAVE_STEP * size_of_double(w->t0) &&
			  size_of_double(step[1]) <= WAVE_STEP * size_of_double(w->dt) &&
			  size_of_double(step[2]) <= WAVE_STEP * size_of_double(w->ceff);
		w->t0 += step[0];
		w->dt += step[1];
		w->ceff += step[2];
		WAVE_ROUND(w, false);
		if (is_last)
			return wave_is_possible(w, most);
	}
	return false;
}

/* The output of a gate into a wire: its delay, and the wave for wave_at_load(); or (lumps) the
 * tables' values for the lumped capacitance. */
DRIVE_CALL void drive_wire(const struct gate *g, const struct device_pi *pi, bool lumps,
			    struct device_wave *w, double *delay)
{
	struct gate_place place = place_gate(g);
	double total = pi->c1 + pi->c2, slew = 0, end;
	struct response r;
	struct gate_times times = {0, 0, 0, 0};
	bool found = false;

	w->rd = w->t0 = w->dt = w->crossing = 0;
	w->ceff = total;
	ROLLED
	for (int i = lumps ? 0 : 1; i >= 0; i--) {
		times = gate_at(g, &place, total + i);
		w->rd = i ? times.at_out : w->rd - times.at_out;
	}
	w->rd = -g->at->log_out * size_of_double(w->rd);
	if (!lumps && g->slew >= 0 && w->rd >= 1e-5 && pi->r >= w->rd / 1000 &&
	    pi->c1 >= pi->c2 / 1000 && pi->c1 > 0) {
		r = response_at_driver(pi, w->rd);
		ROLLED
		for (int i = 0; i < (is_far(pi) ? 1 : 2) && !found; i++) {
			w->ceff = i ? pi->c2 : is_far(pi) ? pi->c1 : total;
			found = find_wave(g, &place, pi, &r, w, times);
		}
	}
	if (found)
		times = gate_at(g, &place, w->ceff);
	*delay = times.at_out;
	w->slew = times.table_slew;
	if (!found) {
		w->ceff = total;
		w->rd = w->t0 = w->dt = 0;
		return;
	}
	end = w->t0 + w->dt + total * (w->rd + pi->r) * 2;
	if (!cross_all(&r, w, g->at, end, &w->crossing, &slew)) {
		w->rd = 0;
		return;
	}
	w->slew = slew;
	if (is_far(pi))
		*delay = w->crossing;
}

/* Delay and slew of the wave at a load, by the driver's thresholds. */
DEVICE_CALL void wave_at_load(const struct device_wave *w, const struct device_pi *pi,
			      const struct device_thresholds *th, double elmore, double *delay,
			      double *slew)
{
	struct response driver, load;
	double at = 0, width = 0, end;

	*delay = elmore;
	*slew = w->slew;
	if (!(w->rd > 0) || elmore < w->slew * 1e-3)
		return;
	driver = response_at_driver(pi, w->rd);
	load = response_at_load(&driver, pi, elmore);
	end = w->t0 + w->dt + (pi->c1 + pi->c2) * (w->rd + pi->r) * 2 + elmore * 2;
	if (!cross_all(&load, w, th, end, &at, &width))
		return;
	if (at >= w->crossing)
		*delay = at - w->crossing;
	if (width > *slew)
		*slew = width;
}

#endif
