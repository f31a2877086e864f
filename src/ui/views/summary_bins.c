/* The histograms of view Summary: of the group that is selected, or of all; and from a bar to its endpoints. */
#include <inttypes.h>

#include "ui/views/view_endpoints.h"
#include "ui/views/view_summary.h"

enum {
	STACKED_ROWS = 6,    /* of a histogram where all are shown, … */
	MOST_BINS_ROWS = 18, /* … and where there is more than enough room */
	MARKED_FROM = 8,     /* with the header: there is a row for marks then */
};

static void write_bin(const struct ui *ui, struct summary_row group, int64_t bin, struct text *out)
{
	const struct histogram_axis *axis = &summary_shown_slacks(ui)->axis[group.split];
	const struct summary_group *g = &summary_shown_slacks(ui)->group[group.split][group.kind];

	text_printf(out, ": %" PRId32 " of %" PRId32 " endpoints from ", g->bin[bin],
		    g->n_endpoints);
	text_time_short(out, axis->low + bin * axis->width);
	text_add(out, " to ");
	text_time_short(out, axis->low + (bin + 1) * axis->width);
	text_printf(out, " %s", time_unit());
}

/* Of the group in row `row` of the table. */
static void draw_bins(struct ui *ui, struct area area, struct summary_row group, int row)
{
	struct summary_view *v = summary_of(ui);
	bool selected = row == v->groups.selected;
	const struct summary_slacks *slacks = summary_shown_slacks(ui);
	const struct histogram_axis *axis = &slacks->axis[group.split];
	const struct summary_group *g = &slacks->group[group.split][group.kind];
	struct bars_mark worst = {'W', g->wns};
	struct bars bars = {.series = {{NULL, g->bin, g->n_endpoints}},
			    .n_series = 1,
			    .n = axis->n_bins,
			    .selected = selected ? (int32_t)summary_of(ui)->bins.selected : -1,
			    .low = axis->low,
			    .width = axis->width,
			    .total = g->n_endpoints,
			    .scale = summary_of(ui)->plotted.scale,
			    .signs = true,
			    .x_unit = time_unit_fs(),
			    .y_unit = 1,
			    .mark = &worst,
			    .n_marks = 1};
	RELEASED_BY(text_release) struct text title = TEXT_INIT;

	text_printf(&title, "%s %s%s", summary_split_name(group.split),
		    summary_kind_name(group.kind), summary_which_slacks(ui));
	if (selected)
		write_bin(ui, group, summary_of(ui)->bins.selected, &title);
	if (selected && area.height >= MARKED_FROM)
		text_add(&title, "; W: WNS");
	ui_draw_header(ui, area, selected && ui->pane == 1, text_string(&title));
	area = area_columns(area_rows(area, 1, area.height - 1), 1, area.width - 2);
	bars_draw(&bars, ui->glyphs, area);
	if (!ui->on_sheet && v->n_charts < SUMMARY_CHARTS)
		v->chart[v->n_charts++] = (struct summary_chart){area, row, bars.n};
}

/* When another group is shown its worst endpoints are selected. */
static void find_worst_bin(struct ui *ui, struct summary_row group)
{
	const int32_t *bin = summary_shown_slacks(ui)->group[group.split][group.kind].bin;
	int64_t low = summary_shown_slacks(ui)->axis[group.split].low;
	int worst = 0;

	if (summary_of(ui)->bins_group == summary_of(ui)->groups.selected &&
	    summary_of(ui)->bins_low == low)
		return;
	summary_of(ui)->bins_group = summary_of(ui)->groups.selected;
	summary_of(ui)->bins_low = low;
	while (worst + 1 < SUMMARY_BINS && !bin[worst])
		worst++;
	list_select(&summary_of(ui)->bins, worst);
}

/* The group that is selected, or all where there is room for them. */
void summary_draw_histograms(struct ui *ui, struct area area)
{
	struct summary_row groups[N_SPLITS * (N_ENDPOINT_KINDS + 1)];
	int n = summary_list_groups(ui, groups), each = n ? area.height / n : 0;

	summary_of(ui)->bins.across = true;
	if (!ui->on_sheet)
		summary_of(ui)->n_charts = 0;
	if (n == 0 || !summary_shown_slacks(ui)->there) {
		list_fit(&summary_of(ui)->bins, 0, 1);
		ui_draw_header(ui, area, ui->pane == 1, n ? "slacks are pending" : "no slacks");
		return;
	}
	list_fit(&summary_of(ui)->bins,
		 summary_shown_slacks(ui)
			 ->axis[groups[summary_of(ui)->groups.selected].split]
			 .n_bins,
		 10);
	find_worst_bin(ui, groups[summary_of(ui)->groups.selected]);
	each = each < MOST_BINS_ROWS ? each : MOST_BINS_ROWS;
	if (each < STACKED_ROWS)
		draw_bins(ui, area, groups[summary_of(ui)->groups.selected],
			  (int)summary_of(ui)->groups.selected);
	for (int i = 0; i < n && each >= STACKED_ROWS; i++)
		draw_bins(ui, area_rows(area, i * each, each > STACKED_ROWS ? each - 1 : each),
			  groups[i], i);
}

/* ---- from a bar to its endpoints ---- */

void summary_enter_bar(struct ui *ui)
{
	struct summary_row groups[N_SPLITS * (N_ENDPOINT_KINDS + 1)];
	const struct histogram_axis *axis;
	int64_t low;

	if (summary_list_groups(ui, groups) == 0 || !summary_shown_slacks(ui)->there)
		return;
	axis = &summary_shown_slacks(ui)->axis[groups[summary_of(ui)->groups.selected].split];
	low = axis->low + summary_of(ui)->bins.selected * axis->width;
	summary_list_selected(ui, low, low + axis->width);
}

bool summary_list_selected(struct ui *ui, int64_t low, int64_t high)
{
	struct summary_row groups[N_SPLITS * (N_ENDPOINT_KINDS + 1)], group;

	if (summary_list_groups(ui, groups) == 0)
		return false;
	group = groups[summary_of(ui)->groups.selected];
	endpoints_list(ui, (enum split)group.split, group.kind == SUMMARY_ALL ? -1 : group.kind,
		       low, high);
	return true;
}

/* A chart that isn't of the selected group has no selected bar. */
bool summary_click_bar(struct ui *ui, int x, int y)
{
	struct summary_view *v = summary_of(ui);

	for (int i = 0; i < v->n_charts; i++) {
		int selected = v->chart[i].group == v->groups.selected ? (int)v->bins.selected : -1;
		int32_t bin;

		if (!area_contains(v->chart[i].area, x, y))
			continue;
		bin = bars_bin_at(v->chart[i].n, selected, v->chart[i].area, x);
		if (bin < 0)
			return false;
		list_select(&v->groups, v->chart[i].group);
		v->bins.n = v->chart[i].n;
		list_select(&v->bins, bin);
		summary_enter_bar(ui);
		return true;
	}
	return false;
}
