/* The keys that answer the question of a lesson: a digit is a choice, or the first of a number. */
#include "session/objects.h"
#include "ui/ui.h"

bool lesson_asks(const struct ui *ui)
{
	return ui->lesson.open && ui->lesson.asks && !ui->explaining && !ui->listing;
}

static void choose(struct ui *ui, int i)
{
	RELEASED_BY(words_free) struct words choices = {0};

	words_parse(text_string(&ui->lesson.choices), &choices);
	if (i >= 0 && i < choices.n)
		ui_call(ui, "lesson", "answer", choices.word[i], NULL);
	else
		ui_say(ui, STYLE_ACCENT, "the question has %d answers", choices.n);
}

bool lesson_take_key(struct ui *ui, int32_t key)
{
	bool digit = key >= '0' && key <= '9', chooses = ui->lesson.choices.length > 0;
	char begun[] = "lesson answer 0";

	if (!lesson_asks(ui) || (!digit && (key != '-' || chooses)))
		return false;
	begun[sizeof begun - 2] = (char)key;
	if (chooses)
		choose(ui, key - '1');
	else
		prompt_open(&ui->prompt, begun);
	return true;
}
