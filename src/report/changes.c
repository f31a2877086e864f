/* Slacks of endpoints against those that were saved, for the screen. */
#include "base/bits.h"
#include "base/grow.h"
#include "gpu/credit/timing_slacks.h"
#include "gpu/device/profile.h"
#include "report/kept_paths.h"

/* ---- rows ---- */

static enum status fill_row(const struct slack_comparison *comparison,
			    const struct change_row *from, struct snap_change_row *to)
{
	RELEASED_BY(text_release) struct text text = TEXT_INIT;

	to->before = from->before;
	to->now = from->now;
	slack_comparison_write_pin(comparison, from, &text);
	TRY(text_take(&text, &to->pin));
	text_add(&text, slack_comparison_group(comparison, from));
	return text_take(&text, &to->group);
}

static enum status fill_rows(const struct slack_comparison *comparison, struct snap_changes *c)
{
	int64_t n_list = comparison->changes.totals.n_list[c->asked.list];
	int64_t n = max_i64(0, min_i64(c->asked.n, n_list - c->asked.first));
	FREED struct change_row *row = NULL;

	TRY(ALLOC_ALL(n, &c->row, &row));
	c->first = c->asked.first;
	TRY(slack_changes_rows(&comparison->changes, c->asked.list, c->first, n, row));
	for (int64_t i = 0; i < n; i++) {
		c->n = i + 1;
		TRY(fill_row(comparison, &row[i], &c->row[i]));
	}
	return STATUS_OK;
}

/* ---- plots ---- */

/* Both axes have the same range, so that the diagonal is where nothing has changed. */
static enum status fill_grid(const struct slack_comparison *comparison, struct snap_changes *c)
{
	const struct change_totals *t = &c->totals;
	int64_t low = min_i64(t->wns[0], t->wns[1]), high = max_i64(t->most[0], t->most[1]) + 1;

	if (c->asked.grid_n[0] < 1 || c->asked.grid_n[1] < 1 || !t->n[0] || !t->n[1])
		return STATUS_OK;
	if (c->asked.low < c->asked.high) {
		low = c->asked.low;
		high = c->asked.high;
	}
	for (int axis = 0; axis < 2; axis++) {
		int64_t n = min_i64(c->asked.grid_n[axis], 1 << 12);

		c->grid_n[axis] = (int32_t)n;
		c->low[axis] = low;
		c->width[axis] = max_i64(1, (high - low + n - 1) / n);
	}
	TRY(ALLOC(&c->grid, (int64_t)c->grid_n[0] * c->grid_n[1]));
	return slack_changes_cells(&comparison->changes, c->low, c->width, c->grid_n, c->grid);
}

static enum status fill_histogram(const struct slack_comparison *comparison, struct snap_changes *c)
{
	struct histogram_query query = {.quantity = HISTOGRAM_CHANGES,
					.split = c->asked.split,
					.max_bins = c->asked.max_bins};

	if (c->asked.max_bins < 2)
		return STATUS_OK;
	return slack_comparison_histogram(comparison, &query, c->asked.edition, &c->histogram);
}

/* ---- blame ---- */

/* Why slacks are worse, and why that of the row selected differs. */
static enum status fill_blame(struct session *session, const struct slack_comparison *comparison,
			      struct snap_changes *c)
{
	int64_t selected = c->asked.selected;
	struct change_row row;

	TRY(session_find_paths_now(session, comparison));
	slack_comparison_blame(comparison, NULL, &c->worse);
	if (selected < 0 || selected >= comparison->changes.totals.n_list[c->asked.list])
		return STATUS_OK;
	TRY(slack_changes_rows(&comparison->changes, c->asked.list, selected, 1, &row));
	slack_comparison_blame(comparison, &row, &c->one);
	return STATUS_OK;
}

/* ---- all of it ---- */

static enum status compare(struct session *session, const struct saved_slacks *saved,
			   struct snap_changes *c)
{
	RELEASED_BY(slack_comparison_release) struct slack_comparison comparison = {0};

	TRY(session_compare_slacks(session, session->view_queue, saved, NULL, c->asked.split,
				   &comparison));
	c->totals = comparison.changes.totals;
	TRY(fill_rows(&comparison, c));
	TRY(fill_grid(&comparison, c));
	TRY(fill_histogram(&comparison, c));
	return fill_blame(session, &comparison, c);
}

/* After an edit the timing is made again, as for maps, but not amid a script. */
static enum status need_slacks(struct session *session)
{
	enum status status;

	queue_unprofiled(session->queue, true); /* looking is no part of what is looked at */
	status = session_need_timing(session)
			 ?: timing_need_slacks(session->design.timing, session->cppr,
					       SLACKS_OF_BOTH, &session->task);
	queue_unprofiled(session->queue, false);
	return status;
}

static enum status fill(struct session *session, struct snap_changes *c)
{
	const struct saved_slacks *saved = session_compared(session);
	enum status status;

	c->n_saved = session_saved(session)->n;
	if (!saved)
		return STATUS_OK;
	c->name = copy_string(saved->name);
	c->kind[0] = copy_string(saved->kind);
	c->kind[1] = copy_string(session_slack_kind(session));
	if (!c->name || !c->kind[0] || !c->kind[1])
		return STATUS_NO_MEMORY;
	c->pending = !session->idle;
	if (c->pending)
		return STATUS_OK;
	status = need_slacks(session);
	c->pending = status == STATUS_CANCELLED;
	if (status == STATUS_OK) {
		c->timed = true;
		return compare(session, saved, c);
	}
	if (status_is_trouble(status))
		return status;
	c->why = copy_string(status_text(status));
	return c->why ? STATUS_OK : STATUS_NO_MEMORY;
}

ANSWER_BY(changes, fill)

const struct session_part changes_part = {.answer[READ_changes] = answer_any_changes};
