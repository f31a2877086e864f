/*
 * A gate's output as the wire makes it: an effective capacitance, by which the gate's tables are looked up, and the
 * waveform that a ramp with a resistor drives into a reduced wire. F. Dartu, N. Menezes and L. Pileggi, "Performance
 * computation for precharacterized CMOS gates with RC loads", IEEE Transactions on CAD 15 (1996), 544-553.
 *
 * The gate is a ramp from 0 to 1, that begins at t0 and takes dt, with a resistor. t0, dt and Ceff are such that the ramp,
 * into Ceff alone, crosses two thresholds when the tables say so for Ceff, and that the wire takes the same charge as Ceff
 * does. It stops where OpenSTA's dmp_ceff_elmore stops, which is long before all digits are settled.
 *
 * Times ps, capacitances fF, resistances kΩ, voltages of 1.
 */
#ifndef GPU_KERNELS_WAVE_H
#define GPU_KERNELS_WAVE_H

#include "gpu/kernels/look_up.h"

enum {
	WAVE_ROUNDS = 100, /* of Newton's method, for a wave */
	ROOT_ROUNDS = 20,  /* the same, for a crossing */
};

/* A file that prints rounds defines this: it comes before the first and after each. */
#ifndef WAVE_ROUND
#define WAVE_ROUND(wave) ((void)0)
#endif

#define WAVE_STEP 0.01 /* a step that is smaller, of what it changes, is the last */
#define ROOT_STEP 0.01
#define CHARGE_TIME                                                                                \
	1.4 /* charges are compared when the tables' ramp ends, in units of dt at most until then */

/* A gate's arc at a slew. */
struct gate {
	struct device_tables tables;
	int32_t delay, slew; /* tables; slew −1 = none */
	double slew_in;
	struct device_thresholds at; /* of its library, for the edge at its output */
};

/* What tables say for a load: when the output crosses, and the full ramp of the same slope. */
struct gate_times {
	double at_out, at_low, ramp, table_slew;
};

/* Response to a ramp of slope 1 without end: τ + rest + Σ amount·e^(−rate·τ). */
struct response {
	double rest, amount[3], rate[3];
	int n;
};

/* e^−x as OpenSTA has it. */
DEVICE_INLINE double decay(double x)
{
	double y = 1 - x / 4096;

	if (x > 12)
		return 0;
	for (int i = 0; i < 12; i++)
		y *= y;
	return y;
}

DEVICE_INLINE double size_of_double(double x)
{
	return x < 0 ? -x : x;
}

DEVICE_INLINE double gate_delay(const struct gate *g, double load)
{
	return look_up(&g->tables, g->delay, g->slew_in, load);
}

DEVICE_INLINE struct gate_times gate_at(const struct gate *g, double load)
{
	struct gate_times out = {0, 0, 0, 0};

	if (g->slew < 0)
		out.at_out = gate_delay(g, load);
	else
		look_up_both(&g->tables, g->delay, g->slew, g->slew_in, load, &out.at_out,
			     &out.table_slew);
	out.ramp = out.table_slew * g->at.derate / (g->at.high - g->at.low);
	out.at_low = out.at_out - out.ramp * (g->at.out - g->at.low);
	return out;
}

/* ---- responses ---- */

/* Is next to all of a wire's capacitance after its resistance? */
DEVICE_INLINE bool is_far(const struct device_pi *pi)
{
	return pi->c2 * 1000 < pi->c1;
}

/* At the driver's pin; of a wire without capacitance there, one exponential. */
DEVICE_INLINE struct response response_at_driver(const struct device_pi *pi, double rd)
{
	double far = pi->r * pi->c1, sum = rd * (pi->c1 + pi->c2) + far,
	       product = far * rd * pi->c2;
	struct response out = {far - sum, {0, 0, 0}, {0, 0, 0}, 1};

	if (is_far(pi)) {
		out.rate[0] = 1 / (pi->c1 * (rd + pi->r));
		out.rest = far - 1 / out.rate[0];
		out.amount[0] = -out.rest;
		return out;
	}
	out.n = 2;
	product = square_root(sum * sum - 4 * product);
	out.rate[0] = 2 / (sum + product);
	out.rate[1] = (sum + product) / (2 * far * rd * pi->c2);
	for (int i = 0; i < 2; i++)
		out.amount[i] = (1 - out.rate[i] * far) /
				(out.rate[i] * (1 - out.rate[i] / out.rate[1 - i]));
	return out;
}

/* After one more pole, whose time constant is a load's Elmore delay. */
DEVICE_INLINE struct response response_at_load(const struct response *driver,
					       const struct device_pi *pi, double elmore)
{
	struct response out = *driver;
	double rate = 1 / elmore, amount = (1 - rate * (pi->r * pi->c1)) / rate;

	for (int i = 0; i < driver->n; i++) {
		out.amount[i] = driver->amount[i] / (1 - driver->rate[i] * elmore);
		amount /= 1 - rate / driver->rate[i];
	}
	out.rest = driver->rest - elmore;
	out.amount[driver->n] = amount;
	out.rate[driver->n] = rate;
	out.n = driver->n + 1;
	return out;
}

/* What a ramp that ends makes of it, and how fast that changes. */
DEVICE_INLINE double voltage(const struct response *r, double dt, double time, double *slope)
{
	double v = 0, dv = 0;

	*slope = 0;
	if (time <= 0)
		return 0;
	if (time <= dt) {
		v = time + r->rest;
		dv = 1;
	} else {
		v = dt;
	}
	for (int i = 0; i < r->n; i++) {
		double e = decay(r->rate[i] * time);

		if (time > dt)
			e -= decay(r->rate[i] * (time - dt));
		v += r->amount[i] * e;
		dv -= r->amount[i] * r->rate[i] * e;
	}
	*slope = dv / dt;
	return v / dt;
}

/* When a waveform crosses a voltage, by Newton's method and bisection between two times; false when it isn't
 * found. */
DEVICE_INLINE bool crossing(const struct response *r, const struct device_wave *wave, double level,
			    double from, double to, double *at)
{
	double t0 = wave->t0, dt = wave->dt;
	double slope, low = voltage(r, dt, from - t0, &slope) - level;
	double high = voltage(r, dt, to - t0, &slope) - level, step = to - from, last = step, y;

	*at = low == 0 ? from : to;
	if (low == 0 || high == 0)
		return true;
	if (!(low < 0 && high > 0))
		return false;
	*at = (from + to) * 0.5;
	y = voltage(r, dt, *at - t0, &slope) - level;
	for (int round = 0; round < ROOT_ROUNDS; round++) {
		double past_to = (*at - to) * slope - y, past_from = (*at - from) * slope - y;

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
		y = voltage(r, dt, *at - t0, &slope) - level;
		if (y < 0)
			from = *at;
		else
			to = *at;
	}
	return false;
}

/* When a waveform crosses the thresholds of its library, and how long it takes between those of slews, as tables have it. */
DEVICE_INLINE bool cross_all(const struct response *r, const struct device_thresholds *th,
			     const struct device_wave *wave, double end, double *at, double *slew)
{
	double low, high;

	if (!crossing(r, wave, th->out, wave->t0, end, at) ||
	    !crossing(r, wave, th->low, wave->t0, *at, &low) ||
	    !crossing(r, wave, th->high, *at, end, &high))
		return false;
	*slew = (high - low) / th->derate;
	return true;
}

/* ---- the wave ---- */

/* The ramp into Ceff alone, and how that changes with t0, dt and Ceff. */
DEVICE_INLINE double ramp_into(double rd, double ceff, double dt, double time, double by[3])
{
	double rc = rd * ceff, e, v;

	by[0] = by[1] = by[2] = 0;
	if (time <= 0)
		return 0;
	e = decay(time / rc);
	v = time - rc * (1 - e);
	by[0] = -(1 - e) / dt;
	by[2] = rd * ((1 + time / rc) * e - 1) / dt;
	if (time > dt) {
		double since = time - dt, f = decay(since / rc);

		v -= since - rc * (1 - f);
		by[0] += (1 - f) / dt;
		by[1] = (1 - f) / dt;
		by[2] -= rd * ((1 + since / rc) * f - 1) / dt;
	}
	by[1] -= v / (dt * dt);
	return v / dt;
}

/* What the wire takes on the average until a time, less what Ceff does; and how that changes with dt and Ceff, if the time is
 * dt. */
DEVICE_INLINE double charge_between(const struct response *r, double rd, double ceff, double dt,
				    double time, double by[3])
{
	double rc = rd * ceff, e = decay(dt / rc), f = decay(time / rc);
	double sum = -r->rest * time, by_dt = r->rest * dt;

	for (int i = 0; i < r->n; i++) {
		double g = decay(r->rate[i] * dt), h = decay(r->rate[i] * time);

		sum -= r->amount[i] / r->rate[i] * (1 - h);
		by_dt -= r->amount[i] * (dt * g - 2 / r->rate[i] * (1 - g));
	}
	sum -= rc * (time - rc * (1 - f));
	by[0] = 0;
	by[1] = (by_dt + rc * (dt + dt * e - 2 * rc * (1 - e))) / (rd * dt * dt * dt);
	by[2] = (2 * rc - dt - (2 * rc + dt) * e) / (dt * dt);
	return sum / (rd * time * dt);
}

/* Solve for the step that takes three values to 0 (or the last two, without Ceff); false where there is none. The first
 * doesn't depend on t0. */
DEVICE_INLINE bool newton_step(const double f[3], double by[3][3], bool with_ceff, double step[3])
{
	int pivot = size_of_double(by[1][0]) >= size_of_double(by[2][0]) ? 1 : 2, other = 3 - pivot;
	double factor = by[other][0] / by[pivot][0], det;
	double m1 = by[other][1] - factor * by[pivot][1], m2 = by[other][2] - factor * by[pivot][2];
	double m0 = f[other] - factor * f[pivot];

	if (by[pivot][0] == 0)
		return false;
	if (with_ceff) {
		det = by[0][1] * m2 - by[0][2] * m1;
		step[1] = -(f[0] * m2 - by[0][2] * m0) / det;
		step[2] = -(by[0][1] * m0 - f[0] * m1) / det;
	} else {
		det = m1;
		step[1] = -m0 / m1;
		step[2] = 0;
	}
	step[0] = -(f[pivot] + by[pivot][1] * step[1] + by[pivot][2] * step[2]) / by[pivot][0];
	return det != 0;
}

/* t0, dt and, where the wire has capacitance at the driver, Ceff, from a first one on. */
DEVICE_INLINE bool find_wave(const struct gate *g, const struct device_pi *pi,
			     const struct response *r, struct device_wave *w, double ceff)
{
	bool with_ceff = r->n == 2;
	struct gate_times times = gate_at(g, ceff);
	double most = pi->c1 + pi->c2;

	w->ceff = ceff;
	w->dt = times.ramp;
	w->t0 = times.at_out + g->at.log_rest * w->rd * ceff - g->at.out * w->dt;
	WAVE_ROUND(w);
	for (int round = 0; round <= WAVE_ROUNDS; round++) {
		double f[3] = {0, 0, 0}, by[3][3], step[3], time;
		bool is_last = true;

		if (!(w->dt > 0) || !(w->ceff > 0) || !(w->ceff <= most))
			return false;
		if (with_ceff) {
			times = gate_at(g, w->ceff);
			time = times.ramp < CHARGE_TIME * w->dt ? times.ramp : CHARGE_TIME * w->dt;
			if (!(times.ramp > 0))
				return false;
			f[0] = charge_between(r, w->rd, w->ceff, w->dt, time, by[0]);
		}
		f[1] = ramp_into(w->rd, w->ceff, w->dt, times.at_out - w->t0, by[1]) - g->at.out;
		f[2] = ramp_into(w->rd, w->ceff, w->dt, times.at_low - w->t0, by[2]) - g->at.low;
		if (!newton_step(f, by, with_ceff, step))
			return false;
		is_last = size_of_double(step[0]) <= WAVE_STEP * size_of_double(w->t0) &&
			  size_of_double(step[1]) <= WAVE_STEP * size_of_double(w->dt) &&
			  size_of_double(step[2]) <= WAVE_STEP * size_of_double(w->ceff);
		w->t0 += step[0];
		w->dt += step[1];
		w->ceff += step[2];
		WAVE_ROUND(w);
		if (is_last)
			return w->dt > 0 && w->ceff > 0 && w->ceff <= most;
	}
	return false;
}

/* The capacitance alone. */
DEVICE_INLINE void lump(const struct gate *g, const struct device_pi *pi, struct device_wave *w,
			double *delay)
{
	struct gate_times times = gate_at(g, pi->c1 + pi->c2);

	w->rd = w->t0 = w->dt = w->crossing = 0;
	w->ceff = pi->c1 + pi->c2;
	w->slew = times.table_slew;
	*delay = times.at_out;
}

/* What comes out of a gate into a wire: its delay, and the wave by which wave_at_load() goes on. */
DEVICE_CALL void drive_wire(const struct gate *g, const struct device_pi *pi,
			      struct device_wave *w, double *delay)
{
	double total = pi->c1 + pi->c2, end, slew;
	double rd =
		-g->at.log_out * size_of_double(gate_delay(g, total + 1) - gate_delay(g, total));
	struct response r;

	w->rd = rd;
	if (g->slew < 0 || !(rd >= 1e-5) || !(pi->r >= rd / 1000) || !(pi->c1 >= pi->c2 / 1000) ||
	    !(pi->c1 > 0)) {
		lump(g, pi, w, delay);
		return;
	}
	r = response_at_driver(pi, rd);
	if (r.n == 1 ? !find_wave(g, pi, &r, w, pi->c1)
		     : !find_wave(g, pi, &r, w, total) && !find_wave(g, pi, &r, w, pi->c2)) {
		lump(g, pi, w, delay);
		return;
	}
	*delay = gate_at(g, w->ceff).at_out;
	end = w->t0 + w->dt + total * (rd + pi->r) * 2;
	if (!cross_all(&r, &g->at, w, end, &w->crossing, &slew)) {
		slew = gate_at(g, w->ceff).table_slew;
		w->rd = 0;
	} else if (r.n == 1) {
		*delay = w->crossing;
	}
	w->slew = slew;
}

/* What comes through the wire to a load by the driver's thresholds: delay and slew. */
DEVICE_CALL void wave_at_load(const struct device_wave *w, const struct device_pi *pi,
				const struct device_thresholds *th, double elmore, double *delay,
				double *slew)
{
	struct response driver, load;
	double at, width, end;

	*delay = elmore;
	*slew = w->slew;
	if (!(w->rd > 0) || elmore < w->slew * 1e-3)
		return;
	driver = response_at_driver(pi, w->rd);
	load = response_at_load(&driver, pi, elmore);
	end = w->t0 + w->dt + (pi->c1 + pi->c2) * (w->rd + pi->r) * 2 + elmore * 2;
	if (!cross_all(&load, th, w, end, &at, &width))
		return;
	if (at >= w->crossing)
		*delay = at - w->crossing;
	if (width > *slew)
		*slew = width;
}

#endif
