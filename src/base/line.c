#include "base/line.h"

#include <stdio.h>
#include <string.h>

#include "base/text.h"

enum { MOST_SHOWN = 200 /* bytes of a word in a message */ };

enum status line_next(struct line *line, bool *more)
{
	TRY(input_line(&line->in, &line->begin, &line->end, more));
	line->at = line->begin;
	return STATUS_OK;
}

enum status line_error(const struct line *line, const char *format, ...)
{
	char text[768];

	PRINT_ARGS(text, format);
	return input_error(&line->in, line->at - line->begin + 1, "%s", text);
}

enum status line_expected(const struct line *line, const char *what)
{
	int64_t n = line_word(line);

	if (n == 0)
		return line_error(line, "expected %s, the line ends", what);
	return line_error(line, "expected %s, found \"%.*s\"", what,
			  n > MOST_SHOWN ? MOST_SHOWN : (int)n, line->at);
}

int64_t line_word(const struct line *line)
{
	const char *p = line->at;

	while (p < line->end && !is_blank(*p))
		p++;
	return p - line->at;
}

bool line_is(const struct line *line, int64_t n, const char *word)
{
	return (int64_t)strlen(word) == n && memcmp(line->at, word, (size_t)n) == 0;
}

enum status line_end(struct line *line)
{
	line_skip_blanks(line);
	return line->at == line->end ? STATUS_OK : line_expected(line, "the end of the line");
}
