#include "base/walk.h"

#include <inttypes.h>

enum { BETWEEN_LOOKS = 1 << 16 }; /* bytes between two looks at whether to stop */

void tally_rest(const struct tally *tally, const char *path, const char *and,
		const char *const *what, int n_kinds)
{
	for (int kind = 0; kind < n_kinds; kind++) {
		int64_t n = tally->n[kind] - tally->most;

		if (n > 0 && what[kind])
			text_printf(tally->text, "%s: warning: %s%" PRId64 " more %s\n", path, and,
				    n, what[kind]);
	}
}

enum status walk_begin(struct walk *walk, struct input *in, struct text *warnings)
{
	TRY(input_all(in));
	walk->in = in;
	walk->warnings.text = warnings;
	walk->warnings.most = TALLY_LINES;
	walk->at = walk->look = walk->line_place = in->data;
	walk->line = 1;
	walk->end = in->data + in->end;
	return STATUS_OK;
}

enum status walk_look_up(struct walk *walk, const char *at)
{
	walk->look = at + BETWEEN_LOOKS;
	if (walk->is_part)
		return task_cancelled(walk->in->task) ? STATUS_CANCELLED : STATUS_OK;
	return task_progress(walk->in->task, at - walk->in->data);
}

int64_t walk_line(struct walk *walk, const char *place)
{
	if (place < walk->line_place) {
		walk->line = 1;
		walk->line_place = walk->in->data;
	}
	walk->line += count_lines(walk->line_place, place, NULL);
	walk->line_place = place;
	return walk->line;
}

enum status walk_expected(const struct walk *walk, const struct word *word, const char *what)
{
	if (word->begin >= walk->end)
		return input_error_at(walk->in, word->begin, "expected %s, the file ends", what);
	return input_error_at(walk->in, word->begin, "expected %s, found \"%.*s\"", what,
			      WORD_SHOWN(*word));
}

void walk_warn(struct walk *walk, int kind, const char *place, const char *format, ...)
{
	struct text *to = walk->warnings.text;

	if (!tally_says(&walk->warnings, kind) || walk->is_part)
		return;
	text_add(to, walk->in->path);
	if (place)
		text_printf(to, ":%" PRId64, walk_line(walk, place));
	text_add(to, ": warning: ");
	TEXT_ARGS(to, format);
	text_add(to, "\n");
}
