/* The scripts and replays that t_faults runs. */
#ifndef TESTS_LIB_FAULT_SCENARIOS_H
#define TESTS_LIB_FAULT_SCENARIOS_H

#include <stdbool.h>
#include <stddef.h>

enum { MOST_WORDS = 16 };

struct scenario {
	const char *name;
	const char *keys; /* a replay's, of tests/screens, NULL = none */
	const char *words[MOST_WORDS];
	const char *locale, *video; /* NULL = as usual */
	int share;                  /* one call in `share` of a sample, as it takes long */
	bool varies; /* what it prints is as the machine is, and what is missing is among it */
};

#define SCRIPT(name) "-b", "-f", "faults/" name ".tcl"
#define EXAMPLE      "-e", "read_graph [asset example.dag.gz]; find_paths -max_paths 1000"
#define LEVELS       "-e", "read_graph [asset lessons/levels.dag]; find_paths -max_paths 8"
#define STAGE        "-f", "data/stage.tcl"
#define PLACED       "-f", "faults/placed.tcl"
#define SMALL        "--size", "80x24"

static const struct scenario scenarios[] = {
	{"netlist", NULL, {SCRIPT("netlist")}, .share = 1},
	{"made", NULL, {SCRIPT("made")}, .share = 1},
	{"graphs", NULL, {SCRIPT("graphs")}, .share = 1},
	{"snapshot", NULL, {SCRIPT("snapshot")}, .share = 1},
	{"list-keys", NULL, {"--list-keys"}, .share = 1},
	{"doctor", NULL, {"--doctor"}, .share = 1, .varies = true},
	{"help", NULL, {"--help"}, .share = 1},
	{"folder", NULL, {"-b", "folder"}, .share = 1},
	{"summary", "summary", {SMALL, STAGE}, .share = 1},
	{"stages", "stages", {SMALL, STAGE}, .share = 2},
	{"chosen", "chosen", {SMALL, STAGE}, .share = 2},
	{"plots", "plots", {SMALL, STAGE}, .share = 2},
	{"cone", "cone", {SMALL, STAGE}, .share = 2},
	{"bars", "bars", {"--size", "200x60", STAGE}, .share = 2},
	{"first", "first", {SMALL, EXAMPLE}, .share = 2},
	{"ascii", "first", {SMALL, EXAMPLE}, .locale = "C", .share = 4},
	{"cap", "cap", {SMALL, EXAMPLE}, .share = 4},
	{"fused",
	 "fused",
	 {"--size", "120x24", "-e", "read_graph [asset example.dag.gz]"},
	 .share = 4},
	{"prompt", "prompt", {SMALL, EXAMPLE}, .share = 2},
	{"explain", "explain", {SMALL, LEVELS}, .share = 2},
	{"device", "device", {SMALL, EXAMPLE}, .share = 4},
	{"settings", "settings", {SMALL, EXAMPLE}, .share = 4},
	{"keys", "keys", {SMALL, EXAMPLE}, .share = 4},
	{"clicks", "clicks", {SMALL, EXAMPLE}, .share = 4},
	{"jump", "jump", {SMALL, EXAMPLE}, .share = 4},
	{"plots-graph", "plots-graph", {SMALL, EXAMPLE}, .share = 4},
	{"history", "history", {SMALL, EXAMPLE}, .share = 4},
	{"disabled", "disabled", {SMALL, "-e", "set x 1"}, .share = 4},
	{"lesson", "lesson", {SMALL, "--lesson", "levels"}, .share = 4},
	{"forest", "forest", {SMALL, "--lesson", "forest"}, .share = 4},
	{"density-lesson", "density-lesson", {SMALL, "--lesson", "density"}, .share = 4},
	{"placed", "faults/placed", {SMALL, PLACED, "--record", "record.keys"}, .share = 1},
	{"window", "faults/window", {SMALL, PLACED}, .video = "dummy", .share = 2},
};

enum { N_SCENARIOS = sizeof scenarios / sizeof *scenarios };

#endif
