/* Linking of large modules by threads: the netlist and the warnings are those of one thread. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/parallel.h"
#include "db/hierarchy.h"
#include "db/link/link.h"
#include "lib/cells.h"
#include "lib/tap.h"
#include "read/verilog/verilog.h"

enum { MANY = 30000 };

static char path[] = "/tmp/t_link_many.XXXXXX";
static struct library *library;

/* What is odd among many plain instances: none of it, each kind in some places, a port that is connected twice. */
enum kind { PLAIN, MIXED, TWICE };

static void write_wires(FILE *file, int n)
{
	for (int i = 0; i < n; i++)
		fprintf(file, i % 97 ? "wire w%d;\n" : "wire [%d:-1] b%d;\n", i % 97 ? i : 2,
			i % 97 ? 0 : i);
}

static void write_cell(FILE *file, int i, enum kind kind)
{
	int a = i * 7 % MANY | 1, at = kind == PLAIN ? -1 : i % 997;

	a += a % 97 == 0 ? 2 : 0;
	switch (at) {
	case 5:
		fprintf(file, "NAND2 u%d(.A(1'b1), .B(w%d), .Y(w%d));\n", i, a, a);
		return;
	case 13:
		fprintf(file, "NAND2 u%d(.A(1'b0), .B(1'b1), .VDD(w%d), .VSS(1'b0));\n", i, a);
		return;
	case 17:
		fprintf(file, "RAM u%d(.CK(w%d), .A({w%d, w%d}));\n", i, a, a, a);
		return;
	case 29:
		fprintf(file, "INV u%d(.A(w%d), .Z(w%d));\n", i, a, a);
		return;
	case 31:
		fprintf(file, "BOX u%d(.p(w%d), .q(2'b01));\n", i, a);
		return;
	case 37:
		fprintf(file, "INV u%d [3:0] (.A(b%d), .Y(w%d));\n", i, i / 97 * 97 % MANY, a);
		return;
	case 41:
		fprintf(file, "(* src = \"a.v:%d\" *) DFF u%d(w%d, , w%d);\n", i, i, a, a);
		return;
	default:
		fprintf(file, "NAND2 u%d(.A(w%d), .B(b%d[1]), .Y(w%d));\n", i, a,
			i / 97 * 97 % MANY, i % 97 ? i : 1);
	}
}

static void write_module(FILE *file, const char *name, int n, enum kind kind)
{
	fprintf(file, "module %s(input [1:0] in, output w1, input w2);\n", name);
	write_wires(file, MANY);
	for (int i = 0; i < n; i++) {
		if (strcmp(name, "top") == 0 && i % (n / 3) == n / 4)
			fprintf(file, "inner m%d({w5, w6}, w7, w%d);\n", i, i | 1);
		if (kind == TWICE && i == n / 2)
			fprintf(file, "INV twice(.A(w1), .A(w2));\n");
		write_cell(file, i, kind);
	}
	if (kind == MIXED)
		fprintf(file, "assign w8 = w9; assign w10 = 1'b1; assign w11 = 1'b0; "
			      "assign w11 = 1'b1;\n");
	fprintf(file, "endmodule\n");
}

static void write_file(enum kind kind)
{
	FILE *file = fopen(path, "w");

	write_module(file, "inner", MANY / 2, kind == PLAIN ? PLAIN : MIXED);
	write_module(file, "top", MANY, kind);
	fclose(file);
}

static enum status link_by(int n_threads, struct text *warnings, struct netlist **netlist)
{
	struct task task = TASK_INIT;
	struct modules modules = {0};
	enum status status;

	host_threads_set(n_threads);
	status = verilog_read(path, &modules, warnings, &task);
	if (status == STATUS_OK)
		status = link_netlist(&(struct link_sources){.modules = &modules,
							     .library = {NULL, &library},
							     .n_libraries = {0, 1}},
				      warnings, &task, netlist);
	modules_release(&modules);
	return status;
}

static bool same(const void *a, const void *b, int64_t n, size_t size)
{
	return n == 0 || memcmp(a, b, (size_t)n * size) == 0;
}

static bool same_names(const struct names *a, const struct names *b)
{
	return a->n == b->n && a->data_length == b->data_length &&
	       same(a->data, b->data, a->data_length, 1) &&
	       same(a->start, b->start, a->n, sizeof *a->start);
}

static bool same_notes(const struct notes *a, const struct notes *b)
{
	return same_names(&a->text, &b->text) && a->n == b->n &&
	       same(a->of, b->of, a->n, sizeof *a->of);
}

static bool same_masters(const struct netlist *a, const struct netlist *b)
{
	bool is = same_names(&a->master_name, &b->master_name) &&
		  same_names(&a->pin_name, &b->pin_name);

	for (int32_t m = 0; m < a->n_masters && is; m++)
		is = a->master[m].n_instances == b->master[m].n_instances &&
		     a->master[m].n_pins == b->master[m].n_pins;
	return is;
}

static bool same_hierarchy(const struct hierarchy *a, const struct hierarchy *b)
{
	return same_names(&a->block_name, &b->block_name) &&
	       same_names(&a->net_name, &b->net_name) && a->n_pins == b->n_pins &&
	       same(a->net, b->net, a->net_name.n, sizeof *a->net) &&
	       same(a->net_of, b->net_of, a->n_pins, sizeof *a->net_of) &&
	       a->n_instances == b->n_instances &&
	       same(a->instance_block, b->instance_block, a->n_instances,
		    sizeof *a->instance_block);
}

static bool same_netlist(const struct netlist *a, const struct netlist *b)
{
	return same_names(&a->net_name, &b->net_name) && same_names(&a->port_name, &b->port_name) &&
	       same_names(&a->instance_name, &b->instance_name) &&
	       same_names(&a->alias_name, &b->alias_name) && a->n_nets == b->n_nets &&
	       a->n_pins == b->n_pins && a->n_instances == b->n_instances && same_masters(a, b) &&
	       same_hierarchy(a->hierarchy, b->hierarchy) && same_notes(&a->source, &b->source) &&
	       same_notes(&a->supply, &b->supply) &&
	       same(a->net_constant, b->net_constant, a->n_nets, 1) &&
	       same(a->alias_net, b->alias_net, a->alias_name.n, sizeof *a->alias_net) &&
	       same(a->instance_master, b->instance_master, a->n_instances,
		    sizeof *a->instance_master) &&
	       same(a->instance_pin, b->instance_pin, a->n_instances + 1,
		    sizeof *a->instance_pin) &&
	       same(a->pin_net, b->pin_net, a->n_pins, sizeof *a->pin_net) &&
	       same(a->pin_instance, b->pin_instance, a->n_pins, sizeof *a->pin_instance) &&
	       same(a->net_pin_row, b->net_pin_row, a->n_nets + 1, sizeof *a->net_pin_row) &&
	       same(a->net_pin, b->net_pin, a->net_pin_row[a->n_nets], sizeof *a->net_pin) &&
	       same(a->net_n_drivers, b->net_n_drivers, a->n_nets, sizeof *a->net_n_drivers);
}

static void check_threads(const struct netlist *alone, const struct text *expected, int n_threads,
			  const char *what)
{
	struct text warnings = TEXT_INIT;
	struct netlist *netlist;

	if (!OK(link_by(n_threads, &warnings, &netlist) == STATUS_OK, "%s by %d threads", what,
		n_threads))
		return;
	OK(same_netlist(alone, netlist), "is the netlist of one thread");
	if (!OK(strcmp(text_string(&warnings), text_string(expected)) == 0, "with its warnings"))
		printf("# got: %.2000s\n# expected: %.2000s\n", text_string(&warnings),
		       text_string(expected));
	netlist_unref(netlist);
	text_release(&warnings);
}

static void check_kind(enum kind kind, const char *what)
{
	static const int threads[] = {2, 3, 16};
	struct text warnings = TEXT_INIT;
	struct netlist *alone;

	write_file(kind);
	if (!OK(link_by(1, &warnings, &alone) == STATUS_OK, "%s: %s", what, status_text(STATUS_OK)))
		return;
	OK(alone->n_instances > 5 * MANY / 2 - 100 && alone->n_nets > MANY, "is large");
	OK((alone->supply.n > 0 && alone->source.n > 0 && alone->alias_name.n > 0 &&
	    alone->hierarchy->net_name.n > 0 && warnings.length > 0) == (kind == MIXED),
	   "%s", kind == MIXED ? "of all kinds" : "plain");
	for (int i = 0; i < 3; i++)
		check_threads(alone, &warnings, threads[i], what);
	netlist_unref(alone);
	text_release(&warnings);
}

static void check_twice(void)
{
	static const int threads[] = {1, 2, 16};

	write_file(TWICE);
	for (int i = 0; i < 3; i++) {
		struct text warnings = TEXT_INIT;
		struct netlist *netlist = NULL;
		enum status status = link_by(threads[i], &warnings, &netlist);

		OK(status == STATUS_BAD_INPUT &&
			   strstr(status_text(status),
				  "port \"A\" of instance \"twice\" is connected twice"),
		   "connected twice, %d threads", threads[i]);
		text_release(&warnings);
	}
}

int main(void)
{
	close(mkstemp(path));
	library = cells_library("late");
	check_kind(PLAIN, "plain instances");
	check_kind(MIXED, "odd instances among them");
	check_twice();
	library_unref(library);
	unlink(path);
	return tap_done();
}
