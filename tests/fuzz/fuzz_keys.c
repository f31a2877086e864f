/*
 * Fuzz target of the explorer: any replay of keys and :commands, on a screen that isn't there, ends;
 * whatever was drawn, asked and typed. The first byte says on what design and how large a screen.
 *
 * Nothing typed reaches beyond the process: Tcl keeps only the commands named here, and without '/'
 * and '~', '>' and '\' no file can be named but in an empty folder that is the working directory
 * for as long. What those keys are for is on others (see setup).
 */
#include <ctype.h>
#include <dirent.h>
#include <fcntl.h>
#include <locale.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tcl.h>
#include <unistd.h>

#include "bytes.h"
#include "ui/ui.h"

int fuzz_keys(const uint8_t *data, size_t size);

enum { LONGEST = 320, DIGITS = 3 }; /* a key is drawn; numbers are small */

static void must(bool condition)
{
	if (!condition)
		abort();
}

/* ---- what is open ---- */

static const char *const designs[] = {
	"read_graph " TEST_DATA "/ladder.dag\nfind_paths -max_paths 20",
	"source " TEST_DATA "/stage.tcl\nfind_paths -max_paths 20",
	"read_lef [asset lessons/density.lef]\nread_def [asset lessons/density.def]\ndensity",
	"set nothing {}",
};

enum { N_DESIGNS = sizeof designs / sizeof *designs };

static const struct {
	int width, height;
} sizes[] = {{80, 24}, {59, 14}, {200, 60}, {20, 5}, {120, 40}};

enum { N_SIZES = sizeof sizes / sizeof *sizes };

/* ---- what scripts may do ---- */

/* Of Tcl, nothing that loops; of ours, what is cheap and writes no file that a word names. */
static const char *const kept[] = {
	"catch",
	"error",
	"exit",
	"foreach",
	"if",
	"list",
	"llength",
	"puts",
	"set",
	"unset",
	"unknown",
	"back",
	"find_paths",
	"goto",
	"recompute",
	"step",
	"density",
	"density_flip",
	"explain_path",
	"get_cells",
	"get_pins",
	"get_property",
	"help",
	"report_cone",
	"report_checks",
	"report_density",
	"report_design",
	"report_levels",
	"report_memory",
	"report_paths",
	"report_slack",
	"report_units",
	"report_wns",
	"set_cppr",
	"set_false_path",
	"set_input_delay",
	"create_clock",
	"close_design",
	"tile_design",
	"report_instance",
	"report_net",
	"set_delay_model",
	"profile",
};

static bool is_kept(const char *name)
{
	const struct command *command = command_find(name);

	for (size_t i = 0; i < sizeof kept / sizeof *kept; i++) {
		if (strcmp(name, kept[i]) == 0)
			return true;
	}
	return command && command->place != IN_SESSION && command->place != IN_ASSET;
}

/* What comes first in each session: the design, and then no more than is kept. */
static void write_setup(struct text *out, const char *design)
{
	const struct command *command;

	text_printf(out, "%s\nbind <F6> search\nbind <F7> filter\nbind <F8> {sort -next}\n",
		    design);
	text_add(out, "set kept {::warpscope::nothing");
	for (size_t i = 0; i < sizeof kept / sizeof *kept; i++)
		text_printf(out, " %s", kept[i]);
	for (int i = 0; (command = command_at(i)); i++) {
		if (is_kept(command->name))
			text_printf(out, " %s", command->name);
	}
	/* Ensembles such as `namespace` and `info` are commands of ::tcl, which therefore goes last. */
	text_add(out, "}\n"
		      "foreach space [namespace children ::] {\n"
		      "    if {$space ni {::warpscope ::tcl}} {namespace delete $space}\n"
		      "}\n"
		      "foreach name [info commands] {\n"
		      "    if {$name ni $kept && $name ni {namespace rename}} {rename $name {}}\n"
		      "}\n"
		      "unset kept space name\n"
		      "namespace delete ::tcl\n"
		      "catch {rename namespace {}}\n"
		      "rename rename {}\n");
	must(text_status(out) == STATUS_OK);
}

/* ---- what is typed ---- */

/* The keys without those that aren't for here; numbers that a screen can show. */
static void write_replay(struct text *out, const char *text, size_t size)
{
	int digits = 0;
	bool in_name = false;

	for (const char *at = text; at < text + size; at++) {
		bool ends_name = *at == '>' && in_name;

		in_name = *at == '<' || (in_name && *at != '>' && *at != '\n');
		digits = isdigit((unsigned char)*at) ? digits + 1 : 0;
		if (!*at || strchr("/~\\", *at) || (*at == '>' && !ends_name) || digits > DIGITS)
			continue;
		text_append(out, at, 1);
	}
	must(text_status(out) == STATUS_OK);
}

/* ---- a folder to be in ---- */

static char folder[64]; /* "" = nothing has begun */

static void empty_folder(void)
{
	DIR *dir = opendir(folder);
	struct dirent *entry;

	must(dir != NULL);
	while ((entry = readdir(dir)))
		unlinkat(dirfd(dir), entry->d_name, 0);
	closedir(dir);
}

static void remove_folder(void)
{
	empty_folder();
	rmdir(folder);
}

static void begin_once(void)
{
	setlocale(LC_CTYPE, "C.UTF-8");
	setenv("WARPSCOPE_DATADIR", SOURCE_ASSET_DIR, 0);
	unsetenv("DISPLAY");
	Tcl_FindExecutable("fuzz_keys");
	if (!command_at(0)) {
		command_add_tables();
		ui_add_commands();
		sdc_add_commands();
	}
	strcpy(folder, "/dev/shm/fuzz_keys.XXXXXX");
	if (!mkdtemp(folder)) {
		strcpy(folder, "/tmp/fuzz_keys.XXXXXX");
		must(mkdtemp(folder) != NULL);
	}
	atexit(remove_folder);
}

/* ---- a session ---- */

static int explore(const char *keys, const char *setup, int width, int height)
{
	struct ui_config config = {
		.terminal = {.headless = true,
			     .width = width,
			     .height = height,
			     .color = COLOR_ALWAYS,
			     .mouse = true},
		.shell = {.device = {.kind = DEVICE_CPU,
				     .n_threads = 1,
				     .immediate = true,
				     .memory_limit = 1 << 26},
			  .quiet_device = true,
			  .settings = settings_names()},
		.keys = keys,
		.no_window = true,
		.n_scripts = 1,
		.scripts = &setup,
	};
	int here = open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC), low[2], code;

	must(here >= 0 && chdir(folder) == 0);
	/* The two lowest descriptors are those of the pipe that signals_open() keeps to itself. */
	low[0] = dup(here);
	low[1] = dup(here);
	close(low[0]);
	close(low[1]);
	fflush(NULL);
	code = ui_run(&config);
	close(low[0]);
	close(low[1]);
	must(!shell_left_thread());
	must(fchdir(here) == 0);
	close(here);
	empty_folder();
	return code;
}

static int replay(unsigned choice, const char *keys, size_t size)
{
	struct text setup = TEXT_INIT, replay = TEXT_INIT;
	int code;

	write_setup(&setup, designs[choice % N_DESIGNS]);
	write_replay(&replay, keys, size);
	choice /= N_DESIGNS;
	code = explore(bytes_file((const uint8_t *)text_string(&replay), (size_t)replay.length),
		       text_string(&setup), sizes[choice % N_SIZES].width,
		       sizes[choice % N_SIZES].height);
	text_release(&setup);
	text_release(&replay);
	return code;
}

int fuzz_keys(const uint8_t *data, size_t size)
{
	if (size < 2 || size > LONGEST)
		return 0;
	if (!folder[0]) {
		begin_once();
		/* A design that didn't open would leave little to be found. */
		for (unsigned i = 0; i < N_DESIGNS; i++)
			must(replay(i, "Q", 1) == 0);
	}
	replay(data[0], (const char *)data + 1, size - 1);
	return 0;
}
