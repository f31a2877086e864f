#include "session/warp.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "gpu/kernels/kernel_cost.h"

/* Why there is nothing of what was asked for. */
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

enum status session_record_warp(struct session *session, const struct warp_wish *wish,
				const char *command)
{
	struct warp_recording *r = NULL;
	enum status status, taken;
	int64_t seen;

	TRY(device_record_warp(session->device, wish));
	status = session->eval(session->eval_context, command);
	status = queue_settle(session->queue, status);
	taken = status == STATUS_OK ? device_take_warp(session->device, &r, &seen) : status;
	device_record_warp(session->device, NULL);
	TRY(taken);
	if (!r)
		return fail_none(wish, command, seen);
	status = check_warp(wish, r);
	if (status != STATUS_OK) {
		warp_recording_free(r);
		return status;
	}
	warp_recording_free(session->warp);
	session->warp = r;
	return STATUS_OK;
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
