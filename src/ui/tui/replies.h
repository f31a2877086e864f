/*
 * What a terminal answers, taken out of what is typed. Answers are input from outside: the parser is bounded,
 * takes them at any time, also late or in pieces, and gives on every byte that is no answer.
 *
 * Sequences of keys are given on whole, so that the reader needn't wait for their rest.
 */
#ifndef UI_TUI_REPLIES_H
#define UI_TUI_REPLIES_H

#include <stdbool.h>
#include <stdint.h>

#include "base/text.h"

enum reply_kind {
	REPLY_KITTY,      /* to a command of kitty's graphics protocol: id, ok, message */
	REPLY_ATTRIBUTES, /* DA1: numbers */
	REPLY_CELL,       /* CSI 16 t: height and width of a cell, pixels */
	REPLY_STATUS,     /* CSI 5 n: it is there */
	REPLY_RENDITION,  /* DECRQSS of SGR: message */
	REPLY_BACKGROUND, /* OSC 11: message, "rgb:RRRR/GGGG/BBBB" */
};

enum { REPLY_NUMBERS = 32, REPLY_WORDS = 64, REPLY_HELD = 512 };

struct reply {
	enum reply_kind kind;
	uint32_t id;
	bool ok;
	int n;
	int32_t number[REPLY_NUMBERS];
	char message[REPLY_WORDS]; /* printable ASCII */
};

struct replies {
	unsigned char held[REPLY_HELD]; /* the beginning of a sequence */
	int n;
	bool is_string;  /* it is an answer that ends with ST */
	bool skips;      /* and is too long: its rest is dropped */
	int64_t skipped; /* bytes of it */
	double since;    /* clock_ms() of the last byte */
	bool in_paste;   /* what is pasted is no answer */
	int paste_matched;
	void (*take)(void *context, const struct reply *reply);
	void *context; /* borrowed */
};

/* Bytes of the terminal, at a time of clock_ms(); keys are appended to *keys. */
void replies_read(struct replies *replies, const void *bytes, int64_t n, double now,
		  struct text *keys);
/* Milliseconds until replies_flush() has to be called; -1 = nothing is held. */
int replies_wait(const struct replies *replies, double now);
/* What has waited for its rest for too long is keys, or the rest of an answer that got lost. */
void replies_flush(struct replies *replies, double now, struct text *keys);

#endif
