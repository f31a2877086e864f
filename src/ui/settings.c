#include "ui/settings.h"

#include <langinfo.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/names.h"
#include "session/command.h"
#include "ui/ui.h"

/* ---- what they do ---- */

enum glyphs settings_glyphs(int choice)
{
	const char *term = getenv("TERM");

	if (choice > 0)
		return (enum glyphs)(choice - 1);
	if (strcmp(nl_langinfo(CODESET), "UTF-8") != 0)
		return GLYPHS_ASCII;
	return term && strcmp(term, "linux") == 0 ? GLYPHS_BLOCK : GLYPHS_BRAILLE;
}

static void follow_colors(struct ui *ui)
{
	terminal_set_colors(ui->terminal, ui->color, ui->theme);
}

static void follow_theme(struct ui *ui)
{
	ui->theme_is_set = true;
	follow_colors(ui);
}

static void follow_glyphs(struct ui *ui)
{
	ui->glyphs = settings_glyphs(ui->glyphs_choice);
}

static void follow_mouse(struct ui *ui)
{
	terminal_set_mouse(ui->terminal, ui->mouse);
}

static void follow_motion(struct ui *ui)
{
	if (!ui->motion)
		ui->window.lit = 0;
}

static void follow_time(struct ui *ui)
{
	shown_time = ui->shown_time;
}

void area_time(struct area area, int end, int y, enum style style, int64_t fs)
{
	area_text_right(area, end, y, style, SHOWN_TIME(fs));
}

/* ---- the table ---- */

#define PLACE(member) offsetof(struct ui, member)

static const struct setting settings[] = {
	{"theme", "dark|light|mono", "dark", PLACE(theme), follow_theme,
	 "Colours for a dark or a light background, or bold and reverse only"},
	{"color", "auto|always|never", "auto", PLACE(color), follow_colors,
	 "Colours; auto means never if NO_COLOR isn't empty"},
	{"glyphs", "auto|braille|block|ascii", "auto", PLACE(glyphs_choice), follow_glyphs,
	 "What plots are drawn with; auto goes by the locale and the terminal"},
	{"mouse", "off|on", "on", PLACE(mouse), follow_mouse,
	 "Clicks and the wheel; the terminal's own selection is Shift and drag then"},
	{"speed", "0.125|0.25|0.5|1|2|4|8|16|32|64", "1", PLACE(speed), NULL,
	 "Steps a second when playing"},
	{"history", "off|on", "on", PLACE(keep_history), NULL,
	 "Whether commands are kept for the next session"},
	{"motion", "off|on", "on", PLACE(motion), follow_motion,
	 "Whether paths that a step brings light up in the layout window and fade"},
	{"time_unit", "ps|ns", "ps", PLACE(shown_time.in_ns), follow_time,
	 "The unit of times on the screen; reports have set_cmd_units"},
	{"digits", "0|1|2|3|4|5|6", "3", PLACE(shown_time.digits), follow_time,
	 "Decimals of these times"},
};

enum { N_SETTINGS = sizeof settings / sizeof *settings };

const struct setting *setting_at(int i)
{
	return i >= 0 && i < N_SETTINGS ? &settings[i] : NULL;
}

const struct setting *setting_find(const char *name)
{
	int found = FIRST(i, 0, N_SETTINGS, strcmp(settings[i].name, name) == 0);

	return found < N_SETTINGS ? &settings[found] : NULL;
}

int *setting_index(struct ui *ui, const struct setting *setting)
{
	return (int *)((char *)ui + setting->place);
}

static void set(struct ui *ui, const struct setting *setting, int value)
{
	*setting_index(ui, setting) = value;
	if (setting->follow)
		setting->follow(ui);
}

static int count_values(const struct setting *setting)
{
	int n = 1;

	for (const char *p = setting->values; *p; p++)
		n += *p == '|';
	return n;
}

void setting_value(const struct setting *setting, int i, char *out, size_t size)
{
	const char *at = setting->values;

	for (; i > 0; i--)
		at += strcspn(at, "|") + 1;
	snprintf(out, size, "%.*s", (int)strcspn(at, "|"), at);
}

static enum status unknown(const char *name)
{
	struct nearest nearest = nearest_to(name);
	RELEASED_BY(text_release) struct text text = TEXT_INIT;

	for (int i = 0; i < N_SETTINGS; i++)
		nearest_offer(&nearest, settings[i].name, (int)strlen(settings[i].name));
	nearest_write(&nearest, &text);
	status_fail(STATUS_USAGE, "unknown setting \"%.100s\"%s", name, text_string(&text));
	return STATUS_USAGE;
}

enum status setting_change(struct ui *ui, const char *name, const char *value)
{
	const struct setting *setting = setting_find(name);
	int i;

	if (!setting)
		return unknown(name);
	if (!value)
		return STATUS_OK;
	i = choice_find(setting->values, value);
	if (i < 0)
		return choice_fail(name, setting->values, value);
	set(ui, setting, i);
	return STATUS_OK;
}

void setting_turn(struct ui *ui, const struct setting *setting, int by)
{
	int n = count_values(setting);

	set(ui, setting, (*setting_index(ui, setting) + by + n) % n);
}

const char *const *settings_names(void)
{
	static const char *names[N_SETTINGS + 1];

	for (int i = 0; i < N_SETTINGS; i++)
		names[i] = settings[i].name;
	return names;
}

void settings_write_manual(struct text *out)
{
	EACH_ITEM(s, settings, N_SETTINGS) {
		text_printf(out, ".TP\n\\fB%s\\fR \\fI%s\\fR\n%s (%s).\n", s->name, s->values,
			    s->help, s->initial);
	}
}

/* ---- the list ---- */

/* "auto [dark] mono": the value that it has is in brackets. */
static void draw_values(struct ui *ui, const struct setting *setting, struct area area, int x,
			int y)
{
	char value[32];

	for (int i = 0; i < count_values(setting); i++) {
		bool on = i == *setting_index(ui, setting);

		setting_value(setting, i, value, sizeof value);
		x = area_printf(area, x, y, on ? STYLE_ACCENT : STYLE_DIM, on ? "[%s]" : " %s ",
				value);
	}
}

void settings_draw(struct ui *ui, struct area area)
{
	const struct setting *setting;
	/* The help of the one selected below, in two lines where there is room for them */
	int below = area.height >= N_SETTINGS + 4 ? 3 : area.height >= N_SETTINGS ? 2 : 0;
	struct area body = area_rows(area, 1, area.height - 1 - below);

	list_place(&ui->settings, N_SETTINGS, body);
	ui_draw_header(ui, area, true, "settings: Enter changes, Esc closes");
	for (int y = 0; y < body.height && (setting = setting_at((int)ui->settings.top + y)); y++) {
		area_text(body, 2, y, STYLE_NORMAL, setting->name);
		draw_values(ui, setting, area_columns(body, 12, body.width), 0, y);
	}
	list_mark(&ui->settings, area_columns(body, 0, 11), ">");
	setting = setting_at((int)ui->settings.selected);
	area = area_columns(area_rows(area, area.height - below + 1, below - 1), 2, area.width - 2);
	if (below == 3)
		area_paragraph(area, 0, STYLE_NORMAL, setting->help);
	else if (below == 2)
		area_text_cut(area, 0, 0, STYLE_NORMAL, setting->help);
}
