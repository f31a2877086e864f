/* The log of a search: a step for each phase, with a description of what it did. */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

#include "base/grow.h"
#include "gpu/search/search_impl.h"

const char *const search_labels[] = {
	[PHASE_COUNT] = "count", [PHASE_SCAN] = "scan",         [PHASE_EXPAND] = "expand",
	[PHASE_MERGE] = NULL,    [PHASE_COMPRESS] = "compress",
};

enum status search_log_step(struct search *search)
{
	static const char *const once[] = {
		[PHASE_THRESHOLD] = "bound", [PHASE_FOREST] = "forest", [PHASE_RETIME] = "re-time"};
	const char *label =
		search->phase < (int)(sizeof once / sizeof *once) ? once[search->phase] : NULL;

	TRY(GROW(&search->steps, &search->steps_capacity, search->n_steps + 1));
	search->steps[search->n_steps++] =
		(struct snap_step){.level = search->phase <= PHASE_FOREST ? -1 : search->level,
				   .label = label ? label : search->method->label[search->phase]};
	return STATUS_OK;
}

void search_drop_steps(struct search *search)
{
	int64_t n_done = search->phase > PHASE_FOREST;

	n_done += search->own.wanted && search->phase > PHASE_THRESHOLD;
	while (search->n_steps > n_done && !search->steps[search->n_steps - 1].ends_level)
		search->n_steps--;
}

void search_describe_step(struct search *search, int64_t back, const char *format, ...)
{
	struct snap_step *step = &search->steps[search->n_steps - 1 - back];
	va_list args;

	va_start(args, format);
	vsnprintf(step->text, sizeof step->text, format, args);
	va_end(args);
}

/* ---- what a phase did ---- */

void search_log_count(struct search *search, int64_t back)
{
	const struct batch_summary *batch = &search->readback.batch;
	int64_t n = search->n_parents - search->next_parent;

	if (search->level == 0)
		search_describe_step(search, back,
				     "%" PRId64 " sources, %" PRId64 " with a path below the bound",
				     n, batch->n_children);
	else
		search_describe_step(search, back,
				     "%" PRId64 " parents with %" PRId64 " deviations, %" PRId64
				     " below the %sbound",
				     n, batch->n_candidates, batch->n_children,
				     search->first_bound != search->level_bound ? "lowered " : "");
}

void search_log_scan(struct search *search)
{
	const struct batch_summary *batch = &search->readback.batch;

	if (!search->method->count) {
		search_describe_step(search, 0,
				     search->level == 0 ? "%" PRId64 " sources, %" PRId64
							  " with a path; %" PRId64 " block%s"
							: "%" PRId64 " parents with %" PRId64
							  " deviations; %" PRId64 " block%s",
				     search_parents_left(search), batch->n_children,
				     search->fused.n_blocks,
				     search->fused.n_blocks == 1 ? "" : "s");
		return;
	}
	search_log_count(search, 1);
	if (batch->n_children == 0)
		search_describe_step(search, 0, "no places needed");
	else
		search_describe_step(search, 0,
				     "places for %" PRId64 " children of %" PRId64 " parents",
				     batch->n_batch_children, batch->n_batch_parents);
}

static enum status log_phase(struct search *search, enum search_phase phase)
{
	search->phase = phase;
	return search_log_step(search);
}

enum status search_log_small_level(struct search *search)
{
	int64_t n = search->readback.batch.n_children;

	TRY(log_phase(search, PHASE_COUNT));
	TRY(log_phase(search, PHASE_SCAN));
	search->next_parent = 0; /* as it was then */
	search_log_scan(search);
	search->next_parent = search->n_parents;
	if (n == 0)
		return STATUS_OK;
	TRY(log_phase(search, PHASE_EXPAND));
	search_describe_step(search, 0, "%" PRId64 " records written", n);
	TRY(log_phase(search, PHASE_COMPRESS));
	search_describe_step(search, 0, "%" PRId64 " sorted, %" PRId64 " kept", n, search->n_child);
	return STATUS_OK;
}
