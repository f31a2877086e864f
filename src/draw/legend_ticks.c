/* Which values are written beside a colour bar. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/axis.h"
#include "draw/frame_legend.h"

enum {
	MOST_STEPS = 10,
	LINES_A_TICK = 2,
	SAMPLES = 16,
	DEEPEST = 6,
	THOUSANDS = 10, /* "1k": where each tick has its own size they begin there */
};

/* Beside the largest values smaller ones than so are as good as 0. */
static const double NOTHING = 1e-5;

/* The bar as it is chosen for: values ascend. */
struct bar {
	double value[LEGEND_COLOURS];
	double apart;
	bool is_log;
	bool sizes_differ; /* between ticks: each is written in its own thousands */
	struct legend_tick *tick;
	int32_t n;
};

/* ---- places and values ---- */

/* False when there is nothing to choose from. */
static bool take_values(const struct legend *legend, bool down, double *value)
{
	enum { LAST = LEGEND_COLOURS - 1 };

	for (int i = 0; i <= LAST; i++) {
		value[i] = legend->value[down ? LAST - i : i];
		if (i && !(value[i] >= value[i - 1]))
			value[i] = value[i - 1];
	}
	return isfinite(legend->value[LAST] - legend->value[0]);
}

static double value_at(const struct bar *bar, double place)
{
	double at = fmin(fmax(place, 0), 1) * (LEGEND_COLOURS - 1);
	int i = at < LEGEND_COLOURS - 1 ? (int)at : LEGEND_COLOURS - 2;

	return bar->value[i] + (bar->value[i + 1] - bar->value[i]) * (at - i);
}

static double place_of(const struct bar *bar, double value)
{
	int i = 0;

	while (i < LEGEND_COLOURS - 1 && bar->value[i] < value)
		i++;
	if (i == 0)
		return 0;
	if (bar->value[i] < value)
		return 1;
	return (i - 1 + (value - bar->value[i - 1]) / (bar->value[i] - bar->value[i - 1])) /
	       (LEGEND_COLOURS - 1);
}

/* ---- ticks ---- */

static double largest_of(const struct bar *bar)
{
	return fmax(fabs(bar->value[0]), fabs(bar->value[LEGEND_COLOURS - 1]));
}

/* With as many digits as values a step apart need. */
static void write_value(double value, double step, double largest, char *out, size_t size)
{
	double rounded = round(value / step) * step;
	char text[20];

	if (rounded == 0)
		snprintf(text, sizeof text, "0");
	else if (step >= 1e-6 && largest < 1e15)
		axis_write(rounded, step, largest, text, sizeof text);
	else
		snprintf(text, sizeof text, "%.4g", rounded);
	snprintf(out, size, "%s%s", *text == '-' ? "−" : "", *text == '-' ? text + 1 : text);
}

/* Between the ends; false when it would be too close to another one. */
static bool add(struct bar *bar, double value, double step, double largest)
{
	double place = place_of(bar, value);
	int32_t at = bar->n;

	if (bar->n == LEGEND_TICKS)
		return false;
	for (int32_t i = 0; i < bar->n; i++) {
		if (fabs(bar->tick[i].place - place) < bar->apart || bar->tick[i].value == value)
			return false;
	}
	for (; at > 0 && bar->tick[at - 1].place > place; at--)
		bar->tick[at] = bar->tick[at - 1];
	bar->n++;
	bar->tick[at].place = place;
	bar->tick[at].value = value;
	write_value(value, step, largest, bar->tick[at].text, sizeof bar->tick[at].text);
	return true;
}

/* A value as large as any other when their sizes differ. */
static double alone(struct bar *bar, double value)
{
	bar->sizes_differ = true;
	return THOUSANDS * fabs(value);
}

/* An end is as it is: with a digit more than the step has, or else four, less trailing zeros. */
static void write_end(const struct bar *bar, struct legend_tick *tick, double step)
{
	double size = fabs(tick->value), finest = 1;
	double largest = bar->sizes_differ ? THOUSANDS * size : largest_of(bar);

	if (step > 0)
		finest = pow(10, floor(log10(step)) - 1);
	else if (size > 0)
		finest = pow(10, floor(log10(size)) - 3);
	for (int i = 0; i < 3; i++) {
		double digits = round(tick->value / finest) / 10;

		if (fabs(digits - round(digits)) > 0.05)
			break;
		finest *= 10;
	}
	write_value(tick->value, finest, largest, tick->text, sizeof tick->text);
}

/* ---- between two places ---- */

static bool is_straight(const struct bar *bar, double from, double to)
{
	double low = value_at(bar, from), high = value_at(bar, to);

	for (int i = 1; i < SAMPLES; i++) {
		double share = (double)i / SAMPLES;
		double value = value_at(bar, from + (to - from) * share);

		if (fabs(value - (low + (high - low) * share)) > 0.02 * (high - low))
			return false;
	}
	return true;
}

/* Returns the step. */
static double add_steps(struct bar *bar, double from, double to)
{
	double low = value_at(bar, from), high = value_at(bar, to);
	double most = fmin(fmax((to - from) / bar->apart / LINES_A_TICK, 1), MOST_STEPS);
	double step = axis_step(high - low, (int)most);
	double first = ceil(low / step);

	for (int i = 0; i <= 2 * MOST_STEPS && (first + i) * step <= high; i++)
		add(bar, (first + i) * step, step, largest_of(bar));
	return step;
}

/* Powers of ten from `most` down to `least`, or each second or third one … */
static int add_powers(struct bar *bar, double most, double least, double sign)
{
	double apart = fabs(place_of(bar, sign * most) - place_of(bar, sign * most / 10));
	int every = 1, n = 0;

	while (every < 16 && apart * every < 1.3 * bar->apart)
		every++;
	for (; most >= least; most /= pow(10, every)) {
		if (add(bar, sign * most, most, alone(bar, most)))
			n++;
		else if (n)
			break;
	}
	return n;
}

/* Both ends are of one sign, or 0. Where there are few powers of ten, 2 and 5 times these too. */
static void add_decades(struct bar *bar, double from, double to)
{
	double low = value_at(bar, from), high = value_at(bar, to), sign = high > 0 ? 1 : -1;
	double most = fmax(fabs(low), fabs(high));
	double least = fmax(fmin(fabs(low), fabs(high)), most * 1e-30);
	double power = pow(10, floor(log10(most)));

	if (add_powers(bar, power, least, sign) >= 2)
		return;
	for (int i = 0; i < 3; i++, power /= 10) {
		for (int factor = 5; factor >= 2; factor -= 3) {
			if (factor * power > least && factor * power < most)
				add(bar, sign * factor * power, power, alone(bar, factor * power));
		}
	}
}

/* The roundest value above low, up to high, and what it is a multiple of. */
static double roundest(double low, double high, double *step)
{
	static const double factors[] = {1, 0.5, 0.2};
	double power = pow(10, ceil(log10(fmax(fabs(low), fabs(high))))), middle = (low + high) / 2;

	for (int i = 0; i < 36; i++) {
		double value;

		*step = power * factors[i % 3];
		value = round(middle / *step) * *step;
		if (value > low && value <= high)
			return value;
		if (i % 3 == 2)
			power /= 10;
	}
	return middle;
}

/* Near the middle, then in both halves. */
static void add_round(struct bar *bar, double from, double to, int depth)
{
	double middle = (from + to) / 2, about = (to - from) / 6, low, high, value, step;

	if (depth == 0 || to - from < 1.5 * LINES_A_TICK * bar->apart)
		return;
	low = value_at(bar, middle - about);
	high = value_at(bar, middle + about);
	if (low < high) {
		value = roundest(low, high, &step);
		if (fabs(value) > NOTHING * largest_of(bar) &&
		    add(bar, value, step, alone(bar, value)))
			middle = place_of(bar, value);
	}
	add_round(bar, from, middle, depth - 1);
	add_round(bar, middle, to, depth - 1);
}

static void add_between(struct bar *bar, double from, double to)
{
	if (is_straight(bar, from, to))
		add_steps(bar, from, to);
	else if (bar->is_log)
		add_decades(bar, from, to);
	else
		add_round(bar, from, to, DEEPEST);
}

/* ---- all of it ---- */

static void turn_over(struct bar *bar)
{
	for (int32_t i = 0, j = bar->n - 1; i < j; i++, j--) {
		struct legend_tick tick = bar->tick[i];

		bar->tick[i] = bar->tick[j];
		bar->tick[j] = tick;
	}
	for (int32_t i = 0; i < bar->n; i++)
		bar->tick[i].place = 1 - bar->tick[i].place;
}

static void add_all(struct bar *bar)
{
	double low = bar->value[0], high = bar->value[LEGEND_COLOURS - 1], step = 0, zero;

	bar->n = low < high && bar->apart <= 1 ? 2 : 1;
	bar->tick[1] = (struct legend_tick){.place = 1, .value = high};
	bar->tick[0] = (struct legend_tick){.place = low < high ? 0 : 0.5, .value = low};
	zero = place_of(bar, 0);
	if (bar->n == 2 && is_straight(bar, 0, 1)) {
		step = add_steps(bar, 0, 1);
	} else if (bar->n == 2 && low < 0 && high > 0) {
		add(bar, 0, 1, 1);
		add_between(bar, 0, zero);
		add_between(bar, zero, 1);
	} else if (bar->n == 2) {
		add_between(bar, 0, 1);
	}
	write_end(bar, &bar->tick[0], step);
	write_end(bar, &bar->tick[bar->n - 1], step);
}

int32_t legend_ticks(const struct legend *legend, double apart,
		     struct legend_tick tick[LEGEND_TICKS])
{
	bool down = legend->value[LEGEND_COLOURS - 1] < legend->value[0];
	struct bar bar = {.apart = fmax(apart, 1.0 / LEGEND_TICKS), .tick = tick};

	bar.is_log = legend->scale_name && strcmp(legend->scale_name, "log") == 0;
	if (!take_values(legend, down, bar.value))
		return 0;
	add_all(&bar);
	if (down)
		turn_over(&bar);
	return bar.n;
}
