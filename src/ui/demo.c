/*
 * The scenes of a demonstration are steps of a lesson without text. A caption is at the bottom, and the next scene comes
 * by itself, unless motion is off or keys are replayed.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/assets.h"
#include "base/clock.h"
#include "ui/widgets/key.h"
#include "ui/ui.h"

enum {
	SCENE_MS = 7000,
	REST_MS = 1500, /* after all that is computed */
};

void demo_begin(struct ui *ui)
{
	ui->demo.on = true;
	ui->demo.due = demo_clock(ui) + SCENE_MS;
	ui->speed = USUAL_SPEED;
}

double demo_clock(const struct ui *ui)
{
	return (ui->demo.paused ? ui->demo.paused : clock_ms()) - ui->demo.lost;
}

static bool has_clock(const struct ui *ui)
{
	return ui->demo.on && ui->motion && !ui->replaying;
}

static void flip_pause(struct demo *d)
{
	if (d->paused)
		d->lost += clock_ms() - d->paused;
	d->paused = d->paused ? 0 : clock_ms();
}

/* What the script of a scene still does is cancelled. What was shown isn't what one comes back to. */
static void end(struct ui *ui)
{
	shell_cancel(ui->shell);
	ui->playing = ui->demo.on = false;
	ui->demo.paused = 0;
	while (ui->n_history > 0)
		free(ui->history[--ui->n_history].kept);
}

static void go(struct ui *ui, bool back)
{
	bool is_last = ui->lesson.step == ui->lesson.n_steps;

	if (back && ui->lesson.step == 1)
		return;
	end(ui);
	ui->demo.on = back || !is_last;
	if (ui->demo.on)
		ui_submit_text(ui, back ? "lesson_back" : "lesson_next");
	else
		ui_say(ui, STYLE_NORMAL, "this was the demonstration; %s lists the keys",
		       ui_key_of("keys"));
}

bool demo_take_key(struct ui *ui, int32_t key)
{
	bool steps = key == UI_KEY_LEFT || key == UI_KEY_RIGHT;

	if (ui->demo.on && steps)
		go(ui, key == UI_KEY_LEFT);
	else if (ui->demo.on && key == UI_KEY_SPACE)
		flip_pause(&ui->demo);
	else if (ui->demo.on)
		end(ui);
	else
		return false;
	return steps || key == UI_KEY_SPACE;
}

bool demo_holds(struct ui *ui, const struct call *call, int64_t id)
{
	struct demo *d = &ui->demo;

	if (call->n_arguments == 0 || strcmp(call->command->name, "wait_idle") != 0)
		return false;
	if (d->held != id) {
		d->held = id;
		d->held_until = demo_clock(ui) + 1000 * atof(call->argument[0]);
		ui->edition++; /* as after a command */
		ui_ask_again(ui);
		return true;
	}
	return has_clock(ui) && demo_clock(ui) < d->held_until;
}

int demo_tick(struct ui *ui)
{
	struct demo *d = &ui->demo;
	double now = demo_clock(ui);

	if (!has_clock(ui) || d->paused)
		return -1;
	if (!ui_is_idle(ui))
		d->due = fmax(d->due, now + REST_MS);
	else if (now >= d->due)
		go(ui, false);
	return d->due > now ? (int)(d->due - now) + 1 : 0;
}

enum status demo_save(struct ui *ui, bool *goes_on)
{
	RELEASED_BY(text_release) struct text path = TEXT_INIT;
	enum status status;

	*goes_on = ui->demo.on && ui->lesson.step < ui->lesson.n_steps;
	text_printf(&path, "%s/demo-%d.png", ui->saves, ui->lesson.step);
	make_folders(text_string(&path));
	status = ui_save_image(ui, text_string(&path));
	go(ui, false);
	return status;
}

void demo_draw(const struct ui *ui, struct area area)
{
	char place[32];
	int x;

	snprintf(place, sizeof place, " %d/%d%s  ", ui->lesson.step, ui->lesson.n_steps,
		 ui->demo.paused ? " paused" : "");
	x = area_text(area, 0, 0, STYLE_DIM, place);
	area_paragraph(area_columns(area_rows(area, 0, 2), x, area.width - x), 0, STYLE_ACCENT,
		       text_string(&ui->lesson.title));
	if (!ui->saves)
		area_text_cut(area, 1, 2, STYLE_DIM,
			      "Space pauses, Left and Right step; any other key ends this");
}
