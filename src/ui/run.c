/*
 * How keys and commands are run. A key names a command; commands of the screen run here at once,
 * moves on the timeline too when the step is there, everything else goes to the command thread.
 */
#include <stdio.h>
#include <stdint.h>
#include <string.h>

#include "base/clock.h"
#include "session/objects.h"
#include "ui/footer.h"
#include "ui/history.h"
#include "ui/widgets/key.h"
#include "ui/keymap.h"
#include "ui/record.h"
#include "ui/views/view_start.h"
#include "ui/ui.h"
#include "ui/views/chooser.h"

enum { LINE_SIZE = 256 };

const char *ui_key_of(const char *command)
{
	static char key[32];

	return keymap_key(command, key, sizeof key);
}

static enum status run_here(struct ui *ui, const struct command *command, int n_words,
			    const char *const *words)
{
	RELEASED_BY(text_release) struct text out = TEXT_INIT, result = TEXT_INIT;
	struct call call = {.command = command, .screen = ui, .out = &out, .result = &result};

	TRY(call_parse(&call, command, n_words, words));
	TRY(command->run(&call));
	if (result.length)
		ui_say(ui, STYLE_NORMAL, "%s", text_string(&result));
	return STATUS_OK;
}

/* Run a command of the key table: on the screen at once, or on the command thread. */
static void ui_do(struct ui *ui, const char *line)
{
	const struct command *command;
	struct script script = SCRIPT_INIT;
	RELEASED_BY(words_free) struct words words = {0};
	enum status status;

	words_parse(line, &words);
	command = words.n > 0 ? command_find(words.word[0]) : NULL;
	if (command && (command->place == ON_SCREEN || command->place == ON_SCREEN_IF_ANY)) {
		status = run_here(ui, command, words.n - 1, words.word + 1);
		if (status != STATUS_OK)
			ui_say(ui, STYLE_ERROR, "%s", status_text(status));
	} else if (words.n > 0 && !timeline_move(ui, words.n, words.word)) {
		script_add_list(&script, line);
		ui_submit(ui, &script);
		script_release(&script);
	}
}

void ui_call(struct ui *ui, const char *word, ...)
{
	struct script script = SCRIPT_INIT;
	va_list more;

	va_start(more, word);
	script_add_all(&script, word, more);
	va_end(more);
	ui_do(ui, script_string(&script));
	script_release(&script);
}

/* One command of the screen in plain words needs no Tcl: it must not wait for what Tcl does. */
static bool is_of_screen(const char *line)
{
	char name[64];
	const struct command *command;

	snprintf(name, sizeof name, "%.*s", (int)strcspn(line, " "), line);
	command = command_find(name);
	return command && strlen(line) < LINE_SIZE &&
	       (command->place == ON_SCREEN || command->place == ON_SCREEN_IF_ANY) &&
	       !strpbrk(line, "[]$\";{}\\\n");
}

/* "set mouse off" is `setting`, unless it is Tcl's own with a variable of the script's. */
static const char *as_setting(const char *line, char *buffer, size_t size)
{
	char name[64];
	int n = 0;

	if (sscanf(line, "set %63s%n", name, &n) != 1 || !setting_find(name) ||
	    strlen(line) + strlen("ting") >= size)
		return line;
	snprintf(buffer, size, "setting %s%s", name, line + n);
	return buffer;
}

void ui_run_line(struct ui *ui, const char *line)
{
	char buffer[LINE_SIZE];
	const char *ours = as_setting(line, buffer, sizeof buffer);

	if (is_of_screen(ours))
		ui_do(ui, ours);
	else if (line[0])
		ui_submit_text(ui, line);
}

static void prompt_take(struct ui *ui, int32_t key)
{
	RELEASED_BY(text_release) struct text hint = TEXT_INIT;
	enum prompt_event event;

	if (key == UI_KEY_TAB && ui->prompt.sign == '\\')
		chooser_go_along(ui);
	else if (key == UI_KEY_TAB && ui->prompt.sign == '/')
		chooser_search_along(ui);
	event = prompt_key(&ui->prompt, key, &hint);

	if (ui->prompt.sign != ':') {
		chooser_typed(ui, event);
		return;
	}
	switch (event) {
	case PROMPT_DONE:
		if (ui->keep_history && !ui->replaying)
			history_keep(ui->prompt.line);
		ui_run_line(ui, ui->prompt.line);
		break;
	case PROMPT_REFUSED:
		ui_say(ui, STYLE_ERROR,
		       "a paste of more than %d KiB is refused: put it into a file, and source that",
		       LARGEST_PASTE / 1024);
		break;
	case PROMPT_GOES_ON:
	case PROMPT_LEFT:
		break;
	}
	if (hint.length)
		ui_say(ui, STYLE_NORMAL, "%s", text_string(&hint));
}

const struct binding *ui_binding(const struct ui *ui, int32_t key)
{
	const struct binding *binding = ui_listing(ui)    ? keymap_find(ui_listing(ui)->name, key)
					: ui->lesson.open ? keymap_find("lesson", key)
							  : NULL;

	/* One of the list's or the lesson's own, not one foreverywhere: the view comes before
	 * those. */
	return binding && binding->view ? binding : keymap_find(ui->view->info->name, key);
}

static void take_key(struct ui *ui, int32_t key)
{
	struct area listed = ui_completions_area(ui); /* as drawn: the message goes now */
	const struct binding *binding;
	char name[16];

	ui->last_key = clock_ms();
	if (demo_take_key(ui, key))
		return;
	start_finish(ui);
	if (key == UI_KEY_PASTE_BEGIN || key == UI_KEY_PASTE_END) {
		prompt_paste(&ui->prompt, key == UI_KEY_PASTE_BEGIN);
		return;
	}
	ui->message_stays = false;
	if (!ui->prompt.pasting)
		text_clear(&ui->message);
	if (ui->prompt.open && !ui->prompt.pasting && UI_KEY_IS_CLICK(key)) {
		prompt_click(&ui->prompt, listed, UI_KEY_CLICK_X(key), UI_KEY_CLICK_Y(key));
		return;
	}
	if (ui->prompt.open || ui->prompt.pasting) {
		prompt_take(ui, key);
		return;
	}
	if (ui->asking_to_quit) {
		ui->asking_to_quit = false;
		ui->quit = key == 'y' || key == 'Y';
		return;
	}
	if (key != UI_KEY_CONTROL('c'))
		ui->interrupts = 0;
	if (lesson_take_key(ui, key))
		return;
	binding = ui_binding(ui, key);
	if (UI_KEY_IS_CLICK(key))
		ui_click(ui, UI_KEY_CLICK_X(key), UI_KEY_CLICK_Y(key));
	else if (binding && keymap_is_own(binding))
		ui_run_line(ui, binding->command);
	else if (binding)
		ui_do(ui, binding->command);
	else
		ui_say(ui, STYLE_ACCENT, "%s does nothing in %s; %s lists the keys",
		       key_text(key, name), ui->view->info->title, ui_key_of("keys"));
}

void ui_key(struct ui *ui, int32_t key)
{
	/* What comes of it depends on files and on what was typed before: the line is recorded. */
	bool completes;

	key = footer_key(ui, key);
	completes = ui->prompt.open && !ui->prompt.pasting &&
		    (key == UI_KEY_TAB || key == UI_KEY_S_TAB || UI_KEY_IS_CLICK(key) ||
		     prompt_looks_back(&ui->prompt, key));
	if (key == UI_KEY_BREAK) {
		if (shell_busy(ui->shell))
			ui_interrupt(ui);
		return;
	}
	if (!completes)
		record_key(ui, key);
	take_key(ui, key);
	if (completes)
		record_line_typed(ui);
}

/* ---- what scripts ask for ---- */

bool ui_is_idle(struct ui *ui)
{
	return !shell_busy(ui->shell) && !board_waiting(ui->board) && !ui->playing &&
	       window_is_settled(ui);
}

void ui_screen_call(struct ui *ui)
{
	int64_t id;
	struct call *call = shell_screen_call(ui->shell, &id);
	enum status status;
	bool whole;

	if (!call) {
		ui->waiting = false;
		return;
	}
	/* What looks at the screen does so when all that was asked for is drawn. */
	ui->in_screen_call = true;
	console_read_all(&ui->console);
	whole = ui->waiting || (ui_draw_whole(ui) && window_is_settled(ui));
	if (call->command->place == ON_IDLE_SCREEN &&
	    (!whole || ui->playing || demo_holds(ui, call, id))) {
		ui->in_screen_call = false;
		return;
	}
	call->screen = ui;
	status = call->command->run(call);
	ui->in_screen_call = false;
	if (ui->waiting && status == STATUS_OK)
		return;
	ui->waiting = false;
	shell_screen_done(ui->shell, id, status, status == STATUS_OK ? "" : status_text(status));
}
