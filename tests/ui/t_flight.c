/*
 * Pictures that go through shared memory to a terminal that takes its time, or whose answers get lost: what it hasn't
 * read stays there, and what it has is no longer waited for.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lib/tap.h"
#include "ui/tui/graphics.h"

enum { CELL_WIDTH = 8, CELL_HEIGHT = 16, N_IMAGES = 2, WAIT_MS = 2001 };

struct shown {
	struct graphics *graphics;
	struct surface surface;
	struct text out;
	double now;
	uint32_t colour;
	uint32_t id[N_IMAGES];     /* of what was sent last, 0 = nothing in the last frame; … */
	char object[N_IMAGES][64]; /* … and its name */
};

static void answer(struct shown *s, uint32_t id, bool ok)
{
	graphics_take(s->graphics, &(struct reply){.kind = REPLY_KITTY, .id = id, .ok = ok});
}

/* The value of a key, such as "i=", in a command. */
static uint32_t number_of(const char *command, const char *key)
{
	const char *at = strstr(command, key);

	return at ? (uint32_t)strtoul(at + strlen(key), NULL, 10) : 0;
}

static void decode(const char *base64, char *out, size_t size)
{
	static const char letters[] =
		"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	uint32_t bits = 0;
	size_t n = 0;

	for (int i = 0; base64[i] && strchr(letters, base64[i]) && n + 1 < size; i++) {
		bits = bits << 6 | (uint32_t)(strchr(letters, base64[i]) - letters);
		if (i % 4 > 0)
			out[n++] = (char)(bits >> (6 - 2 * (i % 4)));
	}
	out[n] = '\0';
}

/* A terminal that has kitty's protocol and reads shared memory. */
static bool begin(struct shown *s)
{
	const struct winsize size = {.ws_row = 24,
				     .ws_col = 80,
				     .ws_xpixel = 80 * CELL_WIDTH,
				     .ws_ypixel = 24 * CELL_HEIGHT};
	const char *at;

	*s = (struct shown){.out = TEXT_INIT, .now = 1000, .colour = 1};
	if (graphics_new(GRAPHICS_AUTO, &s->graphics) != STATUS_OK ||
	    surface_resize(&s->surface, 80, 24) != STATUS_OK)
		return false;
	graphics_ask(s->graphics, &size, s->now, &s->out);
	for (at = text_string(&s->out); (at = strstr(at, "\033_G")); at++)
		answer(s, number_of(at, "i="), true);
	graphics_take(s->graphics, &(struct reply){.kind = REPLY_ATTRIBUTES, .n = 1});
	text_clear(&s->out);
	graphics_describe(s->graphics, &s->out);
	return strstr(text_string(&s->out), "shared memory") != NULL;
}

static void end(struct shown *s)
{
	graphics_free(s->graphics);
	surface_release(&s->surface);
	text_release(&s->out);
}

/* A frame of small pictures, `ms` after the last one, all in another colour. */
static void show(struct shown *s, double ms)
{
	const char *at;

	s->now += ms;
	s->colour++;
	surface_clear(&s->surface);
	s->surface.cell_width = CELL_WIDTH;
	s->surface.cell_height = CELL_HEIGHT;
	for (int i = 0; i < N_IMAGES; i++) {
		struct area area = area_rows(surface_area(&s->surface), 8 * i, 4);

		area_canvas(area_columns(area, 0, 20), s->colour);
		s->id[i] = 0;
	}
	text_clear(&s->out);
	graphics_show(s->graphics, &s->surface, s->now, &s->out);
	at = text_string(&s->out);
	for (int i = 0; i < N_IMAGES && (at = strstr(at, "a=T")); i++, at++) {
		s->id[i] = number_of(at, "i=");
		decode(strchr(at, ';') + 1, s->object[i], sizeof s->object[i]);
	}
}

static bool is_there(const char *object)
{
	int fd = shm_open(object, O_RDONLY, 0);

	if (fd >= 0)
		close(fd);
	return fd >= 0;
}

static bool is_shared(const struct shown *s)
{
	struct text words = TEXT_INIT;
	bool shared;

	graphics_describe(s->graphics, &words);
	shared = strstr(text_string(&words), "shared memory") != NULL;
	text_release(&words);
	return shared;
}

/* One of two pictures has been read, and both have changed. */
static void check_two(void)
{
	struct shown s;
	uint32_t first, second;
	char object[64];

	if (!begin(&s)) {
		tap_skip("two pictures in flight", "no shared memory");
		end(&s);
		return;
	}
	show(&s, 0);
	first = s.id[0];
	second = s.id[1];
	snprintf(object, sizeof object, "%s", s.object[1]);
	OK(first && second && first != second && is_there(s.object[0]) && is_there(object),
	   "two pictures at once");
	answer(&s, first, true);
	show(&s, 10);
	OK(!s.id[0] && is_there(object), "the second stays until it has been read");
	OK(!graphics_is_due(s.graphics, s.now), "and the next frame waits for that");
	answer(&s, second, true);
	OK(!is_there(object) && graphics_is_due(s.graphics, s.now), "then it is due");
	show(&s, 10);
	OK(s.id[0] == first && s.id[1] == second && is_there(s.object[1]), "and is sent");
	end(&s);
	OK(!is_there(s.object[0]) && !is_there(s.object[1]), "nothing is left");
}

/* It reads nothing for seconds, and then all of it. */
static void check_late(bool is_read)
{
	struct shown s;

	if (!begin(&s)) {
		tap_skip("answers that come late", "no shared memory");
		end(&s);
		return;
	}
	show(&s, 0);
	show(&s, WAIT_MS);
	show(&s, WAIT_MS);
	OK(s.id[0] && s.id[1], "what has no answer isn't waited for");
	for (int frame = 0; frame < 2; frame++) {
		for (int i = 0; i < N_IMAGES; i++)
			answer(&s, s.id[i], is_read);
	}
	OK(is_there(s.object[0]) && is_there(s.object[1]),
	   "late answers, %s, leave what is in flight", is_read ? "good ones" : "errors");
	OK(is_shared(&s), "and change nothing");
	for (int i = 0; i < N_IMAGES; i++)
		answer(&s, s.id[i], true);
	OK(!is_there(s.object[0]) && !is_there(s.object[1]), "its own answer ends its flight");
	show(&s, 1);
	OK(s.id[0] && s.id[1], "and the next frame follows at once");
	answer(&s, s.id[0], false);
	OK(!is_shared(&s), "an error that is its own counts");
	end(&s);
}

/* Answers that got lost are not waited for forever. */
static void check_lost(void)
{
	struct shown s;

	if (!begin(&s)) {
		tap_skip("answers that got lost", "no shared memory");
		end(&s);
		return;
	}
	show(&s, 0);
	show(&s, WAIT_MS);
	for (int i = 0; i < N_IMAGES; i++)
		answer(&s, s.id[i], true);
	show(&s, WAIT_MS);
	OK(s.id[0] && s.id[1], "an answer that is taken for a late one costs one wait");
	for (int i = 0; i < N_IMAGES; i++)
		answer(&s, s.id[i], true);
	show(&s, 1);
	OK(s.id[0] && s.id[1], "and the next one is taken for what it is");
	end(&s);
}

int main(void)
{
	setenv("TERM", "xterm-256color", 1);
	unsetenv("TMUX");
	check_two();
	check_late(true);
	check_late(false);
	check_lost();
	return tap_done();
}
