/* The commands of the panel: the explanation and lessons. */
#include <stdlib.h>
#include <string.h>

#include "ui/ui.h"
#include "ui/views/paths.h"

static struct ui *ui_of(const struct call *call)
{
	return call->screen;
}

static enum status do_explain(struct call *call)
{
	struct ui *ui = ui_of(call);

	ui->explaining = !ui->explaining;
	ui_show_panel(ui);
	return STATUS_OK;
}

static enum status do_show_lesson(struct call *call)
{
	struct ui *ui = ui_of(call);
	struct lesson *lesson = &ui->lesson;

	lesson->open = true;
	ui->explaining = false;
	ui_show_panel(ui);
	lesson->step = atoi(call->argument[0]);
	lesson->n_steps = atoi(call->argument[1]);
	text_clear(&lesson->title);
	text_add(&lesson->title, call->argument[2]);
	text_clear(&lesson->text);
	text_add(&lesson->text, call->argument[3]);
	text_clear(&lesson->question);
	text_add(&lesson->question, call->n_arguments > 4 ? call->argument[4] : "");
	return STATUS_OK;
}

/* Its name needs no quoting: others have no lesson. */
static enum status open_lesson(struct ui *ui, const char *name)
{
	struct text script = TEXT_INIT;

	if (name[0] == '-' ||
	    name[strspn(name,
			"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./")])
		return status_fail(STATUS_USAGE,
				   "lesson: expected next, back or a name, not "
				   "\"%.100s\"; help lessons lists them",
				   name);
	text_printf(&script, "source [asset lesson.tcl]; lesson_open %s", name);
	ui_submit(ui, text_string(&script));
	text_release(&script);
	return STATUS_OK;
}

static enum status do_lesson(struct call *call)
{
	struct ui *ui = ui_of(call);
	bool back = strcmp(call->argument[0], "back") == 0;

	if (!back && strcmp(call->argument[0], "next") != 0)
		return open_lesson(ui, call->argument[0]);
	if (!ui->lesson.open)
		return status_fail(STATUS_FAILED, "lesson: none is open; lesson NAME opens one, "
						  "help lessons lists them");
	if (ui->lesson.open && ui->lesson.step == (back ? 1 : ui->lesson.n_steps))
		ui_say(ui, STYLE_ACCENT, "this is the %s step of the lesson; %s closes it",
		       back ? "first" : "last", ui_key_of("close_panel"));
	else /* the steps are procedures of the lesson's script, so they run where Tcl is */
		ui_submit(ui, back ? "lesson_back" : "lesson_next");
	return STATUS_OK;
}

static enum status do_select_path(struct call *call)
{
	char *end;
	long long rank = strtoll(call->argument[0], &end, 10);

	if (*end || rank < 1)
		return status_fail(STATUS_USAGE, "select_path: \"%.100s\" is not a rank",
				   call->argument[0]);
	list_select(&paths_of(ui_of(call))->list, rank - 1);
	return STATUS_OK;
}

const struct command ui_explain_commands[] = {
	{"explain", NULL, 0, 0, "Explain the step of the timeline, or stop explaining", NULL,
	 do_explain, ON_SCREEN},
	{"show_lesson", "STEP STEPS TITLE TEXT ?QUESTION?", 4, 5, "Show a step of a lesson", NULL,
	 do_show_lesson, ON_SCREEN},
	{"lesson", "next|back|NAME", 1, 1, "Go on in the lesson, or open one", NULL, do_lesson,
	 ON_SCREEN},
	{"select_path", "RANK", 1, 1, "Select a path of the list", NULL, do_select_path, ON_SCREEN},
	{0},
};
