/* Linking: what is flattened to what, and messages about what doesn't fit. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/cells.h"
#include "db/link/link.h"
#include "read/verilog/verilog.h"
#include "lib/tap.h"

static char path[] = "/tmp/t_link.XXXXXX";
static struct library *library, *other;
static struct text warnings = TEXT_INIT;

static enum status read_text(const char *text, struct modules *modules)
{
	struct task task = TASK_INIT;
	FILE *file = fopen(path, "w");

	fputs(text, file);
	fclose(file);
	*modules = (struct modules){0};
	return verilog_read(path, modules, &warnings, &task);
}

static enum status link_text(const char *text, const char *top, struct netlist **netlist)
{
	struct task task = TASK_INIT;
	struct modules modules;
	enum status status = read_text(text, &modules);

	text_clear(&warnings);
	if (status == STATUS_OK)
		status = link_netlist(&(struct link_sources){.modules = &modules,
							     .top = top,
							     .library = {NULL, &library},
							     .n_libraries = {0, 1}},
				      &warnings, &task, netlist);
	modules_release(&modules);
	return status;
}

/* A netlist that must be; otherwise the test ends. */
static struct netlist *linked(const char *text)
{
	struct netlist *netlist;
	enum status status = link_text(text, NULL, &netlist);

	if (status != STATUS_OK) {
		printf("Bail out! %s\n", status_text(status));
		exit(1);
	}
	return netlist;
}

static const char *without_path(const char *text)
{
	return strncmp(text, path, strlen(path)) == 0 ? text + strlen(path) + 1 : text;
}

static void refused(const char *text, const char *top, const char *expected)
{
	struct netlist *netlist = NULL;
	enum status status = link_text(text, top, &netlist);
	const char *message = without_path(status_text(status));

	if (!OK(status == STATUS_BAD_INPUT && strcmp(message, expected) == 0, "%s", expected))
		printf("# got: %s\n", status == STATUS_OK ? "a netlist" : message);
	if (status == STATUS_OK)
		netlist_unref(netlist);
}

static bool warned(const char *what)
{
	return strstr(text_string(&warnings), what) != NULL;
}

/* The pins of the net of a name, in their order, with blanks between; a constant first. */
static void net_is(const struct netlist *n, const char *name, const char *expected)
{
	struct text text = TEXT_INIT;
	int32_t net = netlist_find_net(n, name, (int64_t)strlen(name));

	if (net < 0)
		text_add(&text, "(no such net)");
	else if (n->net_constant[net] != NET_SIGNAL)
		text_add(&text, n->net_constant[net] == NET_ZERO ? "0: " : "1: ");
	for (int32_t i = net < 0 ? 0 : n->net_pin_row[net]; net >= 0 && i < n->net_pin_row[net + 1];
	     i++) {
		netlist_write_pin(n, n->net_pin[i], '/', &text);
		text_add(&text, i + 1 < n->net_pin_row[net + 1] ? " " : "");
	}
	if (!OK(strcmp(text_string(&text), expected) == 0, "net %s: %s", name, expected))
		printf("# got: %s\n", text_string(&text));
	text_release(&text);
}

static void check_flat(void)
{
	struct netlist *n = linked("module t(a, b, ck, q); input a, b, ck; output [1:0] q;\n"
				   "NAND2 u(.A(a), .B(b), .Y(n), .VDD(pwr), .VSS());\n"
				   "DFF r(.CK(ck), .D(n), .Q(q[0]), .QN());\n"
				   "DFF \\s/t (ck, n, q[1]);\nendmodule\n");

	OK(strcmp(n->name, "t") == 0 && n->n_ports == 5 && n->n_instances == 3 &&
		   n->n_masters == 2 && n->master[1].n_instances == 2,
	   "counts");
	OK(strcmp(names_get(&n->port_name, 3), "q[1]") == 0 && n->port_direction[3] == LIB_OUTPUT,
	   "bits of a bus are ports");
	net_is(n, "a", "a u/A");
	net_is(n, "n", "u/Y r/D s/t/D");
	net_is(n, "q[1]", "s/t/Q q[1]");
	net_is(n, "pwr", "");
	OK(warnings.length == 0, "no warnings");
	netlist_unref(n);
}

static void check_hierarchy(void)
{
	struct netlist *n = linked(
		"module leaf(i, o, p); input i; output [0:1] o; input [1:0] p; wire w;\n"
		"INV x(.A(i), .Y(w)); NAND2 y(.A(w), .B(p[1]), .Y(o[0]));\n"
		"NAND2 z(.A(w), .B(p[0]), .Y(o[1])); endmodule\n"
		"module mid(input [3:0] d, output [3:0] e, input c);\n"
		"leaf l1(.i(c), .o(e[3:2]), .p(d[3:2])); leaf l2(c, {e[0], e[1]}, {2{d[0]}});\n"
		"endmodule\n"
		"module t(input [3:0] d, output [3:0] e); mid m(.d(d), .e(e), .c(1'b1));\n"
		"endmodule");

	OK(n->n_instances == 6 && n->n_nets == 8 + 2 + 1, "counts");
	net_is(n, "d[3]", "d[3] m/l1/y/B");
	net_is(n, "e[3]", "m/l1/y/Y e[3]");
	net_is(n, "e[2]", "m/l1/z/Y e[2]");
	net_is(n, "d[0]", "d[0] m/l2/y/B m/l2/z/B");
	net_is(n, "e[0]", "m/l2/y/Y e[0]");
	net_is(n, "m/l1/w", "m/l1/x/Y m/l1/y/A m/l1/z/A");
	net_is(n, "1'b1", "1: m/l1/x/A m/l2/x/A");
	net_is(n, "d[1]", "d[1]");
	OK(warnings.length == 0, "no warnings");
	netlist_unref(n);
}

static void check_aliases(void)
{
	struct netlist *n = linked(
		"module wires(a, b, c, d); input a; output b, c, d; wire m;\n"
		"assign m = a, b = m; assign c = 1'b1; supply0 d; endmodule\n"
		"module t(x, y, z, k, l); input x; output y, z, k, l; wire u, v;\n"
		"wires w(.a(u), .b(v), .c(k), .d(l)); INV i(.A(x), .Y(u)); INV j(.A(v), .Y(y));\n"
		"assign z = v; wire [1:0] o, p; assign {o, p} = {p, 2'b0x};\n"
		"wires w2(.a(1'b0), .b(q)); INV g(.A(q)); wires w3(.a(), .b(r));\n"
		"INV h(.A(r), .Y(r2));\n"
		"endmodule");

	net_is(n, "z", "i/Y z j/A");
	net_is(n, "v", "i/Y z j/A");
	net_is(n, "w/m", "i/Y z j/A");
	net_is(n, "k", "1: k");
	net_is(n, "l", "0: l");
	net_is(n, "q", "0: g/A");
	net_is(n, "r", "h/A");
	net_is(n, "w2/c", "1: ");
	net_is(n, "o[1]", "0: ");
	net_is(n, "p[1]", "0: ");
	net_is(n, "o[0]", "");
	OK(netlist_find_net(n, "o[0]", 4) == netlist_find_net(n, "p[0]", 4), "p[0] is o[0]");
	OK(warned("net \"r\" has no driver\n"), "a net that only passes through has no driver");
	netlist_unref(n);
}

static void check_buses(void)
{
	struct netlist *n =
		linked("module t(input ck, input [3:0] a, output [7:0] q);\n"
		       "RAM m1(.CK(ck), .A(a), .Q(q[1:0])); RAM m2(ck, {a[1:0], 2'b10}, q[3:2]);\n"
		       "RAM m3(.CK(ck), .\\A[3] (a[0]), .\\Q[1] (q[4]));\n"
		       "RAM m4(.CK(ck), .A(2'b11), .Q(q[7:5]));\n"
		       "RAM m5(.CK(ck), .A(32'd5), .Q(7'bx)); endmodule");

	net_is(n, "a[3]", "a[3] m1/A[3]");
	net_is(n, "q[1]", "m1/Q[0] q[1]");
	net_is(n, "q[0]", "m1/Q[1] q[0]");
	net_is(n, "a[1]", "a[1] m1/A[1] m2/A[3]");
	net_is(n, "a[0]", "a[0] m1/A[0] m2/A[2] m3/A[3]");
	net_is(n, "q[3]", "m2/Q[0] q[3]");
	net_is(n, "q[4]", "m3/Q[1] q[4]");
	net_is(n, "1'b1", "1: m2/A[1] m4/A[1] m4/A[0] m5/A[2] m5/A[0]");
	OK(warned("5:5: warning: 2 bits connected to the 4 of port \"A\" of \"RAM\"\n") ||
		   warned("4:5: warning: 2 bits connected to the 4 of port \"A\" of \"RAM\"\n"),
	   "too few");
	OK(warned("3 bits connected to the 2 of port \"Q\""), "too many");
	OK(!warned("32 bits") && !warned("7 bits"), "but constants may be left over");
	net_is(n, "q[7]", "q[7]");
	net_is(n, "q[6]", "m4/Q[0] q[6]");
	netlist_unref(n);
}

static void check_boxes(void)
{
	struct netlist *n = linked(
		"module t(input [2:0] a, output y);\n"
		"BOX b1(.p(a[0]), .\\q.r (y)); BOX b2(.r(a), .p());"
		"POS c1(a[1], y); POS c2(, , a[2]);\n"
		"BOX b3(.r(a[0])); INV i(.A(a[0]), .B(y), .Y(z)); INV j(a[1], k, y);\nendmodule");
	const struct master *box = &n->master[0];

	OK(!box->library[LATE] && box->n_pins == 5 && box->n_instances == 3 &&
		   n->master[1].n_pins == 3,
	   "pins as used");
	OK(strcmp(names_get(&n->pin_name, box->pin_name[2]), "r[2]") == 0 &&
		   strcmp(names_get(&n->pin_name, box->pin_name[4]), "r[0]") == 0,
	   "the widest bus counts");
	net_is(n, "a[0]", "a[0] b1/p b2/r[0] b3/r[0] i/A");
	net_is(n, "a[2]", "a[2] b2/r[2] c2/p2");
	net_is(n, "a[1]", "a[1] b2/r[1] c1/p0 j/A");
	net_is(n, "y", "b1/q.r c1/p1 y");
	OK(warned("warning: 2 cells with 5 instances in no library, taken as black boxes\n"
		  "warning: black box \"BOX\": 3 instances\nwarning: black box \"POS\": 2 "
		  "instances\n"),
	   "are named");
	OK(warned("3:23: warning: \"INV\" has no port \"B\"; left unconnected\n") &&
		   warned("\"INV\" has no port at position 3; left unconnected\n"),
	   "ports that aren't there");
	netlist_unref(n);
}

static void check_drivers(void)
{
	struct text text = TEXT_INIT;
	struct netlist *n;

	text_add(&text,
		 "module t(input a, inout io); INV i(.A(n), .Y(m)), j(.A(a), .Y(m));\n"
		 "INV k(.A(io), .Y(b)); BOX x(b); BOX y(c); INV l(.A(c), .Y(d)); assign d = 1;\n");
	for (int i = 0; i < 7; i++)
		text_printf(&text, "INV v%d(.A(w%d));", i, i);
	text_add(&text, " endmodule");
	n = linked(text_string(&text));
	OK(warned("warning: net \"n\" has no driver\n") && !warned("\"io\"") && !warned("\"c\"") &&
		   warned("warning: … and 3 more nets without a driver\n"),
	   "nets without a driver");
	OK(warned("warning: net \"m\" has 2 drivers\n") && !warned("\"b\"") &&
		   warned("warning: net \"d\" has 1 drivers and is tied\n"),
	   "nets with several");
	netlist_unref(n);
	text_release(&text);
}

static void check_names(void)
{
	struct netlist *n = linked(
		"module s(input i); wire w; INV x(.A(i), .Y(w)); endmodule\n"
		"module t(input a); s u(a); wire \\u/w ; INV \\u/x (.A(a), .Y(\\u/w )); endmodule");

	net_is(n, "u/w", "u/x$2/Y");
	net_is(n, "u/w$2", "u/x/Y");
	OK(warned("warning: net \"u/w\" is there already, this one is called \"u/w$2\"\n") &&
		   warned("warning: instance \"u/x\" is there already, this one is called "
			  "\"u/x$2\"\n"),
	   "names that are there twice");
	netlist_unref(n);
	refused("module t(a, \\a[0] ); input [0:0] a; input \\a[0] ; endmodule", NULL,
		"port \"a[0]\" is there twice");
	n = linked("module t(a); output a; supply0 g; supply1 p; assign a = g, a = p; endmodule");
	OK(warned("warning: net \"a\" is tied to both 0 and 1; 0 taken\n"), "tied to both");
	netlist_unref(n);
}

static void check_splits(void)
{
	static const char text[] = "module t(a, y); input a; output y; NAND2 u(.A(a), .Y(y));\n"
				   "INV i(.A(a)); ONLY o(a); endmodule";
	struct task task = TASK_INIT;
	struct modules modules;
	struct netlist *n;
	int32_t y;

	if (read_text(text, &modules) != STATUS_OK ||
	    link_netlist(&(struct link_sources){.modules = &modules,
						.library = {&other, &library},
						.n_libraries = {1, 1}},
			 &warnings, &task, &n) != STATUS_OK)
		return;
	y = netlist_find_pin(n, "u/Y", 3);
	OK(n->n_libraries == 2 && n->library[0] == library &&
		   netlist_lib_pin(n, y, LATE) == &library->pin[library->cell[1].first_pin + 2] &&
		   netlist_lib_pin(n, y, EARLY) == &other->pin[0],
	   "early and late pins belong together by name");
	OK(warned("warning: no early library has cell \"INV\", the other split's serves both\n") &&
		   warned("warning: no late library has cell \"ONLY\""),
	   "a cell that one split lacks");
	netlist_unref(n);
	text_clear(&warnings);
	OK(link_netlist(&(struct link_sources){.modules = &modules,
					       .library = {&other, NULL},
					       .n_libraries = {1, 0}},
			&warnings, &task, &n) == STATUS_OK &&
		   netlist_lib_pin(n, netlist_find_pin(n, "u/Y", 3), LATE) == &other->pin[0] &&
		   warned("black box \"INV\"") && !warned("split"),
	   "libraries of one split only");
	netlist_unref(n);
	modules_release(&modules);
}

/* Of several files without a module one is named, of none what reads them. */
static void check_no_modules(void)
{
	struct task task = TASK_INIT;
	struct text expected = TEXT_INIT;
	struct modules modules;
	struct netlist *n;

	read_text("", &modules);
	verilog_read(path, &modules, &warnings, &task);
	text_printf(&expected, "%s: error: no modules were read, neither here nor in 1 more file",
		    path);
	OK(link_netlist(&(struct link_sources){.modules = &modules,
					       .library = {NULL, &library},
					       .n_libraries = {0, 1}},
			&warnings, &task, &n) == STATUS_BAD_INPUT &&
		   strcmp(status_text(STATUS_BAD_INPUT), text_string(&expected)) == 0,
	   "two files without modules");
	modules_release(&modules);
	OK(link_netlist(&(struct link_sources){.modules = &modules,
					       .library = {NULL, &library},
					       .n_libraries = {0, 1}},
			&warnings, &task, &n) == STATUS_BAD_INPUT &&
		   strcmp(status_text(STATUS_BAD_INPUT),
			  "no modules were read; read_verilog reads them") == 0,
	   "no file at all");
	text_release(&expected);
}

static void check_tops(void)
{
	static const char two[] = "module a(x); input x; endmodule module b; c q(x); endmodule "
				  "module c(x); input x; endmodule";
	struct text both = TEXT_INIT;
	struct netlist *n;

	OK(link_text(two, "b", &n) == STATUS_OK && strcmp(n->name, "b") == 0, "a top by name");
	netlist_unref(n);
	text_printf(&both,
		    "1:8: error: 2 modules may be the top, one must be named: \"a\", "
		    "\"b\" (%s:1:40)",
		    path);
	refused(two, NULL, text_string(&both));
	text_release(&both);
	refused("module alpha; endmodule", "alpho", "no module \"alpho\"; nearest \"alpha\"");
	refused(two, "nothing", "no module \"nothing\"");
	refused("", NULL, " error: no modules were read");
	check_no_modules();
	refused("module a; a b(); endmodule", NULL,
		"1:13: error: module \"a\" is inside itself: \"a\" -> \"a\"");
	refused("module l; endmodule module a; b x(); endmodule module b; c x(); l y(); endmodule\n"
		"module c; a x(); endmodule",
		NULL,
		"2:13: error: module \"a\" is inside itself: \"a\" -> \"b\" -> \"c\" -> \"a\"");
	refused("module t; INV i(.A(a), .A(b)); endmodule", NULL,
		"1:15: error: port \"A\" of instance \"i\" is connected twice");
}

/* Few lines that describe more than there can be. */
static void check_bombs(void)
{
	struct text text = TEXT_INIT;
	struct task task = TASK_INIT;
	struct modules modules;
	struct netlist *n;

	text_add(&text, "module m0(i); input i; INV u(.A(i)); endmodule\n");
	for (int i = 1; i <= 400; i++) {
		text_printf(&text, "module m%d(i); input i;", i);
		for (int j = 0; j < 10; j++)
			text_printf(&text, " m%d u%d(i);", i - 1, j);
		text_add(&text, " endmodule\n");
	}
	refused(text_string(&text), "m10",
		"11:8: error: \"m10\" is too large when flat: 1e+10 cells, 1.11e+10 modules, 2e+10 pins, "
		"1.11e+10 nets; at most 2147483647 of each");
	refused(text_string(&text), NULL,
		"401:8: error: \"m400\" is too large when flat: inf cells, inf modules, inf pins, inf nets; "
		"at most 2147483647 of each");
	OK(link_text(text_string(&text), "m4", &n) == STATUS_OK && n->n_instances == 10000,
	   "what fits is flattened");
	netlist_unref(n);
	atomic_store(&task.cancel, true);
	OK(read_text(text_string(&text), &modules) == STATUS_OK &&
		   link_netlist(&(struct link_sources){.modules = &modules,
						       .top = "m4",
						       .library = {NULL, &library},
						       .n_libraries = {0, 1}},
				&warnings, &task, &n) == STATUS_CANCELLED,
	   "cancelled");
	modules_release(&modules);
	text_clear(&text);
	for (int i = 1; i <= 1500; i++)
		text_printf(&text, "module n%d; n%d x(); endmodule\n", i, i - 1);
	refused(text_string(&text), NULL,
		"500:8: error: hierarchy deeper than 1000 levels at \"n500\"");
	text_release(&text);
}

static void check_reference(void)
{
	const char *reference = getenv("WARPSCOPE_REFERENCE");
	struct task task = TASK_INIT;
	struct modules modules = {0};
	struct netlist *n;
	char file[2][512];

	if (!reference) {
		tap_skip("MockArray", "no reference data");
		tap_skip("spi_master", "no reference data");
		return;
	}
	snprintf(file[0], sizeof file[0], "%s/data/openroad/mock_array/MockArray.v.gz", reference);
	snprintf(file[1], sizeof file[1], "%s/data/openroad/mock_array/Element.v.gz", reference);
	/* cells as OpenSTA 2.0 and Yosys 0.23 count them */
	if (OK(verilog_read(file[0], &modules, &warnings, &task) == STATUS_OK &&
		       verilog_read(file[1], &modules, &warnings, &task) == STATUS_OK &&
		       link_netlist(&(struct link_sources){.modules = &modules,
							   .library = {NULL, NULL},
							   .n_libraries = {0, 0}},
				    &warnings, &task, &n) == STATUS_OK,
	       "MockArray")) {
		OK(n->n_instances == 29260 && n->n_ports == 2066, "is as large as others see it");
		netlist_unref(n);
	}
	modules_release(&modules);
	snprintf(file[0], sizeof file[0],
		 "%s/data/sky130_tapeout/yifive_spi_master/spi_master.v.gz", reference);
	if (OK(verilog_read(file[0], &modules, &warnings, &task) == STATUS_OK &&
		       link_netlist(&(struct link_sources){.modules = &modules,
							   .library = {NULL, NULL},
							   .n_libraries = {0, 0}},
				    &warnings, &task, &n) == STATUS_OK,
	       "spi_master")) {
		OK(n->n_instances == 32203 && n->n_ports == 166 && n->n_nets == 7578 &&
			   n->n_nets + n->alias_name.n == 7592,
		   "is as large as others see it");
		netlist_unref(n);
	}
	modules_release(&modules);
}

int main(void)
{
	close(mkstemp(path));
	library = cells_library("late");
	other = cells_empty("early");
	cells_cell(other, "NAND2");
	cells_pin(other, "Y", LIB_OUTPUT, 0);
	cells_pin(other, "A", LIB_INPUT, 1);
	cells_cell(other, "ONLY");
	cells_pin(other, "A", LIB_INPUT, 1);
	check_flat();
	check_hierarchy();
	check_aliases();
	check_buses();
	check_boxes();
	check_drivers();
	check_names();
	check_splits();
	check_tops();
	check_bombs();
	check_reference();
	library_unref(library);
	library_unref(other);
	text_release(&warnings);
	unlink(path);
	return tap_done();
}
