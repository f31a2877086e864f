#include "ui/keymap.h"

#include <stdio.h>
#include <string.h>

#include "ui/key.h"

static const struct binding bindings[] = {
	{"lesson", "<Enter> .", "lesson next", "next step of the lesson", "next"},
	{"lesson", "<Backspace> ,", "lesson back", "previous step of the lesson", "back"},
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
	{"paths", "<Enter>", "drill in", "into the path; there, what lies around the point", NULL},
	{"paths", "d", "path child", "the path that deviates at the point", NULL},
	{"paths", "D", "path parent", "the path that this one deviates from", NULL},
	{"paths", "e", "explain_selected", "explain the path's slack and rank", NULL},
	{"cone", "e", "explain_selected", "explain the path, or the worst through the pin", NULL},
	{"cone", "<Enter>", "drill in", "make this pin the middle; to the path, in a list of paths", "go there"},
	{"cone", "v", "cone_show next", "arcs, pins of cell and net, or paths through the pin", "show"},
	{"cone", "T", "cone_find", "find the worst paths through the pin", "paths through"},
	{"cone", "+", "cone_cutoff up", "leave out less: raise the limit on slack", "cut-off"},
	{"cone", "-", "cone_cutoff down", "leave out more: lower the limit on slack", NULL},
	{NULL, "<Backspace>", "drill out", "out of the pane, or back to the view before", NULL},
	{NULL, "1", "view summary", "view Summary", NULL},
	{NULL, "2", "view paths", "view Paths", NULL},
	{NULL, "3", "view levels", "view Levels", NULL},
	{NULL, "C", "view cone", "view Cone, of the selected point", NULL},
	{NULL, "9", "view console", "view Console", NULL},
	{NULL, "x", "explain", "explain the step, or stop explaining", "explain"},
	{NULL, ":", "prompt", "type a command", "command"},
	{NULL, "<Esc>", "close_panel", "close the panel or list on top", NULL},
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
