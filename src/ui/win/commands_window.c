/* What keys and scripts do to the layout window. */
#include <string.h>

#include "ui/views/view_density.h"

static const double zoom_factor = 1.5, pan_share = 0.15, turn_degrees = 15;

static enum status need_window(const struct call *call)
{
	const struct ui *ui = call->screen;

	if (ui->window.fd >= 0)
		return STATUS_OK;
	return call_fail(call, STATUS_FAILED, "the layout window isn't open; %s opens it",
			 ui_key_of("window toggle"));
}

static enum status do_window(struct call *call)
{
	struct ui *ui = call->screen;
	int what = 0;

	if (call->n_arguments)
		TRY(call_choose(call, "open|close|toggle", &what));
	if (what == 1 || (what == 2 && ui->window.fd >= 0)) {
		window_close(ui);
		return STATUS_OK;
	}
	return window_open(ui);
}

static enum status do_zoom(struct call *call)
{
	int what;

	TRY(need_window(call));
	TRY(call_choose(call, "in|out|fit", &what));
	if (what == 2)
		window_fit(call->screen);
	else
		window_zoom(call->screen, what == 0 ? zoom_factor : 1 / zoom_factor);
	return STATUS_OK;
}

static enum status do_pan(struct call *call)
{
	static const int by[][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
	int what;

	TRY(need_window(call));
	TRY(call_choose(call, "left|right|up|down", &what));
	window_pan(call->screen, pan_share * by[what][0], pan_share * by[what][1]);
	return STATUS_OK;
}

static enum status do_relief(struct call *call)
{
	struct ui *ui = call->screen;
	int what = 0;

	TRY(need_window(call));
	if (call->n_arguments)
		TRY(call_choose(call, "toggle|left|right", &what));
	if (what == 0)
		window_tilt(ui);
	else if (ui->window.camera.tilt > 0)
		window_turn(ui, what == 1 ? turn_degrees : -turn_degrees);
	else
		ui_say(ui, STYLE_ACCENT, "the map is flat; %s makes it a relief",
		       ui_key_of("window_relief"));
	return STATUS_OK;
}

/* Other bits than on and off: the next of them, with what the window shows then. */
static enum status show_next(struct ui *ui, int32_t bits, int32_t one, const char *const words[],
			     int32_t n)
{
	int32_t next = ((ui->window.flags & bits) / one + 1) % n;

	ui->window.flags = (ui->window.flags & ~bits) | next * one;
	ui_say(ui, STYLE_NORMAL, "the window shows %s", words[next]);
	return STATUS_OK;
}

static enum status do_show(struct call *call)
{
	static const int32_t flags[] = {FRAME_LEGEND, FRAME_MARKED, FRAME_NETS, FRAME_LABELS,
					FRAME_FIELD};
	static const char *const words[] = {"the legend", "marked paths",
					    "the nets of the selected cell", "",
					    "the field of density"};
	static const char *const charts[] = {"no chart", "the lab's roofline", "residuals",
					     "wire length"};
	static const char *const cells[N_FRAME_BY] = {"the map", "cells by type", "cells by slack",
						      "how far cells have moved",
						      "correlation with the selected cell"};
	struct ui *ui = call->screen;
	bool shows;
	int what;

	TRY(call_choose(call, "legend|marks|nets|labels|field|chart|types|cells", &what));
	if (what == 5)
		return show_next(ui, FRAME_CHARTS, FRAME_CHART, charts, 4);
	if (what == 6) /* types, or the map again */
		ui->window.flags =
			(ui->window.flags & ~FRAME_BYS) |
			(frame_by(ui->window.flags) == FRAME_BY_TYPE ? FRAME_BY * (N_FRAME_BY - 1)
								     : 0);
	if (what >= 6)
		return show_next(ui, FRAME_BYS, FRAME_BY, cells, N_FRAME_BY);
	ui->window.flags ^= flags[what];
	shows = ui->window.flags & flags[what];
	if (flags[what] == FRAME_LABELS)
		ui_say(ui, STYLE_NORMAL, "layouts are drawn %s the regions of label_query",
		       shows ? "with" : "without");
	else
		ui_say(ui, STYLE_NORMAL, "the window %s %s", shows ? "shows" : "no longer shows",
		       words[what]);
	return STATUS_OK;
}

static enum status do_panel(struct call *call)
{
	struct ui *ui = call->screen;
	int what;

	TRY(need_window(call));
	TRY(call_choose(call, "keys|maps|close", &what));
	if (what < 2)
		window_panel_show(ui, what == 0 ? PANEL_LIST : PANEL_MENU);
	else
		ui->window.panel = PANEL_NONE;
	return STATUS_OK;
}

static enum status do_select(struct call *call)
{
	struct ui *ui = call->screen;
	const struct snap_frame *frame = ui->window.frame;
	int32_t component = -1;

	TRY(need_window(call));
	if (call->n_arguments && frame && frame->placement)
		component = placement_find_component(frame->placement, call->argument[0],
						     (int64_t)strlen(call->argument[0]));
	if (call->n_arguments && component < 0)
		return call_fail(call, STATUS_FAILED, "there is no instance \"%.100s\"",
				 call->argument[0]);
	window_select(ui, component);
	return STATUS_OK;
}

static enum status do_clip(struct call *call)
{
	struct ui *ui = call->screen;
	double end[2] = {0};

	if (call->n_arguments == 1 && strcmp(call->argument[0], "off") != 0)
		return call_fail(call, STATUS_USAGE, "expected LOW HIGH or off");
	for (int i = 0; i < 2 && call->n_arguments == 2; i++)
		TRY(call_real(call, call->argument[i], &end[i]));
	if (call->n_arguments == 2 && end[0] >= end[1])
		return call_fail(call, STATUS_USAGE, "LOW must be below HIGH");
	ui->window.clip_low = end[0];
	ui->window.clip_high = end[1];
	return STATUS_OK;
}

/* By the command that makes the same without a window. */
static enum status do_save(struct call *call)
{
	struct ui *ui = call->screen;
	RELEASED_BY(script_release) struct script script = SCRIPT_INIT;
	char name[64];
	const char *path = call->n_arguments ? call->argument[0] : name;

	TRY(need_window(call));
	if (path == name)
		TRY(ui_new_name("window", "png", name, sizeof name));
	TRY(window_write_query(ui, &script));
	density_write_colours(ui, &script);
	script_add(&script, path, NULL);
	ui_submit(ui, &script);
	return STATUS_OK;
}

const struct command window_commands[] = {
	{"window", do_window, ON_SCREEN, "open|close|toggle", 0, 1, NULL,
	 "Open or close the layout window"},
	{"window_zoom", do_zoom, ON_SCREEN, "in|out|fit", 1, 1, NULL,
	 "Zoom in or out at the pointer in the layout window, or show the whole die"},
	{"window_pan", do_pan, ON_SCREEN, "left|right|up|down", 1, 1, NULL,
	 "Pan the layout window"},
	{"window_relief", do_relief, ON_SCREEN, "toggle|left|right", 0, 1, NULL,
	 "Show the map in the layout window as a relief, or flat; turn the relief"},
	{"window_show", do_show, ON_SCREEN, "legend|marks|nets|labels|field|chart|types|cells", 1,
	 1, NULL,
	 "Show the legend, the marked paths, the nets of the selected cell, the regions of label_query (in view "
	 "Density too), a chart of the lab's, cells in the colours of their types instead of a map (cells: of types, slacks, moves, correlation in dies and the map in turn) "
	 "or the field of density of a placement in steps in the layout window, or no longer"},
	{"window_panel", do_panel, ON_SCREEN, "keys|maps|close", 1, 1, NULL,
	 "Show the keys or the menu of maps in the layout window, or close that"},
	{"window_clip", do_clip, ON_SCREEN, "LOW HIGH|off", 1, 2, NULL,
	 "Give the colours in the layout window to the values between two, or again to all of them"},
	{"save_window", do_save, ON_SCREEN, "?FILE?", 0, 1, NULL,
	 "Save what the layout window shows as a picture (PNG), but for what is selected besides a path and an instance; without a file, under a name that is printed"},
	{"window_select", do_select, ON_IDLE_SCREEN, "?INSTANCE?", 0, 1, NULL,
	 "Select an instance in the layout window, which goes there; without one, none"},
	{0},
};
