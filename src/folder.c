#include "folder.h"

#include <dirent.h>
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <tcl.h>

/* What is read, in this order. */
enum kind { GRAPH, LIBRARY, LEF, NETLIST, CONSTRAINTS, TAU, WIRES, PLACEMENT, N_KINDS };

static const struct {
	const char *suffix, *command, *what;
} kinds[N_KINDS] = {
	[GRAPH] = {".dag", "read_graph", "graph"},
	[LIBRARY] = {".lib", "read_liberty", "library"},
	[LEF] = {".lef", "read_lef", "LEF"},
	[NETLIST] = {".v", "read_verilog", "netlist"},
	[CONSTRAINTS] = {".sdc", "read_sdc", "constraints"},
	[TAU] = {".timing", "read_timing", "constraints"},
	[WIRES] = {".spef", "read_spef", "parasitics"},
	[PLACEMENT] = {".def", "read_def", "placement"},
};

struct folder {
	const char *path;
	struct dirent **entry; /* owned [n], by name */
	int n;
	int of_kind[N_KINDS]; /* how many */
};

static bool ends_with(const char *name, size_t length, const char *end)
{
	size_t n = strlen(end);

	return length > n && memcmp(name + length - n, end, n) == 0;
}

static int kind_of(const char *name)
{
	size_t length = strlen(name);

	if (ends_with(name, length, ".gz"))
		length -= strlen(".gz");
	for (int kind = 0; kind < N_KINDS; kind++) {
		if (ends_with(name, length, kinds[kind].suffix))
			return kind;
	}
	return -1;
}

static enum status open_folder(struct folder *folder)
{
	folder->n = scandir(folder->path, &folder->entry, NULL, alphasort);
	if (folder->n < 0)
		return status_fail(STATUS_IO, "%s: error: %s", folder->path, strerror(errno));
	for (int i = 0; i < folder->n; i++) {
		int kind = kind_of(folder->entry[i]->d_name);

		if (kind >= 0)
			folder->of_kind[kind]++;
	}
	return STATUS_OK;
}

static void close_folder(struct folder *folder)
{
	for (int i = 0; i < folder->n; i++)
		free(folder->entry[i]);
	if (folder->n >= 0)
		free(folder->entry);
}

/* ---- what can't be decided ---- */

static enum status ambiguous(const struct folder *folder, int kind, int other)
{
	struct text names = TEXT_INIT;

	for (int i = 0; i < folder->n; i++) {
		int k = kind_of(folder->entry[i]->d_name);

		if (k == kind || k == other)
			text_printf(&names, " %s", folder->entry[i]->d_name);
	}
	status_fail(STATUS_BAD_INPUT, "%s: error: which %s?%s", folder->path, kinds[kind].what,
		    text_string(&names));
	text_release(&names);
	return STATUS_BAD_INPUT;
}

/* For which delays a library is, by its name: "" = all. */
static const char *split_of(const char *name)
{
	return strcasestr(name, "early") ? "-min" : strcasestr(name, "late") ? "-max" : "";
}

/* One for early delays and one for late ones. */
static bool is_pair(const struct folder *folder)
{
	int early = 0, late = 0;

	for (int i = 0; i < folder->n; i++) {
		const char *name = folder->entry[i]->d_name;

		if (kind_of(name) == LIBRARY) {
			early += strcmp(split_of(name), "-min") == 0;
			late += strcmp(split_of(name), "-max") == 0;
		}
	}
	return folder->of_kind[LIBRARY] == 2 && early == 1 && late == 1;
}

static enum status check(const struct folder *folder)
{
	int netlists = folder->of_kind[NETLIST] + folder->of_kind[PLACEMENT];

	for (int kind = 0; kind < N_KINDS; kind++) {
		bool several = kind == LEF || (kind == LIBRARY && is_pair(folder));

		if (folder->of_kind[kind] > 1 && !several)
			return ambiguous(folder, kind, kind);
	}
	if (folder->of_kind[GRAPH] && netlists)
		return status_fail(STATUS_BAD_INPUT,
				   "%s: error: a graph and a netlist: which one? Name the graph, "
				   "or read the netlist with a script",
				   folder->path);
	if (folder->of_kind[CONSTRAINTS] && folder->of_kind[TAU])
		return ambiguous(folder, CONSTRAINTS, TAU);
	if (!folder->of_kind[GRAPH] && !netlists)
		return status_fail(STATUS_BAD_INPUT,
				   "%s: error: no design here: neither *.dag, *.v nor *.def (.gz)",
				   folder->path);
	return STATUS_OK;
}

/* ---- the script ---- */

/* "COMMAND ?-min? ?--? FILE", as Tcl reads it. */
static void write_read(const struct folder *folder, int kind, const char *name, struct text *out)
{
	const char *word[4] = {kinds[kind].command};
	struct text path = TEXT_INIT;
	char *line;
	int n = 1;

	text_printf(&path, "%s/%s", folder->path, name);
	if (kind == LIBRARY && is_pair(folder))
		word[n++] = split_of(name);
	if (folder->path[0] == '-')
		word[n++] = "--";
	word[n++] = text_string(&path);
	line = Tcl_Merge(n, word);
	text_printf(out, "%s\n", line);
	Tcl_Free(line);
	text_release(&path);
}

/* Of LEF that with the layers and sites first: macros refer to them. */
static void write_kind(const struct folder *folder, int kind, struct text *out)
{
	for (int pass = 0; pass < (kind == LEF ? 2 : 1); pass++) {
		for (int i = 0; i < folder->n; i++) {
			const char *name = folder->entry[i]->d_name;
			bool is_technology = strcasestr(name, "tech") != NULL;

			if (kind_of(name) == kind && (kind != LEF || is_technology == (pass == 0)))
				write_read(folder, kind, name, out);
		}
	}
}

static void write_all(const struct folder *folder, struct text *out)
{
	bool graph = folder->of_kind[GRAPH] > 0;

	for (int kind = 0; kind < N_KINDS; kind++) {
		if (graph && (kind == LIBRARY || kind == LEF))
			continue;
		write_kind(folder, kind, out);
		if (kind == NETLIST && folder->of_kind[NETLIST])
			text_add(out, "link_design\n");
	}
	if (graph || (folder->of_kind[NETLIST] && folder->of_kind[LIBRARY] &&
		      folder->of_kind[CONSTRAINTS] + folder->of_kind[TAU]))
		text_add(out, "find_paths -max_paths 1000\n");
}

enum status folder_write_script(const char *path, struct text *out)
{
	struct folder folder = {.path = path};
	enum status status = open_folder(&folder);

	if (status == STATUS_OK)
		status = check(&folder);
	if (status == STATUS_OK)
		write_all(&folder, out);
	close_folder(&folder);
	return status == STATUS_OK ? text_status(out) : status;
}
