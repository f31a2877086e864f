#include "ui/keymap.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "ui/views/view.h"
#include "ui/widgets/key.h"

static const struct binding bindings[] = {
	{"lesson", "<Enter> .", "lesson next", "next step of the lesson", "next"},
	{"lesson", "<Backspace> ,", "lesson back", "previous step of the lesson", "back"},
	{"lessons", "<Enter>", "lesson selected", "open the lesson", "open"},
	{"keys", "<Space>", "cursor pagedown", "a page down", "page"},
	{"settings", "<Enter> <Space> l <Right>", "turn_setting next",
	 "the next value of the setting", "change"},
	{"settings", "h <Left>", "turn_setting previous", "the value before", NULL},
	{"lenses", "<Enter> <Space>", "look_through", "through the lens, or without it", "look"},
	{"sizes", "<Enter> <Space>", "choose_size", "replace the cell by this one", "choose"},
	{"choices", "<Enter> <Space>", "take_choice", "run the line of the row", "run"},
	{"density", "v", "density_view -map next", "show the next map", "map"},
	{"density", "V", "density_view -map previous", "show the map before", NULL},
	{"density", "s", "density_scale next", "linear, logarithmic or equalised", "scale"},
	{"density", "a", "density_flip", "back to the map before the last, or to the last", "prev"},
	{"density", "z", "density_zoom in", "look closer at the cursor", "zoom"},
	{"density", "Z", "density_zoom out", "less closely", NULL},
	{"density", "f", "density_zoom fit", "show all of the die", NULL},
	{"density", "c", "density_colours next", "other colours", NULL},
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
	{"density", "L", "endpoints_layout flip",
	 "with the endpoints that fail, as view Endpoints lists them", "failing"},
	{"density", "W", "endpoints_layout paths",
	 "with the worst path to each of them too, in pictures of pixels", "their paths"},
	{"density", "r", "window_show labels", "with the regions of label_query or without", NULL},
	{"density", "K", "compute_pin_slacks", "find slacks after CPPR for maps and cones", NULL},
	{"density", "w", "window toggle", "open the layout window, or close it", "window"},
	{"start", "<Space>", "replay_search", "show again how the search found its paths",
	 "replay"},
	{"start", "T", "map_relief flip", "the map as a relief, or flat", NULL},
	{"start", "<Enter>", "drill in", "the path point by point", "path"},
	{"start", "=", "lenses", "what costs the slack: the design under lenses", "lenses"},
	{"place", "<Enter>", "drill in", "place the design, iteration by iteration", "place"},
	{"place", "c", "place_show next", "cells by type, slack, or how far they have moved",
	 "colours"},
	{"place", "f", "place_show field", "the field of density as arrows, or no longer", "field"},
	{"place", "s", "prompt {place_select }", "select a cell, as a click does: what moves it",
	 NULL},
	{"compare", "<Enter>", "drill in", "find the paths to the endpoint", "paths"},
	{"compare", "v", "compare_show plot", "the histogram, the scatter plot, or both", "plot"},
	{"compare", "o", "compare_show list",
	 "changed ones, only worse, better, new, gone or the same, or all", "list"},
	{"compare", "t", "compare_show split", "setup or hold", "hold"},
	{"compare", "z", "compare_zoom in", "the scatter plot closer, at the worst slack", NULL},
	{"compare", "Z", "compare_zoom out", "less closely", NULL},
	{"compare", "f", "compare_zoom fit", "all of it", NULL},
	{"compare", "s", "compare_show scale", "bars linear, logarithmic or cumulative", NULL},
	{"compare", "b", "prompt {compare_slacks }", "compare with other slacks that were saved",
	 "other"},
	{"compare", "S", "prompt {save_slacks }", "save the slacks as they are now", "save"},
	{"window", "? <F1>", "window_panel keys", "these keys, or no longer", NULL},
	{"window", "m", "window_panel maps", "the menu of maps", NULL},
	{"window", "M", "window_show cells",
	 "cells by type, slack, moves or correlation, or the map", NULL},
	{"window", "F", "window_show field", "with the field of a placement in steps or without",
	 NULL},
	{"window", "h <Left>", "window_pan left", "to the left", NULL},
	{"window", "l <Right>", "window_pan right", "to the right", NULL},
	{"window", "k <Up>", "window_pan up", "up", NULL},
	{"window", "j <Down>", "window_pan down", "down", NULL},
	{"window", "z +", "window_zoom in", "closer, at the pointer", NULL},
	{"window", "Z -", "window_zoom out", "less closely", NULL},
	{"window", "f", "window_zoom fit", "all of the die", NULL},
	{"window", "v", "density_view -stay -map next", "the next map", NULL},
	{"window", "V", "density_view -stay -map previous", "the map before", NULL},
	{"window", "s", "density_scale next", "linear, logarithmic or equalised", NULL},
	{"window", "a", "density_flip", "back to the map before the last, or to the last", NULL},
	{"window", "c", "density_colours next", "other colours", NULL},
	{"window", "T", "window_relief", "a relief, or flat", NULL},
	{"window", "<lt>", "window_relief left", "turn the relief", NULL},
	{"window", ">", "window_relief right", "turn it the other way", NULL},
	{"window", "i", "window_show legend", "with the legend or without", NULL},
	{"window", "L", "endpoints_layout -stay flip",
	 "with the endpoints that fail, as view Endpoints lists them", NULL},
	{"window", "W", "endpoints_layout -stay paths", "with the worst path to each of them too",
	 NULL},
	{"window", "o", "window_show marks", "with the marked paths or without", NULL},
	{"window", "r", "window_show labels", "with the regions of label_query or without", NULL},
	{"window", "R", "window_show chart",
	 "the lab's roofline, residuals, wire length, or no chart", NULL},
	{"window", "n", "window_show nets", "with nets of the selected cell or without", NULL},
	{"window", "P <F12>", "save_window", "save it as PNG", NULL},
	{"window", "<Esc>", "window_select", "select nothing", NULL},
	{"window", "q", "window close", "close the window", NULL},
	{NULL, "? <F1>", "keys", "list the keys", "help"},
	{NULL, ".", "step", "a level or stage forward", "step"},
	{NULL, ",", "back", "a level or stage back", "step back"},
	{NULL, ")", "step -fine", "a kernel or batch forward", NULL},
	{NULL, "(", "back -fine", "a kernel or batch back", NULL},
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
	{"paths", "W", "only_worst flip", "list only the worst path to each endpoint, or all again",
	 "worst"},
	{"paths", "E", "view endpoints", "all endpoints by slack", NULL}, /* its tab says so */
	{"paths", "f", "edit_exception", "set_false_path for the path or the point", "false path"},
	{"paths", "S", "sizes", "other sizes of the point's cell, and what each gives", "sizes"},
	{"paths", "c", "best_changes", "other sizes of the path's cells that help most", "changes"},
	{"start", "f", "edit_exception", "set_false_path for the path", "false path"},
	{NULL, "u", "undo", "undo a change of query, filter, sort, marks or constraints", NULL},
	{NULL, "U", "redo", "redo it", NULL},
	{"labels", "i", "prompt {label_query -through }", "ask for paths through pins in order",
	 "query"},
	{NULL, "i", "edit_query", "edit -from, -through and -to", NULL},
	{NULL, "t", "recompute -path_delay other", "setup or hold: find the paths of the other",
	 NULL},
	{NULL, "y", "copy", "copy the Tcl that shows the same", NULL},
	{NULL, "p", "paste", "put what was copied into the command line", NULL},
	{NULL, "#", "edit_query -number", "find another number of paths", "number"},
	{NULL, "R <F5>", "recompute", "find the paths again", NULL},
	{NULL, "<C-r>", "reload_design", "open the design's files again, and compare its slacks",
	 NULL},
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
	{NULL, "<WheelDown>", "cursor down 3", "three lines down", NULL},
	{NULL, "<WheelUp>", "cursor up 3", "three lines up", NULL},
	{NULL, "<Tab>", "pane next", "next pane", "pane"},
	{NULL, "<S-Tab>", "pane previous", "previous pane", NULL},
	{"summary", "<Enter>", "drill in", "into the histogram; there, a bar's endpoints or paths",
	 "histogram"},
	{"levels", "<Enter>", "drill in", "the paths as they were after this level", "paths"},
	{"summary", "=", "lenses", "what costs the slack: the design under lenses", "lenses"},
	{"summary", "c", "report_failing_endpoints -list",
	 "failing endpoints by clocks, then by module", "by clocks"},
	{"summary", "v", "plot next", "plot the next quantity", "quantity"},
	{"summary", "V", "plot previous", "plot the quantity before", NULL},
	{"summary", "s", "plot_scale next", "linear, logarithmic or cumulative", "scale"},
	{"endpoints", "<Enter>", "drill in",
	 "find the paths to it; in its path, the point's surroundings", "paths"},
	{"endpoints", "c", "report_failing_endpoints -list",
	 "failing endpoints by clocks, then by module", "by clocks"},
	{"endpoints", "v", "endpoints_show next",
	 "its worst path, the paths found, or all slacks as bars", "show"},
	{"endpoints", "W", "endpoints_show worst", "into the worst path to the endpoint",
	 "worst path"},
	{"endpoints", "=", "lenses", "what costs the slack: the design under lenses", "lenses"},
	{"endpoints", "L", "endpoints_layout on", "where those that fail sit, in view Density",
	 "layout"},
	{"endpoints", ">", "endpoints_group next", "list only the next path group", "group"},
	{"endpoints", "<lt>", "endpoints_group previous", "list the path group before", NULL},
	{"endpoints", "z", "fold flip", "the path without its input pins, or with them", NULL},
	{"endpoints", "s", "plot_scale next", "bars linear, logarithmic or cumulative", NULL},
	{"endpoints", "a", "plot_slacks flip", "slacks before CPPR, or after", "no CPPR"},
	{"endpoints", "f", "edit_exception", "set_false_path for the endpoint or the point",
	 "false path"},
	{"summary", "E", "endpoints_list -selected", "the row's endpoints by slack", "endpoints"},
	{"summary", "a", "plot_slacks flip", "slacks before CPPR, or after", "no CPPR"},
	{"summary", "z", "plot_zoom in", "look closer at the bar that is selected", NULL},
	{"summary", "Z", "plot_zoom out", "less closely", NULL},
	{"summary", "f", "plot_zoom fit", "show all bars", NULL},
	{"levels", "v", "plot next", "plot the next quantity", "quantity"},
	{"levels", "V", "plot previous", "plot the quantity before", NULL},
	{"levels", "s", "plot_scale next", "linear, logarithmic or cumulative", "scale"},
	{"labels", "v", "plot next", "lists, a drawing, bars of ranks or labels, times of queries",
	 "show"},
	{"labels", "V", "plot previous", "what was shown before it", NULL},
	{"labels", "s", "plot_scale next", "linear, logarithmic or cumulative", NULL},
	{"labels", "<Enter>", "drill in", "into the pins; there, the surroundings of the pin",
	 NULL},
	{"paths", "<Enter>", "drill in", "into the path; there, the surroundings of the point",
	 NULL},
	{"paths", "v", "plot next", "the path, or slacks by own slews and by the graph", NULL},
	{"paths", "b", "recompute -pba flip", "by the slacks of own slews, or by the graph's",
	 NULL},
	{"paths", "z", "fold flip", "the path without its input pins, or with them", NULL},
	{"paths", "d", "path child", "the path that deviates at the point", NULL},
	{"paths", "D", "path parent", "the path that this one deviates from", NULL},
	{"paths", "e", "explain_selected", "explain the path's slack and rank", NULL},
	{"labels", "e", "explain_selected",
	 "explain the query's worst path, or the worst through the pin", NULL},
	{"cone", "e", "explain_selected", "explain the path, or the worst through the pin", NULL},
	{"cone", "<Enter>", "drill in", "make this pin the middle; in a list of paths, to the path",
	 "go there"},
	{"cone", "v", "cone_show next", "arcs, pins of cell and net, or paths through the pin",
	 "show"},
	{"cone", "T", "cone_find", "find the worst paths through the pin", "paths through"},
	{"cone", "K", "compute_pin_slacks", "find slacks of pins after CPPR", "after CPPR"},
	{"cone", "+", "cone_cutoff up", "leave out less: raise the limit on slack", "cut-off"},
	{"cone", "-", "cone_cutoff down", "leave out more: lower the limit on slack", NULL},
	{"lab", "<Enter>", "drill in", "run what is selected", "run"},
	{"lab", "z", "lab_zoom in", "look closer at the matrix, around the row", "zoom"},
	{"lab", "Z", "lab_zoom out", "less closely", NULL},
	{"lab", "f", "lab_zoom fit", "show all of the matrix", NULL},
	{"lab", "r", "lab_show next", "the roofline, residuals, wire length, or the table again",
	 "roof"},
	{"lab", ">", "lab_wave next", "of a search in a small graph, the next wave; x explains it",
	 NULL},
	{"lab", "<lt>", "lab_wave previous", "the wave before", NULL},
	{"lab", "+", "lab_row next", "look at the next row of the matrix", "next row"},
	{"lab", "-", "lab_row previous", "look at the row before", NULL},
	{"arrivals", "<Enter>", "drill in", "the level's vertices; there, the surroundings of one",
	 "vertices"},
	{"ssta", "<Enter>", "drill in",
	 "a bar's dies; one of them as the design; an endpoint's slack", "dies"},
	{"ssta", "v", "ssta_plot next", "how the slack is spread, or the yield by the period",
	 "yield"},
	{"ssta", "X", "close_sample", "back from the die to the nominal timing", "close"},
	{"device", "z", "profile reset", "reset the profile", "reset"},
	{"device", "<Enter>", "drill in", "one warp of the kernel as its lanes see it", "warp"},
	{"labels", ";", "change_arc next", "choose the next arc of a small graph, to change it",
	 "arc"},
	{NULL, ";", "change_arc next", "choose the next arc of a small graph, to change it", NULL},
	{NULL, "~", "change_arc previous", "choose the arc before", NULL},
	{NULL, "+", "change_arc more", "give the chosen arc 1 ps more", NULL},
	{NULL, "-", "change_arc less", "give it 1 ps less", NULL},
	{"console", ":", "prompt", "type a command", "command"},
	{NULL, "<Backspace>", "drill out", "out of the pane, or back to the view before", NULL},
#define VIEW_BINDING(name, key, title, help)                                                       \
	{                                                                                          \
		NULL, key, "view " #name, help, NULL                                               \
	}
	VIEWS(VIEW_BINDING, VIEW_COMMA),
#undef VIEW_BINDING
	{NULL, "x", "explain", "explain the step, in a path the point's arithmetic; or stop",
	 "explain"},
	{NULL, "w", "window toggle", "open the layout window, or close it", "window"},
	{NULL, "O <F2>", "settings", "list the settings, to change them", NULL},
	{NULL, "=", "lenses", "what costs the slack: the design under lenses", NULL},
	{NULL, "H", "lessons", "list the lessons, to open one", NULL},
	{NULL, ":", "prompt", "type a command", "command"},
	{NULL, "<Esc>", "close_panel", "close the panel or list on top; else list all paths", NULL},
	{NULL, "q", "leave", "leave the view; on the last, ask whether to quit", "back"},
	{NULL, "Q <F10>", "quit", "quit", NULL},
	{NULL, "<C-c>", "cancel", "cancel what is computed", NULL},
	{NULL, "P <F12>", "save_view", "save the view as text, a map as PNG", NULL},
	{NULL, "<C-l>", "redraw", "draw the screen again", NULL},
	{NULL, "<C-z>", "suspend", "suspend warpscope", NULL},
};

enum { N_BINDINGS = sizeof bindings / sizeof *bindings };

/* Those of the user come before them. One without a command takes a key away. */
static struct binding *own; /* owned, with its words [n_own] */
static int64_t n_own, own_capacity;

enum { MOST_KEYS = 4 }; /* of a row of the table */

/* The keys of a row as numbers; 0 closes them. */
struct row_keys {
	int32_t key[MOST_KEYS + 1];
};

static void parse_keys(const char *at, struct row_keys *out)
{
	for (int n = 0; *at && n < MOST_KEYS; n++) {
		out->key[n] = key_parse(&at);
		while (*at == ' ')
			at++;
	}
}

/* Those of the table are parsed once: each frame asks for each key that it names. */
static const struct row_keys *keys_of(const struct binding *binding, struct row_keys *room)
{
	static struct row_keys parsed[N_BINDINGS];
	static bool known;

	if (binding < bindings || binding >= bindings + N_BINDINGS) {
		parse_keys(binding->keys, room);
		return room;
	}
	for (int i = 0; !known && i < N_BINDINGS; i++)
		parse_keys(bindings[i].keys, &parsed[i]);
	known = true;
	return &parsed[binding - bindings];
}

static bool binds(const struct binding *binding, int32_t key)
{
	struct row_keys room = {{0}};
	const struct row_keys *keys = keys_of(binding, &room);

	for (int i = 0; keys->key[i]; i++) {
		if (keys->key[i] == key)
			return true;
	}
	return false;
}

static bool is_for(const struct binding *binding, const char *view)
{
	return !binding->view || strcmp(binding->view, view) == 0;
}

const struct binding *keymap_find(const char *view, int32_t key)
{
	const struct binding *everywhere = NULL;

	for (int64_t i = 0; i < n_own; i++) {
		if (!is_for(&own[i], view) || !binds(&own[i], key))
			continue;
		if (own[i].view)
			return own[i].command[0] ? &own[i] : NULL;
		everywhere = &own[i];
	}
	if (everywhere)
		return everywhere->command[0] ? everywhere : NULL;
	for (int i = 0; i < N_BINDINGS; i++) {
		if (is_for(&bindings[i], view) && binds(&bindings[i], key))
			return &bindings[i];
	}
	return NULL;
}

const struct binding *keymap_at(int i)
{
	if (i < n_own)
		return &own[i];
	return i - n_own < N_BINDINGS ? &bindings[i - n_own] : NULL;
}

bool keymap_is_own(const struct binding *binding)
{
	return n_own > 0 && binding >= own && binding < own + n_own;
}

void keymap_keys(const struct binding *binding, const char *view, char *out, size_t size)
{
	size_t n = 0;

	out[0] = '\0';
	for (const char *at = binding->keys; *at && binding->command[0];) {
		const char *begin = at;
		int32_t key = key_parse(&at);

		if (keymap_find(binding->view ? binding->view : view, key) == binding && n < size)
			n += (size_t)snprintf(out + n, size - n, "%s%.*s", n ? " " : "",
					      (int)(at - begin), begin);
		while (*at == ' ')
			at++;
	}
}

const char *keymap_key(const char *command, char *buffer, size_t size)
{
	const struct binding *b;

	buffer[0] = '\0';
	for (int i = 0; !buffer[0] && (b = keymap_at(i)); i++) {
		if (strcmp(b->command, command) == 0)
			keymap_keys(b, "", buffer, size);
	}
	buffer[strcspn(buffer, " ")] = '\0';
	return buffer;
}

/* ---- those of the user ---- */

static void forget(int64_t i)
{
	FREE_ALL((char *)own[i].view, (char *)own[i].keys, (char *)own[i].command);
	memmove(own + i, own + i + 1, (size_t)(--n_own - i) * sizeof *own);
}

/* True when that was a command. */
static bool forget_key(const char *view, int32_t key)
{
	bool was_command = false;

	for (int64_t i = n_own - 1; i >= 0; i--) {
		bool same =
			view && own[i].view ? strcmp(view, own[i].view) == 0 : view == own[i].view;

		if (same && binds(&own[i], key)) {
			was_command = was_command || own[i].command[0];
			forget(i);
		}
	}
	return was_command;
}

enum status keymap_bind(const char *view, int32_t key, const char *command)
{
	char name[16];
	struct binding b = {.help = command[0] ? "yours" : "unbound"};

	forget_key(view, key);
	TRY(GROW(&own, &own_capacity, n_own + 1));
	b.view = view ? strdup(view) : NULL;
	b.keys = strdup(key_text(key, name));
	b.command = strdup(command);
	if ((view && !b.view) || !b.keys || !b.command) {
		FREE_ALL((char *)b.view, (char *)b.keys, (char *)b.command);
		return STATUS_NO_MEMORY;
	}
	own[n_own++] = b;
	return STATUS_OK;
}

enum status keymap_unbind(const char *view, int32_t key)
{
	char name[16];

	if (forget_key(view, key)) /* then it is again what it was before */
		return STATUS_OK;
	for (int i = 0; i < N_BINDINGS; i++) {
		if (binds(&bindings[i], key) && (!view || is_for(&bindings[i], view)))
			return keymap_bind(view, key, "");
	}
	return status_fail(STATUS_FAILED, "unbind: nothing is bound to %s", key_text(key, name));
}

void keymap_release(void)
{
	while (n_own > 0)
		forget(n_own - 1);
	RESET(free, own);
	own_capacity = 0;
}

/* ---- as text ---- */

/* Those that the user has bound or taken away are marked. */
void keymap_write(struct text *out)
{
	const struct binding *b;
	char keys[64];

	for (int i = 0; (b = keymap_at(i)); i++) {
		keymap_keys(b, "", keys, sizeof keys);
		if (keys[0])
			text_printf(out, "%-12s %-8s %-32s %s%s\n", keys, b->view ? b->view : "all",
				    b->command, keymap_is_own(b) ? "* " : "", b->help);
		else if (keymap_is_own(b))
			text_printf(out, "%-12s %-8s %-32s * %s\n", b->keys,
				    b->view ? b->view : "all", "", b->help);
	}
}

void keymap_write_manual(struct text *out)
{
	EACH_ITEM(b, bindings, N_BINDINGS) {
		/* A line that begins with a dot or an apostrophe would be a request. */
		text_printf(out, ".TP\n\\fB\\&%s\\fR", b->keys);
		if (b->view)
			text_printf(out, " (%s)", b->view);
		text_printf(out, "\n%s (\\fB%s\\fR)\n", b->help, b->command);
	}
}
