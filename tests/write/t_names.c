/*
 * Names of random characters through all writers and their readers: what is written is read back
 * with the same names and written the same again; what a format can't express is refused, with the
 * name and the file.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tcl.h>
#include <unistd.h>

#include "db/link/link.h"
#include "lib/devices.h"
#include "lib/random_design.h"
#include "read/dag.h"
#include "read/layout/def.h"
#include "read/liberty/liberty.h"
#include "read/sdc/sdc.h"
#include "read/spef/spef.h"
#include "read/verilog/verilog.h"
#include "lib/tap.h"
#include "write/dag.h"
#include "write/def.h"
#include "write/liberty.h"
#include "write/sdc.h"
#include "write/spef.h"
#include "write/verilog.h"

enum { N_ROUNDS = 60, LONGEST = 6 };

static char folder[] = "/tmp/t_names.XXXXXX";
static char path[64], again[64];
static struct task task = TASK_INIT;
static struct text warnings = TEXT_INIT;
/* Of the round: are there names that some formats can't have? What was found wrong. */
static bool wild;
static int n_wrong, n_refused[2];

static void must(enum status status)
{
	if (status == STATUS_OK)
		return;
	fprintf(stderr, "%s\n", status_text(status));
	abort();
}

static void wrong(const char *what, const char *a, const char *b)
{
	if (n_wrong++ < 10)
		printf("# %s: \"%s\", \"%s\"\n", what, a, b);
}

/* ---- names ---- */

static const char *random_name(void)
{
	static const char *const tame[] = {"\\", "{", "}", "[", "]",   "$",   ";", "\"",       "#",
					   "*",  "?", "~", "/", ":",   "-",   "(", ")",        "+",
					   "%",  "'", ",", "a", "[1]", "PIN", "=", "\xc3\xa9", "|"};
	static const char *const others[] = {" ", "\t", "\n", "\x01", "\x7f", "\\\"", "\\ "};
	static char name[64];
	int n = 1 + (int)random_below(LONGEST);

	*name = '\0';
	for (int i = 0; i < n; i++)
		strcat(name, wild && random_below(20) == 0
				     ? others[random_below(sizeof others / sizeof *others)]
				     : tame[random_below(sizeof tame / sizeof *tame)]);
	return name;
}

/* Other names for all, none of which is in `taken`, which gets them. */
static void rename_all(struct names *names, struct names *taken)
{
	struct names other = {0};
	int32_t id;
	bool added;

	while (other.n < names->n) {
		const char *name = random_name();

		must(names_add(taken, name, (int64_t)strlen(name), &id, &added));
		if (added)
			must(names_add(&other, name, (int64_t)strlen(name), &id, &added));
	}
	names_release(names);
	*names = other;
}

static void same_names(const char *what, const struct names *a, const struct names *b)
{
	if (a->n != b->n)
		wrong(what, "their number", "differs");
	for (int32_t i = 0; i < a->n && i < b->n; i++) {
		if (strcmp(names_get(a, i), names_get(b, i)) != 0)
			wrong(what, names_get(a, i), names_get(b, i));
	}
}

/* ---- files ---- */

static void same_files(const char *what)
{
	FILE *x = fopen(path, "rb"), *y = fopen(again, "rb");
	int c = 0, d = 0;

	if (!x || !y)
		abort();
	while (c == d && c != EOF) {
		c = getc(x);
		d = getc(y);
	}
	if (c != d)
		wrong(what, "written again", "another text");
	fclose(x);
	fclose(y);
}

/* Was it written? If not, it says which name of which file. */
static bool is_written(const char *what, enum status status)
{
	char begin[128];

	if (status == STATUS_OK)
		return true;
	n_refused[wild]++;
	snprintf(begin, sizeof begin, "%s: error: \"", path);
	if (status != STATUS_FAILED || strncmp(status_text(status), begin, strlen(begin)) != 0 ||
	    !strstr(status_text(status), "\" can't be written: "))
		wrong(what, "refused without name and file", status_text(status));
	if (access(path, F_OK) == 0)
		wrong(what, "refused", "but there is a file");
	return false;
}

/* Each file is as if it were the first. */
static void begin(void)
{
	unlink(path);
	unlink(again);
	text_clear(&warnings);
}

static void no_warnings(const char *what)
{
	if (warnings.length)
		wrong(what, "read back", text_string(&warnings));
}

/* ---- formats ---- */

/* Each pin is on the net of its name, which may be an alias by now. */
static void same_nets(const struct netlist *a, const struct netlist *b)
{
	for (int32_t p = 0; p < a->n_pins && a->n_pins == b->n_pins; p++) {
		const char *net = a->pin_net[p] < 0 ? "" : names_get(&a->net_name, a->pin_net[p]);

		if (*net && netlist_find_net(b, net, (int64_t)strlen(net)) != b->pin_net[p])
			wrong("Verilog: net", net, "isn't the pin's");
	}
}

static void through_verilog(const struct random_design *d)
{
	struct library *early = d->early ? d->early : d->late;
	struct modules modules = {0};
	struct netlist *netlist;

	begin();
	if (!is_written("Verilog",
			verilog_write(path, d->netlist, &(struct verilog_options){0}, &task)))
		return;
	must(verilog_read(path, &modules, &warnings, &task));
	must(link_netlist(
		&(struct link_sources){.modules = &modules,
				       .library = {&early, (struct library *const *)&d->late},
				       .n_libraries = {1, 1}},
		&warnings, &task, &netlist));
	no_warnings("Verilog");
	same_names("Verilog: port", &d->netlist->port_name, &netlist->port_name);
	same_names("Verilog: instance", &d->netlist->instance_name, &netlist->instance_name);
	same_nets(d->netlist, netlist);
	if (strcmp(d->netlist->name, netlist->name) != 0)
		wrong("Verilog: module", d->netlist->name, netlist->name);
	modules_release(&modules);
	netlist_unref(netlist);
}

static void through_spef(const struct random_design *d, bool levels)
{
	struct parasitics *parasitics;

	begin();
	if (!is_written("SPEF", spef_write(path, d->parasitics, d->netlist, levels, &task)))
		return;
	must(spef_read(path, &(struct spef_source)SPEF_SOURCE_INIT(d->netlist), &warnings, &task,
		       &parasitics));
	no_warnings("SPEF");
	must(spef_write(again, parasitics, d->netlist, levels, &task));
	same_files("SPEF");
	parasitics_unref(parasitics);
}

/* Random constraints say of virtual clocks what SDC can't: nothing else may be warned of. */
/* Constraints are random: groups of paths to pins that none ends at, too. */
static void no_warnings_but(const char *what, const char *allowed)
{
	char *rest = warnings.data;

	for (char *line; (line = strtok_r(rest, "\n", &rest));) {
		if (!strstr(line, allowed) && !strstr(line, "\" is no endpoint, ignored"))
			wrong(what, "read back", line);
	}
	text_clear(&warnings);
}

static struct constraints *read_sdc(const struct netlist *netlist, const char *from)
{
	const struct sdc_options options = SDC_OPTIONS_INIT;
	struct constraints *constraints;
	struct text output = TEXT_INIT;

	text_clear(&warnings);
	must(sdc_read(from,
		      &(struct sdc_job){.netlist = netlist,
					.options = &options,
					.warnings = &warnings,
					.output = &output,
					.task = &task},
		      &constraints));
	text_release(&output);
	return constraints;
}

static void same_clocks(const struct constraints *a, const struct constraints *b)
{
	if (a->n_clocks != b->n_clocks)
		wrong("SDC: clock", "their number", "differs");
	for (int32_t c = 0; c < a->n_clocks && c < b->n_clocks; c++) {
		if (strcmp(a->clock[c].name, b->clock[c].name) != 0)
			wrong("SDC: clock", a->clock[c].name, b->clock[c].name);
	}
}

static void through_sdc(const struct random_design *d)
{
	struct constraints *first, *second;
	enum status status;

	begin();
	status = sdc_write(path, d->constraints, d->netlist,
			   &(struct sdc_write_options){.digits = -1}, &warnings, &task);
	if (status == STATUS_FAILED && !strstr(status_text(status), "\" can't be written: "))
		return; /* a constraint that SDC can't say */
	if (!is_written("SDC", status))
		return;
	first = read_sdc(d->netlist, path);
	no_warnings_but("SDC", "is a virtual clock");
	same_clocks(d->constraints, first);
	must(sdc_write(path, first, d->netlist, &(struct sdc_write_options){.digits = -1},
		       &warnings, &task));
	second = read_sdc(d->netlist, path);
	no_warnings_but("SDC", "\" is no endpoint, ignored");
	must(sdc_write(again, second, d->netlist, &(struct sdc_write_options){.digits = -1},
		       &warnings, &task));
	same_files("SDC");
	constraints_unref(first);
	constraints_unref(second);
}

static void through_def(const struct random_design *d)
{
	struct technology *technology;
	struct placement *placement, *read;

	begin();
	must(technology_new("", &technology));
	for (int32_t m = 0, id; m < d->netlist->n_masters; m++) {
		const char *name = d->netlist->master[m].name;

		must(technology_name_macro(technology, name, (int64_t)strlen(name), &id));
	}
	must(placement_new("", d->netlist, technology, &placement));
	placement->units = 1000;
	if (is_written("DEF", def_write(path, placement, &task))) {
		must(def_read(path, NULL, technology, &warnings, &task, &read));
		same_names("DEF: port", &d->netlist->port_name, &read->netlist->port_name);
		same_names("DEF: instance", &d->netlist->instance_name,
			   &read->netlist->instance_name);
		same_names("DEF: net", &d->netlist->net_name, &read->netlist->net_name);
		placement_unref(read);
	}
	placement_unref(placement);
	technology_unref(technology);
}

static void through_dag(void)
{
	enum { N = 12 };
	struct graph *graph, *read;
	struct names names = {0};
	bool added;
	int64_t delay[N - 1], arrival = 5, required = 1000;

	begin();
	must(graph_new("made", &graph));
	while (names.n < N) {
		const char *name = random_name();
		int32_t id;

		must(names_add(&names, name, (int64_t)strlen(name), &id, &added));
		if (added)
			must(graph_add_vertex(graph, name, (int64_t)strlen(name), &added));
	}
	for (int32_t v = 1; v < N; v++) {
		delay[v - 1] = v;
		must(graph_add_arc(graph, v - 1, v, v));
	}
	must(graph_add_source(graph, 0, arrival));
	must(graph_add_sink(graph, N - 1, required));
	must(graph_close(graph, &warnings, &task));
	if (is_written("DAG",
		       dag_write(path, &(struct dag_weights){graph, delay, &arrival, &required},
				 &task))) {
		must(dag_read(path, LATE, &warnings, &task, &read));
		same_names("DAG: vertex", &names, &read->names);
		graph_unref(read);
	}
	names_release(&names);
	graph_unref(graph);
}

static void through_liberty(void)
{
	const struct random_options options = {.n_instances = 1, .scale = 1, .odd = wild};
	struct library *late, *early, *read;
	struct names taken = {0};

	begin();
	random_libraries(&options, &late, &early);
	rename_all(&late->cell_name, &taken);
	free(late->name);
	late->name = strdup(random_name());
	if (is_written("Liberty", liberty_write(path, late, &task))) {
		must(liberty_read(path, &warnings, &task, &read));
		same_names("Liberty: cell", &late->cell_name, &read->cell_name);
		if (strcmp(late->name, read->name) != 0)
			wrong("Liberty: library", late->name, read->name);
		library_unref(read);
	}
	names_release(&taken);
	library_unref(late);
	if (early)
		library_unref(early);
}

/* ---- designs ---- */

static void rename_design(struct random_design *d)
{
	struct netlist *netlist = d->netlist;
	struct constraints *k = d->constraints;
	struct names taken = {0};

	rename_all(&netlist->net_name, &taken);
	rename_all(&netlist->instance_name, &taken);
	rename_all(&netlist->port_name, &taken);
	free(netlist->name);
	netlist->name = strdup(random_name());
	for (int32_t i = 0; k && i < k->n_clocks; i++) {
		int32_t id;
		bool added = false;

		while (!added) {
			const char *name = random_name();

			must(names_add(&taken, name, (int64_t)strlen(name), &id, &added));
		}
		free(k->clock[i].name);
		k->clock[i].name = strdup(names_get(&taken, id));
	}
	/* what a group can't be said of */
	for (int32_t i = 0; k && i < k->n_exceptions; i++) {
		if (k->exception[i].kind == EXCEPTION_GROUP)
			k->exception[i].filter.to_edges = EDGES_BOTH;
	}
	names_release(&taken);
}

static void check_round(int round)
{
	const struct random_options options = {.n_instances = 12, .scale = 1, .constrained = true};
	struct random_design d;

	random_seed((uint64_t)round + 1);
	wild = round % 3 == 2;
	random_design(&options, &d);
	rename_design(&d);
	through_verilog(&d);
	if (d.parasitics) {
		through_spef(&d, false);
		through_spef(&d, true);
	}
	if (d.constraints)
		through_sdc(&d);
	through_def(&d);
	through_dag();
	through_liberty();
	random_design_release(&d);
}

int main(int argc, char **argv)
{
	(void)argc;
	Tcl_FindExecutable(argv[0]);
	if (!mkdtemp(folder))
		abort();
	snprintf(path, sizeof path, "%s/first", folder);
	snprintf(again, sizeof again, "%s/again", folder);
	for (int round = 0; round < N_ROUNDS; round++)
		check_round(round);
	OK(n_wrong == 0, "names of %d random designs and graphs come back from all formats",
	   N_ROUNDS);
	OK(n_refused[true] > N_ROUNDS / 3, "names that a format can't have are refused");
	printf("# %d refused of those with blanks, %d of others\n", n_refused[true],
	       n_refused[false]);
	begin();
	rmdir(folder);
	text_release(&warnings);
	return tap_done();
}
