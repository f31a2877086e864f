/* Saving slacks of endpoints and comparing them with later ones. */
#include <inttypes.h>
#include <stdlib.h>

#include "base/bits.h"
#include "base/grow.h"
#include "report/kept_paths.h"
#include "report/quote.h"
#include "report/report_units.h"
#include "session/slacks_file.h"

enum { DEFAULT_ENDPOINTS = 20, NUMBER_WIDTH = 12, ROWS_AT_ONCE = 4096, MOST_CELLS = 400 };

static const char *split_name(enum split split)
{
	return split == LATE ? "setup" : "hold";
}

/* ---- keeping ---- */

/* "setup: 2738 endpoints, 21 violated, WNS -83.001, TNS -754.983 ps" */
static void write_totals(const struct slack_totals *totals, enum split split, struct text *out)
{
	text_printf(out, "%s: %" PRId32 " endpoints", split_name(split), totals->n_endpoints);
	if (!totals->n_endpoints)
		return;
	text_printf(out, ", %" PRId32 " violated, WNS %s, TNS %s ps", totals->n_violated,
		    PS(totals->wns), PS(totals->tns));
}

static void write_saved(const struct saved_slacks *saved, struct text *out)
{
	for (int split = N_SPLITS - 1; split >= 0; split--) {
		text_add(out, "  ");
		write_totals(&saved->totals[split], (enum split)split, out);
		if (saved->n_paths[split])
			text_printf(out, "; %" PRId64 " paths", saved->n_paths[split]);
		text_add(out, "\n");
	}
}

static const struct option save_options[] = {
	{"-paths", OPTION_COUNT, "N",
	 "keep the worst paths to the N worst endpoints, of setup and of hold (5000)"},
	{0},
};

static enum status save_slacks(struct call *call)
{
	struct saved_slacks *saved;

	if (!call->argument[0][0])
		return call_fail(call, STATUS_USAGE, "the name is empty");
	TRY(session_keep_slacks(call->session, call->argument[0],
				call->option[0].given ? call->option[0].number : USUAL_KEPT_PATHS,
				&saved));
	text_printf(call->out, "slacks saved as \"%s\", %s\n", saved->name, saved->kind);
	write_saved(saved, call->out);
	return STATUS_OK;
}

static enum status write_slacks(struct call *call)
{
	struct saved_slacks *saved;

	TRY(session_find_saved(call->session, call->n_arguments > 1 ? call->argument[1] : NULL,
			       &saved));
	return slacks_write(saved, call->argument[0], &call->session->task);
}

static enum status read_slacks(struct call *call)
{
	struct saved_slacks *saved;

	TRY(slacks_read(call->argument[0], call->n_arguments > 1 ? call->argument[1] : NULL,
			&call->session->task, &saved));
	TRY(session_add_saved(call->session, saved));
	text_printf(call->out, "slacks of %s saved as \"%s\", %s\n", saved->design, saved->name,
		    saved->kind);
	write_saved(saved, call->out);
	return STATUS_OK;
}

static enum status report_saved_slacks(struct call *call)
{
	const struct slack_store *store = session_saved(call->session);
	int64_t bytes = 0;

	if (!store->n) {
		text_add(call->out, "no slacks are saved\n");
		return STATUS_OK;
	}
	for (int i = 0; i < store->n; i++) {
		const struct saved_slacks *saved = store->set[i];

		text_printf(call->out, "%s: of %s, %s, %" PRId64 " KiB\n", saved->name,
			    saved->design, saved->kind, (saved->bytes + 1023) >> 10);
		write_saved(saved, call->out);
		bytes += saved->bytes;
	}
	text_printf(call->out, "%d of at most %d, %" PRId64 " of at most %" PRId64 " KiB\n",
		    store->n, MOST_SAVED_SLACKS, (bytes + 1023) >> 10, MOST_SAVED_BYTES >> 10);
	return STATUS_OK;
}

enum { DELETE_ALL };

static const struct option delete_options[] = {
	[DELETE_ALL] = {"-all", OPTION_FLAG, NULL, "all that are saved"},
	{0},
};

static enum status delete_slacks(struct call *call)
{
	struct saved_slacks *saved;

	if (call->option[DELETE_ALL].given == (call->n_arguments > 0))
		return call_fail(call, STATUS_USAGE, "expected names, or -all");
	/* all of them are there, or none is deleted */
	for (int i = 0; i < call->n_arguments; i++)
		TRY(session_find_saved(call->session, call->argument[i], &saved));
	for (int i = 0; i < call->n_arguments; i++) {
		if (session_find_saved(call->session, call->argument[i], &saved) == STATUS_OK)
			session_delete_saved(call->session, saved);
	}
	if (call->option[DELETE_ALL].given)
		session_drop_saved(call->session);
	return STATUS_OK;
}

/* ---- comparing ---- */

enum compare_format { COMPARE_TEXT, COMPARE_CSV, COMPARE_JSON };

#define COMPARE_OPTIONS(X)                                                                                \
	X(COMPARE_SETUP, "-setup", OPTION_FLAG, NULL,                                                     \
	  "slacks of setup, recovery and latest (default)")                                               \
	X(COMPARE_HOLD, "-hold", OPTION_FLAG, NULL, "of hold, removal and earliest")                      \
	X(COMPARE_LIST, "-only", OPTION_CHOICE, CHANGE_LISTS,                                             \
	  "list only endpoints that are worse (default, of text), better, new (without a slack before), " \
	  "gone (without one now) or the same, those that have changed, or all (CSV, JSON)")              \
	X(COMPARE_MOST, "-max_endpoints", OPTION_COUNT, "N",                                              \
	  "rows of the list at most (20; all as CSV and JSON)")                                           \
	X(COMPARE_FORMAT, "-format", OPTION_CHOICE, "text|csv|json",                                      \
	  "a table (default), comma-separated values in ps, or JSON in seconds")                          \
	X(COMPARE_DIGITS, DIGITS_FIELDS)

OPTION_TABLE(compare_options, COMPARE_OPTIONS);

struct comparison_report {
	struct call *call;
	struct text *out;
	char *title; /* owned: of the design now */
	struct report_units units;
	struct slack_comparison comparison;
	enum change_list list;
	int64_t n; /* rows */
};

static void write_time(const struct comparison_report *r, int64_t fs, bool any)
{
	text_printf(r->out, "%*s", NUMBER_WIDTH, any ? REPORTED(&r->units, fs) : "-");
}

/* "WNS   -83.00   -120.10   -37.10" */
static void write_times(const struct comparison_report *r, const char *what, const int64_t fs[2])
{
	const struct change_totals *t = &r->comparison.changes.totals;

	text_printf(r->out, "%-10s", what);
	for (int s = 0; s < 2; s++)
		write_time(r, fs[s], t->n[s] > 0);
	write_time(r, fs[1] - fs[0], t->n[0] > 0 && t->n[1] > 0);
	text_add(r->out, "\n");
}

static void write_counts(const struct comparison_report *r, const char *what, const int64_t n[2])
{
	text_printf(r->out, "%-10s%*" PRId64 "%*" PRId64 "%*" PRId64 "\n", what, NUMBER_WIDTH, n[0],
		    NUMBER_WIDTH, n[1], NUMBER_WIDTH, n[1] - n[0]);
}

/* Why a row's slack differs, or (NULL) those of all that are worse. */
static void write_blame(const struct comparison_report *r, const struct change_row *row)
{
	struct slack_blame blame = {0};

	slack_comparison_blame(&r->comparison, row, &blame);
	if (blame.n) {
		if (row)
			text_add(r->out, "  ");
		else
			text_printf(r->out, "%" PRId64 " worse with paths: ", blame.n);
		slack_blame_write(&blame, r->units.time * 1000, r->units.digits, r->out);
		text_add(r->out, blame.cells.n ? "; " : "");
		slack_blame_write_cells(&blame, MOST_CELLS, r->out);
		text_add(r->out, "\n");
	}
	names_release(&blame.cells);
}

static void write_head(const struct comparison_report *r)
{
	const struct slack_comparison *c = &r->comparison;
	const struct change_totals *t = &c->changes.totals;

	text_printf(r->out, "%s slack, in ", split_name(c->split));
	report_unit_name(r->units.time, -12, "s", r->out);
	text_printf(r->out, "\nbefore: \"%s\" of %s, %s\n", c->before->name, c->before->design,
		    c->before->kind);
	if (c->now)
		text_printf(r->out, "now: \"%s\" of %s, %s\n\n", c->now->name, c->now->design,
			    c->now->kind);
	else
		text_printf(r->out, "now: %s, %s\n\n", r->title,
			    session_slack_kind(r->call->session));
	text_printf(r->out, "%-10s%*s%*s%*s\n", "", NUMBER_WIDTH, "before", NUMBER_WIDTH, "now",
		    NUMBER_WIDTH, "change");
	write_times(r, "WNS", t->wns);
	write_times(r, "TNS", t->tns);
	write_counts(r, "violated", t->n_violated);
	write_counts(r, "endpoints", t->n);
	text_add(r->out, "\n");
	for (int l = CHANGES_WORSE; l < N_CHANGE_LISTS; l++)
		text_printf(r->out, "%s%s %" PRId64, l > CHANGES_WORSE ? ", " : "",
			    change_list_name[l], t->n_list[l]);
	text_printf(r->out,
		    "; violated now but not before %" PRId64 ", met now but not before %" PRId64
		    "\n",
		    t->n_broken, t->n_mended);
	write_blame(r, NULL);
	if (r->n)
		text_printf(r->out, "\n%*s%*s%*s  %-16s endpoint\n", NUMBER_WIDTH, "change",
			    NUMBER_WIDTH, "before", NUMBER_WIDTH, "now", "group");
}

static bool has_change(const struct change_row *row)
{
	return row->before != FS_NONE_64 && row->now != FS_NONE_64;
}

static int64_t change_fs(const struct change_row *row)
{
	return has_change(row) ? row->now - row->before : 0;
}

static void write_text_row(const struct comparison_report *r, const struct change_row *row)
{
	text_printf(r->out, "%*s", NUMBER_WIDTH,
		    has_change(row)          ? REPORTED(&r->units, row->now - row->before)
		    : row->now == FS_NONE_64 ? "gone"
					     : "new");
	write_time(r, row->before, row->before != FS_NONE_64);
	write_time(r, row->now, row->now != FS_NONE_64);
	text_printf(r->out, "  %-16s ", slack_comparison_group(&r->comparison, row));
	slack_comparison_write_pin(&r->comparison, row, r->out);
	text_add(r->out, "\n");
	write_blame(r, row);
}

/* The list that a row is in. */
static const char *change_of(const struct change_row *row)
{
	return change_list_name[row->before == FS_NONE_64 ? CHANGES_NEW
				: row->now == FS_NONE_64  ? CHANGES_GONE
				: row->now < row->before  ? CHANGES_WORSE
				: row->now == row->before ? CHANGES_SAME
							  : CHANGES_BETTER];
}

static void write_csv_time(struct text *out, int64_t fs, bool any)
{
	text_printf(out, ",%s", any ? PS(fs) : "");
}

static void write_csv_row(const struct comparison_report *r, const struct change_row *row,
			  struct text *pin)
{
	struct slack_blame blame = {0};

	slack_comparison_blame(&r->comparison, row, &blame);
	names_release(&blame.cells);
	quote_csv(r->out, text_string(pin));
	text_add(r->out, ",");
	quote_csv(r->out, slack_comparison_group(&r->comparison, row));
	text_printf(r->out, ",%s", change_of(row));
	write_csv_time(r->out, row->before, row->before != FS_NONE_64);
	write_csv_time(r->out, row->now, row->now != FS_NONE_64);
	write_csv_time(r->out, change_fs(row), has_change(row));
	for (int p = 0; p < N_SLACK_PARTS; p++)
		write_csv_time(r->out, blame.part[p], blame.n > 0);
	text_add(r->out, "\n");
}

/* Exact: a whole number of femtoseconds, in seconds. */
static void write_json_time(struct text *out, const char *key, int64_t fs, bool any)
{
	text_printf(out, ", \"%s\": ", key);
	if (any && fs)
		text_printf(out, "%" PRId64 "e-15", fs);
	else
		text_add(out, any ? "0" : "null");
}

static void write_json_row(const struct comparison_report *r, const struct change_row *row,
			   struct text *pin)
{
	text_add(r->out, "    {\"endpoint\": ");
	quote_json(r->out, text_string(pin));
	text_add(r->out, ", \"path_group\": ");
	quote_json(r->out, slack_comparison_group(&r->comparison, row));
	text_printf(r->out, ", \"list\": \"%s\"", change_of(row));
	write_json_time(r->out, "before", row->before, row->before != FS_NONE_64);
	write_json_time(r->out, "now", row->now, row->now != FS_NONE_64);
	write_json_time(r->out, "change", change_fs(row), has_change(row));
	text_add(r->out, "}");
}

static void write_json_side(const struct comparison_report *r, int side)
{
	const struct change_totals *t = &r->comparison.changes.totals;
	const struct saved_slacks *saved = side ? r->comparison.now : r->comparison.before;

	text_printf(r->out, "  \"%s\": {\"saved_as\": ", side ? "now" : "before");
	if (saved)
		quote_json(r->out, saved->name);
	else
		text_add(r->out, "null");
	text_add(r->out, ", \"design\": ");
	quote_json(r->out, saved ? saved->design : r->title);
	text_printf(r->out,
		    ", \"slacks\": \"%s\", \"endpoints\": %" PRId64 ", \"violated\": %" PRId64,
		    saved ? saved->kind : session_slack_kind(r->call->session), t->n[side],
		    t->n_violated[side]);
	write_json_time(r->out, "wns", t->wns[side], t->n[side] > 0);
	write_json_time(r->out, "tns", t->tns[side], t->n[side] > 0);
	text_add(r->out, "},\n");
}

static void write_json_head(const struct comparison_report *r)
{
	const struct change_totals *t = &r->comparison.changes.totals;

	text_printf(r->out, "{\n  \"path_delay\": \"%s\",\n",
		    r->comparison.split == LATE ? "max" : "min");
	write_json_side(r, 0);
	write_json_side(r, 1);
	for (int l = CHANGES_WORSE; l < N_CHANGE_LISTS; l++)
		text_printf(r->out, "  \"%s\": %" PRId64 ",\n", change_list_name[l], t->n_list[l]);
	text_printf(r->out,
		    "  \"newly_violated\": %" PRId64 ",\n  \"newly_met\": %" PRId64
		    ",\n  \"endpoints\": [\n",
		    t->n_broken, t->n_mended);
}

static void write_row(const struct comparison_report *r, enum compare_format format,
		      const struct change_row *row, struct text *pin)
{
	if (format == COMPARE_TEXT) {
		write_text_row(r, row);
		return;
	}
	text_clear(pin);
	slack_comparison_write_pin(&r->comparison, row, pin);
	if (format == COMPARE_CSV)
		write_csv_row(r, row, pin);
	else
		write_json_row(r, row, pin);
}

static enum status write_rows(struct comparison_report *r, enum compare_format format)
{
	FREED struct change_row *row = NULL;
	RELEASED_BY(text_release) struct text pin = TEXT_INIT;

	TRY(ALLOC(&row, min_i64(r->n, ROWS_AT_ONCE)));
	for (int64_t i = 0; i < r->n; i += ROWS_AT_ONCE) {
		int64_t n = min_i64(r->n - i, ROWS_AT_ONCE);

		TRY(slack_changes_rows(&r->comparison.changes, r->list, i, n, row));
		for (int64_t j = 0; j < n; j++) {
			write_row(r, format, &row[j], &pin);
			if (format == COMPARE_JSON)
				text_add(r->out, i + j + 1 < r->n ? ",\n" : "\n");
		}
		TRY(text_status(&pin));
		TRY(call_flush(r->call));
	}
	return STATUS_OK;
}

static enum status write_comparison(struct comparison_report *r, enum compare_format format)
{
	if (format == COMPARE_TEXT)
		write_head(r);
	else if (format == COMPARE_CSV)
		text_add(r->out,
			 "endpoint,path_group,list,before_ps,now_ps,change_ps," SLACK_PARTS "\n");
	else
		write_json_head(r);
	TRY(write_rows(r, format));
	if (format == COMPARE_JSON)
		text_add(r->out, "  ]\n}\n");
	return text_status(r->out);
}

/* The timing, unless both are saved. */
static enum status need_now(struct call *call, bool saved)
{
	struct session *session = call->session;

	TRY(design_need_netlist(&session->design));
	if (saved)
		return STATUS_OK;
	TRY(session_need_timing(session));
	return timing_need_slacks(session->design.timing, session->cppr, SLACKS_OF_BOTH,
				  &session->task);
}

static enum status compare_slacks(struct call *call)
{
	const struct option_value *given = call->option;
	struct session *session = call->session;
	struct comparison_report r = {.call = call, .out = call->out, .list = CHANGES_WORSE};
	enum compare_format format = (enum compare_format)given[COMPARE_FORMAT].number;
	enum split split = given[COMPARE_HOLD].given ? EARLY : LATE;
	struct saved_slacks *before, *now = NULL;
	int64_t most = format == COMPARE_TEXT ? DEFAULT_ENDPOINTS : INT64_MAX;
	enum status status;

	TRY(call_exclusive(call, COMPARE_SETUP, COMPARE_HOLD));
	TRY(session_find_saved(session, call->n_arguments > 0 ? call->argument[0] : NULL, &before));
	if (call->n_arguments > 1)
		TRY(session_find_saved(session, call->argument[1], &now));
	TRY(need_now(call, now != NULL));
	TRY(report_units_parse(call, COMPARE_DIGITS, session->design.netlist, &r.units));
	if (!now)
		session_saved(session)->compared = before->serial;
	status = session_compare_slacks(session, session->queue, before, now, split, &r.comparison)
			 ?: session_find_paths_now(session, &r.comparison);
	if (given[COMPARE_LIST].given || format != COMPARE_TEXT)
		r.list = (enum change_list)given[COMPARE_LIST].number;
	if (given[COMPARE_MOST].given)
		most = given[COMPARE_MOST].number;
	r.n = min_i64(most, r.comparison.changes.totals.n_list[r.list]);
	r.title = design_title(&session->design);
	if (status == STATUS_OK)
		status = r.title ? write_comparison(&r, format)
				 : status_fail(STATUS_NO_MEMORY, "out of memory");
	free(r.title);
	slack_comparison_release(&r.comparison);
	return status;
}

const struct command compare_commands[] = {
	{"save_slacks", save_slacks, IN_SESSION, "NAME", 1, 1, save_options,
	 "Keep the slacks of all endpoints, after CPPR, and the worst paths to the worst ones, to compare later ones with"},
	{"write_slacks", write_slacks, IN_SESSION, "FILE ?NAME?", 1, 2, NULL,
	 "Write what save_slacks has kept (the newest) to a file, to compare another run with"},
	{"read_slacks", read_slacks, IN_SESSION, "FILE ?NAME?", 1, 2, NULL,
	 "Read slacks that write_slacks wrote, of this design or another netlist of it, to compare with them, and keep them "
	 "under their name or this one"},
	{"compare_slacks", compare_slacks, IN_SESSION, "?NAME? ?NAME?", 0, 2, compare_options,
	 "Report how slacks of endpoints differ from saved ones (the newest): those of the timing as it is now, "
	 "or later saved ones; endpoints are the same by name, also of another netlist. Those violated now and not "
	 "before come first. View Compare shows the first"},
	{"report_saved_slacks", report_saved_slacks, IN_SESSION, NULL, 0, 0, NULL,
	 "List what save_slacks has kept, and its memory"},
	{"delete_slacks", delete_slacks, IN_SESSION, "?NAME ...?", 0, MAX_ARGUMENTS, delete_options,
	 "Delete slacks that save_slacks has kept"},
	{0},
};
