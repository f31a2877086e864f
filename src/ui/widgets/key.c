#include "ui/widgets/key.h"

#include <stdio.h>
#include <string.h>
#include <wchar.h>

#include "base/names.h"

static const struct {
	int32_t key;
	const char *name;
} names[] = {
#define X(id, name) {UI_KEY_##id, name},
	KEY_NAMES(X)
#undef X
		{'<', "lt"},
};

enum { N_NAMES = sizeof names / sizeof *names };

static int32_t parse_name(const char *name, size_t length)
{
	int x, y, n = 0;

	for (int i = 0; i < N_NAMES; i++) {
		if (strlen(names[i].name) == length && strncmp(names[i].name, name, length) == 0)
			return names[i].key;
	}
	if (sscanf(name, "Click-%3d-%3d%n", &x, &y, &n) == 2 && (size_t)n == length && x >= 0 &&
	    y >= 0)
		return UI_KEY_CLICK(x, y);
	if (length == 3 && name[0] == 'C' && name[1] == '-' && name[2] >= 'a' && name[2] <= 'z')
		return UI_KEY_CONTROL(name[2]);
	return UI_KEY_NONE;
}

int32_t key_parse(const char **text)
{
	const char *p = *text, *end = strchr(p, '>');
	mbstate_t state = {0};
	wchar_t wide;
	size_t n;

	if (*p == '<' && end) {
		*text = end + 1;
		return parse_name(p + 1, (size_t)(end - p - 1));
	}
	n = mbrtowc(&wide, p, strlen(p), &state);
	if (n == 0 || n > 4) {
		*text = p + 1;
		return (unsigned char)*p;
	}
	*text = p + n;
	return wide == ' ' ? UI_KEY_SPACE : (int32_t)wide;
}

const char *key_text(int32_t key, char *buffer)
{
	for (int i = 0; i < N_NAMES; i++) {
		if (names[i].key == key) {
			snprintf(buffer, 16, "<%s>", names[i].name);
			return buffer;
		}
	}
	if (UI_KEY_IS_CLICK(key))
		snprintf(buffer, 16, "<Click-%d-%d>", UI_KEY_CLICK_X(key) % 1000,
			 UI_KEY_CLICK_Y(key) % 1000);
	else if (key >= 1 && key <= 26)
		snprintf(buffer, 16, "<C-%c>", 'a' + key - 1);
	else if (key < 0x80)
		snprintf(buffer, 16, "%c", (char)key);
	else
		snprintf(buffer, 16, "%lc", (wint_t)key);
	return buffer;
}

enum status key_parse_one(const char *text, int32_t *key)
{
	char name[24];
	const char *at = text;
	struct nearest nearest;
	RELEASED_BY(text_release) struct text tail = TEXT_INIT;

	*key = text[0] ? key_parse(&at) : UI_KEY_NONE;
	if (text[0] && !*at && *key != UI_KEY_NONE)
		return STATUS_OK;
	snprintf(name, sizeof name, "%s%s%s", text[0] == '<' ? "" : "<", text,
		 text[0] == '<' ? "" : ">");
	at = name;
	if (key_parse(&at), !*at && strlen(text) > 1) {
		at = name;
		*key = key_parse(&at);
		if (*key != UI_KEY_NONE)
			return STATUS_OK;
	}
	name[strcspn(name, ">")] = '\0';
	nearest = nearest_to(name + 1);
	for (int i = 0; i < N_NAMES; i++)
		nearest_offer(&nearest, names[i].name, (int)strlen(names[i].name));
	if (nearest.found)
		text_printf(&tail, "; nearest \"<%s>\"", nearest.found);
	status_fail(STATUS_USAGE, "unknown key \"%.40s\"%s", text, text_string(&tail));
	return STATUS_USAGE;
}
