/* A list over the view that a script makes: each row is a text, and what Enter runs. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "ui/ui.h"
#include "ui/views/view_paths.h"

/* Of the words of list_choices; rows follow, two words each. */
enum { CHOICES_TITLE, CHOICES_HEAD, CHOICES_ROWS };

void choices_release(struct ui *ui)
{
	for (int i = 0; i < ui->choices.n_words; i++)
		free(ui->choices.word[i]);
	RESET(free, ui->choices.word);
	ui->choices.n_words = 0;
}

static enum status do_list(struct call *call)
{
	struct ui *ui = call->screen;

	if ((call->n_arguments - CHOICES_ROWS) % 2)
		return call_fail(call, STATUS_USAGE, "the last row has no script");
	choices_release(ui);
	TRY(ALLOC(&ui->choices.word, call->n_arguments));
	for (int i = 0; i < call->n_arguments; i++) {
		ui->choices.word[i] = copy_string(call->argument[i]);
		if (!ui->choices.word[i])
			return status_fail(STATUS_NO_MEMORY, "out of memory");
		ui->choices.n_words++;
	}
	list_select(&ui->choices.list, 0);
	board_get_design(ui->board, ui->choices.design, sizeof ui->choices.design);
	ui->listing = LISTING_CHOICES;
	return STATUS_OK;
}

void choices_follow(struct ui *ui)
{
	char now[sizeof ui->choices.design];

	board_get_design(ui->board, now, sizeof now);
	if (ui->listing == LISTING_CHOICES && strcmp(now, ui->choices.design) != 0)
		ui->listing = LISTING_NONE;
}

void choices_draw(struct ui *ui, struct area area)
{
	char *const *word = ui->choices.word;
	struct area body = area_rows(area, 2, area.height - 5);
	struct area below = area_rows(area, area.height - 2, 2);
	struct list *list = &ui->choices.list;

	if (!ui->choices.n_words)
		return;
	ui_draw_header(ui, area, true, word[CHOICES_TITLE]);
	area_text_cut(area_rows(area, 1, 1), 2, 0, STYLE_DIM, word[CHOICES_HEAD]);
	list_place(list, (ui->choices.n_words - CHOICES_ROWS) / 2, body);
	if (!list->n)
		area_text(body, 2, 0, STYLE_DIM, "none");
	for (int y = 0; y < body.height && list->top + y < list->n; y++)
		area_text_cut(body, 2, y, STYLE_NORMAL, word[CHOICES_ROWS + 2 * (list->top + y)]);
	list_mark(list, body, ">");
	if (list->n)
		area_text_cut(below, 2, 0, STYLE_DIM, word[CHOICES_ROWS + 2 * list->selected + 1]);
	area_text_cut(below, 2, 1, STYLE_DIM, "Enter runs that line, u takes it back; Esc closes");
}

static enum status do_take(struct call *call)
{
	struct ui *ui = call->screen;
	const struct list *list = &ui->choices.list;

	if (ui->listing != LISTING_CHOICES || !list->n)
		return call_fail(call, STATUS_FAILED, "nothing is listed");
	ui->listing = LISTING_NONE;
	ui_run_line(ui, ui->choices.word[CHOICES_ROWS + 2 * list->selected + 1]);
	return STATUS_OK;
}

/* The cells of the path that is selected, each with its delay, go to the script, which times the design with other sizes. */
static enum status do_best_changes(struct call *call)
{
	struct ui *ui = call->screen;
	const struct snap_path *path = paths_selected(ui);
	RELEASED_BY(script_release) struct script cells = SCRIPT_INIT, line = SCRIPT_INIT;

	if (!path || !path->timed)
		return call_fail(call, STATUS_FAILED, "no path of a netlist is selected");
	for (int64_t i = 1; i < path->n_points; i++) {
		const struct netlist *netlist = path->snap.graph->netlist;
		int32_t pin = graph_pin(path->snap.graph, path->point[i].vertex);
		int32_t before = graph_pin(path->snap.graph, path->point[i - 1].vertex);
		int32_t x = netlist->pin_instance[pin];

		if (x < 0 || x != netlist->pin_instance[before])
			continue;
		script_add(&cells, names_get(&netlist->instance_name, x), NULL);
		script_option(&cells, NULL, "%" PRId64, path->point[i].delay);
	}
	script_add(&line, "report_best_changes", "-list", "-of", script_string(&cells),
		   path->split == EARLY ? "-hold" : NULL, NULL);
	ui_submit(ui, &line);
	return STATUS_OK;
}

const struct command choice_commands[] = {
	{"list_choices", do_list, ON_SCREEN, "TITLE HEAD ?TEXT SCRIPT ...?", CHOICES_ROWS,
	 MAX_ARGUMENTS, NULL, "List texts over the view, each with the script that Enter runs"},
	{"take_choice", do_take, ON_SCREEN, NULL, 0, 0, NULL,
	 "Run the script of what is selected in the list"},
	{"best_changes", do_best_changes, ON_SCREEN, NULL, 0, 0, NULL,
	 "List the other sizes of the selected path's cells that help most, as report_best_changes"},
	{0},
};
