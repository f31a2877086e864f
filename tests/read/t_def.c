/*
 * Reading and writing DEF, and checking placements: what is read of a small design with its netlist
 * and without, messages about what doesn't fit, what is legal.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "db/layout/placement_check.h"
#include "read/layout/def.h"
#include "read/layout/lef.h"
#include "lib/small.h"
#include "lib/tap.h"
#include "write/def.h"

static char path[] = "/tmp/t_def.XXXXXX";
static struct task task = TASK_INIT;
static struct technology *technology; /* of small.lef */

static const char *data_file(const char *name)
{
	static char file[1024];
	const char *srcdir = getenv("srcdir");

	snprintf(file, sizeof file, "%s/tests/data/%s", srcdir ? srcdir : ".", name);
	return file;
}

/* A file's contents; the caller frees them. */
static char *contents(const char *name)
{
	FILE *file = fopen(name, "r");
	char *text = calloc(1, 1 << 20);

	if (file) {
		text[fread(text, 1, (1 << 20) - 1, file)] = '\0';
		fclose(file);
	}
	return text;
}

static enum status read_text(const char *text, struct netlist *netlist, struct technology *t,
			     struct placement **out, struct text *warnings)
{
	FILE *file = fopen(path, "w");

	fputs(text, file);
	fclose(file);
	return def_read(path, netlist, t, warnings, &task, out);
}

/* A text without the name of the file in front of each line. */
static void add_without_path(struct text *out, const char *text)
{
	const char *next;

	while ((next = strstr(text, path))) {
		text_append(out, text, next - text);
		text = next + strlen(path) + 1;
	}
	text_add(out, text);
}

static void same(const char *name, const char *got, const char *wanted)
{
	if (!OK(strcmp(got, wanted) == 0, "%s", name))
		printf("# got:    %s\n# wanted: %s\n", got, wanted);
}

/* ---- the small design ---- */

static void describe_components(const struct placement *p, struct text *out)
{
	static const char *const status[] = {"-", "placed", "fixed", "cover"};

	for (int32_t i = 0; i < p->n_components; i++) {
		const struct component *c = &p->component[i];
		struct rect box = placement_component_box(p, i);

		text_printf(out, "%s %s %s %s (%g %g %g %g) %d\n", placement_component_name(p, i),
			    placement_component_macro(p, i), status[c->status],
			    orientation_name[c->orientation], microns(box.x1), microns(box.y1),
			    microns(box.x2), microns(box.y2),
			    p->component_region ? p->component_region[i] : -1);
	}
}

static void describe_ports(const struct placement *p, struct text *out)
{
	for (int32_t i = 0; i < p->netlist->n_ports; i++) {
		const struct placed_port *port = &p->port[i];

		text_printf(out, "%s %d %d", names_get(&p->netlist->port_name, i), port->status,
			    port->use);
		for (int32_t s = 0; s < port->n_shapes; s++) {
			const struct placed_shape *shape = &p->port_shape[port->first_shape + s];

			text_printf(out, " %s(%g %g %g %g)",
				    names_get(&p->technology->layer_name, shape->layer),
				    microns(shape->rect.x1), microns(shape->rect.y1),
				    microns(shape->rect.x2), microns(shape->rect.y2));
		}
		text_add(out, "\n");
	}
}

static const char components[] = "u1 NAND2 placed N (1 1.4 1.6 2.8) 0\n"
				 "h/u2 INV placed FN (1.6 1.4 2 2.8) 0\n"
				 "h/r$[3] DFF placed S (1.2 2.8 2.4 4.2) 0\n"
				 "m RAM fixed W (7 5.2 12.6 11.2) -1\n"
				 "fill_0 FILL1 placed N (2 1.4 2.2 2.8) 0\n"
				 "tap_0 TAP fixed N (1 4.2 1.4 5.6) -1\n";

static void test_areas(const struct placement *p)
{
	const struct placed_row *row = &p->row[1];

	OK(p->units == 2000, "units");
	OK(p->die.x2 == 640000 && p->die.y2 == 448000 && p->n_die_points == 6, "the die");
	OK(p->n_rows == 3 && strcmp(names_get(&p->string, row->name), "row_1") == 0 &&
		   row->site == 0 && row->x == 40000 && row->y == 112000 &&
		   row->orientation == ORIENT_FS && row->n_x == 60 && row->n_y == 1 &&
		   row->step_x == 8000,
	   "rows");
	OK(p->n_blockages == 6 && p->blockage[0].layer == 1 && p->blockage[2].rect.x2 == 10000 &&
		   p->blockage[3].layer == -1 && p->blockage[3].kind == BLOCKAGE_SOFT &&
		   p->blockage[4].density == 55.5 && p->blockage[5].component == 3 &&
		   p->blockage[5].kind == BLOCKAGE_HARD,
	   "blockages");
	OK(p->n_regions == 1 && p->region[0].kind == REGION_FENCE && p->region[0].n_rects == 2 &&
		   p->region_rect[1].y2 == 224000,
	   "regions");
}

static void test_pins(const struct placement *p)
{
	int32_t x, y;

	OK(placement_pin(p, small_pin(p->netlist, "h/u2/A"), &x, &y) && x == 76000 && y == 80000,
	   "a pin of a mirrored component");
	OK(placement_pin(p, small_pin(p->netlist, "h/r$[3]/CK"), &x, &y) && x == 90000 &&
		   y == 144000,
	   "of one turned by 180 degrees");
	OK(placement_pin(p, small_pin(p->netlist, "m/CK"), &x, &y) && x == 502000 && y == 210000,
	   "of a block turned by 90 degrees");
	OK(placement_pin(p, small_pin(p->netlist, "y"), &x, &y) && x == 118000 && y == 448000,
	   "of a port");
	OK(!placement_pin(p, small_pin(p->netlist, "d[0]"), &x, &y), "none of an unplaced port");
}

static void test_linked(void)
{
	struct netlist *netlist = small_netlist();
	struct text warnings = TEXT_INIT, out = TEXT_INIT;
	struct placement *p;

	if (!OK(def_read(data_file("small.def"), netlist, technology, &warnings, &task, &p) ==
			STATUS_OK,
		"small.def with its netlist"))
		return;
	same("no warnings", text_string(&warnings), "");
	OK(p->netlist == netlist && p->technology == technology, "both are those given");
	describe_components(p, &out);
	same("components", text_string(&out), components);
	text_clear(&out);
	describe_ports(p, &out);
	same("ports", text_string(&out),
	     "a 1 0 m2(1.95 0 2.05 0.2)\nb 1 0 m1(0 1.95 0.2 2.05)\n"
	     "ck 2 1 m1(3.95 11 4.05 11.2) m2(3.9 11 4 11.2) m2(3.95 10.9 4 11)"
	     " m2(15.8 2.95 16 3.05) m1(0 4 0.1 4.1)\nd[1] 0 0\nd[0] 0 0\n"
	     "y 1 0 m2(2.9 11.15 3 11.25)\nz 0 0\n");
	test_areas(p);
	test_pins(p);
	placement_unref(p);
	netlist_unref(netlist);
	text_release(&warnings);
	text_release(&out);
}

/* ---- without a netlist ---- */

static void test_alone(void)
{
	struct text warnings = TEXT_INIT, out = TEXT_INIT;
	const struct netlist *n;
	struct placement *p;

	def_read(data_file("small.def"), NULL, technology, &warnings, &task, &p);
	same("no warnings", text_string(&warnings), "");
	n = p->netlist;
	describe_components(p, &out);
	same("the same components", text_string(&out), components);
	OK(strcmp(n->name, "small") == 0 && n->n_instances == 6 && n->n_nets == 9 &&
		   n->n_ports == 7 && n->n_masters == 6,
	   "instances, nets, ports and masters");
	OK(n->pin_net[small_pin(n, "h/u2/A")] == small_net(n, "n1") &&
		   n->pin_net[small_pin(n, "ck")] == small_net(n, "ck") &&
		   n->pin_net[small_pin(n, "VDD")] == -1,
	   "connections; power isn't one");
	OK(netlist_pin_direction(n, small_pin(n, "u1/Y")) == LIB_OUTPUT &&
		   netlist_pin_direction(n, small_pin(n, "m/A[0]")) == LIB_INPUT &&
		   netlist_pin_direction(n, small_pin(n, "h/r$[3]/QN")) == LIB_INOUT,
	   "directions as in LEF, both ways where it has none");
	OK(netlist_find_pin(n, "h/u2/VDD", 8) < 0, "only pins that are used");
	placement_unref(p);
	text_clear(&out);
	def_read(data_file("small.def"), NULL, NULL, &warnings, &task, &p);
	OK(strstr(text_string(&warnings), "no LEF has been read: components are points") &&
		   p->technology->n_macros == 6 && !p->technology->macro[0].described,
	   "without LEF");
	describe_components(p, &out);
	OK(strncmp(text_string(&out), "u1 NAND2 placed N (1 1.4 1 1.4) 0\n", 34) == 0,
	   "components are points");
	placement_unref(p);
	text_release(&warnings);
	text_release(&out);
}

/* ---- writing ---- */

static void writes_the_same(const char *name, const struct placement *p, struct technology *t)
{
	struct text warnings = TEXT_INIT;
	struct placement *again;
	char *first, *second;

	OK(def_write(path, p, &task) == STATUS_OK, "%s is written", name);
	first = contents(path);
	OK(def_read(path, NULL, t, &warnings, &task, &again) == STATUS_OK, "%s is read back", name);
	OK(def_write(path, again, &task) == STATUS_OK, "%s is written again", name);
	second = contents(path);
	same("the same", second, first);
	free(first);
	free(second);
	placement_unref(again);
	text_release(&warnings);
}

static void test_write(void)
{
	struct text warnings = TEXT_INIT, out = TEXT_INIT;
	struct netlist *netlist = small_netlist();
	struct placement *p;

	def_read(data_file("small.def"), NULL, technology, &warnings, &task, &p);
	writes_the_same("small.def", p, technology);
	placement_unref(p);
	def_read(data_file("small.def"), netlist, technology, &warnings, &task, &p);
	writes_the_same("small.def with its netlist", p, technology);
	p->component[0].x++;
	writes_the_same("what is between the units", p, technology);
	placement_unref(p);
	read_text(
		"DESIGN a\\;b ; UNITS DISTANCE MICRONS 3000 ; DIVIDERCHAR \"|\" ; BUSBITCHARS "
		"\"<>\" ; DIEAREA ( 0 0 ) ( 10 10 ) ; COMPONENTS 3 ; - \\-|x<1> INV + PLACED ( 1 2 ) "
		"N ; - \\PIN INV ; - a\\|[2]\\\\\\* INV ; END COMPONENTS PINS 1 ; - p<1> + NET n<1> "
		"; END PINS NETS 1 ; - \\MUSTJOIN ( \\PIN A ) ( PIN p<1> ) ; END NETS END DESIGN",
		NULL, technology, &p, &warnings);
	describe_components(p, &out);
	same("escapes, divider and brackets", text_string(&out),
	     "-/x[1] INV placed N (0.000325 0.000675 0.400325 1.40067) -1\n"
	     "PIN INV - N (0 0 0.4 1.4) -1\na|[2]\\* INV - N (0 0 0.4 1.4) -1\n");
	OK(p->netlist->pin_net[small_pin(p->netlist, "PIN/A")] == 0 &&
		   p->netlist->pin_net[small_pin(p->netlist, "p[1]")] == 0,
	   "words that are names");
	writes_the_same("names with everything", p, technology);
	OK(strstr(text_string(&warnings), "units of 1/3000"), "units that don't divide ours");
	placement_unref(p);
	netlist_unref(netlist);
	text_release(&warnings);
	text_release(&out);
}

/* ---- what doesn't fit ---- */

#define START "DESIGN x ;\nUNITS DISTANCE MICRONS 1000 ;\nDIEAREA ( 0 0 ) ( 100 100 ) ;\n"

/* Warnings and components, or the error. */
static void gives(const char *name, const char *text, struct netlist *netlist, const char *expected)
{
	struct text out = TEXT_INIT, warnings = TEXT_INIT;
	struct placement *p;
	enum status status = read_text(text, netlist, technology, &p, &warnings);

	if (status == STATUS_OK) {
		add_without_path(&out, text_string(&warnings));
		describe_components(p, &out);
		placement_unref(p);
	} else {
		add_without_path(&out, status_text(status));
	}
	same(name, text_string(&out), expected);
	text_release(&out);
	text_release(&warnings);
}

static void test_warnings(void)
{
	gives("an unknown macro is a point",
	      START "COMPONENTS 1 ;\n- a NEW + PLACED ( 1 2 ) N ;\nEND COMPONENTS\nEND DESIGN",
	      NULL,
	      "5: warning: no LEF describes \"NEW\": its components are points\n"
	      "a NEW placed N (0.001 0.002 0.001 0.002) -1\n");
	gives("unknown components, pins and regions",
	      START "COMPONENTS 1 ;\n- a INV + REGION r ;\nEND COMPONENTS\nNETS 1 ;\n"
		    "- n ( b A ) ( PIN p ) ( a A ) ;\nEND NETS\nEND DESIGN",
	      NULL,
	      "5: warning: unknown region \"r\"\n8: warning: unknown component \"b\"\n"
	      "8: warning: unknown pin \"p\"\na INV - N (0 0 0.4 1.4) -1\n");
	gives("no units: those of LEF", "DESIGN x ;\nDIEAREA ( 0 0 ) ( 2000 2000 ) ;\nEND DESIGN",
	      NULL, "2: warning: no UNITS in front of this coordinate: 2000 for a µm, as in LEF\n");
	gives("no die",
	      "DESIGN x ;\nUNITS DISTANCE MICRONS 1000 ;\nDIEAREA ( 5 5 ) ( 5 9 ) ;\nEND DESIGN",
	      NULL,
	      " warning: no die with an area: the die is what rows and placed components cover\n");
	gives("other numbers, twice, no END DESIGN",
	      START "NEW 1 ;\nCOMPONENTS 3 ;\n- a INV ;\n- a NAND2 ;\nEND COMPONENTS\n", NULL,
	      "4: warning: unknown \"NEW\" skipped\n"
	      "7: warning: component \"a\" is there twice, the last one counts\n"
	      "8: warning: COMPONENTS says 3 and has 2\n"
	      "9: warning: the file ends without END DESIGN\na NAND2 - N (0 0 0.6 1.4) -1\n");
}

static void test_other_netlist(void)
{
	struct netlist *netlist = small_netlist();

	gives("a netlist that says otherwise",
	      START "COMPONENTS 3 ;\n- u1 INV + PLACED ( 1 1 ) N ;\n- m RAM ;\n- new INV ;\n"
		    "END COMPONENTS\nPINS 1 ;\n- q + NET b ;\nEND PINS\nNETS 2 ;\n"
		    "- b ( u1 A ) ( u1 Z ) ;\n- c ( u1 A ) ;\nEND NETS\nEND DESIGN",
	      netlist,
	      " warning: component \"u1\" is a INV here and a NAND2 in the netlist, which counts\n"
	      " warning: component \"new\" (INV) isn't in the netlist\n"
	      " warning: 2 of 4 instances aren't here and stay unplaced\n"
	      " warning: pin \"q\" isn't in the netlist\n"
	      " warning: net \"c\" isn't in the netlist\n"
	      " warning: net \"b\" has pin \"u1/A\", which is elsewhere in the netlist\n"
	      " warning: pin \"Z\" of \"u1\" isn't in the netlist\n"
	      "u1 NAND2 placed N (0.001 0.001 0.601 1.401) -1\n"
	      "h/u2 INV - N (0 0 0.4 1.4) -1\nh/r$[3] DFF - N (0 0 1.2 1.4) -1\n"
	      "m RAM - N (0 0 6 5.6) -1\nnew INV - N (0 0 0.4 1.4) -1\n");
	gives("a component that is larger in the netlist, at the end of all lengths",
	      START
	      "COMPONENTS 1 ;\n- h/u2 none + PLACED ( 53687000 0 ) N ;\nEND COMPONENTS\nEND DESIGN\n",
	      netlist, "8:1: error: this reaches beyond 53 mm from the origin");
	gives("nothing of the netlist",
	      START "COMPONENTS 1 ;\n- new INV ;\nEND COMPONENTS\nEND DESIGN\n", netlist,
	      "8:1: error: no component is in the netlist \"small\": this is of \"x\"");
	netlist_unref(netlist);
}

static void test_errors(void)
{
	gives("no DEF", "\177ELF\1\2 x", NULL,
	      "1:1: error: expected DEF (VERSION, DESIGN, DIEAREA and so on), found \"?ELF\"");
	gives("an empty file", "", NULL, "1:1: error: the file is empty");
	gives("cut in components", START "COMPONENTS 1 ;\n- a INV + PLACED (", NULL,
	      "5:19: error: expected a coordinate, the file ends");
	gives("cut between components", START "COMPONENTS 1 ;\n- a INV ;\n", NULL,
	      "6:1: error: expected \"-\" or END, the file ends");
	gives("cut in what is skipped", START "SPECIALNETS 1 ;\n- VDD", NULL,
	      "5:6: error: expected END, the file ends");
	gives("no coordinate", START "COMPONENTS 1 ;\n- a INV + PLACED ( x 1 ) N ;\n", NULL,
	      "5:20: error: expected a coordinate, found \"x\"");
	gives("beyond 32 bits", START "COMPONENTS 1 ;\n- a INV + PLACED ( 53687092 1 ) N ;\n", NULL,
	      "5:20: error: \"53687092\" is out of range: at most 53 mm can be said");
	gives("a box beyond 32 bits", START "COMPONENTS 1 ;\n- a INV + FIXED ( 53687091 1 ) N ;\n",
	      NULL, "5:11: error: this reaches beyond 53 mm from the origin");
	gives("a row beyond 32 bits", START "ROW r core 0 0 N DO 999999999 BY 1 STEP 1000 0 ;\n",
	      NULL, "4:5: error: this reaches beyond 53 mm from the origin");
	gives("no orientation", START "COMPONENTS 1 ;\n- a INV + PLACED ( 1 1 ) NS ;\n", NULL,
	      "5:26: error: expected an orientation (N, S, E, W, FN, …), found \"NS\"");
	gives("a macro in quotes", START "COMPONENTS 1 ;\n- a \"\" ;\n", NULL,
	      "5:5: error: expected the component's macro, found \"\"\"\"");
	gives("a divider of three characters", "DIVIDERCHAR \"/|/\" ;", NULL,
	      "1:13: error: expected a divider, found \"\"/|/\"\"");
	gives("units of zero", "UNITS DISTANCE MICRONS 0 ;", NULL,
	      "1:24: error: expected units for a µm, from 1 to 1000000, found \"0\"");
	gives("other units after coordinates",
	      "DIEAREA ( 0 0 ) ( 1 1 ) ; UNITS DISTANCE MICRONS 1000 ;", NULL,
	      "1:50: error: other UNITS after coordinates in 2000 for a µm");
	gives("another END", START "NETS 0 ;\nEND PINS\n", NULL,
	      "5:5: error: expected NETS, found \"PINS\"");
}

/* ---- legality ---- */

/* The faults of each component, by the letters of their kinds. */
static void faults(const char *text, struct text *out)
{
	struct text warnings = TEXT_INIT;
	struct placement_check *check;
	struct placement *p;

	text_clear(out);
	if (read_text(text, NULL, technology, &p, &warnings) != STATUS_OK) {
		text_add(out, status_text(STATUS_BAD_INPUT));
		return;
	}
	placement_check_new(p, &task, &check);
	for (int32_t i = 0; i < p->n_components; i++) {
		text_printf(out, "%s:", placement_component_name(p, i));
		for (int f = 0; f < N_FAULTS; f++) {
			if (check->fault[i] & 1 << f)
				text_append(out, &"dorsub"[f], 1);
		}
		text_add(out, " ");
	}
	placement_check_free(check);
	placement_unref(p);
	text_release(&warnings);
}

#define ROWS                                                                                         \
	"DESIGN x ; UNITS DISTANCE MICRONS 1000 ; DIEAREA ( 0 0 ) ( 9000 9000 ) ; ROW r core 0 0 N " \
	"DO 40 BY 1 STEP 200 0 ; ROW s core 0 1400 FS DO 40 BY 1 STEP 200 0 ; "
#define COMPONENTS(text) ROWS "COMPONENTS 0 ; " text "END COMPONENTS END DESIGN"

static void test_legality(void)
{
	struct text out = TEXT_INIT;

	faults(COMPONENTS(
		       "- a INV + PLACED ( 0 0 ) N ; - b INV + PLACED ( 400 0 ) FN ; - c INV + PLACED "
		       "( 0 1400 ) S ; - d INV + FIXED ( 7600 1400 ) FS ; - e INV ; "),
	       &out);
	same("legal", text_string(&out), "a: b: c: d: e: ");
	faults(COMPONENTS(
		       "- a INV + PLACED ( 0 0 ) N ; - b INV + PLACED ( 200 0 ) N ; - c INV + PLACED "
		       "( 600 0 ) N ; - d INV + PLACED ( 600 0 ) N ; - e INV + PLACED ( 600 0 ) N ; "),
	       &out);
	same("overlaps", text_string(&out), "a:o b:o c:o d:o e:o ");
	faults(COMPONENTS(
		       "- a INV + PLACED ( 100 0 ) N ; - b INV + PLACED ( 600 100 ) N ; - c INV + "
		       "PLACED ( 7800 0 ) N ; - d INV + PLACED ( 0 1400 ) N ; - f INV + PLACED ( 2000 "
		       "0 ) W ; "),
	       &out);
	same("off sites, off rows, upside down", text_string(&out), "a:s b:r c:r d:u f:u ");
	faults(COMPONENTS(
		       "- a INV + PLACED ( 8800 0 ) N ; - m RAM + FIXED ( 3000 3500 ) N ; - b INV + "
		       "PLACED ( 3000 3000 ) N ; - c INV + PLACED ( -400 0 ) N ; "),
	       &out);
	same("blocks need no row; off the die", text_string(&out), "a:dr m:do b:or c:dr ");
	faults(ROWS
	       "COMPONENTS 0 ; - a INV + PLACED ( 0 0 ) N ; - b INV + FIXED ( 400 0 ) N ; - c INV "
	       "+ PLACED ( 800 0 ) N ; END COMPONENTS BLOCKAGES 0 ; - PLACEMENT RECT ( 300 0 ) ( "
	       "600 900 ) ; - PLACEMENT + SOFT RECT ( 900 0 ) ( 999 99 ) ; END BLOCKAGES END DESIGN",
	       &out);
	same("hard blockages, of what isn't fixed", text_string(&out), "a:b b: c: ");
	text_release(&out);
}

/* Many boxes at random against each pair of them. */
static void test_overlaps(void)
{
	struct text def = TEXT_INIT, out = TEXT_INIT, wanted = TEXT_INIT;
	static const int width[] = {400, 600, 1200, 6000}, height[] = {1400, 1400, 1400, 5600};
	static const char *const macro[] = {"INV", "NAND2", "DFF", "RAM"};
	int x[300], y[300], kind[300];
	uint32_t seed = 1;

	text_add(&def, "DESIGN x ; UNITS DISTANCE MICRONS 1000 ; DIEAREA ( 0 0 ) ( 99999 99999 ) ; "
		       "COMPONENTS 300 ; ");
	for (int i = 0; i < 300; i++) {
		seed = seed * 1664525 + 1013904223;
		x[i] = (int)(seed >> 8) % 60000;
		seed = seed * 1664525 + 1013904223;
		y[i] = (int)(seed >> 8) % 60000;
		kind[i] = i % 50 == 0 ? 3 : i % 3;
		text_printf(&def, "- c%d %s + PLACED ( %d %d ) N ; ", i, macro[kind[i]], x[i],
			    y[i]);
	}
	text_add(&def, "END COMPONENTS END DESIGN");
	faults(text_string(&def), &out);
	for (int i = 0; i < 300; i++) {
		bool hit = false;

		for (int j = 0; j < 300; j++)
			hit |= i != j && x[i] < x[j] + width[kind[j]] &&
			       x[j] < x[i] + width[kind[i]] && y[i] < y[j] + height[kind[j]] &&
			       y[j] < y[i] + height[kind[i]];
		text_printf(&wanted, "c%d:%s ", i, hit ? "o" : "");
	}
	same("the same as pair by pair", text_string(&out), text_string(&wanted));
	OK(strstr(text_string(&out), ":o") && strstr(text_string(&out), ": "),
	   "and there are both");
	text_release(&def);
	text_release(&out);
	text_release(&wanted);
}

static void test_summary(void)
{
	struct placement_summary s;
	struct text warnings = TEXT_INIT;
	struct placement *p;

	def_read(data_file("small.def"), NULL, technology, &warnings, &task, &p);
	placement_summarize(p, &s);
	OK(s.n[KIND_CELL][PLACED] == 3 && s.n[KIND_TAP][FIXED] == 1 &&
		   s.n[KIND_FILLER][PLACED] == 1 && s.n[KIND_BLOCK][FIXED] == 1,
	   "components by kind and status");
	OK(s.n_ports[PLACED] == 3 && s.n_ports[FIXED] == 2 && s.n_ports[UNPLACED] == 2, "ports");
	OK(s.n_outside == 0 && s.n_sites == 140, "all on the die; sites");
	OK(s.die_area > 167.99 && s.die_area < 168.01, "the area of the die, a polygon");
	OK(s.row_area > 39.19 && s.row_area < 39.21, "the area of rows");
	placement_unref(p);
	text_release(&warnings);
}

int main(void)
{
	struct text warnings = TEXT_INIT;

	close(mkstemp(path));
	if (!OK(lef_read(data_file("small.lef"), NULL, &warnings, &task, &technology) == STATUS_OK,
		"small.lef is read"))
		return tap_done();
	text_release(&warnings);
	test_linked();
	test_alone();
	test_write();
	test_warnings();
	test_other_netlist();
	test_errors();
	test_legality();
	test_overlaps();
	test_summary();
	technology_unref(technology);
	unlink(path);
	return tap_done();
}
