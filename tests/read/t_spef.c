/* Reading SPEF: what is read, messages about the rest, and real files against a naive reader. */
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

#include "base/parallel.h"
#include "read/spef/spef.h"
#include "read/spef/spef_impl.h"
#include "lib/devices.h"
#include "lib/small.h"
#include "lib/spef_made.h"
#include "lib/tap.h"

#define HEADER                                                                                     \
	"*SPEF \"IEEE 1481-1998\"\n*DESIGN \"small * D_NET\"\n*DATE \"now\" *VENDOR \"v\"\n"       \
	"*DESIGN_FLOW \"A\" \"B\"\n*DIVIDER /\n*DELIMITER :\n*BUS_DELIMITER []\n*T_UNIT 1 PS\n"    \
	"*C_UNIT 1 FF\n*R_UNIT 1 KOHM\n*L_UNIT 1 HENRY\n"

static char path[] = "/tmp/t_spef.XXXXXX";
static struct netlist *netlist;

static enum status read_text(const char *text, struct parasitics **out, struct text *warnings)
{
	struct task task = TASK_INIT;
	FILE *file = fopen(path, "w");

	fputs(text, file);
	fclose(file);
	return spef_read(path, &(struct spef_source)SPEF_SOURCE_INIT(netlist), warnings, &task,
			 out);
}

/* Nodes, resistors and warnings of an entry in a line, to be compared. */
static void describe(const struct parasitics *p, int32_t entry, struct text *out)
{
	text_printf(out, "%s %g:", names_get(&netlist->net_name, p->net[entry]), p->total[entry]);
	for (int64_t i = p->node_row[entry]; i < p->node_row[entry + 1]; i++) {
		text_add(out, " ");
		if (p->node_pin[i] >= 0)
			netlist_write_pin(netlist, p->node_pin[i], ':', out);
		text_printf(out, "=%g", p->node_capacitance[i]);
	}
	for (int64_t i = p->resistor_row[entry]; i < p->resistor_row[entry + 1]; i++)
		text_printf(out, " %d-%d=%g", p->resistor_from[i], p->resistor_to[i],
			    p->resistance[i]);
	text_add(out, "\n");
}

/* The warnings without the file's name, entries, or the error. */
static void result(const char *text, struct text *out)
{
	struct text warnings = TEXT_INIT;
	struct parasitics *p;
	enum status status = read_text(text, &p, &warnings);

	if (status == STATUS_OK) {
		const char *at = text_string(&warnings), *next;

		while ((next = strstr(at, path))) {
			text_append(out, at, next - at);
			at = next + strlen(path) + 1;
		}
		text_add(out, at);
		for (int32_t i = 0; i < p->n_nets; i++)
			describe(p, i, out);
		parasitics_unref(p);
	} else {
		const char *message = status_text(status);

		text_add(out,
			 message + (strncmp(message, path, strlen(path)) == 0 ? strlen(path) + 1
									      : 0));
	}
	text_release(&warnings);
}

static void gives(const char *name, const char *text, const char *expected)
{
	struct text out = TEXT_INIT;

	result(text, &out);
	if (!OK(strcmp(text_string(&out), expected) == 0, "%s", name))
		printf("# got: %s\n", text_string(&out));
	text_release(&out);
}

static void refused(const char *text, const char *expected)
{
	gives(expected, text, expected);
}

static void check_sections(void)
{
	refused(HEADER, "12:1: error: no net of the netlist \"small\" is here");
	gives("a net",
	      HEADER
	      "*D_NET n1 3.5\n*CONN\n*I u1:Y O *C 1.5 2 *L 0.1 *D NAND2\n*I h/u2:A I *S 0.1 0.2\n"
	      "*N n1:7 *C 0 0 // inner\n*CAP\n1 u1:Y 1\n2 n1:7 0.5\n3 h/u2:A 2\n*RES\n"
	      "1 u1:Y n1:7 0.25\n2 n1:7 h/u2:A 1e-1\n*END\n",
	      "n1 3.5: u1:Y=1 h/u2:A=2 =0.5 0-2=0.25 2-1=0.1\n");
	gives("nodes in the order of their appearance, ports, one line",
	      HEADER "*D_NET a 1 *V 2 *CONN *P a I *I u1:A I *CAP 1 a:2 .25 2 a .5 3 a:1 .125 "
		     "*RES 1 a a:2 1 2 a:2 a:1 2 3 a:1 u1:A 3 *INDUC 1 a a:2 5 *END",
	      "a 1: a=0.5 u1:A=0 =0.25 =0.125 0-2=1 2-3=2 3-1=3\n");
	gives("couplings at the nodes of the net at hand",
	      HEADER
	      "*D_NET n1 6\n*CONN\n*I u1:Y O\n*CAP\n1 u1:Y h/u2:Y 1\n2 y:3 n1:2 2\n3 n1:2 u1:Y 4\n"
	      "4 h/r$[3]:D a:1 8\n*RES\n1 u1:Y n1:2 1\n*END\n",
	      "n1 6: u1:Y=5 =6 h/r$[3]:D=8 0-1=1\n");
	gives("sections that are skipped",
	      HEADER
	      "*POWER_NETS VDD VDDA *GROUND_NETS VSS\n*PORTS\na I *C 1 2 *L 3\ny O *S 1 2 3\n"
	      "*PHYSICAL_PORTS\np I\n*DEFINE u9 \"x y\" \"z\"\n/* *D_NET\n */ *PDEFINE q \"r\"\n"
	      "*D_NET y 1\n*CAP\n1 y 1 *SC 1:0.5 2:0.25\n2 y:1 2 *SC 3:1\n*END\n",
	      "y 1: y=1 =2\n");
	gives("triplets",
	      HEADER "*D_NET y 1:2:3\n*CAP\n1 y 1:10:100\n2 y:1 n1:1 1:20:400\n*RES\n"
		     "1 y y:1 7:8:9\n*END\n",
	      "y 2: y=10 =20 0-1=8\n");
	gives("no *CAP", HEADER "*D_NET y 5\n*CONN\n*P y O\n*END\n",
	      "12: warning: no *CAP for net \"y\": its total is taken as a lumped capacitance\n"
	      "y 5: y=0 =5\n");
	gives("a reduced net",
	      HEADER
	      "*R_NET y 5\n*DRIVER h/u2:Y\n*CELL INV\n*C2_R1_C1 1 2 3\n*LOADS *RC y 0.5\n*END\n",
	      "y 5: h/u2:Y=1 =3 y=0 0-1=2 0-2=0.5\n");
	gives("a reduced net of two drivers",
	      HEADER "*R_NET y 5\n*DRIVER h/u2:Y\n*CELL INV\n*C2_R1_C1 1 2 3\n*LOADS *RC y 0.5\n"
		     "*DRIVER y\n*CELL INV\n*C2_R1_C1 1 2 3\n*END\n",
	      "12: warning: reduced net without one driver \"y\": its total is taken as a lumped "
	      "capacitance\ny 5: =5 0-0=0\n");
	gives("a reduced net's total", HEADER "*R_NET y 5\n*DRIVER h/u2:Y\n*END\n",
	      "12: warning: reduced net without one driver \"y\": its total is taken as a lumped "
	      "capacitance\ny 5: =5\n");
	refused(HEADER "*R_NET y 5\n*DRIVER h/u2:Y\n*C2_R1_C1 1 2 3\n*RC y 1\n*RC y 2\n*END\n",
		"16:5: error: the load \"y\" is given twice");
	gives("twice", HEADER "*D_NET y 5\n*CAP\n1 y 5\n*END\n*D_NET y 6\n*CAP\n1 y 6\n*END\n",
	      " warning: net \"y\" given twice, the last one counts\ny 5: y=5\ny 6: y=6\n");
}

static void check_names(void)
{
	gives("a name map",
	      HEADER
	      "*NAME_MAP\n*1 n1\n*2 u1\n*30 h/u2\n*4 h/r\\$\\[3\\]\n*5 y\n*999999999999 a\n"
	      "*99999999999999999999 b\n*7 d\n*8 m\n"
	      "*D_NET *1 1\n*CONN\n*I *2:Y O\n*I *30:A I\n*I *4:D I\n*CAP\n1 *1:7 1\n2 n1:7 2\n"
	      "3 *5:1 *30:A 4\n*END\n*D_NET *999999999999 1\n*CAP\n1 *999999999999 1\n*END\n"
	      "*D_NET *99999999999999999999 1\n*CAP\n1 b 1\n*END\n"
	      "*D_NET *7[1] 1\n*CONN\n*P *7[1] I\n*I *8:A[1] I\n*CAP\n1 *7[1]:3 1\n2 d[1]:3 1\n*END\n",
	      "n1 1: u1:Y=0 h/u2:A=4 h/r$[3]:D=0 =3\na 1: a=1\nb 1: b=1\nd[1] 1: d[1]=0 m:A[1]=0 =2\n");
	gives("escapes",
	      HEADER "*D_NET h/q\\[0\\] 1\n*CONN\n*I h\\/r\\$\\[3\\]:QN O\n*CAP\n"
		     "1 h/q\\[0\\]:1 1\n2 h/q[0]:1 2\n*END\n",
	      "h/q[0] 1: h/r$[3]:QN=0 =3\n");
	gives("another divider, delimiter and bus delimiter",
	      "*SPEF x\n*C_UNIT 1 FF\n*R_UNIT 1 KOHM\n*DIVIDER .\n*DELIMITER |\n*BUS_DELIMITER < >\n"
	      "*NAME_MAP\n*1 h.r$\n*D_NET h.q<0> 1\n*CONN\n*I *1<3>|QN O\n*CAP\n1 h.q<0>|1 1\n*END\n"
	      "*D_NET d<1> 1\n*CONN\n*P d<1> I\n*I m|A<1> I\n*CAP\n1 d<1> 1\n*END\n",
	      "h/q[0] 1: h/r$[3]:QN=0 =1\nd[1] 1: d[1]=1 m:A[1]=0\n");
	gives("two bus indices, escaped delimiters",
	      "*SPEF x\n*C_UNIT 1 FF\n*R_UNIT 1 KOHM\n*BUS_DELIMITER <>\n"
	      "*D_NET w<1><22> 1 *CAP 1 w<1><22>:3 1 *END *D_NET a\\<1><2> 1 *END *D_NET a<1\\> 1 *END *D_NET <1> 1 *END\n"
	      "*D_NET d<1> 1\n*CAP\n1 d<1>:1 1\n*END\n",
	      "5: warning: no net \"a\\<1><2>\" in the netlist\n"
	      "5: warning: no net \"a<1\\>\" in the netlist\n"
	      "5: warning: no net \"<1>\" in the netlist\nw[1][22] 1: =1\nd[1] 1: =1\n");
	gives("a delimiter that is the divider",
	      "*SPEF x\n*C_UNIT 1 FF\n*R_UNIT 1 KOHM\n*DELIMITER /\n"
	      "*D_NET n1 1\n*CONN\n*I h/u2/A I\n*CAP\n1 n1/1 1\n*END\n",
	      "n1 1: h/u2:A=0 =1\n");
	gives("a bus delimiter without its end",
	      "*SPEF x\n*C_UNIT 1 FF\n*R_UNIT 1 KOHM\n*BUS_DELIMITER .\n*D_NET d.1 1\n*CAP\n1 d.1 1\n"
	      "*END\n",
	      "d[1] 1: d[1]=1\n");
	gives("nets, pins and couplings that aren't there",
	      HEADER
	      "*D_NET nn 1\n*CONN\n*I x:Y O\n*RES\n1 a b 1\n*END\n"
	      "*D_NET n1 1\n*CONN\n*I u1:Z O\n*I m:CK I\n*CAP\n1 u1:Z 1\n2 m:CK 2\n3 u1:Z y:1 4\n"
	      "4 y:1 a 8\n5 q:1 1\n*END\n",
	      "12: warning: no net \"nn\" in the netlist\n"
	      "20: warning: no pin \"u1:Z\" in the netlist; taken as an inner node of net \"n1\"\n"
	      "21: warning: pin \"m:CK\" isn't on net \"n1\" in the netlist; taken as an inner node\n"
	      "26: warning: capacitance between \"y:1\" and \"a\", neither of net \"n1\", ignored\n"
	      "27: warning: no pin \"q:1\" in the netlist; taken as an inner node of net \"n1\"\n"
	      "n1 1: =5 =2 =1\n");
	gives("few warnings of a kind",
	      HEADER
	      "*D_NET a1 1 *END *D_NET a2 1 *END *D_NET a3 1 *END *D_NET a4 1 *END\n"
	      "*D_NET a5 1 *END *D_NET a6 1 *END *D_NET a7 1 *END\n*D_NET n1 1\n*CAP\n1 n1:1 1\n*END\n",
	      "12: warning: no net \"a1\" in the netlist\n12: warning: no net \"a2\" in the netlist\n"
	      "12: warning: no net \"a3\" in the netlist\n12: warning: no net \"a4\" in the netlist\n"
	      "13: warning: no net \"a5\" in the netlist\n"
	      " warning: … and 2 more nets that aren't in the netlist\nn1 1: =1\n");
}

static void check_units(void)
{
	gives("units",
	      "*SPEF x\n*T_UNIT 1 ns\n*C_UNIT 0.5 pF\n*R_UNIT 1 Ohm\n*D_NET y 1\n*CAP\n1 y 2\n"
	      "2 a:1 y:1 3\n*RES\n1 y y:1 4\n*END\n",
	      "y 500: y=1000 =1500 0-1=0.004\n");
	gives("negative values",
	      HEADER "*D_NET y 1\n*CAP\n1 y -1\n2 y:1 2\n*RES\n1 y y:1 -4\n*END\n",
	      "14: warning: negative \"-1\" taken as 0\n17: warning: negative \"-4\" taken as 0\n"
	      "y 1: y=0 =2 0-1=0\n");
	refused("*SPEF x\n*R_UNIT 1 OHM\n*D_NET y 1\n*END\n",
		"3:7: error: no *C_UNIT in front of the first net");
	refused("*SPEF x\n*C_UNIT 1 PF\n*D_NET y 1\n*END\n",
		"3:7: error: no *R_UNIT in front of the first net");
	refused("*SPEF x\n*C_UNIT 1 KOHM\n",
		"2:11: error: expected a unit of capacitance (PF, FF), found \"KOHM\"");
	refused("*SPEF x\n*R_UNIT 0 OHM\n", "2:9: error: number out of range: \"0\"");
	refused("*SPEF x\n*C_UNIT -1 PF\n", "2:9: error: number out of range: \"-1\"");
	refused("*SPEF x\n*C_UNIT 1e300 PF\n", "2:9: error: number out of range: \"1e300\"");
	refused("*SPEF x\n*C_UNIT PF\n", "2:9: error: expected a number of units, found \"PF\"");
	refused("*SPEF x\n*T_UNIT 1 OHM\n",
		"2:11: error: expected a unit of time (NS, PS), found \"OHM\"");
}

static void check_bad(void)
{
	refused("", "1:1: error: expected *SPEF, the file ends");
	refused("*NET", "1:1: error: expected *SPEF, found \"*NET\"");
	refused(HEADER "*D_NET", "12:7: error: expected a net, the file ends");
	refused(HEADER "*D_NET y x", "12:10: error: expected the total capacitance, found \"x\"");
	refused(HEADER "*D_NET y nan",
		"12:10: error: expected the total capacitance, found \"nan\"");
	refused(HEADER "*D_NET y 1e16", "12:10: error: number out of range: \"1e16\"");
	refused(HEADER "*D_NET y 1e999", "12:10: error: number out of range: \"1e999\"");
	refused(HEADER "*D_NET y 1\n*CAP\n1 y 1", "14:6: error: expected a number or a keyword, "
						  "the file ends");
	refused(HEADER "*D_NET y 1\n*CAP\n1 y 1\n*D_NET a 1",
		"15:1: error: expected *CONN, *CAP, *RES or *END, found \"*D_NET\"");
	refused(HEADER "*D_NET nn 1\n*D_NET a 1 *END",
		"13:1: error: expected *END, found \"*D_NET\"");
	refused(HEADER "*D_NET y 1\n*CAP\nx y 1\n*END",
		"14:1: error: expected a number or a keyword, found \"x\"");
	refused(HEADER "*D_NET y 1\n*CAP\n1 y\n*END",
		"15:1: error: expected a capacitance or a node, found \"*END\"");
	refused(HEADER "*D_NET y 1\n*CAP\n1 y inf\n*END",
		"15:1: error: expected a capacitance, found "
		"\"*END\"");
	refused(HEADER "*D_NET y 1\n*CAP\n1 y 1:2\n*END",
		"15:1: error: expected a capacitance, found "
		"\"*END\"");
	refused(HEADER "*D_NET y 1\n*RES\n1 y a 1e300\n*END",
		"14:7: error: number out of range: \"1e300\"");
	refused(HEADER "*D_NET y 1\n*RES\n1 y 2\n*END",
		"15:1: error: expected a resistance, found \"*END\"");
	refused(HEADER "*D_NET y 1\n*CONN\n*P y X\n*END",
		"14:6: error: expected a direction (I, O or B), found \"X\"");
	refused(HEADER "*D_NET *1 1\n", "12:8: error: \"*1\" isn't in the name map");
	refused(HEADER "*NAME_MAP\nx y\n", "13:1: error: expected an index, found \"x\"");
	refused(HEADER "*NAME_MAP\n*1x y\n", "13:1: error: expected an index, found \"*1x\"");
	refused(HEADER "*NAME_MAP\n*1\n*D_NET y 1",
		"14:1: error: expected a name, found \"*D_NET\"");
	refused(HEADER "*RES\n", "12:1: error: \"*RES\" outside of a net");
	refused(HEADER "/* never\n", "12:1: error: comment without end");
	refused(HEADER "*DESIGN \"never\n", "12:9: error: text without closing quote");
	refused("*SPEF x\n*DIVIDER a\n",
		"2:10: error: expected a divider (one of . / : |), found \"a\"");
	refused("*SPEF x\n*DELIMITER ::\n",
		"2:12: error: expected a delimiter (one of . / : |), found \"::\"");
	refused("*SPEF x\n*BUS_DELIMITER abc\n", "2:16: error: expected bus delimiters such as []");
	gives("an unknown keyword", HEADER "*FOO bar \"*baz\"\n*D_NET y 1\n*CAP\n1 y 1\n*END",
	      "12: warning: unknown keyword \"*FOO\" ignored\ny 1: y=1\n");
}

static void check_files(void)
{
	struct task task = TASK_INIT;
	struct text warnings = TEXT_INIT;
	struct spef_source source = SPEF_SOURCE_INIT(netlist);
	struct parasitics *p;
	char bytes[60];
	gzFile gz = gzopen(path, "wb");
	enum status status;
	int fd;

	gzputs(gz, HEADER "*D_NET y 1\n*CAP\n1 y 1\n*END\n");
	gzclose(gz);
	OK(spef_read(path, &source, &warnings, &task, &p) == STATUS_OK && p->n_nets == 1, "gzip");
	parasitics_unref(p);
	atomic_store(&task.cancel, true);
	OK(spef_read(path, &source, &warnings, &task, &p) == STATUS_CANCELLED, "cancelled");
	atomic_store(&task.cancel, false);
	fd = open(path, O_RDWR);
	OK(read(fd, bytes, sizeof bytes) == (ssize_t)sizeof bytes &&
		   ftruncate(fd, sizeof bytes) == 0,
	   "cut off");
	close(fd);
	status = spef_read(path, &source, &warnings, &task, &p);
	OK(status == STATUS_IO, "is refused: %s", status_text(status));
	OK(spef_read("/nonexistent", &source, &warnings, &task, &p) == STATUS_IO, "no file");
	text_release(&warnings);
}

/* A word of 10^7 bytes somewhere in a file. */
static void check_long(const char *before, const char *after, const char *expected)
{
	struct text text = TEXT_INIT, out = TEXT_INIT;

	text_add(&text, HEADER);
	text_add(&text, before);
	for (int i = 0; i < 1000000; i++)
		text_add(&text, "0123456789");
	text_add(&text, after);
	result(text_string(&text), &out);
	OK(strncmp(text_string(&out), expected, strlen(expected)) == 0, "long: %s", expected);
	text_release(&text);
	text_release(&out);
}

/* A net of many nodes: tables grow, and what was known stays known. */
static void check_many(void)
{
	struct text text = TEXT_INIT, warnings = TEXT_INIT;
	struct parasitics *p;
	bool good = true;
	int n = 5000;

	text_add(&text, HEADER "*NAME_MAP\n*1 y\n*D_NET *1 1\n*CAP\n");
	for (int i = 0; i < n; i++)
		text_printf(&text, "%d *1:%d %d\n%d a:%d y:%d 1\n", i, i * 77, i, i, i, i * 77);
	text_add(&text, "*RES\n");
	for (int i = 1; i < n; i++)
		text_printf(&text, "%d *1:%d y:%d 1\n", i, (i - 1) * 77, i * 77);
	text_add(&text, "*END\n");
	if (OK(read_text(text_string(&text), &p, &warnings) == STATUS_OK && p->node_row[1] == n &&
		       p->resistor_row[1] == n - 1,
	       "many nodes")) {
		for (int i = 0; i < n; i++)
			good &= p->node_capacitance[i] == i + 1;
		for (int i = 0; i < n - 1; i++)
			good &= p->resistor_from[i] == i && p->resistor_to[i] == i + 1;
		OK(good, "each found again");
		parasitics_unref(p);
	}
	text_release(&text);
	text_release(&warnings);
}

static void check_tile(void)
{
	struct task task = TASK_INIT;
	struct text warnings = TEXT_INIT;
	struct netlist *tiled;
	struct parasitics *p, *t;
	int32_t entry;

	if (read_text(HEADER "*D_NET n1 1\n*CAP\n1 u1:Y 2\n2 n1:1 3\n*RES\n1 u1:Y n1:1 4\n*END\n"
			     "*D_NET a 1\n*CAP\n1 a 2\n*END\n",
		      &p, &warnings) != STATUS_OK ||
	    netlist_tile(netlist, 3, &task, &tiled) != STATUS_OK)
		abort();
	OK(parasitics_tile(p, netlist, tiled, &t) == STATUS_OK && t->n_nets == 6 &&
		   t->node_row[6] == 9 && t->resistor_row[6] == 3,
	   "three copies");
	entry = t->entry_of_net[small_net(tiled, "t2/n1")];
	OK(entry >= 0 && t->node_pin[t->node_row[entry]] == small_pin(tiled, "t2/u1/Y") &&
		   t->node_pin[t->node_row[entry] + 1] == -1 &&
		   t->node_capacitance[t->node_row[entry] + 1] == 3 &&
		   t->resistance[t->resistor_row[entry]] == 4,
	   "have their own pins");
	entry = t->entry_of_net[small_net(tiled, "t1/a")];
	OK(entry >= 0 && t->node_pin[t->node_row[entry]] == small_pin(tiled, "t1/a"), "and ports");
	OK(t->entry_of_net[small_net(tiled, "t1/q")] == -1, "nets without stay without");
	parasitics_unref(parasitics_ref(t));
	parasitics_unref(t);
	parasitics_unref(p);
	netlist_unref(tiled);
	text_release(&warnings);
}

static bool close_to(double a, double b)
{
	return fabs(a - b) <= 1e-9 * fabs(a);
}

/* Nodes with pins, and sums, of what was read; unit: fF and kΩ of one of the file's. */
static bool as_made(const struct parasitics *p, const struct spef_made *made, double fF,
		    double kOhm)
{
	double capacitance = 0, resistance = 0, total = 0;
	int64_t n_pins = 0;

	for (int64_t i = 0; i < p->node_row[p->n_nets]; i++) {
		capacitance += p->node_capacitance[i];
		n_pins += p->node_pin[i] >= 0;
	}
	for (int64_t i = 0; i < p->resistor_row[p->n_nets]; i++)
		resistance += p->resistance[i];
	for (int32_t i = 0; i < p->n_nets; i++)
		total += p->total[i];
	return p->n_nets == made->n_nets && n_pins == made->n_pins &&
	       p->node_row[p->n_nets] == made->n_nodes &&
	       p->resistor_row[p->n_nets] == made->n_resistors &&
	       close_to(capacitance, made->capacitance * fF) && close_to(total, made->total * fF) &&
	       close_to(resistance, made->resistance * kOhm);
}

static void check_reference(const char *reference, const char *name, bool pf_ohm)
{
	struct task task = TASK_INIT;
	struct text warnings = TEXT_INIT;
	struct spef_made made;
	struct parasitics *p;
	char file[512];
	enum status status;

	snprintf(file, sizeof file, "%s/data/%s", reference, name);
	if (!spef_make(file, &made)) {
		tap_skip(name, "no file");
		return;
	}
	status = spef_read(file, &(struct spef_source)SPEF_SOURCE_INIT(made.netlist), &warnings,
			   &task, &p);
	if (OK(status == STATUS_OK && warnings.length == 0, "%s: no warnings", name)) {
		OK(as_made(p, &made, pf_ohm ? 1000 : 1, pf_ohm ? 0.001 : 1),
		   "%s: %d nets as the naive reader has them", name, (int)p->n_nets);
		parasitics_unref(p);
	} else {
		printf("# %s%s\n", status_text(status), text_string(&warnings));
	}
	netlist_unref(made.netlist);
	text_release(&warnings);
}

static void check_references(void)
{
	static const struct {
		const char *name;
		bool pf_ohm;
	} files[] = {{"openroad/mock_array/MockArray.spef.gz", false},
		     {"openroad/mock_array/Element.spef.gz", false},
		     {"openroad/rcx_gcd/45_gcd.spef.gz", true},
		     {"openroad/rcx_gcd/gcd.spef.gz", true},
		     {"circuitops/riscv32i_sky130hd/6_final.spef.gz", true},
		     {"circuitops/gcd_sky130hd/6_final.spef.gz", true},
		     {"circuitops/uart_asap7/6_final.spef.gz", true},
		     {"circuitops/gcd_asap7/6_final.spef.gz", true},
		     {"sky130_tapeout/yifive_spi_master/spim_top.spef.gz", true},
		     {"tau15/simple/simple.spef", false},
		     {"tau15/c3_slack/c3_slack.spef", false},
		     {"tau15/c3_path/c3_path.spef", false},
		     {"tau15/c17/c17.spef", false},
		     {"tau15/c432/c432.spef.gz", false},
		     {"tau15/c7552/c7552.spef.gz", false},
		     {"tau15/s27/s27.spef", false},
		     {"tau15/s1494/s1494.spef.gz", false},
		     {"tau15/wb_dma/wb_dma.spef.gz", false}};
	const char *reference = getenv("WARPSCOPE_REFERENCE");

	for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
		if (reference)
			check_reference(reference, files[i].name, files[i].pf_ohm);
		else
			tap_skip(files[i].name, "WARPSCOPE_REFERENCE not set");
	}
}

/* ---- by threads ---- */

/* What a section has now and then: what is reported, is no net, or hides where nets begin. */
static const char *const odd[] = {
	"// *D_NET\n",
	"/* \n*D_NET n1 1\n*CAP\n1 n1 1\n*END\n*/",
	"*I u1:Q I\n",
	"*I missing:A I\n",
	"*N b:2\n",
	"*CAP\n1 a:1 -1\n",
	"*CAP\n1 b d 2\n",
	"*RES\n1 a 3\n",
	"*END\n*DIVIDER /\n*D_NET d 1\n",
	"*END\n*PORTS\na I\n*D_NET y 2\n",
	"*END\n*D_NET unknown 1\n*CAP\n1 unknown 1\n*END\n*D_NET a 1\n",
	"*END\n*R_NET m 4\n*END\n*D_NET b 3\n",
	"\"text\n*D_NET a 1\n\"",
	"*1 \"\n",
};

static void write_nets(struct text *out)
{
	static const char *const net[] = {"n1", "y", "a", "b", "d", "m"};
	int n = 1 + (int)random_below(40);

	text_add(out, HEADER "*NAME_MAP\n*1 n1\n*2 u1\n*5 y\n\n");
	for (int i = 0; i < n; i++) {
		const char *name = net[random_below(6)];

		text_printf(out, "*D_NET %s %d\n", random_below(9) ? name : "*5",
			    (int)random_below(20));
		if (random_below(30) == 0)
			text_add(out, odd[random_below(sizeof odd / sizeof *odd)]);
		text_printf(out, "*CAP\n1 %s:1 %d.5\n2 %s 1\n*RES\n1 %s %s:1 0.%d\n*END\n", name,
			    (int)random_below(9), name, name, name, 1 + (int)random_below(9));
	}
}

static void check_chunks(int n_threads, int64_t chunk_size)
{
	const int64_t whole = INT64_C(1) << 40, size = spef_chunk_size;
	int n_read = 0;
	bool same = true;

	host_threads_set(n_threads);
	random_seed((uint64_t)n_threads);
	for (int i = 0; i < 150 && same; i++) {
		struct text text = TEXT_INIT, out[2] = {TEXT_INIT, TEXT_INIT};

		write_nets(&text);
		spef_chunk_size = whole;
		result(text_string(&text), &out[0]);
		spef_chunk_size = chunk_size;
		result(text_string(&text), &out[1]);
		same = strcmp(text_string(&out[0]), text_string(&out[1])) == 0;
		if (!same)
			printf("# %s\n# alone %s\n", text_string(&out[1]), text_string(&out[0]));
		n_read += strstr(text_string(&out[0]), "error") == NULL;
		text_release(&text);
		text_release(&out[0]);
		text_release(&out[1]);
	}
	OK(same && n_read > 50 && n_read < 150,
	   "chunks of %d bytes, %d threads: %d files, and the errors of others, are as read by one",
	   (int)chunk_size, n_threads, n_read);
	host_threads_set(0);
	spef_chunk_size = size;
}

int main(void)
{
	int64_t size = spef_chunk_size;
	int fd = mkstemp(path);

	if (fd < 0)
		return 1;
	close(fd);
	netlist = small_netlist();
	for (int i = 0; i < 2; i++) {
		check_sections();
		check_names();
		check_units();
		check_bad();
		spef_chunk_size = 1;
	}
	spef_chunk_size = size;
	check_files();
	check_long("*NAME_MAP\n*1 ", "\n", "13:4: error: name longer than 4096 bytes");
	check_long("*D_NET ", " 1\n", "12:8: error: name longer than 4096 bytes");
	check_long("*D_NET y 1\n*CAP\n1 y:", " 1\n", "14:3: error: name longer than 4096 bytes");
	check_long("*D_NET y ", " 1\n", "12:10: error: number out of range");
	check_long("*DESIGN ", " 1\n", "");
	check_many();
	check_tile();
	check_references();
	for (int n_threads = 1; n_threads <= 3; n_threads++) {
		check_chunks(n_threads, 1);
		check_chunks(n_threads, 100);
		check_chunks(n_threads, 1000);
	}
	netlist_unref(netlist);
	unlink(path);
	return tap_done();
}
