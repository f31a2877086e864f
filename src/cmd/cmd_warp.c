/* One warp of a kernel as its threads see it: what report_warp prints of a recording (gpu/device/warp.h). */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "gpu/device/warp.h"
#include "gpu/kernel/kernel_cost.h"
#include "gpu/kernel/warp_fields.h"
#include "session/command.h"
#include "session/search.h"
#include "session/warp.h"

enum { DEFAULT_SHOWN = 40 };

#define WARP_OPTIONS(X)                                                                                                                            \
	X(WARP_NUMBER, "-warp", OPTION_WORD, "N",                                                                                                  \
	  "which warp of the launch or level, from 0 (the default) on")                                                                            \
	X(WARP_LEVEL, "-level", OPTION_WORD, "L",                                                                                                  \
	  "which level of a sweep or phase of a loop, from 0 on; default: the one with the most items, without the first and the last of a sweep") \
	X(WARP_LAUNCH, "-launch", OPTION_WORD, "I",                                                                                                \
	  "which of the kernel's launches, from 0 on; default: the one with the most items")                                                       \
	X(WARP_OF, "-of", OPTION_WORD, "COMMAND",                                                                                                  \
	  "what launches the kernel, run again with the timing made again where it launches none; default: the open search, or what -list shows")  \
	X(WARP_SHOWN, "-steps", OPTION_COUNT, "K", "how many steps are drawn (40)")                                                                \
	X(WARP_ONE, "-step", OPTION_WORD, "S",                                                                                                     \
	  "which entry each lane has in step S, in place of the drawing")                                                                          \
	X(WARP_LANES, "-lanes", OPTION_FLAG, NULL,                                                                                                 \
	  "the item of each lane and its steps, in place of the drawing")                                                                          \
	X(WARP_LIST, "-list", OPTION_FLAG, NULL,                                                                                                   \
	  "list kernels with what their items are, and a command that launches them")

OPTION_TABLE(warp_options, WARP_OPTIONS);

/* ---- numbers ---- */

static enum status number_of(const struct call *call, int option, int64_t otherwise, int64_t *out)
{
	const struct option_value *value = &call->option[option];
	char end;

	*out = otherwise;
	if (!value->given)
		return STATUS_OK;
	if (sscanf(value->word, "%" SCNd64 "%c", out, &end) == 1 && *out >= 0 && *out <= INT32_MAX)
		return STATUS_OK;
	return call_fail(call, STATUS_USAGE, "%s expects a whole number from 0 on, not \"%s\"",
			 warp_options[option].name, value->word);
}

/* ---- the report ---- */

static void write_arrays(const struct warp_recording *r, struct text *out)
{
	text_printf(out, "\n%-24s %7s %7s %8s %8s %8s %9s %8s\n", "array", "steps", "lanes",
		    "sectors", "least", "lines", "wanted B", "of moved");
	EACH_ITEM(a, r->array, r->n_arrays) {
		text_printf(out,
			    "%-24s %7" PRId64 " %7" PRId64 " %8" PRId64 " %8" PRId64 " %8" PRId64
			    " %9" PRId64 " %7.1f%%\n",
			    a->name, a->n_steps, a->n_lanes, a->sectors, a->least, a->lines,
			    a->wanted, session_percent(a->wanted, a->sectors * WARP_SECTOR));
	}
}

static void write_step(const struct warp_recording *r, int32_t s, struct text *out)
{
	const struct warp_step *step = &r->step[s];
	char lanes[WARP_WIDTH + 1], what[64];

	session_warp_lanes(r, step, lanes);
	session_warp_words(r, step, what, sizeof what);
	text_printf(out, "%5" PRId32 " %4" PRId32 "  %-30.30s %2d", s, step->place, what,
		    __builtin_popcount(step->active));
	if (!step->bytes)
		text_printf(out, " %4s %4s", "", "");
	else if (step->shared)
		text_printf(out, " %3dx %4s", step->ways, "");
	else
		text_printf(out, " %4" PRId32 " %4" PRId32, step->sectors, step->least);
	text_printf(out, "  %s\n", lanes);
}

static void write_drawing(const struct warp_recording *r, int64_t shown, struct text *out)
{
	text_add(
		out,
		"\ntime goes down, lanes across: L loads, W writes, A atomic, p asks for, s shuffles, | waits at a barrier,\n"
		". idle, - without an item; sectors touched and the least that would do; of shared memory 2x: two turns\n");
	text_printf(out, "%5s %4s  %-30s %2s %4s %4s  %s\n", "step", "code", "what", "n", "sect",
		    "min", "0       8       16      24     31");
	for (int32_t s = 0; s < r->n_steps && s < shown; s++)
		write_step(r, s, out);
	if (shown < r->n_steps)
		text_printf(out, "%" PRId64 " more; -steps draws them\n", r->n_steps - shown);
}

static void write_lanes(const struct warp_recording *r, struct text *out)
{
	text_printf(out, "\n%4s %12s %8s  of %" PRId32 " steps\n", "lane",
		    warp_item(r->wish.kernel), "steps", r->n_steps);
	for (int l = 0; l < WARP_WIDTH; l++) {
		char item[24] = "-";

		if (r->item[l] >= 0)
			snprintf(item, sizeof item, "%" PRId64, r->item[l]);
		text_printf(out, "%4d %12s %8" PRId64 "  %5.1f%%\n", l, item, r->n_events[l],
			    session_percent(r->n_events[l], r->n_steps));
	}
}

static enum status write_one(const struct warp_recording *r, int64_t s, struct text *out)
{
	const struct warp_step *step;
	char what[64];

	if (s >= r->n_steps)
		return status_fail(STATUS_USAGE,
				   "report_warp: -step %" PRId64 ": there are %" PRId32
				   " steps, from 0 on",
				   s, r->n_steps);
	step = &r->step[s];
	session_warp_words(r, step, what, sizeof what);
	text_printf(out, "\nstep %" PRId64 ": %s\n", s, what);
	for (int l = 0; l < WARP_WIDTH; l++) {
		if (!(step->active >> l & 1))
			text_printf(out, "%4d  idle\n", l);
		else if (step->bytes)
			text_printf(out, "%4d  [%" PRId64 "]\n", l, step->index[l]);
		else
			text_printf(out, "%4d  takes part\n", l);
	}
	return STATUS_OK;
}

static void write_list(struct text *out)
{
	text_printf(out, "%-22s %-18s %s\n", "kernel", "item", "launched by");
	for (int i = 0; warp_kernel_at(i) < N_KERNELS; i++) {
		enum kernel_id kernel = warp_kernel_at(i);

		text_printf(out, "%-22s %-18s %s\n", cost_name(kernel), warp_item(kernel),
			    warp_command(kernel));
	}
	text_add(out, "any other kernel of report_kernels: with -of COMMAND\n");
}

/* ---- the command ---- */

/* Which method a command of warp_command() searches by. */
static const char *method_of(const char *command)
{
	const char *method = strstr(command, "-method ");

	return method ? method + strlen("-method ") : search_method_name(METHOD_BOUNDED);
}

/* Record a warp of the open search, which is run again; another method's search is undone by that. */
static enum status record_in_search(struct session *session, const struct warp_wish *wish,
				    const char *command)
{
	RELEASED_BY(script_release) struct script query = SCRIPT_INIT;
	bool same = strcmp(method_of(command),
			   search_method_name(session_query(session)->options.method)) == 0;

	session_write_query(session, &query);
	TRY(script_status(&query));
	TRY(session_record_warp(session, wish, same ? script_string(&query) : command));
	return !same ? session_run(session, &query) : STATUS_OK;
}

static enum status record(struct call *call)
{
	struct warp_wish wish = {.kernel = kernel_find(call->argument[0])};
	const char *command = call->option[WARP_OF].word;

	if (wish.kernel == N_KERNELS)
		return call_fail(call, STATUS_USAGE,
				 "there is no kernel \"%s\"; report_warp -list names some, "
				 "report_kernels those that ran",
				 call->argument[0]);
	if (!command)
		command = warp_command(wish.kernel);
	if (!command)
		return call_fail(call, STATUS_USAGE, "-of COMMAND: which command launches %s?",
				 call->argument[0]);
	TRY(number_of(call, WARP_NUMBER, 0, &wish.warp));
	TRY(number_of(call, WARP_LEVEL, -1, &wish.level));
	TRY(number_of(call, WARP_LAUNCH, -1, &wish.launch));
	if (call->session->search && command == warp_command(wish.kernel) &&
	    strncmp(command, "find_paths", strlen("find_paths")) == 0)
		return record_in_search(call->session, &wish, command);
	return session_record_warp(call->session, &wish, command);
}

static enum status report_warp(struct call *call)
{
	const struct warp_recording *r;
	int64_t one;

	if (call->option[WARP_LIST].given) {
		write_list(call->out);
		return STATUS_OK;
	}
	TRY(number_of(call, WARP_ONE, -1, &one));
	if (call->n_arguments)
		TRY(record(call));
	r = session_warp(call->session);
	if (!r)
		return call_fail(call, STATUS_USAGE,
				 "nothing is recorded yet: report_warp KERNEL; report_warp -list "
				 "names kernels");
	session_write_warp(r, call->out);
	if (one >= 0)
		return write_one(r, one, call->out);
	if (call->option[WARP_LANES].given) {
		write_lanes(r, call->out);
		return STATUS_OK;
	}
	write_arrays(r, call->out);
	write_drawing(
		r, call->option[WARP_SHOWN].given ? call->option[WARP_SHOWN].number : DEFAULT_SHOWN,
		call->out);
	return STATUS_OK;
}

/* ---- its numbers for scripts ---- */

#define WARP_NUMBERS "steps|used|slots|sectors|least|lines|wanted|moved|items|warps|level|lanes"

static int64_t lines_of(const struct warp_recording *r)
{
	int64_t lines = 0;

	for (int32_t a = 0; a < r->n_arrays; a++)
		lines += r->array[a].lines;
	return lines;
}

static int64_t having_item(const struct warp_recording *r)
{
	return SUM(int64_t, l, 0, WARP_WIDTH, r->item[l] >= 0);
}

static enum status of_array(const struct warp_recording *r, const char *number, const char *name,
			    int64_t *out)
{
	EACH_ITEM(a, r->array, r->n_arrays) {
		const int64_t numbers[] = {
			a->n_steps, a->n_lanes, a->n_steps * WARP_WIDTH, a->sectors, a->least,
			a->lines,   a->wanted,  a->sectors * WARP_SECTOR};
		int which = choice_find(WARP_NUMBERS, number);

		if (strcmp(a->name, name) != 0)
			continue;
		if (which >= (int)(sizeof numbers / sizeof *numbers))
			return status_fail(STATUS_USAGE,
					   "warp_property: %s isn't a number of an array", number);
		*out = numbers[which];
		return STATUS_OK;
	}
	return status_fail(
		STATUS_USAGE,
		"warp_property: the warp reaches no array \"%s\"; report_warp lists them", name);
}

static enum status warp_property(struct call *call)
{
	const struct warp_recording *r = session_warp(call->session);
	int64_t value = 0;
	int which;

	if (!r)
		return call_fail(call, STATUS_USAGE, "nothing is recorded yet: report_warp KERNEL");
	TRY(call_choose(call, WARP_NUMBERS, &which));
	if (call->n_arguments > 1) {
		TRY(of_array(r, call->argument[0], call->argument[1], &value));
	} else {
		const int64_t numbers[] = {r->n_steps,
					   r->lane_steps,
					   (int64_t)r->n_steps * WARP_WIDTH,
					   r->sectors,
					   r->least,
					   lines_of(r),
					   r->wanted,
					   r->sectors * WARP_SECTOR,
					   r->n_items,
					   r->n_warps,
					   r->level,
					   having_item(r)};

		value = numbers[which];
	}
	text_printf(call->result, "%" PRId64, value);
	return STATUS_OK;
}

const struct command warp_commands[] = {
	{"report_warp", report_warp, IN_SESSION, "?KERNEL?", 0, 1, warp_options,
	 "Record one warp of a kernel on the CPU and report its lanes: items, divergence, coalescing"},
	{"warp_property", warp_property, IN_SESSION, WARP_NUMBERS " ?ARRAY?", 1, 2, NULL,
	 "A number of the warp that report_warp has recorded, or of its steps that reach one array"},
	{0},
};
