#include "ui/tui/replies.h"

#include <string.h>

enum {
	ESC = 27,
	BELL = 7,
	KEY_MS = 25,         /* for the rest of a key's sequence */
	STRING_MS = 1000,    /* … and of an answer */
	PASTE_MS = 500,      /* a paste that is silent for that long has lost its end */
	MOST_SKIPPED = 4096, /* bytes of an answer that is too long */
	MOST_CSI = 96,
};

static const char background[] = "11;";
static const char paste_begin[] = "\033[200~", paste_end[] = "\033[201~";

/* ---- numbers ---- */

/* "62;4;22" into numbers; what is no number, or too large, is -1. Returns how many. */
static int take_numbers(const char *at, const char *end, int32_t *out)
{
	int n = 0;

	while (at < end && n < REPLY_NUMBERS) {
		int32_t value = 0;
		bool bad = at == end || *at == ';';

		for (; at < end && *at != ';'; at++) {
			if (*at < '0' || *at > '9' || value > 100000000)
				bad = true;
			else
				value = 10 * value + *at - '0';
		}
		out[n++] = bad ? -1 : value;
		at += at < end;
	}
	return n;
}

static void set_message(struct reply *reply, const char *at, const char *end)
{
	int n = 0;

	for (; at < end && n < REPLY_WORDS - 1; at++)
		reply->message[n++] = *at >= ' ' && *at <= '~' ? *at : '?';
	reply->message[n] = '\0';
}

/* ---- what is complete ---- */

/* A control sequence, ESC [ … final: an answer is taken, true. */
static bool take_csi(struct replies *r)
{
	const char *at = (const char *)r->held + 2, *end = (const char *)r->held + r->n - 1;
	struct reply reply = {.kind = REPLY_ATTRIBUTES};
	bool asked = at < end && (*at == '?' || *at == '>' || *at == '=');
	char final = *end;

	if (asked && final == 'c') {
		if (*at != '?')
			return true; /* DA2, DA3: not asked for */
		reply.n = take_numbers(at + 1, end, reply.number);
	} else if (asked && final == 'y' && end[-1] == '$') {
		return true; /* a mode's state */
	} else if (!asked && final == 't') {
		reply.kind = REPLY_CELL;
		reply.n = take_numbers(at, end, reply.number);
		if (reply.n != 3 || reply.number[0] != 6)
			return true; /* of another size */
	} else if (!asked && final == 'n') {
		reply.kind = REPLY_STATUS;
		reply.ok = end == at + 1 && *at == '0';
	} else {
		return false;
	}
	r->take(r->context, &reply);
	return true;
}

/* "i=31,p=1;OK" after ESC _ G */
static void take_kitty(struct replies *r, const char *at, const char *end)
{
	struct reply reply = {.kind = REPLY_KITTY};
	const char *words = memchr(at, ';', (size_t)(end - at));
	int32_t number[REPLY_NUMBERS];

	if (!words)
		return;
	for (const char *key = at; key + 2 < words;) {
		const char *next = memchr(key, ',', (size_t)(words - key));
		const char *stop = next ? next : words;

		if (key[0] == 'i' && key[1] == '=' && take_numbers(key + 2, stop, number) == 1 &&
		    number[0] > 0)
			reply.id = (uint32_t)number[0];
		key = next ? next + 1 : words;
	}
	set_message(&reply, words + 1, end);
	reply.ok = strcmp(reply.message, "OK") == 0;
	r->take(r->context, &reply);
}

/* A string without its ST. */
static void take_string(struct replies *r, int length)
{
	const char *at = (const char *)r->held, *end = at + length;
	struct reply reply = {.kind = REPLY_RENDITION};

	if (at[1] == '_') {
		take_kitty(r, at + 3, end);
	} else if (at[1] == ']') {
		reply.kind = REPLY_BACKGROUND;
		set_message(&reply, at + 5, end);
		r->take(r->context, &reply);
	} else if (at[3] == '$' && end[-1] == 'm') {
		reply.ok = at[2] == '1';
		set_message(&reply, at + 5, end);
		r->take(r->context, &reply);
	}
}

/* ---- byte by byte ---- */

static void give(struct replies *r, int n, struct text *keys)
{
	text_append(keys, (const char *)r->held, n);
	memmove(r->held, r->held + n, (size_t)(r->n - n));
	r->n -= n;
}

static void drop(struct replies *r)
{
	r->n = 0;
	r->is_string = r->skips = false;
	r->skipped = 0;
}

/* ESC _ G, ESC ] 11;, ESC P 0|1 $|+ r: no key begins so. */
static bool begins_string(const struct replies *r)
{
	const unsigned char *h = r->held;

	if (h[1] == '_')
		return r->n == 3 && h[2] == 'G';
	if (h[1] == ']')
		return r->n == 5 && memcmp(h + 2, background, 3) == 0;
	return r->n == 5 && (h[2] == '0' || h[2] == '1') && (h[3] == '$' || h[3] == '+') &&
	       h[4] == 'r';
}

/* May what is held become a string? */
static bool may_be_string(const struct replies *r)
{
	const unsigned char *h = r->held;

	if (h[1] == '_')
		return r->n < 3;
	if (h[1] == ']')
		return r->n < 5 && memcmp(h + 2, background, (size_t)r->n - 2) == 0;
	return h[1] == 'P' && r->n < 5 && (r->n < 3 || h[2] == '0' || h[2] == '1') &&
	       (r->n < 4 || h[3] == '$' || h[3] == '+');
}

static void add(struct replies *r, unsigned char c, struct text *keys);

/* In a string: up to its ST. What can't be in one ends it, and is typed. */
static void add_to_string(struct replies *r, unsigned char c, struct text *keys)
{
	bool was_esc = r->held[r->n - 1] == ESC, ends = was_esc && c == '\\';
	bool by_bell = c == BELL && r->held[1] == ']' && !was_esc; /* as xterm answers */

	if (ends || by_bell) {
		if (!r->skips)
			take_string(r, r->n - ends);
		drop(r);
	} else if (was_esc || (c < ' ' && c != ESC)) {
		drop(r);
		if (was_esc)
			add(r, ESC, keys);
		add(r, c, keys);
	} else if (r->n == REPLY_HELD || r->skips) {
		r->skips = true;
		r->held[r->n - 1] = c;
		if (++r->skipped > MOST_SKIPPED)
			drop(r);
	} else {
		r->held[r->n++] = c;
	}
}

/* Control sequences: ESC [ parameters final; the mouse's old one has three bytes more. */
static void look_at_csi(struct replies *r, struct text *keys)
{
	unsigned char c = r->held[r->n - 1];

	if (r->n >= 3 && r->held[2] == 'M') {
		if (r->n == 6)
			give(r, 6, keys);
		return;
	}
	if (r->n == 2)
		return;
	if (c < ' ' || c > '~') {
		give(r, r->n - 1, keys);
		r->n = 0;
		add(r, c, keys);
	} else if (c >= '@') {
		if (take_csi(r)) {
			drop(r);
			return;
		}
		r->in_paste = r->n == 6 && memcmp(r->held, paste_begin, 6) == 0;
		give(r, r->n, keys);
	} else if (r->n == MOST_CSI) {
		give(r, r->n, keys);
	}
}

static void add_in_paste(struct replies *r, unsigned char c, struct text *keys)
{
	int *at = &r->paste_matched;

	text_append(keys, (const char *)&c, 1);
	*at = c == (unsigned char)paste_end[*at] ? *at + 1 : c == (unsigned char)paste_end[0];
	if (paste_end[*at])
		return;
	*at = 0;
	r->in_paste = false;
}

static void add(struct replies *r, unsigned char c, struct text *keys)
{
	if (r->in_paste) {
		add_in_paste(r, c, keys);
		return;
	}
	if (r->is_string) {
		add_to_string(r, c, keys);
		return;
	}
	r->held[r->n++] = c;
	if (r->held[0] != ESC) {
		give(r, r->n, keys);
	} else if (r->n == 1) {
		return;
	} else if (r->held[1] == '[') {
		look_at_csi(r, keys);
	} else if (r->held[1] == ESC) {
		give(r, 1, keys);
	} else if (r->held[1] == 'O') {
		if (r->n == 3)
			give(r, 3, keys);
	} else if (strchr("_P]", r->held[1])) {
		r->is_string = begins_string(r);
		if (!r->is_string && !may_be_string(r)) {
			give(r, r->n - 1, keys);
			r->n = 0;
			add(r, c, keys);
		}
	} else {
		give(r, r->n, keys);
	}
}

void replies_read(struct replies *r, const void *bytes, int64_t n, double now, struct text *keys)
{
	const unsigned char *at = bytes;

	if (r->in_paste && now - r->since > PASTE_MS) {
		r->in_paste = false;
		r->paste_matched = 0;
	}
	r->since = now;
	for (int64_t i = 0; i < n; i++)
		add(r, at[i], keys);
}

int replies_wait(const struct replies *r, double now)
{
	double left = r->since + (r->is_string ? STRING_MS : KEY_MS) - now;

	if (r->n == 0)
		return -1;
	return left <= 0 ? 0 : (int)left + 1;
}

void replies_flush(struct replies *r, double now, struct text *keys)
{
	if (replies_wait(r, now) != 0)
		return;
	if (!r->is_string)
		give(r, r->n, keys);
	drop(r);
}
