/* What report_density says of a map. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "report/density.h"

enum { MOST_CELLS = 5 }; /* named of a bin */

static void line(struct text *out, const char *what, double value, const char *unit)
{
	text_printf(out, "%-12s %12.6g %s\n", what, value, strcmp(unit, "1") == 0 ? "" : unit);
	while (out->length > 1 && out->data[out->length - 2] == ' ') {
		out->data[out->length - 2] = '\n';
		out->data[--out->length] = '\0';
	}
}

static void report_head(const struct density_result *result, struct text *out)
{
	const struct snap_density *map = result->map;
	const struct rect *d = &map->die;

	text_printf(out, "%-12s %s%s%s%s\n", "map", map->name,
		    density_least(result) && result->split == EARLY ? ", hold" : "",
		    *map->note ? ", " : "", map->note);
	text_printf(out, "%-12s %" PRId32 " x %" PRId32 " bins of %.3f x %.3f um\n", "grid",
		    map->columns, map->rows, microns((int64_t)d->x2 - d->x1) / map->columns,
		    microns((int64_t)d->y2 - d->y1) / map->rows);
	text_printf(out, "%-12s (%.3f %.3f) to (%.3f %.3f) um\n", "die", microns(d->x1),
		    microns(d->y1), microns(d->x2), microns(d->y2));
	text_printf(out, "%-12s %s%s%s\n", "computed", map->method, *map->method ? ", " : "",
		    map->precision);
}

/* The sum over the die, where that means something. */
static void report_total(const struct snap_density *map, const struct density_summary *s,
			 struct text *out)
{
	if (strcmp(map->unit, "1") == 0)
		line(out, "total", s->sum, "um^2");
	else if (strcmp(map->unit, "um/um^2") == 0)
		line(out, "total", s->sum, "um");
	else if (strcmp(map->unit, "pins") == 0)
		line(out, "total", s->mean * (double)s->n_values, "pins");
}

enum status density_report(const struct density_result *result, struct text *out)
{
	static const double shares[] = {0.01, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99, 0.999};
	enum { N_SHARES = sizeof shares / sizeof *shares };
	const struct snap_density *map = result->map;
	struct density_summary s = snap_density_summarize(map);
	double quantile[N_SHARES];

	TRY(snap_density_quantiles(map, shares, N_SHARES, quantile));
	report_head(result, out);
	text_printf(out, "%-12s %12" PRId64 "\n", "bins", (int64_t)map->columns * map->rows);
	text_printf(out, "%-12s %12" PRId64 "\n", "empty",
		    (int64_t)map->columns * map->rows - s.n_values +
			    (density_least(result) ? 0 : s.n_empty));
	if (s.n_values == 0)
		return STATUS_OK;
	line(out, "minimum", s.min, map->unit);
	line(out, "mean", s.mean, map->unit);
	line(out, "maximum", s.max, map->unit);
	for (int q = 0; q < N_SHARES; q++) {
		char name[16];

		snprintf(name, sizeof name, "%g %%", 100 * shares[q]);
		line(out, name, quantile[q], map->unit);
	}
	report_total(map, &s, out);
	return STATUS_OK;
}

void density_report_overflow(const struct density_result *result, double target, struct text *out)
{
	struct density_overflow over = snap_density_overflow(result->map, target);
	double n = (double)result->map->columns * result->map->rows;

	text_printf(out, "%-12s %12.6g\n", "target", target);
	text_printf(out, "%-12s %12" PRId64 " %.2f %% of the bins\n", "above it", over.n_bins,
		    100 * (double)over.n_bins / n);
	text_printf(out, "%-12s %12.6g %.4f %% of all\n", "overflow", over.sum, 100 * over.share);
}

/* ---- bins and their cells ---- */

/* How much of a component is to be said of a bin: its area in common (µm²), or of slacks the worst
 * first. False = nothing. */
static bool rank_of(const struct density_result *result, int32_t i, const struct rect *bin,
		    double value, double *rank)
{
	struct rect box = placement_component_box(result->placement, i);

	*rank = rect_common_area(&box, bin);
	if (*rank <= 0 || !density_counts(result->placement, i, result->quantity))
		return false;
	if (result->quantity == DENSITY_CRITICAL && !result->difference) {
		*rank = (double)result->slack[i] * (-100.0 / (double)result->n_dies);
		return result->slack[i] != FS_NONE_64 && *rank <= value;
	}
	if (!density_least(result))
		return true;
	*rank = -(double)result->slack[i] / 1000;
	return result->slack[i] != FS_NONE_64 && *rank <= -value; /* else rounded off the bin */
}

int32_t density_bin_cells(const struct density_result *result, const struct rect *bin, double value,
			  struct density_listed *found, int32_t most)
{
	int32_t n = 0;

	for (int32_t i = 0; i < result->placement->n_components; i++) {
		double rank;
		int32_t at;

		if (!rank_of(result, i, bin, value, &rank))
			continue;
		at = n < most ? n : most;
		n++;
		while (at > 0 && rank > found[at - 1].amount)
			at--;
		if (at == most)
			continue;
		memmove(found + at + 1, found + at,
			(size_t)((n < most ? n : most) - at - 1) * sizeof *found);
		found[at] = (struct density_listed){.component = i, .amount = rank};
	}
	return n;
}

static void report_bin(const struct density_result *result, int32_t number, struct text *out)
{
	const struct snap_density *map = result->map;
	int32_t column = number % map->columns, row = number / map->columns;
	struct rect bin = snap_density_bin(map, column, row);
	struct density_listed found[MOST_CELLS];
	int32_t n = density_bin_cells(result, &bin, map->value[number], found, MOST_CELLS);

	text_printf(out,
		    "%12.6g  (%" PRId32 ", %" PRId32 ") %.3f %.3f %.3f %.3f: %" PRId32 " cell%s",
		    map->value[number], column, row, microns(bin.x1), microns(bin.y1),
		    microns(bin.x2), microns(bin.y2), n, n == 1 ? "" : "s");
	for (int32_t i = 0; i < n && i < MOST_CELLS; i++)
		text_printf(out, "%s %s", i ? "," : ":",
			    placement_component_name(result->placement, found[i].component));
	text_add(out, n > MOST_CELLS ? ", ...\n" : "\n");
}

enum status density_report_bins(const struct density_result *result, int32_t n, struct text *out)
{
	FREED int32_t *bin = NULL;
	int32_t found;

	TRY(ALLOC(&bin, (int64_t)n));
	found = snap_density_top(result->map, density_least(result), bin, n);
	if (found > 0)
		text_add(out, "\n       value  bin, its box (um) and cells\n");
	for (int32_t i = 0; i < found; i++)
		report_bin(result, bin[i], out);
	return text_status(out);
}
