/* What is plotted, and how: commands of keys and scripts. */
#include "ui/ui.h"
#include "ui/views/plots.h"
#include "ui/views/view_summary.h"

static void show(struct ui *ui, enum plot_quantity quantity)
{
	plots_choose(ui, quantity);
	ui_show_view(ui, plot_view(quantity));
	ui->pane = 1;
}

static enum status do_plot(struct call *call)
{
	struct ui *ui = call->screen;
	int index;

	TRY(call_choose(call, PLOT_QUANTITIES "|next|previous", &index));
	if (index < N_PLOT_QUANTITIES)
		show(ui, (enum plot_quantity)index);
	else if (!ui->view->plotted)
		ui_say(ui, STYLE_ACCENT, "nothing is plotted in %s", ui->view->info->title);
	else
		show(ui, plots_next(ui, index > N_PLOT_QUANTITIES));
	return STATUS_OK;
}

static enum status do_plot_scale(struct call *call)
{
	static const char *const names[] = {"linear", "logarithmic", "cumulative: all up to there"};
	struct ui *ui = call->screen;
	enum plot_scale *scale = plots_scale(ui);
	int index;

	TRY(call_choose(call, PLOT_SCALES "|next", &index));
	*scale = (enum plot_scale)(index < (int)N_SCALES ? index : ((int)*scale + 1) % N_SCALES);
	ui_say(ui, STYLE_NORMAL, "scale: %s", names[*scale]);
	return STATUS_OK;
}

static enum status do_plot_zoom(struct call *call)
{
	static const int direction[] = {1, -1, 0};
	struct ui *ui = call->screen;
	int index;

	TRY(call_choose(call, "in|out|fit", &index));
	if (ui->view != &summary_view || plots_shown(ui) == PLOT_KINDS)
		ui_say(ui, STYLE_ACCENT,
		       "this shows all there is; histograms by group are zoomed: %s",
		       ui_key_of("plot next"));
	else if (!plots_zoom(ui, direction[index]))
		ui_say(ui, STYLE_ACCENT,
		       index == 0 ? "bins are as narrow as can be" : "all is shown");
	return STATUS_OK;
}

static enum status do_plot_slacks(struct call *call)
{
	struct ui *ui = call->screen;
	bool *before = &summary_of(ui)->before;
	int index;

	TRY(call_choose(call, "after|before|flip", &index));
	*before = index == 2 ? !*before : index == 1;
	ui_say(ui, STYLE_NORMAL, "slacks of endpoints %s common path pessimism is removed (CPPR)",
	       *before ? "before" : "after");
	return STATUS_OK;
}

const struct command plot_commands[] = {
	{"plot", do_plot, ON_SCREEN, "QUANTITY", 1, 1, NULL,
	 "Plot slacks of endpoints (kinds, setup, hold), of paths their slack, points, deviations "
	 "(paths, depth, deviations), of all paths their slack (all), of levels convergence, bound, error, candidates, kept, time, its records as a table (records), of "
	 "labels the lists (pins), a small graph (drawing), ranks, labels, queries, of a path its points (trace), "
	 "of all paths re-timed their slacks by own slews and by the graph (retimed); next, previous"},
	{"plot_scale", do_plot_scale, ON_SCREEN, PLOT_SCALES "|next", 1, 1, NULL,
	 "Choose the scale of what the view plots"},
	{"plot_slacks", do_plot_slacks, ON_SCREEN, "after|before|flip", 1, 1, NULL,
	 "Show slacks of endpoints after common path pessimism is removed (CPPR), or before"},
	{"plot_zoom", do_plot_zoom, ON_SCREEN, "in|out|fit", 1, 1, NULL,
	 "Zoom in or out at the selected bar"},
	{0},
};
