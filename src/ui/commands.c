/*
 * The commands of the screen: what keys and scripts can do to it. What else the explorer has of
 * them is in a table of its own beside this one.
 */
#include <fnmatch.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "ui/help.h"
#include "ui/ui.h"
#include "ui/views/chooser.h"

enum {
	INTERRUPTS_TO_QUIT = 3,
	INTERRUPT_MS = 2000,
	SHIFT_COLUMNS = 8,
};

/* ---- views and panes ---- */

static void set_view(struct ui *ui, const struct view *view)
{
	if (ui->view->leave)
		ui->view->leave(ui);
	ui->view = view;
	board_set_stepper(ui->board, view->stepper);
	ui->pane = 0;
	ui->listing = LISTING_NONE;
	ui_ask_again(ui);
}

static bool leave_view(struct ui *ui)
{
	struct view_stop stop;

	if (ui->n_history == 0)
		return false;
	stop = ui->history[--ui->n_history];
	set_view(ui, stop.view);
	ui->pane = stop.pane;
	if (stop.kept)
		stop.view->restore(ui, stop.kept);
	free(stop.kept);
	return true;
}

void ui_show_view(struct ui *ui, const struct view *view)
{
	const struct view *before = ui->view;

	if (view == before)
		return;
	if (ui->n_history == N_HISTORY) {
		free(ui->history[0].kept);
		memmove(ui->history, ui->history + 1,
			(size_t)(--ui->n_history) * sizeof *ui->history);
	}
	ui->history[ui->n_history++] =
		(struct view_stop){before, ui->pane, before->keep ? before->keep(ui) : NULL};
	set_view(ui, view);
}

static enum status do_view(struct call *call)
{
	const struct view *view = view_find(call->argument[0]);
	int index = 0;

	if (!view)
		return call_choose(call, NULL, &index);
	if (view->open)
		view->open(call->screen);
	ui_show_view(call->screen, view);
	return STATUS_OK;
}

static enum status do_leave(struct call *call)
{
	struct ui *ui = call->screen;

	if (ui->listing)
		ui->listing = LISTING_NONE;
	else if (!leave_view(ui))
		ui->asking_to_quit = true;
	return STATUS_OK;
}

static enum status do_close(struct call *call)
{
	struct ui *ui = call->screen;

	if (ui->listing) {
		ui->listing = LISTING_NONE;
	} else if (ui->explaining) {
		ui->explaining = false;
	} else if (ui->lesson.open) {
		ui->lesson.open = false;
		ui_say(ui, STYLE_NORMAL,
		       "lesson closed; :lesson_go %d goes on, :open_design opens the design from before",
		       ui->lesson.step);
	} else if (!ui->view->clear || !ui->view->clear(ui)) {
		chooser_clear_filter(ui);
	}
	return STATUS_OK;
}

static enum status do_pane(struct call *call)
{
	struct ui *ui = call->screen;
	int n = ui_panes(ui), previous;

	TRY(call_choose(call, NULL, &previous));
	if (n == 1)
		ui_say(ui, STYLE_ACCENT, "there is one pane here");
	else
		ui->pane = (ui->pane + (previous ? n - 1 : 1)) % n;
	return STATUS_OK;
}

static void drill_in(struct ui *ui)
{
	if (ui->view->enter)
		ui->view->enter(ui);
	else
		ui_say(ui, STYLE_ACCENT, "there is nothing to go into in %s",
		       ui->view->info->title);
}

static void drill_out(struct ui *ui)
{
	if (!ui_in_panel(ui) && ui->view->back && ui->view->back(ui))
		return;
	if (ui->pane > 0 && !ui->view->pane_stays)
		ui->pane = 0;
	else if (!leave_view(ui))
		ui_say(ui, STYLE_ACCENT, "this is the first view; %s quits", ui_key_of("quit"));
}

static enum status do_drill(struct call *call)
{
	struct ui *ui = call->screen;
	int out;

	TRY(call_choose(call, NULL, &out));
	if (ui->listing)
		ui->listing = LISTING_NONE;
	else if (out)
		drill_out(ui);
	else
		drill_in(ui);
	return STATUS_OK;
}

/* Moves that end where they began say why. */
static void move_list(struct ui *ui, struct list *list, enum list_move move, int64_t times)
{
	int64_t selected = list->selected, top = list->top;
	bool up = move == MOVE_UP || move == MOVE_PAGE_UP || move == MOVE_HALF_UP ||
		  move == MOVE_FIRST;

	list_move(list, move, times);
	if (list->n == 0)
		ui_say(ui, STYLE_ACCENT, "there is nothing to move in yet");
	else if (list->is_text ? list->top == top : list->selected == selected)
		ui_say(ui, STYLE_ACCENT,
		       list->across ? "this is the %s bar" : "this is the %s line",
		       up ? "first" : "last");
}

static enum status do_cursor(struct call *call)
{
	struct ui *ui = call->screen;
	struct list *list = ui_list(ui);
	int where, times = call->n_arguments > 1 ? atoi(call->argument[1]) : 1;

	if (times < 1)
		return call_fail(call, STATUS_USAGE, "\"%.40s\" is no number of times",
				 call->argument[1]);
	/* In the order of enum list_move, and sideways. */
	TRY(call_choose(call, "up|down|pageup|pagedown|halfup|halfdown|first|last|left|right",
			&where));
	if (where <= MOVE_LAST)
		move_list(ui, list, (enum list_move)where, times);
	else if (list->across)
		move_list(ui, list, where == MOVE_LAST + 1 ? MOVE_UP : MOVE_DOWN, times);
	else if (list->hidden || list->shift)
		list_shift(list, where == MOVE_LAST + 1 ? -SHIFT_COLUMNS : SHIFT_COLUMNS);
	else
		ui_say(ui, STYLE_ACCENT, "nothing here is too wide to be seen");
	return STATUS_OK;
}

/* ---- panels ---- */

static enum status do_keys(struct call *call)
{
	struct ui *ui = call->screen;

	if (ui->listing == LISTING_NONE)
		help_scan_screen(ui);
	ui->listing = ui->listing == LISTING_KEYS ? LISTING_NONE : LISTING_KEYS;
	list_select(&ui->keys, 0);
	return STATUS_OK;
}

static enum status do_prompt(struct call *call)
{
	prompt_open(&call->screen->prompt, call->n_arguments ? call->argument[0] : "");
	return STATUS_OK;
}

/* ---- playing ---- */

static enum status do_play(struct call *call)
{
	return timeline_play(call->screen);
}

static enum status do_speed(struct call *call)
{
	struct ui *ui = call->screen;
	int down, speed;

	TRY(call_choose(call, NULL, &down));
	speed = ui->speed + (down ? -1 : 1);
	if (speed < 0 || speed > FASTEST_SPEED)
		ui_say(ui, STYLE_ACCENT, "x%g is the %s", ui_speed(ui),
		       down ? "slowest" : "fastest");
	else
		ui->speed = speed;
	if (!ui->timeline)
		ui_say(ui, STYLE_ACCENT, "x%g, when there is something to play", ui_speed(ui));
	return STATUS_OK;
}

/* ---- the program ---- */

static enum status do_quit(struct call *call)
{
	call->screen->quit = true;
	return STATUS_OK;
}

void ui_interrupt(struct ui *ui)
{
	double now = clock_ms();

	ui->playing = false;
	if (shell_busy(ui->shell)) {
		shell_cancel(ui->shell);
		return;
	}
	ui->interrupts = now - ui->last_interrupt < INTERRUPT_MS ? ui->interrupts + 1 : 1;
	ui->last_interrupt = now;
	if (ui->interrupts >= INTERRUPTS_TO_QUIT)
		ui->quit = true;
	else
		ui_say(ui, STYLE_ACCENT, "nothing is computed; %s quits (or ^C three times)",
		       ui_key_of("quit"));
}

static enum status do_cancel(struct call *call)
{
	ui_interrupt(call->screen);
	return STATUS_OK;
}

static enum status do_redraw(struct call *call)
{
	terminal_redraw(call->screen->terminal);
	return STATUS_OK;
}

static enum status do_suspend(struct call *call)
{
	terminal_suspend(call->screen->terminal);
	return STATUS_OK;
}

/* ---- for scripts ---- */

enum { SAVE_STYLES };

static const struct option save_options[] = {
	[SAVE_STYLES] = {"-styles", OPTION_FLAG, NULL, "also a letter for the style of each cell"},
	{0},
};

static enum status do_save_screen(struct call *call)
{
	if (fnmatch("*.png", call->argument[0], 0) == 0) {
		TRY(ui_save_image(call->screen, call->argument[0]));
		ui_say(call->screen, STYLE_NORMAL, "the screen is saved as %s", call->argument[0]);
		return STATUS_OK;
	}
	TRY(call_open_file(call, call->argument[0], "w"));
	surface_dump(&call->screen->surface, call->option[SAVE_STYLES].given, call->out);
	return STATUS_OK;
}

static enum status do_echo_command(struct call *call)
{
	console_echo(&call->screen->console, call->argument[0]);
	return STATUS_OK;
}

static enum status do_wait_idle(struct call *call)
{
	(void)call; /* by the time it runs, that is so */
	return STATUS_OK;
}

enum { EXPECT_NOT };

static const struct option expect_options[] = {
	[EXPECT_NOT] = {"-not", OPTION_FLAG, NULL, "the text must not be there"},
	{0},
};

static enum status do_expect(struct call *call)
{
	RELEASED_BY(text_release) struct text screen = TEXT_INIT;
	const char *wanted = call->argument[0];
	bool absent = call->option[EXPECT_NOT].given, found;

	surface_dump(&call->screen->surface, false, &screen);
	found = strstr(text_string(&screen), wanted) != NULL;
	if (found == absent)
		call_fail(call, STATUS_FAILED, "\"%.100s\" is %s the screen:\n%s", wanted,
			  absent ? "on" : "not on", text_string(&screen));
	return found == absent ? STATUS_FAILED : STATUS_OK;
}

static const struct command ui_commands[] = {
	{"view", do_view, ON_SCREEN, VIEW_WORDS, 1, 1, NULL, "Show a view"},
	{"leave", do_leave, ON_SCREEN, NULL, 0, 0, NULL,
	 "Leave a view for the one before; on the last, ask whether to quit"},
	{"close_panel", do_close, ON_SCREEN, NULL, 0, 0, NULL,
	 "Close the list of keys, the explanation or the lesson, what is on top; else list all paths"},
	{"pane", do_pane, ON_SCREEN, "next|previous", 1, 1, NULL, "Go to another pane of the view"},
	{"drill", do_drill, ON_SCREEN, "in|out", 1, 1, NULL, "Open what is selected, or go back"},
	{"cursor", do_cursor, ON_SCREEN, "WHERE ?TIMES?", 1, 2, NULL,
	 "Move: up down pageup pagedown halfup halfdown first last left right"},
	{"keys", do_keys, ON_SCREEN, NULL, 0, 0, NULL, "List the keys, or stop listing them"},
	{"prompt", do_prompt, ON_SCREEN, "?TEXT?", 0, 1, NULL, "Open the command line"},
	{"play", do_play, ON_SCREEN, NULL, 0, 0, NULL,
	 "Play the timeline (from its beginning when it is at its end), or pause it"},
	{"speed", do_speed, ON_SCREEN, "up|down", 1, 1, NULL, "Play faster or slower"},
	{"quit", do_quit, ON_SCREEN, NULL, 0, 0, NULL, "Leave warpscope"},
	{"cancel", do_cancel, ON_SCREEN, NULL, 0, 0, NULL, "Cancel the running command"},
	{"redraw", do_redraw, ON_SCREEN, NULL, 0, 0, NULL, "Draw the screen again"},
	{"suspend", do_suspend, ON_SCREEN, NULL, 0, 0, NULL, "Suspend warpscope, as ^Z does"},
	{"save_screen", do_save_screen, ON_IDLE_SCREEN, "FILE", 1, 1, save_options,
	 "Write the screen as text, or as a picture where the name ends in .png"},
	{"echo_command", do_echo_command, ON_SCREEN, "SCRIPT", 1, 1, NULL,
	 "Write a script into the Console as if it were about to run"},
	{"wait_idle", do_wait_idle, ON_IDLE_SCREEN, "?SECONDS?", 0, 1, NULL,
	 "Wait until the screen is complete, in a demonstration also so long"},
	{"expect", do_expect, ON_IDLE_SCREEN, "TEXT", 1, 1, expect_options,
	 "Fail when the text is not on the screen"},
	{0},
};

void ui_add_commands(void)
{
	const struct view *view;

	command_add_table(ui_commands);
	command_add_table(ui_explain_commands);
	command_add_table(window_commands);
	command_add_table(settings_commands);
	command_add_table(gain_menu_commands);
	command_add_table(choice_commands);
	command_add_table(ui_device_commands);
	for (int i = 0; (view = view_at(i)); i++) {
		if (view->commands)
			command_add_table(view->commands);
	}
}
