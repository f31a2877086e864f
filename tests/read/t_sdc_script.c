/* SDC: what its queries find, how scripts run, that they come in whole or not at all, and commands
 * at a prompt. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tcl.h>

#include "lib/sdc_design.h"
#include "lib/tap.h"

static struct netlist *netlist;

#define CLOCK "create_clock -name c -period 10 ck\n"

static struct sdc_case run(const char *script, const char *warnings)
{
	return sdc_takes(netlist, script, warnings);
}

static void refused(const char *script, const char *error)
{
	sdc_refuses(netlist, script, error);
}

/* What a script without warnings puts out, "|" for each end of a line. */
static void puts_out(const char *script, const char *output)
{
	struct sdc_case c = sdc_run_case(netlist, script, NULL);

	for (int64_t i = 0; i < c.output.length; i++)
		c.output.data[i] = c.output.data[i] == '\n' ? '|' : c.output.data[i];
	if (!OK(c.status == STATUS_OK && c.warnings.length == 0 &&
			strcmp(text_string(&c.output), output) == 0,
		"%.*s", (int)strcspn(script, "\n"), script))
		printf("# %s\n# %s\n# %s\n", c.error, text_string(&c.warnings),
		       text_string(&c.output));
	sdc_case_release(&c);
}

/* ---- queries ---- */

static void check_queries(void)
{
	puts_out("puts [get_ports a]", "port:a|");
	puts_out("puts [get_ports d[1]]", "{port:d[1]}|");
	puts_out("puts [get_ports d[*]]", "{port:d[1]} {port:d[0]}|");
	puts_out("puts [get_ports {d\\[0\\]}]", "{port:d[0]}|");
	puts_out("puts [get_ports -quiet {a [bq]}]", "port:a|"); /* brackets are no sets */
}

static void check_objects(void)
{
	puts_out("puts [get_object_name [get_pins u1/*]]", "u1/A u1/B u1/Y|");
	puts_out("puts [get_object_name [get_pins -hierarchical f/?]]", "s/f/A s/f/B s/f/S|");
	puts_out("puts [get_name [get_pins s/f/CO]] ; puts [get_full_name [get_cells s/f]]",
		 "CO|s/f|");
	puts_out("puts [get_cells -quiet *f]; puts [get_cells -hierarchical f]", "|cell:s/f|");
	puts_out("puts [get_cells -regexp {[cu].*}]", "cell:cb cell:ci cell:u1|");
	puts_out("puts [get_cells -regexp -nocase {X1}]", "cell:x1|");
	puts_out("puts [get_nets n?]", "net:n1 net:nd net:nq|");
	puts_out("puts [get_pins -of_objects [get_nets n1]]", "pin:u1/Y pin:r0/D pin:x1/A|");
	puts_out("puts [get_cells -of_objects [get_nets n1]]", "cell:u1 cell:r0 cell:x1|");
	puts_out("puts [get_nets -of_objects [get_cells iv]]", "net:nd net:nq|");
	puts_out("puts [get_ports -of_objects [get_nets a]] ; puts [get_nets -of a]",
		 "port:a|net:a|");
	puts_out("puts [get_lib_cells -of_objects [get_cells {iv u1}]]",
		 "lib_cell:cells/INV lib_cell:cells/AND2|");
	puts_out("puts [get_lib_cells cells/*2] ; puts [get_lib_cells X*]",
		 "lib_cell:cells/AND2 lib_cell:cells/XOR2|lib_cell:cells/XOR2|");
	puts_out("puts [get_lib_pins INV/*] ; puts [get_libs *]",
		 "lib_pin:cells/INV/A lib_pin:cells/INV/Y|lib:cells|");
	puts_out("puts [all_inputs -no_clocks]",
		 "port:ck port:ck2 port:a port:b port:rn {port:d[1]} {port:d[0]} port:io|");
	puts_out(CLOCK "puts [sizeof_collection [all_inputs -no_clocks]] ; puts [all_clocks]",
		 "7|clock:c|");
	puts_out("puts [all_outputs]", "port:y port:z {port:q[1]} {port:q[0]} port:io|");
	puts_out("puts [all_registers]; puts [all_registers -level_sensitive]",
		 "cell:r0 cell:div cell:r1 cell:s/l cell:s/rc|cell:s/l|");
	puts_out("puts [all_registers -clock_pins -edge_triggered]",
		 "pin:r0/CK pin:div/CK pin:r1/CK pin:s/rc/CK|");
	puts_out("puts [all_registers -async_pins] ; puts [llength [all_registers -data_pins]]",
		 "pin:r1/RN|6|");
	puts_out("puts [get_ports -filter {direction == input && name =~ r*}]", "port:rn|");
	puts_out("puts [get_cells -filter {@ref_name==INV || !is_sequential && name=~x*}]",
		 "cell:ci cell:iv cell:x1|");
	puts_out("puts [get_pins -filter {is_clock==true} r*/*]", "pin:r0/CK pin:r1/CK|");
	puts_out(CLOCK "puts [get_property [get_clocks c] period]; puts [get_property c sources]",
		 "10.000000|port:ck|");
	puts_out("set x {}\nappend_to_collection x [get_ports a]\nappend_to_collection -unique x "
		 "[get_ports {a b}]\nputs $x\nputs [remove_from_collection $x [get_ports a]]",
		 "port:a port:b|port:b|");
	puts_out("puts [filter_collection [get_pins u1/*] direction==output]", "pin:u1/Y|");
	puts_out("puts [index_collection [get_pins u1/*] 1]", "pin:u1/B|");
	puts_out("foreach_in_collection p [get_ports {a b}] { puts [get_object_name $p] }", "a|b|");
	puts_out("puts [sizeof_collection [get_ports -quiet nono]]", "0|");
	puts_out("puts [get_object_name [current_design]]", "top|");
	refused("get_ports -filter {nono==1} a",
		"t.sdc:1: error: get_ports: a port has no property \"nono\"");
	refused("get_ports -filter {name==} a",
		"t.sdc:1: error: get_ports: \"name==\" is not a -filter, at \"\"");
	refused("get_ports -regexp {a(} ",
		"t.sdc:1: error: \"a(\" is not a regular expression: Unmatched ( or \\(");
}

static void check_lists(void)
{
	struct sdc_case c = run("set l [list [get_ports a] [get_ports {b rn}] {d[0] io}]\n"
				"set_input_delay 1 $l\n"
				"set_output_delay 1 \"[get_ports y]\"\n"
				"foreach p [get_ports q] {set_output_delay 1 $p}\n"
				"set_input_delay 2 port:ck\n",
				"");

	OK(c.k->n_input_delays == 6 && c.k->n_output_delays == 3,
	   "lists of lists, objects as text and one by one");
	sdc_case_release(&c);
	c = run(CLOCK "set_output_delay 1 -clock c {yy ab}\n"
		      "set_false_path -from cc -to s/f/CI -through n11\n"
		      "get_cells {u1 u9x}\nget_clocks d*",
		"t.sdc:2: warning: no port or pin \"yy\"\n"
		"t.sdc:2: warning: no port or pin \"ab\"\n"
		"t.sdc:2: warning: set_output_delay: skipped, none of its ports and pins is there\n"
		"t.sdc:3: warning: no clock, cell, port or pin \"cc\"\n"
		"t.sdc:3: warning: no clock, cell, port or pin \"s/f/CI\"; nearest \"s/f/CO\"\n"
		"t.sdc:3: warning: no cell, port, pin or net \"n11\"; nearest \"n1\"\n"
		"t.sdc:3: warning: set_false_path: skipped, none of its objects exists\n"
		"t.sdc:4: warning: no cell \"u9x\"\n"
		"t.sdc:5: warning: no clock \"d*\"\n"
		"t.sdc: warning: 2 commands skipped, what they are about isn't there\n");
	sdc_case_release(&c);
}

/* ---- Tcl ---- */

static void check_language(void)
{
	struct sdc_options options = SDC_OPTIONS_INIT;
	static const char *const patterns[] = {"T_SDC_*", "OTHER"};
	struct sdc_case c;

	puts_out("set n 0\nforeach x {1 2 3} {\n  if {$x > 1} {incr n $x}\n}\nputs [expr {$n * 2}]",
		 "10|");
	puts_out("proc twice {x} {return [expr {2 * $x}]}\nputs [twice 4]", "8|");
	puts_out("rename proc p\np twice {x} {return [expr {2 * $x}]}\nputs [twice 4]", "8|");
	puts_out("rename return r\nproc f {} {r 3}\nputs [f]\nr\nputs 2", "3|");
	puts_out("puts -nonewline [string toupper ab]\nputs stderr [lsort {b a}]", "ABa b|");
	puts_out("catch {set_load} why; puts $why",
		 "set_load: too few arguments, expected CAPACITANCE OBJECTS|");
	puts_out("puts 1\nreturn\nputs 2", "1|");
	puts_out("puts [info exists env(HOME)]; puts [array size env]", "0|0|");
	puts_out("puts \"a\\x1bb\\u009bc\\td\"", "a?b?c\td|");
	setenv("T_SDC_A", "x y", 1);
	setenv("T_SDC", "hidden", 1);
	options.env = patterns;
	options.n_env = 2;
	options.echo = true;
	c = sdc_run_options(netlist,
			    "puts [array names env]\nputs $::env(T_SDC_A)\nset env(T_SDC_A) z\n"
			    "puts $::env(T_SDC_A)\nputs $env(T_SDC)",
			    NULL, &options);
	OK(c.status == STATUS_BAD_INPUT &&
		   strcmp(c.error, "t.sdc:5: error: can't read \"env(T_SDC)\": no such element in "
				   "array; read_sdc -env says which variables may be read, -until "
				   "5 keeps what comes before") == 0,
	   "the environment by its patterns");
	OK(strcmp(text_string(&c.output),
		  "puts [array names env]\nT_SDC_A\nputs $::env(T_SDC_A)\nx y\nset env(T_SDC_A) z\n"
		  "puts $::env(T_SDC_A)\nz\nputs $env(T_SDC)\n") == 0,
	   "what is put out stays on failure; commands before it with echo");
	OK(strcmp(getenv("T_SDC_A"), "x y") == 0, "what is written stays in the child");
	sdc_case_release(&c);
}

static void check_lines(void)
{
	struct sdc_case c = run("# a comment \\\n  goes on\n"
				"get_ports \\\n  n1\n"
				"foreach x {1} {\n\n  if 1 {\n    get_ports n2\n  }\n}\n"
				"proc p {x} {\n\n  get_ports n$x\n}\np 3\n"
				"proc q x {p $x\n  p 4}; q 5\n"
				"eval {\n  get_ports n6\n}\n"
				"eval \"\\n\\n\\n\\n\\nget_ports n7\"\n"
				"get_ports -quiet [\n  get_ports n8]\n",
				"t.sdc:3: warning: no port \"n1\"\n"
				"t.sdc:8: warning: no port \"n2\"\n"
				"t.sdc:13: warning: no port \"n3\"\n"
				"t.sdc:13: warning: no port \"n5\"\n"
				"t.sdc:13: warning: no port \"n4\"\n"
				"t.sdc:19: warning: no port \"n6\"\n"
				"t.sdc:21: warning: no port \"n7\"\n"
				"t.sdc:23: warning: no port \"n8\"\n");

	sdc_case_release(&c);
	refused("\nforeach x 1 {\n  set_load -1 y\n}",
		"t.sdc:3: error: set_load: the load is negative");
	refused("proc p {} {\n set_load -1 y\n}\n\np",
		"t.sdc:2: error: set_load: the load is negative");
	refused("set x 1\nforeach y 1 {\n expr {1 / 0}\n}", "t.sdc:2: error: divide by zero");
	refused("set a {\nset b 1", "t.sdc:1:7: error: missing close-brace");
	refused("set a 1\n set b [foo", "t.sdc:2:8: error: missing close-bracket");
	refused("set a \"x", "t.sdc:1:7: error: missing \"");
	refused("set a {x}y", "t.sdc:1:10: error: extra characters after close-brace");
	refused("break", "t.sdc:1: error: break or continue outside of a loop");
	refused("error \"two\nlines\"", "t.sdc:1: error: two lines");
}

/* ---- all or nothing ---- */

static void check_whole(void)
{
	struct sdc_case first = run(CLOCK "set_input_delay 1 -clock c a\nset_load 1 [get_nets n1]\n"
					  "group_path -name g -from a\nset_load 0.5 y\n"
					  "set_driving_cell -lib_cell INV a\n"
					  "set_clock_groups -asynchronous -group c\n",
				    "");
	struct sdc_case second =
		sdc_run_case(netlist,
			     "set_input_delay -add_delay 2 -clock c a\n"
			     "set_load -wire_load 0.25 y\n"
			     "create_clock -name d -period 3 ck2\n"
			     "create_generated_clock -name g -source ck -divide_by "
			     "2 div/Q\nset_false_path -from c -to d\n",
			     first.k);
	struct sdc_case third = sdc_run_case(netlist, "set_load 9 y\nnonsense", first.k);

	OK(second.status == STATUS_OK && second.k->n_clocks == 3 && second.k->n_input_delays == 1 &&
		   second.k->input_delay[0].delay[LATE][RISE] == 2000 &&
		   second.k->n_exceptions == 2 && second.k->n_clock_groups == 1 &&
		   second.k->net_load[sdc_net(netlist, "n1")] == 1000 &&
		   second.k->port[sdc_pin(netlist, "y")].load[LATE][RISE] == 500 &&
		   second.k->port[sdc_pin(netlist, "y")].wire_load[LATE][RISE] == 250 &&
		   second.k->port[sdc_pin(netlist, "a")].n_driving_arcs == 4 &&
		   sdc_clock(second.k, "g")->master == 0,
	   "a file adds to what is there");
	OK(first.k->n_clocks == 1 && first.k->input_delay[0].delay[LATE][RISE] == 1000 &&
		   first.k->port[sdc_pin(netlist, "y")].load[LATE][RISE] == 500,
	   "which stays as it was");
	OK(third.status == STATUS_BAD_INPUT && !third.k, "a failure leaves nothing");
	sdc_case_release(&third);
	third = sdc_run_case(netlist, "create_clock -name c2 -period 1 ck", second.k);
	OK(third.status == STATUS_OK && third.k->n_clocks == 2 &&
		   strcmp(third.k->clock[0].name, "d") == 0 &&
		   strcmp(third.k->clock[1].name, "c2") == 0,
	   "a master that goes takes what was derived from it before");
	sdc_case_release(&third);
	sdc_case_release(&second);
	sdc_case_release(&first);
}

/* ---- words at a prompt ---- */

/* Words that are text. */
static enum status run_text(int n, const char *const *word, struct constraints *old,
			    struct text *warnings, struct text *result, struct constraints **out)
{
	Tcl_Obj *value[16] = {NULL};
	const struct sdc_prompt prompt = {
		.words = value, .n_words = n, .netlist = netlist, .constraints = old};
	struct sdc_answer answer = {.warnings = warnings, .result = result};
	enum status status;

	for (int i = 0; i < n; i++) {
		value[i] = Tcl_NewStringObj(word[i], -1);
		Tcl_IncrRefCount(value[i]);
	}
	status = sdc_run_words(&prompt, &answer);
	*out = answer.constraints;
	for (int i = 0; i < n; i++)
		Tcl_DecrRefCount(value[i]);
	return status;
}

static enum status words(const char *const *word, struct constraints *old, struct text *warnings,
			 struct text *result, struct constraints **out)
{
	int n = 0;

	while (word[n])
		n++;
	return run_text(n, word, old, warnings, result, out);
}

static void check_words(void)
{
	static const char *const clock[] = {"create_clock", "-period", "10", "ck", NULL};
	static const char *const delay[] = {"set_input_delay", "1", "-clock", "ck",
					    "a {d[0]} nono",   NULL};
	static const char *const query[] = {"all_inputs", "-no_clocks", NULL};
	static const char *const design[] = {"current_design", NULL};
	static const char *const bad[] = {"set_load", "-1", "y", NULL};
	static const char *const script[] = {"append_to_collection", "a", "b", NULL};
	struct text warnings = TEXT_INIT, result = TEXT_INIT;
	struct constraints *one = NULL, *two = NULL, *none = NULL;

	OK(words(clock, NULL, &warnings, &result, &one) == STATUS_OK && one && one->n_clocks == 1 &&
		   result.length == 0,
	   "create_clock at a prompt");
	OK(words(delay, one, &warnings, &result, &two) == STATUS_OK && two &&
		   two->n_input_delays == 2 && one->n_input_delays == 0 &&
		   strcmp(text_string(&warnings), "warning: no port or pin \"nono\"\n") == 0,
	   "names as words, warnings without a place");
	text_clear(&warnings);
	OK(words(query, two, &warnings, &result, &none) == STATUS_OK && !none &&
		   strcmp(text_string(&result), "ck2 a b rn {d[1]} {d[0]} io") == 0,
	   "a query gives names and changes nothing");
	text_clear(&result);
	OK(words(design, two, &warnings, &result, &none) == STATUS_OK && !none &&
		   strcmp(text_string(&result), "top") == 0,
	   "current_design");
	OK(words(bad, two, &warnings, &result, &none) == STATUS_USAGE && !none &&
		   strcmp(status_text(STATUS_USAGE), "set_load: the load is negative") == 0,
	   "what is wrong");
	OK(words(script, two, &warnings, &result, &none) == STATUS_FAILED,
	   "what needs the script's variables");
	constraints_unref(one);
	constraints_unref(two);
	text_release(&warnings);
	text_release(&result);
}
int main(int argc, char **argv)
{
	(void)argc;
	Tcl_FindExecutable(argv[0]);
	netlist = sdc_design();
	check_queries();
	check_objects();
	check_lists();
	check_language();
	check_lines();
	check_whole();
	check_words();
	netlist_unref(netlist);
	return tap_done();
}
