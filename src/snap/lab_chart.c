/* The charts of the lab: rooflines, and the curves of a placement. */
#include <float.h>
#include <stdio.h>

#include "base/grow.h"
#include "snap/chart.h"

static enum status add_line(struct chart *chart, const char *name, int32_t n)
{
	struct chart_line *line = &chart->line[chart->n_lines++];

	snprintf(line->name, sizeof line->name, "%s", name);
	line->n = n;
	return ALLOC_ALL(n, &line->x, &line->y);
}

/* ---- rooflines ---- */

const char *const lab_roof_name[] = {"", "copies", "reads", "caches"};

enum lab_roof lab_roof_of(const struct lab_table *table, const struct lab_row *row, double *share)
{
	double rate = row->ms > 0 ? (double)row->bytes / row->ms : 0;

	*share = 0;
	if (!(rate > 0) || !(table->copy_rate > 0))
		return LAB_NO_ROOF;
	*share = rate / table->copy_rate;
	if (*share <= 1)
		return LAB_COPIES;
	if (table->read_rate > table->copy_rate)
		*share = rate / table->read_rate;
	return *share <= 1 ? LAB_READS : LAB_ABOVE;
}

/* "87 % of the copies' roof", of the lower of memory's and arithmetic's. */
static void write_share(const struct lab_table *table, const struct lab_row *row, char *out,
			size_t size)
{
	double share, of_peak = row->work / row->ms / table->peak_rate;
	enum lab_roof roof = lab_roof_of(table, row, &share);

	if (table->peak_rate > 0 && of_peak > share)
		snprintf(out, size, "%3.0f %% of arithmetic's roof", 100 * of_peak);
	else if (roof == LAB_ABOVE)
		snprintf(out, size, "above memory's roof, from caches");
	else
		snprintf(out, size, "%3.0f %% of the %s' roof", 100 * share, lab_roof_name[roof]);
}

/* x: operations per byte; y: 1e9 operations per second. */
static void add_marks(const struct lab_table *table, struct chart *out)
{
	for (int32_t i = 0; i < table->n && out->n_marks < CHART_MARKS; i++) {
		const struct lab_row *row = &table->row[i];
		struct chart_mark *mark = &out->mark[out->n_marks];
		char share[48];

		if (row->ms <= 0 || row->bytes <= 0 || row->work <= 0)
			continue;
		mark->sign = (char)('a' + out->n_marks++);
		mark->x = row->work / (double)row->bytes;
		mark->y = row->work / row->ms / 1e6;
		write_share(table, row, share, sizeof share);
		snprintf(mark->name, sizeof mark->name, "%-18.18s %8.3f %s, %s", row->method,
			 mark->y, table->work, share);
		chart_widen(&out->x, mark->x);
		chart_widen(&out->y, mark->y);
	}
}

static enum status make_roofline(const struct lab_table *table, struct chart *out)
{
	double ridge = table->peak_rate / table->copy_rate;
	struct chart_line *line;

	out->x = (struct chart_axis){.is_log = true, .low = DBL_MAX};
	out->y = (struct chart_axis){.is_log = true, .low = DBL_MAX};
	if (!(table->copy_rate > 0))
		return status_fail(STATUS_FAILED, "the lab has measured no bandwidth");
	add_marks(table, out);
	if (out->n_marks == 0)
		return status_fail(
			STATUS_FAILED,
			"no method of the lab's has been measured; lab_spmv, lab_bfs or lab_sta does");
	/* the copy's bandwidth up to the peak, where there is one */
	out->x.low /= 2;
	out->x.high = ridge > 2 * out->x.high ? 2 * ridge : 4 * out->x.high;
	TRY(add_line(out, "roof", ridge > 0 ? 3 : 2));
	line = &out->line[0];
	line->x[0] = out->x.low;
	line->x[line->n - 1] = out->x.high;
	if (ridge > 0)
		line->x[1] = ridge;
	for (int i = 0; i < line->n; i++) {
		line->y[i] = line->x[i] * table->copy_rate / 1e6;
		if (ridge > 0 && line->y[i] > table->peak_rate / 1e6)
			line->y[i] = table->peak_rate / 1e6;
		chart_widen(&out->y, line->y[i]);
	}
	out->y.low /= 2;
	out->y.high *= 1.5;
	snprintf(out->title, sizeof out->title, "%.100s", table->title);
	if (ridge > 0)
		snprintf(out->x.title, sizeof out->x.title,
			 "operations a byte; copies %.4g GB/s, peak %.4g GFLOP/s",
			 table->copy_rate / 1e6, table->peak_rate / 1e6);
	else
		snprintf(out->x.title, sizeof out->x.title, "work a byte; copies %.4g GB/s",
			 table->copy_rate / 1e6);
	snprintf(out->y.title, sizeof out->y.title, "%s", table->work);
	return STATUS_OK;
}

/* ---- placements ---- */

static double value_of(enum lab_chart what, const struct lab_point *point, int32_t line)
{
	return what == LAB_WIRES ? point->wires : point->residual[line];
}

static enum status make_curves(enum lab_chart what, const struct lab_point *point, int32_t n,
			       struct chart *out)
{
	static const char *const names[] = {"x", "y"};
	int32_t n_lines = what == LAB_WIRES ? 1 : 2;

	if (n < 2)
		return status_fail(STATUS_FAILED, "no placement has been solved; lab_cg does so");
	out->x = (struct chart_axis){.title = "iteration", .low = 0, .high = n - 1};
	out->y = (struct chart_axis){.is_log = what == LAB_RESIDUAL, .low = DBL_MAX};
	for (int32_t l = 0; l < n_lines; l++) {
		TRY(add_line(out, what == LAB_WIRES ? "wires" : names[l], n));
		for (int32_t i = 0; i < n; i++) {
			double y = value_of(what, &point[i], l);

			y = what == LAB_RESIDUAL && y < 1e-12 ? 1e-12 : y;
			out->line[l].x[i] = i;
			out->line[l].y[i] = y;
			chart_widen(&out->y, y);
		}
	}
	if (!(out->y.high > out->y.low))
		out->y.high = out->y.low > 0 ? 2 * out->y.low : out->y.low + 1;
	snprintf(out->title, sizeof out->title, "%s",
		 what == LAB_WIRES ? "quadratic placement: wire length"
				   : "quadratic placement: residuals of x (-) and y (*)");
	snprintf(out->y.title, sizeof out->y.title, "%s",
		 what == LAB_WIRES ? "half perimeters, um" : "|b - A x| / |b|");
	return STATUS_OK;
}

enum status lab_chart_make(enum lab_chart what, const struct lab_table *table,
			   const struct lab_point *point, int32_t n_points, struct chart *out)
{
	enum status status;

	*out = (struct chart){.n_lines = 0};
	status = what == LAB_ROOFLINE ? make_roofline(table, out)
				      : make_curves(what, point, n_points, out);
	if (status != STATUS_OK)
		chart_release(out);
	return status;
}
