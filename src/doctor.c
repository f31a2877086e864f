#include "doctor.h"

#include <errno.h>
#include <langinfo.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <tcl.h>
#include <unistd.h>
#include <zlib.h>

#include "base/grow.h"
#include "base/memory.h"
#include "base/print.h"
#include "base/assets.h"
#include "ui/tui/terminal.h"
#include "ui/win/window_process.h"

struct doctor {
	struct text out;
	struct text missing; /* a line for each thing that should be there */
	bool missing_assets; /* the first that isn't there is named */
};

/* ---- device ---- */

static void try_device(struct doctor *d, const struct device_config *config, int number)
{
	RELEASED_BY(text_release) struct text why = TEXT_INIT;
	struct device_config one;
	struct device *device = NULL;
	enum status status;

	device_config_of(config, number, &one);
	status = device_open(&one, &why, &device);
	if (status == STATUS_OK) {
		text_printf(&d->out, "computes   %s%s\n", number ? "dies also on " : "on ",
			    device_name(device));
		if (why.length)
			text_printf(&d->out, "reason     %s\n", text_string(&why));
	} else {
		text_printf(&d->missing, "%s\n", status_text(status));
	}
	device_close(device);
}

static void look_at_device(struct doctor *d, const struct device_config *config)
{
	text_add(&d->out, "device\n");
	for (int i = 0; i <= config->n_more; i++)
		try_device(d, config, i);
	text_add(&d->out, "CUDA       ");
	device_write_runtime(&d->out);
	text_printf(&d->out, "\nmemory     %.1f GiB available\n",
		    (double)memory_available() / (double)(1 << 30));
}

/* ---- terminal and locale ---- */

static void look_at_terminal(struct doctor *d, enum graphics_choice graphics)
{
	const char *codeset = nl_langinfo(CODESET);
	bool utf8 = strcmp(codeset, "UTF-8") == 0;

	text_add(&d->out, "\nterminal\n");
	if (!terminal_describe(graphics, &d->out))
		text_add(&d->missing,
			 "a terminal that can show a picture: set TERM to what it is\n");
	text_printf(&d->out, "characters %s%s\n", codeset,
		    utf8 ? "" : ": plots are in ASCII; LC_ALL=C.UTF-8 would give finer ones");
	text_printf(&d->out, "locale     %s\n", setlocale(LC_CTYPE, NULL));
}

/* ---- libraries ---- */

static void look_at_libraries(struct doctor *d)
{
	struct utsname system;
	int major, minor, patch;

	Tcl_GetVersion(&major, &minor, &patch, NULL);
	text_printf(&d->out,
		    "\nlibraries\nwarpscope  %s\nTcl        %d.%d.%d\nncurses    %s\n"
		    "zlib       %s\n",
		    PACKAGE_VERSION, major, minor, patch, terminal_library(), zlibVersion());
#ifdef _OPENMP
	text_printf(&d->out, "OpenMP     %d\n", _OPENMP);
#else
	text_add(&d->out, "OpenMP     none: the CPU device has one thread\n");
#endif
	if (uname(&system) == 0)
		text_printf(&d->out, "system     %s %s %s\n", system.sysname, system.release,
			    system.machine);
}

/* ---- window ---- */

/* Over SSH there is none, and none is needed. */
static void look_at_window(struct doctor *d)
{
	text_add(&d->out, "\nwindow\nlayout     ");
	window_describe(&d->out);
	text_add(&d->out, "\n");
}

/* ---- files ---- */

static void look_at_assets(struct doctor *d)
{
	static const char *const names[] = {"lesson.tcl", "lesson_exercises.tcl", "lessons",
					    "loom/loom.tcl", "example.dag.gz"};
	RELEASED_BY(text_release) struct text path = TEXT_INIT;

	for (size_t i = 0; !d->missing_assets && i < sizeof names / sizeof *names; i++) {
		text_clear(&path);
		d->missing_assets = asset_path(names[i], &path) != STATUS_OK;
		if (d->missing_assets)
			text_printf(&d->missing, "%s\n", status_text(STATUS_IO));
		else if (i == 0)
			text_printf(&d->out, "assets     %.*s\n",
				    (int)(path.length - (int64_t)strlen("/lesson.tcl")),
				    text_string(&path));
	}
}

/* A file of the user's needn't be there, but when it is, it should be readable. */
static void look_at_file(struct doctor *d, const char *name, const char *where,
			 const struct text *path)
{
	const char *p = text_string(path);

	if (!path->length)
		text_printf(&d->out, "%-10s nowhere: neither $%s nor $HOME is set\n", name, where);
	else if (access(p, R_OK) == 0)
		text_printf(&d->out, "%-10s %s\n", name, p);
	else if (errno == ENOENT)
		text_printf(&d->out, "%-10s %s, not there yet\n", name, p);
	else
		text_printf(&d->missing, "%s: %s\n", p, strerror(errno));
}

static void look_at_files(struct doctor *d)
{
	RELEASED_BY(text_release) struct text config = TEXT_INIT, history = TEXT_INIT;

	text_add(&d->out, "\nfiles\n");
	look_at_assets(d);
	config_path("init.tcl", &config);
	look_at_file(d, "config", "XDG_CONFIG_HOME", &config);
	state_path("history", &history);
	look_at_file(d, "history", "XDG_STATE_HOME", &history);
}

int doctor_run(const struct device_config *config, enum graphics_choice graphics)
{
	struct doctor d = {TEXT_INIT, TEXT_INIT, false};
	enum status status;
	int failed;

	look_at_device(&d, config);
	look_at_terminal(&d, graphics);
	look_at_window(&d);
	look_at_libraries(&d);
	look_at_files(&d);
	failed = d.missing.length > 0;
	text_printf(&d.out, "\n%s", failed ? "missing\n" : "nothing is missing\n");
	text_add(&d.out, text_string(&d.missing));
	status = print_out(text_string(&d.out), d.out.length);
	if (status == STATUS_OK && memory_ran_short())
		status = STATUS_NO_MEMORY;
	text_release(&d.out);
	text_release(&d.missing);
	if (status != STATUS_OK) {
		print_error("warpscope: %s\n", status_text(status));
		return status_exit_code(status);
	}
	return failed;
}
