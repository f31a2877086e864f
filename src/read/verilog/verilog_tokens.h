/*
 * A Verilog text as tokens whose names are numbered, made ahead of the reader by threads.
 *
 * The text is cut at ends of lines into chunks, which threads take apart, each name of a chunk once. Chunks
 * go together into windows: the names of a window are added to the modules' at once, in the order of the
 * text, while the chunks of the next one are taken apart. Where a chunk begins within something (a comment
 * that goes on) shows by where the one before it ends; it is taken apart once more from there. What only the
 * scanner knows to read (macros, what is no token) ends the tokens: it goes on with the text from there. So
 * what comes out, errors too, is what the scanner makes of the text, however many threads there are.
 */
#ifndef READ_VERILOG_VERILOG_TOKENS_H
#define READ_VERILOG_VERILOG_TOKENS_H

#include "base/input.h"
#include "base/names.h"
#include "base/task.h"

/* What a token is, below the names of its chunk, which are numbered from 0. */
enum token_code {
	CODE_NUMBER = -257, /* those above, −1 − c, are characters */
	CODE_STRING = -258,
	CODE_TEXT = -259, /* from here on it is the scanner's */
	CODE_END = -260,
};

struct code {
	uint32_t at; /* in the chunk */
	int32_t code;
};

/* In `at`: the name began with a backslash. */
#define CODE_ESCAPED (UINT32_C(1) << 31)

struct tokens;

/* Bytes of a chunk: for tests, which make it small. */
extern int64_t tokens_chunk_size;

/* At most as many chunks are a window. */
enum { MOST_CHUNKS = 64 };

/* A chunk of the window that is read next. */
struct token_chunk {
	const struct code *code; /* borrowed [n_codes] */
	int32_t n_codes;
	const char *text, *limit; /* borrowed: where it begins and ends */
	const int32_t *id;        /* borrowed: the numbers of its names */
};

/* Called with each window, before its first chunk is read. */
typedef enum status tokens_window(void *context, const struct token_chunk *chunk, int n_chunks);

/* The tokens of a text that was read whole; its names go to `names` (borrowed). STATUS_NO_MEMORY. */
enum status tokens_new(const struct input *in, struct names *names, struct task *task,
		       struct tokens **out);
void tokens_free(struct tokens *tokens); /* NULL is fine */
void tokens_watch(struct tokens *tokens, tokens_window *window, void *context);

/* Where the reader is: the next token, and those of its chunk after it. */
struct token_cursor {
	const struct code *next, *end; /* borrowed: of the chunk */
	const char *text;              /* borrowed: where the chunk begins */
	const int32_t *id;             /* borrowed: the numbers of its names */
	int chunk;                     /* which of its window */
};

/* The next chunk's; one of them is there. Names may be added. STATUS_NO_MEMORY, STATUS_CANCELLED. */
enum status tokens_next_chunk(struct tokens *tokens, struct token_cursor *cursor);

#endif
