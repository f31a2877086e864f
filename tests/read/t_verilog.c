/* Reading Verilog: what is read, and messages about the rest. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/parallel.h"
#include "read/verilog/verilog.h"
#include "read/verilog/verilog_tokens.h"
#include "lib/devices.h"
#include "lib/tap.h"

static char path[] = "/tmp/t_verilog.XXXXXX";

static enum status read_more(const char *bytes, size_t n, struct modules *modules)
{
	struct task task = TASK_INIT;
	struct text warnings = TEXT_INIT;
	FILE *file = fopen(path, "w");
	enum status status;

	fwrite(bytes, 1, n, file);
	fclose(file);
	status = verilog_read(path, modules, &warnings, &task);
	text_release(&warnings);
	return status;
}

static enum status read_text(const char *text, struct modules *modules)
{
	*modules = (struct modules){0};
	return read_more(text, strlen(text), modules);
}

/* The message without the file's name. */
static const char *message(enum status status)
{
	const char *text = status_text(status);

	if (strncmp(text, path, strlen(path)) != 0)
		return text;
	text += strlen(path) + 1;
	return *text == ' ' ? text + 1 : text;
}

static void refused_bytes(const char *bytes, size_t n, const char *expected)
{
	struct modules modules = {0};
	enum status status = read_more(bytes, n, &modules);

	if (!OK(status == STATUS_BAD_INPUT && strcmp(message(status), expected) == 0, "%s",
		expected))
		printf("# got: %s\n", status == STATUS_OK ? "modules" : message(status));
	modules_release(&modules);
}

static void refused(const char *text, const char *expected)
{
	refused_bytes(text, strlen(text), expected);
}

/* An item of a module is refused. */
static void refused_item(const char *item, const char *expected)
{
	char text[1000];

	snprintf(text, sizeof text, "module m;\nwire [3:0] b; wire s;\n%s\nendmodule\n", item);
	refused(text, expected);
}

/* ---- expressions, written out ---- */

static void write_bit(const struct modules *m, int32_t bit, struct text *out)
{
	const struct module *module = &m->module[m->n_modules - 1];

	if (bit == BIT_NONE)
		text_add(out, "z");
	else if (bit < 0)
		text_add(out, bit == BIT_ZERO ? "0" : "1");
	for (int32_t i = module->first_net; i < module->first_net + module->n_nets; i++) {
		const struct module_net *net = &m->net[i];

		if (bit >= net->first_bit && bit < net->first_bit + module_net_width(net))
			modules_write_bit(m, net, bit - net->first_bit, out);
	}
}

static void expect_bits(const char *expression, const char *expected)
{
	struct text text = TEXT_INIT, out = TEXT_INIT;
	struct modules m;
	enum status status;

	text_printf(&text, "module m; wire [3:0] b; wire [-1:1] u; wire s;\nX x(%s\n); endmodule",
		    expression);
	status = read_text(text_string(&text), &m);
	for (int32_t i = 0; status == STATUS_OK && i < m.n_bits; i++) {
		text_add(&out, i ? " " : "");
		write_bit(&m, m.bit[i], &out);
	}
	if (!OK(status == STATUS_OK && strcmp(text_string(&out), expected) == 0, "%s is %s",
		expression, expected))
		printf("# got: %s\n", status == STATUS_OK ? text_string(&out) : message(status));
	text_release(&text);
	text_release(&out);
	modules_release(&m);
}

static void check_expressions(void)
{
	expect_bits("s", "s");
	expect_bits("b", "b[3] b[2] b[1] b[0]");
	expect_bits("u", "u[-1] u[0] u[1]");
	expect_bits("b[2]", "b[2]");
	expect_bits("b [ 2 : 1 ]", "b[2] b[1]");
	expect_bits("u[-1:0]", "u[-1] u[0]");
	expect_bits("b[4-1]", "b[3]");
	expect_bits("b[2'b10]", "b[2]");
	expect_bits("{s, b[1:0]}", "s b[1] b[0]");
	expect_bits("{2{s, u[1]}}", "s u[1] s u[1]");
	expect_bits("{{2{s}}, {1'b1}}", "s s 1");
	expect_bits("(s)", "s");
	expect_bits("4'b01x0", "0 1 z 0");
	expect_bits("4 'sb 1", "0 0 0 1");
	expect_bits("6'hx3", "z z 0 0 1 1");
	expect_bits("4'bz", "z z z z");
	expect_bits("6'o1_2", "0 0 1 0 1 0");
	expect_bits("3'd5", "1 0 1");
	expect_bits("2'dx", "z z");
	expect_bits("2'hff", "1 1");
	expect_bits("\\b[3] ", "b[3]");
	expect_bits("implicit", "implicit");
	expect_bits("s /* a */ , (* c *) b[0] // b", "s b[0]");
}

static void check_long_constants(void)
{
	struct modules m;

	OK(read_text("module m; X x(.a(1), .b('h8000_0001), .c(5'd3)); endmodule", &m) ==
			   STATUS_OK &&
		   m.n_bits == 69 && m.bit[31] == BIT_ONE && m.bit[30] == BIT_ZERO &&
		   m.bit[32] == BIT_ONE && m.bit[63] == BIT_ONE,
	   "constants without a size have 32 bits");
	modules_release(&m);
}

/* ---- modules ---- */

static bool port_is(const struct modules *m, int32_t i, const char *name,
		    enum lib_direction direction, int32_t width)
{
	const struct module_port *port = &m->port[i];

	return strcmp(names_get(&m->string, port->name), name) == 0 &&
	       port->direction == direction && port[1].first_bit - port->first_bit == width;
}

static void check_ports(void)
{
	struct modules m;

	OK(read_text("module m (a, \\b[0] , c); input a; inout [2:5] c; output \\b[0] ; wire a;\n"
		     "wire [2:5] c; endmodule",
		     &m) == STATUS_OK &&
		   m.n_ports == 3 && port_is(&m, 0, "a", LIB_INPUT, 1) &&
		   port_is(&m, 1, "b[0]", LIB_OUTPUT, 1) && port_is(&m, 2, "c", LIB_INOUT, 4),
	   "ports declared in the body");
	modules_release(&m);
	OK(read_text("module m #(parameter W = 3, parameter V = (2)) (input [1:0] a, b, output\n"
		     "reg signed [3:0] c, input wire d); endmodule",
		     &m) == STATUS_OK &&
		   m.n_ports == 4 && port_is(&m, 0, "a", LIB_INPUT, 2) &&
		   port_is(&m, 1, "b", LIB_INPUT, 2) && port_is(&m, 2, "c", LIB_OUTPUT, 4) &&
		   port_is(&m, 3, "d", LIB_INPUT, 1),
	   "ports declared in the header");
	modules_release(&m);
	OK(read_text("module m (.x({a, b[1:0]}), .y(), .z(c));\n"
		     "input a; input [1:0] b; output c; endmodule",
		     &m) == STATUS_OK &&
		   m.n_ports == 3 && port_is(&m, 0, "x", LIB_INPUT, 3) &&
		   port_is(&m, 1, "y", LIB_INOUT, 0) && port_is(&m, 2, "z", LIB_OUTPUT, 1),
	   "ports that are expressions");
	modules_release(&m);
	OK(read_text("module m; endmodule module n(); endmodule : n\nmacromodule o; endmodule",
		     &m) == STATUS_OK &&
		   m.n_modules == 3 && m.n_ports == 0 && modules_find(&m, "n") == 1 &&
		   modules_find(&m, "p") == -1,
	   "modules without ports");
	modules_release(&m);
}

static void check_instances(void)
{
	struct modules m;
	const struct module_instance *x;

	if (!OK(read_text("`timescale 1ns/1ps\nmodule m;\n"
			  " C #(.P(1), .Q(\")\")) u1 (.A(a), .B(), .c), \\u2[1] (a, , b);\n"
			  " D #4 u3 ();\n defparam u1.P = 3;\n ;\n"
			  " supply1 vdd; supply0 vss, gnd;\nendmodule\n",
			  &m) == STATUS_OK,
		"instances"))
		return;
	x = m.instance;
	OK(m.n_instances == 3 && strcmp(names_get(&m.string, x[1].name), "u2[1]") == 0 &&
		   strcmp(names_get(&m.string, x[1].master), "C") == 0 && x[0].line == 3 &&
		   x[0].column == 22 && x[2].line == 4,
	   "with names, masters and places");
	OK(x[1].first_connection == 3 && x[2].first_connection == 6 && x[3].first_connection == 6,
	   "and connections");
	OK(m.connection[1].first_bit == m.connection[2].first_bit &&
		   m.connection[2].first_bit + 1 == m.connection[3].first_bit &&
		   m.connection[2].port >= 0 && m.connection[3].port == -1,
	   "by name, to nothing, by the port's own name, by position");
	OK(m.net[m.n_nets - 1].constant == NET_ZERO && m.net[m.n_nets - 3].constant == NET_ONE,
	   "supplies");
	modules_release(&m);
	OK(read_text("module m; wire [3:0] b;\nC u1 (.A(a)); C u2 (.A(a), .B(b)); C u3 (.A(a));\n"
		     "endmodule\n",
		     &m) == STATUS_OK &&
		   m.connection[4].first_bit - m.connection[1].first_bit == 6,
	   "a bus as a whole, between others");
	modules_release(&m);
}

static void check_assigns(void)
{
	struct modules m;

	OK(read_text("module m; wire [1:0] a, b; wire c, d = c;\n"
		     "assign #3 {c, a} = {b[0], 2'b10}, d = 0; assign b = c; endmodule",
		     &m) == STATUS_OK &&
		   m.n_assigns == 7,
	   "assigns, bit by bit");
	OK(m.assign_left[0] == 5 && m.assign_right[0] == 4, "in a declaration");
	OK(m.assign_left[1] == 1 && m.assign_right[1] == BIT_ZERO && m.assign_left[2] == 0 &&
		   m.assign_right[2] == BIT_ONE && m.assign_left[3] == 4 && m.assign_right[3] == 3,
	   "of concatenations, from the right");
	OK(m.assign_right[5] == 4 && m.assign_right[6] == BIT_ZERO, "filled up with zeros");
	modules_release(&m);
}

static void check_sources(void)
{
	static const char *const expected[] = {
		"a.v:1.2-3.4", NULL, "b.v:7|c.v:9", "d\\\"x", "1", "last",
		"5",           "5",  NULL,          NULL,     "g"};
	struct modules m;
	bool same = true;

	OK(read_text(
		   "(* src = \"m.v:1\" *) module m;\n"
		   "(* keep *) (* src = \"a.v:1.2-3.4\", top = 1 *) X a();\n"
		   "(* top *) X b(); (* hdl = \"q, src = z\", src=\"b.v:7|c.v:9\" *)\n"
		   "// (* src = \"no\" *)\nX c(); (* src = \"d\\\"x\" *) /* (* src = \"no\" *) */ X d();\n"
		   "(* src *) X e(); (* src = \"first\" *) (* src = \"last\" *) X f();\n"
		   "(* src = 5 *) X g[1:0](); (* src = \"w\" *) wire w; X h(); (* src = \"x\n\" *) X i();\n"
		   "(* src = \"g\" *) and (w, w, w); endmodule",
		   &m) == STATUS_OK &&
		   m.n_instances == 11,
	   "attributes");
	for (int32_t i = 0; i < m.n_instances; i++) {
		const char *source = notes_get(&m.source, i);

		same = same && (source && expected[i] ? strcmp(source, expected[i]) == 0
						      : source == expected[i]);
	}
	OK(same, "places in the RTL");
	modules_release(&m);
	OK(read_text(
		   "module m;\n`ifdef A\n(* src = \"a\" *)\n`else\n(* src = \"b\" *)\n`endif X x();\n"
		   "X y(); endmodule",
		   &m) == STATUS_OK &&
		   strcmp(notes_get(&m.source, 0), "b") == 0 && !notes_get(&m.source, 1),
	   "only those of the text that counts");
	modules_release(&m);
}

static void check_ifdef(void)
{
	struct modules m;

	OK(read_text("`ifdef A\n garbage \" ` `ifdef B ( `else `endif // `endif\n"
		     "`elsif B\n x\n`else\n"
		     "`define A long \\\n value\n`endif\nmodule m;\n"
		     "`ifdef A\n X a();\n`else x`endif\n"
		     "`undef A\n`ifndef A\n`ifdef Q\n`endif\n X b(); `endif\nendmodule",
		     &m) == STATUS_OK &&
		   m.n_instances == 2,
	   "`ifdef and its kin");
	modules_release(&m);
}

static void check_bad_text(void)
{
	refused("x", "1:1: error: expected \"module\", found \"x\"");
	refused("\n  5", "2:3: error: expected \"module\", found a number");
	refused("module", "1:7: error: expected a name, the file ends");
	refused("module m", "1:9: error: expected ';', the file ends");
	refused("module m; X x(.a(", "1:18: error: expected a net, a constant or a concatenation, "
				     "the file ends");
	refused("module m;\nmodule n;", "2:1: error: module \"m\" lacks its endmodule");
	refused("module m; /* x", "1:11: error: comment is never closed");
	refused("module m; (* x", "1:11: error: attribute is never closed");
	refused("module \\ ;", "1:8: error: backslash without a name");
	refused("module \\a\001 ;", "1:10: error: byte 0x01 in a name");
	refused("module wire;", "1:8: error: expected a name, found \"wire\"");
	refused_bytes("module m\0;", 10, "1:9: error: expected ';', found byte 0x00");
	refused("\177ELF", "1:1: error: expected \"module\", found byte 0x7f");
	refused("`include \"a.v\"", "1:1: error: \"`include\" isn't supported");
	refused("`X", "1:1: error: \"`X\" isn't supported");
	refused("`ifdef", "1:7: error: expected the name of a macro");
	refused("`ifdef X", "1:9: error: `ifdef is never closed");
	refused("`define X\n`ifdef X\nmodule m; endmodule", "3:20: error: `ifdef is never closed");
	refused("`endif", "1:1: error: no `ifdef is open");
	refused("and (a, b);", "1:1: error: \"and\" isn't supported; use cells of a library");
	refused("primitive p(); ",
		"1:1: error: \"primitive\" isn't supported; use cells of a library");
}

static void check_bad_ports(void)
{
	refused("module m(a); endmodule", "1:10: error: port \"a\" has no direction");
	refused("module m(a, a); endmodule", "1:13: error: port \"a\" named twice");
	refused("module m(a); input a, b; endmodule",
		"1:23: error: port \"b\" isn't in the header of its module");
	refused("module m(a); input a; output a; endmodule",
		"1:30: error: \"a\" has two directions");
	refused("module m(a); input a; wire [1:0] a; endmodule",
		"1:34: error: \"a\" was used or declared before with another range");
	refused("module m(.x(a)); wire a; endmodule",
		"1:12: error: \"a\" of port \"x\" has no direction");
	refused("module m(.x(a b)); input a; endmodule", "1:15: error: expected ')', found \"b\"");
	refused("module m(input a = 1); endmodule",
		"1:18: error: behavioural code isn't supported; synthesize it first");
	refused("module m(wire a); endmodule", "1:15: error: expected a direction, found \"a\"");
}

static void check_bad_items(void)
{
	refused_item("always @(posedge s) b = 1;",
		     "3:1: error: behavioural code isn't supported; synthesize it first");
	refused_item("assign s = b[0] & b[1];",
		     "3:17: error: behavioural code isn't supported; synthesize it first");
	refused_item("assign s = ~b[0];",
		     "3:12: error: behavioural code isn't supported; synthesize it first");
	refused_item("reg [3:0] mem [0:9];",
		     "3:15: error: behavioural code isn't supported; synthesize it first");
	refused_item("s = 1;", "3:3: error: behavioural code isn't supported; synthesize it first");
	refused_item("tran t (s, s);",
		     "3:1: error: \"tran\" isn't supported; use cells of a library");
	refused_item("specify endspecify",
		     "3:1: error: specify blocks aren't supported; delays come from libraries");
	refused_item("X x [3:0] (s), \\x[2] (s);",
		     "3:16: error: instance \"x[2]\" named twice, first at line 3");
	refused_item("X (s);", "3:3: error: instance of \"X\" without a name");
	refused_item("X x(s); X x(s);", "3:11: error: instance \"x\" named twice, first at line 3");
	refused_item("X x(s, .a(s));", "3:8: error: connections by name and by position mixed");
	refused_item("X x(.*);", "3:6: error: connections by \".*\" aren't supported");
	refused_item("X x(s[0]);", "3:6: error: \"s\" isn't a bus");
	refused_item("X x(b[4]);", "3:6: error: [4] isn't in \"b\", which is [3:0]");
	refused_item("X x(b[0:1]);", "3:6: error: [0:1] isn't in \"b\", which is [3:0]");
	refused_item("X x({s, 1});", "3:9: error: constant without a size in a concatenation");
	refused_item("X x(1.5);", "3:5: error: a fraction can't be connected");
	refused_item("X x(2'b12);", "3:9: error: '2' is no digit of this base");
	refused_item("X x(2'q1);", "3:7: error: expected the base of a number (b, o, d or h)");
	refused_item("X x(2'b);", "3:8: error: number without digits");
	refused_item("X x(0'b0);", "3:5: error: constant of 0 bits; 1 to 1048576");
	refused_item("X x({0{s}});", "3:6: error: replication must be of 1 to 1048576");
	refused_item("wire [1000000000:0] w;",
		     "3:6: error: range of 1000000001 bits; at most 1048576");
	refused_item("wire [99999999999:0] w;", "3:7: error: number out of range");
	refused_item("wire [W-1:0] w;", "3:7: error: expected a whole number, found \"W\"");
	refused_item("parameter \"x", "3:11: error: string without closing quote");
}

/* What a few letters make much of, and what is long. */
static void check_bombs(void)
{
	struct text text = TEXT_INIT;
	struct modules m;
	enum status status;

	refused_item("X x({1048576{b}}, {1048576{b}}, {1048576{b}}, {1048576{b}}, {1048576{b}});",
		     "3:62: error: more bits than a file of this length may make");
	refused_item("wire [1048575:0] "
		     "w1, w2, w3, w4, w5, w6, w7, w8, w9, wa, wb, wc, wd, we, wf, wg, wh;",
		     "3:82: error: more bits than a file of this length may make");
	text_add(&text, "module m; X x(");
	for (int i = 0; i < 100000; i++)
		text_add(&text, "{");
	refused(text_string(&text), "1:116: error: more than 100 concatenations in each other");
	text_clear(&text);
	text_add(&text, "module ");
	for (int i = 0; i < 1000000; i++)
		text_add(&text, "abcdefghij");
	text_add(&text, "; X \\abc");
	for (int i = 0; i < 1000000; i++)
		text_add(&text, "[bcdefghi]");
	text_add(&text, " (); endmodule");
	status = read_text(text_string(&text), &m);
	OK(status == STATUS_OK && m.n_instances == 1 &&
		   strlen(names_get(&m.string, m.instance[0].name)) == 10000003,
	   "names of ten million letters");
	modules_release(&m);
	text_release(&text);
}

static void check_files(void)
{
	struct task task = TASK_INIT;
	struct text warnings = TEXT_INIT;
	struct modules m = {0};
	char expected[256];
	enum status status;

	OK(read_text("module m; endmodule", &m) == STATUS_OK &&
		   read_more("module n; endmodule", 19, &m) == STATUS_OK && m.n_modules == 2 &&
		   m.n_files == 2 && m.module[1].file == 1,
	   "two files");
	snprintf(expected, sizeof expected,
		 "1:20: error: module \"n\" is there twice, first at %s:1:8", path);
	status = read_more("module o;endmodule module n; endmodule module n; endmodule", 58, &m);
	OK(status == STATUS_BAD_INPUT && strcmp(message(status), expected) != 0 &&
		   strstr(message(status), "is there twice, first at /tmp/t_verilog."),
	   "a module twice in a file");
	OK(m.n_modules == 2 && m.n_files == 2 && modules_find(&m, "o") < 0 &&
		   modules_find(&m, "n") == 1 &&
		   read_more("module o (a); input a; wire b; BUF u (.A(a), .Z(b)); endmodule", 62,
			     &m) == STATUS_OK &&
		   m.n_modules == 3 && m.n_instances == 1 && m.n_nets == 2,
	   "a file that was refused changes nothing");
	OK(read_more("module n; wire c; endmodule", 27, &m) == STATUS_OK && m.n_modules == 4 &&
		   modules_find(&m, "n") == 3 && m.module[1].is_replaced,
	   "a module of another file takes the place of the one before");
	modules_drop_file(&m);
	OK(modules_find(&m, "n") == 1 && !m.module[1].is_replaced, "until that file goes");
	modules_release(&m);
	OK(verilog_read("/nowhere/a.v", &m, &warnings, &task) == STATUS_IO,
	   "a file that isn't there");
	atomic_store(&task.cancel, true);
	OK(verilog_read(path, &m, &warnings, &task) == STATUS_CANCELLED, "cancelled");
	modules_release(&m);
}

/* Reference netlists, against counts of theirs by other means. */
static void check_reference(void)
{
	static const struct {
		const char *file;
		int32_t n_instances, n_modules;
	} netlist[] = {
		{"tau15/c17/c17.v", 6, 1},
		{"tau15/aes_core/aes_core.v.gz", 22938, 1},
		{"openroad/mock_array/Element.v.gz", 1617, 5},
		{"sky130_tapeout/yifive_spi_master/spi_master.v.gz", 32203, 1},
		{"rosettastone/adaptec1_sky130hd/adaptec1.derived.v.gz", 201714, 1},
		{"circuitops/uart_asap7/6_final.v.gz", 1679, 1},
	};
	const char *reference = getenv("WARPSCOPE_REFERENCE");

	for (size_t i = 0; i < sizeof netlist / sizeof *netlist; i++) {
		struct task task = TASK_INIT;
		struct text warnings = TEXT_INIT;
		struct modules m = {0};
		char file[512];

		if (!reference) {
			tap_skip(netlist[i].file, "no reference data");
			continue;
		}
		snprintf(file, sizeof file, "%s/data/%s", reference, netlist[i].file);
		OK(verilog_read(file, &m, &warnings, &task) == STATUS_OK &&
			   m.n_instances == netlist[i].n_instances &&
			   m.n_modules == netlist[i].n_modules,
		   "%s", netlist[i].file);
		modules_release(&m);
	}
}

/* ---- tokens that threads make ---- */

/* Things that a chunk may begin in the middle of, or that aren't what they look like there. */
static const char *const odd[] = {
	"/* a comment\n\tINV u9 (.A(a), .Y(b));\n\"quote\n*/",
	"(* src = \"file.v:1\",\nkeep *)",
	"// INV u8 (.A(a)); /* no comment\n",
	"/* \n ` \n \\ */",
	"\n\n\n",
	"`timescale 1ns/1ps\n",
	"/* \n\n\n\n\n\n\n\n\n */",
	"(*\n*)",
};

static void add_odd(struct text *out)
{
	if (random_below(3) == 0)
		text_add(out, odd[random_below(sizeof odd / sizeof *odd)]);
	text_add(out, random_below(2) ? "\n" : " ");
}

static int64_t n_sources; /* that were compared */

/* A module of instances with buses, escaped names, constants and nets that are used before they are declared. */
static void write_module(struct text *out, int number)
{
	text_printf(out, "module m%d (a,\n b, y);\ninput a;\ninput [7:0] b;\noutput y;\n", number);
	for (int i = 0; i < 40; i++) {
		int from = (int)random_below(60), to = (int)random_below(60);

		add_odd(out);
		if (random_below(3) == 0)
			text_printf(out, "(* %s = \"r.v:%d\" *)\n", i % 5 ? "src" : "top",
				    (int)random_below(20));
		switch (random_below(9)) {
		case 0:
			text_printf(out, "wire w%d_%d;", number, i);
			break;
		case 5:
			text_printf(out, "AOI u%d (.A(b[%d]), .B(1'b%d), .C(),\n .Y(w%d));", i,
				    (int)random_below(8), i % 2, to);
			break;
		case 6:
			text_printf(out, "WIDE u%d (.A(b), .B(w%d), .C(b[%d]), .Y(w%d));", i, from,
				    i % 8, to);
			break;
		case 7:
			text_printf(out, "wire %sv%d;", i % 8 ? "" : "[3:0] ", i);
			break;
		case 8:
			text_printf(out, "INV u%d (.A(w%d), .Y(w%d));", i, from, to);
			break;
		case 1:
			text_printf(out, "INV \\u[%d]/x\n", i);
			add_odd(out);
			text_printf(out, "(.A(b[%d]),\n .Y(w%d));", (int)random_below(8), to);
			break;
		case 2:
			text_printf(out, "NAND u%d (.A(w%d), .B(8'h%02x), .Y(\\e[%d] ));", i, from,
				    i, to);
			break;
		case 3:
			text_printf(out, "assign w%d = {a,\nw%d};", to, from);
			break;
		default:
			text_printf(out, "BUF #(.W(3), .S(\"a b\")) u%d (w%d, w%d);", i, to, from);
		}
	}
	text_add(out, "\nendmodule\n");
}

static bool same_strings(const struct modules *a, int32_t x, const struct modules *b, int32_t y)
{
	if (x < 0 || y < 0)
		return x == y;
	return strcmp(names_get(&a->string, x), names_get(&b->string, y)) == 0;
}

static bool same_source(const struct modules *a, const struct modules *b, int32_t instance)
{
	const char *of_a = notes_get(&a->source, instance);
	const char *of_b = notes_get(&b->source, instance);

	n_sources += of_a != NULL;
	return of_a && of_b ? strcmp(of_a, of_b) == 0 : of_a == of_b;
}

/* Everything but the numbers of names; those of b are some lines later. */
static bool same_modules(const struct modules *a, const struct modules *b, int32_t lines)
{
	bool same = a->n_modules == b->n_modules && a->n_nets == b->n_nets &&
		    a->n_instances == b->n_instances && a->n_connections == b->n_connections &&
		    a->n_bits == b->n_bits && a->n_assigns == b->n_assigns &&
		    a->n_ports == b->n_ports;

	for (int32_t i = 0; same && i < a->n_nets; i++)
		same = same_strings(a, a->net[i].name, b, b->net[i].name) &&
		       a->net[i].first_bit == b->net[i].first_bit &&
		       a->net[i].left == b->net[i].left && a->net[i].is_bus == b->net[i].is_bus;
	for (int32_t i = 0; same && i < a->n_instances; i++)
		same = same_strings(a, a->instance[i].name, b, b->instance[i].name) &&
		       same_strings(a, a->instance[i].master, b, b->instance[i].master) &&
		       a->instance[i].line + lines == b->instance[i].line &&
		       a->instance[i].column == b->instance[i].column && same_source(a, b, i);
	for (int32_t i = 0; same && i < a->n_connections; i++)
		same = same_strings(a, a->connection[i].port, b, b->connection[i].port) &&
		       a->connection[i].first_bit == b->connection[i].first_bit;
	return same && memcmp(a->bit, b->bit, (size_t)a->n_bits * sizeof *a->bit) == 0;
}

static int n_texts_read;

/* A text with a macro is read by the scanner alone: the same text without it by tokens. */
static bool check_text(const char *text, size_t n)
{
	static const char macro[] = "`define SCANNER\n";
	struct text with = TEXT_INIT, without = TEXT_INIT;
	struct modules scanned = {0}, modules = {0};
	enum status status, expected;
	char message_expected[1024];
	bool same;

	text_add(&with, macro);
	text_append(&with, text, (int64_t)n);
	text_add(&without, "\n"); /* so that places are the same */
	text_append(&without, text, (int64_t)n);
	expected = read_more(with.data, (size_t)with.length, &scanned);
	snprintf(message_expected, sizeof message_expected, "%s", message(expected));
	status = read_more(without.data, (size_t)without.length, &modules);
	same = status == expected;
	n_texts_read += status == STATUS_OK;
	if (status == STATUS_OK)
		same = same && same_modules(&modules, &scanned, 0);
	else
		same = same && strcmp(message(status), message_expected) == 0;
	if (!same)
		printf("# %s, by the scanner %s\n", message(status), message_expected);
	modules_release(&scanned);
	modules_release(&modules);
	text_release(&without);
	text_release(&with);
	return same;
}

/* Whole, and cut or with a byte that is another: then the errors are the same. */
static void check_chunks(int n_threads, int64_t chunk_size)
{
	int64_t size = tokens_chunk_size;
	bool good = true;

	tokens_chunk_size = chunk_size;
	n_texts_read = n_sources = 0;
	host_threads_set(n_threads);
	random_seed(n_threads);
	for (int i = 0; i < 60 && good; i++) {
		struct text text = TEXT_INIT;

		for (int m = 0; m < 1 + i % 4; m++)
			write_module(&text, m);
		good = check_text(text.data, (size_t)text.length);
		if (i % 3 == 1)
			text.length = random_below(text.length);
		for (int k = 0; i % 3 == 2 && k < 3; k++)
			text.data[random_below(text.length)] = "\"`/*()\\;x\n"[random_below(10)];
		good = good && check_text(text.data, (size_t)text.length);
		text_release(&text);
	}
	OK(good && n_texts_read > 60 && n_sources > 500,
	   "chunks of %d bytes, %d threads: the same as the scanner alone makes of %d texts, and its errors",
	   (int)chunk_size, n_threads, n_texts_read);
	host_threads_set(0);
	tokens_chunk_size = size;
}

int main(void)
{
	static const int64_t sizes[] = {1 << 17, 1, 40};

	close(mkstemp(path));
	for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
		tokens_chunk_size = sizes[i];
		check_expressions();
		check_long_constants();
		check_ports();
		check_instances();
		check_assigns();
		check_sources();
		check_ifdef();
		check_bad_text();
		check_bad_ports();
		check_bad_items();
	}
	tokens_chunk_size = sizes[0];
	check_bombs();
	check_files();
	check_reference();
	for (int i = 0; i < 4; i++) {
		int n_threads = (int[]){1, 2, 3, 16}[i];

		check_chunks(n_threads, 1);
		check_chunks(n_threads, 50);
		check_chunks(n_threads, 1000);
	}
	unlink(path);
	return tap_done();
}
