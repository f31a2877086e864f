/* Which endpoints view Endpoints lists, and what it shows beside them: commands of keys and scripts. */
#include "ui/views/view_endpoints.h"
#include "ui/views/view_summary.h"

static enum status do_show(struct call *call)
{
	struct ui *ui = call->screen;
	int index;

	TRY(call_choose(call, "worst|found|bars|next", &index));
	endpoints_of(ui)->show = index < N_ENDPOINTS_SHOWS
					 ? (enum endpoints_show)index
					 : (endpoints_of(ui)->show + 1) % N_ENDPOINTS_SHOWS;
	ui_show_view(ui, &endpoints_view);
	ui->pane = 1;
	return STATUS_OK;
}

static enum status do_group(struct call *call)
{
	struct ui *ui = call->screen;
	struct endpoints_view *v = endpoints_of(ui);
	const struct snap_endpoints *e = v->endpoints;
	int n = e ? e->n_groups : 0, index;

	TRY(call_choose(call, "next|previous|all", &index));
	if (index < 2 && n == 0)
		ui_say(ui, STYLE_ACCENT, "no endpoints are listed yet: there are no groups");
	if (index == 2 || n == 0)
		v->group = -1;
	else /* all, the first, …, the last, and around */
		v->group = (v->group + 1 + (index == 0 ? 1 : n)) % (n + 1) - 1;
	list_select(&v->list, 0);
	return STATUS_OK;
}

static const struct option layout_options[] = {
	{"-stay", OPTION_FLAG, NULL, "stay in the view that is shown"},
	{0},
};

static enum status do_layout(struct call *call)
{
	struct ui *ui = call->screen;
	struct endpoints_view *v = endpoints_of(ui);
	int index;

	TRY(call_choose(call, "on|off|flip|paths", &index));
	v->marked = index == 0                                     ? FRAME_FAILS_MARKS
		    : index == 2 && v->marked == FRAME_FAILS_NOT   ? FRAME_FAILS_MARKS
		    : index == 3 && v->marked != FRAME_FAILS_PATHS ? FRAME_FAILS_PATHS
		    : index == 3                                   ? FRAME_FAILS_MARKS
								   : FRAME_FAILS_NOT;
	if (!call->option[0].given)
		ui_show_view(ui, &density_view);
	if (v->marked == FRAME_FAILS_PATHS && !ui->surface.cell_width && !call->option[0].given)
		ui_say(ui, STYLE_ACCENT,
		       "their paths are drawn in the layout window (%s), and by terminals with pixels",
		       ui_key_of("window toggle"));
	return STATUS_OK;
}

enum { RANGE_MIN, RANGE_MAX, RANGE_SELECTED };

static const struct option range_options[] = {
	[RANGE_MIN] = {"-slack_min", OPTION_TIME, "PS", "only those with at least this slack"},
	[RANGE_MAX] = {"-slack_max", OPTION_TIME, "PS", "only those with at most this slack"},
	[RANGE_SELECTED] = {"-selected", OPTION_FLAG, NULL,
			    "only those of the row that is selected in view Summary"},
	{0},
};

static enum status do_list(struct call *call)
{
	const struct option_value *given = call->option;
	struct ui *ui = call->screen;
	int64_t low = given[RANGE_MIN].given ? given[RANGE_MIN].number : INT64_MIN;
	int64_t high = given[RANGE_MAX].given ? given[RANGE_MAX].number : INT64_MAX - 1;

	if (low > high)
		return call_fail(call, STATUS_USAGE, "-slack_min is above -slack_max");
	if (!given[RANGE_MIN].given && !given[RANGE_MAX].given)
		low = high = 0; /* no limits */
	else
		high++;
	if (!given[RANGE_SELECTED].given || !summary_list_selected(ui, low, high))
		endpoints_list(ui, endpoints_split(ui), -1, low, high);
	return STATUS_OK;
}

const struct command ui_endpoint_commands[] = {
	{"endpoints_show", do_show, ON_SCREEN, "worst|found|bars|next", 1, 1, NULL,
	 "Beside the list of endpoints, show the worst path to the selected one, the paths found that pass it, "
	 "or how the slacks of all are spread"},
	{"endpoints_group", do_group, ON_SCREEN, "next|previous|all", 1, 1, NULL,
	 "List the endpoints of one path group, or of all"},
	{"endpoints_layout", do_layout, ON_SCREEN, "on|off|flip|paths", 1, 1, layout_options,
	 "Mark in layouts the endpoints of the list that fail, or don't; paths: with the worst path to each of the "
	 "worst 200 in pictures, or the marks only again; and show view Density"},
	{"endpoints_list", do_list, ON_SCREEN, NULL, 0, 0, range_options,
	 "List endpoints by slack, all of them or those within limits"},
	{0},
};
