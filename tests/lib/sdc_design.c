#include "sdc_design.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "db/link/link.h"
#include "read/liberty/liberty.h"
#include "read/verilog/verilog.h"
#include "tap.h"

#define TABLES(delay, slew)                                                                        \
	delay "_rise(scalar) { values(\"0.1\"); } " delay "_fall(scalar) { values(\"0.2\"); } "    \
	      "rise_" slew "(scalar) { values(\"0.1\"); } fall_" slew                              \
	      "(scalar) { values(\"0.1\"); }"
#define GATE(from, sense)                                                                          \
	"timing() { related_pin : \"" from "\"; timing_sense : " sense                             \
	"; " TABLES("cell", "transition") "} "
#define LAUNCH(from)                                                                               \
	"timing() { related_pin : \"" from                                                         \
	"\"; timing_type : rising_edge; " TABLES("cell", "transition") "} "
#define CHECK(from, type)                                                                          \
	"timing() { related_pin : \"" from "\"; timing_type : " type "; "                          \
	"rise_constraint(scalar) { values(\"0.1\"); } fall_constraint(scalar) { values(\"0.1\"); } } "
#define IN(name, more)  "pin(" name ") { direction : input; capacitance : 0.002; " more "} "
#define OUT(name, more) "pin(" name ") { direction : output; " more "} "

static const char library_text[] =
	"library(cells) { time_unit : \"1ns\"; capacitive_load_unit(1, pf);\n"
	"cell(INV) { " IN("A", "") OUT(
		"Y", "function : \"!A\"; " GATE("A", "negative_unate")) "}\n"
									"cell(BUF) { " IN(
										"A", "") OUT("Y", "function : \"A\"; " GATE("A", "positive_unate")) "}\n"
																		    "cell(AND2) { " IN("A", "") IN("B", "") OUT("Y", "function : \"A B\"; " GATE("B", "positive_unate") GATE("A", "positive_unate")) "}\n"
																																		     "cell(XOR2) { " IN(
																																			     "A",
																																			     "") IN("B",
																																				    "") OUT("Y",
																																					    "function : \"A^B\"; " GATE("A",
																																									"non_unate")
																																						    GATE("B", "non_unate")) "}\n"
																																									    "cell(FA) { " IN("A", "") IN(
																																										    "B",
																																										    "")
																																										    OUT("S",
																																											GATE("A", "non_unate")) OUT("CO",
																																														    GATE("A",
																																															 "positive_unate")) "}\n"
																																																	    "cell(DFF) { ff(IQ, IQN) { clocked_on : \"CK\"; next_state : \"D\"; } " IN("CK",
																																																										       "clock : true; ") IN("D",
																																																													    CHECK("CK", "setup_rising") CHECK("CK", "hold_rising")) OUT("Q",
																																																																					"function : \"IQ\"; " LAUNCH(
																																																																						"CK")) "}\n"
																																																																						       "cell(DFFR) { ff(IQ, IQN) { clocked_on : \"CK\"; next_state : \"D\"; clear : \"!RN\"; } " IN("CK", "clock : true; ") IN("D", CHECK("CK", "setup_rising") CHECK(
																																																																																							    "CK",
																																																																																							    "hold_rising")) IN("RN", CHECK("CK", "recovery_rising") CHECK("CK",
																																																																																															  "removal_rising"))
																																																																							       OUT("Q",
																																																																								   "function : \"IQ\"; " LAUNCH(
																																																																									   "CK")) "}\n"
																																																																										  "cell(LAT) { latch(IQ, IQN) { enable : \"G\"; data_in : \"D\"; } " IN(
																																																																											  "G", "clock : true; ") IN("D",
																																																																														    CHECK(
																																																																															    "G",
																																																																															    "setup_falling")) OUT("Q", "function : \"IQ\"; " LAUNCH("G")) "}\n"
																																																																																							  "}\n";

static const char netlist_text[] =
	"module sub(a, b, ckb, d, co, z);\n"
	"input a, b, ckb, d; output co, z; wire lq, lq2;\n"
	"FA f(.A(a), .B(b), .S(z), .CO(co));\n"
	"LAT l(.G(ckb), .D(d), .Q(lq));\n"
	"DFF rc(.CK(ckb), .D(a), .Q(lq2));\n"
	"endmodule\n"
	"module top(ck, ck2, a, b, rn, d, y, z, q, io);\n"
	"input ck, ck2, a, b, rn; input [1:0] d; output y, z; output [1:0] q; inout io;\n"
	"wire nck, nckb, n1, nd, nq, co;\n"
	"BUF cb(.A(ck), .Y(nck));\n"
	"INV ci(.A(nck), .Y(nckb));\n"
	"AND2 u1(.A(a), .B(b), .Y(n1));\n"
	"DFF r0(.CK(nck), .D(n1), .Q(q[0]));\n"
	"DFF div(.CK(nck), .D(nq), .Q(nd));\n"
	"INV iv(.A(nd), .Y(nq));\n"
	"DFFR r1(.CK(nd), .D(d[0]), .RN(rn), .Q(q[1]));\n"
	"XOR2 x1(.A(n1), .B(d[1]), .Y(y));\n"
	"sub s(.a(a), .b(b), .ckb(nckb), .d(d[1]), .co(co), .z(z));\n"
	"BOX bb(.P(a));\n"
	"endmodule\n";

static void must(enum status status)
{
	if (status == STATUS_OK)
		return;
	fprintf(stderr, "%s\n", status_text(status));
	abort();
}

/* A text as a file that isn't in any folder any more; close it. */
static FILE *as_file(const char *text, char path[64])
{
	FILE *file = tmpfile();

	if (!file || fputs(text, file) < 0 || fflush(file) != 0)
		abort();
	rewind(file);
	snprintf(path, 64, "/dev/fd/%d", fileno(file));
	return file;
}

struct netlist *sdc_design(void)
{
	struct task task = TASK_INIT;
	struct text warnings = TEXT_INIT;
	struct library *library;
	struct modules modules = {0};
	struct netlist *netlist;
	char path[64];
	FILE *file = as_file(library_text, path);

	must(liberty_read(path, &warnings, &task, &library));
	fclose(file);
	file = as_file(netlist_text, path);
	must(verilog_read(path, &modules, &warnings, &task));
	fclose(file);
	must(link_netlist(&(struct link_sources){.modules = &modules,
						 .top = "top",
						 .library = {&library, &library},
						 .n_libraries = {1, 1}},
			  &warnings, &task, &netlist));
	modules_release(&modules);
	library_unref(library);
	text_release(&warnings);
	return netlist;
}

struct sdc_case sdc_run_options(const struct netlist *netlist, const char *script,
				const struct constraints *old, const struct sdc_options *options)
{
	struct sdc_case c = {.warnings = TEXT_INIT, .output = TEXT_INIT};
	struct task task = TASK_INIT;

	c.status = sdc_eval(script, "t.sdc",
			    &(struct sdc_job){.netlist = netlist,
					      .old = old,
					      .options = options,
					      .warnings = &c.warnings,
					      .output = &c.output,
					      .task = &task},
			    &c.k);
	if (c.status != STATUS_OK)
		snprintf(c.error, sizeof c.error, "%s", status_text(c.status));
	return c;
}

struct sdc_case sdc_run_case(const struct netlist *netlist, const char *script,
			     const struct constraints *old)
{
	struct sdc_options options = SDC_OPTIONS_INIT;

	return sdc_run_options(netlist, script, old, &options);
}

void sdc_case_release(struct sdc_case *c)
{
	constraints_unref(c->k);
	text_release(&c->warnings);
	text_release(&c->output);
	*c = (struct sdc_case){0};
}

struct sdc_case sdc_takes(const struct netlist *netlist, const char *script, const char *warnings)
{
	struct sdc_case c = sdc_run_case(netlist, script, NULL);

	if (!OK(c.status == STATUS_OK && strcmp(text_string(&c.warnings), warnings) == 0, "%.*s",
		(int)strcspn(script, "\n"), script))
		printf("# %s\n# %s\n", c.error, text_string(&c.warnings));
	if (c.status != STATUS_OK)
		exit(1);
	return c;
}

void sdc_refuses(const struct netlist *netlist, const char *script, const char *error)
{
	struct sdc_case c = sdc_run_case(netlist, script, NULL);

	if (!OK(c.status == STATUS_BAD_INPUT && strcmp(c.error, error) == 0 && !c.k, "%s", error))
		printf("# got: %s\n", c.status == STATUS_OK ? "constraints" : c.error);
	sdc_case_release(&c);
}

static int32_t needed(int32_t id, const char *name)
{
	if (id >= 0)
		return id;
	fprintf(stderr, "there is no %s\n", name);
	abort();
}

int32_t sdc_pin(const struct netlist *netlist, const char *name)
{
	return needed(netlist_find_pin(netlist, name, (int64_t)strlen(name)), name);
}

int32_t sdc_cell(const struct netlist *netlist, const char *name)
{
	return needed(netlist_find_instance(netlist, name, (int64_t)strlen(name)), name);
}

int32_t sdc_net(const struct netlist *netlist, const char *name)
{
	return needed(netlist_find_net(netlist, name, (int64_t)strlen(name)), name);
}

const struct clock *sdc_clock(const struct constraints *k, const char *name)
{
	return &k->clock[needed(constraints_find_clock(k, name), name)];
}

static bool is(double value, double wanted)
{
	return isnan(wanted) ? !is_given(value) : fabs(value - wanted) < 1e-6;
}

bool sdc_corners(const double value[N_SPLITS][N_EDGES], double er, double ef, double lr, double lf)
{
	return is(value[EARLY][RISE], er) && is(value[EARLY][FALL], ef) &&
	       is(value[LATE][RISE], lr) && is(value[LATE][FALL], lf);
}
