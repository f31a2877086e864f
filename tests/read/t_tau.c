/* Reading TAU constraints: what is read, messages about the rest, and the
 * reference tables. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

#include "read/tau.h"
#include "lib/small.h"
#include "lib/tap.h"

static char path[] = "/tmp/t_tau.XXXXXX";
static struct netlist *netlist;

static enum status read_text(const char *text, struct constraints **out, struct text *warnings)
{
	struct task task = TASK_INIT;
	FILE *file = fopen(path, "w");

	fputs(text, file);
	fclose(file);
	return tau_read(path, netlist, warnings, &task, out);
}

static void refused(const char *text, const char *message)
{
	struct text warnings = TEXT_INIT;
	struct constraints *c = NULL;
	enum status status = read_text(text, &c, &warnings);
	const char *got = status_text(status) + strlen(path) + 1;

	if (status == STATUS_OK)
		constraints_unref(c);
	if (!OK(status == STATUS_BAD_INPUT && strcmp(got, message) == 0, "%s", message))
		printf("# got: %s\n", status == STATUS_OK ? "constraints" : got);
	text_release(&warnings);
}

static bool is(const double times[N_SPLITS][N_EDGES], double er, double ef, double lr, double lf)
{
	return times[EARLY][RISE] == er && times[EARLY][FALL] == ef && times[LATE][RISE] == lr &&
	       times[LATE][FALL] == lf;
}

/* The only input delay of a port, NULL = none. */
static const struct external_delay *input_delay(const struct constraints *c, int32_t port)
{
	const struct external_delay *found = NULL;

	for (int32_t i = 0; i < c->n_input_delays; i++) {
		if (c->input_delay[i].pin != port)
			continue;
		if (found)
			return NULL;
		found = &c->input_delay[i];
	}
	return found;
}

/* Arrivals are what they say, whatever latency the clock has. */
static bool arrives(const struct constraints *c, int32_t port, int32_t clock_edge, double er,
		    double ef, double lr, double lf)
{
	const struct external_delay *delay = input_delay(c, port);

	return delay && delay->clock_edge == clock_edge && delay->source_latency_included &&
	       delay->network_latency_included && is(delay->delay, er, ef, lr, lf);
}

/* The file has no setting for it. */
static bool is_plain_clock(const struct clock *clock)
{
	bool plain = clock->propagated && !clock->add && clock->master < 0;

	for (int i = 0; i < 4; i++)
		plain &= !is_given(clock->network_latency[i / 2][i % 2]) &&
			 !is_given(clock->transition[i / 2][i % 2]) &&
			 !is_given(clock->uncertainty[i / 2]);
	return plain;
}

static bool has_no_slew(const struct port_constraint *port)
{
	bool none = true;

	for (int i = 0; i < 4; i++)
		none &= !is_given(port->slew[i / 2][i % 2]);
	return none;
}

static const char good[] = "clock ck 50 40\r\n\n  at a 1 2 3 4\nslew\ta 5 6 7 8\n"
			   "rat y -1e1 10 20.5 +20\nload y 4\nat ck 0 25 0 25\nat d[0] 9 9 9 9 \n"
			   "at d[0] 1 1 1 1";

static void check_good(void)
{
	struct text warnings = TEXT_INIT;
	struct constraints *c;
	struct port_constraint *a, *y;
	struct clock *ck;
	int32_t d;

	if (!OK(read_text(good, &c, &warnings) == STATUS_OK, "a good file"))
		return;
	a = &c->port[small_pin(netlist, "a")];
	y = &c->port[small_pin(netlist, "y")];
	d = small_pin(netlist, "d[0]");
	ck = &c->clock[0];
	OK(c->n_clocks == 1 && strcmp(ck->name, "ck") == 0 && ck->n_sources == 1 &&
		   ck->source[0] == small_pin(netlist, "ck") && is_plain_clock(ck),
	   "a propagated clock at its port");
	OK(ck->period == 50 && ck->time[RISE] == 0 && ck->time[FALL] == 30,
	   "falls when 40 %% are left");
	OK(is(ck->source_latency, 0, -5, 0, -5) && !input_delay(c, ck->source[0]),
	   "its arrivals are its latency");
	OK(arrives(c, small_pin(netlist, "a"), CLOCK_EDGE(0, RISE), 1, 2, 3, 4) &&
		   !a->has_required && c->n_input_delays == 2,
	   "arrivals are input delays");
	OK(is(a->slew, 5, 6, 7, 8) && has_no_slew(y), "slews, where they are given");
	OK(y->has_required && !input_delay(c, small_pin(netlist, "y")) &&
		   is(y->required, -10, 10, 20.5, 20) && c->n_output_delays == 0,
	   "required times");
	OK(is(y->load, 4, 4, 4, 4) && is(a->load, 0, 0, 0, 0), "loads");
	OK(arrives(c, d, CLOCK_EDGE(0, RISE), 1, 1, 1, 1), "the last setting counts");
	OK(strstr(text_string(&warnings), "warning: port \"b\" and 1 more have no arrival\n") &&
		   !strstr(text_string(&warnings), "required"),
	   "ports without arrival are named");
	constraints_unref(c);
	text_clear(&warnings);
	netlist->library[0]->time_unit = 1000;
	netlist->library[0]->capacitance_unit = 10;
	OK(read_text("clock ck 1\nload y 2\nslew a 1 1 1 1\n", &c, &warnings) == STATUS_OK &&
		   c->clock[0].period == 1000 && c->clock[0].time[FALL] == 500 &&
		   is(c->port[small_pin(netlist, "y")].load, 20, 20, 20, 20) &&
		   c->port[small_pin(netlist, "a")].slew[LATE][FALL] == 1000,
	   "units are those of the library");
	netlist->library[0]->time_unit = 1;
	netlist->library[0]->capacitance_unit = 1;
	constraints_unref(c);
	OK(read_text("", &c, &warnings) == STATUS_OK && c->n_clocks == 0, "an empty file");
	constraints_unref(c);
	OK(read_text("at a 1 2 3 4", &c, &warnings) == STATUS_OK &&
		   arrives(c, small_pin(netlist, "a"), -1, 1, 2, 3, 4),
	   "arrivals without a clock");
	constraints_unref(c);
	OK(read_text("at b 1 2 3 4\nclock d[0] 8\nclock ck 5\nat ck 0 4 0 4\nat d[0] 1 1 1 1", &c,
		     &warnings) == STATUS_OK &&
		   c->n_clocks == 2 && c->n_input_delays == 1 &&
		   arrives(c, small_pin(netlist, "b"), CLOCK_EDGE(0, RISE), 1, 2, 3, 4) &&
		   strcmp(c->clock[0].name, "d[0]") == 0 &&
		   is(c->clock[0].source_latency, 1, -3, 1, -3) &&
		   is(c->clock[1].source_latency, 0, 1.5, 0, 1.5),
	   "arrivals count from the first of several clocks");
	constraints_unref(c);
	OK(read_text("clock ck 50", &c, &warnings) == STATUS_OK &&
		   !is_given(c->clock[0].source_latency[LATE][RISE]),
	   "a clock without arrival has no latency");
	constraints_unref(c);
	text_release(&warnings);
}

static void check_bad(void)
{
	refused("\nclok ck 1\n",
		"2:1: error: expected clock, at, slew, rat or load, found \"clok\"");
	refused("at", "1:3: error: expected a port, the line ends");
	refused("at d[00] 0 0 0 0", "1:4: error: unknown port \"d[00]\"; nearest \"d[0]\"");
	refused("at inputs 0 0 0 0", "1:4: error: unknown port \"inputs\"");
	refused("clock n1 5", "1:7: error: \"n1\" isn't a port");
	refused("clock u1/A 5", "1:7: error: \"u1/A\" isn't a port");
	refused("clock y 5", "1:7: error: port \"y\" isn't an input");
	refused("rat a 1 2 3 4", "1:5: error: port \"a\" isn't an output");
	refused("load a 1", "1:6: error: port \"a\" isn't an output");
	refused("at y 1 2 3 4", "1:4: error: port \"y\" isn't an input");
	refused("at a 1 2 3", "1:11: error: expected a time (late fall), the line ends");
	refused("at a 1 nan 3 4", "1:8: error: expected a time (early fall), found \"nan\"");
	refused("at a 1 2 inf 4", "1:10: error: expected a time (late rise), found \"inf\"");
	refused("at a 1 2 3x 4", "1:10: error: expected a time (late rise), found \"3x\"");
	refused("at a 1 2 1e999 4", "1:10: error: number out of range: \"1e999\"");
	refused("at a 1 2 1e18 4", "1:10: error: number out of range: \"1e18\"");
	refused("at a 1 2 3 4 5", "1:14: error: expected the end of the line, found \"5\"");
	refused("slew a 1 -2 3 4", "1:10: error: a slew is negative");
	refused("load y -1", "1:8: error: a load is negative");
	refused("clock ck 0", "1:10: error: the period isn't within 0 and 1.15 s");
	refused("clock ck 2e12", "1:10: error: the period isn't within 0 and 1.15 s");
	refused("clock ck -1 50", "1:10: error: the period isn't within 0 and 1.15 s");
	refused("clock ck", "1:9: error: expected a period, the line ends");
	refused("clock ck 1 101",
		"1:12: error: the low part of the period isn't within 0 and 100 per cent");
	refused("clock ck 1\nclock ck 2", "2:7: error: another clock at port \"ck\"");
}

static void check_tile(void)
{
	struct task task = TASK_INIT;
	struct text warnings = TEXT_INIT;
	struct netlist *twice, *four;
	struct constraints *c, *c2, *c4;

	if (read_text(good, &c, &warnings) != STATUS_OK ||
	    netlist_tile(netlist, 2, &task, &twice) != STATUS_OK ||
	    netlist_tile(twice, 2, &task, &four) != STATUS_OK)
		abort();
	OK(constraints_tile(c, twice, &c2) == STATUS_OK && c2->n_clocks == 2 &&
		   strcmp(c2->clock[1].name, "t1/ck") == 0 &&
		   c2->clock[1].source[0] == small_pin(twice, "t1/ck") &&
		   is(c2->clock[1].source_latency, 0, -5, 0, -5),
	   "clocks of copies");
	OK(c2->n_ports == twice->n_ports && c2->n_input_delays == 4 &&
		   arrives(c2, small_pin(twice, "t1/a"), CLOCK_EDGE(1, RISE), 1, 2, 3, 4) &&
		   arrives(c2, small_pin(twice, "t0/a"), CLOCK_EDGE(0, RISE), 1, 2, 3, 4),
	   "arrivals of copies");
	OK(is(c2->port[small_pin(twice, "t1/y")].required, -10, 10, 20.5, 20) &&
		   is(c2->port[small_pin(twice, "t1/a")].slew, 5, 6, 7, 8),
	   "required times and slews of copies");
	OK(constraints_tile(c2, four, &c4) == STATUS_OK && c4->n_clocks == 4 &&
		   strcmp(c4->clock[3].name, "t3/ck") == 0 && c4->clock[3].time[FALL] == 30 &&
		   c4->clock[3].source[0] == small_pin(four, "t3/ck") &&
		   arrives(c4, small_pin(four, "t3/d[0]"), CLOCK_EDGE(3, RISE), 1, 1, 1, 1),
	   "copies of copies");
	constraints_unref(constraints_ref(c4));
	constraints_unref(c4);
	constraints_unref(c2);
	constraints_unref(c);
	netlist_unref(twice);
	netlist_unref(four);
	text_release(&warnings);
}

static void check_files(void)
{
	struct task task = TASK_INIT;
	struct text warnings = TEXT_INIT;
	struct constraints *c;
	gzFile gz = gzopen(path, "wb");

	gzputs(gz, good);
	gzclose(gz);
	OK(tau_read(path, netlist, &warnings, &task, &c) == STATUS_OK && c->n_clocks == 1, "gzip");
	constraints_unref(c);
	atomic_store(&task.cancel, true);
	OK(tau_read(path, netlist, &warnings, &task, &c) == STATUS_CANCELLED, "cancelled");
	atomic_store(&task.cancel, false);
	OK(tau_read("/nonexistent", netlist, &warnings, &task, &c) == STATUS_IO, "no file");
	text_release(&warnings);
}

/* The next field of a tab-separated line as a number; NaN where there is none. */
static double field(char **at)
{
	char *text = strsep(at, "\t\n");

	return text && *text ? strtod(text, NULL) : NAN;
}

/* The ports of a table of pins: inputs and outputs of a netlist without anything inside. */
static struct netlist *ports_of(gzFile gz)
{
	struct netlist *ports;
	char line[4096];
	int32_t id;

	if (netlist_new("ports", &ports) != STATUS_OK)
		abort();
	while (gzgets(gz, line, sizeof line)) {
		char *at = line, *name = strsep(&at, "\t"), *cell = strsep(&at, "\t");

		if (cell && (strcmp(cell, "<PI>") == 0 || strcmp(cell, "<PO>") == 0))
			netlist_add_port(ports, name, cell[2] == 'I' ? LIB_INPUT : LIB_OUTPUT, &id);
	}
	netlist_close(ports);
	return ports;
}

static bool same(const double *table, const double times[N_SPLITS][N_EDGES])
{
	bool equal = true;

	for (int i = 0; i < 4; i++)
		equal &= fabs(table[i] - times[i / 2][i % 2]) < 1e-4;
	return equal;
}

/* What arrives at an input: its input delay, or the edges of its clock. */
static bool same_arrivals(const double *table, const struct constraints *c, int32_t port)
{
	const struct external_delay *delay = input_delay(c, port);
	double times[N_SPLITS][N_EDGES];

	if (delay)
		return same(table, delay->delay);
	for (int i = 0; i < 4 && c->n_clocks; i++)
		times[i / 2][i % 2] =
			c->clock[0].time[i % 2] + c->clock[0].source_latency[i / 2][i % 2];
	return c->n_clocks == 1 && c->clock[0].source[0] == port && same(table, times);
}

/* How many ports of the table differ from what was read. */
static int64_t differences(gzFile gz, const struct netlist *ports, struct constraints *c)
{
	enum { ARRIVAL = 0, SLEW = 4, REQUIRED = 8, LOAD = 16, N_FIELDS };
	int64_t n = 0;
	char line[4096];

	while (gzgets(gz, line, sizeof line)) {
		char *at = line, *name = strsep(&at, "\t"), *cell = strsep(&at, "\t");
		struct port_constraint *port;
		double table[N_FIELDS];
		int32_t p;

		if (!cell || (strcmp(cell, "<PI>") != 0 && strcmp(cell, "<PO>") != 0))
			continue;
		p = netlist_find_port(ports, name, (int64_t)strlen(name));
		port = &c->port[p];
		for (int i = 0; i < N_FIELDS; i++)
			table[i] = field(&at);
		if (cell[2] == 'I')
			n += !same_arrivals(table + ARRIVAL, c, p) ||
			     !same(table + SLEW, port->slew);
		else
			n += !same(table + REQUIRED, port->required) ||
			     !(fabs(table[LOAD] - port->load[LATE][RISE]) < 1e-4);
	}
	return n;
}

static void check_reference(const char *reference, const char *design, const char *table)
{
	struct task task = TASK_INIT;
	struct text warnings = TEXT_INIT;
	struct netlist *ports;
	struct constraints *c;
	char file[512];
	gzFile gz;

	snprintf(file, sizeof file, "%s/golden/opentimer/%s.pins.tsv.gz", reference, table);
	gz = gzopen(file, "rb");
	if (!gz) {
		tap_skip(design, "no table");
		return;
	}
	ports = ports_of(gz);
	snprintf(file, sizeof file, "%s/data/tau15/%s/%s.timing", reference, design, design);
	if (OK(tau_read(file, ports, &warnings, &task, &c) == STATUS_OK && warnings.length == 0,
	       "%s: %d ports", design, (int)ports->n_ports)) {
		gzrewind(gz);
		OK(differences(gz, ports, c) == 0, "%s: as in the table", design);
		constraints_unref(c);
	} else {
		printf("# %s\n# %s\n", status_text(STATUS_BAD_INPUT), text_string(&warnings));
	}
	gzclose(gz);
	netlist_unref(ports);
	text_release(&warnings);
}

int main(void)
{
	static const char *const designs[] = {"simple", "c17",   "c432",  "c7552",
					      "s27",    "s1494", "wb_dma"};
	const char *reference = getenv("WARPSCOPE_REFERENCE");
	int fd = mkstemp(path);

	if (fd < 0)
		return 1;
	close(fd);
	netlist = small_netlist();
	check_good();
	check_bad();
	check_tile();
	check_files();
	for (size_t i = 0; i < sizeof designs / sizeof *designs; i++) {
		if (reference)
			check_reference(reference, designs[i], designs[i]);
		else
			tap_skip(designs[i], "WARPSCOPE_REFERENCE not set");
	}
	if (reference)
		check_reference(reference, "aes_core", "aes_core_nospef");
	netlist_unref(netlist);
	unlink(path);
	return tap_done();
}
