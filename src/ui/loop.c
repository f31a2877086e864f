/*
 * The main loop of the explorer: one poll over keys, signals, the board and the captured output. It
 * never waits for anything else and never runs Tcl.
 */
#include <errno.h>
#include <inttypes.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/grow.h"
#include "base/input.h"
#include "base/print.h"
#include "base/signals.h"
#include "ui/history.h"
#include "ui/widgets/key.h"
#include "ui/keymap.h"
#include "ui/record.h"
#include "ui/ui.h"
#include "ui/views/view_start.h"

enum {
	PROGRESS_MS = 100,   /* between two frames while something is computed */
	MOST_WAITING = 1000, /* commands */
	KEYS_AT_ONCE = 64,   /* before the next frame */
	PASTED_AT_ONCE = 4096,
	ENDING_MS = 20,         /* between two looks whether a window has ended */
	PASTE_SILENCE_MS = 500, /* ends a paste whose end got lost */
	KILL_WAIT_MS = 100,     /* between the SIGCONT and the SIGTERM of a "kill %1" */
};

void ui_say(struct ui *ui, enum style style, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	text_clear(&ui->message);
	text_vprintf(&ui->message, format, args);
	va_end(args);
	ui->message_style = style;
}

/* What only looks or moves on the screen isn't worth an echo: it isn't what one would repeat. */
static bool is_echoed(const char *script)
{
	char name[64];
	const struct command *command;

	snprintf(name, sizeof name, "%.*s", (int)strcspn(script, " ;\n"), script);
	command = command_find(name);
	return !command || command->place == IN_SESSION || command->place == IN_ASSET;
}

void ui_submit(struct ui *ui, const struct script *script)
{
	if (script_status(script) == STATUS_OK)
		ui_submit_text(ui, script_string(script));
	else
		memory_note_short();
}

void ui_submit_text(struct ui *ui, const char *script)
{
	int64_t id;
	bool echoed;

	if (shell_waiting(ui->shell) >= MOST_WAITING) { /* a key that is held for an hour */
		ui_say(ui, STYLE_ERROR, "%d commands wait for one that runs; %s drops them",
		       MOST_WAITING, ui_key_of("cancel"));
		return;
	}
	echoed = is_echoed(script);
	id = echoed ? shell_submit_echoed(ui->shell, script) : shell_submit(ui->shell, script);
	if (!id)
		memory_note_short();
	if (!id || !echoed)
		return;
	text_clear(&ui->command);
	for (const char *p = script; *p; p++)
		text_add(&ui->command, *p == '\n' ? "; " : (char[]){*p, '\0'});
	ui->command_id = id;
	ui->command_begin = clock_ms();
	ui->command_ms = 0;
	ui->command_failed = false;
}

/* ---- results ---- */

/* The screen goes away with the explorer, so its last messages are printed when it has gone. */
static void end_with(struct ui *ui, enum status status, const char *text)
{
	ui->quit = true;
	ui->code = status_exit_code(status);
	text_printf(&ui->last_words, "warpscope: %s\n", text);
}

/* The first line that came into the Console since the last result, one of standard error before others: which of both
 * streams was read first is chance. NULL when there is none. */
static const struct console_line *line_to_announce(const struct ui *ui)
{
	const struct console_line *found = NULL;

	for (int64_t i = ui->announced; i < ui->console.n; i++) {
		const struct console_line *line = console_line(&ui->console, i);

		if (!line || !line->text.length || console_is_echo(line))
			continue;
		if (line->style == STYLE_ACCENT)
			return line;
		found = found ? found : line;
	}
	return found;
}

/* Say what came into the Console since the last result: the line, or one of them and how many. */
static void announce(struct ui *ui, enum style style)
{
	struct console *console = &ui->console;
	const struct console_line *line = line_to_announce(ui);
	int64_t n = SUM(int64_t, i, ui->announced, console->n,
			!console_line(console, i) || !console_is_echo(console_line(console, i)));

	ui->announced = console->n;
	if (!line || (ui->message_stays && style == STYLE_NORMAL))
		return;
	if (n == 1)
		ui_say(ui, style, "%s", text_string(&line->text));
	else if (ui->view != &console_view || style != STYLE_NORMAL)
		ui_say(ui, style, "%" PRId64 " lines in the Console (key %s): %s", n,
		       ui_key_of("view console"), text_string(&line->text));
}

/* There is room for a line: without the folder; all of it is in the Console. */
static void say_init_failed(struct ui *ui, const char *text)
{
	const char *name = strrchr(ui->init, '/');
	size_t folder = name ? (size_t)(name - ui->init) + 1 : 0;

	ui_say(ui, STYLE_ERROR, "%s", strncmp(text, ui->init, folder) == 0 ? text + folder : text);
	ui->message_stays = true;
}

static void take_result(struct ui *ui, const struct shell_result *result)
{
	const char *text = shell_result_text(result);
	enum style style = result->status == STATUS_OK          ? STYLE_NORMAL
			   : result->status == STATUS_CANCELLED ? STYLE_ACCENT
								: STYLE_ERROR;

	if (result->id == ui->command_id) {
		ui->command_ms = clock_ms() - ui->command_begin;
		ui->command_failed = result->status != STATUS_OK;
	}
	if (result->status != STATUS_OK) {
		if (result->id == 0 ||
		    (ui->replaying && !ui->goes_on && result->id != ui->init_id)) {
			end_with(ui, result->status, text);
			return;
		}
		ui->playing = false;
	}
	console_read_all(&ui->console);
	console_end_lines(&ui->console);
	if (result->status != STATUS_OK) /* the error is what counts */
		ui->announced = ui->console.n;
	console_add(&ui->console, style, text);
	announce(ui, style);
	if (result->status != STATUS_OK && result->id == ui->init_id)
		say_init_failed(ui, text);
	ui->edition++;
	ui_ask_again(ui); /* what was missing may be there now */
}

/* What is on the screen lacks something. */
static void take_trouble(struct ui *ui, enum status status, const char *why)
{
	if (ui->quit)
		return;
	if (ui->replaying && !ui->goes_on) {
		end_with(ui, status, why);
		return;
	}
	console_add(&ui->console, STYLE_ERROR, why);
	ui_say(ui, STYLE_ERROR, "%s", why);
}

static void take_board(struct ui *ui)
{
	struct shell_result result;
	enum status failure;
	char why[256];
	int code;

	eventfd_drain(ui->board->main_fd);
	failure = board_take_failure(ui->board, why, sizeof why);
	if (failure != STATUS_OK)
		take_trouble(ui, failure, why);
	while (shell_take_result(ui->shell, &result)) {
		take_result(ui, &result);
		text_release(&result.text);
	}
	if (board_n_opened(ui->board) != ui->n_opened) {
		ui->n_opened = board_n_opened(ui->board);
		ui->edition++;
	}
	choices_follow(ui);
	if (shell_exit_asked(ui->shell, &code) && !ui->quit) {
		ui->quit = true;
		ui->code = code;
	}
}

/* Design files were opened and there are no paths: Summary says why. */
static void land(struct ui *ui)
{
	if (!ui->lands || (shell_busy(ui->shell) && !ui->last_key))
		return;
	ui->lands = false;
	ui_refresh(ui);
	if (ui->last_key || ui->view != &paths_view)
		return;
	if (!ui->search)
		ui->view = &summary_view;
	else if (!ui->replaying)
		start_open(ui);
}

/* ---- signals ---- */

/* Handle the signals that have come; returns whether SIGCONT was among them. */
static bool take_signals_there(struct ui *ui, int signal_fd)
{
	bool resumed = false;
	int number;

	while ((number = signals_next(signal_fd)) != 0) {
		switch (number) {
		case SIGWINCH:
			terminal_resized(ui->terminal);
			break;
		case SIGINT:
			ui_interrupt(ui);
			break;
		case SIGTSTP:
			terminal_suspend(ui->terminal);
			break;
		case SIGCONT:
			resumed = true;
			break;
		default: /* TERM, HUP, USR1 … */
			ui->quit = true;
			ui->code = 128 + number;
			break;
		}
	}
	return resumed;
}

/*
 * "kill %1" continues a stopped job after its TERM: then the terminal stays the shell's. The two may
 * be delivered to different threads, SIGCONT first, so a job in the background waits for the other
 * before it stops again.
 */
static void take_signals(struct ui *ui, int signal_fd)
{
	struct pollfd next = {.fd = signal_fd, .events = POLLIN};

	if (!take_signals_there(ui, signal_fd))
		return;
	if (!ui->quit && !terminal_is_ours(ui->terminal) && poll(&next, 1, KILL_WAIT_MS) > 0)
		take_signals_there(ui, signal_fd);
	if (!ui->quit)
		terminal_resumed(ui->terminal);
}

/* ---- keys ---- */

static void take_keys(struct ui *ui)
{
	for (int i = 0; i < (ui->prompt.pasting ? PASTED_AT_ONCE : KEYS_AT_ONCE) && !ui->quit;
	     i++) {
		bool gone;
		int key;

		if (ui->prompt.pasting && !ui->prompt.open) { /* it was refused */
			ui->last_key = clock_ms();
			if (terminal_skip_paste(ui->terminal))
				ui_key(ui, UI_KEY_PASTE_END);
		}
		key = terminal_key(ui->terminal, &gone);

		if (gone) {
			ui->quit = true;
			ui->code = 128 + SIGHUP;
		}
		if (key == UI_KEY_NONE)
			return;
		ui_key(ui, key);
	}
}

static void end_silent_paste(struct ui *ui)
{
	if (ui->prompt.pasting && !ui->replaying && clock_ms() - ui->last_key >= PASTE_SILENCE_MS)
		ui_key(ui, UI_KEY_PASTE_END);
}

/* ---- replays ---- */

/* While the replay is read: whatever signal comes ends it. */
struct replay_wait {
	struct task task;
	int number; /* of the signal, 0 = none */
};

static void look_at_signals(void *context)
{
	struct replay_wait *wait = context;
	int number = signals_next(wait->task.wake_fd);

	if (number == SIGINT || number == SIGTERM || number == SIGHUP) {
		wait->number = number;
		atomic_store(&wait->task.cancel, true);
	}
}

static enum status read_replay(struct ui *ui, const char *path, int signal_fd)
{
	struct replay_wait wait = {.task = {.breathe = look_at_signals, .wake_fd = signal_fd}};
	struct input in;
	enum status status;

	wait.task.context = &wait;
	TRY(input_open(&in, path, &wait.task));
	status = input_all(&in);
	if (status == STATUS_OK)
		text_append(&ui->replay, in.data, in.end);
	input_close(&in);
	ui->code = wait.number ? 128 + wait.number : 0;
	TRY(status);
	ui->replaying = true;
	ui->goes_on = strncmp(text_string(&ui->replay), RECORD_MAGIC, strlen(RECORD_MAGIC)) == 0;
	return text_status(&ui->replay);
}

/* The line at the place of the replay: a command, a comment, or keys of which one is taken. */
static void replay_one(struct ui *ui)
{
	const char *at = text_string(&ui->replay) + ui->replay_at, *begin = at;
	bool line_begin = ui->replay_at == 0 || at[-1] == '\n';
	size_t length = strcspn(at, "\n");

	if (!*at) {
		bool goes_on = false;
		enum status status = ui->saves ? demo_save(ui, &goes_on) : STATUS_OK;

		if (status != STATUS_OK)
			end_with(ui, status, status_text(status));
		ui->quit |= !goes_on;
		return;
	}
	if (*at == '\n') {
		at++;
	} else if (line_begin && at[0] == '#' && at[1] == ' ') {
		at += length;
	} else if (line_begin && at[0] == ':' && length > 1) {
		char *script = strndup(at + 1, length - 1);

		if (script) {
			record_command(ui, script);
			ui_submit_text(ui, script);
		} else {
			memory_note_short();
		}
		free(script);
		at += length;
	} else {
		int32_t key = key_parse(&at);

		if (key == UI_KEY_NONE)
			end_with(ui, STATUS_BAD_INPUT, "unknown name of a key in the replay");
		else
			ui_key(ui, key);
	}
	ui->replay_at += at - begin;
}

/* A key is taken only when nothing is computed, read, drawn or played, but for one that
 * cancels it. */
static void go_on_replay(struct ui *ui)
{
	static const char break_key[] = "<Break>";
	const char *next = text_string(&ui->replay) + ui->replay_at;
	size_t blank = strspn(next, "\n");

	if (!ui->replaying || ui->quit)
		return;
	if (shell_busy(ui->shell) && strncmp(next + blank, break_key, strlen(break_key)) == 0) {
		ui->replay_at += (int64_t)blank;
		replay_one(ui);
	}
	if (!ui_is_idle(ui))
		return;
	console_read_all(&ui->console);
	if (ui_draw_whole(ui))
		replay_one(ui);
}

static int least_wait(int a, int b)
{
	return a < 0 ? b : b < 0 || a < b ? a : b;
}

static int wait_ms(struct ui *ui)
{
	if (ui->replaying && ui_is_idle(ui))
		return 0;
	if (timeline_may_tick(ui)) {
		double left = ui->next_tick - clock_ms();

		return ui->replaying || left <= 0 ? 0 : least_wait((int)left + 1, window_wait(ui));
	}
	if (window_is_ending(ui) || window_is_held(ui))
		return ENDING_MS;
	if (start_wait(ui) >= 0)
		return start_wait(ui);
	if (shell_busy(ui->shell) || (ui->replaying && !window_is_settled(ui)))
		return least_wait(PROGRESS_MS, window_wait(ui));
	return least_wait(ui->prompt.pasting ? PASTE_SILENCE_MS : demo_tick(ui), window_wait(ui));
}

/* ---- the loop ---- */

/* The terminal takes more: is there more than what was drawn? */
static bool has_to_draw(struct ui *ui)
{
	return ui->replaying || terminal_writes_on(ui->terminal) || ui->frame_is_late;
}

static void run(struct ui *ui, int signal_fd)
{
	bool draws = true, has_keys;
	int n;

	while (!ui->quit) {
		struct pollfd fds[] = {
			{.fd = terminal_fd(ui->terminal)},
			{.fd = signal_fd, .events = POLLIN},
			{.fd = ui->board->main_fd, .events = POLLIN},
			{.fd = ui->console.fd[0], .events = POLLIN},
			{.fd = ui->console.fd[1], .events = POLLIN},
			{.fd = window_fd(ui), .events = POLLIN},
		};

		if (draws)
			ui_draw(ui);
		window_update(ui);
		if (memory_ran_short()) {
			take_trouble(ui, STATUS_NO_MEMORY, "out of memory");
			ui_draw(ui);
		}
		fds[0].events = terminal_events(ui->terminal);
		n = poll(fds, sizeof fds / sizeof *fds,
			 least_wait(wait_ms(ui), terminal_wait(ui->terminal)));
		if (n < 0 && errno != EINTR)
			return;
		has_keys = fds[0].revents & ~POLLOUT || terminal_wait(ui->terminal) == 0;
		draws = n != 1 || fds[0].revents != POLLOUT || has_keys || has_to_draw(ui);
		if (!draws) /* what has come after poll() is taken with the next, and drawn */
			continue;
		if (fds[1].revents)
			take_signals(ui, signal_fd);
		if (has_keys)
			take_keys(ui);
		end_silent_paste(ui);
		for (int i = 0; i < 2; i++) {
			if (fds[3 + i].revents)
				console_read(&ui->console, i);
		}
		take_board(ui);
		land(ui);
		if (fds[5].revents || window_is_held(ui))
			window_take(ui);
		ui_screen_call(ui);
		timeline_tick(ui);
		go_on_replay(ui);
	}
}

static enum status begin(struct ui *ui, const struct ui_config *config, int signal_fd)
{
	ui->speed = USUAL_SPEED;
	ui->arc = -1;
	window_init(ui);
	TRY(views_init(ui));
	ui->window.is_forbidden = config->no_window;
	ui->panel.is_text = ui->keys.is_text = true;
	ui->glyphs_choice = config->glyphs;
	ui->glyphs = settings_glyphs(config->glyphs);
	ui->color = config->terminal.color;
	ui->theme = config->terminal.theme;
	ui->theme_is_set = config->themed;
	ui->mouse = config->terminal.mouse;
	ui->motion = !config->no_motion;
	ui->shown_time = shown_time;
	ui->keep_history = true;
	ui->view = config->view ? view_find(config->view) : &paths_view;
	ui->lands = config->opens && !config->view;
	if (!ui->view)
		return choice_fail("--view", command_find("view")->arguments, config->view);
	ui->saves = config->saves;
	ui->replaying = ui->saves;
	if (config->keys)
		TRY(read_replay(ui, config->keys, signal_fd));
	else
		history_load(&ui->prompt);
	TRY(terminal_open(&config->terminal, &ui->terminal));
	if (config->record)
		TRY(record_open(ui, config->record, config->n_words, config->words));
	TRY(console_capture(&ui->console));
	terminal_show_on_crash(ui->console.fd[1]);
	if (terminal_note(ui->terminal)[0]) {
		print_error("warpscope: %s\n", terminal_note(ui->terminal));
		ui_say(ui, STYLE_ACCENT, "%s", terminal_note(ui->terminal));
		ui->message_stays = true;
	}
	TRY(shell_start(&config->shell, &ui->shell));
	ui->board = shell_board(ui->shell);
	board_set_stepper(ui->board, ui->view->stepper);
	shell_set_screen(ui->shell, true);
	ui->init = config->init;
	if (config->init)
		ui->init_id = shell_submit_file(ui->shell, config->init);
	for (int i = 0; i < config->n_scripts; i++)
		ui_submit_text(ui, config->scripts[i]);
	return STATUS_OK;
}

/* The pipes are closed first: a process that still writes into them must not wait for us. Only when none
 * writes any more are standard output and error what they were. */
static void end(struct ui *ui)
{
	bool stopped;

	record_close(ui);
	window_end(ui);
	terminal_close(ui->terminal);
	console_close(&ui->console);
	stopped = !ui->shell || shell_stop(ui->shell);
	console_release(&ui->console);
	console_put(STDERR_FILENO, text_string(&ui->last_words), ui->last_words.length);
	if (!stopped)
		return; /* the thread that didn't end still looks at all this */
	text_release(&ui->last_words);
	ui_forget(ui);
	views_release(ui);
	prompt_release(&ui->prompt);
	surface_release(&ui->surface);
	text_release(&ui->message);
	choices_release(ui);
	text_release(&ui->command);
	lessons_release(&ui->lesson.all);
	text_release(&ui->lesson.title);
	text_release(&ui->lesson.text);
	text_release(&ui->lesson.question);
	text_release(&ui->lesson.choices);
	text_release(&ui->replay);
	keymap_release();
	free(ui);
}

int ui_run(const struct ui_config *config)
{
	static const int signals[] = {SIGINT, SIGTERM, SIGHUP, SIGWINCH, SIGTSTP, SIGCONT, 0};
	int signal_fd = signals_open(signals);
	struct ui *ui = calloc(1, sizeof *ui);
	enum status status;
	int code;

	signals_take_ends();
	if (!ui) {
		print_error("warpscope: %s\n", status_text(STATUS_NO_MEMORY));
		return status_exit_code(STATUS_NO_MEMORY);
	}
	console_init(&ui->console);
	status = begin(ui, config, signal_fd);
	if (status == STATUS_OK)
		run(ui, signal_fd);
	code = status == STATUS_OK || ui->code ? ui->code : status_exit_code(status);
	end(ui);
	if (status != STATUS_OK)
		print_error("warpscope: %s\n", status_text(status));
	return code;
}
