#include "ui/win/protocol.h"

#include <inttypes.h>
#include <string.h>

#include "base/utf8.h"
#include "ui/widgets/key.h"

/* ---- fields ---- */

static enum status check_range(const char *what, int64_t value, int64_t least, int64_t most)
{
	if (value >= least && value <= most)
		return STATUS_OK;
	return status_fail(STATUS_BAD_INPUT, "a %s of %" PRId64, what, value);
}

/* Also what is no number is out of it. */
static enum status check_real(const char *what, double value, double most)
{
	if (value >= -most && value <= most)
		return STATUS_OK;
	return status_fail(STATUS_BAD_INPUT, "%s = %g", what, value);
}

static enum status check_bits(const char *what, int32_t value, int32_t allowed)
{
	if ((value & ~allowed) == 0)
		return STATUS_OK;
	return status_fail(STATUS_BAD_INPUT, "%s of %#" PRIx32, what, (uint32_t)value);
}

bool window_key_is_valid(int32_t key)
{
	if (key > UI_KEY_FIRST)
		return key <= UI_KEY_INSERT;
	return (key >= UI_KEY_CONTROL('a') && key <= UI_KEY_CONTROL('z')) ||
	       (key > ' ' && key < 0x7f) ||
	       (key >= 0xa0 && key < 0x110000 && (key < 0xd800 || key >= 0xe000));
}

/* ---- kinds ---- */

static enum status take_shared(const struct window_message *m, struct window_message *out)
{
	out->slot = m->slot;
	return check_range("slot", m->slot, 0, WINDOW_SLOTS - 1);
}

static enum status take_size(const struct window_message *m, struct window_message *out)
{
	out->width = m->width;
	out->height = m->height;
	TRY(check_range("width", m->width, 1, WINDOW_MOST_PIXELS));
	TRY(check_range("height", m->height, 1, WINDOW_MOST_PIXELS));
	return check_range("size in bytes", 4 * (int64_t)m->width * m->height, 4,
			   WINDOW_MOST_BYTES);
}

static enum status take_text(const struct window_message *m, struct window_message *out)
{
	const char *at = m->text;

	memcpy(out->text, m->text, sizeof out->text);
	if (!memchr(m->text, '\0', WINDOW_TEXT))
		return status_fail(STATUS_BAD_INPUT, "a text without an end");
	while (*at) {
		char first = *at;
		uint32_t c = utf8_take(&at);

		if (c == '\t' || (c == '?' && first != '?'))
			return status_fail(STATUS_BAD_INPUT,
					   "a text with control characters or broken UTF-8");
	}
	return STATUS_OK;
}

static enum status take_frame(const struct window_message *m, struct window_message *out)
{
	out->bytes = m->bytes;
	TRY(take_shared(m, out));
	TRY(take_size(m, out));
	/* 0 without new memory; that they suffice for the pixels is for window_frames_take() */
	return check_range("slot's size", m->bytes, 0, WINDOW_MOST_BYTES);
}

static enum status take_ready(const struct window_message *m, struct window_message *out)
{
	TRY(take_size(m, out));
	return take_text(m, out);
}

static enum status take_place(const struct window_message *m, struct window_message *out)
{
	out->x = m->x;
	out->y = m->y;
	out->buttons = m->buttons;
	out->modifiers = m->modifiers;
	TRY(check_real("x", m->x, WINDOW_FAR));
	TRY(check_real("y", m->y, WINDOW_FAR));
	TRY(check_bits("modifiers", m->modifiers, WINDOW_SHIFT | WINDOW_CONTROL));
	return check_bits("buttons", m->buttons,
			  1 << WINDOW_LEFT | 1 << WINDOW_MIDDLE | 1 << WINDOW_RIGHT);
}

static enum status take_pointer(const struct window_message *m, struct window_message *out)
{
	out->buttons = m->buttons;
	return m->buttons == -1 ? STATUS_OK : take_place(m, out);
}

static enum status take_button(const struct window_message *m, struct window_message *out)
{
	out->button = m->button;
	out->down = m->down;
	out->clicks = m->clicks;
	TRY(take_place(m, out));
	TRY(check_range("button", m->button, WINDOW_LEFT, WINDOW_RIGHT));
	TRY(check_range("button's state", m->down, 0, 1));
	return check_range("number of clicks", m->clicks, 0, WINDOW_MOST_CLICKS);
}

static enum status take_wheel(const struct window_message *m, struct window_message *out)
{
	out->dx = m->dx;
	out->dy = m->dy;
	TRY(take_place(m, out));
	TRY(check_real("notches to the right", m->dx, WINDOW_MOST_NOTCHES));
	return check_real("notches", m->dy, WINDOW_MOST_NOTCHES);
}

static enum status take_key(const struct window_message *m, struct window_message *out)
{
	out->key = m->key;
	out->modifiers = m->modifiers;
	if (!window_key_is_valid(m->key))
		return status_fail(STATUS_BAD_INPUT, "a key of %" PRId32, m->key);
	return check_bits("modifiers", m->modifiers, WINDOW_SHIFT | WINDOW_CONTROL);
}

static enum status take_nothing(const struct window_message *m, struct window_message *out)
{
	(void)m;
	(void)out;
	return STATUS_OK;
}

static const struct {
	enum window_side from;
	enum status (*take)(const struct window_message *m, struct window_message *out);
} kinds[N_WINDOW_MESSAGES] = {
	[WINDOW_FRAME] = {FROM_EXPLORER, take_frame},
	[WINDOW_TITLE] = {FROM_EXPLORER, take_text},
	[WINDOW_READY] = {FROM_WINDOW, take_ready},
	[WINDOW_FAILED] = {FROM_WINDOW, take_text},
	[WINDOW_SHOWN] = {FROM_WINDOW, take_shared},
	[WINDOW_SIZE] = {FROM_WINDOW, take_size},
	[WINDOW_POINTER] = {FROM_WINDOW, take_pointer},
	[WINDOW_BUTTON] = {FROM_WINDOW, take_button},
	[WINDOW_WHEEL] = {FROM_WINDOW, take_wheel},
	[WINDOW_KEY] = {FROM_WINDOW, take_key},
	[WINDOW_CLOSED] = {FROM_WINDOW, take_nothing},
};

enum status window_message_parse(const void *bytes, size_t n, enum window_side from,
				 struct window_message *out)
{
	struct window_message m;

	if (n != sizeof m)
		return status_fail(STATUS_BAD_INPUT, "a message of %zu bytes", n);
	memcpy(&m, bytes, sizeof m);
	memset(out, 0, sizeof *out);
	if (m.kind < 0 || m.kind >= N_WINDOW_MESSAGES || kinds[m.kind].from != from)
		return status_fail(STATUS_BAD_INPUT, "a message of kind %" PRId32, m.kind);
	out->kind = m.kind;
	return kinds[m.kind].take(&m, out);
}

/* ---- sending ---- */

void window_text_set(char text[WINDOW_TEXT], const char *from)
{
	int length = 0;

	memset(text, 0, WINDOW_TEXT);
	while (*from) {
		uint32_t c = utf8_take(&from);
		char bytes[4];
		int n = utf8_put(c == '\t' ? ' ' : c, bytes);

		if (length + n >= WINDOW_TEXT)
			return;
		memcpy(text + length, bytes, (size_t)n);
		length += n;
	}
}

void window_size_clamp(int32_t *width, int32_t *height)
{
	const int32_t most = WINDOW_MOST_BYTES / 4;

	*width = *width < 1 ? 1 : *width > WINDOW_MOST_PIXELS ? WINDOW_MOST_PIXELS : *width;
	*height = *height < 1 ? 1 : *height > WINDOW_MOST_PIXELS ? WINDOW_MOST_PIXELS : *height;
	if (*height > most / *width)
		*height = most / *width;
}
