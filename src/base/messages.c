#include "base/messages.h"

#include <fnmatch.h>
#include <inttypes.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "base/order.h"

struct message {
	int id;
	const char *pattern;
};

/* The first that fits counts. */
static const struct message table[] = {
	/* names in commands; OpenSTA's numbers */
	{9301, "no net \"*\" in the netlist"},
	{9302, "no pin \"*\" in the netlist*"},
	{9403, "no instance * in the netlist"},
	{349, "no cell \"*"},
	{351, "no clock \"*"},
	{354, "no lib_cell \"*"},
	{355, "no lib_pin \"*"},
	{359, "no lib \"*"},
	{361, "no net \"*"},
	{363, "no pin \"*"},
	{366, "no port \"*"},
	{101, "no *, * or * \"*"},
	{101, "no * or * \"*"},
	/* constraints; OpenSTA's numbers */
	{345, "*: the unit of * is * times that of the library, which counts"},
	{347, "current_design: the design is *"},
	{413, "*: -type data is not supported*"},
	{438, "*: -source_latency_included is ignored with -reference_pin"},
	{439, "*: -network_latency_included is ignored with -reference_pin"},
	{440, "*: port \"*\" is an *"},
	{441, "*: clock \"*\" is defined at that * itself*"},
	{450, "*: \"*\" is a virtual clock"},
	{458, "*: -multiply_by is not supported*"},
	{462, "*: -clock is not supported*"},
	/* other constraints */
	{9001, "*: skipped, *"},
	{9002, "*: not supported, skipped"},
	{9003, "*: * not supported, ignored"},
	{9004, "* command* of SDC not supported, in whole or in part"},
	{9005, "* command* skipped, what they are about isn't there"},
	{9006, "* more warnings are not shown"},
	{9007, "clock \"*\" goes, its source is that of *"},
	{9008, "generated clock \"*"},
	{9009, "*: no exception was set with just these *"},
	{9010, "*: a * can't be given here: *"},
	{9011, "*: nothing follows * \"*"},
	{9012, "*: no clock is defined at * \"*"},
	{9013, "*: * more pins of -* are no *, ignored"},
	{9013, "*: \"*\" is no *, ignored"},
	{9014, "*: the cell has no arc to that pin"},
	{9015, "*: no clock groups are called \"*"},
	{9016, "*: * is for clocks only: ignored"},
	{9017, "*: ignored; *"},
	{9019, "*: paths are cut at *"},
	{9018, "* stays *, * is not supported: *"},
	/* timing */
	{9101, "no path leads from clock * to generated clock *"},
	{9102, "the * edge of generated clock * comes from the * edge of clock *"},
	{9103, "loop \"*"},
	{9104, "loop broken at arc *"},
	{9104, "loops broken at * more arcs"},
	{9105, "loops of latches gain time each round*"},
	{9106, "* leaves common path pessimism in"},
	{9107, "times are whole femtoseconds*"},
	{9108, "write_sdf: the factors of set_timing_derate are in these delays"},
	/* libraries */
	{9201, "cell \"*\" described again*"},
	{9202, "unknown \"*\" in * skipped"},
	{9202, "unknown \"*\" skipped"},
	{9203, "unknown direction *"},
	{9203, "unknown timing_* \"*"},
	{9203, "unknown related pin *"},
	{9204, "timing group without related_pin left out"},
	{9204, "function \"*\" left out: *"},
	{9204, "table \"*\" left out: *"},
	{9205, "linear delay model: taken as tables with slew 0"},
	{9206, "bundle \"*\" of pins that don't follow each other*"},
	{9206, "*: their last bits belong together*"},
	{9207, "what follows the library is skipped"},
	{9207, "\"*\" is skipped: an expression"},
	{9208, "negative \"*\" taken as 0"},
	{9209, "* cell* of the design * in library *"},
	{9210, "no * library has cell *"},
	/* netlists */
	{9251, "* cell* with * instance* in no library, taken as black boxes"},
	{9252, "black box \"*"},
	{9252, "… and * more black boxes"},
	{9253, "net \"*\" has no driver"},
	{9254, "net \"*\" has * drivers*"},
	{9255, "net \"*\" is tied to both 0 and 1*"},
	{9256, "* \"*\" is there already, this one is called *"},
	{9257, "* of names that were read before*"},
	{9258, "\"*\" has no port *; left unconnected"},
	{9259, "* bits connected to the * of port *"},
	{9260, "* gate* of Verilog ha* no delay*"},
	{9261, "parasitics and constraints went with the netlist*"},
	{9261, "so did annotated delays, checks and slews"},
	{9261, "the placement went with its netlist"},
	{9262, "write_verilog: no instance is of a cell *"},
	/* parasitics */
	{9303, "net \"*\" given twice, the last one counts"},
	{9304, "net \"*\" is taken as one capacitance*"},
	{9304, "* more nets are taken as one capacitance"},
	{9304, "*: its total is taken as a lumped capacitance"},
	{9305, "no wire leads *"},
	{9306, "pin \"*\" isn't on net \"*\" in the netlist*"},
	{9307, "capacitance between \"*"},
	{9308, "*: there is no net or node of this name"},
	/* delays of SDF; OpenSTA's numbers */
	{190, "instance \"*\" is a \"*\", not a \"*\""},
	{191, "cell \"*\" has no such arc: *"},
	{192, "cell \"*\" has no such check: *"},
	{194, "cell \"*\" has no pin \"*\""},
	{9401, "* aren't annotated"},
	{9401, "* isn't annotated"},
	{9402, "read_sdf: * ignored by -analysis_type *"},
	{9404, "* is kept, but isn't checked"},
	{9410, "port \"*\" * no *"},
	/* layouts */
	{9501, "no LEF *"},
	{9502, "component \"*\" (*) isn't in the netlist"},
	{9502, "… and * more that aren't fillers or taps"},
	{9503, "component \"*\" is *"},
	{9504, "* of * instances aren't here and stay unplaced"},
	{9505, "no die with an area*"},
	{9506, "macro \"*"},
	{9506, "pin \"*\" of \"*\" isn't in the netlist"},
	{9507, "net \"*\" isn't in the netlist"},
	{9507, "net \"*\" has pin \"*"},
	{9507, "net \"*\" is there twice"},
	{9507, "pin \"*"},
	{9508, "region \"*"},
	{9508, "unknown region \"*"},
	{9509, "unknown component \"*"},
	{9509, "unknown pin \"*"},
	{9510, "a polygon with slanted edges*"},
	{9511, "* pins aren't placed: they have no wire"},
	/* what isn't a warning, but goes to standard error too */
	{9601, "no parasitics: wires have no delay"},
	{9602, "wires are lumped: a capacitance without delay"},
	{9603, "wire delays are Elmore's *"},
	{MESSAGE_OTHER, "*"},
};

enum { N_MESSAGES = sizeof table / sizeof *table, FIRST_NOTE = 9601, LAST_NOTE = 9699 };

static _Atomic int64_t n_printed[N_MESSAGES], n_suppressed[N_MESSAGES];
static char **word; /* owned [n_words]: what is suppressed */
static int32_t n_words;
static int64_t capacity;

static int find(const char *text)
{
	int i = 0;

	while (fnmatch(table[i].pattern, text, 0) != 0)
		i++;
	return i;
}

/* The number of a warning by its text after "warning: ". */
static int messages_id(const char *text)
{
	return table[find(text)].id;
}

/* ---- what is suppressed ---- */

enum status messages_suppress(const char *text)
{
	char *copy;

	TRY(GROW(&word, &capacity, (int64_t)n_words + 1));
	TRY(duplicate_string(text, &copy));
	word[n_words++] = copy;
	return STATUS_OK;
}

bool messages_unsuppress(const char *text)
{
	int32_t kept = 0, n = n_words;

	for (int32_t i = 0; i < n; i++) {
		if (strcmp(word[i], text) == 0)
			free(word[i]);
		else
			word[kept++] = word[i];
	}
	n_words = kept;
	return kept < n;
}

static bool is_number(const char *text)
{
	return *text && !text[strspn(text, "0123456789")];
}

static bool is_suppressed(int id, const char *text, int32_t first)
{
	for (int32_t i = first; i < n_words; i++) {
		if (is_number(word[i]) ? strtol(word[i], NULL, 10) == id
				       : fnmatch(word[i], text, 0) == 0)
			return true;
	}
	return false;
}

int32_t messages_n_words(void)
{
	return n_words;
}

bool messages_suppressed(const char *text, int32_t first)
{
	return first < n_words && is_suppressed(messages_id(text), text, first);
}

/* ---- what is printed ---- */

/* After "warning: ", which may have a place before it, or a note's "warpscope: "; NULL = neither. */
static const char *message_of(const char *line)
{
	static const char mark[] = "warning: ", note[] = "warpscope: ";
	const char *at = strstr(line, mark);
	int id;

	if (at)
		return at + sizeof mark - 1;
	if (strncmp(line, note, sizeof note - 1) != 0)
		return NULL;
	id = messages_id(line + sizeof note - 1);
	return id >= FIRST_NOTE && id <= LAST_NOTE ? line + sizeof note - 1 : NULL;
}

/* Is a line to be printed? */
static bool passes(const char *line)
{
	const char *text = message_of(line);
	int i;

	if (!text)
		return true;
	i = find(text);
	if (is_suppressed(table[i].id, text, 0)) {
		n_suppressed[i]++;
		return false;
	}
	n_printed[i]++;
	return true;
}

void messages_sift(struct text *lines)
{
	RELEASED_BY(text_release) struct text left = TEXT_INIT, line = TEXT_INIT;

	for (const char *at = text_string(lines); *at;) {
		size_t length = strcspn(at, "\n");

		text_clear(&line);
		text_append(&line, at, (int64_t)length);
		if (passes(text_string(&line)))
			text_append(&left, at, (int64_t)length + (at[length] == '\n'));
		at += length + (at[length] == '\n');
	}
	if (text_status(&left) == STATUS_OK && text_status(&line) == STATUS_OK &&
	    left.length != lines->length) {
		text_clear(lines);
		text_append(lines, text_string(&left), left.length);
	}
}

/* ---- the list ---- */

static int compare_entries(const void *a, const void *b)
{
	const struct message *x = *(const struct message *const *)a,
			     *y = *(const struct message *const *)b;

	return ORDER(x->id, y->id) ?: ORDER(x, y);
}

void messages_report(bool all, struct text *out)
{
	const struct message *entry[N_MESSAGES];
	bool none = true;

	for (int i = 0; i < N_MESSAGES; i++)
		entry[i] = &table[i];
	qsort(entry, N_MESSAGES, sizeof *entry, compare_entries);
	for (int i = 0; i < N_MESSAGES; i++) {
		int64_t printed = n_printed[entry[i] - table],
			suppressed = n_suppressed[entry[i] - table];

		if (!all && !printed && !suppressed)
			continue;
		if (none)
			text_add(out, "  Id  Printed  Suppressed  Message\n");
		none = false;
		text_printf(out, "%04d %8" PRId64 " %11" PRId64 "  %s\n", entry[i]->id, printed,
			    suppressed, entry[i]->pattern);
	}
	if (none)
		text_add(out, "no warnings\n");
}

void messages_release(void)
{
	while (n_words)
		free(word[--n_words]);
	RESET(free, word);
	capacity = 0;
}
