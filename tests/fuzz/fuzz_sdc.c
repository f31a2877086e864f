/*
 * Fuzz target of SDC's commands, on the small netlist of tests/lib/small.h: any script gives
 * constraints whose numbers are in their ranges, the same through the stream to the parent, or an
 * error.
 *
 * The script runs in this process: what loops, or makes much of little, isn't there, as it is the
 * child that bounds it.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <tcl.h>

#include "read/sdc/sdc_impl.h"
#include "lib/sane.h"
#include "lib/small.h"

int fuzz_sdc(const uint8_t *data, size_t size);

enum {
	LONGEST = 4096,
	DEEPEST = 50, /* brackets and braces within each other */
	COMMANDS = 500,
};

static void must(bool condition)
{
	if (!condition)
		abort();
}

/* Patterns that take long, and nesting that Tcl's parser or that of expressions follows. */
static bool is_tame(const char *script)
{
	int depth = 0, deepest = 0;

	for (const char *at = script; *at; at++) {
		depth += *at == '[' || *at == '{' || *at == '(' || *at == '!';
		depth -= *at == ']' || *at == '}' || *at == ')' || *at == '\n';
		depth = depth < 0 ? 0 : depth;
		deepest = depth > deepest ? depth : deepest;
	}
	return deepest < DEEPEST && !strstr(script, "-reg") && !strstr(script, "-exa");
}

static void bound(Tcl_Interp *interp)
{
	static const char *const gone[] = {
		"while",     "for",    "if",      "expr",    "string",   "format",    "binary",
		"regexp",    "regsub", "lrepeat", "time",    "timerate", "switch",    "scan",
		"lsearch",   "clock",  "incr",    "dict",    "tailcall", "coroutine", "lmap",
		"apply",     "subst",  "append",  "lappend", "lset",     "concat",    "join",
		"namespace", "interp", "array"};

	for (size_t i = 0; i < sizeof gone / sizeof *gone; i++)
		Tcl_DeleteCommand(interp, gone[i]);
	Tcl_LimitSetCommands(interp, COMMANDS);
	Tcl_LimitTypeSet(interp, TCL_LIMIT_COMMANDS);
}

/* There and back. */
static void check_stream(const struct sdc *s)
{
	struct text bytes = TEXT_INIT, again = TEXT_INIT;
	struct constraints *k;

	must(sdc_put_constraints(s->netlist, s->constraints, &bytes) == STATUS_OK);
	must(constraints_new("", s->netlist, &k) == STATUS_OK);
	must(!sdc_take_constraints(text_string(&bytes), bytes.length, s->netlist, k));
	must(!constraints_insane(k, s->netlist));
	must(sdc_put_constraints(s->netlist, k, &again) == STATUS_OK);
	must(bytes.length == again.length &&
	     memcmp(bytes.data, again.data, (size_t)again.length) == 0);
	constraints_unref(k);
	text_release(&bytes);
	text_release(&again);
}

static void run(const struct netlist *netlist, const char *script)
{
	struct sdc_options options = SDC_OPTIONS_INIT;
	struct text warnings = TEXT_INIT, output = TEXT_INIT;
	struct sdc_received received;
	struct sdc s;

	options.output = 1 << 16;
	must(sdc_init(&s, netlist, NULL, &options, "") == STATUS_OK);
	must(sdc_make_interp(&s) == STATUS_OK);
	bound(s.interp);
	if (sdc_run(&s, script, (int64_t)strlen(script)) == STATUS_OK) {
		must(!constraints_insane(s.constraints, netlist));
		check_stream(&s);
	}
	must(sdc_receive(&(struct sdc_stream){text_string(&s.messages), s.messages.length, "", "f",
					      netlist},
			 &warnings, &output, &received) == STATUS_OK);
	sdc_received_release(&received);
	text_release(&warnings);
	text_release(&output);
	sdc_release(&s);
}

int fuzz_sdc(const uint8_t *data, size_t size)
{
	static struct netlist *netlist;
	char script[LONGEST + 1];

	if (!netlist) {
		Tcl_FindExecutable("fuzz_sdc");
		netlist = small_netlist();
	}
	if (size > LONGEST || memchr(data, '\0', size))
		return 0;
	memcpy(script, data, size);
	script[size] = '\0';
	if (is_tame(script))
		run(netlist, script);
	return 0;
}
