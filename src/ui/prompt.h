/* The line in which commands are typed: editing, history, completion, paste. */
#ifndef UI_PROMPT_H
#define UI_PROMPT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/text.h"
#include "ui/complete.h"
#include "ui/widgets/surface.h"

enum { LARGEST_PASTE = 64 * 1024, PROMPT_SIZE = LARGEST_PASTE + 4096, PROMPT_HISTORY = 1000 };

struct prompt {
	bool open;
	char sign;              /* before the line: ':', or '/' and '\\' where a pattern is typed */
	char line[PROMPT_SIZE]; /* UTF-8 */
	int length, at;         /* bytes; at = where the next character goes */
	char *history[PROMPT_HISTORY]; /* owned, oldest first */
	int n_history, browsing;       /* browsing = index shown, n_history = the new line */
	bool searching; /* ^R: the line is the newest of before with the pattern in it */
	char pattern[64];
	bool pasting;      /* also when the paste was refused and the prompt is closed */
	int64_t pasted;    /* keys so far */
	int paste_matched; /* keys of its end, when that comes in pieces */
	struct completions completions; /* that Tab has listed */
};

enum prompt_event {
	PROMPT_GOES_ON,
	PROMPT_DONE,    /* Enter: the line is in prompt->line */
	PROMPT_LEFT,    /* Esc or ^C */
	PROMPT_REFUSED, /* a paste was too large */
};

/* With the sign of a command; the caller may set another. */
void prompt_open(struct prompt *prompt, const char *text);
/* Another line. */
void prompt_set(struct prompt *prompt, const char *text);
void prompt_release(struct prompt *prompt);
enum prompt_event prompt_key(struct prompt *prompt, int32_t key, struct text *hint);
/* Is this a key that takes the line, or a part of it, out of the history? */
bool prompt_looks_back(const struct prompt *prompt, int32_t key);
/* A paste begins or ends; it opens the prompt and never runs anything: its line ends stay in a command, which Enter
 * then runs as a script, and become blanks in a pattern. ^C ends it too. */
void prompt_paste(struct prompt *prompt, bool begin);
/* Put text where the cursor is; take bytes of the line away, which leaves it there. */
void prompt_insert(struct prompt *prompt, const char *text, int n);
void prompt_erase(struct prompt *prompt, int begin, int end);
/* Draw into row y, and put the cursor there; '<' and '>' say that the line is longer than the row. */
void prompt_draw(const struct prompt *prompt, struct area area, int y);

#endif
