/* The histograms of view Summary: of the group that is selected, or of all; and from a bar to its paths. */
#include <inttypes.h>

#include "base/units.h"
#include "ui/views/summary.h"

enum {
	STACKED_ROWS = 6,    /* of a histogram where all are shown, … */
	MOST_BINS_ROWS = 18, /* … and where there is more than enough room */
	FS_PER_PS = 1000,
};

/* "-12.5": no more decimals than it has. */
static void write_ps_short(struct text *out, int64_t fs)
{
	char ps[PS_TEXT_SIZE];
	int n = format_ps(ps, fs);

	while (n > 0 && ps[n - 1] == '0')
		n--;
	text_append(out, ps, n > 0 && ps[n - 1] == '.' ? n - 1 : n);
}

static void write_bin(const struct ui *ui, struct summary_row group, int64_t bin, struct text *out)
{
	const struct histogram_axis *axis = &summary_shown_slacks(ui)->axis[group.split];
	const struct summary_group *g = &summary_shown_slacks(ui)->group[group.split][group.kind];

	text_printf(out, ": %" PRId32 " of %" PRId32 " endpoints from ", g->bin[bin],
		    g->n_endpoints);
	write_ps_short(out, axis->low + bin * axis->width);
	text_add(out, " to ");
	write_ps_short(out, axis->low + (bin + 1) * axis->width);
	text_add(out, " ps");
}

static void draw_bins(struct ui *ui, struct area area, struct summary_row group, bool selected)
{
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
			    .x_unit = FS_PER_PS,
			    .y_unit = 1,
			    .mark = &worst,
			    .n_marks = 1};
	struct text title = TEXT_INIT;

	text_printf(&title, "%s %s%s", summary_split_name(group.split),
		    summary_kind_name(group.kind), summary_which_slacks(ui));
	if (selected)
		write_bin(ui, group, summary_of(ui)->bins.selected, &title);
	ui_draw_header(ui, area, selected && ui->pane == 1, text_string(&title));
	bars_draw(&bars, ui->glyphs,
		  area_columns(area_rows(area, 1, area.height - 1), 1, area.width - 2));
	text_release(&title);
}

/* Of a group that is looked at anew the worst endpoints are selected. */
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
		draw_bins(ui,
			  area_rows(area, 0,
				    area.height < MOST_BINS_ROWS ? area.height : MOST_BINS_ROWS),
			  groups[summary_of(ui)->groups.selected], true);
	for (int i = 0; i < n && each >= STACKED_ROWS; i++)
		draw_bins(ui, area_rows(area, i * each, each > STACKED_ROWS ? each - 1 : each),
			  groups[i], i == summary_of(ui)->groups.selected);
}

/* ---- from a bar to its paths ---- */

/* Where paths of a group end, as an option of find_paths; "" = anywhere, or not to be said so. */
static const char *ends_of(int kind)
{
	switch (kind) {
	case ENDPOINT_SETUP:
	case ENDPOINT_HOLD:
		return " -to [all_registers -data_pins]";
	case ENDPOINT_RECOVERY:
	case ENDPOINT_REMOVAL:
		return " -to [all_registers -async_pins]";
	case ENDPOINT_OUTPUT:
		return " -to [all_outputs]";
	default:
		return "";
	}
}

/* The paths of a bar, as a command that is shown before it is run: how many lie below
 * isn't known. */
void summary_ask_for_paths(struct ui *ui, struct summary_row group)
{
	const struct histogram_axis *axis = &summary_shown_slacks(ui)->axis[group.split];
	int64_t low = axis->low + summary_of(ui)->bins.selected * axis->width;
	struct text line = TEXT_INIT;

	text_printf(&line, "find_paths -max_paths 1000%s -path_delay %s -slack_min ",
		    ends_of(group.kind), group.split == LATE ? "max" : "min");
	write_ps_short(&line, low);
	text_add(&line, " -slack_max ");
	write_ps_short(&line, low + axis->width - 1);
	text_add(&line, "; view paths");
	prompt_open(&ui->prompt, text_string(&line));
	text_release(&line);
}
