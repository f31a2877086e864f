/* The commands of the panel: the explanation and lessons. */
#include <stdlib.h>
#include <string.h>

#include "ui/ui.h"
#include "ui/views/view_paths.h"

static enum status do_explain(struct call *call)
{
	struct ui *ui = call->screen;
	bool in_path;

	if (ui_unfolds(ui) && ui_in_panel(ui)) /* back to the path */
		ui->pane = 1;
	in_path = ui->pane == 1 && (!ui_in_panel(ui) || ui_unfolds(ui)) && ui->view->unfold &&
		  (!ui->search || ui->search->snap.graph->netlist);
	ui->explaining = !ui->explaining || (in_path && !ui->unfolding);
	ui->unfolding = ui->explaining && in_path;
	ui_show_panel(ui);
	return STATUS_OK;
}

enum { SHOW_CHOICES, SHOW_NUMBER };

static const struct option show_options[] = {
	[SHOW_CHOICES] = {"-choices", OPTION_WORD, "WORDS",
			  "a digit answers the question by one of these"},
	[SHOW_NUMBER] = {"-number", OPTION_FLAG, NULL, "digits answer it"},
	{0},
};

static enum status do_show_lesson(struct call *call)
{
	struct ui *ui = call->screen;
	struct lesson *lesson = &ui->lesson;

	lesson->open = call->argument[3][0] != '\0';
	if (!lesson->open)
		demo_begin(ui);
	ui->explaining = false;
	ui->arc = -1;
	ui_show_panel(ui);
	lesson->step = atoi(call->argument[0]);
	lesson->n_steps = atoi(call->argument[1]);
	text_clear(&lesson->title);
	text_add(&lesson->title, call->argument[2]);
	text_clear(&lesson->text);
	text_add(&lesson->text, call->argument[3]);
	text_clear(&lesson->question);
	text_add(&lesson->question, call->n_arguments > 4 ? call->argument[4] : "");
	lesson->asks = call->option[SHOW_CHOICES].given || call->option[SHOW_NUMBER].given;
	text_clear(&lesson->choices);
	if (call->option[SHOW_CHOICES].given)
		text_add(&lesson->choices, call->option[SHOW_CHOICES].word);
	return STATUS_OK;
}

/* What a procedure of assets/lesson.tcl does with a name or a file. */
static enum status run_lesson(struct ui *ui, const char *procedure, const char *name)
{
	RELEASED_BY(script_release) struct script script = SCRIPT_INIT;

	script_fixed(&script, "source [asset lesson.tcl]");
	script_add(&script, procedure, name, NULL);
	ui_submit(ui, &script);
	return STATUS_OK;
}

/* What needs the lesson that is open: read the procedures only if no lesson has been, since that closes it. */
static enum status ask_lesson(struct ui *ui, const char *procedure, const char *value)
{
	RELEASED_BY(script_release) struct script script = SCRIPT_INIT;

	script_fixed(&script, "if {[info procs ::lesson_score] eq {}} {source [asset lesson.tcl]}");
	script_add(&script, procedure, value, NULL);
	ui_submit(ui, &script);
	return STATUS_OK;
}

static enum status open_lesson(struct ui *ui, const char *name)
{
	if (name[0] == '-' || !name[0])
		return status_fail(STATUS_USAGE,
				   "lesson: expected next, back, a number or a name, not "
				   "\"%.100s\"; help lessons lists them",
				   name);
	return run_lesson(ui, "lesson_open", name);
}

static enum status do_lessons(struct call *call)
{
	return lesson_menu_toggle(call->screen);
}

static enum status open_selected(struct ui *ui)
{
	const char *name = lesson_menu_selected(ui);

	if (!name)
		return status_fail(STATUS_FAILED, "the lessons aren't listed; %s lists them",
				   ui_key_of("lessons"));
	ui->listing = LISTING_NONE;
	return open_lesson(ui, name);
}

static enum status do_lesson(struct call *call)
{
	struct ui *ui = call->screen;
	bool back = strcmp(call->argument[0], "back") == 0;

	if (call->n_arguments == 2)
		return strcmp(call->argument[0], "check") == 0
			       ? run_lesson(ui, "lesson_check", call->argument[1])
		       : strcmp(call->argument[0], "new") == 0
			       ? run_lesson(ui, "lesson_new", call->argument[1])
		       : strcmp(call->argument[0], "answer") == 0
			       ? ask_lesson(ui, "lesson_answer", call->argument[1])
		       : strcmp(call->argument[0], "score") == 0
			       ? ask_lesson(ui, "lesson_score", call->argument[1])
			       : call_choose(call, "check|new|answer|score", &(int){0});
	if (strcmp(call->argument[0], "check") == 0 || strcmp(call->argument[0], "new") == 0)
		return status_fail(STATUS_USAGE, "lesson %s: which file?", call->argument[0]);
	if (strcmp(call->argument[0], "answer") == 0)
		return status_fail(STATUS_USAGE, "lesson answer: which value?");
	if (strcmp(call->argument[0], "score") == 0)
		return ask_lesson(ui, "lesson_score", NULL);
	if (strcmp(call->argument[0], "selected") == 0)
		return open_selected(ui);
	if (!back && strcmp(call->argument[0], "next") != 0)
		return open_lesson(ui, call->argument[0]);
	if (!ui->lesson.open)
		return call_fail(call, STATUS_FAILED, "none is open; %s lists them",
				 ui_key_of("lessons"));
	if (ui->lesson.open && ui->lesson.step == (back ? 1 : ui->lesson.n_steps))
		ui_say(ui, STYLE_ACCENT, "this is the %s step of the lesson; %s closes it",
		       back ? "first" : "last", ui_key_of("close_panel"));
	else /* the steps are procedures of the lesson's script, so they run where Tcl is */
		ui_submit_text(ui, back ? "lesson_back" : "lesson_next");
	return STATUS_OK;
}

static enum status do_select_path(struct call *call)
{
	char *end;
	long long rank = strtoll(call->argument[0], &end, 10);

	if (*end || rank < 1)
		return call_fail(call, STATUS_USAGE, "\"%.100s\" is not a rank", call->argument[0]);
	list_select(&paths_of(call->screen)->list, rank - 1);
	return STATUS_OK;
}

const struct command ui_explain_commands[] = {
	{"explain", do_explain, ON_SCREEN, NULL, 0, 0, NULL,
	 "Explain the step of the timeline, in a path the arithmetic of the point; or stop explaining"},
	{"show_lesson", do_show_lesson, ON_SCREEN, "STEP STEPS TITLE TEXT ?QUESTION?", 4, 5,
	 show_options, "Show a step of a lesson; one without text is a scene of a demonstration"},
	{"lesson", do_lesson, ON_SCREEN,
	 "next|back|selected|new|check|answer|score|NUMBER|NAME ?FILE|VALUE|csv|forget?", 1, 2,
	 NULL,
	 "Go on in the lesson; open one by its number, its name or its file; write a template for your own; run a file and report its errors; check an answer; print the score, which is kept from run to run until score forget, or as CSV with the answers"},
	{"lessons", do_lessons, ON_SCREEN, NULL, 0, 0, NULL,
	 "List the lessons, or stop listing them"},
	{"select_path", do_select_path, ON_SCREEN, "RANK", 1, 1, NULL, "Select a path of the list"},
	{0},
};
