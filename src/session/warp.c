#include "session/warp.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "gpu/kernel/kernel_cost.h"
#include "gpu/kernel/warp_fields.h"
#include "session/parts.h"

/* The error: why the requested warp couldn't be recorded. */
static enum status fail_none(const struct warp_wish *wish, const char *command, int64_t seen)
{
	const char *kernel = cost_name(wish->kernel);

	if (seen == 0)
		return status_fail(
			STATUS_FAILED,
			"report_warp: \"%s\" launched no %s: what it found may have been there already; -of COMMAND "
			"runs another",
			command, kernel);
	if (wish->launch >= seen)
		return status_fail(STATUS_FAILED,
				   "report_warp: -launch %" PRId64 ": \"%s\" launched %s %" PRId64
				   " times",
				   wish->launch, command, kernel, seen);
	return status_fail(STATUS_FAILED,
			   "report_warp: \"%s\" launched %s %" PRId64
			   " times, none with items at level %" PRId64,
			   command, kernel, seen, wish->level);
}

static enum status check_warp(const struct warp_wish *wish, const struct warp_recording *r)
{
	if (wish->warp < r->n_warps)
		return STATUS_OK;
	return status_fail(STATUS_FAILED,
			   "report_warp: -warp %" PRId64 ": the %" PRId64
			   " items of %s have %" PRId64 " warps, from 0 on",
			   wish->warp, r->n_items, cost_name(wish->kernel), r->n_warps);
}

PART_DATA(struct warp_recording *, slot_of, warp_part)

const struct warp_recording *session_warp(const struct session *session)
{
	return *slot_of(session);
}

static void drop_warp(struct session *session)
{
	RESET(warp_recording_free, *slot_of(session));
}

static enum status record_once(struct session *session, const struct warp_wish *wish,
			       const char *command, struct warp_recording **out, int64_t *seen)
{
	RELEASED_BY(script_release) struct script script = SCRIPT_INIT;
	enum status status;

	TRY(device_record_warp(session->device, wish));
	script_add_list(&script, command);
	status = session_run(session, &script);
	status = queue_settle(session->queue, status)
			 ?: device_take_warp(session->device, out, seen);
	device_record_warp(session->device, NULL);
	return status;
}

enum status session_record_warp(struct session *session, const struct warp_wish *wish,
				const char *command)
{
	RELEASED_BY(warp_recording_drop) struct warp_recording *r = NULL;
	int64_t seen;

	TRY(record_once(session, wish, command, &r, &seen));
	if (!r && seen == 0 &&
	    session->design.netlist) { /* it may have used what was computed before */
		session_drop_results(session);
		design_drop_timing(&session->design);
		TRY(record_once(session, wish, command, &r, &seen));
	}
	if (!r)
		return fail_none(wish, command, seen);
	TRY(check_warp(wish, r));
	drop_warp(session);
	HAND_OVER(slot_of(session), r);
	return STATUS_OK;
}

double session_percent(int64_t part, int64_t all)
{
	return all ? 100.0 * (double)part / (double)all : 0;
}

static void write_head(const struct warp_recording *r, struct text *out)
{
	const char *item = warp_item(r->wish.kernel);
	int n_having = 0;
	int64_t first = -1, last = -1;

	for (int l = 0; l < WARP_WIDTH; l++) {
		if (r->item[l] < 0)
			continue;
		first = n_having++ ? first : r->item[l];
		last = r->item[l];
	}
	text_printf(out, "kernel      %s, launch %" PRId64 " of %" PRId64,
		    cost_name(r->wish.kernel), r->launch, r->n_launches);
	if (r->level >= 0)
		text_printf(out, ", level %" PRId64 " of %" PRId64, r->level, r->n_levels);
	text_printf(out, ", warp %" PRId64 " of %" PRId64 "\n", r->wish.warp, r->n_warps);
	text_printf(out, "items       %" PRId64 " in all (%s); this warp: ", r->n_items, item);
	if (first == last)
		text_printf(out, "%" PRId64 ", by all lanes\n", first);
	else
		text_printf(out, "%" PRId64 " to %" PRId64 "\n", first, last);
	text_printf(out, "lanes       %d of %d have an item\n", n_having, WARP_WIDTH);
}

static void write_totals(const struct warp_recording *r, struct text *out)
{
	int64_t slots = (int64_t)r->n_steps * WARP_WIDTH;

	text_printf(out,
		    "divergence  %" PRId32 " steps of %" PRId32 " instructions; %" PRId32
		    " x 32 = %" PRId64 " lane-steps, %" PRId64 " used (%.1f%%)\n",
		    r->n_steps, r->n_places, r->n_steps, slots, r->lane_steps,
		    session_percent(r->lane_steps, slots));
	text_printf(out,
		    "memory      %" PRId64 " sectors of 32 bytes, %" PRId64 " would do; %" PRId64
		    " bytes moved, %" PRId64 " wanted (%.1f%%)\n",
		    r->sectors, r->least, r->sectors * WARP_SECTOR, r->wanted,
		    session_percent(r->wanted, r->sectors * WARP_SECTOR));
	if (r->cut)
		text_add(out,
			 "cut         more steps than can be recorded: what follows is left out\n");
}

void session_write_warp(const struct warp_recording *r, struct text *out)
{
	write_head(r, out);
	write_totals(r, out);
}

void session_warp_lanes(const struct warp_recording *r, const struct warp_step *step,
			char out[WARP_WIDTH + 1])
{
	static const char letter[] = {
		[WARP_LOAD] = 'L',     [WARP_STORE] = 'W',   [WARP_ATOMIC] = 'A',
		[WARP_PREFETCH] = 'p', [WARP_SHUFFLE] = 's', [WARP_BARRIER] = '|'};

	for (int l = 0; l < WARP_WIDTH; l++)
		out[l] = step->active >> l & 1 ? letter[step->what] : r->item[l] < 0 ? '-' : '.';
	out[WARP_WIDTH] = 0;
}

void session_warp_words(const struct warp_recording *r, const struct warp_step *step, char *out,
			size_t size)
{
	static const char *const words[] = {[WARP_LOAD] = "load",       [WARP_STORE] = "store",
					    [WARP_ATOMIC] = "atomic",   [WARP_PREFETCH] = "ask for",
					    [WARP_SHUFFLE] = "shuffle", [WARP_BARRIER] = "barrier"};

	if (!step->bytes)
		snprintf(out, size, "%s", words[step->what]);
	else
		snprintf(out, size, "%s %" PRId32 " B  %s", words[step->what], step->bytes,
			 step->shared       ? "shared memory"
			 : step->array >= 0 ? r->array[step->array].name
					    : "elsewhere");
}

/* Rows of struct snap_warp's facts, as report_warp begins. */
static void fill_facts(const struct warp_recording *r, struct snap_warp *snap)
{
	RELEASED_BY(text_release) struct text text = TEXT_INIT;
	const char *line;

	session_write_warp(r, &text);
	line = text_string(&text);
	for (int f = 0; f < SNAP_WARP_FACTS && *line; f++) {
		size_t n = strcspn(line, "\n");

		snprintf(snap->fact[f], sizeof snap->fact[f], "%.*s", (int)n, line);
		line += n + (line[n] == '\n');
	}
}

static void fill_row(const struct warp_recording *r, const struct warp_step *step,
		     struct snap_warp_row *row)
{
	row->place = step->place;
	row->n_lanes = __builtin_popcount(step->active);
	row->sectors = step->sectors;
	row->least = step->least;
	row->ways = step->ways;
	row->in_memory = step->bytes && !step->shared;
	session_warp_words(r, step, row->what, sizeof row->what);
	session_warp_lanes(r, step, row->lanes);
}

static enum status answer_warp(struct session *session, const struct warp_request *wanted,
			       struct snap_warp **out)
{
	const struct warp_recording *r = session_warp(session);
	int32_t first = r && wanted->first < r->n_steps ? wanted->first : 0;
	int32_t n = !r                                    ? 0
		    : r->n_steps - first < SNAP_WARP_ROWS ? r->n_steps - first
							  : SNAP_WARP_ROWS;
	struct snap_warp *snap;

	TRY(snap_warp_new(wanted->edition, n, &snap));
	snap->first = first;
	snap->n_steps = r ? r->n_steps : 0;
	if (r)
		fill_facts(r, snap);
	for (int32_t s = 0; s < n; s++)
		fill_row(r, &r->step[first + s], &snap->row[s]);
	*out = snap;
	return STATUS_OK;
}

ANSWER(warp, snap_warp)

const struct session_part warp_part = {.answer[READ_warp] = answer_any_warp,
				       .size = sizeof(struct warp_recording *),
				       .drop = drop_warp};
