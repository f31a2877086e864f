/*
 * The timeline of the view that is shown: moves on it, its play, its line and the log of its steps.
 * Which steps there are the board has; a step that isn't there yet the command thread computes.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "ui/ui.h"

/* Columns: of the bar; from which there is more than the place; of that at least. */
enum { BAR = 10, ROOMY = 60, LEAST_MORE = 8 };

/* ---- places ---- */

/* As the board has it now; ui->timeline is as it was drawn. */
static struct snap_timeline *timeline_now(const struct ui *ui, int64_t *at)
{
	return board_get_timeline(ui->board, ui->view->stepper, at);
}

/* The timeline of the view is at its last step, and there are no more. */
static bool timeline_at_end(const struct ui *ui)
{
	int64_t at;
	SNAP_HELD struct snap_timeline *timeline = timeline_now(ui, &at);

	return timeline && timeline->finished && at == timeline->n_steps - 1;
}

static void say_end(struct ui *ui)
{
	ui_say(ui, STYLE_ACCENT, "at the end; %s goes to the beginning", ui_key_of("goto first"));
}

static void say_beginning(struct ui *ui)
{
	ui_say(ui, STYLE_ACCENT, "at the beginning; %s goes on", ui_key_of("step"));
}

/* ---- moves ---- */

/* The command thread doesn't see which view is shown, nor does a replay of the command. */
static void submit(struct ui *ui, int n_words, const char *const *words)
{
	RELEASED_BY(script_release) struct script script = SCRIPT_INIT;

	for (int i = 0; i < n_words; i++)
		script_add(&script, words[i], NULL);
	script_add(&script, "-of", stepper_info[ui->view->stepper].name, NULL);
	ui_submit(ui, &script);
}

static bool has_word(int n_words, const char *const *words, const char *word)
{
	return ANY(i, 1, n_words, strcmp(words[i], word) == 0);
}

/* False: the step isn't there. */
static bool move(struct ui *ui, const char *verb, enum grain grain)
{
	enum stepper_kind kind = ui->view->stepper;

	if (strcmp(verb, "step") == 0) {
		if (timeline_at_end(ui))
			say_end(ui);
		else if (!board_move(ui->board, kind, grain, 1))
			return false;
	} else if (!board_move(ui->board, kind, grain, -1)) {
		say_beginning(ui);
	}
	return true;
}

/* To the first or the last place. */
static void go(struct ui *ui, bool first)
{
	int64_t at = board_cursor(ui->board, ui->view->stepper);

	if (first && at < 0)
		say_beginning(ui);
	if (!first && timeline_at_end(ui))
		say_end(ui);
	board_go(ui->board, ui->view->stepper, first ? -1 : INT64_MAX);
}

bool timeline_move(struct ui *ui, int n_words, const char *const *words)
{
	bool moves = strcmp(words[0], "step") == 0 || strcmp(words[0], "back") == 0;
	bool goes = strcmp(words[0], "goto") == 0 && n_words == 2;
	bool fine = has_word(n_words, words, "-fine"), plain = n_words == 1 + fine;
	SNAP_HELD struct snap_timeline *timeline = NULL;
	bool done = false;
	int64_t at;

	if ((!moves && !goes) || has_word(n_words, words, "-of"))
		return false;
	timeline = timeline_now(ui, &at);
	if (timeline && moves && plain)
		done = move(ui, words[0], fine ? GRAIN_FINE : GRAIN_COARSE);
	if (timeline && goes && (words[1][0] == 'f' || words[1][0] == 'l')) {
		go(ui, words[1][0] == 'f');
		done = true;
	}
	if (!done)
		submit(ui, n_words, words);
	return true;
}

/* ---- playing ---- */

enum status timeline_play(struct ui *ui)
{
	enum stepper_kind kind = ui->view->stepper;
	const char *first[] = {"goto", "first"};
	const struct stepper_info *info = &stepper_info[kind];
	int64_t at;
	SNAP_HELD struct snap_timeline *timeline = timeline_now(ui, &at);

	if (!timeline && info->hint)
		return status_fail(STATUS_FAILED, "play: no %s yet; %.*s makes one", info->what,
				   (int)strcspn(info->hint, " "), info->hint);
	if (!ui->playing && (!timeline || timeline_at_end(ui))) {
		if (timeline)
			board_go(ui->board, kind, -1);
		else
			submit(ui, 2, first);
	}
	ui->playing = !ui->playing;
	ui->next_tick = clock_ms();
	return STATUS_OK;
}

/* A script that waits for the end of the play. */
static bool script_waits(struct ui *ui)
{
	int64_t id;

	return shell_screen_call(ui->shell, &id) != NULL;
}

bool timeline_may_tick(struct ui *ui)
{
	return ui->playing && !ui->demo.paused && (!shell_busy(ui->shell) || script_waits(ui));
}

void timeline_tick(struct ui *ui)
{
	enum grain grain = stepper_info[ui->view->stepper].play;
	const char *step[] = {"step", "-fine"};

	if (!timeline_may_tick(ui) || (clock_ms() < ui->next_tick && !ui->replaying))
		return;
	ui_refresh(ui);
	ui->next_tick = clock_ms() + 1000 / ui_speed(ui);
	if (!ui->timeline || timeline_at_end(ui))
		ui->playing = false;
	else if (board_waiting(ui->board)) /* what the last step made is to be seen first */
		ui->next_tick = 0;
	else if (!script_waits(ui))
		timeline_move(ui, grain == GRAIN_FINE ? 2 : 1, step);
	else if (!board_move(ui->board, ui->view->stepper, grain,
			     1)) /* what isn't there yet it would wait for */
		ui->playing = false;
}

/* ---- drawing ---- */

/* A command goes on with the search; in replays that depends on when one looks. */
static bool is_computing(const struct ui *ui)
{
	return ui->timeline && !ui->timeline->finished && !ui->playing && !ui->replaying &&
	       !ui->in_screen_call && shell_busy(ui->shell);
}

/* Of the search. */
static void write_place(const struct ui *ui, struct timeline_words *words)
{
	const struct snap_search *s = ui->search;
	const struct snap_step *step = ui->at >= 0 ? &ui->timeline->step[ui->at] : NULL;
	int last = s ? s->n_levels - 1 : -1;
	char of[32] = "";

	if (last >= 0 && ui->timeline->finished)
		snprintf(of, sizeof of, " of %d", last);
	if (!step)
		snprintf(words->place, sizeof words->place, "before level 0%s", of);
	else if (step->level < 0)
		snprintf(words->place, sizeof words->place,
			 strcmp(step->label, "bound") == 0 ? "path-based: the bound"
							   : "suffix forest");
	else if (step->ends_level && strcmp(step->label, "re-time") == 0)
		snprintf(words->place, sizeof words->place, "level %d%s: re-timed",
			 (int)step->level, of);
	else if (step->ends_level)
		snprintf(words->place, sizeof words->place, "level %d%s", (int)step->level, of);
	else
		snprintf(words->place, sizeof words->place, "level %d: %s", (int)step->level,
			 step->label);
	/* A search that was started again may have fewer levels than the steps that are shown. */
	if (step && step->ends_level && s && step->level >= 0 && step->level < s->n_levels)
		text_printf(&words->more, "kept %" PRId64 " of %" PRId64 " candidates",
			    s->level[step->level].n_kept, s->level[step->level].n_candidates);
	else if (step)
		text_add(&words->more, step->text);
}

static void draw_words(struct ui *ui, struct area area, const struct timeline_words *words)
{
	char left[80], play[32], right[64];
	int x, room;

	snprintf(left, sizeof left, " %s ", words->place);
	x = area_text(area, 3, 0, STYLE_TITLE, left);
	if (words->share >= 0) {
		ui_draw_bar(ui, area, x, BAR, words->share);
		x += BAR + 2;
	}
	room = area.width;
	area = area_columns(area, 0, area.width - 2);
	if (is_computing(ui))
		snprintf(play, sizeof play, " %s ",
			 ui->view->stepper == STEPPER_SEARCH ? "searching" : "computing");
	else
		snprintf(play, sizeof play, " %s x%g ", ui->playing ? "playing" : "paused",
			 ui_speed(ui));
	if (words->more.length && room >= ROOMY &&
	    x + LEAST_MORE + text_columns(play) < area.width) {
		area_put(area, x, 0, STYLE_NORMAL, ' ');
		x = area_text_cut(area_columns(area, 0, area.width - text_columns(play) - 2), x + 1,
				  0, STYLE_NORMAL, text_string(&words->more));
		area_put(area, x++, 0, STYLE_NORMAL, ' ');
	}
	snprintf(right, sizeof right, "%s%s",
		 ui->timeline && !ui->timeline->finished && !is_computing(ui) ? " more to do," : "",
		 play);
	if (!area_text_end(area, x, 0, ui->playing ? STYLE_ACCENT : STYLE_DIM, right))
		area_text_end(area, x, 0, ui->playing ? STYLE_ACCENT : STYLE_DIM, play);
}

void timeline_draw(struct ui *ui, struct area area)
{
	const struct snap_timeline *t = ui->timeline;
	struct timeline_words words = {.more = TEXT_INIT};

	area_fill(area, 0, 0, STYLE_DIM, ui_line_glyph(ui));
	words.share = t && t->n_steps ? (double)(ui->at + 1) / (double)t->n_steps : t ? 0 : 1;
	if (t && !t->finished && ui->at + 1 == t->n_steps && t->n_steps)
		words.share = -1; /* the end is not known, but in some views */
	if (ui->view->timeline)
		ui->view->timeline(ui, &words);
	else if (t)
		write_place(ui, &words);
	if (!words.place[0])
		area_printf(area, 3, 0, STYLE_DIM, " no %s ", stepper_info[ui->view->stepper].what);
	else
		draw_words(ui, area, &words);
	text_release(&words.more);
}

void timeline_draw_steps(struct ui *ui, struct area area)
{
	const struct snap_timeline *t = ui->timeline;
	struct area text = area_columns(area, 14, area.width - 14);
	int rows = area.height - 1, more = 0;
	int64_t last;

	ui_draw_header(ui, area, false, "steps");
	if (!t)
		return;
	/* the current one is shown whole */
	if (ui->at >= 0 && ui->at < t->n_steps && text.width > 0)
		more = area_paragraph(area_rows(text, 0, 0), 0, STYLE_NORMAL,
				      t->step[ui->at].text) -
		       1;
	more = more > 0 && more < rows ? more : 0;
	rows -= more;
	last = ui->at + rows / 2;
	if (last > t->n_steps - 1)
		last = t->n_steps - 1;
	if (last < rows - 1)
		last = rows - 1;
	for (int row = 0; row < rows; row++) {
		int64_t i = last - rows + 1 + row;
		enum style style = i == ui->at  ? STYLE_ACCENT
				   : i > ui->at ? STYLE_DIM
						: STYLE_NORMAL;
		int y = row + 1 + (i > ui->at ? more : 0);

		if (i < 0 || i >= t->n_steps)
			continue;
		if (i == ui->at)
			area_text(area, 0, y, style, ">");
		if (t->step[i].level >= 0)
			area_printf(area, 1, y, style, "%3d", (int)t->step[i].level);
		area_text(area, 5, y, style, t->step[i].label);
		if (i == ui->at && more)
			area_paragraph(text, -y, style, t->step[i].text);
		else
			area_text_cut(text, 0, y, style, t->step[i].text);
	}
}

void timeline_write_iteration(const struct ui *ui, struct timeline_words *words)
{
	const struct snap_timeline *t = ui->timeline;

	if (!t)
		return;
	if (ui->at < 0) {
		snprintf(words->place, sizeof words->place, "before iteration 1");
		return;
	}
	snprintf(words->place, sizeof words->place, "iteration %" PRId64, ui->at + 1);
	if (t->finished)
		snprintf(words->place, sizeof words->place, "iteration %" PRId64 " of %" PRId64,
			 ui->at + 1, t->n_steps);
	text_add(&words->more, t->step[ui->at].text);
}
