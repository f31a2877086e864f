#include "session/lens.h"

#include <string.h>

#include "base/print.h"
#include "gpu/credit/timing_slacks.h"
#include "session/command.h"
#include "session/saved_slacks.h"

struct lens_data {
	struct lens_slacks slacks; /* those found last */
	enum credit_mode cppr;     /* the mode to restore when lens no_cppr is removed */
};

PART_DATA(struct lens_data, data_of, lens_part)

/* ---- checks ---- */

static enum status check(const struct session *session, unsigned lenses)
{
	const struct design *design = &session->design;

	TRY(design_need_netlist(design));
	if (!design->constraints)
		return status_fail(
			STATUS_FAILED,
			"without constraints there are no slacks to look at under a lens");
	if (design->n_open)
		return status_fail(STATUS_FAILED, "a die of run_ssta is open, which lenses don't "
						  "change; close_sample closes it");
	if (lenses & LENS_BIT(LENS_BUFFERS) && design->aocv && !(lenses & LENS_BIT(LENS_MARGINS)))
		return status_fail(STATUS_FAILED,
				   "no_buffers: AOCV tables are what derates cells here; with "
				   "no_margins beside it they don't count");
	return STATUS_OK;
}

/* ---- one after another ---- */

enum status session_total_slacks(struct session *session, struct timing *timing,
				 enum credit_mode cppr, struct slack_totals of[N_SPLITS])
{
	TRY(timing_need_slacks(timing, cppr, SLACKS_OF_BOTH, &session->task));
	for (int split = 0; split < N_SPLITS; split++)
		TRY(timing_slack_totals(timing, session->queue, (enum split)split,
					cppr == CREDIT_NONE, &of[split]));
	return STATUS_OK;
}

/* Time a copy of the design (design_copy()) under lenses, and total the slacks of its endpoints. */
static enum status measure(struct session *session, struct design *copy, unsigned lenses,
			   struct slack_totals of[N_SPLITS])
{
	enum credit_mode cppr =
		lenses & LENS_BIT(LENS_CPPR) ? CREDIT_NONE : session_cppr_without_lens(session);
	/* the design's own timing has told them */
	RELEASED_BY(text_release) struct text warnings = TEXT_INIT;

	design_set_lenses(copy, lenses);
	design_set_latch_credit(copy, cppr != CREDIT_NONE);
	TRY(design_need_timing(copy, session->queue, &session->task, &warnings));
	return session_total_slacks(session, copy->timing, cppr, of);
}

enum status session_need_lens_slacks(struct session *session, const struct lens_slacks **out)
{
	struct lens_slacks *known = &data_of(session)->slacks;
	struct lens_slacks found = {.known = true};
	struct design copy;
	enum status status = STATUS_OK;

	*out = known;
	if (known->known && known->given == design_input_edition(&session->design))
		return STATUS_OK;
	found.given = design_input_edition(&session->design);
	TRY(check(session, 0));
	design_copy(&session->design, &copy);
	/* none first; the one of other cells last, as nothing that is there serves it */
	for (int k = 0; k <= N_LENSES && status == STATUS_OK; k++) {
		int i = k == 0 ? N_LENSES : k - 1;

		/* what derates cells then isn't derates */
		if (i == LENS_BUFFERS && session->design.aocv)
			continue;
		task_begin(&session->task, "looking through lenses", N_LENSES + 1);
		status = task_progress(&session->task, k)
				 ?: (measure(session, &copy, i < N_LENSES ? LENS_BIT(i) : 0,
					     found.of[i]));
		task_end(&session->task);
	}
	design_end_copy(&copy);
	if (status == STATUS_OK)
		*known = found;
	return status;
}

void session_read_lens_slacks(const struct session *session, struct lens_slacks *out)
{
	*out = data_of(session)->slacks;
	out->known &= out->given == design_input_edition(&session->design);
}

/* ---- CPPR ---- */

void session_set_cppr(struct session *session, enum credit_mode mode)
{
	if (!(session->design.lenses & LENS_BIT(LENS_CPPR))) {
		session_use_cppr(session, mode);
		return;
	}
	if (mode != data_of(session)->cppr)
		session_drop_parts(session, LOSS_PATHS);
	data_of(session)->cppr = mode;
}

void session_set_cppr_lens(struct session *session, bool on)
{
	bool was = session->design.lenses & LENS_BIT(LENS_CPPR);

	if (on && !was)
		data_of(session)->cppr = session->cppr;
	if (on != was)
		session_use_cppr(session, on ? CREDIT_NONE : data_of(session)->cppr);
}

enum credit_mode session_cppr_without_lens(const struct session *session)
{
	return session->design.lenses & LENS_BIT(LENS_CPPR) ? data_of(session)->cppr
							    : session->cppr;
}

/* ---- from now on ---- */

enum status session_set_lenses(struct session *session, unsigned lenses)
{
	struct design *design = &session->design;
	struct lens_slacks kept = data_of(session)->slacks;
	struct saved_slacks *saved;
	enum status status;

	if (lenses == design->lenses)
		return STATUS_OK;
	TRY(check(session, lenses));
	kept.known &= kept.given == design_input_edition(&session->design);
	if (!design->lenses) {
		status = session_make_saved(session, WITHOUT_LENS, &saved)
				 ?: session_add_saved(session, saved);
		if (status != STATUS_OK && status != STATUS_FAILED)
			return status;
		if (status == STATUS_FAILED) /* there are too many already */
			print_error("warning: set_lens: %s\n", status_text(status));
	}
	session_drop_results(session);
	session_set_cppr_lens(session, lenses & LENS_BIT(LENS_CPPR));
	design_set_lenses(design, lenses);
	kept.given = design_input_edition(&session->design);
	data_of(session)->slacks = kept;
	session_name_die(session);
	return STATUS_OK;
}

/* ---- what reports say ---- */

/* Other programs read them, as what the design is. */
static const char *const of_timing[] = {"save_design",        "save_ssta",        "write_density",
					"write_graph",        "write_sdf",        "write_ssta",
					"write_timing_paths", "write_timing_pins"};

static const char *const reports[] = {"compare_slacks", "explain_path", "report_"};

static bool is_one_of(const char *name, const char *const *prefix, int n)
{
	bool is = ANY(i, 0, n, strncmp(name, prefix[i], strlen(prefix[i])) == 0);

	return is;
}

/* Has an option chosen a form that programs read? */
static bool is_for_programs(const struct call *call)
{
	const struct option *o = call->command->options;
	bool is = false;

	for (int i = 0; o && o[i].name; i++)
		is |= call->option[i].given && o[i].kind == OPTION_CHOICE &&
		      (call->option[i].number == choice_find(o[i].value, "csv") ||
		       call->option[i].number == choice_find(o[i].value, "json"));
	return is;
}

enum status session_report_lenses(const struct session *session, struct call *call)
{
	const char *name = call->command->name;
	RELEASED_BY(text_release) struct text text = TEXT_INIT;

	if (!session->design.lenses)
		return STATUS_OK;
	lenses_write(session->design.lenses, &text);
	if (is_one_of(name, of_timing, sizeof of_timing / sizeof *of_timing))
		return status_fail(STATUS_FAILED,
				   "%s: timing is under a lens (%s); \"set_lens none\" comes "
				   "back to the design's own",
				   name, text_string(&text));
	if (is_one_of(name, reports, sizeof reports / sizeof *reports)) {
		if (is_for_programs(call))
			print_error("warning: %s: under a lens: %s\n", name, text_string(&text));
		else
			text_printf(call->out, "under a lens: %s\n", text_string(&text));
	}
	return STATUS_OK;
}

/* ---- its part of the session ---- */

static void forget(struct session *session)
{
	data_of(session)->slacks.known = false;
}

const struct session_part lens_part = {
	.size = sizeof(struct lens_data), .drop = forget, .drops_at = LOSS_PATHS};
