/* Scales of density maps: from values to places along the colours and back. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "lib/devices.h"
#include "snap/density_scale.h"
#include "lib/tap.h"

enum { MOST = 300 };

/* Values of a map, and how it is read. */
struct sample {
	double value[MOST];
	int64_t n;
	double low, high; /* its ends: NAN counts for nothing */
	bool is_signed, least;
};

static void ends_of(struct sample *s)
{
	s->low = HUGE_VAL;
	s->high = -HUGE_VAL;
	for (int64_t i = 0; i < s->n; i++) {
		s->low = fmin(s->low, s->value[i]);
		s->high = fmax(s->high, s->value[i]);
	}
	if (s->low > s->high)
		s->low = s->high = 0; /* as of a map without values */
}

static struct density_shares shares_of(const struct sample *s, enum density_scale kind)
{
	const struct density_range range = {s->low, s->high, s->is_signed, s->least};
	struct density_shares shares;

	density_shares_init(&shares, kind, range, s->value, s->n);
	return shares;
}

static int compare(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return x < y ? -1 : x > y;
}

/* ---- of each map ---- */

/* Of more the share is no less, and it is within what shares are. */
static bool rises(const struct sample *s, const struct density_shares *shares)
{
	double sorted[MOST], before = -1;
	int64_t n = 0;

	for (int64_t i = 0; i < s->n; i++)
		if (!isnan(s->value[i]))
			sorted[n++] = s->value[i];
	qsort(sorted, (size_t)n, sizeof *sorted, compare);
	for (int64_t i = 0; i < n; i++) {
		double share = density_share(shares, sorted[i]);

		if (!(share >= before && share <= 1 && (s->is_signed || share >= 0)) ||
		    (s->is_signed && (share > 0) > (sorted[i] > 0)) ||
		    (s->is_signed && (share < 0) > (sorted[i] < 0)))
			return false;
		before = share;
	}
	return true;
}

/* Places are on the bar whatever the value, also beyond its ends, and go one way. */
static bool is_on_bar(const struct sample *s, const struct density_shares *shares)
{
	double size = fmax(1e-3, fmax(fabs(s->low), fabs(s->high))), before = 0;

	for (int i = -150; i <= 150; i++) {
		double share = density_share(shares, size * i / 100);
		double place = density_share_place(shares, share);

		if (!(place >= 0 && place <= 1))
			return false;
		if (i > -150 && (s->is_signed && s->least ? place > before : place < before))
			return false;
		before = place;
	}
	return true;
}

/* What is at the value's place is the value; a logarithmic scale has three decades. */
static bool comes_back(const struct sample *s, const struct density_shares *shares)
{
	double size = fmax(fabs(shares->low), fabs(shares->high));

	for (int64_t i = 0; i < s->n; i++) {
		double value = s->value[i], end = value < 0 ? -shares->low : shares->high;
		double place, back;

		if (isnan(value))
			continue;
		place = density_share_place(shares, density_share(shares, value));
		back = density_value_at(shares, place);
		if (shares->kind == DENSITY_LOG && fabs(value) <= fabs(end) / 1000) {
			if (!(fabs(back) <= fabs(end) / 1000 * 1.000001))
				return false;
		} else if (!(fabs(back - value) <= 1e-9 * size)) {
			printf("# %.17g comes back as %.17g\n", value, back);
			return false;
		}
	}
	return true;
}

/* Along the bar values rise, or of slacks fall. */
static bool goes_one_way(const struct sample *s, const struct density_shares *shares)
{
	double before = density_value_at(shares, 0);

	for (int i = 1; i <= 255; i++) {
		double value = density_value_at(shares, i / 255.0);

		if (!isfinite(value) ||
		    (s->is_signed && s->least ? value > before : value < before))
			return false;
		before = value;
	}
	return true;
}

static void check_sample(struct sample *s, const char *what)
{
	ends_of(s);
	for (int kind = 0; kind < N_DENSITY_SCALES; kind++) {
		struct density_shares shares = shares_of(s, (enum density_scale)kind);
		char name[96];

		snprintf(name, sizeof name, "%s, %s%s", what, density_scale_name[kind],
			 s->least       ? ", less is worse"
			 : s->is_signed ? ", signed"
					: "");
		OK(rises(s, &shares), "%s: of more it is more", name);
		OK(is_on_bar(s, &shares), "%s: on the bar", name);
		OK(comes_back(s, &shares), "%s: and back", name);
		OK(goes_one_way(s, &shares), "%s: the bar goes one way", name);
		density_shares_release(&shares);
	}
}

static void check_random(bool is_signed, bool least)
{
	struct sample s = {.is_signed = is_signed, .least = least};

	for (int trial = 0; trial < 8; trial++) {
		char what[32];

		s.n = 1 + random_below(MOST - 1);
		for (int64_t i = 0; i < s.n; i++) {
			double value = pow(10, (double)random_below(5000) / 1000 - 3);

			if (trial % 4 == 1)
				value = (double)random_below(5); /* many alike */
			if (is_signed && (trial % 4 == 3 || random_below(2)))
				value = -value;
			s.value[i] = random_below(6) ? value : (double)NAN;
		}
		snprintf(what, sizeof what, "map %d", trial);
		check_sample(&s, what);
	}
}

static void check_alike(bool is_signed, bool least)
{
	static const double of[] = {0, 5, -5, 1e-300, 1e300};
	struct sample s = {.is_signed = is_signed, .least = least};

	for (size_t v = 0; v < sizeof of / sizeof *of; v++) {
		char what[32];

		if (of[v] < 0 && !is_signed)
			continue;
		for (s.n = 1; s.n <= 40; s.n += 39) {
			for (int64_t i = 0; i < s.n; i++)
				s.value[i] = of[v];
			snprintf(what, sizeof what, "%d of %g", (int)s.n, of[v]);
			ends_of(&s);
			for (int kind = 0; kind < N_DENSITY_SCALES; kind++) {
				struct density_shares shares =
					shares_of(&s, (enum density_scale)kind);
				double share = density_share(&shares, of[v]);

				OK(rises(&s, &shares) && goes_one_way(&s, &shares) &&
					   (of[v] != 0 || share == 0),
				   "%s, %s%s%s", what, density_scale_name[kind],
				   is_signed ? ", signed" : "", least ? ", least" : "");
				density_shares_release(&shares);
			}
		}
	}
}

static void check_empty(bool is_signed, bool least)
{
	struct sample s = {.is_signed = is_signed, .least = least};

	for (s.n = 0; s.n <= 20; s.n += 20) {
		for (int64_t i = 0; i < s.n; i++)
			s.value[i] = (double)NAN;
		ends_of(&s);
		for (int kind = 0; kind < N_DENSITY_SCALES; kind++) {
			struct density_shares shares = shares_of(&s, (enum density_scale)kind);

			OK(density_share(&shares, 0) == 0 && density_value_at(&shares, 0.5) == 0 &&
				   goes_one_way(&s, &shares),
			   "a map of %d bins without values, %s", (int)s.n,
			   density_scale_name[kind]);
			density_shares_release(&shares);
		}
	}
}

/* ---- by hand ---- */

static bool has_places(const struct density_shares *s, const double (*want)[2], size_t n)
{
	for (size_t i = 0; i < n; i++) {
		double place = density_share_place(s, density_share(s, want[i][0]));

		if (!(fabs(place - want[i][1]) < 1e-12)) {
			printf("# %g is at %g, should be at %g\n", want[i][0], place, want[i][1]);
			return false;
		}
	}
	return true;
}

#define PLACES(s, want) has_places(s, want, sizeof(want) / sizeof *(want))

static void check_by_hand(void)
{
	static const double linear[][2] = {{2, 0}, {3, 0.25}, {6, 1}, {1, 0}, {9, 1}};
	static const double log[][2] = {{6, 1}, {0.6, 2.0 / 3}, {0.006, 0}, {0.0001, 0}, {0, 0}};
	static const double both[][2] = {{-4, 0}, {0, 0.5}, {2, 0.75}, {4, 1}, {-2, 0.25}};
	static const double slack[][2] = {{-2, 1}, {-1, 0.75}, {0, 0.5}, {4, 0}, {2, 0.25}};
	static const double ranks[][2] = {{2, 0}, {3, 0.25}, {5, 0.5}, {6, 1}};
	static const double sides[][2] = {{-9, 0}, {-1, 0.25}, {0, 0.5}, {7, 0.875}, {8, 1}};
	struct sample s = {{2, 3, 5, 5, 6}, 5, 2, 6, false, false};
	struct density_shares shares = shares_of(&s, DENSITY_LINEAR);

	OK(PLACES(&shares, linear), "linear from end to end, and no further");
	density_shares_release(&shares);
	shares = shares_of(&s, DENSITY_LOG);
	OK(PLACES(&shares, log), "three decades");
	density_shares_release(&shares);
	shares = shares_of(&s, DENSITY_EQUALISED);
	OK(PLACES(&shares, ranks), "by rank");
	density_shares_release(&shares);
	s = (struct sample){{-1, 4}, 2, -1, 4, true, false};
	shares = shares_of(&s, DENSITY_LINEAR);
	OK(PLACES(&shares, both), "both sides of a difference are alike");
	density_shares_release(&shares);
	s = (struct sample){{-2, 4}, 2, -2, 4, true, true};
	shares = shares_of(&s, DENSITY_LINEAR);
	OK(PLACES(&shares, slack), "slacks have each side by itself, the worst on top");
	density_shares_release(&shares);
	s = (struct sample){{-9, -1, 0, 5, 7, 8}, 6, -9, 8, true, false};
	shares = shares_of(&s, DENSITY_EQUALISED);
	OK(PLACES(&shares, sides), "by rank on each side of zero");
	density_shares_release(&shares);
}

int main(void)
{
	random_seed(11);
	check_by_hand();
	for (int way = 0; way < 3; way++) {
		check_random(way > 0, way > 1);
		check_alike(way > 0, way > 1);
		check_empty(way > 0, way > 1);
	}
	return tap_done();
}
