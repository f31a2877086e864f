#include "ui/history.h"
#include "ui/views/chooser.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "ui/views/view_paths.h"

/* ---- what was chosen before ---- */

static void chosen_release(struct chosen *chosen)
{
	FREE_ALL(chosen->query, chosen->edit);
	list_filter_unref(chosen->filter);
	*chosen = (struct chosen){0};
}

static struct chosen chosen_copy(const struct chosen *chosen)
{
	return (struct chosen){copy_string(chosen->query), list_filter_ref(chosen->filter),
			       chosen->constraints, copy_string(chosen->edit), chosen->undone};
}

static void stack_clear(struct chosen_stack *stack)
{
	while (stack->n > 0)
		chosen_release(&stack->item[--stack->n]);
}

/* The oldest makes room. */
static void stack_push(struct chosen_stack *stack, struct chosen chosen)
{
	if (stack->n == N_UNDO) {
		chosen_release(&stack->item[0]);
		memmove(stack->item, stack->item + 1, (N_UNDO - 1) * sizeof *stack->item);
		stack->n--;
	}
	stack->item[stack->n++] = chosen;
}

void chooser_release(struct chooser *chooser)
{
	chosen_release(&chooser->now);
	stack_clear(&chooser->undo);
	stack_clear(&chooser->redo);
	list_filter_unref(chooser->before);
	list_filter_unref(chooser->sought);
	text_release(&chooser->copied);
}

/* ---- choosing ---- */

static int64_t edition_of(const struct list_filter *filter)
{
	return filter ? filter->edition : 0;
}

static const struct snap_row *selected_row(const struct ui *ui)
{
	return paths_row_at(ui, paths_of(ui)->list.selected);
}

/* From now on this is shown; takes the reference. */
static void show(struct ui *ui, struct list_filter *filter)
{
	struct chooser *c = &paths_of(ui)->chooser;
	const struct snap_row *row = selected_row(ui);

	/* while a list is on its way, what was to be followed before still is */
	if (c->shown_edition == edition_of(c->now.filter)) {
		c->follow = row ? row->record + 1 : 0;
		c->follow_from = paths_of(ui)->list.selected;
	}
	list_filter_unref(c->now.filter);
	c->now.filter = filter;
	board_set_filter(ui->board, LIST_SHOWN, list_filter_ref(filter));
}

static void remember(struct ui *ui)
{
	stack_push(&paths_of(ui)->chooser.undo, chosen_copy(&paths_of(ui)->chooser.now));
	stack_clear(&paths_of(ui)->chooser.redo);
}

enum status chooser_set_filter(struct ui *ui, const struct list_filter_parts *parts)
{
	struct list_filter *filter;

	TRY(list_filter_new(parts, paths_of(ui)->chooser.now.filter, &filter));
	remember(ui);
	show(ui, filter);
	return STATUS_OK;
}

bool chooser_go_to(struct ui *ui, int64_t rank)
{
	struct list_filter_parts parts = list_filter_parts(paths_of(ui)->chooser.now.filter);
	enum status status;

	list_select(&paths_of(ui)->list, rank);
	if (list_filter_is_plain(paths_of(ui)->chooser.now.filter))
		return false;
	parts.pattern = "";
	parts.column = COLUMN_SLACK;
	parts.inverted = parts.only_marked = parts.only_worst = false;
	status = chooser_set_filter(ui, &parts);
	if (status != STATUS_OK) {
		ui_say(ui, STYLE_ERROR, "%s", status_text(status));
		return false;
	}
	paths_of(ui)->chooser.go_to = rank + 1;
	ui_say(ui, STYLE_NORMAL, "all paths by slack; %s lists them as before", ui_key_of("undo"));
	return true;
}

void chooser_return(struct ui *ui, int64_t place)
{
	if (chooser_undo(ui))
		paths_of(ui)->chooser.go_to = place + 1;
}

bool chooser_clear_filter(struct ui *ui)
{
	struct list_filter_parts parts = list_filter_parts(paths_of(ui)->chooser.now.filter);
	enum status status;

	if (!parts.pattern[0] && !parts.only_marked && !parts.only_worst)
		return false;
	parts.pattern = "";
	parts.only_marked = parts.only_worst = false;
	status = chooser_set_filter(ui, &parts);
	if (status != STATUS_OK)
		ui_say(ui, STYLE_ERROR, "%s", status_text(status));
	return true;
}

enum status chooser_toggle_mark(struct ui *ui)
{
	struct list_filter_parts parts = list_filter_parts(paths_of(ui)->chooser.now.filter);
	const struct snap_row *row = selected_row(ui);
	const int32_t *old = parts.mark;
	FREED int32_t *mark = NULL;
	int64_t n = 0;

	if (!row)
		return status_fail(STATUS_FAILED, "mark: there is no path here");
	TRY(ALLOC(&mark, parts.n_marks + 1));
	while (n < parts.n_marks && old[n] < row->record) {
		mark[n] = old[n];
		n++;
	}
	if (n < parts.n_marks && old[n] == row->record) {
		memcpy(mark + n, old + n + 1, (size_t)(parts.n_marks - n - 1) * sizeof *mark);
		parts.n_marks--;
	} else {
		mark[n] = row->record;
		if (n < parts.n_marks)
			memcpy(mark + n + 1, old + n, (size_t)(parts.n_marks - n) * sizeof *mark);
		parts.n_marks++;
	}
	parts.mark = mark;
	parts.only_marked = parts.only_marked && parts.n_marks > 0;
	return chooser_set_filter(ui, &parts);
}

static bool same_query(const struct chosen *a, const struct chosen *b)
{
	return a->query && b->query ? strcmp(a->query, b->query) == 0 : a->query == b->query;
}

/* Also in place of the command that puts constraints back: "undone: set_false_path -to q". */
static void name_travel(struct ui *ui, const struct chosen *edited, bool back)
{
	text_clear(&ui->command);
	text_printf(&ui->command, "%s: %s%s",
		    edited->undone == EDIT_STAYS ? "not undone"
		    : back                       ? "undone"
						 : "redone",
		    edited->undone == EDIT_IN_PART ? "constraints of " : "",
		    edited->edit ? edited->edit : "");
	ui_say(ui, STYLE_NORMAL, "%s", text_string(&ui->command));
}

/* From one stack to the other. */
static bool travel(struct ui *ui, struct chosen_stack *from, struct chosen_stack *to)
{
	bool back = from == &paths_of(ui)->chooser.undo;
	struct chooser *c = &paths_of(ui)->chooser;
	RELEASED_BY(script_release) struct script script = SCRIPT_INIT;
	struct chosen then;

	if (from->n == 0)
		return false;
	then = from->item[--from->n];
	stack_push(to, chosen_copy(&c->now));
	if (then.constraints != c->now.constraints)
		script_option(&script, "restore_constraints", "%" PRId64, then.constraints);
	script.is_next = true;
	if (then.query && !same_query(&then, &c->now))
		script_add_list(&script, then.query);
	if (script_string(&script)[0])
		ui_submit(ui, &script);
	if (then.constraints != c->now.constraints)
		name_travel(ui, back ? &c->now : &then, back);
	show(ui, list_filter_ref(then.filter));
	chosen_release(&c->now);
	c->now = then;
	return true;
}

bool chooser_undo(struct ui *ui)
{
	return travel(ui, &paths_of(ui)->chooser.undo, &paths_of(ui)->chooser.redo);
}

bool chooser_redo(struct ui *ui)
{
	return travel(ui, &paths_of(ui)->chooser.redo, &paths_of(ui)->chooser.undo);
}

/* What of a filter is another in a later one. */
static const char *filter_change(const struct list_filter *filter, const struct list_filter *later)
{
	struct list_filter_parts a = list_filter_parts(filter), b = list_filter_parts(later);

	return strcmp(a.pattern, b.pattern) != 0                  ? "the filter"
	       : a.only_worst != b.only_worst                     ? "only worst"
	       : a.column != b.column || a.inverted != b.inverted ? "the order"
								  : "the marks";
}

bool chooser_write_undo(const struct ui *ui, struct text *out)
{
	const struct chooser *c = &paths_of(ui)->chooser;
	const struct chosen *before = c->undo.n ? &c->undo.item[c->undo.n - 1] : NULL;
	static const char *const undoes[] = {"undoes ", "undoes constraints of ", "can't undo "};
	const char *change;
	bool edited;

	if (!before)
		return false;
	edited = before->constraints != c->now.constraints;
	text_printf(out, "%s %s", ui_key_of("undo"), undoes[edited ? c->now.undone : EDIT_UNDONE]);
	change = edited                         ? c->now.edit
		 : !same_query(before, &c->now) ? "the query"
						: filter_change(before->filter, c->now.filter);
	text_add(out, change ? change : "");
	if (edited && ui->view != &compare_view)
		text_printf(out, ", %s compares", ui_key_of("view compare"));
	return true;
}

/* ---- what the board has ---- */

/* Of another design or search the marks mean other paths. */
static void drop_marks(struct ui *ui)
{
	struct list_filter_parts parts = list_filter_parts(paths_of(ui)->chooser.now.filter);
	struct list_filter *filter;

	if (parts.n_marks == 0)
		return;
	parts.n_marks = 0;
	parts.only_marked = false;
	if (list_filter_new(&parts, paths_of(ui)->chooser.now.filter, &filter) == STATUS_OK)
		show(ui, filter);
}

/* Of another design nothing of before means anything. */
static void forget_before(struct ui *ui)
{
	struct chooser *c = &paths_of(ui)->chooser;

	stack_clear(&c->undo);
	stack_clear(&c->redo);
	drop_marks(ui);
	RESET(free, c->now.query);
}

/* A script has edited constraints, or undone an edit, or opened another design. */
static void look_at_edit(struct ui *ui)
{
	struct chooser *c = &paths_of(ui)->chooser;
	const struct board_edit edit = board_get_edit(ui->board);

	if (edit.first != c->edit.first) {
		forget_before(ui);
		c->now.constraints = c->edit.number = edit.first;
	}
	if (edit.number != c->edit.number && edit.words[0]) {
		c->now.constraints = c->edit.number;
		remember(ui);
		free(c->now.edit);
		c->now.edit = copy_string(edit.words);
		c->now.undone = edit.undone;
		c->now.constraints = edit.number;
		drop_marks(ui);
	}
	c->edit = edit;
}

static void look_at_search(struct ui *ui)
{
	struct chooser *c = &paths_of(ui)->chooser;
	const char *query = ui->search ? ui->search->query : NULL;

	if (!query || ui->search->snap.serial == c->serial)
		return;
	c->serial = ui->search->snap.serial;
	/* another search has other paths: where one stood means nothing */
	list_select(&paths_of(ui)->list, 0);
	c->follow = 0;
	if (c->now.query && strcmp(c->now.query, query) == 0)
		return;
	if (c->now.query) {
		/* what a script finds on its way to its last query is seen or not, by chance: one step */
		if (c->script != ui->search->script)
			remember(ui);
		drop_marks(ui);
	}
	c->script = ui->search->script;
	free(c->now.query);
	c->now.query = copy_string(query);
}

/* The first rows of a new list choose what is selected in it: what was, and as far from there as
 * was moved meanwhile. */
static void look_at_rows(struct ui *ui)
{
	struct chooser *c = &paths_of(ui)->chooser;
	int64_t edition = edition_of(c->now.filter), moved;

	if (!paths_of(ui)->rows || paths_of(ui)->rows->edition != edition ||
	    c->shown_edition == edition)
		return;
	c->shown_edition = edition;
	moved = c->follow ? paths_of(ui)->list.selected - c->follow_from : 0;
	list_fit(&paths_of(ui)->list, paths_of(ui)->rows->n_shown, paths_of(ui)->list.height);
	list_select(
		&paths_of(ui)->list,
		c->go_to ? c->go_to - 1
			 : (paths_of(ui)->rows->followed >= 0 ? paths_of(ui)->rows->followed : 0) +
				   moved);
	c->go_to = 0;
}

static void tell_match(struct ui *ui, const struct snap_match *match)
{
	const char *pattern = paths_of(ui)->chooser.marked_asked
				      ? "marked"
				      : list_filter_parts(paths_of(ui)->chooser.sought).pattern;

	paths_of(ui)->chooser.n_along = match->n_along;
	if (match->n_along > 0)
		ui_say(ui, STYLE_ACCENT, "%s: at no end; %" PRId64 " paths pass it%s", pattern,
		       match->n_along,
		       ui->prompt.open ? ", Tab finds them" : "; pin: before it finds them");
	else if (match->place < 0)
		ui_say(ui, STYLE_ACCENT, "%s: none of %" PRId64 " paths", pattern, match->n_listed);
	else
		ui_say(ui, STYLE_NORMAL, "%s: %" PRId64 " of %" PRId64 " paths%s", pattern,
		       match->n_matches, match->n_listed, match->wrapped ? ", around the end" : "");
}

static void look_at_match(struct ui *ui)
{
	struct chooser *c = &paths_of(ui)->chooser;
	SNAP_HELD struct snap_match *match = board_get_match(ui->board);

	if (match && match->id == c->asked && match->id != c->answered && ui->search &&
	    match->snap.serial == ui->search->snap.serial && match->level == ui->level &&
	    match->edition == edition_of(c->now.filter)) {
		c->answered = match->id;
		if (match->place >= 0)
			list_select(&paths_of(ui)->list, match->place);
		tell_match(ui, match);
	}
}

void chooser_refresh(struct ui *ui)
{
	look_at_edit(ui);
	look_at_search(ui);
	look_at_rows(ui);
	look_at_match(ui);
}

int64_t chooser_edition(const struct ui *ui)
{
	return edition_of(paths_of(ui)->chooser.now.filter);
}

bool chooser_is_plain(const struct ui *ui)
{
	return list_filter_is_plain(paths_of(ui)->chooser.now.filter);
}

int64_t chooser_count_along(const struct ui *ui, struct text *out)
{
	const struct snap_rows *rows = paths_of(ui)->rows;
	const struct list_filter *filter = paths_of(ui)->chooser.now.filter;

	if (!rows || !filter || !filter->pattern || rows->edition != filter->edition ||
	    rows->n_along == 0)
		return 0;
	path_pattern_write_along(filter->pattern, out);
	return rows->n_along;
}

void chooser_search_along(struct ui *ui)
{
	const struct chooser *c = &paths_of(ui)->chooser;
	RELEASED_BY(text_release) struct text along = TEXT_INIT;

	if (c->sought && c->sought->pattern && c->asked == c->answered && c->n_along > 0) {
		path_pattern_write_along(c->sought->pattern, &along);
		prompt_set(&ui->prompt, text_string(&along));
	}
}

bool chooser_go_along(struct ui *ui)
{
	struct list_filter_parts parts = list_filter_parts(paths_of(ui)->chooser.now.filter);
	RELEASED_BY(text_release) struct text along = TEXT_INIT;
	bool there = chooser_count_along(ui, &along) > 0;
	enum status status = STATUS_OK;

	parts.pattern = text_string(&along);
	if (there && ui->prompt.open)
		prompt_set(&ui->prompt, parts.pattern);
	else if (there)
		status = chooser_set_filter(ui, &parts);
	if (status != STATUS_OK)
		ui_say(ui, STYLE_ERROR, "%s", status_text(status));
	return there;
}

int64_t chooser_n_listed(const struct ui *ui)
{
	const struct chooser *c = &paths_of(ui)->chooser;
	int64_t n = ui->search ? snap_search_ranked(ui->search, ui->level) : 0;

	/* until a new list is there the old one is shown */
	if (n > 0 && paths_of(ui)->rows &&
	    (c->shown_edition != edition_of(c->now.filter) || !chooser_is_plain(ui)))
		return paths_of(ui)->rows->n_shown;
	if (chooser_is_plain(ui))
		return n;
	return paths_of(ui)->list.n < n ? paths_of(ui)->list.n : n;
}

/* ---- looking for a path ---- */

static void ask_match(struct ui *ui, struct list_filter *sought, int64_t from, bool backward)
{
	const struct match_request wanted = {.search = ui->search ? ui->search->snap.serial : 0,
					     .level = ui->level,
					     .from = from,
					     .backward = backward,
					     .id = ++paths_of(ui)->chooser.asked};

	if (!ui->search)
		return;
	board_set_filter(ui->board, LIST_SOUGHT, list_filter_ref(sought));
	paths_of(ui)->chooser.marked_asked = sought->only_marked;
	ui_want_match(ui, &wanted);
}

static enum status set_sought(struct ui *ui, const char *pattern)
{
	struct list_filter_parts parts = {.pattern = pattern};
	struct list_filter *filter;

	TRY(list_filter_new(&parts, NULL, &filter));
	if (!filter->pattern) {
		list_filter_unref(filter);
		return status_fail(STATUS_USAGE, "search: what for?");
	}
	list_filter_unref(paths_of(ui)->chooser.sought);
	paths_of(ui)->chooser.sought = filter;
	return STATUS_OK;
}

enum status chooser_search(struct ui *ui, const char *pattern, bool backward)
{
	if (pattern)
		TRY(set_sought(ui, pattern));
	if (!paths_of(ui)->chooser.sought)
		return status_fail(STATUS_FAILED, "search: nothing was looked for yet; %s does",
				   ui_key_of("search"));
	ask_match(ui, paths_of(ui)->chooser.sought, paths_of(ui)->list.selected, backward);
	return STATUS_OK;
}

enum status chooser_search_marked(struct ui *ui, bool backward)
{
	struct list_filter_parts parts = list_filter_parts(paths_of(ui)->chooser.now.filter);
	RELEASED_BY(list_filter_drop) struct list_filter *marked = NULL;

	parts.pattern = "";
	parts.only_marked = true;
	parts.only_worst = false;
	TRY(list_filter_new(&parts, NULL, &marked));
	ask_match(ui, marked, paths_of(ui)->list.selected, backward);
	return STATUS_OK;
}

/* ---- typing ---- */

void chooser_type(struct ui *ui, char sign)
{
	struct chooser *c = &paths_of(ui)->chooser;
	const struct snap_row *row = selected_row(ui);

	ui_show_view(ui, &paths_view);
	prompt_open(&ui->prompt, sign == '/' ? "" : list_filter_parts(c->now.filter).pattern);
	ui->prompt.sign = sign;
	list_filter_unref(c->before);
	c->before = list_filter_ref(c->now.filter);
	c->origin = paths_of(ui)->list.selected;
	c->origin_follow = row ? row->record + 1 : 0;
}

static enum status filter_live(struct ui *ui)
{
	struct list_filter_parts parts = list_filter_parts(paths_of(ui)->chooser.now.filter);
	struct list_filter *filter;

	if (strcmp(parts.pattern, ui->prompt.line) == 0)
		return STATUS_OK;
	parts.pattern = ui->prompt.line;
	TRY(list_filter_new(&parts, paths_of(ui)->chooser.now.filter, &filter));
	show(ui, filter);
	return STATUS_OK;
}

/* Back to what was shown before a filter was typed; it is what counts for undo too. */
static void filter_back(struct ui *ui)
{
	show(ui, list_filter_ref(paths_of(ui)->chooser.before));
	paths_of(ui)->chooser.follow = paths_of(ui)->chooser.origin_follow;
	paths_of(ui)->chooser.follow_from = paths_of(ui)->list.selected;
}

static enum status filter_done(struct ui *ui)
{
	struct chosen before = chosen_copy(&paths_of(ui)->chooser.now);

	list_filter_unref(before.filter);
	before.filter = list_filter_ref(paths_of(ui)->chooser.before);

	/* what can't be taken leaves the list as it was last, while the line was right */
	if (edition_of(before.filter) == edition_of(paths_of(ui)->chooser.now.filter)) {
		chosen_release(&before);
		return STATUS_OK;
	}
	stack_push(&paths_of(ui)->chooser.undo, before);
	stack_clear(&paths_of(ui)->chooser.redo);
	return STATUS_OK;
}

static enum status search_live(struct ui *ui)
{
	list_select(&paths_of(ui)->list, paths_of(ui)->chooser.origin);
	if (!ui->prompt.line[strspn(ui->prompt.line, " ")])
		return STATUS_OK;
	TRY(set_sought(ui, ui->prompt.line));
	ask_match(ui, paths_of(ui)->chooser.sought, paths_of(ui)->chooser.origin, false);
	return STATUS_OK;
}

/* In the history it is the command that does the same. */
static void remember_line(struct ui *ui, const char *command)
{
	RELEASED_BY(script_release) struct script line = SCRIPT_INIT;

	if (ui->prompt.length == 0)
		return;
	script_add(&line, command, ui->prompt.line, NULL);
	history_remember(&ui->prompt, script_string(&line));
}

void chooser_typed(struct ui *ui, enum prompt_event event)
{
	bool searches = ui->prompt.sign == '/';
	enum status status = STATUS_OK;

	switch (event) {
	case PROMPT_DONE:
		remember_line(ui, searches ? "search" : "filter");
		status = searches ? search_live(ui) : filter_live(ui);
		if (!searches && status == STATUS_OK)
			status = filter_done(ui);
		else if (!searches)
			filter_back(ui);
		break;
	case PROMPT_LEFT:
	case PROMPT_REFUSED:
		if (searches)
			list_select(&paths_of(ui)->list, paths_of(ui)->chooser.origin);
		else
			filter_back(ui);
		break;
	case PROMPT_GOES_ON:
		status = searches ? search_live(ui) : filter_live(ui);
		break;
	}
	if (status != STATUS_OK)
		ui_say(ui, STYLE_ERROR, "%s", status_text(status));
}

/* ---- as text ---- */

void chooser_write(const struct ui *ui, struct script *out)
{
	struct list_filter_parts parts = list_filter_parts(paths_of(ui)->chooser.now.filter);
	const char *query = paths_of(ui)->chooser.now.query;

	script_add_list(out, query ? query : "");
	out->is_next = true;
	if (parts.pattern[0])
		script_add(out, "filter", parts.pattern, NULL);
	if (parts.only_worst)
		script_fixed(out, "only_worst on");
	out->is_next = true;
	if (parts.column != COLUMN_SLACK || parts.inverted)
		script_add(out, "sort", path_column_name(parts.column),
			   parts.inverted ? "-invert" : NULL, NULL);
}

bool chooser_leaves_out(const struct ui *ui)
{
	struct list_filter_parts parts = list_filter_parts(paths_of(ui)->chooser.now.filter);

	return parts.pattern[0] || parts.only_marked || parts.only_worst;
}

void chooser_write_listed(const struct ui *ui, struct text *out)
{
	struct list_filter_parts parts = list_filter_parts(paths_of(ui)->chooser.now.filter);

	if (!paths_of(ui)->rows || !chooser_leaves_out(ui))
		return;
	text_printf(out, "%" PRId64 " of %" PRId64, paths_of(ui)->rows->n_shown,
		    paths_of(ui)->rows->n_ranked);
	if (parts.only_marked)
		text_add(out, " marked");
	if (parts.only_worst)
		text_add(out, " worst of an endpoint");
	if (parts.pattern[0])
		text_printf(out, " match %s", parts.pattern);
	if (ui->level + 1 < ui->search->n_levels)
		text_printf(out, ", after level %" PRId32, ui->level);
}
