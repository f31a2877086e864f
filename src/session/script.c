#include "session/script.h"

#include "session/objects.h"

void script_release(struct script *script)
{
	text_release(&script->tcl);
	*script = (struct script)SCRIPT_INIT;
}

static void begin(struct script *script)
{
	if (script->tcl.length)
		text_add(&script->tcl, script->is_next ? "; " : " ");
	script->is_next = false;
}

/* As a list of its own, so that "#" at its beginning is quoted too. */
static void add_word(struct script *script, const char *word)
{
	struct text quoted = TEXT_INIT;

	begin(script);
	list_add(&quoted, word);
	text_add(&script->tcl, text_string(&quoted));
	if (quoted.status != STATUS_OK)
		script->tcl.status = quoted.status;
	text_release(&quoted);
}

void script_add_all(struct script *script, const char *word, va_list more)
{
	for (; word; word = va_arg(more, const char *))
		add_word(script, word);
}

void script_add(struct script *script, const char *word, ...)
{
	va_list more;

	va_start(more, word);
	script_add_all(script, word, more);
	va_end(more);
}

void script_option(struct script *script, const char *option, const char *format, ...)
{
	struct text word = TEXT_INIT;
	va_list args;

	va_start(args, format);
	text_vprintf(&word, format, args);
	va_end(args);
	if (option)
		add_word(script, option);
	add_word(script, text_string(&word));
	text_release(&word);
}

void script_add_list(struct script *script, const char *list)
{
	struct words words;

	words_parse(list, &words);
	for (int i = 0; i < words.n; i++)
		add_word(script, words.word[i]);
	words_free(&words);
}

void script_next(struct script *script)
{
	script->is_next = true;
}

void script_add_fixed(struct script *script, const char *literal)
{
	script_next(script);
	begin(script);
	text_add(&script->tcl, literal);
	script_next(script);
}

const char *script_string(const struct script *script)
{
	return text_string(&script->tcl);
}

enum status script_status(const struct script *script)
{
	return text_status(&script->tcl);
}
