#include "ui/keymap.h"

#include <stdio.h>
#include <string.h>

#include "ui/key.h"

static const struct binding bindings[] = {
	{"lesson", "<Enter> .", "lesson next", "next step of the lesson", "next"},
	{"lesson", "<Backspace> ,", "lesson back", "previous step of the lesson", "back"},
	{"density", "v", "density_view -map next", "show the next map", "map"},
	{"density", "V", "density_view -map previous", "show the map before", NULL},
	{"density", "s", "density_scale next", "linear, logarithmic or equalised", "scale"},
	{"density", "a", "density_flip", "back to the map before the last, or to the last", "flip"},
	{"density", "z", "density_zoom in", "look closer at the cursor", "zoom"},
	{"density", "Z", "density_zoom out", "less closely", NULL},
	{"density", "f", "density_zoom fit", "show all of the die", NULL},
	{"density", "c", "density_colours next", "other colours", NULL},
	{"density", ".", "density_step", "a stage of the map's making forward", "step"},
	{"density", ",", "density_back", "a stage back", "back"},
	{"density", ")", "density_step -batch", "a batch of boxes forward", NULL},
	{"density", "(", "density_back -batch", "a batch back", NULL},
	{"density", "} <S-End>", "density_goto last", "to the map", NULL},
	{"density", "{ <S-Home>", "density_goto first", "to before the first box", NULL},
	{"density", "j <Down>", "density_cursor down", "a bin down", NULL},
	{"density", "k <Up>", "density_cursor up", "a bin up", NULL},
	{"density", "h <Left>", "density_cursor left", "a bin to the left", NULL},
	{"density", "l <Right>", "density_cursor right", "a bin to the right", NULL},
	{"density", "<PgDn>", "density_cursor pagedown", "a window down", NULL},
	{"density", "<PgUp>", "density_cursor pageup", "a window up", NULL},
	{"density", "<C-d>", "density_cursor halfdown", "half a window down", NULL},
	{"density", "<C-u>", "density_cursor halfup", "half a window up", NULL},
	{"density", "g <Home>", "density_cursor first", "to the bin that stands out", NULL},
	{"density", "G <End>", "density_cursor last", "to the opposite", NULL},
	{"density", "<Enter>", "drill in", "to the cells of the bin; there, find paths through one",
	 "cells"},
	{NULL, "? <F1>", "keys", "list the keys", "help"},
	{NULL, ".", "step", "a level forward", "step"},
	{NULL, ",", "back", "a level back", "back"},
	{NULL, ")", "step -kernel", "a kernel forward", NULL},
	{NULL, "(", "back -kernel", "a kernel back", NULL},
	{NULL, "} <S-End>", "goto last", "to the last step", NULL},
	{NULL, "{ <S-Home>", "goto first", "to before the first step", NULL},
	{NULL, "<Space>", "play", "play or pause; at the end, start over", "play"},
	{NULL, "] <S-Up>", "speed up", "play faster", NULL},
	{NULL, "[ <S-Down>", "speed down", "play slower", NULL},
	{"paths", "/", "search", "look for a path by its ends' names", "find"},
	{"paths", "n", "search -next", "the next one", NULL},
	{"paths", "N", "search -previous", "the one before", NULL},
	{"paths", "\\ &", "filter", "list only the paths that match", "filter"},
	{"paths", "<lt>", "sort -previous", "sort by the column before", NULL},
	{"paths", ">", "sort -next", "sort by the next column", NULL},
	{"paths", "I", "sort -invert", "sort the other way round", NULL},
	{"paths", "m", "mark toggle", "mark the path, or take its mark away", NULL},
	{"paths", "M", "mark clear", "take all marks away", NULL},
	{"paths", "'", "mark next", "to the next path that is marked", NULL},
	{"paths", "o", "overlay", "list only the marked paths, or all again", NULL},
	{NULL, "u", "undo", "undo a change of query, filter, sort or marks", NULL},
	{NULL, "U", "redo", "redo it", NULL},
	{NULL, "i", "edit_query", "edit -from, -through and -to", NULL},
	{NULL, "t", "recompute -path_delay other", "setup or hold: find the paths of the other", NULL},
	{NULL, "y", "copy", "copy the Tcl that shows the same", NULL},
	{NULL, "p", "paste", "put what was copied into the command line", NULL},
	{NULL, "#", "prompt {find_paths -max_paths }", "find another number of paths", "number"},
	{NULL, "R <F5>", "recompute", "find the paths again", NULL},
	{NULL, "j <Down>", "cursor down", "next line", NULL},
	{NULL, "k <Up>", "cursor up", "previous line", NULL},
	{NULL, "h <Left>", "cursor left", "scroll left", NULL},
	{NULL, "l <Right>", "cursor right", "scroll right", NULL},
	{NULL, "<PgDn>", "cursor pagedown", "a page down", NULL},
	{NULL, "<PgUp>", "cursor pageup", "a page up", NULL},
	{NULL, "<C-d>", "cursor halfdown", "half a page down", NULL},
	{NULL, "<C-u>", "cursor halfup", "half a page up", NULL},
	{NULL, "g <Home>", "cursor first", "first line", NULL},
	{NULL, "G <End>", "cursor last", "last line", NULL},
	{NULL, "<Tab>", "pane next", "next pane", "pane"},
	{NULL, "<S-Tab>", "pane previous", "previous pane", NULL},
	{"summary", "<Enter>", "drill in", "into the histogram; there, find the paths of a bar", "histogram"},
	{"levels", "<Enter>", "drill in", "the paths as they were after this level", "paths"},
	{"paths", "<Enter>", "drill in", "into the path", NULL},
	{"summary", "v", "plot next", "plot the next quantity", "quantity"},
	{"summary", "V", "plot previous", "plot the quantity before", NULL},
	{"summary", "s", "plot_scale next", "linear, logarithmic or cumulative", "scale"},
	{"summary", "z", "plot_zoom in", "look closer at the bar that is selected", NULL},
	{"summary", "Z", "plot_zoom out", "less closely", NULL},
	{"summary", "f", "plot_zoom fit", "show all bars", NULL},
	{"levels", "v", "plot next", "plot the next quantity", "quantity"},
	{"levels", "V", "plot previous", "plot the quantity before", NULL},
	{"levels", "s", "plot_scale next", "linear, logarithmic or cumulative", "scale"},
	{NULL, "<Backspace>", "drill out", "out of the pane, or back to the view before", NULL},
	{NULL, "1", "view summary", "view Summary", NULL},
	{NULL, "2", "view paths", "view Paths", NULL},
	{NULL, "3", "view levels", "view Levels", NULL},
	{NULL, "5", "view density", "view Density", NULL},
	{NULL, "9", "view console", "view Console", NULL},
	{NULL, "x", "explain", "explain the step, or stop explaining", "explain"},
	{NULL, ":", "prompt", "type a command", "command"},
	{NULL, "<Esc>", "close_panel", "close the panel or list on top; else list all paths", NULL},
	{NULL, "q", "leave", "leave the view; on the last, ask whether to quit", "leave"},
	{NULL, "Q <F10>", "quit", "quit", NULL},
	{NULL, "<C-c>", "cancel", "cancel what is computed", NULL},
	{NULL, "<C-l>", "redraw", "draw the screen again", NULL},
	{NULL, "<C-z>", "suspend", "suspend warpscope", NULL},
};

enum { N_BINDINGS = sizeof bindings / sizeof *bindings };

static int binds(const struct binding *binding, int32_t key)
{
	for (const char *at = binding->keys; *at;) {
		if (key_parse(&at) == key)
			return 1;
		while (*at == ' ')
			at++;
	}
	return 0;
}

const struct binding *keymap_find(const char *view, int32_t key)
{
	for (int i = 0; i < N_BINDINGS; i++) {
		if ((!bindings[i].view || strcmp(bindings[i].view, view) == 0) &&
		    binds(&bindings[i], key))
			return &bindings[i];
	}
	return NULL;
}

const char *keymap_key(const char *command, char *buffer, size_t size)
{
	int i = 0;

	while (i < N_BINDINGS && strcmp(bindings[i].command, command) != 0)
		i++;
	snprintf(buffer, size, "%.*s", i < N_BINDINGS ? (int)strcspn(bindings[i].keys, " ") : 0,
		 i < N_BINDINGS ? bindings[i].keys : "");
	return buffer;
}

const struct binding *keymap_at(int i)
{
	return i < N_BINDINGS ? &bindings[i] : NULL;
}

void keymap_write(struct text *out)
{
	for (int i = 0; i < N_BINDINGS; i++) {
		const struct binding *b = &bindings[i];

		text_printf(out, "%-12s %-8s %-32s %s\n", b->keys, b->view ? b->view : "all",
			    b->command, b->help);
	}
}

void keymap_write_manual(struct text *out)
{
	for (int i = 0; i < N_BINDINGS; i++) {
		const struct binding *b = &bindings[i];

		/* A line that begins with a dot or an apostrophe would be a request. */
		text_printf(out, ".TP\n\\fB\\&%s\\fR", b->keys);
		if (b->view)
			text_printf(out, " (%s)", b->view);
		text_printf(out, "\n%s (\\fB%s\\fR)\n", b->help, b->command);
	}
}
